//! The handler of links and of match files on Windows: keys in the user's own part of the registry, which need no
//! administrator.

use std::io;
use std::path::{Path, PathBuf};

use reach::Trouble;
use windows_registry::{CURRENT_USER, Key, Result};

use super::lasting;
use crate::model::links::Links;

/// The key of the links, by their scheme.
const SCHEME: &str = "warlord";
/// The key of the type of match files.
const TYPE: &str = "Warlord.Match";
const ENDING: &str = ".fpm";
/// The key below a type that names the program.
const COMMAND: &str = r"shell\open\command";
/// The program beside this one that opens the window without a console.
const WINDOW: &str = "warlordw.exe";

/// The user's own types and schemes.
#[derive(Debug, Clone)]
pub(crate) struct Registry {
    /// The key of them, below the user's own.
    classes: String,
}

impl Registry {
    pub(super) fn of_user() -> Self {
        Self {
            classes: r"Software\Classes".to_owned(),
        }
    }

    /// The program that links lead to.
    pub(super) fn links(&self) -> Links {
        let command = self.open(&format!(r"{SCHEME}\{COMMAND}"));
        match command.and_then(|key| key.get_string("")) {
            Ok(command) => match program(&command) {
                Some(program) if !program.is_file() => Links::Gone(program),
                _ => Links::On,
            },
            Err(_) => Links::Off,
        }
    }

    /// Makes links and match files lead to the program at that path, or takes the handler away.
    ///
    /// # Errors
    /// A key that cannot be written, or a program that will be gone.
    pub(super) fn set(
        &self,
        is_on: bool,
        program: &Path,
    ) -> std::result::Result<io::Result<()>, Trouble> {
        let done = match is_on {
            true => {
                let program = lasting(program)?;
                let window = program.with_file_name(WINDOW);
                self.add(if window.is_file() { &window } else { &program })
            }
            false => self.remove(),
        };
        Ok(done.map_err(io::Error::from))
    }

    fn open(&self, below: &str) -> Result<Key> {
        CURRENT_USER.open(format!(r"{}\{below}", self.classes))
    }

    fn add(&self, program: &Path) -> Result<()> {
        let classes = CURRENT_USER.create(&self.classes)?;
        let program = program.display();
        for (name, words) in [(SCHEME, "Invitation to Warlord"), (TYPE, "Warlord match")] {
            let key = classes.create(name)?;
            key.set_string("", words)?;
            let icon = key.create("DefaultIcon")?;
            icon.set_string("", format!("\"{program}\",0"))?;
            let command = key.create(COMMAND)?;
            command.set_string("", format!("\"{program}\" \"%1\""))?;
        }
        // what makes a type a scheme of links
        classes.create(SCHEME)?.set_string("URL Protocol", "")?;
        let ending = classes.create(ENDING)?;
        // the files of another program stay its own
        match ending.get_string("") {
            Ok(other) if !other.is_empty() && other != TYPE => Ok(()),
            _ => ending.set_string("", TYPE),
        }
    }

    fn remove(&self) -> Result<()> {
        let ending = self.open(ENDING).and_then(|key| key.get_string(""));
        let ours = ending.is_ok_and(|name| name == TYPE).then_some(ENDING);
        for name in [SCHEME, TYPE].into_iter().chain(ours) {
            if self.open(name).is_ok() {
                // from the user's own root, which may remove everything below it
                CURRENT_USER.remove_tree(format!(r"{}\{name}", self.classes))?;
            }
        }
        Ok(())
    }
}

/// The program that a command of ours starts.
fn program(command: &str) -> Option<PathBuf> {
    let (path, _) = command.strip_prefix('"')?.split_once('"')?;
    Some(PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_handler_is_set_twice_named_when_its_program_is_gone_and_taken_away_without_a_trace() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("Jörgs Spiele.exe");
        fs::write(&program, "").expect("written");
        let place = format!(r"Software\Warlord test {}", std::process::id());
        let registry = Registry {
            classes: format!(r"{place}\Classes"),
        };
        assert_eq!(registry.links(), Links::Off);
        let parent = CURRENT_USER.create(&place).expect("a key");
        // another program's ending stays
        let other = parent.create(r"Classes\.fpm").expect("a key");
        other.set_string("", "Other").expect("set");
        for _ in 0..2 {
            registry.add(&program).expect("set");
        }
        assert_eq!(registry.links(), Links::On);
        assert_eq!(other.get_string("").as_deref(), Ok("Other"));
        other.set_string("", "").expect("set");
        registry.add(&program).expect("set");
        assert_eq!(other.get_string("").as_deref(), Ok(TYPE));
        fs::remove_file(&program).expect("removed");
        assert_eq!(registry.links(), Links::Gone(program));
        registry.remove().expect("taken away");
        registry.remove().expect("nothing is there");
        assert_eq!(registry.links(), Links::Off);
        let classes = parent.open("Classes").expect("there");
        assert_eq!(classes.keys().expect("read").count(), 0);
        CURRENT_USER.remove_tree(&place).expect("removed");
    }
}
