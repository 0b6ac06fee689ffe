//! The lines of a match to other programs: the house, and a way to each other machine.

use std::time::Duration;

use home::Invitation;
use home::address_book::AddressBook;
use protocol::{LineId, PublicKey};
use reach::Address;
use tokio::task::JoinSet;

use crate::close::CloseCode;
use crate::house::House;
use crate::start::Resources;
use crate::way::Way;

/// The house of this program in a match, and its ways: one in a match of two, one for each other machine at a table.
pub(crate) struct Remote {
    pub(crate) house: House,
    pub(crate) ways: Vec<Way>,
    /// What the house was opened with, and is opened with again for another player of this machine.
    pub(crate) resources: Resources,
}

impl Remote {
    /// Looks for everybody who is not here.
    pub(crate) fn begin(&mut self) {
        for way in &mut self.ways {
            way.open_for_fresh_code(&self.house);
            way.dial_if_alone(&self.house);
        }
    }

    /// The way to the machine with that key. In a match of two it is the one way, whoever comes: the door has let the
    /// player in.
    pub(crate) fn way_of(&self, peer: PublicKey) -> Option<usize> {
        match self.house.book.is_table {
            true => {
                let is_that = |way: &Way| way.contact.is_of(peer);
                self.ways.iter().position(is_that)
            }
            false => (!self.ways.is_empty()).then_some(0),
        }
    }

    /// The way whose line the session knows by that name.
    pub(crate) fn way_told(&self, line: LineId) -> Option<usize> {
        self.ways.iter().position(|way| way.told == Some(line))
    }

    /// Takes a fresh code of a player of this match; the place of the way to that player.
    pub(crate) fn take_code(&mut self, code: &Invitation) -> Option<usize> {
        let mut book = self.book();
        let is_taken = book.take(code);
        let at = self.way_of(code.host).filter(|_| is_taken)?;
        if let Some(contact) = book.contact(code.host) {
            self.ways[at].contact = contact.clone();
            self.ways[at].contact.moved_to(code.host);
        }
        Some(at)
    }

    /// Dials everybody who is not here, at every address.
    pub(crate) fn dial_everywhere(&mut self) {
        for way in &mut self.ways {
            way.two_codes.dial_all();
            way.dial_now(&self.house);
        }
    }

    /// Asks those services for the outside address from now on; false if they are asked already.
    pub(crate) fn ask_services_of(&mut self, services: Vec<Address>) -> bool {
        let Self { house, ways, .. } = self;
        // while the peer is here nobody needs the address, and nobody is asked without need
        let is_looking = ways.iter().all(|way| way.line.is_none() && !way.has_met);
        let is_changed = house.ask_services_of(services, is_looking);
        if is_changed {
            ways.iter_mut().for_each(|way| way.two_codes.told = None);
        }
        is_changed
    }

    /// Ends every line: gives the peers the reason, and waits for at most `patience` until they know.
    pub(crate) async fn end(self, is_complete: bool, patience: Duration) {
        let Self {
            mut house, ways, ..
        } = self;
        house.shut_out();
        let code = match is_complete {
            true => CloseCode::Done,
            false => CloseCode::Left,
        };
        // at the same time: one peer that is slow must not take the patience of all
        let mut ending = JoinSet::new();
        for way in ways {
            ending.spawn(way.end(code, patience));
        }
        ending.join_all().await;
        house.close(code, patience).await;
    }

    /// The address book, to be kept.
    pub(crate) fn book(&self) -> AddressBook {
        AddressBook {
            contacts: self.ways.iter().map(|way| way.contact.clone()).collect(),
            ..self.house.book.clone()
        }
    }
}
