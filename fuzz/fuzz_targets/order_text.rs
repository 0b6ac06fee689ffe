//! Order texts: refused, or orders that apply if and only if they are listed; set-ups, that they can be sealed.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use rules::testing::{busy_game, check_order_text, hidden_game};
use rules::warlord::{Position, Side};

static STARTS: LazyLock<[Position; 2]> =
    LazyLock::new(|| [busy_game(), hidden_game()].map(|game| Position::new(Arc::new(game))));

fuzz_target!(|text: &str| {
    for start in STARTS.iter() {
        for side in Side::BOTH {
            check_order_text(start, side, text);
        }
    }
});
