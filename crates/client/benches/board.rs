//! What a frame of the board costs: one egui pass and its tessellation, without a window.
//!
//! `cargo bench -p client --bench board`

use client::measure::BoardFrame;
use divan::Bencher;

fn main() {
    divan::main();
}

/// Boards: files, ranks, units, and zoom steps from the fitted size.
const CASES: [(usize, usize, usize, i32); 3] =
    [(16, 12, 64, 0), (120, 120, 3000, 0), (120, 120, 3000, 12)];

/// Nothing changed since the last frame: the layers are kept.
#[divan::bench(args = CASES)]
fn kept(bencher: Bencher<'_, '_>, case: (usize, usize, usize, i32)) {
    let (mut frame, vertices) = begin(case);
    let before = frame.draw().builds;
    bencher.bench_local(|| {
        let drawn = frame.draw();
        assert_eq!((drawn.board_vertices, drawn.builds), (vertices, before));
        drawn
    });
}

/// A unit moved: the layers are built again.
#[divan::bench(args = CASES)]
fn rebuilt(bencher: Bencher<'_, '_>, case: (usize, usize, usize, i32)) {
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

/// A board after its first frames, and what it draws: four vertices for each unit in the window.
fn begin((files, ranks, units, zoom): (usize, usize, usize, i32)) -> (BoardFrame, usize) {
    let mut frame = BoardFrame::new(files, ranks, units);
    frame.draw();
    frame.zoom(zoom);
    frame.draw();
    let vertices = frame.draw().board_vertices;
    if zoom == 0 {
        assert_eq!(vertices, 4 * units);
    } else {
        assert!(vertices > 0 && vertices < units);
    }
    (frame, vertices)
}
