//! The marks and arrows that explain something on the board: a hint, or the answer to *Why not?*.

use kit::model::scene::Sketch;
use rules::Draft;

use super::Table;

/// Marks of the program's own, next to the user's sketch. They are true for one moment of one turn.
#[derive(Debug)]
pub(crate) struct Pointers {
    sketch: Sketch,
    explains: Explains,
    /// The number of steps, and of orders in the unfinished turn, for which they were made.
    made_at: (usize, usize),
}

/// The words that the marks belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Explains {
    /// A hint lasts while the user takes up the unit that it names.
    Hint,
    /// The words of an answer are gone with the next click, and its marks mean nothing without them.
    Answer,
}

impl Table {
    /// Marks something on the board until the next order.
    pub(super) fn point(&mut self, sketch: Sketch, explains: Explains) {
        self.board.pointers = self.moment_of_turn().map(|made_at| Pointers {
            sketch,
            explains,
            made_at,
        });
    }

    /// Lights the unit of a hint, and with `to` the way of its order.
    pub(crate) fn point_at(&mut self, from: board::Cell, to: Option<board::Cell>) {
        let mut sketch = Sketch::default();
        sketch.draw(from, from);
        if let Some(to) = to.filter(|to| *to != from) {
            sketch.draw(from, to);
        }
        self.point(sketch, Explains::Hint);
    }

    /// The marks of a hint or an answer; none once the turn, or the place in the record, is another one.
    // compared here and not only removed on every way out, so that no new way can leave a stale arrow on the board
    pub(crate) fn pointers(&self) -> Option<&Sketch> {
        let now = self.moment_of_turn();
        let pointers = self.board.pointers.as_ref();
        let pointers = pointers.filter(|pointers| Some(pointers.made_at) == now);
        pointers.map(|pointers| &pointers.sketch)
    }

    /// Removes the marks, as after an order or its undo.
    pub(crate) fn end_pointers(&mut self) {
        self.board.pointers = None;
    }

    /// Removes the marks of an answer, whose words the next click removes.
    pub(super) fn end_answer(&mut self) {
        let is_answer = |pointers: &mut Pointers| pointers.explains == Explains::Answer;
        self.board.pointers.take_if(is_answer);
    }

    /// The number of steps and of orders of the unfinished turn on the board; none if no turn can be changed there.
    fn moment_of_turn(&self) -> Option<(usize, usize)> {
        let is_over = self.seen.played.outcome.is_some();
        let draft = self.open_draft().filter(|_| !is_over);
        draft.map(|draft| (self.steps(), Draft::len(draft)))
    }
}
