//! The look several turns ahead, where a turn is one move: turns of both sides one after the other, the best first, with
//! the odds of the fights in every value.
//!
//! The search of all families changes long turns and answers each once. Where a turn is one move, the answers are soon
//! known, and more orders found nothing more: 2,000 a turn scored 0.517 of 30 games against 400 (docs/computer.md, War
//! Lord Tourney). Here they pay for the turn after the answer, and for the answer to that.

use std::cmp::Reverse;

use rules::tourney::{Asked, Order, Position};
use rules::{Rules as _, Side, ToAct};

use super::outlook::{is_moving, mean};
use super::worth::{GAME, Judge};
use super::{goal, victims};
use crate::budget::Meter;
use crate::random::{Random, mix};

/// The most turns looked ahead, the own one among them.
const DEEPEST: usize = 6;

/// The turns followed from a position, the best by their own value, by the number of turns still to come after them:
/// the others lose at once or do nothing.
const FOLLOWED: [usize; DEEPEST] = [usize::MAX, 40, 14, 9, 7, 6];

/// The turns still to come from which on a fight is followed in each of its ends, not only in the likeliest: what the
/// other side does after a lost fight is not what it does after a won one.
const BRANCHING: usize = 1;

/// The own turns that are followed farther than one answer.
const ROOTS: usize = 30;

/// The most points that chance adds to a turn, to choose among turns of about equal value.
const JITTER: usize = 6;

/// Called with each better turn: the orders tried, its value, its move.
pub(super) type Listener<'a> = &'a mut dyn FnMut(u64, i32, &Order);

/// True if this turn and each after it is one move at most.
pub(super) fn applies(position: &Position) -> bool {
    matches!(position.asked(), Asked::Move { left: Some(1) })
        && position.game().options.several.most() == Some(1)
}

/// The best move found, `end` for a pass; none without a legal order.
///
/// The first thread looks at the best turn so far, then all share the others, depth by depth: with a number of orders
/// the timing of the threads decides nothing.
pub(super) fn best(
    judge: &Judge,
    position: &Position,
    meters: &mut [Meter<'_>],
    seed: u64,
    report: Listener<'_>,
) -> Option<Order> {
    let threads = meters.len() as u64;
    let looks = meters.iter_mut().map(|meter| Look {
        judge,
        meter,
        killers: [const { None }; DEEPEST],
    });
    let mut looks: Vec<Look<'_, '_>> = looks.collect();
    let mut turns = looks.first_mut()?.first_turns(position);
    let mut random = Random::new(mix(seed));
    for turn in &mut turns {
        turn.chance = random.below(JITTER + 1) as i32;
        turn.value += turn.chance;
    }
    turns.sort_by_key(|turn| Reverse(turn.value));
    let mut best = turns.first()?.order.clone();
    report(looks[0].meter.tried() * threads, turns[0].value, &best);
    for depth in 1..DEEPEST {
        // won at once, or nothing to choose
        if turns.len() < 2 || turns[0].value >= GAME {
            break;
        }
        let count = if depth > 1 { ROOTS } else { turns.len() };
        let count = count.min(turns.len());
        let is_whole = deepen(&mut looks, &mut turns[..count], depth);
        // a turn that was looked at less far is no better for it
        turns.sort_by_key(|turn| (turn.depth < depth, Reverse(turn.value)));
        if turns[0].order != best {
            best = turns[0].order.clone();
            report(looks[0].meter.tried() * threads, turns[0].value, &best);
        }
        if !is_whole {
            break;
        }
    }
    Some(best)
}

/// Looks at the turns with that many turns after them; false if the budget ended it. The first turn is the best so far.
fn deepen(looks: &mut [Look<'_, '_>], turns: &mut [Turn], depth: usize) -> bool {
    let (Some((known, others)), Some(first)) = (turns.split_first_mut(), looks.first_mut()) else {
        return true;
    };
    if !first.look_at(known, depth, 1 - GAME) {
        return false;
    }
    let floor = known.value;
    let threads = looks.len();
    let mut parts: Vec<Vec<&mut Turn>> = (0..threads).map(|_| Vec::new()).collect();
    for (place, turn) in others.iter_mut().enumerate() {
        parts[place % threads].push(turn);
    }
    let share = |look: &mut Look<'_, '_>, part: Vec<&mut Turn>| {
        let mut floor = floor;
        part.into_iter().all(|turn| {
            let is_whole = look.look_at(turn, depth, floor);
            floor = floor.max(turn.value);
            is_whole
        })
    };
    let mut work = looks.iter_mut().zip(parts);
    let Some((first, own)) = work.next() else {
        return true;
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = work
            .map(|(look, part)| scope.spawn(|| share(look, part)))
            .collect();
        let mut is_whole = share(first, own);
        for other in others {
            // a panic of a thread is a bug of ours and keeps its message
            let done = other
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            is_whole &= done;
        }
        is_whole
    })
}

/// A turn tried from a position.
struct Turn {
    order: Order,
    /// The position after the move, before the fights.
    after: Position,
    /// Its worth to the root side as if nothing followed.
    root: i32,
    /// Its value to its own side by the farthest look so far, chance included.
    value: i32,
    chance: i32,
    /// The turns after it in that look.
    depth: usize,
}

/// The bounds of a look, as the root side sees values, and the best value found for the side on turn.
struct Window {
    is_ours: bool,
    low: i32,
    high: i32,
    best: Option<i32>,
}

impl Window {
    /// Takes a value; true if the other side will not let it come to this.
    fn take(&mut self, value: i32) -> bool {
        let is_better = |best: i32| match self.is_ours {
            true => value > best,
            false => value < best,
        };
        if self.best.is_none_or(is_better) {
            self.best = Some(value);
        }
        match self.is_ours {
            true => self.low = self.low.max(value),
            false => self.high = self.high.min(value),
        }
        self.low >= self.high
    }
}

/// The search of one thread.
struct Look<'a, 'b> {
    judge: &'a Judge,
    meter: &'a mut Meter<'b>,
    /// By the turns still to come: the move that refuted the last turn there, tried first.
    killers: [Option<Order>; DEEPEST],
}

impl Look<'_, '_> {
    /// The turns of the root. At least one is tried, however small the budget, or there would be no turn to give.
    fn first_turns(&mut self, position: &Position) -> Vec<Turn> {
        let side = position.side();
        let mut turns = Vec::new();
        for order in position.legal_orders(side) {
            if !turns.is_empty() && self.meter.is_late() {
                break;
            }
            turns.extend(self.tried(position, side, order));
        }
        self.meter.found_turn();
        turns
    }

    /// Looks at a turn of the root with that many turns after it; false if the budget ended it. A turn that falls to
    /// `floor` has a value no less than its true one.
    fn look_at(&mut self, turn: &mut Turn, depth: usize, floor: i32) -> bool {
        // the root side is the one on turn here
        let Some(root) = self.value_after(turn, depth, [floor - turn.chance, GAME]) else {
            return false;
        };
        turn.value = root + turn.chance;
        turn.depth = depth;
        true
    }

    /// The value to the root side after a turn and `depth` more; none if the budget ended the look.
    fn value_after(&mut self, turn: &Turn, depth: usize, bounds: [i32; 2]) -> Option<i32> {
        // won or lost for certain
        if turn.root.abs() >= GAME {
            return Some(turn.root);
        }
        let endings = match depth >= BRANCHING {
            true => self.judge.endings(&turn.after),
            false => vec![(self.judge.likeliest(&turn.after), 1)],
        };
        let is_one = endings.len() == 1;
        let (mut now, mut later, mut counted) = (0, 0, 0);
        for (next, chance) in &endings {
            let begun = self.judge.begun(next);
            let value = match is_moving(next) {
                false => begun,
                true => {
                    // the ends that are not followed are worth as much after the next turns as before them
                    let bounds = match is_one {
                        true => bounds.map(|bound| bound - (turn.root - begun)),
                        // a mean has no bounds for its parts
                        false => [-GAME, GAME],
                    };
                    self.value(next, depth, bounds)?
                }
            };
            let chance = i64::from(*chance);
            counted += chance;
            now += chance * i64::from(begun);
            later += chance * i64::from(value);
        }
        // what the ends left out are worth beyond those followed
        let beyond = turn.root - mean(now, counted).unwrap_or(turn.root);
        let value = mean(later, counted).unwrap_or(turn.root);
        Some((value + beyond).clamp(1 - GAME, GAME - 1))
    }

    /// The value to the root side when `depth` turns are played from here, one at least; none if the budget is spent.
    fn value(&mut self, position: &Position, depth: usize, [low, high]: [i32; 2]) -> Option<i32> {
        let ToAct::One(side) = position.to_act() else {
            return Some(self.judge.begun(position));
        };
        let mut window = Window {
            is_ours: self.judge.is_ours(position, side),
            low,
            high,
            best: None,
        };
        if depth > 1 {
            for turn in self.turns(position, depth - 1)? {
                let value = self.value_after(&turn, depth - 1, [window.low, window.high])?;
                if window.take(value) {
                    self.killers[depth - 1] = Some(turn.order);
                    break;
                }
            }
        } else {
            // the last turn: nothing follows, so the first that is good enough ends the look
            for order in self.sorted_orders(position, side) {
                if self.meter.used() >= 1000 {
                    return None;
                }
                let Some(turn) = self.tried(position, side, order) else {
                    continue;
                };
                if window.take(turn.root) {
                    self.killers[0] = Some(turn.order);
                    break;
                }
            }
        }
        Some(window.best.unwrap_or_else(|| self.judge.begun(position)))
    }

    /// The turns from a position that are followed, the best by their own value first; none if the budget is spent.
    fn turns(&mut self, position: &Position, depth: usize) -> Option<Vec<Turn>> {
        let side = position.side();
        let mut turns = Vec::new();
        for order in position.legal_orders(side) {
            if self.meter.used() >= 1000 {
                return None;
            }
            turns.extend(self.tried(position, side, order));
        }
        let killer = self.killers[depth].as_ref();
        turns.sort_by_key(|turn| (Some(&turn.order) != killer, Reverse(turn.value)));
        turns.truncate(FOLLOWED[depth]);
        Some(turns)
    }

    /// A turn of that order; none if the rules refuse the order.
    fn tried(&mut self, position: &Position, side: Side, order: Order) -> Option<Turn> {
        let mut after = position.clone();
        // `end` is given when the turn is looked at: until then a pass is a turn like others
        if order != Order::End {
            after.apply(side, &order).ok()?;
        }
        self.meter.count();
        let root = self.judge.expected(&after);
        let is_ours = self.judge.is_ours(position, side);
        Some(Turn {
            order,
            after,
            root,
            value: if is_ours { root } else { -root },
            chance: 0,
            depth: 0,
        })
    }

    /// The orders of the last turn: the one that refuted another turn first, then those that meet somebody.
    fn sorted_orders(&self, position: &Position, side: Side) -> Vec<Order> {
        let mut orders = position.legal_orders(side);
        let game = position.game();
        orders.sort_by_cached_key(|order| {
            let meets = goal(order).is_some_and(|to| {
                victims(position, to, side).next().is_some() || game.green_at(to).is_some()
            });
            (self.killers[0].as_ref() != Some(order), !meets)
        });
        orders
    }
}
