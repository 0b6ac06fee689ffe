//! Where the table is found, and the codes that say so.

use std::sync::Arc;

use home::Invitation;
use protocol::Offer;
use reach::lan::Announcement;
use reach::{Address, Trouble};

use super::commands::Refused;
use super::free::{free_seats, pending_seats};
use super::handle::LobbyHappening;
use super::side::Side;
use super::task::Lobby;
use crate::dial_error::DialError;
use crate::disk::on_disk;
use crate::line::Down;
use crate::way::{Told, check_answer};

impl Lobby {
    /// Looks at this side's addresses: the code of a host names those of now, and a line whose own address is gone is
    /// given up at once.
    pub(super) fn look_around(&mut self) {
        self.exchange_codes();
        let house = &mut self.remote.house;
        if !house.is_look_due() {
            return;
        }
        let is_host = self.side.is_host();
        if is_host && house.book.services.is_empty() {
            // every peer of another match knows it as well as a service
            house.surroundings.outside = house.ports.outside().or(house.surroundings.outside);
        }
        let (whereabouts, has_changed) = house.look();
        let code = house
            .book
            .code(house.own, house.book.last_day, whereabouts.addresses());
        if has_changed {
            for at in 0..self.remote.ways.len() {
                let line = self.way(at).and_then(|(_, way)| way.line.as_mut());
                match line {
                    Some(line) if line.has_lost_its_way() => {
                        let what = "this machine's address is gone".to_owned();
                        self.lose_line(at, &Down::Broken(what));
                    }
                    // the peer sees at once where this side is now
                    Some(line) => line.probe(),
                    None => {}
                }
            }
        }
        if !is_host {
            return;
        }
        let words = whereabouts.in_words();
        if self.shown.meeting.reachability != words {
            self.shown.meeting.reachability.clone_from(&words);
            self.note(words);
        }
        // without a network the last code stays
        if has_changed && !code.leads_nowhere() {
            let code = Arc::new(code);
            self.shown.meeting.invitation = Some(Arc::clone(&code));
            self.told.push(LobbyHappening::Code(code));
            self.announced = None;
            self.announce();
        }
    }

    fn exchange_codes(&mut self) {
        let own = self.shown.meeting.invitation.clone();
        for at in 0..self.remote.ways.len() {
            if let Some((house, way)) = self.way(at) {
                let told = way.exchange_codes(house, own.as_deref());
                told.into_iter().for_each(|told| self.tell(told));
            }
        }
    }

    fn tell(&mut self, told: Told) {
        match told {
            Told::Answer(answer) => {
                self.shown.meeting.answer = Some(Arc::clone(&answer));
                self.told.push(LobbyHappening::Answer(answer));
            }
            Told::Why(why) => self.note(why),
        }
    }

    /// Announces the table with the seats that are free now.
    pub(super) fn announce(&mut self) {
        let (Side::Host(host), Some(pending)) = (&self.side, &self.pending) else {
            return;
        };
        let seats = free_seats(host);
        let code = self.shown.meeting.invitation.clone();
        let Some(code) = code.filter(|_| pending.lan && self.announced != Some(seats)) else {
            return;
        };
        self.announced = Some(seats);
        let mut found = code.announced(pending.offer.scenario.title(), &pending.name);
        found.seats = seats;
        let house = &mut self.remote.house;
        // first: the old one takes the name back that the new one is announced under
        house.callers.announcement = None;
        // multicast may be forbidden or its port taken; the code needs none of it
        house.callers.announcement = Announcement::new(found, &house.book.listen).ok().flatten();
    }

    /// Another game is offered from now on, also after this program has ended.
    pub(super) fn offered(&mut self, offer: Offer) {
        if let Some(pending) = &mut self.pending {
            pending.offer = offer;
        }
        self.announced = None;
        self.announce();
        self.keep_pending(true);
    }

    /// Has the table on disk as it is to be opened again, if it is another: what is played, and how the seats are given.
    pub(super) fn keep_pending(&mut self, is_new: bool) {
        let (Side::Host(host), Some(pending)) = (&self.side, &mut self.pending) else {
            return;
        };
        let table = pending_seats(host);
        if (&table, self.shown.is_open_to_all) == (&pending.table, pending.is_open_to_all)
            && !is_new
        {
            return;
        }
        (pending.table, pending.is_open_to_all) = (table, self.shown.is_open_to_all);
        let file = self.remote.house.callers.pending.as_mut();
        let kept = file.map_or(Ok(()), |file| on_disk(|| file.change(pending)));
        if let Err(error) = kept {
            self.note(format!(
                "The change lasts only as long as this program: {error}."
            ));
        }
    }

    /// Dials every address at once: the user does not want to wait.
    pub(super) fn dial_everywhere(&mut self) {
        self.remote.dial_everywhere();
    }

    pub(super) fn ask_services_of(&mut self, services: Vec<Address>) {
        self.remote.ask_services_of(services);
    }

    /// Takes a fresh code of the host, or the answer code of a guest, and dials there.
    pub(super) fn reach(&mut self, code: &Invitation) -> Result<(), Refused> {
        let other = |trouble: Trouble| Refused::Other {
            what: trouble.what,
            advice: trouble.advice,
        };
        if !self.side.is_host() {
            let Some(at) = self.remote.take_code(code) else {
                return Err(other(Trouble {
                    what: "the code is not of this table".to_owned(),
                    advice: "take the code that the host's program shows for this table".to_owned(),
                }));
            };
            if let Some((house, way)) = self.way(at) {
                way.dial_now(house);
            }
            return Ok(());
        }
        check_answer(&self.remote.house, code).map_err(other)?;
        let own = self.shown.meeting.invitation.clone();
        let at = self.way_for(code.host);
        // the guest came by another way meanwhile
        let Some((house, way)) = at
            .and_then(|at| self.way(at))
            .filter(|(_, way)| way.line.is_none())
        else {
            return Ok(());
        };
        let told = way.enter_answer(house, code, own.as_deref());
        self.note("The answer is taken; your guest is dialed.".to_owned());
        if let Some(told) = told {
            self.tell(told);
        }
        Ok(())
    }

    /// The guest of an answer was not found: the table is as open as before.
    pub(super) fn guest_not_found(&mut self, at: usize, error: &DialError) {
        if let Some((_, way)) = self.way(at) {
            let note = way.guest_not_found(error);
            self.note(note);
        }
    }
}
