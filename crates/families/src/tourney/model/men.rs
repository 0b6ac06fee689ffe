//! Men as the window names them: by their places on a cell, and in words.

use board::Cell;
use kit::model::words::capital;
use rules::tourney::{Man, Name, Position, Switch, Terrain, Unit};
use rules::{Family, Side};
use scenario::SideNames;

/// The men of a side on a cell, in their order.
pub fn own(position: &Position, side: Side, cell: Cell) -> Vec<Man> {
    let there = position.on(cell).filter(|man| man.unit.owner == side);
    there.copied().collect()
}

/// The man that an order of that side names.
pub fn named(position: &Position, side: Side, name: &Name) -> Option<Man> {
    let owner = name.owner.unwrap_or(side);
    let own = own(position, owner, name.cell);
    let mut alike = own
        .into_iter()
        .filter(|man| name.kind.is_none_or(|kind| kind == man.unit.kind));
    // two of a kind on a cell are told apart by a second one only (tourney 5.2); no square holds three
    alike.nth(name.is_second.into())
}

/// The enemy that an order of that side names, such as the man to be judged.
pub fn enemy(position: &Position, side: Side, name: &Name) -> Option<Man> {
    let game = position.game();
    let mut there = position.on(name.cell).filter(|man| {
        !game.are_friends(side, man.unit.owner)
            && name.owner.is_none_or(|owner| owner == man.unit.owner)
            && name.kind.is_none_or(|kind| kind == man.unit.kind)
    });
    there.nth(name.is_second.into()).copied()
}

/// The name of a side. A Tourney's sides are called by their colors alone.
pub fn side_name(side: Side) -> &'static str {
    SideNames::of_family(Family::Tourney).of(side)
}

/// A unit by its side and kind: `Blue Knight`, `Amber's undead Footman`.
pub fn unit(unit: Unit) -> String {
    let side = side_name(unit.owner);
    match unit.is_undead {
        true => format!("{side}'s undead {}", unit.kind.name()),
        false => format!("{side} {}", unit.kind.name()),
    }
}

/// The lasting marks of a unit and those of the fight under way, in words.
pub fn states(position: &Position, man: &Man) -> Vec<String> {
    let unit = man.unit;
    let mut states = Vec::new();
    let strategic = position.game().has(Switch::Strategic);
    // every unit has a strength, but without the switch it means nothing (tourney 3.10)
    if strategic && unit.kind.full_strength() > 0 {
        states.push(format!("strength {}", unit.strength));
    }
    // a felled man has his wounds too, and saying both would hide the one that counts
    if man.is_felled {
        states.push("felled".to_owned());
    } else if unit.is_wounded || man.wounds > 0 {
        states.push("wounded".to_owned());
    }
    if unit.is_lying {
        states.push("lies".to_owned());
    }
    if unit.is_undead {
        states.push("undead".to_owned());
    }
    match unit.fights {
        0 => {}
        1 => states.push("one fight won".to_owned()),
        fights => states.push(format!("{fights} fights won")),
    }
    if man.has_moved {
        states.push("has moved".to_owned());
    }
    states
}

/// The same in a fight, in which nobody moves.
pub fn states_in_fight(position: &Position, man: &Man) -> Vec<String> {
    let resting = Man {
        has_moved: false,
        ..*man
    };
    states(position, &resting)
}

/// A man in a fight with his marks: `White Knight, wounded`.
pub fn fighting(position: &Position, man: &Man) -> String {
    let mut words = vec![unit(man.unit)];
    words.extend(states_in_fight(position, man));
    words.join(", ")
}

/// A man with his marks: `White Knight, wounded`.
pub fn described(position: &Position, man: &Man) -> String {
    let mut words = vec![unit(man.unit)];
    words.extend(states(position, man));
    words.join(", ")
}

/// The ground of a cell in words, with the Castle or Green it belongs to; nothing for open ground.
pub fn ground(position: &Position, cell: Cell) -> Option<String> {
    let game = position.game();
    let terrain = game.terrain.get(cell).copied()?;
    let name = |side: Side| {
        let castle = game.castle(side);
        castle.map_or(String::new(), |castle| castle.name.clone())
    };
    match terrain {
        Terrain::Open => None,
        Terrain::Castle => Some(format!("the Castle of {}", name(game.castle_at(cell)?))),
        Terrain::Green => Some(format!("the Green of {}", name(game.green_at(cell)?))),
        _ => Some(terrain.name().to_owned()),
    }
}

/// The powers of a kind of unit, in a few words.
pub fn powers(position: &Position, unit: Unit) -> &'static str {
    use rules::tourney::Kind;
    let winding = position.game().has(Switch::WindingKnights);
    match (unit.kind, winding) {
        (Kind::Knight, false) => {
            "up to 4 squares straight in any direction; no woods, no rough ground"
        }
        (Kind::Knight, true) => "up to 4 single steps, with turns; no woods, no rough ground",
        (Kind::Lady, _) => "as the Knight; recalls, frees and captures, and never fights",
        (Kind::Warlord | Kind::Footman, _) => "up to 2 squares straight, or 1 diagonally",
        (Kind::Sergeant, _) => "up to 2 squares diagonally, or 1 straight",
        (Kind::Bowman, _) => {
            "up to 2 squares straight, or 1 diagonally; or shoots 2 or 3 squares far"
        }
        (Kind::Bishop, _) => {
            "up to 2 squares straight, or 1 diagonally; blesses graves and destroys undead"
        }
    }
}

/// Several units in a sentence: `a Knight and a Lady`.
pub fn list(units: &[Unit]) -> String {
    let names: Vec<String> = units.iter().map(|it| it.kind.name().to_owned()).collect();
    kit::model::words::names(&names, names.len())
}

/// A man's kind and cell: `Knight on d8`, `second Footman on d8`.
pub fn on_cell(position: &Position, man: &Man) -> String {
    let kind = man.unit.kind.name();
    let Some(cell) = position.cell_of(man) else {
        return kind.to_owned();
    };
    let mut alike = own(position, man.unit.owner, cell)
        .into_iter()
        .filter(|other| other.unit.kind == man.unit.kind);
    // two men alike in every mark count as the first: the rules cannot tell them apart either
    match alike.next() {
        Some(first) if first != *man => format!("second {kind} on {cell}"),
        _ => format!("{kind} on {cell}"),
    }
}

/// The same with a capital, for a button.
pub fn button(position: &Position, man: &Man) -> String {
    capital(&on_cell(position, man))
}
