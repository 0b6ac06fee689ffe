//! The counts of an army's kinds.

use toml_edit::{InlineTable, TableLike, value};

use crate::mistake::{Source, quote};
use crate::pasted::ARMY_NOTE;
use crate::table::{Table, number};

/// Reads `both`, or `white` and `black`.
///
/// `example` shows counts of the family; `kind` reads the name of a kind and reports a name without meaning.
pub(crate) fn both_sides<K: Copy + Ord>(
    table: &Table<'_>,
    example: &str,
    kind: impl Fn(&Source<'_>, usize, &str) -> Option<K>,
) -> Option<[Vec<K>; 2]> {
    let counts = |table: &Table<'_>| counts(table, &kind);
    // only the keys that are there, so that the mistake names them
    let mut given = vec!["both", "white", "black"];
    given.retain(|key| table.has(key));
    let both = table.table("both", "both");
    let (white, black) = (table.table("white", "white"), table.table("black", "black"));
    match given.as_slice() {
        ["both"] => {
            let kinds = counts(&both?)?;
            Some([kinds.clone(), kinds])
        }
        ["white", "black"] => {
            // both are read before either is given up, so that the mistakes in both are reported
            let (white, black) = (counts(&white?), counts(&black?));
            Some([white?, black?])
        }
        given => {
            let found = match given {
                [] => "no army".to_owned(),
                [key] => format!("an army for `{key}` alone"),
                keys => format!("armies for `{}`", keys.join("`, `")),
            };
            let expected =
                format!("counts such as {example} for `both`, or for each of `white` and `black`");
            table
                .source()
                .report_missing(table.line(), found, &expected);
            None
        }
    }
}

/// Reads `{ L = 6, I = 14 }` as kinds in the order of the rulebook.
fn counts<K: Copy + Ord>(
    table: &Table<'_>,
    kind: impl Fn(&Source<'_>, usize, &str) -> Option<K>,
) -> Option<Vec<K>> {
    // the cells of the largest board
    const MOST: u16 = (board::MAX_SIDE as u16) * (board::MAX_SIDE as u16);
    let mut kinds = Vec::new();
    let mut right = true;
    for (line, name, value) in table.entries() {
        // count and kind are both read before either is given up, so that both mistakes are reported
        let kind = kind(table.source(), line, name);
        let count = number(value).filter(|count| (1..=MOST).contains(count));
        if count.is_none() {
            table.source().report(
                line,
                format!("no count for {}", quote(name)),
                format!("a whole number from 1 to {MOST}"),
            );
        }
        match (kind, count) {
            (Some(kind), Some(count)) => {
                kinds.extend(std::iter::repeat_n(kind, usize::from(count)));
            }
            _ => right = false,
        }
    }
    // in the order of the rulebook, so that files that list an army differently have one id
    kinds.sort_unstable();
    right.then_some(kinds)
}

/// Writes other armies into the table [army].
pub(crate) fn change<K: Copy + Eq>(
    army: &mut dyn TableLike,
    [white, black]: &[Vec<K>; 2],
    written: impl Fn(&[K]) -> InlineTable,
) {
    // all three, whichever the file has: `both` beside `white` would be refused
    for key in ["both", "white", "black"] {
        army.remove(key);
    }
    // one entry where one is enough, as an author would write it
    if white == black {
        army.insert("both", value(written(white)));
    } else {
        army.insert("white", value(written(white)));
        army.insert("black", value(written(black)));
    }
    army.insert("house", value(ARMY_NOTE));
}

/// Writes `{ L = 6, I = 14 }`, in the order of `all`.
pub(crate) fn written<K: Copy + Eq>(
    kinds: &[K],
    all: impl IntoIterator<Item = K>,
    name: impl Fn(K) -> String,
) -> InlineTable {
    let counted = all.into_iter().filter_map(|kind| {
        let count = kinds.iter().filter(|other| **other == kind).count();
        let count = i64::try_from(count).ok()?;
        (count > 0).then(|| (name(kind), count))
    });
    counted.collect()
}
