//! War Lord Tourney. Rules: the whole of `docs/rules/tourney.md`.

mod asked;
mod bout;
mod card;
mod event;
mod game;
mod illegal;
mod kind;
mod order;
mod position;
mod seam;
mod sides;
mod standard;
mod switch;
mod terrain;
mod unit;

use crate::Draw;
pub use crate::numbers::Numbers;
pub use crate::white_black::FIRST_PLAYER;
pub use crate::words::words;
pub use asked::{Asked, Fight, Liberation, Pair};
pub use bout::{Bout, Deeds, End, Piece, Round};
pub use card::{Card, Line};
pub use event::{Event, Exchange, Loss, Taking};
pub use game::{Castle, Game, Start};
pub use illegal::{Illegal, Reason};
pub use kind::Kind;
pub use order::{Duel, Heir, LadyChoice, Name, Order, Placement, SetUp};
pub use position::{Position, PositionError};
pub use sides::{BLACK, GREEN, RED, SIDE_NAMES, WHITE};
pub use standard::Map;
pub use switch::{Options, Several, Switch};
pub use terrain::Terrain;
pub use unit::{Grave, Man, Place, Unit};

/// The lot for the way of a unit that wanders out of an enchanted wood: its value modulo the number of directions in
/// which the unit may step, in the order N, NE, E, SE, S, SW, W, NW. Rules: tourney 3.10, 5.3, 5.15.
// the value of a lot is uniform over 64 bits, so that the remainder favors no direction noticeably
pub const WANDER: Draw = Draw {
    purpose: 3,
    word: "wander",
};
