//! The state of the connection to the other player.

use std::time::Instant;

use protocol::Seat;

use super::Snapshot;

/// The connection to the peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineState {
    /// All seats are in this program.
    Local,
    /// The peer has not come yet.
    Waiting,
    Up,
    /// Nothing was heard for some seconds.
    Slow,
    /// The connection is gone; the program dials again without the user.
    Lost {
        /// The time the connection was lost.
        since: Instant,
    },
    Mail,
    /// The match needs no connection any more.
    Closed,
}

/// How another seat of a table is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatLine {
    pub seat: Seat,
    /// Of the line to that seat's machine, or to the one by way of which it is heard.
    pub state: LineState,
    /// The seat of the player by way of whom it is heard, if there is no line to its own machine.
    pub way: Option<Seat>,
}

impl Snapshot {
    /// How another seat of a table is reached, in a sentence.
    pub fn reached_words(&self, line: &SeatLine) -> String {
        let name = self.seat_name(line.seat);
        let way = line
            .way
            .map(|way| format!(" by way of {}", self.name_of(way)));
        let way = way.unwrap_or_default();
        match line.state {
            LineState::Up | LineState::Local | LineState::Mail => {
                format!("{name} is connected{way}.")
            }
            LineState::Slow => format!("Nothing was heard from {name}{way} for some seconds."),
            LineState::Waiting | LineState::Lost { .. } | LineState::Closed => {
                format!("{name} is not connected.")
            }
        }
    }
}

impl LineState {
    /// The place of a state among those of several lines, the best first.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Local | Self::Mail | Self::Up => 0,
            Self::Slow => 1,
            Self::Lost { .. } => 2,
            Self::Waiting => 3,
            Self::Closed => 4,
        }
    }

    /// True if the two are of the same kind, whatever their times.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}
