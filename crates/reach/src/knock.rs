//! Knocks: twenty bytes that only the holder of a key can make, and that look random to everybody else.
//!
//! A knock is the first thing that a caller sends, before anything is computed for the caller: as the first connection
//! id of a connection, or in a small packet. So it costs one hash to know whether a caller may call.

use std::fmt;

/// Bytes of a knock: a nonce, and a keyed hash of it.
pub const KNOCK: usize = 20;
const NONCE: usize = 8;

/// The key of the first destination connection ids of one kind of callers. To everybody else such an id looks as random
/// as any other.
pub struct KnockKey {
    key: [u8; 32],
    about: Vec<u8>,
}

impl KnockKey {
    /// The key made of `key`, for knocks that also say what they are about.
    pub fn new(key: [u8; 32], about: Vec<u8>) -> Self {
        Self { key, about }
    }

    /// The key of players of the same network who ask to be let into a match. Anybody who heard the announcement of the
    /// match has this key: the knock says which match is meant, and proves nothing.
    pub fn of_askers(game: [u8; 8]) -> Self {
        Self {
            key: blake3::derive_key("warlord asking knock 1", &game),
            about: Vec::new(),
        }
    }

    /// The answer to a knock, which nobody without this key can make: its nonce, and another keyed hash of it.
    pub fn answer(&self, knock: &[u8; KNOCK]) -> [u8; KNOCK] {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        // so that no knock is an answer: a program that sends questions back would else seem to be there
        hasher.update(b"answer");
        hasher.update(&self.about);
        hasher.update(knock);
        let mut answer = *knock;
        answer[NONCE..].copy_from_slice(&hasher.finalize().as_bytes()[..KNOCK - NONCE]);
        answer
    }

    pub fn knock(&self, nonce: [u8; NONCE]) -> [u8; KNOCK] {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        // QUIC allows an id of at most 20 bytes, so the hash is cut to twelve
        hasher.update(&self.about);
        hasher.update(&nonce);
        let mut knock = [0; KNOCK];
        knock[..NONCE].copy_from_slice(&nonce);
        knock[NONCE..].copy_from_slice(&hasher.finalize().as_bytes()[..KNOCK - NONCE]);
        knock
    }

    /// A knock with a fresh nonce; `None` if the system gives no random bytes.
    pub fn fresh_knock(&self) -> Option<[u8; KNOCK]> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).ok()?;
        Some(self.knock(nonce))
    }

    /// True if a first destination connection id was made with this key.
    pub fn fits(&self, id: &[u8]) -> bool {
        let (Some(&nonce), KNOCK) = (id.first_chunk(), id.len()) else {
            return false;
        };
        let expected = self.knock(nonce);
        // every byte is compared, so that the time gives nothing away of how many fit
        let differences = expected.iter().zip(id).map(|(a, b)| a ^ b);
        differences.fold(0, |all, difference| all | difference) == 0
    }
}

impl fmt::Debug for KnockKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KnockKey(…)")
    }
}
