//! What is said to the user: by the other player, and by the program.

use std::sync::Arc;

use protocol::{Audience, Seat};
use reach::Trouble;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatLine {
    pub seat: Seat,
    /// Who reads it: everybody, or the team of that seat.
    pub to: Audience,
    pub text: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Messages {
    /// The oldest line first.
    pub chat: Arc<Vec<ChatLine>>,
    /// What the program has noted, each in a sentence or two, the oldest first.
    pub notes: Vec<String>,
    /// The user's latest request, if it was refused.
    pub refused: Option<Trouble>,
    /// The error that ends the match.
    pub error: Option<Trouble>,
}
