//! Position texts: refused, or a position that conforms and is written as it was read.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use rules::testing::{busy_game, check_position_text, open_game, tourney, wargame};
use rules::wargame::Ruleset;
use rules::{AnyPosition, warlord};

/// Every option of War Lord Tourney that two seats without the Wizard can have together, then with him, then allies.
const OPTIONS: [&str; 3] = [
    "wounds several=2 healing finishing sergeants bowmen strategic enchanted veterans grand chivalry",
    "wizard bishop several=all healing finishing sergeants bowmen enchanted veterans wounds",
    "seats=4 teams wounds healing",
];

static STARTS: LazyLock<[AnyPosition; 7]> = LazyLock::new(|| {
    let warlord = |game| AnyPosition::Warlord(warlord::Position::new(Arc::new(game)));
    let wargame = |ruleset| AnyPosition::WarGame(wargame::start(wargame::busy(ruleset)));
    let tourney = |number: usize| {
        let game = match number {
            2 => tourney::game(OPTIONS[number]),
            _ => tourney::small(OPTIONS[number]),
        };
        AnyPosition::Tourney(rules::tourney::Position::new(Arc::new(game)))
    };
    [
        warlord(busy_game()),
        warlord(open_game(4, "4/4/4")),
        wargame(Ruleset::One),
        wargame(Ruleset::Two),
        tourney(0),
        tourney(1),
        tourney(2),
    ]
});

fuzz_target!(|text: &str| {
    for start in STARTS.iter() {
        check_position_text(start, text);
    }
});
