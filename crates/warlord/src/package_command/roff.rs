//! What all manual pages share: their heading, and text that `man` sets as it stands.

/// The heading of all the pages.
pub(super) const MANUAL: &str = "Warlord";

/// Text with the characters that mean something to `man` made plain.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\e"),
            // a bare hyphen may be set as a dash, which cannot be copied into a shell
            '-' => out.push_str("\\-"),
            '\'' => out.push_str("\\(aq"),
            '`' => out.push_str("\\(ga"),
            '^' => out.push_str("\\(ha"),
            '~' => out.push_str("\\(ti"),
            letter => out.push(letter),
        }
    }
    // at the beginning of a line a period would be a command
    if out.starts_with('.') {
        out.insert_str(0, "\\&");
    }
    out
}
