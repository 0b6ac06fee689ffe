//! The units and leaders that may still act in the unfinished turn, and the way from one to the next.

use board::Cell;

use super::Table;
use crate::families;

/// The units and leaders that may still act in the unfinished turn, in board order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ready {
    /// The cells of the units from which a legal order begins.
    pub(crate) units: Vec<Cell>,
    /// The cells of the leaders that can still order one of those units.
    pub(crate) leaders: Vec<Cell>,
}

impl Table {
    /// Finds out anew who may still act, after a change of the unfinished turn.
    pub(super) fn muster(&mut self) {
        let draft = self.draft.as_ref().filter(|_| !self.sent);
        self.ready = draft.map_or_else(Ready::default, |draft| {
            families::ready(draft.position(), draft.side())
        });
    }

    /// Chooses the next unit, or leader, that may still act, after the one chosen or the cursor.
    pub(crate) fn choose_next(&mut self, leaders: bool) {
        let cells = if leaders {
            &self.ready.leaders
        } else {
            &self.ready.units
        };
        let from = self.selected.or(self.cursor);
        let after = cells.iter().find(|cell| Some(**cell) > from);
        let Some(next) = after.or(cells.first()).copied() else {
            return;
        };
        self.put_down();
        self.click(next);
        self.cursor = Some(next);
    }
}
