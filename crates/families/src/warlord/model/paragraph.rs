//! The paragraphs of the rules text on units and ground.

use board::Cell;
use rules::warlord::{Kind, Position, Terrain};

/// The paragraph on the unit of a cell, or on its ground.
pub fn of(position: &Position, cell: Cell) -> Option<&'static str> {
    let ground = || of_ground(*position.game().terrain.get(cell)?);
    position
        .unit(cell)
        .map(|unit| of_kind(unit.kind))
        .or_else(ground)
}

/// The paragraph on how a kind moves; of a promoted leader the section on promotion, which says more.
pub const fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Leader1 | Kind::Leader2 | Kind::Leader3 => "1.1",
        Kind::Promoted => "1.2",
        Kind::HeavyCavalry => "1.3",
        Kind::Cannon => "1.4",
        Kind::LightCavalry => "1.5",
        Kind::Infantry => "1.6",
        Kind::Hero => "1.7",
        Kind::Shaman => "1.8",
        Kind::Bishopy | Kind::Rookish => "1.9",
    }
}

/// The paragraph on a terrain; on open ground there is nothing to say.
pub const fn of_ground(terrain: Terrain) -> Option<&'static str> {
    match terrain {
        Terrain::Open => None,
        Terrain::Town | Terrain::Trees | Terrain::Hill => Some("4.3"),
        Terrain::Water | Terrain::Hole => Some("4.6"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warlord::Warlord;
    use kit::model::family::FamilyModel as _;

    /// The words of a paragraph.
    fn text(number: &str) -> String {
        let book = Warlord::rulebook();
        let parts = book.parts.iter().filter(|part| part.number == number);
        parts.map(|part| part.content.plain()).collect()
    }

    #[test]
    fn the_paragraph_of_every_kind_and_ground_speaks_of_it() {
        for kind in Kind::ALL {
            let text = text(of_kind(kind)).to_lowercase();
            // a leader's level stands in brackets there
            let name = kind.name().to_lowercase();
            let name = name.split(" of level").next().unwrap_or_default();
            assert!(text.contains(name), "{kind:?}: {text}");
        }
        for terrain in Terrain::ALL {
            let word = match terrain {
                Terrain::Open => {
                    assert_eq!(of_ground(terrain), None);
                    continue;
                }
                Terrain::Town => "town",
                Terrain::Trees => "trees",
                Terrain::Hill => "hill",
                Terrain::Water => "water",
                Terrain::Hole => "hole",
            };
            let text = text(of_ground(terrain).expect("a paragraph"));
            assert!(text.contains(word), "{terrain:?}: {text}");
        }
    }
}
