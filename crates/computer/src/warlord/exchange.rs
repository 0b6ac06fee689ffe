//! The net result of a series of captures on one cell.

use rules::warlord::Kind;

/// The worths of units in points, by class; an infantry is 200.
pub(super) const WORTHS: [i32; CLASSES] = [200, 400, 420, 500, 950, 1200, 1450];
pub(super) const CLASSES: usize = 7;

/// The place of a kind's worth in [`WORTHS`].
pub(super) const fn class(kind: Kind) -> usize {
    match kind {
        Kind::Infantry => 0,
        Kind::LightCavalry | Kind::Promoted | Kind::Shaman | Kind::Bishopy => 1,
        Kind::Cannon | Kind::Hero | Kind::Rookish => 2,
        Kind::HeavyCavalry => 3,
        Kind::Leader1 => 4,
        Kind::Leader2 => 5,
        Kind::Leader3 => 6,
    }
}

/// The numbers of units that cover a cell: four bits for each class, first the units that could act in a fresh turn,
/// then those out of command. The sixteenth unit of a class counts as one of the next class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cover(u64);

const WIDTH: usize = 4;

impl Cover {
    /// One unit, by its rank: its class, and [`CLASSES`] more out of command.
    pub(super) const fn one(rank: usize) -> Self {
        Self(1 << (WIDTH * rank))
    }

    pub(super) const fn add(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of units that could act.
    pub(super) const fn able(self) -> i32 {
        let acting = self.acting().0;
        // two classes a byte; the highest byte of the product is the sum of the others
        let pairs = (acting & 0x0f0f_0f0f) + (acting >> WIDTH & 0x0f0f_0f0f);
        ((pairs as u32).wrapping_mul(0x0101_0101) >> 24) as i32
    }

    /// Without the units out of command.
    pub(super) const fn acting(self) -> Self {
        Self(self.0 & ((1 << (WIDTH * CLASSES)) - 1))
    }

    /// The rank of the first unit: the cheapest that could act, else the cheapest.
    pub(super) const fn first(self) -> usize {
        // classes rise with their worth, and those that could act stand below the others: the lowest bit is the unit to
        // send first
        self.0.trailing_zeros() as usize / WIDTH
    }

    /// All but the first unit; there must be one.
    pub(super) const fn others(self) -> Self {
        Self(self.0 - (1 << (WIDTH * self.first())))
    }
}

/// The captures that each side is assumed to look ahead on a cell.
const DEPTH: usize = 3;

/// The gain of capturing a unit worth `prize`, when attackers and guards take turns, cheapest first, each side stopping
/// as it likes. A first attacker out of command may never get to capture, so its gain counts for less.
pub(super) fn profit(prize: i32, attackers: Cover, guards: Cover) -> i32 {
    if attackers.is_empty() {
        return 0;
    }
    let net = exchange(prize, (attackers, DEPTH), (guards, DEPTH)).max(prize / 16);
    if attackers.acting().is_empty() {
        net * 2 / 5
    } else {
        net
    }
}

fn exchange(prize: i32, attackers: (Cover, usize), guards: (Cover, usize)) -> i32 {
    let (cover, depth) = attackers;
    if cover.is_empty() || depth == 0 {
        return 0;
    }
    // the rank of a unit out of command is its class and `CLASSES` more; its worth is the same
    let worth = WORTHS[cover.first() % CLASSES];
    // nobody takes back, so what the first attacker is worth does not matter
    if guards.0.is_empty() {
        return prize;
    }
    // never less than 0: the other side stops capturing when it would lose by it
    prize - exchange(worth, guards, (cover.others(), depth - 1)).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cover(worths: &[i32]) -> Cover {
        let mut cover = Cover::default();
        for worth in worths {
            let class = WORTHS.iter().position(|other| other == worth);
            cover.add(Cover::one(class.expect("a worth")));
        }
        cover
    }

    fn net(prize: i32, attackers: &[i32], guards: &[i32]) -> i32 {
        exchange(prize, (cover(attackers), DEPTH), (cover(guards), DEPTH))
    }

    #[test]
    fn the_units_that_could_act_are_counted_without_those_out_of_command() {
        let mut all = cover(&[200, 200, 500, 1450]);
        all.add(Cover::one(CLASSES));
        assert_eq!(all.able(), 4);
        assert_eq!(Cover::one(2 * CLASSES - 1).able(), 0);
    }

    #[test]
    fn an_unguarded_unit_is_won_whole() {
        assert_eq!(net(200, &[500], &[]), 200);
    }

    #[test]
    fn a_guarded_unit_costs_the_attacker() {
        assert_eq!(net(200, &[500], &[200]), -300);
        assert_eq!(net(500, &[200], &[200]), 300);
    }

    #[test]
    fn more_attackers_than_guards_win_the_cell() {
        assert_eq!(net(200, &[200, 200], &[200]), 200);
        assert_eq!(net(200, &[200, 200], &[200, 200]), 0);
    }

    #[test]
    fn a_guard_worth_more_than_it_wins_stays_out() {
        // The guard would take the leader in turn.
        assert_eq!(net(200, &[200, 200], &[950]), 200);
    }

    #[test]
    fn those_under_command_come_first() {
        let mut cover = cover(&[500, 400]);
        cover.add(Cover::one(CLASSES));
        assert_eq!([cover.first(), cover.others().first()], [1, 3]);
        let idle = cover.others().others();
        assert_eq!(idle.first(), CLASSES);
        assert!(idle.others().is_empty() && idle.acting().is_empty());
        assert_eq!(profit(200, idle, Cover::default()), 80);
    }
}
