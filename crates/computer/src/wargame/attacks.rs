//! The enemies that a unit could kill if it were given an order.

use board::Cell;
use rules::wargame::{Position, Unit};

use super::facts::Facts;
use super::window::{Cells, Grain, REACH, Window};

/// The ways in which a unit could kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Attacks {
    /// The enemies in reach of its fire.
    pub(super) fire: Window,
    /// The enemies in reach of an overrun or a close assault.
    pub(super) charge: Window,
    /// The cells whose units decide about these attacks, except the cells where a first enemy may come into reach.
    pub(super) watched: Window,
}

/// True if two cells are at most that many files and ranks apart.
pub(super) const fn is_near(one: Cell, other: Cell, reach: u8) -> bool {
    one.file().abs_diff(other.file()) <= reach && one.rank().abs_diff(other.rank()) <= reach
}

impl Attacks {
    /// The attacks of the unit on a cell, whether or not the unit may be given an order; `armies` are the cells of the
    /// sides' units.
    pub(super) fn of(
        position: &Position,
        facts: &Facts,
        armies: &[Cells; 2],
        cell: Cell,
        unit: Unit,
    ) -> Self {
        let enemies = armies[unit.side.opponent().index()].around(cell);
        let prey = enemies.and(Window::square(facts.of(unit.kind).reach));
        let mut attacks = Self::default();
        // most units have no enemy near, and only those with one cost anything
        if prey.is_empty() {
            return attacks;
        }
        let (mut assault, mut overrun) = (Window::default(), Window::default());
        let mut range = 0;
        for at in prey.cells(cell) {
            let Some(other) = position.unit(at) else {
                continue;
            };
            let kills = facts.kills(unit.kind, other.kind, position.game().terrain[at]);
            let distance = facts.board.distance(cell, at);
            // the window is a square of files and ranks; on hexes it holds cells that are farther than the range
            if kills.by_fire && distance <= facts.of(unit.kind).range {
                // even if the fire is blocked now: what stands between decides, so those cells are watched
                range = range.max(distance);
                if position.can_fire(cell, unit, at) {
                    attacks.fire.add(cell, at);
                }
            }
            // a unit in tow can be fired at but not charged; wargame 1.6
            if (kills.by_assault || kills.by_overrun) && !position.is_towed(at) {
                if kills.by_assault {
                    assault.add(cell, at);
                }
                if kills.by_overrun {
                    overrun.add(cell, at);
                }
            }
        }
        attacks.watched = prey.or(Window::square(range));
        if !assault.or(overrun).is_empty() {
            let free =
                Window::square(REACH).without(enemies.or(armies[unit.side.index()].around(cell)));
            attacks.charge(facts, cell, unit, free, [assault, overrun]);
        }
        attacks
    }

    /// Finds the enemies that the unit could run over or take on its way over `free` cells.
    fn charge(
        &mut self,
        facts: &Facts,
        from: Cell,
        unit: Unit,
        free: Window,
        [assault, overrun]: [Window; 2],
    ) {
        let points = facts.of(unit.kind).points;
        let grain = Grain::around(facts.board, from);
        let prices = facts.prices(unit.kind).each_ref();
        let prices = prices.map(|(price, cells)| (*price, cells.around(from)));
        // by the points left: the cells from which the unit can come to some of the prey
        let mut leads = [assault.or(overrun); REACH as usize + 1];
        for left in 1..=usize::from(points) {
            // without regard to prices and units: too many cells at worst, which only costs time
            leads[left] = leads[left - 1].spread(grain);
        }
        let mut seen = Window::default();
        // by the points spent on the way; every step costs some
        let mut found = [Window::default(); REACH as usize + 1];
        found[0] = Window::MIDDLE;
        for spent in 0..=points {
            // cells are taken by the points spent, so the first way found is the cheapest and a later one leads nowhere
            // new
            let here = found[usize::from(spent)].without(seen);
            seen = seen.or(here);
            let left = points - spent;
            let next = here.spread(grain);
            if here.is_empty() || left == 0 {
                continue;
            }
            self.watched = self.watched.or(next);
            for (price, cells) in prices.iter().filter(|(price, _)| *price <= left) {
                let entered = next.and(*cells);
                self.charge = self.charge.or(entered.and(assault));
                let reached = &mut found[usize::from(spent + price)];
                *reached = reached.or(entered.and(free).and(leads[usize::from(left - price)]));
            }
            // An overrun goes straight over the victim to the free cell behind it, so it is followed direction by
            // direction.
            let victims = next.and(overrun);
            if victims.is_empty() {
                continue;
            }
            self.watched = self.watched.or(victims.spread(grain));
            for direction in facts.board.directions() {
                let victims = here.toward(*direction, grain).and(overrun);
                if victims.is_empty() {
                    continue;
                }
                for (price, cells) in &prices {
                    let over = victims.and(*cells);
                    for (more, cells) in &prices {
                        let exits = over.toward(*direction, grain).and(free).and(*cells);
                        if exits.is_empty() || price + more > left {
                            continue;
                        }
                        self.charge = self.charge.or(exits.toward(direction.opposite(), grain));
                        let reached = &mut found[usize::from(spent + price + more)];
                        *reached = reached.or(exits);
                    }
                }
            }
        }
    }
}
