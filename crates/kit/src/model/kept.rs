//! Hidden set-ups that the user keeps for other games, in a file of their own.

use serde::{Deserialize, Serialize};

/// Hidden set-ups to be used again, in the order in which they were first kept; in a file of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSetUps {
    /// No two of one scenario have the same name.
    #[serde(rename = "set-up", default)]
    pub list: Vec<KeptSetUp>,
    /// The entries of the file that are no set-ups, as TOML: they stay in the file for the user to mend.
    #[serde(skip)]
    pub wrong: Vec<String>,
    /// What else is in the file, as TOML: a later version of the program may have written it, and it stays.
    #[serde(skip)]
    rest: String,
}

/// The longest name of a set-up or a player, in characters.
pub const LONGEST_NAME: usize = 32;

const SET_UP: &str = "set-up";

/// A whole hidden set-up under a name of the user's.
// an entry with a key of a later version is left as it is: without that key it might be another set-up
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptSetUp {
    /// The scenario's key.
    pub scenario: String,
    pub name: String,
    /// White's rows, as the engine writes them: Black's is the same after a half-turn.
    pub rows: String,
}

impl KeptSetUp {
    fn has_the_name_of(&self, other: &Self) -> bool {
        (&self.scenario, &self.name) == (&other.scenario, &other.name)
    }
}

impl KeptSetUps {
    /// Reads the file. An entry that is not a set-up does not cost the others.
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        let mut table: toml::Table = toml::from_str(text)?;
        let mut all = Self::default();
        let entries = match table.remove(SET_UP) {
            Some(toml::Value::Array(entries)) => entries,
            None => Vec::new(),
            // read as a whole only for its error, which says where the mistake is
            Some(_) => return toml::from_str(text),
        };
        // one by one, because reading the list as a whole would fail with its first bad entry
        for entry in entries {
            match entry.clone().try_into() {
                Ok(kept) => all.list.push(kept),
                Err(_) => all.wrong.push(entry.to_string()),
            }
        }
        all.rest = table.to_string();
        Ok(all)
    }

    pub fn write(&self) -> String {
        let mut text = toml::to_string(self).expect("plain fields are always written");
        if self.list.is_empty() && !(self.wrong.is_empty() && self.rest.is_empty()) {
            // an empty list is written as `set-up = []`, after which TOML allows no tables of that name
            text.clear();
        }
        // single keys must stand before the tables
        text.insert_str(0, &self.rest);
        // what cannot be read is left as it is, at the end
        for wrong in &self.wrong {
            // an entry was kept as a bare value, which TOML reads only under a key
            let entry: Result<toml::Table, _> = format!("value = {wrong}").parse();
            let entry = entry.ok().and_then(|mut table| table.remove("value"));
            let list = toml::Table::from_iter(
                entry.map(|entry| (SET_UP.to_owned(), toml::Value::Array(vec![entry]))),
            );
            text.push('\n');
            text.push_str(&toml::to_string(&list).unwrap_or_default());
        }
        text
    }

    /// Keeps a set-up; it replaces one of the same scenario and name.
    pub fn keep(&mut self, kept: KeptSetUp) {
        // replaced in place, so that the list keeps the order in which people look for their set-ups
        match self
            .list
            .iter_mut()
            .find(|other| other.has_the_name_of(&kept))
        {
            Some(place) => *place = kept,
            None => self.list.push(kept),
        }
    }

    /// Forgets the set-up of the same scenario and name.
    pub fn forget(&mut self, kept: &KeptSetUp) {
        self.list.retain(|other| !other.has_the_name_of(kept));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(scenario: &str, name: &str, rows: &str) -> KeptSetUp {
        KeptSetUp {
            scenario: scenario.to_owned(),
            name: name.to_owned(),
            rows: rows.to_owned(),
        }
    }

    #[test]
    fn what_is_kept_reads_back_as_written() {
        let mut all = KeptSetUps::default();
        assert_eq!(KeptSetUps::read(&all.write()).as_ref(), Ok(&all));
        all.keep(kept("test-of-wills", "Two = \"wings\" Ä", "4T15/20"));
        assert_eq!(KeptSetUps::read(&all.write()).as_ref(), Ok(&all));
    }

    #[test]
    fn an_entry_that_is_no_set_up_costs_no_other_and_stays_in_the_file() {
        let text = "[[set-up]]\nname = \"Mine\"\n[[set-up]]\nscenario = \"a\"\nname = \"x\"\nrows = \"1\"\n";
        let mut all = KeptSetUps::read(text).expect("TOML");
        assert_eq!((all.list.len(), all.wrong.len()), (1, 1));
        all.keep(kept("a", "y", "2"));
        let again = KeptSetUps::read(&all.write()).expect("TOML");
        assert_eq!(again, all);
        all.list.clear();
        let again = KeptSetUps::read(&all.write()).expect("TOML");
        assert_eq!(again, all, "{}", all.write());
        assert!(KeptSetUps::read("[[set-up]").is_err());
        assert!(KeptSetUps::read("set-up = 3").is_err());
    }

    #[test]
    fn what_a_later_version_has_written_stays_in_the_file() {
        let later = "format = 2\n[marked]\nx = 1\n[[set-up]]\nscenario = \"a\"\nname = \"x\"\nrows = \"1\"\nside = \"black\"\n";
        let mut all = KeptSetUps::read(later).expect("TOML");
        assert_eq!((all.list.len(), all.wrong.len()), (0, 1));
        let again = |all: &KeptSetUps| {
            let written: toml::Table = all.write().parse().expect("TOML");
            assert_eq!(KeptSetUps::read(&all.write()).as_ref(), Ok(all));
            written
        };
        let wanted: toml::Table = later.parse().expect("TOML");
        assert_eq!(again(&all), wanted);
        all.keep(kept("a", "y", "2"));
        let with_another = again(&all);
        assert_eq!(with_another["format"], wanted["format"]);
        assert_eq!(with_another["marked"], wanted["marked"]);
        assert_eq!(with_another["set-up"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn a_name_is_one_place_in_each_scenario() {
        let mut all = KeptSetUps::default();
        for (scenario, name, rows) in [
            ("a", "x", "1"),
            ("a", "y", "2"),
            ("b", "x", "3"),
            ("a", "x", "4"),
        ] {
            all.keep(kept(scenario, name, rows));
        }
        assert_eq!(
            all.list,
            [
                kept("a", "x", "4"),
                kept("a", "y", "2"),
                kept("b", "x", "3")
            ]
        );
        all.forget(&kept("a", "x", ""));
        assert_eq!(all.list, [kept("a", "y", "2"), kept("b", "x", "3")]);
    }
}
