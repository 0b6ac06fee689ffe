//! Taking an invitation.

use eframe::egui::{self, TextEdit, Ui};

use super::widgets::{awaited, card, note, page, primary, section, trouble};
use crate::shell::model::{Command, LibraryCommand, Model, ShellCommand};

pub(crate) fn show(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    page(ui, 640.0, |ui| {
        ui.label("Paste the code or the link you were sent.");
        ui.add_space(10.0);
        let mut code = model.code.clone();
        card(ui, |ui| {
            section(ui, "Invitation");
            let field = TextEdit::multiline(&mut code)
                .font(egui::TextStyle::Monospace)
                .hint_text("warlord1\u{2026}")
                .desired_rows(4)
                .desired_width(f32::INFINITY);
            ui.add(field).accessible_name("Invitation code");
            note(ui, "Line breaks and spaces in it do no harm.");
        });
        if code != model.code {
            out.push(ShellCommand::Code(code.clone()).into());
        }
        ui.add_space(12.0);
        if let Some(what) = &model.trouble {
            trouble(ui, what);
            ui.add_space(10.0);
        }
        ui.horizontal(|ui| {
            let ready = !code.trim().is_empty() && !model.opening;
            if primary(ui, "Look at the invitation", ready).clicked() {
                out.push(LibraryCommand::StartJoin.into());
            }
            if model.opening {
                awaited(ui);
            }
        });
        ui.add_space(6.0);
        note(
            ui,
            "You will be shown what is to be played before anything begins.",
        );
    });
}
