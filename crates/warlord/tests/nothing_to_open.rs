//! `warlord FILE` where no window can show the file.

use std::path::Path;
use std::process::{Command, Output};

fn open(target: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_warlord"));
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        program.env_remove(display);
    }
    program
        .arg(target)
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
