use std::sync::Arc;

use rules::warlord::Side;
use rules::warlord::{Game, Kind, Position, Start};
use toml_edit::{DocumentMut, InlineTable, Item, TableLike, value};

use crate::Scenario;
use crate::drawing::{self, Legend, Units};
use crate::mistake::{Source, quote};
use crate::table::{Drawing, TITLE_LIMIT, Text};

/// What a changed title ends in.
const CHANGED: &str = " (own set-up)";
const SET_UP_NOTE: &str = "This set-up was pasted in place of the scenario's own.";
const ARMY_NOTE: &str = "The armies are those of the pasted set-up.";

/// Units on a game's board as rows joined by `/`.
pub(crate) fn fen(game: &Game, units: Units) -> String {
    let game = Game {
        start: Start::Fixed(units),
        ..game.clone()
    };
    let mut text = Position::new(Arc::new(game)).to_text();
    text.truncate(text.find(' ').unwrap_or(text.len()));
    text
}

/// The text of a scenario with the pasted set-up in place of its fixed one, armies counted anew.
pub(crate) fn with_set_up(
    source: &Source<'_>,
    scenario: &Scenario,
    pasted: &str,
) -> Option<String> {
    let Start::Fixed(own) = &scenario.game.start else {
        source.report_with(
            1,
            format!("a set-up for {}, whose set-up is hidden", scenario.key),
            "a scenario with a fixed set-up",
            Some("each player sets up in secret once the game begins".to_owned()),
        );
        return None;
    };
    let units = read(source, scenario, pasted)?;
    let leaders = |units: &Units| {
        let mut leaders = units.clone();
        leaders.retain(|(_, unit)| unit.kind.is_leader());
        leaders
    };
    let has_own_leaders = leaders(&units) == leaders(own);
    let mut document: DocumentMut = scenario.text.parse().ok()?;
    let army = document.get_mut("army")?.as_table_like_mut()?;
    let kinds = armies(&scenario.game, &units);
    change_army(army, &scenario.game, &kinds);
    if let Some(options) = document
        .get_mut("options")
        .and_then(Item::as_table_like_mut)
    {
        shorten(options, &scenario.game, &kinds);
    }
    let set_up = document.get_mut("set-up")?.as_table_like_mut()?;
    for key in ["rows", "legend", "symmetry"] {
        set_up.remove(key);
    }
    if !has_own_leaders {
        set_up.remove("reduced-chiefs");
    }
    set_up.insert("fen", value(fen(&scenario.game, units)));
    set_up.insert("house", value(SET_UP_NOTE));
    let title = scenario.title.strip_suffix(CHANGED);
    let title = format!("{}{CHANGED}", title.unwrap_or(&scenario.title));
    if title.chars().count() <= TITLE_LIMIT {
        document.insert("title", value(title));
    }
    Some(document.to_string())
}

/// The units of what was pasted: in the file's letters, where it has its own and they are all of them, else in the usual.
fn read(source: &Source<'_>, scenario: &Scenario, pasted: &str) -> Option<Units> {
    let board = scenario.game.board();
    let text = Text {
        line: 1,
        value: pasted,
    };
    let drawing = drawing(source, text, board.files().into())?;
    if !drawing::has_size(source, &drawing, "the board", board.files(), board.ranks()) {
        return None;
    }
    let legend = if scenario.legend.knows(&drawing) {
        &scenario.legend
    } else {
        &Legend::Usual
    };
    drawing::units(source, &drawing, legend, board.ranks() - 1)
}

/// What was pasted as a drawing.
pub(super) fn drawing(source: &Source<'_>, pasted: Text<'_>, files: usize) -> Option<Drawing> {
    let value = &rows(source, pasted)?;
    drawing::fen(source, &Text { value, ..pasted }, files)
}

/// The rows of what was pasted, joined by `/`: without what stood around and after them.
fn rows(source: &Source<'_>, pasted: Text<'_>) -> Option<String> {
    let line = pasted.line;
    let text = unwrapped(pasted.value);
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

/// Takes off quotes, brackets and the word before the rows, as in `[FEN "…"]`.
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

/// Checks what follows the rows: the side to move and fields that say nothing here.
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

/// What the sides have now: on the board and still to enter, sorted.
fn armies(game: &Game, units: &Units) -> [Vec<Kind>; 2] {
    Side::BOTH.map(|side| {
        let on_board = units.iter().filter(|(_, unit)| unit.side == side);
        let mut kinds: Vec<Kind> = on_board.map(|(_, unit)| unit.kind).collect();
        kinds.extend(game.reinforcements(side).map(|(_, kind)| kind));
        kinds.sort_unstable();
        kinds
    })
}

/// Writes what the sides have now, where that differs from what they had.
fn change_army(army: &mut dyn TableLike, game: &Game, kinds: &[Vec<Kind>; 2]) {
    if *kinds == game.armies {
        return;
    }
    for key in ["both", "white", "black"] {
        army.remove(key);
    }
    let [white, black] = kinds;
    if white == black {
        army.insert("both", value(counts(white)));
    } else {
        army.insert("white", value(counts(white)));
        army.insert("black", value(counts(black)));
    }
    army.insert("house", value(ARMY_NOTE));
}

/// Lets the short game go on to as many leaders as there are where it went on to more.
fn shorten(options: &mut dyn TableLike, game: &Game, kinds: &[Vec<Kind>; 2]) {
    let leaders = |kinds: &Vec<Kind>| kinds.iter().filter(|kind| kind.is_leader()).count();
    let fewest = kinds.iter().map(leaders).min();
    let fewest = fewest.and_then(|fewest| i64::try_from(fewest).ok());
    if let Some(fewest) = fewest.filter(|fewest| *fewest < game.options.short.into()) {
        options.insert("short", value(fewest));
    }
}

/// `{ L = 6, I = 14 }`.
pub(super) fn counts(kinds: &[Kind]) -> InlineTable {
    let counted = Kind::ALL.into_iter().filter_map(|kind| {
        let count = kinds.iter().filter(|other| **other == kind).count();
        let count = i64::try_from(count).ok()?;
        (count > 0).then(|| (kind.symbol().to_string(), count))
    });
    counted.collect()
}
