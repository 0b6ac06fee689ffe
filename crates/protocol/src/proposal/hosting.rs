//! The host's part: who may sit where, and when the match begins.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::bodies::{Body, Place, Seating};
use super::game::Game;
use super::hosted::{Hosting, SeatCode};
use super::own::Player;
use super::rates::Rate;
use super::table::Table;
use super::words::{TableEvent, WishError};
use crate::frame::{Access, MOST_SEATS};
use crate::hash;
use crate::session::Now;
use crate::{Offer, PublicKey, Seat};

/// The most machines and players that stay turned out.
const MOST_BANNED: usize = 256;

impl Table {
    /// A table that this machine hosts, with that many seats. Its first player sits on the first one. Nonce and secret come
    /// from the operating system; the nonce is fresh at each start of the program.
    ///
    /// # Errors
    /// Returns [`WishError`] for a game that cannot be played, or with another number of seats.
    pub fn host_table(
        now: Now,
        players: Vec<Player>,
        offer: &Offer,
        seats: u8,
        members: BTreeSet<PublicKey>,
        [nonce, secret]: [[u8; 32]; 2],
    ) -> Result<Self, WishError> {
        let sides = offer.sides()?;
        if !(2..=MOST_SEATS).contains(&seats) || usize::from(seats) < sides.len() {
            return Err(WishError::Seats(seats.into()));
        }
        let game = Game::of(offer, seats)?;
        let count = game.sides();
        let from = offer.host_side.map_or(0, |side| side.code());
        let place = |seat: u8| Place {
            side: seat.saturating_add(from).checked_rem(count).unwrap_or(0),
            access: Access::Open,
            kept_for: None,
            sitter: None,
        };
        let host = players.first().ok_or(WishError::Players)?.key();
        let id = hash::table_id(&host.0, &nonce);
        let mut table = Self::join(players, host, id, members, secret)?;
        table.hosting = Some(Hosting {
            seating: Seating {
                game: game.id(),
                seats: (0..seats).map(place).collect(),
                begins: None,
            },
            is_in_advance: false,
            codes: BTreeMap::new(),
            by_code: BTreeMap::new(),
            admitted: BTreeSet::new(),
            banned: BTreeSet::new(),
            answered: BTreeMap::new(),
            sent: None,
            rate: Rate::default(),
        });
        table.set_game(now, game);
        table.sit(now, 0, Some(Seat(0)))?;
        Ok(table)
    }

    fn set_game(&mut self, now: Now, game: Game) {
        let body = Body::Game(game.body().clone());
        if let Some(bytes) = self.machine.write(now.unix_ms, &body) {
            self.spread(&bytes, None);
            self.heard.game = Some((Arc::new(game), bytes));
        }
    }

    /// The host plays something else.
    ///
    /// # Errors
    /// Returns [`WishError`] for a game that cannot be played at this table.
    pub fn set_offer(&mut self, now: Now, offer: &Offer) -> Result<(), WishError> {
        self.check_open()?;
        let hosting = self.hosting.as_mut().ok_or(WishError::NotHost)?;
        let seats = hosting.seating.seats.len();
        if offer.sides()?.len() > seats {
            return Err(WishError::Seats(seats));
        }
        let game = Game::of(offer, u8::try_from(seats).unwrap_or(MOST_SEATS))?;
        hosting.seating.game = game.id();
        hosting.is_in_advance = false;
        for (seat, place) in (0..).zip(&mut hosting.seating.seats) {
            place.side = u8::checked_rem(seat, game.sides()).unwrap_or(0);
        }
        self.set_game(now, game);
        self.settle(now);
        Ok(())
    }

    fn place(&mut self, seat: Seat) -> Result<(&mut Hosting, usize), WishError> {
        self.check_open()?;
        let hosting = self.hosting.as_mut().ok_or(WishError::NotHost)?;
        match seat.index() < hosting.seating.seats.len() {
            true => Ok((hosting, seat.index())),
            false => Err(WishError::NoSuchSeat(seat)),
        }
    }

    fn set_access(
        &mut self,
        now: Now,
        seat: Seat,
        (access, kept_for): (Access, Option<PublicKey>),
        code: Option<SeatCode>,
    ) -> Result<(), WishError> {
        let (hosting, at) = self.place(seat)?;
        if let (Access::Closed | Access::Kept, Some(sitter)) =
            (access, &hosting.seating.seats[at].sitter)
            && Some(sitter.identity) != kept_for
        {
            let name = sitter.name.clone();
            return Err(WishError::Taken { seat, name });
        }
        hosting.codes.remove(&seat);
        hosting.by_code.retain(|_, given| *given != seat);
        hosting.codes.extend(code.map(|code| (seat, code)));
        let place = &mut hosting.seating.seats[at];
        (place.access, place.kept_for) = (access, kept_for);
        self.settle(now);
        Ok(())
    }

    /// Opens a seat to everyone whom the host lets in.
    ///
    /// # Errors
    /// Returns [`WishError`] if there is no such seat.
    pub fn open_seat(&mut self, now: Now, seat: Seat) -> Result<(), WishError> {
        self.set_access(now, seat, (Access::Open, None), None)
    }

    /// Gives a seat to the player who has its code, which comes from the operating system. An older code ends.
    ///
    /// # Errors
    /// Returns [`WishError`] if there is no such seat.
    pub fn give_code(&mut self, now: Now, seat: Seat, code: SeatCode) -> Result<(), WishError> {
        self.set_access(now, seat, (Access::Code, None), Some(code))
    }

    /// Plays without a seat.
    ///
    /// # Errors
    /// Returns [`WishError`] if there is no such seat, or it is taken.
    pub fn close_seat(&mut self, now: Now, seat: Seat) -> Result<(), WishError> {
        self.set_access(now, seat, (Access::Closed, None), None)
    }

    /// Keeps a seat for a player.
    ///
    /// # Errors
    /// Returns [`WishError`] if there is no such seat, or another player has it.
    pub fn keep_seat(&mut self, now: Now, seat: Seat, player: PublicKey) -> Result<(), WishError> {
        self.set_access(now, seat, (Access::Kept, Some(player)), None)
    }

    /// A machine has come by a code, which is used up by the first player who sits down by it.
    ///
    /// # Errors
    /// Returns [`WishError::NotHost`] at another player's table.
    pub fn came_by_code(
        &mut self,
        now: Now,
        machine: PublicKey,
        code: &SeatCode,
    ) -> Result<Option<Seat>, WishError> {
        let hosting = self.hosting.as_mut().ok_or(WishError::NotHost)?;
        let found = hosting.codes.iter().find(|(_, given)| *given == code);
        let seat = found.map(|(seat, _)| *seat);
        if let Some(seat) = seat {
            hosting.by_code.insert(machine, seat);
            self.settle(now);
        }
        Ok(seat)
    }

    /// Lets the players of a machine sit on open seats.
    ///
    /// # Errors
    /// Returns [`WishError::NotHost`] at another player's table.
    pub fn let_in(&mut self, now: Now, machine: PublicKey) -> Result<(), WishError> {
        let hosting = self.hosting.as_mut().ok_or(WishError::NotHost)?;
        hosting.admitted.insert(machine);
        self.settle(now);
        Ok(())
    }

    /// The host's user has taken a letter from that machine.
    pub(super) fn admit_by_letter(&mut self, machine: PublicKey) {
        let Some(hosting) = &mut self.hosting else {
            return;
        };
        hosting.admitted.insert(machine);
        // The offer was for the player who answers, by whatever way the letter came.
        if let Some(seat) = hosting.codes.keys().next() {
            hosting.by_code.insert(machine, *seat);
        }
    }

    /// Turns a player out, and the machine with it.
    ///
    /// # Errors
    /// Returns [`WishError`] if nobody sits there, or the host.
    pub fn turn_out(&mut self, now: Now, seat: Seat) -> Result<(), WishError> {
        let machine = self.machine.key();
        let (hosting, at) = self.place(seat)?;
        let sitter = hosting.seating.seats[at].sitter.as_ref();
        let sitter = sitter.filter(|it| it.machine != machine);
        let sitter = sitter.ok_or(WishError::Free(seat))?;
        let keys = [sitter.identity, sitter.machine];
        if hosting.banned.len() < MOST_BANNED {
            hosting.banned.extend(keys);
        }
        for key in keys {
            hosting.admitted.remove(&key);
            hosting.by_code.remove(&key);
        }
        self.settle(now);
        Ok(())
    }

    /// Begins the match, or tries again.
    ///
    /// # Errors
    /// Returns [`WishError`] if the table is not full, or somebody is not ready.
    pub fn begin(&mut self, now: Now) -> Result<(), WishError> {
        self.check_open()?;
        self.settle(now);
        let hosting = self.hosting.as_mut().ok_or(WishError::NotHost)?;
        let worked = self.worked.as_ref().map(|(_, worked)| worked.clone());
        let (_, sid) = worked.unwrap_or(Err(WishError::NoTable))?;
        let late = hosting.seating.sitters().filter(|(_, it)| !it.is_ready);
        let late: Vec<String> = late.map(|(_, it)| it.name.clone()).collect();
        if !late.is_empty() {
            return Err(WishError::NotReady(late));
        }
        hosting.seating.begins = Some(sid);
        self.signed = Some((sid, now.clock));
        self.is_told = false;
        self.settle(now);
        Ok(())
    }

    /// Withdraws the table.
    ///
    /// # Errors
    /// Returns [`WishError`] if the match has begun, or this machine is not the host.
    pub fn close(&mut self, now: Now) -> Result<(), WishError> {
        self.check_open()?;
        self.hosting.as_ref().ok_or(WishError::NotHost)?;
        if let Some(bytes) = self.machine.write(now.unix_ms, &Body::Closed) {
            self.spread(&bytes, None);
            self.heard.closed = Some(bytes);
            self.agreed = None;
            self.show(TableEvent::Closed);
        }
        Ok(())
    }
}
