//! A forwarded port of the router: asked for by PCP or NAT-PMP and, where the router speaks neither, by UPnP; with a hole in its
//! IPv6 firewall. Both are kept alive, and given back at the end.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::num::NonZeroU16;
use std::time::Duration;

use crab_nat::{
    InternetProtocol, PortMapping, PortMappingOptions, PortMappingType, TimeoutConfig, natpmp,
};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::candidates::is_global;
use crate::limits::{MAPPING_LEASE, MAPPING_PATIENCE};
use crate::pinhole::Pinhole;
use crate::route;
use crate::upnp::{Gateway, UpnpError};

/// The answer of the router.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mapped {
    /// The router forwards packets to that outside address to this machine.
    At(SocketAddr),
    /// The router forwards the port, but its outside address is itself inside another network.
    Nested(IpAddr),
    /// The router forwards nothing; the reason.
    Refused(String),
}

/// The services of the router for this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Router {
    /// Over IPv4.
    pub(crate) mapped: Mapped,
    /// The own IPv6 address at which the router lets everybody in.
    pub(crate) pinhole: Option<SocketAddr>,
}

/// The waits for an answer by PCP and NAT-PMP: 250 ms, then 500 ms.
const TIMEOUTS: TimeoutConfig = TimeoutConfig {
    initial_timeout: Duration::from_millis(250),
    max_retries: 1,
    max_retry_timeout: Some(Duration::from_millis(500)),
};
/// The wait before a router is asked again that forwarded nothing.
const ASK_AGAIN: Duration = Duration::from_secs(600);

/// A forwarded port, kept alive until [`Forwarding::end`] is called or the forwarding is dropped.
#[derive(Debug)]
pub(crate) struct Forwarding {
    end: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Forwarding {
    /// Asks the router to forward UDP port `port` to this machine; each change of what the router does is told. Must be called
    /// inside the runtime.
    pub(crate) fn begin(port: u16) -> (Self, mpsc::Receiver<Router>) {
        let (tell, told) = mpsc::channel(4);
        let (end, mut ending) = watch::channel(false);
        let task = tokio::spawn(async move {
            let (mut held, mut pinhole) = (None, None);
            let mut last = None;
            loop {
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
                if let Some(pinhole) = &pinhole {
                    pause = pause.min(pinhole.pause());
                }
                let router = Router {
                    mapped,
                    pinhole: pinhole.as_ref().map(Pinhole::address),
                };
                if last.as_ref() != Some(&router) {
                    tracing::info!(?router, "the router was asked to forward a port");
                    last = Some(router.clone());
                    if tell.send(router).await.is_err() {
                        break;
                    }
                }
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    _ = ending.changed() => break,
                }
            }
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
    pub(crate) async fn end(self, patience: Duration) {
        self.end.send_replace(true);
        let _ = timeout(patience, self.task).await;
    }
}

/// A port that the router forwards.
#[derive(Debug)]
struct Lease {
    outside: SocketAddrV4,
    way: Way,
}

#[derive(Debug)]
enum Way {
    Pcp(Box<PortMapping>),
    Upnp {
        gateway: Gateway,
        inside: SocketAddrV4,
        /// In seconds; 0 for ever.
        lease: u32,
    },
}

impl Lease {
    fn mapped(&self) -> Mapped {
        let ip = IpAddr::V4(*self.outside.ip());
        if is_global(ip) {
            Mapped::At(self.outside.into())
        } else {
            Mapped::Nested(ip)
        }
    }

    /// The wait before the lease is renewed: half of it.
    fn pause(&self) -> Duration {
        let seconds = match &self.way {
            Way::Pcp(mapping) => mapping.lifetime(),
            Way::Upnp { lease: 0, .. } => MAPPING_LEASE,
            Way::Upnp { lease, .. } => *lease,
        };
        Duration::from_secs(u64::from(seconds.max(20) / 2))
    }

    async fn renew(mut self) -> Option<Self> {
        match &mut self.way {
            Way::Pcp(mapping) => {
                mapping.renew().await.ok()?;
                self.outside = outside_of(mapping).await?;
            }
            Way::Upnp {
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

    async fn give_back(self) {
        match self.way {
            Way::Pcp(mapping) => {
                let _ = mapping.try_drop().await;
            }
            Way::Upnp { gateway, .. } => {
                let _ = gateway.remove(self.outside.port()).await;
            }
        }
    }
}

/// Renews the hole in the IPv6 firewall, or asks for one.
async fn hole(held: Option<Pinhole>, port: u16) -> Option<Pinhole> {
    let renewed = match held {
        Some(pinhole) => pinhole.renew().await,
        None => None,
    };
    match renewed {
        Some(pinhole) => Some(pinhole),
        None => timeout(MAPPING_PATIENCE, Pinhole::open(port)).await.ok()?,
    }
}

/// Renews what is held, or asks anew.
async fn renew(held: Option<Lease>, port: u16) -> Result<Lease, Mapped> {
    if let Some(lease) = held
        && let Some(renewed) = lease.renew().await
    {
        return Ok(renewed);
    }
    let refused = |reason: &str| Mapped::Refused(reason.to_owned());
    let Some(IpAddr::V4(local)) = route::way_out(true) else {
        return Err(refused("this machine has no way to the IPv4 internet"));
    };
    if is_global(local.into()) {
        return Err(refused("this machine has a public address itself"));
    }
    // both at once: a router that speaks one of them often leaves the other unanswered
    let asked = timeout(MAPPING_PATIENCE, async {
        tokio::join!(by_pcp(local, port), by_upnp(local, port))
    });
    let Ok((pcp, upnp)) = asked.await else {
        return Err(refused("the router did not answer in time"));
    };
    match (pcp, upnp) {
        (Some(lease), upnp) => {
            if let Ok(second) = upnp {
                // one forwarding is enough, unless both name the same port
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

async fn by_pcp(local: Ipv4Addr, port: u16) -> Option<Lease> {
    let gateway = tokio::task::spawn_blocking(netdev::get_default_gateway).await;
    let gateway = *gateway.ok()?.ok()?.ipv4.first()?;
    let port = NonZeroU16::new(port)?;
    let options = PortMappingOptions {
        external_port: Some(port),
        lifetime_seconds: Some(MAPPING_LEASE),
        timeout_config: Some(TIMEOUTS),
    };
    let (udp, gateway) = (InternetProtocol::Udp, gateway.into());
    let mapping = match PortMapping::new(gateway, local.into(), udp, port, options).await {
        Ok(mapping) => mapping,
        // a router that knows NAT-PMP alone should say so when it is asked by PCP (RFC 6886, section 3.5), and may say nothing
        Err(_silence) => natpmp::port_mapping(gateway, udp, port, options)
            .await
            .ok()?,
    };
    Some(Lease {
        outside: outside_of(&mapping).await?,
        way: Way::Pcp(Box::new(mapping)),
    })
}

/// The outside address of a mapping by PCP, which names the address, or by NAT-PMP, which must be asked.
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
        port.wrapping_add(1).max(1024),
        port.wrapping_add(2).max(1024),
    ] {
        match gateway.forward(outside, inside, MAPPING_LEASE).await {
            Ok(lease) => {
                let ip = gateway.outside().await?;
                return Ok(Lease {
                    outside: SocketAddrV4::new(ip, outside),
                    way: Way::Upnp {
                        gateway,
                        inside,
                        lease,
                    },
                });
            }
            Err(error) => worst = error,
        }
    }
    // some routers inside another network say so by refusing
    match gateway.outside().await {
        Ok(ip) if !is_global(ip.into()) && !ip.is_unspecified() => Err(UpnpError::Nested(ip)),
        _ => Err(worst),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_router_inside_another_network_is_recognized() {
        let lease = |ip: [u8; 4], lease| Lease {
            outside: SocketAddrV4::new(ip.into(), 4555),
            way: Way::Upnp {
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
        assert_eq!(lease([8, 8, 4, 4], 3600).pause(), Duration::from_secs(1800));
        assert_eq!(
            lease([8, 8, 4, 4], 0).pause(),
            Duration::from_secs(u64::from(MAPPING_LEASE / 2))
        );
    }
}
