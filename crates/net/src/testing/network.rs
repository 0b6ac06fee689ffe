//! A network inside this process: machines with sockets below QUIC, and datagrams that are lost, late, doubled or out
//! of order.
//!
//! All time is tokio's. Under a paused clock (`#[tokio::test(start_paused = true)]`) a match of minutes takes no longer
//! than its computing; on a runtime whose clock runs, the same network is a link with a delay for measurements. The
//! dice come from a seed. The keys and nonces of QUIC are fresh each time, so the same seed gives the same weather, not
//! the same bytes.

mod router;
mod socket;

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use home::{Home, PendingInvitation};
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep_until};

use crate::handle::MatchHandle;
use crate::limits::Limits;
use crate::lobby::{self, JoinTableConfig, LobbyHandle, TableConfig};
use crate::socket::{Bind, Socket};
use crate::start::{self, HostConfig, JoinConfig, Resources, ResumeConfig};
use crate::start_error::StartError;
use router::Router;
use socket::Inbox;
pub use socket::SimulatedSocket;

/// The largest datagram that gets through, in bytes: an Ethernet's without the heads of IPv4 and UDP.
const LARGEST: usize = 1472;
/// Datagrams that wait in a socket; further ones are lost, as in a socket of the system with its 212,992 bytes.
const WAITING: usize = 150;

/// Networks so far. Each has addresses of its own, so that no two meet in the program's list of sockets.
static NETWORKS: AtomicU16 = AtomicU16::new(0);

/// The faults of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Weather {
    /// Out of a thousand datagrams, that many are lost.
    pub lost: u64,
    /// Out of a thousand datagrams, that many arrive twice.
    pub doubled: u64,
    /// The way from one machine to another.
    pub delay: Duration,
    /// Each datagram is held back by up to this much more, so that some overtake others.
    pub disorder: Duration,
}

/// The datagrams and bytes that one machine has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    pub datagrams: u64,
    /// Bytes sent in them, without the heads of UDP and IP.
    pub bytes: u64,
}

/// A network inside this process.
#[derive(Clone)]
pub struct Network(Arc<Mutex<Inner>>);

struct Inner {
    /// The network's part of its addresses.
    number: u16,
    /// Addresses given out so far.
    given: u8,
    dice: u64,
    weather: Weather,
    places: Vec<Place>,
}

/// A machine, as the network knows it.
struct Place {
    /// The address that the machine's programs see.
    own: Ipv4Addr,
    /// The address at which the others see the machine.
    outside: Ipv4Addr,
    is_deaf: bool,
    is_mute: bool,
    router: Option<Router>,
    inboxes: HashMap<u16, Weak<Inbox>>,
    traffic: Traffic,
}

impl Network {
    /// A network whose dice come from `seed`.
    pub fn new(seed: u64, weather: Weather) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            number: NETWORKS.fetch_add(1, Ordering::Relaxed),
            given: 0,
            // spread over all bits
            dice: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            weather,
            places: Vec::new(),
        })))
    }

    pub fn machine(&self) -> Machine {
        let mut inner = self.inner();
        let address = inner.fresh_address();
        inner.places.push(Place {
            own: address,
            outside: address,
            is_deaf: false,
            is_mute: false,
            router: None,
            inboxes: HashMap::new(),
            traffic: Traffic::default(),
        });
        let index = inner.places.len() - 1;
        Machine {
            network: self.clone(),
            index,
        }
    }

    /// Changes the weather from now on; what is under way arrives as before.
    pub fn set(&self, weather: Weather) {
        self.inner().weather = weather;
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn carry(&self, from: SocketAddr, to: SocketAddr, datagram: &[u8]) {
        // too large for the link: lost without a word, as behind a tunnel
        if datagram.len() > LARGEST {
            return;
        }
        let arrivals = self.inner().arrivals();
        for at in arrivals.into_iter().flatten() {
            let (network, datagram) = (self.clone(), datagram.to_vec());
            tokio::spawn(async move {
                sleep_until(at).await;
                network.deliver(from, to, datagram);
            });
        }
    }

    fn deliver(&self, from: SocketAddr, to: SocketAddr, datagram: Vec<u8>) {
        let inbox = self.inner().inbox_at(from, to);
        let Some(inbox) = inbox else {
            return;
        };
        let (waiting, waker) = &mut *inbox.lock();
        // a full socket loses what comes, as one of the system does
        if waiting.len() < WAITING {
            waiting.push_back((from, datagram));
        }
        if let Some(waker) = waker.take() {
            waker.wake();
        }
    }
}

impl Inner {
    fn fresh_address(&mut self) -> Ipv4Addr {
        self.given = self.given.checked_add(1).expect("few machines and moves");
        let [high, low] = self.number.to_be_bytes();
        // like addresses of the internet, which the program treats differently from those of a home
        Ipv4Addr::new(62, high, low, self.given)
    }

    /// A number below `end`, by lot (splitmix64).
    fn lot(&mut self, end: u64) -> u64 {
        self.dice = self.dice.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut lot = self.dice;
        lot = (lot ^ (lot >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        lot = (lot ^ (lot >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (lot ^ (lot >> 31)) % end.max(1)
    }

    /// The times at which a datagram sent now arrives.
    fn arrivals(&mut self) -> [Option<Instant>; 2] {
        let weather = self.weather;
        let is_lost = self.lot(1000) < weather.lost;
        let is_doubled = self.lot(1000) < weather.doubled;
        let span = u64::try_from(weather.disorder.as_micros()).unwrap_or(u64::MAX);
        let now = Instant::now();
        let mut arrival = || now + weather.delay + Duration::from_micros(self.lot(span + 1));
        // both are thrown every time, so that the dice do not depend on what the weather does with them
        let (first, second) = (arrival(), arrival());
        [
            (!is_lost).then_some(first),
            (is_doubled && !is_lost).then_some(second),
        ]
    }

    /// The socket that gets what is sent from one address to another.
    fn inbox_at(&mut self, from: SocketAddr, to: SocketAddr) -> Option<Arc<Inbox>> {
        let mut places = self.places.iter_mut();
        let place = places.find(|place| IpAddr::V4(place.outside) == to.ip() && !place.is_deaf)?;
        if let Some(router) = &mut place.router
            && !router.admits(from, to.port())
        {
            return None;
        }
        place.inboxes.get(&to.port())?.upgrade()
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("number", &self.inner().number)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, Clone)]
pub struct Machine {
    network: Network,
    index: usize,
}

impl Machine {
    /// Hosts a match on this machine, at a port of its address. Must be called inside the runtime.
    pub fn host(&self, mut config: HostConfig) -> Result<MatchHandle, StartError> {
        // no announcement: machines of the tests must not meet on the real network
        (config.listen, config.lan) = (vec![self.any_port()], false);
        start::host_on(&self.resources(), config)
    }

    /// Joins a match from this machine. Must be called inside the runtime.
    pub fn join(&self, mut config: JoinConfig) -> Result<MatchHandle, StartError> {
        config.listen = vec![self.any_port()];
        start::join_on(&self.resources(), config)
    }

    /// Hosts a table on this machine, at a port of its address. Must be called inside the runtime.
    pub fn host_table(&self, mut config: TableConfig) -> Result<LobbyHandle, StartError> {
        (config.host.listen, config.host.lan) = (vec![self.any_port()], false);
        lobby::host_on(&self.resources(), config)
    }

    /// Opens a table on this machine again. Must be called inside the runtime.
    pub fn host_table_again(
        &self,
        home: &Home,
        invitation: PendingInvitation,
    ) -> Result<LobbyHandle, StartError> {
        lobby::host_again_on(&self.resources(), home, invitation, None, Limits::default())
    }

    /// Joins a table from this machine. Must be called inside the runtime.
    pub fn join_table(&self, mut config: JoinTableConfig) -> Result<LobbyHandle, StartError> {
        config.listen = vec![self.any_port()];
        lobby::join_on(&self.resources(), config)
    }

    /// Resumes a match on this machine. Must be called inside the runtime.
    pub fn resume(&self, config: ResumeConfig) -> Result<MatchHandle, StartError> {
        start::take_up(&self.resources(), config, Vec::new())
    }

    /// The address at which the others see this machine.
    pub fn outside(&self) -> Ipv4Addr {
        self.with(|place| place.outside)
    }

    /// The datagrams and bytes that this machine has sent so far.
    pub fn sent(&self) -> Traffic {
        self.with(|place| place.traffic)
    }

    /// From now on the machine is seen at another address, as behind a router that was restarted. What is sent to the
    /// old address gets lost; the machine itself sees no difference.
    pub fn move_away(&self) {
        let mut inner = self.network.inner();
        let address = inner.fresh_address();
        inner.places[self.index].outside = address;
    }

    /// From now on the machine sits behind a router that lets in only those the machine has sent to, and that is
    /// confused by all others.
    pub fn sit_behind_a_router(&self) {
        self.with(|place| place.router = Some(Router::default()));
    }

    /// Nothing gets through to this machine, or from it.
    pub fn cut(&self) {
        self.partition(true, true);
    }

    pub fn heal(&self) {
        self.partition(false, false);
    }

    /// A deaf machine receives nothing; from a mute one nobody receives anything.
    pub fn partition(&self, is_deaf: bool, is_mute: bool) {
        self.with(|place| (place.is_deaf, place.is_mute) = (is_deaf, is_mute));
    }

    /// A socket for datagrams of any kind, at a free port.
    pub fn socket(&self) -> io::Result<Arc<SimulatedSocket>> {
        self.bind_at(self.any_port())
    }

    /// The sockets and the runtime for a match on this machine.
    pub(crate) fn resources(&self) -> Resources {
        Resources {
            runtime: Handle::current(),
            sockets: Arc::new(self.clone()),
        }
    }

    /// Any port at the machine's own address.
    pub(crate) fn any_port(&self) -> SocketAddr {
        SocketAddr::from((self.with(|place| place.own), 0))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Place) -> T) -> T {
        work(&mut self.network.inner().places[self.index])
    }

    fn bind_at(&self, address: SocketAddr) -> io::Result<Arc<SimulatedSocket>> {
        self.with(|place| {
            if address.ip() != IpAddr::V4(place.own) {
                return Err(io::ErrorKind::AddrNotAvailable.into());
            }
            let is_free = |port: &u16| {
                // a socket that was dropped leaves its port behind
                let inbox = place.inboxes.get(port);
                inbox.is_none_or(|inbox| inbox.strong_count() == 0)
            };
            let port = match address.port() {
                0 => (40_000..=u16::MAX).find(is_free),
                port => Some(port).filter(is_free),
            };
            let port = port.ok_or(io::ErrorKind::AddrInUse)?;
            let inbox = Arc::new(Inbox::default());
            place.inboxes.insert(port, Arc::downgrade(&inbox));
            Ok(Arc::new(SimulatedSocket {
                machine: self.clone(),
                address: SocketAddr::new(address.ip(), port),
                inbox,
            }))
        })
    }
}

impl Bind for Machine {
    fn bind(&self, address: SocketAddr) -> io::Result<Arc<dyn Socket>> {
        Ok(self.bind_at(address)?)
    }

    /// Every interface means the only one that the machine has. There is no IPv6 here, and not the machine on which the
    /// tests run.
    fn address_of(&self, address: SocketAddr) -> SocketAddr {
        match address {
            SocketAddr::V4(any) if any.ip().is_unspecified() => {
                SocketAddr::new(self.any_port().ip(), any.port())
            }
            named => named,
        }
    }
}
