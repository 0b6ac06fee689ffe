//! Plain data of the toy family.

pub(crate) mod record;
pub(crate) mod told;
pub(crate) mod words;

use board::Cell;
use rules::testing::toy::{Order, Position};
use rules::{AnyOrder, Rules, Side};

use crate::shell::model::meaning::Meaning;
use crate::shell::model::rulebook::Rulebook;
use crate::shell::model::touch::BoardCommand;

/// The family has no leaders.
pub(crate) const fn open_leaders(_: &Position, _: &[Cell]) -> Vec<Cell> {
    Vec::new()
}

/// The order that closes a turn.
pub(crate) const CLOSING: Order = Order::End;

/// The rules text.
pub(crate) fn rulebook() -> Rulebook {
    let text = "# The toy\n\n## 1 Fights\n\n1. A unit that enters the enemy's cell fights: both sides choose a card, and the loser retreats.\n";
    Rulebook::read(text, Vec::new())
}

/// Gives up the unit that lost a fight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GiveUp;

impl GiveUp {
    pub(crate) const fn leads_on(self) -> bool {
        true
    }

    pub(crate) fn meaning(self) -> Meaning {
        order(Order::GiveUp)
    }
}

/// A card for a fight, while it is being chosen or as it was sealed.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    side: Side,
    /// The cards are numbered from 1 to this.
    pub(crate) cards: u8,
    pub(crate) order: Option<Order>,
}

impl Choice {
    pub(crate) fn new(position: &Position, side: Side, order: Option<Order>) -> Self {
        Self {
            side,
            cards: position.game().cards,
            order,
        }
    }

    pub(crate) const fn side(&self) -> Side {
        self.side
    }

    pub(crate) const fn update(&mut self, card: u8) {
        self.order = Some(Order::Card(card));
    }

    /// No card is kept for another fight.
    pub(crate) const fn rows(&self) -> Option<String> {
        None
    }

    pub(crate) const fn take_rows(&mut self, _: &str) {}

    /// No card is chosen on the board.
    pub(crate) const fn touch(&mut self, _: BoardCommand) -> bool {
        false
    }
}

/// The meaning of a click on a cell, with the unit on `selected` chosen.
pub(crate) fn click(
    position: &Position,
    side: Option<Side>,
    selected: Option<Cell>,
    cell: Cell,
) -> Meaning {
    let Some(side) = side else {
        return Meaning::default();
    };
    if position.fight().is_some() {
        return order(Order::Retreat(cell));
    }
    let has_own = position.units()[cell][side.index()] > 0;
    if let Some(from) = selected.filter(|from| *from != cell) {
        let go = Order::Move(from, cell);
        if !has_own || position.check(side, &go).is_ok() {
            return order(go);
        }
    }
    Meaning {
        selected: Some(cell).filter(|_| has_own && selected != Some(cell)),
        ..Meaning::default()
    }
}

fn order(order: Order) -> Meaning {
    Meaning {
        orders: vec![AnyOrder::Toy(order)],
        ..Meaning::default()
    }
}

/// The cells that an order leads from and to.
pub(crate) const fn way(order: &Order) -> Option<(Cell, Cell)> {
    match order {
        Order::Move(from, to) => Some((*from, *to)),
        _ => None,
    }
}

/// True where a record shows an order.
pub(crate) fn is_shown(order: &Order) -> bool {
    *order != CLOSING
}

/// True where an order comes before the counted orders.
pub(crate) const fn is_entry(_: &Order) -> bool {
    false
}
