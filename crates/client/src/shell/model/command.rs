use std::path::PathBuf;
use std::sync::Arc;

use net::{Finding, LanMatch, Snapshot, Trouble};
use protocol::PublicKey;
use rules::AnyOrder;

use super::forms::{HostForm, LocalForm};
use super::kept::{KeptSetUp, KeptSetUps};
use super::library::Findings;
use super::settings::Settings;
use super::table::{Decider, Question, Spot};
pub(crate) use super::touch::BoardCommand;
use crate::families::{HandCommand, SecretChange, SetUpChange};

/// A wish of the user, or news from an [`Effect`](super::Effect).
#[derive(Debug, Clone)]
pub(crate) enum Command {
    /// Pages, forms, questions and settings.
    Shell(ShellCommand),
    /// Opening and leaving matches and match files.
    Library(LibraryCommand),
    /// The open match beside its turns.
    Match(MatchCommand),
    /// The board shown.
    Board(BoardCommand),
    /// The unfinished turn.
    Draft(DraftCommand),
    /// The turns made.
    Replay(ReplayCommand),
    /// A choice that is sealed before it is opened.
    Secret(SecretCommand),
    /// The fixed set-up being changed.
    SetUp(SetUpCommand),
    /// A command of a family beside its board.
    Hand(HandCommand),
    /// News from outside the model.
    News(News),
}

/// Pages, forms, questions and settings.
#[derive(Debug, Clone)]
pub(crate) enum ShellCommand {
    /// Another page.
    Go(Page),
    /// To the page before help or settings.
    Back,
    /// The form for playing here was changed.
    Local(LocalForm),
    /// The form for inviting was changed.
    Host(HostForm),
    /// The invitation's code was changed.
    Code(String),
    /// The settings were changed.
    Settings(Settings),
    /// Close the question.
    CloseDialog,
    /// Close the notice.
    CloseNotice,
    /// Examine the connection of this machine.
    Examine,
    /// Show the file where it lies.
    OpenFolder(PathBuf),
    /// Put text into the clipboard, and say so.
    Copy(&'static str, String),
}

/// Opening and leaving matches and match files.
#[derive(Debug, Clone)]
pub(crate) enum LibraryCommand {
    /// Start a game on this machine.
    StartLocal,
    /// Start a game of the same kind, sides changed.
    Rematch,
    /// Open a match to a guest.
    StartHost,
    /// Take the invitation.
    StartJoin,
    /// Leave the page of an invitation and go on waiting for its guest.
    SetAside,
    /// Take the invitation on the table back, and return to its form.
    WithdrawOpen,
    /// Take an invitation back for which nobody has come.
    Withdraw([u8; 8]),
    /// Put a match on the table whose guest is waited for.
    TakeUp([u8; 8]),
    /// Ask the host of a match of this network for a place.
    Ask(LanMatch),
    /// Do not wait for that host's answer any more.
    StopAsking,
    /// Take up a saved match.
    Resume(PathBuf),
    /// Look at a match file.
    Open(PathBuf),
    /// Have a match file judged.
    Judge(PathBuf),
    /// Choose a match file.
    Choose,
    /// Delete a saved match, after a question.
    Delete(PathBuf),
    /// Delete the match asked about.
    DeleteNow,
    /// Leave the match, which stays saved, perhaps after a question.
    Leave,
    /// Leave the match.
    LeaveNow,
}

/// The open match beside its turns.
#[derive(Debug, Clone)]
pub(crate) enum MatchCommand {
    /// Agree to what the host proposes.
    Accept,
    /// Let in the player of this network with that key.
    LetIn(PublicKey),
    /// Turn away the player of this network with that key.
    TurnAway(PublicKey),
    /// Look for the other player now.
    Dial,
    /// Give up, after a question.
    Resign,
    /// Give up.
    ResignNow,
    /// Offer a draw, after a question.
    OfferDraw,
    /// Offer a draw.
    OfferDrawNow,
    /// Answer the other side's offer.
    AnswerDraw(bool),
    /// The line of chat was changed.
    ChatLine(String),
    /// Say the line of chat.
    Say,
    /// Say that the other player is silent beyond the agreed time.
    Claim,
    /// Write a letter to the other player, for play by mail.
    WriteLetter,
    /// Read a letter of the other player.
    ReadLetter,
}

/// The unfinished turn.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DraftCommand {
    /// Keep the first orders of the turn only.
    BackTo(usize),
    /// End the turn, perhaps after a question.
    EndTurn,
    /// End the turn.
    EndTurnNow,
}

/// The turns made.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ReplayCommand {
    /// Look at the past, or now.
    Look(Option<Spot>),
    /// One order on or back in the record.
    Step(bool),
    /// One turn on or back in the record.
    StepTurn(bool),
    /// A turn was shown step by step.
    PlayedBack,
}

/// A choice that is sealed before it is opened.
#[derive(Debug, Clone)]
pub(crate) enum SecretCommand {
    /// The next person sits down.
    LiftCurtain,
    /// Seal the choice, after a question.
    Lock,
    /// Seal the choice.
    LockNow,
    /// Keep the set-up under a name.
    Keep(String),
    /// Take a set-up that was kept.
    TakeKept(KeptSetUp),
    /// Forget a set-up that was kept.
    ForgetKept(KeptSetUp),
    /// Change what is chosen.
    Change(SecretChange),
}

/// The fixed set-up being changed.
#[derive(Debug, Clone)]
pub(crate) enum SetUpCommand {
    /// Change the set-up of the scenario on the form, unit by unit.
    Edit,
    /// Put the set-up into the form.
    Use,
    /// Leave the set-up, and its changes.
    Drop,
    /// Change the set-up.
    Change(SetUpChange),
}

/// News from outside the model.
#[derive(Debug, Clone)]
pub(crate) enum News {
    /// A match is open.
    Opened {
        /// Its number among the matches opened.
        table: u64,
        /// The first snapshot.
        seen: Arc<Snapshot>,
        /// The decider of each seat.
        deciders: Vec<Decider>,
    },
    /// The session knows more.
    Seen(u64, Arc<Snapshot>),
    /// The match could not be opened.
    NotOpened(Trouble),
    /// The computer has decided.
    Thought(Question, Vec<AnyOrder>),
    /// The matches of this network, or why they cannot be found.
    Lan(Result<Vec<LanMatch>, Trouble>),
    /// The invitations whose guests are waited for.
    Waiting(Vec<WaitingMatch>),
    /// The connection of this machine was examined.
    Examined(Vec<Finding>),
    /// A match file was read.
    Read(PathBuf, Arc<Snapshot>),
    /// A match file was judged.
    Judged(Judged),
    /// A set-up was checked.
    Checked(u64, Findings),
    /// The saved matches.
    Saved(Vec<SavedMatch>),
    /// The hidden set-ups that are kept.
    Kept(KeptSetUps),
    /// Something went wrong on the way.
    Failed(Trouble),
}

macro_rules! nested {
    ($($of:ident $command:ident),* $(,)?) => {$(
        impl From<$command> for Command {
            fn from(command: $command) -> Self {
                Self::$of(command)
            }
        }
    )*};
}

nested!(
    Shell ShellCommand,
    Library LibraryCommand,
    Match MatchCommand,
    Board BoardCommand,
    Draft DraftCommand,
    Replay ReplayCommand,
    Secret SecretCommand,
    SetUp SetUpCommand,
    Hand HandCommand,
    News News,
);

impl From<SecretChange> for Command {
    fn from(change: SecretChange) -> Self {
        Self::Secret(SecretCommand::Change(change))
    }
}

impl From<SetUpChange> for Command {
    fn from(change: SetUpChange) -> Self {
        Self::SetUp(SetUpCommand::Change(change))
    }
}

/// The pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    /// The start page.
    Start,
    /// Playing on this machine.
    Local,
    /// Inviting somebody.
    Host,
    /// Taking an invitation.
    Join,
    /// Changing a fixed set-up.
    SetUp,
    /// The open match.
    Table,
    /// A match file looked at.
    Replay,
    /// The verdict on a match file.
    Verdict,
    /// The help.
    Help,
    /// The rules text.
    Rules,
    /// The settings.
    Settings,
}

/// A question that must be answered first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// End the turn?
    EndTurn,
    /// Seal the set-up?
    Lock,
    /// Give up?
    Resign,
    /// Offer a draw?
    OfferDraw,
    /// Leave the match?
    Leave,
    /// Leave the set-up without its changes?
    SetUp,
    /// Delete a saved match?
    Delete,
}

/// A match in the user's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedMatch {
    /// Its file.
    pub(crate) file: PathBuf,
    /// The scenario and the opponent.
    pub(crate) title: String,
    /// The number of turns made, or the result.
    pub(crate) standing: String,
    /// The day of the last turn.
    pub(crate) day: String,
    /// It can be gone on with.
    pub(crate) unfinished: bool,
}

/// A match whose guest is waited for while other things are done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WaitingMatch {
    /// The id of the match.
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
    /// The error that ended it.
    pub(crate) trouble: Option<Trouble>,
}

/// The verdict on a match file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judged {
    /// The file.
    pub(crate) file: PathBuf,
    /// The verdict's word.
    pub(crate) word: String,
    /// The meaning of the verdict.
    pub(crate) meaning: String,
    /// Nothing is wrong with the file.
    pub(crate) clean: bool,
    /// Further facts, a line each.
    pub(crate) facts: Vec<String>,
}
