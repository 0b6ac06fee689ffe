//! Position texts: refused, or a position that conforms and is written as it was read.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use rules::testing::{busy_game, check_position_text, open_game, wargame};
use rules::wargame::Ruleset;
use rules::{AnyPosition, warlord};

static STARTS: LazyLock<[AnyPosition; 4]> = LazyLock::new(|| {
    let warlord = |game| AnyPosition::Warlord(warlord::Position::new(Arc::new(game)));
    let wargame = |ruleset| AnyPosition::WarGame(wargame::start(wargame::busy(ruleset)));
    [
        warlord(busy_game()),
        warlord(open_game(4, "4/4/4")),
        wargame(Ruleset::One),
        wargame(Ruleset::Two),
    ]
});

fuzz_target!(|text: &str| {
    for start in STARTS.iter() {
        check_position_text(start, text);
    }
});
