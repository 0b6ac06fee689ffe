//! The data folder: where each file of a player lies, and the files that are settings.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::clock::unix_ms;
use crate::limits::LARGEST_SETTINGS;
use crate::mark::Marks;
use crate::player::{IdentityError, NAMELESS, Player};
use crate::writing::{
    has_no_locks, lock, make_private_folder, private_options, read_private_text, read_text_within,
    replace, replace_private,
};

/// The environment variable that names the data folder.
pub const HOME_VARIABLE: &str = "WARLORD_HOME";

/// The environment variable that names the folder for what belongs to this machine alone.
pub const STATE_VARIABLE: &str = "WARLORD_STATE";

#[derive(Debug, Clone)]
pub struct Home {
    path: PathBuf,
    /// The folder of what belongs to this machine alone; outside the data folder, which may be synced between machines.
    state: PathBuf,
}

impl Home {
    /// Opens the folder named by `WARLORD_HOME`, otherwise the usual folder of this system. A missing folder is made.
    /// Files that belong to this machine alone go into the folder named by `WARLORD_STATE`, otherwise the usual one.
    pub fn open() -> Result<Self, HomeError> {
        // an empty variable counts as unset: scripts clear variables by setting them to nothing
        let named = |variable| std::env::var_os(variable).filter(|path| !path.is_empty());
        let usual = directories::ProjectDirs::from("", "", "Warlord");
        let path = match (named(HOME_VARIABLE), &usual) {
            (Some(path), _) => PathBuf::from(path),
            (None, Some(usual)) => usual.data_dir().to_path_buf(),
            (None, None) => return Err(HomeError::Nowhere),
        };
        let home = Self::at(path)?;
        let usual = usual.map(|usual| match usual.state_dir() {
            Some(state) => state.to_path_buf(),
            None if usual.data_local_dir() != usual.data_dir() => {
                usual.data_local_dir().to_path_buf()
            }
            // a system with one folder for both: what is synced or restored with the data must not bring this along
            None => usual.data_dir().with_file_name("Warlord on this machine"),
        });
        Ok(match named(STATE_VARIABLE).map(PathBuf::from).or(usual) {
            Some(state) => home.with_state(state),
            None => home,
        })
    }

    /// The data folder on a machine that keeps what is its own in the folder `state`.
    #[must_use]
    pub fn with_state(self, state: impl Into<PathBuf>) -> Self {
        let state = state.into();
        Self { state, ..self }
    }

    /// The marks of this machine: what it has signed in its matches.
    pub fn marks(&self) -> Marks {
        Marks::at(self.state.clone())
    }

    /// Opens the folder at `path`, which then holds what belongs to this machine too. A missing folder is made.
    pub fn at(path: impl Into<PathBuf>) -> Result<Self, HomeError> {
        let path = path.into();
        // made at once, so that a folder that cannot be written to is found before a match is begun in it
        for folder in ["matches", "invitations"] {
            make_private_folder(&path.join(folder)).map_err(|source| HomeError::NotUsable {
                path: path.clone(),
                source,
            })?;
        }
        // only in tests and on systems that name no folder: `open` takes one outside the data folder
        let state = path.join("state");
        Ok(Self { path, state })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of what belongs to this machine alone; it may not exist yet.
    pub fn state_folder(&self) -> &Path {
        &self.state
    }

    /// The file of the UDP port at which every interface listens.
    fn port_file(&self) -> PathBuf {
        self.path.join("port")
    }

    /// Holds the settings of this folder until it is dropped: other windows wait that long. A file system without locks
    /// holds nothing.
    ///
    /// # Errors
    /// Returns the system's error if the folder cannot be written.
    pub fn hold_settings(&self) -> io::Result<fs::File> {
        let mut options = private_options();
        options.write(true).create(true).truncate(false);
        let file = options.open(self.path.join("settings.lock"))?;
        match lock(&file) {
            // on a file system without locks two windows may each write the settings whole, and the last one counts
            Err(error) if !has_no_locks(&error) => Err(error),
            _ => Ok(file),
        }
    }

    /// The folder of the matches, unless the user names a file.
    pub fn matches_folder(&self) -> PathBuf {
        self.path.join("matches")
    }

    /// The folder of the invitations that wait for a guest.
    pub(crate) fn invitations_folder(&self) -> PathBuf {
        self.path.join("invitations")
    }

    /// This folder's player, made on first use with `name`; later, `name` holds for the returned player only.
    pub fn player(&self, name: Option<&str>) -> Result<Player, IdentityError> {
        self.player_at(0, name)
    }

    /// The player of one of the chairs that this machine has at a match: this folder's player at chair 0, and a key of
    /// its own for each other one, since in a match no key may sit twice.
    pub fn player_at(&self, chair: usize, name: Option<&str>) -> Result<Player, IdentityError> {
        self.read_or_make(&self.file_at(chair), name)
    }

    /// Keeps a player at one of the chairs, in a folder that has none there yet.
    pub fn seat_player(&self, chair: usize, player: &Player) -> Result<(), IdentityError> {
        let file = self.file_at(chair);
        // never over another key: its matches could not be resumed
        if file.exists() {
            return Err(IdentityError::Unwritable {
                file,
                source: io::ErrorKind::AlreadyExists.into(),
            });
        }
        write_key(&file, player)
    }

    fn file_at(&self, chair: usize) -> PathBuf {
        match chair {
            0 => self.identity_file(),
            1 => self.path.join("guest.pem"),
            chair => self.path.join(format!("guest-{chair}.pem")),
        }
    }

    /// The file of the player's private key.
    pub fn identity_file(&self) -> PathBuf {
        self.path.join("identity.pem")
    }

    /// Makes `player` this folder's player. An earlier key is kept beside the new key with the ending `.old`, so that
    /// the matches of the earlier key can still be resumed.
    pub fn set_player(&self, player: &Player) -> Result<(), IdentityError> {
        let file = self.identity_file();
        // read before it is replaced: without the old key its matches could not be resumed
        if file.exists() {
            let before = self.player(None)?;
            if before.key() != player.key() {
                // named by the moment, since a player may change keys more than once
                write_key(
                    &self.path.join(format!("identity-{}.pem.old", unix_ms())),
                    &before,
                )?;
            }
        }
        // the file may be a link to the user's folder of keys, and stays one
        write_key(&file, player)
    }

    /// Every player whose key is in this folder, replaced keys included.
    pub fn known_players(&self) -> Result<Vec<Player>, IdentityError> {
        let unreadable = |source| IdentityError::Unreadable {
            file: self.path.clone(),
            source,
        };
        let mut files: Vec<PathBuf> = fs::read_dir(&self.path)
            .map_err(unreadable)?
            // others are passed over below: a `.pem` of anything else may lie here
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.ends_with(".pem") || name.ends_with(".pem.old")
            })
            .collect();
        // sorted, so that which player is found first does not depend on the file system
        files.sort();
        let texts = files
            .into_iter()
            .filter_map(|file| read_private_text(&file, LARGEST_SETTINGS).ok());
        Ok(texts
            .filter_map(|text| Player::from_key_file(&text).ok())
            .collect())
    }

    fn read_or_make(&self, file: &Path, name: Option<&str>) -> Result<Player, IdentityError> {
        match read_private_text(file, LARGEST_SETTINGS) {
            Ok(text) => {
                let player =
                    Player::from_key_file(&text).map_err(|source| IdentityError::Broken {
                        file: file.to_owned(),
                        source,
                    })?;
                Ok(match name {
                    Some(name) => player.named(name),
                    None => player,
                })
            }
            // only if it is missing: an unreadable key must not be replaced by a new one
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let player = Player::new(&name.map_or_else(user_name, str::to_owned))?;
                write_key(file, &player)?;
                Ok(player)
            }
            Err(source) => Err(IdentityError::Unreadable {
                file: file.to_owned(),
                source,
            }),
        }
    }
}

impl Home {
    /// The UDP port at which the runs before listened.
    pub fn kept_port(&self) -> Option<u16> {
        let text = read_text_within(&self.port_file(), LARGEST_SETTINGS).ok()?;
        // port 0 means any port, which is none to keep
        text.trim().parse().ok().filter(|&port| port != 0)
    }

    /// Keeps the port if none is kept yet: a router forwards it for good, and invitations name it.
    pub fn keep_port(&self, port: u16) {
        if self.kept_port().is_some() {
            return;
        }
        // without the file the next run has another port, and its invitations name that one
        // (a lost port is a nuisance and no reason not to play)
        if let Err(error) = replace(&self.port_file(), format!("{port}\n").as_bytes()) {
            tracing::warn!(%error, "the port was not kept");
        }
    }
}

/// The name of the user at this machine, as a first proposal for a player's name.
fn user_name() -> String {
    ["USER", "USERNAME", "LOGNAME"]
        .iter()
        .find_map(|variable| std::env::var(variable).ok())
        .filter(|name| !name.trim().is_empty())
        .unwrap_or_else(|| NAMELESS.to_owned())
}

fn write_key(file: &Path, player: &Player) -> Result<(), IdentityError> {
    let written = replace_private(file, player.to_key_file().as_bytes());
    written.map_err(|source| IdentityError::Unwritable {
        file: file.to_owned(),
        source,
    })
}

/// Why there is no data folder.
#[derive(Debug, thiserror::Error)]
pub enum HomeError {
    /// The system names no folder for programs' data.
    #[error("this system names no folder for the data of a program")]
    Nowhere,
    /// The folder can neither be found nor made.
    #[error("the data folder {} cannot be used", path.display())]
    NotUsable { path: PathBuf, source: io::Error },
}

impl HomeError {
    pub fn advice(&self) -> &'static str {
        "name a folder you may write to in the environment variable WARLORD_HOME"
    }
}

// links are made otherwise on other systems
#[cfg(all(test, unix))]
mod tests {
    use protocol::PublicKey;

    use super::*;

    #[test]
    fn a_key_that_others_can_read_is_closed_to_them() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let made = home.player(Some("Ann")).expect("made");
        let file = home.identity_file();
        let mode = || fs::metadata(&file).expect("there").permissions().mode() & 0o777;
        for read in [
            &|| home.player(None).expect("there").key() == made.key(),
            &|| !home.known_players().expect("read").is_empty(),
        ] as [&dyn Fn() -> bool; 2]
        {
            fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("set");
            assert!(read());
            assert_eq!(mode(), 0o600);
        }
    }

    #[test]
    fn a_linked_key_stays_a_link_and_the_earlier_key_is_kept_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let first = home.player(Some("Ann")).expect("made");
        let real = place.path().join("ann.pem");
        fs::rename(home.identity_file(), &real).expect("moved");
        std::os::unix::fs::symlink(&real, home.identity_file()).expect("a link");
        let renamed = home.player(None).expect("there").named("Anna");
        home.set_player(&renamed).expect("written");
        let second = Player::new("Ann").expect("random bytes");
        home.set_player(&second).expect("written");
        assert!(home.identity_file().is_symlink());
        let text = fs::read_to_string(&real).expect("there");
        assert_eq!(
            Player::from_key_file(&text).expect("a key").key(),
            second.key()
        );
        let keys: Vec<PublicKey> = home
            .known_players()
            .expect("read")
            .iter()
            .map(Player::key)
            .collect();
        assert!(keys.contains(&first.key()) && keys.contains(&second.key()));
        assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 1);
    }
}
