//! The cost of a frame of the board: one egui pass and its tessellation, without a window.
//!
//! `cargo bench -p kit --bench board`

use board::{Board, Shape};
use divan::Bencher;
use kit::views::measure::{BoardFrame, draw_ground};

fn main() {
    divan::main();
}

/// The form of the cells, files, ranks, tokens, and zoom steps from the fitted size.
type Case = (Shape, usize, usize, usize, i32);

const CASES: [Case; 6] = [
    (Shape::Square, 16, 12, 64, 0),
    (Shape::Square, 33, 20, 138, 0),
    (Shape::Square, 120, 120, 3000, 0),
    (Shape::Square, 120, 120, 3000, 12),
    (Shape::Hex, 24, 16, 80, 0),
    (Shape::Hex, 120, 120, 3000, 0),
];

/// Nothing changed since the last frame: the layers are kept.
#[divan::bench(args = CASES)]
fn kept(bencher: Bencher<'_, '_>, case: Case) {
    let (mut frame, vertices) = begin(case);
    let before = frame.draw().builds;
    bencher.bench_local(|| {
        let drawn = frame.draw();
        // a frame that draws nothing, or builds the layers again, would be measured as something else
        assert_eq!((drawn.board_vertices, drawn.builds), (vertices, before));
        drawn
    });
}

/// A token moved: the layers are built again.
#[divan::bench(args = CASES)]
fn rebuilt(bencher: Bencher<'_, '_>, case: Case) {
    let (mut frame, vertices) = begin(case);
    let mut before = frame.draw().builds;
    bencher.bench_local(|| {
        frame.touch();
        let drawn = frame.draw();
        assert_eq!((drawn.board_vertices, drawn.builds), (vertices, before + 1));
        before = drawn.builds;
        drawn
    });
}

/// A board after its first frames, and what it draws: four vertices for each token in the window, and six for each hex
/// that is not tiny.
fn begin((shape, files, ranks, tokens, zoom): Case) -> (BoardFrame, usize) {
    let board = Board::of(shape, files, ranks).expect("the cases name sizes that exist");
    let mut frame = BoardFrame::new(board, tokens);
    // zooming needs the projection of a frame before
    frame.draw();
    if zoom != 0 {
        frame.zoom(zoom);
        frame.draw();
    }
    let vertices = frame.draw().board_vertices;
    let clear_hexes = if shape == Shape::Hex && files < 100 {
        board.len()
    } else {
        0
    };
    if zoom == 0 {
        // from far away also the corners of the areas that armies hold
        let least = 4 * tokens + 6 * clear_hexes;
        assert!(vertices >= least && vertices < least + tokens);
    } else {
        assert!(vertices > 0 && vertices < tokens);
    }
    (frame, vertices)
}

/// A third of the cells are woods, hills, water and towns, and the layers are kept.
#[divan::bench(args = CASES)]
fn kept_with_ground(bencher: Bencher<'_, '_>, case: Case) {
    let (mut frame, vertices) = begin(case);
    frame.cover();
    let covered = frame.draw();
    // from far away the ground is a picture, and has no corners of its own
    assert!(covered.board_vertices >= vertices);
    bencher.bench_local(|| {
        let drawn = frame.draw();
        assert_eq!(drawn, covered);
        drawn
    });
}

/// A token moved on such a board: the layers are built again.
#[divan::bench(args = CASES)]
fn rebuilt_with_ground(bencher: Bencher<'_, '_>, case: Case) {
    let (mut frame, _) = begin(case);
    frame.cover();
    let mut before = frame.draw().builds;
    bencher.bench_local(|| {
        frame.touch();
        let drawn = frame.draw();
        assert_eq!(drawn.builds, before + 1);
        before = drawn.builds;
        drawn
    });
}

/// The drawings of all grounds, once for each size that is zoomed to.
#[divan::bench(args = [(Shape::Square, 24), (Shape::Square, 61), (Shape::Hex, 61), (Shape::Square, 112)])]
fn ground(bencher: Bencher<'_, '_>, (shape, pixels): (Shape, u16)) {
    let board = Board::of(shape, 16, 12).expect("a board");
    bencher.bench_local(|| {
        let drawn = draw_ground(board, pixels);
        assert!(drawn > 50 * usize::from(pixels) * usize::from(pixels));
        drawn
    });
}
