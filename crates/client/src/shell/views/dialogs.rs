//! Questions that must be answered first, each with its own words.

use std::path::PathBuf;

use eframe::egui::{Align, Button, Frame, Id, Key, Layout, Modal, Modifiers, RichText, Ui, vec2};

use rules::Rules;

use super::widgets::{dangerous, note, primary};
use crate::families;
use crate::shell::model::{
    Command, Dialog, DraftCommand, LibraryCommand, MatchCommand, Model, SecretCommand,
    SetUpCommand, ShellCommand,
};

pub(crate) fn show(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(dialog) = model.dialog else {
        return;
    };
    let frame = Frame::window(ui.style()).inner_margin(22);
    let modal = Modal::new(Id::unique("question")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        ui.spacing_mut().item_spacing.y = 9.0;
        match dialog {
            Dialog::EndTurn => end_turn(model, ui, out),
            Dialog::Lock => lock(model, ui, out),
            Dialog::Resign => {
                title(ui, "Resign?");
                ui.label("You lose the game. This cannot be taken back.");
                answers(ui, out, |ui| dangerous(ui, "Resign").clicked().then_some(MatchCommand::ResignNow), "Play on");
            }
            Dialog::OfferDraw => {
                title(ui, "Offer a draw?");
                ui.label("The other player may agree or decline. The offer stands until it is answered or the turn goes on.");
                answers(ui, out, |ui| primary(ui, "Offer the draw", true).clicked().then_some(MatchCommand::OfferDrawNow), "No");
            }
            Dialog::Leave => {
                title(ui, "Leave the match?");
                ui.label("It is saved. You find it under Your matches on the start page and can go on with it.");
                answers(ui, out, |ui| primary(ui, "Leave", true).clicked().then_some(LibraryCommand::LeaveNow), "Stay");
            }
            Dialog::Delete => {
                let saved = |file: &PathBuf| model.saved.iter().find(|game| game.file == *file);
                let Some(game) = model.to_delete.as_ref().and_then(saved) else {
                    return;
                };
                title(ui, "Delete this match?");
                ui.label(&game.title);
                ui.label("The match file and your key to it are gone for good. Without the key nobody can go on with the match from this machine.");
                answers(ui, out, |ui| dangerous(ui, "Delete").clicked().then_some(LibraryCommand::DeleteNow), "Keep it");
            }
            Dialog::SetUp => {
                title(ui, "Leave without your changes?");
                ui.label("The form still has the set-up as it was before.");
                answers(
                    ui,
                    out,
                    |ui| {
                        let used = primary(ui, "Use this set-up", true).clicked();
                        let dropped = dangerous(ui, "Drop the changes").clicked();
                        used.then_some(SetUpCommand::Use)
                            .or_else(|| dropped.then_some(SetUpCommand::Drop))
                    },
                    "Stay",
                );
            }
        }
    });
    if modal.should_close() {
        out.push(ShellCommand::CloseDialog.into());
    }
}

fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).size(21.0));
}

/// The answer that does it at the right, the one that does nothing at the left.
fn answers<C: Into<Command>>(
    ui: &mut Ui,
    out: &mut Vec<Command>,
    yes: impl FnOnce(&mut Ui) -> Option<C>,
    no: &str,
) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.add(Button::new(no).min_size(vec2(90.0, 34.0))).clicked() {
            out.push(ShellCommand::CloseDialog.into());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            out.extend(yes(ui).map(Into::into))
        });
    });
}

/// The most orders listed in the question before the end of a turn.
const MOST_ORDERS: usize = 12;

fn end_turn(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(draft) = model.table.as_ref().and_then(|table| table.open_draft()) else {
        return;
    };
    let [button, question] = families::turn_end(draft);
    title(ui, question);
    ui.label(families::turn_summary(draft.position()));
    let first = families::preliminaries(draft.base().family(), draft.orders());
    if first.count > 0 {
        note(ui, first.coming);
    }
    let shown = draft.orders().enumerate().skip(first.count);
    for (number, order) in shown.take(MOST_ORDERS) {
        note(
            ui,
            format!(
                "{}. {}",
                number + 1 - first.count,
                families::order(order, draft.after(number))
            ),
        );
    }
    let more = draft
        .orders()
        .len()
        .saturating_sub(first.count + MOST_ORDERS);
    if more > 0 {
        note(ui, format!("and {more} more."));
    }
    if let Some(pass) = families::pass_words(draft.base()).filter(|_| draft.is_empty()) {
        ui.label(pass);
    }
    let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    answers(
        ui,
        out,
        |ui| (primary(ui, button, true).clicked() || enter).then_some(DraftCommand::EndTurnNow),
        "Go on playing",
    );
    note(
        ui,
        "Enter does it, Esc goes back. Settings can switch this question off.",
    );
}

fn lock(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let table = model.table.as_ref();
    let Some(position) = table.and_then(|table| table.position()) else {
        return;
    };
    let [question, sealing, opening] = families::secret_words(position.family()).question;
    title(ui, question);
    ui.label(sealing);
    ui.label(opening);
    answers(
        ui,
        out,
        |ui| {
            primary(ui, "Lock", true)
                .clicked()
                .then_some(SecretCommand::LockNow)
        },
        "Not yet",
    );
}
