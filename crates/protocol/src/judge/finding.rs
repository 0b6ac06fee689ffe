//! Findings: what the judge comes to, on the match and on each seat.

use super::Verdict;
use crate::Seat;
use crate::fault::Proof;

/// What the signed bytes say against one seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatFinding {
    /// The seat that it speaks against.
    pub seat: Seat,
    /// PROVED if the seat's own bytes convict it, DIVERGED if it signed another position, CLAIMED if another seat says
    /// that it was silent.
    pub verdict: Verdict,
    /// In one word, for programs: the breach.
    pub kind: &'static str,
    /// The step of the breach, or of the claim.
    pub step: u64,
    /// The turn or the sealed choice of a shared side of which the seat had a part in that step, if the finding is about that
    /// part: `Blue's turn 7`.
    pub part_of: Option<String>,
    /// One sentence without a full stop.
    pub why: String,
    /// The signed bytes in question, as in [`Report::bytes`](super::Report::bytes).
    pub bytes: Vec<Vec<u8>>,
}

impl SeatFinding {
    /// The weight against the seat, the heaviest first, then the earliest.
    fn rank(&self) -> (u8, u64) {
        let weight = match self.verdict {
            Verdict::Proved => 0,
            Verdict::Diverged => 1,
            _ => 2,
        };
        (weight, self.step)
    }
}

/// Adds a finding. Of several against one seat the heaviest stands, and of those the earliest: later ones may only
/// follow from it.
pub(super) fn add(findings: &mut Vec<SeatFinding>, finding: SeatFinding) {
    let place = findings.binary_search_by_key(&finding.seat, |finding| finding.seat);
    match place {
        Ok(at) if findings[at].rank() > finding.rank() => findings[at] = finding,
        Ok(_) => {}
        Err(at) => findings.insert(at, finding),
    }
}

/// A finding on the match, before the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) verdict: Verdict,
    /// The finding in one word, for programs.
    pub(crate) kind: Option<&'static str>,
    pub(crate) step: Option<u64>,
    pub(crate) seat: Option<Seat>,
    pub(crate) why: String,
    /// The signed bytes in question: entries of a match file without their heads.
    pub(crate) bytes: Vec<Vec<u8>>,
}

impl Finding {
    pub(super) fn new(verdict: Verdict, why: impl Into<String>) -> Self {
        Self {
            verdict,
            kind: None,
            step: None,
            seat: None,
            why: why.into(),
            bytes: Vec::new(),
        }
    }

    pub(super) fn at(verdict: Verdict, step: u64, why: impl Into<String>) -> Self {
        Self {
            step: Some(step),
            ..Self::new(verdict, why)
        }
    }

    pub(super) fn proved(proof: &Proof, bytes: Vec<Vec<u8>>) -> Self {
        Self {
            kind: Some(proof.breach.word()),
            seat: Some(proof.seat),
            bytes,
            ..Self::at(Verdict::Proved, proof.step, proof.breach.to_string())
        }
    }

    pub(super) fn diverged(step: u64, seat: Seat, bytes: Vec<u8>) -> Self {
        let why = "it signed another position than the orders give";
        Self {
            kind: Some("position"),
            seat: Some(seat),
            bytes: vec![bytes],
            ..Self::at(Verdict::Diverged, step, why)
        }
    }

    /// The finding on the seat that it names.
    pub(super) fn on_seat(&self) -> Option<SeatFinding> {
        Some(SeatFinding {
            seat: self.seat?,
            verdict: self.verdict,
            kind: self.kind?,
            step: self.step?,
            part_of: None,
            why: self.why.clone(),
            bytes: self.bytes.clone(),
        })
    }

    pub(super) fn of_kind(self, kind: &'static str) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }
}
