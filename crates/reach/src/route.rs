//! The order in which the addresses of a peer are dialed.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::num::NonZeroU32;

use crate::interfaces::{interfaces, is_virtual};
use crate::scope::is_global;

/// The addresses in the order in which they are dialed: those of this machine's own networks first, those without a
/// route last, and the families in turn, so that a family that leads nowhere delays the other by only one head start.
pub fn sorted(addresses: &[SocketAddr]) -> Vec<SocketAddr> {
    let own = own_networks();
    sort(addresses, |ip| is_of_one(&own, ip), has_route)
}

/// The network under which a router with NAT64 shows the IPv4 internet to machines that have IPv6 only (RFC 6052,
/// section 2.1).
const NAT64: [u16; 6] = [0x64, 0xff9b, 0, 0, 0, 0];

/// The addresses for dialing. If this machine has IPv6 alone, each IPv4 address of the internet is replaced by the IPv6
/// address at which a router with NAT64 translates.
pub fn through_nat64(addresses: Vec<SocketAddr>) -> Vec<SocketAddr> {
    // a machine with IPv4 needs no translation, and one without IPv6 cannot get it
    if way_out(true).is_some() || way_out(false).is_none() {
        return addresses;
    }
    // an address that needs no translation leads there sooner
    let (mut plain, mut others): (Vec<_>, Vec<_>) = addresses
        .into_iter()
        .partition(|&address| translated(address) == address);
    others
        .iter_mut()
        .for_each(|address| *address = translated(*address));
    plain.append(&mut others);
    plain
}

/// The NAT64 address of an IPv4 address of the internet; any other address as it is.
fn translated(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if is_global(ip.into()) => {
            let [a, b, c, d] = ip.octets();
            let [n0, n1, n2, n3, n4, n5] = NAT64;
            let (high, low) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
            let ip = Ipv6Addr::new(n0, n1, n2, n3, n4, n5, high, low);
            SocketAddr::new(ip.into(), address.port())
        }
        _ => address,
    }
}

/// The IPv4 address behind a NAT64 address, which leads to it from every network; any other address as it is.
pub fn untranslated(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V6(ip) if ip.segments()[..6] == NAT64 => {
            let [.., a, b, c, d] = ip.octets();
            SocketAddr::from(([a, b, c, d], address.port()))
        }
        _ => address,
    }
}

/// True if the address belongs to a network of this machine, or to this machine itself.
pub fn is_near(ip: IpAddr) -> bool {
    is_of_one(&own_networks(), ip)
}

/// The addresses of this machine, each with the length of its network's prefix in bits.
fn own_networks() -> Vec<(IpAddr, u8)> {
    let networks = interfaces()
        .into_iter()
        .map(|interface| match interface.addr {
            if_addrs::IfAddr::V4(own) => (own.ip.into(), own.prefixlen),
            if_addrs::IfAddr::V6(own) => (own.ip.into(), own.prefixlen),
        });
    networks.collect()
}

fn is_of_one(networks: &[(IpAddr, u8)], ip: IpAddr) -> bool {
    let mut networks = networks.iter();
    networks.any(|&(own, prefix)| is_of_one_net(own, ip, prefix))
}

fn sort(
    addresses: &[SocketAddr],
    is_near: impl Fn(IpAddr) -> bool,
    has_route: impl Fn(SocketAddr) -> bool,
) -> Vec<SocketAddr> {
    // neighbors, the internet, and what has no route: the last may still be right, so it is dialed too
    let mut tiers: [[VecDeque<SocketAddr>; 2]; 3] = Default::default();
    for &address in addresses {
        let tier = if !has_route(address) {
            2
        } else if is_near(address.ip()) {
            0
        } else {
            1
        };
        tiers[tier][usize::from(address.is_ipv4())].push_back(address);
        // IPv6 first in each tier: nothing is translated on the way
    }
    let mut order = Vec::with_capacity(addresses.len());
    for [mut v6, mut v4] in tiers {
        while !(v6.is_empty() && v4.is_empty()) {
            order.extend(v6.pop_front());
            order.extend(v4.pop_front());
        }
    }
    order
}

fn is_of_one_net(own: IpAddr, other: IpAddr, prefix: u8) -> bool {
    let differ = |a: u128, b: u128, bits: u8| {
        // a prefix of no bits would shift by the whole width, which overflows; every address is of that network
        let host = u32::from(bits.saturating_sub(prefix));
        (a ^ b).checked_shr(host).unwrap_or(0) != 0
    };
    match (own, other) {
        (IpAddr::V4(own), IpAddr::V4(other)) => {
            !differ(u32::from(own).into(), u32::from(other).into(), 32)
        }
        (IpAddr::V6(own), IpAddr::V6(other)) => !differ(own.into(), other.into(), 128),
        _ => false,
    }
}

/// This machine's address of that family on the way to the internet. Nothing is sent.
pub(crate) fn way_out(is_v4: bool) -> Option<IpAddr> {
    let [v4, v6] = SOMEWHERE;
    let (any, there): (IpAddr, IpAddr) = match is_v4 {
        true => (Ipv4Addr::UNSPECIFIED.into(), v4),
        false => (Ipv6Addr::UNSPECIFIED.into(), v6),
    };
    // connecting a UDP socket sends nothing, and has the system choose the address it would send from
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((there, 53)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// The IPv4 interfaces: their numbers, this machine's addresses there, and their routers.
pub(crate) fn interfaces_with_routers() -> Vec<(u32, Ipv4Addr, Option<Ipv4Addr>)> {
    let mut all = Vec::new();
    for interface in netdev::get_interfaces() {
        let router = interface
            .gateway
            .as_ref()
            .and_then(|router| router.ipv4.first().copied());
        let own = interface.ipv4_addrs().into_iter();
        all.extend(
            // the loopback has no router, and leads to nobody
            own.filter(|own| !own.is_loopback())
                .map(|own| (interface.index, own, router)),
        );
    }
    all
}

/// The interface of an address of this machine that has its own router, if packets to the internet leave by another
/// interface.
pub(crate) fn beside_the_way_out(own: Ipv4Addr) -> Option<NonZeroU32> {
    if way_out(true) == Some(own.into()) {
        return None;
    }
    let mut interfaces = interfaces_with_routers().into_iter();
    let (number, _, router) = interfaces.find(|(_, other, _)| *other == own)?;
    // without a router of its own nobody from the internet came in there
    router.and_then(|_| NonZeroU32::new(number))
}

/// The interface of a VPN or another tunnel, if this machine's IPv4 packets to the internet leave by one.
pub fn tunnel() -> Option<String> {
    let ip = way_out(true)?;
    let mut interfaces = interfaces().into_iter();
    let interface = interfaces.find(|interface| interface.ip() == ip)?;
    is_virtual(&interface.name).then_some(interface.name)
}

/// Addresses of root name servers: packets to them would go to the internet. Nothing is sent.
const SOMEWHERE: [IpAddr; 2] = [
    IpAddr::V4(Ipv4Addr::new(198, 41, 0, 4)),
    IpAddr::V6(Ipv6Addr::new(0x2001, 0x503, 0xba3e, 0, 0, 0, 2, 0x30)),
];

/// True if the system would know where to send a packet; nothing is sent.
pub fn has_route(address: SocketAddr) -> bool {
    let any: IpAddr = match address {
        SocketAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        SocketAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    UdpSocket::bind((any, 0)).is_ok_and(|socket| socket.connect(address).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(texts: &[&str]) -> Vec<SocketAddr> {
        let address = |text: &&str| text.parse().expect("an address");
        texts.iter().map(address).collect()
    }

    #[test]
    fn near_ones_come_first_those_without_a_route_last_and_the_families_by_turns() {
        let given = addresses(&[
            "[2a00::1]:1",
            "[2a00::2]:1",
            "[2a00::3]:1",
            "8.8.4.4:1",
            "10.0.0.7:1",
            "192.168.1.20:1",
            "192.168.1.21:1",
        ]);
        let home: IpAddr = Ipv4Addr::new(192, 168, 1, 5).into();
        let is_near = |ip| is_of_one_net(home, ip, 24);
        let order = sort(&given, is_near, |address| {
            !address.to_string().starts_with("10.")
        });
        let expected = addresses(&[
            "192.168.1.20:1",
            "192.168.1.21:1",
            "[2a00::1]:1",
            "8.8.4.4:1",
            "[2a00::2]:1",
            "[2a00::3]:1",
            "10.0.0.7:1",
        ]);
        assert_eq!(order, expected);
        // in a network without IPv6 they wait for everything else
        let order = sort(&given, is_near, |address| address.is_ipv4());
        assert!(order[4..].iter().all(SocketAddr::is_ipv6), "{order:?}");
    }

    #[test]
    fn a_network_is_known_by_its_prefix() {
        let is_one = |own: &str, other: &str, prefix| {
            let ip = |text: &str| text.parse().expect("an address");
            is_of_one_net(ip(own), ip(other), prefix)
        };
        assert!(is_one("192.168.1.5", "192.168.1.250", 24));
        assert!(!is_one("192.168.1.5", "192.168.2.5", 24));
        assert!(is_one("10.1.2.3", "10.200.0.1", 8));
        assert!(is_one("2a00:1::5", "2a00:1::99", 64));
        assert!(!is_one("2a00:1::5", "2a00:1:0:1::5", 64));
        assert!(!is_one("100.64.0.1", "100.64.0.2", 32));
        assert!(is_one("::1", "::1", 128));
        assert!(!is_one("::1", "127.0.0.1", 0));
    }

    #[test]
    fn an_address_of_nat64_leads_to_the_ipv4_address_in_it() {
        let [v4, v6, private] = ["62.9.0.2:4555", "[64:ff9b::3e09:2]:4555", "10.0.0.1:4555"]
            .map(|text| text.parse::<SocketAddr>().expect("an address"));
        assert_eq!((translated(v4), untranslated(v6)), (v6, v4));
        assert_eq!((translated(private), untranslated(v4)), (private, v4));
        assert_eq!(translated(v6), v6);
    }

    #[test]
    fn this_machine_has_a_route_to_itself() {
        assert!(has_route(SocketAddr::from(([127, 0, 0, 1], 9))));
    }
}
