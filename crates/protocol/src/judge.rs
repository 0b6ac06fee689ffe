//! The judge: the facts that match files prove, by the same chain that sessions use.
//!
//! A seat is convicted only by bytes it signed, and only where its own `prev` is the root of the history it is judged
//! against. Without such a record a contradiction convicts nobody.

mod case;

use std::fmt;

use rules::{Family, Outcome};

use crate::Seat;
pub(crate) use case::Case;
use case::Finding;

/// The verdict on a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// All seats have signed the result; nothing is missing or changed.
    Complete,
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
    /// The files are no match files of this format, or their manifest is not one that this program plays.
    Unreadable,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Complete => "COMPLETE",
            Self::Proved => "PROVED",
            Self::Claimed => "CLAIMED",
            Self::Diverged => "DIVERGED",
            Self::Inconsistent => "INCONSISTENT",
            Self::Open => "OPEN",
            Self::Unreadable => "UNREADABLE",
        })
    }
}

/// The judge's report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The family by whose rules the match was played, as far as its manifest can be read.
    pub family: Option<Family>,
    /// The result, as far as the signed bytes give one; of a broken match none.
    pub result: Option<Outcome>,
    /// The last complete step, or the one in which the match broke.
    pub step: u64,
    /// The seat named by the verdict.
    pub seat: Option<Seat>,
    /// The reason of the verdict.
    pub why: String,
    /// The questions that the files leave open.
    pub unknown: Vec<String>,
}

/// Judges one match from one or several copies of its file.
pub fn judge(files: &[&[u8]]) -> Report {
    let case = match Case::read(files) {
        Ok(case) => case,
        Err(finding) => return report(None, finding),
    };
    let finding = case.finding();
    report(Some(&case), finding)
}

fn report(case: Option<&Case>, finding: Finding) -> Report {
    let steps = case.map_or(0, |case| case.chain().step() - 1);
    let Finding {
        verdict,
        step,
        seat,
        why,
    } = finding;
    let sound = matches!(
        verdict,
        Verdict::Complete | Verdict::Open | Verdict::Claimed
    );
    Report {
        verdict,
        family: case.map(|case| case.chain().scenario().family()),
        result: case
            .filter(|_| sound)
            .and_then(|case| case.chain().outcome()),
        step: step.unwrap_or(steps),
        seat,
        why,
        unknown: unknown(case, verdict),
    }
}

fn unknown(case: Option<&Case>, verdict: Verdict) -> Vec<String> {
    let mut unknown = Vec::new();
    let mut say = |text: &str| unknown.push(text.to_owned());
    match verdict {
        Verdict::Unreadable => return unknown,
        Verdict::Open | Verdict::Claimed => {
            say("whether the other player holds a longer copy: judge both files together");
            say("why the match did not go on: silence, a broken line and a choice look the same");
        }
        Verdict::Inconsistent => {
            say("who changed the file, or who signed two histories: judge all copies together");
        }
        Verdict::Proved | Verdict::Diverged => {
            say("whether it was done on purpose or by a broken program");
        }
        Verdict::Complete => {}
    }
    if case.is_some_and(Case::is_torn) {
        say("what the cut-off end of the file held");
    }
    say("the times: each is its signer's own claim");
    say("who sat at the keys, and whether people or programs helped");
    unknown
}
