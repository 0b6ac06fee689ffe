//! Files of one's own beside a match file: they share its name, and the match knows nothing of them.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use net::Trouble;

use super::files::keep_copy;
use crate::shell::model::meaning::trouble;

/// The ending of the file with the comments.
pub(super) const COMMENTS: &str = "comments.toml";
/// The ending of the file with the talk.
pub(super) const TALK: &str = "talk.toml";

/// No larger file is read.
const LARGEST: u64 = 4 * 1024 * 1024;

/// Reads such a file; there is nothing in it where there is no file.
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
    let bytes = match net::read_within(&file, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(T::default()),
        Err(error) => return Err(unread(&error)),
    };
    let text = str::from_utf8(&bytes).map_err(|error| unread(&error))?;
    parse(text).map_err(|error| unread(&error.message()))
}

/// Writes such a file: the new one takes the old one's place in one step. Of an old one that cannot be read a copy stays.
pub(super) fn keep(match_file: &Path, ending: &str, text: &str) -> Result<(), Trouble> {
    let file = match_file.with_extension(ending);
    let written = match net::read_within(&file, LARGEST) {
        Ok(bytes) if !is_toml(&bytes) => keep_copy(&file, &bytes).map(|_| ()),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    };
    let written = written.and_then(|()| net::replace(&file, text.as_bytes()));
    written.map_err(|error| {
        trouble(
            format!("{} was not written: {error}", file.display()),
            "look whether the folder of the match file can be written to",
        )
    })
}

fn is_toml(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok_and(|text| text.parse::<toml::Table>().is_ok())
}

/// Deletes the files beside a match that is deleted.
pub(super) fn forget(match_file: &Path) {
    for ending in [COMMENTS, TALK] {
        // a file that is not there, or stays, does no harm
        let _ = fs::remove_file(match_file.with_extension(ending));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::model::comments::Comments;

    #[test]
    fn what_is_kept_beside_a_match_is_read_again_and_deleted_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("x.fpm");
        let none = read(&file, COMMENTS, Comments::read);
        assert_eq!(none, Ok(Comments::default()));
        let mut comments = Comments::default();
        comments.set(3, "bold");
        keep(&file, COMMENTS, &comments.write()).expect("written");
        assert_eq!(read(&file, COMMENTS, Comments::read), Ok(comments));
        fs::write(folder.path().join("x.comments.toml"), "[").expect("written");
        assert!(read(&file, COMMENTS, Comments::read).is_err());
        // what cannot be read is not lost where a new comment is written
        keep(&file, COMMENTS, &Comments::default().write()).expect("written");
        let copy = folder.path().join("x.comments.toml.unread");
        assert_eq!(fs::read_to_string(&copy).expect("a copy"), "[");
        fs::remove_file(copy).expect("removed");
        forget(&file);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
