//! A first look at a match file: what it says of itself, with nothing verified.

use std::collections::BTreeSet;

use scenario::Scenario;

use crate::file::{Entry, FormatError, read_public};
use crate::record::{CloseBody, WireOutcome};
use crate::{Kind, Manifest, codec};

/// A match as its file tells it: for lists of matches, which judge nothing.
#[derive(Debug, Clone)]
pub struct Glance {
    /// The manifest.
    pub manifest: Manifest,
    /// The scenario, where this program can read it.
    pub scenario: Option<Scenario>,
    /// The number of signed records; none where nothing happened since the agreement.
    pub records: usize,
    /// The number of steps in which a side gave orders.
    pub turns: usize,
    /// The result that a closing record names, once there is one of every seat; a match without can be taken up again.
    pub result: Option<WireOutcome>,
    /// What is wrong with the end of the file, in words; nothing where it is whole.
    pub damage: Option<String>,
}

/// The reason why a file shows no match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GlanceError {
    /// The file is no match file of this format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The file begins with no manifest.
    #[error("the match file begins with no manifest")]
    NoManifest,
}

/// Looks at a match file without verifying anything.
///
/// # Errors
/// Returns [`GlanceError`] where the file is no match file of this format.
pub fn glance(file: &[u8]) -> Result<Glance, GlanceError> {
    let (entries, tail) = read_public(file)?;
    let mut entries = entries.into_iter();
    let Some(Entry::Manifest(manifest)) = entries.next() else {
        return Err(GlanceError::NoManifest);
    };
    let mut ordered = BTreeSet::new();
    let mut closed = BTreeSet::new();
    let (mut result, mut records) = (None, 0);
    for entry in entries {
        let Entry::Record(record) = entry else {
            continue;
        };
        records += 1;
        match record.kind {
            Kind::Orders => {
                ordered.insert(record.step);
            }
            Kind::Close => {
                closed.insert(record.seat);
                let body = codec::decode_canonical::<CloseBody>(&record.body);
                result = body.ok().map(|body| body.result);
            }
            _ => {}
        }
    }
    let scenario = manifest.read_scenario().ok();
    let is_closed = closed.len() == manifest.seats.len();
    Ok(Glance {
        manifest: *manifest,
        scenario,
        records,
        turns: ordered.len(),
        result: result.filter(|_| is_closed),
        damage: tail.damage(),
    })
}
