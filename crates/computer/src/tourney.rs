//! War Lord Tourney: its trial of moves, its evaluation, its cards, its musters.
//!
//! A turn's moves are searched for as in every family; what follows them (freeing, fights, captives, heirs) is looked at
//! to its end by the odds of the solved duels (`outlook`). Cards, aims and parries are drawn (`secret`).

mod advice;
mod duel;
mod facts;
mod fights;
mod lines;
mod outlook;
mod secret;
mod set_up;
#[cfg(test)]
mod tests;
pub(crate) mod tryout;
mod worth;

use std::cell::Cell as Slot;

use board::Cell;
use rules::tourney::{Asked, Kind, Man, Name, Order, Place, Position};
use rules::{AnyOrder, Rules as _, Side, ToAct};

use crate::Thinking;
use crate::curve::{Curve, Tail};
use crate::random::mix;
use crate::trial::{Trial, WON};
pub(crate) use advice::round;
pub use advice::{DuelAdvice, DuelRound, duel_advice};
use outlook::is_moving;
use worth::{GAME, Judge};

/// The orders of a search in a quick look at a game.
pub(crate) const QUICK: u64 = 1500;

/// Fitted by the example `chances` of `lab` (docs/computer.md, *Who stands better*).
/// The search is so small that the seed makes no difference.
pub(crate) const CURVE: Curve = Curve {
    tempo: 0.042,
    slope: 0.450,
    most: 4.0,
    spread: [0.000_137, 0.000_356, 0.009_507],
    lost: Tail {
        chance: 0.091,
        error: 0.087,
    },
    noise: 0.0,
};

/// The worth of what an order takes first-hand: a Lady or a noble who yields to one, a Castle, a man to be captured.
pub(crate) fn prize(position: &Position, order: &Order) -> u8 {
    match order {
        Order::Move { man, to } => {
            let game = position.game();
            let mover = position.side();
            let enemies: Vec<&Man> = victims(position, *to, mover).collect();
            if game
                .castle_at(*to)
                .is_some_and(|side| !game.are_friends(mover, side))
            {
                return 4;
            }
            let is_lady = unit(position, mover, man).is_some_and(|man| man.unit.kind == Kind::Lady);
            let taken = enemies.iter().filter(|man| match is_lady {
                true => man.unit.can_yield(),
                false => man.unit.kind == Kind::Lady && enemies.len() == 1,
            });
            3 * u8::from(taken.count() > 0)
        }
        Order::Capture(_) => 2,
        Order::Slay(_) => 1,
        _ => 0,
    }
}

/// The value of the position to the side that decides, as if the turn ended here.
pub(crate) fn judge(position: &Position) -> i32 {
    let ToAct::One(side) = position.to_act() else {
        return 0;
    };
    let sketch = Sketch::new(position.clone(), side);
    sketch.value()
}

/// The decisions of `side`: the moves of a turn with the decisions after them, a secret choice, or a muster.
pub(crate) fn choose(position: &Position, side: Side, thinking: &mut Thinking<'_>) -> Vec<Order> {
    let (skill, seed) = (thinking.skill, thinking.seed);
    match position.to_act() {
        ToAct::One(mover) if mover == side => turn(position, side, thinking),
        ToAct::Secretly(sides) if sides.contains(side) => {
            let order = match position.asked() {
                Asked::Muster(_) => set_up::choose(position, side, seed),
                _ => secret::choose(position, side, skill, seed),
            };
            order.into_iter().collect()
        }
        ToAct::One(_) | ToAct::Secretly(_) | ToAct::Lots(_) | ToAct::Nobody(_) => Vec::new(),
    }
}

/// Orders until something is asked of others, or of chance: moves, `end` and what follows it. A decision that ends the
/// other side's turn is followed by this side's own turn.
fn turn(position: &Position, side: Side, thinking: &mut Thinking<'_>) -> Vec<Order> {
    let mut given = Vec::new();
    let mut position = position.clone();
    let judge = Judge::new(&position, side);
    while position.to_act() == ToAct::One(side) {
        let before = given.len();
        let orders = match is_moving(&position) {
            true => moves(&position, side, thinking),
            false => judge.best_order(&position, side).into_iter().collect(),
        };
        for order in orders {
            // the rules decide last: a move may have become a shot, after which no other order fits
            if position.to_act() == ToAct::One(side) && position.apply(side, &order).is_ok() {
                given.push(order);
            }
        }
        if given.len() == before {
            break;
        }
    }
    given
}

/// The value of a position to `of`, no matter who decides in it, after a search of the next turn; `None` if no turn follows, as
/// before the musters.
///
/// What is left of the turn under way counts by its odds: its likeliest end is searched, and what the others are worth
/// beyond it is added.
pub(crate) fn value(position: &Position, of: Side, thinking: &mut Thinking<'_>) -> Option<i32> {
    let judge = Judge::new(position, of);
    let (start, beyond) = match is_moving(position) {
        true => (position.clone(), 0),
        false => {
            if let Asked::Muster(_) = position.asked() {
                return None;
            }
            let start = judge.likeliest(position);
            let beyond = judge.begun(position) - judge.begun(&start);
            (start, beyond)
        }
    };
    let ToAct::One(mover) = start.to_act() else {
        // the likeliest end of the turn ends the game; the others count by their odds
        return matches!(start.to_act(), ToAct::Nobody(_)).then(|| judge.begun(position));
    };
    if !is_moving(&start) {
        return None;
    }
    let sketch = || Sketch {
        judge: judge.clone(),
        now: Moment::new(start.clone(), mover, beyond),
        before: Vec::new(),
    };
    let others: Vec<Sketch> = (1..thinking.threads).map(|_| sketch()).collect();
    let meters = thinking.meters(Sketch::MICROS);
    let manner = thinking.manner();
    let best = crate::islands::turn(&mut sketch(), others, meters, manner, &mut |_, _, _| {});
    Some(match judge.is_ours(&start, mover) {
        true => best.value,
        false => -best.value,
    })
}

/// The moves of a turn, found by the search, with `end`.
fn moves(position: &Position, side: Side, thinking: &mut Thinking<'_>) -> Vec<Order> {
    let meters = thinking.meters(Sketch::MICROS);
    let mut sketch = Sketch::new(position.clone(), side);
    let others = (1..thinking.threads).map(|_| Sketch::new(position.clone(), side));
    let others: Vec<Sketch> = others.collect();
    let best = crate::islands::turn(
        &mut sketch,
        others,
        meters,
        thinking.manner(),
        &mut |tried, score, orders| {
            let moves = orders.iter().filter(|order| **order != Order::End);
            let turn = moves.cloned().map(AnyOrder::Tourney);
            (thinking.report)(tried, score, turn.collect());
        },
    );
    // the first search of a turn has the value; a second one begins the side's own turn after a decision
    thinking.value.get_or_insert(best.value);
    let mut moves = best.turn;
    // a pass is `end` already
    moves.retain(|order| *order != Order::End);
    moves.push(Order::End);
    moves
}

/// The enemies of a side on a cell.
fn victims(position: &Position, cell: Cell, side: Side) -> impl Iterator<Item = &Man> {
    let game = position.game();
    position
        .on(cell)
        .filter(move |man| !game.are_friends(side, man.unit.owner))
}

/// The unit that a name means.
fn unit<'a>(position: &'a Position, side: Side, name: &Name) -> Option<&'a Man> {
    let own = position.on(name.cell).filter(|man| man.unit.owner == side);
    let mut meant = own.filter(|man| name.kind.is_none_or(|kind| kind == man.unit.kind));
    meant.next()
}

/// The unit's cell in an order of the moves.
const fn start(order: &Order) -> Option<Cell> {
    match order {
        Order::Move { man, .. } | Order::Shoot { man, .. } | Order::Wander { man, .. } => {
            Some(man.cell)
        }
        Order::Recall(name) => Some(name.cell),
        Order::Raise { grave, .. } => Some(*grave),
        _ => None,
    }
}

/// The cell at which an order of the moves aims.
const fn goal(order: &Order) -> Option<Cell> {
    match order {
        Order::Move { to, .. } | Order::Raise { to, .. } => Some(*to),
        Order::Shoot { at, .. } => Some(at.cell),
        Order::Recall(name) => Some(name.cell),
        _ => None,
    }
}

/// A position on which moves are tried, with the ones before it.
///
/// The end of a turn leads to one position, though fights and lots have several ends: the likeliest. What the others are
/// worth more or less is kept and added to every value from there on, so that a bold attack is worth its odds also
/// after the other side's answer.
pub(crate) struct Sketch {
    judge: Judge,
    now: Moment,
    before: Vec<Moment>,
}

#[derive(Debug, Clone)]
struct Moment {
    position: Position,
    /// The side whose moves are tried, also after an order has ended the game.
    mover: Side,
    /// True after `end` as an order by itself: the turn is a pass. Other families never pass; here it may be the best
    /// turn, for a man on a Green frees another prisoner by staying.
    is_passed: bool,
    /// The worth of the less likely ends of earlier turns, for the root side.
    beyond: i32,
    /// The value for the root side, once it is known.
    value: Slot<Option<i32>>,
}

impl Moment {
    fn new(position: Position, mover: Side, beyond: i32) -> Self {
        Self {
            position,
            mover,
            is_passed: false,
            beyond,
            value: Slot::new(None),
        }
    }
}

impl Sketch {
    fn new(position: Position, side: Side) -> Self {
        Self {
            judge: Judge::new(&position, side),
            now: Moment::new(position, side, 0),
            before: Vec::new(),
        }
    }

    fn step(&mut self, next: Moment) {
        self.before.push(std::mem::replace(&mut self.now, next));
    }

    /// True while nothing has moved in this turn.
    fn is_fresh(&self) -> bool {
        !self.now.is_passed && self.now.position.men().iter().all(|man| !man.has_moved)
    }

    /// The value for the root side as if the turn ended here; `GAME` or its negative only for a certain end.
    fn root_value(&self) -> i32 {
        if let Some(value) = self.now.value.get() {
            return value;
        }
        let value = self.judge.expected(&self.now.position);
        let value = match self.now.beyond {
            0 => value,
            beyond => (value + beyond).clamp(1 - GAME, GAME - 1),
        };
        self.now.value.set(Some(value));
        value
    }
}

impl Trial for Sketch {
    type Order = Order;

    /// A value looks through a fight in all its ends, so an order takes long.
    const MICROS: u64 = 10;
    const BREADTH: usize = 160;

    fn orders(&mut self) -> Vec<Order> {
        if self.left() == 0 {
            return Vec::new();
        }
        let mut orders = self.now.position.legal_orders(self.now.mover);
        if !self.is_fresh() {
            orders.retain(|order| *order != Order::End);
        }
        orders
    }

    fn play(&mut self, order: &Order) -> bool {
        if self.left() == 0 {
            return false;
        }
        if *order == Order::End {
            if !self.is_fresh() {
                return false;
            }
            // the turn ends later, by `end`: here a pass is an order like any other
            let mut passed = self.now.clone();
            passed.is_passed = true;
            self.step(passed);
            return true;
        }
        let mut position = self.now.position.clone();
        if position.apply(self.now.mover, order).is_err() {
            return false;
        }
        self.step(Moment::new(position, self.now.mover, self.now.beyond));
        true
    }

    fn end(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        let position = self.judge.likeliest(&self.now.position);
        let mover = match position.to_act() {
            ToAct::One(side) => side,
            // the game is over: the other side looks at the end
            _ => self.other(&position),
        };
        let expected = self.root_value();
        let mut next = Moment::new(position, mover, 0);
        next.beyond = expected - self.judge.begun(&next.position);
        self.step(next);
        true
    }

    fn undo(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.now.position.to_act(), ToAct::Nobody(_))
    }

    fn left(&self) -> usize {
        if self.now.is_passed {
            return 0;
        }
        match self.now.position.asked() {
            Asked::Move { left: Some(left) } => left.into(),
            Asked::Move { left: None } => {
                let own = self.now.position.men().iter();
                let own = own.filter(|man| man.unit.owner == self.now.mover && !man.has_moved);
                own.filter(|man| matches!(man.place, Place::Square(_) | Place::Castle(0)))
                    .count()
            }
            _ => 0,
        }
    }

    fn value(&self) -> i32 {
        let value = match self.root_value() {
            GAME.. => WON,
            value if value <= -GAME => -WON,
            value => value,
        };
        match self.judge.is_ours(&self.now.position, self.now.mover) {
            true => value,
            false => -value,
        }
    }

    fn is_capture(&self, order: &Order) -> bool {
        let Some(to) = goal(order) else { return false };
        victims(&self.now.position, to, self.now.mover)
            .next()
            .is_some()
            || self.now.position.game().green_at(to).is_some()
    }

    fn decisive_orders(&mut self, _within: usize) -> Vec<Order> {
        // a game is won after the moves, by a Castle or a royal, and the value says so when it is certain
        Vec::new()
    }

    fn key(&self) -> u64 {
        let men = self.now.position.men().iter();
        let keys = men.map(|man| {
            let place = match man.place {
                Place::Square(cell) => u64::from(cell.file()) << 8 | u64::from(cell.rank()),
                Place::Castle(place) => 1 << 16 | u64::from(place),
                Place::Dungeon(side) => 2 << 16 | side.index() as u64,
                Place::Wood => 3 << 16,
            };
            let unit = (man.unit.owner.index() as u64) << 4 | man.unit.kind as u64;
            mix(unit << 32 | u64::from(man.has_moved) << 40 | place)
        });
        // added, not mixed by exclusive or: two alike in one place would vanish
        let sum = keys.fold(0_u64, u64::wrapping_add);
        sum ^ (self.now.mover.index() as u64) << 1 ^ u64::from(self.now.is_passed)
    }

    fn distance(&self, one: &Order, other: &Order) -> u8 {
        match (start(one), start(other)) {
            (Some(one), Some(other)) => self.now.position.board().distance(one, other),
            _ => 0,
        }
    }

    fn signature(&self, turn: &[Order]) -> u64 {
        turn.iter().fold(0, |signature, order| {
            let cell = |cell: Option<Cell>| {
                cell.map_or(0xFFFF, |cell| {
                    u64::from(cell.file()) << 8 | u64::from(cell.rank())
                })
            };
            let taken = goal(order).filter(|to| {
                victims(&self.now.position, *to, self.now.mover)
                    .next()
                    .is_some()
            });
            let kind = match order {
                Order::Move { man, .. } => {
                    let man = unit(&self.now.position, self.now.mover, man);
                    man.map_or(9, |man| man.unit.kind as u64)
                }
                Order::Recall(_) => 10,
                Order::Shoot { .. } => 11,
                _ => 12,
            };
            signature ^ mix(kind << 40 | cell(start(order)) << 16 | cell(taken))
        })
    }
}

impl Sketch {
    /// A side that is no friend of the mover.
    fn other(&self, position: &Position) -> Side {
        let game = position.game();
        let mut sides = game.sides().iter();
        let other = sides.find(|side| !game.are_friends(*side, self.now.mover));
        other.unwrap_or(self.now.mover)
    }
}
