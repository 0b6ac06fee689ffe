//! The talk of the players.

use egui::{Key, RichText, ScrollArea, TextEdit, Ui};
use kit::views::theme::{palette, size};

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
    let said = table.talk.lines.iter();
    let said = said.map(|said| (said.name.as_str(), said.text.as_str(), said.to_team));
    let to_team = table.speaks_to_team().map(|_| table.writing.to_team);
    let typed = lines(said, &table.writing.chat, to_team, room, ui);
    if let Some(to_team) = typed.to_team {
        out.push(MatchCommand::ChatToTeam(to_team).into());
    }
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
    /// The readers that the user has chosen for the line: true for the team alone, false for everybody; none without a choice.
    pub(crate) to_team: Option<bool>,
    /// Enter was pressed.
    pub(crate) is_said: bool,
}

/// The lines of a talk, each with its speaker and whether it was said to the team alone, and the field for the next one,
/// in a room of that height. Where there is a team, `to_team` says whether the next line is for the team alone.
pub(crate) fn lines<'a>(
    talk: impl Iterator<Item = (&'a str, &'a str, bool)>,
    written: &str,
    to_team: Option<bool>,
    room: f32,
    ui: &mut Ui,
) -> Typed {
    let lines = (room - BELOW).max(40.0);
    ScrollArea::vertical()
        .id_salt("chat")
        .max_height(lines)
        .min_scrolled_height(lines)
        .auto_shrink([false, false])
        .stick_to_bottom(true)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            for (name, text, is_of_team) in talk {
                ui.horizontal_wrapped(|ui| {
                    ui.strong(name);
                    if is_of_team {
                        let color = palette(ui).accent;
                        let mark = RichText::new("to the team").size(size::SMALL).color(color);
                        ui.label(mark);
                    }
                    ui.label(text);
                });
            }
        });
    let mut chosen = to_team;
    let field = ui.horizontal(|ui| {
        if let Some(to_team) = &mut chosen {
            for (is_it, name, about) in [
                (false, "All", "Everybody at the table reads it"),
                (
                    true,
                    "Team",
                    "Only your team reads it, and nobody passes it on in clear",
                ),
            ] {
                let button = ui.selectable_value(to_team, is_it, name);
                button.on_hover_text(about);
            }
        }
        field(written, chosen == Some(true), ui)
    });
    Typed {
        to_team: chosen.filter(|_| chosen != to_team),
        ..field.inner
    }
}

/// The field for the next line.
fn field(written: &str, is_for_team: bool, ui: &mut Ui) -> Typed {
    let mut line = written.to_owned();
    let hint = match is_for_team {
        true => "Say something to your team",
        false => "Say something",
    };
    let field = TextEdit::singleline(&mut line)
        .hint_text(hint)
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
        to_team: None,
        is_said,
    }
}
