//! Queries of the fast position for the judgment of the computer: units near a spot, cells that a unit covers, legality of an
//! order.

use super::gait::{self, Gait};
use super::{FastOrder, FastPosition, Spot};
use crate::warlord::{Kind, Side, Unit};

impl FastPosition {
    /// The unit on a spot.
    #[inline]
    pub fn unit_at(&self, spot: Spot) -> Option<Unit> {
        let standing = self.standing[spot.index()];
        let side = standing.side()?;
        Some(self.armies[side.index()].pieces[standing.number()].unit(side))
    }

    /// The units of a side on the 7x7 cells round a spot, as the bits of [`Spot::in_window`].
    #[inline]
    pub fn near(&self, side: Side, spot: Spot) -> u64 {
        self.armies[side.index()].occupied.window(spot.corner()) & gait::area(3)
    }

    /// The units of both sides on the 7x7 cells round a spot, as the bits of [`Spot::in_window`].
    #[inline]
    pub fn near_all(&self, spot: Spot) -> u64 {
        let [white, black] = &self.armies;
        let near = white
            .occupied
            .window_of_both(&black.occupied, spot.corner());
        near & gait::area(3)
    }

    /// The cells on which a unit of that side and kind on that spot could capture if an enemy stood there, as the bits
    /// of [`Spot::in_window`]. Neither the turn nor activations matter.
    #[inline]
    pub fn covers(&self, unit: Unit, spot: Spot) -> u64 {
        let facts = self.landings.kind(unit.kind);
        let ground = self.landings.mask(unit.kind, spot);
        // a leap passes over whatever stands in between, so only the ground limits it
        if facts.gait == Gait::Leap {
            return ground;
        }
        let own = self.near(unit.side, spot);
        let enemy = self.near(unit.side.opponent(), spot);
        facts.gait.covered(ground, own, enemy)
    }

    /// The cells on which another unit can block a unit of that kind or open more cells to it, as the bits of
    /// [`Spot::in_window`].
    #[inline]
    pub fn hindering(&self, kind: Kind) -> u64 {
        self.landings.kind(kind).gait.hindering()
    }

    /// True if the order is legal, so that [`FastPosition::apply`] may make it.
    // by the lists themselves: a second judgment could disagree with them
    pub fn allows(&self, order: FastOrder) -> bool {
        if self.turn.outcome.is_some() {
            return false;
        }
        let own = |spot: Spot| {
            let standing = self.standing[spot.index()];
            (standing.side() == Some(self.turn.side)).then(|| standing.number())
        };
        let mut found = false;
        match order {
            FastOrder::End => return true,
            FastOrder::Enter { kind, spot } => self.for_each_entry(|due, cell| {
                found |= (due, cell) == (kind, spot);
            }),
            // Rules: warlord 2.1; entering takes no order of the CAP, so entries are looked up above
            FastOrder::Move { .. } | FastOrder::Swap { .. } if self.left() == 0 => {}
            FastOrder::Move { from, to } => {
                if let Some(number) = own(from) {
                    let moves = self.moves(&self.own_pieces()[number]);
                    found = from.bit_of(to).is_some_and(|bit| moves >> bit & 1 != 0);
                }
            }
            FastOrder::Swap { leader, cannon } => {
                if let Some(number) = own(leader) {
                    self.for_each_swap_of(number, |_, other| found |= other == cannon);
                }
            }
        }
        found
    }
}
