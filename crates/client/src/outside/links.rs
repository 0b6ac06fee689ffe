//! The desktop's handler of `warlord://` links: set on request, and taken away again.
//!
//! On Linux a handler is a desktop entry in the user's own data folder, named in the user's own list of default
//! programs. Nothing outside the user's folders is touched.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kit::model::meaning::trouble;
use reach::Trouble;

const ENTRY: &str = "warlord-link.desktop";
const DEFAULTS: &str = "mimeapps.list";
const SECTION: &str = "[Default Applications]";
const KEY: &str = "x-scheme-handler/warlord";

/// The user's folders from which the desktop knows its programs.
#[derive(Debug, Clone)]
pub(crate) struct Desktop {
    applications: PathBuf,
    config: PathBuf,
}

impl Desktop {
    /// The user's folders; none if the system has another way.
    pub(crate) fn of_user() -> Option<Self> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let home = PathBuf::from(std::env::var_os("HOME")?);
        let folder = |variable: &str, usual: &str| {
            let named = std::env::var_os(variable).map(PathBuf::from);
            named
                // the XDG rules have relative paths ignored
                .filter(|path| path.is_absolute())
                .unwrap_or_else(|| home.join(usual))
        };
        Some(Self {
            applications: folder("XDG_DATA_HOME", ".local/share").join("applications"),
            config: folder("XDG_CONFIG_HOME", ".config"),
        })
    }

    /// True if links lead to this program.
    pub(crate) fn is_set(&self) -> bool {
        self.applications.join(ENTRY).exists()
    }

    /// Makes links lead to the program at that path, or takes the handler away.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn set(&self, is_on: bool, program: &Path) -> Result<(), Trouble> {
        let done = if is_on {
            self.add(program)
        } else {
            self.remove()
        };
        done.map_err(|error| {
            trouble(
                format!("the links could not be changed: {error}"),
                "look whether your own folders can be written to",
            )
        })
    }

    fn add(&self, program: &Path) -> io::Result<()> {
        fs::create_dir_all(&self.applications)?;
        fs::create_dir_all(&self.config)?;
        // before the list, which then never names an entry that is not there
        home::replace(&self.applications.join(ENTRY), entry(program).as_bytes())?;
        self.change_defaults(with_default)
    }

    fn remove(&self) -> io::Result<()> {
        match fs::remove_file(self.applications.join(ENTRY)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        self.change_defaults(without_default)
    }

    fn change_defaults(&self, change: impl FnOnce(&str) -> String) -> io::Result<()> {
        let file = self.config.join(DEFAULTS);
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let changed = change(&text);
        if changed == text {
            return Ok(());
        }
        // the list may be a link to a file elsewhere
        home::replace(&file, changed.as_bytes())
    }
}

/// The desktop entry of the handler.
fn entry(program: &Path) -> String {
    // inside quotes these characters need a backslash, which the format of desktop entries reads as one only if it is
    // doubled; a percent sign would begin a field code
    let program = program.display().to_string();
    let quoted: String = program
        .chars()
        .flat_map(|c| {
            let escape = matches!(c, '"' | '`' | '$' | '\\').then_some("\\\\");
            let percent = (c == '%').then_some('%');
            escape.unwrap_or_default().chars().chain(percent).chain([c])
        })
        .collect();
    format!(
        "[Desktop Entry]\nType=Application\nName=Warlord\nComment=Take an invitation to a match\nExec=\"{quoted}\" %u\nNoDisplay=true\nMimeType={KEY};\n"
    )
}

fn is_ours(line: &str) -> bool {
    let (key, value) = line.split_once('=').unwrap_or_default();
    key.trim() == KEY && value.trim().trim_end_matches(';') == ENTRY
}

fn without_default(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !is_ours(line)).collect()
}

fn with_default(text: &str) -> String {
    // set twice, or moved by hand: one line stays
    let text = without_default(text);
    let line = format!("{KEY}={ENTRY}\n");
    if let Some(place) = text.find(SECTION) {
        let after = text[place..].find('\n').map(|end| place + end + 1);
        if let Some(after) = after {
            return format!("{}{line}{}", &text[..after], &text[after..]);
        }
    }
    let gap = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    format!("{text}{gap}{SECTION}\n{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handler_is_set_once_and_taken_away_without_a_trace() {
        let folder = tempfile::tempdir().expect("a folder");
        let desktop = Desktop {
            applications: folder.path().join("applications"),
            config: folder.path().join("config"),
        };
        let list = folder.path().join("config").join(DEFAULTS);
        fs::create_dir_all(folder.path().join("config")).expect("a folder");
        let before = "[Added Associations]\na=b\n\n[Default Applications]\ntext/plain=x.desktop\n";
        fs::write(&list, before).expect("written");
        assert!(!desktop.is_set());
        for _ in 0..2 {
            desktop
                .set(true, Path::new("/opt/my games/warlord"))
                .expect("set");
        }
        assert!(desktop.is_set());
        let text = fs::read_to_string(&list).expect("a list");
        assert_eq!(text.matches(ENTRY).count(), 1, "{text}");
        assert!(text.contains("text/plain=x.desktop"));
        let entry = fs::read_to_string(folder.path().join("applications").join(ENTRY));
        let entry = entry.expect("an entry");
        assert!(
            entry.contains("Exec=\"/opt/my games/warlord\" %u"),
            "{entry}"
        );
        desktop.set(false, Path::new("")).expect("taken away");
        assert!(!desktop.is_set());
        assert_eq!(fs::read_to_string(&list).expect("a list"), before);
    }

    #[test]
    fn a_list_is_begun_if_there_is_none() {
        assert_eq!(
            with_default(""),
            "[Default Applications]\nx-scheme-handler/warlord=warlord-link.desktop\n"
        );
    }
}
