//! The agreement in full: the first turn, every switch with its meaning, and our own additions to the scenario.

use egui::{Frame, Margin, RichText, Stroke, Ui};
use kit::views::theme::{palette, size};
use kit::views::widgets::{note, prose, section, sentence};
use net::Snapshot;
use protocol::lobby::Change;
use protocol::manifest::{DropPolicy, Terms};
use rules::{AnyPosition, Rules};
use scenario::{Scenario, SideNames};

use super::sharing;
use crate::model::agreed::{self, Switch};
use crate::model::forms::unshared;

/// Says that what stands before it differs from the scenario, or from what the user has seen.
pub(crate) fn mark_changed(ui: &mut Ui) {
    let color = palette(ui).accent;
    ui.label(RichText::new("changed").size(size::SMALL).color(color));
}

/// The options and terms that the players have agreed on, or are about to.
pub(crate) struct Agreed<'a> {
    pub(crate) options: &'a [(String, String)],
    pub(crate) terms: &'a Terms,
    pub(crate) takeback: bool,
    /// The number of turns after which the match is drawn.
    pub(crate) max_turns: Option<u32>,
    /// The position of an older match from which it begins.
    pub(crate) origin: Option<&'a AnyPosition>,
    /// The fate of a side whose players have left the table; none on pages that do not show it.
    pub(crate) fate: Option<DropPolicy>,
    /// The changes since the user looked, to be marked.
    pub(crate) changes: &'a [Change],
}

impl<'a> Agreed<'a> {
    /// The agreement of a match.
    pub(crate) fn of(seen: &'a Snapshot) -> Self {
        let contract = &seen.contract;
        Self {
            options: &contract.options,
            terms: &contract.terms,
            takeback: contract.takeback,
            max_turns: contract.max_turns,
            origin: contract
                .origin
                .as_ref()
                .map(|origin| origin.position.as_ref()),
            fate: None,
            changes: &[],
        }
    }
}

/// Everything that is agreed on beside the board itself.
pub(crate) fn show(agreed: &Agreed<'_>, scenario: &Scenario, ui: &mut Ui) {
    let options = agreed.options;
    let heading = |ui: &mut Ui, text: &str, change: Change| {
        match agreed.changes.contains(&change) {
            true => {
                ui.horizontal(|ui| {
                    section(ui, text);
                    mark_changed(ui);
                });
            }
            false => section(ui, text),
        };
    };
    ui.spacing_mut().interact_size.y = 18.0;
    ui.spacing_mut().item_spacing.y = 3.0;
    heading(ui, "Time", Change::Terms);
    note(ui, sentence(&agreed.terms.to_string()));
    if let Some(more) = agreed.terms.pace.in_rounds(scenario.family()) {
        note(ui, more);
    }
    ui.add_space(6.0);
    heading(ui, "Turns taken back", Change::Takeback);
    note(ui, take_back(agreed.takeback));
    ui.add_space(6.0);
    if let Some(most) = agreed.max_turns {
        heading(ui, "Length", Change::MaxTurns);
        note(ui, format!("After {most} turns the match is drawn."));
        ui.add_space(6.0);
    } else if agreed.changes.contains(&Change::MaxTurns) {
        heading(ui, "Length", Change::MaxTurns);
        note(ui, "The match ends by its own rules alone.");
        ui.add_space(6.0);
    }
    let by_leaders = unshared(options).1;
    if by_leaders {
        heading(ui, "A side with several players", Change::Options);
        note(ui, sharing::shared(by_leaders));
        ui.add_space(6.0);
    }
    if let Some(fate) = agreed.fate {
        heading(ui, sharing::FATE, Change::Drop);
        note(ui, sharing::fate_words(fate));
        ui.add_space(6.0);
    }
    section(ui, "Who begins");
    // a match that begins from a position of another one has its side on turn already
    match agreed.origin {
        Some(origin) => {
            let turn = scenario.side_names().turn_at(origin.sides(), origin.turn());
            note(ui, format!("The match begins with {turn}."));
        }
        None => note(ui, families::who_begins(scenario, options)),
    }
    ui.add_space(6.0);
    heading(ui, "Options", Change::Options);
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
