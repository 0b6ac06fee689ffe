//! What a peer lacks by its HEAD, and which of this seat's own entries stay back.

use crate::Seat;
use crate::chain::Chain;
use crate::file::Entry;
use crate::frame::Head;
use crate::hash::Digest;
use crate::{Note, Record};

/// The complete steps that one seat can sign before another hears of them: its CONFIRM of a turn, and the turn after.
/// Once it has said so itself, a fork of two histories lies no further back.
const ALONE: u64 = 2;

/// The entries that a peer with a HEAD lacks.
///
/// What somebody holds of this seat and this copy does not may have been signed by another program with this seat's
/// key. Whatever this copy holds in the same place would then be a second signature, and convict this seat (threat
/// 19). So such entries are held back until all is here that was named:
///
/// * records from the step on where another record of ours is held, or upon a fork, from the fork on;
/// * later records, if a note of ours is named that is not here: another program may have resigned where this one
///   played on, and a record after a resignation convicts;
/// * notes, if a record of ours is named that is not here, for the same reason the other way round.
///
/// Statements convict nobody, so they stay back from nobody; a HEAD does not name them, so they come on each new line.
pub(super) struct Lack {
    own: Seat,
    /// Records are lacked from this step on.
    from: u64,
    /// For each seat the number of notes that the peer has.
    notes: Vec<u32>,
    held_back: Vec<HeldBack>,
}

/// The own entries that one HEAD holds back.
struct HeldBack {
    /// Records from this step on may be second ones.
    rival_from: Option<u64>,
    /// The step of our last record by that HEAD.
    step: u64,
    lacks_note: bool,
    lacks_record: bool,
}

impl Lack {
    /// What the signer of that HEAD lacks. With `is_forked` it speaks of another history; `claims` are the HEADs of
    /// others that name entries of ours which are not here.
    pub(super) fn new<'a>(
        chain: &Chain,
        own: Seat,
        (head, is_forked): (&Head, bool),
        claims: impl Iterator<Item = (&'a Head, bool)>,
    ) -> Self {
        // upon a fork nobody knows where the histories part: our last steps are shown again
        let forked = if is_forked { ALONE } else { 0 };
        // under a number that names another note than ours, the peer's own notes are shown to it, and none of ours
        let count = |seat: Seat| {
            let held = head.held.get(seat.index()).copied().unwrap_or_default();
            let ours = chain.notes().get(seat, held.notes).map(Note::id);
            match ours == Some(held.note) || held.notes == 0 {
                true => held.notes,
                false if seat == own => u32::MAX,
                false => 0,
            }
        };
        let seats = chain.manifest().all_seats().into_iter();
        let others = claims.filter(|(claim, _)| claim.seat != head.seat);
        let claims = others.map(|(claim, is_forked)| HeldBack::new(chain, own, claim, is_forked));
        let first = HeldBack::new(chain, own, head, is_forked);
        Self {
            own,
            from: head.step.saturating_add(1).saturating_sub(forked),
            notes: seats.map(count).collect(),
            held_back: [first].into_iter().chain(claims).collect(),
        }
    }

    /// True if the peer lacks the entry, and may be shown it.
    pub(super) fn names(&self, entry: &Entry) -> bool {
        self.is_lacked(entry) && !self.is_held_back(entry)
    }

    /// True if the peer lacks the entry, and it stays back.
    pub(super) fn holds_back(&self, entry: &Entry) -> bool {
        self.is_lacked(entry) && self.is_held_back(entry)
    }

    fn is_lacked(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Record(record) => record.step >= self.from,
            Entry::Note(note) => {
                let count = self.notes.get(note.seat.index());
                note.is_statement() || count.is_none_or(|count| note.seq > *count)
            }
            Entry::Manifest(_) | Entry::Genesis(_) | Entry::Head(_) => false,
        }
    }

    fn is_held_back(&self, entry: &Entry) -> bool {
        let is_own = entry.place(0).1 == self.own;
        is_own
            && self
                .held_back
                .iter()
                .any(|held_back| held_back.names(entry))
    }
}

impl HeldBack {
    fn new(chain: &Chain, own: Seat, head: &Head, is_forked: bool) -> Self {
        let held = head.held.get(own.index()).copied().unwrap_or_default();
        let ours = chain.record_ids(held.step, own);
        // planned records beside the closing ones are not kept, and a closed match is final
        let lacks_record = held.step > 0 && chain.closed().is_none() && !ours.contains(&held.id);
        // upon a fork the peer's later record of ours stands upon the other record of the fork, which may be ours too
        let is_rival = lacks_record && (is_forked || !ours.is_empty());
        let rival_from = match is_forked {
            false => held.step,
            true => held
                .step
                .min(head.step.saturating_add(1).saturating_sub(ALONE)),
        };
        let named = chain.notes().get(own, held.notes).map(Note::id);
        Self {
            rival_from: is_rival.then_some(rival_from),
            step: held.step,
            lacks_note: held.notes > 0 && named != Some(held.note),
            lacks_record,
        }
    }

    fn names(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Record(record) => {
                self.rival_from.is_some_and(|from| record.step >= from)
                    || self.lacks_note && record.step > self.step
            }
            Entry::Note(note) => self.lacks_record && !note.is_statement(),
            _ => false,
        }
    }
}

impl super::parts::Match {
    /// The entries that a peer with that HEAD lacks, and may be shown.
    pub(super) fn lack(&self, own: Seat, head: &Head) -> Lack {
        let (chain, hearing) = (self.chain(), &self.hearing);
        let claims = hearing.unshown(chain, own);
        let claims = claims.map(|claim| (claim, hearing.is_forked(chain, claim.seat)));
        let is_forked = hearing.is_forked(chain, head.seat);
        Lack::new(chain, own, (head, is_forked), claims)
    }

    /// True if own entries stay back on a line to that seat until all is here that was named.
    pub(super) fn withholds(&self, own: Seat, by: Seat) -> bool {
        let chain = self.chain();
        self.hearing.lacks_own(chain, own, by) || self.hearing.unshown(chain, own).next().is_some()
    }
}

impl Entry {
    /// The id of a record or note; zeros for anything else.
    pub(super) fn id(&self) -> Digest {
        match self {
            Self::Record(record) => Record::id(record),
            Self::Note(note) => Note::id(note),
            Self::Manifest(_) | Self::Genesis(_) | Self::Head(_) => [0; 32],
        }
    }
}
