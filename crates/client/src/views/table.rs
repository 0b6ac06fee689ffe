//! The page of the open match: waiting, set-up, board, end.

use std::time::Duration;

use eframe::egui::{CentralPanel, Frame, Margin, Panel, Ui};
use kit::views::theme::palette;
use kit::views::widgets::{awaited, banner, edge, page, trouble};
use net::LineState;
use protocol::Stage;

use super::{
    View, around, asking, clocks, curtain, events, invited, match_board, record, side_panel,
};
use crate::model::table::Table;
use crate::model::{Command, MatchCommand, Model, Page, ShellCommand};

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
    let before = matches!(table.seen.stage, Stage::Greeting | Stage::Agreeing);
    // a match resumed while the other is away has turns to show already, and is no invitation any more
    if before && table.seen.line != LineState::Local && table.seen.record().is_empty() {
        CentralPanel::no_frame()
            .frame(Frame::new().fill(fill))
            .show(ui, |ui| invited::waiting(model, table, view, ui, out));
        return;
    }
    line_banner(model, table, ui, out);
    // nothing of the table may be drawn under the curtain: a banner or a clock is harmless, a board is not
    if table.secrets.curtain.is_some() {
        CentralPanel::no_frame()
            .frame(Frame::new().fill(fill))
            .show(ui, |ui| curtain::show(table, ui, out));
        return;
    }
    if let Some(secret) = table.secrets.choice.as_ref().filter(|_| !table.turn.sent) {
        clocks::strip(table, ui);
        asking(out, |out| {
            families::views::secret(around(model), secret, table, &mut view.canvas, ui, out);
        });
        return;
    }
    looked_at(model, table, view, ui, out);
}

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
    side_panel::show(model, table, view, ui, out);
    match_board::status_line(model, table, view, ui, out);
    if table.locked().is_none() {
        events::strip(table, view, ui, out);
    }
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| match_board::board(model, table, view, ui, out));
}

/// The code for the way back, for a machine whose address has changed.
fn way_back(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(code) = &table.seen.meeting.way_back else {
        return;
    };
    // with the line up the code leads nowhere new
    if !matches!(table.seen.line, LineState::Lost { .. } | LineState::Waiting) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(match table.seen.next.asks {
            true => "Send the other player the code of this match; they open it under Join, like an invitation.",
            false => "Where an address has changed, send the other player the code of this match; they open it like an invitation.",
        });
        let order = table.seen.order_of_codes();
        if !order.is_empty() {
            ui.label(order);
        }
        if ui.button("Copy the code").clicked() {
            out.push(ShellCommand::Copy("The code is", code.code()).into());
        }
        if let Some(notice) = &model.over.notice {
            ui.weak(&notice.what);
        }
    });
}

/// A strip above everything while the line is down.
fn line_banner(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let text = match table.line_words() {
        Some(words) => words,
        None if table.seen.messages.error.is_some() => String::new(),
        None => return,
    };
    if matches!(table.seen.line, LineState::Lost { .. }) {
        // the words count minutes, and nothing else wakes the window while the line is down
        ui.ctx().request_repaint_after(Duration::from_secs(60));
    }
    let strip = edge(ui, Margin::symmetric(16, 6));
    Panel::top("line").frame(strip).show(ui, |ui| {
        if let Some(what) = &table.seen.messages.error {
            return trouble(ui, what);
        }
        let warn = palette(ui).warn;
        banner(ui, warn, |ui| {
            way_back(model, table, ui, out);
            ui.horizontal_wrapped(|ui| {
                awaited(ui);
                ui.colored_label(warn, text);
                if table.is_peer_gone() && ui.button("Dial now").clicked() {
                    out.push(MatchCommand::Dial.into());
                }
            });
        });
    });
}
