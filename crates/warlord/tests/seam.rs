//! A family is named in its own places and nowhere else: `docs/architecture.md` lists them.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the Warlord family may be named: its own modules, and the one file of a crate in which all families meet; beside
/// them the `main.rs` that starts the library of the program, whose name is the family's.
const PLACES: [&str; 15] = [
    "client/src/families.rs",
    "client/src/families/views.rs",
    "client/src/families/warlord",
    "computer/src/lib.rs",
    "computer/src/warlord",
    "picture/src/family.rs",
    "picture/src/warlord",
    "rules/src/any.rs",
    "rules/src/testing",
    "rules/src/warlord",
    "scenario/src/content.rs",
    "scenario/src/warlord",
    "warlord/src/families.rs",
    "warlord/src/families/warlord",
    "warlord/src/main.rs",
];

/// What names the family in code.
const NAMES: [&str; 4] = ["::Warlord", "::warlord", "warlord::", "families/warlord"];

/// The lines of code that name the family, comments and unit tests left out.
fn naming_lines(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().enumerate().filter(|(_, line)| {
        let line = line.trim_start();
        !line.starts_with("//") && NAMES.iter().any(|name| line.contains(name))
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
fn the_warlord_family_is_named_in_its_own_places_only() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in fs::read_dir(&crates).expect("the crates") {
        sources(&entry.expect("a crate").path().join("src"), &mut files);
    }
    assert!(files.len() > 200, "{} sources", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let place = file.strip_prefix(&crates).expect("a crate's source");
        let is_own =
            |own: &&str| place.starts_with(own) || place == Path::new(&format!("{own}.rs"));
        if !PLACES.iter().any(is_own) {
            let text = fs::read_to_string(&file).expect("UTF-8");
            let lines = naming_lines(&text).into_iter();
            wrong.extend(lines.map(|line| format!("{}:{line}", place.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn naming_lines_are_found_in_code_and_not_in_comments_or_unit_tests() {
    let text = "//! rules::warlord\nuse rules::warlord::Kind;\nlet x = AnyPosition::Warlord(y);\n\
                #[cfg(test)]\nmod tests {\n use rules::warlord::Kind;\n}\n";
    assert_eq!(
        naming_lines(text),
        [
            "2: use rules::warlord::Kind;",
            "3: let x = AnyPosition::Warlord(y);"
        ]
    );
}
