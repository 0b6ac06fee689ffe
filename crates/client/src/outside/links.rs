//! The desktop's handler of `warlord://` links: set on request, and taken away again.
//!
//! Nothing outside the user's own folders, or the user's own part of the registry, is touched.

#[cfg(not(windows))]
mod entries;
#[cfg(windows)]
mod registry;

use std::path::{Path, PathBuf};

use kit::model::meaning::trouble;
use reach::Trouble;

use crate::model::links::Links;

/// The variable in which an AppImage finds its own file: the program inside runs from a folder that is gone with it.
const APP_IMAGE: &str = "APPIMAGE";
/// Folders whose files are gone tomorrow.
const PASSING: [&str; 5] = ["/tmp", "/var/tmp", "/run", "/media", "/proc"];
/// How to have a program that stays.
const INSTALL: &str = if cfg!(windows) {
    "unpack the whole archive into a folder that stays, and start the program from there"
} else {
    "install the program first, with install.sh or by a package of your system, and start it from there"
};

/// Where the user's desktop knows its programs from.
#[derive(Debug, Clone)]
pub(crate) enum Desktop {
    /// Desktop entries, as on Linux.
    #[cfg(not(windows))]
    Entries(entries::Entries),
    /// The user's part of the registry of Windows.
    #[cfg(windows)]
    Registry(registry::Registry),
}

impl Desktop {
    /// The user's desktop; none if nothing can be set on this system.
    #[cfg(windows)]
    #[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
    pub(crate) fn of_user() -> Option<Self> {
        Some(Self::Registry(registry::Registry::of_user()))
    }

    /// The user's desktop; none if nothing can be set on this system.
    #[cfg(not(windows))]
    pub(crate) fn of_user() -> Option<Self> {
        match cfg!(target_os = "linux") {
            true => entries::Entries::of_user().map(Self::Entries),
            false => None,
        }
    }

    /// The program that links lead to.
    pub(crate) fn links(&self) -> Links {
        match self {
            #[cfg(not(windows))]
            Self::Entries(entries) => entries.links(),
            #[cfg(windows)]
            Self::Registry(registry) => registry.links(),
        }
    }

    /// Makes links lead to the program at that path, or takes the handler away.
    ///
    /// # Errors
    /// A place that cannot be written, or a program that will be gone.
    pub(crate) fn set(&self, is_on: bool, program: &Path) -> Result<(), Trouble> {
        let done = match self {
            #[cfg(not(windows))]
            Self::Entries(entries) => entries.set(is_on, program)?,
            #[cfg(windows)]
            Self::Registry(registry) => registry.set(is_on, program)?,
        };
        done.map_err(|error| {
            trouble(
                format!("the links could not be changed: {error}"),
                "look whether your own folders can be written to",
            )
        })
    }
}

/// The file that starts this program tomorrow too.
///
/// # Errors
/// The program runs from a folder that will be gone: that of a build, of a mounted image, of temporary files.
fn lasting(program: &Path) -> Result<PathBuf, Trouble> {
    let app_image = std::env::var_os(APP_IMAGE).map(PathBuf::from);
    lasting_beside(program, app_image)
}

fn lasting_beside(program: &Path, app_image: Option<PathBuf>) -> Result<PathBuf, Trouble> {
    if let Some(image) = app_image.filter(|image| image.is_file()) {
        return Ok(image);
    }
    // (Windows unpacks into the folder of temporary files what is opened inside an archive)
    let temporary = cfg!(windows).then(std::env::temp_dir);
    let passing = PASSING.iter().map(Path::new).chain(temporary.as_deref());
    let is_passing = passing
        .into_iter()
        .any(|folder| program.starts_with(folder));
    if is_built(program) || is_passing || !program.is_file() {
        return Err(trouble(
            format!(
                "links cannot lead to {}, which may be gone tomorrow",
                program.display()
            ),
            INSTALL,
        ));
    }
    Ok(program.to_owned())
}

/// True for a program in the folder of a build, which cargo marks so that backups leave it out.
fn is_built(program: &Path) -> bool {
    let mut folders = program.ancestors();
    folders.any(|folder| folder.ends_with("target") && folder.join("CACHEDIR.TAG").exists())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn no_handler_names_a_file_that_is_gone_tomorrow() {
        let folder = tempfile::tempdir().expect("a folder");
        let built = folder.path().join("target/release/warlord");
        fs::create_dir_all(built.parent().expect("a folder")).expect("a folder");
        fs::write(&built, "").expect("written");
        fs::write(folder.path().join("target/CACHEDIR.TAG"), "").expect("written");
        for passing in [
            "/tmp/x/warlord",
            "/run/media/x/warlord",
            "/usr/bin/warlord (deleted)",
        ] {
            assert!(
                lasting_beside(Path::new(passing), None).is_err(),
                "{passing}"
            );
        }
        assert!(is_built(&built) && !is_built(Path::new("/usr/bin/warlord")));
        assert!(lasting_beside(&built, None).is_err());
        // a program that everybody has stands for an installed one
        assert_eq!(
            lasting_beside(Path::new("/bin/sh"), None).ok(),
            Some(PathBuf::from("/bin/sh"))
        );
        assert_eq!(
            lasting_beside(&built, Some(built.clone())).ok(),
            Some(built)
        );
    }
}
