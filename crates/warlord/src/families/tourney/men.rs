//! Units of War Lord Tourney in words: their state and their place.

use rules::tourney::{Man, Place, Position, Switch, Unit};

use super::name;

/// What lasts of a unit and what the fight under way did to it, each behind a comma; empty for a fresh unit.
pub(super) fn state(position: &Position, man: &Man) -> String {
    let unit = man.unit;
    let mut words = Vec::new();
    if unit.is_lying {
        words.push("lying".to_owned());
    }
    // strength replaces wounds (tourney 5.17)
    if position.game().has(Switch::Strategic) {
        if unit.strength < unit.kind.full_strength() {
            // a man felled in the fight under way counts as strength 1 until it is decided (tourney 5.14)
            words.push(format!("strength {}", unit.strength.max(1)));
        }
    } else if unit.is_wounded || man.wounds > 0 {
        words.push("wounded".to_owned());
    }
    if unit.fights > 0 {
        words.push(format!("fights won: {}", unit.fights));
    }
    words.iter().map(|word| format!(", {word}")).collect()
}

/// A unit by its side and kind: `Blue Knight`, `undead Footman`.
pub(super) fn unit(unit: Unit) -> String {
    let whose = if unit.is_undead {
        "undead".to_owned()
    } else {
        name(unit.owner)
    };
    format!("{whose} {}", unit.kind.name())
}

/// The unit with its square, `Amber Knight on d8`; none for a unit that is not on the board.
pub(super) fn named(position: &Position, man: &Man) -> Option<String> {
    let place = match man.place {
        Place::Square(cell) => format!("on {cell}"),
        Place::Castle(_) => format!("in the Castle {}", position.cell_of(man)?),
        Place::Dungeon(_) | Place::Wood => return None,
    };
    Some(format!("{} {place}", unit(man.unit)))
}
