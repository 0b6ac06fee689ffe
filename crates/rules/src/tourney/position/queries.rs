//! What windows, terminals and computers ask of a position: the decision that is due, the fight under way, names.

use board::Cell;

use super::{Heirs, Meeting, Position, Stage, Step};
use crate::tourney::{
    Asked, FIRST_PLAYER, Fight, Kind, Liberation, Man, Name, Pair, Place, Switch, WANDER,
};
use crate::{Side, Sides, ToAct};

impl Position {
    /// What is asked now.
    pub fn asked(&self) -> Asked {
        match &self.stage {
            Stage::Mustering(done) => Asked::Muster(self.mustering(*done)),
            Stage::Drawing => Asked::FirstPlayer,
            Stage::Moving => Asked::Move {
                left: self.moves_left(),
            },
            Stage::Wandering { man, steps } => Asked::Wander {
                man: self.men[*man],
                steps: *steps,
            },
            Stage::Shooting(shot) => Asked::Shot {
                archer: self.men[shot.archer],
                target: self.men[shot.target],
                aim: shot.aim,
                parry: shot.parry,
            },
            Stage::Freeing(_) => Asked::Free(self.liberations()),
            Stage::Choosing(cells) => Asked::Encounter(cells.clone()),
            Stage::Meeting(meeting) => self.asked_in(meeting),
            Stage::Succeeding(heirs) => self.asked_heir(*heirs),
            Stage::Over(outcome) => Asked::Nothing(*outcome),
        }
    }

    /// The sides whose musters are awaited, if those are done.
    pub(super) fn mustering(&self, done: Sides) -> Sides {
        self.game.players().without(self.out).without(done)
    }

    fn asked_in(&self, meeting: &Meeting) -> Asked {
        let cell = meeting.cell;
        match meeting.step {
            Step::Rose => Asked::Rose {
                cell,
                nobles: self.nobles(cell).copied().collect(),
            },
            Step::Cards { .. } => Asked::Cards(cell),
            Step::Healed(man) => Asked::Judge {
                cell,
                man: self.men[man],
                can_capture: true,
                can_decline: true,
            },
            Step::Finishing(man) => Asked::Judge {
                cell,
                man: self.men[man],
                can_capture: false,
                can_decline: true,
            },
            Step::Judging => Asked::Judge {
                cell,
                man: self.men[self.judged(cell)],
                can_capture: true,
                can_decline: false,
            },
        }
    }

    fn asked_heir(&self, heirs: Heirs) -> Asked {
        if heirs == Heirs::Lady
            && let Some(lady) = self.free(self.heir_side(), Kind::Lady).next()
        {
            return Asked::Lady {
                lady: *lady,
                can_return: lady.square().is_some(),
            };
        }
        Asked::Heir(self.heirs().into_iter().copied().collect())
    }

    /// The side or sides that must decide next.
    pub fn decides(&self) -> ToAct {
        match &self.stage {
            Stage::Mustering(done) => ToAct::Secretly(self.mustering(*done)),
            Stage::Drawing => ToAct::Lots(FIRST_PLAYER),
            Stage::Wandering { .. } => ToAct::Lots(WANDER),
            Stage::Moving | Stage::Freeing(_) | Stage::Choosing(_) => ToAct::One(self.side),
            Stage::Shooting(shot) => {
                // the target's owner and not the other side: with teams it may be either of two (tourney 6.1)
                let owner = self.men[shot.target].unit.owner;
                let aims = shot.aim.is_none().then_some(self.side);
                let parries = shot.parry.is_none().then_some(owner);
                ToAct::Secretly(aims.into_iter().chain(parries).collect())
            }
            Stage::Meeting(meeting) => match &meeting.step {
                Step::Cards { chosen, .. } => {
                    let is_open = |side: &Side| chosen[side.index()].is_none();
                    let owners = self.duelists(meeting.cell).iter().filter(is_open);
                    ToAct::Secretly(owners.collect())
                }
                // Rules: tourney 3.6, 6.1: the victor decides, whose turn it is or not
                Step::Judging => ToAct::One(self.victor(meeting.cell)),
                Step::Healed(_) | Step::Rose | Step::Finishing(_) => ToAct::One(self.side),
            },
            Stage::Succeeding(..) => ToAct::One(self.heir_side()),
            Stage::Over(outcome) => ToAct::Nobody(*outcome),
        }
    }

    /// The fight under way: none outside the rounds of cards and the victor's choices after them.
    pub fn fight(&self) -> Option<Fight> {
        let Stage::Meeting(meeting) = &self.stage else {
            return None;
        };
        let cell = meeting.cell;
        let (round, chosen) = match &meeting.step {
            Step::Cards { round, chosen } => (*round, chosen.clone()),
            // after the last round there are no cards, but the same men on the square
            Step::Judging => (0, [const { None }; 4]),
            Step::Healed(_) | Step::Rose | Step::Finishing(_) => return None,
        };
        let of = |party: usize, is_meant: fn(&Man) -> bool| {
            let men = self.on(cell).filter(|man| !man.unit.is_lying);
            let men = men.filter(|man| self.is_ours(man.unit.owner) == (party == 0));
            men.filter(|man| is_meant(man)).copied().collect()
        };
        Some(Fight {
            cell,
            round,
            fighters: [0, 1].map(|party| of(party, |man| man.unit.kind.is_fighter())),
            stakes: [0, 1].map(|party| of(party, |man| !man.unit.kind.is_fighter())),
            chosen,
        })
    }

    /// The pairs for which a side chooses cards: own men first to last, for each his enemies first to last, all of them
    /// standing; a sealed step has a card for each in this order. Empty outside a round of cards. Rules: tourney 4, 5.3.
    pub fn pairs(&self, side: Side) -> Vec<Pair> {
        match &self.stage {
            Stage::Meeting(Meeting {
                cell,
                step: Step::Cards { .. },
                ..
            }) => self.pairs_on(*cell, side),
            _ => Vec::new(),
        }
    }

    /// The pairs of a side among those who stand on the cell.
    pub(super) fn pairs_on(&self, cell: Cell, side: Side) -> Vec<Pair> {
        let standing = || self.on(cell).filter(|man| man.stands());
        let own = standing().filter(|man| man.unit.owner == side);
        let pairs = own.flat_map(|own| {
            let enemies = standing().filter(|man| !self.game.are_friends(side, man.unit.owner));
            enemies.map(|enemy| Pair {
                own: *own,
                enemy: *enemy,
            })
        });
        pairs.collect()
    }

    /// The name of a unit on the board in orders. Rules: tourney 5.2.
    pub fn name(&self, man: &Man) -> Option<Name> {
        let cell = self.cell_of(man)?;
        let own = || {
            self.on(cell)
                .filter(|other| other.unit.owner == man.unit.owner)
        };
        // Rules: tourney 5.2: a unit alone of its side on a cell is named by the cell
        let is_alone = own().count() < 2;
        let mut alike = own().filter(|other| other.unit.kind == man.unit.kind);
        Some(Name {
            owner: None,
            kind: (!is_alone).then_some(man.unit.kind),
            is_second: !is_alone && alike.next() != Some(man),
            cell,
        })
    }

    /// The name of the unit at that place in the list. Two that are wholly alike have two names. Rules: tourney 5.2.
    pub(super) fn name_of(&self, place: usize) -> Option<Name> {
        let man = &self.men[place];
        let name = self.name(man)?;
        // two of one kind on a cell are next to each other in the list
        let has_twin_before = place > 0 && self.men[place - 1] == *man;
        let is_second = name.is_second || has_twin_before;
        Some(Name { is_second, ..name })
    }

    /// The units that may still move in this turn; without a number, all that have not. Rules: tourney 3.2, 5.11, 6.2.
    pub fn moves_left(&self) -> Option<u8> {
        // raised undead have moved too, so that the Wizard's one action counts (tourney 6.2)
        let moved = self.men.iter().filter(|man| man.has_moved).count();
        let most = self.game.options.several.most()?;
        Some(most.saturating_sub(u8::try_from(moved).unwrap_or(most)))
    }

    /// The side that decides for the victors of the fight on that cell: the mover, or the first of the owners.
    /// Rules: tourney 6.1.
    pub(super) fn victor(&self, cell: Cell) -> Side {
        let standing = self.on(cell).find(|man| man.stands());
        let winner = standing.map_or(self.side, |man| man.unit.owner);
        if self.is_ours(winner) {
            return self.side;
        }
        let men = self.on(cell).filter(|man| !man.unit.is_lying);
        let friends = men.map(|man| man.unit.owner);
        let mut friends = friends.filter(|owner| self.game.are_friends(*owner, winner));
        friends.next().unwrap_or(winner)
    }

    /// The place in the list of the felled loser whom the victor judges now: the first on the cell.
    pub(super) fn judged(&self, cell: Cell) -> usize {
        let victor = self.victor(cell);
        let is_meant = |man: &Man| {
            man.is_felled
                && self.cell_of(man) == Some(cell)
                && !self.game.are_friends(victor, man.unit.owner)
        };
        let found = self.men.iter().position(is_meant);
        found.expect("a loser is felled while the victor judges")
    }

    /// The owners of the fighters who stand on the cell.
    pub(super) fn duelists(&self, cell: Cell) -> Sides {
        let standing = self.on(cell).filter(|man| man.stands());
        standing.map(|man| man.unit.owner).collect()
    }

    /// True for the side on turn and its ally.
    pub(super) fn is_ours(&self, side: Side) -> bool {
        self.game.are_friends(self.side, side)
    }

    /// The enemy nobles who may yield to the Lady on that cell. Rules: tourney 3.5.
    pub(super) fn nobles(&self, cell: Cell) -> impl Iterator<Item = &Man> {
        let can_yield = |man: &&Man| man.unit.can_yield() && !self.is_ours(man.unit.owner);
        self.on(cell).filter(can_yield)
    }

    /// The units of a side of that kind that are neither slain nor captured. Rules: tourney 3.7, 5.10.
    pub(super) fn free(&self, side: Side, kind: Kind) -> impl Iterator<Item = &Man> {
        let is_meant = move |man: &&Man| {
            let unit = man.unit;
            man.is_free() && !unit.is_undead && unit.owner == side && unit.kind == kind
        };
        self.men.iter().filter(is_meant)
    }

    /// The side that names an heir now.
    pub(super) fn heir_side(&self) -> Side {
        self.fallen.first().map_or(self.side, |fallen| fallen.side)
    }

    /// The heirs that the present question offers: of several of a kind in the Castle the first in the queue. Rules: tourney 3.7, 5.3.
    pub(super) fn heirs(&self) -> Vec<&Man> {
        match &self.stage {
            Stage::Succeeding(heirs) => self.heirs_of(self.heir_side(), *heirs),
            _ => Vec::new(),
        }
    }

    /// The units of a side that can succeed in that step. Rules: tourney 3.7, 5.3, 5.16.
    pub(super) fn heirs_of(&self, side: Side, heirs: Heirs) -> Vec<&Man> {
        let kinds: &[Kind] = match heirs {
            Heirs::Knights => &[Kind::Knight],
            Heirs::Footmen => &[Kind::Footman, Kind::Sergeant],
            Heirs::Lady => &[],
        };
        let mut found: Vec<&Man> = Vec::new();
        for kind in kinds {
            let is_waiting = |man: &&Man| matches!(man.place, Place::Castle(_));
            let squares = self.free(side, *kind).filter(|man| !is_waiting(man));
            let first = self.free(side, *kind).find(is_waiting);
            found.extend(squares.chain(first));
        }
        found
    }

    /// The Dungeons, and the Wizard's wood, from which somebody can be freed now. Rules: tourney 3.4, 6.1, 6.2.
    pub fn liberations(&self) -> Vec<Liberation> {
        let Stage::Freeing(freed) = &self.stage else {
            return Vec::new();
        };
        self.liberations_after(freed)
    }

    pub(super) fn liberations_after(&self, freed: &[u8; 5]) -> Vec<Liberation> {
        let mut found = Vec::new();
        // units in whose name prisoners go: never undead, and not lying ones unless a Lady who has come heals them
        let liberators = |cell: Cell| {
            let is_healed = self.has_healer(cell);
            let up = move |man: &&Man| !man.unit.is_lying || is_healed;
            let own = self.on(cell).filter(up);
            own.filter(|man| man.unit.owner == self.side && !man.unit.is_undead)
        };
        for jailer in self.game.players().iter() {
            let Some(castle) = self.game.castle(jailer) else {
                continue;
            };
            if self.is_ours(jailer) || !self.is_in(jailer) {
                continue;
            }
            let most = u8::try_from(liberators(castle.green).count()).unwrap_or(u8::MAX);
            let has_lady = |owner: Side| {
                let mut there = self.on(castle.green).filter(|man| !man.unit.is_lying);
                there.any(|man| {
                    man.unit.kind == Kind::Lady && self.game.are_friends(owner, man.unit.owner)
                })
            };
            let prisoners = self.dungeon(jailer).map(|man| man.unit);
            // Rules: tourney 3.4: a Warlord only if a Lady of his side is among the liberators
            let prisoners = prisoners.filter(|unit| {
                self.is_ours(unit.owner) && (unit.kind != Kind::Warlord || has_lady(unit.owner))
            });
            found.push(Liberation {
                at: castle.green,
                prisoners: prisoners.collect(),
                left: most.saturating_sub(freed[jailer.index()]),
            });
        }
        if self.game.has(Switch::Wizard)
            && let Some(wood) = self.game.wood
        {
            // one at a time from the wood, however many stand there (tourney 6.2)
            let most = u8::from(liberators(wood).next().is_some());
            let own = self.held().filter(|man| man.unit.owner == self.side);
            found.push(Liberation {
                at: wood,
                prisoners: own.map(|man| man.unit).collect(),
                left: most.saturating_sub(freed[4]),
            });
        }
        // a Green with nobody to free is not asked about
        found.retain(|liberation| liberation.left > 0 && !liberation.prisoners.is_empty());
        found
    }
}
