//! The exchange of two codes as the user of a match of two follows it.

use home::Invitation;
use reach::{Address, Trouble};

use super::{Driver, Remote};
use crate::dial_error::DialError;
use crate::handle::Happening;
use crate::way::{Told, check_answer};

impl Driver {
    /// Dials every address at once: the user does not want to wait, and a guest's user does not want to wait for the
    /// host either.
    pub(super) fn dial_everywhere(&mut self) {
        if let Some(remote) = self.remote() {
            remote.dial_everywhere();
        }
    }

    /// True if this guest has shown an answer, and waits for the host.
    pub(super) fn has_answered(&mut self) -> bool {
        self.only_way()
            .is_some_and(|(_, way)| !way.has_met && way.two_codes.answer.is_some())
    }

    /// The reason why the two will hardly meet, as shown to the user.
    pub(super) fn told_reason(&mut self) -> Option<Trouble> {
        let (_, way) = self.only_way().filter(|(_, way)| !way.has_met)?;
        way.two_codes.told.clone()
    }

    /// Continues the exchange of two codes while the two sides have not met.
    pub(super) fn exchange_codes(&mut self) {
        let own = self.view.shown.meeting.invitation.clone();
        if let Some((house, way)) = self.only_way() {
            let told = way.exchange_codes(house, own.as_deref());
            told.into_iter().for_each(|told| self.tell(told));
        }
    }

    fn tell(&mut self, told: Told) {
        match told {
            Told::Answer(answer) => {
                self.view.shown.meeting.answer = Some(answer.clone());
                self.user.told.push(Happening::Answer(answer));
            }
            Told::Why(why) => self.note(why),
        }
    }

    /// Shows the user once why the two do not meet, and what to do.
    pub(super) fn tell_once(&mut self, at: usize, trouble: Trouble) {
        let told = self.way(at).and_then(|(_, way)| way.tell_once(trouble));
        if let Some(told) = told {
            self.tell(told);
        }
    }

    /// Asks those services for the outside address from now on, as the user has chosen just now.
    pub(super) fn ask_services_of(&mut self, services: Vec<Address>) {
        let is_changed = self
            .remote()
            .is_some_and(|remote| remote.ask_services_of(services));
        if is_changed {
            self.keep_book();
        }
    }

    /// Takes the answer code of a guest, and dials the guest.
    pub(super) fn enter_answer(&mut self, answer: &Invitation) -> Result<(), Trouble> {
        let own = self.view.shown.meeting.invitation.clone();
        let Some(Remote { house, ways, .. }) = self.remote() else {
            return Ok(());
        };
        check_answer(house, answer)?;
        // the guest came by another way meanwhile
        let Some(way) = ways.first_mut().filter(|way| way.line.is_none()) else {
            return Ok(());
        };
        let told = way.enter_answer(house, answer, own.as_deref());
        self.note("The answer is taken; your guest is dialed.".to_owned());
        if let Some(told) = told {
            self.tell(told);
        }
        Ok(())
    }

    /// The guest of an answer was not found: the invitation is as open as before.
    pub(super) fn guest_not_found(&mut self, error: &DialError) {
        if let Some((_, way)) = self.only_way() {
            let note = way.guest_not_found(error);
            self.note(note);
        }
    }
}
