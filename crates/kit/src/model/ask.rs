//! The requests of a family's part of a page to the program.

use super::family::Commands;
use super::kept::KeptSetUp;
use super::touch::BoardCommand;

/// A request of the user on a family's part of a page; the shell turns it into a command of its own.
// a family knows its own changes and nothing of the shell, which alone sends, saves and asks
#[derive(Debug, Clone)]
pub enum Ask<F: Commands> {
    Board(BoardCommand),
    Hand(F::HandCommand),
    Secret(F::SecretChange),
    SetUp(F::SetUpChange),
    Seal(SealAsk),
    /// Put the set-up into the form it was opened from.
    UseSetUp,
    /// Put text into the clipboard, and say what was copied: `The set-up is`.
    Copy(&'static str, String),
}

/// A request about a secret choice as a whole.
#[derive(Debug, Clone)]
pub enum SealAsk {
    /// Seal the choice once the user has confirmed it.
    // the editor cannot seal by itself: nothing of a sealed choice can be changed afterwards (threat row 2)
    Lock,
    /// Keep the set-up under a name.
    Keep(String),
    TakeKept(KeptSetUp),
    ForgetKept(KeptSetUp),
}

impl<F: Commands> From<BoardCommand> for Ask<F> {
    fn from(command: BoardCommand) -> Self {
        Self::Board(command)
    }
}

impl<F: Commands> From<SealAsk> for Ask<F> {
    fn from(ask: SealAsk) -> Self {
        Self::Seal(ask)
    }
}
