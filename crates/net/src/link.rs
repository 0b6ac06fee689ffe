//! Getting a line: the sockets of this side, the door for arriving guests, and dialing.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use protocol::PublicKey;
use quinn::{Connection, ConnectionError, Endpoint, Incoming, RecvStream, SendStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::address::{Address, HostName};
use crate::close::CloseCode;
use crate::frame;
use crate::gate::{Caller, Entry, Gate, is_knock, knock};
use crate::greeting::{Door, End, Hello, PROGRAM, PROTOCOLS, Unreadable, proof};
use crate::home::Player;
use crate::limits::{CONTROL_FRAME, Limits, STAGGER};
use crate::quic::{self, SERVER_NAME, SetUpError};
use crate::route;

/// A connection whose other end has proved its key and has been let in.
#[derive(Debug)]
pub(crate) struct Greeted {
    pub(crate) connection: Connection,
    /// The stream of the greeting and the farewell.
    pub(crate) control: (SendStream, RecvStream),
    /// The stream of the match, opened by the client on the connection it chose.
    pub(crate) frames: (SendStream, RecvStream),
    pub(crate) peer: PublicKey,
    /// The run of the peer's program.
    pub(crate) run: [u8; 8],
    /// This side's end of the connection.
    pub(crate) end: End,
    /// The address at which the peer sees this side, where the peer said so.
    pub(crate) seen_at: Option<SocketAddr>,
    /// The name that led to the peer.
    pub(crate) name: Option<HostName>,
}

/// The reason why the sockets could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// The system refused to listen on an address.
    #[error("{address} cannot be listened on")]
    Address {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        source: io::Error,
    },
    /// The machine has neither IPv4 nor IPv6.
    #[error("this machine has neither IPv4 nor IPv6")]
    NoFamily,
    /// TLS or QUIC could not be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
}

/// The reason why a dial failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DialError {
    /// The other side answered and refused; dialing again will not help.
    #[error("{}", .0.text())]
    Refused(CloseCode),
    /// The other side sent an unreadable greeting; dialing again will not help.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Another player answers at that address.
    #[error("somebody else answers there: {0}")]
    Stranger(String),
    /// Another application protocol is spoken there.
    #[error("a program of another version answers there")]
    OtherVersion,
    /// Nobody answered.
    #[error("nobody answered: {0}")]
    Silence(String),
}

impl DialError {
    /// Tells if dialing again cannot help.
    pub(crate) fn is_final(&self) -> bool {
        match self {
            Self::Refused(code) => !matches!(
                code,
                CloseCode::Replaced | CloseCode::Slow | CloseCode::Left | CloseCode::Done
            ),
            Self::Unreadable(_) => true,
            Self::Stranger(_) | Self::OtherVersion | Self::Silence(_) => false,
        }
    }

    /// The weight of a reason: with several failed addresses, the heaviest reason is told.
    fn weight(&self) -> u8 {
        match self {
            Self::Unreadable(_) => 4,
            Self::Refused(_) => 3,
            Self::OtherVersion => 2,
            Self::Stranger(_) => 1,
            Self::Silence(_) => 0,
        }
    }

    /// Tells the user how to mend the failure.
    pub(crate) fn advice(&self) -> &'static str {
        match self {
            Self::Refused(CloseCode::Used | CloseCode::Uninvited) => {
                "ask the host for a new invitation"
            }
            Self::Refused(CloseCode::Version) | Self::Unreadable(_) | Self::OtherVersion => {
                "both players need the same version of the program"
            }
            Self::Refused(_) => "talk to the other player, then try again",
            Self::Stranger(_) => {
                "ask the host for a new invitation; another machine now has its address"
            }
            Self::Silence(_) => {
                "check that the host is running and that no firewall stops its UDP port; across the internet the host's \
                 router must forward that port"
            }
        }
    }
}

/// The sockets of this side.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    endpoints: Vec<Endpoint>,
    player: Arc<Player>,
    door: Arc<Door>,
    run: [u8; 8],
    limits: Limits,
}

impl Link {
    /// Binds the sockets and opens the door: each admitted guest arrives at `arrivals`. Without a named address, every
    /// interface is bound, and a missing address family is no error. Must be called inside the runtime.
    pub(crate) fn open(
        named: &[SocketAddr],
        player: Arc<Player>,
        door: Arc<Door>,
        run: [u8; 8],
        limits: Limits,
        arrivals: &mpsc::Sender<Greeted>,
    ) -> Result<Self, BindError> {
        let server = quic::answering(&player, limits.lost)?;
        let everywhere = named.is_empty();
        let addresses = if everywhere {
            &crate::candidates::EVERYWHERE
        } else {
            named
        };
        let mut endpoints = Vec::new();
        for &address in addresses {
            match quic::endpoint(address, server.clone()) {
                Ok(endpoint) => endpoints.push(endpoint),
                Err(error) if everywhere => {
                    tracing::info!(%address, %error, "this address family is not there");
                }
                Err(source) => return Err(BindError::Address { address, source }),
            }
        }
        if endpoints.is_empty() {
            return Err(BindError::NoFamily);
        }
        let link = Self {
            endpoints,
            player,
            door,
            run,
            limits,
        };
        let gate = Arc::new(Mutex::new(Gate::default()));
        for endpoint in &link.endpoints {
            tokio::spawn(link.clone().answer(
                endpoint.clone(),
                Arc::clone(&gate),
                arrivals.clone(),
            ));
        }
        Ok(link)
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The addresses the sockets have.
    pub(crate) fn bound(&self) -> Vec<SocketAddr> {
        self.endpoints
            .iter()
            .filter_map(|endpoint| endpoint.local_addr().ok())
            .collect()
    }

    /// Closes every connection and waits briefly until the peers know.
    pub(crate) async fn shut(&self, code: CloseCode, patience: Duration) {
        for endpoint in &self.endpoints {
            endpoint.close(code.number(), code.text().as_bytes());
        }
        let idle = async {
            for endpoint in &self.endpoints {
                endpoint.wait_idle().await;
            }
        };
        let _ = timeout(patience, idle).await;
    }

    /// The accept loop of one socket; it never waits for a single stranger.
    async fn answer(
        self,
        endpoint: Endpoint,
        gate: Arc<Mutex<Gate>>,
        arrivals: mpsc::Sender<Greeted>,
    ) {
        while let Some(incoming) = endpoint.accept().await {
            let caller = Caller {
                source: incoming.remote_address(),
                is_proved: incoming.remote_address_validated(),
                is_invited: is_knock(self.door.secret, self.door.game, &incoming.orig_dst_cid()),
            };
            let entry = lock(&gate).enter(Instant::now(), caller);
            match entry {
                Entry::Ignore => incoming.ignore(),
                Entry::Prove => {
                    let _ = incoming.retry();
                }
                Entry::Admit => {
                    let (link, gate, arrivals) =
                        (self.clone(), Arc::clone(&gate), arrivals.clone());
                    tokio::spawn(async move {
                        let greeted = link.receive(incoming).await;
                        lock(&gate).leave(caller);
                        match greeted {
                            Ok(greeted) => {
                                let _ = arrivals.send(greeted).await;
                            }
                            Err(error) => {
                                tracing::info!(source = %caller.source, %error, "a caller was not let in")
                            }
                        }
                    });
                }
            }
        }
    }

    /// The greeting as the server of the connection.
    async fn receive(&self, incoming: Incoming) -> Result<Greeted, DialError> {
        let connection = timeout(self.limits.handshake, incoming.accept().map_err(failed)?)
            .await
            .map_err(|_late| silence("the handshake took too long"))?
            .map_err(failed)?;
        let greeted = timeout(self.limits.greeting, self.judge(&connection)).await;
        let refused = match greeted {
            Ok(Ok(greeted)) => return Ok(greeted),
            Ok(Err(error)) => error,
            Err(_late) => DialError::Refused(CloseCode::Slow),
        };
        let code = match &refused {
            DialError::Refused(code) => *code,
            DialError::Unreadable(Unreadable::Other { .. }) => CloseCode::Version,
            _ => CloseCode::Breach,
        };
        code.close(&connection);
        Err(refused)
    }

    async fn judge(&self, connection: &Connection) -> Result<Greeted, DialError> {
        let peer = peer_of(connection)?;
        let (mut send, mut receive) = connection.accept_bi().await.map_err(failed)?;
        let said = frame::read(&mut receive, CONTROL_FRAME).await;
        let said = said.map_err(|_broken| DialError::Refused(CloseCode::Breach))?;
        let hello = Hello::decode(&said.unwrap_or_default());
        let own = self.player.key();
        let answer = |proof: [u8; 32]| Hello {
            program: PROGRAM.to_owned(),
            protocols: PROTOCOLS,
            game: self.door.game,
            run: self.run,
            proof,
            seen_at: Some(connection.remote_address()),
        };
        let hello = match hello {
            Ok(hello) => hello,
            Err(error) => {
                // the answer lets the other side tell its user both versions
                let _ = frame::write(&mut send, &answer([0; 32]).encode()).await;
                let _ = send.finish();
                let _ = timeout(Duration::from_millis(500), send.stopped()).await;
                return Err(error.into());
            }
        };
        let expected = proof(connection, self.door.secret, End::Client, peer, own)
            .ok_or_else(|| silence("no exporter"))?;
        if hello.game != self.door.game || expected != hello.proof || peer == own {
            return Err(DialError::Refused(CloseCode::Uninvited));
        }
        self.door.admits(peer).map_err(DialError::Refused)?;
        let ours = proof(connection, self.door.secret, End::Server, own, peer)
            .ok_or_else(|| silence("no exporter"))?;
        frame::write(&mut send, &answer(ours.into()).encode())
            .await
            .map_err(|error| silence(error.to_string()))?;
        // a client that reached this side by several addresses chooses one connection and drops the others
        let (frames_send, mut frames_receive) = connection.accept_bi().await.map_err(failed)?;
        match frame::read(&mut frames_receive, 0).await {
            Ok(Some(_chosen)) => {}
            _ => return Err(DialError::Refused(CloseCode::Breach)),
        }
        Ok(Greeted {
            connection: connection.clone(),
            control: (send, receive),
            frames: (frames_send, frames_receive),
            peer,
            run: hello.run,
            end: End::Server,
            seen_at: None,
            name: None,
        })
    }

    /// Dials until a peer with that key has let this side in, or until dialing is known to be useless. Each round dials
    /// every address in the order of [`route::sorted`], each address with a head start over the next; rounds follow one
    /// another as in [`Limits::pause`].
    pub(crate) async fn dial(
        &self,
        targets: &[Address],
        expected: PublicKey,
        patience: Option<Duration>,
    ) -> Result<Greeted, DialError> {
        self.dial_rounds(targets, expected, patience)
            .await?
            .choose()
            .await
    }

    async fn dial_rounds(
        &self,
        targets: &[Address],
        expected: PublicKey,
        patience: Option<Duration>,
    ) -> Result<Candidate, DialError> {
        let mut rounds = JoinSet::new();
        let mut worst = silence("no address could be dialed");
        let started = Instant::now();
        for round in 0.. {
            if rounds.len() < 3 {
                let (link, targets) = (self.clone(), targets.to_vec());
                rounds.spawn(async move { link.dial_once(&targets, expected).await });
            }
            let pause = tokio::time::sleep(self.limits.pause(round));
            tokio::pin!(pause);
            loop {
                tokio::select! {
                    () = &mut pause => break,
                    Some(ended) = rounds.join_next() => match ended {
                        Ok(Ok(greeted)) => return Ok(greeted),
                        Ok(Err(error)) if error.is_final() => return Err(error),
                        Ok(Err(error)) => worst = more_telling(worst, error),
                        Err(_aborted) => {}
                    },
                }
            }
            if patience.is_some_and(|patience| started.elapsed() > patience) {
                break;
            }
        }
        Err(worst)
    }

    /// Dials every address once: an address is dialed when the address before has had its head start or has failed.
    /// Names are resolved meanwhile, and their addresses are dialed last.
    async fn dial_once(
        &self,
        targets: &[Address],
        expected: PublicKey,
    ) -> Result<Candidate, DialError> {
        let mut addresses = Vec::new();
        let mut lookups = JoinSet::new();
        for target in targets.iter().cloned() {
            match target {
                Address::Ip(address) => addresses.push(address),
                Address::Name(name) => {
                    lookups.spawn(look_up(name, self.limits.handshake));
                }
            }
        }
        let mut waiting: VecDeque<_> = route::sorted(&addresses)
            .into_iter()
            .map(|address| (address, None))
            .collect();
        let mut attempts = JoinSet::new();
        let mut worst = silence("no address could be dialed");
        loop {
            if let Some((address, name)) = waiting.pop_front() {
                let link = self.clone();
                attempts.spawn(async move {
                    let candidate = link.dial_address(address, expected).await?;
                    Ok::<_, DialError>(Candidate { name, ..candidate })
                });
            } else if attempts.is_empty() && lookups.is_empty() {
                return Err(worst);
            }
            tokio::select! {
                () = tokio::time::sleep(STAGGER), if !waiting.is_empty() => {}
                Some(ended) = attempts.join_next() => match ended {
                    Ok(Ok(greeted)) => return Ok(greeted),
                    Ok(Err(error)) if error.is_final() => return Err(error),
                    Ok(Err(error)) => worst = more_telling(worst, error),
                    Err(_aborted) => {}
                },
                Some(found) = lookups.join_next() => match found {
                    Ok(Ok((name, addresses))) => {
                        let addresses = route::sorted(&addresses).into_iter();
                        waiting.extend(addresses.map(|address| (address, Some(name.clone()))));
                    }
                    Ok(Err(error)) => worst = more_telling(worst, error),
                    Err(_aborted) => {}
                },
            }
        }
    }

    /// The greeting as the client of the connection.
    async fn dial_address(
        &self,
        address: SocketAddr,
        expected: PublicKey,
    ) -> Result<Candidate, DialError> {
        let endpoint = self
            .endpoints
            .iter()
            .find(|endpoint| {
                endpoint
                    .local_addr()
                    .is_ok_and(|own| own.is_ipv4() == address.is_ipv4())
            })
            .ok_or_else(|| silence("this machine lacks that address family"))?;
        let mut nonce = [0; 8];
        getrandom::fill(&mut nonce).map_err(|error| silence(error.to_string()))?;
        let knock = knock(self.door.secret, self.door.game, nonce);
        let config = quic::dialing(&self.player, expected, self.limits.lost, knock)
            .map_err(|error| silence(error.to_string()))?;
        let connecting = endpoint
            .connect_with(config, address, SERVER_NAME)
            .map_err(|error| silence(error.to_string()))?;
        let connection = timeout(self.limits.handshake, connecting)
            .await
            .map_err(|_late| silence("the handshake took too long"))?
            .map_err(failed)?;
        match timeout(self.limits.greeting, self.introduce(&connection)).await {
            Ok(Ok(greeted)) => Ok(greeted),
            Ok(Err(error)) => {
                CloseCode::Breach.close(&connection);
                Err(error)
            }
            Err(_late) => {
                CloseCode::Slow.close(&connection);
                Err(silence("the greeting was not answered"))
            }
        }
    }

    async fn introduce(&self, connection: &Connection) -> Result<Candidate, DialError> {
        let peer = peer_of(connection)?;
        let own = self.player.key();
        let ours = proof(connection, self.door.secret, End::Client, own, peer)
            .ok_or_else(|| silence("no exporter"))?;
        let (mut send, mut receive) = connection.open_bi().await.map_err(failed)?;
        let hello = Hello {
            program: PROGRAM.to_owned(),
            protocols: PROTOCOLS,
            game: self.door.game,
            run: self.run,
            proof: ours.into(),
            seen_at: None,
        };
        // the server may have judged this key only now, so every error here is told by the closing of the connection
        let exchange = async {
            frame::write(&mut send, &hello.encode()).await.ok()?;
            frame::read(&mut receive, CONTROL_FRAME).await.ok()?
        };
        let Some(said) = exchange.await else {
            return Err(failed(connection.closed().await));
        };
        let answer = Hello::decode(&said)?;
        let expected = proof(connection, self.door.secret, End::Server, peer, own)
            .ok_or_else(|| silence("no exporter"))?;
        if answer.game != self.door.game || expected != answer.proof {
            return Err(DialError::Refused(CloseCode::Uninvited));
        }
        Ok(Candidate {
            connection: connection.clone(),
            control: (send, receive),
            peer,
            run: answer.run,
            seen_at: answer.seen_at,
            name: None,
        })
    }
}

/// A connection that has let this side in; the dialer chooses one of several.
struct Candidate {
    connection: Connection,
    control: (SendStream, RecvStream),
    peer: PublicKey,
    run: [u8; 8],
    seen_at: Option<SocketAddr>,
    name: Option<HostName>,
}

impl Candidate {
    async fn choose(self) -> Result<Greeted, DialError> {
        let (mut send, receive) = self.connection.open_bi().await.map_err(failed)?;
        frame::write(&mut send, &[])
            .await
            .map_err(|error| silence(error.to_string()))?;
        Ok(Greeted {
            connection: self.connection,
            control: self.control,
            frames: (send, receive),
            peer: self.peer,
            run: self.run,
            end: End::Client,
            seen_at: self.seen_at,
            name: self.name,
        })
    }
}

/// The key that the peer showed and proved in the handshake.
fn peer_of(connection: &Connection) -> Result<PublicKey, DialError> {
    let shown = connection.peer_identity().and_then(|identity| {
        identity
            .downcast::<Vec<rustls::pki_types::CertificateDer<'static>>>()
            .ok()
    });
    match shown.as_deref().map(Vec::as_slice) {
        Some([key]) => crate::tls::judge_key(key, &[], None)
            .map_err(|error| DialError::Stranger(error.to_string())),
        _ => Err(DialError::Stranger("it showed no key".to_owned())),
    }
}

async fn look_up(
    name: HostName,
    patience: Duration,
) -> Result<(HostName, Vec<SocketAddr>), DialError> {
    let late = |_late| silence(format!("nobody told the address of {name} in time"));
    let found = timeout(patience, name.resolve()).await.map_err(late)?;
    match found {
        Ok(addresses) => Ok((name, addresses)),
        Err(error) => Err(silence(format!("the name {name} has no address: {error}"))),
    }
}

fn silence(why: impl Into<String>) -> DialError {
    DialError::Silence(why.into())
}

fn more_telling(one: DialError, other: DialError) -> DialError {
    if other.weight() >= one.weight() {
        other
    } else {
        one
    }
}

/// The reason why a connection failed.
fn failed(error: ConnectionError) -> DialError {
    if let Some(code) = CloseCode::of(&error) {
        return DialError::Refused(code);
    }
    // TLS alerts are QUIC errors from 0x100 on (RFC 9001, section 4.8); 120 is no_application_protocol
    let alert = match &error {
        ConnectionError::TransportError(cause) => Some(u64::from(cause.code)),
        ConnectionError::ConnectionClosed(close) => Some(u64::from(close.error_code)),
        _ => None,
    };
    match alert {
        Some(0x178) => DialError::OtherVersion,
        Some(0x100..0x200) => DialError::Stranger(error.to_string()),
        _ => silence(error.to_string()),
    }
}

fn lock(gate: &Mutex<Gate>) -> std::sync::MutexGuard<'_, Gate> {
    gate.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
