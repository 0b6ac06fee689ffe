//! The rules against an oracle written from the rulebook alone, through the engine protocol.

use std::path::Path;
use std::process::Command;

/// A sample in the ordinary tests; the script by itself plays as long as one likes.
#[test]
fn the_engine_says_what_the_oracle_of_the_rulebook_says() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine_oracle.py");
    let python = if cfg!(windows) { "python" } else { "python3" };
    let modern = Command::new(python).args(["-c", "import tomllib"]).output();
    if !modern.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: the oracle needs Python 3.11 as `{python}`");
        return;
    }
    let output = Command::new(python)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_warlord"))
        .args(["--games", "128", "--seconds", "60", "--seed", "7"])
        .output()
        .expect("python ran a moment ago");
    let report = String::from_utf8_lossy(&output.stdout);
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}{trouble}");
    let games: u32 = report
        .split_whitespace()
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or_default();
    assert!(
        games >= 20,
        "only {games} games fit into the time: {report}"
    );
}
