//! A table in the place of a match whose player is gone: all who stay come to it, and somebody else.

use std::fs;
use std::time::{Duration, Instant};

use super::{Homes, assert_all_complete};
use crate::two_processes::program::{PATIENCE, Program, Typist, output, text};

/// The only match in the data folder of that player, once it is there.
fn file(homes: &Homes, name: &str) -> String {
    let entries = fs::read_dir(homes.of(name).join("matches")).expect("a folder");
    let mut files = entries.map(|entry| entry.expect("an entry").path());
    let file = files.find(|file| file.extension().is_some_and(|ending| ending == "fpm"));
    file.expect("a match file").to_string_lossy().into_owned()
}

/// Waits until two programs hold the same and wait for a third.
fn wait_for_the_third(files: [&str; 2]) {
    let until = Instant::now() + PATIENCE;
    let (mut before, mut still) = ([0; 2], 0);
    while still < 20 {
        assert!(Instant::now() < until, "they do not come to rest");
        std::thread::sleep(Duration::from_millis(100));
        let now = files.map(|file| fs::metadata(file).map_or(0, |data| data.len()));
        let is_same = now == before && now[0] == now[1];
        still = if is_same { still + 1 } else { 0 };
        before = now;
    }
}

#[test]
fn somebody_else_comes_to_the_seat_of_a_player_who_is_gone() {
    let homes = Homes::new();
    let table = [
        "--seats",
        "3",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "9",
    ];
    let ann = homes.host(&table);
    let code = ann.code();
    let ben = homes.guest("ben", &code, &["--seat", "2"]);
    let cid = homes.guest("cid", &code, &["--seat", "3"]);
    ann.wait_for_turn(2);
    cid.kill();
    let [anns, bens, cids] = ["ann", "ben", "cid"].map(|name| file(&homes, name));
    wait_for_the_third([&anns, &bens]);
    ann.kill();
    ben.kill();

    let refused = output(
        &homes.of("ann"),
        &["host", "--continue", &anns, "--substitute", "--turn", "1"],
    );
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("from where the match stands"), "{told}");

    let host = [
        "host",
        "--continue",
        &anns,
        "--substitute",
        "--seat",
        "3=open",
        "--player",
        "stdin",
    ];
    let listen = ["--listen", "127.0.0.1:0"];
    let mut ann = Typist::start(&homes.of("ann"), &[&host[..], &listen].concat());
    let told = ann.wait_for("note");
    let told = told["text"].as_str().expect("a text").to_owned();
    assert!(told.contains("all who stay must come"), "{told}");
    let code = ann.code();
    ann.type_lines("anyone\n");
    ann.wait_until("seat", |seat| seat["seat"] == 2 && seat["access"] == "open");
    let ben = homes.guest("ben", &code, &[]);
    ann.wait_until("seat", |seat| seat["seat"] == 1 && seat["name"] == "ben");
    let eve = homes.guest("Eve", &code, &[]);
    ann.wait_until("note", |note| {
        let told = note["text"].as_str().unwrap_or_default();
        told.contains("Eve plays on in the place of cid, who has not agreed")
    });
    ann.type_lines("ready\n");
    ann.wait_until("ready", |ready| ready["all"] == true);
    ann.type_lines("begin\nend\nend\nend\nend\nend\n");
    ann.wait_until("note", |note| {
        let told = note["text"].as_str().unwrap_or_default();
        told.starts_with("The match has begun") && told.contains("-host-2.fpm")
    });
    let (ann, _kept) = ann.into_program();
    let new = assert_all_complete(vec![ann, ben, eve]);
    assert!(
        new[1].to_string_lossy().ends_with("-guest-2.fpm"),
        "{new:?}"
    );

    let all: Vec<&str> = [anns.as_str(), &cids]
        .into_iter()
        .chain(new.iter().filter_map(|file| file.to_str()))
        .collect();
    let judged = output(&homes.of("cid"), &[&["judge"], &all[..]].concat());
    let told = text(&judged.stdout);
    for words in [
        "CLAIMED",
        "COMPLETE",
        "Eve came to seat 3 in the place of cid",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    // the one who is gone finds the old match as it was left
    let shown = output(&homes.of("cid"), &["show", &cids]);
    assert_eq!(shown.status.code(), Some(0), "{}", text(&shown.stderr));
}

#[test]
fn a_table_in_place_of_a_match_is_refused_by_name_where_nothing_can_begin() {
    let homes = Homes::new();
    let host = homes.host(&[
        "--seats",
        "3",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "2",
    ]);
    let code = host.code();
    let guests = ["ben", "cid"].map(|name| homes.guest(name, &code, &[]));
    let [ben, cid] = guests;
    let files = assert_all_complete(vec![host, ben, cid]);
    let file = files[0].to_string_lossy().into_owned();
    let arguments = [
        "host",
        "--continue",
        &file,
        "--substitute",
        "--player",
        "computer:1",
    ];
    let refused: Program = Program::start(&homes.of("ann"), &arguments);
    assert_eq!(refused.ended().code(), Some(2));
    let refused = output(&homes.of("ann"), &arguments);
    let told = text(&refused.stderr);
    assert!(
        told.contains("has a result") && told.contains("--beside"),
        "{told}"
    );
}
