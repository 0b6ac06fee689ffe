//! The host's side: the one table, and everybody who comes to it.
//!
//! | module | what it does |
//! |---|---|
//! | `hall` | who is at the door: lines, machines, who was let in or turned out |
//! | `arrivals` | lines and frames in |
//! | `seating` | wishes of guests, and the host's answers |
//! | `furnishing` | the host's own changes of the table |
//! | `beginning` | from *Begin* to the match |

mod arrivals;
mod beginning;
mod furnishing;
mod hall;
mod seating;

use std::time::Duration;

use super::consent::{Change, Consent, Lateness, changes};
use super::game::Game;
use super::interface::{LobbyEvent, LobbyOutput, Outbox, Player};
use super::line::goodbye;
use super::own::Own;
use super::table::Table;
use super::words::{LineEnd, TableError};
use crate::frame::{Frame, MAX_CHAT, Past, Said, Sitter, TableFrame};
use crate::manifest::{DropPolicy, Manifest};
use crate::session::{LineId, Now, Session};
use crate::text::{cut, plain_text};
use crate::{Offer, PublicKey, Seat};

use beginning::Beginning;
pub use beginning::SIGNED_WITHIN;
pub use hall::Asker;
use hall::Hall;

/// The table in the host's program.
///
/// * **Inputs**: [`line_up`](Self::line_up), [`handle_frame`](Self::handle_frame), [`line_down`](Self::line_down), and
///   [`handle_timeout`](Self::handle_timeout) about twice a second.
/// * **Decisions**: who sits where, what is played, *Ready*, *Begin*. One that does not fit returns an error in words and
///   leaves the table as it was.
/// * **Outputs**: take [`poll_output`](Self::poll_output) until there is none, after every input and decision.
/// * **The end**: [`LobbyEvent::Begin`] comes once every guest has signed. Make the sessions, have their first writes on
///   disk, then call [`begun`](Self::begun): the lines of everybody at the table are the sessions' from there on. If that
///   fails, [`back`](Self::back) brings everybody back to the table.
///
/// Memory is bounded: sixteen lines of people without a seat, sixty-four machines, eight wishes of each.
#[derive(Debug)]
pub struct HostTable {
    own: Own,
    table: Table,
    /// The fate of a side whose players are gone, if the host has chosen one.
    drop: Option<DropPolicy>,
    /// As the user looked at it last.
    seen: Table,
    hall: Hall,
    /// Whoever has the table's code sits down.
    is_open_to_all: bool,
    consent: Option<Consent>,
    beginning: Option<Beginning>,
    lateness: Lateness,
    outbox: Outbox,
    clock: Duration,
    /// The wall clock, in Unix milliseconds.
    unix_ms: u64,
    /// The file of the older match in whose place the table begins, for those who sit down.
    past: Vec<u8>,
}

impl HostTable {
    /// A table of that many seats, on whose first seats the host's own players sit. The sides go round the seats, from the
    /// offer's `host_side` on. `secret` are fresh random bytes from the operating system, from which the secrets of every
    /// own seat and try follow.
    ///
    /// # Errors
    /// Returns [`TableError`] if the game cannot be played by that many, or the players cannot sit together.
    pub fn new(
        players: Vec<Player>,
        offer: &Offer,
        seats: u8,
        secret: [u8; 32],
    ) -> Result<Self, TableError> {
        let own = Own::new(players, secret)?;
        let mut table = Table::new(Game::of(offer)?, seats, offer.host_side)?;
        for (seat, player) in (0..).map(Seat).zip(own.players()) {
            let sitter = own.sitter(player, 0);
            table.place_mut(seat)?.sitter = Some(sitter);
        }
        table.check()?;
        table.set_drop(offer.drop);
        table.settle();
        Ok(Self::of(own, table, offer.drop, Vec::new()))
    }

    /// A table in place of an older match, as [`Session::offer_places`](crate::Session::offer_places) of a seat on this
    /// machine says. The seats are those of that match: this machine's players sit on theirs, each other one is kept for its
    /// player, and those of players who are gone are open to others. `past` is the file of that match, for those who sit
    /// down.
    ///
    /// # Errors
    /// Returns [`TableError`] if the match cannot be continued so, or none of these players has a seat in it.
    pub fn in_place(
        players: Vec<Player>,
        beginning: Manifest,
        past: Vec<u8>,
        secret: [u8; 32],
    ) -> Result<Self, TableError> {
        let own = Own::new(players, secret)?;
        let drop = beginning.policies.drop;
        let mut table = Table::in_place(Game::in_place(beginning)?)?;
        for player in own.players() {
            let seat = table.game().former_seat(player.key());
            let seat = seat.filter(|seat| table.game().stays(*seat, player.key()));
            let seat = seat.ok_or(TableError::NotSeated)?;
            table.place_mut(seat)?.sitter = Some(own.sitter(player, 0));
        }
        table.check()?;
        table.settle();
        Ok(Self::of(own, table, Some(drop), past))
    }

    fn of(own: Own, table: Table, drop: Option<DropPolicy>, past: Vec<u8>) -> Self {
        Self {
            drop,
            seen: table.clone(),
            own,
            table,
            hall: Hall::default(),
            is_open_to_all: false,
            consent: None,
            beginning: None,
            lateness: Lateness::default(),
            outbox: Outbox::default(),
            clock: Duration::ZERO,
            unix_ms: 0,
            past,
        }
    }

    /// The next output; call until there is none.
    pub fn poll_output(&mut self) -> Option<LobbyOutput> {
        self.outbox.next()
    }

    /// The table as everybody is shown it.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The key of this machine, which its lines have.
    pub fn key(&self) -> PublicKey {
        self.own.key()
    }

    /// The players of this machine, the host first.
    pub fn players(&self) -> &[Player] {
        self.own.players()
    }

    /// What has changed since [`mark_seen`](Self::mark_seen).
    pub fn changes(&self) -> Vec<Change> {
        changes(&self.seen, &self.table)
    }

    /// The user has looked at the table.
    pub fn mark_seen(&mut self) {
        self.seen = self.table.clone();
    }

    /// Those who ask to sit down, in the order in which they came.
    pub fn askers(&self) -> Vec<Asker> {
        self.hall.askers()
    }

    /// Seats that have kept the others waiting for two minutes.
    pub fn late(&self) -> Vec<Seat> {
        self.lateness.late(&self.table, self.clock)
    }

    /// True while our own players are ready for what the table shows.
    pub fn is_ready(&self) -> bool {
        self.consent.is_some()
    }

    /// Our own players are ready for what the table shows, or no longer.
    ///
    /// # Errors
    /// Returns [`TableError`] if the table is not whole, or a match is about to begin.
    pub fn ready(&mut self, is_ready: bool) -> Result<(), TableError> {
        self.ready_in_place(is_ready, &[], Now::default())
    }

    /// As [`ready`](Self::ready), in place of an older match, with this machine's sessions of that one.
    ///
    /// # Errors
    /// As [`ready`](Self::ready), and if a session is missing or would not sign what the table shows.
    pub fn ready_in_place(
        &mut self,
        is_ready: bool,
        older: &[&Session],
        now: Now,
    ) -> Result<(), TableError> {
        self.check_still()?;
        if is_ready {
            self.own.compare(&self.table, older, now)?;
        }
        let machine = self.own.key();
        self.consent = is_ready.then(|| Consent::of(&self.table, machine));
        self.mark_seen();
        self.publish();
        Ok(())
    }

    /// Says something to everybody who sits at the table, cut to 2 KiB.
    pub fn chat(&mut self, text: &str) {
        let text = plain_text(text);
        self.tell_all(None, self.own.key(), cut(&text, MAX_CHAT));
    }

    /// Says goodbye to everybody: the table is gone.
    pub fn leave(&mut self) {
        for line in self.hall.line_ids() {
            self.close(line, LineEnd::Left);
        }
        if !self.is_begun() {
            self.beginning = None;
        }
    }

    /// Refuses a change while a match is about to begin: guests may have signed the table as it is.
    fn check_still(&self) -> Result<(), TableError> {
        match self.beginning {
            None => Ok(()),
            Some(_) => Err(TableError::Beginning),
        }
    }

    /// Changes the table if the change is sound, and shows it to everybody.
    fn alter(
        &mut self,
        change: impl FnOnce(&mut Table) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        self.check_still()?;
        // on a copy: what is refused leaves the table as it was
        let mut next = self.table.clone();
        change(&mut next)?;
        next.check()?;
        // the usual fate follows from the seats, which may just have changed
        next.set_drop(self.drop);
        self.table = next;
        self.publish();
        Ok(())
    }

    /// Works out what follows from a change, and shows the table to everybody who has not seen it so.
    fn publish(&mut self) {
        self.table.settle();
        let machine = self.own.key();
        let table = &self.table;
        if self
            .consent
            .take_if(|consent| !consent.covers(table, machine))
            .is_some()
        {
            let changes = self.changes();
            self.outbox.show(LobbyEvent::ReadyTakenBack(changes));
        }
        self.hall.drop_consents(&self.table);
        let before = self.table.seating().clone();
        for seat in 0..before.seats.len() {
            let place = self.table.seating().seats.get(seat);
            let sitter = place.and_then(|place| place.sitter.as_ref());
            let Some(machine) = sitter.map(|sitter| sitter.machine) else {
                continue;
            };
            let (is_here, is_ready) = match machine == self.own.key() {
                true => (true, self.consent.is_some()),
                false => (self.hall.is_here(machine), self.hall.is_ready(machine)),
            };
            let place = self.table.seating_mut().seats.get_mut(seat);
            let shown: Option<&mut Sitter> = place.and_then(|place| place.sitter.as_mut());
            if let Some(shown) = shown {
                (shown.is_here, shown.is_ready) = (is_here, is_ready);
            }
        }
        let version = self.table.version();
        if self.hall.published() != Some(self.table.seating()) {
            self.table.seating_mut().version = version.saturating_add(1);
            self.hall.publish(self.table.seating().clone());
            self.outbox.show(LobbyEvent::Changed);
        }
        self.lateness.look(&self.table, self.clock);
        self.show_table();
    }

    /// Sends game and table where they are not known yet.
    fn show_table(&mut self) {
        // who is about to sign takes a table for the end of that
        let signing = self.beginning.as_ref().map(Beginning::machines);
        let due = self.hall.due(&self.table, &signing.unwrap_or_default());
        for (line, with_game) in due {
            if with_game {
                let game = TableFrame::Game(self.table.game().to_bytes());
                self.outbox.send(line, &game);
            }
            let seating = Box::new(self.table.seating().clone());
            self.outbox.send(line, &TableFrame::Table(seating));
        }
        self.show_past();
    }

    /// Sends the file of the older match, once a line, to those who sit at the table: their programs compare.
    fn show_past(&mut self) {
        if self.past.is_empty() || self.beginning.is_some() {
            return;
        }
        for line in self.hall.due_past(&self.table) {
            for part in Past::parts(&self.past) {
                self.outbox
                    .send(line, &TableFrame::Match(Frame::Past(part)));
            }
        }
    }

    /// Passes on what somebody at the table says.
    fn tell_all(&mut self, from: Option<LineId>, who: PublicKey, text: &str) {
        // no talk while a match is about to begin: the lines are about to be the sessions'
        if self.beginning.is_some() {
            return;
        }
        let said = TableFrame::Said(Said {
            who,
            text: text.to_owned(),
        });
        for (line, machine) in self.hall.greeted() {
            let is_seated = self.table.sitters_of(machine).next().is_some();
            if is_seated && Some(line) != from {
                self.outbox.send(line, &said);
            }
        }
    }

    /// Ends a line, with a goodbye that says why.
    fn close(&mut self, line: LineId, end: LineEnd) {
        if let Some(bye) = goodbye(&end) {
            self.outbox.send(line, &bye);
        }
        self.hall.remove_line(line);
        self.outbox.close(line, end);
    }
}
