//! One seat of a match: a machine without input or output.
//!
//! `lobby` brings two programs to one signed manifest, `play` signs what the match needs of this seat, `sync` takes in
//! what the peer sends and makes both hold the same after every interruption, `line` keeps the line alive, `resume`
//! starts from the two files, `timer` measures the time and `time` shows it, warns and claims.

mod continuing;
mod copies;
mod interface;
mod line;
mod lobby;
mod mail;
mod play;
mod resume;
mod sync;
mod takeback;
mod time;
mod timer;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rules::{AnyOrder, AnyPosition, Outcome, Side};
use scenario::Scenario;
use zeroize::Zeroizing;

pub use mail::ImportError;
pub use timer::Face;

pub use interface::{
    CloseReason, File, Fresh, Now, Offer, OfferError, Output, ProposeError, Refusal, ResumeError,
    Stage, Standing, Vacancy, Waiting,
};

use crate::chain::{Chain, Item};
use crate::file::{
    Choice, Entry, Keys, PRIVATE_HEADER, PUBLIC_HEADER, RunId, Secret, Signed, Wish,
};
use crate::frame::{Bye, ByeCode, Frame, Head, Held};
use crate::hash::Digest;
use crate::manifest::Genesis;
use crate::{
    Fault, History, Identity, Manifest, PublicKey, Record, Seat, SessionEvent, StandingClaim,
};
use continuing::Continuing;
use line::Line;
use timer::Timer;

/// One seat of a match.
///
/// After every call take [`Session::poll_output`] until there is none, in order. The match file bounds the memory of the
/// peer, with 64 KiB of records that came early, and a few numbers.
pub struct Session {
    identity: Identity,
    seat: Seat,
    secrets: Secrets,
    role: Role,
    /// The checked offer that this seat has not signed yet.
    offered: Option<Chain>,
    game: Option<Game>,
    line: Option<Line>,
    kept: Vec<u8>,
    /// The id of this run, for the private file.
    run: Option<RunId>,
    standing: Standing,
    outputs: VecDeque<Output>,
    /// The number of entries of the present letter that are soundly signed and do not fit.
    aside: usize,
    /// The file of the older match that the offer begins from: a host's to be shown, a guest's as far as it is here.
    past: Vec<u8>,
}

/// Shows seat, stage and step; secrets belong in no log.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = self.chain().map(Chain::step);
        write!(
            f,
            "Session({}, {:?}, step {step:?})",
            self.seat,
            self.stage()
        )
    }
}

/// The secrets of this seat for one match.
struct Secrets {
    match_secret: Zeroizing<[u8; 32]>,
    key: Identity,
}

/// The role in which this seat came to the match.
enum Role {
    /// The host, with its offer; name and nonce go into the manifest once a guest is there.
    Host {
        name: String,
        nonce: [u8; 32],
        offer: Box<Offer>,
    },
    /// The guest of the host with that key.
    Guest {
        name: String,
        nonce: [u8; 32],
        host: PublicKey,
    },
    /// The host of an offer by mail, whose manifest lacks the guest's seat.
    Drafted(Box<Manifest>),
    /// A seat of a match signed before.
    Seated,
}

/// A match this seat has signed.
struct Game {
    chain: Chain,
    genesis: BTreeMap<Seat, Genesis>,
    /// Records and notes in the order they were taken in, which is an order anybody can take them in.
    log: Vec<Entry>,
    /// Records that convict or contradict: kept in the file and never used.
    evidence: Vec<Entry>,
    /// Records that came early.
    held: BTreeMap<Seat, Vec<Record>>,
    choice: Option<Choice>,
    secret: Option<AnyOrder>,
    /// A decision that waits for the peer to be heard.
    wish: Option<Wish>,
    /// The peer's HEAD on the present line, or a letter, is in.
    is_heard: bool,
    /// The other's HEAD that came last by mail.
    peer_head: Option<Head>,
    /// The latest record of this seat that the peer holds, by its last signed HEAD.
    claimed: Option<Claimed>,
    /// The files are this seat's own, and the peer's word has proved false: nothing of this seat can be missing.
    is_sure: bool,
    halted: Option<Fault>,
    /// The claim that has ended the match, as agreed: this seat's own, or one that this program's own clock confirms.
    on_time: Option<StandingClaim>,
    timer: Timer,
    told: Option<Outcome>,
    continuing: Continuing,
}

/// A HEAD that speaks of what this seat does not hold, or of another history.
#[derive(Debug, Clone)]
struct Claimed {
    head: Head,
    /// The time at which the peer last showed something new since it first said so.
    since: Duration,
}

impl Game {
    fn new(chain: Chain, is_heard: bool, now: Now) -> Self {
        Self {
            timer: Timer::new(chain.step(), chain.manifest().seats.len(), now, is_heard),
            chain,
            genesis: BTreeMap::new(),
            log: Vec::new(),
            evidence: Vec::new(),
            held: BTreeMap::new(),
            choice: None,
            secret: None,
            wish: None,
            is_heard,
            peer_head: None,
            claimed: None,
            is_sure: false,
            halted: None,
            on_time: None,
            told: None,
            continuing: Continuing::default(),
        }
    }

    /// The records and notes of a seat that the peer holds, by its last HEAD.
    fn held_by_peer(&self, seat: Seat) -> Held {
        let claimed = self.claimed.as_ref();
        let held = claimed.and_then(|claimed| claimed.head.held.get(seat.index()));
        held.copied().unwrap_or_default()
    }

    /// Tells whether the peer speaks of a record or note of this seat that is not here.
    fn lacks_own(&self, seat: Seat) -> bool {
        self.lacks(&self.held_by_peer(seat), seat)
    }

    /// Tells whether a HEAD names a record or note of the seat that is not here.
    fn is_unshown(&self, head: &Head, seat: Seat) -> bool {
        let held = head.held.get(seat.index());
        held.is_some_and(|held| self.lacks(held, seat))
    }

    /// Tells whether a HEAD that says so of a seat names a record or note that is not here.
    fn lacks(&self, held: &Held, seat: Seat) -> bool {
        if self.chain.closed().is_some() {
            return false;
        }
        let is_known = self.chain.record_ids(held.step, seat).contains(&held.id);
        (held.step > 0 && !is_known) || self.lacks_named_note(held, seat)
    }

    fn lacks_named_note(&self, held: &Held, seat: Seat) -> bool {
        let note = self.chain.notes().get(seat, held.notes);
        held.notes > 0 && note.map(crate::Note::id) != Some(held.note)
    }

    /// Tells whether the peer speaks of another history than ours.
    fn is_forked(&self) -> bool {
        self.claimed.as_ref().is_some_and(|claimed| {
            let root = self.chain.root_of(claimed.head.step);
            root.is_some_and(|root| root != claimed.head.root)
        })
    }

    fn is_agreed(&self) -> bool {
        self.genesis.len() == self.chain.manifest().seats.len()
    }

    /// The match file: canonical as far as the match goes, then what convicts.
    fn file(&self) -> Vec<u8> {
        let mut file = canonical_file(&self.chain, self.genesis.values());
        if self.chain.closed().is_none() {
            for entry in &self.evidence {
                file.extend(entry.to_bytes());
            }
        }
        file
    }
}

/// The canonical byte string of a match: the finished files of honest players.
pub(crate) fn canonical_file<'a>(
    chain: &Chain,
    genesis: impl Iterator<Item = &'a Genesis>,
) -> Vec<u8> {
    let mut file = PUBLIC_HEADER.to_vec();
    file.extend(Entry::Manifest(Box::new(chain.manifest().clone())).to_bytes());
    for signatures in genesis {
        file.extend(Entry::Genesis(*signatures).to_bytes());
    }
    for item in chain.in_order() {
        let entry = match item {
            Item::Record(record) => Entry::Record(record.clone()),
            Item::Note(note) => Entry::Note(note.clone()),
        };
        file.extend(entry.to_bytes());
    }
    file
}

impl Session {
    fn new(identity: Identity, seat: Seat, role: Role, fresh: Fresh) -> Self {
        Self {
            identity,
            seat,
            secrets: Secrets {
                match_secret: Zeroizing::new(fresh.match_secret),
                key: Identity::from_seed(fresh.session_seed),
            },
            role,
            offered: None,
            game: None,
            line: None,
            kept: Vec::new(),
            run: None,
            standing: Standing::Own,
            outputs: VecDeque::new(),
            aside: 0,
            past: Vec::new(),
        }
    }

    /// The next output; call until there is none.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Keeps bytes of the caller (addresses to dial), at most 32 KiB, in the private file; the last ones are found
    /// after a resume.
    pub fn keep(&mut self, bytes: &[u8]) {
        self.kept = bytes[..bytes.len().min(32 * 1024)].to_vec();
        if self.game.is_some() {
            let entry = Secret::Kept(self.kept.clone()).to_bytes();
            self.persist(File::Private, entry);
        }
    }

    /// The bytes last kept.
    pub fn kept(&self) -> &[u8] {
        &self.kept
    }

    /// Writes the id of this run into the private file, now or as soon as there is one. The machine's mark of the match
    /// names the same run; files with another id are strange.
    pub fn sign_in(&mut self, run: RunId) {
        self.run = Some(run);
        if self.game.is_some() {
            self.note_signed();
            self.persist(File::Private, Secret::Run(run).to_bytes());
        }
    }

    /// The id of this run.
    pub fn run(&self) -> Option<RunId> {
        self.run
    }

    /// Tells whether the files are the ones with which this seat has signed last. On strange files nothing is signed but
    /// resignations and claims.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    fn is_strange(&self) -> bool {
        self.standing == Standing::Strange
    }

    /// What this seat has signed, for the machine's mark.
    pub fn mark(&self) -> Option<Signed> {
        let game = self.game.as_ref()?;
        let chain = &game.chain;
        let last = chain.last_record(self.seat);
        Some(Signed {
            written: game.continuing.signed_at(),
            step: last.map_or(0, |record| record.step),
            id: last.map_or([0; 32], Record::id),
            notes: chain.notes().count(self.seat),
            continuation: None,
        })
    }

    /// The stage of the session.
    pub fn stage(&self) -> Stage {
        match &self.game {
            Some(game) if game.is_halted_for_good() || game.outcome().is_some() => Stage::Over,
            Some(game) if game.is_agreed() => Stage::Playing,
            Some(_) => Stage::Agreeing,
            None if self.offered.is_some() => Stage::Agreeing,
            None => Stage::Greeting,
        }
    }

    /// Our seat: 0 the host, 1 the guest.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    pub(crate) fn chain(&self) -> Option<&Chain> {
        let game = self.game.as_ref().map(|game| &game.chain);
        game.or(self.offered.as_ref())
    }

    /// The match's id, once there is a manifest.
    pub fn sid(&self) -> Option<Digest> {
        self.chain().map(Chain::sid)
    }

    /// The manifest that is offered or agreed.
    pub fn manifest(&self) -> Option<&Manifest> {
        self.chain().map(Chain::manifest)
    }

    /// The position of the last turn both hold; before the match begins, the one it starts from.
    pub fn position(&self) -> Option<&AnyPosition> {
        self.chain().map(Chain::position)
    }

    /// Every step so far that changed the position.
    pub fn history(&self) -> Option<&Arc<History>> {
        self.chain().map(Chain::history)
    }

    /// The scenario that is offered or played.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.chain().map(Chain::scenario)
    }

    /// The seats that have to act next.
    pub fn waiting(&self) -> Waiting {
        let Some(game) = &self.game else {
            return match (&self.role, &self.offered) {
                (Role::Guest { .. }, Some(_)) => Waiting::Me { secret: false },
                _ => Waiting::Peer(vec![self.seat.other()]),
            };
        };
        if game.halted.is_some() || game.chain.closed().is_some() || game.on_time.is_some() {
            return Waiting::Nobody;
        }
        let awaited = game.chain.awaited().contains(&self.seat);
        // a coin, a lock, an opening and a confirmation wait for the peer to be heard, and not for the player
        let is_on = game.is_agreed() && game.chain.outcome().is_none();
        if is_on && awaited && self.is_strange() {
            return Waiting::Copy;
        }
        if is_on && awaited && game.chain.decides(self.seat) {
            let secret = game.chain.plan().is_secret_of(self.side_of(self.seat));
            let is_kept = !game.is_heard && game.wish.is_none();
            if is_kept || self.may_sign().is_ok() {
                return Waiting::Me { secret };
            }
        }
        Waiting::Peer(vec![self.seat.other()])
    }

    /// The result, once there is one. A late record of the peer may still change what was ended by a note: the rules'
    /// own result comes first, and a claim that the peer's own clock does not confirm falls by the peer's next record.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.as_ref().and_then(Game::outcome)
    }

    /// Tells whether all seats have signed the result.
    pub fn is_closed(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.chain.closed().is_some())
    }

    /// The fault that halted the match. From a difference about the position the players can go on by consent, see
    /// [`Session::ask_takeback`].
    pub fn fault(&self) -> Option<&Fault> {
        self.game.as_ref().and_then(|game| game.halted.as_ref())
    }

    /// The seats whose secret choice of this round is sealed.
    pub fn locked(&self) -> Vec<Seat> {
        let Some(game) = &self.game else {
            return Vec::new();
        };
        let chain = &game.chain;
        let mut seats = chain.manifest().all_seats();
        seats.retain(|seat| {
            let secret = chain.plan().is_secret_of(self.side_of(*seat));
            let waits = matches!(chain.plan(), crate::chain::Plan::Commit(_));
            secret && (!waits || chain.pending(*seat).is_some())
        });
        seats
    }

    /// Our own secret choice of this round, once sealed.
    pub fn own_secret(&self) -> Option<&AnyOrder> {
        let game = self.game.as_ref()?;
        let round = game.chain.plan().round()?;
        self.choice_of(round).and(game.secret.as_ref())
    }

    /// The seat with an open offer of a draw.
    pub fn draw_offer(&self) -> Option<Seat> {
        let game = self.game.as_ref()?;
        game.chain.offer_by_anybody()
    }

    /// Tells whether a decision of our user waits for the peer to be heard.
    pub fn keeps_decision(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.wish.is_some())
    }

    /// The side a seat plays.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.manifest()?.side_of(seat)
    }

    /// The name of a seat's player.
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        Some(self.manifest()?.seat(seat)?.name.as_str())
    }

    /// The long-lived key of a seat's player.
    pub fn seat_key(&self, seat: Seat) -> Option<PublicKey> {
        Some(self.manifest()?.seat(seat)?.identity)
    }

    /// The match file so far; canonical once the match is closed.
    pub fn match_file(&self) -> Option<Vec<u8>> {
        self.game.as_ref().map(Game::file)
    }

    /// The next write holds something that this seat has signed.
    fn note_signed(&mut self) {
        if let Some(signed) = self.mark().filter(|_| !self.is_strange()) {
            self.outputs.push_back(Output::Mark(signed));
        }
    }

    fn persist(&mut self, file: File, bytes: Vec<u8>) {
        self.outputs.push_back(Output::Persist(file, bytes));
    }

    fn send(&mut self, frame: &Frame) {
        if self.line.is_some() {
            self.outputs.push_back(Output::Send(frame.to_bytes()));
        }
    }

    fn tell(&mut self, event: SessionEvent) {
        self.outputs.push_back(Output::Event(event));
    }

    /// Ends the line because of what the peer sent.
    fn fail(&mut self, fault: Fault) -> Result<(), Fault> {
        self.tell(SessionEvent::Fault(fault.clone()));
        let bye = Bye::new(ByeCode::Fault, &fault.to_string());
        self.close(&bye, CloseReason::Fault(fault.clone()));
        Err(fault)
    }

    /// Ends the line because the two programs cannot play this match.
    fn refuse(&mut self, code: ByeCode, refusal: Refusal) {
        let bye = Bye::new(code, &refusal.to_string());
        self.close(&bye, CloseReason::Refused(refusal));
    }

    fn close(&mut self, bye: &Bye, reason: CloseReason) {
        self.send(&Frame::Bye(bye.clone()));
        self.outputs.push_back(Output::Close(reason));
        self.line = None;
    }

    /// The first entries of both files, before anything of this match leaves.
    fn begin_files(&mut self, game: &Game) {
        let keys = Keys {
            sid: game.chain.sid(),
            seat: self.seat,
            match_secret: *self.secrets.match_secret,
            key_seed: self.secrets.key.seed(),
        };
        let mut private = PRIVATE_HEADER.to_vec();
        private.extend(Secret::Keys(keys).to_bytes());
        if !self.kept.is_empty() {
            private.extend(Secret::Kept(self.kept.clone()).to_bytes());
        }
        if let Some(run) = self.run {
            private.extend(Secret::Run(run).to_bytes());
        }
        if !self.is_strange() {
            self.outputs.push_back(Output::Mark(Signed::default()));
        }
        self.persist(File::Private, private);
        self.persist(File::Public, game.file());
    }
}
