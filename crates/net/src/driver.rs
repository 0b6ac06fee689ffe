//! The task that owns a match: its sessions, its files and its line to the peer.
//!
//! Every input goes into a session, and the session's answers are carried out in order: bytes that must be on disk are
//! there before anything later is sent.

mod askers;
mod line_keeper;
mod two_codes;
mod view;
mod whereabouts;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use protocol::frame::{CHAT_LINES, CHAT_WINDOW, MAX_CHAT};
use protocol::{
    CloseReason, Face, Fault, Now, Output, ProposeError, Seat, Session, SessionEvent, Stage,
    Waiting,
};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::mpsc;
use tokio::task::block_in_place;
use tokio::time::{Instant, sleep};

pub(crate) use line_keeper::{LineKeeper, Lodging};
pub(crate) use two_codes::TwoCodes;
pub(crate) use view::View;

use crate::asking::Asking;
use crate::handle::{ChatLine, ClockFace, Command, Happening, LineState, Shared, Tried, Trouble};
use crate::home::Home;
use crate::limits::Limits;
use crate::line::{Down, LineEvent};
use crate::link::{DialError, Greeted};
use crate::mail;
use crate::people::{Acquaintance, Call, People};
use crate::storage::{MatchFiles, StorageError};

/// The time between two looks at the line.
const TICK: Duration = Duration::from_millis(500);
/// The time between two writes to the disk of a match on this machine alone.
const FLUSH: Duration = Duration::from_secs(2);

/// A seat this program decides for.
pub(crate) struct Chair {
    pub(crate) session: Session,
    pub(crate) files: MatchFiles,
}

/// The connection between the two seats.
pub(crate) enum Wire {
    /// Both seats are in this program.
    Local,
    /// The other seat is in another program.
    Remote(Box<LineKeeper>),
    /// The other seat is in another program, and only letters come and go.
    Mail {
        /// Set to wait for the next letter where this side has nothing more to decide; otherwise the match is left there.
        waits: bool,
    },
}

/// The driver of one match.
pub(crate) struct Driver {
    /// The data folder, where the players met are kept; `None` where both seats are in this program.
    home: Option<Home>,
    chairs: Vec<Chair>,
    wire: Wire,
    view: View,
    shared: Arc<Shared>,
    /// Happenings since the last snapshot.
    told: Vec<Happening>,
    commands: mpsc::UnboundedReceiver<Command>,
    started: Instant,
    limits: Limits,
    accepts_any_offer: bool,
    /// The times of the user's latest chat lines.
    said: VecDeque<Instant>,
    /// The time to stop waiting for a peer that may not have the complete match yet.
    linger_until: Option<Instant>,
    is_leaving: bool,
    /// The user wants the line kept once both sides have the complete match.
    keeps_line: bool,
    is_over: bool,
    /// Set where a session has given something out since the last letter was written.
    has_news: bool,
}

/// The parts a driver begins with.
pub(crate) struct Brief {
    pub(crate) home: Option<Home>,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) wire: Wire,
    pub(crate) view: View,
    pub(crate) shared: Arc<Shared>,
    pub(crate) commands: mpsc::UnboundedReceiver<Command>,
    pub(crate) limits: Limits,
    pub(crate) accepts_any_offer: bool,
}

/// The input that woke the driver.
enum Woken {
    Command(Option<Command>),
    Arrival(Greeted),
    Asked(Asking),
    CallerFailed(SocketAddr, DialError),
    Called(Call),
    Tried(Tried),
    Line(u64, LineEvent),
    Dialed(Result<Greeted, DialError>),
    /// The peer has proved its key at a further address.
    Proved(SocketAddr),
    Time,
}

impl Driver {
    pub(crate) fn new(brief: Brief) -> Self {
        Self {
            home: brief.home,
            chairs: brief.chairs,
            wire: brief.wire,
            view: brief.view,
            shared: brief.shared,
            told: Vec::new(),
            commands: brief.commands,
            started: Instant::now(),
            limits: brief.limits,
            accepts_any_offer: brief.accepts_any_offer,
            said: VecDeque::new(),
            linger_until: None,
            is_leaving: false,
            keeps_line: false,
            is_over: false,
            has_news: true,
        }
    }

    /// Plays the match to its end, or until the user leaves.
    pub(crate) async fn run(mut self) {
        self.begin();
        self.settle();
        while !self.is_over {
            match self.wait().await {
                Woken::Command(Some(command)) => self.command(command),
                Woken::Command(None) => self.leave(),
                Woken::Arrival(greeted) => self.arrival(greeted),
                Woken::Asked(asking) => self.asked(asking),
                Woken::CallerFailed(source, error) => self.caller_failed(source, error),
                Woken::Called(call) => self.called(call),
                Woken::Tried(tried) => self.tried(tried),
                Woken::Line(id, event) => self.line_event(id, event),
                Woken::Dialed(result) => self.dialed(result),
                Woken::Proved(address) => self.proved(address),
                Woken::Time => self.time_passed(),
            }
            self.settle();
        }
        self.end().await;
    }

    fn begin(&mut self) {
        let now = self.now();
        self.keep_book();
        match &mut self.wire {
            Wire::Local => {
                let keys = self.view.keys();
                // a local line has no TLS exporter; a hash binds it to the two keys
                let exporter = blake3::derive_key("warlord local line 1", &keys.concat());
                for (chair, peer) in self.chairs.iter_mut().zip(keys.iter().rev()) {
                    chair
                        .session
                        .line_up(now, exporter, protocol::PublicKey(*peer));
                }
                self.view.shown.line = LineState::Local;
            }
            Wire::Remote(keeper) => {
                keeper.open_for_fresh_code();
                keeper.dial_if_alone();
            }
            Wire::Mail { .. } => self.view.shown.line = LineState::Mail,
        }
        self.exchange_codes();
    }

    async fn wait(&mut self) -> Woken {
        let tick = match &self.wire {
            Wire::Local | Wire::Mail { .. } => FLUSH,
            Wire::Remote(_) => TICK,
        };
        let time = sleep(tick);
        match &mut self.wire {
            Wire::Local | Wire::Mail { .. } => tokio::select! {
                command = self.commands.recv() => Woken::Command(command),
                () = time => Woken::Time,
            },
            Wire::Remote(keeper) => tokio::select! {
                command = self.commands.recv() => Woken::Command(command),
                woken = keeper.next() => woken,
                () = time => Woken::Time,
            },
        }
    }

    fn now(&self) -> Now {
        Now {
            clock: self.started.elapsed(),
            unix_ms: crate::clock::unix_ms(),
        }
    }

    fn chair(&mut self, seat: Seat) -> Option<&mut Chair> {
        self.chairs
            .iter_mut()
            .find(|chair| chair.session.seat() == seat)
    }

    fn command(&mut self, command: Command) {
        let now = self.now();
        let result = match command {
            Command::Accept(shown) => {
                let mut accepted = self
                    .chairs
                    .iter_mut()
                    .map(|chair| chair.session.accept(now, &shown));
                accepted
                    .find(Result::is_ok)
                    .unwrap_or(Err(ProposeError::OtherOffer))
            }
            Command::Decline => {
                self.chairs
                    .iter_mut()
                    .for_each(|chair| chair.session.decline());
                Ok(())
            }
            Command::Propose { seat, orders } => {
                self.ask(seat, |session| session.propose(now, &orders))
            }
            Command::Resign { seat } => self.ask(seat, |session| session.resign(now)),
            Command::OfferDraw { seat } => self.ask(seat, |session| session.offer_draw(now)),
            Command::AnswerDraw { seat, accept } => {
                self.ask(seat, |session| session.answer_draw(now, accept))
            }
            Command::AskTakeback { seat } => self.ask(seat, |session| session.ask_takeback(now)),
            Command::AnswerTakeback { seat, accept } => {
                self.ask(seat, |session| session.answer_takeback(now, accept))
            }
            Command::Claim { seat } => self.ask(seat, |session| session.claim(now)),
            Command::Import(letter) => return self.import(now, &letter),
            Command::Export => return self.export(),
            Command::Chat(text) => return self.chat(&text),
            Command::Dial => {
                self.dial_everywhere();
                Ok(())
            }
            Command::Reach(code) => {
                if let Err(trouble) = self.reach(&code) {
                    return self.refuse(trouble.what, &trouble.advice);
                }
                Ok(())
            }
            Command::LetIn(key) => {
                self.let_in(key);
                Ok(())
            }
            Command::TurnAway(key) => {
                self.turn_away(key);
                Ok(())
            }
            Command::KeepLine => {
                self.keeps_line = true;
                Ok(())
            }
            Command::Withdraw => {
                if let Wire::Remote(keeper) = &mut self.wire {
                    keeper.withdraw();
                }
                self.leave();
                Ok(())
            }
            Command::Leave => {
                self.leave();
                Ok(())
            }
        };
        match result {
            Ok(()) => self.view.shown.refused = None,
            Err(error) => self.refuse(error.to_string(), error.advice()),
        }
    }

    fn import(&mut self, now: Now, letter: &[u8]) {
        let Some(chair) = self.chairs.first_mut() else {
            return;
        };
        match chair.session.import(now, letter) {
            Ok(()) => self.view.shown.refused = None,
            Err(error) => self.refuse(error.to_string(), error.advice()),
        }
    }

    fn export(&mut self) {
        let letter = self.chairs.first().map(|chair| chair.session.export());
        match letter {
            Some(Ok(letter)) => self.view.shown.letter = Some(Arc::new(letter)),
            Some(Err(error)) => self.refuse(error.to_string(), error.advice()),
            None => {}
        }
    }

    /// By letter this side goes on as long as it has something to decide; then the letter is ready.
    fn check_letter(&mut self) {
        let Wire::Mail { waits } = self.wire else {
            return;
        };
        let has_news = std::mem::take(&mut self.has_news);
        let mut sessions = self.chairs.iter().map(|chair| &chair.session);
        if sessions.any(|session| matches!(session.waiting(), Waiting::Me { .. })) {
            self.view.shown.letter = None;
        } else if !waits {
            self.is_over = true;
        } else if has_news {
            self.export();
        }
    }

    fn leave(&mut self) {
        self.is_leaving = true;
        self.is_over = true;
        self.chairs
            .iter_mut()
            .for_each(|chair| chair.session.leave());
    }

    fn ask(
        &mut self,
        seat: Seat,
        ask: impl FnOnce(&mut Session) -> Result<(), ProposeError>,
    ) -> Result<(), ProposeError> {
        let Some(chair) = self.chair(seat) else {
            return Err(ProposeError::NotYourTurn);
        };
        let kept = chair.session.keeps_decision();
        ask(&mut chair.session)?;
        if chair.session.keeps_decision() && !kept {
            let note = "The decision is kept, and signed once the other player is heard.";
            self.told.push(Happening::Note(note.to_owned()));
        }
        Ok(())
    }

    fn refuse(&mut self, what: impl Into<String>, advice: &str) {
        let trouble = Trouble {
            what: what.into(),
            advice: advice.to_owned(),
        };
        self.told.push(Happening::Refused(trouble.clone()));
        self.view.shown.refused = Some(trouble);
    }

    fn chat(&mut self, text: &str) {
        let text = protocol::plain_text(text);
        if text.len() > MAX_CHAT {
            return self.refuse(
                format!("the message has over {MAX_CHAT} bytes"),
                "say it shorter",
            );
        }
        if !may_speak(&mut self.said) {
            return self.refuse(
                format!(
                    "more than {CHAT_LINES} messages in {} seconds",
                    CHAT_WINDOW.as_secs()
                ),
                "wait a little",
            );
        }
        if let Some(chair) = self.chairs.first_mut() {
            chair.session.chat(&text);
            let line = ChatLine {
                seat: chair.session.seat(),
                text,
            };
            self.told.push(Happening::Chat(line.clone()));
            self.view.say(line);
        }
    }

    fn time_passed(&mut self) {
        let now = self.now();
        self.chairs
            .iter_mut()
            .for_each(|chair| chair.session.handle_timeout(now));
        if self
            .linger_until
            .is_some_and(|until| Instant::now() >= until)
            && !self.talks_on()
        {
            self.is_over = true;
        }
        self.flush();
        self.watch_line();
        self.look_around();
        self.exchange_codes();
    }

    /// Carries out every effect of the sessions until no effect is left, and shows the outcome.
    fn settle(&mut self) {
        if let Err(error) = self.carry_out() {
            self.fail(error.to_string(), error.advice());
        }
        self.check_completion();
        self.check_letter();
        let now = self.now();
        let mut late = self.chairs.iter().map(|chair| &chair.session);
        let late = late.find(|session| session.may_claim(now));
        self.view.shown.may_claim = late.map(Session::seat);
        self.view.shown.clocks = self.clocks(now);
        self.view.look(&self.chairs);
        if let Wire::Remote(keeper) = &mut self.wire {
            self.view.shown.seen_at = keeper.seen_at().or(self.view.shown.seen_at);
            self.view.shown.askers = keeper.askers();
        }
        self.publish(false);
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

    fn publish(&mut self, ended: bool) {
        let told = std::mem::take(&mut self.told);
        self.shared.publish(self.view.snapshot(ended), told);
    }

    fn carry_out(&mut self) -> Result<(), StorageError> {
        loop {
            let mut is_idle = true;
            for index in 0..self.chairs.len() {
                while let Some(output) = self.chairs[index].session.poll_output() {
                    is_idle = false;
                    self.has_news = true;
                    self.carry_out_one(index, output)?;
                }
            }
            if is_idle {
                return Ok(());
            }
        }
    }

    /// Flushes bytes that no sent frame depends on: they need not be on disk at once.
    fn flush(&mut self) {
        let flushed = on_disk(|| {
            self.chairs
                .iter_mut()
                .try_for_each(|chair| chair.files.flush())
        });
        if let Err(error) = flushed {
            self.fail(error.to_string(), error.advice());
        }
    }

    fn carry_out_one(&mut self, index: usize, output: Output) -> Result<(), StorageError> {
        let now = self.now();
        match output {
            Output::Persist(file, bytes) => {
                if let Wire::Remote(keeper) = &mut self.wire {
                    keeper.count_gain();
                }
                on_disk(|| self.chairs[index].files.append(file, &bytes))?;
            }
            Output::Replace(file, bytes) => {
                on_disk(|| self.chairs[index].files.replace(file, &bytes))?;
            }
            Output::Send(frame) => {
                on_disk(|| self.chairs[index].files.flush())?;
                match &mut self.wire {
                    Wire::Local => {
                        let other = self.chairs.len() - 1 - index;
                        // the session tells what is wrong with the frame, and closes the line
                        let _ = self.chairs[other].session.handle_frame(now, &frame);
                    }
                    Wire::Mail { .. } => {}
                    Wire::Remote(keeper) => {
                        if !keeper.send(frame) {
                            self.lose_line(Down::Broken("too much waits to be sent".to_owned()));
                        }
                    }
                }
            }
            Output::Event(event) => self.event(index, event),
            Output::Close(reason) => self.close(reason),
        }
        Ok(())
    }

    fn event(&mut self, index: usize, event: SessionEvent) {
        // both sessions of a local match see every event; the first session's account is enough
        if index > 0 && !matches!(event, SessionEvent::Offered(_)) {
            return;
        }
        let happening = match event {
            SessionEvent::Joined { seat, name, key } => {
                self.recognize(index);
                Happening::Joined { seat, name, key }
            }
            SessionEvent::Offered(summary) => {
                self.recognize(index);
                if self.accepts_any_offer {
                    let now = self.now();
                    // the offer told of is the present one
                    let _ = self.chairs[index].session.accept(now, &summary.sid);
                }
                let summary = Arc::new(summary);
                self.view.shown.offer = Some(Arc::clone(&summary));
                Happening::Offered(summary)
            }
            SessionEvent::Agreed => {
                self.view.shown.offer = None;
                self.agreed();
                self.recognize(index);
                Happening::Agreed
            }
            SessionEvent::Locked(seat) => Happening::Locked(seat),
            SessionEvent::Step(step) => Happening::Step(step),
            SessionEvent::DrawOffered(seat) => Happening::DrawOffered(seat),
            SessionEvent::DrawAnswered(seat, accept) => Happening::DrawAnswered(seat, accept),
            SessionEvent::TakebackAsked(seat) => Happening::TakebackAsked(seat),
            SessionEvent::TakebackAnswered(seat, accept) => {
                Happening::TakebackAnswered(seat, accept)
            }
            SessionEvent::Resigned(seat) => Happening::Resigned(seat),
            SessionEvent::Renewed(seat) => {
                let name = self.view.shown.seat(seat).map(|seat| seat.name.clone());
                let name = name.unwrap_or_else(|| seat.to_string());
                let note =
                    format!("{name} goes on with a new match key, to which both programs agreed.");
                self.view.note(note.clone());
                Happening::Note(note)
            }
            SessionEvent::Claimed { by, against } => Happening::Claimed { by, against },
            SessionEvent::TimeLow { seat, left_ms } => {
                self.view.shown.time_calls += 1;
                Happening::TimeLow { seat, left_ms }
            }
            SessionEvent::TimeUp(seat) => {
                self.view.shown.time_calls += 1;
                Happening::TimeUp(seat)
            }
            SessionEvent::TimeDisputed(dispute) => {
                let seat = self.view.shown.seat(dispute.seat);
                let name = seat.map_or("the other player", |seat| seat.name.as_str());
                let words = dispute.in_words(name);
                return self.note(words);
            }
            SessionEvent::Chat { seat, text } => {
                let line = ChatLine { seat, text };
                self.view.say(line.clone());
                Happening::Chat(line)
            }
            SessionEvent::Over(outcome) => Happening::Over(outcome),
            // `check_completion` tells of the end once the file is judged
            SessionEvent::Closed => return,
            SessionEvent::Diverged { step, ours, theirs } => {
                let theirs = theirs.as_deref().unwrap_or("not yet known");
                let note =
                    format!("Step {step}: the positions differ.\nHere:  {ours}\nThere: {theirs}");
                self.view.note(note.clone());
                Happening::Note(note)
            }
            SessionEvent::Fault(fault @ Fault::Diverged { .. }) => {
                let note = format!("{fault}. You can go on by consent: {}.", fault.advice());
                self.view.note(note.clone());
                Happening::Note(note)
            }
            SessionEvent::Fault(fault) if self.is_halted() => {
                return self.fail(fault.to_string(), fault.advice());
            }
            SessionEvent::Fault(fault) => {
                let note = format!("The other program broke the protocol: {fault}.");
                self.view.note(note.clone());
                Happening::Note(note)
            }
        };
        self.told.push(happening);
    }

    /// Finds out who the other player is to this machine's, and keeps the meeting once the match is agreed.
    fn recognize(&mut self, index: usize) {
        let session = &self.chairs[index].session;
        let entry = session
            .manifest()
            .and_then(|manifest| manifest.seat(session.seat().other()));
        let (Some(home), Some(entry)) = (&self.home, entry) else {
            return;
        };
        let (key, name) = (entry.identity, entry.name.clone());
        let is_other = |known: &Arc<Acquaintance>| known.key != key || known.name != name;
        let known = &self.view.shown.acquaintance;
        if known.as_ref().is_none_or(is_other) {
            let file = self.view.shown.file.clone();
            let people = on_disk(|| home.people_beside(Some(&file))).unwrap_or_else(|error| {
                tracing::warn!(%error, "everybody is a stranger");
                People::default()
            });
            let acquaintance = people.acquaintance(key, &name);
            self.view.shown.acquaintance = Some(Arc::new(acquaintance));
        }
        if matches!(session.stage(), Stage::Playing | Stage::Over)
            && let Err(error) = on_disk(|| home.keep_meeting(key, &name))
        {
            self.note(format!(
                "{name} is not kept among the players you know: {error}."
            ));
        }
    }

    fn close(&mut self, reason: CloseReason) {
        match reason {
            _ if self.is_leaving => {}
            CloseReason::Fault(_) if self.is_halted() || matches!(self.wire, Wire::Local) => {
                self.is_over = true;
            }
            CloseReason::Fault(fault) => self.lose_line(Down::Breach(fault.to_string())),
            CloseReason::Refused(refusal) => {
                if self.may_wait_for_another() {
                    self.note(format!("A guest could not join: {refusal}."));
                    self.lose_line(Down::Closed(crate::close::CloseCode::Uninvited));
                } else {
                    self.fail(refusal.to_string(), refusal.advice());
                }
            }
            CloseReason::Bye(_) => {
                self.lose_line(Down::Closed(crate::close::CloseCode::Left));
            }
        }
    }

    /// Tells if a fault has ended this match for good, as a difference of positions does not.
    fn is_halted(&self) -> bool {
        let mut sessions = self.chairs.iter().map(|chair| &chair.session);
        sessions.any(|session| session.fault().is_some() && !session.differs())
    }

    fn note(&mut self, note: String) {
        self.view.note(note.clone());
        self.told.push(Happening::Note(note));
    }

    fn fail(&mut self, what: String, advice: &str) {
        if self.view.shown.error.is_some() {
            return;
        }
        let trouble = Trouble {
            what,
            advice: advice.to_owned(),
        };
        self.told.push(Happening::Failed(trouble.clone()));
        self.view.shown.error = Some(trouble);
        if self.is_halted() {
            // the peer may want to hear the reason, and to tell its own view
            self.linger_until = Some(Instant::now() + self.limits.farewell);
        } else {
            self.is_over = true;
        }
    }

    /// Tells if a host may wait for another guest: nobody has agreed yet.
    fn may_wait_for_another(&self) -> bool {
        let is_hosting = matches!(&self.wire, Wire::Remote(keeper) if keeper.is_host());
        is_hosting && !self.is_agreed()
    }

    /// Tells if all seats have signed the manifest.
    fn is_agreed(&self) -> bool {
        self.chairs
            .first()
            .is_some_and(|chair| matches!(chair.session.stage(), Stage::Playing | Stage::Over))
    }

    /// Judges the file once all seats have signed the result; ends the match once the peer has the complete match too.
    fn check_completion(&mut self) {
        if !self.chairs.iter().all(|chair| chair.session.is_closed()) {
            return;
        }
        if self.view.shown.verdict.is_none() {
            let verdict = self.judge();
            self.view.shown.verdict = Some(verdict.clone());
            self.told.push(Happening::Closed { verdict });
            self.linger_until = Some(Instant::now() + self.limits.linger);
        }
        match &mut self.wire {
            Wire::Local | Wire::Mail { .. } => self.is_over = true,
            Wire::Remote(keeper) => {
                keeper.say_done();
                if keeper.is_peer_done() && !self.talks_on() {
                    self.is_over = true;
                }
            }
        }
    }

    /// Tells if the line stays though both sides have the complete match.
    fn talks_on(&mut self) -> bool {
        let keeps_line = self.keeps_line;
        self.keeper()
            .is_some_and(|keeper| keeps_line && keeper.is_peer_done() && keeper.line.is_some())
    }

    fn judge(&self) -> String {
        let file = self
            .chairs
            .first()
            .and_then(|chair| chair.session.match_file());
        match file {
            Some(file) => protocol::judge::judge(&[&file]).verdict.to_string(),
            None => protocol::judge::Verdict::Unreadable.to_string(),
        }
    }

    async fn end(mut self) {
        let is_mail = matches!(self.wire, Wire::Mail { .. });
        if let Wire::Remote(keeper) = std::mem::replace(&mut self.wire, Wire::Local) {
            keeper
                .end(self.view.shown.verdict.is_some(), self.limits.farewell)
                .await;
        }
        if !matches!(self.view.shown.line, LineState::Local | LineState::Mail) {
            self.view.shown.line = LineState::Closed;
        }
        self.flush();
        if is_mail && self.view.shown.error.is_none() {
            self.export();
            mail::forget_draft(&self.view.shown.file);
        }
        self.view.look(&self.chairs);
        // dropping the chairs unlocks the files: a user waiting for the end may take the match up again at once
        self.chairs.clear();
        self.publish(true);
    }
}

/// Tells if the peer accepts another chat line: at most [`CHAT_LINES`] in [`CHAT_WINDOW`].
fn may_speak(said: &mut VecDeque<Instant>) -> bool {
    let now = Instant::now();
    while said
        .front()
        .is_some_and(|&at| now.duration_since(at) >= CHAT_WINDOW)
    {
        said.pop_front();
    }
    let may = said.len() < CHAT_LINES;
    if may {
        said.push_back(now);
    }
    may
}

/// Waits for the disk, without blocking the other tasks where there are other threads.
fn on_disk<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => work(),
        _ => block_in_place(work),
    }
}
