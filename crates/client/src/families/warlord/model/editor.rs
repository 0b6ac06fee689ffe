mod army;
mod fill;
mod rows;

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Board, Cell};
use rules::warlord::{
    FreeUnits, Game, HiddenSetUp, Illegal, Kind, Order, Placement, Position, SetUp, Side, Start,
};

use crate::shell::model::changes::Changes;
use crate::shell::model::touch::BoardCommand;
pub(crate) use army::{Chosen, Mix};

/// A side's hidden set-up while it is being made.
#[derive(Debug, Clone)]
pub(crate) struct Editor {
    start: Position,
    side: Side,
    made: Changes<Made>,
    /// The unit in the hand.
    pub(crate) picked: Option<Pick>,
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
    /// Choose another mix of leaders.
    TakeMix(Mix),
    /// Choose a free unit of a kind more, or one less.
    Choose(Kind, bool),
    /// Choose and place what is missing.
    Fill,
    /// Turn everything.
    Turn(Symmetry),
    /// Exchange a section with the next.
    ExchangeWithNext(usize),
    /// Everything back to the reserve.
    Clear,
}

/// The choice and the placements so far: the state that undo restores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Made {
    placed: BTreeMap<Cell, Kind>,
    chosen: Chosen,
}

/// The unit that the next click puts down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pick {
    /// A unit of the reserve.
    Reserve(Kind),
    /// The unit on that cell.
    Placed(Cell),
}

/// A turn of a whole set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Symmetry {
    /// Left and right exchanged.
    Mirror,
    /// Round by half a turn: the front rank becomes the last.
    HalfTurn,
}

/// One line of the reserve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reserve {
    /// The kind.
    pub(crate) kind: Kind,
    /// The number of units not on the board yet.
    pub(crate) left: usize,
    /// The number of units in the army and the choice.
    pub(crate) total: usize,
}

/// The state of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    /// Its first and last cell, which name it.
    pub(crate) corners: (Cell, Cell),
    /// The owner's turn from which its units enter, where they do not stand on the board at first.
    pub(crate) enters: Option<u16>,
    /// Leaders in it.
    pub(crate) leaders: usize,
    /// Other units in it.
    pub(crate) others: usize,
    /// The verdict on the section.
    pub(crate) standing: Standing,
}

/// The verdict on a section.
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
        let chosen = start.game().choice.map(Chosen::first).unwrap_or_default();
        Some(Self {
            start: start.clone(),
            side,
            made: Changes::new(Made {
                placed: BTreeMap::new(),
                chosen,
            }),
            picked: None,
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

    /// The side of the first turn, where known.
    pub(crate) const fn first(&self) -> Side {
        self.start.side()
    }

    /// The game as the scenario fixes it.
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

    /// The placed units by their cells.
    pub(crate) const fn placed(&self) -> &BTreeMap<Cell, Kind> {
        &self.made.now().placed
    }

    /// The choice that the scenario offers beside the army.
    pub(crate) fn choice(&self) -> Option<FreeUnits> {
        self.game().choice
    }

    /// The units chosen beside the army.
    pub(crate) const fn chosen(&self) -> &Chosen {
        &self.made.now().chosen
    }

    /// The number of free units still to be chosen.
    pub(crate) fn others_to_choose(&self) -> u8 {
        let all = self.choice().map_or(0, |choice| choice.others);
        all.saturating_sub(self.made.now().chosen.others())
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

    /// The kinds of the army and what is chosen beside it, with what is left of each, in the rulebook's order.
    pub(crate) fn reserve(&self) -> Vec<Reserve> {
        self.kinds(self.made.now()).collect()
    }

    fn kinds<'a>(&'a self, made: &'a Made) -> impl Iterator<Item = Reserve> + 'a {
        let army = &self.game().armies[self.side.index()];
        Kind::ALL.into_iter().filter_map(move |kind| {
            let own = army.iter().filter(|other| **other == kind).count();
            let total = own + usize::from(made.chosen.of(kind));
            let used = made.placed.values().filter(|other| **other == kind).count();
            (total > 0).then(|| Reserve {
                kind,
                left: total.saturating_sub(used),
                total,
            })
        })
    }

    fn left(&self, kind: Kind) -> usize {
        let line = self.kinds(self.made.now()).find(|line| line.kind == kind);
        line.map_or(0, |line| line.left)
    }

    /// The state of each section.
    pub(crate) fn sections(&self) -> Vec<Section> {
        let (need_leaders, need_others) = (
            usize::from(self.rules().leaders),
            usize::from(self.rules().others),
        );
        self.sections_cells()
            .iter()
            .enumerate()
            .filter_map(|(number, cells)| {
                let kinds = || {
                    cells
                        .iter()
                        .filter_map(|cell| self.made.now().placed.get(cell))
                };
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
                    enters: self.rules().enters.get(number).copied(),
                    leaders,
                    others,
                    standing,
                })
            })
            .collect()
    }

    /// The numbers of leaders and others that a section must hold, and the number of sections to use.
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
            EditorCommand::TakeMix(mix) => self.take_mix(mix),
            EditorCommand::Choose(kind, more) => self.choose(kind, more),
            EditorCommand::Fill => self.fill(),
            EditorCommand::Turn(symmetry) => self.turn(symmetry),
            EditorCommand::ExchangeWithNext(section) => self.exchange_with_next(section),
            EditorCommand::Clear => self.clear(),
        }
    }

    /// Takes an input on the board; false where the set-up has no use for the input.
    pub(crate) fn touch(&mut self, command: BoardCommand) -> bool {
        match command {
            BoardCommand::Click(cell) => self.click(cell),
            BoardCommand::Drag(from, to) => self.shift(from, to),
            BoardCommand::Undo => self.undo(),
            BoardCommand::Redo => self.redo(),
            BoardCommand::Deselect => self.picked = None,
            BoardCommand::Cursor(_)
            | BoardCommand::Flip
            | BoardCommand::Sketch(..)
            | BoardCommand::NextEnemyOrder
            | BoardCommand::NextUnit
            | BoardCommand::NextLeader => return false,
        }
        true
    }

    fn change(&mut self, made: Made) {
        self.picked = None;
        self.made.change(made);
    }

    fn rearrange(&mut self, placed: BTreeMap<Cell, Kind>) {
        self.change(Made {
            placed,
            chosen: self.made.now().chosen.clone(),
        });
    }

    /// Takes another mix of leaders. Placed leaders whose level has no room left in the mix change their level.
    pub(crate) fn take_mix(&mut self, mix: Mix) {
        let known = self
            .choice()
            .is_some_and(|choice| Mix::all(choice).contains(&mix));
        if known {
            let mut made = self.made.now().clone();
            made.chosen.set_mix(mix);
            self.fit(&mut made);
            self.change(made);
        }
    }

    /// Chooses one free unit more or one less of a kind. One that has no place in the army any more is taken off.
    pub(crate) fn choose(&mut self, kind: Kind, more: bool) {
        let free = self.choice().is_some() && !kind.is_leader() && kind != Kind::Promoted;
        let count = self.made.now().chosen.of(kind);
        let wanted = match more {
            true if self.others_to_choose() > 0 => count + 1,
            false if count > 0 => count - 1,
            _ => return,
        };
        if free {
            let mut made = self.made.now().clone();
            made.chosen.set(kind, wanted);
            self.fit(&mut made);
            self.change(made);
        }
    }

    /// Brings what is placed within what there is: a leader too many becomes one of a level not all placed, anything else
    /// goes.
    fn fit(&self, made: &mut Made) {
        let lines: Vec<(Kind, usize)> = Kind::ALL
            .into_iter()
            .map(|kind| {
                let line = self.kinds(made).find(|line| line.kind == kind);
                (kind, line.map_or(0, |line| line.total))
            })
            .collect();
        for (kind, total) in lines {
            let standing = made.placed.iter().filter(|(_, other)| **other == kind);
            let surplus: Vec<Cell> = standing.map(|(cell, _)| *cell).skip(total).collect();
            for cell in surplus {
                let other = Mix::KINDS.into_iter().find(|other| {
                    kind.is_leader()
                        && self
                            .kinds(made)
                            .any(|line| line.kind == *other && line.left > 0)
                });
                match other {
                    Some(other) => made.placed.insert(cell, other),
                    None => made.placed.remove(&cell),
                };
            }
        }
    }

    /// Puts a unit of the reserve on a cell of the home sections, sending back what stood there.
    pub(crate) fn place(&mut self, kind: Kind, cell: Cell) {
        if self.section_of(cell).is_some() && self.left(kind) > 0 {
            let mut placed = self.made.now().placed.clone();
            placed.insert(cell, kind);
            self.rearrange(placed);
        }
    }

    /// Moves a placed unit; two placed units change cells.
    pub(crate) fn shift(&mut self, from: Cell, to: Cell) {
        let mut placed = self.made.now().placed.clone();
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
        self.rearrange(placed);
    }

    /// Sends a placed unit back to the reserve.
    pub(crate) fn remove(&mut self, cell: Cell) {
        let mut placed = self.made.now().placed.clone();
        placed.remove(&cell);
        self.rearrange(placed);
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
                    .placed()
                    .contains_key(&cell)
                    .then_some(Pick::Placed(cell));
            }
        }
    }

    /// Takes a ready-made set-up, with what it chooses.
    pub(crate) fn take_book(&mut self, number: usize) {
        let book = self.rules().books[self.side.index()].get(number);
        if let Some((_, placements)) = book.cloned() {
            self.take(&placements);
        }
    }

    /// Takes whole placements, with what they choose.
    fn take(&mut self, placements: &[Placement]) {
        let placed: BTreeMap<Cell, Kind> = placements
            .iter()
            .map(|placement| (placement.cell, placement.kind))
            .collect();
        let army = &self.game().armies[self.side.index()];
        let chosen = self
            .choice()
            .map(|_| Chosen::beside(army, placed.values().copied()));
        self.change(Made {
            placed,
            chosen: chosen.unwrap_or_default(),
        });
    }

    /// True where the turn maps the home sections onto themselves.
    pub(crate) fn can_turn(&self, turn: Symmetry) -> bool {
        let mut cells = self.sections_cells().iter().flatten();
        cells.all(|cell| self.section_of(self.turned(*cell, turn)).is_some())
    }

    fn turned(&self, cell: Cell, turn: Symmetry) -> Cell {
        let file = self.board().files() - 1 - cell.file();
        match turn {
            Symmetry::Mirror => Cell::new(file, cell.rank()),
            Symmetry::HalfTurn => {
                let ranks = self.rules().ranks(self.side);
                Cell::new(file, ranks.start + ranks.end - 1 - cell.rank())
            }
        }
    }

    /// Turns everything over or round, where the home sections are the same then.
    pub(crate) fn turn(&mut self, turn: Symmetry) {
        if self.can_turn(turn) {
            let placed = self.made.now().placed.iter();
            let placed = placed.map(|(cell, kind)| (self.turned(*cell, turn), *kind));
            self.rearrange(placed.collect());
        }
    }

    /// Exchanges what stands in a section and in the next one: the order in which blocks enter.
    pub(crate) fn exchange_with_next(&mut self, section: usize) {
        let [Some(one), Some(next)] = [section, section + 1].map(|n| self.sections_cells().get(n))
        else {
            return;
        };
        let other = |cell: &Cell| {
            let to = |from: &[Cell], to: &[Cell]| {
                let place = from.iter().position(|other| other == cell)?;
                to.get(place).copied()
            };
            to(one, next).or_else(|| to(next, one)).unwrap_or(*cell)
        };
        let placed = self.made.now().placed.iter();
        self.rearrange(placed.map(|(cell, kind)| (other(cell), *kind)).collect());
    }

    /// Sends everything back to the reserve.
    pub(crate) fn clear(&mut self) {
        self.rearrange(BTreeMap::new());
    }

    /// Takes the last change back.
    pub(crate) fn undo(&mut self) {
        self.picked = None;
        self.made.undo();
    }

    /// Makes the change undone last again.
    pub(crate) fn redo(&mut self) {
        self.picked = None;
        self.made.redo();
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
        let placements = self.made.now().placed.iter().map(|(cell, kind)| Placement {
            cell: *cell,
            kind: *kind,
        });
        let order = Order::SetUp(SetUp::new(placements.collect()));
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
