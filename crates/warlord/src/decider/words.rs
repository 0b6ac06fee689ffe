//! The words of a command that starts a bot.

/// Splits a command into words at blanks; a part in '…' or "…" keeps its blanks. No other character is special, so that
/// paths with backslashes need no escaping.
pub(super) fn split(command: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for symbol in command.chars() {
        match quote {
            Some(mark) if symbol == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(symbol),
            None if symbol == '\'' || symbol == '"' => {
                quote = Some(symbol);
                // empty quotes are a word too: an empty argument
                word.get_or_insert_default();
            }
            None if symbol.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(symbol),
        }
    }
    if quote.is_some() {
        return Err("a quotation mark is not closed");
    }
    words.extend(word);
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err("there is no program in it"),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn blanks_split_and_quotes_join() {
        let words = |text| split(text).expect("closed");
        assert_eq!(words("warlord engine"), ["warlord", "engine"]);
        assert_eq!(
            words("  python3  'my bot.py' --say \"it's\" a'b c'd '' "),
            ["python3", "my bot.py", "--say", "it's", "ab cd", ""]
        );
        assert_eq!(words(r"C:\bots\bot.exe"), [r"C:\bots\bot.exe"]);
    }

    #[test]
    fn commands_without_a_program_or_an_end_are_refused() {
        for text in ["", "  ", "'' x", "bot 'x", "bot \""] {
            assert!(split(text).is_err(), "{text}");
        }
    }
}
