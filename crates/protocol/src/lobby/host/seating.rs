//! Wishes of guests, and the host's answers.

use super::super::interface::{Entrance, LobbyEvent};
use super::super::words::{Failure, LineEnd, TableError};
use super::HostTable;
use crate::frame::{Access, Answer, Reply, Sit, Sitter, TableFrame};
use crate::session::LineId;
use crate::{Fault, PublicKey, Seat};

impl HostTable {
    pub(super) fn hear_sit(
        &mut self,
        line: LineId,
        peer: PublicKey,
        sit: &Sit,
    ) -> Result<(), Fault> {
        let Some(arrival) = self.hall.line(line) else {
            return Ok(());
        };
        let entrance = arrival.entrance;
        // each player's own key has signed for this line: nobody brings the key of somebody else
        if sit.identity.is_weak() || !sit.is_proved(arrival.line.exporter(), &peer) {
            return Err(Fault::Unexpected(
                "a player who has not signed for this line",
            ));
        }
        if let Err(reply) = self.consider(peer, entrance, sit) {
            self.answer(line, sit.identity, reply);
        }
        Ok(())
    }

    fn answer(&mut self, line: LineId, who: PublicKey, reply: Reply) {
        let answer = TableFrame::Answer(Answer { who, reply });
        self.outbox.send(line, &answer);
    }

    /// Fulfills a wish, keeps it for the host, or says why not.
    fn consider(&mut self, peer: PublicKey, entrance: Entrance, sit: &Sit) -> Result<(), Reply> {
        if self.beginning.is_some() {
            return Err(Reply::Beginning);
        }
        if sit.tries != self.table.tries() {
            return Err(Reply::OldKeys);
        }
        if self.hall.is_barred(sit.identity) {
            return Err(Reply::TurnedOut);
        }
        let clock = self.clock;
        let seated = self.table.seat_of(sit.identity);
        let shown = seated.and_then(|seat| self.table.sitter(seat));
        if shown.is_some_and(|shown| shown.machine != peer) {
            return Err(Reply::KeyTaken);
        }
        let asked = Sitter {
            is_here: true,
            is_ready: false,
            ..Sitter::of(peer, sit)
        };
        // a program that comes back, or has fresh keys after a try, moves nobody
        let is_same = shown.is_some_and(|shown| {
            let stays = sit.seat.is_none() || sit.seat == seated;
            // once a try: every other key is another match, for which all programs have to say READY again
            let keys = |sitter: &Sitter| (sitter.key, sitter.session_nonce);
            let is_due = shown.tries != sit.tries || keys(shown) == keys(&asked);
            stays && is_due && shown.person() == asked.person()
        });
        if !is_same && !self.hall.machine(peer).may_move(clock) {
            return Err(Reply::TooOften);
        }
        if seated.is_none() && self.must_ask(peer, entrance, sit.identity) {
            // said at once, not only when the host has let it in
            self.target(peer, entrance, sit)?;
            if let Some(clash) = self.table.clash(&asked) {
                return Err(clash);
            }
            let machine = self.hall.machine(peer);
            if !machine.wish(sit.clone()) {
                return Err(Reply::TooOften);
            }
            let is_news = !std::mem::replace(&mut machine.is_announced, true);
            let is_news = is_news && self.hall.may_announce(clock);
            // once a machine: who asks again and again is in the list and makes no more noise
            self.outbox.show(match is_news {
                true => LobbyEvent::Asked(peer),
                false => LobbyEvent::Changed,
            });
            return Err(Reply::Asked);
        }
        // by whatever keys: a seat's code is no way to take everybody's readiness back again and again
        let walks_in = seated.is_none() && matches!(entrance, Entrance::Seat(_));
        if walks_in && !self.hall.may_walk_in(clock) {
            return Err(Reply::TooOften);
        }
        self.grant(peer, entrance, sit)
    }

    /// True if the host decides whether another player of that machine sits down.
    fn must_ask(&mut self, peer: PublicKey, entrance: Entrance, identity: PublicKey) -> bool {
        let has_seat = self.table.sitters_of(peer).next().is_some();
        let former = self.table.game().former_seat(identity);
        let former = former.and_then(|seat| self.table.place(seat));
        match entrance {
            // the seat is kept for that player, whose key has signed
            _ if former.is_some_and(|place| place.access == Access::Kept) => false,
            // the code of a seat is for one player, whom nobody is asked about
            Entrance::Seat(_) => false,
            Entrance::Table if self.hall.machine(peer).is_let_in => false,
            // one seat a machine, so that nobody takes all of an open table, and not too many in a short time: a new key
            // costs nothing, and each arrival takes readies back
            Entrance::Table => {
                !self.is_open_to_all || has_seat || !self.hall.may_walk_in(self.clock)
            }
        }
    }

    /// The seat that a wish leads to.
    fn target(&self, peer: PublicKey, entrance: Entrance, sit: &Sit) -> Result<Seat, Reply> {
        let seated = self.table.seat_of(sit.identity);
        let access = match entrance {
            Entrance::Table => Access::Open,
            Entrance::Seat(_) => Access::Code,
        };
        let own = self.table.game().former_seat(sit.identity);
        // in place of an older match each of its players has a seat, whatever the code
        if let (Some(own), Some(wished)) = (own, sit.seat)
            && own != wished
        {
            return Err(Reply::OwnSeat(own));
        }
        let kept = own.and_then(|own| self.table.place(own));
        let access = match kept {
            Some(place) if place.access == Access::Kept => Access::Kept,
            _ => access,
        };
        let wished = match (sit.seat.or(own), seated, entrance) {
            (None, Some(seat), _) => return Ok(seat),
            (Some(wished), Some(seat), _) if wished == seat => return Ok(seat),
            (Some(wished), _, Entrance::Seat(seat)) if wished != seat && access != Access::Kept => {
                return Err(Reply::OtherSeat(seat));
            }
            (None, None, Entrance::Seat(seat)) => seat,
            (Some(wished), _, _) => wished,
            (None, None, Entrance::Table) => {
                let mut free = self
                    .table
                    .places()
                    .filter(|(_, place)| place.access == access && place.sitter.is_none());
                return free.next().map(|(seat, _)| seat).ok_or(Reply::Full);
            }
        };
        let Some(place) = self.table.place(wished) else {
            return Err(Reply::NoSuchSeat(wished));
        };
        match (&place.sitter, place.access) {
            (_, Access::Closed) => Err(Reply::Closed(wished)),
            // a second player by one code: it is used
            (Some(sitter), Access::Code) if access == Access::Code && sitter.machine == peer => {
                Err(Reply::CodeUsed(wished))
            }
            (Some(_), _) => Err(Reply::Taken(wished)),
            (None, found) if found == access => Ok(wished),
            (None, Access::Kept) => Err(Reply::Kept(wished)),
            (None, Access::Code) => Err(Reply::NeedsCode(wished)),
            (None, _) => Err(Reply::NoCode(wished)),
        }
    }

    /// Seats a player, or says why not.
    fn grant(&mut self, peer: PublicKey, entrance: Entrance, sit: &Sit) -> Result<(), Reply> {
        let target = self.target(peer, entrance, sit)?;
        let sitter = Sitter::of(peer, sit);
        if let Some(clash) = self.table.clash(&sitter) {
            return Err(clash);
        }
        let from = self.table.seat_of(sit.identity);
        let offered_ms = self.unix_ms;
        let seated = self.alter(|table| {
            // whoever sits down takes all readies back, and so may the time from which days are counted
            if table.game().continues() {
                table.set_game(table.game().offered_at(offered_ms));
            }
            if let Some(from) = from {
                table.place_mut(from)?.sitter = None;
            }
            table.place_mut(target)?.sitter = Some(sitter);
            Ok(())
        });
        // what a table refuses beyond a clash is a weak key
        seated.map_err(|_cause| Reply::KeyTaken)
    }

    pub(super) fn hear_stand(&mut self, line: LineId, peer: PublicKey, identity: PublicKey) {
        let clock = self.clock;
        let machine = self.hall.machine(peer);
        let is_within = machine.may_move(clock);
        let _ = machine.forget(identity);
        // nobody gets up for a player of another machine, or for one who is not here
        let seat = self.table.seat_of(identity).filter(|seat| {
            let sitter = self.table.sitter(*seat);
            sitter.is_some_and(|sitter| sitter.machine == peer)
        });
        if let Some(seat) = seat {
            if self.awaits(peer) {
                let name = self.name_of(peer);
                self.fail_try(Failure::Left(name));
            }
            // all have signed: the player is in the match
            if self.beginning.is_none() {
                if let Ok(place) = self.table.place_mut(seat) {
                    place.sitter = None;
                }
                self.publish();
            }
        }
        if !is_within {
            self.answer(line, identity, Reply::TooOften);
        }
    }

    /// Takes all players of a machine from their seats.
    pub(super) fn vacate(&mut self, machine: PublicKey) {
        for place in &mut self.table.seating_mut().seats {
            place.sitter.take_if(|sitter| sitter.machine == machine);
        }
    }

    /// Whoever has the table's code sits down without being let in, one seat a machine; or the host is asked.
    pub fn open_to_all(&mut self, is_open: bool) {
        self.is_open_to_all = is_open;
    }

    /// Lets the machine with that key in. Its players sit down where they wished, if it is still free.
    ///
    /// # Errors
    /// Returns [`TableError`] if nobody asks with that key, or a match is about to begin.
    pub fn let_in(&mut self, key: PublicKey) -> Result<(), TableError> {
        self.check_still()?;
        let wishes = self.hall.take_wishes(key);
        if wishes.is_empty() {
            return Err(TableError::NobodyAsks);
        }
        self.hall.machine(key).is_let_in = true;
        for sit in wishes {
            // wishes lapse with their line
            let Some(line) = self.hall.line_of(key) else {
                continue;
            };
            let granted = match sit.tries == self.table.tries() {
                true => self.grant(key, Entrance::Table, &sit),
                // the program has seen the new number meanwhile and asks again
                false => Err(Reply::OldKeys),
            };
            if let Err(reply) = granted {
                self.answer(line, sit.identity, reply);
            }
        }
        Ok(())
    }

    /// Does not let the machine with that key in, now or later.
    ///
    /// # Errors
    /// Returns [`TableError`] if nobody asks with that key.
    pub fn turn_away(&mut self, key: PublicKey) -> Result<(), TableError> {
        let wishes = self.hall.take_wishes(key);
        if wishes.is_empty() {
            return Err(TableError::NobodyAsks);
        }
        self.bar(
            key,
            wishes.iter().map(|sit| sit.identity),
            Reply::TurnedAway,
        );
        Ok(())
    }

    /// Takes the machine of the player on that seat from the table, with all its players. None of their keys is let in
    /// again.
    ///
    /// # Errors
    /// Returns [`TableError`] if there is no such seat or nobody sits there, if it is the host's own, or if a match is about
    /// to begin.
    pub fn turn_out(&mut self, seat: Seat) -> Result<(), TableError> {
        self.check_still()?;
        let sitter = self.sitter_on(seat)?;
        let (machine, name) = (sitter.machine, sitter.name.clone());
        if machine == self.own.key() {
            return Err(TableError::HostSits(name));
        }
        let players: Vec<PublicKey> = self
            .table
            .sitters_of(machine)
            .map(|(_, sitter)| sitter.identity)
            .collect();
        self.vacate(machine);
        self.bar(machine, players.into_iter(), Reply::TurnedOut);
        self.publish();
        Ok(())
    }

    fn bar(&mut self, key: PublicKey, players: impl Iterator<Item = PublicKey>, reply: Reply) {
        players.for_each(|player| self.hall.bar(player));
        self.hall.bar(key);
        if let Some(line) = self.hall.line_of(key) {
            self.turn_away_line(line, key, LineEnd::Unwanted(reply));
        }
    }

    /// Lets a key come again that was turned away or out; its machine and players each have one.
    pub fn forgive(&mut self, key: PublicKey) {
        self.hall.forgive(key);
    }

    pub(super) fn sitter_on(&self, seat: Seat) -> Result<&Sitter, TableError> {
        let seats = self.table.places().count();
        let place = self.table.place(seat);
        let place = place.ok_or(TableError::NoSuchSeat { seat, seats })?;
        place.sitter.as_ref().ok_or(TableError::Vacant(seat))
    }
}

impl Sitter {
    fn of(machine: PublicKey, sit: &Sit) -> Self {
        let Sit { name, decider, .. } = sit.clone();
        Self {
            machine,
            identity: sit.identity,
            key: sit.key,
            session_nonce: sit.session_nonce,
            tries: sit.tries,
            name,
            decider,
            is_here: true,
            is_ready: false,
        }
    }
}
