//! The program beside is started with every argument, and its failure is passed on.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

/// Held while a program is written and started. Without it a test that starts its program passes on the file that
/// another test is writing, and Linux refuses to run that file ("Text file busy").
static WRITTEN_AND_STARTED: Mutex<()> = Mutex::new(());

/// A copy of `warlordw` in a folder, with a script as the program beside it.
fn place(folder: &Path, script: Option<&str>) -> PathBuf {
    let copy = folder.join("warlordw");
    fs::copy(env!("CARGO_BIN_EXE_warlordw"), &copy).expect("copied");
    if let Some(script) = script {
        let program = folder.join("warlord");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("set");
    }
    copy
}

fn run(script: Option<&str>, arguments: &[&str]) -> (Output, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = WRITTEN_AND_STARTED
        .lock()
        .unwrap_or_else(|failed| failed.into_inner());
    let program = place(folder.path(), script);
    let started = Command::new(program)
        .args(arguments)
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    drop(alone);
    let output = started.wait_with_output().expect("ended");
    (output, folder)
}

#[test]
fn every_argument_reaches_the_program_beside() {
    let script = "printf '%s\\n' \"$@\" >words";
    let (output, folder) = run(Some(script), &["C:\\a b\\Jörg's 100 %.fpm", "warlord://x"]);
    assert!(output.status.success(), "{output:?}");
    let words = fs::read_to_string(folder.path().join("words")).expect("written");
    assert_eq!(words, "C:\\a b\\Jörg's 100 %.fpm\nwarlord://x\n");
}

#[test]
fn a_failure_is_shown_with_the_last_words_and_its_status() {
    let script = "seq 100000 >&2; echo 'no window: install drivers' >&2; exit 2";
    let (output, _folder) = run(Some(script), &[]);
    assert_eq!(output.status.code(), Some(2));
    let shown = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        shown.ends_with("100000\nno window: install drivers\n"),
        "{shown}"
    );
    assert!(shown.len() < 4100, "{} bytes", shown.len());
}

#[test]
fn a_program_that_is_not_there_is_named_with_what_to_do() {
    let (output, folder) = run(None, &[]);
    assert_eq!(output.status.code(), Some(2));
    let shown = String::from_utf8(output.stderr).expect("UTF-8");
    let missing = folder.path().join("warlord");
    assert!(
        shown.contains(&*missing.to_string_lossy()) && shown.contains("  do: "),
        "{shown}"
    );
}
