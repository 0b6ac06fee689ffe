//! Scenarios of the Warlord family.
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
use rules::warlord::{Game, Position, Scatter, Start, Unit};

pub use crate::book::Book;
use crate::bytes::ScenarioId;
use crate::head::Parts;
use crate::lines::Lines;
use crate::{OptionError, OptionInfo};
use drawing::Legend;
use option::Extras;

/// The content of a Warlord scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    game: Game,
    /// The cells of the leaders that may stay away.
    spare: Vec<Cell>,
    /// The terrain that a lot lays if both players agree on `terrain`.
    lot: Option<Box<Scatter>>,
    // kept, so that a pasted set-up may be written in the file's own letters
    legend: Legend,
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

    /// The cells of a fixed set-up whose leaders stay away if both players agree on `reduced-chiefs`.
    pub fn spare_leaders(&self) -> &[Cell] {
        &self.spare
    }

    /// The terrain that a lot lays if both players agree on `terrain`.
    pub fn optional_terrain(&self) -> Option<Scatter> {
        self.lot.as_deref().copied()
    }

    fn extras(&self) -> Extras<'_> {
        Extras {
            spare: &self.spare,
            lot: self.optional_terrain(),
        }
    }

    /// Units on cells of the board, written as [`Scenario::set_up_fen`] writes a set-up.
    pub fn fen_of(&self, units: impl IntoIterator<Item = (Cell, Unit)>) -> String {
        fen::write(&self.game, units.into_iter().collect())
    }

    /// The moves to the towns from the cells on which the units of either side may stand at first.
    pub fn access(&self) -> author::Access {
        author::access::access(&self.game)
    }

    pub(crate) fn board(&self) -> Board {
        self.game.board()
    }

    pub(crate) fn id(&self) -> ScenarioId {
        id::id(&self.game, self.optional_terrain(), &self.spare)
    }

    pub(crate) fn options(&self) -> Vec<OptionInfo> {
        option::infos(&self.game, self.extras())
    }

    pub(crate) fn sides(&self) -> Sides {
        Sides::first(2)
    }

    pub(crate) fn start(&self, options: &[(String, String)]) -> Result<Position, OptionError> {
        let game = option::choose(&self.game, self.extras(), options)?;
        Ok(Position::new(Arc::new(game)))
    }

    pub(crate) fn set_up_fen(&self) -> Option<String> {
        match &self.game.start {
            Start::Fixed(units) => Some(self.fen_of(units.iter().copied())),
            Start::Hidden(_) => None,
        }
    }
}
