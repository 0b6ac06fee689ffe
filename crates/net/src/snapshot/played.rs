//! What was played: the steps of the match, and of the matches that it continues.

use std::path::Path;
use std::sync::Arc;

use home::continuation::continues;
use home::limits::LARGEST_MATCH;
use home::{AsOne, LinePart, read_within, seen_as_one};
use protocol::{Deed, History, Step};
use rules::{AnyPosition, Outcome};

use super::Snapshot;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// Every step so far; `None` before both have agreed.
    pub history: Option<Arc<History>>,
    /// The position now; `None` before both have agreed.
    pub position: Option<Arc<AnyPosition>>,
    /// The two programs differ about the position, and nothing is played until both players have asked to take turns back.
    pub differs: bool,
    pub outcome: Option<Outcome>,
    /// The judge's verdict on the match file, once all have signed the result.
    pub verdict: Option<String>,
    /// Of a record read from a file that is damaged, cut short or against the rules: what the judge says of the file.
    pub doubt: Option<String>,
    /// In a record read from files: the matches of the line that it shows as one game, oldest first. Otherwise empty.
    pub parts: Vec<LinePart>,
    /// The matches of the line that are not shown, and why.
    pub missing: Vec<String>,
}

impl Snapshot {
    /// The steps from the first orders on.
    pub fn record(&self) -> &[Arc<Step>] {
        let history = self.played.history.as_deref();
        history.map_or(&[], |history| {
            // secret rounds and lots before them are no turns that a reader steps through
            &history.steps()[history.before_first_orders()..]
        })
    }

    /// The name of the player who gave the orders of a step, where several players share the side.
    pub fn given_by(&self, step: &Step) -> Option<&str> {
        let Deed::Orders { seat, side, .. } = step.deed else {
            return None;
        };
        (self.members(side).count() > 1).then(|| self.name_of(seat))
    }

    /// Whose parts the choices that a step opened are made of, a sentence without a full stop for each shared side.
    pub fn parts_words(&self, step: &Step) -> Vec<String> {
        step.parts_in_words(self.side_names(), |seat| self.name_of(seat))
    }

    /// The turn of a step with orders as people call it: with the player at a table of more than two, and with the side that
    /// decided something in the turn of another one: `Blue's turn 7 (Ben)`, `Blue's turn 7, Amber`.
    pub fn orders_name(&self, step: &Step) -> String {
        let turn = self.turn_name(step.in_turn());
        let Deed::Orders { seat, side, .. } = step.deed else {
            return turn;
        };
        let player = self.seat(seat).filter(|_| self.has_table());
        let player = player.map_or_else(String::new, |info| format!(" ({})", info.name));
        match side == step.on_turn {
            true => turn + &player,
            false => format!("{turn}, {}{player}", self.side_names().of(side)),
        }
    }

    /// The position before a step of [`Snapshot::record`].
    pub fn position_before(&self, step: usize) -> Option<AnyPosition> {
        let history = self.played.history.as_deref()?;
        Some(history.position_after(history.before_first_orders() + step))
    }

    /// The match file of a step of [`Snapshot::record`], and the number of the step in that match's own record; `None`
    /// for a step that is in no match's own record.
    pub fn place_of(&self, step: usize) -> Option<(&Path, usize)> {
        if self.played.parts.is_empty() {
            return Some((&self.file, step));
        }
        let at = self.played.history.as_deref()?.before_first_orders() + step;
        let LinePart { file, part } = self.played.parts.iter().rfind(|of| of.part.from <= at)?;
        let own = at - part.from;
        let own = (own < part.steps).then(|| own.checked_sub(part.before_first_orders))?;
        own.map(|own| (file.as_path(), own))
    }

    /// The step of [`Snapshot::record`] that has that number in the record of that file's match alone, if it is shown.
    pub fn step_at(&self, file: &Path, own: usize) -> Option<usize> {
        if self.played.parts.is_empty() {
            return (file == self.file).then_some(own);
        }
        let history = self.played.history.as_deref()?;
        let LinePart { part, .. } = self.played.parts.iter().find(|of| of.file == file)?;
        let own = part.before_first_orders.checked_add(own)?;
        let is_shown = own < part.steps;
        let at = is_shown.then_some(part.from + own)?;
        at.checked_sub(history.before_first_orders())
    }

    /// The match together with those that it continues, if their files lie beside its own. For a match in play, whose
    /// snapshots show it alone.
    #[must_use]
    pub fn with_earlier(&self) -> Self {
        let alone = || self.clone();
        // shown as one already, or a match that continues nothing: there is nothing to read
        if !self.played.parts.is_empty() || !continues(&self.file) {
            return alone();
        }
        let bytes = read_within(&self.file, LARGEST_MATCH).ok();
        // read from the file, since the session holds the steps of this match only
        let replay = bytes.and_then(|bytes| protocol::replay::read(&bytes).ok());
        let Some(replay) = replay else {
            return alone();
        };
        let AsOne {
            replay,
            parts,
            missing,
        } = seen_as_one(&self.file, replay);
        let last = replay.history.steps().len();
        Self {
            played: Progress {
                position: Some(Arc::new(replay.history.position_after(last))),
                history: Some(replay.history),
                parts,
                missing,
                ..self.played.clone()
            },
            ..alone()
        }
    }
}
