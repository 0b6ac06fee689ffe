//! Both armies beside the board.

use std::collections::BTreeMap;

use board::Cell;
use eframe::egui::{Ui, vec2};
use kit::model::ask::Ask;
use kit::model::family::FamilyTypes as _;
use kit::model::tabletop::Tabletop;
use kit::model::words::count;
use kit::views::armies;
use kit::views::canvas::Canvas;
use kit::views::theme::palette;
use kit::views::tokens::fallen;
use kit::views::widgets::{card, note};
use picture::warlord::token;
use rules::Family;
use rules::warlord::{Event, Kind, Position, Side, Unit};

use super::reinforcements;
use super::units::unit_chip;
use crate::two_sides;
use crate::warlord::Warlord;
use crate::warlord::model::words;

/// Both armies: their players, leaders and captures, and how near the game is to its end.
pub(super) fn show(
    table: &dyn Tabletop,
    position: &Position,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Warlord>>,
) {
    card(ui, |ui| {
        let sides = armies::from_the_top(table);
        for side in sides.filter_map(|side| two_sides::side(Some(side))) {
            let units = position
                .units()
                .filter(|(_, unit)| unit.side == side)
                .count();
            armies::head(ui, table, side.into(), units);
            leaders(position, side, canvas, ui, out);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let taken = position.captured(side);
                let limit = position.game().cap.number;
                let levels = position.level_left(side);
                let points = count(usize::from(levels), "command point", "command points");
                if position.game().command_ending {
                    ui.weak(format!("{points}, loses below {limit} \u{00B7}"));
                } else {
                    ui.weak(format!("{points} \u{00B7}"));
                }
                ui.weak(format!(
                    "{} captured",
                    count(usize::from(taken), "leader", "leaders")
                ));
                if let Some(towns) = words::towns(position, side) {
                    ui.weak(format!("\u{00B7} {towns}"));
                }
            });
            captured(table, side, canvas, ui);
            // in a scope of its own: the list sets spacings that must not reach the other side's armies
            ui.scope(|ui| reinforcements::waiting(position, side, canvas, ui));
            ui.add_space(4.0);
        }
        if let Some(claim) = words::claim(position, table.seats(), table.side_names()) {
            if position.claim().is_some() {
                ui.colored_label(palette(ui).warn, claim);
            } else {
                note(ui, claim);
            }
        }
    });
}

/// The units a side has captured up to the position on the board.
fn captured(table: &dyn Tabletop, by: Side, canvas: &mut Canvas, ui: &mut Ui) {
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
    let units: Vec<_> = taken
        .into_iter()
        .map(|(unit, count)| (token(Cell::new(0, 0), unit), unit.kind.name(), count))
        .collect();
    fallen(ui, canvas, Family::Warlord, "captured", &units);
}

/// A side's leaders as drawings, highest level first, those captured left out; a click on one shows where it stands.
/// Very many of one kind are one drawing and a number.
fn leaders(
    position: &Position,
    side: Side,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Warlord>>,
) {
    // more drawings would push all that is below them out of sight
    const MOST: usize = 18;
    const KINDS: [Kind; 4] = [Kind::Leader3, Kind::Leader2, Kind::Leader1, Kind::Promoted];
    let rank = |kind: Kind| KINDS.iter().position(|other| *other == kind);
    let own = position.units().filter(|(_, unit)| unit.side == side);
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
