//! The match files of the user's folder as the start page lists them, and the matches that still wait for guests.

use std::path::PathBuf;

use home::Call;
use protocol::PublicKey;
use reach::Trouble;

/// A match in the user's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedMatch {
    pub(crate) file: PathBuf,
    pub(crate) title: String,
    /// The opponents, or both players of this machine.
    pub(crate) players: String,
    /// The number of turns made, and the result or whose turn it is.
    pub(crate) standing: String,
    /// The day of the last turn.
    pub(crate) day: String,
    /// It is an offer by mail that nobody has answered yet: there is nothing to look at.
    pub(crate) is_offer: bool,
    /// Keys and names of the players who are not at this machine.
    pub(crate) others: Vec<(PublicKey, String)>,
    /// The size of the board and of the file.
    pub(crate) size: String,
    /// Something happened in it since the agreement.
    pub(crate) has_begun: bool,
    /// The part of the list it belongs to.
    pub(crate) shelf: Shelf,
    /// The time of a player of this machine is claimed to be up, so that it is over unless this machine's clock says otherwise.
    pub(crate) is_claimed: bool,
}

/// A part of the list of matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shelf {
    /// The user can make the next turn.
    MyTurn,
    /// Unfinished, and it waits for somebody else.
    Waiting,
    /// It has a result.
    Finished,
}

impl SavedMatch {
    /// True for a match that can be continued.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.shelf != Shelf::Finished
    }

    /// True for a match that was left before anything happened in it.
    pub(crate) fn is_empty(&self) -> bool {
        // an offer by mail has not begun either, and deleting it would leave its guest's answer without a match
        !self.has_begun && !self.is_offer && self.is_unfinished()
    }

    /// The match in a few words: the scenario and the players.
    pub(crate) fn name(&self) -> String {
        format!("{}: {}", self.title, self.players)
    }
}

/// A match that waits for its guest while other things are done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WaitingMatch {
    pub(crate) game: [u8; 8],
    /// The game.
    pub(crate) title: String,
    /// The code, and the last day on which it can be used.
    pub(crate) code: String,
    /// The last day of the code.
    pub(crate) until: String,
    /// The name of the guest who has come.
    pub(crate) guest: Option<String>,
    /// Somebody of this network asks to be let in.
    pub(crate) is_asked: bool,
    /// The players who look for this machine for an unfinished match.
    pub(crate) calls: Vec<Call>,
    pub(crate) trouble: Option<Trouble>,
}

/// The verdict on a match file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) file: PathBuf,
    pub(crate) word: String,
    pub(crate) meaning: String,
    /// Nothing is wrong with the file.
    pub(crate) clean: bool,
    pub(crate) facts: Vec<String>,
}
