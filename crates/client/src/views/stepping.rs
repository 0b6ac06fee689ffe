//! Showing steps of a match, or the user's last order, piece by piece: orders on their way, armies opened, terrain
//! laid.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use board::Grid;
use kit::views::stepping::Step;
use protocol::Deed;
use rules::{AnyPosition, Draft, Rules, ToAct};

use crate::model::settings::Settings;
use crate::model::table::Table;
use picture::Scene;

/// The longest time to show the turns of others, in seconds, however many orders the turns have.
const LONGEST_TURN: f64 = 5.0;
/// The parts in which armies are opened, or terrain is laid.
const PARTS: usize = 8;
/// For how many more parts a moment stays, so that its words can be read.
const STAYS: usize = 6;
/// For how many parts a move stays in sight before a scene takes the place of the board.
const RESTS: usize = 4;

/// The animation of steps of a match, or of the user's last order.
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
    /// The steps of the history being shown.
    shown: Option<Range<usize>>,
    skip: bool,
}

impl Stepping {
    /// Begins to show what is new, if anything is.
    pub(super) fn follow(&mut self, table: &Table, settings: &Settings, time: f64) {
        let orders = table.open_draft().map_or(0, |draft| draft.len());
        let now = (table.id, table.history().len(), orders);
        let before = std::mem::replace(&mut self.seen, now);
        let skip = std::mem::take(&mut self.skip);
        self.seconds = match settings.still {
            true => 0.0,
            false => f64::from(settings.step_ms) / 1000.0,
        };
        // no animation is wanted; the division below needs a time as well
        if self.seconds <= 0.0 {
            return self.stop();
        }
        match &table.reading.to_play_back {
            Some(steps) if self.shown.as_ref() != Some(steps) => {
                self.shown = Some(steps.clone());
                self.steps = steps.clone().flat_map(|at| parts(table, at)).collect();
                self.began = time;
                // never slower than the settings say, and faster only if the steps would take too long
                self.pace = 1.0_f64.min(LONGEST_TURN / (self.steps.len() as f64 * self.seconds));
            }
            None => {
                self.shown = None;
                // the same match and step with one order more: an undone order, a new turn or another match is not
                // animated
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

    pub(crate) fn is_done(&self) -> bool {
        self.steps.is_empty()
    }

    pub(super) fn now(&mut self, time: f64) -> Option<Step> {
        // no division by zero while a pace is still unset
        let done = (time - self.began) / (self.seconds * self.pace).max(1e-3);
        let step = self.steps.get(done.max(0.0) as usize).cloned();
        let Some(mut step) = step else {
            self.steps.clear();
            return None;
        };
        let part = done.fract() as f32;
        if let Some(moving) = &mut step.moving {
            // slow at both ends
            moving.done = part * part * (3.0 - 2.0 * part);
        }
        Some(step)
    }
}

/// A step of the history in parts: its orders, or a moment.
fn parts(table: &Table, at: usize) -> Vec<Step> {
    let Some((step, history)) = table
        .history()
        .get(at)
        .zip(table.seen.played.history.as_ref())
    else {
        return Vec::new();
    };
    let mut position = history.position_after(at);
    let Deed::Orders { side, orders, .. } = &step.deed else {
        return moment(table, at, &position, &history.position_after(at + 1));
    };
    let mut steps = Vec::new();
    for done in families::shown_orders(orders) {
        steps.extend(families::views::step(&position, &done.order));
        // a step that does not replay is shown as its end; the judge is where such a file is looked into
        if position.apply(*side, &done.order).is_err() {
            break;
        }
    }
    // a scene takes the board's place after it: the eye gets time to see where the move has ended
    if matches!(position.to_act(), ToAct::Secretly(_)) && !steps.is_empty() {
        let told = table.told(at).into_iter().map(|told| told.text);
        let words: Vec<String> = told.collect();
        let rest = Step {
            scene: Arc::new(Scene::of(&history.position_after(at + 1), false)),
            moving: None,
            moment: Some(words.join(". ").into()),
        };
        steps.extend(vec![rest; RESTS]);
    }
    steps
}

/// Armies that are opened, terrain that is laid, or a lot that changes nothing to be seen, with the words for it.
fn moment(table: &Table, at: usize, before: &AnyPosition, after: &AnyPosition) -> Vec<Step> {
    let told = table.told(at).into_iter().map(|told| told.text);
    let words: Vec<String> = told.collect();
    let moment: Option<Arc<str>> = Some(words.join(". ").into());
    let (before, after) = (Scene::of(before, false), Scene::of(after, false));
    let part = |number: usize| Step {
        scene: Arc::new(revealed(&before, &after, number.min(PARTS))),
        moving: None,
        moment: moment.clone(),
    };
    (1..=PARTS + STAYS).map(part).collect()
}

/// A part of the change between two boards: the new ground file by file, the new tokens one after the other.
fn revealed(before: &Scene, after: &Scene, part: usize) -> Scene {
    let board = after.ground.board();
    let files = usize::from(board.files());
    let mut ground = Grid::clone(&after.ground);
    for cell in board.cells() {
        // compared as products, so that no part is lost to rounding and the last one shows everything
        if usize::from(cell.file()) * PARTS >= files * part
            && let Some(old) = before.ground.get(cell)
        {
            ground[cell] = *old;
        }
    }
    let known: BTreeSet<_> = before.tokens.iter().map(|token| token.cell).collect();
    let count = after.tokens.len();
    let tokens = after.tokens.iter().enumerate().filter(|(number, token)| {
        // from both edges to the middle
        let place = (*number).min(count - 1 - *number) * 2;
        place * PARTS < count * part || known.contains(&token.cell)
    });
    Scene {
        tokens: tokens.map(|(_, token)| *token).collect(),
        ..Scene::bare(after.family, Arc::new(ground))
    }
}

fn last_step(draft: &Draft<AnyPosition>) -> Option<Step> {
    let last = draft.orders().next_back()?;
    families::views::step(draft.after(draft.len() - 1), last)
}
