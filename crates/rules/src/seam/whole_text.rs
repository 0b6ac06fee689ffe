//! The field `whole=` behind a position text, for positions that the text alone would not lead back to.

use crate::{Rules, WholeError};

/// The last field of a text: the whole bytes in hexadecimal digits.
const WHOLE: &str = " whole=";

/// Why a text with or without the field `whole=` is not a position of its game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WholeTextError<E: std::error::Error> {
    /// The text before the field.
    #[error(transparent)]
    Text(E),
    /// The field is not pairs of hexadecimal digits.
    #[error("`whole=` is not followed by pairs of the digits 0 to 9 and a to f")]
    Digits,
    /// The bytes of the field are not a position of this game.
    #[error("`whole=`: {0}")]
    Bytes(WholeError),
    /// The bytes are another position than the text before them.
    #[error("`whole=` is another position than the text before it")]
    Other,
}

impl<E: std::error::Error> WholeTextError<E> {
    /// What to do instead, for the field; a text that is wrong has advice of its own.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Text(_) => "copy a text that `show` wrote",
            Self::Digits | Self::Bytes(_) | Self::Other => {
                "copy the whole line that `show` wrote, or leave out `whole=…` to load what the text alone says"
            }
        }
    }
}

/// The position text; if it alone would be read as another position, with the field `whole=`.
pub(crate) fn write<P: Rules>(position: &P) -> String {
    let text = position.to_text();
    let read = position.with_text(&text);
    if read.is_ok_and(|read| canonical(&read) == canonical(position)) {
        return text;
    }
    // a position too large for the field is larger than any that a match can begin with
    let digits = position.to_whole().map(|bytes| {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{WHOLE}{digits}")
    });
    text + &digits.unwrap_or_default()
}

/// Reads what [`write`] wrote, or a text without the field.
pub(crate) fn read<P: Rules>(
    position: &P,
    text: &str,
) -> Result<P, WholeTextError<P::PositionError>> {
    let Some((text, digits)) = text.split_once(WHOLE) else {
        return position.with_text(text).map_err(WholeTextError::Text);
    };
    let bytes = bytes(digits).ok_or(WholeTextError::Digits)?;
    let read = position.read_whole(&bytes).map_err(WholeTextError::Bytes)?;
    // the text is what people see: it must not be a screen before another position
    match read.to_text() == text {
        true => Ok(read),
        false => Err(WholeTextError::Other),
    }
}

fn canonical<P: Rules>(position: &P) -> Vec<u8> {
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    bytes
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else {
        return None;
    };
    pairs
        .iter()
        .map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?))
        .collect()
}
