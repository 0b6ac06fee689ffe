//! `warlord FILE` for what no window can show.

use std::path::Path;
use std::process::{Command, Output};

fn open(target: &str) -> Output {
    start(&[target])
}

fn start(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_warlord"));
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        program.env_remove(display);
    }
    program
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine"))
        .output()
        .expect("the program starts")
}

fn assert_refused(output: &Output, told: &str) {
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains(told), "{error}");
    assert!(output.stdout.is_empty(), "no demonstration in its place");
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_is_not_opened_without_a_display() {
    assert_refused(&open("wargame.txt"), "warlord show FILE");
}

#[test]
fn a_folder_is_nothing_to_open() {
    assert_refused(&open("../engine"), "neither a command, nor a file");
}

#[test]
fn a_mistyped_command_is_what_is_wrong_whatever_follows() {
    for arguments in [&["scenrio", "list"][..], &["scenrio"]] {
        let output = start(arguments);
        assert_refused(&output, "scenrio is neither a command");
        assert_refused(&output, "did you mean `warlord scenario`?");
    }
    // With `--json` the same words are an object on the standard output.
    let output = start(&["scenrio", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let printed = printed.to_string();
    assert!(
        printed.contains("scenrio is neither a command"),
        "{printed}"
    );
    assert!(
        printed.contains("did you mean `warlord scenario`?"),
        "{printed}"
    );
    assert_refused(
        &start(&["xyzzy", "list"]),
        "`warlord --help` names the commands",
    );
    // if the first word is right, the mistake is in what follows
    assert_refused(&start(&["scenario", "lst"]), "'lst'");
    assert_refused(&start(&["demo", "--fst"]), "--fst");
    assert_refused(&start(&["help", "scenrio"]), "'scenrio'");
}
