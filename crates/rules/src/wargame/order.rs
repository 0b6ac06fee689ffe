//! The orders of the WarGames and their texts.

use std::fmt;

use board::Cell;

use super::{Game, SetUp, Side, Start, Unit};
use crate::{OrderError, rows};

/// An order. Its text: `d5-f7` move, `d5-d6-d7` the whole way if something is overrun, `d5-d6~d4` towing the unit of
/// d4, `d5-d6-d7&c5` accompanied by the leader of c5, `d5*f7` fire, `d5!e6` rifle, `d4^` prepare Paratroops, `d4^h7`
/// leap, `d4^h7-h8` leap and move 1, `end`; a set-up is written as the rows of the side's zone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// A move, perhaps with overruns or jumps and a close assault. Rules: wargame 1.5, 1.6, 1.7, 1.10, 2.3, 2.5.
    Move {
        /// The cells from the unit's cell to the last. Two cells that are no neighbors are a move by any way on which
        /// nothing is overrun; all other paths name each cell.
        path: Path,
        /// The unit that goes along.
        company: Company,
    },
    /// Fire. Rules: wargame 1.7, 1.8, 2.5.
    Fire {
        /// The cell of the unit that fires.
        from: Cell,
        /// The cell of its target.
        at: Cell,
    },
    /// Rifle fire of the Infantry of WarGame 1 from cover. Rules: wargame 1.7, 4.5.
    Rifle {
        /// The cell of the Infantry.
        from: Cell,
        /// The cell of its target.
        at: Cell,
    },
    /// Paratroops prepare to leap on a later turn. Rules: wargame 1.14.
    Prepare(Cell),
    /// Prepared Paratroops leap. Rules: wargame 1.14.
    Leap {
        /// Their cell.
        from: Cell,
        /// The cell they land on.
        to: Cell,
        /// The neighbor they then move to, if they do.
        on: Option<Cell>,
    },
    /// The turn is over.
    End,
    /// A side's hidden set-up.
    SetUp(SetUp),
}

/// The unit that goes along with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Company {
    /// Nobody.
    Nobody,
    /// The unit on that cell is towed. Rules: wargame 1.6.
    Towed(Cell),
    /// The leader on that cell gives the order and goes along. Rules: wargame 2.3.
    Leader(Cell),
}

/// Two to eight cells, the first where a unit stands.
// of a fixed size and without memory of its own: an order is copied for every one that the computer tries
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path {
    len: u8,
    /// The cells; each beyond the length is the cell of file and rank 0, so that equal paths compare equal.
    cells: [Cell; Path::MOST],
}

impl Path {
    /// The most cells a path can have: one more than any unit can go.
    pub const MOST: usize = 8;

    /// The path of those cells; `None` for fewer than two or more than [`Path::MOST`].
    pub fn new(cells: &[Cell]) -> Option<Self> {
        if !(2..=Self::MOST).contains(&cells.len()) {
            return None;
        }
        let mut path = Self::start(cells[0]);
        cells[1..].iter().for_each(|cell| path.push(*cell));
        Some(path)
    }

    /// The path of two cells.
    pub fn between(from: Cell, to: Cell) -> Self {
        let mut path = Self::start(from);
        path.push(to);
        path
    }

    /// A path of one cell, to which others are added.
    pub(super) const fn start(from: Cell) -> Self {
        let mut cells = [Cell::new(0, 0); Self::MOST];
        cells[0] = from;
        Self { len: 1, cells }
    }

    pub(super) const fn push(&mut self, cell: Cell) {
        // never beyond `MOST`: `new` checks the number, and the points of a unit end every other way before
        self.cells[self.len as usize] = cell;
        self.len += 1;
    }

    /// The cells in order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }

    /// The cell of the unit.
    pub const fn from(&self) -> Cell {
        self.cells[0]
    }

    /// The cell the unit goes to.
    pub const fn to(&self) -> Cell {
        self.cells[self.len as usize - 1]
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, cell) in self.cells().iter().enumerate() {
            let hyphen = if n > 0 { "-" } else { "" };
            write!(f, "{hyphen}{cell}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const A_CELL: &str = "a cell of this board was expected, as in e2-e4";
const AN_ORDER: &str =
    "e2-e4, e2-e3~e1, e2-e3-e4&d2, e2*e4, e2!e3, e2^, e2^e7, e2^e7-e8 or end was expected";

impl Order {
    /// The cell of the unit that acts; none for the end of a turn and a set-up.
    pub const fn actor(&self) -> Option<Cell> {
        match self {
            Self::Move { path, .. } => Some(path.from()),
            Self::Fire { from, .. }
            | Self::Rifle { from, .. }
            | Self::Prepare(from)
            | Self::Leap { from, .. } => Some(*from),
            Self::End | Self::SetUp(_) => None,
        }
    }

    /// The order's text. A set-up is written in the rows and symbols of `side`.
    pub fn to_text(&self, game: &Game, side: Side) -> String {
        match self {
            Self::Move { path, company } => match company {
                Company::Nobody => path.to_string(),
                Company::Towed(cell) => format!("{path}~{cell}"),
                Company::Leader(cell) => format!("{path}&{cell}"),
            },
            Self::Fire { from, at } => format!("{from}*{at}"),
            Self::Rifle { from, at } => format!("{from}!{at}"),
            Self::Prepare(cell) => format!("{cell}^"),
            Self::Leap { from, to, on } => match on {
                None => format!("{from}^{to}"),
                Some(on) => format!("{from}^{to}-{on}"),
            },
            Self::End => "end".to_owned(),
            Self::SetUp(set_up) => set_up.to_text(game, side),
        }
    }

    /// Reads what [`Order::to_text`] writes, with units in either letter case. The order need not be legal.
    pub fn parse(game: &Game, side: Side, text: &str) -> Result<Self, OrderError> {
        let error = |expected| OrderError::of_text(text, expected);
        let cell = |text: &str| {
            text.parse::<Cell>()
                .ok()
                .filter(|cell| game.board().contains(*cell))
                .ok_or_else(|| error(A_CELL))
        };
        if text == "end" {
            Ok(Self::End)
        } else if let Some((from, at)) = text.split_once('*') {
            let (from, at) = (cell(from)?, cell(at)?);
            Ok(Self::Fire { from, at })
        } else if let Some((from, at)) = text.split_once('!') {
            let (from, at) = (cell(from)?, cell(at)?);
            Ok(Self::Rifle { from, at })
        // before moves: a leap with a step has a hyphen too
        } else if let Some((from, rest)) = text.split_once('^') {
            let from = cell(from)?;
            if rest.is_empty() {
                return Ok(Self::Prepare(from));
            }
            let (to, on) = match rest.split_once('-') {
                Some((to, on)) => (cell(to)?, Some(cell(on)?)),
                None => (cell(rest)?, None),
            };
            Ok(Self::Leap { from, to, on })
        } else if text.contains('-') {
            let (cells, company) = if let Some((cells, towed)) = text.split_once('~') {
                (cells, Company::Towed(cell(towed)?))
            } else if let Some((cells, leader)) = text.split_once('&') {
                (cells, Company::Leader(cell(leader)?))
            } else {
                (text, Company::Nobody)
            };
            let cells: Vec<Cell> = cells.split('-').map(cell).collect::<Result<_, _>>()?;
            let path = Path::new(&cells).ok_or_else(|| error("at most eight cells in a path"))?;
            Ok(Self::Move { path, company })
        // rows have none of the signs above, so what is left can only be a set-up
        } else if let Start::Hidden(hidden) = &game.start {
            let ranks = hidden.ranks(side);
            // not even rows: the advice then names orders and not the width of the board
            if !text.contains('/') && ranks.len() > 1 {
                return Err(error(AN_ORDER));
            }
            let kinds = game.ruleset.kinds();
            let kind = |symbol: &str| {
                let unit = Unit::from_symbol(symbol)?;
                // the other WarGame's symbols are no units here
                kinds.contains(&unit.kind).then_some(unit.kind)
            };
            SetUp::parse(text, ranks, game.board().files(), kind)
                .map(Self::SetUp)
                .map_err(error)
        } else {
            Err(error(AN_ORDER))
        }
    }
}

impl SetUp {
    fn to_text(&self, game: &Game, side: Side) -> String {
        let mut text = String::new();
        if let Start::Hidden(hidden) = &game.start {
            let unit = |cell| self.at(cell).map(|kind| Unit { side, kind }.symbol());
            rows::write(hidden.ranks(side), game.board().files(), unit, &mut text);
        }
        text
    }
}
