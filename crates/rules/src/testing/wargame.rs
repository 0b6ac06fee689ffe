//! Games and positions of WarGame 1 and 2.

use std::sync::Arc;

use board::{Board, Cell, Grid, Shape};

use super::Seeded;
pub use super::{after, order, why};
use crate::wargame::{
    Company, Game, HiddenSetUp, Kind, Options, Order, Path, Placement, Position, Ruleset, SetUp,
    Side, Start, Switch, Terrain, Unit,
};

/// The disputed ranks of WarGame 1, the top one first. Rules: wargame 1.13.
const MAP_1: &str = concat!(
    ".F...H..F.H..H......F.....H..F.../.H..H....H.F...F.H....T..F......./",
    ".F....T.H..FF....H........F...T.H/.FF.H.......F.T.....F..HH...H..../",
    "....H...HH..F.....T.F.......H.FF./H.T...F........H....FF..H.T....F./",
    ".......F..T....H.F...F.H....H..H./...F..H.....F......H..H.F..H...F."
);

/// The disputed ranks of WarGame 2. Rules: wargame 2.8.
const MAP_2: &str = concat!(
    "....F......FF.F.H......./F.H..........F..H....H../....H.F.T........F.T..../",
    "..HF.H........H........H/H........H........H.FH../....T.F........T.F.H..../",
    "..H....H..F..........H.F/.......H.F.FF......F...."
);

/// White's book set-up of WarGame 1. Rules: wargame 1.13.
const BOOK_1: &str = concat!(
    "1TTTIIIIIIIIIIII1IIIIIIIIIIIITTT1/6(IC)TTT2(IC)TTA(AC)ATT(IC)2TTT(IC)6/",
    "3(TC)1AAA(TC)AA2(TC)1A1A1(TC)2AA(TC)AAA1(TC)3/7(AC)8(SC)8(AC)7/33/16(CP)16"
);

/// White's book set-up of WarGame 2. Rules: wargame 2.8.
const BOOK_2: &str = "IIIVIIIVIIIVIIIVIIIVIIIV/1LA2LA2LA2LA2LA2LA1/6G4G5G6/11C12";

/// A game of those rules on drawn terrain, in rows as the engine writes them, top first, with the armies of `start`, a
/// position's rows: on squares under WarGame 1, on hexes under WarGame 2. Ten orders a turn, every switch off; the
/// disputed ranks are all but the two at each edge.
pub fn game(ruleset: Ruleset, terrain: &str, start: &str) -> Game {
    let rows: Vec<Vec<char>> = terrain
        .split('/')
        .map(|row| row.chars().collect())
        .collect();
    let shape = match ruleset {
        Ruleset::One => Shape::Square,
        Ruleset::Two => Shape::Hex,
    };
    let board = Board::of(shape, rows[0].len(), rows.len()).expect("a drawn board has a size");
    let mut ground = Grid::filled(board, Terrain::Open);
    for cell in board.cells() {
        let symbol = rows[rows.len() - 1 - usize::from(cell.rank())][usize::from(cell.file())];
        ground[cell] = Terrain::from_symbol(symbol).expect("the letter of a terrain");
    }
    let mut game = Game {
        ruleset,
        terrain: ground,
        cap: 10,
        armies: [Vec::new(), Vec::new()],
        start: Start::Fixed(Vec::new()),
        middle: 2.min(board.ranks())..board.ranks().saturating_sub(2),
        towns: 5,
        // on for a moment, so that `start` may have the symbols of Paratroops
        options: Options::ALL_OFF.with(Switch::Paratroops),
        map_lot: None,
    };
    let army: Vec<(Cell, Unit)> = position(&game, &format!("{start} w 1 0")).units().collect();
    game.options = Options::ALL_OFF;
    game.armies = Side::BOTH.map(|side| {
        let own = army.iter().filter(|(_, unit)| unit.side == side);
        own.map(|(_, unit)| match unit.kind {
            Kind::Paratroops => Kind::Infantry,
            kind => kind,
        })
        .collect()
    });
    game.start = Start::Fixed(army);
    game
}

/// A game of those rules on open ground, otherwise like [`game`].
pub fn open_game(ruleset: Ruleset, start: &str) -> Game {
    let row = ".".repeat(width(start));
    let rows = vec![row; start.split('/').count()];
    game(ruleset, &rows.join("/"), start)
}

/// The number of cells of the first row of a position text.
fn width(rows: &str) -> usize {
    let row = rows.split('/').next().unwrap_or_default();
    let (mut cells, mut blanks, mut is_inside) = (0, 0, false);
    for symbol in row.chars() {
        match symbol.to_digit(10) {
            Some(digit) => blanks = blanks * 10 + digit as usize,
            None => {
                is_inside = symbol == '(' || is_inside && symbol != ')';
                cells += blanks + usize::from(!is_inside);
                blanks = 0;
            }
        }
    }
    cells + blanks
}

/// WarGame 1 or 2 with the map and the book set-up of the rulebook. Rules: wargame 1.13, 2.8.
pub fn standard(ruleset: Ruleset) -> Game {
    let (files, home, map, book, cap, towns) = match ruleset {
        Ruleset::One => (33, 6, MAP_1, BOOK_1, 10, 5),
        Ruleset::Two => (24, 4, MAP_2, BOOK_2, 7, 3),
    };
    let open = vec![".".repeat(files); home].join("/");
    let blank = vec![files.to_string(); home + 8].join("/");
    let mut game = game(
        ruleset,
        &format!("{open}/{map}/{open}"),
        &format!("{blank}/{book}"),
    );
    let board = game.board();
    let zone = |ranks: std::ops::Range<u8>| -> Vec<Cell> {
        let cells = board.cells();
        cells.filter(|cell| ranks.contains(&cell.rank())).collect()
    };
    let Start::Fixed(army) = &game.start else {
        unreachable!("the game was just made so");
    };
    let place = |turn: fn(&Board, Cell) -> Cell| -> Vec<Placement> {
        let placed = army.iter().map(|(cell, unit)| Placement {
            cell: turn(&board, *cell),
            kind: unit.kind,
        });
        let mut placed: Vec<Placement> = placed.collect();
        placed.sort_unstable();
        placed
    };
    let books = [
        place(|_, cell| cell),
        place(|board, cell| board.half_turn(cell)),
    ];
    let home = home as u8;
    game.armies = [game.armies[0].clone(), game.armies[0].clone()];
    game.start = Start::Hidden(HiddenSetUp {
        zones: [zone(0..home), zone(board.ranks() - home..board.ranks())],
        books: books.map(|book| vec![("book".to_owned(), book)]),
    });
    game.middle = home..board.ranks() - home;
    (game.cap, game.towns) = (cap, towns);
    game
}

/// A small board with all terrain, armies that meet at once, every kind and every switch but those that end games soon.
pub fn busy(ruleset: Ruleset) -> Game {
    let terrain = "..H..T/F..HF./.T..F./..H..F/.F..H./T....F";
    let armies = match ruleset {
        Ruleset::One => "(cp)(sc)t(tc)ia/t(ic)ap(ac)i/1tI3/3it1/P(IC)AI1T/(CP)(SC)T(TC)IA",
        Ruleset::Two => "cgvlia/vlap1i/2iV2/2vI2/VLAP1I/CGVLIA",
    };
    let soon = [
        Switch::Short,
        Switch::Banner,
        Switch::Commander,
        Switch::RandomMap,
    ];
    let mut game = game(ruleset, terrain, armies);
    let all: Options = Switch::ALL.into_iter().collect();
    game.options = soon.into_iter().fold(all, Options::without);
    game
}

/// The start of a game.
pub fn start(game: Game) -> Position {
    Position::new(Arc::new(game))
}

/// A game with both book set-ups placed and White to begin.
pub fn started(game: Game) -> Position {
    let mut position = Position::new(Arc::new(game));
    let mut lots = || position.resolve(crate::Lots(0)).is_ok();
    lots();
    for side in Side::BOTH {
        let book = position.legal_orders(side).swap_remove(0);
        position.apply(side, &book).expect("a book is legal");
    }
    position
        .resolve(crate::Lots(0))
        .expect("the first player is drawn");
    position
}

/// The position a text describes in that game.
pub fn position(game: &Game, text: &str) -> Position {
    Position::from_text(Arc::new(game.clone()), text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The texts of the listed orders, sorted, joined by blanks; only those of the unit on a cell if one is named.
pub fn orders(position: &Position, cell: &str) -> String {
    let orders = match cell.parse() {
        Ok(cell) => position.legal_orders_from(cell),
        Err(_) => position.legal_orders(position.side()),
    };
    let text = |order: &Order| order.to_text(position.game(), position.side());
    let mut texts: Vec<String> = orders.iter().map(text).collect();
    texts.sort_unstable();
    texts.join(" ")
}

/// A game under way, set-ups and lots done, in a position in which many of its units stand close together
/// anywhere, some of them towed or prepared.
pub fn jumbled(game: &Game, seeded: &mut Seeded) -> Position {
    let board = game.board();
    let middle = Cell::new(
        seeded.below(board.files().into()) as u8,
        seeded.below(board.ranks().into()) as u8,
    );
    let spread = 2 + seeded.below(5) as u8;
    let cells = board.within(middle, spread).collect();
    // between one cell in five and two in three are filled
    let part = 3 + seeded.below(7);
    scattered(game, cells, part, seeded)
}

/// A game under way with all units of both sides in the middle of the board, half of its cells filled.
pub fn crowd(game: &Game, seeded: &mut Seeded) -> Position {
    let board = game.board();
    let units = game.armies.iter().map(Vec::len).sum::<usize>();
    let middle = Cell::new(board.files() / 2, board.ranks() / 2);
    let mut cells: Vec<Cell> = board.cells().collect();
    cells.sort_by_key(|cell| (board.distance(*cell, middle), *cell));
    cells.truncate(units * 2);
    scattered(game, cells, 8, seeded)
}

/// Units on that many fifteenths of those cells.
fn scattered(game: &Game, mut cells: Vec<Cell>, part: usize, seeded: &mut Seeded) -> Position {
    let game = Arc::new(Game {
        map_lot: Some(0),
        ..game.clone()
    });
    let board = game.board();
    let mut units: Vec<Unit> = Vec::new();
    for side in Side::BOTH {
        units.extend(game.army(side).into_iter().map(|kind| Unit { side, kind }));
    }
    let room = cells.len() * part / 15;
    let mut placed: Grid<Option<Unit>> = Grid::filled(board, None);
    let mut left = room.max(1);
    while left > 0 && !units.is_empty() && !cells.is_empty() {
        let cell = cells.swap_remove(seeded.below(cells.len()));
        let unit = units.swap_remove(seeded.below(units.len()));
        if game.cost(unit.kind, game.terrain[cell]).is_some() {
            placed[cell] = Some(unit);
            left -= 1;
        }
    }
    let mut text = String::new();
    crate::rows::write(
        0..board.ranks(),
        board.files(),
        |cell| placed[cell].map(Unit::symbol),
        &mut text,
    );
    let side = *seeded.choose(&Side::BOTH);
    text.push_str(&format!(
        " {} {} {}",
        side.letter(),
        1 + seeded.below(40),
        seeded.below(2)
    ));
    let quiet = seeded.below(60);
    if quiet > 0 {
        text.push_str(&format!(" quiet={quiet}"));
    }
    let of = |cell: Cell| placed[cell].filter(|unit| unit.side != side);
    let mut tows: Vec<(Cell, Cell)> = Vec::new();
    let mut prepared: Vec<Cell> = Vec::new();
    for cell in board.cells() {
        if placed[cell].is_some_and(|unit| unit.kind == Kind::Paratroops) && seeded.one_in(2) {
            prepared.push(cell);
        }
        for beside in board.neighbors(cell) {
            if let (Some(tower), Some(towed)) = (of(cell), of(beside))
                && tower.kind.tows(towed.kind)
                && tows.iter().all(|(a, b)| *a != beside && *b != cell)
                && seeded.one_in(3)
            {
                tows.push((beside, cell));
            }
        }
    }
    let list = |name: &str, items: Vec<String>| match items.is_empty() {
        true => String::new(),
        false => format!(" {name}={}", items.join(",")),
    };
    let tows = tows.iter().map(|(towed, tower)| format!("{towed}>{tower}"));
    text.push_str(&list("tow", tows.collect()));
    text.push_str(&list(
        "prep",
        prepared.iter().map(Cell::to_string).collect(),
    ));
    position(&game, &text)
}

/// A choice of orders that can be written: moves, fire and leaps from each unit to the cells near, and random paths of
/// up to seven cells, alone and with the company of a neighbor.
pub(super) fn writable(position: &Position, seeded: &mut Seeded) -> Vec<Order> {
    /// The random paths tried for each unit.
    const WALKS: usize = 48;
    let board = position.board();
    let outside = Cell::new(board.files(), board.ranks());
    let corner = Cell::new(0, 0);
    let mut orders = vec![
        Order::Prepare(outside),
        Order::Fire {
            from: outside,
            at: corner,
        },
        Order::Rifle {
            from: corner,
            at: outside,
        },
        Order::Move {
            path: Path::between(corner, outside),
            company: Company::Nobody,
        },
        Order::SetUp(SetUp::new(Vec::new())),
    ];
    for (from, _) in position.units() {
        orders.push(Order::Prepare(from));
        for at in board.within(from, 7) {
            let path = Path::between(from, at);
            let company = Company::Nobody;
            orders.push(Order::Move { path, company });
            orders.push(Order::Fire { from, at });
            orders.push(Order::Rifle { from, at });
            let beyond: Vec<Cell> = board.neighbors(at).collect();
            for on in [None, Some(*seeded.choose(&beyond))] {
                orders.push(Order::Leap { from, to: at, on });
            }
        }
        for _ in 0..WALKS {
            let mut path = vec![from];
            while path.len() < 2 || path.len() < 7 && !seeded.one_in(4) {
                let beyond: Vec<Cell> = board.neighbors(path[path.len() - 1]).collect();
                path.push(*seeded.choose(&beyond));
            }
            let beside: Vec<Cell> = board.neighbors(from).collect();
            let beside = *seeded.choose(&beside);
            let path = Path::new(&path).expect("two to seven cells");
            for company in [
                Company::Nobody,
                Company::Towed(beside),
                Company::Leader(beside),
            ] {
                orders.push(Order::Move { path, company });
            }
        }
    }
    orders
}
