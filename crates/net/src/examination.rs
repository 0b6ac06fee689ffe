//! The examination of this machine: whether others can reach it, as far as that can be known without another player.

use std::net::SocketAddr;
use std::sync::Arc;

use home::{Home, Player};
use reach::diagnosis::findings::{self, Finding};
use reach::stun::{Lookout, Outside};
use reach::{Address, runtime, whereabouts};

use crate::limits::Limits;
use crate::port::{self, BindError, Port};
use crate::quic;
use crate::socket::of_the_system;

/// Examines this machine: its key, its port, its networks, and what others can reach. Sends nothing beyond the local
/// network but one question to each of the `services` that report an outside address, and takes no longer than a few
/// seconds.
pub fn examine(home: &Home, services: &[Address]) -> Vec<Finding> {
    let mut found = Vec::new();
    found.push(match home.player(None) {
        Ok(player) => Finding::good(
            "key",
            format!("{} has the key {}.", player.name(), player.key()),
        ),
        Err(error) => Finding::bad("key", format!("{error}."), error.advice()),
    });
    // the very ports of the program, not others: a router treats each port by itself
    let ports = bind(home);
    let bound = ports.as_ref().map(|ports| {
        let bound = ports.iter().map(|port| port.bound());
        bound.collect::<Vec<_>>()
    });
    // without a port the rest is examined all the same: one fault must not hide the others
    let listening = bound.as_deref().unwrap_or_default();
    let whereabouts = whereabouts::gather(listening, &[], None, None);
    found.push(match &bound {
        Ok(bound) => port_finding(home, bound),
        Err(error) => Finding::bad(
            "port",
            format!("{error}."),
            "end the program that uses the port, or name another with `--listen`",
        ),
    });
    found.extend(findings::of_families(&whereabouts));
    found.push(findings::of_router(listening));
    // only services that the user has named: nothing else here leaves the local network
    if let (Ok(ports), false) = (&ports, services.is_empty()) {
        found.push(findings::of_outside(outside(ports, services)));
    }
    found.push(findings::of_tunnels());
    found.push(findings::of_local_network());
    found.push(Finding {
        about: "others",
        is_good: true,
        what: whereabouts.in_words(),
        advice: "if nothing helps, use a network that both of you are on, such as a telephone's or a private tunnel's".to_owned(),
    });
    found
}

fn bind(home: &Home) -> Result<Vec<Arc<Port>>, BindError> {
    // nobody is let in here, so that any key does; the player's own may be missing
    let player = Player::from_seed("examiner", &[1; 32]);
    let server = quic::answering(&player, Limits::default().lost)?;
    let runtime = runtime().map_err(|_none| BindError::NoFamily)?;
    let _inside = runtime.enter();
    port::everywhere(&of_the_system(), None, home, &server)
}

fn port_finding(home: &Home, bound: &[SocketAddr]) -> Finding {
    let here = bound.first().map_or(0, SocketAddr::port);
    match home.kept_port() {
        // another program holds it now: what the router forwards by hand leads nowhere
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

/// Asks the services for the outside address, from the port that players call.
fn outside(ports: &[Arc<Port>], services: &[Address]) -> Option<Outside> {
    // services report IPv4 addresses only: nothing is translated over IPv6
    let port = ports.iter().find(|port| port.bound().is_ipv4())?;
    let (port, services) = (Arc::clone(port), services.to_vec());
    runtime().ok()?.block_on(async {
        let mut lookout = Lookout::begin(port, services);
        lookout.next().await
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
