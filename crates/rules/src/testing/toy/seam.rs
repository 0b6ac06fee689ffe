//! The toy behind the seam of all families.

use board::{Board, Cell};

use super::{Event, Illegal, Order, Position, PositionError, SIDES, Sign};
use crate::whole::{Reader, hold};
use crate::{
    Family, Lots, OrderError, Rules, SecretPart, Side, Sides, Slot, ToAct, Turn, WholeError,
};

/// The slot of a card: its number in one byte.
const CARD: Slot = Slot {
    number: 3,
    size: 1,
    member: 0,
};

/// The slot of a sign: the side's place in the first byte, and 0 for left or 1 for right in the second. A secret step
/// of another kind has another number and another size.
const SIGN: Slot = Slot {
    number: 16,
    size: 2,
    member: 0,
};

const fn refused(rule: &'static str, why: &'static str) -> Result<(), Illegal> {
    Err(Illegal { rule, why })
}

impl Rules for Position {
    type Order = Order;
    type Event = Event;
    type Illegal = Illegal;
    type PositionError = PositionError;

    fn family(&self) -> Family {
        Family::Toy
    }

    fn board(&self) -> Board {
        self.board()
    }

    fn sides(&self) -> Sides {
        SIDES.into_iter().collect()
    }

    fn turn(&self) -> Turn {
        Turn {
            number: self.turn,
            side: self.mover(),
            left: Some(self.left),
        }
    }

    fn to_act(&self) -> ToAct {
        self.decides()
    }

    fn legal_orders(&self, side: Side) -> Vec<Order> {
        let around = |cell| self.board().neighbors(cell);
        let cells = self.board().cells();
        let moves = cells.flat_map(|from| around(from).map(move |to| Order::Move(from, to)));
        let cards = (1..=self.game.cards).map(Order::Card);
        let place = self.fight.map(|fight| self.place(fight, side));
        let retreats = place.into_iter().flat_map(around).map(Order::Retreat);
        let orders = moves.chain(cards).chain(retreats);
        let cells = self.board().cells();
        let guards = cells.flat_map(|cell| [1, 2].map(|unit| Order::Guard(cell, unit)));
        let signs = Sign::ALL.into_iter().map(Order::Sign);
        let returns = self.board().cells().map(Order::Return);
        let orders = orders.chain(guards).chain(signs).chain(returns);
        let orders = orders.chain([Order::Stay, Order::GiveUp, Order::End]);
        orders
            .filter(|order| self.check(side, order).is_ok())
            .collect()
    }

    fn legal_orders_from(&self, side: Side, cell: Cell) -> Vec<Order> {
        let place = self.fight.map(|fight| self.place(fight, side));
        let mut orders = self.legal_orders(side);
        orders.retain(|order| match order {
            Order::Move(from, _) | Order::Guard(from, _) => *from == cell,
            Order::Retreat(_) => place == Some(cell),
            _ => false,
        });
        orders
    }

    fn check(&self, side: Side, order: &Order) -> Result<(), Illegal> {
        let (deciding, is_secret) = match self.to_act() {
            ToAct::One(side) => (side.into(), false),
            ToAct::Secretly(sides) => (sides, true),
            ToAct::Lots(_) => (Sides::NONE, false),
            ToAct::Nobody(_) => return refused("5", "the game is over"),
        };
        if !deciding.contains(side) {
            return refused("1", "this side has nothing to decide now");
        }
        if self.camp.is_some() {
            return self.check_camp(side, order);
        }
        match (self.fight, *order) {
            (None, Order::End) => Ok(()),
            (None, Order::Move(from, _)) if self.count(side, from) == 0 => {
                refused("2", "no own unit stands there")
            }
            (None, Order::Move(from, to)) if !self.has_room(side, from, to) => {
                refused("2", "a unit moves to a neighbor cell with room")
            }
            (None, Order::Move(..)) => Ok(()),
            (Some(_), Order::Card(card)) if is_secret => match card {
                1.. if card <= self.game.cards => Ok(()),
                _ => refused("3", "there is no such card"),
            },
            (Some(_), Order::GiveUp) if !is_secret => Ok(()),
            (Some(fight), Order::Retreat(to)) if !is_secret => {
                let has_room = self.has_room(side, self.place(fight, side), to);
                if has_room && self.units[to][1 - side.index()] == 0 {
                    Ok(())
                } else {
                    refused(
                        "4",
                        "a unit retreats to a neighbor cell with room and no enemy",
                    )
                }
            }
            _ => refused("1", "another decision is awaited"),
        }
    }

    fn apply(&mut self, side: Side, order: &Order) -> Result<Vec<Event>, Illegal> {
        self.check(side, order)?;
        let mut events = Vec::new();
        match *order {
            Order::Move(from, to) => self.advance(from, to, &mut events),
            Order::Card(card) => self.show(side, card, &mut events),
            Order::Retreat(to) => self.retreat(Some(to), &mut events),
            Order::GiveUp => self.retreat(None, &mut events),
            Order::End => self.close(&mut events),
            Order::Guard(cell, unit) => self.post(cell, unit, &mut events),
            Order::Sign(sign) => self.signal(side, sign, &mut events),
            Order::Return(to) => self.escape(Some(to), &mut events),
            Order::Stay => self.escape(None, &mut events),
        }
        Ok(events)
    }

    fn remove(&mut self, side: Side) -> Vec<Event> {
        let mut events = Vec::new();
        if SIDES.contains(&side) && !matches!(self.decides(), ToAct::Nobody(_)) {
            self.withdraw(side, &mut events);
        }
        events
    }

    fn resolve(&mut self, lots: Lots) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::new();
        match self.to_act() {
            ToAct::Lots(_) => self.win(SIDES[(lots.0 % 2) as usize], &mut events),
            _ => refused("3", "no lot is awaited")?,
        }
        Ok(events)
    }

    fn slots(&self, side: Side) -> Vec<Slot> {
        match self.to_act() {
            ToAct::Secretly(sides) if sides.contains(side) => {
                vec![if self.camp.is_some() { SIGN } else { CARD }]
            }
            _ => Vec::new(),
        }
    }

    fn seal(&self, side: Side, order: &Order) -> Result<Vec<SecretPart>, Illegal> {
        self.check(side, order)?;
        let (slot, payload) = match *order {
            Order::Card(card) => (CARD, vec![card]),
            Order::Sign(sign) => (SIGN, vec![side.code(), sign as u8]),
            _ => return refused("3", "only a card or a sign is sealed").map(|()| Vec::new()),
        };
        Ok(vec![SecretPart {
            slot: slot.number,
            payload,
        }])
    }

    fn open(&self, side: Side, parts: &[SecretPart]) -> Result<Order, Illegal> {
        let order = match parts {
            [part] if part.slot == CARD.number && part.payload.len() == CARD.size => {
                Order::Card(part.payload[0])
            }
            [part] if part.slot == SIGN.number && part.payload.len() == SIGN.size => {
                let [of, sign] = [part.payload[0], part.payload[1]];
                let sign = Sign::ALL
                    .get(usize::from(sign))
                    .filter(|_| of == side.code());
                sign.map_or(Order::Card(0), |sign| Order::Sign(*sign))
            }
            _ => Order::Card(0),
        };
        self.check(side, &order).map(|()| order)
    }

    fn parse_order(&self, _: Side, text: &str) -> Result<Order, OrderError> {
        let wrong = || {
            OrderError::of_text(
                text,
                "c3-d4, card=2, retreat=d4, give-up, guard c3 2, sign left, return d4, stay or end",
            )
        };
        Order::read(text, self.board()).ok_or_else(wrong)
    }

    fn order_text(&self, _: Side, order: &Order) -> String {
        order.to_string()
    }

    /// The order's text.
    fn order_bytes(&self, order: &Order) -> Option<Vec<u8>> {
        let is_secret = matches!(order, Order::Card(_) | Order::Sign(_));
        (!is_secret).then(|| order.to_string().into_bytes())
    }

    fn order_from_bytes(&self, bytes: &[u8]) -> Result<Order, OrderError> {
        let text = std::str::from_utf8(bytes).ok();
        text.and_then(|text| Order::read(text, self.board()))
            .filter(|order| self.order_bytes(order).is_some())
            .ok_or_else(|| OrderError::of_bytes(bytes, "the text of an open order"))
    }

    fn to_text(&self) -> String {
        self.text()
    }

    fn with_text(&self, text: &str) -> Result<Self, PositionError> {
        self.read(text)
    }

    fn terrain_text(&self) -> String {
        self.goal_rows()
    }

    /// The position text, which is complete.
    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend(self.text().bytes());
    }

    /// The canonical bytes: no lot lays anything here.
    fn write_whole(&self, out: &mut Vec<u8>) {
        self.write_canonical(out);
    }

    fn read_whole(&self, bytes: &[u8]) -> Result<Self, WholeError> {
        // for its limit of length alone
        Reader::new(bytes, self.board())?;
        let text = std::str::from_utf8(bytes).ok();
        let read = text.and_then(|text| self.read(text).ok());
        let position = read.ok_or(WholeError::Unsound("no text of a position"))?;
        let has_enough = |side: Side| position.strength(side) <= self.game.strength(side);
        hold(
            SIDES.into_iter().all(has_enough),
            "more units than the army has",
        )?;
        Ok(position)
    }
}

impl Position {
    /// The answer of [`Rules::check`] to an order of a side that decides about prisoners.
    fn check_camp(&self, side: Side, order: &Order) -> Result<(), Illegal> {
        let guard = self.camp.and_then(|camp| camp.guard);
        let is_secret = matches!(self.to_act(), ToAct::Secretly(_));
        match *order {
            Order::Guard(cell, unit) if guard.is_none() => {
                match (1..=self.count(side, cell)).contains(&unit) {
                    true => Ok(()),
                    false => refused("6", "no such unit of this side stands there"),
                }
            }
            Order::Sign(_) if is_secret => Ok(()),
            Order::Stay if guard.is_some() && !is_secret => Ok(()),
            Order::Return(to) if guard.is_some() && !is_secret => match self.can_return(to) {
                true => Ok(()),
                false => refused(
                    "6",
                    "a prisoner returns next to a unit of its side, past the guard, where there is room",
                ),
            },
            _ => refused("6", "another decision about the prisoners is awaited"),
        }
    }
}
