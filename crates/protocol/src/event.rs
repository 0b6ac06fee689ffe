//! What a match tells its user.

use std::sync::Arc;

use rules::{Family, Outcome, Side};

use crate::hash::Digest;
use crate::history::Step;
use crate::manifest::Terms;
use crate::{Fault, PublicKey, Seat};

/// What the user should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionEvent {
    /// The peer is here.
    Joined {
        /// Its seat.
        seat: Seat,
        /// Its name.
        name: String,
        /// Its long-lived key.
        key: PublicKey,
    },
    /// The host's offer; [`crate::Session::accept`] agrees to it.
    Offered(ManifestSummary),
    /// All have signed; the match begins.
    Agreed,
    /// That seat's secret choice is sealed.
    Locked(Seat),
    /// The history has one more step, our own orders included.
    Step(Arc<Step>),
    /// That seat offers a draw.
    DrawOffered(Seat),
    /// That seat answered the other's offer.
    DrawAnswered(Seat, bool),
    /// That seat gave up.
    Resigned(Seat),
    /// That seat says another one is silent; nobody can prove it.
    Claimed {
        /// Who says so.
        by: Seat,
        /// Of whom.
        against: Seat,
    },
    /// Something was said; never in the match file.
    Chat {
        /// By whom.
        seat: Seat,
        /// What.
        text: String,
    },
    /// The game has a result.
    Over(Outcome),
    /// All have signed the result: the match file is complete.
    Closed,
    /// The peers' positions differ; both stop and keep the texts.
    Diverged {
        /// In which step it showed.
        step: u64,
        /// Our position.
        ours: String,
        /// The peer's, as it says, once it has sent it.
        theirs: Option<String>,
    },
    /// The peer broke the protocol.
    Fault(Fault),
}

/// What a guest is asked to agree to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestSummary {
    /// The match.
    pub sid: Digest,
    /// The family.
    pub family: Family,
    /// The scenario's file name.
    pub scenario_name: String,
    /// Its title.
    pub scenario_title: String,
    /// Its id.
    pub scenario_id: Digest,
    /// Switches chosen.
    pub options: Vec<(String, String)>,
    /// Who plays what.
    pub seats: Vec<(Seat, Side, String, PublicKey)>,
    /// Drawn as agreed after so many turns.
    pub max_turns: Option<u32>,
    /// Clock and time limits.
    pub terms: Terms,
}
