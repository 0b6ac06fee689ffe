use std::path::PathBuf;
use std::sync::Arc;

use rules::warlord::{Order, Position, SetUp};
use rules::{Outcome, Side};
use scenario::Scenario;

/// What the client knows of one match, whether it is being played or was read from a file.
///
/// Immutable: the session sends a new one whenever something changed.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// How far it is.
    pub(crate) stage: Stage,
    /// The line to the other program.
    pub(crate) line: Line,
    /// Who sits where.
    pub(crate) seats: Vec<Seat>,
    /// The scenario's title.
    pub(crate) title: String,
    /// The scenario, once it is known.
    pub(crate) scenario: Option<Arc<Scenario>>,
    /// The options that differ from the scenario's own, as `key=value`.
    pub(crate) options: Vec<(String, String)>,
    /// The position now; nothing before both have agreed.
    pub(crate) now: Option<Arc<Position>>,
    /// The position the first turn began with; nothing before that.
    pub(crate) first: Option<Arc<Position>>,
    /// The turns made, in order.
    pub(crate) turns: Arc<Vec<Arc<Turn>>>,
    /// The seats that must decide now.
    pub(crate) waiting: Vec<u8>,
    /// The seats whose set-up is sealed.
    pub(crate) locked: Vec<u8>,
    /// What the seats of this machine have sealed, until it is opened.
    pub(crate) sealed: Vec<(u8, SetUp)>,
    /// Who offers a draw.
    pub(crate) draw_offer: Option<u8>,
    /// What was said.
    pub(crate) chat: Vec<Said>,
    /// How it ended.
    pub(crate) outcome: Option<Outcome>,
    /// What the guest of this match must be given.
    pub(crate) invitation: Option<Invite>,
    /// Who can reach us, in words.
    pub(crate) reachability: String,
    /// The match file.
    pub(crate) file: PathBuf,
    /// What the judge says of the complete file.
    pub(crate) verdict: Option<String>,
    /// What else there is to know.
    pub(crate) notes: Vec<String>,
    /// The user's last wish that was refused.
    pub(crate) refused: Option<Trouble>,
    /// Why it cannot go on.
    pub(crate) trouble: Option<Trouble>,
}

/// How far a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nobody at the other end yet.
    Greeting,
    /// The guest is asked whether it agrees.
    Agreeing,
    /// Set-ups or turns are being made.
    Playing,
    /// It is over.
    Over,
}

/// The line to the other program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// Both seats are here, or it is a file.
    Here,
    /// Waiting for the other program.
    Waiting,
    /// It is there.
    Up,
    /// Nothing was heard for some seconds.
    Slow,
    /// It was there.
    Lost,
    /// Nobody dials any more.
    Closed,
}

/// One chair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seat {
    /// Its number.
    pub(crate) seat: u8,
    /// Its side.
    pub(crate) side: Side,
    /// Who sits there, as they call themselves.
    pub(crate) name: String,
    /// Whether it is decided for on this machine.
    pub(crate) mine: bool,
}

/// One turn made.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    /// Whose.
    pub(crate) side: Side,
    /// Its number.
    pub(crate) number: u32,
    /// Its orders, without the `end`.
    pub(crate) orders: Vec<Order>,
    /// The position after it.
    pub(crate) after: Arc<Position>,
}

/// A line of chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    /// Who.
    pub(crate) seat: u8,
    /// What.
    pub(crate) text: String,
}

/// What the guest must be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invite {
    /// The code.
    pub(crate) code: String,
    /// The same as a link.
    pub(crate) link: String,
}

/// What went wrong, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trouble {
    /// What and why.
    pub(crate) what: String,
    /// What to do.
    pub(crate) advice: String,
    /// The paragraph of the rules that says so, where one does.
    pub(crate) rule: Option<&'static str>,
}

impl Seen {
    /// The chair of a side.
    pub(crate) fn seat_of(&self, side: Side) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.side == side)
    }

    /// The chair of that number.
    pub(crate) fn seat(&self, number: u8) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.seat == number)
    }

    /// Whether there is nobody to wait for: both chairs are on this machine, or it is a file.
    pub(crate) fn all_here(&self) -> bool {
        self.line == Line::Here
    }

    /// Whether both chairs are on this machine.
    pub(crate) fn all_mine(&self) -> bool {
        self.seats.iter().all(|seat| seat.mine)
    }

    /// The position a turn began with; one past the last turn is now.
    pub(crate) fn before(&self, turn: usize) -> Option<&Arc<Position>> {
        match turn.checked_sub(1) {
            None => self.first.as_ref(),
            Some(earlier) => self.turns.get(earlier).map(|turn| &turn.after),
        }
    }
}
