//! Why players do not find each other, in words: about a code before it is dialed, about addresses that were tried, and
//! about this machine.

pub mod findings;
mod two_codes;

use std::net::{IpAddr, SocketAddr};

use crate::addresses::Addresses;
use crate::interfaces::interfaces;
use crate::route;
use crate::scope::is_global;
use crate::trouble::Trouble;

pub use two_codes::{
    Known, Narrow, PLAY_BY_FILE, Side, Verdict, after_silence, in_words, narrow_network, next_door,
    of_two_codes, serving,
};

/// The parts of this machine's network that a judgment rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Network {
    /// This machine has an address other than the loopback's.
    has_any: bool,
    /// A packet to somewhere on the IPv4 internet would be sent.
    has_v4: bool,
    /// A packet to somewhere on the IPv6 internet would be sent.
    has_v6: bool,
}

impl Network {
    fn here() -> Self {
        let [has_v4, has_v6] = [true, false].map(|is_v4| route::way_out(is_v4).is_some());
        Self {
            has_any: interfaces()
                .iter()
                .any(|interface| !interface.is_loopback()),
            has_v4,
            has_v6,
        }
    }
}

/// Why nobody will be found at the addresses of a code, judged by the addresses alone. They are dialed all the same.
pub fn of_code(code: &Addresses) -> Option<Trouble> {
    judge(code, Network::here(), route::is_near)
}

fn judge(code: &Addresses, here: Network, is_near: impl Fn(IpAddr) -> bool) -> Option<Trouble> {
    let ips = || code.candidates.iter().map(SocketAddr::ip);
    // a name may lead anywhere, and a neighbor needs no internet: nothing can be said against them
    if !code.names.is_empty() || ips().any(|ip| is_near(ip) || ip.is_loopback()) {
        return None;
    }
    let trouble = |what: String, advice: &str| {
        Some(Trouble {
            what,
            advice: advice.to_owned(),
        })
    };
    // the causes in order: the first that holds explains the others
    if !here.has_any {
        return trouble(
            "this machine has no network".to_owned(),
            "connect this machine to a network, then join again",
        );
    }
    if ips().all(|ip| !is_global(ip)) {
        let named: Vec<String> = ips().map(|ip| ip.to_string()).collect();
        return trouble(
            format!(
                "the invitation names addresses of a home or office network only ({}), and this machine is not on that network",
                named.join(", ")
            ),
            "the host must have the router forward the UDP port and name the router's outside address in the invitation \
             (`--public`, or From outside your network); on one network you need nothing",
        );
    }
    // the rest cannot lead out of the host's own network
    let reachable = ips().filter(|&ip| is_global(ip));
    // before the missing family: NAT64 can help here, so the advice differs
    if !here.has_v4 && here.has_v6 && reachable.clone().all(|ip| ip.is_ipv4()) {
        return trouble(
            "from outside the host is found over IPv4 only, and this machine's network has IPv6 only: it must translate (NAT64), \
             which is tried"
                .to_owned(),
            "use a network with IPv4 if nobody answers",
        );
    }
    let is_missing = |ip: IpAddr| match ip {
        IpAddr::V4(_) => !here.has_v4,
        IpAddr::V6(_) => !here.has_v6,
    };
    if reachable.clone().all(is_missing) {
        let (family, other) = match reachable.clone().next()? {
            IpAddr::V4(_) => ("IPv4", "IPv6"),
            IpAddr::V6(_) => ("IPv6", "IPv4"),
        };
        return trouble(
            format!(
                "from outside the host is found over {family} only, and this machine's network has no {family}"
            ),
            &format!(
                "use a network with {family}, or let the host's router forward the UDP port and the host name its {other} address"
            ),
        );
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::HostName;

    const WHOLE: Network = Network {
        has_any: true,
        has_v4: true,
        has_v6: true,
    };

    fn code(addresses: &[&str]) -> Addresses {
        let address = |text: &&str| text.parse().expect("an address");
        Addresses {
            candidates: addresses.iter().map(address).collect(),
            ..Addresses::default()
        }
    }

    #[test]
    fn a_code_that_leads_nowhere_is_reported_before_anything_is_dialed() {
        let far = |_| false;
        let what = |addresses: &[&str], here| {
            let trouble = judge(&code(addresses), here, far)?;
            assert!(!trouble.advice.is_empty());
            Some(trouble.what)
        };
        let private = what(&["192.168.1.20:40", "[fd00::1]:40"], WHOLE).expect("told");
        assert!(private.contains("192.168.1.20, fd00::1"), "{private}");
        let shared = what(&["100.64.0.9:40"], WHOLE).expect("a provider's inside address");
        assert!(shared.contains("not on that network"), "{shared}");
        let no_v6 = Network {
            has_v6: false,
            ..WHOLE
        };
        let v6 = what(&["192.168.1.20:40", "[2a00::1]:40"], no_v6).expect("told");
        assert!(v6.contains("IPv6 only"), "{v6}");
        let only_v6 = Network {
            has_v4: false,
            ..WHOLE
        };
        let v4 = what(&["8.8.4.4:40"], only_v6).expect("told");
        assert!(v4.contains("NAT64"), "{v4}");
        assert_eq!(what(&["8.8.4.4:40", "[2a00::1]:40"], no_v6), None);
        assert_eq!(what(&["[2a00::1]:40"], WHOLE), None);
        let none = Network {
            has_any: false,
            has_v4: false,
            has_v6: false,
        };
        assert!(
            what(&["8.8.4.4:40"], none)
                .expect("told")
                .contains("no network")
        );
    }

    #[test]
    fn nothing_is_said_of_a_neighbor_or_a_name() {
        let near = |ip: IpAddr| ip.to_string().starts_with("192.168.1.");
        assert_eq!(judge(&code(&["192.168.1.20:40"]), WHOLE, near), None);
        assert_eq!(judge(&code(&["127.0.0.1:40"]), WHOLE, |_| false), None);
        let named = Addresses {
            names: vec![HostName::new("home.example.org", 40).expect("a name")],
            ..code(&["10.0.0.1:40"])
        };
        assert_eq!(judge(&named, WHOLE, |_| false), None);
    }
}
