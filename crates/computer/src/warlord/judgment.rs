//! The value of a position, kept up to date with each order made and unmade.
//!
//! The terms: material; the nearness of each side to losing by its leaders; the captures each side could make in its
//! next turn, limited by its orders and by recapture; the pending claim; command of units; the way still to go to enemy
//! leaders and towns; towns held, and the units that could take or keep them. The way to go weighs more from turn to
//! turn, and possible losses weigh less, so that two cautious players come to blows.
//!
//! An order changes the judgment only near the cells it changes: the cells that the units there cover, the units that
//! gain or lose command as a leader comes or goes, the lines that open and close, and the captures on all those cells.
//!
//! This file is long on purpose: it was cut further once, and the search was slower by 2 to 4 %.

mod bins;
mod towns;

use rules::warlord::fast::{SPOTS, Spot};
use rules::warlord::{Outcome, Side, Unit};

use super::exchange::{self, CLASSES, Cover, profit};
use super::facts::{Facts, worth};
use super::moment::{Moment, STAR};
use crate::trial::WON;
use bins::Bins;
use towns::{Grip, Lead, Towns};

/// The judgment of the position of a moment.
#[derive(Clone, PartialEq)]
pub(super) struct Judgment {
    men: Box<[Man]>,
    /// By side and spot: the leaders within range, one on the spot itself included.
    calls: [Box<[u8]>; 2],
    threats: Box<[Threat]>,
    /// By side: the captures that threaten its units.
    bins: [Bins; 2],
    towns: Towns,
    sums: Sums,
    journal: Vec<Change>,
    /// For each order made: the length of the journal and the sums before the order.
    marks: Vec<(usize, Sums)>,
    work: Work,
}

/// Lists of one update, kept for their memory.
#[derive(Clone, Default)]
struct Work {
    /// The spots whose threats have to be weighed again.
    dirty: Vec<Spot>,
    takers: Vec<Spot>,
    /// The spots of towns at which the leads have to be counted again.
    towns: Vec<Spot>,
    /// By spot: the last update that put the spot on the list.
    stamps: Vec<u32>,
    update: u32,
}

/// Always equal: the tests compare a judgment that followed orders with one from scratch, and only their results count.
impl PartialEq for Work {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A unit on a spot, as the judgment has it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Man {
    unit: Option<Unit>,
    /// True if the unit could act in a fresh turn of its side, with the leaders on their present cells.
    acts: bool,
    /// The cells on which it could capture an enemy.
    covers: u64,
}

impl Man {
    fn rank(&self, unit: Unit) -> usize {
        let class = exchange::class(unit.kind);
        if self.acts { class } else { class + CLASSES }
    }
}

/// The capture that threatens a unit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Threat {
    side: Option<Side>,
    /// The unit that would capture first.
    taker: Option<Spot>,
    /// The gain of that capture, and the gain if the next unit captured first.
    gains: [Gain; 2],
    /// True if the capture is the best of those that its taker could make first: no unit captures twice.
    is_best: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Gain {
    points: i32,
    /// The level of the leader taken, if the capture gains anything and a unit that could act makes the capture.
    leader: Option<u8>,
}

impl Threat {
    /// The gain as far as it counts: no unit captures twice in a turn.
    fn counted(&self) -> Gain {
        self.gains[usize::from(!self.is_best)]
    }
}

/// The sums over the units of each side, of which the judgment is made.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Sums {
    standing: [i32; 2],
    /// The cost of the ways of all units but leaders, and the number of these units.
    ways: [i32; 2],
    troops: [i32; 2],
    /// The leaders on the board by level.
    levels: [[u16; 4]; 2],
    grip: Grip,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Change {
    Man(Spot, Man),
    /// A leader of that side came (or went) there.
    Call(Side, Spot, bool),
    Threat(Spot, Threat),
    /// A unit came (or went) there.
    Unit(Unit, Spot, bool),
    /// The lead at a town, by the town's place.
    Lead(u8, Lead),
}

/// The worth of a claim in the short game to the side that makes it.
const CLAIM: i32 = 2500;

/// A word with 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The bit of a spot in the window round another one and the bit of the other in the window round the first add up to
/// this: so one window answers from both ends. The middle is bit 27, and a step is the same distance from it in both
/// directions.
const MIRRORED: u32 = 54;

/// The cells of a window by the range of a leader in its middle.
const AREAS: [u64; 4] = [
    1 << 27,
    0x1c << 16 | 0x1c << 24 | 0x1c << 32,
    0x3e << 8 | 0x3e << 16 | 0x3e << 24 | 0x3e << 32 | 0x3e << 40,
    0x007f_7f7f_7f7f_7f7f,
];

fn bits(mut window: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = window.trailing_zeros();
        window &= window.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// The spots of a window's bits.
pub(super) fn spots(middle: Spot, window: u64) -> impl Iterator<Item = Spot> {
    bits(window).map(move |bit| middle.in_window(bit))
}

impl Judgment {
    pub(super) fn new(moment: &Moment, facts: &Facts) -> Self {
        let calls = || vec![0; SPOTS].into_boxed_slice();
        let mut judgment = Self {
            men: vec![Man::default(); SPOTS].into_boxed_slice(),
            calls: [calls(), calls()],
            threats: vec![Threat::default(); SPOTS].into_boxed_slice(),
            bins: [Bins::new(), Bins::new()],
            towns: Towns::new(facts),
            sums: Sums::default(),
            journal: Vec::new(),
            marks: Vec::new(),
            work: Work {
                stamps: vec![0; SPOTS],
                ..Work::default()
            },
        };
        let units = moment.units();
        let units = units.iter().copied().map(Some);
        // Built by the same code that follows orders, so the two cannot differ in a term; nothing before this is ever
        // undone, so the journal starts empty.
        judgment.update(moment, facts, [], units);
        judgment.journal.clear();
        judgment.marks.clear();
        judgment
    }

    /// Follows an order: `removed` are the units that stood on the changed spots, `placed` those that stand there now.
    pub(super) fn update(
        &mut self,
        moment: &Moment,
        facts: &Facts,
        removed: impl IntoIterator<Item = Option<(Spot, Unit)>> + Clone,
        placed: impl IntoIterator<Item = Option<(Spot, Unit)>> + Clone,
    ) {
        let removed = || removed.clone().into_iter().flatten();
        let placed = || placed.clone().into_iter().flatten();
        // the sums are kept whole, so that `undo` need not know which change moved which of them
        self.marks.push((self.journal.len(), self.sums));
        // a new number empties the list of marked spots at once, without clearing 16,384 stamps
        self.work.update += 1;
        // counted before any man is set: a man asks the leaders' calls whether it acts
        let mut led = false;
        for (spot, unit) in removed() {
            self.count(facts, unit, spot, false);
            led |= unit.kind.is_leader();
        }
        for (spot, unit) in placed() {
            self.count(facts, unit, spot, true);
            led |= unit.kind.is_leader();
        }
        for (spot, _) in removed() {
            // all removals before all placements: a swap changes both spots, and a man set early would be removed again
            self.set_man(moment, facts, spot, Man::default());
            // its victim is gone, so the next best of the taker's other captures counts in full now
            self.work.takers.extend(self.threats[spot.index()].taker);
            self.set_threat(spot, Threat::default());
        }
        for (spot, unit) in placed() {
            let man = self.man(moment, facts, unit, spot);
            self.set_man(moment, facts, spot, man);
            self.mark(spot);
        }
        for (spot, unit) in removed().chain(placed()) {
            // only a leader changes who may act around a spot
            if led && unit.kind.is_leader() {
                self.recall(moment, facts, unit.side, spot);
            }
            // after the men on both spots are set, since the lines across one may end on the other
            self.look_past(moment, facts, spot);
        }
        // last, when every man covers what it covers now
        self.count_leads(moment, facts);
        self.weigh(moment, facts);
    }

    /// Goes back to before the last order followed.
    pub(super) fn undo(&mut self, facts: &Facts) {
        let Some((start, sums)) = self.marks.pop() else {
            return;
        };
        while self.journal.len() > start {
            match self.journal.pop() {
                Some(Change::Man(spot, before)) => self.men[spot.index()] = before,
                // counted rather than stored: a leader touches 25 cells or 49
                Some(Change::Call(side, spot, came)) => self.call(facts, side, spot, !came),
                Some(Change::Threat(spot, before)) => {
                    self.put_threat(spot, before);
                }
                Some(Change::Unit(unit, spot, came)) => self.towns.count(facts, unit, spot, !came),
                Some(Change::Lead(place, before)) => {
                    self.towns.put_lead(place, before);
                }
                None => {}
            }
        }
        // the counts of towns and bins were taken back one by one, the sums all at once
        self.sums = sums;
    }

    /// The value of the position to `mover` if the turn of `mover` ends here and the other side moves next.
    pub(super) fn value(&self, moment: &Moment, facts: &Facts, mover: Side) -> i32 {
        match moment.outcome() {
            Some(Outcome::Drawn(_)) => return 0,
            Some(Outcome::Won(winner, _)) if winner == mover => return 2 * WON,
            Some(Outcome::Won(..)) => return -2 * WON,
            None => {}
        }
        let enemy = mover.opponent();
        let standing = |side: Side| {
            let levels = &self.sums.levels[side.index()];
            let plight = facts.plight(side, levels, moment.leaders_left(side));
            let [ways, troops] = [self.sums.ways, self.sums.troops].map(|sums| sums[side.index()]);
            self.sums.standing[side.index()] - facts.ways(side, ways, troops) - plight
                + self.towns.value(facts, side)
        };
        // What the enemy may take next, and what this side may take after that, each limited by the orders of one turn:
        // a side with ten units under attack and four orders against it loses four. `facts.cap` knows the leaders of
        // the start of the search; captures tried since may have lowered it
        let orders = |side: Side| match facts.cap_falls {
            true => facts.cap[side.index()].min(moment.leaders_left(side)),
            false => facts.cap[side.index()],
        };
        let danger = self.bins[mover.index()].most(orders(enemy));
        let chances = self.bins[enemy.index()].most(orders(mover));
        let hunted = self.bins[mover.index()].leaders();
        let captures = |side: Side, hunted: &[u16; 4]| {
            let leaders = hunted.iter().map(|count| usize::from(*count));
            leaders.sum::<usize>().min(orders(side))
        };
        let leaders = captures(enemy, hunted);
        let leaders_back = captures(mover, self.bins[enemy.index()].leaders());
        let levels = &self.sums.levels[mover.index()];
        // by levels too: on A Test of Wills 0.792 of 24 games against counting leaders alone (docs/computer.md)
        let lost = leaders > 0
            && facts.falls(mover, levels, moment.leaders_left(mover), (hunted, leaders));
        standing(mover) - standing(enemy)
            - danger.sum * facts.caution / 100
            - if lost { 12_000 } else { 0 }
            // The enemy moves first: it saves its best unit or strikes, so the best chance counts a twentieth and the
            // others a tenth. Counted in full, a threat that the enemy answers with one order would be worth a unit.
            + (chances.sum - chances.best) / 10
            + chances.best / 20
            + claim(moment, facts, mover, [leaders, leaders_back])
            + self.sums.grip.value(facts, mover)
            // The game would be lost at once. Less than a loss on the board, and in steps: so the search sees which
            // town to retake when it cannot retake all.
            - self.towns.lost(facts, mover) * (WON / 10)
    }

    /// Counts the leads again at the towns at which units came or went, or cover other cells.
    fn count_leads(&mut self, moment: &Moment, facts: &Facts) {
        let mut towns = std::mem::take(&mut self.work.towns);
        for spot in towns.drain(..) {
            let unit = self.men[spot.index()].unit;
            let strength = |side: Side| {
                let stands = unit.is_some_and(|unit| unit.side == side);
                self.covering(moment, side, spot).able() + i32::from(stands)
            };
            let lead = Lead::new(Side::BOTH.map(strength));
            let place = facts.town[spot.index()] - 1;
            let before = self.towns.put_lead(place, lead);
            if lead != before {
                self.journal.push(Change::Lead(place, before));
                self.sums.grip.count(before, false);
                self.sums.grip.count(lead, true);
            }
        }
        self.work.towns = towns;
    }

    /// Without journal and marks, so that only the results are compared.
    #[cfg(test)]
    pub(super) fn same(&self) -> Self {
        Self {
            journal: Vec::new(),
            marks: Vec::new(),
            ..self.clone()
        }
    }

    pub(super) fn unit(&self, spot: Spot) -> Option<Unit> {
        self.men[spot.index()].unit
    }

    /// The captures that lose a side the game.
    pub(super) fn lives(&self, moment: &Moment, facts: &Facts, side: Side) -> usize {
        let levels = &self.sums.levels[side.index()];
        facts.lives(side, levels, moment.leaders_left(side))
    }

    /// Counts a unit that came or went, but for the cells it covers.
    fn count(&mut self, facts: &Facts, unit: Unit, spot: Spot, came: bool) {
        if unit.kind.is_leader() {
            let level = &mut self.sums.levels[unit.side.index()][usize::from(unit.kind.level())];
            *level = if came { *level + 1 } else { *level - 1 };
            self.call(facts, unit.side, spot, came);
            self.journal.push(Change::Call(unit.side, spot, came));
        }
        if !facts.town_spots.is_empty() {
            self.towns.count(facts, unit, spot, came);
            self.journal.push(Change::Unit(unit, spot, came));
        }
    }

    /// Counts a leader in or out for every cell within its range.
    fn call(&mut self, facts: &Facts, side: Side, spot: Spot, came: bool) {
        let calls = &mut self.calls[side.index()];
        let range = usize::from(facts.range);
        if range <= 2 {
            // A row of a range is five bytes of a word at most, so one addition counts five cells. No byte overflows
            // into the next, since a range has 25 cells; and the guard round the board has room for every row.
            let ones = ONES & ((1 << (8 * (2 * range + 1))) - 1);
            // 128 spots a rank, with a guard of empty ones round the board
            let first = spot.index() - range * 128 - range;
            for row in 0..=2 * range {
                let Some(bytes) = calls[first + row * 128..].first_chunk_mut() else {
                    continue;
                };
                let counts = u64::from_le_bytes(*bytes);
                let counts = match came {
                    true => counts.wrapping_add(ones),
                    false => counts.wrapping_sub(ones),
                };
                *bytes = counts.to_le_bytes();
            }
        } else {
            for cell in facts.board.within(spot.cell(), facts.range) {
                let count = &mut calls[Spot::new(cell).index()];
                *count = match came {
                    true => count.saturating_add(1),
                    false => count.saturating_sub(1),
                };
            }
        }
    }

    fn man(&self, moment: &Moment, facts: &Facts, unit: Unit, spot: Spot) -> Man {
        Man {
            unit: Some(unit),
            acts: facts.acts_alone(unit.kind) || self.calls[unit.side.index()][spot.index()] > 0,
            covers: moment.covers(unit, spot),
        }
    }

    /// Looks at the units in range of a leader's cell again: others, or none, may activate them now.
    fn recall(&mut self, moment: &Moment, facts: &Facts, side: Side, spot: Spot) {
        if let Some(area) = AREAS.get(usize::from(facts.range)) {
            for near in spots(spot, moment.near(side, spot) & area) {
                self.look_again(moment, facts, near);
            }
        } else {
            for near in facts.board.within(spot.cell(), facts.range) {
                self.look_again(moment, facts, Spot::new(near));
            }
        }
    }

    fn look_again(&mut self, moment: &Moment, facts: &Facts, spot: Spot) {
        let before = self.men[spot.index()];
        let Some(unit) = before.unit else { return };
        let acts = facts.acts_alone(unit.kind) || self.calls[unit.side.index()][spot.index()] > 0;
        // most leaders that come or go change nothing for a unit that has another one near
        if acts != before.acts {
            self.set_man(moment, facts, spot, Man { acts, ..before });
        }
    }

    /// Looks again at the units for which a unit on the spot may be in the way.
    fn look_past(&mut self, moment: &Moment, facts: &Facts, spot: Spot) {
        for bit in bits(moment.near_all(spot) & STAR) {
            let other = spot.in_window(bit);
            let before = self.men[other.index()];
            let Some(unit) = before.unit else { continue };
            // the same window serves both ends: one unit hinders the other exactly if the other hinders the one
            if moment.hindering(unit) >> bit & 1 == 0 {
                continue;
            }
            let covers = moment.covers(unit, other);
            if covers != before.covers {
                self.set_man(moment, facts, other, Man { covers, ..before });
            }
        }
    }

    fn set_man(&mut self, moment: &Moment, facts: &Facts, spot: Spot, man: Man) {
        let before = std::mem::replace(&mut self.men[spot.index()], man);
        self.journal.push(Change::Man(spot, before));
        // cells covered before and after keep their threats, unless the man itself is another or may act no more
        let mut changed = before.covers ^ man.covers;
        if before.acts != man.acts || before.unit != man.unit {
            changed = before.covers | man.covers;
            for (man, sign) in [(before, -1), (man, 1)] {
                if let Some(unit) = man.unit {
                    let side = unit.side.index();
                    self.sums.standing[side] += sign * facts.standing(unit, spot, man.acts);
                    if !unit.kind.is_leader() {
                        self.sums.ways[side] += sign * facts.way(unit, spot);
                        self.sums.troops[side] += sign;
                    }
                }
            }
        }
        // a capture clears the spot before the captor is put there, so at most one of the two has a unit
        if let Some(unit) = man.unit.or(before.unit) {
            self.mark_covered(moment, spot, unit.side, changed);
        }
        if !facts.town_spots.is_empty() {
            let stands = u64::from(before.unit != man.unit) * AREAS[0];
            let towns = facts.town_windows[spot.index()] & (changed | stands);
            self.work.towns.extend(spots(spot, towns));
        }
    }

    fn set_threat(&mut self, spot: Spot, threat: Threat) {
        if self.threats[spot.index()] != threat {
            let before = self.put_threat(spot, threat);
            self.journal.push(Change::Threat(spot, before));
        }
    }

    /// Puts another threat on the spot; the bins of a side count it.
    fn put_threat(&mut self, spot: Spot, threat: Threat) -> Threat {
        let before = std::mem::replace(&mut self.threats[spot.index()], threat);
        for (threat, came) in [(before, false), (threat, true)] {
            let Gain { points, leader } = threat.counted();
            if points > 0
                && let Some(side) = threat.side
            {
                self.bins[side.index()].count(points, leader, came);
            }
        }
        before
    }

    /// Marks the units on cells that a unit of `side` covers no longer, or newly: its prey, and those of its own side
    /// that are attacked. A guarded unit that nobody attacks has no threat to weigh again: an attacker that comes later
    /// marks it.
    fn mark_covered(&mut self, moment: &Moment, spot: Spot, side: Side, changed: u64) {
        let enemy = side.opponent();
        for prey in spots(spot, changed & moment.near(enemy, spot)) {
            self.mark(prey);
        }
        for guarded in spots(spot, changed & moment.near(side, spot)) {
            if self.threats[guarded.index()].taker.is_some() {
                self.mark(guarded);
            }
        }
    }

    fn mark(&mut self, spot: Spot) {
        let stamp = &mut self.work.stamps[spot.index()];
        if *stamp != self.work.update {
            *stamp = self.work.update;
            self.work.dirty.push(spot);
        }
    }

    /// Looks at the threats on all marked spots again.
    fn weigh(&mut self, moment: &Moment, facts: &Facts) {
        let dirty = std::mem::take(&mut self.work.dirty);
        let mut takers = std::mem::take(&mut self.work.takers);
        for &spot in &dirty {
            let before = self.threats[spot.index()];
            let threat = self.threat(moment, facts, spot);
            // `share` alone decides `is_best`, so it must not make an unchanged threat look new
            let is_best = before.is_best;
            if before != (Threat { is_best, ..threat }) {
                // both old and new taker: the one loses its best capture perhaps, the other gains one
                takers.extend(before.taker);
                takers.extend(threat.taker);
                self.set_threat(spot, threat);
            }
        }
        // each taker once; the sequence does not matter, since `share` looks at all of a taker's captures
        takers.sort_unstable();
        takers.dedup();
        for taker in takers.drain(..) {
            self.share(moment, taker);
        }
        self.work.takers = takers;
        self.work.dirty = dirty;
        self.work.dirty.clear();
    }

    /// The capture with which the exchange on that spot would begin.
    fn threat(&self, moment: &Moment, facts: &Facts, spot: Spot) -> Threat {
        let Some(unit) = self.men[spot.index()].unit else {
            return Threat::default();
        };
        let mut attackers = Cover::default();
        let mut taker = None;
        let mut first = usize::MAX;
        for (from, rank) in self.those_that_cover(moment, unit.side.opponent(), spot) {
            attackers.add(Cover::one(rank));
            if rank < first {
                (first, taker) = (rank, Some(from));
            }
        }
        if taker.is_none() {
            return Threat::default();
        }
        // a guard out of command cannot take back
        let guards = self.covering(moment, unit.side, spot).acting();
        let prize = prize(facts, unit);
        let gain = |attackers: Cover| {
            let points = profit(prize, attackers, guards);
            let is_taken = points > 0 && unit.kind.is_leader() && !attackers.acting().is_empty();
            Gain {
                points,
                leader: is_taken.then(|| unit.kind.level()),
            }
        };
        Threat {
            side: Some(unit.side),
            taker,
            // worked out together: which of the two counts changes whenever another capture of the taker does
            gains: [gain(attackers), gain(attackers.others())],
            // `share` decides that once all threats are known, so that the result does not depend on the sequence of
            // updates
            is_best: true,
        }
    }

    /// The units of a side that cover a spot, with their ranks.
    fn those_that_cover(
        &self,
        moment: &Moment,
        side: Side,
        spot: Spot,
    ) -> impl Iterator<Item = (Spot, usize)> {
        bits(moment.near(side, spot)).filter_map(move |bit| {
            let from = spot.in_window(bit);
            let man = &self.men[from.index()];
            let covers = man.covers >> (MIRRORED - bit) & 1 != 0;
            let unit = man.unit.filter(|_| covers)?;
            Some((from, man.rank(unit)))
        })
    }

    /// The numbers of units of a side that cover a spot.
    fn covering(&self, moment: &Moment, side: Side, spot: Spot) -> Cover {
        let mut cover = Cover::default();
        for (_, rank) in self.those_that_cover(moment, side, spot) {
            cover.add(Cover::one(rank));
        }
        cover
    }

    /// Counts the best of the captures that one unit makes first; the others count as the next unit would make them.
    /// Without this a single cannon that looks at three units would count as three captures. Of equal gains the last
    /// spot counts, so that updates in another sequence give the same judgment.
    fn share(&mut self, moment: &Moment, taker: Spot) {
        let man = self.men[taker.index()];
        let Some(unit) = man.unit else { return };
        // what a unit can take lies in its own window, so no threat elsewhere names it as taker
        let victims = man.covers & moment.near(unit.side.opponent(), taker);
        let is_its = |spot: &Spot| self.threats[spot.index()].taker == Some(taker);
        let its = || spots(taker, victims).filter(is_its);
        let best = its().max_by_key(|spot| (self.threats[spot.index()].gains[0].points, *spot));
        for spot in spots(taker, victims) {
            let threat = self.threats[spot.index()];
            let is_best = Some(spot) == best;
            if threat.taker == Some(taker) && threat.is_best != is_best {
                self.set_threat(spot, Threat { is_best, ..threat });
            }
        }
    }
}

// half of the plight at the start of the search: with the present one, each capture would change the prize of every
// other leader
fn prize(facts: &Facts, unit: Unit) -> i32 {
    let plight = if unit.kind.is_leader() {
        facts.plight[unit.side.index()] / 2
    } else {
        0
    };
    worth(unit.kind) + plight
}

/// The short game's claim, as if the turn of `mover` ended here. The other side may take `leaders` leaders next, and
/// `mover` `back` after that. Rules: warlord 3.2.
fn claim(moment: &Moment, facts: &Facts, mover: Side, [leaders, back]: [usize; 2]) -> i32 {
    let short = facts.short;
    if short == 0 {
        return 0;
    }
    let enemy = mover.opponent();
    let lost = |side: Side| facts.whole[side.index()].saturating_sub(moment.leaders_left(side));
    let (ours, theirs) = (lost(enemy), lost(mover));
    if moment.claim() == Some(enemy) && ours < theirs {
        // The game would be lost at the end of this turn. The nearer to level, the better: so the search sees which of
        // several captures leads out of it.
        return -WON / 10 * narrow(theirs - ours);
    }
    // this side makes the claim as its own turn begins; safe beyond the reply if the other side cannot even the losses
    // by then
    if ours >= short && ours > theirs {
        let beyond_reply = leaders < ours - theirs;
        return CLAIM + if beyond_reply { 10_000 } else { 0 };
    }
    let next = theirs + leaders;
    let next_claim = if leaders == 0 || next < short || next <= ours {
        0
    } else if next > ours + back {
        CLAIM
    } else {
        CLAIM / 3
    };
    // On the way to a claim, a lead in leaders is worth more the nearer the number needed.
    let lead = narrow(ours) - narrow(theirs);
    lead * 600 * narrow(ours.max(theirs)) / narrow(short) - next_claim
}

fn narrow(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
