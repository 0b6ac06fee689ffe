use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Board, Cell};
use rules::Side;
use rules::warlord::{Game, HiddenSetUp, Illegal, Kind, Order, Placement, Position, SetUp, Start};

/// A side's hidden set-up while it is being made.
#[derive(Debug, Clone)]
pub(crate) struct Editor {
    start: Position,
    side: Side,
    placed: BTreeMap<Cell, Kind>,
    /// What is in the hand.
    pub(crate) picked: Option<Pick>,
    past: Vec<BTreeMap<Cell, Kind>>,
    future: Vec<BTreeMap<Cell, Kind>>,
}

/// What the next click puts down.
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
    /// What.
    pub(crate) kind: Kind,
    /// How many are not on the board yet.
    pub(crate) left: usize,
    /// How many the army has.
    pub(crate) total: usize,
}

/// How a section stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    /// Its first and last cell, which name it.
    pub(crate) corners: (Cell, Cell),
    /// Leaders in it.
    pub(crate) leaders: usize,
    /// Other units in it.
    pub(crate) others: usize,
    /// What is to be said of it.
    pub(crate) standing: Standing,
}

/// What is to be said of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing in it.
    Empty,
    /// More is needed.
    Filling,
    /// Exactly what the rules ask.
    Done,
    /// More than the rules allow.
    Overfull,
}

impl Editor {
    /// An empty set-up of a side, where the game begins with hidden ones.
    pub(crate) fn new(start: &Position, side: Side) -> Option<Self> {
        hidden(start.game())?;
        Some(Self {
            start: start.clone(),
            side,
            placed: BTreeMap::new(),
            picked: None,
            past: Vec::new(),
            future: Vec::new(),
        })
    }

    /// Whose set-up it is.
    pub(crate) const fn side(&self) -> Side {
        self.side
    }

    /// What the scenario fixes.
    pub(crate) const fn game(&self) -> &Arc<Game> {
        self.start.game()
    }

    /// The board.
    pub(crate) fn board(&self) -> Board {
        self.start.board()
    }

    fn rules(&self) -> &HiddenSetUp {
        hidden(self.game()).expect("an editor is only made for a hidden set-up")
    }

    /// What stands where.
    pub(crate) const fn placed(&self) -> &BTreeMap<Cell, Kind> {
        &self.placed
    }

    /// The section a cell lies in, by number.
    pub(crate) fn section_of(&self, cell: Cell) -> Option<usize> {
        self.sections_cells()
            .iter()
            .position(|cells| cells.contains(&cell))
    }

    /// Every cell of each home section.
    pub(crate) fn sections_cells(&self) -> &[Vec<Cell>] {
        &self.rules().sections[self.side.index()]
    }

    /// The army's kinds with what is left of each, in the rulebook's order.
    pub(crate) fn reserve(&self) -> Vec<Reserve> {
        let army = &self.game().armies[self.side.index()];
        Kind::ALL
            .into_iter()
            .filter_map(|kind| {
                let total = army.iter().filter(|other| **other == kind).count();
                let used = self.placed.values().filter(|other| **other == kind).count();
                (total > 0).then(|| Reserve {
                    kind,
                    left: total.saturating_sub(used),
                    total,
                })
            })
            .collect()
    }

    fn left(&self, kind: Kind) -> usize {
        self.reserve()
            .into_iter()
            .find(|line| line.kind == kind)
            .map_or(0, |line| line.left)
    }

    /// How each section stands.
    pub(crate) fn sections(&self) -> Vec<Section> {
        let (need_leaders, need_others) = (
            usize::from(self.rules().leaders),
            usize::from(self.rules().others),
        );
        self.sections_cells()
            .iter()
            .filter_map(|cells| {
                let kinds = || cells.iter().filter_map(|cell| self.placed.get(cell));
                let leaders = kinds().filter(|kind| kind.is_leader()).count();
                let others = kinds().count() - leaders;
                let standing = if leaders > need_leaders || others > need_others {
                    Standing::Overfull
                } else if leaders == need_leaders && others == need_others {
                    Standing::Done
                } else if leaders + others == 0 {
                    Standing::Empty
                } else {
                    Standing::Filling
                };
                let corners = (*cells.first()?, *cells.last()?);
                Some(Section {
                    corners,
                    leaders,
                    others,
                    standing,
                })
            })
            .collect()
    }

    /// What a section must hold: leaders and others; and how many sections are used.
    pub(crate) fn needed(&self) -> (u8, u8, u8) {
        let rules = self.rules();
        (rules.leaders, rules.others, rules.used)
    }

    /// The names of the ready-made set-ups.
    pub(crate) fn books(&self) -> impl Iterator<Item = &str> {
        self.rules().books[self.side.index()]
            .iter()
            .map(|(name, _)| name.as_str())
    }

    fn change(&mut self, placed: BTreeMap<Cell, Kind>) {
        self.picked = None;
        if placed != self.placed {
            self.past.push(std::mem::replace(&mut self.placed, placed));
            self.future.clear();
        }
    }

    /// Puts a unit of the reserve on a cell of the home sections, sending back what stood there.
    pub(crate) fn place(&mut self, kind: Kind, cell: Cell) {
        if self.section_of(cell).is_some() && self.left(kind) > 0 {
            let mut placed = self.placed.clone();
            placed.insert(cell, kind);
            self.change(placed);
        }
    }

    /// Moves a placed unit; two placed units change cells.
    pub(crate) fn shift(&mut self, from: Cell, to: Cell) {
        let mut placed = self.placed.clone();
        let Some(kind) = placed
            .remove(&from)
            .filter(|_| self.section_of(to).is_some())
        else {
            return;
        };
        if let Some(other) = placed.insert(to, kind) {
            placed.insert(from, other);
        }
        if from == to {
            placed.insert(to, kind);
        }
        self.change(placed);
    }

    /// Sends a placed unit back to the reserve.
    pub(crate) fn remove(&mut self, cell: Cell) {
        let mut placed = self.placed.clone();
        placed.remove(&cell);
        self.change(placed);
    }

    /// A click on a cell: puts down what is in the hand, or takes what stands there.
    /// A unit of the reserve stays in the hand while more of it are left.
    pub(crate) fn click(&mut self, cell: Cell) {
        match self.picked {
            Some(Pick::Reserve(kind)) if self.section_of(cell).is_some() => {
                self.place(kind, cell);
                self.picked = (self.left(kind) > 0).then_some(Pick::Reserve(kind));
            }
            Some(Pick::Placed(from)) if from != cell && self.section_of(cell).is_some() => {
                self.shift(from, cell);
            }
            Some(_) => self.picked = None,
            None => {
                self.picked = self
                    .placed
                    .contains_key(&cell)
                    .then_some(Pick::Placed(cell));
            }
        }
    }

    /// Takes a ready-made set-up.
    pub(crate) fn take_book(&mut self, number: usize) {
        let book = self.rules().books[self.side.index()].get(number);
        if let Some((_, placements)) = book {
            let placed = placements
                .iter()
                .map(|placement| (placement.cell, placement.kind));
            self.change(placed.collect());
        }
    }

    /// Mirrors left and right.
    pub(crate) fn mirror(&mut self) {
        let last = self.board().files() - 1;
        let turn = |cell: Cell| Cell::new(last - cell.file(), cell.rank());
        let placed = self
            .placed
            .iter()
            .map(|(cell, kind)| (turn(*cell), *kind))
            .collect();
        self.change(placed);
    }

    /// Sends everything back to the reserve.
    pub(crate) fn clear(&mut self) {
        self.change(BTreeMap::new());
    }

    /// Takes the last change back.
    pub(crate) fn undo(&mut self) {
        if let Some(placed) = self.past.pop() {
            self.future
                .push(std::mem::replace(&mut self.placed, placed));
            self.picked = None;
        }
    }

    /// Makes the change undone last again.
    pub(crate) fn redo(&mut self) {
        if let Some(placed) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.placed, placed));
            self.picked = None;
        }
    }

    /// Whether there is something to take back.
    pub(crate) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether something was taken back.
    pub(crate) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// The set-up as an order, and what the rules say to it.
    pub(crate) fn order(&self) -> Result<Order, Illegal> {
        let placements = self.placed.iter().map(|(cell, kind)| Placement {
            cell: *cell,
            kind: *kind,
        });
        let order = Order::SetUp(SetUp(placements.collect()));
        self.start.check(self.side, &order)?;
        Ok(order)
    }
}

/// The hidden set-up of a game that begins with one.
pub(crate) fn hidden(game: &Game) -> Option<&HiddenSetUp> {
    match &game.start {
        Start::Hidden(rules) => Some(rules),
        Start::Fixed(_) => None,
    }
}
