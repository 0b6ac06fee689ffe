//! Position texts. Rules: wargame 4.10.

use std::sync::Arc;

use board::Cell;

use super::{Phase, Position, Progress, Tow, insert};
use crate::position_text::{self, Head, TextError, WHITE_BLACK, cut, number};
use crate::wargame::givers::{Givers, MOST_LEADERS};
use crate::wargame::units::Units;
use crate::wargame::{Game, Kind, Side, Switch, Unit};

/// Why a text is no position of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The game's terrain is laid by a lot that is not drawn yet.
    #[error("the terrain of this game is not laid yet: the lot comes first")]
    NoTerrain,
    /// More leaders than can be counted.
    #[error("{0} has more than {MOST_LEADERS} leaders")]
    Leaders(Side),
    /// A field that contradicts the units.
    #[error("`{found}` does not fit the units: {why}")]
    Unfit {
        /// The field or a part of the field, cut to 32 characters.
        found: String,
        /// The condition.
        why: &'static str,
    },
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
                "write rows, side, turn and passes, then quiet, tow and others, as in 1(TC)2/4/2i1 w 7 0 quiet=3"
            }
            Self::Text(TextError::Rows { .. }) => {
                "write one row for each rank, the top one first, joined by /"
            }
            Self::Text(TextError::Width { .. }) => "write blanks as numbers",
            Self::Text(TextError::Symbol { .. }) => {
                "write the symbols of this game's units, those of two letters in brackets, capitals for White"
            }
            Self::Leaders(_) => "leave leaders out",
            Self::Unfit { .. } => {
                "name cells of units for which the field can hold, or leave it out"
            }
        }
    }
}

impl Position {
    /// The position text of the engine protocol. The text is complete at the start of a turn; within a turn it does not
    /// say whether anything was removed since the turn began. Lists are sorted bytewise.
    pub fn to_text(&self) -> String {
        let symbol = |cell| self.units[cell].map(Unit::symbol);
        let mut text = position_text::write(
            self.board(),
            symbol,
            self.side.letter(),
            self.turn,
            self.passes,
        );
        if self.quiet > 0 {
            text.push_str(&format!(" quiet={}", self.quiet));
        }
        let pair = |tow: &Tow| format!("{}>{}", tow.towed, tow.tower);
        write_list("tow", ",", self.tows.iter().map(pair), &mut text);
        let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>();
        write_list("prep", ",", names(&self.prepared).into_iter(), &mut text);
        let acted = names(&self.progress.acted);
        write_list("acted", ",", acted.into_iter(), &mut text);
        let claims = self.progress.givers.claims();
        let claims = claims.iter().map(|leaders| {
            let mut names = names(leaders);
            names.sort_unstable();
            names.join("+")
        });
        write_list("givers", ",", claims, &mut text);
        text
    }

    /// Reads a position text. The position is not judged: nobody has won before an order is given. Rules: wargame 4.1.
    ///
    /// # Errors
    /// If the text is no position of this game.
    pub fn from_text(game: Arc<Game>, text: &str) -> Result<Self, PositionError> {
        Self::new(game).read_text(text)
    }

    pub(in crate::wargame) fn read_text(&self, text: &str) -> Result<Self, PositionError> {
        let game = self.game.clone();
        // without its map the board of the text is not known
        if game.awaits_map() {
            return Err(PositionError::NoTerrain);
        }
        let has_paratroops = game.has(Switch::Paratroops);
        let unit = |symbol: &str| {
            let unit = Unit::from_symbol(symbol)?;
            // without the option no army has Paratroops, and a text must not bring any
            let is_played = game.ruleset.kinds().contains(&unit.kind)
                && (has_paratroops || unit.kind != Kind::Paratroops);
            is_played.then_some(unit)
        };
        let (head, fields) = Head::read(game.board(), text, &WHITE_BLACK, unit)?;
        let mut position = Self {
            // the table of the board, which all positions of a game share
            neighbors: self.neighbors.clone(),
            phase: Phase::Playing,
            units: Units::new(head.units),
            side: head.side,
            turn: head.turn,
            passes: head.passes,
            quiet: 0,
            tows: Vec::new(),
            prepared: Vec::new(),
            progress: Progress::default(),
            game,
        };
        for side in Side::BOTH {
            // before the givers are made, whose sets of leaders have no room for more
            if position.leaders_left(side) > MOST_LEADERS {
                return Err(PositionError::Leaders(side));
            }
        }
        position.progress.givers = Givers::new(position.leaders());
        let mut last = 0;
        for field in fields {
            let place = position.read_field(field)?;
            // each position has one text, which is why the fields come in one order
            if place <= last {
                return Err(wrong(
                    field,
                    "in its place: quiet, tow, prep, acted and givers stand in this order, each once",
                ));
            }
            last = place;
        }
        // each order has a giver and a unit that acted: one without the other is half a turn
        if (position.orders_made() > 0) == position.progress.acted.is_empty() {
            return Err(unfit("acted", "a turn under way has both acted and givers"));
        }
        Ok(position)
    }

    /// Reads a field such as `quiet=3`; its place among the fields, from 1.
    fn read_field(&mut self, field: &str) -> Result<u8, PositionError> {
        const EXPECTED: &str =
            "a field of this game, such as quiet=3, tow=d4>d5, prep=d4, acted=d4 or givers=c3+d5";
        let error = || wrong(field, EXPECTED);
        let (name, value) = field.split_once('=').ok_or_else(error)?;
        let board = self.board();
        let cells = |text: &str, separator| -> Result<Vec<Cell>, PositionError> {
            let cell = |name: &str| {
                let cell = name.parse::<Cell>().ok();
                let cell = cell.filter(|cell| board.contains(*cell));
                cell.ok_or_else(|| wrong(name, "a cell of this board"))
            };
            text.split(separator).map(cell).collect()
        };
        match name {
            "quiet" => {
                // from 1, since no quiet turn is written by leaving the field out; the last one would have ended the
                // game
                let quiet = number(value).filter(|quiet| (1..super::turn::QUIET).contains(quiet));
                self.quiet = quiet.ok_or_else(error)? as u8;
                Ok(1)
            }
            "tow" => {
                for pair in value.split(',') {
                    let [towed, tower] = cells(pair, '>')?[..] else {
                        return Err(error());
                    };
                    if !self.can_be_tow(towed, tower) {
                        return Err(unfit(
                            pair,
                            "a towed unit stands next to the one that tows it, each in one pair",
                        ));
                    }
                    self.tows.push(Tow { towed, tower });
                }
                // in board order, as canonical bytes list them
                self.tows.sort_unstable();
                Ok(2)
            }
            "prep" if self.game.has(Switch::Paratroops) => {
                for cell in cells(value, ',')? {
                    let kind = self.units[cell].map(|unit| unit.kind);
                    if kind != Some(Kind::Paratroops) {
                        return Err(unfit(field, "only Paratroops are prepared"));
                    }
                    insert(&mut self.prepared, cell);
                }
                Ok(3)
            }
            "acted" => {
                for cell in cells(value, ',')? {
                    if self.units[cell].is_none_or(|unit| unit.side != self.side) {
                        return Err(unfit(field, "only units of the side to move have acted"));
                    }
                    insert(&mut self.progress.acted, cell);
                }
                Ok(4)
            }
            // by the rules' own matching, so that a text cannot give more orders than a turn could (threat row 31)
            "givers" => {
                for claim in value.split(',') {
                    let mut candidates = 0;
                    for cell in cells(claim, '+')? {
                        let leader = self.progress.givers.at(cell);
                        if leader == 0 {
                            return Err(unfit(claim, "leaders of the side to move give orders"));
                        }
                        candidates |= leader;
                    }
                    if self.left() == 0 || !self.progress.givers.give(candidates) {
                        return Err(unfit(
                            claim,
                            "each order has a leader of its own, and the turn has so many orders",
                        ));
                    }
                }
                Ok(5)
            }
            _ => Err(error()),
        }
    }

    /// True if the units on those cells can be a towing pair besides the pairs already read.
    pub(super) fn can_be_tow(&self, towed: Cell, tower: Cell) -> bool {
        let (Some(behind), Some(ahead)) = (self.units[towed], self.units[tower]) else {
            return false;
        };
        let is_taken = |tow: &Tow| tow.towed == towed || tow.tower == tower;
        behind.side == ahead.side
            && ahead.kind.tows(behind.kind)
            && self.board().distance(towed, tower) == 1
            && !self.tows.iter().any(is_taken)
    }
}

fn write_list(name: &str, separator: &str, items: impl Iterator<Item = String>, text: &mut String) {
    let mut items: Vec<String> = items.collect();
    if !items.is_empty() {
        items.sort_unstable();
        text.push_str(&format!(" {name}={}", items.join(separator)));
    }
}

fn wrong(found: &str, expected: &'static str) -> PositionError {
    TextError::field(found, expected).into()
}

fn unfit(found: &str, why: &'static str) -> PositionError {
    PositionError::Unfit {
        found: cut(found),
        why,
    }
}
