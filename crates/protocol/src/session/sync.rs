//! Taking in records and notes of the peer; after every interruption both seats come to hold the same.

use rules::Rules;

use super::{Claimed, File, Game, Now, Output, Session, Standing};
use crate::chain::{Admission, Objection};
use crate::fault::{Breach, Proof};
use crate::file::Entry;
use crate::frame::{Evidence, Frame, Head, Need, StateText};
use crate::text::plain_text;
use crate::{Fault, Kind, Note, Record, Seat, SessionEvent, StandingClaim};

/// The number of steps a record may be ahead and still be kept.
const MAX_AHEAD: u64 = 2;
/// The bytes of such records kept for each seat.
const MAX_HELD: usize = 64 * 1024;
/// The bytes kept of what convicts nobody.
const MAX_EVIDENCE: usize = 128 * 1024;
/// The complete steps that one seat can sign before the other hears of them: its CONFIRM of a turn, and the turn after.
const ALONE: u64 = 2;
/// The number of times a peer may ask for records again on one line.
const MAX_NEEDS: u8 = 2;

impl Session {
    /// Takes a record or note into the agreed history, gives it out to be written, then told, then sent if it is signed
    /// just now: what the peer has shown is not sent back.
    pub(super) fn take_in(
        &mut self,
        now: Now,
        entry: Entry,
        is_signed_now: bool,
    ) -> Result<(), Objection> {
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        let measured = match &entry {
            Entry::Record(record) => game.measured(self.seat, record),
            _ => None,
        };
        let events = match game.admit(&entry)? {
            Admission::Known => return Ok(()),
            Admission::New(events) => events,
        };
        if let Some(measured) = measured {
            game.measure(&measured, now);
        }
        game.log.push(entry.clone());
        if let Some(claimed) = &mut game.claimed {
            claimed.since = now.clock;
        }
        // both players' files become the same bytes
        let closed = game.chain.closed().map(|_| game.file());
        if entry.place(0).1 == self.seat {
            self.note_signed();
        }
        match closed {
            Some(file) => self.outputs.push_back(Output::Replace(File::Public, file)),
            None => self.persist(File::Public, entry.to_bytes()),
        }
        if is_signed_now && self.line.as_ref().is_some_and(|line| line.is_synced) {
            self.send_entry(&entry);
        }
        for event in events {
            self.tell(event);
        }
        self.note_difference();
        self.note_progress(now);
        Ok(())
    }

    fn send_entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Record(record) => self.send(&Frame::Record(Box::new(record.clone()))),
            Entry::Note(note) => self.send(&Frame::Note(note.clone())),
            Entry::Manifest(_) | Entry::Genesis(_) | Entry::Head(_) => {}
        }
    }

    /// Tells a result once it is there, and when the present step began.
    pub(super) fn note_progress(&mut self, now: Now) {
        let Some(game) = &mut self.game else {
            return;
        };
        let step = game.chain.step();
        let is_new = game.timer.step != step;
        if is_new {
            game.timer.begin(step, now);
            if game.chain.kind_of(step - 1) == Some(Kind::Confirm) {
                game.timer.forget_decisions();
            }
        }
        let was_on_time = game.on_time.is_some();
        let denied = game.weigh_claim(self.seat, now);
        let is_on_time = game.on_time.is_some() && !was_on_time;
        let outcome = game.outcome();
        let is_new_result = outcome != game.told;
        if is_new_result {
            game.told = outcome;
            if let Some(outcome) = outcome {
                self.tell(SessionEvent::Over(outcome));
            }
        }
        if is_new || is_new_result {
            self.lapse_questions(is_new_result);
        }
        if let Some(StandingClaim { by, against, .. }) = denied {
            self.tell(SessionEvent::ClaimDenied { by, against });
        }
        if is_new || is_on_time {
            self.save_time(now.clock);
        }
    }

    pub(super) fn handle_record(&mut self, now: Now, record: &Record) -> Result<(), Fault> {
        self.handle_entry(now, Entry::Record(record.clone()))
    }

    pub(super) fn handle_note(&mut self, now: Now, note: &Note) -> Result<(), Fault> {
        self.handle_entry(now, Entry::Note(note.clone()))
    }

    pub(super) fn handle_entry(&mut self, now: Now, entry: Entry) -> Result<(), Fault> {
        match &self.game {
            Some(game) if game.is_agreed() => {
                // a closed match is final; only the judge compares it with later records
                if game.is_halted_for_good() || game.chain.closed().is_some() {
                    return Ok(());
                }
            }
            _ => return self.fail(Fault::Unexpected("a record before the match")),
        }
        // what was on its way in the match before this one
        if self.continues() == Some(entry.sid()) {
            return Ok(());
        }
        if let Err(objection) = self.take_in(now, entry.clone(), false) {
            self.object(now, entry, objection)?;
        }
        self.show_withheld();
        self.advance(now);
        self.take_in_held(now)
    }

    /// Sends what this seat has signed and kept back, once all of it is here that the peer has named.
    fn show_withheld(&mut self) {
        let seat = self.seat;
        let (Some(game), Some(line)) = (&self.game, &mut self.line) else {
            return;
        };
        let claimed = game.claimed.as_ref().filter(|_| !game.lacks_own(seat));
        let (true, Some(claimed)) = (line.is_withholding, claimed) else {
            return;
        };
        line.is_withholding = false;
        for entry in game.lacked(seat, &claimed.head) {
            if entry.place(0).1 == seat {
                self.send_entry(&entry);
            }
        }
    }

    /// The records that came early and are due now.
    fn take_in_held(&mut self, now: Now) -> Result<(), Fault> {
        while let Some(record) = self.next_held() {
            let entry = Entry::Record(record);
            if let Err(objection) = self.take_in(now, entry.clone(), false) {
                self.object(now, entry, objection)?;
            }
            self.advance(now);
        }
        Ok(())
    }

    fn next_held(&mut self) -> Option<Record> {
        let game = self.game.as_mut().filter(|game| game.halted.is_none())?;
        let step = game.chain.step();
        game.held.values_mut().find_map(|held| {
            let at = held.iter().position(|record| record.step <= step)?;
            Some(held.remove(at))
        })
    }

    /// Draws the consequences of an objection for line and match.
    fn object(&mut self, now: Now, entry: Entry, objection: Objection) -> Result<(), Fault> {
        self.aside += 1;
        let (step, seat) = entry.place(self.game.as_ref().map_or(0, |game| game.chain.step()));
        if seat == self.seat {
            return self.object_to_own(now, entry, objection);
        }
        match objection {
            Objection::Stale => Ok(()),
            Objection::Ahead => {
                self.hold(entry);
                Ok(())
            }
            Objection::Foreign => self.fail(Fault::Unexpected("a record of another match")),
            Objection::BadSignature => self.fail(Fault::BadSignature { step, seat }),
            Objection::UnknownNotes => self.fail(Fault::UnknownNotes),
            Objection::OtherHistory => {
                // it convicts nobody and changes nothing: the match goes on upon the next line
                self.keep_bounded(entry);
                self.fail(Fault::OtherHistory { step, seat })
            }
            Objection::Diverged => {
                // the line stays up until the peer's text is here
                self.keep_evidence(entry);
                self.halt_diverged(step, seat);
                Ok(())
            }
            Objection::Breach(proof) => {
                let first = self.game.as_ref();
                let first = first.and_then(|game| game.chain.record(step, seat));
                if let (Breach::TwoRecords, Some(first), Entry::Record(second)) =
                    (&proof.breach, first, &entry)
                {
                    let evidence = Evidence {
                        first: first.to_bytes(),
                        second: second.to_bytes(),
                    };
                    self.send(&Frame::Evidence(evidence));
                }
                self.keep_and_halt(entry, Fault::Proved(proof))
            }
        }
    }

    /// Keeps what convicts nobody, as far as there is room.
    pub(super) fn keep_bounded(&mut self, entry: Entry) {
        let kept = self.game.as_ref().map_or(0, |game| {
            let kept = game.evidence.iter().map(|entry| entry.to_bytes().len());
            kept.sum()
        });
        let is_known = |game: &Game| game.evidence.contains(&entry);
        let is_new = self.game.as_ref().is_some_and(|game| !is_known(game));
        if is_new && kept + entry.to_bytes().len() <= MAX_EVIDENCE {
            self.keep_evidence(entry);
        }
    }

    fn keep_and_halt(&mut self, entry: Entry, fault: Fault) -> Result<(), Fault> {
        self.keep_evidence(entry);
        if let Some(game) = &mut self.game {
            game.halted = Some(fault.clone());
        }
        self.fail(fault)
    }

    fn keep_evidence(&mut self, entry: Entry) {
        let bytes = entry.to_bytes();
        if let Some(game) = &mut self.game {
            game.evidence.push(entry);
        }
        self.persist(File::Public, bytes);
    }

    /// Halts the match: this seat signs nothing more in it.
    pub(super) fn halt(&mut self, fault: Fault) {
        if let Some(game) = &mut self.game
            && game.halted.is_none()
        {
            game.halted = Some(fault.clone());
            self.tell(SessionEvent::Fault(fault));
        }
    }

    /// Halts where the present confirmations differ.
    pub(super) fn note_difference(&mut self) {
        let game = self.game.as_ref().filter(|game| game.halted.is_none());
        if let Some((step, seat)) = game.and_then(Game::difference) {
            self.halt_diverged(step, seat);
        }
    }

    fn halt_diverged(&mut self, step: u64, seat: Seat) {
        let ours = self
            .chain()
            .map_or_else(String::new, |chain| chain.position().to_text());
        let text = ours.clone();
        self.send(&Frame::State(StateText { step, text }));
        self.tell(SessionEvent::Diverged {
            step,
            ours,
            theirs: None,
        });
        self.halt(Fault::Diverged { step, seat });
    }

    pub(super) fn hold(&mut self, entry: Entry) {
        let (Some(game), Entry::Record(record)) = (&mut self.game, entry) else {
            return;
        };
        let held = game.held.entry(record.seat).or_default();
        let bytes = |record: &Record| record.body.len() + 256;
        let used: usize = held.iter().map(bytes).sum();
        let is_near = record.step <= game.chain.step() + MAX_AHEAD;
        if is_near && used + bytes(&record) <= MAX_HELD && !held.contains(&record) {
            held.push(record);
        }
    }

    pub(super) fn send_head(&mut self) {
        let (Some(game), Some(line)) = (&self.game, &mut self.line) else {
            return;
        };
        let own = self.secrets.key.public();
        let entry = game.chain.manifest().seat(self.seat);
        let is_keyless = entry.is_none_or(|entry| entry.key != own);
        if !line.is_greeted || line.is_head_sent || is_keyless {
            return;
        }
        line.is_head_sent = true;
        let head = game.chain.head(self.seat, line.peer_nonce);
        let head = head.signed(&self.secrets.key);
        self.send(&Frame::Head(head));
    }

    pub(super) fn handle_head(&mut self, now: Now, head: &Head) -> Result<(), Fault> {
        let other = self.seat.other();
        // the peer still plays the match before this one, and has been shown how this one begins
        if self.continues() == Some(head.sid) {
            return Ok(());
        }
        let (Some(game), Some(line)) = (
            self.game.as_mut().filter(|game| game.is_agreed()),
            &mut self.line,
        ) else {
            return self.fail(Fault::Unexpected("a head before the match"));
        };
        let entry = game.chain.manifest().seat(other);
        let is_signed = entry.is_some_and(|entry| head.is_signed_by(&entry.key));
        if head.sid != game.chain.sid()
            || head.seat != other
            || head.nonce != line.nonce
            || !is_signed
        {
            let what = "a head that the other seat did not sign for this line";
            return self.fail(Fault::Unexpected(what));
        }
        if line.is_synced {
            // one HEAD a line is answered with records
            return Ok(());
        }
        self.hear_head(now, head);
        Ok(())
    }

    /// Takes in what the peer says to hold on this line, and shows what it lacks.
    pub(super) fn hear_head(&mut self, now: Now, head: &Head) {
        let seat = self.seat;
        let (Some(game), Some(line)) = (&mut self.game, &mut self.line) else {
            return;
        };
        line.is_synced = true;
        game.hear(seat, now, head.clone());
        line.is_withholding = game.lacks_own(seat);
        if game.is_forked() {
            self.tell(SessionEvent::Fault(Fault::Fork));
            let (from, to) = (1, head.step);
            self.send(&Frame::Need(Need { from, to }));
        }
        let lacked = self.game.as_ref().map(|game| game.lacked(seat, head));
        for entry in lacked.unwrap_or_default() {
            self.send_entry(&entry);
        }
        self.show_diverged();
        self.advance(now);
    }

    /// The time is up in which the peer could have shown what it says to hold. Its word is kept as evidence, and the line
    /// is closed. On its own files this seat knows all it has signed, and goes on.
    pub(super) fn name_false_head(&mut self, now: Now) {
        let is_own = self.standing == Standing::Own;
        let Some(game) = &mut self.game else {
            return;
        };
        game.is_sure = is_own;
        let Some(claimed) = game.claimed.take() else {
            return;
        };
        let head = claimed.head.clone();
        // while nothing is sure, what the peer said still holds this seat back
        if !game.is_sure {
            game.claimed = Some(claimed);
        }
        self.keep_bounded(Entry::Head(head));
        self.advance(now);
        let _named = self.fail(Fault::FalseHead);
    }

    /// After a divergence the peer gets our position's text on every new line, until it has told its own.
    fn show_diverged(&mut self) {
        let Some(game) = &self.game else {
            return;
        };
        if let Some(Fault::Diverged { step, .. }) = game.halted {
            let text = game.chain.position().to_text();
            self.send(&Frame::State(StateText { step, text }));
        }
    }

    pub(super) fn handle_need(&mut self, need: Need) -> Result<(), Fault> {
        let (Some(game), Some(line)) = (&self.game, &mut self.line) else {
            return Ok(());
        };
        line.needs += 1;
        if line.needs > MAX_NEEDS {
            return self.fail(Fault::Flood);
        }
        // where another program may have signed for this seat, nothing is shown that would be a second signature; a peer
        // that has not said what it holds may hold such a record
        let may_be_older = !line.is_synced || game.lacks_own(self.seat);
        let withheld = may_be_older.then_some(self.seat);
        let wanted = |entry: &&Entry| match entry {
            Entry::Record(record) => {
                (need.from..=need.to).contains(&record.step) && Some(record.seat) != withheld
            }
            _ => false,
        };
        let entries: Vec<Entry> = game.log.iter().filter(wanted).cloned().collect();
        for entry in entries {
            self.send_entry(&entry);
        }
        Ok(())
    }

    pub(super) fn handle_evidence(&mut self, evidence: &Evidence) -> Result<(), Fault> {
        let (Ok(first), Ok(second)) = (
            Record::from_bytes(&evidence.first),
            Record::from_bytes(&evidence.second),
        ) else {
            return self.fail(Fault::Unexpected("evidence that is none"));
        };
        let Some(game) = &self.game else {
            return self.fail(Fault::Unexpected("evidence before the match"));
        };
        if !game.chain.is_equivocation(&first, &second) {
            return self.fail(Fault::Unexpected("evidence that is none"));
        }
        if game.halted.is_some() {
            return Ok(());
        }
        if first.seat == self.seat {
            // true or not, this program has not signed both; it keeps nothing that speaks against its own seat
            self.halt(Fault::SecondProgram);
            return self.fail(Fault::SecondProgram);
        }
        let proof = Proof {
            step: first.step,
            seat: first.seat,
            breach: Breach::TwoRecords,
        };
        self.keep_evidence(Entry::Record(first));
        self.keep_and_halt(Entry::Record(second), Fault::Proved(proof))
    }

    pub(super) fn handle_state(&mut self, state: StateText) {
        let Some(game) = &self.game else {
            return;
        };
        if let Some(Fault::Diverged { step, .. }) = game.halted
            && step == state.step
        {
            let ours = game.chain.position().to_text();
            let theirs = plain_text(&state.text);
            self.tell(SessionEvent::Diverged {
                step,
                ours,
                theirs: Some(theirs),
            });
        }
    }
}

impl Game {
    /// The step and the seat of a confirmation of another position than ours.
    pub(super) fn difference(&self) -> Option<(u64, Seat)> {
        let mut differing = self.chain.differing();
        differing.next().map(|record| (record.step, record.seat))
    }

    /// A difference about the position is the only fault from which the players can go on.
    pub(super) fn is_halted_for_good(&self) -> bool {
        let differs = matches!(self.halted, Some(Fault::Diverged { .. }));
        self.halted.is_some() && !differs
    }

    pub(super) fn admit(&mut self, entry: &Entry) -> Result<Admission, Objection> {
        match entry {
            Entry::Record(record) => self.chain.admit(record),
            Entry::Note(note) => self.chain.admit_note(note),
            Entry::Manifest(_) | Entry::Genesis(_) | Entry::Head(_) => Err(Objection::Foreign),
        }
    }

    /// The peer is heard: by its HEAD on the present line, or by a letter.
    pub(super) fn hear(&mut self, seat: Seat, now: Now, head: Head) {
        let was_silent = !std::mem::replace(&mut self.is_heard, true);
        self.timer.hear(now.clock, true);
        if was_silent && head.step + 1 < self.chain.step() {
            self.timer.send_again(now.clock);
        }
        self.weigh(seat, now, head);
    }

    /// Takes note of what the peer's HEAD says. The time to show what is missing runs on from line to line.
    pub(super) fn weigh(&mut self, seat: Seat, now: Now, head: Head) {
        let before = self.claimed.take();
        let was_lacking = before.is_some();
        let since = before.map_or(now.clock, |claimed| claimed.since);
        self.claimed = Some(Claimed { head, since });
        if !self.lacks_own(seat) && !self.is_forked() {
            self.claimed = None;
        } else if !was_lacking && let Some(claimed) = &mut self.claimed {
            claimed.since = now.clock;
        }
    }

    /// The entries that a peer with that HEAD lacks, in an order in which they can be taken in. Records of ours are held
    /// back where the peer speaks of another record of ours in their place: they would be a second signature.
    pub(super) fn lacked(&self, own: Seat, head: &Head) -> Vec<Entry> {
        let other = head.held.get(own.index()).copied().unwrap_or_default();
        let rivals = self.chain.record_ids(other.step, own);
        // planned records beside the closing ones are not kept, and a closed match is final
        let is_open = other.step > 0 && self.chain.closed().is_none();
        // a fork lies no further back: only one seat has signed twice
        let forked = if self.is_forked() { ALONE } else { 0 };
        // the peer's later record of ours stands upon the other record of the fork, which may be ours too
        let is_rival = is_open && !rivals.contains(&other.id) && (forked > 0 || !rivals.is_empty());
        let from = match forked {
            0 => other.step,
            forked => other.step.min((head.step + 1).saturating_sub(forked)),
        };
        // another program may have resigned where this one played on, or played on where this one has resigned
        let named = self.chain.notes().get(own, other.notes).map(Note::id);
        let lacks_notes = other.notes > 0 && named != Some(other.note);
        let lacks_records = is_open && !rivals.contains(&other.id);
        let held_back = |entry: &Entry| match entry {
            Entry::Record(record) if record.seat == own => {
                (is_rival && record.step >= from) || (lacks_notes && record.step > other.step)
            }
            Entry::Note(note) => lacks_records && note.seat == own,
            _ => false,
        };
        // under a number that names another note than ours, the peer's own notes are shown to it, and none of ours
        let count = |seat: Seat| {
            let held = head.held.get(seat.index()).copied().unwrap_or_default();
            let ours = self.chain.notes().get(seat, held.notes).map(Note::id);
            match ours == Some(held.note) || held.notes == 0 {
                true => held.notes,
                false if seat == own => u32::MAX,
                false => 0,
            }
        };
        let lacks = |entry: &&Entry| match entry {
            Entry::Record(record) => record.step + forked > head.step,
            Entry::Note(note) => note.seq > count(note.seat),
            Entry::Manifest(_) | Entry::Genesis(_) | Entry::Head(_) => false,
        };
        let lacked = self.log.iter().filter(lacks);
        lacked.filter(|entry| !held_back(entry)).cloned().collect()
    }
}
