//! The effects of orders, and their undoing; moves have a module of their own.

use super::army::Standing;
use super::done::{Done, Trace};
use super::matching::Mark;
use super::moves::Mover;
use super::turn::OpenTurn;
use super::{FastOrder, FastPosition, Spot, key};
use crate::warlord::Kind;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ended {
    turn: OpenTurn,
    /// The beginning of its lists of activations; nothing if no turn followed.
    start: Option<Mark>,
}

impl FastPosition {
    /// Makes an order, which must be one of those listed. Any other order leaves a meaningless position, or panics:
    /// checking here would slow down every order that the search makes.
    #[inline(always)]
    pub fn apply(&mut self, order: FastOrder) {
        match order {
            FastOrder::Move { from, to } => {
                let mover = self.mover(self.standing[from.index()].number());
                self.make_move(mover, &self.call(mover), to);
            }
            FastOrder::Swap { leader, cannon } => self.make_swap(leader, cannon),
            FastOrder::Enter { kind, spot } => self.enter(kind, spot),
            FastOrder::End => {
                // the turn as a whole: one copy is cheaper than undoing its end part by part
                let (turn, before) = (self.turn, self.turn.keys);
                let start = self.end_turn();
                self.rekey_turn();
                self.ended.push(Ended { turn, start });
                let trace = Trace::End;
                self.done.push(Done { trace, before });
            }
        }
    }

    /// Unmakes the last order made since this position was made or last [forgot](Self::forget); says which it was.
    #[inline(always)]
    pub fn undo(&mut self) -> Option<FastOrder> {
        let Done { trace, before } = self.done.pop()?;
        let order = match trace {
            Trace::Move {
                from,
                to,
                kind,
                captured,
                number,
            } => {
                let mover = Mover {
                    side: self.turn.side,
                    number: self.standing[to.index()].number(),
                    kind,
                    from,
                };
                self.unmake_move(mover, to, captured, number);
                FastOrder::Move { from, to }
            }
            Trace::Swap {
                leader,
                cannon,
                mark,
            } => {
                self.unmake_swap(leader, cannon, mark);
                FastOrder::Swap { leader, cannon }
            }
            Trace::Enter {
                kind,
                spot,
                turn,
                is_first,
            } => {
                self.leave(kind, spot, turn);
                self.turn.has_entered = !is_first;
                FastOrder::Enter { kind, spot }
            }
            Trace::End => {
                if let Some(Ended { turn, start }) = self.ended.pop() {
                    self.turn = turn;
                    if let Some(start) = start {
                        self.reopen_turn(start);
                    }
                }
                FastOrder::End
            }
        };
        self.restore(before);
        Some(order)
    }

    /// Gives up undoing what was done so far, and the memory kept for it.
    pub fn forget(&mut self) {
        self.done.clear();
        self.ended.clear();
        // only what earlier turns left: the rest is needed at the end of this one
        self.moved.drain(..self.turn.first_moved as usize);
        self.turn.first_moved = 0;
        self.entered.drain(..self.turn.first_entered as usize);
        self.turn.first_entered = 0;
        self.activations.forget();
    }

    fn make_swap(&mut self, leader: Spot, cannon: Spot) {
        let (before, mark) = (self.turn.keys, self.activations.mark());
        let side = self.turn.side;
        let army = &mut self.armies[side.index()];
        let numbers = [leader, cannon].map(|spot| self.standing[spot.index()].number() as u16);
        let kind = army.pieces[usize::from(numbers[0])].kind;
        let keys = &mut self.turn.keys;
        self.activations.swap(army, numbers[0], &mut keys.asks);
        keys.moved ^= key::moved(leader) ^ key::moved(cannon) ^ key::swapped(cannon);
        self.key_departure(cannon);
        let keys = &mut self.turn.keys;
        for (kind, from, to) in [(kind, leader, cannon), (Kind::Cannon, cannon, leader)] {
            keys.units ^= key::unit(side, kind, from) ^ key::unit(side, kind, to);
        }
        self.exchange(leader, cannon, true);
        self.moved.extend(numbers);
        self.turn.made += 1;
        let trace = Trace::Swap {
            leader,
            cannon,
            mark,
        };
        self.done.push(Done { trace, before });
    }

    fn unmake_swap(&mut self, leader: Spot, cannon: Spot, mark: Mark) {
        self.exchange(leader, cannon, false);
        let army = &mut self.armies[self.turn.side.index()];
        self.activations.undo_swap(army, mark);
        self.moved.truncate(self.moved.len() - 2);
        self.turn.made -= 1;
    }

    /// The spots where units entered this turn that may not enter terrain before their next turn. Rules: warlord 2.12.
    #[inline]
    pub(super) fn just_entered(&self) -> &[Spot] {
        &self.entered[self.turn.first_entered as usize..]
    }

    /// Takes the mark "just entered" of a unit that moves on out of the key.
    #[inline]
    pub(super) fn key_departure(&mut self, from: Spot) {
        if self.just_entered().contains(&from) {
            self.turn.keys.moved ^= key::entered(from);
        }
    }

    /// Exchanges two units of one side. No plane changes: both cells stay occupied, and the leader no longer shows on
    /// the plane of leaders to ask.
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
        let before = self.turn.keys;
        let side = self.turn.side;
        let waiting = &mut self.waiting[side.index()];
        // the list is sorted by turn, so the first of the kind is certainly due, and a later one may not be
        let first = waiting.iter().position(|(_, due)| *due == kind);
        // only what was listed is entered, so that it is on the list
        let (turn, _) = waiting.remove(first.expect("what enters is waiting"));
        let others = waiting.iter().filter(|due| **due == (turn, kind)).count();
        let number = self.armies[side.index()].place(kind, spot);
        self.find_again(side, number);
        if kind.is_leader() {
            self.activations.add(number);
        }
        let keys = &mut self.turn.keys;
        keys.units ^= key::unit(side, kind, spot) ^ key::waiting(side, turn, kind, others);
        if kind.stops_beside_terrain() {
            self.entered.push(spot);
            keys.moved ^= key::entered(spot);
        }
        let had_entered = std::mem::replace(&mut self.turn.has_entered, true);
        self.rekey_turn();
        let trace = Trace::Enter {
            kind,
            spot,
            turn,
            is_first: !had_entered,
        };
        self.done.push(Done { trace, before });
    }

    /// Takes the last unit that entered off again.
    fn leave(&mut self, kind: Kind, spot: Spot, turn: u16) {
        let side = self.turn.side;
        if kind.stops_beside_terrain() {
            self.entered.pop();
        }
        let there = std::mem::replace(&mut self.standing[spot.index()], Standing::NOBODY);
        self.armies[side.index()].remove(there.number());
        self.find_again(side, there.number());
        if kind.is_leader() {
            self.activations.remove(there.number());
        }
        let waiting = &mut self.waiting[side.index()];
        // `enter` relies on the order by turn
        let place = waiting.partition_point(|due| *due < (turn, kind));
        waiting.insert(place, (turn, kind));
    }
}
