//! The texts of orders. Rules: tourney 5.2, 5.3, 5.17, 6.1, 6.2.

use std::fmt;
use std::ops::Range;

use board::{Board, Cell};

use super::{Duel, LadyChoice, Name, Order, Placement, SetUp};
use crate::rows::{self, RowError};
use crate::tourney::unit::{self, letters};
use crate::tourney::{Card, Game, Kind, Line, SIDE_NAMES, sides};
use crate::{OrderError, Side};

const EXPECTED: &str = "f2-f5, recall f5, end, free knight, fight d8, card HM d8:d8, capture d8, slay d8, decline, \
                        succeed knight, lady castle, shoot h5:h7, aim H, parry M, wander e7 2, raise Kd8-f6";

impl Order {
    /// Reads an order; a set-up is read for that side.
    pub(in crate::tourney) fn parse(
        game: &Game,
        side: Side,
        text: &str,
    ) -> Result<Self, OrderError> {
        // no other order has a `/`, and rows of a muster always have two
        if text.contains('/') {
            return SetUp::parse(game, side, text)
                .map(Self::SetUp)
                .map_err(|expected| OrderError::of_text(text, expected));
        }
        Self::read(game.board(), text)
            // one text for each order: another spelling would be another encoding of the same order
            .filter(|order| order.to_text(game, side) == text)
            .ok_or_else(|| OrderError::of_text(text, EXPECTED))
    }

    fn read(board: Board, text: &str) -> Option<Self> {
        // two blanks give an empty word, which nothing below takes: an order has one text
        let mut words = text.split(' ');
        let first = words.next()?;
        let words: Vec<&str> = words.collect();
        let name = |text: &[&str]| Name::read(board, text);
        let cell = |text: &str| on(board, text);
        Some(match (first, &words[..]) {
            ("end", []) => Self::End,
            ("decline", []) => Self::Decline,
            ("recall", words) => Self::Recall(name(words)?),
            ("capture", words) => Self::Capture(name(words)?),
            ("slay", words) => Self::Slay(name(words)?),
            ("fight", [at]) => Self::Fight(cell(at)?),
            ("aim", [line]) => Self::Aim(read_line(line)?),
            ("parry", [line]) => Self::Parry(read_line(line)?),
            ("wander", [man, steps]) => Self::Wander {
                man: name(&[man])?,
                steps: steps.parse().ok()?,
            },
            ("lady", [choice]) => {
                let mut choices = LadyChoice::ALL.into_iter();
                Self::Lady(choices.find(|other| other.word() == *choice)?)
            }
            ("succeed", [heir]) => Self::Succeed {
                heir: Kind::from_word(heir)?,
                man: None,
            },
            ("succeed", [heir, man]) => Self::Succeed {
                heir: Kind::from_word(heir)?,
                man: Some(name(&[man])?),
            },
            ("free", words) => Self::read_free(board, words)?,
            ("shoot", [pair, more @ ..]) => {
                let (man, at) = pair.split_once(':')?;
                let target: Vec<&str> = [at].into_iter().chain(more.iter().copied()).collect();
                Self::Shoot {
                    man: name(&[man])?,
                    at: name(&target)?,
                }
            }
            ("card", words) => Self::read_cards(board, words)?,
            ("raise", [way]) => {
                let (grave, to) = way.split_once('-')?;
                let (owner, kind, grave) = unit::read_named(grave)?;
                Self::Raise {
                    owner,
                    kind,
                    grave: cell(grave)?,
                    to: cell(to)?,
                }
            }
            (way, []) => {
                let (man, to) = way.split_once('-')?;
                Self::Move {
                    man: name(&[man])?,
                    to: cell(to)?,
                }
            }
            _ => return None,
        })
    }

    fn read_free(board: Board, words: &[&str]) -> Option<Self> {
        let (owner, words) = match words.split_first()? {
            (first, rest) if SIDE_NAMES.contains(first) => (Some(read_side(first)?), rest),
            _ => (None, words),
        };
        let (kind, green) = match words {
            [kind] => (kind, None),
            [kind, green] => (kind, Some(on(board, green)?)),
            _ => return None,
        };
        Some(Self::Free {
            owner,
            kind: Kind::from_word(kind)?,
            green,
        })
    }

    fn read_cards(board: Board, words: &[&str]) -> Option<Self> {
        let mut duels = Vec::new();
        let mut words = words.iter().copied();
        while let Some(card) = words.next() {
            let (own, enemy) = words.next()?.split_once(':')?;
            // the owner of an enemy is a word of its own
            let mut enemy = vec![enemy];
            if SIDE_NAMES.contains(&enemy[0]) {
                enemy.push(words.next()?);
            }
            duels.push(Duel {
                card: Card::from_text(card)?,
                own: Name::read(board, &[own])?,
                enemy: Name::read(board, &enemy)?,
            });
        }
        (!duels.is_empty()).then_some(Self::Cards(duels))
    }

    /// The order in the notation of the engine protocol; only a muster's text depends on the side.
    pub(in crate::tourney) fn to_text(&self, game: &Game, side: Side) -> String {
        match self {
            Self::SetUp(set_up) => set_up.to_text(game, side),
            Self::Move { man, to } => format!("{man}-{to}"),
            Self::Recall(man) => format!("recall {man}"),
            Self::Shoot { man, at } => format!("shoot {man}:{at}"),
            Self::Wander { man, steps } => format!("wander {man} {steps}"),
            Self::Raise {
                owner,
                kind,
                grave,
                to,
            } => format!("raise {}{grave}-{to}", letters(*owner, *kind, false)),
            Self::End => "end".to_owned(),
            Self::Free { owner, kind, green } => {
                let owner = owner.map(|owner| format!("{} ", sides::name(owner)));
                let green = green.map(|green| format!(" {green}"));
                let [owner, green] = [owner, green].map(Option::unwrap_or_default);
                format!("free {owner}{}{green}", kind.word())
            }
            Self::Fight(cell) => format!("fight {cell}"),
            Self::Cards(duels) => {
                let mut text = "card".to_owned();
                for Duel { card, own, enemy } in duels {
                    text.push_str(&format!(" {card} {own}:{enemy}"));
                }
                text
            }
            Self::Aim(line) => format!("aim {}", line.symbol()),
            Self::Parry(line) => format!("parry {}", line.symbol()),
            Self::Capture(man) => format!("capture {man}"),
            Self::Slay(man) => format!("slay {man}"),
            Self::Decline => "decline".to_owned(),
            Self::Succeed { heir, man: None } => format!("succeed {}", heir.word()),
            Self::Succeed {
                heir,
                man: Some(man),
            } => format!("succeed {} {man}", heir.word()),
            Self::Lady(choice) => format!("lady {}", choice.word()),
        }
    }
}

impl Name {
    /// Reads `f2`, `Kf2`, `K2f2`, or `red Kf2`.
    fn read(board: Board, words: &[&str]) -> Option<Self> {
        let (owner, text) = match words {
            [text] => (None, text),
            [owner, text] => (Some(read_side(owner)?), text),
            _ => return None,
        };
        let first = text.chars().next()?;
        let kind = Kind::from_symbol(first);
        let rest = if kind.is_some() { &text[1..] } else { text };
        let second = rest.strip_prefix('2').filter(|_| kind.is_some());
        Some(Self {
            owner,
            kind,
            is_second: second.is_some(),
            cell: on(board, second.unwrap_or(rest))?,
        })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(owner) = self.owner {
            write!(f, "{} ", sides::name(owner))?;
        }
        if let Some(kind) = self.kind {
            write!(f, "{}", kind.symbol())?;
        }
        if self.is_second {
            f.write_str("2")?;
        }
        write!(f, "{}", self.cell)
    }
}

fn on(board: Board, text: &str) -> Option<Cell> {
    text.parse().ok().filter(|cell| board.contains(*cell))
}

fn read_side(text: &str) -> Option<Side> {
    sides::ALL
        .into_iter()
        .find(|side| sides::name(*side) == text)
}

fn read_line(text: &str) -> Option<Line> {
    let mut letters = text.chars();
    let line = Line::from_symbol(letters.next()?)?;
    letters.next().is_none().then_some(line)
}

/// The rows in which a side's muster is written: its three outer ranks or files.
struct Frame {
    ranks: Range<u8>,
    files: Range<u8>,
}

impl Frame {
    fn of(game: &Game, side: Side) -> Self {
        let home = game.home(side);
        let files = || home.iter().map(|cell| cell.file());
        Self {
            ranks: rows::ranks(home.iter().copied()),
            files: files().min().unwrap_or(0)..files().max().map_or(0, |last| last + 1),
        }
    }
}

impl SetUp {
    /// Reads the rows of a side's zone, the top rank first. Rules: tourney 5.17.
    fn parse(game: &Game, side: Side, text: &str) -> Result<Self, &'static str> {
        let frame = Frame::of(game, side);
        let width = frame.files.end - frame.files.start;
        let kinds = |symbol: &str| {
            let units = unit::read_stack(symbol)?;
            let own = units.into_iter().map(|unit| {
                // a muster has fresh units only, so a mark is a mistake and no part of the army
                let is_plain = unit.owner == side && !unit.is_undead && unit.marks().is_empty();
                is_plain.then_some(unit.kind)
            });
            own.collect::<Option<Vec<Kind>>>()
        };
        let rows = rows::read(text, frame.ranks, width, kinds).map_err(|error| match error {
            RowError::Symbol { .. } => {
                "only the side's own units, stacks in brackets, numbers and / make a set-up"
            }
            RowError::Width { .. } => "every row of a set-up adds up to the width of the zone",
            RowError::Count(_) => "a set-up has one row for each rank of the side's zone",
        })?;
        let mut placements = Vec::new();
        for (cell, kinds) in rows {
            // rows are counted from the frame's first file: two of the four sides muster on files (tourney 6.1)
            let cell = Cell::new(cell.file() + frame.files.start, cell.rank());
            placements.extend(kinds.into_iter().map(|kind| Placement { cell, kind }));
        }
        let set_up = Self::new(placements);
        // one text for each muster: a stack is written in the order of the kinds
        match set_up.to_text(game, side) == text {
            true => Ok(set_up),
            false => {
                Err("a stack is written in the order W L K F S B P, one unit without brackets")
            }
        }
    }

    fn to_text(&self, game: &Game, side: Side) -> String {
        let frame = Frame::of(game, side);
        let mut text = String::new();
        let symbol = |cell: Cell| {
            let cell = Cell::new(cell.file() + frame.files.start, cell.rank());
            let there = self.0.iter().filter(|placement| placement.cell == cell);
            let units = there.map(|placement| crate::tourney::Unit::new(side, placement.kind));
            unit::write_stack(units)
        };
        let width = frame.files.end - frame.files.start;
        rows::write(frame.ranks, width, symbol, &mut text);
        text
    }
}
