//! The beginning and end of turns, removals and endings. Rules: wargame 1.4, 1.6, 1.11, 1.12, 2.7, 4.8.

use board::Cell;

use super::{Phase, Position, Progress, Tow, remove};
use crate::wargame::givers::Givers;
use crate::wargame::{Event, Kind, Loss, Outcome, Side, Switch, Terrain, Tie, Win};

/// The number of quiet turns in a row that make the game a draw. Rules: wargame 1.12.
pub(super) const QUIET: u32 = 60;

impl Position {
    /// Begins the turn of the side to move and checks the endings that come at the start of a turn.
    pub(super) fn begin_turn(&mut self, events: &mut Vec<Event>) {
        // made anew from the board: whoever fell is no leader any more
        self.progress = Progress {
            givers: Givers::new(self.leaders()),
            ..Progress::default()
        };
        let (units, side) = (&self.units, self.side);
        let is_own = |tow: &Tow| units[tow.towed].is_some_and(|unit| unit.side == side);
        // Rules: wargame 1.6: a tow shields the towed unit until its side is on turn again
        self.tows.retain(|tow| !is_own(tow));
        let win = if self.game.has(Switch::Plant) && self.has_planted() {
            Win::Plant
        } else if self.game.has(Switch::Towns) && self.holds_the_towns() {
            Win::Towns
        } else {
            return;
        };
        self.finish(Outcome::Won(self.side, win), events);
    }

    /// Ends the turn. Rules: wargame 4.8.
    pub(super) fn end_turn(&mut self, events: &mut Vec<Event>) {
        let side = self.side;
        let passed = self.orders_made() == 0;
        self.passes = if passed { self.passes + 1 } else { 0 };
        events.push(Event::TurnEnded {
            side,
            turn: self.turn,
            passed,
        });
        // before the quiet turns are counted: a unit lost to supply makes the turn no quiet one
        self.check_supply(events);
        self.quiet = match self.progress.has_removed {
            true => 0,
            false => self.quiet + 1,
        };
        // Rules: wargame 4.8: wins by removal come before draws
        if let Some(win) = self.removal_win() {
            return self.finish(Outcome::Won(side, win), events);
        }
        if self.passes >= 2 {
            return self.finish(Outcome::Drawn(Tie::Passes), events);
        }
        if u32::from(self.quiet) >= QUIET {
            return self.finish(Outcome::Drawn(Tie::Quiet), events);
        }
        self.side = side.opponent();
        // saturating, because a text may begin with any number of the turn
        self.turn = self.turn.saturating_add(1);
        self.begin_turn(events);
    }

    /// Removes an enemy unit, and the unit towed by that unit.
    pub(super) fn lose(&mut self, cell: Cell, loss: Loss, events: &mut Vec<Event>) {
        let Some(unit) = self.units.take(cell) else {
            return;
        };
        self.progress.has_removed = true;
        remove(&mut self.prepared, cell);
        events.push(Event::Removed { unit, cell, loss });
        // it was in tow itself: its tower tows nothing any more
        self.tows.retain(|tow| tow.towed != cell);
        if let Some(place) = self.tows.iter().position(|tow| tow.tower == cell) {
            let tow = self.tows.remove(place);
            self.lose(tow.towed, Loss::Tow, events);
        }
    }

    /// Takes a side out of the game whose players are gone: its units leave the board, and without leaders it has lost.
    /// Rules: wargame 1.12.
    pub fn remove(&mut self, side: Side) -> Vec<Event> {
        let mut events = Vec::new();
        if matches!(self.phase, Phase::Over(_)) {
            return events;
        }
        let own: Vec<Cell> = self.army(side).map(|(cell, _)| cell).collect();
        for cell in own {
            self.units.take(cell);
            remove(&mut self.prepared, cell);
            // both units of a tow are of one side
            self.tows.retain(|tow| tow.towed != cell);
        }
        if side == self.side || !self.has_begun() {
            self.progress = Progress {
                givers: Givers::new(self.leaders()),
                ..Progress::default()
            };
        }
        self.finish(Outcome::Won(side.opponent(), Win::Leaders), &mut events);
        events
    }

    /// Ends the game if the removal just made won it for the side on turn. Rules: wargame 1.12.
    pub(super) fn judge_removals(&mut self, events: &mut Vec<Event>) {
        if self.progress.has_removed
            && let Some(win) = self.removal_win()
        {
            self.finish(Outcome::Won(self.side, win), events);
        }
    }

    /// Why the side on turn has won by what the enemy lacks, if it has.
    pub(super) fn removal_win(&self) -> Option<Win> {
        let enemy = self.side.opponent();
        // in the order of `Win`: if several hold, the first is named (4.10)
        let wins = [Win::Leaders, Win::Banner, Win::Commander, Win::Short];
        wins.into_iter().find(|win| self.lacks_for(enemy, *win))
    }

    /// True if the other side wins in that way by what this side lacks.
    pub(super) fn lacks_for(&self, side: Side, win: Win) -> bool {
        let game = &self.game;
        let lacks = |kind| self.army(side).all(|(_, other)| other != kind);
        match win {
            Win::Leaders => self.leaders_left(side) == 0,
            Win::Banner => game.has(Switch::Banner) && lacks(Kind::CommandPost),
            Win::Commander => game.has(Switch::Commander) && lacks(Kind::Commander),
            Win::Short => {
                game.has(Switch::Short) && self.leaders_left(side) < usize::from(game.cap)
            }
            Win::Plant | Win::Towns => false,
        }
    }

    pub(super) fn holds_the_towns(&self) -> bool {
        let held = self.game.terrain.iter().filter(|(cell, terrain)| {
            **terrain == Terrain::Town
                && self.units[*cell].is_some_and(|unit| unit.side == self.side)
        });
        held.count() >= usize::from(self.game.towns)
    }

    pub(super) fn has_planted(&self) -> bool {
        let is_there = |cell: &Cell| {
            self.game.middle.contains(&cell.rank()) && self.game.terrain[*cell] == Terrain::Town
        };
        self.army(self.side)
            .any(|(cell, kind)| kind == Kind::CommandPost && is_there(&cell))
    }

    pub(super) fn finish(&mut self, outcome: Outcome, events: &mut Vec<Event>) {
        self.phase = Phase::Over(outcome);
        events.push(Event::Over(outcome));
    }
}
