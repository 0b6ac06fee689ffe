//! Texts of the toy: orders, positions, and the drawn start of a game.

use std::fmt;

use board::{Board, Cell, Grid};

use super::{Camp, Fight, Game, Order, Position, SIDES, Sign, Units, other};

/// The symbols of the cells, two characters each.
const CELLS: [(&str, Units); 5] = [
    ("..", [0, 0]),
    ("n.", [1, 0]),
    ("nn", [2, 0]),
    ("s.", [0, 1]),
    ("ss", [0, 2]),
];

/// Why there is no such game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GameError(&'static str);

/// Text that is no position of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no position: rows, turn, orders left and perhaps a fight, prisoners and their camp were expected, as in n.../..s. 3 1 a2-b1:2- held=1,0"
)]
pub struct PositionError(String);

impl Game {
    /// A game with its start drawn: rows of a board of hexes, the top rank first, joined by `/`, two characters a cell.
    ///
    /// # Errors
    /// If the rows, the goal or a number are of no game.
    pub fn new(
        rows: &str,
        goal: Cell,
        orders: u8,
        cards: u8,
        turns: u16,
    ) -> Result<Self, GameError> {
        let units = read_units(rows).ok_or(GameError(
            "an even number of rows alike was expected, each cell .. or n. or nn or s. or ss",
        ))?;
        let has = |side: usize| units.iter().any(|(_, units)| units[side] > 0);
        if units.get(goal) != Some(&[0, 0]) || !has(0) || !has(1) {
            return Err(GameError(
                "both sides have units, and the goal is a free cell of the board",
            ));
        }
        if orders == 0 || turns == 0 || !(1..=9).contains(&cards) {
            return Err(GameError("a game has 1 to 9 cards, orders and turns"));
        }
        Ok(Self {
            units,
            goal,
            orders,
            cards,
            turns,
            camp: false,
        })
    }

    /// The same game with a camp.
    pub fn with_camp(self) -> Self {
        Self { camp: true, ..self }
    }
}

impl Order {
    /// Reads an order's text and nothing else.
    pub(super) fn read(text: &str, board: Board) -> Option<Self> {
        let cell = |text: &str| text.parse().ok().filter(|cell| board.contains(*cell));
        let sign = |text: &str| Sign::ALL.into_iter().find(|sign| sign.word() == text);
        let words: Vec<&str> = text.split(' ').collect();
        let order = match (words[..].split_first()?, text.split_once(['-', '='])) {
            ((&"guard", [at, unit]), _) => Self::Guard(cell(at)?, unit.parse().ok()?),
            ((&"sign", [of]), _) => Self::Sign(sign(of)?),
            ((&"return", [to]), _) => Self::Return(cell(to)?),
            ((&"stay", []), _) => Self::Stay,
            (_, None) => Self::End,
            (_, Some(("give", _))) => Self::GiveUp,
            (_, Some(("card", card))) => Self::Card(card.parse().ok()?),
            (_, Some(("retreat", to))) => Self::Retreat(cell(to)?),
            (_, Some((from, to))) => Self::Move(cell(from)?, cell(to)?),
        };
        // one text for each order: `card=07` would be another encoding of the same card
        (order.to_string() == text).then_some(order)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(from, to) => write!(f, "{from}-{to}"),
            Self::Card(card) => write!(f, "card={card}"),
            Self::Retreat(to) => write!(f, "retreat={to}"),
            Self::GiveUp => f.write_str("give-up"),
            Self::End => f.write_str("end"),
            Self::Guard(cell, unit) => write!(f, "guard {cell} {unit}"),
            Self::Sign(sign) => write!(f, "sign {}", sign.word()),
            Self::Return(to) => write!(f, "return {to}"),
            Self::Stay => f.write_str("stay"),
        }
    }
}

impl Fight {
    /// Reads ` c3-d4:2-`: cells, the two cards and the loser's letter, as far as they are known.
    fn read(text: &str) -> Option<Self> {
        let (cells, more) = text.split_once(':')?;
        let (from, to) = cells.split_once('-')?;
        let mut more = more.chars();
        let mut card = || Some(more.next()?.to_digit(10).map(|card| card as u8));
        Some(Self {
            from: from.parse().ok()?,
            to: to.parse().ok()?,
            cards: [card()?, card()?],
            loser: match more.next() {
                None => None,
                Some('n') => Some(SIDES[0]),
                Some(_) => Some(SIDES[1]),
            },
        })
    }
}

impl fmt::Display for Fight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = |n: usize| self.cards[n].map_or("-".to_owned(), |card| card.to_string());
        let loser = self.loser.map_or("", |side| ["n", "s"][side.index()]);
        let (from, to) = (self.from, self.to);
        write!(f, " {from}-{to}:{}{}{loser}", card(0), card(1))
    }
}

impl Camp {
    /// Reads `-` or `c3.2:l-`: the guard and the two signs, as far as they are known.
    fn read(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Self::default());
        }
        let (guard, signs) = text.split_once(':')?;
        let (cell, unit) = guard.split_once('.')?;
        let sign = |letter: char| match letter {
            'l' => Some(Sign::Left),
            'r' => Some(Sign::Right),
            _ => None,
        };
        let mut signs = signs.chars();
        Some(Self {
            guard: Some((cell.parse().ok()?, unit.parse().ok()?)),
            signs: [sign(signs.next()?), sign(signs.next()?)],
        })
    }
}

impl fmt::Display for Camp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((cell, unit)) = self.guard else {
            return f.write_str("-");
        };
        let sign = |n: usize| self.signs[n].map_or("-", |sign| &sign.word()[..1]);
        write!(f, "{cell}.{unit}:{}{}", sign(0), sign(1))
    }
}

impl Position {
    /// The whole position: rows, turn, orders left, a fight as far as it has come, prisoners and their camp.
    pub(super) fn text(&self) -> String {
        let symbol = |cell| CELLS.iter().find(|(_, units)| *units == self.units[cell]);
        let rows = rows(self.board(), |cell| {
            symbol(cell).map_or("??", |cell| cell.0)
        });
        let fight = self
            .fight
            .map_or_else(String::new, |fight| fight.to_string());
        let mut text = format!("{rows} {} {}{fight}", self.turn, self.left);
        if self.prisoners != [0, 0] {
            let [north, south] = self.prisoners;
            text.push_str(&format!(" held={north},{south}"));
        }
        if let Some(camp) = self.camp {
            text.push_str(&format!(" camp={camp}"));
        }
        text
    }

    /// Reads what [`Position::text`] writes and nothing else.
    pub(super) fn read(&self, text: &str) -> Result<Self, PositionError> {
        let read = || {
            let mut fields = text.split(' ').peekable();
            let position = Self {
                game: self.game.clone(),
                units: read_units(fields.next()?)?,
                turn: fields.next()?.parse().ok()?,
                left: fields.next()?.parse().ok()?,
                fight: match fields.next_if(|field| !field.contains('=')) {
                    None => None,
                    Some(fight) => Some(Fight::read(fight)?),
                },
                prisoners: match fields.next_if(|field| field.starts_with("held=")) {
                    None => [0, 0],
                    Some(held) => {
                        let (north, south) = held.strip_prefix("held=")?.split_once(',')?;
                        [north.parse().ok()?, south.parse().ok()?]
                    }
                },
                camp: match fields.next() {
                    None => None,
                    Some(camp) => Some(Camp::read(camp.strip_prefix("camp=")?)?),
                },
            };
            (position.is_sound() && position.text() == text).then_some(position)
        };
        read().ok_or_else(|| PositionError(text.chars().take(64).collect()))
    }

    /// True if the board, the numbers and the fight are of this game.
    fn is_sound(&self) -> bool {
        let game = &self.game;
        let last = u32::from(game.turns) + 1;
        let are_in_range = self.board() == game.units.board()
            && self.units.iter().any(|(_, units)| *units != [0, 0])
            && (1..=last).contains(&self.turn)
            && self.left <= game.orders
            && (game.camp || self.prisoners == [0, 0]);
        let is_over = are_in_range && self.ending().is_some();
        if let Some(camp) = self.camp {
            return are_in_range && !is_over && self.fight.is_none() && self.is_sound_camp(camp);
        }
        let Some(fight) = self.fight else {
            return are_in_range && (is_over || self.left > 0);
        };
        let (mover, cards) = (self.mover(), fight.cards);
        let mut chosen = cards.iter().flatten();
        let is_decided = match cards {
            [Some(north), Some(south)] => match game.winner(north, south) {
                Some(winner) => fight.loser == Some(other(winner)),
                None => true,
            },
            _ => fight.loser.is_none(),
        };
        are_in_range
            && !is_over
            && self.left < game.orders
            && self.count(mover, fight.from) > 0
            && self.count(other(mover), fight.to) > 0
            && self
                .board()
                .neighbors(fight.from)
                .any(|cell| cell == fight.to)
            && chosen.all(|card| (1..=game.cards).contains(card))
            && is_decided
    }

    /// True if the side on turn holds prisoners, its guard stands on the board, and a decision is still open.
    fn is_sound_camp(&self, camp: Camp) -> bool {
        let mover = self.mover();
        let holds = self.prisoners[other(mover).index()] > 0;
        let is_posted = camp
            .guard
            .is_none_or(|(cell, unit)| (1..=self.count(mover, cell)).contains(&unit));
        let is_open = match camp.signs {
            [Some(north), Some(south)] => north != south,
            signs => camp.guard.is_some() || signs == [None, None],
        };
        holds && is_posted && is_open
    }

    /// Rows with the goal and nothing else.
    pub(super) fn goal_rows(&self) -> String {
        let goal = self.game.goal;
        rows(self.board(), |cell| if cell == goal { "*" } else { "." })
    }
}

fn rows<'a>(board: Board, symbol: impl Fn(Cell) -> &'a str) -> String {
    let row = |rank| {
        (0..board.files())
            .map(|file| symbol(Cell::new(file, rank)))
            .collect()
    };
    let rows: Vec<String> = (0..board.ranks()).rev().map(row).collect();
    rows.join("/")
}

fn read_units(text: &str) -> Option<Grid<Units>> {
    let rows: Vec<&str> = text.split('/').collect();
    let board = Board::hex(rows[0].len() / 2, rows.len()).ok()?;
    let mut units = Grid::filled(board, [0, 0]);
    for (rank, row) in (0..board.ranks()).rev().zip(rows) {
        let (symbols, rest) = row.as_bytes().as_chunks::<2>();
        if symbols.len() != board.files().into() || !rest.is_empty() {
            return None;
        }
        for (file, symbol) in (0..board.files()).zip(symbols) {
            let known = CELLS.iter().find(|(known, _)| known.as_bytes() == symbol);
            units[Cell::new(file, rank)] = known?.1;
        }
    }
    Some(units)
}
