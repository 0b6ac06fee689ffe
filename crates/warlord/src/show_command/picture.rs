//! The boards of a replayed game.

use picture::{Picture, Scene};
use protocol::replay::Replay;
use protocol::{Deed, Orders};

/// The board after orders, with the orders as arrows; without orders the board at the start.
pub(super) fn scene(replay: &Replay, orders: Option<Orders<'_>>) -> Scene {
    let history = &replay.history;
    let Some(Orders {
        at, side, orders, ..
    }) = orders
    else {
        return Scene::of_start(&history.position_after(history.before_first_orders()));
    };
    let orders: Vec<_> = orders.iter().map(|done| done.order.clone()).collect();
    let (before, after) = (history.position_after(at), history.position_after(at + 1));
    let mut scene = Scene::of_turn(&before, &after, side, &orders);
    // the choices opened since the orders before these, such as the rounds of a duel that these orders decide
    let opened = history.steps()[..at].iter().rev();
    let opened: Vec<_> = opened
        .take_while(|step| !matches!(step.deed, Deed::Orders { .. }))
        .collect();
    for step in opened.into_iter().rev() {
        scene.add_opened(step.events());
    }
    scene
}

/// The turns from one to another as a GIF.
pub(super) fn film(replay: &Replay, from: u32, to: Option<u32>) -> anyhow::Result<Vec<u8>> {
    let range = from..=to.unwrap_or(u32::MAX);
    let start = (from == 0).then_some(None);
    let turns = replay.history.orders();
    let turns = turns.filter(|orders| range.contains(&orders.step.turn));
    let scenes = start.into_iter().chain(turns.map(Some));
    let scenes: Vec<Scene> = scenes.map(|turn| scene(replay, turn)).collect();
    let frames = (0..scenes.len()).filter_map(|number| Picture::frame(&scenes, number, ""));
    let frames = frames.map(|frame| {
        // the first frame decides, or the cells of a film would change their size
        let cell = scenes.first().map_or(1, Scene::fitting_cell);
        frame.with_cell(cell).to_string()
    });
    // in hundredths of a second
    Ok(raster::gif(frames, 100)?)
}

/// The picture of a scene; a small board gets large cells.
pub(super) fn svg(scene: &Scene, title: &str) -> String {
    Picture::new(scene, title)
        .with_cell(scene.fitting_cell())
        .to_string()
}
