//! One seat of a match: a machine without input or output.
//!
//! The **parts** own their state: a struct each, with private fields. A part borrows what it needs of another for one
//! call and never keeps it, so that it can be replaced by several, one for each line or seat.
//!
//! | module | what it owns |
//! |---|---|
//! | `lobby` | the role and the offer, before the match is signed |
//! | `line` | a line: how far its two ends have greeted |
//! | `hearing` | what each other seat has shown of what it holds, and early records |
//! | `inquiries` | the questions of a table that go round, and the answers to them |
//! | `ledger` | the agreed history, and what convicts |
//! | `timer` | the time of the present step, with a `clock` for each seat |
//! | `boxes` | the keys of a team, and what was sealed to them lately |
//! | `plans` | the parts of a set-up that members of a side have shown each other |
//! | `later` | decisions kept to be signed, sealed choices to be opened |
//! | `ending` | the claim that ended the match, the result shown last |
//! | `continuing` | the way of two to a new match |
//! | `leaving` | the way of a table to a new match, with everybody or without some of its seats |
//! | `presence` | when each seat of a table was heard of last |
//! | `signer` | the keys: the only place that signs records, notes and the mark |
//! | `outbox` | what the caller has not carried out yet |
//!
//! The other modules are the **handlers**, which ask the parts and fill the outbox: `greeting` brings two programs to
//! one signed manifest, `table` sits down with a whole one, `frames` takes in what comes over a line, `heads` hears
//! what others hold, `flood` sends what they lack (`lack`), `talk` is the chat, `planning` shows and seals a set-up in parts, `sync` takes in records and notes and draws the consequences, `copies` deals with what other copies of this seat's files have signed, `due` works out what this
//! seat may and must sign and `deciding` signs it, `offers` are draws and takebacks, `time` shows clocks, warns and
//! claims, `asking`, `next` and `writing` continue a match of two in a new one, `together`, `without`, `consents`, `tries` and `table_next` one of a table, `places` gives seats of a table to others, `mail` does the same with letters as with a line,
//! `files` keeps the private file, `resume` begins from both files, and `questions` answers the caller. `parts` holds
//! the parts of a match that is signed side by side.

mod asking;
mod boxes;
mod budget;
mod clock;
mod consents;
mod continuing;
mod copies;
mod deciding;
mod due;
mod ending;
mod files;
mod flood;
mod frames;
mod greeting;
mod heads;
mod hearing;
mod inquiries;
mod interface;
mod lack;
mod later;
mod leaving;
mod ledger;
mod line;
mod lobby;
mod mail;
mod next;
mod offer;
mod offers;
mod outbox;
mod parts;
mod places;
mod planning;
mod plans;
mod presence;
mod questions;
mod resume;
mod signer;
mod sync;
mod table;
mod table_next;
mod talk;
mod time;
mod timer;
mod together;
mod tries;
mod without;
mod writing;

use std::collections::BTreeMap;
use std::fmt;
use std::mem::{Discriminant, discriminant};

pub use clock::Face;

pub use places::PlacesError;

pub use interface::{
    CloseReason, File, Fresh, ImportError, LineId, Now, Offer, OfferError, Output, ProposeError,
    Refusal, ResumeError, Stage, Standing, Vacancy, Waiting,
};

use crate::chain::Chain;
use crate::frame::{Bye, ByeCode, Frame};
use crate::manifest::Genesis;
use crate::{Fault, PublicKey, SessionEvent};
use files::Callers;
use line::Line;
use lobby::Lobby;
use outbox::Outbox;
use parts::Match;
use presence::Presence;
use signer::Signer;
use talk::Talks;

/// The most faults that are remembered as shown.
const MOST_TOLD: usize = 64;

/// The line that a frame came on; none for a letter.
type Way = Option<LineId>;

/// One seat of a match.
///
/// A session is used through five kinds of methods:
///
/// * **Beginnings** make one: [`host`](Self::host) and [`join`](Self::join) for a line,
///   [`at_table`](Self::at_table) for a whole manifest,
///   [`host_by_mail`](Self::host_by_mail), [`resume_draft`](Self::resume_draft) and
///   [`join_by_mail`](Self::join_by_mail) for letters, [`resume`](Self::resume) and
///   [`resume_without_key`](Self::resume_without_key) for the files of a match. The caller then names its run by
///   [`sign_in`](Self::sign_in), before anything else.
/// * **Inputs** report what happened outside: [`line_up`](Self::line_up), [`handle_frame`](Self::handle_frame),
///   [`line_down`](Self::line_down), [`handle_timeout`](Self::handle_timeout) about twice a second,
///   [`set_round_trip`](Self::set_round_trip), and [`import`](Self::import) for a letter. They may come in any order:
///   a frame of a line that is not up does nothing. An error means that the peer broke the
///   protocol; the line is closed then, and what was taken in before stays.
/// * **Decisions** are the user's: [`accept`](Self::accept), [`decline`](Self::decline), [`propose`](Self::propose),
///   offers, answers, [`resign`](Self::resign), [`claim`](Self::claim), [`ask_to_continue`](Self::ask_to_continue),
///   [`chat`](Self::chat), [`leave`](Self::leave). Each may be called at any time; one that does not fit the moment
///   returns an error and changes nothing.
/// * **Questions** take `&self` and may be asked at any time.
/// * **Outputs**: after every input and decision take [`poll_output`](Self::poll_output) until there is none, and carry
///   the outputs out in order. Until then the caller must not believe a question: what it answers may not be on disk.
///
/// Times must not go back from call to call. The match file bounds the memory of the peers, with 64 KiB a seat of records
/// that came early, at most 64 HEADs, and a few numbers.
pub struct Session {
    signer: Signer,
    lobby: Lobby,
    lines: BTreeMap<LineId, Line>,
    /// The match, once this seat has signed it.
    game: Option<Match>,
    /// At a table the match before, as long as a higher try to continue it may take this one's place.
    former: Option<Box<Match>>,
    presence: Presence,
    /// Our player goes on without seats that resign or are convicted; the secrets for that new match.
    ahead: Option<Fresh>,
    outbox: Outbox,
    callers: Callers,
    talks: Talks,
    /// How many entries of the present letter are soundly signed and fit nowhere; a letter is cut off at 128 (section
    /// 9).
    aside: usize,
    /// The user has been told that the peer's program is newer: once, not with every line.
    told_newer: bool,
    /// The faults shown, by peer and kind: a peer that redials and lies again is not news.
    told_faults: Vec<(PublicKey, Discriminant<Fault>)>,
    /// Signatures of the manifest that were heard before there was a session.
    signed_before: Vec<Genesis>,
}

/// Shows seat, stage and step; secrets belong in no log.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = self.chain().map(Chain::step);
        write!(
            f,
            "Session({}, {:?}, step {step:?})",
            self.seat(),
            self.stage()
        )
    }
}

impl Session {
    fn new(signer: Signer, lobby: Lobby) -> Self {
        Self {
            signer,
            lobby,
            lines: BTreeMap::new(),
            game: None,
            former: None,
            presence: Presence::default(),
            ahead: None,
            outbox: Outbox::default(),
            callers: Callers::default(),
            talks: Talks::default(),
            aside: 0,
            told_newer: false,
            told_faults: Vec::new(),
            signed_before: Vec::new(),
        }
    }

    /// The next output; call until there is none.
    pub fn poll_output(&mut self) -> Option<Output> {
        loop {
            let output = self.outbox.next();
            // only now: nothing is made for a peer that catches up before it can leave
            if output.is_some() || !self.catch_up_any() {
                return output;
            }
        }
    }

    /// The chain of the match that is signed, otherwise of the one that is offered.
    pub(crate) fn chain(&self) -> Option<&Chain> {
        let game = self.game.as_ref().map(Match::chain);
        game.or(self.lobby.offered())
    }

    /// The match that every seat has signed.
    fn agreed(&self) -> Option<&Match> {
        self.game.as_ref().filter(|game| game.ledger.is_agreed())
    }

    fn is_strange(&self) -> bool {
        self.signer.is_strange()
    }

    fn send(&mut self, line: LineId, frame: &Frame) {
        // nothing is queued for a later line: what the peer lacks is worked out again from its next HEAD
        if self.lines.contains_key(&line) {
            self.outbox.send(line, frame);
        }
    }

    /// Sends a frame on every line.
    fn tell(&mut self, frame: &Frame) {
        for line in self.lines.keys() {
            self.outbox.send(*line, frame);
        }
    }

    fn show(&mut self, event: SessionEvent) {
        self.outbox.show(event);
    }

    /// Shows a fault that came on that line or in a letter, of each peer and kind the first.
    fn show_fault(&mut self, way: Way, fault: Fault) {
        let peer = way.and_then(|id| self.lines.get(&id)).map(Line::peer);
        if let Some(peer) = peer {
            let kind = (peer, discriminant(&fault));
            // what convicts a seat or ends the match comes once, and never goes unsaid
            if self.told_faults.contains(&kind) && !matches!(fault, Fault::Proved(_)) {
                return;
            }
            // before a match the peers of a lobby come and go
            if self.told_faults.len() < MOST_TOLD {
                self.told_faults.push(kind);
            }
        }
        self.show(SessionEvent::Fault(fault));
    }

    /// Ends the line because of what came on it.
    fn fail(&mut self, way: Way, fault: Fault) -> Result<(), Fault> {
        self.show_fault(way, fault.clone());
        if let Some(line) = way {
            let bye = Bye::new(ByeCode::Fault, &fault.to_string());
            self.close(line, &bye, CloseReason::Fault(fault.clone()));
        }
        Err(fault)
    }

    /// Ends the line because the two programs cannot play this match.
    fn refuse(&mut self, line: LineId, code: ByeCode, refusal: Refusal) {
        let bye = Bye::new(code, &refusal.to_string());
        self.close(line, &bye, CloseReason::Refused(refusal));
    }

    fn close(&mut self, line: LineId, bye: &Bye, reason: CloseReason) {
        // the goodbye before the line is dropped: `send` needs the line
        self.send(line, &Frame::Bye(bye.clone()));
        if self.lines.remove(&line).is_some() {
            self.outbox.close(line, reason);
        }
    }
}
