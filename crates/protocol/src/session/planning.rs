//! A set-up in parts: each member of a side that is shared by leaders proposes its own, shows it to its mates, and seals
//! it once all parts of the side are here and legal together.

use rules::AnyOrder;

use super::Session;
use crate::Seat;

impl Session {
    /// This seat's place among the seats that share its side: the number by which the rules know this member. 0 for a seat
    /// that has its side alone, and before there is a match.
    pub fn own_member(&self) -> u8 {
        self.member_of(self.seat()).unwrap_or(0)
    }

    /// A seat's place among the seats that share its side; none for a seat that does not play.
    pub fn member_of(&self, seat: Seat) -> Option<u8> {
        self.chain()?.member(seat)
    }

    /// True if our player has proposed its part of a set-up and the program has not sealed it yet: it waits for the
    /// mates' parts, and the player may propose another one.
    pub fn is_planning(&self) -> bool {
        false
    }

    /// The parts of the set-up of our side that its members have shown so far, our own among them, by seat: each an order
    /// that holds that member's part alone.
    pub fn plans(&self) -> Vec<(Seat, AnyOrder)> {
        Vec::new()
    }
}
