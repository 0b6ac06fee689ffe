//! The user's own files beside a match file: they share its name, and the match knows nothing of them.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use home::Home;
use kit::model::meaning::trouble;
use reach::Trouble;

use super::written::{how_to_write, keep_copy};
use crate::model::comments::Comments;

/// The ending of the file with the comments.
pub(super) const COMMENTS: &str = "comments.toml";
/// The ending of the file with the talk.
pub(super) const TALK: &str = "talk.toml";

/// The ending of the file with a half-made turn or set-up.
pub(super) const UNFINISHED: &str = "unfinished.toml";

/// No larger file is read: a device or a huge file in its place must not fill the memory.
const LARGEST: u64 = 4 * 1024 * 1024;

/// Reads such a file; a missing one reads as empty.
pub(super) fn read<T: Default>(
    match_file: &Path,
    ending: &str,
    parse: fn(&str) -> Result<T, toml::de::Error>,
) -> Result<T, Trouble> {
    let file = match_file.with_extension(ending);
    let unread = |error: &dyn std::fmt::Display| {
        trouble(
            format!("{} cannot be read: {error}", file.display()),
            "mend the file, or move it away to begin a new one",
        )
    };
    let bytes = match home::read_within(&file, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(T::default()),
        Err(error) => return Err(unread(&error)),
    };
    let text = str::from_utf8(&bytes).map_err(|error| unread(&error))?;
    parse(text).map_err(|error| unread(&error.message()))
}

/// Changes the comment on a step in the file as it is now: another window may have written others, and comments on turns
/// that this window does not show must stay.
pub(super) fn comment(
    home: &Home,
    match_file: &Path,
    step: usize,
    text: &str,
) -> Result<(), Trouble> {
    let _held = home.hold_settings().map_err(|error| {
        let file = match_file.with_extension(COMMENTS);
        trouble(
            format!("{} was not written: {error}", file.display()),
            how_to_write(&error),
        )
    })?;
    // `keep` leaves a copy of a file that cannot be read
    let mut all = read(match_file, COMMENTS, Comments::read).unwrap_or_default();
    all.set(step, text);
    keep(match_file, COMMENTS, Comments::read, &all.write())
}

/// Writes such a file: the new one replaces the old one in one step. If the old one cannot be read, a copy of it stays.
pub(super) fn keep<T>(
    match_file: &Path,
    ending: &str,
    parse: fn(&str) -> Result<T, toml::de::Error>,
    text: &str,
) -> Result<(), Trouble> {
    let file = match_file.with_extension(ending);
    let written = match home::read_within(&file, LARGEST) {
        Ok(bytes) if !reads(&bytes, parse) => keep_copy(&file, &bytes).map(|_| ()),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    };
    let written = written.and_then(|()| home::replace(&file, text.as_bytes()));
    written.map_err(|error| {
        trouble(
            format!("{} was not written: {error}", file.display()),
            how_to_write(&error),
        )
    })
}

fn reads<T>(bytes: &[u8], parse: fn(&str) -> Result<T, toml::de::Error>) -> bool {
    str::from_utf8(bytes).is_ok_and(|text| parse(text).is_ok())
}

/// Deletes what was left half made beside a match.
pub(super) fn forget_unfinished(match_file: &Path) {
    // without it nothing comes back, and one of an older step is not taken anyway
    let _ = fs::remove_file(match_file.with_extension(UNFINISHED));
}

/// Deletes the files beside a match that is deleted.
pub(super) fn forget(match_file: &Path) {
    for ending in [COMMENTS, TALK, UNFINISHED] {
        // a file that is not there, or stays, does no harm
        let _ = fs::remove_file(match_file.with_extension(ending));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_beside_a_match_is_read_again_and_deleted_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("x.fpm");
        let none = read(&file, COMMENTS, Comments::read);
        assert_eq!(none, Ok(Comments::default()));
        let home = Home::at(folder.path().join("home")).expect("a data folder");
        let mut comments = Comments::default();
        for (step, text) in [(3, "bold"), (7, "timid")] {
            comments.set(step, text);
            comment(&home, &file, step, text).expect("written");
        }
        assert_eq!(read(&file, COMMENTS, Comments::read), Ok(comments));
        fs::write(folder.path().join("x.comments.toml"), "[").expect("written");
        assert!(read(&file, COMMENTS, Comments::read).is_err());
        // what cannot be read is not lost when a new comment is written
        for unreadable in ["[", "comment = 3"] {
            fs::write(folder.path().join("x.comments.toml"), unreadable).expect("written");
            comment(&home, &file, 1, "anew").expect("written");
            let copy = folder.path().join("x.comments.toml.unread");
            assert_eq!(fs::read_to_string(&copy).expect("a copy"), unreadable);
            fs::remove_file(copy).expect("removed");
        }
        fs::remove_dir_all(home.path()).expect("removed");
        forget(&file);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
