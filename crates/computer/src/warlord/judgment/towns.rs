use rules::warlord::fast::Spot;
use rules::warlord::{Side, Unit};

use super::super::facts::{FAR, Facts};

/// The towns each side holds, and the ways its nearest units have to the others.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Towns {
    /// By town and side: the units by their steps to the town.
    near: Vec<[Near; 2]>,
    held: [i32; 2],
    /// Those of the towns held that leaders hold; a unit that holds a town sets its leader free.
    led: [i32; 2],
    /// The sum over all towns of the steps of the nearest unit.
    ways: [i32; 2],
}

/// The units of a side, leaders left out, by their steps to a town.
#[derive(Debug, Clone, PartialEq)]
struct Near {
    counts: [u16; FAR as usize + 1],
    /// A bit for every number of steps that some unit has.
    used: u16,
}

impl Near {
    const NOBODY: Self = Self {
        counts: [0; FAR as usize + 1],
        used: 1 << FAR,
    };

    const fn steps(&self) -> i32 {
        self.used.trailing_zeros() as i32
    }
}

impl Towns {
    /// No units on the board yet.
    pub(super) fn new(facts: &Facts) -> Self {
        let all = facts.town_spots.len() as i32 * i32::from(FAR);
        Self {
            near: vec![[Near::NOBODY; 2]; facts.town_spots.len()],
            held: [0; 2],
            led: [0; 2],
            ways: [all; 2],
        }
    }

    /// Counts a unit that came to that spot, or went.
    pub(super) fn count(&mut self, facts: &Facts, unit: Unit, spot: Spot, came: bool) {
        let side = unit.side.index();
        let is_leader = unit.kind.is_leader();
        if facts.town[spot.index()] > 0 {
            let change = if came { 1 } else { -1 };
            self.held[side] += change;
            if is_leader {
                self.led[side] += change;
            }
        }
        if is_leader {
            return;
        }
        let first = spot.index() * facts.town_spots.len();
        let steps = &facts.town_steps[first..first + facts.town_spots.len()];
        for (near, step) in self.near.iter_mut().zip(steps) {
            if *step >= FAR {
                continue;
            }
            let near = &mut near[side];
            let before = near.steps();
            let count = &mut near.counts[usize::from(*step)];
            if came {
                *count += 1;
                near.used |= 1 << step;
            } else {
                *count -= 1;
                if *count == 0 {
                    near.used &= !(1 << step);
                }
            }
            self.ways[side] += near.steps() - before;
        }
    }

    /// The towns that the other side of `mover` would hold beyond one less than it needs, were the turn of `mover` to end
    /// here: with one such town it wins as its turn begins. Rules: warlord 3, towns.
    pub(super) fn lost(&self, facts: &Facts, mover: Side) -> i32 {
        match facts.needed {
            0 => 0,
            needed => (self.held[mover.opponent().index()] - needed + 1).max(0),
        }
    }

    /// The worth of the towns to a side: those held and, for each other, the way of the nearest unit; steep near the
    /// number needed.
    pub(super) fn value(&self, facts: &Facts, side: Side) -> i32 {
        if facts.needed == 0 {
            return 0;
        }
        let held = self.held[side.index()] - self.led[side.index()];
        let missing = facts.needed - held;
        let prospect = if missing > 0 {
            2000 / (missing + 1)
        } else {
            5000
        };
        // a town held is no way off
        held * 250 + prospect - self.ways[side.index()] * (facts.eagerness + 12)
    }
}

#[cfg(test)]
mod tests {
    use board::Cell;
    use rules::testing;
    use rules::warlord::Kind;

    use super::*;

    #[test]
    fn a_town_that_a_leader_holds_counts_in_the_question_of_a_lost_game_only() {
        let rows = "l7/8/8/7L";
        let ground = "8/8/.T6/8".replace('8', "........").replace('6', "......");
        let mut game = testing::game(&ground, rows);
        game.towns = Some(rules::warlord::Towns { needed: 1 });
        let position = testing::position(&game, &format!("{rows} w 1 0"));
        let facts = Facts::new(&position);
        let town = Spot::new(Cell::new(1, 1));
        let [infantry, leader] = [Kind::Infantry, Kind::Leader1].map(|kind| Unit {
            side: Side::Black,
            kind,
        });
        let open = Towns::new(&facts);
        let with = |unit: Unit| {
            let mut towns = open.clone();
            towns.count(&facts, unit, town, true);
            towns
        };
        let worth = |towns: &Towns| towns.value(&facts, Side::Black);
        assert_eq!(worth(&with(leader)), worth(&open));
        assert!(worth(&with(infantry)) > worth(&open) + 250);
        for unit in [infantry, leader] {
            assert_eq!(with(unit).lost(&facts, Side::White), 1);
            let mut gone = with(unit);
            gone.count(&facts, unit, town, false);
            assert_eq!(gone, open);
        }
        assert_eq!(open.lost(&facts, Side::White), 0);
    }
}
