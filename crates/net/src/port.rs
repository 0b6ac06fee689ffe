//! The sockets of this program. Every match that listens at one address shares one socket: callers are told apart by their
//! knock and by the match id of their greeting.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use protocol::PublicKey;
use quinn::{Endpoint, Incoming, ServerConfig};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use crate::asking::Asking;
use crate::candidates::EVERYWHERE;
use crate::close::CloseCode;
use crate::gate::{Caller, Entry, Gate, KnockKey, Place};
use crate::greeting::Door;
use crate::home::Player;
use crate::hops::Reach;
use crate::limits::{ASKERS, Limits, SEEN_LATELY, TOLD_FAILURES};
use crate::link::{self, BindError, DialError, Greeted, Received};
use crate::people::Call;
use crate::quic;
use crate::route;
use crate::small::{self, Asked, Small};
use crate::socket::{Bind, LastingSocket};
use crate::stun::{self, Outside, Questions};

/// Attempts to find a port that is free for IPv4 and for IPv6.
const PORT_ATTEMPTS: usize = 16;

/// The keeper of the port at which every interface listens, from one run of the program to the next.
pub(crate) trait KeepsPort {
    /// The port of the runs before.
    fn kept_port(&self) -> Option<u16>;
    /// Keeps the port, where none is kept yet.
    fn keep_port(&self, port: u16);
}

/// The sockets for every interface, at one port for IPv4 and IPv6: at `wanted`, else at the port of the runs before, else at
/// any free one. A missing address family is no error. Must be called inside the runtime.
pub(crate) fn everywhere(
    sockets: &Arc<dyn Bind>,
    wanted: Option<u16>,
    keeper: &impl KeepsPort,
    server: &ServerConfig,
) -> Result<Vec<Arc<Port>>, BindError> {
    let known = wanted.into_iter().chain(keeper.kept_port());
    for number in known.chain(std::iter::repeat_n(0, PORT_ATTEMPTS)) {
        let mut ports: Vec<Arc<Port>> = Vec::new();
        let mut is_taken = false;
        for any in EVERYWHERE {
            // IPv6 takes the port that IPv4 was given
            let number = ports.first().map_or(number, |first| first.bound.port());
            let address = SocketAddr::new(any, number);
            match Port::open(sockets, address, server) {
                Ok(port) => ports.push(port),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => is_taken = true,
                Err(error) => tracing::info!(%address, %error, "this address family is not there"),
            }
        }
        match ports.first() {
            _ if is_taken => {}
            None => return Err(BindError::NoFamily),
            Some(first) => {
                keeper.keep_port(first.bound.port());
                ports.iter().for_each(Port::keep);
                return Ok(ports);
            }
        }
    }
    Err(BindError::NoPort)
}

/// The sockets that are open now.
static OPEN: Mutex<Vec<Held>> = Mutex::new(Vec::new());

/// A socket as the program holds it.
enum Held {
    /// The socket for every interface stays open as long as the program runs: the next match finds the same port.
    Kept(Arc<Port>),
    /// A socket of one address is open as long as a match uses the socket.
    Used(Weak<Port>),
}

impl Held {
    fn port(&self) -> Option<Arc<Port>> {
        match self {
            Self::Kept(port) => Some(Arc::clone(port)),
            Self::Used(port) => port.upgrade(),
        }
    }
}

/// One socket, which dials and answers for every match at its address.
#[derive(Debug)]
pub(crate) struct Port {
    pub(crate) endpoint: Endpoint,
    socket: Arc<LastingSocket>,
    bound: SocketAddr,
    /// Peers of other networks, each with the address at which the peer sees this socket and the time the peer was last here.
    seen: Mutex<Vec<(SocketAddr, SocketAddr, Instant)>>,
    entrances: Mutex<Vec<Weak<Entrance>>>,
    gate: Mutex<Gate>,
    /// The handshakes under way, by their places.
    handshakes: Mutex<BTreeMap<Place, AbortHandle>>,
    answering: AbortHandle,
    answering_small: AbortHandle,
}

/// The place where the callers of one match arrive.
#[derive(Debug)]
pub(crate) struct Entrance {
    pub(crate) player: Arc<Player>,
    pub(crate) door: Arc<Door>,
    /// The run of this program's match, drawn at each start.
    pub(crate) run: [u8; 8],
    pub(crate) limits: Limits,
    pub(crate) server: Arc<ServerConfig>,
    knock: KnockKey,
    ask: KnockKey,
    pub(crate) arrivals: mpsc::Sender<Greeted>,
    /// Players of the same network who ask to be let in; `None` where nobody may ask.
    pub(crate) asking: Option<mpsc::Sender<Asking>>,
    /// Callers with the right secret who failed to get in, each with the reason.
    failed: mpsc::Sender<(SocketAddr, DialError)>,
    /// Players who look for a match that was left in mid-air and is not open.
    pub(crate) calls: mpsc::Sender<Call>,
}

/// The receivers of an entrance.
#[derive(Debug)]
pub(crate) struct Arrivals {
    /// Guests who were let in.
    pub(crate) guests: mpsc::Receiver<Greeted>,
    /// Players of the same network who ask to be let in.
    pub(crate) asking: mpsc::Receiver<Asking>,
    /// Callers with the right secret who failed to get in, each with the reason.
    pub(crate) failed: mpsc::Receiver<(SocketAddr, DialError)>,
    /// Players who look for a match that was left in mid-air and is not open.
    pub(crate) calls: mpsc::Receiver<Call>,
}

impl Entrance {
    pub(crate) fn new(
        player: Arc<Player>,
        door: Arc<Door>,
        run: [u8; 8],
        limits: Limits,
        may_ask: bool,
    ) -> Result<(Arc<Self>, Arrivals), quic::SetUpError> {
        let (arrivals, guests) = mpsc::channel(4);
        let (heard, asking) = mpsc::channel(ASKERS);
        let (failed, told) = mpsc::channel(TOLD_FAILURES);
        let (calls, called) = mpsc::channel(TOLD_FAILURES);
        let entrance = Arc::new(Self {
            server: Arc::new(quic::answering(&player, limits.lost)?),
            knock: KnockKey::of_the_invited(door.secret, door.game, player.key()),
            ask: KnockKey::of_askers(door.game),
            player,
            door,
            run,
            limits,
            arrivals,
            asking: may_ask.then_some(heard),
            failed,
            calls,
        });
        let arrivals = Arrivals {
            guests,
            asking,
            failed: told,
            calls: called,
        };
        Ok((entrance, arrivals))
    }

    /// Passes on a player who asks to be let in; with too many of them, or where nobody may ask, the player is turned away.
    fn hear(&self, asking: Asking) {
        let refused = match &self.asking {
            Some(heard) => heard.try_send(asking).err().map(TrySendError::into_inner),
            None => Some(asking),
        };
        if let Some(asking) = refused {
            asking.turn_away();
        }
    }
}

impl Port {
    /// The socket at `address`: the one that is open there, or else a new one. Must be called inside the runtime.
    pub(crate) fn open(
        sockets: &Arc<dyn Bind>,
        address: SocketAddr,
        server: &ServerConfig,
    ) -> io::Result<Arc<Self>> {
        let address = sockets.address_of(address);
        let mut open = held();
        open.retain(|held| held.port().is_some());
        let mut ports = open.iter().filter_map(Held::port);
        if let Some(port) = ports.find(|port| address.port() != 0 && port.bound == address) {
            return Ok(port);
        }
        let (socket, asked) = LastingSocket::new(Arc::clone(sockets), address)?;
        let endpoint = quic::endpoint(Arc::clone(&socket) as _, server.clone())?;
        let bound = endpoint.local_addr()?;
        let port = Arc::new_cyclic(|port| Self {
            endpoint: endpoint.clone(),
            socket,
            bound,
            seen: Mutex::default(),
            entrances: Mutex::default(),
            gate: Mutex::default(),
            handshakes: Mutex::default(),
            answering: tokio::spawn(answer(port.clone(), endpoint)).abort_handle(),
            answering_small: tokio::spawn(answer_small(port.clone(), asked)).abort_handle(),
        });
        open.push(Held::Used(Arc::downgrade(&port)));
        Ok(port)
    }

    /// Lets the callers of a match in.
    pub(crate) fn enter(&self, entrance: &Arc<Entrance>) {
        self.entrances().push(Arc::downgrade(entrance));
    }

    /// Keeps the socket open from now on, as long as the program runs.
    pub(crate) fn keep(self: &Arc<Self>) {
        let mut open = held();
        open.retain(|held| held.port().is_none_or(|port| !Arc::ptr_eq(&port, self)));
        open.push(Held::Kept(Arc::clone(self)));
    }

    /// The address the socket has.
    pub(crate) fn bound(&self) -> SocketAddr {
        self.bound
    }

    /// The questions that were asked from this socket.
    pub(crate) fn questions(&self) -> &Questions {
        self.socket.questions()
    }

    /// Sends a datagram beside QUIC; with `hops`, one that the `hops`th router on the way drops.
    pub(crate) fn send_beside(&self, to: SocketAddr, datagram: &[u8], hops: Option<u8>) {
        self.socket.send_beside(to, datagram, hops);
    }

    /// The hops for datagrams to that address of the internet that are to pass the own routers and not to arrive.
    pub(crate) async fn reach(&self, to: SocketAddr) -> Reach {
        self.socket.reach(to).await
    }

    /// Asks there with a small packet; true if the program there has answered.
    pub(crate) async fn ask_small(&self, key: &KnockKey, there: SocketAddr) -> bool {
        let send = |to, question: &Small| self.send_beside(to, question, None);
        self.socket.small().ask(key, there, send).await
    }

    /// True if a packet of the size that every handshake has did not leave this machine.
    pub(crate) fn is_narrow(&self) -> bool {
        self.socket.is_narrow()
    }

    /// Notes that `peer`, who is here, sees this socket at `address`.
    pub(crate) fn is_seen(&self, peer: SocketAddr, address: SocketAddr) {
        let mut seen = self.seen();
        seen.retain(|(other, _, _)| other.ip() != peer.ip());
        if stun::is_credible(address) && !route::is_near(peer.ip()) {
            seen.push((peer, address, Instant::now()));
        }
    }

    /// The outside address as connected peers see it; `None` where no peer was here lately.
    pub(crate) fn outside(&self) -> Option<Outside> {
        let seen: Vec<SocketAddr> = self.seen().iter().map(|(_, address, _)| *address).collect();
        (!seen.is_empty()).then(|| Outside::of(&seen))
    }

    fn seen(&self) -> MutexGuard<'_, Vec<(SocketAddr, SocketAddr, Instant)>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|(_, _, at)| at.elapsed() < SEEN_LATELY);
        seen
    }

    /// Lets nobody in at `entrance` any more. The last match at the address closes the socket, unless the socket is kept, and
    /// waits briefly until its peers know.
    pub(crate) async fn leave(
        &self,
        entrance: &Arc<Entrance>,
        code: CloseCode,
        patience: Duration,
    ) {
        let (is_last, is_kept) = {
            let mut open = held();
            let is_last = self.shut(entrance);
            let is_self = |held: &Held| match held {
                Held::Kept(_) => false,
                Held::Used(port) => std::ptr::eq(port.as_ptr(), self),
            };
            let is_kept = !open.iter().any(is_self);
            open.retain(|held| !(is_last && is_self(held)));
            (is_last, is_kept)
        };
        if !is_last {
            return;
        }
        if !is_kept {
            self.endpoint.close(code.number(), code.text().as_bytes());
        }
        let _ = timeout(patience, self.endpoint.wait_idle()).await;
    }

    /// Lets nobody in at `entrance` any more; true if no other match uses the socket.
    pub(crate) fn shut(&self, entrance: &Arc<Entrance>) -> bool {
        let mut entrances = self.entrances();
        entrances.retain(|other| {
            other.strong_count() > 0 && !std::ptr::eq(other.as_ptr(), Arc::as_ptr(entrance))
        });
        entrances.is_empty()
    }

    fn entrances(&self) -> MutexGuard<'_, Vec<Weak<Entrance>>> {
        self.entrances
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn live(&self) -> Vec<Arc<Entrance>> {
        self.entrances().iter().filter_map(Weak::upgrade).collect()
    }

    /// The entrance of a match whose host has that key.
    pub(crate) fn entrance_of(&self, game: [u8; 8], host: PublicKey) -> Option<Arc<Entrance>> {
        let mut live = self.live().into_iter();
        live.find(|entrance| entrance.door.game == game && entrance.player.key() == host)
    }

    fn receive(self: Arc<Self>, incoming: Incoming) {
        let id = incoming.orig_dst_cid();
        let live = self.live();
        let invited = live.iter().find(|entrance| entrance.knock.fits(&id));
        let asks = || live.iter().find(|entrance| entrance.ask.fits(&id));
        let Some(entrance) = invited.or_else(asks).or(live.last()).cloned() else {
            // no match listens here now
            return incoming.ignore();
        };
        let caller = Caller {
            source: incoming.remote_address(),
            is_proved: incoming.remote_address_validated(),
            is_invited: invited.is_some(),
        };
        let entry = lock(&self.gate).enter(Instant::now().into_std(), caller);
        match entry {
            Entry::Ignore => incoming.ignore(),
            Entry::Prove => {
                let _ = incoming.retry();
            }
            Entry::Admit { place, instead_of } => {
                let server = Arc::clone(&entrance.server);
                let port = Arc::clone(&self);
                let mut handshakes = lock(&port.handshakes);
                if let Some(other) = instead_of.and_then(|other| handshakes.remove(&other)) {
                    other.abort();
                }
                let handshake = tokio::spawn(async move {
                    let received = link::receive(&self, &entrance, incoming, server).await;
                    lock(&self.gate).leave(place);
                    lock(&self.handshakes).remove(&place);
                    match received {
                        Ok(Received::Guest(entrance, greeted)) => {
                            let _ = entrance.arrivals.send(*greeted).await;
                        }
                        Ok(Received::Asker(entrance, asking)) => entrance.hear(*asking),
                        Err(error) => {
                            tracing::info!(source = %caller.source, %error, "a caller was not let in");
                            if caller.is_invited {
                                // more of them at once than are told of
                                let _ = entrance.failed.try_send((caller.source, error));
                            }
                        }
                    }
                });
                handshakes.insert(place, handshake.abort_handle());
            }
        }
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        // connections that are still open keep the socket
        self.answering.abort();
        self.answering_small.abort();
    }
}

/// The accept loop of one socket; it never waits for a single stranger.
async fn answer(port: Weak<Port>, endpoint: Endpoint) {
    while let Some(incoming) = endpoint.accept().await {
        match port.upgrade() {
            Some(port) => port.receive(incoming),
            None => incoming.ignore(),
        }
    }
}

/// Answers the small packets of the invited, and tells their match of who cannot call with larger ones; and those of who looks for a
/// match of the same network.
async fn answer_small(port: Weak<Port>, mut asked: mpsc::Receiver<Asked>) {
    while let Some(Asked {
        source,
        at,
        question,
    }) = asked.recv().await
    {
        let Some(port) = port.upgrade() else {
            return;
        };
        for entrance in port.live() {
            if let Some(answer) = small::answer(&entrance.knock, &question) {
                port.socket.answer_beside(source, at, &answer);
                // who calls in vain tells so three times
                let _ = entrance.failed.try_send((source, DialError::Narrow));
            } else if entrance.asking.is_some()
                && let Some(answer) = small::answer(&entrance.ask, &question)
                && route::is_near(source.ip())
            {
                port.socket.answer_beside(source, at, &answer);
            }
        }
    }
}

fn held() -> MutexGuard<'static, Vec<Held>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::of_the_system;

    #[tokio::test]
    async fn peers_of_other_networks_tell_the_outside_address() {
        let player = Player::from_seed("Ann", &[1; 32]);
        let server = quic::answering(&player, Duration::from_secs(12)).expect("settings");
        let port =
            Port::open(&of_the_system(), ([127, 0, 0, 1], 0).into(), &server).expect("a socket");
        let [one, other, near] = ["9.9.9.9:1", "1.1.1.1:1", "127.0.0.9:1"].map(|text| {
            let address: SocketAddr = text.parse().expect("an address");
            address
        });
        let [seen, elsewhere] = [40, 41].map(|port| SocketAddr::from(([8, 8, 4, 4], port)));
        let at = |is_sure| Outside::At {
            address: seen,
            is_sure,
        };
        port.is_seen(near, seen);
        port.is_seen(one, SocketAddr::from(([192, 168, 1, 2], 40)));
        assert_eq!(port.outside(), None, "neighbors and nonsense tell nothing");
        port.is_seen(one, seen);
        assert_eq!(port.outside(), Some(at(false)));
        port.is_seen(other, seen);
        assert_eq!(port.outside(), Some(at(true)));
        port.is_seen(other, elsewhere);
        assert_eq!(port.outside(), Some(Outside::Varies(seen.ip())));
    }
}
