//! A game described in words, for people who choose or write a scenario.

use rules::wargame::{Game, Kind, Side, Start};

use crate::SideNames;
use crate::counted::units;

/// The armies, the orders of a turn, the map by lot and the set-up of a game, one line each. `counted` is [`counted`]
/// or, for readers who write units as letters, [`lettered`].
pub fn facts(game: &Game, names: &SideNames, counted: fn(&[Kind]) -> String) -> Vec<String> {
    let armies = Side::BOTH.map(|side| counted(&game.army(side)));
    let mut lines = vec![format!("Played by the rules of {}", game.ruleset.name())];
    if armies[0] == armies[1] {
        lines.push(format!("Each side: {}", armies[0]));
    } else {
        for (side, army) in Side::BOTH.into_iter().zip(&armies) {
            lines.push(format!("{}: {army}", names.of(side.into())));
        }
    }
    // Rules: wargame 1.4: with `half-first` the first turn has fewer
    let first = match game.cap(1) {
        first if first == game.cap => String::new(),
        first => format!(", {first} in the first turn"),
    };
    lines.push(format!("Orders a turn: {}{first}", game.cap));
    let (from, to) = (game.middle.start + 1, game.middle.end);
    if game.awaits_map() {
        lines.push(format!(
            "Laid by lot before the set-up: towns, trees and hills on ranks {from} to {to}"
        ));
    }
    lines.push(match &game.start {
        Start::Fixed(_) => "Fixed set-up".to_owned(),
        Start::Hidden(_) => format!(
            "Set-up: unseen, anywhere on the {} ranks nearest to the side",
            game.middle.start
        ),
    });
    lines
}

/// The number of units of each kind in words: `6 tank commanders, 1 commander`.
pub fn counted(army: &[Kind]) -> String {
    listed(army, |kind, count| units(count, kind.name()))
}

/// The same with the letters of each kind: `6 tank commanders (TC), 1 commander (C)`.
pub fn lettered(army: &[Kind]) -> String {
    listed(army, |kind, count| {
        let symbol = super::super::drawing::name(kind);
        format!("{} ({symbol})", units(count, kind.name()))
    })
}

fn listed(army: &[Kind], words: impl Fn(Kind, usize) -> String) -> String {
    let counted = Kind::ALL.into_iter().filter_map(|kind| {
        let count = army.iter().filter(|other| **other == kind).count();
        (count > 0).then(|| words(kind, count))
    });
    counted.collect::<Vec<_>>().join(", ")
}
