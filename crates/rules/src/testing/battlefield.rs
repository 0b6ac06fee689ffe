//! Games for measuring: many small armies of one kind on ground of any size, and a field that other programs know too.

use std::sync::Arc;

use board::Cell;

use super::{Seeded, game, open_game};
use crate::warlord::Side;
use crate::warlord::fast::SingleMove;
use crate::warlord::{Game, Kind, Position, Start, Terrain, Unit};

const SPAN: u8 = 4;

/// A leader of level 2 and seven more units, all within its reach: the lowest row first.
const BATTALION: [&str; 4] = [".I.I", "N.C.", ".D.H", "I.I."];

/// The army of *A Clash of Arms* drawn together on 12x12: six leaders and 26 others a side, CAP 4.
pub fn small_battlefield() -> Game {
    let rows = concat!(
        "1h1cl2lc1h1/hcl1n2n1lch/1nliiiiiiln1/2iiiiiiii2/12/12/",
        "12/12/2IIIIIIII2/1NLIIIIIILN1/HCL1N2N1LCH/1H1CL2LC1H1"
    );
    open_game(12, rows)
}

/// Two fields for [`SingleMove`] and for other programs to compare with it: the rows of a start and of an open
/// position.
pub const SINGLE_MOVE_FIELDS: [(&str, &str); 2] = [
    (
        "start",
        "iiiiiiiiiiii/hclnclhnlchl/2nhl1lcn3/12/12/12/12/2NHL1LCN3/HCLNCLHNLCHL/IIIIIIIIIIII",
    ),
    (
        "open",
        concat!(
            "12/2i1i2i1i2/1hclnclhnli1/2nhl1lcn3/4i2i4/",
            "3I4I3/2NHL1LCN3/1HCLNCLHNLI1/2I1I2I1I2/12"
        ),
    ),
];

/// The exercise on one of them.
pub fn single_move(rows: &str) -> SingleMove {
    let mut game = open_game(12, rows);
    game.cap.number = 1;
    SingleMove::new(&Position::new(Arc::new(game))).expect("a game under way")
}

/// A board with that many battalions of eight units a side, spread evenly over its half, and `rough` percent of its
/// free cells hills, trees, towns and water, the same for the same size. CAP is the number of battalions, 60 at most.
pub fn battlefield(files: u8, ranks: u8, battalions: usize, rough: usize) -> Game {
    let row = ".".repeat(files.into());
    let blank = files.to_string();
    let rows = |row: &str| vec![row; ranks.into()].join("/");
    let mut field = game(&rows(&row), &rows(&blank));
    let (across, deep) = (files / SPAN, ranks / 2 / SPAN);
    let places = usize::from(across) * usize::from(deep);
    assert!(battalions <= places, "{battalions} battalions do not fit");
    let mut start = Vec::new();
    for number in 0..battalions {
        // from the middle of the board outwards, so that the sides meet
        let place = number * places / battalions;
        let file = (place % usize::from(across)) as u8 * SPAN;
        let rank = ranks / 2 - SPAN - (place / usize::from(across)) as u8 * SPAN;
        start.extend(battalion(Cell::new(file, rank)));
    }
    let board = field.board();
    let enemies: Vec<(Cell, Unit)> = start
        .iter()
        .map(|(cell, unit)| {
            let side = Side::Black;
            (board.half_turn(*cell), Unit { side, ..*unit })
        })
        .collect();
    start.extend(enemies);
    let mut seeded = Seeded(u64::from(files) << 8 | u64::from(ranks));
    for cell in board.cells() {
        let is_rough = seeded.below(100) < rough;
        if is_rough && start.iter().all(|(other, _)| *other != cell) {
            let kinds = [Terrain::Hill, Terrain::Trees, Terrain::Town, Terrain::Water];
            field.terrain[cell] = *seeded.choose(&kinds);
        }
    }
    field.armies = Side::BOTH.map(|side| {
        let own = start.iter().filter(|(_, unit)| unit.side == side);
        own.map(|(_, unit)| unit.kind).collect()
    });
    field.cap.number = battalions.min(60) as u8;
    field.start = Start::Fixed(start);
    field
}

/// White's battalion with that lower left corner.
fn battalion(corner: Cell) -> impl Iterator<Item = (Cell, Unit)> {
    let side = Side::White;
    (0..).zip(BATTALION).flat_map(move |(rank, row)| {
        let kinds = row.chars().map(Kind::from_symbol);
        (0..).zip(kinds).filter_map(move |(file, kind)| {
            let cell = Cell::new(corner.file() + file, corner.rank() + rank);
            Some((cell, Unit { side, kind: kind? }))
        })
    })
}
