//! A WarGame scenario in words.

use std::sync::Arc;

use anyhow::Result;
use rules::AnyPosition;
use rules::wargame::{Game, Position, Ruleset, Start, Switch};
use scenario::Scenario;
use scenario::wargame::{Content, author};
use serde_json::{Map, Value, json};

use crate::families::{Shown, book_lines, with_book};

/// The units of each side, and the kind of set-up.
pub(in crate::families) fn list_words(content: &Content) -> String {
    let set_up = match content.game().start {
        Start::Fixed(_) => "fixed set-up",
        Start::Hidden(_) => "hidden set-up",
    };
    format!(
        "{:>2} units a side, {set_up}",
        content.game().armies[0].len()
    )
}

/// Armies, orders and endings, a line each.
pub(in crate::families) fn facts(start: &Position, names: &::scenario::SideNames) -> Vec<String> {
    let game = start.game();
    let mut lines = author::facts(game, names, author::lettered);
    lines.push(won_by(game));
    lines
}

/// The ways to win a game, in a line.
fn won_by(game: &Game) -> String {
    let mut endings = vec!["the last enemy leader removed".to_owned()];
    if game.has(Switch::Short) {
        endings.push(format!("fewer than {} enemy leaders left", game.cap));
    }
    if game.has(Switch::Banner) {
        endings.push("the enemy's Command Post removed".to_owned());
    }
    if game.has(Switch::Commander) {
        endings.push("the enemy's Commander removed".to_owned());
    }
    if game.has(Switch::Towns) {
        let towns = game.towns;
        endings.push(format!("{towns} towns held at the start of a turn"));
    }
    if game.has(Switch::Plant) {
        let town = "the Command Post on a town of the middle at the start of a turn";
        endings.push(town.to_owned());
    }
    format!("Won by: {}", endings.join("; "))
}

/// The number of towns behind the option `towns`.
pub(in crate::families) fn option_notes(content: &Content) -> Vec<String> {
    let towns = content.game().towns;
    let note = || format!("With towns {towns} of them win");
    (towns > 0).then(note).into_iter().collect()
}

/// The board at the start, or with each book set-up.
pub(in crate::families) fn boards(content: &Content, _scenario: &Scenario) -> Result<Vec<Shown>> {
    // a lot would have to be drawn before anything stands on the board, and nobody draws one for a picture
    let game = Arc::new(content.game().without_lots());
    let start = AnyPosition::WarGame(Position::new(game));
    if content.books().is_empty() {
        return Ok(vec![Shown::start(start)]);
    }
    let books = content.books().iter().enumerate();
    let shown = books.map(|(place, book)| {
        Ok(Shown {
            lines: book_lines(place, &book.name, &book.about),
            position: Some(with_book(&start, place)?),
        })
    });
    shown.collect()
}

/// Nothing: the ways to the towns are measured for Warlord only.
pub(in crate::families) fn fairness(_content: &Content, _: &::scenario::SideNames) -> Vec<String> {
    Vec::new()
}

pub(in crate::families) fn fields(content: &Content) -> Map<String, Value> {
    let game = content.game();
    let books: Vec<&str> = content
        .books()
        .iter()
        .map(|book| book.name.as_str())
        .collect();
    let number = match game.ruleset {
        Ruleset::One => 1,
        Ruleset::Two => 2,
    };
    [
        ("game", json!(number)),
        ("units", json!(game.armies[0].len())),
        ("cap", json!(game.cap)),
        ("hidden", json!(matches!(game.start, Start::Hidden(_)))),
        ("books", json!(books)),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into_iter()
    .collect()
}
