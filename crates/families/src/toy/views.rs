//! The pages' parts of the toy family.

mod scenes;
mod secret;

use board::Cell;
use egui::Ui;
use kit::model::ask::Ask;
use kit::model::tabletop::Tabletop;
use kit::model::words::count;
use kit::views::armies;
use kit::views::canvas::Canvas;
use kit::views::family::{FamilyBoard as _, FamilyHelp, FamilyViews};
use kit::views::widgets::{card, note, section};
use rules::Rules;
use rules::testing::toy::{Order, Position};
use scenario::Scenario;

use super::Toy;
use super::model::{GiveUp, Hand};

impl FamilyViews for Toy {
    fn pointed(table: &dyn Tabletop, _: &Hand, position: &Position, cell: Cell, ui: &mut Ui) {
        ui.label(Self::cell_name(position, table.side_names(), None, cell));
    }

    /// The fight, with the button by which its loser gives the unit up.
    fn beside(
        table: &dyn Tabletop,
        _: &Hand,
        position: &Position,
        _: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
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
                out.push(Ask::Hand(GiveUp));
            }
        });
    }

    fn room_beside(_: &Position) -> f32 {
        150.0
    }

    fn force_line(
        _: &dyn Tabletop,
        position: &Position,
        side: rules::Side,
        _: &mut Canvas,
        ui: &mut Ui,
    ) {
        let [own, _] = prisoners(position, side);
        armies::number(ui, own.to_string());
    }

    fn force_words(_: &dyn Tabletop, position: &Position, side: rules::Side) -> String {
        let [own, _] = prisoners(position, side);
        count(own.into(), "prisoner", "prisoners")
    }

    fn force(
        _: &dyn Tabletop,
        position: &Position,
        side: rules::Side,
        _: &mut Canvas,
        ui: &mut Ui,
        _: &mut Vec<Ask<Self>>,
    ) {
        let [own, other] = prisoners(position, side);
        note(ui, format!("{own} prisoners, {other} of the other side"));
    }

    fn samples(_: &mut Canvas, ui: &mut Ui) {
        note(ui, "Discs with numbers.");
    }
}

impl FamilyHelp for Toy {
    type State = ();

    const TOPICS: &'static [&'static str] = &["Fights"];

    fn help(_: usize, _: &[Scenario], (): &mut (), _: &mut Canvas, ui: &mut Ui) {
        note(ui, "Cards decide a fight, and its loser retreats.");
    }
}

/// The prisoners of a side, and those of the other.
fn prisoners(position: &Position, side: rules::Side) -> [u8; 2] {
    let [north, south] = position.prisoners();
    match side.index() {
        0 => [north, south],
        _ => [south, north],
    }
}
