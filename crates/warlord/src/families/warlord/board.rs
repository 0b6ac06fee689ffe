//! A board and the status of the Warlord family in the terminal.

use board::Cell;
use rules::warlord::{Position, Side, TERRAIN, Terrain};
use rules::{Rules as _, ToAct};
use scenario::SideNames;

use crate::families::armies;
use crate::ink::{GroundSign, Legend, Square};

/// A sign for the unit, and one for the ground under it if there is terrain to stand on.
pub(in crate::families) fn signs(position: &Position) -> usize {
    let mut terrain = position.game().terrain.iter();
    let is_rough = terrain.any(|(_, terrain)| terrain.is_land() && *terrain != Terrain::Open);
    if is_rough { 2 } else { 1 }
}

pub(in crate::families) fn square(position: &Position, cell: Cell) -> Square {
    let unit = position.unit(cell);
    let letter = unit.map(|unit| unit.symbol().to_string());
    let style = unit.map(|unit| armies::unit_style(unit.side.into(), unit.kind.is_leader()));
    armies::square(
        letter.as_deref().zip(style),
        ground(position.game().terrain[cell]),
    )
}

pub(in crate::families) fn legend(position: &Position, names: &SideNames) -> Legend {
    let terrain = position.game().terrain.iter();
    armies::legend(names, terrain.map(|(_, kind)| (ground(*kind), kind.name())))
}

const fn ground(terrain: Terrain) -> Option<GroundSign> {
    match terrain {
        Terrain::Hole => None,
        Terrain::Open => Some(GroundSign::Open),
        Terrain::Town => Some(GroundSign::Town),
        Terrain::Trees => Some(GroundSign::Trees),
        Terrain::Hill => Some(GroundSign::Hill),
        Terrain::Water => Some(GroundSign::Water),
    }
}

pub(in crate::families) fn status(
    position: &Position,
    names: &SideNames,
    turn: &str,
) -> Vec<String> {
    let (left, cap) = (position.left(), position.cap());
    let mut lines = vec![armies::to_act(position, names, turn, TERRAIN, [left, cap])];
    if !matches!(position.to_act(), ToAct::Secretly(_)) {
        lines.extend(leaders(position, names));
    }
    lines
}

fn leaders(position: &Position, names: &SideNames) -> Vec<String> {
    let name = |side: Side| names.of(side.into()).to_owned();
    let tally = |side| {
        let leaders = position.leaders_left(side);
        let levels = match position.level_left(side) {
            // with leaders of level 1 alone the levels say nothing new
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
        lines.push(armies::LAST_PASS.to_owned());
    }
    lines
}
