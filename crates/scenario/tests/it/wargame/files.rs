//! The promises of the built-in files.

use board::Cell;
use rules::wargame::{Game, Kind, Placement, Side, Start};

use super::{content, game, load, set_up};

/// The map of rulebook 1.13, as drawn there.
const MAP_1: &str = "\
14 .F...H..F.H..H......F.....H..F...
13 .H..H....H.F...F.H....T..F.......
12 .F....T.H..FF....H........F...T.H
11 .FF.H.......F.T.....F..HH...H....
10 ....H...HH..F.....T.F.......H.FF.
 9 H.T...F........H....FF..H.T....F.
 8 .......F..T....H.F...F.H....H..H.
 7 ...F..H.....F......H..H.F..H...F.";

/// The map of rulebook 2.8, as drawn there.
const MAP_2: &str = "\
12  . . . . F . . . . . . F F . F . H . . . . . . .
11 F . H . . . . . . . . . . F . . H . . . . H . .
10  . . . . H . F . T . . . . . . . . F . T . . . .
 9 . . H F . H . . . . . . . . H . . . . . . . . H
 8  H . . . . . . . . H . . . . . . . . H . F H . .
 7 . . . . T . F . . . . . . . . T . F . H . . . .
 6  . . H . . . . H . . F . . . . . . . . . . H . F
 5 . . . . . . . H . F . F F . . . . . . F . . . .";

/// The book set-up of rulebook 1.13, as drawn there.
const BOOK_1: &str = "\
 6 .. T  T  T  I  I  I  I  I  I  I  I  I  I  I  I  .. I  I  I  I  I  I  I  I  I  I  I  I  T  T  T  ..
 5 .. .. .. .. .. .. IC T  T  T  .. .. IC T  T  A  AC A  T  T  IC .. .. T  T  T  IC .. .. .. .. .. ..
 4 .. .. .. TC .. A  A  A  TC A  A  .. .. TC .. A  .. A  .. TC .. .. A  A  TC A  A  A  .. TC .. .. ..
 3 .. .. .. .. .. .. .. AC .. .. .. .. .. .. .. .. SC .. .. .. .. .. .. .. .. AC .. .. .. .. .. .. ..
 2 .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
 1 .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. CP .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..";

/// The book set-up of rulebook 2.8: for each k from 0 to 5 a brigade, and the generals and the commander.
fn book_2() -> Vec<Placement> {
    let place = |kind, file: u8, rank: u8| Placement {
        cell: Cell::new(file - 1, rank - 1),
        kind,
    };
    let mut placed = vec![
        place(Kind::General, 7, 2),
        place(Kind::General, 12, 2),
        place(Kind::General, 18, 2),
        place(Kind::Commander, 12, 1),
    ];
    for b in (0..6).map(|k| 4 * k) {
        placed.extend([1, 2, 3].map(|file| place(Kind::Infantry, b + file, 4)));
        placed.push(place(Kind::Cavalry, b + 4, 4));
        placed.push(place(Kind::Colonel, b + 2, 3));
        placed.push(place(Kind::Artillery, b + 3, 3));
    }
    placed.sort_unstable();
    placed
}

fn placements(game: &Game, side: Side, book: usize) -> &[Placement] {
    let Start::Hidden(hidden) = &game.start else {
        panic!("a hidden set-up");
    };
    &hidden.books[side.index()][book].1
}

/// The letters of a drawn row after its number.
fn letters(row: &str) -> String {
    let row = row
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit());
    row.split_whitespace().collect()
}

#[test]
fn the_maps_are_those_of_the_rulebook_cell_for_cell() {
    for (key, files, home, map) in [("wargame-1", 33, 6, MAP_1), ("wargame-2", 24, 4, MAP_2)] {
        let open = vec![".".repeat(files); home];
        let middle: Vec<String> = map.lines().map(letters).collect();
        let rows = [open.clone(), middle, open].concat();
        assert_eq!(game(key).terrain_rows(), rows.join("/"), "{key}");
    }
}

#[test]
fn the_first_books_are_those_of_the_rulebook_cell_for_cell() {
    let mut drawn = Vec::new();
    for (rank, row) in (0..6).rev().zip(BOOK_1.lines()) {
        let words = row.split_whitespace().skip(1);
        for (file, word) in (0..).zip(words) {
            let symbols = [word.to_owned(), format!("({word})")];
            let kind = symbols.iter().find_map(|symbol| Kind::from_symbol(symbol));
            let cell = Cell::new(file, rank);
            drawn.extend(kind.map(|kind| Placement { cell, kind }));
        }
    }
    drawn.sort_unstable();
    assert_eq!(drawn.len(), 69);
    assert_eq!(placements(&game("wargame-1"), Side::White, 0), drawn);
    assert_eq!(placements(&game("wargame-2"), Side::White, 0), book_2());
}

#[test]
fn armies_and_numbers_are_those_of_the_rulebook() {
    use Kind::{Artillery, Cavalry, Colonel, Commander, General, Infantry, Tank};
    let one = [
        (Kind::CommandPost, 1),
        (Kind::SupremeCommander, 1),
        (Kind::TankCommander, 6),
        (Kind::InfantryCommander, 4),
        (Kind::ArtilleryCommander, 3),
        (Tank, 16),
        (Infantry, 24),
        (Artillery, 14),
    ];
    let two = [
        (Commander, 1),
        (General, 3),
        (Colonel, 6),
        (Cavalry, 6),
        (Infantry, 18),
        (Artillery, 6),
    ];
    for (key, army, cap, towns, middle) in [
        ("wargame-1", &one[..], 10, 5, 6..14),
        ("wargame-2", &two[..], 7, 3, 4..12),
    ] {
        let game = game(key);
        for side in Side::BOTH {
            let own = &game.armies[side.index()];
            let total: usize = army.iter().map(|(_, count)| count).sum();
            assert_eq!(own.len(), total, "{key}");
            for (kind, count) in army {
                let found = own.iter().filter(|other| *other == kind).count();
                assert_eq!(found, *count, "{key}, {kind:?}");
            }
        }
        assert_eq!((game.cap, game.towns, game.middle), (cap, towns, middle));
    }
}

#[test]
fn in_every_book_all_leaders_are_in_command_and_every_unit_is_in_reach_of_orders() {
    for key in ["wargame-1", "wargame-2"] {
        let scenario = load(key);
        let game = content(&scenario).game();
        assert!(content(&scenario).books().len() >= 3, "{key}");
        for (number, book) in content(&scenario).books().iter().enumerate() {
            assert!(!book.about.is_empty());
            for side in Side::BOTH {
                let position = set_up(game, side, number);
                let mut army: Vec<Kind> = position.army(side).map(|(_, kind)| kind).collect();
                army.sort_unstable();
                assert_eq!(army, game.armies[side.index()], "{key}, {}", book.name);
                let commanded = position.in_command(side);
                assert_eq!(
                    commanded.len(),
                    position.leaders_left(side),
                    "{key}, {}",
                    book.name
                );
                for (cell, kind) in position.army(side) {
                    let is_ordered = position.army(side).any(|(leader, other)| {
                        other.is_leader()
                            && game.board().distance(leader, cell) <= game.order_range(other)
                    });
                    assert!(is_ordered, "{key}, {}: {kind:?} on {cell}", book.name);
                }
            }
        }
    }
}

#[test]
fn books_differ_in_more_than_half_of_their_cells() {
    for key in ["wargame-1", "wargame-2"] {
        let game = game(key);
        let books = content(&load(key)).books().len();
        for one in 0..books {
            for other in 0..one {
                let (a, b) = (
                    placements(&game, Side::White, one),
                    placements(&game, Side::White, other),
                );
                let same = a.iter().filter(|unit| b.contains(unit)).count();
                assert!(
                    2 * same < a.len(),
                    "{key}: {same} alike in {one} and {other}"
                );
            }
        }
    }
}

#[test]
fn the_small_game_is_open_to_both_and_the_same_for_both() {
    let scenario = load("wargame-small");
    let game = content(&scenario).game();
    let Start::Fixed(units) = &game.start else {
        panic!("a fixed set-up");
    };
    assert_eq!(
        (units.len(), game.board().files(), game.board().ranks()),
        (24, 12, 8)
    );
    for (cell, unit) in units {
        let other = (
            game.board().half_turn(*cell),
            unit.side.opponent(),
            unit.kind,
        );
        let mut there = units
            .iter()
            .map(|(cell, unit)| (*cell, unit.side, unit.kind));
        assert!(there.any(|found| found == other), "{unit} on {cell}");
    }
    let start = rules::wargame::Position::new(std::sync::Arc::new(game.clone()));
    for side in Side::BOTH {
        assert_eq!(start.in_command(side).len(), start.leaders_left(side));
    }
}

#[test]
fn the_example_of_the_reference_is_right() {
    let reference = include_str!("../../../../../docs/scenario-format.md");
    let (_, own) = reference
        .split_once("## The family wargame")
        .expect("its part");
    let (_, example) = own.split_once("```toml\n").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    assert_eq!(content(&super::parse(example)).books().len(), 1);
}

#[test]
fn every_key_the_reader_knows_is_in_the_reference() {
    let reference = include_str!("../../../../../docs/scenario-format.md");
    let (_, own) = reference
        .split_once("## The family wargame")
        .expect("its part");
    let mut keys = std::collections::BTreeSet::new();
    for text in [super::FIXED, super::HIDDEN] {
        let wrong = text.replace("]\n", "]\nwrong = 1\n");
        let mistakes = scenario::Scenario::parse("keys.toml", &wrong).expect_err("wrong keys");
        for mistake in mistakes {
            if mistake.found.starts_with("the key `wrong`") {
                let named = mistake.expected.split('`').skip(1).step_by(2);
                keys.extend(named.map(str::to_owned));
            }
        }
    }
    for key in [
        "game", "home", "both", "cap", "towns", "jump-all", "kind", "book", "white",
    ] {
        assert!(keys.contains(key), "{key} is not among {keys:?}");
    }
    for key in keys {
        let is_named = [format!("`{key}`"), format!("{key}]]`")]
            .iter()
            .any(|named| reference.contains(named));
        assert!(is_named, "`{key}`");
    }
    assert!(own.contains("`home`") && own.contains("`game`"));
}
