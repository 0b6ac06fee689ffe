//! Programs on copies of the files of one seat.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::two_processes::program::{
    Homes, PATIENCE, Program, assert_complete, output, resumed, text,
};

/// A match of some turns whose programs are gone.
fn left(homes: &Homes, here: &str, there: &str) {
    let more = ["--scenario", "two-countries", "--max-turns", "40"];
    let host = homes.host(&[&more[..], &["--record", here]].concat());
    let code = host.code();
    let join = ["join", &code, "--player", "computer:1", "--record", there];
    let guest = Program::start(&homes.bob(), &join);
    guest.wait_for_turn(3);
    guest.kill();
    host.kill();
}

fn private(file: &str) -> PathBuf {
    Path::new(file).with_extension("key")
}

fn length(file: &str) -> u64 {
    fs::metadata(private(file)).expect("a private file").len()
}

/// Copies both files of a seat.
pub(crate) fn copy(from: &str, to: &str) {
    fs::copy(from, to).expect("copied");
    fs::copy(private(from), private(to)).expect("copied");
}

/// Resumes a match without a peer, until the program has left its id in the private file.
pub(crate) fn alone(home: &Path, file: &str) -> Program {
    let before = length(file);
    let program = resumed(home, file);
    let until = Instant::now() + PATIENCE;
    while length(file) == before {
        assert!(Instant::now() < until, "the program leaves no id");
        std::thread::sleep(Duration::from_millis(20));
    }
    program
}

#[test]
fn of_two_programs_on_copies_the_first_ends_before_it_signs_and_the_other_plays_on() {
    let homes = Homes::new();
    let [here, there, copied] =
        ["here.fpm", "there.fpm", "copied.fpm"].map(|name| homes.record(name));
    left(&homes, &here, &there);
    let first = alone(&homes.ann(), &here);
    copy(&here, &copied);
    alone(&homes.ann(), &copied).kill();
    let guest = resumed(&homes.bob(), &there);
    assert_eq!(
        first.ended().code(),
        Some(2),
        "another program plays the match"
    );
    let second = resumed(&homes.ann(), &copied);
    assert_complete(second, guest);
    let judged = output(&homes.ann(), &["judge", &copied, &there, &here, "--json"]);
    let judged = text(&judged.stdout);
    assert!(
        judged.contains("COMPLETE") && !judged.contains("PROVED"),
        "{judged}"
    );
}

#[test]
fn an_older_copy_says_what_it_is_and_signs_nothing_while_the_other_player_is_there() {
    let homes = Homes::new();
    let [here, there, older] =
        ["here.fpm", "there.fpm", "older.fpm"].map(|name| homes.record(name));
    left(&homes, &here, &there);
    copy(&here, &older);
    let host = resumed(&homes.ann(), &here);
    let guest = resumed(&homes.bob(), &there);
    let turn = guest.wait_for_turn(4);
    guest.wait_for_turn(turn + 3);
    guest.kill();
    host.kill();
    let restored = resumed(&homes.ann(), &older);
    let said = restored.wait_for("note");
    let said = said["text"].as_str().expect("a text");
    assert!(said.contains("signs nothing but a resignation"), "{said}");
    let guest = resumed(&homes.bob(), &there);
    // the other player's records are taken over, and nothing is added to them
    restored.wait_for_turn(turn + 3);
    std::thread::sleep(Duration::from_secs(1));
    restored.kill();
    let host = resumed(&homes.ann(), &here);
    assert_complete(host, guest);
    let judged = output(&homes.ann(), &["judge", &older, &there, &here, "--json"]);
    let judged = text(&judged.stdout);
    assert!(
        judged.contains("COMPLETE") && !judged.contains("PROVED"),
        "{judged}"
    );
}
