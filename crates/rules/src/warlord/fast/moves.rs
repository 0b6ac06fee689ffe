//! Moves, the orders that are made and unmade most. Values that do not depend on where a unit goes are worked out once
//! for all its moves.

use super::activation::MOST_WORDS;
use super::army::Standing;
use super::done::{Done, Trace};
use super::generate::Bits;
use super::leader_set::LeaderSet;
use super::{FastPosition, Spot, key};
use crate::warlord::Kind;
use crate::warlord::Side;

/// A unit of the side to move, before it goes.
// copied and not borrowed: the position changes while it is used
#[derive(Clone, Copy)]
pub(super) struct Mover {
    pub(super) side: Side,
    /// Its place on its side's list.
    pub(super) number: usize,
    pub(super) kind: Kind,
    pub(super) from: Spot,
}

/// The leaders of whom one must answer for a unit's move, wherever it goes; none if the unit acts alone.
#[derive(Default)]
pub(super) struct Call {
    // as many words as the largest army needs: a call is made once for all moves of a unit
    leaders: LeaderSet<MOST_WORDS>,
    /// The sum of the hashes of those that stay where they are; the unit itself may be a leader, whose hash depends on
    /// where it goes.
    hash: u64,
}

impl Call {
    /// The sum of their hashes when the unit goes to that spot. A leader is one of the leaders it asks, and its hash
    /// names the spot where it stands.
    #[inline]
    fn hash(&self, mover: Mover, to: Spot) -> u64 {
        let own = if mover.kind.is_leader() {
            key::leader(to)
        } else {
            0
        };
        self.hash.wrapping_add(own)
    }
}

impl FastPosition {
    /// The unit of the side to move with that place on the list.
    #[inline]
    pub(super) fn mover(&self, number: usize) -> Mover {
        let side = self.turn.side;
        let piece = &self.armies[side.index()].pieces[number];
        Mover {
            side,
            number,
            kind: piece.kind,
            from: piece.spot,
        }
    }

    /// The leaders that a unit's move asks.
    #[inline]
    pub(super) fn call(&self, mover: Mover) -> Call {
        let mut call = Call::default();
        // Rules: warlord 2.8, 5.2: nobody has to answer for it
        if self.landings.kind(mover.kind).acts_alone {
            return call;
        }
        let asked = &self.armies[mover.side.index()].asked;
        let near = asked.window(mover.from.corner()) & self.landings.range();
        for spot in Bits(near).map(|bit| mover.from.in_window(bit)) {
            let leader = self.standing[spot.index()].number();
            call.leaders.insert(leader as u16);
            if leader != mover.number {
                call.hash = call.hash.wrapping_add(key::leader(spot));
            }
        }
        call
    }

    #[inline(always)]
    pub(super) fn make_move(&mut self, mover: Mover, call: &Call, to: Spot) {
        let Mover {
            side,
            number,
            kind,
            from,
        } = mover;
        let before = self.turn.keys;
        let army = &mut self.armies[side.index()];
        let facts = self.landings.kind(kind);
        // before this order is asked: its hash already names the leader at its goal and must not be corrected again
        if kind.is_leader() {
            let asks = &mut self.turn.keys.asks;
            self.activations.rename(number, from, to, asks);
        }
        if !facts.acts_alone {
            let (hash, asks) = (call.hash(mover, to), &mut self.turn.keys.asks);
            self.activations.ask(army, &call.leaders, hash, asks);
        }
        army.shift(number, from, to);
        army.pieces[number].is_moved = true;
        let mut after = kind;
        if facts.is_promoted && self.landings.is_last(side, to) {
            after = Kind::Promoted;
            army.pieces[number].kind = after;
        }
        self.moved.push(number as u16);
        self.turn.made += 1;
        self.turn.keys.moved ^= key::moved(to);
        self.key_departure(from);
        self.turn.keys.units ^= key::unit(side, kind, from) ^ key::unit(side, after, to);
        let standing = &mut self.standing;
        standing[from.index()] = Standing::NOBODY;
        // before the capture, which must not find the captured unit on the spot any more
        let there = std::mem::replace(&mut standing[to.index()], Standing::new(side, number));
        let captured = there.is_anybody().then(|| self.capture(there.number(), to));
        let trace = Trace::Move {
            from,
            to,
            kind,
            captured,
            number: there.number() as u16,
        };
        self.done.push(Done { trace, before });
    }

    /// Takes a move back, but not the keys. `place` is the place that the captured unit had on its list.
    #[inline(always)]
    pub(super) fn unmake_move(
        &mut self,
        mover: Mover,
        to: Spot,
        captured: Option<Kind>,
        place: u16,
    ) {
        let Mover {
            side,
            number,
            kind,
            from,
        } = mover;
        let army = &mut self.armies[side.index()];
        army.shift(number, to, from);
        let piece = &mut army.pieces[number];
        piece.is_moved = false;
        piece.kind = kind;
        if !self.landings.kind(kind).acts_alone {
            self.activations.undo_ask(army);
        }
        if kind.is_leader() {
            self.activations.rename_back(number, from, to);
        }
        self.moved.pop();
        self.turn.made -= 1;
        self.standing[from.index()] = Standing::new(side, number);
        self.standing[to.index()] = Standing::NOBODY;
        if let Some(captured) = captured {
            self.release(place.into(), captured, to);
        }
    }

    /// Unmakes the last order, known to be that move.
    #[inline]
    pub(super) fn undo_move(&mut self, mover: Mover, to: Spot) {
        if let Some(Done { trace, before }) = self.done.pop()
            && let Trace::Move {
                captured, number, ..
            } = trace
        {
            // `before` carries the keys back whole; that is cheaper than undoing each change of them
            self.unmake_move(mover, to, captured, number);
            self.restore(before);
        }
    }

    /// Takes an enemy unit off the board.
    fn capture(&mut self, number: usize, spot: Spot) -> Kind {
        let side = self.turn.side.opponent();
        let kind = self.armies[side.index()].remove(number);
        self.find_again(side, number);
        self.turn.keys.units ^= key::unit(side, kind, spot);
        if kind.is_leader() {
            self.lose_leader(side, kind);
        }
        kind
    }

    /// Puts a captured unit back.
    fn release(&mut self, number: usize, kind: Kind, spot: Spot) {
        let side = self.turn.side.opponent();
        self.armies[side.index()].restore(number, kind, spot);
        self.find_again(side, number);
        self.turn.tallies[side.index()].count(kind);
    }

    /// Notes where the units stand that may have changed places on their list, now that a unit came to that place or
    /// left it: the unit itself, the last leader and the last unit of all.
    pub(super) fn find_again(&mut self, side: Side, number: usize) {
        let army = &self.armies[side.index()];
        // without leaders the last place wraps round to one that no list has, and `get` finds nothing there
        let places = [number, army.leaders, army.leaders.wrapping_sub(1)];
        for place in places.into_iter().chain(army.pieces.len().checked_sub(1)) {
            if let Some(piece) = army.pieces.get(place) {
                self.standing[piece.spot.index()] = Standing::new(side, place);
            }
        }
    }
}
