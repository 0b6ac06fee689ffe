//! What a machine does with the frames that arrive: checks, counts, stores, and passes them on.

use super::bodies::{Answer, Begun, Body, Me, Said, Seating, Stance, Want};
use super::envelope::{Envelope, EnvelopeError, Header};
use super::kind::Kind;
use super::rates::{FRAMES, REST};
use super::table::{HeardMe, Table};
use super::words::{Kept, Match, TableEvent, TableOutput};
use crate::session::{LineId, Now};
use crate::text::plain_text;

/// The most strangers whose states are kept for one connection.
const STRANGERS: usize = 16;

impl Table {
    /// Takes a frame that arrived on a line.
    ///
    /// # Errors
    /// Returns [`EnvelopeError`] for a frame that no honest program sends or passes on. The caller closes the connection.
    pub fn handle_frame(
        &mut self,
        now: Now,
        line: LineId,
        bytes: &[u8],
    ) -> Result<(), EnvelopeError> {
        self.handle(now, Some(line), bytes)
    }

    pub(super) fn handle(
        &mut self,
        now: Now,
        line: Option<LineId>,
        bytes: &[u8],
    ) -> Result<(), EnvelopeError> {
        let header = Header::read(bytes)?;
        if header.table != self.id || !self.may_be_news(&header) {
            return self.count(now, line);
        }
        let envelope = Envelope::read(bytes)?;
        if !self.admit(now, line, &header) {
            return self.count(now, line);
        }
        if self.take(now, line, envelope, bytes) {
            self.pass_on(line, &header, bytes);
        }
        self.settle(now);
        Ok(())
    }

    /// Counts a frame that brings nothing to its connection.
    fn count(&mut self, now: Now, line: Option<LineId>) -> Result<(), EnvelopeError> {
        let state = line.and_then(|line| self.lines.get_mut(&line));
        match state.is_none_or(|line| line.rest.admit(now.clock, REST)) {
            true => Ok(()),
            false => Err(EnvelopeError::Flood),
        }
    }

    /// Whether the frame can be new, by its header: this spares the check of a signature.
    fn may_be_news(&self, header: &Header) -> bool {
        let sender = header.sender;
        let is_above = |last: Option<u64>| last.is_none_or(|last| header.counter > last);
        match header.kind {
            kind if kind.is_hosts() && (sender != self.host || self.hosting.is_some()) => false,
            // TABLE names the game by its digest, so an older frame with that game is as good.
            Kind::Game => self.lacks_game() || is_above(self.heard.hosts.get(&Kind::Game).copied()),
            Kind::Table | Kind::Closed | Kind::Answer => {
                self.heard.closed.is_none() && is_above(self.heard.hosts.get(&header.kind).copied())
            }
            Kind::Me => is_above(self.heard.mes.get(&sender).map(|heard| heard.counter)),
            Kind::Begun => self.begun.is_none(),
            Kind::Said => {
                self.knows(sender)
                    && !self.machine.has(sender)
                    && is_above(self.heard.said.get(&sender).copied())
            }
            Kind::Want => true,
        }
    }

    pub(super) fn lacks_game(&self) -> bool {
        let seating = self.heard.seating.as_ref();
        let named = seating.map(|(seating, _)| seating.game);
        self.game().map(super::Game::id) != named || named.is_none()
    }

    /// Counts a new frame to its signer; all strangers on a connection share one budget.
    fn admit(&mut self, now: Now, line: Option<LineId>, header: &Header) -> bool {
        let sender = header.sender;
        if self.knows(sender) {
            if !self.rates.contains_key(&sender) {
                self.forget_the_unknown();
            }
            let rate = self.rates.entry(sender).or_default();
            return rate.admit(now.clock, FRAMES);
        }
        let strangers = self.heard.mes.iter();
        let strangers = strangers.filter(|(who, heard)| heard.line == line && !self.knows(**who));
        let is_crowded = strangers.count() >= STRANGERS && !self.heard.mes.contains_key(&sender);
        let state = line.and_then(|line| self.lines.get_mut(&line));
        // A letter is brought by this machine's own user.
        !(header.kind == Kind::Me && is_crowded)
            && state.is_none_or(|line| line.strangers.admit(now.clock, FRAMES))
    }

    /// Takes a verified frame. Returns `true` if it was new.
    fn take(&mut self, now: Now, line: Option<LineId>, envelope: Envelope, bytes: &[u8]) -> bool {
        let header = envelope.header;
        let is_newer = self.is_newer(&envelope);
        if header.kind.is_hosts() {
            let last = self.heard.hosts.entry(header.kind).or_default();
            *last = header.counter.max(*last);
        }
        match envelope.body {
            Body::Game(body) => {
                let named = self.heard.seating.as_ref().map(|(seating, _)| seating.game);
                let is_named = named == Some(body.digest()) && self.lacks_game();
                // An older frame counts only if it holds the game that the table names now.
                let is_new = is_named || is_newer;
                if is_new {
                    self.take_game(&body, bytes.to_vec());
                }
                is_new
            }
            Body::Table(seating) => self.take_table(now, line, seating, bytes),
            Body::Me(me) => self.take_me(line, &header, *me, bytes),
            Body::Begun(begun) => self.take_begun(&begun, bytes),
            Body::Closed => {
                self.heard.closed = Some(bytes.to_vec());
                self.agreed = None;
                self.show(TableEvent::Closed);
                true
            }
            Body::Answer(answer) => self.take_answer(answer),
            Body::Said(said) => self.take_said(&header, &said),
            Body::Want(want) => {
                self.answer(line, &header, want);
                false
            }
        }
    }

    fn take_table(
        &mut self,
        now: Now,
        line: Option<LineId>,
        seating: Seating,
        bytes: &[u8],
    ) -> bool {
        self.heard.seating = Some((seating, bytes.to_vec()));
        if let (true, Some((seating, _)), Some(line)) =
            (self.lacks_game(), &self.heard.seating, line)
        {
            let game = seating.game;
            self.want(now, line, Want::Game(game));
        }
        self.show(TableEvent::Changed);
        true
    }

    fn take_me(&mut self, line: Option<LineId>, header: &Header, me: Me, bytes: &[u8]) -> bool {
        let who = header.sender;
        // Nobody is put on a machine that has not agreed to it.
        if !me.is_proved(&self.id, who) {
            return false;
        }
        if self.machine.has(who) && self.machine.hear(who, header.counter, &me) {
            self.agreed = None;
            self.show(TableEvent::Elsewhere(who));
        }
        let before = self.heard.mes.get(&who).map(|heard| &heard.me.stance);
        if let Stance::Declines(why) = &me.stance
            && before != Some(&me.stance)
            && self.knows(who)
        {
            let (name, why) = (me.name.clone(), why.clone());
            self.show(TableEvent::Declined { name, why });
        }
        let heard = HeardMe {
            me,
            counter: header.counter,
            bytes: bytes.to_vec(),
            line,
        };
        self.heard.mes.insert(who, heard);
        true
    }

    fn take_begun(&mut self, begun: &Begun, bytes: &[u8]) -> bool {
        let Ok((manifest, sid)) = begun.check() else {
            return false;
        };
        // Our own match key, made for this table, has signed it: no match of another table passes for this one's.
        let chairs = self.machine.chairs(&manifest);
        let Some(chairs) = chairs.filter(|chairs| !chairs.is_empty()) else {
            return false;
        };
        let signatures = begun.signatures.clone();
        let begun = Match {
            sid,
            manifest,
            signatures,
            chairs,
        };
        self.enter(begun, bytes.to_vec());
        true
    }

    /// Stores a match that has begun; the frame leaves only afterwards.
    pub(super) fn enter(&mut self, begun: Match, bytes: Vec<u8>) {
        self.heard.begun = Some(bytes);
        self.begun = Some(begun.clone());
        self.put(TableOutput::Persist(Box::new(Kept::Begun(begun.clone()))));
        self.show(TableEvent::Begun(Box::new(begun)));
    }

    fn take_answer(&mut self, answer: Answer) -> bool {
        let Answer { to, reply } = answer;
        if self.machine.has(to) {
            self.show(TableEvent::Reply { who: to, reply });
        }
        true
    }

    fn take_said(&mut self, header: &Header, said: &Said) -> bool {
        let who = header.sender;
        self.heard.said.insert(who, header.counter);
        let seating = self.seating();
        let Some(sitter) = seating.and_then(|seating| seating.sitter(who)) else {
            return false;
        };
        let (name, text) = (sitter.name.clone(), plain_text(&said.text));
        self.show(TableEvent::Said { who, name, text });
        true
    }

    /// Answers the machine at the other end.
    fn answer(&mut self, line: Option<LineId>, header: &Header, want: Want) {
        let Some(line) = line else { return };
        let found = match want {
            Want::Game(id) => self
                .heard
                .game
                .as_ref()
                .filter(|it| it.0.id() == id)
                .map(|it| &it.1),
            Want::Begun(sid) => {
                let is_it = self.begun.as_ref().is_some_and(|begun| begun.sid == sid);
                self.heard.begun.as_ref().filter(|_| is_it)
            }
            Want::Me(who) => self.heard.mes.get(&who).map(|heard| &heard.bytes),
        };
        let Some(bytes) = found.cloned() else { return };
        let state = self.lines.get_mut(&line);
        // A request is for the machine itself, and a large answer is given once per connection.
        let is_fit = state.is_some_and(|state| {
            state.peer == Some(header.sender)
                && (matches!(want, Want::Me(_)) || state.given.insert(want))
        });
        if is_fit {
            self.put(TableOutput::Send(line, bytes));
        }
    }

    /// Passes a new frame on. Only the host passes on what strangers say.
    fn pass_on(&mut self, line: Option<LineId>, header: &Header, bytes: &[u8]) {
        if self.hosting.is_some() || self.knows(header.sender) {
            self.spread(bytes, line);
        }
    }
}
