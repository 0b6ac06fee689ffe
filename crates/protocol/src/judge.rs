//! The judge: the facts that match files prove, by the same chain that sessions use.
//!
//! A seat is convicted only by bytes it signed, and only if its own `prev` is the root of the history it is judged
//! against. Without such a record a contradiction convicts nobody.

mod carried;
mod case;
mod continued;
mod copies;
mod evidence;
mod finding;
mod member;
mod tables;
mod unplayed;

use std::collections::BTreeSet;
use std::fmt;

use rules::{Family, Outcome};

use crate::{Seat, StandingClaim};
pub(crate) use case::{Case, NoCase};
pub use continued::{begins_in, judge_matches};
pub use copies::CopyReport;
pub use finding::SeatFinding;
use finding::{Finding, add};
pub use tables::WentOn;
use unplayed::Unplayed;

/// The disputes about time that a report names: a slow line can make one of every turn.
const MOST_DISPUTES: usize = 10;

/// The conclusion that signed bytes allow about a match. The order of weight is in `docs/protocol.md` 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// All seats have signed the result; nothing is missing or changed.
    Complete,
    /// The result follows from signed legal orders, or is signed by whom it is against; not all have closed the match.
    Decided,
    /// A seat's own signed bytes convict it.
    Proved,
    /// A seat claims that another was silent; nobody can prove it.
    Claimed,
    /// A seat signed another position than the orders give.
    Diverged,
    /// The files contradict themselves or each other, and convict nobody.
    Inconsistent,
    /// The match is sound as far as it goes, and not finished.
    Open,
    /// All who play the match have signed a new one in its place.
    Continued,
    /// The files are no match files of this format, or their manifest is not one that this program plays.
    Unreadable,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Complete => "COMPLETE",
            Self::Decided => "DECIDED",
            Self::Proved => "PROVED",
            Self::Claimed => "CLAIMED",
            Self::Diverged => "DIVERGED",
            Self::Inconsistent => "INCONSISTENT",
            Self::Open => "OPEN",
            Self::Continued => "CONTINUED",
            Self::Unreadable => "UNREADABLE",
        })
    }
}

/// The verdict on a match, with everything that a reader needs to check it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The weightiest finding of all copies together.
    pub verdict: Verdict,
    /// The family by whose rules the match was played, as far as its manifest can be read.
    pub family: Option<Family>,
    /// The result, as far as the signed bytes give one; what else a seat signed does not take it away.
    pub result: Option<Outcome>,
    /// The finding in one word, for programs: the breach, or how the match was decided.
    pub kind: Option<&'static str>,
    /// The claim of silence of the verdict CLAIMED, with what was agreed to follow from it.
    pub claim: Option<StandingClaim>,
    /// In a match with clocks the milliseconds that each seat has left, by what both signed.
    pub clocks: Vec<(Seat, u64)>,
    /// The last complete step, or the one in which the match broke.
    pub step: u64,
    /// The seat named by the verdict.
    pub seat: Option<Seat>,
    /// One sentence without a full stop.
    pub why: String,
    /// The signed bytes in question, each as in a match file but without the entry's head: the record or note that
    /// convicts, or the two that exclude each other.
    pub bytes: Vec<Vec<u8>>,
    /// The files judged as copies of the match, and how much of each counts.
    pub copies: Vec<CopyReport>,
    /// The entries left out of the judgment, and those that do not fit and change nothing.
    pub remarks: Vec<String>,
    /// What the signed bytes say against each seat, at most one finding a seat, in the order of the seats. The verdict is
    /// the match's, and the result stands apart from both.
    pub findings: Vec<SeatFinding>,
    /// Of a table the new matches in which seats went on without others, as far as their files are here.
    pub went_on: Vec<WentOn>,
    /// The questions that the files leave open.
    pub unknown: Vec<String>,
}

/// Judges one match from one or several copies of its file, whatever match it continues or is continued in. One more
/// copy never takes a proof or a result away: what does not verify is left out of each copy and named in the remarks.
/// Takes time in proportion to the length of the files.
pub fn judge(files: &[&[u8]]) -> Report {
    let (mut report, case) = judged(files);
    if let Some(case) = case {
        // without the match before nobody knows why the others are gone
        tables::weigh_lone_team(&mut report, case.chain().manifest(), false, false);
    }
    report
}

/// The report on a match, with the match as the files together give it.
fn judged(files: &[&[u8]]) -> (Report, Option<Case>) {
    let case = match Case::read(files) {
        Ok(case) => case,
        Err(NoCase::NoMatch(why)) => {
            let finding = Finding::new(Verdict::Unreadable, why);
            return (report(None, finding, 0, Vec::new()), None);
        }
        Err(NoCase::NotPlayed(cause, evidence)) => {
            let unplayed = Unplayed::of(*evidence);
            let finding = unplayed.finding(cause.to_string());
            let copies = unplayed.copies();
            let found = report(None, finding, unplayed.steps(), unplayed.remarks());
            let findings = unplayed.findings();
            let report = Report {
                copies,
                findings,
                ..found
            };
            return (report, None);
        }
    };
    let (report, case) = report_on(files, case);
    (report, Some(case))
}

/// The report on the match that the files together give, with what each copy proves and decides on its own.
fn report_on(files: &[&[u8]], mut case: Case) -> (Report, Case) {
    let steps = case.chain().last_step();
    // remarks and copies come from all files together, whatever a single copy turns out to decide alone
    let mut together = report(Some(&case), case.finding(), steps, case.remarks());
    together.copies = case.copies();
    // copies of one program are often the same bytes; one copy alone is the case already
    let copies: BTreeSet<&[u8]> = files.iter().copied().collect();
    if copies.len() > 1 {
        for file in copies {
            let Some(alone) = of_one_copy(file, &case) else {
                continue;
            };
            let steps = alone.chain().last_step();
            together.keep(report(Some(&alone), alone.finding(), steps, Vec::new()));
            case.keep(&alone);
        }
    }
    (together, case)
}

/// One copy of that match alone.
fn of_one_copy(file: &[u8], together: &Case) -> Option<Case> {
    let case = together.alone(file)?;
    (case.chain().sid() == together.chain().sid()).then_some(case)
}

impl Report {
    /// The turn or the sealed choice of a shared side of which the seat that the verdict names had a part, if the verdict is
    /// about that part.
    pub fn part_of(&self) -> Option<&str> {
        let mut findings = self.findings.iter();
        let named =
            |finding: &&SeatFinding| Some(finding.seat) == self.seat && finding.step == self.step;
        findings.find(named)?.part_of.as_deref()
    }

    /// Keeps what one copy proves or decides by itself, which no other copy takes away: records that a cheat also
    /// signs may lead the copies together upon another way.
    fn keep(&mut self, alone: Self) {
        let rank = |verdict| match verdict {
            Verdict::Proved => 3,
            Verdict::Complete => 2,
            Verdict::Decided => 1,
            _ => 0,
        };
        for finding in &alone.findings {
            add(&mut self.findings, finding.clone());
        }
        // complete beats the result of the copies together, which a record signed twice may have led elsewhere
        if alone.verdict == Verdict::Complete || self.result.is_none() {
            self.result = alone.result.or(self.result);
        }
        if rank(alone.verdict) > rank(self.verdict) {
            *self = Self {
                result: self.result,
                // the copies were counted over all files: a copy alone knows nothing of the others
                copies: std::mem::take(&mut self.copies),
                remarks: std::mem::take(&mut self.remarks),
                findings: std::mem::take(&mut self.findings),
                unknown: alone.unknown.clone(),
                ..alone
            };
        }
    }
}

fn report(case: Option<&Case>, finding: Finding, steps: u64, remarks: Vec<String>) -> Report {
    let Finding {
        verdict,
        kind,
        step,
        seat,
        why,
        bytes,
    } = finding;
    let found = Finding {
        verdict,
        kind,
        step,
        seat,
        why: why.clone(),
        bytes: bytes.clone(),
    };
    let mut findings = case.map_or_else(Vec::new, Case::findings);
    if let Some(finding) = found.on_seat() {
        add(&mut findings, finding);
    }
    for finding in &mut findings {
        finding.part_of = case.and_then(|case| case.part_of(finding));
    }
    Report {
        findings,
        verdict,
        family: case.map(Case::family),
        result: case.and_then(Case::result),
        kind,
        claim: case
            .filter(|_| verdict == Verdict::Claimed)
            .and_then(Case::claim),
        clocks: case.map_or_else(Vec::new, Case::clocks),
        step: step.unwrap_or(steps),
        seat,
        why,
        bytes,
        copies: Vec::new(),
        went_on: Vec::new(),
        remarks,
        unknown: unknown(case, verdict),
    }
}

fn unknown(case: Option<&Case>, verdict: Verdict) -> Vec<String> {
    let mut unknown = Vec::new();
    let mut say = |text: &str| unknown.push(text.to_owned());
    match verdict {
        // nothing was judged, or the new match answers it
        Verdict::Unreadable | Verdict::Continued => return unknown,
        Verdict::Open | Verdict::Claimed => {
            say(match case.is_some_and(Case::has_table) {
                true => "whether another player holds a longer copy: judge all files together",
                false => "whether the other player holds a longer copy: judge both files together",
            });
            say(
                "why the match did not continue: silence, a broken connection and a choice look the same",
            );
        }
        Verdict::Inconsistent => {
            say("who changed the file, or who signed two histories: judge all copies together");
        }
        Verdict::Proved | Verdict::Diverged => {
            say("whether it was done on purpose or by a broken program");
        }
        Verdict::Decided => {
            say(
                "why not all have signed the end: silence, a broken connection and a choice look the same",
            );
        }
        Verdict::Complete => {}
    }
    if case.is_some_and(Case::is_torn) {
        say("what the cut-off end of the file held");
    }
    for dispute in case
        .into_iter()
        .flat_map(Case::disputes)
        .take(MOST_DISPUTES)
    {
        say(&format!(
            "who is right about the time of step {}: {} says {} s, others measured {} s",
            dispute.step,
            dispute.seat,
            dispute.said_ms / 1000,
            dispute.measured_ms / 1000
        ));
    }
    say("the times: each is its signer's own claim");
    say("who sat at the keys, and whether people or programs helped");
    unknown
}
