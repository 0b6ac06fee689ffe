//! Everything that the window writes, when it cannot be written: the cause is reported, nothing is half written or
//! lost.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use home::Home;
use kit::model::kept::KeptSetUp;
use protocol::Seat;
use protocol::testing::three_matches;
use reach::Trouble;

use super::{beside, export, files, preferences};
use crate::model::News;
use crate::model::comments::Comments;
use crate::model::export::{ExportForm, Format};
use crate::model::lessons::LearnedChange;
use crate::model::settings::Settings;
use crate::model::talk::Talk;

/// A thing that the window writes: its file below the data folder, and how it is written.
struct Writer {
    file: &'static str,
    write: fn(&Home) -> Result<(), Trouble>,
}

fn export_as(home: &Home, format: Format) -> Result<(), Trouble> {
    let News::Read(_, seen) = files::read(home.path().join("matches/a.fpm")) else {
        panic!("a match");
    };
    let mut form = ExportForm::new(&seen.file, 1, None, board::Edge::South);
    form.set_format(format);
    form.path = home.path().join("out").join("game").display().to_string();
    form.may_replace = true;
    match export::write(&seen, &Comments::default(), &form) {
        News::Failed(trouble) => Err(trouble),
        _ => Ok(()),
    }
}

const WRITERS: &[Writer] = &[
    Writer {
        file: "client.toml",
        write: |home| {
            let before = Settings::default();
            let after = Settings {
                zoom: 150,
                ..before.clone()
            };
            preferences::save(home, &before, &after)
        },
    },
    Writer {
        file: "set-ups.toml",
        write: |home| {
            let set_up = KeptSetUp {
                scenario: "test-of-wills".to_owned(),
                name: "Mine".to_owned(),
                rows: "20/20/20/20".to_owned(),
            };
            preferences::change_kept(home, |all| all.keep(set_up)).map(|_| ())
        },
    },
    Writer {
        file: "lessons.toml",
        write: |home| {
            let done = LearnedChange::Done("warlord/turn".to_owned());
            preferences::learn(home, done).map(|_| ())
        },
    },
    Writer {
        file: "matches/a.comments.toml",
        write: |home| beside::comment(home, &home.path().join("matches/a.fpm"), 0, "bold"),
    },
    Writer {
        file: "matches/a.talk.toml",
        write: |home| {
            let file = home.path().join("matches/a.fpm");
            beside::keep(&file, beside::TALK, Talk::read, &Talk::default().write())
        },
    },
    Writer {
        file: "out/game",
        write: |home| export_as(home, Format::Text),
    },
    Writer {
        file: "out/game",
        write: |home| export_as(home, Format::Html),
    },
    Writer {
        file: "out/game",
        write: |home| export_as(home, Format::Png),
    },
    Writer {
        file: "out/game",
        write: |home| export_as(home, Format::Gif),
    },
];

/// A data folder with a match.
fn data() -> (tempfile::TempDir, Home) {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path().join("home")).expect("a data folder");
    fs::create_dir(home.path().join("out")).expect("a folder");
    let bytes = &three_matches().files(Seat(0))[0];
    fs::write(home.path().join("matches/a.fpm"), bytes).expect("written");
    (folder, home)
}

fn all(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        // a link is looked at and not followed: a device never ends. The lock of the settings holds nothing
        if let Ok(to) = fs::read_link(&path) {
            found.insert(path, Some(to.to_string_lossy().into_owned().into_bytes()));
        } else if path.is_dir() {
            found.insert(path.clone(), None);
            found.extend(all(&path));
        } else if !path.ends_with("settings.lock") {
            found.insert(path.clone(), fs::read(&path).ok());
        }
    }
    found
}

#[test]
fn a_failed_write_of_the_window_is_reported_and_nothing_is_lost() {
    type Fault = fn(&Path);
    let faults: &[(&str, Fault)] = &[
        ("a folder in its place", |file| {
            fs::create_dir(file).expect("a folder");
            fs::write(file.join("kept"), "kept").expect("written");
        }),
        ("links in a circle", |file| link(file, file)),
        ("a link to a device", |file| {
            link(Path::new("/dev/full"), file)
        }),
        ("a link into a missing folder", |file| {
            link(Path::new("missing/there"), file);
        }),
    ];
    for Writer { file, write } in WRITERS {
        // it writes if nothing is in the way
        let (_folder, home) = data();
        assert_eq!(write(&home), Ok(()), "{file}");
        assert!(home.path().join(file).exists(), "{file}");
        for (what, fault) in faults {
            let (_folder, home) = data();
            fault(&home.path().join(file));
            let before = all(home.path());
            let told = write(&home);
            let trouble = told.expect_err(&format!("{file}, {what}"));
            let name = Path::new(file)
                .file_name()
                .expect("a name")
                .to_string_lossy();
            assert!(trouble.what.contains(&*name), "{what}: {trouble:?}");
            assert!(!trouble.advice.is_empty(), "{what}: {trouble:?}");
            assert_eq!(all(home.path()), before, "{file}, {what}");
        }
    }
    assert!(!fs::metadata("/dev/full").is_ok_and(|data| data.is_file()));
}

/// A name that leads to that place; on systems without links it leads nowhere as well, as a folder.
fn link(to: &Path, name: &Path) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(to, name).expect("a link");
    #[cfg(not(unix))]
    {
        let _ = to;
        fs::create_dir(name).expect("a folder");
    }
}
