//! The choice of a card or a sign.

use egui::{Button, CentralPanel, Frame, RichText, Ui};
use kit::model::ask::{Ask, SealAsk};
use kit::model::family::{Commands, SecretChoice as _};
use kit::model::tabletop::{Around, Tabletop};
use kit::model::words::capital;
use kit::views::canvas::Canvas;
use kit::views::family::{FamilyBoard as _, SecretPage};
use kit::views::sealing::locked_board;
use kit::views::theme::{palette, size};
use kit::views::widgets::{card, side_chip, side_column, wide_primary};
use rules::{AnyPosition, Rules};

use crate::toy::Toy;
use crate::toy::model::{Choice, Hand, words};

impl SecretPage for Choice {
    /// A button for each card or sign, beside the board.
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
                    ui.label(RichText::new(capital(self.words.choose)).size(size::TITLE));
                });
                for (number, order) in (1..).zip(&self.orders) {
                    let chosen = self.order.as_ref() == Some(order);
                    let button = Button::selectable(chosen, words::choice(order));
                    if ui.add(button).clicked() {
                        out.push(Ask::Secret(number));
                    }
                }
                let lock = self
                    .words
                    .question
                    .map_or("Lock", |[question, ..]| question);
                let lock = lock.trim_end_matches('?');
                if wide_primary(ui, lock, self.order.is_some()).clicked() {
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
        let scene = canvas.scene(around.revision, || {
            Toy::scene(table, &Hand::default(), position)
        });
        let name = |cell| Toy::cell_name(position, table.side_names(), None, cell);
        locked_board(position.board(), &scene, &name, table, canvas, ui, out);
    }
}
