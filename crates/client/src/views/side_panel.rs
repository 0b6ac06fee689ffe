//! What stands beside the board: whose turn, what it used, both armies, the record, the chat.

use eframe::egui::{self, Align, Button, Layout, RichText, ScrollArea, Slider, TextEdit, Ui, vec2};

use super::scenes::entries_first;
use super::widgets::{
    card, dangerous, note, pips, primary, row, section, side_chip, side_column, trouble,
    wide_primary,
};
use super::{View, agreement, forces, reinforcements, table as table_view};
use crate::model::draft::Draft;
use crate::model::entry;
use crate::model::seen::Stage;
use crate::model::table::{Spot, Table};
use crate::model::words;
use crate::model::{Command, Model, Page};

/// Which part of the panel is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Tab {
    /// The turns made.
    #[default]
    Record,
    /// What was said.
    Chat,
    /// How this game ends, and its options.
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
            card(ui, |ui| record(table, ui, out));
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
                if let Some(position) = table.position().filter(|_| table.locked_set_up().is_none())
                {
                    reinforcements::show(table, view, ui, out);
                    forces::show(table, position, view, ui, out);
                }
                ui.add_space(8.0);
                if table.replay {
                    card(ui, |ui| this_game(table, ui, out));
                } else {
                    tabs(table, view, ui, out);
                }
            });
    });
}

/// Whose turn it is and what can be done.
fn turn(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    table_view::draw_offer(table, ui, out);
    if let Some(locked) = table.locked_set_up() {
        return card(ui, |ui| {
            ui.horizontal(|ui| {
                side_chip(ui, locked.side(), 24.0);
                ui.label(RichText::new("Your set-up is locked").size(19.0));
            });
            waits(ui, &format!("{}.", words::waiting_for(table)));
            note(ui, "Only you see it until both set-ups are opened.");
        });
    }
    card(ui, |ui| {
        let Some(position) = table.position() else {
            return;
        };
        let side = position.side();
        ui.horizontal(|ui| {
            side_chip(ui, side, 24.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.label(RichText::new(words::waiting_for(table)).size(19.0));
                let own = entry::own_turn(position, side);
                note(
                    ui,
                    format!(
                        "turn {}, {}'s turn {own}",
                        position.turn(),
                        words::side_name(side)
                    ),
                );
            });
        });
        if let Some(spot) = table.spot() {
            return past(table, spot, ui, out);
        }
        let Some(draft) = &table.draft else {
            if !table.sent {
                let theirs = table
                    .seen
                    .seat_of(side)
                    .map_or("", |seat| seat.name.as_str());
                let orders = words::count(usize::from(position.cap()), "order", "orders");
                waits(ui, &format!("{theirs} has {orders} this turn."));
            }
            return;
        };
        let (made, cap) = (position.orders_made(), position.cap());
        pips(ui, position.left(), cap);
        ui.label(format!(
            "{made} of {} used",
            words::count(usize::from(cap), "order", "orders")
        ));
        if let Some(rise) = words::cap_rise(position.game(), entry::own_turn(position, side)) {
            note(ui, rise);
        }
        if table.sent {
            waits(ui, "Signing the turn\u{2026}");
            return;
        }
        ui.add_space(2.0);
        let ends = draft.position().outcome().is_some();
        let text = if ends {
            "End turn: this ends the game"
        } else {
            "End turn"
        };
        if wide_primary(ui, text, true)
            .on_hover_text("Enter")
            .clicked()
        {
            out.push(Command::EndTurn);
        }
        undo_row(draft, ui, out);
        ScrollArea::vertical()
            .id_salt("orders")
            .max_height(150.0)
            .stick_to_bottom(true)
            .show(ui, |ui| orders(draft, ui, out));
    });
    if model.settings.confirm_end && table.sent {
        ui.ctx().request_repaint_after_secs(0.5);
    }
}

/// What is waited for, however long its words are.
fn waits(ui: &mut Ui, text: &str) {
    ui.horizontal_wrapped(|ui| {
        ui.spinner();
        ui.weak(text);
    });
}

fn undo_row(draft: &Draft, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 16.0) / 3.0;
        let button = |ui: &mut Ui, text: &str, keys: &str, on: bool| {
            ui.add_enabled(on, Button::new(text).min_size(vec2(width, 28.0)))
                .on_hover_text(keys)
                .clicked()
        };
        if button(ui, "Undo", "Ctrl+Z", draft.can_undo()) {
            out.push(Command::Undo);
        }
        if button(ui, "Redo", "Ctrl+Y", draft.can_redo()) {
            out.push(Command::Redo);
        }
        if button(
            ui,
            "Undo all",
            "Takes the whole turn back",
            draft.can_undo(),
        ) {
            out.push(Command::BackTo(0));
        }
    });
}

/// The orders of the unfinished turn; a click goes back to before the next one.
fn orders(draft: &Draft, ui: &mut Ui, out: &mut Vec<Command>) {
    if draft.orders().is_empty() {
        return note(
            ui,
            "Nothing is sent before you end the turn; until then everything can be taken back.",
        );
    }
    let entered = entries_first(draft.orders());
    if entered > 0 {
        let last = entered == draft.orders().len();
        let text = words::count(entered, "unit entered", "units entered");
        if row(ui, last, &text)
            .on_hover_text("Go back to after they entered")
            .clicked()
            && !last
        {
            out.push(Command::BackTo(entered));
        }
    }
    for (number, order) in draft.orders().iter().enumerate().skip(entered) {
        let text = format!(
            "{}. {}",
            number + 1 - entered,
            words::order(order, draft.after(number))
        );
        let last = number + 1 == draft.orders().len();
        let hint = if last {
            "The last order"
        } else {
            "Go back to after this order"
        };
        if row(ui, last, &text).on_hover_text(hint).clicked() && !last {
            out.push(Command::BackTo(number + 1));
        }
    }
}

/// Looking at the past of a match that goes on.
fn past(table: &Table, spot: Spot, ui: &mut Ui, out: &mut Vec<Command>) {
    let turn = table
        .seen
        .turns
        .get(spot.turn)
        .map_or(0, |turn| turn.number);
    note(
        ui,
        format!(
            "You are looking at turn {turn}, after {}.",
            words::count(spot.orders, "order", "orders")
        ),
    );
    if primary(ui, "Back to now", true)
        .on_hover_text("End")
        .clicked()
    {
        out.push(Command::Look(None));
    }
}

fn unfinished(table: &Table, ui: &mut Ui) {
    card(ui, |ui| {
        ui.label(RichText::new("Not finished").size(19.0));
        note(ui, words::waiting_for(table));
    });
}

/// The end of the game: what, the file, and what can be done with it.
fn over(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(outcome) = table.seen.outcome else {
        return;
    };
    card(ui, |ui| {
        ui.horizontal(|ui| {
            if let Some(side) = outcome.winner() {
                side_chip(ui, side, 26.0);
            }
            ui.label(RichText::new(words::outcome_title(outcome)).size(24.0));
        });
        ui.label(words::outcome(outcome, &table.seen.seats));
        let turns = words::count(table.seen.turns.len(), "turn", "turns");
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
                out.push(Command::Judge(file.clone()));
            }
            if ui.button("Open folder").clicked() {
                out.push(Command::OpenFolder(file.clone()));
            }
            if ui.button("Copy path").clicked() {
                out.push(Command::Copy("The path is", file.display().to_string()));
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
                out.push(Command::Rematch);
            }
            if ui.button("To the start").clicked() {
                out.push(Command::LeaveNow);
            }
        });
    });
    if let Some(what) = &table.seen.trouble {
        ui.add_space(6.0);
        trouble(ui, what);
    }
}

/// The words of the lot that laid the terrain.
pub(crate) fn terrain_lot(lot: &str, ui: &mut Ui) {
    note(
        ui,
        "A lot that both programs drew together laid trees and hills. Both players see the same words for it:",
    );
    ui.label(RichText::new(lot.replace('-', " ")).monospace().size(13.0));
}

fn tabs(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        let talks = !table.seen.all_mine() && !table.replay;
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
            Tab::Record | Tab::Chat => record(table, ui, out),
        }
    });
}

/// The turns made, with a slider through them.
fn record(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let turns = &table.seen.turns;
    if turns.is_empty() {
        return note(ui, "No turn has been made yet.");
    }
    let spot = table.spot();
    if table.replay {
        let told = match spot {
            Some(Spot { turn: 0, orders: 0 }) => "The beginning".to_owned(),
            Some(Spot { turn, orders }) => format!(
                "Turn {} of {}, {} of {}",
                turns[turn].number,
                turns.len(),
                orders,
                words::count(turns[turn].orders.len(), "order", "orders"),
            ),
            None => "The end".to_owned(),
        };
        section(ui, &told);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().button_padding.x = 6.0;
        ui.spacing_mut().item_spacing.x = 6.0;
        for (text, name, command) in [
            (
                "|<",
                "To the beginning",
                Command::Look(Some(Spot { turn: 0, orders: 0 })),
            ),
            ("<<", "A turn back", Command::StepTurn(false)),
            ("<", "An order back", Command::Step(false)),
            (">", "An order on", Command::Step(true)),
            (">>", "A turn on", Command::StepTurn(true)),
            (
                ">|",
                if table.replay { "To the end" } else { "To now" },
                to_end(table),
            ),
        ] {
            let button = Button::new(RichText::new(text).monospace()).min_size(vec2(36.0, 26.0));
            if ui
                .add(button)
                .on_hover_text(name)
                .accessible_name(name)
                .clicked()
            {
                out.push(command);
            }
        }
    });
    let mut at = spot.map_or(turns.len(), |spot| spot.turn + usize::from(spot.orders > 0));
    ui.spacing_mut().slider_width = ui.available_width() - 4.0;
    let slider = Slider::new(&mut at, 0..=turns.len()).show_value(false);
    if ui.add(slider).accessible_name("Turn shown").changed() {
        out.push(match at.checked_sub(1) {
            None => Command::Look(Some(Spot { turn: 0, orders: 0 })),
            Some(turn) if turn + 1 == turns.len() && !table.replay => Command::Look(None),
            Some(turn) => Command::Look(Some(Spot {
                turn,
                orders: turns[turn].orders.len(),
            })),
        });
    }
    ui.add_space(2.0);
    let height = 26.0;
    ui.spacing_mut().item_spacing.y = 2.0;
    ScrollArea::vertical()
        .id_salt("turns")
        .max_height(230.0)
        .stick_to_bottom(spot.is_none())
        .show_rows(ui, height, turns.len(), |ui, rows| {
            for turn in rows {
                let made = &turns[turn];
                let shown = spot.map_or(turn + 1 == turns.len(), |spot| spot.turn == turn);
                ui.horizontal(|ui| {
                    side_chip(ui, made.side, 14.0);
                    let entered = entries_first(&made.orders);
                    let mut moves: Vec<String> = Vec::new();
                    if entered > 0 {
                        moves.push(format!("{entered} enter"));
                    }
                    moves.extend(made.orders[entered..].iter().map(short));
                    let moves = if moves.is_empty() {
                        "pass".to_owned()
                    } else {
                        moves.join("  ")
                    };
                    let text = format!("{}. {moves}", made.number);
                    if row(ui, shown, &text).clicked() {
                        out.push(Command::Look(Some(Spot {
                            turn,
                            orders: made.orders.len(),
                        })));
                    }
                });
            }
        });
}

fn to_end(table: &Table) -> Command {
    let last = table
        .seen
        .turns
        .len()
        .checked_sub(1)
        .filter(|_| table.replay);
    Command::Look(last.map(|turn| Spot {
        turn,
        orders: table.seen.turns[turn].orders.len(),
    }))
}

fn short(order: &rules::warlord::Order) -> String {
    use rules::warlord::Order;
    match order {
        Order::Move { from, to } => format!("{from}-{to}"),
        Order::Swap { leader, cannon } => format!("{leader}<>{cannon}"),
        Order::Enter { kind, cell } => format!("+{}@{cell}", kind.symbol()),
        Order::End | Order::SetUp(_) => String::new(),
    }
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
            for said in &table.seen.chat {
                let name = table
                    .seen
                    .seat(said.seat)
                    .map_or("", |seat| seat.name.as_str());
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
        out.push(Command::ChatLine(line));
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        out.push(Command::Say);
        response.request_focus();
    }
    note(ui, "What is said here is not part of the match file.");
}

fn this_game(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    if let Some(position) = table.position() {
        for line in words::endings(position) {
            note(ui, line);
        }
    }
    if let Some(lot) = table
        .position()
        .and_then(|now| words::terrain_lot(now.game()))
    {
        terrain_lot(&lot, ui);
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
                out.push(Command::OfferDraw);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if dangerous(ui, "Resign").clicked() {
                    out.push(Command::Resign);
                }
            });
        });
    }
    if let Some(scenario) = &table.seen.scenario {
        ui.add_space(6.0);
        agreement::show(scenario, &table.seen.options, ui);
    }
}
