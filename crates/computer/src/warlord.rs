//! The Warlord family: its trial of orders, its evaluation, its set-ups.

mod distance;
mod exchange;
mod leaders;
mod set_up;
mod survey;
mod value;

use std::sync::Arc;

use board::Cell;
use rules::warlord::Side;
use rules::warlord::{Kind, Order, Position};
use rules::{Rules, ToAct};

use crate::budget::Budget;
use crate::random::mix;
use crate::trial::Trial;
use distance::Distances;
use leaders::Leaders;
use survey::Survey;

/// A whole turn of `side`, or the side's set-up.
pub(crate) fn choose(
    position: &Position,
    side: rules::Side,
    budget: Budget,
    seed: u64,
) -> Vec<Order> {
    let Ok(own) = Side::try_from(side) else {
        return Vec::new();
    };
    match position.to_act() {
        ToAct::One(mover) if mover == side => turn(position, own, budget, seed),
        ToAct::Secretly(sides) if sides.contains(side) => {
            set_up::choose(position, own, seed).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A whole turn, `end` last where the game goes on.
fn turn(position: &Position, side: Side, budget: Budget, seed: u64) -> Vec<Order> {
    let mut sketch = Sketch::new(position.clone());
    let mut turn = Vec::new();
    sketch.enter_reinforcements(&mut turn);
    let orders = crate::choose::turn(&sketch, budget, seed);
    turn.extend(orders);
    close(position, side, turn)
}

/// The legal orders of `turn`, one after the other, and `end` where the game goes on.
fn close(position: &Position, side: Side, turn: Vec<Order>) -> Vec<Order> {
    let mut position = position.clone();
    let mut given: Vec<Order> = turn
        .into_iter()
        .filter(|order| position.apply(side, order).is_ok())
        .collect();
    if position.to_act() == ToAct::One(side.into()) {
        given.push(Order::End);
    }
    given
}

/// The most entries tried, spread over all legal entries; in Valley War all entries are tried.
const MOST_ENTRIES: usize = 256;

/// A position of this family on which orders are tried.
#[derive(Clone)]
pub(crate) struct Sketch {
    position: Position,
    survey: Survey,
    distances: Arc<Distances>,
    /// The cells of each side's leaders when the turn began. The other side makes for these cells: with the leaders'
    /// present cells, a leader that comes forward would bring the enemy nearer to the enemy's goal.
    leaders: Arc<[Vec<Cell>; 2]>,
    /// The side whose turn is tried, also after an order of the turn has ended the game.
    mover: Side,
}

impl Sketch {
    fn new(position: Position) -> Self {
        Self {
            survey: Survey::new(&position),
            distances: Arc::new(Distances::new(position.game())),
            leaders: Arc::new(Side::BOTH.map(|side| {
                let own = position.units().filter(|(_, unit)| unit.side == side);
                own.filter(|(_, unit)| unit.kind.is_leader())
                    .map(|(cell, _)| cell)
                    .collect()
            })),
            mover: position.side(),
            position,
        }
    }

    /// Brings in every unit due, each on the best of the tried cells.
    /// Rules: warlord 2.12.
    fn enter_reinforcements(&mut self, turn: &mut Vec<Order>) {
        loop {
            let mut entries = self.position.legal_orders(self.mover);
            entries.retain(|order| matches!(order, Order::Enter { .. }));
            let apart = entries.len().div_ceil(MOST_ENTRIES).max(1);
            let best = entries
                .into_iter()
                .step_by(apart)
                .filter_map(|order| {
                    let mut tried = self.clone();
                    tried.play(&order).then(|| (tried.value(), order, tried))
                })
                .max_by_key(|(value, ..)| *value);
            let Some((_, order, tried)) = best else {
                return;
            };
            *self = tried;
            turn.push(order);
        }
    }

    /// Tells if this order may help a unit to capture a leader it aims at: the order moves a leader into range of the
    /// unit, or moves or captures a unit between the two.
    fn prepares(&self, order: &Order, hunters: &[(Cell, Cell)]) -> bool {
        let &Order::Move { from, to } = order else {
            return false;
        };
        let between = |cell: Cell, (a, b): (Cell, Cell)| {
            let inside = |x: u8, a: u8, b: u8| x >= a.min(b) && x <= a.max(b);
            cell != a
                && inside(cell.file(), a.file(), b.file())
                && inside(cell.rank(), a.rank(), b.rank())
        };
        let is_leader = self
            .position
            .unit(from)
            .is_some_and(|unit| unit.kind.is_leader());
        let game = self.position.game();
        hunters.iter().any(|&(hunter, prey)| {
            (is_leader && hunter != from && game.board().distance(to, hunter) <= game.range)
                || between(from, (hunter, prey))
                || between(to, (hunter, prey))
        })
    }
}

impl Trial for Sketch {
    type Order = Order;

    fn orders(&self) -> Vec<Order> {
        let mut orders = self.position.legal_orders(self.mover);
        // Reinforcements come in before the turn is planned.
        orders.retain(|order| matches!(order, Order::Move { .. } | Order::Swap { .. }));
        orders
    }

    fn play(&mut self, order: &Order) -> bool {
        if self.position.apply(self.mover, order).is_err() {
            return false;
        }
        match *order {
            Order::Move { from, to } => self.survey.update(&self.position, &[from, to]),
            Order::Swap { leader, cannon } => self.survey.update(&self.position, &[leader, cannon]),
            Order::Enter { cell, .. } => self.survey.update(&self.position, &[cell]),
            Order::End | Order::SetUp(_) => self.survey = Survey::new(&self.position),
        }
        true
    }

    fn end(&mut self) -> bool {
        let ended = self.position.apply(self.mover, &Order::End).is_ok();
        if ended {
            self.mover = self.mover.opponent();
        }
        ended
    }

    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn left(&self) -> usize {
        self.position.left().into()
    }

    fn value(&self) -> i32 {
        value::value(
            &self.position,
            &self.survey,
            &self.distances,
            &self.leaders,
            self.mover,
        )
    }

    fn is_capture(&self, order: &Order) -> bool {
        matches!(order, Order::Move { to, .. } if self.position.unit(*to).is_some())
    }

    fn decisive_orders(&self) -> Vec<Order> {
        let enemy = self.mover.opponent();
        let needed = Leaders::new(&self.position, &self.survey, enemy).lives();
        let in_reach = self.survey.hunters(self.mover);
        let mut prey: Vec<Cell> = in_reach.iter().map(|(_, prey)| *prey).collect();
        prey.sort_unstable();
        prey.dedup();
        if needed > usize::from(self.position.left()) || prey.len() < needed {
            return Vec::new();
        }
        let is_leader = |cell| {
            let unit = self.position.unit(cell);
            unit.is_some_and(|unit| unit.side == enemy && unit.kind.is_leader())
        };
        let (mut captures, others): (Vec<_>, Vec<_>) = self
            .orders()
            .into_iter()
            .partition(|order| matches!(order, Order::Move { to, .. } if is_leader(*to)));
        if usize::from(self.position.left()) > needed {
            let prepares = others
                .into_iter()
                .filter(|order| self.prepares(order, &in_reach));
            captures.extend(prepares);
        }
        captures
    }

    fn key(&self) -> u64 {
        self.survey.key()
    }

    fn signature(&self, turn: &[Order]) -> u64 {
        let cell = |cell: Cell, salt: u64| {
            mix(salt << 16 | u64::from(cell.file()) << 8 | u64::from(cell.rank()))
        };
        turn.iter().fold(0, |signature, order| {
            signature
                ^ match *order {
                    Order::Move { from, to } if self.position.unit(to).is_some() => {
                        cell(from, 1) ^ cell(to, 2)
                    }
                    Order::Move { from, .. } => cell(from, 1),
                    Order::Swap { leader, cannon } => cell(leader, 3) ^ cell(cannon, 4),
                    Order::Enter { kind, cell: at } => cell(at, 5 + kind as u64),
                    Order::End | Order::SetUp(_) => 0,
                }
        })
    }
}

/// The worth of a unit in points; an infantry is 200.
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Leader1 => 950,
        Kind::Leader2 => 1200,
        Kind::Leader3 => 1450,
        Kind::Promoted | Kind::Shaman | Kind::Bishopy => 400,
        Kind::HeavyCavalry => 500,
        Kind::Cannon | Kind::Hero | Kind::Rookish => 420,
        Kind::LightCavalry => 400,
        Kind::Infantry => 200,
    }
}
