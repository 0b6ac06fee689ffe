//! The look of War Lord Tourney: its figures and badges, and scenes of positions, orders, duels and the rules text.

use board::{Cell, Grid};
use rules::tourney::{Game, Kind, Man, Position, Switch, Terrain, Unit};
use rules::{Family, Side};

use crate::{Badges, Figure, Ground, Scene, Token};

pub mod badge;
mod compose;
mod drawn;
mod figures;
mod script;

pub use compose::{add_event, add_order, add_turn, add_ways, scene, start};
pub(crate) use figures::ART;
pub use script::diagrams;
pub(crate) use script::{POSITION_WORDS, position};

/// The drawing of a kind of unit.
pub const fn figure(kind: Kind) -> Figure {
    Figure(kind as u8)
}

/// A man on that cell who has not moved yet, with his marks and, in a fight, its wounds.
pub fn token(game: &Game, cell: Cell, man: &Man) -> Token {
    let mut badges = badges(game, man.unit);
    // in strategic games a wound costs strength, which the shield shows (tourney 3.10)
    if man.wounds > 0 && !game.has(Switch::Strategic) {
        badges = badges.with(badge::WOUND);
    }
    if man.is_felled {
        badges = badges.with(badge::LYING);
    }
    Token {
        badges,
        ..Token::new(cell, man.unit.owner, figure(man.unit.kind), 0)
    }
}

/// The marks that a unit bears beyond a turn. Rules: tourney 5.4
pub fn badges(game: &Game, unit: Unit) -> Badges {
    let mut badges = Badges::NONE;
    for (bears, mark) in [
        (unit.is_wounded, badge::WOUND),
        (unit.is_lying, badge::LYING),
        (unit.is_undead, badge::UNDEAD),
    ] {
        if bears {
            badges = badges.with(mark);
        }
    }
    let fights = badge::fought(unit.fights);
    // a man felled in the fight under way has no strength left, and no shield
    let strength = badge::strength(unit.strength).filter(|_| game.has(Switch::Strategic));
    for mark in fights.into_iter().chain(strength) {
        badges = badges.with(mark);
    }
    badges
}

/// The men on the board, and the first in each Castle, each with the symbol of its kind.
pub(crate) fn symbols(position: &Position) -> impl Iterator<Item = (Cell, Side, String)> {
    position.men().iter().filter_map(|man| {
        let cell = position.cell_of(man)?;
        Some((cell, man.unit.owner, man.unit.kind.symbol().to_string()))
    })
}

/// Terrain without tokens.
pub fn bare(terrain: &Grid<Terrain>) -> Scene {
    Scene::of_terrain(Family::Tourney, terrain, |terrain| match terrain {
        Terrain::Open => Ground::Open,
        Terrain::Forest => Ground::Trees,
        Terrain::Rough => Ground::Rough,
        Terrain::Castle => Ground::Castle,
        Terrain::Green => Ground::Green,
        Terrain::Hill => Ground::Hill,
        Terrain::River => Ground::Water,
        Terrain::Mountain => Ground::Mountain,
        Terrain::Bridge => Ground::Bridge,
    })
}
