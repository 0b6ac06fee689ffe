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
    /// The chosen options of the game, by key.
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

    /// The seat that decides for a side: of several that share it one that decides next, and of these one that is awaited now;
    /// otherwise its captain.
    pub fn seat_of(&self, side: Side) -> Option<&SeatInfo> {
        let next = self.members(side);
        let next = next.filter(|info| self.deciding.next.contains(&info.seat));
        let awaited = next.clone();
        let awaited = awaited.filter(|info| self.waiting().any(|seat| seat == info.seat));
        awaited.chain(next).chain(self.members(side)).next()
    }

    /// The seats that share a side, its captain first.
    pub fn members(&self, side: Side) -> impl Iterator<Item = &SeatInfo> + Clone {
        let seats = self.contract.seats.iter();
        seats.filter(move |info| info.side == side)
    }

    /// True at a table of more than two seats, where words name the player of a seat.
    pub fn has_table(&self) -> bool {
        self.contract.seats.len() > 2
    }

    /// The name of a seat's player among the others'; empty before the seats are known.
    pub fn name_of(&self, seat: Seat) -> &str {
        self.seat(seat).map_or("", |info| info.called.as_str())
    }

    /// The player of a seat with the side: `Cid (Blue)`.
    pub fn seat_name(&self, seat: Seat) -> String {
        match self.seat(seat) {
            // namesakes are told apart by their sides already
            Some(info) if info.called != info.name => info.called.clone(),
            Some(info) => format!("{} ({})", info.name, self.side_names().of(info.side)),
            None => String::new(),
        }
    }

    /// The other players who are awaited, each with the side, at a table of more than two.
    pub fn awaited_names(&self) -> Vec<String> {
        let awaited = self.deciding.awaited.iter().filter(|_| self.has_table());
        awaited.map(|seat| self.seat_name(*seat)).collect()
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
