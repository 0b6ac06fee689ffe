//! The addresses of the two sides: where this side is found now, and where else the peer may be found.

use std::net::SocketAddr;
use std::sync::Arc;

use home::Invitation;
use home::clock::today;
use home::limits::INVITATION_DAYS;
use reach::Trouble;
use tokio::time::Instant;

use super::Driver;
use crate::handle::Happening;
use crate::limits::{LOOK_AROUND, OPENERS_LATER, STRANDED};
use crate::line::Down;
use crate::snapshot::LineState;

impl Driver {
    /// The peer has proved its key at a further address.
    pub(super) fn proved(&mut self, address: SocketAddr) {
        if let Some(keeper) = self.keeper()
            && !keeper.book.found.contains(&address)
        {
            keeper.book.found.push(address);
            self.keep_book();
        }
    }

    /// Looks at this side's addresses. A line whose own address is gone is given up at once and dialed again, without
    /// waiting for silence; the code of a host and the code for the way back then name the present addresses.
    pub(super) fn look_around(&mut self) {
        let is_agreed = self.is_agreed();
        let Some(keeper) = self.keeper() else {
            return;
        };
        if keeper
            .surroundings
            .looked
            .is_some_and(|at| at.elapsed() < LOOK_AROUND)
        {
            return;
        }
        // a look lists the interfaces, 41 µs; the ticks that other events cause do not repeat it
        keeper.surroundings.looked = Some(Instant::now());
        if !is_agreed && keeper.is_host() && keeper.book.services.is_empty() {
            // every peer of another match knows it as well as a service
            keeper.surroundings.outside = keeper.ports.outside().or(keeper.surroundings.outside);
        }
        // a short break needs no service: after 5 s the peer may no longer know where this side is
        let is_stranded = keeper.line.is_none() && keeper.alone_since.elapsed() >= STRANDED;
        if is_agreed && is_stranded {
            keeper.ask_services();
        }
        let whereabouts = keeper.gather();
        let now = whereabouts.candidates();
        let before = std::mem::replace(&mut keeper.surroundings.whereabouts, now.clone());
        // the first look has nothing to compare with
        let has_changed = !before.is_empty() && before != now;
        // a code for the way back must outlive the pause until the next sitting; an invitation keeps its day
        let last_day = if is_agreed {
            today().saturating_add(INVITATION_DAYS)
        } else {
            keeper.book.last_day
        };
        let code = keeper
            .book
            .code(keeper.own, last_day, whereabouts.addresses());
        if has_changed {
            tracing::info!(?now, "the addresses of this machine have changed");
        }
        if !is_agreed {
            if keeper.is_host() {
                self.show_reachability(whereabouts.in_words());
            }
            // a guest's answer is renewed by `answer_when_due`
            if has_changed && self.may_wait_for_another() {
                self.show_code(code);
            }
            return;
        }
        self.view.shown.meeting.way_back = Some(Arc::new(code.clone()));
        let Some(keeper) = self.keeper() else {
            return;
        };
        match &mut keeper.line {
            // 12 s of silence are saved: QUIC cannot move a server's end of a connection
            Some(line) if has_changed && line.has_lost_its_way() => {
                return self.lose_line(Down::Broken("this machine's address is gone".to_owned()));
            }
            Some(line) => {
                if has_changed {
                    // the peer sees at once where this side is now
                    line.probe();
                }
                // what this side had while the line was up is what the peer can dial; a code is shown later only if
                // that has changed
                if keeper.book.told != now {
                    keeper.book.told = now;
                    self.keep_book();
                }
                return;
            }
            None => {}
        }
        // shown once for each change, and not while the peer already knows
        if is_stranded && keeper.book.told != now && keeper.surroundings.shown != now {
            // the peer does not know this side's addresses, so that both dial
            keeper.two_codes.dial_all();
            keeper.surroundings.shown = now;
            self.show_code(code);
        }
        // at once: the last attempts failed in the network that is gone
        if has_changed {
            self.dial_now();
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
        if let Some(keeper) = self.keeper()
            && keeper.book.take(code)
        {
            // with a line there is nothing to open: the addresses are kept for the next time
            if keeper.line.is_none() {
                keeper.open_for(code.clone(), OPENERS_LATER);
            }
            self.keep_book();
            self.dial_now();
            return Ok(());
        }
        Err(Trouble {
            what: "the code is not of this match".to_owned(),
            advice: "take the code that the other player's program shows for this match".to_owned(),
        })
    }

    /// The user does not want to wait for the next attempt.
    pub(super) fn dial_now(&mut self) {
        if let Some(keeper) = self.keeper() {
            // stopped first: the attempt under way may be in a pause of a minute
            keeper.dialing.stop();
            keeper.dialing.failures = 0;
            keeper.dial_if_alone();
        }
    }

    pub(super) fn dial_again(&mut self) {
        let Some(keeper) = self.keeper().filter(|keeper| keeper.line.is_none()) else {
            return;
        };
        keeper.dialing.failures += 1;
        keeper.dial_if_alone();
        // a line whose place another connection was to take
        if matches!(self.view.shown.line, LineState::Up | LineState::Slow) {
            self.show_lost();
        }
    }
}
