//! The readable position of Warlord. It checks the orders of players and peers, and the fast position is tested against
//! it.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Board, Cell, Grid};

use super::activation::Activations;
use super::movement::Field;
use super::{Event, FirstPlayer, Game, Illegal, Kind, Order, Start, Unit};
use crate::warlord::{Outcome, Side};
use crate::{Lots, white_black};

mod assemble;
mod canonical;
mod legality;
mod set_up;
mod share;
mod sound;
mod text;
mod turn;
mod whole;

pub(super) use assemble::Parts;
pub use text::PositionError;

/// Everything the rules need to know at one moment of a Warlord game.
///
/// Two positions are equal if they are of the same game and their canonical bytes are
/// ([`Position::write_canonical`]).
#[derive(Debug, Clone)]
pub struct Position {
    game: Arc<Game>,
    pub(super) phase: Phase,
    units: Grid<Option<Unit>>,
    side: Side,
    turn: u32,
    passes: u8,
    /// The holder of the short game's claim when the turn began.
    claim: Option<Side>,
    /// The units still to enter, each with the owner's turn from which it may, sorted so that equal positions have
    /// equal bytes.
    waiting: [Vec<(u16, Kind)>; 2],
    tallies: [Tally; 2],
    progress: Progress,
    shares: share::Shares,
    /// The count of each start of a turn since the last capture, promotion or entry; empty without the option
    /// `repetition`.
    // a map in order, so that canonical bytes list it the same way on every machine
    seen: BTreeMap<turn::Seen, u8>,
}

pub(super) type Phase = white_black::Phase<Outcome>;

/// The leaders a side has left.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    leaders: u16,
    levels: u16,
}

/// The turn so far.
#[derive(Debug, Clone, Default)]
struct Progress {
    cap: u8,
    made: u8,
    has_entered: bool,
    /// The cells of the units that may not move again, in board order.
    moved: Vec<Cell>,
    /// The cells of the units that entered this turn, have not moved, and may not enter terrain before they have
    /// started a turn beside it, in board order. Rules: warlord 2.12.
    entered: Vec<Cell>,
    activations: Activations,
    /// The cells of units that activate themselves at the start of the turn; some may have moved.
    self_activating: Vec<Cell>,
}

/// The activations of a leader in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaderStatus {
    /// Its activations a turn, 1 to 3. Rules: warlord 2.3.
    pub level: u8,
    /// The number of activations the leader could still give, with the orders made so far assigned in the best way.
    /// Rules: warlord 2.5.
    pub free: u8,
}

impl Position {
    /// The start of a game: ready to play, or waiting for both set-ups if they are hidden.
    pub fn new(game: Arc<Game>) -> Self {
        let waiting = Side::BOTH.map(|side| {
            let mut waiting: Vec<_> = game.reinforcements(side).collect();
            waiting.sort_unstable();
            waiting
        });
        let mut position = Self {
            phase: Phase::Playing,
            units: Grid::filled(game.board(), None),
            side: Side::White,
            turn: 1,
            passes: 0,
            claim: None,
            waiting,
            // from the game and not from the board, on which no unit stands before a hidden set-up
            tallies: Side::BOTH.map(|side| Tally {
                leaders: u16::try_from(game.leaders(side)).unwrap_or(u16::MAX),
                levels: game.levels(side),
            }),
            progress: Progress::default(),
            shares: share::Shares::default(),
            seen: BTreeMap::new(),
            game,
        };
        match &position.game.start {
            Start::Fixed(army) => {
                for (cell, unit) in army {
                    position.units[*cell] = Some(*unit);
                }
                position.deal();
                position.count_leaders();
                position.begin_turn(&mut Vec::new());
            }
            Start::Hidden(_) => {
                if let FirstPlayer::Agreed(side) = position.game.options.first_player {
                    // agreed beforehand: no lot is drawn (warlord 6.2)
                    position.side = side;
                }
                position.phase = if position.game.awaits_terrain() {
                    Phase::Laying
                } else {
                    position.phase_before_set_up()
                };
            }
        }
        position
    }

    /// The first phase after the terrain is laid: a lot before the set-up, or the set-up.
    fn phase_before_set_up(&self) -> Phase {
        match self.game.options.first_player {
            FirstPlayer::LotBefore => Phase::Drawing,
            FirstPlayer::LotAfter | FirstPlayer::Agreed(_) => Phase::SETTING_UP,
        }
    }

    /// The game, shared by all its positions: a clone of a position copies no board.
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// The unit on a cell; none off the board.
    pub fn unit(&self, cell: Cell) -> Option<Unit> {
        self.units.get(cell).copied().flatten()
    }

    /// All units on the board, in board order.
    pub fn units(&self) -> impl Iterator<Item = (Cell, Unit)> {
        self.units
            .iter()
            .filter_map(|(cell, unit)| Some((cell, (*unit)?)))
    }

    /// The number of the turn, from 1; it goes up at every `end`.
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// The side on turn; before play the side that will begin, if that is known.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The number of orders this turn may hold. Rules: warlord 2.7.
    pub const fn cap(&self) -> u8 {
        self.progress.cap
    }

    /// The number of orders of this turn that are left; entries do not count.
    pub const fn left(&self) -> u8 {
        self.progress.cap - self.progress.made
    }

    /// The number of orders of this turn that are made; entries do not count.
    pub const fn orders_made(&self) -> u8 {
        self.progress.made
    }

    /// True if reinforcements entered this turn. Rules: warlord 2.12.
    pub const fn has_entered(&self) -> bool {
        self.progress.has_entered
    }

    /// Passes in a row up to now: 0 or 1, 2 when they ended the game.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The side that held the short game's claim when this turn began. Rules: warlord 3.2.
    pub const fn claim(&self) -> Option<Side> {
        self.claim
    }

    /// The number of enemy leaders a side has captured: the leaders the enemy began with less those left.
    /// Rules: warlord 9.2.
    pub fn captured(&self, by: Side) -> u16 {
        let enemy = by.opponent();
        // saturating: a position text may have more leaders than the game began with
        let all = u16::try_from(self.game.leaders(enemy)).unwrap_or(u16::MAX);
        all.saturating_sub(self.leaders_left(enemy))
    }

    /// The number of leaders a side has left, those still to enter included. Rules: warlord 2.12, 5.2.
    pub const fn leaders_left(&self, side: Side) -> u16 {
        self.tallies[side.index()].leaders
    }

    /// The sum of the levels of the leaders a side has left.
    pub const fn level_left(&self, side: Side) -> u16 {
        self.tallies[side.index()].levels
    }

    /// The units a side has still to enter: the owner's turn from which each may, and its kind.
    pub fn waiting(&self, side: Side) -> &[(u16, Kind)] {
        &self.waiting[side.index()]
    }

    /// True if the unit on that cell has moved or swapped this turn.
    pub fn has_moved(&self, cell: Cell) -> bool {
        self.progress.moved.binary_search(&cell).is_ok()
    }

    /// True if the unit on that cell entered this turn and therefore does not go into terrain. Rules: warlord 2.12.
    pub(super) fn just_entered(&self, cell: Cell) -> bool {
        self.progress.entered.binary_search(&cell).is_ok()
    }

    /// The activations of the leader on that cell; `None` for any unit but a leader of the side to move.
    pub fn leader_status(&self, cell: Cell) -> Option<LeaderStatus> {
        let level = self.unit(cell)?.kind.level();
        let free = self.progress.activations.free(cell)?;
        Some(LeaderStatus { level, free })
    }

    /// The activations left to the leader on that cell in the one assignment of this turn's orders that the position
    /// keeps; `None` for any unit but a leader of the side to move. The leaders' numbers add up to the activations left
    /// to all of them, which [`LeaderStatus::free`] counts for each leader alone. Rules: warlord 2.5.
    pub fn unused(&self, cell: Cell) -> Option<u8> {
        self.progress.activations.unused(cell)
    }

    /// The leaders of the side to move that could give one more activation, in board order. Rules: warlord 2.5.
    pub fn open_leaders(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.progress.activations.open_leaders().collect();
        // sorted, since leaders that entered stand at the end of the list
        cells.sort_unstable();
        cells
    }

    /// The cells to which the unit on that cell could move, whoever is to move and whether or not it is activated.
    pub fn reach(&self, cell: Cell) -> Vec<Cell> {
        let mut cells = Vec::new();
        if let Some(unit) = self.unit(cell) {
            self.field_of(cell)
                .destinations(unit, cell, |destination| cells.push(destination));
        }
        cells
    }

    /// Visits the cells that the unit on that cell threatens or guards: those on which it could capture if an enemy
    /// stood there.
    pub fn covered(&self, cell: Cell, visit: impl FnMut(Cell)) {
        if let Some(unit) = self.unit(cell) {
            let field = Field {
                takes_own: true,
                ..self.field()
            };
            field.destinations(unit, cell, visit);
        }
    }

    /// The outcome, once the game is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// True if set-ups and lots are done.
    pub(super) const fn has_begun(&self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Over(_))
    }

    /// A number of orders such that only the last of them, if any, can end in a draw by repetition.
    ///
    /// Two occurrences of a position are at least four turns apart. No unit moves twice in a turn, so a turn with an
    /// order changes the side's units, and only another turn of the side changes them back; two passes in a row end the
    /// game. Between two occurrences at least two turns are thus no passes, which makes six orders.
    pub(super) fn orders_before_repetition(&self) -> u32 {
        const APART: u32 = 6;
        let most = self.seen.values().copied().max();
        match most {
            _ if !self.game.options.repetition => u32::MAX,
            Some(2..) => 1,
            _ => 1 + APART,
        }
    }

    /// The assignment of this turn's orders to leaders.
    pub(super) const fn activations(&self) -> &Activations {
        &self.progress.activations
    }

    fn field(&self) -> Field<'_> {
        Field {
            game: &self.game,
            units: &self.units,
            takes_own: false,
            has_entered: false,
        }
    }

    /// The surroundings of the unit on that cell.
    fn field_of(&self, cell: Cell) -> Field<'_> {
        Field {
            has_entered: self.just_entered(cell),
            ..self.field()
        }
    }

    fn count_leaders(&mut self) {
        self.tallies = Side::BOTH.map(|side| {
            let own = self.units().filter(|(_, unit)| unit.side == side);
            let waiting = self.waiting(side).iter().map(|(_, kind)| *kind);
            Tally::of(own.map(|(_, unit)| unit.kind).chain(waiting))
        });
    }
}

impl Tally {
    fn of(kinds: impl Iterator<Item = Kind>) -> Self {
        let mut tally = Self::default();
        for kind in kinds.filter(|kind| kind.is_leader()) {
            tally.leaders = tally.leaders.saturating_add(1);
            tally.levels = tally.levels.saturating_add(kind.level().into());
        }
        tally
    }
}

impl Position {
    /// Every legal next order of `side`, as [`crate::Rules::legal_orders`] lists them.
    pub fn legal_orders(&self, side: Side) -> Vec<Order> {
        match self.phase {
            Phase::SettingUp { done } if !done[side.index()] => self.book_set_ups(side),
            Phase::Playing if side == self.side => self.list_orders(),
            _ => Vec::new(),
        }
    }

    /// Carries out one order, all or nothing: a refused order changes nothing.
    ///
    /// # Errors
    /// Returns why the order is refused.
    pub fn apply(&mut self, side: Side, order: &Order) -> Result<Vec<Event>, Illegal> {
        // in full before anything changes, so that a refused order leaves no trace
        self.check(side, order)?;
        let mut events = Vec::new();
        match order {
            Order::Move { from, to } => self.make_move(*from, *to, &mut events),
            Order::Swap { leader, cannon } => self.make_swap(*leader, *cannon, &mut events),
            Order::Enter { kind, cell } => self.enter(*kind, *cell, &mut events),
            Order::Done => self.close_part(false, &mut events),
            Order::Later => self.close_part(true, &mut events),
            Order::End => self.end_turn(&mut events),
            Order::SetUp(set_up) => self.place(side, set_up, &mut events),
        }
        Ok(events)
    }

    /// Supplies the value of the pending draw of lots.
    ///
    /// # Errors
    pub fn resolve(&mut self, lots: Lots) -> Result<Vec<Event>, Illegal> {
        match self.phase {
            Phase::Laying => Ok(self.lay_terrain(lots.0)),
            Phase::Drawing => Ok(self.draw_first_player(lots.0)),
            Phase::SettingUp { .. } | Phase::Playing | Phase::Over(_) => Err(Illegal::NoLots),
        }
    }

    fn lay_terrain(&mut self, lots: u64) -> Vec<Event> {
        // a new game: other positions share the old one and still await the lot
        self.game = Arc::new(self.game.scattered(lots));
        self.phase = self.phase_before_set_up();
        vec![Event::Scattered(lots)]
    }

    fn draw_first_player(&mut self, lots: u64) -> Vec<Event> {
        // the last bit decides, so that half of all lots give each side the first turn
        self.side = Side::BOTH[usize::from(!lots.is_multiple_of(2))];
        let mut events = vec![Event::First(self.side)];
        if self.game.options.first_player == FirstPlayer::LotBefore {
            self.phase = Phase::SETTING_UP;
        } else {
            self.begin_play(&mut events);
        }
        events
    }
}
