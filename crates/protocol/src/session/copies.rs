//! What other copies of this seat's files have signed, as the peer shows it.
//!
//! Records of this seat come from one copy alone: the one that its machine's mark names. Resignations and claims may
//! come from any, under numbers that another note bears. The peer is the only witness of what another copy has
//! signed, and an interested one: what it shows is adopted only under a sound signature of this seat, and nothing
//! that would convict this seat is ever kept or sent (threat 19).

use super::parts::Match;
use super::{File, Now, Session, Way};
use crate::chain::Objection;
use crate::file::Entry;
use crate::frame::Frame;
use crate::{Fault, Note, SessionEvent};

impl Session {
    /// Takes a record or note of this seat that the peer shows and that does not fit: another program signed the entry
    /// with this seat's key, or nobody did. Nothing is kept that would speak against this seat.
    pub(super) fn object_to_own(
        &mut self,
        now: Now,
        way: Way,
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
                if let Some(game) = &mut self.game {
                    game.hold(entry);
                }
                Ok(())
            }
            // own files cannot come to this, unless the whole machine was set back or copied, marks included. Playing
            // on would convict this seat at its next record, so the match halts and its player sees that another
            // program signs
            (Objection::Breach(_) | Objection::Diverged, _) => {
                self.halt(Fault::SecondProgram);
                self.fail(way, Fault::SecondProgram)
            }
            (Objection::BadSignature, entry) => {
                let step = self.game.as_ref().map_or(0, |game| game.chain().step());
                let (step, seat) = entry.place(step);
                self.fail(way, Fault::BadSignature { step, seat })
            }
            (Objection::Foreign | Objection::OtherHistory | Objection::UnknownNotes, _) => self
                .fail(
                    way,
                    Fault::Unexpected("a record of this seat that does not fit"),
                ),
        }
    }

    /// At a table a note of another seat is shown under whose number another one is held, and one of the two is free:
    /// copies of one player's files may have signed them, or somebody who shows each to some. So that all come to hold
    /// the same, the one of the lower id counts as long as nothing is built upon the other.
    pub(super) fn settle_note(&mut self, now: Now, way: Way, note: Note) {
        let (Some(game), Some(id)) = (&mut self.game, way) else {
            return;
        };
        let seat = note.seat;
        let held = game.ledger.chain().notes().get(seat, note.seq).cloned();
        let Some(held) = held.filter(|held| held.id() != note.id()) else {
            return;
        };
        if held.id() < note.id() {
            let line = self.lines.get_mut(&id);
            // whoever shows the other one may lack it
            if line.is_some_and(|line| !line.has_shown(&held.id())) {
                self.note_shown(way, &Entry::Note(held.clone()));
                self.send(id, &Frame::Note(held));
            }
            return;
        }
        // a few times a seat: each costs as much as the match is long
        if !game.ledger.may_exchange(seat) {
            return;
        }
        let Some(other) = game.ledger.with_note(seat, note.clone()) else {
            return;
        };
        game.ledger.exchange(seat, other);
        let file = game.ledger.file();
        self.outbox.replace(File::Public, file);
        for line in self.lines.values_mut() {
            line.begin_again();
        }
        self.flood(&Entry::Note(note));
        self.note_difference();
        self.note_progress(now);
    }

    /// The peer shows a note of this seat whose number this copy has given to another note. The peer's counts. A
    /// resignation that is dropped for it is signed again under the next number, or its player would have resigned
    /// and still be playing. The notes that are dropped never left this program; if anything is built upon them, they
    /// stay.
    fn adopt_note(&mut self, now: Now, note: Note) {
        let own = self.seat();
        let has_resigned = |game: &Match| game.chain().notes().has_resigned(own);
        let Some(game) = &mut self.game else {
            return;
        };
        // none if anything here is signed upon the note: taking it away would take that along
        let Some(other) = game.ledger.with_note(own, note) else {
            return;
        };
        let was_resigned = has_resigned(game);
        game.ledger.adopt(other);
        for line in self.lines.values_mut() {
            line.begin_again();
        }
        let is_dropped = was_resigned && !has_resigned(game);
        // by its last letter the peer may seem to hold what was only ours
        game.hearing.forget_letter();
        // the file is written whole, since a note in the middle of it has gone
        let file = game.ledger.file();
        self.note_signed();
        self.outbox.replace(File::Public, file);
        self.show(SessionEvent::Fault(Fault::SecondProgram));
        if is_dropped {
            let _over_meanwhile = self.resign(now);
        }
        self.note_difference();
        self.note_progress(now);
    }
}
