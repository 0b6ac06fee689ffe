//! Orders written as text.

use rules::{AnyOrder, OrderError, Rules, split_orders};

use super::Table;

/// The most orders proposed while the user types.
const MOST: usize = 8;

impl Table {
    /// Gives the orders of a text, separated by `;`, one after the other, up to the first that the rules refuse.
    ///
    /// # Errors
    /// If a part is no order of the game; then no order is given.
    pub(crate) fn type_orders(&mut self, text: &str) -> Result<(), OrderError> {
        let Some(draft) = self.open_draft() else {
            return Ok(());
        };
        let (now, side) = (draft.position(), draft.side());
        let texts = split_orders(now, side, text).into_iter();
        // all texts are read before any order is given: a slip in the last one must not leave half a turn
        let orders: Vec<AnyOrder> = texts
            .map(|text| now.parse_order(side, text))
            .collect::<Result<_, _>>()?;
        self.put_down();
        // the number proposed is small, but finding the legal orders of a large board is not: only whoever types pays
        // for it
        self.give_all(orders);
        Ok(())
    }

    /// True if every part of a line is an order in the writing of the game: most likely it was typed into the wrong field,
    /// where it would tell the other player the plan.
    pub(crate) fn reads_as_orders(&self, line: &str) -> bool {
        let Some(draft) = self.open_draft().filter(|_| !line.trim().is_empty()) else {
            return false;
        };
        let (now, side) = (draft.position(), draft.side());
        let texts = split_orders(now, side, line.trim()).into_iter();
        // words of the game such as `end` are words of a talk too
        let has_cell = line.contains(|letter: char| letter.is_ascii_digit());
        has_cell
            && texts
                .into_iter()
                .all(|text| now.parse_order(side, text).is_ok())
    }

    /// Legal orders that begin with a text, as they are written, with what they do.
    pub(crate) fn orders_like(&self, text: &str) -> Vec<(String, String)> {
        let Some(draft) = self.open_draft().filter(|_| !text.is_empty()) else {
            return Vec::new();
        };
        let (now, side) = (draft.position(), draft.side());
        let orders = now.legal_orders(side).into_iter();
        let like = orders.filter_map(|order| {
            let written = now.order_text(side, &order);
            written
                .starts_with(text)
                .then(|| (written, families::order(&order, now)))
        });
        like.take(MOST).collect()
    }
}
