//! How far an IP address reaches.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// True if an address may be reachable from anywhere.
pub fn is_global(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            let [a, b, ..] = ip.octets();
            // 100.64/10 is the inside of a provider's NAT
            let is_shared = a == 100 && (64..128).contains(&b);
            // 198.18/15 is for measuring networks, 240/4 is reserved
            let is_odd = (a == 198 && (18..20).contains(&b)) || a >= 240 || ip.is_documentation();
            !(ip.is_private() || ip.is_loopback() || ip.is_link_local() || is_shared || is_odd)
        }
        // 2000::/3 is the global unicast space, but for 2001:db8::/32, which is for examples
        IpAddr::V6(ip) => {
            ip.segments()[0] & 0xe000 == 0x2000 && ip.segments()[..2] != [0x2001, 0xdb8]
        }
    }
}

/// True for an address that means something only on one link.
pub(crate) fn is_link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    }
}

/// The addresses that stand for every interface.
pub const EVERYWHERE: [IpAddr; 2] = [
    IpAddr::V4(Ipv4Addr::UNSPECIFIED),
    IpAddr::V6(Ipv6Addr::UNSPECIFIED),
];
