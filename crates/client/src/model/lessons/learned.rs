//! The file of a player's progress: the lessons done, and whether the start page offers lessons.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A player's progress in the lessons. Names of lessons that this version does not know stay, because a later version may have
/// written them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Learned {
    /// The start page no longer offers lessons first.
    #[serde(rename = "put-away", default)]
    pub(crate) is_put_away: bool,
    /// The first start was gone through.
    #[serde(rename = "welcomed", default)]
    pub(crate) is_welcomed: bool,
    /// The lessons done, as `family/key`, and the puzzles, as `puzzles/family/key`.
    #[serde(default)]
    done: BTreeSet<String>,
    /// Entries of a later version.
    #[serde(flatten)]
    rest: toml::Table,
}

/// A change of what a player has learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LearnedChange {
    Done(String),
    PutAway(bool),
    /// The first start is over.
    Welcomed,
}

impl Learned {
    /// Reads the file.
    pub(crate) fn read(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    pub(crate) fn write(&self) -> String {
        toml::to_string(self).expect("plain fields are always written")
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.done.contains(name)
    }

    pub(crate) fn change(&mut self, change: LearnedChange) {
        match change {
            LearnedChange::Done(name) => {
                self.done.insert(name);
            }
            LearnedChange::PutAway(is_put_away) => self.is_put_away = is_put_away,
            LearnedChange::Welcomed => self.is_welcomed = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_reads_back_with_the_entries_of_a_later_version() {
        let text = "done = [\"warlord/turn\", \"later/lesson\"]\nstars = 3\n[colors]\nred = 1\n";
        let mut learned = Learned::read(text).expect("TOML");
        assert!(learned.has("warlord/turn") && !learned.is_put_away);
        learned.change(LearnedChange::Done("warlord/claim".to_owned()));
        learned.change(LearnedChange::PutAway(true));
        learned.change(LearnedChange::Welcomed);
        let again = Learned::read(&learned.write()).expect("TOML");
        assert_eq!(again, learned);
        for kept in [
            "later/lesson",
            "warlord/claim",
            "stars = 3",
            "red = 1",
            "put-away = true",
            "welcomed = true",
        ] {
            assert!(learned.write().contains(kept), "{}", learned.write());
        }
        assert_eq!(
            Learned::read("").expect("nothing learned"),
            Learned::default()
        );
        assert!(Learned::read("done = 3").is_err());
    }
}
