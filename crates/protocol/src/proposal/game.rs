//! The game of a table: everything that its manifest says but the seats.

use std::sync::Arc;

use rules::{AnyPosition, Rules, Side};
use scenario::Scenario;

use super::bodies::{Begun, GameBody, Origin, Seating};
use super::words::WishError;
use crate::chain::Chain;
use crate::frame::Access;
use crate::hash::{self, Digest};
use crate::manifest::{DropPolicy, ManifestError, SeatEntry, game_options};
use crate::record::MAX_SEATS;
use crate::{Identity, Manifest, Offer, OfferError, Seat};

/// The game of a table, checked: two to eight can play it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    template: Manifest,
    scenario: Scenario,
    /// The team of each side, by the rules.
    teams: Vec<u8>,
    body: Arc<GameBody>,
    id: Digest,
}

impl Game {
    /// The game of an offer.
    pub(super) fn of(offer: &Offer, seats: u8) -> Result<Self, WishError> {
        if offer.start.is_some() || offer.vacancy.is_some() {
            return Err(WishError::Continues);
        }
        let position = position(&offer.scenario, &offer.options).map_err(OfferError)?;
        // Check with stand-ins for the players, so that the host sees what is wrong before anyone is invited.
        let mut template = offer.table(stand_ins(&position, seats.into()))?;
        template.seats.clear();
        let body = GameBody {
            manifest: template.to_bytes(),
            origin: None,
        };
        Ok(Self::with(
            template,
            offer.scenario.clone(),
            &position,
            body,
        ))
    }

    /// The game that a host shows.
    pub(super) fn read(body: &GameBody) -> Result<Self, ManifestError> {
        let template = Manifest::from_bytes(&body.manifest)?;
        if !template.seats.is_empty() || template.start.is_some() {
            return Err(ManifestError::NotPlayed("a game that comes with players"));
        }
        let scenario = template.read_scenario()?;
        let position = position(&scenario, &template.options)?;
        // A fate that a match of two does not have, or leaders of one's own, need more seats than sides.
        let is_plain =
            template.policies.drop == DropPolicy::StandStill && !template.is_by_leaders();
        let seats = stand_ins(
            &position,
            position
                .sides()
                .len()
                .saturating_add(usize::from(!is_plain)),
        );
        Chain::of(
            Manifest {
                seats,
                ..template.clone()
            },
            scenario.clone(),
        )?;
        Ok(Self::with(template, scenario, &position, body.clone()))
    }

    fn with(
        template: Manifest,
        scenario: Scenario,
        position: &AnyPosition,
        body: GameBody,
    ) -> Self {
        let teams = position.sides().iter().map(|side| team(position, side));
        Self {
            teams: teams.collect(),
            template,
            scenario,
            id: body.digest(),
            body: Arc::new(body),
        }
    }

    /// Options, terms and the rest, as the manifest will have them, without seats.
    pub fn terms(&self) -> &Manifest {
        &self.template
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The game's digest, as TABLE names it.
    pub fn id(&self) -> Digest {
        self.id
    }

    /// The position of another match that the game begins from, if it does.
    pub fn origin(&self) -> Option<&Origin> {
        self.body.origin.as_ref()
    }

    pub(super) fn body(&self) -> &GameBody {
        &self.body
    }

    /// The number of sides, each of which needs a seat.
    pub fn sides(&self) -> u8 {
        self.template.sides
    }

    fn team_of(&self, side: u8) -> u8 {
        let team = self.teams.get(usize::from(side)).copied();
        team.unwrap_or(side)
    }

    /// The manifest of the players that the seating shows.
    ///
    /// # Errors
    /// Returns [`WishError`] for a seat that is free, or for players who cannot play with each other.
    pub fn manifest(&self, seating: &Seating) -> Result<Manifest, WishError> {
        if self.origin().is_some() {
            return Err(WishError::Continues);
        }
        let mut seats = Vec::new();
        for (seat, place) in (0..).map(Seat).zip(&seating.seats) {
            if place.access == Access::Closed {
                continue;
            }
            let sitter = place.sitter.as_ref().ok_or(WishError::Free(seat))?;
            seats.push(SeatEntry {
                team: self.team_of(place.side),
                side: place.side,
                identity: sitter.identity,
                key: sitter.key,
                session_nonce: sitter.session_nonce,
                name: sitter.name.clone(),
                was: None,
            });
        }
        seating.check_names()?;
        let manifest = Manifest {
            seats,
            ..self.template.clone()
        };
        // Everything is checked: sides without a seat, keys that are weak or come twice.
        Chain::of(manifest.clone(), self.scenario.clone()).map_err(OfferError)?;
        Ok(manifest)
    }
}

impl Begun {
    /// Checks the manifest and that exactly its seats have signed it, and returns it with its id.
    ///
    /// # Errors
    /// Returns [`ManifestError`] for a match that cannot be played, or with a signature that is missing or false.
    pub fn check(&self) -> Result<(Manifest, Digest), ManifestError> {
        let manifest = Manifest::from_bytes(&self.manifest)?;
        if manifest.start.is_some() {
            return Err(ManifestError::NotPlayed(
                "a match that continues another one",
            ));
        }
        let scenario = manifest.read_scenario()?;
        Chain::of(manifest.clone(), scenario)?;
        let sid = manifest.sid();
        let seats = self.signatures.iter().map(|signed| signed.seat);
        let have_signed = seats.eq(manifest.all_seats())
            && self
                .signatures
                .iter()
                .all(|signed| signed.is_valid(&manifest, &sid));
        match have_signed {
            true => Ok((manifest, sid)),
            false => Err(ManifestError::NotPlayed(
                "a match that not all players have signed",
            )),
        }
    }
}

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

/// That many seats, which take the sides in turn, with keys that no player has.
fn stand_ins(position: &AnyPosition, seats: usize) -> Vec<SeatEntry> {
    let key = |seat: u8, what: &[u8]| {
        Identity::from_seed(hash::derive("stand-in", &[&[seat], what])).public()
    };
    let sides = position.sides();
    let seated = (0..).zip(sides.iter().cycle().take(seats.min(MAX_SEATS)));
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
