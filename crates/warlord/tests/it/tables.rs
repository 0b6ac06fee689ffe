//! Tables of three to eight seats in one program: real processes, real files.

mod resumed;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use protocol::file::{Entry, read_public};
use protocol::testing::{Puppets, Seeded, offer, table};
use protocol::{Record, Seat};
use serde_json::Value;

const WARLORD: &str = env!("CARGO_BIN_EXE_warlord");

fn warlord(home: &Path) -> Command {
    let mut command = Command::new(WARLORD);
    command
        .env("WARLORD_HOME", home)
        .env("WARLORD_STATE", home.join("state"))
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a command to its end, with that on standard input.
fn run(home: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = warlord(home)
        .args(arguments)
        .spawn()
        .expect("the program starts");
    // a table that is refused reads nothing
    let _ = child
        .stdin
        .take()
        .expect("piped")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// The one match file of the demonstrations in that data folder.
fn file_in(home: &Path) -> PathBuf {
    let folders = fs::read_dir(home.join("demo")).expect("a demonstration");
    let files = folders.map(|folder| folder.expect("an entry").path().join("match.fpm"));
    let files: Vec<PathBuf> = files.filter(|file| file.exists()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files.into_iter().next().expect("one")
}

/// The lines of JSON with that event.
fn events<'a>(lines: &'a [Value], event: &str) -> Vec<&'a Value> {
    let mut found: Vec<&Value> = lines.iter().collect();
    found.retain(|line| line["event"] == event);
    found
}

fn json(output: &Output) -> Vec<Value> {
    assert!(
        output.status.success(),
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    let lines = text(&output.stdout);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect()
}

fn judged(home: &Path, file: &Path) -> Value {
    let file = file.to_str().expect("text");
    let output = run(home, &["judge", "--json", file], "");
    json(&output).pop().expect("a match")
}

/// A demonstration with JSON, in a data folder of its own: the events, and the match file.
fn demo(home: &Path, arguments: &[&str], input: &str) -> Vec<Value> {
    let given = ["demo", "--json", "--fast", "--seed", "7"];
    let arguments: Vec<&str> = given.into_iter().chain(arguments.iter().copied()).collect();
    json(&run(home, &arguments, input))
}

#[test]
fn demonstrations_of_three_to_eight_seats_are_complete_in_every_family() {
    for (seats, scenario, options) in [
        (3, "clash-of-arms", &[][..]),
        (4, "test-of-wills", &[]),
        (4, "test-of-wills", &["share=leaders"]),
        (8, "chieftain", &[]),
        (5, "wargame-small", &[]),
        (8, "tourney-small", &[]),
        (4, "tourney-4", &["teams=on"]),
        (3, "tourney-4", &["seats=3", "share=turns"]),
    ] {
        let home = tempfile::tempdir().expect("a folder");
        let (home, count) = (home.path(), seats.to_string());
        let mut arguments = vec![
            "--seats",
            &count,
            "--scenario",
            scenario,
            "--max-turns",
            "9",
        ];
        arguments.extend(options.iter().flat_map(|option| ["--option", option]));
        let lines = demo(home, &arguments, "");
        let verdict = events(&lines, "verdict");
        assert_eq!(verdict[0]["verdict"], "COMPLETE", "{scenario}");
        let file = file_in(home);
        let judged = judged(home, &file);
        assert_eq!(judged["verdict"], "COMPLETE", "{scenario}: {judged}");
        let there = judged["seats"].as_array().expect("seats");
        assert_eq!(there.len(), seats, "{scenario}");
        // one match file, and a private file for each seat
        let folder = fs::read_dir(file.parent().expect("a folder")).expect("readable");
        let names = folder.map(|entry| entry.expect("an entry").file_name());
        let names: Vec<String> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        let count = |ending: &str| names.iter().filter(|name| name.ends_with(ending)).count();
        let counted = [count(".fpm"), count(".key"), count(".pem")];
        assert_eq!(counted, [1, seats, seats], "{scenario}: {names:?}");
    }
}

#[test]
fn the_report_tells_of_seats_and_the_members_of_a_side_take_its_turns_in_turn() {
    let home = tempfile::tempdir().expect("a folder");
    let arguments = [
        "--seats",
        "4",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "8",
    ];
    let lines = demo(home.path(), &arguments, "");
    let table = events(&lines, "table");
    let seats = table[0]["seats"].as_array().expect("seats");
    let told = |seat: &Value| {
        let told = [&seat["name"], &seat["side"], &seat["player"]];
        told.map(|it| it.as_str().unwrap_or_default().to_owned())
    };
    let told: Vec<[String; 3]> = seats.iter().map(told).collect();
    assert_eq!(told[0], ["Ann", "white", "computer:easy"]);
    assert_eq!(told[3], ["Dot", "black", "computer:easy"]);
    let turns = events(&lines, "turn");
    let who = turns
        .iter()
        .map(|turn| turn["seat"].as_u64().expect("a seat"));
    assert_eq!(who.collect::<Vec<_>>(), [0, 1, 2, 3, 0, 1, 2, 3]);
    assert_eq!(turns[2]["name"], "Cid");
    // and people read the names
    let file = file_in(home.path());
    let shown = run(home.path(), &["show", file.to_str().expect("text")], "");
    let shown = text(&shown.stdout);
    for name in ["Ann", "Ben", "Cid", "Dot"] {
        assert!(shown.contains(name), "{shown}");
    }
    let output = run(
        home.path(),
        &["show", "--json", file.to_str().expect("text")],
        "",
    );
    let game = json(&output).pop().expect("a game");
    let orders = game["orders"].as_array().expect("orders");
    let who = orders
        .iter()
        .map(|turn| turn["seat"].as_u64().expect("a seat"));
    assert_eq!(who.collect::<Vec<_>>(), [0, 1, 2, 3, 0, 1, 2, 3]);
}

#[test]
fn a_person_in_the_middle_of_a_table_plays_by_standard_input() {
    let home = tempfile::tempdir().expect("a folder");
    let arguments = [
        "--seats",
        "3",
        "--seat",
        "2=me",
        "--name",
        "2=Eva",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "6",
    ];
    // seat 2 has Amber alone: every second turn
    let lines = demo(home.path(), &arguments, "end\nend\nend\n");
    let turns = events(&lines, "turn");
    let of = |seat: u64| turns.iter().filter(move |turn| turn["seat"] == seat);
    assert_eq!(of(1).count(), 3);
    for turn in of(1) {
        assert_eq!(
            (&turn["name"], &turn["side"]),
            (&"Eva".into(), &"black".into())
        );
        assert_eq!(turn["orders"], serde_json::json!(["end"]));
    }
    assert_eq!((of(0).count(), of(2).count()), (2, 1));
    assert_eq!(events(&lines, "verdict")[0]["verdict"], "COMPLETE");
}

#[test]
fn between_the_secret_choices_of_two_people_the_next_one_is_named() {
    let home = tempfile::tempdir().expect("a folder");
    let arguments = [
        "demo",
        "--seed",
        "7",
        "--fast",
        "--seats",
        "3",
        "--seat",
        "1=me",
        "--seat",
        "2=me",
        "--scenario",
        "test-of-wills",
        "--max-turns",
        "2",
    ];
    let output = run(
        home.path(),
        &arguments,
        "book 1\nend\nbook 1\nend\nend\nend\n",
    );
    let out = text(&output.stdout);
    assert!(output.status.success(), "{out}{}", text(&output.stderr));
    let at = |words: &str| out.find(words).unwrap_or_else(|| panic!("{words}: {out}"));
    let ann = at("Pass the keyboard to Ann (Blue).");
    let sealed = at("Ann (Blue) has sealed its set-up.");
    let ben = at("Pass the keyboard to Ben (Amber).");
    assert!(ann < at("Ann, you are Blue.") && ann < ben, "{out}");
    assert!(sealed < at("Both set-ups are open."), "{out}");
    assert!(out.contains("COMPLETE"), "{out}");
}

#[test]
fn a_table_that_cannot_be_is_refused_before_anything_is_made() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    for (arguments, what) in [
        (&["--seats", "9"][..], "a table of 9 seats"),
        (&["--seats", "1"], "a table of 1 seats"),
        (&["--seats", "4", "--seat", "5=me"], "there is no seat 5"),
        (
            &["--seats", "4", "--seat", "2=me", "--seat", "2=computer"],
            "seat 2 is given twice",
        ),
        (&["--seats", "4", "--team", "2=5"], "there is no team 5"),
        (
            &[
                "--seats", "3", "--team", "1=2", "--team", "2=2", "--team", "3=2",
            ],
            "nobody plays Blue",
        ),
        (
            &["--seats", "3", "--scenario", "tourney-4"],
            "nobody plays Sky-blue",
        ),
        (
            &["--seats", "3", "--name", "1=Cid", "--name", "3=C1d"],
            "the names Cid and C1d look alike",
        ),
        (
            &[
                "--seats",
                "3",
                "--scenario",
                "wargame-1",
                "--option",
                "share=leaders",
            ],
            "share=leaders",
        ),
        (
            &["--seats", "3", "--option", "share=captain"],
            "the option `share` cannot be `captain`",
        ),
    ] {
        let arguments: Vec<&str> = ["demo"]
            .into_iter()
            .chain(arguments.iter().copied())
            .collect();
        let refused = run(home, &arguments, "");
        let told = text(&refused.stderr);
        assert!(!refused.status.success(), "{arguments:?}");
        assert!(
            told.contains(what) && told.contains("do: "),
            "{arguments:?}: {told}"
        );
    }
    assert!(!home.join("demo").exists());
}

#[test]
fn a_demonstration_of_two_still_goes_over_a_connection() {
    let home = tempfile::tempdir().expect("a folder");
    let arguments = [
        "--seats",
        "2",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "4",
    ];
    let lines = demo(home.path(), &arguments, "");
    let notes = events(&lines, "note");
    let is_same = |note: &&&Value| note["text"] == "Both files hold the same bytes.";
    assert!(notes.iter().any(|note| is_same(&note)));
    assert!(events(&lines, "table").is_empty());
    let turns = events(&lines, "turn");
    assert!(turns.iter().all(|turn| turn.get("seat").is_none()));
}

#[test]
fn the_judge_has_a_finding_for_each_seat_that_cheats_and_the_result_apart() {
    let manifest = table(&offer("clash-of-arms", Some(6)), 4, 1);
    let mut puppets = Puppets::new(manifest, 1);
    puppets.play_out(&mut Seeded(3));
    let (entries, _) = read_public(&puppets.file(&[])).expect("a match file");
    let double = |seat: u8| -> Record {
        let mut records = entries.iter().filter_map(|entry| match entry {
            Entry::Record(record) if record.seat == Seat(seat) => Some(record),
            _ => None,
        });
        let mut record = records.next_back().expect("it has signed").clone();
        record.sent_ms += 1;
        record.signed(&puppets.seats[usize::from(seat)].key)
    };
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    let judge = |records: &[Record], json: bool| {
        let file = home.join("match.fpm");
        fs::write(&file, puppets.file(records)).expect("written");
        let mut arguments = vec!["judge", file.to_str().expect("text")];
        arguments.extend(json.then_some("--json"));
        text(&run(home, &arguments, "").stdout)
    };
    let object = |records: &[Record]| -> Value {
        serde_json::from_str(&judge(records, true)).expect("an object")
    };
    let honest = object(&[]);
    assert_eq!(honest["verdict"], "COMPLETE");
    assert_eq!(honest["findings"], serde_json::json!([]));
    assert!(judge(&[], false).contains("all players signed every step"));
    let cheated = object(&[double(2), double(1)]);
    assert_eq!(cheated["verdict"], "PROVED");
    assert_eq!(cheated["result"], honest["result"]);
    let findings = cheated["findings"].as_array().expect("findings");
    let told = findings.iter().map(|finding| {
        let bytes = finding["bytes"].as_array().map_or(0, Vec::len);
        (finding["seat"].as_u64(), finding["verdict"].as_str(), bytes)
    });
    let told: Vec<_> = told.collect();
    assert_eq!(
        told,
        [(Some(1), Some("PROVED"), 2), (Some(2), Some("PROVED"), 2)]
    );
    let words = judge(&[double(2), double(1)], false);
    for name in ["Ben (Amber)", "Cid (Blue)"] {
        assert!(words.contains(name), "{words}");
    }
    let also = words.lines().filter(|line| line.starts_with("Also"));
    assert_eq!(also.count(), 1, "{words}");
}

#[test]
fn a_draw_that_one_person_offers_is_taken_by_the_next_at_the_keyboard() {
    let home = tempfile::tempdir().expect("a folder");
    let arguments = [
        "--seats",
        "3",
        "--seat",
        "1=me",
        "--seat",
        "2=me",
        "--seat",
        "3=me",
        "--scenario",
        "clash-of-arms",
    ];
    let lines = demo(home.path(), &arguments, "draw\nend\naccept\n");
    let offers = events(&lines, "draw-offered");
    assert_eq!(offers[0]["name"], "Ann");
    assert_eq!(events(&lines, "turn").len(), 1);
    assert_eq!(events(&lines, "over")[0]["outcome"], "draw agreed");
    assert_eq!(events(&lines, "verdict")[0]["verdict"], "COMPLETE");
}

#[test]
fn a_person_who_resigns_ends_a_match_of_two_teams_and_leaves_the_files_complete() {
    let home = tempfile::tempdir().expect("a folder");
    let arguments = [
        "--seats",
        "2",
        "--seat",
        "1=me",
        "--scenario",
        "clash-of-arms",
    ];
    let lines = demo(home.path(), &arguments, "resign\n");
    assert_eq!(events(&lines, "over")[0]["outcome"], "black resign");
    assert_eq!(events(&lines, "verdict")[0]["verdict"], "COMPLETE");
}
