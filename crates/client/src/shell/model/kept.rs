use serde::{Deserialize, Serialize};

/// Hidden set-ups to be used again, in the order in which they were first kept; in a file of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptSetUps {
    /// No two of one scenario have the same name.
    #[serde(rename = "set-up", default)]
    pub(crate) list: Vec<KeptSetUp>,
}

/// A whole hidden set-up under a name of the user's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptSetUp {
    /// The scenario's key.
    pub(crate) scenario: String,
    /// Its name.
    pub(crate) name: String,
    /// White's rows, as the engine writes them: Black's is the same after a half-turn.
    pub(crate) rows: String,
}

impl KeptSetUp {
    fn has_the_name_of(&self, other: &Self) -> bool {
        (&self.scenario, &self.name) == (&other.scenario, &other.name)
    }
}

impl KeptSetUps {
    /// Reads the file.
    pub(crate) fn read(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// The file.
    pub(crate) fn write(&self) -> String {
        toml::to_string(self).expect("plain fields are always written")
    }

    /// Keeps one, in place of that of the same scenario and name.
    pub(crate) fn keep(&mut self, kept: KeptSetUp) {
        match self
            .list
            .iter_mut()
            .find(|other| other.has_the_name_of(&kept))
        {
            Some(place) => *place = kept,
            None => self.list.push(kept),
        }
    }

    /// Forgets that of the same scenario and name.
    pub(crate) fn forget(&mut self, kept: &KeptSetUp) {
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
