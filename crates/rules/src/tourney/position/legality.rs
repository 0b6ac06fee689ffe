//! Whether an order is legal, and why not. Rules: tourney 3.4, 5.3.

use board::Cell;

use super::{Heirs, Meeting, Position, Stage, Step};
use crate::tourney::{Duel, Heir, Illegal, Kind, LadyChoice, Man, Name, Order, Reason};
use crate::{Side, ToAct};

impl Position {
    /// Whether a side may give an order now.
    ///
    /// # Errors
    /// Returns why the order is refused.
    pub fn check(&self, side: Side, order: &Order) -> Result<(), Illegal> {
        // once here: no order, however right, comes from a side that is not asked (threat row 13)
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
                // the archer aims and the target's owner parries; each has one choice (tourney 3.10)
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
                self.check_shot(&archer, &self.find_target(&archer, at)?)
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
        // lying before moved: a man who lies has not moved, and the advice is another
        if man.unit.is_lying {
            return Err(Reason::Lies(name.cell));
        }
        if man.has_moved {
            return Err(Reason::HasMoved(name.cell));
        }
        if self.has_met(&man) {
            return Err(Reason::HasMet(name.cell));
        }
        // last of all: that the turn has no move left is a reason about the turn, not about the unit
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
        // the list decides, and only a refused move is explained: that takes another walk along the way
        if self.landings(&man).contains(&to) {
            return Ok(());
        }
        Err(self.explain_move(&man, name.cell, to))
    }

    fn check_freeing(&self, side: Side, order: &Order) -> Result<(), Reason> {
        let Order::Free { owner, kind, green } = order else {
            return Err(Reason::OtherAsked("which prisoner is freed"));
        };
        // Rules: tourney 6.1: an ally may be freed and is named, one's own is not
        if *owner == Some(side) || owner.is_some_and(|owner| !self.is_ours(owner)) {
            return Err(Reason::NotImprisoned {
                side: owner.unwrap_or(side),
                kind: *kind,
            });
        }
        // Rules: tourney 6.1: with two seats there is one Green, and naming it would give one order two texts
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
            // told apart: he sits there, but only his Lady frees him (tourney 3.4)
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
                // by the name that the list gives, since of two alike only one is asked about
                if self.enemy_name(side, asked).as_ref() == Some(name) =>
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
        let is_here = |(name, man): &(Name, &Man)| name.cell == *cell && man.stands();
        let mut own = self.named();
        own.retain(|named| is_here(named) && named.1.unit.owner == side);
        let mut enemies = self.named_enemies(side);
        enemies.retain(is_here);
        let pairs = own
            .iter()
            .flat_map(|(own, _)| enemies.iter().map(|(enemy, _)| (*own, *enemy)));
        pairs.collect()
    }

    pub(super) fn check_heir(&self, heirs: Heirs, order: &Order) -> Result<(), Reason> {
        match (heirs, order) {
            (_, Order::Decline) => Ok(()),
            (Heirs::Lady, Order::Lady(LadyChoice::Castle)) => {
                // she cannot return to a Castle that she has not left (tourney 5.3)
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
            // names of heirs have no owner: a Warlord's heirs are his own side's
            (true, Some(name)) if name.owner.is_some() => Err(Reason::WrongName(name.cell)),
            (true, Some(name)) => match self.heir(heir, Some(name)) {
                Some(_) => Ok(()),
                None => Err(Reason::NoHeir(heir)),
            },
        }
    }

    /// Why a side musters nobody on a square that is not in its zone.
    fn explain_outside(&self, side: Side, cell: Cell) -> Reason {
        let is_claimed = |side: Side| self.game.home(side).contains(&cell);
        let others = self.game.players().without(side.into());
        match is_claimed(side) && others.iter().any(is_claimed) {
            true => Reason::SharedCorner(cell),
            false => Reason::OutsideZone(cell),
        }
    }

    fn check_muster(&self, side: Side, order: &Order) -> Result<(), Reason> {
        let Order::SetUp(set_up) = order else {
            return Err(Reason::OtherAsked("the muster"));
        };
        // by kinds and not as lists: the reason then says which kind is missing
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
                return Err(self.explain_outside(side, cell));
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
}
