//! The private file: one seat's secrets, which never leave the machine.

use bincode::{Decode, Encode};

use super::{PRIVATE_HEADER, Tail, framed, read};
use crate::Seat;
use crate::bounds;
use crate::codec::{MAX_MANIFEST, Wire, decode_canonical, encode};
use crate::frame::{Ask, Head, PartPlan};
use crate::hash::Digest;
use crate::record::{MAX_SEATS, WireOutcome};

/// An entry of a private file. The type has no `Debug`: a secret belongs in no log.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Secret {
    /// The first entry, and the only one that a program cannot do without.
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
    /// The secrets for a new match in which this one may be continued. Every entry counts: a draft that was signed
    /// under it may come back complete at any time.
    Next(NextKeys),
    /// The body of the REVEAL that opens a choice sealed in the match before.
    Opening(Vec<u8>),
    /// The part of a set-up that a seat of our side has shown, or our own; of each seat the last entry counts.
    Plan(KeptPlan),
    /// The question to continue that our player asked last.
    Asked(Box<Asked>),
    /// The manifest of a new match that this seat has signed first, or has written itself; of each kind the last
    /// entry counts.
    Draft(Vec<u8>),
}

/// The id of one run of a program that writes a private file: fresh random bytes.
pub type RunId = [u8; 16];

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

/// The part of a set-up that a seat has shown its mates.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct KeptPlan {
    pub(crate) seat: Seat,
    pub(crate) plan: PartPlan,
}

impl Wire for KeptPlan {
    fn check(&self) -> Result<(), &'static str> {
        self.plan.check()
    }
}

/// A decision that is not signed yet, in the bytes of the family: orders, or the sealed parts of one secret choice.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct Wish {
    /// The step that the decision is for.
    pub(crate) step: u64,
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
    /// In the order of the seats.
    pub(crate) seats: Vec<SavedClock>,
}

/// The clock of one seat, for the next start of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub(crate) struct SavedClock {
    /// The milliseconds that have run on the clock.
    pub(crate) counted_ms: u64,
    /// The milliseconds of grace left for all broken lines.
    pub(crate) grace_ms: u64,
    /// The milliseconds of lag that the seat has in store: a restart that refilled it would give them again.
    pub(crate) lag_ms: u64,
    /// The milliseconds measured and not signed yet of the seat's last decision, and of its program's own records: a
    /// restart that forgot them would give a slow seat its time back.
    pub(crate) decided_ms: u64,
    pub(crate) owed_ms: u64,
}

impl Wire for SavedTime {
    const LIMIT: usize = 2 * 9 + 1 + MAX_SEATS * 5 * 9;

    fn check(&self) -> Result<(), &'static str> {
        let times = |clock: &SavedClock| {
            let measured = [clock.decided_ms, clock.owed_ms];
            let stored = [clock.counted_ms, clock.grace_ms, clock.lag_ms];
            stored.into_iter().chain(measured)
        };
        bounds::steps([self.step])?;
        bounds::numbers([self.began_ms])?;
        bounds::numbers(self.seats.iter().flat_map(times))
    }
}

/// The first bytes of the private file of an offer by mail that nobody has answered yet.
pub(crate) const DRAFT_HEADER: &[u8; 8] = b"FPDRAFT5";

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
            Self::Opening(body) => framed(11, body),
            Self::Plan(plan) => framed(12, &encode(plan)),
        }
    }

    fn read(tag: u8, bytes: &[u8]) -> Option<Self> {
        match tag {
            8 => decode_canonical(bytes).ok().map(Self::Next),
            9 => Some(Self::Draft(bytes.to_vec())),
            11 => Some(Self::Opening(bytes.to_vec())),
            12 => decode_canonical(bytes).ok().map(Self::Plan),
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

/// True if a private file is that of a match in which the other one's match may be continued: the older private file
/// holds the same secrets.
pub fn is_next(old_private_file: &[u8], private_file: &[u8]) -> bool {
    let secrets = |file| read_private(file).map_or_else(Vec::new, |(entries, _tail)| entries);
    // the secret of the new match, which the old file holds since the question was asked
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

#[cfg(test)]
mod tests {
    use super::super::{ENTRY_HEAD, PUBLIC_HEADER};
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
