//! The computer's orders.

use rules::{AnyOrder, AnyPosition, Rules as _, Side};

use super::open;
use crate::model::table::Question;

pub(super) fn think(question: &Question) -> Vec<AnyOrder> {
    let (position, side, seed) = (&question.position, question.side, open::random());
    or_last(position, side, || {
        computer::play(position, side, question.level, seed)
    })
}

/// The orders found, or the last legal one if the search panics: a turn without orders, or a ready-made set-up, is
/// better than a player who thinks forever.
pub(super) fn or_last(
    position: &AnyPosition,
    side: Side,
    search: impl FnOnce() -> Vec<AnyOrder>,
) -> Vec<AnyOrder> {
    // sound to do: the search works on clones, and nothing of them is used after a panic
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
    found.unwrap_or_else(|_panic| position.legal_orders(side).pop().into_iter().collect())
}
