//! A match file looked at: the same board and panel, nothing to be done but look.

use eframe::egui::{CentralPanel, Frame, Ui};

use super::{View, side_panel, table as table_view};
use crate::model::{Command, Model};
use crate::theme::palette;

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some((_, table)) = &model.replay else {
        return;
    };
    side_panel::show(model, table, view, ui, out);
    table_view::status_line(model, table, view, ui, out);
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| table_view::board(model, table, view, ui, out));
}
