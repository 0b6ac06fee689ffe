//! What the window can be opened with: match files, scenario files, invitations.

use std::path::PathBuf;

use home::Invitation;

/// A thing to open, as typed, dropped on the window or named on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    Match(PathBuf),
    Scenario(PathBuf),
    /// An invitation: its code or link, readable or not.
    Invitation(String),
}

impl Target {
    /// Reads what was typed: an invitation by its beginning, a scenario file by its ending, else a match file.
    pub(crate) fn read(text: &str) -> Self {
        let plain = cleaner::pasted::plain(text);
        let plain = plain.trim();
        let start: String = plain.chars().take(LINK.len()).collect();
        // a link that is cut short is an invitation too: the page of joining says what is wrong with it
        let is_link = start.eq_ignore_ascii_case(LINK);
        if is_link || text.parse::<Invitation>().is_ok() {
            return Self::Invitation(plain.to_owned());
        }
        let text = text.trim();
        // a file manager may hand over a path in quotes, or as a link
        let path = text.trim_matches(['"', '\'']);
        Self::file(PathBuf::from(path.strip_prefix("file://").unwrap_or(path)))
    }

    /// A file, by its ending.
    pub(crate) fn file(path: PathBuf) -> Self {
        let ending = path.extension().unwrap_or_default();
        match ending.eq_ignore_ascii_case("toml") {
            true => Self::Scenario(path),
            false => Self::Match(path),
        }
    }
}

/// The beginning of an invitation's link.
const LINK: &str = "warlord:";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_told_apart() {
        let file = |path: &str| Target::Match(PathBuf::from(path));
        assert_eq!(Target::read(" /tmp/a.fpm "), file("/tmp/a.fpm"));
        assert_eq!(Target::read("\"/tmp/a b.fpm\""), file("/tmp/a b.fpm"));
        assert_eq!(
            Target::read("file:///tmp/hill.TOML"),
            Target::Scenario(PathBuf::from("/tmp/hill.TOML"))
        );
        let link = "warlord://x/cut";
        assert_eq!(Target::read(link), Target::Invitation(link.to_owned()));
    }
}
