//! The scenarios that come with the program.

use crate::mistake::nearest;
use crate::{Mistake, Scenario};

/// A scenario file that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltIn {
    /// The key, which is the file's name without the ending.
    pub key: &'static str,
    /// The family whose rules the scenario follows.
    pub family: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

macro_rules! built_in {
    ($($family:literal / $key:literal),* $(,)?) => {
        [$(BuiltIn {
            key: $key,
            family: $family,
            // built in and not installed beside the program: a match needs the same text on both machines
            text: include_str!(concat!("../../../scenarios/", $family, "/", $key, ".toml")),
        }),*]
    };
}

// the number stands in the type, so that a line lost in an edit does not compile
static BUILT_IN: [BuiltIn; 25] = built_in![
    // the easiest of a family first: lists show them in this order
    "warlord" / "clash-of-arms",
    "warlord" / "battle-line",
    "warlord" / "civil-war",
    "warlord" / "river",
    "warlord" / "lakes",
    "warlord" / "lakes-2",
    "warlord" / "chieftain",
    "warlord" / "warlord",
    "warlord" / "warlord-2.0",
    "warlord" / "warlord-ii",
    "warlord" / "test-of-wills",
    "warlord" / "border-war",
    "warlord" / "march",
    "warlord" / "valley-war",
    "warlord" / "two-countries",
    "warlord" / "two-countries-secret",
    "warlord" / "continent",
    "wargame" / "wargame-small",
    "wargame" / "wargame-2",
    "wargame" / "wargame-1",
    "tourney" / "tourney-small",
    "tourney" / "tourney",
    "tourney" / "tourney-grand",
    "tourney" / "tourney-hills",
    "tourney" / "tourney-4",
];

/// Every scenario that comes with the program, family by family, the easiest of a family first.
pub fn built_in() -> &'static [BuiltIn] {
    &BUILT_IN
}

/// The scenario of that key.
pub fn find(key: &str) -> Option<&'static BuiltIn> {
    built_in().iter().find(|scenario| scenario.key == key)
}

/// The key closest to a misspelt key, if any is close.
pub fn similar(key: &str) -> Option<&'static str> {
    nearest(key, built_in().iter().map(|scenario| scenario.key))
}

/// Reads the scenario of that key; `None` if no scenario has the key.
pub fn load(key: &str) -> Option<Result<Scenario, Vec<Mistake>>> {
    let built_in = find(key)?;
    // the path as in the repository, so that a mistake in a built-in file can be found
    let file = format!("scenarios/{}/{}.toml", built_in.family, built_in.key);
    Some(Scenario::parse(&file, built_in.text))
}
