//! A board of the Warlord family in the terminal: White's units are capitals, Black's are small.

use anstyle::Style;
use board::Cell;

use rules::warlord::{Position, Side, TERRAIN, Terrain, Unit};
use rules::{Family, Rules as _, ToAct};

use crate::families;
use crate::terminal::{Ground, Ink, Legend, Square, side_style};

/// A sign for the unit, and one for the ground under it where there is terrain to stand on.
pub(in crate::families) fn signs(position: &Position) -> usize {
    let mut terrain = position.game().terrain.iter();
    let is_rough = terrain.any(|(_, terrain)| terrain.is_land() && *terrain != Terrain::Open);
    if is_rough { 2 } else { 1 }
}

/// A unit, and the ground under it where there is terrain; or the ground.
pub(in crate::families) fn square(position: &Position, cell: Cell) -> Square {
    let terrain = position.game().terrain[cell];
    match position.unit(cell) {
        Some(unit) => {
            let under = match terrain {
                Terrain::Open => Ink::NONE,
                _ => ground(terrain),
            };
            let sign = Ink(unit.symbol(), unit_style(unit));
            Square {
                signs: [sign, under, Ink::NONE],
                unit: 1,
            }
        }
        None => Square {
            signs: [ground(terrain), Ink::NONE, Ink::NONE],
            unit: 0,
        },
    }
}

/// The meaning of letters and signs.
pub(in crate::families) fn legend(position: &Position) -> Legend {
    let [white, black] = Side::BOTH.map(|side| side_style(side.into()));
    let kinds = [Terrain::Town, Terrain::Trees, Terrain::Hill, Terrain::Water];
    let is_there = |kind: &Terrain| {
        let mut everywhere = position.game().terrain.iter();
        everywhere.any(|(_, terrain)| terrain == kind)
    };
    Legend {
        units: format!("{white}CAPITALS{white:#} White, {black}small letters{black:#} Black"),
        grounds: kinds
            .into_iter()
            .filter(is_there)
            .map(|kind| (ground(kind), kind.name()))
            .collect(),
    }
}

fn unit_style(unit: Unit) -> Style {
    let style = side_style(unit.side.into());
    if unit.kind.is_leader() {
        style.underline()
    } else {
        style
    }
}

/// The sign of a kind of ground.
const fn ground(terrain: Terrain) -> Ink {
    match terrain {
        Terrain::Hole => Ink::NONE,
        Terrain::Open => Ground::Open.ink(),
        Terrain::Town => Ground::Town.ink(),
        Terrain::Trees => Ground::Trees.ink(),
        Terrain::Hill => Ground::Hill.ink(),
        Terrain::Water => Ground::Water.ink(),
    }
}

/// The status of the game.
pub(in crate::families) fn status(position: &Position) -> Vec<String> {
    let to_act = position.to_act();
    let mut lines = vec![match to_act {
        ToAct::Secretly(_) => "Set-up: each side chooses unseen by the other.".to_owned(),
        ToAct::Lots(TERRAIN) => "The lot lays the terrain.".to_owned(),
        ToAct::Lots(_) => "The lot decides who begins.".to_owned(),
        ToAct::One(side) => {
            let (style, name) = (side_style(side), families::side_name(Family::Warlord, side));
            let (turn, left, cap) = (position.turn(), position.left(), position.cap());
            format!("Turn {turn}: {style}{name}{style:#} to move, {left} of {cap} orders left.")
        }
        ToAct::Nobody(outcome) => {
            format!(
                "Over: {}.",
                families::outcome_words(Family::Warlord, outcome)
            )
        }
    }];
    if !matches!(to_act, ToAct::Secretly(_)) {
        lines.extend(leaders(position));
    }
    lines
}

fn leaders(position: &Position) -> Vec<String> {
    let name = |side: Side| families::side_name(Family::Warlord, side.into());
    let tally = |side| {
        let leaders = position.leaders_left(side);
        let levels = match position.level_left(side) {
            levels if levels == leaders => String::new(),
            levels => format!(" (levels {levels})"),
        };
        let captured = position.captured(side);
        format!("{} {leaders}{levels}, captured {captured}", name(side))
    };
    let [white, black] = Side::BOTH.map(tally);
    let mut lines = vec![format!("Leaders: {white}; {black}.")];
    for side in Side::BOTH {
        let waiting = position.waiting(side).iter();
        let units: Vec<String> = waiting
            .map(|(turn, kind)| format!("{}@{turn}", kind.symbol()))
            .collect();
        if !units.is_empty() {
            lines.push(format!(
                "{} has still to enter: {}.",
                name(side),
                units.join(" ")
            ));
        }
    }
    if position.outcome().is_some() {
        return lines;
    }
    if let Some(side) = position.claim() {
        let (holder, other) = (name(side), name(side.opponent()));
        lines.push(format!(
            "{holder} has the claim: {other} must draw level in leaders captured by the end of this turn, or loses."
        ));
    }
    if position.passes() == 1 {
        lines.push("The last turn was a pass: another one is a draw.".to_owned());
    }
    lines
}
