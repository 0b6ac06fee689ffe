//! The ports of this program: its sockets. Every match that listens at one address shares one socket: callers are
//! distinguished by their knock and by the match id of their greeting.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use home::Home;
use quinn::{Endpoint, Incoming, ServerConfig};
use reach::hops::Reach;
use reach::knock::KnockKey;
use reach::route;
use reach::scope::EVERYWHERE;
use reach::small::{self, Asked, Small};
use reach::stun::{self, AsksServices, Outside, Questions};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use crate::close::CloseCode;
use crate::dial_error::DialError;
use crate::entrance::{Entrance, Entrances};
use crate::gate::{Caller, Entry, Gate, Place};
use crate::limits::SEEN_LATELY;
use crate::quic::{self, SetUpError};
use crate::reception::{self, Received};
use crate::socket::{Bind, LastingSocket};

/// Why the sockets could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// The system refused to listen on an address.
    #[error("{address} cannot be listened on")]
    Address {
        address: SocketAddr,
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

/// Attempts to find a port that is free for IPv4 and for IPv6.
const PORT_ATTEMPTS: usize = 16;

/// The sockets for every interface, at one port for IPv4 and IPv6: at `wanted`, else at the port of the runs before, else at
/// any free one. A missing address family is no error. Must be called inside the runtime.
pub(crate) fn everywhere(
    sockets: &Arc<dyn Bind>,
    wanted: Option<u16>,
    home: &Home,
    server: &ServerConfig,
) -> Result<Vec<Arc<Port>>, BindError> {
    let known = wanted.into_iter().chain(home.kept_port());
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
                home.keep_port(first.bound.port());
                ports.iter().for_each(Port::keep);
                return Ok(ports);
            }
        }
    }
    Err(BindError::NoPort)
}

/// The sockets that are open now.
/// A static: two matches of one program at one address must find each other's socket, and nothing above them knows
/// both.
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
    /// Peers of other networks, each with the address at which the peer sees this socket and the time the peer was last
    /// here.
    seen: Mutex<Vec<(SocketAddr, SocketAddr, Instant)>>,
    entrances: Entrances,
    gate: Mutex<Gate>,
    /// The handshakes under way, by their places.
    handshakes: Mutex<BTreeMap<Place, AbortHandle>>,
    answering: AbortHandle,
    answering_small: AbortHandle,
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
            entrances: Entrances::default(),
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
        self.entrances.open(entrance);
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

    /// Sends a datagram beside QUIC; with `hops`, one that the `hops`th router on the way drops.
    pub(crate) fn send_beside(&self, to: SocketAddr, datagram: &[u8], hops: Option<u8>) {
        self.socket.send_beside(to, datagram, hops);
    }

    /// The hops for datagrams to that address of the internet that are to pass this side's routers and not to arrive.
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
        // a neighbor sees the inside address, and a liar could name any: only an address of the internet, seen from the
        // internet, counts
        if stun::is_credible(address) && !route::is_near(peer.ip()) {
            seen.push((peer, address, Instant::now()));
        }
    }

    /// The outside address as connected peers see it; `None` if no peer was here lately.
    pub(crate) fn outside(&self) -> Option<Outside> {
        let seen: Vec<SocketAddr> = self.seen().iter().map(|(_, address, _)| *address).collect();
        (!seen.is_empty()).then(|| Outside::of(&seen))
    }

    fn seen(&self) -> MutexGuard<'_, Vec<(SocketAddr, SocketAddr, Instant)>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|(_, _, at)| at.elapsed() < SEEN_LATELY);
        seen
    }

    /// Lets nobody in at `entrance` any more. The last match at the address closes the socket, unless the socket is
    /// kept, and waits briefly until its peers know.
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
        self.entrances.shut(entrance)
    }

    fn receive(self: Arc<Self>, incoming: Incoming) {
        let id = incoming.orig_dst_cid();
        let live = self.entrances.live();
        let invited = live.iter().find(|entrance| entrance.knock.fits(&id));
        let asks = || live.iter().find(|entrance| entrance.ask.fits(&id));
        // a knock that fits no open match may be that of a player who looks for one that was left in mid-air: the
        // greeting will tell, and any match of this program can hear it
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
                    let received =
                        reception::receive(&self.entrances, &entrance, incoming, server).await;
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
                                // more of them at once than are reported
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

impl AsksServices for Port {
    fn questions(&self) -> &Questions {
        self.socket.questions()
    }

    fn send(&self, to: SocketAddr, datagram: &[u8]) {
        self.send_beside(to, datagram, None);
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

/// Answers the small packets of the invited, and reports to their match a player who cannot call with larger ones;
/// answers those of a player who looks for a match of the same network.
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
        for entrance in port.entrances.live() {
            if let Some(answer) = small::answer(&entrance.knock, &question) {
                port.socket.answer_beside(source, at, &answer);
                // a caller that gets no answer asks three times
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
    use home::Player;

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
