//! Chat: with two on the line between them, at a table signed and passed on.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{LineId, Now, Session};
use crate::frame::{CHAT_LINES, CHAT_WINDOW, Chat, Content, Frame, MAX_CHAT, Talk};
use crate::text::{cut, plain_text};
use crate::{Audience, Fault, Seat, SessionEvent};

/// What was said at a table, by the seat, as far as it matters for what comes next.
#[derive(Default)]
pub(super) struct Talks(BTreeMap<Seat, Share>);

/// What one seat has said, and its share of what is passed on for it.
#[derive(Default)]
pub(super) struct Share {
    /// The number of the last message.
    last: u64,
    since: Duration,
    lines: usize,
}

impl Share {
    /// The number of the next message, at that Unix time: higher than that of an earlier run too.
    pub(super) fn next(&mut self, unix_ms: u64) -> u64 {
        self.last = unix_ms.max(self.last.saturating_add(1));
        self.last
    }

    /// True if a message with that number is new.
    pub(super) fn is_new(&self, number: u64) -> bool {
        number > self.last
    }

    /// Takes note of a message; false if it is one too many in the present window.
    pub(super) fn take(&mut self, number: u64, now: Duration, most: usize) -> bool {
        self.last = number;
        self.count(now, most)
    }

    fn count(&mut self, now: Duration, most: usize) -> bool {
        if now >= self.since.saturating_add(CHAT_WINDOW) || self.lines == 0 {
            (self.since, self.lines) = (now, 0);
        }
        let is_within = self.lines < most;
        // dropped lines do not count, or a flood would silence its sender for good
        self.lines = self.lines.saturating_add(usize::from(is_within));
        is_within
    }
}

impl Talks {
    fn of(&mut self, seat: Seat) -> &mut Share {
        self.0.entry(seat).or_default()
    }
}

impl Session {
    /// Sends a chat message, cut to 2 KiB: to the other of two or to everybody at a table, or to this seat's team alone,
    /// sealed to each. Lost if nobody is on a line of this program. Returns the mates whom words to the team do not reach,
    /// since their keys are not here yet or they have been silent for two minutes: nobody sends these words to them later.
    pub fn chat(&mut self, now: Now, to: Audience, text: &str) -> Vec<Seat> {
        let mut unreached = match to {
            Audience::All => Vec::new(),
            Audience::Team => self.mates(),
        };
        if !self.is_peer_here() {
            return unreached;
        }
        // cleaned here as well as by the reader, so that all see the same words
        let text = plain_text(text);
        let text = cut(&text, MAX_CHAT).to_owned();
        let table = self.game.as_ref().filter(|_| self.has_table());
        match (to, table) {
            (Audience::All, None) => self.pass_on(None, &Frame::Chat(Chat(text))),
            (Audience::All, Some(game)) => {
                let number = self.talks.of(self.signer.seat()).next(now.unix_ms);
                let talk = self.signer.talk(game.chain(), number, text);
                self.pass_on(None, &Frame::Talk(Box::new(talk)));
            }
            (Audience::Team, _) => {
                let words = Content::Talk(text);
                // once all have closed the match nobody shows that it runs
                let shows_life = self.is_playing() && !self.is_closed();
                unreached.retain(|mate| {
                    let is_sent = self.send_sealed(now, *mate, &words);
                    !is_sent || shows_life && !self.is_reached(*mate, now)
                });
            }
        }
        unreached
    }

    /// Words of a mate to the team, which this seat alone has opened.
    pub(super) fn hear_team(&mut self, now: Now, seat: Seat, text: &str) {
        if self.talks.of(seat).count(now.clock, CHAT_LINES) {
            let (to, text) = (Audience::Team, plain_text(text));
            self.show(SessionEvent::Chat { seat, to, text });
        }
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
        let entry = manifest.seat(talk.seat).cloned();
        let is_other = talk.sid != game.chain().sid();
        if !manifest.has_table() {
            return self.fail(Some(id), Fault::Unexpected("words to a table"));
        }
        // the table has gone on in another match meanwhile, or copies come on every line
        let is_own = talk.seat == self.seat();
        if is_other || is_own || !self.talks.of(talk.seat).is_new(talk.number) {
            return Ok(());
        }
        // nobody's words but their own (threat 39)
        if !entry.is_some_and(|entry| entry.speaks(|key| talk.is_signed_by(key))) {
            let what = "words that their seat did not sign";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        // dropped without a fault: an honest program may pass on what others say
        let share = self.talks.of(talk.seat);
        if share.take(talk.number, now.clock, CHAT_LINES) {
            let (seat, text) = (talk.seat, plain_text(&talk.text));
            self.pass_on(Some(id), &Frame::Talk(Box::new(talk)));
            let to = Audience::All;
            self.show(SessionEvent::Chat { seat, to, text });
        }
        Ok(())
    }
}
