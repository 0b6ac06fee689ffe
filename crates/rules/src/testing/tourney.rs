//! War Lord Tourney for tests: games of the rules with options by their keys, small ones, and every order that can be
//! written.

use std::sync::Arc;

use board::{Board, Cell, Grid};

use super::{Seeded, whole};
use crate::tourney::{
    Castle, Duel, Game, Kind, LadyChoice, Line, Map, Name, Options, Order, Position, SIDE_NAMES,
    Several, Start, Switch, Terrain,
};
use crate::{AnyPosition, Lots, Rules, Side, ToAct};

/// Options by their keys: `wounds healing several=2 seats=4`.
///
/// # Panics
/// If a word is no option.
pub fn options(words: &str) -> Options {
    let mut options = Options::BASE;
    for word in words.split_whitespace() {
        match word.split_once('=') {
            Some(("several", value)) => {
                options.several = Several::from_word(value).expect("off, 2 or all");
            }
            Some(("seats", value)) => options.seats = value.parse().expect("a number of seats"),
            _ => options = options.with(Switch::from_key(word).expect("the key of a switch")),
        }
    }
    options
}

/// The game of the rules with those options, on the board they ask for.
pub fn game(words: &str) -> Game {
    let options = options(words);
    Game::standard(Map::of(options), options)
}

/// The start of that game, in play: white has the first turn, with `muster` from the usual start.
pub fn start(words: &str) -> Position {
    begun(Position::new(Arc::new(game(words))))
}

/// The position after the musters and the lot for white.
///
/// # Panics
/// If the game is over before it begins.
pub fn begun(mut position: Position) -> Position {
    loop {
        match position.decides() {
            ToAct::Secretly(sides) => {
                let side = sides.iter().next().expect("somebody musters");
                let book = position.legal_orders(side)[0].clone();
                position.apply(side, &book).expect("the book is legal");
            }
            ToAct::Lots(_) => {
                position.resolve(Lots(0)).expect("the lot is awaited");
            }
            ToAct::One(_) | ToAct::Nobody(_) => return position,
        }
    }
}

/// A small game on 7x7, with woods and rough ground where units soon meet.
pub fn small(words: &str) -> Game {
    const ROWS: [&str; 7] = [
        "...C...", "...G...", ".F...R.", "...F...", ".R...F.", "...G...", "...C...",
    ];
    let options = options(words);
    let board = Board::new(7, 7).expect("a size that boards have");
    let mut terrain = Grid::filled(board, Terrain::Open);
    for cell in board.cells() {
        let row = ROWS[6 - usize::from(cell.rank())];
        let symbol = row.chars().nth(cell.file().into());
        let ground = symbol.and_then(Terrain::from_symbol);
        terrain[cell] = ground.expect("the letter of a terrain");
    }
    let cell = |name: &str| name.parse::<Cell>().expect("the name of a cell");
    let sites = [("South", "d1", "d2"), ("North", "d7", "d6")];
    let mut castles = [const { None }; 4];
    let mut start: Vec<Start> = Vec::new();
    for (place, (name, castle, green)) in sites.into_iter().enumerate() {
        let (castle, green) = (cell(castle), cell(green));
        let side = Side::new(place as u8).expect("there may be two sides");
        start.extend(Game::standard_start(board, side, (castle, green), options));
        castles[place] = Some(Castle {
            cell: castle,
            green,
            name: name.to_owned(),
        });
    }
    let wood = Game::middle_wood(&terrain);
    Game {
        terrain,
        castles,
        start,
        wood,
        options,
    }
}

/// A position in the middle of that game: some turns of random play, again from the start where they end it.
pub(super) fn jumbled(start: &AnyPosition, seeded: &mut Seeded) -> AnyPosition {
    loop {
        let mut position = start.clone();
        for _ in 0..seeded.below(60) + 10 {
            whole::stroll(&mut position, seeded, 4);
        }
        if matches!(position.to_act(), ToAct::One(_)) {
            return position;
        }
    }
}

/// Every order that can be written in this position, or a sample of them.
pub fn writable(position: &Position, seeded: &mut Seeded) -> Vec<Order> {
    let board = position.board();
    let outside = Cell::new(board.files(), board.ranks());
    let cells: Vec<Cell> = board.cells().chain([outside]).collect();
    let names = names(position, &cells, seeded);
    let mut orders = vec![Order::End, Order::Decline];
    for man in &names {
        orders.extend(cells.iter().map(|to| Order::Move { man: *man, to: *to }));
        orders.extend([Order::Recall, Order::Capture, Order::Slay].map(|order| order(*man)));
        orders.extend((0..4).map(|steps| Order::Wander { man: *man, steps }));
        orders.extend(names.iter().map(|at| Order::Shoot { man: *man, at: *at }));
        orders.extend(Kind::ALL.map(|heir| Order::Succeed {
            heir,
            man: Some(*man),
        }));
    }
    orders.extend(cells.iter().map(|cell| Order::Fight(*cell)));
    for kind in Kind::ALL {
        orders.push(Order::Succeed {
            heir: kind,
            man: None,
        });
        for owner in sides() {
            let greens = cells.iter().copied().map(Some).chain([None]);
            orders.extend(greens.map(|green| Order::Free { owner, kind, green }));
        }
    }
    for grave in position.graves() {
        for owner in sides().into_iter().flatten() {
            orders.extend(cells.iter().map(|to| Order::Raise {
                owner,
                kind: grave.kind,
                grave: grave.cell,
                to: *to,
            }));
        }
    }
    orders.extend(LadyChoice::ALL.map(Order::Lady));
    orders.extend(Line::ALL.map(Order::Aim));
    orders.extend(Line::ALL.map(Order::Parry));
    let card = crate::tourney::Card::HighLow;
    let (own, enemy) = (*seeded.choose(&names), *seeded.choose(&names));
    orders.push(Order::Cards(vec![Duel { card, own, enemy }]));
    orders.push(Order::SetUp(position.game().book(position.side())));
    orders
}

/// Every side, and none.
fn sides() -> Vec<Option<Side>> {
    let places = 0..SIDE_NAMES.len() as u8;
    places.map(Side::new).chain([None]).collect()
}

/// Names of what is on each cell, and on some empty ones a name without kind.
fn names(position: &Position, cells: &[Cell], seeded: &mut Seeded) -> Vec<Name> {
    let mut names = Vec::new();
    let name = |cell, kind, is_second| Name {
        owner: None,
        kind,
        is_second,
        cell,
    };
    for cell in cells {
        let is_empty = position.on(*cell).next().is_none();
        if !is_empty || seeded.one_in(20) {
            names.push(name(*cell, None, false));
        }
        for man in position.on(*cell) {
            for is_second in [false, true] {
                names.push(name(*cell, Some(man.unit.kind), is_second));
            }
            names.push(Name {
                owner: Some(man.unit.owner),
                ..name(*cell, Some(man.unit.kind), false)
            });
        }
    }
    names.dedup();
    names
}

/// Which names of an order mean the second of two alike, as bits.
pub(super) fn seconds(order: &Order) -> u8 {
    let names: Vec<&Name> = match order {
        Order::Move { man, .. } | Order::Wander { man, .. } => vec![man],
        Order::Recall(man) | Order::Capture(man) | Order::Slay(man) => vec![man],
        Order::Shoot { man, at } => vec![man, at],
        Order::Succeed { man, .. } => man.iter().collect(),
        _ => Vec::new(),
    };
    let bits = names.iter().map(|name| u8::from(name.is_second));
    bits.fold(0, |all, bit| all << 1 | bit)
}
