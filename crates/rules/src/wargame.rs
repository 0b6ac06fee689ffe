//! WarGame 1 and WarGame 2. Rules: the whole of `docs/rules/wargame.md`.

mod event;
mod game;
mod givers;
mod illegal;
mod kills;
mod kind;
mod neighbors;
mod order;
mod outcome;
mod position;
mod random_map;
mod seam;
mod switch;
mod terrain;
mod units;

pub use crate::numbers::Numbers;
pub use crate::white_black::{FIRST_PLAYER, NoSuchSide, Side, TERRAIN};
pub use crate::words::words;
pub use event::{Event, Loss};
pub use game::{Game, HiddenSetUp, Start};
pub use givers::MOST_LEADERS;
pub use illegal::{Illegal, Reason};
pub use kills::Kills;
pub use kind::{Class, Kind, Placement, Ruleset, SetUp, Unit};
pub use order::{Company, Order, Path};
pub use outcome::{Outcome, Tie, Win};
pub use position::{FireLine, Link, Position, PositionError, Tow};
pub use switch::{Options, Switch};
pub use terrain::Terrain;
