//! What the match is, or will be once both agree: its scenario, its terms, and who has which seat.

use std::sync::Arc;

use home::{Origin, SeatInfo};
use protocol::manifest::Terms;
use protocol::{ManifestSummary, Seat};
use rules::Side;
use scenario::Scenario;

use super::Snapshot;

/// Offered at first, and unchanged from the moment that both have agreed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contract {
    /// Empty before the manifest is known.
    pub seats: Vec<SeatInfo>,
    /// The offer the guest is asked to agree to.
    pub offer: Option<Arc<ManifestSummary>>,
    /// The position of an older match that the match begins from, if it does.
    pub origin: Option<Arc<Origin>>,
    /// `None` before the offer is known.
    pub scenario: Option<Scenario>,
    /// The chosen options, by key.
    pub options: Vec<(String, String)>,
    pub terms: Terms,
    /// The number of turns after which the match is drawn as agreed.
    pub max_turns: Option<u32>,
    /// Turns may be taken back by consent.
    pub takeback: bool,
}

impl Snapshot {
    /// Everything that changes if the match begins from a position of an older one, a sentence each.
    pub fn origin_words(&self) -> Vec<String> {
        let origin = self
            .contract
            .origin
            .as_ref()
            .zip(self.contract.scenario.as_ref());
        origin.map_or_else(Vec::new, |(origin, scenario)| {
            origin.in_words(
                scenario.side_names(),
                &self.contract.seats,
                &self.contract.terms,
            )
        })
    }

    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.seat(seat).map(|info| info.side)
    }

    pub fn seat(&self, seat: Seat) -> Option<&SeatInfo> {
        self.contract.seats.iter().find(|info| info.seat == seat)
    }

    pub fn seat_of(&self, side: Side) -> Option<&SeatInfo> {
        self.contract.seats.iter().find(|info| info.side == side)
    }

    /// The title of the scenario; empty before it is known.
    pub fn title(&self) -> &str {
        match (&self.contract.scenario, &self.contract.offer) {
            (Some(scenario), _) => scenario.title(),
            (None, Some(offer)) => &offer.scenario_title,
            (None, None) => "",
        }
    }
}
