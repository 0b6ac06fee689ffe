//! The position on which the baselines try WarGame turns, and their judgment, which is never changed.
//!
//! The terms: the worth of the units, and the way of each to the nearest enemy leader. All from scratch.

use board::Cell;
use rules::wargame::{Kind, Order, Outcome, Position, Ruleset, Side, Switch};

use crate::baseline::Effort;
use crate::baseline::tryout::WON;
use crate::random::mix;

/// A baseline's whole turn of the side to move, `end` last if the game continues.
pub(crate) fn turn(position: &Position, side: Side, effort: Effort) -> Vec<Order> {
    let turn = effort.turn(&mut Tryout::new(position));
    super::close(position, side, turn)
}

struct Tryout {
    position: Position,
    /// The side whose turn is tried, also after an order has ended the game.
    mover: Side,
    /// Position and mover before each order made.
    before: Vec<(Position, Side)>,
    /// The cells of each side's leaders when the turn began.
    goals: [Vec<Cell>; 2],
}

impl Tryout {
    fn new(position: &Position) -> Self {
        let goals = Side::BOTH.map(|side| {
            let leaders = position.army(side).filter(|(_, kind)| kind.is_leader());
            leaders.map(|(cell, _)| cell).collect()
        });
        Self {
            mover: position.side(),
            before: Vec::new(),
            goals,
            position: position.clone(),
        }
    }

    fn carry_out(&mut self, order: &Order) -> bool {
        let mut next = self.position.clone();
        let is_made = next.apply(self.mover, order).is_ok();
        if is_made {
            let position = std::mem::replace(&mut self.position, next);
            self.before.push((position, self.mover));
        }
        is_made
    }

    fn points(&self, side: Side) -> i32 {
        let board = self.position.board();
        let goals = &self.goals[side.opponent().index()];
        let army = self.position.army(side).map(|(cell, kind)| {
            let ways = goals.iter().map(|goal| board.distance(cell, *goal));
            let way = i32::from(ways.min().unwrap_or(0)) * 12;
            match kind.is_leader() {
                true => self.worth(kind) - way / 8,
                false => self.worth(kind) - way,
            }
        });
        army.sum()
    }

    /// The worth of a unit in points.
    // a copy of the player's worths on purpose: tuning those must not change the baselines, or old results would mean
    // nothing
    fn worth(&self, kind: Kind) -> i32 {
        let game = self.position.game();
        match kind {
            Kind::Commander if game.has(Switch::Commander) => 9000,
            Kind::CommandPost if game.has(Switch::Banner) => 9000,
            Kind::SupremeCommander | Kind::Commander => 1500,
            Kind::TankCommander | Kind::General => 1150,
            Kind::InfantryCommander | Kind::ArtilleryCommander | Kind::Colonel => 900,
            Kind::CommandPost if game.has(Switch::Plant) => 1500,
            Kind::CommandPost => 100,
            Kind::Tank => 500,
            Kind::Cavalry => 400,
            Kind::Artillery if game.ruleset == Ruleset::One => 420,
            Kind::Artillery => 350,
            Kind::Infantry | Kind::Paratroops => 200,
        }
    }
}

impl crate::baseline::tryout::Tryout for Tryout {
    type Order = Order;

    fn orders(&self) -> Vec<Order> {
        let mut orders = self.position.legal_orders(self.mover);
        orders.retain(|order| *order != Order::End);
        orders.sort_unstable();
        orders
    }

    fn play(&mut self, order: &Order) -> bool {
        *order != Order::End && self.carry_out(order)
    }

    fn end(&mut self) -> bool {
        let is_made = self.carry_out(&Order::End);
        if is_made {
            self.mover = self.mover.opponent();
        }
        is_made
    }

    fn undo(&mut self) {
        if let Some((position, mover)) = self.before.pop() {
            (self.position, self.mover) = (position, mover);
        }
    }

    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn left(&self) -> usize {
        self.position.left().into()
    }

    fn value(&mut self) -> i32 {
        match self.position.outcome() {
            Some(Outcome::Drawn(_)) => 0,
            Some(Outcome::Won(winner, _)) if winner == self.mover => WON,
            Some(Outcome::Won(..)) => -WON,
            None => self.points(self.mover) - self.points(self.mover.opponent()),
        }
    }

    fn is_capture(&self, order: &Order) -> bool {
        super::victims(&self.position, order).next().is_some()
    }

    fn key(&self) -> u64 {
        self.position.units().fold(0, |key, (cell, unit)| {
            let unit_key = (unit.kind as u64) << 1 | unit.side as u64;
            let cell_key = u64::from(cell.file()) << 8 | u64::from(cell.rank());
            key ^ mix(unit_key << 32 | 1 << 24 | cell_key)
        })
    }
}
