//! Position texts. Rules: warlord 9.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::Cell;

use super::{Phase, Position, Progress, Tally};
use crate::position_text::{self, Head, TextError, WHITE_BLACK, number};
use crate::warlord::Side;
use crate::warlord::{Game, Kind, Terrain, Unit};

/// Why a text is no position of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The game's terrain is laid by a lot that is not drawn yet.
    #[error("the terrain of this game is not laid yet: the lot comes first")]
    NoTerrain,
    /// A unit on a cell where none can stand.
    #[error("a unit stands on {} at {cell}", terrain.name())]
    Ground {
        /// Where the unit stands.
        cell: Cell,
        /// Water or a missing cell.
        terrain: Terrain,
    },
    /// More units still to enter than the scenario has.
    #[error("{0} has more units still to enter than the scenario gives it")]
    TooMany(Side),
    /// A mistake that no game allows.
    #[error(transparent)]
    Text(#[from] TextError),
}

impl PositionError {
    /// How to correct the text.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::NoTerrain => "draw the lot for the terrain, then give the position",
            Self::Text(TextError::Missing(_) | TextError::Field { .. }) => {
                "write rows, side, turn and passes, as in 1L2/4/2i1 w 7 0"
            }
            Self::Text(TextError::Rows { .. }) => {
                "write one row for each rank, the top one first, joined by /"
            }
            Self::Text(TextError::Width { .. }) => {
                "write blanks, water and missing cells as numbers"
            }
            Self::Text(TextError::Symbol { .. }) => {
                "write the letters of the units, capitals for White"
            }
            Self::TooMany(_) => "name only units of the scenario's reinforcements",
            Self::Ground { .. } => "leave water and missing cells blank",
        }
    }
}

impl Position {
    /// The position text of the engine protocol. It gives the start of a turn in full, but neither the orders made
    /// since then nor earlier positions.
    pub fn to_text(&self) -> String {
        let symbol = |cell| self.units[cell].map(Unit::symbol);
        let mut text = position_text::write(
            self.board(),
            symbol,
            self.side.letter(),
            self.turn,
            self.passes,
        );
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
    // a text is the start of a turn, so whatever a turn does at its start happens here too
    pub fn from_text(game: Arc<Game>, text: &str) -> Result<Self, PositionError> {
        if game.awaits_terrain() {
            return Err(PositionError::NoTerrain);
        }
        let read = Head::read(game.board(), text, &WHITE_BLACK, Unit::read);
        let (head, fields) = read.map_err(TextError::of_letters)?;
        for (cell, _) in head.units.iter().filter(|(_, unit)| unit.is_some()) {
            let terrain = game.terrain[cell];
            // not every cell that the unit's kind never enters: a scenario may start a unit on such ground
            if !terrain.is_land() {
                return Err(PositionError::Ground { cell, terrain });
            }
        }
        let mut waiting = [Vec::new(), Vec::new()];
        for field in fields {
            read_entry(&game, field, &mut waiting)?;
        }
        waiting
            .iter_mut()
            .for_each(|waiting| waiting.sort_unstable());
        for side in Side::BOTH {
            // more would not fit the game's own count of leaders left (warlord 9.2)
            if waiting[side.index()].len() > game.most_waiting(side) {
                return Err(PositionError::TooMany(side));
            }
        }
        let mut position = Self {
            game,
            phase: Phase::Playing,
            units: head.units,
            side: head.side,
            turn: head.turn,
            passes: head.passes,
            claim: None,
            waiting,
            tallies: [Tally::default(); 2],
            progress: Progress::default(),
            seen: BTreeMap::new(),
        };
        // before the claim, which follows from the leaders captured
        position.count_leaders();
        let waits = head.side.opponent();
        position.claim = position
            .claims(position.captured(waits), position.captured(head.side))
            .then_some(waits);
        position.begin_turn(&mut Vec::new());
        Ok(position)
    }
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

fn wrong(found: &str, expected: &'static str) -> PositionError {
    TextError::field(found, expected).into()
}
