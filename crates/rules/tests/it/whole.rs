//! Whole bytes of every family: what a match can begin from.

use std::sync::Arc;

use board::Cell;
use rules::testing::toy;
use rules::testing::wargame as war;
use rules::testing::{
    Seeded, busy_game, changed_bytes, check_twin, check_whole_bytes, game, hidden_game, open_game,
    stroll,
};
use rules::wargame::{Ruleset, Switch};
use rules::warlord::{FirstPlayer, Game, Position, Scatter, Side, Span, Towns};
use rules::{AnyPosition, Lots, MAX_WHOLE_BYTES, Outcome, Rules, ToAct, WholeError};

mod refused;

fn warlord(game: Game) -> AnyPosition {
    AnyPosition::Warlord(Position::new(Arc::new(game)))
}

fn wargame(game: rules::wargame::Game) -> AnyPosition {
    AnyPosition::WarGame(war::start(game))
}

fn toy(rows: &str, goal: &str) -> AnyPosition {
    let goal = goal.parse().expect("a cell");
    let game = toy::Game::new(rows, goal, 3, 3, 12).expect("a game");
    AnyPosition::Toy(toy::Position::new(Arc::new(game)))
}

/// Two leaders and a little more on a small board, so that games repeat and end.
fn duel(change: impl Fn(&mut Game)) -> AnyPosition {
    let mut game = game("..T../F...H/..T..", "2l2/1i1c1/IL2C");
    game.options.repetition = true;
    change(&mut game);
    warlord(game)
}

/// Two leaders of each side close together, so that some are captured.
fn battle(change: impl Fn(&mut Game)) -> AnyPosition {
    let mut game = game("..T../F...H/..T..", "d1l2/1i1c1/IL1D1");
    change(&mut game);
    warlord(game)
}

fn hidden(first: FirstPlayer) -> AnyPosition {
    let mut game = hidden_game();
    game.options.first_player = first;
    game.scatter = Some(Scatter {
        is_apart: false,
        ranks: Span { from: 2, to: 3 },
        trees: Span { from: 1, to: 2 },
        hills: Span { from: 1, to: 2 },
        is_symmetric: false,
        seed: None,
    });
    warlord(game)
}

/// Games of every family, with every way to begin and every ending.
fn starts() -> Vec<AnyPosition> {
    let busy = |ruleset, more: &[Switch]| {
        let mut game = war::busy(ruleset);
        game.options = more.iter().fold(game.options, |all, one| all.with(*one));
        wargame(game)
    };
    let standard = |ruleset, options: &[Switch]| {
        let mut game = war::standard(ruleset);
        game.options = options.iter().copied().collect();
        wargame(game)
    };
    let near = |ruleset, terrain: &str, army: &str, options: &[Switch]| {
        let mut game = war::game(ruleset, terrain, army);
        game.options = options.iter().copied().collect();
        game.middle = 1..3;
        wargame(game)
    };
    let (open, towns) = ("...../...../...../.....", "...../TTTTT/TTTTT/.....");
    let tanks = "(cp)(sc)1(ic)a/1i1t1/2T1I/A(IC)1(SC)(CP)";
    let cavalry = "c1g1l/1v1i1/1I1V1/G1L1C";
    let posts = "(cp)(sc)3/5/5/3(SC)(CP)";
    let endings = [Switch::Short, Switch::Banner, Switch::Commander];
    vec![
        warlord(busy_game()),
        duel(|_| ()),
        duel(|game| game.options.short = 1),
        duel(|game| game.towns = Some(Towns { needed: 1 })),
        battle(|game| {
            game.command_ending = true;
            game.options.half_first = true;
            game.cap.leaders_left = true;
        }),
        warlord(open_game(7, "1lih1l1/2c1n2/7/7/2N1C2/1LHIL2")),
        warlord({
            let mut game = open_game(7, "lllllll/7/LLLLLLL");
            game.options.six_leaders = true;
            game
        }),
        hidden(FirstPlayer::LotAfter),
        hidden(FirstPlayer::LotBefore),
        hidden(FirstPlayer::Agreed(Side::Black)),
        warlord(hidden_game()),
        busy(Ruleset::One, &[]),
        busy(Ruleset::Two, &[]),
        busy(Ruleset::One, &endings),
        busy(Ruleset::Two, &endings),
        near(Ruleset::One, open, tanks, &[Switch::Banner]),
        near(Ruleset::Two, open, cavalry, &[Switch::Commander]),
        near(Ruleset::One, towns, posts, &[Switch::Plant]),
        standard(Ruleset::One, &[]),
        standard(Ruleset::Two, &Switch::ALL),
        toy("nnn...../..n...../....s.../..s.ss..", "d4"),
        toy("nnss../ssnn..", "c1"),
        toy("n.s.../......", "c1"),
    ]
}

#[test]
fn play_continues_from_whole_bytes_at_every_step() {
    let (mut outcomes, mut lots, mut secrets) = (Vec::new(), 0, 0);
    for start in starts() {
        let (seeds, steps) = if start.board().len() > 100 {
            (2, 30)
        } else {
            (12, 90)
        };
        for seed in 0..seeds {
            let mut seeded = Seeded(seed);
            let mut position = start.clone();
            for step in 0..steps {
                check_twin(&start, &position, &mut seeded, 1 + step % 3);
                match position.to_act() {
                    ToAct::Lots(_) => lots += 1,
                    ToAct::Secretly(_) => secrets += 1,
                    ToAct::One(_) => {}
                    ToAct::Nobody(outcome) => outcomes.push(outcome.word()),
                }
                if stroll(&mut position, &mut seeded, 4).is_none() {
                    break;
                }
            }
        }
    }
    outcomes.sort_unstable();
    outcomes.dedup();
    let ends = [
        "banner",
        "command",
        "commander",
        "goal",
        "leaders",
        "passes",
        "plant",
        "short",
        "six-leaders",
        "towns",
        "turns",
        "units",
    ];
    for word in ends {
        assert!(outcomes.contains(&word), "{word} is not in {outcomes:?}");
    }
    assert!(lots > 50 && secrets > 50, "{lots} {secrets}");
}

/// The order of the side to move, then the end of the turn; nothing once the game is over.
fn turn(position: &mut AnyPosition, text: &str) {
    for text in [text, "end"] {
        let ToAct::One(side) = position.to_act() else {
            return;
        };
        let order = position.parse_order(side, text).expect("an order");
        position.apply(side, &order).expect(text);
    }
}

#[test]
fn counts_of_repetition_go_over() {
    let start = duel(|_| ());
    let round = ["b1-c1", "c3-b3", "c1-b1", "b3-c3"];
    let mut position = start.clone();
    let go = |position: &mut AnyPosition| {
        for text in round {
            turn(position, text);
        }
    };
    go(&mut position);
    assert_eq!(position.outcome(), None);
    let mut twin = start.read_whole(&whole(&position)).expect("its own bytes");
    // the second round from the bytes comes to the third occurrence of the start
    go(&mut twin);
    go(&mut position);
    assert_eq!(twin.outcome().map(Outcome::word), Some("repetition"));
    assert_eq!(twin, position);
    check_twin(&start, &twin, &mut Seeded(1), 1);
}

#[test]
fn the_sixtieth_quiet_turn_ends_the_game_from_the_bytes_too() {
    let start = wargame(war::open_game(Ruleset::One, "(sc)4/5/5/5/5/5/5/(SC)4"));
    let mut position = start.clone();
    for number in 0..60 {
        let rest = position.outcome();
        assert_eq!(rest, None, "over after {number} turns");
        check_twin(&start, &position, &mut Seeded(number), 2);
        let there = ["a1-a2", "a8-a7", "a2-a1", "a7-a8"][number as usize % 4];
        turn(&mut position, there);
    }
    assert_eq!(position.outcome().map(Outcome::word), Some("quiet"));
    check_twin(&start, &position, &mut Seeded(1), 1);
}

#[test]
fn changed_bytes_do_no_harm_and_read_back_where_they_are_accepted() {
    let mut accepted = 0;
    for (seed, start) in (0..).zip(starts()) {
        let mut seeded = Seeded(seed);
        for _ in 0..12 {
            let mut position = start.clone();
            for _ in 0..seeded.below(60) {
                stroll(&mut position, &mut seeded, 4);
            }
            let bytes = whole(&position);
            for _ in 0..40 {
                let changed = changed_bytes(&bytes, &mut seeded);
                accepted += usize::from(changed != bytes && check_whole_bytes(&start, &changed));
            }
        }
    }
    assert!(accepted > 50, "{accepted} accepted");
}

#[test]
fn no_other_game_reads_the_bytes() {
    let all = starts();
    for (n, start) in all.iter().enumerate() {
        for (m, other) in all.iter().enumerate() {
            if start.board() != other.board() || start.family() != other.family() {
                assert!(n == m || other.read_whole(&whole(start)).is_err());
            }
        }
    }
}

#[test]
fn bytes_beyond_the_limit_are_refused_before_anything_is_read() {
    for start in starts() {
        let long = vec![0; MAX_WHOLE_BYTES + 1];
        let refused = WholeError::TooLong(long.len());
        assert_eq!(start.read_whole(&long), Err(refused));
    }
}

/// The earlier positions kept for the draw by repetition are so few that the largest board stays within the limit.
#[test]
fn the_largest_board_with_the_longest_history_fits() {
    let rank = |unit: &str| format!("{unit}118{unit}");
    let mut rows = vec!["120".to_owned(); 118];
    rows.insert(0, rank("l"));
    rows.push(rank("L"));
    let mut game = open_game(120, &rows.join("/"));
    game.options.repetition = true;
    let start = warlord(game);
    let mut position = start.clone();
    let mut longest = 0;
    for number in 0..2_200 {
        turn(&mut position, &wander(number));
        longest = longest.max(whole(&position).len());
    }
    assert_eq!(position.turn().number, 2_201);
    assert!(longest > 30_000 && longest < 40_000, "{longest}");
    check_twin(&start, &position, &mut Seeded(1), 2);
}

/// The move of a turn: a leader of White walks back and forth along one rank after the other, one of Black between two
/// cells.
fn wander(number: u32) -> String {
    let place = |step: u32| {
        let (rank, along) = (step / 100, step % 100);
        let file = if rank % 2 == 0 { along } else { 99 - along };
        Cell::new(file as u8, rank as u8)
    };
    let (step, black) = (number / 2, [Cell::new(0, 119), Cell::new(1, 119)]);
    let [from, to] = match (number % 2, step % 2) {
        (0, _) => [place(step), place(step + 1)],
        (_, 0) => black,
        _ => [black[1], black[0]],
    };
    format!("{from}-{to}")
}

fn whole(position: &AnyPosition) -> Vec<u8> {
    position.to_whole().expect("within the limit")
}
