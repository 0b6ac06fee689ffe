//! A family for tests only: the smallest game that has everything at the seam that Warlord does without.
//!
//! The rules, numbered as [`Illegal`] names them:
//! 1. Two sides, north and south, have units that are all alike on a board of hexes, at most two on a cell. North has
//!    the odd turns.
//! 2. A turn is a fixed number of orders; `end` closes it sooner. An order moves one unit to a neighbor cell that does
//!    not already hold two units of its side.
//! 3. A unit that moves onto a cell of the enemy stays where it is and fights: both sides choose a card in secret. The
//!    higher card wins, but the lowest beats the highest; between equal cards a lot decides.
//! 4. The loser, who may be the side not on turn, retreats a unit from the fight to a neighbor cell without enemies and
//!    with at most one unit of its side, or gives the unit up. An attacker that won moves in if no enemy is left.
//! 5. A side wins with a unit on the goal, or when the enemy has no unit left. After a fixed number of turns the game is drawn.
//! 6. In a game with a camp, a unit given up is the enemy's prisoner, off the board. A side that holds prisoners when
//!    it has closed its orders names the first or second of its units on a cell as the guard. Then both sides give a
//!    sign in secret. If the signs differ, the prisoners' side, which is not on turn, lets one return to a cell with
//!    room and without enemies, next to a unit of its own and not next to the guard, nor to the goal; or stays. Only
//!    then does the turn end.

use std::fmt;
use std::sync::Arc;

use board::{Board, Cell, Grid};

use crate::{Draw, Family, Outcome, Side, Sides, ToAct};

mod seam;
mod text;

pub use text::{GameError, PositionError};

/// The lot between equal cards: north wins by an even number, south by an odd one.
pub const DUEL: Draw = Draw {
    purpose: 1,
    word: "duel",
};

const SIDES: [Side; 2] = match (Side::new(0), Side::new(1)) {
    (Some(north), Some(south)) => [north, south],
    _ => panic!("there may be two sides"),
};

/// The number of units of north and of south on a cell; one of the numbers is 0.
pub type Units = [u8; 2];

/// What all positions of a game have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Game {
    /// The units at the start.
    pub units: Grid<Units>,
    /// The cell on which a unit wins.
    pub goal: Cell,
    /// Orders a turn.
    pub orders: u8,
    /// Cards of each side, numbered from 1; at most nine.
    pub cards: u8,
    /// After a fixed number of turns the game is drawn.
    pub turns: u16,
    /// Units given up are prisoners, which are guarded after each turn of their captors.
    pub camp: bool,
}

/// A sign for the moment at which a prisoner tries to escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Sign {
    /// Both signs.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// The sign's word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// An order. Its text: `c3-d4`, `card=2`, `retreat=d4`, `give-up`, `end`, `guard c3 2`, `sign left`, `return d4`,
/// `stay`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// A unit moves from the first cell to the second, or fights the enemy there.
    Move(Cell, Cell),
    /// A card for a fight, unseen.
    Card(u8),
    /// The unit that lost a fight retreats to that cell.
    Retreat(Cell),
    /// The unit that lost a fight is given up.
    GiveUp,
    /// No more orders; the turn ends once nothing is left to decide.
    End,
    /// The first or second unit on the cell guards the prisoners.
    Guard(Cell, u8),
    /// A sign, unseen.
    Sign(Sign),
    /// A prisoner returns to that cell.
    Return(Cell),
    /// No prisoner returns.
    Stay,
}

/// A result of an order or a lot, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event(String);

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why an order is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Illegal {
    rule: &'static str,
    why: &'static str,
}

impl crate::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        self.rule
    }

    fn advice(&self) -> &'static str {
        "give one of the orders that are listed"
    }
}

/// A moment of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    game: Arc<Game>,
    units: Grid<Units>,
    turn: u32,
    /// Orders left in this turn.
    left: u8,
    fight: Option<Fight>,
    /// The units of north and of south that the other side holds.
    prisoners: Units,
    camp: Option<Camp>,
}

/// A fight not yet over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fight {
    /// The attacker's cell.
    pub from: Cell,
    /// The defender's cell.
    pub to: Cell,
    /// The cards of north and south, as far as they are chosen.
    pub cards: [Option<u8>; 2],
    /// The side that lost and retreats.
    pub loser: Option<Side>,
}

/// The decisions about prisoners after the orders of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Camp {
    /// The guard's cell, and 1 or 2 for the first or second unit there.
    pub guard: Option<(Cell, u8)>,
    /// The signs of north and south, as far as they are given.
    pub signs: [Option<Sign>; 2],
}

impl Position {
    /// The start of a game.
    pub fn new(game: Arc<Game>) -> Self {
        Self {
            units: game.units.clone(),
            turn: 1,
            left: game.orders,
            fight: None,
            prisoners: [0, 0],
            camp: None,
            game,
        }
    }

    /// The game.
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The units on each cell.
    pub const fn units(&self) -> &Grid<Units> {
        &self.units
    }

    /// The fight not yet over.
    pub const fn fight(&self) -> Option<Fight> {
        self.fight
    }

    /// The units of north and of south that the other side holds.
    pub const fn prisoners(&self) -> Units {
        self.prisoners
    }

    /// The decisions about prisoners under way.
    pub const fn camp(&self) -> Option<Camp> {
        self.camp
    }

    const fn board(&self) -> Board {
        self.units.board()
    }

    const fn mover(&self) -> Side {
        SIDES[(self.turn + 1) as usize % 2]
    }

    /// The number of units a side has on a cell; none outside the board.
    fn count(&self, side: Side, cell: Cell) -> u8 {
        self.units.get(cell).map_or(0, |units| units[side.index()])
    }

    /// The number of units a side has, prisoners included.
    fn strength(&self, side: Side) -> u32 {
        strength(&self.units, side) + u32::from(self.prisoners[side.index()])
    }

    fn decides(&self) -> ToAct {
        if let Some(camp) = self.camp {
            return self.guards(camp);
        }
        let Some(fight) = self.fight else {
            // the game ends only between orders, so a fight is looked at first
            let goes_on = || ToAct::One(self.mover());
            return self.ending().map_or_else(goes_on, ToAct::Nobody);
        };
        let chooses = |side: &Side| fight.cards[side.index()].is_none();
        let choosing: Sides = SIDES.into_iter().filter(chooses).collect();
        match fight.loser {
            Some(loser) => ToAct::One(loser),
            None if choosing.is_empty() => ToAct::Lots(DUEL),
            None => ToAct::Secretly(choosing),
        }
    }

    /// Whoever decides about the prisoners.
    fn guards(&self, camp: Camp) -> ToAct {
        let gives = |side: &Side| camp.signs[side.index()].is_none();
        let giving: Sides = SIDES.into_iter().filter(gives).collect();
        match camp.guard {
            None => ToAct::One(self.mover()),
            Some(_) if giving.is_empty() => ToAct::One(other(self.mover())),
            Some(_) => ToAct::Secretly(giving),
        }
    }

    /// The outcome, if the game is over: only between two orders, never in a fight.
    fn ending(&self) -> Option<Outcome> {
        let on_goal = |side: &Side| self.count(*side, self.game.goal) > 0;
        let on_board = |side: &Side| self.board().cells().any(|cell| self.count(*side, cell) > 0);
        let there: Sides = SIDES.into_iter().filter(on_goal).collect();
        let left: Sides = SIDES.into_iter().filter(on_board).collect();
        if !there.is_empty() {
            Some(Outcome::Won(there, "goal"))
        } else if left.len() == 1 {
            Some(Outcome::Won(left, "units"))
        } else {
            (self.turn > self.game.turns.into()).then_some(Outcome::Drawn("turns"))
        }
    }

    /// True if a unit of that side may come to a cell from the next one.
    fn has_room(&self, side: Side, from: Cell, to: Cell) -> bool {
        self.board().neighbors(from).any(|cell| cell == to) && self.count(side, to) < 2
    }

    /// True if a prisoner may return to a cell past the guard.
    fn can_return(&self, to: Cell) -> bool {
        let side = other(self.mover());
        let near = |from: Cell| self.board().neighbors(to).any(|cell| cell == from);
        let guard = self.camp.and_then(|camp| camp.guard);
        self.board().contains(to)
            && to != self.game.goal
            && self.count(side, to) < 2
            && self.count(self.mover(), to) == 0
            && guard.is_some_and(|(guard, _)| !near(guard))
            && self
                .board()
                .neighbors(to)
                .any(|cell| self.count(side, cell) > 0)
    }

    /// Moves a unit or begins a fight.
    fn advance(&mut self, from: Cell, to: Cell, events: &mut Vec<Event>) {
        self.left -= 1;
        if self.count(other(self.mover()), to) > 0 {
            events.push(Event(format!("the unit on {from} attacks {to}")));
            self.fight = Some(Fight {
                from,
                to,
                cards: [None; 2],
                loser: None,
            });
        } else {
            self.shift(self.mover(), from, Some(to), events);
            self.go_on(events);
        }
    }

    /// Shows a side's card; the second of two different ones decides.
    fn show(&mut self, side: Side, card: u8, events: &mut Vec<Event>) {
        let Some(fight) = &mut self.fight else { return };
        fight.cards[side.index()] = Some(card);
        events.push(Event(format!("{} shows card {card}", name(side))));
        if let [Some(north), Some(south)] = fight.cards
            && let Some(winner) = self.game.winner(north, south)
        {
            self.win(winner, events);
        }
    }

    fn win(&mut self, winner: Side, events: &mut Vec<Event>) {
        let Some(fight) = &mut self.fight else { return };
        fight.loser = Some(other(winner));
        events.push(Event(format!("{} wins the fight", name(winner))));
    }

    /// Takes the loser's unit out of the fight.
    fn retreat(&mut self, to: Option<Cell>, events: &mut Vec<Event>) {
        let Some((fight, loser)) = self.fight.take().and_then(|it| Some((it, it.loser?))) else {
            return;
        };
        self.shift(loser, self.place(fight, loser), to, events);
        if to.is_none() && self.game.camp {
            self.prisoners[loser.index()] += 1;
        }
        if self.units[fight.to] == [0, 0] {
            self.shift(self.mover(), fight.from, Some(fight.to), events);
        }
        self.go_on(events);
    }

    /// The cell of the unit of that side that fights.
    fn place(&self, fight: Fight, side: Side) -> Cell {
        if side == self.mover() {
            fight.from
        } else {
            fight.to
        }
    }

    /// Takes a unit from one cell to another, or from the board.
    fn shift(&mut self, side: Side, from: Cell, to: Option<Cell>, events: &mut Vec<Event>) {
        self.units[from][side.index()] -= 1;
        let name = name(side);
        events.push(Event(match to {
            Some(to) => format!("a unit of {name} goes from {from} to {to}"),
            None => format!("a unit of {name} on {from} is given up"),
        }));
        if let Some(to) = to {
            self.units[to][side.index()] += 1;
        }
    }

    /// Ends the turn after its last order.
    fn go_on(&mut self, events: &mut Vec<Event>) {
        if self.left == 0 && self.ending().is_none() {
            self.close(events);
        }
    }

    /// Ends the turn, or asks first for the guard of the prisoners.
    fn close(&mut self, events: &mut Vec<Event>) {
        let mover = self.mover();
        if self.prisoners[other(mover).index()] == 0 {
            return self.end_turn(events);
        }
        let name = name(mover);
        events.push(Event(format!("{name} closes its orders and posts a guard")));
        self.camp = Some(Camp::default());
    }

    fn post(&mut self, guard: Cell, unit: u8, events: &mut Vec<Event>) {
        let Some(camp) = &mut self.camp else { return };
        camp.guard = Some((guard, unit));
        events.push(Event(format!(
            "unit {unit} on {guard} guards the prisoners"
        )));
    }

    /// Shows a side's sign; the second one decides whether a prisoner slips away.
    fn signal(&mut self, side: Side, sign: Sign, events: &mut Vec<Event>) {
        let Some(camp) = &mut self.camp else { return };
        camp.signs[side.index()] = Some(sign);
        let signs = camp.signs;
        events.push(Event(format!("{} signs {}", name(side), sign.word())));
        if signs[0].is_some() && signs[0] == signs[1] {
            self.end_turn(events);
        }
    }

    /// Lets a prisoner return, or none, and ends the turn.
    fn escape(&mut self, to: Option<Cell>, events: &mut Vec<Event>) {
        let side = other(self.mover());
        let name = name(side);
        match to {
            Some(to) => {
                self.prisoners[side.index()] -= 1;
                self.units[to][side.index()] += 1;
                events.push(Event(format!("a prisoner of {name} returns to {to}")));
            }
            None => events.push(Event(format!("the prisoners of {name} stay"))),
        }
        self.end_turn(events);
    }

    /// Takes the units of a side out of the game, prisoners too; what is under way lapses.
    fn withdraw(&mut self, side: Side, events: &mut Vec<Event>) {
        for cell in self.board().cells() {
            self.units[cell][side.index()] = 0;
        }
        self.prisoners[side.index()] = 0;
        (self.fight, self.camp) = (None, None);
        events.push(Event(format!("{} is out", name(side))));
    }

    fn end_turn(&mut self, events: &mut Vec<Event>) {
        events.push(Event(format!(
            "{} ends turn {}",
            name(self.mover()),
            self.turn
        )));
        self.turn += 1;
        self.left = self.game.orders;
        self.camp = None;
    }
}

impl Game {
    /// The number of units a side begins with.
    fn strength(&self, side: Side) -> u32 {
        strength(&self.units, side)
    }

    /// The winner with those cards; nobody with equal ones.
    fn winner(&self, north: u8, south: u8) -> Option<Side> {
        // the lowest card against the highest
        let is_upside_down = north.abs_diff(south) + 1 == self.cards;
        let is_north = (north > south) != is_upside_down;
        (north != south).then_some(SIDES[usize::from(!is_north)])
    }
}

fn strength(units: &Grid<Units>, side: Side) -> u32 {
    let units = units.iter().map(|(_, units)| units[side.index()]);
    units.map(u32::from).sum()
}

const fn other(side: Side) -> Side {
    SIDES[1 - side.index()]
}

const fn name(side: Side) -> &'static str {
    Family::Toy.side_names()[side.index()]
}
