//! War Lord Tourney behind the seam of all families.

use board::{Board, Cell};

use super::{
    Card, Event, Illegal, Kind, Line, Order, Placement, Position, PositionError, Reason, SetUp,
};
use crate::tourney::order::Duel;
use crate::whole::{MOST_TURNS, Reader, hold};
use crate::{
    Family, Lots, OrderError, Rules, SecretPart, Side, Sides, Slot, ToAct, Turn, WholeError,
};

/// The first bytes of a position: the version of the layout and the family.
// the family is in the bytes, so that no digest of one family is that of another (threat row 32)
const LAYOUT: [u8; 2] = [1, 3];

/// The slot of a muster: two bytes for each square of the zone, the kinds from 1 in their order, 0 for nobody.
const MUSTER: u16 = 2;

/// The slot of a choice in a fight: a card for each pair, 0 to 5; for a shot the place of the aim or the parry, 0 to 2.
const CHOICE: u16 = 3;

impl Rules for Position {
    type Order = Order;
    type Event = Event;
    type Illegal = Illegal;
    type PositionError = PositionError;

    fn family(&self) -> Family {
        Family::Tourney
    }

    fn board(&self) -> Board {
        self.board()
    }

    fn sides(&self) -> Sides {
        self.game().sides()
    }

    fn team(&self, side: Side) -> Sides {
        self.game().team(side)
    }

    fn turn(&self) -> Turn {
        Turn {
            number: self.turn_number(),
            side: self.side(),
            // where every unit may move there is no number of orders, so that the units left are shown
            left: Some(self.moves_left().unwrap_or_else(|| self.unmoved())),
        }
    }

    fn round(&self) -> Vec<Side> {
        self.round()
    }

    fn to_act(&self) -> ToAct {
        self.decides()
    }

    fn legal_orders(&self, side: Side) -> Vec<Order> {
        self.legal_orders(side)
    }

    fn legal_orders_from(&self, side: Side, cell: Cell) -> Vec<Order> {
        self.legal_orders_from(side, cell)
    }

    fn check(&self, side: Side, order: &Order) -> Result<(), Illegal> {
        self.check(side, order)
    }

    fn apply(&mut self, side: Side, order: &Order) -> Result<Vec<Event>, Illegal> {
        self.apply(side, order)
    }

    fn out(&self) -> Sides {
        self.out()
    }

    fn remove(&mut self, side: Side) -> Vec<Event> {
        self.remove_side(side)
    }

    fn resolve(&mut self, lots: Lots) -> Result<Vec<Event>, Illegal> {
        self.resolve(lots)
    }

    fn slots(&self, side: Side) -> Vec<Slot> {
        match self.to_act() {
            ToAct::Secretly(sides) if sides.contains(side) => vec![self.slot(side)],
            _ => Vec::new(),
        }
    }

    fn seal(&self, side: Side, order: &Order) -> Result<Vec<SecretPart>, Illegal> {
        self.check(side, order)?;
        let payload = match order {
            Order::SetUp(set_up) => {
                let zone = self.game().zone(side).into_iter();
                let bytes = zone.flat_map(|cell| {
                    let there = set_up.0.iter().filter(|unit| unit.cell == cell);
                    let mut kinds = there.map(|unit| unit.kind as u8 + 1);
                    // two bytes for each square, filled or not: the size tells nothing of the muster (threat row 1)
                    [kinds.next().unwrap_or(0), kinds.next().unwrap_or(0)]
                });
                bytes.collect()
            }
            Order::Cards(duels) => duels.iter().map(|duel| duel.card.number()).collect(),
            Order::Aim(line) | Order::Parry(line) => vec![*line as u8],
            _ => return Err(Reason::BadSecret("this order is not secret").into()),
        };
        Ok(vec![SecretPart {
            slot: self.slot(side).number,
            payload,
        }])
    }

    fn open(&self, side: Side, parts: &[SecretPart]) -> Result<Order, Illegal> {
        let wrong = |why| Illegal::from(Reason::BadSecret(why));
        let slots = self.slots(side);
        let sealed = parts.iter().map(|part| Slot {
            number: part.slot,
            size: part.payload.len(),
            member: 0,
        });
        // slot and size as asked for: a part of another size would convict its sender (threat row 2)
        let ([part], true) = (parts, sealed.eq(slots)) else {
            return Err(wrong("its slot or its size is another"));
        };
        let bytes = &part.payload;
        let line = |byte: u8| Line::ALL.get(usize::from(byte)).copied();
        let order = if part.slot == MUSTER {
            self.opened_muster(side, bytes)
        } else if self.pairs(side).is_empty() {
            let line = bytes.first().and_then(|byte| line(*byte));
            line.map(|line| match side == self.side() {
                true => Order::Aim(line),
                false => Order::Parry(line),
            })
        } else {
            let cards: Option<Vec<Card>> =
                bytes.iter().map(|byte| Card::from_number(*byte)).collect();
            cards.map(|cards| self.cards(side, &cards))
        };
        let order = order.ok_or_else(|| wrong("a byte means nothing"))?;
        // checked like a spoken order: what was sealed must be legal too (threat row 12)
        self.check(side, &order)?;
        Ok(order)
    }

    fn parse_order(&self, side: Side, text: &str) -> Result<Order, OrderError> {
        Order::parse(self.game(), side, text)
    }

    fn order_text(&self, side: Side, order: &Order) -> String {
        order.to_text(self.game(), side)
    }

    fn order_bytes(&self, order: &Order) -> Option<Vec<u8>> {
        order.to_bytes()
    }

    fn order_from_bytes(&self, bytes: &[u8]) -> Result<Order, OrderError> {
        Order::from_bytes(self.board(), bytes)
    }

    fn to_text(&self) -> String {
        self.to_text()
    }

    fn with_text(&self, text: &str) -> Result<Self, PositionError> {
        Self::from_text(self.game().clone(), text)
    }

    fn terrain_text(&self) -> String {
        self.game().terrain_rows()
    }

    /// Layout, family, then the position text, which leaves nothing out.
    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend(LAYOUT);
        // the text is canonical already: one position, one text
        out.extend(self.to_text().bytes());
    }

    /// The canonical bytes: no lot lays anything here.
    fn write_whole(&self, out: &mut Vec<u8>) {
        self.write_canonical(out);
    }

    fn read_whole(&self, bytes: &[u8]) -> Result<Self, WholeError> {
        let mut from = Reader::new(bytes, self.board())?;
        hold(from.array()? == LAYOUT, "bytes of another family or layout")?;
        // bytes that are no text come from a damaged or forged file (threat row 31)
        let text = std::str::from_utf8(&bytes[LAYOUT.len()..]).ok();
        let read = text.and_then(|text| Self::from_text(self.game().clone(), text).ok());
        let position = read.ok_or(WholeError::Unsound("no text of a position"))?;
        hold(
            position.turn_number() <= MOST_TURNS,
            "a number of the turn out of range",
        )?;
        position.check_undecided().map_err(WholeError::Unsound)?;
        Ok(position)
    }
}

impl Position {
    /// Carries out one order, all or nothing.
    ///
    /// # Errors
    /// Returns why the order is refused.
    pub fn apply(&mut self, side: Side, order: &Order) -> Result<Vec<Event>, Illegal> {
        self.check(side, order)?;
        let mut events = Vec::new();
        self.carry_out(side, order, &mut events);
        Ok(events)
    }

    /// Supplies the value of the pending lot.
    ///
    /// # Errors
    /// If no lot is awaited.
    pub fn resolve(&mut self, lots: Lots) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::new();
        match self.decides() {
            ToAct::Lots(draw) if draw == super::FIRST_PLAYER => {
                self.draw_first(lots.0, &mut events);
            }
            ToAct::Lots(_) => self.wander(lots.0, &mut events),
            _ => return Err(Reason::NoLots.into()),
        }
        Ok(events)
    }

    /// The units of the side on turn that have not moved: what is left where every unit may. Rules: tourney 5.11.
    fn unmoved(&self) -> u8 {
        let own = self
            .men()
            .iter()
            .filter(|man| man.unit.owner == self.side());
        let left = own.filter(|man| man.is_free() && !man.has_moved && !man.unit.is_lying);
        u8::try_from(left.count()).unwrap_or(u8::MAX)
    }

    /// The slot of a side's part of the secret step under way.
    fn slot(&self, side: Side) -> Slot {
        let pairs = self.pairs(side).len();
        match self.asked() {
            super::Asked::Muster(_) => Slot {
                number: MUSTER,
                size: 2 * self.game().zone(side).len(),
                member: 0,
            },
            _ => Slot {
                number: CHOICE,
                // the aim or the parry of a shot
                size: pairs.max(1),
                member: 0,
            },
        }
    }

    fn opened_muster(&self, side: Side, bytes: &[u8]) -> Option<Order> {
        let mut placements = Vec::new();
        let (squares, _) = bytes.as_chunks::<2>();
        for (cell, kinds) in self.game().zone(side).into_iter().zip(squares) {
            // one encoding for each muster: the kinds of a stack in their order, nobody last
            let is_in_order = match *kinds {
                [first, second] => second == 0 || (1..=second).contains(&first),
            };
            if !is_in_order {
                return None;
            }
            for kind in kinds.iter().filter(|kind| **kind > 0) {
                let kind = *Kind::ALL.get(usize::from(kind - 1))?;
                placements.push(Placement { cell, kind });
            }
        }
        Some(Order::SetUp(SetUp::new(placements)))
    }

    /// The order of those cards, one for each pair of the side. Rules: tourney 4, 5.3.
    pub fn cards(&self, side: Side, cards: &[Card]) -> Order {
        let names = self.pair_names(side).into_iter().zip(cards);
        let duels = names.map(|((own, enemy), card)| Duel {
            card: *card,
            own,
            enemy,
        });
        Order::Cards(duels.collect())
    }
}
