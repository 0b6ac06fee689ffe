//! Border War: terrain by lot, an army chosen in secret, and its endings.

use std::collections::{BTreeSet, VecDeque};

use board::Cell;
use rules::testing::depth::deep;
use rules::testing::warlord;
use rules::warlord::{
    Event, Game, Illegal, Kind, Order, Placement, Position, SetUp, Side, Start, Terrain,
};
use rules::{Lots, Rules, Sides, ToAct};

fn start(options: &[(&str, &str)]) -> Position {
    let scenario = scenario::load("border-war")
        .expect("built in")
        .expect("right");
    let options: Vec<(String, String)> = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    warlord(&scenario.start(&options).expect("its options")).clone()
}

fn laid(options: &[(&str, &str)], seed: u64) -> Position {
    let mut position = start(options);
    position
        .resolve(Lots(seed))
        .expect("the lot for the terrain");
    position
}

/// The lot, both sides' book set-ups, and White begins.
fn begun(options: &[(&str, &str)]) -> Position {
    let mut position = laid(options, 7);
    for side in Side::BOTH {
        let book = position.legal_orders(side)[0].clone();
        position.apply(side, &book).expect("a book set-up");
    }
    position
        .resolve(Lots(0))
        .expect("the lot for the first player");
    position
}

fn cells(game: &Game, wanted: Terrain) -> Vec<Cell> {
    let ground = game.terrain.iter();
    ground
        .filter(|(_, terrain)| **terrain == wanted)
        .map(|(cell, _)| cell)
        .collect()
}

#[test]
fn the_terrain_is_drawn_first_then_both_set_up_then_the_first_player_is_drawn() {
    let mut position = start(&[]);
    let before = position.clone();
    assert_eq!(position.to_act(), ToAct::Lots(rules::warlord::TERRAIN));
    let book = laid(&[], 1).legal_orders(Side::White)[0].clone();
    let refused = position.apply(Side::White, &book);
    assert_eq!(refused, Err(Illegal::TerrainFirst));
    assert!(position.seal(Side::White, &book).is_err());
    let events = position.resolve(Lots(5)).expect("it is awaited");
    assert_eq!(events, [Event::Scattered(5)]);
    assert_eq!(
        events[0].to_string(),
        format!("the terrain is laid: {}", rules::warlord::words(5))
    );
    assert_ne!(position, before);
    assert_eq!(position.to_act(), ToAct::Secretly(Sides::first(2)));
    assert_eq!(position.resolve(Lots(5)), Err(Illegal::NoLots));
    for side in [Side::Black, Side::White] {
        let book = position.legal_orders(side)[1].clone();
        position.apply(side, &book).expect("a book set-up");
    }
    assert_eq!(position.to_act(), ToAct::Lots(rules::warlord::FIRST_PLAYER));
    position.resolve(Lots(1)).expect("it is awaited");
    assert_eq!(position.to_act(), ToAct::One(Side::Black.into()));
}

#[test]
fn positions_are_read_only_once_the_terrain_is_laid() {
    let text = begun(&[]).to_text();
    let unread = start(&[]);
    let error = Position::from_text(unread.game().clone(), &text).expect_err("no terrain yet");
    assert_eq!(
        error.to_string(),
        "the terrain of this game is not laid yet: the lot comes first"
    );
    let read =
        Position::from_text(laid(&[], 7).game().clone(), &text).expect("the terrain is laid");
    assert_eq!(read, begun(&[]));
}

#[test]
fn the_terrain_is_part_of_the_position() {
    let bytes = |seed| {
        let mut bytes = Vec::new();
        laid(&[], seed).write_canonical(&mut bytes);
        bytes
    };
    let all: BTreeSet<Vec<u8>> = (0..200).map(bytes).collect();
    assert_eq!(all.len(), 200, "200 lots, fewer terrains");
}

#[test]
fn terrain_is_even_symmetric_and_off_the_towns() {
    for seed in 0..deep(125, 500, 5000) {
        check_terrain(laid(&[], seed * 0x0123_4567_89ab).game(), true);
    }
}

#[test]
fn terrain_that_is_not_symmetric_is_even_too() {
    let mut numbers = BTreeSet::new();
    for seed in 0..deep(125, 500, 5000) {
        let position = laid(&[("symmetric-terrain", "off")], seed);
        numbers.insert(check_terrain(position.game(), false));
    }
    assert_eq!(numbers, BTreeSet::from([(7, 7), (7, 8), (8, 7), (8, 8)]));
}

/// Checks all that is promised; returns how many trees and hills there are.
fn check_terrain(game: &Game, is_symmetric: bool) -> (usize, usize) {
    let seed = game.scatter.and_then(|scatter| scatter.seed);
    let story = format!("seed {seed:?}: {}", game.terrain_rows());
    let (trees, hills) = (cells(game, Terrain::Trees), cells(game, Terrain::Hill));
    let towns: Vec<String> = cells(game, Terrain::Town)
        .iter()
        .map(Cell::to_string)
        .collect();
    assert_eq!(towns, ["e7", "p7", "i10", "t10"], "{story}");
    let both: Vec<Cell> = trees.iter().chain(&hills).copied().collect();
    assert!(
        (7..=8).contains(&trees.len()) && (7..=8).contains(&hills.len()),
        "{story}"
    );
    assert!(
        both.iter().all(|cell| (4..12).contains(&cell.rank())),
        "{story}"
    );
    if is_symmetric {
        let turned = |cell: &Cell| game.terrain[game.board().half_turn(*cell)];
        assert!(
            both.iter().all(|cell| turned(cell) == game.terrain[*cell]),
            "{story}"
        );
        assert_eq!((trees.len(), hills.len()), (8, 8), "{story}");
    }
    for sector in 0..8 {
        let inside = |cell: &&Cell| cell.file() / 6 + 4 * (cell.rank() / 8) == sector;
        let here = |list: &[Cell]| list.iter().filter(inside).count();
        assert!(
            here(&trees) <= 1 && here(&hills) <= 1 && here(&both) >= 1,
            "{story}"
        );
    }
    check_access(game, &story);
    (trees.len(), hills.len())
}

/// Asserts that a unit alone on the board gets by single steps everywhere that its longer moves would take it.
fn check_access(game: &Game, story: &str) {
    let orthogonal: &[(i8, i8)] = &[(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonal: &[(i8, i8)] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
    for (steps, barred, colors) in [
        (orthogonal, Terrain::Trees, 1),
        (diagonal, Terrain::Hill, 2),
    ] {
        for color in 0..colors {
            let counts = |cell: &Cell| colors == 1 || (cell.file() + cell.rank()) % 2 == color;
            let first = game
                .board()
                .cells()
                .find(|cell| counts(cell))
                .expect("a cell");
            let reached = flood(first, |cell| {
                let next = steps
                    .iter()
                    .filter_map(|(x, y)| game.board().offset(cell, *x, *y));
                next.filter(|to| game.terrain[*to] != barred).collect()
            });
            for cell in game.board().cells().filter(counts) {
                let is_goal =
                    game.terrain[cell] == Terrain::Town || !(4..12).contains(&cell.rank());
                assert!(
                    !is_goal || reached.contains(&cell),
                    "{cell} of {barred:?}, {story}"
                );
            }
        }
    }
    let reached = flood(Cell::new(0, 0), |cell| knight_moves(game, cell));
    assert_eq!(reached.len(), game.board().len(), "a knight, {story}");
}

fn flood(first: Cell, next: impl Fn(Cell) -> Vec<Cell>) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([first]);
    let mut open = VecDeque::from([first]);
    while let Some(cell) = open.pop_front() {
        open.extend(next(cell).into_iter().filter(|to| reached.insert(*to)));
    }
    reached
}

fn knight_moves(game: &Game, cell: Cell) -> Vec<Cell> {
    let mut moves = Vec::new();
    for (long, short) in [(2, 1), (2, -1), (-2, 1), (-2, -1)] {
        for is_wide in [true, false] {
            let turn = |(a, b)| if is_wide { (a, b) } else { (b, a) };
            let at = |step| {
                let (x, y) = turn(step);
                game.board().offset(cell, x, y)
            };
            let is_open = |step| at(step).is_some_and(|cell| game.terrain[cell] == Terrain::Open);
            if is_open((long / 2, 0)) || is_open((long / 2, short)) {
                moves.extend(at((long, short)));
            }
        }
    }
    moves
}

#[test]
fn the_same_lot_lays_the_same_terrain_everywhere() {
    let rows = |options: &[(&str, &str)], seed| {
        let rows = laid(options, seed).game().terrain_rows();
        rows.split('/')
            .skip(4)
            .take(8)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let off = [("symmetric-terrain", "off")];
    let found = [rows(&[], 0), rows(&[], u64::MAX), rows(&off, 0)].join("\n\n");
    assert_eq!(found, include_str!("border_war_terrain.txt").trim_end());
}

#[test]
fn the_towns_lie_mirrored_where_the_option_says_so() {
    let position = laid(&[("mirror-towns", "on")], 3);
    let towns = cells(position.game(), Terrain::Town);
    let towns: Vec<String> = towns.iter().map(Cell::to_string).collect();
    assert_eq!(towns, ["i7", "t7", "e10", "p10"]);
}

/// A set-up of those units, block by block.
fn set_up(position: &Position, units: &str) -> Order {
    let Start::Hidden(hidden) = &position.game().start else {
        panic!("a hidden set-up");
    };
    let mut leaders: Vec<Kind> = units.chars().filter_map(Kind::from_symbol).collect();
    let others = leaders
        .extract_if(.., |kind| !kind.is_leader())
        .collect::<Vec<_>>();
    let mut placements = Vec::new();
    for (n, section) in hidden.sections[0].iter().enumerate() {
        let leaders = leaders.iter().skip(4 * n).take(4);
        let kinds = leaders.chain(others.iter().skip(12 * n).take(12));
        placements.extend(section.iter().zip(kinds).map(|(cell, kind)| Placement {
            cell: *cell,
            kind: *kind,
        }));
    }
    placements.sort_unstable();
    Order::SetUp(SetUp::new(placements))
}

const ARMY: &str = "HHHHCCCCNNNNNNIIIIIIIIIIIIIIII";

#[test]
fn twelve_leaders_sum_to_21_in_five_mixes_and_no_other() {
    let position = laid(&[], 1);
    let mut allowed = Vec::new();
    for high in 0..=12 {
        for middle in 0..=12 - high {
            let low = 12 - high - middle;
            let leaders = ["L".repeat(low), "D".repeat(middle), "T".repeat(high)].concat();
            let order = set_up(&position, &format!("{leaders}{ARMY}NNNNNN"));
            match position.check(Side::White, &order) {
                Ok(()) => allowed.push((low, middle, high)),
                Err(illegal) => assert!(
                    matches!(
                        illegal,
                        Illegal::WrongChoice {
                            leaders: 12,
                            others: 6,
                            ..
                        }
                    ),
                    "{illegal}"
                ),
            }
        }
    }
    assert_eq!(
        allowed,
        [(3, 9, 0), (4, 7, 1), (5, 5, 2), (6, 3, 3), (7, 1, 4)]
    );
}

#[test]
fn six_units_are_free_but_neither_leaders_nor_promoted_and_the_rest_of_the_army_is_not() {
    let position = laid(&[], 1);
    let check = |units: String| position.check(Side::White, &set_up(&position, &units));
    let leaders = "LLLLLDDDDDTT";
    for free in ["HHHHHH", "CCCIII", "HCNIOS", "BBRRII"] {
        assert_eq!(check(format!("{leaders}{ARMY}{free}")), Ok(()), "{free}");
    }
    assert!(matches!(
        check(format!("{leaders}{ARMY}NNNNNU")),
        Err(Illegal::WrongArmy {
            kind: Kind::Promoted,
            found: 1,
            expected: 0
        })
    ));
    // one heavy cavalry of the army left at home
    assert!(matches!(
        check(format!("{leaders}{}NNNNNNN", &ARMY[1..])),
        Err(Illegal::WrongArmy {
            kind: Kind::HeavyCavalry,
            found: 3,
            expected: 4
        })
    ));
}

#[test]
fn the_part_of_a_set_up_is_of_one_size_whatever_is_chosen() {
    let position = laid(&[], 1);
    for order in position.legal_orders(Side::Black) {
        let parts = position.seal(Side::Black, &order).expect("a book set-up");
        let sizes: Vec<_> = parts
            .iter()
            .map(|part| (part.slot, part.payload.len()))
            .collect();
        assert_eq!(sizes, [(2, 96)]);
        assert_eq!(position.open(Side::Black, &parts), Ok(order));
    }
}

#[test]
fn the_first_turn_has_twelve_orders_or_six() {
    assert_eq!(begun(&[]).cap(), 12);
    assert_eq!(begun(&[("half-first", "on")]).cap(), 6);
}

/// A position with those units of Black and a white gun that can take the leader on e13.
fn shot(options: &[(&str, &str)], black: &str) -> Position {
    let game = laid(options, 7).game().clone();
    let rows = format!("24/24/24/{black}/3HL19/24/24/24/24/24/24/24/24/24/24/24");
    Position::from_text(game, &format!("{rows} w 5 0")).expect("a position")
}

/// The outcome in its words.
fn told(position: &Position) -> Option<String> {
    position.outcome().map(|outcome| outcome.to_string())
}

#[test]
fn a_side_that_commands_less_than_twelve_has_lost() {
    for (black, outcome) in [("3ltttt16", None), ("3ltttd16", Some("white command"))] {
        let mut position = shot(&[], black);
        let order = Order::parse(position.game(), Side::White, "d12-d13").expect("a capture");
        position
            .apply(Side::White, &order)
            .expect("the leader is in reach");
        assert_eq!(told(&position).as_deref(), outcome);
    }
}

#[test]
fn six_lost_leaders_lose_where_the_option_says_so() {
    for (option, outcome) in [("off", None), ("on", Some("white six-leaders"))] {
        let mut position = shot(&[("six-leaders", option)], "3lttttddd13");
        // twelve at first and seven left after the capture: five lost; with one less, six
        let order = Order::parse(position.game(), Side::White, "d12-d13").expect("a capture");
        position
            .apply(Side::White, &order)
            .expect("the leader is in reach");
        assert_eq!(position.outcome(), None, "{option}");
        let mut position = shot(&[("six-leaders", option)], "3lttttdd14");
        position
            .apply(Side::White, &order)
            .expect("the leader is in reach");
        assert_eq!(told(&position).as_deref(), outcome);
    }
}

#[test]
fn three_towns_at_the_start_of_the_own_turn_win() {
    let game = laid(&[], 7).game().clone();
    let rows = "LLLLTTT17/24/24/24/24/24/8I10I4/24/24/4I19/24/24/24/24/24/lllltttt16";
    let position = |side| Position::from_text(game.clone(), &format!("{rows} {side} 9 0"));
    let outcome = |side| told(&position(side).expect("a position"));
    assert_eq!(outcome("w").as_deref(), Some("white towns"));
    assert_eq!(outcome("b"), None);
}
