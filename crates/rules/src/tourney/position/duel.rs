//! The rounds of a fight and what becomes of the felled. Rules: tourney 3.6, 3.10, 5.10, 5.16, 6.2.

use board::Cell;

use super::{Meeting, Position, Stage, Step};
use crate::tourney::unit::MOST_FIGHTS;
use crate::tourney::{Card, Event, Exchange, Loss, Man, Switch, Taking};

/// The wounds that fell a fighter. Rules: tourney 3.6.
const FELLED: u8 = 2;

impl Position {
    /// Compares the cards of a round, once all are there. Rules: tourney 3.6.
    pub(super) fn open_cards(&mut self, events: &mut Vec<Event>) {
        let Stage::Meeting(Meeting {
            cell,
            step: Step::Cards { round, chosen },
            pending,
        }) = self.stage.clone()
        else {
            return;
        };
        let owners = self.duelists(cell);
        if owners.iter().any(|side| chosen[side.index()].is_none()) {
            return;
        }
        // by places in the list: men wholly alike may get different cards
        let fighters = self.fighters(cell);
        // added up first and dealt afterwards: both blows count at once (tourney 3.6)
        let mut taken = vec![0_u8; self.men.len()];
        for &own in fighters.iter().filter(|man| self.is_of_mover(**man)) {
            for &enemy in fighters.iter().filter(|man| !self.is_of_mover(**man)) {
                let card = |man, against| self.card(&fighters, &chosen, man, against);
                let (Some(one), Some(other)) = (card(own, enemy), card(enemy, own)) else {
                    continue;
                };
                let wounds = [other.hits(one), one.hits(other)];
                let exchange = Exchange {
                    men: [own, enemy].map(|man| self.men[man].unit),
                    cards: [one, other],
                    wounds,
                };
                events.push(Event::Exchanged { cell, exchange });
                taken[own] += wounds[0];
                taken[enemy] += wounds[1];
            }
        }
        for man in fighters {
            self.wound(man, taken[man], cell, events);
        }
        self.sort();
        self.end_round(cell, round, pending, events);
    }

    /// The places in the list of the fighters who stand on the cell.
    fn fighters(&self, cell: Cell) -> Vec<usize> {
        let all = self.men.iter().enumerate();
        let standing = all.filter(|(_, man)| man.stands() && self.cell_of(man) == Some(cell));
        standing.map(|(place, _)| place).collect()
    }

    fn is_of_mover(&self, man: usize) -> bool {
        self.is_ours(self.men[man].unit.owner)
    }

    /// The card that a fighter plays against another, in the order of [`Position::pairs`].
    fn card(
        &self,
        fighters: &[usize],
        chosen: &[Option<Vec<Card>>; 4],
        man: usize,
        against: usize,
    ) -> Option<Card> {
        let owner = self.men[man].unit.owner;
        let own = fighters
            .iter()
            .filter(|other| self.men[**other].unit.owner == owner);
        let is_enemy = |other: &&usize| !self.game.are_friends(owner, self.men[**other].unit.owner);
        let enemies = fighters.iter().filter(is_enemy);
        let row = own.clone().position(|other| *other == man)?;
        let column = enemies.clone().position(|other| *other == against)?;
        let cards = chosen[owner.index()].as_ref()?;
        cards.get(row * enemies.count() + column).copied()
    }

    /// Deals wounds of a round to the man at that place; the list is not in order afterwards.
    fn wound(&mut self, man: usize, wounds: u8, cell: Cell, events: &mut Vec<Event>) {
        let is_army = self.game.has(Switch::Strategic);
        let man = &mut self.men[man];
        let is_felled = if is_army {
            let is_felled = man.unit.strength <= wounds;
            // Rules: tourney 5.14: felled and not slain is strength 1
            man.unit.strength = man.unit.strength.saturating_sub(wounds).max(1);
            is_felled
        } else {
            man.wounds += wounds;
            // Rules: tourney 3.6: the second wound fells, a lasting one counted
            man.wounds + u8::from(man.unit.is_wounded) >= FELLED
        };
        if is_felled {
            man.is_felled = true;
            // his wounds have done what they can, and equal positions have equal bytes
            man.wounds = 0;
            let unit = man.unit;
            events.push(Event::Felled { unit, cell });
        }
    }

    /// The next round, or the end of the fight.
    fn end_round(&mut self, cell: Cell, round: u16, pending: Vec<Cell>, events: &mut Vec<Event>) {
        let stands = |is_ours: bool| {
            let mut men = self.on(cell).filter(|man| man.stands());
            men.any(|man| self.is_ours(man.unit.owner) == is_ours)
        };
        match (stands(true), stands(false)) {
            // no limit of rounds: nobody breaks off a fight (tourney T-21)
            (true, true) => self.ask(cell, Step::round(round.saturating_add(1)), pending),
            (false, false) => {
                self.fall_together(cell, events);
                self.after_fight(cell, pending, events);
            }
            _ => self.end_fight(cell, pending, events),
        }
    }

    /// The fight after men have left it who are gone from the game.
    pub(super) fn fight_on(
        &mut self,
        cell: Cell,
        round: u16,
        pending: Vec<Cell>,
        events: &mut Vec<Event>,
    ) {
        let has = |is_ours: bool, is_meant: fn(&Man) -> bool| {
            let mut men = self.on(cell).filter(|man| is_meant(man));
            men.any(|man| self.is_ours(man.unit.owner) == is_ours)
        };
        let fights: fn(&Man) -> bool = |man| man.stands() || man.is_felled;
        let stands: fn(&Man) -> bool = |man| man.stands();
        match has(false, stands) {
            true => self.ask(cell, Step::round(round), pending),
            // nobody is left who was beaten, so that nobody has won (tourney 5.16)
            false if !has(false, fights) => self.after_fight(cell, pending, events),
            false => self.end_fight(cell, pending, events),
        }
    }

    /// One side stands: its fights are counted, and its victor judges the felled. Rules: tourney 3.6, 5.7, 5.16.
    fn end_fight(&mut self, cell: Cell, pending: Vec<Cell>, events: &mut Vec<Event>) {
        if self.game.has(Switch::Veterans) {
            for place in self.fighters(cell) {
                let unit = &mut self.men[place].unit;
                if unit.kind.counts_fights() && !unit.is_undead {
                    unit.fights = (unit.fights + 1).min(MOST_FIGHTS);
                }
            }
            self.sort();
        }
        if self.has_beaten_the_last(cell) {
            return self.overwhelm(cell, pending, events);
        }
        self.judge_next(cell, pending, events);
    }

    /// The victor's choice for the next man felled; beaten undead, and men beaten by undead, are not asked about.
    /// Rules: tourney 3.6, 6.2.
    pub(super) fn judge_next(&mut self, cell: Cell, pending: Vec<Cell>, events: &mut Vec<Event>) {
        let victor = self.victor(cell);
        loop {
            let is_loser =
                |man: &&Man| man.is_felled && !self.game.are_friends(victor, man.unit.owner);
            let felled = self.on(cell).find(is_loser).copied();
            let Some(man) = felled else {
                return self.after_fight(cell, pending, events);
            };
            if !man.unit.is_undead && !self.game.is_wizard(victor) {
                return self.ask(cell, Step::Judging, pending);
            }
            self.slay(&man, cell, Loss::Undead, events);
        }
    }

    /// A double kill: everybody felled is slain, or lies with the options 3 and 4. Rules: tourney 3.6, 5.10, 6.2.
    fn fall_together(&mut self, cell: Cell, events: &mut Vec<Event>) {
        let lie = self.game.has(Switch::Healing) || self.game.has(Switch::Finishing);
        let is_castle = self.game.castle_at(cell).is_some();
        let mut men: Vec<Man> = self.on(cell).filter(|man| man.is_felled).copied().collect();
        // the mover's side first
        men.sort_by_key(|man| !self.is_ours(man.unit.owner));
        let leaves_wounds = self.game.has(Switch::Wounds);
        for man in men {
            if lie && !is_castle && !man.unit.is_undead {
                let lying = self.change(&man, |man| {
                    man.unit.is_lying = true;
                    man.unit.is_wounded |= leaves_wounds;
                    (man.is_felled, man.has_come) = (false, false);
                });
                let unit = lying.unit;
                events.push(Event::Lies { unit, cell });
            } else {
                self.slay(&man, cell, Loss::DoubleKill, events);
            }
        }
    }

    /// Who is felled and not judged gets up, wounds of the fight end or last. Rules: tourney 3.6, 3.10, T-12.
    pub(super) fn rest_fighters(&mut self, cell: Cell, events: &mut Vec<Event>) {
        let men: Vec<Man> = self.on(cell).copied().collect();
        for man in men.iter().filter(|man| man.is_felled || man.wounds > 0) {
            // in his own Castle a man is healed at once
            let lasts = self.game.has(Switch::Wounds) && man.square().is_some();
            let rested = self.change(man, |man| {
                man.unit.is_wounded |= lasts;
                (man.is_felled, man.wounds) = (false, 0);
            });
            if man.is_felled {
                let unit = rested.unit;
                events.push(Event::GotUp { unit, cell });
            }
        }
    }

    /// After the last judgment: a Castle's next defender, or whoever is left on the square.
    fn after_fight(&mut self, cell: Cell, pending: Vec<Cell>, events: &mut Vec<Event>) {
        self.rest_fighters(cell, events);
        if self.game.castle_at(cell).is_some() {
            self.storm(cell, pending, events);
        } else {
            self.take_the_rest(cell, Taking::Lost, pending, events);
        }
    }
}
