//! The ports of one match: where it listens, from where it dials, and what is sent there beside connections.

mod dialing;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use home::{Home, JoinSecret};
use protocol::PublicKey;
use reach::hops::{FEWEST, Reach};
use reach::stun::{Lookout, Outside};
use reach::{Address, route};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::close::CloseCode;
use crate::door::knock_of_the_invited;
use crate::entrance::Entrance;
use crate::greeted::Overture;
use crate::limits::{Limits, STAGGER};
use crate::port::{self, BindError, Port};
use crate::socket::Bind;
use crate::tried::Tried;
pub(crate) use dialing::NO_ANSWER;

/// The ports of one match, shared with the other matches at the same addresses.
#[derive(Debug, Clone)]
pub(crate) struct MatchPorts {
    ports: Vec<Arc<Port>>,
    entrance: Arc<Entrance>,
    /// The secret by which this side is let in where it dials.
    secret: JoinSecret,
    /// Learns of every address that is dialed, and what came of it.
    tried: Option<mpsc::UnboundedSender<Tried>>,
    /// Asked for the first frames of the session on each connection that is dialed.
    overtures: Option<mpsc::Sender<Overture>>,
    /// The head start of each address over the next.
    stagger: Duration,
}

impl MatchPorts {
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
        home: &Home,
        entrance: &Arc<Entrance>,
    ) -> Result<Self, BindError> {
        let ports = port::everywhere(sockets, wanted, home, &entrance.server)?;
        Ok(Self::of(ports, entrance))
    }

    fn of(ports: Vec<Arc<Port>>, entrance: &Arc<Entrance>) -> Self {
        // entered once the ports are all open: a caller at the first must find the match complete
        ports.iter().for_each(|port| port.enter(entrance));
        Self {
            ports,
            entrance: Arc::clone(entrance),
            secret: entrance.door.secret,
            tried: None,
            overtures: None,
            stagger: STAGGER,
        }
    }

    /// Lets nobody in: these ports only dial.
    pub(crate) fn deafened(self) -> Self {
        self.ports.iter().for_each(|port| {
            port.shut(&self.entrance);
        });
        self
    }

    /// Dials as one who knows that secret.
    pub(crate) fn by(mut self, secret: JoinSecret) -> Self {
        self.secret = secret;
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

    /// The number of hops with which datagrams to that address of the internet pass this side's routers without
    /// arriving.
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
        let (secret, game) = (self.secret, self.entrance.door.game);
        let mut asking = JoinSet::new();
        // a machine with IPv6 alone asks through the router, as it dials
        for address in route::through_nat64(addresses) {
            if let Some(port) = self.port_for(address).cloned() {
                let key = knock_of_the_invited(secret, game, peer);
                asking.spawn(async move {
                    let is_heard = port.ask_small(&key, address).await;
                    is_heard.then_some(address)
                });
            }
        }
        // the first answer settles it; the rest are dropped with the set
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

    /// The outside address of the IPv4 socket as the connected peers see it.
    pub(crate) fn outside(&self) -> Option<Outside> {
        self.port_v4()?.outside()
    }

    /// Notes that `peer`, who is here, sees this side at `address`.
    pub(crate) fn is_seen(&self, peer: SocketAddr, address: SocketAddr) {
        if let Some(port) = self.port_for(address) {
            port.is_seen(peer, address);
        }
    }

    /// Reports to `tried` every address that is dialed from now on.
    pub(crate) fn telling(mut self, tried: mpsc::UnboundedSender<Tried>) -> Self {
        self.tried = Some(tried);
        self
    }

    /// Asks `overtures` for the session's first frames as soon as a host has proved its key; only a guest does so.
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

    /// True if this machine's own network has refused a packet of a handshake's size and passed none.
    pub(crate) fn is_narrow(&self) -> bool {
        self.ports.iter().any(|port| port.is_narrow())
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.entrance.limits
    }

    pub(crate) fn bound(&self) -> Vec<SocketAddr> {
        self.ports.iter().map(|port| port.bound()).collect()
    }

    /// Lets nobody in any more, and waits briefly for the peers to learn of it.
    // collected first: the matches at all ports are shut before any of them is waited for
    pub(crate) async fn shut(&self, code: CloseCode, patience: Duration) {
        let leaving = self
            .ports
            .iter()
            .map(|port| port.leave(&self.entrance, code, patience));
        for left in leaving {
            left.await;
        }
    }
}

#[cfg(test)]
mod tests;
