//! How the Warlord family looks: its figures, and scenes of its positions, orders and rules text.

use board::{Cell, Grid};
use rules::warlord::{Kind, Position, Terrain, Unit};
use rules::{Family, Side};

use crate::{Figure, Ground, Scene, Token};

pub mod badge;
mod compose;
mod drawn;
mod figures;
mod script;

pub use compose::{add_destinations, add_order, add_range, add_threats, add_turn, scene, start};
pub(crate) use figures::ART;
pub use script::diagrams;
pub(crate) use script::{POSITION_WORDS, position};

/// The drawing of a kind of unit: `ART` lists the figures in the order of the kinds.
pub const fn figure(kind: Kind) -> Figure {
    Figure(kind as u8)
}

/// A unit on its cell that has not acted yet.
pub fn token(cell: Cell, unit: Unit) -> Token {
    Token::new(cell, unit.side.into(), figure(unit.kind), unit.kind.level())
}

/// A unit on its cell in a position that has not acted yet: a leader of a shared side with the mark of its member.
pub fn token_in(position: &Position, cell: Cell, unit: Unit) -> Token {
    let mut token = token(cell, unit);
    // a side of one player has nobody to tell apart
    let is_shared = position.members(unit.side) > 1;
    if let Some(member) = position.owner(cell).filter(|_| is_shared) {
        token.badges = token.badges.with(badge::member(member));
    }
    token
}

/// The units on the board, each with its symbol as White writes it.
pub(crate) fn symbols(position: &Position) -> impl Iterator<Item = (Cell, Side, String)> {
    let units = position.units();
    units.map(|(cell, unit)| (cell, unit.side.into(), unit.kind.symbol().to_string()))
}

/// Terrain without tokens.
pub fn bare(terrain: &Grid<Terrain>) -> Scene {
    Scene::of_terrain(Family::Warlord, terrain, |terrain| match terrain {
        Terrain::Open => Ground::Open,
        Terrain::Town => Ground::Town,
        Terrain::Trees => Ground::Trees,
        Terrain::Hill => Ground::Hill,
        Terrain::Water => Ground::Water,
        Terrain::Hole => Ground::Hole,
    })
}
