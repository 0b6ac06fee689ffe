//! Everything that changes the model: the user's wishes, and news from outside.

use std::path::PathBuf;
use std::sync::Arc;

use board::Cell;
use families::{AnyFamily, HandCommand, SecretChange, SetUpChange};
use home::{Invitation, People};
use kit::model::ask::{Ask, SealAsk};
use kit::model::kept::{KeptSetUp, KeptSetUps};
use kit::model::scenarios::Findings;
use kit::model::touch::BoardCommand;
use lesson::Lesson;
use net::lobby::{LobbyHappening, LobbySnapshot};
use net::{GoesOn, PlayOn, Snapshot};
use protocol::{PublicKey, Seat};
use reach::{Finding, LanMatch, Trouble};
use rules::AnyOrder;
use scenario::Scenario;

use super::comments::Comments;
use super::export::ExportForm;
use super::files::{Judged, SavedMatch, WaitingMatch};
use super::forms::{HostForm, LocalForm};
use super::lessons::Learned;
use super::links::Links;
use super::lobby::LobbyCommand;
use super::page::Page;
use super::play_on::PlayOnCommand;
use super::settings::Settings;
use super::table::{Decider, Question, Readout, Spot};
use super::talk::Talk;
use super::target::Target;
use super::unfinished::Unfinished;
use super::welcome::WelcomeCommand;

/// A wish of the user, or news from an [`Effect`](super::Effect).
#[derive(Debug, Clone)]
pub(crate) enum Command {
    /// Pages, forms, questions and settings.
    Shell(ShellCommand),
    /// Opening and leaving matches and match files.
    Library(LibraryCommand),
    /// The table before its match begins.
    Lobby(LobbyCommand),
    /// The open match beside its turns.
    Match(MatchCommand),
    Board(BoardCommand),
    Draft(DraftCommand),
    /// The turns made.
    Replay(ReplayCommand),
    /// A command on the record: comments, files, try-outs.
    Record(RecordCommand),
    /// Playing on from a turn of a match.
    PlayOn(PlayOnCommand),
    /// A choice that is sealed before it is opened.
    Secret(SecretCommand),
    /// The fixed set-up being changed.
    SetUp(SetUpCommand),
    People(PeopleCommand),
    Lesson(LessonCommand),
    /// A command of a family beside its board.
    Hand(HandCommand),
    News(News),
}

/// Pages, forms, questions and settings.
#[derive(Debug, Clone)]
pub(crate) enum ShellCommand {
    Go(Page),
    /// To the page before help or settings.
    Back,
    /// The form for playing here was changed.
    Local(LocalForm),
    /// The form for inviting was changed.
    Host(HostForm),
    Code(String),
    Settings(Settings),
    /// Write the settings to that file.
    ExportSettings(PathBuf),
    /// Take the settings of that file.
    ImportSettings(PathBuf),
    /// The words typed to find a command were changed; none closes the list of commands.
    Type(Option<String>),
    CloseDialog,
    CloseNotice,
    /// The user's name, asked for before the first hosting or joining.
    Named(String),
    /// Show a paragraph of the rules of what is on the board.
    Paragraph(&'static str),
    Welcome(WelcomeCommand),
    /// Show the panel beside the board, or hide it.
    Panel,
    /// Make links to invitations lead to this program, or stop that.
    Links(bool),
    /// Forget the report of the last crash.
    ForgetReport,
    /// Examine the connection of this machine.
    Examine,
    /// Show the folder of the file.
    OpenFolder(PathBuf),
    /// Put text into the clipboard, and say so.
    Copy(&'static str, String),
}

/// Opening and leaving matches and match files.
#[derive(Debug, Clone)]
pub(crate) enum LibraryCommand {
    /// Start a game on this machine.
    StartLocal,
    /// Start a game of the same kind with the sides swapped.
    Rematch,
    /// Take the rematch that the other player offers.
    TakeRematch,
    /// Open a match to a guest.
    StartHost,
    /// Take the invitation, or open the letter, that was pasted.
    StartJoin,
    /// Choose a letter to be opened.
    ChooseLetter,
    /// Leave the page of an invitation and keep waiting for its guest.
    SetAside,
    /// Withdraw the invitation on the table, and return to its form.
    WithdrawOpen,
    /// Withdraw an invitation that nobody has taken.
    Withdraw([u8; 8]),
    /// Put a match that waits for its guest on the table.
    TakeUp([u8; 8]),
    /// Ask the host of a match of this network for a place.
    Ask(LanMatch),
    /// Stop waiting for that host's answer.
    StopAsking,
    Resume(PathBuf),
    Open(PathBuf),
    Judge(PathBuf),
    /// Open a match file, a scenario file or an invitation.
    OpenTarget(Target),
    /// Choose a match file or a scenario file.
    Choose,
    /// Delete the matches without a turn.
    DeleteEmpty,
    /// Delete a saved match, after a question.
    Delete(PathBuf),
    /// Delete the match asked about.
    DeleteNow,
    /// Leave the match, which stays saved, perhaps after a question.
    Leave,
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
    /// The field for the guest's answer code was changed.
    AnswerLine(String),
    EnterAnswer,
    /// Look for the other player now.
    Dial,
    /// Ask the two well-known services for this machine's outside address, now and from now on.
    AskServices,
    Resign,
    ResignNow,
    /// Offer a draw, after a question.
    OfferDraw,
    OfferDrawNow,
    /// Agree to the offered draw, after a question.
    AgreeToDraw,
    /// Answer the other side's offer.
    AnswerDraw(bool),
    /// Ask for the last turn back, after a question.
    AskTakeback,
    /// Ask for the last turn back.
    AskTakebackNow,
    /// Grant the other side a turn back, after a question.
    GrantTakeback,
    /// Answer the other side that asks for a turn back.
    AnswerTakeback(bool),
    /// Continue in a new match, after a question that shows what that changes.
    Continue,
    /// Ask the other player to continue in a new match.
    ContinueNow,
    /// Look again at the other player's question to continue in a new match.
    ConsiderContinue,
    /// Answer the other player who asks to continue in a new match.
    AnswerContinue(bool),
    /// Go on in a new match without the player of a seat who is gone, or no longer.
    GoOnWithout(Seat, bool),
    /// Go on without such players without being asked; none takes that back.
    GoOnAhead(Option<GoesOn>),
    /// The line of chat was changed.
    ChatLine(String),
    /// The line of chat is for the team alone, or for all.
    ChatToTeam(bool),
    /// The chat is in sight: nothing in it counts as unread any longer.
    ReadChat,
    /// Refuse what the host proposes, after a question.
    Decline,
    DeclineNow,
    /// Decline it, and make the host an offer in return.
    CounterOffer,
    /// Refuse the rematch that the other player offers.
    DeclineRematch,
    /// Say the line of chat.
    Say,
    /// Say it although it reads as orders.
    SayNow,
    /// Give the orders that were typed into the chat.
    GiveSaid,
    /// Claim that the other player's time is up, after a question.
    AskToClaim,
    Claim,
    /// Write a letter to the other player, for play by mail.
    WriteLetter,
    /// Read a letter of the other player.
    ReadLetter,
    /// The pasted letter was changed.
    AnswerText(String),
    /// Take the pasted letter in.
    TakeAnswer,
}

/// The players whom the user has met.
#[derive(Debug, Clone)]
pub(crate) enum PeopleCommand {
    /// The name that is being given to a player was changed; none leaves the field.
    Naming(Option<(PublicKey, String)>),
    /// Show the words to compare with a player; none puts them away.
    Compare(Option<PublicKey>),
    /// Change what is kept of a player.
    Change(PublicKey, PersonChange),
}

/// A change of what is kept of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PersonChange {
    /// Give another name; an empty one takes the given name away.
    Rename(String),
    /// The words are the same, or are not.
    Verify(bool),
    /// Block a player, or let the player in again.
    Block(bool),
    Forget,
}

#[derive(Debug, Clone)]
pub(crate) enum DraftCommand {
    /// Give the orders in a text.
    Typed(String),
    /// Keep only the first orders of the turn.
    BackTo(usize),
    /// Ask the computer what to order: it lights a unit, and asked again the order.
    Hint,
    /// Ask the rules why an order is not possible: the next clicks name the unit and the cell; a second time drops it.
    WhyNot,
    /// Ask the rules of the unit on one cell and another cell.
    WhyPair(Cell, Cell),
    /// End the turn, perhaps after a question.
    EndTurn,
    EndTurnNow,
    /// Close this player's part of the turn in another way, perhaps after a question.
    EndWith(AnyOrder),
    /// End the turn for all who share it.
    EndForAllNow,
}

/// The turns made.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ReplayCommand {
    /// Look at the past, or now.
    Look(Option<Spot>),
    /// One order forward or back in the record.
    Step(bool),
    /// One turn forward or back in the record.
    StepTurn(bool),
    /// To the next or previous order that took a unit.
    Capture(bool),
    /// Plays the record order by order, or stops.
    Play(bool),
    /// A turn was shown step by step.
    PlayedBack,
    /// Answer a question about the board in words.
    Read(Readout),
}

#[derive(Debug, Clone)]
pub(crate) enum RecordCommand {
    /// The comment on a step of the record was changed.
    Comment(usize, String),
    /// Write the match down for others, after a question for the form.
    Export,
    /// The answer to that question was changed.
    ExportForm(ExportForm),
    /// Choose the file in the desktop's own dialog.
    ChooseExport,
    ExportNow,
    /// Play on from the board shown, apart from the match.
    TryOut,
}

/// The lessons.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LessonCommand {
    Open(&'static Lesson),
    /// The lesson on the page from its beginning.
    Again,
    /// The lesson after the one on the page; after the last one the list.
    Next,
    /// Show the next order that leads to the aim.
    Hint,
    /// Offer lessons on the start page no longer, or again.
    PutAway(bool),
}

/// A choice that is sealed before it is opened.
#[derive(Debug, Clone)]
pub(crate) enum SecretCommand {
    /// The next person at this screen is seated: the secret editor may be shown.
    LiftCurtain,
    /// Seal the choice, after a question.
    Lock,
    LockNow,
    /// Keep the set-up under a name.
    Keep(String),
    /// Take a set-up that was kept.
    TakeKept(KeptSetUp),
    /// Forget a set-up that was kept.
    ForgetKept(KeptSetUp),
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
    Change(SetUpChange),
}

#[derive(Debug, Clone)]
pub(crate) enum News {
    /// The settings of a file that the user has chosen.
    Imported(Box<Settings>),
    Opened {
        /// Its number among the matches opened.
        table: u64,
        seen: Arc<Snapshot>,
        deciders: Vec<Decider>,
    },
    /// A table was hosted or joined.
    LobbyOpened(u64, Arc<LobbySnapshot>),
    /// A table of an earlier run is open again.
    LobbyAgain(u64, Arc<LobbySnapshot>),
    /// A newer snapshot of that table, and what has happened since the last.
    LobbySeen(u64, Arc<LobbySnapshot>, Vec<LobbyHappening>),
    /// A newer snapshot of the match with that number.
    Seen(u64, Arc<Snapshot>),
    /// The match could not be opened.
    NotOpened(Trouble),
    /// The computer's orders; stale if the question no longer stands.
    Thought(Question, Vec<AnyOrder>),
    /// The invitation to a rematch is made, or why not.
    Inviting(Result<Box<Invitation>, Trouble>),
    /// The matches of this network, or why they cannot be found.
    Lan(Result<Vec<LanMatch>, Trouble>),
    /// The invitations that wait for guests.
    Waiting(Vec<WaitingMatch>),
    /// The program that `warlord://` links open; `None` if this program cannot set that.
    Links(Option<Links>),
    /// Version, machine and places, as a report begins.
    Facts(String),
    /// The connection of this machine was examined.
    Examined(Vec<Finding>),
    /// A match file was read.
    Read(PathBuf, Arc<Snapshot>),
    /// A match file was read to play on from a turn of it.
    PlayOn(Box<PlayOn>, Option<u32>),
    /// The comments beside a match file.
    Comments(PathBuf, Comments),
    /// The talk beside a match file.
    Talk(PathBuf, Talk),
    /// The half-made turn or set-up beside a match file.
    Unfinished(PathBuf, Unfinished),
    /// The match was written down for others.
    Exported(PathBuf),
    /// A file of that name exists: the user is asked whether to replace it.
    ExportExists(ExportForm),
    /// A file was chosen for that.
    ExportTo(PathBuf),
    Judged(Judged),
    /// A scenario file of the user was read.
    Scenario(PathBuf, Box<Scenario>),
    Checked(u64, Findings),
    Saved(Vec<SavedMatch>),
    /// The players met, or why they cannot be read.
    People(Result<People, Trouble>),
    /// The words to compare with the player of that key.
    Words(PublicKey, String),
    /// The hidden set-ups that are kept.
    Kept(KeptSetUps),
    /// The lessons done so far.
    Learned(Learned),
    /// A bug stopped the last run.
    Stopped(String),
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
    Lobby LobbyCommand,
    Match MatchCommand,
    Board BoardCommand,
    Draft DraftCommand,
    Replay ReplayCommand,
    Record RecordCommand,
    PlayOn PlayOnCommand,
    Secret SecretCommand,
    SetUp SetUpCommand,
    People PeopleCommand,
    Lesson LessonCommand,
    Hand HandCommand,
    News News,
);

impl From<Ask<AnyFamily>> for Command {
    fn from(ask: Ask<AnyFamily>) -> Self {
        match ask {
            Ask::Board(command) => command.into(),
            Ask::Hand(command) => command.into(),
            Ask::Secret(change) => change.into(),
            Ask::SetUp(change) => change.into(),
            Ask::Seal(SealAsk::Lock) => SecretCommand::Lock.into(),
            Ask::Seal(SealAsk::Keep(name)) => SecretCommand::Keep(name).into(),
            Ask::Seal(SealAsk::TakeKept(kept)) => SecretCommand::TakeKept(kept).into(),
            Ask::Seal(SealAsk::ForgetKept(kept)) => SecretCommand::ForgetKept(kept).into(),
            Ask::UseSetUp => SetUpCommand::Use.into(),
            Ask::Copy(what, text) => ShellCommand::Copy(what, text).into(),
        }
    }
}

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
