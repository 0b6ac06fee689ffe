//! How the toy family looks, which only tests play: a shield for every unit, and houses on the goal.

use std::sync::Arc;

use board::{Cell, Grid};
use rules::testing::toy::{Order, Position};
use rules::{Family, Rules, Side};

use crate::diagram::{self, Stated};
use crate::sprite::no_badge;
use crate::{Arrow, Art, Badges, DiagramError, Figure, Ground, Mark, Scene, Token};

pub(crate) const ART: Art = Art {
    sides: 2,
    figures: &[[
        include_str!("../art/pictures/infantry.svg"),
        include_str!("../art/nato/infantry.svg"),
    ]],
    badges: 0,
    badge: no_badge,
};

/// A position's goal and units, with marks on the cells of a fight.
pub(crate) fn scene(position: &Position) -> Scene {
    let mut ground = Grid::filled(position.board(), Ground::Open);
    ground[position.game().goal] = Ground::Town;
    let mut scene = Scene::bare(Family::Toy, Arc::new(ground));
    for (cell, counts) in position.units().iter() {
        for (side, count) in position.sides().iter().zip(counts) {
            let token = Token {
                cell,
                side,
                figure: Figure(0),
                pips: None,
                dim: false,
                badges: Badges::NONE,
            };
            // several units of the toy may stand on a cell, and each is a token
            scene.tokens.extend((0..*count).map(|_| token));
        }
    }
    if let Some(fight) = position.fight() {
        let marks = [(fight.from, Mark::Last), (fight.to, Mark::Capture)];
        scene.marks.extend(marks);
    }
    scene
}

/// The toy's rules text has no diagrams.
pub(crate) const POSITION_WORDS: &[&str] = &["scenario"];

/// The start of a scenario: the toy has no language for rows.
pub(crate) fn position(stated: &Stated<'_>) -> Result<Position, DiagramError> {
    let expected = "the key of a scenario of the program, of which the toy has none";
    let (line, key) = stated.said("scenario").unwrap_or((stated.line, ""));
    diagram::of_scenario(key, &[], expected).map_err(Stated::at(line))
}

/// The units on the board; all have one symbol.
pub(crate) fn symbols(position: &Position) -> impl Iterator<Item = (Cell, Side, String)> {
    let tokens = scene(position).tokens.into_iter();
    tokens.map(|token| (token.cell, token.side, "U".to_owned()))
}

/// Adds the ways of a turn's orders from the position before the turn, as far as they are legal.
pub(crate) fn add_turn<'a>(
    scene: &mut Scene,
    before: &Position,
    side: Side,
    orders: impl IntoIterator<Item = &'a Order>,
) {
    let mut position = before.clone();
    for order in orders {
        if position.apply(side, order).is_err() {
            return;
        }
        if let Order::Move(from, to) = *order {
            scene.arrows.push(Arrow {
                from,
                to,
                number: scene.arrows.len() + 1,
                captures: position.fight().is_some(),
                fires: false,
            });
        }
    }
}
