//! What orders do, and how they are undone.

use super::army::Standing;
use super::generate::Bits;
use super::matching::Mark;
use super::turn::{Keys, Turn};
use super::{FastOrder, FastPosition, Spot, key};
use crate::Side;
use crate::warlord::Kind;

/// An order made, with what it takes to unmake it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Done {
    order: FastOrder,
    trace: Trace,
    /// As they were before.
    keys: Keys,
    mark: Mark,
}

/// What an order leaves behind that it does not say itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trace {
    /// Nothing, or what is kept apart.
    None,
    /// A move: what the unit was before it, what it captured, and which place that had on its list.
    Moved(Kind, Option<Kind>, u16),
    /// An entry: when the unit was due, and whether it was the first to enter.
    Entered(u16, bool),
}

/// A turn that ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ended {
    turn: Turn,
    /// Where its lists of activations begin; nothing if no turn followed.
    start: Option<Mark>,
}

impl FastPosition {
    /// Makes an order, which must be one of those listed: any other leaves a position that means nothing, or panics.
    #[inline]
    pub fn apply(&mut self, order: FastOrder) {
        match order {
            FastOrder::Move { from, to } => self.make_move(from, to),
            FastOrder::Swap { leader, cannon } => self.make_swap(leader, cannon),
            FastOrder::Enter { kind, spot } => self.enter(kind, spot),
            FastOrder::End => {
                let (turn, before) = (self.turn, self.before());
                let start = self.end_turn();
                self.rekey_turn();
                self.ended.push(Ended { turn, start });
                self.note(order, Trace::None, before);
            }
        }
    }

    /// Unmakes the last order made since this position was made or last [forgot](Self::forget); says which it was.
    #[inline]
    pub fn undo(&mut self) -> Option<FastOrder> {
        let Done {
            order,
            trace,
            keys,
            mark,
        } = self.done.pop()?;
        match (order, trace) {
            (FastOrder::Move { from, to }, Trace::Moved(kind, captured, number)) => {
                self.unmake_move(from, to, kind, mark);
                if let Some(captured) = captured {
                    self.release(number.into(), captured, to);
                }
            }
            (FastOrder::Swap { leader, cannon }, _) => self.unmake_swap(leader, cannon, mark),
            (FastOrder::Enter { kind, spot }, Trace::Entered(turn, is_first)) => {
                self.leave(kind, spot, turn);
                self.turn.has_entered = !is_first;
            }
            _ => {
                if let Some(Ended { turn, start }) = self.ended.pop() {
                    self.turn = turn;
                    if let Some(start) = start {
                        self.reopen_turn(start);
                    }
                }
            }
        }
        self.turn.keys = keys;
        // no order is made once the game is over
        self.turn.outcome = None;
        Some(order)
    }

    /// Gives up undoing what was done so far, and the memory kept for it.
    pub fn forget(&mut self) {
        self.done.clear();
        self.ended.clear();
        self.moved.drain(..self.turn.first_moved as usize);
        self.turn.first_moved = 0;
        self.activations.forget();
    }

    /// What undoing an order must know of the moment before it.
    #[inline]
    fn before(&self) -> (Keys, Mark) {
        (self.turn.keys, self.activations.mark())
    }

    #[inline]
    fn note(&mut self, order: FastOrder, trace: Trace, (keys, mark): (Keys, Mark)) {
        self.done.push(Done {
            order,
            trace,
            keys,
            mark,
        });
    }

    #[inline]
    fn make_move(&mut self, from: Spot, to: Spot) {
        let before = self.before();
        let side = self.turn.side;
        let standing = &mut self.standing;
        let army = &mut self.armies[side.index()];
        let number = standing[from.index()].number();
        let piece = army.pieces[number];
        let kind = piece.kind;
        let facts = self.ground.kind(kind);
        if kind.is_leader() {
            let asks = &mut self.turn.keys.asks;
            self.activations.rename(number, from, to, asks);
        }
        if !facts.acts_alone {
            let near = army.asked.window(from.corner()) & self.ground.range();
            let leaders = Bits(near).map(|bit| {
                let spot = from.in_window(bit);
                let number = standing[spot.index()].number();
                // its own leader, if it is one, is named by where it goes
                (number as u16, if spot == from { to } else { spot })
            });
            self.activations
                .ask(army, leaders, &mut self.turn.keys.asks);
        }
        army.shift(number, to);
        army.pieces[number].is_moved = true;
        let mut after = kind;
        if facts.is_promoted && self.ground.is_last(side, to) {
            after = Kind::Promoted;
            army.pieces[number].kind = after;
        }
        self.moved.push(number as u16);
        self.turn.made += 1;
        self.turn.keys.moved ^= key::moved(to);
        self.turn.keys.units ^= key::unit(side, kind, from) ^ key::unit(side, after, to);
        standing[from.index()] = Standing::NOBODY;
        let there = std::mem::replace(&mut standing[to.index()], Standing::new(side, number));
        let captured = there.is_anybody().then(|| self.capture(there.number(), to));
        let trace = Trace::Moved(kind, captured, there.number() as u16);
        self.note(FastOrder::Move { from, to }, trace, before);
    }

    #[inline]
    fn unmake_move(&mut self, from: Spot, to: Spot, kind: Kind, mark: Mark) {
        let side = self.turn.side;
        let army = &mut self.armies[side.index()];
        let number = self.standing[to.index()].number();
        army.shift(number, from);
        let piece = &mut army.pieces[number];
        piece.is_moved = false;
        piece.kind = kind;
        self.activations.undo(army, mark);
        if kind.is_leader() {
            self.activations.rename_back(number, from, to);
        }
        self.moved.pop();
        self.turn.made -= 1;
        self.standing[from.index()] = Standing::new(side, number);
        self.standing[to.index()] = Standing::NOBODY;
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

    /// Notes where those units stand that may have another place on their list, now that a unit came to that place or
    /// left it: itself, the last leader and the last of all.
    fn find_again(&mut self, side: Side, number: usize) {
        let army = &self.armies[side.index()];
        let places = [number, army.leaders, army.leaders.wrapping_sub(1)];
        for place in places.into_iter().chain(army.pieces.len().checked_sub(1)) {
            if let Some(piece) = army.pieces.get(place) {
                self.standing[piece.spot.index()] = Standing::new(side, place);
            }
        }
    }

    fn make_swap(&mut self, leader: Spot, cannon: Spot) {
        let before = self.before();
        let side = self.turn.side;
        let army = &mut self.armies[side.index()];
        let numbers = [leader, cannon].map(|spot| self.standing[spot.index()].number() as u16);
        let kind = army.pieces[usize::from(numbers[0])].kind;
        let keys = &mut self.turn.keys;
        self.activations.swap(army, numbers[0], &mut keys.asks);
        keys.moved ^= key::moved(leader) ^ key::moved(cannon) ^ key::swapped(cannon);
        for (kind, from, to) in [(kind, leader, cannon), (Kind::Cannon, cannon, leader)] {
            keys.units ^= key::unit(side, kind, from) ^ key::unit(side, kind, to);
        }
        self.exchange(leader, cannon, true);
        self.moved.extend(numbers);
        self.turn.made += 1;
        self.note(FastOrder::Swap { leader, cannon }, Trace::None, before);
    }

    fn unmake_swap(&mut self, leader: Spot, cannon: Spot, mark: Mark) {
        self.exchange(leader, cannon, false);
        let army = &mut self.armies[self.turn.side.index()];
        self.activations.undo(army, mark);
        self.moved.truncate(self.moved.len() - 2);
        self.turn.made -= 1;
    }

    /// Exchanges two units of one side, no plane showing either as a leader.
    fn exchange(&mut self, one: Spot, other: Spot, is_moved: bool) {
        self.standing.swap(one.index(), other.index());
        for spot in [one, other] {
            let number = self.standing[spot.index()].number();
            let piece = &mut self.armies[self.turn.side.index()].pieces[number];
            piece.spot = spot;
            piece.is_moved = is_moved;
        }
    }

    fn enter(&mut self, kind: Kind, spot: Spot) {
        let before = self.before();
        let side = self.turn.side;
        let waiting = &mut self.waiting[side.index()];
        let first = waiting.iter().position(|(_, due)| *due == kind);
        let (turn, _) = waiting.remove(first.expect("what enters is waiting"));
        let others = waiting.iter().filter(|due| **due == (turn, kind)).count();
        let number = self.armies[side.index()].place(kind, spot);
        self.find_again(side, number);
        if kind.is_leader() {
            self.activations.add(number);
        }
        let keys = &mut self.turn.keys;
        keys.units ^= key::unit(side, kind, spot) ^ key::waiting(side, turn, kind, others);
        let had_entered = std::mem::replace(&mut self.turn.has_entered, true);
        self.rekey_turn();
        let trace = Trace::Entered(turn, !had_entered);
        self.note(FastOrder::Enter { kind, spot }, trace, before);
    }

    /// Takes the last unit that entered off again.
    fn leave(&mut self, kind: Kind, spot: Spot, turn: u16) {
        let side = self.turn.side;
        let there = std::mem::replace(&mut self.standing[spot.index()], Standing::NOBODY);
        self.armies[side.index()].remove(there.number());
        self.find_again(side, there.number());
        if kind.is_leader() {
            self.activations.remove(there.number());
        }
        let waiting = &mut self.waiting[side.index()];
        let place = waiting.partition_point(|due| *due < (turn, kind));
        waiting.insert(place, (turn, kind));
    }
}
