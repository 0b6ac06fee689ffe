//! How the match ends without a closing record, and which result the user has seen.

use rules::Outcome;

use crate::StandingClaim;
use crate::manifest::ClaimEffect;

/// The claim that has ended the match, and the result shown last.
///
/// A claim of silence proves nothing (threat 22), so it ends the match for a program only if that program agrees: the
/// claimant's at once, the accused's if its own clock says that the time was up. [`Ending::weigh`] is called whenever
/// time passes or something is taken in, and may take an ending back: the accused's program that does not agree plays
/// on, and its next record ends the claim. [`Ending::show`] is called once after each change.
#[derive(Default)]
pub(super) struct Ending {
    on_time: Option<StandingClaim>,
    shown: Option<Outcome>,
}

impl Ending {
    /// The claim by which the match is over, as agreed.
    pub(super) fn on_time(&self) -> Option<StandingClaim> {
        self.on_time
    }

    /// True if a claim has ended the match.
    pub(super) fn is_on_time(&self) -> bool {
        self.on_time.is_some()
    }

    /// Takes note of the claim that stands now and whether this program agrees to it. Returns the claim that this
    /// program or the accused's does not agree to; `is_decided` says whether the match has a result without any
    /// claim, and
    /// `was_shown` whether the user has seen such a claim in this step.
    pub(super) fn weigh(
        &mut self,
        claim: Option<StandingClaim>,
        agrees: impl Fn(&StandingClaim) -> bool,
        (is_decided, was_shown): (bool, bool),
    ) -> Option<StandingClaim> {
        // a claim without effect ends nothing, whoever agrees
        let claim = claim.filter(|claim| claim.effect != ClaimEffect::Nothing);
        let before = self.on_time;
        // the end stays agreed while the claim stands: a clock that is set otherwise gives nothing back
        self.on_time = claim.filter(|claim| before == Some(*claim) || agrees(claim));
        match before {
            _ if is_decided || self.on_time.is_some() => None,
            // the accused program has played on
            // (its next record has ended the claim, and with it the end of the match)
            Some(before) if claim.is_none() => Some(before),
            _ => claim.filter(|_| !was_shown),
        }
    }

    /// Takes note of the present result. Returns whether it is another than the one shown last.
    pub(super) fn show(&mut self, outcome: Option<Outcome>) -> bool {
        let is_new = outcome != self.shown;
        self.shown = outcome;
        is_new
    }
}
