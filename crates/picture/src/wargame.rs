//! The looks of the WarGames: their figures, and scenes of positions, orders, the chain of command, fire and supply.

use std::sync::Arc;

use board::{Cell, Grid};
use rules::Family;
use rules::wargame::{Kind, Terrain, Unit};

use crate::{Figure, Ground, Pips, Scene, Token};

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

/// The drawing of a kind of unit.
pub const fn figure(kind: Kind) -> Figure {
    Figure(kind as u8)
}

/// A unit on its cell that has not acted yet.
pub fn token(cell: Cell, unit: Unit) -> Token {
    let level = unit.kind.level();
    Token {
        cell,
        side: unit.side.into(),
        figure: figure(unit.kind),
        pips: (level > 0).then_some(Pips { level, free: level }),
        dim: false,
    }
}

/// Terrain without tokens.
pub fn bare(terrain: &Grid<Terrain>) -> Scene {
    let mut ground = Grid::filled(terrain.board(), Ground::Open);
    for (cell, terrain) in terrain.iter() {
        ground[cell] = match terrain {
            Terrain::Open => continue,
            Terrain::Town => Ground::Town,
            Terrain::Trees => Ground::Trees,
            Terrain::Hill => Ground::Hill,
        };
    }
    Scene::bare(Family::WarGame, Arc::new(ground))
}
