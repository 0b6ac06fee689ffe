//! The WarGame parts of the pages.

mod beside;
mod forces;
mod help;
pub mod scenes;
pub mod secret;
mod set_up;
mod units;

use board::Cell;
use egui::{Key, Modifiers, RichText, Ui};
use kit::model::ask::Ask;
use kit::model::standing::Standing;
use kit::model::tabletop::Tabletop;
use kit::views::canvas::Canvas;
use kit::views::commands::{Entry, Gives, Group, Row, row};
use kit::views::family::FamilyViews;
use kit::views::widgets::{self, side_chip};
use rules::wargame::{Kind, Position, Side, Terrain, Unit};

use super::WarGame;
use super::model::hand::{Hand, HandCommand, Overlay};
use super::model::words;
use crate::two_sides;

impl FamilyViews for WarGame {
    const ROWS: &'static [Row<Gives<Self>>] = ROWS;

    fn pointed(table: &dyn Tabletop, _: &Hand, position: &Position, cell: Cell, ui: &mut Ui) {
        pointed(table, position, cell, ui);
    }

    fn beside(
        table: &dyn Tabletop,
        hand: &Hand,
        position: &Position,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    ) {
        beside::beside(table, hand, position, canvas, ui, out);
    }

    fn room_beside(_: &Position) -> f32 {
        // the chosen unit with its signs; the overlays below it scroll in low windows
        190.0
    }

    fn force_line(
        _: &dyn Tabletop,
        position: &Position,
        side: rules::Side,
        canvas: &mut Canvas,
        ui: &mut Ui,
    ) {
        if let Some(side) = two_sides::side(Some(side)) {
            forces::line(position, side, canvas, ui);
        }
    }

    fn force_words(_: &dyn Tabletop, position: &Position, side: rules::Side) -> String {
        let side = two_sides::side(Some(side));
        side.map_or_else(String::new, |side| forces::told(position, side))
    }

    fn force(
        table: &dyn Tabletop,
        position: &Position,
        side: rules::Side,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    ) {
        if let Some(side) = two_sides::side(Some(side)) {
            forces::details(table, position, side, canvas, ui, out);
        }
    }

    fn standing(_: &dyn Tabletop, position: &Position) -> Option<Standing> {
        forces::standing(position)
    }

    fn lots_drawn(position: &Position, ui: &mut Ui) {
        if let Some(lot) = words::terrain_lot(position.game()) {
            widgets::lot(ui, TERRAIN_LOT, &lot);
        }
    }

    fn samples(canvas: &mut Canvas, ui: &mut Ui) {
        for (side, kind) in SAMPLES {
            units::unit_chip(ui, canvas, Unit { side, kind }, 48.0);
        }
    }
}

/// The sentence above the words of a lot that laid terrain.
const TERRAIN_LOT: &str = "A lot that the programs drew together laid the terrain. All players see the same words for it:";

/// A switch with its key.
const fn switch(
    label: &'static str,
    hover: &'static str,
    keys: &'static [(Modifiers, Key)],
    gives: Gives<WarGame>,
) -> Entry<Gives<WarGame>> {
    Entry {
        label,
        hover,
        keys,
        held: false,
        gives,
    }
}

const CHAIN: Entry<Gives<WarGame>> = switch(
    "Command",
    "The chain of command of both sides; what is out of command is struck (C)",
    &[(Modifiers::NONE, Key::C)],
    |hand, _| turned(hand, Overlay::Chain),
);
const FIRE: Entry<Gives<WarGame>> = switch(
    "Fire lines",
    "What the chosen unit, or every unit, can fire at, and what blocks the line (L)",
    &[(Modifiers::NONE, Key::L)],
    |hand, _| turned(hand, Overlay::Fire),
);
const SUPPLY: Entry<Gives<WarGame>> = switch(
    "Supply",
    "Who would fall for lack of supply if a turn ended now (S)",
    &[(Modifiers::NONE, Key::S)],
    |hand, _| turned(hand, Overlay::Supply),
);
const COSTS: Entry<Gives<WarGame>> = switch(
    "Ground",
    "What each cell near the chosen unit costs it (G)",
    &[(Modifiers::NONE, Key::G)],
    |hand, _| turned(hand, Overlay::Costs),
);
const STEPS: Entry<Gives<WarGame>> = switch(
    "Step by step",
    "Lead each move cell by cell; a click on its end stops there (W)",
    &[(Modifiers::NONE, Key::W)],
    |hand, _| turned(hand, Overlay::Steps),
);

/// The switches with what they switch.
const SWITCHES: [(Entry<Gives<WarGame>>, Overlay); 5] = [
    (CHAIN, Overlay::Chain),
    (FIRE, Overlay::Fire),
    (SUPPLY, Overlay::Supply),
    (COSTS, Overlay::Costs),
    (STEPS, Overlay::Steps),
];

/// The family's own commands with keys.
const ROWS: &[Row<Gives<WarGame>>] = &[
    row(
        Group::Overlay,
        "C",
        "in a WarGame: the chain of command",
        &[CHAIN],
    ),
    row(
        Group::Overlay,
        "L",
        "in a WarGame: lines of fire, and what blocks them",
        &[FIRE],
    ),
    row(
        Group::Overlay,
        "S",
        "in a WarGame: who would fall for lack of supply",
        &[SUPPLY],
    ),
    row(
        Group::Overlay,
        "G",
        "in a WarGame: what the ground costs the chosen unit",
        &[COSTS],
    ),
    row(
        Group::Turn,
        "W",
        "in a WarGame: lead moves step by step, or no longer",
        &[STEPS],
    ),
];

/// The command that turns a switch over.
fn turned(hand: &Hand, overlay: Overlay) -> Option<HandCommand> {
    // on a key there is no word for on or off, so that every press turns the switch over
    Some(HandCommand::Switch(overlay, !hand.is_on(overlay)))
}

/// Units for a picture of how units look.
const SAMPLES: [(Side, Kind); 6] = [
    (Side::White, Kind::SupremeCommander),
    (Side::White, Kind::Tank),
    (Side::White, Kind::Infantry),
    (Side::Black, Kind::TankCommander),
    (Side::Black, Kind::Cavalry),
    (Side::Black, Kind::Artillery),
];

/// Describes the unit and the terrain of a cell, and why a unit of `side` can do nothing on its turn.
fn pointed(table: &dyn Tabletop, position: &Position, cell: Cell, ui: &mut Ui) {
    let side = two_sides::side(table.drafting());
    ui.label(RichText::new(cell.to_string()).strong());
    let terrain = position.game().terrain[cell];
    let Some(unit) = position.unit(cell) else {
        ui.weak(match terrain {
            Terrain::Open => "empty",
            _ => terrain.name(),
        });
        return;
    };
    side_chip(ui, unit.side.into(), 16.0);
    ui.label(unit.kind.name());
    if let Some(ground) = words::on(terrain) {
        ui.label(ground);
    }
    // any other unit waits for its side's turn, which needs no reason
    let refused = (side == Some(unit.side))
        .then(|| words::why_not(position, unit.side, cell))
        .flatten();
    // the line below the board has no room for both
    if refused.is_none() {
        ui.weak(words::powers(position.game(), unit.kind));
    }
    for state in states(position, cell) {
        ui.label(format!("\u{00B7} {state}"));
    }
    if let Some(illegal) = refused {
        widgets::refusal(ui, &words::refusal(illegal));
    }
}

/// The states of the unit on a cell, in words.
fn states(position: &Position, cell: Cell) -> Vec<&'static str> {
    let mut states = Vec::new();
    if position.is_in_command(cell) == Some(false) {
        states.push("out of command");
    }
    if position.can_give(cell) == Some(false) {
        states.push("has given its order");
    }
    if position.is_towed(cell) {
        states.push("towed");
    }
    if position.is_prepared(cell) {
        states.push("ready to leap");
    }
    states
}
