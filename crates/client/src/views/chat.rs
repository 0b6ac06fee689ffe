//! The talk of the players.

use eframe::egui::{Key, ScrollArea, TextEdit, Ui};

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

/// The same in the width of a tab.
pub(crate) fn short(table: &Table) -> &'static str {
    match table.unread() {
        0 => "Chat",
        1 => "\u{2022} Chat (1)",
        2 => "\u{2022} Chat (2)",
        3 => "\u{2022} Chat (3)",
        _ => "\u{2022} Chat (4+)",
    }
}

/// The room for the field below the lines.
const BELOW: f32 = 34.0;

/// The talk, and the field for the next line, in a room of that height.
pub(crate) fn show(table: &Table, room: f32, ui: &mut Ui, out: &mut Vec<Command>) {
    // this part is open, so its lines are in sight
    if table.unread() > 0 {
        out.push(MatchCommand::ReadChat.into());
    }
    let typed = lines(&table.talk.lines, &table.writing.chat, room, ui);
    if let Some(line) = typed.line {
        out.push(MatchCommand::ChatLine(line).into());
    }
    if typed.is_said {
        out.push(MatchCommand::Say.into());
    }
}

/// The line in the chat field, not sent yet.
pub(crate) struct Typed {
    /// The line, if it was changed.
    pub(crate) line: Option<String>,
    /// Enter was pressed.
    pub(crate) is_said: bool,
}

/// The lines of a talk, and the field for the next one, in a room of that height.
pub(crate) fn lines(talk: &[(String, String)], written: &str, room: f32, ui: &mut Ui) -> Typed {
    let lines = (room - BELOW).max(40.0);
    ScrollArea::vertical()
        .id_salt("chat")
        .max_height(lines)
        .min_scrolled_height(lines)
        .auto_shrink([false, false])
        .stick_to_bottom(true)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            for (name, text) in talk {
                ui.horizontal_wrapped(|ui| {
                    ui.strong(name);
                    ui.label(text);
                });
            }
        });
    let mut line = written.to_owned();
    let field = TextEdit::singleline(&mut line)
        .hint_text("Say something")
        // fewer than a line of talk may hold (2 KiB, docs/protocol.md): an emoji can take four bytes
        .char_limit(500)
        .desired_width(ui.available_width());
    let response = ui.add(field).accessible_name("Say something");
    let response = response.on_hover_text("Kept on this machine, not in the match file");
    let is_said = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if is_said {
        response.request_focus();
    }
    Typed {
        line: (line != written).then_some(line),
        is_said,
    }
}
