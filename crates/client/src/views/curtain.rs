//! The curtain between two people at one screen.

use egui::{RichText, Ui};
use kit::views::theme::size;
use kit::views::widgets::{card, page, side_chip, wide_primary};

use crate::model::table::Table;
use crate::model::{Command, SecretCommand};

/// Covers the board until the right person says that they sit here.
pub(crate) fn show(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let seat = table.secrets.curtain.and_then(|seat| table.seen.seat(seat));
    let Some((seat, position)) = seat.zip(table.position()) else {
        return;
    };
    let turn = families::secret_words(position).turn;
    page(ui, 520.0, |ui| {
        ui.add_space(60.0);
        card(ui, |ui| {
            ui.vertical_centered(|ui| {
                side_chip(ui, seat.side, 56.0);
                let title = format!(
                    "{} {turn} {}",
                    seat.name,
                    table.seen.side_names().of(seat.side)
                );
                ui.label(RichText::new(title).size(size::HEADING));
                let others = match table.seen.contract.seats.len() {
                    2 => "The other player looks away now.",
                    _ => "Everybody else looks away now.",
                };
                ui.label(format!("{others} Nothing is shown before you are ready."));
                ui.add_space(8.0);
                if wide_primary(ui, &format!("I am {}: show my side", seat.name), true).clicked() {
                    out.push(SecretCommand::LiftCurtain.into());
                }
            });
        });
    });
}
