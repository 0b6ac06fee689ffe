//! The form for playing on from a turn of a match, beside a picture of the board there.

use egui::{RichText, Slider, Ui};
use kit::model::words::outcome_title;
use kit::views::theme::{palette, size};
use kit::views::widgets::{awaited, banner, card, choice, note, primary, section, trouble};
use rules::Rules;

use super::View;
use super::forms;
use crate::model::play_on::{Chosen, PlayOnCommand, PlayOnForm, Succession};
use crate::model::{Command, Model};

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(form) = &model.forms.play_on else {
        return;
    };
    let mut chosen = form.chosen;
    forms::bar(ui, |ui| {
        let lead = match (form.asked(), form.chosen.by_mail) {
            (Some(name), _) => format!("Ask {name}"),
            (None, true) => "Write the offer".to_owned(),
            (None, false) if form.opens_table() => "Open the table".to_owned(),
            (None, false) => "Make the invitation".to_owned(),
        };
        // a match that may not be replaced can still be played on beside it
        let may_begin = form.chosen.way != Succession::Instead || form.barred.is_none();
        if primary(ui, &lead, may_begin && !model.opening.is_under_way).clicked() {
            out.push(PlayOnCommand::Begin.into());
        }
        if model.opening.is_under_way {
            awaited(ui);
        }
    });
    forms::column(ui, "play on", [380.0, 560.0], |ui| {
        beginning(form, &mut chosen, ui);
        ui.add_space(10.0);
        way(model, form, &mut chosen, ui);
        ui.add_space(10.0);
        meaning(form, ui);
    });
    forms::beside(ui, |ui| {
        let replay = &form.from.replay;
        let (_, position) = &form.shown;
        let options = &replay.manifest.options;
        view.preview
            .of_position(&replay.scenario, options, position);
        let most = (ui.available_height() - 30.0).max(120.0);
        forms::preview(position, view, ui, most);
    });
    // the choice takes effect through the model, which corrects what is not possible
    if chosen != form.chosen {
        out.push(PlayOnCommand::Choose(chosen).into());
    }
}

/// The match, and the turn after which the new one begins.
fn beginning(form: &PlayOnForm, chosen: &mut Chosen, ui: &mut Ui) {
    let (_, position) = &form.shown;
    card(ui, |ui| {
        let replay = &form.from.replay;
        ui.label(RichText::new(protocol::plain_text(replay.scenario.title())).size(size::TITLE));
        let names: Vec<String> = replay
            .manifest
            .all_seats()
            .into_iter()
            .map(|seat| form.from.name_of(seat))
            .collect();
        let end = match replay.outcome {
            Some(outcome) => outcome_title(replay.scenario.side_names(), outcome),
            None => "not finished".to_owned(),
        };
        note(ui, format!("{}: {end}.", names.join(" against ")));
        ui.add_space(4.0);
        section(ui, "From");
        let place = form.turns.iter().position(|turn| *turn == chosen.turn);
        let (mut at, last) = (place.unwrap_or(0), form.turns.len().saturating_sub(1));
        ui.label(RichText::new(told(form, chosen.turn)).size(size::TITLE));
        // with one turn there is nothing to slide
        if last > 0 {
            ui.horizontal(|ui| {
                let back = ui.button("A turn back").clicked();
                let on = ui.button("A turn on").clicked();
                at = at.saturating_sub(usize::from(back)) + usize::from(on);
                at = at.min(last);
            });
            ui.spacing_mut().slider_width = ui.available_width() - 4.0;
            let slider = Slider::new(&mut at, 0..=last).show_value(false);
            ui.add(slider).accessible_name("Turn to play on from");
        }
        if let Some(turn) = form.turns.get(at) {
            chosen.turn = *turn;
        }
        let turn = position.turn();
        note(
            ui,
            format!(
                "{} comes next.",
                replay.history.turn_name(replay.scenario.side_names(), turn)
            ),
        );
    });
}

fn told(form: &PlayOnForm, turn: u32) -> String {
    let replay = &form.from.replay;
    match replay.history.turn(turn).filter(|_| turn > 0) {
        None => "The beginning".to_owned(),
        Some(turn) => {
            let names = replay.scenario.side_names();
            format!("After {}", replay.history.turn_name(names, turn))
        }
    }
}

/// In the place of the match or beside it, with which side, and by which way.
fn way(model: &Model, form: &PlayOnForm, chosen: &mut Chosen, ui: &mut Ui) {
    card(ui, |ui| {
        section(ui, "The new match");
        let ways = form.ways();
        let named: Vec<_> = ways
            .iter()
            .map(|(way, name)| (*way, name.as_str()))
            .collect();
        match (named.as_slice(), form.from.may_replace()) {
            ([(_, only)], why) => {
                ui.label(*only);
                if let Err(why) = why {
                    note(ui, why);
                }
            }
            (named, _) => choice(ui, &mut chosen.way, named),
        }
        if let Some(what) = form
            .barred
            .as_ref()
            .filter(|_| chosen.way == Succession::Instead)
        {
            trouble(ui, what);
        }
        // the seat of whoever is gone fixes the side and the way
        if chosen.way == Succession::WithAnother {
            return;
        }
        ui.add_space(4.0);
        section(ui, "Your side");
        let sides = form.from.replay.scenario.sides();
        let named: Vec<_> = sides
            .iter()
            .map(|side| (side, form.from.replay.scenario.side_names().of(side)))
            .collect();
        let choices: Vec<_> = named.iter().map(|(side, name)| (*side, *name)).collect();
        choice(ui, &mut chosen.side, &choices);
        // the new match comes over the line or by mail as the old one does
        if form.chosen.way == Succession::Instead {
            return;
        }
        if !form.from.replay.manifest.terms.has_clocks() {
            ui.add_space(4.0);
            section(ui, "How to play");
            let ways = [(false, "Live"), (true, "By mail")];
            choice(ui, &mut chosen.by_mail, &ways);
        }
        if model.has_unfinished() {
            note(
                ui,
                "The match on the table is put away for it. You find it under Your matches.",
            );
        }
    });
}

/// Shows each change, and each result that playing on gives up.
fn meaning(form: &PlayOnForm, ui: &mut Ui) {
    let accent = palette(ui).accent;
    banner(ui, accent, |ui| {
        section(ui, "What that means");
        for words in form.words() {
            ui.label(words);
        }
        ui.label(match form.chosen.way {
            Succession::Instead => {
                "Nothing changes before everybody agrees. This match stays in its file."
            }
            Succession::WithAnother if form.opens_table() => {
                "You send the code of the table to the others. While it is open this match is on hold; withdraw the table to go on \
                 with it."
            }
            Succession::WithAnother => {
                "You send the invitation to the new player. While it is open this match is on hold; withdraw the invitation to go \
                 on with it."
            }
            Succession::Beside if form.from.has_table() => {
                "Two play the new match, a side each. You send the invitation to one player, whom you like."
            }
            Succession::Beside => "You send the invitation to the other player, or to whom you like.",
        });
    });
}
