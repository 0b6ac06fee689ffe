//! The switches of the WarGame family: the paragraphs of the rules text that are marked as options.

use rules::wargame::{Game, Kind, Options, Placement, Side, Start, Switch, Terrain, Unit};

use crate::option::{OptionError, OptionInfo, set_each};
use crate::table::Table;

/// The effect of a switch, in one sentence.
const fn meaning(switch: Switch) -> &'static str {
    match switch {
        Switch::Banner => "A side that removes the enemy's Command Post wins.",
        Switch::Plant => {
            "A side whose Command Post stands on a town between the homes at the start of its own turn wins."
        }
        Switch::Towns => "A side that holds enough towns at the start of its own turn wins.",
        Switch::Commander => "A side that removes the enemy's Commander wins.",
        Switch::Short => {
            "Short game: whose enemy has fewer leaders left than a turn has orders wins."
        }
        Switch::HalfFirst => "The first turn has half the orders.",
        Switch::Succession => {
            "The leaders of the highest level left are in command, so that nobody is pinned by a superior's loss."
        }
        Switch::StrictRifle => {
            "Infantry kills in the open only, unless it takes the victim's place."
        }
        Switch::CamTerrain => "Cavalry enters trees and no hills, Artillery hills and no trees.",
        Switch::TwoRange => {
            "Every leader gives orders within three cells; the command ranges hold for the chain of command alone."
        }
        Switch::UnarmedLeaders => "Leaders do not fire.",
        Switch::JumpAll => "Cavalry jumps over Cavalry and Artillery too.",
        Switch::Paratroops => {
            "Two Infantry of each side are Paratroops, who get ready in one turn and leap five or six cells in a later one."
        }
        Switch::RandomMap => {
            "A lot lays towns, trees and hills between the homes, as many as the map has, before anybody sets up."
        }
    }
}

/// Why a switch is of no use in a game, as the end of a sentence; `None` for a switch that is.
fn idle(game: &Game, switch: Switch) -> Option<&'static str> {
    let both_have = |kind: Kind, number: usize| {
        let count = |army: &Vec<Kind>| army.iter().filter(|other| **other == kind).count();
        game.armies.iter().all(|army| count(army) >= number)
    };
    let has_town = |rank: u8| {
        let mut ground = game.terrain.iter();
        ground.any(|(cell, terrain)| cell.rank() == rank && *terrain == Terrain::Town)
    };
    let has_use = match switch {
        // before the others: what follows asks about units that the game may lack
        _ if !switch.has_use(game.ruleset) => {
            return Some("a switch of the other WarGame");
        }
        Switch::Banner => both_have(Kind::CommandPost, 1),
        Switch::Plant if !game.middle.clone().any(has_town) => {
            return Some("no town lies between the homes");
        }
        Switch::Plant => both_have(Kind::CommandPost, 1),
        Switch::Towns => {
            return (game.towns == 0).then_some("[endings] names no number of towns");
        }
        Switch::Commander => both_have(Kind::Commander, 1),
        // Rules: wargame 1.12: with fewer leaders than that from the start, the game would be over before it begins
        Switch::Short => {
            let cap = usize::from(game.cap);
            let has_enough = Side::BOTH.map(|side| game.leaders(side) >= cap);
            return (has_enough != [true; 2])
                .then_some("a side begins with fewer leaders than orders");
        }
        Switch::HalfFirst => return (game.cap < 2).then_some("a turn has a single order"),
        Switch::Paratroops => both_have(Kind::Infantry, 2),
        Switch::RandomMap if game.middle.len() < 2 => {
            return Some("a lot lays no terrain on a single rank");
        }
        // Rules: wargame 1.13: the lot lays its map before anybody sets up, and a fixed set-up stands already
        Switch::RandomMap => {
            return matches!(game.start, Start::Fixed(_))
                .then_some("the set-up is fixed, and so is the map");
        }
        Switch::Succession
        | Switch::StrictRifle
        | Switch::CamTerrain
        | Switch::TwoRange
        | Switch::UnarmedLeaders
        | Switch::JumpAll => true,
    };
    (!has_use).then_some("a side lacks the units")
}

/// The switches that are of no use in a game.
pub(super) fn idle_ones(game: &Game) -> impl Iterator<Item = Switch> {
    let switches = Switch::ALL.into_iter();
    switches.filter(|switch| idle(game, *switch).is_some())
}

pub(super) fn read(table: &Table<'_>) -> Option<Options> {
    let is_on = |switch: &Switch| table.switch(switch.key()) == Some(true);
    // collected before the table is finished: every key must be asked for, or `finish` would report it as unknown
    let on: Vec<Switch> = Switch::ALL.into_iter().filter(is_on).collect();
    table.finish();
    Some(on.into_iter().collect())
}

/// Refuses switches that are on and are of no use.
pub(super) fn check(root: &Table<'_>, game: &Game, options: Options) {
    for switch in options.iter() {
        if let Some(why) = idle(game, switch) {
            root.source().report(
                root.line_of("options", switch.key()),
                format!("`{}` switched on", switch.key()),
                format!("false or nothing, since the switch has no use here: {why}"),
            );
        }
    }
}

/// The switches that are of use in a game, with their defaults.
pub(super) fn infos(game: &Game) -> Vec<OptionInfo> {
    let word = |is_on| if is_on { "on" } else { "off" };
    let info = |switch: Switch| OptionInfo {
        key: switch.key(),
        default: word(game.options.has(switch)).to_owned(),
        allowed: "on or off".to_owned(),
        meaning: meaning(switch),
    };
    let switches = Switch::ALL.into_iter();
    switches
        .filter(|switch| idle(game, *switch).is_none())
        .map(info)
        .collect()
}

/// The game after the given `key=value` pairs.
pub(super) fn choose(game: &Game, chosen: &[(String, String)]) -> Result<Game, OptionError> {
    // before `set_each`, which would call a switch without use unknown instead of saying why it has none
    for (key, _) in chosen {
        if let Some(switch) = Switch::from_key(key)
            && let Some(why) = idle(game, switch)
        {
            let key = switch.key();
            return Err(OptionError::Idle { key, why });
        }
    }
    let mut switched = game.clone();
    set_each(&infos(game), chosen, |key, value| {
        let Some(switch) = Switch::from_key(key) else {
            // unknown keys never come here: `set_each` has refused them
            return false;
        };
        let options = switched.options;
        switched.options = match value {
            "on" => options.with(switch),
            "off" => options.without(switch),
            _ => return false,
        };
        true
    })?;
    // last, once every pair is read: the order of the pairs must not matter
    name_paratroops(&mut switched);
    Ok(switched)
}

/// Names the Paratroops of a fixed set-up if the option brings any.
fn name_paratroops(game: &mut Game) {
    let Start::Fixed(units) = &game.start else {
        return;
    };
    // by side, since which Infantry become Paratroops depends on where the side sits
    let units = Side::BOTH.into_iter().flat_map(|side| {
        let own = units.iter().filter(|(_, unit)| unit.side == side);
        let placed = own.map(|(cell, unit)| Placement {
            cell: *cell,
            kind: unit.kind,
        });
        let placed = game.with_paratroops(side, placed.collect()).into_iter();
        placed.map(move |unit| {
            let kind = unit.kind;
            (unit.cell, Unit { side, kind })
        })
    });
    let mut units: Vec<_> = units.collect();
    units.sort_unstable_by_key(|(cell, _)| *cell);
    game.start = Start::Fixed(units);
}
