//! No modules of a crate use each other around a circle, except a parent and its children: what two modules share
//! stands below both. A circle can be read only as a whole, changed only as a whole, and never becomes a crate of its
//! own.

mod graph;
mod tokens;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders below a folder that hold a package.
fn packages(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("Cargo.toml").is_file() {
        found.push(folder.to_owned());
    }
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_left_out = path.ends_with("src") || path.ends_with("target");
        if path.is_dir() && !is_left_out {
            packages(&path, found);
        }
    }
}

/// A line for each tie of each circle below a root file: `file:line uses file`.
fn circles(folder: &str, root: &str, read: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let tree = tree::tree(root, read);
    let ties = graph::ties(&tree);
    let mut lines = Vec::new();
    for circle in graph::circles(&ties) {
        let members: BTreeSet<_> = circle.iter().map(|tie| &tie.from).collect();
        lines.push(format!("{folder}: a circle of {} modules", members.len()));
        for tie in circle {
            let (from, to) = (&tree[&tie.from].file, &tree[&tie.to].file);
            lines.push(format!("  {folder}/{from}:{} uses {to}", tie.line));
        }
    }
    lines
}

#[test]
fn no_modules_use_each_other_around_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = Vec::new();
    packages(&crates, &mut folders);
    assert!(folders.len() >= 10, "{} packages", folders.len());
    let mut wrong = Vec::new();
    for folder in folders {
        let sources = folder.join("src");
        let name = sources
            .strip_prefix(&crates)
            .expect("below")
            .display()
            .to_string();
        let read = |file: &str| fs::read_to_string(sources.join(file)).ok();
        for root in ["lib.rs", "main.rs"] {
            wrong.extend(circles(&name, root, &read));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let files: BTreeMap<&str, &str> = files.iter().copied().collect();
    circles("src", "lib.rs", &|file| {
        files.get(file).map(|text| (*text).to_owned())
    })
}

#[test]
fn a_circle_is_named_with_its_lines() {
    let found = circles_of(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\npub use b::Thing;"),
        ("a.rs", "//! a\nuse crate::{c::Other, Thing};"),
        (
            "b.rs",
            "\n\npub struct Thing;\nfn f() { super::a::g::<u8>() }",
        ),
        ("c.rs", "pub(crate) struct Other;"),
    ]);
    let expected = [
        "src: a circle of 2 modules",
        "  src/a.rs:2 uses b.rs",
        "  src/b.rs:4 uses a.rs",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_parent_and_its_children_may_use_each_other() {
    let found = circles_of(&[
        ("lib.rs", "mod a;\npub struct Thing;\nfn f() { a::f() }"),
        (
            "a.rs",
            "mod one;\nmod two;\nuse crate::Thing;\nuse one::f as g;\npub use two::*;",
        ),
        ("a/one.rs", "use super::two::Two;\nuse crate::Thing;"),
        ("a/two.rs", "use super::Thing;\npub struct Two;"),
    ]);
    assert_eq!(found, [""; 0]);
}

#[test]
fn an_export_by_the_root_hides_no_circle() {
    let found = circles_of(&[
        (
            "lib.rs",
            "mod a;\nmod b;\npub use a::*;\npub use b::{inner::Deep as Name};",
        ),
        ("a.rs", "use crate::Name;\npub struct A;"),
        ("b.rs", "pub mod inner;"),
        ("b/inner.rs", "use crate::A;\npub struct Deep;"),
    ]);
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn tests_comments_and_strings_tie_nothing() {
    let found = circles_of(&[
        ("lib.rs", "mod a;\nmod b;\n#[cfg(test)]\nmod tests;"),
        ("a.rs", "use crate::b::f;"),
        (
            "b.rs",
            "// crate::a::f\n/* crate::a /* nested */ crate::a */\nconst X: &str = r#\"crate::a::f\"#;\n\
             #[cfg(any(test, feature = \"testing\"))]\nuse crate::a::{f, g};\n\
             #[cfg(test)]\nmod tests {\n use crate::a::f;\n}\nfn q(x: &'static str) -> char { '\"' }",
        ),
    ]);
    assert_eq!(found, [""; 0]);
}
