//! The text of the settings file: what reads of it, whatever else is in it, and changes that keep the rest as it is.

use toml::{Table, Value};
use toml_edit::{Array, DocumentMut};

/// The entries of a text that should be TOML, and the lines that are not.
pub(super) fn entries(text: &str) -> (Vec<(String, Value)>, Vec<String>) {
    // the common case: nothing is taken apart
    if let Ok(table) = text.parse::<Table>() {
        return (table.into_iter().collect(), Vec::new());
    }
    // each entry by itself, so that a mistake in one costs no other
    let mut entries: Vec<(String, Value)> = Vec::new();
    let mut wrong = Vec::new();
    for lines in parts(text) {
        let (first, rest) = lines.split_first().unwrap_or((&"", &[]));
        let (read, left) = match lines.join("\n").parse::<Table>() {
            Ok(table) => (table, &[][..]),
            // the lines behind the first may be what is wrong, and then only they are lost
            Err(_) => match first.parse::<Table>() {
                Ok(table) => (table, rest),
                Err(_) => (Table::new(), &lines[..]),
            },
        };
        entries.extend(read);
        let left = left.iter().map(|line| line.trim().to_owned());
        wrong.extend(left.filter(|line| !line.is_empty()));
    }
    (entries, wrong)
}

/// The lines of each entry of a text; lines that begin none are with the entry before them. Sections, which no version has
/// had yet, are left out.
fn parts(text: &str) -> Vec<Vec<&str>> {
    let begins = |line: &str| {
        let key = line.split_once('=').map(|(key, _)| key.trim());
        let is_letter =
            |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
        key.is_some_and(|key| !key.is_empty() && key.chars().all(is_letter))
    };
    let mut parts: Vec<Vec<&str>> = Vec::new();
    for line in text.lines().take_while(|line| !line.starts_with('[')) {
        match parts.last_mut().filter(|_| !begins(line)) {
            Some(part) => part.push(line),
            None => parts.push(vec![line]),
        }
    }
    parts
}

/// Sets a value; the comments above it, behind it and between the entries of a list stay.
pub(super) fn set(old: &mut toml_edit::Value, new: &toml_edit::Value) {
    if let (Some(list), Some(new)) = (old.as_array_mut(), new.as_array()) {
        let has = |list: &Array, entry: &toml_edit::Value| {
            let mut entries = list.iter().map(toml_edit::Value::as_str);
            entries.any(|known| known == entry.as_str())
        };
        list.retain(|entry| has(new, entry));
        for entry in new {
            if !has(list, entry) {
                list.push(entry.clone());
            }
        }
        return;
    }
    // the decor holds the comments and blanks that the user wrote around the value
    let around = old.decor().clone();
    *old = new.clone();
    *old.decor_mut() = around;
}

/// A text that should be TOML, with the lines that are not turned into comments: nothing that a user wrote is lost.
pub(super) fn mended(text: &str) -> String {
    let mut mended = String::new();
    let mut keep = |line: &str, reads: bool| {
        let is_plain = line.trim().is_empty() || line.trim_start().starts_with('#');
        if !reads && !is_plain {
            mended.push_str("# unread: ");
        }
        mended.push_str(line);
        mended.push('\n');
    };
    for lines in parts(text) {
        let reads = lines.join("\n").parse::<Table>().is_ok();
        let first = lines
            .first()
            .is_some_and(|first| first.parse::<Table>().is_ok());
        for (number, line) in lines.iter().enumerate() {
            keep(line, reads || first && number == 0);
        }
    }
    // sections, which are left out of the parts
    let sections = text.lines().skip_while(|line| !line.starts_with('['));
    let sections: Vec<&str> = sections.collect();
    let reads = sections.join("\n").parse::<Table>().is_ok();
    sections.iter().for_each(|line| keep(line, reads));
    mended
}

/// A table as a document that keeps what is written around its entries.
pub(super) fn document(table: &Table) -> DocumentMut {
    let text = toml::to_string(table).expect("a table is always written");
    text.parse().expect("what was written is read")
}
