//! The two files of a match: a header, then entries of a tag, a length and that many bytes.
//!
//! The public file (`.fpm`) holds what was signed and may be handed to anybody at any time; the private one (`.key`)
//! holds one seat's secrets. Both grow during the match, in the order things came; a finished public
//! file is in the one canonical order, so that both players' are the same bytes.

mod own;
mod secret;

use crate::codec::{MAX_MANIFEST, decode_canonical, encode};
use crate::frame::{Frame, Head};
use crate::hash::Digest;
use crate::manifest::{Genesis, ManifestError};
use crate::{Manifest, Note, Record, Seat};
pub(crate) use own::signed_first;
pub use own::{OwnFiles, Signed};
pub(crate) use secret::{
    Asked, Choice, DRAFT_HEADER, Draft, KeptPlan, Keys, NextKeys, SavedClock, SavedTime, Secret,
    Wish, read_draft, read_private,
};
pub use secret::{RunId, is_next, kept, place};

/// The first bytes of a public file: name and number of the format.
pub const PUBLIC_HEADER: &[u8; 8] = b"FPMATCH5";
/// The first bytes of a private file.
pub const PRIVATE_HEADER: &[u8; 8] = b"FPSECRT5";
/// The last byte of both headers.
pub(crate) const FORMAT: char = PUBLIC_HEADER[PUBLIC_HEADER.len() - 1] as char;
const ENTRY_HEAD: usize = 5;

/// An entry of a public file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// Always the first entry.
    Manifest(Box<Manifest>),
    /// A seat's signatures under the manifest.
    Genesis(Genesis),
    /// In a file that is not closed also one that convicts its signer.
    Record(Record),
    /// A resignation, an offer, an answer or a claim.
    Note(Note),
    /// A statement of what a seat holds that is false or was not made good: evidence only.
    Head(Head),
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
    /// The frame that carries a record or note between two programs.
    pub(crate) fn to_frame(&self) -> Option<Frame> {
        match self {
            Self::Record(record) => Some(Frame::Record(Box::new(record.clone()))),
            Self::Note(note) => Some(Frame::Note(note.clone())),
            Self::Manifest(_) | Self::Genesis(_) | Self::Head(_) => None,
        }
    }

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

    /// The match of the entry; zeros if it names none.
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

fn framed(tag: u8, bytes: &[u8]) -> Vec<u8> {
    let len = u32::try_from(bytes.len()).expect("entries are bounded by the codec");
    let mut entry = vec![tag];
    entry.extend_from_slice(&len.to_le_bytes());
    entry.extend_from_slice(bytes);
    entry
}

/// Why this program does not read a file as a match file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file begins otherwise than match files do.
    #[error("not a Warlord match file")]
    NoMatchFile,
    /// The file holds a match of a protocol that this program does not read.
    #[error("made by {} (protocol {found}; this version speaks {})", crate::manifest::version(*found > crate::manifest::PROTO), crate::manifest::PROTO)]
    OtherProtocol {
        /// As the manifest names it.
        found: u16,
    },
    /// The file begins like a match file and names another format.
    #[error("made by {} (match file format {found}; this version reads {FORMAT})", crate::manifest::version(*found > FORMAT))]
    OtherFormat {
        /// The last byte of the header.
        found: char,
    },
}

impl FormatError {
    /// Advice to the user, in one sentence without a full stop.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::NoMatchFile => "choose a file that ends in .fpm",
            Self::OtherFormat { found } if found > FORMAT => UPDATE,
            Self::OtherProtocol { found } if found > crate::manifest::PROTO => UPDATE,
            Self::OtherFormat { .. } | Self::OtherProtocol { .. } => {
                "open it with the version that made it; the file is left as it is"
            }
        }
    }
}

const UPDATE: &str = "update Warlord; the file is left as it is";

/// Reads the entries of a public file up to its end or to the first byte that belongs to no entry.
///
/// # Errors
/// Returns [`FormatError`] if the file is no match file of this format.
pub fn read_public(file: &[u8]) -> Result<(Vec<Entry>, Tail), FormatError> {
    let read = read(file, PUBLIC_HEADER, Entry::read);
    // an unreadable first entry may be a manifest of another protocol, which is named instead of damage
    if let Some((entries, Tail::Damaged(_))) = &read
        && entries.is_empty()
        && let Some(found) = other_protocol(file)
    {
        return Err(FormatError::OtherProtocol { found });
    }
    read.ok_or_else(|| match other_format(file, PUBLIC_HEADER) {
        Some(found) => FormatError::OtherFormat { found },
        None => FormatError::NoMatchFile,
    })
}

/// The number of the format of a file that begins as the header does, but for that number.
pub(crate) fn other_format(file: &[u8], header: &[u8; 8]) -> Option<char> {
    let (name, _) = header.split_at(header.len().saturating_sub(1));
    // a printable number is shown; anything else is some other file
    match file.strip_prefix(name) {
        Some([found, ..]) if found.is_ascii_graphic() => Some(char::from(*found)),
        _ => None,
    }
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

fn read<T>(
    file: &[u8],
    header: &[u8; 8],
    read: impl Fn(u8, &[u8]) -> Option<T>,
) -> Option<(Vec<T>, Tail)> {
    let mut rest = file.strip_prefix(header)?;
    let mut entries = Vec::new();
    while let Some((head, after)) = rest.split_first_chunk::<ENTRY_HEAD>() {
        let at = file.len().saturating_sub(rest.len());
        let [tag, len @ ..] = *head;
        // a length that does not fit the machine is longer than any entry
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
        // fewer bytes than an entry's head: cut off while it was being written
        false => Tail::Torn(file.len().saturating_sub(rest.len())),
    };
    Some((entries, tail))
}
