//! The orders of a side, and their notation.

use std::fmt;

use super::Place;

/// An order of a side.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Deed {
    End,
    Go(Place, Place),
    Swap(Place, Place),
    Enter(char, Place),
}

impl Deed {
    /// Reads what the engine protocol writes.
    pub(crate) fn read(order: &str) -> Self {
        if order == "end" {
            Self::End
        } else if let Some((leader, cannon)) = order.split_once("<>") {
            Self::Swap(place(leader), place(cannon))
        } else if let Some((from, to)) = order.split_once('-') {
            Self::Go(place(from), place(to))
        } else {
            let (kind, to) = order[1..].split_once('@').expect("+kind@place");
            Self::Enter(kind.chars().next().expect("a letter"), place(to))
        }
    }

    /// The places whose men it moves or takes.
    pub(crate) fn places(self) -> Vec<Place> {
        match self {
            Self::End => Vec::new(),
            Self::Go(from, to) | Self::Swap(from, to) => vec![from, to],
            Self::Enter(_, to) => vec![to],
        }
    }
}

impl fmt::Display for Deed {
    /// As the engine protocol writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::End => write!(f, "end"),
            Self::Go(from, to) => write!(f, "{}-{}", name(from), name(to)),
            Self::Swap(leader, cannon) => write!(f, "{}<>{}", name(leader), name(cannon)),
            Self::Enter(kind, place) => write!(f, "+{kind}@{}", name(place)),
        }
    }
}

/// As the engine protocol names a place.
pub(crate) fn name((file, rank): Place) -> String {
    let letter = |n: i32| (b'a' + n as u8) as char;
    match file {
        0..26 => format!("{}{}", letter(file), rank + 1),
        _ => format!("{}{}{}", letter(file / 26 - 1), letter(file % 26), rank + 1),
    }
}

/// The place of a name.
fn place(name: &str) -> Place {
    let digits = name.trim_start_matches(char::is_alphabetic);
    let letters = &name[..name.len() - digits.len()];
    let letters = letters.bytes().map(|letter| i32::from(letter - b'a'));
    let file = letters.reduce(|first, second| 26 * (first + 1) + second);
    let rank = digits.parse::<i32>().expect("a rank");
    (file.expect("a file"), rank - 1)
}
