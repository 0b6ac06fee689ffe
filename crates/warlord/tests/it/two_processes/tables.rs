//! Tables of three to eight whose players come from anywhere: real processes over the loopback.

mod copies;
mod equivocator;
mod fates;
#[cfg(unix)]
mod hardships;
mod in_place;
mod leaders;
mod leaving;
mod refused;
mod returns;
mod together;
mod tourney;

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::two_processes::program::{Program, Typist, output, text};

/// The data folders of a table's programs.
struct Homes(TempDir);

impl Homes {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn of(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The match file of a player who names it.
    fn file(&self, name: &str) -> String {
        let file = self.of(name).join("match.fpm");
        file.to_string_lossy().into_owned()
    }

    /// A computer that hosts a table.
    fn host(&self, more: &[&str]) -> Program {
        Program::start(&self.of("ann"), &[&HOST[..], more].concat())
    }

    /// A computer that joins it.
    fn guest(&self, name: &str, code: &str, more: &[&str]) -> Program {
        let usual = ["join", code, "--player", "computer:1", "--as", name];
        Program::start(&self.of(name), &[&usual[..], more].concat())
    }
}

const HOST: [&str; 7] = [
    "host",
    "--as",
    "Ann",
    "--player",
    "computer:1",
    "--listen",
    "127.0.0.1:0",
];

/// The players of a table, the host first.
const NAMES: [&str; 4] = ["ann", "ben", "cid", "dot"];

/// Starts a computer for each seat, in the order of [`NAMES`], with a match file of its own. `game` goes to the host's command
/// line alone, `go_on` to all.
fn computers(homes: &Homes, seats: usize, game: &[&str], go_on: &[&str]) -> Vec<Program> {
    let host = [
        "--seats",
        &seats.to_string(),
        "--record",
        &homes.file(NAMES[0]),
    ];
    let host = homes.host(&[&host[..], game, go_on].concat());
    let code = host.code();
    let mut programs = vec![host];
    for (seat, name) in (1..=seats).zip(NAMES).skip(1) {
        let place = ["--seat", &seat.to_string(), "--record", &homes.file(name)];
        programs.push(homes.guest(name, &code, &[&place[..], go_on].concat()));
    }
    programs
}

/// All programs end well, each with a complete file of the same bytes.
fn assert_all_complete(programs: Vec<Program>) -> Vec<PathBuf> {
    let ended = programs.into_iter().map(Program::finish);
    let files: Vec<PathBuf> = ended
        .map(|(verdict, file, status)| {
            assert_eq!((verdict.as_str(), status.code()), ("COMPLETE", Some(0)));
            file
        })
        .collect();
    let read = |file: &PathBuf| std::fs::read(file).expect("a match file");
    let first = read(&files[0]);
    for file in &files[1..] {
        assert!(read(file) == first, "{} differs", file.display());
    }
    files
}

/// The judge's word on the copies of a match.
fn judged(home: &Path, files: &[PathBuf]) -> Value {
    let files: Vec<&str> = files.iter().filter_map(|file| file.to_str()).collect();
    let judged = output(home, &[&["judge", "--json"], &files[..]].concat());
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stdout));
    serde_json::from_slice(&judged.stdout).expect("one match")
}

#[test]
fn three_programs_meet_at_a_table_and_play_to_the_end() {
    let homes = Homes::new();
    let host = homes.host(&[
        "--seats",
        "3",
        "--scenario",
        "test-of-wills",
        "--max-turns",
        "9",
    ]);
    let code = host.code();
    let table = host.wait_for("table");
    assert_eq!((&table["free"], &table["of"]), (&2.into(), &3.into()));
    let guests = ["Ben", "Cid"].map(|name| homes.guest(name, &code, &[]));
    let ready = host.wait_until("ready", |ready| ready["all"] == true);
    assert_eq!(ready["seats"].as_array().map(Vec::len), Some(3));
    let [ben, cid] = guests;
    let files = assert_all_complete(vec![host, ben, cid]);
    let judged = judged(&homes.of("ann"), &files);
    assert_eq!(judged["verdict"], "COMPLETE");
    let names = judged["seats"].as_array().expect("seats").iter();
    let names: Vec<&str> = names.filter_map(|seat| seat["name"].as_str()).collect();
    assert_eq!(names.len(), 3);
    assert_eq!(names[0], "Ann");
}

#[test]
fn a_machine_brings_several_players_and_a_seat_has_a_code_of_its_own() {
    let homes = Homes::new();
    let host = homes.host(&[
        "--seats",
        "5",
        "--seat",
        "2=computer:novice",
        "--seat",
        "3=code",
        "--seat",
        "5=closed",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "8",
    ]);
    let code = host.code();
    let with_code = |seat: &Value| seat["seat"] == 2 && seat["code"].is_string();
    let seat = host.wait_until("seat", with_code);
    let seat_code = seat["code"].as_str().expect("a text").to_owned();
    assert_ne!(seat_code, code);
    // two seats of one machine: its own player by the code of the seat, and another one on an open seat
    let ben = homes.guest("Ben", &seat_code, &[]);
    let cid = homes.guest("Cid", &code, &["--seat", "4"]);
    let files = assert_all_complete(vec![host, ben, cid]);
    let judged = judged(&homes.of("ann"), &files);
    let seats = judged["seats"].as_array().expect("seats");
    assert_eq!(seats.len(), 4, "a closed seat is none of the match");
    let named = |at: usize| seats[at]["name"].as_str().unwrap_or_default();
    assert_eq!([named(0), named(2), named(3)], ["Ann", "Ben", "Cid"]);
}

#[test]
fn a_guest_brings_a_computer_to_a_second_seat() {
    let homes = Homes::new();
    let host = homes.host(&[
        "--seats",
        "4",
        "--scenario",
        "tourney-4",
        "--max-turns",
        "8",
    ]);
    let code = host.code();
    let ben = homes.guest(
        "Ben",
        &code,
        &["--seat", "2", "--seat", "3=computer:novice"],
    );
    let cid = homes.guest("Cid", &code, &["--seat", "4"]);
    let files = assert_all_complete(vec![host, ben, cid]);
    let judged = judged(&homes.of("ann"), &files);
    assert_eq!(judged["seats"].as_array().map(Vec::len), Some(4));
}

#[test]
fn the_users_of_a_table_type_who_sits_where_and_begin_when_all_are_ready() {
    let homes = Homes::new();
    let host = [
        "host",
        "--as",
        "Ann",
        "--player",
        "stdin",
        "--listen",
        "127.0.0.1:0",
        "--seats",
        "4",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "2",
    ];
    let mut ann = Typist::start(&homes.of("ann"), &host);
    let code = ann.code();
    // a script that types words of the table decides by itself when it is ready
    ann.type_lines("close 4\nask\ncode 2\n");
    let seat = ann.wait_until("seat", |seat| seat["seat"] == 1 && seat["code"].is_string());
    let seat_code = seat["code"].as_str().expect("a text").to_owned();
    let ben = homes.guest("Ben", &seat_code, &[]);
    ann.wait_until("seat", |seat| seat["seat"] == 1 && seat["name"] == "Ben");
    let cid = homes.guest("Cid", &code, &[]);
    // Ben has a code for a seat, and is asked nothing; Cid waits for the host
    let note = ann.wait_until("note", |note| {
        let text = note["text"].as_str().unwrap_or_default();
        text.contains("asks to sit down")
    });
    assert!(
        note["text"].as_str().expect("a text").starts_with("Cid"),
        "{note}"
    );
    ann.type_lines("let in Cid\n");
    ann.wait_until("seat", |seat| seat["seat"] == 2 && seat["name"] == "Cid");
    ann.type_lines("swap 2 3\n");
    ann.wait_until("seat", |seat| seat["seat"] == 1 && seat["name"] == "Cid");
    ann.type_lines("begin\n");
    ann.wait_until("note", |note| {
        let text = note["text"].as_str().unwrap_or_default();
        text.contains("Not ready: Ann") || text.contains("not ready: Ann")
    });
    ann.type_lines("ready\n");
    ann.wait_until("ready", |ready| ready["all"] == true);
    ann.type_lines("begin\nend\n");
    let begun = ann.wait_until("note", |note| {
        let text = note["text"].as_str().unwrap_or_default();
        text.starts_with("The match has begun")
    });
    drop(begun);
    let (ann, _kept) = ann.into_program();
    assert_all_complete(vec![ann, ben, cid]);
}
