//! Towns in the judgment: which side holds them, and which could take or keep them.

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
    /// By town: White's lead.
    leads: Vec<Lead>,
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
        // a bit that is never cleared, so the steps of a side without a unit near are the farthest counted
        used: 1 << FAR,
    };

    const fn steps(&self) -> i32 {
        self.used.trailing_zeros() as i32
    }
}

impl Towns {
    /// An empty board; the judgment counts the units in, one by one.
    pub(super) fn new(facts: &Facts) -> Self {
        let all = facts.town_spots.len() as i32 * i32::from(FAR);
        Self {
            near: vec![[Near::NOBODY; 2]; facts.town_spots.len()],
            held: [0; 2],
            led: [0; 2],
            ways: [all; 2],
            leads: vec![Lead::default(); facts.town_spots.len()],
        }
    }

    /// Counts a unit that came to a spot or left it.
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
        // leaders leave the towns to the infantry, so their ways to towns do not count
        if is_leader {
            return;
        }
        for near_town in facts.near_towns(spot) {
            let near = &mut self.near[usize::from(near_town.place)][side];
            let before = near.steps();
            let count = &mut near.counts[usize::from(near_town.steps)];
            if came {
                *count += 1;
                near.used |= 1 << near_town.steps;
            } else {
                *count -= 1;
                if *count == 0 {
                    near.used &= !(1 << near_town.steps);
                }
            }
            self.ways[side] += near.steps() - before;
        }
    }

    /// Puts another lead at a town; the one before comes back.
    pub(super) fn put_lead(&mut self, place: u8, lead: Lead) -> Lead {
        std::mem::replace(&mut self.leads[usize::from(place)], lead)
    }

    /// The towns that the other side of `mover` would hold beyond one less than it needs, were the turn of `mover` to
    /// end here: with one such town it wins as its turn begins. Rules: warlord 3, towns.
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
        // Leaders used to stand on the towns, where they are safe, and the armies out of command stood still: half of
        // the games on Two Countries had no end after 900 turns (docs/computer.md).
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

/// The worth of a unit more than the other side has at a town, three at most.
const LEAD_AT_TOWN: i32 = 40;
/// The worth of more units than the other side at as many towns as win.
const LEADS_THAT_WIN: i32 = 600;

/// By how many units White outnumbers Black at a town, three at most, among those that stand there or could capture
/// there in their next turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Lead(i8);

impl Lead {
    pub(super) fn new(strengths: [i32; 2]) -> Self {
        Self((strengths[0] - strengths[1]).clamp(-3, 3) as i8)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Grip {
    /// The sum of White's leads.
    sum: i32,
    /// By side: the towns at which the side leads.
    led: [i32; 2],
}

impl Grip {
    /// Counts a lead, or counts it out again.
    pub(super) fn count(&mut self, Lead(lead): Lead, came: bool) {
        let sign = if came { 1 } else { -1 };
        self.sum += sign * i32::from(lead);
        self.led[0] += sign * i32::from(lead > 0);
        self.led[1] += sign * i32::from(lead < 0);
    }

    /// The worth of taking and keeping the towns: by the leads, and by the lead at as many towns as win.
    pub(super) fn value(self, facts: &Facts, side: Side) -> i32 {
        if facts.needed == 0 {
            return 0;
        }
        let wins = self.led.map(|led| i32::from(led >= facts.needed));
        let value = self.sum * LEAD_AT_TOWN + (wins[0] - wins[1]) * LEADS_THAT_WIN;
        match side {
            Side::White => value,
            Side::Black => -value,
        }
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
