//! Frames between two programs: a type byte and a canonical body, at most 64 KiB together.

mod ask;
mod head;
mod hello;
mod leave;
mod past;
mod sealed;
mod table;
mod talk;

use std::time::Duration;

use bincode::{Decode, Encode};

use crate::bounds;
use crate::codec::{CodecError, MAX_BYTES, MAX_MANIFEST, Wire, decode_canonical, encode};
use crate::manifest::Genesis;
use crate::text::{MAX_NAME, cut};
use crate::{Fault, Note, PublicKey, Record};
pub use ask::{Ask, ContinueWish, Declined};
pub use head::{Head, Hear, Held, Want};
pub use hello::{Hello, HelloBody};
pub use leave::{Alive, Consent, Pledge};
pub use past::{MAX_PAST, Past};
pub use sealed::{BoxKey, MAX_SEALED, Sealed};
pub(crate) use sealed::{Content, MAX_PLAN, PartPlan};
pub use table::{
    Access, Answer, Decider, Failed, MAX_DECIDER, MOST_SEATS, Place, Ready, Reply, Said, Seating,
    Sit, Sitter, Stand, TableFrame,
};
pub use talk::Talk;

/// Longest frame other than that of a manifest, type byte included.
pub const MAX_FRAME: usize = MAX_BYTES + 1;
/// In bytes, type byte included: a manifest holds a scenario and may hold a position.
pub const MAX_MANIFEST_FRAME: usize = MAX_MANIFEST + 1;
/// Longest chat line, in bytes; a longer one is cut by its sender.
pub const MAX_CHAT: usize = 2048;
/// Chat messages a peer may send in [`CHAT_WINDOW`]; those beyond are dropped.
pub const CHAT_LINES: usize = 5;
/// The window of [`CHAT_LINES`].
pub const CHAT_WINDOW: Duration = Duration::from_secs(10);
const MAX_REASON: usize = 256;

/// What travels on a line; a letter holds the same frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// The first thing each side sends on a line.
    Hello(Hello),
    /// Sent with the greeting, without waiting for the host's.
    Join(Join),
    /// The host's offer: the manifest's bytes.
    Manifest(Vec<u8>),
    /// A seat's signatures under the manifest.
    Genesis(Genesis),
    /// The records and notes that the sender holds, signed.
    Head(Head),
    /// The sender wants records and notes again.
    Want(Want),
    /// The sender's own records after they are on disk; those of others as they come.
    Record(Box<Record>),
    /// The sender's own notes after they are on disk; those of others as they come.
    Note(Note),
    /// Two records of one seat that cannot both be honest.
    Evidence(Evidence),
    /// The sender's position as text, after the positions were found to differ.
    State(StateText),
    /// A player wants to continue in a new match.
    Ask(Box<Ask>),
    /// The sender does not continue as it was asked.
    Declined(Declined),
    /// A seat asks what every other seat holds.
    Hear(Hear),
    /// A seat of a table shows that its program runs.
    Alive(Alive),
    /// A player would go on without some seats of a table.
    Consent(Consent),
    /// A seat would sign the new match of that id.
    Pledge(Pledge),
    /// Part of the file of an older match.
    Past(Past),
    /// A chat message to the other of two, never signed.
    Chat(Chat),
    /// A chat message to everybody at a table.
    Talk(Box<Talk>),
    /// The key that a seat's team seals to.
    Box(BoxKey),
    /// A message from one seat of a team to another, which only the two can open.
    Sealed(Box<Sealed>),
    /// The last frame of a line.
    Bye(Bye),
}

/// The guest's part of the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Join {
    /// At most 32 bytes; cleaned by whoever shows it.
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

/// Two records of one seat that cannot both be honest, as bytes.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Evidence {
    /// As [`Record::to_bytes`] gives it.
    pub first: Vec<u8>,
    /// Of the same seat, step and place, and another id.
    pub second: Vec<u8>,
}

impl Wire for Evidence {}

/// For people to compare; no program believes it.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct StateText {
    /// The step in which the difference showed.
    pub step: u64,
    /// In the notation of the engine protocol.
    pub text: String,
}

impl Wire for StateText {
    fn check(&self) -> Result<(), &'static str> {
        bounds::steps([self.step])
    }
}

/// At most [`MAX_CHAT`] bytes. It stands in no file.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Chat(pub String);

impl Wire for Chat {
    const LIMIT: usize = MAX_CHAT + 3;
}

/// Why a line ends.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Bye {
    /// The reason, for the receiver's program.
    pub code: ByeCode,
    /// For the receiver's user, at most 256 bytes; cleaned by whoever shows it.
    pub reason: String,
}

/// Why a sender leaves; variants are only ever appended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum ByeCode {
    /// The match stays open.
    Leaving,
    /// Versions, rules or the offer do not fit.
    Refused,
    /// Dialing again may help: what convicts is in the file.
    Fault,
    /// The sender does not know the match.
    UnknownMatch,
    /// The host may offer something else on a new line.
    Declined,
    /// The guest has a seat in the older match, in which somebody else is wanted.
    Seated,
}

impl Wire for Bye {
    const LIMIT: usize = MAX_REASON + 8;
}

fn framed(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len().saturating_add(1));
    bytes.push(kind);
    bytes.extend_from_slice(body);
    bytes
}

impl Frame {
    /// Type byte and body, without the carrier's length.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Hello(hello) => framed(1, &hello.to_bytes()),
            Self::Join(join) => framed(2, &encode(join)),
            Self::Manifest(bytes) => framed(3, bytes),
            Self::Genesis(genesis) => framed(4, &encode(genesis)),
            Self::Head(head) => framed(5, &encode(head)),
            Self::Want(want) => framed(6, &encode(want)),
            Self::Record(record) => framed(7, &record.to_bytes()),
            Self::Note(note) => framed(8, &note.to_bytes()),
            Self::Evidence(evidence) => framed(9, &encode(evidence)),
            Self::State(state) => framed(10, &encode(state)),
            Self::Ask(ask) => framed(11, &encode(&**ask)),
            Self::Declined(answer) => framed(12, &encode(answer)),
            Self::Chat(chat) => framed(13, &encode(chat)),
            Self::Bye(bye) => framed(14, &encode(bye)),
            Self::Past(past) => framed(15, &encode(past)),
            Self::Hear(hear) => framed(16, &encode(hear)),
            Self::Alive(alive) => framed(17, &encode(alive)),
            Self::Consent(consent) => framed(18, &encode(consent)),
            Self::Pledge(pledge) => framed(27, &encode(pledge)),
            // 17 to 26 are taken
            Self::Talk(talk) => framed(28, &encode(&**talk)),
            Self::Box(key) => framed(29, &encode(key)),
            Self::Sealed(sealed) => framed(30, &encode(&**sealed)),
        }
    }

    /// Reads a frame.
    ///
    /// # Errors
    /// Returns [`Fault`] for a frame too long, of an unknown type, or with a body that is not canonical.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let (kind, body) = bytes.split_first().ok_or(Fault::UnknownFrame(0))?;
        let limit = match kind {
            // a manifest alone may be longer, since it holds the scenario
            3 => MAX_MANIFEST_FRAME,
            _ => MAX_FRAME,
        };
        // before the body is decoded (threat 17)
        if bytes.len() > limit {
            let len = bytes.len();
            return Err(Fault::Malformed(CodecError::TooLong { len, limit }));
        }
        Ok(match kind {
            1 => Self::Hello(Hello::from_bytes(body)?),
            2 => Self::Join(decode_canonical(body)?),
            // checked by whoever takes the offer: the program says there what does not fit
            3 => Self::Manifest(body.to_vec()),
            4 => Self::Genesis(decode_canonical(body)?),
            5 => Self::Head(decode_canonical(body)?),
            6 => Self::Want(decode_canonical(body)?),
            7 => Self::Record(Box::new(Record::from_bytes(body)?)),
            8 => Self::Note(Note::from_bytes(body)?),
            9 => Self::Evidence(decode_canonical(body)?),
            10 => Self::State(decode_canonical(body)?),
            11 => Self::Ask(Box::new(decode_canonical(body)?)),
            12 => Self::Declined(decode_canonical(body)?),
            13 => Self::Chat(decode_canonical(body)?),
            14 => Self::Bye(decode_canonical(body)?),
            15 => Self::Past(decode_canonical(body)?),
            16 => Self::Hear(decode_canonical(body)?),
            17 => Self::Alive(decode_canonical(body)?),
            18 => Self::Consent(decode_canonical(body)?),
            // 19 to 26 are those of a lobby
            27 => Self::Pledge(decode_canonical(body)?),
            28 => Self::Talk(Box::new(decode_canonical(body)?)),
            29 => Self::Box(decode_canonical(body)?),
            30 => Self::Sealed(Box::new(decode_canonical(body)?)),
            kind => return Err(Fault::UnknownFrame(*kind)),
        })
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
    use crate::{Seat, Signature};

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
            (
                6,
                Frame::Want(Want {
                    from: 1,
                    to: 2,
                    seats: 3,
                }),
            ),
            (
                16,
                Frame::Hear(Hear {
                    sid: [8; 32],
                    seat: Seat(1),
                    nonce: [9; 32],
                    is_kept: true,
                    signature: Signature([6; 64]),
                }),
            ),
            (
                28,
                Frame::Talk(Box::new(Talk {
                    sid: [8; 32],
                    seat: Seat(1),
                    number: 9,
                    text: "good luck".to_owned(),
                    signature: Signature([6; 64]),
                })),
            ),
            (
                29,
                Frame::Box(BoxKey {
                    sid: [8; 32],
                    seat: Seat(1),
                    key: [5; 32],
                    signature: Signature([6; 64]),
                }),
            ),
            (
                30,
                Frame::Sealed(Box::new(Sealed {
                    sid: [8; 32],
                    from: Seat(1),
                    to: Seat(3),
                    number: 9,
                    nonce: [7; 12],
                    sealed: vec![1, 2],
                    signature: Signature([6; 64]),
                })),
            ),
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
            (
                17,
                Frame::Alive(Alive {
                    sid: [8; 32],
                    seat: Seat(1),
                    beat: 300,
                    signature: Signature([6; 64]),
                }),
            ),
            (
                18,
                Frame::Consent(Consent {
                    sid: [8; 32],
                    seat: Seat(1),
                    turn: 300,
                    without: 4,
                    after: Some(3),
                    agrees: true,
                    key: PublicKey([1; 32]),
                    session_nonce: [2; 32],
                    step: 7,
                    root: [1; 32],
                    number: 2,
                    written_ms: 400,
                    is_strange: false,
                    signature: Signature([6; 64]),
                }),
            ),
            (
                27,
                Frame::Pledge(Pledge {
                    old: [8; 32],
                    sid: [9; 32],
                    seat: Seat(1),
                    signature: Signature([6; 64]),
                }),
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
    fn frames_over_64_kib_and_of_unknown_type_are_refused() {
        assert!(matches!(
            Frame::from_bytes(&vec![13; MAX_FRAME + 1]),
            Err(Fault::Malformed(CodecError::TooLong { .. }))
        ));
        assert_eq!(Frame::from_bytes(&[]), Err(Fault::UnknownFrame(0)));
        assert_eq!(Frame::from_bytes(&[99, 1]), Err(Fault::UnknownFrame(99)));
    }
}
