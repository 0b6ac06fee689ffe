//! Two sessions that begin with an offer.

use super::Table;
use super::table::Beginning;
use crate::frame::{Frame, Head};
use crate::{Offer, Seat};

/// Two sessions joined by queues.
pub type Pair = Table<2>;

impl Pair {
    /// A host with that offer and a guest, not yet connected; `seed` makes their keys differ from other pairs'.
    pub fn new(offer: Offer, seed: u8) -> Self {
        let mut pair = Self::of(Beginning::Offer(Box::new(offer)), [Seat(0), Seat(1)], seed);
        for seat in [Seat(0), Seat(1)] {
            pair.begin(seat);
        }
        pair
    }

    /// A pair whose match is agreed and under way.
    pub fn agreed(offer: Offer, seed: u8) -> Self {
        let mut pair = Self::new(offer, seed);
        pair.connect();
        pair.run();
        pair.accept();
        pair.run();
        pair
    }

    /// The guest agrees to the present offer, if there is one.
    pub fn accept(&mut self) {
        self.with(Seat(1), |session, now| {
            let offered = session.sid();
            offered.is_some_and(|sid| session.accept(now, &sid).is_ok())
        });
    }

    /// The nonce that a seat gave for the present line.
    pub fn nonce_of(&self, seat: Seat) -> [u8; 32] {
        let mut sent = self.wire.iter().rev().filter(|(from, _)| *from == seat);
        let hello = sent.find_map(|(_, frame)| match Frame::from_bytes(frame) {
            Ok(Frame::Hello(hello)) => hello.body,
            _ => None,
        });
        hello.map(|body| body.nonce).expect("a greeting was sent")
    }

    /// A HEAD that the seat's match key signs for the present line, with what `change` makes of the honest one.
    pub fn head_of(&self, seat: Seat, change: impl FnOnce(&mut Head)) -> Vec<u8> {
        let chain = self.session(seat.other()).chain().expect("a match");
        let mut head = chain.head(seat, self.nonce_of(seat.other()));
        change(&mut head);
        Frame::Head(head.signed(&self.match_key(seat))).to_bytes()
    }
}
