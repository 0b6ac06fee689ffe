//! Scenarios of War Lord Tourney.
//!
//! The private modules read and check a file, hold the options and make the digest; [`author`] helps to write a scenario
//! and to judge it.

pub mod author;
mod drawing;
mod fen;
mod id;
mod layout;
mod option;
mod read;

use std::sync::Arc;

use board::Board;
use rules::Sides;
use rules::tourney::{Game, Position, Switch};

pub use crate::book::Book;
use crate::bytes::ScenarioId;
use crate::head::Parts;
use crate::lines::Lines;
use crate::{OptionError, OptionInfo};
use layout::Layout;

/// The content of a Tourney scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    layout: Layout,
    game: Game,
    books: [Book; 1],
    lines: Lines,
}

// its two to four sides depend on options, and half of its words are about their colors
/// Files of this family do not name the sides.
pub(crate) const NAMES_SIDES: bool = false;

impl Content {
    pub(crate) fn read(parts: &Parts<'_, '_>) -> Option<Self> {
        let (layout, lines) = read::read(parts)?;
        // the game as the file sets it, for whoever describes it; a match makes its own from the layout
        let game = layout.game(layout.options);
        // the start of the file is the one book, so that nobody has to muster by hand
        let books = [Book {
            name: "The usual start".to_owned(),
            about: "The units stand as without the option `muster`.".to_owned(),
        }];
        Some(Self {
            layout,
            game,
            books,
            lines,
        })
    }

    /// The game for the rules, with the options as the file sets them.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The ready-made set-ups of a game with the option `muster`, in the order in which the rules list the orders for
    /// them.
    pub fn books(&self) -> &[Book] {
        &self.books
    }

    pub(crate) fn board(&self) -> Board {
        self.game.board()
    }

    pub(crate) fn sides(&self) -> Sides {
        self.game.sides()
    }

    pub(crate) fn id(&self) -> ScenarioId {
        id::id(&self.layout)
    }

    pub(crate) fn options(&self) -> Vec<OptionInfo> {
        option::infos(&self.layout)
    }

    pub(crate) fn start(&self, options: &[(String, String)]) -> Result<Position, OptionError> {
        let game = option::choose(&self.layout, options)?;
        Ok(Position::new(Arc::new(game)))
    }

    pub(crate) fn set_up_fen(&self) -> Option<String> {
        // with the option on, each player musters unseen
        let is_fixed = !self.layout.options.is_set(Switch::Muster);
        is_fixed.then(|| fen::write(&self.layout))
    }
}
