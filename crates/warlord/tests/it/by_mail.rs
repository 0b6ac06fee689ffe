//! Two people finish a match by mail alone: every letter is a file that one process writes and another reads.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A player with a data folder.
struct Desk {
    home: PathBuf,
    record: PathBuf,
}

fn command(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warlord"));
    command
        .args(arguments)
        .env("WARLORD_HOME", home)
        .env("WARLORD_STATE", home.join("state"))
        .env("NO_COLOR", "1");
    command
}

fn warlord(home: &Path, arguments: &[&str]) -> Output {
    let output = command(home, arguments).output();
    output.expect("the program starts")
}

/// Runs the program for a person who types `typed`.
fn typing(home: &Path, arguments: &[&str], typed: &str) -> Output {
    let mut command = command(home, arguments);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let mut keys = child.stdin.take().expect("piped");
    // a program that needs no line may have ended
    let _unread = keys.write_all(typed.as_bytes());
    drop(keys);
    child.wait_with_output().expect("it ends")
}

fn ok(output: &Output) -> String {
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{out}\n{error}");
    out
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Plays by letters to the end; returns their number.
fn by_mail(scenario: &str, turns: &str) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let desks = ["ann", "ben"].map(|name| Desk {
        home: at(name),
        record: at(&format!("{name}.fpm")),
    });
    let letter = at("letter.fpx");
    let [ann, ben] = &desks;
    let offered = warlord(
        &ann.home,
        &[
            "host",
            "--scenario",
            scenario,
            "--max-turns",
            turns,
            "--record",
            text(&ann.record),
            "--letter",
            text(&letter),
        ],
    );
    ok(&offered);
    let mut letters = 1;
    // far more letters than any of these matches takes: a match that does not end fails instead of hanging
    for desk in [ben, ann].into_iter().cycle().take(200) {
        let next = at("next.fpx");
        let played = warlord(
            &desk.home,
            &[
                "import",
                text(&desk.record),
                text(&letter),
                "--reply",
                text(&next),
                "--player",
                "computer:1",
                "--seed",
                "7",
                "--json",
            ],
        );
        let out = ok(&played);
        if out.contains("\"verdict\":\"COMPLETE\"") && desk.record == ann.record {
            std::fs::copy(&next, &letter).expect("a letter");
            // the last letter carries the end to the other
            let last = warlord(&ben.home, &["import", text(&ben.record), text(&letter)]);
            ok(&last);
            break;
        }
        std::fs::rename(&next, &letter).expect("an answer");
        letters += 1;
    }
    let judged = warlord(
        &ann.home,
        &["judge", "--json", text(&ann.record), text(&ben.record)],
    );
    let judged = ok(&judged);
    assert!(judged.contains("\"verdict\":\"COMPLETE\""), "{judged}");
    let files = desks
        .each_ref()
        .map(|desk| std::fs::read(&desk.record).expect("a file"));
    assert_eq!(files[0], files[1]);
    letters
}

#[test]
fn two_people_finish_a_border_war_by_mail_alone() {
    let letters = by_mail("border-war", "8");
    // ten before the first turn, one a turn, and the end
    assert!(letters <= 10 + 8 + 3, "{letters} letters");
}

#[test]
fn a_match_by_mail_is_continued_in_a_new_one_by_letters() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (ann, ben) = (at("ann"), at("ben"));
    let (anns, bens, letter) = (at("ann.fpm"), at("ben.fpm"), at("letter.fpx"));
    let game = ["host", "--scenario", "clash-of-arms", "--max-turns", "6"];
    let place = ["--record", text(&anns), "--letter", text(&letter)];
    ok(&warlord(&ann, &[&game[..], &place].concat()));
    let import = |home: &Path, record: &Path, more: &[&str]| {
        let next = at("next.fpx");
        let files = [
            "import",
            text(record),
            text(&letter),
            "--reply",
            text(&next),
        ];
        let player = ["--player", "computer:1", "--json"];
        let out = ok(&warlord(home, &[&files[..], &player, more].concat()));
        std::fs::rename(&next, &letter).expect("an answer");
        out
    };
    import(&ben, &bens, &[]);
    import(&ann, &anns, &[]);
    import(&ben, &bens, &[]);
    import(&ann, &anns, &[]);
    // Ann has played, and asks with the same letter
    let asks = ["export", text(&anns), text(&letter), "--continue"];
    let asked = warlord(&ann, &asks);
    ok(&asked);
    let words = String::from_utf8_lossy(&asked.stderr).into_owned();
    assert!(
        words.contains("is asked to continue in a new match"),
        "{words}"
    );
    let accept = ["--continue", "accept"];
    let told = import(&ben, &bens, &accept);
    assert!(told.contains("\"event\":\"continue-asked\""), "{told}");
    let mut told = String::new();
    for (home, record) in [(&ann, &anns), (&ben, &bens)].into_iter().cycle().take(20) {
        told = import(home, record, &[]);
        if told.contains("\"verdict\":\"COMPLETE\"") {
            break;
        }
    }
    assert!(told.contains("\"verdict\":\"COMPLETE\""), "{told}");
    assert!(at("ann-2.fpm").exists() && at("ben-2.fpm").exists());
}

#[test]
fn days_are_agreed_and_claimed_by_mail() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (ann, ben) = (at("ann"), at("ben"));
    let (anns, bens, letter) = (at("ann.fpm"), at("ben.fpm"), at("letter.fpx"));
    let offer = |terms: &[&str]| {
        let usual = ["host", "--record", text(&anns), "--letter", text(&letter)];
        warlord(&ann, &[&usual[..], terms].concat())
    };
    let clock = offer(&["--clock", "15m+10s"]);
    assert!(!clock.status.success(), "a clock does not run by mail");
    ok(&offer(&["--days", "2", "--claim", "loss"]));
    let import = |home: &Path, record: &Path| {
        let computer = ["--player", "computer:1", "--reply", text(&letter)];
        let usual = ["import", text(record), text(&letter)];
        ok(&warlord(home, &[&usual[..], &computer].concat()))
    };
    let shown = import(&ben, &bens);
    let terms = "2 days for a turn; the player whose time is claimed to be up loses";
    assert!(shown.contains(terms), "{shown}");
    let played = import(&ann, &anns);
    assert!(played.contains("Time left: "), "{played}");
    for command in ["show", "judge"] {
        let said = ok(&warlord(&ann, &[command, text(&anns)]));
        assert!(said.contains(terms), "{said}");
    }
    // Ben has two days; no clock of this machine can be set forward for the test
    let out = at("claim.fpx");
    let claimed = warlord(&ann, &["export", text(&anns), text(&out), "--claim"]);
    let told = String::from_utf8_lossy(&claimed.stderr).into_owned();
    assert!(told.contains("time is not up"), "{told}");
    assert!(!out.exists());
}

/// A match in which Ben has owed a turn for months, and Ann's files of it.
fn late(folder: &Path) -> Desk {
    let mut offer = protocol::testing::offer("clash-of-arms", None);
    offer.terms = protocol::manifest::Terms {
        pace: protocol::manifest::Pace::Days(2),
        claim: protocol::manifest::ClaimEffect::Loss,
    };
    let mut pair = protocol::testing::Pair::new(offer, 1);
    // long ago by the clock of this machine
    pair.now.unix_ms = 1_600_000_000_000;
    pair.connect();
    pair.run();
    pair.accept();
    pair.run();
    pair.play(1, 3);
    let waits = pair.to_decide().expect("under way").other();
    let disk = &pair.disks[waits.index()];
    let (home, record) = (folder.join("home"), folder.join("late.fpm"));
    std::fs::write(&record, &disk.public).expect("written");
    std::fs::write(record.with_extension("key"), &disk.private).expect("written");
    let seed = [waits.0 + 1, 1].repeat(16).try_into().expect("32 bytes");
    let player = home::Player::from_seed("Ann", &seed);
    let data = home::Home::at(&home).expect("a data folder");
    data.set_player(&player).expect("written");
    Desk { home, record }
}

#[test]
fn a_claim_by_mail_is_asked_back_before_it_is_signed() {
    let folder = tempfile::tempdir().expect("a folder");
    let Desk { home, record } = late(folder.path());
    let out = folder.path().join("claim.fpx");
    let before = std::fs::read(&record).expect("there");
    let claim = ["export", text(&record), text(&out), "--claim"];
    // a program must say `--yes`: what comes on standard input is no confirmation
    for typed in ["", "claim\n", "yes\n"] {
        let mut command = command(&home, &claim);
        let mut child = command
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut keys = child.stdin.take().expect("piped");
        let _unread = keys.write_all(typed.as_bytes());
        drop(keys);
        let asked = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&asked.stderr).into_owned();
        assert_eq!(asked.status.code(), Some(2), "{told}");
        for part in [
            "'s time is up. As agreed, the match is over and you win",
            "cannot be taken back",
            "nothing is claimed, and no letter written",
            "--claim --yes",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert_eq!(std::fs::read(&record).expect("there"), before);
        assert!(!out.exists());
    }
    let usage = warlord(&home, &["export", text(&record), text(&out), "--yes"]);
    assert_eq!(usage.status.code(), Some(2), "--yes goes with --claim");
    let claimed = warlord(&home, &[&claim[..], &["--yes"]].concat());
    let told = String::from_utf8_lossy(&claimed.stderr).into_owned();
    assert!(claimed.status.success(), "{told}");
    assert!(
        told.contains("As agreed, the match is over and you win"),
        "{told}"
    );
    assert!(out.exists());
    let judged = warlord(&home, &["judge", text(&record)]);
    let told = String::from_utf8_lossy(&judged.stdout).into_owned();
    assert!(told.contains("CLAIMED"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_person_at_a_terminal_writes_the_word_to_claim() {
    let folder = tempfile::tempdir().expect("a folder");
    let Desk { home, record } = late(folder.path());
    let out = folder.path().join("claim.fpx");
    let program = env!("CARGO_BIN_EXE_warlord");
    let line = format!("{program} export {} {} --claim", text(&record), text(&out));
    let typed = |words: &str| {
        // `script` gives the program a terminal
        let mut command = Command::new("script");
        command
            .args(["-qec", &line, "/dev/null"])
            .env("WARLORD_HOME", &home)
            .env("WARLORD_STATE", home.join("state"))
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                eprintln!("skipped: there is no `script`: {error}");
                return None;
            }
        };
        let mut keys = child.stdin.take().expect("piped");
        keys.write_all(words.as_bytes()).expect("written");
        let done = child.wait_with_output().expect("it ends");
        drop(keys);
        Some(String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let Some(told) = typed("no\n") else {
        return;
    };
    assert!(told.contains("Type `claim` to claim it"), "{told}");
    assert!(
        told.contains("nothing is claimed") && !out.exists(),
        "{told}"
    );
    let told = typed("claim\n").unwrap_or_default();
    assert!(out.exists(), "{told}");
}

#[test]
fn a_turn_is_taken_back_by_mail() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (ann, ben) = (at("ann"), at("ben"));
    let (anns, bens, letter) = (at("ann.fpm"), at("ben.fpm"), at("letter.fpx"));
    let offer = ["host", "--record", text(&anns), "--letter", text(&letter)];
    ok(&warlord(&ann, &offer));
    let import = |home: &Path, record: &Path, typed: &str| {
        let usual = [
            "import",
            text(record),
            text(&letter),
            "--reply",
            text(&letter),
        ];
        ok(&typing(
            home,
            &[&usual[..], &["--player", "stdin"]].concat(),
            typed,
        ))
    };
    import(&ben, &bens, "");
    import(&ann, &anns, "b4-b5\nend\n");
    import(&ben, &bens, "b9-b8\nend\n");
    let asked = import(&ann, &anns, "takeback\nleave\n");
    assert!(!asked.contains("grants"), "{asked}");
    // the answer is the only thing left for Ben to decide
    let told = import(&ben, &bens, "accept\n");
    assert!(told.contains("asks to take back its last turn"), "{told}");
    let granted = import(&ann, &anns, "");
    let words = "the match continues from before Blue's turn 1";
    assert!(granted.contains(words), "{granted}");
    // both sign the position again, then the turn is made again
    import(&ben, &bens, "");
    let made = import(&ann, &anns, "b4-b5\nend\n");
    assert!(made.contains("Blue's turn 1: b4-b5 end"), "{made}");
}

#[test]
fn a_letter_travels_as_pasted_text_too_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (ann, ben) = (at("ann"), at("ben"));
    let (record, letter) = (at("ann.fpm"), at("letter.fpx"));
    ok(&warlord(
        &ann,
        &["host", "--record", text(&record), "--letter", text(&letter)],
    ));
    let shown = ok(&warlord(&ann, &["export", text(&record), "--text"]));
    assert!(shown.starts_with("-----BEGIN WARLORD LETTER-----"));
    let pasted = at("mail.txt");
    std::fs::write(
        &pasted,
        format!("Hello Ben,\n> {}", shown.replace('\n', "\r\n> ")),
    )
    .expect("written");
    let bens = at("ben.fpm");
    let script = [
        "import",
        text(&bens),
        text(&pasted),
        "--player",
        "computer:1",
        "--text",
    ];
    let answer = ok(&warlord(&ben, &script));
    assert!(answer.contains("-----END WARLORD LETTER-----"), "{answer}");
    // the offer again, and half of it
    let again = warlord(&ann, &["import", text(&record), text(&letter)]);
    let told = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(told.contains("you wrote this letter yourself"), "{told}");
    let bytes = std::fs::read(&letter).expect("a letter");
    std::fs::write(&letter, &bytes[..bytes.len() / 2]).expect("written");
    let cut = warlord(&ben, &["import", text(&at("new.fpm")), text(&letter)]);
    let told = String::from_utf8_lossy(&cut.stderr).into_owned();
    assert!(told.contains("cut or changed"), "{told}");
    assert!(!at("new.fpm").exists());
}
