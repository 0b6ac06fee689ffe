//! Frames between two programs: a type byte and a canonical body, at most 64 KiB together.

use std::time::Duration;

use bincode::{Decode, Encode};

use crate::codec::{CodecError, MAX_BYTES, MAX_MANIFEST, Wire, decode_canonical, encode};
use crate::hash::{self, Digest};
use crate::manifest::{Genesis, PROTO};
use crate::record::MAX_SEATS;
use crate::text::{MAX_NAME, cut};
use crate::{Fault, Identity, Note, PublicKey, Record, Seat, Signature};

/// Longest frame but that of a manifest, type byte included.
pub const MAX_FRAME: usize = MAX_BYTES + 1;
/// Longest frame of a manifest.
pub const MAX_MANIFEST_FRAME: usize = MAX_MANIFEST + 1;
/// Longest chat line, in bytes.
pub const MAX_CHAT: usize = 2048;
/// Chat messages a peer may send in [`CHAT_WINDOW`]; those beyond are dropped.
pub const CHAT_LINES: usize = 5;
/// The window of [`CHAT_LINES`].
pub const CHAT_WINDOW: Duration = Duration::from_secs(10);
/// Longest file of an older match that is sent; a longer one can be handed over otherwise.
pub const MAX_PAST: usize = 2 * 1024 * 1024;
/// The bytes of such a file in one frame.
const PAST_PART: usize = 60 * 1024;
const MAX_REASON: usize = 256;
const HELLO_MAGIC: &[u8; 8] = b"fairplay";
const HELLO_VERSION: u8 = 3;
const MAX_VERSION: usize = 32;
/// Bytes of a greeting that protocol 1 filled with the digest of its rules.
const RESERVED: usize = 32;

/// One frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// The first thing each side sends on a line.
    Hello(Hello),
    /// A guest asks to play.
    Join(Join),
    /// The host's offer: the manifest's bytes.
    Manifest(Vec<u8>),
    /// A seat's signatures under the manifest.
    Genesis(Genesis),
    /// The records and notes that the sender holds, signed.
    Head(Head),
    /// The sender wants the records of those steps again.
    Need(Need),
    /// A record.
    Record(Box<Record>),
    /// A note.
    Note(Note),
    /// Two records of one seat that cannot both be honest.
    Evidence(Evidence),
    /// The sender's position as text, after the positions were found to differ.
    State(StateText),
    /// A player wants to continue in a new match.
    Ask(Box<Ask>),
    /// The sender does not continue as it was asked.
    Declined(Declined),
    /// Part of the file of an older match.
    Past(Past),
    /// A chat message, never signed.
    Chat(Chat),
    /// The sender ends the line.
    Bye(Bye),
}

/// The first thing each side sends. Its first bytes are frozen for ever, so that any two versions can tell each other
/// apart: magic, version of this layout, protocols spoken, 32 zeros (the rules, in protocol 1), program version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hello {
    /// Version of this layout.
    pub layout: u8,
    /// Lowest and highest protocol spoken.
    pub proto: (u16, u16),
    /// The program's version.
    pub version: String,
    /// The rest; none if the layout is another.
    pub body: Option<HelloBody>,
}

/// The part of a greeting that may change with the layout.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct HelloBody {
    /// The match the sender has signed, or zeros.
    pub sid: Digest,
    /// Fresh for this line; the receiver's HEAD must answer it.
    pub nonce: [u8; 32],
    /// The signature by the sender's identity over the exporter of this line, label "channel".
    pub signature: Signature,
}

impl Wire for HelloBody {
    const LIMIT: usize = 128;
}

/// A guest asks to play.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Join {
    /// The guest's name.
    pub name: String,
    /// The guest's key for this match.
    pub key: PublicKey,
    /// The guest's nonce for the manifest.
    pub session_nonce: [u8; 32],
}

impl Wire for Join {
    const LIMIT: usize = 128;

    fn check(&self) -> Result<(), &'static str> {
        match self.name.len() > MAX_NAME {
            true => Err("a name over 32 bytes"),
            false => Ok(()),
        }
    }
}

/// A seat's signed statement of what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Head {
    /// The match.
    pub sid: Digest,
    /// The stating seat.
    pub seat: Seat,
    /// The nonce that the receiver gave for this line, so that no old statement passes for a new one; zeros by file.
    pub nonce: [u8; 32],
    /// The last complete step.
    pub step: u64,
    /// The root after that step.
    pub root: Digest,
    /// An entry for each seat.
    pub held: Vec<Held>,
    /// The signature by the seat's match key, label "head".
    pub signature: Signature,
}

/// The records and notes of one seat that the sender of a HEAD holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub struct Held {
    /// The number of notes.
    pub notes: u32,
    /// The id of the last note, or zeros.
    pub note: Digest,
    /// The highest step with a record of the seat; 0 for none.
    pub step: u64,
    /// The id of that record, or zeros.
    pub id: Digest,
}

impl Wire for Head {
    const LIMIT: usize = 1024;

    fn check(&self) -> Result<(), &'static str> {
        match self.held.len() > MAX_SEATS || usize::from(self.seat.0) >= MAX_SEATS {
            true => Err("more than 8 seats"),
            false => Ok(()),
        }
    }
}

impl Head {
    /// Signs a statement; the `signature` given in is replaced.
    pub fn signed(self, key: &Identity) -> Self {
        let signature = key.sign("head", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        let notes = |held: &Held| (held.notes, held.note);
        let records = |held: &Held| (held.step, held.id);
        hash::head(
            &self.sid,
            &self.nonce,
            (self.step, &self.root),
            self.held.iter().map(notes),
            self.held.iter().map(records),
        )
    }

    /// Tells whether the key signed the statement.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verify("head", &self.id(), &self.signature)
    }
}

/// The sender wants the records of those steps again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Need {
    /// First step.
    pub from: u64,
    /// Last step.
    pub to: u64,
}

impl Wire for Need {
    const LIMIT: usize = 18;
}

/// A player asks to continue in a new match: the counterpart of a guest's JOIN, signed by the player's identity, so that a
/// player who has lost the match key can ask too.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Ask {
    /// The match that is to be continued.
    pub sid: Digest,
    /// The seat of the asking player.
    pub seat: Seat,
    /// The player's name in the new match.
    pub name: String,
    /// The player's key for the new match.
    pub key: PublicKey,
    /// The player's nonce for the manifest of the new match.
    pub session_nonce: [u8; 32],
    /// The nonce that the receiver gave for this line; zeros by file.
    pub nonce: [u8; 32],
    /// The last complete step that the player holds.
    pub step: u64,
    /// The root after that step.
    pub root: Digest,
    /// What the player holds of each seat, as in a HEAD.
    pub held: Vec<Held>,
    /// The player's files may be older than what its seat has signed.
    pub is_strange: bool,
    /// What is to change.
    pub wish: ContinueWish,
    /// The signature by the player's identity, label "ask".
    pub signature: Signature,
}

/// What is to change in a new match; by default nothing does, and it begins where the old one stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub struct ContinueWish {
    /// The step of the old match after which the new one begins; none for the present position.
    pub after: Option<u64>,
    /// The players change sides.
    pub swaps: bool,
}

impl Wire for Ask {
    const LIMIT: usize = 1280;

    fn check(&self) -> Result<(), &'static str> {
        match self {
            _ if self.name.len() > MAX_NAME => Err("a name over 32 bytes"),
            _ if self.held.len() > MAX_SEATS || self.seat.index() >= MAX_SEATS => {
                Err("more than 8 seats")
            }
            _ => Ok(()),
        }
    }
}

impl Ask {
    /// Signs the question; the `signature` given in is replaced.
    pub(crate) fn signed(self, identity: &Identity) -> Self {
        let signature = identity.sign("ask", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        hash::ask(&hash::AskParts {
            sid: &self.sid,
            seat: self.seat,
            name: self.name.as_bytes(),
            key: &self.key.0,
            session_nonce: &self.session_nonce,
            head: &self.as_head().id(),
            is_strange: self.is_strange,
            after: self.wish.after,
            swaps: self.wish.swaps,
        })
    }

    /// Tells whether the identity signed the question.
    pub fn is_signed_by(&self, identity: &PublicKey) -> bool {
        identity.verify("ask", &self.id(), &self.signature)
    }

    /// What the player holds, as a HEAD without a signature of its own.
    pub(crate) fn as_head(&self) -> Head {
        Head {
            sid: self.sid,
            seat: self.seat,
            nonce: self.nonce,
            step: self.step,
            root: self.root,
            held: self.held.clone(),
            signature: Signature([0; 64]),
        }
    }
}

/// The answer to a player who asks to continue and is not granted it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Declined {
    /// The digest of the question.
    pub ask: Digest,
}

impl Wire for Declined {
    const LIMIT: usize = 32;
}

/// Two records of one seat that cannot both be honest, as bytes.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Evidence {
    /// The first record.
    pub first: Vec<u8>,
    /// The second record.
    pub second: Vec<u8>,
}

impl Wire for Evidence {}

/// A position as text.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct StateText {
    /// The step in which the difference showed.
    pub step: u64,
    /// The position.
    pub text: String,
}

impl Wire for StateText {}

/// Part of a match file that the other lacks: of the match that an offer begins from, or of the match that it has lost.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Past {
    /// The bytes of the whole file.
    pub total: u32,
    /// The next bytes of the file.
    pub bytes: Vec<u8>,
}

impl Wire for Past {
    fn check(&self) -> Result<(), &'static str> {
        let total = self.total as usize;
        match self.bytes.len() {
            _ if total > MAX_PAST => Err("a match file over 2 MiB"),
            0 => Err("an empty part of a match file"),
            len if len > total => Err("more than the whole match file"),
            _ => Ok(()),
        }
    }
}

impl Past {
    /// The parts of a file, in order; none where the file is too long.
    pub fn parts(file: &[u8]) -> Vec<Self> {
        let total = u32::try_from(file.len()).unwrap_or(u32::MAX);
        let part = |bytes: &[u8]| Self {
            total,
            bytes: bytes.to_vec(),
        };
        match file.len() > MAX_PAST {
            true => Vec::new(),
            false => file.chunks(PAST_PART).map(part).collect(),
        }
    }
}

/// A chat message.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Chat(pub String);

impl Wire for Chat {
    const LIMIT: usize = MAX_CHAT + 3;
}

/// The sender ends the line.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Bye {
    /// The reason.
    pub code: ByeCode,
    /// The reason in words.
    pub reason: String,
}

/// The reason why a sender leaves; variants are only ever appended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum ByeCode {
    /// The sender's user left.
    Leaving,
    /// Versions, rules or the offer do not fit.
    Refused,
    /// The receiver broke the protocol.
    Fault,
    /// The sender does not know the match.
    UnknownMatch,
    /// The guest declines the offer.
    Declined,
    /// The guest has a seat in the older match, in which somebody else is wanted.
    Seated,
}

impl Wire for Bye {
    const LIMIT: usize = MAX_REASON + 8;
}

fn framed(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len() + 1);
    bytes.push(kind);
    bytes.extend_from_slice(body);
    bytes
}

impl Frame {
    /// The frame's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Hello(hello) => framed(1, &hello.to_bytes()),
            Self::Join(join) => framed(2, &encode(join)),
            Self::Manifest(bytes) => framed(3, bytes),
            Self::Genesis(genesis) => framed(4, &encode(genesis)),
            Self::Head(head) => framed(5, &encode(head)),
            Self::Need(need) => framed(6, &encode(need)),
            Self::Record(record) => framed(7, &record.to_bytes()),
            Self::Note(note) => framed(8, &note.to_bytes()),
            Self::Evidence(evidence) => framed(9, &encode(evidence)),
            Self::State(state) => framed(10, &encode(state)),
            Self::Ask(ask) => framed(11, &encode(&**ask)),
            Self::Declined(answer) => framed(12, &encode(answer)),
            Self::Chat(chat) => framed(13, &encode(chat)),
            Self::Bye(bye) => framed(14, &encode(bye)),
            Self::Past(past) => framed(15, &encode(past)),
        }
    }

    /// Reads a frame.
    ///
    /// # Errors
    /// Returns [`Fault`] for a frame too long, of an unknown type, or with a body that is not canonical.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let (kind, body) = bytes.split_first().ok_or(Fault::UnknownFrame(0))?;
        let limit = match kind {
            3 => MAX_MANIFEST_FRAME,
            _ => MAX_FRAME,
        };
        if bytes.len() > limit {
            let len = bytes.len();
            return Err(Fault::Malformed(CodecError::TooLong { len, limit }));
        }
        Ok(match kind {
            1 => Self::Hello(Hello::from_bytes(body)?),
            2 => Self::Join(decode_canonical(body)?),
            3 => Self::Manifest(body.to_vec()),
            4 => Self::Genesis(decode_canonical(body)?),
            5 => Self::Head(decode_canonical(body)?),
            6 => Self::Need(decode_canonical(body)?),
            7 => Self::Record(Box::new(Record::from_bytes(body)?)),
            8 => Self::Note(Note::from_bytes(body)?),
            9 => Self::Evidence(decode_canonical(body)?),
            10 => Self::State(decode_canonical(body)?),
            11 => Self::Ask(Box::new(decode_canonical(body)?)),
            12 => Self::Declined(decode_canonical(body)?),
            13 => Self::Chat(decode_canonical(body)?),
            14 => Self::Bye(decode_canonical(body)?),
            15 => Self::Past(decode_canonical(body)?),
            kind => return Err(Fault::UnknownFrame(*kind)),
        })
    }
}

impl Hello {
    /// This program's greeting.
    pub fn new(sid: Digest, nonce: [u8; 32], signature: Signature) -> Self {
        Self {
            layout: HELLO_VERSION,
            proto: (PROTO, PROTO),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            body: Some(HelloBody {
                sid,
                nonce,
                signature,
            }),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HELLO_MAGIC.to_vec();
        bytes.push(self.layout);
        bytes.extend_from_slice(&self.proto.0.to_le_bytes());
        bytes.extend_from_slice(&self.proto.1.to_le_bytes());
        bytes.extend_from_slice(&[0; RESERVED]);
        let version = &self.version.as_bytes()[..self.version.len().min(MAX_VERSION)];
        bytes.push(u8::try_from(version.len()).expect("at most 32"));
        bytes.extend_from_slice(version);
        if let Some(body) = &self.body {
            bytes.extend_from_slice(&encode(body));
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let read = || {
            let rest = bytes.strip_prefix(HELLO_MAGIC)?;
            let (layout, rest) = rest.split_first()?;
            let (low, rest) = rest.split_first_chunk()?;
            let (high, rest) = rest.split_first_chunk()?;
            let (reserved, rest) = rest.split_at_checked(RESERVED)?;
            // another layout may use them; in this one other bytes would be a second way to write the same
            if *layout == HELLO_VERSION && reserved.iter().any(|byte| *byte != 0) {
                return None;
            }
            let (len, rest) = rest.split_first()?;
            let (version, rest) = rest.split_at_checked(usize::from(*len))?;
            if version.len() > MAX_VERSION || !version.iter().all(u8::is_ascii_graphic) {
                return None;
            }
            let hello = Self {
                layout: *layout,
                proto: (u16::from_le_bytes(*low), u16::from_le_bytes(*high)),
                version: String::from_utf8_lossy(version).into_owned(),
                body: None,
            };
            Some((hello, rest))
        };
        let (mut hello, rest) = read().ok_or(Fault::Malformed(CodecError::Malformed))?;
        if hello.layout == HELLO_VERSION {
            hello.body = Some(decode_canonical(rest)?);
        }
        Ok(hello)
    }
}

impl Bye {
    /// A goodbye with its reason, cut to 256 bytes.
    pub fn new(code: ByeCode, reason: &str) -> Self {
        Self {
            code,
            reason: cut(reason, MAX_REASON).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_of_a_greeting_are_frozen() {
        let hello = Hello::new([7; 32], [9; 32], Signature([8; 64]));
        let bytes = Frame::Hello(hello.clone()).to_bytes();
        assert_eq!(bytes[..14], *b"\x01fairplay\x03\x03\x00\x03\x00");
        assert_eq!(bytes[14..46], [0; RESERVED]);
        assert_eq!(usize::from(bytes[46]), hello.version.len());
        assert_eq!(Frame::from_bytes(&bytes), Ok(Frame::Hello(hello)));
    }

    #[test]
    fn a_greeting_of_this_layout_leaves_the_reserved_bytes_empty() {
        let bytes = Frame::Hello(Hello::new([7; 32], [9; 32], Signature([8; 64]))).to_bytes();
        for place in 14..14 + RESERVED {
            let mut changed = bytes.clone();
            changed[place] = 11;
            assert!(Frame::from_bytes(&changed).is_err(), "byte {place}");
            // a later layout may use them
            changed[9] = 4;
            assert!(Frame::from_bytes(&changed).is_ok(), "byte {place}");
        }
    }

    #[test]
    fn a_greeting_of_a_later_layout_still_tells_its_versions() {
        let mut bytes = Frame::Hello(Hello::new([7; 32], [9; 32], Signature([8; 64]))).to_bytes();
        bytes[9] = 4;
        bytes.extend([1, 2, 3, 4]);
        let Ok(Frame::Hello(hello)) = Frame::from_bytes(&bytes) else {
            panic!("a greeting");
        };
        assert_eq!((hello.layout, hello.proto), (4, (3, 3)));
        assert_eq!(hello.body, None);
    }

    #[test]
    fn every_frame_comes_back_and_its_type_byte_is_pinned() {
        let frames = [
            (
                2,
                Frame::Join(Join {
                    name: "A".into(),
                    key: PublicKey([1; 32]),
                    session_nonce: [2; 32],
                }),
            ),
            (3, Frame::Manifest(vec![1, 2])),
            (
                5,
                Frame::Head(Head {
                    sid: [8; 32],
                    seat: Seat(1),
                    nonce: [9; 32],
                    step: 1,
                    root: [1; 32],
                    held: vec![
                        Held::default(),
                        Held {
                            notes: 2,
                            note: [5; 32],
                            step: 3,
                            id: [4; 32],
                        },
                    ],
                    signature: Signature([6; 64]),
                }),
            ),
            (6, Frame::Need(Need { from: 1, to: 2 })),
            (
                9,
                Frame::Evidence(Evidence {
                    first: vec![1],
                    second: vec![2],
                }),
            ),
            (
                10,
                Frame::State(StateText {
                    step: 9,
                    text: "x".into(),
                }),
            ),
            (
                11,
                Frame::Ask(Box::new(Ask {
                    sid: [8; 32],
                    seat: Seat(1),
                    name: "A".into(),
                    key: PublicKey([1; 32]),
                    session_nonce: [2; 32],
                    nonce: [9; 32],
                    step: 1,
                    root: [1; 32],
                    held: vec![Held::default(); 2],
                    is_strange: true,
                    wish: ContinueWish {
                        after: Some(3),
                        swaps: true,
                    },
                    signature: Signature([6; 64]),
                })),
            ),
            (12, Frame::Declined(Declined { ask: [4; 32] })),
            (13, Frame::Chat(Chat("hi".into()))),
            (14, Frame::Bye(Bye::new(ByeCode::Leaving, "bye"))),
            (
                15,
                Frame::Past(Past {
                    total: 3,
                    bytes: vec![1, 2],
                }),
            ),
        ];
        for (kind, frame) in frames {
            let bytes = frame.to_bytes();
            assert_eq!(bytes[0], kind);
            assert_eq!(Frame::from_bytes(&bytes), Ok(frame));
            let mut longer = bytes.clone();
            longer.push(0);
            assert!(kind == 3 || Frame::from_bytes(&longer).is_err(), "{kind}");
        }
    }

    #[test]
    fn a_match_file_is_sent_in_parts_that_fit_and_a_longer_one_not_at_all() {
        let file: Vec<u8> = (0..200_000u32).map(|byte| byte as u8).collect();
        let parts = Past::parts(&file);
        for part in &parts {
            let bytes = Frame::Past(part.clone()).to_bytes();
            assert_eq!(Frame::from_bytes(&bytes), Ok(Frame::Past(part.clone())));
        }
        let bytes: Vec<u8> = parts.into_iter().flat_map(|part| part.bytes).collect();
        assert_eq!(bytes, file);
        assert!(Past::parts(&vec![0; MAX_PAST + 1]).is_empty());
        for (total, len) in [(2, 3), (MAX_PAST as u32 + 1, 1), (1, 0)] {
            let past = Past {
                total,
                bytes: vec![0; len],
            };
            assert!(Frame::from_bytes(&Frame::Past(past).to_bytes()).is_err());
        }
    }

    #[test]
    fn frames_over_64_kib_and_of_unknown_type_are_refused() {
        assert!(matches!(
            Frame::from_bytes(&vec![13; MAX_FRAME + 1]),
            Err(Fault::Malformed(CodecError::TooLong { .. }))
        ));
        assert_eq!(Frame::from_bytes(&[]), Err(Fault::UnknownFrame(0)));
        assert_eq!(Frame::from_bytes(&[99, 1]), Err(Fault::UnknownFrame(99)));
    }
}
