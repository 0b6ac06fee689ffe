//! Every turn of a position and every answer to each, by exhaustion: the proof of a puzzle, and the answer that refutes
//! a wrong turn. No opinion of the computer player is in it: an answer counts by what the rules say of it and by
//! [`material`](crate::material).
//!
//! The same orders in another sequence lead to one position, which is looked at once. Small positions only: a turn of
//! four orders on a full board has millions of ends.

mod readable;
mod search;
mod walk;

use rules::{AnyOrder, AnyPosition, Rules as _, Side, ToAct};

pub(crate) use readable::Readable;
use search::Search;
pub(crate) use walk::Walk;

/// The most positions that a single answer is looked for in: with more the best of these is taken. A turn of two
/// orders on a small board has some thousands.
const MOST_ANSWERS: u64 = 20_000;

/// What a turn is to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The game is won with the turn.
    Win,
    /// No answer of the other side wins.
    Unbeaten,
    /// Nobody wins, and after every answer the balance of [`material`](crate::material) has risen by so much at least.
    Gain(i32),
}

/// The turns of a position, and those among them that reach a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The different ends that the turn can have, the pass among them.
    pub turns: usize,
    /// Those that reach the goal.
    pub right: usize,
    /// The fewest orders that reach it, without the end of the turn; of several ways the first.
    pub solution: Vec<AnyOrder>,
    /// The orders with which a turn that reaches the goal can begin.
    pub first: Vec<AnyOrder>,
    /// The orders that every turn has that reaches the goal.
    pub needed: Vec<AnyOrder>,
    /// The positions looked at, answers included.
    pub nodes: u64,
}

/// The best that a turn can gain against the best answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// The rise of the balance after the answer.
    pub best: i32,
    /// A turn that takes the most at once is among the best.
    pub is_greedy: bool,
}

/// Looks at every turn of `side`, and at every answer to each as far as the goal asks for answers. `None` if more than
/// `budget` positions would have to be looked at, if the side is not to order a turn, and for a family whose turns are
/// not decided by orders alone.
pub fn prove(position: &AnyPosition, side: Side, goal: Goal, budget: u64) -> Option<Proof> {
    with(position, side, Prove { goal, budget })
}

/// The best gain of a turn of `side` after the best answer, `None` as in [`prove`] and if either side can win.
pub fn exchange(position: &AnyPosition, side: Side, budget: u64) -> Option<Exchange> {
    with(position, side, Exchanged { budget })
}

/// The turn of `side` that is worst for the others, its end included: one that wins, or else the one with the best
/// balance of [`material`](crate::material) at its end; of several the first found. Empty if the side has nothing to decide, and for a
/// family whose turns are not decided by orders alone.
pub fn best_answer(position: &AnyPosition, side: Side) -> Vec<AnyOrder> {
    let mut orders = with(position, side, Answer).unwrap_or_default();
    let mut after = position.clone();
    let is_done = orders.iter().all(|order| after.apply(side, order).is_ok());
    if is_done
        && after.to_act() == ToAct::One(side)
        && let Some(end) = after.closing(side)
    {
        orders.push(end);
    }
    orders
}

/// A question to a walk, whatever family it walks in.
pub(crate) trait Ask {
    type Answer;
    fn ask<W: Walk>(self, walk: &mut W, side: Side) -> Option<Self::Answer>;
}

fn with<A: Ask>(position: &AnyPosition, side: Side, ask: A) -> Option<A::Answer> {
    let is_own = position.to_act() == ToAct::One(side) && position.turn().side == side;
    is_own.then(|| crate::walked(position, side, ask)).flatten()
}

struct Prove {
    goal: Goal,
    budget: u64,
}

impl Ask for Prove {
    type Answer = Proof;

    fn ask<W: Walk>(self, walk: &mut W, side: Side) -> Option<Proof> {
        Search::new(walk, side, self.goal, self.budget).proof()
    }
}

struct Exchanged {
    budget: u64,
}

impl Ask for Exchanged {
    type Answer = Exchange;

    fn ask<W: Walk>(self, walk: &mut W, side: Side) -> Option<Exchange> {
        Search::new(walk, side, Goal::Unbeaten, self.budget).exchange()
    }
}

struct Answer;

impl Ask for Answer {
    type Answer = Vec<AnyOrder>;

    fn ask<W: Walk>(self, walk: &mut W, side: Side) -> Option<Vec<AnyOrder>> {
        Some(Search::new(walk, side, Goal::Win, MOST_ANSWERS).best())
    }
}

#[cfg(test)]
mod tests;
