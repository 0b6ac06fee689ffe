//! The page of the settings.

use eframe::egui::{Slider, TextEdit, Ui};
use rules::Family;

use super::View;
use super::widgets::{card, choice, note, page, section, sentence};
use crate::families;
use crate::shell::model::settings::{LONGEST_NAME, Pieces, SLOWEST_STEP, Theme, ZOOMS};
use crate::shell::model::words::capital;
use crate::shell::model::{Command, Model, ShellCommand};
use crate::theme::palette;

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut settings = model.settings.clone();
    page(ui, 640.0, |ui| {
        card(ui, |ui| {
            section(ui, "Your name");
            let field = TextEdit::singleline(&mut settings.name)
                .hint_text("Player")
                .char_limit(LONGEST_NAME)
                .desired_width(260.0);
            ui.add(field).accessible_name("Your name");
            note(ui, "Used in matches begun from now on.");
        });
        ui.add_space(10.0);
        card(ui, |ui| {
            section(ui, "Look");
            let themes = [
                (Theme::System, "As the desktop"),
                (Theme::Light, "Light"),
                (Theme::Dark, "Dark"),
            ];
            choice(ui, &mut settings.theme, &themes);
            ui.add_space(4.0);
            choice(
                ui,
                &mut settings.pieces,
                &[
                    (Pieces::Pictures, "Pictures"),
                    (Pieces::Nato, "Map symbols"),
                ],
            );
            for family in Family::ALL {
                ui.horizontal(|ui| families::views::samples(*family, view, ui));
            }
            note(
                ui,
                "When a board is so large that a cell has less than 20 pixels, map symbols are shown in any case.",
            );
            ui.add_space(4.0);
            ui.horizontal(|ui| {
                let label = ui.label("Size of everything");
                let mut zoom = settings.zoom;
                // applied when the slider is let go, or it would run away under the pointer
                let response = ui
                    .add(Slider::new(&mut zoom, ZOOMS).step_by(10.0).suffix(" %"))
                    .labelled_by(label.id);
                if response.drag_stopped() || (response.changed() && !response.dragged()) {
                    settings.zoom = zoom;
                }
            });
        });
        ui.add_space(10.0);
        card(ui, |ui| {
            section(ui, "Play");
            ui.checkbox(&mut settings.confirm_end, "Ask before a turn is ended");
            note(
                ui,
                "The question tells how many orders and which leaders are unused.",
            );
            ui.horizontal(|ui| {
                let label = ui.label("Units move in");
                ui.add(
                    Slider::new(&mut settings.step_ms, 0..=SLOWEST_STEP)
                        .step_by(20.0)
                        .suffix(" ms"),
                )
                .labelled_by(label.id);
            });
            note(ui, "0 shows every order at once.");
        });
        ui.add_space(10.0);
        card(ui, |ui| connection(model, ui, out));
    });
    if settings != model.settings {
        out.push(ShellCommand::Settings(settings).into());
    }
}

/// The connection of this machine, in words.
fn connection(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    section(ui, "Connection");
    if ui.button("Examine this machine's connection").clicked() {
        out.push(ShellCommand::Examine.into());
    }
    if model.findings.is_empty() {
        return note(
            ui,
            "Tells what other players can reach, and what to do where they cannot. Nothing is sent beyond your network.",
        );
    }
    let warn = palette(ui).warn;
    for finding in &model.findings {
        ui.add_space(4.0);
        let what = format!("{}: {}", capital(finding.about), finding.what);
        if finding.is_good {
            ui.label(what);
        } else {
            ui.colored_label(warn, what);
        }
        if !finding.advice.is_empty() {
            note(ui, sentence(&finding.advice));
        }
    }
}
