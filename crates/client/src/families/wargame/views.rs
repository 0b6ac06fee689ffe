//! The WarGame parts of the pages.

mod beside;
mod forces;
pub(crate) mod help;
pub(crate) mod scenes;
pub(crate) mod secret;
mod units;

use board::Cell;
use eframe::egui::{Align, Key, Layout, Modifiers, Rect, RichText, Ui, UiBuilder, vec2};
use picture::Scene;
use rules::wargame::{Kind, Position, Side, Start, Terrain, Unit};

pub(crate) use beside::beside;

use super::model::editor::EditorCommand;
use super::model::hand::{Hand, HandCommand, Overlay};
use super::model::words;
use crate::families::{self, Hands, SecretChange};
use crate::shell::model::table::Table;
use crate::shell::model::{Command, Model};
use crate::shell::views::View;
use crate::shell::views::commands::{Entry, Group, Row, at_board, row};
use crate::shell::views::widgets::{note, side_chip};
use crate::theme::palette;
use help::Pictures;

/// The family's own state that disappears with the window.
#[derive(Default)]
pub(crate) struct WarGameView {
    /// The pictures of the help.
    pub(crate) pictures: Pictures,
}

impl From<HandCommand> for Command {
    fn from(command: HandCommand) -> Self {
        families::HandCommand::WarGame(command).into()
    }
}

impl From<EditorCommand> for Command {
    fn from(command: EditorCommand) -> Self {
        SecretChange::WarGame(command).into()
    }
}

/// A switch with its key.
const fn switch(
    label: &'static str,
    hover: &'static str,
    keys: &'static [(Modifiers, Key)],
    gives: fn(&Model, bool) -> Option<Command>,
) -> Entry {
    Entry {
        label,
        hover,
        keys,
        held: false,
        gives,
    }
}

const CHAIN: Entry = switch(
    "Command",
    "The chain of command of both sides; what is out of command is struck (C)",
    &[(Modifiers::NONE, Key::C)],
    |model, _| turned(model, Overlay::Chain),
);
const FIRE: Entry = switch(
    "Fire lines",
    "What the chosen unit, or every unit, can fire at, and what blocks the line (L)",
    &[(Modifiers::NONE, Key::L)],
    |model, _| turned(model, Overlay::Fire),
);
const SUPPLY: Entry = switch(
    "Supply",
    "Who would fall for lack of supply if a turn ended now (S)",
    &[(Modifiers::NONE, Key::S)],
    |model, _| turned(model, Overlay::Supply),
);
const COSTS: Entry = switch(
    "Ground",
    "What each cell near the chosen unit costs it (G)",
    &[(Modifiers::NONE, Key::G)],
    |model, _| turned(model, Overlay::Costs),
);
const STEPS: Entry = switch(
    "Step by step",
    "Lead each move cell by cell; a click on its end stops there (W)",
    &[(Modifiers::NONE, Key::W)],
    |model, _| turned(model, Overlay::Steps),
);

/// The switches with what they switch.
const SWITCHES: [(Entry, Overlay); 5] = [
    (CHAIN, Overlay::Chain),
    (FIRE, Overlay::Fire),
    (SUPPLY, Overlay::Supply),
    (COSTS, Overlay::Costs),
    (STEPS, Overlay::Steps),
];

/// The family's own commands with keys.
pub(crate) const ROWS: &[Row] = &[
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

/// The command that turns a switch over, where letters are no units of a set-up.
fn turned(model: &Model, overlay: Overlay) -> Option<Command> {
    let table = at_board(model).filter(|table| table.secret.is_none())?;
    let on = hand(&table.hands).is_on(overlay);
    Some(HandCommand::Switch(overlay, !on).into())
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

/// A row of sample units.
pub(crate) fn samples(view: &mut View, ui: &mut Ui) {
    for (side, kind) in SAMPLES {
        units::unit_chip(ui, view, Unit { side, kind }, 48.0);
    }
}

/// The family's part of the hands at a table.
const fn hand(hands: &Hands) -> &Hand {
    &hands.wargame
}

/// The family's switches are beside the board, with what they mean.
pub(crate) const fn tools(_: &Hands, _: &mut Ui, _: &mut Vec<Command>) {}

/// Both armies, or the zones they are set up in.
pub(crate) fn opening(start: &Position) -> Scene {
    picture::wargame::start(start)
}

/// Says on the picture of a start where armies are set up in secret.
pub(crate) fn over_start(start: &Position, whole: Rect, ui: &mut Ui) {
    if matches!(start.game().start, Start::Fixed(_)) {
        return;
    }
    for (side, part) in [(Side::White, 0.86), (Side::Black, 0.14)] {
        let center = whole.min + whole.size() * vec2(0.5, part);
        let place = Rect::from_center_size(center, vec2(190.0, 30.0));
        ui.painter()
            .rect_filled(place, 8.0, palette(ui).card.gamma_multiply(0.92));
        let layout = Layout::left_to_right(Align::Center);
        let mut label = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
        label.add_space(14.0);
        side_chip(&mut label, side.into(), 18.0);
        label.label("sets up here, unseen");
    }
}

/// The words of the lot that laid the terrain, where one did.
pub(crate) fn lots_drawn(position: &Position, ui: &mut Ui) {
    if let Some(lot) = words::terrain_lot(position.game()) {
        note(
            ui,
            "A lot that both programs drew together laid the terrain. Both players see the same words for it:",
        );
        ui.label(RichText::new(lot.replace('-', " ")).monospace().size(13.0));
    }
}

/// Describes the unit and the terrain of a cell, and the reason why a unit of `side` can do nothing on its turn.
pub(crate) fn pointed(table: &Table, position: &Position, cell: Cell, ui: &mut Ui) {
    let side = super::model::side(table.drafting());
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
    let refused = (side == Some(unit.side))
        .then(|| words::why_not(position, unit.side, cell))
        .flatten();
    if refused.is_none() {
        ui.weak(words::powers(position.game(), unit.kind));
    }
    for state in states(position, cell) {
        ui.label(format!("\u{00B7} {state}"));
    }
    if let Some(illegal) = refused {
        let refusal = words::refusal(illegal);
        ui.colored_label(
            palette(ui).warn,
            format!("\u{00B7} {} Rules: {}.", refusal.what, refusal.rule),
        );
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
