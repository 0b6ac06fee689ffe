//! The file of the players met, which several programs may change at once.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use protocol::PublicKey;

use super::{Call, People, TITLE, TITLE_OF_ALL, UnfinishedMatch};
use crate::clock::today;
use crate::folder::Home;
use crate::limits::PEOPLE_BYTES;
use crate::player::Player;
use crate::writing::{WITHOUT_LOCKS, has_no_locks, private_options, replace_private};

const FILE: &str = "people.txt";
/// Locked while the file is changed, so that two programs lose no change of each other.
const LOCK: &str = "people.lock";

/// Why the players met cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    #[error("the players you have met, in {}, cannot be read", file.display())]
    Unreadable { file: PathBuf, source: io::Error },
    /// The file is no such file, or was changed.
    #[error("{} is no file of players, or is damaged", file.display())]
    Broken { file: PathBuf },
    /// Another version of the program has written the file.
    #[error("{} was written by another version of the program", file.display())]
    OtherVersion { file: PathBuf },
    #[error("the players you have met were not kept in {}", file.display())]
    Unwritable { file: PathBuf, source: io::Error },
}

impl PeopleError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Unwritable { source, .. } if has_no_locks(source) => WITHOUT_LOCKS,
            Self::Unreadable { .. } | Self::Unwritable { .. } => {
                "check the rights of the file and its folder, and the space on the disk"
            }
            Self::OtherVersion { .. } => {
                "use that version; the file is left as it is, and with this version everybody except those you have matches with is a \
                 stranger, and nobody is blocked"
            }
            Self::Broken { .. } => {
                "repair the file, or move it away: then everybody except those you have matches with is a stranger, and nobody is blocked"
            }
        }
    }
}

impl Home {
    pub(super) fn people_file(&self) -> PathBuf {
        self.path().join(FILE)
    }

    /// Everybody met, with the games that the data folder has with them.
    ///
    /// # Errors
    /// Returns [`PeopleError`] if the file of the players cannot be read.
    pub fn people(&self) -> Result<People, PeopleError> {
        self.people_beside(None)
    }

    /// Everybody met, as before the match of that file.
    pub fn people_beside(&self, file: Option<&Path>) -> Result<People, PeopleError> {
        let mut people = self.kept_people()?;
        let mut matches = self.matches().unwrap_or_default();
        matches.retain(|game| Some(game.file.as_path()) != file);
        let own = self.own_keys();
        people.count(&matches, &own);
        // a match against oneself must not put one's own key into the list
        people.list.retain(|person| !own.contains(&person.key));
        Ok(people)
    }

    fn own_keys(&self) -> Vec<PublicKey> {
        let players = self.known_players().unwrap_or_default();
        players.iter().map(Player::key).collect()
    }

    pub fn kept_people(&self) -> Result<People, PeopleError> {
        let path = self.people_file();
        let unreadable = |source| PeopleError::Unreadable {
            file: path.clone(),
            source,
        };
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(People::default()),
            Err(error) => return Err(unreadable(error)),
        };
        let mut text = String::new();
        // bounded: the file lies where other programs can write
        let read = file.take(PEOPLE_BYTES).read_to_string(&mut text);
        let whole = match read {
            Ok(_) => People::read(&text),
            // bytes that are no text are damage, not an error of the disk
            Err(error) if error.kind() == io::ErrorKind::InvalidData => None,
            Err(error) => return Err(unreadable(error)),
        };
        let title = text.lines().next().unwrap_or_default();
        whole.ok_or_else(|| match title.starts_with(TITLE_OF_ALL) && title != TITLE {
            true => PeopleError::OtherVersion { file: path },
            false => PeopleError::Broken { file: path },
        })
    }

    /// Changes the file of the players as it is now: another program may have changed it too. The new file takes the
    /// old one's place in one step.
    ///
    /// # Errors
    /// Returns [`PeopleError`] if the file cannot be read or written; it stays as it was.
    pub fn change_people(&self, change: impl FnOnce(&mut People)) -> Result<(), PeopleError> {
        let path = self.people_file();
        let unwritable = |source| PeopleError::Unwritable {
            file: path.clone(),
            source,
        };
        let lock = private_options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.path().join(LOCK))
            .map_err(unwritable)?;
        // read under the lock: a change by another program between reading and writing would be lost
        crate::writing::lock(&lock).map_err(unwritable)?;
        let mut people = self.kept_people()?;
        let before = people.clone();
        change(&mut people);
        people.bound();
        // nothing is written, and the file's time stays
        if people == before {
            return Ok(());
        }
        replace_private(&path, people.to_text().as_bytes()).map_err(unwritable)
    }

    /// True if the player with that key is never let in. If the file of the players cannot be read, nobody is blocked.
    pub fn blocks(&self, key: PublicKey) -> bool {
        // a broken file must not lock everybody out
        let people = self.kept_people().unwrap_or_else(|error| {
            tracing::warn!(%error, "nobody is blocked");
            People::default()
        });
        people.get(key).is_some_and(|person| person.is_blocked)
    }

    /// The match with that id which was left unfinished with a player who has proved the key.
    pub fn left_with(&self, key: PublicKey, game: [u8; 8]) -> Option<Call> {
        // a player never met costs no look at the matches
        self.kept_people().ok()?.get(key)?;
        let people = self.people().ok()?;
        // a blocked player is not even shown as calling
        let person = people.get(key).filter(|person| !person.is_blocked)?;
        let id = HEXLOWER.encode(&game[..4]);
        let is_meant = |left: &&UnfinishedMatch| {
            let name = left.file.file_name().unwrap_or_default();
            name.to_string_lossy().contains(&id)
        };
        Some(Call {
            name: person.called(),
            game: person.unfinished.iter().find(is_meant)?.clone(),
        })
    }

    /// Notes that a match was agreed with a player, unless both play on this machine.
    pub fn keep_meeting(&self, key: PublicKey, name: &str) -> Result<(), PeopleError> {
        if self.own_keys().contains(&key) {
            return Ok(());
        }
        self.change_people(|people| people.meet(key, name, today()))
    }
}
