//! Playing on this machine.

use eframe::egui::{TextEdit, Ui};

use super::View;
use super::forms;
use super::widgets::{awaited, card, choice, note, primary, section, trouble};
use crate::shell::model::settings::LONGEST_NAME;
use crate::shell::model::table::Level;
use crate::shell::model::{Command, LibraryCommand, Model, ShellCommand};

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut form = model.local.clone();
    forms::bar(ui, |ui| {
        if primary(ui, "Start the game", !model.opening).clicked() {
            out.push(LibraryCommand::StartLocal.into());
        }
        if model.opening {
            awaited(ui);
        }
        if let Some(what) = &model.trouble {
            trouble(ui, what);
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
                    &[
                        (Level::Easy, "Easy"),
                        (Level::Normal, "Normal"),
                        (Level::Strong, "Strong"),
                    ],
                );
                note(
                    ui,
                    "Easy answers at once, Normal thinks about a second, Strong about five.",
                );
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
    if form != model.local {
        // the form first, so that a click on Start finds what was chosen
        out.insert(0, ShellCommand::Local(form).into());
    }
}
