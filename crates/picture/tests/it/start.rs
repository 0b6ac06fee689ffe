//! The zones that the picture of a scenario's start shows along with its units.

use std::collections::BTreeSet;

use board::Cell;
use picture::{Mark, Scene};

fn marked(key: &str) -> BTreeSet<Cell> {
    let scenario = scenario::load(key).expect("built in").expect("right");
    let start = scenario.start(&[]).expect("its own options");
    let scene = Scene::of_start(&start);
    let zones = scene
        .marks
        .iter()
        .filter(|(_, mark)| matches!(mark, Mark::Zone(_)));
    zones.map(|(cell, _)| *cell).collect()
}

fn block(corner: &str) -> impl Iterator<Item = Cell> {
    let corner: Cell = corner.parse().expect("a cell");
    (0..16).map(move |n| Cell::new(corner.file() + n % 4, corner.rank() + n / 4))
}

#[test]
fn it_shows_where_units_stand_at_first_or_else_enter() {
    let corners = ["a1", "u21"].into_iter().flat_map(block);
    assert_eq!(marked("valley-war"), corners.collect());
    let armies = ["a1", "k1", "u1", "a13", "k13", "u13"];
    let armies = armies.into_iter().flat_map(block);
    assert_eq!(marked("border-war"), armies.collect());
    assert_eq!(marked("river"), BTreeSet::new());
}
