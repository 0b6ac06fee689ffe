//! The facts of a match in `judge --json` and `show --json`, enough for the table of a tournament.

use std::collections::BTreeMap;

use protocol::{Manifest, Seat};
use rules::{Family, Outcome};
use serde::Serialize;

use crate::sitting::hex;

/// What was played, and by whom.
#[derive(Debug, Default, Serialize)]
pub(crate) struct MatchFacts {
    /// The match's id; none if no match is found.
    #[serde(rename = "match")]
    id: Option<String>,
    /// The scenario by name; scenarios of the same name differ in their ids.
    scenario: Option<String>,
    scenario_id: Option<String>,
    options: BTreeMap<String, String>,
    seats: Vec<SeatFacts>,
    /// The turns played; none if they cannot be counted.
    turns: Option<u32>,
}

/// One seat: the player, the side, and how the match ended for it.
#[derive(Debug, Serialize)]
struct SeatFacts {
    seat: u8,
    /// None if this program does not know the family.
    side: Option<&'static str>,
    /// The team, from 0; the seats of one team win together.
    team: u8,
    name: String,
    key: String,
    /// `won`, `lost` or `draw`; none while there is no result.
    result: Option<&'static str>,
}

impl MatchFacts {
    pub(crate) fn new(manifest: &Manifest, result: Option<Outcome>, turns: Option<u32>) -> Self {
        let seats = manifest.all_seats().into_iter();
        Self {
            id: Some(hex(&manifest.sid())),
            scenario: Some(manifest.scenario_name.clone()),
            scenario_id: Some(hex(&manifest.scenario_id)),
            options: manifest.options.iter().cloned().collect(),
            seats: seats
                .filter_map(|seat| SeatFacts::of(manifest, seat, result))
                .collect(),
            turns,
        }
    }
}

impl SeatFacts {
    fn of(manifest: &Manifest, seat: Seat, result: Option<Outcome>) -> Option<Self> {
        let entry = manifest.seat(seat)?;
        let side = manifest.side_of(seat);
        // a match of a family that this program does not know still has names, keys and a side's number
        let names = Family::from_name(&manifest.family).map(Family::side_names);
        let won = |outcome: Outcome| match side {
            // a match that was called off counts as drawn in a table: nobody won
            _ if outcome.winners().is_empty() => "draw",
            Some(side) if outcome.winners().contains(side) => "won",
            _ => "lost",
        };
        Some(Self {
            seat: seat.0,
            side: names.and_then(|names| names.get(side?.index()).copied()),
            team: entry.team,
            name: entry.name.clone(),
            key: entry.identity.to_string(),
            result: result.map(won),
        })
    }
}
