//! A board as SVG and PNG.

use anyhow::Context as _;
use picture::{Picture, Scene};
use protocol::Turn;
use protocol::replay::Replay;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// Pixels a board is wide at most, as long as its cells stay readable.
const WIDEST: u16 = 1800;
const CELLS: std::ops::RangeInclusive<u16> = 12..=48;

/// The board after a turn with the turn's orders as arrows; without a turn the start.
pub(super) fn scene(replay: &Replay, turn: Option<&Turn>) -> Scene {
    let Some(turn) = turn else {
        return Scene::of_start(&replay.start);
    };
    let before = replay
        .turns
        .iter()
        .rev()
        .find(|other| other.number < turn.number);
    let before = before.map_or(&replay.start, |before| &before.after);
    let mut scene = Scene::of(&turn.after, false);
    scene.add_turn(before, turn.side, &turn.orders);
    scene
}

/// The picture of a scene, small boards with large cells.
pub(super) fn svg(scene: &Scene, title: &str) -> String {
    Picture::new(scene, title)
        .with_cell(cell(scene))
        .to_string()
}

/// Pixels of a cell.
pub(super) fn cell(scene: &Scene) -> u16 {
    let files = u16::from(scene.ground.board().files());
    (WIDEST / files).clamp(*CELLS.start(), *CELLS.end())
}

/// Such a picture as PNG.
pub(super) fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let size = tree.size().to_int_size();
    let mut pixels =
        Pixmap::new(size.width(), size.height()).context("the picture is too large")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
