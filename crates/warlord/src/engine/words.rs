//! The words of a command.

use anyhow::{Context as _, Result, bail};

/// Splits off the first word; blanks before the rest are dropped.
pub(super) fn split(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// Splits `name key=value …`: the name may hold spaces, a value may not.
pub(super) fn split_options(text: &str) -> (&str, Vec<(String, String)>) {
    let mut name = text;
    // from the end, because the name may hold an equals sign and blanks only in front
    let mut options = Vec::new();
    while let Some((before, last)) = name.rsplit_once(char::is_whitespace) {
        let Some((key, value)) = last.split_once('=') else {
            break;
        };
        options.push((key.to_owned(), value.to_owned()));
        name = before.trim_end();
    }
    options.reverse();
    (name, options)
}

/// Refuses words after a command without arguments.
pub(super) fn none(word: &str, rest: &str) -> Result<()> {
    if !rest.is_empty() {
        bail!("`{word}` takes nothing after it");
    }
    Ok(())
}

pub(super) fn number<T: std::str::FromStr>(text: &str, usage: &'static str) -> Result<T> {
    // `parse` takes a leading plus sign too
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).context(usage)
}
