//! Order texts: refused, or orders that apply if and only if they are listed; set-ups, if they can be sealed.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use rules::testing::{busy_game, check_order_text, hidden_game, wargame};
use rules::wargame::Ruleset;
use rules::{AnyPosition, Rules, warlord};

static STARTS: LazyLock<[AnyPosition; 5]> = LazyLock::new(|| {
    let warlord = |game| AnyPosition::Warlord(warlord::Position::new(Arc::new(game)));
    let wargame = |game| AnyPosition::WarGame(wargame::start(game));
    [
        warlord(busy_game()),
        warlord(hidden_game()),
        wargame(wargame::busy(Ruleset::One)),
        wargame(wargame::busy(Ruleset::Two)),
        wargame(wargame::standard(Ruleset::Two)),
    ]
});

fuzz_target!(|text: &str| {
    for start in STARTS.iter() {
        for side in start.sides() {
            check_order_text(start, side, text);
        }
    }
});
