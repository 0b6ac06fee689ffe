//! A reader that has had enough, and outputs that cannot be written: no error message, no hang, no panic.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn warlord(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warlord"));
    command
        .args(arguments)
        .env("WARLORD_HOME", folder.join("home"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// The status and the error output of a program that ends by itself.
fn ended(mut process: Child, arguments: &[&str]) -> (Option<i32>, String) {
    let until = Instant::now() + Duration::from_secs(120);
    let status = loop {
        if let Some(status) = process.try_wait().expect("a process") {
            break status;
        }
        if Instant::now() > until {
            process.kill().expect("it runs");
            panic!("{arguments:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let mut errors = String::new();
    if let Some(mut stderr) = process.stderr.take() {
        stderr.read_to_string(&mut errors).expect("UTF-8");
    }
    (status.code(), errors)
}

const DEMO: [&str; 6] = [
    "demo",
    "--scenario",
    "clash-of-arms",
    "--seed",
    "3",
    "--fast",
];

const MATCH: [&str; 9] = [
    "match",
    "random",
    "random",
    "--scenario",
    "clash-of-arms",
    "--games=2",
    "--max-turns=4",
    "--json",
    "--out=games",
];

#[test]
fn no_command_minds_that_its_reader_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    let demo_in_json = [&DEMO[..], &["--json"]].concat();
    let commands: [&[&str]; 14] = [
        &DEMO,
        &demo_in_json,
        &MATCH,
        &["identity"],
        &["identity", "--json"],
        &["people"],
        &["invitations"],
        &["resume"],
        &["doctor"],
        &["scenario", "list"],
        &["scenario", "show", "border-war"],
        &["show", "border-war"],
        &[
            "host",
            "--scenario",
            "clash-of-arms",
            "--no-mapping",
            "--no-lan",
            "--json",
        ],
        &["--help"],
    ];
    for arguments in commands {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = warlord(folder.path(), arguments);
        let process = command.stdout(writer).spawn().expect("it starts");
        // its copy of the writing end
        drop(command);
        let (status, errors) = ended(process, arguments);
        assert_eq!(status, Some(0), "{arguments:?}: {errors}");
        assert!(!errors.contains("rror"), "{arguments:?}: {errors}");
    }
}

#[test]
fn the_demonstration_ends_when_its_reader_leaves_in_the_middle() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = warlord(folder.path(), &DEMO);
    let mut process = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut output = process.stdout.take().expect("its output");
    output.read_exact(&mut [0; 40]).expect("a first line");
    drop(output);
    let (status, errors) = ended(process, &DEMO);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
}

#[test]
#[cfg(target_os = "linux")]
fn errors_that_cannot_be_written_end_no_command_in_a_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("wrong.toml"), "format = 1\n").expect("written");
    let commands: [(&[&str], i32); 4] = [
        (&["show", "nothing.fpm"], 2),
        (&["scenario", "check", "wrong.toml"], 1),
        (&["nothing"], 2),
        (&["scenario", "list"], 0),
    ];
    for (arguments, expected) in commands {
        let full = || {
            std::fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .expect("there")
        };
        let mut command = warlord(folder.path(), arguments);
        command.stdout(Stdio::null()).stderr(full());
        let process = command.spawn().expect("it starts");
        let (status, _) = ended(process, arguments);
        assert_eq!(status, Some(expected), "{arguments:?}");
        // a full disk is an error, unlike a reader that is gone
        if expected == 0 {
            let mut command = warlord(folder.path(), arguments);
            let process = command.stdout(full()).spawn().expect("it starts");
            let (status, errors) = ended(process, arguments);
            assert_eq!(status, Some(2), "{errors}");
        }
    }
}
