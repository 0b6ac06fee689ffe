//! The body of each kind of record.

use bincode::{Decode, Encode};
use rules::{MAX_ORDER_BYTES, MAX_SIDES, Outcome, Side, Sides};

use super::MAX_SEATS;
use crate::Seat;
use crate::bounds;
use crate::codec::{CodecError, Wire, decode_canonical, encode};
use crate::hash::Digest;
use crate::manifest::Terms;

/// The most slots of a record: those of a set-up in sections, and a coin.
pub(crate) const MAX_SLOTS: usize = 24;
pub(crate) const MAX_ORDERS: usize = 256;

/// A seat's binding commitment in one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Commitment {
    /// A slot of the position, or 4 for the coin.
    pub slot: u16,
    /// [`crate::hash::commit`] over the payload and a nonce that nobody else knows.
    pub digest: Digest,
}

/// Body of [`super::Kind::Commit`], in the order of the slots.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct CommitBody(pub Vec<Commitment>);

impl Wire for CommitBody {
    const LIMIT: usize = 1024;

    fn check(&self) -> Result<(), &'static str> {
        check_slots(self.0.iter().map(|commitment| commitment.slot))
    }
}

/// The opening of a seat's commitment in one slot.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Opening {
    /// The slot of the commitment.
    pub slot: u16,
    /// Without it the payload could be guessed from the commitment: a set-up has few possibilities.
    pub nonce: Digest,
    /// The payload that the commitment covers.
    pub payload: Vec<u8>,
}

/// Body of [`super::Kind::Reveal`], in the order of the slots.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct RevealBody(pub Vec<Opening>);

impl Wire for RevealBody {
    fn check(&self) -> Result<(), &'static str> {
        check_slots(self.0.iter().map(|opening| opening.slot))
    }
}

fn check_slots(slots: impl ExactSizeIterator<Item = u16> + Clone) -> Result<(), &'static str> {
    // never empty: every seat of a round gives at least its coin
    if slots.len() == 0 || slots.len() > MAX_SLOTS {
        return Err("not 1 to 24 slots");
    }
    // strictly rising, so no slot comes twice and one choice has one spelling
    if !slots.clone().zip(slots.skip(1)).all(|(a, b)| a < b) {
        return Err("slots out of order");
    }
    Ok(())
}

/// Body of [`super::Kind::Lock`]: nothing, in no bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct LockBody {}

impl Wire for LockBody {
    const LIMIT: usize = 0;
}

/// Body of [`super::Kind::Orders`]: one side's orders in the bytes of its family, up to where the rules ask somebody
/// else.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct OrdersBody(pub Vec<Vec<u8>>);

impl Wire for OrdersBody {
    // each order with one byte of length, and the length of the list
    const LIMIT: usize = MAX_ORDERS * (MAX_ORDER_BYTES + 1) + 3;

    fn check(&self) -> Result<(), &'static str> {
        if self.0.is_empty() || self.0.len() > MAX_ORDERS {
            return Err("not 1 to 256 orders");
        }
        if self.0.iter().any(|order| order.len() > MAX_ORDER_BYTES) {
            return Err("an order over 64 bytes");
        }
        Ok(())
    }
}

/// The number of a seat's notes that the signer holds, and the id of the last (zeros for none).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct NotesSeen {
    /// The number of notes.
    pub count: u32,
    /// The id of the last note.
    pub last: Digest,
}

impl NotesSeen {
    /// What is said of a seat that has signed no note.
    pub const NONE: Self = Self {
        count: 0,
        last: [0; 32],
    };
}

/// Body of [`super::Kind::Agree`]: an offer is taken in place of a decision. With more than one other team the ids of
/// the other offers stand before it, see [`Agreement`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct AgreeBody {
    /// The id of the note with the offer, of the highest other team.
    pub proposal: Digest,
    /// None from the seat that takes the offer; from another that decides in the same step, the id of the record that
    /// takes it.
    pub answer: Option<Digest>,
}

impl Wire for AgreeBody {
    const LIMIT: usize = 65;
}

/// The offers that an AGREE takes: one of each other team, in the order of the teams. Their number follows from the
/// manifest and is not in the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// The id of a note of each other team.
    pub proposals: Vec<Digest>,
    /// As [`AgreeBody::answer`].
    pub answer: Option<Digest>,
}

impl Agreement {
    /// The bytes of the body; none without an offer.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let (proposal, others) = self.proposals.split_last()?;
        let last = encode(&AgreeBody {
            proposal: *proposal,
            answer: self.answer,
        });
        Some([others.concat(), last].concat())
    }

    /// Reads the body of a seat with that many other teams, at least one.
    ///
    /// # Errors
    /// Returns [`CodecError`] for bytes that are too few or not canonical.
    pub fn read(bytes: &[u8], others: usize) -> Result<Self, CodecError> {
        let ids = others.saturating_sub(1);
        let (before, last) = bytes
            .split_at_checked(ids.saturating_mul(32))
            .ok_or(CodecError::Malformed)?;
        let AgreeBody { proposal, answer } = decode_canonical(last)?;
        let (before, _) = before.as_chunks::<32>();
        Ok(Self {
            proposals: before.iter().copied().chain([proposal]).collect(),
            answer,
        })
    }
}

/// Body of [`super::Kind::Confirm`]: all say what position they have come to.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct ConfirmBody {
    /// [`crate::digest`] of the position after the step before.
    pub state: Digest,
    /// The notes of each seat that the signer holds.
    pub notes: Vec<NotesSeen>,
}

impl Wire for ConfirmBody {
    const LIMIT: usize = 1024;

    fn check(&self) -> Result<(), &'static str> {
        check_notes(&self.notes)
    }
}

impl ConfirmBody {
    /// The bytes in a match of those terms. In a match with clocks `over_ms` follows: for each seat the milliseconds
    /// that the signer measured for its last decision beyond the seat's own word and every allowance.
    pub fn to_bytes(&self, over_ms: &[u64], terms: &Terms) -> Vec<u8> {
        // the terms choose the layout, so that a match without clocks does not carry a list of zeros in every turn
        match terms.has_clocks() {
            true => encode(&TimedConfirmBody {
                confirm: self.clone(),
                over_ms: over_ms.to_vec(),
            }),
            false => encode(self),
        }
    }

    /// Reads the bytes in a match of those terms: the body, and the times that follow it in a match with clocks.
    ///
    /// # Errors
    /// Returns [`CodecError`] for bytes that are not canonical or out of bounds.
    pub fn read(bytes: &[u8], terms: &Terms) -> Result<(Self, Vec<u64>), CodecError> {
        match terms.has_clocks() {
            true => {
                let TimedConfirmBody { confirm, over_ms } = decode_canonical(bytes)?;
                Ok((confirm, over_ms))
            }
            false => Ok((decode_canonical(bytes)?, Vec::new())),
        }
    }
}

/// Body of [`super::Kind::Confirm`] in a match with clocks.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
struct TimedConfirmBody {
    confirm: ConfirmBody,
    over_ms: Vec<u64>,
}

impl Wire for TimedConfirmBody {
    const LIMIT: usize = 1024;

    fn check(&self) -> Result<(), &'static str> {
        if self.over_ms.len() > MAX_SEATS {
            return Err("times of more than 8 seats");
        }
        bounds::numbers(self.over_ms.iter().copied())?;
        self.confirm.check()
    }
}

/// Body of [`super::Kind::Close`]: all say how the match ended.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct CloseBody {
    /// The result that follows from the orders and the notes named below.
    pub result: WireOutcome,
    /// Digest of the last position: a false one halts both programs.
    pub state: Digest,
    /// The notes of each seat that the signer holds; of the signer's own all that exist.
    pub notes: Vec<NotesSeen>,
    /// The seats of which the signer holds a statement of resignation, bit `n` for seat `n`: it has no number among the
    /// notes.
    pub resigned: u8,
}

impl CloseBody {
    /// Returns `true` if the signer holds that seat's statement of resignation.
    pub(crate) fn knows_resigned(&self, seat: Seat) -> bool {
        has_bit(self.resigned, seat)
    }
}

/// Returns `true` if the bit of that seat is set.
pub(crate) fn has_bit(bits: u8, seat: Seat) -> bool {
    1_u8.checked_shl(seat.0.into())
        .is_some_and(|bit| bits & bit != 0)
}

impl Wire for CloseBody {
    const LIMIT: usize = 1024;

    fn check(&self) -> Result<(), &'static str> {
        self.result.check()?;
        check_notes(&self.notes)
    }
}

fn check_notes(notes: &[NotesSeen]) -> Result<(), &'static str> {
    if notes.len() > MAX_SEATS {
        return Err("notes of more than 8 seats");
    }
    bounds::notes(notes.iter().map(|seen| seen.count))
}

/// Longest word for a result, in bytes.
const MAX_WORD: usize = 24;

/// An [`Outcome`] as signed: the family's words are texts here, so that the judge reads those of any version.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct WireOutcome {
    /// The winning sides, bit `n` for side `n`; none for a draw.
    winners: u8,
    /// The family's word, or the protocol's own for a resignation or an agreement.
    word: String,
}

impl WireOutcome {
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        // the word is shown and stands in JSON, and may be of a family that this program does not know
        let is_word = |byte: &u8| byte.is_ascii_lowercase() || *byte == b'-';
        let word = self.word.as_bytes();
        match word.is_empty() || word.len() > MAX_WORD || !word.iter().all(is_word) {
            true => Err("a result that is no word"),
            false => Ok(()),
        }
    }

    /// The winning sides; none in a draw.
    pub fn winners(&self) -> Sides {
        let sides = (0..MAX_SIDES).filter(|side| self.winners & (1 << side) != 0);
        sides.filter_map(Side::new).collect()
    }

    /// The word for the reason.
    pub fn word(&self) -> &str {
        &self.word
    }
}

impl From<Outcome> for WireOutcome {
    fn from(outcome: Outcome) -> Self {
        Self {
            winners: outcome.winners().bits(),
            word: outcome.word().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::Pace;

    #[test]
    fn the_bytes_of_orders_and_results_are_pinned() {
        let orders = OrdersBody(vec![vec![1, 2], vec![0]]);
        assert_eq!(encode(&orders), [2, 2, 1, 2, 1, 0]);
        let side = rules::Side::new(1).expect("there are eight");
        let close = |outcome| CloseBody {
            result: WireOutcome::from(outcome),
            state: [7; 32],
            notes: Vec::new(),
            resigned: 0,
        };
        let won = encode(&close(Outcome::Won(side.into(), "short")));
        assert_eq!(won[..7], *b"\x02\x05short");
        let drawn = encode(&close(Outcome::Drawn("passes")));
        assert_eq!(drawn[..8], *b"\x00\x06passes");
        assert!(decode_canonical::<CloseBody>(&won).is_ok());
    }

    #[test]
    fn a_confirmation_tells_times_where_there_are_clocks() {
        let confirm = ConfirmBody {
            state: [7; 32],
            notes: vec![NotesSeen::NONE; 2],
        };
        let plain = confirm.to_bytes(&[0, 300], &Terms::default());
        assert_eq!(plain, encode(&confirm));
        let pace = Pace::Bank {
            bank_ms: 60_000,
            increment_ms: 0,
        };
        let timed = Terms {
            pace,
            ..Terms::default()
        };
        let bytes = confirm.to_bytes(&[0, 300], &timed);
        assert_eq!(bytes, [plain.as_slice(), &[2, 0, 251, 44, 1]].concat());
        assert_eq!(
            ConfirmBody::read(&bytes, &timed),
            Ok((confirm, vec![0, 300]))
        );
        assert!(ConfirmBody::read(&bytes, &Terms::default()).is_err());
        assert!(ConfirmBody::read(&plain, &timed).is_err());
    }

    #[test]
    fn a_result_is_a_word() {
        for (word, good) in [
            ("six-leaders", true),
            ("", false),
            ("Won", false),
            ("a b", false),
        ] {
            let body = CloseBody {
                result: WireOutcome::from(Outcome::Drawn(word)),
                state: [0; 32],
                notes: Vec::new(),
                resigned: 0,
            };
            assert_eq!(
                decode_canonical::<CloseBody>(&encode(&body)).is_ok(),
                good,
                "{word}"
            );
        }
    }

    #[test]
    fn a_lock_has_no_bytes() {
        assert!(encode(&LockBody {}).is_empty());
        assert!(decode_canonical::<LockBody>(&[0]).is_err());
    }

    #[test]
    fn slots_must_rise() {
        let commitment = |slot| Commitment {
            slot,
            digest: [0; 32],
        };
        for (slots, good) in [
            (vec![1, 2, 4], true),
            (vec![], false),
            (vec![2, 1], false),
            (vec![1, 1], false),
            ((1..26).collect(), false),
        ] {
            let body = CommitBody(slots.into_iter().map(commitment).collect());
            assert_eq!(decode_canonical(&encode(&body)).ok(), good.then_some(body));
        }
    }
}
