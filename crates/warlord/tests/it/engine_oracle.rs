//! The rules against oracles written from the rulebooks alone, through the engine protocol.

use std::path::Path;
use std::process::Command;

use rules::testing::depth::deep;

/// A sample, for the ordinary tests; `.ci/end-to-end/oracle` and `WARLORD_DEEP=all` play a minute of each, and the scripts
/// on their own run for any time given.
#[test]
fn the_engine_says_what_the_oracle_of_the_warlord_rulebook_says() {
    let games = play("engine_oracle.py", deep("32", "128", MANY));
    assert!(games.is_none_or(|games| games >= 5), "{games:?} games");
}

#[test]
fn the_engine_says_what_the_telling_of_the_wargame_rulebook_says() {
    let games = play("wargame_oracle.py", deep("4", "16", MANY));
    assert!(games.is_none_or(|games| games >= 5), "{games:?} games");
}

/// More games than fit into the seconds that a script gets.
const MANY: &str = "1000000";

/// Runs a script of `tests` against the engine, for that many games at most; returns the number of games it played, the
/// first word of its report. `None` if there is no Python to run the script.
fn play(script: &str, most: &str) -> Option<u32> {
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
        .args(["--games", most, "--seconds", deep("20", "20", "60")])
        .args(["--seed", "7"])
        .output()
        .expect("python ran a moment ago");
    let report = String::from_utf8_lossy(&output.stdout);
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}{trouble}");
    let games = report.split_whitespace().next();
    Some(games.and_then(|word| word.parse().ok()).unwrap_or_default())
}
