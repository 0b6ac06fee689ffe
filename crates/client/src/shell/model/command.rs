use std::path::PathBuf;
use std::sync::Arc;

use home::{Call, Invitation, People};
use net::{PlayOn, Snapshot};
use protocol::PublicKey;
use reach::{Finding, LanMatch, Trouble};
use rules::AnyOrder;
use scenario::Scenario;

use super::comments::Comments;
use super::export::ExportForm;
use super::forms::{HostForm, LocalForm};
use super::kept::{KeptSetUp, KeptSetUps};
use super::library::Findings;
use super::play_on::PlayOnCommand;
use super::settings::Settings;
use super::table::{Decider, Question, Spot};
use super::talk::Talk;
use super::target::Target;
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
    /// A command on the record: comments, files, try-outs.
    Record(RecordCommand),
    /// Playing on from a turn of a match.
    PlayOn(PlayOnCommand),
    /// A choice that is sealed before it is opened.
    Secret(SecretCommand),
    /// The fixed set-up being changed.
    SetUp(SetUpCommand),
    /// The players one has met.
    People(PeopleCommand),
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
    /// The words typed to find a command by were changed; nothing closes the list of commands.
    Type(Option<String>),
    /// Close the question.
    CloseDialog,
    /// Close the notice.
    CloseNotice,
    /// Have links to invitations lead to this program, or not any more.
    Links(bool),
    /// Forget the report of a mistake.
    ForgetReport,
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
    /// Take the rematch that the other player offers.
    TakeRematch,
    /// Open a match to a guest.
    StartHost,
    /// Take the invitation, or open the letter, that was pasted.
    StartJoin,
    /// Choose a letter to be opened.
    ChooseLetter,
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
    /// The field for the guest's answer code was changed.
    AnswerLine(String),
    /// Enter the guest's answer code.
    EnterAnswer,
    /// Look for the other player now.
    Dial,
    /// Ask the two well-known services for this machine's outside address, now and from now on.
    AskServices,
    /// Give up, after a question.
    Resign,
    /// Give up.
    ResignNow,
    /// Offer a draw, after a question.
    OfferDraw,
    /// Offer a draw.
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
    /// Look again at what the other player asks who would continue in a new match.
    ConsiderContinue,
    /// Answer the other player who asks to continue in a new match.
    AnswerContinue(bool),
    /// The line of chat was changed.
    ChatLine(String),
    /// The chat was read.
    ReadChat,
    /// Refuse what the host proposes, after a question.
    Decline,
    /// Refuse it.
    DeclineNow,
    /// Refuse it, and make the host an offer of one's own.
    CounterOffer,
    /// Refuse the rematch that the other player offers.
    DeclineRematch,
    /// Say the line of chat.
    Say,
    /// Claim that the other player's time is up, after a question.
    AskToClaim,
    /// Claim it.
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

/// The players one has met.
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
    /// Let in no more, or again.
    Block(bool),
    /// Forget everything.
    Forget,
}

/// The unfinished turn.
#[derive(Debug, Clone)]
pub(crate) enum DraftCommand {
    /// Give the orders in a text.
    Typed(String),
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
    /// To the next order that took a unit, or to the one before.
    Capture(bool),
    /// Goes on order by order by itself, or stops.
    Play(bool),
    /// A turn was shown step by step.
    PlayedBack,
}

/// A command on the record.
#[derive(Debug, Clone)]
pub(crate) enum RecordCommand {
    /// The comment on a step of the record was changed.
    Comment(usize, String),
    /// Write the match down for others, after a question for the form.
    Export,
    /// The answer to that question was changed.
    ExportForm(ExportForm),
    /// Choose the file by the desktop's own dialog.
    ChooseExport,
    /// Write the file.
    ExportNow,
    /// Play on from the board shown, apart from the match.
    TryOut,
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
    /// The invitation to a rematch is made, or why not.
    Inviting(Result<Box<Invitation>, Trouble>),
    /// The matches of this network, or why they cannot be found.
    Lan(Result<Vec<LanMatch>, Trouble>),
    /// The invitations whose guests are waited for.
    Waiting(Vec<WaitingMatch>),
    /// Links to invitations lead to this program, or not; nothing where the system has another way.
    Links(Option<bool>),
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
    /// The match was written down for others.
    Exported(PathBuf),
    /// A file of that name is there: the user is asked whether it is replaced.
    ExportExists(ExportForm),
    /// A file was chosen for that.
    ExportTo(PathBuf),
    /// A match file was judged.
    Judged(Judged),
    /// A scenario file of the user was read.
    Scenario(PathBuf, Box<Scenario>),
    /// A set-up was checked.
    Checked(u64, Findings),
    /// The saved matches.
    Saved(Vec<SavedMatch>),
    /// The players met, or why they cannot be read.
    People(Result<People, Trouble>),
    /// The words to compare with the player of that key.
    Words(PublicKey, String),
    /// The hidden set-ups that are kept.
    Kept(KeptSetUps),
    /// A mistake stopped the program the last time.
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
    Match MatchCommand,
    Board BoardCommand,
    Draft DraftCommand,
    Replay ReplayCommand,
    Record RecordCommand,
    PlayOn PlayOnCommand,
    Secret SecretCommand,
    SetUp SetUpCommand,
    People PeopleCommand,
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
    /// A game that branches off from a match.
    TryOut,
    /// Playing on from a turn of a match.
    PlayOn,
    /// The verdict on a match file.
    Verdict,
    /// The help.
    Help,
    /// The rules text.
    Rules,
    /// The settings.
    Settings,
    /// The players one has met.
    People,
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
    /// Ask for the last turn back?
    AskTakeback,
    /// Grant the other side a turn back?
    GrantTakeback,
    /// Ask to continue in a new match?
    Continue,
    /// Continue in a new match, as the other player asks?
    AnswerContinue,
    /// Agree to the draw?
    AgreeToDraw,
    /// Claim that the other player's time is up?
    Claim,
    /// Refuse the offered match?
    Decline,
    /// Leave the match?
    Leave,
    /// Leave the set-up without its changes?
    SetUp,
    /// Delete a saved match?
    Delete,
    /// Write the match down, as what and where?
    Export,
}

/// A match in the user's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedMatch {
    /// Its file.
    pub(crate) file: PathBuf,
    /// The scenario.
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
    /// It can be gone on with, and waits for somebody else.
    Waiting,
    /// It has a result.
    Finished,
}

impl SavedMatch {
    /// True for a match that can be gone on with.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.shelf != Shelf::Finished
    }

    /// True for a match that was left before anything happened in it.
    pub(crate) fn is_empty(&self) -> bool {
        !self.has_begun && !self.is_offer && self.is_unfinished()
    }

    /// The match in a few words: the scenario and the players.
    pub(crate) fn name(&self) -> String {
        format!("{}: {}", self.title, self.players)
    }
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
    /// The players who look for this machine for a match that was left in mid-air.
    pub(crate) calls: Vec<Call>,
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
