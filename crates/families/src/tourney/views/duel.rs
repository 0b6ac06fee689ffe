//! The duel: its fighters with their wounds, the six cards, the rounds past with each blow led to where it ends.

use eframe::egui::{
    Color32, CornerRadius, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use kit::model::tabletop::Tabletop;
use kit::views::canvas::Canvas;
use kit::views::theme::palette;
use kit::views::widgets::{card, note, section};
use picture::tourney::badge;
use rules::tourney::{Card, Event, Exchange, Fight, Line, Man, Position};
use rules::{AnyEvent, Side};

use super::units::{badge_chip, man_chip, paint_badge, unit_chip};
use crate::tourney::model::men;
use crate::tourney::model::record::outcome;

/// The rounds past that are shown as pictures; older ones are lines of text.
// a duel can last many rounds, and a picture of each would push everything below out of sight
const PICTURED: usize = 2;

/// The fight under way, for everybody who looks at the board.
pub(super) fn beside(table: &dyn Tabletop, position: &Position, canvas: &mut Canvas, ui: &mut Ui) {
    let rounds = rounds(table);
    let fight = position.fight();
    if fight.is_none() && rounds.is_empty() {
        return;
    }
    card(ui, |ui| {
        if let Some(fight) = &fight {
            fighters(position, fight, canvas, ui);
        } else {
            section(ui, "The last duel");
        }
        past(&rounds, canvas, ui);
    });
    ui.add_space(8.0);
}

/// The fighters of both sides, with their wounds and whoever is at stake.
pub(super) fn fighters(position: &Position, fight: &Fight, canvas: &mut Canvas, ui: &mut Ui) {
    let title = match fight.round {
        0 => format!("The duel on {} is over", fight.cell),
        round => format!("The duel on {}, round {round}", fight.cell),
    };
    ui.label(RichText::new(title).size(17.0).strong());
    for (party, word) in [(0, "attack"), (1, "defend")] {
        ui.horizontal_wrapped(|ui| {
            for man in &fight.fighters[party] {
                fighter(position, man, canvas, ui);
            }
            for man in &fight.stakes[party] {
                let chip = man_chip(ui, canvas, position, man, 30.0);
                chip.on_hover_text(format!("{}: at stake", men::described(position, man)));
                ui.weak("at stake");
            }
            ui.weak(word);
        });
    }
}

fn fighter(position: &Position, man: &Man, canvas: &mut Canvas, ui: &mut Ui) {
    let chip = man_chip(ui, canvas, position, man, 40.0);
    chip.on_hover_text(men::described(position, man));
    let state = if man.is_felled {
        "felled"
    } else if man.wounds > 0 {
        "wounded"
    } else {
        "unhurt"
    };
    ui.label(format!("{}, {state}", men::unit(man.unit)));
}

/// The rounds of the last fight, oldest first, each with its exchanges.
pub(super) fn rounds(table: &dyn Tabletop) -> Vec<Vec<Exchange>> {
    let mut rounds: Vec<Vec<Exchange>> = Vec::new();
    let mut is_new = true;
    for event in table.events_shown() {
        match event {
            AnyEvent::Tourney(Event::Met(_)) => {
                rounds.clear();
                is_new = true;
            }
            // kept to the end of the turn, so that a player who looks away during a fight still finds how it went
            AnyEvent::Tourney(Event::TurnEnded { .. }) => rounds.clear(),
            // the cards of a round follow the choices of both sides
            AnyEvent::Tourney(Event::Chosen(_)) => is_new = true,
            AnyEvent::Tourney(Event::Exchanged { exchange, .. }) => {
                if std::mem::take(&mut is_new) {
                    rounds.push(Vec::new());
                }
                if let Some(round) = rounds.last_mut() {
                    round.push(*exchange);
                }
            }
            _ => {}
        }
    }
    rounds
}

/// The rounds past: the last ones as pictures, all before them as lines.
pub(super) fn past(rounds: &[Vec<Exchange>], canvas: &mut Canvas, ui: &mut Ui) {
    let older = rounds.len().saturating_sub(PICTURED);
    for (number, round) in (1..).zip(&rounds[..older]) {
        for exchange in round {
            note(ui, format!("Round {number}: {}", line(exchange)));
        }
    }
    for (number, round) in (older + 1..).zip(&rounds[older..]) {
        section(ui, &format!("Round {number}"));
        for exchange in round {
            opened(exchange, canvas, ui);
        }
    }
}

/// An exchange in a line: `Knight HM, Footman LH: no blow lands`.
fn line(exchange: &Exchange) -> String {
    let [one, other] = exchange.men.map(|unit| unit.kind.name());
    let [card, against] = exchange.cards;
    format!("{one} {card}, {other} {against}: {}", outcome(exchange))
}

/// The height of opened cards.
const OPENED: f32 = 76.0;

/// Two cards opened together, with each blow led to where it lands, is parried, or meets the other blade.
fn opened(exchange: &Exchange, canvas: &mut Canvas, ui: &mut Ui) {
    let [one, other] = exchange.men;
    let [left, right] = exchange.cards;
    let told = line(exchange);
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        unit_chip(ui, canvas, one, 34.0);
        badge_chip(ui, canvas, badge::card(left.number()), OPENED);
        let (lanes, _) = ui.allocate_exact_size(vec2(84.0, OPENED), Sense::hover());
        blows(ui, lanes, [left, right]);
        badge_chip(ui, canvas, badge::card(right.number()), OPENED);
        unit_chip(ui, canvas, other, 34.0);
    });
    // the blows are painted lines, of which a screen reader knows nothing
    row.response
        .widget_info(|| WidgetInfo::labeled(Role::Image, true, &told));
    for (striker, card, against) in [(one, left, right), (other, right, left)] {
        note(
            ui,
            format!("{}: {}", striker.kind.name(), blow(card, against)),
        );
    }
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
fn blows(ui: &Ui, rect: Rect, [left, right]: [Card; 2]) {
    let (hit, stopped) = (palette(ui).bad, ui.visuals().weak_text_color());
    let meets = left.blow() == right.blow();
    for (card, against, from, to, shift) in [
        (left, right, rect.left(), rect.right(), -3.0),
        (right, left, rect.right(), rect.left(), 3.0),
    ] {
        // blows in two lanes are moved apart, so that both are seen; two blows in one lane always meet
        let y = lane(rect, card.blow()) + if meets { 0.0 } else { shift };
        let lands = card.hits(against) > 0;
        let way = to - from;
        // short of the middle leaves room for the crossed blades, short of the end for the bar of the parry
        let end = match (lands, meets) {
            (true, _) => to,
            (false, true) => from + way * 0.46,
            (false, false) => to - way * 0.12,
        };
        let color = if lands { hit } else { stopped };
        let width = if lands { 3.5 } else { 2.5 };
        let pen = Stroke::new(width, color);
        ui.painter()
            .line_segment([pos2(from, y), pos2(end, y)], pen);
        let back = -way.signum() * 8.0;
        for tip in [-5.0, 5.0] {
            let tip = [pos2(end, y), pos2(end + back, y + tip)];
            ui.painter().line_segment(tip, pen);
        }
        if !lands && !meets {
            let guard = end + way.signum() * 4.0;
            let bar = Stroke::new(4.0, ui.visuals().text_color());
            ui.painter()
                .line_segment([pos2(guard, y - 9.0), pos2(guard, y + 9.0)], bar);
        }
    }
    if meets {
        let (x, y) = (rect.center().x, lane(rect, left.blow()));
        let pen = Stroke::new(3.0, ui.visuals().text_color());
        for way in [-1.0, 1.0] {
            let blade = [pos2(x - 7.0, y - 7.0 * way), pos2(x + 7.0, y + 7.0 * way)];
            ui.painter().line_segment(blade, pen);
        }
    }
}

/// The name of a card for everybody who does not see its picture.
pub(super) fn card_name(card: Card) -> String {
    format!(
        "{card}: strike {}, parry {}, {} open",
        card.blow().name(),
        card.parry().name(),
        card.open().name()
    )
}

/// A card or another badge as a button.
pub(super) fn badge_button(
    ui: &mut Ui,
    canvas: &mut Canvas,
    badge: picture::Badge,
    name: &str,
    is_chosen: bool,
    height: f32,
) -> Response {
    let size = Vec2::splat(height);
    let (rect, response) = ui.allocate_exact_size(size + vec2(4.0, 8.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, name));
    let palette = palette(ui);
    let lively = response.hovered() || response.has_focus();
    let (width, color) = match (is_chosen, lively) {
        (true, _) => (3.5, palette.accent),
        (false, true) => (2.0, palette.accent),
        (false, false) => (0.0, Color32::TRANSPARENT),
    };
    if is_chosen {
        let fill = palette.accent.gamma_multiply(0.18);
        ui.painter().rect_filled(rect, 8.0, fill);
    }
    ui.painter().rect_stroke(
        rect.shrink(1.0),
        CornerRadius::same(8),
        Stroke::new(width, color),
        StrokeKind::Inside,
    );
    paint_badge(
        ui,
        canvas,
        badge,
        Rect::from_center_size(rect.center(), size),
    );
    response.on_hover_text(name)
}

/// The switch for the odds, and behind it the odds and the balanced mix of the round. Off at first, and open to both
/// sides alike: they depend on what both see.
pub(super) fn odds(position: &Position, side: Side, is_on: bool, ui: &mut Ui) -> Option<bool> {
    let mut on = is_on;
    let about = "What happens if both sides play the balanced mix from here on; it reveals no card";
    let switch = ui.checkbox(&mut on, "Odds and balanced mix");
    let changed = switch.on_hover_text(about).changed();
    // nothing is shown where the balance is not worked out: half a table of odds would mislead
    if is_on && let Some(balance) = computer::duel_advice(position, side) {
        note(
            ui,
            format!(
                "Yours alone stand: {}. Theirs alone: {}. Nobody stands: {}.",
                percent(balance.wins),
                percent(balance.losses),
                percent(1_000_000 - balance.wins - balance.losses)
            ),
        );
    }
    changed.then_some(on)
}

/// The balanced mix of a pair, a line for its six cards.
pub(super) fn mix(position: &Position, side: Side, pair: usize, ui: &mut Ui) {
    let balance = computer::duel_advice(position, side);
    let shares = balance.and_then(|balance| balance.cards.get(pair).copied());
    if let Some(shares) = shares {
        let parts: Vec<String> = Card::ALL
            .into_iter()
            .zip(shares)
            .map(|(card, share)| format!("{card} {}", percent(share)))
            .collect();
        note(ui, format!("Balanced mix: {}.", parts.join(", ")));
    }
}

/// Millionths as a percentage with one decimal.
fn percent(millionths: u32) -> String {
    let tenths = (millionths + 500) / 1000;
    format!("{}.{} %", tenths / 10, tenths % 10)
}
