//! The orders of Warlord and their texts.

use board::Cell;

use super::{Game, Kind, SetUp, Start, Unit};
use crate::warlord::Side;
use crate::{OrderError, rows};

/// An order. Its text: `e2-e4`, `e4<>e5`, `+L@a1`, `end`, in a shared game `done` and `later`; a set-up is written as the rows of the side's zone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// To an empty cell, or onto an enemy, who is captured. Rules: warlord 1.
    Move {
        /// Where the unit stands.
        from: Cell,
        /// The cell the unit goes to.
        to: Cell,
    },
    /// A leader and a cannon exchange cells. Rules: warlord 2.9.
    Swap {
        /// Where the leader stands before.
        leader: Cell,
        /// Where the cannon stands before.
        cannon: Cell,
    },
    /// A reinforcement comes onto the board. Rules: warlord 2.12.
    Enter {
        /// One of the kinds that are due; equal units are interchangeable.
        kind: Kind,
        /// A free cell of the side's zone.
        cell: Cell,
    },
    /// Closes a member's part of the turn, while others are open. Rules: warlord 7.3.
    Done,
    /// Puts a member's part off to the end of the turn. Rules: warlord 7.3.
    Later,
    /// Ends the turn; with no order before it in the turn it is a pass. Rules: warlord 2.6.
    End,
    /// A side's hidden set-up, the only order that travels sealed. Rules: warlord 6.1.
    SetUp(SetUp),
}

impl Order {
    /// The order's text. A set-up is written in the rows and letters of `side`.
    pub fn to_text(&self, game: &Game, side: Side) -> String {
        match self {
            Self::Move { from, to } => format!("{from}-{to}"),
            Self::Swap { leader, cannon } => format!("{leader}<>{cannon}"),
            Self::Enter { kind, cell } => format!("+{}@{cell}", kind.symbol()),
            Self::Done => "done".to_owned(),
            Self::Later => "later".to_owned(),
            Self::End => "end".to_owned(),
            Self::SetUp(set_up) => set_up.to_text(game, side),
        }
    }

    /// Reads what [`Order::to_text`] writes, with units in either letter case. The order need not be legal.
    pub fn parse(game: &Game, side: Side, text: &str) -> Result<Self, OrderError> {
        let error = |expected| OrderError {
            // cut, since the text may be any length and the error is shown to the player
            found: text.chars().take(32).collect(),
            expected,
        };
        let cell = |text: &str| {
            text.parse::<Cell>()
                .ok()
                .filter(|cell| game.board().contains(*cell))
                .ok_or_else(|| error("a cell of this board was expected, as in e2-e4"))
        };
        if text == "end" {
            Ok(Self::End)
        } else if game.is_shared() && text == "done" {
            Ok(Self::Done)
        } else if game.is_shared() && text == "later" {
            Ok(Self::Later)
        } else if let Some((leader, cannon)) = text.split_once("<>") {
            let (leader, cannon) = (cell(leader)?, cell(cannon)?);
            Ok(Self::Swap { leader, cannon })
        } else if let Some((from, to)) = text.split_once('-') {
            let (from, to) = (cell(from)?, cell(to)?);
            Ok(Self::Move { from, to })
        } else if let Some((symbol, place)) = text.strip_prefix('+').and_then(|t| t.split_once('@'))
        {
            let mut symbols = symbol.chars();
            let kind = symbols
                .next()
                .filter(|_| symbols.as_str().is_empty())
                .and_then(|symbol| Kind::from_symbol(symbol.to_ascii_uppercase()))
                .ok_or_else(|| error("the symbol of a unit was expected, as in +L@a1"))?;
            let cell = cell(place)?;
            Ok(Self::Enter { kind, cell })
        } else if let Start::Hidden(hidden) = &game.start
            // rows are known by their slash; any other text is a mistyped order
            && text.contains('/')
        {
            let kind = |symbol: &str| Unit::read(symbol).map(|unit| unit.kind);
            SetUp::parse(text, hidden.ranks(side), game.board().files(), kind)
                .map(Self::SetUp)
                .map_err(error)
        } else {
            Err(error("e2-e4, e4<>e5, +L@a1 or end was expected"))
        }
    }
}

impl SetUp {
    fn to_text(&self, game: &Game, side: Side) -> String {
        let mut text = String::new();
        if let Start::Hidden(hidden) = &game.start {
            let unit = |cell| self.at(cell).map(|kind| Unit { side, kind }.symbol());
            rows::write(hidden.ranks(side), game.board().files(), unit, &mut text);
        }
        text
    }
}
