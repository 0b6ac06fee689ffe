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

pub use crate::numbers::Numbers;
pub use crate::white_black::{FIRST_PLAYER, NoSuchSide, Side, TERRAIN};
pub use crate::words::words;
pub use event::Event;
pub use fast::FastPosition;
pub use game::{
    Block, Cap, Entry, FirstPlayer, FreeUnits, Game, HiddenSetUp, Options, Start, Terrain, Towns,
};
pub use illegal::Illegal;
pub use kind::{Access, Kind, Movement, Unit};
pub use order::{Order, Placement, SetUp};
pub use outcome::{Outcome, Tie, Win};
pub use position::{LeaderStatus, Position, PositionError};
pub use scatter::{Scatter, Span};

pub(crate) use crate::white_black::SIDE_NAMES;
pub(crate) use seam::{NAME, VERSION};

use position::Parts;
