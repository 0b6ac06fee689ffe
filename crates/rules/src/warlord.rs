//! The Warlord family. Rules: the whole of `docs/rules/warlord.md`.

mod activation;
mod event;
pub mod fast;
mod game;
mod illegal;
mod kind;
mod movement;
mod order;
mod position;
mod rows;
mod scatter;
mod words;

pub use event::Event;
pub use fast::FastPosition;
pub use game::{
    Block, Cap, Choice, Entry, FirstPlayer, Game, HiddenSetUp, Options, Start, Terrain, Towns,
};
pub use illegal::Illegal;
pub use kind::{Access, Kind, Movement, Unit};
pub use order::{Order, Placement, SetUp};
pub use position::{LeaderStatus, Position, PositionError};
pub use scatter::{Numbers, Scatter, Span};
pub use words::words;

use position::Parts;
