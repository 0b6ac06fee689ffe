//! The two files of a match: a header, then entries of a tag, a length and that many bytes.
//!
//! The public file (`.fpm`) holds what was signed and may be handed to anybody at any time; the private one (`.key`)
//! holds one seat's secrets. Both are appended to while the match goes on, in the order things came; a finished public
//! file is in the one canonical order, so that both players' are the same bytes.

use bincode::{Decode, Encode};

use crate::codec::{MAX_MANIFEST, Wire, decode_canonical, encode};
use crate::frame::{Ask, Head};
use crate::hash::Digest;
use crate::manifest::{Genesis, ManifestError};
use crate::record::{MAX_SEATS, WireOutcome};
use crate::{Kind, Manifest, Note, Record, Seat};

/// The first bytes of a public file: name and number of the format.
pub const PUBLIC_HEADER: &[u8; 8] = b"FPMATCH3";
/// The first bytes of a private file.
pub const PRIVATE_HEADER: &[u8; 8] = b"FPSECRT3";
const FORMAT: char = PUBLIC_HEADER[PUBLIC_HEADER.len() - 1] as char;
const ENTRY_HEAD: usize = 5;

/// An entry of a public file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// The agreed manifest.
    Manifest(Box<Manifest>),
    /// A seat's signatures under the manifest.
    Genesis(Genesis),
    /// A record.
    Record(Record),
    /// A note.
    Note(Note),
    /// A statement of what a seat holds that is false or was not made good: evidence only.
    Head(Head),
}

/// An entry of a private file. The type has no `Debug`: a secret belongs in no log.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Secret {
    /// The seat's secrets.
    Keys(Keys),
    /// A secret choice, kept before its commitment leaves.
    Choice(Choice),
    /// Bytes of the caller; the last entry counts.
    Kept(Vec<u8>),
    /// A decision made without a line, to be signed when the peer is heard; the last entry counts.
    Wish(Wish),
    /// The other's HEAD that came last by mail: what need not be sent again.
    Heard(Head),
    /// The time of the present step; the last entry counts.
    Time(SavedTime),
    /// The id of the run that writes from here on; the last entry counts.
    Run(RunId),
    /// The secrets for a new match in which this one may be continued. Every entry counts: a draft that was signed under it
    /// may come back complete at any time.
    Next(NextKeys),
    /// The question to continue that our player asked last.
    Asked(Box<Asked>),
    /// The manifest of a new match that this seat has signed first, or has written itself; of each kind the last entry counts.
    Draft(Vec<u8>),
}

/// The id of one run of a program that writes a private file: fresh random bytes.
pub type RunId = [u8; 16];

/// What a seat has signed in a match, as its machine's mark names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Signed {
    /// The latest step in which the seat has signed a record; 0 for none.
    pub step: u64,
    /// The id of that record, or zeros.
    pub id: Digest,
    /// The number of notes that the seat has signed.
    pub notes: u32,
    /// When the latest new match was written that the seat has signed first, in Unix milliseconds; 0 for none. What the
    /// seat signs last must be later, else it would be convicted of two continuations.
    pub written: u64,
    /// The match in which this one is continued, if the seat has agreed to that.
    pub continuation: Option<Digest>,
}

/// What the files of a seat hold of its own, as far as the files say so themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnFiles {
    /// The match.
    pub sid: Digest,
    /// The seat.
    pub seat: Seat,
    /// The run that wrote the private file last.
    pub run: Option<RunId>,
    /// The steps and ids of the seat's records, and whether they close the match.
    records: Vec<(u64, Digest, bool)>,
    notes: u32,
    written: u64,
}

impl OwnFiles {
    /// Reads both files of a seat; none where they cannot be read.
    pub fn read(public_file: &[u8], private_file: &[u8]) -> Option<Self> {
        let (sid, seat) = place(private_file)?;
        let (secrets, _tail) = read_private(private_file)?;
        let run = secrets.iter().rev().find_map(|entry| match entry {
            Secret::Run(run) => Some(*run),
            _ => None,
        });
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
                Entry::Note(note) if note.seat == seat => own.notes = own.notes.max(note.seq),
                _ => {}
            }
        }
        Some(own)
    }

    /// Tells whether the files hold what the seat has signed. Where it has closed the match, what it had signed for that
    /// step before is not kept.
    pub fn holds(&self, signed: &Signed) -> bool {
        let mut records = self.records.iter();
        let has_record =
            records.any(|(step, id, closes)| *id == signed.id || (*closes && *step >= signed.step));
        (signed.step == 0 || has_record)
            && self.notes >= signed.notes
            && self.written >= signed.written
    }
}

/// When a new match was written that the seat signs first, since it asked for it; in Unix milliseconds.
pub(crate) fn signed_first(manifest: &Manifest, seat: Seat) -> Option<u64> {
    let start = manifest.start.as_ref()?;
    (start.asks == Some(seat)).then_some(start.written_ms)
}

/// One seat's secrets.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct Keys {
    pub(crate) sid: Digest,
    pub(crate) seat: Seat,
    pub(crate) match_secret: [u8; 32],
    pub(crate) key_seed: [u8; 32],
}

impl Wire for Keys {}

/// One seat's secrets for a new match.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct NextKeys {
    pub(crate) match_secret: [u8; 32],
    pub(crate) key_seed: [u8; 32],
    pub(crate) session_nonce: [u8; 32],
}

impl Wire for NextKeys {
    const LIMIT: usize = 96;
}

/// A question to continue, and the result that its player was shown to be given up.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct Asked {
    pub(crate) ask: Ask,
    pub(crate) gives_up: Option<WireOutcome>,
}

impl Wire for Asked {
    const LIMIT: usize = 1400;
}

/// A secret choice: its sealed parts by slot, coin included.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct Choice {
    pub(crate) step: u64,
    pub(crate) parts: Vec<(u16, Vec<u8>)>,
}

impl Wire for Choice {}

/// A decision that is not signed yet, in the bytes of the family: orders, or the sealed parts of one secret choice.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct Wish {
    /// The step that the decision is for.
    pub(crate) step: u64,
    /// The root before that step.
    pub(crate) prev: Digest,
    pub(crate) orders: Vec<Vec<u8>>,
    pub(crate) parts: Vec<(u16, Vec<u8>)>,
}

impl Wire for Wish {}

/// The time of a step, for the next start of the program.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct SavedTime {
    pub(crate) step: u64,
    /// The beginning of the step by this machine's wall clock, in Unix milliseconds.
    pub(crate) began_ms: u64,
    /// The milliseconds that have run on the clock.
    pub(crate) counted_ms: u64,
    /// The milliseconds of grace left for all broken lines.
    pub(crate) grace_ms: u64,
    /// The milliseconds of lag that the peer has in store: a restart that refilled it would give them again.
    pub(crate) lag_ms: u64,
    /// For each seat the milliseconds measured and not signed yet, of its last decision and of its program's own records:
    /// a restart that forgot them would give a slow seat its time back.
    pub(crate) measures: Vec<(u64, u64)>,
}

impl Wire for SavedTime {
    const LIMIT: usize = 5 * 9 + 1 + MAX_SEATS * 2 * 9;
}

/// The first bytes of the private file of an offer by mail that nobody has answered yet.
pub(crate) const DRAFT_HEADER: &[u8; 8] = b"FPDRAFT3";

/// An offer by mail: the secrets of the host's seat, and the manifest with that seat alone.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct Draft {
    pub(crate) match_secret: [u8; 32],
    pub(crate) key_seed: [u8; 32],
    pub(crate) manifest: Vec<u8>,
}

impl Wire for Draft {
    const LIMIT: usize = MAX_MANIFEST;
}

pub(crate) fn read_draft(file: &[u8]) -> Option<Draft> {
    decode_canonical(file.strip_prefix(DRAFT_HEADER)?).ok()
}

/// The state of the end of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// The last entry is whole.
    Whole,
    /// The last entry, which begins at that byte, was cut short while it was written.
    Torn(usize),
    /// From that byte on the file holds no entry.
    Damaged(usize),
}

impl Tail {
    /// The damage at the end of the file, in words; `None` for a whole file.
    pub fn damage(self) -> Option<String> {
        match self {
            Self::Whole => None,
            Self::Torn(at) => Some(format!(
                "the last entry, which begins at byte {at}, is cut short"
            )),
            Self::Damaged(at) => Some(format!("nothing can be read from byte {at} on")),
        }
    }
}

impl Entry {
    /// The entry as it stands in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Manifest(manifest) => framed(1, &manifest.to_bytes()),
            Self::Genesis(genesis) => framed(2, &encode(genesis)),
            Self::Record(record) => framed(3, &record.to_bytes()),
            Self::Note(note) => framed(4, &note.to_bytes()),
            Self::Head(head) => framed(5, &encode(head)),
        }
    }

    /// The match of the entry; zeros where it names none.
    pub(crate) fn sid(&self) -> Digest {
        match self {
            Self::Record(record) => record.sid,
            Self::Note(note) => note.sid,
            Self::Head(head) => head.sid,
            Self::Manifest(_) | Self::Genesis(_) => [0; 32],
        }
    }

    /// The step and seat of the entry; a note belongs to the present step.
    pub(crate) fn place(&self, present: u64) -> (u64, Seat) {
        match self {
            Self::Record(record) => (record.step, record.seat),
            Self::Note(note) => (present, note.seat),
            Self::Head(head) => (head.step, head.seat),
            Self::Manifest(_) | Self::Genesis(_) => (0, Seat(0)),
        }
    }

    fn read(tag: u8, bytes: &[u8]) -> Option<Self> {
        match tag {
            1 => Manifest::from_bytes(bytes)
                .ok()
                .map(|manifest| Self::Manifest(Box::new(manifest))),
            2 => decode_canonical(bytes).ok().map(Self::Genesis),
            3 => Record::from_bytes(bytes).ok().map(Self::Record),
            4 => Note::from_bytes(bytes).ok().map(Self::Note),
            5 => decode_canonical(bytes).ok().map(Self::Head),
            _ => None,
        }
    }
}

impl Secret {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Keys(keys) => framed(1, &encode(keys)),
            Self::Choice(choice) => framed(2, &encode(choice)),
            Self::Kept(bytes) => framed(3, bytes),
            Self::Wish(wish) => framed(4, &encode(wish)),
            Self::Heard(head) => framed(5, &encode(head)),
            Self::Time(time) => framed(6, &encode(time)),
            Self::Next(keys) => framed(8, &encode(keys)),
            Self::Draft(manifest) => framed(9, manifest),
            Self::Asked(asked) => framed(10, &encode(&**asked)),
            Self::Run(id) => framed(7, id),
        }
    }

    fn read(tag: u8, bytes: &[u8]) -> Option<Self> {
        match tag {
            8 => decode_canonical(bytes).ok().map(Self::Next),
            9 => Some(Self::Draft(bytes.to_vec())),
            10 => decode_canonical(bytes)
                .ok()
                .map(|asked| Self::Asked(Box::new(asked))),
            1 => decode_canonical(bytes).ok().map(Self::Keys),
            2 => decode_canonical(bytes).ok().map(Self::Choice),
            3 => Some(Self::Kept(bytes.to_vec())),
            4 => decode_canonical(bytes).ok().map(Self::Wish),
            5 => decode_canonical(bytes).ok().map(Self::Heard),
            6 => decode_canonical(bytes).ok().map(Self::Time),
            7 => bytes.try_into().ok().map(Self::Run),
            _ => None,
        }
    }
}

fn framed(tag: u8, bytes: &[u8]) -> Vec<u8> {
    let len = u32::try_from(bytes.len()).expect("entries are bounded by the codec");
    let mut entry = vec![tag];
    entry.extend_from_slice(&len.to_le_bytes());
    entry.extend_from_slice(bytes);
    entry
}

/// The reason why this program does not read a file as a match file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file begins otherwise than match files do.
    #[error("no match file")]
    NoMatchFile,
    /// The file holds a match of a protocol that this program does not read.
    #[error("protocol {found}, this program speaks {}", crate::manifest::PROTO)]
    OtherProtocol {
        /// The protocol's number.
        found: u16,
    },
    /// The file begins like a match file and names another format.
    #[error("a match file of format {found}, this program reads format {}", FORMAT)]
    OtherFormat {
        /// The format's number.
        found: char,
    },
}

impl FormatError {
    /// Advice for the user.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::NoMatchFile => "choose a file that ends in .fpm",
            Self::OtherFormat { .. } | Self::OtherProtocol { .. } => {
                "read it with the version of the program that wrote it; the file is left as it is"
            }
        }
    }
}

/// Reads the entries of a public file up to its end or to the first byte that belongs to no entry.
///
/// # Errors
/// Returns [`FormatError`] where the file is no match file of this format.
pub fn read_public(file: &[u8]) -> Result<(Vec<Entry>, Tail), FormatError> {
    let read = read(file, PUBLIC_HEADER, Entry::read);
    if let Some((entries, Tail::Damaged(_))) = &read
        && entries.is_empty()
        && let Some(found) = other_protocol(file)
    {
        return Err(FormatError::OtherProtocol { found });
    }
    read.ok_or_else(|| {
        let (name, _) = PUBLIC_HEADER.split_at(PUBLIC_HEADER.len() - 1);
        match file.strip_prefix(name) {
            Some([found, ..]) if found.is_ascii_graphic() => FormatError::OtherFormat {
                found: char::from(*found),
            },
            _ => FormatError::NoMatchFile,
        }
    })
}

/// The protocol of a manifest at the beginning of a file, if this program does not read it.
fn other_protocol(file: &[u8]) -> Option<u16> {
    let manifest = file.strip_prefix(PUBLIC_HEADER)?.strip_prefix(&[1])?;
    let bytes = manifest.get(size_of::<u32>()..)?;
    match Manifest::from_bytes(bytes) {
        Err(ManifestError::Proto { found }) => Some(found),
        _ => None,
    }
}

pub(crate) fn read_private(file: &[u8]) -> Option<(Vec<Secret>, Tail)> {
    read(file, PRIVATE_HEADER, Secret::read)
}

/// The bytes a program last kept in a private file, for finding the peer again.
pub fn kept(private_file: &[u8]) -> Option<Vec<u8>> {
    let (entries, _tail) = read_private(private_file)?;
    entries.into_iter().rev().find_map(|entry| match entry {
        Secret::Kept(bytes) => Some(bytes),
        _ => None,
    })
}

/// The match and the seat of a private file.
pub fn place(private_file: &[u8]) -> Option<(Digest, Seat)> {
    let (entries, _tail) = read_private(private_file)?;
    entries.into_iter().find_map(|entry| match entry {
        Secret::Keys(keys) => Some((keys.sid, keys.seat)),
        _ => None,
    })
}

/// Tells whether a private file is that of a match in which the other one's match may be continued: the older private file
/// holds the same secrets.
pub fn is_next(old_private_file: &[u8], private_file: &[u8]) -> bool {
    let secrets = |file| read_private(file).map_or_else(Vec::new, |(entries, _tail)| entries);
    let seed = secrets(private_file)
        .into_iter()
        .find_map(|entry| match entry {
            Secret::Keys(keys) => Some(keys.key_seed),
            _ => None,
        });
    let is_same =
        |entry: &Secret| matches!(entry, Secret::Next(next) if Some(next.key_seed) == seed);
    secrets(old_private_file).iter().any(is_same)
}

fn read<T>(
    file: &[u8],
    header: &[u8; 8],
    read: impl Fn(u8, &[u8]) -> Option<T>,
) -> Option<(Vec<T>, Tail)> {
    let mut rest = file.strip_prefix(header)?;
    let mut entries = Vec::new();
    while let Some((head, after)) = rest.split_first_chunk::<ENTRY_HEAD>() {
        let at = file.len() - rest.len();
        let [tag, len @ ..] = *head;
        let len = usize::try_from(u32::from_le_bytes(len)).unwrap_or(usize::MAX);
        // a crash may leave an entry shorter than it says, or the room for it filled with zeros
        if rest.iter().all(|byte| *byte == 0) || (len <= MAX_MANIFEST && after.len() < len) {
            return Some((entries, Tail::Torn(at)));
        }
        let entry = after.get(..len).and_then(|bytes| read(tag, bytes));
        let Some(entry) = entry else {
            return Some((entries, Tail::Damaged(at)));
        };
        entries.push(entry);
        rest = &after[len..];
    }
    let tail = match rest.is_empty() {
        true => Tail::Whole,
        false => Tail::Torn(file.len() - rest.len()),
    };
    Some((entries, tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut file = PRIVATE_HEADER.to_vec();
        file.extend(Secret::Kept(vec![1, 2, 3]).to_bytes());
        file.extend(Secret::Kept(vec![4]).to_bytes());
        file
    }

    #[test]
    fn the_last_kept_bytes_count() {
        assert_eq!(kept(&sample()), Some(vec![4]));
        assert_eq!(kept(PUBLIC_HEADER), None);
    }

    #[test]
    fn a_file_cut_anywhere_is_torn_or_shorter() {
        let file = sample();
        for len in PRIVATE_HEADER.len()..file.len() {
            let (entries, tail) = read_private(&file[..len]).expect("the header is there");
            let whole = match entries.len() {
                0 => PRIVATE_HEADER.len(),
                _ => PRIVATE_HEADER.len() + ENTRY_HEAD + 3,
            };
            let expected = match len == whole {
                true => Tail::Whole,
                false => Tail::Torn(whole),
            };
            assert_eq!(tail, expected, "{len}");
        }
    }

    #[test]
    fn zeros_at_the_end_are_a_torn_write_and_other_bytes_are_damage() {
        let whole = sample().len();
        let with = |end: &[u8]| read_private(&[sample().as_slice(), end].concat());
        let tail = |end| with(end).map(|(_, tail)| tail);
        assert_eq!(tail(&[0; 40]), Some(Tail::Torn(whole)));
        assert_eq!(tail(&[99, 0, 0, 0, 0]), Some(Tail::Damaged(whole)));
        assert_eq!(tail(&[3, 255, 255, 255, 255]), Some(Tail::Damaged(whole)));
    }
}
