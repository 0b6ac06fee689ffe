//! Files that the user has written out: letters, pictures, pages, reports.
//!
//! No output takes the place of what cannot be made again, whatever the user says: a match, a key, the settings, a
//! letter of another match. Any other file is replaced only if the user agrees.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use protocol::packet::{self, Subject};

use crate::file_names::{Kept, by_name};
use crate::letter::{LONGEST_TEXT, holds_letter, letter_from};
use crate::limits::LARGEST_MATCH;
use crate::writing::{read_within, replace};

#[derive(Debug)]
pub struct Output<'a> {
    file: &'a Path,
    is_forced: bool,
    matches: Vec<Subject>,
}

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The place is that of a file that cannot be made again.
    #[error("{} is the name of {}, which nothing replaces", file.display(), kept.words())]
    Kept {
        file: PathBuf,
        /// The kind of file that is there.
        kept: Kept,
    },
    /// The user has not agreed that the file is replaced.
    #[error("{} exists already", file.display())]
    Exists { file: PathBuf },
    #[error("{} cannot be written", file.display())]
    Unwritable { file: PathBuf, source: io::Error },
}

impl OutputError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Kept { .. } => "name another file",
            Self::Exists { .. } => "name another file, or say --force to replace this one",
            Self::Unwritable { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "make room on the disk, or name a file on another one"
                }
                io::ErrorKind::InvalidFilename => "name a file with a shorter name",
                _ => "name a file in a folder that is there and that you may write to",
            },
        }
    }
}

impl<'a> Output<'a> {
    pub const fn to(file: &'a Path) -> Self {
        Self {
            file,
            is_forced: false,
            matches: Vec::new(),
        }
    }

    /// The user agrees that a file there is replaced, or does not.
    #[must_use]
    pub fn forced(self, is_forced: bool) -> Self {
        Self { is_forced, ..self }
    }

    /// The output is a letter of the match of that file, which may replace earlier letters of the match.
    #[must_use]
    pub fn of_match(mut self, match_file: &Path) -> Self {
        let bytes = read_within(match_file, LARGEST_MATCH);
        let manifest = bytes
            .ok()
            .and_then(|bytes| protocol::glance::glance(&bytes).ok());
        let subject = manifest.map(|glance| Subject::Begun(Box::new(glance.manifest)));
        self.matches.extend(subject);
        self
    }

    /// The output is a letter of the same match as that letter.
    #[must_use]
    pub fn of_letter(mut self, letter: &[u8]) -> Self {
        self.matches.extend(packet::subject(letter).ok());
        self
    }

    /// True if the file may be written, before anything is done for its sake.
    ///
    /// # Errors
    /// Returns why the file would not be written.
    pub fn check(&self) -> Result<(), OutputError> {
        // said before the work: a picture or a report that takes a minute should not end in a refusal
        self.place().map(|_| ())
    }

    /// Writes the file. If it is not a regular file, such as a terminal or a pipe, the bytes go into it.
    ///
    /// # Errors
    /// Returns [`OutputError`]; an earlier file is as it was.
    pub fn write(&self, bytes: &[u8]) -> Result<(), OutputError> {
        let written = match self.place()? {
            Place::Stdout => pour(io::stdout().lock(), bytes),
            Place::Stream => fs::OpenOptions::new()
                .write(true)
                .open(self.file)
                .and_then(|stream| pour(stream, bytes)),
            Place::Replaced => replace(self.file, bytes),
            Place::New => self.create(bytes),
        };
        written.map_err(|source| self.refused(source))
    }

    fn create(&self, bytes: &[u8]) -> io::Result<()> {
        // a link to a file that is not there: `create_new` would refuse it, and the link is to stay
        if self.file.is_symlink() {
            return replace(self.file, bytes);
        }
        let mut options = fs::OpenOptions::new();
        // `create_new`: a file that came into the place since it was looked at is not overwritten
        let mut file = options.write(true).create_new(true).open(self.file)?;
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        written.inspect_err(|_| {
            // half a file is no use to anybody
            let _ = fs::remove_file(self.file);
        })
    }

    fn refused(&self, source: io::Error) -> OutputError {
        let file = self.file.to_owned();
        match source.kind() {
            io::ErrorKind::AlreadyExists => OutputError::Exists { file },
            _ => OutputError::Unwritable { file, source },
        }
    }

    fn place(&self) -> Result<Place, OutputError> {
        if let Some(stream) = stream(self.file) {
            return Ok(stream);
        }
        let data = match fs::metadata(self.file) {
            Ok(data) => Some(data),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(self.refused(error)),
        };
        let kept = |kept| OutputError::Kept {
            file: self.file.to_owned(),
            kept,
        };
        match data {
            Some(data) if data.is_dir() => {
                Err(self.refused(io::Error::from(io::ErrorKind::IsADirectory)))
            }
            // a terminal or a pipe has no earlier content to lose
            Some(data) if !data.is_file() => Ok(Place::Stream),
            Some(_) => match self.kept() {
                Some(what) => Err(kept(what)),
                None if self.is_forced || self.is_own_letter() => Ok(Place::Replaced),
                None => Err(OutputError::Exists {
                    file: self.file.to_owned(),
                }),
            },
            // a new file may not take the name of a lost key either: it would be in the way when the key comes back
            None => match by_name(self.file) {
                Some(what) => Err(kept(what)),
                None => self.has_folder().map(|()| Place::New),
            },
        }
    }

    fn has_folder(&self) -> Result<(), OutputError> {
        let folder = self
            .file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        match fs::metadata(folder.unwrap_or(Path::new("."))) {
            Ok(data) if data.is_dir() => Ok(()),
            Ok(_) => Err(self.refused(io::Error::from(io::ErrorKind::NotADirectory))),
            Err(error) => Err(self.refused(error)),
        }
    }

    /// The kind of content of the file there, by its name or its first bytes, if nothing may replace it.
    fn kept(&self) -> Option<Kept> {
        // on some systems this is also the spelling that the file has in its folder
        let real = fs::canonicalize(self.file).ok();
        let named = by_name(self.file).or_else(|| by_name(real.as_deref()?));
        let named = named.or_else(|| by_other_name(self.file));
        named.or_else(|| match content(self.file)? {
            Kept::Letter if self.is_own_letter() => None,
            kept => Some(kept),
        })
    }

    fn is_own_letter(&self) -> bool {
        let there = || {
            let bytes = read_within(self.file, LONGEST_TEXT as u64).ok()?;
            packet::subject(&letter_from(&bytes).ok()?).ok()
        };
        !self.matches.is_empty()
            && there().is_some_and(|there| self.matches.iter().any(|own| is_same(own, &there)))
    }
}

/// The way in which a file is written.
enum Place {
    Stdout,
    /// No regular file: written into, never replaced.
    Stream,
    New,
    Replaced,
}

/// A name of a stream of this process. Redirected, it may lead to a regular file, which the user has named to the
/// shell.
fn stream(file: &Path) -> Option<Place> {
    if cfg!(not(unix)) {
        return None;
    }
    match file.to_str()? {
        "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => Some(Place::Stdout),
        name if name == "/dev/stderr"
            || name.starts_with("/dev/fd/")
            || name.starts_with("/proc/self/fd/") =>
        {
            Some(Place::Stream)
        }
        _ => None,
    }
}

/// True if an output cannot be written because nobody reads it any more, as after `head` or in a closed pager.
pub fn is_reader_gone(error: &io::Error) -> bool {
    // Windows has a second error for it, which the standard library counts among no kind: ERROR_PIPE_NOT_CONNECTED
    error.kind() == io::ErrorKind::BrokenPipe
        || (cfg!(windows) && error.raw_os_error() == Some(233))
}

/// Writes into a stream; a reader that has had enough is no error.
fn pour(mut stream: impl io::Write, bytes: &[u8]) -> io::Result<()> {
    match stream.write_all(bytes).and_then(|()| stream.flush()) {
        // `head` and pagers close a pipe early, and have all that was wanted
        Err(error) if is_reader_gone(&error) => Ok(()),
        written => written,
    }
}

/// What the file holds by another name that it has in the same folder: systems differ in which spellings name one file.
fn by_other_name(file: &Path) -> Option<Kept> {
    // by the file itself, not by its spelling: case, normalization and hard links differ between systems
    let own = same_file::Handle::from_path(file).ok()?;
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let others = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let kept = others.filter_map(|other| Some((by_name(&other)?, other)));
    let mut same = kept.filter(|(_, other)| {
        let other = same_file::Handle::from_path(other);
        other.is_ok_and(|other| other == own)
    });
    same.next().map(|(kept, _)| kept)
}

/// The kind of content that a file's first bytes show.
fn content(file: &Path) -> Option<Kept> {
    use std::io::Read as _;
    /// A key and a letter as text say what they are within that many bytes, even behind a mail of some length.
    const HEAD: u64 = 16 * 1024;
    let mut head = Vec::new();
    fs::File::open(file)
        .ok()?
        .take(HEAD)
        .read_to_end(&mut head)
        .ok()?;
    let starts = |formats: &[&[u8]]| formats.iter().any(|format| head.starts_with(format));
    // without the number of the format: files of older and later versions are kept as well
    if starts(&[b"FPMATCH"]) {
        return Some(Kept::Match);
    }
    if starts(&[b"FPSECRT", b"FPDRAFT"]) {
        return Some(Kept::Secrets);
    }
    if starts(&[b"FPMAIL_"]) {
        return Some(Kept::Letter);
    }
    // lossy: a mail around a letter may be in any encoding
    let text = String::from_utf8_lossy(&head);
    if text.contains("BEGIN PRIVATE KEY") {
        return Some(Kept::Identity);
    }
    holds_letter(&text).then_some(Kept::Letter)
}

/// True if two letters are of one match, by what they say.
fn is_same(one: &Subject, other: &Subject) -> bool {
    match (one, other) {
        (Subject::Offer(one), Subject::Offer(other)) => one == other,
        (Subject::Offer(offer), Subject::Begun(begun))
        | (Subject::Begun(begun), Subject::Offer(offer)) => begun.answers(offer),
        (Subject::Begun(one), Subject::Begun(other)) => one == other,
        (Subject::Begun(begun), Subject::Match(sid))
        | (Subject::Match(sid), Subject::Begun(begun)) => begun.sid() == *sid,
        (Subject::Match(one), Subject::Match(other)) => one == other,
        (Subject::Offer(_), Subject::Match(_)) | (Subject::Match(_), Subject::Offer(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn what_cannot_be_made_again_is_never_replaced_whatever_the_user_says() {
        let folder = folder();
        for (name, bytes) in [
            ("a.fpm", &b"FPMATCH2"[..]),
            ("a.key", b"FPSECRT2"),
            ("a.draft", b"FPDRAFT2"),
            ("identity.pem", b"x"),
            ("client.toml", b"name = \"Ann\""),
            ("people.txt", b"x"),
            ("a.comments.toml", b"x"),
            // by what they hold
            ("copy-of-a-match", b"FPMATCH2..."),
            ("copy-of-secrets", b"FPSECRT9..."),
            ("notes.txt", b"name: Ann\n-----BEGIN PRIVATE KEY-----\n"),
            ("other.fpx", b"FPMAIL_2..."),
            ("mail.txt", b"Hello,\n-----BEGIN WARLORD LETTER-----\nRlBN"),
        ] {
            let file = folder.path().join(name);
            fs::write(&file, bytes).expect("written");
            let refused = Output::to(&file).forced(true).write(b"new");
            assert!(
                matches!(refused, Err(OutputError::Kept { .. })),
                "{name}: {refused:?}"
            );
            assert_eq!(fs::read(&file).expect("there"), bytes, "{name}");
        }
        for name in [
            "LOST.KEY",
            "lost.Key",
            "lost.key.",
            "lost.key . ",
            "lost.key::$DATA",
            // a Kelvin sign is a K when case is folded by Unicode
            "lost.\u{212a}ey",
            "LOST.FPM",
            "lost.fpm ",
            "Client.TOML",
        ] {
            let lost = folder.path().join(name);
            let refused = Output::to(&lost).forced(true).write(b"new");
            assert!(matches!(refused, Err(OutputError::Kept { .. })), "{name}");
            // where case and a last dot do not count, it is the name of the private file itself
            assert!(
                cfg!(windows) || !lost.exists(),
                "nothing else takes the name of a private file"
            );
        }
    }

    #[test]
    fn the_same_file_under_another_name_is_not_replaced() {
        let folder = folder();
        let [people, picture] = ["people.txt", "picture.svg"].map(|name| folder.path().join(name));
        fs::write(&people, "Ann").expect("written");
        fs::hard_link(&people, &picture).expect("a second name");
        let refused = Output::to(&picture).forced(true).write(b"new");
        assert!(
            matches!(refused, Err(OutputError::Kept { .. })),
            "{refused:?}"
        );
        // a copy is another file
        fs::remove_file(&picture).expect("removed");
        fs::copy(&people, &picture).expect("copied");
        Output::to(&picture)
            .forced(true)
            .write(b"new")
            .expect("a picture");
        assert_eq!(fs::read(&people).expect("there"), b"Ann");
    }

    #[test]
    fn any_other_file_is_replaced_only_where_the_user_agrees() {
        let folder = folder();
        let file = folder.path().join("a.svg");
        Output::to(&file).write(b"one").expect("new");
        let refused = Output::to(&file).write(b"two");
        assert!(matches!(refused, Err(OutputError::Exists { .. })));
        assert!(Output::to(&file).check().is_err());
        assert_eq!(fs::read(&file).expect("there"), b"one");
        Output::to(&file)
            .forced(true)
            .write(b"two")
            .expect("agreed");
        assert_eq!(fs::read(&file).expect("there"), b"two");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_match_file_is_no_way_to_replace_it() {
        let folder = folder();
        let file = folder.path().join("a.fpm");
        fs::write(&file, "").expect("written");
        let link = folder.path().join("picture.svg");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        let refused = Output::to(&link).forced(true).write(b"new");
        assert!(matches!(
            refused,
            Err(OutputError::Kept {
                kept: Kept::Match,
                ..
            })
        ));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_written_into() {
        Output::to(Path::new("/dev/null"))
            .write(b"new")
            .expect("a device");
        let full = Output::to(Path::new("/dev/full")).write(b"new");
        let Err(error @ OutputError::Unwritable { .. }) = full else {
            panic!("{full:?}");
        };
        assert!(error.advice().contains("room"), "{}", error.advice());
    }

    #[test]
    fn a_place_that_cannot_be_is_refused_before_anything_is_done_for_it() {
        let folder = folder();
        for place in ["missing/a.fpx", "x/../../none/a.fpx", ""] {
            let file = folder.path().join(place);
            assert!(Output::to(&file).check().is_err(), "{place}");
        }
        let long = folder.path().join("a".repeat(300));
        assert!(Output::to(&long).write(b"new").is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
