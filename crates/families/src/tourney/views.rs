//! The Tourney parts of the pages.

mod arena;
mod beside;
mod duel;
mod help;
mod muster;
mod odds;
mod opened;
mod places;
mod scenes;
mod secret;
mod stage;
mod units;

use board::Cell;
use egui::{Key, Modifiers, RichText, Ui};
use kit::model::ask::Ask;
use kit::model::standing::Standing;
use kit::model::tabletop::{Around, Tabletop};
use kit::views::canvas::Canvas;
use kit::views::commands::{Entry, Gives, Group, Row, row};
use kit::views::family::FamilyViews;
use kit::views::theme::palette;
use kit::views::widgets::side_chip;
use rules::Side;
use rules::tourney::{BLACK, Kind, Position, Unit, WHITE};

use super::Tourney;
use super::model::foresight::Foresight;
use super::model::hand::{Hand, HandCommand, target};
use super::model::men;

impl FamilyViews for Tourney {
    const ROWS: &'static [Row<Gives<Self>>] = ROWS;

    fn pointed(table: &dyn Tabletop, hand: &Hand, position: &Position, cell: Cell, ui: &mut Ui) {
        pointed(table, hand, position, cell, ui);
    }

    fn beside(
        table: &dyn Tabletop,
        hand: &Hand,
        position: &Position,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    ) {
        beside::show(table, hand, position, canvas, ui, out);
    }

    fn room_beside(_: &Position) -> f32 {
        // a question with two of its answers; more of them scroll in low windows
        210.0
    }

    fn force_line(
        _: &dyn Tabletop,
        position: &Position,
        side: Side,
        canvas: &mut Canvas,
        ui: &mut Ui,
    ) {
        places::line(position, side, canvas, ui);
    }

    fn force_words(table: &dyn Tabletop, position: &Position, side: Side) -> String {
        places::told(table, position, side)
    }

    fn force(
        table: &dyn Tabletop,
        position: &Position,
        side: Side,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    ) {
        places::details(table, position, side, canvas, ui, out);
    }

    fn standing(_: &dyn Tabletop, position: &Position) -> Option<Standing> {
        beside::standing(position)
    }

    fn stage(
        around: Around<'_>,
        table: &dyn Tabletop,
        hand: &Hand,
        position: &Position,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    ) -> bool {
        stage::show(around, table, hand, position, canvas, ui, out)
    }

    fn samples(canvas: &mut Canvas, ui: &mut Ui) {
        for (side, kind) in SAMPLES {
            units::unit_chip(ui, canvas, Unit::new(side, kind), 48.0);
        }
    }
}

/// A key that takes one of the answers listed beside the board.
const fn answer(
    label: &'static str,
    keys: &'static [(Modifiers, Key)],
    gives: Gives<Tourney>,
) -> Entry<Gives<Tourney>> {
    Entry {
        label,
        hover: "In the order of the buttons beside the board",
        keys,
        held: false,
        gives,
    }
}

// an entry for each place: `Gives` is a plain function, which cannot hold a number
const ANSWERS: &[Entry<Gives<Tourney>>] = &[
    answer(
        "The first answer",
        &[(Modifiers::NONE, Key::Num1)],
        |_, _| Some(HandCommand::Take(0)),
    ),
    answer(
        "The second answer",
        &[(Modifiers::NONE, Key::Num2)],
        |_, _| Some(HandCommand::Take(1)),
    ),
    answer(
        "The third answer",
        &[(Modifiers::NONE, Key::Num3)],
        |_, _| Some(HandCommand::Take(2)),
    ),
    answer(
        "The fourth answer",
        &[(Modifiers::NONE, Key::Num4)],
        |_, _| Some(HandCommand::Take(3)),
    ),
    answer(
        "The fifth answer",
        &[(Modifiers::NONE, Key::Num5)],
        |_, _| Some(HandCommand::Take(4)),
    ),
    answer(
        "The sixth answer",
        &[(Modifiers::NONE, Key::Num6)],
        |_, _| Some(HandCommand::Take(5)),
    ),
];

/// The family's own commands with keys.
const ROWS: &[Row<Gives<Tourney>>] = &[
    row(
        Group::Turn,
        "1, 2, 3, 4, 5, 6",
        "in a Tourney: an answer beside the board, or a card of the duel",
        ANSWERS,
    ),
    // no entries: the pages of a duel and a shot read these keys themselves, and the help still has to name them
    row(
        Group::Turn,
        "Up and Down, H M L",
        "in a duel: the pair whose card the keys choose; in a shot: High, Middle, Low",
        &[],
    ),
];

/// Units for a picture of how units look.
const SAMPLES: [(Side, Kind); 6] = [
    (WHITE, Kind::Warlord),
    (WHITE, Kind::Lady),
    (WHITE, Kind::Knight),
    (BLACK, Kind::Footman),
    (BLACK, Kind::Knight),
    (BLACK, Kind::Warlord),
];

/// Describes the units and the ground of a cell, and what the chosen unit would meet there.
fn pointed(table: &dyn Tabletop, hand: &Hand, position: &Position, cell: Cell, ui: &mut Ui) {
    ui.label(RichText::new(cell.to_string()).strong());
    let there: Vec<_> = position.on(cell).copied().collect();
    for man in &there {
        side_chip(ui, man.unit.owner, 16.0);
        let mut words = vec![man.unit.kind.name().to_owned()];
        words.extend(men::states(position, man));
        ui.label(words.join(", "));
    }
    // the line below the board has room for one man's powers
    if let [man] = &there[..] {
        ui.weak(men::powers(position, man.unit));
    }
    match (men::ground(position, cell), there.is_empty()) {
        (Some(ground), true) => ui.weak(ground),
        (Some(ground), false) => ui.weak(format!("\u{00B7} {ground}")),
        (None, true) => ui.weak("empty"),
        (None, false) => return foreseen(table, hand, position, cell, ui),
    };
    foreseen(table, hand, position, cell, ui);
}

/// Shows the units that the chosen one would meet on a cell.
fn foreseen(table: &dyn Tabletop, hand: &Hand, position: &Position, cell: Cell, ui: &mut Ui) {
    let Some((side, from)) = table.drafting().zip(table.selected()) else {
        return;
    };
    let orders = hand.orders(position, side, from).into_iter();
    for order in orders.filter(|order| target(order) == Some(cell)) {
        let Some(seen) = Foresight::of_order(position, side, &order, cell) else {
            continue;
        };
        let Some(words) = seen.words() else {
            continue;
        };
        let color = match seen.is_grave() {
            true => palette(ui).bad,
            false => palette(ui).warn,
        };
        ui.colored_label(color, format!("\u{00B7} {words}"));
    }
}
