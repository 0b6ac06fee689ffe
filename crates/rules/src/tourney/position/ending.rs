//! Sides that lose, and the end of the game. Rules: tourney 3.8, 5.7, 5.9, 6.1, 6.2.

use super::{Position, Stage};
use crate::tourney::sides::RED;
use crate::tourney::{Event, Kind, Man, Place, Switch};
use crate::{Outcome, Side};

/// A Castle fell. Rules: tourney 3.8.
pub(super) const CASTLE: &str = "castle";
/// Neither Warlord nor Lady is free. Rules: tourney 3.8.
pub(super) const ROYALS: &str = "royals";
/// The Lady of a slain Warlord surrendered. Rules: tourney 3.7.
pub(super) const SURRENDER: &str = "surrender";
/// Nothing has happened for many turns. Rules: tourney 3.8.
pub(super) const QUIET: &str = "quiet";

impl Position {
    /// True once the game is over.
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    pub(super) fn finish(&mut self, outcome: Outcome, events: &mut Vec<Event>) {
        self.stage = Stage::Over(outcome);
        events.push(Event::Over(outcome));
    }

    /// A Castle falls to a unit. Rules: tourney 3.8, 6.1, 6.2.
    pub(super) fn take_castle(&mut self, of: Side, taker: &Man, events: &mut Vec<Event>) {
        self.is_stirred = true;
        events.push(Event::CastleFell { of, to: taker.unit });
        // Rules: tourney 6.2: an undead that takes a Castle wins for the Wizard, whoever is left
        if taker.unit.is_undead {
            return self.finish(Outcome::Won(RED.into(), CASTLE), events);
        }
        self.lose(of, CASTLE, events);
        if !self.is_over()
            && let Some(castle) = self.game.castle(of)
        {
            // the Castle is closed now: the taker stands where he came from
            let taker = self.send(taker, Place::Square(castle.green));
            // put back, he has not come to the Green: he finishes nobody who lies there (tourney 5.10, 6.1)
            self.change(&taker, |man| man.has_come = false);
        }
    }

    /// A side loses: the end of the game for two, in larger games the side is out. Rules: tourney 3.8, 6.1, 6.2.
    pub(super) fn lose(&mut self, side: Side, word: &'static str, events: &mut Vec<Event>) {
        let others = self.game.sides().without(self.out).without(side.into());
        if self.game.sides().len() == 2 {
            return self.finish(Outcome::Won(others, word), events);
        }
        self.put_out(side, events);
        if self.game.has(Switch::Wizard) {
            self.leave_to_wizard(word, events);
        } else if let Some(winner) = others.iter().next()
            && others.without(self.game.team(winner)).is_empty()
        {
            // the partner who is out wins too
            self.finish(Outcome::Won(self.game.team(winner), word), events);
        }
    }

    /// With the Wizard: who is left wins when no undead stands, at once or later. Rules: tourney 6.2.
    fn leave_to_wizard(&mut self, word: &'static str, events: &mut Vec<Event>) {
        let left = self.game.players().without(self.out);
        if left.is_empty() {
            // both players lost, whatever the last one's end was
            self.finish(Outcome::Won(RED.into(), ROYALS), events);
        } else if left == self.game.players() {
            // the Wizard is removed: the two play on
        } else {
            // who was out before the Wizard was removed has lost by the word of then
            let word = *self.gone_by.get_or_insert(word);
            if !self.has_undead() {
                self.finish(Outcome::Won(left, word), events);
            }
        }
    }

    /// True if a player is out of a game with the Wizard.
    pub(super) fn has_lost_player(&self) -> bool {
        let left = self.game.players().without(self.out);
        self.game.has(Switch::Wizard) && left != self.game.players()
    }

    fn has_undead(&self) -> bool {
        self.men.iter().any(|man| man.unit.is_undead)
    }

    /// Takes a side out of the game: its units are removed, prisoners in its Dungeon go home. Rules: tourney 6.1, 6.2.
    fn put_out(&mut self, side: Side, events: &mut Vec<Event>) {
        events.push(Event::Out(side));
        self.out = self.out.iter().chain([side]).collect();
        // a side that is out names no successor
        self.fallen.retain(|fallen| fallen.side != side);
        let own = self.men.iter().filter(|man| man.unit.owner == side);
        for man in own.copied().collect::<Vec<_>>() {
            let castle = self.game.castle(side).map(|castle| castle.cell);
            let cell = man.square().or_else(|| castle.filter(|_| man.is_free()));
            if let Some(cell) = cell {
                self.bury(&man, cell);
            }
        }
        self.men.retain(|man| man.unit.owner != side);
        if self.game.is_wizard(side) {
            // nobody holds the wood any more
            for man in self.held().copied().collect::<Vec<_>>() {
                events.push(Event::Released(man.unit));
                self.send_home(&man, events);
            }
        }
        // after the men of the side: a prisoner of their own cannot go home any more
        let prisoners: Vec<Man> = self.dungeon(side).copied().collect();
        for man in prisoners {
            let unit = man.unit;
            events.push(Event::Freed { unit, from: side });
            self.send_home(&man, events);
        }
    }

    /// S6, then the draw for quiet; true if the game is over. Rules: tourney 3.8, 5.9, 6.1, 6.2.
    pub(super) fn test_victory(&mut self, events: &mut Vec<Event>) -> bool {
        if self.game.sides().len() > 2 && !self.game.has(Switch::Wizard) {
            self.drop_out(events);
        } else {
            self.test_royals(events);
        }
        if !self.is_over() {
            self.test_wizard(events);
        }
        // the Wizard counts as a seat, so that three times 25 turns must be quiet (tourney 3.8, 6.2)
        let seats = if self.game.has(Switch::Wizard) {
            self.game.sides()
        } else {
            self.game.players().without(self.out)
        };
        let most = self.game.most_quiet(seats.len());
        // one more than before: this turn is counted at its end (tourney 5.9)
        if !self.is_over() && !self.is_stirred && self.quiet + 1 >= most {
            self.finish(Outcome::Drawn(QUIET), events);
        }
        self.is_over()
    }

    /// True if a player who is in has neither Warlord nor Lady free. Rules: tourney 3.8, T-48.
    pub(super) fn is_lost(&self, side: Side) -> bool {
        let mut royals = [Kind::Warlord, Kind::Lady].into_iter();
        let has_none = royals.all(|kind| self.free(side, kind).next().is_none());
        has_none && self.game.players().contains(side) && self.is_in(side)
    }

    /// Two players: looked at together, since both lost is a draw, with the Wizard his win. Rules: tourney 3.8, 6.2.
    fn test_royals(&mut self, events: &mut Vec<Event>) {
        let left = self.game.players().without(self.out);
        let lost: Vec<Side> = left.iter().filter(|side| self.is_lost(*side)).collect();
        // Rules: tourney T-13: both at once is a draw
        if lost.len() == left.len() {
            self.finish(
                if self.game.has(Switch::Wizard) && self.is_in(RED) {
                    Outcome::Won(RED.into(), ROYALS)
                } else {
                    Outcome::Drawn(ROYALS)
                },
                events,
            );
        } else if let [side] = lost[..] {
            self.lose(side, ROYALS, events);
        }
    }

    /// More players: one after the other in the order of turns, since who goes out sends prisoners home.
    /// Rules: tourney 6.1.
    fn drop_out(&mut self, events: &mut Vec<Event>) {
        let before = self.out;
        // the side on turn first, since it comes last in the round
        for side in [vec![self.side], self.round()].concat() {
            if self.is_lost(side) {
                self.put_out(side, events);
            }
        }
        let left = self.game.players().without(self.out);
        let team = left.iter().next().map(|side| self.game.team(side));
        match team {
            None => self.finish(Outcome::Drawn(ROYALS), events),
            Some(team) if self.out != before && left.without(team).is_empty() => {
                self.finish(Outcome::Won(team, ROYALS), events);
            }
            Some(_) => {}
        }
    }

    /// At the end of a turn of the Wizard without undead the player who is left has won. Rules: tourney 6.2.
    fn test_wizard(&mut self, events: &mut Vec<Event>) {
        if let Some(word) = self.gone_by
            && self.game.is_wizard(self.side)
            && !self.has_undead()
        {
            let left = self.game.players().without(self.out);
            self.finish(Outcome::Won(left, word), events);
        }
    }
}
