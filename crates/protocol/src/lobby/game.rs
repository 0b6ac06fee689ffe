//! The game of a table: everything that its manifest says but the seats.

use std::sync::Arc;

use rules::{AnyPosition, Family, Rules, Side, Sides};
use scenario::Scenario;

use super::words::TableError;
use crate::chain::Chain;
use crate::hash::{self, Digest};
use crate::manifest::{DropPolicy, Manifest, ManifestError, SeatEntry, game_options};
use crate::record::MAX_SEATS;
use crate::{Identity, Offer, OfferError, Seat, Start};

/// The fewest seats of a table; a match of two has a way of its own.
pub const FEWEST_SEATS: u8 = 3;

/// The game of a table, checked: it can be played by three to eight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Without seats; in place of an older match with the players of that one.
    template: Manifest,
    id: Digest,
    scenario: Scenario,
    /// The team of each side.
    teams: Vec<u8>,
    /// The position with which the match begins.
    pub(super) position: Arc<AnyPosition>,
    /// In place of an older match: seats to which nobody else can come.
    lost: Vec<Seat>,
    /// In place of an older match: the highest number that guests can bring about.
    pub(super) most: u8,
}

impl Game {
    /// The game of an offer.
    pub(super) fn of(offer: &Offer) -> Result<Self, TableError> {
        if offer.start.is_some() || offer.vacancy.is_some() {
            return Err(TableError::OlderMatch);
        }
        let position = position(&offer.scenario, &offer.options).map_err(OfferError)?;
        // with seats for the look of it: so everything is checked before anybody is invited
        let mut template = offer.table(stand_ins(&position))?;
        template.seats.clear();
        Ok(Self::with(template, offer.scenario.clone(), &position))
    }

    /// The game that a host shows.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ManifestError> {
        let template = Manifest::from_bytes(bytes)?;
        let refused = match &template {
            _ if template.start.is_some() => {
                let scenario = template.read_scenario()?;
                return Self::of_former(template, scenario);
            }
            _ if !template.seats.is_empty() => "a game that comes with its players",
            _ => {
                let scenario = template.read_scenario()?;
                let position = position(&scenario, &template.options)?;
                let seated = Manifest {
                    seats: stand_ins(&position),
                    ..template.clone()
                };
                Chain::of(seated, scenario.clone())?;
                return Ok(Self::with(template, scenario, &position));
            }
        };
        Err(ManifestError::NotPlayed(refused))
    }

    pub(super) fn with(template: Manifest, scenario: Scenario, position: &AnyPosition) -> Self {
        let teams = position.sides().iter().map(|side| team(position, side));
        Self {
            id: hash::session_id(&template.to_bytes()),
            teams: teams.collect(),
            template,
            scenario,
            position: Arc::new(position.clone()),
            lost: Vec::new(),
            most: 0,
        }
    }

    /// The same game, to some of whose seats nobody else can come, and whose number goes so far.
    pub(super) fn bounded(self, lost: Vec<Seat>, most: u8) -> Self {
        Self { lost, most, ..self }
    }

    /// True if somebody else than its player of the older match can come to a seat.
    pub(super) fn may_be_taken(&self, seat: Seat) -> bool {
        !self.lost.contains(&seat)
    }

    /// The same game with another beginning.
    pub(super) fn changed(&self, change: impl FnOnce(&mut Start)) -> Self {
        let mut game = self.clone();
        if let Some(start) = &mut game.template.start {
            change(start);
        }
        game.id = hash::session_id(&game.template.to_bytes());
        game
    }

    /// The manifest that those seats would sign.
    pub(super) fn manifest(&self, seats: Vec<SeatEntry>) -> Manifest {
        Manifest {
            seats,
            ..self.template.clone()
        }
    }

    /// The same game with that fate of a side whose players are gone.
    pub(super) fn with_drop(&self, drop: DropPolicy) -> Self {
        let mut game = self.clone();
        game.template.policies.drop = drop;
        game.id = hash::session_id(&game.template.to_bytes());
        game
    }

    /// The fate of a side whose players have left the table.
    pub fn drop_policy(&self) -> DropPolicy {
        self.template.policies.drop
    }

    /// What everybody is shown of the game, as a frame carries it.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.template.to_bytes()
    }

    /// The digest of the game's bytes.
    pub fn id(&self) -> Digest {
        self.id
    }

    /// Options, terms, takeback and the rest, as the manifest will have them: without seats, or in place of an older match
    /// with the players of that one.
    pub fn terms(&self) -> &Manifest {
        &self.template
    }

    /// The scenario, which can be read.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The family of the rules, which names the sides.
    pub fn family(&self) -> Family {
        self.scenario.family()
    }

    /// The sides, each of which needs a seat.
    pub fn sides(&self) -> Sides {
        self.template.sides()
    }

    pub(super) fn no_side(&self, side: u8) -> TableError {
        let names = self.scenario().side_names();
        let name = |side: Side| names.of(side).to_owned();
        let names = self.sides().iter().map(name).collect();
        TableError::NoSuchSide { side, names }
    }

    /// The team of a side, by the rules: its first side's place.
    pub fn team_of(&self, side: Side) -> Option<u8> {
        self.teams.get(side.index()).copied()
    }
}

/// The position at the start.
fn position(
    scenario: &Scenario,
    options: &[(String, String)],
) -> Result<AnyPosition, ManifestError> {
    let start = scenario.start(&game_options(options, &[])?);
    start.map_err(|cause| ManifestError::Options(format!("{cause}; {}", cause.advice())))
}

fn team(position: &AnyPosition, side: Side) -> u8 {
    let first = position.team(side).iter().next();
    first.unwrap_or(side).code()
}

/// Seats for every side, three at least, with keys that no player has.
fn stand_ins(position: &AnyPosition) -> Vec<SeatEntry> {
    let sides = position.sides();
    let seats = sides.len().clamp(FEWEST_SEATS.into(), MAX_SEATS);
    let key = |seat: u8, what: &[u8]| {
        Identity::from_seed(hash::derive("stand-in", &[&[seat], what])).public()
    };
    let seated = (0..).zip(sides.iter().cycle().take(seats));
    let entry = |(seat, side): (u8, Side)| SeatEntry {
        team: team(position, side),
        side: side.code(),
        identity: key(seat, b"identity"),
        key: key(seat, b"key"),
        session_nonce: [0; 32],
        name: "player".to_owned(),
        was: None,
    };
    seated.map(entry).collect()
}
