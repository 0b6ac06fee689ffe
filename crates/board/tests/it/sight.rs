//! Straight lines and lines of sight, against the tables of the rulebook.

use board::{Board, BoardError, Cell, Passage};

/// A way across the board in steps of its two axes: files and ranks of squares; on hexes east and north-east.
type Offset = (i32, i32);

/// The places that a line to an offset meets: one place crossed, or the two places touched.
type Met = &'static [&'static [Offset]];

/// Rules: wargame 1.8, the whole table.
const SQUARES: [(Offset, Met); 9] = [
    ((1, 0), &[]),
    ((1, 1), &[&[(1, 0), (0, 1)]]),
    ((2, 0), &[&[(1, 0)]]),
    ((2, 1), &[&[(1, 0)], &[(1, 1)]]),
    ((2, 2), &[&[(1, 0), (0, 1)], &[(1, 1)], &[(2, 1), (1, 2)]]),
    ((3, 0), &[&[(1, 0)], &[(2, 0)]]),
    ((3, 1), &[&[(1, 0)], &[(2, 0), (1, 1)], &[(2, 1)]]),
    ((3, 2), &[&[(1, 0)], &[(1, 1)], &[(2, 1)], &[(2, 2)]]),
    (
        (3, 3),
        &[
            &[(1, 0), (0, 1)],
            &[(1, 1)],
            &[(2, 1), (1, 2)],
            &[(2, 2)],
            &[(3, 2), (2, 3)],
        ],
    ),
];

/// Rules: wargame 2.5 for the first three; then the same geometry farther out, up to the first line that touches hexes
/// in a single point: (1,1) and (3,0) on the way to (4,1).
const HEXES: [(Offset, Met); 9] = [
    ((1, 0), &[]),
    ((2, 0), &[&[(1, 0)]]),
    ((1, 1), &[&[(1, 0), (0, 1)]]),
    ((3, 0), &[&[(1, 0)], &[(2, 0)]]),
    ((2, 1), &[&[(1, 0)], &[(1, 1)]]),
    ((2, 2), &[&[(1, 0), (0, 1)], &[(1, 1)], &[(2, 1), (1, 2)]]),
    ((3, 1), &[&[(1, 0)], &[(1, 1)], &[(2, 0)], &[(2, 1)]]),
    ((3, 2), &[&[(1, 0)], &[(1, 1)], &[(2, 1)], &[(2, 2)]]),
    ((4, 1), &[&[(1, 0)], &[(2, 0)], &[(2, 1)], &[(3, 1)]]),
];

fn cell(name: &str) -> Cell {
    name.parse().expect("a test names cells")
}

fn between(one: Cell, other: Cell) -> Passage {
    Passage::Between(one.min(other), Some(one.max(other)))
}

#[test]
fn lines_meet_what_the_tables_say_in_every_direction() -> Result<(), BoardError> {
    for (board, table, axes) in [
        (Board::new(12, 12)?, &SQUARES, 4),
        (Board::hex(12, 12)?, &HEXES, 6),
    ] {
        // of squares the axes are the files and ranks, of hexes all six directions
        let directions = board.directions();
        let axis = |n: usize| directions[n % axes * (directions.len() / axes)];
        for (from, n, turn) in ["f6", "g7"].into_iter().flat_map(|from| {
            (0..axes).flat_map(move |n| [1, axes - 1].map(|turn| (cell(from), n, turn)))
        }) {
            let at = |(x, y): Offset| {
                let steps = [(x, axis(n)), (y, axis(n + turn))];
                let ways = steps
                    .into_iter()
                    .flat_map(|(times, way)| (0..times).map(move |_| way));
                ways.fold(from, |cell, way| {
                    board.step(cell, way).expect("room enough")
                })
            };
            for (offset, met) in table {
                let expected = met.iter().map(|places| match places {
                    [one, other] => between(at(*one), at(*other)),
                    [one] => Passage::Through(at(*one)),
                    _ => panic!("a line meets one cell or two at once"),
                });
                let to = at(*offset);
                assert!(
                    board.line(from, to).eq(expected),
                    "{from} to {to} on {:?}",
                    board.shape()
                );
            }
        }
    }
    Ok(())
}

#[test]
fn a_line_along_the_ragged_edge_has_one_flank() -> Result<(), BoardError> {
    let board = Board::hex(5, 8)?;
    let (alone, both) = (
        |name| Passage::Between(cell(name), None),
        |one, other| Passage::Between(cell(one), Some(cell(other))),
    );
    let through = |name| Passage::Through(cell(name));
    for (from, to, expected) in [
        ("a1", "a3", vec![alone("a2")]),
        ("a2", "a4", vec![both("a3", "b3")]),
        ("e1", "e3", vec![both("d2", "e2")]),
        ("e2", "e4", vec![alone("e3")]),
        (
            "a7",
            "a1",
            vec![
                alone("a6"),
                through("a5"),
                alone("a4"),
                through("a3"),
                alone("a2"),
            ],
        ),
    ] {
        let line: Vec<Passage> = board.line(cell(from), cell(to)).collect();
        assert_eq!(line, expected, "{from} to {to}");
    }
    // Rules: wargame 4.6
    assert!(board.sees(cell("a1"), cell("a3"), |_| true));
    assert!(!board.sees(cell("a2"), cell("a4"), |_| true));
    Ok(())
}

#[test]
fn sight_is_that_of_the_golden_cases() -> Result<(), BoardError> {
    let squares = Board::new(33, 20)?;
    let hexes = Board::hex(24, 16)?;
    let square = |column: u8, row: u8| Cell::new(column - 1, row - 1);
    let hex = |q: u8, y: u8| Cell::new(q + y / 2, y);
    for (board, from, to, blocking, expected) in [
        // Rules: wargame 1.15, cases 3 and 4
        (
            squares,
            square(10, 10),
            square(12, 11),
            vec![square(11, 11)],
            false,
        ),
        (
            squares,
            square(10, 10),
            square(12, 11),
            vec![square(10, 11)],
            true,
        ),
        (
            squares,
            square(5, 5),
            square(8, 6),
            vec![square(7, 5)],
            true,
        ),
        (
            squares,
            square(5, 5),
            square(8, 6),
            vec![square(7, 5), square(6, 6)],
            false,
        ),
        // Rules: wargame 1.8, fire across a corner at a neighbor
        (
            squares,
            square(5, 5),
            square(6, 6),
            vec![square(5, 6)],
            true,
        ),
        (
            squares,
            square(5, 5),
            square(6, 6),
            vec![square(5, 6), square(6, 5)],
            false,
        ),
        // Rules: wargame 2.9, case 2
        (hexes, hex(0, 0), hex(1, 1), vec![hex(1, 0)], true),
        (
            hexes,
            hex(0, 0),
            hex(1, 1),
            vec![hex(1, 0), hex(0, 1)],
            false,
        ),
        (hexes, hex(0, 0), hex(2, 0), vec![hex(1, 0)], false),
    ] {
        for (from, to) in [(from, to), (to, from)] {
            let sees = board.sees(from, to, |cell| blocking.contains(&cell));
            assert_eq!(sees, expected, "{from} to {to} past {blocking:?}");
        }
    }
    Ok(())
}

#[test]
fn neither_end_of_a_line_blocks() -> Result<(), BoardError> {
    for board in [Board::new(7, 6)?, Board::hex(7, 6)?] {
        for (from, to) in board
            .cells()
            .flat_map(|from| board.cells().map(move |to| (from, to)))
        {
            assert!(board.sees(from, to, |cell| cell == from || cell == to));
        }
    }
    Ok(())
}
