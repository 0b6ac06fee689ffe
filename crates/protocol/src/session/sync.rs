//! Taking in records and notes of the peer; after every interruption both seats come to hold the same.
//!
//! Whatever is taken in is written before it is sent or shown, and nothing is half taken in: a crash between two
//! outputs leaves files that a restart reads as a state the match has been in (threat 18). What does not
//! fit has one of four fates, in the order of what it proves: it waits (`hold`), it is kept as evidence and ends the
//! line, it halts both programs (the positions differ), or it convicts its signer and halts the match.

use rules::Rules;

use super::parts::Match;
use super::{File, LineId, Now, Session, Standing, Way};
use crate::chain::{Admission, Objection, Rehearsed};
use crate::fault::{Breach, Proof};
use crate::file::Entry;
use crate::frame::{Evidence, Frame, Head, Need, StateText};
use crate::text::plain_text;
use crate::{Fault, Kind, Record, Seat, SessionEvent, StandingClaim};

/// The origin of an entry: what the peer shows is not sent back to it.
pub(super) enum Source {
    /// The peer shows it, whoever has signed it.
    Shown,
    /// This program has signed it just now; its orders are carried out already, if they are orders.
    Signed(Option<Box<Rehearsed>>),
}

impl Session {
    /// Takes a record or note into the agreed history, gives it out to be written, then sent if it is signed just
    /// now, then shown: what the peer has shown is not sent back.
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
        let (is_signed_now, rehearsed) = match source {
            Source::Shown => (false, None),
            Source::Signed(rehearsed) => (true, rehearsed.map(|rehearsed| *rehearsed)),
        };
        let events = match game.ledger.admit_rehearsed(&entry, rehearsed)? {
            Admission::Known => return Ok(()),
            Admission::New(events) => events,
        };
        if let Some(measured) = measured {
            game.timer.take(measured, now.clock);
        }
        game.hearing.progress(now.clock);
        // both players' files become the same bytes
        let closed = game.chain().closed().map(|_| game.ledger.file());
        if entry.place(0).1 == own {
            self.note_signed();
        }
        match closed {
            Some(file) => self.outbox.replace(File::Public, file),
            None => self.outbox.append(File::Public, entry.to_bytes()),
        }
        // until the peer's HEAD is in, the entry waits: it is among what the peer then turns out to lack
        if is_signed_now {
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

    fn send_entry(&mut self, line: LineId, entry: &Entry) {
        if let Some(frame) = entry.to_frame() {
            self.send(line, &frame);
        }
    }

    /// Sends an entry on every line whose peer has said what it holds.
    fn flood(&mut self, entry: &Entry) {
        let Some(frame) = entry.to_frame() else {
            return;
        };
        for (id, line) in &self.lines {
            if line.is_synced() {
                self.outbox.send(*id, &frame);
            }
        }
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
            if game.chain().kind_of(step - 1) == Some(Kind::Confirm) {
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
            Some(game) if game.is_final() => return Ok(()),
            Some(_) => {}
            None => return self.fail(way, Fault::Unexpected("a record before the match")),
        }
        // a record on its way in the match before this one is no fault of the peer's
        if self.continues() == Some(entry.sid()) {
            return Ok(());
        }
        if let Err(objection) = self.take_in(now, entry.clone(), Source::Shown) {
            self.object(now, way, entry, objection)?;
        }
        // first what was kept back, then what follows from it: the peer takes in records in the order of their
        // steps
        self.show_withheld();
        self.advance(now);
        self.take_in_held(now, way)
    }

    /// Sends what this seat has signed and kept back, once all of it is here that the peer has named. Only now it is
    /// known that this copy has not signed for the same step what another program of the same seat has (threat 19).
    fn show_withheld(&mut self) {
        let own = self.seat();
        let Some(game) = &self.game else {
            return;
        };
        let head = game.hearing.settled(game.chain(), own);
        for (id, line) in &mut self.lines {
            let Some(head) = head.filter(|_| line.is_withholding()) else {
                continue;
            };
            line.stop_withholding();
            let lacked = game.lacked(own, head).into_iter();
            let lacked = lacked.filter(|entry| entry.place(0).1 == own);
            for frame in lacked.filter_map(|entry| entry.to_frame()) {
                self.outbox.send(*id, &frame);
            }
        }
    }

    /// The records that came early and are due now.
    fn take_in_held(&mut self, now: Now, way: Way) -> Result<(), Fault> {
        // one at a time: each may complete the step that the next one waits for
        while let Some(record) = self.game.as_mut().and_then(Match::next_early) {
            let entry = Entry::Record(record);
            if let Err(objection) = self.take_in(now, entry.clone(), Source::Shown) {
                self.object(now, way, entry, objection)?;
            }
            self.advance(now);
        }
        Ok(())
    }

    /// Draws the consequences of an objection for line and match.
    fn object(
        &mut self,
        now: Now,
        way: Way,
        entry: Entry,
        objection: Objection,
    ) -> Result<(), Fault> {
        // a letter is cut off when this counts too many; on a line the peer is stopped by the limit on frames
        self.aside += 1;
        let (step, seat) = entry.place(self.game.as_ref().map_or(0, |game| game.chain().step()));
        // another rule holds for our own seat: nothing may be kept or sent that speaks against it (threat 19)
        if seat == self.seat() {
            return self.object_to_own(now, way, entry, objection);
        }
        match objection {
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
            Objection::OtherHistory => {
                // the peer may have been shown another record by a seat that signed twice: it convicts nobody and
                // changes nothing, and the match continues on the next line
                self.keep_bounded(entry);
                self.fail(way, Fault::OtherHistory { step, seat })
            }
            Objection::Diverged => {
                // the line stays up until the peer's text is here: the players see both positions, and where they
                // differ
                self.keep_evidence(entry);
                self.halt_diverged(step, seat);
                Ok(())
            }
            Objection::Breach(proof) => {
                let first = self.game.as_ref();
                let first = first.and_then(|game| game.chain().record(step, seat));
                if let (Breach::TwoRecords, Some(first), Entry::Record(second)) =
                    (&proof.breach, first, &entry)
                {
                    let evidence = Evidence {
                        first: first.to_bytes(),
                        second: second.to_bytes(),
                    };
                    self.tell(&Frame::Evidence(evidence));
                }
                self.keep_and_halt(way, entry, Fault::Proved(proof))
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

    fn keep_and_halt(&mut self, way: Way, entry: Entry, fault: Fault) -> Result<(), Fault> {
        self.keep_evidence(entry);
        if let Some(game) = &mut self.game {
            game.ledger.convict(fault.clone());
        }
        self.fail(way, fault)
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

    /// Says on every line what this seat holds, once on each.
    pub(super) fn send_heads(&mut self) {
        for line in self.lines.keys().copied().collect::<Vec<LineId>>() {
            self.send_head(line);
        }
    }

    pub(super) fn send_head(&mut self, id: LineId) {
        let (Some(game), Some(line)) = (&self.game, self.lines.get_mut(&id)) else {
            return;
        };
        // a HEAD is signed with the match key; when the private file is lost, the question to continue stands in
        // for it
        if self.signer.lacks_key(game.chain().manifest()) {
            return;
        }
        if let Some(nonce) = line.begin_head() {
            let head = self.signer.head(game.chain(), nonce);
            self.send(id, &Frame::Head(head));
        }
    }

    pub(super) fn handle_head(&mut self, now: Now, id: LineId, head: &Head) -> Result<(), Fault> {
        let other = self.seat_on(id);
        // the peer still plays the match before this one, and has been shown how this one begins
        if self.continues() == Some(head.sid) {
            return Ok(());
        }
        let (Some(game), Some(line)) = (self.agreed(), self.lines.get(&id)) else {
            return self.fail(Some(id), Fault::Unexpected("a head before the match"));
        };
        let chain = game.chain();
        let entry = chain.manifest().seat(other);
        let is_signed = entry.is_some_and(|entry| head.is_signed_by(&entry.key));
        // the nonce ties the HEAD to this line: an older one, replayed, would say less than its signer holds now
        // (threat 19)
        if head.sid != chain.sid() || head.seat != other || head.nonce != line.nonce() || !is_signed
        {
            let what = "a head that the other seat did not sign for this line";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        if line.is_synced() {
            // one HEAD a line is answered with records: each answer can be the whole match (threat 13)
            return Ok(());
        }
        self.hear_head(now, id, head);
        Ok(())
    }

    /// Takes in what the peer says it holds on this line, and shows what it lacks.
    pub(super) fn hear_head(&mut self, now: Now, id: LineId, head: &Head) {
        let own = self.seat();
        let (Some(game), Some(line)) = (&mut self.game, self.lines.get_mut(&id)) else {
            return;
        };
        game.hear(own, now, head.clone());
        // whether to keep our own records back is settled before anything is sent on this line
        line.sync(game.hearing.lacks_own(game.ledger.chain(), own));
        let is_forked = game.hearing.is_forked(game.ledger.chain());
        let lacked = game.lacked(own, head);
        if is_forked {
            // the peer's own records of the fork convict whoever signed two: they are asked for from the first step,
            // since nobody knows where the histories part
            self.show(SessionEvent::Fault(Fault::Fork));
            let (from, to) = (1, head.step);
            self.send(id, &Frame::Need(Need { from, to }));
        }
        for entry in lacked {
            self.send_entry(id, &entry);
        }
        self.show_diverged(id);
        self.advance(now);
    }

    /// The time is up in which the peer could have shown what it says it holds. Its word is kept as evidence, and the
    /// line is closed. On its own files this seat knows all it has signed, and signs on: otherwise a peer could stop
    /// any match it is losing by naming a record that does not exist (threat 19, `interruptions` attack_7).
    pub(super) fn name_false_head(&mut self, now: Now) {
        let is_own = self.standing() == Standing::Own;
        let game = self.game.as_mut();
        let Some(head) = game.and_then(|game| game.hearing.disbelieve(is_own)) else {
            return;
        };
        self.keep_bounded(Entry::Head(head));
        self.advance(now);
        for line in self.lines.keys().copied().collect::<Vec<LineId>>() {
            let _named = self.fail(Some(line), Fault::FalseHead);
        }
    }

    /// After a divergence the peer gets our position's text on every new line, until it has sent its own.
    fn show_diverged(&mut self, line: LineId) {
        let Some(game) = &self.game else {
            return;
        };
        if let Some(Fault::Diverged { step, .. }) = game.ledger.fault() {
            let (step, text) = (*step, game.chain().position().to_text());
            self.send(line, &Frame::State(StateText { step, text }));
        }
    }

    pub(super) fn handle_need(&mut self, id: LineId, need: Need) -> Result<(), Fault> {
        let own = self.seat();
        let (Some(game), Some(line)) = (&self.game, self.lines.get_mut(&id)) else {
            return Ok(());
        };
        // each answer can be as long as the match (threat 13)
        if !line.may_need() {
            return self.fail(Some(id), Fault::Flood);
        }
        // if another program may have signed for this seat, nothing is shown that would be a second signature; a
        // peer that has not said what it holds may hold such a record
        let may_be_older = !line.is_synced() || game.hearing.lacks_own(game.chain(), own);
        let withheld = may_be_older.then_some(own);
        for entry in game.ledger.records((need.from, need.to), withheld) {
            self.send_entry(id, &entry);
        }
        Ok(())
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
        // the first proof stands: room for more would let a peer fill the disk (threat 17)
        if game.ledger.is_halted() {
            return Ok(());
        }
        if first.seat == self.seat() {
            // true or not, this program has not signed both; it keeps nothing that speaks against its own seat
            self.halt(Fault::SecondProgram);
            return self.fail(Some(id), Fault::SecondProgram);
        }
        let proof = Proof {
            step: first.step,
            seat: first.seat,
            breach: Breach::TwoRecords,
        };
        self.keep_evidence(Entry::Record(first));
        self.keep_and_halt(Some(id), Entry::Record(second), Fault::Proved(proof))
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
        match self.ledger.is_halted() {
            true => None,
            false => self.hearing.next_early(step),
        }
    }

    /// The entries that a peer with that HEAD lacks, and may be shown.
    pub(super) fn lacked(&self, own: Seat, head: &Head) -> Vec<Entry> {
        let is_forked = self.hearing.is_forked(self.chain());
        self.ledger.lacked(own, head, is_forked)
    }
}
