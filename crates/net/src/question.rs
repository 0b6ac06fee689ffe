//! The question of a player of the same network who asks to be let in, and the player who waits for its answer.
//!
//! ```text
//! from the asker: "WARLORD?" 8 | version u8 = 1 | game 8 | length u8, name
//! from the host:  an empty frame once the user is asked, then the code of the invitation as text
//! ```

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use home::{Acquaintance, Invitation};
use protocol::{PublicKey, clean_name};
use quinn::{Connection, SendStream};
use tokio::time::timeout;

use crate::close::CloseCode;
use crate::frame;

const MAGIC: &[u8; 8] = b"WARLORD?";
const VERSION: u8 = 1;
/// The name of a player who gives none.
const NAMELESS: &str = "Player";

/// The question of a player who asks to be let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) game: [u8; 8],
    pub(crate) name: String,
}

impl Ask {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend(self.game);
        bytes.push(u8::try_from(self.name.len()).expect("names are short"));
        bytes.extend(self.name.as_bytes());
        bytes
    }

    /// Reads a question; `None` for any other bytes.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (&VERSION, rest) = rest.split_first()? else {
            return None;
        };
        let (&game, rest) = rest.split_first_chunk()?;
        let (&length, name) = rest.split_first()?;
        // nothing may follow the name: one question has one form
        if name.len() != usize::from(length) {
            return None;
        }
        // the user of the host reads it, and decides by it
        let name = clean_name(&String::from_utf8_lossy(name), NAMELESS);
        Some(Self { game, name })
    }
}

/// A player of the same network who asks to be let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asker {
    /// The player's key, which is proved.
    pub key: PublicKey,
    pub name: String,
    pub source: SocketAddr,
    /// How the player stands with the host's player.
    pub acquaintance: Acquaintance,
    /// How often the host's user has turned this player away from the same match.
    pub declined: usize,
}

/// A player who waits for the answer of the host's user.
#[derive(Debug)]
pub(crate) struct Asking {
    pub(crate) asker: Asker,
    connection: Connection,
    send: SendStream,
}

impl Asking {
    pub(crate) fn new(asker: Asker, connection: Connection, send: SendStream) -> Self {
        Self {
            asker,
            connection,
            send,
        }
    }

    /// True if the player no longer waits.
    pub(crate) fn is_gone(&self) -> bool {
        self.connection.close_reason().is_some()
    }

    /// Sends the invitation. Must be called inside the runtime.
    pub(crate) fn let_in(mut self, invitation: &Invitation) {
        let code = invitation.code();
        tokio::spawn(async move {
            let _ = frame::write(&mut self.send, code.as_bytes()).await;
            // finished, so that the asker reads the code to its end
            let _ = self.send.finish();
            // the asker closes the connection when the code is read; one that never does must not hold it
            let _ = timeout(Duration::from_secs(5), self.connection.closed()).await;
        });
    }

    pub(crate) fn turn_away(self) {
        CloseCode::TurnedAway.close(&self.connection);
    }
}

impl fmt::Display for Asker {
    /// Writes name, standing, start of the key and address: `Bob (stranger, key 0f3a9c12…) at 192.168.1.20`; of
    /// one who was turned away also `, declined earlier`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key.to_string();
        let start = key.get(..8).unwrap_or(&key);
        let Self {
            name, acquaintance, ..
        } = self;
        let ip = self.source.ip();
        write!(f, "{name} ({acquaintance}, key {start}…) at {ip}")?;
        match self.declined {
            0 => Ok(()),
            _ => f.write_str(", declined earlier"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_as_it_was_put_and_nothing_else_is() {
        let ask = Ask {
            game: [7; 8],
            name: "Bob \"the\" Tester".to_owned(),
        };
        let bytes = ask.encode();
        assert_eq!(Ask::decode(&bytes), Some(ask));
        for end in 0..bytes.len() {
            assert_eq!(Ask::decode(&bytes[..end]), None, "{end}");
        }
        assert_eq!(Ask::decode(&[bytes.as_slice(), &[0]].concat()), None);
    }

    #[test]
    fn a_name_cannot_steer_the_hosts_terminal() {
        let ask = Ask {
            game: [7; 8],
            name: "A\u{1b}[2J\n".to_owned(),
        };
        let read = Ask::decode(&ask.encode()).expect("a question");
        assert!(!read.name.contains(char::is_control), "{:?}", read.name);
    }
}
