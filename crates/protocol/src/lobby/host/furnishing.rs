//! The host's own changes of the table: what is played, how many seats, which side, for whom.

use rules::Side;

use super::super::game::{FEWEST_SEATS, Game};
use super::super::interface::Player;
use super::super::words::TableError;
use super::HostTable;
use crate::frame::{Access, MOST_SEATS, Place};
use crate::text::clean_name;
use crate::{Offer, Seat};

impl HostTable {
    /// Offers another game, or the same under other terms. If it has another number of sides, they go round the seats
    /// anew; its `host_side` counts for a new table alone. Everybody's readiness is taken back.
    ///
    /// # Errors
    /// Returns [`TableError`] if the game cannot be played by that many.
    pub fn set_offer(&mut self, offer: &Offer) -> Result<(), TableError> {
        self.check_new()?;
        let game = Game::of(offer)?;
        let before = std::mem::replace(&mut self.drop, offer.drop);
        let altered = self.alter(|table| {
            let (sides, old) = (game.sides(), table.game().sides());
            table.set_game(game);
            if sides != old {
                let round = sides.iter().map(Side::code).cycle();
                let seats = table.seating_mut().seats.iter_mut();
                seats.zip(round).for_each(|(place, side)| place.side = side);
            }
            Ok(())
        });
        if altered.is_err() {
            self.drop = before;
        }
        altered
    }

    /// Makes it a table of that many seats, 3 to 8. New seats are open, and play the sides in turn.
    ///
    /// # Errors
    /// Returns [`TableError`] if there would be too few for the sides, or somebody sits on a seat that goes.
    pub fn set_seats(&mut self, seats: u8) -> Result<(), TableError> {
        self.check_new()?;
        // before anybody is named who sits on a seat that would go
        if !(FEWEST_SEATS..=MOST_SEATS).contains(&seats) {
            return Err(TableError::Seats(seats.into()));
        }
        self.alter(|table| {
            let kept = usize::from(seats);
            if let Some((seat, sitter)) = table.sitters().find(|(seat, _)| seat.index() >= kept) {
                let name = sitter.name.clone();
                return Err(TableError::Taken { seat, name });
            }
            let sides = u8::try_from(table.game().sides().len()).expect("at most eight");
            let places = &mut table.seating_mut().seats;
            places.truncate(kept);
            let from = u8::try_from(places.len()).expect("at most eight");
            places.extend((from..seats).map(|seat| Place {
                side: seat.checked_rem(sides).unwrap_or(0),
                access: Access::Open,
                sitter: None,
            }));
            Ok(())
        })
    }

    /// Gives a seat another side.
    ///
    /// # Errors
    /// Returns [`TableError`] for a seat or side that does not exist, or if a side would have no seat.
    pub fn set_side(&mut self, seat: Seat, side: u8) -> Result<(), TableError> {
        self.alter(|table| {
            table.place_mut(seat)?.side = side;
            Ok(())
        })
    }

    /// Gives every seat a side, from seat 0; further seats keep theirs.
    ///
    /// # Errors
    /// Returns [`TableError`] for a side that does not exist, or if a side would have no seat.
    pub fn set_sides(&mut self, sides: &[u8]) -> Result<(), TableError> {
        self.alter(|table| {
            let seats = table.seating_mut().seats.iter_mut();
            seats
                .zip(sides)
                .for_each(|(place, side)| place.side = *side);
            Ok(())
        })
    }

    /// Checks that a seat is of that team. Teams are those of the rules, by the side; a team's number is the place of its
    /// first side.
    ///
    /// # Errors
    /// Returns [`TableError`] for a seat or team that does not exist, or a seat of another team.
    pub fn expect_team(&self, seat: Seat, team: u8) -> Result<(), TableError> {
        let game = self.table.game();
        let mut teams: Vec<u8> = game
            .sides()
            .iter()
            .filter_map(|it| game.team_of(it))
            .collect();
        teams.sort_unstable();
        teams.dedup();
        let seats = self.table.places().count();
        let place = self.table.place(seat);
        let place = place.ok_or(TableError::NoSuchSeat { seat, seats })?;
        let names = game.scenario().side_names();
        let side = Side::new(place.side)
            .map_or("", |side| names.of(side))
            .to_owned();
        match self.table.team_of(seat) {
            Some(found) if found == team => Ok(()),
            Some(found) if teams.contains(&team) => Err(TableError::OtherTeam {
                seat,
                side,
                team: found,
            }),
            _ => Err(TableError::NoSuchTeam { team, teams }),
        }
    }

    /// Exchanges who sits on two seats; one of them may be free. So a player gets another side.
    ///
    /// # Errors
    /// Returns [`TableError`] if a seat does not exist or is closed, or nobody sits on either.
    pub fn swap(&mut self, one: Seat, other: Seat) -> Result<(), TableError> {
        self.check_new()?;
        if one == other {
            return Err(TableError::SameSeat);
        }
        self.alter(|table| {
            for seat in [one, other] {
                if table.place_mut(seat)?.access == Access::Closed {
                    return Err(TableError::ClosedSeat(seat));
                }
            }
            let first = table.place_mut(one)?.sitter.take();
            let second = table.place_mut(other)?.sitter.take();
            if first.is_none() && second.is_none() {
                return Err(TableError::Vacant(one));
            }
            table.place_mut(one)?.sitter = second;
            table.place_mut(other)?.sitter = first;
            Ok(())
        })
    }

    /// Opens a seat to whom the host lets in. An own player other than the host gets up.
    ///
    /// # Errors
    /// Returns [`TableError`] if there is no such seat, or a guest or the host sits there.
    pub fn open(&mut self, seat: Seat) -> Result<(), TableError> {
        self.give(seat, Access::Open)
    }

    /// Keeps a seat for a player who has its code.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn give_code(&mut self, seat: Seat) -> Result<(), TableError> {
        self.give(seat, Access::Code)
    }

    /// Closes a seat: the match is played without it. In place of an older match a seat from which somebody else was to come
    /// is kept for its player again, unless that one is gone.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if too few seats would be left, or a side without one.
    pub fn close_seat(&mut self, seat: Seat) -> Result<(), TableError> {
        let game = self.table.game();
        let access = match game.continues() && !game.was_gone(seat) {
            true => Access::Kept,
            false => Access::Closed,
        };
        self.give(seat, access)
    }

    /// Refuses a change that a table in place of an older match cannot take.
    fn check_new(&self) -> Result<(), TableError> {
        match self.table.game().continues() {
            true => Err(TableError::SeatsStay),
            false => Ok(()),
        }
    }

    fn give(&mut self, seat: Seat, access: Access) -> Result<(), TableError> {
        let own = self.own.key();
        let mut gone = None;
        self.alter(|table| {
            let place = table.place_mut(seat)?;
            if let Some(sitter) = place.sitter.take() {
                let name = sitter.name;
                match sitter.machine == own {
                    true if sitter.identity == own => return Err(TableError::HostSits(name)),
                    true => gone = Some(sitter.identity),
                    false => return Err(TableError::Taken { seat, name }),
                }
            }
            place.access = access;
            Ok(())
        })?;
        if let Some(gone) = gone {
            self.own.remove(gone);
        }
        Ok(())
    }

    /// Seats another player of this machine, such as a computer, on a free seat.
    ///
    /// # Errors
    /// Returns [`TableError`] if there is no such seat, it is taken or closed, or the player's key or name is at the table.
    pub fn seat_player(&mut self, seat: Seat, player: Player) -> Result<(), TableError> {
        let sitter = self.own.sitter(&player, self.table.tries());
        self.check_still()?;
        self.own.add(player)?;
        let key = sitter.identity;
        let seated = self.alter(|table| {
            let place = table.place_mut(seat)?;
            match &place.sitter {
                Some(sitter) => {
                    let name = sitter.name.clone();
                    Err(TableError::Taken { seat, name })
                }
                None if place.access == Access::Closed => Err(TableError::ClosedSeat(seat)),
                None => {
                    place.sitter = Some(sitter);
                    Ok(())
                }
            }
        });
        if seated.is_err() {
            self.own.remove(key);
        }
        seated
    }

    /// Gives an own player another name, cleaned and cut to the length of a manifest.
    ///
    /// # Errors
    /// Returns [`TableError`] if this machine has no such player, or the name looks like another one at the table.
    pub fn rename(&mut self, player: usize, name: &str) -> Result<(), TableError> {
        let name = clean_name(name, "player");
        let key = self.own.player(player)?.key();
        self.alter(|table| {
            let seat = table.seat_of(key).ok_or(TableError::NotSeated)?;
            if let Some(sitter) = &mut table.place_mut(seat)?.sitter {
                sitter.name.clone_from(&name);
            }
            Ok(())
        })?;
        self.own.rename(key, name);
        Ok(())
    }
}
