//! Messages on a page without a board: cards over the lower edge of the page, where they move no widget.
//!
//! Beside a board the line below it says the same, and cards over it what asks for an answer.

use std::time::Duration;

use egui::{Area, Id, Margin, Order, Rect, ScrollArea, Ui, pos2};
use kit::views::theme::palette;
use kit::views::widgets::{floating, sentence};

use crate::model::{Command, Model, Page, ShellCommand};

/// The most of a window's width that it takes, in points.
const WIDTH: f32 = 620.0;
/// Its distance from the lower edge of the page.
const GAP: f32 = 14.0;

/// True for the pages that say in places of their own what there is to say.
const fn has_own_place(page: Page) -> bool {
    match page {
        Page::Table | Page::Replay | Page::TryOut | Page::SetUp | Page::Lesson | Page::Welcome => {
            true
        }
        Page::Start
        | Page::Local
        | Page::Host
        | Page::Join
        | Page::Lobby
        | Page::PlayOn
        | Page::Verdict
        | Page::Help
        | Page::Rules
        | Page::Settings
        | Page::People
        | Page::Lessons
        | Page::Puzzles => false,
    }
}

/// The height of the strip with the main button of a form.
const BAR: f32 = 60.0;

/// Why the last thing failed, and the last message, on a page that has no other place for them.
pub(crate) fn show(model: &Model, mut room: Rect, ui: &Ui, out: &mut Vec<Command>) {
    if matches!(
        model.page,
        Page::Local | Page::Host | Page::Lobby | Page::PlayOn
    ) {
        // what failed is tried again with the button there
        room.max.y -= BAR;
    }
    if !has_own_place(model.page) {
        say(model, room, ui, out);
    }
}

/// Shows the messages as cards in a given room of any page.
pub(crate) fn say(model: &Model, room: Rect, ui: &Ui, out: &mut Vec<Command>) {
    // both may be there: a match that did not open, and settings that do not read
    let told: Vec<_> = model
        .opening
        .trouble
        .iter()
        .chain(&model.over.notice)
        .collect();
    if told.is_empty() {
        return;
    }
    fade(model, ui, out);
    let palette = palette(ui);
    let width = (room.width() - 2.0 * GAP).min(WIDTH);
    let most = (room.height() - 2.0 * GAP).max(60.0);
    let id = Id::unique("toast");
    // as high as it was: measured in the frame before, as the text is laid out within it
    let high = ui.ctx().memory(|memory| memory.area_rect(id));
    let high = high.map_or(0.0, |rect| rect.height()).min(most);
    Area::new(id)
        .order(Order::Middle)
        .fixed_pos(pos2(
            room.center().x - width / 2.0,
            room.bottom() - GAP - high,
        ))
        .constrain(false)
        .show(ui.ctx(), |ui| {
            let frame = floating(ui, palette.accent, Margin::symmetric(16, 10));
            frame.show(ui, |ui| {
                ui.set_width(width - 36.0);
                ScrollArea::vertical()
                    .id_salt("toast")
                    .max_height(most - 24.0)
                    .show(ui, |ui| {
                        ui.spacing_mut().item_spacing.y = 4.0;
                        for (number, what) in told.iter().enumerate() {
                            if number > 0 {
                                ui.separator();
                            }
                            ui.strong(&what.what);
                            if !what.advice.is_empty() {
                                ui.label(sentence(&what.advice));
                            }
                        }
                        let close = ui.button("Close");
                        if close.on_hover_text("Esc").clicked() {
                            out.push(ShellCommand::CloseNotice.into());
                        }
                    });
            });
        });
}

/// The seconds that a message stays, and for each of its letters in addition.
const STAYS: f64 = 6.0;
const READS: f64 = 0.06;

/// Closes a message once it can be read. What failed to open stays until it is closed, as it says what to do.
fn fade(model: &Model, ui: &Ui, out: &mut Vec<Command>) {
    let id = Id::unique("toast since");
    let Some(notice) = model
        .over
        .notice
        .as_ref()
        .filter(|_| model.opening.trouble.is_none())
    else {
        return;
    };
    let now = ui.input(|input| input.time);
    let known: Option<(String, f64)> = ui.data(|data| data.get_temp(id));
    let since = match known.filter(|(what, _)| *what == notice.what) {
        Some((_, since)) => since,
        None => {
            ui.data_mut(|data| data.insert_temp(id, (notice.what.clone(), now)));
            now
        }
    };
    let letters = notice.what.chars().count() + notice.advice.chars().count();
    let rest = since + STAYS + READS * letters as f64 - now;
    if rest <= 0.0 {
        ui.data_mut(|data| data.remove::<(String, f64)>(id));
        out.push(ShellCommand::CloseNotice.into());
    } else {
        ui.ctx()
            .request_repaint_after(Duration::from_secs_f64(rest));
    }
}
