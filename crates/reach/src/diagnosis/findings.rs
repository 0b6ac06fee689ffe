//! What an examination of this machine's networks found, each thing in a sentence, with the one thing to do about it.

use std::net::SocketAddr;

use super::Network;
use crate::interfaces::{interfaces, is_virtual};
use crate::lan::LanSearch;
use crate::limits::MAPPING_PATIENCE;
use crate::mapping::{Forwarding, Mapped, Router};
use crate::route;
use crate::runtime::runtime;
use crate::stun::Outside;
use crate::whereabouts::Whereabouts;

/// One thing that was looked at on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The subject, in a word or two.
    pub about: &'static str,
    /// True if nothing needs to be done.
    pub is_good: bool,
    /// A whole sentence.
    pub what: String,
    /// The one thing to do next; empty if there is nothing to do.
    pub advice: String,
}

impl Finding {
    pub fn good(about: &'static str, what: impl Into<String>) -> Self {
        Self {
            about,
            is_good: true,
            what: what.into(),
            advice: String::new(),
        }
    }

    pub fn bad(about: &'static str, what: impl Into<String>, advice: &str) -> Self {
        Self {
            about,
            is_good: false,
            what: what.into(),
            advice: advice.to_owned(),
        }
    }
}

/// The part of the internet that this machine reaches, and the part from which it can be reached.
pub fn of_families(whereabouts: &Whereabouts) -> [Finding; 2] {
    let here = Network::here();
    let v4 = match whereabouts.global(true) {
        // the causes in order: without a network the other answers would be beside the point
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
        // an address alone is not enough: there must be a route too
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
    [v4, v6]
}

/// Has the router forward the port of the first of the sockets for a moment.
pub fn of_router(bound: &[SocketAddr]) -> Finding {
    let answer = runtime()
        .ok()
        .zip(bound.first())
        .and_then(|(runtime, bound)| {
            runtime.block_on(async {
                // asked as a host would ask, and given back at once
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
        // a refusal behind a VPN says nothing about the home router
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
    // the hole in the IPv6 firewall is good news whatever became of the forwarding
    finding.what.push_str(hole);
    finding
}

/// The judgment on what the services that were asked have answered; `None` if they gave no answer.
pub fn of_outside(answer: Option<Outside>) -> Finding {
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
            "name a second service of another address, which shows whether the router gives everybody the same port",
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

/// Interfaces that are no real network: harmless, but good to know about when a player is not found.
pub fn of_tunnels() -> Finding {
    // several addresses of one interface are one tunnel
    let mut names: Vec<String> = interfaces()
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

/// Whether matches of the same network can be found and shown.
pub fn of_local_network() -> Finding {
    match LanSearch::start(|| ()) {
        Ok(_search) => Finding::good(
            "local network",
            "Matches of this network can be found and shown, unless the network keeps its users from seeing each other.",
        ),
        Err(error) => Finding::bad("local network", format!("{error}."), error.advice()),
    }
}
