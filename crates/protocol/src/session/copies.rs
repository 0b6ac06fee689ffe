//! What other copies of this seat's files have signed, as the peer shows it.
//!
//! Records of this seat come from one copy alone: the one that its machine's mark names. Resignations and claims may come
//! from any, under numbers that another note bears.

use super::{File, Game, Now, Output, Session};
use crate::chain::{Chain, Objection};
use crate::file::Entry;
use crate::{Fault, Note, SessionEvent};

impl Session {
    /// Takes a record or note of this seat that the peer shows and that does not fit: another program signed the entry
    /// with this seat's key, or nobody did. Nothing is kept that would speak against this seat.
    pub(super) fn object_to_own(
        &mut self,
        now: Now,
        entry: Entry,
        objection: Objection,
    ) -> Result<(), Fault> {
        match (objection, entry) {
            (Objection::Stale, Entry::Note(note)) => {
                self.adopt_note(now, note);
                Ok(())
            }
            (Objection::Stale, _) => Ok(()),
            (Objection::Ahead, entry) => {
                self.hold(entry);
                Ok(())
            }
            // own files cannot come to this, unless the whole machine was set back or copied
            (Objection::Breach(_) | Objection::Diverged, _) => {
                self.halt(Fault::SecondProgram);
                self.fail(Fault::SecondProgram)
            }
            (Objection::BadSignature, entry) => {
                let step = self.game.as_ref().map_or(0, |game| game.chain.step());
                let (step, seat) = entry.place(step);
                self.fail(Fault::BadSignature { step, seat })
            }
            (Objection::Foreign | Objection::OtherHistory | Objection::UnknownNotes, _) => {
                self.fail(Fault::Unexpected("a record of this seat that does not fit"))
            }
        }
    }

    /// The peer shows a note of this seat under a number that another note of this copy bears: the peer's counts, and a
    /// resignation that is dropped for it is signed anew under the next number. Nobody but this program has used the notes
    /// that are dropped.
    fn adopt_note(&mut self, now: Now, note: Note) {
        let was_resigned = self.has_resigned();
        let Some(mut other) = self.with_note(now, note) else {
            return;
        };
        let Some(game) = &mut self.game else {
            return;
        };
        std::mem::swap(&mut game.chain, &mut other.chain);
        std::mem::swap(&mut game.log, &mut other.log);
        game.peer_head = None;
        let file = game.file();
        self.note_signed();
        self.outputs.push_back(Output::Replace(File::Public, file));
        self.tell(SessionEvent::Fault(Fault::SecondProgram));
        if was_resigned && !self.has_resigned() {
            let _over_meanwhile = self.resign(now);
        }
        self.note_difference();
        self.note_progress(now);
    }

    /// The match with that note of this seat in the place of those from its number on; none where they are built upon.
    fn with_note(&self, now: Now, note: Note) -> Option<Game> {
        let game = self.game.as_ref()?;
        let (manifest, scenario) = (game.chain.manifest().clone(), game.chain.scenario().clone());
        let mut other = Game::new(Chain::of(manifest, scenario).ok()?, game.is_heard, now);
        let seat = self.seat;
        let is_kept = |entry: &&Entry| match entry {
            Entry::Note(own) => own.seat != seat || own.seq < note.seq,
            _ => true,
        };
        for entry in game.log.iter().filter(is_kept) {
            other.admit(entry).ok()?;
            other.log.push(entry.clone());
        }
        let note = Entry::Note(note);
        other.admit(&note).ok()?;
        other.log.push(note);
        Some(other)
    }

    fn has_resigned(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.chain.notes().has_resigned(self.seat))
    }
}
