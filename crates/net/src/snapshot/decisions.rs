//! Who has to decide what now: the seats to move, and the questions that one player has asked the other.

use std::sync::Arc;

use protocol::{AskedBack, ContinueTerms, Seat};
use reach::Trouble;
use rules::AnyOrder;

use super::Snapshot;

/// The seats to move, and their secret choices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deciding {
    /// This player's seats that must decide now, and true for a secret choice.
    pub to_decide: Vec<(Seat, bool)>,
    /// Other seats that must decide now.
    pub awaited: Vec<Seat>,
    /// Seats whose secret choice is sealed.
    pub locked: Vec<Seat>,
    /// The secret choices of this player's seats while they are sealed.
    pub sealed: Vec<(Seat, Arc<AnyOrder>)>,
    /// This player's seats whose decision is kept, to be signed once the other player is heard.
    pub kept: Vec<Seat>,
}

/// A draw that is offered, and turns to take back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proposals {
    pub draw_offer: Option<Seat>,
    /// The question of a seat to take its last turn back, while it waits for the answer. If the two programs differ
    /// about the position, the question is to continue from the last position that both confirmed, and both players
    /// must ask.
    pub takeback_asked: Option<AskedBack>,
    /// This player's seats that may ask for their last turn.
    pub may_take_back: Vec<Seat>,
}

/// A new match in the place of this one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NextMatch {
    /// This player's seat that may ask now.
    pub may_ask: Option<Seat>,
    /// Why it may not; `None` if both seats are in this program, so that there is nobody to ask.
    pub why_not: Option<Trouble>,
    /// The terms of the new match that [`crate::Command::WeighContinue`] weighed.
    pub terms: Option<ContinueTerms>,
    /// This player has asked, and the other has not answered.
    pub asks: bool,
    /// The terms on which the other player asks to continue, while it waits for the answer.
    pub asked: Option<ContinueTerms>,
}

impl Snapshot {
    /// The seats that must decide now.
    pub fn waiting(&self) -> impl Iterator<Item = Seat> + '_ {
        let own = self.deciding.to_decide.iter().map(|(seat, _)| *seat);
        own.chain(self.deciding.awaited.iter().copied())
    }
}
