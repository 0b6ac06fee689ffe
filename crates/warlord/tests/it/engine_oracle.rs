//! The rules against oracles written from the rulebooks alone, through the engine protocol.

use std::path::Path;
use std::process::Command;

/// A sample, for the ordinary tests; `.ci/end-to-end/oracle` plays a minute of each, and the scripts on their own run
/// for any time given.
#[test]
fn the_engine_says_what_the_oracle_of_the_warlord_rulebook_says() {
    let games = play(
        "engine_oracle.py",
        ["--games", "128", "--seconds", "20", "--seed", "7"],
    );
    assert!(games.is_none_or(|games| games >= 5), "{games:?} games");
}

#[test]
fn the_engine_says_what_the_telling_of_the_wargame_rulebook_says() {
    let games = play(
        "wargame_oracle.py",
        ["--games", "16", "--seconds", "20", "--seed", "7"],
    );
    assert!(games.is_none_or(|games| games >= 5), "{games:?} games");
}

/// Runs a script of `tests` against the engine; returns the number of games it played, the first word of its
/// report. `None` if there is no Python to run the script.
fn play(script: &str, arguments: [&str; 6]) -> Option<u32> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(script);
    let python = if cfg!(windows) { "python" } else { "python3" };
    let modern = Command::new(python).args(["-c", "import tomllib"]).output();
    if !modern.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: the oracle needs Python 3.11 as `{python}`");
        return None;
    }
    let output = Command::new(python)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_warlord"))
        .args(arguments)
        .output()
        .expect("python ran a moment ago");
    let report = String::from_utf8_lossy(&output.stdout);
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}{trouble}");
    let games = report.split_whitespace().next();
    Some(games.and_then(|word| word.parse().ok()).unwrap_or_default())
}
