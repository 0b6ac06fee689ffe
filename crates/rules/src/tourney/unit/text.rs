//! Units in position texts: letters, marks, stacks in brackets. Rules: tourney 5.2, 5.4, 6.1, 6.2.

use super::{MOST_FIGHTS, Unit};
use crate::Side;
use crate::tourney::Kind;
use crate::tourney::sides::{self, BLACK, GREEN, RED, WHITE};

/// The prefix of undead.
const UNDEAD: char = 'u';

/// The letters of a unit without marks: `K`, `k`, `rK`, `gK`, for undead `uK`.
pub(in crate::tourney) fn letters(owner: Side, kind: Kind, is_undead: bool) -> String {
    let symbol = kind.symbol();
    if is_undead {
        format!("{UNDEAD}{symbol}")
    } else if owner == WHITE {
        symbol.to_string()
    } else if owner == BLACK {
        symbol.to_ascii_lowercase().to_string()
    } else {
        format!("{}{symbol}", sides::letter(owner))
    }
}

/// Reads the letters of a unit that is no undead, as graves and orders name it, and returns what follows them.
pub(in crate::tourney) fn read_named(text: &str) -> Option<(Side, Kind, &str)> {
    let (owner, kind, is_undead, rest) = read_letters(text)?;
    (!is_undead).then_some((owner, kind, rest))
}

/// Reads the letters of a unit and returns what follows them.
fn read_letters(text: &str) -> Option<(Side, Kind, bool, &str)> {
    let mut symbols = text.chars();
    let first = symbols.next()?;
    let prefixed = |owner, is_undead| {
        let mut rest = text.chars();
        rest.next();
        let kind = Kind::from_symbol(rest.next()?)?;
        Some((owner, kind, is_undead, rest.as_str()))
    };
    match first {
        // before the letters: `u` is no kind, and `r` and `g` before a capital are sides
        UNDEAD => prefixed(RED, true),
        'r' => prefixed(RED, false),
        'g' => prefixed(GREEN, false),
        _ => {
            let kind = Kind::from_symbol(first.to_ascii_uppercase())?;
            let owner = if first.is_ascii_uppercase() {
                WHITE
            } else {
                BLACK
            };
            Some((owner, kind, false, symbols.as_str()))
        }
    }
}

/// The stack of a cell: a lone letter without brackets, everything else in one bracket; none for nobody.
pub(in crate::tourney) fn write_stack(units: impl Iterator<Item = Unit>) -> Option<String> {
    let texts: Vec<String> = units.map(Unit::text).collect();
    match &texts[..] {
        [] => None,
        // a mark makes a text longer than a letter, and then a bracket is needed to keep it with its unit
        [text] if text.len() == 1 => Some(text.clone()),
        _ => Some(format!("({})", texts.concat())),
    }
}

/// Reads a stack: a lone letter, or units in one bracket.
pub(in crate::tourney) fn read_stack(symbol: &str) -> Option<Vec<Unit>> {
    let inside = symbol
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let mut rest = inside.unwrap_or(symbol);
    let mut units = Vec::new();
    while !rest.is_empty() {
        let (unit, after) = Unit::read(rest)?;
        units.push(unit);
        rest = after;
    }
    // an empty bracket is nobody, whom a number of blanks writes
    (!units.is_empty()).then_some(units)
}

impl Unit {
    /// Letters and marks.
    pub(in crate::tourney) fn text(self) -> String {
        letters(self.owner, self.kind, self.is_undead) + &self.marks()
    }

    /// Reads letters and marks and returns what follows them.
    fn read(text: &str) -> Option<(Self, &str)> {
        let (owner, kind, is_undead, mut rest) = read_letters(text)?;
        let mut unit = Self::new(owner, kind);
        unit.is_undead = is_undead;
        let digit = |text: &str| text.chars().next()?.to_digit(10).map(|digit| digit as u8);
        if let Some(fights) = digit(rest) {
            unit.fights = fights;
            rest = &rest[1..];
            // 0 is written as nothing at all
            if !(1..=MOST_FIGHTS).contains(&fights) {
                return None;
            }
        }
        let mark = |rest: &mut &str, mark: char| {
            let after = rest.strip_prefix(mark);
            *rest = after.unwrap_or(rest);
            after.is_some()
        };
        unit.is_wounded = mark(&mut rest, '*');
        unit.is_lying = mark(&mut rest, '!');
        if mark(&mut rest, '~') {
            // full strength has no mark, and 0 is no unit
            unit.strength = digit(rest).filter(|n| (1..kind.full_strength()).contains(n))?;
            rest = &rest[1..];
        }
        Some((unit, rest))
    }
}
