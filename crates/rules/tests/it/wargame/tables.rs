//! The kill matrices and the lines of fire, complete, as the orders show them.

use std::sync::Arc;

use board::{Board, Cell};
use rules::Rules;
use rules::testing::wargame::{game, open_game, position, why};
use rules::wargame::{Options, Position, Ruleset, Switch, Terrain, Unit};

/// The ways in which an attacker kills a defender: the range of fire, and letters for the others.
#[derive(Debug, PartialEq, Eq)]
struct Ways {
    fire: u8,
    others: String,
}

/// The ways in a cell of the rulebook's matrix, such as `F2 R O`.
fn ways(cell: &str) -> Ways {
    let mut ways = Ways {
        fire: 0,
        others: String::new(),
    };
    for word in cell.split_whitespace() {
        match word.as_bytes() {
            b"A" => ways.fire = 1,
            [b'F', range] => ways.fire = range - b'0',
            b"-" => {}
            _ => ways.others.push_str(word),
        }
    }
    ways
}

/// The ways found by trying: the defender on h4 of that terrain, the attacker west of it, in the open or, for the rifle,
/// in a town.
fn tried(ruleset: Ruleset, options: Options, attacker: &str, defender: &str, ground: char) -> Ways {
    let cover = |under_attacker: char| {
        let row = format!("......{under_attacker}{ground}....");
        let open = ".".repeat(12);
        [&open, &open, &open, &open, &row, &open, &open, &open]
            .map(String::as_str)
            .join("/")
    };
    let leader = match ruleset {
        Ruleset::One => "(SC)",
        Ruleset::Two => "C",
    };
    let field = |terrain: &str, distance: usize| {
        let mut game = game(ruleset, terrain, "12/12/12/12/12/12/12/12");
        game.options = options;
        // squares west of h4 and a leader that orders from two ranks above
        let west = 7 - distance;
        let between = match distance - 1 {
            0 => String::new(),
            blanks => blanks.to_string(),
        };
        let rows = format!("12/12/5{leader}6/12/{west}{attacker}{between}{defender}4/12/12/12");
        position(&game, &format!("{rows} w 3 0"))
    };
    let open = cover('.');
    let is_legal = |position: &Position, text: &str| why(position, text) == "legal";
    let mut ways = Ways {
        fire: 0,
        others: String::new(),
    };
    for (distance, from) in [(1, "g4"), (2, "f4"), (3, "e4")] {
        if is_legal(&field(&open, distance), &format!("{from}*h4")) {
            assert_eq!(ways.fire + 1, distance as u8, "a gap in the range");
            ways.fire = distance as u8;
        }
    }
    let beside = field(&open, 1);
    for (text, letter) in [("g4-h4", 'R'), ("g4-h4-i4", 'O')] {
        if is_legal(&beside, text) {
            ways.others.push(letter);
        }
    }
    assert!(!is_legal(&beside, "g4!h4"), "a rifle in the open");
    if is_legal(&field(&cover('T'), 1), "g4!h4") {
        ways.others.push('r');
    }
    ways
}

/// Compares a matrix with one line for each defender: its symbol, then the ways of each attacker.
fn check(
    ruleset: Ruleset,
    options: Options,
    attackers: &[&str],
    ground: char,
    rows: &[(&str, &[&str])],
) {
    for (defender, cells) in rows {
        assert_eq!(cells.len(), attackers.len());
        for (attacker, cell) in attackers.iter().zip(*cells) {
            let mut expected = ways(cell);
            let mut found = tried(ruleset, options, attacker, defender, ground);
            for ways in [&mut expected, &mut found] {
                let mut letters: Vec<char> = ways.others.chars().collect();
                letters.sort_unstable();
                ways.others = letters.into_iter().collect();
            }
            assert_eq!(found, expected, "{attacker} against {defender} on {ground}");
        }
    }
}

const ATTACKERS_1: [&str; 4] = ["I", "T", "A", "(IC)"];
const ATTACKERS_2: [&str; 4] = ["I", "V", "A", "L"];

#[test]
fn the_kill_matrix_of_wargame_1_is_that_of_the_rulebook() {
    let table = |ground, rows: &[(&str, &[&str])]| {
        check(Ruleset::One, Options::ALL_OFF, &ATTACKERS_1, ground, rows);
    };
    table(
        '.',
        &[
            ("(tc)", &["R r", "F2 R O", "F3 R", "F1 R"]),
            ("t", &["R", "F2 R", "F3 R", "F1 R"]),
            ("i", &["R r", "F2 R O", "F3 R", "F1 R O"]),
            ("a", &["R r", "F2 R", "F3 R", "F1 R O"]),
            ("(cp)", &["R r", "F2 R", "F3 R", "F1 R"]),
        ],
    );
    table(
        'T',
        &[
            ("(tc)", &["R r", "R", "-", "-"]),
            ("t", &["R", "-", "-", "-"]),
            ("i", &["-", "-", "A", "-"]),
            ("a", &["-", "A", "-", "-"]),
            ("(cp)", &["R r", "R", "-", "-"]),
        ],
    );
    table(
        'F',
        &[
            ("(tc)", &["R r", "A", "A", "-"]),
            ("t", &["-", "-", "-", "-"]),
            ("i", &["R r", "A", "A", "-"]),
            ("a", &["-", "A", "A", "-"]),
            ("(cp)", &["-", "-", "-", "-"]),
        ],
    );
    table(
        'H',
        &[
            ("(tc)", &["R r", "R O", "-", "-"]),
            ("t", &["R", "R", "A", "-"]),
            ("i", &["R r", "O", "-", "O"]),
            ("a", &["-", "-", "-", "-"]),
            ("(cp)", &["-", "-", "-", "-"]),
        ],
    );
}

#[test]
fn strict_rifles_kill_in_the_open_only() {
    let options = Options::ALL_OFF.with(Switch::StrictRifle);
    for (ground, leader, infantry) in [
        ('.', "R r", "R r"),
        ('T', "R", "-"),
        ('F', "R", "R"),
        ('H', "R", "R"),
    ] {
        let rows: [(&str, &[&str]); 2] = [("(tc)", &[leader]), ("i", &[infantry])];
        check(Ruleset::One, options, &["I"], ground, &rows);
    }
    for (ground, leader, infantry) in [
        ('.', "F1 R", "F1 R"),
        ('T', "R", "-"),
        ('F', "R", "R"),
        ('H', "R", "R"),
    ] {
        let rows: [(&str, &[&str]); 2] = [("g", &[leader]), ("i", &[infantry])];
        check(Ruleset::Two, options, &["I"], ground, &rows);
    }
}

#[test]
fn the_kill_matrix_of_wargame_2_is_that_of_the_rulebook() {
    let table = |ground, rows: &[(&str, &[&str])]| {
        check(Ruleset::Two, Options::ALL_OFF, &ATTACKERS_2, ground, rows);
    };
    table(
        '.',
        &[
            ("g", &["F1 R", "F1 O", "F2", "F1"]),
            ("v", &["F1 R", "F1", "F2", "F1"]),
            ("i", &["F1 R", "F1 O", "F2", "F1"]),
            ("a", &["F1 R", "F1", "F2", "F1"]),
        ],
    );
    table(
        'T',
        &[
            ("g", &["R F1", "-", "-", "-"]),
            ("v", &["R", "-", "-", "-"]),
            ("i", &["-", "-", "A", "-"]),
            ("a", &["-", "A", "-", "-"]),
        ],
    );
    table(
        'F',
        &[
            ("g", &["R F1", "A", "A", "-"]),
            ("v", &["-", "-", "-", "-"]),
            ("i", &["R F1", "A", "A", "-"]),
            ("a", &["-", "A", "A", "-"]),
        ],
    );
    table(
        'H',
        &[
            ("g", &["R F1", "O", "-", "-"]),
            ("v", &["R", "-", "A", "-"]),
            ("i", &["R F1", "O", "-", "-"]),
            ("a", &["-", "-", "-", "-"]),
        ],
    );
}

#[test]
fn switches_change_the_kill_matrix_of_wargame_2() {
    let table = |switch, ground, rows: &[(&str, &[&str])]| {
        let options = Options::ALL_OFF.with(switch);
        check(Ruleset::Two, options, &ATTACKERS_2, ground, rows);
    };
    table(
        Switch::UnarmedLeaders,
        '.',
        &[
            ("g", &["F1 R", "F1 O", "F2", "-"]),
            ("a", &["F1 R", "F1", "F2", "-"]),
        ],
    );
    table(
        Switch::JumpAll,
        '.',
        &[
            ("v", &["F1 R", "F1 O", "F2", "F1"]),
            ("a", &["F1 R", "F1 O", "F2", "F1"]),
        ],
    );
    table(Switch::JumpAll, 'H', &[("v", &["R", "O", "A", "-"])]);
    table(Switch::JumpAll, 'T', &[("v", &["R", "-", "-", "-"])]);
    table(Switch::CamTerrain, 'F', &[("v", &["R", "-", "A", "-"])]);
    table(Switch::CamTerrain, 'H', &[("a", &["-", "A", "A", "-"])]);
}

#[test]
fn terrain_costs_are_those_of_the_rulebook() {
    let costs = |ruleset, options, symbol: &str| {
        let mut game = open_game(ruleset, "2/2");
        game.options = options;
        let unit = Unit::from_symbol(symbol).expect("the symbol of a unit");
        Terrain::ALL.map(|terrain| game.cost(unit.kind, terrain).unwrap_or(0))
    };
    // open, town, trees, hill; 0 is never
    for (leader, heavy, ruleset) in [("(TC)", "T", Ruleset::One), ("L", "V", Ruleset::Two)] {
        let off = Options::ALL_OFF;
        assert_eq!(costs(ruleset, off, leader), [1, 1, 4, 2]);
        assert_eq!(costs(ruleset, off, heavy), [1, 1, 0, 2]);
        assert_eq!(costs(ruleset, off, "I"), [1, 1, 1, 2]);
        assert_eq!(costs(ruleset, off, "A"), [1, 1, 1, 0]);
    }
    let swapped = Options::ALL_OFF.with(Switch::CamTerrain);
    assert_eq!(costs(Ruleset::Two, swapped, "V"), [1, 1, 2, 0]);
    assert_eq!(costs(Ruleset::Two, swapped, "A"), [1, 1, 0, 1]);
    assert_eq!(costs(Ruleset::Two, swapped, "L"), [1, 1, 4, 2]);
    // the switch is of no use in WarGame 1
    assert_eq!(costs(Ruleset::One, swapped, "T"), [1, 1, 0, 2]);
}

/// For an offset with dx >= dy >= 0 the squares that must be clear, and the pairs that must not both be blocked.
/// Rules: wargame 1.8.
type Line = (&'static [(i8, i8)], &'static [[(i8, i8); 2]]);

fn line(offset: (i8, i8)) -> Line {
    match offset {
        (1, 0) => (&[], &[]),
        (1, 1) => (&[], &[[(1, 0), (0, 1)]]),
        (2, 0) => (&[(1, 0)], &[]),
        (2, 1) => (&[(1, 0), (1, 1)], &[]),
        (2, 2) => (&[(1, 1)], &[[(1, 0), (0, 1)], [(2, 1), (1, 2)]]),
        (3, 0) => (&[(1, 0), (2, 0)], &[]),
        (3, 1) => (&[(1, 0), (2, 1)], &[[(2, 0), (1, 1)]]),
        (3, 2) => (&[(1, 0), (1, 1), (2, 1), (2, 2)], &[]),
        (3, 3) => (
            &[(1, 1), (2, 2)],
            &[[(1, 0), (0, 1)], [(2, 1), (1, 2)], [(3, 2), (2, 3)]],
        ),
        other => panic!("{other:?} is not in the table"),
    }
}

/// True if the gun of one cell sees the enemy of another with units of its own side on those cells.
fn sees(base: &Position, gun: Cell, target: Cell, units: &[Cell]) -> bool {
    let board = base.board();
    let symbol = |cell: Cell| match cell {
        _ if cell == gun => 'A',
        _ if cell == target => 'i',
        _ if units.contains(&cell) => 'I',
        _ => '1',
    };
    let row = |rank: u8| -> String {
        (0..board.files())
            .map(|file| symbol(Cell::new(file, rank)))
            .collect()
    };
    let rows: Vec<String> = (0..board.ranks()).rev().map(row).collect();
    // a row of ones is read as one number
    let rows = rows.join("/");
    let rows = spaced(&rows);
    let position = base
        .with_text(&format!("{rows} w 1 0"))
        .expect("the units stand on the board");
    let lines = position.fire_lines(gun);
    let line = lines.iter().find(|line| line.target == target);
    line.expect("the target is in range").blocked_by.is_empty()
}

/// Runs of the digit 1 as numbers of blanks.
fn spaced(rows: &str) -> String {
    let mut text = String::new();
    let mut blanks = 0;
    for symbol in rows.chars().chain(['\n']) {
        if symbol == '1' {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            text.push_str(&blanks.to_string());
            blanks = 0;
        }
        text.push(symbol);
    }
    text.trim_end().to_owned()
}

#[test]
fn lines_of_fire_on_squares_are_those_of_the_table() {
    let open = Position::new(Arc::new(open_game(Ruleset::One, "7/7/7/7/7/7/7")));
    let gun = Cell::new(3, 3);
    let offsets = (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y)));
    for (x, y) in offsets.filter(|offset| *offset != (0, 0)) {
        let place = |(a, b): (i8, i8)| {
            // undo the reflection to dx >= dy >= 0
            let (a, b) = if i8::abs(x) >= i8::abs(y) {
                (a, b)
            } else {
                (b, a)
            };
            let (a, b) = (
                a * i8::signum(x + i8::from(x == 0)),
                b * i8::signum(y + i8::from(y == 0)),
            );
            open.board().offset(gun, a, b).expect("within three")
        };
        let larger = (i8::abs(x).max(i8::abs(y)), i8::abs(x).min(i8::abs(y)));
        let (clear, pairs) = line(larger);
        let target = place(larger);
        let clear: Vec<Cell> = clear.iter().map(|offset| place(*offset)).collect();
        let pairs: Vec<[Cell; 2]> = pairs.iter().map(|pair| pair.map(place)).collect();
        let expected = |blocked: &[Cell]| {
            !blocked.iter().any(|cell| clear.contains(cell))
                && !pairs
                    .iter()
                    .any(|pair| pair.iter().all(|cell| blocked.contains(cell)))
        };
        let others = open
            .board()
            .cells()
            .filter(|cell| *cell != gun && *cell != target);
        let others: Vec<Cell> = others.collect();
        assert!(sees(&open, gun, target, &[]));
        for (n, one) in others.iter().enumerate() {
            let alone = [*one];
            assert_eq!(
                sees(&open, gun, target, &alone),
                expected(&alone),
                "{target} {one}"
            );
            for other in &others[n + 1..] {
                let both = [*one, *other];
                let found = sees(&open, gun, target, &both);
                assert_eq!(found, expected(&both), "{target} {both:?}");
            }
        }
    }
}

#[test]
fn every_ground_but_the_open_blocks_as_a_unit_does_and_the_ends_never_block() {
    for symbol in ['T', 'F', 'H'] {
        let row = |n: usize| format!("{}{symbol}{}", ".".repeat(n), ".".repeat(6 - n));
        for blocked in [1, 3, 5] {
            let game = game(Ruleset::One, &row(blocked), "7");
            let position = position(&game, "3A2i w 1 0");
            let lines = position.fire_lines("d1".parse().expect("a cell"));
            let expected: Vec<Cell> = (blocked == 5)
                .then(|| "f1".parse().expect("a cell"))
                .into_iter()
                .collect();
            assert_eq!(lines[0].blocked_by, expected, "{symbol} on {blocked}");
        }
        let game = game(Ruleset::One, &row(6), "7");
        let position = position(&game, "3A2i w 1 0");
        assert!(
            position.fire_lines(Cell::new(3, 0))[0]
                .blocked_by
                .is_empty()
        );
    }
}

/// Axial coordinates of a hex. Rules: wargame 2.1.
fn axial(cell: Cell) -> (i8, i8) {
    let (file, rank) = (cell.file() as i8, cell.rank() as i8);
    (file - (rank - (rank & 1)) / 2, rank)
}

#[test]
fn lines_of_fire_on_hexes_are_those_of_the_rulebook() {
    const WAYS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    let open = Position::new(Arc::new(open_game(Ruleset::Two, "5/5/5/5/5/5")));
    let board: Board = open.board();
    let at = |place: (i8, i8)| board.cells().find(|cell| axial(*cell) == place);
    let mut edges = 0;
    for gun in board.cells() {
        let (q, r) = axial(gun);
        for way in 0..6 {
            let [one, next] = [WAYS[way], WAYS[(way + 1) % 6]];
            let flank = |(a, b): (i8, i8)| at((q + a, r + b));
            let straight = at((q + 2 * one.0, r + 2 * one.1));
            let corner = at((q + one.0 + next.0, r + one.1 + next.1));
            let beside = flank(one);
            if let (Some(target), Some(between)) = (straight, beside) {
                for cell in board.cells().filter(|cell| ![gun, target].contains(cell)) {
                    assert_eq!(sees(&open, gun, target, &[cell]), cell != between);
                }
            }
            if let Some(target) = corner {
                let flanks: Vec<Cell> = [one, next].into_iter().filter_map(flank).collect();
                assert!(!flanks.is_empty());
                edges += usize::from(flanks.len() == 1);
                for cell in board.cells().filter(|cell| ![gun, target].contains(cell)) {
                    assert!(sees(&open, gun, target, &[cell]), "{gun} {target} {cell}");
                }
                // a flank outside the board does not block
                assert_eq!(sees(&open, gun, target, &flanks), flanks.len() == 1);
                let others: Vec<Cell> = board
                    .cells()
                    .filter(|cell| ![gun, target].contains(cell) && !flanks.contains(cell))
                    .collect();
                assert!(sees(&open, gun, target, &others), "{gun} {target}");
            }
            if let Some(target) = beside {
                let all: Vec<Cell> = board
                    .cells()
                    .filter(|cell| ![gun, target].contains(cell))
                    .collect();
                assert!(sees(&open, gun, target, &all));
            }
        }
    }
    assert!(edges > 0, "no corner line on the ragged edge");
}
