//! Bots in `warlord match`: what they are asked, and what happens when they misbehave or on Ctrl-C.

use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Enough time for a loaded machine, and less than the twenty seconds that a silent bot gets.
const SOON: Duration = Duration::from_secs(15);

fn place() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Writes a shell script as a bot that passes every turn, and runs `go` before it does. The command is in `$line`.
fn bot(place: &Path, name: &str, go: &str) -> String {
    let script = format!(
        "while read -r line; do\n case \"$line\" in\n go*)\n{go}\n echo end;;\n engine) echo protocol 1;;\n esac\n echo ok\ndone\n"
    );
    std::fs::write(place.join(name), script).expect("written");
    format!("engine sh {name}")
}

fn play(place: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_warlord"));
    let program = program.arg("match").args(arguments).current_dir(place);
    program.output().expect("the program starts")
}

/// The lines of a match with `--json`: the games, then the figures.
fn lines(place: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = play(place, &[arguments, &["--json"]].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn a_bot_receives_the_seed_of_the_pair() {
    let place = place();
    let heard = |place: &Path| {
        let heard = std::fs::read_to_string(place.join("heard")).expect("lines");
        // the next match writes into the same file
        std::fs::remove_file(place.join("heard")).expect("removed");
        heard.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let knows = bot(place.path(), "knows.sh", "echo \"$line\" >>heard");
    let ask = ["--games", "4", "--nodes", "7"];
    lines(place.path(), &[&[&*knows, &*knows], &ask[..]].concat());
    // each game is two passes; both seats write into one file, one after the other
    let seeds = heard(place.path());
    assert_eq!(seeds.len(), 8, "{seeds:?}");
    assert!(
        seeds.iter().all(|go| go.starts_with("go nodes 7 seed ")),
        "{seeds:?}"
    );
    assert_eq!(seeds[..2], seeds[2..4], "the games of a pair");
    assert_ne!(seeds[..2], seeds[4..6], "another pair");

    let refuse = "case \"$line\" in *seed*) echo error; continue;; esac; echo \"$line\" >>heard";
    let knows_not = bot(place.path(), "knows-not.sh", refuse);
    lines(place.path(), &[&[&*knows_not, "greedy"], &ask[..]].concat());
    let asked = heard(place.path());
    assert!(
        asked.len() > 4 && asked.iter().all(|go| go == "go nodes 7"),
        "{asked:?}"
    );
}

#[test]
fn the_engine_of_this_program_plays_as_the_computer_does() {
    let place = place();
    let engine = format!("engine {} engine", env!("CARGO_BIN_EXE_warlord"));
    let ask = ["--games", "4", "--nodes", "60", "--max-turns", "20"];
    for scenario in ["clash-of-arms", "test-of-wills"] {
        let scenario = ["--scenario", scenario];
        let lines = lines(
            place.path(),
            &[&["computer", &*engine], &ask[..], &scenario].concat(),
        );
        assert_eq!(lines[0]["course"], lines[1]["course"], "{scenario:?}");
        assert_ne!(lines[0]["course"], lines[2]["course"], "{scenario:?}");
    }
}

#[test]
fn games_that_were_played_before_count_once() {
    let place = place();
    let passes = bot(place.path(), "passes.sh", "");
    let ask = [&*passes, &*passes, "--games", "12", "--out", "games"];
    let sprt = ["--sprt", "-50", "50"];
    let played = lines(place.path(), &[&ask[..], &sprt].concat());
    let figures = played.last().expect("figures");
    assert_eq!(played.len(), 13, "nothing is accepted: {figures}");
    assert_eq!(figures["games"], 12);
    assert_eq!(figures["pairs"], 6);
    assert_eq!(figures["different_pairs"], 1);
    assert_eq!(figures["figures"]["games"], 2);
    let text = String::from_utf8(play(place.path(), &ask).stdout).expect("UTF-8");
    assert!(text.contains("12 (6 pairs, 1 of them different"), "{text}");
}

#[test]
fn a_bot_that_fails_in_a_game_has_lost_and_the_reason_is_reported() {
    let place = place();
    let faults = [
        ("ends.sh", "exit", "stopped"),
        (
            "floods.sh",
            "exec tr '\\0' x </dev/zero",
            "a line of more than 64 KiB",
        ),
        ("garbage.sh", "printf '\\377\\n'", "not UTF-8"),
    ];
    for (name, go, reason) in faults {
        let wrong = bot(place.path(), name, go);
        let folder = format!("games-{name}");
        let ask = ["random", &*wrong, "--games", "2", "--out", &folder];
        let played = lines(place.path(), &[&ask[..], &["--move-time", "5"]].concat());
        for game in &played[..2] {
            assert_eq!(game["winner"], "random-1", "{game}");
            assert_eq!(game["winner_number"], 1, "{game}");
            let why = game["forfeit"].as_str().unwrap_or_default();
            assert!(why.contains(name) && why.contains(reason), "{game}");
        }
        assert_eq!(played[2]["forfeits"], 2);
        assert_eq!(played[2]["conduct"][1]["forfeits"], 2);
        let text = play(place.path(), &[&ask[..], &["--move-time", "5"]].concat());
        let text = String::from_utf8(text.stdout).expect("UTF-8");
        assert!(
            text.contains("forfeits  2; first in game 1: engine"),
            "{text}"
        );
    }
}

#[test]
fn a_bot_that_cannot_play_at_all_is_refused() {
    let place = place();
    let other = "echo protocol 2; echo ok; cat >/dev/null";
    std::fs::write(place.path().join("other.sh"), other).expect("written");
    let wrong = [
        ("engine ./nothing", "could not be started"),
        ("engine 'sh", "quotation mark"),
        ("engine true", "stopped"),
        ("engine sh other.sh", "protocol 1"),
    ];
    for (bot, reason) in wrong {
        let refused = play(place.path(), &["random", bot, "--out", "games"]);
        let why = String::from_utf8(refused.stderr).expect("UTF-8");
        assert_eq!(refused.status.code(), Some(2), "{why}");
        assert!(why.contains(reason), "{why}");
        let record = std::fs::read_to_string(place.path().join("games/games.jsonl"));
        assert_eq!(record.expect("a head").lines().count(), 1);
    }
}

#[test]
fn the_time_of_a_slow_bot_is_reported() {
    let place = place();
    let slow = bot(place.path(), "slow.sh", "sleep 0.3");
    let ask = ["random", &*slow, "--games", "2", "--max-turns", "2"];
    let ask = [&ask[..], &["--move-time", "5", "--out", "games"]].concat();
    let played = lines(place.path(), &ask);
    assert_eq!(played[0]["times"][1]["turns"], 1);
    let [quick, slow] = [0, 1].map(|player| &played[2]["conduct"][player]);
    assert_eq!(quick["exceeded_ms"], Value::Null);
    assert_eq!(slow["exceeded_ms"], 5, "{slow}");
    let [mean, longest] = ["mean_ms", "longest_ms"].map(|key| slow[key].as_f64());
    assert!(mean >= Some(300.0) && longest >= mean, "{slow}");
    let text = String::from_utf8(play(place.path(), &ask).stdout).expect("UTF-8");
    assert!(text.contains("ms where 5 were asked for"), "{text}");
}

/// A program that leads a group, as a command at a terminal does.
struct Group(Child);

impl Group {
    fn start(place: &Path, arguments: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_warlord"));
        program.args(arguments).current_dir(place).process_group(0);
        program.stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(program.spawn().expect("the program starts"))
    }

    /// Ctrl-C at a terminal.
    fn interrupt(&self) {
        let group = format!("-{}", self.0.id());
        let sent = Command::new("kill").args(["-INT", "--", &group]).status();
        assert!(sent.expect("kill is there").success());
    }

    fn ends_soon(mut self) -> Output {
        until("the program ends", || {
            self.0.try_wait().expect("a child").is_some()
        });
        self.0.wait_with_output().expect("output")
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < SOON, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn ctrl_c_ends_the_wait_for_a_bot_and_no_game_is_lost_by_it() {
    let place = place();
    let silent = "echo $$ >pid; while :; do sleep 0.1; done";
    let silent = bot(place.path(), "silent.sh", silent);
    let ask = ["match", "random", &*silent, "--out", "games", "--json"];
    let program = Group::start(place.path(), &ask);
    until("the bot is asked", || {
        let pid = std::fs::read_to_string(place.path().join("pid"));
        pid.is_ok_and(|pid| pid.ends_with('\n'))
    });
    let pid = std::fs::read_to_string(place.path().join("pid")).expect("a number");
    let lives = |process: &str| {
        let asked = Command::new("kill").args(["-0", "--", process]).output();
        asked.expect("kill is there").status.success()
    };
    assert!(
        lives(&format!("-{}", pid.trim())),
        "Ctrl-C is for the driver alone: the bot leads a group of its own"
    );
    program.interrupt();
    let output = program.ends_soon();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let figures: Value = serde_json::from_str(&text).expect("the figures alone");
    assert_eq!(figures["games"], 0);
    assert_eq!(figures["wanted"], 20);
    assert_eq!(figures["is_broken_off"], true);
    until("the bot has ended", || !lives(pid.trim()));
}

#[test]
fn a_second_ctrl_c_ends_the_program_at_once() {
    let place = place();
    let ask = ["balance", "clash-of-arms", "--move-time", "600000"];
    let program = Group::start(place.path(), &ask);
    until("the study has begun", || {
        place
            .path()
            .join("balance-clash-of-arms/games.jsonl")
            .exists()
    });
    // a turn of ten minutes does not hear the first one
    program.interrupt();
    std::thread::sleep(Duration::from_millis(200));
    program.interrupt();
    assert!(!program.ends_soon().status.success());
}
