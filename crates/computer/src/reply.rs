//! The opponent's answers to a plan.

use crate::budget::Meter;
use crate::finish;
use crate::greedy::{self, Effort};
use crate::improve;
use crate::random::Random;
use crate::trial::{Trial, WON, unwind};

/// The orders the opponent tries for each further order of an answer; half of them in a small budget, as of the next
/// two.
const NEXT: usize = 12;

/// The orders spent on looking for an immediate win of the opponent.
const DANGER: u64 = 200;

/// The answers remembered, the ones that hurt plans most recently. Each costs a few orders with every plan, and most
/// plans fall to one of the first.
const KNOWN: usize = 6;

/// The least orders tried for the first order of an answer.
const FIRST: usize = 100;

/// The orders that the whole budget must pay for, for each round by which an answer to a plan that stands is improved
/// at once: more rounds leave a small budget too few plans.
const ROUND: u64 = 10_000;
const ROUNDS: u64 = 8;

/// A plan with the worst answer found for it.
pub(crate) struct Answered<O> {
    pub(crate) turn: Vec<O>,
    /// The value to the planning side after the best answer found.
    pub(crate) value: i32,
    /// The best answer found; empty also if the game ends before an answer.
    pub(crate) answer: Vec<O>,
    /// False if no better answer can be sought.
    pub(crate) is_open: bool,
}

impl<O> Answered<O> {
    /// A plan for which no answer was sought.
    pub(crate) const fn alone(turn: Vec<O>, value: i32) -> Self {
        Self {
            turn,
            value,
            answer: Vec::new(),
            is_open: false,
        }
    }
}

/// The value of a plan after an answer, as far as the plan leaves room for the answer.
pub(crate) fn value_against<T: Trial>(
    trial: &mut T,
    plan: &Answered<T::Order>,
    answer: &[T::Order],
) -> i32 {
    let mut answered = Answered::alone(Vec::new(), plan.value);
    let mut played = begin(trial, &plan.turn, &mut answered);
    if answered.is_open && !answer.is_empty() {
        // an answer to another plan: this plan may have taken the unit that would give one of its orders
        played += answer.iter().filter(|order| trial.play(order)).count();
        answered.value = -trial.value();
    }
    unwind(trial, played);
    answered.value
}

/// The answers that hurt plans so far: the next plan is tried against these first, since most plans fall to an answer
/// that another plan fell to.
pub(crate) struct Answers<O> {
    known: Vec<Vec<O>>,
    seed: u64,
}

impl<O: Clone + Ord> Answers<O> {
    pub(crate) const fn new(seed: u64) -> Self {
        Self {
            known: Vec::new(),
            seed,
        }
    }

    /// The plan with the worst answer found for it. The search for answers ends with the first that brings the plan
    /// down to `floor`; the value is then no more than a bound. `value` is the plan's value before the answer.
    pub(crate) fn answer<T: Trial<Order = O>>(
        &mut self,
        trial: &mut T,
        turn: &[O],
        value: i32,
        floor: i32,
        meter: &mut Meter<'_>,
    ) -> Answered<O> {
        let mut answered = Answered::alone(turn.to_vec(), value);
        let played = begin(trial, turn, &mut answered);
        if answered.is_open {
            // the value is that of the side to answer, hence the sign
            answered.value = -trial.value();
            self.search(trial, &mut answered, floor, meter);
        }
        unwind(trial, played);
        answered
    }

    fn search<T: Trial<Order = O>>(
        &mut self,
        trial: &mut T,
        answered: &mut Answered<O>,
        floor: i32,
        meter: &mut Meter<'_>,
    ) {
        // Known answers before any search: most plans fall to an answer that another plan fell to, at the cost of a few
        // orders.
        for place in 0..self.known.len() {
            let known = self.known[place].iter();
            let answer: Vec<O> = known.filter(|order| trial.play(order)).cloned().collect();
            meter.count_some(answer.len());
            keep_worse(trial, answered, answer);
            if answered.value <= floor {
                // the answer that just worked comes first next time
                self.known[..=place].rotate_right(1);
                return;
            }
        }
        // a small budget pays for more plans with answers rather than for answers looked for well
        let part = if meter.is_small() { 2 } else { 1 };
        if let Some(win) = finish::win(trial, meter, DANGER / part as u64) {
            // The next plans meet the win as they meet every other answer, at the cost of its few orders. Below any
            // lost position that is judged: no better answer is looked for.
            answered.value = -2 * WON;
            answered.is_open = false;
            self.remember(&win);
            answered.answer = win;
            return;
        }
        // a share of the whole budget, so that a large one does not spend more on each answer than it has plans to
        // compare
        let first = usize::try_from(meter.planned() / 256).unwrap_or(T::BREADTH);
        let effort = Effort {
            first: first.clamp(FIRST / part, T::BREADTH),
            next: NEXT / part,
        };
        // The same seed for every plan: with other chances a plan would look better because its answer was unlucky.
        let mut random = Random::new(self.seed);
        let mut answer = Vec::new();
        greedy::extend(trial, &mut answer, effort, None, meter, &mut random);
        keep_worse(trial, answered, answer);
        if answered.value > floor {
            rounds(trial, answered, floor, meter, &mut random);
        }
        self.remember(&answered.answer);
    }

    /// Looks for a better answer for some rounds.
    pub(crate) fn deepen<T: Trial<Order = O>>(
        &mut self,
        trial: &mut T,
        answered: &mut Answered<O>,
        meter: &mut Meter<'_>,
        random: &mut Random,
    ) {
        // taken out, because `begin` plays the turn while it writes to the same plan
        let turn = std::mem::take(&mut answered.turn);
        let value = answered.value;
        let played = begin(trial, &turn, answered);
        if answered.is_open {
            // with no floor: this plan stands best, so the true worst answer matters and not just a bound
            rounds(trial, answered, -WON, meter, random);
            if answered.value < value {
                self.remember(&answered.answer);
            }
        }
        unwind(trial, played);
        answered.turn = turn;
    }

    fn remember(&mut self, answer: &[O]) {
        if answer.is_empty() {
            return;
        }
        if let Some(place) = self.known.iter().position(|known| known == answer) {
            self.known[..=place].rotate_right(1);
        } else {
            self.known.insert(0, answer.to_vec());
            self.known.truncate(KNOWN);
        }
    }
}

/// Changes the best answer for some rounds, until one brings the plan down to `floor`.
fn rounds<T: Trial>(
    trial: &mut T,
    answered: &mut Answered<T::Order>,
    floor: i32,
    meter: &mut Meter<'_>,
    random: &mut Random,
) {
    let kicks = trial.orders();
    // By the budget: at 40,000 orders four rounds scored 0.75 of 24 games and one round 0.42 (docs/computer.md).
    for _ in 0..(meter.planned() / ROUND).clamp(1, ROUNDS) {
        if meter.used() >= 1000 || answered.value <= floor {
            break;
        }
        let answer = improve::changed(trial, &answered.answer, &kicks, meter, random);
        keep_worse(trial, answered, answer);
    }
}

/// Plays a plan and ends its turn; returns how many orders and ends to take back.
fn begin<T: Trial>(trial: &mut T, turn: &[T::Order], answered: &mut Answered<T::Order>) -> usize {
    // all of them are legal here: the plan was made on this very position
    let mut played = turn.iter().filter(|order| trial.play(order)).count();
    answered.is_open = false;
    if !trial.is_over() && trial.end() {
        played += 1;
        if trial.is_over() {
            answered.value = -trial.value();
        } else {
            answered.is_open = true;
        }
    }
    played
}

/// Takes an answer back, and keeps it if it is worse for the plan than the one before.
fn keep_worse<T: Trial>(trial: &mut T, answered: &mut Answered<T::Order>, answer: Vec<T::Order>) {
    let value = -trial.value();
    unwind(trial, answer.len());
    // the first answer is kept even if it helps the plan: later rounds need a turn to change
    if value < answered.value || answered.answer.is_empty() {
        answered.value = answered.value.min(value);
        answered.answer = answer;
    }
}
