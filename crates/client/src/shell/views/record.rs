//! The record of a match: its turns, and the way through them.

use eframe::egui::{Button, RichText, ScrollArea, Slider, Ui, vec2};
use protocol::{Done, Step};
use rules::{Family, Rules};

use super::commands::{ORDER_BACK, ORDER_ON, TO_BEGINNING, TO_END, TO_NOW, TURN_BACK, TURN_ON};
use super::widgets::{note, row, section, side_chip};
use crate::families;
use crate::shell::model::table::{Spot, Table};
use crate::shell::model::words::count;
use crate::shell::model::{Command, Model, ReplayCommand};

/// The turns made, with a slider through them.
pub(crate) fn show(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let steps = table.seen.record();
    let Some(family) = table
        .position()
        .map(Rules::family)
        .filter(|_| !steps.is_empty())
    else {
        return note(ui, "No turn has been made yet.");
    };
    let spot = table.spot();
    if table.replay {
        let told = match spot {
            Some(Spot::BEGINNING) => "The beginning".to_owned(),
            Some(spot) => format!(
                "Turn {} of {}, {} of {}",
                steps[spot.step].turn,
                steps.len(),
                spot.orders,
                count(table.end_of(spot.step).orders, "order", "orders"),
            ),
            None => "The end".to_owned(),
        };
        section(ui, &told);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().button_padding.x = 6.0;
        ui.spacing_mut().item_spacing.x = 6.0;
        for (text, entry) in [
            ("|<", TO_BEGINNING),
            ("<<", TURN_BACK),
            ("<", ORDER_BACK),
            (">", ORDER_ON),
            (">>", TURN_ON),
            (">|", if table.replay { TO_END } else { TO_NOW }),
        ] {
            let button = Button::new(RichText::new(text).monospace()).min_size(vec2(36.0, 26.0));
            if ui
                .add(button)
                .on_hover_text(entry.hover)
                .accessible_name(entry.label)
                .clicked()
            {
                out.extend(entry.command(model));
            }
        }
    });
    let mut at = spot.map_or(steps.len(), |spot| spot.step + usize::from(spot.orders > 0));
    ui.spacing_mut().slider_width = ui.available_width() - 4.0;
    let slider = Slider::new(&mut at, 0..=steps.len()).show_value(false);
    if ui.add(slider).accessible_name("Turn shown").changed() {
        let spot = match at.checked_sub(1) {
            None => Some(Spot::BEGINNING),
            Some(step) if step + 1 == steps.len() && !table.replay => None,
            Some(step) => Some(table.end_of(step)),
        };
        out.push(ReplayCommand::Look(spot).into());
    }
    ui.add_space(2.0);
    let height = 26.0;
    ui.spacing_mut().item_spacing.y = 2.0;
    ScrollArea::vertical()
        .id_salt("turns")
        .max_height(230.0)
        .stick_to_bottom(spot.is_none())
        .show_rows(ui, height, steps.len(), |ui, rows| {
            for step in rows {
                let shown = spot.map_or(step + 1 == steps.len(), |spot| spot.step == step);
                ui.horizontal(|ui| {
                    let text = match table.orders(step) {
                        Some((side, orders)) => {
                            side_chip(ui, side, 14.0);
                            moves(family, orders)
                        }
                        None => events(&steps[step]),
                    };
                    let text = format!("{}. {text}", steps[step].turn);
                    if row(ui, shown, &text).clicked() {
                        out.push(ReplayCommand::Look(Some(table.end_of(step))).into());
                    }
                });
            }
        });
}

/// The orders of one side in a line.
fn moves(family: Family, orders: &[Done]) -> String {
    let orders = orders.iter().map(|done| &done.order);
    let first = families::preliminaries(family, orders.clone());
    let mut moves: Vec<String> = Vec::new();
    if first.count > 0 {
        moves.push(first.short);
    }
    moves.extend(orders.skip(first.count).map(families::short));
    if moves.is_empty() {
        return "pass".to_owned();
    }
    moves.join("  ")
}

/// The events of an opening or a lot in a line.
fn events(step: &Step) -> String {
    let events: Vec<String> = step.events().map(ToString::to_string).collect();
    events.join("; ")
}
