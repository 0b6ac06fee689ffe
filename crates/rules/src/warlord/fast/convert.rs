//! Conversion from a position and back.

use std::sync::Arc;

use board::{Cell, Grid};

use super::activation::{Activations, MOST_LEADERS};
use super::army::{Army, Standing};
use super::leader_set::LeaderSet;
use super::spot::SPOTS;
use super::turn::{Keys, OpenTurn, Tally};
use super::{FastPosition, Landings, Spot, key};
use crate::warlord::Side;
use crate::warlord::{Parts, Position};

impl FastPosition {
    /// This moment of the game as a fast position. `None` while set-ups or lots are awaited, if leaders reach farther
    /// than three cells, if a side has more than 512 leaders, or if members share a side by leaders.
    pub fn new(position: &Position) -> Option<Self> {
        Self::on(Arc::new(Landings::new(position.game().clone())?), position)
    }

    /// This moment as a fast position, with the ground of an earlier position of the game.
    pub fn on(landings: Arc<Landings>, position: &Position) -> Option<Self> {
        let leaders = Side::BOTH.map(|side| position.leaders_left(side));
        // what the sets of leaders cannot hold is left to the readable position
        let is_shared = position.game().is_shared();
        if !position.has_begun()
            || is_shared
            || leaders.into_iter().any(|count| count > MOST_LEADERS)
        {
            return None;
        }
        let mut fast = Self {
            landings,
            armies: [Army::empty(), Army::empty()],
            standing: Box::new([Standing::NOBODY; SPOTS]),
            // replaced by `add_progress`, once the leaders on the board are counted
            activations: Activations::new(0, 0),
            waiting: Side::BOTH.map(|side| position.waiting(side).to_vec()),
            moved: Vec::new(),
            entered: Vec::new(),
            turn: OpenTurn {
                side: position.side(),
                number: position.turn(),
                cap: position.cap(),
                made: position.orders_made(),
                has_entered: position.has_entered(),
                passes: position.passes(),
                claim: position.claim(),
                outcome: position.outcome(),
                tallies: Side::BOTH.map(|side| Tally {
                    leaders: position.leaders_left(side),
                    levels: position.level_left(side),
                }),
                first_moved: 0,
                first_entered: 0,
                keys: Keys::default(),
            },
            done: Vec::new(),
            ended: Vec::new(),
        };
        // units before progress: the orders of the turn name leaders by their places on the list
        fast.add_units(position);
        fast.add_progress(position);
        fast.rekey_turn();
        Some(fast)
    }

    /// The position of this moment. Earlier positions, for the draw by repetition, are forgotten.
    pub fn position(&self) -> Position {
        let mut units = Grid::filled(self.game().board(), None);
        let mut moved = Vec::new();
        for (side, army) in Side::BOTH.into_iter().zip(&self.armies) {
            for piece in &army.pieces {
                units[piece.spot.cell()] = Some(piece.unit(side));
                if piece.is_moved {
                    moved.push(piece.spot.cell());
                }
            }
        }
        let stands = |cell: &Cell| self.unit(*cell).is_some() && !self.has_moved(*cell);
        let entered = self.just_entered().iter().map(|spot| spot.cell());
        // the list keeps the spots of units that have moved on
        let entered = entered.filter(stands).collect();
        let army = &self.armies[self.turn.side.index()];
        // only a swap takes a leader off the plane of those to ask
        let has_swapped = |cell: &Cell| self.leads(*cell) && !army.asked.has(Spot::new(*cell));
        let cells = |spots: Vec<Spot>| spots.into_iter().map(Spot::cell).collect();
        let asked = self.activations.asked(army);
        Position::assemble(Parts {
            game: self.game().clone(),
            units,
            side: self.turn.side,
            turn: self.turn.number,
            cap: self.turn.cap,
            made: self.turn.made,
            has_entered: self.turn.has_entered,
            passes: self.turn.passes,
            claim: self.turn.claim,
            outcome: self.turn.outcome,
            waiting: self.waiting.clone(),
            swapped: moved.iter().copied().filter(has_swapped).collect(),
            entered,
            moved,
            claims: asked.into_iter().map(cells).collect(),
        })
    }

    fn leads(&self, cell: Cell) -> bool {
        self.unit(cell).is_some_and(|unit| unit.kind.is_leader())
    }

    /// The units of a kind become neighbors on the list, so that those that move alike are generated one after the
    /// other.
    fn add_units(&mut self, position: &Position) {
        let mut units: Vec<_> = position.units().collect();
        units.sort_by_key(|(_, unit)| unit.kind);
        for (cell, unit) in units {
            let spot = Spot::new(cell);
            let number = self.armies[unit.side.index()].place(unit.kind, spot);
            self.standing[spot.index()] = Standing::new(unit.side, number);
            self.turn.keys.units ^= key::unit(unit.side, unit.kind, spot);
        }
        for side in Side::BOTH {
            let waiting = &self.waiting[side.index()];
            for (number, due) in waiting.iter().enumerate() {
                let others = waiting[..number].iter().filter(|other| *other == due);
                self.turn.keys.units ^= key::waiting(side, due.0, due.1, others.count());
            }
        }
    }

    /// The orders made this turn.
    fn add_progress(&mut self, position: &Position) {
        let most = Side::BOTH
            .map(|side| position.leaders_left(side))
            .into_iter()
            .max();
        let army = &mut self.armies[self.turn.side.index()];
        self.activations = Activations::new(army.leaders, most.unwrap_or(0));
        for (number, piece) in army.pieces.iter_mut().enumerate() {
            if position.has_moved(piece.spot.cell()) {
                piece.is_moved = true;
                self.moved.push(number as u16);
                self.turn.keys.moved ^= key::moved(piece.spot);
            }
            if position.just_entered(piece.spot.cell()) {
                self.entered.push(piece.spot);
                self.turn.keys.moved ^= key::entered(piece.spot);
            }
        }
        let standing = &self.standing;
        let leader = |cell: &Cell| standing[Spot::new(*cell).index()].number() as u16;
        let activations = position.activations();
        // swaps come first: while no order is assigned to the leaders, withdrawing them cannot fail
        for cell in activations.exhausted() {
            self.turn.keys.moved ^= key::swapped(Spot::new(cell));
            self.activations
                .swap(army, leader(&cell), &mut self.turn.keys.asks);
        }
        for claim in activations.claims() {
            let (mut asked, mut hash) = (LeaderSet::default(), 0_u64);
            for cell in &claim {
                asked.insert(leader(cell));
                hash = hash.wrapping_add(key::leader(Spot::new(*cell)));
            }
            let asks = &mut self.turn.keys.asks;
            self.activations.ask(army, &asked, hash, asks);
        }
    }
}
