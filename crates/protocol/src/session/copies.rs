//! Records and notes that other copies of this seat's files have signed, as the peer shows them: copies on another
//! machine, or later copies.

use super::resigning::{contradicts, is_resignation};
use super::{File, Game, Now, Output, Session};
use crate::chain::{Chain, Objection};
use crate::codec::decode_canonical;
use crate::file::Entry;
use crate::frame::{Frame, Need};
use crate::record::CloseBody;
use crate::{Fault, Kind, Note, SessionEvent};

impl Session {
    /// Takes a record or note of this seat that the peer shows and that does not fit: another program signed the entry
    /// with this seat's key, or nobody did. Nothing is kept that would speak against this seat.
    pub(super) fn object_to_own(
        &mut self,
        now: Now,
        entry: Entry,
        objection: Objection,
    ) -> Result<(), Fault> {
        let step = self.game.as_ref().map_or(0, |game| game.chain.step());
        match (objection, entry) {
            (Objection::Stale, Entry::Note(note)) => {
                let _fits_or_is_dropped = self.adopt_note(now, note);
                Ok(())
            }
            // another program has closed the match where this one had gone on, or the other way round
            (Objection::Stale, Entry::Record(record))
                if record.kind == Kind::Close || record.step == step =>
            {
                let _fits_or_is_dropped = self.adopt(now, Entry::Record(record));
                Ok(())
            }
            (Objection::Stale, _) => Ok(()),
            (Objection::Ahead, entry) => {
                self.hold(entry);
                Ok(())
            }
            (Objection::Breach(_), Entry::Record(record))
                if self.adopt(now, Entry::Record(record.clone())) =>
            {
                Ok(())
            }
            (Objection::Breach(_), Entry::Note(note)) if self.adopt_note(now, note.clone()) => {
                Ok(())
            }
            (Objection::Breach(_) | Objection::Diverged, _) => {
                self.halt(Fault::SecondProgram);
                self.fail(Fault::SecondProgram)
            }
            (Objection::BadSignature, entry) => {
                let (step, seat) = entry.place(step);
                self.fail(Fault::BadSignature { step, seat })
            }
            (Objection::Foreign | Objection::OtherHistory | Objection::UnknownNotes, _) => {
                self.fail(Fault::Unexpected("a record of this seat that does not fit"))
            }
        }
    }

    /// Another program signed for this seat and the peer holds what it signed, while ours reached nobody: takes ours
    /// back, with all that follows from it, and goes on from the peer's. Nobody but this program has seen what is dropped.
    fn adopt(&mut self, now: Now, entry: Entry) -> bool {
        let seat = self.seat;
        let was_resigned = self.has_resigned();
        let Some(game) = &mut self.game else {
            return false;
        };
        let chain = Chain::of(game.chain.manifest().clone(), game.chain.scenario().clone());
        let Ok(chain) = chain else {
            return false;
        };
        let mut other = Game::new(chain, game.hearing, now);
        // a closing record says how many notes its program had signed
        let mut notes = match &entry {
            Entry::Record(record) if record.kind == Kind::Close => {
                let body: Result<CloseBody, _> = decode_canonical(&record.body);
                let seen = body
                    .ok()
                    .and_then(|body| body.notes.get(seat.index()).copied());
                seen.map_or(u32::MAX, |seen| seen.count)
            }
            _ => u32::MAX,
        };
        // the other program has resigned, and this one had gone on
        let resigned_at = match &entry {
            Entry::Note(note) if is_resignation(note, seat) => {
                game.chain.step_of_root(&note.at_root)
            }
            _ => None,
        };
        for own in &game.log {
            let is_dropped = match (own, &entry) {
                (Entry::Record(own), Entry::Record(record)) => {
                    own.seat == seat && own.step >= record.step
                }
                (Entry::Note(own), Entry::Record(record)) => {
                    let at = other.chain.step_of_root(&own.at_root);
                    let is_later = at.is_none_or(|at| at >= record.step);
                    // this one has resigned, and the other program had gone on
                    let is_denied =
                        is_resignation(own, seat) && at.is_some_and(|at| contradicts(record, at));
                    if is_denied {
                        notes = notes.min(own.seq - 1);
                    }
                    own.seat == seat && (is_later || own.seq > notes)
                }
                (Entry::Note(own), Entry::Note(note)) => own.seat == seat && own.seq >= note.seq,
                (Entry::Record(own), Entry::Note(_)) => {
                    let is_denied = resigned_at.is_some_and(|at| contradicts(own, at));
                    own.seat == seat && (is_denied || own.kind == Kind::Close)
                }
                (Entry::Record(_), _) => false,
                _ => true,
            };
            if is_dropped {
                continue;
            }
            // the peer has built upon what we would take back
            if other.admit(own).is_err() {
                return false;
            }
            other.log.push(own.clone());
        }
        if other.admit(&entry).is_err() {
            return false;
        }
        other.log.push(entry);
        let (before, step) = (game.chain.step(), other.chain.step());
        game.chain = other.chain;
        game.log = other.log;
        game.held.clear();
        game.wish = None;
        game.peer_head = None;
        let file = game.file();
        let is_note = matches!(game.log.last(), Some(Entry::Note(_)));
        self.outputs.push_back(Output::Replace(File::Public, file));
        self.tell(SessionEvent::Fault(Fault::SecondProgram));
        if was_resigned && !is_note && !self.has_resigned() {
            self.tell(SessionEvent::ResignationLapsed(seat));
        }
        if let Some(line) = self.line.as_mut().filter(|_| step < before)
            && !std::mem::replace(&mut line.has_gone_back, true)
        {
            // the peer took its records of these steps to be here
            let (from, to) = (step, before);
            self.send(&Frame::Need(Need { from, to }));
        }
        self.note_difference();
        self.note_progress(now);
        true
    }

    /// The peer shows a note of this seat under a number that another note of this copy bears: the peer's counts. A
    /// resignation that is dropped for it is signed anew under the next number.
    fn adopt_note(&mut self, now: Now, note: Note) -> bool {
        let was_resigned = self.has_resigned();
        let is_adopted = self.adopt(now, Entry::Note(note));
        if is_adopted && was_resigned && !self.has_resigned() {
            let _over_meanwhile = self.resign(now);
        }
        is_adopted
    }

    fn has_resigned(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.chain.notes().has_resigned(self.seat))
    }
}
