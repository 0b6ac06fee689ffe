//! Chat: with two on the line between them, at a table signed and passed on.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{LineId, Now, Session};
use crate::frame::{CHAT_LINES, CHAT_WINDOW, Chat, Frame, MAX_CHAT, Talk};
use crate::text::{cut, plain_text};
use crate::{Audience, Fault, Seat, SessionEvent};

/// What was said at a table, by the seat, as far as it matters for what comes next.
#[derive(Default)]
pub(super) struct Talks(BTreeMap<Seat, Speaker>);

#[derive(Default)]
struct Speaker {
    /// The number of the last message.
    last: u64,
    since: Duration,
    lines: usize,
}

impl Talks {
    /// The number of the next message of a seat, at that Unix time: higher than that of an earlier run too.
    fn next(&mut self, seat: Seat, unix_ms: u64) -> u64 {
        let speaker = self.0.entry(seat).or_default();
        speaker.last = unix_ms.max(speaker.last.saturating_add(1));
        speaker.last
    }

    /// True if a message with that number is new.
    fn is_new(&self, seat: Seat, number: u64) -> bool {
        self.0
            .get(&seat)
            .is_none_or(|speaker| number > speaker.last)
    }

    /// Counts a message; false if the seat has used up its share of the present window.
    fn take(&mut self, seat: Seat, number: u64, now: Duration) -> bool {
        let speaker = self.0.entry(seat).or_default();
        speaker.last = number;
        if now >= speaker.since + CHAT_WINDOW || speaker.lines == 0 {
            (speaker.since, speaker.lines) = (now, 0);
        }
        let is_within = speaker.lines < CHAT_LINES;
        // dropped lines do not count, or a flood would silence its sender for good
        speaker.lines += usize::from(is_within);
        is_within
    }
}

impl Session {
    /// Sends a chat message, cut to 2 KiB: to the other of two or to everybody at a table, or to this seat's team alone,
    /// sealed to each. Lost if nobody is on a line of this program.
    pub fn chat(&mut self, now: Now, to: Audience, text: &str) {
        if !self.is_peer_here() || to == Audience::Team {
            return;
        }
        // cleaned here as well as by the reader, so that all see the same words
        let text = plain_text(text);
        let text = cut(&text, MAX_CHAT).to_owned();
        let sid = self.sid().filter(|_| self.has_table());
        let Some(sid) = sid else {
            return self.pass_on(None, &Frame::Chat(Chat(text)));
        };
        let number = self.talks.next(self.seat(), now.unix_ms);
        let talk = self.signer.talk(sid, number, text);
        self.pass_on(None, &Frame::Talk(Box::new(talk)));
    }

    pub(super) fn handle_chat(&mut self, now: Now, id: LineId, chat: &Chat) -> Result<(), Fault> {
        if self.has_table() {
            return self.fail(Some(id), Fault::Unexpected("unsigned words at a table"));
        }
        let line = self.lines.get_mut(&id);
        // dropped without a fault: a burst of words is no breach of the protocol
        if line.is_some_and(|line| line.may_chat(now.clock)) {
            let (seat, text) = (self.seat_on(id), plain_text(&chat.0));
            let to = Audience::All;
            self.show(SessionEvent::Chat { seat, to, text });
        }
        Ok(())
    }

    pub(super) fn handle_talk(&mut self, now: Now, id: LineId, talk: Talk) -> Result<(), Fault> {
        let Some(game) = self.agreed() else {
            return self.fail(Some(id), Fault::Unexpected("words before the match"));
        };
        let manifest = game.chain().manifest();
        let key = manifest.seat(talk.seat).map(|entry| entry.key);
        let is_other = talk.sid != game.chain().sid();
        if !manifest.has_table() {
            return self.fail(Some(id), Fault::Unexpected("words to a table"));
        }
        // the table has gone on in another match meanwhile, or copies come on every line
        if is_other || talk.seat == self.seat() || !self.talks.is_new(talk.seat, talk.number) {
            return Ok(());
        }
        // nobody's words but their own (threat 39)
        if key.is_none_or(|key| !talk.is_signed_by(&key)) {
            let what = "words that their seat did not sign";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        // dropped without a fault: an honest program may pass on what others say
        if self.talks.take(talk.seat, talk.number, now.clock) {
            let (seat, text) = (talk.seat, plain_text(&talk.text));
            self.pass_on(Some(id), &Frame::Talk(Box::new(talk)));
            let to = Audience::All;
            self.show(SessionEvent::Chat { seat, to, text });
        }
        Ok(())
    }
}
