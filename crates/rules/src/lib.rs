//! The rules of every game family behind one seam: legality and effects of orders.
//!
//! The crate does no input or output, reads no clock, counts in whole numbers and draws nothing by chance itself: the
//! same orders give the same position on every machine. A family is a module with a position that answers every
//! question of the trait [`Rules`]; [`AnyPosition`] holds a position of any family. The layers above ask [`Rules`] and
//! name no family: who decides next ([`ToAct`]), which orders are legal, what an order did, how the game ended.
//!
//! What families share is at the top: [`white_black`] for games of White and Black with hidden set-ups, and private
//! modules for rows of units, position texts, canonical and whole bytes.
//!
//! Read first: [`Rules`], [`ToAct`], [`AnyPosition`], [`Draft`]; of the families [`warlord::Position`], [`wargame::Position`] and
//! [`tourney::Position`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use board::{Board, Grid};
//! use rules::warlord::{Cap, Game, Kind, Options, Position, Side, Start, Terrain, Unit};
//! use rules::{AnyPosition, Rules, ToAct};
//!
//! // two leaders meet on open ground
//! let leader = |side| Unit { side, kind: Kind::Leader1 };
//! let game = Game {
//!     terrain: Grid::filled(Board::new(4, 4)?, Terrain::Open),
//!     cap: Cap { number: 2, leaders_left: false, rise: None },
//!     range: 2,
//!     heavy_as_hero: false,
//!     armies: [vec![Kind::Leader1], vec![Kind::Leader1]],
//!     choice: None,
//!     scatter: None,
//!     start: Start::Fixed(vec![
//!         ("a1".parse()?, leader(Side::White)),
//!         ("c4".parse()?, leader(Side::Black)),
//!     ]),
//!     entry: None,
//!     command_ending: false,
//!     towns: None,
//!     options: Options::ALL_OFF,
//!     members: [1, 1],
//! };
//! let mut position = AnyPosition::Warlord(Position::new(Arc::new(game)));
//!
//! // the sides give orders until `to_act` names nobody any more
//! for (name, text) in [("white", "a1-b2"), ("white", "end"), ("black", "c4-b2")] {
//!     let side = position.family().parse_side(name)?;
//!     assert_eq!(position.to_act(), ToAct::One(side));
//!     let order = position.parse_order(side, text)?;
//!     assert!(position.legal_orders(side).contains(&order));
//!     position.apply(side, &order)?;
//! }
//! let outcome = position.outcome().expect("the last leader is captured");
//! assert_eq!(outcome.to_text(position.family()), "black leaders");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// floats differ between compilers and machines, and both players' programs must come to the same position
#![deny(clippy::float_arithmetic)]

mod any;
mod canonical;
mod draft;
mod family;
mod listed;
mod numbers;
mod order_list;
mod outcome;
mod position_text;
mod rows;
mod seam;
mod side;
pub mod testing;
pub mod tourney;
pub mod wargame;
pub mod warlord;
pub mod white_black;
mod whole;
mod words;

pub use any::{AnyEvent, AnyIllegal, AnyOrder, AnyPosition, PositionError};
pub use draft::Draft;
pub use family::{Family, SideError};
pub use order_list::{order_list, split_orders};
pub use outcome::{AGREED, Outcome, RESIGN};
pub use position_text::TextError;
pub use seam::{
    Draw, END, Illegal, Lots, MAX_ORDER_BYTES, OrderError, Rules, SecretPart, Slot, ToAct, Turn,
    WholeTextError, perft, perft_until,
};
pub use side::{MAX_SIDES, Side, Sides};
pub use whole::{MAX_WHOLE_BYTES, WholeError};
pub use words::{WORDS, words};
