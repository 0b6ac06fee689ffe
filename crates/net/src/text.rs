//! Text from other people, made safe to show.

/// The text without control characters, invisible characters and those that turn the direction of writing.
pub fn without_controls(text: &str) -> String {
    text.chars().filter(|&c| !is_deceptive(c)).collect()
}

fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_direction_overrides_do_not_come_through() {
        assert_eq!(without_controls("a\u{1b}[31mb\u{202e}c\nd"), "a[31mbcd");
        assert_eq!(without_controls("Łódź ♞"), "Łódź ♞");
    }
}
