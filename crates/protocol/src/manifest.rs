//! The manifest: everything the players agree on before the first step, signed by all.

use std::collections::BTreeSet;
use std::fmt;

use bincode::{Decode, Encode};
use rules::{AnyPosition, Side};
use scenario::{Mistake, Scenario};

use crate::codec::{CodecError, Wire, decode_canonical, encode};
use crate::hash::{self, Digest};
use crate::{Identity, PublicKey, Seat, Signature};

/// The protocol spoken here.
pub const PROTO: u16 = 1;
/// Longest player's name, in bytes.
pub const MAX_NAME: usize = 32;
/// Longest scenario text, in bytes.
pub const MAX_SCENARIO: usize = 48 * 1024;
const MAX_TEXT: usize = 64;
const MAX_OPTIONS: usize = 32;

/// Everything the players agree on before the first step. Its digest is the match's id.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Manifest {
    /// [`PROTO`].
    pub proto: u16,
    /// [`rules_hash`].
    pub rules_hash: Digest,
    /// The host's program and version; for people, not compared.
    pub engine: String,
    /// The scenario's file name.
    pub scenario_name: String,
    /// The scenario's id.
    pub scenario_hash: Digest,
    /// The scenario itself, so that neither the guest nor a judge needs the file.
    pub scenario_text: String,
    /// Switches chosen, by key, in order of the keys.
    pub options: Vec<(String, String)>,
    /// The seats, from seat 0, the host's.
    pub seats: Vec<SeatEntry>,
    /// Clock and time limits.
    pub terms: Terms,
    /// The match is drawn as agreed when this many turns have been played.
    pub max_turns: Option<u32>,
    /// The match this one continues, or zeros.
    pub prev_sid: Digest,
}

/// One seat of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct SeatEntry {
    /// The player's name, at most [`MAX_NAME`] bytes.
    pub name: String,
    /// The team.
    pub team: u8,
    /// 0 White, 1 Black.
    pub side: u8,
    /// The player's long-lived key.
    pub identity: PublicKey,
    /// The seat's key for this match alone.
    pub key: PublicKey,
    /// Fresh bytes, so that no old record fits this match.
    pub session_nonce: [u8; 32],
}

/// Clock and time limits, in milliseconds; 0 is no limit. Silence is only ever claimed, never proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Terms {
    /// For a turn or a set-up, after which the opponent may claim.
    pub turn_ms: u32,
    /// For what a program sends by itself (lock, reveal, confirm, close), after which the opponent may claim.
    pub answer_ms: u32,
}

impl Default for Terms {
    /// Untimed turns, 30 seconds for what programs send by themselves.
    fn default() -> Self {
        Self {
            turn_ms: 0,
            answer_ms: 30_000,
        }
    }
}

/// The digest of the rules this build plays by; two builds with different rules refuse each other before they sign.
pub fn rules_hash() -> Digest {
    hash::derive("fairplay/1 rules", &[rules::VERSION.as_bytes()])
}

/// Why a manifest is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ManifestError {
    #[error("the manifest is malformed: {0}")]
    Malformed(#[from] CodecError),
    #[error("protocol {found}, this program speaks {PROTO}")]
    Proto { found: u16 },
    #[error("other rules: {} there, {} here", short(found), short(&rules_hash()))]
    Rules { found: Digest },
    #[error("a match of {0} seats, this program plays two")]
    Seats(usize),
    #[error("both seats have the same side")]
    Sides,
    #[error("{0} has a weak key: anybody could sign for it")]
    WeakKey(Seat),
    #[error("{0} has a key that is used twice in this match")]
    RepeatedKey(Seat),
    #[error("{0} has no name, or one with control characters")]
    Name(Seat),
    #[error("the scenario is faulty: {0}")]
    Scenario(String),
    #[error(
        "the scenario's id is {}, its text gives {}",
        short(found),
        short(actual)
    )]
    ScenarioId { found: Digest, actual: Digest },
    #[error("the options do not fit the scenario: {0}")]
    Options(String),
    #[error("a limit of 0 turns")]
    MaxTurns,
}

impl ManifestError {
    /// The first mistake of a scenario.
    pub(crate) fn scenario(mistakes: &[Mistake]) -> Self {
        let first = mistakes.first().map(ToString::to_string);
        Self::Scenario(first.unwrap_or_default())
    }

    /// How to mend it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Proto { .. } | Self::Rules { .. } | Self::Seats(_) => {
                "both players need the same version of the program"
            }
            Self::WeakKey(_) | Self::RepeatedKey(_) => {
                "each player needs a key of his own; make a new identity"
            }
            Self::Scenario(_) | Self::ScenarioId { .. } | Self::Options(_) => {
                "check the scenario with `warlord scenario check`"
            }
            Self::Malformed(_) | Self::Sides | Self::Name(_) | Self::MaxTurns => {
                "this offer was not made by a sound program; do not accept it"
            }
        }
    }
}

pub(crate) fn short(digest: &Digest) -> impl fmt::Display + use<> {
    let [a, b, c, d, ..] = *digest;
    format!("{a:02x}{b:02x}{c:02x}{d:02x}")
}

/// A name or text for people without anything that could fake other text on a screen.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.chars().any(is_deceptive)
}

/// Control characters, invisible characters and those that turn the direction of writing.
pub(crate) fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl Wire for Manifest {
    fn check(&self) -> Result<(), &'static str> {
        let texts = [&self.engine, &self.scenario_name];
        let mut options = self.options.iter().flat_map(|(key, value)| [key, value]);
        match self {
            _ if texts
                .iter()
                .any(|text| text.len() > MAX_TEXT || !is_plain(text)) =>
            {
                Err("an unfit text")
            }
            _ if self.scenario_text.len() > MAX_SCENARIO => Err("a scenario over 48 KiB"),
            _ if self.options.len() > MAX_OPTIONS => Err("more than 32 options"),
            _ if options.any(|text| text.len() > MAX_TEXT || !is_plain(text)) => {
                Err("an unfit option")
            }
            _ if !self.options.is_sorted_by(|a, b| a.0 < b.0) => Err("options out of order"),
            _ if self.seats.len() > crate::record::MAX_SEATS => Err("more than 8 seats"),
            _ if self.seats.iter().any(|seat| seat.name.len() > MAX_NAME) => {
                Err("a name over 32 bytes")
            }
            _ if self.seats.iter().any(|seat| seat.side > 1) => Err("an unknown side"),
            _ => Ok(()),
        }
    }
}

impl Manifest {
    /// Its one encoding.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(self)
    }

    /// Reads an encoding; [`Manifest::start`] checks what it says.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ManifestError> {
        Ok(decode_canonical(bytes)?)
    }

    /// The match's id.
    pub fn sid(&self) -> Digest {
        hash::session_id(&self.to_bytes())
    }

    /// Every seat, from 0.
    pub fn all_seats(&self) -> Vec<Seat> {
        (0..).map(Seat).take(self.seats.len()).collect()
    }

    /// The entry of a seat.
    pub fn seat(&self, seat: Seat) -> Option<&SeatEntry> {
        self.seats.get(seat.index())
    }

    /// The side a seat plays.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.seat(seat)
            .and_then(|entry| Side::BOTH.get(usize::from(entry.side)).copied())
    }

    /// The seat that answers for a side: the lowest of its seats.
    pub fn captain(&self, side: Side) -> Option<Seat> {
        self.all_seats()
            .into_iter()
            .find(|seat| self.side_of(*seat) == Some(side))
    }

    /// Checks everything it says and gives the position it starts from.
    pub fn start(&self) -> Result<AnyPosition, ManifestError> {
        if self.proto != PROTO {
            return Err(ManifestError::Proto { found: self.proto });
        }
        if self.rules_hash != rules_hash() {
            return Err(ManifestError::Rules {
                found: self.rules_hash,
            });
        }
        if self.max_turns == Some(0) {
            return Err(ManifestError::MaxTurns);
        }
        self.check_seats()?;
        let scenario = Scenario::parse(&self.scenario_name, &self.scenario_text)
            .map_err(|mistakes| ManifestError::scenario(&mistakes))?;
        let actual = scenario.id().0;
        if self.scenario_hash != actual {
            return Err(ManifestError::ScenarioId {
                found: self.scenario_hash,
                actual,
            });
        }
        scenario
            .start(&self.options)
            .map_err(|cause| ManifestError::Options(cause.to_string()))
    }

    fn check_seats(&self) -> Result<(), ManifestError> {
        if self.seats.len() != 2 {
            return Err(ManifestError::Seats(self.seats.len()));
        }
        if self.seats[0].side == self.seats[1].side {
            return Err(ManifestError::Sides);
        }
        let mut keys = BTreeSet::new();
        for (entry, seat) in self.seats.iter().zip(self.all_seats()) {
            if entry.name.trim().is_empty() || !is_plain(&entry.name) {
                return Err(ManifestError::Name(seat));
            }
            for key in [entry.identity, entry.key] {
                if key.is_weak() {
                    return Err(ManifestError::WeakKey(seat));
                }
                if !keys.insert(key) {
                    return Err(ManifestError::RepeatedKey(seat));
                }
            }
        }
        Ok(())
    }
}

/// A seat's two signatures under the match's id, label "genesis".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Genesis {
    /// Whose.
    pub seat: Seat,
    /// By the identity.
    pub by_identity: Signature,
    /// By the match key.
    pub by_key: Signature,
}

impl Wire for Genesis {
    const LIMIT: usize = 129;
}

impl Genesis {
    /// Signs a match with both keys of a seat.
    pub fn sign(seat: Seat, sid: &Digest, identity: &Identity, key: &Identity) -> Self {
        Self {
            seat,
            by_identity: identity.sign("genesis", sid),
            by_key: key.sign("genesis", sid),
        }
    }

    /// Whether both signatures are the manifest's seat's.
    pub fn is_valid(&self, manifest: &Manifest, sid: &Digest) -> bool {
        manifest.seat(self.seat).is_some_and(|entry| {
            entry.identity.verify("genesis", sid, &self.by_identity)
                && entry.key.verify("genesis", sid, &self.by_key)
        })
    }
}
