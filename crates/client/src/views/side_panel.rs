//! The panel beside the board: the turn and its orders, the family's part, the record, the chat.

use eframe::egui::{self, Button, RichText, ScrollArea, Ui, vec2};
use kit::model::words::{count, outcome_title};
use kit::views::widgets::{
    awaited, card, keep_focus_in_sight, note, pips, primary, row, section, side_chip, side_column,
    trouble, wide_primary,
};

use net::LineState;
use protocol::Stage;
use protocol::manifest::Pace;
use rules::{AnyPosition, Draft, Rules, ToAct};

use super::commands::{
    END_TURN, HINT, NEXT_LEADER, NEXT_PICK, NEXT_UNIT, REDO, UNDO, WHY_NOT, command,
};
use super::{View, agreement, asking, chat, clocks, events, mail, offers, people, record, verdict};
use crate::model::play_on::PlayOnCommand;
use crate::model::table::{Spot, Table};
use crate::model::{
    BoardCommand, Command, DraftCommand, LibraryCommand, MatchCommand, Model, Page, ReplayCommand,
    ShellCommand,
};

/// The part of the panel that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Tab {
    #[default]
    Record,
    Events,
    Chat,
    /// The endings of this game, and its options.
    Rules,
}

const WIDTH: f32 = 340.0;
/// Below this height the whole panel scrolls; in a higher one its beginning always stays in sight.
const LOW: f32 = 520.0;

pub(crate) fn show(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    side_column(ui, "side", WIDTH, |ui| {
        offers::strip(model, table, ui, out);
        // measured after the offers, which always stay in sight
        let is_low = ui.available_height() < LOW;
        if !is_low {
            beginning(model, table, view, ui, out);
        }
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                if is_low {
                    beginning(model, table, view, ui, out);
                }
                if table.replay {
                    if table.seen.played.outcome.is_some() {
                        over(model, table, ui, out);
                    } else {
                        unfinished(table, ui);
                    }
                    ui.add_space(8.0);
                }
                if let Some(position) = table.position().filter(|_| table.locked().is_none()) {
                    asking(out, |out| {
                        let (hands, canvas) = (&table.board.hands, &mut view.canvas);
                        families::views::beside(table, hands, position, canvas, ui, out);
                    });
                }
                ui.add_space(8.0);
                if table.replay {
                    card(ui, |ui| {
                        section(ui, "Events");
                        events::list(table, view, ui, out);
                    });
                    ui.add_space(8.0);
                    card(ui, |ui| this_game(model, table, ui, out));
                } else {
                    tabs(model, table, view, ui, out);
                }
                keep_focus_in_sight(ui);
            });
    });
}

/// The top of the panel: the turn, the end of the game, or the controls of a replay.
fn beginning(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    if table.replay {
        verdict::doubt(table, ui, out);
        card(ui, |ui| record::show(model, table, view, ui, out));
    } else if table.seen.played.outcome.is_some() {
        over(model, table, ui, out);
    } else {
        clocks::show(table, ui);
        if is_timed(table) {
            clocks::own_time_up(table, ui);
            clocks::claim(table, ui, out);
        }
        turn(model, table, ui, out);
    }
    ui.add_space(8.0);
    if table.seen.line == LineState::Mail {
        mail::show(table, ui, out);
        ui.add_space(8.0);
    }
}

fn is_timed(table: &Table) -> bool {
    table.seen.contract.terms.pace != Pace::Untimed
}

/// The turn: the side that decides, and the actions possible now.
fn turn(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(position) = table.position() else {
        return card(ui, |_| ());
    };
    if let Some(locked) = table.locked() {
        let words = families::secret_words(position);
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
            // looking at the past, the side of that position is shown and not the one of the unfinished turn
            let drafted = table.turn.draft.as_ref().filter(|_| table.spot().is_none());
            side_chip(ui, drafted.map_or(words.side, Draft::side), 24.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.label(RichText::new(table.waiting_for()).size(19.0));
                note(ui, table.seen.turn_name(position.turn()));
            });
        });
        if let Some(spot) = table.spot() {
            return past(table, spot, ui, out);
        }
        let Some(draft) = &table.turn.draft else {
            if !table.turn.sent {
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
        if table.turn.sent {
            waits(ui, "Signing the turn\u{2026}");
            return;
        }
        // the draft began with a decision in the other's turn, and this player's own turn followed at once
        if !draft.is_whole() && draft.base().turn().number != position.turn().number {
            note(
                ui,
                "Your decision in the turn before is sent with this one.",
            );
        }
        ui.add_space(2.0);
        // the button is the last chance to see that the turn ends the game
        let ends = matches!(draft.position().to_act(), ToAct::Nobody(_));
        let [name, _] = families::turn_end(draft);
        let text = if ends {
            format!("{name}: this ends the game")
        } else {
            name.to_owned()
        };
        if wide_primary(ui, &text, families::ending(draft).is_some())
            .on_hover_text(END_TURN.hover)
            .clicked()
        {
            out.push(DraftCommand::EndTurn.into());
        }
        next_row(model, table, ui, out);
        undo_row(model, draft, ui, out);
        ui.horizontal(|ui| {
            for entry in [HINT, WHY_NOT] {
                if let Some(given) = command(&entry, model)
                    && ui.button(entry.label).on_hover_text(entry.hover).clicked()
                {
                    out.push(given);
                }
            }
        });
        choices(table, ui, out);
        ScrollArea::vertical()
            .id_salt("orders")
            .max_height(150.0)
            .stick_to_bottom(true)
            .show(ui, |ui| {
                orders(draft, ui, out);
                keep_focus_in_sight(ui);
            });
    });
}

/// The reason to wait, wrapped if it is long.
fn waits(ui: &mut Ui, text: &str) {
    ui.horizontal_wrapped(|ui| {
        awaited(ui);
        ui.weak(text);
    });
}

/// The units and leaders that may still act: how many, and the way to the next.
fn next_row(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let ready = &table.turn.ready;
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 8.0) / 2.0;
        for (entry, count) in [
            (NEXT_UNIT, ready.units.len()),
            (NEXT_LEADER, ready.leaders.len()),
        ] {
            let text = format!("{} ({count})", entry.label);
            let button = Button::new(text).min_size(vec2(width, 28.0));
            let next = command(&entry, model);
            let response = ui.add_enabled(next.is_some(), button);
            if response.on_hover_text(entry.hover).clicked() {
                out.extend(next);
            }
        }
    });
}

/// The units of a cell and the things without a cell that can be chosen, one line each.
pub(super) fn choices(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let choices = table.choices();
    if choices.is_empty() {
        return;
    }
    section(ui, "Choose");
    for choice in choices {
        let button = Button::selectable(choice.is_chosen, &choice.name);
        let response = ui.add_enabled(choice.can, button);
        if response.on_hover_text(NEXT_PICK.hover).clicked() {
            out.push(BoardCommand::Pick(choice.pick).into());
        }
    }
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
                out.extend(command(&entry, model));
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

/// Says that the board shows the past of a match still being played, and leads back to now.
fn past(table: &Table, spot: Spot, ui: &mut Ui, out: &mut Vec<Command>) {
    let step = table.seen.record().get(spot.step);
    let turn = step.map_or_else(String::new, |step| table.seen.turn_name(step.in_turn()));
    note(
        ui,
        format!(
            "You are looking at {turn}, after {}.",
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

/// The end of the game: the result, the file, and what can be done with it.
fn over(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some((outcome, now)) = table.seen.played.outcome.zip(table.position()) else {
        return;
    };
    let family = now.family();
    card(ui, |ui| {
        ui.horizontal(|ui| {
            for side in outcome.winners().iter() {
                side_chip(ui, side, 26.0);
            }
            ui.label(RichText::new(outcome_title(table.seen.side_names(), outcome)).size(24.0));
        });
        ui.label(families::outcome(
            family,
            outcome,
            &table.seen.contract.seats,
            table.seen.side_names(),
        ));
        let steps = 0..table.seen.record().len();
        let turns = steps.filter(|step| table.orders(*step).is_some()).count();
        let turns = count(turns, "turn", "turns");
        match (&table.seen.played.verdict, table.replay) {
            (Some(verdict), _) if verdict == "CLAIMED" => note(
                ui,
                format!(
                    "{turns}. Both clocks say so. The match file says CLAIMED: nobody can prove silence."
                ),
            ),
            (Some(verdict), _) => note(
                ui,
                format!("{turns}. The match file is closed and judged {verdict}."),
            ),
            (None, true) => note(ui, format!("{turns}.")),
            (None, false) => note(ui, format!("{turns}. The file is being closed.")),
        }
        ui.add_space(4.0);
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
        offers::continue_asked(table, ui, out);
        let is_offered = offers::rematch(model, table, ui, out);
        ui.horizontal_wrapped(|ui| {
            // an offer that is open is answered, and no second one made beside it
            if model.can_rematch()
                && !is_offered
                && primary(ui, "Play again", true)
                    .on_hover_text(if table.talks_on() {
                        "The same game, sides changed: the other player is asked"
                    } else if model.is_with_peer() {
                        "The same game, sides changed: a new invitation for the other player"
                    } else {
                        "The same game, sides changed"
                    })
                    .clicked()
            {
                out.push(LibraryCommand::Rematch.into());
            }
            let on = ui.button("Play on from a turn\u{2026}");
            if on.on_hover_text(record::PLAY_ON_HOVER).clicked() {
                out.push(PlayOnCommand::Here.into());
            }
            if ui.button("To the start").clicked() {
                out.push(LibraryCommand::LeaveNow.into());
            }
        });
    });
    if let Some(what) = &table.seen.messages.error {
        ui.add_space(6.0);
        trouble(ui, what);
    }
}

fn tabs(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        // two people at one screen talk without the program
        let talks = !table.replay && table.seen.contract.seats.iter().any(|seat| !seat.mine);
        ui.horizontal_wrapped(|ui| {
            // all four stand in a line of the narrowest panel
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().button_padding.x = 8.0;
            ui.selectable_value(&mut view.tab, Tab::Record, "Record");
            ui.selectable_value(&mut view.tab, Tab::Events, "Events");
            if talks {
                ui.selectable_value(&mut view.tab, Tab::Chat, chat::title(table));
            }
            ui.selectable_value(&mut view.tab, Tab::Rules, "This game");
        });
        ui.add_space(4.0);
        match view.tab {
            Tab::Events => events::list(table, view, ui, out),
            Tab::Chat if talks => chat::show(table, ui, out),
            Tab::Rules => this_game(model, table, ui, out),
            // the talk may still be chosen from a match before this one
            Tab::Record | Tab::Chat => record::show(model, table, view, ui, out),
        }
    });
}

fn this_game(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    if let Some(position) = table.position() {
        for line in families::endings(position) {
            note(ui, line);
        }
        families::views::lots_drawn(position, ui);
    }
    if !table.seen.deciding.kept.is_empty() {
        note(
            ui,
            "Your decision is kept, and signed once the other player is heard.",
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
    if playing && !is_timed(table) && table.seen.time.may_claim.is_some() {
        ui.add_space(6.0);
        ui.label("The other program does not answer.");
        let hint = "goes into the match file; nobody can prove it, and the match continues when the other player does";
        if ui
            .button("Note the silence\u{2026}")
            .on_hover_text(hint)
            .clicked()
        {
            out.push(MatchCommand::AskToClaim.into());
        }
    }
    // by mail the letter is at the top of the panel
    let goes_by_line = !matches!(
        table.seen.line,
        LineState::Local | LineState::Closed | LineState::Mail
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
    if let Some(scenario) = &table.seen.contract.scenario {
        ui.add_space(6.0);
        agreement::show(&table.seen, scenario, ui);
    }
}
