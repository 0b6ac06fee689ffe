//! The end of the game beside the board: the result, the file, and what can be done with it.

use egui::{Label, RichText, Ui};
use kit::model::words::{count, outcome_title};
use kit::views::theme::size;
use kit::views::widgets::{card, note, primary, section, side_chip};
use rules::Rules;

use super::super::{offers, record};
use crate::model::play_on::PlayOnCommand;
use crate::model::table::Table;
use crate::model::{Command, LibraryCommand, Model, Page, ShellCommand};

/// Says in a replay that the game is not finished.
pub(super) fn unfinished(table: &Table, ui: &mut Ui) {
    card(ui, |ui| {
        ui.label(RichText::new("Not finished").size(size::TITLE));
        note(ui, table.waiting_for());
    });
}

pub(super) fn show(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some((outcome, now)) = table.seen.played.outcome.zip(table.position()) else {
        return;
    };
    let family = now.family();
    ui.horizontal(|ui| {
        for side in outcome.winners().iter() {
            side_chip(ui, side, 24.0);
        }
        ui.label(RichText::new(outcome_title(table.seen.side_names(), outcome)).size(size::TITLE));
    });
    // a player reads it from the own side, in as few words as over the board
    let own = table.end_text().filter(|_| !table.replay);
    ui.label(own.unwrap_or_else(|| {
        let seats = &table.seen.contract.seats;
        families::outcome(family, outcome, seats, table.seen.side_names())
    }));
    if !table.replay {
        next(model, table, ui, out);
    }
    let steps = 0..table.seen.record().len();
    let turns = steps.filter(|step| table.orders(*step).is_some()).count();
    let turns = count(turns, "turn", "turns");
    let words = match (&table.seen.played.verdict, table.replay) {
        (Some(verdict), _) if verdict == "CLAIMED" => format!(
            "{turns}. Both clocks say so. The match file says CLAIMED: nobody can prove silence."
        ),
        (Some(verdict), _) => {
            format!("{turns}. The match file is closed and judged {verdict}.")
        }
        (None, true) => format!("{turns}."),
        (None, false) => format!("{turns}. The file is being closed."),
    };
    note(ui, words);
    ui.add_space(4.0);
    file(model, table, ui, out);
}

/// The ways on from a match that is over.
fn next(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        if again(model, table, ui) {
            out.push(LibraryCommand::Rematch.into());
        }
        let on = ui.button("Play on from a turn\u{2026}");
        if on.on_hover_text(record::PLAY_ON_HOVER).clicked() {
            out.push(PlayOnCommand::Here.into());
        }
    });
    if let Some(said) = offers::said(table) {
        ui.label(said);
    }
}

/// The button for a rematch, if one can be had; true if it is pressed.
pub(crate) fn again(model: &Model, table: &Table, ui: &mut Ui) -> bool {
    // an offer that is open is answered, and no second one made beside it
    let is_offered = model.rematch.invited.is_some() || table.rematch.is_some();
    if !model.can_rematch() || is_offered {
        return false;
    }
    let hover = if model.is_with_peer() && table.seen.has_table() {
        "The same players and game, sides changed, at a new table"
    } else if table.talks_on() {
        "The same game, sides changed: the other player is asked"
    } else if model.is_with_peer() {
        "The same game, sides changed: a new invitation for the other player"
    } else {
        "The same game, sides changed"
    };
    primary(ui, "Rematch", true).on_hover_text(hover).clicked()
}

fn file(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    // a replay may come from any folder, and the match on the table is another one
    let file = match (model.page, &model.replay) {
        (Page::Replay, Some((file, _))) => file,
        _ => &table.seen.file,
    };
    let name = file.file_name().map_or_else(
        || file.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    section(ui, "The match file");
    ui.add(Label::new(RichText::new(name).monospace().size(size::SMALL)).wrap())
        .on_hover_text(file.display().to_string());
    ui.horizontal_wrapped(|ui| {
        if ui
            .button("Judge it")
            .on_hover_text("Checks every signature and replays every order")
            .clicked()
        {
            out.push(LibraryCommand::Judge(file.clone()).into());
        }
        if ui.button("Open folder").clicked() {
            out.push(ShellCommand::OpenFolder(file.clone()).into());
        }
        if ui.button("Copy path").clicked() {
            out.push(ShellCommand::Copy("The path is", file.display().to_string()).into());
        }
    });
}
