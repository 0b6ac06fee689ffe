//! Asking a host of the same network to be let in, without a code.
//!
//! A match that is announced on the network (`lan.rs`) has no secret in its announcement. A player who wants to join it
//! connects, gives its name, and waits; the host's user decides. A player whom the user lets in gets the invitation
//! over the same connection, on which both keys are proved, and joins with the invitation like everybody else.

use std::net::SocketAddr;

use home::limits::LONGEST_CODE;
use home::{Home, Invitation, Player};
use quinn::Connection;
use reach::addresses::MOST_CANDIDATES;
use reach::knock::KnockKey;
use reach::{LanMatch, route};
use tokio::time::timeout;

use crate::close::CloseCode;
use crate::dial_error::{DialError, failed, more_telling, silence};
use crate::frame;
use crate::greeted::peer_of;
use crate::limits::{ASK_PATIENCE, CONTROL_FRAME, Limits, STAGGER};
use crate::port::{self, BindError, Port};
use crate::question::Ask;
use crate::quic::{self, SERVER_NAME};
use crate::socket::of_the_system;
use crate::start_error::{StartError, admit};

/// Why a host of the same network did not let this side in.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    #[error(transparent)]
    Start(#[from] StartError),
    /// The host's user said no.
    #[error("{host} declined your request")]
    Declined { host: String },
    /// The host's program refused, or was not reached.
    #[error("{host} could not be asked: {why}")]
    Refused { host: String, why: String },
    /// The host answered something else than an invitation.
    #[error("{host} answered with something that is no invitation")]
    Nonsense { host: String },
}

impl AskError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Start(error) => error.advice(),
            Self::Declined { .. } => {
                "talk to the host and ask again, or ask for the invitation's code"
            }
            Self::Refused { .. } => "talk to the host, or ask for the invitation's code",
            Self::Nonsense { .. } => "you and the host need the same version of the program",
        }
    }
}

/// Asks the host of an announced match to let `player` in, and waits for the answer, which is the invitation.
/// `on_asked` is called once the host's user sees the question. Dropping the future takes the question back.
pub async fn ask(
    home: &Home,
    player: Player,
    found: &LanMatch,
    on_asked: impl FnOnce(),
) -> Result<Invitation, AskError> {
    let host = found.host.clone();
    let refused = |why: DialError| match why {
        DialError::Refused(CloseCode::TurnedAway) => AskError::Declined { host },
        why => AskError::Refused {
            host,
            why: why.to_string(),
        },
    };
    // people that cannot be read block nobody (docs/network.md, Players met)
    let people = home.kept_people().unwrap_or_default();
    if let Some(host) = people.host_of(found) {
        admit(home, host.key)?;
    }
    // the announcement is this machine's own: no key may sit twice in a match
    let player = if found.is_hosted_by(&player.key().0) {
        home.player_at(1, None).map_err(StartError::from)?
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
            // a machine without IPv6 has no port for such an address, and skips it
            .find(|port| port.bound().is_ipv4() == address.is_ipv4());
        let Some(port) = port.cloned() else { continue };
        let (player, question, found) = (player.clone(), question.clone(), found.clone());
        // later addresses wait, so that the host's user is asked over one connection if the first address answers
        let head_start = STAGGER * u32::try_from(place).unwrap_or(u32::MAX);
        attempts.spawn(async move {
            tokio::time::sleep(head_start).await;
            put(&port, &player, &question, &found, address).await
        });
    }
    // shown if no address is even tried
    let mut worst = silence("it has no address that this machine can reach");
    let (connection, mut receive) = loop {
        match attempts.join_next().await {
            Some(Ok(Ok(asked))) => break asked,
            Some(Ok(Err(error))) => worst = more_telling(worst, error),
            Some(Err(_aborted)) => {}
            None => return Err(refused(worst)),
        }
    };
    // the host hears one question: the attempts at its other addresses end here
    attempts.abort_all();
    on_asked();
    let answer = async { frame::read(&mut receive, LONGEST_CODE).await.ok().flatten() };
    let said = match timeout(ASK_PATIENCE, answer).await {
        Ok(Some(said)) => said,
        // a close, not an answer: the code says whether the user said no
        Ok(None) => return Err(refused(failed(connection.closed().await))),
        Err(_late) => return Err(refused(silence("nobody answered the question"))),
    };
    // the host waits for this before it lets the connection go
    CloseCode::Done.close(&connection);
    let invitation = String::from_utf8(said)
        .ok()
        .and_then(|code| code.parse().ok());
    let mut invitation: Invitation = invitation.ok_or_else(|| AskError::Nonsense {
        host: found.host.clone(),
    })?;
    // the address that answered is the best one; the others are in the invitation
    let address = connection.remote_address();
    let candidates = &mut invitation.addresses.candidates;
    candidates.retain(|&other| other != address);
    candidates.insert(0, address);
    candidates.truncate(MOST_CANDIDATES);
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
    // no key is expected: the announcement has only the start of a hash of it, which is compared below
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
    // anybody can announce a match in another's name; only the owner of the announced key is asked
    if !found.is_hosted_by(&peer_of(&connection)?.0) {
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
