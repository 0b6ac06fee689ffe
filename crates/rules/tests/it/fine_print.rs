//! The rulings: what the rulebook decides and the original games leave open, one claim for each test.

use std::sync::Arc;

use rules::testing::{after, game, hidden_game, open_game, position, reach, why};
use rules::warlord::{
    Block, Cap, Entry, FirstPlayer, Game, Illegal, Kind, LeaderStatus, Order, Placement, Position,
    SetUp, Towns,
};
use rules::warlord::{Outcome, Side, Tie, Win};
use rules::{Lots, Rules, SecretPart, Sides, Slot, ToAct};

mod endings;
mod entry;
mod ground;
mod hidden_set_up;
mod settings;
mod swaps;
mod texts;
mod the_turn;

/// True if a text can be loaded into a game.
fn loads(game: &Game, text: &str) -> bool {
    Position::from_text(Arc::new(game.clone()), text).is_ok()
}

fn over(position: &Position) -> Option<String> {
    position.outcome().map(|outcome| outcome.to_string())
}
