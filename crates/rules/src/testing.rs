//! For tests only: small games, seeded choices, and the conformance suite that every game must pass.

use std::sync::Arc;

use board::{Board, Cell, Grid};

use crate::warlord::{
    Cap, FirstPlayer, Game, HiddenSetUp, Kind, Options, Order, Position, Side, Start, Terrain, Unit,
};
use crate::{AnyPosition, Illegal, Rules};

mod battlefield;
mod conformance;
pub mod depth;
mod jumble;
mod leavers;
mod texts;
pub mod tourney;
pub mod toy;
pub mod wargame;
mod whole;
mod writable;

pub use battlefield::{SINGLE_MOVE_FIELDS, battlefield, single_move, small_battlefield};
pub use conformance::{check_position, check_secret_step, play};
pub use jumble::jumbled;
pub use texts::{busy_game, check_order_text, check_position_text};
pub use whole::{changed_bytes, check_twin, check_whole_bytes, stroll};

/// Numbers that look random, the same for the same seed (SplitMix64).
#[derive(Debug, Clone)]
pub struct Seeded(pub u64);

impl Seeded {
    /// The next number, uniform over all of `u64`.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.draw() % end as u64) as usize
    }

    /// One of the items; there must be at least one.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// True once in `times`.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// Every switch off.
pub const PLAIN_OPTIONS: Options = Options::ALL_OFF;

/// Every switch on; the long game.
pub const EVERY_OPTION: Options = Options {
    short: 0,
    swap: true,
    self_activating: true,
    charge: true,
    light_leap: true,
    crossing: true,
    promote_infantry: true,
    promote_light: true,
    six_leaders: true,
    half_first: true,
    repetition: true,
    first_player: FirstPlayer::LotAfter,
};

/// A game on drawn terrain, in rows as the engine writes them, top first, with the armies of `start`, a position's
/// rows. CAP 4, range 2, every switch off.
pub fn game(terrain: &str, start: &str) -> Game {
    let rows: Vec<Vec<char>> = terrain
        .split('/')
        .map(|row| row.chars().collect())
        .collect();
    let board = Board::new(rows[0].len(), rows.len()).expect("a drawn board has a size");
    let mut ground = Grid::filled(board, Terrain::Open);
    for cell in board.cells() {
        let symbol = rows[rows.len() - 1 - usize::from(cell.rank())][usize::from(cell.file())];
        ground[cell] = Terrain::from_symbol(symbol).expect("the letter of a terrain");
    }
    let mut game = Game {
        terrain: ground,
        cap: Cap {
            number: 4,
            leaders_left: false,
            rise: None,
        },
        range: 2,
        heavy_as_hero: false,
        armies: [Vec::new(), Vec::new()],
        choice: None,
        scatter: None,
        start: Start::Fixed(Vec::new()),
        entry: None,
        command_ending: false,
        towns: None,
        options: PLAIN_OPTIONS,
        members: [1, 1],
    };
    let army: Vec<(Cell, Unit)> = position(&game, &format!("{start} w 1 0")).units().collect();
    game.armies = Side::BOTH.map(|side| {
        let own = army.iter().filter(|(_, unit)| unit.side == side);
        let mut kinds: Vec<Kind> = own.map(|(_, unit)| unit.kind).collect();
        kinds.sort_unstable();
        kinds
    });
    game.start = Start::Fixed(army);
    game
}

/// A position on open ground, `files` wide and as many ranks deep as `start` has rows.
pub fn open_game(files: usize, start: &str) -> Game {
    let row = ".".repeat(files);
    let rows = vec![row; start.split('/').count()];
    game(&rows.join("/"), start)
}

/// A small hidden set-up on 6 files and 6 ranks: each side uses two of three home sections of 2x2, with one leader
/// and one other unit in each, of the army D L H I.
pub fn hidden_game() -> Game {
    let mut game = open_game(6, "6/6/6/6/6/6");
    let army = vec![
        Kind::Leader1,
        Kind::Leader2,
        Kind::HeavyCavalry,
        Kind::Infantry,
    ];
    game.armies = [army.clone(), army];
    let sections = |rank: u8| -> Vec<Vec<Cell>> {
        let section = |file| {
            [0, 1, 2, 3]
                .map(|n| Cell::new(file + n % 2, rank + n / 2))
                .to_vec()
        };
        [0, 2, 4].map(section).to_vec()
    };
    let hidden = HiddenSetUp {
        sections: [sections(0), sections(4)],
        used: 2,
        leaders: 1,
        others: 1,
        enters: Vec::new(),
        books: [Vec::new(), Vec::new()],
    };
    game.start = Start::Hidden(hidden.clone());
    let books = [["DH4/2LI2", "2I2D/2L1H1"], ["2li2/4hd", "d1l3/i1h3"]];
    let books = Side::BOTH.map(|side| {
        let read = |text: &str| match Order::parse(&game, side, text) {
            Ok(Order::SetUp(set_up)) => (text.to_owned(), set_up.0),
            other => panic!("{text} is no set-up: {other:?}"),
        };
        books[side.index()].map(read).to_vec()
    });
    game.start = Start::Hidden(HiddenSetUp { books, ..hidden });
    game
}

/// The position a text describes in that game.
pub fn position(game: &Game, text: &str) -> Position {
    Position::from_text(Arc::new(game.clone()), text).expect("the text is a position")
}

/// The Warlord position inside.
///
/// # Panics
/// If the position is of another family.
pub fn warlord(position: &AnyPosition) -> &Position {
    match position {
        AnyPosition::Warlord(position) => position,
        other => panic!("a position of Warlord was expected, not {other:?}"),
    }
}

/// The order of the side on turn that a text names.
pub fn order<P: Rules>(position: &P, text: &str) -> P::Order {
    let order = position.parse_order(position.turn().side, text);
    order.expect("the text is an order")
}

/// The position after orders of the side on turn, one after the other, all of them legal.
pub fn after<P: Rules>(position: &P, orders: &[&str]) -> P {
    let mut position = position.clone();
    for text in orders {
        let order = order(&position, text);
        let side = position.turn().side;
        if let Err(illegal) = position.apply(side, &order) {
            panic!("{text} in {}: {illegal}", position.to_text());
        }
    }
    position
}

/// `legal`, or the rule and the reason for which an order of the side on turn is refused.
pub fn why<P: Rules>(position: &P, text: &str) -> String {
    match position.check(position.turn().side, &order(position, text)) {
        Ok(()) => "legal".to_owned(),
        Err(illegal) => format!("{} {illegal}", illegal.rule()),
    }
}

/// The cells a unit reaches, sorted, joined by blanks.
pub fn reach(position: &Position, cell: &str) -> String {
    let cell = cell.parse().expect("the text names a cell");
    let mut cells = position.reach(cell);
    cells.sort_unstable();
    let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
    cells.join(" ")
}

/// The number of cells in the first row of a position text.
pub fn width(rows: &str) -> usize {
    let row = rows.split('/').next().unwrap_or_default();
    let (mut cells, mut blanks) = (0, 0);
    for symbol in row.chars() {
        match symbol.to_digit(10) {
            Some(digit) => blanks = blanks * 10 + digit as usize,
            None => {
                cells += blanks + 1;
                blanks = 0;
            }
        }
    }
    cells + blanks
}
