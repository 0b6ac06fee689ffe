//! What a machine's user can wish for at any table.

use super::bodies::{Body, MAX_REASON, Said, Stance, Wish};
use super::table::Table;
use super::words::WishError;
use crate::Seat;
use crate::frame::MAX_CHAT;
use crate::session::Now;
use crate::text::{cut, plain_text};

impl Table {
    /// One of this machine's players sits down, on that seat or on any, or moves.
    ///
    /// # Errors
    /// Returns [`WishError`] if there is no such player or seat, or the table is over.
    pub fn sit(&mut self, now: Now, player: usize, seat: Option<Seat>) -> Result<(), WishError> {
        self.check_open()?;
        let seats = self.seating().map_or(usize::MAX, |it| it.seats.len());
        if let Some(seat) = seat.filter(|seat| seat.index() >= seats) {
            return Err(WishError::NoSuchSeat(seat));
        }
        let own = self.machine.player(player)?;
        own.wish = seat.map_or(Wish::Any, Wish::On);
        own.stance = match &own.stance {
            Stance::Declines(_) => Stance::Looks,
            stance => stance.clone(),
        };
        self.settle(now);
        Ok(())
    }

    /// One of this machine's players stands up.
    ///
    /// # Errors
    /// Returns [`WishError`] if there is no such player, or the table is over.
    pub fn stand(&mut self, now: Now, player: usize) -> Result<(), WishError> {
        self.check_open()?;
        let own = self.machine.player(player)?;
        (own.wish, own.stance) = (Wish::Stands, Stance::Looks);
        self.settle(now);
        Ok(())
    }

    /// This machine's players do not want to play, and say why.
    ///
    /// # Errors
    /// Returns [`WishError`] if the table is over.
    pub fn decline(&mut self, now: Now, why: &str) -> Result<(), WishError> {
        self.check_open()?;
        self.agreed = None;
        let why = plain_text(why);
        let why = cut(&why, MAX_REASON);
        for own in &mut self.machine.own {
            own.stance = Stance::Declines(why.to_owned());
        }
        self.settle(now);
        Ok(())
    }

    /// One of this machine's players says something to the table.
    ///
    /// # Errors
    /// Returns [`WishError`] if the player does not sit at the table.
    pub fn say(&mut self, now: Now, player: usize, text: &str) -> Result<(), WishError> {
        let key = self.machine.player(player)?.player.key();
        let seating = self.seating().ok_or(WishError::NoTable)?;
        seating.seat_of(key).ok_or(WishError::NotSeated)?;
        let text = cut(text, MAX_CHAT).to_owned();
        let body = Body::Said(Said { text });
        if let Some(bytes) = self.machine.write_as(player, now.unix_ms, &body) {
            self.spread(&bytes, None);
        }
        Ok(())
    }
}
