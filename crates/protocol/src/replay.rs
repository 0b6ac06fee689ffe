//! Showing a game from its match file.

use rules::{AnyPosition, Outcome};

use crate::chain::Item;
use crate::judge::Case;
use crate::{Manifest, Turn};

/// A game read from its match file, as far as it is sound.
#[derive(Debug, Clone)]
pub struct Replay {
    /// What was agreed.
    pub manifest: Manifest,
    /// When its first record was signed, in Unix milliseconds; its signer's own claim.
    pub began_ms: Option<u64>,
    /// The position of the first turn; of a hidden set-up not yet open, the one before it.
    pub start: AnyPosition,
    /// Every turn.
    pub turns: Vec<Turn>,
    /// The result, if there is one.
    pub outcome: Option<Outcome>,
}

/// Why a match file cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this match file cannot be shown: {why}")]
pub struct ReplayError {
    /// What is wrong with it.
    pub why: String,
}

/// Reads the game of a match file, up to the first thing that does not fit. Whether anything does not is the judge's
/// question.
pub fn read(file: &[u8]) -> Result<Replay, ReplayError> {
    let case = Case::read(&[file]).map_err(|finding| ReplayError { why: finding.why })?;
    let chain = case.chain();
    let first = chain.in_order().find_map(|item| match item {
        Item::Record(record) => Some(record.sent_ms),
        Item::Note(_) => None,
    });
    Ok(Replay {
        manifest: chain.manifest().clone(),
        began_ms: first,
        start: chain.first_position().clone(),
        turns: chain.turns().to_vec(),
        outcome: chain.outcome(),
    })
}
