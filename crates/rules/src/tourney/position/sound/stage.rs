//! Whether what is asked fits the units.

use board::Cell;

use super::super::{Heirs, Meeting, Position, Stage, Step};
use super::{Sound, hold};
use crate::tourney::{Kind, Man, Switch, sides};
use crate::{Outcome, Side};

impl Position {
    pub(super) fn check_stage(&self) -> Sound {
        const WHY: &str = "what is asked does not fit the units";
        // the conditions are those of the orders: a text must not ask what no order could have led to (threat row 31)
        let is_asked = match &self.stage {
            Stage::Mustering(_) | Stage::Drawing | Stage::Moving => true,
            Stage::Wandering { man, steps } => {
                let man = &self.men[*man];
                man.unit.owner == self.side
                    && !man.has_moved
                    && !man.unit.is_lying
                    && self.moves_left() != Some(0)
                    && self.must_wander(man)
                    && (1..=2).contains(steps)
                    && !self.wanderings(man).is_empty()
            }
            Stage::Shooting(shot) => {
                let (archer, target) = (&self.men[shot.archer], &self.men[shot.target]);
                archer.unit.owner == self.side
                    && archer.has_moved
                    && !self.is_ours(target.unit.owner)
                    && (shot.aim.is_none() || shot.parry.is_none())
                    && self.check_shot(archer, target).is_ok()
            }
            Stage::Freeing(freed) => self.is_freeing(freed),
            // one encounter is taken unasked (tourney 5.1), so a choice has two
            Stage::Choosing(cells) => cells.len() > 1 && self.are_encounters(cells),
            Stage::Meeting(meeting) => {
                !meeting.pending.contains(&meeting.cell)
                    && self.are_encounters(&meeting.pending)
                    && self.is_meeting(meeting)
            }
            Stage::Succeeding(heirs) => !self.fallen.is_empty() && self.is_succession(*heirs),
            Stage::Over(outcome) => self.is_ending(*outcome),
        };
        hold(is_asked, WHY)
    }

    fn is_freeing(&self, freed: &[u8; 5]) -> bool {
        // somebody must be there to free, or the part would be over already (tourney T-28)
        let has_left = !self.liberations().is_empty();
        let is_possible = |(place, count): (usize, &u8)| {
            let castle = self.game.castles.get(place).and_then(Option::as_ref);
            let cell = match place {
                4 => self.game.wood.filter(|_| self.game.has(Switch::Wizard)),
                _ => castle.map(|castle| castle.green),
            };
            let own = |cell| {
                self.on(cell)
                    .filter(|man| man.unit.owner == self.side)
                    .count()
            };
            *count == 0 || cell.is_some_and(|cell| own(cell) >= usize::from(*count))
        };
        has_left && freed.iter().enumerate().all(is_possible)
    }

    fn are_encounters(&self, cells: &[Cell]) -> bool {
        // in board order, as the program lists them: another order would be another text
        cells.is_sorted_by(|one, other| one < other)
            && cells.iter().all(|cell| self.is_encounter(*cell))
    }

    fn is_meeting(&self, meeting: &Meeting) -> bool {
        let cell = meeting.cell;
        let stands = |is_ours: bool| {
            let mut men = self.on(cell).filter(|man| man.stands());
            men.any(|man| self.is_ours(man.unit.owner) == is_ours)
        };
        let is_castle = self.game.castle_at(cell).is_some();
        let is_lying = |man: usize| {
            let man = self.men.get(man);
            man.is_some_and(|man| {
                man.unit.is_lying && man.square() == Some(cell) && !self.is_ours(man.unit.owner)
            })
        };
        match &meeting.step {
            Step::Rose => {
                let ladies = self.on(cell).filter(|man| man.unit.kind == Kind::Lady);
                self.nobles(cell).count() > 1
                    && ladies.into_iter().all(|lady| lady.has_come)
                    && self.on(cell).any(|man| man.unit.kind == Kind::Lady)
            }
            Step::Cards { round, chosen } => {
                let owners = self.duelists(cell);
                let fits = |side: Side| match &chosen[side.index()] {
                    None => true,
                    Some(cards) => {
                        owners.contains(side) && cards.len() == self.pairs_on(cell, side).len()
                    }
                };
                // if all had chosen, the cards would be open
                let is_open = owners.iter().any(|side| chosen[side.index()].is_none());
                *round > 0
                    && stands(true)
                    && stands(false)
                    && is_open
                    && sides::ALL.into_iter().all(fits)
            }
            Step::Judging => {
                let victor = self.victor(cell);
                let loses =
                    |man: &Man| man.is_felled && !self.game.are_friends(victor, man.unit.owner);
                stands(true) != stands(false)
                    && self.on(cell).any(loses)
                    // undead are not judged: they are gone at once (tourney 6.2)
                    && !self.on(cell).any(|man| loses(man) && man.unit.is_undead)
                    && !self.game.is_wizard(victor)
                    && !(is_castle && self.has_beaten_the_last(cell))
            }
            Step::Healed(man) => !is_castle && self.is_healing(cell) && is_lying(*man),
            Step::Finishing(man) => !is_castle && self.can_finish(cell) && is_lying(*man),
        }
    }

    fn is_succession(&self, heirs: Heirs) -> bool {
        let side = self.heir_side();
        let has = |heirs| !self.heirs_of(side, heirs).is_empty();
        match heirs {
            Heirs::Knights | Heirs::Footmen => has(heirs),
            Heirs::Lady => {
                let has_lady = self.free(side, Kind::Lady).next().is_some();
                // Rules: tourney 3.7: the Lady's choices open only when no man is available
                has_lady && !has(Heirs::Knights) && !has(Heirs::Footmen)
            }
        }
    }

    fn is_ending(&self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Won(winners, _) => {
                !winners.is_empty() && winners.without(self.game.sides()).is_empty()
            }
            Outcome::Drawn(_) => true,
        }
    }
}
