//! A side's hidden set-up while it is being made: any unit of the army on any cell of the home zone.

use std::sync::Arc;

use board::{Board, Cell, Shape};
use kit::model::army::{ArmyEditor, Made as AnyMade, Making, Placed as AnyPlaced, Symmetry};
use rules::wargame::{Game, HiddenSetUp, Illegal, Kind, Order, Position, Side, Start, Unit};

use crate::two_sides;

type Placed = AnyPlaced<Kind>;

/// A side's hidden set-up while it is being made.
#[derive(Debug, Clone)]
pub struct Editor {
    start: Position,
    side: Side,
    making: Making<Kind, ()>,
    /// The units that could do nothing where they stand.
    pub worries: Worries,
}

/// A change of a hidden set-up.
pub type EditorCommand = kit::model::army::EditorCommand<Kind, NoChange>;
pub type Pick = kit::model::army::Pick<Kind>;
pub type Reserve = kit::model::army::Reserve<Kind>;

/// The family knows no change but those of every hidden set-up.
#[derive(Debug, Clone, Copy)]
pub enum NoChange {}

/// The worries about a set-up that the rules allow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Worries {
    /// Leaders out of command, which could not act.
    pub cut_off: Vec<Cell>,
    /// Units with no leader near enough to give them an order.
    pub unheard: Vec<Cell>,
}

impl Editor {
    /// An empty set-up of a side, if the game begins with hidden ones.
    pub fn new(start: &Position, side: Side) -> Option<Self> {
        // a game with fixed set-ups has nothing to edit
        hidden(start.game())?;
        Some(Self {
            start: start.clone(),
            side,
            making: Making::new(()),
            worries: Worries::default(),
        })
    }

    pub const fn side(&self) -> Side {
        self.side
    }

    /// The game as the scenario fixes it.
    pub const fn game(&self) -> &Arc<Game> {
        self.start.game()
    }

    fn rules(&self) -> &HiddenSetUp {
        hidden(self.game()).expect("an editor is only made for a hidden set-up")
    }

    /// The cells of the home zone, in board order.
    pub fn zone(&self) -> &[Cell] {
        &self.rules().zones[self.side.index()]
    }

    /// The free cell of the zone that is nearest to a placed leader; of equal cells, the one nearest to the front.
    fn nearest_to_leader(&self, placed: &Placed) -> Option<Cell> {
        let board = self.ground();
        let leaders = || placed.iter().filter(|(_, kind)| kind.is_leader());
        // the smallest comes first, and White's front is at its highest rank
        let behind = |cell: Cell| match self.side {
            Side::White => u8::MAX - cell.rank(),
            Side::Black => cell.rank(),
        };
        let apart = |cell: Cell| {
            let to = |(leader, _): (&Cell, &Kind)| board.distance(*leader, cell);
            // without a leader all cells are equally near, and the front decides
            leaders().map(to).min().unwrap_or(0)
        };
        let free = self.zone().iter().copied();
        let free = free.filter(|cell| !placed.contains_key(cell));
        free.min_by_key(|cell| (apart(*cell), behind(*cell), *cell))
    }

    /// The units placed so far as if the game began with them, to ask the rules about their command.
    pub fn trial(&self) -> Position {
        let side = self.side;
        let units = self.placed().iter();
        let units = units.map(|(cell, kind)| (*cell, Unit { side, kind: *kind }));
        // the rules know the command of units on the board only, so that the set-up becomes a fixed start
        Position::new(Arc::new(Game {
            start: Start::Fixed(units.collect()),
            ..self.game().without_lots()
        }))
    }

    fn find_worries(&self) -> Worries {
        let (trial, game, board) = (self.trial(), self.game(), self.ground());
        let leaders = || self.placed().iter().filter(|(_, kind)| kind.is_leader());
        let is_reached = |cell| {
            let reaches = |(leader, kind): (&Cell, &Kind)| {
                board.distance(*leader, cell) <= game.order_range(*kind)
            };
            leaders().any(reaches)
        };
        let mut worries = Worries::default();
        for (cell, kind) in self.placed() {
            // a unit without points moves only in tow, and no order is missed by it
            if game.points(*kind) > 0 && !is_reached(*cell) {
                worries.unheard.push(*cell);
            } else if trial.is_in_command(*cell) == Some(false) {
                worries.cut_off.push(*cell);
            }
        }
        worries
    }
}

impl ArmyEditor for Editor {
    type Kind = Kind;
    type Chosen = ();
    type Change = NoChange;
    type Position = Position;
    type Order = Order;
    type Illegal = Illegal;

    fn begin(start: &Position, side: rules::Side) -> Option<Self> {
        Self::new(start, side.try_into().ok()?)
    }

    fn making(&self) -> &Making<Kind, ()> {
        &self.making
    }

    fn making_mut(&mut self) -> &mut Making<Kind, ()> {
        &mut self.making
    }

    fn owner(&self) -> rules::Side {
        self.side.into()
    }

    fn ground(&self) -> Board {
        self.game().board()
    }

    fn home(&self) -> impl Iterator<Item = Cell> {
        self.zone().iter().copied()
    }

    fn kinds(&self, (): &()) -> Vec<(Kind, usize)> {
        let kinds = self.game().ruleset.kinds().iter().copied();
        two_sides::counted(kinds, &self.game().army(self.side))
    }

    fn books(&self) -> impl Iterator<Item = &str> {
        let books = &self.rules().books[self.side.index()];
        books.iter().map(|(name, _)| name.as_str())
    }

    /// Books hold the bare army: in a game with Paratroops two of its Infantry become such.
    fn book(&self, number: usize) -> Option<Placed> {
        // as the rules choose the two for a ready-made set-up (wargame 1.14), or the book would be refused
        let (_, placements) = self.rules().books[self.side.index()].get(number)?;
        let placements = self.game().with_paratroops(self.side, placements.clone());
        Some(two_sides::placed(&placements))
    }

    fn chosen_by(&self, _: &Placed) {}

    /// Ranks of hexes lie half a hex apart, and have no mirror.
    fn turned(&self, cell: Cell, turn: Symmetry) -> Option<Cell> {
        let is_square = self.ground().shape() == Shape::Square;
        let mirrored = || Cell::new(self.ground().files() - 1 - cell.file(), cell.rank());
        (is_square && turn == Symmetry::Mirror).then(mirrored)
    }

    /// The missing units come to the cells that the first ready-made set-up has for their kinds, and otherwise as near
    /// as can be to a leader.
    fn filled(&self) -> AnyMade<Kind, ()> {
        let mut placed = self.placed().clone();
        let mut missing: Vec<Kind> = self
            .reserve()
            .into_iter()
            .flat_map(|line| std::iter::repeat_n(line.kind, line.left))
            .collect();
        // the first book's cells come first, so that a book taken apart and filled up is that book again
        for (cell, kind) in self.book(0).unwrap_or_default() {
            let is_free = !placed.contains_key(&cell);
            let place = missing.iter().position(|other| *other == kind);
            if let Some(place) = place.filter(|_| is_free) {
                missing.remove(place);
                placed.insert(cell, kind);
            }
        }
        // leaders first, so that the others find one nearby
        missing.sort_by_key(|kind| std::cmp::Reverse(kind.level()));
        for kind in missing {
            if let Some(cell) = self.nearest_to_leader(&placed) {
                placed.insert(cell, kind);
            }
        }
        AnyMade { placed, chosen: () }
    }

    fn change_own(&mut self, change: NoChange) {
        match change {}
    }

    fn look_again(&mut self) {
        self.worries = self.find_worries();
    }

    fn order_of(&self, placed: &Placed) -> Order {
        Order::SetUp(two_sides::set_up(placed))
    }

    fn placed_by(order: &Order) -> Option<Placed> {
        match order {
            Order::SetUp(set_up) => Some(two_sides::placed(&set_up.0)),
            Order::Move { .. }
            | Order::Fire { .. }
            | Order::Rifle { .. }
            | Order::Prepare(_)
            | Order::Leap { .. }
            | Order::End => None,
        }
    }

    fn check(&self, order: &Order) -> Result<(), Illegal> {
        self.start.check(self.side, order)
    }

    fn to_rows(&self, order: &Order) -> String {
        // always as White's rows, so that a kept set-up serves either side
        order.to_text(self.game(), Side::White)
    }

    fn of_rows(&self, rows: &str) -> Option<Order> {
        Order::parse(self.game(), Side::White, rows).ok()
    }
}

/// The hidden set-up of a game that begins with one.
pub fn hidden(game: &Game) -> Option<&HiddenSetUp> {
    match &game.start {
        Start::Hidden(rules) => Some(rules),
        Start::Fixed(_) => None,
    }
}
