//! The page of the open match: waiting, set-up, board, end.

use egui::{CentralPanel, Frame, Margin, Panel, Rect, Ui, vec2};
use kit::views::theme::palette;
use kit::views::widgets::{banner, edge, page};

use super::{
    View, around, asking, clocks, curtain, events, invited, match_board, moment, notices, record,
    side_panel, toast,
};
use crate::model::table::Table;
use crate::model::{Command, Model, Page, ShellCommand};

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let fill = ui.visuals().panel_fill;
    let Some(table) = &model.table else {
        CentralPanel::no_frame()
            .frame(Frame::new().fill(fill))
            .show(ui, |ui| {
                page(ui, 600.0, |ui| {
                    ui.label("No match is open.");
                    if ui.button("To the start").clicked() {
                        out.push(ShellCommand::Go(Page::Start).into());
                    }
                });
            });
        return;
    };
    let room = ui.available_rect_before_wrap();
    if table.is_invitation() {
        CentralPanel::no_frame()
            .frame(Frame::new().fill(fill))
            .show(ui, |ui| invited::waiting(model, table, view, ui, out));
        notices::lay(invited::cards(table, ui), view, room, ui, out);
        return toast::say(model, room, ui, out);
    }
    // nothing of the table may be drawn under the curtain: a banner or a clock is harmless, a board is not
    if table.secrets.curtain.is_some() {
        CentralPanel::no_frame()
            .frame(Frame::new().fill(fill))
            .show(ui, |ui| curtain::show(table, ui, out));
        return notices::show(model, table, view, ui.max_rect(), ui, out);
    }
    // the move that led to a duel is seen on the board before the cards take its place
    let is_first_seen = table.is_move_coming();
    let secret = table.secrets.choice.as_ref();
    if let Some(secret) = secret.filter(|_| !table.turn.sent && !is_first_seen) {
        let room = ui.available_rect_before_wrap();
        clocks::strip(table, ui);
        asking(out, |out| {
            families::views::secret(around(model), secret, table, &mut view.canvas, ui, out);
        });
        // over the board, which ends where the page's own column begins
        let board = Rect::from_min_max(room.min, room.max - vec2(EDITOR, 0.0));
        return notices::show(model, table, view, board, ui, out);
    }
    looked_at(model, table, view, ui, out);
}

/// The width of the column beside the board of a secret choice, at the most.
const EDITOR: f32 = 380.0;

/// A try-out, under a strip that says so.
pub(crate) fn tried(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let strip = edge(ui, Margin::symmetric(16, 6));
    Panel::top("try-out").frame(strip).show(ui, |ui| {
        let accent = palette(ui).accent;
        banner(ui, accent, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label("A try-out: you play both sides, and nothing of it reaches the match.");
                if ui.button("Back to the match").clicked() {
                    out.push(ShellCommand::Back.into());
                }
            });
        });
    });
    looked_at(model, table, view, ui, out);
}

/// The board of a match with its panel, also of a match file.
pub(crate) fn looked_at(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    record::play(model, table, view, ui, out);
    // over the board the panel takes the lines above and below it too: a low window has no room to spare
    let whole = ui.available_rect_before_wrap();
    side_panel::beside(model, table, view, ui, out);
    match_board::status_line(model, table, view, ui, out);
    if table.locked().is_none() {
        events::strip(table, view, ui, out);
    }
    let room = ui.available_rect_before_wrap();
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| match_board::board(model, table, view, ui, out));
    side_panel::over(model, table, view, whole, ui, out);
    let room = side_panel::beside_it(view, room, ui);
    moment::show(model, table, view, room, ui, out);
    notices::show(model, table, view, room, ui, out);
}
