//! A scenario of War Lord Tourney in words.

use anyhow::Result;
use rules::tourney::{Game, Position, Switch};
use scenario::Scenario;
use scenario::tourney::{Content, author};
use serde_json::{Map, Value, json};

use crate::families::Shown;

/// The units of each side, and the kind of set-up.
pub(in crate::families) fn list_words(content: &Content) -> String {
    let game = content.game();
    let set_up = match game.has(Switch::Muster) {
        true => "hidden set-up",
        false => "fixed set-up",
    };
    let seats = match game.sides().len() {
        2 => String::new(),
        seats => format!(", {seats} seats"),
    };
    format!("{:>2} units a side, {set_up}{seats}", units(game))
}

/// The units of one side; all sides have as many.
fn units(game: &Game) -> usize {
    let first = game.players().iter().next();
    first.map_or(0, |side| game.army(side).len())
}

/// Castles, armies, moves and endings, a line each.
pub(in crate::families) fn facts(start: &Position, names: &::scenario::SideNames) -> Vec<String> {
    let mut lines = author::facts(start.game(), names, author::lettered);
    lines.push(
        "Won by: an enemy Castle taken; the enemy without a free Warlord and a free Lady"
            .to_owned(),
    );
    lines
}

/// How many seats a game has that two players alone cannot play.
pub(in crate::families) fn option_notes(content: &Content) -> Vec<String> {
    let seats = content.game().sides().len();
    let more = (seats > 2).then(|| {
        format!("A match has {seats} seats with these options: people and computers play it at a table, as `warlord host --seats {seats}` opens it")
    });
    more.into_iter().collect()
}

/// The board at the start.
pub(in crate::families) fn boards(_content: &Content, scenario: &Scenario) -> Result<Vec<Shown>> {
    let position = scenario.start(&[])?;
    Ok(vec![Shown::start(position)])
}

/// Nothing: the ways to the Castles are advice of the scenario's own.
pub(in crate::families) fn fairness(_content: &Content, _: &::scenario::SideNames) -> Vec<String> {
    Vec::new()
}

pub(in crate::families) fn fields(content: &Content) -> Map<String, Value> {
    let game = content.game();
    let castles: Map<String, Value> = game
        .players()
        .iter()
        .filter_map(|side| {
            let castle = game.castle(side)?;
            Some((castle.cell.to_string(), json!(castle.name)))
        })
        .collect();
    let books: Vec<&str> = content
        .books()
        .iter()
        .map(|book| book.name.as_str())
        .collect();
    let is_hidden = game.has(Switch::Muster);
    [
        ("units", json!(units(game))),
        ("seats", json!(game.sides().len())),
        ("castles", Value::Object(castles)),
        ("hidden", json!(is_hidden)),
        ("books", json!(if is_hidden { books } else { Vec::new() })),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into_iter()
    .collect()
}
