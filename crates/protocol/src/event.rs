//! The events of a match for its user.

mod continuing;
mod leave;

use std::sync::Arc;

use rules::{AnyPosition, Family, Outcome, Side};
use scenario::Scenario;

use crate::hash::Digest;
use crate::history::Step;
use crate::manifest::Terms;
use crate::terms::clock_face;
use crate::text::plain_text;
use crate::{Fault, PublicKey, Seat, Start, WhyGone};
pub use continuing::{Agreement, ContinueTerms, RoundTerms};
pub use leave::{Fate, LeaveTerms, Leaver};

/// Who reads a chat message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everybody who plays.
    All,
    /// The other seats of the speaker's team.
    Team,
}

/// An event of a match for its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionEvent {
    /// The peer has greeted on a line.
    Joined {
        /// The seat at the other end.
        seat: Seat,
        /// As the manifest has it, at most 32 bytes; not cleaned for a screen.
        name: String,
        /// Proved by TLS and by the signature of the channel.
        key: PublicKey,
    },
    /// The peer's program has this newer version: numbers and periods, nothing else.
    PeerIsNewer(String),
    /// The host's offer; [`crate::Session::accept`] agrees to it.
    Offered(ManifestSummary),
    /// All seats have signed the manifest; the match begins.
    Agreed,
    /// The secret choice of the seat is sealed.
    Locked(Seat),
    /// The history has one more step, our own orders included.
    Step(Arc<Step>),
    /// By a note; it stands until another seat has decided something.
    DrawOffered(Seat),
    /// The seat answered another's offer; true for yes.
    DrawAnswered(Seat, bool),
    /// A seat asks to take its last turn back.
    TakebackAsked(AskedBack),
    /// The seat answered another's question; true for yes.
    TakebackAnswered(Seat, bool),
    /// By a note; two who resign draw.
    Resigned(Seat),
    /// A seat claims that another seat is silent, which nobody can prove.
    Claimed {
        /// The seat that signed the claim.
        by: Seat,
        /// The seat that is said to be silent.
        against: Seat,
    },
    /// A claim that would end the match does not: the accused seat's program does not confirm that the time was up.
    /// It says so by playing on.
    ClaimDenied {
        /// The seat that signed the claim.
        by: Seat,
        /// The seat that is said to be silent.
        against: Seat,
    },
    /// Little of our own time for the present decision is left.
    TimeLow {
        /// This seat; the peer is warned by its own program.
        seat: Seat,
        /// By this program's own measure.
        left_ms: u64,
    },
    /// The seat's time for the present decision is up; others may claim so.
    TimeUp(Seat),
    /// The seats differ about the time of a decision.
    TimeDisputed(TimeDispute),
    /// Another player asks to continue in a new match.
    ContinueAsked(ContinueTerms),
    /// At a table the player of the seat agrees to continue as ours does.
    ContinueAgreed(Seat),
    /// The player of the seat does not continue as was asked, or no longer does.
    ContinueDeclined(Seat),
    /// The others may go on without a seat that has resigned, is convicted, or is silent; see
    /// [`crate::Session::leavers`].
    MayGoOn {
        /// The seat that may be left out.
        without: Seat,
        /// The reason.
        why: WhyGone,
    },
    /// A player says without which seats to go on; none if that is taken back.
    GoOnSaid {
        /// The seat of the player.
        by: Seat,
        /// The seats to leave out.
        without: Vec<Seat>,
    },
    /// The silent seat is heard again: it plays on, and what our player agreed to has lapsed.
    GoOnLapsed(Seat),
    /// The others have gone on without this seat, in the match of that id. This one stands where it stood.
    LeftOut {
        /// The id of the new match.
        sid: Digest,
    },
    /// A question to continue has lapsed, since something was played or the match has a result.
    ContinueLapsed,
    /// The match is continued in a new one.
    Continued {
        /// Its id; both files are those of the new match from here on.
        sid: Digest,
    },
    /// The other has sent the file of an older match: of the one that the offer begins from, which comes next, or of
    /// one in which our player has a seat, and whose file is lost.
    Past(Arc<Vec<u8>>),
    /// A team-mate's part of the set-up is here, or has changed; see [`crate::Session::plans`].
    Planned(Seat),
    /// The side's set-up cannot be sealed as it is: the parts are not legal together, or what a mate has sealed is not what
    /// it showed. Nothing is lost; those who have not sealed their part can show another one.
    PlansClash {
        /// Our seat and its mates whose parts are not legal together, or the mates who have sealed something else.
        seats: Vec<Seat>,
        /// The reason, in words.
        why: String,
    },
    /// A chat message, which no file keeps.
    Chat {
        /// Always another seat.
        seat: Seat,
        /// Who reads it.
        to: Audience,
        /// Cleaned of control and invisible characters.
        text: String,
    },
    /// It may still change: a late record of the peer takes a claim away, and the rules' own result comes before a
    /// claim's.
    Over(Outcome),
    /// All seats have signed the result: the match file is complete.
    Closed,
    /// The peers' positions differ; both programs stop and keep both texts.
    Diverged {
        /// The step in which the difference showed.
        step: u64,
        /// As text, for the players to compare.
        ours: String,
        /// The peer's position, once the peer has sent the text.
        theirs: Option<String>,
    },
    /// The line is closed; a proof against the peer also halts the match.
    Fault(Fault),
}

/// The offer as the guest sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestSummary {
    /// The id to give to [`crate::Session::accept`], so that no other offer is agreed to.
    pub sid: Digest,
    /// Decides the rules; both programs play the same version of them.
    pub family: Family,
    /// The file name of the scenario.
    pub scenario_name: String,
    /// From the scenario's text, which travels in the manifest.
    pub scenario_title: String,
    /// The digest of its text.
    pub scenario_id: Digest,
    /// Only those that differ from the scenario's defaults, keys rising.
    pub options: Vec<(String, String)>,
    /// Each seat with its side, name and long-lived key.
    pub seats: Vec<(Seat, Side, String, PublicKey)>,
    /// The number of turns after which the match is drawn as agreed.
    pub max_turns: Option<u32>,
    /// With the effect of a claim that a time is up.
    pub terms: Terms,
    /// Turns may be taken back by consent.
    pub takeback: bool,
    /// The position of an older match that it begins from.
    pub begins: Option<Arc<Beginning>>,
}

/// The beginning of an offered match from a position of an older one, as the offer says it. Only its file says
/// whether that match was played like this: [`crate::judge::begins_in`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beginning {
    /// The older match, as the offer describes it.
    pub start: Start,
    /// The position that the match begins with.
    pub position: AnyPosition,
}

impl Beginning {
    /// The beginning of an offer of one's own; none if the bytes are no position of that scenario.
    pub fn of(start: &Start, scenario: &Scenario, options: &[(String, String)]) -> Option<Self> {
        Some(Self {
            start: start.clone(),
            position: scenario.position(options, &start.position).ok()?,
        })
    }
}

/// A seat's request to take its last turn back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedBack {
    /// Its orders are taken back, and what was played after them.
    pub seat: Seat,
    /// The id of the note that asks, which the answer names.
    pub note: Digest,
    /// The turn of the orders that the seat asks to take back. Whatever was played after them goes too.
    pub turn: u32,
}

/// A step about whose time the two seats differ by more than ten seconds: of a decision, or of records that a program
/// signs by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeDispute {
    /// The seat whose time it is.
    pub seat: Seat,
    /// The step of its decision; without one, the step in which another seat signed its measure.
    pub step: u64,
    /// The milliseconds that it says it took.
    pub said_ms: u64,
    /// The milliseconds that others say they measured beyond every allowance.
    pub measured_ms: u64,
}

impl TimeDispute {
    /// Both accounts, for both players.
    pub fn in_words(&self, name: &str) -> String {
        format!(
            "The clocks differ about step {}: {} took {} by its own program and {} as others measured it, which counts. The match \
             file says both.",
            self.step,
            plain_text(name),
            clock_face(self.said_ms),
            clock_face(self.measured_ms)
        )
    }
}
