//! The choice of a card.

use eframe::egui::{Button, CentralPanel, Frame, RichText, Ui};
use rules::testing::toy::Order;
use rules::{AnyPosition, Rules};

use super::scenes;
use crate::families::SecretChange;
use crate::families::toy::model::Choice;
use crate::shell::model::table::Table;
use crate::shell::model::{Command, Model, SecretCommand};
use crate::shell::views::View;
use crate::shell::views::sealing::locked_board;
use crate::shell::views::widgets::{card, side_chip, side_column, wide_primary};
use crate::theme::palette;

/// The page on which a card is chosen: a button for each card, beside the board.
pub(crate) fn show(
    model: &Model,
    choice: &Choice,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    side_column(ui, "card", 300.0, |ui| {
        card(ui, |ui| {
            ui.horizontal(|ui| {
                side_chip(ui, choice.side(), 24.0);
                ui.label(RichText::new("Choose a card").size(19.0));
            });
            for number in 1..=choice.cards {
                let chosen = choice.order == Some(Order::Card(number));
                let button = Button::selectable(chosen, format!("Card {number}"));
                if ui.add(button).clicked() {
                    out.push(SecretChange::Toy(number).into());
                }
            }
            if wide_primary(ui, "Lock the card", choice.order.is_some()).clicked() {
                out.push(SecretCommand::Lock.into());
            }
        });
    });
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| locked(model, choice, table, view, ui, out));
}

/// The board of the fight, to be looked at.
pub(crate) fn locked(
    model: &Model,
    _: &Choice,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let Some(AnyPosition::Toy(position)) = table.position() else {
        return;
    };
    let scene = view.scene(model.revision, || scenes::table(table, position));
    let name = |cell| scenes::cell_name(position, None, cell);
    locked_board(position.board(), &scene, &name, table, view, ui, out);
}
