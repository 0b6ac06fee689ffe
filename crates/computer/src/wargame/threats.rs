//! The kills that a side could make in one turn.

use std::cmp::Reverse;

use rules::wargame::Side;

use super::attacks::Attacks;
use super::look::Look;
use super::survey::Placed;
use super::window::Window;

/// The kills one side could make in one turn.
pub(super) struct Threats {
    pub(super) sum: i32,
    pub(super) best: i32,
    /// The number of leaders among the targets of units that could act at once.
    pub(super) leaders: usize,
}

/// An enemy unit that could be killed.
#[derive(Clone, Copy)]
struct Threat {
    profit: i32,
    /// The places of both units in the list.
    by: usize,
    target: usize,
}

impl Look<'_> {
    /// The kills `side` could make in one turn, best first: as many as the side has orders, and no unit used twice.
    pub(super) fn threats(&self, side: Side) -> Threats {
        let units = self.survey.units();
        let mut found: Vec<Threat> = Vec::with_capacity(64);
        let mut guarded: Vec<(usize, bool)> = Vec::with_capacity(32);
        for (place, by) in units.iter().enumerate() {
            let Attacks { fire, charge, .. } = by.attacks;
            let is_idle = fire.or(charge).is_empty();
            if is_idle || by.unit.side != side || self.is_gone(by.cell) {
                continue;
            }
            let fired = fire.cells(by.cell).map(|cell| (cell, true));
            let charged = charge.cells(by.cell).map(|cell| (cell, false));
            for (cell, is_fire) in fired.chain(charged) {
                let Some(target) = self.survey.place(self.facts, cell) else {
                    continue;
                };
                if self.is_gone(cell) {
                    continue;
                }
                let victim = &units[target];
                let goes_to_guarded = !is_fire
                    && match guarded.iter().find(|(place, _)| *place == target) {
                        // asked once a victim: several units often threaten the same one
                        Some((_, is_guarded)) => *is_guarded,
                        None => {
                            let is_guarded = self.is_guarded(victim);
                            guarded.push((target, is_guarded));
                            is_guarded
                        }
                    };
                let profit = self.profit(by, victim, goes_to_guarded);
                if profit > 0 {
                    found.push(Threat {
                        profit,
                        by: place,
                        target,
                    });
                }
            }
        }
        // stable: of equal kills the first in the list of units counts
        found.sort_by_key(|threat| Reverse(threat.profit));
        // those taken come to the front
        let mut taken = 0;
        for place in 0..found.len() {
            // each kill takes an order, so no more of them can happen in one turn
            if taken >= self.orders(side) {
                break;
            }
            let Threat { by, target, .. } = found[place];
            let mut others = found[..taken].iter();
            if !others.any(|other| other.by == by || other.target == target) {
                found.swap(taken, place);
                taken += 1;
            }
        }
        // the swaps have moved the kills that count to the front
        found.truncate(taken);
        let leaders = found.iter().filter(|threat| {
            units[threat.target].unit.kind.is_leader() && self.acts(&units[threat.by])
        });
        Threats {
            leaders: leaders.count(),
            sum: found.iter().map(|threat| threat.profit).sum(),
            best: found.first().map_or(0, |threat| threat.profit),
        }
    }

    /// The gain of a kill, less the loss to be feared in the reply if the unit has to go to a guarded victim. A unit
    /// that no order reaches as things stand may never kill, so its gain counts for less.
    fn profit(&self, by: &Placed, target: &Placed, goes_to_guarded: bool) -> i32 {
        let mut prize = self.facts.of(target.unit.kind).worth;
        if target.unit.kind.is_leader() {
            prize += self.plight(target.unit.side) / 2;
        }
        let cost = if goes_to_guarded {
            self.facts.of(by.unit.kind).worth * 3 / 5
        } else {
            0
        };
        let net = (prize - cost).max(prize / 16);
        if self.acts(by) { net } else { net * 2 / 5 }
    }

    /// True if a unit of the victim's side stands near enough to strike back at the victim's cell.
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
