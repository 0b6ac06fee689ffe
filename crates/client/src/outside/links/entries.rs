//! The handler of links on Linux: a desktop entry in the user's own data folder, named in the user's own list of default
//! programs. A package brings an entry of its own, and then there is nothing to set.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use reach::Trouble;

use super::lasting;
use crate::model::links::Links;

const ENTRY: &str = "warlord-link.desktop";
const DEFAULTS: &str = "mimeapps.list";
const SECTION: &str = "[Default Applications]";
const KEY: &str = "x-scheme-handler/warlord";
const APPLICATIONS: &str = "applications";
/// The user's folders from which the desktop knows its programs.
#[derive(Debug, Clone)]
pub(crate) struct Entries {
    applications: PathBuf,
    config: PathBuf,
    /// The folders of entries that packages bring, the user's own first.
    packaged: Vec<PathBuf>,
}

impl Entries {
    /// The user's folders; none without a home.
    pub(super) fn of_user() -> Option<Self> {
        let home = PathBuf::from(std::env::var_os("HOME")?);
        let folder = |variable: &str, usual: &str| {
            let named = std::env::var_os(variable).map(PathBuf::from);
            named
                // the XDG rules have relative paths ignored
                .filter(|path| path.is_absolute())
                .unwrap_or_else(|| home.join(usual))
        };
        let applications = folder("XDG_DATA_HOME", ".local/share").join(APPLICATIONS);
        let system = std::env::var_os("XDG_DATA_DIRS").filter(|value| !value.is_empty());
        let system = system.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
        let system = std::env::split_paths(&system).map(|path| path.join(APPLICATIONS));
        Some(Self {
            packaged: std::iter::once(applications.clone())
                .chain(system)
                .collect(),
            applications,
            config: folder("XDG_CONFIG_HOME", ".config"),
        })
    }

    /// The program that links lead to.
    pub(super) fn links(&self) -> Links {
        // the file itself is looked at, since another copy of the program or the user may have changed it
        match fs::read_to_string(self.applications.join(ENTRY)) {
            // an entry of the user comes before that of a package
            Ok(entry) => match program(&entry) {
                Some(program) if !program.is_file() => Links::Gone(program),
                _ => Links::On,
            },
            Err(_) if self.is_packaged() => Links::Packaged,
            Err(_) => Links::Off,
        }
    }

    fn is_packaged(&self) -> bool {
        let entry = format!("{}.desktop", about::ID);
        self.packaged
            .iter()
            .any(|folder| folder.join(&entry).exists())
    }

    /// Makes links lead to the program at that path, or takes the handler away.
    ///
    /// # Errors
    /// A file that cannot be written, or a program that will be gone.
    pub(super) fn set(&self, is_on: bool, program: &Path) -> Result<io::Result<()>, Trouble> {
        Ok(match is_on {
            // what stands in the way of the package's entry goes, and nothing else is needed
            true if self.is_packaged() => self.remove(),
            true => self.add(&lasting(program)?),
            false => self.remove(),
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

/// The program that an entry of ours starts.
fn program(entry: &str) -> Option<PathBuf> {
    let line = entry.lines().find_map(|line| line.strip_prefix("Exec="))?;
    let quoted = line.strip_prefix('"')?;
    let mut path = String::new();
    let mut letters = quoted.chars();
    loop {
        match letters.next()? {
            '"' => return Some(PathBuf::from(path)),
            // two backslashes before the letter that they keep from its meaning, a percent sign doubled
            '\\' => {
                letters.next();
                path.push(letters.next()?);
            }
            '%' => path.push(letters.next()?),
            letter => path.push(letter),
        }
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

    /// A desktop in a folder, and a program that stays.
    fn desktop(folder: &Path) -> (Entries, PathBuf) {
        let desktop = Entries {
            applications: folder.join("applications"),
            config: folder.join("config"),
            packaged: vec![folder.join("applications"), folder.join("system")],
        };
        for made in ["config", "system", "opt/my games"] {
            fs::create_dir_all(folder.join(made)).expect("a folder");
        }
        let program = folder.join("opt/my games/100 % \"war\"lord");
        fs::write(&program, "").expect("written");
        (desktop, program)
    }

    #[test]
    fn a_handler_is_set_once_and_taken_away_without_a_trace() {
        let folder = tempfile::tempdir().expect("a folder");
        let (desktop, program) = desktop(folder.path());
        let list = folder.path().join("config").join(DEFAULTS);
        let before = "[Added Associations]\na=b\n\n[Default Applications]\ntext/plain=x.desktop\n";
        fs::write(&list, before).expect("written");
        assert_eq!(desktop.links(), Links::Off);
        for _ in 0..2 {
            desktop.add(&program).expect("set");
        }
        assert_eq!(desktop.links(), Links::On);
        let text = fs::read_to_string(&list).expect("a list");
        assert_eq!(text.matches(ENTRY).count(), 1, "{text}");
        assert!(text.contains("text/plain=x.desktop"));
        let taken = desktop.set(false, Path::new(""));
        taken.expect("taken away").expect("written");
        assert_eq!(desktop.links(), Links::Off);
        assert_eq!(fs::read_to_string(&list).expect("a list"), before);
    }

    #[test]
    fn a_handler_of_a_program_that_is_gone_is_named_and_gives_way_to_a_package() {
        let folder = tempfile::tempdir().expect("a folder");
        let (desktop, program) = desktop(folder.path());
        desktop.add(&program).expect("set");
        fs::remove_file(&program).expect("removed");
        assert_eq!(desktop.links(), Links::Gone(program.clone()));
        let packaged = folder.path().join(format!("system/{}.desktop", about::ID));
        fs::write(packaged, "").expect("written");
        assert_eq!(desktop.links(), Links::Gone(program.clone()));
        let set = desktop.set(true, &program);
        set.expect("set").expect("written");
        assert_eq!(desktop.links(), Links::Packaged);
    }

    #[test]
    fn a_list_is_begun_if_there_is_none() {
        assert_eq!(
            with_default(""),
            "[Default Applications]\nx-scheme-handler/warlord=warlord-link.desktop\n"
        );
    }
}
