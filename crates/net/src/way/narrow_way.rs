//! A network on the way that carries only packets smaller than a handshake's: the silence looks like any other until a
//! small packet is answered.

use std::net::SocketAddr;
use std::time::Duration;

use home::address_book::Role;
use reach::Address;
use reach::diagnosis::Narrow;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::Way;
use super::openers::addresses_of;
use crate::house::House;
use crate::limits::{DIALED_IN_VAIN, STRANDED};

/// Whether small packets are answered where large ones are not; asked once for each time without a line.
#[derive(Debug, Default)]
pub(crate) enum NarrowWay {
    /// Nobody was asked.
    #[default]
    Unasked,
    /// The answer is awaited.
    Asked(oneshot::Receiver<Option<SocketAddr>>),
    /// The address at which a small packet was answered; `None` if none was.
    Known(Option<SocketAddr>),
}

impl Way {
    /// The network that carries only small packets, if one is known: this machine's own, or one on the way.
    pub(crate) fn narrow(&self, house: &House) -> Option<Narrow> {
        match self.two_codes.narrow_way {
            // known without asking: the system itself refused a packet of 1,200 bytes
            _ if house.ports.is_narrow() => Some(Narrow::Here),
            NarrowWay::Known(Some(address)) => Some(Narrow::OnTheWay(address)),
            _ => None,
        }
    }

    /// The time for which this side has dialed without success, and the time after which it asks.
    fn in_vain(&self, house: &House) -> Option<(Duration, Duration)> {
        let alone = self.alone_since;
        let (since, patience): (Option<Instant>, _) = match house.book.role {
            Role::Local => (None, DIALED_IN_VAIN),
            // longer in a match that has begun: most silence there is a line that comes back within seconds
            _ if self.has_met => (Some(alone), STRANDED),
            Role::Guest => (Some(alone), DIALED_IN_VAIN),
            // a host counts from the answer: before it there was nobody to dial
            Role::Host => (self.two_codes.entered, DIALED_IN_VAIN),
        };
        Some((since?.elapsed(), patience))
    }

    /// Asks with small packets if this side dials without success, and takes the answer.
    pub(crate) fn look_for_a_narrow_way(&mut self, house: &House) {
        if let NarrowWay::Asked(told) = &mut self.two_codes.narrow_way {
            // the asking task may still be at it; the next tick looks again
            if let Ok(heard) = told.try_recv() {
                self.two_codes.narrow_way = NarrowWay::Known(heard);
            }
            return;
        }
        let is_due = self
            .in_vain(house)
            .is_some_and(|(time, after)| time >= after);
        let (NarrowWay::Unasked, true, Some(peer)) =
            (&self.two_codes.narrow_way, is_due, self.contact.peer)
        else {
            return;
        };
        let mut targets = self.contact.targets();
        // an address that must not be dialed must not get a small packet either: its router would take note of both
        targets.retain(|target| !self.two_codes.spares(target));
        let ports = house.ports.clone().by(self.contact.secret);
        let (tell, told) = oneshot::channel();
        tokio::spawn(async move {
            let mut addresses = Vec::new();
            for target in targets {
                match target {
                    Address::Ip(address) => addresses.push(address),
                    Address::Name(name) => addresses.extend(addresses_of(&name).await),
                }
            }
            // nobody listens any more if a line has come meanwhile
            let _ = tell.send(ports.heard_small(addresses, peer).await);
        });
        self.two_codes.narrow_way = NarrowWay::Asked(told);
    }
}
