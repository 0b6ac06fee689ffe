//! Wrongs of a peer: breaches that its own signed bytes prove, and faults that merely end the line.

use crate::Seat;
use crate::codec::CodecError;

/// A signed statement that the protocol or the rules forbid. The bytes convict their signer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Breach {
    #[error("two different records were signed for one step")]
    TwoRecords,
    #[error("two different notes were signed under one number")]
    TwoNotes,
    #[error("a record of the wrong kind, or out of turn, was signed")]
    OutOfTurn,
    #[error("a malformed body was signed: {0}")]
    Malformed(CodecError),
    #[error("the commitments are not the ones this step needs")]
    WrongSlots,
    #[error("the opening of slot {slot} does not fit its commitment")]
    WrongOpening { slot: u16 },
    #[error("the opening of slot {slot} is longer or shorter than the slot")]
    WrongSize { slot: u16 },
    #[error("the opened choice is not legal: {0}")]
    IllegalChoice(String),
    #[error(
        "the parts that {} have opened are not legal together: {why}",
        names(seats)
    )]
    IllegalTogether { seats: Vec<Seat>, why: String },
    #[error("order {} is not legal: {why}", index.saturating_add(1))]
    IllegalOrder { index: usize, why: String },
    #[error("the turn is not finished: the side still has to decide")]
    UnfinishedTurn,
    #[error("there are orders after the last one that this side may give")]
    AfterEnd,
    #[error("a result was signed that is not the game's")]
    FalseResult,
    #[error("a note was signed upon an earlier root than the note before it")]
    NoteGoesBack,
    #[error("a closing record that leaves out notes of its own signer")]
    HiddenNotes,
    #[error("a draw was taken that is not offered to this seat now")]
    NoOffer,
    #[error("more was signed after resigning")]
    AfterResigning,
    #[error("more was signed in a match after the seat had vouched for its continuation")]
    AfterVouching,
    #[error("two continuations of one match were signed")]
    TwoContinuations,
}

impl Breach {
    /// The breach in one word, for programs.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::TwoRecords => "two-records",
            Self::TwoNotes => "two-notes",
            Self::OutOfTurn => "out-of-turn",
            Self::Malformed(_) => "malformed",
            Self::WrongSlots => "wrong-slots",
            Self::WrongOpening { .. } => "wrong-opening",
            Self::WrongSize { .. } => "wrong-size",
            Self::IllegalChoice(_) => "illegal-choice",
            Self::IllegalTogether { .. } => "illegal-together",
            Self::IllegalOrder { .. } => "illegal-order",
            Self::UnfinishedTurn => "unfinished-turn",
            Self::AfterEnd => "after-end",
            Self::FalseResult => "false-result",
            Self::NoteGoesBack => "note-goes-back",
            Self::HiddenNotes => "hidden-notes",
            Self::NoOffer => "no-offer",
            Self::AfterResigning => "after-resigning",
            Self::AfterVouching => "after-vouching",
            Self::TwoContinuations => "two-continuations",
        }
    }
}

/// A proved breach with its seat and step.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {step}, {seat}: {breach}")]
pub struct Proof {
    /// From 1; of a note, the step after the root upon which it was signed.
    pub step: u64,
    /// The one whose key signed the bytes.
    pub seat: Seat,
    /// Which rule the signed bytes break.
    pub breach: Breach,
}

fn names(seats: &[Seat]) -> String {
    let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
    names.join(", ")
}

impl Proof {
    /// The proof against each seat that it convicts, the named one first: a choice in parts that opens illegal was locked
    /// by all its members.
    pub fn of_each(&self) -> Vec<Self> {
        let mut all = vec![self.clone()];
        if let Breach::IllegalTogether { seats, .. } = &self.breach {
            let others = seats.iter().filter(|seat| **seat != self.seat);
            all.extend(others.map(|seat| Self {
                seat: *seat,
                ..self.clone()
            }));
        }
        all
    }
}

/// The peer broke the protocol. The session uses nothing of the faulty frame.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Fault {
    #[error("proved: {0}")]
    Proved(#[from] Proof),
    #[error("a malformed frame: {0}")]
    Malformed(#[from] CodecError),
    #[error("an empty frame, or one of unknown type {0}")]
    UnknownFrame(u8),
    #[error("a frame that does not belong here: {0}")]
    Unexpected(&'static str),
    #[error("the greeting is not signed for this connection by the key of this connection")]
    BadChannelSignature,
    #[error("a genesis signature that does not verify")]
    BadGenesis,
    #[error("step {step}, {seat}: the signature does not verify")]
    BadSignature { step: u64, seat: Seat },
    #[error("step {step}, {seat}: signed upon a history other than ours")]
    OtherHistory { step: u64, seat: Seat },
    #[error("step {step}, {seat}: another position than ours was confirmed")]
    Diverged { step: u64, seat: Seat },
    #[error("the peer speaks of notes that were never signed")]
    UnknownNotes,
    #[error("{seat}: its history differs from ours")]
    Fork { seat: Seat },
    #[error("{seat} signed that it holds something it does not show")]
    FalseHead { seat: Seat },
    #[error("another program signs for this seat, from another copy of its files")]
    SecondProgram,
    #[error("this seat's secret choice is not in its private file")]
    LostChoice,
    #[error("this program would have signed what its own rules refuse")]
    OwnRecord,
    #[error("more was sent than any honest peer sends")]
    Flood,
    #[error(
        "the clocks of two players' computers differ by more than a day, so that no new match can begin"
    )]
    Clocks,
}

impl Fault {
    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Proved(_) => "save the match file: `warlord judge` reads the proof from it",
            Self::Diverged { .. } => {
                "continue in a new match from the last position that all programs confirmed; `warlord judge` says whose program is wrong"
            }
            Self::OtherHistory { .. } | Self::Fork { .. } => {
                "check all players' match files together with `warlord judge`"
            }
            Self::SecondProgram => {
                "play this match from one copy of its files only, the one that was played last"
            }
            Self::LostChoice => {
                "put back the `.key` file the choice was sealed with, or continue in a new match, where you choose again"
            }
            Self::OwnRecord => {
                "this is a bug in this program: please report it with the match file"
            }
            Self::Clocks => "set date and time on both computers, then ask again",
            _ => "connect again; if it happens again, the other program is broken",
        }
    }
}
