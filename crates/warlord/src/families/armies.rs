//! What families with two sides and armies on a ground share in the terminal: the first side's units are capitals, the
//! other's small letters, and each ground has the same sign in every family.

use std::collections::BTreeMap;

use anstyle::Style;
use rules::{Draw, Rules, Side, ToAct};
use scenario::SideNames;

use crate::families::outcome_words;
use crate::ink::{GroundSign, Ink, Legend, MOST_SIGNS, Square, side_style};

/// The line of the status that warns of the draw by two passes.
pub(super) const LAST_PASS: &str = "The last turn was a pass: another one is a draw.";

pub(super) const fn unit_style(side: Side, is_leader: bool) -> Style {
    let style = side_style(side);
    if is_leader { style.underline() } else { style }
}

/// The letters of a unit and the ground beside them, unless it is open; or the ground alone. A cell that is missing
/// from the board has no ground.
pub(super) fn square(unit: Option<(&str, Style)>, ground: Option<GroundSign>) -> Square {
    let letters = unit.map_or("", |(letters, _)| letters);
    let style = unit.map_or(Style::new(), |(_, style)| style);
    // a dot beside every unit on open ground would only make the board harder to read
    let beside = ground.filter(|ground| letters.is_empty() || *ground != GroundSign::Open);
    let shown = letters.chars().map(|letter| Ink(letter, style));
    let mut signs = [Ink::NONE; MOST_SIGNS];
    for (sign, shown) in signs
        // a square has a fixed number of signs, and what does not fit is cut off instead of moving the columns
        .iter_mut()
        .zip(shown.chain(beside.map(GroundSign::ink)))
    {
        *sign = shown;
    }
    Square {
        signs,
        unit: letters.chars().count(),
    }
}

/// The meaning of the signs, with each kind of ground on the board by the name that the family gives it.
pub(super) fn legend(
    names: &SideNames,
    grounds: impl Iterator<Item = (Option<GroundSign>, &'static str)>,
) -> Legend {
    let named = |letters: &str, place: u8| {
        let side = Side::new(place)?;
        let style = side_style(side);
        Some(format!("{style}{letters}{style:#} {}", names.of(side)))
    };
    let units = [named("CAPITALS", 0), named("small letters", 1)];
    let units: Vec<String> = units.into_iter().flatten().collect();
    let shown = grounds.filter_map(|(ground, name)| Some((ground?, name)));
    let shown: BTreeMap<GroundSign, &str> = shown
        .filter(|(ground, _)| *ground != GroundSign::Open)
        .collect();
    Legend {
        units: units.join(", "),
        grounds: shown
            .into_iter()
            .map(|(ground, name)| (ground.ink(), name))
            .collect(),
    }
}

/// The first line of the status: what is decided next. `turn` names the turn, `terrain` is the family's draw that lays
/// the ground; then the orders left, and those of a whole turn.
pub(super) fn to_act<P: Rules>(
    position: &P,
    names: &SideNames,
    turn: &str,
    terrain: Draw,
    [left, cap]: [u8; 2],
) -> String {
    let family = position.family();
    match position.to_act() {
        ToAct::Secretly(_) => "Set-up: each side chooses unseen by the other.".to_owned(),
        ToAct::Lots(draw) if draw == terrain => "The lot lays the terrain.".to_owned(),
        ToAct::Lots(_) => "The lot decides who begins.".to_owned(),
        ToAct::One(side) => {
            let style = side_style(side);
            format!("{style}{turn}{style:#}: {left} of {cap} orders left.")
        }
        ToAct::Nobody(outcome) => format!(
            "Over: {}.",
            outcome_words(names, family, position.sides(), outcome)
        ),
    }
}
