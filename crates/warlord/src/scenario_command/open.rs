use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use scenario::{MAX_BYTES, Mistake, Scenario};

/// Why a scenario could not be had.
#[derive(Debug)]
pub(crate) enum OpenError {
    /// Neither an id nor a file.
    Unknown { name: String },
    /// The file could not be read.
    Unreadable { name: String, error: io::Error },
    /// The file is no right scenario.
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
    if let Some(loaded) = scenario::load(name) {
        return loaded.map_err(wrong);
    }
    if !Path::new(name).is_file() {
        let name = name.to_owned();
        return Err(OpenError::Unknown { name });
    }
    let text = read(Path::new(name)).map_err(|error| OpenError::Unreadable {
        name: name.to_owned(),
        error,
    })?;
    Scenario::parse(name, &text).map_err(wrong)
}

/// The file's text, and of one that is too long as much as shows that it is.
fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    let too_long = bytes.len() > MAX_BYTES;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        // the cut may have fallen within a character; the reader refuses the length before the text
        Err(error) if too_long => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        Err(_) => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "the text is not UTF-8",
        )),
    }
}

impl OpenError {
    /// How to mend it.
    pub(crate) fn advice(&self) -> String {
        match self {
            Self::Unknown { name } => scenario::similar(name).map_or_else(
                || {
                    "give the path of a file, or an id that `warlord scenario list` names"
                        .to_owned()
                },
                |key| format!("did you mean `{key}`?"),
            ),
            Self::Unreadable { .. } => "give the path of a scenario file you may read".to_owned(),
            Self::Mistakes { mistakes, .. } => match mistakes.first() {
                Some(mistake) => format!("the first is {mistake}"),
                None => "see docs/scenario-format.md".to_owned(),
            },
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => write!(f, "there is no scenario {name:?}"),
            Self::Unreadable { name, error } => write!(f, "{name} cannot be read: {error}"),
            Self::Mistakes { name, mistakes } => {
                write!(
                    f,
                    "{name} is no right scenario: {} mistakes",
                    mistakes.len()
                )
            }
        }
    }
}
