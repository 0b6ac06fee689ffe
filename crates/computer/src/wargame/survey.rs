//! What the judgment needs to know of every unit, kept up to date with each order.

use board::Cell;
use rules::wargame::{Kind, Position, Side, Unit};

use super::attacks::{Attacks, is_near};
use super::facts::Facts;
use super::memory::Memory;
use super::surroundings::Surroundings;
use super::window::{Cells, REACH, Window};
use crate::random::mix;

/// Every unit of a position with what the judgment asks about each, kept up to date order by order and taken back.
#[derive(Debug)]
pub(super) struct Survey {
    units: Vec<Placed>,
    /// For each cell, the place of its unit in `units` plus 1; 0 for an empty cell.
    places: Vec<u16>,
    /// The cells of each side's units.
    armies: [Cells; 2],
    /// Each side's leaders, in no order.
    leaders: [Vec<(Cell, Kind)>; 2],
    /// Each side's leaders in command, in board order.
    commanded: [Vec<Cell>; 2],
    /// By side and cell: the number of the side's leaders whose orders reach the cell.
    ordering: [Vec<u8>; 2],
    /// By side and cell: the number of the side's units on neighboring cells.
    beside: [Vec<u8>; 2],
    key: u64,
    /// The attacks worked out before, by what stands around the unit.
    known: Memory<Attacks>,
    /// The changes made, to be taken back from the last on.
    changes: Vec<Change>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) cell: Cell,
    pub(super) unit: Unit,
    pub(super) attacks: Attacks,
}

/// A change of the survey, with what was there before.
#[derive(Debug)]
enum Change {
    /// A unit was taken from that place of the list; `stays` if the unit stays on the board.
    Taken {
        place: usize,
        placed: Placed,
        stays: bool,
    },
    /// A unit was put at the end of the list; `stays` if the unit was on the board before.
    Put {
        stays: bool,
    },
    Looked {
        place: usize,
        attacks: Attacks,
    },
    Commanded {
        side: Side,
        cells: Vec<Cell>,
    },
}

/// The most attacks remembered, of some 64 bytes each.
const MOST: usize = 20_000;

impl Survey {
    pub(super) fn new(position: &Position, facts: &Facts, surroundings: &Surroundings) -> Self {
        let board = facts.board;
        let counts = || Side::BOTH.map(|_| vec![0; board.len()]);
        let mut survey = Self {
            units: Vec::new(),
            places: vec![0; board.len()],
            armies: Side::BOTH.map(|_| Cells::none(board)),
            leaders: Default::default(),
            commanded: Side::BOTH.map(|side| position.in_command(side)),
            ordering: counts(),
            beside: counts(),
            key: 0,
            known: Memory::default(),
            changes: Vec::new(),
        };
        for (cell, unit) in position.units() {
            survey.put(facts, Placed::new(cell, unit));
            survey.count(position, facts, cell, unit, true);
        }
        for place in 0..survey.units.len() {
            survey.look(position, facts, surroundings, place);
        }
        survey
    }

    /// The number of changes made, for [`Survey::undo`].
    pub(super) const fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Updates the survey on the changed cells, in board order. The units on them go to the end of the list, even if
    /// they are the same; `towed` are the cells of units that are towed only now or only were.
    pub(super) fn update(
        &mut self,
        position: &Position,
        facts: &Facts,
        surroundings: &Surroundings,
        changed: &[Cell],
        towed: &[Cell],
    ) {
        let mut staying: Vec<Placed> = Vec::new();
        let mut moved: Vec<Cell> = towed.to_vec();
        // the chain of command is followed again only if a leader moved or fell: it is the slowest part of an update
        let mut has_leaders = [false, false];
        for &cell in changed {
            let Some(place) = self.place(facts, cell) else {
                moved.push(cell);
                continue;
            };
            let placed = self.units[place];
            self.take(facts, place);
            // a unit that went away and one of the same kind that came are the same to the survey
            let stays = position.unit(cell) == Some(placed.unit);
            if stays {
                staying.push(placed);
            } else {
                moved.push(cell);
                has_leaders[placed.unit.side.index()] |= placed.unit.kind.is_leader();
                self.count(position, facts, cell, placed.unit, false);
            }
            self.changes.push(Change::Taken {
                place,
                placed,
                stays,
            });
        }
        let mut staying = staying.into_iter().peekable();
        let from = self.units.len();
        for &cell in changed {
            let Some(unit) = position.unit(cell) else {
                continue;
            };
            let stayed = staying.next_if(|placed| placed.cell == cell);
            let stays = stayed.is_some();
            self.put(facts, stayed.unwrap_or(Placed::new(cell, unit)));
            if !stays {
                has_leaders[unit.side.index()] |= unit.kind.is_leader();
                self.count(position, facts, cell, unit, true);
            }
            self.changes.push(Change::Put { stays });
        }
        for side in Side::BOTH {
            if has_leaders[side.index()] {
                let now = position.in_command(side);
                let cells = std::mem::replace(&mut self.commanded[side.index()], now);
                self.changes.push(Change::Commanded { side, cells });
            }
        }
        // last, since attacks depend on the units' final places
        for place in self.concerned(position, facts, &moved, from) {
            let attacks = self.units[place].attacks;
            self.changes.push(Change::Looked { place, attacks });
            self.look(position, facts, surroundings, place);
        }
    }

    /// The places of the units whose attacks units on the changed cells may concern, and of those put at `from` and
    /// behind.
    fn concerned(
        &self,
        position: &Position,
        facts: &Facts,
        changed: &[Cell],
        from: usize,
    ) -> Vec<usize> {
        let mut again: Vec<usize> = Vec::with_capacity(32);
        for (place, placed) in self.units.iter().enumerate() {
            // a unit that stayed keeps the attacks it had, unless something on its watched cells changed
            let is_new = place >= from && placed.attacks.watched.is_empty();
            if is_new || placed.watches(changed) {
                again.push(place);
            }
        }
        for &cell in changed {
            let Some(unit) = position.unit(cell) else {
                continue;
            };
            let enemies = self.armies[unit.side.opponent().index()].around(cell);
            let places = enemies.cells(cell).filter_map(|enemy| {
                let place = self.place(facts, enemy)?;
                let reach = facts.of(self.units[place].unit.kind).reach;
                is_near(cell, enemy, reach).then_some(place)
            });
            again.extend(places);
        }
        again.sort_unstable();
        again.dedup();
        again
    }

    /// Looks at the attacks of a unit.
    fn look(
        &mut self,
        position: &Position,
        facts: &Facts,
        surroundings: &Surroundings,
        place: usize,
    ) {
        let Placed { cell, unit, .. } = self.units[place];
        let reach = facts.of(unit.kind).reach;
        let enemies = self.armies[unit.side.opponent().index()].around(cell);
        self.units[place].attacks = if enemies.and(Window::square(reach)).is_empty() {
            Attacks::default()
        } else {
            // all at once: to find the oldest would take longer than to look again
            if self.known.len() > MOST {
                self.known.clear();
            }
            let key = surroundings.key(facts, cell, reach);
            let attacks = || Attacks::of(position, facts, &self.armies, cell, unit);
            *self.known.entry(key).or_insert_with(attacks)
        };
    }

    /// Takes back the changes made since the mark.
    pub(super) fn undo(&mut self, position: &Position, facts: &Facts, mark: usize) {
        while self.changes.len() > mark
            && let Some(change) = self.changes.pop()
        {
            match change {
                Change::Looked { place, attacks } => self.units[place].attacks = attacks,
                Change::Commanded { side, cells } => self.commanded[side.index()] = cells,
                Change::Put { stays } => {
                    let Some(placed) = self.units.pop() else {
                        continue;
                    };
                    self.places[facts.index(placed.cell)] = 0;
                    if !stays {
                        self.count(position, facts, placed.cell, placed.unit, false);
                    }
                }
                Change::Taken {
                    place,
                    placed,
                    stays,
                } => {
                    // the list comes back exactly: of equal kills the judgment counts the first in it
                    self.put(facts, placed);
                    let last = self.units.len() - 1;
                    self.units.swap(place, last);
                    for place in [place, last] {
                        self.number(facts, place);
                    }
                    if !stays {
                        self.count(position, facts, placed.cell, placed.unit, true);
                    }
                }
            }
        }
    }

    /// The units, in the order in which the judgment goes through them.
    pub(super) fn units(&self) -> &[Placed] {
        &self.units
    }

    /// The place in [`Survey::units`] of the unit on a cell.
    pub(super) fn place(&self, facts: &Facts, cell: Cell) -> Option<usize> {
        usize::from(self.places[facts.index(cell)]).checked_sub(1)
    }

    /// The cells of a side's units.
    pub(super) const fn army(&self, side: Side) -> &Cells {
        &self.armies[side.index()]
    }

    pub(super) fn leaders(&self, side: Side) -> &[(Cell, Kind)] {
        &self.leaders[side.index()]
    }

    /// True if a leader is in command.
    pub(super) fn is_in_command(&self, side: Side, leader: Cell) -> bool {
        self.commanded[side.index()].binary_search(&leader).is_ok()
    }

    /// True if the orders of a leader of `side` reach a cell.
    pub(super) fn is_in_reach(&self, facts: &Facts, side: Side, cell: Cell) -> bool {
        self.ordering[side.index()][facts.index(cell)] > 0
    }

    /// True if a unit of `side` stands beside a cell.
    pub(super) fn is_beside(&self, facts: &Facts, side: Side, cell: Cell) -> bool {
        self.beside[side.index()][facts.index(cell)] > 0
    }

    /// Units of `side`, each with an enemy it could kill.
    pub(super) fn hunted(&self, side: Side) -> Vec<(Cell, Cell)> {
        let own = self.units.iter().filter(|placed| placed.unit.side == side);
        let pairs = own.flat_map(|placed| {
            let Attacks { fire, charge, .. } = placed.attacks;
            let prey = fire.cells(placed.cell).chain(charge.cells(placed.cell));
            prey.map(|prey| (placed.cell, prey))
        });
        pairs.collect()
    }

    /// A number that is equal for the same units on the same cells.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    fn put(&mut self, facts: &Facts, placed: Placed) {
        self.units.push(placed);
        self.number(facts, self.units.len() - 1);
    }

    fn take(&mut self, facts: &Facts, place: usize) {
        let placed = self.units.swap_remove(place);
        self.places[facts.index(placed.cell)] = 0;
        if place < self.units.len() {
            self.number(facts, place);
        }
    }

    /// Notes the place of the unit at `place`, which may have moved within the list.
    fn number(&mut self, facts: &Facts, place: usize) {
        // a board has at most 14,400 cells, so a place fits into 16 bits
        self.places[facts.index(self.units[place].cell)] = place as u16 + 1;
    }

    /// Counts a unit that comes to a cell, or one that leaves.
    fn count(&mut self, position: &Position, facts: &Facts, cell: Cell, unit: Unit, comes: bool) {
        let side = unit.side.index();
        // added with wrapping, the largest byte takes one away
        let by = if comes { 1 } else { u8::MAX };
        self.key ^= mix(u64::from(cell.file()) << 24
            | u64::from(cell.rank()) << 16
            | (unit.kind as u64) << 8
            | (unit.side as u64) << 1
            | 1);
        self.armies[side].flip(cell);
        for (_, beside) in position.steps(cell) {
            let count = &mut self.beside[side][facts.index(beside)];
            *count = count.wrapping_add(by);
        }
        if !unit.kind.is_leader() {
            return;
        }
        for near in facts.board.within(cell, facts.of(unit.kind).order_range) {
            let count = &mut self.ordering[side][facts.index(near)];
            *count = count.wrapping_add(by);
        }
        let leaders = &mut self.leaders[side];
        if comes {
            leaders.push((cell, unit.kind));
        } else {
            leaders.retain(|(other, _)| *other != cell);
        }
    }
}

impl Placed {
    fn new(cell: Cell, unit: Unit) -> Self {
        Self {
            cell,
            unit,
            attacks: Attacks::default(),
        }
    }

    /// True if a unit on one of the cells may decide about the attacks.
    fn watches(&self, cells: &[Cell]) -> bool {
        let watched = self.attacks.watched;
        let is_watched =
            |cell: &Cell| is_near(*cell, self.cell, REACH) && watched.has(self.cell, *cell);
        !watched.is_empty() && cells.iter().any(is_watched)
    }
}

#[cfg(test)]
impl Survey {
    /// Sorts the units into the order of another survey.
    pub(super) fn sort_like(&mut self, other: &Self, facts: &Facts) {
        self.units
            .sort_by_key(|placed| other.place(facts, placed.cell));
        for place in 0..self.units.len() {
            self.number(facts, place);
        }
    }

    pub(super) fn assert_same(&self, other: &Self) {
        assert_eq!(self.units, other.units);
        assert_eq!(self.places, other.places);
        assert_eq!(self.armies, other.armies);
        assert_eq!(self.commanded, other.commanded);
        assert_eq!(self.ordering, other.ordering);
        assert_eq!(self.beside, other.beside);
        assert_eq!(self.key, other.key);
        let sorted = |survey: &Self| {
            survey.leaders.clone().map(|mut leaders| {
                leaders.sort_unstable();
                leaders
            })
        };
        assert_eq!(sorted(self), sorted(other));
    }
}
