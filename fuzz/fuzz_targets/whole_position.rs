//! Whole bytes of positions: refused, or a position from which play continues and that is written as it was read.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use rules::testing::{
    Seeded, busy_game, check_whole_bytes, hidden_game, stroll, tourney, toy, wargame,
};
use rules::wargame::Ruleset;
use rules::{AnyPosition, Rules, warlord};

static STARTS: LazyLock<[AnyPosition; 10]> = LazyLock::new(|| {
    let warlord = |game| AnyPosition::Warlord(warlord::Position::new(Arc::new(game)));
    let wargame = |game| AnyPosition::WarGame(wargame::start(game));
    let tourney = |game| AnyPosition::Tourney(rules::tourney::Position::new(Arc::new(game)));
    let goal = "d4".parse().expect("a cell");
    let toy = toy::Game::new("nnn...../..n...../....s.../..s.ss..", goal, 3, 3, 12);
    [
        warlord(busy_game()),
        warlord(hidden_game()),
        wargame(wargame::busy(Ruleset::One)),
        wargame(wargame::busy(Ruleset::Two)),
        wargame(wargame::standard(Ruleset::Two)),
        AnyPosition::Toy(toy::Position::new(Arc::new(toy.expect("a game")))),
        tourney(tourney::small("")),
        tourney(tourney::small(
            "wounds several=2 healing finishing sergeants bowmen strategic enchanted veterans grand chivalry",
        )),
        tourney(tourney::small("wizard bishop several=all healing bowmen veterans wounds")),
        tourney(tourney::game("seats=4 teams")),
    ]
});

// bytes as they come, or those of a position some steps into a game, changed at some places
fuzz_target!(|given: (u8, u16, Result<Vec<u8>, Vec<(u16, u8)>>)| {
    let (which, steps, given) = given;
    let start = &STARTS[usize::from(which) % STARTS.len()];
    let bytes = match given {
        Ok(bytes) => bytes,
        Err(changes) => {
            let mut position = start.clone();
            let mut seeded = Seeded(steps.into());
            for _ in 0..steps % 64 {
                stroll(&mut position, &mut seeded, 4);
            }
            let mut bytes = position.to_whole().expect("within the limit");
            for (place, byte) in changes {
                let place = usize::from(place) % bytes.len();
                bytes[place] = byte;
            }
            bytes
        }
    };
    check_whole_bytes(start, &bytes);
});
