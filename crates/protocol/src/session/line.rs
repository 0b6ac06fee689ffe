//! The present line: frames in, chat, goodbye.

use std::time::Duration;

use super::{CloseReason, Now, Refusal, Session};
use crate::frame::{Bye, ByeCode, CHAT_LINES, CHAT_WINDOW, Chat, Frame, MAX_CHAT};
use crate::text::{cut, plain_text};
use crate::{Fault, PublicKey, SessionEvent};

/// The time in which a peer shows what it says to hold.
pub(super) const SHOWN_WITHIN: Duration = Duration::from_secs(10);

/// The present line to the peer.
pub(super) struct Line {
    pub(super) exporter: [u8; 32],
    /// The nonce that the peer's HEAD on this line must answer.
    pub(super) nonce: [u8; 32],
    /// The nonce that our HEAD answers.
    pub(super) peer_nonce: [u8; 32],
    pub(super) peer: PublicKey,
    /// The peer's greeting is in and sound.
    pub(super) is_greeted: bool,
    /// The peer's HEAD is in and answered: new records go out at once.
    pub(super) is_synced: bool,
    pub(super) is_head_sent: bool,
    /// The peer greets for a match that this copy does not know.
    pub(super) is_of_another_match: bool,
    /// Records and notes of this seat are kept back until all of them that the peer names are here.
    pub(super) is_withholding: bool,
    /// The number of times the peer asked for records again.
    pub(super) needs: u8,
    /// The time at which the line came up.
    pub(super) since: Duration,
    chat_since: Duration,
    chat_lines: usize,
}

impl Line {
    pub(super) fn new(now: Now, exporter: [u8; 32], nonce: [u8; 32], peer: PublicKey) -> Self {
        Self {
            exporter,
            nonce,
            peer_nonce: [0; 32],
            peer,
            is_greeted: false,
            is_synced: false,
            is_head_sent: false,
            is_of_another_match: false,
            is_withholding: false,
            needs: 0,
            since: now.clock,
            chat_since: now.clock,
            chat_lines: 0,
        }
    }
}

impl Session {
    /// Takes note that the line is down.
    pub fn line_down(&mut self, now: Now) {
        self.line = None;
        self.unhear(now);
        self.save_time(now.clock);
    }

    /// The last record sent may have arrived or not: nothing more is signed before the peer's HEAD on a new line.
    pub(super) fn unhear(&mut self, now: Now) {
        let Some(game) = &mut self.game else {
            return;
        };
        // our HEAD does not speak of them, and the peer sends them again unless it has lost them and signs others
        game.held.clear();
        if std::mem::take(&mut game.is_heard) {
            game.timer.hear(now.clock, false);
        }
    }

    /// Takes note of the time: a peer that says to hold what it does not show is named after ten seconds, and time that
    /// is low or up is told. Call about twice a second.
    pub fn handle_timeout(&mut self, now: Now) {
        self.note_progress(now);
        self.watch_time(now);
        let is_of_another = self
            .line
            .as_ref()
            .is_some_and(|line| line.is_of_another_match && now.clock >= line.since + SHOWN_WITHIN);
        if is_of_another {
            self.refuse(ByeCode::UnknownMatch, Refusal::UnknownMatch);
        }
        let is_late = self.line.is_some()
            && self.game.as_ref().is_some_and(|game| {
                let is_false = game.lacks_own(self.seat) || game.is_forked();
                let claimed = game.claimed.as_ref().filter(|_| is_false && !game.is_sure);
                claimed.is_some_and(|claimed| now.clock >= claimed.since + SHOWN_WITHIN)
            });
        if is_late {
            self.name_false_head(now);
        }
    }

    /// Tells whether the peer has greeted on the present line.
    pub fn is_peer_here(&self) -> bool {
        self.line.as_ref().is_some_and(|line| line.is_greeted)
    }

    /// Sends a chat message, cut to 2 KiB; lost where the line is down.
    pub fn chat(&mut self, text: &str) {
        if self.is_peer_here() {
            let text = plain_text(text);
            self.send(&Frame::Chat(Chat(cut(&text, MAX_CHAT).to_owned())));
        }
    }

    pub(super) fn handle_chat(&mut self, now: Now, chat: &Chat) {
        let Some(line) = &mut self.line else {
            return;
        };
        if now.clock >= line.chat_since + CHAT_WINDOW {
            line.chat_since = now.clock;
            line.chat_lines = 0;
        }
        if line.chat_lines < CHAT_LINES {
            line.chat_lines += 1;
            let (seat, text) = (self.seat.other(), plain_text(&chat.0));
            self.tell(SessionEvent::Chat { seat, text });
        }
    }

    /// Says goodbye and closes the line.
    pub fn leave(&mut self) {
        if self.line.is_some() {
            let bye = Bye::new(ByeCode::Leaving, "the other player left");
            self.close(&bye, CloseReason::Bye("left".to_owned()));
        }
    }

    /// Takes a frame of the peer: the type byte and the body.
    ///
    /// # Errors
    /// Returns [`Fault`] where the peer broke the protocol. The line is closed then; everything taken before stays.
    pub fn handle_frame(&mut self, now: Now, frame: &[u8]) -> Result<(), Fault> {
        let Some(line) = &self.line else {
            return Ok(());
        };
        let is_greeted = line.is_greeted;
        // a player who has lost the match is shown its file; until then nothing of it can be taken in
        let has_lost = line.is_of_another_match && self.game.is_none();
        let frame = match Frame::from_bytes(frame) {
            Ok(frame) => frame,
            Err(fault) => return self.fail(fault),
        };
        match frame {
            Frame::Hello(hello) => self.handle_hello(&hello),
            Frame::Bye(bye) => {
                self.handle_bye(bye.code, &bye.reason);
                Ok(())
            }
            _ if !is_greeted => self.fail(Fault::Unexpected("no greeting came first")),
            Frame::Past(past) => self.handle_past(past),
            _ if has_lost => Ok(()),
            Frame::Join(join) => self.handle_join(now, &join),
            Frame::Manifest(bytes) => self.handle_manifest(now, &bytes),
            Frame::Genesis(genesis) => self.handle_genesis(now, genesis),
            Frame::Head(head) => self.handle_head(now, &head),
            Frame::Need(need) => self.handle_need(need),
            Frame::Record(record) => self.handle_record(now, &record),
            Frame::Note(note) => self.handle_note(now, &note),
            Frame::Evidence(evidence) => self.handle_evidence(&evidence),
            Frame::State(state) => {
                self.handle_state(state);
                Ok(())
            }
            Frame::Ask(ask) => self.handle_ask(now, &ask),
            Frame::Declined(declined) => {
                self.handle_declined(now, declined);
                Ok(())
            }
            Frame::Chat(chat) => {
                self.handle_chat(now, &chat);
                Ok(())
            }
        }
    }
}
