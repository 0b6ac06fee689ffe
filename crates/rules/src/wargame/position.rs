//! The position of either WarGame.

use std::sync::Arc;

use board::{Board, Cell, Grid};

use super::givers::{Giver, Givers};
use super::neighbors::Neighbors;
use super::units::Units;
use super::{Event, Game, Illegal, Kind, Order, Outcome, Reason, Side, Start, Unit};
use crate::{Lots, white_black};

mod canonical;
mod command;
mod fire;
mod legality;
mod listing;
mod moves;
mod search;
mod set_up;
mod sound;
mod supply;
mod text;
mod turn;
mod whole;

pub use command::Link;
pub use fire::FireLine;
pub use text::PositionError;

/// Everything the rules need to know at one moment of a game.
///
/// Two positions are equal if they are of the same game and their canonical bytes are
/// ([`Position::write_canonical`]).
#[derive(Debug)]
pub struct Position {
    game: Arc<Game>,
    // worked out once for each game: the clones that the computer makes share it
    neighbors: Arc<Neighbors>,
    pub(super) phase: Phase,
    units: Units,
    side: Side,
    turn: u32,
    passes: u8,
    /// Turns in a row that ended without a removal.
    quiet: u8,
    /// The units being towed, by their cells in board order.
    tows: Vec<Tow>,
    /// The cells of Paratroops ready to leap, in board order.
    prepared: Vec<Cell>,
    progress: Progress,
}

pub(super) type Phase = white_black::Phase<Outcome>;

#[derive(Debug, Default)]
struct Progress {
    /// The cells of the units that may not act again, in board order.
    acted: Vec<Cell>,
    givers: Givers,
    /// True if anything was removed.
    has_removed: bool,
}

/// A unit being towed, until its owner's next turn begins. Rules: wargame 1.6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tow {
    /// The cell of the towed unit.
    pub towed: Cell,
    /// The cell of the unit that tows.
    pub tower: Cell,
}

impl Position {
    /// The start of a game: ready to play, or waiting for a lot or for both set-ups.
    pub fn new(game: Arc<Game>) -> Self {
        let mut position = Self {
            neighbors: Arc::new(Neighbors::new(game.board())),
            phase: Phase::Playing,
            units: Units::new(Grid::filled(game.board(), None)),
            side: Side::White,
            turn: 1,
            passes: 0,
            quiet: 0,
            tows: Vec::new(),
            prepared: Vec::new(),
            progress: Progress::default(),
            game,
        };
        if let Start::Fixed(army) = &position.game.start {
            for (cell, unit) in army {
                position.units.put(*cell, *unit);
            }
        }
        position.phase = if position.game.awaits_map() {
            Phase::Laying
        } else {
            position.phase_with_map()
        };
        // play begins here only if nothing comes before it; otherwise the last set-up or lot begins the first turn
        if position.phase == Phase::Playing {
            position.begin_turn(&mut Vec::new());
        }
        position
    }

    /// The first phase once the terrain is laid.
    fn phase_with_map(&self) -> Phase {
        match self.game.start {
            Start::Fixed(_) => Phase::Playing,
            Start::Hidden(_) => Phase::SETTING_UP,
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

    /// The unit on a cell.
    #[inline]
    pub fn unit(&self, cell: Cell) -> Option<Unit> {
        self.units.get(cell)
    }

    /// All units on the board, in board order.
    pub fn units(&self) -> impl Iterator<Item = (Cell, Unit)> {
        self.units.iter()
    }

    /// The neighbors of a cell, each with the number of its direction in [`Board::directions`].
    pub fn steps(&self, cell: Cell) -> impl Iterator<Item = (u8, Cell)> + use<'_> {
        let steps = self.neighbors.steps(cell).iter();
        steps.map(|step| (step.way, step.to))
    }

    /// The units of a side, in board order.
    pub fn army(&self, side: Side) -> impl Iterator<Item = (Cell, Kind)> {
        self.units.army(side).iter().copied()
    }

    /// The number of the turn, from 1; it goes up at every `end`.
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// The side on turn; before play the side that will begin, if that is known.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The number of orders this turn may hold. Rules: wargame 1.4, 2.3.
    pub fn cap(&self) -> u8 {
        self.game.cap(self.turn)
    }

    /// The number of orders of this turn that are left.
    pub fn left(&self) -> u8 {
        // never below 0: no order is taken beyond the CAP
        self.cap() - self.orders_made()
    }

    /// The number of orders of this turn that are made.
    pub const fn orders_made(&self) -> u8 {
        self.progress.givers.made() as u8
    }

    /// Passes in a row up to now: 0 or 1, 2 when they ended the game.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// Turns in a row before this one that ended without a removal. Rules: wargame 1.12.
    pub const fn quiet(&self) -> u8 {
        self.quiet
    }

    /// The units being towed: those of the side that is not on turn since its last turn, those of the side on turn since
    /// an order of this turn. Rules: wargame 1.6.
    pub fn tows(&self) -> &[Tow] {
        &self.tows
    }

    /// True if the unit on that cell is being towed. Rules: wargame 1.6.
    pub fn is_towed(&self, cell: Cell) -> bool {
        self.tows.iter().any(|tow| tow.towed == cell)
    }

    /// True if the Paratroops on that cell are ready to leap. Rules: wargame 1.14.
    pub fn is_prepared(&self, cell: Cell) -> bool {
        self.prepared.binary_search(&cell).is_ok()
    }

    /// True if the unit on that cell has acted or was moved this turn.
    pub fn has_acted(&self, cell: Cell) -> bool {
        self.progress.acted.binary_search(&cell).is_ok()
    }

    /// The number of leaders a side has left.
    pub fn leaders_left(&self, side: Side) -> usize {
        let army = self.army(side);
        army.filter(|(_, kind)| kind.is_leader()).count()
    }

    /// The outcome, once the game is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// True if set-ups and lots are done.
    pub const fn has_begun(&self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Over(_))
    }

    /// Every legal next order of `side`, as [`crate::Rules::legal_orders`] lists them: of several ways to write an
    /// order, the one with the fewest cells, and of these the bytewise smallest.
    pub fn legal_orders(&self, side: Side) -> Vec<Order> {
        match self.phase {
            // asked of the side and not of the turn: both set up at once
            // the books only: all other set-ups are far too many to list
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
        let mut events = Vec::new();
        self.carry_out(side, order, &mut events)
            .map_err(|reason| self.refusal(reason))?;
        Ok(events)
    }

    /// The answer of [`Position::apply`] to that order, without changing anything.
    ///
    /// # Errors
    /// Returns why the order is refused.
    // the very judgment that `apply` carries out, so that check and execution cannot disagree
    pub fn check(&self, side: Side, order: &Order) -> Result<(), Illegal> {
        self.judge(side, order)
            .map(|_| ())
            .map_err(|reason| self.refusal(reason))
    }

    /// Supplies the value of the pending draw of lots.
    ///
    /// # Errors
    /// If no lots are awaited.
    pub fn resolve(&mut self, lots: Lots) -> Result<Vec<Event>, Illegal> {
        match self.phase {
            Phase::Laying => {
                // a new game: other positions share the old one and still await the lot
                self.game = Arc::new(self.game.mapped(lots.0));
                self.phase = self.phase_with_map();
                let mut events = vec![Event::MapLaid(lots.0)];
                if self.phase == Phase::Playing {
                    self.begin_turn(&mut events);
                }
                Ok(events)
            }
            Phase::Drawing => {
                // the last bit decides, so that half of all lots give each side the first turn
                self.side = Side::BOTH[usize::from(!lots.0.is_multiple_of(2))];
                self.phase = Phase::Playing;
                let mut events = vec![Event::First(self.side)];
                self.begin_turn(&mut events);
                Ok(events)
            }
            Phase::SettingUp { .. } | Phase::Playing | Phase::Over(_) => {
                Err(self.refusal(Reason::NoLots))
            }
        }
    }

    fn refusal(&self, reason: Reason) -> Illegal {
        reason.under(self.game.ruleset)
    }

    /// The leaders of the side on turn, in board order.
    // in board order, so that a set of leaders means the same on both machines
    fn leaders(&self) -> Vec<Giver> {
        let army = self.army(self.side);
        army.filter(|(_, kind)| kind.is_leader())
            .map(|(cell, kind)| Giver {
                cell,
                range: self.game.order_range(kind),
            })
            .collect()
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            neighbors: self.neighbors.clone(),
            phase: self.phase,
            units: self.units.clone(),
            side: self.side,
            turn: self.turn,
            passes: self.passes,
            quiet: self.quiet,
            tows: self.tows.clone(),
            prepared: self.prepared.clone(),
            progress: self.progress.clone(),
        }
    }

    /// Copies another position into the memory of this one: the computer does so for every order it tries.
    fn clone_from(&mut self, source: &Self) {
        // every field by name, so that a new one cannot be forgotten
        let Self {
            game,
            neighbors,
            phase,
            units,
            side,
            turn,
            passes,
            quiet,
            tows,
            prepared,
            progress,
        } = self;
        game.clone_from(&source.game);
        neighbors.clone_from(&source.neighbors);
        units.clone_from(&source.units);
        tows.clone_from(&source.tows);
        prepared.clone_from(&source.prepared);
        progress.clone_from(&source.progress);
        (*phase, *side, *turn) = (source.phase, source.side, source.turn);
        (*passes, *quiet) = (source.passes, source.quiet);
    }
}

impl Clone for Progress {
    fn clone(&self) -> Self {
        Self {
            acted: self.acted.clone(),
            givers: self.givers.clone(),
            has_removed: self.has_removed,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.acted.clone_from(&source.acted);
        self.givers.clone_from(&source.givers);
        self.has_removed = source.has_removed;
    }
}

/// Puts a cell into a list in board order.
// a list in order and not a set: a turn has few orders, and canonical bytes need the order
fn insert(cells: &mut Vec<Cell>, cell: Cell) {
    if let Err(place) = cells.binary_search(&cell) {
        cells.insert(place, cell);
    }
}

/// Takes a cell out of a list in board order; false if the cell is not on the list.
fn remove(cells: &mut Vec<Cell>, cell: Cell) -> bool {
    let found = cells.binary_search(&cell);
    found.map(|place| cells.remove(place)).is_ok()
}
