//! The table of threats in docs/testing.md: every row has a test with its number, or says why it has none.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rows of the table of threats.
const ROWS: std::ops::RangeInclusive<u32> = 1..=35;
/// Those that a review of notes, time and tables added. Row 75b has no number of its own, and is not looked for.
const ROWS_OF_REVIEW: [u32; 18] = [
    70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 85, 86, 87, 91, 92,
];
/// Those of more than two seats that can be shown so far.
const ROWS_OF_TABLES: [u32; 28] = [
    36, 37, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 54, 55, 56, 57, 58, 59, 60, 61, 62,
    63, 64, 65, 66,
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Rust file below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The rows in the name of a test, as in `row_10_and_11_two_records`.
fn rows_of(name: &str) -> impl Iterator<Item = u32> {
    name.split('_')
        .map_while(|word| match word {
            "and" => Some(None),
            number => number.parse().ok().map(Some),
        })
        .flatten()
}

#[test]
fn every_row_of_the_threat_table_has_a_test_or_a_reason() {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    let mut tested = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        let names = text.split("fn row_").skip(1);
        tested.extend(names.flat_map(rows_of));
    }
    let text = fs::read_to_string(root().join("docs/testing.md")).expect("text");
    let mut told = BTreeSet::new();
    for line in text.lines() {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let Some(Ok(row)) = cells.next().map(str::parse::<u32>) else {
            continue;
        };
        let tests = cells.nth(1).unwrap_or_default();
        let has_none = tests.starts_with("none: ");
        assert_ne!(tested.contains(&row), has_none, "row {row}: {tests}");
        told.insert(row);
    }
    let rows = ROWS.chain(ROWS_OF_TABLES).chain(ROWS_OF_REVIEW).collect();
    assert_eq!(told, rows, "rows of the table");
    assert!(tested.is_subset(&told), "{tested:?}");
}
