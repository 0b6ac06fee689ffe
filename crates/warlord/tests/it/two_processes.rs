//! The program against itself in two and more processes: whole matches, kills in mid-game, bad invitations, one data folder for
//! both.

mod continuing;
mod copies;
mod duels;
#[cfg(unix)]
mod hardships;
mod mid_turn;
mod program;
mod releases;
mod tables;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rules::testing::depth::deep;
use serde_json::Value;

use program::{Homes, Program, assert_complete, output, resumed, text};

#[test]
fn a_match_of_the_toy_family_is_played_judged_and_shown() {
    let homes = Homes::new();
    let toy = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/toy.toml");
    let toy = toy.to_string_lossy();
    let host = homes.host(&["--scenario", &toy, "--record", &homes.record("ann.fpm")]);
    let code = host.code();
    let record = homes.record("bob.fpm");
    let join = ["join", &code, "--player", "computer:1", "--record", &record];
    let guest = Program::start(&homes.bob(), &join);
    let [file, _] = assert_complete(host, guest);
    let shown = output(&homes.ann(), &["show", &file.to_string_lossy()]);
    assert!(shown.status.success(), "{}", text(&shown.stderr));
    assert!(
        text(&shown.stdout).contains("North"),
        "{}",
        text(&shown.stdout)
    );
}

#[test]
fn two_programs_play_a_match_to_its_end_and_the_judge_reads_both_files() {
    let homes = Homes::new();
    let host = homes.host(&["--scenario", "test-of-wills", "--max-turns", "20"]);
    let guest = Program::start(
        &homes.bob(),
        &["join", &host.code(), "--player", "computer:1"],
    );
    let [here, there] = assert_complete(host, guest);
    let (here, there) = (here.to_string_lossy(), there.to_string_lossy());
    let judged = output(&homes.ann(), &["judge", &here, &there, "--json"]);
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stdout));
    assert!(text(&judged.stdout).contains("\"verdict\":\"COMPLETE\""));

    let mut changed = std::fs::read(&*here).expect("a match file");
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    let file = homes.record("changed.fpm");
    std::fs::write(&file, changed).expect("written");
    let judged = output(&homes.ann(), &["judge", &file]);
    assert_eq!(judged.status.code(), Some(1), "{}", text(&judged.stdout));
}

#[test]
fn a_match_with_clocks_is_played_and_its_clocks_are_in_the_file() {
    let homes = Homes::new();
    let clock = ["--clock", "5m+2s", "--claim", "loss", "--max-turns", "6"];
    let host = homes.host(&[&["--scenario", "test-of-wills"], &clock[..]].concat());
    let guest = Program::start(
        &homes.bob(),
        &["join", &host.code(), "--player", "computer:1"],
    );
    let told = guest.wait_for("clock");
    let clocks = told["clocks"].as_array().expect("both").clone();
    assert_eq!(clocks.len(), 2, "{told}");
    let left = clocks[0]["left"].as_u64().expect("milliseconds");
    assert!((1..=300_000).contains(&left), "{told}");
    let [here, _] = assert_complete(host, guest);
    let judged = output(&homes.ann(), &["judge", &here.to_string_lossy(), "--json"]);
    let judged: Value = serde_json::from_slice(&judged.stdout).expect("JSON");
    let clocks = judged["clocks"].as_array().expect("both");
    // with an increment, players that answer at once gain time with every turn
    let least = clocks.iter().filter_map(Value::as_u64).min();
    assert!(least.is_some_and(|least| least > 300_000), "{judged}");
}

#[test]
fn either_program_may_be_killed_at_any_time_and_continues_from_its_file() {
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    // a game that lasts longer than the kills, however late they come
    let more = [
        "--scenario",
        "two-countries",
        "--max-turns",
        "400",
        "--record",
        &here,
    ];
    let mut host = homes.host(&more);
    let code = host.code();
    let join = ["join", &code, "--player", "computer:1", "--record", &there];
    let mut guest = Program::start(&homes.bob(), &join);
    let mut turn = 0;
    let mut longest = Duration::ZERO;
    for round in 0..deep(1, 3, 3) {
        turn = guest.wait_for_turn(turn + 5);
        guest.kill();
        let killed = Instant::now();
        guest = resumed(&homes.bob(), &there);
        turn = guest.wait_for_turn(turn + 1);
        longest = longest.max(killed.elapsed());
        turn = guest.wait_for_turn(turn + 5 + round);
        host.kill();
        let killed = Instant::now();
        host = resumed(&homes.ann(), &here);
        turn = host.wait_for_turn(turn + 1);
        longest = longest.max(killed.elapsed());
        turn = host.wait_for_turn(turn + 5);
    }
    // the other side does not wait until it notices that the line is dead
    // a line counts as lost after twelve seconds
    assert!(longest < Duration::from_secs(11), "{longest:?}");
    // and both at once
    host.kill();
    guest.kill();
    host = resumed(&homes.ann(), &here);
    guest = resumed(&homes.bob(), &there);
    assert_complete(host, guest);
}

#[test]
fn a_match_of_each_wargame_with_sealed_set_ups_is_killed_resumed_and_judged() {
    for key in ["wargame-1", "wargame-2"] {
        let homes = Homes::new();
        let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
        let more = ["--scenario", key, "--max-turns", "30", "--record", &here];
        let host = homes.host(&more);
        let code = host.code();
        let join = ["join", &code, "--player", "computer:1", "--record", &there];
        let guest = Program::start(&homes.bob(), &join);
        let turn = guest.wait_for_turn(3);
        guest.kill();
        let guest = resumed(&homes.bob(), &there);
        let turn = guest.wait_for_turn(turn + 2);
        host.kill();
        let host = resumed(&homes.ann(), &here);
        host.wait_for_turn(turn + 2);
        let [here, there] = assert_complete(host, guest);
        let (here, there) = (here.to_string_lossy(), there.to_string_lossy());
        let judged = output(&homes.ann(), &["judge", &here, &there, "--json"]);
        assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stdout));
        assert!(text(&judged.stdout).contains("\"verdict\":\"COMPLETE\""));
        let shown = output(&homes.ann(), &["show", &here]);
        assert!(shown.status.success(), "{}", text(&shown.stderr));
        assert!(
            text(&shown.stdout).contains("Leaders: Blue"),
            "{}",
            text(&shown.stdout)
        );
    }
}

#[test]
fn one_data_folder_serves_both_ends_of_a_match() {
    let homes = Homes::new();
    let host = homes.host(&["--max-turns", "4"]);
    let guest = Program::start(
        &homes.ann(),
        &["join", &host.code(), "--player", "computer:1"],
    );
    let note = guest.wait_for("note");
    assert!(
        note["text"]
            .as_str()
            .expect("a text")
            .contains("second player"),
        "{note}"
    );
    assert_complete(host, guest);
}

#[test]
fn a_match_is_not_taken_up_twice_at_once() {
    let homes = Homes::new();
    let file = homes.record("here.fpm");
    let host = homes.host(&["--record", &file, "--scenario", "two-countries"]);
    let guest = Program::start(
        &homes.bob(),
        &["join", &host.code(), "--player", "computer:1"],
    );
    guest.wait_for_turn(1);
    let second = output(&homes.ann(), &["resume", &file, "--player", "computer"]);
    assert_eq!(second.status.code(), Some(2));
    assert!(
        text(&second.stderr).contains("another program plays this match"),
        "{}",
        text(&second.stderr)
    );
    host.kill();
    guest.kill();
}

#[test]
fn a_cut_invitation_is_called_cut_and_the_advice_helps() {
    let homes = Homes::new();
    let host = homes.host(&[]);
    let code = host.code();
    let cut = output(&homes.bob(), &["join", &code[..code.len() - 10]]);
    assert_eq!(cut.status.code(), Some(2));
    let said = text(&cut.stderr);
    assert!(
        said.contains("10 of its") && said.contains("to its very end"),
        "{said}"
    );
}

#[test]
fn a_second_guest_learns_that_the_invitation_is_used() {
    let homes = Homes::new();
    let host = homes.host(&["--scenario", "two-countries"]);
    let code = host.code();
    let guest = Program::start(&homes.bob(), &["join", &code, "--player", "computer:1"]);
    guest.wait_for_turn(1);
    let eve = homes.folder.path().join("eve");
    let second = output(&eve, &["join", &code, "--player", "computer:1", "--json"]);
    assert_eq!(second.status.code(), Some(2));
    assert!(
        text(&second.stdout).contains("\"event\":\"error\""),
        "{}",
        text(&second.stdout)
    );
    assert!(text(&second.stderr).contains("somebody else has used the invitation"));
    host.kill();
    guest.kill();
}

#[test]
fn a_demonstration_with_the_same_seed_is_the_same_game() {
    let homes = Homes::new();
    let demo = |home: &Path| {
        let demo = output(
            home,
            &[
                "demo",
                "--seed",
                "7",
                "--fast",
                "--max-turns",
                "12",
                "--json",
            ],
        );
        assert_eq!(demo.status.code(), Some(0), "{}", text(&demo.stderr));
        let lines = text(&demo.stdout);
        assert_eq!(
            lines.matches("\"verdict\":\"COMPLETE\"").count(),
            2,
            "{lines}"
        );
        let turns: Vec<String> = lines
            .lines()
            .filter(|line| line.contains("\"event\":\"turn\""))
            .map(str::to_owned)
            .collect();
        assert_eq!(turns.len(), 12);
        turns
    };
    assert_eq!(demo(&homes.ann()), demo(&homes.bob()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_waiting_host_cleanly() {
    let homes = Homes::new();
    let host = homes.host(&[]);
    host.code();
    host.wait_for("reachability");
    let sent = Command::new("kill")
        .args(["-INT", &host.child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    assert_eq!(host.ended().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_players_key_is_readable_by_the_player_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let homes = Homes::new();
    let shown = output(&homes.ann(), &["identity", "--json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    let file = shown["file"].as_str().expect("a file");
    let mode = std::fs::metadata(file)
        .expect("it is there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let key = shown["key"].clone();
    output(&homes.ann(), &["identity", "name", "Ann"]);
    let renamed = output(&homes.ann(), &["identity", "show", "--json"]);
    let renamed: Value = serde_json::from_slice(&renamed.stdout).expect("JSON");
    assert_eq!(
        (&renamed["name"], &renamed["key"]),
        (&Value::from("Ann"), &key)
    );
    let fresh = output(&homes.ann(), &["identity", "new", "--json"]);
    let fresh: Value = serde_json::from_slice(&fresh.stdout).expect("JSON");
    assert_eq!(fresh["name"], "Ann");
    assert_ne!(fresh["key"], key);
}

#[test]
fn an_invitation_outlives_the_program_and_is_waited_for_again_or_withdrawn() {
    let homes = Homes::new();
    let host = homes.host(&["--scenario", "test-of-wills", "--max-turns", "6"]);
    let code = host.code();
    host.kill();
    let listed = output(&homes.ann(), &["invitations"]);
    assert!(
        text(&listed.stdout).contains("A Test of Wills, until"),
        "{}",
        text(&listed.stdout)
    );

    let wait = ["invitations", "wait", "1", "--player", "computer:1"];
    let host = Program::start(&homes.ann(), &wait);
    // the address is another one; the match, the key and the secret are the same
    let fresh = host.code();
    assert_eq!(code[..100], fresh[..100]);
    let guest = Program::start(&homes.bob(), &["join", &fresh, "--player", "computer:1"]);
    assert_complete(host, guest);
    let listed = output(&homes.ann(), &["invitations", "--json"]);
    assert_eq!(text(&listed.stdout), "", "it was used");

    let other = homes.host(&["--scenario", "test-of-wills"]);
    other.code();
    let in_use = output(&homes.ann(), &["invitations", "withdraw", "1"]);
    assert!(
        text(&in_use.stderr).contains("another program waits"),
        "{}",
        text(&in_use.stderr)
    );
    other.kill();
    let withdrawn = output(&homes.ann(), &["invitations", "withdraw", "1"]);
    assert!(withdrawn.status.success(), "{}", text(&withdrawn.stderr));
    let again = output(&homes.ann(), &["invitations", "wait", "1"]);
    assert_eq!(again.status.code(), Some(2));
}

#[test]
fn the_doctor_says_what_to_do_about_everything_that_is_wrong() {
    let homes = Homes::new();
    let examined = output(&homes.ann(), &["doctor", "--json"]);
    assert!(examined.status.success(), "{}", text(&examined.stderr));
    let lines = text(&examined.stdout);
    let findings = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"));
    let findings: Vec<Value> = findings.collect();
    assert!(
        findings.iter().any(|finding| finding["about"] == "router"),
        "{lines}"
    );
    for finding in findings {
        let (is_good, advice) = (finding["good"] == true, finding["advice"].as_str());
        assert!(
            is_good || advice.is_some_and(|advice| !advice.is_empty()),
            "{finding}"
        );
    }
}
