//! The keys of commands that the user has changed: how they are written, and which may be chosen.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A key with the keys that are held beside it, written `Ctrl+Shift+M`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shortcut {
    pub(crate) ctrl: bool,
    pub(crate) alt: bool,
    pub(crate) shift: bool,
    /// One of [`KEYS`].
    pub(crate) key: &'static str,
}

/// The keys that a command may have, by their names.
// the others move a cursor or the focus, close questions, or mean something on a page of their own
pub(crate) const KEYS: [&str; 52] = [
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S",
    "T", "U", "V", "W", "X", "Y", "Z", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "F2",
    "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "Comma", "Period", "PageUp",
    "PageDown", "End",
];

/// Text that is no key for a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no key for a command: write one such as M, Shift+N or Ctrl+F5")]
pub(crate) struct NoShortcut(String);

impl FromStr for Shortcut {
    type Err = NoShortcut;

    fn from_str(text: &str) -> Result<Self, NoShortcut> {
        let wrong = || NoShortcut(text.chars().take(40).collect());
        let mut parts: Vec<&str> = text.split('+').map(str::trim).collect();
        let name = parts.pop().unwrap_or_default();
        let key = KEYS.into_iter().find(|key| key.eq_ignore_ascii_case(name));
        let mut held = [false; 3];
        for part in parts {
            let names = ["ctrl", "alt", "shift"].into_iter();
            let place = names
                .zip(&mut held)
                .find(|(name, _)| part.eq_ignore_ascii_case(name));
            let (_, place) = place.filter(|(_, is)| !**is).ok_or_else(wrong)?;
            *place = true;
        }
        let [ctrl, alt, shift] = held;
        Ok(Self {
            ctrl,
            alt,
            shift,
            key: key.ok_or_else(wrong)?,
        })
    }
}

impl fmt::Display for Shortcut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, is) in [
            ("Ctrl", self.ctrl),
            ("Alt", self.alt),
            ("Shift", self.shift),
        ] {
            if is {
                write!(f, "{name}+")?;
            }
        }
        f.write_str(self.key)
    }
}

/// The commands whose keys are not the usual ones, by name; `None` for a command that has no key any more.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub(crate) struct Keys(pub(crate) BTreeMap<String, Option<Shortcut>>);

/// The most commands that a file may change; more are a mistake, or no list of keys.
const MOST: usize = 200;

impl TryFrom<Vec<String>> for Keys {
    type Error = String;

    fn try_from(lines: Vec<String>) -> Result<Self, String> {
        if lines.len() > MOST {
            return Err(format!("more than {MOST} keys"));
        }
        let mut keys = BTreeMap::new();
        for line in &lines {
            let (command, key) = line
                .split_once(':')
                .ok_or_else(|| format!("`{line}` names no command, as `Next unit: M` does"))?;
            let key = key.trim();
            let key = match key.is_empty() {
                true => None,
                false => Some(key.parse().map_err(|error: NoShortcut| error.to_string())?),
            };
            // a command of a later version does no harm, and its key comes back with that version
            if keys.insert(command.trim().to_owned(), key).is_some() {
                return Err(format!("`{}` has two keys", command.trim()));
            }
        }
        Ok(Self(keys))
    }
}

impl From<Keys> for Vec<String> {
    fn from(Keys(keys): Keys) -> Self {
        let lines = keys.into_iter().map(|(command, key)| match key {
            Some(key) => format!("{command}: {key}"),
            None => format!("{command}:"),
        });
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_written_and_wrong_ones_are_named() {
        for text in ["M", "Shift+N", "Ctrl+Alt+F5", "Ctrl+Shift+PageUp"] {
            assert_eq!(
                text.parse::<Shortcut>().map(|key| key.to_string()),
                Ok(text.to_owned())
            );
        }
        assert_eq!(
            "ctrl+m".parse::<Shortcut>().map(|key| key.to_string()),
            Ok("Ctrl+M".to_owned())
        );
        // the focus, the cursor and questions keep their keys
        for text in [
            "",
            "Tab",
            "Enter",
            "Space",
            "ArrowUp",
            "Ctrl",
            "Ctrl+Ctrl+M",
            "Hyper+M",
            "MM",
        ] {
            let error = text.parse::<Shortcut>().expect_err(text);
            assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
        }
        let lines = ["Flip board:", "Next unit: Ctrl+M"]
            .map(str::to_owned)
            .to_vec();
        let keys = Keys::try_from(lines.clone()).expect("right");
        assert_eq!(keys.0["Flip board"], None);
        assert_eq!(Vec::from(keys), lines);
        for (lines, told) in [
            (&["Next unit"][..], "names no command"),
            (&["Next unit: Nonsense"], "`Nonsense` is no key"),
            (
                &["Next unit: M", "Next unit: K"],
                "`Next unit` has two keys",
            ),
        ] {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            let error = Keys::try_from(lines).expect_err(told);
            assert!(error.contains(told), "{error}");
        }
    }
}
