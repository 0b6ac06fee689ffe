//! Small parts that every page uses.

mod focus;
mod right;

use std::sync::Arc;

use egui::{
    Align2, Button, Color32, CornerRadius, FontId, Frame, Galley, Margin, Panel, Rect, Response,
    RichText, Role, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2,
};
use picture::Shape;
use reach::Trouble;
use rules::Side;

use super::commands::hover;
use super::theme::{palette, size};
use crate::model::meaning::Refusal;
use crate::model::words;
pub use focus::keep_focus_in_sight;
pub use right::{with_right, with_right_from};

/// The column at the right of a board, which the user can make wider; in a window higher than wide, below the board.
pub fn side_column(ui: &mut Ui, id: &'static str, width: f32, content: impl FnOnce(&mut Ui)) {
    let frame = edge(ui, Margin::symmetric(14, 10));
    let room = ui.available_size();
    let window = ui.ctx().content_rect();
    let panel = if window.height() > window.width() {
        // the board keeps three fifths of a square
        let most = (room.y - 0.6 * room.x).max(180.0);
        let height = (room.y - room.x).max(0.35 * room.y).min(most);
        Panel::bottom((id, "below"))
            .default_size(height)
            .size_range(160.0..=most)
    } else {
        let most = (room.x * 0.5).max(width);
        Panel::right(id)
            .default_size(width)
            .size_range(width.min(300.0)..=most)
    };
    panel.resizable(true).frame(frame).show(ui, |ui| {
        // a child of its own: what is too wide for the column is cut off, and never makes the column wider
        let room = ui.available_rect_before_wrap();
        let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(room));
        content(&mut inside);
        ui.expand_to_include_rect(room);
    });
}

/// The frame of a strip along an edge of the window.
pub fn edge(ui: &Ui, margin: Margin) -> Frame {
    let fill = ui.visuals().panel_fill;
    Frame::new().fill(fill).inner_margin(margin)
}

/// The button for the main action of a page.
pub fn primary(ui: &mut Ui, text: &str, enabled: bool) -> Response {
    let palette = palette(ui);
    let button = Button::new(RichText::new(text).color(palette.on_accent))
        .fill(palette.accent)
        // a line in the color of the button: without one it would be as much narrower as lines are wide, and high
        // contrast would move what stands beside it
        .stroke(Stroke::new(
            ui.visuals().widgets.inactive.bg_stroke.width,
            palette.accent,
        ))
        .min_size(vec2(0.0, 36.0));
    ui.add_enabled(enabled, button)
}

/// The button for the main action over the whole width.
pub fn wide_primary(ui: &mut Ui, text: &str, enabled: bool) -> Response {
    let palette = palette(ui);
    let button = Button::new(
        RichText::new(text)
            .color(palette.on_accent)
            .size(size::BODY),
    )
    .fill(palette.accent)
    .stroke(Stroke::NONE);
    let size = vec2(ui.available_width(), 42.0);
    ui.add_enabled_ui(enabled, |ui| ui.add_sized(size, button))
        .inner
}

/// Buttons side by side, of which one is chosen.
pub fn choice<T: PartialEq + Copy>(ui: &mut Ui, value: &mut T, of: &[(T, &str)]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for (item, text) in of {
            let chosen = value == item;
            let line = palette(ui).line;
            let button = Button::selectable(chosen, *text)
                .frame_when_inactive(true)
                .stroke(Stroke::new(1.0, line));
            if ui.add(button.min_size(vec2(64.0, 32.0))).clicked() {
                *value = *item;
            }
        }
    });
}

/// A line of a list that can be clicked, over the whole width.
pub fn row(ui: &mut Ui, selected: bool, text: &str) -> Response {
    let size = vec2(ui.available_width(), 26.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    // painted by hand, so that a screen reader learns nowhere else what it is
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, text));
    let style = ui.style().interact_selectable(&response, selected);
    if selected || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 6.0, style.weak_bg_fill);
    }
    let mut job = egui::text::LayoutJob::simple_singleline(
        text.to_owned(),
        FontId::proportional(size::BODY),
        style.text_color(),
    );
    // cut by hand, because a label would make the list as wide as its longest line
    job.wrap = egui::text::TextWrapping::truncate_at_width(size.x - 12.0);
    let galley = ui.painter().layout_job(job);
    let at = egui::pos2(rect.left() + 6.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, style.text_color());
    response
}

pub fn dangerous(ui: &mut Ui, text: &str) -> Response {
    let palette = palette(ui);
    ui.add(
        Button::new(RichText::new(text).color(palette.bad)).stroke(Stroke::new(1.0, palette.bad)),
    )
}

/// A panel on a page.
pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let palette = palette(ui);
    Frame::new()
        .fill(palette.card)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(10)
        .inner_margin(Margin::symmetric(18, 16))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui)
        })
        .inner
}

/// A strip for something that needs attention.
pub fn banner<R>(ui: &mut Ui, color: Color32, add: impl FnOnce(&mut Ui) -> R) -> R {
    Frame::new()
        .fill(color.gamma_multiply(0.14))
        .stroke(Stroke::new(1.0, color))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(14, 9))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui)
        })
        .inner
}

/// The frame of what lies over a page or a board: a message, a card with a question, a moment of the game.
pub fn floating(ui: &Ui, color: Color32, margin: Margin) -> Frame {
    Frame::new()
        .fill(palette(ui).card)
        .stroke(Stroke::new(2.0, color))
        .corner_radius(10)
        .shadow(ui.visuals().popup_shadow)
        .inner_margin(margin)
}

/// A trouble with its remedy.
pub fn trouble(ui: &mut Ui, trouble: &Trouble) {
    let color = palette(ui).bad;
    banner(ui, color, |ui| {
        ui.colored_label(color, &trouble.what);
        if !trouble.advice.is_empty() {
            ui.label(sentence(&trouble.advice));
        }
    });
}

/// Text with a capital first letter and a full stop.
pub fn sentence(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let stop = if text.ends_with(['.', '!', '?', ':']) {
        ""
    } else {
        "."
    };
    format!("{}{stop}", words::capital(text))
}

/// Text written in lines, as running text.
pub fn prose(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The small heading of a section.
pub fn section(ui: &mut Ui, text: &str) {
    apart(ui);
    ui.label(RichText::new(text).size(size::BODY).strong());
}

/// Room between a section and what stands above it; none at the top of a card.
fn apart(ui: &mut Ui) {
    let is_first = ui.cursor().top() <= ui.max_rect().top() + 1.0;
    if ui.layout().is_vertical() && !is_first {
        ui.add_space(6.0);
    }
}

/// The small heading of a section, with what few need to know about it in the hover of a question mark; screen readers
/// hear it as text.
pub fn section_about(ui: &mut Ui, text: &str, about: &str) {
    apart(ui);
    ui.horizontal(|ui| {
        section(ui, text);
        question(ui, about);
    });
}

/// A question mark that says something when the pointer is over it.
pub fn question(ui: &mut Ui, about: &str) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
    let color = match response.hovered() {
        true => palette(ui).accent,
        false => ui.visuals().weak_text_color(),
    };
    let line = Stroke::new(1.2, color);
    ui.painter().circle_stroke(rect.center(), 7.5, line);
    let font = FontId::proportional(size::SMALL);
    ui.painter()
        .text(rect.center(), Align2::CENTER_CENTER, "?", font, color);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, about));
    response.on_hover_text(about);
}

/// The name of a group of cards, with room above it.
pub fn group_title(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(text).size(size::TITLE).strong());
    ui.add_space(2.0);
}

/// Smaller, paler text that may be long.
pub fn note(ui: &mut Ui, text: impl Into<String>) {
    ui.add(
        egui::Label::new(
            RichText::new(text)
                .size(size::SMALL)
                .color(ui.visuals().weak_text_color()),
        )
        .wrap(),
    );
}

/// A page with a heading, scrolled if it is too long, and no wider than is comfortable to read.
pub fn page<R>(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            let room = ui.available_width();
            let width = width.min(room - 48.0);
            ui.horizontal_top(|ui| {
                ui.add_space(((room - width) / 2.0).max(0.0));
                ui.vertical(|ui| {
                    ui.set_width(width);
                    ui.add_space(22.0);
                    let inner = add(ui);
                    ui.add_space(28.0);
                    keep_focus_in_sight(ui);
                    inner
                })
                .inner
            })
            .inner
        })
        .inner
}

/// A side's shape, as large as a line of text.
pub fn side_chip(ui: &mut Ui, side: Side, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    paint_side(ui.painter(), side, rect);
    response
}

/// Lightens the ground of something painted by hand while it is pointed at, or has the focus of the keyboard.
pub fn paint_focus(ui: &Ui, response: &Response, rect: Rect) {
    if response.hovered() || response.has_focus() {
        let style = ui.style().interact(response);
        ui.painter().rect_filled(rect, 6.0, style.weak_bg_fill);
        if response.has_focus() {
            let line = ui.visuals().selection.stroke;
            let kind = egui::StrokeKind::Inside;
            ui.painter().rect_stroke(rect, 6.0, line, kind);
        }
    }
}

/// A side's shape in a square.
pub fn paint_side(painter: &egui::Painter, side: Side, rect: Rect) {
    let size = rect.width();
    let color = super::theme::side_color(side);
    // the black rim keeps light colors readable on every ground
    let rim = Stroke::new(1.5, Color32::BLACK);
    let at = |[x, y]: [u8; 2]| {
        // the shapes are drawn in a square of 64 by 64 around (32, 32)
        let from_center = vec2(f32::from(x) - 32.0, f32::from(y) - 32.0);
        rect.center() + from_center * (size / 64.0) * 0.9
    };
    match picture::side_shape(side) {
        Shape::Disc => {
            painter.circle(rect.center(), size * 0.42, color, rim);
        }
        Shape::Square => {
            let square = Rect::from_center_size(rect.center(), Vec2::splat(size * 0.78));
            painter.rect(square, 2.0, color, rim, egui::StrokeKind::Middle);
        }
        Shape::Polygon(corners) => {
            let corners = corners.iter().copied().map(at).collect();
            painter.add(egui::Shape::convex_polygon(corners, color, rim));
        }
    }
}

/// Three dots before words that say what is awaited. The dots stand still: a window that waits draws nothing.
pub fn awaited(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(20.0, 18.0), Sense::hover());
    let color = palette(ui).accent;
    for (place, strength) in [(-6.0, 1.0), (0.0, 0.7), (6.0, 0.4)] {
        let center = rect.center() + vec2(place, 0.0);
        ui.painter()
            .circle_filled(center, 2.2, color.gamma_multiply(strength));
    }
}

/// Small buttons side by side: the text of each, whether it can be pressed, its request, and its hover text.
pub fn tools<'a, C>(
    ui: &mut Ui,
    tools: impl IntoIterator<Item = (&'a str, bool, C, &'a str)>,
    out: &mut Vec<C>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
        ui.spacing_mut().button_padding = vec2(8.0, 4.0);
        for (text, on, command, about) in tools {
            let button = ui.add_enabled(on, Button::new(text));
            // some of them are commands with keys
            let about = hover(ui.ctx(), text, about);
            if button.on_hover_text(about).clicked() {
                out.push(command);
            }
        }
    });
}

/// Shows the words of a lot, which both players can compare, below the effect of the lot.
pub fn lot(ui: &mut Ui, about: &str, lot: &str) {
    note(ui, about);
    // words apart are easier to read out to the other player than a chain of hyphens
    ui.label(
        RichText::new(lot.replace('-', " "))
            .monospace()
            .size(size::SMALL),
    );
}

/// Why the rules forbid something, on the line after what it is about.
pub fn refusal(ui: &mut Ui, refusal: &Refusal) {
    let text = format!("\u{00B7} {} Rules: {}.", refusal.what, refusal.rule);
    ui.colored_label(palette(ui).warn, text);
}

/// A large button with a drawing, a title and a line below it.
pub fn big_button(
    ui: &mut Ui,
    size: Vec2,
    title: &str,
    text: &str,
    draw: impl FnOnce(&Ui, Rect),
) -> Response {
    let palette = palette(ui);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    // painted by hand, so that a screen reader learns nowhere else what it is
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, title));
    let lively = response.hovered() || response.has_focus();
    let line = if lively {
        Stroke::new(2.0, palette.accent)
    } else {
        Stroke::new(1.0, palette.line)
    };
    ui.painter().rect(
        rect,
        CornerRadius::same(12),
        palette.card,
        line,
        egui::StrokeKind::Inside,
    );
    let icon = Rect::from_min_size(rect.min + vec2(22.0, 20.0), Vec2::splat(56.0));
    draw(ui, icon);
    let text_color = ui.visuals().text_color();
    let weak = ui.visuals().weak_text_color();
    let left = rect.left() + 24.0;
    ui.painter().text(
        egui::pos2(left, rect.top() + 92.0),
        Align2::LEFT_TOP,
        title,
        FontId::proportional(size::TITLE),
        text_color,
    );
    let text = big_button_text(ui, text, size.x);
    let top = rect.top() + BIG_BUTTON_TEXT_TOP;
    ui.painter().galley(egui::pos2(left, top), text, weak);
    if response.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    response
}

/// The distance of a big button's text from the upper edge, in points.
const BIG_BUTTON_TEXT_TOP: f32 = 122.0;

/// The text of a big button, broken to the button's width.
fn big_button_text(ui: &Ui, text: &str, width: f32) -> Arc<Galley> {
    let weak = ui.visuals().weak_text_color();
    let font = FontId::proportional(size::BODY);
    ui.painter()
        .layout(text.to_owned(), font, weak, width - 44.0)
}

/// The height that big buttons of one width need for their texts.
pub fn big_button_height(ui: &Ui, texts: &[&str], width: f32) -> f32 {
    let heights = texts
        .iter()
        .map(|text| big_button_text(ui, text, width).size().y);
    BIG_BUTTON_TEXT_TOP + heights.fold(48.0, f32::max) + 20.0
}

/// Dots for things used up, over the whole width: filled for what is left. If there are too many for dots, a bar shows
/// the share.
pub fn pips(ui: &mut Ui, left: u8, of: u8) {
    let palette = palette(ui);
    let width = ui.available_width();
    let step = (width / f32::from(of.max(1))).min(16.0);
    let (rect, _) = ui.allocate_exact_size(vec2(width, 14.0), Sense::hover());
    let weak = ui.visuals().weak_text_color();
    // dots less than six points apart run together
    if step < 6.0 {
        let bar = rect.shrink2(vec2(0.0, 4.0));
        let share = f32::from(left) / f32::from(of.max(1));
        let filled = Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height()));
        ui.painter().rect_filled(filled, 3.0, palette.accent);
        let line = Stroke::new(1.3, weak);
        ui.painter()
            .rect_stroke(bar, 3.0, line, egui::StrokeKind::Inside);
        return;
    }
    let radius = (step * 0.42).min(5.5);
    for n in 0..of {
        let center = egui::pos2(rect.left() + step * (f32::from(n) + 0.5), rect.center().y);
        // `left` may be more than `of`, and the difference must not go below zero
        if n < of - left.min(of) {
            ui.painter()
                .circle_stroke(center, radius * 0.86, Stroke::new(1.3, weak));
        } else {
            ui.painter().circle_filled(center, radius, palette.accent);
        }
    }
}
