//! The agreement in full: the first turn, every switch with its meaning, and our own additions to the scenario.

use eframe::egui::{Frame, Margin, RichText, Stroke, Ui};
use kit::views::theme::{palette, size};
use kit::views::widgets::{note, prose, section, sentence};
use net::Snapshot;
use rules::{AnyPosition, Rules};
use scenario::{Scenario, SideNames};

use crate::model::agreed::{self, Switch};

/// Everything that is agreed on beside the board itself.
pub(crate) fn show(seen: &Snapshot, scenario: &Scenario, ui: &mut Ui) {
    let options = &seen.contract.options;
    ui.spacing_mut().interact_size.y = 18.0;
    ui.spacing_mut().item_spacing.y = 3.0;
    section(ui, "Time");
    note(ui, sentence(&seen.contract.terms.to_string()));
    if let Some(more) = seen.contract.terms.pace.in_rounds(scenario.family()) {
        note(ui, more);
    }
    ui.add_space(6.0);
    section(ui, "Turns taken back");
    note(ui, take_back(seen.contract.takeback));
    ui.add_space(6.0);
    section(ui, "Who begins");
    // a match that begins from a position of another one has its side on turn already
    match &seen.contract.origin {
        Some(origin) => {
            let turn = origin.position.turn();
            let sides = origin.position.sides();
            let turn = scenario.side_names().turn_at(sides, turn);
            note(ui, format!("The match begins with {turn}."));
        }
        None => note(ui, families::who_begins(scenario, options)),
    }
    ui.add_space(6.0);
    section(ui, "Options");
    for switch in agreed::switches(scenario, options) {
        // those changed from the scenario come first: they are what the guest must not overlook (threat 32)
        option(&switch, ui);
    }
    house_notes(scenario, ui);
}

fn take_back(takeback: bool) -> &'static str {
    match takeback {
        true => "A turn can be taken back if everybody agrees.",
        false => "No turn is taken back.",
    }
}

/// The facts of a game and its endings.
pub(crate) fn game(start: &AnyPosition, names: &SideNames, ui: &mut Ui) {
    section(ui, "What it is played with");
    for line in families::facts(start, names) {
        note(ui, line);
    }
    ui.add_space(6.0);
    section(ui, "How it ends");
    for line in families::endings(start) {
        note(ui, line);
    }
    ui.add_space(6.0);
}

fn option(switch: &Switch, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let text = format!("{}: {}", switch.title, switch.value);
        match &switch.instead_of {
            Some(own) => {
                let accent = palette(ui).accent;
                ui.label(RichText::new(text).color(accent));
                tag(ui, &format!("changed from {own}"));
            }
            None => {
                ui.label(text);
            }
        }
    });
    note(ui, switch.meaning);
    ui.add_space(2.0);
}

/// This program's own additions to the original scenario, with their reasons.
pub(crate) fn house_notes(scenario: &Scenario, ui: &mut Ui) {
    if scenario.head().house.is_empty() {
        return;
    }
    ui.spacing_mut().interact_size.y = 18.0;
    ui.add_space(6.0);
    section(ui, "Our changes");
    for house in &scenario.head().house {
        ui.horizontal(|ui| {
            tag(ui, "house");
            ui.label(sentence(house.part).trim_end_matches('.'));
        });
        note(ui, prose(&house.note));
        ui.add_space(2.0);
    }
}

/// A small framed word.
pub(crate) fn tag(ui: &mut Ui, text: &str) {
    let accent = palette(ui).accent;
    Frame::new()
        .stroke(Stroke::new(1.0, accent))
        .corner_radius(5)
        .inner_margin(Margin::symmetric(5, 0))
        .show(ui, |ui| {
            ui.label(
                RichText::new(text)
                    .size(size::SMALL)
                    .color(ui.visuals().text_color()),
            )
        });
}
