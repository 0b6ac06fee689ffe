//! The position on which the baselines try Tourney turns, and their judgment, which is never changed.
//!
//! The terms: the worth of the units and their way to the nearest enemy Green. A fight is taken for won by the side with
//! more strength, by the side on turn if both have as much. All from scratch.

use board::Cell;
use rules::tourney::{Asked, Kind, Line, Man, Order, Place, Position};
use rules::{Lots, Rules, Side, ToAct};

use super::fights::{self, End};
use super::lines;
use crate::baseline::Effort;
use crate::baseline::tryout::WON;
use crate::random::mix;

/// The decisions after a turn's moves that are carried out.
const DECISIONS: usize = 64;

/// A baseline's orders until something is asked of others; after the moves the first order of each list.
pub(crate) fn turn(position: &Position, side: Side, effort: Effort) -> Vec<Order> {
    let mut position = position.clone();
    let mut given = Vec::new();
    while position.to_act() == ToAct::One(side) {
        let before = given.len();
        let orders = match is_moving(&position) {
            true => {
                let mut moves = effort.turn(&mut Tryout::new(&position, side));
                moves.push(Order::End);
                moves
            }
            false => position.legal_orders(side).into_iter().take(1).collect(),
        };
        for order in orders {
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

fn is_moving(position: &Position) -> bool {
    matches!(position.asked(), Asked::Move { .. })
}

struct Tryout {
    position: Position,
    /// The side whose turn is tried, also after an order has ended the game.
    mover: Side,
    /// Position and mover before each order made.
    before: Vec<(Position, Side)>,
}

impl Tryout {
    fn new(position: &Position, side: Side) -> Self {
        Self {
            position: position.clone(),
            mover: side,
            before: Vec::new(),
        }
    }

    fn step(&mut self, position: Position, mover: Side) {
        let before = std::mem::replace(&mut self.position, position);
        self.before.push((before, self.mover));
        self.mover = mover;
    }

    /// The points of a side.
    fn points(position: &Position, side: Side) -> i32 {
        let own = position.men().iter().filter(|man| man.unit.owner == side);
        let points = own.map(|man| match man.place {
            Place::Dungeon(_) | Place::Wood => worth(man.unit.kind) / 4,
            Place::Square(_) | Place::Castle(_) => {
                let way = position
                    .cell_of(man)
                    .map_or(0, |cell| way(position, side, cell));
                worth(man.unit.kind) - i32::from(way) * 6
            }
        });
        points.sum()
    }
}

/// The worth of a unit in points.
// a copy of the player's worths on purpose: tuning those must not change the baselines, or old results would mean
// nothing
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Warlord => 700,
        Kind::Lady => 700,
        Kind::Knight => 500,
        Kind::Footman | Kind::Sergeant => 400,
        Kind::Bowman => 250,
        Kind::Bishop => 100,
    }
}

/// The squares to the nearest enemy Green.
fn way(position: &Position, side: Side, cell: Cell) -> u8 {
    let game = position.game();
    let enemies = game
        .players()
        .iter()
        .filter(|other| !game.are_friends(side, *other));
    let greens = enemies.filter_map(|other| game.castle(other));
    let ways = greens.map(|castle| position.board().distance(cell, castle.green));
    ways.min().unwrap_or(0)
}

/// The position after the turn, with every fight and every choice taken as the baselines take them.
fn ended(position: &Position) -> Position {
    let mut position = position.clone();
    for _ in 0..DECISIONS {
        let next = match position.to_act() {
            ToAct::Nobody(_) => None,
            ToAct::Lots(_) => {
                let mut after = position.clone();
                after.resolve(Lots(0)).is_ok().then_some(after)
            }
            ToAct::Secretly(_) => match position.asked() {
                Asked::Cards(_) => fights::fought(&position, likely(&position)),
                Asked::Shot { .. } => lines::flown(&position, Line::High, Line::High),
                _ => None,
            },
            ToAct::One(side) => {
                let orders = position.legal_orders(side);
                let order = match is_moving(&position) {
                    true => Some(Order::End),
                    false => orders.into_iter().next(),
                };
                order.and_then(|order| {
                    let mut after = position.clone();
                    after.apply(side, &order).is_ok().then_some(after)
                })
            }
        };
        let turn = position.turn_number();
        match next {
            Some(next) => position = next,
            None => break,
        }
        if position.turn_number() != turn {
            break;
        }
    }
    position
}

/// The end of the fight under way by the strength of both sides.
fn likely(position: &Position) -> End {
    let Some(fight) = position.fight() else {
        return End::Won;
    };
    let [own, other] = [0, 1].map(|party: usize| {
        let standing = fight.fighters[party].iter().filter(|man| !man.is_felled);
        let blows =
            |man: &Man| u32::from(man.unit.strength.max(1)) * 2 - u32::from(man.wounds.min(1));
        standing.map(blows).sum::<u32>()
    });
    if own >= other { End::Won } else { End::Lost }
}

impl crate::baseline::tryout::Tryout for Tryout {
    type Order = Order;

    fn orders(&self) -> Vec<Order> {
        if !is_moving(&self.position) {
            return Vec::new();
        }
        let mut orders = self.position.legal_orders(self.mover);
        orders.retain(|order| *order != Order::End);
        orders.sort_unstable();
        orders
    }

    fn play(&mut self, order: &Order) -> bool {
        let mut after = self.position.clone();
        let is_made = *order != Order::End && after.apply(self.mover, order).is_ok();
        if is_made {
            self.step(after, self.mover);
        }
        is_made
    }

    fn end(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        let after = ended(&self.position);
        let game = after.game();
        let mut sides = game.sides().iter();
        let other = sides.find(|side| !game.are_friends(*side, self.mover));
        let mover = match after.to_act() {
            ToAct::One(side) => side,
            _ => other.unwrap_or(self.mover),
        };
        self.step(after, mover);
        true
    }

    fn undo(&mut self) {
        if let Some((position, mover)) = self.before.pop() {
            (self.position, self.mover) = (position, mover);
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.position.to_act(), ToAct::Nobody(_))
    }

    fn left(&self) -> usize {
        match self.position.asked() {
            Asked::Move { left: Some(left) } => left.into(),
            Asked::Move { left: None } => {
                let own = self
                    .position
                    .men()
                    .iter()
                    .filter(|man| man.unit.owner == self.mover);
                own.filter(|man| !man.has_moved).count()
            }
            _ => 0,
        }
    }

    fn value(&mut self) -> i32 {
        let after = ended(&self.position);
        let game = after.game();
        let is_ours = |side: Side| game.are_friends(self.mover, side);
        if let ToAct::Nobody(outcome) = after.to_act() {
            let winners = outcome.winners();
            return match winners.iter().next() {
                None => 0,
                Some(_) if winners.iter().any(is_ours) => WON,
                Some(_) => -WON,
            };
        }
        let signed = game.sides().iter().map(|side| {
            let points = Self::points(&after, side);
            if is_ours(side) { points } else { -points }
        });
        signed.sum()
    }

    fn is_capture(&self, order: &Order) -> bool {
        super::goal(order).is_some_and(|to| {
            super::victims(&self.position, to, self.mover)
                .next()
                .is_some()
        })
    }

    fn key(&self) -> u64 {
        self.position.men().iter().fold(0, |key, man| {
            let cell = self.position.cell_of(man);
            let place = cell.map_or(0xFFFF, |cell| {
                u64::from(cell.file()) << 8 | u64::from(cell.rank())
            });
            let unit = (man.unit.owner.index() as u64) << 4 | man.unit.kind as u64;
            key.wrapping_add(mix(unit << 32 | place))
        })
    }
}
