//! Taking a match up from its two files.

use rules::{Rules, SecretPart};
use std::collections::VecDeque;
use zeroize::Zeroizing;

use super::continuing::Continuing;
use super::timer::Timer;
use super::{File, Fresh, Game, Now, Output, ResumeError, Role, Secrets, Session, Standing};
use crate::chain::{Admission, COIN, Chain, Objection};
use crate::file::{
    Asked, Choice, Entry, Keys, NextKeys, RunId, SavedTime, Secret, Tail, Wish, read_private,
    read_public,
};
use crate::frame::Head;
use crate::manifest::Pace;
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
    /// The file on disk is not what this says.
    is_torn: bool,
}

impl Session {
    /// Takes a match up from its two files, of which the caller says whether they are own. The session signs nothing before
    /// the peer's HEAD is in, but for resignations and claims; on strange files nothing else at all.
    ///
    /// # Errors
    /// Returns [`ResumeError`] where a file is unsound or of another format, or the files do not belong to each other or to
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

    /// Takes a match up whose private file is lost. Nothing is signed in it but a resignation and the question to continue in
    /// a new match, which the identity signs. The private file is written anew.
    ///
    /// # Errors
    /// Returns [`ResumeError`] where the match file is unsound or of another format, or `identity` has no seat in it.
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
        let private = Private {
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
            is_torn: true,
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
        let Private {
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
            is_torn,
        } = private;
        if let Tail::Damaged(at) = tail {
            return Err(ResumeError::Damaged { at });
        }
        let mut entries = entries.into_iter();
        let Some(Entry::Manifest(manifest)) = entries.next() else {
            return Err(ResumeError::NoManifest);
        };
        let chain = Chain::new(*manifest)?;
        let key = Identity::from_seed(keys.key_seed);
        let seat = chain.manifest().seat(keys.seat);
        if keys.sid != chain.sid() {
            return Err(ResumeError::OtherMatch);
        }
        if seat.is_none_or(|entry| entry.identity != identity.public()) {
            return Err(ResumeError::NotMine);
        }
        let mut game = Game::new(chain, false, now);
        for (index, entry) in entries.enumerate() {
            game.replay(keys.seat, index + 1, entry)?;
        }
        if let Some((step, seat)) = game.difference() {
            game.halted.get_or_insert(Fault::Diverged { step, seat });
        }
        let entry = game.chain.manifest().seat(keys.seat);
        // without the match key nothing can be signed but what the identity signs: a resignation, a question to continue
        let standing = match entry.is_some_and(|entry| entry.key == key.public()) {
            true => standing,
            false => Standing::Strange,
        };
        let seats = game.chain.manifest().seats.len();
        let start = game.chain.manifest().start.as_ref();
        let began_ms = start
            .filter(|start| start.instead)
            .map(|start| start.began_ms);
        let last_sent_ms = game.chain.last_sent_ms().or(began_ms);
        game.timer = Timer::resumed(game.chain.step(), seats, now, time, last_sent_ms);
        if game.chain.pending(keys.seat).is_some() {
            // the own record of this step has signed them
            game.timer.forget_measures();
        }
        game.peer_head = heard;
        let is_strange = standing == Standing::Strange;
        let last = game.chain.history().steps().last();
        let last = last.map_or(0, |step| step.number);
        let asked = asked.filter(|own| is_strange || own.ask.step >= last);
        game.continuing = Continuing::resumed(next, &drafts, asked, keys.seat);
        game.restore_choice(&keys, choice);
        game.wish = wish.filter(|wish| {
            let is_open = wish.step == game.chain.step() && game.chain.pending(keys.seat).is_none();
            standing == Standing::Own && is_open
        });
        if game.wish.is_some() {
            game.timer.decide(now.clock);
        }
        // a peer whose word has proved false once holds nothing that own files lack
        let is_head = |entry: &Entry| matches!(entry, Entry::Head(_));
        game.is_sure = standing == Standing::Own && game.evidence.iter().any(is_head);
        // a claim that is denied is told once the match is taken up
        game.weigh_claim(keys.seat, now);
        game.timer.told.is_denied = false;
        game.told = game.outcome();
        let mut session = Self {
            identity,
            seat: keys.seat,
            secrets: Secrets {
                match_secret: Zeroizing::new(keys.match_secret),
                key,
            },
            role: Role::Seated,
            offered: None,
            game: None,
            line: None,
            kept,
            run,
            standing,
            outputs: VecDeque::new(),
            aside: 0,
            past: Vec::new(),
        };
        // a half written entry is cut off; the other entries keep the order in which they were signed
        if let Tail::Torn(at) = tail {
            let file = public_file[..at].to_vec();
            session
                .outputs
                .push_back(Output::Replace(File::Public, file));
        }
        if game.chain.closed().is_some() && game.file() != public_file {
            let file = game.file();
            session
                .outputs
                .push_back(Output::Replace(File::Public, file));
        }
        if is_torn {
            let file = private_bytes(&keys, &game, &session, now);
            session
                .outputs
                .push_back(Output::Replace(File::Private, file));
        }
        session.game = Some(game);
        Ok(session)
    }
}

fn read_secrets(private_file: &[u8]) -> Result<Private, ResumeError> {
    let (entries, tail) = read_private(private_file).ok_or(ResumeError::NoSecrets)?;
    let (mut keys, mut choice, mut wish, mut kept) = (None, None, None, Vec::new());
    let (mut heard, mut time, mut run) = (None, None, None);
    let (mut next, mut drafts, mut asked) = (Vec::new(), Vec::new(), None);
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
            is_torn: tail != Tail::Whole,
        }),
    }
}

fn private_bytes(keys: &Keys, game: &Game, session: &Session, now: Now) -> Vec<u8> {
    let mut file = crate::file::PRIVATE_HEADER.to_vec();
    file.extend(Secret::Keys(keys.clone()).to_bytes());
    if let Some(choice) = &game.choice {
        file.extend(Secret::Choice(choice.clone()).to_bytes());
    }
    if let Some(wish) = &game.wish {
        file.extend(Secret::Wish(wish.clone()).to_bytes());
    }
    if let Some(head) = &game.peer_head {
        file.extend(Secret::Heard(head.clone()).to_bytes());
    }
    if game.chain.manifest().terms.pace != Pace::Untimed {
        file.extend(Secret::Time(game.timer.saved(now.clock)).to_bytes());
    }
    if !session.kept.is_empty() {
        file.extend(Secret::Kept(session.kept.clone()).to_bytes());
    }
    for next in game.continuing.to_secrets() {
        file.extend(next.to_bytes());
    }
    if let Some(run) = session.run {
        file.extend(Secret::Run(run).to_bytes());
    }
    file
}

impl Game {
    /// Takes in an entry as it was taken in before it was written.
    fn replay(&mut self, own: Seat, index: usize, entry: Entry) -> Result<(), ResumeError> {
        let wrong = |what: &str| ResumeError::Record {
            index,
            what: what.to_owned(),
        };
        if let Entry::Genesis(genesis) = entry {
            let sid = self.chain.sid();
            if !genesis.is_valid(self.chain.manifest(), &sid) {
                return Err(wrong("a genesis signature that does not verify"));
            }
            self.genesis.insert(genesis.seat, genesis);
            return Ok(());
        }
        let (step, seat) = entry.place(self.chain.step());
        if let Entry::Head(_) = entry {
            self.evidence.push(entry);
            return Ok(());
        }
        let fault = match self.admit(&entry) {
            Ok(Admission::Known) => return Ok(()),
            Ok(Admission::New(_)) => {
                self.log.push(entry);
                return Ok(());
            }
            Err(Objection::Diverged) => Fault::Diverged { step, seat },
            Err(Objection::Breach(proof)) => Fault::Proved(proof),
            Err(Objection::BadSignature) => return Err(wrong("a signature that does not verify")),
            Err(Objection::UnknownNotes) => {
                return Err(wrong("it speaks of notes that are missing"));
            }
            // a record of the peer is kept as evidence; a record of ours out of its place means that others are missing
            Err(Objection::Ahead | Objection::Stale | Objection::OtherHistory) if seat != own => {
                self.evidence.push(entry);
                return Ok(());
            }
            Err(
                Objection::Foreign | Objection::Ahead | Objection::Stale | Objection::OtherHistory,
            ) => {
                return Err(wrong("it does not belong here"));
            }
        };
        self.evidence.push(entry);
        self.halted.get_or_insert(fault);
        Ok(())
    }

    /// The secret choice of the present round, from its sealed parts.
    fn restore_choice(&mut self, keys: &Keys, choice: Option<Choice>) {
        let side = self.chain.manifest().side_of(keys.seat);
        if let (Some(choice), Some(side)) = (&choice, side) {
            let parts = choice.parts.iter().filter(|(slot, _)| *slot != COIN.number);
            let parts: Vec<SecretPart> = parts
                .map(|(slot, payload)| SecretPart {
                    slot: *slot,
                    payload: payload.clone(),
                })
                .collect();
            // a choice whose commitment never reached the file was never sent: the user chooses again
            if self.chain.record(choice.step, keys.seat).is_some() {
                self.secret = self.chain.position().open(side, &parts).ok();
            }
        }
        self.choice = choice;
    }
}
