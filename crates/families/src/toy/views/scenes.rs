//! Boards of the toy family.

use board::Cell;
use kit::model::scene::add_ways;
use kit::model::tabletop::Tabletop;
use kit::views::family::FamilyBoard;
use picture::{Mark, Scene};
use rules::testing::toy::{Order, Position};
use rules::{AnyPosition, Family, Rules, Side};
use scenario::SideNames;

use crate::toy::Toy;
use crate::toy::model::Hand;

impl FamilyBoard for Toy {
    /// The board of a match: the orders of the draft or of the last step, and the cells a click may name.
    fn scene(table: &dyn Tabletop, _: &Hand, position: &Position) -> Scene {
        let mut scene = Scene::of(&AnyPosition::Toy(position.clone()), true);
        add_ways(&mut scene, table);
        if let Some(cell) = table.selected() {
            scene.marks.push((cell, Mark::Selected));
        }
        let orders = table.drafting().map(|side| position.legal_orders(side));
        let cells = orders
            .into_iter()
            .flatten()
            .filter_map(|order| match order {
                Order::Move(from, to) if table.selected() == Some(from) => Some(to),
                Order::Retreat(to) | Order::Return(to) | Order::Guard(to, _) => Some(to),
                _ => None,
            });
        scene.marks.extend(cells.map(|cell| (cell, Mark::Move)));
        scene
    }

    fn is_movable(position: &Position, side: Side, cell: Cell) -> bool {
        position.units()[cell][side.index()] > 0
    }

    /// `a4, 2 of north`, `d4, empty`.
    fn cell_name(position: &Position, _: &SideNames, _: Option<Side>, cell: Cell) -> String {
        let counts = position.sides().iter().zip(position.units()[cell]);
        let there = counts.filter(|(_, count)| *count > 0);
        let there: Vec<String> = there
            .map(|(side, count)| format!("{count} of {}", Family::Toy.side_name(side)))
            .collect();
        match &there[..] {
            [] => format!("{cell}, empty"),
            there => format!("{cell}, {}", there.join(", ")),
        }
    }

    fn opening(start: &Position, _: &SideNames) -> Scene {
        Scene::of_start(&AnyPosition::Toy(start.clone()))
    }
}
