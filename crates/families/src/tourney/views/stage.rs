//! The scene of a duel in place of the board, for everybody who writes no card now: onlookers, readers of a record,
//! and both players between the rounds.

use std::sync::Arc;

use egui::{
    Align, Align2, FontId, Frame, Galley, Label, Layout, Margin, Rect, Response, Role, ScrollArea,
    Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};
use kit::model::ask::Ask;
use kit::model::tabletop::{Around, Tabletop};
use kit::views::canvas::Canvas;
use kit::views::theme::{palette, size};
use kit::views::widgets::{card, section};
use rules::tourney::{Asked, Position};
use rules::{Rules as _, ToAct};

use super::arena::{self, Between};
use super::duel::{Past, fighters, past};
use super::odds::{mixes, odds};
use super::units::unit_chip;
use crate::tourney::Tourney;
use crate::tourney::model::answers::{Answer, answers, question};
use crate::tourney::model::hand::{Hand, HandCommand};

/// The height of the cards in points, for that many pairs: all of them fit into the smallest window that shows a board.
pub(super) const fn high(pairs: usize) -> f32 {
    match pairs {
        0 | 1 => 140.0,
        2 => 108.0,
        _ => 84.0,
    }
}

/// In less height than this the cards or the answers come before everything else.
pub(super) const LOW: f32 = 420.0;

/// True if the scene of a duel stands in place of the board.
pub(super) fn is_staged(
    table: &dyn Tabletop,
    hand: &Hand,
    position: &Position,
    past: &Past,
) -> bool {
    // whoever moves, or names an heir, needs the board
    let decides = table
        .drafting()
        .is_some_and(|side| position.to_act() == ToAct::One(side));
    let needs_board = decides && !matches!(position.asked(), Asked::Judge { .. });
    let is_duel = position.fight().is_some() || past.is_last && !past.is_empty();
    is_duel && !needs_board && !hand.looks_at_board
}

/// Shows the scene, if there is one now; false if the board is to be shown.
pub(super) fn show(
    around: Around<'_>,
    table: &dyn Tabletop,
    hand: &Hand,
    position: &Position,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Tourney>>,
) -> bool {
    let past = Past::of(table);
    if !is_staged(table, hand, position, &past) {
        return false;
    }
    let frame = Frame::new()
        .fill(palette(ui).table)
        .inner_margin(Margin::symmetric(18, 14));
    frame.show(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("duel")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                let is_low = ui.clip_rect().height() < LOW;
                let answers = decisions(table, position);
                // in a low window the answers come before what led to them
                if is_low {
                    decide(&answers, canvas, ui, out);
                }
                arena::show(around, table, position, &past, &Between::Latest, canvas, ui);
                if !is_low {
                    decide(&answers, canvas, ui, out);
                }
                waits(position, &answers, ui, out);
                if let Asked::Cards(_) = position.asked() {
                    card(ui, |ui| {
                        odds(position, table.only_person(), canvas, ui);
                        mixes(position, canvas, ui);
                    });
                    ui.add_space(8.0);
                }
            });
    });
    true
}

/// The answers of the side that drafts to what is asked about a felled man.
fn decisions(table: &dyn Tabletop, position: &Position) -> Vec<Answer> {
    let side = table.drafting();
    side.map_or_else(Vec::new, |side| answers(position, side))
}

/// The answers as large buttons, side by side, each with what follows.
fn decide(answers: &[Answer], canvas: &mut Canvas, ui: &mut Ui, out: &mut Vec<Ask<Tourney>>) {
    if answers.is_empty() {
        return;
    }
    let number = answers.len().min(3) as f32;
    let width = (ui.available_width() - GAP * (number - 1.0)) / number;
    let high = answers
        .iter()
        .map(|answer| answer_height(ui, answer, width));
    let size = vec2(width, high.fold(96.0, f32::max));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for (place, answer) in (0..).zip(answers) {
            if answer_button(answer, place, size, canvas, ui).clicked() {
                out.push(Ask::Hand(HandCommand::Take(place)));
            }
        }
    });
    ui.add_space(8.0);
}

/// The distance between large buttons, the width of the picture in one, and the room around its contents.
const GAP: f32 = 10.0;
const PICTURE: f32 = 60.0;
const INSIDE: f32 = 14.0;

/// The text of an answer's consequence, broken to the width of its button.
fn follows(ui: &Ui, answer: &Answer, width: f32) -> Arc<Galley> {
    let room = (width - PICTURE - 3.0 * INSIDE).max(60.0);
    let (font, ink) = (FontId::proportional(size::BODY), ui.visuals().text_color());
    ui.painter().layout(answer.follows.clone(), font, ink, room)
}

fn answer_height(ui: &Ui, answer: &Answer, width: f32) -> f32 {
    follows(ui, answer, width).size().y + 30.0 + 2.0 * INSIDE
}

/// A large button: the man it is about, what it does, its key, and what follows.
fn answer_button(
    answer: &Answer,
    place: u8,
    size: Vec2,
    canvas: &mut Canvas,
    ui: &mut Ui,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &answer.label));
    let palette = palette(ui);
    let is_lively = response.hovered() || response.has_focus();
    let line = match is_lively {
        true => Stroke::new(3.0, palette.accent),
        false => Stroke::new(1.5, palette.accent.gamma_multiply(0.6)),
    };
    let painter = ui.painter();
    painter.rect(rect, 12.0, palette.card, line, StrokeKind::Inside);
    let inner = rect.shrink(INSIDE);
    let picture = Rect::from_min_size(inner.min, Vec2::splat(PICTURE));
    let left = picture.right() + INSIDE;
    let ink = ui.visuals().text_color();
    let title = FontId::proportional(size::TITLE);
    painter.text(
        pos2(left, inner.top()),
        Align2::LEFT_TOP,
        &answer.label,
        title,
        ink,
    );
    let key = format!("Key {}", place + 1);
    let small = FontId::proportional(size::SMALL);
    let weak = ui.visuals().weak_text_color();
    painter.text(
        picture.center_bottom() + vec2(0.0, 4.0),
        Align2::CENTER_TOP,
        key,
        small,
        weak,
    );
    if let Some(unit) = answer.units.first() {
        let mut here = ui.new_child(within(picture));
        unit_chip(&mut here, canvas, *unit, PICTURE);
    }
    // a label and not paint, so that a screen reader reads what follows
    let below = Rect::from_min_max(pos2(left, inner.top() + 28.0), inner.max);
    let mut here = ui.new_child(within(below));
    here.add(Label::new(&answer.follows).wrap().selectable(false));
    if response.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    response
}

/// A part of a button, filled from its top: in the row of the buttons every line would be as high as a button.
fn within(rect: Rect) -> UiBuilder {
    let layout = Layout::top_down(Align::Min);
    UiBuilder::new().max_rect(rect).layout(layout)
}

/// The question, for those who have no answer to give, and the way to the board.
fn waits(position: &Position, answers: &[Answer], ui: &mut Ui, out: &mut Vec<Ask<Tourney>>) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("Show the board").clicked() {
            out.push(Ask::Hand(HandCommand::Board(true)));
        }
        if answers.is_empty()
            && let Some(question) = question(position)
        {
            ui.label(question);
        }
    });
    ui.add_space(8.0);
}

/// Beside a board: the fight under way, or the last one, with the way back to its scene.
pub(super) fn beside(
    table: &dyn Tabletop,
    hand: &Hand,
    position: &Position,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Tourney>>,
) {
    let known = Past::of(table);
    let fight = position.fight();
    // the scene shows the same, and more of it
    if is_staged(table, hand, position, &known) || fight.is_none() && known.is_empty() {
        return;
    }
    card(ui, |ui| {
        if hand.looks_at_board && ui.button("Show the duel").clicked() {
            out.push(Ask::Hand(HandCommand::Board(false)));
        }
        match &fight {
            Some(fight) => fighters(position, fight, 36.0, canvas, ui),
            None => section(ui, "The last duel"),
        }
        past(&known, canvas, ui);
    });
    ui.add_space(8.0);
}
