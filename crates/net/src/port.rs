//! The ports of this program: its sockets. All matches that listen at one address share one socket; callers are told
//! apart by their knock and by the match id of their greeting.

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

/// The sockets for every interface, at one port for IPv4 and IPv6: at `wanted`, else at the port of the last run, else
/// at any free one. A missing address family is no error. Must be called inside the runtime.
pub(crate) fn everywhere(
    sockets: &Arc<dyn Bind>,
    wanted: Option<u16>,
    home: &Home,
    server: &ServerConfig,
) -> Result<Vec<Arc<Port>>, BindError> {
    // the kept port next: what a router forwards by hand, and the codes already sent, name it
    let known = wanted.into_iter().chain(home.kept_port());
    // IPv4 may be given a port that IPv6 has taken, so that a few tries are needed
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
            // one family alone is not enough if the other's port is merely taken: try another number
            _ if is_taken => {}
            None => return Err(BindError::NoFamily),
            Some(first) => {
                // kept only now that both families have it
                home.keep_port(first.bound.port());
                ports.iter().for_each(Port::keep);
                return Ok(ports);
            }
        }
    }
    Err(BindError::NoPort)
}

/// The sockets that are open now. A static, since two matches of one program at one address must find each other's
/// socket, and nothing above them knows both.
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
        // in a test's network the unspecified address is the machine's own; two machines must not share a socket
        let address = sockets.address_of(address);
        let mut open = held();
        open.retain(|held| held.port().is_some());
        let mut ports = open.iter().filter_map(Held::port);
        // port 0 asks for a new socket each time
        if let Some(port) = ports.find(|port| address.port() != 0 && port.bound == address) {
            return Ok(port);
        }
        let (socket, asked) = LastingSocket::new(Arc::clone(sockets), address)?;
        let endpoint = quic::endpoint(Arc::clone(&socket) as _, server.clone())?;
        let bound = endpoint.local_addr()?;
        // weak in its own tasks: a strong one would keep the port open for good
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
        // the weak entry goes, or the port would be listed twice
        open.retain(|held| held.port().is_none_or(|port| !Arc::ptr_eq(&port, self)));
        open.push(Held::Kept(Arc::clone(self)));
    }

    pub(crate) fn bound(&self) -> SocketAddr {
        self.bound
    }

    /// Sends a datagram beside QUIC; with `hops`, one that the `hops`th router on the way drops.
    pub(crate) fn send_beside(&self, to: SocketAddr, datagram: &[u8], hops: Option<u8>) {
        self.socket.send_beside(to, datagram, hops);
    }

    /// The number of hops with which datagrams to that address of the internet pass this side's routers without
    /// arriving.
    pub(crate) async fn reach(&self, to: SocketAddr) -> Reach {
        self.socket.reach(to).await
    }

    /// Asks there with a small packet; true if the program there has answered.
    pub(crate) async fn ask_small(&self, key: &KnockKey, there: SocketAddr) -> bool {
        let send = |to, question: &Small| self.send_beside(to, question, None);
        self.socket.small().ask(key, there, send).await
    }

    /// True if the system has refused a packet of a handshake's size, and has passed none.
    pub(crate) fn is_narrow(&self) -> bool {
        self.socket.is_narrow()
    }

    /// Notes that `peer`, who is here, sees this socket at `address`.
    pub(crate) fn is_seen(&self, peer: SocketAddr, address: SocketAddr) {
        let mut seen = self.seen();
        // one word a machine: a peer that moves between ports must not count as several
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
    /// kept, and waits briefly for its peers to learn of it.
    pub(crate) async fn leave(
        &self,
        entrance: &Arc<Entrance>,
        code: CloseCode,
        patience: Duration,
    ) {
        // under the lock of all sockets: a match that opens this port meanwhile either finds it or opens a new one
        let (is_last, is_kept) = {
            let mut open = held();
            let is_last = self.shut(entrance);
            let is_self = |held: &Held| match held {
                Held::Kept(_) => false,
                Held::Used(port) => std::ptr::eq(port.as_ptr(), self),
            };
            // looked up before the entry is removed
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
        // QUIC sends the closing codes by itself, if the socket is left to it for a moment
        let _ = timeout(patience, self.endpoint.wait_idle()).await;
    }

    /// Lets nobody in at `entrance` any more; true if no other match uses the socket.
    pub(crate) fn shut(&self, entrance: &Arc<Entrance>) -> bool {
        self.entrances.shut(entrance)
    }

    fn receive(self: Arc<Self>, incoming: Incoming) {
        let id = incoming.orig_dst_cid();
        let live = self.entrances.live();
        // one hash for each secret of an open match, before anything is kept for the caller
        let knocks = |entrance: &Arc<Entrance>| entrance.knocks.iter().any(|key| key.fits(&id));
        let invited = live.iter().find(|entrance| knocks(entrance));
        let asks = || live.iter().find(|entrance| entrance.ask.fits(&id));
        // a knock that fits no open match may come from a player who looks for one that was left unfinished: the
        // greeting will show that, and any match of this program can hear it
        let Some(entrance) = invited.or_else(asks).or(live.last()).cloned() else {
            // no match listens here now
            return incoming.ignore();
        };
        let caller = Caller {
            source: incoming.remote_address(),
            is_proved: incoming.remote_address_validated(),
            is_invited: invited.is_some(),
        };
        // decided before the handshake: the gate costs less than one signature
        let entry = lock(&self.gate).enter(Instant::now().into_std(), caller);
        match entry {
            Entry::Ignore => incoming.ignore(),
            Entry::Prove => {
                let _ = incoming.retry();
            }
            Entry::Admit { place, instead_of } => {
                // the key that is shown is the match's own, though the socket is shared
                let server = Arc::clone(&entrance.server);
                let port = Arc::clone(&self);
                // locked until the handshake is entered below, so that one that ends at once cannot miss its entry
                let mut handshakes = lock(&port.handshakes);
                if let Some(other) = instead_of.and_then(|other| handshakes.remove(&other)) {
                    // its place has gone to the newcomer
                    other.abort();
                }
                let handshake = tokio::spawn(async move {
                    let received =
                        reception::receive(&self.entrances, &entrance, incoming, server).await;
                    // the place before anything that waits: the driver may be slow to take the guest
                    lock(&self.gate).leave(place);
                    lock(&self.handshakes).remove(&place);
                    match received {
                        Ok(Received::Guest(entrance, greeted)) => {
                            let _ = entrance.arrivals.send(*greeted).await;
                        }
                        Ok(Received::Asker(entrance, asking)) => entrance.hear(*asking),
                        Err(error) => {
                            tracing::info!(source = %caller.source, %error, "a caller was not let in");
                            // strangers are not reported: anybody could fill the user's screen
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
        // connections that are still open keep the socket, so these tasks would not end by themselves
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

/// Answers the small packets of the invited, and reports to their match that a player cannot call with larger ones.
/// Also answers those of a player who looks for a match of the same network.
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
            // the knock fits: only somebody with the code gets an answer, so nobody learns that a program is here
            let mut knocks = entrance.knocks.iter();
            if let Some(answer) = knocks.find_map(|key| small::answer(key, &question)) {
                port.socket.answer_beside(source, at, &answer);
                // a caller that gets no answer asks three times
                let _ = entrance.failed.try_send((source, DialError::Narrow));
            } else if entrance.asking.is_some()
                && let Some(answer) = small::answer(&entrance.ask, &question)
                // an announcement stays on its network, and so must the questions about it
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
