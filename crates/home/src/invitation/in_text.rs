//! Finding the code of an invitation in a pasted text: whatever stands around it, however it is broken into lines, with
//! marks and blanks between its letters.

use std::str::FromStr;

use cleaner::pasted;

use super::code::read;
use super::{Invitation, InvitationError, LINK_PREFIX, PREFIX};
use crate::limits::LONGEST_CODE;

impl FromStr for Invitation {
    type Err = InvitationError;

    /// Finds the code in a pasted text: whatever stands around it, however it is broken into lines.
    fn from_str(text: &str) -> Result<Self, InvitationError> {
        // bounded first: the paste may be a whole mailbox
        let text: String = text.chars().take(MOST_PASTED).collect();
        let text = pasted::plain(&text);
        let letters = letters(&text);
        // the beginning of what was pasted, so that the user sees which paste is meant
        let mut error = InvitationError::NotOne {
            found: text.trim().chars().take(12).collect(),
        };
        let starts = (0..letters.len()).filter(|start| is_prefix(&letters[*start..]));
        // bounded: each start can cost a look at the whole text
        for start in starts.take(MOST_STARTS) {
            // a link of another program that holds our prefix is not ours to open
            let Some(is_link) = is_link(&text[..letters[start].at]) else {
                continue;
            };
            match code_in(&letters[start..], is_link) {
                Ok(invitation) => return Ok(invitation),
                Err(cause) => error = cause,
            }
        }
        Err(error)
    }
}

/// The most characters of a pasted text in which a code is looked for.
const MOST_PASTED: usize = 64 * 1024;
/// The most places of a text at which a code is looked for.
const MOST_STARTS: usize = 16;
/// A word of that many characters is a part of a code that was broken into lines.
const PART: usize = 12;

/// A letter or digit of a pasted text.
struct Letter {
    letter: char,
    /// The place in the text, in bytes.
    at: usize,
    gap: Gap,
}

/// The separator before a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    Nothing,
    Mark,
    Blank,
}

fn letters(text: &str) -> Vec<Letter> {
    let mut gap = Gap::Blank;
    let mut letters = Vec::new();
    for (at, letter) in text.char_indices() {
        if letter.is_alphanumeric() {
            letters.push(Letter { letter, at, gap });
            gap = Gap::Nothing;
        } else if letter.is_whitespace() {
            gap = Gap::Blank;
        } else {
            // the widest gap counts: a hyphen and a line break together are a line break
            gap = gap.max(Gap::Mark);
        }
    }
    letters
}

/// The digit of the prefix may have been read as a letter, like every other digit.
fn is_prefix(letters: &[Letter]) -> bool {
    let Some(letters) = letters.get(..PREFIX.len()) else {
        return false;
    };
    let start: String = letters.iter().map(|letter| letter.letter).collect();
    let start = start.to_lowercase();
    let digit = start.strip_prefix("warlord");
    digit.is_some_and(|digit| matches!(digit, "1" | "i" | "l"))
}

/// True if the code behind that text belongs to a link; `None` if the link leads elsewhere.
fn is_link(before: &str) -> Option<bool> {
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    if !word.contains("://") {
        return Some(false);
    }
    word.to_lowercase().ends_with(LINK_PREFIX).then_some(true)
}

/// Reads the code that those letters begin with: its end is where its check fits.
fn code_in(letters: &[Letter], is_link: bool) -> Result<Invitation, InvitationError> {
    let is_code = |letter: &Letter| {
        // u is the one letter that the alphabet of the codes neither has nor translates
        letter.letter.is_ascii_alphanumeric() && !matches!(letter.letter, 'u' | 'U')
    };
    // a code ends where something else than a letter follows, so that the next word is not read into it
    let is_end = |end: &usize| {
        letters
            .get(*end)
            .is_none_or(|next| next.gap != Gap::Nothing)
    };
    let (mut errors, mut begun) = (Vec::new(), 0);
    for end in (PREFIX.len()..=letters.len()).filter(is_end) {
        let word = &letters[begun..end];
        let unknown = word
            .iter()
            // the prefix has letters that the alphabet of the rest has not
            .skip(PREFIX.len().saturating_sub(begun))
            .find(|letter| !is_code(letter));
        if let Some(found) = unknown {
            // a long word with a strange letter is a mistyped part; a short one is the text after the code
            if errors.is_empty() || word.len() >= PART {
                return Err(InvitationError::Character {
                    found: found.letter,
                });
            }
            break;
        }
        let body: String = letters[PREFIX.len()..end]
            .iter()
            .map(|letter| letter.letter)
            .collect();
        match read(&body) {
            // behind a link stands a mark without a blank: more was pasted than the code
            Ok(_) if is_link && letters.get(end).is_some_and(|next| next.gap == Gap::Mark) => {
                let next = letters[end..].iter().skip(1);
                let extra = 1 + next.take_while(|letter| letter.gap != Gap::Blank).count();
                return Err(InvitationError::TooLong { extra });
            }
            Ok(invitation) => return Ok(invitation),
            Err(error) => errors.push((word.len(), error)),
        }
        // no code is longer, so what follows is text
        if end > LONGEST_CODE {
            break;
        }
        begun = end;
    }
    Err(likeliest(errors))
}

/// The mistake in a code that reads at none of its possible ends: short words behind a long first part are no part of
/// it.
fn likeliest(errors: Vec<(usize, InvitationError)>) -> InvitationError {
    let is_grouped = errors.first().is_some_and(|(length, _)| *length < 2 * PART);
    // a short first part: the code was written in groups, and all of them belong to it
    let parts = errors.into_iter().enumerate();
    let parts = parts.filter(|(place, (length, _))| *place == 0 || is_grouped || *length >= PART);
    let mut last = InvitationError::Mistyped;
    for (_, (_, error)) in parts {
        match error {
            InvitationError::Version { .. }
            | InvitationError::Address { .. }
            | InvitationError::Count { .. }
            | InvitationError::Name => return error,
            error => last = error,
        }
    }
    last
}
