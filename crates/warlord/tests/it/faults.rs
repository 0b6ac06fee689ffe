//! Every command that writes, with every call that writes failing in turn: full disk, failing flush, read-only folder,
//! a name that cannot be put in its place. The cause is reported, nothing half-written stays, nothing signed leaves,
//! what was there is as it was, and the same command succeeds once the fault is fixed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

use rules::testing::depth::deep;
use tempfile::TempDir;

/// The kinds of call that fail, their error, and the system's words for it.
const FAULTS: [(&str, i32, &str); 4] = [
    ("write", 28, "No space left on device"),
    ("sync", 5, "Input/output error"),
    ("open", 30, "Read-only file system"),
    ("rename", 30, "Read-only file system"),
];

/// The most writes of any command.
const MOST: usize = 60;

/// A command that writes.
struct Case {
    what: &'static str,
    who: &'static str,
    /// What is done before.
    before: &'static [(&'static str, &'static [&'static str])],
    command: &'static [&'static str],
    /// The files that the user has named for it.
    outputs: &'static [&'static str],
    /// The command to continue with if this one has done everything except its last file.
    way_on: Option<&'static [&'static str]>,
}

const HOST: &[&str] = &["host", "--record", "ann.fpm", "--letter", "offer.fpx"];
const ACCEPT: &[&str] = &[
    "import",
    "ben.fpm",
    "offer.fpx",
    "--reply",
    "answer.fpx",
    "--player",
    "computer:1",
];
const TAKE_IN: &[&str] = &[
    "import",
    "ann.fpm",
    "answer.fpx",
    "--reply",
    "third.fpx",
    "--player",
    "computer:1",
];

const CASES: &[Case] = &[
    Case {
        what: "a first name",
        who: "ann",
        before: &[],
        command: &["identity", "name", "Ann"],
        outputs: &[],
        way_on: None,
    },
    Case {
        what: "another name",
        who: "ann",
        before: &[("ann", &["identity", "name", "Ann"])],
        command: &["identity", "name", "Anna"],
        outputs: &[],
        way_on: None,
    },
    Case {
        what: "a new key",
        who: "ann",
        before: &[("ann", &["identity", "name", "Ann"])],
        command: &["identity", "new"],
        outputs: &[],
        way_on: None,
    },
    Case {
        what: "a copy of the key",
        who: "ann",
        before: &[("ann", &["identity", "name", "Ann"])],
        command: &["identity", "export", "copy.pem"],
        outputs: &["copy.pem"],
        way_on: None,
    },
    Case {
        what: "an offer by mail",
        who: "ann",
        before: &[],
        command: HOST,
        outputs: &["offer.fpx"],
        way_on: Some(&["export", "ann.fpm", "offer.fpx"]),
    },
    Case {
        what: "an acceptance by mail",
        who: "ben",
        before: &[("ann", HOST)],
        command: ACCEPT,
        outputs: &["answer.fpx"],
        way_on: Some(&["export", "ben.fpm", "answer.fpx"]),
    },
    Case {
        what: "a turn by mail",
        who: "ann",
        before: &[("ann", HOST), ("ben", ACCEPT)],
        command: TAKE_IN,
        outputs: &["third.fpx"],
        way_on: Some(&["export", "ann.fpm", "third.fpx"]),
    },
    Case {
        what: "a letter",
        who: "ann",
        before: &[("ann", HOST), ("ben", ACCEPT), ("ann", TAKE_IN)],
        command: &["export", "ann.fpm", "again.fpx"],
        outputs: &["again.fpx"],
        way_on: None,
    },
    Case {
        what: "a letter in the place of an earlier one",
        who: "ann",
        before: &[("ann", HOST), ("ben", ACCEPT), ("ann", TAKE_IN)],
        command: &["export", "ann.fpm", "third.fpx"],
        outputs: &["third.fpx"],
        way_on: None,
    },
    Case {
        what: "an invitation",
        who: "ann",
        before: &[],
        command: &[
            "host",
            "--record",
            "ann.fpm",
            "--listen",
            "127.0.0.1:0",
            "--no-mapping",
            "--no-lan",
            "--json",
            "--player",
            "computer:1",
        ],
        outputs: &[],
        way_on: None,
    },
    Case {
        what: "a drawing",
        who: "ann",
        before: &[],
        command: &["show", "clash-of-arms", "--svg", "a.svg"],
        outputs: &["a.svg"],
        way_on: None,
    },
    Case {
        what: "a picture",
        who: "ann",
        before: &[],
        command: &["show", "clash-of-arms", "--png", "a.png"],
        outputs: &["a.png"],
        way_on: None,
    },
    Case {
        what: "a page",
        who: "ann",
        before: &[("ann", HOST), ("ben", ACCEPT), ("ann", TAKE_IN)],
        command: &["show", "ann.fpm", "--html", "a.html"],
        outputs: &["a.html"],
        way_on: None,
    },
    Case {
        what: "a moving picture",
        who: "ann",
        before: &[("ann", HOST), ("ben", ACCEPT), ("ann", TAKE_IN)],
        command: &["show", "ann.fpm", "--gif", "a.gif"],
        outputs: &["a.gif"],
        way_on: None,
    },
    Case {
        what: "a picture in the place of another",
        who: "ann",
        before: &[("ann", &["show", "clash-of-arms", "--svg", "a.svg"])],
        command: &["show", "border-war", "--svg", "a.svg", "--force"],
        outputs: &["a.svg"],
        way_on: None,
    },
    Case {
        what: "games between computers",
        who: "ann",
        before: &[],
        command: &[
            "match",
            "random",
            "random",
            "--scenario",
            "clash-of-arms",
            "--games=2",
            "--max-turns=2",
            "--out=games",
        ],
        outputs: &["games/games.jsonl"],
        way_on: None,
    },
    Case {
        what: "a study",
        who: "ann",
        before: &[],
        command: &[
            "balance",
            "clash-of-arms",
            "--games=2",
            "--player=capture",
            "--max-turns=2",
            "--out=study",
        ],
        outputs: &[],
        way_on: None,
    },
];

/// A folder with what was done before, restored for each fault.
struct Desk {
    folder: TempDir,
    library: PathBuf,
    /// Every file before the command.
    before: BTreeMap<PathBuf, Vec<u8>>,
    /// The length of every file after a command that nothing disturbs.
    whole: BTreeMap<PathBuf, usize>,
}

impl Desk {
    fn new(library: &Path, case: &Case) -> Self {
        let mut desk = Self {
            folder: tempfile::tempdir().expect("a folder"),
            library: library.to_owned(),
            before: BTreeMap::new(),
            whole: BTreeMap::new(),
        };
        fs::create_dir(desk.table()).expect("a folder");
        for (who, arguments) in case.before {
            let done = desk.run(who, arguments, None);
            let told = String::from_utf8_lossy(&done.stderr).into_owned();
            assert!(done.status.success(), "{}: {told}", case.what);
        }
        desk.before = files(&desk.table());
        let done = desk.run(case.who, case.command, None);
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{}: {told}", case.what);
        let after = files(&desk.table()).into_iter();
        desk.whole = after.map(|(file, bytes)| (file, bytes.len())).collect();
        desk
    }

    /// The folder that everything is below.
    fn table(&self) -> PathBuf {
        self.folder.path().join("table")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("failed")
    }

    fn put_back(&self) {
        fs::remove_dir_all(self.table()).expect("removed");
        fs::create_dir(self.table()).expect("a folder");
        for (file, bytes) in &self.before {
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(file, bytes).expect("written");
        }
        let _ = fs::remove_file(self.log());
    }

    fn run(&self, who: &str, arguments: &[&str], fault: Option<(&str, i32, usize)>) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warlord"));
        command
            .args(arguments)
            .current_dir(self.table())
            .env("WARLORD_HOME", self.table().join(format!("{who}-home")))
            .env("WARLORD_STATE", self.table().join(format!("{who}-state")))
            .env("NO_COLOR", "1")
            .stdin(Stdio::null());
        if let Some((kind, error, at)) = fault {
            command
                .env("LD_PRELOAD", &self.library)
                // only calls below this folder fail, and not those of the libraries elsewhere; the log lies outside of
                // it
                .env("FAULT_UNDER", self.table())
                .env("FAULT_LOG", self.log())
                .env("FAULT_KIND", kind)
                .env("FAULT_ERRNO", error.to_string())
                .env("FAULT_AT", at.to_string());
        }
        match arguments.contains(&"--listen") {
            true => until_invited(&mut command),
            false => command.output().expect("the program starts"),
        }
    }
}

/// Runs a host until it has shown its invitation, which ends it well, or until it ends by itself.
fn until_invited(command: &mut Command) -> Output {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let out = BufReader::new(child.stdout.take().expect("piped"));
    let mut lines = out.lines().map_while(Result::ok);
    let is_invited = lines.any(|line| line.contains("\"event\":\"invitation\""));
    if is_invited {
        child.kill().expect("it waits");
    }
    let done = child.wait_with_output().expect("it ends");
    match is_invited {
        true => Output {
            status: ExitStatus::from_raw(0),
            ..done
        },
        false => done,
    }
}

/// Every file below a folder, with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => {
                found.insert(path.clone(), fs::read(path).expect("a file"));
            }
        }
    }
    found
}

/// The library that makes calls fail; none without a C compiler, which the test then reports.
fn library(folder: &Path) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/faults/fault.c");
    let library = folder.join("fault.so");
    let made = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .args([&library, &source])
        .arg("-ldl")
        .output();
    match made {
        Ok(made) if made.status.success() => Some(library),
        Ok(made) => panic!("{}", String::from_utf8_lossy(&made.stderr)),
        Err(error) => {
            eprintln!("skipped: there is no C compiler: {error}");
            None
        }
    }
}

/// What is wrong after a fault, if anything.
fn check(
    case: &Case,
    desk: &Desk,
    done: &Output,
    (kind, words): (&str, &str),
) -> Result<(), String> {
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    let printed = String::from_utf8_lossy(&done.stdout).into_owned();
    let after = files(&desk.table());
    let at = |name: &str| desk.table().join(name);
    for file in after.keys() {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        // the names of files that are being written, before they are put in place
        if name.starts_with(".warlord-") || name.ends_with(".new") {
            return Err(format!("{name} is left over: {told}"));
        }
    }
    if done.status.success() {
        // the command did without this call: everything asked for must be there
        let missing = case.outputs.iter().find(|name| !at(name).exists());
        return missing.map_or(Ok(()), |name| {
            Err(format!("{name} is not there, and nothing is told"))
        });
    }
    if done.status.code() != Some(2) {
        return Err(format!("it ended with {:?}: {told}", done.status));
    }
    if !told.contains(words) || !told.contains("do: ") {
        return Err(format!("cause or advice is not told: {told}"));
    }
    let invited = |file: &&PathBuf| {
        file.components()
            .any(|part| part.as_os_str() == "invitations")
    };
    if printed.contains("warlord1") || after.keys().any(|file| invited(&file)) {
        return Err(format!("an invitation is shown or left: {told}"));
    }
    if printed.contains("WARLORD LETTER") {
        return Err("a letter is printed".to_owned());
    }
    // the folder may fail to be flushed once the new file is in its place: then it is there as a whole
    let is_whole = |file: &Path| {
        let length = after.get(file).map(Vec::len);
        kind == "sync" && length.is_some() && length == desk.whole.get(file).copied()
    };
    for (file, bytes) in &desk.before {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let Some(now) = after.get(file) else {
            // an offer's draft is removed once the match that it began is kept
            if name.ends_with(".draft") && file.with_extension("fpm").exists() {
                continue;
            }
            return Err(format!("{name} is gone"));
        };
        // records signed before the fault stay in the match, its private file and its mark
        let may_grow = [".fpm", ".key"].iter().any(|ending| name.ends_with(ending));
        let is_mark = file.components().any(|part| part.as_os_str() == "marks");
        let has_grown = may_grow && now.len() >= bytes.len();
        if now != bytes && !is_mark && !has_grown && !is_whole(file) {
            return Err(format!("{name} has changed: {told}"));
        }
    }
    for name in case.outputs.iter().filter(|name| !name.ends_with(".jsonl")) {
        if after.get(&at(name)) != desk.before.get(&at(name)) && !is_whole(&at(name)) {
            return Err(format!("{name} is half written: {told}"));
        }
    }
    Ok(())
}

/// Runs the command to its end once the fault is fixed.
fn go_on(case: &Case, desk: &Desk) -> Result<(), String> {
    let mut told = Vec::new();
    for arguments in [Some(case.command), case.way_on].into_iter().flatten() {
        let done = desk.run(case.who, arguments, None);
        let is_there = case
            .outputs
            .iter()
            .all(|name| desk.table().join(name).exists());
        if done.status.success() && is_there {
            return Ok(());
        }
        told.push(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    Err(format!("it does not go on: {}", told.join("; ")))
}

#[test]
fn nothing_is_lost_by_any_failed_call_and_its_cause_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(library) = library(folder.path()) else {
        return;
    };
    let only = std::env::var("WARLORD_FAULT").unwrap_or_default();
    let (mut wrong, mut tried) = (Vec::new(), 0);
    let step = deep(6, 1, 1);
    let cases = CASES.iter().enumerate();
    for (place, case) in cases.filter(|(_, case)| case.what.contains(&only)) {
        let desk = Desk::new(&library, case);
        let mut of_case = 0;
        for (shift, (kind, error, words)) in FAULTS.into_iter().enumerate() {
            let before = of_case;
            // A sample begins at another call for each command and kind, so that not only first calls fail.
            let mut at = 1 + (place + shift) % step;
            loop {
                assert!(at < MOST, "{}: no end of {kind}", case.what);
                desk.put_back();
                let done = desk.run(case.who, case.command, Some((kind, error, at)));
                // nothing failed: the command makes fewer calls of this kind than `at`
                if !desk.log().exists() {
                    if of_case > before || at == 1 {
                        break;
                    }
                    at = 1;
                    continue;
                }
                of_case += 1;
                let found =
                    check(case, &desk, &done, (kind, words)).and_then(|()| go_on(case, &desk));
                if let Err(what) = found {
                    wrong.push(format!("{}, {kind} {at}: {what}", case.what));
                }
                at += step;
            }
        }
        assert!(of_case > 0, "{}: nothing was made to fail", case.what);
        tried += of_case;
    }
    assert!(
        wrong.is_empty(),
        "{} of {tried}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
