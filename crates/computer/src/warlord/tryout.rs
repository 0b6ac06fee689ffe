//! The position on which the baselines try Warlord turns, and their judgment, which is never changed.
//!
//! The terms: the worth of the units; the way of each to the nearest enemy leader, or to the nearest town not held;
//! units out of command; what the enemy may take next with the orders it has; the lead in captured leaders; towns held.
//! All from scratch.

use std::collections::VecDeque;

use board::{Cell, Grid};
use rules::warlord::fast::{FastOrder, SPOTS, Spot};
use rules::warlord::{Game, Kind, Order, Outcome, Position, Side, Terrain, Unit};

use super::moment::Moment;
use crate::baseline::Effort;
use crate::baseline::tryout::WON;

/// A baseline's whole turn of the side to move, `end` last if the game continues.
pub(crate) fn turn(position: &Position, side: Side, effort: Effort) -> Vec<Order> {
    let mut tryout = Tryout::new(position);
    let turn = effort.turn(&mut tryout);
    let turn = turn.into_iter().map(FastOrder::order).collect();
    super::close(position, side, turn)
}

struct Tryout {
    moment: Moment,
    /// The side whose turn is tried, also after an order has ended the game.
    mover: Side,
    /// For each order made: true for the end of a turn.
    made: Vec<bool>,
    board: board::Board,
    range: u8,
    acts_alone: bool,
    /// Steps to the nearest goal, by side and spot.
    to_go: [Box<[u8]>; 2],
    /// The orders of each side in a turn, as far as the leaders it has do not lower them.
    cap: [usize; 2],
    short: usize,
    whole: [usize; 2],
    towns: Vec<Spot>,
    needed: i32,
    /// Points for a step nearer to the goal; more from turn to turn.
    eagerness: i32,
    /// By spot: the place of its unit in the list of units; meaningless for spots without one.
    places: Box<[u16]>,
}

/// The worth of a unit in points.
// a copy of the player's worths on purpose: tuning those must not change the baselines, or old results would mean
// nothing
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Infantry => 200,
        Kind::LightCavalry | Kind::Promoted | Kind::Shaman | Kind::Bishopy => 400,
        Kind::Cannon | Kind::Hero | Kind::Rookish => 420,
        Kind::HeavyCavalry => 500,
        Kind::Leader1 => 950,
        Kind::Leader2 => 1200,
        Kind::Leader3 => 1450,
    }
}

/// The most steps counted to a goal.
const FAR: u8 = 200;

impl Tryout {
    fn new(position: &Position) -> Self {
        let game = position.game();
        let moment = Moment::new(position);
        let number = position.turn();
        let towns: Vec<Cell> = match game.towns {
            // towns are goals only in games that towns can win
            Some(_) => {
                let ground = game.terrain.iter();
                let towns = ground.filter(|(_, terrain)| **terrain == Terrain::Town);
                towns.map(|(cell, _)| cell).collect()
            }
            None => Vec::new(),
        };
        let to_go = Side::BOTH.map(|side| {
            let units = position.units();
            let prey = units.filter(|(_, unit)| unit.side != side && unit.kind.is_leader());
            let open = towns.iter().copied().filter(|town| {
                let there = position.unit(*town);
                there.is_none_or(|unit| unit.side != side)
            });
            let goals: Vec<Cell> = prey.map(|(cell, _)| cell).chain(open).collect();
            steps(game, &goals)
        });
        Self {
            mover: moment.side(),
            made: Vec::new(),
            board: game.board(),
            range: game.range,
            acts_alone: game.options.self_activating,
            to_go,
            cap: Side::BOTH.map(|side| game.cap(number + 2, position.leaders_left(side)).into()),
            short: game.options.short.into(),
            whole: Side::BOTH.map(|side| game.leaders(side)),
            towns: towns.into_iter().map(Spot::new).collect(),
            needed: game.towns.map_or(0, |towns| towns.needed.into()),
            eagerness: 10 + i32::try_from(number.min(240)).unwrap_or(240) / 3,
            places: vec![0; SPOTS].into_boxed_slice(),
            moment,
        }
    }

    fn lost(&self, side: Side) -> i32 {
        let lost = self.whole[side.index()].saturating_sub(self.moment.leaders_left(side));
        i32::try_from(lost).unwrap_or(i32::MAX)
    }

    /// True for a unit that could act in a fresh turn of its side.
    fn acts(&self, (spot, unit): (Spot, Unit), leaders: &[(Spot, Side)]) -> bool {
        let acts_alone = match unit.kind {
            Kind::Promoted => true,
            Kind::LightCavalry => self.acts_alone,
            kind => kind.is_leader(),
        };
        acts_alone
            || leaders.iter().any(|(leader, side)| {
                *side == unit.side && self.board.distance(leader.cell(), spot.cell()) <= self.range
            })
    }

    /// For each unit the worth of the cheapest enemy unit that could capture it in a fresh turn, and whether a unit of
    /// its own side covers it; and the points of each side for its units, ways and command.
    fn survey(&mut self, units: &[(Spot, Unit)]) -> (Vec<(Option<i32>, bool)>, [i32; 2]) {
        for (place, (spot, _)) in (0..).zip(units) {
            self.places[spot.index()] = place;
        }
        let leaders: Vec<(Spot, Side)> = units
            .iter()
            .filter(|(_, unit)| unit.kind.is_leader())
            .map(|(spot, unit)| (*spot, unit.side))
            .collect();
        let mut danger = vec![(None, false); units.len()];
        let mut points = [0; 2];
        for &(spot, unit) in units {
            let worth = worth(unit.kind);
            let acts = self.acts((spot, unit), &leaders);
            let to_go = i32::from(self.to_go[unit.side.index()][spot.index()]);
            let way = to_go * self.eagerness;
            points[unit.side.index()] += match unit.kind.is_leader() {
                true => worth - way / 8,
                false if acts => worth - way,
                false => worth - way - 40,
            };
            let near = self.moment.near(Side::White, spot) | self.moment.near(Side::Black, spot);
            // only cells with a unit matter, be it prey or a friend to guard
            let mut covered = self.moment.covers(unit, spot) & near;
            while covered != 0 {
                let target = spot.in_window(covered.trailing_zeros());
                covered &= covered - 1;
                let place = usize::from(self.places[target.index()]);
                let (cheapest, is_covered) = &mut danger[place];
                if units[place].1.side == unit.side {
                    // a unit does not guard itself
                    *is_covered |= target != spot;
                } else if acts {
                    *cheapest = Some(cheapest.map_or(worth, |other: i32| other.min(worth)));
                }
            }
        }
        (danger, points)
    }

    fn claim(&self) -> i32 {
        let (ours, theirs) = (self.lost(self.mover.opponent()), self.lost(self.mover));
        let short = i32::try_from(self.short).unwrap_or(i32::MAX);
        if short > 0 && self.moment.claim() == Some(self.mover.opponent()) && ours < theirs {
            // the game would be lost at the end of this turn
            return -WON / 20 * (theirs - ours);
        }
        let pending = if short > 0 && ours >= short && ours > theirs {
            3000
        } else {
            0
        };
        (ours - theirs) * 300 + pending
    }
}

impl crate::baseline::tryout::Tryout for Tryout {
    type Order = FastOrder;

    fn orders(&self) -> Vec<FastOrder> {
        let mut orders = self.moment.orders();
        orders.retain(|order| *order != FastOrder::End);
        // by the trait's promise: the fast board lists its orders in another sequence than the rules
        orders.sort_unstable();
        orders
    }

    fn play(&mut self, order: &FastOrder) -> bool {
        let is_made = *order != FastOrder::End && self.moment.make(*order);
        if is_made {
            self.made.push(false);
        }
        is_made
    }

    fn end(&mut self) -> bool {
        let is_made = self.moment.make(FastOrder::End);
        if is_made {
            self.made.push(true);
            self.mover = self.mover.opponent();
        }
        is_made
    }

    fn undo(&mut self) {
        if let Some(was_end) = self.made.pop() {
            self.moment.unmake();
            if was_end {
                self.mover = self.mover.opponent();
            }
        }
    }

    fn is_over(&self) -> bool {
        self.moment.outcome().is_some()
    }

    fn left(&self) -> usize {
        self.moment.left()
    }

    fn value(&mut self) -> i32 {
        let (mover, enemy) = (self.mover, self.mover.opponent());
        match self.moment.outcome() {
            Some(Outcome::Drawn(_)) => return 0,
            Some(Outcome::Won(winner, _)) => return if winner == mover { WON } else { -WON },
            None => {}
        }
        let units = self.moment.units();
        let (danger, points) = self.survey(&units);
        let mut losses = [Vec::new(), Vec::new()];
        for ((_, unit), (cheapest, is_covered)) in units.iter().zip(danger) {
            let Some(cheapest) = cheapest else { continue };
            let worth = worth(unit.kind);
            let loss = match is_covered {
                true => worth - cheapest * 4 / 5,
                false => worth,
            };
            if loss > 0 {
                losses[unit.side.index()].push(loss);
            }
        }
        let mut worst = |side: Side, orders: usize| -> i32 {
            let losses = &mut losses[side.index()];
            losses.sort_unstable_by(|one, other| other.cmp(one));
            losses.iter().take(orders).sum()
        };
        let danger = worst(mover, self.cap[enemy.index()]);
        let chances = worst(enemy, self.cap[mover.index()]);
        let held = |side: Side| {
            let held = self.towns.iter().filter(|town| {
                let there = self.moment.unit(**town);
                there.is_some_and(|unit| unit.side == side)
            });
            let held = i32::try_from(held.count()).unwrap_or(i32::MAX);
            // the last town but one weighs more than the first
            held * 150
                + if held + 1 >= self.needed {
                    held * 300
                } else {
                    0
                }
        };
        points[mover.index()] - points[enemy.index()] + held(mover) - held(enemy) - danger * 7 / 10
            + chances / 5
            + self.claim()
    }

    fn is_capture(&self, order: &FastOrder) -> bool {
        matches!(order, FastOrder::Move { to, .. } if self.moment.unit(*to).is_some())
    }

    fn key(&self) -> u64 {
        self.moment.key()
    }
}

/// The king-steps over land to the nearest goal, for each spot.
fn steps(game: &Game, goals: &[Cell]) -> Box<[u8]> {
    let board = game.board();
    let mut land = Grid::filled(board, true);
    for (cell, terrain) in game.terrain.iter() {
        land[cell] = terrain.is_land();
    }
    let mut steps = vec![if goals.is_empty() { 0 } else { FAR }; SPOTS].into_boxed_slice();
    let mut next = VecDeque::new();
    for goal in goals {
        steps[Spot::new(*goal).index()] = 0;
        next.push_back(*goal);
    }
    while let Some(cell) = next.pop_front() {
        let step = steps[Spot::new(cell).index()] + 1;
        if step >= FAR {
            break;
        }
        for near in board.within(cell, 1) {
            let known = &mut steps[Spot::new(near).index()];
            if land[near] && *known == FAR {
                *known = step;
                next.push_back(near);
            }
        }
    }
    steps
}
