//! A game described in words, for people who choose or write a scenario.

use rules::warlord::{Game, Kind, Side, Start};

use crate::SideNames;
use crate::counted::units;

/// The armies, the terrain by lot, the CAP, the range and the set-up of a game, one line each. `counted` is [`counted`]
/// or, for readers who write units as letters, [`lettered`].
pub fn facts(game: &Game, names: &SideNames, counted: fn(&[Kind]) -> String) -> Vec<String> {
    let armies = game.armies.each_ref().map(|army| counted(army));
    let mut lines = if armies[0] == armies[1] {
        vec![format!("Each side: {}", armies[0])]
    } else {
        let name = |side: Side| names.of(side.into());
        let lines = Side::BOTH.into_iter().zip(&armies);
        lines
            .map(|(side, army)| format!("{}: {army}", name(side)))
            .collect()
    };
    if let Some(choice) = game.choice {
        lines.push(format!("Chosen in secret beside these: {choice}"));
    }
    if let Some(scatter) = game.scatter {
        lines.push(format!(
            "Laid by lot before the set-up: {} to {} cells of trees and {} to {} hills on ranks {} to {}",
            scatter.trees.from,
            scatter.trees.to,
            scatter.hills.from,
            scatter.hills.to,
            // ranks are counted from 1 for people
            scatter.ranks.from + 1,
            scatter.ranks.to + 1
        ));
    }
    let mut cap = format!("Orders a turn: {}", game.cap.number);
    if game.cap.leaders_left {
        cap.push_str(", but no more than the side has leaders left");
    }
    if let Some((turn, number)) = game.cap.rise {
        cap.push_str(&format!("; {number} from the side's turn {turn} on"));
    }
    lines.push(cap);
    lines.push(format!(
        "Leaders activate units within {} cells",
        game.range
    ));
    if game.heavy_as_hero {
        lines.push("Heavy Cavalry moves as the Hero".to_owned());
    }
    let turns = |turns: &[u16]| {
        let turns: Vec<String> = turns.iter().map(u16::to_string).collect();
        turns.join(", ")
    };
    match &game.start {
        Start::Fixed(_) => lines.push("Fixed set-up".to_owned()),
        Start::Hidden(hidden) => {
            lines.push(format!(
                "Set-up: unseen; {} and {} in each of {} of the {} home sections",
                number(hidden.leaders, "leader"),
                number(hidden.others, "other"),
                hidden.used,
                hidden.sections[0].len()
            ));
            if !hidden.enters.is_empty() {
                lines.push(format!(
                    "The sections enter one after the other, from the side's turns {} on",
                    turns(&hidden.enters)
                ));
            }
        }
    }
    for side in Side::BOTH {
        let blocks = game
            .entry
            .iter()
            .flat_map(|entry| &entry.blocks[side.index()]);
        let due: Vec<u16> = blocks.map(|block| block.turn).collect();
        if !due.is_empty() {
            lines.push(format!(
                "Reinforcements of {} enter from its turns {} on",
                names.of(side.into()),
                turns(&due)
            ));
        }
    }
    lines
}

fn number(count: u8, of: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {of}{end}")
}

/// The number of units of each kind in words: `2 leaders, 1 shaman`.
pub fn counted(army: &[Kind]) -> String {
    listed(army, |kind, count| units(count, kind.name()))
}

/// The same with the letter of each kind: `2 leaders (L), 1 shaman (S)`.
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
