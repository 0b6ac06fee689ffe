//! Moves: what a path costs, runs over and takes along. Rules: wargame 1.5, 1.6, 1.7, 1.10, 2.3, 2.4, 2.5.

use std::ops::ControlFlow;

use board::Cell;

use super::Position;
use crate::wargame::{Company, Kind, Loss, Path, Reason, Ruleset, Terrain, Unit};

/// The most cells a leader may go when it tows Artillery, and the Supreme Commander when it tows the Command Post.
/// Rules: wargame 1.6.
const GUN_TOW: u8 = 2;
const POST_TOW: u8 = 1;

/// The effects of a legal move.
#[derive(Debug, Clone)]
pub(super) struct Trip {
    pub(super) to: Cell,
    /// The enemies removed, first to last, without those they tow.
    pub(super) removed: Vec<(Cell, Loss)>,
    /// The cell of the unit that goes along, and the cell that unit comes to.
    pub(super) company: Option<(Cell, Cell)>,
}

/// The way a unit goes, with what goes along.
// what tow and company change in a move, so that search and check walk by one set of limits
#[derive(Debug, Clone, Copy)]
pub(super) struct Traveler {
    pub(super) from: Cell,
    pub(super) unit: Unit,
    /// The unit that is towed or goes along.
    pub(super) company: Option<(Cell, Unit)>,
    pub(super) points: u8,
    /// The most steps, if towing sets a limit.
    pub(super) steps: u8,
    /// True if every cell entered is open ground or a town, those entered by the towed unit included.
    pub(super) keeps_to_roads: bool,
    /// True if the company is a leader that pays for its own way.
    pub(super) is_accompanied: bool,
}

impl Position {
    /// The cells that a unit alone reaches without removing anything, with what the way costs at least, in board order;
    /// whoever is on turn and whether or not the unit may act. Rules: wargame 1.5, 2.4.
    pub fn reach(&self, cell: Cell) -> Vec<(Cell, u8)> {
        let mut cells = Vec::new();
        if let Some(unit) = self.unit(cell) {
            let points = self.game.points(unit.kind);
            let _ = self.flood(cell, unit, points, |to, cost| {
                cells.push((to, cost));
                ControlFlow::Continue(())
            });
        }
        // its own cell costs nothing and is no move
        cells.retain(|(to, _)| *to != cell);
        cells.sort_unstable();
        cells
    }

    /// Visits the cells that a unit reaches without removing anything, its own cell too, the cheapest first, until `visit`
    /// has seen enough.
    pub(super) fn flood(
        &self,
        from: Cell,
        unit: Unit,
        points: u8,
        mut visit: impl FnMut(Cell, u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // once for each terrain, since the search asks at every step
        let prices = Terrain::ALL.map(|terrain| self.game.cost(unit.kind, terrain));
        let mut costs = [u8::MAX; WINDOW];
        costs[in_window(from, from)] = 0;
        // each cell with every cost that was found lower than the ones before
        let mut found = vec![(0, from)];
        // cheapest first without a queue in order: points are few, and each round picks the cells of one cost
        for cost in 0..=points {
            let mut next = 0;
            while let Some((reached, cell)) = found.get(next).copied() {
                next += 1;
                // a cheaper way to the cell was found after this entry
                if reached != cost || costs[in_window(from, cell)] != cost {
                    continue;
                }
                visit(cell, cost)?;
                for step in self.neighbors.steps(cell) {
                    let Some(price) = prices[self.game.terrain[step.to] as usize] else {
                        continue;
                    };
                    let known = &mut costs[in_window(from, step.to)];
                    // units block the way: this search removes nobody
                    if cost + price <= points
                        && cost + price < *known
                        && self.units[step.to].is_none()
                    {
                        *known = cost + price;
                        found.push((cost + price, step.to));
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The effects of a move of a unit that may act, or why the move is refused.
    pub(super) fn travel(&self, unit: Unit, path: &Path, company: Company) -> Result<Trip, Reason> {
        let traveler = self.traveler(unit, path.from(), company)?;
        match *path.cells() {
            // two cells that are not neighbors leave the way to the program, which removes nobody on it; every other
            // path is walked cell by cell
            [from, to] if company == Company::Nobody && self.board().distance(from, to) > 1 => {
                self.go_freely(&traveler, to)
            }
            _ => self.walk(&traveler, path),
        }
    }

    /// The unit with its company, or why they do not go together.
    pub(super) fn traveler(
        &self,
        unit: Unit,
        from: Cell,
        company: Company,
    ) -> Result<Traveler, Reason> {
        let kind = unit.kind;
        let points = self.game.points(kind);
        let alone = Traveler {
            from,
            unit,
            company: None,
            points,
            steps: u8::MAX,
            keeps_to_roads: false,
            is_accompanied: false,
        };
        let own = |cell: Cell| {
            let unit = self.own_unit(cell)?;
            if self.has_acted(cell) {
                return Err(Reason::AlreadyActed(cell));
            }
            // Rules: wargame 1.6: side by side when the turn began; neither has moved, so side by side now
            if self.board().distance(from, cell) != 1 {
                return Err(Reason::CompanyApart(cell));
            }
            Ok(unit)
        };
        match (company, self.game.ruleset) {
            (Company::Nobody, _) => Ok(alone),
            (Company::Towed(_), Ruleset::Two) => Err(Reason::NoTowing),
            (Company::Leader(_), Ruleset::One) => Err(Reason::NoCompany),
            (Company::Towed(cell), Ruleset::One) => {
                let towed = own(cell)?;
                if !kind.tows(towed.kind) {
                    return Err(Reason::CannotTow {
                        tower: kind,
                        towed: towed.kind,
                    });
                }
                // Rules: wargame 1.6: a tank tows infantry wherever it goes itself
                let (steps, keeps_to_roads) = match towed.kind {
                    Kind::CommandPost => (POST_TOW, true),
                    Kind::Artillery => (GUN_TOW, true),
                    _ => (u8::MAX, false),
                };
                Ok(Traveler {
                    company: Some((cell, towed)),
                    steps,
                    keeps_to_roads,
                    ..alone
                })
            }
            (Company::Leader(cell), Ruleset::Two) => {
                if kind.is_leader() {
                    return Err(Reason::LeaderAccompanied(from));
                }
                let leader = own(cell)?;
                if !leader.kind.is_leader() {
                    return Err(Reason::CompanyNoLeader(cell));
                }
                Ok(Traveler {
                    company: Some((cell, leader)),
                    // Rules: wargame 2.3: an accompanied unit has one point more
                    points: points + 1,
                    is_accompanied: true,
                    ..alone
                })
            }
        }
    }

    /// A move by any way on which nothing is overrun, perhaps with a close assault at its end.
    fn go_freely(&self, traveler: &Traveler, to: Cell) -> Result<Trip, Reason> {
        let Traveler {
            from, unit, points, ..
        } = *traveler;
        let kind = unit.kind;
        let terrain = self.game.terrain[to];
        let price = self.game.cost(kind, terrain).ok_or(Reason::NeverEnters {
            kind,
            terrain,
            cell: to,
        })?;
        let removed = match self.units[to] {
            Some(own) if own.side == unit.side => return Err(Reason::OwnUnit(to)),
            Some(enemy) => {
                self.check_assault(kind, enemy.kind, to)?;
                vec![(to, Loss::Assault)]
            }
            None => Vec::new(),
        };
        // the search ends on any neighbor of the goal: the goal may hold the enemy, and entering it costs the same from
        // everywhere; `None` if the goal alone costs more than the unit has
        let budget = points.checked_sub(price);
        let is_reached = budget.is_some_and(|budget| {
            let search = self.flood(from, unit, budget, |cell, _| {
                match self.board().distance(cell, to) {
                    1 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            search.is_break()
        });
        if !is_reached {
            return Err(Reason::NoWay {
                kind,
                from,
                to,
                points,
            });
        }
        Ok(Trip {
            to,
            removed,
            company: None,
        })
    }

    fn walk(&self, traveler: &Traveler, path: &Path) -> Result<Trip, Reason> {
        let kind = traveler.unit.kind;
        let cells = path.cells();
        let (mut spent, mut company_spent) = (0, 0);
        // in their order: of two removals on one way the first may win the game
        let mut removed = Vec::new();
        let mut cleared: Vec<Cell> = Vec::new();
        let mut behind = traveler.company.map(|(cell, _)| cell);
        let mut is_over_victim = false;
        // the unit in tow enters the cell where the tower stands, so that cell counts too (1.6)
        self.check_road(traveler, path.from())?;
        for (n, step) in cells.windows(2).enumerate() {
            let (cell, to) = (step[0], step[1]);
            if self.board().distance(cell, to) != 1 {
                return Err(Reason::Gap { from: cell, to });
            }
            let direction = |from, to| self.board().direction(from, to);
            // Rules: wargame 1.10: it leaves the victim's square straight across
            if is_over_victim && direction(cell, to) != direction(cells[n - 1], cell) {
                return Err(Reason::CrookedOverrun(cell));
            }
            if n >= usize::from(traveler.steps) {
                return Err(self.too_far(traveler));
            }
            self.check_road(traveler, to)?;
            self.pay(kind, to, &mut spent, traveler.points)?;
            // Rules: wargame 2.3: after each step the leader enters the cell just left, at its own cost
            if let Some((_, leader)) = traveler.company.filter(|_| traveler.is_accompanied) {
                let points = self.game.points(leader.kind);
                self.pay(leader.kind, cell, &mut company_spent, points)?;
            }
            let origin = traveler.company.map(|(cell, _)| cell);
            // the board still shows units where the way has already removed them or moved them on
            let has_left = to == path.from() || origin == Some(to) || cleared.contains(&to);
            let occupant = self.units[to].filter(|_| !has_left);
            is_over_victim = false;
            match occupant {
                // the company stands there now, though the board shows it elsewhere
                _ if behind == Some(to) => return Err(Reason::OwnUnit(to)),
                None => {}
                Some(own) if own.side == traveler.unit.side => return Err(Reason::OwnUnit(to)),
                Some(enemy) => {
                    // on the last cell an enemy is taken by assault; the way leads over an enemy on any other
                    let loss = if n + 2 == cells.len() {
                        self.check_assault(kind, enemy.kind, to)?;
                        Loss::Assault
                    } else {
                        self.check_overrun(kind, enemy.kind, to)?;
                        is_over_victim = true;
                        Loss::Overrun
                    };
                    removed.push((to, loss));
                    cleared.push(to);
                    // Rules: wargame 1.6: a towed unit falls with the one that tows it
                    cleared.extend(self.towed_by(to));
                }
            }
            behind = behind.map(|_| cell);
        }
        // a move ends elsewhere than it began unless it has removed something (wargame 1.5)
        if path.to() == path.from() && removed.is_empty() {
            return Err(Reason::StaysPut(path.from()));
        }
        Ok(Trip {
            to: path.to(),
            removed,
            company: traveler.company.map(|(cell, _)| cell).zip(behind),
        })
    }

    /// The cell of the unit that the unit on a cell tows.
    pub(super) fn towed_by(&self, tower: Cell) -> Option<Cell> {
        let tow = self.tows.iter().find(|tow| tow.tower == tower);
        tow.map(|tow| tow.towed)
    }

    /// True if a tow that leads over open ground and towns only may lead over that cell. Rules: wargame 1.6.
    pub(super) fn keeps_to_road(&self, traveler: &Traveler, cell: Cell) -> bool {
        self.game.terrain[cell].is_road() || !traveler.keeps_to_roads
    }

    fn check_road(&self, traveler: &Traveler, cell: Cell) -> Result<(), Reason> {
        let is_kept = self.keeps_to_road(traveler, cell);
        is_kept.then_some(()).ok_or(Reason::TowGround {
            tower: traveler.unit.kind,
            terrain: self.game.terrain[cell],
            cell,
        })
    }

    /// Adds what a unit pays to enter a cell.
    fn pay(&self, kind: Kind, cell: Cell, spent: &mut u8, points: u8) -> Result<(), Reason> {
        let terrain = self.game.terrain[cell];
        let price = self.game.cost(kind, terrain);
        *spent += price.ok_or(Reason::NeverEnters {
            kind,
            terrain,
            cell,
        })?;
        if *spent > points {
            return Err(Reason::TooDear {
                kind,
                cost: *spent,
                points,
            });
        }
        Ok(())
    }

    fn too_far(&self, traveler: &Traveler) -> Reason {
        let tower = traveler.unit.kind;
        Reason::TowTooFar {
            tower,
            towed: traveler.company.map_or(tower, |(_, unit)| unit.kind),
            most: traveler.steps,
        }
    }

    /// True if a unit takes an enemy on a cell by close assault.
    pub(super) fn check_assault(
        &self,
        attacker: Kind,
        defender: Kind,
        cell: Cell,
    ) -> Result<(), Reason> {
        // Rules: wargame 1.6: a tow shields the unit in tow
        if self.is_towed(cell) {
            return Err(Reason::Towed(cell));
        }
        let terrain = self.game.terrain[cell];
        let kills = self.game.kills(attacker, defender, terrain);
        kills.by_assault().then_some(()).ok_or(Reason::NoAssault {
            attacker,
            defender,
            terrain,
            cell,
        })
    }

    /// True if a unit overruns an enemy on a cell.
    pub(super) fn check_overrun(
        &self,
        attacker: Kind,
        defender: Kind,
        cell: Cell,
    ) -> Result<(), Reason> {
        // Rules: wargame 1.6: a tow shields the unit in tow
        if self.is_towed(cell) {
            return Err(Reason::Towed(cell));
        }
        let terrain = self.game.terrain[cell];
        let kills = self.game.kills(attacker, defender, terrain);
        kills.by_overrun().then_some(()).ok_or(Reason::NoOverrun {
            attacker,
            defender,
            terrain,
            cell,
        })
    }

    /// True if Paratroops may leap so, and whether they then make a close assault. Rules: wargame 1.14.
    pub(super) fn check_leap(
        &self,
        unit: Unit,
        from: Cell,
        to: Cell,
        on: Option<Cell>,
    ) -> Result<bool, Reason> {
        if unit.kind != Kind::Paratroops {
            return Err(Reason::NotParatroops(from));
        }
        if !self.is_prepared(from) {
            return Err(Reason::NotPrepared(from));
        }
        let distance = self.board().distance(from, to);
        if !LEAP.contains(&distance) {
            return Err(Reason::LeapDistance(to, distance));
        }
        if self.units[to].is_some() {
            return Err(Reason::LeapOccupied(to));
        }
        let kind = unit.kind;
        let (mut spent, mut unlimited) = (0, 0);
        // a leap costs no points; this only checks that the unit can stand there
        self.pay(kind, to, &mut unlimited, u8::MAX)?;
        let Some(on) = on else { return Ok(false) };
        if self.board().distance(to, on) != 1 {
            return Err(Reason::Gap { from: to, to: on });
        }
        // Rules: wargame 1.14: one point is left for the step, so that costlier ground is out of reach
        self.pay(kind, on, &mut spent, 1)?;
        match self.units[on] {
            None => Ok(false),
            Some(own) if own.side == unit.side => Err(Reason::OwnUnit(on)),
            Some(enemy) => self.check_assault(kind, enemy.kind, on).map(|()| true),
        }
    }
}

/// The length of a leap, in cells. Rules: wargame 1.14.
pub(super) const LEAP: std::ops::RangeInclusive<u8> = 5..=6;

/// The cells of a square window round a unit, wide enough for every move; a table of it is cheaper to clear than one of
/// the board.
pub(super) const WINDOW: usize = SIDE * SIDE;
const SIDE: usize = 16;
const MIDDLE: u8 = 8;

/// The place of a cell in the window round a unit.
pub(super) const fn in_window(middle: Cell, cell: Cell) -> usize {
    // added before the subtraction, since a cell to the left of the middle would make the byte wrap
    let file = cell.file() + MIDDLE - middle.file();
    let rank = cell.rank() + MIDDLE - middle.rank();
    rank as usize * SIDE + file as usize
}
