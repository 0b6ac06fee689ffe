//! The words while lots are drawn, the same in every family of White and Black.

use rules::Draw;
use rules::white_black::FIRST_PLAYER;

/// The first player or the terrain: such a game draws nothing else.
pub(crate) fn words(draw: Draw) -> &'static str {
    if draw == FIRST_PLAYER {
        "Drawing lots for the first turn"
    } else {
        "Drawing lots for the terrain"
    }
}
