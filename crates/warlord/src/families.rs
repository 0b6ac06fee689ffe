//! What the program says in the words of one family. Every question has one `match` here, and every family one arm in it.

mod warlord;

use std::io::Write;

use anyhow::Result;
use board::Cell;
use rules::{AnyEvent, AnyPosition, Family, Outcome, RESIGN, Side};
use scenario::{Content, Scenario};

use crate::terminal::{Legend, Mark, Square};

pub(crate) use warlord::new;

/// The order that closes a turn, in every family that has such an order.
pub(crate) const END: &str = "end";

/// The words of a family for what every family has.
pub(crate) struct Words {
    /// The choice that sides make unseen by each other.
    pub(crate) secret: &'static str,
    /// How orders are written, one help line each.
    pub(crate) orders: &'static str,
    /// The questions that [`answer`] knows, one help line each.
    pub(crate) questions: &'static str,
    /// How a secret choice is written, one help line each.
    pub(crate) secrets: &'static str,
}

/// Hands a question to the module of the family that a position, an event or a content belongs to.
macro_rules! ask {
    ($of:ident, $it:expr, $question:ident($($argument:expr),*)) => {
        match $it {
            $of::Warlord(it) => warlord::$question(it, $($argument),*),
        }
    };
}

/// The words of a family.
pub(crate) const fn words(family: Family) -> &'static Words {
    match family {
        Family::Warlord => &warlord::WORDS,
    }
}

/// A side's name at the head of a sentence.
pub(crate) fn side_name(family: Family, side: Side) -> String {
    let name = family.side_name(side);
    let first = name.chars().next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(name.chars().skip(1)).collect()
}

/// How a game ended, in words.
pub(crate) fn outcome_words(family: Family, outcome: Outcome) -> String {
    let names = |sides: Vec<Side>| {
        let names: Vec<String> = sides
            .into_iter()
            .map(|side| side_name(family, side))
            .collect();
        names.join(" and ")
    };
    let (winners, word) = (outcome.winners(), outcome.word());
    if winners.is_empty() {
        return match word {
            rules::AGREED => "a draw, agreed by both".to_owned(),
            _ => format!("a draw: {}", tie(family, word)),
        };
    }
    let sides = (0_u8..)
        .filter_map(Side::new)
        .take(family.side_names().len());
    let losers = names(sides.filter(|side| !winners.contains(*side)).collect());
    let winners = names(winners.iter().collect());
    match word {
        RESIGN => format!("{winners} won: {losers} resigned"),
        _ => format!("{winners} won{}", win(family, word, &losers)),
    }
}

/// What a game was won by, as the end of the sentence that begins with the winner.
fn win(family: Family, word: &str, losers: &str) -> String {
    match family {
        Family::Warlord => warlord::win(word, losers),
    }
}

/// What a game was drawn by.
fn tie(family: Family, word: &'static str) -> &'static str {
    match family {
        Family::Warlord => warlord::tie(word),
    }
}

/// What stands on a cell.
pub(crate) fn square(position: &AnyPosition, cell: Cell) -> Square {
    ask!(AnyPosition, position, square(cell))
}

/// Whether two signs of each [`Square`] are shown.
pub(crate) fn is_wide(position: &AnyPosition) -> bool {
    ask!(AnyPosition, position, is_wide())
}

/// What the signs on the board mean.
pub(crate) fn legend(position: &AnyPosition) -> Legend {
    ask!(AnyPosition, position, legend())
}

/// How the game stands, a line each.
pub(crate) fn status(position: &AnyPosition) -> Vec<String> {
    ask!(AnyPosition, position, status())
}

/// The answer to a question of the family's own; `None` where the text is no such question.
pub(crate) fn answer(position: &AnyPosition, side: Side, question: &str) -> Option<String> {
    ask!(AnyPosition, position, answer(side, question))
}

/// What a secret choice of the side must hold, where there is more to say than the choice itself.
pub(crate) fn secret_terms(position: &AnyPosition, side: Side) -> Option<String> {
    ask!(AnyPosition, position, secret_terms(side))
}

/// The names of the ready-made secret choices, in the order of the legal orders; `None` where the game has no such step.
pub(crate) fn books(position: &AnyPosition, side: Side) -> Option<Vec<&str>> {
    ask!(AnyPosition, position, books(side))
}

/// What an event did to cells.
pub(crate) fn marks(event: &AnyEvent) -> Vec<(Cell, Mark)> {
    ask!(AnyEvent, event, marks())
}

/// The side that a lot made begin.
pub(crate) fn first_side(event: &AnyEvent) -> Option<Side> {
    ask!(AnyEvent, event, first_side())
}

/// What a lot gave, for the head of a game: a label and a text.
pub(crate) fn lot_words(event: &AnyEvent) -> Option<(&'static str, String)> {
    ask!(AnyEvent, event, lot_words())
}

/// What is told of a scenario at the end of its line in the list.
pub(crate) fn list_words(scenario: &Scenario) -> String {
    ask!(Content, scenario.content(), list_words())
}

/// Writes the board, or one for each ready-made secret choice.
pub(crate) fn write_boards(out: &mut impl Write, scenario: &Scenario) -> Result<()> {
    ask!(Content, scenario.content(), write_boards(scenario, out))
}

/// Armies, turns and endings of a game, a line each.
pub(crate) fn facts(start: &AnyPosition) -> Vec<String> {
    ask!(AnyPosition, start, facts())
}

/// How fair a scenario is, a line each.
pub(crate) fn fairness(scenario: &Scenario) -> Vec<String> {
    ask!(Content, scenario.content(), fairness())
}

/// What is told beside the options.
pub(crate) fn option_notes(scenario: &Scenario) -> Vec<String> {
    ask!(Content, scenario.content(), option_notes())
}

/// The family's fields of a scenario as JSON.
pub(crate) fn fields(scenario: &Scenario) -> serde_json::Map<String, serde_json::Value> {
    ask!(Content, scenario.content(), fields())
}
