//! The choice of a card or a sign.

use eframe::egui::{Button, CentralPanel, Frame, RichText, Ui};
use kit::model::ask::{Ask, SealAsk};
use kit::model::family::SecretChoice as _;
use kit::model::tabletop::{Around, Tabletop};
use kit::model::words::capital;
use kit::views::canvas::Canvas;
use kit::views::sealing::locked_board;
use kit::views::theme::palette;
use kit::views::widgets::{card, side_chip, side_column, wide_primary};
use rules::{AnyPosition, Rules};

use super::scenes;
use crate::toy::Toy;
use crate::toy::model::{Choice, words};

/// The page on which a card or a sign is chosen: a button for each, beside the board.
pub(super) fn show(
    around: Around<'_>,
    choice: &Choice,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Toy>>,
) {
    side_column(ui, "card", 300.0, |ui| {
        card(ui, |ui| {
            ui.horizontal(|ui| {
                side_chip(ui, choice.side(), 24.0);
                ui.label(RichText::new(capital(choice.words.choose)).size(19.0));
            });
            for (number, order) in (1..).zip(&choice.orders) {
                let chosen = choice.order.as_ref() == Some(order);
                let button = Button::selectable(chosen, words::choice(order));
                if ui.add(button).clicked() {
                    out.push(Ask::Secret(number));
                }
            }
            if wide_primary(
                ui,
                choice.words.question[0].trim_end_matches('?'),
                choice.order.is_some(),
            )
            .clicked()
            {
                out.push(SealAsk::Lock.into());
            }
        });
    });
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| locked(around, choice, table, canvas, ui, out));
}

/// The board of the fight, to be looked at.
pub(super) fn locked(
    around: Around<'_>,
    _: &Choice,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Toy>>,
) {
    let Some(AnyPosition::Toy(position)) = table.position() else {
        return;
    };
    let scene = canvas.scene(around.revision, || scenes::table(table, position));
    let name = |cell| scenes::cell_name(position, cell);
    locked_board(position.board(), &scene, &name, table, canvas, ui, out);
}
