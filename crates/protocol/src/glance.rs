//! A first look at a match file: what it says of itself, with nothing verified.

use std::collections::{BTreeMap, BTreeSet};

use scenario::Scenario;

use crate::file::{Entry, FormatError, read_public};
use crate::manifest::ClaimEffect;
use crate::note::Statement;
use crate::record::{CloseBody, WireOutcome};
use crate::{Kind, Manifest, Seat, codec};

/// A match as its file shows it: for lists of matches, which judge nothing.
#[derive(Debug, Clone)]
pub struct Glance {
    /// As it stands in the file; not checked.
    pub manifest: Manifest,
    /// The scenario, if this program can read it.
    pub scenario: Option<Scenario>,
    /// The number of signed records; none if nothing happened since the agreement.
    pub records: usize,
    /// The number of steps in which a side gave orders.
    pub turns: usize,
    /// The result that a closing record names, once there is one of every seat; a match without can be resumed.
    pub result: Option<WireOutcome>,
    /// The damage at the end of the file, in words; `None` for a whole file.
    pub damage: Option<String>,
    /// The seat whose time is claimed to be up, if that ends the match as agreed and the seat has signed nothing since.
    pub late: Option<Seat>,
}

/// Why a file shows no match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GlanceError {
    /// The file is no match file of this format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The file begins with no manifest.
    #[error("the match file does not begin with a manifest")]
    NoManifest,
}

/// Looks at a match file without verifying anything.
///
/// # Errors
/// Returns [`GlanceError`] if the file is no match file of this format.
pub fn glance(file: &[u8]) -> Result<Glance, GlanceError> {
    let (entries, tail) = read_public(file)?;
    let mut entries = entries.into_iter();
    let Some(Entry::Manifest(manifest)) = entries.next() else {
        return Err(GlanceError::NoManifest);
    };
    let mut ordered = BTreeSet::new();
    let mut closed = BTreeSet::new();
    let (mut result, mut records) = (None, 0_usize);
    let (mut claims, mut last) = (Vec::new(), BTreeMap::new());
    for entry in entries {
        let record = match entry {
            Entry::Record(record) => record,
            Entry::Note(note) => {
                // no signature is checked: a list only hints, and the session or the judge says what counts
                claims.extend(Statement::from_bytes(note.kind, &note.body).ok());
                continue;
            }
            _ => continue,
        };
        // by seat, since a claim ends with the accused seat's next record
        let latest: &mut u64 = last.entry(record.seat).or_default();
        *latest = record.step.max(*latest);
        records = records.saturating_add(1);
        match record.kind {
            Kind::Orders => {
                // by step, so that a second record for one step is not counted as a turn
                ordered.insert(record.step);
            }
            Kind::Close => {
                closed.insert(record.seat);
                let body = codec::decode_canonical::<CloseBody>(&record.body);
                // of closing records with different results the last one is shown; the judge names the difference
                result = body.ok().map(|body| body.result);
            }
            _ => {}
        }
    }
    let scenario = manifest.read_scenario().ok();
    let present = last.values().max().map_or(1, |step| step.saturating_add(1));
    // the latest claim: earlier ones were for earlier steps
    let late = claims.into_iter().rev().find_map(|said| match said {
        Statement::Claim { against, step } => {
            let signed = last.get(&against).copied().unwrap_or(0);
            (signed < step && step <= present).then_some(against)
        }
        _ => None,
    });
    let late = late.filter(|_| manifest.terms.claim != ClaimEffect::Nothing);
    // one seat's closing record alone is its word about a result
    // who is out by then need not close; a list says only what seems to be
    let present = manifest.present();
    let is_closed = !closed.is_empty() && present.iter().all(|seat| closed.contains(seat));
    Ok(Glance {
        manifest: *manifest,
        scenario,
        records,
        turns: ordered.len(),
        result: result.filter(|_| is_closed),
        damage: tail.damage(),
        late: late.filter(|_| !is_closed),
    })
}
