//! The files of the data folder that hold what the user has set: the settings, the hidden set-ups kept, and the lessons
//! done.

use std::io::ErrorKind;
use std::path::Path;

use home::limits::LARGEST_SETTINGS;
use home::{Home, Output};
use kit::model::kept::KeptSetUps;
use kit::model::meaning::trouble;
use kit::model::words::count;
use reach::Trouble;

use super::written::{how_to_write, keep_copy};
use crate::model::lessons::{Learned, LearnedChange};
use crate::model::settings::Settings;

const SETTINGS: &str = "client.toml";
/// The file of the kept set-ups.
pub(super) const KEPT: &str = "set-ups.toml";
/// The file of the lessons done.
pub(super) const LEARNED: &str = "lessons.toml";

/// The settings from the file, with the usual ones for what is missing, and a report of what cannot be read.
pub(crate) fn load(home: &Home) -> (Settings, Option<Trouble>) {
    let file = home.path().join(SETTINGS);
    let bytes = match home::read_within(&file, LARGEST_SETTINGS) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return (Settings::default(), None),
        Err(error) => {
            let what = format!(
                "your settings in {} cannot be read: {error}",
                file.display()
            );
            let advice = "the usual settings hold until the file can be read, and nothing is written over it";
            return (Settings::default(), Some(trouble(what, advice)));
        }
    };
    let (settings, wrong) = Settings::read(&text_of(&bytes));
    if wrong.is_empty() {
        return (settings, None);
    }
    // the next change of a setting rewrites the file: lines that are no TOML become comments, and bytes that are no
    // UTF-8 are gone
    let copy = match keep_copy(&file, &bytes) {
        Ok(copy) => format!("a copy of the file is in {}", copy.display()),
        Err(error) => format!("no copy of the file could be made: {error}"),
    };
    let what = format!(
        "of your settings in {SETTINGS} these cannot be read: {}",
        wrong.join(", ")
    );
    let advice =
        format!("the others hold, and {copy}; choose again on the page Settings, or mend the file");
    (settings, Some(trouble(what, advice)))
}

/// True if nobody has set anything in this data folder yet.
pub(crate) fn is_new(home: &Home) -> bool {
    // a file that is there and cannot be read belongs to somebody
    !home.path().join(SETTINGS).exists()
}

/// Keeps the settings that have changed since `before`.
pub(crate) fn save(home: &Home, before: &Settings, settings: &Settings) -> Result<(), Trouble> {
    // every exit of the window saves: an unchanged file is left alone
    if settings == before {
        return Ok(());
    }
    let _held = home
        .hold_settings()
        .map_err(|error| unwritten(SETTINGS, &error))?;
    // read again under the lock: another window may have written since, and keys that this version does not know stay
    let text = match home::read_within(&home.path().join(SETTINGS), LARGEST_SETTINGS) {
        Ok(bytes) => text_of(&bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        // a file that is there and cannot be read is never replaced: its settings would be lost
        Err(error) => return Err(unwritten(SETTINGS, &error)),
    };
    replace(home, SETTINGS, &settings.merged(&text, before))
}

/// Writes the settings to a file for another machine. No file is replaced.
pub(super) fn export(file: &Path, settings: &Settings) -> Result<(), Trouble> {
    let written = Output::to(file).write(settings.exported().as_bytes());
    written.map_err(|error| trouble(home::told(&error), error.advice()))
}

/// The settings with those of a file in place of their own.
pub(super) fn import(file: &Path, settings: &Settings) -> Result<Settings, Trouble> {
    let bytes = home::read_within(file, LARGEST_SETTINGS).map_err(|error| {
        let what = format!("{} cannot be read: {error}", file.display());
        trouble(what, "nothing is changed; name a file of exported settings")
    })?;
    let text = std::str::from_utf8(&bytes).map_err(|_error| {
        let what = format!(
            "{} is no file of settings: it is not text in UTF-8",
            file.display()
        );
        trouble(what, "nothing is changed; name a file of exported settings")
    })?;
    settings.imported(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A file that the user may have edited. A byte that is not UTF-8 spoils its own entry only, and some editors begin a
/// file with a byte order mark.
fn text_of(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()
}

/// The hidden set-ups kept; none if there is no file.
pub(crate) fn kept(home: &Home) -> Result<KeptSetUps, Trouble> {
    let file = home.path().join(KEPT);
    let unread = |error: &dyn std::fmt::Display| {
        trouble(
            format!(
                "the kept set-ups in {} cannot be read: {error}",
                file.display()
            ),
            "mend the file, or move it away to begin a new one",
        )
    };
    match home::read_within(&file, LARGEST_SETTINGS) {
        Ok(bytes) => KeptSetUps::read(&text_of(&bytes)).map_err(|error| unread(&error.message())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(KeptSetUps::default()),
        Err(error) => Err(unread(&error)),
    }
}

/// The stored set-ups that cannot be read, and why.
pub(crate) fn wrong_set_ups(kept: &KeptSetUps) -> Option<Trouble> {
    let first = kept.wrong.first()?;
    let number = count(kept.wrong.len(), "entry", "entries");
    let what = format!("{number} of your kept set-ups in {KEPT} cannot be read: {first}");
    Some(trouble(
        what,
        "mend the file; until then they are left in it as they are",
    ))
}

/// Changes the kept set-ups as they are in the file now: another window may have changed them too.
pub(super) fn change_kept(
    home: &Home,
    change: impl FnOnce(&mut KeptSetUps),
) -> Result<KeptSetUps, Trouble> {
    let _held = home
        .hold_settings()
        .map_err(|error| unwritten(KEPT, &error))?;
    // an unreadable file ends it here, before anything is written over it
    let mut all = kept(home)?;
    change(&mut all);
    replace(home, KEPT, &all.write())?;
    Ok(all)
}

/// The lessons done; none if there is no file.
pub(crate) fn learned(home: &Home) -> Result<Learned, Trouble> {
    let file = home.path().join(LEARNED);
    let unread = |error: &dyn std::fmt::Display| {
        trouble(
            format!(
                "the list of your lessons in {} cannot be read: {error}",
                file.display()
            ),
            "mend the file, or move it away to begin a new one; until then no lesson counts as done",
        )
    };
    match home::read_within(&file, LARGEST_SETTINGS) {
        Ok(bytes) => Learned::read(&text_of(&bytes)).map_err(|error| unread(&error.message())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Learned::default()),
        Err(error) => Err(unread(&error)),
    }
}

/// Keeps a change of what was learned in the file as it is now: another window may have changed it too.
pub(super) fn learn(home: &Home, change: LearnedChange) -> Result<Learned, Trouble> {
    let _held = home
        .hold_settings()
        .map_err(|error| unwritten(LEARNED, &error))?;
    // an unreadable file ends it here, before anything is written over it
    let mut learned = learned(home)?;
    learned.change(change);
    replace(home, LEARNED, &learned.write())?;
    Ok(learned)
}

/// Writes a file of the data folder in one step.
fn replace(home: &Home, name: &str, text: &str) -> Result<(), Trouble> {
    let written = home::replace(&home.path().join(name), text.as_bytes());
    written.map_err(|error| unwritten(name, &error))
}

fn unwritten(name: &str, error: &std::io::Error) -> Trouble {
    trouble(
        format!("the file {name} was not written: {error}"),
        how_to_write(error),
    )
}
