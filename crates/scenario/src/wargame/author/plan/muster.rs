//! The set-up of a made scenario.

use board::Cell;
use rules::wargame::{Class, Game, Kind, Placement};

/// Draws an army of White's up on the lowest ranks: leaders spread as far as the chain of command lets them, each with
/// its share of the others, men and tanks in front of it, guns beside it. `None` if the home has no room.
pub(super) fn muster(game: &Game, home: u8, army: &[Kind]) -> Option<Vec<Placement>> {
    let board = game.board();
    let mut muster = Muster {
        game,
        home,
        // one list for the whole army, so that no cell is given away twice
        free: board.cells().filter(|cell| cell.rank() < home).collect(),
        leaders: Vec::new(),
        placed: Vec::new(),
    };
    let mut leaders: Vec<Kind> = army
        .iter()
        .copied()
        .filter(|kind| kind.is_leader())
        .collect();
    // the highest first, since each leader must stand within the chain of those placed before it
    leaders.sort_by_key(|kind| std::cmp::Reverse(kind.level()));
    for kind in leaders {
        muster.place_leader(kind)?;
    }
    let mut others: Vec<Kind> = army
        .iter()
        .copied()
        .filter(|kind| !kind.is_leader())
        .collect();
    // the post needs the cell next to its tower, and men and tanks take the front before the guns fill up
    others.sort_by_key(|kind| match kind.class() {
        Class::Post | Class::Leader => 0,
        Class::Infantry => 1,
        Class::Heavy => 2,
        Class::Artillery => 3,
    });
    for kind in others {
        muster.place(kind)?;
    }
    muster.placed.sort_unstable();
    Some(muster.placed)
}

struct Muster<'a> {
    game: &'a Game,
    home: u8,
    free: Vec<Cell>,
    /// The leaders with the number of units each has got.
    leaders: Vec<(Placement, usize)>,
    placed: Vec<Placement>,
}

impl Muster<'_> {
    /// The rank on which a kind should stand.
    fn rank(&self, kind: Kind) -> u8 {
        let behind = match kind.class() {
            Class::Infantry | Class::Heavy => 0,
            Class::Artillery => 2,
            // the higher a leader, the farther behind: its command reaches farther than its fire
            Class::Leader => kind.level(),
            Class::Post => self.home,
        };
        (self.home - 1).saturating_sub(behind)
    }

    /// Places a leader within the chain of command, as far from the others as possible.
    fn place_leader(&mut self, kind: Kind) -> Option<()> {
        let board = self.game.board();
        let is_chained = |cell: &Cell| {
            let mut leaders = self.leaders.iter().map(|(leader, _)| leader);
            leaders.any(|leader| {
                leader.kind.level() >= kind.level()
                    && board.distance(leader.cell, *cell) <= leader.kind.radius()
            })
        };
        let wanted = self.rank(kind);
        let middle = board.files() / 2;
        let merit = |cell: &Cell| {
            let apart = self.leaders.iter();
            let apart = apart
                .map(|(leader, _)| board.distance(leader.cell, *cell))
                .min();
            // nearest to its rank first, then far from the others, then near the middle
            let off = std::cmp::Reverse(cell.rank().abs_diff(wanted));
            let aside = std::cmp::Reverse(cell.file().abs_diff(middle));
            (off, apart, aside)
        };
        let chained = self
            .free
            .iter()
            .filter(|cell| self.leaders.is_empty() || is_chained(cell));
        let cell = *chained.max_by_key(|cell| merit(cell))?;
        self.leaders.push((Placement { cell, kind }, 0));
        self.put(cell, kind);
        Some(())
    }

    /// Places a unit within reach of the leader that has the fewest units and still has room; a Command Post beside the
    /// Supreme Commander, the first leader on the list.
    fn place(&mut self, kind: Kind) -> Option<()> {
        let board = self.game.board();
        let wanted = self.rank(kind);
        let mut order: Vec<usize> = (0..self.leaders.len()).collect();
        // the post stays with the first leader and does not count among its units
        if kind.class() != Class::Post {
            order.sort_by_key(|place| self.leaders[*place].1);
        }
        let (place, cell) = order.into_iter().find_map(|place| {
            let leader = self.leaders[place].0;
            let range = match kind.class() {
                Class::Post => 1,
                _ => self.game.order_range(leader.kind),
            };
            let near = self
                .free
                .iter()
                .filter(|cell| board.distance(leader.cell, **cell) <= range);
            let cell = near.min_by_key(|cell| {
                let off = cell.rank().abs_diff(wanted);
                // the cell last, so that equal places always give the same choice
                (off, board.distance(leader.cell, **cell), **cell)
            });
            Some((place, *cell?))
        })?;
        if kind.class() != Class::Post {
            self.leaders[place].1 += 1;
        }
        self.put(cell, kind);
        Some(())
    }

    fn put(&mut self, cell: Cell, kind: Kind) {
        self.free.retain(|other| *other != cell);
        self.placed.push(Placement { cell, kind });
    }
}
