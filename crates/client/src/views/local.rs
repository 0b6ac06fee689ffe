//! Playing on this machine.

use computer::Level;
use eframe::egui::{TextEdit, Ui};
use kit::model::kept::LONGEST_NAME;
use kit::views::widgets::{awaited, card, choice, note, primary, section};

use super::View;
use super::forms;
use crate::model::{Command, LibraryCommand, Model, ShellCommand};

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut form = model.forms.local.clone();
    forms::bar(ui, |ui| {
        if primary(ui, "Start the game", !model.opening.is_under_way).clicked() {
            out.push(LibraryCommand::StartLocal.into());
        }
        if model.opening.is_under_way {
            awaited(ui);
        }
    });
    let setting = form.setting.clone();
    forms::with_preview(model, view, ui, &mut form.setting, out, |ui| {
        card(ui, |ui| {
            section(ui, "Against");
            choice(
                ui,
                &mut form.computer,
                &[(true, "The computer"), (false, "Somebody at this screen")],
            );
            ui.add_space(6.0);
            if form.computer {
                section(ui, "Level");
                choice(
                    ui,
                    &mut form.level,
                    &Level::ALL.map(|level| (level, name(level))),
                );
                note(ui, about(form.level));
            } else {
                ui.horizontal(|ui| {
                    let label = ui.label("The second player's name");
                    let field = TextEdit::singleline(&mut form.second)
                        .hint_text("Second player")
                        .char_limit(LONGEST_NAME)
                        .desired_width(180.0);
                    ui.add(field).labelled_by(label.id);
                });
            }
            ui.add_space(6.0);
            section(
                ui,
                if form.computer {
                    "Your side"
                } else {
                    "The first player's side"
                },
            );
            forms::side(ui, model, &setting, &mut form.side);
        });
    });
    if form != model.forms.local {
        // the form first, so that a click on Start finds what was chosen
        out.insert(0, ShellCommand::Local(form).into());
    }
}

const fn name(level: Level) -> &'static str {
    match level {
        Level::Novice => "Novice",
        Level::Easy => "Easy",
        Level::Normal => "Normal",
        Level::Strong => "Strong",
        Level::Master => "Master",
    }
}

const fn about(level: Level) -> &'static str {
    match level {
        Level::Novice => "Misses most of its own moves and never considers your replies.",
        Level::Easy => "Misses some of its own moves and never considers your replies.",
        Level::Normal => "Considers your replies; misses some.",
        Level::Strong => "Considers more turns and more of your replies; misses no unit.",
        Level::Master => {
            "Plays its best: takes tenths of a second a turn on most boards, a few seconds on the largest."
        }
    }
}
