//! Beside the board of a match: what is asked with its answers, the chosen unit, and the duel under way.

use board::Cell;
use egui::{Button, RichText, Ui};
use kit::model::ask::Ask;
use kit::model::standing::Standing;
use kit::model::tabletop::Tabletop;
use kit::model::words::{capital, count};
use kit::views::canvas::Canvas;
use kit::views::theme::{palette, size};
use kit::views::widgets::{card, note, section, sentence};
use rules::tourney::{Order, Position};
use rules::{Rules as _, Side, ToAct};

use super::duel::Past;
use super::units::{man_chip, unit_chip};
use super::{places, stage};
use crate::tourney::Tourney;
use crate::tourney::model::answers::{Answer, answers, question};
use crate::tourney::model::foresight::Foresight;
use crate::tourney::model::hand::{Hand, HandCommand, target};
use crate::tourney::model::men;

/// The number of quiet turns before the draw from which on it is announced.
const QUIET_LEFT: usize = 20;

/// The family's part of the panel beside the board of a match.
pub(super) fn show(
    table: &dyn Tabletop,
    hand: &Hand,
    position: &Position,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Tourney>>,
) {
    // the scene of a duel has the answers itself, as large buttons
    let is_staged = stage::is_staged(table, hand, position, &Past::of(table));
    let is_asked = !is_staged && asked(table, hand, position, canvas, ui, out);
    let chosen_by = table.drafting().zip(table.selected());
    if let Some((side, cell)) = chosen_by {
        chosen(hand, position, side, cell, canvas, ui, out);
    }
    // the room is kept for questions, so that the record below does not move when one comes
    if is_staged || !is_asked && chosen_by.is_none() && position.fight().is_none() {
        places::all(table, position, canvas, ui, out);
    }
    stage::beside(table, hand, position, canvas, ui, out);
}

/// The question of the rules, with a button for each answer that says what follows; false if nothing is asked.
fn asked(
    table: &dyn Tabletop,
    hand: &Hand,
    position: &Position,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Tourney>>,
) -> bool {
    // the keys 1 to 6 mean these deeds while there are any (`HandCommand::Take`), so no second list with the same
    // numbers is shown
    if !hand.asked.is_empty() {
        let cell = hand.asked[0].cell;
        card(ui, |ui| {
            section(ui, &format!("At {cell}"));
            if let Some(warning) = &hand.warning {
                ui.colored_label(palette(ui).bad, sentence(warning));
            }
            for (place, deed) in (0..).zip(&hand.asked) {
                if ui.add(Button::new(&deed.label).wrap()).clicked() {
                    out.push(Ask::Hand(HandCommand::Take(place)));
                }
            }
        });
        ui.add_space(8.0);
        return true;
    }
    let answers = table
        .drafting()
        .map_or_else(Vec::new, |side| answers(position, side));
    let Some(question) = question(position) else {
        return false;
    };
    if answers.is_empty() {
        return false;
    }
    card(ui, |ui| {
        ui.label(RichText::new(question).strong());
        for (place, answer) in (0..).zip(&answers) {
            if shown(answer, place, canvas, ui) {
                out.push(Ask::Hand(HandCommand::Take(place)));
            }
        }
    });
    ui.add_space(8.0);
    true
}

/// An answer with its picture; true if it is taken.
fn shown(answer: &Answer, place: u8, canvas: &mut Canvas, ui: &mut Ui) -> bool {
    ui.add_space(4.0);
    let mut is_taken = false;
    ui.horizontal(|ui| {
        for unit in &answer.units {
            unit_chip(ui, canvas, *unit, 34.0);
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let text = RichText::new(&answer.label).size(size::BODY);
            let button = ui.add(Button::new(text).wrap());
            is_taken = button.on_hover_text(format!("Key {}", place + 1)).clicked();
            note(ui, &answer.follows);
        });
    });
    is_taken
}

/// The chosen unit, and what it meets where it can go.
fn chosen(
    hand: &Hand,
    position: &Position,
    side: Side,
    cell: Cell,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Tourney>>,
) {
    // an enemy can be chosen too, to read what it is
    let own = hand.man(position, side, cell);
    let Some(man) = own.or_else(|| position.on(cell).next().copied()) else {
        return;
    };
    let orders = match own {
        Some(_) => hand.orders(position, side, cell),
        None => Vec::new(),
    };
    card(ui, |ui| {
        ui.horizontal(|ui| {
            man_chip(ui, canvas, position, &man, 36.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.label(RichText::new(men::button(position, &man)).size(size::BODY));
                let mut about = men::states(position, &man);
                about.insert(0, men::powers(position, man.unit).to_owned());
                note(ui, sentence(&capital(&about.join("; "))));
            });
        });
        for order in &orders {
            if let Order::Wander { man, steps } = order {
                let steps_text = count((*steps).into(), "step", "steps");
                if ui.button(format!("Wander {steps_text}")).clicked() {
                    out.push(Ask::Hand(HandCommand::Wander(*man, *steps)));
                }
            }
        }
        meetings(position, side, &orders, ui);
    });
    ui.add_space(8.0);
}

/// The consequences of the orders of a unit, one line for each that meets somebody.
fn meetings(position: &Position, side: Side, orders: &[Order], ui: &mut Ui) {
    let game = position.game();
    for order in orders {
        let Some(cell) = target(order) else {
            // an order that meets nobody has no consequence worth a line
            continue;
        };
        let mut there = position.on(cell);
        if !there.any(|man| !game.are_friends(side, man.unit.owner)) {
            continue;
        }
        let Some(seen) = Foresight::of_order(position, side, order, cell) else {
            continue;
        };
        if let Some(words) = seen.words() {
            let color = match seen.is_grave() {
                true => palette(ui).bad,
                false => palette(ui).warn,
            };
            ui.colored_label(color, format!("{cell}: {words}."));
        }
    }
}

/// The draw for quiet turns, once it is near.
pub(super) fn standing(position: &Position) -> Option<Standing> {
    if let ToAct::Nobody(_) = position.to_act() {
        return None;
    }
    let most = usize::from(position.game().most_quiet(position.sides().len()));
    let quiet = usize::from(position.quiet());
    (quiet + QUIET_LEFT >= most).then(|| Standing {
        words: format!("{quiet} quiet turns in a row; {most} are a draw."),
        is_grave: false,
    })
}
