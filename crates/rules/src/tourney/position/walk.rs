//! Where a unit can go. Rules: tourney 3.2, 5.5, 5.12, 5.15, 5.17, 6.2, 6.3.

use board::{Cell, Direction};

use super::Position;
use crate::tourney::{Kind, Man, Reason, Switch, Terrain};

/// The farthest a unit winds or rides. Rules: tourney 3.2.
const RIDE: u8 = 4;

/// What a step onto a square does to the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// The way may continue.
    Pass,
    /// The way ends there.
    Stop,
}

impl Position {
    /// The squares to which a unit on the board can move, in board order, whether or not it has moved already; a unit
    /// in an enchanted wood has none. Rules: tourney 3.2.
    pub fn landings(&self, man: &Man) -> Vec<Cell> {
        if man.unit.is_lying || self.must_wander(man) {
            return Vec::new();
        }
        self.ways(man, |cell| self.land(man, cell).is_ok())
    }

    /// True if the unit goes only where the lot leads. Rules: tourney 3.10, 5.15.
    pub(super) fn must_wander(&self, man: &Man) -> bool {
        let is_in_wood = |cell| self.game.terrain[cell] == Terrain::Forest;
        self.game.has(Switch::Enchanted) && man.square().is_some_and(is_in_wood)
    }

    /// The squares that the unit reaches and on which `lands` lets it stop, in board order.
    pub(super) fn ways(&self, man: &Man, lands: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let Some(start) = self.cell_of(man) else {
            return Vec::new();
        };
        let mut cells = if self.winds(man.unit.kind) {
            self.winding(man, start)
        } else {
            let directions = self.board().directions().iter();
            let ahead = directions.flat_map(|direction| self.line(man, start, *direction));
            ahead.map(|(cell, _)| cell).collect()
        };
        cells.retain(|cell| lands(*cell));
        cells.sort_unstable();
        cells
    }

    fn winds(&self, kind: Kind) -> bool {
        kind.rides() && self.game.has(Switch::WindingKnights)
    }

    /// The squares that a straight way enters in a direction, nearest first.
    fn line(&self, man: &Man, start: Cell, direction: Direction) -> Vec<(Cell, Entry)> {
        let mut line = Vec::new();
        let mut from = start;
        for n in 0..stride(man.unit.kind, direction) {
            let Some(to) = self.board().step(from, direction) else {
                break;
            };
            // the obstacle is not asked for here: most steps are tried for lists, and only a refused order is explained
            let Ok(entry) = self.enter(man, from, to, n == 0) else {
                break;
            };
            line.push((to, entry));
            if entry == Entry::Stop {
                break;
            }
            from = to;
        }
        line
    }

    /// The squares that a rider enters by up to four single steps. Rules: tourney 5.17.
    fn winding(&self, man: &Man, start: Cell) -> Vec<Cell> {
        let mut found: Vec<Cell> = Vec::new();
        let mut frontier = vec![start];
        for n in 0..RIDE {
            let mut next = Vec::new();
            for from in frontier {
                for to in self.board().neighbors(from) {
                    // Rules: tourney 5.17: no square twice
                    if to == start || found.contains(&to) {
                        continue;
                    }
                    if let Ok(entry) = self.enter(man, from, to, n == 0) {
                        found.push(to);
                        if entry == Entry::Pass {
                            next.push(to);
                        }
                    }
                }
            }
            // all squares of one number of steps before the next: the first way found is the shortest
            frontier = next;
        }
        found
    }

    /// What a step from a square to the next one does, or why the unit cannot make it.
    fn enter(&self, man: &Man, from: Cell, to: Cell, is_first: bool) -> Result<Entry, Reason> {
        let game = &self.game;
        let (kind, owner) = (man.unit.kind, man.unit.owner);
        // Rules: tourney 3.2: the only way out is over the Green
        if let Some(side) = game.castle_at(from)
            && game.castle(side).is_some_and(|castle| castle.green != to)
        {
            return Err(Reason::Walls(from));
        }
        if let Some(side) = game.castle_at(to) {
            let is_gate = game.castle(side).is_some_and(|castle| castle.green == from);
            return if !is_gate || !self.is_in(side) {
                Err(Reason::Walls(to))
            } else if side == owner {
                // a Castle ends the way even for its own units (tourney 3.3)
                Ok(Entry::Stop)
            } else if game.are_friends(side, owner) {
                Err(Reason::AllysCastle(to))
            } else if !kind.is_fighter() {
                Err(Reason::NoStormer(kind))
            } else if !is_first {
                Err(Reason::NotFromGreen(to))
            } else {
                Ok(Entry::Stop)
            };
        }
        let terrain = game.terrain[to];
        let is_closed = match terrain {
            Terrain::Mountain => true,
            // Rules: tourney 3.10 (8): foot units step onto a river from the square beside it
            Terrain::River if !kind.rides() && !is_first => return Err(Reason::FarRiver(to)),
            _ => kind.rides() && !terrain.admits_riders(),
        };
        if is_closed {
            return Err(Reason::NeverEnters {
                kind,
                terrain,
                cell: to,
            });
        }
        let is_stop = matches!(terrain, Terrain::Hill | Terrain::River)
            // lying enemies stop a unit as well (tourney 5.10)
            || self.enemies_on(owner, to).next().is_some();
        Ok(if is_stop { Entry::Stop } else { Entry::Pass })
    }

    /// Whether the unit may stop on a square that it enters.
    pub(super) fn land(&self, man: &Man, to: Cell) -> Result<(), Reason> {
        let owner = man.unit.owner;
        if self.game.castle_at(to) == Some(owner) {
            return match self.queue(owner).next() {
                None => Ok(()),
                Some(_) => Err(Reason::CastleOccupied),
            };
        }
        let friends = self
            .on(to)
            // the unit itself is left out: a way may end where it began
            .filter(|other| self.game.are_friends(owner, other.unit.owner) && *other != man);
        if friends.count() >= self.game.terrain[to].limit() {
            return Err(Reason::NoRoom(to));
        }
        self.meet(man, to)
    }

    /// Whether a unit may come to the enemies on a square. Rules: tourney 6.3.
    pub(super) fn meet(&self, man: &Man, to: Cell) -> Result<(), Reason> {
        let enemies = || self.enemies_on(man.unit.owner, to);
        match man.unit.kind {
            Kind::Bishop if enemies().any(|enemy| !enemy.unit.is_undead) => {
                Err(Reason::BishopAmongEnemies(to))
            }
            // Rules: tourney 6.3: a lone Bishop is no prey for those who cannot fight
            Kind::Lady | Kind::Bowman
                if enemies().any(|enemy| enemy.unit.kind == Kind::Bishop)
                    && !enemies().any(|enemy| enemy.unit.can_fight()) =>
            {
                Err(Reason::BishopAlone(to))
            }
            _ => Ok(()),
        }
    }

    /// The enemies of a side on a cell, lying ones too.
    pub(super) fn enemies_on(&self, side: crate::Side, cell: Cell) -> impl Iterator<Item = &Man> {
        let is_enemy = move |man: &&Man| !self.game.are_friends(side, man.unit.owner);
        self.on(cell).filter(is_enemy)
    }

    /// Why a unit does not move to a square.
    pub(super) fn explain_move(&self, man: &Man, from: Cell, to: Cell) -> Reason {
        let kind = man.unit.kind;
        let out_of_reach = Reason::OutOfReach { kind, from, to };
        if self.winds(kind) {
            let refused = self.land(man, to).err();
            // reached, but not to be stopped on: then that is the reason, and not the distance
            let is_reached = !self.ways(man, |cell| cell == to).is_empty();
            return refused.filter(|_| is_reached).unwrap_or(out_of_reach);
        }
        let directions = self.board().directions().iter();
        for direction in directions {
            let mut cell = from;
            for n in 0..stride(kind, *direction) {
                let Some(next) = self.board().step(cell, *direction) else {
                    break;
                };
                // the first obstacle on the way that leads there
                if !self.leads(cell, *direction, to) {
                    break;
                }
                let entry = match self.enter(man, cell, next, n == 0) {
                    Ok(entry) => entry,
                    Err(reason) => return reason,
                };
                if next == to {
                    return self.land(man, to).err().unwrap_or(out_of_reach);
                }
                if entry == Entry::Stop {
                    let is_met = self.enemies_on(man.unit.owner, next).next().is_some();
                    return match is_met {
                        true => Reason::EnemyInTheWay(next),
                        false => Reason::MustStop(next),
                    };
                }
                cell = next;
            }
        }
        out_of_reach
    }

    /// True if straight on in that direction lies the other square.
    fn leads(&self, from: Cell, direction: Direction, to: Cell) -> bool {
        let mut cell = from;
        while let Some(next) = self.board().step(cell, direction) {
            if next == to {
                return true;
            }
            cell = next;
        }
        false
    }

    /// The directions of the first steps among which the lot chooses, clockwise from north. Rules: tourney 3.10, 5.15.
    pub(super) fn wanderings(&self, man: &Man) -> Vec<Direction> {
        let Some(from) = man.square() else {
            return Vec::new();
        };
        let directions = self.board().directions().iter().copied();
        let is_open = |direction: &Direction| {
            let to = self.board().step(from, *direction);
            to.is_some_and(|to| {
                self.enter(man, from, to, true).is_ok() && self.land(man, to).is_ok()
            })
        };
        directions.filter(is_open).collect()
    }

    /// Where the lot leads a unit that announced those steps. Rules: tourney 3.10, 5.15.
    pub(super) fn wandering(&self, man: &Man, direction: Direction, steps: u8) -> Option<Cell> {
        let line = self.line(man, man.square()?, direction);
        let (first, entry) = *line.first()?;
        let second = line.get(1).map(|(cell, _)| *cell);
        // Rules: tourney 5.15: two announced steps are cut to one
        let second = second
            .filter(|cell| steps > 1 && entry == Entry::Pass && self.land(man, *cell).is_ok());
        Some(second.unwrap_or(first))
    }
}

/// The most steps of a straight way in that direction. Rules: tourney 3.2, 3.10.
const fn stride(kind: Kind, direction: Direction) -> u8 {
    let is_straight = matches!(
        direction,
        Direction::North | Direction::East | Direction::South | Direction::West
    );
    match kind {
        Kind::Knight | Kind::Lady => RIDE,
        Kind::Sergeant => 2 - is_straight as u8,
        Kind::Warlord | Kind::Footman | Kind::Bowman | Kind::Bishop => 1 + is_straight as u8,
    }
}
