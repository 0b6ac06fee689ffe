//! A match in play, as the window and the command line hold it: snapshots and happenings out, commands in.

use std::fmt;
use std::future::Future;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use home::Invitation;
use protocol::hash::Digest;
use protocol::{ContinueTerms, ContinueWish, PublicKey, Seat, SessionEvent};
use reach::{Address, Trouble};
use rules::AnyOrder;
use tokio::runtime;
use tokio::sync::{mpsc, watch};

use crate::question::Asker;
use crate::snapshot::{GoesOn, LineState, SeatLine, Snapshot};
use crate::tried::Tried;

/// A request of the user to a match in play.
#[derive(Debug, Clone)]
pub enum Command {
    /// Agree to the offer of that id, the one that was shown.
    Accept(Digest),
    Decline,
    /// A whole turn with its end, or one secret choice.
    Propose {
        seat: Seat,
        orders: Vec<AnyOrder>,
    },
    Resign {
        /// This player's seat that gives up.
        seat: Seat,
    },
    OfferDraw {
        seat: Seat,
    },
    /// Answer the open offer of a draw.
    AnswerDraw {
        seat: Seat,
        /// True to take the draw, false to refuse.
        accept: bool,
    },
    /// Ask to take this player's last turn back.
    AskTakeback {
        seat: Seat,
    },
    /// Answer the other seat that asks to take turns back.
    AnswerTakeback {
        seat: Seat,
        /// The note that the user was shown, as in [`Snapshot::proposals`].
        note: [u8; 32],
        /// True to grant it, false to decline.
        accept: bool,
    },
    /// Say that the peer is silent beyond the agreed time.
    Claim {
        seat: Seat,
    },
    /// Find out what continuing in a new match would change: [`Happening::ContinueWeighed`].
    WeighContinue(ContinueWish),
    /// Ask the other player to continue in a new match.
    AskToContinue(ContinueWish),
    /// Answer the other player who asks to continue in a new match: true to continue.
    AnswerContinue(bool),
    /// Go on without the seat of a player who is gone, in a new match, or no longer: for all of this machine's seats. The
    /// new match begins once everybody who remains has agreed to the same.
    GoOnWithout {
        /// The seat that is gone, of [`Snapshot::leaving`].
        seat: Seat,
        agrees: bool,
    },
    /// Answer ahead, until this program ends: go on without such players without being asked; none takes it back.
    GoOnAhead(Option<GoesOn>),
    /// Take in a letter of the other player.
    Import(Vec<u8>),
    /// Write a letter to the other player, as [`Snapshot::letter`].
    Export,
    /// Say a line of chat to the peer.
    Chat(String),
    /// Says something to the team of that seat, which is this program's, and to nobody else.
    TeamChat {
        seat: Seat,
        text: String,
    },
    /// Look for the other player now rather than after the next pause.
    Dial,
    /// Dial the addresses of a fresh code of the other player, or of the answer code that a guest's program shows.
    Reach(Arc<Invitation>),
    /// Ask these services for this side's outside address from now on, as long as the other player is not here.
    AskServices(Vec<Address>),
    /// Let in the player of the same network who asks with that key.
    LetIn(PublicKey),
    /// Turn away the player of the same network who asks with that key.
    TurnAway(PublicKey),
    /// Keep the line once the match is complete, for talk and the next game, until either player leaves or it breaks.
    KeepLine,
    /// Leave the match, which can be resumed from its file. An invitation that nobody has used can be waited for
    /// again.
    Leave,
    /// Take the invitation back, and leave.
    Withdraw,
}

/// Something that happened in a match; a reader gets all of it, in order.
#[derive(Debug, Clone)]
pub enum Happening {
    /// What the session reports of the match itself. A chat line of this player comes back here too. Not given here is
    /// what this crate completes or says in words: the file of an older match, a continuation, a complete match, and
    /// everything that is wrong with the other program.
    Session(SessionEvent),
    Line(LineState),
    /// Another seat of a table is reached otherwise than before.
    Reached(SeatLine),
    /// This machine's addresses have changed: the code by which the other player now finds this side.
    Code(Arc<Invitation>),
    /// Nobody answers at the host's addresses: the answer code for the host to enter.
    Answer(Arc<Invitation>),
    /// The host was looked for at an address.
    Tried(Tried),
    /// A player of the same network asks to be let in.
    Asked(Box<Asker>),
    /// The terms of the new match, the answer to [`Command::WeighContinue`].
    ContinueWeighed(ContinueTerms),
    /// The match continues in a new one, in that file.
    Continued {
        file: PathBuf,
    },
    /// Something for the user to know, in a sentence or two.
    Note(String),
    /// A request of the user was refused.
    Refused(Trouble),
    /// The match file is complete and judged.
    Closed {
        verdict: String,
    },
    Failed(Trouble),
}

type WakeUp = Box<dyn Fn() + Send + Sync>;

/// What a handle shows at one moment.
pub trait Shown: PartialEq {
    /// True once nothing will change any more.
    fn has_ended(&self) -> bool;

    /// Ends what is shown with that error.
    fn end_with(&mut self, trouble: Trouble);
}

impl Shown for Snapshot {
    fn has_ended(&self) -> bool {
        self.ended
    }

    fn end_with(&mut self, trouble: Trouble) {
        // an earlier error is the cause, and stays
        self.messages.error.get_or_insert(trouble);
        if !matches!(self.line, LineState::Local | LineState::Mail) {
            self.line = LineState::Closed;
        }
        self.ended = true;
    }
}

/// The parts that a driver and all its handles share: `S` is shown, and `H` happens.
pub(crate) struct Shared<S, H> {
    snapshot: watch::Sender<Arc<S>>,
    happenings: Mutex<Vec<H>>,
    count: watch::Sender<usize>,
    wake_up: Mutex<Option<WakeUp>>,
}

impl<S: Shown + Clone, H> Shared<S, H> {
    pub(crate) fn new(first: S) -> Arc<Self> {
        Arc::new(Self {
            snapshot: watch::Sender::new(Arc::new(first)),
            happenings: Mutex::default(),
            count: watch::Sender::new(0),
            wake_up: Mutex::default(),
        })
    }

    /// Shows a snapshot and passes on the happenings up to it. Anybody who reads a happening sees a snapshot at least
    /// as new, and anybody who reads a snapshot finds every earlier happening. Nobody is woken if nothing changed.
    pub(crate) fn publish(&self, snapshot: &S, told: Vec<H>) {
        // compared before it is copied: most frames that come in change nothing that is shown
        let is_shown = **self.snapshot.borrow() == *snapshot;
        if told.is_empty() && is_shown {
            return;
        }
        let mut happenings = self
            .happenings
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // the snapshot first, under the lock of the happenings: whoever has read a happening must not see an older
        // snapshot
        if !is_shown {
            self.snapshot.send_replace(Arc::new(snapshot.clone()));
        }
        happenings.extend(told);
        let count = happenings.len();
        // released before the readers are woken, since they want the lock
        drop(happenings);
        self.count.send_replace(count);
        // called last, with everything in place; the window only asks for a new picture there
        if let Some(wake_up) = &*self.wake_up.lock().unwrap_or_else(PoisonError::into_inner) {
            wake_up();
        }
    }
}

impl<S, H> Shared<S, H>
where
    S: Shown + Clone + Send + Sync + 'static,
    H: Send + 'static,
{
    /// Runs the task that owns a match or a lobby, and ends it with words if the task panics. Without them everybody who
    /// waits for a change would wait forever. Other matches have tasks of their own and go on.
    pub(crate) fn run(
        self: &Arc<Self>,
        runtime: &runtime::Handle,
        task: impl Future<Output = ()> + Send + 'static,
        failed: fn(Trouble) -> H,
    ) {
        let shared = Arc::clone(self);
        let task = runtime.spawn(task);
        runtime.spawn(async move {
            // what the task owned is dropped by now, so that the files are unlocked
            if task.await.is_err_and(|end| end.is_panic()) {
                let trouble = Trouble {
                    what: "stopped by an error in this program".to_owned(),
                    advice: "open it again; everything that you signed is kept".to_owned(),
                };
                let mut last = S::clone(&shared.snapshot.borrow());
                last.end_with(trouble.clone());
                shared.publish(&last, vec![failed(trouble)]);
            }
        });
    }
}

/// A match or a lobby under way: `S` is shown, `H` happens, and `C` are the requests of the user. Dropping the last handle
/// leaves it.
pub struct Handle<S, H, C> {
    shared: Arc<Shared<S, H>>,
    commands: mpsc::UnboundedSender<C>,
    seen: watch::Receiver<Arc<S>>,
}

/// A match in play.
pub type MatchHandle = Handle<Snapshot, Happening, Command>;
/// The happenings of a match.
pub type Events = EventsOf<Snapshot, Happening>;

// by hand: what is shown need not be copied for it
impl<S, H, C> Clone for Handle<S, H, C> {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            commands: self.commands.clone(),
            seen: self.seen.clone(),
        }
    }
}

impl<S, H, C> fmt::Debug for Handle<S, H, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").finish_non_exhaustive()
    }
}

impl<S: Shown, H: Clone, C> Handle<S, H, C> {
    pub(crate) fn new(shared: &Arc<Shared<S, H>>, commands: mpsc::UnboundedSender<C>) -> Self {
        Self {
            seen: shared.snapshot.subscribe(),
            shared: Arc::clone(shared),
            commands,
        }
    }

    pub fn snapshot(&self) -> Arc<S> {
        self.seen.borrow().clone()
    }

    /// Sends a request; never waits. The answer shows in later snapshots.
    pub fn send(&self, command: C) {
        // no error: the user may click while the match ends, and the snapshot says that it has
        if self.commands.send(command).is_err() {
            tracing::debug!("a command after the end");
        }
    }

    /// Has `wake_up` called after every change, in place of any earlier function. `wake_up` must not block.
    pub fn on_change(&self, wake_up: impl Fn() + Send + Sync + 'static) {
        let mut slot = self
            .shared
            .wake_up
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *slot = Some(Box::new(wake_up));
    }

    /// Waits for a snapshot newer than the last snapshot this handle got here. A match that has ended gives its last
    /// snapshot at once.
    pub async fn changed(&mut self) -> Arc<S> {
        if !self.snapshot().has_ended() {
            // the sender lives as long as this handle
            let _ = self.seen.changed().await;
        }
        self.seen.borrow_and_update().clone()
    }

    /// Waits until `is_wanted` holds of a snapshot or the match has ended.
    pub async fn wait_for(&mut self, mut is_wanted: impl FnMut(&S) -> bool) -> Arc<S> {
        // seen from now on: `changed` below waits for a newer one
        let mut snapshot = self.seen.borrow_and_update().clone();
        while !snapshot.has_ended() && !is_wanted(&snapshot) {
            snapshot = self.changed().await;
        }
        snapshot
    }

    /// All happenings since this program began or resumed it, from the first.
    pub fn events(&self) -> EventsOf<S, H> {
        EventsOf {
            next: 0,
            shared: Arc::clone(&self.shared),
            count: self.shared.count.subscribe(),
            ended: self.seen.clone(),
        }
    }
}

/// The happenings, in order and without gaps.
pub struct EventsOf<S, H> {
    next: usize,
    shared: Arc<Shared<S, H>>,
    count: watch::Receiver<usize>,
    ended: watch::Receiver<Arc<S>>,
}

impl<S, H> fmt::Debug for EventsOf<S, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events")
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

impl<S: Shown, H: Clone> EventsOf<S, H> {
    /// The next happening; `None` when it has ended and every happening was given.
    pub async fn next(&mut self) -> Option<H> {
        loop {
            if let Some(happening) = self.try_next() {
                return Some(happening);
            }
            // looked at once more: the last happenings and the end may have come between the two looks
            if self.ended.borrow().has_ended() {
                return self.try_next();
            }
            tokio::select! {
                changed = self.count.changed() => changed.ok()?,
                changed = self.ended.changed() => changed.ok()?,
            }
        }
    }

    /// The next happening, if it is there already.
    pub fn try_next(&mut self) -> Option<H> {
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
