//! The talk of the players.

use eframe::egui::{Key, ScrollArea, TextEdit, Ui};
use kit::views::widgets::note;

use crate::model::table::Table;
use crate::model::{Command, MatchCommand};

/// The name of this part of the panel, with the number of unread lines.
pub(crate) fn title(table: &Table) -> String {
    match (table.unread(), table.talk.lines.len()) {
        (0, 0) => "Chat".to_owned(),
        (0, count) => format!("Chat ({count})"),
        (new, _) => format!("\u{2022} Chat ({new} new)"),
    }
}

/// The talk, and the field for the next line.
pub(crate) fn show(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    // this part is open, so its lines are in sight
    if table.unread() > 0 {
        out.push(MatchCommand::ReadChat.into());
    }
    ScrollArea::vertical()
        .id_salt("chat")
        .max_height(220.0)
        .stick_to_bottom(true)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            if table.talk.lines.is_empty() {
                note(ui, "Nothing was said yet.");
            }
            for (name, text) in &table.talk.lines {
                ui.horizontal_wrapped(|ui| {
                    ui.strong(name);
                    ui.label(text);
                });
            }
        });
    let mut line = table.writing.chat.clone();
    let field = TextEdit::singleline(&mut line)
        .hint_text("Say something")
        .char_limit(500)
        .desired_width(ui.available_width());
    let response = ui.add(field).accessible_name("Say something");
    if line != table.writing.chat {
        // fewer than a line of talk may hold (2 KiB, docs/protocol.md): an emoji can take four bytes
        out.push(MatchCommand::ChatLine(line).into());
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        out.push(MatchCommand::Say.into());
        response.request_focus();
    }
    note(
        ui,
        "What is said here is kept on this machine, and is not part of the match file.",
    );
}
