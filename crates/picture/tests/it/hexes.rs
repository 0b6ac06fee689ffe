//! The picture of a board of hexes, and of cells with several tokens.

use std::sync::Arc;

use board::{Board, Cell, Grid};
use picture::{Figure, Ground, Mark, Picture, Scene, Token};
use rules::{Family, Side};

const FIRST: Cell = Cell::new(0, 0);
const SECOND: Cell = Cell::new(1, 1);

fn scene() -> Scene {
    let board = Board::hex(2, 2).expect("a board");
    let mut ground = Grid::filled(board, Ground::Open);
    ground[Cell::new(1, 0)] = Ground::Hole;
    Scene::bare(Family::Warlord, Arc::new(ground))
}

fn token(cell: Cell, side: u8) -> Token {
    Token {
        cell,
        side: Side::new(side).expect("a side"),
        figure: Figure(7),
        pips: None,
        dim: false,
        badges: picture::Badges::NONE,
    }
}

/// The places of the drawings used: left, top, width.
fn used(scene: &Scene) -> Vec<[i32; 3]> {
    let svg = Picture::new(scene, "Hexes").to_string();
    let uses = svg.split("<use ").skip(1);
    let number = |text: &str, name: &str| -> i32 {
        let (_, rest) = text.split_once(name).expect("the attribute is there");
        let (value, _) = rest.split_once('"').expect("the attribute ends");
        value.parse().expect("a whole number")
    };
    uses.map(|text| [" x=\"", " y=\"", " width=\""].map(|name| number(text, name)))
        .collect()
}

#[test]
fn every_second_rank_lies_half_a_hex_to_the_right() {
    let svg = Picture::new(&scene(), "Hexes").to_string();
    // the lines between the cells, without the hole
    let hexagon = "l35 20v40l-35 20-35-20v-40z";
    let lines = format!("M85 72{hexagon}M120 12{hexagon}M190 12{hexagon}\"/>");
    assert!(svg.contains(&lines), "{svg}");
    assert!(svg.contains("viewBox=\"0 0 237 202\""), "{svg}");
}

#[test]
fn tokens_of_one_cell_have_a_part_each() {
    let mut scene = scene();
    scene.tokens = vec![token(FIRST, 0), token(SECOND, 0), token(SECOND, 1)];
    assert_eq!(used(&scene), [[57, 84, 56], [155, 34, 35], [190, 34, 35]]);
    scene.tokens = [0, 1, 0].map(|side| token(SECOND, side)).to_vec();
    assert_eq!(used(&scene), [[162, 24, 28], [190, 24, 28], [176, 52, 28]]);
}

#[test]
fn hatching_is_cut_to_the_hexagon() {
    let mut scene = scene();
    scene.marks.push((FIRST, Mark::Threat(1)));
    assert_eq!(used(&scene), [[45, 72, 80]]);
    let svg = Picture::new(&scene, "Hexes").to_string();
    assert!(svg.contains("clip-path='url(#hex)'"), "{svg}");
}
