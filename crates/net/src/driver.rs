//! The task that owns a match: its sessions, its files and its line to the peer.
//!
//! Every input goes into a session, and the session's answers are carried out in order: bytes that must be on disk are
//! there before anything later is sent.

mod askers;
mod callers;
mod codes;
mod commands;
mod ending;
mod leaving;
mod lines;
mod narrow_way;
mod outputs;
mod reaching;
mod recognizing;
mod remote;
mod view;
mod whereabouts;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use home::Home;
use protocol::{ContinueWish, Face, LineId, Now, Seat, Session, Stage, Waiting};
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::chair::{Chair, line_to};
use crate::handle::{Command, Happening, Shared};
use crate::house::News;
use crate::limits::Limits;
use crate::line::ShortId;
use crate::snapshot::{ClockFace, GoesOn, LineState, Snapshot};
use ending::Ending;
pub(crate) use remote::Remote;
pub(crate) use view::View;

/// The time between two looks at the line. A line is slow after 5 s, so half a second is prompt enough for the user.
const TICK: Duration = Duration::from_millis(500);
/// The time between two writes to the disk of a match on this machine alone.
/// Nobody waits for such a match's bytes, and a write costs up to 3.6 ms; a crash of the machine loses two seconds of
/// play at one screen.
const FLUSH: Duration = Duration::from_secs(2);

/// The connection to the seats of other programs.
pub(crate) enum Wire {
    /// All seats are in this program.
    Local,
    /// Another program has a seat.
    Remote(Box<Remote>),
    /// Another program has a seat, and only letters come and go.
    Mail {
        /// Set to wait for the next letter once this side has nothing more to decide; otherwise the match is left then.
        waits: bool,
    },
}

pub(crate) struct Driver {
    /// The data folder, where the players met are kept; `None` if all seats are in this program.
    home: Option<Home>,
    /// One to eight. The first has the lines of this machine and writes the match file; the others hang on it.
    chairs: Vec<Chair>,
    wire: Wire,
    view: View,
    user: UserEnd,
    started: Instant,
    limits: Limits,
    accepts_any_offer: bool,
    /// The times of the user's latest chat lines.
    said: VecDeque<Instant>,
    ending: Ending,
    letter: LetterState,
    /// The wish with which the player asked to continue, and the number of steps played then: a replaced line ends the
    /// question, and it is asked again on the next.
    asked: Option<(ContinueWish, usize)>,
    /// The file of an older match that the other has sent.
    past: Option<Arc<Vec<u8>>>,
    /// Frames, each with its chair and line, that are sent once everything before them is on disk.
    unsent: Vec<(usize, LineId, Vec<u8>)>,
    /// Without whom this machine's players go on without being asked.
    ahead: Option<GoesOn>,
    /// The way of the line whose frame was taken in last: what is written down is its gain.
    gains_of: Option<usize>,
}

/// The user's end of the match: commands come in here, and happenings are shown.
struct UserEnd {
    shared: Arc<Shared<Snapshot, Happening>>,
    /// Happenings since the last snapshot.
    told: Vec<Happening>,
    commands: mpsc::UnboundedReceiver<Command>,
}

/// The two facts that decide whether a letter is written.
struct LetterState {
    /// Set if a session has given something out since the last letter was written.
    has_news: bool,
    /// Set if something signed could not be kept: no letter says it.
    is_unkept: bool,
}

/// The parts a driver begins with.
pub(crate) struct Brief {
    pub(crate) home: Option<Home>,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) wire: Wire,
    pub(crate) view: View,
    pub(crate) limits: Limits,
    pub(crate) accepts_any_offer: bool,
    /// Set if the player asks to continue as soon as the other is heard. Two programs that both have the whole match
    /// part as soon as they meet, so this must be known before.
    pub(crate) asks: Option<ContinueWish>,
}

/// The input that woke the driver.
enum Woken {
    Command(Option<Command>),
    News(News),
    Time,
}

impl Driver {
    pub(crate) fn new(
        brief: Brief,
        shared: Arc<Shared<Snapshot, Happening>>,
        commands: mpsc::UnboundedReceiver<Command>,
    ) -> Self {
        // a question asked with the match is tied to its length now, as in `ask_to_continue`
        let steps = brief
            .chairs
            .first()
            .map_or(0, |chair| steps(&chair.session));
        Self {
            home: brief.home,
            chairs: brief.chairs,
            wire: brief.wire,
            view: brief.view,
            user: UserEnd {
                shared,
                told: Vec::new(),
                commands,
            },
            // the zero of the sessions' clock
            started: Instant::now(),
            limits: brief.limits,
            accepts_any_offer: brief.accepts_any_offer,
            said: VecDeque::new(),
            ending: Ending::default(),
            letter: LetterState {
                // by letter a resumed match gives the present letter once more
                has_news: true,
                is_unkept: false,
            },
            asked: brief.asks.map(|wish| (wish, steps)),
            past: None,
            unsent: Vec::new(),
            ahead: None,
            gains_of: None,
        }
    }

    /// Plays the match to its end, or until the user leaves.
    pub(crate) async fn run(self) {
        let mut driver = Some(self);
        while let Some(playing) = driver {
            driver = playing.play().await;
        }
    }

    /// Plays until the match is over for this program, or another player of this machine takes its lines over.
    async fn play(mut self) -> Option<Self> {
        // a match without a line needs no look at one; its ticks only flush
        let tick = match &self.wire {
            Wire::Local | Wire::Mail { .. } => FLUSH,
            Wire::Remote(_) => TICK,
        };
        let mut ticks = interval_at(Instant::now() + tick, tick);
        // a machine that slept for a night would else run through thousands of ticks before it dials
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.begin();
        self.settle();
        while !self.ending.is_over {
            match self.wait(&mut ticks).await {
                Woken::Command(Some(command)) => self.command(command),
                // the last handle was dropped: nobody can see the match any more, so it is left as by the user
                Woken::Command(None) => self.leave(),
                Woken::News(news) => self.news(news),
                Woken::Time => self.time_passed(),
            }
            // after every input, so that no output of a session waits for the next input
            self.settle();
        }
        if self.ending.moves_house {
            return self.move_house().await;
        }
        self.end().await;
        None
    }

    fn begin(&mut self) {
        let now = self.now();
        // before anything else: a crash in the first second must not lose the port and the secret by which the other
        // player comes back
        self.keep_book();
        self.link_chairs(now);
        match &mut self.wire {
            Wire::Local => self.view.shown.line = LineState::Local,
            Wire::Remote(remote) => remote.begin(),
            Wire::Mail { .. } => self.view.shown.line = LineState::Mail,
        }
        // a table's lobby hands its lines over
        for at in 0..self.remote().map_or(0, |remote| remote.ways.len()) {
            // one that waited for the match has a session that has spoken already
            let has_spoken = self.way(at).is_some_and(|(_, way)| way.told.is_some());
            self.tell_of_line(at, has_spoken);
        }
        if self.is_table() {
            self.show_lines();
        }
        // here, not at the first tick: a guest whose invitation says that the host is shut shows its answer at once
        self.exchange_codes();
        if let Some((wish, _)) = self.asked {
            self.ask_to_continue(now, wish);
        }
    }

    /// Connects the first chair, which has the lines of this machine, with each other one.
    fn link_chairs(&mut self, now: Now) {
        let Some((first, others)) = self.chairs.split_first_mut() else {
            return;
        };
        let key_of = |chair: &Chair| chair.session.seat_key(chair.session.seat());
        let Some(own) = key_of(first) else {
            return;
        };
        for (chair, other) in (1..).zip(others) {
            let Some(key) = key_of(other) else {
                continue;
            };
            // a line within the program has no TLS exporter; a hash binds it to the two keys
            let exporter = blake3::derive_key("warlord local line 1", &[own.0, key.0].concat());
            first.session.line_up(now, line_to(chair), exporter, key);
            other.session.line_up(now, line_to(0), exporter, own);
        }
    }

    async fn wait(&mut self, ticks: &mut Interval) -> Woken {
        match &mut self.wire {
            Wire::Local | Wire::Mail { .. } => tokio::select! {
                // no order among these: `next` and `recv` lose nothing when the future is dropped, so a random choice
                // is fair to all
                command = self.user.commands.recv() => Woken::Command(command),
                _ = ticks.tick() => Woken::Time,
            },
            Wire::Remote(remote) => tokio::select! {
                command = self.user.commands.recv() => Woken::Command(command),
                news = remote.house.next() => Woken::News(news),
                _ = ticks.tick() => Woken::Time,
            },
        }
    }

    fn now(&self) -> Now {
        crate::clock::now(self.started)
    }

    fn chair(&mut self, seat: Seat) -> Option<&mut Chair> {
        self.chairs
            .iter_mut()
            .find(|chair| chair.session.seat() == seat)
    }

    /// By letter this side continues as long as it has something to decide; then the letter is ready.
    fn check_letter(&mut self) {
        let Wire::Mail { waits } = self.wire else {
            return;
        };
        // a letter must not say what this disk lacks: another copy of the files could sign it differently (threat 19)
        if self.letter.is_unkept {
            return;
        }
        let has_news = std::mem::take(&mut self.letter.has_news);
        let mut sessions = self.chairs.iter().map(|chair| &chair.session);
        // a letter written now would be followed by a second one with the decision: the older is not offered any more
        if sessions.any(|session| matches!(session.waiting(), Waiting::Me { .. })) {
            self.view.shown.letter = None;
        } else if !waits {
            self.ending.is_over = true;
        } else if has_news {
            self.export();
        }
    }

    fn time_passed(&mut self) {
        let now = self.now();
        self.chairs
            .iter_mut()
            .for_each(|chair| chair.session.handle_timeout(now));
        if self
            .ending.linger_until
            .is_some_and(|until| Instant::now() >= until)
            // two who talk after the game keep their line, and a question to continue must still go out
            && !self.talks_on()
            && self.asked.is_none()
        {
            self.ending.is_over = true;
        }
        // after the sessions have seen the time, so that what they signed by themselves is flushed in the same tick
        self.ask_again();
        self.flush();
        self.watch_lines();
        self.look_around();
        self.watch_for_a_narrow_way();
        self.exchange_codes();
    }

    /// Carries out every output of the sessions until none is left, and shows the outcome. The user's view does not
    /// wait for the disk; messages to the peer do.
    fn settle(&mut self) {
        let mut result = self.carry_out();
        loop {
            while result.is_ok() && !self.unsent.is_empty() {
                if matches!(self.wire, Wire::Remote(_)) {
                    // the flush that follows takes up to several milliseconds, and the board must not wait for it: it
                    // did for 280 ms once under load (docs/network.md)
                    self.show();
                }
                // the sessions of this machine answer each other
                result = self.release().and_then(|()| self.carry_out());
            }
            // nothing waits to be sent now: frames name chairs by their places, which change here
            if result.is_err() || !self.leave_the_left_out() {
                break;
            }
            result = self.carry_out();
        }
        // records signed without a line are in the mark at once too
        if result.is_ok() {
            result = self.put_down();
        }
        if let Err(error) = result {
            // frames that could not be written down are not sent either: what the peer has not seen it cannot hold
            // against this seat; what it has seen but this disk lacks could be signed a second time, differently
            // (threat 18)
            self.unsent.clear();
            self.fail_to_keep(&error);
        }
        // only once all is on disk: the judge reads what the session holds, and `done` tells the peer that this side
        // has it
        self.check_completion();
        self.check_letter();
        self.show();
    }

    /// Shows the user what the sessions and the line have come to.
    fn show(&mut self) {
        let now = self.now();
        let mut late = self.chairs.iter().map(|chair| &chair.session);
        let late = late.find(|session| session.may_claim(now));
        self.view.shown.time.may_claim = late.map(Session::seat);
        self.view.shown.time.clocks = self.clocks(now);
        let is_here = matches!(self.wire, Wire::Local);
        self.view.look(&self.chairs, is_here);
        self.view.shown.leaving = self.leaving(now);
        // a question that waits for the line is no state of the session yet, but the user has asked it
        if self.asked.is_some() {
            self.view.shown.next.asks = true;
            self.view.shown.next.may_ask = None;
        }
        if let Wire::Remote(remote) = &mut self.wire {
            // the last known address stays shown while there is no line
            let seen_at = remote.ways.iter().find_map(|way| way.seen_at);
            self.view.shown.meeting.seen_at = seen_at.or(self.view.shown.meeting.seen_at);
            self.view.shown.meeting.askers = remote.house.callers.askers();
        }
        self.publish();
    }

    /// The clocks as the first session knows them: one account of a match is enough.
    fn clocks(&self, now: Now) -> Vec<(Seat, ClockFace)> {
        let session = self.chairs.first().map(|chair| &chair.session);
        let clocks = session.map_or_else(Vec::new, |session| session.clocks(now));
        let face = |face| match face {
            Face::Stands(left) => ClockFace::Stands(left),
            Face::Runs(until) => ClockFace::Runs((self.started + until).into_std()),
        };
        let clocks = clocks.into_iter();
        clocks.map(|(seat, clock)| (seat, face(clock))).collect()
    }

    fn publish(&mut self) {
        // taken once: a reader gets each happening a single time, with the first snapshot that shows it
        let told = std::mem::take(&mut self.user.told);
        self.user.shared.publish(&self.view.shown, told);
    }

    fn note(&mut self, note: String) {
        self.view.note(note.clone());
        self.user.told.push(Happening::Note(note));
    }

    /// True if a host may wait for another guest: nobody has agreed yet.
    fn may_wait_for_another(&self) -> bool {
        let is_hosting = matches!(&self.wire, Wire::Remote(remote) if remote.house.is_host() && !remote.house.book.is_table);
        is_hosting && !self.is_agreed()
    }

    /// True if all seats have signed the manifest.
    fn is_agreed(&self) -> bool {
        self.chairs
            .first()
            .is_some_and(|chair| matches!(chair.session.stage(), Stage::Playing | Stage::Over))
    }

    /// The first bytes of the match's id.
    pub(super) fn short_id(&self) -> ShortId {
        let sid = self.chairs.first().and_then(|chair| chair.session.sid());
        // before the manifest is agreed there is no id; zeros are no match's short id
        let short = sid.and_then(|sid| sid.first_chunk().copied());
        short.unwrap_or_default()
    }
}

/// The number of steps of the match so far.
fn steps(session: &Session) -> usize {
    session.history().map_or(0, |history| history.steps().len())
}
