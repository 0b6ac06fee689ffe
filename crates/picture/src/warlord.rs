//! The looks of the Warlord family: its figures, and scenes of its positions, orders and rules text.

use std::sync::Arc;

use board::{Cell, Grid};
use rules::Family;
use rules::warlord::{Kind, Terrain, Unit};

use crate::{Figure, Ground, Pips, Scene, Token};

mod compose;
mod drawn;
mod figures;
mod script;

pub use compose::{add_destinations, add_order, add_range, add_threats, add_turn, scene, start};
pub(crate) use figures::ART;
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
    for (cell, terrain) in terrain
        .iter()
        .filter(|(_, terrain)| **terrain != Terrain::Open)
    {
        ground[cell] = match terrain {
            Terrain::Open => Ground::Open,
            Terrain::Town => Ground::Town,
            Terrain::Trees => Ground::Trees,
            Terrain::Hill => Ground::Hill,
            Terrain::Water => Ground::Water,
            Terrain::Hole => Ground::Hole,
        };
    }
    Scene::bare(Family::Warlord, Arc::new(ground))
}
