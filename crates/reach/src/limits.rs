//! Every limit on what a stranger on the network may cost this machine, and on the time spent waiting for routers and
//! services.

use std::time::Duration;

/// The seconds for which a router is asked to forward a port; the request is renewed after half of them.
pub(crate) const MAPPING_LEASE: u32 = 3600;
/// The longest wait for the router, before an invitation is shown.
pub const MAPPING_PATIENCE: Duration = Duration::from_secs(3);
/// The most services that are asked for the outside address.
pub(crate) const SERVICES: usize = 4;
/// The longest wait for the addresses of a name, before a code is shown.
pub const NAME_PATIENCE: Duration = Duration::from_millis(1500);
/// The time between two questions to the services. Routers forget a port after 30 s without a packet.
pub(crate) const OUTSIDE_AGAIN: Duration = Duration::from_secs(20);
/// Matches of the same network that are remembered: more than a usual network has machines.
pub(crate) const LAN_MATCHES: usize = 512;
/// The most hosts that are asked at the same time whether they are there.
pub(crate) const LAN_INQUIRIES: usize = 64;
/// The wait before asking a host again whose announcement was taken back.
pub(crate) const LAN_AGAIN: Duration = Duration::from_secs(5);
/// The longest title in an announcement, in bytes.
pub(crate) const LAN_TITLE: usize = 100;
