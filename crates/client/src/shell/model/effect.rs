use net::{Address, LanMatch};
use std::path::PathBuf;

use rules::Side;
use scenario::Scenario;

use super::forms::LocalForm;
use super::kept::KeptSetUp;
use super::settings::Settings;
use super::table::Question;

/// An action that the model wants carried out outside.
#[derive(Debug, Clone)]
pub(crate) enum Effect {
    /// Open a match on this machine.
    Local(Box<Opening>, LocalForm),
    /// Delete a saved match.
    Delete(PathBuf),
    /// Open a match to a guest.
    Host(Box<Opening>, Option<Side>, Outreach),
    /// Take an invitation.
    Join {
        /// Its number among the matches opened.
        table: u64,
        /// The code.
        code: String,
        /// The user's name.
        name: String,
    },
    /// Leave the table and go on waiting for the guest.
    SetAside,
    /// Put a match on the table whose guest is waited for.
    TakeUp {
        /// Its number among the matches opened.
        table: u64,
        /// Its id.
        game: [u8; 8],
    },
    /// Take back an invitation for which nobody has come.
    Withdraw([u8; 8]),
    /// Ask the host of a match of this network for a place, and take it.
    Ask {
        /// Its number among the matches opened.
        table: u64,
        /// The match.
        found: LanMatch,
        /// The user's name.
        name: String,
    },
    /// Do not wait for that host's answer any more.
    StopAsking,
    /// Take up a saved match.
    Resume {
        /// Its number among the matches opened.
        table: u64,
        /// Its file.
        file: PathBuf,
    },
    /// Tell the session.
    Send(net::Command),
    /// Leave the open match.
    Leave,
    /// Ask the computer.
    Think(Question),
    /// Keep the settings.
    Save(Settings),
    /// Keep a hidden set-up.
    Keep(KeptSetUp),
    /// Keep it no longer.
    Forget(KeptSetUp),
    /// Examine the connection of this machine.
    Examine,
    /// List the saved matches.
    List,
    /// Read a match file.
    Read(PathBuf),
    /// Judge a match file.
    Judge(PathBuf),
    /// Check a set-up of that scenario.
    Check(u64, Scenario, String),
    /// Let the user choose a match file.
    Choose,
    /// Write a letter of the open match to a file that the user chooses.
    WriteLetter,
    /// Take in a letter that the user chooses.
    ReadLetter,
    /// Show a file where it lies.
    OpenFolder(PathBuf),
    /// Put text into the clipboard.
    Copy(String),
    /// Call the user back to the window.
    Attention,
}

/// The ways by which a host is found.
#[derive(Debug, Clone)]
pub(crate) struct Outreach {
    /// The outside address or name that the user typed.
    pub(crate) outside: Option<Address>,
    /// Shown to the players of this network.
    pub(crate) lan: bool,
    /// The router is asked to forward a port.
    pub(crate) mapping: bool,
}

/// The beginnings of a new match.
#[derive(Debug, Clone)]
pub(crate) struct Opening {
    /// Its number among the matches opened.
    pub(crate) table: u64,
    /// The scenario file.
    pub(crate) scenario: Scenario,
    /// The switches changed.
    pub(crate) options: Vec<(String, String)>,
    /// The user's name.
    pub(crate) name: String,
}
