//! What was agreed for this game, how it ends, and what is seldom needed in it.

use egui::Ui;
use kit::views::widgets::note;
use net::LineState;
use protocol::Stage;
use protocol::manifest::Pace;

use super::super::{agreement, leaving, offers, people};
use crate::model::table::Table;
use crate::model::{Command, MatchCommand, Model};

pub(super) fn show(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    if let Some(position) = table.position() {
        for line in families::endings(position) {
            note(ui, line);
        }
        families::views::lots_drawn(position, ui);
    }
    if !table.seen.deciding.kept.is_empty() {
        note(
            ui,
            format!(
                "Your decision is kept. It is signed in a minute, or as soon as {} can be heard.",
                table.another()
            ),
        );
    }
    if let Some(acquaintance) = &table.seen.meeting.acquaintance {
        people::introduce(acquaintance, ui);
        people::unfinished(acquaintance, ui, out);
    }
    for line in &table.seen.messages.notes {
        note(ui, line);
    }
    // in a match with time limits the claim stands beside the clocks
    let playing = offers::is_played(model, table);
    let is_timed = table.seen.contract.terms.pace != Pace::Untimed;
    if playing && !is_timed && table.seen.time.may_claim.is_some() {
        ui.add_space(6.0);
        let silent = table
            .accused()
            .map(|info| format!("{}'s program", info.called));
        let silent = silent.unwrap_or_else(|| "The other program".to_owned());
        ui.label(format!("{silent} does not answer."));
        let hint = "goes into the match file; nobody can prove it, and the match continues when that player does";
        if ui
            .button("Note the silence\u{2026}")
            .on_hover_text(hint)
            .clicked()
        {
            out.push(MatchCommand::AskToClaim.into());
        }
    }
    if playing && table.seen.has_table() {
        ui.add_space(6.0);
        if let Some(answer) = leaving::ahead(table.seen.leaving.ahead, ui) {
            out.push(MatchCommand::GoOnAhead(answer).into());
        }
    }
    // by mail the letter is at the top of the panel
    let goes_by_line = !matches!(
        table.seen.line,
        LineState::Local | LineState::Closed | LineState::Mail
    );
    // a letter is written to one other player
    let has_letters = goes_by_line && !table.seen.has_table();
    if has_letters && !table.replay && table.seen.stage != Stage::Greeting {
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let hint = "for play by mail: what the other player lacks, to attach or to paste";
            if ui
                .button("Write a letter\u{2026}")
                .on_hover_text(hint)
                .clicked()
            {
                out.push(MatchCommand::WriteLetter.into());
            }
            if ui.button("Read a letter\u{2026}").clicked() {
                out.push(MatchCommand::ReadLetter.into());
            }
        });
    }
    if let Some(scenario) = &table.seen.contract.scenario {
        ui.add_space(6.0);
        agreement::show(&agreement::Agreed::of(&table.seen), scenario, ui);
    }
}
