//! Taking in records and notes of the peer; after every interruption both seats come to hold the same.
//!
//! Whatever is taken in is written before it is sent or shown, and nothing is half taken in: a crash between two
//! outputs leaves files that a restart reads as a state the match has been in (threat 18). What does not
//! fit has one of four fates, in the order of what it proves: it waits (`hold`), it ends the line and is forgotten, it
//! halts both programs (the positions differ), or it convicts its signer and halts the match.

use rules::Rules;

use super::parts::Match;
use super::{CloseReason, File, LineId, Now, Session, Way};
use crate::chain::{Admission, Objection, Rehearsed};
use crate::fault::{Breach, Proof};
use crate::file::Entry;
use crate::frame::{Bye, ByeCode, Evidence, Frame, StateText};
use crate::text::plain_text;
use crate::{Fault, Kind, Record, Seat, SessionEvent, StandingClaim};

/// The origin of an entry.
pub(super) enum Source {
    /// It came on that line or in a letter, whoever has signed it. What comes in a letter goes out on no line.
    Shown(Way),
    /// This program has signed it just now; its orders are carried out already, if they are orders.
    Signed(Option<Box<Rehearsed>>),
}

impl Session {
    /// Takes a record or note into the agreed history, and gives it out to be written and sent, then shown. What others
    /// have signed need not wait for the disk.
    pub(super) fn take_in(
        &mut self,
        now: Now,
        entry: Entry,
        source: Source,
    ) -> Result<(), Objection> {
        let own = self.seat();
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        // whether the record fills a place that is awaited is seen before it is admitted: afterwards it is not awaited
        // (and so is charged once: the same record sent again fills nothing)
        let measured = match &entry {
            Entry::Record(record) => game.measured(own, record),
            _ => None,
        };
        let (way, rehearsed) = match source {
            Source::Shown(way) => (Some(way), None),
            Source::Signed(rehearsed) => (None, rehearsed.map(|rehearsed| *rehearsed)),
        };
        let events = match game.ledger.admit_rehearsed(&entry, rehearsed)? {
            Admission::Known => return Ok(()),
            Admission::New(events) => events,
        };
        if let Some(measured) = measured {
            game.timer.take(measured, now.clock);
        }
        // all players' files become the same bytes
        let closed = game.chain().closed().map(|_| game.ledger.file());
        let is_own = entry.place(0).1 == own;
        self.presence.note(entry.place(0).1, now.clock);
        let shower = way.flatten().map(|id| self.seat_on(id));
        if let Some(game) = &mut self.game {
            // at a table an entry of the own seat is what was missing, whoever shows it
            let is_for_all = is_own || !game.chain().manifest().has_table();
            game.hearing
                .progress(now.clock, shower.filter(|_| !is_for_all));
        }
        if way.is_some_and(|way| way.is_some()) && !is_own {
            self.flood(&entry);
        }
        if is_own {
            self.note_signed();
        }
        match closed {
            Some(file) => self.outbox.replace(File::Public, file),
            None => self.outbox.append(File::Public, entry.to_bytes()),
        }
        // until a peer's HEAD is in, the entry waits: it is among what the peer then turns out to lack
        if is_own && way != Some(None) {
            self.flood(&entry);
        }
        for event in events {
            self.show(event);
        }
        // after the events: the players see the step before they see that the positions differ
        self.note_difference();
        self.note_progress(now);
        Ok(())
    }

    /// Shows a result once it is there, and takes note of when the present step began.
    pub(super) fn note_progress(&mut self, now: Now) {
        let own = self.seat();
        let Some(game) = &mut self.game else {
            return;
        };
        let step = game.chain().step();
        let is_new = game.timer.step() != step;
        if is_new {
            game.timer.begin(step, now);
            // with the CONFIRM the decisions of the turn are charged, by both seats' measures
            if game.chain().kind_of(step.saturating_sub(1)) == Some(Kind::Confirm) {
                game.timer.forget_decisions();
            }
        }
        let was_on_time = game.ending.is_on_time();
        let denied = game.weigh_claim(own, now);
        let is_on_time = game.ending.is_on_time() && !was_on_time;
        let outcome = game.outcome();
        let is_new_result = game.ending.show(outcome);
        if let Some(outcome) = outcome.filter(|_| is_new_result) {
            self.show(SessionEvent::Over(outcome));
        }
        if is_new || is_new_result {
            let is_strange = self.signer.is_strange();
            let game = self.game.as_mut();
            if game.is_some_and(|game| game.lapse_questions(is_new_result, is_strange)) {
                self.show(SessionEvent::ContinueLapsed);
            }
        }
        if let Some(StandingClaim { by, against, .. }) = denied {
            self.show(SessionEvent::ClaimDenied { by, against });
        }
        if is_new || is_on_time {
            self.save_time(now.clock);
        }
    }

    pub(super) fn handle_entry(&mut self, now: Now, way: Way, entry: Entry) -> Result<(), Fault> {
        match self.agreed() {
            // a closed match is final; only the judge compares it with later records
            Some(game) if game.is_shut() => return Ok(()),
            Some(_) => {}
            None => return self.fail(way, Fault::Unexpected("a record before the match")),
        }
        // a record on its way in the match before this one is no fault of the peer's
        if self.continues() == Some(entry.sid()) {
            return Ok(());
        }
        // a copy of what waits for its step, which the chain does not know
        if let Entry::Record(record) = &entry
            && let Some(game) = self.agreed()
            && game.chain().step() < record.step
            && game.hearing.holds(record.seat, &record.id())
        {
            self.note_shown(way, &entry);
            return Ok(());
        }
        self.note_shown(way, &entry);
        if let Err(objection) = self.take_in(now, entry.clone(), Source::Shown(way)) {
            self.object(way, entry, objection)?;
        }
        // first what was kept back, then what follows from it: the peer takes in records in the order of their
        // steps
        self.show_withheld();
        self.advance(now);
        self.take_in_held(now, way)?;
        self.go_on(now);
        Ok(())
    }

    /// The records that came early and are due now.
    fn take_in_held(&mut self, now: Now, way: Way) -> Result<(), Fault> {
        // at a table it may have come on another line than the present one, which is not to blame
        let blamed = way.filter(|_| !self.has_table());
        // one at a time: each may complete the step that the next one waits for
        while let Some(record) = self.game.as_mut().and_then(Match::next_early) {
            let entry = Entry::Record(record);
            if let Err(objection) = self.take_in(now, entry.clone(), Source::Shown(way)) {
                self.object(blamed, entry, objection)?;
            }
            self.advance(now);
        }
        Ok(())
    }

    /// Draws the consequences of an objection for line and match.
    fn object(&mut self, way: Way, entry: Entry, objection: Objection) -> Result<(), Fault> {
        // a letter is cut off when this counts too many; on a line the peer is stopped by the limit on frames
        self.aside = self.aside.saturating_add(1);
        let (step, seat) = entry.place(self.game.as_ref().map_or(0, |game| game.chain().step()));
        // another rule holds for our own seat: nothing may be kept or sent that speaks against it (threat 19)
        if seat == self.seat() {
            return self.object_to_own(way, entry, objection);
        }
        let game = self.game.as_ref();
        let is_convicted = game.is_some_and(|game| game.ledger.has_convicted(seat));
        match objection {
            // the first proof against a seat stands: room for more would let it fill the disk (threat 17)
            Objection::Breach(_) | Objection::Diverged | Objection::OtherHistory
                if is_convicted =>
            {
                Ok(())
            }
            Objection::Stale => Ok(()),
            Objection::Ahead => {
                if let Some(game) = &mut self.game {
                    game.hold(entry);
                }
                Ok(())
            }
            Objection::Foreign => self.fail(way, Fault::Unexpected("a record of another match")),
            Objection::BadSignature => self.fail(way, Fault::BadSignature { step, seat }),
            Objection::UnknownNotes => self.fail(way, Fault::UnknownNotes),
            // it was shown another record by a seat that signed two, and has built upon it as honestly as this one
            Objection::OtherHistory if self.is_parted_before(step) => Ok(()),
            Objection::OtherHistory => {
                // the peer may have been shown another record by a seat that signed twice: it convicts nobody and
                // changes nothing, so it is not kept either, and the match continues on the next line
                self.fail(way, Fault::OtherHistory { step, seat })
            }
            // each would go round for ever, and fill the file
            Objection::Diverged if self.keeps(&entry) => Ok(()),
            Objection::Diverged => {
                // the line stays up until the peer's text is here: the players see both positions, and where they
                // differ
                if let Some(frame) = entry.to_frame().filter(|_| self.has_table()) {
                    self.spread(way, &frame);
                }
                self.keep_evidence(entry);
                self.halt_diverged(step, seat);
                Ok(())
            }
            Objection::Breach(proof) => {
                let rival = match (&self.game, &entry) {
                    // of the same place: a closing record beside a planned one is no second one
                    (Some(game), Entry::Record(second)) => game.chain().rival(second),
                    _ => None,
                };
                let shown = match (&proof.breach, rival, &entry) {
                    (Breach::TwoRecords, Some(first), Entry::Record(second)) => {
                        let evidence = Evidence {
                            first: first.to_bytes(),
                            second: second.to_bytes(),
                        };
                        Some(Frame::Evidence(evidence))
                    }
                    // as it is, so that each program finds the breach itself
                    _ => entry.to_frame().filter(|_| self.has_table()),
                };
                if let Some(frame) = shown {
                    self.tell_proof(way, &frame);
                }
                self.keep_and_halt(way, entry, proof)
            }
        }
    }

    /// Keeps what convicts nobody, as far as there is room.
    pub(super) fn keep_bounded(&mut self, entry: Entry) {
        let bytes = entry.to_bytes();
        if let Some(game) = &mut self.game
            && game.ledger.keep_bounded(entry)
        {
            self.outbox.append(File::Public, bytes);
        }
    }

    /// Shows others what convicts a seat: with two seats the other, at a table all from whom it did not come.
    fn tell_proof(&mut self, way: Way, frame: &Frame) {
        match self.has_table() {
            true => self.spread(way, frame),
            false => self.tell(frame),
        }
    }

    /// Shows a peer that is heard what has convicted a seat before its line came up.
    pub(super) fn show_proof(&mut self, line: LineId) {
        let frames = self.game.as_ref().map(|game| game.ledger.proofs());
        for frame in frames.unwrap_or_default() {
            self.send(line, &frame);
        }
    }

    fn keep_and_halt(&mut self, way: Way, entry: Entry, proof: Proof) -> Result<(), Fault> {
        self.keep_evidence(entry);
        let fault = Fault::Proved(proof.clone());
        let own = self.seat();
        let mut all = proof.of_each();
        all.retain(|one| one.seat == proof.seat || one.seat != own);
        let convicted: Vec<Seat> = all.iter().map(|proof| proof.seat).collect();
        if let Some(game) = &mut self.game {
            for proof in all {
                game.ledger.convict(proof);
            }
        }
        if !self.has_table() {
            return self.fail(way, fault);
        }
        // whoever passed it on has done no wrong: the lines to the convicted end
        self.show(SessionEvent::Fault(fault.clone()));
        let lines = self.lines.keys().copied();
        let lines: Vec<LineId> = lines
            .filter(|id| convicted.contains(&self.seat_on(*id)))
            .collect();
        for id in lines {
            let bye = Bye::new(ByeCode::Fault, &fault.to_string());
            self.close(id, &bye, CloseReason::Fault(fault.clone()));
        }
        Ok(())
    }

    /// True if a seat of the table is known to have signed two records for that step or one before.
    fn is_parted_before(&self, step: u64) -> bool {
        let game = self.game.as_ref().filter(|_| self.has_table());
        let parted = game.and_then(|game| game.ledger.parted_at());
        parted.is_some_and(|parted| parted <= step)
    }

    /// True if the entry is kept as evidence already.
    fn keeps(&self, entry: &Entry) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.ledger.keeps(entry))
    }

    fn keep_evidence(&mut self, entry: Entry) {
        let bytes = entry.to_bytes();
        if let Some(game) = &mut self.game {
            game.ledger.keep(entry);
        }
        self.outbox.append(File::Public, bytes);
    }

    /// Halts the match: this seat signs nothing more in it.
    pub(super) fn halt(&mut self, fault: Fault) {
        if let Some(game) = &mut self.game
            && game.ledger.halt(fault.clone())
        {
            self.show(SessionEvent::Fault(fault));
        }
    }

    /// Halts if the present confirmations differ.
    pub(super) fn note_difference(&mut self) {
        let game = self.game.as_ref();
        let game = game.filter(|game| !game.ledger.is_halted());
        if let Some((step, seat)) = game.and_then(|game| game.ledger.difference()) {
            self.halt_diverged(step, seat);
        }
    }

    fn halt_diverged(&mut self, step: u64, seat: Seat) {
        let ours = self
            .chain()
            .map_or_else(String::new, |chain| chain.position().to_text());
        let text = ours.clone();
        self.tell(&Frame::State(StateText { step, text }));
        self.show(SessionEvent::Diverged {
            step,
            ours,
            theirs: None,
        });
        self.halt(Fault::Diverged { step, seat });
    }

    /// After a divergence the peer gets our position's text on every new line, until it has sent its own.
    pub(super) fn show_diverged(&mut self, line: LineId) {
        let Some(game) = &self.game else {
            return;
        };
        if let Some(Fault::Diverged { step, .. }) = game.ledger.fault() {
            let (step, text) = (*step, game.chain().position().to_text());
            self.send(line, &Frame::State(StateText { step, text }));
        }
    }

    pub(super) fn handle_evidence(&mut self, id: LineId, evidence: &Evidence) -> Result<(), Fault> {
        let (Ok(first), Ok(second)) = (
            Record::from_bytes(&evidence.first),
            Record::from_bytes(&evidence.second),
        ) else {
            return self.fail(Some(id), Fault::Unexpected("evidence that is none"));
        };
        let Some(game) = &self.game else {
            return self.fail(Some(id), Fault::Unexpected("evidence before the match"));
        };
        // checked like any proof: anybody can send two records, and only two sound ones of one place convict
        if !game.chain().is_equivocation(&first, &second) {
            return self.fail(Some(id), Fault::Unexpected("evidence that is none"));
        }
        // the first proof against a seat stands: room for more would let a peer fill the disk (threat 17)
        let has_table = game.chain().manifest().has_table();
        let is_known = game.ledger.has_convicted(first.seat) || game.chain().closed().is_some();
        if is_known || game.ledger.is_halted() && !has_table {
            return Ok(());
        }
        if first.seat == self.seat() {
            // passed on once: every copy that comes would bring more of them
            if game.ledger.fault() == Some(&Fault::SecondProgram) {
                return Ok(());
            }
            // true or not, this program has not signed both; it keeps nothing that speaks against its own seat
            self.halt(Fault::SecondProgram);
            let frame = Frame::Evidence(evidence.clone());
            if self.has_table() {
                self.spread(Some(id), &frame);
                return Ok(());
            }
            return self.fail(Some(id), Fault::SecondProgram);
        }
        let proof = Proof {
            step: first.step,
            seat: first.seat,
            breach: Breach::TwoRecords,
        };
        if self.has_table() {
            self.spread(Some(id), &Frame::Evidence(evidence.clone()));
        }
        self.keep_evidence(Entry::Record(first));
        self.keep_and_halt(Some(id), Entry::Record(second), proof)
    }

    pub(super) fn handle_state(&mut self, state: StateText) {
        let Some(game) = &self.game else {
            return;
        };
        // a text of any other step would show the players differences that are none
        if let Some(Fault::Diverged { step, .. }) = game.ledger.fault()
            && *step == state.step
        {
            let (step, ours) = (*step, game.chain().position().to_text());
            // it is shown as it is in a terminal, so control and invisible characters must go
            let theirs = plain_text(&state.text);
            self.show(SessionEvent::Diverged {
                step,
                ours,
                theirs: Some(theirs),
            });
        }
    }
}

impl Match {
    /// Keeps a record whose step is still to come. A note is never early: its number says what it stands upon.
    pub(super) fn hold(&mut self, entry: Entry) {
        if let Entry::Record(record) = entry {
            self.hearing.hold(self.ledger.chain(), record);
        }
    }

    /// Takes out a record that came early and is due now.
    fn next_early(&mut self) -> Option<Record> {
        let step = self.chain().step();
        match self.ledger.is_halted() && !self.goes_on_without_convicted() {
            true => None,
            false => self.hearing.next_early(step),
        }
    }
}
