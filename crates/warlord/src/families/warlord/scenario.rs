//! A Warlord scenario in words.

use std::sync::Arc;

use anyhow::Result;
use board::Cell;
use rules::AnyPosition;
use rules::warlord::{Game, Kind, Position, Side, Start};
use scenario::warlord::author::{Access, lettered};
use scenario::warlord::{Content, author};
use scenario::{Scenario, SideNames};
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
        content.game().units(Side::White)
    )
}

/// Armies, CAP and endings, a line each.
pub(in crate::families) fn facts(start: &Position, names: &SideNames) -> Vec<String> {
    let game = start.game();
    let mut lines = author::facts(game, names, author::lettered);
    lines.push(won_by(game));
    lines
}

/// The ways to win a game, in a line.
fn won_by(game: &Game) -> String {
    let mut endings = vec!["the last enemy leader captured".to_owned()];
    if game.command_ending {
        let cap = game.cap.number;
        endings.push(format!(
            "the enemy's leaders left below {cap} levels in all"
        ));
    }
    if let Some(towns) = &game.towns {
        endings.push(format!(
            "{} towns held at the start of a turn",
            towns.needed
        ));
    }
    if game.options.short > 0 {
        let short = game.options.short;
        endings.push(format!("the short game to {short} leaders"));
    }
    format!("Won by: {}", endings.join("; "))
}

/// The leaders that one option keeps away, and the terrain that another lays.
pub(in crate::families) fn option_notes(content: &Content) -> Vec<String> {
    let spare: Vec<String> = content
        .spare_leaders()
        .iter()
        .map(Cell::to_string)
        .collect();
    let note = || {
        let cells = spare.join(", ");
        format!("With reduced-chiefs the leaders of {cells} stay away")
    };
    let terrain = content.optional_terrain().map(|scatter| {
        format!(
            "With terrain a lot lays {} cells of trees and {} hills on ranks {} to {}",
            scatter.trees.to,
            scatter.hills.to,
            scatter.ranks.from + 1,
            scatter.ranks.to + 1
        )
    });
    let spare = (!spare.is_empty()).then(note);
    spare.into_iter().chain(terrain).collect()
}

/// The board at the start, or with each book set-up. Book set-ups that only say which blocks enter show their lines;
/// the empty board comes once, after them.
pub(in crate::families) fn boards(content: &Content, scenario: &Scenario) -> Result<Vec<Shown>> {
    if matches!(content.game().start, Start::Fixed(_)) {
        return Ok(vec![Shown::start(scenario.start(&[])?)]);
    }
    // a lot for the terrain would have to be drawn first, and there is nothing to place units on before
    let start = Position::new(Arc::new(content.game().without_lots()));
    let mut ground = content.books().is_empty().then(|| start.clone());
    let start = AnyPosition::Warlord(start);
    let mut shown = Vec::new();
    for (place, book) in content.books().iter().enumerate() {
        let position = with_book(&start, place)?;
        let mut lines = book_lines(place, &book.name, &book.about);
        let AnyPosition::Warlord(own) = &position else {
            continue;
        };
        lines.extend(blocks(own, scenario.side_names()));
        // in Valley War a choice brings nobody onto the board yet (warlord 6.7): twenty empty boards would follow each
        // other
        let is_empty = own.units().next().is_none();
        if is_empty {
            ground = Some(own.clone());
        }
        let position = (!is_empty).then_some(position);
        shown.push(Shown { lines, position });
    }
    shown.extend(ground.map(|ground| Shown::start(AnyPosition::Warlord(ground))));
    Ok(shown)
}

/// The blocks that have still to enter, a line each.
fn blocks(position: &Position, names: &SideNames) -> Vec<String> {
    let blocks = |side| {
        let blocks = position.waiting(side).chunk_by(|(a, _), (b, _)| a == b);
        let line = |block: &[(u16, Kind)]| {
            let kinds: Vec<Kind> = block.iter().map(|(_, kind)| *kind).collect();
            format!("turn {}: {}", block[0].0, lettered(&kinds))
        };
        blocks.map(line).collect::<Vec<String>>()
    };
    let [white, black] = Side::BOTH.map(blocks);
    // usual, and one list reads better than two of the same
    let sides = if white == black {
        vec![("Either side", white)]
    } else {
        let [first, second] = Side::BOTH.map(|side| names.of(side.into()));
        vec![(first, white), (second, black)]
    };
    let lines = sides.into_iter().flat_map(|(side, lines)| {
        let lines = lines.into_iter();
        lines.map(move |line| format!("{side}, {line}"))
    });
    lines.collect()
}

/// The moves of each side to each town, a line for each town; nothing without towns.
pub(in crate::families) fn fairness(content: &Content, names: &SideNames) -> Vec<String> {
    let access = content.access();
    if access.towns.is_empty() {
        return Vec::new();
    }
    let row = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>11}")).collect();
        format!("  {name:<6}{cells}")
    };
    let kinds = access.kinds.iter();
    let [first, second] = Side::BOTH.map(|side| names.of(side.into()));
    let mut lines = vec![
        format!(
            "Moves to each town from {first}'s nearest unit of a kind and from {second}'s, alone on the board:"
        ),
        row(
            "town",
            kinds.map(|kind| kind.symbol().to_string()).collect(),
        ),
    ];
    let word = |moves: Option<u16>| moves.map_or("-".to_owned(), |moves| moves.to_string());
    for town in &access.towns {
        let moves = town.moves.iter();
        let pair = |[white, black]: &[Option<u16>; 2]| format!("{} {}", word(*white), word(*black));
        lines.push(row(&town.cell.to_string(), moves.map(pair).collect()));
    }
    let totals = access.totals().into_iter();
    lines.push(row(
        "all",
        totals
            .map(|[white, black]| format!("{white} {black}"))
            .collect(),
    ));
    lines
}

pub(in crate::families) fn fields(content: &Content) -> Map<String, Value> {
    let game = content.game();
    let books: Vec<&str> = content
        .books()
        .iter()
        .map(|book| book.name.as_str())
        .collect();
    [
        ("units", json!(game.units(Side::White))),
        ("cap", json!(game.cap.number)),
        ("hidden", json!(matches!(game.start, Start::Hidden(_)))),
        ("access", access_json(&content.access())),
        ("books", json!(books)),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into_iter()
    .collect()
}

/// For each town and each kind's letter, White's moves and Black's.
fn access_json(access: &Access) -> Value {
    let towns = access.towns.iter().map(|town| {
        let kinds = access.kinds.iter().zip(&town.moves);
        let moves: Map<String, Value> = kinds
            .map(|(kind, moves)| (kind.symbol().to_string(), json!(moves)))
            .collect();
        (town.cell.to_string(), moves.into())
    });
    Value::Object(towns.collect())
}
