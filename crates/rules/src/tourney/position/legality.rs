//! Which orders are legal, and why others are not. Rules: tourney 3.4, 5.3.

use board::Cell;

use super::{Heirs, Meeting, Position, Stage, Step};
use crate::tourney::{
    Duel, Heir, Illegal, Kind, LadyChoice, Line, Man, Name, Order, Reason, Terrain,
};
use crate::{Side, ToAct};

impl Position {
    /// Whether a side may give an order now.
    ///
    /// # Errors
    /// Returns why the order is refused.
    pub fn check(&self, side: Side, order: &Order) -> Result<(), Illegal> {
        let asked = match self.decides() {
            ToAct::One(side) => side.into(),
            ToAct::Secretly(sides) => sides,
            ToAct::Lots(_) => crate::Sides::NONE,
            ToAct::Nobody(outcome) => return Err(Reason::Over(outcome).into()),
        };
        if !asked.contains(side) {
            return Err(Reason::NotAsked(side).into());
        }
        let checked = match &self.stage {
            Stage::Mustering(_) => self.check_muster(side, order),
            Stage::Moving => self.check_moving(side, order),
            Stage::Shooting(shot) => match order {
                Order::Aim(_) if side == self.side && shot.aim.is_none() => Ok(()),
                Order::Parry(_) if side != self.side && shot.parry.is_none() => Ok(()),
                _ => Err(Reason::OtherAsked(
                    "the aim of the shot, and the parry against it,",
                )),
            },
            Stage::Freeing(_) => self.check_freeing(side, order),
            Stage::Choosing(cells) => match order {
                Order::Fight(cell) if cells.contains(cell) => Ok(()),
                Order::Fight(cell) => Err(Reason::NoEncounter(*cell)),
                _ => Err(Reason::OtherAsked("which encounter comes next")),
            },
            Stage::Meeting(meeting) => self.check_meeting(side, meeting, order),
            Stage::Succeeding(heirs) => self.check_heir(*heirs, order),
            Stage::Drawing | Stage::Wandering { .. } | Stage::Over(_) => {
                Err(Reason::NotAsked(side))
            }
        };
        checked.map_err(Illegal::from)
    }

    fn check_moving(&self, side: Side, order: &Order) -> Result<(), Reason> {
        match order {
            Order::End => Ok(()),
            Order::Move { man, to } => self.check_move(side, man, *to),
            Order::Recall(name) => {
                self.check_moves_left()?;
                let lady = self.lady(side).ok_or(Reason::NoLady)?;
                self.check_recall(lady, &self.find_own(side, name)?)
            }
            Order::Shoot { man, at } => {
                let archer = self.ready_man(side, man)?;
                self.check_shot(&archer, &self.find_enemy(side, at)?)
            }
            Order::Wander { man, steps } => {
                let man = self.ready_man(side, man)?;
                if !self.must_wander(&man) {
                    Err(Reason::NotInWood)
                } else if !(1..=2).contains(steps) {
                    Err(Reason::WrongSteps)
                } else if self.wanderings(&man).is_empty() {
                    Err(Reason::NowhereToWander(
                        man.square().unwrap_or(Cell::new(0, 0)),
                    ))
                } else {
                    Ok(())
                }
            }
            Order::Raise {
                owner,
                kind,
                grave,
                to,
            } => {
                if !self.game.is_wizard(side) {
                    return Err(Reason::NotTheWizard);
                }
                self.check_moves_left()?;
                self.grave(*grave, *owner, *kind)?;
                self.check_rising(*to)
            }
            _ => Err(Reason::OtherAsked("a move, or the end of the moves,")),
        }
    }

    fn check_moves_left(&self) -> Result<(), Reason> {
        match self.moves_left() {
            Some(0) => Err(Reason::MovesSpent),
            _ => Ok(()),
        }
    }

    /// An own unit by a name without owner, as every order but those about enemies has it.
    fn find_own(&self, side: Side, name: &Name) -> Result<Man, Reason> {
        match name.owner {
            None => self.find(side, name),
            Some(_) => Err(Reason::WrongName(name.cell)),
        }
    }

    /// The unit of that name, if it can still move in this turn.
    fn ready_man(&self, side: Side, name: &Name) -> Result<Man, Reason> {
        let man = self.find_own(side, name)?;
        if man.unit.is_lying {
            return Err(Reason::Lies(name.cell));
        }
        if man.has_moved {
            return Err(Reason::HasMoved(name.cell));
        }
        self.check_moves_left()?;
        Ok(man)
    }

    fn check_move(&self, side: Side, name: &Name, to: Cell) -> Result<(), Reason> {
        let man = self.ready_man(side, name)?;
        if !self.board().contains(to) {
            return Err(Reason::NoCell(to));
        }
        if self.must_wander(&man) {
            return Err(Reason::Enchanted);
        }
        if self.landings(&man).contains(&to) {
            return Ok(());
        }
        Err(self.explain_move(&man, name.cell, to))
    }

    fn check_freeing(&self, side: Side, order: &Order) -> Result<(), Reason> {
        let Order::Free { owner, kind, green } = order else {
            return Err(Reason::OtherAsked("which prisoner is freed"));
        };
        if *owner == Some(side) || owner.is_some_and(|owner| !self.is_ours(owner)) {
            return Err(Reason::NotImprisoned {
                side: owner.unwrap_or(side),
                kind: *kind,
            });
        }
        if green.is_some() != self.names_greens() {
            return Err(Reason::WrongGreen);
        }
        let owner = owner.unwrap_or(side);
        let mut there = self.liberations().into_iter();
        let mut there = there
            .by_ref()
            .filter(|liberation| green.is_none_or(|green| green == liberation.at))
            .peekable();
        if let (Some(green), None) = (green, there.peek()) {
            return Err(Reason::NothingToFree(*green));
        }
        let is_meant = |unit: &crate::tourney::Unit| unit.owner == owner && unit.kind == *kind;
        if there.any(|liberation| liberation.prisoners.iter().any(is_meant)) {
            return Ok(());
        }
        let mut prisoners = self.prisons().map(|(_, man)| man.unit);
        Err(match kind {
            Kind::Warlord if prisoners.any(|unit| is_meant(&unit)) => Reason::WarlordNeedsLady,
            _ => Reason::NotImprisoned {
                side: owner,
                kind: *kind,
            },
        })
    }

    /// True if orders that free prisoners name the Green. Rules: tourney 6.1.
    pub(super) fn names_greens(&self) -> bool {
        self.game.players().len() > 2
    }

    fn check_meeting(&self, side: Side, meeting: &Meeting, order: &Order) -> Result<(), Reason> {
        let asked = match (&meeting.step, order) {
            (Step::Cards { .. }, Order::Cards(duels)) => return self.check_cards(side, duels),
            (Step::Cards { .. }, _) => return Err(Reason::OtherAsked("a card for each pair")),
            (Step::Rose, Order::Capture(name)) => {
                let noble = self.find_enemy(side, name)?;
                let mut nobles = self.nobles(meeting.cell);
                return match nobles.any(|other| *other == noble) {
                    true => Ok(()),
                    false => Err(Reason::OtherMan(meeting.cell)),
                };
            }
            (Step::Rose, Order::Slay(_)) => return Err(Reason::CannotSlay),
            (Step::Rose, _) => return Err(Reason::OtherAsked("which noble yields to the Lady")),
            (Step::Judging, Order::Decline) => return Err(Reason::CannotDecline),
            (Step::Finishing(_), Order::Capture(_)) => return Err(Reason::CannotCapture),
            (Step::Healed(_) | Step::Finishing(_), Order::Decline) => return Ok(()),
            (Step::Judging, _) => self.judged(meeting.cell),
            (Step::Healed(man) | Step::Finishing(man), _) => *man,
        };
        match order {
            Order::Capture(name) | Order::Slay(name)
                if self.name(&self.men[asked]).as_ref() == Some(name) =>
            {
                Ok(())
            }
            Order::Capture(_) | Order::Slay(_) => Err(Reason::OtherMan(meeting.cell)),
            _ => Err(Reason::OtherAsked("what becomes of an enemy")),
        }
    }

    /// Cards for exactly the pairs of this round, in their order. Rules: tourney 4, 5.3.
    fn check_cards(&self, side: Side, duels: &[Duel]) -> Result<(), Reason> {
        let pairs = self.pair_names(side);
        let names = duels.iter().map(|duel| (duel.own, duel.enemy));
        match names.eq(pairs) {
            true => Ok(()),
            false => Err(Reason::WrongPairs),
        }
    }

    /// The names of the pairs of a side in the fight under way.
    pub(in crate::tourney) fn pair_names(&self, side: Side) -> Vec<(Name, Name)> {
        let Stage::Meeting(Meeting { cell, .. }) = &self.stage else {
            return Vec::new();
        };
        // of two wholly alike each has his own name here: they may get different cards
        let standing = |is_meant: &dyn Fn(&Man) -> bool| {
            let mut names: Vec<(Name, Man)> = Vec::new();
            for man in self.on(*cell).filter(|man| man.stands() && is_meant(man)) {
                if let Some(name) = self.name(man) {
                    let is_second = names.iter().any(|(_, other)| other == man) || name.is_second;
                    names.push((Name { is_second, ..name }, *man));
                }
            }
            names
        };
        let own = standing(&|man| man.unit.owner == side);
        let enemies = standing(&|man| !self.game.are_friends(side, man.unit.owner));
        let pairs = own
            .iter()
            .flat_map(|(own, _)| enemies.iter().map(|(enemy, _)| (*own, *enemy)));
        pairs.collect()
    }

    fn check_heir(&self, heirs: Heirs, order: &Order) -> Result<(), Reason> {
        match (heirs, order) {
            (_, Order::Decline) => Ok(()),
            (Heirs::Lady, Order::Lady(LadyChoice::Castle)) => {
                let mut lady = self.free(self.heir_side(), Kind::Lady);
                match lady.next().and_then(|lady| lady.square()) {
                    Some(_) => Ok(()),
                    None => Err(Reason::LadyAtHome),
                }
            }
            (Heirs::Lady, Order::Lady(_)) => Ok(()),
            (Heirs::Lady, _) => Err(Reason::OtherAsked("what the Lady of the Warlord does")),
            (_, Order::Succeed { heir, man }) => self.check_succession(*heir, man.as_ref()),
            _ => Err(Reason::OtherAsked("who becomes Warlord")),
        }
    }

    fn check_succession(&self, heir: Heir, name: Option<&Name>) -> Result<(), Reason> {
        if !self.heirs().iter().any(|man| man.unit.kind == heir) {
            return Err(Reason::NoHeir(heir));
        }
        match (self.must_name(heir), name) {
            (true, None) => Err(Reason::HeirUnnamed),
            (false, Some(_)) => Err(Reason::HeirNamed),
            (false, None) => Ok(()),
            (true, Some(name)) if name.owner.is_some() => Err(Reason::WrongName(name.cell)),
            (true, Some(name)) => match self.heir(heir, Some(name)) {
                Some(_) => Ok(()),
                None => Err(Reason::NoHeir(heir)),
            },
        }
    }

    fn check_muster(&self, side: Side, order: &Order) -> Result<(), Reason> {
        let Order::SetUp(set_up) = order else {
            return Err(Reason::OtherAsked("the muster"));
        };
        for kind in Kind::ALL {
            let count = |kinds: &mut dyn Iterator<Item = Kind>| {
                kinds.filter(|other| *other == kind).count()
            };
            let found = count(&mut set_up.0.iter().map(|unit| unit.kind));
            let expected = count(&mut self.game.army(side).into_iter());
            if found != expected {
                return Err(Reason::WrongArmy {
                    kind,
                    found,
                    expected,
                });
            }
        }
        let zone = self.game.zone(side);
        for unit in &set_up.0 {
            let (cell, kind) = (unit.cell, unit.kind);
            if !zone.contains(&cell) {
                return Err(Reason::OutsideZone(cell));
            }
            let terrain = self.game.terrain[cell];
            if kind.rides() && !terrain.admits_riders() {
                return Err(Reason::WrongGround {
                    kind,
                    terrain,
                    cell,
                });
            }
            let there = set_up.0.iter().filter(|other| other.cell == cell).count();
            if there > terrain.limit() {
                return Err(Reason::TooMany(cell));
            }
        }
        Ok(())
    }

    /// Every legal order of a side: those of units by their cells in board order, then the others, `end` last.
    pub fn legal_orders(&self, side: Side) -> Vec<Order> {
        let asked = match self.decides() {
            ToAct::One(side) => side.into(),
            ToAct::Secretly(sides) => sides,
            ToAct::Lots(_) | ToAct::Nobody(_) => crate::Sides::NONE,
        };
        if !asked.contains(side) {
            return Vec::new();
        }
        match &self.stage {
            Stage::Mustering(_) => vec![Order::SetUp(self.game.book(side))],
            Stage::Moving => self.moving_orders(),
            Stage::Shooting(_) if side == self.side => Line::ALL.map(Order::Aim).to_vec(),
            Stage::Shooting(_) => Line::ALL.map(Order::Parry).to_vec(),
            Stage::Freeing(_) => self.freeing_orders(side),
            Stage::Choosing(cells) => cells.iter().copied().map(Order::Fight).collect(),
            Stage::Meeting(meeting) => self.meeting_orders(side, meeting),
            Stage::Succeeding(heirs) => self.heir_orders(*heirs),
            Stage::Drawing | Stage::Wandering { .. } | Stage::Over(_) => Vec::new(),
        }
    }

    fn moving_orders(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        if self.moves_left() != Some(0) {
            for man in self.movable() {
                self.orders_of(&man, &mut orders);
            }
            if self.game.is_wizard(self.side) {
                self.raisings(&mut orders);
            }
        }
        orders.push(Order::End);
        orders
    }

    /// The orders that begin with the unit on that cell; none outside the moves of the side on turn.
    pub fn legal_orders_from(&self, side: Side, cell: Cell) -> Vec<Order> {
        let mut orders = Vec::new();
        if matches!(self.stage, Stage::Moving) && side == self.side && self.moves_left() != Some(0)
        {
            let men = self.movable().into_iter();
            for man in men.filter(|man| self.cell_of(man) == Some(cell)) {
                self.orders_of(&man, &mut orders);
            }
        }
        orders
    }

    fn orders_of(&self, man: &Man, orders: &mut Vec<Order>) {
        let Some(name) = self.listed_name(man) else {
            return;
        };
        let landings = self.landings(man).into_iter();
        orders.extend(landings.map(|to| Order::Move { man: name, to }));
        match man.unit.kind {
            Kind::Lady => self.recalls(man, orders),
            Kind::Bowman if !self.must_wander(man) => self.shots(man, name, orders),
            _ => {}
        }
        if self.must_wander(man) && !self.wanderings(man).is_empty() {
            orders.extend([1, 2].map(|steps| Order::Wander { man: name, steps }));
        }
    }

    fn recalls(&self, lady: &Man, orders: &mut Vec<Order>) {
        let mut last = None;
        for man in self.men.iter().filter(|man| man.unit.owner == self.side) {
            if last == Some(*man) || self.check_recall(lady, man).is_err() {
                continue;
            }
            last = Some(*man);
            orders.extend(self.listed_name(man).map(Order::Recall));
        }
    }

    fn shots(&self, archer: &Man, name: Name, orders: &mut Vec<Order>) {
        let mut last = None;
        for target in self.men.iter().filter(|man| !self.is_ours(man.unit.owner)) {
            if last == Some(*target) || self.check_shot(archer, target).is_err() {
                continue;
            }
            last = Some(*target);
            let at = self.enemy_name(self.side, target);
            orders.extend(at.map(|at| Order::Shoot { man: name, at }));
        }
    }

    fn raisings(&self, orders: &mut Vec<Order>) {
        let mut graves: Vec<_> = self
            .graves
            .iter()
            .filter(|grave| !grave.is_blessed)
            .collect();
        graves.dedup();
        for grave in graves {
            let to = self.risings().map(|to| Order::Raise {
                owner: grave.owner,
                kind: grave.kind,
                grave: grave.cell,
                to,
            });
            orders.extend(to);
        }
    }

    fn freeing_orders(&self, side: Side) -> Vec<Order> {
        let mut orders = Vec::new();
        for liberation in self.liberations() {
            for unit in liberation.prisoners {
                let order = Order::Free {
                    owner: (unit.owner != side).then_some(unit.owner),
                    kind: unit.kind,
                    green: self.names_greens().then_some(liberation.at),
                };
                if !orders.contains(&order) {
                    orders.push(order);
                }
            }
        }
        orders
    }

    fn meeting_orders(&self, side: Side, meeting: &Meeting) -> Vec<Order> {
        let asked = match &meeting.step {
            Step::Cards { .. } => return self.card_orders(side),
            Step::Rose => {
                let mut nobles: Vec<&Man> = self.nobles(meeting.cell).collect();
                nobles.dedup();
                let names = nobles.into_iter();
                let names = names.filter_map(|noble| self.enemy_name(side, noble));
                return names.map(Order::Capture).collect();
            }
            Step::Judging => self.judged(meeting.cell),
            Step::Healed(man) | Step::Finishing(man) => *man,
        };
        let mut orders = Vec::new();
        if let Some(name) = self.name(&self.men[asked]) {
            if !matches!(meeting.step, Step::Finishing(_)) {
                orders.push(Order::Capture(name));
            }
            orders.push(Order::Slay(name));
        }
        if !matches!(meeting.step, Step::Judging) {
            orders.push(Order::Decline);
        }
        orders
    }

    /// Every choice of a card for each pair: six to the power of the pairs.
    fn card_orders(&self, side: Side) -> Vec<Order> {
        let pairs = self.pair_names(side);
        let mut all = vec![Vec::new()];
        for (own, enemy) in pairs {
            let longer = all.iter().flat_map(|duels: &Vec<Duel>| {
                crate::tourney::Card::ALL.map(|card| {
                    let mut duels = duels.clone();
                    duels.push(Duel { card, own, enemy });
                    duels
                })
            });
            all = longer.collect();
        }
        all.into_iter().map(Order::Cards).collect()
    }

    fn heir_orders(&self, heirs: Heirs) -> Vec<Order> {
        let mut orders = Vec::new();
        if heirs == Heirs::Lady {
            let choices = LadyChoice::ALL.map(Order::Lady).into_iter();
            orders.extend(choices.filter(|order| self.check_heir(heirs, order).is_ok()));
        } else {
            let mut men = self.heirs();
            men.dedup();
            for man in men {
                let heir = man.unit.kind;
                let name = self.must_name(heir).then(|| self.heir_name(man)).flatten();
                orders.push(Order::Succeed { heir, man: name });
            }
        }
        orders.push(Order::Decline);
        orders
    }

    /// True if the cell is a wood of this game.
    pub fn is_wood(&self, cell: Cell) -> bool {
        self.game.terrain.get(cell) == Some(&Terrain::Forest)
    }
}
