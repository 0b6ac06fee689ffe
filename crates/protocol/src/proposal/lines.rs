//! A table's connections: what goes out on them, and how often it is repeated.

use std::collections::BTreeSet;
use std::time::Duration;

use super::bodies::{Body, Want};
use super::hosted::Hosting;
use super::table::{Line, REPEAT, Table};
use super::words::TableOutput;
use crate::PublicKey;
use crate::session::{LineId, Now};

impl Table {
    /// Sends a frame on every line but one.
    pub(super) fn spread(&mut self, bytes: &[u8], except: Option<LineId>) {
        let lines: Vec<LineId> = self.lines.keys().copied().collect();
        for line in lines.into_iter().filter(|line| Some(*line) != except) {
            self.put(TableOutput::Send(line, bytes.to_vec()));
        }
    }

    /// A connection is up; the carrier has checked the key of the machine at the other end.
    pub fn line_up(&mut self, now: Now, line: LineId, peer: PublicKey) {
        let state = Line {
            peer: Some(peer),
            ..Line::default()
        };
        self.lines.insert(line, state);
        self.greet(line, true);
        self.ask_for_begun(now);
        self.settle(now);
    }

    /// Asks everybody for the beginning of the match that this machine's players have signed.
    fn ask_for_begun(&mut self, now: Now) {
        let Some((sid, _)) = self.signed.filter(|_| self.begun.is_none()) else {
            return;
        };
        let body = Body::Want(Want::Begun(sid));
        if let Some(bytes) = self.machine.write(now.unix_ms, &body) {
            self.spread(&bytes, None);
        }
    }

    /// A connection is down.
    pub fn line_down(&mut self, now: Now, line: LineId) {
        self.lines.remove(&line);
        self.forget_strangers(line);
        self.settle(now);
    }

    /// Sends everything that this machine holds; the long frames only on a new connection.
    fn greet(&mut self, line: LineId, is_new: bool) {
        let heard = &self.heard;
        let game = heard.game.as_ref().filter(|_| is_new);
        let begun = heard.begun.as_ref().filter(|_| is_new);
        let seating = heard.seating.as_ref();
        let mes = heard.mes.iter().filter(|(who, _)| self.knows(**who));
        let frames = [begun, heard.closed.as_ref()]
            .into_iter()
            .flatten()
            .chain(game.map(|(_, bytes)| bytes))
            .chain(seating.map(|(_, bytes)| bytes))
            .chain(mes.map(|(_, heard)| &heard.bytes));
        let frames: Vec<Vec<u8>> = frames.cloned().collect();
        for bytes in frames {
            self.put(TableOutput::Send(line, bytes));
        }
    }

    /// Returns `true` for a player of the table or of the match before, whose frames are passed on.
    pub(super) fn knows(&self, who: PublicKey) -> bool {
        let seating = self.seating();
        who == self.host
            || self.machine.has(who)
            || self.members.contains(&who)
            || seating.is_some_and(|seating| seating.seat_of(who).is_some())
    }

    /// Drops what strangers said who came by that connection.
    fn forget_strangers(&mut self, line: LineId) {
        let strangers: Vec<PublicKey> = self
            .heard
            .mes
            .iter()
            .filter(|(who, heard)| heard.line == Some(line) && !self.knows(**who))
            .map(|(who, _)| *who)
            .collect();
        for who in strangers {
            self.heard.mes.remove(&who);
        }
    }

    /// Drops the counts of players who no longer sit here, so that those who come and go do not fill the memory.
    pub(super) fn forget_the_unknown(&mut self) {
        let known = |who: &PublicKey| self.knows(*who);
        let rates = self.rates.keys().copied().filter(known).collect();
        let rates: BTreeSet<PublicKey> = rates;
        self.rates.retain(|who, _| rates.contains(who));
        self.heard.said.retain(|who, _| rates.contains(who));
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Now) {
        if now.clock >= self.repeated.saturating_add(REPEAT) {
            self.repeated = now.clock;
            let lines: Vec<LineId> = self.lines.keys().copied().collect();
            for line in lines {
                self.greet(line, false);
            }
            self.ask_for_begun(now);
        }
        self.settle(now);
    }

    /// When [`Table::tick`] is due next.
    pub fn next_tick(&self) -> Duration {
        let hosting = self.hosting.as_ref();
        let table = hosting.and_then(Hosting::table_due);
        let repeat = self.repeated.saturating_add(REPEAT);
        table.map_or(repeat, |table| table.min(repeat))
    }

    /// Asks the machine at the other end for something, once per connection.
    pub(super) fn want(&mut self, now: Now, line: LineId, want: Want) {
        let state = self.lines.get_mut(&line);
        if !state.is_some_and(|state| state.asked.insert(want)) {
            return;
        }
        if let Some(bytes) = self.machine.write(now.unix_ms, &Body::Want(want)) {
            self.put(TableOutput::Send(line, bytes));
        }
    }
}
