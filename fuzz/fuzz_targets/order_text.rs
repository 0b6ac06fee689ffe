//! Order texts: refused, or orders that apply if and only if they are listed; set-ups, if they can be sealed.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use rules::testing::{busy_game, check_order_text, hidden_game, tourney, wargame};
use rules::wargame::Ruleset;
use rules::{AnyPosition, Rules, warlord};

static STARTS: LazyLock<Vec<AnyPosition>> = LazyLock::new(|| {
    let warlord = |game| AnyPosition::Warlord(warlord::Position::new(Arc::new(game)));
    let wargame = |game| AnyPosition::WarGame(wargame::start(game));
    let mut starts = vec![
        warlord(busy_game()),
        warlord(hidden_game()),
        wargame(wargame::busy(Ruleset::One)),
        wargame(wargame::busy(Ruleset::Two)),
        wargame(wargame::standard(Ruleset::Two)),
    ];
    starts.extend(tourneys());
    starts
});

/// What War Lord Tourney asks a side for: moves, a shot, cards, a capture, an heir, a muster, a raising.
fn tourneys() -> Vec<AnyPosition> {
    let at = |options, text| {
        let game = Arc::new(tourney::small(options));
        let position = rules::tourney::Position::from_text(game, text);
        AnyPosition::Tourney(position.expect("a position"))
    };
    let begins = |game| AnyPosition::Tourney(rules::tourney::Position::new(Arc::new(game)));
    vec![
        at("", "3w3/2klf2/7/7/7/2FLK2/3W3 w 1 0"),
        at("bowmen enchanted", "3w3/2kl3/7/3F3/7/2bLK1B/3W3 w 1 0"),
        at("", "3w3/3l3/7/7/4(Kk)2/3LF2/3W3 w 1 0 moved=Ke3 came=Ke3 ask=card:e3::1"),
        at("healing", "3w3/3l3/7/7/4(K!k!)2/3LF2/3W3 w 1 0"),
        at("wizard bishop", "3w3/2klf2/7/7/4(uF)2/3L3/3W3 r 3 0 grave=Kb5,fe3"),
        begins(tourney::game("muster")),
        begins(tourney::game("seats=4 teams")),
    ]
}

fuzz_target!(|text: &str| {
    for start in STARTS.iter() {
        for side in start.sides() {
            check_order_text(start, side, text);
        }
    }
});
