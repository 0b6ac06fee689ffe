//! Where this side is found.

use home::address_book::AddressBook;
use reach::Address;
use reach::whereabouts::{self, Whereabouts};
use tokio::time::Instant;

use super::House;
use crate::limits::LOOK_AROUND;

impl House {
    /// The addresses of this side, as they are now.
    pub(crate) fn gather(&self) -> Whereabouts {
        let AddressBook { listen, typed, .. } = &self.book;
        whereabouts::gather(
            listen,
            typed,
            self.surroundings.router.as_ref(),
            self.surroundings.outside,
        )
    }

    /// True if it is time to look at this side's addresses.
    pub(crate) fn is_look_due(&mut self) -> bool {
        let looked = &mut self.surroundings.looked;
        let is_due = looked.is_none_or(|at| at.elapsed() >= LOOK_AROUND);
        if is_due {
            // a look lists the interfaces, 41 µs; the ticks that other events cause do not repeat it
            *looked = Some(Instant::now());
        }
        is_due
    }

    /// Looks at this side's addresses; true if they have changed since the last look.
    pub(crate) fn look(&mut self) -> (Whereabouts, bool) {
        let whereabouts = self.gather();
        let now = whereabouts.candidates();
        let before = std::mem::replace(&mut self.surroundings.whereabouts, now.clone());
        // the first look has nothing to compare with
        let has_changed = !before.is_empty() && before != now;
        if has_changed {
            tracing::info!(?now, "the addresses of this machine have changed");
        }
        (whereabouts, has_changed)
    }

    /// Asks the services for the outside address, if the user has named any.
    pub(crate) fn ask_services(&mut self) {
        // never unasked: a service learns that this machine plays (docs/network.md, The outside address)
        if self.surroundings.lookout.is_none() && !self.book.services.is_empty() {
            self.surroundings.lookout = self.ports.look_out(self.book.services.clone());
        }
    }

    /// Asks these services for the outside address from now on; at once if somebody is looked for. False if they are the
    /// ones that are asked already.
    pub(crate) fn ask_services_of(&mut self, services: Vec<Address>, is_looking: bool) -> bool {
        // the same list again must not throw away what was heard and shown
        if self.book.services == services {
            return false;
        }
        self.book.services = services;
        // these services may see another address than those before: the answers are forgotten with the lookout
        (self.surroundings.lookout, self.surroundings.outside) = (None, None);
        if is_looking {
            self.ask_services();
        }
        true
    }

    /// True if everybody who was asked where this side is reached has answered.
    pub(crate) fn knows_whereabouts(&self) -> bool {
        let is_mapped =
            // not asked is as good as answered; the wait is for those that may yet speak
            self.surroundings.forwarding.is_none() || self.surroundings.router.is_some();
        is_mapped && (self.surroundings.lookout.is_none() || self.surroundings.outside.is_some())
    }
}
