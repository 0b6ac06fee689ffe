//! The Warlord family: its trial of orders, its evaluation, its set-ups.

mod exchange;
mod facts;
mod judgment;
mod moment;
mod set_up;
#[cfg(test)]
mod tests;
pub(crate) mod tryout;
mod walk;

use rules::AnyOrder;
use rules::warlord::fast::{FastOrder, Spot};
use rules::warlord::{Order, Position, Side};

use crate::Thinking;
use crate::curve::{Curve, Tail};
use crate::decision;
use crate::random::mix;
use crate::trial::Trial;
use facts::Facts;
use judgment::Judgment;
use moment::Moment;
pub(crate) use walk::{balance, walk};

/// The orders of a search in a quick look at a game.
pub(crate) const QUICK: u64 = 20000;

/// Fitted by the example `chances` of `lab` (docs/computer.md, *Who stands better*).
pub(crate) const CURVE: Curve = Curve {
    tempo: 0.159,
    slope: 0.327,
    most: 8.0,
    spread: [0.001_853, -0.000_069, 0.004_042],
    lost: Tail {
        chance: 0.048,
        error: 0.046,
    },
    noise: 17.5,
};

/// The worth of the unit that an order captures: 1, plus the level of a leader.
pub(crate) fn prize(position: &Position, order: &Order) -> u8 {
    let victim = match order {
        Order::Move { to, .. } => position.unit(*to),
        _ => None,
    };
    victim.map_or(0, |unit| 1 + unit.kind.level())
}

/// The value of the position to the side with the turn, as if the turn ended here.
pub(crate) fn judge(position: &Position) -> i32 {
    Sketch::new(position).value()
}

/// A whole turn of `side`, or the side's set-up.
pub(crate) fn choose(
    position: &Position,
    side: rules::Side,
    thinking: &mut Thinking<'_>,
) -> Vec<Order> {
    // a third seat has no side in this family
    let Ok(own) = Side::try_from(side) else {
        return Vec::new();
    };
    let seed = thinking.seed;
    decision::of(
        position,
        side,
        || turn(position, own, thinking),
        || set_up::choose(position, own, seed),
    )
}

/// A member's part of a set-up, beside the parts that other members of the side have shown.
pub(crate) fn part(
    position: &Position,
    side: rules::Side,
    member: u8,
    shown: &[(u8, AnyOrder)],
    seed: u64,
) -> Option<AnyOrder> {
    let own = Side::try_from(side).ok()?;
    let parts = shown.iter().filter_map(|(of, order)| match order {
        AnyOrder::Warlord(Order::SetUp(part)) => Some((*of, part)),
        _ => None,
    });
    let parts: Vec<_> = parts.collect();
    set_up::part(position, own, member, &parts, seed).map(AnyOrder::Warlord)
}

/// A side with more leaders than this is a crowd: no scenario has one, but a position text may. There is no fast
/// position then, and the first look at the board alone takes longer than a small budget.
const CROWD: u16 = 512;

/// The captures at hand, the best first, or else any order.
fn glance(position: &Position, side: Side) -> Vec<Order> {
    let mut orders = position.legal_orders(side);
    // stable, so that equal prizes keep the fixed order of the rules
    orders.sort_by_key(|order| std::cmp::Reverse(prize(position, order)));
    let captures = orders
        .iter()
        .filter(|order| prize(position, order) > 0)
        .count();
    orders.truncate(captures.max(1));
    close(position, side, orders)
}

/// A whole turn, or a member's whole part of it, closed if the game continues.
fn turn(position: &Position, side: Side, thinking: &mut Thinking<'_>) -> Vec<Order> {
    let is_crowded = Side::BOTH
        .into_iter()
        .any(|side| position.leaders_left(side) > CROWD);
    if is_crowded && thinking.is_brief() {
        return glance(position, side);
    }
    // the clock runs while the trial is made
    let meters = thinking.meters(Sketch::MICROS);
    let mut sketch = Sketch::new(position);
    let mut turn = Vec::new();
    // before the search, which would drown in the cells of an edge; see `orders`
    sketch.enter_reinforcements(&mut turn);
    let entries = turn.clone();
    let others = (1..thinking.threads).map(|_| {
        let mut other = Sketch::new(position);
        let entered = entries.iter().filter(|order| other.play(order)).count();
        // the threads compare plans in the end, so all trials must begin from the same position
        debug_assert_eq!(entered, entries.len(), "the same entries again");
        other
    });
    let others: Vec<Sketch> = others.collect();
    let best = crate::islands::turn(
        &mut sketch,
        others,
        meters,
        thinking.manner(),
        &mut |tried, score, orders| {
            let turn = entries.iter().chain(orders);
            let turn = turn.map(|order| AnyOrder::Warlord(order.order()));
            (thinking.report)(tried, score, turn.collect());
        },
    );
    thinking.value = Some(best.value);
    turn.extend(best.turn);
    let turn = turn.into_iter().map(FastOrder::order).collect();
    close(position, side, turn)
}

/// The legal orders of `turn`, one after the other, and if the game continues the order that closes the turn, or the
/// part of the member whose part it is.
fn close(position: &Position, side: Side, turn: Vec<Order>) -> Vec<Order> {
    let closing = position.closing(side).unwrap_or(Order::End);
    decision::closed(position, side.into(), turn, closing)
}

/// The most entries tried, spread over all legal entries; in Valley War all entries are tried.
const MOST_ENTRIES: usize = 256;

/// A moment of the game with its judgment, on which orders are tried.
pub(crate) struct Sketch {
    moment: Moment,
    facts: Facts,
    judgment: Judgment,
    /// The side whose turn is tried, also after an order of the turn has ended the game.
    mover: Side,
    /// For each order made: true for the end of a turn.
    made: Vec<bool>,
}

impl Sketch {
    fn new(position: &Position) -> Self {
        let moment = Moment::new(position);
        let facts = Facts::new(position);
        Self {
            judgment: Judgment::new(&moment, &facts),
            facts,
            mover: moment.side(),
            made: Vec::new(),
            moment,
        }
    }

    /// Brings in every unit due, each on the best of the tried cells.
    /// Rules: warlord 2.12.
    fn enter_reinforcements(&mut self, turn: &mut Vec<FastOrder>) {
        loop {
            let mut entries = self.moment.orders();
            entries.retain(|order| matches!(order, FastOrder::Enter { .. }));
            // spread evenly: the first 256 of a long edge would all be at one end of it
            let apart = entries.len().div_ceil(MOST_ENTRIES).max(1);
            let mut best: Option<(i32, FastOrder)> = None;
            for order in entries.into_iter().step_by(apart) {
                if self.play(&order) {
                    let value = self.value();
                    self.undo();
                    if best.is_none_or(|(best, _)| value >= best) {
                        best = Some((value, order));
                    }
                }
            }
            let Some((_, order)) = best else {
                return;
            };
            self.play(&order);
            turn.push(order);
        }
    }

    fn takes_leader(&self, order: &FastOrder) -> bool {
        matches!(order, FastOrder::Move { to, .. } if self.is_leader_of(self.mover.opponent(), *to))
    }

    fn is_leader_of(&self, side: Side, spot: Spot) -> bool {
        let unit = self.judgment.unit(spot);
        unit.is_some_and(|unit| unit.side == side && unit.kind.is_leader())
    }

    /// The units of the mover and the enemy leaders that they would reach on an empty board.
    fn hunters(&self) -> Vec<(Spot, Spot)> {
        let enemy = self.mover.opponent();
        let mut pairs = Vec::new();
        for (prey, unit) in self.moment.units() {
            if unit.side == enemy && unit.kind.is_leader() {
                let near = self.moment.near(self.mover, prey);
                pairs.extend(judgment::spots(prey, near).map(|hunter| (hunter, prey)));
            }
        }
        pairs
    }

    /// True if this order may help a unit capture a leader it aims at: the order moves a leader into range of the unit,
    /// or moves or captures a unit between the two.
    fn prepares(&self, order: &FastOrder, hunters: &[(Spot, Spot)]) -> bool {
        let &FastOrder::Move { from, to } = order else {
            return false;
        };
        let between = |spot: Spot, (a, b): (Spot, Spot)| {
            let inside = |x: u8, a: u8, b: u8| x >= a.min(b) && x <= a.max(b);
            let (cell, a, b) = (spot.cell(), a.cell(), b.cell());
            cell != a
                && inside(cell.file(), a.file(), b.file())
                && inside(cell.rank(), a.rank(), b.rank())
        };
        let is_leader = self.is_leader_of(self.mover, from);
        let game = self.moment.game();
        hunters.iter().any(|&(hunter, prey)| {
            let apart = game.board().distance(to.cell(), hunter.cell());
            (is_leader && hunter != from && apart <= game.range)
                || between(from, (hunter, prey))
                || between(to, (hunter, prey))
        })
    }
}

impl Trial for Sketch {
    type Order = FastOrder;

    const MICROS: u64 = 1;
    const BREADTH: usize = 8000;

    fn orders(&mut self) -> Vec<FastOrder> {
        let mut orders = self.moment.orders();
        // Reinforcements come in before the turn is planned: each could enter on any cell of an edge, and those orders
        // would crowd out all others.
        orders.retain(|order| matches!(order, FastOrder::Move { .. } | FastOrder::Swap { .. }));
        orders
    }

    fn orders_near(&mut self, center: &FastOrder, steps: u8) -> Vec<FastOrder> {
        match center.spot() {
            Some(spot) => self.moment.orders_near(spot, steps),
            None => Vec::new(),
        }
    }

    fn play(&mut self, order: &FastOrder) -> bool {
        let (one, other) = match *order {
            FastOrder::Move { from, to } => (from, to),
            FastOrder::Swap { leader, cannon } => (leader, cannon),
            FastOrder::Enter { spot, .. } => (spot, spot),
            // `end` keeps track of the mover, so an end must come through it
            FastOrder::End => return false,
        };
        // read before the order is made: afterwards the captured unit is gone
        let before = [one, other].map(|spot| Some((spot, self.judgment.unit(spot)?)));
        if !self.moment.make(*order) {
            return false;
        }
        // a unit that enters is placed once
        let changed = [(one != other).then_some(one), Some(other)];
        let after = changed.map(|spot| Some((spot?, self.moment.unit(spot?)?)));
        self.judgment
            .update(&self.moment, &self.facts, before, after);
        self.made.push(false);
        true
    }

    fn end(&mut self) -> bool {
        let ended = self.moment.make(FastOrder::End);
        if ended {
            self.mover = self.mover.opponent();
            self.made.push(true);
        }
        ended
    }

    fn undo(&mut self) {
        let Some(was_end) = self.made.pop() else {
            return;
        };
        self.moment.unmake();
        if was_end {
            self.mover = self.mover.opponent();
        } else {
            self.judgment.undo(&self.facts);
        }
    }

    fn is_over(&self) -> bool {
        self.moment.outcome().is_some()
    }

    fn left(&self) -> usize {
        self.moment.left()
    }

    fn value(&self) -> i32 {
        self.judgment.value(&self.moment, &self.facts, self.mover)
    }

    fn is_capture(&self, order: &FastOrder) -> bool {
        matches!(order, FastOrder::Move { to, .. } if self.judgment.unit(*to).is_some())
    }

    fn decisive_orders(&mut self, within: usize) -> Vec<FastOrder> {
        let enemy = self.mover.opponent();
        // The cheap tests first: in most positions too few leaders are in reach to lose the game by, and no list of
        // orders is made.
        let needed = self.judgment.lives(&self.moment, &self.facts, enemy);
        if needed > within {
            return Vec::new();
        }
        let hunters = self.hunters();
        let mut prey: Vec<Spot> = hunters.iter().map(|(_, prey)| *prey).collect();
        prey.sort_unstable();
        prey.dedup();
        if prey.len() < needed {
            return Vec::new();
        }
        let captures = hunters
            .iter()
            .map(|&(from, to)| FastOrder::Move { from, to });
        let mut orders: Vec<FastOrder> = captures
            .filter(|order| self.moment.allows(*order))
            .collect();
        // with just enough orders for the captures there is none to spare for preparing one
        if within > needed {
            let others = self.orders().into_iter();
            orders.extend(
                others.filter(|order| !self.takes_leader(order) && self.prepares(order, &hunters)),
            );
        }
        orders
    }

    fn key(&self) -> u64 {
        self.moment.key()
    }

    fn signature(&self, turn: &[FastOrder]) -> u64 {
        let spot = |spot: Spot, salt: u64| mix(salt << 16 | spot.index() as u64);
        turn.iter().fold(0, |signature, order| {
            signature
                ^ match *order {
                    FastOrder::Move { from, to } if self.judgment.unit(to).is_some() => {
                        spot(from, 1) ^ spot(to, 2)
                    }
                    FastOrder::Move { from, .. } => spot(from, 1),
                    FastOrder::Swap { leader, cannon } => spot(leader, 3) ^ spot(cannon, 4),
                    FastOrder::Enter { kind, spot: at } => spot(at, 5 + kind as u64),
                    FastOrder::End => 0,
                }
        })
    }

    fn distance(&self, one: &FastOrder, other: &FastOrder) -> u8 {
        match (one.spot(), other.spot()) {
            (Some(one), Some(other)) => self.facts.board.distance(one.cell(), other.cell()),
            _ => 0,
        }
    }
}
