//! A table in the place of an older match: whose seat each is there, and who may take it.

use std::sync::Arc;

use rules::{AnyPosition, Rules};
use scenario::Scenario;

use super::game::Game;
use super::words::TableError;
use crate::chain::Chain;
use crate::frame::Access;
use crate::glance::glance;
use crate::judge::begins_in;
use crate::manifest::{Manifest, ManifestError, SeatEntry};
use crate::start::{Start, StartTime, WhyGone};
use crate::{OfferError, PublicKey, Seat};

/// How far above its first number guests may lift that of a table. Numbers end at 255, and a try of the last one that somebody
/// does not sign would leave no other.
const MOST_ABOVE: u8 = 8;
/// How far ahead of the host's wall clock that of a guest may be.
const MOST_AHEAD_MS: u64 = 60 * 60 * 1000;

/// Who comes to a seat of an older match, in a table that takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comes {
    /// The player who has it there.
    Stays,
    /// The player who had it until the others went on alone.
    IsBack,
    /// Somebody else, in the place of the player with that name.
    For(String),
}

impl Game {
    /// The game of a table in place of an older match, from what
    /// [`Session::offer_places`](crate::Session::offer_places) says.
    pub(super) fn in_place(template: Manifest) -> Result<Self, TableError> {
        let scenario = template.read_scenario().map_err(OfferError)?;
        Ok(Self::of_former(template, scenario).map_err(OfferError)?)
    }

    /// Checks the beginning of a table in place of an older match, which comes with the players of that one.
    pub(super) fn of_former(template: Manifest, scenario: Scenario) -> Result<Self, ManifestError> {
        let is_plain = |start: &Start| {
            let gives_nothing = start.gives_up.is_none() && start.forgiven.is_empty();
            let is_of_table = start.instead && start.number > 0 && start.asks.is_none();
            is_of_table && gives_nothing && start.strange.is_empty() && start.carried.is_none()
        };
        if !template.has_table() || !template.start.as_ref().is_some_and(is_plain) {
            return Err(ManifestError::NotPlayed(
                "a table in the place of an older match",
            ));
        }
        // with the players of the older match, so that everything is checked before anybody sits down
        let chain = Chain::of(template.clone(), scenario.clone())?;
        let position = chain.history().start();
        let lost = template.all_seats().into_iter();
        let lost = lost.filter(|seat| is_lost(&template, *seat, position));
        let lost = lost.collect();
        let number = template.start.as_ref().map_or(0, |start| start.number);
        let most = number.saturating_add(MOST_ABOVE);
        Ok(Self::with(template, scenario, position).bounded(lost, most))
    }

    /// True if the table takes the place of an older match, whose players keep their seats.
    pub fn continues(&self) -> bool {
        self.terms().start.is_some()
    }

    /// The position of the older match from which the table's match begins, and what goes over from there.
    pub fn start(&self) -> Option<&Start> {
        self.terms().start.as_ref()
    }

    /// The position of the older match with which the match begins; none at a table of a new game.
    pub fn older_position(&self) -> Option<&Arc<AnyPosition>> {
        self.continues().then_some(&self.position)
    }

    /// Who has that seat in the older match; none at a table of a new game.
    pub fn former(&self, seat: Seat) -> Option<&SeatEntry> {
        let start = self.start();
        start.and_then(|_| self.terms().seat(seat))
    }

    /// True if the others have gone on without the player of that seat already.
    pub fn was_gone(&self, seat: Seat) -> bool {
        self.terms().is_gone(seat)
    }

    /// Why the others have gone on without the player of that seat already.
    pub fn why_gone(&self, seat: Seat) -> Option<WhyGone> {
        let mut gone = self.start()?.gone.iter();
        gone.find(|gone| gone.seat == seat).map(|gone| gone.why)
    }

    /// The seat in the older match of the player with that long-lived key.
    pub fn former_seat(&self, identity: PublicKey) -> Option<Seat> {
        let mut seats = self.terms().all_seats().into_iter();
        seats.find(|seat| self.former(*seat).is_some_and(|it| it.identity == identity))
    }

    /// Who comes to a seat with that long-lived key; none at a table of a new game.
    pub fn comes(&self, seat: Seat, identity: PublicKey) -> Option<Comes> {
        let former = self.former(seat)?;
        Some(match (former.identity == identity, self.was_gone(seat)) {
            (true, false) => Comes::Stays,
            (true, true) => Comes::IsBack,
            (false, _) => Comes::For(crate::plain_text(&former.name)),
        })
    }

    /// True if the player with that long-lived key stays on that seat, and so signs for the older match too.
    pub fn stays(&self, seat: Seat, identity: PublicKey) -> bool {
        self.comes(seat, identity) == Some(Comes::Stays)
    }

    /// True if each seat has the player here whom it has in that older match, and the same are gone.
    pub(super) fn has_players_of(&self, old: &Manifest) -> bool {
        let seats = |manifest: &Manifest| {
            let seats = manifest.seats.iter().zip(manifest.all_seats());
            let seats = seats
                .map(|(entry, seat)| (entry.identity, entry.name.clone(), manifest.is_gone(seat)));
            seats.collect::<Vec<_>>()
        };
        seats(self.terms()) == seats(old)
    }

    /// True if both begin from the same position of the same match, with the same players. Number and times change while people
    /// come and go.
    pub(super) fn is_same_beginning(&self, other: &Self) -> bool {
        let place = |game: &Self| {
            let start = game.start().cloned();
            start.map(|start| (start.sid, start.at, start.root, start.after, start.position))
        };
        place(self) == place(other) && self.has_players_of(other.terms())
    }

    /// True if the table begins where that file of the older match says, with its players; none if the file ends before, or is
    /// of another match.
    pub(super) fn fits(&self, file: &[u8]) -> Option<bool> {
        let begins = begins_in(file, self.start()?)?;
        let old = glance(file).ok()?.manifest;
        Some(begins && self.has_players_of(&old))
    }

    /// To whom a seat of an older match is given unless the host gives it otherwise.
    pub(super) fn usual_access(&self, seat: Seat) -> Access {
        match (self.was_gone(seat), self.may_be_taken(seat)) {
            (true, true) => Access::Open,
            (true, false) => Access::Closed,
            (false, _) => Access::Kept,
        }
    }

    /// Checks to whom a seat of an older match is given.
    pub(super) fn check_access(&self, seat: Seat, access: Access) -> Result<(), TableError> {
        match access {
            Access::Open | Access::Code if !self.may_be_taken(seat) => {
                Err(TableError::NotToTake(seat))
            }
            Access::Kept if self.was_gone(seat) => Err(TableError::SeatsStay),
            // nobody is left out at a table: that takes the word of all who remain, in the match
            Access::Closed if !self.was_gone(seat) => Err(TableError::SeatsStay),
            _ => Ok(()),
        }
    }

    /// The manifest with those players, none where a seat stays without one; the number rises with every try, since each is
    /// another match under fresh keys.
    pub(super) fn seated(&self, players: Vec<Option<SeatEntry>>, tries: u32) -> Manifest {
        let mut manifest = self.terms().clone();
        let pace = manifest.terms.pace;
        let Some(start) = &mut manifest.start else {
            return manifest;
        };
        start.number = start
            .number
            .saturating_add(u8::try_from(tries).unwrap_or(u8::MAX));
        start.written_ms = start.written_ms.saturating_add(tries.into());
        start.began_ms = start.written_ms;
        let comes = (0..).map(Seat).zip(players);
        let places = manifest.seats.iter_mut().zip(&mut start.times);
        for ((entry, time), (seat, player)) in places.zip(comes) {
            let Some(player) = player else {
                continue;
            };
            if !self.stays(seat, player.identity) {
                *time = StartTime::full(pace);
            }
            start.gone.retain(|gone| gone.seat != seat);
            *entry = SeatEntry {
                was: Some(seat),
                ..player
            };
        }
        manifest
    }

    /// The same beginning, offered at that time.
    pub(super) fn offered_at(&self, unix_ms: u64) -> Self {
        self.changed(|start| {
            // never earlier than it was: a seat may have signed another one in between
            start.written_ms = start.written_ms.max(unix_ms);
            start.began_ms = start.written_ms;
        })
    }

    /// The same beginning above that one, which a seat has signed; none if that is out of all proportion.
    pub(super) fn above(
        &self,
        (number, written_ms): (u8, u64),
        tries: u32,
        unix_ms: u64,
    ) -> Option<Self> {
        let start = self.start()?;
        let present = start.number.checked_add(u8::try_from(tries).ok()?)?;
        let by = number.saturating_add(1).saturating_sub(present);
        let number = start.number.checked_add(by)?;
        let is_near = number <= self.most && written_ms <= unix_ms.saturating_add(MOST_AHEAD_MS);
        is_near.then(|| {
            self.changed(|start| {
                start.number = number;
                start.written_ms = start.written_ms.max(written_ms.saturating_add(1));
                start.began_ms = start.written_ms;
            })
        })
    }
}

/// True if nobody can come to a seat: its side is out, or a mate has its leaders.
fn is_lost(manifest: &Manifest, seat: Seat, position: &AnyPosition) -> bool {
    let Some(side) = manifest.side_of(seat) else {
        return true;
    };
    let is_shared = manifest.members(side).len() > 1;
    let is_handed_over = manifest.is_gone(seat) && is_shared && manifest.is_by_leaders();
    is_handed_over || position.out().contains(side)
}
