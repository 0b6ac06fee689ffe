//! Pasted set-ups: rows joined by `/`, as Game Courier writes them and people paste them.

use crate::mistake::{Source, quote};
use crate::text::Text;

/// The rows of pasted text joined by `/`, without the words and fields around them.
pub(crate) fn rows(source: &Source<'_>, pasted: &Text<'_>) -> String {
    let line = pasted.line;
    let text = unwrapped(&pasted.value);
    // rows on lines of their own, as people copy them out of an editor
    if !text.contains('/') && text.lines().count() > 1 {
        let rows: Vec<&str> = text.lines().collect();
        return rows.join("/");
    }
    // anything behind the last row and a space is fields; rows before it may be broken by spaces
    let last = text.rfind('/').map_or(0, |slash| slash + 1);
    let (rows, tail) = text.split_at(last);
    let tail = tail.trim_start();
    let (last, rest) = tail.split_once(char::is_whitespace).unwrap_or((tail, ""));
    check_fields(source, line, rest);
    format!("{rows}{last}")
}

/// The text without quotes, brackets and the word before the rows, as in `[FEN "…"]`.
fn unwrapped(pasted: &str) -> &str {
    // signs that programs and people put around a pasted text
    let around = |c: char| c.is_whitespace() || "\"'`[]".contains(c);
    let text = pasted.trim_matches(around);
    let head = ["fen", "position"].into_iter().find_map(|word| {
        // checked: the text may be shorter than the word, or have a letter of several bytes there (threat row 31)
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
    // the fields of chess that Game Courier appends
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
