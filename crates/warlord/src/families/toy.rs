//! The toy family's words in the program, for tests only.

use ::board::Cell;
use anstyle::Style;
use anyhow::Result;
use rules::testing::toy::{Event, Position};
use rules::{Family, Rules, Side, ToAct};
use scenario::toy::Content;
use scenario::{Scenario, SideNames};

use super::{Shown, Words};
use crate::families;
use crate::ink::{Ink, Legend, MOST_SIGNS, Mark, Square, side_style};

pub(super) const WORDS: Words = Words {
    orders: "  c3-d4           moves a unit to a neighbor cell, or fights the enemy there
  guard c3 2      the second unit on c3 guards the prisoners
  return d4       a prisoner returns to d4; `stay`: none does",
    questions: "",
    secrets: "  card=2          plays that card
  sign left       signs to the left",
};

pub(super) const fn secret_noun(position: &Position) -> &'static str {
    match position.camp() {
        Some(_) => "sign",
        None => "card",
    }
}

pub(super) fn win(word: &str, _loser: &str) -> String {
    format!(": {word}")
}

pub(super) fn tie(word: &'static str) -> &'static str {
    word
}

/// One sign a unit, two units on a cell side by side.
pub(super) fn signs(_position: &Position) -> usize {
    2
}

pub(super) fn square(position: &Position, cell: Cell) -> Square {
    let units = position.units()[cell];
    let signs = position.sides().into_iter().zip(['N', 's']).zip(units);
    let mut signs = signs
        .flat_map(|((side, sign), count)| (0..count).map(move |_| Ink(sign, side_style(side))));
    let mut shown = [Ink::NONE; MOST_SIGNS];
    let first = signs.next();
    shown[0] = first.unwrap_or(Ink('.', Style::new().dimmed()));
    shown[1] = signs.next().unwrap_or(Ink::NONE);
    Square {
        unit: usize::from(first.is_some()),
        signs: shown,
    }
}

pub(super) fn legend(_position: &Position, _: &SideNames) -> Legend {
    Legend {
        units: "N North, s South".to_owned(),
        grounds: Vec::new(),
    }
}

pub(super) fn status(position: &Position, names: &SideNames, turn: &str) -> Vec<String> {
    vec![match position.to_act() {
        ToAct::One(side) => format!("{turn}: {} decides.", names.of(side)),
        ToAct::Secretly(_) if position.camp().is_some() => {
            "The camp: both sides give a sign.".to_owned()
        }
        ToAct::Secretly(_) => "A fight: both sides choose a card.".to_owned(),
        ToAct::Lots(_) => "The lot decides the fight.".to_owned(),
        ToAct::Nobody(outcome) => {
            format!(
                "Over: {}.",
                families::outcome_words(names, Family::Toy, position.sides(), outcome)
            )
        }
    }]
}

/// None: the toy has no questions.
pub(super) fn answer(
    _position: &Position,
    _side: Side,
    _question: &str,
    _: &SideNames,
) -> Option<String> {
    None
}

pub(super) fn secret_terms(_position: &Position, _side: Side) -> Option<String> {
    None
}

/// None: cards are not ready-made.
pub(super) fn books(_position: &Position, _side: Side) -> Option<Vec<&str>> {
    None
}

pub(super) fn marks(_event: &Event) -> Vec<(Cell, Mark)> {
    Vec::new()
}

pub(super) fn first_side(_event: &Event) -> Option<Side> {
    None
}

/// No lot is drawn before the game.
pub(super) fn lot_words(_event: &Event) -> Option<(&'static str, String)> {
    None
}

/// Nothing: tests look for the title only.
pub(super) fn list_words(_content: &Content) -> String {
    String::new()
}

/// The board as it is at the start.
pub(super) fn boards(_content: &Content, scenario: &Scenario) -> Result<Vec<Shown>> {
    let position = scenario.start(&[])?;
    Ok(vec![Shown::start(position)])
}

pub(super) fn facts(_start: &Position, _: &::scenario::SideNames) -> Vec<String> {
    Vec::new()
}

pub(super) fn fairness(_content: &Content, _: &::scenario::SideNames) -> Vec<String> {
    Vec::new()
}

pub(super) fn option_notes(_content: &Content) -> Vec<String> {
    Vec::new()
}

pub(super) fn fields(_content: &Content) -> serde_json::Map<String, serde_json::Value> {
    serde_json::Map::new()
}
