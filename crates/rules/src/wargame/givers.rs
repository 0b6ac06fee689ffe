//! The matching of a turn's orders with the leaders that give them. Rules: wargame 3.

use board::{Board, Cell};

/// The most leaders a side can have: as many as a set has bits.
pub const MOST_LEADERS: usize = 128;

/// A set of leaders by their numbers.
pub(super) type LeaderSet = u128;

/// The leaders of the side on turn, and which of them may have given each order made.
///
/// Nobody has to say which: there must only be some assignment that gives every order its own leader. One such
/// assignment is kept, and re-arranged along an augmenting path when a further order needs a leader.
#[derive(Debug, Default)]
pub(super) struct Givers {
    leaders: Vec<Giver>,
    claims: Vec<Claim>,
    /// The leaders that could give one more order if others took over those they give now.
    open: LeaderSet,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Giver {
    pub(super) cell: Cell,
    pub(super) range: u8,
}

#[derive(Debug, Clone, Copy)]
struct Claim {
    /// The leaders that may have given the order.
    candidates: LeaderSet,
    /// The number of the leader assigned to the order.
    by: u32,
}

impl Givers {
    /// No order made yet; at most [`MOST_LEADERS`] leaders.
    pub(super) fn new(leaders: Vec<Giver>) -> Self {
        let mut givers = Self {
            leaders,
            claims: Vec::new(),
            open: 0,
        };
        givers.open = givers.all();
        givers
    }

    const fn all(&self) -> LeaderSet {
        match self.leaders.len() {
            // without leaders the shift would be by all 128 bits, which overflows
            0 => 0,
            count => LeaderSet::MAX >> (MOST_LEADERS - count),
        }
    }

    pub(super) const fn made(&self) -> usize {
        self.claims.len()
    }

    /// The leaders that could give one more order.
    pub(super) fn open(&self) -> impl Iterator<Item = Giver> {
        self.members(self.open)
    }

    /// True if the leader on that cell could give one more order.
    pub(super) fn is_open(&self, cell: Cell) -> bool {
        self.open & self.at(cell) != 0
    }

    /// True if any leader stands in range of a cell, with or without an order left.
    pub(super) fn reaches(&self, board: Board, cell: Cell) -> bool {
        self.in_range(board, cell) != 0
    }

    /// True if a leader that could give one more order stands in range of a cell.
    pub(super) fn can_order(&self, board: Board, cell: Cell) -> bool {
        self.open()
            .any(|leader| board.distance(leader.cell, cell) <= leader.range)
    }

    pub(super) fn in_range(&self, board: Board, cell: Cell) -> LeaderSet {
        let mut set = 0;
        for (number, leader) in self.leaders.iter().enumerate() {
            if board.distance(leader.cell, cell) <= leader.range {
                set |= 1 << number;
            }
        }
        set
    }

    /// The set of the leader on that cell alone; empty if no leader of the side stands there.
    pub(super) fn at(&self, cell: Cell) -> LeaderSet {
        let number = self.leaders.iter().position(|leader| leader.cell == cell);
        number.map_or(0, |number| 1 << number)
    }

    /// Counts one more order, which one of those leaders gives; false, with nothing changed, if none can.
    pub(super) fn give(&mut self, candidates: LeaderSet) -> bool {
        // on the list before it has a leader, so that the search sees one list of orders
        self.claims.push(Claim { candidates, by: 0 });
        let mut seen = 0;
        if !self.assign(self.claims.len() - 1, &mut seen) {
            self.claims.pop();
            return false;
        }
        self.find_open();
        true
    }

    /// Takes a leader from cell to cell; the orders the leader has given stay.
    pub(super) fn move_leader(&mut self, from: Cell, to: Cell) {
        if let Some(leader) = self.leaders.iter_mut().find(|leader| leader.cell == from) {
            leader.cell = to;
        }
    }

    /// For each order the present cells of the leaders that may have given it, in board order; the orders sorted.
    pub(super) fn claims(&self) -> Vec<Vec<Cell>> {
        let mut claims: Vec<Vec<Cell>> = self
            .claims
            .iter()
            .map(|claim| {
                let leaders = self.members(claim.candidates);
                let mut cells: Vec<Cell> = leaders.map(|leader| leader.cell).collect();
                cells.sort_unstable();
                cells
            })
            .collect();
        // the order of the orders leaves no trace: the same orders in another order are the same position
        claims.sort_unstable();
        claims
    }

    fn members(&self, set: LeaderSet) -> impl Iterator<Item = Giver> {
        let leaders = self.leaders.iter().enumerate();
        leaders.filter_map(move |(number, leader)| (set >> number & 1 != 0).then_some(*leader))
    }

    /// Finds a leader for an order, re-arranging earlier orders if necessary. `seen` are the leaders already tried:
    /// whether one can be freed does not depend on who asks, so a second try would fail again or run in a circle.
    fn assign(&mut self, order: usize, seen: &mut LeaderSet) -> bool {
        loop {
            let untried = self.claims[order].candidates & !*seen;
            if untried == 0 {
                return false;
            }
            let by = untried.trailing_zeros();
            *seen |= 1 << by;
            // the last order is the one that looks for a leader: its `by` means nothing yet
            let holder = self
                .claims
                .iter()
                .take(self.claims.len() - 1)
                .position(|claim| claim.by == by);
            // the present leader is given up only once its order has found another one
            if holder.is_none_or(|holder| self.assign(holder, seen)) {
                self.claims[order].by = by;
                return true;
            }
        }
    }

    /// Finds the open leaders: those that give no order, or an order that an open leader could give instead.
    fn find_open(&mut self) {
        let busy = self
            .claims
            .iter()
            .fold(0, |busy, claim| busy | 1 << claim.by);
        self.open = self.all() & !busy;
        loop {
            // until nothing changes any more: a leader that becomes open may open one looked at before
            let before = self.open;
            for claim in &self.claims {
                if claim.candidates & self.open != 0 {
                    self.open |= 1 << claim.by;
                }
            }
            if self.open == before {
                return;
            }
        }
    }
}

impl Clone for Givers {
    fn clone(&self) -> Self {
        Self {
            leaders: self.leaders.clone(),
            claims: self.claims.clone(),
            open: self.open,
        }
    }

    // into memory already there: the computer copies a position for every order it tries
    fn clone_from(&mut self, source: &Self) {
        self.leaders.clone_from(&source.leaders);
        self.claims.clone_from(&source.claims);
        self.open = source.open;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Seeded;

    /// Five leaders on a rank, three cells apart.
    fn givers() -> Givers {
        let leader = |file: u8| Giver {
            cell: Cell::new(file * 3, 0),
            range: 3,
        };
        Givers::new((0..5).map(leader).collect())
    }

    /// True if every order can have a leader of its own, tried one by one.
    fn can_match(orders: &[LeaderSet], taken: LeaderSet) -> bool {
        let Some((first, rest)) = orders.split_first() else {
            return true;
        };
        (0..5).any(|leader| {
            let one = 1 << leader;
            first & one != 0 && taken & one == 0 && can_match(rest, taken | one)
        })
    }

    #[test]
    fn orders_are_given_if_and_only_if_they_can_be_matched() {
        let (mut given, mut refused) = (0, 0);
        for seed in 0..2_000 {
            let mut seeded = Seeded(seed);
            let (mut givers, mut orders) = (givers(), Vec::new());
            for _ in 0..7 {
                for leader in 0..5 {
                    let one = 1 << leader;
                    let more = [&orders[..], &[one]].concat();
                    assert_eq!(givers.open & one != 0, can_match(&more, 0));
                }
                let candidates = LeaderSet::from(seeded.draw()) & 0b11111;
                let more = [&orders[..], &[candidates]].concat();
                let is_given = givers.give(candidates);
                assert_eq!(is_given, can_match(&more, 0), "{more:?}");
                if is_given {
                    orders = more;
                    given += 1;
                } else {
                    refused += 1;
                }
                assert_eq!(givers.made(), orders.len());
            }
        }
        assert!(given > 1_000 && refused > 1_000, "{given} {refused}");
    }

    #[test]
    fn a_leader_reaches_from_where_it_stands() {
        let board = Board::new(13, 2).expect("a size");
        let mut givers = givers();
        let far = Cell::new(12, 1);
        assert_eq!(givers.in_range(board, far), 0b11000);
        givers.move_leader(Cell::new(0, 0), Cell::new(10, 1));
        assert_eq!(givers.in_range(board, far), 0b11001);
        assert_eq!(givers.at(Cell::new(10, 1)), 1);
        assert_eq!(givers.at(Cell::new(0, 0)), 0);
    }

    #[test]
    fn as_many_leaders_as_can_be_counted_are_open() {
        let giver = Giver {
            cell: Cell::new(0, 0),
            range: 3,
        };
        for count in [0, 1, MOST_LEADERS] {
            assert_eq!(Givers::new(vec![giver; count]).open().count(), count);
        }
    }
}
