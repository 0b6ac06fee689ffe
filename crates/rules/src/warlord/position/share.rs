//! Members of a side who have leaders of their own, and their parts of a turn. Rules: warlord 7.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::Cell;

use super::{Phase, Position};
use crate::warlord::{Event, Game, Illegal, Kind, Order, Side, Start};
use crate::whole::{Read, Reader, hold};

/// Who commands what, and whose part of the turn it is. Empty in games whose sides are not shared.
#[derive(Debug, Clone, Default)]
pub(super) struct Shares {
    /// The member of each leader and promoted unit on the board.
    // by cells in board order, as canonical bytes and texts list them
    pub(super) owners: BTreeMap<Cell, u8>,
    /// The members whose parts of this turn are open, in their order; the part of the first one is under way.
    open: Vec<u8>,
    /// The members who have put off their part in this turn, a bit each.
    late: u8,
    /// True if a unit has moved or swapped in the part under way.
    pub(super) has_moved: bool,
    /// True if a unit has entered in the part under way.
    pub(super) has_entered: bool,
}

/// True for a unit that belongs to a member. Rules: warlord 7.2.
pub(super) const fn is_owned(kind: Kind) -> bool {
    kind.is_leader() || matches!(kind, Kind::Promoted)
}

impl Game {
    /// True if members of a side have leaders of their own. Rules: warlord 7.1.
    pub fn is_shared(&self) -> bool {
        self.members != [1, 1]
    }

    /// The member whose the n-th of several sections or blocks is: they are dealt round. Rules: warlord 7.2.
    pub(super) fn dealt(&self, side: Side, place: usize) -> u8 {
        let members = usize::from(self.members[side.index()].max(1));
        u8::try_from(place % members).unwrap_or(0)
    }

    /// The member to whom what is due on that turn of the side belongs.
    pub(super) fn block_member(&self, side: Side, turn: u16) -> u8 {
        let place = match &self.start {
            Start::Hidden(hidden) if !hidden.enters.is_empty() => {
                hidden.enters.iter().position(|due| *due == turn)
            }
            _ => {
                let blocks = self.entry.iter();
                let blocks = blocks.flat_map(|entry| &entry.blocks[side.index()]);
                let mut turns: Vec<u16> = blocks.map(|block| block.turn).collect();
                // a position does not tell blocks of one turn apart, so that they are dealt as one
                turns.sort_unstable();
                turns.dedup();
                turns.iter().position(|due| *due == turn)
            }
        };
        self.dealt(side, place.unwrap_or(0))
    }
}

impl Position {
    /// The same start of a game whose sides are shared by so many members each. None for numbers that are not from 1 to
    /// 8 for each of two sides.
    pub fn by_leaders(&self, members: &[u8]) -> Option<Self> {
        let members: [u8; 2] = members.try_into().ok()?;
        // the protocol has eight seats, and a set of members is one byte
        let is_fit = members.iter().all(|count| (1..=8).contains(count));
        is_fit.then(|| {
            let mut game = Game::clone(&self.game);
            game.members = members;
            Self::new(Arc::new(game))
        })
    }

    /// The members who share a side by leaders; 1 where nobody does.
    pub fn members(&self, side: Side) -> u8 {
        self.game.members[side.index()]
    }

    /// The member whose part it is, in a shared game under way.
    pub fn member(&self) -> Option<u8> {
        match self.phase {
            Phase::Playing => self.shares.open.first().copied(),
            _ => None,
        }
    }

    /// The member to whom the leader or promoted unit on that cell belongs, in a shared game.
    pub fn owner(&self, cell: Cell) -> Option<u8> {
        self.shares.owners.get(&cell).copied()
    }

    /// The members whose parts of this turn are open, in their order. Rules: warlord 7.3.
    pub fn open_parts(&self) -> &[u8] {
        &self.shares.open
    }

    /// True if a part of this turn is closed or put off, of which the position text says nothing.
    pub fn has_closed_part(&self) -> bool {
        let members = usize::from(self.members(self.side));
        self.member().is_some() && self.shares.open.len() < members || self.shares.late != 0
    }

    /// True if the member whose part it is commands the leader or promoted unit on that cell.
    pub(super) fn commands(&self, cell: Cell) -> bool {
        !self.game.is_shared() || self.owner(cell) == self.member()
    }

    /// True if a unit of that kind on that cell needs no leader. Rules: warlord 2.8, 5.2, 7.2.
    pub(super) fn acts_alone(&self, cell: Cell, kind: Kind) -> bool {
        self.game.activates_itself(kind) && (kind != Kind::Promoted || self.commands(cell))
    }

    /// True if the time of entry is over. Rules: warlord 2.12, 7.4.
    pub(super) fn is_too_late_to_enter(&self) -> bool {
        if self.game.is_shared() {
            // otherwise the first member's move would keep all others' units off the board
            self.shares.has_moved
        } else {
            self.progress.made > 0
        }
    }

    /// True if what is due on that turn of the side on turn is the present member's to enter. Rules: warlord 7.4.
    pub(super) fn enters(&self, turn: u16) -> bool {
        !self.game.is_shared() || Some(self.game.block_member(self.side, turn)) == self.member()
    }

    /// Deals leaders and promoted units out by files from the left, of one file the lower rank first, in equal shares;
    /// the first members get one more where they cannot be equal. Rules: warlord 7.2.
    pub(super) fn deal(&mut self) {
        if !self.game.is_shared() {
            return;
        }
        for side in Side::BOTH {
            let own = self
                .units()
                .filter(|(_, unit)| unit.side == side && is_owned(unit.kind));
            let mut cells: Vec<Cell> = own.map(|(cell, _)| cell).collect();
            cells.sort_unstable_by_key(|cell| (cell.file(), cell.rank()));
            let members = usize::from(self.members(side));
            let (each, more) = (cells.len() / members, cells.len() % members);
            let mut cells = cells.into_iter();
            for member in 0..members {
                let share = each + usize::from(member < more);
                let dealt = cells.by_ref().take(share);
                let member = u8::try_from(member).unwrap_or(u8::MAX);
                self.shares.owners.extend(dealt.map(|cell| (cell, member)));
            }
        }
    }

    /// Opens the parts of the turn that begins, one for each member in their order. Rules: warlord 7.3.
    pub(super) fn open_all_parts(&mut self) {
        if self.game.is_shared() {
            self.shares.open = (0..self.members(self.side)).collect();
            self.shares.late = 0;
            self.begin_part();
        }
    }

    fn begin_part(&mut self) {
        (self.shares.has_moved, self.shares.has_entered) = (false, false);
        self.ask_leaders();
    }

    /// Has the leaders of the member whose part it is answer for orders, and no others. Rules: warlord 7.2.
    pub(super) fn ask_leaders(&mut self) {
        if self.game.is_shared() {
            let (owners, member) = (&self.shares.owners, self.shares.open.first());
            let activations = &mut self.progress.activations;
            activations.ask_only(|cell| owners.get(&cell) == member);
        }
    }

    /// An error unless the part under way can be closed, put off, or end the turn. Rules: warlord 7.3.
    pub(super) fn check_closing(&self, order: &Order) -> Result<(), Illegal> {
        let shares = &self.shares;
        let Some(member) = self.member() else {
            return match order {
                Order::End => Ok(()),
                _ => Err(Illegal::NoOtherPart),
            };
        };
        let is_last = shares.open.len() == 1;
        match order {
            // the captain ends the turn for all (warlord 7.3)
            Order::End if is_last || member == 0 => Ok(()),
            Order::End => Err(Illegal::OpenParts),
            _ if is_last => Err(Illegal::NoOtherPart),
            Order::Later if shares.has_moved || shares.has_entered => Err(Illegal::PartBegun),
            Order::Later if shares.late & 1 << member != 0 => Err(Illegal::PutOffTwice),
            _ => Ok(()),
        }
    }

    /// The order that closes the part under way: `done`, or `end` for the last one.
    pub fn closing(&self, side: Side) -> Option<Order> {
        let is_asked = self.phase == Phase::Playing && side == self.side;
        let order = match self.shares.open.len() {
            0 | 1 => Order::End,
            _ => Order::Done,
        };
        is_asked.then_some(order)
    }

    /// Appends `done` and `later` where they are legal.
    pub(super) fn list_closings(&self, orders: &mut Vec<Order>) {
        let closings = [Order::Done, Order::Later, Order::End].into_iter();
        orders.extend(closings.filter(|order| self.check_closing(order).is_ok()));
    }

    /// Closes the part under way, or puts it off to the end. Rules: warlord 7.3.
    pub(super) fn close_part(&mut self, is_put_off: bool, events: &mut Vec<Event>) {
        let member = self.shares.open.remove(0);
        if is_put_off {
            self.shares.late |= 1 << member;
            self.shares.open.push(member);
        }
        let side = self.side;
        events.push(Event::PartOver {
            side,
            member,
            is_put_off,
        });
        self.begin_part();
    }

    /// Gives what a member commanded to the next one, who takes its part too if its own is closed; those behind it are
    /// numbered anew. What has not entered is dealt out anew. Rules: warlord 7.5.
    pub fn hand_over(&mut self, side: Side, member: u8) {
        let members = self.members(side);
        if members < 2 || member >= members {
            return;
        }
        let heir = (member + 1) % members;
        let renumbered = |old: u8| {
            let old = if old == member { heir } else { old };
            old - u8::from(old > member)
        };
        let mut game = Game::clone(&self.game);
        game.members[side.index()] -= 1;
        self.game = Arc::new(game);
        let units = &self.units;
        for (cell, owner) in &mut self.shares.owners {
            if units[*cell].is_some_and(|unit| unit.side == side) {
                *owner = renumbered(*owner);
            }
        }
        if side == self.side {
            let was_under_way = self.shares.open.first() == Some(&member);
            let was_heir_open = self.shares.open.contains(&heir);
            if was_heir_open {
                self.shares.open.retain(|open| *open != member);
            }
            for open in &mut self.shares.open {
                *open = renumbered(*open);
            }
            let late = self.shares.late;
            let kept = (0..members).filter(|old| *old != member && late & 1 << old != 0);
            self.shares.late = kept.fold(0, |late, old| late | 1 << renumbered(old));
            if !was_heir_open && self.shares.open.contains(&renumbered(heir)) {
                // its second part of this turn: it stands where it stands
                self.shares.late |= 1 << renumbered(heir);
            }
            if was_under_way {
                (self.shares.has_moved, self.shares.has_entered) = (false, false);
            }
        }
        if !self.game.is_shared() {
            self.shares = Shares::default();
            self.progress.activations.ask_only(|_| true);
        }
        self.ask_leaders();
        self.forget_repeated();
    }

    /// Forgets earlier positions, in which others commanded. Rules: warlord 3.6.
    fn forget_repeated(&mut self) {
        self.seen.clear();
        let is_at_start = self.progress.made == 0 && !self.progress.has_entered;
        if self.game.options.repetition && self.phase == Phase::Playing && is_at_start {
            self.seen.insert(self.repetition_key(), 1);
        }
    }

    /// Forgets what belongs to a side that is removed.
    pub(super) fn disown(&mut self, side: Side) {
        let units = &self.units;
        self.shares.owners.retain(|cell, _| units[*cell].is_some());
        if side == self.side {
            self.shares = Shares {
                owners: std::mem::take(&mut self.shares.owners),
                ..Shares::default()
            };
        }
    }

    /// Whether shares that were read fit the units and the turn.
    pub(super) fn check_shares(&self) -> Read<()> {
        let shares = &self.shares;
        let owned = self.units().filter(|(_, unit)| is_owned(unit.kind));
        let owned = owned.filter(|_| self.game.is_shared());
        let mut members = shares.owners.iter();
        for (cell, unit) in owned {
            let fits = members
                .next()
                .is_some_and(|(other, member)| *other == cell && *member < self.members(unit.side));
            hold(
                fits,
                "a leader without a member, or with one that its side lacks",
            )?;
        }
        hold(members.next().is_none(), "a member of a unit that has none")?;
        let members = self.members(self.side);
        let is_open = |member: &u8| *member < members;
        let mut sorted = shares.open.clone();
        sorted.sort_unstable();
        sorted.dedup();
        hold(
            shares.open.iter().all(is_open) && sorted.len() == shares.open.len(),
            "parts of members that the side lacks, or twice",
        )?;
        let is_playing = self.game.is_shared() && self.phase == Phase::Playing;
        hold(
            shares.open.is_empty() != is_playing || !is_playing && self.game.is_shared(),
            "parts where none are open",
        )?;
        // those who put their part off stand behind the others, in the order in which they did
        let is_late = |member: &u8| shares.late & 1 << member != 0;
        let first = shares.open.iter().skip_while(|member| is_late(member));
        let behind = first.skip_while(|member| !is_late(member)).all(is_late);
        let in_order = shares.open.iter().filter(|member| !is_late(member));
        let late = (0..8).filter(|member| shares.late & 1 << member != 0);
        hold(
            behind && in_order.is_sorted() && late.into_iter().all(|member| member < members),
            "parts out of their order",
        )?;
        hold(
            (!shares.has_moved || self.progress.made > 0)
                && (!shares.has_entered || self.progress.has_entered)
                && (self.game.is_shared() || !shares.has_moved && !shares.has_entered),
            "a part that has begun without an order",
        )?;
        let claims = self.progress.activations.claims();
        let of_one = |claim: &Vec<Cell>| {
            let mut members = claim.iter().map(|cell| self.owner(*cell));
            let first = members.next();
            members.all(|member| Some(member) == first)
        };
        hold(claims.iter().all(of_one), "an order of two members")
    }
}

impl Shares {
    /// Appends the bytes of shares.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        crate::canonical::write_length(self.owners.len(), out);
        for (cell, member) in &self.owners {
            out.extend([cell.file(), cell.rank(), *member]);
        }
        out.push(u8::try_from(self.open.len()).unwrap_or(u8::MAX));
        out.extend(&self.open);
        out.push(self.late);
        out.extend([self.has_moved, self.has_entered].map(u8::from));
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Read<Self> {
        let owners = from.list(false, |from| Ok((from.cell()?, from.u8()?)))?;
        let is_twice = owners.windows(2).any(|pair| pair[0].0 == pair[1].0);
        hold(!is_twice, "a leader of two members")?;
        let open = from.u8()?.into();
        Ok(Self {
            owners: owners.into_iter().collect(),
            open: from.take(open)?.to_vec(),
            late: from.u8()?,
            has_moved: from.flag()?,
            has_entered: from.flag()?,
        })
    }
}
