//! A position: who is where, whose turn it is, and what is asked. Changed by orders and lots only.

use std::sync::Arc;

use board::{Board, Cell};

use super::sides::WHITE;
use super::{Game, Grave, Man, Place, Switch};
use crate::{Side, Sides};

mod actions;
mod apply;
mod assault;
mod change;
mod duel;
mod encounter;
mod ending;
mod legality;
mod listing;
mod order;
mod queries;
mod read;
mod removal;
mod sound;
mod stage;
mod succession;
mod text;
mod turn;
mod walk;

pub use read::PositionError;
use stage::{Heirs, Meeting, Shot, Stage, Step};

/// A moment of a game. Everything in it is public knowledge, but for choices of a secret step that this program itself
/// has made or opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    // shared: a clone for every order tried must not copy the board
    game: Arc<Game>,
    stage: Stage,
    /// Every unit alive, by place and, in one place, in the order of 5.2.
    // one list and not a grid: up to four units stand on a cell, and others are in Castles, Dungeons and the wood
    men: Vec<Man>,
    /// The side on turn.
    side: Side,
    /// The number of the turn, from 1.
    turn: u32,
    /// Quiet turns in a row before this one. Rules: tourney 3.8, 5.9.
    quiet: u8,
    /// True if this turn is not quiet any more.
    // a flag and not the count, since the count changes only at the end of the turn (tourney 5.9)
    is_stirred: bool,
    /// The player who had the first turn, in a game with the Wizard, who follows both; white in the others.
    first: Side,
    /// The sides that are out of the game. Rules: tourney 6.1, 6.2.
    // kept, because an empty side and a side that is out are different: the turn passes over the one that is out
    out: Sides,
    /// The word for the end of the player who is out, in a game with the Wizard that continues. Rules: tourney 6.2.
    gone_by: Option<&'static str>,
    /// The Warlords slain in this turn without a successor yet. Rules: tourney 3.7.
    fallen: Vec<Fallen>,
    /// The graves, by rank from the top, file, side and kind. Rules: tourney 6.2.
    graves: Vec<Grave>,
}

/// A Warlord slain in this turn.
// the man himself is gone from the list when his owner is asked
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fallen {
    side: Side,
    /// Where his grave would be.
    cell: Cell,
}

impl Position {
    /// The start of a game: the lot for the first player or, with the option `muster`, the set-ups.
    pub fn new(game: Arc<Game>) -> Self {
        // Rules: tourney 5.17: with `muster` both seal their rows before the lot
        let is_mustered = game.has(Switch::Muster);
        let mut position = Self {
            stage: if is_mustered {
                Stage::Mustering(Sides::NONE)
            } else {
                Stage::Drawing
            },
            men: Vec::new(),
            side: WHITE,
            turn: 1,
            quiet: 0,
            is_stirred: false,
            first: WHITE,
            out: Sides::NONE,
            gone_by: None,
            fallen: Vec::new(),
            graves: Vec::new(),
            game,
        };
        if !is_mustered {
            for side in position.game.players().iter() {
                let start = position.game.clone();
                let own = start.start.iter().filter(|unit| unit.side == side);
                position.place(side, own.map(|unit| (unit.cell, unit.kind)));
            }
        }
        position
    }

    /// The game.
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// Every unit alive: squares in board order, Castles, Dungeons, the Ladies' wood; in one place in the order of 5.2.
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// The units on a cell in their order: lying ones too, on a Castle's cell the occupant and whoever storms it.
    pub fn on(&self, cell: Cell) -> impl DoubleEndedIterator<Item = &Man> {
        self.men
            .iter()
            .filter(move |man| self.cell_of(man) == Some(cell))
    }

    /// The cell of a unit on the board: its square, or its Castle's for the occupant. None for all others.
    pub fn cell_of(&self, man: &Man) -> Option<Cell> {
        match man.place {
            Place::Square(cell) => Some(cell),
            // the first of the queue stands in the Castle's square at all times (tourney 5.6)
            Place::Castle(0) => self.game.castle(man.unit.owner).map(|castle| castle.cell),
            Place::Castle(_) | Place::Dungeon(_) | Place::Wood => None,
        }
    }

    /// The queue of a side's Castle, the occupant first. Rules: tourney 3.3.
    pub fn queue(&self, side: Side) -> impl Iterator<Item = &Man> {
        let is_in =
            move |man: &&Man| man.unit.owner == side && matches!(man.place, Place::Castle(_));
        self.men.iter().filter(is_in)
    }

    /// The prisoners in a side's Dungeon, in their order. Rules: tourney 3.3.
    pub fn dungeon(&self, side: Side) -> impl Iterator<Item = &Man> {
        let place = Place::Dungeon(side);
        self.men.iter().filter(move |man| man.place == place)
    }

    /// The Ladies held in the Wizard's wood. Rules: tourney 6.2.
    pub fn held(&self) -> impl Iterator<Item = &Man> {
        self.men.iter().filter(|man| man.place == Place::Wood)
    }

    /// The graves, by rank from the top. Rules: tourney 6.2.
    pub fn graves(&self) -> &[Grave] {
        &self.graves
    }

    /// The sides that are out of the game. Rules: tourney 6.1, 6.2.
    pub const fn out(&self) -> Sides {
        self.out
    }

    /// The quiet turns in a row before this one. Rules: tourney 3.8, 5.9.
    pub const fn quiet(&self) -> u8 {
        self.quiet
    }

    /// The side on turn.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The number of the turn, from 1.
    pub const fn turn_number(&self) -> u32 {
        self.turn
    }

    /// True if the side is still in the game.
    pub fn is_in(&self, side: Side) -> bool {
        self.game.sides().contains(side) && !self.out.contains(side)
    }

    /// Every prisoner, with the side in whose Dungeon he sits. Rules: tourney 3.3.
    pub fn prisons(&self) -> impl Iterator<Item = (Side, &Man)> {
        self.men.iter().filter_map(|man| match man.place {
            Place::Dungeon(side) => Some((side, man)),
            Place::Square(_) | Place::Castle(_) | Place::Wood => None,
        })
    }
}
