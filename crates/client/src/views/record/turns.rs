//! The list of the turns: every order whole, in as many columns as there is room for.

mod fights;

use std::path::PathBuf;

use egui::{
    Align, Align2, Color32, FontId, Id, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind,
    TextStyle, Ui, Vec2, WidgetInfo, pos2, text as texts, vec2,
};
use kit::model::notation::{Sign, letters};
use kit::views::theme::{palette, size};
use kit::views::tokens;
use kit::views::widgets::paint_side;
use rules::Family;

use super::folds::{Folds, Row, round_line, wrap};
use crate::model::table::{Spot, Table, words_of};
use crate::model::{Command, Model, ReplayCommand};
use crate::views::View;
use crate::views::draft::orders;

#[derive(Default)]
pub(crate) struct RecordView {
    laid: Option<Laid>,
    /// The place shown in the last frame, so that the list follows it.
    followed: Option<(u64, Option<Spot>)>,
    /// When the next order is due while the record plays by itself.
    pub(super) next_at: Option<f64>,
    folds: Folds,
}

/// The heights of the turns, kept until something changes them: laying out a long record anew in every frame is slow.
struct Laid {
    key: Key,
    /// The columns in which orders stand.
    columns: usize,
    /// The match file: a new match in the place of the old one has the same table.
    file: PathBuf,
    /// The upper edge of each step, and the end.
    tops: Vec<f32>,
}

// whatever changes a height must be part of it, or turns would be drawn over one another
#[derive(PartialEq, Clone, Copy)]
struct Key {
    table: u64,
    steps: usize,
    commented: usize,
    width: f32,
    letter: f32,
    figurines: bool,
    /// The state of the fights that fold.
    folds: u64,
}

const LINE: f32 = 22.0;
/// The room between two turns.
const BETWEEN: f32 = 2.0;
/// The height of a turn of one line.
pub(super) const TURN: f32 = LINE + BETWEEN;
/// The room for the number of the turn and its side.
const GUTTER: f32 = 56.0;
/// The side of a unit's drawing in an order.
const FIGURE: f32 = 19.0;
/// The room around an order.
const AROUND: f32 = 10.0;
/// The most letters of an order that decide about the width of a column; longer ones take several columns.
const USUAL: usize = 10;

/// The orders of a step as signs: first whose part of the turn they are, then entries of reinforcements
/// together.
fn signs(table: &Table, family: Family, step: usize, stands: bool) -> Vec<(usize, Vec<Sign>)> {
    let of = &table.seen.record()[step];
    let by = table.seen.given_by(of);
    let orders = table.orders(step).map_or(&[][..], |(_, orders)| orders);
    let first = families::preliminaries(family, orders.iter().map(|done| &done.order));
    let mut all = Vec::new();
    let history = table.seen.played.history.as_deref();
    let empty = history.and_then(|history| families::empty_part(history, of));
    // a whole turn has its side's shape beside it; its player is in the name of the line
    let is_part = history.is_some_and(|history| history.is_part(of));
    let by = by.filter(|_| is_part).map(|name| match empty {
        Some(words) => format!("{name} {words}"),
        None => format!("{name}:"),
    });
    all.extend(by.map(|words| (0, vec![Sign::text(words)])));
    if first.count > 0 {
        all.push((first.count, vec![Sign::text(first.short)]));
    }
    // a turn without orders needs something to show and to click
    if orders.is_empty() && empty.is_none() {
        all.push((0, vec![Sign::text("pass")]));
    }
    let rest = orders.iter().enumerate().skip(first.count);
    all.extend(rest.map(|(number, done)| (number + 1, families::notation(done))));
    if !stands {
        all.push((orders.len(), vec![Sign::text("(taken back)")]));
    }
    all
}

fn width(signs: &[Sign], letter: f32, figurines: bool) -> f32 {
    let parts = signs.iter().map(|sign| match sign {
        Sign::Unit { .. } if figurines => FIGURE,
        Sign::Unit { letter: text, .. } | Sign::Text(text) => text.chars().count() as f32 * letter,
    });
    parts.sum::<f32>() + AROUND
}

/// The columns that an order takes of those there are.
fn spans(width: f32, room: f32, columns: usize) -> usize {
    let column = room / columns as f32;
    ((width / column).ceil() as usize).clamp(1, columns)
}

/// The place of each order in lines and columns, and the number of lines.
fn flow(spans: impl Iterator<Item = usize>, columns: usize) -> (Vec<(usize, usize)>, usize) {
    let (mut line, mut column) = (0, 0);
    let places = spans.map(|span| {
        if column + span > columns {
            (line, column) = (line + 1, 0);
        }
        let place = (line, column);
        column += span;
        place
    });
    let places: Vec<_> = places.collect();
    (places, line + 1)
}

impl Laid {
    fn new(key: Key, table: &Table, family: Family, folds: &Folds, ui: &Ui) -> Self {
        let room = (key.width - GUTTER).max(1.0);
        let usual = USUAL as f32 * key.letter + AROUND;
        let columns = ((room / usual) as usize).max(1);
        let stands = table.stands();
        let mut tops = vec![0.0];
        let mut top = 0.0;
        for number in 0..table.seen.record().len() {
            let mut height = match (folds.row(number), table.orders(number)) {
                (Row::Hidden, _) => {
                    tops.push(top);
                    continue;
                }
                (Row::Head(bout, is_open), _) => {
                    let lines = key.lines(&bout.line).len();
                    let rounds = if is_open {
                        key.lines(&round_line(bout, 0)).len()
                    } else {
                        0
                    };
                    (lines + rounds) as f32 * LINE
                }
                (Row::Round(bout, round), _) => {
                    key.lines(&round_line(bout, round)).len() as f32 * LINE
                }
                (Row::Plain, Some(_)) => {
                    let stands = stands.get(number).copied().unwrap_or(true);
                    let widths = signs(table, family, number, stands).into_iter();
                    let spans = widths.map(|(_, signs)| {
                        spans(width(&signs, key.letter, key.figurines), room, columns)
                    });
                    flow(spans, columns).1 as f32 * LINE
                }
                (Row::Plain, None) => {
                    let font = TextStyle::Body.resolve(ui.style());
                    let color = ui.visuals().text_color();
                    let galley =
                        ui.painter()
                            .layout(words_of(&table.seen, number), font, color, room);
                    galley.size().y.max(LINE)
                }
            };
            if !comment(table, folds, number).is_empty() {
                height += LINE;
            }
            top += height + BETWEEN;
            // one more entry than steps: every step has a lower edge
            tops.push(top);
        }
        Self {
            key,
            columns,
            file: table.seen.file.clone(),
            tops,
        }
    }
}

pub(super) fn show(
    model: &Model,
    table: &Table,
    family: Family,
    view: &mut View,
    room: f32,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    // taken out for the frame: lines are drawn with the rest of the view
    let mut folds = std::mem::take(&mut view.record.folds);
    folds.follow(table, family);
    let font = TextStyle::Monospace.resolve(ui.style());
    // over twenty letters: the rounding of a single one would add up along an order
    let sample =
        ui.painter()
            .layout_no_wrap("0".repeat(20), font.clone(), ui.visuals().text_color());
    let key = Key {
        table: table.id,
        steps: table.seen.record().len(),
        commented: table.comments.0.len(),
        // room for the scroll bar, which would lie over the orders
        width: ui.available_width() - 12.0,
        letter: sample.size().x / 20.0,
        figurines: model.settings.figurines,
        folds: folds.revision,
    };
    let is_known = |laid: &Laid| laid.key == key && laid.file == table.seen.file;
    let known = view.record.laid.take().filter(is_known);
    let laid = known.unwrap_or_else(|| Laid::new(key, table, family, &folds, ui));
    let spot = table.spot();
    // only when the place changes: otherwise the user could not scroll away from it
    let follows = view.record.followed.replace((table.id, spot)) != Some((table.id, spot));
    let mut turned = None;
    ScrollArea::vertical()
        .id_salt("turns")
        .max_height(room)
        .min_scrolled_height(room)
        .auto_shrink([false, table.replay])
        // the newest turn stays in sight unless somebody looks at the past
        .stick_to_bottom(spot.is_none())
        .show_viewport(ui, |ui, seen| {
            let total = laid.tops.last().copied().unwrap_or(0.0);
            let (area, _) = ui.allocate_exact_size(vec2(key.width, total), Sense::hover());
            let place = |step: usize| {
                let (top, bottom) = (laid.tops[step], laid.tops[step + 1]);
                let left_top = area.min + vec2(0.0, top);
                Rect::from_min_size(left_top, vec2(area.width(), bottom - top - BETWEEN))
            };
            match spot {
                Some(spot) if follows && spot.step < key.steps => {
                    ui.scroll_to_rect(place(spot.step), Some(Align::Center));
                }
                // back from the past: a list that was not at its bottom does not go there by itself
                None if follows && key.steps > 0 => {
                    ui.scroll_to_rect(place(key.steps - 1), Some(Align::Center));
                }
                _ => {}
            }
            // only the turns in view are laid out and painted, however long the record
            let first = laid.tops.partition_point(|top| *top <= seen.min.y);
            for step in first.saturating_sub(1)..key.steps {
                if laid.tops[step] > seen.max.y {
                    break;
                }
                let line = Line {
                    table,
                    family,
                    step,
                    key,
                    columns: laid.columns,
                    font: &font,
                    folds: &folds,
                };
                turned = line.show(place(step), view, ui, out).or(turned);
            }
            // the unfinished turn is the last of the record
            orders(table, ui, out);
        });
    if let Some(first) = turned {
        folds.turn_over(first);
    }
    view.record.laid = Some(laid);
    view.record.folds = folds;
}

/// The comment under a step's line: its own or, under a fight that is folded, the first of its rounds.
fn comment<'a>(table: &'a Table, folds: &Folds, step: usize) -> &'a str {
    let mut comments = folds.under(step).map(|step| table.comments.on(step));
    comments.find(|comment| !comment.is_empty()).unwrap_or("")
}

impl Key {
    /// Signs broken into lines beside the number of the turn.
    fn lines(&self, signs: &[Sign]) -> Vec<Vec<Sign>> {
        let room = (self.width - GUTTER).max(1.0);
        wrap(signs, room, |signs| {
            width(signs, self.letter, self.figurines)
        })
    }
}

struct Line<'a> {
    table: &'a Table,
    family: Family,
    step: usize,
    key: Key,
    columns: usize,
    font: &'a FontId,
    folds: &'a Folds,
}

impl Line<'_> {
    /// The turn of the step: `Blue's turn 7`.
    fn turn_name(&self) -> String {
        let seen = &self.table.seen;
        seen.turn_name(seen.record()[self.step].in_turn())
    }

    /// Shows the line of a step; returns the first step of a fight that the user folds or unfolds.
    fn show(
        &self,
        rect: Rect,
        view: &mut View,
        ui: &mut Ui,
        out: &mut Vec<Command>,
    ) -> Option<usize> {
        let (table, step) = (self.table, self.step);
        let record = table.seen.record();
        let row = self.folds.row(step);
        if matches!(row, Row::Hidden) {
            return None;
        }
        let spot = table.spot();
        let under = self.folds.under(step);
        let last = spot.map_or(record.len().saturating_sub(1), |spot| spot.step);
        let shown = under.contains(&last);
        let visuals = ui.visuals().clone();
        let id = ui.scope_id().with(("step", step));
        let response = ui.interact(rect, id, Sense::click());
        let words = match &row {
            Row::Head(bout, _) => format!("{}: {}", bout.name, letters(&bout.line)),
            Row::Round(bout, round) => {
                format!("round {}: {}", round + 1, letters(&bout.rounds[*round]))
            }
            Row::Plain | Row::Hidden => {
                let history = table.seen.played.history.as_deref();
                let line = history.and_then(|history| families::line(history, &record[step]));
                line.unwrap_or_else(|| words_of(&table.seen, step))
            }
        };
        let label = match row {
            // a round stands beside its turn, as a number does
            Row::Round(..) => format!("{}, {words}", self.turn_name()),
            Row::Plain => format!("{}: {words}", table.seen.orders_name(&record[step])),
            Row::Head(..) | Row::Hidden => format!("{}: {words}", self.turn_name()),
        };
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown, &label));
        if shown || response.hovered() || response.has_focus() {
            let fill = if shown {
                visuals.selection.bg_fill
            } else {
                visuals.widgets.hovered.weak_bg_fill
            };
            ui.painter()
                .rect_filled(rect.expand2(vec2(0.0, 1.0)), 6.0, fill);
        }
        let ink = if shown {
            visuals.strong_text_color()
        } else {
            visuals.text_color()
        };
        let number = match row {
            // its own number stands in its line, under the turn of its fight
            Row::Round(..) => String::new(),
            // the chip beside it says whose turn it is
            _ => format!("{}.", table.seen.own_turn(record[step].in_turn())),
        };
        let at = pos2(rect.left() + 34.0, rect.top() + LINE / 2.0);
        let body = TextStyle::Body.resolve(ui.style());
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, number, body.clone(), ink);
        let mut turned = None;
        match (&row, table.orders(step)) {
            (Row::Head(bout, is_open), _) => {
                let lines = self.key.lines(&bout.line);
                self.lines(&lines, rect.min, view, ui, ink);
                turned = self.arrow(bout, *is_open, (rect, id), ui).then_some(step);
                if *is_open {
                    let below = rect.min + vec2(0.0, lines.len() as f32 * LINE);
                    self.round(bout, below, view, ui, out, ink);
                }
            }
            (Row::Round(bout, round), _) => {
                let lines = self.key.lines(&round_line(bout, *round));
                self.lines(&lines, rect.min, view, ui, ink);
            }
            (_, Some((side, _))) => {
                let chip = pos2(rect.left() + 45.0, rect.top() + LINE / 2.0);
                paint_side(
                    ui.painter(),
                    side,
                    Rect::from_center_size(chip, Vec2::splat(14.0)),
                );
                self.orders((rect, id), ink, view, ui, out);
            }
            (_, None) => {
                let room = rect.width() - GUTTER;
                let galley = ui
                    .painter()
                    .layout(words_of(&table.seen, step), body, ink, room);
                ui.painter()
                    .galley(rect.min + vec2(GUTTER, 1.0), galley, ink);
            }
        }
        let comment = comment(table, self.folds, step);
        if !comment.is_empty() {
            let weak = visuals.weak_text_color();
            let mut job = texts::LayoutJob::simple_singleline(
                comment.replace('\n', " "),
                FontId::proportional(size::SMALL),
                weak,
            );
            job.wrap = texts::TextWrapping::truncate_at_width(rect.width() - GUTTER);
            let galley = ui.painter().layout_job(job);
            let at = pos2(rect.left() + GUTTER, rect.bottom() - LINE + 3.0);
            ui.painter().galley(at, galley, weak);
        }
        if response.clicked() {
            let spot = match (&row, step.checked_sub(1)) {
                // the beginning of the fight, before its first cards are open
                (Row::Head(..), Some(before)) => table.end_of(before),
                (Row::Head(..), None) => Spot::BEGINNING,
                _ => table.end_of(step),
            };
            out.push(ReplayCommand::Look(Some(spot)).into());
        }
        turned
    }

    fn orders(
        &self,
        (rect, id): (Rect, Id),
        ink: Color32,
        view: &mut View,
        ui: &mut Ui,
        out: &mut Vec<Command>,
    ) {
        let room = (rect.width() - GUTTER).max(1.0);
        let stands = self.table.stands();
        let stands = stands.get(self.step).copied().unwrap_or(true);
        let all = signs(self.table, self.family, self.step, stands);
        let (letter, figurines) = (self.key.letter, self.key.figurines);
        let widths: Vec<f32> = all
            .iter()
            .map(|(_, signs)| width(signs, letter, figurines))
            .collect();
        let spans: Vec<usize> = widths
            .iter()
            .map(|width| spans(*width, room, self.columns))
            .collect();
        let (places, _) = flow(spans.iter().copied(), self.columns);
        let spot = self.table.spot().filter(|spot| spot.step == self.step);
        let column = room / self.columns as f32;
        for (number, (line, at)) in places.into_iter().enumerate() {
            let (upto, signs) = &all[number];
            let corner = rect.min + vec2(GUTTER + column * at as f32, LINE * line as f32);
            let cell = Rect::from_min_size(corner, vec2(column * spans[number] as f32 - 2.0, LINE));
            let response = ui.interact(cell, id.with(number), Sense::CLICK);
            let label = format!("Order {}: {}", number + 1, letters(signs));
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            let is_shown = spot.is_some_and(|spot| spot.orders == *upto && *upto > 0);
            if is_shown || response.hovered() {
                let line = Stroke::new(1.5, palette(ui).accent);
                let kind = StrokeKind::Inside;
                ui.painter().rect_stroke(cell.shrink(1.0), 5.0, line, kind);
            }
            self.paint(signs, cell, view, ui, ink);
            if response.clicked() {
                let spot = Spot {
                    step: self.step,
                    orders: *upto,
                };
                out.push(ReplayCommand::Look(Some(spot)).into());
            }
        }
    }

    fn paint(&self, signs: &[Sign], cell: Rect, view: &mut View, ui: &Ui, ink: Color32) {
        // an order wider than the whole list is cut off
        let painter = ui.painter().with_clip_rect(cell.intersect(ui.clip_rect()));
        let mut left = cell.left() + AROUND / 2.0;
        for sign in signs {
            match sign {
                Sign::Unit { side, figure, .. } if self.key.figurines => {
                    let center = pos2(left + FIGURE / 2.0, cell.center().y);
                    let place = Rect::from_center_size(center, Vec2::splat(FIGURE));
                    tokens::paint_figure(ui, &mut view.canvas, self.family, *side, *figure, place);
                    left += FIGURE;
                }
                Sign::Unit { letter: text, .. } | Sign::Text(text) => {
                    let at = pos2(left, cell.center().y);
                    let align = Align2::LEFT_CENTER;
                    painter.text(at, align, text, self.font.clone(), ink);
                    left += text.chars().count() as f32 * self.key.letter;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_flow_into_lines_and_long_ones_take_several_columns() {
        assert_eq!(
            flow([1, 1, 1].into_iter(), 2),
            (vec![(0, 0), (0, 1), (1, 0)], 2)
        );
        assert_eq!(
            flow([1, 2, 1].into_iter(), 2),
            (vec![(0, 0), (1, 0), (2, 0)], 3)
        );
        assert_eq!(spans(90.0, 200.0, 2), 1);
        assert_eq!(spans(110.0, 200.0, 2), 2);
        assert_eq!(spans(900.0, 200.0, 2), 2);
    }
}
