//! The exchange of two codes, by which two players meet although neither can be reached unasked. The guest's program
//! shows an answer code and opens its own router toward the host; the host enters the answer, and its program dials the
//! guest.

use std::net::SocketAddr;
use std::time::Duration;

use home::{Admits, Invitation};
use protocol::PublicKey;
use reach::diagnosis::{self, Known};
use reach::mapping::Forwarding;
use reach::scope::is_global;
use reach::{Address, Addresses, Trouble};
use tokio::time::Instant;

use super::Way;
use super::narrow_way::NarrowWay;
use super::openers::Openers;
use crate::house::House;
use crate::limits::{OPENERS_AGAIN, OPENERS_LATER};

/// The state of the exchange, until the two sides have met.
#[derive(Debug, Default)]
pub(crate) struct TwoCodes {
    /// The guest's: the invitation, if an answer may be of use.
    pub(crate) invitation: Option<Invitation>,
    /// The guest's: set if this side's router may be asked to forward the port.
    pub(crate) may_map: bool,
    /// The guest's: the answer shown.
    pub(crate) answer: Option<Invitation>,
    /// The datagrams that open this side's router: the guest's, and in an agreed match either side's.
    pub(crate) openers: Option<Openers>,
    /// The guest's: set once the user wants the host to be dialed wherever it may be.
    pub(crate) dials_all: bool,
    /// A fresh code of the peer with which an agreed match was resumed, until this side acts on it.
    fresh: Option<Invitation>,
    /// The host's: the time at which the user entered an answer, or a fresh code of an agreed match.
    pub(crate) entered: Option<Instant>,
    /// The question whether only small packets pass.
    pub(crate) narrow_way: NarrowWay,
    /// The host's: the answer that the user entered.
    pub(crate) taken: Option<Invitation>,
    /// Why the two will hardly meet, once the user has read it.
    pub(crate) told: Option<Trouble>,
}

impl TwoCodes {
    /// The exchange of a guest who has that invitation.
    pub(crate) fn of_guest(invitation: Invitation, may_map: bool) -> Self {
        // a host on this very machine is found or is not there
        let is_here = |address: &SocketAddr| address.ip().is_loopback();
        let may_help = !invitation.addresses.candidates.iter().any(is_here);
        Self {
            invitation: may_help.then_some(invitation),
            may_map,
            ..Self::default()
        }
    }

    /// The exchange of a side that resumes an agreed match with a fresh code of the peer.
    pub(crate) fn of_fresh(code: Option<Invitation>) -> Self {
        Self {
            fresh: code,
            ..Self::default()
        }
    }

    /// The player whose code has led here.
    pub(crate) fn owner(&self) -> Option<PublicKey> {
        let code = self.invitation.as_ref().or(self.fresh.as_ref());
        code.map(|code| code.host)
    }

    /// True if the guest must not dial that address: the answer comes first.
    pub(crate) fn spares(&self, target: &Address) -> bool {
        let is_shut = self
            .invitation
            .as_ref()
            .is_some_and(|code| code.addresses.is_shut);
        // a name is dialed even so: the host typed it, which says that something is forwarded there
        match target {
            Address::Ip(address) => {
                // only the outside IPv4 address: nothing is translated over IPv6, and neighbors reach each other
                // directly
                is_shut && !self.dials_all && address.is_ipv4() && is_global(address.ip())
            }
            Address::Name(_) => false,
        }
    }

    /// True if the two meet now through a router of the peer's that lets in only those the peer has sent to; `None` if
    /// no code led here. A guest that got in by dialing needs no such care.
    pub(crate) fn leads_through_a_shut_router(&self, has_dialed: bool) -> Option<bool> {
        match (&self.invitation, &self.taken) {
            // a guest that got in by dialing has shown that the address is open
            (Some(invitation), _) => Some(invitation.addresses.is_shut && !has_dialed),
            (None, Some(answer)) => Some(answer.addresses.is_shut),
            (None, None) => None,
        }
    }

    /// Spares nothing from now on.
    pub(crate) fn dial_all(&mut self) {
        self.dials_all = true;
    }

    /// True if the host dials a guest, at all addresses of the answer at once.
    pub(crate) fn dials_at_once(&self) -> bool {
        // the guest's openers are under way for all of the host's addresses, so a head start would only cost time
        self.entered.is_some()
    }
}

impl Way {
    /// Acts on the fresh code with which the match was resumed, if any.
    pub(crate) fn open_for_fresh_code(&mut self, house: &House) {
        match self.two_codes.fresh.take() {
            Some(code) => self.open_for(house, code, OPENERS_LATER),
            None => self.open_again(house),
        }
    }

    /// Opens this side's router once more for a peer that two codes led here, after the line was lost or the match was
    /// resumed. As before, the host dials and the guest does not, since each router is easily confused by what comes
    /// unasked.
    pub(crate) fn open_again(&mut self, house: &House) {
        // two who met without a shut router simply dial each other
        let (true, Some(host)) = (self.contact.is_shut, self.contact.peer) else {
            return;
        };
        let code = Invitation {
            host,
            secret: self.contact.secret,
            game: house.book.game,
            last_day: house.book.last_day,
            // the addresses at which the peer proved its key, not those of the old code
            addresses: Addresses {
                candidates: self.contact.found.clone(),
                names: Vec::new(),
                is_shut: true,
            },
            admits: Admits::Match,
        };
        // a router that was confused meanwhile must have the time to forget
        self.open_for(house, code, OPENERS_AGAIN);
    }

    /// Opens this side's router for the addresses in a fresh code of the peer. As before the match was agreed, the host
    /// dials, and the guest does not dial an address that lets nobody in unasked.
    pub(crate) fn open_for(&mut self, house: &House, code: Invitation, later: Duration) {
        let openers = Openers::begin(house.ports.clone(), &code.addresses, later);
        let (invitation, taken) = match house.is_host() {
            true => (None, Some(code)),
            false => (Some(code), None),
        };
        // a new exchange: what was asked, shown and explained about the old code counts no more
        self.two_codes = TwoCodes {
            openers: Some(openers),
            entered: house.is_host().then(Instant::now),
            invitation,
            taken,
            ..TwoCodes::default()
        };
    }

    /// Asks this side's router and the services for addresses at which others reach this side.
    pub(crate) fn ask_around(&mut self, house: &mut House) {
        // a socket of one address has its own port, which the router was not told to forward
        let is_everywhere = house
            .book
            .listen
            .iter()
            .all(|own| own.ip().is_unspecified());
        let port = house.book.listen.first().map(SocketAddr::port);
        if self.two_codes.may_map && house.surroundings.forwarding.is_none() && is_everywhere {
            house.surroundings.forwarding = port.map(Forwarding::begin);
        }
        house.ask_services();
    }

    /// This side's network and NAT, which the two codes do not show.
    pub(crate) fn known(&self, house: &House) -> Known {
        Known {
            outside: house.surroundings.outside,
            narrow: self.narrow(house),
        }
    }

    /// The addresses of the invitation at which nobody has answered, in words.
    pub(crate) fn tried_in_words(&self) -> String {
        let targets = self.contact.targets().into_iter();
        diagnosis::in_words(targets.filter(|target| !self.two_codes.spares(target)))
    }
}
