//! Tables that are killed, and resumed with all their seats.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Child;

use super::{events, file_in, json, judged, run, text, warlord};

/// Reads lines until so many turns were played.
fn read_turns(lines: &mut impl BufRead, wanted: usize) {
    let mut turns = 0;
    let mut line = String::new();
    while turns < wanted {
        line.clear();
        let read = lines.read_line(&mut line).expect("text");
        assert!(read > 0, "the game ended after {turns} turns");
        turns += usize::from(line.contains(r#""event":"turn""#));
    }
}

fn kill(mut child: Child) {
    // SIGKILL on Unix: nothing is written any more
    child.kill().expect("it runs");
    let _ = child.wait();
}

#[test]
fn a_table_that_is_killed_again_and_again_is_resumed_to_its_end() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    let playing = |arguments: &[&str], turns: usize| {
        let mut child = warlord(home)
            .args(arguments)
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped"));
        read_turns(&mut lines, turns);
        kill(child);
    };
    let first = [
        "demo",
        "--json",
        "--fast",
        "--seed",
        "7",
        "--seats",
        "4",
        "--scenario",
        "test-of-wills",
        "--max-turns",
        "12",
    ];
    playing(&first, 2);
    let file = file_in(home);
    let name = file.to_str().expect("text");
    // the players of the demonstration again, each with the same seed
    let again = [
        "resume",
        "--json",
        name,
        "--seed",
        "7",
        "--seat",
        "1=computer:easy",
        "--seat",
        "2=computer:easy",
        "--seat",
        "3=computer:easy",
        "--seat",
        "4=computer:easy",
    ];
    for turns in [1, 3, 2] {
        playing(&again, turns);
        let judged = judged(home, &file);
        assert!(
            judged["verdict"] == "OPEN" || judged["verdict"] == "COMPLETE",
            "{judged}"
        );
    }
    let lines = json(&run(home, &again, ""));
    let verdict = events(&lines, "verdict");
    assert_eq!(verdict[0]["verdict"], "COMPLETE");
    let judged = judged(home, &file);
    assert_eq!(
        (&judged["verdict"], &judged["turns"]),
        (&"COMPLETE".into(), &12.into())
    );
    // the game of one seed is the game, however often it was killed
    let whole = tempfile::tempdir().expect("a folder");
    let output = run(whole.path(), &first, "");
    assert_eq!(events(&json(&output), "verdict")[0]["verdict"], "COMPLETE");
    let orders = |home: &Path, file: &Path| {
        let shown = run(home, &["show", "--json", file.to_str().expect("text")], "");
        let game = json(&shown).pop().expect("a game");
        (game["orders"].clone(), game["position"].clone())
    };
    let other = file_in(whole.path());
    assert_eq!(orders(home, &file), orders(whole.path(), &other));
}

#[test]
fn a_person_takes_a_seat_of_a_table_that_is_resumed() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    let mut child = warlord(home)
        .args(["demo", "--json", "--fast", "--seed", "3", "--seats", "3"])
        .args([
            "--seat",
            "3=me",
            "--scenario",
            "clash-of-arms",
            "--max-turns",
            "6",
        ])
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped"));
    // the third turn waits for the person
    read_turns(&mut lines, 2);
    kill(child);
    let file = file_in(home);
    let name = file.to_str().expect("text");
    let resume = |seat: &str| {
        let arguments = [
            "resume",
            "--json",
            name,
            "--player",
            "computer:easy",
            "--seat",
            seat,
        ];
        run(home, &arguments, "end\n")
    };
    let refused = resume("4=me");
    assert!(!refused.status.success());
    let told = text(&refused.stderr);
    assert!(
        told.contains("there is no seat 4: the table has seats 1 to 3"),
        "{told}"
    );
    let lines = json(&resume("3=me"));
    let turns = events(&lines, "turn");
    assert_eq!(turns[0]["name"], "Cid");
    assert_eq!(turns[0]["orders"], serde_json::json!(["end"]));
    assert_eq!(events(&lines, "verdict")[0]["verdict"], "COMPLETE");
}

#[test]
fn a_table_whose_key_is_lost_says_which_and_leaves_the_files_as_they_are() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    let mut child = warlord(home)
        .args(["demo", "--json", "--fast", "--seed", "3", "--seats", "3"])
        .args(["--scenario", "clash-of-arms", "--seat", "2=me"])
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped"));
    read_turns(&mut lines, 1);
    kill(child);
    let file = file_in(home);
    let key = file.with_file_name("match-3.key");
    let away = file.with_file_name("away");
    fs::rename(&key, &away).expect("moved");
    let before = fs::read(&file).expect("readable");
    let arguments = [
        "resume",
        file.to_str().expect("text"),
        "--player",
        "computer:easy",
    ];
    let refused = run(home, &arguments, "");
    assert_eq!(refused.status.code(), Some(2));
    let told = text(&refused.stderr);
    assert!(
        told.contains("match-3.key") && told.contains("do: "),
        "{told}"
    );
    assert_eq!(fs::read(&file).expect("readable"), before);
    fs::rename(&away, &key).expect("moved");
    let output = run(home, &arguments, "");
    assert!(
        text(&output.stdout).contains("COMPLETE"),
        "{}",
        text(&output.stderr)
    );
}
