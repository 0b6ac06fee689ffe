//! Position texts. Rules: warlord 9.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Cell, Grid};

use super::{Phase, Position, Progress, Tally};
use crate::rows::{self, RowError};
use crate::warlord::Side;
use crate::warlord::{Game, Kind, Terrain, Unit};

/// Why a text is no position of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The game's terrain is laid by a lot that is not drawn yet.
    #[error("the terrain of this game is not laid yet: the lot comes first")]
    NoTerrain,
    /// A field is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Not one row for each rank.
    #[error("{found} rows, but the board has {expected} ranks")]
    Rows {
        /// Rows in the text.
        found: usize,
        /// Ranks of the board.
        expected: u8,
    },
    /// A row that does not add up.
    #[error("the row of rank {rank} does not add up to {files} cells")]
    Width {
        /// The rank, from 1.
        rank: u16,
        /// Files of the board.
        files: u8,
    },
    /// A character that means nothing in a row.
    #[error("`{found}` in the row of rank {rank} is no unit")]
    Symbol {
        /// The rank, from 1.
        rank: u16,
        /// The character.
        found: char,
    },
    /// A unit on a cell where none can stand.
    #[error("a unit stands on {} at {cell}", terrain.name())]
    Ground {
        /// The cell.
        cell: Cell,
        /// The terrain of the cell.
        terrain: Terrain,
    },
    /// More units still to enter than the scenario has.
    #[error("{0} has more units still to enter than the scenario gives it")]
    TooMany(Side),
    /// A field without a value it can have.
    #[error("`{found}` is not {expected}")]
    Field {
        /// The field, cut to 32 characters.
        found: String,
        /// The values it can have.
        expected: &'static str,
    },
}

impl PositionError {
    /// The way to mend the text.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::NoTerrain => "draw the lot for the terrain, then give the position",
            Self::Missing(_) | Self::Field { .. } => {
                "write rows, side, turn and passes, as in 1L2/4/2i1 w 7 0"
            }
            Self::Rows { .. } => "write one row for each rank, the top one first, joined by /",
            Self::Width { .. } => "write blanks, water and missing cells as numbers",
            Self::Symbol { .. } => "write the letters of the units, capitals for White",
            Self::TooMany(_) => "name only units of the scenario's reinforcements",
            Self::Ground { .. } => "leave water and missing cells blank",
        }
    }
}

impl Position {
    /// The position text of the engine protocol. It tells the start of a turn in full, but neither the orders made
    /// since then nor earlier positions.
    pub fn to_text(&self) -> String {
        let board = self.board();
        let mut text = String::new();
        rows::write(
            0..board.ranks(),
            board.files(),
            |cell| self.units[cell].map(Unit::symbol),
            &mut text,
        );
        let (side, turn, passes) = (self.side.letter(), self.turn, self.passes);
        text.push_str(&format!(" {side} {turn} {passes}"));
        for side in Side::BOTH {
            for block in self.waiting(side).chunk_by(|(a, _), (b, _)| a == b) {
                text.push_str(" enter=");
                text.extend(
                    block
                        .iter()
                        .map(|(_, kind)| Unit { side, kind: *kind }.symbol()),
                );
                text.push_str(&format!("@{}", block[0].0));
            }
        }
        text
    }

    /// Reads a position text: the start of a turn. Rules: warlord 9.2, 9.4.
    pub fn from_text(game: Arc<Game>, text: &str) -> Result<Self, PositionError> {
        if game.awaits_terrain() {
            return Err(PositionError::NoTerrain);
        }
        let mut fields = text.split(' ');
        let mut field = |name| {
            fields
                .next()
                .filter(|field| !field.is_empty())
                .ok_or(PositionError::Missing(name))
        };
        let units = read_units(&game, field("the board")?)?;
        let side = match field("the side to move")? {
            "w" => Side::White,
            "b" => Side::Black,
            other => return Err(wrong(other, "a side to move: w or b")),
        };
        let turn = field("the turn number")?;
        let turn = number(turn)
            .filter(|turn| *turn > 0)
            .ok_or_else(|| wrong(turn, "a turn number, from 1"))?;
        let passes = match field("the number of passes")? {
            "0" => 0,
            "1" => 1,
            other => return Err(wrong(other, "a number of passes in a row: 0 or 1")),
        };
        let mut waiting = [Vec::new(), Vec::new()];
        for field in fields {
            read_entry(&game, field, &mut waiting)?;
        }
        waiting
            .iter_mut()
            .for_each(|waiting| waiting.sort_unstable());
        for side in Side::BOTH {
            if waiting[side.index()].len() > game.most_waiting(side) {
                return Err(PositionError::TooMany(side));
            }
        }
        let mut position = Self {
            game,
            phase: Phase::Playing,
            units,
            side,
            turn,
            passes,
            claim: None,
            waiting,
            tallies: [Tally::default(); 2],
            progress: Progress::default(),
            seen: BTreeMap::new(),
        };
        position.count_leaders();
        let waits = side.opponent();
        position.claim = position
            .claims(position.captured(waits), position.captured(side))
            .then_some(waits);
        position.begin_turn(&mut Vec::new());
        Ok(position)
    }
}

fn read_units(game: &Game, text: &str) -> Result<Grid<Option<Unit>>, PositionError> {
    let board = game.board();
    let (files, ranks) = (board.files(), board.ranks());
    let list = rows::read(text, 0..ranks, files, Unit::read).map_err(|error| match error {
        RowError::Symbol { rank, found } => PositionError::Symbol {
            rank: u16::from(rank) + 1,
            found: found.chars().next().unwrap_or_default(),
        },
        RowError::Width { rank } => PositionError::Width {
            rank: u16::from(rank) + 1,
            files,
        },
        RowError::Count(found) => PositionError::Rows {
            found,
            expected: ranks,
        },
    })?;
    let mut units = Grid::filled(board, None);
    for (cell, unit) in list {
        let terrain = game.terrain[cell];
        if !terrain.is_land() {
            return Err(PositionError::Ground { cell, terrain });
        }
        units[cell] = Some(unit);
    }
    Ok(units)
}

/// Reads a field such as `enter=LLhh@6`.
fn read_entry(
    game: &Game,
    field: &str,
    waiting: &mut [Vec<(u16, Kind)>; 2],
) -> Result<(), PositionError> {
    let error = || {
        wrong(
            field,
            "a field of this game, such as enter=LHH@6 where units enter",
        )
    };
    let (symbols, turn) = field
        .strip_prefix("enter=")
        .filter(|_| game.entry.is_some())
        .and_then(|entry| entry.split_once('@'))
        .ok_or_else(error)?;
    let turn = number(turn)
        .and_then(|turn| u16::try_from(turn).ok())
        .filter(|turn| *turn > 0)
        .ok_or_else(error)?;
    if symbols.is_empty() {
        return Err(error());
    }
    for symbol in symbols.chars() {
        let Unit { side, kind } = Unit::from_symbol(symbol).ok_or_else(error)?;
        waiting[side.index()].push((turn, kind));
    }
    Ok(())
}

/// A number in digits only, without leading zeros.
fn number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn wrong(found: &str, expected: &'static str) -> PositionError {
    PositionError::Field {
        found: found.chars().take(32).collect(),
        expected,
    }
}
