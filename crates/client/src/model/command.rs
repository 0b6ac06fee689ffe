use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use board::Cell;
use rules::warlord::{Kind, Order, Unit};

use super::editor::{Mix, Symmetry};
use super::forms::{Choice, HostForm, LocalForm, SideWish};
use super::kept::{KeptSetUp, KeptSetUps};
use super::seen::{Seen, Trouble};
use super::set_up_editor::Findings;
use super::settings::Settings;
use super::table::{Player, Question, Spot};

/// What the user asked for, or what came of an [`Effect`].
#[derive(Debug, Clone)]
pub(crate) enum Command {
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
    /// Start a game on this machine.
    StartLocal,
    /// Start a game of the same kind, sides changed.
    Rematch,
    /// Open a match to a guest.
    StartHost,
    /// Take the invitation.
    StartJoin,
    /// Agree to what the host proposes.
    Accept,
    /// Take up a saved match.
    Resume(PathBuf),
    /// Look at a match file.
    Open(PathBuf),
    /// Have a match file judged.
    Judge(PathBuf),
    /// Choose a match file.
    Choose,
    /// Leave the match; it stays saved.
    Leave,
    /// The same, after the question.
    LeaveNow,

    /// A click on a cell.
    Click(Cell),
    /// A unit dragged from one cell to another.
    Drag(Cell, Cell),
    /// The keyboard's cell moved.
    Cursor(Cell),
    /// Nothing chosen any more.
    Deselect,
    /// Take one order, or one change of the set-up, back.
    Undo,
    /// Give it again.
    Redo,
    /// Keep the first orders of the turn only.
    BackTo(usize),
    /// Take a reinforcement into the hand.
    PickEntry(Kind),
    /// Bring a reinforcement onto a cell.
    Enter(Kind, Cell),
    /// Bring in everything that is due.
    EnterAll,
    /// End the turn, perhaps after a question.
    EndTurn,
    /// End the turn now.
    EndTurnNow,
    /// Look at the past, or now.
    Look(Option<Spot>),
    /// One order on or back in the record.
    Step(bool),
    /// One turn on or back in the record.
    StepTurn(bool),
    /// A turn was shown step by step.
    PlayedBack,
    /// Turn the board.
    Flip,
    /// Show threats, or no more.
    Threats(bool),
    /// Show all activation ranges, or no more.
    Ranges(bool),
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
    /// Say it.
    Say,

    /// Take a unit of the reserve into the hand.
    Pick(Kind),
    /// Put a unit of the reserve on a cell.
    Place(Kind, Cell),
    /// Send the unit on a cell back.
    Remove(Cell),
    /// Take a ready-made set-up.
    Book(usize),
    /// Keep the set-up under a name.
    KeepSetUp(String),
    /// Take one that was kept.
    TakeKept(KeptSetUp),
    /// Forget it.
    ForgetKept(KeptSetUp),
    /// Choose another mix of leaders.
    Mix(Mix),
    /// Choose one free unit of a kind more, or one less.
    ChooseUnit(Kind, bool),
    /// Choose and place what is missing.
    Fill,
    /// The whole set-up turned.
    Turn(Symmetry),
    /// Exchange a section with the next.
    ExchangeWithNext(usize),
    /// Everything back to the reserve.
    Clear,
    /// Seal the set-up, after a question.
    Lock,
    /// Seal the set-up.
    LockNow,
    /// The next person sits down.
    LiftCurtain,

    /// Change the set-up of the scenario on the form, unit by unit.
    EditSetUp,
    /// Take a new unit into the hand.
    PickUnit(Unit),
    /// Put a new unit on a cell.
    PlaceUnit(Unit, Cell),
    /// Keep both sides alike, or no longer.
    KeepAlike(bool),
    /// Back to the scenario's own set-up.
    OwnSetUp,
    /// Take a set-up from the clipboard.
    PasteSetUp(String),
    /// Put the set-up into the form.
    UseSetUp,
    /// Leave the set-up, and its changes.
    DropSetUp,

    /// Close the question.
    CloseDialog,
    /// Close the notice.
    CloseNotice,
    /// Show the file where it lies.
    OpenFolder(PathBuf),
    /// Put text into the clipboard, and say so.
    Copy(&'static str, String),

    /// The scenario's own set-ups and the like are known: a match is open.
    Opened {
        /// Which.
        table: u64,
        /// As first seen.
        seen: Arc<Seen>,
        /// Who decides for each seat.
        players: [Player; 2],
    },
    /// The session knows more.
    Seen(u64, Arc<Seen>),
    /// The match could not be opened.
    NotOpened(Trouble),
    /// The computer has decided.
    Thought(Question, Vec<Order>),
    /// A match file was read.
    Read(PathBuf, Arc<Seen>),
    /// It was not.
    NotRead(Trouble),
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

/// What the program is to do outside of its model.
#[derive(Debug, Clone)]
pub(crate) enum Effect {
    /// Open a match on this machine.
    Local(Box<Opening>, LocalForm),
    /// Open a match to a guest.
    Host(Box<Opening>, SideWish, Option<SocketAddr>),
    /// Take an invitation.
    Join {
        /// Its number among the matches opened.
        table: u64,
        /// The code.
        code: String,
        /// As whom.
        name: String,
    },
    /// Take up a saved match.
    Resume {
        /// Its number among the matches opened.
        table: u64,
        /// Its file.
        file: PathBuf,
    },
    /// Tell the session.
    Send(Action),
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
    /// List the saved matches.
    List,
    /// Read a match file.
    Read(PathBuf),
    /// Judge a match file.
    Judge(PathBuf),
    /// Check a set-up of that scenario.
    Check(u64, Arc<Choice>, String),
    /// Let the user choose a match file.
    Choose,
    /// Show a file where it lies.
    OpenFolder(PathBuf),
    /// Put text into the clipboard.
    Copy(String),
    /// Call the user back to the window.
    Attention,
}

/// What a new match begins with.
#[derive(Debug, Clone)]
pub(crate) struct Opening {
    /// Its number among the matches opened.
    pub(crate) table: u64,
    /// The scenario file.
    pub(crate) scenario: scenario::Scenario,
    /// The switches changed.
    pub(crate) options: Vec<(String, String)>,
    /// The user's name.
    pub(crate) name: String,
}

/// What the session is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    /// The guest agrees.
    Accept,
    /// A whole turn, or a set-up.
    Propose(u8, Vec<Order>),
    /// Give up.
    Resign(u8),
    /// Offer a draw.
    OfferDraw(u8),
    /// Answer the other's offer.
    AnswerDraw(u8, bool),
    /// Say something.
    Chat(String),
}

/// The pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    /// Where the program begins.
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
    /// What the judge says.
    Verdict,
    /// How the game works.
    Help,
    /// The rules text.
    Rules,
    /// What the user likes.
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
}

/// A match in the user's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedMatch {
    /// Its file.
    pub(crate) file: PathBuf,
    /// What was played, against whom.
    pub(crate) title: String,
    /// How far it is.
    pub(crate) standing: String,
    /// It can be gone on with.
    pub(crate) unfinished: bool,
}

/// What the judge says of a match file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judged {
    /// The file.
    pub(crate) file: PathBuf,
    /// The verdict's word.
    pub(crate) word: String,
    /// What it means.
    pub(crate) meaning: String,
    /// Nothing is wrong with the file.
    pub(crate) clean: bool,
    /// Further facts, a line each.
    pub(crate) facts: Vec<String>,
}
