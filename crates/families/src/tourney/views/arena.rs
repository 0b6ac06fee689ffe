//! The arena: the fighters of a duel face to face, the round between them, and a small board that shows where.

use egui::{
    Align, Color32, Layout, Rect, RichText, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use kit::model::tabletop::{Around, Tabletop};
use kit::model::words::capital;
use kit::views::canvas::Canvas;
use kit::views::family::FamilyBoard as _;
use kit::views::theme::{palette, size};
use kit::views::widgets::{card, note};
use picture::tourney::badge;
use rules::Side;
use rules::tourney::{Card, Exchange, Fight, Man, Position, Unit};

use super::duel::{Past, lines};
use super::opened::{coup, headline, opened, opening, row, told_blows, turned};
use super::units::{badge_chip, man_chip, unit_chip};
use crate::tourney::Tourney;
use crate::tourney::model::hand::Hand;
use crate::tourney::model::men;

/// The contents of the room between the fighters.
pub(super) enum Between<'a> {
    /// The round opened last, or before the first one the cards still to be opened.
    Latest,
    /// The cards of the coming round: the own side, and its card for each of its pairs.
    Coming(Side, &'a [Option<Card>]),
}

/// The width of a fighter's column, of the largest small board, and between the columns.
const FIGHTER: f32 = 138.0;
const SMALL_BOARD: f32 = 230.0;
const GAP: f32 = 14.0;
/// In less width the small board is left out, and in less still the fighters are small.
const WIDE: f32 = 760.0;
const NARROW: f32 = 560.0;

/// Shows the arena.
pub(super) fn show(
    around: Around<'_>,
    table: &dyn Tabletop,
    position: &Position,
    past: &Past,
    between: &Between<'_>,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let fight = position.fight();
    let cell = fight.as_ref().map(|fight| fight.cell);
    card(ui, |ui| {
        ui.label(
            RichText::new(title(fight.as_ref()))
                .size(size::HEADING)
                .strong(),
        );
        ui.add_space(2.0);
        let room = ui.available_width();
        let board = match room >= WIDE {
            true => (room * 0.25).min(SMALL_BOARD),
            false => 0.0,
        };
        let column = if room >= NARROW { FIGHTER } else { 84.0 };
        let gaps = GAP * if board > 0.0 { 3.0 } else { 2.0 };
        let middle = (room - board - 2.0 * column - gaps).max(120.0);
        ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let parties = parties(fight.as_ref(), past);
            party(position, &parties[0], "Attacks", column, canvas, ui);
            ui.allocate_ui_with_layout(vec2(middle, 10.0), Layout::top_down(Align::Center), |ui| {
                ui.set_width(middle);
                rounds(around, table, position, past, between, canvas, ui);
            });
            party(position, &parties[1], "Defends", column, canvas, ui);
            if board > 0.0 {
                small_board(around, table, position, cell, board, canvas, ui);
            }
        });
    });
    ui.add_space(8.0);
}

fn title(fight: Option<&Fight>) -> String {
    match fight {
        Some(fight) if fight.round > 0 => {
            format!("The duel on {}, round {}", fight.cell, fight.round)
        }
        Some(fight) => format!("The duel on {} is over", fight.cell),
        None => "The duel is over".to_owned(),
    }
}

/// Somebody in the arena: a man as he is now, or a unit of a duel that is over.
enum Fighter {
    Man(Man, bool),
    Unit(Unit),
}

/// The fighters of both parties and the units at stake, the attackers first.
fn parties(fight: Option<&Fight>, past: &Past) -> [Vec<Fighter>; 2] {
    if let Some(fight) = fight {
        return [0, 1].map(|party| {
            let stakes = fight.stakes[party]
                .iter()
                .map(|man| Fighter::Man(*man, true));
            let men = fight.fighters[party]
                .iter()
                .map(|man| Fighter::Man(*man, false));
            men.chain(stakes).collect()
        });
    }
    let mut parties: [Vec<Unit>; 2] = Default::default();
    for exchange in past.rounds.iter().flatten() {
        for (party, unit) in parties.iter_mut().zip(exchange.men) {
            let is_same = |known: &Unit| known.owner == unit.owner && known.kind == unit.kind;
            if !party.iter().any(is_same) {
                party.push(unit);
            }
        }
    }
    parties.map(|units| units.into_iter().map(Fighter::Unit).collect())
}

/// The fighters of one party, one below the other.
fn party(
    position: &Position,
    fighters: &[Fighter],
    role: &str,
    column: f32,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let size = match fighters.len() {
        0 | 1 => column * 0.72,
        2 => column * 0.52,
        _ => column * 0.4,
    };
    ui.allocate_ui_with_layout(vec2(column, 10.0), Layout::top_down(Align::Center), |ui| {
        ui.set_width(column);
        ui.spacing_mut().item_spacing.y = 2.0;
        for fighter in fighters {
            match fighter {
                Fighter::Man(man, is_at_stake) => {
                    let chip = man_chip(ui, canvas, position, man, size);
                    chip.on_hover_text(men::described(position, man));
                    let mut states = men::states_in_fight(position, man);
                    if states.is_empty() && man.unit.kind.is_fighter() {
                        states.push("unhurt".to_owned());
                    }
                    states.push(if *is_at_stake {
                        "at stake".to_owned()
                    } else {
                        role.to_lowercase()
                    });
                    ui.label(RichText::new(men::unit(man.unit)).size(size::BODY).strong());
                    note(ui, capital(&states.join(", ")));
                }
                Fighter::Unit(unit) => {
                    unit_chip(ui, canvas, *unit, size);
                    ui.label(RichText::new(men::unit(*unit)).size(size::BODY).strong());
                }
            }
            ui.add_space(4.0);
        }
    });
}

/// The round between the fighters.
fn rounds(
    around: Around<'_>,
    table: &dyn Tabletop,
    position: &Position,
    past: &Past,
    between: &Between<'_>,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let last = match between {
        Between::Latest => past.rounds.last(),
        Between::Coming(..) => None,
    };
    let Some(last) = last else {
        return coming(table, position, between, canvas, ui);
    };
    let done = opening(around, past.number, ui);
    // after the last blow the cards before it lie open
    let done_before = if past.coups.is_empty() { done } else { 1.0 };
    exchanges(last, done_before, past.rounds.len(), canvas, ui);
    for fallen in &past.coups {
        coup(past.victor(*fallen), *fallen, 84.0, done, canvas, ui);
    }
    for end in &past.ends {
        ui.label(RichText::new(end).size(size::TITLE).strong());
    }
    if past.rounds.len() > 1 {
        ui.add_space(4.0);
        lines(&past.rounds[..past.rounds.len() - 1], ui);
    }
}

/// The height of cards, of which two and the way between them take a width.
fn high(width: f32, pairs: usize) -> f32 {
    let most = match pairs {
        0 | 1 => 150.0,
        2 => 100.0,
        _ => 78.0,
    };
    // with more than one pair the fighters stand next to their cards
    let parts = if pairs > 1 { 4.3 } else { 3.1 };
    (width / parts).min(most)
}

/// The opened cards of a round, with what they did in one sentence each.
fn exchanges(round: &[Exchange], done: f32, number: usize, canvas: &mut Canvas, ui: &mut Ui) {
    let high = high(ui.available_width(), round.len());
    let chips = if round.len() > 1 { high * 0.45 } else { 0.0 };
    for exchange in round {
        opened(exchange, high, chips, done, canvas, ui);
        let said = headline(exchange);
        let color = match exchange.wounds {
            [0, 0] => ui.visuals().text_color(),
            _ => palette(ui).bad,
        };
        let said = RichText::new(format!("Round {number}: {said}")).size(size::TITLE);
        ui.label(said.strong().color(color));
        told_blows(exchange, ui);
    }
}

/// The cards of the round to come, behind their seals as far as the reader may see them.
fn coming(
    table: &dyn Tabletop,
    position: &Position,
    between: &Between<'_>,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let Some(fight) = position.fight() else {
        return;
    };
    let attacker = fight.fighters[0].first().map(|man| man.unit.owner);
    let (side, cards): (_, &[Option<Card>]) = match between {
        Between::Coming(side, cards) => (*side, cards),
        Between::Latest => (attacker.unwrap_or(position.side()), &[]),
    };
    let pairs = position.pairs(side);
    let is_attacking = attacker.is_some_and(|by| position.game().are_friends(by, side));
    let high = high(ui.available_width(), pairs.len());
    let chips = if pairs.len() > 1 { high * 0.45 } else { 0.0 };
    for (place, pair) in pairs.iter().enumerate() {
        let own = cards.get(place).copied().flatten();
        let faces = match is_attacking {
            true => [(&pair.own, own), (&pair.enemy, None)],
            false => [(&pair.enemy, None), (&pair.own, own)],
        };
        row(ui, high, chips, |ui| {
            for (at, (man, card)) in faces.into_iter().enumerate() {
                if chips > 0.0 && at == 0 {
                    man_chip(ui, canvas, position, man, chips);
                }
                if at == 1 {
                    let (between, _) = ui.allocate_exact_size(vec2(high, high), Sense::hover());
                    swords(ui, between);
                }
                match card {
                    Some(card) => turned(badge::card(card.number()), high, 1.0, canvas, ui),
                    None => back(table, man, high, canvas, ui),
                }
                if chips > 0.0 && at == 1 {
                    man_chip(ui, canvas, position, man, chips);
                }
            }
        });
        let said = faces.map(|(man, card)| {
            let who = men::unit(man.unit);
            match (card, is_sealed(table, man.unit.owner)) {
                (_, true) => format!("{who}: sealed"),
                (Some(_), false) => format!("{who}: chosen, not sealed yet"),
                (None, false) => format!("{who}: not sealed yet"),
            }
        });
        note(ui, format!("{}.", said.join(" \u{00B7} ")));
    }
}

/// A card behind its seal; pale and smaller while it is not sealed.
fn back(table: &dyn Tabletop, man: &Man, high: f32, canvas: &mut Canvas, ui: &mut Ui) {
    // of a round of the past nobody knows who sealed first: both lie there sealed
    let is_open = !table.locked_seats().is_empty() && !is_sealed(table, man.unit.owner);
    ui.allocate_ui_with_layout(
        Vec2::splat(high),
        Layout::centered_and_justified(egui::Direction::LeftToRight),
        |ui| {
            ui.set_min_size(Vec2::splat(high));
            let size = if is_open { high * 0.6 } else { high };
            let hover = if is_open { "Not sealed yet" } else { "Sealed" };
            badge_chip(ui, canvas, badge::SEALED, size).on_hover_text(hover);
        },
    );
}

/// Two crossed blades: the fighters have met, and no blow has been struck yet.
fn swords(ui: &Ui, room: Rect) {
    let center = room.center();
    let ink = ui.visuals().weak_text_color();
    let half = room.height() * 0.2;
    for way in [-1.0, 1.0] {
        let at = |part: f32| pos2(center.x + half * part * way, center.y - half * part);
        let line = |from: f32, to: f32, wide: f32| {
            ui.painter()
                .line_segment([at(from), at(to)], Stroke::new(wide, ink));
        };
        line(-1.0, 1.0, 3.5);
        // the guard across the blade
        let guard = at(-0.62);
        let across = vec2(half * 0.24 * way, half * 0.24);
        ui.painter()
            .line_segment([guard - across, guard + across], Stroke::new(3.5, ink));
    }
}

/// The whole board as a small picture, with a ring around the square of the duel and the way of the last move.
fn small_board(
    around: Around<'_>,
    table: &dyn Tabletop,
    position: &Position,
    cell: Option<board::Cell>,
    side: f32,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let scene = canvas.scene(around.revision, || {
        Tourney::scene(table, &Hand::default(), position)
    });
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let where_to = cell.map_or("The board".to_owned(), |cell| {
        format!("The board, with the duel on {cell}")
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &where_to));
    let set = canvas.set;
    let bottom = table.bottom();
    let window = rect.shrink(3.0);
    let projection =
        canvas
            .small
            .paint_turned(ui, &mut canvas.atlases, set, window, bottom, &scene);
    if let Some(cell) = cell {
        let at = projection.rect(cell).center();
        let radius = projection.rect(cell).width() * 0.72;
        let accent = palette(ui).accent;
        // a dark line under the bright one, so that the ring is seen on every ground and in gray
        let under = Stroke::new(5.0, Color32::from_black_alpha(150));
        ui.painter().circle_stroke(at, radius, under);
        ui.painter()
            .circle_stroke(at, radius, Stroke::new(2.5, accent));
    }
}

/// True if a side has sealed its cards.
pub(super) fn is_sealed(table: &dyn Tabletop, side: Side) -> bool {
    let mut seats = table.seats().iter();
    seats.any(|seat| seat.side == side && table.locked_seats().contains(&seat.seat))
}
