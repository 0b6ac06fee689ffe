//! The verdict on a match file.

use egui::{RichText, Ui};
use kit::views::theme::{palette, size};
use kit::views::widgets::{banner, card, note, page, primary, section, section_about};

use crate::model::table::Table;
use crate::model::{Command, LibraryCommand, Model, ShellCommand};

pub(crate) fn show(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(judged) = &model.files.judged else {
        return;
    };
    page(ui, 700.0, |ui| {
        let palette = palette(ui);
        let color = if judged.clean {
            palette.good
        } else {
            palette.bad
        };
        card(ui, |ui| {
            section_about(
                ui,
                "The verdict",
                "The judge trusts nobody: it checks every signature, opens every seal and plays every order again by the rules. Anybody can do the same with the file alone.",
            );
            ui.label(RichText::new(&judged.word).size(size::HEADING).color(color));
            ui.label(&judged.meaning);
            ui.add_space(6.0);
            for fact in &judged.facts {
                note(ui, fact);
            }
        });
        ui.add_space(10.0);
        card(ui, |ui| {
            section(ui, "The file");
            ui.label(
                RichText::new(judged.file.display().to_string())
                    .monospace()
                    .size(size::SMALL),
            );
            ui.horizontal(|ui| {
                if primary(ui, "Replay it", true).clicked() {
                    out.push(LibraryCommand::Open(judged.file.clone()).into());
                }
                if ui.button("Open folder").clicked() {
                    out.push(ShellCommand::OpenFolder(judged.file.clone()).into());
                }
                if ui.button("Copy path").clicked() {
                    let path = judged.file.display().to_string();
                    out.push(ShellCommand::Copy("The path is", path).into());
                }
            });
        });
    });
}

/// A banner over the record of a file that is not sound, as long as it is shown.
pub(crate) fn doubt(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(doubt) = &table.seen.played.doubt else {
        return;
    };
    let bad = palette(ui).bad;
    banner(ui, bad, |ui| {
        ui.label(doubt);
        if ui.button("What the judge found").clicked() {
            out.push(LibraryCommand::Judge(table.seen.file.clone()).into());
        }
    });
    ui.add_space(6.0);
}
