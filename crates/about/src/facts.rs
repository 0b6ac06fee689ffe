//! The facts that a report of a mistake begins with.

use std::env::consts::{ARCH, OS};
use std::fmt;
use std::path::PathBuf;

use home::{Home, HomeError};
use rules::Family;
use serde_json::{Value, json};

use crate::{COMMIT, LICENSE, VERSION};

/// A file or folder of the program, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name in a report, such as `matches`.
    pub name: &'static str,
    /// The path of the place; it may not exist yet.
    pub path: PathBuf,
}

/// Version, machine and places of this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The program and its data, in the order of a report.
    pub places: Vec<Place>,
    /// Why there is no data folder, if there is none.
    pub trouble: Option<String>,
}

impl Facts {
    /// The facts with the data folder that the program uses, or why it has none.
    pub fn new(home: &Result<Home, HomeError>) -> Self {
        let mut places = Vec::new();
        // the file may be gone, if the program was replaced while it runs
        if let Ok(path) = std::env::current_exe() {
            let name = "program";
            places.push(Place { name, path });
        }
        if let Ok(home) = home {
            let known = [
                ("settings", home.path().to_path_buf()),
                ("matches", home.matches_folder()),
                ("your key", home.identity_file()),
                ("this machine", home.state_folder().to_path_buf()),
            ];
            places.extend(known.map(|(name, path)| Place { name, path }));
        }
        let trouble = home.as_ref().err().map(ToString::to_string);
        Self { places, trouble }
    }

    /// Version and commit: `Warlord 0.1.0 (1a2b3c4)`.
    pub fn title() -> String {
        match COMMIT {
            Some(commit) => format!("Warlord {VERSION} ({commit})"),
            None => format!("Warlord {VERSION}"),
        }
    }

    /// The facts as one JSON object; an unknown fact is null.
    pub fn to_json(&self) -> Value {
        let places = self.places.iter();
        let places: serde_json::Map<String, Value> = places
            .map(|place| {
                let path = place.path.to_string_lossy().into_owned();
                (place.name.replace(' ', "_"), Value::String(path))
            })
            .collect();
        let rules: serde_json::Map<String, Value> = families()
            .map(|family| (family.name().to_owned(), family.version().into()))
            .collect();
        json!({
            "event": "about", "version": VERSION, "commit": COMMIT, "license": LICENSE, "system": OS,
            "machine": ARCH, "rules": rules, "places": places, "trouble": self.trouble,
        })
    }
}

/// The families that people play.
fn families() -> impl Iterator<Item = Family> {
    Family::ALL
        .iter()
        .copied()
        .filter(|family| !family.is_for_tests())
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} on {OS} ({ARCH})", Self::title())?;
        let rules = families().map(|family| format!("{} {}", family.name(), family.version()));
        let rules: Vec<String> = rules.collect();
        writeln!(f, "{:<14}{}", "rules", rules.join(", "))?;
        for Place { name, path } in &self.places {
            writeln!(f, "{name:<14}{}", path.display())?;
        }
        match &self.trouble {
            Some(trouble) => writeln!(f, "{:<14}{trouble}", "no folder"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_version_rules_and_places_and_no_family_of_the_tests() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let facts = Facts::new(&Ok(home));
        let report = facts.to_string();
        let first = report.lines().next().expect("a line");
        assert!(first.starts_with(&format!("Warlord {VERSION}")), "{first}");
        assert!(report.contains("\nrules         warlord "), "{report}");
        assert!(!report.contains("toy"), "{report}");
        let matches = folder.path().join("matches");
        assert!(report.contains(&format!("matches       {}", matches.display())));
        let json = facts.to_json();
        assert_eq!(
            json["places"]["matches"],
            matches.to_string_lossy().as_ref()
        );
        assert_eq!(json["trouble"], Value::Null);
    }

    #[test]
    fn a_machine_without_a_data_folder_is_told_why() {
        let facts = Facts::new(&Err(HomeError::Nowhere));
        let why = HomeError::Nowhere.to_string();
        assert!(facts.to_string().contains(&why));
        assert_eq!(facts.to_json()["trouble"], why.as_str());
        assert_eq!(facts.places.len(), 1);
    }
}
