//! A match in play, as the window and the command line see it: snapshots out, commands in.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use protocol::replay::Replay;
use protocol::{History, Manifest, ManifestSummary, PublicKey, Seat, Stage, Step};
use rules::{AnyOrder, AnyPosition, Outcome, Side};
use scenario::Scenario;
use tokio::sync::{mpsc, watch};

use crate::invitation::Invitation;

/// What the user can ask of a match.
#[derive(Debug, Clone)]
pub enum Command {
    /// Agree to the offer that was shown.
    Accept,
    /// Refuse it.
    Decline,
    /// A whole turn with its end, or one secret choice.
    Propose {
        /// For which of the own seats.
        seat: Seat,
        /// The orders.
        orders: Vec<AnyOrder>,
    },
    /// Give the game up.
    Resign {
        /// For which of the own seats.
        seat: Seat,
    },
    /// Offer a draw.
    OfferDraw {
        /// For which of the own seats.
        seat: Seat,
    },
    /// Answer the open offer of a draw.
    AnswerDraw {
        /// For which of the own seats.
        seat: Seat,
        /// Whether it is a draw.
        accept: bool,
    },
    /// Say that the peer is silent beyond the agreed time.
    Claim {
        /// For which of the own seats.
        seat: Seat,
    },
    /// Say something to the peer.
    Chat(String),
    /// Stop here. The match can be taken up again from its file.
    Leave,
}

/// How the connection to the peer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Both seats are in this program.
    Local,
    /// The peer has not come yet.
    Waiting,
    /// All is well.
    Up {
        /// The time there and back.
        round_trip: Duration,
    },
    /// Nothing was heard for some seconds.
    Slow,
    /// Gone; it is dialed again without anybody's doing.
    Lost {
        /// Since when.
        since: Instant,
    },
    /// Not wanted any more.
    Closed,
}

impl Line {
    /// Whether both are the same but for the figures.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// One seat of the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatInfo {
    /// Which.
    pub seat: Seat,
    /// What it plays.
    pub side: Side,
    /// Who sits there.
    pub name: String,
    /// Their key.
    pub key: PublicKey,
    /// Whether this program decides for it.
    pub mine: bool,
}

impl SeatInfo {
    /// The seats of a match in which `own` are the keys of this program's players.
    pub(crate) fn of(manifest: &Manifest, own: &[PublicKey]) -> Vec<Self> {
        let seats = manifest.all_seats().into_iter().filter_map(|seat| {
            let entry = manifest.seat(seat)?;
            Some(Self {
                seat,
                side: manifest.side_of(seat)?,
                name: entry.name.clone(),
                key: entry.identity,
                mine: own.contains(&entry.identity),
            })
        });
        seats.collect()
    }
}

/// Something said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatLine {
    /// By whom.
    pub seat: Seat,
    /// What.
    pub text: String,
}

/// Something that did not go, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// What is wrong.
    pub what: String,
    /// How to mend it.
    pub advice: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// Everything about a match at one moment.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// Where the session stands.
    pub stage: Stage,
    /// How the connection is.
    pub line: Line,
    /// The seats, once they are known.
    pub seats: Vec<SeatInfo>,
    /// What the guest is asked to agree to.
    pub offer: Option<Arc<ManifestSummary>>,
    /// The scenario that is played, once it is known.
    pub scenario: Option<Scenario>,
    /// The switches chosen, by key.
    pub options: Vec<(String, String)>,
    /// Every step so far, once both have agreed.
    pub history: Option<Arc<History>>,
    /// The position now, once both have agreed.
    pub position: Option<Arc<AnyPosition>>,
    /// My seats that must decide now, and whether it is a secret choice.
    pub to_decide: Vec<(Seat, bool)>,
    /// Others that are waited for.
    pub awaited: Vec<Seat>,
    /// Seats whose secret choice is sealed.
    pub locked: Vec<Seat>,
    /// My seats' own secret choices, while they are sealed.
    pub sealed: Vec<(Seat, Arc<AnyOrder>)>,
    /// Who offers a draw.
    pub draw_offer: Option<Seat>,
    /// What was said.
    pub chat: Arc<Vec<ChatLine>>,
    /// The result.
    pub outcome: Option<Outcome>,
    /// Once all have signed the result: what the judge says of the match file.
    pub verdict: Option<String>,
    /// How a guest comes in; the host's only.
    pub invitation: Option<Arc<Invitation>>,
    /// What is known of being reached, in words; the host's only.
    pub reachability: String,
    /// Where the peer sees us, if it said so.
    pub seen_at: Option<SocketAddr>,
    /// The match file.
    pub file: PathBuf,
    /// What else the user should know.
    pub notes: Vec<String>,
    /// The last thing the user asked for that was refused.
    pub refused: Option<Trouble>,
    /// Why the match cannot go on.
    pub error: Option<Trouble>,
    /// Nothing will change any more.
    pub ended: bool,
}

impl Snapshot {
    /// A match of which nothing is known yet but its file.
    pub fn new(file: PathBuf) -> Self {
        Self {
            stage: Stage::Greeting,
            line: Line::Waiting,
            seats: Vec::new(),
            offer: None,
            scenario: None,
            options: Vec::new(),
            history: None,
            position: None,
            to_decide: Vec::new(),
            awaited: Vec::new(),
            locked: Vec::new(),
            sealed: Vec::new(),
            draw_offer: None,
            chat: Arc::default(),
            outcome: None,
            verdict: None,
            invitation: None,
            reachability: String::new(),
            seen_at: None,
            file,
            notes: Vec::new(),
            refused: None,
            error: None,
            ended: false,
        }
    }

    /// The side of a seat.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.seat(seat).map(|info| info.side)
    }

    /// What is known of a seat.
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

    /// The game of a match file, which nobody plays any more.
    pub fn of_file(file: PathBuf, replay: Replay) -> Self {
        let last = replay.history.steps().len();
        Self {
            stage: match replay.outcome {
                Some(_) => Stage::Over,
                None => Stage::Playing,
            },
            line: Line::Local,
            seats: SeatInfo::of(&replay.manifest, &[]),
            options: replay.manifest.options,
            scenario: Some(replay.scenario),
            position: Some(Arc::new(replay.history.position_after(last))),
            history: Some(replay.history),
            outcome: replay.outcome,
            ended: true,
            ..Self::new(file)
        }
    }
}

/// What happened in a match, in order.
#[derive(Debug, Clone)]
pub enum Happening {
    /// The line is now another kind of line.
    Line(Line),
    /// The peer is here.
    Joined {
        /// Its seat.
        seat: Seat,
        /// Its name.
        name: String,
        /// Its key.
        key: PublicKey,
    },
    /// There is an offer to agree to.
    Offered(Arc<ManifestSummary>),
    /// All have agreed.
    Agreed,
    /// That seat's secret choice is sealed.
    Locked(Seat),
    /// The history has one more step.
    Step(Arc<Step>),
    /// That seat offers a draw.
    DrawOffered(Seat),
    /// That seat answered the other's offer.
    DrawAnswered(Seat, bool),
    /// That seat gave up.
    Resigned(Seat),
    /// That seat says that another is silent.
    Claimed {
        /// Who says so.
        by: Seat,
        /// Of whom.
        against: Seat,
    },
    /// Something was said.
    Chat(ChatLine),
    /// Something the user should know.
    Note(String),
    /// Something the user asked for was refused.
    Refused(Trouble),
    /// The game has a result.
    Over(Outcome),
    /// The match file is complete and judged.
    Closed {
        /// What the judge says.
        verdict: String,
    },
    /// The match cannot go on.
    Failed(Trouble),
}

type WakeUp = Box<dyn Fn() + Send + Sync>;

/// What the driver and all handles share.
pub(crate) struct Shared {
    snapshot: watch::Sender<Arc<Snapshot>>,
    happenings: Mutex<Vec<Happening>>,
    count: watch::Sender<usize>,
    wake_up: Mutex<Option<WakeUp>>,
}

impl Shared {
    pub(crate) fn new(first: Snapshot) -> Arc<Self> {
        Arc::new(Self {
            snapshot: watch::Sender::new(Arc::new(first)),
            happenings: Mutex::default(),
            count: watch::Sender::new(0),
            wake_up: Mutex::default(),
        })
    }

    /// Shows a snapshot and tells what happened up to it. Who reads of an event sees a snapshot at least as new, and who
    /// sees a snapshot can read of everything before it.
    pub(crate) fn publish(&self, snapshot: Snapshot, told: Vec<Happening>) {
        let mut happenings = self
            .happenings
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.snapshot.send_replace(Arc::new(snapshot));
        happenings.extend(told);
        let count = happenings.len();
        drop(happenings);
        self.count.send_replace(count);
        if let Some(wake_up) = &*self.wake_up.lock().unwrap_or_else(PoisonError::into_inner) {
            wake_up();
        }
    }
}

/// A match in play. When the last handle is dropped the match is left.
#[derive(Clone)]
pub struct MatchHandle {
    shared: Arc<Shared>,
    commands: mpsc::UnboundedSender<Command>,
    seen: watch::Receiver<Arc<Snapshot>>,
}

impl fmt::Debug for MatchHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchHandle")
            .field("file", &self.snapshot().file)
            .finish_non_exhaustive()
    }
}

impl MatchHandle {
    pub(crate) fn new(shared: &Arc<Shared>, commands: mpsc::UnboundedSender<Command>) -> Self {
        Self {
            seen: shared.snapshot.subscribe(),
            shared: Arc::clone(shared),
            commands,
        }
    }

    /// Everything about the match now.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.seen.borrow().clone()
    }

    /// Asks for something; never waits. What comes of it is in the snapshots.
    pub fn send(&self, command: Command) {
        if self.commands.send(command).is_err() {
            tracing::debug!("a command after the end of a match");
        }
    }

    /// Has `wake_up` called after every change, in place of what was set before. It must not block.
    pub fn on_change(&self, wake_up: impl Fn() + Send + Sync + 'static) {
        let mut slot = self
            .shared
            .wake_up
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *slot = Some(Box::new(wake_up));
    }

    /// Waits for a snapshot newer than the one this handle saw last here, and gives it. Of a match that has ended it
    /// gives the last one at once.
    pub async fn changed(&mut self) -> Arc<Snapshot> {
        if !self.snapshot().ended {
            // the sender lives as long as this handle
            let _ = self.seen.changed().await;
        }
        self.seen.borrow_and_update().clone()
    }

    /// Waits until `is_wanted` holds of a snapshot or the match has ended.
    pub async fn wait_for(
        &mut self,
        mut is_wanted: impl FnMut(&Snapshot) -> bool,
    ) -> Arc<Snapshot> {
        let mut snapshot = self.seen.borrow_and_update().clone();
        while !snapshot.ended && !is_wanted(&snapshot) {
            snapshot = self.changed().await;
        }
        snapshot
    }

    /// Everything that happened since this program took the match up, from the first.
    pub fn events(&self) -> Events {
        Events {
            next: 0,
            shared: Arc::clone(&self.shared),
            count: self.shared.count.subscribe(),
            ended: self.seen.clone(),
        }
    }
}

/// What happened, one after the other; nothing is lost.
pub struct Events {
    next: usize,
    shared: Arc<Shared>,
    count: watch::Receiver<usize>,
    ended: watch::Receiver<Arc<Snapshot>>,
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events")
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

impl Events {
    /// The next one; `None` when the match has ended and all were given.
    pub async fn next(&mut self) -> Option<Happening> {
        loop {
            if let Some(happening) = self.try_next() {
                return Some(happening);
            }
            if self.ended.borrow().ended {
                return self.try_next();
            }
            tokio::select! {
                changed = self.count.changed() => changed.ok()?,
                changed = self.ended.changed() => changed.ok()?,
            }
        }
    }

    /// The next one that has happened already.
    pub fn try_next(&mut self) -> Option<Happening> {
        let happenings = self
            .shared
            .happenings
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let happening = happenings.get(self.next).cloned()?;
        self.next += 1;
        Some(happening)
    }
}
