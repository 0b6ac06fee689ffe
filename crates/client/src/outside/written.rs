//! Shared by everything that writes a user's file: copies of what cannot be read, and advice.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Keeps one copy of a file that cannot be read properly, beside it.
pub(super) fn keep_copy(file: &Path, bytes: &[u8]) -> std::io::Result<PathBuf> {
    // beyond that somebody or something damages the file again and again, and more copies help nobody
    const MOST: u32 = 1000;
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".unread");
    for number in 1..MOST {
        let mut name = name.clone();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        let copy = file.with_file_name(name);
        // reads at most as many bytes as are to be kept: a longer file is another copy in any case
        match home::read_within(&copy, bytes.len() as u64) {
            // the same damage is met at every start, and must not fill the folder
            Ok(known) if known == bytes => return Ok(copy),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return home::replace(&copy, bytes).map(|()| copy);
            }
            _ => {}
        }
    }
    Err(std::io::Error::other("there are too many copies already"))
}

/// The advice for a file of the data folder that cannot be written.
pub(super) fn how_to_write(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "make room on the disk, then do it once more"
        }
        _ => "look whether the data folder can be written to, then do it once more",
    }
}
