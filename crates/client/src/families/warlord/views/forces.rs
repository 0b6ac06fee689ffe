//! Both armies beside the board.

use std::collections::BTreeMap;

use board::Cell;
use eframe::egui::{self, Align, Layout, RichText, Ui, vec2};
use picture::warlord::token;
use rules::warlord::{Event, Kind, Position, Side, Unit};
use rules::{AnyEvent, Family};

use super::reinforcements;
use super::units::unit_chip;
use crate::families::warlord::model::words;
use crate::shell::model::table::Table;
use crate::shell::model::words::count;
use crate::shell::model::{BoardCommand, Command};
use crate::shell::views::View;
use crate::shell::views::widgets::{card, note, side_chip};
use crate::theme::palette;
use crate::views::tokens::fallen;

/// Both armies: who plays them, their leaders, what they captured, and how the ending stands.
pub(crate) fn show(
    table: &Table,
    position: &Position,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    card(ui, |ui| {
        let bottom = if table.flipped {
            Side::Black
        } else {
            Side::White
        };
        for side in [bottom.opponent(), bottom] {
            let name = table.name_of(side.into());
            let units = position
                .units()
                .filter(|(_, unit)| unit.side == side)
                .count();
            ui.horizontal(|ui| {
                // the number first, so that a long name is cut and not the number
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.weak(count(units, "unit", "units"));
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        side_chip(ui, side.into(), 18.0);
                        let name = if name.is_empty() {
                            words::side_name(side)
                        } else {
                            name
                        };
                        ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
                    });
                });
            });
            leaders(position, side, view, ui, out);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let taken = position.captured(side);
                let limit = position.game().cap.number;
                let levels = position.level_left(side);
                if position.game().command_ending {
                    ui.weak(format!("levels {levels}, loses under {limit} \u{00B7}"));
                } else {
                    ui.weak(format!("levels {levels} \u{00B7}"));
                }
                ui.weak(format!("has captured {taken}"));
                if let Some(towns) = words::towns(position, side) {
                    ui.weak(format!("\u{00B7} {towns}"));
                }
            });
            captured(table, side, view, ui);
            ui.scope(|ui| reinforcements::waiting(position, side, view, ui));
            ui.add_space(4.0);
        }
        if let Some(claim) = words::claim(position, &table.seen.contract.seats) {
            if position.claim().is_some() {
                ui.colored_label(palette(ui).warn, claim);
            } else {
                note(ui, claim);
            }
        }
    });
}

/// The units a side has captured up to the position on the board.
fn captured(table: &Table, by: Side, view: &mut View, ui: &mut Ui) {
    let mut taken: BTreeMap<Unit, usize> = BTreeMap::new();
    for event in table.events_shown() {
        if let AnyEvent::Warlord(Event::Moved {
            unit,
            captured: Some(lost),
            ..
        }) = event
            && unit.side == by
        {
            *taken.entry(*lost).or_default() += 1;
        }
    }
    let units: Vec<_> = taken
        .into_iter()
        .map(|(unit, count)| (token(Cell::new(0, 0), unit), unit.kind.name(), count))
        .collect();
    fallen(ui, view, Family::Warlord, "captured", &units);
}

/// A side's leaders as drawings, highest level first, those captured left out; a click on one shows where it stands. Very
/// many of one kind are one drawing and a number.
fn leaders(position: &Position, side: Side, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
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
                    unit_chip(ui, view, Unit { side, kind }, 26.0);
                    ui.label(format!("\u{00D7} {count}"));
                    ui.add_space(8.0);
                }
            }
            return;
        }
        for (_, cell, unit) in leaders {
            let name = format!("{} on {cell}: show it", unit.kind.name());
            let chip = unit_chip(ui, view, unit, 26.0).interact(egui::Sense::click());
            chip.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
            if chip.on_hover_text(&name).clicked() {
                view.board.show_cell(cell);
                out.push(BoardCommand::Cursor(cell).into());
            }
        }
    });
}
