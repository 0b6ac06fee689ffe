//! The events of the match: a line for each turn and lot, the last line above the board.

use std::collections::BTreeMap;
use std::path::PathBuf;

use egui::accesskit::Live;
use egui::{
    Button, Color32, FontId, Frame, Margin, Panel, Rect, RichText, Role, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, vec2,
};
use kit::model::told::Told;
use kit::model::words::count;
use kit::views::theme::{palette, size};
use kit::views::widgets::{note, row, side_chip};
use protocol::Deed;

use super::View;
use crate::model::table::{Spot, Table};
use crate::model::{BoardCommand, Command, ReplayCommand};

/// The events of the match looked at, found once for each step that is shown.
#[derive(Default)]
pub(crate) struct Events {
    /// The match and its file, and the number of steps before its record.
    of: (u64, PathBuf, usize),
    known: BTreeMap<usize, Vec<Told>>,
}

impl Events {
    /// The events of a step of the history.
    fn of(&mut self, table: &Table, at: usize) -> &[Told] {
        let (id, file, prelude) = (table.id, &table.seen.file, table.prelude());
        // a new match in the place of the old one keeps its number and begins its steps anew, in another file
        if self.of.0 != id || self.of.1 != *file || self.of.2 != prelude {
            self.of = (id, file.clone(), prelude);
            self.known.clear();
        }
        self.known.entry(at).or_insert_with(|| table.told(at))
    }
}

/// The height of the line above the board.
const LINE: f32 = 26.0;

/// The events of the step shown last in a line above the board, read out to those who cannot see the line; before them the
/// place of the record if that is not now.
pub(crate) fn strip(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let past = table.spot().filter(|_| !table.replay);
    let shown = match table.spot() {
        Some(Spot::BEGINNING) => table.prelude().checked_sub(1),
        Some(spot) => Some(table.prelude() + spot.step),
        None => table.history().len().checked_sub(1),
    };
    let shown = shown.filter(|at| *at < table.history().len());
    let palette = palette(ui);
    let is_past = past.is_some();
    let fill = if is_past { palette.past } else { palette.card };
    let frame = Frame::new()
        .fill(fill)
        .inner_margin(Margin::symmetric(14, 4));
    // of one height in every frame, or the board below would jump with each event
    let panel = Panel::top("events").exact_size(LINE + 8.0);
    panel.resizable(false).frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_height(LINE);
            if let Some(spot) = past {
                let of = spot_name(table, spot);
                ui.label(RichText::new(format!("The past: {of}")).strong());
            }
            // after the end no event of a turn before is the last thing that happened
            if past.is_none()
                && !table.replay
                && let Some(words) = table.end_words()
            {
                let end = ui.label(RichText::new(&words).strong());
                return aloud(end.rect, &words, ui);
            }
            let Some(at) = shown else {
                ui.weak("Nothing has happened yet.");
                return;
            };
            let told = view.events.of(table, at).to_vec();
            chip(table, at, ui);
            let area = ScrollArea::horizontal().id_salt("events line");
            area.auto_shrink([false, true]).show(ui, |ui| {
                let line = ui.horizontal(|ui| line(table, at, &told, ui, out));
                aloud(line.response.rect, &told_of(table, at, &told), ui);
            });
        });
    });
}

/// Lets screen readers say words as soon as they change.
fn aloud(rect: Rect, words: &str, ui: &Ui) {
    let id = ui.scope_id().with("aloud");
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, words));
    ui.ctx()
        .accesskit_node_builder(id, |node| node.set_live(Live::Polite));
}

/// The events of a step in one line: `Turn 4: Black took your Infantry on e4; Black claims the win`.
fn told_of(table: &Table, at: usize, told: &[Told]) -> String {
    let texts: Vec<&str> = told.iter().map(|told| told.text.as_str()).collect();
    format!("{}{}", step_name(table, at), texts.join("; "))
}

/// The events of a step side by side, each a way to its place in the record.
fn line(table: &Table, at: usize, told: &[Told], ui: &mut Ui, out: &mut Vec<Command>) {
    let palette = palette(ui);
    ui.spacing_mut().item_spacing.x = 2.0;
    for told in told {
        let color = if told.is_grave {
            palette.bad
        } else {
            ui.visuals().text_color()
        };
        let text = RichText::new(&told.text).color(color);
        let button = Button::new(text)
            .frame_when_inactive(false)
            .stroke(Stroke::NONE);
        if ui.add(button).on_hover_text("Look there").clicked() {
            jump(table, at, told, out);
        }
    }
}

/// Looks at the moment of an event, and at its cell.
fn jump(table: &Table, at: usize, told: &Told, out: &mut Vec<Command>) {
    let spot = table.spot_of(at, told);
    out.push(ReplayCommand::Look(Some(spot)).into());
    out.extend(told.cell.map(|cell| BoardCommand::Cursor(cell).into()));
}

/// The shape of the side that took a step.
fn chip(table: &Table, at: usize, ui: &mut Ui) {
    if let Some(Deed::Orders { side, .. }) = table.history().get(at).map(|step| &step.deed) {
        side_chip(ui, *side, 14.0);
    }
}

/// `Blue's turn 4: `, and nothing before the first turn.
fn step_name(table: &Table, at: usize) -> String {
    if at < table.prelude() {
        return String::new();
    }
    let step = table.history().get(at);
    step.map_or(String::new(), |step| {
        format!("{}: ", table.seen.turn_name(step.in_turn()))
    })
}

fn spot_name(table: &Table, spot: Spot) -> String {
    if spot == Spot::BEGINNING {
        return "the beginning".to_owned();
    }
    let step = table.seen.record().get(spot.step);
    let turn = step.map_or_else(String::new, |step| table.seen.turn_name(step.in_turn()));
    let of = count(table.end_of(spot.step).orders, "order", "orders");
    format!("{turn}, {} of {of}", spot.orders)
}

/// A line of events for each step of the match; a click looks there.
pub(crate) fn list(table: &Table, view: &mut View, room: f32, ui: &mut Ui, out: &mut Vec<Command>) {
    let steps = table.history().len();
    if steps == 0 {
        return note(ui, "Nothing has happened yet.");
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    let stands = table.stands();
    let spot = table.spot();
    ScrollArea::vertical()
        .id_salt("events")
        .max_height(room)
        // new turns scroll the list only while the board shows now; whoever reads the past keeps the place
        .stick_to_bottom(spot.is_none())
        .show_rows(ui, 26.0, steps, |ui, rows| {
            for at in rows {
                ui.horizontal(|ui| {
                    chip(table, at, ui);
                    let told = view.events.of(table, at);
                    let mut text = told_of(table, at, told);
                    let step = at.checked_sub(table.prelude());
                    if step.and_then(|step| stands.get(step)) == Some(&false) {
                        text.push_str(" (taken back)");
                    }
                    let shown = spot.is_some_and(|spot| spot.step + table.prelude() == at);
                    // a click looks at the first grave event, or else at the first one
                    let first = told.iter().find(|told| told.is_grave).or(told.first());
                    let first = first.cloned();
                    if row(ui, shown, &text).on_hover_text(&text).clicked()
                        && let Some(told) = first
                    {
                        jump(table, at, &told, out);
                    }
                });
            }
        });
}

/// The words of a moment in large letters over the board.
pub(crate) fn moment(room: Rect, words: &str, ui: &Ui) {
    let palette = palette(ui);
    let font = FontId::proportional(size::TITLE);
    let color = ui.visuals().text_color();
    let width = (room.width() - 80.0).max(120.0);
    let galley = ui.painter().layout(words.to_owned(), font, color, width);
    let size = galley.size() + vec2(36.0, 20.0);
    let center = room.center_top() + vec2(0.0, 30.0 + size.y / 2.0);
    let plate = Rect::from_center_size(center, size);
    ui.painter().rect_filled(plate, 10.0, palette.card);
    let line = Stroke::new(2.0, palette.accent);
    ui.painter()
        .rect_stroke(plate, 10.0, line, StrokeKind::Inside);
    ui.painter()
        .galley(plate.min + vec2(18.0, 10.0), galley, Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::Match;

    #[test]
    fn the_events_of_a_new_match_in_the_place_of_the_old_one_are_its_own() {
        let mut events = Events::default();
        let mut game = Match::new("clash-of-arms", Match::PEOPLE);
        game.end_turn();
        let passed = events.of(game.table(), 0).to_vec();
        assert!(!passed.is_empty());
        // the new match has the number of the old one, and as many steps before its record
        let mut next = Match::new("clash-of-arms", Match::PEOPLE);
        next.snapshot.file = PathBuf::from("match-2.fpm");
        next.show();
        next.click_something();
        next.end_turn();
        let told = next.table().told(0);
        assert_ne!(told, passed);
        assert_eq!(events.of(next.table(), 0), told);
    }
}
