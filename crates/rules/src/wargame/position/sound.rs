//! Whether play can have led to a position, as far as the position alone shows. Whole bytes come from another player's
//! program, and a position that play cannot reach could make later code panic or favor the sender.

use board::Cell;

use super::turn::QUIET;
use super::{Phase, Position};
use crate::wargame::{Kind, Outcome, Side, Start, Switch, Tie, Unit, Win};
use crate::whole::{Read, hold};

impl Position {
    /// Checks everything that the rules later take for granted, and every part that follows from the others.
    pub(super) fn check_sound(&self) -> Read<()> {
        // units first: everything below asks what stands where
        self.check_units()?;
        Side::BOTH
            .into_iter()
            .try_for_each(|side| self.check_army_left(side))?;
        // if White always has the first turn, the number of a turn gives its side
        let is_odd = !self.turn.is_multiple_of(2);
        let is_white_first = matches!(self.game.start, Start::Fixed(_));
        hold(
            !is_white_first || (self.side == Side::White) == is_odd,
            "a turn of the wrong side",
        )?;
        self.check_prepared()?;
        // orders before counts, which depend on them
        self.check_progress()?;
        self.check_counts()?;
        match self.phase {
            Phase::Over(outcome) => hold(self.follows(outcome), "an outcome that does not follow"),
            _ => hold(self.can_go_on(), "a game under way that is over"),
        }
    }

    /// Every unit stands where units of its kind may, or where the scenario put it and it has stayed.
    fn check_units(&self) -> Read<()> {
        let stays = |cell: Cell, unit: Unit| match &self.game.start {
            Start::Fixed(army) => army.contains(&(cell, unit)),
            Start::Hidden(_) => false,
        };
        let stands = |(cell, unit): (Cell, Unit)| {
            self.check_ground(unit.kind, cell).is_ok() || stays(cell, unit)
        };
        hold(
            self.units().all(stands),
            "a unit on a cell where it can never stand",
        )
    }

    fn check_army_left(&self, side: Side) -> Read<()> {
        let army = self.game.army(side);
        let spare = |kind: Kind| {
            let found = self.army(side).filter(|(_, other)| *other == kind);
            let all = army.iter().filter(|other| **other == kind);
            all.count() as isize - found.count() as isize
        };
        // a set-up names the Infantry that are Paratroops, at most as many as the option brings
        let infantry = spare(Kind::Infantry) + spare(Kind::Paratroops);
        let is_enough = Kind::ALL.into_iter().all(|kind| match kind {
            Kind::Infantry => infantry >= 0,
            _ => spare(kind) >= 0,
        });
        hold(is_enough, "more units than the army has")
    }

    fn check_prepared(&self) -> Read<()> {
        let can_leap = |cell: &Cell| {
            let unit = self.unit(*cell);
            unit.is_some_and(|unit| unit.kind == Kind::Paratroops)
        };
        hold(
            self.prepared.iter().all(can_leap),
            "units ready to leap that are no Paratroops",
        )
    }

    /// The orders of this turn: each by one unit, perhaps with another that goes along.
    fn check_progress(&self) -> Read<()> {
        let (made, acted) = (usize::from(self.orders_made()), &self.progress.acted);
        let is_own = |cell: &Cell| self.unit(*cell).is_some_and(|unit| unit.side == self.side);
        hold(
            acted.iter().all(is_own),
            "a unit acted that is none of the side's",
        )?;
        // each order has one unit, and at most one that goes along
        hold(
            (made..=2 * made).contains(&acted.len()),
            "orders and units that acted do not add up",
        )?;
        let own_tows = self.tows.iter().filter(|tow| is_own(&tow.towed));
        let mut own_tows = own_tows.flat_map(|tow| [tow.towed, tow.tower]);
        hold(
            own_tows.all(|cell| self.has_acted(cell)),
            "a tow of this turn by units that have not acted",
        )
    }

    fn check_counts(&self) -> Read<()> {
        let has_acted = self.orders_made() > 0;
        let is_playing = self.phase == Phase::Playing;
        let (passes, quiet) = (u32::from(self.passes), u32::from(self.quiet));
        // the turn that ended the game counts too
        let ended = self.turn - u32::from(is_playing);
        // a second pass in a row ends the game, so a game under way has one at most
        hold(
            passes <= ended.min(1 + u32::from(!is_playing && !has_acted)),
            "passes that do not follow",
        )?;
        // as the 60th quiet turn does
        hold(
            quiet <= ended.min(QUIET - u32::from(is_playing)),
            "quiet turns that do not follow",
        )?;
        // supply also removes units at the end of a turn in which no order was made
        hold(
            has_acted || !is_playing || !self.progress.has_removed,
            "a removal without an order",
        )
    }

    /// True if the side has won by what the other lacks.
    fn has_won(&self, side: Side) -> bool {
        let wins = [Win::Leaders, Win::Banner, Win::Commander, Win::Short];
        let enemy = side.opponent();
        wins.into_iter().any(|win| self.lacks_for(enemy, win))
    }

    /// True if the game is not over by an ending that the rules have already checked.
    fn can_go_on(&self) -> bool {
        let enemy = self.side.opponent();
        // a side is judged when it removes something and when it ends a turn; until then nobody has won, whatever the
        // armies lack (4.1)
        let was_judged = self.progress.has_removed || self.turn > 2;
        let is_won = was_judged && self.has_won(self.side);
        let is_lost = self.turn > 1 && self.has_won(enemy);
        let is_over = self.orders_made() == 0 && self.start_win().is_some();
        !(is_won || is_lost || is_over)
    }

    /// The win of the side on turn at the start of its turn.
    fn start_win(&self) -> Option<Win> {
        if self.game.has(Switch::Plant) && self.has_planted() {
            Some(Win::Plant)
        } else if self.game.has(Switch::Towns) && self.holds_the_towns() {
            Some(Win::Towns)
        } else {
            None
        }
    }

    /// True if the outcome is what the position ends with.
    fn follows(&self, outcome: Outcome) -> bool {
        let is_untouched = self.orders_made() == 0;
        let is_at_start = is_untouched && !self.progress.has_removed;
        let has_no_win = !self.has_won(self.side);
        match outcome {
            Outcome::Won(side, win @ (Win::Plant | Win::Towns)) => {
                // the tows of a side are given up when its turn begins
                let no_tow = |tow: &super::Tow| {
                    let towed = self.unit(tow.towed);
                    towed.is_some_and(|unit| unit.side != self.side)
                };
                side == self.side
                    && is_at_start
                    // with two passes the game would have been drawn before the turn began
                    && self.passes < 2
                    && self.tows.iter().all(no_tow)
                    && self.start_win() == Some(win)
            }
            // a side can be removed at any moment, and leaves an army without any unit
            Outcome::Won(side, Win::Leaders) if self.army(side.opponent()).next().is_none() => true,
            Outcome::Won(side, win) => side == self.side && self.lacks_for(side.opponent(), win),
            Outcome::Drawn(Tie::Passes) => has_no_win && is_untouched && self.passes == 2,
            Outcome::Drawn(Tie::Quiet) => {
                has_no_win
                    && self.passes < 2
                    && !self.progress.has_removed
                    && u32::from(self.quiet) == QUIET
            }
        }
    }
}
