//! The suite that every game must pass, on shared ones.

use rules::testing::{
    Seeded, busy_game, changed_bytes, check_secret_step, check_whole_bytes, hidden_game, open_game,
    play, stroll,
};
use rules::{AnyPosition, Rules};

use super::shared;

#[test]
fn shared_games_conform_under_random_play() {
    for (seed, members) in (0..).zip([[2, 2], [1, 3], [4, 2], [8, 1]]) {
        let start = AnyPosition::Warlord(shared(busy_game(), members));
        play(&start, seed, 120);
    }
    let game = open_game(7, "1lih1l1/2c1n2/7/7/2N1C2/1LHIL2");
    play(&AnyPosition::Warlord(shared(game, [2, 1])), 7, 80);
}

#[test]
fn shared_set_ups_conform_from_set_up_to_the_end() {
    for (seed, members) in (0..).zip([[2, 2], [3, 1], [5, 4]]) {
        let start = AnyPosition::Warlord(shared(hidden_game(), members));
        check_secret_step(&start);
        play(&start, seed, 60);
    }
}

#[test]
fn changed_whole_bytes_are_refused_or_played_on() {
    let mut seeded = Seeded(3);
    let mut accepted = 0;
    for game in [busy_game(), hidden_game()] {
        let start = AnyPosition::Warlord(shared(game, [3, 2]));
        let mut position = start.clone();
        for _ in 0..60 {
            if stroll(&mut position, &mut seeded, 4).is_none() {
                position = start.clone();
            }
            let bytes = position.to_whole().expect("short");
            for _ in 0..6 {
                let changed = changed_bytes(&bytes, &mut seeded);
                accepted += u32::from(check_whole_bytes(&start, &changed));
            }
        }
    }
    assert!(accepted > 5, "{accepted} changed positions are positions");
}
