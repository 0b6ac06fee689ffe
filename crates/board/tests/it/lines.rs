//! Straight lines on squares and hexes, against each other and against the outlines of all cells.

use board::{Board, BoardError, Cell, Passage, Shape};

#[test]
fn lines_back_and_lines_turned_meet_the_same() -> Result<(), BoardError> {
    for board in [Board::new(9, 8)?, Board::hex(9, 8)?] {
        for (from, to) in pairs(board) {
            let line: Vec<Passage> = board.line(from, to).collect();
            let mut back: Vec<Passage> = board.line(to, from).collect();
            back.reverse();
            assert_eq!(line, back, "{from} to {to}");
            let turned = line.into_iter().map(|passage| match passage {
                Passage::Through(cell) => Passage::Through(board.half_turn(cell)),
                Passage::Between(one, None) => Passage::Between(board.half_turn(one), None),
                // a half-turn turns the order of cells too
                Passage::Between(one, Some(other)) => {
                    Passage::Between(board.half_turn(other), Some(board.half_turn(one)))
                }
            });
            let there = board.line(board.half_turn(from), board.half_turn(to));
            assert!(there.eq(turned), "{from} to {to} turned");
        }
    }
    Ok(())
}

#[test]
fn straight_lines_are_rays() -> Result<(), BoardError> {
    let board = Board::hex(9, 8)?;
    for from in board.cells() {
        for direction in board.directions() {
            let ray: Vec<Cell> = board.ray(from, *direction).collect();
            for (n, to) in ray.iter().enumerate() {
                let through = ray[..n].iter().copied().map(Passage::Through);
                assert!(board.line(from, *to).eq(through), "{from} to {to}");
            }
        }
    }
    Ok(())
}

#[test]
fn lines_meet_what_geometry_says() -> Result<(), BoardError> {
    for board in [Board::new(9, 8)?, Board::hex(9, 8)?] {
        for (from, to) in pairs(board) {
            let line: Vec<Passage> = board.line(from, to).collect();
            assert_eq!(
                line,
                met(board, from, to),
                "{from} to {to} on {:?}",
                board.shape()
            );
        }
    }
    Ok(())
}

fn pairs(board: Board) -> impl Iterator<Item = (Cell, Cell)> {
    board
        .cells()
        .flat_map(move |from| board.cells().map(move |to| (from, to)))
}

/// The passages of a line, found by cutting the line with every cell of the board: a cell is all points whose measures
/// differ by at most 1 from the measures of the cell's center.
fn met(board: Board, from: Cell, to: Cell) -> Vec<Passage> {
    let measures = |cell: Cell| {
        let (x, y) = (i64::from(cell.file()), i64::from(cell.rank()));
        match board.shape() {
            Shape::Square => vec![2 * x, 2 * y],
            Shape::Hex => {
                let q = x - y / 2;
                vec![2 * q + y, q + 2 * y, q - y]
            }
        }
    };
    let (start, end) = (measures(from), measures(to));
    let ways: Vec<i64> = start
        .iter()
        .zip(&end)
        .map(|(start, end)| end - start)
        .collect();
    // the line is taken to be so long that each of its ways divides it, which makes all cuts whole numbers
    let length: i64 = ways.iter().filter(|way| **way != 0).product();
    let length = length.abs();
    let mut cuts = Vec::new();
    for cell in board.cells().filter(|cell| ![from, to].contains(cell)) {
        let (mut enters, mut leaves, mut is_inside) = (0, length, true);
        for ((center, start), way) in measures(cell).iter().zip(&start).zip(&ways) {
            let ahead = center - start;
            if *way == 0 {
                is_inside &= ahead == 0;
                leaves = if ahead.abs() > 1 { -1 } else { leaves };
            } else {
                let sides = [ahead - 1, ahead + 1].map(|side| side * length / way);
                enters = enters.max(sides[0].min(sides[1]));
                leaves = leaves.min(sides[0].max(sides[1]));
            }
        }
        let touches_a_point = enters == leaves;
        if enters < leaves || touches_a_point && board.shape() == Shape::Square {
            cuts.push((enters + leaves, cell, is_inside && !touches_a_point));
        }
    }
    cuts.sort_unstable();
    let places = cuts.chunk_by(|one, other| one.0 == other.0);
    places
        .map(|place| match place {
            [(_, cell, true)] => Passage::Through(*cell),
            [(_, cell, false)] => Passage::Between(*cell, None),
            [(_, one, false), (_, other, false)] => Passage::Between(*one, Some(*other)),
            _ => panic!("no line meets {place:?} at once"),
        })
        .collect()
}
