//! Players of every kind against each other: two real processes on the loopback.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

const WARLORD: &str = env!("CARGO_BIN_EXE_warlord");

/// One side: how it is started, and what is written to its standard input.
struct Party<'a> {
    arguments: &'a [&'a str],
    input: &'a str,
}

/// The end of one side.
struct Result {
    status: Option<i32>,
    out: String,
    errors: String,
    file: PathBuf,
}

struct Match {
    _folder: TempDir,
    host: Result,
    guest: Result,
}

/// Plays `host` and `guest` against each other, each to its end. A host whose guest has failed would wait forever: it
/// is killed.
fn play(host: &Party, guest: &Party) -> Match {
    let folder = tempfile::tempdir().expect("a folder");
    let ann = folder.path().join("ann.fpm");
    let mut hosting = spawn(folder.path(), "ann", host, |command| {
        command.args(["host", "--listen", "127.0.0.1:0"]);
    });
    let mut lines = BufReader::new(hosting.stdout.take().expect("piped"));
    let mut first = String::new();
    let code = loop {
        let read = lines.read_line(&mut first).expect("text");
        assert!(read > 0, "no invitation: {first}");
        let code = first
            .split(['"', ' ', '\n'])
            .find(|word| word.starts_with("warlord1"));
        if let Some(code) = code {
            break code.to_owned();
        }
    };
    let bob = folder.path().join("bob.fpm");
    let joining = spawn(folder.path(), "bob", guest, |command| {
        command.args(["join", &code]);
    });
    // Both are read to the end at once, so that neither waits for a full pipe.
    let reader = std::thread::spawn(move || {
        let mut rest = first;
        lines.read_to_string(&mut rest).expect("text");
        rest
    });
    let guest = finish(joining, None, bob);
    if guest.status != Some(0) {
        hosting.kill().expect("it waits");
    }
    let out = reader.join().expect("read");
    Match {
        host: finish(hosting, Some(out), ann),
        guest,
        _folder: folder,
    }
}

fn spawn(folder: &Path, name: &str, party: &Party, what: impl FnOnce(&mut Command)) -> Child {
    let mut command = Command::new(WARLORD);
    what(&mut command);
    let mut child = command
        .args(["--as", name, "--record"])
        .arg(folder.join(format!("{name}.fpm")))
        .args(party.arguments)
        .env("WARLORD_HOME", folder.join(name))
        .env("WARLORD_STATE", folder.join(name).join("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(party.input.as_bytes()).expect("it reads");
    child
}

fn finish(child: Child, out: Option<String>, file: PathBuf) -> Result {
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Result {
        status: output.status.code(),
        out: out.unwrap_or_else(|| text(output.stdout)),
        errors: text(output.stderr),
        file,
    }
}

/// Both ended well, with the same file, which is complete.
fn assert_complete(played: &Match, outcome: &str) {
    // people read the names of the colors, programs the words of the files
    let named = outcome.replace("white", "Blue").replace("black", "Amber");
    for side in [&played.host, &played.guest] {
        assert_eq!(side.status, Some(0), "{}{}", side.out, side.errors);
        assert!(
            side.out.contains(&format!("COMPLETE ({named})"))
                || side.out.contains(&format!(r#""result":"{outcome}""#)),
            "{}",
            side.out
        );
    }
    let read = |side: &Result| std::fs::read(&side.file).expect("a match file");
    assert!(
        read(&played.host) == read(&played.guest),
        "the files differ"
    );
    let judged = Command::new(WARLORD)
        .arg("judge")
        .args([&played.host.file, &played.guest.file])
        .output();
    assert!(judged.is_ok_and(|judged| judged.status.success()));
}

#[test]
fn two_scripts_play_a_game_to_its_end() {
    let white = "# a short game\nb4-b5\nb4-b6\nend\ne3-e4\nundo\nend\n";
    let black = "b9-b8\nend\nend\n";
    let played = play(
        &Party {
            arguments: &["--player", "stdin", "--json"],
            input: white,
        },
        &Party {
            arguments: &[],
            input: black,
        },
    );
    assert_complete(&played, "draw passes");
    let lines: Vec<serde_json::Value> = played
        .host
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("one JSON object a line"))
        .collect();
    let orders: Vec<_> = lines
        .iter()
        .filter(|line| line["event"] == "turn")
        .map(|line| line["orders"].to_string())
        .collect();
    let expected = [
        r#"["b4-b5","end"]"#,
        r#"["b9-b8","end"]"#,
        r#"["end"]"#,
        r#"["end"]"#,
    ];
    assert_eq!(orders, expected);
    assert!(
        played
            .host
            .errors
            .contains("Illegal: no unit stands on b4 (rule 2.1)."),
        "with --json a person is talked to on standard error: {}",
        played.host.errors
    );
    assert!(
        played.guest.out.contains("Amber's turn 1: "),
        "{}",
        played.guest.out
    );
    assert!(!played.guest.out.contains('\u{1b}'), "no colors in a pipe");
}

#[test]
fn both_players_are_shown_every_option_and_what_is_ours_before_they_play() {
    let ends = "end\nend\n";
    let host = [
        "--scenario",
        "warlord-ii",
        "--option",
        "reduced-chiefs=on",
        "--option",
        "short=0",
    ];
    let (host, guest) = (
        Party {
            arguments: &host,
            input: ends,
        },
        Party {
            arguments: &[],
            input: ends,
        },
    );
    let played = play(&host, &guest);
    assert_complete(&played, "draw passes");
    let scenario = scenario::load("warlord-ii").expect("built in");
    let scenario = scenario.expect("right");
    for (out, after) in [
        (&played.host.out, "Invitation: "),
        (&played.guest.out, "Blue's turn 1: "),
    ] {
        let shown = out.split(after).next().unwrap_or_default();
        for option in scenario.options() {
            assert!(shown.contains(option.meaning), "{}: {shown}", option.key);
        }
        for said in [
            "reduced-chiefs=on",
            "(on or off; usually off)",
            "short=0",
            "swap=off",
            "Each side: 12 leaders (L)",
            "Orders a turn: 10, but no more than the side has leaders left",
        ] {
            assert!(shown.contains(said), "{said}: {shown}");
        }
        for house in &scenario.head().house {
            assert!(shown.contains(&house.note.replace('\n', " ")), "{shown}");
        }
    }
}

#[test]
fn a_script_that_ends_too_early_says_that_the_match_can_be_resumed() {
    let guest = Party {
        arguments: &["--json"],
        input: "b9-b8\n",
    };
    let host = Party {
        arguments: &[],
        input: "b4-b5\nend\n",
    };
    let played = play(&host, &guest);
    assert_eq!(played.guest.status, Some(2), "{}", played.guest.out);
    let (_, event) = played
        .guest
        .out
        .trim_end()
        .rsplit_once('\n')
        .expect("lines");
    let event: serde_json::Value = serde_json::from_str(event).expect("one JSON object");
    assert_eq!(event["event"], "error");
    for text in [&event["what"], &event["advice"]] {
        let text = text.as_str().unwrap_or_default();
        assert!(
            text.contains("standard input ended") || text.contains("`warlord resume FILE`"),
            "{event}"
        );
    }
}

#[test]
fn resigning_ends_the_game() {
    let played = play(
        &Party {
            arguments: &[],
            input: "b4-b5\nend\n",
        },
        &Party {
            arguments: &["--json"],
            input: "resign\n",
        },
    );
    assert_complete(&played, "white resign");
}

#[test]
fn our_own_engine_plays_hidden_set_ups_as_a_bot() {
    let engine = format!("'{WARLORD}' engine");
    let bot = ["--player", "engine", engine.as_str(), "--move-time", "20"];
    for scenario in ["test-of-wills", "border-war"] {
        let offer = ["--scenario", scenario, "--max-turns", "6"];
        let played = play(
            &Party {
                arguments: &[&offer[..], &bot].concat(),
                input: "",
            },
            &Party {
                arguments: &bot,
                input: "",
            },
        );
        assert_complete(&played, "draw agreed");
        let out = &played.guest.out;
        assert!(out.contains("Blue has sealed its set-up."), "{out}");
        assert_eq!(out.matches("\nBlue's turn ").count(), 3, "{out}");
        let is_laid = out.contains("Drawn: the terrain is laid: ");
        assert_eq!(is_laid, scenario == "border-war", "{out}");
    }
}

#[test]
fn the_example_bot_of_the_guide_plays() {
    let python = if cfg!(windows) { "python" } else { "python3" };
    let modern = Command::new(python).arg("--version").output();
    if !modern.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: the bot needs Python as `{python}`");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/random-bot.py");
    let bot = format!("{python} '{}' '{WARLORD}'", script.display());
    let scenario = ["--scenario", "test-of-wills", "--max-turns", "8"];
    let played = play(
        &Party {
            arguments: &[&scenario[..], &["--player", "computer:1"]].concat(),
            input: "",
        },
        &Party {
            arguments: &["--player", "engine", &bot],
            input: "",
        },
    );
    assert_complete(&played, "draw agreed");
}

#[test]
fn a_bot_that_cannot_play_is_reported_before_anybody_is_invited() {
    let output = Command::new(WARLORD)
        .args(["host", "--player", "engine", "no-such-bot --x", "--json"])
        .env(
            "WARLORD_HOME",
            tempfile::tempdir().expect("a folder").path(),
        )
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let out = String::from_utf8(output.stdout).expect("text");
    let event: serde_json::Value = serde_json::from_str(&out).expect("one JSON object");
    assert_eq!(event["event"], "error", "{out}");
    assert!(out.contains("no-such-bot --x"), "{out}");
    assert!(
        event["advice"]
            .as_str()
            .is_some_and(|advice| !advice.is_empty())
    );
}
