//! A forwarded port of the router, asked for by PCP or NAT-PMP and at the same time by UPnP, together with a hole in
//! its IPv6 firewall. Both are kept alive, and given back at the end.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::num::NonZeroU16;
use std::time::Duration;

use crab_nat::{
    InternetProtocol, PortMapping, PortMappingOptions, PortMappingType, TimeoutConfig, natpmp,
};
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep_until, timeout};

use crate::limits::{MAPPING_LEASE, MAPPING_PATIENCE};
use crate::own_way;
use crate::pinhole::Pinhole;
use crate::route;
use crate::scope::is_global;
use crate::upnp::{Gateway, UpnpError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mapped {
    /// The router forwards packets to that outside address to this machine.
    At(SocketAddr),
    /// The router forwards packets to that outside address to this machine, whose own packets to the internet leave by
    /// another way, as through a VPN. Its answers to players leave by the router all the same.
    Beside(SocketAddr),
    /// The router forwards the port, but its outside address is itself inside another network.
    Nested(IpAddr),
    /// The router at that outside address forwards ports, but this machine's answers leave by another way, as through a
    /// VPN, and the system does not let a program choose.
    Bypassed(IpAddr),
    /// The router forwards nothing, for this reason.
    Refused(String),
}

/// The services of the router for this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Router {
    /// Over IPv4.
    pub mapped: Mapped,
    /// This machine's IPv6 address at which the router lets everybody in.
    pub pinhole: Option<SocketAddr>,
}

/// The waits for an answer by PCP and NAT-PMP: 250 ms, then 500 ms.
const TIMEOUTS: TimeoutConfig = TimeoutConfig {
    initial_timeout: Duration::from_millis(250),
    max_retries: 1,
    max_retry_timeout: Some(Duration::from_millis(500)),
};
/// The time between two looks at this machine's way to the internet, which changes when a VPN is paused.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// The most routers that are asked.
const MOST_ROUTERS: usize = 4;
/// The wait before a router that forwarded nothing is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(600);

/// A forwarded port, kept alive until [`Forwarding::end`] is called or the forwarding is dropped.
#[derive(Debug)]
pub struct Forwarding {
    end: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Forwarding {
    /// Asks the router to forward UDP port `port` to this machine; each change of what the router does is reported.
    /// Must be called inside the runtime.
    pub fn begin(port: u16) -> (Self, mpsc::Receiver<Router>) {
        let (tell, told) = mpsc::channel(4);
        let (end, mut ending) = watch::channel(false);
        let task = tokio::spawn(async move {
            let (mut held, mut pinhole) = (None, None);
            let mut last = None;
            loop {
                // together, so that the first code waits for the slower of the two and not for both
                let both =
                    async { tokio::join!(renew(held.take(), port), hole(pinhole.take(), port)) };
                let renewed = tokio::select! {
                    renewed = both => renewed,
                    _ = ending.changed() => break,
                };
                let (mapped, mut pause) = match renewed.0 {
                    Ok(lease) => {
                        let (mapped, pause) = (lease.mapped(), lease.pause());
                        held = Some(lease);
                        (mapped, pause)
                    }
                    Err(mapped) => (mapped, ASK_AGAIN),
                };
                pinhole = renewed.1;
                // the shorter lease decides: the other one is renewed early, which does no harm
                if let Some(pinhole) = &pinhole {
                    pause = pause.min(pinhole.pause());
                }
                let router = Router {
                    mapped,
                    pinhole: pinhole.as_ref().map(Pinhole::address),
                };
                // reported only if it changed: most renewals say what is known
                if last.as_ref() != Some(&router) {
                    tracing::info!(?router, "the router was asked to forward a port");
                    last = Some(router.clone());
                    if tell.send(router).await.is_err() {
                        // nobody is interested any more: the port is given back
                        break;
                    }
                }
                tokio::select! {
                    () = wait(pause) => {}
                    _ = ending.changed() => break,
                }
            }
            // given back, or the router would forward to this machine for up to an hour after the match
            if let Some(lease) = held {
                lease.give_back().await;
            }
            if let Some(pinhole) = pinhole {
                pinhole.close().await;
            }
        });
        (Self { end, task }, told)
    }

    /// Gives the port back, and waits for at most `patience` until the router knows.
    pub async fn end(self, patience: Duration) {
        self.end.send_replace(true);
        let _ = timeout(patience, self.task).await;
    }
}

/// A port that the router forwards.
#[derive(Debug)]
struct Lease {
    /// This machine's address to which the router forwards.
    local: Ipv4Addr,
    outside: SocketAddrV4,
    /// This machine's packets to the internet leave by another way.
    is_beside: bool,
    grant: Grant,
}

/// How the router agreed, which is also how the lease is renewed and given back.
#[derive(Debug)]
enum Grant {
    Pcp(Box<PortMapping>),
    Upnp {
        gateway: Gateway,
        inside: SocketAddrV4,
        /// In seconds; 0 for one without an end.
        lease: u32,
    },
}

impl Lease {
    fn mapped(&self) -> Mapped {
        let ip = IpAddr::V4(*self.outside.ip());
        match self.is_beside {
            // the outside of an inner router is the inside of another one: nobody reaches it
            _ if !is_global(ip) => Mapped::Nested(ip),
            true => Mapped::Beside(self.outside.into()),
            false => Mapped::At(self.outside.into()),
        }
    }

    /// The wait before the lease is renewed: half of it.
    fn pause(&self) -> Duration {
        let seconds = match &self.grant {
            Grant::Pcp(mapping) => mapping.lifetime(),
            // renewed like any other: a router that was restarted has forgotten it
            Grant::Upnp { lease: 0, .. } => MAPPING_LEASE,
            Grant::Upnp { lease, .. } => *lease,
        };
        // a router that grants next to nothing must not be asked all the time
        Duration::from_secs(u64::from(seconds.max(20) / 2))
    }

    async fn renew(mut self) -> Option<Self> {
        match &mut self.grant {
            Grant::Pcp(mapping) => {
                mapping.renew().await.ok()?;
                // the outside address may have changed since
                self.outside = outside_of(mapping).await?;
            }
            Grant::Upnp {
                gateway,
                inside,
                lease,
            } => {
                *lease = gateway
                    .forward(self.outside.port(), *inside, MAPPING_LEASE)
                    .await
                    .ok()?;
                self.outside.set_ip(gateway.outside().await.ok()?);
            }
        }
        Some(self)
    }

    /// The lease, if the router's guests hear this machine's answers while it sends to the internet from `way_out`.
    async fn judged(mut self, way_out: Option<Ipv4Addr>) -> Result<Self, Mapped> {
        // the router's answers leave by its own interface only if packets to the internet do, or if a program can
        // choose
        self.is_beside = way_out != Some(self.local);
        if self.is_beside && !own_way::CAN_CHOOSE {
            let outside = IpAddr::from(*self.outside.ip());
            // useless, and it would stand open: given back at once
            self.give_back().await;
            return Err(Mapped::Bypassed(outside));
        }
        Ok(self)
    }

    async fn give_back(self) {
        match self.grant {
            Grant::Pcp(mapping) => {
                let _ = mapping.try_drop().await;
            }
            Grant::Upnp { gateway, .. } => {
                let _ = gateway.remove(self.outside.port()).await;
            }
        }
    }
}

/// Renews the hole in the IPv6 firewall, or asks for a new one.
async fn hole(held: Option<Pinhole>, port: u16) -> Option<Pinhole> {
    let renewed = match held {
        Some(pinhole) => pinhole.renew().await,
        None => None,
    };
    match renewed {
        Some(pinhole) => Some(pinhole),
        // refused or lost: a restarted router knows nothing of the hole, and is asked like a new one
        None => timeout(MAPPING_PATIENCE, Pinhole::open(port)).await.ok()?,
    }
}

/// Waits that long, or until this machine's way to the internet changes, as when a VPN is paused.
async fn wait(pause: Duration) {
    let end = Instant::now() + pause;
    let before = route::way_out(true);
    // looked at again and again: no system but Linux says when the way changes
    while Instant::now() < end && route::way_out(true) == before {
        sleep_until(end.min(Instant::now() + LOOK_AGAIN)).await;
    }
}

/// A router that may forward a port, and this machine's address on the way to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hop {
    local: Ipv4Addr,
    router: Option<Ipv4Addr>,
}

/// The routers of this machine: the one on the way to the internet first, then those of all other interfaces that have one.
fn hops(way_out: Option<Ipv4Addr>, interfaces: &[(Ipv4Addr, Option<Ipv4Addr>)]) -> Vec<Hop> {
    let hop = |local, router| Hop { local, router };
    let of = |local: Ipv4Addr| {
        let mut known = interfaces.iter();
        known
            .find(|(own, _)| *own == local)
            .and_then(|(_, router)| *router)
    };
    let first = way_out.map(|local| hop(local, of(local)));
    let others = interfaces
        .iter()
        .filter(|(local, router)| Some(*local) != way_out && router.is_some())
        .map(|&(local, router)| hop(local, router));
    // bounded: a machine may have any number of interfaces
    first.into_iter().chain(others).take(MOST_ROUTERS).collect()
}

/// This machine's IPv4 addresses, each with the router of its interface.
fn own_addresses() -> Vec<(Ipv4Addr, Option<Ipv4Addr>)> {
    let interfaces = route::interfaces_with_routers().into_iter();
    interfaces.map(|(_, own, router)| (own, router)).collect()
}

/// Renews what is held, or asks again.
async fn renew(held: Option<Lease>, port: u16) -> Result<Lease, Mapped> {
    let way_out = match route::way_out(true) {
        Some(IpAddr::V4(local)) => Some(local),
        _ => None,
    };
    if let Some(lease) = held
        && let Some(renewed) = lease.renew().await
    {
        // renewed, but the way to the internet may be another by now
        return renewed.judged(way_out).await;
    }
    let refused = |reason: &str| Mapped::Refused(reason.to_owned());
    if way_out.is_some_and(|local| is_global(local.into())) {
        // nothing to forward: everybody reaches the machine itself
        return Err(refused("this machine has a public address itself"));
    }
    // the listing blocks for a millisecond or more
    let own = tokio::task::spawn_blocking(own_addresses).await;
    let hops = hops(way_out, &own.unwrap_or_default());
    if hops.is_empty() {
        return Err(refused("this machine has no way to the IPv4 internet"));
    }
    let mut asking = JoinSet::new();
    for (number, hop) in hops.into_iter().enumerate() {
        asking.spawn(async move { (number, ask(hop, port).await) });
    }
    let mut answers = asking.join_all().await;
    // the router on the way to the internet counts before all others, whichever answered first
    answers.sort_by_key(|(number, _)| *number);
    let mut worst = None;
    for (_, answer) in answers {
        match answer {
            Ok(lease) => return lease.judged(way_out).await,
            // the reason of the first is shown, since it is the one on the way to the internet
            Err(error) => worst = worst.or(Some(error)),
        }
    }
    Err(worst.unwrap_or_else(|| refused("no router answered")))
}

async fn ask(Hop { local, router }: Hop, port: u16) -> Result<Lease, Mapped> {
    let refused = |reason: &str| Mapped::Refused(reason.to_owned());
    // both at once: a router that speaks one of them often leaves the other unanswered
    let asked = timeout(MAPPING_PATIENCE, async {
        tokio::join!(by_pcp(local, router, port), by_upnp(local, port))
    });
    let Ok((pcp, upnp)) = asked.await else {
        return Err(refused("the router did not answer in time"));
    };
    match (pcp, upnp) {
        (Some(lease), upnp) => {
            if let Ok(second) = upnp {
                // one forwarding is enough; if both name the same port, giving one back would end the other
                if second.outside.port() != lease.outside.port() {
                    second.give_back().await;
                }
            }
            Ok(lease)
        }
        (None, Ok(lease)) => Ok(lease),
        (None, Err(UpnpError::Nested(ip))) => Err(Mapped::Nested(ip.into())),
        (None, Err(error)) => Err(refused(&error.to_string())),
    }
}

async fn by_pcp(local: Ipv4Addr, router: Option<Ipv4Addr>, port: u16) -> Option<Lease> {
    let gateway = router?;
    let port = NonZeroU16::new(port)?;
    let options = PortMappingOptions {
        external_port: Some(port),
        lifetime_seconds: Some(MAPPING_LEASE),
        timeout_config: Some(TIMEOUTS),
    };
    let (udp, gateway) = (InternetProtocol::Udp, gateway.into());
    let mapping = match PortMapping::new(gateway, local.into(), udp, port, options).await {
        Ok(mapping) => mapping,
        // a router that knows only NAT-PMP should say so when it is asked by PCP (RFC 6886, section 3.5), but may say
        // nothing
        Err(_silence) => natpmp::port_mapping(gateway, udp, port, options)
            .await
            .ok()?,
    };
    Some(Lease {
        local,
        outside: outside_of(&mapping).await?,
        is_beside: false,
        grant: Grant::Pcp(Box::new(mapping)),
    })
}

/// The outside address of a mapping. PCP names it in its answer; a router with NAT-PMP must be asked for it.
async fn outside_of(mapping: &PortMapping) -> Option<SocketAddrV4> {
    let port = mapping.external_port().get();
    match mapping.mapping_type() {
        PortMappingType::Pcp { external_ip, .. } => match external_ip.to_canonical() {
            IpAddr::V4(ip) => Some(SocketAddrV4::new(ip, port)),
            IpAddr::V6(_) => None,
        },
        PortMappingType::NatPmp => {
            let ip = natpmp::external_address(mapping.gateway(), Some(TIMEOUTS)).await;
            Some(SocketAddrV4::new(ip.ok()?, port))
        }
    }
}

async fn by_upnp(local: Ipv4Addr, port: u16) -> Result<Lease, UpnpError> {
    let gateway = Gateway::find(local).await?;
    let inside = SocketAddrV4::new(local, port);
    let mut worst = UpnpError::Silence;
    // another machine of this network may have the port already
    for outside in [
        port,
        // a number that wraps around must not land among the privileged ports
        port.wrapping_add(1).max(1024),
        port.wrapping_add(2).max(1024),
    ] {
        match gateway.forward(outside, inside, MAPPING_LEASE).await {
            Ok(lease) => {
                let ip = gateway.outside().await?;
                return Ok(Lease {
                    local,
                    outside: SocketAddrV4::new(ip, outside),
                    is_beside: false,
                    grant: Grant::Upnp {
                        gateway,
                        inside,
                        lease,
                    },
                });
            }
            Err(error) => worst = error,
        }
    }
    // some routers inside another network report it by refusing
    match gateway.outside().await {
        Ok(ip) if !is_global(ip.into()) && !ip.is_unspecified() => Err(UpnpError::Nested(ip)),
        _ => Err(worst),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_a_vpn_the_router_of_the_house_is_asked_too() {
        let [vpn, lan, router, docker] = [
            [10, 8, 0, 2],
            [192, 168, 1, 20],
            [192, 168, 1, 1],
            [172, 17, 0, 1],
        ]
        .map(Ipv4Addr::from);
        let own = [(docker, None), (vpn, None), (lan, Some(router))];
        let hop = |local, router| Hop { local, router };
        let house = hop(lan, Some(router));
        assert_eq!(hops(Some(vpn), &own), [hop(vpn, None), house]);
        assert_eq!(hops(Some(lan), &own), [house]);
        assert_eq!(hops(None, &own), [house]);
        assert_eq!(hops(None, &[(docker, None)]), []);
    }

    #[test]
    fn a_router_inside_another_network_is_recognized() {
        let lease = |ip: [u8; 4], lease| Lease {
            local: Ipv4Addr::new(192, 168, 1, 20),
            outside: SocketAddrV4::new(ip.into(), 4555),
            is_beside: false,
            grant: Grant::Upnp {
                gateway: Gateway::for_tests(),
                inside: SocketAddrV4::new(Ipv4Addr::new(192, 168, 1, 20), 4555),
                lease,
            },
        };
        let outside = SocketAddr::from(([8, 8, 4, 4], 4555));
        assert_eq!(lease([8, 8, 4, 4], 0).mapped(), Mapped::At(outside));
        for inside in [[192, 168, 0, 2], [100, 64, 3, 2], [10, 0, 0, 1]] {
            assert_eq!(lease(inside, 0).mapped(), Mapped::Nested(inside.into()));
        }
        let beside = |ip| Lease {
            is_beside: true,
            ..lease(ip, 0)
        };
        assert_eq!(beside([8, 8, 4, 4]).mapped(), Mapped::Beside(outside));
        assert!(matches!(beside([10, 0, 0, 1]).mapped(), Mapped::Nested(_)));
        assert_eq!(lease([8, 8, 4, 4], 3600).pause(), Duration::from_secs(1800));
        assert_eq!(
            lease([8, 8, 4, 4], 0).pause(),
            Duration::from_secs(u64::from(MAPPING_LEASE / 2))
        );
    }
}
