//! A game of a study: played once, kept whole, and read any number of times.

use std::sync::atomic::{AtomicBool, Ordering};

use rules::{
    AnyEvent, AnyOrder, AnyPosition, Lots, Rules as _, Side, ToAct, order_list, split_orders,
};
use scenario::Scenario;
use serde::{Deserialize, Serialize};

use crate::study::mix;
use crate::study_game::{StudyGame, with_first};
use crate::{Cell, PlayError, Study};

/// A game of a study, whole: its lots, set-ups and turns make the game again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The place of the cell among the study's cells.
    pub cell: usize,
    /// The place of the game in the cell.
    pub index: u32,
    /// The place of the winner's side; none if nobody won.
    pub winner: Option<usize>,
    /// The word for the end, such as `leaders`; empty if the most turns were played without an end.
    pub end: String,
    /// The turns played, whole ones only.
    pub turns: u32,
    /// The lead of the first side at the start by ground and units alone: the mean of the leads with either side on
    /// turn.
    pub start: i32,
    /// The lead of the first side after each turn, in points of the judgment; an infantry is some 200.
    pub leads: Vec<i32>,
    pub lots: Vec<u64>,
    /// The set-ups and other secret choices, in the order of the sides.
    pub secrets: Vec<String>,
    /// The orders of each decision that a side makes openly, in one line: a whole turn, or a part of one that others'
    /// decisions interrupt.
    pub orders: Vec<String>,
}

/// No lead counts for more: a win at hand is judged as 50 million, and one of them would decide every mean.
const MOST: i32 = 20_000;

/// The decision of a player in a position: a whole turn or a secret choice, by the seed.
pub type Choose<'a> = &'a (dyn Fn(&AnyPosition, Side, u64) -> Vec<AnyOrder> + Sync);

/// Plays the game of a cell with that index; `None` if `stop` ended it.
///
/// # Errors
/// Returns why the game cannot be played.
pub fn play(
    study: &Study,
    scenario: &Scenario,
    (place, cell): (usize, Cell),
    index: u32,
    choose: Choose<'_>,
    stop: &AtomicBool,
) -> Result<Option<Row>, PlayError> {
    // from the plan alone, never from a clock: a study continued on another machine plays the games that are missing
    let seed = study.seed_of(place, index);
    let mut game = StudyGame::new(study, scenario, cell)?;
    let mut row = Row {
        cell: place,
        index,
        winner: None,
        end: String::new(),
        turns: 0,
        start: 0,
        leads: Vec::new(),
        lots: Vec::new(),
        secrets: Vec::new(),
        orders: Vec::new(),
    };
    let mut course = Course::default();
    let mut draws = 0;
    let mut next = |seed: u64| {
        draws += 1;
        // a new seed for each decision, from one counter, so that the same game follows from the study's seed alone
        mix(seed ^ draws << 48)
    };
    loop {
        // asked before every decision: a study is ended by Ctrl-C, and an unfinished game leaves no row
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        match game.position.to_act() {
            ToAct::Lots(_) => {
                let lots = match game.has_begun() {
                    true => next(seed),
                    // lots before the first turn lay the map, which all cells share
                    false => next(study.map_of(index)),
                };
                row.lots.push(lots);
                game.resolve(Lots(lots))?;
            }
            ToAct::Secretly(sides) => {
                for side in sides {
                    let chosen = choose(&game.position, side, next(seed));
                    let order = chosen.first().ok_or(PlayError::NoOrder)?;
                    row.secrets.push(game.position.order_text(side, order));
                    game.apply(side, order)?;
                }
            }
            ToAct::One(side) => {
                // only now are ground and set-ups known
                if row.orders.is_empty() {
                    row.start = start_lead(&game.position)?;
                }
                // the row's empty `end` marks such a game as unfinished
                if game.position.turn().number > study.max_turns {
                    break;
                }
                let seed = next(seed);
                turn(&mut game, side, seed, choose, &mut course, &mut row)?;
            }
            ToAct::Nobody(outcome) => {
                row.winner = outcome.winners().iter().next().map(Side::index);
                row.end = outcome.word().to_owned();
                break;
            }
        }
    }
    row.turns = course.turns;
    Ok(Some(row))
}

/// The turn under way, of which a decision of a side may be only a part.
#[derive(Default)]
struct Course {
    /// Its number; 0 before the first turn.
    number: u32,
    /// The number of turns begun.
    turns: u32,
    /// The orders given in it before it was closed.
    orders: u32,
    /// The closing order was given, or the turn ended without it.
    is_closed: bool,
}

impl Course {
    /// Carries out an order. Returns what happens, and true if the order closes the orders of the turn, or ends the turn
    /// without that.
    fn apply(
        &mut self,
        game: &mut StudyGame,
        side: Side,
        order: &AnyOrder,
    ) -> Result<(Vec<AnyEvent>, bool), PlayError> {
        let number = game.position.turn().number;
        if number != self.number {
            *self = Self {
                number,
                turns: self.turns + 1,
                ..Self::default()
            };
        }
        let is_closing = game.closes(side, order);
        let events = game.apply(side, order)?;
        if self.is_closed {
            return Ok((events, false));
        }
        self.orders += u32::from(!is_closing);
        let is_over = game.position.outcome().is_some();
        self.is_closed = is_closing || is_over || game.position.turn().number != number;
        Ok((events, self.is_closed))
    }
}

/// One decision of a side, with the lead where it closes the turn.
fn turn(
    game: &mut StudyGame,
    side: Side,
    seed: u64,
    choose: Choose<'_>,
    course: &mut Course,
    row: &mut Row,
) -> Result<(), PlayError> {
    let mut is_passing = game.must_pass(side);
    let mut orders = match is_passing {
        // the variant decides here, not the player
        true => game.pass(side),
        false => choose(&game.position, side, seed),
    }
    .into_iter();
    let start = game.position.clone();
    let mut given = Vec::new();
    while let Some(order) = orders.next() {
        // before the order that closes or ends the turn: the judgment assumes that the turn of the side on turn ends
        // here
        let lead = computer::judge(&game.position).filter(|_| !course.is_closed);
        if course.apply(game, side, &order)?.1 {
            row.leads.extend(lead.map(|lead| from_first(lead, side)));
        }
        given.push(order);
        // a player who decides something in the other's turn continues with its own, which the variant has it pass
        if !is_passing && game.must_pass(side) {
            is_passing = true;
            orders = game.pass(side).into_iter();
        }
    }
    if given.is_empty() {
        return Err(PlayError::NoOrder);
    }
    row.orders.push(order_list(&start, side, &given));
    Ok(())
}

/// The lead of the first side with either side on turn, halved.
fn start_lead(position: &AnyPosition) -> Result<i32, PlayError> {
    let mut sum = 0;
    for side in position.sides() {
        let judged = computer::judge(&with_first(position, side)?);
        sum += judged.map_or(0, |lead| from_first(lead, side));
    }
    Ok(sum / 2)
}

/// A lead of `side`, seen from the first side.
fn from_first(lead: i32, side: Side) -> i32 {
    let lead = lead.clamp(-MOST, MOST);
    // judgments are from the side on turn; one sign for a whole row makes its leads a curve
    if side.index() == 0 { lead } else { -lead }
}

/// A reader of rows, which sees a game order by order.
pub(crate) trait Reader {
    /// The position before the first turn.
    fn begin(&mut self, position: &AnyPosition);
    /// An order of a side, in the position before it and the one after.
    fn order(&mut self, side: Side, before: &AnyPosition, after: &AnyPosition);
    /// What happened by an order, a secret choice or a lot, closing orders too; after [`Reader::order`] and
    /// [`Reader::turn`] of the same order.
    fn happened(&mut self, before: &AnyPosition, events: &[AnyEvent], after: &AnyPosition);
    /// The position before the order that closes the orders of a turn, or after the last order if that ended the turn or
    /// the game; and the number of orders given. Decisions that follow the closing order come one by one.
    fn turn(&mut self, side: Side, position: &AnyPosition, orders: u32);
}

impl Row {
    /// Plays the game again for a reader.
    pub(crate) fn read(
        &self,
        study: &Study,
        scenario: &Scenario,
        reader: &mut impl Reader,
    ) -> Result<(), PlayError> {
        let wrong = || PlayError::Row(self.index);
        let cell = *study.cells().get(self.cell).ok_or_else(wrong)?;
        let mut game = StudyGame::new(study, scenario, cell)?;
        let (mut lots, mut secrets) = (self.lots.iter(), self.secrets.iter());
        let mut turns = self.orders.iter();
        let mut course = Course::default();
        let mut is_first = true;
        loop {
            match game.position.to_act() {
                ToAct::Lots(_) => {
                    let before = game.position.clone();
                    let events = game.resolve(Lots(*lots.next().ok_or_else(wrong)?))?;
                    // lots and set-ups before the first turn are no part of the game that is counted
                    if !is_first {
                        reader.happened(&before, &events, &game.position);
                    }
                }
                ToAct::Secretly(sides) => {
                    for side in sides {
                        let text = secrets.next().ok_or_else(wrong)?;
                        let order = parsed(&game.position, side, text)?;
                        let before = game.position.clone();
                        let events = game.apply(side, &order)?;
                        if !is_first {
                            reader.happened(&before, &events, &game.position);
                        }
                    }
                }
                ToAct::One(side) => {
                    if std::mem::take(&mut is_first) {
                        reader.begin(&game.position);
                    }
                    let Some(turn) = turns.next() else { break };
                    read_turn(&mut game, side, turn, &mut course, reader)?;
                }
                ToAct::Nobody(_) => break,
            }
        }
        match turns.next() {
            // turns after the end: the row belongs to another version of the rules
            Some(_) => Err(wrong()),
            None => Ok(()),
        }
    }
}

fn read_turn(
    game: &mut StudyGame,
    side: Side,
    turn: &str,
    course: &mut Course,
    reader: &mut impl Reader,
) -> Result<(), PlayError> {
    for text in split_orders(&game.position.clone(), side, turn) {
        let order = parsed(&game.position, side, text)?;
        let is_closing = game.closes(side, &order);
        let before = game.position.clone();
        let (events, closes) = course.apply(game, side, &order)?;
        if !is_closing {
            reader.order(side, &before, &game.position);
        }
        if closes {
            // without a closing order the last order has ended the turn by itself
            let at = if is_closing { &before } else { &game.position };
            // the side of the turn and not of the order: the last decision of a turn may be the other side's
            reader.turn(before.turn().side, at, course.orders);
        }
        reader.happened(&before, &events, &game.position);
    }
    Ok(())
}

fn parsed(position: &AnyPosition, side: Side, text: &str) -> Result<AnyOrder, PlayError> {
    let order = position.parse_order(side, text);
    order.map_err(|error| PlayError::Refused(error.to_string()))
}
