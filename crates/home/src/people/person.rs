//! A player who was met or blocked, and what is kept of the player.

use std::fmt::Write as _;
use std::path::PathBuf;

use protocol::{PublicKey, clean_name};

use crate::hex::bytes_of;

/// A player whom this machine's player has met or blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The key the player is known by.
    pub key: PublicKey,
    /// The name the player used last; empty for a key that was blocked before any meeting.
    pub name: String,
    /// The name this machine's player has given; mostly empty.
    pub petname: String,
    /// The days of the first and last meeting, counted from 1970-01-01; `None` for a key blocked before any meeting.
    pub met: Option<[u16; 2]>,
    /// Set once the two have compared words and found them the same.
    pub is_verified: bool,
    /// Set if this player is never let in.
    pub is_blocked: bool,
    /// The number of matches with this player in the data folder.
    pub games: usize,
    /// The matches with this player that have no result, the latest first.
    pub unfinished: Vec<UnfinishedMatch>,
}

/// A match that was left unfinished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedMatch {
    pub file: PathBuf,
    pub title: String,
    pub turns: usize,
}

/// A player who looks for this machine for an unfinished match that is not open here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The name under which the player is shown here.
    pub name: String,
    pub game: UnfinishedMatch,
}

impl Call {
    /// Two sentences for the user.
    pub fn in_words(&self) -> String {
        let Self { name, game } = self;
        format!(
            "{name} looks for you, for the match that you left in mid-air: {}, {} turns. `warlord resume {}` continues it.",
            game.title,
            game.turns,
            game.file.display()
        )
    }
}

impl Person {
    pub(super) fn new(key: PublicKey) -> Self {
        Self {
            key,
            name: String::new(),
            petname: String::new(),
            met: None,
            is_verified: false,
            is_blocked: false,
            games: 0,
            unfinished: Vec::new(),
        }
    }

    /// The name under which the player is shown: the given one, otherwise the player's own, otherwise the start of
    /// the key.
    pub fn called(&self) -> String {
        let mut names = [&self.petname, &self.name].into_iter();
        match names.find(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            // a blocked key without a meeting has no name at all
            None => self.key.to_string().chars().take(8).collect(),
        }
    }

    pub(super) fn meet(&mut self, day: u16) {
        let [first, last] = self.met.unwrap_or([day, day]);
        // min and max, since matches are counted in any order and clocks are set back
        self.met = Some([first.min(day), last.max(day)]);
    }

    /// Set if the user has decided something about the player, which nothing else may forget.
    pub(super) fn is_decided(&self) -> bool {
        !self.petname.is_empty() || self.is_verified || self.is_blocked
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = format!("key {}\n", self.key);
        if let Some([first, last]) = self.met {
            let _ = writeln!(text, "met {first} {last}");
        }
        for (word, name) in [("name", &self.name), ("petname", &self.petname)] {
            if !name.is_empty() {
                let _ = writeln!(text, "{word} {name}");
            }
        }
        for (word, is_set) in [("verified", self.is_verified), ("blocked", self.is_blocked)] {
            if is_set {
                let _ = writeln!(text, "{word} yes");
            }
        }
        text
    }

    pub(super) fn read(paragraph: &str) -> Option<Self> {
        let mut lines = paragraph.lines().map(|line| line.split_once(' '));
        let Some(("key", key)) = lines.next()? else {
            return None;
        };
        let mut person = Self::new(PublicKey(bytes_of(key)?));
        for line in lines {
            match line? {
                ("name", name) => person.name = clean_name(name, ""),
                ("petname", name) => person.petname = clean_name(name, ""),
                ("met", days) => {
                    let (first, last) = days.split_once(' ')?;
                    person.met = Some([first.parse().ok()?, last.parse().ok()?]);
                }
                ("verified", "yes") => person.is_verified = true,
                ("blocked", "yes") => person.is_blocked = true,
                // an unknown line is refused: a decision of a later version must not be lost by writing the file
                // again
                _ => return None,
            }
        }
        Some(person)
    }
}
