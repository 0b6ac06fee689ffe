//! A game as its scenario fixes it.

use board::{Board, Cell, Grid};

use super::{Kind, Options, Placement, SetUp, Switch, Terrain, sides};
use crate::rows;
use crate::{Side, Sides};

/// A game as its scenario fixes it before the first turn.
///
/// The scenario reader builds and checks the game; the rules take it as consistent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The ground of each square; Castles and Greens as in `castles`.
    pub terrain: Grid<Terrain>,
    /// The Castles by the places of the sides: white and black always, red and green by `seats`.
    pub castles: [Option<Castle>; 4],
    /// Every unit at the start, with those that the options bring; in a Castle in the order of its queue. With the
    /// option `muster` these are the armies, and the start serves as the book.
    pub start: Vec<Start>,
    /// The wood in which undead hold Ladies; only the option `wizard` needs one. Rules: tourney 6.2.
    pub wood: Option<Cell>,
    /// The options both players agree on.
    pub options: Options,
}

/// A Castle and its Green. Rules: tourney 3.1, 3.2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Castle {
    /// The Castle's square.
    pub cell: Cell,
    /// The square in front of it, orthogonally.
    pub green: Cell,
    /// The name of the Castle. Rules: tourney T-49.
    pub name: String,
}

/// A unit at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Start {
    /// Its side.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub cell: Cell,
}

impl Game {
    /// The board.
    pub const fn board(&self) -> Board {
        self.terrain.board()
    }

    /// True if the option is on and no other replaces it.
    pub const fn has(&self, switch: Switch) -> bool {
        self.options.has(switch)
    }

    /// The sides: those that have a Castle, and the Wizard.
    pub fn sides(&self) -> Sides {
        let mut sides = self.players();
        if self.has(Switch::Wizard) {
            sides = sides.iter().chain([sides::RED]).collect();
        }
        sides
    }

    /// The sides that have a Castle.
    pub fn players(&self) -> Sides {
        let castles = sides::ALL.into_iter().zip(&self.castles);
        let players = castles.filter_map(|(side, castle)| castle.as_ref().map(|_| side));
        players.collect()
    }

    /// The Castle of a side; the Wizard has none.
    pub fn castle(&self, side: Side) -> Option<&Castle> {
        self.castles.get(side.index())?.as_ref()
    }

    /// The side whose Castle stands on the cell.
    pub fn castle_at(&self, cell: Cell) -> Option<Side> {
        self.place_of(|castle| castle.cell == cell)
    }

    /// The side whose Castle has that Green.
    pub fn green_at(&self, cell: Cell) -> Option<Side> {
        self.place_of(|castle| castle.green == cell)
    }

    fn place_of(&self, is_meant: impl Fn(&Castle) -> bool) -> Option<Side> {
        let castles = sides::ALL.into_iter().zip(&self.castles);
        let mut meant = castles.filter(|(_, castle)| castle.as_ref().is_some_and(&is_meant));
        meant.next().map(|(side, _)| side)
    }

    /// True if the side is the Wizard of the Woods. Rules: tourney 6.2.
    pub fn is_wizard(&self, side: Side) -> bool {
        // red is free for him, since he joins two players only (tourney 6.2)
        self.has(Switch::Wizard) && side == sides::RED
    }

    /// The side and, with `teams`, its ally. Rules: tourney 6.1.
    pub fn team(&self, side: Side) -> Sides {
        if !self.has(Switch::Teams) {
            return side.into();
        }
        // white and black against red and green
        let team = sides::ALL
            .into_iter()
            .filter(|other| other.index() / 2 == side.index() / 2);
        team.collect()
    }

    /// True if the sides are one side, or allies.
    pub fn are_friends(&self, one: Side, other: Side) -> bool {
        self.team(one).contains(other)
    }

    /// A side's army in the order of the kinds.
    pub fn army(&self, side: Side) -> Vec<Kind> {
        let own = self.start.iter().filter(|unit| unit.side == side);
        let mut army: Vec<Kind> = own.map(|unit| unit.kind).collect();
        army.sort_unstable();
        army
    }

    /// The side's start as a muster, which serves as its book. Rules: tourney 5.17.
    pub fn book(&self, side: Side) -> SetUp {
        let own = self.start.iter().filter(|unit| unit.side == side);
        SetUp::new(
            own.map(|unit| Placement {
                cell: unit.cell,
                kind: unit.kind,
            })
            .collect(),
        )
    }

    /// The three outer ranks or files of a side, in board order: the rows of its muster. Rules: tourney 5.17, 6.1.
    pub fn home(&self, side: Side) -> Vec<Cell> {
        let cells = self.board().cells();
        cells.filter(|cell| self.is_home(side, *cell)).collect()
    }

    /// The squares on which a side musters, in board order: its three outer ranks or files, without what another side
    /// could claim too, without other Castles and without mountains. Rules: tourney 3.9, 5.17, 6.1.
    pub fn zone(&self, side: Side) -> Vec<Cell> {
        // the corners of four seats lie in two zones, and two sealed musters must not meet there
        let claims = |cell: Cell| {
            let players = self.players();
            let claiming = players.iter().filter(|other| self.is_home(*other, cell));
            claiming.count()
        };
        let is_own = |cell: &Cell| {
            let is_other_castle = self.castle_at(*cell).is_some_and(|owner| owner != side);
            self.is_home(side, *cell)
                && claims(*cell) == 1
                && !is_other_castle
                && self.terrain[*cell] != Terrain::Mountain
        };
        self.board().cells().filter(is_own).collect()
    }

    /// True if the cell is on the three outer ranks or files of that side.
    fn is_home(&self, side: Side, cell: Cell) -> bool {
        /// The ranks or files of a muster. Rules: tourney 3.9.
        const DEPTH: u8 = 3;
        // the Wizard has no Castle and musters nothing (tourney 6.2)
        let Some(castle) = self.castle(side) else {
            return false;
        };
        let (near, far) = (castle.cell, castle.green);
        let board = self.board();
        // the way out of the Castle points away from the side's own edge, for any of the four sides
        if near.file() == far.file() {
            if near.rank() < far.rank() {
                cell.rank() < DEPTH
            } else {
                cell.rank() + DEPTH >= board.ranks()
            }
        } else if near.file() < far.file() {
            cell.file() < DEPTH
        } else {
            cell.file() + DEPTH >= board.files()
        }
    }

    /// The quiet turns after which the game is drawn: 25 for each seat. Rules: tourney 3.8, 6.1, 6.2.
    pub fn most_quiet(&self, sides: usize) -> u8 {
        // eight bits hold the count: with four seats it ends at 100 (tourney 6.1)
        u8::try_from(sides * 25).unwrap_or(u8::MAX)
    }

    /// The terrain, one letter a cell, the top rank first, rows joined by `/`.
    pub fn terrain_rows(&self) -> String {
        rows::letters(&self.terrain, Terrain::symbol)
    }
}
