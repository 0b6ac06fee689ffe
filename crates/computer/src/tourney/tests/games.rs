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
    points(players, "", 0..games)
}

fn points(players: [Player; 2], options: &str, games: std::ops::Range<u64>) -> u32 {
    let points = games.map(|game| {
        let [one, other] = players;
        let is_swapped = game % 2 == 1;
        let seats = if is_swapped {
            [other, one]
        } else {
            [one, other]
        };
        let over = played(
            start(options),
            [seats[0], seats[1], other, other],
            200,
            game / 2,
        );
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

/// The figures of docs/computer.md: `GAMES=40 ONE=strong TWO=normal`; players are levels, baselines, or numbers of
/// orders a turn.
#[test]
#[ignore = "prints figures, and takes as long as it is asked to"]
fn how_players_score() {
    let options = std::env::var("OPTIONS").unwrap_or_default();
    let (games, first) = (asked("GAMES", 4), asked("SEED", 0));
    let names = ["ONE", "TWO"].map(|name| std::env::var(name).expect("a player"));
    let players = names.clone().map(|name| {
        let nodes = name.parse().ok().map(Player::Computer);
        let level = name.parse().ok().map(Player::Level);
        let baseline = || Baseline::ALL.into_iter().find(|other| other.name() == name);
        // a number is a number of orders here, though a level has one too
        let player = nodes.or(level).or_else(|| baseline().map(Player::Baseline));
        player.unwrap_or_else(|| panic!("{name} is no player"))
    });
    let clock = std::time::Instant::now();
    let points = points(players, &options, 2 * first..2 * first + games);
    println!(
        "{} - {} {options}: {points} half points of {games} games, {:?}",
        names[0],
        names[1],
        clock.elapsed()
    );
}

/// A number of the environment.
fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}
