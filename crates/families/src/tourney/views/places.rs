//! The forces of a side: in one line, in words, and in full: its Castle with its queue, and its Dungeon with who sits
//! there, since when, and who could free him.

use std::collections::BTreeMap;

use board::Cell;
use egui::Ui;
use kit::model::ask::Ask;
use kit::model::tabletop::Tabletop;
use kit::model::words::count;
use kit::views::armies;
use kit::views::canvas::Canvas;
use kit::views::widgets::note;
use picture::tourney::badge;
use rules::tourney::{Event, Kind, Man, Position, Unit};
use rules::{AnyEvent, Side};

use super::units::{badge_chip, man_chip, unit_chip};
use crate::tourney::Tourney;
use crate::tourney::model::men;

/// A side in one line, from the right: its captives, its units that are free.
pub(super) fn line(position: &Position, side: Side, canvas: &mut Canvas, ui: &mut Ui) {
    if !position.is_in(side) {
        return armies::number(ui, "out");
    }
    armies::number(ui, position.dungeon(side).count().to_string());
    badge_chip(ui, canvas, badge::DUNGEON, 22.0);
    ui.add_space(2.0);
    armies::number(ui, free(position, side).to_string());
    unit_chip(ui, canvas, Unit::new(side, Kind::Footman), 22.0);
}

fn free(position: &Position, side: Side) -> usize {
    let own = position.men().iter();
    own.filter(|man| man.unit.owner == side && man.is_free())
        .count()
}

/// The same in words.
pub(super) fn told(table: &dyn Tabletop, position: &Position, side: Side) -> String {
    if !position.is_in(side) {
        return "out of the game".to_owned();
    }
    let free = count(free(position, side), "free unit", "free units");
    let since = captures(table, position);
    let mut told = vec![free];
    if let Some(castle) = position.game().castle(side) {
        let captives = position.dungeon(side);
        told.extend(captives.map(|man| captive(man, &since, castle.green)));
    }
    if told.len() == 1 {
        told.push("Dungeon empty".to_owned());
    }
    told.join(". ")
}

/// A captive, since when he is one, and who could free him.
fn captive(man: &Man, since: &BTreeMap<(usize, Kind), String>, green: Cell) -> String {
    let turn = since.get(&(man.unit.owner.index(), man.unit.kind));
    let turn = turn.map_or(String::new(), |turn| format!(", since {turn}"));
    let (him, by) = match man.unit.kind {
        Kind::Warlord => ("him", "his Lady"),
        Kind::Lady => ("her", "any unit of her side"),
        _ => ("him", "any unit of his side"),
    };
    let name = men::unit(man.unit);
    format!("{name}{turn}. Free {him} with {by} on {green}.")
}

/// A side's Castle and Dungeon, and the Ladies held in the wood.
pub(super) fn details(
    table: &dyn Tabletop,
    position: &Position,
    side: Side,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Tourney>>,
) {
    armies::head(ui, table, side, free(position, side));
    if !position.is_in(side) {
        note(ui, "Out of the game.");
    } else {
        ui.horizontal_wrapped(|ui| occupants(position, side, canvas, ui, out));
        dungeon(position, side, &captures(table, position), canvas, ui);
    }
    held(position, side, canvas, ui);
}

/// The Castles and Dungeons of all sides, always in the same order: nothing moves when the turn passes.
pub(super) fn all(
    table: &dyn Tabletop,
    position: &Position,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Tourney>>,
) {
    let since = captures(table, position);
    for side in position.game().sides().iter() {
        armies::head(ui, table, side, free(position, side));
        if !position.is_in(side) {
            note(ui, "Out of the game.");
        } else if let Some(castle) = position.game().castle(side) {
            // one row, so that the places of two sides stand in the room of a question without scrolling
            ui.horizontal_wrapped(|ui| {
                occupants(position, side, canvas, ui, out);
                ui.add_space(12.0);
                let captives: Vec<&Man> = position.dungeon(side).collect();
                badge_chip(ui, canvas, badge::DUNGEON, 22.0);
                if captives.is_empty() {
                    ui.weak("Dungeon empty");
                }
                for man in captives {
                    let chip = man_chip(ui, canvas, position, man, 26.0);
                    chip.on_hover_text(captive(man, &since, castle.green));
                }
            });
        }
        held(position, side, canvas, ui);
        ui.add_space(6.0);
    }
}

/// The Castle and who is in it, in the order in which they may leave.
fn occupants(
    position: &Position,
    side: Side,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<Tourney>>,
) {
    let Some(castle) = position.game().castle(side) else {
        return;
    };
    let queue: Vec<&Man> = position.queue(side).collect();
    let chip = badge_chip(ui, canvas, badge::CASTLE, 22.0);
    let name = format!("The Castle of {} on {}: show it", castle.name, castle.cell);
    armies::leads_to(&chip, &name, castle.cell, canvas, out);
    if queue.is_empty() {
        ui.weak("Castle empty");
    }
    for (place, man) in queue.iter().enumerate() {
        let role = match place {
            0 => "defends, and may leave".to_owned(),
            1 => "waits: next".to_owned(),
            place => format!("waits: {place} before him"),
        };
        let chip = man_chip(ui, canvas, position, man, 26.0);
        chip.on_hover_text(format!("{}: {role}", men::described(position, man)));
    }
    if let [_, waiting @ ..] = &queue[..]
        && !waiting.is_empty()
    {
        ui.weak(format!("{} waiting", waiting.len()));
    }
}

/// The Dungeon: who sits there, since which turn, and who could free him.
fn dungeon(
    position: &Position,
    side: Side,
    since: &BTreeMap<(usize, Kind), String>,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let prisoners: Vec<&Man> = position.dungeon(side).collect();
    let Some(castle) = position.game().castle(side) else {
        return;
    };
    if prisoners.is_empty() {
        ui.horizontal(|ui| {
            badge_chip(ui, canvas, badge::DUNGEON, 22.0);
            ui.weak("Dungeon empty");
        });
        return;
    }
    for man in prisoners {
        ui.horizontal(|ui| {
            badge_chip(ui, canvas, badge::DUNGEON, 22.0);
            man_chip(ui, canvas, position, man, 26.0);
            note(ui, captive(man, since, castle.green));
        });
    }
}

/// The Ladies of a side whom undead hold in the wood.
fn held(position: &Position, side: Side, canvas: &mut Canvas, ui: &mut Ui) {
    let Some(wood) = position.game().wood else {
        return;
    };
    for man in position.held().filter(|man| man.unit.owner == side) {
        ui.horizontal(|ui| {
            man_chip(ui, canvas, position, man, 26.0);
            note(
                ui,
                format!(
                    "{} is held in the wood. Free her with a unit of hers on {wood}.",
                    men::unit(man.unit)
                ),
            );
        });
    }
}

/// The turn of the last capture of each side's kinds, by name.
fn captures(table: &dyn Tabletop, position: &Position) -> BTreeMap<(usize, Kind), String> {
    // a position does not say when somebody was captured; of two alike the later capture is named
    let mut found = BTreeMap::new();
    // the turn of a capture is known by its end
    let mut open = Vec::new();
    let mut ended: BTreeMap<Side, u32> = BTreeMap::new();
    let name = |side: Side, before: u32| table.side_names().turn(side, before + 1);
    for event in table.events_shown() {
        match event {
            AnyEvent::Tourney(Event::TurnEnded { side, .. }) => {
                let before = ended.entry(*side).or_default();
                found.extend(open.drain(..).map(|unit| (unit, name(*side, *before))));
                *before += 1;
            }
            AnyEvent::Tourney(Event::Captured {
                unit: Unit { owner, kind, .. },
                ..
            }) => open.push((owner.index(), *kind)),
            _ => {}
        }
    }
    let side = position.side();
    let before = ended.get(&side).copied().unwrap_or_default();
    found.extend(open.into_iter().map(|unit| (unit, name(side, before))));
    found
}
