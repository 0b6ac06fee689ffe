//! A scenario by its id or the path of its file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use scenario::{MAX_BYTES, Mistake, Scenario};

/// Why a scenario could not be opened.
#[derive(Debug)]
pub(crate) enum OpenError {
    /// The name is neither an id nor a file.
    Unknown { name: String },
    /// There is a file of that name, and reading it fails.
    Unreadable { name: String, error: io::Error },
    /// Every mistake of the file, not the first alone.
    Mistakes {
        name: String,
        mistakes: Vec<Mistake>,
    },
}

/// Reads the scenario of that id, or the file at that path.
pub(crate) fn open(name: &str) -> Result<Scenario, OpenError> {
    let wrong = |mistakes| OpenError::Mistakes {
        name: name.to_owned(),
        mistakes,
    };
    // ids before files: a file that happens to have the name of a scenario must not take its place unseen
    if let Some(loaded) = scenario::load(name) {
        return loaded.map_err(wrong);
    }
    if !Path::new(name).exists() {
        let name = name.to_owned();
        return Err(OpenError::Unknown { name });
    }
    let bytes = read(Path::new(name)).map_err(|error| OpenError::Unreadable {
        name: name.to_owned(),
        error,
    })?;
    Scenario::from_bytes(name, &bytes).map_err(wrong)
}

/// Reads the file, up to one byte more than the largest scenario.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // the one byte more lets the parser refuse the file as too long, without reading all of it
    let limit = MAX_BYTES as u64 + 1;
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl OpenError {
    /// What the user can do about the error.
    pub(crate) fn advice(&self) -> String {
        match self {
            Self::Unknown { name } => scenario::similar(name).map_or_else(
                || {
                    "give the path of a file, or an id that `warlord scenario list` names"
                        .to_owned()
                },
                |key| format!("did you mean `{key}`?"),
            ),
            Self::Unreadable { error, .. } if error.kind() == io::ErrorKind::IsADirectory => {
                "name a file in that folder".to_owned()
            }
            Self::Unreadable { .. } => "give the path of a scenario file you may read".to_owned(),
            Self::Mistakes { .. } => {
                "fix the file; docs/scenario-format.md describes the format".to_owned()
            }
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => write!(f, "there is no scenario {name:?}"),
            Self::Unreadable { name, error } => write!(f, "{name} cannot be read: {error}"),
            Self::Mistakes { name, mistakes } => {
                write!(f, "{name} is no right scenario")?;
                mistakes
                    .iter()
                    .try_for_each(|mistake| write!(f, "\n  {mistake}"))
            }
        }
    }
}
