//! What the conformance suite must know about each family to write its orders.

use board::Cell;

use super::{Seeded, tourney, toy, wargame};
use crate::warlord::{Kind, Order};
use crate::{AnyOrder, AnyPosition, PositionError, Rules};

/// The most cells of a board on which every pair of cells is tried; on larger boards only a sample is, since the pairs
/// grow with the square.
const ALL_PAIRS: usize = 256;

/// The pairs of cells tried on larger boards.
const PAIRS: usize = 16 * 1024;

/// Every order that can be written in this position, or a sample of them.
pub(super) fn writable_orders(position: &AnyPosition, seeded: &mut Seeded) -> Vec<AnyOrder> {
    match position {
        AnyPosition::Warlord(_) => {
            let orders = warlord_orders(position, seeded);
            orders.into_iter().map(AnyOrder::Warlord).collect()
        }
        AnyPosition::WarGame(position) => {
            let orders = wargame::writable(position, seeded).into_iter();
            orders.map(AnyOrder::WarGame).collect()
        }
        AnyPosition::Tourney(position) => {
            let orders = tourney::writable(position, seeded).into_iter();
            orders.map(AnyOrder::Tourney).collect()
        }
        AnyPosition::Toy(_) => {
            let orders = toy_orders(position).into_iter();
            orders.map(AnyOrder::Toy).collect()
        }
    }
}

/// True if the error says how to correct the text.
pub(super) fn has_advice(error: &PositionError) -> bool {
    match error {
        PositionError::Warlord(error) => !error.advice().is_empty(),
        PositionError::WarGame(error) => !error.advice().is_empty(),
        PositionError::Tourney(error) => !error.advice().is_empty(),
        PositionError::Toy(_) => true,
    }
}

/// True if an order can be written in several ways, of which one is listed.
pub(super) fn has_other_writings(order: &AnyOrder) -> bool {
    match order {
        AnyOrder::WarGame(order) => order.actor().is_some(),
        AnyOrder::Warlord(_) | AnyOrder::Tourney(_) | AnyOrder::Toy(_) => false,
    }
}

/// The sort of an order: no two orders of one sort lead to the same position, while two of different sorts may.
pub(super) fn sort(order: &AnyOrder) -> u8 {
    match order {
        // an overrun that ends where it began has the same result as fire
        AnyOrder::WarGame(order) => match order {
            crate::wargame::Order::Fire { .. } | crate::wargame::Order::Rifle { .. } => 1,
            _ => 0,
        },
        // of two units wholly alike it is all one which of them goes, and both are listed
        AnyOrder::Tourney(order) => tourney::seconds(order),
        AnyOrder::Warlord(_) | AnyOrder::Toy(_) => 0,
    }
}

/// True if the orders from a cell list this order.
pub(super) fn is_of_a_cell(order: &AnyOrder) -> bool {
    match order {
        AnyOrder::Warlord(order) => matches!(order, Order::Move { .. } | Order::Swap { .. }),
        AnyOrder::WarGame(order) => order.actor().is_some(),
        AnyOrder::Tourney(order) => matches!(
            order,
            crate::tourney::Order::Move { .. }
                | crate::tourney::Order::Recall(_)
                | crate::tourney::Order::Shoot { .. }
                | crate::tourney::Order::Wander { .. }
        ),
        AnyOrder::Toy(order) => {
            matches!(
                order,
                toy::Order::Move(..) | toy::Order::Retreat(_) | toy::Order::Guard(..)
            )
        }
    }
}

fn warlord_orders(position: &AnyPosition, seeded: &mut Seeded) -> Vec<Order> {
    let board = position.board();
    let cells: Vec<Cell> = board.cells().collect();
    let mut orders = Vec::new();
    if cells.len() <= ALL_PAIRS {
        for from in &cells {
            orders.extend(cells.iter().flat_map(|to| two_cells(*from, *to)));
        }
    } else {
        for _ in 0..PAIRS {
            let from = *seeded.choose(&cells);
            let near: Vec<Cell> = board.within(from, 4).collect();
            orders.extend(two_cells(from, *seeded.choose(&near)));
        }
    }
    for kind in Kind::ALL {
        orders.extend(cells.iter().map(|cell| Order::Enter { kind, cell: *cell }));
    }
    orders.extend([Order::Done, Order::Later, Order::End]);
    let outside = Cell::new(board.files(), board.ranks());
    orders.extend(two_cells(outside, cells[0]));
    orders.extend(two_cells(cells[0], outside));
    orders.push(Order::Enter {
        kind: Kind::Infantry,
        cell: outside,
    });
    orders
}

fn toy_orders(position: &AnyPosition) -> Vec<toy::Order> {
    let board = position.board();
    let outside = Cell::new(board.files(), board.ranks());
    let cells: Vec<Cell> = board.cells().chain([outside]).collect();
    let to = |from: Cell| cells.iter().map(move |to| toy::Order::Move(from, *to));
    let mut orders: Vec<toy::Order> = cells.iter().copied().flat_map(to).collect();
    orders.extend(cells.iter().copied().map(toy::Order::Retreat));
    orders.extend((0..=u8::MAX).map(toy::Order::Card));
    let guards = |cell: &Cell| [0, 1, 2, 3].map(|unit| toy::Order::Guard(*cell, unit));
    orders.extend(cells.iter().flat_map(guards));
    orders.extend(cells.iter().copied().map(toy::Order::Return));
    orders.extend(toy::Sign::ALL.map(toy::Order::Sign));
    orders.extend([toy::Order::GiveUp, toy::Order::End, toy::Order::Stay]);
    orders
}

fn two_cells(from: Cell, to: Cell) -> [Order; 2] {
    let swap = Order::Swap {
        leader: from,
        cannon: to,
    };
    [Order::Move { from, to }, swap]
}
