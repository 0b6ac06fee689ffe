//! The assignment of a turn's moves to leaders. Rules: warlord 2.2, 2.3, 2.5.

use board::{Board, Cell};

/// The leaders of the side to move and the activations counted on them this turn.
///
/// Any leader in range of an activation when it was made may give it. Nobody has to say which: there must only be some
/// assignment of all activations that exceeds no leader's capacity. One such assignment is kept, and re-arranged along
/// an augmenting path when a further activation needs room.
#[derive(Debug, Clone, Default)]
pub(super) struct Activations {
    leaders: Vec<Leader>,
    given: Vec<Given>,
    /// The leaders that may give each activation, one activation after the other.
    // one list for all of them: the computer copies it with every position, and one piece of memory is quickest
    candidates: Vec<u16>,
}

#[derive(Debug, Clone)]
struct Leader {
    cell: Cell,
    capacity: u8,
    used: u8,
    /// True if the leader could give one more activation if others took over those it gives now.
    is_open: bool,
    /// True if it may answer for further orders: always, unless its side is shared and it is another member's.
    is_asked: bool,
}

#[derive(Debug, Clone)]
struct Given {
    /// Its place in the list of candidates.
    first: usize,
    end: usize,
    /// The leader that gives it.
    by: u16,
}

/// The activation by which the search for an augmenting path came to a leader.
#[derive(Clone, Copy)]
enum Via {
    Unseen,
    New,
    Given(usize),
}

/// A search for a leader with capacity left, from the leaders that may give an activation through those that may take
/// over what these give now. Breadth first, so that the path found moves as few activations as possible.
struct PathToRoom {
    via: Vec<Via>,
    queue: Vec<u16>,
}

impl PathToRoom {
    fn see(&mut self, candidates: &[u16], leaders: &[Leader], from: Via) {
        for number in candidates {
            let leader = usize::from(*number);
            // a leader that swapped has no capacity left, and nothing may be moved on to it either
            if leaders[leader].capacity > 0 && matches!(self.via[leader], Via::Unseen) {
                self.via[leader] = from;
                self.queue.push(*number);
            }
        }
    }
}

impl Activations {
    /// Forgets all activations at the start of a turn.
    // cleared and not made anew: the memory of the turn before serves again
    pub(super) fn clear(&mut self) {
        self.leaders.clear();
        self.given.clear();
        self.candidates.clear();
    }

    /// Adds a leader that has given nothing yet.
    pub(super) fn add_leader(&mut self, cell: Cell, capacity: u8) {
        self.leaders.push(Leader {
            cell,
            capacity,
            used: 0,
            is_open: capacity > 0,
            is_asked: true,
        });
    }

    /// Lets only those leaders answer for further orders.
    pub(super) fn ask_only(&mut self, is_asked: impl Fn(Cell) -> bool) {
        for leader in &mut self.leaders {
            leader.is_asked = is_asked(leader.cell);
        }
    }

    /// The cells of the leaders that could give one more activation.
    pub(super) fn open_leaders(&self) -> impl Iterator<Item = Cell> {
        self.leaders
            .iter()
            .filter(|leader| leader.is_open && leader.is_asked)
            .map(|leader| leader.cell)
    }

    /// True if any leader stands in range who may answer for further orders.
    pub(super) fn is_in_range(&self, board: Board, cell: Cell, range: u8) -> bool {
        let mut asked = self.leaders.iter().filter(|leader| leader.is_asked);
        asked.any(|leader| board.distance(leader.cell, cell) <= range)
    }

    /// True if any other leader does.
    pub(super) fn is_in_range_of_others(&self, board: Board, cell: Cell, range: u8) -> bool {
        let mut others = self.leaders.iter().filter(|leader| !leader.is_asked);
        others.any(|leader| board.distance(leader.cell, cell) <= range)
    }

    /// True if a unit on that cell can still be activated.
    pub(super) fn can_activate(&self, board: Board, cell: Cell, range: u8) -> bool {
        self.open_leaders()
            .any(|leader| board.distance(leader, cell) <= range)
    }

    /// Counts one more activation, of a unit on that cell; false if no leader can give it.
    pub(super) fn activate(&mut self, board: Board, cell: Cell, range: u8) -> bool {
        let first = self.candidates.len();
        for (number, leader) in (0..).zip(&self.leaders) {
            let can_answer = leader.is_asked && leader.capacity > 0;
            if can_answer && board.distance(leader.cell, cell) <= range {
                self.candidates.push(number);
            }
        }
        self.add(first)
    }

    /// Counts one more activation, which only the leaders on those cells can give.
    pub(super) fn activate_by(&mut self, cells: &[Cell]) -> bool {
        let first = self.candidates.len();
        for (number, leader) in (0..).zip(&self.leaders) {
            if cells.contains(&leader.cell) {
                self.candidates.push(number);
            }
        }
        self.add(first)
    }

    /// Counts one more activation, its candidates being those from `first` on.
    fn add(&mut self, first: usize) -> bool {
        let end = self.candidates.len();
        // the candidates stay only if somebody can answer, since an order that is refused must leave no trace
        let Some(by) = self.assign(first, end) else {
            self.candidates.truncate(first);
            return false;
        };
        self.given.push(Given { first, end, by });
        self.find_open();
        true
    }

    /// A leader's own move does not change what it has given.
    pub(super) fn move_leader(&mut self, from: Cell, to: Cell) {
        if let Some(leader) = self.leaders.iter_mut().find(|leader| leader.cell == from) {
            leader.cell = to;
        }
    }

    /// The activations that the leader on that cell could still give at best.
    pub(super) fn free(&self, cell: Cell) -> Option<u8> {
        let number = self.number(cell)?;
        let capacity = self.leaders[number].capacity;
        // the leader must give itself only the activations that the others cannot take over
        let mut others = self.clone();
        others.withdraw(number);
        Some(capacity - others.leaders[number].used)
    }

    /// The activations that the assignment kept leaves to the leader on that cell.
    pub(super) fn unused(&self, cell: Cell) -> Option<u8> {
        let leader = &self.leaders[self.number(cell)?];
        Some(leader.capacity - leader.used)
    }

    /// True if others could give all activations of the leader on that cell.
    pub(super) fn can_exhaust(&self, cell: Cell) -> bool {
        self.number(cell)
            // on a copy, since a withdrawal that fails leaves the assignment half changed
            .is_some_and(|number| self.clone().withdraw(number))
    }

    /// Takes the leader on that cell out: others give its activations.
    pub(super) fn exhaust(&mut self, cell: Cell) {
        if let Some(number) = self.number(cell) {
            let released = self.withdraw(number);
            debug_assert!(released, "only a leader nobody counts on is exhausted");
            self.find_open();
        }
    }

    /// The leaders that have swapped and so give no further activation, in board order.
    pub(super) fn exhausted(&self) -> Vec<Cell> {
        let spent = self.leaders.iter().filter(|leader| leader.capacity == 0);
        // sorted, since leaders that entered stand at the end of the list and canonical bytes must not depend on that
        let mut cells: Vec<Cell> = spent.map(|leader| leader.cell).collect();
        cells.sort_unstable();
        cells
    }

    /// For each activation the present cells of the leaders that may give it, in a fixed order.
    pub(super) fn claims(&self) -> Vec<Vec<Cell>> {
        let mut claims: Vec<Vec<Cell>> = self
            .given
            .iter()
            .map(|given| {
                let mut cells: Vec<Cell> = self
                    .candidates_of(given)
                    // a leader that swapped answers for nothing any more, so naming it would make equal positions look
                    // different
                    .filter(|leader| leader.capacity > 0)
                    .map(|leader| leader.cell)
                    .collect();
                cells.sort_unstable();
                cells
            })
            .collect();
        // the order of the orders leaves no trace: the same units moved in another order are the same position
        claims.sort_unstable();
        claims
    }

    fn number(&self, cell: Cell) -> Option<usize> {
        self.leaders.iter().position(|leader| leader.cell == cell)
    }

    fn candidates_of(&self, given: &Given) -> impl Iterator<Item = &Leader> {
        self.candidates[given.first..given.end]
            .iter()
            .map(|number| &self.leaders[usize::from(*number)])
    }

    /// Finds a leader for an activation with those candidates, re-arranging the others if necessary.
    fn assign(&mut self, first: usize, end: usize) -> Option<u16> {
        let mut search = PathToRoom {
            via: vec![Via::Unseen; self.leaders.len()],
            queue: Vec::with_capacity(self.leaders.len()),
        };
        search.see(&self.candidates[first..end], &self.leaders, Via::New);
        let mut next = 0;
        while let Some(number) = search.queue.get(next).copied() {
            next += 1;
            let leader = &mut self.leaders[usize::from(number)];
            if leader.used < leader.capacity {
                // only the last leader of the path gives one more; every other passes one on and takes one over
                leader.used += 1;
                return Some(self.shift(number, &search.via));
            }
            for (place, given) in self.given.iter().enumerate() {
                if given.by == number {
                    let candidates = &self.candidates[given.first..given.end];
                    search.see(candidates, &self.leaders, Via::Given(place));
                }
            }
        }
        None
    }

    /// Moves each activation along the path that ends at `number` one leader on; returns the leader at the start, which
    /// then has room.
    fn shift(&mut self, mut number: u16, via: &[Via]) -> u16 {
        while let Via::Given(place) = via[usize::from(number)] {
            number = std::mem::replace(&mut self.given[place].by, number);
        }
        number
    }

    /// Leaves a leader with no capacity and as few activations as possible; true if it then gives none.
    fn withdraw(&mut self, number: usize) -> bool {
        self.leaders[number].capacity = 0;
        for place in 0..self.given.len() {
            let Given { first, end, by } = self.given[place];
            if usize::from(by) == number
                // no early end when one finds nobody: `free` asks how many must stay
                && let Some(other) = self.assign(first, end)
            {
                self.given[place].by = other;
                self.leaders[number].used -= 1;
            }
        }
        self.leaders[number].used == 0
    }

    /// A leader is open if it has capacity left, or gives something that an open leader could give instead. Worked out
    /// once after each activation, since every check whether a unit can be ordered needs it.
    fn find_open(&mut self) {
        for leader in &mut self.leaders {
            leader.is_open = leader.used < leader.capacity;
        }
        // until nothing changes any more: a leader that becomes open may open one looked at before
        let mut changed = true;
        while changed {
            changed = false;
            for given in &self.given {
                let by = usize::from(given.by);
                if !self.leaders[by].is_open
                    && self.candidates_of(given).any(|leader| leader.is_open)
                {
                    self.leaders[by].is_open = true;
                    changed = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Seeded;

    /// The ways to have the first activations given: for each what every leader has given.
    fn assignments(given: &[Vec<usize>], capacities: &[u8]) -> Vec<Vec<u8>> {
        let mut ways = vec![vec![0; capacities.len()]];
        for candidates in given {
            let mut next = Vec::new();
            for way in &ways {
                for leader in candidates {
                    if way[*leader] < capacities[*leader] {
                        let mut way = way.clone();
                        way[*leader] += 1;
                        next.push(way);
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            ways = next;
        }
        ways
    }

    #[test]
    fn the_path_finds_room_exactly_where_some_assignment_has_it() {
        let cells = [0, 1, 2, 3].map(|file| Cell::new(file, 0));
        let mut refused = 0;
        for seed in 0..400 {
            let mut seeded = Seeded(seed);
            let capacities = [(); 4].map(|()| 1 + seeded.below(3) as u8);
            let mut kept = Activations::default();
            let leaders = cells.iter().zip(capacities);
            leaders.for_each(|(cell, capacity)| kept.add_leader(*cell, capacity));
            let mut given: Vec<Vec<usize>> = Vec::new();
            for _ in 0..10 {
                let candidates: Vec<usize> = (0..4).filter(|_| seeded.one_in(2)).collect();
                let by: Vec<Cell> = candidates.iter().map(|leader| cells[*leader]).collect();
                given.push(candidates);
                let is_possible = !assignments(&given, &capacities).is_empty();
                assert_eq!(kept.activate_by(&by), is_possible, "seed {seed}: {given:?}");
                if !is_possible {
                    given.pop();
                    refused += 1;
                }
                let ways = assignments(&given, &capacities);
                for (leader, cell) in cells.iter().enumerate() {
                    let free = ways.iter().map(|way| capacities[leader] - way[leader]);
                    assert_eq!(kept.free(*cell), free.max(), "seed {seed}: {given:?}");
                }
            }
        }
        assert!(refused > 100, "{refused} activations had no room");
    }
}
