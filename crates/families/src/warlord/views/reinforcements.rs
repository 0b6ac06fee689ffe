//! The reinforcements beside the board: the tray of the units due, and the list of the units each side
//! awaits.

use egui::{Button, Ui, vec2};
use kit::model::ask::Ask;
use kit::model::words::count;
use kit::views::canvas::Canvas;
use kit::views::tokens::{Tile, tile};
use kit::views::widgets::{card, note, section, section_about};
use rules::warlord::{Kind, Position, Side, Unit};

use rules::Family;

use super::units::{anywhere, unit_chip};
use crate::warlord::Warlord;
use crate::warlord::model::hand::HandCommand;
use crate::warlord::model::{entry, words};

/// Shows the tray of the reinforcements that the side to move may bring in now.
pub(super) fn show(
    entering: Option<Kind>,
    position: &Position,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Warlord>>,
) {
    let due = entry::due(position);
    if due.is_empty() {
        return;
    }
    // a unit enters before the turn's first move only (warlord 2.12)
    let late = position.orders_made() > 0;
    card(ui, |ui| {
        if late {
            section(ui, "Reinforcements");
            return note(
                ui,
                format!(
                    "Still due: {}. They enter before a turn's first move: undo to bring more in now, or do it next turn.",
                    words::kinds(&due)
                ),
            );
        }
        section_about(
            ui,
            "Reinforcements",
            "Click one, then free cells of your corner; or drag it there. It costs no order.",
        );
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for (kind, count) in &due {
                let picked = entering == Some(*kind);
                due_tile(position.side(), *kind, *count, picked, canvas, ui, out);
            }
        });
        // something is due, so that nothing can enter only if there is no room
        let full = entry::all(position).is_empty();
        ui.horizontal(|ui| {
            if ui
                .add_enabled(!full, Button::new("Enter all"))
                .on_hover_text("Brings in everything that finds room")
                .clicked()
            {
                out.push(Ask::Hand(HandCommand::EnterAll));
            }
            if full {
                ui.weak("The corner is full.");
            }
        });
    });
    ui.add_space(8.0);
}

fn due_tile(
    side: Side,
    kind: Kind,
    count: usize,
    picked: bool,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Warlord>>,
) {
    let unit = Unit { side, kind };
    let name = format!("{}: {count} due to enter", kind.name());
    let (response, dropped) = tile(
        ui,
        canvas,
        &Tile {
            family: Family::Warlord,
            token: anywhere(unit),
            text: &count.to_string(),
            name: &name,
            picked,
            enabled: true,
        },
    );
    if response.clicked() {
        out.push(Ask::Hand(HandCommand::Pick(kind)));
    }
    if let Some(cell) = dropped {
        out.push(Ask::Hand(HandCommand::Enter(kind, cell)));
    }
    response.on_hover_text(name);
}

/// Lists the reinforcements that a side awaits, a line for each turn on which units are due.
pub(super) fn waiting(position: &Position, side: Side, canvas: &mut Canvas, ui: &mut Ui) {
    let now = entry::own_turn(position, side);
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 20.0;
    for block in entry::waiting(position, side) {
        // blocks of earlier turns that found no room are due now too
        let in_turns = u32::from(block.turn).saturating_sub(now);
        let when = match in_turns {
            0 if position.side() == side => "due now".to_owned(),
            0 => "due next turn".to_owned(),
            _ => format!("on turn {}", block.turn),
        };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for (kind, count) in block.kinds.iter().filter(|(kind, _)| kind.is_leader()) {
                for _ in 0..*count {
                    unit_chip(ui, canvas, Unit { side, kind: *kind }, 20.0);
                }
            }
            ui.weak(format!("{} {when}", count(block.units(), "unit", "units")));
        })
        .response
        .on_hover_text(words::kinds(&block.kinds));
    }
}
