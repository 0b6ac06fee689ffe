//! The WarGame family: its trial of orders, its evaluation, its set-ups.

mod attacks;
mod balance;
mod facts;
mod lists;
mod look;
mod memory;
mod set_up;
mod surroundings;
mod survey;
#[cfg(test)]
mod tests;
mod threats;
pub(crate) mod tryout;
mod value;
mod window;

use board::Cell;
use rules::AnyOrder;
use rules::wargame::{Company, Event, Game, Kind, Order, Position, Ruleset, Side, Switch, Unit};

use crate::Thinking;
use crate::curve::{Curve, Tail};
use crate::decision;
use crate::random::mix;
use crate::trial::Trial;
pub(crate) use balance::balance;
use facts::Facts;
use lists::Lists;
use surroundings::Surroundings;
use survey::Survey;

/// The orders of a search in a quick look at a game.
pub(crate) const QUICK: u64 = 2000;

/// Fitted by the example `chances` of `lab` (docs/computer.md, *Who stands better*).
pub(crate) const CURVE: Curve = Curve {
    tempo: -0.156,
    slope: 0.178,
    most: 64.0,
    spread: [0.001_287, -0.000_787, 0.001_108],
    lost: Tail {
        chance: 0.091,
        error: 0.087,
    },
    noise: 58.5,
};

/// The worth of the units that an order removes first-hand: 1 each, plus the level of a leader.
pub(crate) fn prize(position: &Position, order: &Order) -> u8 {
    victims(position, order)
        .map(|(_, unit)| 1 + unit.kind.level())
        .sum()
}

/// The value of the position to the side with the turn, as if the turn ended here.
pub(crate) fn judge(position: &Position) -> i32 {
    Sketch::new(position.clone()).value()
}

/// A whole turn of `side`, or the side's set-up.
pub(crate) fn choose(
    position: &Position,
    side: rules::Side,
    thinking: &mut Thinking<'_>,
) -> Vec<Order> {
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

/// A whole turn, `end` last if the game continues.
fn turn(position: &Position, side: Side, thinking: &mut Thinking<'_>) -> Vec<Order> {
    // the clock runs while the trial is made
    let meters = thinking.meters(Sketch::MICROS);
    let mut sketch = Sketch::new(position.clone());
    let others = (1..thinking.threads).map(|_| Sketch::new(position.clone()));
    let others: Vec<Sketch> = others.collect();
    let best = crate::islands::turn(
        &mut sketch,
        others,
        meters,
        thinking.manner(),
        &mut |tried, score, orders| {
            let turn = orders.iter().cloned().map(AnyOrder::WarGame);
            (thinking.report)(tried, score, turn.collect());
        },
    );
    thinking.value = Some(best.value);
    close(position, side, best.turn)
}

/// The legal orders of `turn`, one after the other, and `end` if the game continues.
fn close(position: &Position, side: Side, turn: Vec<Order>) -> Vec<Order> {
    decision::closed(position, side.into(), turn, Order::End)
}

/// A position of this family on which orders are tried, with the ones before it: this family has no second position
/// built for speed, so whole positions are kept.
pub(crate) struct Sketch {
    facts: Facts,
    position: Position,
    survey: Survey,
    surroundings: Surroundings,
    lists: Lists,
    /// The side whose turn is tried, also after an order of the turn has ended the game.
    mover: Side,
    /// The moment before each order made, to which undoing the order goes back.
    before: Vec<Before>,
    /// Positions no longer needed, whose memory the next ones reuse: the search copies one for every order that it
    /// tries.
    spare: Vec<Position>,
}

struct Before {
    position: Position,
    mover: Side,
    /// The marks of survey and surroundings.
    marks: [usize; 2],
}

impl Sketch {
    fn new(position: Position) -> Self {
        let facts = Facts::new(&position);
        let surroundings = Surroundings::new(&position, &facts);
        Self {
            survey: Survey::new(&position, &facts, &surroundings),
            surroundings,
            lists: Lists::default(),
            facts,
            mover: position.side(),
            before: Vec::new(),
            spare: Vec::new(),
            position,
        }
    }

    /// Carries out an order or the end of the turn, after which `mover` tries the next; false if the rules refuse.
    fn step(&mut self, order: &Order, mover: Side) -> bool {
        let mut position = match self.spare.pop() {
            // `clone_from` reuses the lists of the spare position; a fresh clone would allocate for every order tried
            Some(mut position) => {
                position.clone_from(&self.position);
                position
            }
            None => self.position.clone(),
        };
        let Ok(events) = position.apply(self.mover, order) else {
            // refused orders are common, since known orders are tried again where they may have become impossible
            self.spare.push(position);
            return false;
        };
        let before = Before {
            position: std::mem::replace(&mut self.position, position),
            mover: std::mem::replace(&mut self.mover, mover),
            marks: [self.survey.mark(), self.surroundings.mark()],
        };
        let mut changed: Vec<Cell> = events.iter().flat_map(changed).collect();
        if *order == Order::End {
            // the list of units has those of the side on turn last
            changed.extend(self.position.army(mover).map(|(cell, _)| cell));
        }
        changed.sort_unstable();
        changed.dedup();
        // a tow that begins or ends changes who may be charged, without changing any cell of the towed unit
        let tows = [before.position.tows(), self.position.tows()];
        let towed = if tows[0] == tows[1] {
            Vec::new()
        } else {
            tows.concat().iter().map(|tow| tow.towed).collect()
        };
        // Firing and preparing change no cell, but a unit that has acted has other orders: the remembered lists would
        // be wrong without this.
        let stirred = events.iter().filter_map(acted);
        for cell in changed.iter().copied().chain(stirred) {
            self.surroundings.update(&self.position, &self.facts, cell);
        }
        if *order == Order::End {
            // in the next turn no unit has acted yet, so every number of the side that moved changes
            for (cell, _) in before.position.army(before.mover) {
                self.surroundings.update(&self.position, &self.facts, cell);
            }
        }
        // after the surroundings: the survey looks up attacks by their keys
        self.survey.update(
            &self.position,
            &self.facts,
            &self.surroundings,
            &changed,
            &towed,
        );
        self.before.push(before);
        true
    }

    /// The cells of the enemies that an order removes first-hand.
    fn victims<'a>(&'a self, order: &'a Order) -> impl Iterator<Item = Cell> + use<'a> {
        victims(&self.position, order).map(|(cell, _)| cell)
    }

    /// True if the loss of the unit on that cell brings the enemy nearer to defeat by the endings of this game.
    fn is_decisive(&self, cell: Cell) -> bool {
        let game = self.position.game();
        self.position
            .unit(cell)
            .is_some_and(|unit| match unit.kind {
                Kind::CommandPost => game.has(Switch::Banner),
                kind => kind.is_leader(),
            })
    }

    /// True if a leader comes near enough by this order to send a unit against an enemy that decides the game.
    fn prepares(&self, order: &Order, hunters: &[Cell]) -> bool {
        let Order::Move {
            path,
            company: Company::Nobody,
        } = order
        else {
            return false;
        };
        let Some(unit) = self.position.unit(path.from()) else {
            return false;
        };
        let range = self.position.game().order_range(unit.kind);
        let board = self.position.board();
        let is_near = |hunter: &Cell| board.distance(path.to(), *hunter) <= range;
        range > 0 && hunters.iter().any(is_near)
    }
}

impl Trial for Sketch {
    type Order = Order;

    const MICROS: u64 = 10;
    const BREADTH: usize = 100;

    fn orders(&mut self) -> Vec<Order> {
        self.lists.orders(
            &self.position,
            &self.facts,
            &self.survey,
            &self.surroundings,
        )
    }

    fn play(&mut self, order: &Order) -> bool {
        self.step(order, self.mover)
    }

    fn end(&mut self) -> bool {
        self.step(&Order::End, self.mover.opponent())
    }

    fn undo(&mut self) {
        if let Some(before) = self.before.pop() {
            // the position first: survey and surroundings take theirs back by what stands on the board now
            let left = std::mem::replace(&mut self.position, before.position);
            self.spare.push(left);
            self.mover = before.mover;
            let [survey, surroundings] = before.marks;
            self.survey.undo(&self.position, &self.facts, survey);
            self.surroundings.undo(&self.facts, surroundings);
        }
    }

    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn left(&self) -> usize {
        self.position.left().into()
    }

    fn value(&self) -> i32 {
        value::value(&self.position, &self.survey, &self.facts, self.mover)
    }

    fn is_capture(&self, order: &Order) -> bool {
        self.victims(order).next().is_some()
    }

    fn decisive_orders(&mut self, within: usize) -> Vec<Order> {
        let enemy = self.mover.opponent();
        let left = self.survey.leaders(enemy).len();
        let needed = look::lives(self.position.game(), left);
        let hunted = self.survey.hunted(self.mover);
        let prey = hunted.iter().filter(|(_, prey)| self.is_decisive(*prey));
        let (hunters, mut prey): (Vec<Cell>, Vec<Cell>) = prey.copied().unzip();
        prey.sort_unstable();
        prey.dedup();
        // before any list of orders is made: in most positions no win is in reach
        if needed > within || prey.len() < needed {
            return Vec::new();
        }
        let orders = self.orders().into_iter();
        let decides = |order: &Order| {
            let mut victims = self.victims(order);
            victims.any(|cell| self.is_decisive(cell))
        };
        let (mut kills, others): (Vec<_>, Vec<_>) = orders.partition(decides);
        // with just enough orders for the kills there is none to spare for preparing one
        if within > needed {
            kills.extend(
                others
                    .into_iter()
                    .filter(|order| self.prepares(order, &hunters)),
            );
        }
        kills
    }

    fn key(&self) -> u64 {
        self.survey.key()
    }

    fn distance(&self, one: &Order, other: &Order) -> u8 {
        match (one.actor(), other.actor()) {
            (Some(one), Some(other)) => self.position.board().distance(one, other),
            _ => 0,
        }
    }

    fn signature(&self, turn: &[Order]) -> u64 {
        let cell = |cell: Cell, salt: u64| {
            mix(salt << 16 | u64::from(cell.file()) << 8 | u64::from(cell.rank()))
        };
        turn.iter().fold(0, |signature, order| {
            let actor = order.actor().map_or(0, |from| cell(from, 1));
            let victims = self.victims(order).map(|at| cell(at, 2));
            victims.fold(signature ^ actor, |signature, victim| signature ^ victim)
        })
    }
}

/// The enemies of the side with the turn that an order removes first-hand.
fn victims<'a>(
    position: &'a Position,
    order: &'a Order,
) -> impl Iterator<Item = (Cell, Unit)> + use<'a> {
    let cells: &[Cell] = match order {
        Order::Move { path, .. } => &path.cells()[1..],
        Order::Fire { at, .. } | Order::Rifle { at, .. } => std::slice::from_ref(at),
        Order::Leap { on: Some(on), .. } => std::slice::from_ref(on),
        _ => &[],
    };
    let units = cells
        .iter()
        .filter_map(|cell| Some((*cell, position.unit(*cell)?)));
    units.filter(|(_, unit)| unit.side != position.side())
}

/// The cells that an event changed.
fn changed(event: &Event) -> impl Iterator<Item = Cell> + use<> {
    let cells = match event {
        Event::Moved { from, to, .. }
        | Event::Towed { from, to, .. }
        | Event::Accompanied { from, to, .. }
        | Event::Leapt { from, to, .. } => [Some(*from), Some(*to)],
        Event::Removed { cell, .. } => [Some(*cell), None],
        _ => [None, None],
    };
    cells.into_iter().flatten()
}

/// The cell of a unit that acts by an event without leaving its cell.
const fn acted(event: &Event) -> Option<Cell> {
    match event {
        Event::Fired { from, .. } => Some(*from),
        Event::Prepared(cell) => Some(*cell),
        _ => None,
    }
}

/// The worth of a unit in points; an infantry is 200.
fn worth(game: &Game, kind: Kind) -> i32 {
    match kind {
        Kind::SupremeCommander => 1500,
        // with this switch its loss loses the game
        Kind::Commander if game.has(Switch::Commander) => 9000,
        Kind::Commander => 1500,
        Kind::TankCommander | Kind::General => 1150,
        Kind::InfantryCommander | Kind::ArtilleryCommander | Kind::Colonel => 900,
        Kind::CommandPost if game.has(Switch::Banner) => 9000,
        Kind::CommandPost if game.has(Switch::Plant) => 1500,
        Kind::CommandPost => 100,
        Kind::Tank => 500,
        Kind::Cavalry => 400,
        Kind::Artillery if game.ruleset == Ruleset::One => 420,
        Kind::Artillery => 350,
        Kind::Infantry | Kind::Paratroops => 200,
    }
}
