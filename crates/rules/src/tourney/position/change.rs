//! The changes that orders are made of: units that go, are captured, are slain. Rules: tourney 3.3, 5.6, 6.2.

use board::Cell;

use super::{Fallen, Position};
use crate::Side;
use crate::tourney::{Event, Grave, Kind, Loss, Man, Place, Switch, Taking};

impl Position {
    /// Changes a unit, one of those wholly alike, and puts the list into order again; returns the unit as it is now.
    pub(super) fn change(&mut self, man: &Man, change: impl FnOnce(&mut Man)) -> Man {
        let mut changed = *man;
        change(&mut changed);
        if let Some(place) = self.men.iter().position(|other| other == man) {
            self.men[place] = changed;
            self.sort();
        }
        changed
    }

    /// Makes a unit another kind; its count of fights starts again, and as an army it keeps its strength.
    /// Rules: tourney 3.7, 5.14, 5.16.
    pub(super) fn raise_to(&mut self, man: &Man, kind: Kind) -> Man {
        let is_army = self.game.has(Switch::Strategic);
        self.change(man, |man| {
            man.unit.kind = kind;
            man.unit.fights = 0;
            // an army keeps its strength when it becomes another kind (tourney 5.14)
            if !is_army {
                man.unit.strength = kind.full_strength();
            }
        })
    }

    /// Sends a unit somewhere else than its own Castle.
    pub(super) fn send(&mut self, man: &Man, place: Place) -> Man {
        let sent = self.change(man, |man| man.place = place);
        // the man as he was: his old place is the gap in the queue
        self.close_up(man);
        sent
    }

    /// Takes a unit out of the game.
    pub(super) fn remove(&mut self, man: &Man) {
        if let Some(place) = self.men.iter().position(|other| other == man) {
            self.men.remove(place);
            self.close_up(man);
        }
    }

    /// Lets those behind a unit that has left the queue move up. Rules: tourney 5.6.
    fn close_up(&mut self, left: &Man) {
        let Place::Castle(gap) = left.place else {
            return;
        };
        for man in &mut self.men {
            if man.unit.owner == left.unit.owner
                && let Place::Castle(n) = &mut man.place
                && *n > gap
            {
                *n -= 1;
            }
        }
        self.sort();
    }

    /// Sends a unit to the end of the queue of its Castle, where wounds are healed. Rules: tourney 3.3, 3.10, 5.6, 5.9.
    pub(super) fn send_home(&mut self, man: &Man, events: &mut Vec<Event>) -> Man {
        let owner = man.unit.owner;
        let behind = self.queue(owner).count();
        // Rules: tourney 5.9: any way into any Castle is an entry
        self.is_stirred = true;
        if man.unit.is_wounded
            && let Some(castle) = self.game.castle(owner)
        {
            events.push(Event::Healed {
                unit: man.unit,
                cell: castle.cell,
            });
        }
        self.change(man, |man| {
            man.place = Place::Castle(u8::try_from(behind).unwrap_or(u8::MAX));
            man.unit.is_wounded = false;
            man.has_come = false;
        })
    }

    /// Captures a unit: to the captor's Dungeon, or what undead do instead. Rules: tourney 3.3, 6.2.
    pub(super) fn capture(
        &mut self,
        man: &Man,
        cell: Cell,
        by: Side,
        why: Taking,
        events: &mut Vec<Event>,
    ) {
        // as he was before, for the screen: the marks of the fight go with the change below
        let unit = man.unit;
        let place = match (self.game.is_wizard(by), unit.kind) {
            (false, _) => Place::Dungeon(by),
            (true, Kind::Lady) => Place::Wood,
            // undead take no prisoners
            (true, _) => return self.slay(man, cell, Loss::Undead, events),
        };
        events.push(match place {
            Place::Wood => Event::Held { unit, cell },
            _ => Event::Captured {
                unit,
                cell,
                by,
                why,
            },
        });
        self.is_stirred = true;
        let leaves_wounds = self.game.has(Switch::Wounds);
        let taken = self.send(man, place);
        self.change(&taken, |man| {
            // a felled man who is spared has a wound
            man.unit.is_wounded |= man.is_felled && leaves_wounds;
            man.unit.is_lying = false;
            // made new: nothing of turn and fight follows a man into a Dungeon
            *man = Man::new(man.unit, place);
        });
    }

    /// Slays a unit; an undead is gone for good, a fighter leaves a grave. Rules: tourney 3.6, 3.7, 6.2.
    pub(super) fn slay(&mut self, man: &Man, cell: Cell, how: Loss, events: &mut Vec<Event>) {
        let unit = man.unit;
        self.is_stirred = true;
        self.remove(man);
        if unit.is_undead {
            events.push(Event::Gone { unit, cell });
            return;
        }
        events.push(Event::Slain { unit, cell, how });
        let grave = self.bury(man, cell);
        // Rules: tourney 3.7: only a slain Warlord has a successor
        if unit.kind == Kind::Warlord {
            self.fallen.push(Fallen {
                side: unit.owner,
                cell: grave,
            });
        }
    }

    /// Digs a fighter's grave where graves are; the cell, for a Castle its Green. Rules: tourney 6.2.
    pub(super) fn bury(&mut self, man: &Man, cell: Cell) -> Cell {
        let castle = self
            .game
            .castle_at(cell)
            .and_then(|side| self.game.castle(side));
        let cell = castle.map_or(cell, |castle| castle.green);
        let Man { unit, .. } = man;
        if self.game.has(Switch::Wizard) && unit.kind.is_fighter() && !unit.is_undead {
            self.graves.push(Grave {
                cell,
                owner: unit.owner,
                kind: unit.kind,
                is_blessed: false,
            });
            self.sort_graves();
        }
        cell
    }

    /// By rank from the top, file, side, kind; the blessed ones behind their like. Rules: tourney 5.2, 6.2.
    pub(super) fn sort_graves(&mut self) {
        self.graves.sort_by_key(|grave| {
            (
                u8::MAX - grave.cell.rank(),
                grave.cell.file(),
                grave.owner,
                grave.kind,
                grave.is_blessed,
            )
        });
    }

    /// Takes a grave away.
    pub(super) fn open_grave(&mut self, grave: Grave) {
        if let Some(place) = self.graves.iter().position(|other| *other == grave) {
            self.graves.remove(place);
        }
    }
}
