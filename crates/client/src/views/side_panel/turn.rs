//! The turn beside the board: the side that decides, what it may still do, and the way back within the turn. All of it
//! has the same places whoever is on turn.

use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};
use kit::model::words::count;
use kit::views::theme::size;
use kit::views::widgets::{awaited, note, pips, side_chip, wide_primary};
use rules::{AnyPosition, Draft, Rules, ToAct};

use super::super::commands::{
    END_TURN, Entry, HINT, NEXT_LEADER, NEXT_UNIT, REDO, UNDO, WHY_NOT, command,
};
use super::slot;
use crate::model::table::{Spot, Table};
use crate::model::{Command, DraftCommand, Model, Page, ReplayCommand};

/// The height of the whole part.
pub(super) const HEIGHT: f32 = TITLE + USED + END + TOOLS + 4.0 * GAP;
const TITLE: f32 = 42.0;
const USED: f32 = 18.0;
/// The room for the dots at the end of the title.
const PIPS: f32 = 112.0;
const END: f32 = 42.0;
const TOOLS: f32 = 26.0;
/// The width of a button that ends a part in another way.
const OTHER_END: f32 = 64.0;
const GAP: f32 = 3.0;

pub(super) fn show(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(position) = table.decided() else {
        return;
    };
    ui.spacing_mut().item_spacing.y = GAP;
    let width = ui.available_width();
    slot(ui, "title", TITLE, |ui| title(table, position, ui));
    slot(ui, "used", USED, |ui| left(table, position, ui));
    // behind the seal nothing can be ordered
    if table.locked().is_some() {
        return;
    }
    slot(ui, "end", END, |ui| match table.spot() {
        // the end of the turn is never where the way back to now is pressed twice
        Some(_) => {
            wide_primary(ui, "End turn", false);
        }
        None => end(table, ui, out),
    });
    match table.spot() {
        Some(_) => {
            let now = Button::new("Back to now").min_size(vec2(width, TOOLS));
            if ui.add(now).on_hover_text("End").clicked() {
                out.push(ReplayCommand::Look(None).into());
            }
        }
        None => tools(model, table, ui, out),
    }
}

/// The side that decides, and its turn.
fn title(table: &Table, position: &AnyPosition, ui: &mut Ui) {
    let (side, big, small) = match table.locked() {
        Some(locked) => {
            let words = families::secret_words(position);
            (
                locked.side(),
                words.locked.to_owned(),
                format!("{}.", table.waiting_for()),
            )
        }
        None => {
            let words = families::turn_words(position);
            // looking at the past, the side of that position is shown and not the one of the unfinished turn
            let drafted = table.turn.draft.as_ref().filter(|_| table.spot().is_none());
            (
                drafted.map_or(words.side, Draft::side),
                table.waiting_for(),
                turn_words(table, position),
            )
        }
    };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if table.open_draft().is_some() {
            let [left, of] = families::turn_words(position).left;
            // as wide as its dots, to stand at the end of the line
            let width = (f32::from(of) * 16.0).min(PIPS);
            ui.allocate_ui(vec2(width, 14.0), |ui| pips(ui, left, of));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            side_chip(ui, side, 24.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                // cut, because a long name must not push what is below it
                ui.add(Label::new(RichText::new(big).size(size::TITLE)).truncate());
                let weak = ui.visuals().weak_text_color();
                let small = RichText::new(small).size(size::SMALL).color(weak);
                ui.add(Label::new(small).truncate());
            });
        });
    });
}

/// The name of the turn, and in a shared one whose part comes next.
fn turn_words(table: &Table, position: &AnyPosition) -> String {
    let turn = table.seen.turn_name(position.turn());
    let part = table.part_words().filter(|_| table.spot().is_none());
    match part {
        Some([_, after]) => format!("{turn}: {after}"),
        None => turn,
    }
}

/// What is left of the turn in words; or why to wait, or which turn of the past is shown.
fn left(table: &Table, position: &AnyPosition, ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 1.0;
    if table.locked().is_some() {
        return note(ui, families::secret_words(position).unseen);
    }
    if let Some(spot) = table.spot() {
        return past(table, spot, ui);
    }
    if table.has_moved_on() {
        return;
    }
    let words = families::turn_words(position);
    let Some(draft) = &table.turn.draft else {
        let theirs = table.name_of(words.side);
        return waits(ui, &format!("{theirs} has {} this turn.", words.has));
    };
    if table.turn.sent {
        return waits(ui, "Signing the turn\u{2026}");
    }
    let mut text = words.used;
    // the draft began with a decision in the other's turn, and this player's own turn followed at once
    if !draft.is_whole() && draft.base().turn().number != position.turn().number {
        text = "Your decision in the turn before is sent with this one.".to_owned();
    }
    if let Some(later) = words.later {
        text = format!("{text} {later}");
    }
    let size = RichText::new(&text).size(size::SMALL);
    ui.add(Label::new(size).truncate()).on_hover_text(&text);
}

/// The reason to wait.
fn waits(ui: &mut Ui, text: &str) {
    // a row as high as its text: a higher one would reach under the button below
    ui.spacing_mut().interact_size.y = USED;
    ui.horizontal(|ui| {
        awaited(ui);
        let weak = ui.visuals().weak_text_color();
        let said = RichText::new(text).size(size::SMALL).color(weak);
        ui.add(Label::new(said).truncate());
    });
}

/// The end of the turn.
fn end(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(draft) = table.open_draft() else {
        wide_primary(ui, "End turn", false);
        return;
    };
    // the button is the last chance to see that the turn ends the game
    let ends = matches!(draft.position().to_act(), ToAct::Nobody(_));
    let [name, _] = families::turn_end(draft);
    let text = if ends {
        format!("{name}: this ends the game")
    } else {
        name.to_owned()
    };
    let others = families::other_ends(draft);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for end in others.into_iter().rev() {
            let button = Button::new(RichText::new(end.name).size(size::SMALL));
            let button = ui.add(button.min_size(vec2(OTHER_END, END)));
            if button.on_hover_text(end.hover).clicked() {
                out.push(DraftCommand::EndWith(end.order).into());
            }
        }
        if wide_primary(ui, &text, families::ending(draft).is_some())
            .on_hover_text(END_TURN.hover_now(ui.ctx()))
            .clicked()
        {
            out.push(DraftCommand::EndTurn.into());
        }
    });
}

/// The next unit and leader that may act, and the way back within the turn.
fn tools(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let ready = &table.turn.ready;
    let draft = table.open_draft();
    let [undo, redo] = [
        draft.is_some_and(Draft::can_undo),
        draft.is_some_and(Draft::can_redo),
    ];
    let [hint, why] = [command(&HINT, model), command(&WHY_NOT, model)];
    // also while it cannot be asked for: the other buttons keep their places
    let hints = model.page == Page::TryOut || table.is_against_computer();
    ui.horizontal(|ui| {
        let gap = if hints { 2.0 } else { 4.0 };
        ui.spacing_mut().item_spacing.x = gap;
        ui.spacing_mut().button_padding.x = 1.0;
        // the two with a number are wider; together they fill the line
        let (gaps, parts) = if hints { (6.0, 7.5) } else { (4.0, 5.6) };
        let part = (ui.available_width() - gap * gaps) / parts;
        let mut button = |entry: &Entry, text: &str, name: &str, gives: Option<Command>| {
            let wide = match (text.contains(char::is_numeric), hints) {
                (true, false) => 1.3,
                (false, false) => 1.0,
                // of seven, the short ones give room to the numbers
                (true, true) => 1.6,
                (false, true) => 0.86,
            };
            let width = part * wide;
            let button = Button::new(RichText::new(text).size(size::SMALL)).truncate();
            // of that width and no more, however long the number is
            let button = |ui: &mut Ui| ui.add_sized(vec2(width, TOOLS), button);
            let response = ui.add_enabled_ui(gives.is_some(), button).inner;
            let response = response
                .on_hover_text(entry.hover_now(ui.ctx()))
                .accessible_name(name);
            if response.clicked() {
                out.extend(gives);
            }
        };
        for (entry, short, count) in [
            (NEXT_UNIT, "Unit", ready.units.len()),
            (NEXT_LEADER, "Leader", ready.leaders.len()),
        ] {
            let text = format!("{short} {count}");
            let name = format!("{} ({count})", entry.label);
            button(&entry, &text, &name, command(&entry, model));
        }
        for (entry, on) in [(UNDO, undo), (REDO, redo)] {
            let gives = command(&entry, model).filter(|_| on);
            button(&entry, entry.label, entry.label, gives);
        }
        let all = undo.then(|| DraftCommand::BackTo(0).into());
        let entry = super::super::commands::UNDO_ALL;
        button(&entry, "All", entry.label, all);
        if hints {
            button(&HINT, HINT.label, HINT.label, hint);
            button(&WHY_NOT, "Why?", WHY_NOT.label, why);
        }
    });
}

/// Says that the board shows the past of a match still being played.
fn past(table: &Table, spot: Spot, ui: &mut Ui) {
    let step = table.seen.record().get(spot.step);
    let turn = step.map_or(0, |step| step.turn);
    let after = count(spot.orders, "order", "orders");
    note(
        ui,
        format!("You are looking at turn {turn}, after {after}."),
    );
}
