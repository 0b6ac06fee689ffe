//! The paragraphs of the rules text on units and ground.

use board::Cell;
use rules::tourney::{Kind, Place, Position, Terrain};

/// The paragraph on the first unit of a cell, or on its ground.
pub fn of(position: &Position, cell: Cell) -> Option<&'static str> {
    let mut men = position.men().iter();
    let man = men.find(|man| man.place == Place::Square(cell));
    let ground = || of_ground(*position.game().terrain.get(cell)?);
    man.map(|man| of_kind(man.unit.kind)).or_else(ground)
}

/// The paragraph on a kind: how it moves, or what an option brings with it.
pub const fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Warlord | Kind::Lady | Kind::Knight | Kind::Footman => "3.2",
        Kind::Sergeant => "5.14",
        Kind::Bowman => "5.13",
        Kind::Bishop => "6.3",
    }
}

/// The paragraph on a terrain; on open ground there is nothing to say.
pub const fn of_ground(terrain: Terrain) -> Option<&'static str> {
    match terrain {
        Terrain::Open => None,
        Terrain::Forest | Terrain::Rough | Terrain::Castle | Terrain::Green => Some("3.2"),
        Terrain::Hill | Terrain::River | Terrain::Mountain | Terrain::Bridge => Some("5.12"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tourney::Tourney;
    use kit::model::family::FamilyModel as _;

    /// The words of a paragraph.
    fn text(number: &str) -> String {
        let book = Tourney::rulebook();
        let parts = book.parts.iter().filter(|part| part.number == number);
        parts.map(|part| part.content.plain()).collect()
    }

    #[test]
    fn the_paragraph_of_every_kind_and_ground_speaks_of_it() {
        for kind in Kind::ALL {
            let text = text(of_kind(kind));
            assert!(text.contains(kind.name()), "{kind:?}: {text}");
        }
        for (terrain, word) in [
            (Terrain::Forest, "wood"),
            (Terrain::Rough, "rough ground"),
            (Terrain::Castle, "Castle"),
            (Terrain::Green, "Green"),
            (Terrain::Hill, "hill"),
            (Terrain::River, "river"),
            (Terrain::Mountain, "mountain"),
            (Terrain::Bridge, "bridge"),
        ] {
            let number = of_ground(terrain).expect("a paragraph");
            let text = text(number);
            assert!(text.contains(word), "{terrain:?}: {text}");
        }
        assert_eq!(of_ground(Terrain::Open), None);
    }
}
