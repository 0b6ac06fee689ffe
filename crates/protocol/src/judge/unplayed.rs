//! Judges a match whose rules this program does not have, by signatures, chain and openings.

use std::collections::BTreeMap;

use cleaner::text::listed;

use super::Verdict;
use super::copies::{self, CopyReport};
use super::evidence::Evidence;
use super::finding::{Finding, SeatFinding, add};
use crate::codec::decode_canonical;
use crate::fault::{Breach, Proof};
use crate::hash::{self, Digest};
use crate::record::{CloseBody, CommitBody, RevealBody};
use crate::{Kind, Record, Seat};

/// A match that is judged without its rules.
pub(super) struct Unplayed {
    evidence: Evidence,
    /// The complete steps that hang together.
    steps: u64,
    openings: usize,
    proof: Option<Finding>,
    /// What convicts each seat.
    findings: Vec<SeatFinding>,
}

impl Unplayed {
    pub(super) fn of(evidence: Evidence) -> Self {
        let mut unplayed = Self {
            evidence,
            steps: 0,
            openings: 0,
            proof: None,
            findings: Vec::new(),
        };
        unplayed.follow();
        let doubles = unplayed.evidence.two_records().into_iter();
        // as with the rules: a key whose player has not signed the manifest convicts nobody
        let doubles = doubles.filter(|(proof, _)| unplayed.has_agreed(proof.seat));
        let doubles = doubles.map(|(proof, bytes)| Finding::proved(&proof, bytes.to_vec()));
        let doubles: Vec<Finding> = doubles.collect();
        let opened = unplayed.proof.iter();
        for finding in doubles.iter().chain(opened).filter_map(Finding::on_seat) {
            add(&mut unplayed.findings, finding);
        }
        if let Some(first) = doubles.into_iter().next() {
            unplayed.proof = Some(first);
        }
        unplayed
    }

    fn has_agreed(&self, seat: Seat) -> bool {
        self.evidence.genesis.contains_key(&seat)
    }

    /// Follows the chain as far as each step is the root of the next.
    fn follow(&mut self) {
        let sid = self.evidence.manifest.sid();
        let mut root = hash::genesis_root(&sid);
        let mut commitments = BTreeMap::new();
        for step in 1.. {
            let Some(records) = self.evidence.records.get(&step) else {
                break;
            };
            // without the rules nobody knows who contributes: the root of all that fit is tried, and the next step
            // confirms it
            let mut fitting: Vec<&Record> = records.iter().filter(|r| r.prev == root).collect();
            fitting.sort_by_key(|record| record.seat);
            let closes = fitting.iter().filter(|record| record.kind == Kind::Close);
            let all_close = closes.count() == self.evidence.manifest.seats.len();
            // either all close, or closing records that stand alone end nothing and are not part of the root
            fitting.retain(|record| (record.kind == Kind::Close) == all_close);
            if fitting.is_empty() {
                break;
            }
            let mut found = None;
            for record in &fitting {
                if record.kind == Kind::Commit
                    && let Ok(CommitBody(list)) = decode_canonical(&record.body)
                {
                    commitments.insert(record.seat, (step, root, list));
                }
                match opened(record, &sid, commitments.get(&record.seat)) {
                    Ok(openings) => self.openings = self.openings.saturating_add(openings),
                    Err(breach) => found = Some(proved(record, breach)),
                }
            }
            let ids: Vec<(Seat, Digest)> = fitting.iter().map(|r| (r.seat, r.id())).collect();
            let ids = ids.iter().map(|(seat, id)| (*seat, id));
            root = hash::step_root(&sid, step, &root, ids);
            let next = self.evidence.records.get(&step.saturating_add(1));
            let is_followed = next.is_some_and(|next| next.iter().any(|r| r.prev == root));
            let found = found.filter(|found| found.seat.is_some_and(|seat| self.has_agreed(seat)));
            self.proof = self.proof.take().or(found);
            // the last step has nothing after it that confirms its root, unless all have closed
            if !is_followed && !all_close {
                break;
            }
            self.steps = step;
        }
    }

    pub(super) fn finding(&self, why: String) -> Finding {
        let unreadable = || Finding::new(Verdict::Unreadable, why);
        self.proof.clone().unwrap_or_else(unreadable)
    }

    /// What convicts each seat.
    pub(super) fn findings(&self) -> Vec<SeatFinding> {
        self.findings.clone()
    }

    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = self.evidence.remarks.clone();
        let (signed, seats) = (
            self.evidence.genesis.len(),
            self.evidence.manifest.seats.len(),
        );
        remarks.push(format!(
            "without the rules this much was checked: {signed} of {seats} players signed the manifest, {} steps hang \
             together under sound signatures, {} openings fit their commitments",
            self.steps, self.openings
        ));
        let last = self.evidence.records.get(&self.steps).into_iter().flatten();
        let results = last
            .filter(|record| record.kind == Kind::Close)
            .filter_map(|record| {
                let body: CloseBody = decode_canonical(&record.body).ok()?;
                let winners: Vec<String> = body.result.winners().iter().map(side).collect();
                let winners = match winners.is_empty() {
                    true => "a draw".to_owned(),
                    false => format!("a win of {}", listed(&winners)),
                };
                let (seat, word) = (record.seat, body.result.word().to_owned());
                Some(format!("{seat} signed the end as {winners} ({word})"))
            });
        remarks.extend(results.collect::<Vec<_>>());
        remarks
    }

    /// The files that were judged, and how much of each counts.
    pub(super) fn copies(&self) -> Vec<CopyReport> {
        copies::reports(&self.evidence.copies)
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }
}

fn side(side: rules::Side) -> String {
    format!("side {}", side.code())
}

/// The number of openings in the record, each of which fits what its seat committed to last.
fn opened(
    record: &Record,
    sid: &Digest,
    committed: Option<&(u64, Digest, Vec<crate::record::Commitment>)>,
) -> Result<usize, Breach> {
    if record.kind != Kind::Reveal {
        return Ok(0);
    }
    let RevealBody(openings) = decode_canonical(&record.body).map_err(Breach::Malformed)?;
    let (step, prev, commitments) = committed.ok_or(Breach::WrongSlots)?;
    // only what does not need the rules: the sizes and the legality of the choice are theirs
    for opening in &openings {
        let slot = opening.slot;
        let commitment = commitments
            .iter()
            .find(|commitment| commitment.slot == slot);
        let commitment = commitment.ok_or(Breach::WrongSlots)?;
        let at = (*step, record.seat, slot);
        let digest = hash::commit(&opening.nonce, sid, at, prev, &opening.payload);
        if digest != commitment.digest {
            return Err(Breach::WrongOpening { slot });
        }
    }
    Ok(openings.len())
}

fn proved(record: &Record, breach: Breach) -> Finding {
    let proof = Proof {
        step: record.step,
        seat: record.seat,
        breach,
    };
    Finding::proved(&proof, vec![record.to_bytes()])
}
