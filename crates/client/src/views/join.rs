//! Taking an invitation.

use egui::{ScrollArea, TextEdit, Ui};
use kit::views::widgets::{awaited, card, note, page, primary, section_about, trouble, with_right};

use super::people;
use crate::model::{Command, LibraryCommand, Model, ShellCommand};

pub(crate) fn show(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    page(ui, 640.0, |ui| {
        if let Some(host) = &model.machine.lan.asking {
            return asking(host, ui, out);
        }
        ui.label("Paste the code, the link or the letter you were sent.");
        ui.add_space(10.0);
        let mut code = model.forms.code.clone();
        card(ui, |ui| {
            section_about(
                ui,
                "Invitation",
                "Line breaks and spaces in it do no harm. A letter of a match by mail goes here too, the first as well as every later one.",
            );
            ScrollArea::vertical().max_height(160.0).show(ui, |ui| {
                let field = TextEdit::multiline(&mut code)
                    .font(egui::TextStyle::Monospace)
                    .hint_text("warlord1\u{2026}")
                    .desired_rows(4)
                    .desired_width(f32::INFINITY);
                ui.add(field).accessible_name("Invitation code");
            });
            if let Some(host) = model.invited_by() {
                people::introduce(&host, ui);
                people::unfinished(&host, ui, out);
            }
        });
        // even while the code does not read yet: what is wrong with it is said once it is entered
        if code != model.forms.code {
            out.push(ShellCommand::Code(code.clone()).into());
        }
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            let ready = !code.trim().is_empty() && !model.opening.is_under_way;
            let is_letter = home::holds_letter(&code);
            let text = match is_letter {
                true => "Open the letter",
                false => "Look at the invitation",
            };
            let look = primary(ui, text, ready);
            let about = "You will be shown what is to be played before anything begins.";
            if look.on_hover_text(about).clicked() {
                out.push(LibraryCommand::StartJoin.into());
            }
            let open = ui.add_enabled(
                !model.opening.is_under_way,
                egui::Button::new("Open a letter\u{2026}"),
            );
            let about = "A file that the other player has sent you for a match by mail";
            if open.on_hover_text(about).clicked() {
                out.push(LibraryCommand::ChooseLetter.into());
            }
            if model.opening.is_under_way {
                awaited(ui);
            }
        });
        ui.add_space(18.0);
        lan(model, ui, out);
    });
}

/// Shown while a host of this network decides about the user's question.
fn asking(host: &str, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        awaited(ui);
        ui.label(format!("Waiting for {host} to let you in."));
    });
    ui.add_space(12.0);
    if ui.button("Do not wait").clicked() {
        out.push(LibraryCommand::StopAsking.into());
    }
}

/// The matches that hosts on this network announce.
fn lan(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        section_about(
            ui,
            "On your network",
            "Matches appear here by themselves; some wireless networks keep their users from seeing each other.",
        );
        if let Some(what) = &model.machine.lan.trouble {
            // the list would be empty for a reason that nobody could guess
            return trouble(ui, what);
        }
        if model.lan_matches().next().is_none() {
            return note(ui, "No match yet.");
        }
        for (number, found) in model.lan_matches().enumerate() {
            if number > 0 {
                ui.separator();
            }
            with_right(
                ui,
                |ui| {
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 1.0;
                        ui.add(egui::Label::new(&found.title).truncate());
                        let ip = found.addresses.first().map(|address| address.ip());
                        let at = ip.map_or(String::new(), |ip| format!(", at {ip}"));
                        note(ui, format!("{} hosts{at}", found.host));
                        if let Some((free, all)) = found.seats {
                            note(ui, format!("A table: {free} of {all} seats free"));
                        }
                        // a name is anybody's to take; what this machine knows of the key stands beside it (threat 25)
                        people::standing(&model.people.all.standing_of_host(found), ui);
                    });
                },
                |ui| {
                    let ask = ui.add_enabled(
                        !model.opening.is_under_way,
                        egui::Button::new("Ask to play"),
                    );
                    let about = format!("{} is asked to let you in", found.host);
                    if ask.on_hover_text(about).clicked() {
                        out.push(LibraryCommand::Ask(found.clone()).into());
                    }
                },
            );
        }
    });
}
