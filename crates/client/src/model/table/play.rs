//! Playing on the board of a table: clicks, drags and orders of the unfinished turn.

use board::Cell;
use families::{HandCommand, Hands};
use kit::model::meaning::{Choice, Meaning, Pick, Refusal};
use rules::{AnyOrder, AnyPosition, Draft, Side};

use super::Table;

impl Table {
    /// A click on a cell of the board.
    pub(crate) fn click(&mut self, cell: Cell) {
        self.board.hint = None;
        self.board.said = None;
        self.end_answer();
        self.reading.to_play_back = None;
        let selected = self.board.selected;
        let meaning = self.ask(|hands, position, side| hands.click(position, side, selected, cell));
        self.take(meaning.unwrap_or_default());
    }

    /// The things beside the cells that can be chosen now.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        let at = self.board.selected.or(self.board.cursor);
        let position = self.position();
        position.map_or_else(Vec::new, |position| {
            let hands = &self.board.hands;
            hands.choices(position, self.drafting(), at)
        })
    }

    /// A click on one of these things.
    pub(crate) fn pick(&mut self, pick: Pick) {
        self.board.said = None;
        self.reading.to_play_back = None;
        let meaning = self.ask(|hands, position, side| hands.pick(position, side, pick));
        self.take(meaning.unwrap_or_default());
    }

    /// Chooses the next of these things, after the one chosen.
    pub(crate) fn pick_next(&mut self) {
        let choices = self.choices();
        let chosen = choices.iter().position(|choice| choice.is_chosen);
        // past the last one it begins again with the first
        let rest = chosen.map_or(0, |chosen| chosen + 1);
        let mut after = choices.iter().skip(rest).chain(&choices);
        if let Some(next) = after.find(|choice| choice.can).map(|choice| choice.pick) {
            self.pick(next);
        }
    }

    /// Carries out a family's command beside its board.
    pub(crate) fn hand(&mut self, command: HandCommand) {
        let meaning = self.ask(|hands, position, side| hands.update(command, position, side));
        if let Some(meaning) = meaning.flatten() {
            self.take(meaning);
        }
    }

    /// Asks the family about the position shown and the side whose unfinished turn it is.
    fn ask<T>(
        &mut self,
        ask: impl FnOnce(&mut Hands, &AnyPosition, Option<Side>) -> T,
    ) -> Option<T> {
        // taken out for the moment, because the position it is asked about is borrowed from the same table
        let mut hands = std::mem::take(&mut self.board.hands);
        let position = self.position();
        let answer = position.map(|position| ask(&mut hands, position, self.drafting()));
        self.board.hands = hands;
        answer
    }

    fn take(&mut self, meaning: Meaning) {
        self.board.selected = meaning.selected;
        self.board.hint = meaning.hint;
        if meaning.orders.is_empty() {
            return;
        }
        self.give_all(meaning.orders);
    }

    /// Gives orders one after the other, up to the first that the rules refuse.
    pub(crate) fn give_all(&mut self, orders: Vec<AnyOrder>) {
        for order in orders {
            if !self.give(order) {
                break;
            }
        }
        self.muster();
        self.ask(Hands::settle);
    }

    /// Gives an order; false, with the reason below the board, if the rules refuse it.
    fn give(&mut self, order: AnyOrder) -> bool {
        let open = self.open_draft().is_some();
        if let Some(draft) = self.turn.draft.as_mut().filter(|_| open)
            && let Err(illegal) = draft.push(order)
        {
            self.board.hint = Some(Refusal::from(&illegal));
            return false;
        }
        self.end_pointers();
        true
    }

    /// A unit taken up to be dragged: chosen, whatever was chosen before.
    pub(crate) fn lift(&mut self, cell: Cell) {
        self.put_down();
        self.click(cell);
    }

    /// A unit dragged from one cell to another.
    pub(crate) fn drag(&mut self, from: Cell, to: Cell) {
        self.lift(from);
        if self.board.selected == Some(from) && from != to {
            self.click(to);
            if self.board.selected == Some(to) {
                // dropped on another unit of this player: nothing was meant for that one
                self.board.selected = Some(from);
                self.board.hint = None;
            }
        }
    }

    pub(crate) fn change_draft(&mut self, change: impl FnOnce(&mut Draft<AnyPosition>)) {
        self.put_down();
        self.end_pointers();
        let open = self.open_draft().is_some();
        if let Some(draft) = self.turn.draft.as_mut().filter(|_| open) {
            change(draft);
        }
        self.muster();
    }
}
