//! WarGame 1 and 2 behind the seam of all families.

use board::{Board, Cell};

use super::{
    Company, Event, Illegal, NoSuchSide, Order, Path, Position, PositionError, Reason, Side,
};
use crate::{Family, Lots, OrderError, Rules, SecretPart, Sides, Slot, ToAct, Turn, WholeError};

/// The first byte of an order's encoding.
mod tag {
    pub(super) const END: u8 = 0;
    pub(super) const MOVE: u8 = 1;
    pub(super) const TOW: u8 = 2;
    pub(super) const ACCOMPANIED: u8 = 3;
    pub(super) const FIRE: u8 = 4;
    pub(super) const RIFLE: u8 = 5;
    pub(super) const PREPARE: u8 = 6;
    pub(super) const LEAP: u8 = 7;
}

impl Position {
    fn own(&self, side: crate::Side) -> Result<Side, Illegal> {
        let refused = |error: NoSuchSide| Reason::from(error).under(self.game().ruleset);
        Side::try_from(side).map_err(refused)
    }
}

impl Rules for Position {
    type Order = Order;
    type Event = Event;
    type Illegal = Illegal;
    type PositionError = PositionError;

    fn family(&self) -> Family {
        Family::WarGame
    }

    fn board(&self) -> Board {
        self.board()
    }

    fn sides(&self) -> Sides {
        Side::BOTH.map(crate::Side::from).into_iter().collect()
    }

    fn turn(&self) -> Turn {
        Turn {
            number: self.turn(),
            side: self.side().into(),
            left: Some(self.left()),
        }
    }

    fn to_act(&self) -> ToAct {
        self.phase.to_act(self.side())
    }

    fn legal_orders(&self, side: crate::Side) -> Vec<Order> {
        Side::try_from(side).map_or_else(|_| Vec::new(), |side| self.legal_orders(side))
    }

    fn legal_orders_from(&self, side: crate::Side, cell: Cell) -> Vec<Order> {
        match Side::try_from(side) {
            Ok(side) if side == self.side() => self.legal_orders_from(cell),
            _ => Vec::new(),
        }
    }

    fn check(&self, side: crate::Side, order: &Order) -> Result<(), Illegal> {
        self.check(self.own(side)?, order)
    }

    fn apply(&mut self, side: crate::Side, order: &Order) -> Result<Vec<Event>, Illegal> {
        self.apply(self.own(side)?, order)
    }

    fn resolve(&mut self, lots: Lots) -> Result<Vec<Event>, Illegal> {
        self.resolve(lots)
    }

    fn slots(&self, side: crate::Side) -> Vec<Slot> {
        Side::try_from(side).map_or_else(|_| Vec::new(), |side| self.slots(side))
    }

    fn seal(&self, side: crate::Side, order: &Order) -> Result<Vec<SecretPart>, Illegal> {
        self.seal(self.own(side)?, order)
    }

    fn open(&self, side: crate::Side, parts: &[SecretPart]) -> Result<Order, Illegal> {
        self.open(self.own(side)?, parts)
    }

    fn parse_order(&self, side: crate::Side, text: &str) -> Result<Order, OrderError> {
        Order::parse(self.game(), Side::of_order(side, text)?, text)
    }

    fn order_text(&self, side: crate::Side, order: &Order) -> String {
        // only a set-up's text depends on the side
        let side = Side::try_from(side).unwrap_or(Side::White);
        order.to_text(self.game(), side)
    }

    fn order_bytes(&self, order: &Order) -> Option<Vec<u8>> {
        let write = |tag: u8, cells: &[Cell]| {
            let mut bytes = vec![tag];
            bytes.extend(cells.iter().flat_map(|cell| [cell.file(), cell.rank()]));
            bytes
        };
        Some(match order {
            Order::End => write(tag::END, &[]),
            Order::Move { path, company } => match company {
                Company::Nobody => write(tag::MOVE, path.cells()),
                Company::Towed(cell) => write(tag::TOW, &[&[*cell], path.cells()].concat()),
                Company::Leader(cell) => {
                    write(tag::ACCOMPANIED, &[&[*cell], path.cells()].concat())
                }
            },
            Order::Fire { from, at } => write(tag::FIRE, &[*from, *at]),
            Order::Rifle { from, at } => write(tag::RIFLE, &[*from, *at]),
            Order::Prepare(cell) => write(tag::PREPARE, &[*cell]),
            Order::Leap { from, to, on: None } => write(tag::LEAP, &[*from, *to]),
            Order::Leap {
                from,
                to,
                on: Some(on),
            } => write(tag::LEAP, &[*from, *to, *on]),
            Order::SetUp(_) => return None,
        })
    }

    fn order_from_bytes(&self, bytes: &[u8]) -> Result<Order, OrderError> {
        let wrong = |expected| OrderError::of_bytes(bytes, expected);
        let (tag, places) = bytes
            .split_first()
            .ok_or_else(|| wrong("at least one byte was expected"))?;
        let (places, rest) = places.as_chunks();
        if !rest.is_empty() {
            return Err(wrong("two bytes for each cell were expected"));
        }
        let cells = places.iter().map(|[file, rank]| {
            let cell = self.board().cell(*file, *rank);
            cell.ok_or_else(|| wrong("a cell of this board was expected"))
        });
        let cells: Vec<Cell> = cells.collect::<Result<_, _>>()?;
        let path =
            |cells: &[Cell]| Path::new(cells).ok_or_else(|| wrong("a path has two to eight cells"));
        Ok(match (*tag, &cells[..]) {
            (tag::END, []) => Order::End,
            (tag::MOVE, cells) => Order::Move {
                path: path(cells)?,
                company: Company::Nobody,
            },
            (tag::TOW, [towed, cells @ ..]) => Order::Move {
                path: path(cells)?,
                company: Company::Towed(*towed),
            },
            (tag::ACCOMPANIED, [leader, cells @ ..]) => Order::Move {
                path: path(cells)?,
                company: Company::Leader(*leader),
            },
            (tag::FIRE, &[from, at]) => Order::Fire { from, at },
            (tag::RIFLE, &[from, at]) => Order::Rifle { from, at },
            (tag::PREPARE, [cell]) => Order::Prepare(*cell),
            (tag::LEAP, &[from, to]) => Order::Leap { from, to, on: None },
            (tag::LEAP, &[from, to, on]) => Order::Leap {
                from,
                to,
                on: Some(on),
            },
            _ => return Err(wrong("an end, a move, fire or a leap was expected")),
        })
    }

    fn to_text(&self) -> String {
        self.to_text()
    }

    fn with_text(&self, text: &str) -> Result<Self, PositionError> {
        self.read_text(text)
    }

    fn terrain_text(&self) -> String {
        self.game().terrain_rows()
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        self.write_canonical(out);
    }

    fn write_whole(&self, out: &mut Vec<u8>) {
        self.write_whole(out);
    }

    fn read_whole(&self, bytes: &[u8]) -> Result<Self, WholeError> {
        self.read_whole(bytes)
    }
}

impl crate::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        self.rule()
    }

    fn advice(&self) -> &'static str {
        self.advice()
    }
}
