//! Asking a host of the same network to be let in, without a code.
//!
//! A match that is announced on the network (`lan.rs`) has no secret in its announcement. A player who wants to join it
//! connects, says who is asking, and waits; the host's user decides. A player whom the user lets in gets the invitation
//! over the same connection, on which both keys are proved, and joins with the invitation like everybody else.
//!
//! ```text
//! from the asker: "WARLORD?" 8 | version u8 = 1 | game 8 | length u8, name
//! from the host:  an empty frame once the user is asked, then the code of the invitation as text
//! ```

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use protocol::{PublicKey, clean_name};
use quinn::{Connection, SendStream};
use tokio::time::timeout;

use crate::close::CloseCode;
use crate::frame;
use crate::gate::KnockKey;
use crate::home::{Home, Player};
use crate::invitation::Invitation;
use crate::lan::LanMatch;
use crate::limits::{ASK_PATIENCE, CONTROL_FRAME, LONGEST_CODE, Limits, STAGGER};
use crate::link::{self, BindError, DialError, Received, failed, peer_of, silence};
use crate::people::Acquaintance;
use crate::port::{self, Entrance, Port};
use crate::quic::{self, SERVER_NAME};
use crate::route;
use crate::socket::of_the_system;
use crate::start::{StartError, admit};

const MAGIC: &[u8; 8] = b"WARLORD?";
const VERSION: u8 = 1;
/// The name of a player who says none.
const NAMELESS: &str = "Player";

/// The question of a player who asks to be let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) game: [u8; 8],
    pub(crate) name: String,
}

impl Ask {
    fn encode(&self) -> Vec<u8> {
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
        if name.len() != usize::from(length) {
            return None;
        }
        let name = clean_name(&String::from_utf8_lossy(name), NAMELESS);
        Some(Self { game, name })
    }

    /// Decides as the server whether the host's user is to be asked, and says so to the asker.
    pub(crate) async fn judge(
        self,
        entrance: Arc<Entrance>,
        key: PublicKey,
        connection: &Connection,
        mut send: SendStream,
    ) -> Result<Received, DialError> {
        let source = connection.remote_address();
        if entrance.asking.is_none() || !route::is_near(source.ip()) {
            return Err(DialError::Refused(CloseCode::TurnedAway));
        }
        entrance.door.admits(key).map_err(DialError::Refused)?;
        frame::write(&mut send, &[])
            .await
            .map_err(|error| silence(error.to_string()))?;
        let asking = Asking {
            asker: Asker {
                key,
                acquaintance: entrance.door.acquaintance(key, &self.name),
                name: self.name,
                source,
            },
            connection: connection.clone(),
            send,
        };
        Ok(Received::Asker(entrance, Box::new(asking)))
    }
}

/// A player of the same network who asks to be let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asker {
    /// The player's key, which is proved.
    pub key: PublicKey,
    /// The name the player gives.
    pub name: String,
    /// The player's address.
    pub source: SocketAddr,
    /// The standing of the player with the host's player.
    pub acquaintance: Acquaintance,
}

/// A player who waits for the answer of the host's user.
#[derive(Debug)]
pub(crate) struct Asking {
    pub(crate) asker: Asker,
    connection: Connection,
    send: SendStream,
}

impl Asking {
    /// True if the player does not wait any more.
    pub(crate) fn is_gone(&self) -> bool {
        self.connection.close_reason().is_some()
    }

    /// Sends the invitation. Must be called inside the runtime.
    pub(crate) fn let_in(mut self, invitation: &Invitation) {
        let code = invitation.code();
        tokio::spawn(async move {
            let _ = frame::write(&mut self.send, code.as_bytes()).await;
            let _ = self.send.finish();
            // the asker closes the connection when the code is read
            let _ = timeout(Duration::from_secs(5), self.connection.closed()).await;
        });
    }

    pub(crate) fn turn_away(self) {
        CloseCode::TurnedAway.close(&self.connection);
    }
}

/// The reason why a host of the same network did not let this side in.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The program cannot ask.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The host refused, or was not reached.
    #[error("{host} did not let you in: {why}")]
    Refused {
        /// The host's name, as announced.
        host: String,
        /// The reason.
        why: String,
    },
    /// The host answered something else than an invitation.
    #[error("{host} answered with something that is no invitation")]
    Nonsense {
        /// The host's name, as announced.
        host: String,
    },
}

impl AskError {
    /// Tells the user how to get in.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Start(error) => error.advice(),
            Self::Refused { .. } => "talk to the host, or ask for the invitation's code",
            Self::Nonsense { .. } => "both players need the same version of the program",
        }
    }
}

/// Asks the host of an announced match to let `player` in, and waits for the host's answer: the invitation. `on_asked` is
/// called once the host's user sees the question. Dropping the future takes the question back.
pub async fn ask(
    home: &Home,
    player: Player,
    found: &LanMatch,
    on_asked: impl FnOnce(),
) -> Result<Invitation, AskError> {
    let refused = |why: DialError| AskError::Refused {
        host: found.host.clone(),
        why: why.to_string(),
    };
    let people = home.kept_people().unwrap_or_default();
    if let Some(host) = people.host_of(found) {
        admit(home, host.key)?;
    }
    let player = if found.is_hosted_by(player.key()) {
        home.second_player(None).map_err(StartError::from)?
    } else {
        player
    };
    let server = quic::answering(&player, Limits::default().lost).map_err(BindError::from);
    let server = server.map_err(StartError::from)?;
    let ports =
        port::everywhere(&of_the_system(), None, home, &server).map_err(StartError::from)?;
    let question = Ask {
        game: found.game,
        name: player.name().to_owned(),
    };
    let mut attempts = tokio::task::JoinSet::new();
    for (place, address) in route::sorted(&found.addresses).into_iter().enumerate() {
        let port = ports
            .iter()
            .find(|port| port.bound().is_ipv4() == address.is_ipv4());
        let Some(port) = port.cloned() else { continue };
        let (player, question, found) = (player.clone(), question.clone(), found.clone());
        let head_start = STAGGER * u32::try_from(place).unwrap_or(u32::MAX);
        attempts.spawn(async move {
            tokio::time::sleep(head_start).await;
            put(&port, &player, &question, &found, address).await
        });
    }
    let mut worst = silence("it has no address that this machine can reach");
    let (connection, mut receive) = loop {
        match attempts.join_next().await {
            Some(Ok(Ok(asked))) => break asked,
            Some(Ok(Err(error))) => worst = link::more_telling(worst, error),
            Some(Err(_aborted)) => {}
            None => return Err(refused(worst)),
        }
    };
    attempts.abort_all();
    on_asked();
    let answer = async { frame::read(&mut receive, LONGEST_CODE).await.ok().flatten() };
    let said = match timeout(ASK_PATIENCE, answer).await {
        Ok(Some(said)) => said,
        Ok(None) => return Err(refused(failed(connection.closed().await))),
        Err(_late) => return Err(refused(silence("nobody answered the question"))),
    };
    CloseCode::Done.close(&connection);
    let invitation = String::from_utf8(said)
        .ok()
        .and_then(|code| code.parse().ok());
    let mut invitation: Invitation = invitation.ok_or_else(|| AskError::Nonsense {
        host: found.host.clone(),
    })?;
    // the address that answered is the best one; the others are in the invitation
    let address = connection.remote_address();
    invitation.candidates.retain(|&other| other != address);
    invitation.candidates.insert(0, address);
    invitation
        .candidates
        .truncate(crate::invitation::MOST_CANDIDATES);
    Ok(invitation)
}

/// Puts the question at one address; returns once the host's user is asked.
async fn put(
    port: &Port,
    player: &Player,
    question: &Ask,
    found: &LanMatch,
    address: SocketAddr,
) -> Result<(Connection, quinn::RecvStream), DialError> {
    let limits = Limits::default();
    let knock = KnockKey::of_askers(question.game)
        .fresh_knock()
        .ok_or_else(|| silence("the system gave no random bytes"))?;
    let config = quic::dialing(player, None, limits.lost, knock)
        .map_err(|error| silence(error.to_string()))?;
    let connecting = port
        .endpoint
        .connect_with(config, address, SERVER_NAME)
        .map_err(|error| silence(error.to_string()))?;
    let connection = timeout(limits.handshake, connecting)
        .await
        .map_err(|_late| silence("the handshake took too long"))?
        .map_err(failed)?;
    if !found.is_hosted_by(peer_of(&connection)?) {
        CloseCode::Left.close(&connection);
        return Err(DialError::Stranger(
            "its key is not the announced one".to_owned(),
        ));
    }
    let heard = async {
        let (mut send, mut receive) = connection.open_bi().await.ok()?;
        frame::write(&mut send, &question.encode()).await.ok()?;
        send.finish().ok()?;
        frame::read(&mut receive, CONTROL_FRAME).await.ok()??;
        Some(receive)
    };
    match timeout(limits.greeting, heard).await {
        Ok(Some(receive)) => Ok((connection, receive)),
        Ok(None) => Err(failed(connection.closed().await)),
        Err(_late) => Err(silence("the question was not answered")),
    }
}

impl fmt::Display for Asker {
    /// Writes name, standing, start of the key and address: `Bob (stranger, key 0f3a9c12…) at 192.168.1.20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key.to_string();
        let start = key.get(..8).unwrap_or(&key);
        let Self {
            name, acquaintance, ..
        } = self;
        let ip = self.source.ip();
        write!(f, "{name} ({acquaintance}, key {start}…) at {ip}")
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
