//! The addresses of the two sides: where this side is found now, and where else the peer may be found.

use std::net::SocketAddr;
use std::sync::Arc;

use home::Invitation;
use home::clock::today;
use home::limits::INVITATION_DAYS;
use reach::Trouble;

use super::{Driver, Remote};
use crate::handle::Happening;
use crate::limits::OPENERS_LATER;
use crate::line::Down;
use crate::snapshot::LineState;
use crate::way::Way;

impl Driver {
    /// The peer has proved its key at a further address.
    pub(super) fn proved(&mut self, at: usize, address: SocketAddr) {
        if let Some((_, way)) = self.way(at)
            && !way.contact.found.contains(&address)
        {
            way.contact.found.push(address);
            self.keep_book();
        }
    }

    /// Looks at this side's addresses. A line whose own address is gone is given up at once and dialed again, without
    /// waiting for silence; the code of a host and the code for the way back then name the present addresses.
    pub(super) fn look_around(&mut self) {
        let is_agreed = self.is_agreed();
        let Some(Remote { house, ways, .. }) = self.remote() else {
            return;
        };
        if !house.is_look_due() {
            return;
        }
        if !is_agreed && house.is_host() && house.book.services.is_empty() {
            // every peer of another match knows it as well as a service
            house.surroundings.outside = house.ports.outside().or(house.surroundings.outside);
        }
        // a short break needs no service: after 5 s the peer may no longer know where this side is
        let is_stranded = ways.iter().all(Way::is_stranded);
        if is_agreed && is_stranded {
            house.ask_services();
        }
        let (whereabouts, has_changed) = house.look();
        let now = whereabouts.candidates();
        // a code for the way back must outlive the pause until the next sitting; an invitation keeps its day
        let last_day = match is_agreed {
            true => today().saturating_add(INVITATION_DAYS),
            false => house.book.last_day,
        };
        let code = house
            .book
            .code(house.own, last_day, whereabouts.addresses());
        if !is_agreed {
            if house.is_host() {
                self.show_reachability(whereabouts.in_words());
            }
            // a guest's answer is renewed by `answer_when_due`
            if has_changed && self.may_wait_for_another() {
                self.show_code(code);
            }
            return;
        }
        self.view.shown.meeting.way_back = Some(Arc::new(code.clone()));
        self.move_lines(has_changed);
        let Some(Remote { house, ways, .. }) = self.remote() else {
            return;
        };
        // what this side had while a line was up is what that peer can dial; a code is shown later only if that has
        // changed
        if ways.iter().any(|way| way.line.is_some()) {
            if house.book.told != now {
                house.book.told = now;
                self.keep_book();
            }
            return;
        }
        // shown once for each change, and not while the peer already knows; at a table only those with a line of their own
        // were told, and the others need a code once the one in the middle is gone
        let is_known = house.book.told == now && !house.book.is_table;
        if is_stranded && !is_known && house.surroundings.shown != now {
            // the peer does not know this side's addresses, so that both dial
            ways.iter_mut().for_each(|way| way.two_codes.dial_all());
            house.surroundings.shown = now;
            self.show_code(code);
        }
        // at once: the last attempts failed in the network that is gone
        if has_changed {
            for at in 0..self.remote().map_or(0, |remote| remote.ways.len()) {
                self.dial_now(at);
            }
        }
    }

    /// Sees to it that each line has an address of this side, if these have changed.
    fn move_lines(&mut self, has_changed: bool) {
        for at in 0..self.remote().map_or(0, |remote| remote.ways.len()) {
            let line = self.way(at).and_then(|(_, way)| way.line.as_mut());
            match line.filter(|_| has_changed) {
                // 12 s of silence are saved: QUIC cannot move a server's end of a connection
                Some(line) if line.has_lost_its_way() => {
                    self.lose_line(
                        at,
                        Down::Broken("this machine's address is gone".to_owned()),
                    );
                }
                // the peer sees at once where this side is now
                Some(line) => line.probe(),
                None => {}
            }
        }
    }

    /// Shows a host what is known of how this machine can be reached, when that has changed.
    fn show_reachability(&mut self, words: String) {
        if self.view.shown.meeting.reachability != words {
            self.view.shown.meeting.reachability.clone_from(&words);
            self.note(words);
        }
    }

    /// Shows a code that names the addresses of now; without a network the last one stays.
    fn show_code(&mut self, code: Invitation) {
        if code.addresses.lead_nowhere() {
            return;
        }
        let code = Arc::new(code);
        // in an agreed match the code is the way back; the invitation stays what the guest was sent
        if !self.is_agreed() {
            self.view.shown.meeting.invitation = Some(Arc::clone(&code));
        }
        self.user.told.push(Happening::Code(code));
    }

    /// Takes the addresses from a fresh code of the peer, or from the answer of a guest, and dials them.
    pub(super) fn reach(&mut self, code: &Invitation) -> Result<(), Trouble> {
        if self.may_wait_for_another() {
            return self.enter_answer(code);
        }
        let taken = self.remote().and_then(|remote| remote.take_code(code));
        if let Some(at) = taken {
            if let Some((house, way)) = self.way(at)
                // with a line there is nothing to open: the addresses are kept for the next time
                && way.line.is_none()
            {
                way.open_for(house, code.clone(), OPENERS_LATER);
            }
            self.keep_book();
            self.dial_now(at);
            return Ok(());
        }
        Err(Trouble {
            what: "the code is not of this match".to_owned(),
            advice: "take the code that another player's program shows for this match".to_owned(),
        })
    }

    /// The user does not want to wait for the next attempt.
    pub(super) fn dial_now(&mut self, at: usize) {
        if let Some((house, way)) = self.way(at) {
            way.dial_now(house);
        }
    }

    pub(super) fn dial_again(&mut self, at: usize) {
        let Some((house, way)) = self.way(at).filter(|(_, way)| way.line.is_none()) else {
            return;
        };
        way.dialing.failures += 1;
        way.dial_if_alone(house);
        // a line whose place another connection was to take
        if matches!(self.view.shown.line, LineState::Up | LineState::Slow) {
            self.show_lines();
        }
    }
}
