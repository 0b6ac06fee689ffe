//! A game of a study: played once, kept whole, and read any number of times.

use std::sync::atomic::{AtomicBool, Ordering};

use rules::{AnyOrder, AnyPosition, Lots, Rules as _, Side, ToAct};
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
    /// The orders of each turn, joined by blanks.
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
    let mut draws = 0;
    let mut next = |seed: u64| {
        draws += 1;
        // a new seed for each decision, from one counter, so that the same game follows from the study's seed alone
        mix(seed ^ draws << 48)
    };
    loop {
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
                turn(&mut game, side, seed, choose, &mut row)?;
            }
            ToAct::Nobody(outcome) => {
                row.winner = outcome.winners().iter().next().map(Side::index);
                row.end = outcome.word().to_owned();
                break;
            }
        }
    }
    row.turns = u32::try_from(row.orders.len()).unwrap_or(u32::MAX);
    Ok(Some(row))
}

/// One whole turn, with the lead after it.
fn turn(
    game: &mut StudyGame,
    side: Side,
    seed: u64,
    choose: Choose<'_>,
    row: &mut Row,
) -> Result<(), PlayError> {
    let orders = match game.must_pass() {
        // the variant decides here, not the player
        true => game.pass(side).into_iter().collect(),
        false => choose(&game.position, side, seed),
    };
    let Some((last, others)) = orders.split_last() else {
        return Err(PlayError::NoOrder);
    };
    let mut texts = Vec::with_capacity(orders.len());
    for order in others {
        texts.push(game.position.order_text(side, order));
        game.apply(side, order)?;
    }
    // before the last order, which closes the turn: the judgment assumes that the turn of the side on turn ends here
    if let Some(lead) = computer::judge(&game.position) {
        row.leads.push(from_first(lead, side));
    }
    texts.push(game.position.order_text(side, last));
    game.apply(side, last)?;
    row.orders.push(texts.join(" "));
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
    if side.index() == 0 { lead } else { -lead }
}

/// A reader of rows, which sees a game order by order.
pub(crate) trait Reader {
    /// The position before the first turn.
    fn begin(&mut self, position: &AnyPosition);
    /// An order of a side, in the position before it and the one after.
    fn order(&mut self, side: Side, before: &AnyPosition, after: &AnyPosition);
    /// The position before the order that closes a turn, or after the last order if that ended the game; and the number
    /// of orders given.
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
        let mut is_first = true;
        loop {
            match game.position.to_act() {
                ToAct::Lots(_) => game.resolve(Lots(*lots.next().ok_or_else(wrong)?))?,
                ToAct::Secretly(sides) => {
                    for side in sides {
                        let text = secrets.next().ok_or_else(wrong)?;
                        let order = parsed(&game.position, side, text)?;
                        game.apply(side, &order)?;
                    }
                }
                ToAct::One(side) => {
                    if std::mem::take(&mut is_first) {
                        reader.begin(&game.position);
                    }
                    let Some(turn) = turns.next() else { break };
                    read_turn(&mut game, side, turn, reader)?;
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
    reader: &mut impl Reader,
) -> Result<(), PlayError> {
    let mut orders = 0;
    for text in turn.split(' ') {
        let order = parsed(&game.position, side, text)?;
        let is_last = game.pass(side).as_ref() == Some(&order);
        if is_last {
            reader.turn(side, &game.position, orders);
        }
        let before = game.position.clone();
        game.apply(side, &order)?;
        if !is_last {
            orders += 1;
            reader.order(side, &before, &game.position);
            // the order ended the game, so no closing order follows
            if game.position.to_act() != ToAct::One(side) {
                reader.turn(side, &game.position, orders);
            }
        }
    }
    Ok(())
}

fn parsed(position: &AnyPosition, side: Side, text: &str) -> Result<AnyOrder, PlayError> {
    let order = position.parse_order(side, text);
    order.map_err(|error| PlayError::Refused(error.to_string()))
}
