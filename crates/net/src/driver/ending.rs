//! The end of a match: when it is over, how long the program waits for the peer's copy, and what ends it early.

use home::storage::forget_draft;
use home::{StorageError, told};
use protocol::Session;
use reach::Trouble;
use tokio::time::Instant;

use super::{Driver, UserEnd, Wire};
use crate::disk::on_disk;
use crate::handle::Happening;
use crate::snapshot::LineState;
use crate::start::{ResumeConfig, take_up_again};

/// How far the match is from its end.
#[derive(Debug, Default)]
pub(super) struct Ending {
    /// The time to stop waiting for a peer that may not have the complete match yet.
    pub(super) linger_until: Option<Instant>,
    pub(super) is_leaving: bool,
    /// The user wants the line kept once both sides have the complete match.
    pub(super) keeps_line: bool,
    pub(super) is_over: bool,
    /// The first player of this machine has left the table: the lines become those of the next one.
    pub(super) moves_house: bool,
    /// The match has not begun anywhere: its files are removed.
    pub(super) is_void: bool,
}

impl Driver {
    /// Ends a match that cannot be kept. What it has signed since is shown to nobody.
    pub(super) fn fail_to_keep(&mut self, error: &StorageError) {
        // set before anything else: `check_letter` runs in the same `settle`
        self.letter.is_unkept = true;
        self.view.shown.letter = None;
        self.fail(told(error), error.advice());
    }

    /// True if a fault has ended this match for good, as a difference of positions does not.
    pub(super) fn is_halted(&self) -> bool {
        let mut sessions = self.chairs.iter().map(|chair| &chair.session);
        sessions.any(|session| session.fault().is_some() && !session.differs())
    }

    pub(super) fn fail(&mut self, what: String, advice: &str) {
        // the first error is the cause; what follows from it would hide it
        if self.view.shown.messages.error.is_some() {
            return;
        }
        let trouble = Trouble {
            what,
            advice: advice.to_owned(),
        };
        self.user.told.push(Happening::Failed(trouble.clone()));
        self.view.shown.messages.error = Some(trouble);
        if self.is_halted() {
            // the peer may want to hear the reason, and to say what it saw
            self.ending.linger_until = Some(Instant::now() + self.limits.farewell);
        } else {
            self.ending.is_over = true;
        }
    }

    /// Judges the file once all seats have signed the result, or both clocks have ended the match; ends the match once the
    /// peer has the complete match too.
    pub(super) fn check_completion(&mut self) {
        let mut sessions = self.chairs.iter().map(|chair| &chair.session);
        if !sessions.all(|session| session.is_closed() || session.is_over_on_time()) {
            // the accused program has continued, so the end by a claim has fallen
            if self.view.shown.played.verdict.take().is_some() {
                self.ending.linger_until = None;
            }
            return;
        }
        if self.view.shown.played.verdict.is_none() {
            let verdict = self.judge();
            self.view.shown.played.verdict = Some(verdict.clone());
            self.user.told.push(Happening::Closed { verdict });
            // the peer may have lost the line just before the end, and needs this copy's last records
            self.ending.linger_until = Some(Instant::now() + self.limits.linger);
        }
        let is_continuing = self.is_continuing();
        let done = self.short_id();
        match &mut self.wire {
            // the next letter answers the question, or signs
            Wire::Mail { waits: true } if is_continuing => {}
            Wire::Local | Wire::Mail { .. } => self.ending.is_over = true,
            // the other program ends once it hears that this side is done, and would hear no question
            Wire::Remote(_) if self.asked.is_some() => {}
            Wire::Remote(remote) => {
                // said at every look and sent once: the line may be another one since
                remote.ways.iter_mut().for_each(|way| way.say_done(done));
                if self.are_others_done() && !self.talks_on() {
                    self.ending.is_over = true;
                }
            }
        }
    }

    /// True if a question to continue in a new match stands, or its answer.
    pub(super) fn is_continuing(&self) -> bool {
        let mut sessions = self.chairs.iter().map(|chair| &chair.session);
        sessions.any(Session::is_continuing)
    }

    /// True if everybody else has the complete match, as far as this program has to see to it. At a table that is every
    /// machine that has had a line or is looked for: who has none here gets it from one of these.
    fn are_others_done(&self) -> bool {
        match &self.wire {
            Wire::Remote(remote) => {
                let mut ways = remote.ways.iter();
                let is_any = ways.clone().any(|way| way.is_peer_done);
                is_any && ways.all(|way| way.is_peer_done || !way.is_expected())
            }
            Wire::Local | Wire::Mail { .. } => true,
        }
    }

    /// True if the line stays though both sides have the complete match.
    pub(super) fn talks_on(&mut self) -> bool {
        let keeps_line = self.ending.keeps_line;
        keeps_line && self.are_others_done() && self.has_any_line()
    }

    /// The verdict on the match as the sessions of this machine hold it.
    pub(super) fn judge(&self) -> String {
        let chairs = self.chairs.iter();
        let files = chairs.filter_map(|chair| chair.session.match_file());
        let mut files: Vec<Vec<u8>> = files.collect();
        // closed, all hold one canonical string of bytes; if they should not, the verdict must show it
        files.dedup();
        let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
        match files.is_empty() {
            true => protocol::judge::Verdict::Unreadable.to_string(),
            // a peer's copy adds nothing here: the verdict shown is what these files alone prove
            false => protocol::judge::judge(&files).verdict.to_string(),
        }
    }

    /// Ends the lines of this machine's first player, who has left the table, and opens the match again for the others: a
    /// line is proved with the key of who plays. None if that cannot be.
    pub(super) async fn move_house(mut self) -> Option<Self> {
        self.flush();
        let remote = std::mem::replace(&mut self.wire, Wire::Local);
        let (Wire::Remote(remote), Some(home)) = (remote, self.home.clone()) else {
            self.end().await;
            return None;
        };
        let mut stay = self.chairs.iter();
        let stays = stay.find(|chair| !chair.session.is_left_out());
        let file = stays.map(|chair| chair.files.public_path().to_owned());
        let resources = remote.resources.clone();
        remote.end(false, self.limits.farewell).await;
        // unlocks the files
        self.chairs.clear();
        let config = ResumeConfig {
            limits: self.limits,
            ..ResumeConfig::new(home, file.unwrap_or_default())
        };
        match on_disk(|| take_up_again(&resources, config)) {
            Ok(mut brief) => {
                brief.view.shown.messages = self.view.shown.messages;
                let words =
                    "The first player of this machine has left the table; the others here play on.";
                brief.view.note(words.to_owned());
                let UserEnd {
                    shared,
                    mut told,
                    commands,
                } = self.user;
                told.push(Happening::Note(words.to_owned()));
                let mut moved = Self::new(brief, shared, commands);
                moved.user.told = told;
                moved.ending.keeps_line = self.ending.keeps_line;
                if self.ahead.is_some() {
                    let now = moved.now();
                    moved.go_on_ahead(now, self.ahead);
                }
                Some(moved)
            }
            Err(error) => {
                self.fail(error.to_string(), error.advice());
                self.end().await;
                None
            }
        }
    }

    pub(super) async fn end(mut self) {
        let is_mail = matches!(self.wire, Wire::Mail { .. });
        let is_here = matches!(self.wire, Wire::Local);
        // the lines are consumed by their end; nothing below looks at the wire again
        if let Wire::Remote(remote) = std::mem::replace(&mut self.wire, Wire::Local) {
            let is_complete = self.view.shown.played.verdict.is_some();
            remote.end(is_complete, self.limits.farewell).await;
        }
        if !matches!(self.view.shown.line, LineState::Local | LineState::Mail) {
            self.view.shown.line = LineState::Closed;
        }
        // after the line has ended: its last words may have brought records
        self.flush();
        if is_mail && self.view.shown.messages.error.is_none() {
            self.export();
            forget_draft(&self.view.shown.file);
        }
        self.view.look(&self.chairs, is_here);
        if self.ending.is_void {
            for chair in self.chairs.drain(..) {
                chair.files.discard(&chair.session);
            }
        }
        // dropping the chairs unlocks the files: a user waiting for the end may take the match up again at once
        self.chairs.clear();
        self.view.shown.ended = true;
        self.publish();
    }
}
