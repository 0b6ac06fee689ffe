//! Names that differ only in looks.
//!
//! Two names with one [`skeleton`] are one name for the eye of a player in a hurry. It covers
//!
//! * what nobody sees: characters without width or ink, marks of direction, control characters;
//! * blanks, dashes, underscores, periods and apostrophes of every kind, wherever they stand;
//! * upper and lower case, in every writing that has them;
//! * letters of the width of Chinese characters;
//! * accents: combining marks, and the letters of western Europe that have one built in;
//! * Cyrillic and Greek letters that look like Latin ones, `0` for `o`, `1`, `i`, `l` and `|` for each other;
//! * `rn` for `m` and `vv` for `w`.
//!
//! It does not cover everything that looks alike: not mathematical alphabets, not the letters of other
//! writings, not accented letters beyond Latin-1. A key tells people apart; this only keeps a table from two names that
//! nobody could.

use crate::pasted::visible;

/// A name without all that can differ unseen. Names with the same skeleton look alike; nobody is shown it.
pub fn skeleton(name: &str) -> String {
    let seen = name.chars().filter_map(visible);
    // folded after the case: a table of capitals would be as long again
    let small = seen.flat_map(char::to_lowercase);
    let letters: String = small.filter_map(folded).collect();
    letters.replace("rn", "m").replace("vv", "w")
}

/// True if two names could be mistaken for each other.
pub fn are_alike(one: &str, other: &str) -> bool {
    skeleton(one) == skeleton(other)
}

/// The letter that a small letter looks like; `None` for what separates or decorates.
fn folded(letter: char) -> Option<char> {
    Some(match letter {
        _ if letter.is_whitespace() => return None,
        '-' | '_' | '.' | '\'' | '`' | '\u{b4}' | '\u{b7}' | '\u{2018}' | '\u{2019}'
        | '\u{2bc}' => {
            return None;
        }
        // combining marks
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' => return None,
        'à'..='å' | 'а' | 'α' => 'a',
        'ç' | 'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'è'..='ë' | 'е' | 'ё' | 'ε' => 'e',
        'һ' => 'h',
        'ì'..='ï' | 'і' | 'ї' | 'ι' | 'ı' | 'i' | '1' | '|' | 'ӏ' => 'l',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'ñ' | 'η' => 'n',
        'ò'..='ö' | 'ø' | 'о' | 'ο' | 'σ' | '0' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'ѕ' | 'ς' => 's',
        'т' | 'τ' => 't',
        'ù'..='ü' | 'υ' => 'u',
        'ν' | 'ѵ' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'ý' | 'ÿ' | 'у' | 'γ' => 'y',
        'ζ' => 'z',
        'в' | 'β' => 'b',
        'н' => 'h',
        _ => letter,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_only_in_looks_have_one_skeleton() {
        for (one, other) in [
            ("Ann", "ANN"),
            ("Ann", " A n\u{a0}n "),
            ("Ann", "A\u{200b}n\u{202e}n\u{ad}"),
            ("Ann", "\u{ff21}\u{ff4e}\u{ff4e}"),
            // a Cyrillic A, a Greek one
            ("Ann", "\u{410}nn"),
            ("Ann", "\u{391}nn"),
            ("Bob", "B0b"),
            ("Tom", "Torn"),
            ("Bill", "BilI"),
            ("Bill", "Bi1|"),
            ("Ren\u{e9}", "Rene\u{301}"),
            ("O’Brien", "O'Brien"),
            ("Jean-Luc", "Jean\u{2013}Luc"),
            ("Jean-Luc", "jean luc"),
            ("Łódź", "łódź"),
        ] {
            assert!(are_alike(one, other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn names_that_people_tell_apart_stay_apart() {
        let names = [
            "Ann",
            "Anna",
            "Ben",
            "Bob",
            "Cid",
            "Dot",
            "Łódź",
            "Lodz",
            "Анна",
            "周瑜",
            "周瑾",
            "김철수",
            "محمد",
            "दीपा",
            "♞",
            "♘",
        ];
        for (at, one) in names.iter().enumerate() {
            for other in &names[at + 1..] {
                assert!(!are_alike(one, other), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_name_of_separators_alone_has_a_skeleton_of_nothing() {
        assert_eq!(skeleton(" - ."), "");
        assert_eq!(skeleton(""), "");
    }
}
