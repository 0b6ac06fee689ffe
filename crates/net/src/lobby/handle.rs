//! A lobby as the window and the command line hold it: snapshots and happenings out, commands in.

use std::sync::Arc;

use home::Invitation;
use protocol::lobby::{Change, Failure};
use protocol::manifest::DropPolicy;
use protocol::{Offer, PublicKey, Seat};
use reach::{Address, Trouble};

use super::shown::{LobbySnapshot, Started};
use crate::handle::{EventsOf, Handle, Shown};
use crate::question::Asker;
use crate::snapshot::{GoesOn, LineState};

/// A request of the user to a lobby. Seats are counted from 0, as the table has them; a player is one of
/// [`LobbySnapshot::own`], by its place.
#[derive(Debug, Clone)]
pub enum LobbyCommand {
    /// Everybody at this machine is ready for what the table shows, or no longer.
    Ready(bool),
    /// A host's: begin the match, which all are ready for.
    Begin,
    /// The user has looked at the table: nothing is marked as changed any more.
    MarkSeen,
    Chat(String),
    /// A guest's: a player of this machine wants that seat, or any.
    Sit {
        player: usize,
        seat: Option<Seat>,
    },
    /// A guest's: a player of this machine gets up.
    Stand {
        player: usize,
    },
    Rename {
        player: usize,
        name: String,
    },
    /// A guest's: brings another player of this machine, who asks for that seat or any: a person without a level, or a
    /// computer of that level.
    Bring {
        seat: Option<Seat>,
        name: Option<String>,
        level: Option<String>,
    },
    /// A host's: seats another player of this machine on a free seat: a person without a level, or a computer of that
    /// level.
    SeatPlayer {
        seat: Seat,
        name: Option<String>,
        level: Option<String>,
    },
    /// A host's.
    SetOffer(Box<Offer>),
    /// A host's: what happens to a side whose players leave; none for what is usual.
    SetDrop(Option<DropPolicy>),
    /// A host's.
    SetSeats(u8),
    /// A host's: gives a seat another side.
    SetSide {
        seat: Seat,
        side: u8,
    },
    /// A host's: exchanges who sits on two seats.
    Swap {
        one: Seat,
        other: Seat,
    },
    /// A host's: opens a seat to whom the host lets in.
    Open(Seat),
    /// A host's: keeps a seat for whoever has its own code.
    GiveCode(Seat),
    /// A host's: closes a seat.
    CloseSeat(Seat),
    /// A host's: whoever has the table's code sits down, or the host is asked.
    OpenToAll(bool),
    /// A host's: lets in whoever asks with that key, of the code or of the same network.
    LetIn(PublicKey),
    /// A host's.
    TurnAway(PublicKey),
    /// A host's: takes the machine of the player on that seat from the table.
    TurnOut(Seat),
    /// A host's: lets a key come again that was turned away or out.
    Forgive(PublicKey),
    /// Without whom this machine's players go on in the match that begins, without being asked; none to be asked.
    GoOnAhead(Option<GoesOn>),
    /// Look for the host now rather than after the next pause.
    Dial,
    /// Dial the addresses of a fresh code, or of the answer code that a guest's program shows.
    Reach(Arc<Invitation>),
    /// Ask these services for this side's outside address.
    AskServices(Vec<Address>),
    /// Leave the table; a host's invitation can be waited for again.
    Leave,
    /// A host's: take the invitation back, and leave.
    Withdraw,
}

/// Something that happened in a lobby; a reader gets all of it, in order.
#[derive(Debug, Clone)]
pub enum LobbyHappening {
    /// The table shows something else.
    Changed,
    /// A player of the same network asks to be let in, who has no code.
    AskedOnLan(Box<Asker>),
    /// Somebody new with a code asks to sit down.
    Asked(PublicKey),
    /// Our readiness is taken back, since this has changed.
    ReadyTakenBack(Vec<Change>),
    /// These seats have kept the others waiting for two minutes.
    Late(Vec<Seat>),
    /// The host's answer to a wish of ours, in words: why we do not get what we asked for, or not yet.
    Reply(Trouble),
    /// Our player at that place has lost the seat.
    LostSeat {
        player: usize,
    },
    Said {
        name: String,
        text: String,
    },
    Line(LineState),
    /// This machine's addresses have changed: the code of the table.
    Code(Arc<Invitation>),
    /// A guest's: nobody answers at the host's addresses: the answer code for the host to enter.
    Answer(Arc<Invitation>),
    /// Something for the user to know, in a sentence or two.
    Note(String),
    /// A request of the user was refused.
    Refused(Trouble),
    /// The match did not begin; everybody is back at the table.
    TryFailed(Failure),
    /// The match has begun. The lobby has ended.
    Started(Box<Started>),
    Failed(Trouble),
}

impl Shown for LobbySnapshot {
    fn has_ended(&self) -> bool {
        self.ended
    }

    fn end_with(&mut self, trouble: Trouble) {
        // an earlier error is the cause, and stays
        self.error.get_or_insert(trouble);
        self.ended = true;
    }
}

/// A lobby under way. Dropping the last handle leaves the table.
pub type LobbyHandle = Handle<LobbySnapshot, LobbyHappening, LobbyCommand>;
/// The happenings of a lobby.
pub type LobbyEvents = EventsOf<LobbySnapshot, LobbyHappening>;
