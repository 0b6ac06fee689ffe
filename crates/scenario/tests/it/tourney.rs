//! Scenarios of War Lord Tourney: what the built-in files promise, mistakes, options, advice and pasted set-ups.

use rules::tourney::{Game, Kind, Map, Position};
use scenario::Scenario;
use scenario::tourney::Content;
use scenario::tourney::author::moves_from;

mod advice;
mod counting;
mod mistakes;
mod options;
mod plan;

const KEYS: [&str; 5] = [
    "tourney-small",
    "tourney",
    "tourney-grand",
    "tourney-hills",
    "tourney-4",
];

fn load(key: &str) -> Scenario {
    scenario::load(key)
        .expect("built in")
        .unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
}

fn content(scenario: &Scenario) -> &Content {
    Content::of(scenario).expect("a Tourney scenario")
}

/// The game with those options, written `key=value`.
fn started(scenario: &Scenario, options: &[&str]) -> Game {
    let pairs: Vec<(String, String)> = options
        .iter()
        .map(|option| {
            let (key, value) = option.split_once('=').expect("key=value");
            (key.to_owned(), value.to_owned())
        })
        .collect();
    let start = scenario
        .start(&pairs)
        .unwrap_or_else(|error| panic!("{options:?}: {error}"));
    let position: Position = start.try_into().expect("a Tourney position");
    position.game().as_ref().clone()
}

/// The parts of a game that the rules fix, in an order that does not matter.
fn parts(mut game: Game) -> Game {
    game.start.sort_unstable();
    for castle in game.castles.iter_mut().flatten() {
        castle.name.clear();
    }
    game
}

#[test]
fn the_files_of_the_program_are_right_and_need_no_advice() {
    for key in KEYS {
        let scenario = load(key);
        let advice = scenario.advice();
        let unknown: Vec<_> = advice.iter().filter(|advice| !advice.is_known).collect();
        assert!(unknown.is_empty(), "{key}: {unknown:?}");
        assert!(!scenario.head().house.is_empty(), "{key} says what is ours");
    }
}

#[test]
fn the_drawn_boards_are_those_of_the_rules() {
    for (key, map) in [
        ("tourney", Map::Usual),
        ("tourney-grand", Map::Usual),
        ("tourney-hills", Map::Hills),
        ("tourney-4", Map::Large),
    ] {
        let scenario = load(key);
        let game = content(&scenario).game().clone();
        let standard = Game::standard(map, game.options);
        assert_eq!(parts(game), parts(standard), "{key}");
    }
}

#[test]
fn each_option_of_the_usual_scenario_plays_the_game_of_the_rules() {
    let scenario = load("tourney");
    for options in [
        &["grand=on"][..],
        &["sergeants=on", "bowmen=on"],
        &["wizard=on", "bishop=on", "muster=on"],
        &[
            "grand=on",
            "sergeants=on",
            "bowmen=on",
            "bishop=on",
            "wizard=on",
        ],
        &["winding-knights=on", "grand=on"],
        &["seats=3", "sergeants=on"],
        &["seats=4", "teams=on", "bowmen=on", "grand=on"],
        &["several=all", "strategic=on", "wounds=on"],
    ] {
        let game = started(&scenario, options);
        let standard = Game::standard(Map::of(game.options), game.options);
        assert_eq!(parts(game), parts(standard), "{options:?}");
    }
}

#[test]
fn four_castles_play_with_three_seats_as_the_rules_say() {
    let three = started(&load("tourney-4"), &["seats=3"]);
    let standard = Game::standard(Map::Large, three.options);
    assert_eq!(parts(three), parts(standard));
}

/// Rules: tourney 3.9, 5.12
#[test]
fn the_moves_from_green_to_green_are_those_of_the_rulebook() {
    for (key, ride, walk) in [
        ("tourney", 3, 4),
        ("tourney-hills", 3, 5),
        ("tourney-small", 3, 2),
    ] {
        let scenario = load(key);
        let game = content(&scenario).game();
        let castles: Vec<_> = game.castles.iter().flatten().collect();
        for (kind, expected) in [
            (Kind::Knight, ride),
            (Kind::Lady, ride),
            (Kind::Footman, walk),
            (Kind::Warlord, walk),
        ] {
            let moves = moves_from(&game.terrain, kind, [castles[0].green]);
            assert_eq!(moves[castles[1].green], Some(expected), "{key} {kind:?}");
        }
    }
    let usual = load("tourney");
    let game = content(&usual).game();
    let green = game.castles[0].as_ref().expect("South").green;
    let ridden = moves_from(&game.terrain, Kind::Knight, [green]);
    // all squares but the woods, the rough ground and the two Castles
    let reached = ridden.iter().filter(|(_, moves)| moves.is_some()).count();
    assert_eq!(reached, 121 - 9 - 8 - 2);
    let large = load("tourney-4");
    let game = content(&large).game();
    let green = |place: usize| game.castles[place].as_ref().expect("a side").green;
    let ridden = moves_from(&game.terrain, Kind::Knight, [green(0)]);
    let walked = moves_from(&game.terrain, Kind::Footman, [green(0)]);
    assert_eq!(
        [1, 2, 3].map(|place| ridden[green(place)]),
        [Some(4), Some(3), Some(3)]
    );
    assert_eq!([1, 2, 3].map(|place| walked[green(place)]), [Some(5); 3]);
}
