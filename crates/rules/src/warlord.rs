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
mod rows;
mod scatter;
mod seam;
mod side;
mod words;

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
pub use scatter::{Numbers, Scatter, Span};
pub use seam::{FIRST_PLAYER, TERRAIN};
pub use side::{NoSuchSide, Side};
pub use words::words;

pub(crate) use seam::{NAME, VERSION};
pub(crate) use side::SIDE_NAMES;

use position::Parts;
