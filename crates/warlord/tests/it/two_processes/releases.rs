//! What programs of every release have left: this program opens, continues and finishes it, and of what it cannot read it says so and
//! changes nothing. `tests/releases/make.py` makes the fixtures with a release's own program.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::two_processes::program::{Homes, assert_complete, output, resumed, text};

/// A match of each of these kinds must be among the fixtures of a release.
const KINDS: [&str; 4] = ["turn", "sealed", "kept", "mail"];
/// The families that people play.
const FAMILIES: [&str; 3] = ["warlord", "wargame", "tourney"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/releases")
}

/// The folders of the releases.
fn releases() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the fixtures");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    found.sort();
    assert!(!found.is_empty(), "no release has fixtures");
    found
}

/// The numbers in the headings of a changelog, such as `## 0.1.0` or `## 0.1.0, 2027-01-02`.
fn released(changelog: &str) -> Vec<&str> {
    let headings = changelog
        .lines()
        .filter_map(|line| line.strip_prefix("## "));
    let numbers = headings.filter_map(|heading| heading.split([' ', ',']).next());
    numbers
        .filter(|number| number.starts_with(|first: char| first.is_ascii_digit()))
        .collect()
}

/// What the fixtures of a release lack.
fn lacking(release: &Path) -> Vec<String> {
    let mut wanted = vec![
        "README.txt".to_owned(),
        "ann/matches/finished.fpm".to_owned(),
    ];
    for name in [
        "people.txt",
        "client.toml",
        "set-ups.toml",
        "identity.pem",
        "state/machine",
    ] {
        wanted.push(format!("ann/{name}"));
    }
    for family in FAMILIES {
        for kind in KINDS {
            for file in ["ann", "ben"].map(|who| format!("{who}/matches/{kind}-{family}")) {
                wanted.extend(["fpm", "key"].map(|ending| format!("{file}.{ending}")));
            }
        }
        wanted.push(format!("letters/mail-{family}.fpx"));
        wanted.push(format!("letters/kept-{family}.txt"));
    }
    wanted.retain(|name| !release.join(name).is_file());
    wanted
}

/// Copies what lies in a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("a folder") {
        let from = entry.expect("an entry").path();
        let to = to.join(from.file_name().expect("a name"));
        match from.is_dir() {
            true => copy(&from, &to),
            false => drop(fs::copy(&from, &to).expect("copied")),
        }
    }
}

/// The data folders of a release, where they may be written.
fn homes_of(release: &Path) -> Homes {
    let homes = Homes::new();
    copy(release, homes.folder.path());
    homes
}

/// The file of a match in a player's data folder.
fn file(home: &Path, name: &str) -> String {
    let file = home.join("matches").join(name).with_extension("fpm");
    file.to_string_lossy().into_owned()
}

/// Everything in a folder by name, but for locks, which hold nothing.
fn everything(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|ending| ending == "lock") => {}
                false => drop(all.insert(path.clone(), fs::read(path).expect("a file"))),
            }
        }
    }
    all
}

/// Held while programs play: those of two copies of one match would meet at the ports that its files name, and each would end with
/// the turns of a stranger. A file, since another run of the tests on the same machine has the same fixtures.
fn ports() -> File {
    let file = File::create(std::env::temp_dir().join("warlord-tests-of-releases.lock"));
    let file = file.expect("a file to lock");
    file.lock().expect("locked");
    file
}

/// Both players' programs continue a match to its end, and the judge reads both files.
fn finish(homes: &Homes, name: &str) -> Value {
    let _held = ports();
    let [ann, ben] = [homes.ann(), homes.bob_of_release()];
    let here = resumed(&ann, &file(&ann, name));
    let there = resumed(&ben, &file(&ben, name));
    let files = assert_complete(here, there);
    let [here, there] = files.each_ref().map(|file| file.to_string_lossy());
    let judged = output(&ann, &["judge", &here, &there, "--json"]);
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stdout));
    let shown = output(&ann, &["show", &here, "--json"]);
    serde_json::from_slice(&shown.stdout).expect("JSON")
}

/// The matches of a family, of every release.
fn finish_all(family: &str) {
    for release in releases() {
        let homes = homes_of(&release);
        finish(&homes, &format!("turn-{family}"));
        let shown = finish(&homes, &format!("kept-{family}"));
        // the turn that was ended while the other player was away is the one that counts
        let kept = fs::read_to_string(release.join(format!("letters/kept-{family}.txt")));
        let kept = kept.expect("the turn's text");
        let played = shown["orders"].to_string();
        assert!(played.contains(kept.trim()), "{kept} is not among {played}");
        finish(&homes, &format!("sealed-{family}"));
    }
}

#[test]
fn every_release_has_fixtures() {
    for release in releases() {
        let lacks = lacking(&release);
        assert!(lacks.is_empty(), "{}: {lacks:?}", release.display());
    }
    let changelog = fs::read_to_string(folder().join("../../../../CHANGELOG.md"));
    for number in released(&changelog.expect("the changelog")) {
        let found = folder().join(number).is_dir();
        assert!(
            found,
            "release {number} has no fixtures: make them with its own program, as tests/releases/make.py says"
        );
    }
    let text = "# Changelog\n## Unreleased\n### 3.0\n## 0.2.0, 2027-01-02\n## 0.1.0\n";
    assert_eq!(released(text), ["0.2.0", "0.1.0"]);
    assert!(!lacking(&folder()).is_empty());
}

#[test]
fn matches_of_warlord_are_continued_and_finished() {
    finish_all("warlord");
}

#[test]
fn matches_of_wargame_are_continued_and_finished() {
    finish_all("wargame");
}

#[test]
fn matches_of_tourney_are_continued_and_finished() {
    finish_all("tourney");
}

#[test]
fn matches_by_mail_are_continued_and_finished() {
    for release in releases() {
        for family in FAMILIES {
            let homes = homes_of(&release);
            let name = format!("mail-{family}");
            let letter = homes.record(&format!("letters/{name}.fpx"));
            let answer = homes.record("answer.fpx");
            let both = [homes.ann(), homes.bob_of_release()];
            let import = |home: &Path, reply: &[&str]| {
                let file = file(home, &name);
                let usual = ["import", &file, &letter, "--player", "computer:1", "--json"];
                let played = output(home, &[&usual[..], reply].concat());
                assert!(played.status.success(), "{}", text(&played.stderr));
                text(&played.stdout)
            };
            // five letters were read: the sixth is Ben's answer to the fifth, and Ann reads it
            for home in both.iter().cycle().take(400) {
                let told = import(home, &["--reply", &answer]);
                fs::rename(&answer, &letter).expect("an answer");
                if told.contains("\"verdict\":\"COMPLETE\"") && *home == both[0] {
                    // the last letter carries the end to the other
                    import(&both[1], &[]);
                    break;
                }
            }
            let [here, there] = both.each_ref().map(|home| file(home, &name));
            let judged = output(&both[0], &["judge", &here, &there, "--json"]);
            let judged = text(&judged.stdout);
            assert!(judged.contains("\"COMPLETE\""), "{family}: {judged}");
            let [here, there] = [here, there].map(|file| fs::read(file).expect("a file"));
            assert_eq!(here, there, "{family}");
        }
    }
}

#[test]
fn finished_matches_and_the_players_met_are_read() {
    for release in releases() {
        let homes = homes_of(&release);
        let home = homes.ann();
        let judged = output(&home, &["judge", &file(&home, "finished"), "--json"]);
        assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stdout));
        let people = output(&home, &["people", "--json"]);
        let people = text(&people.stdout);
        for words in ["Benny from the club", "Ben", &"ab".repeat(32)] {
            assert!(people.contains(words), "{words}: {people}");
        }
        // every match that is under way is offered, and none is called damaged
        let listed = output(&home, &["resume", "--json"]);
        let listed = text(&listed.stdout);
        let lines = listed
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let lines: Vec<Value> = lines.collect();
        assert!(lines.len() >= 8, "{listed}");
        assert!(
            lines.iter().all(|line| line["damage"].is_null()),
            "{listed}"
        );
    }
}

/// A file of a data folder, its change, the commands that then cannot be carried out, and what they say.
struct Case {
    file: &'static str,
    change: fn(&mut Vec<u8>),
    commands: &'static [&'static [&'static str]],
    says: &'static str,
}

const MATCH: &[&[&str]] = &[
    &["resume", "FILE", "--player", "computer:1"],
    &["show", "FILE"],
    &["judge", "FILE"],
    &["export", "FILE", "OUT"],
];
const RESUME: &[&[&str]] = &[&["resume", "FILE", "--player", "computer:1"]];
const PEOPLE: &[&[&str]] = &[&["people"], &["people", "name", "Ben", "Bob"]];

/// The first file that is not as it was, that is gone or that is new.
fn difference(
    before: &BTreeMap<PathBuf, Vec<u8>>,
    after: &BTreeMap<PathBuf, Vec<u8>>,
) -> Option<PathBuf> {
    let mut files = before.keys().chain(after.keys());
    let found = files.find(|file| before.get(*file) != after.get(*file));
    found.cloned()
}

/// Changes one file, sees each command refused with those words and an advice, and everything left as it was.
fn refuse(homes: &Homes, case: &Case) {
    let home = homes.ann();
    let path = home.join(case.file);
    let whole = fs::read(&path).expect("a file");
    let mut changed = whole.clone();
    (case.change)(&mut changed);
    assert_ne!(whole, changed, "{}", case.file);
    fs::write(&path, changed).expect("written");
    let before = everything(&home);
    let game = path.with_extension("fpm");
    let out = homes.record("out.fpx");
    for command in case.commands {
        let words = command.iter().map(|word| match *word {
            "FILE" => game.to_string_lossy().into_owned(),
            "OUT" => out.clone(),
            word => word.to_owned(),
        });
        let words: Vec<String> = words.collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let refused = output(&home, &words);
        let told = text(&refused.stderr) + &text(&refused.stdout);
        assert_eq!(refused.status.code(), Some(2), "{command:?}: {told}");
        assert!(told.contains(case.says), "{command:?}: {told}");
        assert!(told.contains("  do: ") || command[0] == "judge", "{told}");
        assert!(!Path::new(&out).exists(), "{command:?}");
        let touched = difference(&before, &everything(&home));
        assert_eq!(touched, None, "{command:?}");
    }
    fs::write(&path, whole).expect("written");
}

/// Replaces the byte at the end of those words by the next number.
fn next(bytes: &mut [u8], words: &[u8]) {
    let at = bytes.windows(words.len()).position(|part| part == words);
    let last = at.expect("the words are there") + words.len() - 1;
    bytes[last] += 1;
}

#[test]
fn what_a_later_version_has_written_is_named_and_left_as_it_is() {
    let cases = [
        Case {
            file: "matches/turn-warlord.fpm",
            change: |bytes| next(bytes, b"FPMATCH5"),
            commands: MATCH,
            says: "made by a newer version of Warlord (match file format 6; this version reads 5)",
        },
        Case {
            file: "matches/turn-warlord.fpm",
            change: |bytes| bytes[13] += 1,
            commands: MATCH,
            says: "made by a newer version of Warlord (protocol 6; this version speaks 5)",
        },
        Case {
            file: "matches/turn-wargame.fpm",
            change: |bytes| next(bytes, b"wargame\x011"),
            commands: MATCH,
            says: "version 2 of the wargame rules, this program plays version 1",
        },
        Case {
            file: "matches/turn-warlord.key",
            change: |bytes| next(bytes, b"FPSECRT5"),
            commands: RESUME,
            says: "the private file is of format 6; this version of the program reads 5",
        },
        Case {
            file: "people.txt",
            change: |bytes| next(bytes, b"warlord people 1"),
            commands: PEOPLE,
            says: "another version",
        },
    ];
    for release in releases() {
        let homes = homes_of(&release);
        for case in &cases {
            refuse(&homes, case);
        }
        // with the right files in place again it is all there
        finish(&homes, "turn-warlord");
        finish(&homes, "turn-wargame");
    }
}

#[test]
fn what_is_damaged_is_named_and_left_as_it_is() {
    let cases = [
        Case {
            file: "matches/turn-warlord.fpm",
            change: |bytes| bytes.truncate(300),
            commands: &MATCH[..1],
            says: "cannot be resumed",
        },
        Case {
            file: "matches/turn-wargame.fpm",
            change: |bytes| bytes[2000..2100].fill(0),
            commands: MATCH,
            says: "the scenario is faulty",
        },
        // in the signature of the last record
        Case {
            file: "matches/turn-wargame.fpm",
            change: |bytes| *bytes.iter_mut().rev().nth(20).expect("a record") ^= 1,
            commands: RESUME,
            says: "does not fit",
        },
        Case {
            file: "matches/turn-warlord.key",
            change: |bytes| bytes[40..80].fill(0xff),
            commands: RESUME,
            says: "cannot be resumed",
        },
        Case {
            file: "matches/turn-warlord.key",
            change: Vec::clear,
            commands: RESUME,
            says: "cannot be resumed",
        },
        Case {
            file: "people.txt",
            change: |bytes| bytes.truncate(60),
            commands: PEOPLE,
            says: "is no file of players, or is damaged",
        },
        Case {
            file: "identity.pem",
            change: |bytes| bytes.truncate(60),
            commands: &[&["identity"]],
            says: "holds no player",
        },
    ];
    for release in releases() {
        let homes = homes_of(&release);
        for case in &cases {
            refuse(&homes, case);
        }
        finish(&homes, "turn-warlord");
        finish(&homes, "turn-wargame");
    }
}

#[test]
fn a_mark_of_a_later_version_is_left_as_it_is_with_the_match() {
    for release in releases() {
        let homes = homes_of(&release);
        let marks = fs::read_dir(homes.ann().join("state/marks")).expect("marks");
        let marks: Vec<PathBuf> = marks.map(|mark| mark.expect("an entry").path()).collect();
        let change = |from: &[u8; 8], to: &[u8; 8]| {
            for mark in &marks {
                let mut bytes = fs::read(mark).expect("a mark");
                for at in [0, 4096] {
                    if bytes.get(at..at + from.len()) == Some(from) {
                        bytes[at..at + to.len()].copy_from_slice(to);
                    }
                }
                fs::write(mark, bytes).expect("written");
            }
        };
        change(b"WLMARK_1", b"WLMARK_2");
        let before = everything(&homes.ann());
        let game = file(&homes.ann(), "turn-warlord");
        let refused = output(&homes.ann(), &["resume", &game, "--player", "computer:1"]);
        let told = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(told.contains("another version of the program"), "{told}");
        assert!(told.contains("  do: "), "{told}");
        let touched = difference(&before, &everything(&homes.ann()));
        assert_eq!(touched, None);
        // the version that wrote them goes on as if nothing had been
        change(b"WLMARK_2", b"WLMARK_1");
        finish(&homes, "turn-warlord");
    }
}
