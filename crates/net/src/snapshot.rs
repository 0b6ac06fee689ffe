//! A match in play as it is shown: one snapshot is all there is to see at a moment.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use home::continuation::continues;
use home::limits::LARGEST_MATCH;
use home::{
    Acquaintance, AsOne, Call, Invitation, LinePart, Origin, SeatInfo, Strangeness, read_within,
    seen_as_one,
};
use protocol::manifest::Terms;
use protocol::replay::Replay;
use protocol::{
    AskedBack, ContinueTerms, History, ManifestSummary, Seat, Stage, StandingClaim, Step,
};
use reach::Trouble;
use rules::{AnyOrder, AnyPosition, Outcome, Side};
use scenario::Scenario;

use crate::question::Asker;
use crate::tried::Tried;

/// The connection to the peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineState {
    /// Both seats are in this program.
    Local,
    /// The peer has not come yet.
    Waiting,
    /// The peer is heard.
    Up,
    /// Nothing was heard for some seconds.
    Slow,
    /// The connection is gone; the program dials again without the user.
    Lost {
        /// The time the connection was lost.
        since: Instant,
    },
    /// The match goes by letters.
    Mail,
    /// The match needs no connection any more.
    Closed,
}

impl LineState {
    /// Compares two lines but for their figures.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// The time left of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockFace {
    /// The clock stands.
    Stands(Duration),
    /// The clock runs; the time is up at that instant.
    Runs(Instant),
}

impl ClockFace {
    /// The time left at that instant.
    pub fn left(&self, now: Instant) -> Duration {
        match self {
            Self::Stands(left) => *left,
            Self::Runs(until) => until.saturating_duration_since(now),
        }
    }
}

/// A line of chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatLine {
    /// The seat that spoke.
    pub seat: Seat,
    /// The text said.
    pub text: String,
}

/// A match at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The stage of the session.
    pub stage: Stage,
    /// The connection to the peer.
    pub line: LineState,
    /// The id of the match on the line, which its invitation names.
    pub game: Option<[u8; 8]>,
    /// The seats, once the manifest is known.
    pub seats: Vec<SeatInfo>,
    /// The other player's standing with this machine's player, once the other player is known.
    pub acquaintance: Option<Arc<Acquaintance>>,
    /// The offer the guest is asked to agree to.
    pub offer: Option<Arc<ManifestSummary>>,
    /// The position of an older match that the match begins from, if it does.
    pub origin: Option<Arc<Origin>>,
    /// The scenario, once the offer is known.
    pub scenario: Option<Scenario>,
    /// The chosen options, by key.
    pub options: Vec<(String, String)>,
    /// Every step so far, once both have agreed.
    pub history: Option<Arc<History>>,
    /// The position now, once both have agreed.
    pub position: Option<Arc<AnyPosition>>,
    /// Own seats that must decide now, and true for a secret choice.
    pub to_decide: Vec<(Seat, bool)>,
    /// Other seats that must decide now.
    pub awaited: Vec<Seat>,
    /// Seats whose secret choice is sealed.
    pub locked: Vec<Seat>,
    /// The secret choices of own seats while they are sealed.
    pub sealed: Vec<(Seat, Arc<AnyOrder>)>,
    /// The seat that offers a draw.
    pub draw_offer: Option<Seat>,
    /// The agreed time limits.
    pub terms: Terms,
    /// The number of turns after which the match is drawn as agreed.
    pub max_turns: Option<u32>,
    /// Turns may be taken back by consent.
    pub takeback: bool,
    /// The clocks: in a match with clocks of every seat, in one of days of the seats that are awaited.
    pub clocks: Vec<(Seat, ClockFace)>,
    /// The number of times the user was warned of time that is low or up.
    pub time_calls: u32,
    /// The claim of silence that counts now.
    pub claim: Option<StandingClaim>,
    /// The two programs differ about the position. A question for turns back is then one to go on from the last position
    /// that both confirmed, and both players must ask.
    pub differs: bool,
    /// The question of a seat to take its last turn back, while it waits for the answer.
    pub takeback_asked: Option<AskedBack>,
    /// The own seats that may ask for their last turn.
    pub may_take_back: Vec<Seat>,
    /// The own seat that may ask now to continue in a new match.
    pub may_continue: Option<Seat>,
    /// The reason why it may not; none where both seats are in this program, and there is nobody to ask.
    pub no_continue: Option<Trouble>,
    /// The terms of the new match that [`crate::Command::WeighContinue`] weighed.
    pub continue_terms: Option<ContinueTerms>,
    /// The own player has asked to continue in a new match, and the other has not answered.
    pub asks_to_continue: bool,
    /// What the other player asks who would continue in a new match, while it waits for the answer.
    pub asked_to_continue: Option<ContinueTerms>,
    /// The own seat that may say the other player to be silent beyond the agreed time.
    pub may_claim: Option<Seat>,
    /// The letter for the other player: by mail, as long as this side has nothing to decide; else once the user has asked for
    /// one.
    pub letter: Option<Arc<Vec<u8>>>,
    /// Own seats whose decision is kept and signed once the other player is heard.
    pub kept: Vec<Seat>,
    /// The reason why nothing is signed here but a resignation or a claim: this copy of the match may be an older one.
    pub strangeness: Option<Strangeness>,
    /// The chat, oldest line first.
    pub chat: Arc<Vec<ChatLine>>,
    /// The result.
    pub outcome: Option<Outcome>,
    /// The judge's verdict on the match file, once all have signed the result.
    pub verdict: Option<String>,
    /// The invitation; the host's only.
    pub invitation: Option<Arc<Invitation>>,
    /// The answer code for the host to enter, since nobody answers at the host's addresses; the guest's only.
    pub answer: Option<Arc<Invitation>>,
    /// The code by which the other player of an agreed match finds this side, as its addresses are now.
    pub way_back: Option<Arc<Invitation>>,
    /// The chance of being reached, in words; the host's only.
    pub reachability: String,
    /// Players of the same network who ask to be let in; the host's only.
    pub askers: Vec<Asker>,
    /// Players who look for this machine for a match that was left in mid-air.
    pub calls: Vec<Call>,
    /// The addresses at which the host was looked for up to now; the guest's only, until the host is found.
    pub tried: Vec<Tried>,
    /// The address at which the peer sees this side, where the peer said so.
    pub seen_at: Option<SocketAddr>,
    /// The match file.
    pub file: PathBuf,
    /// Notes for the user.
    pub notes: Vec<String>,
    /// In a record read from files the matches of the line that it shows as one game, oldest first; else empty.
    pub parts: Vec<LinePart>,
    /// The matches of the line that are not shown, and why.
    pub missing: Vec<String>,
    /// The user's latest refused request.
    pub refused: Option<Trouble>,
    /// The error that ends the match.
    pub error: Option<Trouble>,
    /// Set once nothing will change any more.
    pub ended: bool,
}

impl Snapshot {
    /// In which order two players open each other's fresh codes, where this machine's router lets in only whom it has been sent
    /// to; empty elsewhere. A router that answers unasked packets with ICMP takes note of them, and shuts their sender out.
    pub fn order_of_codes(&self) -> &'static str {
        let is_shut = self
            .way_back
            .as_ref()
            .is_some_and(|code| code.addresses.is_shut);
        let is_host = self.seats.first().is_some_and(|seat| seat.mine);
        match (is_shut, is_host) {
            (false, _) => "",
            (true, true) => {
                "If they have a code for you as well, they open yours first, and only then do you open theirs."
            }
            (true, false) => {
                "If they have a code for you as well, you open theirs first, and only then do they open yours."
            }
        }
    }

    /// The snapshot of a match of which only the file is known.
    pub fn new(file: PathBuf) -> Self {
        Self {
            stage: Stage::Greeting,
            line: LineState::Waiting,
            game: None,
            seats: Vec::new(),
            acquaintance: None,
            offer: None,
            origin: None,
            scenario: None,
            options: Vec::new(),
            history: None,
            position: None,
            to_decide: Vec::new(),
            awaited: Vec::new(),
            locked: Vec::new(),
            sealed: Vec::new(),
            draw_offer: None,
            terms: Terms::default(),
            max_turns: None,
            takeback: true,
            clocks: Vec::new(),
            time_calls: 0,
            claim: None,
            differs: false,
            takeback_asked: None,
            may_take_back: Vec::new(),
            may_continue: None,
            no_continue: None,
            continue_terms: None,
            asks_to_continue: false,
            asked_to_continue: None,
            may_claim: None,
            letter: None,
            kept: Vec::new(),
            strangeness: None,
            chat: Arc::default(),
            outcome: None,
            verdict: None,
            invitation: None,
            answer: None,
            way_back: None,
            reachability: String::new(),
            askers: Vec::new(),
            calls: Vec::new(),
            tried: Vec::new(),
            seen_at: None,
            file,
            notes: Vec::new(),
            parts: Vec::new(),
            missing: Vec::new(),
            refused: None,
            error: None,
            ended: false,
        }
    }

    /// Everything that changes where the match begins from a position of an older one, a sentence each.
    pub fn origin_words(&self) -> Vec<String> {
        let origin = self.origin.as_ref().zip(self.scenario.as_ref());
        origin.map_or_else(Vec::new, |(origin, scenario)| {
            origin.in_words(scenario.family(), &self.seats, &self.terms)
        })
    }

    /// The side of a seat.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.seat(seat).map(|info| info.side)
    }

    /// The seat's entry in `seats`.
    pub fn seat(&self, seat: Seat) -> Option<&SeatInfo> {
        self.seats.iter().find(|info| info.seat == seat)
    }

    /// The seat of a side.
    pub fn seat_of(&self, side: Side) -> Option<&SeatInfo> {
        self.seats.iter().find(|info| info.side == side)
    }

    /// The title of the scenario; empty before it is known.
    pub fn title(&self) -> &str {
        match (&self.scenario, &self.offer) {
            (Some(scenario), _) => scenario.title(),
            (None, Some(offer)) => &offer.scenario_title,
            (None, None) => "",
        }
    }

    /// The seats that must decide now.
    pub fn waiting(&self) -> impl Iterator<Item = Seat> + '_ {
        let own = self.to_decide.iter().map(|(seat, _)| *seat);
        own.chain(self.awaited.iter().copied())
    }

    /// The steps from the first orders on.
    pub fn record(&self) -> &[Arc<Step>] {
        let history = self.history.as_deref();
        history.map_or(&[], |history| {
            &history.steps()[history.before_first_orders()..]
        })
    }

    /// The position before a step of [`Snapshot::record`].
    pub fn position_before(&self, step: usize) -> Option<AnyPosition> {
        let history = self.history.as_deref()?;
        Some(history.position_after(history.before_first_orders() + step))
    }

    /// The match file of a step of [`Snapshot::record`], and the number of the step in that match's own record; none of a step
    /// that is in no match's own record.
    pub fn place_of(&self, step: usize) -> Option<(&Path, usize)> {
        if self.parts.is_empty() {
            return Some((&self.file, step));
        }
        let at = self.history.as_deref()?.before_first_orders() + step;
        let LinePart { file, part } = self.parts.iter().rfind(|of| of.part.from <= at)?;
        let own = at - part.from;
        let own = (own < part.steps).then(|| own.checked_sub(part.before_first_orders))?;
        own.map(|own| (file.as_path(), own))
    }

    /// The step of [`Snapshot::record`] that has that number in the own record of the match of that file, if it is shown.
    pub fn step_at(&self, file: &Path, own: usize) -> Option<usize> {
        if self.parts.is_empty() {
            return (file == self.file).then_some(own);
        }
        let history = self.history.as_deref()?;
        let LinePart { part, .. } = self.parts.iter().find(|of| of.file == file)?;
        let own = part.before_first_orders.checked_add(own)?;
        let is_shown = own < part.steps;
        let at = is_shown.then_some(part.from + own)?;
        at.checked_sub(history.before_first_orders())
    }

    /// The match with those that it continues, where their files lie beside its own: for a match that is played, whose
    /// snapshots show it alone.
    #[must_use]
    pub fn with_earlier(&self) -> Self {
        let alone = || self.clone();
        if !self.parts.is_empty() || !continues(&self.file) {
            return alone();
        }
        let bytes = read_within(&self.file, LARGEST_MATCH).ok();
        let replay = bytes.and_then(|bytes| protocol::replay::read(&bytes).ok());
        let Some(replay) = replay else {
            return alone();
        };
        let AsOne {
            replay,
            parts,
            missing,
        } = seen_as_one(&self.file, replay);
        Self {
            position: Some(Arc::new(
                replay.history.position_after(replay.history.steps().len()),
            )),
            history: Some(replay.history),
            parts,
            missing,
            ..alone()
        }
    }

    /// The snapshot of a finished or interrupted match, read from its file, with the matches that it continues.
    pub fn of_line(file: PathBuf, line: AsOne) -> Self {
        Self {
            parts: line.parts,
            missing: line.missing,
            ..Self::of_file(file, line.replay)
        }
    }

    /// The snapshot of a finished or interrupted match, read from its file.
    fn of_file(file: PathBuf, replay: Replay) -> Self {
        let last = replay.history.steps().len();
        Self {
            stage: match replay.outcome {
                Some(_) => Stage::Over,
                None => Stage::Playing,
            },
            line: LineState::Local,
            seats: SeatInfo::of(&replay.manifest, &[]),
            options: replay.manifest.options,
            terms: replay.manifest.terms,
            max_turns: replay.manifest.max_turns,
            takeback: replay.manifest.policies.takeback,
            scenario: Some(replay.scenario),
            position: Some(Arc::new(replay.history.position_after(last))),
            history: Some(replay.history),
            // the file alone does not say whether both clocks agree
            claim: replay.claim,
            outcome: replay.outcome,
            notes: replay.faults,
            ended: true,
            ..Self::new(file)
        }
    }
}
