//! The events of a match for its user.

use std::sync::Arc;

use rules::{Family, Outcome, Side};

use crate::chain::{AskedBack, TimeDispute};
use crate::hash::Digest;
use crate::history::Step;
use crate::manifest::Terms;
use crate::{Fault, PublicKey, Seat};

/// An event of a match for its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionEvent {
    /// The peer has greeted on a line.
    Joined {
        /// The peer's seat.
        seat: Seat,
        /// The peer's name.
        name: String,
        /// The peer's long-lived key.
        key: PublicKey,
    },
    /// The host's offer; [`crate::Session::accept`] agrees to it.
    Offered(ManifestSummary),
    /// All seats have signed the manifest; the match begins.
    Agreed,
    /// The secret choice of the seat is sealed.
    Locked(Seat),
    /// The history has one more step, our own orders included.
    Step(Arc<Step>),
    /// The seat offers a draw.
    DrawOffered(Seat),
    /// The seat answered the other's offer; true for yes.
    DrawAnswered(Seat, bool),
    /// A seat asks to take its last turn back.
    TakebackAsked(AskedBack),
    /// The seat answered the other's question; true for yes.
    TakebackAnswered(Seat, bool),
    /// The seat resigned.
    Resigned(Seat),
    /// A kept resignation of our seat is dropped, unsigned: the match went on in another copy of its files.
    ResignationLapsed(Seat),
    /// The seat goes on with a new match key.
    Renewed(Seat),
    /// A seat claims that another seat is silent, which nobody can prove.
    Claimed {
        /// The claiming seat.
        by: Seat,
        /// The accused seat.
        against: Seat,
    },
    /// A claim that would end the match does not: the accused seat's program does not confirm that the time was up. It
    /// says so by going on.
    ClaimDenied {
        /// The claiming seat.
        by: Seat,
        /// The accused seat.
        against: Seat,
    },
    /// Little of our own time for the present decision is left.
    TimeLow {
        /// Our seat.
        seat: Seat,
        /// The milliseconds left.
        left_ms: u64,
    },
    /// The seat's time for the present decision is up; the other seat may claim so.
    TimeUp(Seat),
    /// The seats differ about the time of a decision.
    TimeDisputed(TimeDispute),
    /// A chat message, which no file keeps.
    Chat {
        /// The sender.
        seat: Seat,
        /// The message.
        text: String,
    },
    /// The game has a result.
    Over(Outcome),
    /// All seats have signed the result: the match file is complete.
    Closed,
    /// The peers' positions differ; both programs stop and keep both texts.
    Diverged {
        /// The step in which the difference showed.
        step: u64,
        /// Our position.
        ours: String,
        /// The peer's position, once the peer has sent the text.
        theirs: Option<String>,
    },
    /// The peer broke the protocol.
    Fault(Fault),
}

/// The offer as the guest is shown it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestSummary {
    /// The id of the match.
    pub sid: Digest,
    /// The family.
    pub family: Family,
    /// The file name of the scenario.
    pub scenario_name: String,
    /// The title of the scenario.
    pub scenario_title: String,
    /// The id of the scenario.
    pub scenario_id: Digest,
    /// The options chosen, by key.
    pub options: Vec<(String, String)>,
    /// Each seat with its side, name and long-lived key.
    pub seats: Vec<(Seat, Side, String, PublicKey)>,
    /// The number of turns after which the match is drawn as agreed.
    pub max_turns: Option<u32>,
    /// The time limits.
    pub terms: Terms,
    /// Turns may be taken back by consent.
    pub takeback: bool,
}
