//! Encounters on a square: the men captured without a blow, and those who fight. Rules: tourney 3.5, 5.10, 5.13, 6.3.

use board::Cell;

use super::{Meeting, Position, Stage, Step};
use crate::Side;
use crate::tourney::{Event, Kind, Man, Switch, Taking};

impl Position {
    /// True if the side on turn meets enemies on that cell and something comes of it. Rules: tourney 3.4, 5.10.
    pub(super) fn is_encounter(&self, cell: Cell) -> bool {
        let standing = |is_ours: bool| {
            let mut men = self.on(cell).filter(|man| !man.unit.is_lying);
            men.any(|man| self.is_ours(man.unit.owner) == is_ours)
        };
        // Rules: tourney 5.10: lying men neither yield nor fight, so that alone they make no encounter
        standing(true) && standing(false)
            || self.lying(cell, false).next().is_some()
                // an enemy who lies is a decision only for somebody who may slay him or who was healed
                && (self.can_finish(cell)
                    || self.game.has(Switch::Healing)
                        && self.has_healer(cell)
                        && self.lying(cell, true).next().is_some())
    }

    /// Men who lie on the cell, ours or the enemy's.
    fn lying(&self, cell: Cell, is_ours: bool) -> impl Iterator<Item = &Man> {
        let men = self.on(cell).filter(|man| man.unit.is_lying);
        men.filter(move |man| self.is_ours(man.unit.owner) == is_ours)
    }

    /// Units that stand on the cell, ours or the enemy's.
    fn standing(&self, cell: Cell, is_ours: bool) -> impl Iterator<Item = &Man> {
        let men = self.on(cell).filter(|man| !man.unit.is_lying);
        men.filter(move |man| self.is_ours(man.unit.owner) == is_ours)
    }

    /// True if a Lady of ours has come to the cell in this turn and meets no other there. Rules: tourney 5.10.
    pub(super) fn has_healer(&self, cell: Cell) -> bool {
        let is_lady = |man: &&Man| man.unit.kind == Kind::Lady;
        let comes = self
            // Rules: tourney 5.10: only a Lady who moves in this turn heals
            .standing(cell, true)
            .filter(is_lady)
            .any(|lady| lady.has_come);
        comes && self.standing(cell, false).find(is_lady).is_none()
    }

    /// True if a man healed on that cell may choose about lying enemies. Rules: tourney 5.10.
    pub(super) fn is_healing(&self, cell: Cell) -> bool {
        let mut ours = self.standing(cell, true);
        self.game.has(Switch::Healing) && self.has_healer(cell) && ours.any(|man| man.stands())
    }

    /// True if a fighter of ours has come to the cell and may slay men who lie there. Rules: tourney 3.10, 5.10.
    pub(super) fn can_finish(&self, cell: Cell) -> bool {
        let mut ours = self.standing(cell, true);
        self.game.has(Switch::Finishing) && ours.any(|man| man.stands() && man.has_come)
    }

    /// First of all in S4: a Bishop destroys the undead on his square. Rules: tourney 6.3.
    pub(super) fn destroy_undead(&mut self, events: &mut Vec<Event>) {
        let bishops = self.men.iter().filter(|man| man.unit.kind == Kind::Bishop);
        // collected first: a Bishop in a Castle has its cell too, and the list changes below
        let cells: Vec<Cell> = bishops.filter_map(|man| self.cell_of(man)).collect();
        for cell in cells {
            for man in self
                .on(cell)
                .filter(|man| man.unit.is_undead)
                .copied()
                .collect::<Vec<_>>()
            {
                self.destroy(&man, cell, events);
            }
        }
    }

    pub(super) fn destroy(&mut self, undead: &Man, cell: Cell, events: &mut Vec<Event>) {
        let unit = undead.unit;
        self.is_stirred = true;
        events.push(Event::Destroyed { unit, cell });
        self.remove(undead);
    }

    /// A Lady who has come makes own men stand; true if there were any. Rules: tourney 3.10, 5.10.
    pub(super) fn raise_lying(&mut self, cell: Cell, events: &mut Vec<Event>) -> bool {
        if !self.has_healer(cell) {
            return false;
        }
        let lying: Vec<Man> = self.lying(cell, true).copied().collect();
        for man in &lying {
            let stood = self.change(man, |man| man.unit.is_lying = false);
            let unit = stood.unit;
            events.push(Event::StoodUp { unit, cell });
        }
        !lying.is_empty()
    }

    /// An encounter from its beginning.
    pub(super) fn meet_on(&mut self, cell: Cell, pending: Vec<Cell>, events: &mut Vec<Event>) {
        events.push(Event::Met(cell));
        if self.game.castle_at(cell).is_some() {
            return self.storm(cell, pending, events);
        }
        // before anything else on the square: a man on his feet may fight in this encounter
        let is_healed = self.raise_lying(cell, events);
        if is_healed && self.game.has(Switch::Healing) {
            self.ask_healed(cell, pending, 0, events);
        } else {
            self.yield_to_ladies(cell, pending, events);
        }
    }

    /// The next lying enemy, from that place in the list on.
    fn next_lying(&self, cell: Cell, from: usize) -> Option<usize> {
        let is_meant = |man: &Man| {
            man.square() == Some(cell) && man.unit.is_lying && !self.is_ours(man.unit.owner)
        };
        let found = self.men.iter().skip(from).position(is_meant);
        found.map(|place| place + from)
    }

    /// The healed man's choice for each lying enemy, then the encounter with those who stand. Rules: tourney 5.10.
    pub(super) fn ask_healed(
        &mut self,
        cell: Cell,
        pending: Vec<Cell>,
        from: usize,
        events: &mut Vec<Event>,
    ) {
        match self.next_lying(cell, from) {
            Some(man) => self.ask(cell, Step::Healed(man), pending),
            None => self.yield_to_ladies(cell, pending, events),
        }
    }

    /// The choice of a fighter who has come for each lying enemy, then the next encounter. Rules: tourney 5.10.
    pub(super) fn ask_finishing(
        &mut self,
        cell: Cell,
        pending: Vec<Cell>,
        from: usize,
        events: &mut Vec<Event>,
    ) {
        match self
            .next_lying(cell, from)
            .filter(|_| self.can_finish(cell))
        {
            Some(man) => self.ask(cell, Step::Finishing(man), pending),
            None => self.next_encounter(pending, events),
        }
    }

    pub(super) fn ask(&mut self, cell: Cell, step: Step, pending: Vec<Cell>) {
        self.stage = Stage::Meeting(Meeting {
            cell,
            step,
            pending,
        });
    }

    /// The side whose Dungeon gets the prisoners of a party: the mover's, or the first owner's. Rules: tourney 6.1.
    fn captor(&self, cell: Cell, is_ours: bool) -> Side {
        let first = self.standing(cell, is_ours).next();
        // the mover's prisoners go to the mover, those of a team to its first man's owner (tourney 6.1)
        match first {
            Some(man) if !is_ours => man.unit.owner,
            _ => self.side,
        }
    }

    /// Bowmen among enemy fighters, then nobles before a Lady. Rules: tourney 3.5, 5.13.
    pub(super) fn yield_to_ladies(
        &mut self,
        cell: Cell,
        pending: Vec<Cell>,
        events: &mut Vec<Event>,
    ) {
        // Rules: tourney 5.13: at once, before the Ladies
        self.take_bowmen(cell, events);
        let lady = |is_ours: bool| {
            let mut men = self.standing(cell, is_ours);
            men.find(|man| man.unit.kind == Kind::Lady).copied()
        };
        match (lady(true), lady(false)) {
            (Some(_), Some(_)) => self.exchange_ladies(cell, events),
            // a Lady who stands there already takes nobody: the rule names her who came in (tourney 3.5)
            (Some(lady), None) if lady.has_come => {
                let nobles: Vec<Man> = self.nobles(cell).copied().collect();
                match nobles[..] {
                    [] => {}
                    [noble] => self.capture(&noble, cell, self.side, Taking::Yields, events),
                    // two nobles: her owner picks one (tourney T-09)
                    _ => return self.ask(cell, Step::Rose, pending),
                }
            }
            (None, Some(_)) if self.game.has(Switch::Chivalry) => self.be_chivalrous(cell, events),
            _ => {}
        }
        self.cross_swords(cell, pending, events);
    }

    /// The captors of both parties: of those whose side is not on turn, and of the others.
    fn captors(&self, cell: Cell) -> [Side; 2] {
        [false, true].map(|is_ours| self.captor(cell, is_ours))
    }

    /// Captures units of both parties that are taken at the same time.
    fn capture_all(
        &mut self,
        cell: Cell,
        is_taken: impl Fn(&Self, &Man) -> bool,
        why: Taking,
        events: &mut Vec<Event>,
    ) {
        let captors = self.captors(cell);
        self.capture_by(captors, cell, is_taken, why, events);
    }

    fn capture_by(
        &mut self,
        captors: [Side; 2],
        cell: Cell,
        is_taken: impl Fn(&Self, &Man) -> bool,
        why: Taking,
        events: &mut Vec<Event>,
    ) {
        // all captives before the first one goes
        let standing = self.on(cell).filter(|man| !man.unit.is_lying);
        let taken = standing.filter(|man| is_taken(self, man));
        for man in taken.copied().collect::<Vec<_>>() {
            let by = captors[usize::from(!self.is_ours(man.unit.owner))];
            self.capture(&man, cell, by, why, events);
        }
    }

    /// Both sides have a Lady: every noble and both Ladies are captured. Rules: tourney 3.5 (1).
    fn exchange_ladies(&mut self, cell: Cell, events: &mut Vec<Event>) {
        // all of it at once: who is captured here may still be the first man of a party of two sides, to whose Dungeon
        // the others go
        let captors = self.captors(cell);
        let yields = |_: &Self, man: &Man| man.unit.can_yield();
        self.capture_by(captors, cell, yields, Taking::Yields, events);
        let is_lady = |_: &Self, man: &Man| man.unit.kind == Kind::Lady;
        self.capture_by(captors, cell, is_lady, Taking::Taken, events);
    }

    /// A Bowman among enemy fighters is captured at once. Rules: tourney 3.10, 5.13.
    fn take_bowmen(&mut self, cell: Cell, events: &mut Vec<Event>) {
        let is_taken = |position: &Self, man: &Man| {
            let mut enemies = position.enemies_on(man.unit.owner, cell);
            man.unit.kind == Kind::Bowman && enemies.any(|enemy| enemy.stands())
        };
        self.capture_all(cell, is_taken, Taking::Taken, events);
    }

    /// Nobles who have come to a Lady alone yield to her. Rules: tourney 5.17.
    fn be_chivalrous(&mut self, cell: Cell, events: &mut Vec<Event>) {
        let enemies = self.on(cell).filter(|man| !self.is_ours(man.unit.owner));
        // a Lady alone: with a fighter beside her they duel (tourney 3.5)
        if enemies.count() == 1 {
            let yields = |position: &Self, man: &Man| {
                position.is_ours(man.unit.owner) && man.unit.can_yield() && man.has_come
            };
            self.capture_all(cell, yields, Taking::Yields, events);
        }
    }

    /// The duel, if both have fighters; otherwise the men who are left are taken. Rules: tourney 3.5.
    pub(super) fn cross_swords(&mut self, cell: Cell, pending: Vec<Cell>, events: &mut Vec<Event>) {
        let fights = |is_ours: bool| self.standing(cell, is_ours).any(|man| man.stands());
        if fights(true) && fights(false) {
            self.ask(cell, Step::first_round(), pending);
        } else {
            self.take_the_rest(cell, Taking::Taken, pending, events);
        }
    }

    /// Who stands without a fighter is taken by the other side, if that can. Rules: tourney 3.5, 3.6, 5.13, 6.3.
    pub(super) fn take_the_rest(
        &mut self,
        cell: Cell,
        why: Taking,
        pending: Vec<Cell>,
        events: &mut Vec<Event>,
    ) {
        let has =
            |is_ours: bool, is_meant: fn(&Man) -> bool| self.standing(cell, is_ours).any(is_meant);
        let fights: fn(&Man) -> bool = |man| man.stands();
        let is_bowman: fn(&Man) -> bool = |man| man.unit.kind == Kind::Bowman;
        let stands: fn(&Man) -> bool = |_| true;
        if has(true, stands) && has(false, stands) {
            // of those who do not fight only a Bowman who has come takes others: a Lady is lost to any enemy there
            let enemy_takes = has(false, fights) || !has(true, fights) && !has(true, is_bowman);
            let is_taken =
                |position: &Self, man: &Man| position.is_ours(man.unit.owner) == enemy_takes;
            self.capture_all(cell, is_taken, why, events);
        }
        self.ask_finishing(cell, pending, 0, events);
    }
}
