//! What comes over the line and with time: frames in, chat, goodbye.

use super::line::Line;
use super::parts::Match;
use super::{CloseReason, LineId, Now, Refusal, Session};
use crate::file::Entry;
use crate::frame::{Bye, ByeCode, Frame};
use crate::text::plain_text;
use crate::{Fault, Seat};

impl Session {
    /// Takes note that that line is down.
    pub fn line_down(&mut self, now: Now, line: LineId) {
        self.lines.remove(&line);
        self.note_lost(now);
        // the measures of this line are kept, in case the program is not there for the next one
        self.save_time(now.clock);
    }

    /// A line is gone. Once none is left, the last record sent may have arrived or not: nothing more is signed before a
    /// HEAD on a new line.
    pub(super) fn note_lost(&mut self, now: Now) {
        let is_cut_off = !self.lines.values().any(Line::is_synced);
        let lines = self.lines.iter().filter(|(_, line)| line.is_synced());
        let reached: Vec<Seat> = lines.map(|(id, _)| self.seat_on(*id)).collect();
        let own = self.seat();
        let Some(game) = &mut self.game else {
            return;
        };
        if is_cut_off {
            return game.unhear(now);
        }
        for seat in game.chain().manifest().all_seats() {
            // who has answered this seat's question has another way to it, as far as anybody knows
            let is_afar = game.inquiries.has_answer(own, seat);
            if seat != own && !reached.contains(&seat) && !is_afar {
                game.timer.hear(now.clock, seat, false);
            }
        }
    }

    /// Takes note of the time: names a peer that after ten seconds has not shown what it says it holds, and reports
    /// time that is low or up. Call about twice a second.
    pub fn handle_timeout(&mut self, now: Now) {
        self.take_signatures(now);
        self.beat(now);
        // both while no line is up: a clock can run out while nobody hears anybody
        self.note_progress(now);
        self.watch_time(now);
        let astray = self.lines.iter();
        let astray = astray.filter(|(_, line)| line.is_astray(now.clock));
        for line in astray.map(|(id, _)| *id).collect::<Vec<LineId>>() {
            self.refuse(line, ByeCode::UnknownMatch, Refusal::UnknownMatch);
        }
        let is_late = |game: &Match| {
            let is_parted = game.ledger.parted_at().is_some();
            let late = game
                .hearing
                .late(game.chain(), self.seat(), (now.clock, is_parted));
            late.is_some()
        };
        if !self.lines.is_empty() && self.game.as_ref().is_some_and(is_late) {
            self.name_false_heads(now);
        }
        let is_heard = self.note_reach(now);
        if self.wait_for_head(now) || is_heard {
            self.advance(now);
        }
        if self.has_table() {
            self.ask_for_missing(now);
            self.share_plans(now);
            self.go_on(now);
        }
    }

    /// True if somebody has greeted on a present line.
    pub fn is_peer_here(&self) -> bool {
        self.lines.values().any(Line::is_greeted)
    }

    /// The seats that have greeted on a present line, rising.
    pub fn here(&self) -> Vec<Seat> {
        let lines = self.lines.iter().filter(|(_, line)| line.is_greeted());
        let mut seats: Vec<Seat> = lines.map(|(id, _)| self.seat_on(*id)).collect();
        seats.sort_unstable();
        seats
    }

    /// Says goodbye and closes every line.
    pub fn leave(&mut self) {
        let name = self.name_of(self.seat()).filter(|_| self.has_table());
        let words = name.map_or("the other player left".to_owned(), |name| {
            format!("{} left", plain_text(name))
        });
        for line in self.lines.keys().copied().collect::<Vec<LineId>>() {
            let bye = Bye::new(ByeCode::Leaving, &words);
            self.close(line, &bye, CloseReason::Bye("left".to_owned()));
        }
    }

    /// Takes a frame that came on that line: the type byte and the body.
    ///
    /// # Errors
    /// Returns [`Fault`] if the peer broke the protocol. The line is closed then; everything taken before stays.
    pub fn handle_frame(&mut self, now: Now, id: LineId, frame: &[u8]) -> Result<(), Fault> {
        let Some(line) = self.lines.get(&id) else {
            return Ok(());
        };
        let way = Some(id);
        let is_greeted = line.is_greeted();
        // a player who has lost the match is shown its file; until then nothing of it can be taken in
        let has_lost = line.is_of_another_match() && self.game.is_none();
        let frame = match Frame::from_bytes(frame) {
            Ok(frame) => frame,
            Err(fault) => return self.fail(way, fault),
        };
        match frame {
            Frame::Hello(hello) => self.handle_hello(id, &hello),
            Frame::Bye(bye) => {
                self.handle_bye(id, bye.code, &bye.reason);
                Ok(())
            }
            _ if !is_greeted => self.fail(way, Fault::Unexpected("no greeting came first")),
            Frame::Past(past) => self.handle_past(id, past),
            _ if has_lost => Ok(()),
            Frame::Join(join) => self.handle_join(now, id, &join),
            Frame::Manifest(bytes) => self.handle_manifest(now, id, &bytes),
            Frame::Genesis(genesis) => self.handle_genesis(now, way, genesis),
            Frame::Head(head) => self.handle_head(now, id, &head),
            Frame::Want(want) => self.handle_want(now, id, want),
            Frame::Hear(hear) => self.handle_hear(now, id, hear),
            Frame::Alive(alive) => self.handle_alive(now, id, alive),
            Frame::Consent(consent) => self.handle_consent(now, id, consent),
            Frame::Pledge(pledge) => self.handle_pledge(now, id, pledge),
            Frame::Record(record) => self.handle_entry(now, way, Entry::Record(*record)),
            Frame::Note(note) => self.handle_entry(now, way, Entry::Note(note)),
            Frame::Evidence(evidence) => self.handle_evidence(id, &evidence),
            Frame::State(state) => {
                self.handle_state(state);
                Ok(())
            }
            Frame::Ask(ask) => self.handle_ask(now, id, &ask),
            Frame::Declined(declined) => {
                self.handle_declined(now, declined);
                Ok(())
            }
            Frame::Chat(chat) => self.handle_chat(now, id, &chat),
            Frame::Talk(talk) => self.handle_talk(now, id, *talk),
            Frame::Box(key) => self.handle_box(now, id, key),
            Frame::Sealed(sealed) => self.handle_sealed(now, id, *sealed),
        }
    }
}
