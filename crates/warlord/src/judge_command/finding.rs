//! The judge's finding on a match as JSON.

use protocol::judge::{Report, SeatFinding};
use serde::Serialize;

use super::matches::{FileReport, Judged};
use crate::match_facts::MatchFacts;
use crate::match_file;
use crate::sitting::hex;

/// The judge's finding, as `--json` gives it.
#[derive(Debug, Serialize)]
pub(super) struct Finding<'a> {
    verdict: String,
    result: Option<String>,
    step: u64,
    seat: Option<u8>,
    why: &'a str,
    #[serde(flatten)]
    facts: MatchFacts,
    files: &'a [FileReport],
    /// The claim of the verdict CLAIMED.
    claim: Option<Claim>,
    /// In a match with clocks: the milliseconds left, by seat.
    clocks: Vec<u64>,
    /// The breach, or how the match was decided, in one word.
    kind: Option<&'static str>,
    /// The signed bytes in question as hexadecimal digits, each a record or note as in a match file.
    bytes: Vec<String>,
    /// What the signed bytes say against each seat, at most one finding a seat.
    findings: Vec<OnSeat<'a>>,
    left_out: &'a [String],
    not_known: &'a [String],
}

/// What the signed bytes say against one seat.
#[derive(Debug, Serialize)]
struct OnSeat<'a> {
    seat: u8,
    verdict: String,
    kind: &'static str,
    step: u64,
    /// The turn or the sealed choice of a shared side of which the seat had a part in that step.
    #[serde(skip_serializing_if = "Option::is_none")]
    part_of: Option<&'a str>,
    why: &'a str,
    bytes: Vec<String>,
}

impl<'a> OnSeat<'a> {
    fn of(finding: &'a SeatFinding) -> Self {
        Self {
            seat: finding.seat.0,
            verdict: finding.verdict.to_string(),
            kind: finding.kind,
            step: finding.step,
            part_of: finding.part_of.as_deref(),
            why: &finding.why,
            bytes: finding.bytes.iter().map(|bytes| hex(bytes)).collect(),
        }
    }
}

/// A claim that the time is up: by which seat, against which, and what was agreed to follow if it is true.
#[derive(Debug, Serialize)]
struct Claim {
    by: u8,
    against: u8,
    effect: &'static str,
}

impl<'a> Finding<'a> {
    pub(super) fn of(judged: &'a Judged) -> Self {
        let report: &Report = &judged.report;
        let turns = judged.replay.as_ref().map(match_file::turns);
        let facts = judged.manifest.as_ref();
        let facts = facts.map(|manifest| MatchFacts::new(manifest, report.result, turns));
        let result = report.family.zip(report.result);
        Self {
            verdict: report.verdict.to_string(),
            result: result.map(|(family, result)| result.to_text(family)),
            step: report.step,
            seat: report.seat.map(|seat| seat.0),
            why: &report.why,
            facts: facts.unwrap_or_default(),
            files: &judged.files,
            claim: report.claim.map(|claim| Claim {
                by: claim.by.0,
                against: claim.against.0,
                effect: claim.effect.word(),
            }),
            clocks: report.clocks.iter().map(|(_, left_ms)| *left_ms).collect(),
            kind: report.kind,
            bytes: report.bytes.iter().map(|bytes| hex(bytes)).collect(),
            findings: report.findings.iter().map(OnSeat::of).collect(),
            left_out: &report.remarks,
            not_known: &report.unknown,
        }
    }
}
