//! Scenarios of WarGame 1 and WarGame 2.
//!
//! The private modules read and check a file, hold the switches and make the digest; [`author`] helps to write a
//! scenario and to judge it.

pub mod author;
mod drawing;
mod fen;
mod id;
mod option;
mod read;

use std::sync::Arc;

use board::{Board, Cell};
use rules::Sides;
use rules::wargame::{Game, Position, Start, Unit};

pub use crate::book::Book;
use crate::bytes::ScenarioId;
use crate::head::Parts;
use crate::lines::Lines;
use crate::{OptionError, OptionInfo};

/// The content of a WarGame scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    game: Game,
    books: Vec<Book>,
    lines: Lines,
}

/// Files of this family may name the sides.
pub(crate) const NAMES_SIDES: bool = true;

impl Content {
    pub(crate) fn read(parts: &Parts<'_, '_>) -> Option<Self> {
        read::read(parts)
    }

    /// The game for the rules, with the switches as the file sets them.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The ready-made set-ups of a hidden game, in the order in which the rules list the orders for them.
    pub fn books(&self) -> &[Book] {
        &self.books
    }

    /// Units on cells of the board, written as [`Scenario::set_up_fen`] writes a set-up.
    pub fn fen_of(&self, units: impl IntoIterator<Item = (Cell, Unit)>) -> String {
        fen::write(&self.game, units)
    }

    pub(crate) fn board(&self) -> Board {
        self.game.board()
    }

    pub(crate) fn sides(&self) -> Sides {
        Sides::first(2)
    }

    // from the game alone: whatever a file says besides has no part in the id
    pub(crate) fn id(&self) -> ScenarioId {
        id::id(&self.game)
    }

    pub(crate) fn options(&self) -> Vec<OptionInfo> {
        option::infos(&self.game)
    }

    pub(crate) fn start(&self, options: &[(String, String)]) -> Result<Position, OptionError> {
        let game = option::choose(&self.game, options)?;
        Ok(Position::new(Arc::new(game)))
    }

    pub(crate) fn set_up_fen(&self) -> Option<String> {
        match &self.game.start {
            Start::Fixed(units) => Some(self.fen_of(units.iter().copied())),
            Start::Hidden(_) => None,
        }
    }
}
