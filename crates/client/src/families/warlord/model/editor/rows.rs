//! A hidden set-up as text, to be kept for other games and either side.

use std::collections::BTreeMap;

use board::Cell;
use rules::warlord::{Kind, Order, Placement, SetUp, Side};

use super::Editor;

impl Editor {
    /// The whole set-up as White's rows, which do for either side; nothing where the rules do not allow it yet.
    pub(crate) fn rows(&self) -> Option<String> {
        let Ok(Order::SetUp(set_up)) = self.order() else {
            return None;
        };
        let order = Order::SetUp(self.seen_from_white(&set_up));
        Some(order.to_text(self.game(), Side::White))
    }

    /// Takes a whole set-up from such rows, where the rules allow it here.
    pub(crate) fn take_rows(&mut self, rows: &str) {
        if let Some(set_up) = self.read_rows(rows) {
            self.take(&set_up.0);
        }
    }

    /// True where the rows are a set-up that the rules allow here.
    pub(crate) fn may_take_rows(&self, rows: &str) -> bool {
        self.read_rows(rows).is_some()
    }

    fn read_rows(&self, rows: &str) -> Option<SetUp> {
        let Ok(Order::SetUp(set_up)) = Order::parse(self.game(), Side::White, rows) else {
            return None;
        };
        let set_up = self.seen_from_white(&set_up);
        let order = Order::SetUp(set_up.clone());
        self.start.check(self.side, &order).ok().map(|()| set_up)
    }

    /// The own set-up as White's would be, and White's as the own: Black's after a half-turn of the board.
    fn seen_from_white(&self, set_up: &SetUp) -> SetUp {
        let cell = |cell| match self.side {
            Side::White => cell,
            Side::Black => self.board().half_turn(cell),
        };
        // in the order of the cells, as every set-up is
        let placed: BTreeMap<Cell, Kind> = set_up
            .0
            .iter()
            .map(|unit| (cell(unit.cell), unit.kind))
            .collect();
        let placements = placed.iter().map(|(cell, kind)| Placement {
            cell: *cell,
            kind: *kind,
        });
        SetUp::new(placements.collect())
    }
}
