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
        Self::file(
            path.strip_prefix("file://")
                .map_or_else(|| PathBuf::from(path), file_of_link),
        )
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

/// The path in a link to a file, after `file://`: a desktop writes blanks and umlauts as bytes with a percent sign.
fn file_of_link(link: &str) -> PathBuf {
    // a link may name this machine before the path
    let link = link.strip_prefix("localhost").unwrap_or(link);
    let mut bytes = Vec::new();
    let mut rest = link.as_bytes();
    while let [first, after @ ..] = rest {
        let byte = match (first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        if let Some((high, low)) = byte {
            bytes.push(high * 16 + low);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    path_of(bytes)
}

fn hex(digit: u8) -> Option<u8> {
    let digit = char::from(digit).to_digit(16)?;
    u8::try_from(digit).ok()
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;

    // a name that is no UTF-8 is a name all the same
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // a link writes C:/a as /C:/a
    let has_drive = text.as_bytes().get(2) == Some(&b':');
    PathBuf::from(if has_drive { &text[1..] } else { &text })
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
        assert_eq!(
            Target::read("file:///home/J%C3%B6rg%20M/100%25/%zz.fpm"),
            file("/home/J\u{F6}rg M/100%/%zz.fpm")
        );
        let link = "warlord://x/cut";
        assert_eq!(Target::read(link), Target::Invitation(link.to_owned()));
    }
}
