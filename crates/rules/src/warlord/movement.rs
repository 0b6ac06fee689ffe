//! Where a unit can go. Rules: warlord 1, 4.

use board::{Cell, Grid};

use super::{Access, Game, Illegal, Movement, Terrain, Unit};

type Step = (i8, i8);

// in board order all of them: the list of legal orders must be the same on every machine
const ORTHOGONAL: [Step; 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [Step; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const KING: [Step; 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];
const KNIGHT: [Step; 8] = [
    (-1, -2),
    (1, -2),
    (-2, -1),
    (2, -1),
    (-2, 1),
    (2, 1),
    (-1, 2),
    (1, 2),
];

/// The longest move along a line.
const LONGEST: usize = 3;

/// How a unit moves along a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gait {
    Jump,
    Hero,
    Slide,
}

/// A movement along lines: its directions and how it goes along them.
const fn lines(movement: Movement) -> Option<(&'static [Step; 4], Gait)> {
    match movement {
        Movement::OrthogonalJump => Some((&ORTHOGONAL, Gait::Jump)),
        Movement::DiagonalJump => Some((&DIAGONAL, Gait::Jump)),
        Movement::OrthogonalHero => Some((&ORTHOGONAL, Gait::Hero)),
        Movement::DiagonalHero => Some((&DIAGONAL, Gait::Hero)),
        Movement::OrthogonalSlide => Some((&ORTHOGONAL, Gait::Slide)),
        Movement::DiagonalSlide => Some((&DIAGONAL, Gait::Slide)),
        Movement::Leader | Movement::Step | Movement::Knight => None,
    }
}

/// The two cells a knight's leap passes, as steps from its start: for (2, 1) they are (1, 0) and (1, 1).
const fn knight_way((files, ranks): Step) -> [Step; 2] {
    let corner = (files.signum(), ranks.signum());
    if files.abs() > ranks.abs() {
        [(corner.0, 0), corner]
    } else {
        [(0, corner.1), corner]
    }
}

/// The surroundings of a moving unit: the ground and the units on it.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) game: &'a Game,
    pub(super) units: &'a Grid<Option<Unit>>,
    /// True if units of the same side count as enemies, which adds the cells that the unit guards to those that it
    /// threatens.
    pub(super) takes_own: bool,
    /// True for a unit that did not start the turn on its cell. Rules: warlord 2.12.
    pub(super) has_entered: bool,
}

impl Field<'_> {
    /// Visits every cell the unit can move to or capture on, each once, in a fixed order.
    pub(super) fn destinations(self, unit: Unit, from: Cell, mut visit: impl FnMut(Cell)) {
        let movement = self.game.movement(unit.kind);
        if let Some((directions, gait)) = lines(movement) {
            for direction in directions {
                self.line(unit, from, *direction, gait, &mut visit);
            }
            return;
        }
        match movement {
            Movement::Leader => self.two_steps(unit, from, visit),
            Movement::Knight => {
                for leap in KNIGHT {
                    self.leap(unit, from, leap, &mut visit);
                }
                if self.game.options.light_leap {
                    for (files, ranks) in ORTHOGONAL {
                        self.leap(unit, from, (2 * files, 2 * ranks), &mut visit);
                    }
                }
            }
            _ => {
                for (files, ranks) in KING {
                    if let Some(to) = self.game.board().offset(from, files, ranks)
                        && self.can_land(unit, to, 1)
                    {
                        visit(to);
                    }
                }
            }
        }
    }

    /// Why the unit cannot go to a cell of the board that is none of its destinations.
    pub(super) fn refusal(self, unit: Unit, from: Cell, to: Cell) -> Illegal {
        let kind = unit.kind;
        let terrain = self.game.terrain[to];
        // the movement of the kind before what hinders it here: a player needs the first reason
        let Some(way) = self.way(unit, from, to) else {
            return Illegal::NotItsMove { kind, from, to };
        };
        if self.units[to].is_some_and(|there| there.side == unit.side) {
            return Illegal::OwnUnit(to);
        }
        match kind.access(terrain) {
            Access::Never => {
                let cell = to;
                return Illegal::NeverEnters {
                    kind,
                    terrain,
                    cell,
                };
            }
            Access::OneStep if self.game.board().distance(from, to) > 1 => {
                let cell = to;
                return Illegal::OneStepOnly {
                    kind,
                    terrain,
                    cell,
                };
            }
            Access::OneStep if self.has_entered => {
                let cell = to;
                return Illegal::JustEntered {
                    kind,
                    terrain,
                    cell,
                };
            }
            Access::OneStep | Access::Free => {}
        }
        // a leader may stop on any land, so only water and missing cells are ground in its way
        let ground = way.iter().find(|cell| match self.game.movement(kind) {
            Movement::Leader => !self.game.terrain[**cell].is_land(),
            _ => !self.passes(unit, self.game.terrain[**cell]),
        });
        let unit_in_way = way.iter().find(|cell| self.units[**cell].is_some());
        match (unit_in_way, ground) {
            (Some(by), _) if self.game.movement(kind) == Movement::Leader => {
                Illegal::Blocked { kind, by: *by }
            }
            (_, Some(by)) => Illegal::GroundBlocks {
                kind,
                by: *by,
                terrain: self.game.terrain[*by],
            },
            (Some(by), None) => Illegal::Blocked { kind, by: *by },
            (None, None) => Illegal::NotItsMove { kind, from, to },
        }
    }

    /// True if a move of `distance` steps may end there: the ground allows it and no unit of the same side is there.
    fn can_land(self, unit: Unit, to: Cell, distance: usize) -> bool {
        // Rules: warlord 4.3 and 2.12: what enters only by one step must have started the turn next to it
        let ground = match unit.kind.access(self.game.terrain[to]) {
            Access::Free => true,
            Access::OneStep => distance == 1 && !self.has_entered,
            Access::Never => false,
        };
        ground && (self.takes_own || self.units[to].is_none_or(|there| there.side != unit.side))
    }

    /// True if the unit's way, by line or leap, may go over such ground without ending there.
    fn passes(self, unit: Unit, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Open => true,
            Terrain::Water => self.game.options.crossing && unit.kind.crosses_water(),
            Terrain::Town | Terrain::Trees | Terrain::Hill | Terrain::Hole => false,
        }
    }

    fn line(
        self,
        unit: Unit,
        from: Cell,
        (files, ranks): Step,
        gait: Gait,
        visit: &mut impl FnMut(Cell),
    ) {
        let mut way = [None; LONGEST - 1];
        let mut cell = from;
        for distance in 1..=LONGEST {
            let Some(next) = self.game.board().offset(cell, files, ranks) else {
                return;
            };
            cell = next;
            let before = &way[..distance - 1];
            // before the line may end: a unit can land on ground that it cannot pass
            if self.can_land(unit, cell, distance) && self.gets_past(unit, gait, before) {
                visit(cell);
            }
            if distance == LONGEST || !self.passes(unit, self.game.terrain[cell]) {
                return;
            }
            way[distance - 1] = self.units[cell];
        }
    }

    /// True if a unit of that gait gets past what stands on its line.
    fn gets_past(self, unit: Unit, gait: Gait, way: &[Option<Unit>]) -> bool {
        match gait {
            Gait::Jump => true,
            Gait::Slide => way.iter().all(Option::is_none),
            // a hero steps, leaps, or does both in either order
            Gait::Hero => {
                // two cells away at most: a leap passes over one cell, whatever stands there (warlord 1.7)
                way.len() < 2
                    || way.iter().any(Option::is_none)
                    || (self.game.is_charging(unit.kind)
                        && way
                            .iter()
                            .flatten()
                            .all(|between| between.side != unit.side))
            }
        }
    }

    fn leap(self, unit: Unit, from: Cell, leap: Step, visit: &mut impl FnMut(Cell)) {
        let Some(to) = self.game.board().offset(from, leap.0, leap.1) else {
            return;
        };
        if self.can_land(unit, to, 2) && self.can_leap(unit, from, leap) {
            visit(to);
        }
    }

    fn can_leap(self, unit: Unit, from: Cell, (files, ranks): Step) -> bool {
        let passed = |(files, ranks): Step| {
            let cell = self.game.board().offset(from, files, ranks);
            cell.map_or(Terrain::Hole, |cell| self.game.terrain[cell])
        };
        if files == 0 || ranks == 0 {
            // only water and missing cells stop the additional leap
            let middle = passed((files / 2, ranks / 2));
            middle.is_land() || self.passes(unit, middle)
        } else {
            knight_way((files, ranks))
                .into_iter()
                .any(|step| self.passes(unit, passed(step)))
        }
    }

    fn two_steps(self, unit: Unit, from: Cell, mut visit: impl FnMut(Cell)) {
        let board = self.game.board();
        // a bit for each cell of the 5x5 area, so that a cell is visited once though several first steps lead there
        let mut reached = 0_u32;
        for (files, ranks) in KING {
            let Some(cell) = board.offset(from, files, ranks) else {
                continue;
            };
            if !self.can_land(unit, cell, 1) {
                continue;
            }
            reached |= area_bit(files, ranks);
            if self.units[cell].is_none() {
                for (more_files, more_ranks) in KING {
                    reached |= area_bit(files + more_files, ranks + more_ranks);
                }
            }
        }
        // Rules: warlord 1.1: a leader never returns to its start, which only the second step could do
        reached &= !area_bit(0, 0);
        while reached != 0 {
            let bit = reached.trailing_zeros() as i8;
            reached &= reached - 1;
            if let Some(to) = board.offset(from, bit % 5 - 2, bit / 5 - 2)
                // leaders enter all land by any move, so this holds for the cells one step away too
                && self.can_land(unit, to, 2)
            {
                visit(to);
            }
        }
    }

    /// The cells on the way to `to` if the movement has such a move at all, whatever units and terrain there are. For a
    /// leader's second step these are all cells on which the first may end.
    fn way(self, unit: Unit, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let (files, ranks) = (
            to.file() as i8 - from.file() as i8,
            to.rank() as i8 - from.rank() as i8,
        );
        let distance = files.unsigned_abs().max(ranks.unsigned_abs());
        let board = self.game.board();
        let step = |(files, ranks): Step| board.offset(from, files, ranks);
        let movement = self.game.movement(unit.kind);
        if let Some((directions, _)) = lines(movement) {
            let direction = (files.signum(), ranks.signum());
            let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            let fits =
                straight && directions.contains(&direction) && usize::from(distance) <= LONGEST;
            return fits.then(|| {
                (1..distance as i8)
                    .filter_map(|n| step((n * direction.0, n * direction.1)))
                    .collect()
            });
        }
        match movement {
            Movement::Leader => match distance {
                1 => Some(Vec::new()),
                2 => Some(
                    KING.into_iter()
                        .filter_map(step)
                        .filter(|cell| board.distance(*cell, to) == 1)
                        .collect(),
                ),
                _ => None,
            },
            Movement::Knight if KNIGHT.contains(&(files, ranks)) => Some(
                knight_way((files, ranks))
                    .into_iter()
                    .filter_map(step)
                    .collect(),
            ),
            Movement::Knight
                if self.game.options.light_leap && distance == 2 && (files == 0 || ranks == 0) =>
            {
                Some(step((files / 2, ranks / 2)).into_iter().collect())
            }
            Movement::Step if distance == 1 => Some(Vec::new()),
            _ => None,
        }
    }
}

/// The bit of a cell in the 5x5 area round a leader.
const fn area_bit(files: i8, ranks: i8) -> u32 {
    1 << ((ranks + 2) * 5 + files + 2)
}
