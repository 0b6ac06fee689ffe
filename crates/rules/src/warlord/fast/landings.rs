//! Where a unit can land from each cell as far as board and terrain allow, worked out once for each game.

use std::sync::Arc;

use board::Cell;

use super::gait::{self, Gait};
use super::plane::Plane;
use super::spot::Spot;
use crate::warlord::Side;
use crate::warlord::{Access, Game, Kind, Movement, Terrain};

/// The part that all positions of a game share, worked out once: for every kind and cell the window of destinations
/// that board and terrain allow, and how units nearby restrict them. Rules: warlord 1, 4.
#[derive(Debug)]
pub struct Landings {
    game: Arc<Game>,
    /// The tables, one after the other; kinds that the ground treats alike share one.
    // one piece of memory: a table of 120 by 120 cells takes about 125 KiB
    masks: Vec<u64>,
    kinds: [KindFacts; Kind::ALL.len()],
    /// The window cells in which a leader activates.
    range: u64,
    /// The spots of the towns.
    towns: Vec<Spot>,
    /// All that is not open ground, beyond the board too.
    rough: Plane,
}

/// A kind as a game has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct KindFacts {
    /// The beginning of its table.
    table: usize,
    pub(super) gait: Gait,
    /// True if its units activate themselves.
    pub(super) acts_alone: bool,
    /// True if they are promoted on the farthest rank. Rules: warlord 5.1.
    pub(super) is_promoted: bool,
}

/// The longest range of leaders a window can show.
const MAX_RANGE: u8 = 3;

/// The properties of a kind on which its table depends; kinds with equal properties share a table.
#[derive(PartialEq)]
struct Footing {
    movement: Movement,
    access: [Access; Terrain::ALL.len()],
    crosses: bool,
    leaps: bool,
}

impl Landings {
    /// Works a game out; `None` if its leaders reach farther than three cells, which is all that a window shows.
    pub fn new(game: Arc<Game>) -> Option<Self> {
        if game.range > MAX_RANGE {
            return None;
        }
        let rough = rough(&game);
        let mut tables: Vec<(Footing, usize)> = Vec::new();
        let mut masks = Vec::new();
        let kinds = Kind::ALL.map(|kind| {
            let footing = Footing::of(&game, kind);
            let known = tables.iter().find(|(other, _)| *other == footing);
            let table = known.map_or(masks.len(), |(_, table)| *table);
            if known.is_none() {
                tables.push((footing, table));
                add_table(&game, kind, &rough, &mut masks);
            }
            KindFacts {
                table,
                gait: Gait::of(game.movement(kind), game.is_charging(kind)),
                acts_alone: game.activates_itself(kind),
                is_promoted: game.promotes(kind),
            }
        });
        let towns = game
            .terrain
            .iter()
            .filter(|(_, terrain)| **terrain == Terrain::Town)
            .map(|(cell, _)| Spot::new(cell))
            .collect();
        Some(Self {
            range: gait::area(game.range),
            game,
            masks,
            kinds,
            towns,
            rough,
        })
    }

    /// The game.
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    pub(super) const fn kind(&self, kind: Kind) -> &KindFacts {
        &self.kinds[kind as usize]
    }

    /// The window of destinations board and terrain allow a unit.
    #[inline]
    pub(super) fn mask(&self, kind: Kind, spot: Spot) -> u64 {
        self.masks[self.kinds[kind as usize].table + spot.index()]
    }

    /// The window cells in which a leader activates.
    pub(super) const fn range(&self) -> u64 {
        self.range
    }

    /// True if a spot is on the rank farthest from a side.
    pub(super) fn is_last(&self, side: Side, spot: Spot) -> bool {
        spot.cell().rank() == self.game.farthest_rank(side)
    }

    /// The window cells of open ground.
    pub(super) fn open(&self, spot: Spot) -> u64 {
        // holes and cells beyond the edge are rough, so that nobody lands there either
        !self.rough.window(spot.corner())
    }

    pub(super) fn towns(&self) -> &[Spot] {
        &self.towns
    }

    /// The landings of units that all activate themselves and leaders that jump to any of their cells.
    pub(super) fn without_command(mut self) -> Self {
        for facts in &mut self.kinds {
            facts.acts_alone = true;
            if facts.gait == Gait::Walk {
                facts.gait = Gait::Leap;
            }
        }
        self
    }
}

impl Footing {
    fn of(game: &Game, kind: Kind) -> Self {
        let movement = game.movement(kind);
        Self {
            // heroes, sliders and jumpers differ only in what units nearby forbid: the ground restricts their lines
            // alike, so they share a table
            movement: match movement {
                Movement::OrthogonalHero | Movement::OrthogonalSlide => Movement::OrthogonalJump,
                Movement::DiagonalHero | Movement::DiagonalSlide => Movement::DiagonalJump,
                other => other,
            },
            access: Terrain::ALL.map(|terrain| kind.access(terrain)),
            crosses: game.options.crossing && kind.crosses_water(),
            leaps: game.options.light_leap && movement == Movement::Knight,
        }
    }
}

/// All that is not open ground, beyond the board too.
fn rough(game: &Game) -> Plane {
    let mut rough = Plane::full();
    for (cell, terrain) in game.terrain.iter() {
        if *terrain == Terrain::Open {
            rough.clear(Spot::new(cell));
        }
    }
    rough
}

/// Appends a kind's table.
fn add_table(game: &Game, kind: Kind, rough: &Plane, masks: &mut Vec<u64>) {
    let table = masks.len();
    let board = game.board();
    // no longer than the board needs, so that the tables of small boards stay in the cache
    let last = Spot::new(Cell::new(board.files() - 1, board.ranks() - 1));
    masks.resize(table + last.index() + 1, 0);
    let mut on_open_ground = None;
    for cell in board.cells() {
        let spot = Spot::new(cell);
        // most cells of a large board have open ground all round, and there the mask is the same, so it is worked out
        // once
        let is_open = rough.window(spot.corner()) & gait::area(MAX_RANGE) == 0;
        let mask = on_open_ground
            .filter(|_| is_open)
            .unwrap_or_else(|| mask(game, kind, cell));
        if is_open {
            on_open_ground = Some(mask);
        }
        masks[table + spot.index()] = mask;
    }
}

/// A step or leap: files, then ranks.
type Offset = (i8, i8);

const ORTHOGONAL: [Offset; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [Offset; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The window of cells where a unit could go if it were alone on the board.
fn mask(game: &Game, kind: Kind, from: Cell) -> u64 {
    let ground = |(files, ranks): Offset| {
        let cell = game.board().offset(from, files, ranks);
        // beyond the edge is as good as a hole: nobody stands there or passes over it
        cell.map_or(Terrain::Hole, |cell| game.terrain[cell])
    };
    let crosses = game.options.crossing && kind.crosses_water();
    let is_clear = |way: Offset| match ground(way) {
        Terrain::Open => true,
        Terrain::Water => crosses,
        Terrain::Town | Terrain::Trees | Terrain::Hill | Terrain::Hole => false,
    };
    let landing = |way: Offset| match kind.access(ground(way)) {
        Access::Free => bit(way),
        Access::OneStep if way.0.abs() <= 1 && way.1.abs() <= 1 => bit(way),
        Access::OneStep | Access::Never => 0,
    };
    let lines = |directions: [Offset; 4]| {
        let mut mask = 0;
        for (files, ranks) in directions {
            for n in 1..=3 {
                // before the line may end: a unit can land on ground that it cannot pass
                mask |= landing((n * files, n * ranks));
                if !is_clear((n * files, n * ranks)) {
                    break;
                }
            }
        }
        mask
    };
    let square = |range: i8| {
        let ways =
            (-range..=range).flat_map(|ranks| (-range..=range).map(move |files| (files, ranks)));
        ways.filter(|way| *way != (0, 0))
            .fold(0, |mask, way| mask | landing(way))
    };
    match game.movement(kind) {
        Movement::Leader => square(2),
        Movement::Step => square(1),
        Movement::OrthogonalJump | Movement::OrthogonalHero | Movement::OrthogonalSlide => {
            lines(ORTHOGONAL)
        }
        Movement::DiagonalJump | Movement::DiagonalHero | Movement::DiagonalSlide => {
            lines(DIAGONAL)
        }
        Movement::Knight => {
            let mut mask = 0;
            for (x, y) in DIAGONAL {
                // Rules: warlord 4.4
                if is_clear((x, y)) || is_clear((x, 0)) {
                    mask |= landing((2 * x, y));
                }
                if is_clear((x, y)) || is_clear((0, y)) {
                    mask |= landing((x, 2 * y));
                }
            }
            if game.options.light_leap {
                for (x, y) in ORTHOGONAL {
                    // Rules: warlord 1.5: only water and missing cells stop the additional leap
                    if ground((x, y)).is_land() || is_clear((x, y)) {
                        mask |= landing((2 * x, 2 * y));
                    }
                }
            }
            mask
        }
    }
}

/// The bit of the cell that many files and ranks from the center of a window.
const fn bit((files, ranks): Offset) -> u64 {
    1 << ((ranks + 3) * 8 + files + 3)
}
