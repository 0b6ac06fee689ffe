//! Every legal order, listed. Rules: tourney 5.3.

use board::Cell;

use super::{Heirs, Meeting, Position, Stage, Step};
use crate::tourney::{Card, Duel, Kind, LadyChoice, Line, Man, Name, Order};
use crate::{Side, ToAct};

impl Position {
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
            // the book stands for all musters, which are far too many to list
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
        // with none left, listing the ways of every unit only to refuse them would cost most of the time
        if self.moves_left() != Some(0) {
            for (name, man) in self.movable() {
                self.orders_of(name, man, &mut orders);
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
            for (name, man) in men.filter(|(name, _)| name.cell == cell) {
                self.orders_of(name, man, &mut orders);
            }
        }
        orders
    }

    fn orders_of(&self, name: Name, man: &Man, orders: &mut Vec<Order>) {
        let landings = self.landings(man).into_iter();
        orders.extend(landings.map(|to| Order::Move { man: name, to }));
        match man.unit.kind {
            Kind::Lady => {
                let named = self.named().into_iter();
                let own = named.filter(|(_, man)| man.unit.owner == self.side);
                let recalled = own.filter(|(_, other)| self.check_recall(man, other).is_ok());
                orders.extend(recalled.map(|(name, _)| Order::Recall(name)));
            }
            // by the targets that may be shot at, since only these decide whether an owner is named (tourney 6.1)
            Kind::Bowman => {
                let mut targets = self.named();
                targets.retain(|(_, other)| {
                    !self.is_ours(other.unit.owner) && self.check_shot(man, other).is_ok()
                });
                orders.extend(targets.iter().map(|(at, target)| {
                    let owner = target.unit.owner;
                    let is_shared = targets
                        .iter()
                        .any(|(other, man)| other.cell == at.cell && man.unit.owner != owner);
                    let owner = is_shared.then_some(owner);
                    Order::Shoot {
                        man: name,
                        at: Name { owner, ..*at },
                    }
                }));
            }
            _ => {}
        }
        if self.must_wander(man) && !self.wanderings(man).is_empty() {
            // both are listed: which of them is legal on the way shows only after the lot (tourney 5.15)
            orders.extend([1, 2].map(|steps| Order::Wander { man: name, steps }));
        }
    }

    fn raisings(&self, orders: &mut Vec<Order>) {
        let mut graves: Vec<_> = self
            .graves
            .iter()
            .filter(|grave| !grave.is_blessed)
            .collect();
        // two graves alike are one order, which raises either
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
                // of two prisoners alike one order frees the better one (tourney 5.3)
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
                let enemies = self.named_enemies(side).into_iter();
                let nobles =
                    enemies.filter(|(name, man)| name.cell == meeting.cell && man.unit.can_yield());
                return nobles.map(|(name, _)| Order::Capture(name)).collect();
            }
            Step::Judging => self.judged(meeting.cell),
            Step::Healed(man) | Step::Finishing(man) => *man,
        };
        let mut orders = Vec::new();
        if let Some(name) = self.enemy_name(side, asked) {
            // Rules: tourney 5.10: with `finishing` a lying man may be slain or let lie
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
                Card::ALL.map(|card| {
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
            for (name, man) in self.named_heirs() {
                let heir = man.unit.kind;
                let man = self.must_name(heir).then_some(name);
                orders.push(Order::Succeed { heir, man });
            }
        }
        orders.push(Order::Decline);
        orders
    }
}
