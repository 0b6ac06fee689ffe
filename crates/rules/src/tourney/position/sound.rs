//! Whether the parts of a position that was read fit the game and each other, so that play continues without a fault.

use board::Cell;

use super::{Position, Stage, Step};
use crate::tourney::sides::RED;
use crate::tourney::{Kind, Man, Place, SetUp, Switch, Terrain};
use crate::tourney::{Order, Placement};
use crate::{Side, Sides};

mod stage;

pub(super) type Sound = Result<(), &'static str>;

// reasons are sentences and no types: they are for somebody who mends a text by hand
const fn hold(condition: bool, why: &'static str) -> Sound {
    if condition { Ok(()) } else { Err(why) }
}

impl Position {
    /// An error unless the parts fit the game and each other.
    pub(super) fn check_sound(&self) -> Sound {
        if !self.is_in_turn() {
            return self.check_before_play();
        }
        // sides first, since the checks of the men ask who is in
        self.check_sides()?;
        for man in &self.men {
            self.check_marks(man)?;
            self.check_place(man)?;
            self.check_progress(man)?;
        }
        self.check_queues()?;
        self.check_armies()?;
        self.check_graves()?;
        self.check_fallen()?;
        for cell in self.board().cells() {
            self.check_cell(cell)?;
        }
        self.check_stage()
    }

    /// Before the first turn a position is what the musters so far lead to.
    fn check_before_play(&self) -> Sound {
        const WHY: &str =
            "before the first turn the units stand as the start or the musters have them";
        let done = match &self.stage {
            Stage::Mustering(done) => *done,
            _ if self.game.has(Switch::Muster) => self.game.players().without(self.out),
            _ => Sides::NONE,
        };
        // played again from the start: nothing else can have led here
        let mut again = Self::new(self.game.clone());
        for side in self.out.iter() {
            again.remove_side(side);
        }
        for side in done.iter() {
            let own = self.men.iter().filter(|man| man.unit.owner == side);
            let placed = own.filter_map(|man| {
                Some(Placement {
                    cell: self.cell_of(man)?,
                    kind: man.unit.kind,
                })
            });
            let order = Order::SetUp(SetUp::new(placed.collect()));
            // the rules check the muster once more, so that a text cannot place what an order could not (threat row 31)
            hold(again.check(side, &order).is_ok(), WHY)?;
            again.carry_out(side, &order, &mut Vec::new());
        }
        hold(again == *self, WHY)
    }

    fn check_sides(&self) -> Sound {
        let game = &self.game;
        let left = game.players().without(self.out);
        let is_over = matches!(self.stage, Stage::Over(_));
        hold(
            self.out.without(game.sides()).is_empty(),
            "a side that is out must have been in",
        )?;
        let is_many = game.sides().len() > 2;
        hold(
            self.out.is_empty() || is_many,
            "a game of two ends when a side is out",
        )?;
        let teams = left.iter().next().map(|side| left.without(game.team(side)));
        let plays_on = match teams {
            None => false,
            Some(others) => !others.is_empty() || game.has(Switch::Wizard) && self.is_in(RED),
        };
        hold(
            is_over || plays_on,
            "the game would be over with so many sides out",
        )?;
        hold(
            self.gone_by.is_some() == self.has_lost_player() || is_over,
            "the word for the end of a player belongs to a game with the Wizard",
        )?;
        // in successions and at the end the side on turn may have gone out itself, by its Lady's surrender
        let is_late = matches!(self.stage, Stage::Succeeding(_) | Stage::Over(_));
        hold(is_late || self.is_in(self.side), "the side to move is out")?;
        let seats = if game.has(Switch::Wizard) {
            game.sides().len()
        } else if self.is_stirred {
            // somebody may have gone out in this very turn, and the quiet turns before it were counted with more seats
            game.players().len()
        } else {
            left.len()
        };
        hold(
            // at that number the turn before would have ended the game (tourney 3.8)
            is_over || self.quiet < game.most_quiet(seats),
            "after so many quiet turns the game is over",
        )?;
        let has_first = game.has(Switch::Wizard) && (self.out.is_empty() || !self.is_fresh());
        hold(
            has_first || self.first == crate::tourney::WHITE,
            "only a game with the Wizard and both players tells who began",
        )
    }

    /// Marks that the options and the kind allow.
    fn check_marks(&self, man: &Man) -> Sound {
        let (game, unit) = (&self.game, man.unit);
        let is_square = man.square().is_some();
        hold(
            unit.fights == 0
                || game.has(Switch::Veterans) && unit.kind.counts_fights() && !unit.is_undead,
            "only Footmen and Sergeants count fights, with `veterans`",
        )?;
        let can_bleed = unit.kind.is_fighter() || unit.kind == Kind::Bowman;
        hold(
            !unit.is_wounded
                || game.has(Switch::Wounds) && can_bleed && !matches!(man.place, Place::Castle(_)),
            "wounds last with `wounds` only, and not in their own Castle",
        )?;
        let can_lie = game.has(Switch::Healing) || game.has(Switch::Finishing);
        hold(
            !unit.is_lying || can_lie && unit.kind.is_fighter() && is_square && !unit.is_undead,
            "fighters lie on squares, with `healing` or `finishing`",
        )?;
        hold(
            unit.strength == unit.kind.full_strength() || game.has(Switch::Strategic),
            "units have a strength with `strategic` only",
        )
    }

    fn check_place(&self, man: &Man) -> Sound {
        let (game, unit) = (&self.game, man.unit);
        hold(
            self.is_in(unit.owner),
            "a unit of a side that is not in the game",
        )?;
        hold(
            unit.is_undead == game.is_wizard(unit.owner)
                && (!unit.is_undead || unit.kind.is_fighter()),
            "the Wizard commands undead fighters, and nobody else does",
        )?;
        match man.place {
            Place::Square(cell) => self.check_ground(man, cell),
            Place::Castle(_) => hold(!unit.is_undead, "the undead have no Castle"),
            Place::Dungeon(jailer) => hold(
                self.is_in(jailer)
                    && game.players().contains(jailer)
                    && !game.are_friends(jailer, unit.owner)
                    && !unit.is_undead,
                "a prisoner sits in the Dungeon of an enemy who is in the game",
            ),
            Place::Wood => hold(
                game.has(Switch::Wizard) && unit.kind == Kind::Lady,
                "the Wizard's wood holds Ladies only",
            ),
        }
    }

    fn check_ground(&self, man: &Man, cell: Cell) -> Sound {
        let terrain = self.game.terrain[cell];
        let unit = man.unit;
        // raised undead stand in woods that the living rider never entered (tourney 6.2)
        let rises = unit.is_undead && terrain == Terrain::Forest;
        hold(
            terrain != Terrain::Mountain
                && (!unit.kind.rides() || terrain.admits_riders() || rises),
            "a unit where its kind cannot stand",
        )?;
        let Some(owner) = self.game.castle_at(cell) else {
            return Ok(());
        };
        let is_over = matches!(self.stage, Stage::Over(_));
        hold(
            !self.game.are_friends(owner, unit.owner)
                && unit.can_fight()
                && self.is_in(owner)
                && self.is_ours(unit.owner)
                && man.has_come
                && (is_over || self.queue(owner).next().is_some()),
            "an enemy is in a Castle only while he storms it in this turn",
        )
    }

    /// What this turn and this fight have done.
    fn check_progress(&self, man: &Man) -> Sound {
        let is_movers = man.unit.owner == self.side;
        // only the side to move has moved, because the marks go at the end of each turn
        hold(
            !man.has_moved || is_movers && man.is_free(),
            "only units of the side to move have moved",
        )?;
        hold(
            !man.has_come || is_movers && man.square().is_some() && !man.unit.is_lying,
            "only units of the side to move have come to a square",
        )?;
        hold(
            !man.began_home || is_movers && man.is_free() && self.game.has(Switch::Strategic),
            "only units of the side to move began their turn in the Castle",
        )?;
        let fights = match &self.stage {
            Stage::Meeting(meeting) => match meeting.step {
                Step::Cards { .. } | Step::Judging => self.cell_of(man) == Some(meeting.cell),
                Step::Rose | Step::Healed(_) | Step::Finishing(_) => false,
            },
            _ => false,
        };
        // one wound at most: with the second one he would be felled
        let is_hurt = man.wounds > 0 && !man.unit.is_wounded && !man.is_felled;
        let is_army = self.game.has(Switch::Strategic);
        hold(
            man.wounds == 0 || fights && man.unit.can_fight() && is_hurt && !is_army,
            "only fighters in a fight are wounded there, once",
        )?;
        hold(
            !man.is_felled
                || fights && man.unit.can_fight() && (!is_army || man.unit.strength == 1),
            "only fighters in a fight are felled",
        )
    }

    fn check_queues(&self) -> Sound {
        let moved = self.men.iter().filter(|man| man.has_moved).count();
        let most = self.game.options.several.most();
        hold(
            most.is_none_or(|most| moved <= usize::from(most)),
            "more units have moved than may in a turn",
        )?;
        for side in self.game.players().iter() {
            let places = self.queue(side).map(|man| man.place);
            let expected = (0..).map(Place::Castle);
            hold(
                places
                    .zip(expected)
                    .all(|(place, expected)| place == expected),
                "a queue without an occupant in front, or with two",
            )?;
        }
        Ok(())
    }

    /// No more men than the armies have, whatever became of them.
    fn check_armies(&self) -> Sound {
        const WHY: &str = "more units of a kind than the army can have";
        for side in self.game.players().iter() {
            let army = self.game.army(side);
            let had = |kind| army.iter().filter(|other| **other == kind).count();
            let own = || self.men.iter().filter(|man| man.unit.owner == side);
            let has = |kind| own().filter(|man| man.unit.kind == kind).count();
            for kind in [
                Kind::Lady,
                Kind::Footman,
                Kind::Sergeant,
                Kind::Bowman,
                Kind::Bishop,
            ] {
                hold(has(kind) <= had(kind), WHY)?;
            }
            let foot = [Kind::Footman, Kind::Sergeant];
            // each Footman gone may have become a Knight (tourney 5.16)
            let gone: usize = foot.map(|kind| had(kind) - has(kind)).iter().sum();
            let knighted = if self.game.has(Switch::Veterans) {
                gone
            } else {
                0
            };
            hold(has(Kind::Knight) <= had(Kind::Knight) + knighted, WHY)?;
            // Rules: tourney 3.7: a successor comes only for a slain one
            hold(has(Kind::Warlord) <= 1, "a side has one Warlord")?;
            hold(own().count() <= army.len(), WHY)?;
        }
        let fighters = |kinds: usize, undead: bool| {
            let men = self.men.iter().filter(|man| man.unit.kind.is_fighter());
            kinds + men.filter(|man| man.unit.is_undead == undead).count()
        };
        let armies = self.game.players().iter().map(|side| self.game.army(side));
        // a Lady can become Warlord
        let is_able = |kind: &Kind| kind.is_fighter() || *kind == Kind::Lady;
        let most = armies.flatten().filter(is_able).count();
        hold(
            fighters(0, true) + fighters(self.graves.len(), false) <= most,
            "more dead and living fighters than the armies have",
        )
    }

    fn check_graves(&self) -> Sound {
        for grave in &self.graves {
            let terrain = self.game.terrain[grave.cell];
            let is_ground = !matches!(terrain, Terrain::Castle | Terrain::Mountain);
            hold(
                self.game.has(Switch::Wizard)
                    && self.game.players().contains(grave.owner)
                    && grave.kind.is_fighter()
                    && (!grave.is_blessed || self.game.has(Switch::Bishop))
                    && is_ground,
                "graves of fighters lie on squares, in a game with the Wizard",
            )?;
        }
        // sorted again and compared: another order would be another text of the same graves
        let mut again = self.clone();
        again.sort_graves();
        hold(again.graves == self.graves, "graves out of order")
    }

    fn check_fallen(&self) -> Sound {
        for (n, fallen) in self.fallen.iter().enumerate() {
            let has_warlord =
                |man: &Man| (man.unit.owner, man.unit.kind) == (fallen.side, Kind::Warlord);
            let is_twice = self.fallen[..n]
                .iter()
                .any(|other| other.side == fallen.side);
            hold(
                self.game.players().contains(fallen.side)
                    && self.is_in(fallen.side)
                    && self.is_stirred
                    && !is_twice
                    && !self.men.iter().any(has_warlord)
                    && !matches!(
                        self.game.terrain[fallen.cell],
                        Terrain::Castle | Terrain::Mountain
                    ),
                "a Warlord slain in this turn is not on the board",
            )?;
        }
        Ok(())
    }

    /// Stacks, and enemies on one cell.
    fn check_cell(&self, cell: Cell) -> Sound {
        let men: Vec<&Man> = self.on(cell).collect();
        if men.is_empty() {
            return Ok(());
        }
        // counted with allies, as the rule counts (tourney 6.1)
        // who takes a Castle comes back to its Green, however many stand there (tourney 6.1)
        let is_taken = |side| {
            let castle = self.game.castle(side);
            castle.is_some_and(|castle| castle.green == cell)
        };
        let returned = usize::from(self.out.iter().any(is_taken));
        let limit = self.game.terrain[cell].limit() + returned;
        for man in &men {
            let friends = men
                .iter()
                .filter(|other| self.game.are_friends(man.unit.owner, other.unit.owner));
            hold(
                friends.count() <= limit,
                "more units of a side than may stand there",
            )?;
        }
        let standing: Vec<Side> = men
            .iter()
            .filter(|man| !man.unit.is_lying)
            .map(|man| man.unit.owner)
            .collect();
        let meet = |one: &Side| {
            standing
                .iter()
                .any(|other| !self.game.are_friends(*one, *other))
        };
        if !standing.iter().any(meet) {
            return Ok(());
        }
        let ours = men.iter().filter(|man| self.is_ours(man.unit.owner));
        // enemies share a square only during an encounter (tourney 3.2), so somebody must have come
        let has_come = ours.clone().any(|man| man.has_come);
        let theirs = standing.iter().filter(|side| !self.is_ours(**side));
        let mut theirs = theirs.map(|side| self.game.team(*side));
        let are_one = theirs
            .next()
            .is_none_or(|team| theirs.all(|other| other == team));
        let is_due = match &self.stage {
            Stage::Moving
            | Stage::Wandering { .. }
            | Stage::Shooting(_)
            | Stage::Freeing(_)
            | Stage::Over(_) => true,
            Stage::Choosing(cells) => cells.contains(&cell),
            Stage::Meeting(meeting) => meeting.cell == cell || meeting.pending.contains(&cell),
            _ => false,
        };
        hold(
            has_come && are_one && is_due,
            "enemies stand on one square only in the turn in which one of them comes",
        )
    }

    /// An error if the game should have ended before the turn that begins here. Rules: tourney 3.8.
    pub(in crate::tourney) fn check_undecided(&self) -> Sound {
        // Rules: tourney 3.8: looked at at the end of a turn, so that it cannot hold at the next beginning
        let is_early = matches!(self.stage, Stage::Moving) && self.fallen.is_empty();
        let mut left = self.game.players().without(self.out).iter();
        let is_lost = left.any(|side| self.is_lost(side));
        hold(
            !is_early || !is_lost,
            "a side without Warlord and Lady has lost",
        )
    }
}
