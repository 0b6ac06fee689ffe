//! What a table plays, with what has changed since the user looked.

use std::sync::Arc;

use egui::{RichText, Ui};
use kit::views::theme::size;
use kit::views::widgets::{awaited, card, prose, trouble};
use protocol::lobby::Change;

use super::super::agreement::{self, Agreed};
use super::super::{View, forms};
use crate::model::lobby::{Lobby, Spot};
use crate::model::{Command, LobbyCommand};

pub(super) fn show(lobby: &Lobby, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    if let Some(what) = lobby.told_at(Spot::Game) {
        trouble(ui, what);
        ui.add_space(6.0);
    }
    card(ui, |ui| {
        let Some(seats) = lobby.seats() else {
            if lobby.seen.error.is_none() {
                ui.horizontal(|ui| {
                    awaited(ui);
                    ui.label("What is played is shown once the host is there.");
                });
            }
            return;
        };
        let (scenario, terms) = (seats.game().scenario(), seats.game().terms());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(scenario.title()).size(size::TITLE));
            if lobby.is_changed(|change| matches!(change, Change::Scenario)) {
                agreement::mark_changed(ui);
            }
        });
        let words = lobby.seen.words_in_place();
        for text in &words {
            ui.label(text);
        }
        if lobby.seen.is_host && words.is_empty() {
            let change = ui.button("Change what is played\u{2026}");
            let about = "Scenario, options, the number of players, and how to play; everybody says Ready again";
            if change.on_hover_text(about).clicked() {
                out.push(LobbyCommand::ChangeGame.into());
            }
        }
        ui.label(prose(&scenario.head().description));
        // in place of an older match its position, which everybody agrees to
        let older = seats.game().older_position();
        let start = match older {
            Some(position) => {
                view.preview.of_position(scenario, &terms.options, position);
                Some(Arc::clone(position))
            }
            None => view.preview.of_match(scenario, &terms.options),
        };
        if let Some(start) = start {
            ui.add_space(4.0);
            forms::preview(&start, view, ui, 300.0);
            ui.add_space(6.0);
            agreement::game(&start, scenario.side_names(), ui);
        }
        let agreed = Agreed {
            options: &terms.options,
            terms: &terms.terms,
            takeback: terms.policies.takeback,
            max_turns: terms.max_turns,
            origin: older.map(AsRef::as_ref),
            fate: Some(terms.policies.drop),
            changes: &lobby.seen.changes,
        };
        agreement::show(&agreed, scenario, ui);
    });
}
