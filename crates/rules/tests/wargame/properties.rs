//! The suite of all families on WarGame, and the list of orders against every path tried one by one.

use std::sync::Arc;

use rules::testing::wargame::{game, jumbled, open_game, standard, started};
use rules::testing::{Seeded, check_position, check_secret_step, play};
use rules::wargame::{Game, Options, Position, Ruleset, Switch};
use rules::{AnyPosition, Rules, ToAct};

fn any(position: Position) -> AnyPosition {
    AnyPosition::WarGame(position)
}

/// Switches by chance, each on once in two.
fn switches(seeded: &mut Seeded) -> Options {
    let on = Switch::ALL.into_iter().filter(|_| seeded.one_in(2));
    on.filter(|switch| *switch != Switch::RandomMap).collect()
}

/// Small boards with all terrain and a unit or more of each kind.
fn busy(ruleset: Ruleset) -> Game {
    match ruleset {
        Ruleset::One => game(
            ruleset,
            "...H..T./.F..HF../T..F..H./.H..F..T/..FH..F./.T..H...",
            "(cp)(sc)t(tc)iiaa/t(ic)ai(ac)ii1/8/8/1II(AC)IA(IC)T/AAII(TC)T(SC)(CP)",
        ),
        Ruleset::Two => game(
            ruleset,
            "...H..T./.F..HF../T..F..H./.H..F..T/..FH..F./.T..H...",
            "cgvliiva/glaiivl1/8/8/1LVIIALG/AVIILVGC",
        ),
    }
}

#[test]
fn small_games_conform_from_random_positions() {
    for ruleset in Ruleset::BOTH {
        let mut over = 0;
        for seed in 0..24 {
            let mut seeded = Seeded(seed);
            let mut game = busy(ruleset);
            game.options = switches(&mut seeded);
            if seed % 2 == 1 {
                // games that go on
                let soon = [Switch::Short, Switch::Banner, Switch::Commander];
                game.options = soon.into_iter().fold(game.options, Options::without);
            }
            game.cap = 3;
            let start = any(jumbled(&game, &mut seeded));
            over += u32::from(play(&start, seed, 40).outcome().is_some());
        }
        assert!(over > 0, "no game ended");
    }
}

#[test]
fn small_games_conform_from_their_start() {
    for ruleset in Ruleset::BOTH {
        for seed in 0..4 {
            play(&any(Position::new(Arc::new(busy(ruleset)))), seed, 60);
        }
    }
}

#[test]
fn both_games_conform_from_set_up_and_in_their_middle() {
    for ruleset in Ruleset::BOTH {
        for options in [Options::ALL_OFF, Switch::ALL.into_iter().collect()] {
            let mut game = standard(ruleset);
            game.options = options;
            let start = Position::new(Arc::new(game.clone()));
            if let ToAct::Secretly(_) = Rules::to_act(&start) {
                check_secret_step(&any(start.clone()));
            }
            play(&any(start), 1, 6);
            let mut seeded = Seeded(7);
            for _ in 0..4 {
                let position = jumbled(&game, &mut seeded);
                check_position(&any(position), &mut seeded);
            }
        }
    }
}

#[test]
fn open_ground_conforms() {
    let start = "2t1i/1(ic)1a1/5/1T1I1/A(TC)2I/(SC)1(CP)2";
    let start = open_game(Ruleset::One, start);
    for seed in 0..6 {
        play(&any(Position::new(Arc::new(start.clone()))), seed, 60);
    }
    let start = started(standard(Ruleset::Two));
    play(&any(start), 3, 3);
}
