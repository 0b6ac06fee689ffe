//! The way from one unit or leader that may still act to the next.

use kit::model::ready::Ready;

use super::Table;

impl Table {
    /// Finds the units and leaders that may still act, after a change of the unfinished turn.
    pub(super) fn muster(&mut self) {
        let draft = self.turn.draft.as_ref().filter(|_| !self.turn.sent);
        self.turn.ready = draft.map_or_else(Ready::default, |draft| {
            families::ready(draft.position(), draft.side())
        });
    }

    /// Chooses the next unit, or leader, that may still act, after the one chosen or the cursor.
    pub(crate) fn choose_next(&mut self, leaders: bool) {
        let cells = if leaders {
            &self.turn.ready.leaders
        } else {
            &self.turn.ready.units
        };
        let from = self.board.selected.or(self.board.cursor);
        let after = cells.iter().find(|cell| Some(**cell) > from);
        // past the last one it begins again with the first
        let Some(next) = after.or(cells.first()).copied() else {
            return;
        };
        self.put_down();
        self.click(next);
        self.board.cursor = Some(next);
    }
}
