//! A lobby as it is shown: a snapshot holds everything there is to see at one moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use home::{Acquaintance, Invitation};
use protocol::frame::Decider;
use protocol::lobby::{Asker, Change, Table};
use protocol::{PublicKey, Seat};
use reach::Trouble;

use crate::handle::MatchHandle;
use crate::snapshot::{GoesOn, LineState, Meeting};

/// A player whom this machine has brought to the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPlayer {
    pub key: PublicKey,
    pub name: String,
    pub decider: Decider,
    /// Where the player sits, as the host shows it.
    pub seat: Option<Seat>,
}

/// A lobby at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct LobbySnapshot {
    /// True if this program holds the table.
    pub is_host: bool,
    /// The table as everybody is shown it; none until the host has shown it to a guest.
    pub table: Option<Arc<Table>>,
    /// The players of this machine; the first is the machine's own.
    pub own: Vec<OwnPlayer>,
    /// Our players are ready for what the table shows.
    pub is_ready: bool,
    /// Without whom our players go on in the match that begins, without being asked.
    pub goes_on: Option<GoesOn>,
    /// What has changed since the user looked ([`LobbyCommand::MarkSeen`](super::LobbyCommand::MarkSeen)).
    pub changes: Vec<Change>,
    /// Seats that have kept the others waiting for two minutes.
    pub late: Vec<Seat>,
    /// Those who ask to sit down, in the order in which they came; a host's only.
    pub askers: Vec<Asker>,
    /// A host's: whoever has the table's code sits down without being let in.
    pub is_open_to_all: bool,
    /// A host's: the code of each seat that only its own code opens.
    pub seat_codes: BTreeMap<Seat, Arc<Invitation>>,
    /// How each person at the table stands with this machine's player, by the long-lived key.
    pub standing: BTreeMap<PublicKey, Arc<Acquaintance>>,
    /// A guest's: the line to the host. A host's is up.
    pub line: LineState,
    /// How others find this table, and who asks for it; `invitation` is the code of the table.
    pub meeting: Meeting,
    /// What was said, the oldest line first: the player's name as the table has it, and the text.
    pub chat: Arc<Vec<(String, String)>>,
    /// What the program has noted, each in a sentence or two, the oldest first.
    pub notes: Vec<String>,
    /// The user's latest request, if it was refused.
    pub refused: Option<Trouble>,
    /// A guest's, at a table in place of an older match: the file of that match that the host has sent holds its beginning.
    pub past_fits: Option<bool>,
    /// The error that ends the lobby.
    pub error: Option<Trouble>,
    /// A match is about to begin: nothing can be changed.
    pub is_beginning: bool,
    /// Set once nothing will change any more: the match has begun, the user has left, or it failed.
    pub ended: bool,
}

/// The match that a lobby has become.
#[derive(Debug, Clone)]
pub struct Started {
    pub handle: MatchHandle,
    /// This machine's seats in the match and who decides for each, the machine's own player first.
    pub seats: Vec<(Seat, Decider)>,
}
