//! Whole bytes: the canonical bytes, then the lot that laid the terrain as u64, if one did.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Cell, Grid};

use super::canonical::LAYOUT;
use super::share::Shares;
use super::turn::{MOST_SEEN, Seen};
use super::{Parts, Phase, Position};
use crate::Lots;
use crate::warlord::{Access, Game, HiddenSetUp, Kind, Order, Placement, SetUp, Side, Start, Unit};
use crate::white_black::{Opening, is_laid_by};
use crate::whole::{Read, Reader, WholeError, hold};

/// The bytes of a position taken apart, each in its bounds; whether they fit each other is not checked yet.
struct Bytes {
    phase: Phase,
    side: Side,
    turn: u32,
    passes: u8,
    claim: Option<Side>,
    made: u8,
    has_entered: bool,
    units: Grid<Option<Unit>>,
    waiting: [Vec<(u16, Kind)>; 2],
    moved: Vec<Cell>,
    entered: Vec<Cell>,
    swapped: Vec<Cell>,
    claims: Vec<Vec<Cell>>,
    seen: BTreeMap<Seen, u8>,
    shares: Shares,
    lot: Option<u64>,
}

impl Position {
    /// Appends the whole bytes.
    pub fn write_whole(&self, out: &mut Vec<u8>) {
        self.write_canonical(out);
        if let Some(lot) = self.game.scatter.and_then(|scatter| scatter.seed) {
            out.extend(lot.to_le_bytes());
        }
    }

    /// The position of those whole bytes, as [`crate::Rules::read_whole`] reads them.
    ///
    /// # Errors
    /// Returns the first reason found why the bytes are no such position.
    pub fn read_whole(&self, bytes: &[u8]) -> Read<Self> {
        let read = Bytes::read(&self.game, bytes)?;
        let position = match read.phase {
            // a side can be removed before anything is laid or set up
            Phase::Over(_) if read.lot.is_none() && read.is_empty() => {
                read.in_play(self.game.clone())?
            }
            Phase::Playing | Phase::Over(_) => {
                let game = self.game_after(read.lot)?;
                read.in_play(game)?
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

    /// The game once that lot has laid its terrain; the game as it is if no lot does.
    fn game_after(&self, lot: Option<u64>) -> Read<Arc<Game>> {
        let Some(scatter) = self.game.scatter else {
            return Ok(self.game.clone());
        };
        let lot = lot.ok_or(WholeError::Unsound("play before the terrain is laid"))?;
        Ok(match is_laid_by(scatter.seed, lot)? {
            true => self.game.clone(),
            false => Arc::new(self.game.scattered(lot)),
        })
    }

    /// A position before play begins: what the lots and set-ups of the bytes lead to from the start.
    fn before_play(&self, read: &Bytes) -> Read<Self> {
        if read.phase == Phase::Laying {
            return Ok(Self::new(self.game.clone()));
        }
        let mut position = Self::new(self.game_after(read.lot)?);
        let is_drawn_before = position.phase == Phase::Drawing;
        let done = match read.phase {
            Phase::SettingUp { done } => done,
            // a lot drawn after the set-ups finds both of them done
            _ => [!is_drawn_before; 2],
        };
        if is_drawn_before && read.phase != Phase::Drawing {
            // only whether the number is odd counts, and that is what the bytes keep of the lot
            let lot = Lots(read.side.index() as u64);
            let drawn = position.resolve(lot);
            hold(drawn.is_ok(), "a lot that nobody awaits")?;
        }
        for side in Side::BOTH.into_iter().filter(|side| done[side.index()]) {
            let set_up = Order::SetUp(read.set_up(&position.game, side));
            // by the rules themselves, so that the set-up passes every check of an order
            let placed = position.apply(side, &set_up);
            hold(placed.is_ok(), "a set-up that is not legal")?;
        }
        // dealt by sections above, which is not who has them once a member has left before the lot
        position.shares.owners.clone_from(&read.shares.owners);
        position.check_shares()?;
        Ok(position)
    }
}

impl Bytes {
    /// True if nobody has set up anything.
    fn is_empty(&self) -> bool {
        let has_units = self.units.iter().any(|(_, unit)| unit.is_some());
        !has_units && self.waiting.iter().all(Vec::is_empty)
    }

    fn read(game: &Game, bytes: &[u8]) -> Read<Self> {
        let board = game.board();
        let mut from = Reader::new(bytes, board)?;
        let Opening { phase, side, turn } = Opening::read(LAYOUT, &mut from)?;
        let passes = from.u8()?;
        // the second pass in a row ends the game (warlord 2.6)
        hold(passes <= 2, "more than two passes in a row")?;
        let claim = match from.u8()? {
            0 => None,
            1 => Some(Side::White),
            2 => Some(Side::Black),
            _ => return Err(WholeError::Unsound("a claim of a side that the game lacks")),
        };
        let made = from.u8()?;
        let has_entered = from.flag()?;
        from.size()?;
        let mut units = Grid::filled(board, None);
        for cell in board.cells() {
            units[cell] = unit(from.u8()?)?;
        }
        let waiting = [waiting(&mut from)?, waiting(&mut from)?];
        let (moved, swapped) = (from.cells()?, from.cells()?);
        let claims = from.list(true, Reader::cells)?;
        let seen = match game.options.repetition {
            true => seen(&mut from)?,
            false => BTreeMap::new(),
        };
        // in the order of the canonical bytes, with the lot after all of them
        let is_laid = game.scatter.is_some() && from.terrain()?;
        let entered = match game.entry.is_some() {
            true => from.cells()?,
            false => Vec::new(),
        };
        let shares = match game.is_shared() {
            true => Shares::read(&mut from)?,
            false => Shares::default(),
        };
        let lot = match is_laid {
            true => Some(from.u64()?),
            false => None,
        };
        from.end()?;
        Ok(Self {
            phase,
            side,
            turn,
            passes,
            claim,
            made,
            has_entered,
            units,
            waiting,
            moved,
            entered,
            swapped,
            claims,
            seen,
            shares,
            lot,
        })
    }

    /// The position in play, if the bytes fit the game and each other.
    fn in_play(self, game: Arc<Game>) -> Read<Position> {
        let outcome = match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        };
        let mut position = Position::assemble(Parts {
            game,
            units: self.units,
            side: self.side,
            turn: self.turn,
            // not in the bytes: set below, once the leaders are counted
            cap: 0,
            made: self.made,
            has_entered: self.has_entered,
            passes: self.passes,
            claim: self.claim,
            outcome,
            waiting: self.waiting,
            moved: self.moved,
            entered: self.entered,
            swapped: self.swapped,
            claims: self.claims,
        });
        let leaders = position.leaders_left(self.side);
        position.progress.cap = position.game.cap(self.turn, leaders);
        position.seen = self.seen;
        position.shares = self.shares;
        position.check_shares()?;
        position.ask_leaders();
        position.check_sound()?;
        Ok(position)
    }

    /// The set-up of a side that has made one, as far as the bytes name it: units that enter later are put on cells of
    /// the section they enter from, since the position no longer says on which.
    fn set_up(&self, game: &Game, side: Side) -> SetUp {
        let mut placements = SetUp::of(&self.units, side);
        if let Start::Hidden(hidden) = &game.start {
            for (section, turn) in hidden.enters.iter().enumerate() {
                let waiting = self.waiting[side.index()].iter();
                let kinds = waiting
                    .filter(|(due, _)| due == turn)
                    .map(|(_, kind)| *kind);
                placements.extend(fill(game, hidden, side, section, kinds.collect()));
            }
        }
        SetUp::new(placements)
    }
}

/// Those kinds on cells of a section that they can stand on. Each takes a cell that the fewest kinds can stand on, and
/// those that can stand on the fewest cells come first; in any other order the last kinds could find no cell left.
fn fill(
    game: &Game,
    hidden: &HiddenSetUp,
    side: Side,
    section: usize,
    mut kinds: Vec<Kind>,
) -> Vec<Placement> {
    let can_stand = |kind: Kind, cell: Cell| kind.access(game.terrain[cell]) != Access::Never;
    let mut cells = hidden.sections[side.index()]
        .get(section)
        .cloned()
        .unwrap_or_default();
    kinds.sort_by_key(|kind| cells.iter().filter(|cell| can_stand(*kind, **cell)).count());
    cells.sort_by_key(|cell| {
        Kind::ALL
            .iter()
            .filter(|kind| can_stand(**kind, *cell))
            .count()
    });
    let mut placements = Vec::new();
    for kind in kinds {
        if let Some(place) = cells.iter().position(|cell| can_stand(kind, *cell)) {
            let cell = cells.remove(place);
            placements.push(Placement { cell, kind });
        }
    }
    placements
}

fn unit(letter: u8) -> Read<Option<Unit>> {
    if letter == 0 {
        return Ok(None);
    }
    let unit = Unit::from_symbol(char::from(letter));
    unit.map(Some)
        .ok_or(WholeError::Unsound("a unit that the game lacks"))
}

fn waiting(from: &mut Reader<'_>) -> Read<Vec<(u16, Kind)>> {
    from.list(true, |from| {
        let (turn, letter) = (from.u16()?, from.u8()?);
        let kind = Kind::from_symbol(char::from(letter));
        Ok((
            turn,
            kind.ok_or(WholeError::Unsound("a unit that the game lacks"))?,
        ))
    })
}

fn seen(from: &mut Reader<'_>) -> Read<BTreeMap<Seen, u8>> {
    let seen = from.list(false, |from| Ok((from.array::<16>()?, from.u8()?)))?;
    hold(
        seen.len() <= MOST_SEEN,
        "more earlier positions than are kept",
    )?;
    // sorted by digest first, so two counts of one position are neighbors
    let is_twice = seen.windows(2).any(|pair| pair[0].0 == pair[1].0);
    hold(!is_twice, "an earlier position named twice")?;
    Ok(seen.into_iter().collect())
}
