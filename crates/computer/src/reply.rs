use crate::budget::Meter;
use crate::finish;
use crate::greedy::{self, Effort};
use crate::improve;
use crate::random::Random;
use crate::trial::{Trial, WON, unwind};

/// The orders the opponent tries for each further order of the answer.
const NEXT: usize = 12;

/// The orders spent on looking for an immediate win of the opponent.
const DANGER: u64 = 200;

/// A plan with the opponent's answer.
pub(crate) struct Answered<O> {
    pub(crate) turn: Vec<O>,
    /// The value to the planning side after the best answer found.
    pub(crate) value: i32,
    /// The best answer found; empty also where the game ends before an answer.
    pub(crate) answer: Vec<O>,
    /// False where no better answer can be looked for.
    pub(crate) is_open: bool,
}

/// The plan with the opponent's greedy answer, or the answer `known` from another plan with what it leaves room for,
/// whichever is worse for the plan. `value` is the plan's value before the answer.
pub(crate) fn answer<T: Trial>(
    trial: &mut T,
    turn: &[T::Order],
    value: i32,
    known: &[T::Order],
    meter: &mut Meter<'_>,
    seed: u64,
) -> Answered<T::Order> {
    let mut answered = Answered {
        turn: turn.to_vec(),
        value,
        answer: Vec::new(),
        is_open: false,
    };
    let played = begin(trial, turn, &mut answered);
    if answered.is_open {
        if finish::win(trial, meter, DANGER).is_some() {
            answered.value = -WON;
            answered.is_open = false;
        } else {
            let first = usize::try_from(meter.planned() / 256).unwrap_or(T::BREADTH);
            let effort = Effort {
                first: first.clamp(60, T::BREADTH),
                next: NEXT,
            };
            answered.value = -trial.value();
            for known in [known, &[]] {
                // Every plan gets the same chances, so that only the plans differ.
                let mut random = Random::new(seed);
                let mut answer: Vec<T::Order> = Vec::new();
                answer.extend(known.iter().filter(|order| trial.play(order)).cloned());
                greedy::extend(trial, &mut answer, effort, None, meter, &mut random);
                keep_worse(trial, &mut answered, answer);
                if known.is_empty() {
                    break;
                }
            }
        }
    }
    unwind(trial, played);
    answered
}

/// Looks for a better answer for so many rounds.
pub(crate) fn deepen<T: Trial>(
    trial: &mut T,
    answered: &mut Answered<T::Order>,
    rounds: usize,
    meter: &mut Meter<'_>,
    random: &mut Random,
) {
    let turn = std::mem::take(&mut answered.turn);
    let played = begin(trial, &turn, answered);
    if answered.is_open {
        let kicks = trial.orders();
        for _ in 0..rounds {
            if meter.used() >= 1000 {
                break;
            }
            let answer = improve::changed(trial, &answered.answer, &kicks, meter, random);
            keep_worse(trial, answered, answer);
        }
    }
    unwind(trial, played);
    answered.turn = turn;
}

/// Plays a plan and ends its turn; says how many orders and ends to take back.
fn begin<T: Trial>(trial: &mut T, turn: &[T::Order], answered: &mut Answered<T::Order>) -> usize {
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
    if value < answered.value || answered.answer.is_empty() {
        answered.value = answered.value.min(value);
        answered.answer = answer;
    }
}
