//! Questions that must be answered first, each with its own words.

use std::path::PathBuf;

use egui::{Frame, Id, Key, Modal, Modifiers, Ui};
use kit::model::words::names;
use kit::views::widgets::{dangerous, note, primary};

use protocol::ContinueTerms;
use protocol::manifest::ClaimEffect;
use rules::Rules;

use super::question::{Safe, answers, focus, title};
use super::{export, welcome};
use crate::model::table::Table;
use crate::model::{
    Command, Dialog, DraftCommand, LibraryCommand, LobbyCommand, MatchCommand, Model,
    SecretCommand, SetUpCommand, ShellCommand,
};

/// The question before a resignation, which says whose game it gives up.
fn resignation(model: &Model) -> String {
    let who = || {
        let table = model.table.as_ref()?;
        let seat = table.seen.seat(table.speaker()?)?;
        Some((seat.name.as_str(), table.seen.side_names().of(seat.side)))
    };
    match who() {
        Some((name, side)) => format!("Resign as {name}, {side}?"),
        None => "Resign?".to_owned(),
    }
}

/// Lists how the new match differs, one sentence per line.
fn continue_words(model: &Model, terms: Option<&ContinueTerms>, ui: &mut Ui) {
    let table = model.table.as_ref();
    for words in table
        .zip(terms)
        .map_or_else(Vec::new, |(table, terms)| table.continue_words(terms))
    {
        ui.label(words);
    }
}

/// True if more than two play the open match.
fn has_table(model: &Model) -> bool {
    let table = model.table.as_ref();
    table.is_some_and(|table| table.seen.has_table())
}

/// The answer that Enter gives.
const fn safe(dialog: Dialog) -> Option<Safe> {
    match dialog {
        // it reads its keys itself, because a pass needs another one
        Dialog::EndTurn => None,
        // Enter in its field gives the name
        Dialog::Name => None,
        Dialog::Lock
        | Dialog::OfferDraw
        | Dialog::AskTakeback
        | Dialog::Continue
        | Dialog::Leave
        | Dialog::SetUp
        | Dialog::SayOrders
        | Dialog::Export => Some(Safe::Yes),
        Dialog::EndForAll
        | Dialog::Resign
        | Dialog::GrantTakeback
        | Dialog::AnswerContinue
        | Dialog::AgreeToDraw
        | Dialog::Claim
        | Dialog::Decline
        | Dialog::LeaveLobby
        | Dialog::Delete => Some(Safe::No),
    }
}

pub(crate) fn show(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let opened = Id::unique("question opened");
    let before: Option<Dialog> = ui.data(|data| data.get_temp(opened)).flatten();
    ui.data_mut(|data| data.insert_temp(opened, model.over.dialog));
    let Some(dialog) = model.over.dialog else {
        return;
    };
    focus(ui, safe(dialog).filter(|_| before != Some(dialog)));
    let frame = Frame::window(ui.style()).inner_margin(22);
    let modal = Modal::new(Id::unique("question")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        ui.spacing_mut().item_spacing.y = 9.0;
        match dialog {
            Dialog::EndTurn => end_turn(model, ui, out),
            Dialog::EndForAll => end_for_all(model, ui, out),
            Dialog::Lock => lock(model, ui, out),
            Dialog::Resign => {
                title(ui, &resignation(model));
                let ends = model.table.as_ref().is_none_or(Table::ends_by_resigning);
                ui.label(match ends {
                    true => "You lose the game. This cannot be taken back.",
                    false => "You are out of the game, and the others go on without you. This cannot be taken back.",
                });
                answers(ui, out, |ui| dangerous(ui, "Resign").clicked().then_some(MatchCommand::ResignNow), "Play on");
            }
            Dialog::OfferDraw => {
                title(ui, "Offer a draw?");
                let who = match has_table(model) {
                    true => "The others may",
                    false => "The other player may",
                };
                ui.label(format!("{who} agree or decline. The offer stands until it is answered or the next turn is made."));
                answers(ui, out, |ui| primary(ui, "Offer the draw", true).clicked().then_some(MatchCommand::OfferDrawNow), "Cancel");
            }
            Dialog::Claim => {
                let accused = model.table.as_ref().and_then(Table::accused);
                let name = accused.map_or("that player", |info| info.called.as_str());
                let terms = model.table.as_ref().map(|table| table.seen.contract.terms);
                title(ui, &format!("Claim that {name}'s time is up?"));
                ui.label(match terms.map(|terms| terms.claim) {
                    Some(ClaimEffect::Loss) if has_table(model) => "As agreed, the others go on without this player, if their clocks say the same.",
                    Some(ClaimEffect::Loss) => "As agreed, the match is over and you win, if the other clock says the same. This cannot be taken back.",
                    Some(ClaimEffect::Abort) if has_table(model) => "As agreed, the match is over without a result once a player of every other team has claimed, if their clocks say the same. This cannot be taken back.",
                    Some(ClaimEffect::Abort) => "As agreed, the match is over without a result, if the other clock says the same. This cannot be taken back.",
                    _ => "It is noted in the match file, and the match continues when that player does.",
                });
                answers(ui, out, |ui| primary(ui, "Claim it", accused.is_some()).clicked().then_some(MatchCommand::Claim), "Wait on");
            }
            Dialog::Continue => {
                title(ui, "Continue in a new match?");
                let terms = model.table.as_ref().and_then(|table| table.seen.next.terms.as_ref());
                continue_words(model, terms, ui);
                ui.label("The new match takes the place of this one once everybody agrees. This one stays in its file.");
                answers(ui, out, |ui| primary(ui, "Ask", terms.is_some()).clicked().then_some(MatchCommand::ContinueNow), "Cancel");
            }
            Dialog::AnswerContinue => {
                title(ui, "Continue in a new match?");
                let terms = model.table.as_ref().and_then(|table| table.seen.next.asked.as_ref());
                continue_words(model, terms, ui);
                let agreed = model.table.as_ref().zip(terms);
                if let Some(words) = agreed.and_then(|(table, terms)| table.agreed_to_continue(terms)) {
                    note(ui, words);
                }
                ui.label(match has_table(model) {
                    true => "The new match takes the place of this one once everybody agrees. This one stays in its file.",
                    false => "The new match takes the place of this one. This one stays in its file.",
                });
                answers(ui, out, |ui| primary(ui, "Continue", terms.is_some()).clicked().then_some(MatchCommand::AnswerContinue(true)), "Not now");
            }
            Dialog::AskTakeback => {
                title(ui, "Request a takeback?");
                let who = match has_table(model) {
                    true => "If all others agree",
                    false => "If the other player agrees",
                };
                ui.label(format!("{who}, the match continues from before your last turn. What came after it is taken back too, and stays in the record as taken back."));
                answers(ui, out, |ui| primary(ui, "Request takeback", true).clicked().then_some(MatchCommand::AskTakebackNow), "Cancel");
            }
            Dialog::GrantTakeback => {
                let asked = model.table.as_ref().and_then(|table| table.seen.proposals.takeback_asked);
                let turn = model.table.as_ref().zip(asked);
                let turn = turn.map_or_else(String::new, |(table, asked)| table.seen.turn_named(asked.turn));
                let by = model.table.as_ref().zip(asked).and_then(|(table, asked)| table.seen.seat(asked.seat));
                let by = by.map_or("that player", |seat| seat.called.as_str());
                title(ui, &format!("Let {by} take back {turn}?"));
                ui.label(format!("The match continues from before that turn, the last one of {by}. What came after it is taken back too."));
                answers(ui, out, |ui| primary(ui, "Grant it", true).clicked().then_some(MatchCommand::AnswerTakeback(true)), "Not yet");
            }
            Dialog::AgreeToDraw => {
                title(ui, "Agree to a draw?");
                ui.label("The game ends without a winner. This cannot be taken back.");
                answers(ui, out, |ui| primary(ui, "Agree to the draw", true).clicked().then_some(MatchCommand::AnswerDraw(true)), "Play on");
            }
            Dialog::Decline => {
                title(ui, "Decline this offer?");
                ui.label("The host is told. With an offer of your own you send the host an invitation in return, and may change everything first.");
                answers(
                    ui,
                    out,
                    |ui| {
                        let own = primary(ui, "Decline and offer another", true).clicked();
                        let no = dangerous(ui, "Decline").clicked();
                        own.then_some(MatchCommand::CounterOffer)
                            .or_else(|| no.then_some(MatchCommand::DeclineNow))
                    },
                    "Stay",
                );
            }
            Dialog::Leave => {
                title(ui, "Leave the match?");
                ui.label("It is saved. You find it under Your matches on the start page and can continue it.");
                if let Some(words) = model.table.as_ref().and_then(Table::unfinished_words) {
                    ui.label(words);
                }
                answers(ui, out, |ui| primary(ui, "Leave", true).clicked().then_some(LibraryCommand::LeaveNow), "Stay");
            }
            Dialog::LeaveLobby => {
                let hosts = model.hosts_lobby();
                let [question, leave] = match hosts {
                    true => ["Close the table?", "Close the table"],
                    false => ["Leave the table?", "Leave the table"],
                };
                title(ui, question);
                ui.label(match hosts {
                    true => "The table closes for everybody who sits at it, and its code is worth nothing any more.",
                    false => "Your seat becomes free. You may come again with the code, as long as the table is open.",
                });
                answers(ui, out, |ui| primary(ui, leave, true).clicked().then_some(LobbyCommand::LeaveNow), "Stay");
            }
            Dialog::Delete => {
                let saved = |file: &PathBuf| model.files.saved.iter().find(|game| game.file == *file);
                let Some(game) = model.files.to_delete.as_ref().and_then(saved) else {
                    return;
                };
                title(ui, "Delete this match?");
                ui.label(game.name());
                ui.label("The match file and your key to it are gone for good. Without the key nobody can continue the match from this machine.");
                answers(ui, out, |ui| dangerous(ui, "Delete").clicked().then_some(LibraryCommand::DeleteNow), "Keep it");
            }
            Dialog::SayOrders => {
                let line = model.table.as_ref().map_or("", |table| table.writing.chat.trim());
                let to = match has_table(model) {
                    true => "everybody",
                    false => "the other player",
                };
                title(ui, &format!("Say this to {to}?"));
                ui.label(format!("\u{201C}{line}\u{201D} reads as an order of this game."));
                answers(
                    ui,
                    out,
                    |ui| {
                        let gives = primary(ui, "Give the order", true).clicked();
                        let says = ui.button("Say it").clicked();
                        gives.then_some(MatchCommand::GiveSaid).or_else(|| says.then_some(MatchCommand::SayNow))
                    },
                    "Cancel",
                );
            }
            Dialog::Name => welcome::ask_name(ui, out),
            Dialog::Export => export::show(model, ui, out),
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
    // Esc and a click beside the question mean no: nothing that cannot be taken back happens by accident
    if modal.should_close() {
        out.push(ShellCommand::CloseDialog.into());
    }
}

/// The most orders listed in the question before the end of a turn.
const MOST_ORDERS: usize = 12;

fn end_turn(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let table = model.table.as_ref();
    let Some((table, draft)) = table.and_then(|table| Some((table, table.open_draft()?))) else {
        return;
    };
    let [button, question] = families::turn_end(draft);
    title(ui, question);
    ui.label(families::turn_summary(draft, &table.turn.ready));
    let first = families::preliminaries(draft.base().family(), draft.orders());
    if first.count > 0 {
        note(ui, first.coming);
    }
    let shown = draft.orders().enumerate().skip(first.count);
    // the list must leave the buttons in sight on the smallest window
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
    // a turn without orders must be passed on purpose: Enter, which also ends a turn, is not enough
    let is_pass = families::is_pass(draft);
    let (key, hint) = if is_pass {
        (Key::P, "P passes the turn, Enter and Esc go back.")
    } else {
        (
            Key::Enter,
            "Enter ends the turn, Esc goes back. Settings can switch this question off.",
        )
    };
    // a focused button takes Enter for itself
    let is_free = ui.memory(|memory| memory.focused().is_none());
    // consumed before the buttons are shown: a button with the focus would take the key as well
    let (yes, back) = ui.input_mut(|input| {
        let yes = input.consume_key(Modifiers::NONE, key);
        let back = is_pass && is_free && input.consume_key(Modifiers::NONE, Key::Enter);
        (yes, back)
    });
    answers(
        ui,
        out,
        |ui| (primary(ui, button, true).clicked() || yes).then_some(DraftCommand::EndTurnNow),
        "Keep playing",
    );
    if back {
        out.push(ShellCommand::CloseDialog.into());
    }
    note(ui, hint);
}

/// The question before a part of a set-up is shown to the team.
fn show_part(ui: &mut Ui, out: &mut Vec<Command>) {
    title(ui, "Show your part to the team?");
    ui.label("Your program seals it as soon as all parts of your side are shown and go together. Until then you can show another one.");
    answers(
        ui,
        out,
        |ui| {
            primary(ui, "Show it", true)
                .clicked()
                .then_some(SecretCommand::LockNow)
        },
        "Not yet",
    );
}

fn end_for_all(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    title(ui, "End the turn for all?");
    let others = model.shown().map(Table::open_mates).unwrap_or_default();
    ui.label(format!(
        "{} cannot give orders in this turn any more.",
        names(&others, others.len())
    ));
    answers(
        ui,
        out,
        |ui| {
            primary(ui, "End the turn", true)
                .clicked()
                .then_some(DraftCommand::EndForAllNow)
        },
        "Keep playing",
    );
}

fn lock(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    // of a match or of a lesson
    let table = model.shown();
    let Some(position) = table.and_then(|table| table.position()) else {
        return;
    };
    let Some([question, sealing, opening]) = families::secret_words(position).question else {
        return;
    };
    if table.is_some_and(|table| table.team_plan().is_some()) {
        return show_part(ui, out);
    }
    title(ui, question);
    // at one screen nothing is sent, and a seal convinces nobody
    let seats = table.map(|table| &table.seen.contract.seats[..]);
    let is_between_programs = seats.is_some_and(|seats| seats.iter().any(|seat| !seat.mine));
    if is_between_programs {
        ui.label(sealing);
        ui.label(opening);
    }
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
