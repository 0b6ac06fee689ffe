//! Boards of the toy family.

use board::Cell;
use picture::{Mark, Scene};
use rules::testing::toy::{Order, Position};
use rules::{AnyOrder, AnyPosition, Family, Rules, Side};

use crate::shell::model::table::Table;
use crate::shell::views::stepping::Step;

/// The board of a match: the orders of the draft or of the last step, and the cells a click may name.
pub(crate) fn table(table: &Table, position: &Position) -> Scene {
    let mut scene = Scene::of(&AnyPosition::Toy(position.clone()), true);
    if let Some(draft) = table.open_draft().filter(|draft| draft.can_undo()) {
        let orders: Vec<AnyOrder> = draft.orders().cloned().collect();
        scene.add_turn(draft.base(), draft.side(), &orders);
    } else if let Some(last) = table.last_step()
        && let Some((side, orders)) = table.orders(last)
        && let Some(before) = table.seen.position_before(last)
    {
        let done = table.spot().map_or(orders.len(), |spot| spot.orders);
        let orders: Vec<AnyOrder> = orders[..done].iter().map(|it| it.order.clone()).collect();
        scene.add_turn(&before, side, &orders);
    }
    if let Some(cell) = table.selected {
        scene.marks.push((cell, Mark::Selected));
    }
    let orders = table.drafting().map(|side| position.legal_orders(side));
    let cells = orders
        .into_iter()
        .flatten()
        .filter_map(|order| match order {
            Order::Move(from, to) if table.selected == Some(from) => Some(to),
            Order::Retreat(to) => Some(to),
            _ => None,
        });
    scene.marks.extend(cells.map(|cell| (cell, Mark::Move)));
    scene
}

/// No unit is shown on its way.
pub(crate) const fn step(_: &Position, _: &Order) -> Option<Step> {
    None
}

pub(crate) fn is_movable(position: &Position, side: Side, cell: Cell) -> bool {
    position.units()[cell][side.index()] > 0
}

/// `a4, 2 of north`, `d4, empty`.
pub(crate) fn cell_name(position: &Position, _: Option<Side>, cell: Cell) -> String {
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
