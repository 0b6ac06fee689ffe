//! The states of a turn after its moves: freeing, encounters, the end. Rules: tourney 3.4, 3.10, 5.9, 5.14, 5.16.

use board::Cell;

use super::{Position, Stage};
use crate::Side;
use crate::tourney::sides::{BLACK, CLOCKWISE, RED, WHITE};
use crate::tourney::{Event, Kind, Man, Place, Switch, Terrain};

impl Position {
    /// The fights after which a Footman becomes a Knight. Rules: tourney T-47.
    const VETERAN: u8 = 3;

    /// `end`: the moves are over. Rules: tourney 5.1.
    pub(super) fn end_moves(&mut self, events: &mut Vec<Event>) {
        events.push(Event::MovesOver(self.side));
        // Rules: tourney T-33: before the fights
        if self.game.has(Switch::Wounds) {
            self.heal_wounds(events);
        }
        self.stage = Stage::Freeing([0; 5]);
        self.go_free(events);
    }

    /// Heals whoever shares a square with a Lady of his own side or an ally's. Rules: tourney 3.10, T-33, T-45.
    fn heal_wounds(&mut self, events: &mut Vec<Event>) {
        let wounded = self.men.iter().filter(|man| man.unit.is_wounded);
        let healed = wounded.filter_map(|man| {
            // the Castle heals its own at once, and nobody heals undead (tourney 6.2)
            let cell = man.square().filter(|_| !man.unit.is_undead)?;
            let is_lady = |other: &Man| {
                other.unit.kind == Kind::Lady
                    && self.game.are_friends(other.unit.owner, man.unit.owner)
            };
            self.on(cell).any(is_lady).then_some((*man, cell))
        });
        // collected first, because each healing moves a man in the list
        for (man, cell) in healed.collect::<Vec<_>>() {
            let healed = self.change(&man, |man| man.unit.is_wounded = false);
            events.push(Event::Healed {
                unit: healed.unit,
                cell,
            });
        }
    }

    /// S3, as long as somebody can be freed.
    pub(super) fn go_free(&mut self, events: &mut Vec<Event>) {
        if self.liberations().is_empty() {
            self.begin_encounters(events);
        }
    }

    /// S4 from its beginning.
    fn begin_encounters(&mut self, events: &mut Vec<Event>) {
        // Rules: tourney 6.3: before anything else
        self.destroy_undead(events);
        let cells: Vec<Cell> = self.board().cells().collect();
        for cell in cells
            .iter()
            .filter(|cell| !self.is_encounter(**cell))
            .copied()
            .collect::<Vec<_>>()
        {
            // with no enemy to decide about, the Lady's help is no encounter
            self.raise_lying(cell, events);
        }
        self.next_encounter(cells, events);
    }

    /// The encounters that are left of those cells: one is taken unasked. Rules: tourney 5.1.
    pub(super) fn next_encounter(&mut self, mut cells: Vec<Cell>, events: &mut Vec<Event>) {
        // again for each: who fell in the one before may have been all there was
        cells.retain(|cell| self.is_encounter(*cell));
        match cells[..] {
            [] => self.begin_successions(events),
            [cell] => self.meet_on(cell, Vec::new(), events),
            _ => self.stage = Stage::Choosing(cells),
        }
    }

    /// S6 and S7.
    pub(super) fn end_turn(&mut self, events: &mut Vec<Event>) {
        // the draw for quiet too: nothing of the turn's end follows a finished game
        if self.test_victory(events) {
            return;
        }
        self.knight_veterans(events);
        self.regain_strength(events);
        let (side, turn) = (self.side, self.turn);
        events.push(Event::TurnEnded { side, turn });
        self.quiet = if self.is_stirred { 0 } else { self.quiet + 1 };
        for man in &mut self.men {
            (man.has_moved, man.has_come, man.began_home) = (false, false, false);
        }
        self.sort();
        self.is_stirred = false;
        self.side = self.next_side();
        if !self.out.is_empty() {
            // with one player left it does not matter any more who began
            self.first = WHITE;
        }
        self.turn += 1;
        self.begin_turn();
    }

    /// S1 of the side on turn.
    pub(super) fn begin_turn(&mut self) {
        self.stage = Stage::Moving;
        if self.game.has(Switch::Strategic) {
            self.mark_home();
        }
    }

    /// Notes who begins the turn in the Castle of the side on turn. Rules: tourney 5.14.
    pub(super) fn mark_home(&mut self) {
        for man in &mut self.men {
            man.began_home = man.unit.owner == self.side && matches!(man.place, Place::Castle(_));
        }
        self.sort();
    }

    /// The sides in the order of turns, from the one after the side on turn to the side on turn itself.
    pub(in crate::tourney) fn round(&self) -> Vec<Side> {
        let mut order: Vec<Side> = if self.game.has(Switch::Wizard) {
            let second = if self.first == WHITE { BLACK } else { WHITE };
            vec![self.first, second, RED]
        } else {
            let players = self.game.players();
            CLOCKWISE
                .into_iter()
                .filter(|side| players.contains(*side))
                .collect()
        };
        let place = order.iter().position(|side| *side == self.side);
        // the side on turn comes last, so that the next one is the first of the list
        order.rotate_left(place.map_or(0, |place| place + 1));
        order
    }

    fn next_side(&self) -> Side {
        let mut order = self.round().into_iter();
        // a side alone in the game has won before, so somebody is always found
        order.find(|side| self.is_in(*side)).unwrap_or(self.side)
    }

    /// Footmen and Sergeants with enough fights become Knights where Knights can stand. Rules: tourney 3.10, 5.16.
    fn knight_veterans(&mut self, events: &mut Vec<Event>) {
        let is_due = |man: &&Man| {
            let stands = man.square().map(|cell| self.game.terrain[cell]);
            // in a Castle there is no ground that stops a Knight
            man.unit.fights >= Self::VETERAN && stands.is_none_or(Terrain::admits_riders)
        };
        for man in self.men.iter().filter(is_due).copied().collect::<Vec<_>>() {
            events.push(Event::Knighted(man.unit));
            self.raise_to(&man, Kind::Knight);
        }
    }

    /// Armies that began and ended their own turn in the Castle regain a strength. Rules: tourney 3.10, 5.14.
    fn regain_strength(&mut self, events: &mut Vec<Event>) {
        let is_due = |man: &&Man| {
            man.began_home
                && matches!(man.place, Place::Castle(_))
                && man.unit.strength < man.unit.kind.full_strength()
        };
        for man in self.men.iter().filter(is_due).copied().collect::<Vec<_>>() {
            let regained = self.change(&man, |man| man.unit.strength += 1);
            events.push(Event::Regained(regained.unit));
        }
    }
}
