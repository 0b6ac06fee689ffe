//! What a seat's files hold of its own, and the machine's mark that they are compared with.

use super::secret::{RunId, Secret, place, read_private};
use super::{Entry, read_public};
use crate::hash::Digest;
use crate::{Kind, Manifest, Seat};

/// The signatures of a seat in a match, as its machine's mark names them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Signed {
    /// The latest step in which the seat has signed a record; 0 for none.
    pub step: u64,
    /// The id of that record, or zeros.
    pub id: Digest,
    /// The number of notes that the seat has signed.
    pub notes: u32,
    /// When the latest new match was written that the seat has signed first, in Unix milliseconds; 0 for none. What the
    /// seat signs last must be later, or the seat would be convicted of two continuations.
    pub written: u64,
    /// The match in which this one is continued, if the seat has agreed to that.
    pub continuation: Option<Digest>,
}

/// The signatures of a seat that its files hold, as far as the files themselves show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnFiles {
    /// The id of the match.
    pub sid: Digest,
    /// From the private file; the match file has the keys of all seats.
    pub seat: Seat,
    /// The run that wrote the private file last.
    pub run: Option<RunId>,
    /// The steps and ids of the seat's records, and whether they close the match.
    records: Vec<(u64, Digest, bool)>,
    notes: u32,
    written: u64,
}

impl OwnFiles {
    /// Reads both files of a seat; none if they cannot be read.
    pub fn read(public_file: &[u8], private_file: &[u8]) -> Option<Self> {
        let (sid, seat) = place(private_file)?;
        let (secrets, _tail) = read_private(private_file)?;
        // the last run counts: each run writes its id once
        let run = secrets.iter().rev().find_map(|entry| match entry {
            Secret::Run(run) => Some(*run),
            _ => None,
        });
        // only drafts that this seat signed first: what it wrote for the other is signed last, under a mark of its
        // own
        let written = secrets.iter().filter_map(|entry| match entry {
            Secret::Draft(manifest) => signed_first(&Manifest::from_bytes(manifest).ok()?, seat),
            _ => None,
        });
        let written = written.max().unwrap_or(0);
        let (entries, _tail) = read_public(public_file).ok()?;
        let mut own = Self {
            sid,
            seat,
            run,
            records: Vec::new(),
            notes: 0,
            written,
        };
        for entry in entries {
            match entry {
                Entry::Record(record) if record.seat == seat => {
                    let closes = record.kind == Kind::Close;
                    own.records.push((record.step, record.id(), closes));
                }
                // the number, not a count: notes of a seat are numbered without gaps
                Entry::Note(note) if note.seat == seat => own.notes = own.notes.max(note.seq),
                _ => {}
            }
        }
        Some(own)
    }

    /// True if the files hold what the seat has signed. If it has closed the match, what it had signed before for
    /// that step is not kept.
    pub fn holds(&self, signed: &Signed) -> bool {
        let mut records = self.records.iter();
        let has_record =
            records.any(|(step, id, closes)| *id == signed.id || (*closes && *step >= signed.step));
        (signed.step == 0 || has_record)
            && self.notes >= signed.notes
            // an older draft list would let this copy sign a second continuation
            && self.written >= signed.written
    }
}

/// When a new match was written that the seat signs first, since it asked for it; in Unix milliseconds.
pub(crate) fn signed_first(manifest: &Manifest, seat: Seat) -> Option<u64> {
    let start = manifest.start.as_ref()?;
    // a table's tries are all signed like that: any of them may come back complete
    let is_try = start.number > 0 && !start.leaves_out(seat);
    (start.asks == Some(seat) || is_try).then_some(start.written_ms)
}
