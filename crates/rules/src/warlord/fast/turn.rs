//! The end and beginning of turns, and the endings of the game. Rules: warlord 2.6, 2.7, 3.

use super::matching::Mark;
use super::{FastPosition, key};
use crate::warlord::Kind;
use crate::warlord::game::SIX_LEADERS;
use crate::warlord::{Outcome, Side, Tie, Win};

/// The turn under way: its side, how far it has come, how the game stands; and the key so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenTurn {
    pub(super) side: Side,
    pub(super) number: u32,
    pub(super) cap: u8,
    pub(super) made: u8,
    pub(super) has_entered: bool,
    pub(super) passes: u8,
    /// The holder of the short game's claim when the turn began.
    pub(super) claim: Option<Side>,
    pub(super) outcome: Option<Outcome>,
    pub(super) tallies: [Tally; 2],
    /// The beginning of this turn on the list of the units that moved.
    pub(super) first_moved: u32,
    /// The beginning of this turn on the list of the spots where units entered.
    pub(super) first_entered: u32,
    pub(super) keys: Keys,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Keys {
    /// The part of the units on the board and those still to enter.
    pub(super) units: u64,
    /// The part of the units that moved, swapped or entered this turn.
    pub(super) moved: u64,
    /// The part of the leaders that may answer for the orders, a sum.
    pub(super) asks: u64,
    pub(super) turn: u64,
}

/// The leaders a side has left.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) leaders: u16,
    pub(super) levels: u16,
}

impl Tally {
    /// Counts a unit that is on the board again.
    pub(super) fn count(&mut self, kind: Kind) {
        if kind.is_leader() {
            self.leaders += 1;
            self.levels += u16::from(kind.level());
        }
    }
}

impl OpenTurn {
    /// The turn's own part of the key: its side and number, whether units entered, and how the game stands. The number of
    /// orders made is not hashed, since the units that moved and swapped imply it.
    fn key(&self) -> u64 {
        let side = |side: Option<Side>| side.map_or(0, |side| 1 + side as u64);
        // draws are 1 and 2, wins of White 4 to 8, wins of Black 12 to 16
        let outcome = |outcome: Outcome| match outcome {
            Outcome::Drawn(tie) => 1 + tie as u64,
            Outcome::Won(side, win) => 4 + 8 * side as u64 + win as u64,
        };
        key::turn(
            // each part has bits of its own: the second pass in a row ends the game, so two bits hold the passes
            u64::from(self.number)
                | u64::from(self.passes) << 40
                | side(self.claim) << 42
                | (self.side as u64) << 44
                | u64::from(self.has_entered) << 45
                | self.outcome.map_or(0, outcome) << 46,
        )
    }
}

impl FastPosition {
    /// Brings the turn's own part of the key up to date.
    pub(super) fn rekey_turn(&mut self) {
        self.turn.keys.turn = self.turn.key();
    }

    /// Ends the turn. If another turn follows, returns the place on the lists where this turn began.
    pub(super) fn end_turn(&mut self) -> Option<Mark> {
        let side = self.turn.side;
        // Rules: warlord 2.12: a turn with entries alone is no pass
        let passed = self.turn.made == 0 && !self.turn.has_entered;
        self.turn.passes = if passed { self.turn.passes + 1 } else { 0 };
        let short = u16::from(self.game().options.short);
        if short > 0 {
            let (own, theirs) = (self.captured(side), self.captured(side.opponent()));
            // Rules: warlord 3, last line: the claim comes before two passes
            if self.turn.claim == Some(side.opponent()) && own < theirs {
                self.turn.outcome = Some(Outcome::Won(side.opponent(), Win::Short));
                return None;
            }
            self.turn.claim = (own >= short && own > theirs).then_some(side);
        }
        if self.turn.passes >= 2 {
            self.turn.outcome = Some(Outcome::Drawn(Tie::Passes));
            return None;
        }
        let next = side.opponent();
        let next_leaders = self.armies[next.index()].leaders;
        let army = &mut self.armies[side.index()];
        for number in &self.moved[self.turn.first_moved as usize..] {
            army.pieces[usize::from(*number)].is_moved = false;
        }
        let start = self.activations.end_turn(army, next_leaders);
        let number = self.turn.number.saturating_add(1);
        let leaders = self.turn.tallies[next.index()].leaders;
        self.turn = OpenTurn {
            side: next,
            number,
            cap: self.game().cap(number, leaders),
            made: 0,
            has_entered: false,
            first_moved: self.moved.len() as u32,
            first_entered: self.entered.len() as u32,
            keys: Keys {
                moved: 0,
                asks: 0,
                ..self.turn.keys
            },
            ..self.turn
        };
        // for the side now on turn, before it moves (3.4)
        if self.holds_the_towns() {
            self.turn.outcome = Some(Outcome::Won(next, Win::Towns));
        }
        Some(start)
    }

    /// Takes back what the end of a turn did to the units of the side that moves again.
    pub(super) fn reopen_turn(&mut self, start: Mark) {
        let army = &mut self.armies[self.turn.side.index()];
        for number in &self.moved[self.turn.first_moved as usize..] {
            army.pieces[usize::from(*number)].is_moved = true;
        }
        self.activations.reopen_turn(army, start);
    }

    /// Counts a captured leader off and checks the endings that its loss can bring.
    pub(super) fn lose_leader(&mut self, loser: Side, kind: Kind) {
        let tally = &mut self.turn.tallies[loser.index()];
        tally.leaders -= 1;
        // saturating, because a position text may have more leaders than the game began with
        tally.levels = tally.levels.saturating_sub(kind.level().into());
        let tally = *tally;
        let game = self.game();
        let winner = loser.opponent();
        let win = if tally.leaders == 0 {
            Win::Leaders
        } else if game.command_ending && tally.levels < u16::from(game.cap.number) {
            Win::Command
        } else if game.options.six_leaders && self.captured(winner) >= SIX_LEADERS {
            Win::SixLeaders
        } else {
            return;
        };
        self.turn.outcome = Some(Outcome::Won(winner, win));
        self.rekey_turn();
    }

    fn holds_the_towns(&self) -> bool {
        let occupied = &self.armies[self.turn.side.index()].occupied;
        self.game().towns.is_some_and(|towns| {
            let held = self.landings.towns().iter();
            held.filter(|spot| occupied.has(**spot)).count() >= usize::from(towns.needed)
        })
    }
}
