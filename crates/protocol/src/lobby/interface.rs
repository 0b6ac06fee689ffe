//! What goes into a table's lobby and comes out of it.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use super::consent::Change;
use super::words::{Failure, LineEnd};
use crate::frame::{Decider, Reply, TableFrame};
use crate::manifest::Genesis;
use crate::session::{Fresh, LineId, Now, OfferError, Session};
use crate::text::clean_name;
use crate::{Identity, Manifest, PublicKey, Seat};

/// The code by which a line came, which the carrier has checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entrance {
    /// The table's own.
    Table,
    /// The code of one seat, whose secret is random.
    Seat(Seat),
}

/// A player whom a machine brings to a table.
#[derive(Debug, Clone)]
pub struct Player {
    pub(super) identity: Identity,
    pub(super) name: String,
    pub(super) decider: Decider,
}

impl Player {
    /// A person. The name is cleaned and cut to the length of a manifest.
    pub fn person(identity: Identity, name: &str) -> Self {
        let name = clean_name(name, "player");
        let decider = Decider::Person;
        Self {
            identity,
            name,
            decider,
        }
    }

    /// A computer of that level, or an engine of that name, on this machine.
    pub fn computer(identity: Identity, name: &str, level: &str) -> Self {
        Self {
            identity,
            name: clean_name(name, "computer"),
            decider: Decider::Computer(clean_name(level, "computer")),
        }
    }

    /// The long-lived key.
    pub fn key(&self) -> PublicKey {
        self.identity.public()
    }

    /// As the table shows it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who decides for the player.
    pub fn decider(&self) -> &Decider {
        &self.decider
    }
}

/// An output of a lobby, to be carried out in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LobbyOutput {
    /// Send on that line as one frame: the type byte and its payload; the carrier adds the length.
    Send(LineId, Vec<u8>),
    /// Close that line, after what was sent before is out.
    Close(LineId, LineEnd),
    /// Show the user this, or do what it says.
    Event(LobbyEvent),
}

/// An event at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LobbyEvent {
    /// The table shows something else; what is new since the user last looked is marked.
    Changed,
    /// The host's: somebody new asks to sit down.
    Asked(PublicKey),
    /// Our readiness is taken back, since this has changed.
    ReadyTakenBack(Vec<Change>),
    /// These seats have kept the others waiting for two minutes. Nothing happens by itself.
    Late(Vec<Seat>),
    /// A guest's: our player with that key does not get what was asked for, or not yet.
    Reply {
        /// Our player, or our machine.
        who: PublicKey,
        /// The host's answer.
        reply: Reply,
    },
    /// A guest's: our player with that key has lost the seat.
    LostSeat(PublicKey),
    /// Somebody at the table says something; who it is is the host's word.
    Said {
        /// The player's long-lived key.
        who: PublicKey,
        /// As the table has it.
        name: String,
        /// Cleaned of control and invisible characters.
        text: String,
    },
    /// The other end's program has this newer version: numbers and periods, nothing else.
    PeerIsNewer(String),
    /// Make a session for each seat, have its first writes on disk, and then say `signed` (a guest) or `begun` (the host).
    Begin(Box<Begin>),
    /// A guest's: the host has sent the file of the match that the table continues.
    Past(Arc<Vec<u8>>),
    /// A guest's: the program that was dialed plays a match, and has sent its file. If one of our players has a seat in it, its
    /// files are gone here.
    Lost(Arc<Vec<u8>>),
    /// A guest's: all guests have signed. The line is the sessions' from here on.
    Begun,
    /// The match did not begin. Sessions that were made for it are dropped with their files.
    TryFailed(Failure),
}

/// A match that begins, and this machine's seats in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begin {
    /// What everybody was ready for, with the keys of all.
    pub manifest: Manifest,
    /// This machine's seats; the first is that of the machine's own player, whose session has the lines.
    pub seats: Vec<Chair>,
    /// A host's: the signatures of all guests. A guest who is lost at this moment cannot show its own once more, and the others
    /// would wait for a match that it has signed.
    pub signed: Vec<Genesis>,
}

/// A seat of this machine in a match that begins.
#[derive(Clone)]
pub struct Chair {
    /// The seat in the match.
    pub seat: Seat,
    /// The player's long-lived key.
    pub identity: Identity,
    /// The secrets of the seat, made for this try.
    pub fresh: Fresh,
    /// Who decides.
    pub decider: Decider,
}

/// Shows the seat; secrets belong in no log.
impl fmt::Debug for Chair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chair({}, {:?})", self.seat, self.decider)
    }
}

impl PartialEq for Chair {
    fn eq(&self, other: &Self) -> bool {
        let parts = |chair: &Self| {
            (
                chair.seat,
                chair.identity.public(),
                chair.fresh.session_nonce,
            )
        };
        parts(self) == parts(other) && self.decider == other.decider
    }
}

impl Eq for Chair {}

impl Begin {
    /// A session for each of this machine's seats, the machine's own player first.
    ///
    /// # Errors
    /// Returns [`OfferError`] if the match cannot be played, which the lobby has checked.
    pub fn sessions(&self, now: Now) -> Result<Vec<Session>, OfferError> {
        let sessions = self.seats.iter().map(|chair| {
            let identity = chair.identity.clone();
            let session = Session::at_table(
                identity,
                chair.seat,
                self.manifest.clone(),
                &chair.fresh,
                now,
            );
            session.map(|session| session.with_signatures(self.signed.clone()))
        });
        sessions.collect()
    }
}

/// The outputs that the caller has not taken yet.
#[derive(Debug, Default)]
pub(super) struct Outbox(VecDeque<LobbyOutput>);

impl Outbox {
    pub(super) fn next(&mut self) -> Option<LobbyOutput> {
        self.0.pop_front()
    }

    pub(super) fn send(&mut self, line: LineId, frame: &TableFrame) {
        self.0.push_back(LobbyOutput::Send(line, frame.to_bytes()));
    }

    pub(super) fn close(&mut self, line: LineId, end: LineEnd) {
        self.0.push_back(LobbyOutput::Close(line, end));
    }

    pub(super) fn show(&mut self, event: LobbyEvent) {
        // told once: the caller looks at the table when it has taken everything
        let is_again = event == LobbyEvent::Changed
            && self.0.contains(&LobbyOutput::Event(LobbyEvent::Changed));
        if !is_again {
            self.0.push_back(LobbyOutput::Event(event));
        }
    }
}
