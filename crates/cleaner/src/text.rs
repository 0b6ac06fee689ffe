//! Text of other people, made safe to show.

/// The longest name of a player, in bytes.
pub const MAX_NAME: usize = 32;

/// The text without characters that could fake other text on a screen.
pub fn plain_text(text: &str) -> String {
    text.chars().filter(|c| !is_deceptive(*c)).collect()
}

/// A name as a match may hold it: plain, trimmed and at most [`MAX_NAME`] bytes; `otherwise` if nothing is left.
pub fn clean_name(name: &str, otherwise: &str) -> String {
    // trimmed twice: the cut may end behind a blank
    match cut(plain_text(name).trim(), MAX_NAME).trim() {
        "" => otherwise.to_owned(),
        name => name.to_owned(),
    }
}

/// Several things as people list them: `Ann, Ben and Cid`; empty for none.
pub fn listed<T: std::fmt::Display>(all: &[T]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    match &all[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        one_or_none => one_or_none.concat(),
    }
}

/// True if [`plain_text`] leaves the text unchanged.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(is_deceptive)
}

/// The text cut to that many bytes, never inside a character.
pub fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Control characters, line and paragraph separators, and characters that are invisible or change the direction of
/// writing: Unicode's `Default_Ignorable_Code_Point` (which contains `Bidi_Control`) and the annotation marks.
fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_fake_other_text_does_not_come_through() {
        assert_eq!(plain_text("a\u{1b}[31mb\u{202e}c\nd"), "a[31mbcd");
        let invisible = "\u{ad}\u{34f}\u{61c}\u{1160}\u{180e}\u{200b}\u{200d}\u{2029}\u{2066}\u{3164}\u{fe0f}\u{feff}\
                         \u{fff9}\u{1d173}\u{e0041}";
        for c in invisible.chars() {
            assert!(!is_plain(&format!("Ann{c}")), "{c:?}");
        }
        assert_eq!(plain_text(&format!("Ann{invisible}")), "Ann");
    }

    #[test]
    fn names_in_every_writing_stay_as_they_are() {
        for name in [
            "Łódź ♞",
            "Ἀλέξανδρος",
            "محمد",
            "दीपा",
            "김철수",
            "周瑜",
            "O’Brien",
        ] {
            assert_eq!(clean_name(name, "guest"), name);
        }
    }

    #[test]
    fn a_name_is_trimmed_and_cut_between_characters() {
        assert_eq!(clean_name(" Ann ", "guest"), "Ann");
        assert_eq!(clean_name("\u{200b} \n", "guest"), "guest");
        assert_eq!(clean_name(&"ñ".repeat(20), "guest"), "ñ".repeat(16));
        let cut_at_blank = format!("{} Bob", "a".repeat(MAX_NAME - 1));
        assert_eq!(clean_name(&cut_at_blank, "guest"), "a".repeat(MAX_NAME - 1));
        assert_eq!(cut("añb", 2), "a");
        assert_eq!(cut("añb", 3), "añ");
    }
}
