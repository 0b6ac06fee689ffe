//! The names of the files of a match, and what a name says of what its file holds.

use std::path::{Path, PathBuf};

pub const PUBLIC_ENDING: &str = "fpm";
/// The ending of the private file beside a match file.
pub const PRIVATE_ENDING: &str = "key";
/// The ending of the private file of an offer by mail that nobody has answered yet.
pub const DRAFT_ENDING: &str = "draft";

/// True if a file is a match file by its ending, in whichever case.
pub(crate) fn is_match_file(file: &Path) -> bool {
    let ending = file.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(PUBLIC_ENDING))
}

/// A free name for the match that continues the one in that file: `NAME-2.fpm`, then `NAME-3.fpm`.
pub fn next_file(public: &Path) -> PathBuf {
    let mut names = next_files(public);
    let free = names.find(|file| !is_taken(file));
    // all numbers taken: the name is then refused as one that exists
    free.unwrap_or_else(|| public.to_owned())
}

/// The names for matches that continue the one in that file, in order.
pub(crate) fn next_files(public: &Path) -> impl Iterator<Item = PathBuf> {
    let stem = public.file_stem().unwrap_or_default().to_string_lossy();
    let (name, number) = split_number(&stem);
    let (name, first) = (
        name.to_owned(),
        number.map_or(2, |number| number.saturating_add(1)),
    );
    (first..).map(move |number| public.with_file_name(format!("{name}-{number}.{PUBLIC_ENDING}")))
}

/// True if one of the two files of a match lies there.
pub fn is_taken(public: &Path) -> bool {
    // a private file alone counts: it may be all that is left of a match
    public.exists() || public.with_extension(PRIVATE_ENDING).exists()
}

/// The name of a match file without its ending, parted from the number of the match in its line.
pub(crate) fn split_number(stem: &str) -> (&str, Option<u32>) {
    let parts = stem.rsplit_once('-');
    // one or two digits: a year or a long number belongs to the name
    let parts = parts.filter(|(_, number)| (1..3).contains(&number.len()));
    match parts.and_then(|(name, number)| Some((name, number.parse().ok()?))) {
        Some((name, number)) => (name, Some(number)),
        None => (stem, None),
    }
}

/// The private file of one of the chairs that this machine has at a match, the first of which is 0: `NAME.key`, then
/// `NAME-2.key` to `NAME-8.key`. One match file serves them all.
pub fn private_file(public: &Path, chair: usize) -> PathBuf {
    if chair == 0 {
        return public.with_extension(PRIVATE_ENDING);
    }
    let stem = public.file_stem().unwrap_or_default().to_string_lossy();
    public.with_file_name(format!("{stem}-{}.{PRIVATE_ENDING}", chair + 1))
}

/// The file of the older match that the host has sent, beside the match in that file.
pub fn past_file(file: &Path) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push("-before.");
    name.push(PUBLIC_ENDING);
    file.with_file_name(name)
}

/// The kinds of files that no output replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Match,
    /// The private file of a match, or of an offer by mail.
    Secrets,
    Identity,
    /// A letter of another match.
    Letter,
    /// Settings, or what the user has written about a match.
    Settings,
}

impl Kept {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Match => "a match file",
            Self::Secrets => "the private file of a match",
            Self::Identity => "a player's key",
            Self::Letter => "a letter of another match",
            Self::Settings => "a file that the program keeps for you",
        }
    }
}

/// The kind of file that a name stands for, whatever its spelling: `A.KEY`, `a.key.` and `a.key::$DATA` all name
/// `a.key` somewhere.
pub fn by_name(file: &Path) -> Option<Kept> {
    // lower case, since many file systems do not distinguish `a.KEY` from `a.key`
    let name = file.file_name()?.to_string_lossy().to_lowercase();
    // Windows opens `a.key::$DATA` as `a.key`
    let (name, _stream) = name.split_once(':').unwrap_or((&name, ""));
    // and drops dots and blanks at the end
    let name = name.trim_end_matches(['.', ' ']);
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    if ends(&[".fpm"]) {
        Some(Kept::Match)
    } else if ends(&[".key", ".key.old", ".draft"]) {
        Some(Kept::Secrets)
    } else if ends(&[".pem", ".pem.old"]) {
        Some(Kept::Identity)
    } else if ends(&[".comments.toml", ".talk.toml"])
        || matches!(name, "client.toml" | "set-ups.toml" | "people.txt")
    {
        Some(Kept::Settings)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_match_that_continues_another_has_the_next_free_name_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        assert_eq!(
            next_file(&at("2026-11-25-0a1b2c3d-host.fpm")),
            at("2026-11-25-0a1b2c3d-host-2.fpm")
        );
        assert_eq!(next_file(&at("a-2.fpm")), at("a-3.fpm"));
        assert_eq!(next_file(&at("cup-1804.fpm")), at("cup-1804-2.fpm"));
        fs::write(at("a-3.key"), b"x").expect("written");
        assert_eq!(next_file(&at("a-2.fpm")), at("a-4.fpm"));
    }

    #[test]
    fn each_chair_has_a_private_file_of_its_own() {
        let name = |chair| private_file(Path::new("a/b.fpm"), chair);
        assert_eq!(name(0), Path::new("a/b.key"));
        assert_eq!(name(1), Path::new("a/b-2.key"));
        assert_eq!(name(7), Path::new("a/b-8.key"));
    }

    #[test]
    fn a_new_match_takes_no_name_at_which_the_key_of_another_chair_lies() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = folder.path().join("a.fpm");
        for chair in 0..3 {
            fs::write(private_file(&first, chair), b"x").expect("written");
        }
        assert_eq!(next_file(&first), folder.path().join("a-4.fpm"));
    }
}
