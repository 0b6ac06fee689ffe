//! Showing a game from its match file.

use std::sync::Arc;

use rules::{Outcome, Rules};
use scenario::Scenario;

use crate::chain::Item;
use crate::hash::Digest;
use crate::judge::Case;
use crate::{History, Manifest, StandingClaim, Start};

/// A game read from its match file, as far as it is sound.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The agreed manifest.
    pub manifest: Manifest,
    /// The scenario that was played.
    pub scenario: Scenario,
    /// The time of the first record in Unix milliseconds; its signer's own claim.
    pub began_ms: Option<u64>,
    /// The history.
    pub history: Arc<History>,
    /// The result, if there is one.
    pub outcome: Option<Outcome>,
    /// What is wrong with the file, in words of the judge; nothing where it is whole and sound.
    pub faults: Vec<String>,
    /// The claim of silence that counts.
    pub claim: Option<StandingClaim>,
    /// The last complete step, and the root after it.
    pub last: (u64, Digest),
}

impl Replay {
    /// The beginning of a match beside this one, from the position after that step; none where there is no such step, the
    /// game is over there, or the position is too large to travel.
    pub fn beside(&self, after: u64, now_ms: u64) -> Option<Start> {
        let (at, root) = self.last;
        let history = &self.history;
        let position = history.position_after(history.place_after(after));
        let may_begin = after <= at && position.outcome().is_none();
        Some(Start {
            instead: false,
            sid: self.manifest.sid(),
            at,
            root,
            after,
            position: position.to_whole().ok().filter(|_| may_begin)?,
            written_ms: now_ms,
            began_ms: now_ms,
            times: Vec::new(),
            gives_up: None,
            forgiven: Vec::new(),
            asks: None,
            strange: Vec::new(),
        })
    }
}

/// The reason why a match file cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this match file cannot be shown: {why}")]
pub struct ReplayError {
    /// The reason.
    pub why: String,
}

/// Reads the game of a match file, up to the first thing that does not fit. Finding out what does not fit is the
/// judge's task.
///
/// # Errors
/// Returns [`ReplayError`] where the file is no match file of this format, or this program does not play its manifest.
pub fn read(file: &[u8]) -> Result<Replay, ReplayError> {
    read_copies(&[file])
}

/// Reads the game of several copies of one match file put together, as the judge does.
///
/// # Errors
/// As [`read`].
pub fn read_copies(files: &[&[u8]]) -> Result<Replay, ReplayError> {
    let case = Case::read(files).map_err(|no_case| ReplayError { why: no_case.why() })?;
    let chain = case.chain();
    let first = chain.in_order().find_map(|item| match item {
        Item::Record(record) => Some(record.sent_ms),
        Item::Note(_) => None,
    });
    Ok(Replay {
        manifest: chain.manifest().clone(),
        scenario: chain.scenario().clone(),
        began_ms: first,
        history: Arc::clone(chain.history()),
        outcome: chain.outcome(),
        faults: case.faults(),
        claim: case.claim(),
        last: (chain.step() - 1, chain.root()),
    })
}
