//! Terrain laid by lot: spread evenly but by chance, and cutting nobody off. Rules: warlord 6.6.

use board::{Board, Cell, Grid};

use super::movement::Field;
use super::{Access, Game, Kind, Options, Scatter, Span, Start, Terrain, Unit};
use crate::numbers::Numbers;
use crate::warlord::Side;

/// The tries to lay terrain that cuts nobody off; after the last one some of the terrain is taken away. Anybody can
/// write a scenario: without a bound, a board on which nothing fits would keep both programs busy with the lot forever.
const TRIES: u64 = 64;

/// Bound on the work of finding out whether a kind is cut off, in cells reached per cell of the board. Two suffice if
/// every way leads back; each region from which a town over water leads away costs two more.
const REACHED: usize = 16;

/// The columns into which the ranks are divided; each gets its share of trees and hills in either half.
const COLUMNS: usize = 4;

/// The cells drawn for each piece of terrain; the piece is laid on the cell farthest from the other pieces. One cell
/// would give clumps, all cells always the same regular pattern.
const CANDIDATES: usize = 6;

impl Game {
    /// True if a lot for the terrain must be drawn before anything else.
    pub fn awaits_terrain(&self) -> bool {
        self.scatter.is_some_and(|scatter| scatter.seed.is_none())
    }

    /// The game with its terrain laid by that lot, the same for the same lot on every machine. The terrain cuts no kind
    /// of unit off from a town or home cell that was within its reach on the empty board.
    #[must_use]
    pub fn scattered(&self, seed: u64) -> Self {
        let Some(scatter) = self.scatter else {
            return self.clone();
        };
        let mut game = self.clone();
        game.scatter = Some(Scatter {
            seed: Some(seed),
            ..scatter
        });
        // both machines lay the terrain for themselves from the lot they share: all chance comes from these numbers,
        // which run on from try to try
        let mut numbers = Numbers(seed);
        let mut ways = Ways::new(self);
        let mut drawn = Vec::new();
        for _ in 0..TRIES {
            drawn = Laying::new(self, scatter, &mut numbers).draw();
            game.lay(self, &drawn);
            if ways.are_kept(&game) {
                return game;
            }
        }
        // the longest beginning of the list that cuts nobody off. Terrain only ever takes ways away, so if a beginning
        // cuts somebody off, every longer one does, and halving finds the longest in a few steps
        // from 0, which cuts nobody off: the empty board keeps every way
        let (mut kept, mut too_many) = (0, drawn.len());
        while too_many - kept > 1 {
            let half = usize::midpoint(kept, too_many);
            game.lay(self, &drawn[..half]);
            if ways.are_kept(&game) {
                kept = half;
            } else {
                too_many = half;
            }
        }
        game.lay(self, &drawn[..kept]);
        game
    }

    /// Lays the terrain drawn, and nothing else, on the ground of `bare`.
    fn lay(&mut self, bare: &Self, drawn: &[(Cell, Terrain)]) {
        self.terrain.clone_from(&bare.terrain);
        for (cell, terrain) in drawn {
            let twin = self.twin(*cell);
            self.terrain[*cell] = *terrain;
            self.terrain[twin] = *terrain;
        }
    }

    /// The cell on which the same terrain is laid: the cell after a half-turn if the terrain is symmetric, else the
    /// cell itself.
    fn twin(&self, cell: Cell) -> Cell {
        if self.scatter.is_some_and(|scatter| scatter.is_symmetric) {
            self.board().half_turn(cell)
        } else {
            cell
        }
    }

    /// The moves that a unit of that kind, alone on the board, takes to each cell from the nearest of `starts`; `None`
    /// for cells it never comes to.
    pub fn moves_from(&self, kind: Kind, starts: &[Cell]) -> Grid<Option<u16>> {
        let units = Grid::filled(self.board(), None);
        let field = Field {
            game: self,
            units: &units,
            takes_own: false,
            has_entered: false,
        };
        // the side makes no difference to a unit alone on the board
        let side = Side::White;
        let mut moves = Grid::filled(self.board(), None);
        let mut open: Vec<Cell> = Vec::new();
        for start in starts {
            if moves[*start].is_none() {
                moves[*start] = Some(0);
                open.push(*start);
            }
        }
        let mut count = 0_u16;
        while !open.is_empty() {
            // saturating, so that nobody has to prove how long a way over 14,400 cells can be
            count = count.saturating_add(1);
            let mut next = Vec::new();
            for cell in open {
                field.destinations(Unit { side, kind }, cell, |to| {
                    if moves[to].is_none() {
                        moves[to] = Some(count);
                        next.push(to);
                    }
                });
            }
            open = next;
        }
        moves
    }

    /// The cells on which units of either side stand or may be set up at first.
    fn home_cells(&self) -> Vec<Cell> {
        match &self.start {
            Start::Fixed(army) => army.iter().map(|(cell, _)| *cell).collect(),
            Start::Hidden(hidden) => hidden
                .sections
                .iter()
                .flatten()
                .flatten()
                .copied()
                .collect(),
        }
    }
}

/// The ways of every kind on the empty board before any terrain is laid.
struct Ways<'a> {
    bare: &'a Game,
    homes: Vec<Cell>,
    /// Towns and home cells.
    is_goal: Grid<bool>,
    /// The kinds whose ways differ. The kind cut off last comes first, since it is the likeliest to be cut off again.
    kinds: Vec<Kind>,
}

impl<'a> Ways<'a> {
    fn new(bare: &'a Game) -> Self {
        let homes = bare.home_cells();
        let mut is_goal = Grid::filled(bare.board(), false);
        homes.iter().for_each(|cell| is_goal[*cell] = true);
        for (cell, terrain) in bare.terrain.iter() {
            is_goal[cell] |= *terrain == Terrain::Town;
        }
        // leaders of all levels and promoted ones move alike: the first level stands for them all, which saves three
        // floods over the whole board
        let is_own_way = |kind: &Kind| kind.level() < 2 && *kind != Kind::Promoted;
        Self {
            bare,
            homes,
            is_goal,
            kinds: Kind::ALL.into_iter().filter(is_own_way).collect(),
        }
    }

    /// True if every kind still comes from every home cell to all the towns and home cells it came to before.
    fn are_kept(&mut self, laid: &Game) -> bool {
        let cut_off = self
            .kinds
            .iter()
            .position(|kind| !self.are_kept_for(*kind, laid));
        if let Some(place) = cut_off {
            self.kinds[..=place].rotate_right(1);
        }
        cut_off.is_none()
    }

    /// True if that holds for a kind; false if the bound on the work is reached first.
    fn are_kept_for(&self, kind: Kind, laid: &Game) -> bool {
        let board = laid.board();
        let mut left = REACHED * board.len();
        let mut is_done = Grid::filled(board, false);
        let [mut before, mut after, mut back] = [(); 3].map(|()| Flood::new(board));
        // A home cell reached from another needs no flood of its own if the way leads back, since both then reach the
        // same cells. On land it always does. Over water it may not: a town can be left over water and entered only from
        // the next cell (4.3, 4.7). So with that option only the cells reached without it are taken as alike.
        let on_land = laid.options.crossing.then(|| Game {
            options: Options {
                crossing: false,
                ..laid.options
            },
            ..laid.clone()
        });
        self.homes.iter().all(|home| {
            // on a home cell where no unit of the kind can stand, none can be cut off
            if is_done[*home] || kind.access(self.bare.terrain[*home]) == Access::Never {
                return true;
            }
            before.run(self.bare, kind, *home);
            after.run(laid, kind, *home);
            // a start serves for all cells from which the way leads back to it
            let alike = on_land.as_ref().map_or(&after, |on_land| {
                back.run(on_land, kind, *home);
                &back
            });
            alike.reached.iter().for_each(|cell| is_done[*cell] = true);
            let Some(rest) = left.checked_sub(before.reached.len() + after.reached.len()) else {
                return false;
            };
            left = rest;
            let mut goals = before.reached.iter().filter(|cell| self.is_goal[**cell]);
            goals.all(|goal| after.has(*goal))
        })
    }
}

/// The cells a unit alone on the board comes to. A flood is kept between runs, so that a run costs no more than the
/// cells it reaches.
struct Flood {
    units: Grid<Option<Unit>>,
    /// The number of the run in which each cell was reached last; 0 for never.
    run: Grid<u16>,
    runs: u16,
    /// The cells of the last run, in the order in which they were reached.
    reached: Vec<Cell>,
}

impl Flood {
    fn new(board: Board) -> Self {
        Self {
            units: Grid::filled(board, None),
            run: Grid::filled(board, 0),
            runs: 0,
            reached: Vec::new(),
        }
    }

    fn run(&mut self, game: &Game, kind: Kind, start: Cell) {
        let field = Field {
            game,
            units: &self.units,
            takes_own: false,
            has_entered: false,
        };
        let side = Side::White;
        self.runs += 1;
        self.run[start] = self.runs;
        self.reached.clear();
        self.reached.push(start);
        let mut next = 0;
        while let Some(from) = self.reached.get(next).copied() {
            next += 1;
            field.destinations(Unit { side, kind }, from, |to| {
                if self.run[to] != self.runs {
                    self.run[to] = self.runs;
                    self.reached.push(to);
                }
            });
        }
    }

    fn has(&self, cell: Cell) -> bool {
        self.run[cell] == self.runs
    }
}

/// A laying of terrain under way.
struct Laying<'a> {
    game: &'a Game,
    scatter: Scatter,
    numbers: &'a mut Numbers,
    drawn: Vec<(Cell, Terrain)>,
    /// The cells that are not open ground, with those laid so far.
    taken: Vec<Cell>,
    /// The cells of each sector on which terrain may still be laid, in the order of the board.
    free: Vec<Vec<Cell>>,
}

impl<'a> Laying<'a> {
    fn new(game: &'a Game, scatter: Scatter, numbers: &'a mut Numbers) -> Self {
        let board = game.board();
        let is_open = |cell: Cell| game.terrain[cell] == Terrain::Open;
        let mut is_taken = Grid::filled(board, false);
        if let Start::Fixed(army) = &game.start {
            // no terrain under the units of a fixed set-up, which may never enter it
            army.iter().for_each(|(cell, _)| is_taken[*cell] = true);
        }
        let is_free = |cell: Cell| is_open(cell) && !is_taken[cell];
        let mut laying = Self {
            taken: board.cells().filter(|cell| !is_open(*cell)).collect(),
            free: vec![Vec::new(); COLUMNS * if scatter.is_symmetric { 1 } else { 2 }],
            drawn: Vec::new(),
            game,
            scatter,
            numbers,
        };
        for cell in board.cells() {
            let twin = game.twin(cell);
            let touches_twin = twin != cell && board.distance(cell, twin) <= 1;
            if let Some(sector) = laying.sector(cell)
                && is_free(cell)
                && is_free(twin)
                && !(scatter.is_apart && touches_twin)
            {
                laying.free[sector].push(cell);
            }
        }
        laying
    }

    /// Draws trees and hills in turn, each in the next sector, so that no sector has much more of either than another.
    /// Only White's half of symmetric terrain is drawn; the other half follows.
    fn draw(mut self) -> Vec<(Cell, Terrain)> {
        let sectors = self.free.len();
        let (trees, hills) = (
            self.count(self.scatter.trees),
            self.count(self.scatter.hills),
        );
        // drawn, so that no sector always gets the remainder
        let first = self.numbers.below(sectors);
        for n in 0..usize::from(trees.max(hills)) {
            if n < trees.into() {
                self.draw_one(Terrain::Trees, (first + n) % sectors);
            }
            if n < hills.into() {
                // half the sectors on, or the sector that gets a remainder of the trees would get that of the hills too
                self.draw_one(Terrain::Hill, (first + n + sectors / 2) % sectors);
            }
        }
        self.drawn
    }

    /// The number of drawings a span asks for.
    fn count(&mut self, Span { from, to }: Span<u16>) -> u16 {
        let more = self.numbers.below(usize::from(to.saturating_sub(from)) + 1);
        let count = from.saturating_add(u16::try_from(more).unwrap_or(0));
        if self.scatter.is_symmetric {
            // pairs: an odd number becomes the even number above it, or below it where that is too many
            count.div_ceil(2).min(to / 2)
        } else {
            count
        }
    }

    fn draw_one(&mut self, terrain: Terrain, sector: usize) {
        let free = &self.free[sector];
        if free.is_empty() {
            return;
        }
        let candidates: Vec<Cell> = (0..CANDIDATES)
            .map(|_| free[self.numbers.below(free.len())])
            .collect();
        let room = |cell: &Cell| self.taken.iter().map(|taken| apart(*taken, *cell)).min();
        // of the cells with the most room the first drawn: `max_by_key` keeps the last of equals, and another choice would
        // lay other terrain than the other machine does
        let Some(cell) = candidates.into_iter().rev().max_by_key(room) else {
            return;
        };
        self.drawn.push((cell, terrain));
        let mut cells = vec![cell, self.game.twin(cell)];
        // without symmetry a cell is its own twin
        cells.dedup();
        for cell in cells {
            self.taken.push(cell);
            let board = self.game.board();
            let around = u8::from(self.scatter.is_apart);
            for free in &mut self.free {
                free.retain(|free| board.distance(*free, cell) > around);
            }
        }
    }

    /// The sector of a cell: the columns of White's half are numbered first, then those of Black's.
    fn sector(&self, cell: Cell) -> Option<usize> {
        let Span { from, to } = self.scatter.ranks;
        if !(from..=to).contains(&cell.rank()) {
            return None;
        }
        let column = usize::from(cell.file()) * COLUMNS / usize::from(self.game.board().files());
        let is_far = u16::from(cell.rank()) * 2 > u16::from(from) + u16::from(to);
        match (is_far, self.scatter.is_symmetric) {
            (false, _) => Some(column),
            (true, false) => Some(COLUMNS + column),
            (true, true) => None,
        }
    }
}

/// The distance of two cells, squared: a root would need fractions, and those may differ from machine to machine.
fn apart(a: Cell, b: Cell) -> u32 {
    let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
    u32::from(files) * u32::from(files) + u32::from(ranks) * u32::from(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hidden_game;

    /// Two ranks of six cells between the armies, with that many trees and hills.
    fn narrow(trees: u16, hills: u16, is_symmetric: bool) -> Game {
        let mut game = hidden_game();
        let span = |number| Span {
            from: number,
            to: number,
        };
        game.scatter = Some(Scatter {
            ranks: Span { from: 2, to: 3 },
            trees: span(trees),
            hills: span(hills),
            is_symmetric,
            is_apart: false,
            seed: None,
        });
        game
    }

    fn laid(game: &Game) -> usize {
        game.terrain
            .iter()
            .filter(|(_, terrain)| **terrain != Terrain::Open)
            .count()
    }

    #[test]
    fn terrain_that_would_cut_somebody_off_is_laid_again() {
        let game = narrow(7, 0, false);
        let mut first_tries = 0;
        for seed in 0..200 {
            let scattered = game.scattered(seed);
            assert_eq!(laid(&scattered), 7, "{}", scattered.terrain_rows());
            assert!(
                Ways::new(&game).are_kept(&scattered),
                "{}",
                scattered.terrain_rows()
            );
            let scatter = game.scatter.expect("it has one");
            let first = Laying::new(&game, scatter, &mut Numbers(seed)).draw();
            let mut once = game.clone();
            once.lay(&game, &first);
            first_tries += usize::from(Ways::new(&game).are_kept(&once));
        }
        assert!(first_tries < 200, "no seed needed another try");
    }

    #[test]
    fn some_of_the_terrain_is_taken_away_if_nothing_fits() {
        for is_symmetric in [false, true] {
            // trees everywhere: no way across for heavy cavalry
            let game = narrow(12, 0, is_symmetric);
            let scattered = game.scattered(3);
            assert!(Ways::new(&game).are_kept(&scattered));
            let board = scattered.board();
            let mut cells = board.cells();
            assert!(
                !is_symmetric
                    || cells.all(|cell| {
                        scattered.terrain[cell] == scattered.terrain[board.half_turn(cell)]
                    })
            );
            assert!(
                (1..12).contains(&laid(&scattered)),
                "{}",
                scattered.terrain_rows()
            );
        }
    }

    #[test]
    fn a_game_without_terrain_by_lot_stays_as_it_is() {
        let game = hidden_game();
        assert_eq!(game.scattered(1), game);
        assert!(!game.awaits_terrain());
    }
}
