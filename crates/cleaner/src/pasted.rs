//! Pasted text: the one cleaner of everything that people copy from mails, chats and pages.
//!
//! Programs that write mails and chats add what nobody sees: characters without width, direction marks, soft hyphens,
//! HTML tags. They also change what everybody sees: hyphens become dashes, blanks become other blanks.

/// The longest HTML tag that is looked for, with its fields.
const LONGEST_TAG: usize = 2048;
/// Tags that end a line.
const BLOCKS: [&str; 9] = [
    "br",
    "p",
    "div",
    "pre",
    "li",
    "ul",
    "tr",
    "td",
    "blockquote",
];
/// Tags within a line.
const INLINE: [&str; 10] = [
    "wbr", "span", "a", "b", "i", "u", "em", "strong", "code", "font",
];

/// The text as it was written: without invisible characters and tags, with plain blanks, dashes and letters.
pub fn plain(text: &str) -> String {
    // by hand and not by a parser of HTML: the text is mostly none, and a lone `<` must stay
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let marked = match letter {
            '<' => tag(rest),
            '&' => entity(rest),
            // anything else stands for itself
            _ => None,
        };
        let (letter, length) = marked.unwrap_or((Some(letter), letter.len_utf8()));
        plain.extend(letter.and_then(visible));
        rest = &rest[length..];
    }
    plain
}

/// The text of a file: UTF-8, or UTF-16 as some editors save it; what is no text becomes replacement characters.
pub fn text_of(bytes: &[u8]) -> String {
    // a byte left over at the end is no character
    let wide = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let pairs = bytes.as_chunks::<2>().0.iter();
        let words: Vec<u16> = pairs.map(|pair| read(*pair)).collect();
        String::from_utf16_lossy(&words)
    };
    match bytes {
        // the mark of byte order, which only editors write; everything else is read as UTF-8
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// A character as it was meant; `None` for one that nobody sees.
pub(crate) fn visible(letter: char) -> Option<char> {
    match letter {
        '\n' => Some('\n'),
        // other marks of a line's end
        '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
        // also blanks that do not break or are thin, which mails put in
        _ if letter.is_whitespace() => Some(' '),
        // after the blanks: a tab is a control character too, and means a blank
        _ if letter.is_control() || is_invisible(letter) => None,
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{2212}'
        | '\u{2e3a}'
        | '\u{2e3b}'
        | '\u{fe58}'
        | '\u{fe63}' => Some('-'),
        // letters of the width of Chinese characters
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0),
        _ => Some(letter),
    }
}

/// Characters without width or ink: soft hyphens, joiners, marks of direction, fillers, variants, tags.
const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The character that a tag at the start of the text stands for, and the length of the tag.
fn tag(text: &str) -> Option<(Option<char>, usize)> {
    let end = text
        // bounded, or a text of many `<` would be searched to its end for each of them
        .bytes()
        .take(LONGEST_TAG)
        .position(|byte| byte == b'>')?;
    let within = text[1..end].trim_start_matches('/');
    let name = within
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .next()?;
    let is_named = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    // `<b` begins `<br`, `<body` and many words; the name must end here
    let after = &within[name.len()..];
    if !after.is_empty() && !after.starts_with(['/', ' ', '\t', '\n', '\r']) {
        return None;
    }
    match (is_named(&BLOCKS), is_named(&INLINE)) {
        // a tag that ends a line separates what it stands between
        (true, _) => Some((Some('\n'), end + 1)),
        (_, true) => Some((None, end + 1)),
        _ => None,
    }
}

/// The character that an entity at the start of the text stands for, and its length.
fn entity(text: &str) -> Option<(Option<char>, usize)> {
    const LONGEST: usize = 10;
    let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let letter = match name {
        "nbsp" | "ensp" | "emsp" | "thinsp" => ' ',
        // as invisible as the characters themselves: `visible` drops a soft hyphen
        "shy" | "zwnj" | "zwj" | "lrm" | "rlm" => '\u{ad}',
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "ndash" | "mdash" => '-',
        _ => {
            let number = name.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            // a number that is no character stays as it was written
            char::from_u32(number.ok()?)?
        }
    };
    Some((Some(letter), end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_dropped_and_what_was_changed_is_changed_back() {
        for (pasted, meant) in [
            ("a\u{200b}b\u{2060}c\u{ad}d\u{feff}", "abcd"),
            ("\u{2068}a\u{200e}\u{fe0f}", "a"),
            ("a\u{a0}b\u{202f}c\u{3000}d\te", "a b c d e"),
            ("\u{2014}\u{2013}\u{2212}\u{2011}-", "-----"),
            ("a<br>b<BR/>c<br class=\"x\" />d</p>e", "a\nb\nc\nd\ne"),
            ("a<wbr>b<span style=\"x\">c</span>", "abc"),
            ("a&nbsp;b&#8203;c&#x200B;d&shy;e&amp;f", "a bcde&f"),
            ("\u{ff37}\u{ff11}", "W1"),
            ("a\u{2028}b\0c", "a\nbc"),
            // no tags and no entities
            ("<a5-b6> & <br0> &x; a<b", "<a5-b6> & <br0> &x; a<b"),
        ] {
            assert_eq!(plain(pasted), meant, "{pasted:?}");
        }
    }

    #[test]
    fn a_text_file_is_read_as_editors_save_it() {
        let wide = "\u{feff}Zug 1".encode_utf16();
        let little: Vec<u8> = wide.clone().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = wide.flat_map(u16::to_be_bytes).collect();
        for bytes in [&little[..], &big[..], "\u{feff}Zug 1".as_bytes()] {
            assert_eq!(plain(&text_of(bytes)), "Zug 1");
        }
    }
}
