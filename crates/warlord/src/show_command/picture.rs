//! A board as SVG and PNG.

use anyhow::Context as _;
use picture::{Picture, Scene};
use protocol::Orders;
use protocol::replay::Replay;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// The width of a board in pixels, at most, as long as cells stay readable.
const WIDEST: u16 = 1800;
const CELLS: std::ops::RangeInclusive<u16> = 12..=48;

/// The board after orders, with the orders as arrows; without orders the board at the start.
pub(super) fn scene(replay: &Replay, orders: Option<Orders<'_>>) -> Scene {
    let history = &replay.history;
    let Some(Orders {
        at, side, orders, ..
    }) = orders
    else {
        return Scene::of_start(&history.position_after(history.before_first_orders()));
    };
    let mut scene = Scene::of(&history.position_after(at + 1), false);
    let orders: Vec<_> = orders.iter().map(|done| done.order.clone()).collect();
    scene.add_turn(&history.position_after(at), side, &orders);
    scene
}

/// The picture of a scene; a small board gets large cells.
pub(super) fn svg(scene: &Scene, title: &str) -> String {
    Picture::new(scene, title)
        .with_cell(cell(scene))
        .to_string()
}

/// The size of a cell in pixels.
pub(super) fn cell(scene: &Scene) -> u16 {
    let files = u16::from(scene.ground.board().files());
    (WIDEST / files).clamp(*CELLS.start(), *CELLS.end())
}

/// A picture as PNG.
pub(super) fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let size = tree.size().to_int_size();
    let mut pixels =
        Pixmap::new(size.width(), size.height()).context("the picture is too large")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
