//! The scene of a duel in place of the board, for everybody who writes no card now: onlookers, readers of a record,
//! and both players between the rounds.

use egui::{Frame, Margin, RichText, ScrollArea, Ui, vec2};
use kit::model::ask::Ask;
use kit::model::tabletop::{Around, Tabletop};
use kit::views::canvas::Canvas;
use kit::views::theme::{palette, size};
use kit::views::widgets::{card, note, section};
use picture::tourney::badge;
use rules::tourney::{Asked, Man, Pair, Position};
use rules::{Rules as _, Side, ToAct};

use super::duel::{Past, fighters, lines, past};
use super::odds::{mixes, odds};
use super::opened::{coup, opened, opening};
use super::units::{badge_chip, man_chip};
use crate::tourney::Tourney;
use crate::tourney::model::answers::question;
use crate::tourney::model::hand::{Hand, HandCommand};

/// The height of the cards in points, for that many pairs: all of them fit into the smallest window that shows a board.
pub(super) const fn high(pairs: usize) -> f32 {
    match pairs {
        0 | 1 => 132.0,
        2 => 108.0,
        _ => 84.0,
    }
}

/// The height of the two cards of a pair with the way of the blows between them, in the room there is.
pub(super) fn led(ui: &Ui, pairs: usize) -> f32 {
    high(pairs).min((ui.available_width() - 40.0) / 4.2)
}

/// The height of the last blow.
const LAST: f32 = 84.0;

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
                head(position, canvas, ui, out);
                latest(around, &past, canvas, ui);
                if let Asked::Cards(_) = position.asked() {
                    card(ui, |ui| sealed(table, position, canvas, ui));
                    ui.add_space(8.0);
                    card(ui, |ui| {
                        odds(position, table.only_person(), canvas, ui);
                        mixes(position, canvas, ui);
                    });
                    ui.add_space(8.0);
                }
                rounds(&past, ui);
            });
    });
    true
}

/// The fighters, and the way to the board.
fn head(position: &Position, canvas: &mut Canvas, ui: &mut Ui, out: &mut Vec<Ask<Tourney>>) {
    card(ui, |ui| {
        match position.fight() {
            Some(fight) => fighters(position, &fight, 46.0, canvas, ui),
            None => {
                ui.label(RichText::new("The duel is over").size(size::TITLE).strong());
            }
        }
        if let Some(question) = question(position) {
            note(ui, question);
        }
        if ui.button("Show the board").clicked() {
            out.push(Ask::Hand(HandCommand::Board(true)));
        }
    });
    ui.add_space(8.0);
}

/// The round opened last, and what followed from it.
pub(super) fn latest(around: Around<'_>, past: &Past, canvas: &mut Canvas, ui: &mut Ui) {
    let Some(last) = past.rounds.last() else {
        return;
    };
    let done = opening(around, past.number, ui);
    // after the last blow the cards before it lie open
    let done_before = if past.coups.is_empty() { done } else { 1.0 };
    card(ui, |ui| {
        section(ui, &format!("Round {}", past.rounds.len()));
        let high = led(ui, last.len());
        ui.horizontal_wrapped(|ui| {
            for exchange in last {
                // of a fixed width, so that the next one begins a line where there is no more room
                let size = vec2(high * 4.2, high);
                ui.allocate_ui(size, |ui| opened(exchange, high, done_before, canvas, ui));
            }
        });
        for fallen in &past.coups {
            section(ui, "Coup de grace");
            let victor = past.victor(*fallen);
            coup(victor, *fallen, LAST, done, canvas, ui);
        }
        for end in &past.ends {
            ui.label(end);
        }
    });
    ui.add_space(8.0);
}

/// The cards that are still to be opened, pair by pair.
fn sealed(table: &dyn Tabletop, position: &Position, canvas: &mut Canvas, ui: &mut Ui) {
    let movers = position.sides().iter();
    let movers = movers.filter(|side| position.game().are_friends(position.side(), *side));
    let pairs: Vec<Pair> = movers.flat_map(|side| position.pairs(side)).collect();
    let high = led(ui, pairs.len());
    section(ui, "To be opened");
    for pair in &pairs {
        ui.horizontal(|ui| {
            ui.set_min_height(high);
            man_chip(ui, canvas, position, &pair.own, high * 0.45);
            back(table, &pair.own, high, canvas, ui);
            back(table, &pair.enemy, high, canvas, ui);
            man_chip(ui, canvas, position, &pair.enemy, high * 0.45);
        });
    }
}

/// A card behind its seal, or the words that it is not chosen yet.
pub(super) fn back(table: &dyn Tabletop, man: &Man, high: f32, canvas: &mut Canvas, ui: &mut Ui) {
    // of a round of the past nobody knows who sealed first: both lie there sealed
    let is_known = !table.locked_seats().is_empty();
    match is_sealed(table, man.unit.owner) {
        false if !is_known => {
            badge_chip(ui, canvas, badge::SEALED, high);
        }
        true => {
            badge_chip(ui, canvas, badge::SEALED, high).on_hover_text("Sealed");
            ui.weak("sealed");
        }
        false => {
            badge_chip(ui, canvas, badge::SEALED, high * 0.5).on_hover_text("Not sealed yet");
            ui.weak("not sealed yet");
        }
    }
}

/// True if a side has sealed its cards.
pub(super) fn is_sealed(table: &dyn Tabletop, side: Side) -> bool {
    let mut seats = table.seats().iter();
    seats.any(|seat| seat.side == side && table.locked_seats().contains(&seat.seat))
}

/// The rounds before the last one.
fn rounds(past: &Past, ui: &mut Ui) {
    let Some((_, older)) = past.rounds.split_last() else {
        return;
    };
    if older.is_empty() {
        return;
    }
    card(ui, |ui| {
        section(ui, "Rounds past");
        lines(older, ui);
    });
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
