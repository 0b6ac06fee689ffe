//! The panel beside the board: the turn and its orders, the family's part, the record, the chat.

use eframe::egui::{self, Align, Button, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};

use protocol::Stage;
use rules::{AnyPosition, Draft, Rules, ToAct};

use super::commands::{END_TURN, REDO, UNDO};
use super::widgets::{
    awaited, banner, card, dangerous, note, pips, primary, row, section, side_chip, side_column,
    trouble, wide_primary,
};
use super::{View, agreement, record};
use crate::families;
use crate::shell::model::table::{Spot, Table};
use crate::shell::model::words::{count, outcome_title};
use crate::shell::model::{
    Command, DraftCommand, LibraryCommand, MatchCommand, Model, Page, ReplayCommand, ShellCommand,
};
use crate::theme::palette;

/// The part of the panel that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Tab {
    /// The turns made.
    #[default]
    Record,
    /// The chat.
    Chat,
    /// The endings of this game, and its options.
    Rules,
}

const WIDTH: f32 = 340.0;

pub(crate) fn show(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    side_column(ui, "side", WIDTH, |ui| {
        // whose turn it is, how it ended or what a replay is walked through with never scrolls out of sight
        if table.replay {
            card(ui, |ui| record::show(model, table, ui, out));
        } else if table.seen.outcome.is_some() {
            over(model, table, ui, out);
        } else {
            turn(model, table, ui, out);
        }
        ui.add_space(8.0);
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                if table.replay {
                    if table.seen.outcome.is_some() {
                        over(model, table, ui, out);
                    } else {
                        unfinished(table, ui);
                    }
                    ui.add_space(8.0);
                }
                if table.locked().is_none() {
                    families::views::beside(table, view, ui, out);
                }
                ui.add_space(8.0);
                if table.replay {
                    card(ui, |ui| this_game(table, ui, out));
                } else {
                    tabs(model, table, view, ui, out);
                }
            });
    });
}

/// Whose turn it is and what can be done.
fn turn(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    draw_offer(table, ui, out);
    let Some(position) = table.position() else {
        return card(ui, |_| ());
    };
    if let Some(locked) = table.locked() {
        let words = families::secret_words(position.family());
        return card(ui, |ui| {
            ui.horizontal(|ui| {
                side_chip(ui, locked.side(), 24.0);
                ui.label(RichText::new(words.locked).size(19.0));
            });
            waits(ui, &format!("{}.", table.waiting_for()));
            note(ui, words.unseen);
        });
    }
    let words = families::turn_words(position);
    card(ui, |ui| {
        ui.horizontal(|ui| {
            let drafted = table.draft.as_ref().filter(|_| table.spot().is_none());
            side_chip(ui, drafted.map_or(words.side, Draft::side), 24.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.label(RichText::new(table.waiting_for()).size(19.0));
                note(ui, words.title);
            });
        });
        if let Some(spot) = table.spot() {
            return past(table, spot, ui, out);
        }
        let Some(draft) = &table.draft else {
            if !table.sent {
                let theirs = table.name_of(words.side);
                waits(ui, &format!("{theirs} has {} this turn.", words.has));
            }
            return;
        };
        let [left, of] = words.left;
        pips(ui, left, of);
        ui.label(words.used);
        if let Some(later) = words.later {
            note(ui, later);
        }
        if table.sent {
            waits(ui, "Signing the turn\u{2026}");
            return;
        }
        ui.add_space(2.0);
        let ends = matches!(draft.position().to_act(), ToAct::Nobody(_));
        let [name, _] = families::turn_end(draft);
        let text = if ends {
            format!("{name}: this ends the game")
        } else {
            name.to_owned()
        };
        if wide_primary(ui, &text, families::turn(draft).is_some())
            .on_hover_text(END_TURN.hover)
            .clicked()
        {
            out.push(DraftCommand::EndTurn.into());
        }
        undo_row(model, draft, ui, out);
        ScrollArea::vertical()
            .id_salt("orders")
            .max_height(150.0)
            .stick_to_bottom(true)
            .show(ui, |ui| orders(draft, ui, out));
    });
}

/// The reason to wait, wrapped where its words are long.
fn waits(ui: &mut Ui, text: &str) {
    ui.horizontal_wrapped(|ui| {
        awaited(ui);
        ui.weak(text);
    });
}

fn undo_row(model: &Model, draft: &Draft<AnyPosition>, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 16.0) / 3.0;
        let button = |ui: &mut Ui, text: &str, keys: &str, on: bool| {
            ui.add_enabled(on, Button::new(text).min_size(vec2(width, 28.0)))
                .on_hover_text(keys)
                .clicked()
        };
        for (entry, on) in [(UNDO, draft.can_undo()), (REDO, draft.can_redo())] {
            if button(ui, entry.label, entry.hover, on) {
                out.extend(entry.command(model));
            }
        }
        if button(
            ui,
            "Undo all",
            "Takes the whole turn back",
            draft.can_undo(),
        ) {
            out.push(DraftCommand::BackTo(0).into());
        }
    });
}

/// The orders of the unfinished turn; a click goes back to before the next one.
fn orders(draft: &Draft<AnyPosition>, ui: &mut Ui, out: &mut Vec<Command>) {
    if draft.is_empty() {
        return note(
            ui,
            "Nothing is sent before you end the turn; until then everything can be taken back.",
        );
    }
    let first = families::preliminaries(draft.base().family(), draft.orders());
    if first.count > 0 {
        let last = first.count == draft.len();
        let line = row(ui, last, &first.given).on_hover_text(first.back);
        if line.clicked() && !last {
            out.push(DraftCommand::BackTo(first.count).into());
        }
    }
    for (number, order) in draft.orders().enumerate().skip(first.count) {
        let text = format!(
            "{}. {}",
            number + 1 - first.count,
            families::order(order, draft.after(number))
        );
        let last = number + 1 == draft.len();
        let hint = if last {
            "The last order"
        } else {
            "Go back to after this order"
        };
        if row(ui, last, &text).on_hover_text(hint).clicked() && !last {
            out.push(DraftCommand::BackTo(number + 1).into());
        }
    }
}

/// Looking at the past of a match that goes on.
fn past(table: &Table, spot: Spot, ui: &mut Ui, out: &mut Vec<Command>) {
    let step = table.seen.record().get(spot.step);
    let turn = step.map_or(0, |step| step.turn);
    note(
        ui,
        format!(
            "You are looking at turn {turn}, after {}.",
            count(spot.orders, "order", "orders")
        ),
    );
    if primary(ui, "Back to now", true)
        .on_hover_text("End")
        .clicked()
    {
        out.push(ReplayCommand::Look(None).into());
    }
}

fn unfinished(table: &Table, ui: &mut Ui) {
    card(ui, |ui| {
        ui.label(RichText::new("Not finished").size(19.0));
        note(ui, table.waiting_for());
    });
}

/// The end of the game: what, the file, and what can be done with it.
fn over(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some((outcome, now)) = table.seen.outcome.zip(table.position()) else {
        return;
    };
    let family = now.family();
    card(ui, |ui| {
        ui.horizontal(|ui| {
            for side in outcome.winners().iter() {
                side_chip(ui, side, 26.0);
            }
            ui.label(RichText::new(outcome_title(family, outcome)).size(24.0));
        });
        ui.label(families::outcome(family, outcome, &table.seen.seats));
        let turns = count(table.seen.record().len(), "turn", "turns");
        match (&table.seen.verdict, table.replay) {
            (Some(verdict), _) => note(
                ui,
                format!("{turns}. The match file is closed and judged {verdict}."),
            ),
            (None, true) => note(ui, format!("{turns}.")),
            (None, false) => note(ui, format!("{turns}. The file is being closed.")),
        }
        ui.add_space(4.0);
        let file = match (model.page, &model.replay) {
            (Page::Replay, Some((file, _))) => file,
            _ => &table.seen.file,
        };
        let name = file.file_name().map_or_else(
            || file.display().to_string(),
            |name| name.to_string_lossy().into_owned(),
        );
        section(ui, "The match file");
        ui.add(egui::Label::new(RichText::new(name).monospace().size(12.5)).wrap())
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
        if table.replay {
            return;
        }
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            if model.can_rematch()
                && primary(ui, "Play again", true)
                    .on_hover_text("The same game, sides changed")
                    .clicked()
            {
                out.push(LibraryCommand::Rematch.into());
            }
            if ui.button("To the start").clicked() {
                out.push(LibraryCommand::LeaveNow.into());
            }
        });
    });
    if let Some(what) = &table.seen.error {
        ui.add_space(6.0);
        trouble(ui, what);
    }
}

fn tabs(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        let talks = !table.replay && table.seen.seats.iter().any(|seat| !seat.mine);
        ui.horizontal(|ui| {
            ui.selectable_value(&mut view.tab, Tab::Record, "Record");
            if talks {
                let text = match table.seen.chat.len() {
                    0 => "Chat".to_owned(),
                    count => format!("Chat ({count})"),
                };
                ui.selectable_value(&mut view.tab, Tab::Chat, text);
            }
            ui.selectable_value(&mut view.tab, Tab::Rules, "This game");
        });
        ui.add_space(4.0);
        match view.tab {
            Tab::Chat if talks => chat(table, ui, out),
            Tab::Rules => this_game(table, ui, out),
            Tab::Record | Tab::Chat => record::show(model, table, ui, out),
        }
    });
}

fn chat(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    ScrollArea::vertical()
        .id_salt("chat")
        .max_height(220.0)
        .stick_to_bottom(true)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            if table.seen.chat.is_empty() {
                note(ui, "Nothing was said yet.");
            }
            for said in table.seen.chat.iter() {
                let seat = table.seen.seat(said.seat);
                let name = seat.map_or("", |seat| seat.name.as_str());
                ui.horizontal_wrapped(|ui| {
                    ui.strong(name);
                    ui.label(&said.text);
                });
            }
        });
    let mut line = table.chat.clone();
    let field = TextEdit::singleline(&mut line)
        .hint_text("Say something")
        .char_limit(500)
        .desired_width(ui.available_width());
    let response = ui.add(field).accessible_name("Say something");
    if line != table.chat {
        out.push(MatchCommand::ChatLine(line).into());
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        out.push(MatchCommand::Say.into());
        response.request_focus();
    }
    note(ui, "What is said here is not part of the match file.");
}

fn this_game(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    if let Some(position) = table.position() {
        for line in families::endings(position) {
            note(ui, line);
        }
        families::views::lots_drawn(position, ui);
    }
    if !table.seen.kept.is_empty() {
        note(
            ui,
            "Your decision is kept, and signed once the other player is heard.",
        );
    }
    for line in &table.seen.notes {
        note(ui, line);
    }
    let playing =
        table.seen.stage == Stage::Playing && table.seen.outcome.is_none() && !table.replay;
    let somebody = table.actor().is_some() || table.only_person().is_some();
    if playing && somebody {
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            if ui
                .add_enabled(table.seen.draw_offer.is_none(), Button::new("Offer a draw"))
                .clicked()
            {
                out.push(MatchCommand::OfferDraw.into());
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if dangerous(ui, "Resign").clicked() {
                    out.push(MatchCommand::Resign.into());
                }
            });
        });
    }
    if playing && table.seen.may_claim.is_some() {
        ui.add_space(6.0);
        ui.label("The other player's time is up.");
        let hint = "goes into the match file; nobody can prove it, and the match goes on when the other player does";
        if ui.button("Claim silence").on_hover_text(hint).clicked() {
            out.push(MatchCommand::Claim.into());
        }
    }
    let goes_by_line = !matches!(
        table.seen.line,
        net::LineState::Local | net::LineState::Closed
    );
    if goes_by_line && !table.replay && table.seen.stage != Stage::Greeting {
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
    if let Some(scenario) = &table.seen.scenario {
        ui.add_space(6.0);
        agreement::show(scenario, &table.seen.options, ui);
    }
}

/// A strip with the other side's offer of a draw, apart from every other button.
fn draw_offer(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(by) = table.seen.draw_offer else {
        return;
    };
    let name = table
        .seen
        .seat(by)
        .map_or("The other player", |seat| seat.name.as_str());
    let answers = table
        .seen
        .seats
        .iter()
        .any(|seat| seat.seat != by && seat.mine);
    // an offer is taken in place of a decision of one's own
    let may_agree = table.seen.to_decide.iter().any(|(seat, _)| *seat != by);
    let accent = palette(ui).accent;
    banner(ui, accent, |ui| {
        if answers {
            ui.label(format!("{name} offers a draw."));
            ui.horizontal(|ui| {
                if ui.button("Decline").clicked() {
                    out.push(MatchCommand::AnswerDraw(false).into());
                }
                if primary(ui, "Agree to a draw", may_agree).clicked() {
                    out.push(MatchCommand::AnswerDraw(true).into());
                }
            });
            if !may_agree {
                ui.label("You can agree when it is your turn, in place of the turn.");
            }
        } else {
            ui.label("You have offered a draw.");
        }
    });
    ui.add_space(8.0);
}
