//! The events of a match in words for the reader.

use board::Cell;
use home::SeatInfo;
use rules::Side;
use scenario::SideNames;

use super::words::capital;

/// One thing that happened, in words for the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The words, without a full stop.
    pub text: String,
    /// The cell of the event, if it has one.
    pub cell: Option<Cell>,
    /// The number of orders of the step carried out by then.
    pub orders: usize,
    /// True for what may decide the game.
    pub is_grave: bool,
    /// True for what is staged over the board when it happens.
    pub is_staged: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub names: &'a SideNames,
    /// The side of the reader; `None` if the reader has no side, or several.
    // both players and those who watch read the same record: only the words turn with the reader
    pub side: Option<Side>,
    pub seats: &'a [SeatInfo],
    /// The name of the player who gave the orders, where several players share a side.
    pub by: Option<&'a str>,
}

impl Told {
    /// An event without a cell and of no great consequence.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            cell: None,
            orders: 0,
            is_grave: false,
            is_staged: false,
        }
    }

    /// The armies that a step has opened; `None` if it has opened none.
    pub fn opened(armies: usize) -> Option<Self> {
        match armies {
            0 => None,
            1 => Some(Self::new("An army is on the board").staged()),
            _ => Some(Self::new("Both armies are open").staged()),
        }
    }

    /// The terrain laid by a lot, in the words of the match file.
    pub fn terrain(lot: &str) -> Self {
        let lot = lot.replace('-', " ");
        Self::new(format!("The lot lays the terrain: {lot}"))
    }

    /// The end of the game, in the words of its outcome.
    pub fn over(outcome: &str) -> Self {
        // an outcome is a whole sentence, a line of the list is not
        Self::new(outcome.trim_end_matches('.')).grave()
    }

    pub fn at(mut self, cell: Cell, orders: usize) -> Self {
        self.cell = Some(cell);
        self.orders = orders;
        self
    }

    /// Something that may decide the game.
    pub const fn grave(mut self) -> Self {
        self.is_grave = true;
        self.staged()
    }

    /// Something that is staged over the board when it happens.
    pub const fn staged(mut self) -> Self {
        self.is_staged = true;
        self
    }
}

impl Reader<'_> {
    /// A side with a verb, at the beginning of a sentence: `You claim`, `Blue claims`.
    pub fn does(&self, side: Side, you: &str, other: &str) -> String {
        if self.side == Some(side) {
            format!("You {you}")
        } else {
            format!("{} {other}", self.names.of(side))
        }
    }

    /// A side before its possession: `your`, `Blue's`.
    pub fn whose(&self, side: Side) -> String {
        if self.side == Some(side) {
            "your".to_owned()
        } else {
            format!("{}'s", self.names.of(side))
        }
    }

    /// The lot of the first turn.
    pub fn first(&self, side: Side) -> Told {
        let side = self.names.of(side);
        Told::new(format!("{side} moves first (drawn)"))
    }

    /// A turn without an order.
    pub fn passed(&self, side: Side) -> Told {
        Told::new(self.does(side, "passed", "passed"))
    }

    /// The towns that changed hands. `holders` are the sides that hold a town before and after; `needed` of them win.
    pub fn towns(
        &self,
        towns: impl Iterator<Item = Cell>,
        holders: impl Fn(Cell) -> [Option<Side>; 2],
        needed: usize,
    ) -> Vec<Told> {
        let towns: Vec<(Cell, [Option<Side>; 2])> =
            towns.map(|cell| (cell, holders(cell))).collect();
        let told = towns.iter().filter_map(|&(cell, [was, is])| {
            let is_taken = is.is_some();
            let text = match (was, is) {
                (was, Some(side)) if was != is => {
                    let held = towns
                        .iter()
                        .filter(|(_, [_, is])| *is == Some(side))
                        .count();
                    let does = self.does(side, "took", "took");
                    format!("{does} the town {cell}: {held} of {needed}")
                }
                // a town that the other side took is told by its new holder
                (Some(side), None) => {
                    let does = self.does(side, "left", "left");
                    format!("{does} the town {cell}")
                }
                _ => return None,
            };
            // towns are compared before and after the whole step, so all of its orders were carried out by then
            let told = Told::new(text).at(cell, usize::MAX);
            Some(if is_taken { told.staged() } else { told })
        });
        told.collect()
    }

    /// The owner of a thing, with a capital, for the beginning of a sentence.
    pub fn whose_first(&self, side: Side) -> String {
        capital(&self.whose(side))
    }
}
