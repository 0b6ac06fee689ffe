//! The table: how players come together, agree, and begin a match of two to eight seats. Without input or output, like
//! [`Session`](crate::Session). The program does not use it yet.
//!
//! A table is a proposal for one match. Its host's program shows the game and who sits where; each player says its whole
//! state in one frame, and the newest counts, so frames that are lost, doubled or reordered cost nothing. Every frame
//! is signed by its sender for this table, so it means the same over a direct connection, passed on by another player, or
//! in a letter. The match begins when all have signed its manifest. `docs/protocol.md` has the layouts.
//!
//! Read first: [`Table`], [`TableOutput`], [`Body`].

mod agreeing;
mod bodies;
mod bounds;
mod envelope;
mod game;
mod hearing;
mod hosted;
mod hosting;
mod kind;
mod letter;
mod lines;
mod listing;
mod own;
mod placing;
mod rates;
mod seating;
mod signing;
mod table;
mod wishes;
mod words;

pub use bodies::{
    Answer, Begun, Body, GameBody, MAX_REASON, Me, Origin, Place, Said, Seating, Sitter, Stance,
    Want, Wish,
};
pub use envelope::{Envelope, EnvelopeError, Header, MAX_COUNTER, MAX_ENVELOPE, next_counter};
pub use game::Game;
pub use hosted::SeatCode;
pub use kind::Kind;
pub use letter::LETTER_HEADER;
pub use listing::{Archived, Listed, Listing, REFUSED_FOR, Subject};
pub use own::Player;
pub use rates::TABLE_GAP;
pub use table::{SIGNED_WITHIN, Table};
pub use words::{Chair, Kept, Match, TableEvent, TableOutput, WishError};
