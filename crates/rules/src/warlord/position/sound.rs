//! Whether play can have led to a position, as far as the position alone shows. Whole bytes come from another player's
//! program, and a position that play cannot reach could make later code panic or favor the sender.

use board::Cell;

use super::turn::THIRD_TIME;
use super::{Phase, Position};
use crate::warlord::{FirstPlayer, Kind, Outcome, Side, Start, Tie, Unit, Win};
use crate::whole::{Read, hold};

impl Position {
    /// Checks everything that the rules later take for granted, and every part that follows from the others.
    pub(super) fn check_sound(&self) -> Read<()> {
        // units first: everything below asks what stands where
        self.check_units()?;
        for side in Side::BOTH {
            self.check_army_left(side)?;
            self.check_waiting(side)?;
        }
        self.check_turn()?;
        self.check_progress()?;
        self.check_claim()?;
        self.check_seen()?;
        self.check_passes()?;
        match self.phase {
            Phase::Over(outcome) => hold(self.follows(outcome), "an outcome that does not follow"),
            _ => hold(self.can_go_on(), "a game under way that is over"),
        }
    }

    /// True if nothing is done yet in the present turn.
    fn is_turn_untouched(&self) -> bool {
        self.progress.made == 0 && !self.progress.has_entered
    }

    /// The side of the odd turns; none if a lot can give them to either.
    fn first_side(&self) -> Option<Side> {
        match (&self.game.start, self.game.options.first_player) {
            (Start::Fixed(_), _) => Some(Side::White),
            (Start::Hidden(_), FirstPlayer::Agreed(side)) => Some(side),
            (Start::Hidden(_), FirstPlayer::LotAfter | FirstPlayer::LotBefore) => None,
        }
    }

    /// Every unit stands where units of its kind may, or where the scenario put it and it has stayed.
    fn check_units(&self) -> Read<()> {
        let stays = |cell: Cell, unit: Unit| match &self.game.start {
            Start::Fixed(army) => army.contains(&(cell, unit)),
            Start::Hidden(_) => false,
        };
        let stands = |(cell, unit): (Cell, Unit)| {
            // on water and missing cells no scenario can put a unit
            let is_land = self.game.terrain[cell].is_land();
            is_land && (self.check_ground(unit.kind, cell).is_ok() || stays(cell, unit))
        };
        hold(
            self.units().all(stands),
            "a unit on a cell where it can never stand",
        )
    }

    /// The units a side has are of its army and its choice; a promoted unit replaces one of a kind that promotes.
    fn check_army_left(&self, side: Side) -> Read<()> {
        let own = self.units().filter(|(_, unit)| unit.side == side);
        let mut kinds: Vec<Kind> = own.map(|(_, unit)| unit.kind).collect();
        kinds.extend(self.waiting(side).iter().map(|(_, kind)| *kind));
        let army = &self.game.armies[side.index()];
        let count = |kinds: &[Kind], kind| kinds.iter().filter(|other| **other == kind).count();
        let (mut leaders, mut levels, mut others, mut free) = (0, 0, 0, 0);
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Promoted) {
            let (found, expected) = (count(&kinds, kind), count(army, kind));
            let chosen = found.saturating_sub(expected);
            if kind.is_leader() {
                leaders += chosen;
                // a choice is bounded by number and by total level (warlord 6.4)
                levels += chosen * usize::from(kind.level());
            } else {
                others += chosen;
            }
            // a unit that is gone may have been promoted
            if self.game.promotes(kind) {
                free += expected.saturating_sub(found);
            }
        }
        let promoted = count(&kinds, Kind::Promoted);
        let own_promoted = count(army, Kind::Promoted);
        let may_promote = Kind::ALL.into_iter().any(|kind| self.game.promotes(kind));
        let beyond = promoted.saturating_sub(own_promoted);
        hold(
            beyond == 0 || may_promote,
            "a promoted unit where none is promoted",
        )?;
        // more promoted units than units gone must come from the choice
        others += beyond.saturating_sub(free);
        let most = self.game.choice.map_or((0, 0, 0), |choice| {
            (
                choice.leaders.into(),
                choice.levels.into(),
                choice.others.into(),
            )
        });
        hold(
            leaders <= most.0 && levels <= most.1 && others <= most.2,
            "more units than the army has",
        )
    }

    /// The units still to enter are some of those that enter later, each from its turn on; all that are not due yet are
    /// still waiting.
    fn check_waiting(&self, side: Side) -> Read<()> {
        const WHY: &str = "units still to enter that the scenario does not have";
        let waiting = self.waiting(side);
        // what had not entered yet is gone too
        if self.removed() == Some(side) {
            return Ok(());
        }
        if let Start::Hidden(hidden) = &self.game.start
            && !hidden.enters.is_empty()
        {
            // the set-up was secret, so which kinds wait where is not known: only that no section holds more than its
            // number
            let section = usize::from(hidden.leaders) + usize::from(hidden.others);
            let are_known = waiting
                .chunk_by(|(a, _), (b, _)| a == b)
                .all(|block| hidden.enters.contains(&block[0].0) && block.len() <= section);
            return hold(are_known, WHY);
        }
        let mut all: Vec<(u16, Kind)> = self.game.reinforcements(side).collect();
        all.sort_unstable();
        // the side on turn has begun its turn of this number, the other side only the one before
        let turns_begun = if side == self.side {
            self.turn.div_ceil(2)
        } else {
            (self.turn - 1).div_ceil(2)
        };
        let mut left = waiting.iter();
        let mut next = left.next();
        for unit in &all {
            if next == Some(unit) {
                next = left.next();
            } else {
                // passed over on the list, so it has entered
                hold(
                    u32::from(unit.0) <= turns_begun,
                    "a unit that entered before its turn",
                )?;
            }
        }
        hold(next.is_none(), WHY)
    }

    fn check_turn(&self) -> Read<()> {
        let first = self.first_side();
        let is_odd = !self.turn.is_multiple_of(2);
        let is_right = first.is_none_or(|first| (first == self.side) == is_odd);
        hold(is_right, "a turn of the wrong side")
    }

    /// The orders of this turn: no more than the cap, by units that have moved, activated by leaders or by themselves.
    fn check_progress(&self) -> Read<()> {
        let progress = &self.progress;
        let made = usize::from(progress.made);
        hold(progress.made <= progress.cap, "more orders than the cap")?;
        hold(
            !progress.has_entered || self.game.entry.is_some(),
            "an entry in a game without any",
        )?;
        let own = |cell: &Cell| self.unit(*cell).filter(|unit| unit.side == self.side);
        let has_entered = |cell: &Cell| {
            let unit = own(cell).filter(|unit| unit.kind.stops_beside_terrain());
            progress.has_entered && unit.is_some() && !self.has_moved(*cell)
        };
        hold(
            progress.entered.iter().all(has_entered),
            "a unit that cannot have entered this turn",
        )?;
        let moved: Option<Vec<_>> = progress.moved.iter().map(own).collect();
        hold(moved.is_some(), "a unit moved that is none of the side's")?;
        let (swapped, given) = (
            progress.activations.exhausted(),
            progress.activations.claims().len(),
        );
        hold(
            swapped.is_empty() || self.game.options.swap,
            "a swap in a game without any",
        )?;
        let have_moved = swapped.iter().all(|cell| self.has_moved(*cell));
        hold(have_moved, "a leader that swapped without moving")?;
        let alone = moved.iter().flatten();
        let alone = alone.filter(|unit| self.game.activates_itself(unit.kind));
        // a swap asks no leader; every other order without one is of a unit that activates itself
        let given_most = made.checked_sub(swapped.len() + given);
        hold(
            progress.moved.len() == made + swapped.len()
                && given_most.is_some_and(|rest| rest <= alone.count()),
            "orders, moved units and activations do not add up",
        )
    }

    /// The side whose removal has ended the game, at whatever moment; with it ends a claim.
    // an army without any unit: all the bytes can show of a removal
    fn removed(&self) -> Option<Side> {
        let Phase::Over(Outcome::Won(winner, Win::Leaders)) = self.phase else {
            return None;
        };
        let loser = winner.opponent();
        let has_units = self.units().any(|(_, unit)| unit.side == loser);
        let is_gone = !has_units && self.waiting(loser).is_empty() && self.claim.is_none();
        is_gone.then_some(loser)
    }

    /// The claim of the short game belongs to the side not on turn, which has captured enough leaders for it.
    fn check_claim(&self) -> Read<()> {
        if self.removed().is_some() {
            return Ok(());
        }
        const WHY: &str = "a claim that does not follow";
        let (own, theirs) = self.both_captured();
        let enemy = self.side.opponent();
        if matches!(self.phase, Phase::Over(Outcome::Drawn(Tie::Passes))) {
            // the turn ended with the second pass, so the claim is already that of the side that ended it
            let claim = self.claims(own, theirs).then_some(self.side);
            return hold(self.claim == claim, WHY);
        }
        let holds = match self.claim {
            None => !self.claims(theirs, own),
            Some(side) => {
                let short = u16::from(self.game.options.short);
                side == enemy
                    && short > 0
                    && theirs >= short
                    // when the turn began the claimant was ahead; a capture since then may have changed that
                    && (own < theirs || self.progress.made > 0)
            }
        };
        hold(holds, WHY)
    }

    /// The leaders captured by the side on turn and by the other.
    fn both_captured(&self) -> (u16, u16) {
        (
            self.captured(self.side),
            self.captured(self.side.opponent()),
        )
    }

    fn check_seen(&self) -> Read<()> {
        if !self.game.options.repetition {
            return Ok(());
        }
        const WHY: &str = "counts of earlier positions that do not follow";
        let all: u64 = self.seen.values().map(|times| u64::from(*times)).sum();
        // each start of a turn is counted once at most
        hold(all <= u64::from(self.turn), WHY)?;
        hold(self.seen.values().all(|times| *times > 0), WHY)?;
        let is_repeated = self.phase == Phase::Over(Outcome::Drawn(Tie::Repetition));
        let often = self.seen.values().filter(|times| **times >= THIRD_TIME);
        hold(
            often.count() == usize::from(is_repeated)
                && self.seen.values().all(|times| *times <= THIRD_TIME),
            WHY,
        )?;
        let now = self.seen.get(&self.repetition_key());
        let is_counted = match self.phase {
            Phase::Playing if self.is_turn_untouched() => now.is_some(),
            _ => !is_repeated || now == Some(&THIRD_TIME),
        };
        hold(is_counted, WHY)
    }

    fn check_passes(&self) -> Read<()> {
        let is_ended = matches!(
            self.phase,
            Phase::Over(Outcome::Drawn(Tie::Passes) | Outcome::Won(_, Win::Short))
        );
        let passes = u32::from(self.passes);
        // no more passes than turns that have ended
        let most = if is_ended { self.turn } else { self.turn - 1 };
        let is_right = match (is_ended, self.is_turn_untouched()) {
            (true, true) => (1..=2).contains(&passes),
            (true, false) => passes == 0,
            (false, _) => passes <= 1,
        };
        hold(is_right && passes <= most, "passes that do not follow")
    }

    /// True if the game is not over by an ending that the rules have already checked.
    fn can_go_on(&self) -> bool {
        let towns = self.is_turn_untouched() && self.holds_the_towns();
        !towns && Side::BOTH.iter().all(|side| self.loss(*side).is_none())
    }

    /// Why a side has lost by captures, if it has.
    fn loss(&self, side: Side) -> Option<Win> {
        // these endings are checked when a leader falls: an army whose levels are below CAP from the start has not lost
        if self.captured(side.opponent()) == 0 {
            return None;
        }
        self.leaders_ending(side)
    }

    /// True if the outcome is what the position ends with.
    fn follows(&self, outcome: Outcome) -> bool {
        let enemy = self.side.opponent();
        let (own, theirs) = self.both_captured();
        let is_untouched = self.is_turn_untouched();
        let by_captures = |winner: Side, win| {
            winner == self.side
                && self.progress.made > 0
                && self.loss(enemy) == Some(win)
                && self.loss(self.side).is_none()
        };
        let has_no_loss = Side::BOTH.iter().all(|side| self.loss(*side).is_none());
        match outcome {
            Outcome::Won(_, Win::Leaders) if self.removed().is_some() => true,
            Outcome::Won(winner, win @ (Win::Leaders | Win::Command | Win::SixLeaders)) => {
                by_captures(winner, win)
            }
            Outcome::Won(winner, Win::Short) => {
                has_no_loss && winner == enemy && self.claim == Some(enemy) && own < theirs
            }
            Outcome::Won(winner, Win::Towns) => {
                has_no_loss && winner == self.side && is_untouched && self.holds_the_towns()
            }
            Outcome::Drawn(Tie::Passes) => has_no_loss && is_untouched && self.passes == 2,
            Outcome::Drawn(Tie::Repetition) => {
                has_no_loss
                    && is_untouched
                    && self.game.options.repetition
                    && !self.holds_the_towns()
            }
        }
    }
}
