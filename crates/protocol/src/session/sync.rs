//! Taking in records and notes of the peer; after every interruption both seats come to hold the same.

use rules::Rules;

use super::{File, Game, Now, Output, Session};
use crate::chain::{Admission, Objection};
use crate::fault::{Breach, Proof};
use crate::file::Entry;
use crate::frame::{Evidence, Frame, Head, Held, Need, StateText};
use crate::text::plain_text;
use crate::{Fault, Note, Record, Seat, SessionEvent};

/// The number of steps a record may be ahead and still be kept.
const MAX_AHEAD: u64 = 2;
/// The bytes of such records kept for each seat.
const MAX_HELD: usize = 64 * 1024;
/// The number of times a peer may ask for records again on one line.
const MAX_NEEDS: u8 = 8;

impl Session {
    /// Takes a record or note into the agreed history, gives it out to be written, then told, then sent if it is ours.
    pub(super) fn take_in(&mut self, now: Now, entry: Entry) -> Result<(), Objection> {
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        let events = match game.admit(&entry)? {
            Admission::Known => return Ok(()),
            Admission::New(events) => events,
        };
        game.log.push(entry.clone());
        match game.chain.closed() {
            // both players' files become the same bytes
            Some(_) => {
                let file = game.file();
                self.outputs.push_back(Output::Replace(File::Public, file));
            }
            None => self.persist(File::Public, entry.to_bytes()),
        }
        if entry.seat() == Some(self.seat) && self.line.as_ref().is_some_and(|line| line.is_synced)
        {
            self.send_entry(&entry);
        }
        for event in events {
            self.tell(event);
        }
        self.note_progress(now);
        Ok(())
    }

    fn send_entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Record(record) => self.send(&Frame::Record(Box::new(record.clone()))),
            Entry::Note(note) => self.send(&Frame::Note(note.clone())),
            Entry::Manifest(_) | Entry::Genesis(_) => {}
        }
    }

    /// Tells a result once it is there, and when the present step began.
    pub(super) fn note_progress(&mut self, now: Now) {
        let Some(game) = &mut self.game else {
            return;
        };
        if game.since.0 != game.chain.step() {
            game.since = (game.chain.step(), now.clock);
        }
        let outcome = game.chain.outcome();
        if outcome != game.told {
            game.told = outcome;
            if let Some(outcome) = outcome {
                self.tell(SessionEvent::Over(outcome));
            }
        }
    }

    pub(super) fn handle_record(&mut self, now: Now, record: &Record) -> Result<(), Fault> {
        self.handle_entry(now, Entry::Record(record.clone()))
    }

    pub(super) fn handle_note(&mut self, now: Now, note: &Note) -> Result<(), Fault> {
        self.handle_entry(now, Entry::Note(note.clone()))
    }

    fn handle_entry(&mut self, now: Now, entry: Entry) -> Result<(), Fault> {
        match &self.game {
            Some(game) if game.is_agreed() => {
                // a closed match is final; only the judge compares it with later records
                if game.halted.is_some() || game.chain.closed().is_some() {
                    return Ok(());
                }
            }
            _ => return self.fail(Fault::Unexpected("a record before the match")),
        }
        if let Err(objection) = self.take_in(now, entry.clone()) {
            self.object(entry, objection)?;
        }
        self.advance(now);
        self.take_in_held(now)
    }

    /// The records that came early and are due now.
    fn take_in_held(&mut self, now: Now) -> Result<(), Fault> {
        while let Some(record) = self.next_held() {
            let entry = Entry::Record(record);
            if let Err(objection) = self.take_in(now, entry.clone()) {
                self.object(entry, objection)?;
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
    fn object(&mut self, entry: Entry, objection: Objection) -> Result<(), Fault> {
        let (step, seat) = entry.place(self.game.as_ref().map_or(0, |game| game.chain.step()));
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
                self.keep_and_halt(entry, Fault::OtherHistory { step, seat })
            }
            Objection::Diverged => {
                let ours = self
                    .game
                    .as_ref()
                    .map(|game| game.chain.position().to_text());
                let ours = ours.unwrap_or_default();
                let text = ours.clone();
                self.send(&Frame::State(StateText { step, text }));
                self.tell(SessionEvent::Diverged {
                    step,
                    ours,
                    theirs: None,
                });
                // the line stays up until the peer's text is here
                self.keep_evidence(entry);
                self.halt(Fault::Diverged { step, seat });
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

    fn hold(&mut self, entry: Entry) {
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
        if !line.is_greeted || line.is_head_sent {
            return;
        }
        line.is_head_sent = true;
        let chain = &game.chain;
        let held = |seat: Seat| {
            let last = chain.last_record(seat);
            Held {
                notes: chain.notes().count(seat),
                step: last.map_or(0, |record| record.step),
                id: last.map_or([0; 32], Record::id),
            }
        };
        let head = Head {
            step: chain.step() - 1,
            root: chain.root(),
            held: chain.manifest().all_seats().into_iter().map(held).collect(),
        };
        self.send(&Frame::Head(head));
    }

    pub(super) fn handle_head(&mut self, now: Now, head: &Head) -> Result<(), Fault> {
        let Some(game) = self.game.as_mut().filter(|game| game.is_agreed()) else {
            return self.fail(Fault::Unexpected("a head before the match"));
        };
        game.is_heard = true;
        let own = head
            .held
            .get(self.seat.index())
            .copied()
            .unwrap_or_default();
        game.missing.notes = own.notes;
        game.missing.record = (own.step > 0).then_some((own.step, own.id));
        let root = game.chain.root_of(head.step);
        if root.is_some_and(|root| root != head.root) {
            game.is_forked = true;
            self.tell(SessionEvent::Fault(Fault::Fork));
            let (from, to) = (1, head.step);
            self.send(&Frame::Need(Need { from, to }));
            return Ok(());
        }
        game.is_forked = false;
        for entry in game.lacked(head) {
            self.send_entry(&entry);
        }
        if let Some(line) = &mut self.line {
            line.is_synced = true;
        }
        self.show_diverged();
        self.advance(now);
        Ok(())
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
        let wanted = |entry: &&Entry| match entry {
            Entry::Record(record) => (need.from..=need.to).contains(&record.step),
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
    pub(super) fn admit(&mut self, entry: &Entry) -> Result<Admission, Objection> {
        match entry {
            Entry::Record(record) => self.chain.admit(record),
            Entry::Note(note) => self.chain.admit_note(note),
            Entry::Manifest(_) | Entry::Genesis(_) => Err(Objection::Foreign),
        }
    }

    /// The entries that a peer with that HEAD lacks, in an order in which they can be taken in.
    fn lacked(&self, head: &Head) -> Vec<Entry> {
        let count = |seat: Seat| head.held.get(seat.index()).map_or(0, |held| held.notes);
        let lacks = |entry: &&Entry| match entry {
            Entry::Record(record) => record.step > head.step,
            Entry::Note(note) => note.seq > count(note.seat),
            Entry::Manifest(_) | Entry::Genesis(_) => false,
        };
        self.log.iter().filter(lacks).cloned().collect()
    }
}
