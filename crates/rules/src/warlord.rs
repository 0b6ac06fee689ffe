//! The Warlord family. Rules: the whole of `docs/rules/warlord.md`.

mod activation;
mod event;
pub mod fast;
mod game;
mod illegal;
mod kind;
mod movement;
mod order;
mod outcome;
mod position;
mod scatter;
mod seam;
mod terrain;

pub use crate::numbers::Numbers;
pub use crate::white_black::{FIRST_PLAYER, NoSuchSide, Side, TERRAIN};
pub use crate::words::words;
pub use event::Event;
pub use fast::FastPosition;
pub use game::{
    Block, Cap, Entry, FirstPlayer, FreeUnits, Game, HiddenSetUp, Options, Scatter, Span, Start,
    Towns,
};
pub use illegal::Illegal;
pub use kind::{Access, Kind, Movement, Placement, SetUp, Unit};
pub use order::Order;
pub use outcome::{Outcome, Tie, Win};
pub use position::{LeaderStatus, Position, PositionError};
pub use terrain::Terrain;

use position::Parts;
