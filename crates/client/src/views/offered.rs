//! The offer of a match, before both players agree to it.

use std::sync::Arc;

use egui::{Align, Layout, RichText, Ui};
use kit::views::theme::{palette, size};
use kit::views::widgets::{awaited, banner, card, primary, prose};
use net::Snapshot;

use super::{View, agreement, forms, people};
use crate::model::table::Table;
use crate::model::{Command, MatchCommand};

pub(super) fn offer(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let host = table.seen.contract.seats.iter().find(|seat| !seat.mine);
    let name = host.map_or("The host", |seat| seat.name.as_str());
    ui.label(RichText::new(format!("{name} invites you to play")).size(size::TITLE));
    if let Some(acquaintance) = &table.seen.meeting.acquaintance {
        people::introduce(acquaintance, ui);
        people::unfinished(acquaintance, ui, out);
    }
    ui.add_space(4.0);
    if table.seen.messages.error.is_some() {
        // the program refused the offer, or the host is gone for good: there is nothing to agree to
        return card(ui, |ui| what(table, view, ui));
    }
    ui.horizontal(|ui| {
        // a guest who agreed in an earlier run is not asked again
        if table.accepted || table.seen.contract.offer.is_none() {
            awaited(ui);
            ui.label("Waiting for the host.");
        } else {
            if primary(ui, "Accept and play", true).clicked() {
                out.push(MatchCommand::Accept.into());
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("Decline\u{2026}").clicked() {
                    out.push(MatchCommand::Decline.into());
                }
            });
        }
    });
    ui.add_space(8.0);
    card(ui, |ui| what(table, view, ui));
}

/// The scenario, the players, and everything else that the players agree on.
pub(super) fn what(table: &Table, view: &mut View, ui: &mut Ui) {
    let seen = &table.seen;
    ui.label(RichText::new(seen.title()).size(size::TITLE));
    for seat in &seen.contract.seats {
        ui.horizontal(|ui| {
            kit::views::widgets::side_chip(ui, seat.side, 18.0);
            let you = if seat.mine {
                "You play"
            } else {
                "The other player has"
            };
            ui.label(format!("{you} {}", seen.side_names().of(seat.side)));
        });
    }
    let Some(scenario) = &seen.contract.scenario else {
        return;
    };
    origin(seen, ui);
    ui.label(prose(&scenario.head().description));
    let start = match &seen.contract.origin {
        Some(origin) => {
            view.preview
                .of_position(scenario, &seen.contract.options, &origin.position);
            Some(Arc::clone(&origin.position))
        }
        None => view.preview.of_match(scenario, &seen.contract.options),
    };
    if let Some(start) = start {
        ui.add_space(4.0);
        forms::preview(&start, view, ui, 300.0);
        ui.add_space(6.0);
        agreement::game(&start, scenario.side_names(), ui);
    }
    // everything that is signed is shown, also what is usual: a guest agrees to all of it (threat 32)
    agreement::show(&agreement::Agreed::of(seen), scenario, ui);
}

/// The older match from which this one takes its first position, and what changes.
fn origin(seen: &Snapshot, ui: &mut Ui) {
    let Some(origin) = &seen.contract.origin else {
        return;
    };
    let palette = palette(ui);
    // only if this machine has the older match and the position fits: otherwise it rests on the host's word
    let is_sure = origin.known.as_ref().and_then(|known| known.fits) == Some(true);
    let color = if is_sure {
        palette.accent
    } else {
        palette.warn
    };
    ui.add_space(4.0);
    banner(ui, color, |ui| {
        for words in seen.origin_words() {
            ui.label(words);
        }
    });
    ui.add_space(4.0);
}
