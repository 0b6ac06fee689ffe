//! Cards opened together: each blow led to where it lands, is parried, or meets the other blade; and the coup de grace.

use egui::{Align, Id, Layout, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use kit::model::tabletop::Around;
use kit::views::canvas::Canvas;
use kit::views::pace;
use kit::views::theme::palette;
use kit::views::widgets::note;
use picture::tourney::badge;
use rules::tourney::{Card, Exchange, Line, Unit};

use super::units::{badge_chip, paint_badge, unit_chip};
use crate::tourney::model::men;
use crate::tourney::model::record::outcome;

/// The time in which cards are opened and blows led, in the times of one step: long enough to be followed.
const STEPS: f64 = 4.0;
/// The parts of that time up to which the cards are turned over, and the blows are on their way.
const TURNED: f32 = 0.3;
const FLOWN: f32 = 0.85;
/// The part of a card's square that is left free on either side of the card.
const BESIDE: f32 = 0.09;

/// The part of an opening that is done, 0 to 1; `number` differs from one opening to the next. At the end nothing is
/// asked of the window any more, so that a page that waits costs nothing.
pub(super) fn opening(around: Around<'_>, number: u64, ui: &Ui) -> f32 {
    let now = ui.input(|input| input.time);
    let id = Id::unique("the opening of cards");
    let began = ui.data_mut(|data| {
        let known = data.get_temp::<(u64, f64)>(id);
        match known.filter(|(of, _)| *of == number) {
            Some((_, began)) => began,
            None => {
                data.insert_temp(id, (number, now));
                now
            }
        }
    });
    // also without a time to divide by
    if around.seconds <= 0.0 {
        return 1.0;
    }
    let done = ((now - began) / (around.seconds * STEPS)) as f32;
    if done >= 1.0 {
        return 1.0;
    }
    pace::go_on(ui.ctx());
    done.max(0.0)
}

/// The part of a stretch of the opening that is done.
fn part(done: f32, from: f32, to: f32) -> f32 {
    ((done - from) / (to - from)).clamp(0.0, 1.0)
}

/// An exchange in a line: `Knight HM, Footman LH: no blow lands`.
pub(super) fn line(exchange: &Exchange) -> String {
    let [one, other] = exchange.men.map(|unit| unit.kind.name());
    let [card, against] = exchange.cards;
    format!("{one} {card}, {other} {against}: {}", outcome(exchange))
}

/// The result of an exchange in a few words, with the fighters by name.
pub(super) fn headline(exchange: &Exchange) -> String {
    let [one, other] = exchange.men.map(men::unit);
    match exchange.wounds {
        [0, 0] => "no blow lands".to_owned(),
        [0, 1] => format!("{other} is wounded"),
        [0, _] => format!("{other} is felled"),
        [1, 0] => format!("{one} is wounded"),
        [_, 0] => format!("{one} is felled"),
        [1, 1] => "both are wounded".to_owned(),
        [1, _] => format!("{one} is wounded, {other} is felled"),
        [_, 1] => format!("{one} is felled, {other} is wounded"),
        [_, _] => "both are felled".to_owned(),
    }
}

/// A row of two cards with the room between them, and a unit at either end where `chips` is its size, in the middle of
/// the room there is.
pub(super) fn row(ui: &mut Ui, high: f32, chips: f32, add: impl FnOnce(&mut Ui)) -> Response {
    let gap = 4.0;
    let ends = if chips > 0.0 {
        2.0 * (chips + gap)
    } else {
        0.0
    };
    let size = vec2(3.0 * high + 2.0 * gap + ends, high);
    let layout = Layout::left_to_right(Align::Center);
    let row = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        ui.spacing_mut().item_spacing.x = gap;
        add(ui);
    });
    row.response
}

/// Two cards opened together; `high` is the height of a card, `chips` the size of the units next to them, `done` the
/// part of the opening.
pub(super) fn opened(
    exchange: &Exchange,
    high: f32,
    chips: f32,
    done: f32,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let [one, other] = exchange.men;
    let [left, right] = exchange.cards;
    let told = line(exchange);
    ui.scope(|ui| {
        let row = row(ui, high, chips, |ui| {
            if chips > 0.0 {
                unit_chip(ui, canvas, one, chips);
            }
            turned(badge::card(left.number()), high, done, canvas, ui);
            let (lanes, _) = ui.allocate_exact_size(vec2(high, high), Sense::hover());
            turned(badge::card(right.number()), high, done, canvas, ui);
            if chips > 0.0 {
                unit_chip(ui, canvas, other, chips);
            }
            // the cards are narrower than their squares
            let lanes = lanes.expand2(vec2(high * BESIDE, 0.0));
            blows(ui, lanes, [left, right], done);
        });
        row.widget_info(|| WidgetInfo::labeled(Role::Image, true, &told));
    });
}

/// What each blow of an exchange did, and why.
pub(super) fn told_blows(exchange: &Exchange, ui: &mut Ui) {
    let [one, other] = exchange.men;
    let [left, right] = exchange.cards;
    for (striker, card, against) in [(one, left, right), (other, right, left)] {
        note(
            ui,
            format!("{}: {}.", men::unit(striker), blow(card, against)),
        );
    }
}

/// The last blow at a beaten man, who has no card: every line of his is open.
pub(super) fn coup(
    victor: Option<Unit>,
    fallen: Unit,
    high: f32,
    done: f32,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let told = format!(
        "The coup de grace: one more blow at {}, who has every line open.",
        men::unit(fallen)
    );
    ui.scope(|ui| {
        let chips = high * 0.6;
        let row = row(ui, high, chips, |ui| {
            if let Some(victor) = victor {
                unit_chip(ui, canvas, victor, chips);
            }
            badge_chip(ui, canvas, badge::aim(0), high);
            let (lanes, _) = ui.allocate_exact_size(vec2(high, high), Sense::hover());
            let y = lane(lanes, Line::High);
            let start = lanes.left() - high * BESIDE;
            let end = start + (lanes.right() - start) * part(done, 0.0, FLOWN);
            let pen = Stroke::new(3.5, palette(ui).bad);
            arrow(ui, [start, end], y, pen);
            if done >= FLOWN {
                burst(ui, end, y, part(done, FLOWN, 1.0));
            }
            unit_chip(ui, canvas, fallen, high * 0.7);
        });
        row.widget_info(|| WidgetInfo::labeled(Role::Image, true, &told));
        note(ui, told);
    });
}

/// A card that is turned over: its back becomes narrow, and its face wide.
pub(super) fn turned(card: picture::Badge, high: f32, done: f32, canvas: &mut Canvas, ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(high, high), Sense::hover());
    let half = TURNED / 2.0;
    let (shown, wide) = match done < half {
        true => (badge::SEALED, 1.0 - part(done, 0.0, half)),
        false => (card, part(done, half, TURNED)),
    };
    let size = vec2(rect.width() * wide, rect.height());
    paint_badge(
        ui,
        canvas,
        shown,
        Rect::from_center_size(rect.center(), size),
    );
}

/// The effect of a blow, in words.
fn blow(card: Card, against: Card) -> String {
    let place = card.blow().name();
    match card.hits(against) {
        2 => format!("the {place} blow lands and fells"),
        1 => format!("the {place} blow lands and wounds"),
        _ if card.blow() == against.parry() => format!("the {place} blow is parried"),
        _ => format!("the {place} blow meets the other blade"),
    }
}

/// The place of a line between two cards: the cards have High above and Low below.
fn lane(rect: Rect, line: Line) -> f32 {
    let part = match line {
        Line::High => 0.19,
        Line::Middle => 0.5,
        Line::Low => 0.81,
    };
    rect.top() + rect.height() * part
}

/// Leads both blows over the room between two cards.
fn blows(ui: &Ui, rect: Rect, [left, right]: [Card; 2], done: f32) {
    let flown = part(done, TURNED, FLOWN);
    if flown <= 0.0 {
        return;
    }
    let (hit, stopped) = (palette(ui).bad, ui.visuals().weak_text_color());
    let ink = ui.visuals().text_color();
    let meets = left.blow() == right.blow();
    for (card, against, from, to, shift) in [
        (left, right, rect.left(), rect.right(), -4.0),
        (right, left, rect.right(), rect.left(), 4.0),
    ] {
        // two blows in one lane that do not meet cannot be: both strike there, and the blades meet
        let y = lane(rect, card.blow()) + if meets { 0.0 } else { shift };
        let lands = card.hits(against) > 0;
        let way = to - from;
        let end = match (lands, meets) {
            (true, _) => to,
            (false, true) => from + way * 0.44,
            (false, false) => to - way * 0.14,
        };
        let (color, width) = if lands { (hit, 3.5) } else { (stopped, 2.5) };
        let now = from + (end - from) * flown;
        arrow(ui, [from, now], y, Stroke::new(width, color));
        if flown < 1.0 {
            continue;
        }
        if lands {
            burst(ui, end, y, part(done, FLOWN, 1.0));
        } else if !meets {
            let guard = end + way.signum() * 5.0;
            let bar = Stroke::new(4.5, ink);
            let bar = ([pos2(guard, y - 11.0), pos2(guard, y + 11.0)], bar);
            ui.painter().line_segment(bar.0, bar.1);
        }
    }
    if meets && flown >= 1.0 {
        let (x, y) = (rect.center().x, lane(rect, left.blow()));
        let pen = Stroke::new(3.5, ink);
        for way in [-1.0, 1.0] {
            let blade = [pos2(x - 8.0, y - 8.0 * way), pos2(x + 8.0, y + 8.0 * way)];
            ui.painter().line_segment(blade, pen);
        }
    }
}

/// A blow on its way from the first to the second place.
fn arrow(ui: &Ui, [from, to]: [f32; 2], y: f32, pen: Stroke) {
    ui.painter().line_segment([pos2(from, y), pos2(to, y)], pen);
    let back = -(to - from).signum() * 9.0;
    for tip in [-5.5, 5.5] {
        let tip = [pos2(to, y), pos2(to + back, y + tip)];
        ui.painter().line_segment(tip, pen);
    }
}

/// The mark of a blow that lands: rays, so that its shape shows it too, without color.
fn burst(ui: &Ui, x: f32, y: f32, done: f32) {
    let pen = Stroke::new(2.5, palette(ui).bad);
    let (near, far) = (5.0, 5.0 + 8.0 * done);
    for (across, down) in [
        (1.0, 0.0),
        (0.7, 0.7),
        (0.0, 1.0),
        (-0.7, 0.7),
        (-1.0, 0.0),
        (-0.7, -0.7),
        (0.0, -1.0),
        (0.7, -0.7),
    ] {
        let at = |away: f32| pos2(x + across * away, y + down * away);
        ui.painter().line_segment([at(near), at(far)], pen);
    }
}
