//! What other copies of this seat's files have signed, as the peer shows it.
//!
//! Records and numbered notes of this seat come from one copy alone: the one that its machine's mark names. Any copy may
//! sign statements, which are taken in like everybody's. The peer is the only witness of what another copy has
//! signed, and an interested one: nothing that would convict this seat is ever kept or sent (threat 19).

use super::{Session, Way};
use crate::Fault;
use crate::chain::Objection;
use crate::file::Entry;

impl Session {
    /// Handles a record or note of this seat that the peer shows and that does not fit: another program signed the entry
    /// with this seat's key, or nobody did. Nothing is kept that would speak against this seat.
    pub(super) fn object_to_own(
        &mut self,
        way: Way,
        entry: Entry,
        objection: Objection,
    ) -> Result<(), Fault> {
        match objection {
            Objection::Stale => Ok(()),
            Objection::Ahead => {
                if let Some(game) = &mut self.game {
                    game.hold(entry);
                }
                Ok(())
            }
            // own files cannot come to this, unless the whole machine was set back or copied, marks included. Playing
            // on would convict this seat at its next record, so the match halts and its player sees that another
            // program signs
            Objection::Breach(_) | Objection::Diverged => {
                self.halt(Fault::SecondProgram);
                self.fail(way, Fault::SecondProgram)
            }
            Objection::BadSignature => {
                let step = self.game.as_ref().map_or(0, |game| game.chain().step());
                let (step, seat) = entry.place(step);
                self.fail(way, Fault::BadSignature { step, seat })
            }
            Objection::Foreign | Objection::OtherHistory | Objection::UnknownNotes => self.fail(
                way,
                Fault::Unexpected("a record of this seat that does not fit"),
            ),
        }
    }
}
