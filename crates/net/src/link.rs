//! Getting a line: the sockets of this side, the door for arriving guests, and dialing.

mod answering;
mod error;

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use protocol::PublicKey;
use quinn::{Connection, RecvStream, SendStream};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

pub(crate) use answering::{Received, receive};
pub(crate) use error::{DialError, failed, more_telling, silence};

use crate::address::{Address, HostName};
use crate::close::CloseCode;
use crate::frame;
use crate::gate::KnockKey;
use crate::greeting::{End, Hello, PROGRAM, PROTOCOLS, proof, session_exporter};
use crate::hops::{FEWEST, Reach};
use crate::limits::{CONTROL_FRAME, Limits, NO_ANSWER_YET, STAGGER};
use crate::port::{self, Entrance, KeepsPort, Port};
use crate::quic::{self, SERVER_NAME, SetUpError};
use crate::route;
use crate::snapshot::Tried;
use crate::socket::Bind;
use crate::stun::{Lookout, Outside};

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
    /// The exporter of the connection, where this side's session has spoken already.
    pub(crate) spoken: Option<[u8; 32]>,
}

/// A connection to a host that has proved its key and has not answered the greeting yet.
#[derive(Debug)]
pub(crate) struct Overture {
    /// The exporter that both sessions sign for this connection.
    pub(crate) exporter: [u8; 32],
    /// Takes the first frames of the session. They go with the greeting, and the connection is thereby chosen.
    pub(crate) reply: oneshot::Sender<Vec<Vec<u8>>>,
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
    /// No port is free for IPv4 and IPv6.
    #[error("no UDP port of this machine is free")]
    NoPort,
    /// TLS or QUIC could not be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
}

/// The outcome of dialing an address that has been silent for a while.
pub(crate) const NO_ANSWER: &str = "no answer yet";

/// The sockets of one match, shared with the other matches at the same addresses.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    ports: Vec<Arc<Port>>,
    entrance: Arc<Entrance>,
    /// Told of every address that is dialed, and what came of it.
    tried: Option<mpsc::UnboundedSender<Tried>>,
    /// Asked for the first frames of the session on each connection that is dialed.
    overtures: Option<mpsc::Sender<Overture>>,
    /// The head start of each address over the next one.
    stagger: Duration,
}

impl Link {
    /// Listens at the named addresses; each admitted guest arrives at the entrance. Must be called inside the runtime.
    pub(crate) fn open(
        sockets: &Arc<dyn Bind>,
        named: &[SocketAddr],
        entrance: &Arc<Entrance>,
    ) -> Result<Self, BindError> {
        let open = |&address| {
            let opened = Port::open(sockets, address, &entrance.server);
            opened.map_err(|source| BindError::Address { address, source })
        };
        let ports: Vec<_> = named.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self::of(ports, entrance))
    }

    /// Listens on every interface, as [`port::everywhere`] does.
    pub(crate) fn open_everywhere(
        sockets: &Arc<dyn Bind>,
        wanted: Option<u16>,
        keeper: &impl KeepsPort,
        entrance: &Arc<Entrance>,
    ) -> Result<Self, BindError> {
        let ports = port::everywhere(sockets, wanted, keeper, &entrance.server)?;
        Ok(Self::of(ports, entrance))
    }

    fn of(ports: Vec<Arc<Port>>, entrance: &Arc<Entrance>) -> Self {
        ports.iter().for_each(|port| port.enter(entrance));
        Self {
            ports,
            entrance: Arc::clone(entrance),
            tried: None,
            overtures: None,
            stagger: STAGGER,
        }
    }

    /// Lets nobody in: this link only dials.
    #[cfg(feature = "testing")]
    pub(crate) fn deafened(self) -> Self {
        self.ports.iter().for_each(|port| {
            port.shut(&self.entrance);
        });
        self
    }

    /// Dials all addresses of a round at the same time.
    pub(crate) fn at_once(mut self) -> Self {
        self.stagger = Duration::ZERO;
        self
    }

    fn port_for(&self, address: SocketAddr) -> Option<&Arc<Port>> {
        let mut ports = self.ports.iter();
        ports.find(|port| port.bound().is_ipv4() == address.is_ipv4())
    }

    fn port_v4(&self) -> Option<&Arc<Port>> {
        self.ports.iter().find(|port| port.bound().is_ipv4())
    }

    /// Sends a datagram beside QUIC that the `hops`th router on the way drops.
    pub(crate) fn send_beside(&self, to: SocketAddr, datagram: &[u8], hops: u8) {
        if let Some(port) = self.port_for(to) {
            port.send_beside(to, datagram, Some(hops));
        }
    }

    /// The hops for datagrams to that address of the internet that are to pass the own routers and not to arrive.
    pub(crate) async fn reach(&self, to: SocketAddr) -> Reach {
        match self.port_for(to) {
            Some(port) => port.reach(to).await,
            // nothing is sent without a socket
            None => Reach::AtLeast(FEWEST),
        }
    }

    /// The first of these addresses at which the program of that player answers a small packet.
    pub(crate) async fn heard_small(
        &self,
        addresses: Vec<SocketAddr>,
        peer: PublicKey,
    ) -> Option<SocketAddr> {
        let door = &self.entrance.door;
        let mut asking = JoinSet::new();
        for address in route::through_nat64(addresses) {
            if let Some(port) = self.port_for(address).cloned() {
                let key = KnockKey::of_the_invited(door.secret, door.game, peer);
                asking.spawn(async move {
                    let is_heard = port.ask_small(&key, address).await;
                    is_heard.then_some(address)
                });
            }
        }
        while let Some(answer) = asking.join_next().await {
            if let Ok(Some(address)) = answer {
                return Some(address);
            }
        }
        None
    }

    /// Asks services for the outside address of the IPv4 socket; `None` without that socket.
    pub(crate) fn look_out(&self, services: Vec<Address>) -> Option<Lookout> {
        let port = Arc::clone(self.port_v4()?);
        Some(Lookout::begin(port, services))
    }

    /// The outside address of the IPv4 socket as peers see it who are here.
    pub(crate) fn outside(&self) -> Option<Outside> {
        self.port_v4()?.outside()
    }

    /// Notes that `peer`, who is here, sees this side at `address`.
    pub(crate) fn is_seen(&self, peer: SocketAddr, address: SocketAddr) {
        if let Some(port) = self.port_for(address) {
            port.is_seen(peer, address);
        }
    }

    /// Tells `tried` of every address that is dialed from now on.
    pub(crate) fn telling(mut self, tried: mpsc::UnboundedSender<Tried>) -> Self {
        self.tried = Some(tried);
        self
    }

    /// Asks `overtures` for the session's first frames as soon as a host has proved its key, as the guest's link.
    pub(crate) fn speaking_first(mut self, overtures: mpsc::Sender<Overture>) -> Self {
        self.overtures = Some(overtures);
        self
    }

    fn tell(&self, address: impl ToString, result: impl ToString) {
        if let Some(tried) = &self.tried {
            // nobody listens any more once the match has ended
            let _ = tried.send(Tried {
                address: address.to_string(),
                result: result.to_string(),
            });
        }
    }

    /// True if a packet of the size that every handshake has did not leave this machine lately.
    pub(crate) fn is_narrow(&self) -> bool {
        self.ports.iter().any(|port| port.is_narrow())
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.entrance.limits
    }

    /// The addresses the sockets have.
    pub(crate) fn bound(&self) -> Vec<SocketAddr> {
        self.ports.iter().map(|port| port.bound()).collect()
    }

    /// Lets nobody in any more, and waits briefly until the peers know.
    pub(crate) async fn shut(&self, code: CloseCode, patience: Duration) {
        let leaving = self
            .ports
            .iter()
            .map(|port| port.leave(&self.entrance, code, patience));
        for left in leaving {
            left.await;
        }
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
            let pause = tokio::time::sleep(self.limits().pause(round));
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
                    let (link, patience) = (self.clone(), self.limits().handshake);
                    lookups.spawn(async move {
                        let found = look_up(name.clone(), patience).await;
                        if let Err(error) = &found {
                            link.tell(&name, error);
                        }
                        found
                    });
                }
            }
        }
        let mut waiting: VecDeque<_> = route::sorted(&route::through_nat64(addresses))
            .into_iter()
            .map(|address| (address, None))
            .collect();
        let mut attempts = JoinSet::new();
        let mut worst = silence("no address could be dialed");
        loop {
            if let Some((address, name)) = waiting.pop_front() {
                let link = self.clone();
                attempts.spawn(async move {
                    let dialed = link.dial_patiently(address, expected).await;
                    link.tell(
                        address,
                        match &dialed {
                            Ok(_) => "the other player answered".to_owned(),
                            Err(error) => error.to_string(),
                        },
                    );
                    Ok::<_, DialError>(Candidate { name, ..dialed? })
                });
            } else if attempts.is_empty() && lookups.is_empty() {
                return Err(worst);
            }
            tokio::select! {
                () = tokio::time::sleep(self.stagger), if !waiting.is_empty() => {}
                Some(ended) = attempts.join_next() => match ended {
                    Ok(Ok(greeted)) => return Ok(greeted),
                    Ok(Err(error)) if error.is_final() => return Err(error),
                    Ok(Err(error)) => worst = more_telling(worst, error),
                    Err(_aborted) => {}
                },
                Some(found) = lookups.join_next() => match found {
                    Ok(Ok((name, addresses))) => {
                        let addresses = route::sorted(&route::through_nat64(addresses));
                        let addresses = addresses.into_iter();
                        waiting.extend(addresses.map(|address| (address, Some(name.clone()))));
                    }
                    Ok(Err(error)) => worst = more_telling(worst, error),
                    Err(_aborted) => {}
                },
            }
        }
    }

    /// Dials one address, and says so when nobody has answered for a while.
    async fn dial_patiently(
        &self,
        address: SocketAddr,
        expected: PublicKey,
    ) -> Result<Candidate, DialError> {
        let dialing = self.dial_address(address, expected);
        tokio::pin!(dialing);
        match timeout(NO_ANSWER_YET, &mut dialing).await {
            Ok(dialed) => dialed,
            Err(_late) => {
                self.tell(address, NO_ANSWER);
                dialing.await
            }
        }
    }

    /// The first of these addresses at which the peer with that key lets this side in. The connection is closed at once.
    pub(crate) async fn prove(
        &self,
        addresses: Vec<SocketAddr>,
        peer: PublicKey,
    ) -> Option<SocketAddr> {
        for address in addresses {
            if let Ok(proved) = self.dial_address(address, peer).await {
                CloseCode::Replaced.close(&proved.connection);
                return Some(address);
            }
        }
        None
    }

    /// A connection to that address, whose other end has proved that key.
    pub(crate) async fn connect(
        &self,
        address: SocketAddr,
        expected: PublicKey,
    ) -> Result<Connection, DialError> {
        let Entrance {
            player,
            door,
            limits,
            ..
        } = &*self.entrance;
        let endpoint = self
            .port_for(address)
            .map(|port| &port.endpoint)
            .ok_or_else(|| silence("this machine lacks that address family"))?;
        let knock = KnockKey::of_the_invited(door.secret, door.game, expected)
            .fresh_knock()
            .ok_or_else(|| silence("the system gave no random bytes"))?;
        let config = quic::dialing(player, Some(expected), limits.lost, knock)
            .map_err(|error| silence(error.to_string()))?;
        let connecting = endpoint
            .connect_with(config, address, SERVER_NAME)
            .map_err(|error| silence(error.to_string()))?;
        timeout(limits.handshake, connecting)
            .await
            .map_err(|_late| silence("the handshake took too long"))?
            .map_err(failed)
    }

    /// The greeting as the client of the connection.
    async fn dial_address(
        &self,
        address: SocketAddr,
        expected: PublicKey,
    ) -> Result<Candidate, DialError> {
        let connection = self.connect(address, expected).await?;
        let patience = self.limits().greeting;
        match timeout(patience, self.introduce(&connection)).await {
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
        let (own, door) = (self.entrance.player.key(), &self.entrance.door);
        let ours = proof(connection, door.secret, End::Client, own, peer)
            .ok_or_else(|| silence("no exporter"))?;
        let (mut send, mut receive) = connection.open_bi().await.map_err(failed)?;
        let hello = Hello {
            program: PROGRAM.to_owned(),
            protocols: PROTOCOLS,
            game: door.game,
            run: self.entrance.run,
            proof: ours.into(),
            seen_at: None,
        };
        // the server may have judged this key only now, so every error here is told by the closing of the connection
        let exchange = async {
            frame::write(&mut send, &hello.encode()).await.ok()?;
            let spoken = self.speak_first(connection, peer).await;
            let said = frame::read(&mut receive, CONTROL_FRAME).await.ok()??;
            Some((said, spoken))
        };
        let Some((said, spoken)) = exchange.await else {
            return Err(failed(connection.closed().await));
        };
        let answer = Hello::decode(&said)?;
        let expected = proof(connection, door.secret, End::Server, peer, own)
            .ok_or_else(|| silence("no exporter"))?;
        if answer.game != door.game || expected != answer.proof {
            return Err(DialError::Refused(CloseCode::Uninvited));
        }
        Ok(Candidate {
            connection: connection.clone(),
            control: (send, receive),
            peer,
            run: answer.run,
            seen_at: answer.seen_at,
            name: None,
            spoken,
        })
    }

    /// Chooses a connection before its greeting is answered, where the owner of the match gives the session's first frames.
    async fn speak_first(&self, connection: &Connection, host: PublicKey) -> Option<Spoken> {
        let overtures = self.overtures.as_ref()?;
        let exporter = session_exporter(connection, host, self.entrance.player.key())?;
        let (reply, frames) = oneshot::channel();
        overtures.send(Overture { exporter, reply }).await.ok()?;
        let frames = frames.await.ok()?;
        let (mut send, receive) = connection.open_bi().await.ok()?;
        let mut bytes = frame::with_length(&[]);
        frames
            .iter()
            .for_each(|frame| bytes.extend(frame::with_length(frame)));
        send.write_all(&bytes).await.ok()?;
        Some(Spoken {
            frames: (send, receive),
            exporter,
        })
    }
}

/// The stream of the match on a connection on which the session has spoken before the greeting was answered.
struct Spoken {
    frames: (SendStream, RecvStream),
    exporter: [u8; 32],
}

/// A connection that has let this side in; the dialer chooses one of several.
struct Candidate {
    connection: Connection,
    control: (SendStream, RecvStream),
    peer: PublicKey,
    run: [u8; 8],
    seen_at: Option<SocketAddr>,
    name: Option<HostName>,
    spoken: Option<Spoken>,
}

impl Candidate {
    async fn choose(self) -> Result<Greeted, DialError> {
        let exporter = self.spoken.as_ref().map(|spoken| spoken.exporter);
        let frames = match self.spoken {
            Some(spoken) => spoken.frames,
            None => {
                let (mut send, receive) = self.connection.open_bi().await.map_err(failed)?;
                frame::write(&mut send, &[])
                    .await
                    .map_err(|error| silence(error.to_string()))?;
                (send, receive)
            }
        };
        Ok(Greeted {
            connection: self.connection,
            control: self.control,
            frames,
            peer: self.peer,
            run: self.run,
            end: End::Client,
            seen_at: self.seen_at,
            name: self.name,
            spoken: exporter,
        })
    }
}

/// The key that the peer showed and proved in the handshake.
pub(crate) fn peer_of(connection: &Connection) -> Result<PublicKey, DialError> {
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

#[cfg(test)]
mod tests;
