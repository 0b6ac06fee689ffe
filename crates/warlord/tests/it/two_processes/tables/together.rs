//! A table that continues with everybody in a new match, since somebody plays on from an older copy.

use std::fs;
use std::path::Path;

use super::{Homes, assert_all_complete, computers};
use crate::two_processes::program::{Program, output, text};

/// Resumes a member's match, played by an engine that takes its time: a question is sent between two turns.
fn resume(homes: &Homes, name: &str, continues: &[&str]) -> Program {
    let engine = format!("engine '{}' engine", env!("CARGO_BIN_EXE_warlord"));
    let file = homes.file(name);
    let usual = ["resume", &file, "--player", &engine, "--move-time", "100"];
    Program::start(&homes.of(name), &[&usual[..], continues].concat())
}

/// A match of some turns whose programs are gone; what Ben's machine kept after the sixth turn is set aside.
pub(super) fn left(homes: &Homes) {
    let game = ["--scenario", "clash-of-arms", "--max-turns", "20"];
    let all = computers(homes, 3, &game, &[]);
    all[2].wait_for_turn(6);
    all.into_iter().for_each(Program::kill);
}

fn copy(from: &str, to: &str) {
    for ending in ["fpm", "key"] {
        let [from, to] = [from, to].map(|file| Path::new(file).with_extension(ending));
        fs::copy(from, to).expect("copied");
    }
}

#[test]
fn a_member_with_an_older_copy_asks_and_the_table_continues_by_everybodys_word() {
    let homes = Homes::new();
    left(&homes);
    let (bens, older) = (homes.file("ben"), homes.file("older"));
    fs::create_dir_all(homes.of("older")).expect("a folder");
    copy(&bens, &older);
    // two more turns, of which the copy knows nothing
    let all = ["ann", "ben", "cid"].map(|name| resume(&homes, name, &[]));
    all[2].wait_for_turn(9);
    all.into_iter().for_each(Program::kill);
    copy(&older, &bens);
    let accept = ["--continue", "accept"];
    let ann = resume(&homes, "ann", &accept);
    let cid = resume(&homes, "cid", &accept);
    let ben = resume(&homes, "ben", &["--continue"]);
    let asked = ann.wait_for("continue-asked");
    assert_eq!(asked["agreed"], serde_json::json!([1]), "{asked}");
    assert!(
        asked["words"]
            .as_array()
            .is_some_and(|words| !words.is_empty())
    );
    let agreed = ben.wait_for("continue-agreed");
    assert_ne!(agreed["seat"], 1, "{agreed}");
    for member in [&ann, &ben, &cid] {
        let continued = member.wait_for("continued");
        let file = continued["file"].as_str().expect("a text");
        assert!(file.ends_with("match-2.fpm"), "{file}");
    }
    let new = assert_all_complete(vec![ann, ben, cid]);
    let new = new[0].to_string_lossy().into_owned();
    let judged = output(
        &homes.of("ann"),
        &["judge", "--json", &homes.file("ann"), &new],
    );
    let told = text(&judged.stdout);
    assert_eq!(judged.status.code(), Some(0), "{told}");
    assert!(
        told.contains("CONTINUED") && told.contains("COMPLETE"),
        "{told}"
    );
}

#[test]
fn whoever_has_agreed_is_told_who_is_missing() {
    let homes = Homes::new();
    left(&homes);
    let ann = resume(&homes, "ann", &["--continue", "accept"]);
    let ben = resume(&homes, "ben", &["--continue"]);
    // before Cid's program is there
    for member in [&ann, &ben] {
        member.wait_until("note", |note| {
            note["text"] == "Ann and ben have agreed; waiting for cid."
        });
    }
    let cid = resume(&homes, "cid", &["--continue", "accept"]);
    for member in [&ann, &ben, &cid] {
        member.wait_for("continued");
    }
}

#[test]
fn one_who_does_not_agree_keeps_the_table_in_the_old_match() {
    let homes = Homes::new();
    left(&homes);
    let ann = resume(&homes, "ann", &["--continue", "accept"]);
    // without a word given ahead a program declines
    let cid = resume(&homes, "cid", &[]);
    let ben = resume(&homes, "ben", &["--continue"]);
    let declined = ben.wait_for("continue-declined");
    assert_eq!(declined["by"], "cid", "{declined}");
    let files = assert_all_complete(vec![ann, ben, cid]);
    assert!(files.iter().all(|file| file.ends_with("match.fpm")));
}
