//! A side whose players are gone is taken out of the game, whatever is under way. Rules: tourney 6.1, 6.2.

use board::Cell;

use super::ending::ROYALS;
use super::{Meeting, Position, Stage, Step};
use crate::Side;
use crate::tourney::sides::WHITE;
use crate::tourney::{Event, Man, Place};

impl Position {
    /// Takes a side out of the game whose players are gone, as if it had lost its Warlord and its Lady: its units leave
    /// the board and its prisoners go home; what is asked of it lapses. Rules: tourney 6.1, 6.2.
    pub fn remove_side(&mut self, side: Side) -> Vec<Event> {
        let mut events = Vec::new();
        if self.is_over() || !self.is_in(side) {
            return events;
        }
        let asked = Asked::of(self, side);
        self.lose(side, ROYALS, &mut events);
        if self.is_over() {
            // a fight under way ends with the game
            for man in &mut self.men {
                (man.is_felled, man.wounds) = (false, 0);
            }
            self.sort();
            return events;
        }
        // nobody takes turns with the side any more, so that it does not matter who began
        self.first = WHITE;
        if self.is_in_turn() {
            // leaving makes no turn quiet, and the turns before it were counted with more seats (tourney 6.1)
            self.is_stirred = true;
            self.retreat_from(side, &mut events);
            self.go_on_without(side, &asked, &mut events);
        } else if let Stage::Mustering(done) = self.stage {
            self.await_musters(done.without(side.into()));
        }
        events
    }

    /// Whoever storms the Castle of a side that is gone stands on its Green again. Rules: tourney 6.1.
    fn retreat_from(&mut self, side: Side, events: &mut Vec<Event>) {
        let Some((castle, green)) = self.game.castle(side).map(|it| (it.cell, it.green)) else {
            return;
        };
        // who was felled there gets up: nobody is left to judge him
        self.rest_fighters(castle, events);
        if let Some(stormer) = self.stormer(castle).copied() {
            let back = self.send(&stormer, Place::Square(green));
            self.change(&back, |man| man.has_come = false);
        }
    }

    /// The turn goes on without that side.
    fn go_on_without(&mut self, side: Side, asked: &Asked, events: &mut Vec<Event>) {
        if side == self.side {
            let cells: Vec<Cell> = self.board().cells().collect();
            for cell in cells {
                self.rest_fighters(cell, events);
            }
            // what others are asked about the dead of this turn is still theirs to answer (tourney 3.7)
            return self.begin_successions(events);
        }
        match self.stage.clone() {
            Stage::Wandering { .. } => self.restore_places(asked),
            // of the two men of a shot the target is gone, or none
            Stage::Shooting(_) if asked.is_gone => self.stage = Stage::Moving,
            Stage::Shooting(_) => self.restore_places(asked),
            Stage::Freeing(_) => self.go_free(events),
            Stage::Choosing(cells) => self.next_encounter(cells, events),
            Stage::Meeting(meeting) => self.meet_without(side, meeting, asked, events),
            Stage::Succeeding(_) if asked.is_gone => self.next_heir(events),
            Stage::Succeeding(_)
            | Stage::Mustering(_)
            | Stage::Drawing
            | Stage::Moving
            | Stage::Over(_) => {}
        }
    }

    fn restore_places(&mut self, asked: &Asked) {
        let places: Vec<usize> = asked.men.iter().map(|man| self.place_of(man)).collect();
        match (&mut self.stage, &places[..]) {
            (Stage::Wandering { man, .. }, [place]) => *man = *place,
            (Stage::Shooting(shot), [archer, target]) => {
                (shot.archer, shot.target) = (*archer, *target);
            }
            _ => {}
        }
    }

    /// The encounter under way, against whoever is left there.
    fn meet_without(
        &mut self,
        side: Side,
        meeting: Meeting,
        asked: &Asked,
        events: &mut Vec<Event>,
    ) {
        let Meeting {
            cell,
            step,
            mut pending,
        } = meeting;
        pending.retain(|cell| self.is_encounter(*cell));
        if self.game.castle_at(cell) == Some(side) {
            return self.next_encounter(pending, events);
        }
        match step {
            Step::Healed(_) => self.ask_healed(cell, pending, asked.before, events),
            Step::Finishing(_) => self.ask_finishing(cell, pending, asked.before, events),
            Step::Rose if self.nobles(cell).count() > 1 => self.ask(cell, Step::Rose, pending),
            // with one noble left he yields unasked (tourney 5.1)
            Step::Rose => self.yield_to_ladies(cell, pending, events),
            Step::Cards { .. } if !asked.is_gone => self.ask(cell, step, pending),
            // cards against men who are gone count for nothing: the others choose anew
            Step::Cards { round, .. } => self.fight_on(cell, round, pending, events),
            Step::Judging => self.judge_next(cell, pending, events),
        }
    }
}

/// What the stage says about men by their places in the list, which change when men leave it.
struct Asked {
    /// The men whom the stage names, in its order.
    men: Vec<Man>,
    /// The men before the first of them who stay in the game.
    before: usize,
    /// True if something is asked of the side that goes, or about a man of it.
    is_gone: bool,
}

impl Asked {
    fn of(position: &Position, side: Side) -> Self {
        let places = position.asked_places();
        let men: Vec<Man> = places.iter().map(|place| position.men[*place]).collect();
        let first = places.first().copied().unwrap_or_default();
        let before = position.men[..first].iter();
        let before = before.filter(|man| man.unit.owner != side).count();
        let is_gone = match &position.stage {
            Stage::Meeting(meeting) => position.duelists(meeting.cell).contains(side),
            Stage::Succeeding(_) => position.heir_side() == side,
            _ => men.iter().any(|man| man.unit.owner == side),
        };
        Self {
            men,
            before,
            is_gone,
        }
    }
}
