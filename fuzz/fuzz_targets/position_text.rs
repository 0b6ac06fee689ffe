//! Position texts: refused, or a position that conforms and is written as it was read.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use rules::testing::{busy_game, check_position_text, open_game};
use rules::warlord::Game;

static GAMES: LazyLock<[Arc<Game>; 2]> =
    LazyLock::new(|| [busy_game(), open_game(4, "4/4/4")].map(Arc::new));

fuzz_target!(|text: &str| {
    for game in GAMES.iter() {
        check_position_text(game, text);
    }
});
