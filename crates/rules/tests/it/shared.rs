//! Members of a side who have leaders of their own. Rules: warlord 7.

mod conformance;
mod handed_over;
mod parts;
mod reading;
mod set_up;

use std::sync::Arc;

use rules::warlord::{Game, Position};

/// The start of that game with so many members a side.
fn shared(game: Game, members: [u8; 2]) -> Position {
    let start = Position::new(Arc::new(game));
    start.by_leaders(&members).expect("1 to 8 members a side")
}
