//! The table as everybody is shown it: the game, and who sits where.

use std::sync::Arc;

use cleaner::looks;
use rules::Side;

use super::game::{FEWEST_SEATS, Game};
use super::words::TableError;
use crate::frame::{Access, MOST_SEATS, Place, Reply, Seating, Sitter};
use crate::hash::Digest;
use crate::manifest::{DropPolicy, Manifest, SeatEntry};
use crate::{PublicKey, Seat};

/// A table: its game and its seats, the same for everybody who looks at it.
///
/// Seats are counted from 0. The match has the seats that are not closed, in the same order: a seat after a closed one has
/// a lower number there ([`Table::in_match`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    game: Arc<Game>,
    seating: Seating,
    /// The id of the match that would begin now.
    sid: Option<Digest>,
}

impl Table {
    /// Empty seats that take the game's sides in turn, from that side on.
    pub(super) fn new(game: Game, seats: u8, first: Option<Side>) -> Result<Self, TableError> {
        let sides = game.sides();
        if let Some(side) = first.filter(|side| !sides.contains(*side)) {
            return Err(game.no_side(side.code()));
        }
        let count = u8::try_from(sides.len()).expect("at most eight");
        let from = first.map_or(0, Side::code);
        let place = |seat: u8| Place {
            side: seat.saturating_add(from).checked_rem(count).unwrap_or(0),
            access: Access::Open,
            sitter: None,
        };
        let mut table = Self {
            seating: Seating {
                version: 0,
                tries: 0,
                failed: None,
                game: game.id(),
                seats: (0..seats.min(MOST_SEATS)).map(place).collect(),
            },
            game: Arc::new(game),
            sid: None,
        };
        if seats > MOST_SEATS {
            return Err(TableError::Seats(seats.into()));
        }
        table.check()?;
        table.settle();
        Ok(table)
    }

    /// The seats of an older match, with nobody on them.
    pub(super) fn in_place(game: Game) -> Result<Self, TableError> {
        let seats = game.terms().all_seats();
        let place = |seat: &Seat| Place {
            side: game.former(*seat).map_or(0, |former| former.side),
            access: game.usual_access(*seat),
            sitter: None,
        };
        let mut table = Self {
            seating: Seating {
                version: 0,
                tries: 0,
                failed: None,
                game: game.id(),
                seats: seats.iter().map(place).collect(),
            },
            game: Arc::new(game),
            sid: None,
        };
        table.check()?;
        table.settle();
        Ok(table)
    }

    /// The table that a host shows.
    pub(super) fn read(game: Arc<Game>, seating: Seating) -> Result<Self, TableError> {
        let mut table = Self {
            game,
            seating,
            sid: None,
        };
        table.check()?;
        table.settle();
        Ok(table)
    }

    /// Refuses a table at which nobody could play, whatever else happens at it.
    pub(super) fn check(&self) -> Result<(), TableError> {
        let seats = self.seating.seats.len();
        if !(usize::from(FEWEST_SEATS)..=usize::from(MOST_SEATS)).contains(&seats) {
            return Err(TableError::Seats(seats));
        }
        match self.game.continues() {
            true => self.check_former()?,
            false => self.check_sides()?,
        }
        for (seat, sitter) in self.sitters() {
            let others = || self.sitters().filter(|(other, _)| *other != seat);
            if let Some((_, other)) = others().find(|(_, other)| sitter.shares_key(other)) {
                return Err(TableError::KeyTaken(other.name.clone()));
            }
            if let Some((_, other)) =
                others().find(|(_, other)| looks::are_alike(&other.name, &sitter.name))
            {
                return Err(TableError::LooksLike(
                    sitter.name.clone(),
                    other.name.clone(),
                ));
            }
            if sitter.identity.is_weak() || sitter.key.is_weak() {
                return Err(TableError::WeakKey(sitter.name.clone()));
            }
        }
        Ok(())
    }

    /// Refuses a table that leaves a side to nobody.
    fn check_sides(&self) -> Result<(), TableError> {
        let sides = self.game.sides();
        let open = || {
            self.places()
                .filter(|(_, place)| place.access != Access::Closed)
        };
        for (_, place) in self.places() {
            let is_side = Side::new(place.side).is_some_and(|side| sides.contains(side));
            if !is_side {
                return Err(self.game.no_side(place.side));
            }
        }
        if open().count() < sides.len() {
            return Err(TableError::FewerThanSides {
                sides: sides.len(),
                seats: open().count(),
            });
        }
        if open().count() < usize::from(FEWEST_SEATS) {
            return Err(TableError::Closed);
        }
        let is_seated = |side: &Side| open().any(|(_, place)| place.side == side.code());
        if let Some(side) = sides.iter().find(|side| !is_seated(side)) {
            let name = self.game.scenario().side_names().of(side).to_owned();
            return Err(TableError::SideUnseated(name));
        }
        match open().find(|(_, place)| place.access == Access::Kept) {
            // there is no older match whose player it could be kept for
            Some((seat, _)) => Err(TableError::ClosedSeat(seat)),
            None => Ok(()),
        }
    }

    /// Refuses a table whose seats are not those of the older match, or at which somebody sits in another's place.
    fn check_former(&self) -> Result<(), TableError> {
        if self.seating.seats.len() != self.game.terms().seats.len() {
            return Err(TableError::SeatsStay);
        }
        for (seat, place) in self.places() {
            let former = self.game.former(seat).ok_or(TableError::SeatsStay)?;
            if place.side != former.side {
                return Err(TableError::SeatsStay);
            }
            self.game.check_access(seat, place.access)?;
            let Some(sitter) = &place.sitter else {
                continue;
            };
            let name = || sitter.name.clone();
            match self.game.former_seat(sitter.identity) {
                Some(own) if own == seat => {}
                Some(seat) => return Err(TableError::OwnSeat { name: name(), seat }),
                None if place.access == Access::Kept => {
                    let name = former.name.clone();
                    return Err(TableError::Kept { seat, name });
                }
                None => {}
            }
            if let Some(former) = self.former_alike(sitter) {
                return Err(TableError::LooksLike(former, name()));
            }
        }
        Ok(())
    }

    /// The name of another player of the older match for whom that one could be taken.
    fn former_alike(&self, sitter: &Sitter) -> Option<String> {
        let formers = self.game.terms().seats.iter();
        let mut formers = formers.filter(|_| self.game.continues());
        let alike = formers.find(|former| {
            former.identity != sitter.identity && looks::are_alike(&former.name, &sitter.name)
        });
        alike.map(|former| former.name.clone())
    }

    /// Works out what follows from the seats.
    pub(super) fn settle(&mut self) {
        self.sid = self.manifest().ok().map(|manifest| manifest.sid());
    }

    /// Rises with every change.
    pub fn version(&self) -> u32 {
        self.seating.version
    }

    /// How often the match did not begin although all were ready.
    pub fn tries(&self) -> u32 {
        self.seating.tries
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn set_game(&mut self, game: Game) {
        self.seating.game = game.id();
        self.game = Arc::new(game);
    }

    /// Sets the fate of a side whose players are gone: the one that the host has chosen, or the usual one for the seats as
    /// they are.
    pub(super) fn set_drop(&mut self, chosen: Option<DropPolicy>) {
        let (_, played) = self.free();
        let usual = DropPolicy::usual(played > self.game.sides().len());
        let drop = chosen.unwrap_or(usual);
        if drop != self.game.drop_policy() {
            self.set_game(self.game.with_drop(drop));
        }
    }

    pub(super) fn seating(&self) -> &Seating {
        &self.seating
    }

    pub(super) fn seating_mut(&mut self) -> &mut Seating {
        &mut self.seating
    }

    /// Every seat, from 0.
    pub fn places(&self) -> impl Iterator<Item = (Seat, &Place)> {
        (0..).map(Seat).zip(&self.seating.seats)
    }

    /// Every seat with somebody on it.
    pub fn sitters(&self) -> impl Iterator<Item = (Seat, &Sitter)> {
        let sitter = |(seat, place): (Seat, _)| {
            let place: &Place = place;
            Some((seat, place.sitter.as_ref()?))
        };
        self.places().filter_map(sitter)
    }

    /// The players of a machine.
    pub fn sitters_of(&self, machine: PublicKey) -> impl Iterator<Item = (Seat, &Sitter)> {
        self.sitters()
            .filter(move |(_, sitter)| sitter.machine == machine)
    }

    /// A seat; none if the table has no such seat.
    pub fn place(&self, seat: Seat) -> Option<&Place> {
        self.seating.seats.get(seat.index())
    }

    pub(super) fn place_mut(&mut self, seat: Seat) -> Result<&mut Place, TableError> {
        let seats = self.seating.seats.len();
        let place = self.seating.seats.get_mut(seat.index());
        place.ok_or(TableError::NoSuchSeat { seat, seats })
    }

    /// Who sits on a seat.
    pub fn sitter(&self, seat: Seat) -> Option<&Sitter> {
        self.place(seat)?.sitter.as_ref()
    }

    /// The seat of the player with that long-lived key.
    pub fn seat_of(&self, identity: PublicKey) -> Option<Seat> {
        let mut sitters = self.sitters();
        let found = sitters.find(|(_, sitter)| sitter.identity == identity);
        found.map(|(seat, _)| seat)
    }

    /// The team of a seat: that of its side by the rules.
    pub fn team_of(&self, seat: Seat) -> Option<u8> {
        self.game.team_of(Side::new(self.place(seat)?.side)?)
    }

    /// Seats that somebody could sit down on, and all that the match would have: "2 of 4 seats free".
    pub fn free(&self) -> (usize, usize) {
        let open = || {
            self.places()
                .filter(|(_, place)| place.access != Access::Closed)
        };
        let is_free = |place: &Place| place.sitter.is_none() && place.access != Access::Kept;
        let free = open().filter(|(_, place)| is_free(place));
        (free.count(), open().count())
    }

    /// The number of a seat in the match; none for a closed seat.
    pub fn in_match(&self, seat: Seat) -> Option<Seat> {
        let place = self.place(seat)?;
        // in place of an older match a seat that stays closed keeps its number
        if self.game.continues() {
            return (place.access != Access::Closed).then_some(seat);
        }
        let before = self.places().take(seat.index());
        let before = before.filter(|(_, place)| place.access != Access::Closed);
        let number = u8::try_from(before.count()).expect("at most eight");
        (place.access != Access::Closed).then_some(Seat(number))
    }

    /// The manifest of the match that would begin now: everybody who looks at this table works out the same.
    ///
    /// # Errors
    /// Returns [`TableError`] for a seat that is free, or whose player cannot begin yet.
    pub fn manifest(&self) -> Result<Manifest, TableError> {
        let mut entries = Vec::new();
        for (seat, place) in self.places() {
            if place.access == Access::Closed {
                entries.push(None);
                continue;
            }
            let Some(sitter) = &place.sitter else {
                return Err(match self.game.former(seat) {
                    Some(former) if place.access == Access::Kept => TableError::Kept {
                        seat,
                        name: former.name.clone(),
                    },
                    _ => TableError::NotFull(seat),
                });
            };
            let name = || sitter.name.clone();
            // keys of an earlier try may have signed another match already
            if sitter.tries != self.seating.tries {
                return Err(TableError::AwaitsKeys(name()));
            }
            // the line is greeted by the session of the machine's own player
            if self.seat_of(sitter.machine).is_none() {
                return Err(TableError::MachineStands(name()));
            }
            entries.push(Some(SeatEntry {
                team: self.team_of(seat).unwrap_or(place.side),
                side: place.side,
                identity: sitter.identity,
                key: sitter.key,
                session_nonce: sitter.session_nonce,
                name: name(),
                was: None,
            }));
        }
        Ok(match self.game.continues() {
            true => self.game.seated(entries, self.seating.tries),
            false => self.game.manifest(entries.into_iter().flatten().collect()),
        })
    }

    /// The id of the match that would begin now; none while it cannot.
    pub fn sid(&self) -> Option<Digest> {
        self.sid
    }

    /// Why that player cannot sit here, whatever the seat.
    pub(super) fn clash(&self, sitter: &Sitter) -> Option<Reply> {
        let mut others = self.sitters().filter(|(_, other)| {
            other.identity != sitter.identity || other.machine != sitter.machine
        });
        let clash = others.find_map(|(_, other)| match other {
            _ if sitter.shares_key(other) => Some(Reply::KeyTaken),
            _ if looks::are_alike(&other.name, &sitter.name) => {
                Some(Reply::LooksLike(other.name.clone()))
            }
            _ => None,
        });
        clash.or_else(|| self.former_alike(sitter).map(Reply::LooksLike))
    }
}

impl Sitter {
    /// True if one of both players' keys is the other's too: such a key could sign for two seats (threat 26).
    fn shares_key(&self, other: &Self) -> bool {
        let keys = |sitter: &Self| [sitter.identity, sitter.key];
        keys(self).iter().any(|key| keys(other).contains(key))
    }

    /// The player, without what only programs look at.
    pub(super) fn person(&self) -> (PublicKey, PublicKey, &str, &crate::frame::Decider) {
        (self.machine, self.identity, &self.name, &self.decider)
    }
}
