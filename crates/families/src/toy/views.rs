//! The pages' parts of the toy family.

mod scenes;
mod secret;

use board::Cell;
use eframe::egui::{Rect, Ui};
use kit::model::ask::Ask;
use kit::model::family::NoSetUp;
use kit::model::meaning::Pick;
use kit::model::tabletop::{Around, Tabletop};
use kit::views::canvas::Canvas;
use kit::views::commands::{Gives, Row};
use kit::views::family::FamilyViews;
use kit::views::stepping::Step;
use kit::views::widgets::{card, note, section};
use picture::Scene;
use rules::testing::toy::{Order, Position};
use rules::{AnyPosition, Rules, Side};
use scenario::Scenario;

use super::Toy;
use super::model::{Choice, GiveUp};

impl FamilyViews for Toy {
    type State = ();

    const ROWS: &'static [Row<Gives<Self>>] = &[];
    const TOPICS: &'static [&'static str] = &["Fights"];

    fn scene(table: &dyn Tabletop, _: &Option<Pick>, position: &Position) -> Scene {
        scenes::table(table, position)
    }

    /// No unit is shown on its way.
    fn step(_: &Position, _: &Order) -> Option<Step> {
        None
    }

    fn is_movable(position: &Position, side: Side, cell: Cell) -> bool {
        position.units()[cell][side.index()] > 0
    }

    fn cell_name(position: &Position, _: Option<Side>, cell: Cell) -> String {
        scenes::cell_name(position, cell)
    }

    fn pointed(_: &dyn Tabletop, _: &Option<Pick>, position: &Position, cell: Cell, ui: &mut Ui) {
        ui.label(scenes::cell_name(position, cell));
    }

    fn tools(_: &Option<Pick>, _: &mut Ui, _: &mut Vec<Ask<Self>>) {}

    /// The fight, with the button by which its loser gives the unit up.
    fn beside(
        table: &dyn Tabletop,
        _: &Option<Pick>,
        position: &Position,
        _: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    ) {
        let [north, south] = position.prisoners();
        if [north, south] != [0, 0] {
            card(ui, |ui| {
                section(ui, "Prisoners");
                note(ui, format!("{north} of north, {south} of south"));
            });
        }
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

    fn lots_drawn(_: &Position, _: &mut Ui) {}

    fn secret(
        around: Around<'_>,
        choice: &Choice,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    ) {
        secret::show(around, choice, table, canvas, ui, out);
    }

    fn locked(
        around: Around<'_>,
        choice: &Choice,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    ) {
        secret::locked(around, choice, table, canvas, ui, out);
    }

    fn set_up(_: Around<'_>, editor: &NoSetUp, _: &mut Canvas, _: &mut Ui, _: &mut Vec<Ask<Self>>) {
        match *editor {}
    }

    fn opening(start: &Position) -> Scene {
        Scene::of_start(&AnyPosition::Toy(start.clone()))
    }

    fn over_start(_: &Position, _: Rect, _: &mut Ui) {}

    fn samples(_: &mut Canvas, ui: &mut Ui) {
        note(ui, "Discs with numbers.");
    }

    fn help(_: usize, _: &[Scenario], (): &mut (), _: &mut Canvas, ui: &mut Ui) {
        note(ui, "Cards decide a fight, and its loser retreats.");
    }
}
