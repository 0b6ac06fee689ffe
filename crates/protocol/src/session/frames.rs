//! What comes over the line and with time: frames in, chat, goodbye.

use super::parts::Match;
use super::{CloseReason, Now, Refusal, Session};
use crate::file::Entry;
use crate::frame::{Bye, ByeCode, Chat, Frame, MAX_CHAT};
use crate::text::{cut, plain_text};
use crate::{Fault, SessionEvent};

impl Session {
    /// Takes note that the line is down.
    pub fn line_down(&mut self, now: Now) {
        self.line = None;
        self.unhear(now);
        // the measures of this line are kept, in case the program is not there for the next one
        self.save_time(now.clock);
    }

    /// The last record sent may have arrived or not: nothing more is signed before the peer's HEAD on a new line.
    pub(super) fn unhear(&mut self, now: Now) {
        if let Some(game) = &mut self.game {
            game.unhear(now);
        }
    }

    /// Takes note of the time: names a peer that after ten seconds has not shown what it says it holds, and reports
    /// time that is low or up. Call about twice a second.
    pub fn handle_timeout(&mut self, now: Now) {
        // both while no line is up: a clock can run out while nobody hears anybody
        self.note_progress(now);
        self.watch_time(now);
        let line = self.line.as_ref();
        if line.is_some_and(|line| line.is_astray(now.clock)) {
            self.refuse(ByeCode::UnknownMatch, Refusal::UnknownMatch);
        }
        let is_late = |game: &Match| game.hearing.is_late(game.chain(), self.seat(), now.clock);
        if self.line.is_some() && self.game.as_ref().is_some_and(is_late) {
            self.name_false_head(now);
        }
    }

    /// True if the peer has greeted on the present line.
    pub fn is_peer_here(&self) -> bool {
        self.line.as_ref().is_some_and(|line| line.is_greeted())
    }

    /// Sends a chat message, cut to 2 KiB; lost if the line is down.
    pub fn chat(&mut self, text: &str) {
        if self.is_peer_here() {
            // cleaned here as well as by the reader, so that both see the same words
            let text = plain_text(text);
            self.send(&Frame::Chat(Chat(cut(&text, MAX_CHAT).to_owned())));
        }
    }

    pub(super) fn handle_chat(&mut self, now: Now, chat: &Chat) {
        let line = self.line.as_mut();
        // dropped without a fault: a burst of words is no breach of the protocol
        if line.is_some_and(|line| line.may_chat(now.clock)) {
            let (seat, text) = (self.seat().other(), plain_text(&chat.0));
            self.show(SessionEvent::Chat { seat, text });
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
    /// Returns [`Fault`] if the peer broke the protocol. The line is closed then; everything taken before stays.
    pub fn handle_frame(&mut self, now: Now, frame: &[u8]) -> Result<(), Fault> {
        let Some(line) = &self.line else {
            return Ok(());
        };
        let is_greeted = line.is_greeted();
        // a player who has lost the match is shown its file; until then nothing of it can be taken in
        let has_lost = line.is_of_another_match() && self.game.is_none();
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
            Frame::Record(record) => self.handle_entry(now, Entry::Record(*record)),
            Frame::Note(note) => self.handle_entry(now, Entry::Note(note)),
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
