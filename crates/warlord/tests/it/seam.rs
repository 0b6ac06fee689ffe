//! A family is named only in its own places, which `docs/architecture.md` lists.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of each crate in which the families meet, and what the tests of the rules know of each family.
const MEETING_PLACES: [&str; 9] = [
    "computer/src/lib.rs",
    "families/src/lib.rs",
    "families/src/views.rs",
    "lab/src/family.rs",
    "picture/src/family.rs",
    "rules/src/any.rs",
    "rules/src/family.rs",
    "rules/src/testing",
    "scenario/src/content.rs",
];

/// A family: its own modules, and its names in code.
struct Family {
    places: &'static [&'static str],
    names: &'static [&'static str],
}

const FAMILIES: [Family; 3] = [
    Family {
        places: &[
            "client/src/family_tests",
            "families/src/warlord",
            "computer/src/warlord",
            "lab/src/warlord",
            "picture/src/warlord",
            "rules/src/warlord",
            "scenario/src/warlord",
            "warlord/src/families.rs",
            "warlord/src/families/warlord",
            // its only line of code calls the program's library, which has the family's name
            "warlord/src/main.rs",
        ],
        names: &["::Warlord", "::warlord", "warlord::", "families/warlord"],
    },
    Family {
        places: &[
            "client/src/family_tests",
            "families/src/wargame",
            "computer/src/wargame",
            "lab/src/wargame",
            "picture/src/wargame",
            "rules/src/wargame",
            "scenario/src/wargame",
            "warlord/src/families.rs",
            "warlord/src/families/wargame",
        ],
        names: &["::WarGame", "::wargame", "wargame::", "families/wargame"],
    },
    Family {
        places: &[
            "client/src/family_tests",
            "families/src/tourney",
            "computer/src/tourney",
            "lab/src/tourney",
            "picture/src/tourney",
            "rules/src/tourney",
            "scenario/src/tourney",
            "warlord/src/families.rs",
            "warlord/src/families/tourney",
        ],
        names: &["::Tourney", "::tourney", "tourney::", "families/tourney"],
    },
];

/// The lines of code that hold one of the names, without comments and unit tests.
fn naming_lines(text: &str, names: &[&str]) -> Vec<String> {
    // unit tests stand at the end of a file, and may name any family
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().enumerate().filter(|(_, line)| {
        let line = line.trim_start();
        !line.starts_with("//") && names.iter().any(|name| line.contains(name))
    });
    lines
        .map(|(number, line)| format!("{}: {}", number + 1, line.trim()))
        .collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn each_family_is_named_only_in_its_own_places() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in fs::read_dir(&crates).expect("the crates") {
        sources(&entry.expect("a crate").path().join("src"), &mut files);
    }
    // in a wrong folder nothing would be found, and so nothing wrong
    assert!(files.len() > 200, "{} sources", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let place = file.strip_prefix(&crates).expect("a crate's source");
        let mut text = fs::read_to_string(&file).expect("UTF-8");
        if place.display().to_string().contains("tourney") {
            // a kind of unit and a reason, whose names begin like the first family's
            for own in ["Self::Warlord", "Kind::Warlord", "::WarlordNeeds"] {
                text = text.replace(own, "");
            }
        }
        for family in FAMILIES {
            let mut places = MEETING_PLACES.iter().chain(family.places);
            let is_own =
                |own: &&str| place.starts_with(own) || place == Path::new(&format!("{own}.rs"));
            if !places.any(is_own) {
                let lines = naming_lines(&text, family.names).into_iter();
                wrong.extend(lines.map(|line| format!("{}:{line}", place.display())));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_family_of_the_rules_has_its_places_here() {
    // the toy belongs to the tests, which may name it wherever they need it
    let families = rules::Family::ALL.iter().map(|family| family.name());
    for name in families.filter(|name| *name != "toy") {
        let path = format!("{name}::");
        let is_listed = FAMILIES.iter().any(|family| family.names.contains(&&*path));
        assert!(is_listed, "the family {name} has no places in this test");
    }
}

#[test]
fn naming_lines_are_found_in_code_and_not_in_comments_or_unit_tests() {
    let text = "//! rules::warlord\nuse rules::warlord::Kind;\nlet x = AnyPosition::Warlord(y);\n\
                #[cfg(test)]\nmod tests {\n use rules::warlord::Kind;\n}\n";
    let [warlord, wargame, tourney] = FAMILIES.map(|family| naming_lines(text, family.names));
    assert_eq!(
        warlord,
        [
            "2: use rules::warlord::Kind;",
            "3: let x = AnyPosition::Warlord(y);"
        ]
    );
    assert_eq!(wargame, [""; 0]);
    assert_eq!(tourney, [""; 0]);
}
