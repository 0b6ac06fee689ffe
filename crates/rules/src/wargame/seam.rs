//! WarGame 1 and 2 behind the seam of all families.

use board::Cell;

use super::{
    Company, Event, Illegal, NoSuchSide, Order, Path, Position, PositionError, Reason, Side,
};
use crate::white_black::answers;
use crate::{Family, OrderError, Rules};

/// The first byte of an order's encoding.
// numbers of the protocol: they never change within a version of the rules
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
    answers!();

    fn family(&self) -> Family {
        Family::WarGame
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
                    // the company first: behind a path of any length nobody could tell it from the last cell
                    write(tag::ACCOMPANIED, &[&[*cell], path.cells()].concat())
                }
            },
            Order::Fire { from, at } => write(tag::FIRE, &[*from, *at]),
            Order::Rifle { from, at } => write(tag::RIFLE, &[*from, *at]),
            Order::Prepare(cell) => write(tag::PREPARE, &[*cell]),
            // with or without the step: the number of cells shows which
            Order::Leap { from, to, on: None } => write(tag::LEAP, &[*from, *to]),
            Order::Leap {
                from,
                to,
                on: Some(on),
            } => write(tag::LEAP, &[*from, *to, *on]),
            // a set-up travels sealed, in parts of its own, and never as bytes of an order
            Order::SetUp(_) => return None,
        })
    }

    fn order_from_bytes(&self, bytes: &[u8]) -> Result<Order, OrderError> {
        let wrong = |expected| OrderError::of_bytes(bytes, expected);
        let (tag, places) = bytes
            .split_first()
            .ok_or_else(|| wrong("at least one byte was expected"))?;
        // an odd byte at the end would be a second encoding of the same order
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
            // an end has no cells: any after it would be a second encoding
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
}

impl crate::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        self.rule()
    }

    fn advice(&self) -> &'static str {
        self.advice()
    }
}
