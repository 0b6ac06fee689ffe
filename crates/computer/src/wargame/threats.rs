//! The kills that a side could make in one turn.

use std::cmp::Reverse;

use rules::wargame::Side;

use super::attacks::Attacks;
use super::survey::Placed;
use super::value::Look;
use super::window::Window;

/// The kills one side could make in one turn.
#[derive(Debug, Default)]
pub(super) struct Threats {
    /// The gains, the best first.
    pub(super) profits: Vec<i32>,
    /// The number of leaders among the targets of units that could act at once.
    pub(super) leaders: usize,
}

/// An enemy unit that could be killed.
struct Threat<'a> {
    by: &'a Placed,
    target: &'a Placed,
    profit: i32,
}

impl<'a> Look<'a> {
    /// The kills `side` could make in one turn, best first: as many as the side has orders, and no unit used twice.
    pub(super) fn threats(&self, side: Side) -> Threats {
        let mut found: Vec<Threat<'a>> = Vec::new();
        for by in self.survey.units() {
            let Attacks { fire, charge, .. } = by.attacks;
            let is_idle = fire.or(charge).is_empty();
            if is_idle || by.unit.side != side || self.is_gone(by.cell) {
                continue;
            }
            let fired = fire.cells(by.cell).map(|cell| (cell, true));
            let charged = charge.cells(by.cell).map(|cell| (cell, false));
            for (cell, is_fire) in fired.chain(charged) {
                let Some(place) = self.survey.place(self.facts, cell) else {
                    continue;
                };
                let target = &self.survey.units()[place];
                if self.is_gone(cell) {
                    continue;
                }
                let profit = self.profit(by, target, is_fire);
                if profit > 0 {
                    found.push(Threat { by, target, profit });
                }
            }
        }
        // stable: of equal kills the first in the list of units counts
        found.sort_by_key(|threat| Reverse(threat.profit));
        let mut taken: Vec<&Threat<'_>> = Vec::new();
        for threat in &found {
            if taken.len() >= self.orders(side) {
                break;
            }
            let is_taken = |other: &&Threat<'_>| {
                other.by.cell == threat.by.cell || other.target.cell == threat.target.cell
            };
            if !taken.iter().any(is_taken) {
                taken.push(threat);
            }
        }
        let leaders = taken
            .iter()
            .filter(|threat| threat.target.unit.kind.is_leader() && self.acts(threat.by));
        Threats {
            leaders: leaders.count(),
            profits: taken.iter().map(|threat| threat.profit).collect(),
        }
    }

    /// The gain of a kill, less the loss to be feared in the reply where the unit has to go to its victim. A unit that
    /// no order reaches as things stand may never kill, so its gain counts for less.
    fn profit(&self, by: &Placed, target: &Placed, is_fire: bool) -> i32 {
        let mut prize = self.facts.of(target.unit.kind).worth;
        if target.unit.kind.is_leader() {
            prize += self.plight(target.unit.side) / 2;
        }
        let cost = if !is_fire && self.is_guarded(target) {
            self.facts.of(by.unit.kind).worth * 3 / 5
        } else {
            0
        };
        let net = (prize - cost).max(prize / 16);
        if self.acts(by) { net } else { net * 2 / 5 }
    }

    /// Tells if a unit of the victim's side stands near enough to strike back at the victim's cell.
    fn is_guarded(&self, victim: &Placed) -> bool {
        let guards = self.survey.army(victim.unit.side).around(victim.cell);
        let guards = guards.and(Window::square(3)).without(Window::MIDDLE);
        guards.cells(victim.cell).any(|cell| {
            self.survey.place(self.facts, cell).is_some_and(|place| {
                let guard = &self.survey.units()[place];
                let reach = self.facts.of(guard.unit.kind).reach.min(3);
                self.facts.board.distance(cell, victim.cell) <= reach && self.acts(guard)
            })
        })
    }
}
