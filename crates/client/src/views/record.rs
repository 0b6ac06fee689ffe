//! The record of a match: its turns, and the way through them.

mod folds;
mod turns;

use egui::{
    Align, Button, ComboBox, Layout, Painter, Popup, PopupCloseBehavior, Pos2, Rect, Response,
    RichText, Role, ScrollArea, Sense, Slider, Stroke, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo,
    pos2, vec2,
};
use kit::model::words::count;
use kit::views::theme::size;
use kit::views::widgets::{note, section};
use rules::Rules;

use super::View;
use super::commands::{
    CAPTURE_BACK, CAPTURE_ON, Entry, ORDER_BACK, ORDER_ON, PLAY, TO_BEGINNING, TO_END, TO_NOW,
    TURN_BACK, TURN_ON, command,
};
use super::draft::orders;
use crate::model::comments::LONGEST;
use crate::model::play_on::PlayOnCommand;
use crate::model::settings::{PACES, Settings};
use crate::model::table::{Spot, Table};
use crate::model::{Command, Model, Page, RecordCommand, ReplayCommand, ShellCommand};
pub(crate) use turns::RecordView;

/// The lines of turns that are always in sight beside a match.
pub(crate) const LINES: f32 = 8.0;
const WAYS: f32 = 26.0;
const SLIDER: f32 = 22.0;
const GAP: f32 = 4.0;
/// The least height of the record beside a match.
pub(crate) const LEAST: f32 = WAYS + SLIDER + 4.0 * GAP + LINES * turns::TURN + 8.0;
/// The height of the comment and the uses of a record, which lie behind a button where there is no room for them.
const MORE: f32 = COMMENT + USES + 2.0 * GAP;
const COMMENT: f32 = 30.0;
const USES: f32 = 28.0;
/// The room for the switch beside the comment.
const FIGURINES: f32 = 92.0;

/// The turns made, with a slider through them, in a room of that height.
pub(crate) fn show(
    model: &Model,
    table: &Table,
    view: &mut View,
    room: f32,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let steps = table.seen.record();
    let family = table.position().map(Rules::family);
    let Some(family) = family.filter(|_| !steps.is_empty()) else {
        note(
            ui,
            "No turn has been made yet. Until you end a turn, all of it can be undone.",
        );
        let lines = (room - 60.0).max(40.0);
        ScrollArea::vertical()
            .id_salt("first orders")
            .max_height(lines)
            .stick_to_bottom(true)
            .show(ui, |ui| orders(table, ui, out));
        return;
    };
    let is_roomy = room >= LEAST + MORE;
    ui.spacing_mut().item_spacing.y = GAP;
    ways(model, table, ui, out);
    let row = Layout::left_to_right(Align::Center);
    let size = vec2(ui.available_width(), SLIDER);
    ui.allocate_ui_with_layout(size, row, |ui| {
        ui.set_min_size(size);
        // the handle of the slider is as high as a row of buttons otherwise
        ui.spacing_mut().interact_size.y = SLIDER - 4.0;
        ui.spacing_mut().button_padding.y = 1.0;
        let beside = if is_roomy { 0.0 } else { 64.0 };
        let width = ui.available_width() - beside;
        slider(table, width, ui, out);
        if !is_roomy {
            let more = ui.add(Button::new(RichText::new("More").size(size::SMALL)).small());
            let more = more.on_hover_text("Comment, try out, play on, export");
            Popup::from_toggle_button_response(&more)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .width(290.0)
                .show(|ui| rest(model, table, ui, out));
        }
    });
    let lines = room - WAYS - SLIDER - 3.0 * GAP - if is_roomy { MORE } else { 0.0 };
    turns::show(model, table, family, view, lines.max(40.0), ui, out);
    if is_roomy {
        rest(model, table, ui, out);
    }
}

/// The comment on the turn shown, and the uses of the record.
fn rest(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let size = vec2(ui.available_width(), COMMENT);
    let (row, _) = ui.allocate_exact_size(size, Sense::hover());
    let (left, right) = row.split_left_right_at_x(row.right() - FIGURINES);
    let middle = Layout::left_to_right(Align::Center);
    let mut right = ui.new_child(UiBuilder::new().max_rect(right).layout(middle));
    let mut settings = model.settings.clone();
    if right
        .checkbox(&mut settings.figurines, "Figurines")
        .changed()
    {
        out.push(ShellCommand::Settings(settings).into());
    }
    // a try-out is in no file that could hold a comment
    if model.page != Page::TryOut {
        let mut left = ui.new_child(UiBuilder::new().max_rect(left.shrink2(vec2(2.0, 0.0))));
        ScrollArea::vertical()
            .id_salt("comment")
            .max_height(COMMENT)
            .show(&mut left, |ui| comment(table, ui, out));
    }
    uses(model, ui, out);
}

/// The record of a match file.
pub(crate) fn read(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let steps = table.seen.record();
    let family = table.position().map(Rules::family);
    let Some(family) = family.filter(|_| !steps.is_empty()) else {
        return note(ui, "No turn has been made yet.");
    };
    let told = match table.spot() {
        Some(Spot::BEGINNING) => "The beginning".to_owned(),
        Some(spot) => format!(
            "{}, {} of {}",
            table.seen.turn_name(steps[spot.step].in_turn()),
            spot.orders,
            count(table.end_of(spot.step).orders, "order", "orders"),
        ),
        None => "The end".to_owned(),
    };
    section(ui, &told);
    ways(model, table, ui, out);
    slider(table, ui.available_width(), ui, out);
    ui.add_space(2.0);
    let lines = (ui.ctx().content_rect().height() * 0.4).max(120.0);
    turns::show(model, table, family, view, lines, ui, out);
    rest(model, table, ui, out);
}

fn slider(table: &Table, width: f32, ui: &mut Ui, out: &mut Vec<Command>) {
    let steps = table.seen.record();
    // the slider has one stop more than there are steps: 0 is the beginning; a stop is a whole step, or a long record
    // would have thousands of stops, and single orders are reached by the buttons
    let spot = table.spot();
    let mut at = spot.map_or(steps.len(), |spot| spot.step + usize::from(spot.orders > 0));
    ui.spacing_mut().slider_width = width - 4.0;
    let slider = Slider::new(&mut at, 0..=steps.len()).show_value(false);
    if ui.add(slider).accessible_name("Turn shown").changed() {
        let spot = match at.checked_sub(1) {
            None => Some(Spot::BEGINNING),
            Some(step) if step + 1 == steps.len() && !table.replay => None,
            Some(step) => Some(table.end_of(step)),
        };
        out.push(ReplayCommand::Look(spot).into());
    }
}

/// The buttons that lead through the record.
fn ways(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    // a match in play ends at now, a file at its last turn
    let end = if table.replay { TO_END } else { TO_NOW };
    let play = if table.reading.is_playing {
        Icon::Pause
    } else {
        Icon::Play
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 4.0);
        for (icon, entry) in [
            (Icon::Edge(-1.0), TO_BEGINNING),
            (Icon::Two(-1.0), TURN_BACK),
            (Icon::One(-1.0), ORDER_BACK),
            (play, PLAY),
            (Icon::One(1.0), ORDER_ON),
            (Icon::Two(1.0), TURN_ON),
            (Icon::Edge(1.0), end),
            (Icon::Capture(-1.0), CAPTURE_BACK),
            (Icon::Capture(1.0), CAPTURE_ON),
        ] {
            if icon_button(ui, icon, &entry).clicked() {
                out.extend(command(&entry, model));
            }
        }
        pace(&model.settings, ui, out);
    });
}

/// The speed at which the record plays by itself.
fn pace(settings: &Settings, ui: &mut Ui, out: &mut Vec<Command>) {
    let name = |pace: u16| format!("{} s", f32::from(pace) / 1000.0);
    let combo = ComboBox::from_id_salt("pace").width(44.0);
    let shown = combo
        .selected_text(name(settings.pace_ms))
        .show_ui(ui, |ui| {
            for pace in PACES {
                let chosen = settings.pace_ms == pace;
                if ui.selectable_label(chosen, name(pace)).clicked() {
                    let mut settings = settings.clone();
                    settings.pace_ms = pace;
                    out.push(ShellCommand::Settings(settings).into());
                }
            }
        });
    let response = shown
        .response
        .on_hover_text("The time an order is shown for");
    response.accessible_name("The time an order is shown for");
}

/// The comment on the turn shown.
fn comment(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(step) = table.last_step() else {
        return;
    };
    if table.seen.place_of(step).is_none() {
        // a step between two matches of a line is in no file, so that a comment on it has no place
        return;
    }
    let turn = table.seen.turn_name(table.seen.record()[step].in_turn());
    let known = table.comments.on(step);
    let mut text = known.to_owned();
    let field = TextEdit::multiline(&mut text)
        // small, because a second line would lie under the buttons below
        .hint_text(RichText::new(format!("Comment on {turn}")).size(size::SMALL))
        .char_limit(LONGEST)
        .desired_rows(1)
        .desired_width(f32::INFINITY);
    let response = ui.add(field).accessible_name("Your comment on this turn");
    response.on_hover_text("Kept beside the match file, never in it");
    if text != known {
        out.push(RecordCommand::Comment(step, text).into());
    }
}

/// The way to a new match from the turn shown.
pub(crate) const PLAY_ON: &str = "Play on from here\u{2026}";
pub(crate) const PLAY_ON_HOVER: &str =
    "In a new match from the turn shown: in place of this one, or beside it";

/// The uses of a record: to try something else, to write the match down.
fn uses(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let has_file = model.file_shown().is_some();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.spacing_mut().button_padding = vec2(8.0, 3.0);
        let about = "Play on from the board shown, for both sides; nothing of it reaches the match";
        if ui.button("Try out").on_hover_text(about).clicked() {
            out.push(RecordCommand::TryOut.into());
        }
        if has_file && ui.button(PLAY_ON).on_hover_text(PLAY_ON_HOVER).clicked() {
            out.push(PlayOnCommand::Here.into());
        }
        let about = "As text, PNG, SVG, HTML or GIF";
        if has_file && ui.button("Export\u{2026}").on_hover_text(about).clicked() {
            out.push(RecordCommand::Export.into());
        }
    });
}

/// Steps on while the record plays by itself. The window is drawn once an order, no more.
pub(crate) fn play(model: &Model, table: &Table, view: &mut View, ui: &Ui, out: &mut Vec<Command>) {
    if !table.reading.is_playing {
        view.record.next_at = None;
        return;
    }
    let now = ui.input(|input| input.time);
    let pace = f64::from(model.settings.pace_ms) / 1000.0;
    let due = *view.record.next_at.get_or_insert(now + pace);
    if now >= due {
        view.record.next_at = Some(now + pace);
        out.push(ReplayCommand::Step(true).into());
    }
    let rest = view.record.next_at.map_or(0.0, |next| next - now);
    // a negative time would panic
    let rest = std::time::Duration::from_secs_f64(rest.max(0.001));
    ui.ctx().request_repaint_after(rest);
}

/// The drawing on a button of the record; the number is the direction: -1 back, 1 on.
#[derive(Clone, Copy)]
enum Icon {
    One(f32),
    Two(f32),
    Edge(f32),
    /// The next order that takes.
    Capture(f32),
    Play,
    Pause,
}

fn icon_button(ui: &mut Ui, icon: Icon, entry: &Entry) -> Response {
    let size = vec2(26.0, WAYS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, entry.label));
    let style = ui.style().interact(&response);
    ui.painter().rect(
        rect,
        style.corner_radius,
        style.weak_bg_fill,
        style.bg_stroke,
        egui::StrokeKind::Inside,
    );
    paint_icon(ui.painter(), rect.center(), icon, style.fg_stroke.color);
    response.on_hover_text(entry.hover_now(ui.ctx()))
}

fn paint_icon(painter: &Painter, center: Pos2, icon: Icon, color: egui::Color32) {
    let pen = Stroke::new(2.0, color);
    let at = |x: f32, y: f32| pos2(center.x + x, center.y + y);
    let chevron = |x: f32, way: f32| {
        let points = vec![
            at(x - 2.5 * way, -5.0),
            at(x + 2.5 * way, 0.0),
            at(x - 2.5 * way, 5.0),
        ];
        painter.line(points, pen);
    };
    match icon {
        Icon::One(way) => chevron(0.0, way),
        Icon::Two(way) => {
            chevron(-3.5, way);
            chevron(3.5, way);
        }
        Icon::Edge(way) => {
            chevron(-1.5 * way, way);
            painter.line_segment([at(4.0 * way, -5.0), at(4.0 * way, 5.0)], pen);
        }
        Icon::Capture(way) => {
            let x = -3.5 * way;
            painter.line_segment([at(x - 3.5, -3.5), at(x + 3.5, 3.5)], pen);
            painter.line_segment([at(x - 3.5, 3.5), at(x + 3.5, -3.5)], pen);
            chevron(5.0 * way, way);
        }
        Icon::Play => {
            let corners = vec![at(-4.0, -6.0), at(6.0, 0.0), at(-4.0, 6.0)];
            painter.add(egui::Shape::convex_polygon(corners, color, Stroke::NONE));
        }
        Icon::Pause => {
            for x in [-3.0, 3.0] {
                let bar = Rect::from_center_size(at(x, 0.0), Vec2::new(3.0, 11.0));
                painter.rect_filled(bar, 0.0, color);
            }
        }
    }
}
