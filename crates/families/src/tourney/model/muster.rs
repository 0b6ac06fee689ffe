//! A hidden muster while it is being made: up to two units a cell, which the editor of one unit a cell cannot hold.

use std::collections::BTreeMap;

use board::Cell;
use kit::model::changes::Changes;
use kit::model::touch::BoardCommand;
use rules::tourney::{BLACK, Kind, Order, Placement, Position, SetUp, Terrain, WHITE};
use rules::{Rules as _, Side};

/// A muster in the making.
#[derive(Debug, Clone)]
pub struct Muster {
    side: Side,
    zone: Vec<Cell>,
    army: Vec<Kind>,
    /// The most units of each cell of the zone.
    room: BTreeMap<Cell, usize>,
    book: Vec<Placement>,
    made: Changes<Vec<Placement>>,
    held: Option<Held>,
}

/// The unit that the next click puts down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    Reserve(Kind),
    Placed(Placement),
}

/// A change of a muster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MusterChange {
    /// Take a unit of the reserve into the hand, or put it back.
    Pick(Kind),
    /// Put a unit of the reserve on a cell.
    Place(Kind, Cell),
    /// Send the last unit of a cell back.
    Remove(Cell),
    /// The usual start.
    Book,
    /// Place what is missing as the usual start has it.
    Fill,
    Clear,
}

impl Muster {
    pub(super) fn new(position: &Position, side: Side) -> Self {
        let game = position.game();
        let zone = game.zone(side);
        let castle = game.castle(side).map(|castle| castle.cell);
        // one at most in the Castle, although its ground would hold a queue (tourney 3.9)
        let room = |cell: Cell| match game.terrain[cell] {
            _ if Some(cell) == castle => 1,
            terrain => Terrain::limit(terrain),
        };
        Self {
            side,
            room: zone.iter().map(|cell| (*cell, room(*cell))).collect(),
            zone,
            army: game.army(side),
            book: game.book(side).0,
            made: Changes::new(Vec::new()),
            held: None,
        }
    }

    pub fn placed(&self) -> &[Placement] {
        self.made.now()
    }

    pub const fn held(&self) -> Option<Held> {
        self.held
    }

    pub fn is_home(&self, cell: Cell) -> bool {
        self.zone.contains(&cell)
    }

    pub const fn can_undo(&self) -> bool {
        self.made.can_undo()
    }

    pub const fn can_redo(&self) -> bool {
        self.made.can_redo()
    }

    /// The kinds of the army, each with the units still to place and those of the army.
    pub fn reserve(&self) -> Vec<(Kind, [usize; 2])> {
        let kinds = Kind::ALL.into_iter().map(|kind| {
            let of = self.army.iter().filter(|other| **other == kind).count();
            (kind, [self.left(kind), of])
        });
        kinds.filter(|(_, [_, of])| *of > 0).collect()
    }

    fn left(&self, kind: Kind) -> usize {
        let of = self.army.iter().filter(|other| **other == kind).count();
        let placed = self.placed().iter().filter(|unit| unit.kind == kind);
        of.saturating_sub(placed.count())
    }

    /// True if a cell has room for one more unit.
    pub fn has_room(&self, cell: Cell) -> bool {
        let there = self.placed().iter().filter(|unit| unit.cell == cell);
        let room = self.room.get(&cell).copied().unwrap_or(0);
        there.count() < room
    }

    /// The order of the units placed so far; the rules check it.
    pub fn order(&self) -> Order {
        Order::SetUp(SetUp::new(self.placed().to_vec()))
    }

    fn change(&mut self, placed: Vec<Placement>) {
        // the unit in the hand may be gone or elsewhere after the change, and a click would move another
        self.held = None;
        // sorted as the rules sort it, so that the same muster placed in another order makes no step of undo
        self.made.change(SetUp::new(placed).0);
    }

    pub(super) fn take(&mut self, placed: Vec<Placement>) {
        self.change(placed);
    }

    pub(super) fn update(&mut self, change: MusterChange) {
        match change {
            MusterChange::Pick(kind) => {
                let held = Some(Held::Reserve(kind));
                self.held = held.filter(|_| self.held != held && self.left(kind) > 0);
            }
            MusterChange::Place(kind, cell) => self.place(kind, cell),
            MusterChange::Remove(cell) => {
                let mut placed = self.placed().to_vec();
                if let Some(last) = placed.iter().rposition(|unit| unit.cell == cell) {
                    placed.remove(last);
                    self.change(placed);
                }
            }
            MusterChange::Book => self.change(self.book.clone()),
            MusterChange::Fill => self.fill(),
            MusterChange::Clear => self.change(Vec::new()),
        }
    }

    fn place(&mut self, kind: Kind, cell: Cell) {
        if self.left(kind) > 0 && self.is_home(cell) && self.has_room(cell) {
            let mut placed = self.placed().to_vec();
            placed.push(Placement { cell, kind });
            self.change(placed);
        }
    }

    /// Missing units come to their cells of the usual start where there is room; the others stay in the reserve.
    fn fill(&mut self) {
        // on a copy, so that all of it is one step of undo
        let mut filled = self.clone();
        for unit in self.book.clone() {
            if filled.left(unit.kind) > 0 && filled.has_room(unit.cell) {
                filled.place(unit.kind, unit.cell);
            }
        }
        self.change(filled.placed().to_vec());
    }

    fn shift(&mut self, unit: Placement, to: Cell) {
        // a drop that changes nothing must not become a step of undo
        if !self.is_home(to) || !self.has_room(to) || unit.cell == to {
            return;
        }
        let mut placed = self.placed().to_vec();
        if let Some(place) = placed.iter().position(|other| *other == unit) {
            placed[place].cell = to;
            self.change(placed);
        }
    }

    fn click(&mut self, cell: Cell) {
        match self.held {
            Some(Held::Reserve(kind)) if self.is_home(cell) => {
                self.place(kind, cell);
                // the next unit of the kind is taken again, as long as there is one
                self.held = (self.left(kind) > 0).then_some(Held::Reserve(kind));
            }
            Some(Held::Placed(unit)) if unit.cell != cell && self.is_home(cell) => {
                self.shift(unit, cell);
            }
            // a further click on a cell takes its other unit
            Some(Held::Placed(unit)) if unit.cell == cell => {
                let there = self.placed().iter().filter(|other| other.cell == cell);
                let mut after = there.skip_while(|other| **other != unit).skip(1);
                self.held = after.next().copied().map(Held::Placed);
            }
            Some(_) => self.held = None,
            None => {
                let mut there = self.placed().iter().filter(|unit| unit.cell == cell);
                self.held = there.next().copied().map(Held::Placed);
            }
        }
    }

    pub(super) fn touch(&mut self, command: BoardCommand) -> bool {
        match command {
            BoardCommand::Click(cell) => self.click(cell),
            BoardCommand::Drag(from, to) => {
                let mut there = self.placed().iter().filter(|unit| unit.cell == from);
                if let Some(unit) = there.next().copied() {
                    self.shift(unit, to);
                }
            }
            BoardCommand::Undo => {
                self.held = None;
                self.made.undo();
            }
            BoardCommand::Redo => {
                self.held = None;
                self.made.redo();
            }
            BoardCommand::Deselect => self.held = None,
            _ => return false,
        }
        true
    }

    /// The units placed so far, each as its letter and cell: `Ke2 Fe2`; `None` if nobody is placed.
    // not as rows: those do for two sides only, and a half-made muster is for this side alone
    pub(super) fn to_note(&self) -> Option<String> {
        let unit = |unit: &Placement| format!("{}{}", unit.kind.symbol(), unit.cell);
        let units: Vec<String> = self.placed().iter().map(unit).collect();
        (!units.is_empty()).then(|| units.join(" "))
    }

    /// Takes such a note; what the army or the zone has no room for is left out.
    pub(super) fn take_note(&mut self, text: &str) {
        let read = |word: &str| {
            let mut symbols = word.chars();
            let kind = Kind::from_symbol(symbols.next()?)?;
            let cell: Cell = symbols.as_str().parse().ok()?;
            Some((kind, cell))
        };
        // on a copy, so that all of it is one step of undo
        let mut taken = self.clone();
        taken.change(Vec::new());
        for (kind, cell) in text.split_whitespace().filter_map(read) {
            taken.place(kind, cell);
        }
        self.change(taken.placed().to_vec());
    }

    /// The muster as the rows of the first side, which do for the second too; `None` for any other side.
    pub(super) fn to_rows(&self, position: &Position) -> Option<String> {
        let placed = self.seen_by_first(position, self.placed())?;
        Some(position.order_text(WHITE, &Order::SetUp(SetUp::new(placed))))
    }

    /// True if the rows are a muster that the rules allow here.
    pub fn may_take_rows(&self, position: &Position, rows: &str) -> bool {
        self.read_rows(position, rows).is_some()
    }

    pub(super) fn take_rows(&mut self, position: &Position, rows: &str) {
        if let Some(placed) = self.read_rows(position, rows) {
            self.change(placed);
        }
    }

    fn read_rows(&self, position: &Position, rows: &str) -> Option<Vec<Placement>> {
        let Ok(Order::SetUp(set_up)) = position.parse_order(WHITE, rows) else {
            return None;
        };
        let placed = self.seen_by_first(position, &set_up.0)?;
        // put to the rules again: the rows may have been kept in a game with another map or army
        let order = Order::SetUp(SetUp::new(placed.clone()));
        position.check(self.side, &order).is_ok().then_some(placed)
    }

    /// This side's placements as the first side's, and the first side's as this one's: a half-turn undoes itself.
    fn seen_by_first(&self, position: &Position, placed: &[Placement]) -> Option<Vec<Placement>> {
        let board = position.board();
        let cell = |cell: Cell| match self.side {
            WHITE => Some(cell),
            BLACK => Some(board.half_turn(cell)),
            _ => None,
        };
        let placed = placed.iter().map(|unit| {
            Some(Placement {
                cell: cell(unit.cell)?,
                ..*unit
            })
        });
        placed.collect()
    }
}
