//! The effects of legal orders, and the beginning and end of turns. Rules: warlord 2, 3, 5.

use board::Cell;

use super::share::is_owned;
use super::{Phase, Position, Progress};
use crate::warlord::game::SIX_LEADERS;
use crate::warlord::{Event, Kind, Terrain, Unit};
use crate::warlord::{Outcome, Side, Tie, Win};

/// The occurrence of a position that makes the game a draw, with the option `repetition`.
pub(super) const THIRD_TIME: u8 = 3;

/// The most starts of turns that are remembered for the draw by repetition; beyond that all are forgotten, so that a
/// position stays small enough for a match to begin from it. Rules: warlord 3.6.
pub(super) const MOST_SEEN: usize = 1_000;

/// The part of a position that repeats at the start of a turn, as a digest.
pub(super) type Seen = [u8; 16];

impl Position {
    /// Prepares the turn of the side to move and checks the endings that come at the start of a turn.
    pub(super) fn begin_turn(&mut self, events: &mut Vec<Event>) {
        let progress = &mut self.progress;
        progress.cap = self
            // Rules: warlord 2.7: fixed as the turn begins, whatever is lost in it
            .game
            .cap(self.turn, self.tallies[self.side.index()].leaders);
        progress.made = 0;
        progress.has_entered = false;
        progress.moved.clear();
        progress.entered.clear();
        progress.activations.clear();
        progress.self_activating.clear();
        for (cell, unit) in self.units.iter() {
            if let Some(Unit { side, kind }) = *unit
                && side == self.side
            {
                if kind.is_leader() {
                    progress.activations.add_leader(cell, kind.level());
                } else if self.game.activates_itself(kind) {
                    progress.self_activating.push(cell);
                }
            }
        }
        self.open_all_parts();
        if self.holds_the_towns() {
            self.finish(Outcome::Won(self.side, Win::Towns), events);
        } else if self.game.options.repetition {
            let key = self.repetition_key();
            // a position already counted may still occur for the third time, so only a new one makes the count begin
            // again
            if self.seen.len() >= MOST_SEEN && !self.seen.contains_key(&key) {
                self.seen.clear();
            }
            let times = self.seen.entry(key).or_default();
            *times += 1;
            if *times >= THIRD_TIME {
                self.finish(Outcome::Drawn(Tie::Repetition), events);
            }
        }
    }

    /// Ends the turn. The order of the endings: claim, two passes, change of side, towns, repetition.
    pub(super) fn end_turn(&mut self, events: &mut Vec<Event>) {
        let side = self.side;
        let passed = self.progress.made == 0 && !self.progress.has_entered;
        self.passes = if passed { self.passes + 1 } else { 0 };
        events.push(Event::TurnEnded {
            side,
            turn: self.turn,
            passed,
        });
        // the enemy's claim stood when this turn began, and this turn was the answer (3.2)
        let (own, theirs) = (self.captured(side), self.captured(side.opponent()));
        if self.claim == Some(side.opponent()) && own < theirs {
            return self.finish(Outcome::Won(side.opponent(), Win::Short), events);
        }
        self.claim = self.claims(own, theirs).then_some(side);
        events.extend(self.claim.map(Event::Claimed));
        if self.passes >= 2 {
            return self.finish(Outcome::Drawn(Tie::Passes), events);
        }
        // Rules: warlord 3, last line: after claim and passes; towns and repetition are checked for the side now on
        // turn
        self.side = side.opponent();
        // saturating, because a text may begin with any number of the turn
        self.turn = self.turn.saturating_add(1);
        self.begin_turn(events);
    }

    /// True if that many captures against the enemy's make a claim in the short game.
    pub(super) fn claims(&self, own: u16, theirs: u16) -> bool {
        let short = u16::from(self.game.options.short);
        short > 0 && own >= short && own > theirs
    }

    pub(super) fn make_move(&mut self, from: Cell, to: Cell, events: &mut Vec<Event>) {
        let unit = self.units[from].take().expect("a checked move has a unit");
        let (member, owner) = (self.member(), self.owner(from));
        if !self.acts_alone(from, unit.kind) {
            let (board, range) = (self.board(), self.game.range);
            // before a leader moves: the leaders in range as the move starts answer for it (2.2, 2.5)
            let activated = self.progress.activations.activate(board, from, range);
            debug_assert!(activated, "a checked move has a leader to answer for it");
        }
        // a unit there is an enemy: the check has refused units of the same side
        let captured = self.units[to].replace(unit);
        self.shares.owners.remove(&from);
        self.shares.owners.remove(&to);
        self.shares.owners.extend(owner.map(|owner| (to, owner)));
        self.shares.has_moved = member.is_some();
        if unit.kind.is_leader() {
            self.progress.activations.move_leader(from, to);
        }
        self.progress.made += 1;
        self.leave(from);
        self.mark_moved(to);
        events.push(Event::Moved {
            unit,
            from,
            to,
            captured,
        });
        if self.game.promotes(unit.kind) && to.rank() == self.game.farthest_rank(unit.side) {
            let kind = Kind::Promoted;
            self.units[to] = Some(Unit { kind, ..unit });
            // Rules: warlord 7.2: who moved it
            self.shares.owners.extend(member.map(|member| (to, member)));
            // Rules: warlord 3.6: a promotion, like a capture or an entry, cannot be undone, so no earlier position
            // comes back
            self.seen.clear();
            events.push(Event::Promoted(to));
        }
        if let Some(captured) = captured {
            self.seen.clear();
            if captured.kind.is_leader() {
                self.lose_leader(captured, events);
            }
        }
    }

    pub(super) fn make_swap(&mut self, leader: Cell, cannon: Cell, events: &mut Vec<Event>) {
        // while the leader still stands where the turn's orders know it
        self.progress.activations.exhaust(leader);
        self.progress.activations.move_leader(leader, cannon);
        let unit = self.units[leader].take();
        self.units[leader] = std::mem::replace(&mut self.units[cannon], unit);
        let owner = self.shares.owners.remove(&leader);
        self.shares
            .owners
            .extend(owner.map(|owner| (cannon, owner)));
        self.shares.has_moved = self.member().is_some();
        self.progress.made += 1;
        self.leave(cannon);
        self.mark_moved(leader);
        self.mark_moved(cannon);
        events.push(Event::Swapped { leader, cannon });
    }

    pub(super) fn enter(&mut self, kind: Kind, cell: Cell, events: &mut Vec<Event>) {
        let (side, member) = (self.side, self.member());
        // the list is sorted by turn, so the first of the kind has been due longest
        let is_meant = |(turn, due): &(u16, Kind)| *due == kind && self.enters(*turn);
        let first = self.waiting(side).iter().position(is_meant);
        if let Some(first) = first {
            self.waiting[side.index()].remove(first);
        }
        self.units[cell] = Some(Unit { side, kind });
        if is_owned(kind) {
            self.shares
                .owners
                .extend(member.map(|member| (cell, member)));
        }
        self.shares.has_entered = member.is_some();
        self.progress.has_entered = true;
        if kind.stops_beside_terrain() {
            insert(&mut self.progress.entered, cell);
        }
        // Rules: warlord 3.6: an entry cannot be undone, so no earlier position comes back
        self.seen.clear();
        if kind.is_leader() {
            self.progress.activations.add_leader(cell, kind.level());
        } else if self.game.activates_itself(kind) {
            self.progress.self_activating.push(cell);
        }
        events.push(Event::Entered { kind, cell });
    }

    /// Counts a captured leader off and checks the endings that its loss can bring.
    fn lose_leader(&mut self, leader: Unit, events: &mut Vec<Event>) {
        let tally = &mut self.tallies[leader.side.index()];
        tally.leaders -= 1;
        tally.levels = tally.levels.saturating_sub(leader.kind.level().into());
        if let Some(win) = self.leaders_ending(leader.side) {
            self.finish(Outcome::Won(leader.side.opponent(), win), events);
        }
    }

    /// Why a side that has just lost a leader loses, if it does.
    pub(super) fn leaders_ending(&self, side: Side) -> Option<Win> {
        let tally = self.tallies[side.index()];
        if tally.leaders == 0 {
            Some(Win::Leaders)
        } else if self.game.command_ending && tally.levels < u16::from(self.game.cap.number) {
            Some(Win::Command)
        } else if self.game.options.six_leaders && self.captured(side.opponent()) >= SIX_LEADERS {
            Some(Win::SixLeaders)
        } else {
            None
        }
    }

    pub(super) fn holds_the_towns(&self) -> bool {
        self.game.towns.is_some_and(|towns| {
            let held = self.game.terrain.iter().filter(|(cell, terrain)| {
                **terrain == Terrain::Town
                    && self.units[*cell].is_some_and(|unit| unit.side == self.side)
            });
            held.count() >= usize::from(towns.needed)
        })
    }

    /// The digest of what is equal in repeated positions: units and side to move.
    pub(super) fn repetition_key(&self) -> Seen {
        let mut bytes = vec![self.side.index() as u8];
        self.write_units(&mut bytes);
        // other members' leaders on the same cells are another position (warlord 7.2)
        bytes.extend(self.shares.owners.values());
        let digest = blake3::derive_key("warlord 1 repetition", &bytes);
        // cut to 16 bytes: a thousand of them must fit into the whole bytes of a position
        std::array::from_fn(|n| digest[n])
    }

    /// Takes a side out of the game whose players are gone: its units leave the board, and without leaders it has lost.
    /// Rules: warlord 3.1.
    pub fn remove(&mut self, side: Side) -> Vec<Event> {
        let mut events = Vec::new();
        if matches!(self.phase, Phase::Over(_)) {
            return events;
        }
        let own = self.units().filter(|(_, unit)| unit.side == side);
        for (cell, _) in own.collect::<Vec<_>>() {
            self.units[cell] = None;
        }
        self.waiting[side.index()].clear();
        // from the board also before a set-up: whoever has set up nothing has no leader
        self.count_leaders();
        if side == self.side {
            self.progress = Progress::default();
        }
        self.disown(side);
        self.progress.cap = self.game.cap(self.turn, self.leaders_left(self.side));
        self.claim = None;
        self.seen.clear();
        self.finish(Outcome::Won(side.opponent(), Win::Leaders), &mut events);
        events
    }

    fn mark_moved(&mut self, cell: Cell) {
        insert(&mut self.progress.moved, cell);
    }

    /// Forgets that the unit on that cell entered this turn, once the unit has moved.
    fn leave(&mut self, cell: Cell) {
        self.progress.entered.retain(|entered| *entered != cell);
    }

    fn finish(&mut self, outcome: Outcome, events: &mut Vec<Event>) {
        self.phase = Phase::Over(outcome);
        events.push(Event::Over(outcome));
    }
}

/// Adds a cell to a sorted list.
fn insert(cells: &mut Vec<Cell>, cell: Cell) {
    if let Err(place) = cells.binary_search(&cell) {
        cells.insert(place, cell);
    }
}
