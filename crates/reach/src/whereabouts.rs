//! The addresses at which this machine may be found.

mod in_words;

use std::net::{IpAddr, SocketAddr};

use crate::address::{Address, HostName, check};
use crate::addresses::{Addresses, MOST_CANDIDATES, MOST_NAMES};
use crate::interfaces::{interfaces, is_virtual};
use crate::mapping::{Mapped, Router};
use crate::route;
use crate::scope::{is_global, is_link_local};
use crate::stun::Outside;

/// How good an address is for being dialed, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The address looks reachable from anywhere.
    Global,
    /// The address belongs to a home or office network.
    Private,
    /// The address belongs to a virtual machine, a container or a tunnel.
    Virtual,
    /// The address reaches this machine alone.
    Loopback,
}

/// One address of one network interface.
#[derive(Debug, Clone)]
struct Own {
    interface: String,
    ip: IpAddr,
}

/// The addresses of a host that the machine and the user know of.
#[derive(Debug)]
pub struct Whereabouts {
    /// The addresses of this machine, the best first.
    own: Vec<SocketAddr>,
    /// The addresses and names the user gave, such as the outside of a router.
    typed: Vec<Address>,
    /// The router's answer to the wish to forward a port.
    mapped: Option<Mapped>,
    /// This machine's IPv6 address at which the router lets everybody in.
    pinhole: Option<SocketAddr>,
    /// The outside address as others see it.
    outside: Option<Outside>,
    /// The interface of a VPN or another tunnel by which everything leaves, if this machine has another network too.
    tunnel: Option<String>,
}

/// Collects the addresses that reach sockets bound to `bound`, and adds those the user gave, the router's, and the one
/// that others see.
pub fn gather(
    bound: &[SocketAddr],
    typed: &[Address],
    router: Option<&Router>,
    outside: Option<Outside>,
) -> Whereabouts {
    let own: Vec<Own> = interfaces()
        .into_iter()
        // a network card without its cable keeps its address
        .filter(if_addrs::Interface::is_oper_up)
        .map(|interface| Own {
            ip: interface.ip(),
            interface: interface.name,
        })
        .collect();
    // in a sandbox without a list, better these than an invitation that names nothing
    let own = if own.is_empty() { ways_out() } else { own };
    Whereabouts {
        mapped: router.map(|router| router.mapped.clone()),
        pinhole: router.and_then(|router| router.pinhole),
        outside,
        // without another network the tunnel is simply the network, and pausing it would help nobody
        tunnel: route::tunnel().filter(|_| has_other(&own)),
        ..Whereabouts::choose(&own, bound, typed)
    }
}

/// The addresses from which this machine sends to the internet, for when the system does not list its interfaces, as in
/// a sandbox.
fn ways_out() -> Vec<Own> {
    let ways = [true, false].into_iter().filter_map(route::way_out);
    ways.map(|ip| Own {
        interface: String::new(),
        ip,
    })
    .collect()
}

impl Whereabouts {
    fn choose(own: &[Own], bound: &[SocketAddr], typed: &[Address]) -> Self {
        let mut ranked: Vec<(Rank, SocketAddr)> = Vec::new();
        for socket in bound {
            if socket.ip().is_unspecified() {
                ranked.extend(
                    // IPv6 sockets take no IPv4; and a link-local address needs its interface, which a code does not
                    // carry
                    own.iter()
                        .filter(|own| {
                            own.ip.is_ipv4() == socket.is_ipv4() && !is_link_local(own.ip)
                        })
                        .map(|own| {
                            let address = SocketAddr::new(own.ip, socket.port());
                            (rank(own.ip, &own.interface), address)
                        }),
                );
            } else {
                // the user named the address, so even loopback ranks as a private address
                ranked.push((rank(socket.ip(), "").min(Rank::Private), *socket));
            }
        }
        // a loopback address is of no use to another machine; it stays only if there is nothing else
        if ranked.iter().any(|(rank, _)| *rank != Rank::Loopback) || !typed.is_empty() {
            ranked.retain(|(rank, _)| *rank != Rank::Loopback);
        }
        // IPv6 first: nothing is translated; the order within a rank stays that of the system
        ranked.sort_by_key(|(rank, address)| (*rank, address.is_ipv4()));
        ranked.retain(|(_, address)| check(*address).is_ok());
        Self {
            own: ranked.into_iter().map(|(_, address)| address).collect(),
            typed: typed.to_vec(),
            mapped: None,
            pinhole: None,
            outside: None,
            tunnel: None,
        }
    }

    /// The outside address from which the router forwards a port, unless others see this machine at another one.
    fn forwarded(&self) -> Option<SocketAddr> {
        let address = match self.mapped {
            Some(Mapped::At(address)) => address,
            // others see the other way to the internet, not this router
            Some(Mapped::Beside(address)) => return Some(address),
            _ => return None,
        };
        let seen = match self.outside {
            // others see the outermost router: if it is another one, the mapping leads nowhere
            Some(Outside::At { address, .. }) => Some(address.ip()),
            Some(Outside::Varies(ip)) => Some(ip),
            Some(Outside::Silent | Outside::Nameless) | None => None,
        };
        seen.is_none_or(|seen| seen == address.ip())
            .then_some(address)
    }

    /// The outside address as others see it, if nobody gets in there unless this machine has sent to them first.
    fn shut(&self) -> Option<SocketAddr> {
        let Some(Outside::At { address, .. }) = self.outside else {
            return None;
        };
        let is_typed = self.typed.iter().any(|typed| match typed {
            Address::Ip(address) => address.is_ipv4(),
            Address::Name(_) => true,
        });
        // an address of its own, a forwarding and a typed address all let callers in unasked
        let is_open = is_typed || self.forwarded().is_some() || self.global(true).is_some();
        (!is_open).then_some(address)
    }

    /// True if the outside IPv4 address lets in only those to whom this machine has sent first.
    pub fn is_shut(&self) -> bool {
        self.shut().is_some()
    }

    /// The outside IPv4 address as others see it, if the user typed another one, which may be out of date.
    fn contradicted(&self) -> Option<SocketAddr> {
        let Some(Outside::At { address, .. }) = self.outside else {
            return None;
        };
        let mut typed = self.typed.iter().filter_map(|typed| match typed {
            Address::Ip(typed) if typed.is_ipv4() => Some(typed.ip()),
            Address::Ip(_) | Address::Name(_) => None,
        });
        let first = typed.next()?;
        let is_named = first == address.ip() || typed.any(|ip| ip == address.ip());
        // a forwarding or a public address is sure, so nothing is in doubt then
        (!is_named && self.forwarded().is_none() && self.global(true).is_none()).then_some(address)
    }

    /// True if there is no address at which anybody could find this machine.
    pub fn is_nowhere(&self) -> bool {
        self.own.is_empty() && self.typed.is_empty() && self.candidates().is_empty()
    }

    /// The addresses to put into an invitation, those the user named first, then the router's, at most as many as fit.
    pub fn candidates(&self) -> Vec<SocketAddr> {
        let typed = self.typed.iter().filter_map(|address| match address {
            Address::Ip(address) => Some(*address),
            Address::Name(_) => None,
        });
        let mut chosen: Vec<SocketAddr> = Vec::new();
        // a forwarded port comes before the same router's address that lets nobody in unasked
        let router = self.forwarded().or(self.shut()).into_iter();
        let router = router.chain(self.contradicted()).chain(self.pinhole);
        for address in typed.chain(router).chain(self.own.iter().copied()) {
            if !chosen.contains(&address) {
                chosen.push(address);
            }
        }
        // the worst fall out: a machine with many interfaces may have more than a code holds
        chosen.truncate(MOST_CANDIDATES);
        chosen
    }

    /// The names to put into an invitation, at most as many as fit.
    pub fn names(&self) -> Vec<HostName> {
        let names = self.typed.iter().filter_map(|address| match address {
            Address::Name(name) => Some(name.clone()),
            Address::Ip(_) => None,
        });
        names.take(MOST_NAMES).collect()
    }

    /// Everything that a code names, so that it leads here from anywhere.
    pub fn addresses(&self) -> Addresses {
        Addresses {
            candidates: self.candidates(),
            names: self.names(),
            is_shut: self.is_shut(),
        }
    }

    /// This machine's address of that family that may be reachable from anywhere.
    pub fn global(&self, is_v4: bool) -> Option<&SocketAddr> {
        let mut own = self.own.iter();
        own.find(|address| address.is_ipv4() == is_v4 && is_global(address.ip()))
    }
}

/// True if this machine has an IPv4 network besides tunnels and virtual machines.
fn has_other(own: &[Own]) -> bool {
    let mut own = own
        .iter()
        .filter(|own| own.ip.is_ipv4() && !own.ip.is_loopback());
    own.any(|own| !is_virtual(&own.interface) && !is_link_local(own.ip))
}

fn rank(ip: IpAddr, interface: &str) -> Rank {
    if ip.is_loopback() {
        Rank::Loopback
    // before the address itself: a VPN may give this machine an address that looks global
    } else if is_virtual(interface) {
        Rank::Virtual
    } else if is_global(ip) {
        Rank::Global
    } else {
        Rank::Private
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(interface: &str, ip: &str) -> Own {
        Own {
            interface: interface.to_owned(),
            ip: ip.parse().expect("an address"),
        }
    }

    fn choose(own: &[Own], bound: &[SocketAddr], typed: &[Address]) -> Vec<SocketAddr> {
        Whereabouts::choose(own, bound, typed).candidates()
    }

    fn typed(texts: &[&str]) -> Vec<Address> {
        let address = |text: &&str| text.parse().expect("an address");
        texts.iter().map(address).collect()
    }

    fn addresses(texts: &[&str]) -> Vec<SocketAddr> {
        texts
            .iter()
            .map(|text| text.parse().expect("an address"))
            .collect()
    }

    #[test]
    fn the_best_addresses_come_first_and_useless_ones_not_at_all() {
        let machine = [
            own("lo", "127.0.0.1"),
            own("lo", "::1"),
            own("docker0", "172.17.0.1"),
            own("wlan0", "192.168.1.20"),
            own("eth0", "169.254.9.9"),
            own("wlan0", "fe80::1"),
            own("wlan0", "2a00:1::5"),
        ];
        let bound = addresses(&["0.0.0.0:40", "[::]:60"]);
        assert_eq!(
            choose(&machine, &bound, &[]),
            addresses(&["[2a00:1::5]:60", "192.168.1.20:40", "172.17.0.1:40"])
        );
        let named = typed(&["203.0.113.7:4433", "home.example.org:4433"]);
        let whereabouts = Whereabouts::choose(&machine, &bound, &named);
        assert_eq!(Address::Ip(whereabouts.candidates()[0]), named[0]);
        assert_eq!(Address::Name(whereabouts.names()[0].clone()), named[1]);
    }

    #[test]
    fn the_loopback_is_offered_only_when_named_or_when_there_is_nothing_else() {
        let bound = addresses(&["0.0.0.0:40"]);
        assert_eq!(
            choose(&[own("lo", "127.0.0.1")], &bound, &[]),
            addresses(&["127.0.0.1:40"])
        );
        let machine = [own("lo", "127.0.0.1"), own("eth0", "192.168.1.20")];
        assert_eq!(
            choose(&machine, &bound, &[]),
            addresses(&["192.168.1.20:40"])
        );
        let named = addresses(&["127.0.0.1:40"]);
        assert_eq!(choose(&machine, &named, &[]), named);
    }

    #[test]
    fn what_is_said_of_reachability_fits_the_addresses() {
        let say = |texts: &[&str]| {
            let (own, typed) = (addresses(texts), Vec::new());
            Whereabouts {
                own,
                typed,
                mapped: None,
                pinhole: None,
                outside: None,
                tunnel: None,
            }
            .in_words()
        };
        assert!(say(&["8.8.4.4:40"]).contains("public address"));
        assert!(
            say(&["[2a00::1]:40", "10.0.0.1:40"])
                .contains("global IPv6 address: players with IPv6 can join if")
        );
        assert!(say(&["[2a00::1]:40"]).contains("players without IPv6 cannot"));
        assert!(say(&["192.0.2.2:40"]).starts_with("Players on the same network"));
        assert!(say(&["100.64.0.9:40"]).starts_with("Players on the same network"));
        assert!(say(&["[fd00::1]:40", "10.0.0.1:41"]).contains("UDP port 41 to 10.0.0.1"));
        assert!(say(&["127.0.0.1:40"]).starts_with("Only players on this machine"));
    }
    #[test]
    fn a_machine_without_any_address_is_said_to_have_no_network() {
        let nowhere = Whereabouts::choose(&[], &addresses(&["0.0.0.0:40", "[::]:40"]), &[]);
        assert!(nowhere.is_nowhere());
        assert!(
            nowhere.in_words().contains("no network"),
            "{}",
            nowhere.in_words()
        );
        let alone =
            Whereabouts::choose(&[own("lo", "127.0.0.1")], &addresses(&["0.0.0.0:40"]), &[]);
        assert!(!alone.is_nowhere());
        let named = Whereabouts::choose(&[], &addresses(&["0.0.0.0:40"]), &typed(&["nas:40"]));
        assert!(!named.is_nowhere());
    }

    #[test]
    fn nothing_is_promised_of_an_address_where_nobody_was_seen() {
        for name in ["8.8.4.4:4555", "[2a00::1]:4555", "home.example.org:4555"] {
            let (own, typed) = (addresses(&["192.168.1.20:40"]), typed(&[name]));
            let words = Whereabouts {
                own,
                typed,
                mapped: None,
                pinhole: None,
                outside: None,
                tunnel: None,
            }
            .in_words();
            assert!(!words.contains("nybody can join"), "{words}");
            assert!(
                words.contains(name) && words.contains("not tested"),
                "{words}"
            );
        }
    }

    #[test]
    fn a_forwarded_port_is_named_in_the_code_and_one_inside_another_network_is_not() {
        let outside: SocketAddr = "8.8.4.4:41".parse().expect("an address");
        let with = |mapped| Whereabouts {
            own: addresses(&["192.168.1.20:40"]),
            typed: Vec::new(),
            mapped: Some(mapped),
            pinhole: None,
            outside: None,
            tunnel: None,
        };
        let good = with(Mapped::At(outside));
        assert_eq!(
            good.candidates(),
            addresses(&["8.8.4.4:41", "192.168.1.20:40"])
        );
        assert!(good.in_words().contains("forwards UDP port 41"));
        let nested = with(Mapped::Nested([100, 64, 0, 2].into()));
        assert_eq!(nested.candidates(), addresses(&["192.168.1.20:40"]));
        assert!(nested.in_words().contains("inside another network"));
    }

    #[test]
    fn behind_a_vpn_a_host_reads_to_pause_it_and_no_forwarding_is_named_that_nobody_would_hear() {
        let with = |mapped| Whereabouts {
            tunnel: Some("wg0".to_owned()),
            mapped,
            ..Whereabouts::choose(
                &[own("wg0", "10.8.0.2"), own("eth0", "192.168.1.20")],
                &addresses(&["0.0.0.0:40"]),
                &[],
            )
        };
        let private = addresses(&["192.168.1.20:40", "10.8.0.2:40"]);
        for mapped in [
            Some(Mapped::Bypassed([8, 8, 4, 4].into())),
            Some(Mapped::Refused("no router answered".to_owned())),
        ] {
            let behind = with(mapped);
            assert_eq!(behind.candidates(), private);
            let words = behind.in_words();
            assert!(
                words.contains("wg0") && words.contains("pause the VPN"),
                "{words}"
            );
        }
        let outside: SocketAddr = "8.8.4.4:41".parse().expect("an address");
        let beside = Whereabouts {
            // the VPN's address, at which nobody gets in
            outside: Some(Outside::At {
                address: "9.9.9.9:5".parse().expect("an address"),
                is_sure: true,
            }),
            ..with(Some(Mapped::Beside(outside)))
        };
        assert_eq!(beside.candidates(), [vec![outside], private].concat());
        assert!(!beside.is_shut());
        assert!(beside.in_words().contains("players can join at 8.8.4.4"));
        assert!(beside.in_words().contains("pause the VPN"));
        assert!(has_other(&[
            own("wg0", "10.8.0.2"),
            own("eth0", "192.168.1.20")
        ]));
        assert!(!has_other(&[
            own("wg0", "10.8.0.2"),
            own("lo", "127.0.0.1")
        ]));
    }

    #[test]
    fn an_address_that_others_see_is_named_and_marked_as_shut_unless_something_leads_in() {
        let seen: SocketAddr = "8.8.4.4:41".parse().expect("an address");
        let with = |own: &[&str], named: &[&str], mapped, is_sure| Whereabouts {
            own: addresses(own),
            typed: typed(named),
            mapped,
            pinhole: None,
            outside: Some(Outside::At {
                address: seen,
                is_sure,
            }),
            tunnel: None,
        };
        let home = &["192.168.1.20:40"][..];
        let shut = with(home, &[], None, true);
        assert!(shut.is_shut());
        assert_eq!(
            shut.candidates(),
            addresses(&["8.8.4.4:41", "192.168.1.20:40"])
        );
        assert!(
            shut.in_words().contains("with two codes"),
            "{}",
            shut.in_words()
        );
        // a typed address that others do not see is kept, and theirs is named beside it
        let old = with(home, &["9.9.9.9:40"], None, true);
        assert!(!old.is_shut() && old.candidates().contains(&seen));
        assert!(old.in_words().contains("not at the address that you typed"));
        assert!(
            !with(home, &["8.8.4.4:40"], None, true)
                .candidates()
                .contains(&seen)
        );
        let doubtful = with(home, &[], None, false).in_words();
        assert!(doubtful.contains("Only one"), "{doubtful}");
        let forwarded = Some(Mapped::At("8.8.4.4:40".parse().expect("an address")));
        let lied = Some(Mapped::At("8.8.8.8:40".parse().expect("an address")));
        assert!(!with(home, &[], forwarded, true).is_shut());
        assert!(!with(home, &["8.8.4.4:40"], None, true).is_shut());
        assert!(!with(&["8.8.4.4:41"], &[], None, true).is_shut());
        let lied = with(home, &[], lied, true);
        assert!(lied.is_shut() && lied.in_words().contains("another router lies between"));
        let hard = Whereabouts {
            outside: Some(Outside::Varies(seen.ip())),
            ..shut
        };
        assert_eq!(hard.candidates(), addresses(home));
        assert!(hard.in_words().contains("symmetric NAT"));
    }
}
