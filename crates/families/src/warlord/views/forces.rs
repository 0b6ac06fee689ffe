//! The forces of a side: in one line, in words, and in full.

use std::collections::BTreeMap;

use board::Cell;
use egui::{Ui, vec2};
use kit::model::ask::Ask;
use kit::model::family::FamilyTypes as _;
use kit::model::standing::Standing;
use kit::model::tabletop::Tabletop;
use kit::model::words::count;
use kit::views::armies;
use kit::views::canvas::Canvas;
use kit::views::tokens::fallen;
use picture::warlord::token;
use rules::Family;
use rules::warlord::{Event, Kind, Position, Side, Unit};

use super::reinforcements;
use super::units::unit_chip;
use crate::warlord::Warlord;
use crate::warlord::model::words;

/// A side in one line, from the right: its units, its leaders, its towns.
pub(super) fn line(position: &Position, side: Side, canvas: &mut Canvas, ui: &mut Ui) {
    if let Some([held, needed]) = words::towns_held(position, side) {
        armies::number(ui, format!("towns {held}/{needed}"));
    }
    for (kind, count) in [
        (Kind::Infantry, units(position, side)),
        (Kind::Leader3, usize::from(position.leaders_left(side))),
    ] {
        armies::number(ui, count.to_string());
        unit_chip(ui, canvas, Unit { side, kind }, 22.0);
    }
}

fn units(position: &Position, side: Side) -> usize {
    let units = position.units();
    units.filter(|(_, unit)| unit.side == side).count()
}

/// The same and more in words.
pub(super) fn told(table: &dyn Tabletop, position: &Position, side: Side) -> String {
    let leaders = usize::from(position.leaders_left(side));
    let mut told = vec![
        count(units(position, side), "unit", "units"),
        format!("{} left", count(leaders, "leader", "leaders")),
        points(position, side),
    ];
    told.extend(words::towns(position, side));
    // one number of captures, and of which leaders: two lines would seem to differ
    let taken = taken(table, side).into_iter();
    let taken = taken.map(|(unit, count)| format!("{count} {}", unit.kind.name()));
    let taken: Vec<String> = taken.collect();
    if !taken.is_empty() {
        told.push(format!("captured: {}", taken.join(", ")));
    }
    told.join(", ")
}

fn points(position: &Position, side: Side) -> String {
    let points = usize::from(position.level_left(side));
    let points = count(points, "command point", "command points");
    match position.game().command_ending {
        true => format!("{points}, loses below {}", position.game().cap.number),
        false => points,
    }
}

/// A side's leaders, captures, command points and reinforcements, and how near the game is to its end.
pub(super) fn details(
    table: &dyn Tabletop,
    position: &Position,
    side: Side,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Warlord>>,
) {
    let number = units(position, side);
    armies::head(ui, table, side.into(), number);
    leaders(table, position, side, canvas, ui, out);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.weak(points(position, side));
        if let Some(towns) = words::towns(position, side) {
            ui.weak(format!("\u{00B7} {towns}"));
        }
    });
    captured(table, side, canvas, ui);
    // in a scope of its own: the list sets spacings that must not reach the other side's armies
    ui.scope(|ui| reinforcements::waiting(position, side, canvas, ui));
}

/// The claim that must be answered.
pub(super) fn standing(table: &dyn Tabletop, position: &Position) -> Option<Standing> {
    position.claim()?;
    let words = words::claim(position, table.seats(), table.side_names())?;
    Some(Standing {
        words,
        is_grave: true,
    })
}

/// The units a side has captured up to the position on the board, each with its number.
fn taken(table: &dyn Tabletop, by: Side) -> BTreeMap<Unit, usize> {
    let mut taken: BTreeMap<Unit, usize> = BTreeMap::new();
    // from the events, because a position counts captured leaders and no other unit
    for event in table.events_shown() {
        if let Some(Event::Moved {
            unit,
            captured: Some(lost),
            ..
        }) = Warlord::own_event(event)
            && unit.side == by
        {
            *taken.entry(*lost).or_default() += 1;
        }
    }
    taken
}

fn captured(table: &dyn Tabletop, by: Side, canvas: &mut Canvas, ui: &mut Ui) {
    let units: Vec<_> = taken(table, by)
        .into_iter()
        .map(|(unit, count)| (token(Cell::new(0, 0), unit), unit.kind.name(), count))
        .collect();
    fallen(ui, canvas, Family::Warlord, "captured", &units);
}

/// A side's leaders, each member's in a line of its own where members share the side.
fn leaders(
    table: &dyn Tabletop,
    position: &Position,
    side: Side,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Warlord>>,
) {
    let members = position.members(side);
    if members < 2 {
        return leaders_of(position, side, None, canvas, ui, out);
    }
    for member in 0..members {
        let name = table.member_name(side.into(), member);
        ui.weak(format!("{} {name}", member + 1));
        leaders_of(position, side, Some(member), canvas, ui, out);
    }
}

/// Leaders as drawings, highest level first, those captured left out; a click on one shows where it stands. Very many of
/// one kind are one drawing and a number.
fn leaders_of(
    position: &Position,
    side: Side,
    member: Option<u8>,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Warlord>>,
) {
    // more drawings would push all that is below them out of sight
    const MOST: usize = 18;
    const KINDS: [Kind; 4] = [Kind::Leader3, Kind::Leader2, Kind::Leader1, Kind::Promoted];
    let rank = |kind: Kind| KINDS.iter().position(|other| *other == kind);
    let own = position.units().filter(|(_, unit)| unit.side == side);
    let own = own.filter(|(cell, _)| member.is_none() || position.owner(*cell) == member);
    let mut leaders: Vec<(usize, Cell, Unit)> = own
        .filter_map(|(cell, unit)| Some((rank(unit.kind)?, cell, unit)))
        .collect();
    leaders.sort_by_key(|(rank, cell, _)| (*rank, *cell));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        if leaders.len() > MOST {
            for kind in KINDS {
                let count = leaders
                    .iter()
                    .filter(|(_, _, unit)| unit.kind == kind)
                    .count();
                if count > 0 {
                    unit_chip(ui, canvas, Unit { side, kind }, 26.0);
                    ui.label(format!("\u{00D7} {count}"));
                    ui.add_space(8.0);
                }
            }
            return;
        }
        for (_, cell, unit) in leaders {
            let name = format!("{} on {cell}: show it", unit.kind.name());
            let chip = unit_chip(ui, canvas, unit, 26.0);
            armies::leads_to(&chip, &name, cell, canvas, out);
        }
    });
}
