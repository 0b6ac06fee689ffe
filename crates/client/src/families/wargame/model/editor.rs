//! A side's hidden set-up while it is being made: any unit of the army on any cell of the home zone.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Board, Cell, Shape};
use rules::wargame::{
    Game, HiddenSetUp, Illegal, Kind, Order, Placement, Position, SetUp, Side, Start, Unit,
};

use crate::shell::model::changes::Changes;
use crate::shell::model::touch::BoardCommand;

/// The units by their cells.
pub(crate) type Placed = BTreeMap<Cell, Kind>;

/// A side's hidden set-up while it is being made.
#[derive(Debug, Clone)]
pub(crate) struct Editor {
    start: Position,
    side: Side,
    made: Changes<Placed>,
    /// The unit in the hand.
    pub(crate) picked: Option<Pick>,
    /// The units that could do nothing as they stand.
    pub(crate) worries: Worries,
}

/// A change of a hidden set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditorCommand {
    /// Take a unit of the reserve into the hand, or put it back.
    Pick(Kind),
    /// Put a unit of the reserve on a cell.
    Place(Kind, Cell),
    /// Send the unit on a cell back.
    Remove(Cell),
    /// Take a ready-made set-up.
    TakeBook(usize),
    /// Place what is missing.
    Fill,
    /// Exchange left and right.
    Mirror,
    /// Everything back to the reserve.
    Clear,
}

/// The unit that the next click puts down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pick {
    /// A unit of the reserve.
    Reserve(Kind),
    /// The unit on that cell.
    Placed(Cell),
}

/// One line of the reserve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reserve {
    /// The kind.
    pub(crate) kind: Kind,
    /// The number of units not on the board yet.
    pub(crate) left: usize,
    /// The number of units in the army.
    pub(crate) total: usize,
}

/// The worries about a set-up that the rules allow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Worries {
    /// Leaders out of command, which could not act.
    pub(crate) cut_off: Vec<Cell>,
    /// Units with no leader near enough to give them an order.
    pub(crate) unheard: Vec<Cell>,
}

impl Editor {
    /// An empty set-up of a side, where the game begins with hidden ones.
    pub(crate) fn new(start: &Position, side: Side) -> Option<Self> {
        hidden(start.game())?;
        Some(Self {
            start: start.clone(),
            side,
            made: Changes::new(Placed::new()),
            picked: None,
            worries: Worries::default(),
        })
    }

    /// A set-up as it was locked, to be looked at.
    pub(crate) fn locked(start: &Position, side: Side, order: &Order) -> Option<Self> {
        let Order::SetUp(set_up) = order else {
            return None;
        };
        let mut editor = Self::new(start, side)?;
        editor.take(&set_up.0);
        Some(editor)
    }

    /// The side of the set-up.
    pub(crate) const fn side(&self) -> Side {
        self.side
    }

    /// The game as the scenario fixes it.
    pub(crate) const fn game(&self) -> &Arc<Game> {
        self.start.game()
    }

    /// The board.
    pub(crate) fn board(&self) -> Board {
        self.game().board()
    }

    fn rules(&self) -> &HiddenSetUp {
        hidden(self.game()).expect("an editor is only made for a hidden set-up")
    }

    /// The placed units by their cells.
    pub(crate) const fn placed(&self) -> &Placed {
        self.made.now()
    }

    /// The cells of the home zone, in board order.
    pub(crate) fn zone(&self) -> &[Cell] {
        &self.rules().zones[self.side.index()]
    }

    /// True on the cells of the home zone.
    pub(crate) fn is_home(&self, cell: Cell) -> bool {
        self.zone().contains(&cell)
    }

    /// The kinds of the army with what is left of each.
    pub(crate) fn reserve(&self) -> Vec<Reserve> {
        let army = self.game().army(self.side);
        let count = |kinds: &mut dyn Iterator<Item = &Kind>, kind| {
            kinds.filter(|other| **other == kind).count()
        };
        let lines = self.game().ruleset.kinds().iter().map(|kind| {
            let total = count(&mut army.iter(), *kind);
            let used = count(&mut self.placed().values(), *kind);
            Reserve {
                kind: *kind,
                left: total.saturating_sub(used),
                total,
            }
        });
        lines.filter(|line| line.total > 0).collect()
    }

    fn left(&self, kind: Kind) -> usize {
        let lines = self.reserve();
        let line = lines.iter().find(|line| line.kind == kind);
        line.map_or(0, |line| line.left)
    }

    /// The names of the ready-made set-ups.
    pub(crate) fn books(&self) -> impl Iterator<Item = &str> {
        let books = &self.rules().books[self.side.index()];
        books.iter().map(|(name, _)| name.as_str())
    }

    /// Carries out a change.
    pub(crate) fn update(&mut self, command: EditorCommand) {
        match command {
            EditorCommand::Pick(kind) => {
                let pick = Some(Pick::Reserve(kind));
                self.picked = if self.picked == pick { None } else { pick };
            }
            EditorCommand::Place(kind, cell) => self.place(kind, cell),
            EditorCommand::Remove(cell) => self.remove(cell),
            EditorCommand::TakeBook(number) => self.take_book(number),
            EditorCommand::Fill => self.fill(),
            EditorCommand::Mirror => self.mirror(),
            EditorCommand::Clear => self.change(Placed::new()),
        }
        self.worries = self.find_worries();
    }

    /// Takes an input on the board; false where the set-up has no use for the input.
    pub(crate) fn touch(&mut self, command: BoardCommand) -> bool {
        match command {
            BoardCommand::Click(cell) => self.click(cell),
            BoardCommand::Drag(from, to) => self.shift(from, to),
            BoardCommand::Undo => {
                self.picked = None;
                self.made.undo();
            }
            BoardCommand::Redo => {
                self.picked = None;
                self.made.redo();
            }
            BoardCommand::Deselect => self.picked = None,
            BoardCommand::Cursor(_)
            | BoardCommand::Flip
            | BoardCommand::Sketch(..)
            | BoardCommand::NextEnemyOrder
            | BoardCommand::NextUnit
            | BoardCommand::NextLeader => return false,
        }
        self.worries = self.find_worries();
        true
    }

    fn change(&mut self, placed: Placed) {
        self.picked = None;
        self.made.change(placed);
    }

    /// Puts a unit of the reserve on a cell of the zone, sending back what stood there.
    fn place(&mut self, kind: Kind, cell: Cell) {
        if self.is_home(cell) && self.left(kind) > 0 {
            let mut placed = self.placed().clone();
            placed.insert(cell, kind);
            self.change(placed);
        }
    }

    /// Moves a placed unit; two placed units change cells.
    fn shift(&mut self, from: Cell, to: Cell) {
        let mut placed = self.placed().clone();
        let at_home = self.is_home(to) && from != to;
        let Some(kind) = placed.remove(&from).filter(|_| at_home) else {
            return;
        };
        if let Some(other) = placed.insert(to, kind) {
            placed.insert(from, other);
        }
        self.change(placed);
    }

    /// Sends a placed unit back to the reserve.
    fn remove(&mut self, cell: Cell) {
        let mut placed = self.placed().clone();
        placed.remove(&cell);
        self.change(placed);
    }

    /// A click on a cell: puts down what is in the hand, or takes what stands there.
    /// A unit of the reserve stays in the hand while more of it are left.
    fn click(&mut self, cell: Cell) {
        match self.picked {
            Some(Pick::Reserve(kind)) if self.is_home(cell) => {
                self.place(kind, cell);
                self.picked = (self.left(kind) > 0).then_some(Pick::Reserve(kind));
            }
            Some(Pick::Placed(from)) if from != cell && self.is_home(cell) => {
                self.shift(from, cell);
            }
            Some(_) => self.picked = None,
            None => {
                let stands = self.placed().contains_key(&cell);
                self.picked = stands.then_some(Pick::Placed(cell));
            }
        }
    }

    /// The placements of a ready-made set-up, with Paratroops where the game has them.
    fn book(&self, number: usize) -> Option<Vec<Placement>> {
        let (_, placements) = self.rules().books[self.side.index()].get(number)?;
        Some(self.game().with_paratroops(self.side, placements.clone()))
    }

    fn take_book(&mut self, number: usize) {
        if let Some(placements) = self.book(number) {
            self.take(&placements);
        }
    }

    /// Takes whole placements.
    fn take(&mut self, placements: &[Placement]) {
        let units = placements.iter().map(|unit| (unit.cell, unit.kind));
        self.change(units.collect());
    }

    /// Places the missing units: on the cells that the first ready-made set-up has for the unit's kind, and otherwise
    /// as near as can be to a leader. Units placed already stay.
    fn fill(&mut self) {
        let mut placed = self.placed().clone();
        let mut missing: Vec<Kind> = self
            .reserve()
            .into_iter()
            .flat_map(|line| std::iter::repeat_n(line.kind, line.left))
            .collect();
        for unit in self.book(0).unwrap_or_default() {
            let is_free = !placed.contains_key(&unit.cell);
            let place = missing.iter().position(|kind| *kind == unit.kind);
            if let Some(place) = place.filter(|_| is_free) {
                missing.remove(place);
                placed.insert(unit.cell, unit.kind);
            }
        }
        // leaders first, so that the others find one
        missing.sort_by_key(|kind| std::cmp::Reverse(kind.level()));
        for kind in missing {
            if let Some(cell) = self.nearest_to_leader(&placed) {
                placed.insert(cell, kind);
            }
        }
        self.change(placed);
    }

    /// The free cell of the zone that is nearest to a leader placed, of several the one nearest to the front.
    fn nearest_to_leader(&self, placed: &Placed) -> Option<Cell> {
        let board = self.board();
        let leaders = || placed.iter().filter(|(_, kind)| kind.is_leader());
        let behind = |cell: Cell| match self.side {
            Side::White => u8::MAX - cell.rank(),
            Side::Black => cell.rank(),
        };
        let apart = |cell: Cell| {
            let to = |(leader, _): (&Cell, &Kind)| board.distance(*leader, cell);
            leaders().map(to).min().unwrap_or(0)
        };
        let free = self.zone().iter().copied();
        let free = free.filter(|cell| !placed.contains_key(cell));
        free.min_by_key(|cell| (apart(*cell), behind(*cell), *cell))
    }

    /// True where left and right can be exchanged: ranks of hexes lie half a hex apart, and have no such mirror.
    pub(crate) fn can_mirror(&self) -> bool {
        let mut zone = self.zone().iter();
        let is_square = self.board().shape() == Shape::Square;
        is_square && zone.all(|cell| self.is_home(self.mirrored(*cell)))
    }

    fn mirrored(&self, cell: Cell) -> Cell {
        Cell::new(self.board().files() - 1 - cell.file(), cell.rank())
    }

    fn mirror(&mut self) {
        if self.can_mirror() {
            let placed = self.placed().iter();
            let placed = placed.map(|(cell, kind)| (self.mirrored(*cell), *kind));
            self.change(placed.collect());
        }
    }

    /// True where a change can be undone.
    pub(crate) fn can_undo(&self) -> bool {
        self.made.can_undo()
    }

    /// True where an undone change can be made again.
    pub(crate) fn can_redo(&self) -> bool {
        self.made.can_redo()
    }

    /// The set-up as an order, and what the rules say to it.
    pub(crate) fn order(&self) -> Result<Order, Illegal> {
        let order = Order::SetUp(self.set_up());
        self.start.check(self.side, &order)?;
        Ok(order)
    }

    fn set_up(&self) -> SetUp {
        let placed = self.placed().iter();
        let placements = placed.map(|(cell, kind)| Placement {
            cell: *cell,
            kind: *kind,
        });
        SetUp::new(placements.collect())
    }

    /// The units placed so far as if the game began with them, to ask the rules about their command.
    pub(crate) fn trial(&self) -> Position {
        let side = self.side;
        let units = self.placed().iter();
        let units = units.map(|(cell, kind)| (*cell, Unit { side, kind: *kind }));
        Position::new(Arc::new(Game {
            start: Start::Fixed(units.collect()),
            ..self.game().without_lots()
        }))
    }

    fn find_worries(&self) -> Worries {
        let (trial, game, board) = (self.trial(), self.game(), self.board());
        let leaders = || self.placed().iter().filter(|(_, kind)| kind.is_leader());
        let is_reached = |cell| {
            let reaches = |(leader, kind): (&Cell, &Kind)| {
                board.distance(*leader, cell) <= game.order_range(*kind)
            };
            leaders().any(reaches)
        };
        let mut worries = Worries::default();
        for (cell, kind) in self.placed() {
            if game.points(*kind) > 0 && !is_reached(*cell) {
                worries.unheard.push(*cell);
            } else if trial.is_in_command(*cell) == Some(false) {
                worries.cut_off.push(*cell);
            }
        }
        worries
    }

    /// The whole set-up as White's rows, which do for either side; nothing where the rules do not allow it yet.
    pub(crate) fn rows(&self) -> Option<String> {
        self.order().ok()?;
        let order = Order::SetUp(self.seen_from_white(&self.set_up()));
        Some(order.to_text(self.game(), Side::White))
    }

    /// Takes a whole set-up from such rows, where the rules allow it here.
    pub(crate) fn take_rows(&mut self, rows: &str) {
        if let Some(set_up) = self.read_rows(rows) {
            self.take(&set_up.0);
            self.worries = self.find_worries();
        }
    }

    /// True where the rows are a set-up that the rules allow here.
    pub(crate) fn may_take_rows(&self, rows: &str) -> bool {
        self.read_rows(rows).is_some()
    }

    fn read_rows(&self, rows: &str) -> Option<SetUp> {
        let Ok(Order::SetUp(set_up)) = Order::parse(self.game(), Side::White, rows) else {
            return None;
        };
        let order = Order::SetUp(self.seen_from_white(&set_up));
        self.start.check(self.side, &order).ok()?;
        match order {
            Order::SetUp(set_up) => Some(set_up),
            _ => None,
        }
    }

    /// The own set-up as White's would be, and White's as the own: Black's after a half-turn of the board.
    fn seen_from_white(&self, set_up: &SetUp) -> SetUp {
        let cell = |cell| match self.side {
            Side::White => cell,
            Side::Black => self.board().half_turn(cell),
        };
        let seen = set_up.0.iter().map(|unit| Placement {
            cell: cell(unit.cell),
            ..*unit
        });
        let mut placements: Vec<Placement> = seen.collect();
        placements.sort_unstable();
        SetUp::new(placements)
    }
}

/// The hidden set-up of a game that begins with one.
pub(crate) fn hidden(game: &Game) -> Option<&HiddenSetUp> {
    match &game.start {
        Start::Hidden(rules) => Some(rules),
        Start::Fixed(_) => None,
    }
}
