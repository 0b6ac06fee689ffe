use super::army::{Army, NO_LINK, Piece};
use super::{Spot, key};

/// Who answers for the orders of a turn, and who could answer for one more. Rules: warlord 2.2, 2.3, 2.5.
///
/// An order that needs a leader *asks* those in range and is assigned to one of them; the assignment is one of many
/// and is re-arranged when a further order needs it. A leader is *spent* when no re-arrangement leaves it an activation
/// to give; it stays so for the rest of the turn. The others are *ready*.
///
/// Everything is undone by taking the log back. What earlier turns asked lies below, until they are undone themselves.
/// Leaders are named by their place in the army's list of pieces.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Activations {
    asks: Vec<Ask>,
    links: Vec<Link>,
    log: Vec<Change>,
    /// What of these belongs to this turn.
    start: Mark,
    /// The leaders met in the search under way; empty between searches.
    seen: Vec<u16>,
}

/// How much there was at some moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Mark {
    asks: u32,
    log: u32,
}

/// An order that needs a leader.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ask {
    /// Its links are those from here up to `end`.
    first: u32,
    end: u32,
    /// The leader it is assigned to.
    by: u16,
    /// The leader that has one activation less since; the same unless other orders were re-arranged.
    giver: u16,
    /// The sum of the hashes of the leaders that may answer for it, where they stand.
    leaders: u64,
}

/// A leader that may answer for an order.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Link {
    leader: u16,
    ask: u32,
    /// The same leader's link before this one.
    before: u32,
}

/// What undoing takes back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// An order came from that leader to another.
    Reassigned { ask: u32, from: u16 },
    /// The leader gave one activation because of a swap.
    Gave(u16),
    /// The leader became spent.
    Spent(u16),
    /// The leader swapped, which takes what it had left.
    Swapped { leader: u16, left: u8 },
}

/// A leader met on the way to a free one: by which order, assigned to which leader met before.
#[derive(Clone, Copy)]
struct Met {
    leader: u16,
    ask: u32,
    from: usize,
}

impl Activations {
    pub(super) fn mark(&self) -> Mark {
        Mark {
            asks: self.asks.len() as u32,
            log: self.log.len() as u32,
        }
    }

    /// Counts one more order, which one of those leaders, not all of them spent, must answer for. Adds to `sum` what
    /// that means for the key.
    pub(super) fn ask(
        &mut self,
        army: &mut Army,
        candidates: impl Iterator<Item = u16>,
        sum: &mut u64,
    ) {
        let ask = self.asks.len() as u32;
        let first = self.links.len() as u32;
        let mut hashes = 0_u64;
        // the one with most to give, and how many have anything
        let (mut best, mut most, mut free) = (u16::MAX, 0, 0_u32);
        for leader in candidates {
            let piece = &mut army.pieces[usize::from(leader)];
            hashes = hashes.wrapping_add(key::leader(piece.spot));
            if piece.left > most {
                (best, most) = (leader, piece.left);
            }
            free += u32::from(piece.left > 0);
            let before = std::mem::replace(&mut piece.chain, self.links.len() as u32);
            self.links.push(Link {
                leader,
                ask,
                before,
            });
        }
        *sum = sum.wrapping_add(key::ask(hashes));
        self.asks.push(Ask {
            first,
            end: self.links.len() as u32,
            by: best,
            giver: best,
            leaders: hashes,
        });
        if most == 0 {
            let (by, giver) = self
                .make_room(&army.pieces, ask)
                .expect("somebody can answer for a legal order");
            army.pieces[usize::from(giver)].left -= 1;
            let ask = &mut self.asks[ask as usize];
            (ask.by, ask.giver) = (by, giver);
            self.settle(army, by);
        } else {
            army.pieces[usize::from(best)].left = most - 1;
            // while another of them is free nobody became spent
            if most == 1 && free == 1 {
                self.settle(army, best);
            }
        }
    }

    /// A leader went from one spot to another: corrects the `sum` of the key.
    pub(super) fn rename(&mut self, leader: &Piece, from: Spot, to: Spot, sum: &mut u64) {
        let change = key::leader(to).wrapping_sub(key::leader(from));
        self.rehash(leader.chain, change, sum);
    }

    /// A leader went back, its order being undone already and the key restored by the caller.
    pub(super) fn rename_back(&mut self, leader: &Piece, to: Spot, from: Spot) {
        if leader.chain != NO_LINK {
            self.rename(leader, to, from, &mut 0);
        }
    }

    /// Whether others could answer for all that is assigned to that leader.
    pub(super) fn can_swap(&self, pieces: &[Piece], leader: u16) -> bool {
        let piece = pieces[usize::from(leader)];
        if piece.is_spent {
            return false;
        }
        // a leader of level 1 is spent unless others can answer
        if piece.left == piece.kind.level() || piece.kind.level() == 1 {
            return true;
        }
        let mut pieces = pieces.to_vec();
        let mut trial = self.clone();
        trial.withdraw(&mut pieces, leader).is_some()
    }

    /// A leader that can swap does so: it gives no activation any more.
    pub(super) fn swap(&mut self, army: &mut Army, leader: u16, sum: &mut u64) {
        let piece = army.pieces[usize::from(leader)];
        army.asked.clear(piece.spot);
        army.ready.clear(piece.spot);
        let withdrawn = self.withdraw(&mut army.pieces, leader);
        debug_assert!(withdrawn.is_some(), "only what can swap does");
        self.rehash(piece.chain, key::leader(piece.spot).wrapping_neg(), sum);
        self.settle_askers(army, leader);
    }

    /// Takes back all since the mark.
    pub(super) fn undo(&mut self, army: &mut Army, mark: Mark) {
        while self.log.len() > mark.log as usize
            && let Some(change) = self.log.pop()
        {
            match change {
                Change::Reassigned { ask, from } => self.asks[ask as usize].by = from,
                Change::Gave(leader) => army.pieces[usize::from(leader)].left += 1,
                Change::Spent(leader) => {
                    let piece = &mut army.pieces[usize::from(leader)];
                    piece.is_spent = false;
                    army.ready.set(piece.spot);
                }
                Change::Swapped { leader, left } => {
                    let piece = &mut army.pieces[usize::from(leader)];
                    piece.is_spent = false;
                    piece.left = left;
                    army.asked.set(piece.spot);
                    army.ready.set(piece.spot);
                    let (chain, hash) = (piece.chain, key::leader(piece.spot));
                    self.rehash(chain, hash, &mut 0);
                }
            }
        }
        while self.asks.len() > mark.asks as usize
            && let Some(ask) = self.asks.pop()
        {
            army.pieces[usize::from(ask.giver)].left += 1;
            for link in &self.links[ask.first as usize..] {
                army.pieces[usize::from(link.leader)].chain = link.before;
            }
            self.links.truncate(ask.first as usize);
        }
    }

    /// A new turn: all leaders are fresh. Says from where on the lists were the old turn's.
    pub(super) fn end_turn(&mut self, army: &mut Army) -> Mark {
        for link in &self.links[self.first_link(self.start)..] {
            let piece = &mut army.pieces[usize::from(link.leader)];
            piece.refresh();
            army.ready.set(piece.spot);
        }
        for change in &self.log[self.start.log as usize..] {
            if let Change::Swapped { leader, .. } = change {
                let piece = &mut army.pieces[usize::from(*leader)];
                piece.refresh();
                army.asked.set(piece.spot);
                army.ready.set(piece.spot);
            }
        }
        let mark = self.mark();
        std::mem::replace(&mut self.start, mark)
    }

    /// Back to the end of the turn whose lists begin at that mark.
    pub(super) fn reopen_turn(&mut self, army: &mut Army, start: Mark) {
        self.start = start;
        let links = self.links.iter().enumerate();
        for (number, link) in links.skip(self.first_link(start)) {
            army.pieces[usize::from(link.leader)].chain = number as u32;
        }
        for ask in &self.asks[start.asks as usize..] {
            army.pieces[usize::from(ask.giver)].left -= 1;
        }
        for change in &self.log[start.log as usize..] {
            match *change {
                Change::Reassigned { .. } => {}
                Change::Gave(leader) => army.pieces[usize::from(leader)].left -= 1,
                Change::Spent(leader) => {
                    let piece = &mut army.pieces[usize::from(leader)];
                    piece.is_spent = true;
                    army.ready.clear(piece.spot);
                }
                Change::Swapped { leader, .. } => {
                    let piece = &mut army.pieces[usize::from(leader)];
                    piece.is_spent = true;
                    piece.left = 0;
                    army.asked.clear(piece.spot);
                    army.ready.clear(piece.spot);
                }
            }
        }
    }

    /// Gives up undoing earlier turns and what was done in this one.
    pub(super) fn forget(&mut self, army: &mut Army) {
        let links = self.first_link(self.start) as u32;
        let Mark { asks, log } = std::mem::take(&mut self.start);
        self.asks.drain(..asks as usize);
        self.links.drain(..links as usize);
        self.log.drain(..log as usize);
        for ask in &mut self.asks {
            ask.first -= links;
            ask.end -= links;
        }
        for (number, link) in self.links.iter_mut().enumerate() {
            link.ask -= asks;
            if link.before != NO_LINK {
                link.before -= links;
            }
            army.pieces[usize::from(link.leader)].chain = number as u32;
        }
        for change in &mut self.log {
            if let Change::Reassigned { ask, .. } = change {
                *ask -= asks;
            }
        }
    }

    /// For each order of this turn the leaders that may answer for it, without those that swapped.
    pub(super) fn asked<'a>(&'a self, army: &'a Army) -> impl Iterator<Item = Vec<Spot>> + 'a {
        let asks = self.start.asks..self.asks.len() as u32;
        asks.map(|ask| {
            let links = self.links_of(ask).iter();
            let spots = links.map(|link| army.pieces[usize::from(link.leader)].spot);
            spots.filter(|spot| army.asked.has(*spot)).collect()
        })
    }

    /// Where the links begin that came after that moment.
    fn first_link(&self, mark: Mark) -> usize {
        let first = self.asks.get(mark.asks as usize);
        first.map_or(self.links.len(), |ask| ask.first as usize)
    }

    fn links_of(&self, ask: u32) -> &[Link] {
        let ask = &self.asks[ask as usize];
        &self.links[ask.first as usize..ask.end as usize]
    }

    /// Moves orders on along the shortest way from a leader that may answer for `ask` to one with an activation left;
    /// says who has room for `ask` then, and who has one activation less.
    fn make_room(&mut self, pieces: &[Piece], ask: u32) -> Option<(u16, u16)> {
        let mut way = Vec::new();
        self.meet(pieces, ask, usize::MAX, &mut way);
        let mut place = 0;
        while pieces[usize::from(way.get(place)?.leader)].left == 0 {
            let leader = way[place].leader;
            let mut number = pieces[usize::from(leader)].chain;
            while number != NO_LINK {
                let link = self.links[number as usize];
                if self.asks[link.ask as usize].by == leader {
                    self.meet(pieces, link.ask, place, &mut way);
                }
                number = link.before;
            }
            place += 1;
        }
        let giver = way[place].leader;
        loop {
            let Met { leader, ask, from } = way[place];
            if from == usize::MAX {
                return Some((leader, giver));
            }
            let by = &mut self.asks[ask as usize].by;
            self.log.push(Change::Reassigned { ask, from: *by });
            *by = leader;
            place = from;
        }
    }

    /// Adds to those met the leaders that may answer for an order.
    fn meet(&self, pieces: &[Piece], ask: u32, from: usize, way: &mut Vec<Met>) {
        for link in self.links_of(ask) {
            let leader = link.leader;
            let is_new = way.iter().all(|met| met.leader != leader);
            if is_new && !pieces[usize::from(leader)].is_spent {
                way.push(Met { leader, ask, from });
            }
        }
    }

    /// Finds out who is spent, now that an order was assigned to a leader with nothing left.
    ///
    /// If anybody became spent, so did that leader: a set of leaders that is now just large enough for the orders only
    /// they can answer for holds all that may answer for the new one. Whoever else became spent leads to it by orders.
    fn settle(&mut self, army: &mut Army, leader: u16) {
        if self.leads_to_freedom(&army.pieces, leader) {
            self.seen.clear();
            return;
        }
        let spent = self.log.len()..self.log.len() + self.seen.len();
        for leader in self.seen.drain(..) {
            let piece = &mut army.pieces[usize::from(leader)];
            piece.is_spent = true;
            army.ready.clear(piece.spot);
            self.log.push(Change::Spent(leader));
        }
        for place in spent {
            let Change::Spent(leader) = self.log[place] else {
                continue;
            };
            self.settle_askers(army, leader);
        }
    }

    /// Finds out who is spent among the leaders whose orders that leader may answer for, now that it is spent itself.
    fn settle_askers(&mut self, army: &mut Army, leader: u16) {
        let mut number = army.pieces[usize::from(leader)].chain;
        while number != NO_LINK {
            let link = self.links[number as usize];
            let by = self.asks[link.ask as usize].by;
            let piece = &army.pieces[usize::from(by)];
            if piece.left == 0 && !piece.is_spent {
                self.settle(army, by);
            }
            number = link.before;
        }
    }

    /// Whether a way of orders leads from a leader to one with an activation left. If not, all on those ways are
    /// `seen`.
    fn leads_to_freedom(&mut self, pieces: &[Piece], leader: u16) -> bool {
        self.seen.push(leader);
        let mut place = 0;
        while let Some(leader) = self.seen.get(place).copied() {
            let mut number = pieces[usize::from(leader)].chain;
            while number != NO_LINK {
                let link = self.links[number as usize];
                let ask = &self.asks[link.ask as usize];
                if ask.by == leader {
                    for link in &self.links[ask.first as usize..ask.end as usize] {
                        let piece = &pieces[usize::from(link.leader)];
                        if piece.left > 0 {
                            return true;
                        }
                        if !piece.is_spent && !self.seen.contains(&link.leader) {
                            self.seen.push(link.leader);
                        }
                    }
                }
                number = link.before;
            }
            place += 1;
        }
        false
    }

    /// Leaves a leader with no activation and nothing assigned to it, if others can answer for that.
    fn withdraw(&mut self, pieces: &mut [Piece], leader: u16) -> Option<()> {
        let piece = &mut pieces[usize::from(leader)];
        let left = std::mem::take(&mut piece.left);
        piece.is_spent = true;
        let mut number = piece.chain;
        self.log.push(Change::Swapped { leader, left });
        while number != NO_LINK {
            let link = self.links[number as usize];
            if self.asks[link.ask as usize].by == leader {
                let (by, giver) = self.make_room(pieces, link.ask)?;
                pieces[usize::from(giver)].left -= 1;
                self.log.push(Change::Gave(giver));
                let (ask, from) = (link.ask, leader);
                self.log.push(Change::Reassigned { ask, from });
                self.asks[ask as usize].by = by;
            }
            number = link.before;
        }
        Some(())
    }

    /// Adds a change of a leader's hash to every order it may answer for, and what follows to the `sum` of the key.
    fn rehash(&mut self, chain: u32, change: u64, sum: &mut u64) {
        let mut number = chain;
        while number != NO_LINK {
            let link = self.links[number as usize];
            let ask = &mut self.asks[link.ask as usize];
            *sum = sum.wrapping_sub(key::ask(ask.leaders));
            ask.leaders = ask.leaders.wrapping_add(change);
            *sum = sum.wrapping_add(key::ask(ask.leaders));
            number = link.before;
        }
    }
}
