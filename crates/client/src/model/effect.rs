//! Effects: the work that the model hands out, since nothing in the model waits, writes or reads a clock.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use kit::model::kept::KeptSetUp;
use net::Snapshot;
use reach::{Address, LanMatch};

use protocol::manifest::{DropPolicy, Terms};
use protocol::{ContinueWish, PublicKey};
use rules::Side;
use scenario::Scenario;

use super::PersonChange;
use super::call::Call;
use super::comments::Comments;
use super::export::ExportForm;
use super::forms::LocalForm;
use super::lessons::LearnedChange;
use super::play_on::PlayOnForm;
use super::settings::Settings;
use super::table::Question;
use super::talk::Talk;
use super::unfinished::Unfinished;

/// An action that the model wants carried out outside.
#[derive(Debug, Clone)]
pub(crate) enum Effect {
    /// Write the settings to a file of the user.
    ExportSettings(PathBuf, Settings),
    /// Read settings from a file of the user, to be taken in place of these.
    ImportSettings(PathBuf, Settings),
    /// Open a match on this machine.
    Local(Box<Opening>, LocalForm),
    Delete(PathBuf),
    /// Open a match to a guest.
    Host(Box<Opening>, Option<Side>, Outreach),
    /// Open a match to a guest while another is on the table.
    HostBeside(Box<Opening>, Option<Side>, Outreach),
    /// Open a table of that many players, whose first seat plays that side.
    HostTable {
        opening: Box<Opening>,
        side: Option<Side>,
        seats: u8,
        outreach: Outreach,
        /// The match on the table stays open: its players are told the code there.
        is_beside: bool,
    },
    HostByMail(Box<Opening>, Option<Side>),
    /// Open the match that a letter is for.
    OpenLetter {
        /// Its number among the matches opened.
        table: u64,
        letter: Vec<u8>,
        name: String,
    },
    /// Let the user choose a letter to be opened.
    ChooseLetter,
    Join {
        /// Its number among the matches opened.
        table: u64,
        code: String,
        name: String,
        /// The services that may be asked for the outside address.
        services: Vec<Address>,
    },
    /// Leave the table and keep waiting for the guest.
    SetAside,
    /// Put a match that waits for its guest on the table.
    TakeUp {
        /// Its number among the matches opened.
        table: u64,
        game: [u8; 8],
    },
    /// Withdraw an invitation that nobody has taken.
    Withdraw([u8; 8]),
    /// Ask the host of a match of this network for a place, and take it.
    Ask {
        /// Its number among the matches opened.
        table: u64,
        found: LanMatch,
        name: String,
    },
    /// Stop waiting for that host's answer.
    StopAsking,
    /// Resume a saved match.
    Resume {
        /// Its number among the matches opened.
        table: u64,
        file: PathBuf,
        /// The wish with which the other player is asked to continue in a new match.
        asks: Option<ContinueWish>,
    },
    /// Send a command to the session of the open match.
    Send(net::Command),
    /// Send a command to the table before its match begins.
    AskTable(net::lobby::LobbyCommand),
    Leave,
    Think(Question),
    Save(Settings),
    /// Forget the report of the last crash.
    ForgetReport,
    Keep(KeptSetUp),
    /// Keep a change of what was learned.
    Learn(LearnedChange),
    /// Remove a kept set-up.
    Forget(KeptSetUp),
    /// Make links to invitations lead to this program, or stop that.
    Links(bool),
    /// Examine the connection of this machine, with those services for the outside address.
    Examine(Vec<Address>),
    /// List the saved matches, and the players met.
    List,
    /// Change what is kept of a player.
    ChangePerson(PublicKey, PersonChange),
    /// Find the words to compare with a player.
    Compare(PublicKey),
    Read(PathBuf),
    /// Read a match file, to play on from that turn of it.
    ReadToPlayOn(PathBuf, Option<u32>),
    /// Offer a match that begins from a turn of another one.
    HostFrom {
        /// Its number among the matches opened.
        table: u64,
        /// The turn to begin from, and the user's other choices.
        form: Box<PlayOnForm>,
        name: String,
        /// The ways by which the guest can find the host: addresses, mapping, the local network.
        outreach: Outreach,
    },
    /// Read a scenario file of the user.
    ReadScenario(PathBuf),
    /// Delete a match that was left before anything happened in it, once its session has released the files.
    Discard(PathBuf),
    /// Read the comments and the talk beside a match file.
    ReadBeside(PathBuf),
    /// Keep a comment beside a match file, on that step of its own record.
    KeepComment(PathBuf, usize, String),
    /// Keep the talk beside a match file.
    KeepTalk(PathBuf, Talk),
    /// Keep a half-made turn or set-up beside a match file; an empty one deletes what was kept.
    KeepUnfinished(PathBuf, Unfinished),
    /// Write a match down for others.
    Export(Arc<Snapshot>, Comments, ExportForm),
    /// Let the user choose the file of an export.
    ChooseExport(PathBuf),
    Judge(PathBuf),
    /// Check a set-up of that scenario.
    Check(u64, Scenario, String),
    /// Let the user choose a match file.
    Choose,
    /// Write a letter of the open match to a file that the user chooses.
    WriteLetter,
    /// Take in a letter that the user chooses.
    ReadLetter,
    /// Show the folder of a file.
    OpenFolder(PathBuf),
    Copy(String),
    Call(Call),
}

/// The ways in which a guest can find the host.
#[derive(Debug, Clone)]
pub(crate) struct Outreach {
    /// The outside address or name that the user typed.
    pub(crate) outside: Option<Address>,
    /// The address at which the player to be invited sees this machine.
    pub(crate) seen_at: Option<SocketAddr>,
    /// Shown to the players of this network.
    pub(crate) lan: bool,
    /// The router is asked to forward a port.
    pub(crate) mapping: bool,
    /// The services that may be asked for the outside address.
    pub(crate) services: Vec<Address>,
}

/// The beginning of a new match.
#[derive(Debug, Clone)]
pub(crate) struct Opening {
    /// Its number among the matches opened.
    pub(crate) table: u64,
    pub(crate) scenario: Scenario,
    /// The switches changed.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) terms: Terms,
    /// The number of turns after which the match is drawn.
    pub(crate) max_turns: Option<u32>,
    pub(crate) name: String,
    /// Turns may be taken back by consent.
    pub(crate) takeback: bool,
    /// The fate of a side whose players have left the table; none leaves it to [`DropPolicy::usual`].
    pub(crate) drop: Option<DropPolicy>,
}
