//! The assignment of orders to leaders, made and unmade order by order.

use super::army::Army;
use super::leader_set::LeaderSet;
use super::{Spot, key};

/// The assignment of a turn's orders to leaders, and the leaders that could answer for one more.
/// Rules: warlord 2.2, 2.3, 2.5.
///
/// An order that needs a leader *asks* the leaders in range and is assigned to one of them; the assignment is one of
/// many and is re-arranged when a further order needs room. A leader is *free* while it has an activation left in this
/// assignment, *ready* while re-arranging can make it free, and else *spent*, for the rest of the turn, since further
/// orders only take more.
///
/// Taking the log back undoes everything. The orders of earlier turns stay in the log below those of this turn, until
/// their turns are undone. Leaders are named by their place in the army's list of pieces.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Matching<const WORDS: usize> {
    asks: Vec<Ask<WORDS>>,
    log: Vec<Change>,
    /// The leaders that became spent, in that order.
    spent: Vec<u16>,
    /// The beginning of this turn on these lists.
    start: Mark,
    /// The free leaders of the side to move.
    free: LeaderSet<WORDS>,
    /// The busy leaders.
    busy: LeaderSet<WORDS>,
}

/// The lengths of the lists at some moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Mark {
    asks: u32,
    log: u32,
    spent: u32,
}

/// An order that needs a leader.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ask<const WORDS: usize> {
    /// The leaders that may answer for it.
    asked: LeaderSet<WORDS>,
    /// The leader to which it is assigned.
    by: u16,
    /// The leader that has one activation less since; the same unless other orders were re-arranged.
    giver: u16,
    /// The sum of the hashes of the leaders that may answer for it, where they stand.
    ///
    /// Kept, because a leader that moves changes the hash of every order it may answer for, even of the first one of
    /// this turn.
    hash: u64,
    /// The lengths of the log and of the list of spent leaders before.
    log: u32,
    spent: u32,
}

/// A change that undoing takes back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// An order came from that leader to another.
    Reassigned { ask: u32, from: u16 },
    /// The leader gave one activation because of a swap.
    Gave(u16),
    /// The leader swapped and so lost the activations it had left.
    Swapped { leader: u16, left: u8 },
}

impl<const WORDS: usize> Matching<WORDS> {
    /// Nothing asked yet, of the first `leaders` pieces of the side to move.
    pub(super) fn new(leaders: usize) -> Self {
        Self {
            free: LeaderSet::first(leaders),
            ..Self::default()
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            asks: self.asks.len() as u32,
            log: self.log.len() as u32,
            spent: self.spent.len() as u32,
        }
    }

    pub(super) fn add(&mut self, leader: usize) {
        self.free.insert(leader as u16);
    }

    /// A leader that entered left again.
    pub(super) fn remove(&mut self, leader: usize) {
        self.free.remove(leader as u16);
    }

    /// Counts one more order that one of those leaders must answer for; at least one of them is not spent. `hash` is
    /// the sum of their hashes; `sum` is the part of the key that the orders make up.
    #[inline(always)]
    pub(super) fn ask(
        &mut self,
        army: &mut Army,
        asked: LeaderSet<WORDS>,
        hash: u64,
        sum: &mut u64,
    ) {
        *sum = sum.wrapping_add(key::ask(hash));
        let Mark { log, spent, .. } = self.mark();
        let (by, giver) = self
            .make_room(&asked, &mut LeaderSet::default())
            .expect("somebody can answer for a legal order");
        self.asks.push(Ask {
            asked,
            by,
            giver,
            hash,
            log,
            spent,
        });
        self.give(army, giver);
        // while another of them is free nobody became spent, and the search over all busy leaders can be skipped
        if !asked.meets(&self.free) {
            self.settle(army);
        }
    }

    fn give(&mut self, army: &mut Army, leader: u16) {
        let left = &mut army.pieces[usize::from(leader)].left;
        *left -= 1;
        if *left == 0 {
            self.free.remove(leader);
            self.busy.insert(leader);
        }
    }

    fn take_back(&mut self, army: &mut Army, leader: u16) {
        army.pieces[usize::from(leader)].left += 1;
        self.free.insert(leader);
        self.busy.remove(leader);
    }

    #[inline]
    fn spend(&mut self, army: &mut Army, leader: u16) {
        army.spend(leader);
        self.busy.remove(leader);
    }

    /// A leader went from one spot to another: corrects the `sum` of the key.
    #[inline]
    pub(super) fn rename(&mut self, leader: u16, from: Spot, to: Spot, sum: &mut u64) {
        let change = key::leader(to).wrapping_sub(key::leader(from));
        self.rehash(leader, change, sum);
    }

    /// Takes back what [`Matching::rename`] did, except for the key, which the caller restores as a whole.
    #[inline]
    pub(super) fn rename_back(&mut self, leader: u16, from: Spot, to: Spot) {
        let change = key::leader(from).wrapping_sub(key::leader(to));
        for ask in self.asks_of(leader) {
            ask.hash = ask.hash.wrapping_add(change);
        }
    }

    /// True if others could answer for all orders assigned to that leader.
    pub(super) fn can_swap(&self, army: &Army, leader: u16) -> bool {
        let piece = army.pieces[usize::from(leader)];
        if piece.is_spent {
            return false;
        }
        // a leader that has given nothing can; and one of level 1 that has would be spent if others could not answer for it
        if piece.left == piece.kind.level() || piece.kind.level() == 1 {
            return true;
        }
        // on copies: a withdrawal that fails stops halfway, with some orders already re-arranged
        self.clone().withdraw(&mut army.clone(), leader).is_some()
    }

    /// A leader that can swap does so: it gives no activation any more.
    pub(super) fn swap(&mut self, army: &mut Army, leader: u16, sum: &mut u64) {
        let spot = army.pieces[usize::from(leader)].spot;
        let withdrawn = self.withdraw(army, leader);
        debug_assert!(withdrawn.is_some(), "only what can swap does");
        self.rehash(leader, key::leader(spot).wrapping_neg(), sum);
        self.settle(army);
    }

    /// Takes back the last order that asked.
    #[inline(always)]
    pub(super) fn undo_ask(&mut self, army: &mut Army) {
        let Some(ask) = self.asks.pop() else {
            return;
        };
        // in this order: undoing the spent leaders puts them among the busy, and the giver, which may be one of them,
        // must end up free
        self.undo_changes(army, ask.log, ask.spent);
        self.take_back(army, ask.giver);
    }

    /// Takes back the swap made at that mark.
    pub(super) fn undo_swap(&mut self, army: &mut Army, mark: Mark) {
        self.undo_changes(army, mark.log, mark.spent);
    }

    /// Takes the log and the list of spent leaders back to earlier lengths.
    #[inline]
    fn undo_changes(&mut self, army: &mut Army, log: u32, spent: u32) {
        while self.spent.len() > spent as usize
            && let Some(leader) = self.spent.pop()
        {
            army.recover(leader);
            self.busy.insert(leader);
        }
        while self.log.len() > log as usize
            && let Some(change) = self.log.pop()
        {
            match change {
                Change::Reassigned { ask, from } => self.asks[ask as usize].by = from,
                Change::Gave(leader) => self.take_back(army, leader),
                Change::Swapped { leader, left } => {
                    army.recover(leader);
                    let piece = &mut army.pieces[usize::from(leader)];
                    piece.left = left;
                    army.asked.set(piece.spot);
                    let set = if left > 0 {
                        &mut self.free
                    } else {
                        &mut self.busy
                    };
                    set.insert(leader);
                    let hash = key::leader(piece.spot);
                    // the caller puts the whole key back, so the corrected sum is thrown away
                    self.rehash(leader, hash, &mut 0);
                }
            }
        }
    }

    /// Begins the turn of a side with that many leaders; the leaders of the old turn are fresh again. Returns the place
    /// on the lists where the old turn began.
    pub(super) fn end_turn(&mut self, army: &mut Army, next_leaders: usize) -> Mark {
        // only leaders that were asked or that swapped can have changed, so the others need no look
        for ask in &self.asks[self.start.asks as usize..] {
            for leader in ask.asked.iter() {
                army.refresh(leader);
            }
        }
        for change in &self.log[self.start.log as usize..] {
            if let Change::Swapped { leader, .. } = change {
                army.refresh(*leader);
            }
        }
        self.free = LeaderSet::first(next_leaders);
        self.busy = LeaderSet::default();
        let mark = self.mark();
        std::mem::replace(&mut self.start, mark)
    }

    /// Back to the end of the turn whose lists begin at that mark.
    pub(super) fn reopen_turn(&mut self, army: &mut Army, start: Mark) {
        self.start = start;
        self.free = LeaderSet::first(army.leaders);
        self.busy = LeaderSet::default();
        for ask in start.asks as usize..self.asks.len() {
            // `giver` and not `by`: later re-arrangements change who answers, but each order took its activation from
            // its giver
            self.give(army, self.asks[ask].giver);
        }
        for change in start.log as usize..self.log.len() {
            match self.log[change] {
                Change::Reassigned { .. } => {}
                Change::Gave(leader) => self.give(army, leader),
                Change::Swapped { leader, .. } => self.exhaust(army, leader),
            }
        }
        for spent in start.spent as usize..self.spent.len() {
            self.spend(army, self.spent[spent]);
        }
    }

    /// Gives up undoing earlier turns.
    pub(super) fn forget(&mut self) {
        let Mark { asks, log, spent } = std::mem::take(&mut self.start);
        self.asks.drain(..asks as usize);
        self.log.drain(..log as usize);
        self.spent.drain(..spent as usize);
        for change in &mut self.log {
            if let Change::Reassigned { ask, .. } = change {
                // the list of orders has just become shorter by that many
                *ask -= asks;
            }
        }
    }

    /// For each order of this turn the leaders that may answer for it, without those that swapped.
    pub(super) fn asked(&self, army: &Army) -> Vec<Vec<Spot>> {
        let asks = self.asks[self.start.asks as usize..].iter();
        asks.map(|ask| {
            let leaders = ask.asked.iter();
            let spots = leaders.map(|leader| army.pieces[usize::from(leader)].spot);
            spots.filter(|spot| army.asked.has(*spot)).collect()
        })
        .collect()
    }

    /// Finds the leaders that became spent: the busy leaders whose orders can reach no free leader, not even through
    /// other busy leaders.
    fn settle(&mut self, army: &mut Army) {
        // a spent leader is left out for good: further orders only take more, so it stays spent until the turn ends
        let (mut ready, mut rest) = (self.free, self.busy);
        let mut grows = true;
        while std::mem::take(&mut grows) && !rest.is_empty() {
            for ask in &self.asks[self.start.asks as usize..] {
                if rest.has(ask.by) && ask.asked.meets(&ready) {
                    ready.insert(ask.by);
                    rest.remove(ask.by);
                    grows = true;
                }
            }
        }
        for leader in rest.iter() {
            self.spend(army, leader);
            self.spent.push(leader);
        }
    }

    /// Finds an asked leader that is free, or gets room for one more order when orders of busy leaders not `tried` yet
    /// move on from leader to leader. Returns that leader, and the leader that gives one more activation in the end.
    ///
    /// A leader is tried once in a search: whether it can be relieved does not depend on the order that asks, so a
    /// second try would fail as the first did, and without this limit the search could run in a circle.
    #[inline]
    fn make_room(
        &mut self,
        asked: &LeaderSet<WORDS>,
        tried: &mut LeaderSet<WORDS>,
    ) -> Option<(u16, u16)> {
        let free = asked.common(&self.free).map(|free| (free, free));
        free.or_else(|| self.relieve_one(asked, tried))
    }

    /// While no leader asked is free: a leader asked, and the free leader that takes over its order.
    fn relieve_one(
        &mut self,
        asked: &LeaderSet<WORDS>,
        tried: &mut LeaderSet<WORDS>,
    ) -> Option<(u16, u16)> {
        asked.iter().find_map(|by| {
            if !self.busy.has(by) || tried.has(by) {
                return None;
            }
            tried.insert(by);
            Some((by, self.relieve(by, tried)?))
        })
    }

    /// Moves an order of a busy leader on to another leader; returns the leader that gives one more activation in the
    /// end.
    fn relieve(&mut self, leader: u16, tried: &mut LeaderSet<WORDS>) -> Option<u16> {
        (self.start.asks..self.asks.len() as u32).find_map(|number| {
            let Ask { asked, by, .. } = self.asks[number as usize];
            if by != leader {
                return None;
            }
            let (to, giver) = self.make_room(&asked, tried)?;
            self.reassign(number, to);
            Some(giver)
        })
    }

    fn reassign(&mut self, ask: u32, to: u16) {
        let by = &mut self.asks[ask as usize].by;
        let from = std::mem::replace(by, to);
        self.log.push(Change::Reassigned { ask, from });
    }

    /// Leaves a leader with no activation and nothing assigned to it, if others can answer for its orders. If they
    /// cannot, the assignment is left half changed.
    fn withdraw(&mut self, army: &mut Army, leader: u16) -> Option<()> {
        let left = army.pieces[usize::from(leader)].left;
        self.log.push(Change::Swapped { leader, left });
        // first, so that no order is assigned to the leader itself again
        self.exhaust(army, leader);
        for ask in self.start.asks as usize..self.asks.len() {
            if self.asks[ask].by == leader {
                let asked = self.asks[ask].asked;
                let (by, giver) = self.make_room(&asked, &mut LeaderSet::default())?;
                self.give(army, giver);
                self.log.push(Change::Gave(giver));
                self.reassign(ask as u32, by);
            }
        }
        Some(())
    }

    /// Takes all activations a leader has left.
    fn exhaust(&mut self, army: &mut Army, leader: u16) {
        self.spend(army, leader);
        let piece = &mut army.pieces[usize::from(leader)];
        piece.left = 0;
        army.asked.clear(piece.spot);
        self.free.remove(leader);
    }

    /// Adds a change of a leader's hash to every order it may answer for, and corrects the `sum` of the key.
    #[inline]
    fn rehash(&mut self, leader: u16, change: u64, sum: &mut u64) {
        for ask in self.asks_of(leader) {
            *sum = sum.wrapping_sub(key::ask(ask.hash));
            ask.hash = ask.hash.wrapping_add(change);
            *sum = sum.wrapping_add(key::ask(ask.hash));
        }
    }

    /// The orders of this turn that a leader may answer for.
    #[inline]
    fn asks_of(&mut self, leader: u16) -> impl Iterator<Item = &mut Ask<WORDS>> {
        let asks = self.asks[self.start.asks as usize..].iter_mut();
        asks.filter(move |ask| ask.asked.has(leader))
    }
}
