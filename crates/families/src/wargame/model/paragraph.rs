//! The paragraphs of the rules text on units and ground.

use board::Cell;
use rules::wargame::{Kind, Position, Ruleset, Terrain};

/// The paragraph on the unit of a cell, or on its ground.
pub fn of(position: &Position, cell: Cell) -> Option<&'static str> {
    let ruleset = position.game().ruleset;
    let ground = || of_ground(ruleset, *position.game().terrain.get(cell)?);
    position
        .unit(cell)
        .map(|unit| of_kind(ruleset, unit.kind))
        .or_else(ground)
}

/// The paragraph on a kind: the table of a game has all its kinds but the paratroops.
pub const fn of_kind(ruleset: Ruleset, kind: Kind) -> &'static str {
    match kind {
        Kind::Paratroops => "1.14",
        Kind::CommandPost
        | Kind::SupremeCommander
        | Kind::TankCommander
        | Kind::InfantryCommander
        | Kind::ArtilleryCommander
        | Kind::Tank => "1.2",
        Kind::Commander | Kind::General | Kind::Colonel | Kind::Cavalry => "2.2",
        Kind::Infantry | Kind::Artillery => match ruleset {
            Ruleset::One => "1.2",
            Ruleset::Two => "2.2",
        },
    }
}

/// The paragraph on what a terrain costs; on open ground there is nothing to say.
pub const fn of_ground(ruleset: Ruleset, terrain: Terrain) -> Option<&'static str> {
    match (terrain, ruleset) {
        (Terrain::Open, _) => None,
        (Terrain::Town | Terrain::Trees | Terrain::Hill, Ruleset::One) => Some("1.5"),
        (Terrain::Town | Terrain::Trees | Terrain::Hill, Ruleset::Two) => Some("2.4"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wargame::WarGame;
    use kit::model::family::FamilyModel as _;

    /// The words of a paragraph.
    fn text(number: &str) -> String {
        let book = WarGame::rulebook();
        let parts = book.parts.iter().filter(|part| part.number == number);
        parts.map(|part| part.content.plain()).collect()
    }

    #[test]
    fn the_paragraph_of_every_kind_and_ground_speaks_of_it() {
        for ruleset in Ruleset::BOTH {
            for kind in ruleset.kinds() {
                let text = text(of_kind(ruleset, *kind));
                assert!(text.contains(kind.name()), "{kind:?}: {text}");
            }
            for (terrain, word) in [
                (Terrain::Town, "town"),
                (Terrain::Trees, "trees"),
                (Terrain::Hill, "hill"),
            ] {
                let number = of_ground(ruleset, terrain).expect("a paragraph");
                let text = text(number);
                assert!(text.contains(word), "{terrain:?}: {text}");
            }
            assert_eq!(of_ground(ruleset, Terrain::Open), None);
        }
    }
}
