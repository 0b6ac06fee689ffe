//! The Warlord parts of the pages.

mod forces;
mod help;
mod reinforcements;
pub mod scenes;
pub mod secret;
mod set_up;
mod units;

use board::Cell;
use egui::{Button, Key, Modifiers, Rect, RichText, Ui};
use kit::model::ask::Ask;
use kit::model::standing::Standing;
use kit::model::tabletop::Tabletop;
use kit::views::canvas::Canvas;
use kit::views::commands::{Entry, Gives, Group, Row, row};
use kit::views::family::FamilyViews;
use kit::views::theme::palette;
use kit::views::widgets::{self, side_chip};
use rules::warlord::{Kind, Position, Side, Start, Terrain, Unit};

use super::Warlord;
use super::model::hand::{Hand, HandCommand};
use super::model::words;
use crate::two_sides;

impl FamilyViews for Warlord {
    const ROWS: &'static [Row<Gives<Self>>] = ROWS;

    fn pointed(table: &dyn Tabletop, hand: &Hand, position: &Position, cell: Cell, ui: &mut Ui) {
        pointed(table, hand, position, cell, ui);
    }

    fn tools(hand: &Hand, ui: &mut Ui, out: &mut Vec<Ask<Self>>) {
        tools(hand, ui, out);
    }

    fn beside(
        table: &dyn Tabletop,
        hand: &Hand,
        position: &Position,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    ) {
        if table.drafting().is_some() {
            reinforcements::show(hand.entering, position, canvas, ui, out);
        }
    }

    fn room_beside(position: &Position) -> f32 {
        // the tray of what is due; units that have all entered leave the room as it was
        let game = position.game();
        let is_any = match &game.start {
            Start::Hidden(hidden) => game.entry.is_some() || !hidden.enters.is_empty(),
            Start::Fixed(_) => game.entry.is_some(),
        };
        if is_any { 190.0 } else { 0.0 }
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

    fn force_words(table: &dyn Tabletop, position: &Position, side: rules::Side) -> String {
        let side = two_sides::side(Some(side));
        side.map_or_else(String::new, |side| forces::told(table, position, side))
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

    fn standing(table: &dyn Tabletop, position: &Position) -> Option<Standing> {
        forces::standing(table, position)
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
const TERRAIN_LOT: &str = "A lot that the programs drew together laid trees and hills. All players see the same words for it:";

/// Shows what the other side threatens while its key is held.
const THREATS: Entry<Gives<Warlord>> = Entry {
    label: "Threats",
    hover: "Every cell the other side reaches (hold T)",
    keys: &[(Modifiers::NONE, Key::T)],
    held: true,
    // asked in every frame while the key is held: only a change is a command
    gives: |hand, on| (on != hand.threats).then_some(HandCommand::Threats(on)),
};

/// Shows the range of every leader, or no more.
const RANGES: Entry<Gives<Warlord>> = Entry {
    label: "Ranges",
    hover: "The range of every leader (R)",
    keys: &[(Modifiers::NONE, Key::R)],
    held: false,
    gives: |hand, _| Some(HandCommand::Ranges(!hand.ranges)),
};

/// The family's own commands with keys.
const ROWS: &[Row<Gives<Warlord>>] = &[
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

/// The buttons of the family's overlays.
fn tools(hand: &Hand, ui: &mut Ui, out: &mut Vec<Ask<Warlord>>) {
    for (entry, on, command) in [
        (RANGES, hand.ranges, HandCommand::Ranges(!hand.ranges)),
        (THREATS, hand.threats, HandCommand::Threats(!hand.threats)),
    ] {
        let button = Button::selectable(on, entry.label).frame_when_inactive(true);
        if ui
            .add(button)
            .on_hover_text(entry.hover_now(ui.ctx()))
            .clicked()
        {
            out.push(Ask::Hand(command));
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

/// The unit on a button of the start page, by the button's place.
pub fn paint_way_in(place: usize, canvas: &mut Canvas, ui: &Ui, rect: Rect) {
    const UNITS: [(Side, Kind); 3] = [
        (Side::White, Kind::Leader3),
        (Side::White, Kind::LightCavalry),
        (Side::Black, Kind::HeavyCavalry),
    ];
    // a page with more buttons than drawings begins the drawings again
    let (side, kind) = UNITS[place % UNITS.len()];
    units::paint_unit(ui, canvas, Unit { side, kind }, rect);
}

/// Describes the unit and the terrain of a cell, and why a unit of `side` cannot move on its turn.
fn pointed(table: &dyn Tabletop, hand: &Hand, position: &Position, cell: Cell, ui: &mut Ui) {
    let side = two_sides::side(table.drafting());
    ui.label(RichText::new(cell.to_string()).strong());
    let terrain = position.game().terrain[cell];
    let ground = match terrain {
        Terrain::Open => String::new(),
        _ => format!("on {}", terrain.name()),
    };
    if hand.threats {
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
    match words::owned(table, position, cell) {
        Some(owned) => ui.label(owned),
        None => ui.label(unit.kind.name()),
    };
    if !ground.is_empty() {
        ui.label(ground);
    }
    // any other unit waits for its side's turn, which needs no reason
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
        widgets::refusal(ui, &words::refusal(illegal));
    }
}
