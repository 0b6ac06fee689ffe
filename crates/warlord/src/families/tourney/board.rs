//! A board and the status of War Lord Tourney in the terminal: squares, Castles, Dungeons, marks.

use board::Cell;
use cleaner::text::listed;
use rules::tourney::{Asked, Man, Position, Terrain, Unit};
use rules::{Family, Rules as _, Side, ToAct};
use scenario::SideNames;

use super::men::{self, named, state};
use super::{cards, name};
use crate::families::{armies, outcome_words};
use crate::ink::{GroundSign, Ink, Legend, MOST_SIGNS, Square, side_style};

/// As many signs as the fullest square needs, and one for the ground.
pub(in crate::families) fn signs(position: &Position) -> usize {
    let cells = position.board().cells();
    let letters = cells.map(|cell| inks(position, cell).len()).max();
    // two at least, so that the board keeps its width while units merely pair up
    letters.unwrap_or_default().max(2) + 1
}

pub(in crate::families) fn square(position: &Position, cell: Cell) -> Square {
    let units = inks(position, cell);
    let ground = ground(position.game().terrain[cell]);
    let beside = (units.is_empty() || ground != GroundSign::Open).then(|| ground.ink());
    let mut signs = [Ink::NONE; MOST_SIGNS];
    // the ground stands last, so that an encounter in a wood shows everybody before it shows the wood
    let shown = units.iter().copied().chain(beside);
    for (sign, shown) in signs.iter_mut().zip(shown) {
        *sign = shown;
    }
    Square {
        signs,
        unit: units.len().min(MOST_SIGNS),
    }
}

/// The letters of the units on a cell, in their order.
fn inks(position: &Position, cell: Cell) -> Vec<Ink> {
    let letters = |man: &Man| {
        let style = armies::unit_style(man.unit.owner, man.unit.kind.is_noble());
        // struck out whoever lies, so that it can be seen without a further letter
        let style = if man.unit.is_lying || man.is_felled {
            style.strikethrough()
        } else {
            style
        };
        let letters: Vec<Ink> = letters(&man.unit)
            .map(|letter| Ink(letter, style))
            .collect();
        letters
    };
    position.on(cell).flat_map(letters).collect()
}

/// A capital for the first side, a small letter for the second; a prefix for red, green and the undead, as in position texts.
fn letters(unit: &Unit) -> impl Iterator<Item = char> {
    let symbol = unit.kind.symbol();
    let (prefix, symbol) = match (unit.is_undead, unit.owner.index()) {
        (true, _) => (Some('u'), symbol),
        (false, 0) => (None, symbol),
        (false, 1) => (None, symbol.to_ascii_lowercase()),
        (false, 2) => (Some('r'), symbol),
        (false, _) => (Some('g'), symbol),
    };
    prefix.into_iter().chain([symbol])
}

pub(in crate::families) fn legend(position: &Position, names: &SideNames) -> Legend {
    let terrain = position.game().terrain.iter();
    let mut legend = armies::legend(
        names,
        terrain.map(|(_, kind)| (Some(ground(*kind)), kind.name())),
    );
    for (place, sign) in [(2, 'r'), (3, 'g')] {
        let side = Side::new(place).filter(|side| position.sides().contains(*side));
        let Some(side) = side else { continue };
        let style = side_style(side);
        let (sign, whose) = if position.game().is_wizard(side) {
            ('u', "the undead".to_owned())
        } else {
            (sign, name(side))
        };
        legend.units += &format!(", {style}{sign}X{style:#} {whose}");
    }
    legend
}

const fn ground(terrain: Terrain) -> GroundSign {
    match terrain {
        Terrain::Open => GroundSign::Open,
        Terrain::Forest => GroundSign::Trees,
        Terrain::Rough => GroundSign::Rough,
        Terrain::Castle => GroundSign::Castle,
        Terrain::Green => GroundSign::Green,
        Terrain::Hill => GroundSign::Hill,
        Terrain::River => GroundSign::Water,
        Terrain::Mountain => GroundSign::Mountain,
        Terrain::Bridge => GroundSign::Bridge,
    }
}

pub(in crate::families) fn status(
    position: &Position,
    names: &SideNames,
    turn: &str,
) -> Vec<String> {
    let mut lines = vec![asked(position, names, turn)];
    lines.extend(cards::fight(position, None));
    lines.extend(castles(position));
    let marked: Vec<String> = position
        .men()
        .iter()
        .filter(|man| man.square().is_some())
        .filter_map(|man| {
            let state = state(position, man);
            let named = named(position, man)?;
            (!state.is_empty()).then(|| format!("{named}{state}"))
        })
        .collect();
    // during a fight the line of the duel says it already
    if !marked.is_empty() && position.fight().is_none() {
        lines.push(format!("Marked: {}.", marked.join("; ")));
    }
    lines.extend(graves(position));
    let limit = position.game().most_quiet(position.game().sides().len());
    // half of the turns that draw the game: earlier the line would only be noise
    if position.quiet() >= limit / 2 {
        let quiet = position.quiet();
        lines.push(format!(
            "Quiet turns in a row: {quiet}; {limit} are a draw."
        ));
    }
    lines
}

/// The first line of the status: what is asked of whom.
fn asked(position: &Position, names: &SideNames, turn: &str) -> String {
    let whose = |side: Side| {
        let style = side_style(side);
        format!("{style}{}{style:#}", name(side))
    };
    let decides = match position.to_act() {
        ToAct::One(side) => whose(side),
        ToAct::Secretly(sides) => {
            let names: Vec<String> = sides.iter().map(whose).collect();
            listed(&names)
        }
        ToAct::Lots(_) | ToAct::Nobody(_) => String::new(),
    };
    let question = match position.asked() {
        Asked::Nothing(outcome) => {
            return format!(
                "Over: {}.",
                outcome_words(names, Family::Tourney, position.game().sides(), outcome)
            );
        }
        Asked::Muster(_) => {
            return format!("Muster: {decides} place their units unseen by each other.");
        }
        Asked::FirstPlayer => return "The lot decides who begins.".to_owned(),
        Asked::Move { left: None } => "to move as many units as it likes".to_owned(),
        Asked::Move { left: Some(0) } => "has moved: `end` closes the moves".to_owned(),
        Asked::Move { left: Some(1) } => "to move a unit, or `end`".to_owned(),
        Asked::Move { left: Some(left) } => format!("to move up to {left} units, or `end`"),
        Asked::Wander { man, .. } => {
            let man = named(position, &man).unwrap_or_default();
            return format!("{turn}: the lot leads the {man} out of the wood.");
        }
        Asked::Shot { .. } => "choose unseen where the arrow is aimed and parried".to_owned(),
        Asked::Free(_) => "frees a prisoner".to_owned(),
        Asked::Encounter(cells) => {
            let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
            format!("says which encounter comes next: {}", cells.join(", "))
        }
        Asked::Rose { cell, .. } => {
            format!("says which of the two nobles on {cell} yields to the Lady")
        }
        Asked::Cards(cell) => format!("choose cards unseen for the duel on {cell}"),
        Asked::Judge {
            man,
            can_capture,
            can_decline,
            ..
        } => {
            let man = named(position, &man).unwrap_or_default();
            let words = match (can_capture, can_decline) {
                (true, true) => "capture, slay or decline",
                (true, false) => "capture or slay",
                (false, _) => "slay or decline",
            };
            format!("decides about the {man}: {words}")
        }
        Asked::Heir(_) => "says who becomes Warlord, or declines".to_owned(),
        Asked::Lady { .. } => "says what the Lady does, or declines".to_owned(),
    };
    format!("{turn}: {decides} {question}.")
}

/// Who waits in each Castle and who sits in its Dungeon, a line for each Castle that has either; the Ladies' wood too.
pub(super) fn castles(position: &Position) -> Vec<String> {
    let listed = |men: &mut dyn Iterator<Item = &Man>| {
        let men: Vec<String> = men
            .map(|man| format!("{}{}", man.unit.kind.name(), state(position, man)))
            .collect();
        men
    };
    let mut lines = Vec::new();
    for side in position.game().players().iter() {
        let Some(castle) = position.game().castle(side) else {
            continue;
        };
        let head = format!("{}'s Castle {}", name(side), castle.cell);
        if position.out().contains(side) {
            lines.push(format!("{head}: closed."));
            continue;
        }
        let queue = listed(&mut position.queue(side));
        let inside = match queue.split_first() {
            None => "empty".to_owned(),
            Some((occupant, [])) => occupant.clone(),
            Some((occupant, waiting)) => {
                format!("{occupant}, then {} inside", waiting.join(", "))
            }
        };
        let prisoners: Vec<String> = position
            .dungeon(side)
            .map(|man| men::unit(man.unit))
            .collect();
        let dungeon = match prisoners.is_empty() {
            true => String::new(),
            false => format!(" Dungeon: {}.", prisoners.join(", ")),
        };
        lines.push(format!("{head}: {inside}.{dungeon}"));
    }
    let held: Vec<String> = position.held().map(|man| men::unit(man.unit)).collect();
    if !held.is_empty() {
        lines.push(format!("Held in the wood: {}.", held.join(", ")));
    }
    lines
}

fn graves(position: &Position) -> Option<String> {
    let graves: Vec<String> = position
        .graves()
        .iter()
        .map(|grave| {
            let blessed = if grave.is_blessed { " (blessed)" } else { "" };
            let whose = name(grave.owner);
            format!("{whose} {} on {}{blessed}", grave.kind.name(), grave.cell)
        })
        .collect();
    (!graves.is_empty()).then(|| format!("Graves: {}.", graves.join("; ")))
}
