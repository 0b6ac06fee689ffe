//! A scenario with a pasted set-up in place of its own set-up.

use std::borrow::Cow;

use rules::wargame::{Game, Kind, Side, Start};
use toml_edit::{DocumentMut, Item, TableLike, value};

use crate::Scenario;
use crate::mistake::Source;
use crate::pasted::{ARMY_NOTE, SET_UP_NOTE, changed_title, refuse_hidden};
use crate::table::Text;
use crate::wargame::drawing::{self, Units};
use crate::wargame::{Content, fen, option};

/// The text of a scenario with the pasted set-up in place of its fixed set-up, and with the armies of the new set-up.
pub(in crate::wargame) fn with_set_up(
    source: &Source<'_>,
    scenario: &Scenario,
    content: &Content,
    pasted: &str,
) -> Option<String> {
    let game = &content.game;
    if matches!(game.start, Start::Hidden(_)) {
        refuse_hidden(source, scenario);
        return None;
    }
    let text = Text {
        line: 1,
        value: Cow::Borrowed(pasted),
    };
    let units = fen::read(source, &text, game.ruleset, game.board())?;
    let mut document: DocumentMut = scenario.text().parse().ok()?;
    let armies = armies(&units);
    if armies != game.armies {
        change_army(document.get_mut("army")?.as_table_like_mut()?, &armies);
    }
    if let Some(options) = document
        .get_mut("options")
        .and_then(Item::as_table_like_mut)
    {
        // a switch whose units are gone has no use any more, and the reader would refuse the switch
        let changed = Game {
            armies: armies.clone(),
            ..game.clone()
        };
        for switch in option::idle_ones(&changed) {
            options.remove(switch.key());
        }
    }
    let set_up = document.get_mut("set-up")?.as_table_like_mut()?;
    for key in ["rows", "symmetry"] {
        set_up.remove(key);
    }
    set_up.insert("fen", value(fen::write(game, units)));
    set_up.insert("house", value(SET_UP_NOTE));
    if let Some(title) = changed_title(scenario) {
        document.insert("title", value(title));
    }
    Some(document.to_string())
}

/// The units of both sides, sorted.
fn armies(units: &Units) -> [Vec<Kind>; 2] {
    Side::BOTH.map(|side| {
        let own = units.iter().filter(|(_, unit)| unit.side == side);
        let mut kinds: Vec<Kind> = own.map(|(_, unit)| unit.kind).collect();
        kinds.sort_unstable();
        kinds
    })
}

/// Writes other armies.
fn change_army(army: &mut dyn TableLike, [white, black]: &[Vec<Kind>; 2]) {
    for key in ["both", "white", "black"] {
        army.remove(key);
    }
    let counts =
        |kinds| crate::army::written(kinds, Kind::ALL, |kind| drawing::name(kind).to_owned());
    if white == black {
        army.insert("both", value(counts(white)));
    } else {
        army.insert("white", value(counts(white)));
        army.insert("black", value(counts(black)));
    }
    army.insert("house", value(ARMY_NOTE));
}
