//! A moment of the game, large over the board: read, and then out of the way. The end of the game says what to do next.

use std::time::Duration;

use egui::accesskit::Live;
use egui::{
    Align2, Area, Color32, FontId, Id, Margin, Order, Rect, RichText, Role, ScrollArea, Sense, Ui,
    WidgetInfo, pos2, vec2,
};
use kit::views::pace;
use kit::views::theme::{palette, size};
use kit::views::widgets::{floating, primary, side_chip};

use super::View;
use super::answers::Answers;
use crate::model::table::{Moment, Spot, Table};
use crate::model::{Command, LibraryCommand, Model, Page, ReplayCommand, ShellCommand};

/// For how long a moment stays that is not the end, in seconds: its words can be read twice.
const STAYS: f64 = 4.0;
/// For so long after the end has come over the board, a click of the pointer on it counts for nothing.
const DEAD: f64 = 1.0;

/// The moment on the board, and since when.
#[derive(Default)]
pub(crate) struct Staged {
    known: Option<(u64, u64)>,
    since: f64,
    /// The view has gone near to the capture that ended the game.
    is_near: bool,
}

/// Shows the moment of the match on its page. Nothing waits for it: a click or key goes on at once.
pub(crate) fn show(
    model: &Model,
    table: &Table,
    view: &mut View,
    room: Rect,
    ui: &Ui,
    out: &mut Vec<Command>,
) {
    let Some(moment) = table.moment.as_ref().filter(|_| model.page == Page::Table) else {
        view.moment.known = None;
        return;
    };
    let now = ui.input(|input| input.time);
    let known = Some((table.id, moment.number));
    // the turn that ended the game is seen first, near by
    if moment.is_end && table.reading.to_play_back.is_some() && view.moment.known != known {
        if !view.moment.is_near
            && !view.stepping.is_done()
            && let Some(cell) = table.decisive()
        {
            view.canvas.board.close_up(cell);
            view.moment.is_near = true;
        }
        return pace::go_on(ui.ctx());
    }
    if view.moment.is_near {
        view.canvas.board.camera.fit();
    }
    if view.moment.known != known {
        view.moment = Staged {
            known,
            since: now,
            is_near: false,
        };
    }
    let passed = now - view.moment.since;
    if moment.is_end {
        let answers = Answers::new(passed >= DEAD);
        return end(model, table, moment, room, answers, ui, out);
    }
    let rest = STAYS - passed;
    // the record plays back what was opened with words of its own
    if rest <= 0.0 || !view.stepping.is_done() {
        return;
    }
    plate(moment, room, ui);
    ui.ctx()
        .request_repaint_after(Duration::from_secs_f64(rest.max(0.01)));
}

/// The words in large letters; clicks go through to the board.
fn plate(moment: &Moment, room: Rect, ui: &Ui) {
    let palette = palette(ui);
    let ink = ui.visuals().text_color();
    let width = (room.width() - 80.0).max(120.0);
    let layer = egui::LayerId::new(Order::Middle, Id::unique("moment"));
    let painter = ui.ctx().layer_painter(layer).with_clip_rect(room);
    let laid = |text: &str, size: f32| {
        let font = FontId::proportional(size);
        painter.layout(text.to_owned(), font, ink, width)
    };
    let (title, text) = (
        laid(&moment.title, size::HEADING),
        laid(&moment.text, size::BODY),
    );
    let below = if moment.text.is_empty() {
        0.0
    } else {
        text.size().y + 4.0
    };
    let inside = vec2(title.size().x.max(text.size().x), title.size().y + below);
    let size = inside + vec2(44.0, 28.0);
    let top = room.center_top() + vec2(0.0, (room.height() * 0.12).max(14.0));
    let plate = Align2::CENTER_TOP.anchor_size(top, size);
    let frame = floating(ui, palette.accent, Margin::ZERO);
    // the line of a frame lies outside of what it is painted around
    painter.add(frame.paint(plate.shrink(frame.stroke.width)));
    let at = plate.min + vec2(22.0, 14.0);
    let height = title.size().y;
    painter.galley(at, title, Color32::WHITE);
    painter.galley(at + vec2(0.0, height + 4.0), text, Color32::WHITE);
    // what is only painted has no name; the line above the board says it aloud, so this one is not live
    let plate = ui.interact(plate, Id::unique("plate"), Sense::hover());
    plate.widget_info(|| WidgetInfo::labeled(Role::Label, true, moment.words()));
}

/// The end of the game, with the ways on.
fn end(
    model: &Model,
    table: &Table,
    moment: &Moment,
    room: Rect,
    answers: Answers,
    ui: &Ui,
    out: &mut Vec<Command>,
) {
    let palette = palette(ui);
    let width = (room.width() - 24.0).clamp(200.0, 760.0);
    let id = Id::unique("the end");
    // as high as it was: measured in the frame before, as the text is laid out within it
    let high = ui.ctx().memory(|memory| memory.area_rect(id));
    let most = (room.height() - 24.0).max(60.0);
    let high = high.map_or(HIGH, |rect| rect.height()).min(most);
    // a band along the lower edge: the board above it shows how it ended
    let top = room.bottom() - 12.0 - high;
    Area::new(id)
        .order(Order::Middle)
        .fixed_pos(pos2(room.center().x - width / 2.0, top))
        .constrain(false)
        .show(ui.ctx(), |ui| {
            let frame = floating(ui, palette.accent, Margin::symmetric(22, 14));
            let area = ScrollArea::vertical()
                .id_salt("the end")
                .max_height(most - 30.0);
            // as high as the words of this end, not as those of the frame before
            ui.set_max_height(most);
            let whole = |ui: &mut Ui| {
                ui.set_width(width - 46.0);
                ui.spacing_mut().item_spacing.y = 6.0;
                ui.horizontal_wrapped(|ui| {
                    for side in &moment.sides {
                        side_chip(ui, *side, 34.0);
                    }
                    let title = RichText::new(&moment.title).size(LARGE).strong();
                    let title = ui.label(title);
                    ui.ctx().accesskit_node_builder(title.id, |node| {
                        node.set_live(Live::Assertive);
                    });
                });
                ui.label(RichText::new(&moment.text).size(size::TITLE));
                ui.add_space(4.0);
                ui.horizontal_wrapped(|ui| {
                    ways(model, table, answers, ui, out);
                });
            };
            frame.show(ui, |ui| area.show(ui, whole));
        });
}

/// The height of the band at the end of a game before it is measured, and of its first words.
const HIGH: f32 = 150.0;
const LARGE: f32 = 32.0;

fn ways(model: &Model, table: &Table, answers: Answers, ui: &mut Ui, out: &mut Vec<Command>) {
    let is_offered = model.rematch.invited.is_some() || table.rematch.is_some();
    if model.can_rematch() && !is_offered && answers.are(&primary(ui, "Rematch", true)) {
        out.push(LibraryCommand::Rematch.into());
    }
    let record = table.seen.record().len();
    if record == 0 {
        return on(answers, ui, out);
    }
    let all = ui.button("Replay");
    if answers.are(&all.on_hover_text("From the beginning, order by order")) {
        out.push(ReplayCommand::Look(Some(Spot::BEGINNING)).into());
        out.push(ReplayCommand::Play(true).into());
    }
    let last = ui.button("The last turn");
    if answers.are(&last.on_hover_text("How it came to the end: the last turn, order by order")) {
        let before = match record.checked_sub(2) {
            Some(before) => table.end_of(before),
            None => Spot::BEGINNING,
        };
        out.push(ReplayCommand::Look(Some(before)).into());
    }
    on(answers, ui, out);
}

/// The ways to another game and to the board.
fn on(answers: Answers, ui: &mut Ui, out: &mut Vec<Command>) {
    let other = ui.button("Another game");
    if answers.are(&other.on_hover_text("Choose another game; this match stays in its file")) {
        out.push(LibraryCommand::Leave.into());
    }
    if answers.are(&ui.button("Look at the board")) {
        out.push(ShellCommand::CloseNotice.into());
    }
}
