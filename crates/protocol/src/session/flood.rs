//! What goes out on the lines: whatever is taken in goes at once to everybody who may lack it.
//!
//! Each line gets records and notes in the order in which they were taken in. So a peer has on every line all that an
//! entry stands upon before the entry itself, however many ways lead to it. An entry goes out on every line whose peer
//! has said what it holds, but on the one that it came on, and on those that have shown it. On a new line the peer
//! first gets what it lacks by its HEAD, from a cursor into the log: nothing is queued for it, however long the match
//! is.

use super::line::{LATER_STEPS, Line};
use super::{LineId, Now, Session, Way};
use crate::Fault;
use crate::file::Entry;
use crate::frame::{Frame, Want};

/// The entries that a peer gets at once of what it lacks.
const BATCH: usize = 64;

impl Session {
    /// Sends an entry on every line whose peer may lack it.
    pub(super) fn flood(&mut self, entry: &Entry) {
        let (id, own) = (entry.id(), self.seat());
        // a peer that still catches up comes to the entry in the log
        let lacks =
            |line: &Line| line.is_synced() && line.cursor().is_none() && !line.has_shown(&id);
        let mut lines = self.lines.iter().filter(|(_, line)| lacks(line)).peekable();
        // with two seats nobody else is there to be told
        if lines.peek().is_none() {
            return;
        }
        let Some(frame) = entry.to_frame() else {
            return;
        };
        let is_own = entry.place(0).1 == own;
        for (line, _) in lines {
            match is_own {
                true => self.outbox.send(*line, &frame),
                // at a table of eight the host would flush for each of seven confirmations before it passes it on
                false => self.outbox.pass(*line, &frame),
            }
        }
    }

    /// Sends a frame on every line whose peer has said what it holds, but on the one that it came on.
    pub(super) fn spread(&mut self, way: Way, frame: &Frame) {
        for (id, line) in &self.lines {
            if line.is_synced() && Some(*id) != way {
                self.outbox.send(*id, frame);
            }
        }
    }

    /// Takes note that the peer of the line has an entry.
    pub(super) fn note_shown(&mut self, way: Way, entry: &Entry) {
        let line = way.and_then(|id| self.lines.get_mut(&id));
        if let Some(line) = line {
            line.note_shown(entry.id());
        }
    }

    /// Sends on the line the next entries that its peer lacks.
    pub(super) fn catch_up(&mut self, id: LineId) {
        let own = self.signer.seat();
        let (Some(game), Some(line)) = (&self.game, self.lines.get_mut(&id)) else {
            return;
        };
        let (Some(from), Some(head)) = (line.cursor(), line.head()) else {
            return;
        };
        let lack = game.lack(own, head);
        let log = game.ledger.log();
        let (mut at, mut sent, mut holds_back) = (from, 0, false);
        while let Some(entry) = log.get(at).filter(|_| sent < BATCH) {
            at = at.saturating_add(1);
            // somebody may have named it since the HEAD of this line came
            holds_back |= lack.holds_back(entry);
            if lack.names(entry)
                && let Some(frame) = entry.to_frame()
                && !line.has_shown(&entry.id())
            {
                self.outbox.send(id, &frame);
                sent = sent.saturating_add(1);
            }
        }
        let is_level = at >= log.len();
        line.move_cursor((!is_level).then_some(at));
        if holds_back {
            line.withhold();
        }
        // behind all that it stands upon
        if is_level && self.has_table() {
            self.show_proof(id);
        }
    }

    /// Sends the next entries on a line whose peer catches up. Returns false if there is none.
    pub(super) fn catch_up_any(&mut self) -> bool {
        let mut lines = self.lines.iter();
        let behind = lines.find(|(_, line)| line.cursor().is_some());
        let Some(id) = behind.map(|(id, _)| *id) else {
            return false;
        };
        self.catch_up(id);
        true
    }

    /// Sends what this seat has signed and kept back, once all of it is here that was named. Only now it is known that
    /// this copy has not signed for the same step what another program of the same seat has (threat 19).
    pub(super) fn show_withheld(&mut self) {
        let own = self.seat();
        let withholding = self.lines.iter();
        let withholding = withholding.filter(|(_, line)| line.is_withholding());
        for id in withholding.map(|(id, _)| *id).collect::<Vec<LineId>>() {
            let by = self.seat_on(id);
            let (Some(game), Some(line)) = (&self.game, self.lines.get_mut(&id)) else {
                return;
            };
            if game.withholds(own, by) {
                continue;
            }
            line.stop_withholding();
            let Some(head) = line.head() else {
                continue;
            };
            let lack = game.lack(own, head);
            // what lies behind the cursor comes in its turn
            let log = game.ledger.log();
            let upto = line.cursor().unwrap_or(log.len());
            for entry in log.iter().take(upto) {
                if entry.place(0).1 == own
                    && lack.names(entry)
                    && let Some(frame) = entry.to_frame()
                {
                    self.outbox.send(id, &frame);
                }
            }
        }
    }

    pub(super) fn handle_want(&mut self, now: Now, id: LineId, want: Want) -> Result<(), Fault> {
        let (own, by) = (self.seat(), self.seat_on(id));
        let (Some(game), Some(line)) = (&self.game, self.lines.get_mut(&id)) else {
            return Ok(());
        };
        // each answer can be as long as the match (threat 13)
        let steps = want.to.saturating_sub(want.from).saturating_add(1);
        if !line.may_want(now.clock, steps) {
            return self.fail(Some(id), Fault::Flood);
        }
        // if another program may have signed for this seat, nothing is shown that would be a second signature; a
        // peer that has not said what it holds may hold such a record
        let may_be_older = !line.is_synced() || game.withholds(own, by);
        let withheld = may_be_older.then_some(own);
        for entry in game.ledger.wanted(&want, withheld) {
            if let Some(frame) = entry.to_frame() {
                self.outbox.send(id, &frame);
            }
        }
        Ok(())
    }

    /// Asks for what a record stands upon that is here and fits nowhere yet.
    pub(super) fn ask_for_missing(&mut self, now: Now) {
        let Some(game) = self.agreed().filter(|game| game.hearing.is_ahead()) else {
            return;
        };
        let from = game.chain().step();
        let frame = Frame::Want(Want {
            from,
            to: from.saturating_add(LATER_STEPS).saturating_sub(1),
            seats: Want::ALL,
        });
        let synced = |line: &Line| line.is_synced();
        for (id, line) in &mut self.lines {
            if synced(line) && line.ask_for(from, now.clock) {
                self.outbox.send(*id, &frame);
            }
        }
    }
}
