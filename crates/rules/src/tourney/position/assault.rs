//! The assault on a Castle, man by man. Rules: tourney 3.4, 5.7, 5.8, 5.17, 6.2, 6.3.

use board::Cell;

use super::{Position, Step};
use crate::Side;
use crate::tourney::{Event, Kind, Man, Switch, Taking};

impl Position {
    /// The enemy in the Castle on that cell.
    pub(super) fn stormer(&self, cell: Cell) -> Option<&Man> {
        // the defenders are in the queue, so whoever has this square is the enemy
        self.on(cell).find(|man| man.square() == Some(cell))
    }

    /// The assault continues against the head of the queue, until somebody must fight or one side is done.
    pub(super) fn storm(&mut self, cell: Cell, pending: Vec<Cell>, events: &mut Vec<Event>) {
        let Some(side) = self.game.castle_at(cell) else {
            return;
        };
        // again and again, because a Lady or a Bowman is taken without a pause for a choice
        while let Some(stormer) = self.stormer(cell).copied() {
            let Some(head) = self.queue(side).next().copied() else {
                return self.win_castle(side, &stormer, pending, events);
            };
            match head.unit.kind {
                // Rules: tourney 6.3: the Bishop comes before everything else, also as first of the queue
                Kind::Bishop if stormer.unit.is_undead => self.destroy(&stormer, cell, events),
                // with `chivalry` a noble who meets a Lady as first of the queue yields to her (tourney 5.17)
                Kind::Lady if self.is_chivalrous(&stormer) => {
                    self.capture(&stormer, cell, side, Taking::Yields, events);
                }
                Kind::Lady | Kind::Bowman | Kind::Bishop => {
                    let by = stormer.unit.owner;
                    self.capture(&head, cell, by, Taking::Taken, events);
                }
                Kind::Warlord | Kind::Knight | Kind::Footman | Kind::Sergeant => {
                    return self.ask(cell, Step::first_round(), pending);
                }
            }
        }
        self.next_encounter(pending, events);
    }

    // undead are never nobles, and so never yield (tourney 6.2)
    fn is_chivalrous(&self, man: &Man) -> bool {
        self.game.has(Switch::Chivalry) && man.unit.can_yield()
    }

    /// A Castle without defenders falls, and what is left of the turn continues if the game does.
    fn win_castle(
        &mut self,
        side: Side,
        stormer: &Man,
        pending: Vec<Cell>,
        events: &mut Vec<Event>,
    ) {
        self.take_castle(side, stormer, events);
        // more than two seats: the game may continue without this Castle (tourney 6.1)
        if !self.is_over() {
            self.next_encounter(pending, events);
        }
    }

    /// After a fight in a Castle that the stormer has won against the last defender: it falls at once, and nothing is
    /// asked about the man felled. Rules: tourney 5.7.
    pub(super) fn has_beaten_the_last(&self, cell: Cell) -> bool {
        let side = self.game.castle_at(cell);
        let is_last = side.is_some_and(|side| self.queue(side).count() == 1);
        is_last && self.stormer(cell).is_some_and(|man| man.stands())
    }

    /// Takes the Castle whose last defender lies felled.
    pub(super) fn overwhelm(&mut self, cell: Cell, pending: Vec<Cell>, events: &mut Vec<Event>) {
        for felled in self
            .on(cell)
            .filter(|man| man.is_felled)
            .copied()
            .collect::<Vec<_>>()
        {
            // not judged, so no mark of the fight may stay on him (tourney 5.7)
            self.change(&felled, |man| man.is_felled = false);
        }
        self.rest_fighters(cell, events);
        if let (Some(side), Some(stormer)) =
            (self.game.castle_at(cell), self.stormer(cell).copied())
        {
            self.win_castle(side, &stormer, pending, events);
        }
    }
}
