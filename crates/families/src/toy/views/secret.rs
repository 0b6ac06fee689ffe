//! The choice of a card.

use eframe::egui::{Button, CentralPanel, Frame, RichText, Ui};
use kit::model::ask::{Ask, SealAsk};
use kit::model::family::{Commands, SecretChoice as _};
use kit::model::tabletop::{Around, Tabletop};
use kit::views::canvas::Canvas;
use kit::views::family::{FamilyBoard as _, SecretPage};
use kit::views::sealing::locked_board;
use kit::views::theme::palette;
use kit::views::widgets::{card, side_chip, side_column, wide_primary};
use rules::testing::toy::Order;
use rules::{AnyPosition, Rules};

use crate::toy::Toy;
use crate::toy::model::{Choice, Nothing};

impl SecretPage for Choice {
    /// A button for each card, beside the board.
    fn show<F: Commands<SecretChange = u8>>(
        &self,
        around: Around<'_>,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    ) {
        side_column(ui, "card", 300.0, |ui| {
            card(ui, |ui| {
                ui.horizontal(|ui| {
                    side_chip(ui, self.side(), 24.0);
                    ui.label(RichText::new("Choose a card").size(19.0));
                });
                for number in 1..=self.cards {
                    let chosen = self.order == Some(Order::Card(number));
                    let button = Button::selectable(chosen, format!("Card {number}"));
                    if ui.add(button).clicked() {
                        out.push(Ask::Secret(number));
                    }
                }
                if wide_primary(ui, "Lock the card", self.order.is_some()).clicked() {
                    out.push(SealAsk::Lock.into());
                }
            });
        });
        CentralPanel::no_frame()
            .frame(Frame::new().fill(palette(ui).table))
            .show(ui, |ui| self.locked(around, table, canvas, ui, out));
    }

    /// The board of the fight, to be looked at.
    fn locked<F: Commands>(
        &self,
        around: Around<'_>,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    ) {
        let Some(AnyPosition::Toy(position)) = table.position() else {
            return;
        };
        let scene = canvas.scene(around.revision, || Toy::scene(table, &Nothing, position));
        let name = |cell| Toy::cell_name(position, None, cell);
        locked_board(position.board(), &scene, &name, table, canvas, ui, out);
    }
}
