//! Play by mail: the letter to send, and the field for pasting the answer.

use egui::{ScrollArea, TextEdit, Ui};
use kit::views::widgets::{card, primary, section};
use protocol::Stage;

use crate::model::table::Table;
use crate::model::{Command, MatchCommand, ShellCommand};

/// The next thing to do, the letter to send, and the field for the answer.
pub(crate) fn show(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        section(ui, "By mail");
        ui.label(next(table));
        if let Some(letter) = &table.letter {
            outgoing(letter, ui, out);
        }
        // the answer has a place only while a letter of this player's is out: before that there is nothing it could
        // answer
        let is_closed = table.seen.played.verdict.is_some();
        if !is_closed && table.seen.deciding.to_decide.is_empty() && table.letter.is_some() {
            ui.add_space(6.0);
            incoming(table, ui, out);
        }
    });
}

/// The next thing to do, in words.
fn next(table: &Table) -> String {
    let seen = &table.seen;
    let other = seen.contract.seats.iter().find(|seat| !seat.mine);
    let name = other.map_or("the other player", |seat| seat.name.as_str());
    match (&table.letter, seen.stage) {
        (None, Stage::Greeting | Stage::Agreeing) => {
            "Look at the offer and accept it; then your answer is ready to be sent.".to_owned()
        }
        (None, _) => "Make your move, then send your letter.".to_owned(),
        (Some(_), _) if seen.played.verdict.is_some() => {
            format!("Send {name} this last letter, if you have not yet: it carries the end of the match.")
        }
        (Some(_), Stage::Greeting) => {
            "Send this letter to the other player, by e-mail or in any other way: it offers the match. Then paste the answer below. You may close the program meanwhile; the start page lists the match.".to_owned()
        }
        (Some(_), _) => {
            format!("Send {name} this letter, then paste the answer below. You may close the program meanwhile; the start page lists the match.")
        }
    }
}

fn outgoing(letter: &str, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        if primary(ui, "Copy the letter", true).clicked() {
            out.push(ShellCommand::Copy("The letter is", letter.to_owned()).into());
        }
        let save = ui.button("Save it as a file\u{2026}");
        if save.on_hover_text("To attach to a mail").clicked() {
            out.push(MatchCommand::WriteLetter.into());
        }
    });
    ScrollArea::vertical()
        .id_salt("letter")
        .max_height(70.0)
        .show(ui, |ui| {
            let mut text = letter;
            let field = TextEdit::multiline(&mut text)
                .font(egui::TextStyle::Monospace)
                .desired_rows(3)
                .desired_width(f32::INFINITY);
            ui.add(field).accessible_name("The letter to send");
        });
}

fn incoming(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut answer = table.writing.mailed.clone();
    ScrollArea::vertical()
        .id_salt("answer")
        .max_height(70.0)
        .show(ui, |ui| {
            let field = TextEdit::multiline(&mut answer)
                .font(egui::TextStyle::Monospace)
                .hint_text("-----BEGIN WARLORD LETTER-----")
                .desired_rows(3)
                .desired_width(f32::INFINITY);
            ui.add(field).accessible_name("The letter you were sent");
        });
    if answer != table.writing.mailed {
        out.push(MatchCommand::AnswerText(answer.clone()).into());
    }
    ui.horizontal_wrapped(|ui| {
        if primary(ui, "Take the answer in", !answer.trim().is_empty()).clicked() {
            out.push(MatchCommand::TakeAnswer.into());
        }
        if ui.button("Open a file\u{2026}").clicked() {
            out.push(MatchCommand::ReadLetter.into());
        }
    });
}
