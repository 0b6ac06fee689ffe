//! Whole games, with every option.
#![allow(clippy::print_stdout)]

use rules::testing::Seeded;
use rules::testing::tourney::{game, start};
use rules::{AnyPosition, Lots, Rules as _, Side, ToAct};

use super::*;
use crate::Baseline;

/// A player of a side.
#[derive(Debug, Clone, Copy)]
enum Player {
    Computer(u64),
    Level(Level),
    Baseline(Baseline),
}

impl Player {
    fn choose(self, position: &AnyPosition, side: Side, seed: u64) -> Vec<AnyOrder> {
        match self {
            Self::Computer(nodes) => crate::choose(position, side, Budget::Nodes(nodes), seed),
            Self::Level(level) => crate::play(position, side, level, seed),
            Self::Baseline(baseline) => baseline.choose(position, side, Budget::Nodes(150), seed),
        }
    }
}

/// A game to its end or to the cap of turns; every order is carried out, and every turn is whole.
fn played(start: Position, players: [Player; 4], cap: u32, seed: u64) -> AnyPosition {
    let mut position = AnyPosition::Tourney(start);
    let mut chance = Seeded(seed);
    while position.turn().number <= cap {
        let sides: Vec<Side> = match position.to_act() {
            ToAct::Nobody(_) => break,
            ToAct::Lots(_) => {
                position
                    .resolve(Lots(chance.draw()))
                    .expect("lots are awaited");
                continue;
            }
            ToAct::One(side) => vec![side],
            ToAct::Secretly(sides) => sides.iter().collect(),
        };
        for side in sides {
            let before = position.to_text();
            let is_secret = matches!(position.to_act(), ToAct::Secretly(_));
            let orders = players[side.index()].choose(&position, side, chance.draw());
            assert!(!orders.is_empty(), "nothing of {side:?} in {before}");
            for order in orders {
                let done = position.apply(side, &order);
                assert!(done.is_ok(), "{order:?}: {done:?} after {before}");
            }
            assert!(
                is_secret || position.to_act() != ToAct::One(side),
                "{before}"
            );
        }
    }
    position
}

/// The games won by the first of two players, in half points, with the seats changed in every second game.
fn score(players: [Player; 2], games: u64) -> u32 {
    let points = (0..games).map(|game| {
        let [one, other] = players;
        let is_swapped = game % 2 == 1;
        let seats = if is_swapped {
            [other, one]
        } else {
            [one, other]
        };
        let over = played(start(""), [seats[0], seats[1], other, other], 200, game / 2);
        match over.outcome().map(|outcome| outcome.winners()) {
            Some(winners) if winners.iter().next().is_some() => {
                let own = Side::new(u8::from(is_swapped)).expect("a side");
                2 * u32::from(winners.contains(own))
            }
            _ => 1,
        }
    });
    points.sum()
}

#[test]
fn most_games_against_itself_end() {
    let games = 6;
    let ended = (0..games).filter(|seed| {
        let over = played(
            Position::new(game("").into()),
            [Player::Computer(120); 4],
            300,
            *seed,
        );
        over.outcome().is_some()
    });
    assert!(ended.count() as u64 + 1 >= games);
}

#[test]
fn it_beats_players_without_a_plan() {
    let player = Player::Computer(120);
    // room for a duel lost here and there
    assert!(score([player, Player::Baseline(Baseline::Random)], 6) >= 11);
    assert!(score([player, Player::Baseline(Baseline::Capture)], 6) >= 9);
}

#[test]
fn every_level_and_every_baseline_plays_whole_turns() {
    for level in Level::ALL.into_iter().take(4) {
        played(start(""), [Player::Level(level); 4], 5, 3);
    }
    for baseline in Baseline::ALL {
        played(start(""), [Player::Baseline(baseline); 4], 12, 3);
    }
}

#[test]
fn every_option_is_played_alone_and_with_others() {
    for options in [
        "wounds",
        "several=2",
        "several=all",
        "healing",
        "finishing",
        "wizard",
        "wizard bishop",
        "sergeants",
        "bowmen",
        "strategic",
        "enchanted",
        "veterans",
        "grand",
        "muster",
        "chivalry",
        "winding-knights",
        "seats=3",
        "seats=4",
        "seats=4 teams",
        "wounds several=2 healing finishing sergeants bowmen enchanted veterans grand muster chivalry wizard bishop",
    ] {
        let start = Position::new(game(options).into());
        played(start, [Player::Computer(0); 4], 14, 5);
    }
}

/// The figures of docs/computer.md: `GAMES=100 NODES=1000 OPTIONS=grand`.
#[test]
#[ignore = "prints figures, and takes as long as it is asked to"]
fn how_games_against_itself_end() {
    let options = std::env::var("OPTIONS").unwrap_or_default();
    let (games, nodes, first) = (asked("GAMES", 4), asked("NODES", 200), asked("SEED", 0));
    let mut ends = std::collections::BTreeMap::<String, u32>::new();
    let (mut turns, clock) = (0, std::time::Instant::now());
    for seed in first..first + games {
        let start = Position::new(game(&options).into());
        let over = played(start, [Player::Computer(nodes); 4], 300, seed);
        let end = over
            .outcome()
            .map_or("none".to_owned(), |end| end.to_text(over.family()));
        turns += over.turn().number;
        *ends.entry(end).or_default() += 1;
    }
    println!(
        "{games} games: {ends:?}, {turns} turns, {:?}",
        clock.elapsed()
    );
}

/// The figures of docs/computer.md: `GAMES=40`, each level against the one below it.
#[test]
#[ignore = "prints figures, and takes as long as it is asked to"]
fn how_levels_score() {
    let games = asked("GAMES", 4);
    for pair in Level::ALL.windows(2).take(asked("PAIRS", 3) as usize) {
        let points = score([Player::Level(pair[1]), Player::Level(pair[0])], games);
        println!(
            "{} - {}: {points} half points of {games} games",
            pair[1], pair[0]
        );
    }
    let points = score(
        [
            Player::Computer(asked("NODES", 1000)),
            Player::Baseline(Baseline::Reply),
        ],
        games,
    );
    println!(
        "{} orders - reply-1: {points} half points of {games} games",
        asked("NODES", 1000)
    );
}

/// A number of the environment.
fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}
