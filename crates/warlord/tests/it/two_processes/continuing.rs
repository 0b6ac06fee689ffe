//! Two programs continue in a new match, are killed on the way, and play on from the position of another match.

use std::time::Duration;

use rules::testing::depth::deep;
use serde_json::Value;

use crate::two_processes::program::{Homes, Program, assert_complete, output, text};

/// A game that outlasts ten turns of the guest.
const LONG: [&str; 4] = ["--scenario", "two-countries", "--max-turns", "40"];

/// A game with turns enough in which to ask. The engine needs a third of a second for each of its own, so a quick run has
/// half as many.
fn game() -> [&'static str; 4] {
    let short = ["--scenario", "two-countries", "--max-turns", "20"];
    deep(short, LONG, LONG)
}

/// The host of a match in mid-game, played by an engine that takes its time: a question is sent between two turns, and
/// a player that moves at once leaves no time for it. The guest passed twice, and its program has ended, since nothing
/// more was typed. Two computers could play to the end before a test stops one.
fn begun(homes: &Homes, here: &str, there: &str, game: &[&str], more: &[&str]) -> Program {
    let engine = format!("'{}' engine", env!("CARGO_BIN_EXE_warlord"));
    let player = ["host", "--player", "engine", &engine, "--move-time", "300"];
    let at = ["--listen", "127.0.0.1:0", "--record", here];
    let host = Program::start(&homes.ann(), &[&player[..], &at, game, more].concat());
    let code = host.code();
    let join = ["join", &code, "--record", there];
    let guest = Program::scripted(&homes.bob(), &join, "end\nend\n");
    guest.wait_for_turn(4);
    assert_eq!(guest.ended().code(), Some(2), "nothing more was typed");
    host
}

fn willing(homes: &Homes, file: &str) -> Program {
    let resume = ["resume", file, "--player", "computer:1"];
    Program::start(
        &homes.ann(),
        &[&resume[..], &["--continue", "accept"]].concat(),
    )
}

fn asking(homes: &Homes, file: &str) -> Program {
    let resume = ["resume", file, "--player", "computer:1", "--continue"];
    Program::start(&homes.bob(), &resume)
}

/// The verdicts on those files by match, the status being 0.
fn verdicts(homes: &Homes, files: &[&str]) -> Vec<String> {
    let judged = output(&homes.ann(), &[&["judge", "--json"], files].concat());
    let told = text(&judged.stdout);
    assert_eq!(judged.status.code(), Some(0), "{told}");
    let lines = told.lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        line["verdict"].as_str().expect("a text").to_owned()
    });
    lines.collect()
}

/// Every match file of both players.
fn files(homes: &Homes) -> Vec<String> {
    let entries = std::fs::read_dir(homes.folder.path()).expect("a folder");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let files = files.filter(|file| file.extension().is_some_and(|ending| ending == "fpm"));
    files
        .map(|file| file.to_string_lossy().into_owned())
        .collect()
}

#[test]
fn a_match_is_continued_in_mid_game_and_judged_with_the_one_before() {
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    let host = begun(&homes, &here, &there, &game(), &["--continue", "accept"]);
    let guest = asking(&homes, &there);
    let asked = host.wait_for("continue-asked");
    assert!(
        asked["words"]
            .as_array()
            .is_some_and(|words| !words.is_empty()),
        "{asked}"
    );
    let continued = host.wait_for("continued");
    assert_eq!(continued["file"], homes.record("here-2.fpm"));
    let continued = guest.wait_for("continued");
    assert_eq!(continued["file"], homes.record("there-2.fpm"));
    let [new, _] = assert_complete(host, guest);
    assert_eq!(new.to_string_lossy(), homes.record("here-2.fpm"));
    let files = files(&homes);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let mut verdicts = verdicts(&homes, &files);
    verdicts.sort();
    assert_eq!(verdicts, ["COMPLETE", "CONTINUED"]);
    let shown = output(&homes.ann(), &["show", &here]);
    let told = text(&shown.stderr);
    assert!(
        told.starts_with("Shown as one game: ") && told.contains("here-2.fpm"),
        "{told}"
    );
}

#[test]
fn a_program_that_does_not_say_so_declines_to_continue() {
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    let host = begun(&homes, &here, &there, &game(), &[]);
    let guest = asking(&homes, &there);
    host.wait_for("continue-asked");
    guest.wait_for("continue-declined");
    assert_complete(host, guest);
    assert_eq!(files(&homes).len(), 2);
}

#[test]
fn programs_that_are_killed_while_they_continue_are_taken_up_by_their_first_files() {
    // the host signs last: it is killed before, while and after it writes the new match
    let kills = [(3, true), (10, false), (0, false), (40, true)];
    for (wait, kills_guest) in kills.into_iter().take(deep(2, 4, 4)) {
        let homes = Homes::new();
        let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
        let host = begun(&homes, &here, &there, &LONG, &["--continue", "accept"]);
        // A question is sent between two turns and may lapse when the other side moves: the guest has many turns after
        // which to ask, and too few to play the match to its end before both are killed.
        let ask = ["resume", &there, "--continue"];
        let guest = Program::scripted(&homes.bob(), &ask, &"end\n".repeat(10));
        host.wait_for("continue-asked");
        std::thread::sleep(Duration::from_millis(wait));
        if kills_guest {
            guest.kill();
            host.kill();
        } else {
            host.kill();
            guest.kill();
        }
        let host = willing(&homes, &here);
        let guest = asking(&homes, &there);
        assert_complete(host, guest);
        let files = files(&homes);
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        for verdict in verdicts(&homes, &files) {
            assert!(
                ["COMPLETE", "CONTINUED", "OPEN"].contains(&verdict.as_str()),
                "{verdict} after {wait} ms"
            );
        }
    }
}

#[test]
fn anybody_plays_on_from_a_turn_of_a_finished_match_beside_it() {
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    let host = homes.host(&[
        "--scenario",
        "two-countries",
        "--max-turns",
        "6",
        "--record",
        &here,
    ]);
    let code = host.code();
    let join = ["join", &code, "--player", "computer:1", "--record", &there];
    let guest = Program::start(&homes.bob(), &join);
    assert_complete(host, guest);
    let missing = output(
        &homes.ann(),
        &["host", "--continue", &here, "--turn", "99", "--beside"],
    );
    assert_eq!(missing.status.code(), Some(2));
    let told = text(&missing.stderr);
    assert!(
        told.contains("no turn 99") && told.contains("turns 1 to 6"),
        "{told}"
    );
    let beside = homes.record("beside.fpm");
    let host = homes.host(&[
        "--continue",
        &there,
        "--turn",
        "3",
        "--beside",
        "--record",
        &beside,
    ]);
    let code = host.code();
    let eve = homes.folder.path().join("eve");
    let guest = Program::start(&eve, &["join", &code, "--player", "computer:1"]);
    let offer = guest.wait_for("note");
    let offered = offer["text"].as_str().expect("a text");
    assert!(offered.contains("begins with Amber's turn 2"), "{offered}");
    let turn = guest.wait_for("turn");
    assert_eq!(turn["turn"], 4, "{turn}");
    assert_complete(host, guest);
    assert_eq!(
        verdicts(&homes, &[&here, &there, &beside]),
        ["COMPLETE", "COMPLETE"]
    );
}

/// The words of an event that lists them.
fn words(event: &Value) -> String {
    let words = event["words"].as_array().expect("a list").iter();
    let words = words.map(|words| words.as_str().expect("a text"));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_loser_asks_for_an_earlier_turn_with_changed_sides_and_the_winner_reads_the_price() {
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    let host = homes.host(&[&game()[..], &["--record", &here]].concat());
    let code = host.code();
    let join = ["join", &code, "--record", &there];
    let guest = Program::scripted(&homes.bob(), &join, "end\nresign\n");
    assert_complete(host, guest);

    let refused = output(&homes.ann(), &["host", "--continue", &here]);
    assert_eq!(refused.status.code(), Some(2));
    let told = text(&refused.stderr);
    assert!(
        told.contains("You have won this match") && told.contains("--beside"),
        "{told}"
    );

    let ask = ["host", "--continue", &there, "--turn", "1", "--swap"];
    let ask = [&ask[..], &["--player", "computer:1"]].concat();
    // whichever program is there first, the question must stand before the two meet, because they part at once
    let host = willing(&homes, &here);
    let guest = Program::start(&homes.bob(), &ask);
    let asked = words(&host.wait_for("continue-asked"));
    for told in [
        "You have won this match; playing on gives that up.",
        "You change sides: you play Amber from now on.",
        "no longer count",
    ] {
        assert!(asked.contains(told), "{asked}");
    }
    host.wait_for("continued");
    guest.wait_for("continued");
    assert_complete(host, guest);
    let files = files(&homes);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let mut verdicts = verdicts(&homes, &files);
    verdicts.sort();
    assert_eq!(verdicts, ["COMPLETE", "CONTINUED"]);
}

#[test]
fn who_plays_on_beside_a_match_keeps_its_side_there_or_changes_it() {
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    let host = homes.host(&[
        "--scenario",
        "two-countries",
        "--max-turns",
        "4",
        "--record",
        &here,
    ]);
    let code = host.code();
    let join = ["join", &code, "--player", "computer:1", "--record", &there];
    let guest = Program::start(&homes.bob(), &join);
    assert_complete(host, guest);
    for (more, side) in [(&[][..], "amber"), (&["--swap"][..], "blue")] {
        let beside = ["host", "--continue", &there, "--turn", "1", "--beside"];
        let play = [
            "--player",
            "computer:1",
            "--listen",
            "127.0.0.1:0",
            "--max-turns",
            "3",
        ];
        let host = Program::start(&homes.bob(), &[&beside[..], &play, more].concat());
        let code = host.code();
        let guest = Program::start(
            &homes.folder.path().join("eve"),
            &["join", &code, "--player", "computer:1"],
        );
        let offered = guest.wait_for("note");
        let offered = offered["text"].as_str().expect("a text").to_owned();
        // the host is named first
        let played = offered.split(" plays ").nth(1).unwrap_or_default();
        assert!(played.to_lowercase().starts_with(side), "{offered}");
        let origin = guest.wait_for("note");
        let origin = origin["text"].as_str().expect("a text");
        assert!(
            origin.contains("is not in your data folder"),
            "who lacks the old match is told so: {origin}"
        );
        assert_complete(host, guest);
    }
}

#[test]
fn somebody_else_takes_the_place_of_a_player_who_is_gone() {
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    begun(&homes, &here, &there, &game(), &[]).kill();
    let offer = ["host", "--continue", &here, "--substitute"];
    let refused = output(&homes.ann(), &[&offer[..], &["--seat", "2=open"]].concat());
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("leave out --seat"), "{told}");
    let play = ["--player", "computer:1", "--listen", "127.0.0.1:0"];
    let host = Program::start(&homes.ann(), &[&offer[..], &play].concat());
    let told = host.wait_for("note");
    let told = told["text"].as_str().expect("a text").to_owned();
    assert!(told.contains("the old match stands"), "{told}");
    let code = host.code();
    let eve = homes.folder.path().join("eve");
    let guest = Program::start(&eve, &["join", &code, "--player", "computer:1"]);
    let _named = guest.wait_for("note");
    let origin = guest.wait_for("note");
    let origin = origin["text"].as_str().expect("a text");
    for told in ["in which a player is gone", "that the host has sent"] {
        assert!(origin.contains(told), "{origin}");
    }
    let [new, _] = assert_complete(host, guest);
    assert_eq!(new.to_string_lossy(), homes.record("here-2.fpm"));
    let shown = output(&homes.ann(), &["show", &here]);
    let told = text(&shown.stderr);
    assert!(told.contains("here-2.fpm"), "{told}");
    let new = new.to_string_lossy();
    // for the player who is gone, the old match stands
    let judged = output(&homes.bob(), &["judge", &there, &here, &new]);
    let told = text(&judged.stdout);
    assert!(told.contains("continued without"), "{told}");
    assert!(told.contains("OPEN") && told.contains("COMPLETE"), "{told}");
    let taken = output(&homes.ann(), &["host", "--continue", &here, "--substitute"]);
    let told = text(&taken.stderr);
    assert_eq!(taken.status.code(), Some(2), "{told}");
    assert!(told.contains("has a result"), "{told}");
}
