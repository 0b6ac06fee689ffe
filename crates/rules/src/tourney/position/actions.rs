//! Recalls, shots and raisings: which are legal. Rules: tourney 3.4, 3.10, 5.5, 5.13, 6.2.

use board::Cell;

use super::Position;
use crate::Side;
use crate::tourney::{Grave, Kind, Man, Name, Reason, Terrain};

impl Position {
    /// The own Lady who can still move in this turn.
    pub(super) fn lady(&self, side: Side) -> Option<&Man> {
        let mut ladies = self.free(side, Kind::Lady);
        ladies.find(|lady| !lady.has_moved && self.cell_of(lady).is_some())
    }

    /// Whether the Lady may recall that unit. Rules: tourney 3.4, 5.5, 6.3.
    pub(super) fn check_recall(&self, lady: &Man, man: &Man) -> Result<(), Reason> {
        let Some(cell) = man.square() else {
            // a unit in the Castle or in a Dungeon has no square to be recalled from
            let home = self.cell_of(man).or_else(|| self.cell_of(lady));
            return Err(home.map_or(Reason::NoLady, Reason::AtHome));
        };
        let owner = lady.unit.owner;
        if man == lady {
            return Err(Reason::RecallsHerself);
        }
        if man.unit.is_lying {
            return Err(Reason::RecallLying(cell));
        }
        if self.enemies_on(owner, cell).next().is_some() {
            return Err(Reason::RecallAmongEnemies(cell));
        }
        // Rules: tourney T-17: recalling is a move of the Lady, so she must get there
        if self.ways(lady, |to| to == cell).is_empty() {
            return Err(Reason::LadyOutOfReach(cell));
        }
        let Some((occupant, castle)) = self
            .queue(owner)
            // the Lady herself may be the occupant: then she leaves, and nobody has to step out
            .find(|other| *other != lady)
            .zip(self.game.castle(owner))
        else {
            return Ok(());
        };
        // after the Lady's move and before the recalled unit leaves
        let green = castle.green;
        let stands =
            |other: &&Man| self.game.are_friends(owner, other.unit.owner) && *other != lady;
        // the man recalled from the Green itself still counts there (tourney 5.5)
        let friends = self.on(green).filter(stands).count() + usize::from(cell == green);
        if friends >= self.game.terrain[green].limit() {
            return Err(Reason::GreenFull(green));
        }
        // Rules: tourney T-34, 6.3: the occupant comes onto the Green like any unit, and a Bishop not among enemies
        self.meet(occupant, green)
    }

    /// Whether a Bowman may shoot at that unit. Rules: tourney 3.10, 5.13.
    pub(super) fn check_shot(&self, archer: &Man, target: &Man) -> Result<(), Reason> {
        let (Some(from), Some(at)) = (self.cell_of(archer), self.cell_of(target)) else {
            return Err(Reason::NoLots);
        };
        if archer.unit.kind != Kind::Bowman {
            return Err(Reason::NoBow(archer.unit.kind));
        }
        // Rules: tourney 5.15: a unit in an enchanted wood has `wander` only
        if self.must_wander(archer) {
            return Err(Reason::Enchanted);
        }
        if target.unit.kind == Kind::Lady {
            return Err(Reason::ShotAtLady);
        }
        if target.unit.is_lying {
            return Err(Reason::ShotAtLying(at));
        }
        let line = straight(from, at).ok_or(Reason::OutOfRange(at))?;
        let mut last = from;
        for cell in line {
            // in both directions, since a wall of either Castle stops an arrow (tourney 5.13)
            if !self.is_open(last, cell) || !self.is_open(cell, last) {
                return Err(Reason::Walls(cell));
            }
            // the target's own wood does not hide it (tourney 5.13)
            let is_between = cell != at;
            let is_wood = self.game.terrain[cell] == Terrain::Forest;
            if is_between && (is_wood || self.on(cell).next().is_some()) {
                return Err(Reason::Blocked(cell));
            }
            last = cell;
        }
        Ok(())
    }

    /// True if no castle wall of `to` stands between two squares.
    fn is_open(&self, from: Cell, to: Cell) -> bool {
        let castle = self
            .game
            .castle_at(to)
            .and_then(|side| self.game.castle(side));
        castle.is_none_or(|castle| castle.green == from)
    }

    /// The grave of that dead which can be raised.
    pub(super) fn grave(&self, cell: Cell, owner: Side, kind: Kind) -> Result<Grave, Reason> {
        let is_meant =
            |grave: &&Grave| (grave.cell, grave.owner, grave.kind) == (cell, owner, kind);
        let mut graves = self.graves.iter().filter(is_meant);
        let found = graves.clone().find(|grave| !grave.is_blessed);
        found.copied().ok_or(match graves.next() {
            // blessed ones are told apart: only then does the reason help
            Some(_) => Reason::Blessed(cell),
            None => Reason::NoGrave(cell),
        })
    }

    /// Whether undead may rise on that cell.
    pub(super) fn check_rising(&self, cell: Cell) -> Result<(), Reason> {
        let is_wood = self.game.terrain.get(cell) == Some(&Terrain::Forest);
        if is_wood && self.on(cell).next().is_none() {
            Ok(())
        } else {
            Err(Reason::NoWoodToRise(cell))
        }
    }

    /// The woods in which undead can rise, in board order.
    pub(super) fn risings(&self) -> impl Iterator<Item = Cell> {
        let cells = self.board().cells();
        cells.filter(|cell| self.check_rising(*cell).is_ok())
    }

    /// The unit of a side that a name means.
    pub(super) fn find(&self, side: Side, name: &Name) -> Result<Man, Reason> {
        let cell = name.cell;
        if !self.board().contains(cell) {
            return Err(Reason::NoCell(cell));
        }
        let own: Vec<&Man> = self.on(cell).filter(|man| man.unit.owner == side).collect();
        let found = match (own.as_slice(), name.kind) {
            ([], _) => {
                return Err(match self.on(cell).next() {
                    Some(_) => Reason::NotYours(cell),
                    None => Reason::NoUnit(cell),
                });
            }
            ([man], None) if !name.is_second => Some(*man),
            // a name that says more than it must is refused, or one order would have two texts
            ([_], _) | (_, None) => None,
            (several, Some(kind)) => {
                let mut alike = several.iter().filter(|man| man.unit.kind == kind);
                alike.nth(name.is_second.into()).copied()
            }
        };
        found.copied().ok_or(Reason::WrongName(cell))
    }

    /// The enemy of a side that a name means; the owner is named where enemies of two sides stand there.
    pub(super) fn find_enemy(&self, side: Side, name: &Name) -> Result<Man, Reason> {
        let cell = name.cell;
        if !self.board().contains(cell) {
            return Err(Reason::NoCell(cell));
        }
        let mut owners: Vec<Side> = self
            .enemies_on(side, cell)
            .map(|man| man.unit.owner)
            .collect();
        // sides stand together on a cell, so equal owners are next to each other
        owners.dedup();
        let owner = match (owners.as_slice(), name.owner) {
            ([], _) => return Err(Reason::NoTarget(cell)),
            ([owner], None) => *owner,
            ([_, _, ..], Some(owner)) if owners.contains(&owner) => owner,
            _ => return Err(Reason::WrongName(cell)),
        };
        self.find(owner, name)
    }

    /// The enemy whom a shot names: the owner is named only where units of two sides on the cell can be shot at.
    pub(super) fn find_target(&self, archer: &Man, name: &Name) -> Result<Man, Reason> {
        let owners = self
            .enemies_on(archer.unit.owner, name.cell)
            .map(|man| man.unit.owner);
        let mut owners: Vec<Side> = owners.collect();
        owners.dedup();
        // only whom the archer may shoot at counts: a Lady beside a Footman leaves nothing to choose
        owners.retain(|owner| {
            let own = self.on(name.cell).filter(|man| man.unit.owner == *owner);
            own.into_iter()
                .any(|man| self.check_shot(archer, man).is_ok())
        });
        match owners[..] {
            [owner] if name.owner.is_none() => self.find(owner, name),
            [_] => Err(Reason::WrongName(name.cell)),
            // nobody there can be shot at, and the reason is told of the one that is meant
            _ => self.find_enemy(archer.unit.owner, name),
        }
    }

    /// Every unit on the board with its name; of two wholly alike each has its own.
    pub(super) fn named(&self) -> Vec<(Name, &Man)> {
        let named = self.men.iter().enumerate();
        let named = named.filter_map(|(place, man)| Some((self.name_of(place)?, man)));
        named.collect()
    }

    /// The enemies of a side with the names by which orders choose one of them.
    pub(super) fn named_enemies(&self, side: Side) -> Vec<(Name, &Man)> {
        let men = self.men.iter().enumerate();
        let enemies = men.filter(|(_, man)| !self.game.are_friends(side, man.unit.owner));
        let named = enemies.filter_map(|(place, man)| Some((self.enemy_name(side, place)?, man)));
        named.collect()
    }

    /// The name of the enemy at that place in the list: with his owner where enemies of two sides stand on his cell.
    /// Rules: tourney 5.2, 6.1.
    pub(super) fn enemy_name(&self, side: Side, place: usize) -> Option<Name> {
        let name = self.name_of(place)?;
        let enemy = self.men[place].unit.owner;
        let mut owners = self.enemies_on(side, name.cell).map(|man| man.unit.owner);
        let owner = owners.any(|owner| owner != enemy).then_some(enemy);
        Some(Name { owner, ..name })
    }

    /// The units that the side on turn may still move, with their names, by their cells in board order.
    pub(super) fn movable(&self) -> Vec<(Name, &Man)> {
        let mut men = self.named();
        men.retain(|(_, man)| {
            man.unit.owner == self.side
                && !man.has_moved
                && !man.unit.is_lying
                && !self.has_met(man)
        });
        // by cells: the list itself has the Castles after the squares
        men.sort_by_key(|(name, _)| name.cell);
        men
    }

    /// True for a unit that came onto enemies in this turn by a forced step: it stays for the encounter, as one that
    /// has moved there would. Rules: tourney 3.2, T-34.
    pub(super) fn has_met(&self, man: &Man) -> bool {
        let meets = |cell| {
            let mut enemies = self.enemies_on(man.unit.owner, cell);
            enemies.any(|enemy| !enemy.unit.is_lying)
        };
        man.has_come && man.square().is_some_and(meets)
    }
}

/// The squares after `from` on the straight line to a square 2 or 3 away, that one last.
fn straight(from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let across = i16::from(to.file()) - i16::from(from.file());
    let up = i16::from(to.rank()) - i16::from(from.rank());
    let distance = across.abs().max(up.abs());
    let is_straight = across == 0 || up == 0 || across.abs() == up.abs();
    if !is_straight || !(2..=3).contains(&distance) {
        return None;
    }
    let along = |n: i16| {
        let file = i16::from(from.file()) + across.signum() * n;
        let rank = i16::from(from.rank()) + up.signum() * n;
        Some(Cell::new(
            u8::try_from(file).ok()?,
            u8::try_from(rank).ok()?,
        ))
    };
    (1..=distance).map(along).collect()
}
