//! Games written down: the decisions of each side in the notation of the engine protocol, and a player that tries
//! every kind of order.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use rules::{AnyOrder, AnyPosition, Draft, Rules, Side};

use super::{Pair, Seeded};
use crate::Seat;

/// The decisions of both sides, first to last, each taken when its side is asked.
#[derive(Debug, Clone)]
pub struct Script([VecDeque<String>; 2]);

impl Script {
    /// The decisions of the first side and of the second; `;` separates the orders of one decision.
    pub fn new(sides: [&[&str]; 2]) -> Self {
        Self(sides.map(|texts| texts.iter().map(|text| (*text).to_owned()).collect()))
    }

    /// The next decision of a side; none if the script has no more for it.
    ///
    /// # Panics
    /// If a text is no order of the game.
    pub fn next(&mut self, position: &AnyPosition, side: Side) -> Option<Vec<AnyOrder>> {
        let text = self.0.get_mut(side.index())?.pop_front()?;
        Some(read(position, side, &text))
    }
}

/// The orders of a decision; `;` separates them.
///
/// # Panics
/// If a text is no order of the game.
pub fn read(position: &AnyPosition, side: Side, text: &str) -> Vec<AnyOrder> {
    let order = |text: &str| {
        let order = position.parse_order(side, text.trim());
        order.unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    text.split(';').map(order).collect()
}

/// A player that gives the kind of order that it has given least often, so that one game shows many kinds.
#[derive(Debug, Clone)]
pub struct Curious {
    dice: Seeded,
    given: BTreeMap<String, u32>,
}

impl Curious {
    /// A player with that seed for the choice between orders of one kind.
    pub const fn new(seed: u64) -> Self {
        Self {
            dice: Seeded(seed),
            given: BTreeMap::new(),
        }
    }

    /// The decision of a side: orders up to the point at which the rules ask somebody else.
    ///
    /// # Panics
    /// If a listed order is refused.
    pub fn decide(&mut self, position: &AnyPosition, side: Side) -> Vec<AnyOrder> {
        let mut draft = Draft::new(position.clone(), side);
        while !draft.is_whole() {
            let legal = draft.position().legal_orders(side);
            let kinds = legal
                .iter()
                .map(|order| kind(&draft.position().order_text(side, order)))
                .collect::<Vec<String>>();
            let times = |kind: &String| self.given.get(kind).copied().unwrap_or(0);
            let least = kinds.iter().map(times).min().unwrap_or(0);
            let pairs = legal.iter().zip(&kinds);
            let rare: Vec<(&AnyOrder, &String)> =
                pairs.filter(|(_, kind)| times(kind) == least).collect();
            let (order, kind) = *self.dice.choose(&rare);
            *self.given.entry(kind.clone()).or_default() += 1;
            draft.push(order.clone()).expect("listed orders are legal");
        }
        draft.orders().cloned().collect()
    }
}

/// The first word of an order; `move` for an order that begins with a cell.
fn kind(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    match word.contains(|letter: char| letter.is_ascii_digit()) {
        true => "move".to_owned(),
        false => word.to_owned(),
    }
}

impl Pair {
    /// One decision of whoever is to decide, delivered; false if nobody is, or `choose` has none.
    ///
    /// # Panics
    /// If the decision is refused.
    pub fn decide(
        &mut self,
        mut choose: impl FnMut(&AnyPosition, Side) -> Option<Vec<AnyOrder>>,
    ) -> bool {
        let Some(seat) = self.to_decide() else {
            return false;
        };
        let session = self.session(seat);
        let (Some(position), Some(side)) = (session.position(), session.side_of(seat)) else {
            return false;
        };
        let Some(orders) = choose(position, side) else {
            return false;
        };
        self.give(seat, &orders);
        true
    }

    /// A decision of that seat, delivered.
    ///
    /// # Panics
    /// If the decision is refused.
    pub fn give(&mut self, seat: Seat, orders: &[AnyOrder]) {
        let given = self.with(seat, |session, now| session.propose(now, orders));
        given.expect("alive").expect("the rules allow it");
        self.run();
        self.pass(Duration::from_millis(700));
    }

    /// Plays a script until a side is asked for which it has nothing more.
    pub fn play_script(&mut self, mut script: Script) {
        while self.decide(|position, side| script.next(position, side)) {}
    }
}
