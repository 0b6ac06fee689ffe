//! Heirs of Warlords who were slain. Rules: tourney 3.7, 5.3, 5.8, 5.14, 5.16.

use super::ending::SURRENDER;
use super::{Fallen, Heirs, Position, Stage};
use crate::tourney::{Event, Grave, Heir, Kind, LadyChoice, Loss, Man, Name, Place, Unit};

impl Position {
    /// S5: the side on turn first, then the others in the order of turns. Rules: tourney T-29, 6.1.
    pub(super) fn begin_successions(&mut self, events: &mut Vec<Event>) {
        let round = self.round();
        let last = round.len();
        let side = self.side;
        self.fallen.sort_by_key(|fallen| {
            let place = round.iter().position(|other| *other == fallen.side);
            (fallen.side != side, place.unwrap_or(last))
        });
        self.next_heir(events);
    }

    /// The first question for the next Warlord slain, or the end of the turn.
    pub(super) fn next_heir(&mut self, events: &mut Vec<Event>) {
        // asked again after each answer: the heir of one may be the dead of the next (tourney T-26)
        while let Some(Fallen { side, .. }) = self.fallen.first().copied() {
            let has = |heirs| !self.heirs_of(side, heirs).is_empty();
            let asked = if has(Heirs::Knights) {
                Some(Heirs::Knights)
            } else if has(Heirs::Footmen) {
                Some(Heirs::Footmen)
            } else {
                // a Lady who is captured has no choice (tourney 3.7)
                let lady = self.free(side, Kind::Lady).next();
                lady.map(|_| Heirs::Lady)
            };
            match asked {
                Some(heirs) => {
                    self.stage = Stage::Succeeding(heirs);
                    return;
                }
                None => {
                    self.fallen.remove(0);
                }
            }
        }
        self.end_turn(events);
    }

    /// The heirs that the present question offers, with their names; in the Castle the first of the kind in the queue has the Castle's cell.
    /// Rules: tourney 5.3.
    pub(super) fn named_heirs(&self) -> Vec<(Name, &Man)> {
        let heirs = self.heirs();
        let castle = self.game.castle(self.heir_side());
        let at_home = heirs.iter().filter_map(|man| {
            let name = Name {
                owner: None,
                kind: None,
                is_second: false,
                cell: castle.filter(|_| man.square().is_none())?.cell,
            };
            Some((name, *man))
        });
        let named = self.named().into_iter();
        // a unit outside has its usual name; in the Castle only the first of a kind may be named (tourney 5.3)
        let outside = named.filter(|(_, man)| man.square().is_some() && heirs.contains(man));
        outside.chain(at_home).collect()
    }

    /// The heir that an order names.
    pub(super) fn heir(&self, kind: Heir, name: Option<&Name>) -> Option<Man> {
        let heirs = self.named_heirs().into_iter();
        let mut meant = heirs
            .filter(|(known, man)| man.unit.kind == kind && name.is_none_or(|name| name == known));
        meant.next().map(|(_, man)| *man)
    }

    /// True if the owner has several of the kind free, so that an order must name one. Rules: tourney 5.3.
    pub(super) fn must_name(&self, kind: Heir) -> bool {
        self.free(self.heir_side(), kind).count() > 1
    }

    /// A unit becomes Warlord and keeps its strength. Rules: tourney 3.7, 5.14, 5.16.
    pub(super) fn succeed(&mut self, heir: &Man, events: &mut Vec<Event>) {
        events.push(Event::Succeeded(heir.unit));
        self.raise_to(heir, Kind::Warlord);
        self.fallen.remove(0);
        self.next_heir(events);
    }

    /// What the Lady does when no fighter is left. Rules: tourney 3.7.
    pub(super) fn choose_for_lady(&mut self, choice: LadyChoice, events: &mut Vec<Event>) {
        let fallen = self.fallen.first().copied();
        let lady = self.free(self.heir_side(), Kind::Lady).next().copied();
        let (Some(fallen), Some(lady)) = (fallen, lady) else {
            return;
        };
        match choice {
            LadyChoice::Castle => {
                events.push(Event::Returned(lady.unit));
                self.send_home(&lady, events);
            }
            LadyChoice::Promote => {
                events.push(Event::Succeeded(lady.unit));
                let warlord = self.raise_to(&lady, Kind::Warlord);
                // as an army she is fresh, while other successors keep their strength
                self.change(&warlord, |man| {
                    man.unit.strength = Kind::Warlord.full_strength();
                });
            }
            LadyChoice::Trade => self.trade(&lady, fallen, events),
            LadyChoice::Surrender => {
                events.push(Event::Surrendered(fallen.side));
                self.lose(fallen.side, SURRENDER, events);
                if self.is_over() {
                    return;
                }
                // `lose` has struck this side's Warlord from the list
                return self.next_heir(events);
            }
        }
        self.fallen.remove(0);
        self.next_heir(events);
    }

    /// The Lady's life for the Warlord's, who takes his grave away. Rules: tourney 3.7, T-26, 6.2.
    fn trade(&mut self, lady: &Man, fallen: Fallen, events: &mut Vec<Event>) {
        let home = self.game.castle(fallen.side).map(|castle| castle.cell);
        // she may be in the Castle, and then dies there
        let cell = self.cell_of(lady).or(home).unwrap_or(fallen.cell);
        self.slay(lady, cell, Loss::Traded, events);
        let grave = |is_blessed| Grave {
            cell: fallen.cell,
            owner: fallen.side,
            kind: Kind::Warlord,
            is_blessed,
        };
        // the newest one there, which no Bishop has blessed unless he came in this very turn
        let newest = [false, true].map(grave).into_iter();
        // Rules: tourney T-26: who lives again has no grave
        if let Some(grave) = newest.into_iter().find(|grave| self.graves.contains(grave)) {
            self.open_grave(grave);
        }
        let unit = Unit::new(fallen.side, Kind::Warlord);
        let behind = self.queue(fallen.side).count();
        let place = Place::Castle(u8::try_from(behind).unwrap_or(u8::MAX));
        self.men.push(Man::new(unit, place));
        self.sort();
        events.push(Event::Restored(unit));
    }
}
