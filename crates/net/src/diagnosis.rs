//! The reasons why players do not find each other, in words: of a code before it is dialed, of addresses that were tried, and
//! of this machine.

mod two_codes;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use crate::address::Address;
use crate::candidates::{self, Whereabouts, is_global, is_virtual};
use crate::home::Home;
use crate::invitation::Invitation;
use crate::lan::LanSearch;
use crate::limits::{Limits, MAPPING_PATIENCE};
use crate::link::BindError;
use crate::mapping::{Forwarding, Mapped, Router};
use crate::port::{self, KeepsPort as _, Port};
use crate::quic;
use crate::route;
use crate::snapshot::Trouble;
use crate::socket::of_the_system;
use crate::stun::{Lookout, Outside};

pub(crate) use two_codes::{
    Known, Narrow, PLAY_BY_FILE, Side, Verdict, after_silence, in_words, narrow_network, next_door,
    of_two_codes, serving,
};

/// The parts of this machine's network on which a judgment rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Network {
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
            has_any: candidates::interfaces()
                .iter()
                .any(|interface| !interface.is_loopback()),
            has_v4,
            has_v6,
        }
    }
}

/// The reason why nobody will be found at the addresses of a code, as far as the addresses tell. They are dialed all the same.
pub(crate) fn of_code(code: &Invitation) -> Option<Trouble> {
    judge(code, Network::here(), route::is_near)
}

fn judge(code: &Invitation, here: Network, is_near: impl Fn(IpAddr) -> bool) -> Option<Trouble> {
    let ips = || code.candidates.iter().map(SocketAddr::ip);
    if !code.names.is_empty() || ips().any(|ip| is_near(ip) || ip.is_loopback()) {
        return None;
    }
    let trouble = |what: String, advice: &str| {
        Some(Trouble {
            what,
            advice: advice.to_owned(),
        })
    };
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
    let reachable = ips().filter(|&ip| is_global(ip));
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

/// One thing that was looked at on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The thing: a word or two.
    pub about: &'static str,
    /// True where nothing needs to be done.
    pub is_good: bool,
    /// The finding, in words.
    pub what: String,
    /// The one thing to do next; empty where there is nothing to do.
    pub advice: String,
}

impl Finding {
    fn good(about: &'static str, what: impl Into<String>) -> Self {
        Self {
            about,
            is_good: true,
            what: what.into(),
            advice: String::new(),
        }
    }

    fn bad(about: &'static str, what: impl Into<String>, advice: &str) -> Self {
        Self {
            about,
            is_good: false,
            what: what.into(),
            advice: advice.to_owned(),
        }
    }
}

/// Examines this machine: its key, its port, its networks, and what others can reach. Sends nothing beyond the local
/// network but one question to each of the `services` that tell an outside address, and takes no longer than a few seconds.
pub fn examine(home: &Home, services: &[Address]) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.push(match home.player(None) {
        Ok(player) => Finding::good(
            "key",
            format!("{} has the key {}.", player.name(), player.key()),
        ),
        Err(error) => Finding::bad("key", format!("{error}."), error.advice()),
    });
    let ports = bind(home);
    let bound = ports.as_ref().map(|ports| {
        let bound = ports.iter().map(|port| port.bound());
        bound.collect::<Vec<_>>()
    });
    let whereabouts = bound
        .as_ref()
        .map(|bound| candidates::gather(bound, &[], None, None))
        .unwrap_or_else(|_unbound| candidates::gather(&[], &[], None, None));
    findings.push(match &bound {
        Ok(bound) => port_finding(home, bound),
        Err(error) => Finding::bad(
            "port",
            format!("{error}."),
            "end the program that uses the port, or name another with `--listen`",
        ),
    });
    findings.extend(family_findings(Network::here(), &whereabouts));
    let of_port = |bound: &Vec<SocketAddr>| router_finding(bound);
    findings.push(
        bound
            .as_ref()
            .map_or_else(|_unbound| router_finding(&[]), of_port),
    );
    if let (Ok(ports), false) = (&ports, services.is_empty()) {
        findings.push(outside_finding(ports, services));
    }
    findings.push(tunnel_finding());
    findings.push(match LanSearch::start(|| ()) {
        Ok(_search) => Finding::good(
            "local network",
            "Matches of this network can be found and shown, unless the network keeps its users from seeing each other.",
        ),
        Err(error) => Finding::bad("local network", format!("{error}."), error.advice()),
    });
    findings.push(Finding {
        about: "others",
        is_good: true,
        what: whereabouts.in_words(),
        advice: "where nothing helps, use a network that both of you are on, such as a telephone's or a private tunnel's".to_owned(),
    });
    findings
}

fn bind(home: &Home) -> Result<Vec<Arc<Port>>, BindError> {
    let player = crate::Player::from_seed("examiner", &[1; 32]);
    let server = quic::answering(&player, Limits::default().lost)?;
    let runtime = crate::runtime().map_err(|_none| BindError::NoFamily)?;
    let _inside = runtime.enter();
    port::everywhere(&of_the_system(), None, home, &server)
}

fn port_finding(home: &Home, bound: &[SocketAddr]) -> Finding {
    let here = bound.first().map_or(0, SocketAddr::port);
    match home.kept_port() {
        Some(kept) if kept != here => Finding::bad(
            "port",
            format!(
                "UDP port {kept}, which this program uses, is taken by another program; this program would use {here} meanwhile."
            ),
            "end the other program, which may be another Warlord, or let the router forward the port you name with `--listen`",
        ),
        _ => Finding::good(
            "port",
            format!(
                "UDP port {here} is this program's, in every run: a router can forward it for good."
            ),
        ),
    }
}

fn family_findings(here: Network, whereabouts: &Whereabouts) -> Vec<Finding> {
    let v4 = match whereabouts.global(true) {
        _ if !here.has_any => Finding::bad(
            "IPv4",
            "This machine has no network.",
            "connect this machine to a network",
        ),
        _ if !here.has_v4 => Finding::bad(
            "IPv4",
            "There is no way to the IPv4 internet.",
            "players on this network can be reached; for others look at the router",
        ),
        Some(address) => Finding::good(
            "IPv4",
            format!("This machine has the public address {}.", address.ip()),
        ),
        None => Finding::bad(
            "IPv4",
            "This machine is behind a router or a provider that translates addresses: nobody outside can begin to talk to it.",
            "to host for players outside, let the router forward the UDP port above to this machine, and name the router's \
             outside address; to join you need nothing",
        ),
    };
    let v6 = match whereabouts.global(false) {
        Some(address) if here.has_v6 => Finding::good(
            "IPv6",
            format!(
                "This machine has the global address {}; a router's firewall may still stop callers.",
                address.ip()
            ),
        ),
        _ => Finding::bad(
            "IPv6",
            "There is no way to the IPv6 internet.",
            "hosts that are found over IPv6 only cannot be joined from here; nothing else is lost",
        ),
    };
    vec![v4, v6]
}

/// Has the router forward the port for a moment.
fn router_finding(bound: &[SocketAddr]) -> Finding {
    let answer = crate::runtime()
        .ok()
        .zip(bound.first())
        .and_then(|(runtime, bound)| {
            runtime.block_on(async {
                let (forwarding, mut told) = Forwarding::begin(bound.port());
                let patience = 2 * MAPPING_PATIENCE;
                let answer = tokio::time::timeout(patience, told.recv()).await;
                forwarding.end(patience).await;
                answer.ok().flatten()
            })
        });
    let (mapped, pinhole) = match answer {
        Some(Router { mapped, pinhole }) => (Some(mapped), pinhole),
        None => (None, None),
    };
    let hole = match pinhole {
        Some(_) => " It lets players in over IPv6 when asked.",
        None => "",
    };
    let mut finding = match mapped {
        Some(Mapped::At(address)) => Finding::good(
            "router",
            format!(
                "The router forwards UDP port {} to this machine when asked, from its address {}.",
                address.port(),
                address.ip()
            ),
        ),
        Some(Mapped::Beside(address)) => Finding {
            advice: "if players do not get in all the same, pause the VPN while you host"
                .to_owned(),
            ..Finding::good(
                "router",
                format!(
                    "The router forwards UDP port {} to this machine when asked, from its address {}; this program's answers leave by it too, \
                     though all else leaves by {}.",
                    address.port(),
                    address.ip(),
                    route::tunnel().unwrap_or_else(|| "another way".to_owned())
                ),
            )
        },
        Some(Mapped::Nested(ip)) => Finding::bad(
            "router",
            format!(
                "The router forwards ports, but is itself inside another network: its outside address is {ip}."
            ),
            "ask the provider for a public address, or host over IPv6",
        ),
        Some(Mapped::Bypassed(ip)) => Finding::bad(
            "router",
            format!(
                "The router forwards ports when asked, from its address {ip}, but what this machine sends to the internet leaves by {}.",
                route::tunnel().unwrap_or_else(|| "another way".to_owned())
            ),
            "pause the VPN while you host; to join you need not",
        ),
        Some(Mapped::Refused(_)) if route::tunnel().is_some() => Finding::bad(
            "router",
            format!(
                "What this machine sends to the internet leaves by the VPN or tunnel {}, and no router answers behind it.",
                route::tunnel().unwrap_or_default()
            ),
            "pause the VPN while you host, then examine again; to join you need not",
        ),
        Some(Mapped::Refused(reason)) => Finding::bad(
            "router",
            format!("The router forwards no port by itself: {reason}."),
            "switch on UPnP, PCP or NAT-PMP in the router, or let it forward the UDP port above to this machine",
        ),
        None => Finding::bad(
            "router",
            "The router did not answer.",
            "let the router forward the UDP port above to this machine",
        ),
    };
    finding.what.push_str(hole);
    finding
}

/// Asks the services for the outside address.
fn outside_finding(ports: &[Arc<Port>], services: &[Address]) -> Finding {
    let port = ports.iter().find(|port| port.bound().is_ipv4());
    let answer = crate::runtime().ok().zip(port).and_then(|(runtime, port)| {
        let (port, services) = (Arc::clone(port), services.to_vec());
        runtime.block_on(async {
            let mut lookout = Lookout::begin(port, services);
            lookout.next().await
        })
    });
    let about = "outside address";
    match answer {
        Some(Outside::At {
            address,
            is_sure: true,
        }) => Finding::good(
            about,
            format!(
                "All services see this machine at {address}: two codes lead to players everywhere."
            ),
        ),
        Some(Outside::At {
            address,
            is_sure: false,
        }) => Finding::bad(
            about,
            format!("One service sees this machine at {address}."),
            "name a second service of another address, which tells if the router shows everybody the same port",
        ),
        Some(Outside::Varies(ip)) => Finding::bad(
            about,
            format!("The router, seen at {ip}, shows everybody another port (a symmetric NAT)."),
            "host over IPv6, let the router forward the UDP port above, or play by file",
        ),
        Some(Outside::Nameless) => Finding::bad(
            about,
            "The names of the services lead nowhere from here.",
            "see that this machine's network has a name service (DNS), or name services by their addresses",
        ),
        Some(Outside::Silent) | None => Finding::bad(
            about,
            "No service answered.",
            "see that the services are right; if they are, this network stops UDP, and a network without that ban is needed",
        ),
    }
}

fn tunnel_finding() -> Finding {
    let mut names: Vec<String> = candidates::interfaces()
        .into_iter()
        .map(|interface| interface.name)
        .filter(|name| is_virtual(name))
        .collect();
    names.sort();
    names.dedup();
    if names.is_empty() {
        Finding::good("tunnels", "There is none.")
    } else {
        Finding::good(
            "tunnels",
            format!(
                "{} belong to tunnels, containers or virtual machines; their addresses come last in an invitation.",
                names.join(", ")
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use protocol::PublicKey;

    use super::*;
    use crate::address::HostName;
    use crate::invitation::JoinSecret;

    const WHOLE: Network = Network {
        has_any: true,
        has_v4: true,
        has_v6: true,
    };

    fn code(addresses: &[&str]) -> Invitation {
        let address = |text: &&str| text.parse().expect("an address");
        Invitation {
            host: PublicKey([1; 32]),
            secret: JoinSecret([2; 10]),
            game: [3; 8],
            last_day: 0,
            candidates: addresses.iter().map(address).collect(),
            names: Vec::new(),
            is_shut: false,
        }
    }

    #[test]
    fn a_code_that_leads_nowhere_is_told_before_anything_is_dialed() {
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
        let named = Invitation {
            names: vec![HostName::new("home.example.org", 40).expect("a name")],
            ..code(&["10.0.0.1:40"])
        };
        assert_eq!(judge(&named, WHOLE, |_| false), None);
    }

    #[test]
    fn an_examination_ends_and_gives_advice_with_everything_that_is_wrong() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let findings = examine(&home, &[]);
        let about: Vec<&str> = findings.iter().map(|finding| finding.about).collect();
        assert_eq!(
            about,
            [
                "key",
                "port",
                "IPv4",
                "IPv6",
                "router",
                "tunnels",
                "local network",
                "others"
            ]
        );
        for finding in findings {
            assert!(finding.is_good || !finding.advice.is_empty(), "{finding:?}");
            assert!(finding.what.ends_with('.'), "{finding:?}");
        }
    }
}
