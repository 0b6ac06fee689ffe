//! Resuming a match from its two files.
//!
//! Only signatures in the files are believed: the match file is read through the same gate as the peer's records, so
//! that an edited one resumes as what it still proves or not at all. The files do not say whether they are the
//! latest; the caller knows that from its mark ([`Standing`]), and the peer's HEAD decides what may be signed
//! (threats 18, 19).

use super::continuing::Continuing;
use super::files::Callers;
use super::hearing::Hearing;
use super::later::Later;
use super::leaving::{Leaving, number_of};
use super::lobby::Lobby;
use super::parts::Match;
use super::plans::Plans;
use super::signer::Signer;
use super::timer::Timer;
use super::{File, Fresh, Now, ResumeError, Session, Standing};
use crate::chain::Chain;
use crate::file::{
    Asked, Choice, Entry, KeptPlan, Keys, NextKeys, PRIVATE_HEADER, RunId, SavedTime, Secret, Tail,
    Wish, other_format, read_private, read_public,
};
use crate::frame::Head;
use crate::{Fault, Identity, Seat};

/// The content of a private file.
struct Private {
    keys: Keys,
    choice: Option<Choice>,
    wish: Option<Wish>,
    heard: Option<Head>,
    time: Option<SavedTime>,
    kept: Vec<u8>,
    run: Option<RunId>,
    next: Vec<NextKeys>,
    drafts: Vec<Vec<u8>>,
    asked: Option<Asked>,
    opening: Option<Vec<u8>>,
    plans: Vec<KeptPlan>,
    /// The file on disk is not what this says.
    is_torn: bool,
}

impl Private {
    /// The file of a seat that has kept its secrets alone.
    fn new(keys: Keys) -> Self {
        Self {
            keys,
            choice: None,
            wish: None,
            heard: None,
            time: None,
            kept: Vec::new(),
            run: None,
            next: Vec::new(),
            drafts: Vec::new(),
            asked: None,
            opening: None,
            plans: Vec::new(),
            is_torn: false,
        }
    }
}

impl Session {
    /// Resumes a match from its two files; the caller says whether they are its own. The session signs nothing before
    /// the peer's HEAD is in, except resignations and claims; on strange files nothing else at all.
    ///
    /// # Errors
    /// Returns [`ResumeError`] if a file is unsound or of another format, or the files do not belong to each other or
    /// to
    /// `identity`.
    pub fn resume(
        identity: Identity,
        public_file: &[u8],
        private_file: &[u8],
        standing: Standing,
        now: Now,
    ) -> Result<Self, ResumeError> {
        let entries = read_public(public_file)?;
        Self::take_up(
            identity,
            public_file,
            entries,
            read_secrets(private_file)?,
            standing,
            now,
        )
    }

    /// Resumes a match whose private file is lost. Nothing is signed in it but a resignation and the question to
    /// continue in a new match, which the identity signs. The private file is written again.
    ///
    /// # Errors
    /// Returns [`ResumeError`] if the match file is unsound or of another format, or `identity` has no seat in it.
    pub fn resume_without_key(
        identity: Identity,
        public_file: &[u8],
        fresh: &Fresh,
        now: Now,
    ) -> Result<Self, ResumeError> {
        let (entries, tail) = read_public(public_file)?;
        let Some(Entry::Manifest(manifest)) = entries.first() else {
            return Err(ResumeError::NoManifest);
        };
        let own = identity.public();
        let mut seats = (0..).map(Seat).zip(&manifest.seats);
        let seat = seats.find(|(_, entry)| entry.identity == own);
        let (seat, _) = seat.ok_or(ResumeError::NotMine)?;
        let keys = Keys {
            sid: manifest.sid(),
            seat,
            match_secret: fresh.match_secret,
            key_seed: fresh.session_seed,
        };
        // there is no file on disk yet: it is written like one that was torn
        let private = Private {
            is_torn: true,
            ..Private::new(keys)
        };
        let strange = Standing::Strange;
        Self::take_up(
            identity,
            public_file,
            (entries, tail),
            private,
            strange,
            now,
        )
    }

    fn take_up(
        identity: Identity,
        public_file: &[u8],
        (entries, tail): (Vec<Entry>, Tail),
        private: Private,
        standing: Standing,
        now: Now,
    ) -> Result<Self, ResumeError> {
        let keys = private.keys;
        // a torn end is a crash and is cut off; damage inside is none, and cutting there would drop what this seat
        // has signed
        if let Tail::Damaged(at) = tail {
            return Err(ResumeError::Damaged { at });
        }
        let mut entries = entries.into_iter();
        let Some(Entry::Manifest(manifest)) = entries.next() else {
            return Err(ResumeError::NoManifest);
        };
        let chain = Chain::new(*manifest)?;
        let entry = chain.manifest().seat(keys.seat);
        // a private file that was copied beside another match would sign with a key that this match does not name
        if keys.sid != chain.sid() {
            return Err(ResumeError::OtherMatch);
        }
        if entry.is_none_or(|entry| entry.identity != identity.public()) {
            return Err(ResumeError::NotMine);
        }
        let signer = Signer::resumed(identity, &keys, chain.manifest(), standing);
        let is_own = signer.standing() == Standing::Own;
        // not heard: the peer may hold a record of ours that these files lack, until its HEAD says otherwise
        let mut game = Match::new(chain, signer.seat(), false, now);
        // the manifest was entry 0: errors name entries as the file counts them
        game.ledger.replay(keys.seat, (1..).zip(entries))?;
        // a halt is not written down: it follows from the records, so a restart must find it again
        if let Some((step, seat)) = game.ledger.difference() {
            game.ledger.halt(Fault::Diverged { step, seat });
        }
        let chain = game.ledger.chain();
        let is_open = chain.pending(keys.seat).is_none();
        game.timer = timer_of(chain, keys.seat, private.time, now);
        if !is_open {
            // this seat's record of the present step has signed the measures: signed again, they would be charged twice
            game.timer.forget_measures();
        }
        // a peer whose word has proved false once holds nothing that own files lack; on strange files its word may be
        // true
        let seats = game.chain().manifest().seats.len();
        let sure = game.ledger.false_heads().filter(|_| is_own);
        let sure: Vec<Seat> = sure.map(|head| head.seat).collect();
        game.hearing = Hearing::resumed(seats, private.heard, &sure);
        // a question lapses with the step in which it was asked; an older copy's question knows no later step
        let last = chain.history().steps().last();
        let last = last.map_or(0, |step| step.number);
        let asked = private.asked;
        let asked = asked.filter(|own| !is_own || own.ask.step >= last);
        if chain.manifest().has_table() {
            game.leaving = Leaving::resumed(&private.next, &private.drafts, keys.seat);
            // of several tries to continue one match this run plays the one of these files, or a higher one
            let signed = game
                .leaving
                .signed()
                .filter(|start| start.sid != chain.sid());
            game.is_superseded = signed.is_some_and(|start| start.number > number_of(chain));
        }
        game.continuing = Continuing::resumed(private.next, &private.drafts, asked, keys.seat);
        // on strange files the decision may have been signed by another copy, and is signed nowhere
        let wish = private.wish;
        let wish = wish.filter(|wish| is_own && is_open && wish.step == chain.step());
        game.later = Later::resumed(chain, &keys, private.choice, wish);
        // on strange files our own part may have been replaced and sealed by another copy
        let mut plans = private.plans;
        plans.retain(|kept| is_own || kept.seat != keys.seat);
        game.plans = Plans::resumed(plans);
        if let Some(opening) = private.opening {
            game.later.resume_opening(opening);
        }
        if game.later.has_decision() {
            game.timer.decide(now.clock);
        }
        // a claim that is denied is shown once the match is resumed
        game.weigh_claim(keys.seat, now);
        game.timer.forget_warnings();
        // a result that the files already hold is not shown as news
        let outcome = game.outcome();
        game.ending.show(outcome);
        let mut session = Self {
            callers: Callers::resumed(private.kept, private.run),
            ..Self::new(signer, Lobby::seated())
        };
        // a half written entry is cut off; the other entries keep the order in which they were signed
        if let Tail::Torn(at) = tail {
            let file = public_file[..at].to_vec();
            session.outbox.replace(File::Public, file);
        }
        // a crash between the last record and the canonical file: both players end with the same bytes
        let file = game.chain().closed().map(|_| game.ledger.file());
        if let Some(file) = file.filter(|file| file != public_file) {
            session.outbox.replace(File::Public, file);
        }
        if private.is_torn {
            let file = session.private_file(keys, &game, now);
            session.outbox.replace(File::Private, file);
        }
        session.game = Some(game);
        Ok(session)
    }
}

/// The time of the present step, as it was saved or as the records say.
fn timer_of(chain: &Chain, own: Seat, saved: Option<SavedTime>, now: Now) -> Timer {
    let manifest = chain.manifest();
    let start = manifest.start.as_ref();
    // a match beside the old one begins with fresh clocks
    let began_ms = start
        .filter(|start| start.instead)
        .map(|start| start.began_ms);
    let last_sent_ms = chain.last_sent_ms().or(began_ms);
    let seats = manifest.seats.len();
    Timer::resumed(chain.step(), (own, seats), now, saved, last_sent_ms)
}

fn read_secrets(private_file: &[u8]) -> Result<Private, ResumeError> {
    let read = read_private(private_file);
    let (entries, tail) = read.ok_or_else(|| match other_format(private_file, PRIVATE_HEADER) {
        Some(found) => ResumeError::OtherSecrets { found },
        None => ResumeError::NoSecrets,
    })?;
    let (mut keys, mut choice, mut wish, mut kept) = (None, None, None, Vec::new());
    let (mut heard, mut time, mut run) = (None, None, None);
    // entries are appended as things change: of each kind the last one counts, but of keys and drafts every one
    let (mut next, mut drafts, mut asked) = (Vec::new(), Vec::new(), None);
    let (mut opening, mut plans) = (None, Vec::new());
    for entry in entries {
        match entry {
            Secret::Keys(found) => keys = Some(found),
            Secret::Choice(found) => choice = Some(found),
            Secret::Kept(found) => kept = found,
            Secret::Wish(found) => wish = Some(found),
            Secret::Heard(found) => heard = Some(found),
            Secret::Time(found) => time = Some(found),
            Secret::Run(found) => run = Some(found),
            Secret::Next(found) => next.push(found),
            Secret::Draft(found) => drafts.push(found),
            Secret::Asked(found) => asked = Some(*found),
            Secret::Opening(found) => opening = Some(found),
            Secret::Plan(found) => plans.push(found),
        }
    }
    match (keys, tail) {
        (None, _) | (_, Tail::Damaged(_)) => Err(ResumeError::NoSecrets),
        (Some(keys), tail) => Ok(Private {
            keys,
            choice,
            wish,
            heard,
            time,
            kept,
            run,
            next,
            drafts,
            asked,
            opening,
            plans,
            is_torn: tail != Tail::Whole,
        }),
    }
}
