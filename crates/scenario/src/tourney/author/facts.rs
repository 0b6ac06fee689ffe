//! A game described in words, for people who choose or write a scenario.

use rules::tourney::{Game, Kind, Several, Switch};

use crate::SideNames;
use crate::counted::units;

/// The Castles, the armies and the way of setting up, one line each. `counted` is [`counted`] or, for readers who write
/// units as letters, [`lettered`].
pub fn facts(game: &Game, names: &SideNames, counted: fn(&[Kind]) -> String) -> Vec<String> {
    let mut lines = Vec::new();
    let players: Vec<_> = game.players().iter().collect();
    let armies: Vec<String> = players
        .iter()
        .map(|side| counted(&game.army(*side)))
        .collect();
    let castles = players.iter().filter_map(|side| {
        let castle = game.castle(*side)?;
        Some(format!("{} at {}", castle.name, castle.cell))
    });
    lines.push(format!(
        "Castles: {}",
        castles.collect::<Vec<_>>().join(", ")
    ));
    // pairwise, because with four seats one army may differ from the others
    if armies.windows(2).all(|pair| pair[0] == pair[1]) {
        lines.push(format!(
            "Each side: {}",
            armies.first().map_or("", String::as_str)
        ));
    } else {
        for (side, army) in players.iter().zip(&armies) {
            lines.push(format!("{}: {army}", names.of(*side)));
        }
    }
    lines.push(match game.options.several {
        Several::Off => "One unit moves in a turn".to_owned(),
        Several::Two => "Up to two units move in a turn".to_owned(),
        Several::All => "Every unit may move once in a turn".to_owned(),
    });
    if game.has(Switch::Wizard) {
        lines.push("The Wizard of the Woods has a seat of his own".to_owned());
    }
    lines.push(
        if game.has(Switch::Muster) {
            "Set-up: unseen, anywhere on the three ranks nearest to the side"
        } else {
            "Fixed set-up"
        }
        .to_owned(),
    );
    lines
}

/// The number of units of each kind in words: `1 warlord, 4 footmen`.
pub fn counted(army: &[Kind]) -> String {
    listed(army, |kind, count| units(count, kind.name()))
}

/// The same with the letter of each kind: `1 warlord (W), 4 footmen (F)`.
pub fn lettered(army: &[Kind]) -> String {
    listed(army, |kind, count| {
        format!("{} ({})", units(count, kind.name()), kind.symbol())
    })
}

fn listed(army: &[Kind], words: impl Fn(Kind, usize) -> String) -> String {
    let counted = Kind::ALL.into_iter().filter_map(|kind| {
        let count = army.iter().filter(|other| **other == kind).count();
        (count > 0).then(|| words(kind, count))
    });
    counted.collect::<Vec<_>>().join(", ")
}
