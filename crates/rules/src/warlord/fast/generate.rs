//! Generation of legal orders. Rules: warlord 2.

use super::army::Piece;
use super::{FastOrder, FastPosition, Spot};
use crate::warlord::{Access, Kind};

/// The bits of a word, lowest first.
#[derive(Clone)]
pub(super) struct Bits(pub(super) u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let bit = self.0.trailing_zeros();
        // wraps for the empty word, which stays empty; `trailing_zeros` is 64 then
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
}

/// The windows' bits of the cells orthogonally next to the center.
const NEXT: u64 = 1 << 19 | 1 << 26 | 1 << 28 | 1 << 35;

impl FastPosition {
    /// Appends every legal order: entries, moves, swaps, then the end of the turn. None once the game is over.
    pub fn orders(&self, orders: &mut Vec<FastOrder>) {
        if self.turn.outcome.is_some() {
            return;
        }
        // Rules: warlord 2.12; entries cost no order, so they are listed with a CAP used up too, as long as no unit has
        // moved
        self.for_each_entry(|kind, spot| orders.push(FastOrder::Enter { kind, spot }));
        if self.left() > 0 {
            for piece in self.own_pieces() {
                push_moves(piece.spot, self.moves(piece), orders);
            }
            self.for_each_swap(|leader, cannon| orders.push(FastOrder::Swap { leader, cannon }));
        }
        // last, as every family lists the order that closes a turn
        orders.push(FastOrder::End);
    }

    /// Appends the legal moves and swaps of the units at most that many steps from a spot, in the order of
    /// [`FastPosition::orders`].
    pub fn orders_near(&self, center: Spot, steps: u8, orders: &mut Vec<FastOrder>) {
        if self.turn.outcome.is_some() || self.left() == 0 {
            return;
        }
        let board = self.game().board();
        let is_near = |spot: Spot| board.distance(center.cell(), spot.cell()) <= steps;
        for piece in self.own_pieces().iter().filter(|piece| is_near(piece.spot)) {
            push_moves(piece.spot, self.moves(piece), orders);
        }
        self.for_each_swap(|leader, cannon| {
            if is_near(leader) {
                orders.push(FastOrder::Swap { leader, cannon });
            }
        });
    }

    /// The number of legal orders.
    pub fn count_orders(&self) -> u64 {
        if self.turn.outcome.is_some() {
            return 0;
        }
        let mut count = 1;
        self.for_each_entry(|_, _| count += 1);
        if self.left() > 0 {
            let pieces = self.own_pieces().iter();
            count += pieces
                .map(|piece| u64::from(self.moves(piece).count_ones()))
                // not `sum`: the release profile checks sums for overflow, which cannot happen here
                .fold(0, u64::wrapping_add);
            self.for_each_swap(|_, _| count += 1);
        }
        count
    }

    /// Appends the legal moves and swaps of the unit on that spot.
    pub fn orders_from(&self, spot: Spot, orders: &mut Vec<FastOrder>) {
        let standing = self.standing[spot.index()];
        if self.turn.outcome.is_none() && self.left() > 0 && standing.side() == Some(self.turn.side)
        {
            let piece = &self.own_pieces()[standing.number()];
            push_moves(spot, self.moves(piece), orders);
            self.for_each_swap_of(standing.number(), |leader, cannon| {
                orders.push(FastOrder::Swap { leader, cannon });
            });
        }
    }

    /// Makes every legal order in turn, hands the position after it over, and unmakes it. The unit that moves and the
    /// leaders it asks are looked up once for all its moves.
    pub fn try_each(&mut self, mut visit: impl FnMut(&mut Self, FastOrder)) {
        if self.turn.outcome.is_some() {
            return;
        }
        // collected first, since visiting changes the lists that they are read from
        let mut others = Vec::new();
        self.for_each_entry(|kind, spot| others.push(FastOrder::Enter { kind, spot }));
        if self.left() > 0 {
            self.for_each_swap(|leader, cannon| others.push(FastOrder::Swap { leader, cannon }));
            // unmaking leaves every piece in its place on the list, so the numbers hold while the list changes in between
            for number in 0..self.own_pieces().len() {
                let piece = &self.own_pieces()[number];
                let (from, moves) = (piece.spot, self.moves(piece));
                if moves == 0 {
                    continue;
                }
                let mover = self.mover(number);
                let call = self.call(mover);
                for to in Bits(moves).map(|bit| from.in_window(bit)) {
                    self.make_move(mover, &call, to);
                    visit(self, FastOrder::Move { from, to });
                    self.undo_move(mover, to);
                }
            }
        }
        for order in others.into_iter().chain([FastOrder::End]) {
            self.try_one(order, &mut visit);
        }
    }

    #[inline]
    fn try_one(&mut self, order: FastOrder, visit: &mut impl FnMut(&mut Self, FastOrder)) {
        self.apply(order);
        visit(self, order);
        self.undo();
    }

    /// Some legal order: any move of any unit that has one, though not all equally likely; if no unit has a move, a
    /// swap, an entry or the end of the turn. `random` returns 64 random bits. `None` once the game is over.
    pub fn random_order(&self, random: &mut impl FnMut() -> u64) -> Option<FastOrder> {
        if self.turn.outcome.is_some() {
            return None;
        }
        let pieces = self.own_pieces();
        if self.left() > 0 && !pieces.is_empty() {
            // most units stand beyond every leader's reach or have their leader spent: looking around a leader finds a
            // move in fewer draws, looking anywhere also finds the units that act alone
            for _ in 0..8 {
                let tries = [
                    self.near_a_leader(random),
                    Some(below(random(), pieces.len())),
                ];
                for piece in tries.into_iter().flatten().map(|number| &pieces[number]) {
                    if let Some(order) = random_move(piece.spot, self.moves(piece), random) {
                        return Some(order);
                    }
                }
            }
            // after eight misses every unit is looked at once, from a random one on, so that a move is found if there
            // is any
            let (before, after) = pieces.split_at(below(random(), pieces.len()));
            for piece in after.iter().chain(before) {
                if let Some(order) = random_move(piece.spot, self.moves(piece), random) {
                    return Some(order);
                }
            }
        }
        let mut orders = Vec::new();
        self.orders(&mut orders);
        Some(orders.swap_remove(below(random(), orders.len())))
    }

    /// The place on the list of a random unit in range of a random leader, if the leader is ready.
    fn near_a_leader(&self, random: &mut impl FnMut() -> u64) -> Option<usize> {
        let army = &self.armies[self.turn.side.index()];
        let leader = army.pieces[..army.leaders].get(below(random(), army.leaders))?;
        if leader.is_spent {
            return None;
        }
        let near = army.occupied.window(leader.spot.corner()) & self.landings.range();
        let bit = Bits(near).nth(below(random(), near.count_ones() as usize))?;
        Some(self.standing[leader.spot.in_window(bit).index()].number())
    }

    pub(super) fn own_pieces(&self) -> &[Piece] {
        &self.armies[self.turn.side.index()].pieces
    }

    /// The window of the legal moves of a unit of the side to move, which must have an order left.
    #[inline]
    pub(super) fn moves(&self, piece: &Piece) -> u64 {
        let own = &self.armies[self.turn.side.index()];
        let enemy = &self.armies[self.turn.side.opponent().index()];
        let facts = self.landings.kind(piece.kind);
        let corner = piece.spot.corner();
        let may_act = facts.acts_alone || own.ready.window(corner) & self.landings.range() != 0;
        if piece.is_moved || !may_act {
            return 0;
        }
        let mut ground = self.landings.mask(piece.kind, piece.spot);
        if self.just_entered().contains(&piece.spot) {
            // Rules: warlord 2.12
            ground &= self.landings.open(piece.spot);
        }
        facts
            .gait
            // the enemy's window is cut only when asked for, since leaps and steps do not need it
            .destinations(ground, own.occupied.window(corner), || {
                enemy.occupied.window(corner)
            })
    }

    fn for_each_swap(&self, mut visit: impl FnMut(Spot, Spot)) {
        if self.game().options.swap {
            for number in 0..self.armies[self.turn.side.index()].leaders {
                self.for_each_swap_of(number, &mut visit);
            }
        }
    }

    pub(super) fn for_each_swap_of(&self, number: usize, mut visit: impl FnMut(Spot, Spot)) {
        let own = &self.armies[self.turn.side.index()];
        let leader = &own.pieces[number];
        // asked here too, since callers come for one unit alone
        if !self.game().options.swap || !leader.kind.is_leader() || leader.is_moved {
            return;
        }
        let next = own.occupied.window(leader.spot.corner()) & NEXT;
        for cannon in Bits(next).map(|bit| leader.spot.in_window(bit)) {
            let other = &own.pieces[self.standing[cannon.index()].number()];
            // the cheap checks come first: `can_swap` may copy the whole matching
            if other.kind == Kind::Cannon
                && !other.is_moved
                && self.may_stand(Kind::Cannon, leader.spot)
                && self.activations.can_swap(own, number)
            {
                visit(leader.spot, cannon);
            }
        }
    }

    pub(super) fn for_each_entry(&self, mut visit: impl FnMut(Kind, Spot)) {
        let Some(entry) = &self.game().entry else {
            return;
        };
        let side = self.turn.side;
        // turns of both sides are counted together, but units are due by the owner's own turns
        let own_turn = self.turn.number.div_ceil(2);
        let waiting = &self.waiting[side.index()];
        // Rules: warlord 2.12: before the turn's first move
        if self.turn.made > 0 || waiting.is_empty() {
            return;
        }
        let is_due = |kind: &Kind| {
            let mut due = waiting.iter();
            due.any(|(turn, other)| other == kind && u32::from(*turn) <= own_turn)
        };
        for kind in Kind::ALL.into_iter().filter(is_due) {
            for spot in entry.zones[side.index()]
                .iter()
                .map(|cell| Spot::new(*cell))
            {
                if !self.standing[spot.index()].is_anybody() && self.may_stand(kind, spot) {
                    visit(kind, spot);
                }
            }
        }
    }

    // a cannon may stand on no hill, whoever puts it there (warlord 2.9, 2.12)
    fn may_stand(&self, kind: Kind, spot: Spot) -> bool {
        kind.access(self.game().terrain[spot.cell()]) != Access::Never
    }
}

fn push_moves(from: Spot, moves: u64, orders: &mut Vec<FastOrder>) {
    orders.reserve(moves.count_ones() as usize);
    for bit in Bits(moves) {
        let to = from.in_window(bit);
        orders.push(FastOrder::Move { from, to });
    }
}

fn random_move(from: Spot, moves: u64, random: &mut impl FnMut() -> u64) -> Option<FastOrder> {
    let count = moves.count_ones() as usize;
    let bit = (count > 0).then(|| Bits(moves).nth(below(random(), count)))??;
    Some(FastOrder::Move {
        from,
        to: from.in_window(bit),
    })
}

/// A random number below another, from 64 random bits, without a division; some numbers are more likely by one in 2^50,
/// which does no harm in trial play.
const fn below(random: u64, count: usize) -> usize {
    ((random as u128 * count as u128) >> 64) as usize
}
