//! Set-ups as FEN: rows joined by `/`, as Game Courier writes them and people paste them.

use std::borrow::Cow;
use std::sync::Arc;

use rules::warlord::{Game, Position, Start};

use super::drawing::Units;
use crate::drawing::Drawing;
use crate::mistake::{Source, quote};
use crate::table::Text;

/// Writes units on the board of a game.
pub(super) fn write(game: &Game, units: Units) -> String {
    let game = Game {
        start: Start::Fixed(units),
        ..game.clone()
    };
    let mut text = Position::new(Arc::new(game)).to_text();
    text.truncate(text.find(' ').unwrap_or(text.len()));
    text
}

/// Reads pasted text as a drawing of a board of that many files.
pub(super) fn read(source: &Source<'_>, pasted: &Text<'_>, files: usize) -> Option<Drawing> {
    let text = Text {
        line: pasted.line,
        value: Cow::Owned(rows(source, pasted)?),
    };
    Drawing::from_fen(source, &text, files)
}

/// The rows of pasted text joined by `/`, without the words and fields around them.
fn rows(source: &Source<'_>, pasted: &Text<'_>) -> Option<String> {
    let line = pasted.line;
    let text = unwrapped(&pasted.value);
    if !text.contains('/') && text.lines().count() > 1 {
        let rows: Vec<&str> = text.lines().collect();
        return plain(source, line, &rows.join("/"));
    }
    let last = text.rfind('/').map_or(0, |slash| slash + 1);
    let (rows, tail) = text.split_at(last);
    let tail = tail.trim_start();
    let (last, rest) = tail.split_once(char::is_whitespace).unwrap_or((tail, ""));
    check_fields(source, line, rest);
    plain(source, line, &format!("{rows}{last}"))
}

/// The text without quotes, brackets and the word before the rows, as in `[FEN "…"]`.
fn unwrapped(pasted: &str) -> &str {
    let around = |c: char| c.is_whitespace() || "\"'`[]".contains(c);
    let text = pasted.trim_matches(around);
    let head = ["fen", "position"].into_iter().find_map(|word| {
        let (head, rest) = text.split_at_checked(word.len())?;
        let is_apart = rest.starts_with(|c: char| around(c) || "=:".contains(c));
        (head.eq_ignore_ascii_case(word) && is_apart).then_some(rest)
    });
    head.map_or(text, |rest| {
        rest.trim_start_matches(|c: char| around(c) || "=:".contains(c))
    })
}

/// Checks the fields after the rows: the side to move, and fields of chess without meaning here.
fn check_fields(source: &Source<'_>, line: usize, fields: &str) {
    const TURN: &str = "`w` or nothing: White begins every game with a fixed set-up";
    let mut fields = fields.split_whitespace();
    match fields.next() {
        None | Some("w") => {}
        Some(turn) => source.report(line, format!("{} after the rows", quote(turn)), TURN),
    }
    let means_nothing = |field: &&str| {
        *field == "-"
            || field.bytes().all(|byte| byte.is_ascii_digit())
            || field.chars().all(|c| "KQkq".contains(c))
    };
    if let Some(field) = fields.find(|field| !means_nothing(field)) {
        source.report(
            line,
            format!("{} after the rows", quote(field)),
            "nothing, or fields such as `w - - 0 1`",
        );
    }
}

/// Rows without white space, brackets around single letters, and Game Courier's sign for a missing cell.
fn plain(source: &Source<'_>, line: usize, rows: &str) -> Option<String> {
    let mut plain = String::with_capacity(rows.len());
    let mut letters = rows.chars().filter(|c| !c.is_whitespace());
    while let Some(letter) = letters.next() {
        let close = match letter {
            '(' => ')',
            '{' => '}',
            '-' => {
                plain.push('.');
                continue;
            }
            _ => {
                plain.push(letter);
                continue;
            }
        };
        let inner: String = letters.by_ref().take_while(|c| *c != close).collect();
        if inner.chars().count() != 1 {
            let found = format!("the unit {}", quote(&format!("{letter}{inner}{close}")));
            source.report(line, found, "units of one letter");
            return None;
        }
        plain.push_str(&inner);
    }
    Some(plain)
}
