//! The Warlord parts of the pages.

mod forces;
pub(crate) mod help;
mod reinforcements;
pub(crate) mod scenes;
pub(crate) mod secret;
pub(crate) mod set_up;
mod units;

use board::Cell;
use eframe::egui::{Align, Button, Key, Layout, Modifiers, Rect, RichText, Ui, UiBuilder, vec2};
use picture::Scene;
use rules::warlord::{Kind, Position, Side, Start, Terrain, Unit};

use super::model::editor::EditorCommand;
use super::model::hand::{Hand, HandCommand};
use super::model::set_up::SetUpCommand;
use super::model::words;
use crate::families::{self, Hands, SecretChange, SetUpChange};
use crate::shell::model::table::Table;
use crate::shell::model::{Command, Model};
use crate::shell::views::View;
use crate::shell::views::commands::{Entry, Group, Row, at_board, row};
use crate::shell::views::widgets::{note, side_chip};
use crate::theme::palette;
use help::Pictures;

/// The family's own state that disappears with the window.
#[derive(Default)]
pub(crate) struct WarlordView {
    /// The pictures of the help.
    pub(crate) pictures: Pictures,
}

impl From<HandCommand> for Command {
    fn from(command: HandCommand) -> Self {
        families::HandCommand::Warlord(command).into()
    }
}

impl From<EditorCommand> for Command {
    fn from(command: EditorCommand) -> Self {
        SecretChange::Warlord(command).into()
    }
}

impl From<SetUpCommand> for Command {
    fn from(command: SetUpCommand) -> Self {
        SetUpChange::Warlord(command).into()
    }
}

/// Shows what the other side threatens while its key is held.
const THREATS: Entry = Entry {
    label: "Threats",
    hover: "Every cell the other side reaches (hold T)",
    keys: &[(Modifiers::NONE, Key::T)],
    held: true,
    gives: |model, on| {
        let now = hand(model)?.threats;
        (on != now).then(|| HandCommand::Threats(on).into())
    },
};

/// Shows the range of every leader, or no more.
const RANGES: Entry = Entry {
    label: "Ranges",
    hover: "The range of every leader (R)",
    keys: &[(Modifiers::NONE, Key::R)],
    held: false,
    gives: |model, _| {
        let now = hand(model)?.ranges;
        Some(HandCommand::Ranges(!now).into())
    },
};

/// The family's own commands with keys.
pub(crate) const ROWS: &[Row] = &[
    row(
        Group::Overlay,
        "T (hold)",
        "show every cell the other side threatens",
        &[THREATS],
    ),
    row(
        Group::Overlay,
        "R",
        "show the range of all your leaders",
        &[RANGES],
    ),
    row(
        Group::SetUp,
        "Letters, Delete",
        "in a set-up: a unit at the cursor, or none",
        &[],
    ),
];

/// The hand at the table shown, where letters are no units of a set-up.
fn hand(model: &Model) -> Option<Hand> {
    let table = at_board(model).filter(|table| table.secret.is_none())?;
    Some(table.hands.warlord)
}

/// The buttons of the family's overlays.
pub(crate) fn tools(hands: &Hands, ui: &mut Ui, out: &mut Vec<Command>) {
    let hand = &hands.warlord;
    for (entry, on, command) in [
        (RANGES, hand.ranges, HandCommand::Ranges(!hand.ranges)),
        (THREATS, hand.threats, HandCommand::Threats(!hand.threats)),
    ] {
        let button = Button::selectable(on, entry.label).frame_when_inactive(true);
        if ui.add(button).on_hover_text(entry.hover).clicked() {
            out.push(command.into());
        }
    }
}

/// The family's part of the panel beside the board of a match.
pub(crate) fn beside(
    table: &Table,
    position: &Position,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    if table.drafting().is_some() {
        let entering = table.hands.warlord.entering;
        reinforcements::show(entering, position, view, ui, out);
    }
    forces::show(table, position, view, ui, out);
}

/// Both armies, or the sections they are set up in, and where reinforcements enter.
pub(crate) fn opening(start: &Position) -> Scene {
    let mut scene = picture::warlord::start(start);
    scenes::entry_zones(start.game(), &mut scene);
    scene
}

/// Says on the picture of a start where armies are set up in secret.
pub(crate) fn over_start(start: &Position, whole: Rect, ui: &mut Ui) {
    if matches!(start.game().start, Start::Hidden(_)) && start.game().entry.is_none() {
        for (side, part) in [(Side::White, 0.84), (Side::Black, 0.16)] {
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
}

/// Units for a picture of how units look.
const SAMPLES: [(Side, Kind); 6] = [
    (Side::White, Kind::Leader3),
    (Side::White, Kind::HeavyCavalry),
    (Side::White, Kind::Cannon),
    (Side::Black, Kind::Leader1),
    (Side::Black, Kind::LightCavalry),
    (Side::Black, Kind::Infantry),
];

/// A row of sample units.
pub(crate) fn samples(view: &mut View, ui: &mut Ui) {
    for (side, kind) in SAMPLES {
        units::unit_chip(ui, view, Unit { side, kind }, 48.0);
    }
}

/// The unit on a button of the start page, by the button's place.
pub(crate) fn paint_way_in(place: usize, view: &mut View, ui: &Ui, rect: Rect) {
    const UNITS: [(Side, Kind); 3] = [
        (Side::White, Kind::Leader3),
        (Side::White, Kind::LightCavalry),
        (Side::Black, Kind::HeavyCavalry),
    ];
    let (side, kind) = UNITS[place % UNITS.len()];
    units::paint_unit(ui, view, Unit { side, kind }, rect);
}

/// The words of the lot that laid the terrain, where one did.
pub(crate) fn lots_drawn(position: &Position, ui: &mut Ui) {
    if let Some(lot) = words::terrain_lot(position.game()) {
        terrain_lot(&lot, ui);
    }
}

/// The words of the lot that laid the terrain.
fn terrain_lot(lot: &str, ui: &mut Ui) {
    note(
        ui,
        "A lot that both programs drew together laid trees and hills. Both players see the same words for it:",
    );
    ui.label(RichText::new(lot.replace('-', " ")).monospace().size(13.0));
}

/// Describes the unit and the terrain of a cell, and the reason why a unit of `side` cannot move on its turn.
pub(crate) fn pointed(table: &Table, position: &Position, cell: Cell, ui: &mut Ui) {
    let side = super::model::side(table.drafting());
    ui.label(RichText::new(cell.to_string()).strong());
    let terrain = position.game().terrain[cell];
    let ground = match terrain {
        Terrain::Open => String::new(),
        _ => format!("on {}", terrain.name()),
    };
    if table.hands.warlord.threats {
        let enemy = scenes::enemy(table, position);
        if let Some(by) = words::threatened(position, enemy, cell) {
            ui.colored_label(palette(ui).bad, by);
        }
    }
    let Some(unit) = position.unit(cell) else {
        ui.weak(match terrain {
            Terrain::Open => "empty",
            _ => terrain.name(),
        });
        return;
    };
    side_chip(ui, unit.side.into(), 16.0);
    ui.label(unit.kind.name());
    if !ground.is_empty() {
        ui.label(ground);
    }
    let refused = (side == Some(unit.side))
        .then(|| words::why_not(position, unit.side, cell))
        .flatten();
    if refused.is_none() {
        ui.weak(words::movement(position.game().movement(unit.kind)));
    }
    if let Some(status) = position.leader_status(cell) {
        ui.label(format!(
            "\u{00B7} {} of {} activations free",
            status.free, status.level
        ));
    }
    if let Some(illegal) = refused {
        let refusal = words::refusal(illegal);
        ui.colored_label(
            palette(ui).warn,
            format!("\u{00B7} {} Rules: {}.", refusal.what, refusal.rule),
        );
    }
}
