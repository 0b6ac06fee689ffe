//! Coordinates and numbers as strokes, so that a picture needs no font and looks the same everywhere.

/// The height of capitals and digits.
pub(crate) const HEIGHT: i32 = 20;
const GAP: i32 = 5;

/// The width of a text, and the text's strokes as the data of a path; the pen starts at the text's top left.
pub(crate) fn strokes(text: &str) -> (i32, Vec<(i32, &'static str)>) {
    let mut strokes = Vec::new();
    // the gap is added before each letter, so the first one begins at 0
    let mut right = -GAP;
    for letter in text.chars() {
        let (width, path) = letter_strokes(letter);
        strokes.push((right + GAP, path));
        right += GAP + width;
    }
    (right.max(0), strokes)
}

/// The width and strokes of a letter; coordinates and numbers have small letters and digits only.
#[rustfmt::skip]
const fn letter_strokes(letter: char) -> (i32, &'static str) {
    match letter {
        '0' => (12, "M6 0C2 0 0 4 0 10s2 10 6 10 6-4 6-10S10 0 6 0z"),
        '1' => (7, "M1 4 6 0V20"),
        '2' => (12, "M0 5C0 2 2 0 6 0s6 2 6 5C12 11 2 13 0 20H12"),
        '3' => (12, "M0 3C1 1 3 0 6 0c4 0 6 2 6 5 0 3-2 5-6 5 4 0 6 2 6 5s-2 5-6 5c-3 0-5-1-6-3"),
        '4' => (12, "M9 20V0L0 14H12"),
        '5' => (12, "M11 0H2L1 9C2 8 4 7 6 7c4 0 6 3 6 6s-2 7-6 7C3 20 1 19 0 17"),
        '6' => (12, "M11 1C5 1 0 5 0 13c0 4 2 7 6 7s6-3 6-6-2-6-6-6-6 3-6 5"),
        '7' => (12, "M0 0H12C8 6 5 12 5 20"),
        '8' => (12, "M6 9C3 9 1 7 1 5s2-5 5-5 5 2 5 5-2 4-5 4C2 9 0 12 0 15s2 5 6 5 6-2 6-5-2-6-6-6z"),
        '9' => (12, "M1 19C7 19 12 15 12 7c0-4-2-7-6-7S0 3 0 6s2 6 6 6 6-3 6-5"),
        'a' => (10, "M10 6V20M10 10C9 7 7 6 5 6 2 6 0 9 0 13s2 7 5 7c2 0 4-1 5-4"),
        'b' => (10, "M0 0V20M0 10C1 7 3 6 5 6c3 0 5 3 5 7s-2 7-5 7c-2 0-4-1-5-4"),
        'c' => (10, "M10 9C9 7 7 6 5 6 2 6 0 9 0 13s2 7 5 7c2 0 4-1 5-3"),
        'd' => (10, "M10 0V20M10 10C9 7 7 6 5 6 2 6 0 9 0 13s2 7 5 7c2 0 4-1 5-4"),
        'e' => (10, "M0 12H10C10 8 8 6 5 6 2 6 0 9 0 13s2 7 5 7c2 0 4-1 5-3"),
        'f' => (8, "M8 1C4-1 3 1 3 4V20M0 7H7"),
        'g' => (10, "M10 6V21C10 25 8 26 5 26 3 26 1 25 0 24M10 10C9 7 7 6 5 6 2 6 0 9 0 13s2 7 5 7c2 0 4-1 5-4"),
        'h' => (10, "M0 0V20M0 11C1 8 3 6 6 6c3 0 4 2 4 5v9"),
        'i' => (2, "M1 6V20M1 1V2"),
        'j' => (4, "M4 6V22C4 25 3 26 0 26M4 1V2"),
        'k' => (10, "M0 0V20M9 6 0 14M4 11 10 20"),
        'l' => (2, "M1 0V20"),
        'm' => (14, "M0 6V20M0 10C1 7 2 6 4 6c2 0 3 2 3 4V20M7 10C8 7 9 6 11 6c2 0 3 2 3 4V20"),
        'n' => (10, "M0 6V20M0 11C1 8 3 6 6 6c3 0 4 2 4 5v9"),
        'o' => (10, "M5 6C2 6 0 9 0 13s2 7 5 7 5-3 5-7S8 6 5 6z"),
        'p' => (10, "M0 6V26M0 10C1 7 3 6 5 6c3 0 5 3 5 7s-2 7-5 7c-2 0-4-1-5-4"),
        'q' => (10, "M10 6V26M10 10C9 7 7 6 5 6 2 6 0 9 0 13s2 7 5 7c2 0 4-1 5-4"),
        'r' => (7, "M0 6V20M0 12C1 8 4 6 7 6"),
        's' => (10, "M9 8C8 7 7 6 5 6 2 6 1 8 1 9c0 4 9 3 9 7 0 2-2 4-5 4-2 0-4-1-5-2"),
        't' => (8, "M3 1V16C3 19 5 20 8 19M0 6H7"),
        'u' => (10, "M0 6V15C0 18 1 20 4 20c3 0 5-2 6-5M10 6V20"),
        'v' => (10, "M0 6 5 20 10 6"),
        'w' => (14, "M0 6 3 20 7 8 11 20 14 6"),
        'x' => (10, "M0 6 10 20M10 6 0 20"),
        'y' => (10, "M0 6 5 19M10 6 5 19C4 24 3 26 0 26"),
        'z' => (10, "M0 6H10L0 20H10"),
        // as wide as a blank: no text has any other letter
        _ => (6, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_digit_of_coordinates_has_strokes_of_its_own() {
        let drawn: std::collections::BTreeSet<&str> = ('a'..='z')
            .chain('0'..='9')
            .map(|letter| letter_strokes(letter).1)
            .filter(|path| path.starts_with('M'))
            .collect();
        assert_eq!(drawn.len(), 36);
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters_and_the_gaps_between_them() {
        assert_eq!(strokes("10").0, 7 + GAP + 12);
        assert_eq!(strokes("").0, 0);
    }
}
