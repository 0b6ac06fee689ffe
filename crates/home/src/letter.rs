//! A letter of a match by mail as text, and found again in a text, however mail programs have changed it.

use cleaner::pasted;
use data_encoding::{BASE64, BASE64_NOPAD};
use protocol::ImportError;
use protocol::packet::{MAX_PACKET, PACKET_HEADER};

const BEGIN: &str = "-----BEGIN WARLORD LETTER-----";
const END: &str = "-----END WARLORD LETTER-----";
/// The words by which a letter in a text is known: programs change the hyphens around them.
const BEGINS: &str = "BEGIN WARLORD LETTER";
const ENDS: &str = "END WARLORD LETTER";
const COLUMNS: usize = 64;

/// A letter as text that survives being pasted into a mail.
pub fn letter_to_text(letter: &[u8]) -> String {
    let digits = BASE64.encode(letter);
    let mut text = format!("{BEGIN}\n");
    let mut rest = digits.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(COLUMNS));
        text.push_str(line);
        text.push('\n');
        rest = after;
    }
    text + END + "\n"
}

/// The letter in a file, or in a text that holds one somewhere, quoted or not, however a mail program has changed it.
///
/// # Errors
/// Returns [`ImportError`] if there is no letter.
pub fn letter_from(bytes: &[u8]) -> Result<Vec<u8>, ImportError> {
    use protocol::packet::PacketError;

    // a letter as it is, and not as text
    if bytes.starts_with(PACKET_HEADER) {
        return Ok(bytes.to_vec());
    }
    // before the text is cleaned, which copies it several times
    if bytes.len() > LONGEST_TEXT {
        return Err(PacketError::TooLong(bytes.len()).into());
    }
    // mail programs break lines and put blanks and marks of their own between words
    let text = spaced(&pasted::plain(&pasted::text_of(bytes)));
    let Some((_, after)) = text.split_once(BEGINS) else {
        // a letter of another format, or none: the reader of letters says which
        return Ok(bytes.to_vec());
    };
    let (digits, _) = after.split_once(ENDS).ok_or(PacketError::Damaged)?;
    // |quotation marks and indents are left out; whatever else was changed is found by the letter's own check
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let digits: Vec<u8> = digits.bytes().filter(is_digit).collect();
    // without padding, since mail programs drop the equals signs
    BASE64_NOPAD
        .decode(&digits)
        .map_err(|_cause| PacketError::Damaged.into())
}

/// The most bytes of a file that may hold a letter, in its own bytes or as text.
pub const LONGEST_TEXT: usize = 2 * MAX_PACKET;

/// A text with one blank between its words.
fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !spaced.is_empty() {
            spaced.push(' ');
        }
        spaced.push_str(word);
    }
    spaced
}

/// True if a text holds a letter, or the beginning of one.
pub fn holds_letter(text: &str) -> bool {
    // a page asks at every frame: a long text is not cleaned for that
    const CLEANED: usize = 64 * 1024;
    text.contains(BEGINS)
        || (text.len() <= CLEANED && spaced(&pasted::plain(text)).contains(BEGINS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_comes_back_from_its_text_however_it_was_quoted() {
        let letter: Vec<u8> = PACKET_HEADER.iter().copied().chain(0..=255).collect();
        let text = letter_to_text(&letter);
        assert!(text.lines().all(|line| line.len() <= COLUMNS));
        for text in [
            text.clone(),
            text.replace('\n', "\r\n> "),
            format!("Dear Ben,\n\nmy turn:\n{text}\nYours, Ada\n"),
            // as mail programs change it
            text.replace("-----", "\u{2014}\u{2014}-"),
            text.replace("-----", "\u{2013}\u{2013}\u{2013}"),
            text.replace('\n', "<br>\n"),
            format!("<div>{}</div>", text.replace('\n', "</div><div>")),
            text.replace(' ', "\u{a0}")
                .replace('\n', "\u{200b}\n\u{feff}"),
            text.replace('=', "").replace("LETTER", "LET\u{ad}TER"),
            format!("\u{201c}{text}\u{201d}"),
        ] {
            assert!(holds_letter(&text), "{text}");
            assert_eq!(letter_from(text.as_bytes()), Ok(letter.clone()), "{text}");
        }
        assert_eq!(letter_from(&letter), Ok(letter.clone()));
        let wide: Vec<u8> = format!("\u{feff}{text}")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(letter_from(&wide), Ok(letter.clone()));
        let cut = text.split_at(text.len() / 2).0;
        assert!(letter_from(cut.as_bytes()).is_err());
    }
}
