//! Carrying out orders that are legal. Rules: tourney 3.4, 5.3.

use board::Cell;

use super::{Heirs, Meeting, Position, Shot, Stage, Step};
use crate::tourney::{
    Card, Event, Grave, Kind, Line, Loss, Man, Name, Order, Place, Switch, Taking, Unit, sides,
};
use crate::{Side, Sides};

impl Position {
    /// Carries out an order that is legal.
    pub(in crate::tourney) fn carry_out(
        &mut self,
        side: Side,
        order: &Order,
        events: &mut Vec<Event>,
    ) {
        match order {
            Order::SetUp(set_up) => self.muster(side, set_up, events),
            // found again and not passed on: `check` has found them, and carrying out must never panic (threat row 12)
            Order::Move { man, to } => {
                if let Ok(man) = self.find(side, man) {
                    self.walk(&man, *to, events);
                }
            }
            Order::Recall(name) => {
                if let (Some(lady), Ok(man)) = (self.lady(side).copied(), self.find(side, name)) {
                    self.recall(&lady, &man, events);
                }
            }
            Order::Shoot { man, at } => self.shoot(side, man, at, events),
            Order::Wander { man, steps } => {
                if let Ok(man) = self.find(side, man) {
                    self.announce(&man, *steps, events);
                }
            }
            Order::Raise {
                owner,
                kind,
                grave,
                to,
            } => {
                if let Ok(grave) = self.grave(*grave, *owner, *kind) {
                    self.raise(side, grave, *to, events);
                }
            }
            Order::End => self.end_moves(events),
            Order::Free { owner, kind, green } => {
                self.free_prisoner(owner.unwrap_or(side), *kind, *green, events);
            }
            Order::Fight(cell) => {
                if let Stage::Choosing(cells) = &self.stage {
                    // the cell chosen leaves the list, so that it cannot be met twice
                    let pending = cells.iter().copied().filter(|other| other != cell);
                    self.meet_on(*cell, pending.collect(), events);
                }
            }
            Order::Cards(duels) => {
                let cards = duels.iter().map(|duel| duel.card).collect();
                self.choose_cards(side, cards, events);
            }
            Order::Aim(line) => self.choose_line(side, Some(*line), None, events),
            Order::Parry(line) => self.choose_line(side, None, Some(*line), events),
            Order::Capture(name) => self.judge(side, Some(name), Some(Taking::Spared), events),
            Order::Slay(name) => self.judge(side, Some(name), None, events),
            // the same word for two questions: which one is asked is in the stage
            Order::Decline => match &self.stage {
                Stage::Succeeding(heirs) => self.decline_heir(*heirs, events),
                _ => self.let_lie(events),
            },
            Order::Succeed { heir, man } => {
                if let Some(heir) = self.heir(*heir, man.as_ref()) {
                    self.succeed(&heir, events);
                }
            }
            Order::Lady(choice) => self.choose_for_lady(*choice, events),
        }
    }

    /// A move, also into a Castle. Rules: tourney 3.2.
    pub(super) fn walk(&mut self, man: &Man, to: Cell, events: &mut Vec<Event>) {
        let (unit, from) = (man.unit, self.cell_of(man).unwrap_or(to));
        events.push(Event::Moved { unit, from, to });
        self.arrive(man, to, events);
    }

    fn arrive(&mut self, man: &Man, to: Cell, events: &mut Vec<Event>) {
        let stormed = self.game.castle_at(to);
        if stormed == Some(man.unit.owner) {
            // the Castle heals and counts as an entry (tourney 5.9), which `send_home` sees to
            let home = self.send_home(man, events);
            self.change(&home, |man| man.has_moved = true);
            return;
        }
        let come = self.send(man, Place::Square(to));
        let come = self.change(&come, |man| (man.has_moved, man.has_come) = (true, true));
        self.bless(&come, events);
        // an empty Castle falls at once
        if let Some(side) = stormed
            && self.queue(side).next().is_none()
        {
            self.take_castle(side, &come, events);
        }
    }

    /// A Bishop blesses the graves where he ends his move. Rules: tourney 6.3.
    fn bless(&mut self, man: &Man, events: &mut Vec<Event>) {
        let Some(cell) = man.square().filter(|_| man.unit.kind == Kind::Bishop) else {
            return;
        };
        let mut graves = 0;
        for grave in self.graves.iter_mut().filter(|grave| grave.cell == cell) {
            // counted by those that were not blessed, so that a second visit tells nothing new
            graves += u8::from(!grave.is_blessed);
            grave.is_blessed = true;
        }
        if graves > 0 {
            self.sort_graves();
            events.push(Event::Blessed { cell, graves });
        }
    }

    /// The Lady moves onto a unit's square and sends it home. Rules: tourney 3.4, 5.5, 5.6.
    fn recall(&mut self, lady: &Man, man: &Man, events: &mut Vec<Event>) {
        let Some(cell) = man.square() else { return };
        self.walk(lady, cell, events);
        // looked up after the Lady's move: she may have been the occupant herself
        let occupant = self.queue(man.unit.owner).next().copied();
        let green = self.game.castle(man.unit.owner).map(|castle| castle.green);
        if let (Some(occupant), Some(green)) = (occupant, green) {
            let unit = occupant.unit;
            events.push(Event::SteppedOut { unit, green });
            let out = self.send(&occupant, Place::Square(green));
            // Rules: tourney T-35: coming out counts as coming in, but not as the unit's move
            let out = self.change(&out, |man| man.has_come = true);
            self.bless(&out, events);
        }
        events.push(Event::Recalled {
            unit: man.unit,
            from: cell,
        });
        self.send_home(man, events);
    }

    fn announce(&mut self, man: &Man, steps: u8, events: &mut Vec<Event>) {
        let Some(cell) = man.square() else { return };
        let unit = man.unit;
        events.push(Event::Announced { unit, cell, steps });
        // by his place in the list, because a man wholly like him may stand beside him
        let man = self.place_of(man);
        self.stage = Stage::Wandering { man, steps };
    }

    /// The lot leads a man out of his wood. Rules: tourney 3.10, 5.15.
    pub(in crate::tourney) fn wander(&mut self, lot: u64, events: &mut Vec<Event>) {
        let Stage::Wandering { man, steps } = self.stage else {
            return;
        };
        self.stage = Stage::Moving;
        let man = self.men[man];
        let ways = self.wanderings(&man);
        // at least 1, since a remainder by 0 would panic; `check` has seen that a way is open
        let count = u64::try_from(ways.len()).unwrap_or(1).max(1);
        let chosen = usize::try_from(lot % count).unwrap_or(0);
        let to = ways.get(chosen).copied();
        let to = to.and_then(|way| self.wandering(&man, way, steps));
        if let (Some(from), Some(to)) = (man.square(), to) {
            let unit = man.unit;
            events.push(Event::Wandered { unit, from, to });
            self.arrive(&man, to, events);
        }
    }

    /// The Wizard raises the dead of a grave. Rules: tourney 6.2.
    fn raise(&mut self, side: Side, grave: Grave, cell: Cell, events: &mut Vec<Event>) {
        self.open_grave(grave);
        let mut unit = Unit::new(side, grave.kind);
        unit.is_undead = true;
        let mut man = Man::new(unit, Place::Square(cell));
        // Rules: tourney 6.2: raising is the Wizard's move
        man.has_moved = true;
        self.men.push(man);
        self.sort();
        events.push(Event::Raised {
            unit,
            grave: grave.cell,
            cell,
        });
    }

    /// The place in the list of a unit, of several wholly alike the first.
    pub(super) fn place_of(&self, man: &Man) -> usize {
        let place = self.men.iter().position(|other| other == man);
        // wholly alike men are one for the rules, so the first of them will do
        place.expect("the unit is in the list")
    }

    fn shoot(&mut self, side: Side, archer: &Name, target: &Name, events: &mut Vec<Event>) {
        let Ok(archer) = self.find(side, archer) else {
            return;
        };
        let Ok(target) = self.find_target(&archer, target) else {
            return;
        };
        if let (Some(from), Some(at)) = (self.cell_of(&archer), self.cell_of(&target)) {
            events.push(Event::Shot {
                unit: archer.unit,
                from,
                target: target.unit,
                at,
            });
        }
        // the shot is the Bowman's move
        let archer = self.change(&archer, |man| man.has_moved = true);
        self.stage = Stage::Shooting(Shot {
            archer: self.place_of(&archer),
            target: self.place_of(&target),
            aim: None,
            parry: None,
        });
    }

    /// The aim or the parry of a shot; the second of them lets the arrow fly. Rules: tourney 3.10, 5.13.
    fn choose_line(
        &mut self,
        side: Side,
        aim: Option<Line>,
        parry: Option<Line>,
        events: &mut Vec<Event>,
    ) {
        let Stage::Shooting(shot) = &mut self.stage else {
            return;
        };
        shot.aim = shot.aim.or(aim);
        shot.parry = shot.parry.or(parry);
        events.push(Event::Chosen(side));
        let shot = *shot;
        if let (Some(aim), Some(parry)) = (shot.aim, shot.parry) {
            // first the stage, since the arrow may end the game
            self.stage = Stage::Moving;
            self.fly(self.men[shot.target], aim, parry, events);
        }
    }

    fn fly(&mut self, target: Man, aim: Line, parry: Line, events: &mut Vec<Event>) {
        let Some(at) = self.cell_of(&target) else {
            return;
        };
        let is_army = self.game.has(Switch::Strategic) && target.unit.strength > 0;
        // a wound in one's own Castle is healed at once
        let can_be_wounded = self.game.has(Switch::Wounds)
            && target.unit.kind != Kind::Bishop
            && target.square().is_some();
        let wounds = match aim.damage() {
            _ if aim == parry => 0,
            // Rules: tourney 3.10: without `wounds` a wound lasts no longer than the fight, and an arrow is none
            1 if !is_army && !can_be_wounded => 0,
            wounds => wounds,
        };
        events.push(Event::Arrow {
            target: target.unit,
            at,
            aim,
            parry,
            wounds,
        });
        let is_slain = match wounds {
            0 => false,
            // an army dies at strength 0, and a man at the second wound (tourney 5.14, 3.6)
            _ if is_army => target.unit.strength <= wounds,
            1 => target.unit.is_wounded,
            _ => true,
        };
        if is_slain {
            self.slay(&target, at, Loss::Shot, events);
        } else if wounds > 0 && is_army {
            self.change(&target, |man| man.unit.strength -= wounds);
        } else if wounds > 0 {
            self.change(&target, |man| man.unit.is_wounded = true);
        }
    }

    /// Cards of a side for its pairs; the last side's open them all. Rules: tourney 3.6.
    fn choose_cards(&mut self, side: Side, cards: Vec<Card>, events: &mut Vec<Event>) {
        if let Stage::Meeting(Meeting {
            step: Step::Cards { chosen, .. },
            ..
        }) = &mut self.stage
        {
            // kept closed until the last owner has chosen: `open_cards` compares them all at once (tourney 3.6)
            chosen[side.index()] = Some(cards);
            events.push(Event::Chosen(side));
            self.open_cards(events);
        }
    }

    /// Capture, slay or a noble who yields, for the man asked about. Rules: tourney 3.5, 3.6, 5.10.
    fn judge(
        &mut self,
        side: Side,
        name: Option<&Name>,
        taking: Option<Taking>,
        events: &mut Vec<Event>,
    ) {
        let Stage::Meeting(meeting) = self.stage.clone() else {
            return;
        };
        let Meeting {
            cell,
            step,
            pending,
        } = meeting;
        let asked = match step {
            Step::Rose => {
                let noble = name.and_then(|name| self.find_enemy(side, name).ok());
                if let Some(noble) = noble {
                    self.capture(&noble, cell, side, Taking::Yields, events);
                }
                // whoever is left on the square still fights (tourney 3.5)
                return self.cross_swords(cell, pending, events);
            }
            Step::Judging => self.judged(cell),
            Step::Healed(man) | Step::Finishing(man) => man,
            Step::Cards { .. } => return,
        };
        let man = self.men[asked];
        match taking {
            Some(why) => self.capture(&man, cell, side, why, events),
            None => self.slay(&man, cell, Loss::Slain, events),
        }
        match step {
            Step::Judging => self.judge_next(cell, pending, events),
            Step::Healed(_) => self.ask_healed(cell, pending, asked, events),
            _ => self.ask_finishing(cell, pending, asked, events),
        }
    }

    /// A lying man is let lie. Rules: tourney 5.10.
    fn let_lie(&mut self, events: &mut Vec<Event>) {
        let Stage::Meeting(meeting) = self.stage.clone() else {
            return;
        };
        events.push(Event::Declined(self.side));
        match meeting.step {
            Step::Healed(man) => self.ask_healed(meeting.cell, meeting.pending, man + 1, events),
            Step::Finishing(man) => {
                self.ask_finishing(meeting.cell, meeting.pending, man + 1, events);
            }
            Step::Rose | Step::Cards { .. } | Step::Judging => {}
        }
    }

    fn decline_heir(&mut self, heirs: Heirs, events: &mut Vec<Event>) {
        let side = self.heir_side();
        events.push(Event::Declined(side));
        let are_next = heirs == Heirs::Knights && !self.heirs_of(side, Heirs::Footmen).is_empty();
        if are_next {
            self.stage = Stage::Succeeding(Heirs::Footmen);
        } else {
            // Rules: tourney 3.7: declined men were available, so that the Lady's choices do not open
            self.fallen.remove(0);
            self.next_heir(events);
        }
    }

    /// A prisoner goes home: of several alike the one with more fights won, then with more strength.
    /// Rules: tourney 3.4, 5.3.
    fn free_prisoner(
        &mut self,
        owner: Side,
        kind: Kind,
        green: Option<Cell>,
        events: &mut Vec<Event>,
    ) {
        let Stage::Freeing(mut freed) = self.stage else {
            return;
        };
        let Some((place, jailer)) = self.jail_of(owner, kind, green) else {
            return;
        };
        let alike =
            |man: &&Man| man.place == place && man.unit.owner == owner && man.unit.kind == kind;
        let worth = |man: &Man| (man.unit.fights, man.unit.strength);
        let best = self.men.iter().filter(alike).map(worth).max();
        let chosen = self
            .men
            .iter()
            .filter(alike)
            .find(|man| Some(worth(man)) == best);
        if let Some(man) = chosen.copied() {
            events.push(match jailer {
                Some(from) => Event::Freed {
                    unit: man.unit,
                    from,
                },
                None => Event::Released(man.unit),
            });
            self.send_home(&man, events);
            // counted for each Green, since every unit on it frees one in a turn (tourney T-16)
            freed[jailer.map_or(4, Side::index)] += 1;
        }
        self.stage = Stage::Freeing(freed);
        self.go_free(events);
    }

    /// Where such a prisoner waits to be freed, with the jailer; none for the Wizard's wood.
    fn jail_of(
        &self,
        owner: Side,
        kind: Kind,
        green: Option<Cell>,
    ) -> Option<(Place, Option<Side>)> {
        let found = self.liberations().into_iter().find(|liberation| {
            let has = |unit: &Unit| unit.owner == owner && unit.kind == kind;
            green.is_none_or(|green| green == liberation.at) && liberation.prisoners.iter().any(has)
        })?;
        Some(match self.game.green_at(found.at) {
            Some(jailer) => (Place::Dungeon(jailer), Some(jailer)),
            None => (Place::Wood, None),
        })
    }

    /// Places a side's muster; after the last one the lot is drawn. Rules: tourney 5.17.
    fn muster(&mut self, side: Side, set_up: &crate::tourney::SetUp, events: &mut Vec<Event>) {
        let Stage::Mustering(done) = self.stage else {
            return;
        };
        self.place(side, set_up.0.iter().map(|unit| (unit.cell, unit.kind)));
        events.push(Event::SetUp(side));
        self.await_musters(done.iter().chain([side]).collect());
    }

    /// Waits for the musters that are not done, then for the lot.
    pub(super) fn await_musters(&mut self, done: Sides) {
        self.stage = if self.mustering(done).is_empty() {
            Stage::Drawing
        } else {
            Stage::Mustering(done)
        };
    }

    /// The lot names the first player. Rules: tourney 3.9, 6.1.
    pub(in crate::tourney) fn draw_first(&mut self, lot: u64, events: &mut Vec<Event>) {
        let players: Vec<Side> = self.mustering(Sides::NONE).iter().collect();
        let count = u64::try_from(players.len()).unwrap_or(1).max(1);
        let chosen = usize::try_from(lot % count).unwrap_or(0);
        let side = players.get(chosen).copied().unwrap_or(sides::WHITE);
        self.side = side;
        if self.game.has(Switch::Wizard) && self.out.is_empty() {
            self.first = side;
        }
        events.push(Event::First(side));
        self.begin_turn();
    }
}
