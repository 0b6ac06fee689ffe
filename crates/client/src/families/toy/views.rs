//! The pages' parts of the toy family.

pub(crate) mod scenes;
pub(crate) mod secret;

use board::Cell;
use eframe::egui::{Rect, Ui};
use picture::Scene;
use rules::testing::toy::{Order, Position};
use rules::{AnyPosition, Rules};

use super::model::GiveUp;
use crate::families::{HandCommand, Hands};
use crate::shell::model::table::Table;
use crate::shell::model::{Command, Model};
use crate::shell::views::View;
use crate::shell::views::commands::Row;
use crate::shell::views::widgets::{card, note, section};

/// No command has a key.
pub(crate) const ROWS: &[Row] = &[];

pub(crate) fn samples(_: &mut View, ui: &mut Ui) {
    note(ui, "Discs with numbers.");
}

pub(crate) mod help {
    //! The help on the toy.

    use super::{Model, Ui, View, note};

    pub(crate) const TOPICS: &[&str] = &["Fights"];

    pub(crate) fn show(_: usize, _: &Model, _: &mut View, ui: &mut Ui) {
        note(ui, "Cards decide a fight, and its loser retreats.");
    }
}

pub(crate) fn pointed(table: &Table, position: &Position, cell: Cell, ui: &mut Ui) {
    ui.label(scenes::cell_name(position, table.drafting(), cell));
}

pub(crate) const fn tools(_: &Hands, _: &mut Ui, _: &mut Vec<Command>) {}

pub(crate) const fn lots_drawn(_: &Position, _: &mut Ui) {}

pub(crate) const fn over_start(_: &Position, _: Rect, _: &mut Ui) {}

pub(crate) fn opening(start: &Position) -> Scene {
    Scene::of_start(&AnyPosition::Toy(start.clone()))
}

/// The fight, with the button by which its loser gives the unit up.
pub(crate) fn beside(
    table: &Table,
    position: &Position,
    _: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let Some(fight) = position.fight() else {
        return;
    };
    card(ui, |ui| {
        section(ui, &format!("A fight of {} and {}", fight.from, fight.to));
        for (side, card) in position.sides().iter().zip(fight.cards) {
            let name = rules::Family::Toy.side_name(side);
            let card = card.map_or("unseen".to_owned(), |card| card.to_string());
            note(ui, format!("Card of {name}: {card}"));
        }
        let side = table.drafting();
        let can = side.is_some_and(|side| position.check(side, &Order::GiveUp).is_ok());
        if can && ui.button("Give the unit up").clicked() {
            out.push(HandCommand::Toy(GiveUp).into());
        }
    });
}
