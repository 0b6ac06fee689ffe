//! The bytes of orders in a match. Rules: tourney 5.3.
//!
//! An order is a tag, then its parts: a cell is file and rank; a kind, a side and a number of steps are a byte each; a
//! name is a byte of bits (the kind from 1 in bits 0 to 2, the second of two in bit 3, the owner from 1 in bits 4 to 6)
//! and its cell. What is left out is 0, or ends the order.

use board::{Board, Cell};

use super::{LadyChoice, Name, Order};
use crate::tourney::{Kind, sides};
use crate::{OrderError, Side};

/// The first byte of an order's encoding.
// numbers of the protocol: they never change within a version of the rules
mod tag {
    pub(super) const END: u8 = 0;
    pub(super) const MOVE: u8 = 1;
    pub(super) const RECALL: u8 = 2;
    pub(super) const SHOOT: u8 = 3;
    pub(super) const WANDER: u8 = 4;
    pub(super) const RAISE: u8 = 5;
    pub(super) const FREE: u8 = 6;
    pub(super) const FIGHT: u8 = 7;
    pub(super) const CAPTURE: u8 = 8;
    pub(super) const SLAY: u8 = 9;
    pub(super) const DECLINE: u8 = 10;
    pub(super) const SUCCEED: u8 = 11;
    pub(super) const LADY: u8 = 12;
}

impl Order {
    /// The bytes; none for a secret order.
    pub(in crate::tourney) fn to_bytes(&self) -> Option<Vec<u8>> {
        let cell = |cell: &Cell| [cell.file(), cell.rank()];
        let number = |side: &Option<Side>| side.map_or(0, |side| side.code() + 1);
        let bytes: Vec<u8> = match self {
            Self::End => vec![tag::END],
            Self::Move { man, to } => [&[tag::MOVE][..], &man.to_bytes(), &cell(to)].concat(),
            Self::Recall(man) => [&[tag::RECALL][..], &man.to_bytes()].concat(),
            Self::Shoot { man, at } => {
                [&[tag::SHOOT][..], &man.to_bytes(), &at.to_bytes()].concat()
            }
            Self::Wander { man, steps } => {
                [&[tag::WANDER][..], &man.to_bytes(), &[*steps]].concat()
            }
            Self::Raise {
                owner,
                kind,
                grave,
                to,
            } => [
                &[tag::RAISE, owner.code(), *kind as u8][..],
                &cell(grave),
                &cell(to),
            ]
            .concat(),
            Self::Free { owner, kind, green } => {
                let head = [tag::FREE, number(owner), *kind as u8];
                let green = green.as_ref().map(cell);
                [&head[..], green.as_ref().map_or(&[][..], |green| green)].concat()
            }
            Self::Fight(at) => [&[tag::FIGHT][..], &cell(at)].concat(),
            Self::Capture(man) => [&[tag::CAPTURE][..], &man.to_bytes()].concat(),
            Self::Slay(man) => [&[tag::SLAY][..], &man.to_bytes()].concat(),
            Self::Decline => vec![tag::DECLINE],
            Self::Succeed { heir, man } => {
                let man = man.map(Name::to_bytes);
                let head = [tag::SUCCEED, *heir as u8];
                [&head[..], man.as_ref().map_or(&[][..], |man| man)].concat()
            }
            Self::Lady(choice) => vec![tag::LADY, *choice as u8],
            // these travel sealed
            Self::SetUp(_) | Self::Cards(_) | Self::Aim(_) | Self::Parry(_) => return None,
        };
        Some(bytes)
    }

    /// Reads what [`Order::to_bytes`] writes and nothing else.
    pub(in crate::tourney) fn from_bytes(board: Board, bytes: &[u8]) -> Result<Self, OrderError> {
        Self::decode(board, bytes)
            // written again and compared: of several bytes with one meaning only ours is taken (threat row 16)
            .filter(|order| order.to_bytes().as_deref() == Some(bytes))
            .ok_or_else(|| OrderError::of_bytes(bytes, "the bytes of an order of this board"))
    }

    fn decode(board: Board, bytes: &[u8]) -> Option<Self> {
        let (tag, rest) = bytes.split_first()?;
        // checked against the board: a cell that is not there must not reach the rules (threat row 12)
        let cell = |bytes: &[u8]| board.cell(*bytes.first()?, *bytes.get(1)?);
        let name = |bytes: &[u8]| Name::from_bytes(board, bytes);
        let kind = |byte: u8| Kind::ALL.get(usize::from(byte)).copied();
        Some(match (*tag, rest) {
            (tag::END, []) => Self::End,
            // read from the end, because a name has three bytes whatever stands behind it
            (tag::MOVE, [man @ .., file, rank]) => Self::Move {
                man: name(man)?,
                to: cell(&[*file, *rank])?,
            },
            (tag::RECALL, man) => Self::Recall(name(man)?),
            (tag::SHOOT, [man @ .., bits, file, rank]) => Self::Shoot {
                man: name(man)?,
                at: name(&[*bits, *file, *rank])?,
            },
            (tag::WANDER, [man @ .., steps]) => Self::Wander {
                man: name(man)?,
                steps: *steps,
            },
            (tag::RAISE, [owner, of, grave_file, grave_rank, to @ ..]) => Self::Raise {
                owner: of_seat(*owner)?,
                kind: kind(*of)?,
                grave: cell(&[*grave_file, *grave_rank])?,
                to: cell(to)?,
            },
            (tag::FREE, [owner, of, green @ ..]) => Self::Free {
                owner: match owner {
                    0 => None,
                    owner => Some(of_seat(owner - 1)?),
                },
                kind: kind(*of)?,
                green: if green.is_empty() {
                    None
                } else {
                    Some(cell(green)?)
                },
            },
            (tag::FIGHT, at) => Self::Fight(cell(at)?),
            (tag::CAPTURE, man) => Self::Capture(name(man)?),
            (tag::SLAY, man) => Self::Slay(name(man)?),
            (tag::DECLINE, []) => Self::Decline,
            (tag::SUCCEED, [heir, man @ ..]) => Self::Succeed {
                heir: kind(*heir)?,
                man: if man.is_empty() {
                    None
                } else {
                    Some(name(man)?)
                },
            },
            (tag::LADY, [choice]) => Self::Lady(*LadyChoice::ALL.get(usize::from(*choice))?),
            _ => return None,
        })
    }
}

impl Name {
    fn to_bytes(self) -> [u8; 3] {
        let kind = self.kind.map_or(0, |kind| kind as u8 + 1);
        let owner = self.owner.map_or(0, |owner| owner.code() + 1);
        let bits = kind | u8::from(self.is_second) << 3 | owner << 4;
        [bits, self.cell.file(), self.cell.rank()]
    }

    fn from_bytes(board: Board, bytes: &[u8]) -> Option<Self> {
        let [bits, file, rank] = bytes else {
            return None;
        };
        let kind = match bits & 7 {
            0 => None,
            kind => Some(*Kind::ALL.get(usize::from(kind - 1))?),
        };
        let owner = match bits >> 4 {
            0 => None,
            owner => Some(of_seat(owner - 1)?),
        };
        let is_second = bits & 8 != 0;
        // a text names the second of two by its kind only
        (kind.is_some() || !is_second).then_some(Self {
            owner,
            kind,
            is_second,
            cell: board.cell(*file, *rank)?,
        })
    }
}

fn of_seat(place: u8) -> Option<Side> {
    sides::ALL.get(usize::from(place)).copied()
}
