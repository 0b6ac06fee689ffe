//! A hole in the router's IPv6 firewall for the program's port, asked for by PCP (RFC 6887) and at the same time by
//! UPnP. Nothing is translated, so the address stays this machine's own.

use std::net::{IpAddr, Ipv6Addr, SocketAddr, SocketAddrV6};
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::time::timeout;

use crate::limits::MAPPING_LEASE;
use crate::route;
use crate::scope::is_global;
use crate::upnp::Gateway;

/// The port at which routers hear PCP.
const PCP: u16 = 5351;
/// The opcode MAP; an answer to it has the highest bit set too.
const MAP: u8 = 1;
const UDP: u8 = 17;
const REQUEST: usize = 60;
/// The waits for an answer of the router.
const WAITS: [Duration; 2] = [Duration::from_millis(250), Duration::from_millis(500)];

/// A random number by which a router knows the owner of a mapping.
type Nonce = [u8; 12];

/// A hole that must be renewed, and closed at the end.
#[derive(Debug)]
pub struct Pinhole {
    own: SocketAddrV6,
    /// One or two. A router that speaks both protocols keeps one hole for both, so closing it by one protocol closes it
    /// for the other too.
    consents: Vec<Consent>,
    /// In seconds.
    lease: u32,
}

/// A protocol by which the router has agreed, with what is needed to find the hole again.
#[derive(Debug)]
enum Consent {
    Pcp { router: SocketAddrV6, nonce: Nonce },
    Upnp { gateway: Gateway, id: u32 },
}

impl Pinhole {
    /// Has the router let everybody in at UDP port `port` of this machine's global IPv6 address; `None` if this machine
    /// has no such address, or the router does nothing of the kind.
    pub async fn open(port: u16) -> Option<Self> {
        let ip = route::way_out(false).filter(|&ip| is_global(ip));
        let Some(IpAddr::V6(ip)) = ip else {
            return None;
        };
        let own = SocketAddrV6::new(ip, port, 0, 0);
        let mut nonce = Nonce::default();
        // kept for the renewals: by another nonce the router would take them for a stranger's
        getrandom::fill(&mut nonce).ok()?;
        // the listing blocks
        let (router, scope) = tokio::task::spawn_blocking(move || router_of(ip))
            .await
            .ok()?;
        let by_pcp = async {
            let router = router?;
            let lease = map(own, router, nonce, MAPPING_LEASE).await?;
            Some((Consent::Pcp { router, nonce }, lease))
        };
        let by_upnp = async {
            let gateway = Gateway::find_firewall(ip, scope).await.ok()?;
            let id = gateway.open_pinhole(own, MAPPING_LEASE).await.ok()?;
            Some((Consent::Upnp { gateway, id }, MAPPING_LEASE))
        };
        // both at once: a router that speaks one of them often leaves the other unanswered
        let (one, other) = tokio::join!(by_pcp, by_upnp);
        Self::of(own, one.into_iter().chain(other).collect())
    }

    /// The hole of those consents, each with its lease; `None` without any.
    fn of(own: SocketAddrV6, granted: Vec<(Consent, u32)>) -> Option<Self> {
        // the shortest, so that both are renewed in time
        let lease = granted.iter().map(|(_, lease)| *lease).min()?;
        let consents = granted.into_iter().map(|(consent, _)| consent).collect();
        Some(Self {
            own,
            consents,
            lease,
        })
    }

    /// The address at which the router lets everybody in.
    pub fn address(&self) -> SocketAddr {
        self.own.into()
    }

    /// The wait before the hole is renewed: half of the lease.
    pub fn pause(&self) -> Duration {
        Duration::from_secs(u64::from(self.lease.max(20) / 2))
    }

    /// Keeps the hole open; `None` if the router refuses by every protocol.
    pub(crate) async fn renew(self) -> Option<Self> {
        // an address that is gone needs no hole
        if route::way_out(false) != Some((*self.own.ip()).into()) {
            return None;
        }
        let mut granted = Vec::new();
        for consent in self.consents {
            let lease = match &consent {
                Consent::Pcp { router, nonce } => {
                    map(self.own, *router, *nonce, MAPPING_LEASE).await
                }
                Consent::Upnp { gateway, id } => {
                    let renewed = gateway.renew_pinhole(*id, MAPPING_LEASE).await;
                    renewed.ok().map(|()| MAPPING_LEASE)
                }
            };
            granted.extend(lease.map(|lease| (consent, lease)));
        }
        Self::of(self.own, granted)
    }

    pub async fn close(self) {
        // by both: a router may have kept a hole for each
        for consent in &self.consents {
            match consent {
                Consent::Pcp { router, nonce } => {
                    let _ = map(self.own, *router, *nonce, 0).await;
                }
                Consent::Upnp { gateway, id } => {
                    let _ = gateway.close_pinhole(*id).await;
                }
            }
        }
    }
}

/// The router of the interface that has the address `own`, and the number of the interface.
fn router_of(own: Ipv6Addr) -> (Option<SocketAddrV6>, u32) {
    let mut interfaces = netdev::get_interfaces().into_iter();
    let Some(interface) = interfaces.find(|one| one.ipv6.iter().any(|net| net.addr() == own))
    else {
        return (None, 0);
    };
    let gateway = interface
        .gateway
        .and_then(|gateway| gateway.ipv6.first().copied());
    let at = |ip: Ipv6Addr| {
        // an address of the link alone needs the interface's number
        let scope = if ip.is_unicast_link_local() {
            interface.index
        } else {
            0
        };
        SocketAddrV6::new(ip, PCP, 0, scope)
    };
    (gateway.map(at), interface.index)
}

/// Has the router map the port for `lease` seconds, 0 to end the mapping. Returns the lease that the router grants.
async fn map(own: SocketAddrV6, router: SocketAddrV6, nonce: Nonce, lease: u32) -> Option<u32> {
    // the router compares the sender of the request with the address to be mapped
    let socket = UdpSocket::bind((*own.ip(), 0)).await.ok()?;
    socket.connect(SocketAddr::from(router)).await.ok()?;
    let request = request(own, nonce, lease);
    let mut answer = [0; 1100];
    for wait in WAITS {
        socket.send(&request).await.ok()?;
        if let Ok(Ok(length)) = timeout(wait, socket.recv(&mut answer)).await {
            // the first answer counts, even a refusal
            return granted(&answer[..length], own, nonce);
        }
    }
    None
}

/// A MAP request (RFC 6887, sections 7.1 and 11.1).
fn request(own: SocketAddrV6, nonce: Nonce, lease: u32) -> [u8; REQUEST] {
    let mut bytes = [0; REQUEST];
    let (ip, port) = (own.ip().octets(), own.port().to_be_bytes());
    (bytes[0], bytes[1]) = (2, MAP);
    bytes[4..8].copy_from_slice(&lease.to_be_bytes());
    bytes[8..24].copy_from_slice(&ip);
    bytes[24..36].copy_from_slice(&nonce);
    bytes[36] = UDP;
    bytes[40..42].copy_from_slice(&port);
    // the outside port and address asked for are the inside ones: only a hole is wanted
    bytes[42..44].copy_from_slice(&port);
    bytes[44..60].copy_from_slice(&ip);
    bytes
}

/// The lease that the answer to a MAP request grants, in seconds; `None` if the router refuses or would translate.
fn granted(answer: &[u8], own: SocketAddrV6, nonce: Nonce) -> Option<u32> {
    let answer: &[u8; REQUEST] = answer.first_chunk()?;
    let port = own.port().to_be_bytes();
    // every field is compared: anything else is a translation, or meant for somebody else
    let is_ours = answer[0] == 2
        && answer[1] == MAP | 0x80
        && answer[3] == 0
        && answer[24..36] == nonce
        && answer[36] == UDP
        && answer[40..42] == port
        && answer[42..44] == port
        && answer[44..60] == own.ip().octets();
    is_ours.then(|| u32::from_be_bytes([answer[4], answer[5], answer[6], answer[7]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: SocketAddrV6 =
        SocketAddrV6::new(Ipv6Addr::new(0x2a00, 1, 0, 0, 0, 0, 0, 5), 4555, 0, 0);

    /// The answer of a router that grants `lease`.
    fn answer(lease: u32) -> [u8; REQUEST] {
        let mut bytes = request(OWN, [7; 12], lease);
        bytes[1] |= 0x80;
        bytes
    }

    #[test]
    fn a_granted_hole_has_the_lease_of_the_router() {
        assert_eq!(granted(&answer(120), OWN, [7; 12]), Some(120));
        assert_eq!(granted(&request(OWN, [7; 12], 120), OWN, [7; 12]), None);
        assert_eq!(granted(&answer(120)[..59], OWN, [7; 12]), None);
        assert_eq!(granted(&answer(120), OWN, [8; 12]), None, "another owner");
        for (at, why) in [(3, "refused"), (42, "another port"), (59, "translated")] {
            let mut other = answer(120);
            other[at] ^= 1;
            assert_eq!(granted(&other, OWN, [7; 12]), None, "{why}");
        }
    }

    #[tokio::test]
    async fn a_router_is_asked_twice_and_then_no_more() {
        let Ok(router) = UdpSocket::bind("[::1]:0").await else {
            return; // no IPv6 here
        };
        let Ok(SocketAddr::V6(at)) = router.local_addr() else {
            panic!("an IPv6 address");
        };
        let own = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 4555, 0, 0);
        let asking = tokio::spawn(map(own, at, [7; 12], 3600));
        let mut asked = [0; 100];
        for answers in [false, true] {
            let (length, from) = router.recv_from(&mut asked).await.expect("asked");
            assert_eq!(asked[..length], request(own, [7; 12], 3600));
            if answers {
                let mut granted = request(own, [7; 12], 1800);
                granted[1] |= 0x80;
                router.send_to(&granted, from).await.expect("answered");
            }
        }
        assert_eq!(asking.await.expect("no panic"), Some(1800));
        assert_eq!(map(own, at, [7; 12], 3600).await, None);
    }
}
