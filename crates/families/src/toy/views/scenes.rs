//! Boards of the toy family.

use board::Cell;
use kit::model::tabletop::Tabletop;
use picture::{Mark, Scene};
use rules::testing::toy::{Order, Position};
use rules::{AnyOrder, AnyPosition, Family, Rules};

/// The board of a match: the orders of the draft or of the last step, and the cells a click may name.
pub(super) fn table(table: &dyn Tabletop, position: &Position) -> Scene {
    let mut scene = Scene::of(&AnyPosition::Toy(position.clone()), true);
    if let Some(draft) = table.open_draft().filter(|draft| draft.can_undo()) {
        let orders: Vec<AnyOrder> = draft.orders().cloned().collect();
        scene.add_turn(draft.base(), draft.side(), &orders);
    } else if let Some(last) = table.last_turn() {
        let orders: Vec<AnyOrder> = last.orders.iter().map(|it| it.order.clone()).collect();
        scene.add_turn(&last.before, last.by, &orders);
    }
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

/// `a4, 2 of north`, `d4, empty`.
pub(super) fn cell_name(position: &Position, cell: Cell) -> String {
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
