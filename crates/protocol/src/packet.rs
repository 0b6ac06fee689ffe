//! Letters, by which two programs play by mail: frames as on a line, in one file with a check.

use std::collections::BTreeMap;

use crate::frame::{Frame, MAX_MANIFEST_FRAME};
use crate::hash::{self, Digest};
use crate::manifest::Manifest;

/// The first bytes: name and number of the format.
pub const PACKET_HEADER: &[u8; 8] = b"FPMAIL_5";
/// Bytes of the check at the end.
const CHECK: usize = 8;
const FORMAT: char = PACKET_HEADER[PACKET_HEADER.len() - 1] as char;
/// Longest packet read: a match that fits nowhere else travels in no mail either.
pub const MAX_PACKET: usize = 16 * 1024 * 1024;

/// The most records of a letter, and the most notes: each is signed, and a match of tens of thousands of turns has as many.
const MAX_ENTRIES: usize = 32_768;

/// Why bytes are no packet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PacketError {
    /// The bytes begin otherwise than packets do.
    #[error("not a letter of this program")]
    NoPacket,
    /// The bytes begin like a packet and name another format.
    #[error("a letter made by {} (format {found}; this version reads {FORMAT})", crate::manifest::version(*found > FORMAT))]
    OtherFormat {
        /// The last byte of the header.
        found: char,
    },
    /// More bytes than any match needs.
    #[error("a letter of {0} bytes is too long")]
    TooLong(usize),
    /// The check at the end does not fit: something was lost or changed on the way.
    #[error("the letter was cut or changed on its way")]
    Damaged,
    /// More frames of one kind than a match needs.
    #[error("the letter holds more than {limit} {what}")]
    TooMany {
        /// The kind, in the plural.
        what: &'static str,
        /// The most that a letter may hold.
        limit: usize,
    },
    /// A frame of the packet cannot be read.
    #[error("the letter holds something this program cannot read: {0}")]
    Frame(String),
}

impl PacketError {
    /// Advice to the user, in one sentence without a full stop.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::NoPacket => "choose the file that the other player sent, or paste the whole text",
            Self::OtherFormat { .. } | Self::Frame(_) => {
                "both players need the same version of the program"
            }
            Self::TooMany { .. } => "do not read letters of this player; nothing in it was used",
            Self::TooLong(_) | Self::Damaged => {
                "ask the other player to send it again, preferably as a file"
            }
        }
    }
}

/// The match that a letter is for, by its own words: nothing of it is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// An offer: the manifest with the host's seat alone.
    Offer(Box<Manifest>),
    /// A letter that begins with the whole manifest.
    Begun(Box<Manifest>),
    /// A letter of the match with that id.
    Match(Digest),
}

/// The match that a letter is for.
///
/// # Errors
/// Returns [`PacketError`] if the bytes are no sound letter.
pub fn subject(packet: &[u8]) -> Result<Subject, PacketError> {
    for frame in read(packet)? {
        match frame {
            Frame::Manifest(bytes) => {
                let manifest = Manifest::from_bytes(&bytes);
                let manifest = manifest.map_err(|cause| PacketError::Frame(cause.to_string()))?;
                return Ok(match manifest.seats.len() {
                    // one seat is an offer that nobody has answered
                    1 => Subject::Offer(Box::new(manifest)),
                    _ => Subject::Begun(Box::new(manifest)),
                });
            }
            // a later letter has no manifest, and is known by its HEAD
            Frame::Head(head) => return Ok(Subject::Match(head.sid)),
            _ => {}
        }
    }
    Err(PacketError::Damaged)
}

/// The bytes of a packet of those frames.
pub(crate) fn write(frames: &[Frame]) -> Vec<u8> {
    let mut packet = PACKET_HEADER.to_vec();
    for frame in frames {
        let bytes = frame.to_bytes();
        let len = u32::try_from(bytes.len()).expect("frames are at most 128 KiB");
        packet.extend_from_slice(&len.to_le_bytes());
        packet.extend(bytes);
    }
    let check = check(&packet);
    packet.extend(check);
    packet
}

/// The most frames of each kind that a letter holds, by the type byte: far more than any honest program writes. Without
/// these limits a letter of 16 MiB could hold thousands of frames, each of which costs as much as a new match.
const fn most(kind: u8) -> (&'static str, usize) {
    match kind {
        // this match, and the one that continues it
        3 => ("manifests", 8),
        4 => ("signatures under a match", 16),
        5 => ("summaries of what a player holds", 8),
        // of those that bring nothing, few are read (`MAX_ASIDE`)
        7 => ("records", MAX_ENTRIES),
        8 => ("notes", MAX_ENTRIES),
        11 => ("questions about a new match", 8),
        12 => ("answers about a new match", 8),
        _ => ("frames that belong in no letter", 8),
    }
}

pub(crate) fn read(packet: &[u8]) -> Result<Vec<Frame>, PacketError> {
    if packet.len() > MAX_PACKET {
        return Err(PacketError::TooLong(packet.len()));
    }
    let (name, _) = PACKET_HEADER.split_at(PACKET_HEADER.len().saturating_sub(1));
    // the name before the number: a letter of a later format is named as one
    match packet.strip_prefix(name) {
        Some([found, ..]) if char::from(*found) == FORMAT => {}
        Some([found, ..]) if found.is_ascii_graphic() => {
            return Err(PacketError::OtherFormat {
                found: char::from(*found),
            });
        }
        _ => return Err(PacketError::NoPacket),
    }
    let (content, end) = packet
        .split_last_chunk::<CHECK>()
        .ok_or(PacketError::Damaged)?;
    // checked before any frame is read: a letter that was changed by mail programs says so, and nothing of it is
    // taken in
    if check(content) != *end {
        return Err(PacketError::Damaged);
    }
    let mut rest = content
        .get(PACKET_HEADER.len()..)
        .ok_or(PacketError::Damaged)?;
    let mut frames = Vec::new();
    let mut counts = BTreeMap::<&str, usize>::new();
    while let Some((len, after)) = rest.split_first_chunk::<4>() {
        let len = usize::try_from(u32::from_le_bytes(*len)).unwrap_or(usize::MAX);
        let (frame, after) = after
            // cut at the limit, so that a frame too long fails as one instead of swallowing the rest
            .split_at_checked(len.min(MAX_MANIFEST_FRAME + 1))
            .ok_or(PacketError::Damaged)?;
        // before it is read: what is one too many costs nothing
        let (what, limit) = most(frame.first().copied().unwrap_or_default());
        let count = counts.entry(what).or_default();
        *count = count.saturating_add(1);
        if *count > limit {
            return Err(PacketError::TooMany { what, limit });
        }
        let frame = Frame::from_bytes(frame);
        frames.push(frame.map_err(|cause| PacketError::Frame(cause.to_string()))?);
        rest = after;
    }
    match rest.is_empty() {
        true => Ok(frames),
        false => Err(PacketError::Damaged),
    }
}

fn check(content: &[u8]) -> [u8; CHECK] {
    let digest = hash::derive("fairplay/1 mail", &[content]);
    std::array::from_fn(|byte| digest[byte])
}
