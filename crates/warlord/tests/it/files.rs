//! The user's files: nothing signed leaves before it is kept, and no output replaces what cannot be made again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Ann, who offers a match by mail, and Ben.
struct Desks {
    folder: TempDir,
}

impl Desks {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder }
    }

    /// The desks with Ann's offer in `offer.fpx`.
    fn with_offer() -> Self {
        let desks = Self::new();
        let (record, letter) = (desks.at("ann.fpm"), desks.at("offer.fpx"));
        let host = ["host", "--record", text(&record), "--letter", text(&letter)];
        desks.ok("ann", &host);
        desks
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, who: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warlord"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("WARLORD_HOME", self.at(&format!("{who}-home")))
            .env("WARLORD_STATE", self.at(&format!("{who}-state")))
            .env("NO_COLOR", "1")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, who: &str, arguments: &[&str]) -> Output {
        let output = self.command(who, arguments).output();
        output.expect("the program starts")
    }

    fn ok(&self, who: &str, arguments: &[&str]) -> String {
        let output = self.run(who, arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The error of a command that fails, after a check that its output holds nothing signed.
    fn refused(&self, who: &str, arguments: &[&str]) -> String {
        let output = self.run(who, arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(!printed.contains("WARLORD LETTER"), "{printed}");
        told
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.retain(|name| !name.ends_with("-home") && !name.ends_with("-state"));
        names.sort();
        names
    }
}

#[test]
fn an_acceptance_by_mail_is_neither_written_nor_printed_where_the_match_cannot_be_kept() {
    let desks = Desks::with_offer();
    let before = desks.files();
    let long = format!("{}.fpm", "b".repeat(300));
    let mut places = vec![
        ("missing/ben.fpm", "No such file"),
        (long.as_str(), "too long"),
    ];
    if Path::new("/dev/full").exists() {
        places.push(("/proc/ben.fpm", "cannot be written"));
    }
    for (place, cause) in places {
        let import = [
            "import",
            place,
            "offer.fpx",
            "--as",
            "Ben",
            "--player",
            "computer:1",
        ];
        for way in [
            &["--reply", "answer.fpx"][..],
            &["--text"],
            &["--text", "--json"],
        ] {
            let told = desks.refused("ben", &[&import[..], way].concat());
            assert!(told.contains(cause), "{place}: {told}");
            assert_eq!(desks.files(), before, "{place}");
        }
        // an offer too needs a match that can be kept
        let told = desks.refused("ann", &["host", "--record", place, "--letter", "other.fpx"]);
        assert!(told.contains(cause), "{place}: {told}");
        assert_eq!(desks.files(), before, "{place}");
    }
    // once there is a place, the match begins
    fs::create_dir(desks.at("missing")).expect("a folder");
    let import = [
        "import",
        "missing/ben.fpm",
        "offer.fpx",
        "--reply",
        "answer.fpx",
        "--player",
        "computer:1",
    ];
    desks.ok("ben", &import);
    let import = [
        "import",
        "ann.fpm",
        "answer.fpx",
        "--reply",
        "third.fpx",
        "--player",
        "computer:1",
    ];
    let told = desks.ok("ann", &import);
    assert!(told.contains("The answer is in third.fpx."), "{told}");
}

#[cfg(unix)]
#[test]
fn a_match_whose_file_cannot_be_made_leaves_no_key_and_no_letter() {
    let desks = Desks::with_offer();
    let before = desks.files();
    // no file of this process may have so many bytes: the disk is full as far as it can tell
    let program = env!("CARGO_BIN_EXE_warlord");
    for blocks in [0, 1] {
        let limited = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {program} import ben.fpm offer.fpx --as Ben --player computer:1 --text"
        );
        // the player's key is there already
        desks.ok("ben", &["identity", "name", "Ben"]);
        let mut shell = desks.command("ben", &[]);
        let environment: Vec<_> = shell
            .get_envs()
            .filter_map(|(key, value)| Some((key.to_owned(), value?.to_owned())))
            .collect();
        shell = Command::new("sh");
        shell
            .args(["-c", &limited])
            .envs(environment)
            .current_dir(desks.folder.path());
        let output = shell.stdin(Stdio::null()).output().expect("a shell");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(2), "{blocks}: {printed}{told}");
        assert!(!printed.contains("WARLORD LETTER"), "{blocks}: {printed}");
        assert!(told.contains("cannot be written"), "{blocks}: {told}");
        assert!(told.contains("too large"), "the cause is told: {told}");
        assert_eq!(desks.files(), before, "{blocks}");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_reported_before_an_invitation_is_shown() {
    let desks = Desks::new();
    let host = [
        "host",
        "--record",
        "missing/ann.fpm",
        "--listen",
        "127.0.0.1:0",
        "--no-mapping",
        "--no-lan",
    ];
    let output = desks.run("ann", &[&host[..], &["--player", "computer:1"]].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{printed}{told}");
    assert!(!printed.contains("warlord1"), "{printed}");
    assert!(
        told.contains("missing") && told.contains("No such file"),
        "{told}"
    );
}

#[test]
fn no_letter_picture_or_page_takes_the_place_of_a_match_a_key_or_a_letter() {
    let desks = Desks::with_offer();
    // an offer not answered yet is written again
    desks.ok("ann", &["export", "ann.fpm", "offer.fpx"]);
    let answer = [
        "import",
        "ben.fpm",
        "offer.fpx",
        "--reply",
        "answer.fpx",
        "--player",
        "computer:1",
    ];
    desks.ok("ben", &answer);
    // another match
    let other = ["host", "--record", "other.fpm", "--letter", "other.fpx"];
    desks.ok("ann", &other);
    let before = |name: &str| fs::read(desks.at(name)).expect("there");
    let kept = [
        "ben.fpm",
        "ben.key",
        "offer.fpx",
        "answer.fpx",
        "other.fpx",
        "other.draft",
    ];
    let bytes = kept.map(before);
    for out in ["ben.fpm", "ben.key", "other.fpx", "other.draft"] {
        for force in [&[][..], &["--force"]] {
            let refused = |who: &str, arguments: &[&str]| {
                let told = desks.refused(who, &[arguments, force].concat());
                assert!(
                    told.contains(out) && told.contains("nothing replaces"),
                    "{told}"
                );
                assert_eq!(kept.map(before), bytes, "{arguments:?}");
            };
            refused("ben", &["export", "ben.fpm", out]);
            refused(
                "ben",
                &[
                    "import",
                    "ben.fpm",
                    "offer.fpx",
                    "--reply",
                    out,
                    "--player",
                    "computer:1",
                ],
            );
            refused("ann", &["host", "--record", "third.fpm", "--letter", out]);
            for form in ["--svg", "--png", "--html", "--gif"] {
                refused("ben", &["show", "ben.fpm", form, out]);
            }
        }
    }
    assert!(
        !desks.at("third.draft").exists(),
        "nothing is offered without a letter"
    );
    // a letter of the same match is replaced; any other file only if the user says so
    desks.ok("ben", &["export", "ben.fpm", "answer.fpx"]);
    desks.ok("ben", &["export", "ben.fpm", "offer.fpx"]);
    fs::write(desks.at("notes.txt"), "mine").expect("written");
    for arguments in [
        &["export", "ben.fpm", "notes.txt"][..],
        &["show", "ben.fpm", "--svg", "notes.txt"],
    ] {
        let told = desks.refused("ben", arguments);
        assert!(told.contains("--force"), "{told}");
        assert_eq!(before("notes.txt"), b"mine");
        desks.ok("ben", &[arguments, &["--force"]].concat());
        assert_ne!(before("notes.txt"), b"mine");
        fs::write(desks.at("notes.txt"), "mine").expect("written");
    }
}

#[cfg(unix)]
#[test]
fn a_picture_goes_to_standard_output_wherever_that_leads() {
    let desks = Desks::new();
    let show = ["show", "clash-of-arms", "--svg", "/dev/stdout"];
    assert!(desks.ok("ann", &show).starts_with("<svg"));
    let file = fs::File::create(desks.at("a.svg")).expect("a file");
    let status = desks.command("ann", &show).stdout(file).status();
    assert!(status.expect("the program starts").success());
    assert!(
        fs::read_to_string(desks.at("a.svg"))
            .expect("there")
            .starts_with("<svg")
    );
}

#[test]
fn a_damaged_match_file_says_so_wherever_it_is_opened_or_listed() {
    let desks = Desks::with_offer();
    let matches = desks.at("ben-home").join("matches");
    fs::create_dir_all(&matches).expect("a folder");
    let record = matches.join("one.fpm");
    let answer = [
        "import",
        text(&record),
        "offer.fpx",
        "--reply",
        "answer.fpx",
        "--player",
        "computer:1",
    ];
    desks.ok("ben", &answer);
    let whole = fs::read(&record).expect("a match");
    // cut in its last entry
    fs::write(&record, &whole[..whole.len() - 10]).expect("written");
    let listed = desks.ok("ben", &["resume"]);
    assert!(listed.contains("damaged: the last entry"), "{listed}");
    let shown = desks.run("ben", &["show", text(&record)]);
    let told = String::from_utf8_lossy(&shown.stderr);
    assert!(told.contains("the last entry is cut short"), "{told}");
    // no match can be read from what is left
    fs::write(&record, &whole[..20]).expect("written");
    let listed = desks.ok("ben", &["resume"]);
    assert!(
        listed.contains("one.fpm") && listed.contains("no match can be read"),
        "{listed}"
    );
    let told = desks.refused("ben", &["show", text(&record)]);
    assert!(told.contains("cannot be shown"), "{told}");
    // a file without an end is no match file
    if Path::new("/dev/zero").exists() {
        let told = desks.refused("ben", &["show", "/dev/zero"]);
        assert!(told.contains("more than"), "{told}");
    }
}

#[test]
fn a_scenario_file_is_known_by_its_ending_in_capitals_and_read_with_the_line_ends_of_windows() {
    let desks = Desks::new();
    let ford =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/ford.toml"));
    let ford = ford.expect("there").replace("\r\n", "\n");
    let described = ford.lines().find(|line| line.starts_with("description"));
    let several = "description = \"\"\"\nTwo squadrons,\none ford.\n\"\"\"";
    let ford = ford.replacen(described.expect("a description"), several, 1);
    fs::write(desks.at("lf.toml"), &ford).expect("written");
    fs::write(
        desks.at("CRLF.TOML"),
        format!("\u{feff}{}", ford.replace('\n', "\r\n")),
    )
    .expect("written");
    let id = |name: &str| {
        let shown = desks.ok("ann", &["scenario", "show", name]);
        assert!(shown.contains("Two squadrons,\none ford."), "{shown}");
        shown
            .lines()
            .find(|line| line.starts_with("id "))
            .map(str::to_owned)
    };
    assert_eq!(id("CRLF.TOML"), id("lf.toml"));
    desks.ok("ann", &["scenario", "check", "CRLF.TOML"]);
    assert_eq!(
        desks.ok("ann", &["show", "CRLF.TOML"]),
        desks.ok("ann", &["show", "lf.toml"])
    );
}

#[test]
fn a_code_is_read_with_what_a_mail_puts_around_and_into_it() {
    let desks = Desks::new();
    let code = "warlord1040ab9d5mpjtb9d5mpjtb9d5mpjtb9d5mpjtb9d5mpjtb9d5mpjtb9870w3ge1r70w3ge1r9144gj289144j0kg1070ag08ma48j008dq00000000000000000002m8hc57se60";
    let (start, end) = code.split_at(50);
    for pasted in [
        code.to_owned(),
        format!("Join me: \u{feff}{start}\u{200b}{end}\u{200e}."),
        format!("> {start}\n> {end}"),
    ] {
        // it ran out long ago; only for a code read by itself is that reported
        let told = desks.refused("ben", &["join", &pasted]);
        assert!(told.contains("ran out"), "{pasted}: {told}");
    }
}
