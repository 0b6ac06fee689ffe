//! Findings: what the judge comes to, before the report.

use super::Verdict;
use crate::Seat;
use crate::fault::Proof;

/// A finding of the judge, before the report.
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

    pub(super) fn of_kind(self, kind: &'static str) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }
}
