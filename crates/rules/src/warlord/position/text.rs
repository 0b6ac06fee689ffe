//! Position texts. Rules: warlord 9.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::Cell;

use super::share::{Shares, is_owned};
use super::{Phase, Position, Progress, Tally};
use crate::position_text::{self, Head, TextError, WHITE_BLACK, number};
use crate::warlord::Side;
use crate::warlord::{Game, Kind, Terrain, Unit};

/// The field of a shared game.
const MEMBERS: &str = "members=";

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
        if self.game.is_shared() {
            text.push_str(&format!(" {MEMBERS}{}", self.members_text()));
        }
        text
    }

    /// The member of each leader and promoted unit, in the order of the rows, the sides apart. Rules: warlord 7.7.
    fn members_text(&self) -> String {
        let sides = Side::BOTH.map(|side| {
            let cells = self.owned_in_rows(side).into_iter();
            let members = cells.filter_map(|cell| self.owner(cell));
            members.map(|member| member.to_string()).collect::<String>()
        });
        sides.join("/")
    }

    /// The cells of a side's leaders and promoted units, the top rank first.
    fn owned_in_rows(&self, side: Side) -> Vec<Cell> {
        let own = self
            .units()
            .filter(|(_, unit)| unit.side == side && is_owned(unit.kind));
        let mut cells: Vec<Cell> = own.map(|(cell, _)| cell).collect();
        cells.sort_unstable_by_key(|cell| (u8::MAX - cell.rank(), cell.file()));
        cells
    }

    fn read_members(&mut self, text: &str) -> Result<(), PositionError> {
        let error = || {
            wrong(
                text,
                "a digit for each leader of White and, behind /, of Black: the number of its member",
            )
        };
        let (white, black) = text.split_once('/').ok_or_else(error)?;
        for (side, text) in Side::BOTH.into_iter().zip([white, black]) {
            let cells = self.owned_in_rows(side);
            let members: Option<Vec<u8>> = text
                .chars()
                .map(|digit| u8::try_from(digit.to_digit(10)?).ok())
                .collect();
            let members = members.filter(|members| {
                let is_one = |member: &u8| *member < self.members(side);
                members.len() == cells.len() && members.iter().all(is_one)
            });
            let members = members.ok_or_else(error)?;
            self.shares.owners.extend(cells.into_iter().zip(members));
        }
        Ok(())
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
        let mut members = None;
        for field in fields {
            match field.strip_prefix(MEMBERS).filter(|_| game.is_shared()) {
                // last, and once
                Some(text) if members.is_none() => members = Some(text),
                _ if members.is_none() => read_entry(&game, field, &mut waiting)?,
                _ => {
                    return Err(wrong(
                        field,
                        "allowed here: the field of the members is the last",
                    ));
                }
            }
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
            shares: Shares::default(),
            seen: BTreeMap::new(),
        };
        match members {
            Some(text) => position.read_members(text)?,
            // whoever writes a position by hand need not deal its leaders out
            None => position.deal(),
        }
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
