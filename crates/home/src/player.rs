//! A player of this machine: a name, and the key that signs.

use std::io;
use std::path::PathBuf;

use protocol::{Identity, PublicKey, clean_name};
use zeroize::Zeroizing;

use crate::key_file::{self, KeyFileError};

/// The name of a player who gives no name.
pub(crate) const NAMELESS: &str = "Player";

/// A player: a name, and the key that proves who they are.
#[derive(Clone)]
pub struct Player {
    name: String,
    seed: Zeroizing<[u8; 32]>,
    key: PublicKey,
}

impl Player {
    /// A player with a fresh key from the operating system.
    pub fn new(name: &str) -> Result<Self, IdentityError> {
        let mut seed = Zeroizing::new([0; 32]);
        // never from a seed of this program: the key is the player's identity for good
        getrandom::fill(&mut *seed).map_err(|source| IdentityError::NoRandomness {
            reason: source.to_string(),
        })?;
        Ok(Self::from_seed(name, &seed))
    }

    /// The player of a known seed, for tests and demonstrations.
    pub fn from_seed(name: &str, seed: &[u8; 32]) -> Self {
        Self {
            name: clean_name(name, NAMELESS),
            seed: Zeroizing::new(*seed),
            key: Identity::from_seed(*seed).public(),
        }
    }

    /// Reads a key file: PKCS#8 PEM, with `name: …` before it.
    pub fn from_key_file(text: &str) -> Result<Self, KeyFileError> {
        let (seed, name) = key_file::read(text)?;
        Ok(Self::from_seed(name.as_deref().unwrap_or_default(), &seed))
    }

    /// The text of this player's key file. It holds the private key.
    pub fn to_key_file(&self) -> Zeroizing<String> {
        key_file::write(&self.seed, &self.name)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The player under another name, with the key unchanged.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = clean_name(name, NAMELESS);
        self
    }

    pub fn key(&self) -> PublicKey {
        self.key
    }

    /// The identity that signs for this player.
    pub fn identity(&self) -> Identity {
        Identity::from_seed(*self.seed)
    }

    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player")
            .field("name", &self.name)
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The system gave no random bytes.
    #[error("the system gave no random bytes for a new key: {reason}")]
    NoRandomness { reason: String },
    /// The key file cannot be read.
    #[error("the key file {} cannot be read", file.display())]
    Unreadable { file: PathBuf, source: io::Error },
    /// The key file cannot be written.
    #[error("the key file {} cannot be written", file.display())]
    Unwritable { file: PathBuf, source: io::Error },
    /// The key file holds no key.
    #[error("the key file {} holds no player", file.display())]
    Broken { file: PathBuf, source: KeyFileError },
}

impl IdentityError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NoRandomness { .. } => "try again; if it stays so, the system itself is broken",
            Self::Unreadable { .. } | Self::Unwritable { .. } => {
                "check the rights of the file and its folder, or name another folder in WARLORD_HOME"
            }
            Self::Broken { .. } => {
                "put the right file back, or move it away and a new player is made"
            }
        }
    }
}
