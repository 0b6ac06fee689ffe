//! Inviting somebody: the form, and the invitation until the guest is here.

use eframe::egui::{TextEdit, Ui};
use kit::views::widgets::{awaited, card, choice, primary, question, section, section_about};
use rules::Family;
use scenario::Scenario;

use super::{View, clocks, forms, people};
use crate::model::{Command, LibraryCommand, Model, ShellCommand};

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut form = model.forms.host.clone();
    forms::bar(ui, |ui| {
        let lead = match form.by_mail {
            true => "Write the offer",
            false => "Make the invitation",
        };
        if primary(ui, lead, !model.opening.is_under_way).clicked() {
            out.push(LibraryCommand::StartHost.into());
        }
        if model.opening.is_under_way {
            awaited(ui);
            ui.weak("Looking how this machine can be reached\u{2026}");
        }
    });
    let setting = form.setting.clone();
    let before = form.terms();
    let mut terms = before;
    let mut more = Vec::new();
    forms::with_preview(model, view, ui, &mut form.setting, out, |ui| {
        people::left(model, ui, &mut more);
        card(ui, |ui| {
            section(ui, "Your side");
            forms::side(ui, model, &setting, &mut form.side);
            ui.add_space(4.0);
            section(ui, "How to play");
            let ways = [(false, "Live"), (true, "By mail")];
            choice(ui, &mut form.by_mail, &ways);
            if form.by_mail {
                ui.horizontal(|ui| {
                    ui.label("A letter a turn, as text or as a file.");
                    question(ui, "No connection is needed, and you need not play at the same time. With a fixed set-up the first turn is in the third letter, with a hidden one in the seventh or eighth, and in Border War in the eleventh or twelfth.");
                });
                return;
            }
            ui.checkbox(&mut form.takeback, "Turns can be taken back, if both agree");
            ui.add_space(4.0);
            section_about(
                ui,
                "On your network",
                "Whoever wants to play asks you, and you decide. Your name and the game are shown, never the code.",
            );
            ui.checkbox(&mut form.lan, "Show the match to players of this network");
            ui.add_space(4.0);
            section_about(
                ui,
                "From outside your network",
                "You play from your own machine to theirs; there is no server in between. If neither of you can be reached, two codes lead to each other: the invitation, and the answer that your guest's program shows. Without IPv6 both programs need two services for that: Ask two services, on the page of the invitation or in the settings.",
            );
            ui.checkbox(
                &mut form.mapping,
                "Ask the router to forward a port while the match lasts",
            );
            ui.horizontal(|ui| {
                let field = TextEdit::singleline(&mut form.outside)
                    .hint_text("address:port")
                    .desired_width(220.0);
                ui.add(field)
                    .accessible_name("Your router's outside address and port");
                question(ui, "Only if your router forwards a UDP port to the same port of this machine: its outside address or name, and that port. Otherwise leave it empty.");
            });
        });
        ui.add_space(10.0);
        let scenario = model.library.scenarios.get(setting.scenario);
        let family = scenario.map_or_else(Family::default, Scenario::family);
        clocks::form(ui, &mut terms, form.by_mail, family);
    });
    // otherwise a clock chosen for a match over a line would be lost by a look at the form for one by mail
    if terms != before {
        form.terms = terms;
    }
    out.append(&mut more);
    if form != model.forms.host {
        // before a press on the button of this frame: the match must begin with the form as it is shown
        out.insert(0, ShellCommand::Host(form).into());
    }
}
