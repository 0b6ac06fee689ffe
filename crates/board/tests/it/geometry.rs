//! Neighbors, distances and half-turns on squares and hexes, against tables and against each other.

use std::collections::VecDeque;

use board::{Board, BoardError, Cell, Direction, Grid, Shape};

const SIZES: [(usize, usize); 6] = [(1, 2), (2, 2), (1, 8), (9, 2), (7, 6), (24, 16)];

fn boards() -> Vec<Board> {
    let of = |shape| SIZES.map(|(files, ranks)| Board::of(shape, files, ranks));
    let mut boards: Vec<Board> = [Shape::Square, Shape::Hex]
        .into_iter()
        .flat_map(of)
        .map(|board| board.expect("each size is one of both shapes"))
        .collect();
    boards.push(Board::new(5, 7).expect("squares may have odd ranks"));
    boards
}

fn cell(name: &str) -> Cell {
    name.parse().expect("a test names cells")
}

fn names(cells: impl Iterator<Item = Cell>) -> String {
    let names: Vec<String> = cells.map(|cell| cell.to_string()).collect();
    names.join(" ")
}

#[test]
fn neighbors_follow_one_another_clockwise() -> Result<(), BoardError> {
    let (squares, hexes) = (Board::new(5, 4)?, Board::hex(5, 4)?);
    for (board, from, expected) in [
        (squares, "b2", "b3 c3 c2 c1 b1 a1 a2 a3"),
        (squares, "a1", "a2 b2 b1"),
        (squares, "e4", "e3 d3 d4"),
        (squares, "c1", "c2 d2 d1 b1 b2"),
        // a rank that is not shifted, then one that is
        (hexes, "b3", "b4 c3 b2 a2 a3 a4"),
        (hexes, "b2", "c3 c2 c1 b1 a2 b3"),
        // the ragged edges: cells that stand back and cells that stand out
        (hexes, "a1", "a2 b1"),
        (hexes, "a3", "a4 b3 a2"),
        (hexes, "a2", "b3 b2 b1 a1 a3"),
        (hexes, "e2", "e1 d2 e3"),
        (hexes, "e3", "e4 e2 d2 d3 d4"),
        (hexes, "e4", "e3 d4"),
    ] {
        assert_eq!(
            names(board.neighbors(cell(from))),
            expected,
            "{from} {board:?}"
        );
    }
    Ok(())
}

#[test]
fn directions_of_opposite_steps_are_opposite() {
    for board in boards() {
        for from in board.cells() {
            for direction in board.directions() {
                let Some(to) = board.step(from, *direction) else {
                    continue;
                };
                assert_eq!(board.step(to, direction.opposite()), Some(from));
                assert_eq!(board.direction(from, to), Some(*direction));
                let (turned, there) = (board.half_turn(from), board.half_turn(to));
                assert_eq!(board.step(turned, direction.opposite()), Some(there));
            }
        }
    }
}

#[test]
fn no_hex_has_a_neighbor_north_or_south() -> Result<(), BoardError> {
    let board = Board::hex(5, 4)?;
    for from in board.cells() {
        assert_eq!(board.step(from, Direction::North), None);
        assert_eq!(board.step(from, Direction::South), None);
    }
    Ok(())
}

#[test]
fn rays_go_straight_to_the_edge() -> Result<(), BoardError> {
    use Direction::{East, North, NorthEast, NorthWest, SouthEast, SouthWest, West};
    let (squares, hexes) = (Board::new(5, 6)?, Board::hex(5, 6)?);
    for (board, from, direction, expected) in [
        (squares, "c3", North, "c4 c5 c6"),
        (squares, "c3", SouthWest, "b2 a1"),
        (squares, "c3", West, "b3 a3"),
        (squares, "e3", East, ""),
        (hexes, "b1", NorthEast, "b2 c3 c4 d5 d6"),
        (hexes, "b2", NorthWest, "b3 a4 a5"),
        (hexes, "b6", SouthEast, "c5 c4 d3 d2 e1"),
        (hexes, "c3", SouthWest, "b2 b1"),
        (hexes, "c3", East, "d3 e3"),
        (hexes, "c3", North, ""),
    ] {
        let ray = board.ray(cell(from), direction);
        assert_eq!(names(ray), expected, "{from} {direction:?}");
    }
    assert_eq!(squares.direction(cell("a1"), cell("d4")), Some(NorthEast));
    assert_eq!(squares.direction(cell("a1"), cell("b3")), None);
    assert_eq!(squares.direction(cell("a1"), cell("a1")), None);
    assert_eq!(hexes.direction(cell("d6"), cell("b1")), Some(SouthWest));
    assert_eq!(hexes.direction(cell("b1"), cell("b3")), None);
    Ok(())
}

#[test]
fn distances_are_those_of_the_rulebook() -> Result<(), BoardError> {
    let (squares, hexes) = (Board::new(33, 20)?, Board::hex(24, 16)?);
    let at = |column: u8, row: u8| Cell::new(column - 1, row - 1);
    // Rules: wargame 1.15 and 2.9, first case of each
    assert_eq!(squares.distance(at(17, 3), at(25, 4)), 8);
    assert_eq!(squares.distance(at(17, 3), at(30, 4)), 13);
    assert_eq!(squares.distance(at(25, 4), at(30, 4)), 5);
    assert_eq!(hexes.distance(at(12, 1), at(7, 2)), 5);
    assert_eq!(hexes.distance(at(22, 3), at(18, 2)), 4);
    assert_eq!(hexes.distance(at(1, 1), at(24, 16)), 31);
    Ok(())
}

#[test]
fn distances_from_one_hex_fill_rings() -> Result<(), BoardError> {
    let board = Board::hex(6, 6)?;
    let from = cell("c3");
    let rows = (0..board.ranks()).rev().map(|rank| {
        let digits = (0..board.files()).map(|file| board.distance(from, Cell::new(file, rank)));
        digits.map(|digit| digit.to_string()).collect()
    });
    let rows: Vec<String> = rows.collect();
    // even rows lie half a hex farther to the right
    assert_eq!(
        rows,
        ["333345", "322234", "211234", "210123", "211234", "322234"]
    );
    Ok(())
}

#[test]
fn distances_are_those_of_axial_coordinates() -> Result<(), BoardError> {
    // Rules: wargame 2.1, word for word
    let axial = |cell: Cell| {
        let (column, y) = (i32::from(cell.file()) + 1, i32::from(cell.rank()));
        ((column - 1) - (y - (y & 1)) / 2, y)
    };
    let board = Board::hex(24, 16)?;
    for a in board.cells() {
        for b in board.cells() {
            let ((aq, ay), (bq, by)) = (axial(a), axial(b));
            let (q, y) = (bq - aq, by - ay);
            let expected = q.abs().max(y.abs()).max((q + y).abs());
            assert_eq!(i32::from(board.distance(a, b)), expected, "{a} {b}");
        }
    }
    Ok(())
}

#[test]
fn a_distance_is_the_number_of_steps_it_takes() {
    for board in boards() {
        for start in board.cells() {
            let steps = walk(board, start);
            for (cell, steps) in steps.iter() {
                assert_eq!(
                    Some(board.distance(start, cell)),
                    *steps,
                    "{start} {cell} {board:?}"
                );
            }
        }
    }
}

/// The fewest steps from neighbor to neighbor, found by taking them.
fn walk(board: Board, start: Cell) -> Grid<Option<u8>> {
    let mut steps = Grid::filled(board, None);
    steps[start] = Some(0);
    let mut next = VecDeque::from([(start, 0)]);
    while let Some((cell, taken)) = next.pop_front() {
        for near in board.neighbors(cell) {
            if steps[near].is_none() {
                steps[near] = Some(taken + 1);
                next.push_back((near, taken + 1));
            }
        }
    }
    steps
}

#[test]
fn cells_within_a_distance_are_all_cells_that_near() {
    for board in boards() {
        for center in board.cells() {
            for distance in [0, 1, 2, 3, 5, 9, 60, 255] {
                let near = |cell: &Cell| board.distance(center, *cell) <= distance;
                let expected = board.cells().filter(near);
                assert!(
                    board.within(center, distance).eq(expected),
                    "{center} {distance}"
                );
            }
        }
    }
}

#[test]
fn distances_are_the_same_both_ways_and_turned() {
    for board in boards() {
        for a in board.cells() {
            for b in board.cells() {
                let distance = board.distance(a, b);
                assert_eq!(board.distance(b, a), distance);
                let (a, b) = (board.half_turn(a), board.half_turn(b));
                assert_eq!(board.distance(a, b), distance);
            }
        }
    }
}

#[test]
fn the_largest_boards_are_measured_from_corner_to_corner() -> Result<(), BoardError> {
    for (board, farthest, second) in [
        (Board::new(120, 120)?, 119, "b2"),
        (Board::hex(120, 120)?, 179, "b1"),
    ] {
        let (near, far) = (Cell::new(0, 0), Cell::new(119, 119));
        assert_eq!(board.distance(near, far), farthest);
        assert_eq!(board.within(far, farthest).count(), board.len());
        assert_eq!(board.within(far, farthest - 1).next(), Some(cell(second)));
    }
    Ok(())
}
