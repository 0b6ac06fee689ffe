//! The manifest of an offer, and the offers that no guest may agree to.

use std::sync::Arc;

use rules::{AnyPosition, Rules, Side, Sides};

use super::{Fresh, Offer, OfferError};
use crate::chain::Chain;
use crate::codec::{CodecError, Wire};
use crate::hash;
use crate::manifest::{
    DropPolicy, Manifest, ManifestError, PROTO, Policies, SeatEntry, Spectators, Terms,
    game_options,
};
use crate::text::clean_name;
use crate::{Beginning, Identity, ManifestSummary, Seat};

/// Checks an offer against a stand-in guest, so that its host sees what is wrong before anybody is invited.
pub(super) fn check(offer: &Offer, host: SeatEntry) -> Result<(), OfferError> {
    // keys that no player has: the real guest's are not known yet, and no key may come twice
    let key = |what: &[u8]| Identity::from_seed(hash::derive("stand-in", &[what])).public();
    let stand_in = SeatEntry {
        name: "guest".to_owned(),
        identity: key(b"1"),
        key: key(b"2"),
        session_nonce: [0; 32],
        ..host.clone()
    };
    let manifest = manifest_of(offer, [host, stand_in])?;
    // both: the bounds of the bytes, and whether the match can be played
    manifest.check().map_err(bounds)?;
    Chain::of(manifest, offer.scenario.clone())?;
    Ok(())
}

/// A manifest that a limit of the wire format refuses.
pub(super) fn bounds(what: &'static str) -> ManifestError {
    ManifestError::Malformed(CodecError::Bounds(what))
}

/// Refuses an offer to more than one guest: over a connection and by letter a match has two seats.
pub(super) fn for_two(manifest: Manifest) -> Result<Manifest, ManifestError> {
    match manifest.has_table() {
        true => Err(ManifestError::Later(
            "a table of more than two over a connection or by letter",
        )),
        false => Ok(manifest),
    }
}

/// Refuses clocks for a match by mail: they run while both are on a line.
pub(super) fn no_clocks(terms: &Terms) -> Result<(), ManifestError> {
    match terms.has_clocks() {
        true => Err(ManifestError::NotPlayed("a clock by mail")),
        false => Ok(()),
    }
}

/// Refuses an offer in place of an older match unless a player of that match offers the seat of one who is gone.
/// While both of its players are there, they are asked in that match, and shown what they give up.
pub(super) fn no_false_vacancy(manifest: Manifest, guest: Seat) -> Result<Manifest, ManifestError> {
    let Some(start) = manifest.start.as_ref().filter(|start| start.instead) else {
        // an ordinary offer has no older seats to compare
        return Ok(manifest);
    };
    let was = |seat: Seat| manifest.seat(seat).and_then(|entry| entry.was);
    let is_vacant = |(host, guest): (Seat, Seat)| {
        // the guest signs a match that it never played: nothing may follow from that in the old one
        // the host must stay in its own seat, and the gone player's seat must count as strange, so that it vouches
        // for nothing
        let gives_nothing = start.gives_up.is_none() && start.forgiven.is_empty();
        host == guest.other() && start.strange.contains(&guest) && gives_nothing
    };
    let seats = was(guest.other()).zip(was(guest));
    // a question asked in the old match goes its own way, by which both players agree
    match start.asks.is_none() && seats.is_some_and(is_vacant) {
        true => Ok(manifest),
        false => Err(ManifestError::NotPlayed(
            "an offer in the place of another match",
        )),
    }
}

/// Refuses an offer by mail in place of an older match.
pub(super) fn no_replacement(manifest: Manifest) -> Result<Manifest, ManifestError> {
    let start = manifest.start.as_ref();
    match start.is_some_and(|start| start.instead) {
        true => Err(ManifestError::NotPlayed(
            "an offer in the place of another match",
        )),
        false => Ok(manifest),
    }
}

/// The manifest of an offer with the host's seat alone, for a guest to complete by mail.
pub(super) fn draft(offer: &Offer, host: SeatEntry) -> Result<Manifest, OfferError> {
    no_clocks(&offer.terms)?;
    check(offer, host.clone())?;
    let mut manifest = manifest_of(offer, [host.clone(), host])?;
    manifest.seats.truncate(1);
    Ok(manifest)
}

/// The first position of an offer.
fn first_position(offer: &Offer) -> Result<AnyPosition, ManifestError> {
    let scenario = &offer.scenario;
    // whoever sits where is not known yet, and changes nothing of the sides
    let options = game_options(&offer.options, &[])?;
    let position = match &offer.start {
        // with its advice: the host who chose the options sees nothing but this error
        None => scenario
            .start(&options)
            .map_err(|cause| format!("{cause}; {}", cause.advice())),
        Some(start) => scenario
            .position(&options, &start.position)
            .map_err(|cause| cause.to_string()),
    };
    position.map_err(ManifestError::Options)
}

/// The manifest of an offer: each seat is given a side and is a team of its own.
pub(super) fn manifest_of(offer: &Offer, seats: [SeatEntry; 2]) -> Result<Manifest, ManifestError> {
    let all = first_position(offer)?.sides();
    // the one gate for a game of more: two seats would leave its other sides to nobody, and the refusal of such a
    // manifest would blame the program
    if all.len() > 2 {
        return Err(ManifestError::MoreSides(all.len()));
    }
    let host_side = offer.host_side.or_else(|| all.iter().next());
    let host_side: Sides = host_side.into_iter().collect();
    let sides = host_side.iter().chain(all.without(host_side).iter());
    let seats = seats.into_iter().zip(sides).zip(0..);
    let seats = seats.map(|((seat, side), team)| SeatEntry {
        team,
        side: side.code(),
        was: offer.vacancy.map(|vacancy| match team {
            0 => vacancy.host_was,
            _ => vacancy.host_was.other(),
        }),
        ..seat
    });
    Ok(manifest_with(offer, all, seats.collect()))
}

fn manifest_with(offer: &Offer, sides: Sides, seats: Vec<SeatEntry>) -> Manifest {
    let scenario = &offer.scenario;
    let mut options = offer.options.clone();
    options.sort();
    let family = scenario.family();
    let usual = DropPolicy::usual(seats.len() > sides.len());
    let drop = offer.drop.unwrap_or(usual);
    Manifest {
        proto: PROTO,
        family: family.name().to_owned(),
        rules_version: family.version().to_owned(),
        program: concat!("warlord ", env!("CARGO_PKG_VERSION")).to_owned(),
        scenario_name: scenario.key().to_owned(),
        scenario_id: scenario.id().0,
        scenario_text: scenario.text().to_owned(),
        options,
        sides: u8::try_from(sides.len()).expect("at most eight sides"),
        seats,
        terms: offer.terms,
        policies: Policies {
            takeback: offer.takeback,
            drop,
        },
        spectators: Spectators::default(),
        start: offer.start.clone(),
        max_turns: offer.max_turns,
    }
}

impl SeatEntry {
    /// A player's seat at a table: its keys, name, side and team.
    pub fn at_table(
        identity: &Identity,
        fresh: &Fresh,
        name: &str,
        (side, team): (Side, u8),
    ) -> Self {
        Self {
            team,
            side: side.code(),
            identity: identity.public(),
            key: Identity::from_seed(fresh.session_seed).public(),
            session_nonce: fresh.session_nonce,
            name: clean_name(name, "player"),
            was: None,
        }
    }
}

impl Offer {
    /// The sides of the game that is offered, with the options that bring more.
    ///
    /// # Errors
    /// Returns [`OfferError`] if the options do not fit the game.
    pub fn sides(&self) -> Result<Sides, OfferError> {
        Ok(first_position(self)?.sides())
    }

    /// The manifest of a table at which those players sit, two to eight: the same for each of them.
    ///
    /// # Errors
    /// Returns [`OfferError`] if the match cannot be played so.
    pub fn table(&self, seats: Vec<SeatEntry>) -> Result<Manifest, OfferError> {
        let manifest = manifest_with(self, first_position(self)?.sides(), seats);
        // both: the bounds of the bytes, and whether the match can be played
        manifest.check().map_err(bounds)?;
        Chain::of(manifest.clone(), self.scenario.clone())?;
        Ok(manifest)
    }
}

pub(super) fn summary(chain: &Chain) -> ManifestSummary {
    let manifest = chain.manifest();
    let seat = |seat: Seat| {
        let entry = manifest.seat(seat)?;
        let side = manifest.side_of(seat)?;
        Some((seat, side, entry.name.clone(), entry.identity))
    };
    ManifestSummary {
        sid: chain.sid(),
        family: chain.scenario().family(),
        scenario_name: manifest.scenario_name.clone(),
        scenario_title: chain.scenario().title().to_owned(),
        scenario_id: manifest.scenario_id,
        options: manifest.options.clone(),
        seats: manifest.all_seats().into_iter().filter_map(seat).collect(),
        max_turns: manifest.max_turns,
        terms: manifest.terms,
        takeback: manifest.policies.takeback,
        begins: manifest.start.as_ref().map(|start| {
            Arc::new(Beginning {
                start: start.clone(),
                position: chain.history().start().clone(),
            })
        }),
    }
}
