//! A host whose program runs twice, on two copies of everything that its machine keeps, and signs two turns for one
//! place: the one is shown to three guests, the other to the remaining four.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{HOST, Homes, assert_all_complete};
use crate::two_processes::program::{Program, Typist, output, text};

const GUESTS: [&str; 7] = ["ben", "cid", "dot", "eve", "fay", "gil", "hal"];

/// Copies a folder with all that is in it.
fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        match entry.file_type().expect("known").is_dir() {
            true => copy_all(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("copied")),
        }
    }
}

fn resume(homes: &Homes, name: &str, more: &[&str]) -> Program {
    let file = homes.file(name);
    let usual = ["resume", &file, "--player", "computer:1"];
    Program::start(&homes.of(name), &[&usual[..], more].concat())
}

/// The first orders that the host's player can give, one a line.
fn an_order(ann: &mut Typist) -> String {
    let listed = ann.ask("orders", "-");
    listed.split(' ').next().expect("an order").to_owned()
}

#[test]
fn row_36_a_host_that_shows_two_turns_for_one_place_is_named_and_the_seven_play_on() {
    let homes = Homes::new();
    let table = ["--seats", "8", "--scenario", "clash-of-arms"];
    let ann_file = homes.file("ann");
    let more = ["--max-turns", "10", "--record", &ann_file];
    let typed = HOST.map(|word| if word == "computer:1" { "stdin" } else { word });
    let arguments = [&typed[..], &table, &more].concat();
    let mut ann = Typist::start(&homes.of("ann"), &arguments);
    let code = ann.code();
    // a script that types words of the table decides by itself when to begin
    ann.type_lines("anyone\n");
    let mut guests = Vec::new();
    for (seat, name) in (2..).zip(GUESTS) {
        let (seat, file) = (u8::to_string(&seat), homes.file(name));
        let record = ["--seat", &seat, "--record", &file];
        guests.push(homes.guest(name, &code, &record));
        ann.wait_until("seat", |seat| seat["name"] == name);
    }
    ann.type_lines("ready\n");
    ann.wait_until("ready", |ready| ready["all"] == true);
    ann.type_lines("begin\n");
    ann.hear("Write one order a line");
    let order = an_order(&mut ann);
    // the machine is cloned as a whole, its marks too: nothing here can tell the two apart
    ann.kill();
    copy_all(&homes.of("ann"), &homes.of("ann-2"));
    let remaining = guests.split_off(3);
    remaining.into_iter().for_each(Program::kill);
    // the first program passes, and three hear that
    let ann = ["resume", &ann_file];
    let mut one = Typist::start(&homes.of("ann"), &ann);
    one.hear("Write one order a line");
    one.type_lines("end\n");
    for guest in &guests {
        guest.wait_for_turn(1);
    }
    one.kill();
    guests.into_iter().for_each(Program::kill);
    // the second one gives an order, and the others hear that
    let second = homes.file("ann-2");
    let mut other = Typist::start(&homes.of("ann-2"), &["resume", &second]);
    let hearing: Vec<Program> = GUESTS[3..]
        .iter()
        .map(|name| resume(&homes, name, &[]))
        .collect();
    other.hear("Write one order a line");
    other.type_lines(&format!("{order}\nend\n"));
    for guest in &hearing {
        guest.wait_for_turn(1);
    }
    other.kill();
    hearing.into_iter().for_each(Program::kill);
    // without the host: a member shows a code, and the others come by it
    let goes_on = ["--go-on", "resigned"];
    let listen = ["--listen", "127.0.0.1:0"];
    let ben = resume(&homes, "ben", &[&goes_on[..], &listen].concat());
    let code = ben.wait_for("code");
    let code = code["code"].as_str().expect("a text").to_owned();
    let mut seven = vec![ben];
    for name in &GUESTS[1..] {
        seven.push(resume(
            &homes,
            name,
            &[&[code.as_str()][..], &goes_on].concat(),
        ));
    }
    for member in &seven {
        member.wait_for("continued");
    }
    let new = assert_all_complete(seven);
    assert_named(&homes, &new);
}

/// Of all files of the old match the host is named, nobody else is, and the new match is complete.
fn assert_named(homes: &Homes, new: &[PathBuf]) {
    let names = GUESTS.iter().chain(&["ann", "ann-2"]);
    let old: Vec<String> = names.map(|name| homes.file(name)).collect();
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let judged = output(&homes.of("ben"), &[&["judge", "--json"], &old[..]].concat());
    let said: Value = serde_json::from_slice(&judged.stdout).expect("one match");
    assert_eq!(said["verdict"], "PROVED", "{said}");
    let findings = said["findings"].as_array().expect("findings");
    assert!(!findings.is_empty(), "{said}");
    assert!(
        findings.iter().all(|finding| finding["seat"] == 0),
        "{said}"
    );
    let new = new[0].to_string_lossy().into_owned();
    let judged = output(&homes.of("ben"), &["judge", old[0], &new]);
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stdout));
}
