//! What follows from who sits where.

use cleaner::looks;

use super::bodies::{Me, Place, Seating, Sitter, Wish};
use super::words::WishError;
use crate::frame::{Access, Decider};
use crate::hash::Digest;
use crate::{PublicKey, Seat};

/// Everything about a table that its users look at before they agree. Keys and nonces are not part of it: programs compare
/// these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meaning {
    game: Digest,
    seats: Vec<(u8, PublicKey, PublicKey, String, Decider)>,
}

impl Seating {
    /// Every seat, from 0.
    pub fn places(&self) -> impl Iterator<Item = (Seat, &Place)> {
        (0..).map(Seat).zip(&self.seats)
    }

    /// Every seat with a player.
    pub fn sitters(&self) -> impl Iterator<Item = (Seat, &Sitter)> {
        self.places()
            .filter_map(|(seat, place)| Some((seat, place.sitter.as_ref()?)))
    }

    /// The seat of that player.
    pub fn seat_of(&self, identity: PublicKey) -> Option<Seat> {
        let mut sitters = self.sitters();
        let found = sitters.find(|(_, sitter)| sitter.identity == identity);
        found.map(|(seat, _)| seat)
    }

    /// The player with that long-lived key.
    pub fn sitter(&self, identity: PublicKey) -> Option<&Sitter> {
        let mut sitters = self.sitters();
        let found = sitters.find(|(_, sitter)| sitter.identity == identity);
        found.map(|(_, sitter)| sitter)
    }

    /// The seats that the match would have.
    pub fn open(&self) -> impl Iterator<Item = (Seat, &Place)> {
        self.places()
            .filter(|(_, place)| place.access != Access::Closed)
    }

    /// Returns `true` for a table of two, where agreeing and signing are one step.
    pub fn is_of_two(&self) -> bool {
        self.open().count() == 2
    }

    /// Returns `true` if the match begins without the host's click.
    pub(super) fn begins_alone(&self) -> bool {
        let is_computer = |place: &Place| {
            let sitter = place.sitter.as_ref();
            sitter.is_some_and(|sitter| matches!(sitter.decider, Decider::Computer(_)))
        };
        self.is_of_two() || self.open().all(|(_, place)| is_computer(place))
    }

    pub(super) fn meaning(&self) -> Meaning {
        let seats = self.open().filter_map(|(_, place)| {
            let sitter = place.sitter.as_ref()?;
            let name = sitter.name.clone();
            let decider = sitter.decider.clone();
            Some((place.side, sitter.identity, sitter.machine, name, decider))
        });
        Meaning {
            game: self.game,
            seats: seats.collect(),
        }
    }

    /// Refuses names that people could mistake for each other.
    pub(super) fn check_names(&self) -> Result<(), WishError> {
        let names: Vec<&str> = self.sitters().map(|(_, it)| it.name.as_str()).collect();
        for (at, name) in names.iter().enumerate() {
            let mut before = names.iter().take(at);
            if let Some(other) = before.find(|other| looks::are_alike(other, name)) {
                return Err(WishError::LooksLike(
                    (*other).to_owned(),
                    (*name).to_owned(),
                ));
            }
        }
        Ok(())
    }

    /// Moves a player to the seat of its wish, if the seat is free and not closed, as the player's own frame says it: a host
    /// that shows the player otherwise gets no READY for that.
    pub(super) fn overlay(&mut self, identity: PublicKey, me: &Me) {
        let own = self.seat_of(identity);
        if !me.wants_to_sit() {
            if let Some(own) = own {
                self.seats[own.index()].sitter = None;
            }
            return;
        }
        let is_free = |place: &Place| {
            place.access != Access::Closed
                && place.kept_for.is_none_or(|player| player == identity)
                && place.sitter.is_none()
        };
        let wished = match me.wish {
            Wish::On(seat) if Some(seat) != own => Some(seat),
            Wish::Any if own.is_none() => {
                let mut places = self.places();
                places.find(|(_, place)| is_free(place)).map(|it| it.0)
            }
            _ => own,
        };
        let Some(wished) = wished.filter(|seat| {
            let place = self.seats.get(seat.index());
            Some(*seat) == own || place.is_some_and(is_free)
        }) else {
            return;
        };
        if let Some(own) = own {
            self.seats[own.index()].sitter = None;
        }
        self.seats[wished.index()].sitter = Some(me.sitter(identity));
    }
}

impl Me {
    /// The player as a table shows it.
    pub(super) fn sitter(&self, identity: PublicKey) -> Sitter {
        Sitter {
            machine: self.machine,
            identity,
            key: self.key,
            session_nonce: self.session_nonce,
            name: self.name.clone(),
            decider: self.decider.clone(),
            is_here: false,
            is_ready: false,
        }
    }
}

impl Sitter {
    /// Returns `true` if the table shows the player as the player's own frame does.
    pub(super) fn is_as(&self, me: &Me) -> bool {
        let shown = (self.machine, self.key, self.session_nonce, &self.name);
        shown == (me.machine, me.key, me.session_nonce, &me.name) && self.decider == me.decider
    }
}
