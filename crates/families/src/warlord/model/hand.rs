//! The hand of the user at a Warlord table, and the meaning of a click there.

use board::Cell;
use kit::model::family::{FamilyTypes as _, HandModel};
use kit::model::meaning::Meaning;
use rules::warlord::{Kind, Order, Position};

use super::{entry, words};
use crate::two_sides;
use crate::warlord::Warlord;

/// The reinforcement in the hand of the user at a Warlord table, and the overlays switched on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hand {
    /// The kind of reinforcement in the hand.
    pub entering: Option<Kind>,
    /// Showing what the other side threatens.
    pub threats: bool,
    /// Showing the range of every leader of your own, not only of the chosen one.
    pub ranges: bool,
}

/// A command of a Warlord table beside its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandCommand {
    /// Take a reinforcement into the hand, or put it back.
    Pick(Kind),
    /// Bring a reinforcement onto a cell.
    Enter(Kind, Cell),
    /// Bring in everything that is due.
    EnterAll,
    /// Show or hide threats.
    Threats(bool),
    /// Show or hide all activation ranges.
    Ranges(bool),
}

impl HandModel for Hand {
    type Position = Position;
    type Command = HandCommand;

    fn leads_on(command: HandCommand) -> bool {
        matches!(command, HandCommand::Pick(_))
    }

    fn put_down(&mut self) {
        self.entering = None;
    }

    fn words(&self, _: &Position) -> Option<String> {
        self.entering.map(words::entering)
    }

    fn update(
        &mut self,
        command: HandCommand,
        position: &Position,
        side: Option<rules::Side>,
    ) -> Option<Meaning> {
        match command {
            HandCommand::Pick(kind) => {
                // the button that takes a reinforcement also puts it back
                let picked = self.entering == Some(kind);
                self.entering = Some(kind).filter(|_| !picked && side.is_some());
                Some(Meaning::default())
            }
            HandCommand::Enter(kind, cell) => Some(self.enter(kind, cell)),
            HandCommand::EnterAll => {
                self.entering = None;
                // looked at out of turn, the button gives nothing
                let orders = side.map(|_| entry::all(position)).unwrap_or_default();
                Some(Warlord::tries(orders))
            }
            HandCommand::Threats(on) => {
                self.threats = on;
                None
            }
            HandCommand::Ranges(on) => {
                self.ranges = on;
                None
            }
        }
    }

    fn settle(&mut self, position: &Position, side: Option<rules::Side>) {
        let more = |kind: &Kind| side.is_some() && !entry::cells(position, *kind).is_empty();
        self.entering = self.entering.filter(more);
    }

    fn click(
        &mut self,
        position: &Position,
        side: Option<rules::Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning {
        let side = two_sides::side(side);
        let unit = position.unit(cell);
        // taken in any case: a click on a unit puts the reinforcement away
        if let Some(kind) = self.entering.take()
            && unit.is_none()
        {
            return self.enter(kind, cell);
        }
        let is_own = |cell| side.is_some() && position.unit(cell).map(|unit| unit.side) == side;
        if let (Some(from), Some(side)) = (selected, side)
            && is_own(from)
            && from != cell
        {
            if let Some(order) = order_to(position, from, cell) {
                return Warlord::tries([order]);
            }
            // a click on a unit of your own chooses that unit instead of being refused
            if !is_own(cell) {
                let refused = position.check(side, &Order::Move { from, to: cell }).err();
                return Meaning::choice(from).but(refused.map(words::refusal));
            }
        }
        if selected == Some(cell) || unit.is_none() {
            return Meaning::default();
        }
        let stuck = side.filter(|_| is_own(cell));
        let why = stuck.and_then(|side| words::why_not(position, side, cell));
        Meaning::choice(cell).but(why.map(words::refusal))
    }
}

impl Hand {
    fn enter(&mut self, kind: Kind, cell: Cell) -> Meaning {
        // it stays in the hand for the next one, until `settle` finds that no more can enter
        self.entering = Some(kind);
        Warlord::tries([Order::Enter { kind, cell }])
    }
}

/// The order that brings the unit on `from` to `to`, if there is one: a move, or the exchange of a leader and a
/// cannon.
fn order_to(position: &Position, from: Cell, to: Cell) -> Option<Order> {
    let mut orders = position.legal_orders_from(from).into_iter();
    orders.find(|order| destination(order, from) == Some(to))
}

/// The cell to which an order leads the unit on `from`.
pub fn destination(order: &Order, from: Cell) -> Option<Cell> {
    match order {
        Order::Move { to, .. } => Some(*to),
        Order::Swap { leader, cannon } => Some(if *leader == from { *cannon } else { *leader }),
        Order::Enter { .. } | Order::Done | Order::Later | Order::End | Order::SetUp(_) => None,
    }
}
