//! Showing a turn, or one's own last order, step by step.

use std::sync::Arc;

use rules::{AnyPosition, Draft, Rules};

use crate::families;
use crate::scene::{MovingToken, Scene};
use crate::shell::model::settings::Settings;
use crate::shell::model::table::Table;

/// The longest time to show a turn, in seconds, however many orders the turn has.
const LONGEST_TURN: f64 = 5.0;

/// Showing a turn, or one's own last order, step by step.
#[derive(Default)]
pub(crate) struct Stepping {
    steps: Vec<Step>,
    began: f64,
    /// The time of a step in the settings, in seconds.
    seconds: f64,
    /// The part of that time a step gets: less in a turn of very many steps.
    pace: f64,
    /// The match, the number of its steps and of the draft's orders in the last frame.
    seen: (u64, usize, usize),
    /// The turn being shown.
    turn: Option<usize>,
    skip: bool,
}

/// One unit on its way, and everything else.
#[derive(Clone)]
pub(crate) struct Step {
    pub(crate) scene: Arc<Scene>,
    pub(crate) moving: MovingToken,
}

impl Stepping {
    /// Looks whether there is something new to show.
    pub(super) fn follow(&mut self, table: &Table, settings: &Settings, time: f64) {
        let orders = table.open_draft().map_or(0, |draft| draft.len());
        let now = (table.id, table.seen.record().len(), orders);
        let before = std::mem::replace(&mut self.seen, now);
        let skip = std::mem::take(&mut self.skip);
        self.seconds = f64::from(settings.step_ms) / 1000.0;
        if self.seconds <= 0.0 {
            return self.stop();
        }
        match table.to_play_back {
            Some(turn) if self.turn != Some(turn) => {
                self.turn = Some(turn);
                self.steps = turn_steps(table, turn);
                self.began = time;
                self.pace = 1.0_f64.min(LONGEST_TURN / (self.steps.len() as f64 * self.seconds));
            }
            None => {
                self.turn = None;
                let one_more = now.0 == before.0 && now.1 == before.1 && now.2 == before.2 + 1;
                if one_more && !skip && table.spot().is_none() {
                    self.steps = table.open_draft().and_then(last_step).into_iter().collect();
                    self.began = time;
                    self.pace = 1.0;
                } else if now != before {
                    self.steps.clear();
                }
            }
            Some(_) => {}
        }
    }

    /// The next order was dragged: the eye has followed it already.
    pub(super) const fn dragged(&mut self) {
        self.skip = true;
    }

    /// Shows the end at once.
    pub(super) fn stop(&mut self) {
        self.steps.clear();
    }

    pub(super) fn is_done(&self) -> bool {
        self.steps.is_empty()
    }

    pub(super) fn now(&mut self, time: f64) -> Option<Step> {
        let done = (time - self.began) / (self.seconds * self.pace).max(1e-3);
        let step = self.steps.get(done.max(0.0) as usize).cloned();
        let Some(mut step) = step else {
            self.steps.clear();
            return None;
        };
        let part = done.fract() as f32;
        // slow at both ends
        step.moving.done = part * part * (3.0 - 2.0 * part);
        Some(step)
    }
}

fn turn_steps(table: &Table, turn: usize) -> Vec<Step> {
    let before = table.seen.position_before(turn);
    let Some(((side, orders), mut position)) = table.orders(turn).zip(before) else {
        return Vec::new();
    };
    let mut steps = Vec::new();
    for done in orders {
        steps.extend(families::views::step(&position, &done.order));
        if position.apply(side, &done.order).is_err() {
            break;
        }
    }
    steps
}

fn last_step(draft: &Draft<AnyPosition>) -> Option<Step> {
    let last = draft.orders().next_back()?;
    families::views::step(draft.after(draft.len() - 1), last)
}
