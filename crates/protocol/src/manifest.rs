//! The manifest: everything the players agree on before the first step, signed by all.

mod sharing;

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use bincode::{Decode, Encode};
use rules::{AnyPosition, Family, MAX_SIDES, Rules, Side, Sides};
use scenario::{Mistake, ReadError, Scenario};

use crate::codec::{self, CodecError, Wire, decode_canonical, encode};
use crate::hash::{self, Digest};
use crate::start::Gone;
pub use crate::terms::{ClaimEffect, Pace, Terms};
use crate::text::{MAX_NAME, is_plain};
use crate::{Identity, PublicKey, Seat, Signature, Start, versions};
use sharing::check_parts;
pub(crate) use sharing::game_options;

/// Goes up with every change of bytes on the wire; two programs with different numbers do not play.
pub const PROTO: u16 = 5;
const MAX_TEXT: usize = 64;
const MAX_OPTIONS: usize = 32;
/// Room for everything of a manifest but its scenario and its position.
const MAX_REST: usize = 24 * 1024;
// so an offer that fits these two limits, which are checked in words before anybody is invited, always fits a frame
const _: () =
    assert!(scenario::MAX_BYTES + rules::MAX_WHOLE_BYTES + MAX_REST <= codec::MAX_MANIFEST);

/// Everything the players agree on before the first step. Its digest is the match's id.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Manifest {
    /// [`PROTO`] of the program that wrote the offer; another is refused.
    pub proto: u16,
    /// By name; the program must know it.
    pub family: String,
    /// The version of that family's rules.
    pub rules_version: String,
    /// The host's program and version; for people, not compared.
    pub program: String,
    /// Without folder and ending, for people; never compared.
    pub scenario_name: String,
    /// The digest of `scenario_text`; another is refused.
    pub scenario_id: Digest,
    /// The text of the scenario, so that neither the guest nor a judge needs the file.
    pub scenario_text: String,
    /// The options chosen, in the order of their keys.
    pub options: Vec<(String, String)>,
    /// The number of sides of the game, two to eight.
    pub sides: u8,
    /// The seats; seat 0 is the host's.
    pub seats: Vec<SeatEntry>,
    /// With the effect of a claim that a time is up.
    pub terms: Terms,
    /// Liberties by consent or by rule.
    pub policies: Policies,
    /// Refused unless none are let in: this program serves none yet.
    pub spectators: Spectators,
    /// The position of an older match that this match begins from.
    pub start: Option<Start>,
    /// The match is drawn as agreed when this many turns have been played.
    pub max_turns: Option<u32>,
}

/// A player's place in a match: name, side, team and keys.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct SeatEntry {
    /// The team; all seats of one side are of one team.
    pub team: u8,
    /// The place of the side among the game's sides.
    pub side: u8,
    /// Also the key of the player's end of every line.
    pub identity: PublicKey,
    /// The seat's key for this match alone.
    pub key: PublicKey,
    /// Fresh bytes, so that no old record fits this match.
    pub session_nonce: [u8; 32],
    /// The player's name, at most [`MAX_NAME`] bytes.
    pub name: String,
    /// The seat in the older match, if the match begins from one; each at most once.
    pub was: Option<Seat>,
}

impl SeatEntry {
    /// True if the seat speaks with a key that passes: with its match key, or with the player's identity where the match key
    /// is lost. So a seat says what it holds and that it is here; it binds itself by neither.
    pub(crate) fn speaks(&self, is_its_key: impl Fn(&PublicKey) -> bool) -> bool {
        is_its_key(&self.key) || is_its_key(&self.identity)
    }
}

/// Liberties by consent or by rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub struct Policies {
    /// Turns may be taken back by consent.
    pub takeback: bool,
    /// The fate of the side of a dropped seat.
    pub drop: DropPolicy,
}

/// The fate of the side of a seat dropped from a match of more than two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub enum DropPolicy {
    /// The side stands still.
    #[default]
    StandStill,
    /// A seat of the same team takes the side over.
    TeamMate,
    /// The side is removed.
    Remove,
}

impl DropPolicy {
    /// The fate that a table has unless its host chooses another: a team-mate where a side has several seats, else the side
    /// stands still.
    pub const fn usual(is_shared: bool) -> Self {
        match is_shared {
            true => Self::TeamMate,
            false => Self::StandStill,
        }
    }

    /// The word of the command line and of files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::StandStill => "stand-still",
            Self::TeamMate => "team-mate",
            Self::Remove => "remove",
        }
    }

    /// The fate in words, for a row of the lobby.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::StandStill => "stands still",
            Self::TeamMate => "a team-mate plays it",
            Self::Remove => "is removed",
        }
    }
}

/// The error of a text that names no fate of a side whose players are gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a side whose players leave can `stand-still`, go to a `team-mate`, or be taken out: `remove`"
)]
pub struct DropPolicyError;

impl FromStr for DropPolicy {
    type Err = DropPolicyError;

    fn from_str(text: &str) -> Result<Self, DropPolicyError> {
        let all = [Self::StandStill, Self::TeamMate, Self::Remove];
        let found = all.into_iter().find(|drop| drop.word() == text);
        found.ok_or(DropPolicyError)
    }
}

/// Whether anybody may watch, and how far behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub struct Spectators {
    /// Spectators are let in.
    pub allowed: bool,
    /// The number of steps that spectators see later than the players.
    pub delay: u16,
}

/// The version that made something this one does not read.
pub(crate) const fn version(is_newer: bool) -> &'static str {
    match is_newer {
        true => "a newer version of Warlord",
        false => "an older version of Warlord",
    }
}

/// Why a manifest is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ManifestError {
    #[error("the manifest is malformed: {0}")]
    Malformed(#[from] CodecError),
    #[error("made by {} (protocol {found}; this version speaks {PROTO})", version(*found > PROTO))]
    Proto { found: u16 },
    #[error("a game of the family `{0}`, which this program does not know")]
    Family(String),
    #[error("version {found} of the {} rules, this program plays version {}", family.name(), versions::judged(*family).join(" and "))]
    RulesVersion { family: Family, found: String },
    #[error("a match of {0} seats: a match has two to eight")]
    Seats(usize),
    #[error("{0}: that comes with a later version")]
    Later(&'static str),
    #[error("matches of more than two seats come with a later version; this game has {0}")]
    MoreSides(usize),
    #[error("the manifest names the family {}, its scenario is of the family {}", named.name(), found.name())]
    OtherFamily { named: Family, found: Family },
    #[error("seats, sides and teams do not fit each other or the scenario")]
    Sides,
    #[error("{0}: this program does not play such a match")]
    NotPlayed(&'static str),
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
    #[error("the match begins from a position that does not belong to its game: {0}")]
    Start(String),
}

impl ManifestError {
    /// The first mistake in the scenario.
    pub(crate) fn scenario(mistakes: &[Mistake]) -> Self {
        let first = mistakes.first().map(ToString::to_string);
        Self::Scenario(first.unwrap_or_default())
    }

    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Proto { .. }
            | Self::Family(_)
            | Self::RulesVersion { .. }
            | Self::Seats(_)
            | Self::NotPlayed(_) => "all players need the same version of the program",
            Self::Later(_) => "leave it out, or play a match of two seats",
            Self::MoreSides(_) => {
                "choose a scenario for two players, and leave out the options that bring another"
            }
            Self::WeakKey(_) | Self::RepeatedKey(_) => {
                "each player needs a key of their own; make a new identity"
            }
            Self::Scenario(_) | Self::ScenarioId { .. } => {
                "check the scenario with `warlord scenario check`"
            }
            Self::Options(_) => "choose other options, or leave them as the scenario has them",
            Self::Malformed(_)
            | Self::OtherFamily { .. }
            | Self::Sides
            | Self::Name(_)
            | Self::Start(_)
            | Self::MaxTurns => "the program that made this offer is faulty; do not accept it",
        }
    }
}

pub(crate) fn short(digest: &Digest) -> impl fmt::Display + use<> {
    let [a, b, c, d, ..] = *digest;
    format!("{a:02x}{b:02x}{c:02x}{d:02x}")
}

impl Wire for Manifest {
    const LIMIT: usize = codec::MAX_MANIFEST;

    fn check(&self) -> Result<(), &'static str> {
        let texts = [
            &self.family,
            &self.rules_version,
            &self.program,
            &self.scenario_name,
        ];
        // texts are shown and hashed: control characters would let two manifests look alike
        let mut options = self.options.iter().flat_map(|(key, value)| [key, value]);
        match self {
            _ if texts
                .iter()
                .any(|text| text.len() > MAX_TEXT || !is_plain(text)) =>
            {
                Err("an unfit text")
            }
            _ if self.scenario_text.len() > scenario::MAX_BYTES => Err("a scenario over 48 KiB"),
            _ if self.options.len() > MAX_OPTIONS => Err("more than 32 options"),
            _ if options.any(|text| text.len() > MAX_TEXT || !is_plain(text)) => {
                Err("an unfit option")
            }
            // rising, so no key comes twice and one choice of options has one spelling
            _ if !self.options.is_sorted_by(|a, b| a.0 < b.0) => Err("options out of order"),
            _ if self.seats.len() > crate::record::MAX_SEATS => Err("more than 8 seats"),
            _ if self.seats.iter().any(|seat| seat.name.len() > MAX_NAME) => {
                Err("a name over 32 bytes")
            }
            _ if !(2..=MAX_SIDES).contains(&self.sides) => Err("not 2 to 8 sides"),
            _ if self.seats.iter().any(|seat| seat.side >= self.sides) => Err("an unknown side"),
            _ => self.check_start(),
        }
    }
}

impl Manifest {
    fn check_start(&self) -> Result<(), &'static str> {
        let was: Vec<Seat> = self.seats.iter().filter_map(|seat| seat.was).collect();
        let all: BTreeSet<Seat> = was.iter().copied().collect();
        match &self.start {
            // each old seat at most once, or two players would carry on one player's results
            _ if all.len() != was.len() => Err("a seat of the older match twice"),
            None if !was.is_empty() => Err("a seat of an older match, and no such match"),
            None => Ok(()),
            // a table's try is judged by numbers and by whom it leaves out: a player of a match of two could sign one
            // alone and put it in the place of a match that the other has won (row 75b)
            Some(start) if start.number > 0 && !self.has_table() => {
                Err("a try to continue a table in a match of two")
            }
            Some(start) => start.check(self.seats.len(), self.is_by_leaders()),
        }
    }

    /// The bytes that the id is made of, and that both players sign.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(self)
    }

    /// Reads an encoding within its bounds; session and judge check the content.
    ///
    /// # Errors
    /// Returns [`ManifestError::Proto`] for a manifest of another protocol and [`ManifestError::Malformed`] for any
    /// other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ManifestError> {
        // the number of the protocol comes first and chooses the layout of what follows
        match codec::leading_u16(bytes) {
            Some(PROTO) => Ok(decode_canonical(bytes)?),
            Some(found) => Err(ManifestError::Proto { found }),
            None => Err(CodecError::Malformed.into()),
        }
    }

    /// The digest of [`Manifest::to_bytes`]: the id of the match.
    pub fn sid(&self) -> Digest {
        hash::session_id(&self.to_bytes())
    }

    /// True for an offer by mail with a guest's seat more: everything else is the same.
    pub fn answers(&self, offer: &Self) -> bool {
        // the guest adds its seat at the end and changes nothing else
        let mut offered = self.clone();
        offered.seats.pop().is_some() && offered == *offer
    }

    /// Every seat, from 0.
    pub fn all_seats(&self) -> Vec<Seat> {
        (0..).map(Seat).take(self.seats.len()).collect()
    }

    /// None for a seat that the match does not have.
    pub fn seat(&self, seat: Seat) -> Option<&SeatEntry> {
        self.seats.get(seat.index())
    }

    /// True if the seat does not play in this match, which a table began without it.
    pub fn is_gone(&self, seat: Seat) -> bool {
        let start = self.start.as_ref();
        start.is_some_and(|start| start.leaves_out(seat))
    }

    /// The seats that play, rising: all but those without which a table went on.
    pub fn present(&self) -> Vec<Seat> {
        let mut seats = self.all_seats();
        seats.retain(|seat| !self.is_gone(*seat));
        seats
    }

    /// The entry of a seat that plays. What a gone seat signs for this match counts for nothing, whatever its key.
    pub fn present_seat(&self, seat: Seat) -> Option<&SeatEntry> {
        self.seat(seat).filter(|_| !self.is_gone(seat))
    }

    /// The seats of a side that play, from its captain on.
    pub fn present_members(&self, side: Side) -> Vec<Seat> {
        let mut seats = self.members(side);
        seats.retain(|seat| !self.is_gone(*seat));
        seats
    }

    /// All sides of the game, seated or not.
    pub fn sides(&self) -> Sides {
        Sides::first(self.sides)
    }

    /// True if the player who had that seat in the match before has it here too, and plays: the one who signs for both.
    pub fn keeps(&self, old: &Self, seat: Seat) -> bool {
        let mut here = self.seats.iter().zip(self.all_seats());
        let here = here.find(|(entry, place)| entry.was == Some(seat) && !self.is_gone(*place));
        let identity = |entry: &SeatEntry| entry.identity;
        let before = old.present_seat(seat).map(identity);
        before.is_some() && here.map(|(entry, _)| entry.identity) == before
    }

    /// The side a seat plays.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        Side::new(self.seat(seat)?.side)
    }

    /// The sides of a seat's team.
    pub fn allies(&self, seat: Seat) -> Sides {
        let team = self.team_of(seat);
        team.map_or(Sides::NONE, |team| self.sides_of_team(team))
    }

    /// The seats that share a side, from its captain on.
    pub fn members(&self, side: Side) -> Vec<Seat> {
        let mut seats = self.all_seats();
        seats.retain(|seat| self.side_of(*seat) == Some(side));
        seats
    }

    /// The team of a seat; none for a seat that the match does not have.
    pub fn team_of(&self, seat: Seat) -> Option<u8> {
        Some(self.seat(seat)?.team)
    }

    /// Every team but that of the seat, rising.
    pub fn other_teams(&self, seat: Seat) -> BTreeSet<u8> {
        let own = self.team_of(seat);
        let teams = self.seats.iter().map(|entry| entry.team);
        teams.filter(|team| Some(*team) != own).collect()
    }

    /// The sides of a team.
    pub fn sides_of_team(&self, team: u8) -> Sides {
        let seats = self.seats.iter().filter(|entry| entry.team == team);
        seats.filter_map(|entry| Side::new(entry.side)).collect()
    }

    /// True if the match has more than the two seats that a connection or a letter joins.
    pub fn has_table(&self) -> bool {
        self.seats.len() > 2
    }

    /// Reads the scenario, which must be the one that the id names.
    ///
    /// # Errors
    /// Returns [`ManifestError`] if this program cannot read the scenario, or it is another one.
    pub fn read_scenario(&self) -> Result<Scenario, ManifestError> {
        // asked again, since a manifest can also come from a letter or a file that was read by its bytes alone
        if self.proto != PROTO {
            return Err(ManifestError::Proto { found: self.proto });
        }
        // before the scenario is read: only the rules of a known version can read it
        let family = self.family()?;
        let scenario = Scenario::agreed(&self.scenario_name, &self.scenario_text)
            .map_err(|mistakes| ManifestError::scenario(&mistakes))?;
        let actual = scenario.id().0;
        // the id is shown to people: a text under another id would be another game than the one they agreed on
        // (threat 32)
        if self.scenario_id != actual {
            return Err(ManifestError::ScenarioId {
                found: self.scenario_id,
                actual,
            });
        }
        match scenario.family() {
            found if found == family => Ok(scenario),
            found => Err(ManifestError::OtherFamily {
                named: family,
                found,
            }),
        }
    }

    /// The family, which must be of a version that this program judges.
    ///
    /// # Errors
    /// Returns [`ManifestError::Family`] or [`ManifestError::RulesVersion`] for any other.
    pub fn family(&self) -> Result<Family, ManifestError> {
        let unknown = || ManifestError::Family(self.family.clone());
        let family = Family::from_name(&self.family).ok_or_else(unknown)?;
        match versions::judges(family, &self.rules_version) {
            true => Ok(family),
            false => Err(ManifestError::RulesVersion {
                family,
                found: self.rules_version.clone(),
            }),
        }
    }

    /// Checks terms, keys, options and seats, and returns the position at the start.
    pub(crate) fn first_position(&self, scenario: &Scenario) -> Result<AnyPosition, ManifestError> {
        self.check_terms()?;
        self.check_keys()?;
        let options = |cause: &dyn fmt::Display| ManifestError::Options(cause.to_string());
        let sides = self.sides();
        let is_shared = sides.iter().any(|side| self.members(side).len() > 1);
        if self.is_by_leaders() && !is_shared {
            let what = "share=leaders: no side has more than one seat";
            return Err(ManifestError::Options(what.to_owned()));
        }
        let chosen = game_options(&self.options, &self.shares())?;
        let position =
            match &self.start {
                None => scenario.start(&chosen).map_err(|cause| options(&cause))?,
                Some(start) => scenario
                    .position(&chosen, &start.position)
                    .map_err(|cause| match cause {
                        ReadError::Options(cause) => options(&cause),
                        ReadError::Position(cause) => ManifestError::Start(cause.to_string()),
                    })?,
            };
        self.check_seats(&position)?;
        check_parts(&position)?;
        Ok(position)
    }

    /// Refuses terms that a manifest can have and this program does not play.
    fn check_terms(&self) -> Result<(), ManifestError> {
        self.terms.check().map_err(ManifestError::NotPlayed)?;
        let refused = match self {
            _ if self.max_turns == Some(0) => return Err(ManifestError::MaxTurns),
            // with two seats nobody is left to play on
            _ if self.policies.drop != DropPolicy::StandStill && !self.has_table() => {
                "dropped seats"
            }
            _ if self.spectators != Spectators::default() => "spectators",
            _ => return self.check_table(),
        };
        Err(ManifestError::NotPlayed(refused))
    }

    /// Refuses what a match of more than two seats can say and only a later version plays: nobody signs it here and
    /// finds out in the middle of the match.
    fn check_table(&self) -> Result<(), ManifestError> {
        let later = match &self.start {
            _ if !self.has_table() => return Ok(()),
            Some(start) if start.instead && start.number == 0 => {
                "a match of more than two seats that is continued as one of two"
            }
            Some(start) if start.instead => return self.check_continued(start),
            _ => return Ok(()),
        };
        Err(ManifestError::Later(later))
    }

    /// Refuses a try to continue a table that nobody would play, or whose seats are not those of the old match.
    fn check_continued(&self, start: &Start) -> Result<(), ManifestError> {
        let all = (0..).map(Seat).zip(&self.seats);
        // every seat stays what it was, or a result of the old match would fall to another
        let are_same = all.clone().all(|(seat, entry)| entry.was == Some(seat));
        let is_known = |gone: &Gone| self.seat(gone.seat).is_some();
        let carried = start.carried.iter().flat_map(|carried| &carried.seats);
        // what nobody who plays can open would stop the match for good
        let opens = |seat: Seat| {
            let side = self.side_of(seat);
            let has_mate = side.is_some_and(|side| !self.present_members(side).is_empty());
            !self.is_gone(seat) && side.is_some() || self.is_by_leaders() && has_mate
        };
        let are_opened = carried.clone().all(|(seat, _)| opens(*seat));
        let is_fit = are_same && are_opened && start.gone.iter().all(is_known);
        match is_fit && !self.present().is_empty() {
            true => Ok(()),
            false => Err(ManifestError::Sides),
        }
    }

    fn check_seats(&self, position: &AnyPosition) -> Result<(), ManifestError> {
        let seated: Sides = self
            .all_seats()
            .into_iter()
            .filter_map(|seat| self.side_of(seat))
            .collect();
        let team_of = |side: u8| {
            let mut seats = self.seats.iter().filter(|entry| entry.side == side);
            let team = seats.next()?.team;
            seats.all(|entry| entry.team == team).then_some(team)
        };
        // a side of two teams would win against itself
        let is_one_team_a_side = (0..self.sides).all(|side| team_of(side).is_some());
        let is_fit = seated == position.sides() && seated == self.sides() && is_one_team_a_side;
        // a team that the rules do not know would share a victory over which its sides have fought each other
        let plays_as_ruled = |seat: Seat| {
            let side = self.side_of(seat);
            side.is_some_and(|side| self.allies(seat) == position.team(side))
        };
        if !is_fit || !self.all_seats().into_iter().all(plays_as_ruled) {
            return Err(ManifestError::Sides);
        }
        // last: what this program does not play is named only if the manifest is sound otherwise
        match self.seats.len() {
            2..=crate::record::MAX_SEATS => Ok(()),
            seats => Err(ManifestError::Seats(seats)),
        }
    }

    fn check_keys(&self) -> Result<(), ManifestError> {
        let mut keys = BTreeSet::new();
        for (entry, seat) in self.seats.iter().zip(self.all_seats()) {
            if entry.name.trim().is_empty() || !is_plain(&entry.name) {
                return Err(ManifestError::Name(seat));
            }
            // identity and match key in one set: a key that is used twice could sign for two seats (threat 26)
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
    /// The seat whose two keys sign.
    pub seat: Seat,
    /// The signature by the player's identity.
    pub by_identity: Signature,
    /// The signature by the seat's match key.
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

    /// True if both signatures are those of the seat's keys in the manifest.
    pub fn is_valid(&self, manifest: &Manifest, sid: &Digest) -> bool {
        // a gone seat's signature makes nothing complete
        manifest.present_seat(self.seat).is_some_and(|entry| {
            // both: the identity binds the player, the match key everything signed after
            entry.identity.verify("genesis", sid, &self.by_identity)
                && entry.key.verify("genesis", sid, &self.by_key)
        })
    }
}
