//! Cells and points on boards of squares and hexes, seen from every edge.

use board::Shape;
use picture::Part;

use super::*;

fn board() -> Board {
    Board::new(20, 12).expect("a board")
}

fn window() -> Rect {
    Rect::from_min_size(pos2(100.0, 50.0), vec2(640.0, 480.0))
}

fn close(a: Pos2, b: Pos2, to: f32) -> bool {
    (a - b).length() <= to
}

fn hexes() -> Board {
    Board::hex(20, 12).expect("a board")
}

#[test]
fn every_cell_is_found_near_each_of_its_corners_from_every_edge_and_at_every_density() {
    for (board, bottom) in both_shapes(|shape| match shape {
        Shape::Square => board(),
        Shape::Hex => hexes(),
    }) {
        for density in [1.0, 1.25, 1.5, 2.0] {
            let mut camera = Camera {
                bottom,
                ..Camera::default()
            };
            let projection = camera.project(board, window(), density);
            for cell in board.cells() {
                let middle = projection.rect(cell).center();
                for corner in projection.outline(cell) {
                    let inside = middle.lerp(corner, 0.97);
                    assert_eq!(projection.cell_at(inside), Some(cell));
                }
            }
            assert!(projection.visible().eq(as_seen(board, bottom)));
        }
    }
}

fn as_seen(board: Board, bottom: Edge) -> Vec<Cell> {
    let mut cells: Vec<Cell> = board.cells().collect();
    // row by row from the top, each from the left
    cells.sort_by_key(|cell| {
        let (file, rank) = (i16::from(cell.file()), i16::from(cell.rank()));
        match bottom {
            Edge::South => (-rank, file),
            Edge::East => (file, rank),
            Edge::North => (rank, -file),
            Edge::West => (-file, -rank),
        }
    });
    cells
}

/// A board of each shape from each edge that it can be seen from.
fn both_shapes(of: impl Fn(Shape) -> Board) -> Vec<(Board, Edge)> {
    let squares = Edge::ALL.map(|edge| (of(Shape::Square), edge));
    let hexes = [Edge::South, Edge::North].map(|edge| (of(Shape::Hex), edge));
    squares.into_iter().chain(hexes).collect()
}

#[test]
fn a_board_of_hexes_is_not_turned_by_a_quarter() {
    for (quarter, half) in [(Edge::East, Edge::South), (Edge::West, Edge::North)] {
        let [quarter, half] = [quarter, half].map(|bottom| {
            let mut camera = Camera {
                bottom,
                ..Camera::default()
            };
            camera.project(hexes(), window(), 1.0)
        });
        assert_eq!(quarter, half);
    }
}

#[test]
fn a_long_board_turned_by_a_quarter_is_high() {
    for bottom in [Edge::East, Edge::West] {
        let mut camera = Camera {
            bottom,
            ..Camera::default()
        };
        let projection = camera.project(board(), window(), 1.0);
        assert_eq!(projection.cell, 24.0, "20 files in a height of 480");
        assert!(window().contains_rect(projection.whole()));
        let size = projection.whole().size();
        assert_eq!(size, vec2(12.0, 20.0) * projection.cell);
    }
}

#[test]
fn beyond_the_ragged_edge_of_hexes_there_is_no_cell() {
    let projection = Camera::default().project(hexes(), window(), 1.0);
    let a1 = projection.rect(Cell::new(0, 0));
    assert_eq!(projection.cell_at(a1.left_bottom() + vec2(1.0, -1.0)), None);
    let right = a1.right_center() + vec2(projection.cell * 18.0, 0.0);
    assert_eq!(
        projection.cell_at(right + vec2(1.0, 0.0)),
        Some(Cell::new(19, 0))
    );
    let beyond = projection.rect(Cell::new(19, 0)).right_center();
    assert_eq!(projection.cell_at(beyond + vec2(2.0, 0.0)), None);
    assert!(projection.whole().contains(beyond + vec2(2.0, 0.0)));
}

#[test]
fn tokens_lie_inside_their_hexagon_and_on_whole_pixels() {
    let mut camera = Camera::default();
    let projection = camera.project(hexes(), window(), 1.25);
    for cell in hexes().cells() {
        for count in 1..=4 {
            let parts = (0..count)
                .map(|number| projection.part_rect(projection.rect(cell), Part::of(number, count)));
            for rect in parts {
                assert_eq!(projection.cell_at(rect.center()), Some(cell));
                assert!(projection.rect(cell).expand(1.0).contains_rect(rect));
            }
        }
        let pixel = projection.sprite_rect(cell).min.x * 1.25;
        assert!((pixel - pixel.round()).abs() < 1e-2);
    }
}

#[test]
fn a_fitted_board_fills_the_window_in_one_direction_and_never_overflows() {
    for (board, cell) in [(board(), 32.0), (hexes(), 31.0)] {
        let projection = Camera::default().project(board, window(), 1.0);
        assert_eq!(projection.cell, cell);
        assert!(window().contains_rect(projection.whole()));
    }
}

#[test]
fn white_sees_a1_lower_left_and_black_upper_right() {
    let a1 = Cell::new(0, 0);
    let white = Camera::default().project(board(), window(), 1.0);
    let mut camera = Camera {
        bottom: Edge::North,
        ..Camera::default()
    };
    let black = camera.project(board(), window(), 1.0);
    assert_eq!(white.rect(a1).left_bottom(), white.whole().left_bottom());
    assert_eq!(black.rect(a1).right_top(), black.whole().right_top());
    assert_eq!(white.step(a1, 1, -1), Some(Cell::new(1, 1)));
    assert_eq!(black.step(a1, -1, 1), Some(Cell::new(1, 1)));
}

#[test]
fn east_and_west_see_a1_at_the_ends_of_their_own_edges() {
    let a1 = Cell::new(0, 0);
    let seen = |bottom| {
        let mut camera = Camera {
            bottom,
            ..Camera::default()
        };
        camera.project(board(), window(), 1.0)
    };
    let (east, west) = (seen(Edge::East), seen(Edge::West));
    // east has file t at the bottom and rank 1 at the left; west has file a at the bottom and rank 1 at the right
    assert_eq!(east.rect(a1).left_top(), east.whole().left_top());
    assert_eq!(west.rect(a1).right_bottom(), west.whole().right_bottom());
    assert_eq!(east.step(a1, 1, 0), Some(Cell::new(0, 1)));
    assert_eq!(east.step(a1, 0, 1), Some(Cell::new(1, 0)));
    assert_eq!(west.step(a1, -1, 0), Some(Cell::new(0, 1)));
    assert_eq!(west.step(a1, 0, -1), Some(Cell::new(1, 0)));
}

#[test]
fn zooming_keeps_the_point_under_the_pointer() {
    for (big, bottom) in both_shapes(|shape| Board::of(shape, 120, 120).expect("a board")) {
        let mut camera = Camera {
            bottom,
            ..Camera::default()
        };
        let mut projection = camera.project(big, window(), 1.0);
        camera.zoom(&projection, window().center(), 12);
        projection = camera.project(big, window(), 1.0);
        let at = pos2(300.0, 200.0);
        let cell = projection.cell_at(at).expect("on the board");
        let corner = projection.rect(cell).min;
        for steps in [2, -1, 3, -4] {
            let before = projection.board_point(at);
            camera.zoom(&projection, at, steps);
            projection = camera.project(big, window(), 1.0);
            let after = projection.board_point(at);
            assert!((before - after).length() * projection.cell <= 1.0);
        }
        assert!(close(projection.rect(cell).min, corner, 1.5));
    }
}

#[test]
fn zooming_out_and_in_from_a_fitted_size_takes_the_neighboring_steps() {
    let mut camera = Camera::default();
    let projection = camera.project(board(), window(), 1.0);
    assert_eq!(projection.pixels, 32);
    let mut out = camera;
    out.zoom(&projection, window().center(), -1);
    assert_eq!(out.pixels, 30);
    camera.zoom(&projection, window().center(), 1);
    assert_eq!(camera.pixels, 34);
    for _ in 0..60 {
        camera.zoom(&projection, window().center(), -1);
    }
    assert_eq!(camera.pixels, STEPS[0]);
}

#[test]
fn panning_moves_the_board_with_the_pointer_and_stops_at_its_edge() {
    for (big, bottom) in both_shapes(|shape| Board::of(shape, 60, 60).expect("a board")) {
        let mut camera = Camera {
            bottom,
            ..Camera::default()
        };
        let fitted = camera.project(big, window(), 1.0);
        camera.zoom(&fitted, window().center(), 10);
        let before = camera.project(big, window(), 1.0);
        let cell = Cell::new(30, 30);
        camera.pan(&before, vec2(-37.0, 12.0));
        let after = camera.project(big, window(), 1.0);
        let expected = before.rect(cell).min + vec2(-37.0, 12.0);
        assert!(close(after.rect(cell).min, expected, 1.0));
        camera.pan(&after, vec2(1e6, 1e6));
        let edge = camera.project(big, window(), 1.0);
        assert!(close(edge.whole().min, window().min, 1.0));
    }
}

#[test]
fn the_corner_under_the_small_map_can_be_drawn_out_from_under_it() {
    for bottom in Edge::ALL {
        let big = Board::new(60, 60).expect("a board");
        let mut camera = Camera {
            bottom,
            ..Camera::default()
        };
        let fitted = camera.project(big, window(), 1.0);
        camera.zoom(&fitted, window().center(), 12);
        let before = camera.project(big, window(), 1.0);
        camera.pan(&before, vec2(-1e6, -1e6));
        let corner = camera.project(big, window(), 1.0).whole().max;
        let map = window().max - Vec2::splat(MAP + MAP_MARGIN);
        assert!(corner.x <= map.x && corner.y <= map.y, "{corner:?} {map:?}");
    }
}

#[test]
fn showing_a_cell_outside_brings_it_in() {
    let big = Board::new(60, 60).expect("a board");
    let mut camera = Camera::default();
    let fitted = camera.project(big, window(), 1.0);
    camera.zoom(&fitted, window().center(), 12);
    let before = camera.project(big, window(), 1.0);
    let cell = Cell::new(58, 2);
    assert!(!before.shows(cell));
    camera.show(&before, cell);
    let after = camera.project(big, window(), 1.0);
    assert!(after.window.contains_rect(after.rect(cell)));
}

#[test]
fn the_board_lies_on_whole_pixels() {
    for density in [1.0, 1.25, 1.5] {
        let mut camera = Camera::default();
        let projection = camera.project(board(), window().translate(vec2(0.3, 0.7)), density);
        for corner in [projection.whole().min.x, projection.whole().min.y] {
            let pixels = corner * density;
            assert!((pixels - pixels.round()).abs() < 1e-3);
        }
    }
}

#[test]
fn a_board_never_gets_smaller_than_its_window() {
    for board in [board(), hexes()] {
        let mut camera = Camera::default();
        let fitted = camera.project(board, window(), 1.0);
        camera.zoom(&fitted, window().center(), 4);
        let nearer = camera.project(board, window(), 1.0);
        assert!(nearer.pixels > fitted.pixels);
        camera.zoom(&nearer, pos2(110.0, 60.0), -20);
        let farthest = camera.project(board, window(), 1.0);
        assert_eq!(farthest, fitted);
        // a window that grows takes the board with it
        camera.zoom(&farthest, window().center(), 1);
        let large = Rect::from_min_size(pos2(0.0, 0.0), vec2(1600.0, 1200.0));
        let grown = camera.project(board, large, 1.0);
        let whole = grown.whole().size();
        assert!(whole.x > 1500.0 || whole.y > 1100.0, "{whole:?}");
    }
}

#[test]
fn a_cell_too_small_to_see_is_approached_and_a_clear_one_is_not() {
    let board = Board::new(120, 120).expect("a board");
    for bottom in Edge::ALL {
        for cell in [Cell::new(60, 60), Cell::new(1, 1), Cell::new(119, 0)] {
            let mut camera = Camera {
                bottom,
                ..Camera::default()
            };
            let far = camera.project(board, window(), 1.0);
            assert!(far.pixels < FAR);
            camera.approach(&far, cell);
            let near = camera.project(board, window(), 1.0);
            assert!(f32::from(near.pixels) >= NEAR, "{}", near.pixels);
            let shown = near.rect(cell);
            assert!(window().contains_rect(shown), "{cell}");
            let map = window().max - Vec2::splat(MAP + MAP_MARGIN);
            let map = Rect::from_min_max(map, window().max);
            assert!(!map.intersects(shown), "{cell} under the map, {bottom:?}");
            let before = camera;
            camera.approach(&near, cell);
            camera.show(&near, cell);
            assert_eq!(camera.pixels, before.pixels);
        }
    }
}
