//! The program's words for one family. Every question has one `match` here, and every family one arm in each `match`.

mod armies;
mod new;
mod tourney;
mod toy;
mod wargame;
mod warlord;

use std::sync::Arc;

use anyhow::Result;
use board::Cell;
use clap::ValueEnum;
use cleaner::text::listed;
use protocol::{CALLED_OFF, Deed, ON_TIME, Step};
use rules::wargame::Ruleset;
use rules::{AnyEvent, AnyPosition, Family, Outcome, RESIGN, Rules as _, Side, Sides};
use scenario::{Content, Scenario, SideNames};

use crate::failure::Failure;
use crate::ink::{Legend, Mark, Square};

pub(crate) use new::{NewArguments, Symmetry};

/// The words of a family for the parts that every family has.
pub(crate) struct Words {
    /// The ways to write orders, one help line each.
    pub(crate) orders: &'static str,
    /// The questions that [`answer`] knows, one help line each.
    pub(crate) questions: &'static str,
    /// The ways to write a secret choice, one help line each.
    pub(crate) secrets: &'static str,
}

/// Hands a question to the module of the family that a position, an event or a content belongs to.
macro_rules! ask {
    ($of:ident, $it:expr, $question:ident($($argument:expr),*)) => {
        match $it {
            $of::Warlord(it) => warlord::$question(it, $($argument),*),
            $of::WarGame(it) => wargame::$question(it, $($argument),*),
            $of::Tourney(it) => tourney::$question(it, $($argument),*),
            $of::Toy(it) => toy::$question(it, $($argument),*),
        }
    };
}

/// A game whose scenarios can be made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Made {
    #[default]
    Warlord,
    #[value(name = "wargame-1")]
    WarGame1,
    #[value(name = "wargame-2")]
    WarGame2,
    Tourney,
}

/// The text of the scenario that the arguments ask for.
pub(crate) fn make(arguments: &NewArguments) -> Result<String, Failure> {
    match arguments.game {
        Made::Warlord => warlord::make(arguments),
        Made::WarGame1 => wargame::make(Ruleset::One, arguments),
        Made::WarGame2 => wargame::make(Ruleset::Two, arguments),
        Made::Tourney => tourney::make(arguments),
    }
}

pub(crate) const fn words(family: Family) -> &'static Words {
    match family {
        Family::Warlord => &warlord::WORDS,
        Family::WarGame => &wargame::WORDS,
        Family::Tourney => &tourney::WORDS,
        Family::Toy => &toy::WORDS,
    }
}

/// The word for the choice that sides make unseen by each other in a position: `set-up`, `card`.
pub(crate) fn secret_noun(position: &AnyPosition) -> &'static str {
    ask!(AnyPosition, position, secret_noun())
}

/// The outcome of a game between those sides in words.
pub(crate) fn outcome_words(
    names: &SideNames,
    family: Family,
    all: Sides,
    outcome: Outcome,
) -> String {
    let named = |sides: Vec<Side>| {
        let named: Vec<&str> = sides.into_iter().map(|side| names.of(side)).collect();
        listed(&named)
    };
    let (winners, word) = (outcome.winners(), outcome.word());
    // agreed in the terms and not by the rules: no family has words for it
    if word == CALLED_OFF {
        return "no result: the time was up, as claimed".to_owned();
    }
    if winners.is_empty() {
        return match word {
            rules::AGREED if all.len() > 2 => "a draw, agreed by all".to_owned(),
            rules::AGREED => "a draw by agreement".to_owned(),
            _ => format!("a draw: {}", tie(family, word)),
        };
    }
    let losers = named(all.without(winners).iter().collect());
    let winners = named(winners.iter().collect());
    match word {
        RESIGN => format!("{winners} won: {losers} resigned"),
        ON_TIME => format!("{winners} won on time, as claimed"),
        _ => format!("{winners} won{}", win(family, word, &losers)),
    }
}

/// The reason of a win, as the end of the sentence that begins with the winner.
fn win(family: Family, word: &str, losers: &str) -> String {
    match family {
        Family::Warlord => warlord::win(word, losers),
        Family::WarGame => wargame::win(word, losers),
        Family::Tourney => tourney::win(word, losers),
        Family::Toy => toy::win(word, losers),
    }
}

/// The reason of a draw.
fn tie(family: Family, word: &'static str) -> &'static str {
    match family {
        Family::Warlord => warlord::tie(word),
        Family::WarGame => wargame::tie(word),
        Family::Tourney => tourney::tie(word),
        Family::Toy => toy::tie(word),
    }
}

/// The unit and the ground of a cell.
pub(crate) fn square(position: &AnyPosition, cell: Cell) -> Square {
    ask!(AnyPosition, position, square(cell))
}

/// The number of signs of each [`Square`] that are shown, at least one.
pub(crate) fn signs(position: &AnyPosition) -> usize {
    ask!(AnyPosition, position, signs())
}

/// The meaning of the signs on the board.
pub(crate) fn legend(position: &AnyPosition, names: &SideNames) -> Legend {
    ask!(AnyPosition, position, legend(names))
}

/// The status of the game, a line for each fact; `turn` names the turn under way.
pub(crate) fn status(position: &AnyPosition, names: &SideNames, turn: &str) -> Vec<String> {
    ask!(AnyPosition, position, status(names, turn))
}

/// The answer to a question of the family's own; `None` if the text is no such question.
pub(crate) fn answer(
    position: &AnyPosition,
    side: Side,
    question: &str,
    names: &SideNames,
) -> Option<String> {
    ask!(AnyPosition, position, answer(side, question, names))
}

/// The conditions on a secret choice of the side, if it has any.
pub(crate) fn secret_terms(position: &AnyPosition, side: Side) -> Option<String> {
    ask!(AnyPosition, position, secret_terms(side))
}

/// The names of the ready-made secret choices, in the order of the legal orders; `None` if the game has no such
/// step.
pub(crate) fn books(position: &AnyPosition, side: Side) -> Option<Vec<&str>> {
    ask!(AnyPosition, position, books(side))
}

/// The leaders of one member of a side, each with the cell that it stands on.
pub(crate) fn own_leaders(position: &AnyPosition, side: Side, member: u8) -> Vec<String> {
    match position {
        AnyPosition::Warlord(position) => warlord::own_leaders(position, side, member),
        _ => Vec::new(),
    }
}

/// The sections of a hidden set-up that one member of a side fills.
pub(crate) fn own_sections(position: &AnyPosition, side: Side, member: u8) -> Vec<String> {
    match position {
        AnyPosition::Warlord(position) => warlord::own_sections(position, side, member),
        _ => Vec::new(),
    }
}

/// The members whose parts of the turn under way are open, in their order.
pub(crate) fn open_parts(position: &AnyPosition) -> Vec<u8> {
    match position {
        AnyPosition::Warlord(position) => position.open_parts().to_vec(),
        _ => Vec::new(),
    }
}

/// The cells an event changed.
pub(crate) fn marks(event: &AnyEvent) -> Vec<(Cell, Mark)> {
    ask!(AnyEvent, event, marks())
}

/// A fight of several steps in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    /// The whole fight.
    pub(crate) line: String,
    /// Each of its rounds, a step of the match.
    pub(crate) rounds: Vec<String>,
}

/// The fights of a match that take several steps, each with the place of its first step.
pub(crate) fn bouts(family: Family, steps: &[Arc<Step>]) -> Vec<(usize, Told)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < steps.len() {
        let is_opened = matches!(steps[at].deed, Deed::Opened(_));
        let bout = match family {
            Family::Tourney if is_opened => tourney::bout(&steps[at..]),
            Family::Warlord | Family::WarGame | Family::Tourney => None,
            Family::Toy => None,
        };
        let rounds = bout.as_ref().map_or(0, |bout| bout.rounds.len());
        found.extend(bout.map(|bout| (at, bout)));
        at += rounds.max(1);
    }
    found
}

/// The first side, if a lot has chosen it.
pub(crate) fn first_side(event: &AnyEvent) -> Option<Side> {
    ask!(AnyEvent, event, first_side())
}

/// The result of a lot, for the lines above a game: a label and a text.
pub(crate) fn lot_words(event: &AnyEvent) -> Option<(&'static str, String)> {
    ask!(AnyEvent, event, lot_words())
}

/// The words at the end of a scenario's line in the list.
pub(crate) fn list_words(scenario: &Scenario) -> String {
    ask!(Content, scenario.content(), list_words())
}

/// A board of a scenario, to be drawn below some lines about it.
pub(crate) struct Shown {
    pub(crate) lines: Vec<String>,
    /// None if there is nothing on the board beyond what another one shows.
    pub(crate) position: Option<AnyPosition>,
}

impl Shown {
    /// A board without lines above it.
    fn start(position: AnyPosition) -> Self {
        Self {
            lines: Vec::new(),
            position: Some(position),
        }
    }
}

/// The lines over the board of a ready-made choice.
fn book_lines(place: usize, name: &str, about: &str) -> Vec<String> {
    let mut lines = vec![format!("Book set-up {}, {name}", place + 1)];
    lines.extend((!about.is_empty()).then(|| about.to_owned()));
    lines
}

/// The position in which every side has taken its ready-made choice of that number, if it has one.
fn with_book(start: &AnyPosition, place: usize) -> Result<AnyPosition> {
    let mut position = start.clone();
    for side in position.sides() {
        // a side without that many ready-made choices keeps none, so that the other's is still shown
        if let Some(order) = position.legal_orders(side).get(place).cloned() {
            position.apply(side, &order)?;
        }
    }
    Ok(position)
}

/// The board at the start, or a board for each ready-made secret choice.
///
/// # Errors
/// Returns the refusal of a ready-made choice by the rules.
pub(crate) fn boards(scenario: &Scenario) -> Result<Vec<Shown>> {
    ask!(Content, scenario.content(), boards(scenario))
}

/// Armies, turns and endings of a game, a line each, with the sides by those names.
pub(crate) fn facts(start: &AnyPosition, names: &SideNames) -> Vec<String> {
    ask!(AnyPosition, start, facts(names))
}

/// The fairness of a scenario, a line for each fact.
pub(crate) fn fairness(scenario: &Scenario) -> Vec<String> {
    ask!(Content, scenario.content(), fairness(scenario.side_names()))
}

pub(crate) fn option_notes(scenario: &Scenario) -> Vec<String> {
    ask!(Content, scenario.content(), option_notes())
}

/// The family's fields of a scenario as JSON.
pub(crate) fn fields(scenario: &Scenario) -> serde_json::Map<String, serde_json::Value> {
    ask!(Content, scenario.content(), fields())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of a family whose scenarios can be made: a new family says here whether it makes any.
    const fn made(family: Family) -> &'static [Made] {
        match family {
            Family::Warlord => &[Made::Warlord],
            Family::WarGame => &[Made::WarGame1, Made::WarGame2],
            Family::Tourney => &[Made::Tourney],
            Family::Toy => &[],
        }
    }

    #[test]
    fn every_game_that_can_be_made_belongs_to_one_family() {
        let families = Family::ALL.iter().copied();
        let all: Vec<Made> = families.flat_map(made).copied().collect();
        assert_eq!(all, Made::value_variants());
    }

    #[test]
    fn every_family_says_how_to_order_and_what_its_secret_choice_is() {
        for family in Family::ALL.iter().copied() {
            let words = words(family);
            assert!(!words.orders.is_empty(), "{}", family.name());
            assert!(!words.secrets.is_empty(), "{}", family.name());
        }
    }
}
