//! The boards of the rules, with the start that the options bring. Rules: tourney 3.1, 3.9, 5.12, 6.1.

use board::{Board, Cell, Grid};

use super::sides::{ALL, BLACK, RED, WHITE};
use super::{Castle, Game, Kind, Options, Start, Switch, Terrain};
use crate::Side;

/// A board of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Map {
    /// 11x11. Rules: tourney 3.9.
    Usual,
    /// 11x11 with hills, a river, bridges and mountains. Rules: tourney 5.12.
    Hills,
    /// 13x13 for three and four seats, and for `winding-knights` with two. Rules: tourney 3.9, 5.17, 6.1.
    Large,
}

// drawn, so that a change of the map is seen in a diff as on the board
const USUAL: &str = ".....C.....
.....G.....
..F.....F..
.R...RR....
....F......
.FR..F..RF.
......F....
....RR...R.
..F.....F..
.....G.....
.....C.....";

const HILLS: &str = ".....C.....
.....G.....
..F.....F..
.R...H...M.
...H.......
~~=~~~~~=~~
.......H...
.M...H...R.
..F.....F..
.....G.....
.....C.....";

/// The woods and the rough ground of the large board; Castles and Greens follow from the seats. Rules: tourney 3.9.
const LARGE: [(Terrain, &str); 2] = [
    (Terrain::Forest, "g7 c3 c11 k3 k11 e5 e9 i5 i9 d8 f4 j6 h10"),
    (Terrain::Rough, "g4 d7 g10 j7 b5 e12 i2 l9 c6 f11 h3 k8"),
];

/// The names of the Castles. Rules: tourney 3.10 (6), T-49.
const NAMES: [&str; 4] = ["South", "North", "East", "West"];

impl Map {
    /// The board that those options play on, where the scenario has the usual one. Rules: tourney 5.17, 6.1.
    pub const fn of(options: Options) -> Self {
        if options.seats > 2 || options.is_set(Switch::WindingKnights) {
            Self::Large
        } else {
            Self::Usual
        }
    }

    /// The ground of the board, without Castles on the large one.
    fn ground(self) -> Grid<Terrain> {
        match self {
            Self::Usual => drawn(USUAL),
            Self::Hills => drawn(HILLS),
            Self::Large => {
                let board = Board::new(13, 13).expect("a size that boards have");
                let mut ground = Grid::filled(board, Terrain::Open);
                for (terrain, cells) in LARGE {
                    for cell in cells.split(' ') {
                        ground[named(cell)] = terrain;
                    }
                }
                ground
            }
        }
    }

    /// The Castle and the Green of a side.
    fn site(self, side: Side) -> (Cell, Cell) {
        let names = match (self, side) {
            (Self::Usual | Self::Hills, WHITE) => ["f1", "f2"],
            (Self::Usual | Self::Hills, _) => ["f11", "f10"],
            (Self::Large, WHITE) => ["g1", "g2"],
            (Self::Large, BLACK) => ["g13", "g12"],
            (Self::Large, RED) => ["m7", "l7"],
            (Self::Large, _) => ["a7", "b7"],
        };
        (named(names[0]), named(names[1]))
    }
}

impl Game {
    /// The game of the rules on one of their boards. More than two seats take the large one.
    pub fn standard(map: Map, options: Options) -> Self {
        let map = if options.seats > 2 { Map::Large } else { map };
        let mut terrain = map.ground();
        let mut castles = [const { None }; 4];
        let mut start = Vec::new();
        // three seats are white, black and red
        for side in ALL.into_iter().take(options.seats.into()) {
            let (cell, green) = map.site(side);
            (terrain[cell], terrain[green]) = (Terrain::Castle, Terrain::Green);
            start.extend(Self::standard_start(
                terrain.board(),
                side,
                (cell, green),
                options,
            ));
            let name = NAMES[side.index()].to_owned();
            castles[side.index()] = Some(Castle { cell, green, name });
        }
        let wood = Self::middle_wood(&terrain);
        Self {
            terrain,
            castles,
            start,
            wood,
            options,
        }
    }

    /// The usual start of a side around its Castle and Green: `W` in the Castle, `L` on the Green, `K` right and `F` left
    /// of her, and the units of the options. Squares that the board lacks are left out. Rules: tourney 3.1, 3.9, 6.1.
    pub fn standard_start(
        board: Board,
        side: Side,
        (castle, green): (Cell, Cell),
        options: Options,
    ) -> Vec<Start> {
        // signs alone: a Green lies one square in front of its Castle, on any of four sides
        let step = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
        let ahead = (
            step(castle.file(), green.file()),
            step(castle.rank(), green.rank()),
        );
        // a quarter-turn clockwise from the way out of the Castle
        let right = (ahead.1, -ahead.0);
        let place = |to_right: i8, forward: i8| {
            // by turns of one start, so that no side is drawn by hand and differs
            board.offset(
                green,
                right.0 * to_right + ahead.0 * forward,
                right.1 * to_right + ahead.1 * forward,
            )
        };
        let mut units = vec![(Kind::Warlord, Some(castle)), (Kind::Lady, Some(green))];
        if options.is_set(Switch::Grand) {
            units.extend([-1, 1].map(|right| (Kind::Knight, place(right, 0))));
            units.extend([-2, -1, 1, 2].map(|right| (Kind::Footman, place(right, 1))));
        } else {
            units.extend([(Kind::Knight, place(1, 0)), (Kind::Footman, place(-1, 0))]);
        }
        if options.is_set(Switch::Sergeants) {
            units.extend([-2, 2].map(|right| (Kind::Sergeant, place(right, 0))));
        }
        if options.is_set(Switch::Bowmen) {
            units.push((Kind::Bowman, place(-3, 0)));
        }
        if options.is_set(Switch::Bishop) {
            units.push((Kind::Bishop, place(3, 0)));
        }
        // a square that the board lacks leaves its unit out; the scenario's reader refuses such a file
        let units = units.into_iter().filter_map(|(kind, cell)| {
            let cell = cell?;
            Some(Start { side, kind, cell })
        });
        units.collect()
    }

    /// The square where the undead hold Ladies, if there is any wood: f6 on every board of the usual size, on others the
    /// wood nearest to the middle, of several the first in board order. Rules: tourney 6.2.
    pub fn middle_wood(terrain: &Grid<Terrain>) -> Option<Cell> {
        let board = terrain.board();
        // the rulebook names the square, also for the map with the hills, where it is a river
        if (board.files(), board.ranks()) == (11, 11) {
            let has_wood = terrain.iter().any(|(_, ground)| *ground == Terrain::Forest);
            return has_wood.then(|| named("f6"));
        }
        let off = |cell: Cell| {
            // twice the distance from the middle, which may lie between two squares
            let files = (2 * u16::from(cell.file()) + 1).abs_diff(board.files().into());
            let ranks = (2 * u16::from(cell.rank()) + 1).abs_diff(board.ranks().into());
            files.max(ranks)
        };
        let woods = terrain
            .iter()
            .filter(|(_, ground)| **ground == Terrain::Forest);
        woods.map(|(cell, _)| cell).min_by_key(|cell| off(*cell))
    }
}

fn named(cell: &str) -> Cell {
    cell.parse().expect("the name of a cell")
}

fn drawn(rows: &str) -> Grid<Terrain> {
    let rows: Vec<&str> = rows.lines().rev().collect();
    let board = Board::new(rows[0].len(), rows.len()).expect("a size that boards have");
    let mut ground = Grid::filled(board, Terrain::Open);
    for (rank, row) in (0..board.ranks()).zip(rows) {
        for (file, symbol) in (0..board.files()).zip(row.chars()) {
            let terrain = Terrain::from_symbol(symbol).expect("the letter of a terrain");
            ground[Cell::new(file, rank)] = terrain;
        }
    }
    ground
}
