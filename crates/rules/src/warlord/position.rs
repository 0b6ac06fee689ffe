use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Board, Cell, Grid};

use super::{Event, Game, Illegal, Kind, Order, Start, Unit};
use crate::{Draw, Lots, Outcome, Rules, SecretPart, Side, ToAct};

/// All the rules need to know at one moment of a Warlord game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    game: Arc<Game>,
    stage: Stage,
    units: Grid<Option<Unit>>,
    side: Side,
    turn: u32,
    passes: u8,
    claim: Option<Side>,
    waiting: [Vec<(u16, Kind)>; 2],
    seen: BTreeMap<Arc<[u8]>, u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    SettingUp { done: [bool; 2] },
    Drawing,
    Playing,
    Over(Outcome),
}

/// What a leader can still do this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaderStatus {
    /// Its activations a turn.
    pub level: u8,
    /// How many of them it could still give, the orders made so far being answered for in the best way.
    /// Rules: warlord 2.5.
    pub free: u8,
}

/// Text that is no position of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the position is not readable")]
pub struct PositionError;

impl Position {
    /// The start of a game: ready to play, or waiting for both set-ups where they are hidden.
    pub fn new(game: Arc<Game>) -> Self {
        let mut units = Grid::filled(game.board(), None);
        let stage = match &game.start {
            Start::Fixed(army) => {
                for (cell, unit) in army {
                    units[*cell] = Some(*unit);
                }
                Stage::Playing
            }
            Start::Hidden(_) => Stage::SettingUp {
                done: [false, false],
            },
        };
        Self {
            game,
            stage,
            units,
            side: Side::White,
            turn: 1,
            passes: 0,
            claim: None,
            waiting: [Vec::new(), Vec::new()],
            seen: BTreeMap::new(),
        }
    }

    /// What the scenario fixes.
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// The unit on a cell.
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

    /// Whose turn it is.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How many orders this turn may hold. Rules: warlord 2.7.
    pub const fn cap(&self) -> u8 {
        0
    }

    /// How many of them are left; entries do not count.
    pub const fn left(&self) -> u8 {
        0
    }

    /// How many orders of this turn are made; entries do not count.
    pub const fn orders_made(&self) -> u8 {
        0
    }

    /// Passes in a row up to now: 0 or 1, 2 when they ended the game.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// Which side held the short game's claim when this turn began. Rules: warlord 3.
    pub const fn claim(&self) -> Option<Side> {
        self.claim
    }

    /// How many enemy leaders a side has captured.
    pub fn captured(&self, by: Side) -> u16 {
        let _ = by;
        0
    }

    /// How many leaders a side has left, those still to enter included.
    pub fn leaders_left(&self, side: Side) -> u16 {
        let _ = side;
        0
    }

    /// The sum of their levels.
    pub fn level_left(&self, side: Side) -> u16 {
        let _ = side;
        0
    }

    /// What each side has still to enter: the owner's turn from which it is due, and the kind.
    pub fn waiting(&self, side: Side) -> &[(u16, Kind)] {
        &self.waiting[side.index()]
    }

    /// Whether the unit on that cell has moved this turn.
    pub fn has_moved(&self, cell: Cell) -> bool {
        let _ = cell;
        false
    }

    /// What the leader on that cell, of the side to move, can still do; nothing for any other unit.
    pub fn leader_status(&self, cell: Cell) -> Option<LeaderStatus> {
        let _ = cell;
        None
    }

    /// The legal moves and swaps of the unit on that cell, in a fixed order.
    pub fn legal_orders_from(&self, cell: Cell) -> Vec<Order> {
        let _ = cell;
        Vec::new()
    }

    /// Where the unit on that cell could move or capture, whoever is to move and whether or not it is activated.
    pub fn reach(&self, cell: Cell) -> Vec<Cell> {
        let _ = cell;
        Vec::new()
    }

    /// What [`Rules::apply`] would say to that order, changing nothing.
    pub fn check(&self, side: Side, order: &Order) -> Result<(), Illegal> {
        let _ = order;
        match self.stage {
            Stage::Over(outcome) => Err(Illegal::Over(outcome)),
            _ if side != self.side => Err(Illegal::NotYourTurn(side)),
            _ => Ok(()),
        }
    }

    /// How the game ended, once it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The position text of the engine protocol.
    pub fn to_text(&self) -> String {
        String::new()
    }

    /// Reads a position text: the start of a turn. Rules: warlord 11.8, 11.9.
    pub fn from_text(game: Arc<Game>, text: &str) -> Result<Self, PositionError> {
        let _ = (game, text);
        Err(PositionError)
    }

    /// Appends the canonical bytes: equal for equal positions of one game and for no others.
    pub fn write_canonical(&self, out: &mut Vec<u8>) {
        out.push(1);
    }

    /// The secret parts of a legal set-up: slot 1 composition, slot 2 positions.
    pub fn seal(&self, side: Side, order: &Order) -> Result<Vec<SecretPart>, Illegal> {
        self.check(side, order)?;
        Ok(Vec::new())
    }

    /// The set-up those parts were sealed from, checked in full; the strict inverse of [`Position::seal`].
    pub fn open(&self, side: Side, parts: &[SecretPart]) -> Result<Order, Illegal> {
        let _ = (side, parts);
        Err(Illegal::BadSecret("nothing was sealed"))
    }
}

impl Rules for Position {
    type Order = Order;
    type Event = Event;
    type Illegal = Illegal;

    fn to_act(&self) -> ToAct {
        match self.stage {
            Stage::SettingUp { done } => ToAct::Secretly(
                Side::BOTH
                    .into_iter()
                    .filter(|side| !done[side.index()])
                    .collect(),
            ),
            Stage::Drawing => ToAct::Lots(Draw::FirstPlayer),
            Stage::Playing => ToAct::One(self.side),
            Stage::Over(outcome) => ToAct::Nobody(outcome),
        }
    }

    fn legal_orders(&self, side: Side) -> Vec<Order> {
        match self.stage {
            Stage::Playing if side == self.side => vec![Order::End],
            _ => Vec::new(),
        }
    }

    fn apply(&mut self, side: Side, order: &Order) -> Result<Vec<Event>, Illegal> {
        self.check(side, order)?;
        Ok(Vec::new())
    }

    fn resolve(&mut self, lots: Lots) -> Result<Vec<Event>, Illegal> {
        let Stage::Drawing = self.stage else {
            return Err(Illegal::NoLots);
        };
        self.side = Side::BOTH[(lots.0 % 2) as usize];
        self.stage = Stage::Playing;
        Ok(vec![Event::First(self.side)])
    }
}
