//! How the WarGames look: their figures, and scenes of positions, orders, the chain of command, fire and supply.

use board::{Cell, Grid};
use rules::wargame::{Kind, Position, Terrain, Unit};
use rules::{Family, Side};

use crate::{Figure, Ground, Scene, Token};

mod compose;
mod deed;
mod figures;
mod overlay;
mod script;

pub use compose::{add_order, add_turn, scene, start};
pub use deed::{DeedKind, add_deeds, deeds};
pub(crate) use figures::ART;
pub use overlay::{add_chain, add_costs, add_danger, add_fire_lines};
pub use script::diagrams;
pub(crate) use script::{POSITION_WORDS, position};

/// The drawing of a kind of unit.
pub const fn figure(kind: Kind) -> Figure {
    // the figures are listed in the order of the kinds
    Figure(kind as u8)
}

/// A unit on its cell that has not acted yet.
pub fn token(cell: Cell, unit: Unit) -> Token {
    Token::new(cell, unit.side.into(), figure(unit.kind), unit.kind.level())
}

/// The units on the board, each with its symbol as White writes it, without the brackets of position texts.
pub(crate) fn symbols(position: &Position) -> impl Iterator<Item = (Cell, Side, String)> {
    position.units().map(|(cell, unit)| {
        let symbol = unit.kind.symbol().trim_matches(['(', ')']);
        (cell, unit.side.into(), symbol.to_owned())
    })
}

/// Terrain without tokens.
pub fn bare(terrain: &Grid<Terrain>) -> Scene {
    Scene::of_terrain(Family::WarGame, terrain, |terrain| match terrain {
        Terrain::Open => Ground::Open,
        Terrain::Town => Ground::Town,
        Terrain::Trees => Ground::Trees,
        Terrain::Hill => Ground::Hill,
    })
}
