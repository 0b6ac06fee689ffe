//! Counts over games read again: where units stood, fell and held towns, and how the leaders' activations were used.

use std::collections::BTreeMap;

use board::{Board, Cell};
use rules::{AnyEvent, AnyPosition, Rules as _, Side};

use crate::deeds::{Deeds, Loss};
use crate::family::{Man, studied};
use crate::row::Reader;

/// Facts about one game that its row does not state directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Facts {
    /// The place of the side that took the first unit.
    pub first_capture: Option<usize>,
    /// The place of the side that took the first leader.
    pub first_leader: Option<usize>,
    pub orders: u32,
}

/// Sums over the turns of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Turns {
    pub turns: u64,
    /// The orders the turns could have held.
    pub allowed: u64,
    /// The orders they held.
    pub given: u64,
    /// The activations that the leaders had.
    pub capacity: u64,
    /// The activations not given.
    pub unused: u64,
    /// Units, leaders left out, in range of a leader at the end of the turn.
    pub in_command: u64,
    /// Units out of range of every leader.
    pub out_of_command: u64,
    /// Leaders that might act at the end of the turn, in families with a chain of command.
    pub leaders_in_command: u64,
    /// Leaders that might not.
    pub leaders_out_of_command: u64,
    /// Leaders with nobody but themselves in range of their orders.
    pub leaders_alone: u64,
    pub units: u64,
}

/// Counts over many games; sums in whole numbers, so that the order of the games does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// The games read.
    pub games: u64,
    pub files: u8,
    pub ranks: u8,
    /// By side and cell: the turns at whose end a unit of the side stood there.
    pub occupancy: [Vec<u64>; 2],
    /// By side and cell: the units that the side took there.
    pub captures: [Vec<u64>; 2],
    /// By side and cell: the leaders that the side lost there.
    pub leaders_lost: [Vec<u64>; 2],
    /// By cell: the games in which the cell was land.
    pub land: Vec<u64>,
    /// By town: the turns at whose end it stood in any game, and those at which a unit of each side stood on it.
    pub towns: BTreeMap<Cell, (u64, [u64; 2])>,
    /// By the kinds of taker and taken: the captures.
    pub kills: BTreeMap<(&'static str, &'static str), u64>,
    /// By side: how the turns were used.
    pub turns: [Turns; 2],
    /// By town and kind: the moves of each side's nearest unit, summed, and the games in which there was a way.
    pub ways: BTreeMap<(String, &'static str), [(u64, u64); 2]>,
    /// By side and cell: the moves of the nearest leader, summed, and the games in which there was a way.
    pub reach: [Vec<(u64, u64)>; 2],
    /// What a family counts in its own words.
    pub deeds: Deeds,
}

/// The games of a cell whose ways are measured: enough for a mean over maps laid by lot. On fixed ground one would do.
const MEASURED: u32 = 100;

/// Adds one game to a tally while it is read.
pub(crate) struct Counter<'a> {
    tally: &'a mut Tally,
    pub(crate) facts: Facts,
    /// The units as of the last order, so that no position is surveyed twice.
    men: Vec<Man>,
    /// The orders that the turn under way may hold, seen before its first order.
    allowed: Option<u8>,
    index: u32,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(tally: &'a mut Tally, index: u32) -> Self {
        Self {
            tally,
            facts: Facts::default(),
            men: Vec::new(),
            allowed: None,
            index,
        }
    }
}

fn place(board: Board, cell: Cell) -> usize {
    usize::from(cell.rank()) * usize::from(board.files()) + usize::from(cell.file())
}

impl Reader for Counter<'_> {
    fn begin(&mut self, position: &AnyPosition) {
        let board = position.board();
        self.tally.games += 1;
        self.tally.fit(board);
        for cell in studied(position).land() {
            self.tally.land[place(board, cell)] += 1;
        }
        self.men = studied(position).men();
        // measuring the ways takes far longer than reading a game
        if self.index >= MEASURED {
            return;
        }
        for way in studied(position).ways() {
            let sums = self.tally.ways.entry((way.town, way.kind)).or_default();
            for (sum, moves) in sums.iter_mut().zip(way.moves) {
                add(sum, moves);
            }
        }
        for (sums, moves) in self.tally.reach.iter_mut().zip(studied(position).reach()) {
            sums.resize(moves.len(), (0, 0));
            for (sum, moves) in sums.iter_mut().zip(moves) {
                add(sum, moves);
            }
        }
    }

    fn order(&mut self, side: Side, before: &AnyPosition, after: &AnyPosition) {
        // before the first order the turn shows all that it may hold
        self.allowed = self.allowed.or(before.turn().left);
        self.facts.orders += 1;
        let now = studied(after).men();
        // where events tell the losses, `happened` counts them: a fight of several steps shows in no list which side
        // lost whom to whom
        if studied(before).losses(&[], after).is_some() {
            self.men = now;
            return;
        }
        // both lists are in board order and no order moves an enemy, so one pass finds which units are missing, without a
        // search for each
        let mut enemies_left = now.iter().filter(|man| man.side != side).peekable();
        let mut taken: Vec<Man> = Vec::new();
        for man in self.men.iter().filter(|man| man.side != side) {
            match enemies_left.peek() {
                Some(left) if left.cell == man.cell && left.kind == man.kind => {
                    enemies_left.next();
                }
                _ => taken.push(*man),
            }
        }
        if !taken.is_empty() {
            self.capture(side, &taken, &now, before.board());
        }
        self.men = now;
    }

    fn happened(&mut self, before: &AnyPosition, events: &[AnyEvent], after: &AnyPosition) {
        studied(before).count(events, &mut self.tally.deeds);
        let Some(losses) = studied(before).losses(events, after) else {
            return;
        };
        for loss in losses {
            self.lose(&loss, before.board());
        }
        self.men = studied(after).men();
    }

    fn turn(&mut self, side: Side, position: &AnyPosition, _orders: u32) {
        let board = position.board();
        let turn = position.turn();
        let allowed = self.allowed.take().or(turn.left);
        for man in &self.men {
            if let Some(cells) = self.tally.occupancy.get_mut(man.side.index()) {
                cells[place(board, man.cell)] += 1;
            }
        }
        for town in studied(position).towns() {
            let (turns, held) = self.tally.towns.entry(town).or_default();
            *turns += 1;
            if let Some(man) = self.men.iter().find(|man| man.cell == town)
                && let Some(held) = held.get_mut(man.side.index())
            {
                *held += 1;
            }
        }
        let own = self.men.iter().filter(|man| man.side == side).count();
        let Some(turns) = self.tally.turns.get_mut(side.index()) else {
            return;
        };
        // a turn that ended the game was cut short, and would count as one with orders left unused
        if position.outcome().is_some() {
            return;
        }
        turns.turns += 1;
        turns.units += own as u64;
        if let (Some(allowed), Some(left)) = (allowed, turn.left) {
            turns.allowed += u64::from(allowed);
            turns.given += u64::from(allowed.saturating_sub(left));
        }
        if let Some(command) = studied(position).command(side) {
            turns.capacity += u64::from(command.capacity);
            turns.unused += u64::from(command.unused);
            turns.in_command += u64::from(command.in_command);
            turns.out_of_command += u64::from(command.out_of_command);
            turns.leaders_in_command += u64::from(command.leaders_in_command);
            turns.leaders_out_of_command += u64::from(command.leaders_out_of_command);
            turns.leaders_alone += u64::from(command.leaders_alone);
        }
    }
}

impl Counter<'_> {
    /// Counts a loss that the events tell.
    fn lose(&mut self, loss: &Loss, board: Board) {
        let by = loss.by.index();
        if !loss.is_mutual {
            self.facts.first_capture.get_or_insert(by);
        }
        if let Some(taker) = loss.taker {
            *self.tally.kills.entry((taker, loss.kind)).or_default() += 1;
        }
        if let Some(cells) = self.tally.captures.get_mut(by) {
            cells[place(board, loss.cell)] += 1;
        }
        if !loss.is_leader {
            return;
        }
        if !loss.is_mutual {
            self.facts.first_leader.get_or_insert(by);
        }
        if let Some(cells) = self.tally.leaders_lost.get_mut(loss.side.index()) {
            cells[place(board, loss.cell)] += 1;
        }
    }

    fn capture(&mut self, side: Side, taken: &[Man], now: &[Man], board: Board) {
        self.facts.first_capture.get_or_insert(side.index());
        // the taker is the unit that stands where it did not before
        let came = now
            .iter()
            .find(|man| man.side == side && !self.men.contains(man));
        for man in taken {
            if let Some(taker) = came {
                *self.tally.kills.entry((taker.kind, man.kind)).or_default() += 1;
            }
            if let Some(cells) = self.tally.captures.get_mut(side.index()) {
                cells[place(board, man.cell)] += 1;
            }
            if man.is_leader {
                self.facts.first_leader.get_or_insert(side.index());
                if let Some(cells) = self.tally.leaders_lost.get_mut(man.side.index()) {
                    cells[place(board, man.cell)] += 1;
                }
            }
        }
    }
}

fn add(sum: &mut (u64, u64), moves: Option<u16>) {
    if let Some(moves) = moves {
        *sum = (sum.0 + u64::from(moves), sum.1 + 1);
    }
}

impl Tally {
    fn fit(&mut self, board: Board) {
        (self.files, self.ranks) = (board.files(), board.ranks());
        let grids = [
            &mut self.occupancy,
            &mut self.captures,
            &mut self.leaders_lost,
        ];
        // games of one study have one board: only the first game makes room
        for cells in grids.into_iter().flatten().chain([&mut self.land]) {
            cells.resize(board.len(), 0);
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        // a thread without rows has no board yet, and its empty grids would shrink those here
        if other.games == 0 {
            return;
        }
        self.games += other.games;
        // all games of a study have one board
        (self.files, self.ranks) = (other.files, other.ranks);
        let grids = [
            &mut self.occupancy,
            &mut self.captures,
            &mut self.leaders_lost,
        ];
        let others = [other.occupancy, other.captures, other.leaders_lost];
        let grids = grids
            .into_iter()
            .flatten()
            .zip(others.into_iter().flatten());
        for (cells, others) in grids.chain([(&mut self.land, other.land)]) {
            cells.resize(others.len(), 0);
            for (cell, other) in cells.iter_mut().zip(others) {
                *cell += other;
            }
        }
        self.deeds.add(other.deeds);
        for (town, (turns, held)) in other.towns {
            let sums = self.towns.entry(town).or_default();
            sums.0 += turns;
            sums.1 = [sums.1[0] + held[0], sums.1[1] + held[1]];
        }
        for (kinds, count) in other.kills {
            *self.kills.entry(kinds).or_default() += count;
        }
        for (sums, other) in self.turns.iter_mut().zip(other.turns) {
            sums.add(other);
        }
        for (way, moves) in other.ways {
            let sums = self.ways.entry(way).or_default();
            for (sum, (moves, games)) in sums.iter_mut().zip(moves) {
                *sum = (sum.0 + moves, sum.1 + games);
            }
        }
        for (sums, others) in self.reach.iter_mut().zip(other.reach) {
            // games whose ways are not measured have no grid
            sums.resize(others.len().max(sums.len()), (0, 0));
            for (sum, (moves, games)) in sums.iter_mut().zip(others) {
                *sum = (sum.0 + moves, sum.1 + games);
            }
        }
    }
}

impl Turns {
    const fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.allowed += other.allowed;
        self.given += other.given;
        self.capacity += other.capacity;
        self.unused += other.unused;
        self.in_command += other.in_command;
        self.out_of_command += other.out_of_command;
        self.leaders_in_command += other.leaders_in_command;
        self.leaders_out_of_command += other.leaders_out_of_command;
        self.leaders_alone += other.leaders_alone;
        self.units += other.units;
    }
}
