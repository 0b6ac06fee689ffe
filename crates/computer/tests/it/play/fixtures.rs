//! Small games made for one test each.

use board::Cell;
use rules::AnyPosition;
use rules::testing;
use rules::warlord::Game;

/// The position of that text, in a game on open ground whose armies are its units; `change` may set anything else.
pub(crate) fn position(text: &str, cap: u8, change: impl FnOnce(&mut Game)) -> AnyPosition {
    let rows = text.split(' ').next().unwrap_or_default();
    let mut game = testing::open_game(testing::width(rows), rows);
    game.cap.number = cap;
    change(&mut game);
    AnyPosition::Warlord(testing::position(&game, text))
}

/// The cell of that name.
pub(crate) fn cell(name: &str) -> Cell {
    name.parse().expect("a cell")
}
