//! Whole bytes: the canonical bytes, then the lot that laid the terrain as u64, if one did.

use std::sync::Arc;

use board::{Cell, Grid};

use super::canonical::LAYOUT;
use super::set_up::kind_of;
use super::{Phase, Position, Progress, Tow};
use crate::wargame::givers::{Givers, MOST_LEADERS};
use crate::wargame::units::Units;
use crate::wargame::{Game, Order, SetUp, Side, Switch, Unit};
use crate::white_black::{Opening, is_laid_by};
use crate::whole::{Read, Reader, WholeError, hold};

/// The bytes of a position taken apart, each in its bounds; whether they fit each other is not checked yet.
struct Bytes {
    phase: Phase,
    side: Side,
    turn: u32,
    passes: u8,
    quiet: u8,
    has_removed: bool,
    units: Grid<Option<Unit>>,
    tows: Vec<Tow>,
    prepared: Vec<Cell>,
    acted: Vec<Cell>,
    claims: Vec<Vec<Cell>>,
    lot: Option<u64>,
}

impl Position {
    /// Appends the whole bytes.
    pub fn write_whole(&self, out: &mut Vec<u8>) {
        self.write_canonical(out);
        if let Some(lot) = self.game.map_lot.filter(|_| self.lays_map()) {
            out.extend(lot.to_le_bytes());
        }
    }

    /// The position of those whole bytes, as [`crate::Rules::read_whole`] reads them.
    ///
    /// # Errors
    /// Returns the first reason found why the bytes are no such position.
    pub fn read_whole(&self, bytes: &[u8]) -> Read<Self> {
        // taken apart before it is believed: each part in its bounds first, then all of them together
        let read = Bytes::read(&self.game, bytes)?;
        let position = match read.phase {
            // a side can be removed before anything is laid or set up
            Phase::Over(_) if read.lot.is_none() && read.units.iter().all(|(_, u)| u.is_none()) => {
                read.in_play(self.clone())?
            }
            Phase::Playing | Phase::Over(_) => {
                let bare = Self {
                    game: self.game_after(read.lot)?,
                    ..self.clone()
                };
                read.in_play(bare)?
            }
            _ => self.before_play(&read)?,
        };
        // the last line of defense: if a position wrote other bytes than those it was read from, it would have two
        // digests, and the two players' programs could disagree about which is meant
        let mut again = Vec::new();
        position.write_whole(&mut again);
        hold(again == bytes, "its parts do not fit each other")?;
        Ok(position)
    }

    fn lays_map(&self) -> bool {
        self.game.has(Switch::RandomMap)
    }

    /// The game once that lot has laid its terrain; the game as it is if no lot does.
    fn game_after(&self, lot: Option<u64>) -> Read<Arc<Game>> {
        if !self.lays_map() {
            return Ok(self.game.clone());
        }
        let lot = lot.ok_or(WholeError::Unsound("play before the terrain is laid"))?;
        Ok(match is_laid_by(self.game.map_lot, lot)? {
            true => self.game.clone(),
            false => Arc::new(self.game.mapped(lot)),
        })
    }

    /// A position before play begins: what the lot and the set-ups of the bytes lead to from the start.
    fn before_play(&self, read: &Bytes) -> Read<Self> {
        if read.phase == Phase::Laying {
            return Ok(Self::new(self.game.clone()));
        }
        let mut position = Self::new(self.game_after(read.lot)?);
        let done = match read.phase {
            Phase::SettingUp { done } => done,
            _ => [true, true],
        };
        for side in Side::BOTH.into_iter().filter(|side| done[side.index()]) {
            let set_up = Order::SetUp(read.set_up(side));
            // by the rules themselves, so that the set-up passes every check of an order
            let placed = position.apply(side, &set_up);
            hold(placed.is_ok(), "a set-up that is not legal")?;
        }
        Ok(position)
    }
}

impl Bytes {
    fn read(game: &Game, bytes: &[u8]) -> Read<Self> {
        let board = game.board();
        let mut from = Reader::new(bytes, board)?;
        let Opening { phase, side, turn } = Opening::read(LAYOUT, &mut from)?;
        let [passes, quiet] = from.array()?;
        let has_removed = from.flag()?;
        from.size()?;
        let mut units = Grid::filled(board, None);
        for cell in board.cells() {
            units[cell] = unit(from.u8()?)?;
        }
        let tows = from.list(false, |from| {
            Ok(Tow {
                towed: from.cell()?,
                tower: from.cell()?,
            })
        })?;
        let (prepared, acted) = (from.cells()?, from.cells()?);
        let claims = from.list(true, Reader::cells)?;
        let lot = match game.has(Switch::RandomMap) {
            true => from.terrain_lot()?,
            // without the switch no lot is written, and a byte more is refused
            false => None,
        };
        from.end()?;
        Ok(Self {
            phase,
            side,
            turn,
            passes,
            quiet,
            has_removed,
            units,
            tows,
            prepared,
            acted,
            claims,
            lot,
        })
    }

    /// The position in play of the game of `bare`, if the bytes fit the game and each other.
    fn in_play(self, bare: Position) -> Read<Position> {
        let mut position = Position {
            phase: self.phase,
            units: Units::new(self.units),
            side: self.side,
            turn: self.turn,
            passes: self.passes,
            quiet: self.quiet,
            tows: Vec::new(),
            prepared: self.prepared,
            progress: Progress::default(),
            ..bare
        };
        for side in Side::BOTH {
            hold(
                // before the givers are made, whose sets of leaders have no room for more
                position.leaders_left(side) <= MOST_LEADERS,
                "more leaders than can be counted",
            )?;
        }
        for Tow { towed, tower } in self.tows {
            // each against the pairs before it, so that no unit is in two
            let can_be = position.can_be_tow(towed, tower);
            hold(can_be, "a tow of units that are no pair")?;
            position.tows.push(Tow { towed, tower });
        }
        position.progress = Progress {
            acted: self.acted,
            givers: Givers::new(position.leaders()),
            has_removed: self.has_removed,
        };
        for claim in &self.claims {
            position.give_by(claim)?;
        }
        // last, since it compares the parts with each other
        position.check_sound()?;
        Ok(position)
    }

    /// The set-up of a side that has made one.
    fn set_up(&self, side: Side) -> SetUp {
        SetUp::new(SetUp::of(&self.units, side))
    }
}

impl Position {
    /// Counts one more order of this turn, which one of the leaders on those cells has given.
    fn give_by(&mut self, cells: &[Cell]) -> Read<()> {
        hold(self.left() > 0, "more orders than the turn may hold")?;
        let givers = &mut self.progress.givers;
        let mut candidates = 0;
        for cell in cells {
            let leader = givers.at(*cell);
            hold(leader != 0, "an order given by no leader of the side")?;
            candidates |= leader;
        }
        let given = givers.give(candidates);
        hold(given, "more orders than the leaders can have given")
    }
}

fn unit(byte: u8) -> Read<Option<Unit>> {
    const BLACK: u8 = 128;
    if byte == 0 {
        return Ok(None);
    }
    let side = if byte & BLACK == 0 {
        Side::White
    } else {
        Side::Black
    };
    let kind = kind_of(byte & !BLACK);
    let kind = kind.ok_or(WholeError::Unsound("a unit that the game lacks"))?;
    Ok(Some(Unit { side, kind }))
}
