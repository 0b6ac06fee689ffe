//! Why two players do not meet by their two codes, in words: before the answer is shown or dialed, and after nobody has
//! answered there.

use std::net::{IpAddr, SocketAddr};

use cleaner::text::listed;

use super::Network;
use crate::addresses::Addresses;
use crate::route;
use crate::scope::is_global;
use crate::stun::Outside;
use crate::trouble::Trouble;

/// The side that judges the two codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// This machine's code is the invitation.
    Host,
    /// This machine's code is the answer. Nobody has answered at the addresses of the invitation, or they must not be
    /// dialed.
    Guest,
}

/// The network and NAT of one side, which the two codes do not show.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known {
    /// This machine's outside address.
    pub outside: Option<Outside>,
    /// Packets of the size that a handshake needs do not pass.
    pub narrow: Option<Narrow>,
}

/// The place of a network that carries only packets smaller than a handshake's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Narrow {
    /// This machine's own network.
    Here,
    /// A network on the way to that address, at which small packets arrive.
    OnTheWay(SocketAddr),
}

/// The judgment on two codes, by what the codes show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The two can meet.
    May,
    /// The two may meet; if they do not, the trouble is the likely reason.
    Doubtful(Trouble),
    /// The two will hardly meet.
    Hardly(Trouble),
}

/// The advice if no connection can be had.
pub const PLAY_BY_FILE: &str = "play by file (`warlord host --letter OUT --record FILE` writes the first letter), or use a network \
     that both of you are on, such as a telephone's or a private tunnel's";

/// The advice to a guest whose program knows no outside address.
const ASK_AS_GUEST: &str = "ask two services for your outside address: join again with --stun default, or in the window \
     click Ask two services, on this page or under Settings; then send the host the answer code that your program shows";

/// The judgment on this player's code and the one it is to meet.
pub fn of_two_codes(side: Side, own: &Addresses, other: &Addresses, known: Known) -> Verdict {
    judge(side, own, other, known, Network::here(), route::is_near)
}

/// The part of an answer that leads to the guest from where the host is.
pub fn serving(answer: Addresses, invitation: &Addresses) -> Addresses {
    narrow(answer, invitation, route::is_near)
}

fn narrow(
    mut answer: Addresses,
    invitation: &Addresses,
    is_near: impl Fn(IpAddr) -> bool,
) -> Addresses {
    let is_neighbor =
        shared(&answer, invitation).is_some() || neighbor(invitation, is_near).is_some();
    // an invitation of names alone does not say what the host has
    let (has_v6, has_any) = (has_v6(invitation), !invitation.candidates.is_empty());
    answer.candidates.retain(|address| match address.ip() {
        // useless in another home, where the same number is another machine, and a piece of the guest's network for all
        // to read
        ip if !is_global(ip) => is_neighbor,
        // useful even to a host with IPv6 alone, through NAT64
        IpAddr::V4(_) => true,
        // a host that has IPv6 names it
        IpAddr::V6(_) => has_v6 || !has_any,
    });
    answer
}

fn judge(
    side: Side,
    own: &Addresses,
    other: &Addresses,
    known: Known,
    here: Network,
    is_near: impl Fn(IpAddr) -> bool,
) -> Verdict {
    // first of all: no address helps against it
    if let Some(narrow) = known.narrow {
        return Verdict::Hardly(narrow_network(narrow));
    }
    let answer = match side {
        Side::Host => other,
        Side::Guest => own,
    };
    // a guest who can be reached unasked is reached by every host; an invitation that says so was dialed without success
    let is_open = !answer.names.is_empty() || (has_v4(answer) && !answer.is_shut);
    let has_way_v6 = has_v6(own) && has_v6(other);
    // IPv4 may meet through two routers if each side names an outside address, or a name that leads to one
    if is_open || has_way_v6 || (may_have_v4(own) && may_have_v4(other)) {
        // most routers do not lead back into their own network, but some do
        return match shared(own, other) {
            Some(ip) => Verdict::Doubtful(behind_one(ip)),
            None => Verdict::May,
        };
    }
    // nothing leads from one internet address to another: only a common network is left
    match neighbor(other, is_near) {
        Some(near) if !is_apart(other, known) => Verdict::Doubtful(neighbors(side, near)),
        _ => Verdict::Hardly(hopeless(side, own, other, known, here)),
    }
}

/// The likely reason why a host does not find the guest at the addresses of the answer, and the one thing to do.
pub fn after_silence(own: &Addresses, answer: &Addresses, known: Known) -> Trouble {
    reason_for_silence(own, answer, known, Network::here(), route::is_near)
}

fn reason_for_silence(
    own: &Addresses,
    answer: &Addresses,
    known: Known,
    here: Network,
    is_near: impl Fn(IpAddr) -> bool,
) -> Trouble {
    // the codes give a better reason than any guess from the silence
    match judge(Side::Host, own, answer, known, here, is_near) {
        Verdict::Doubtful(trouble) | Verdict::Hardly(trouble) => return trouble,
        Verdict::May => {}
    }
    let named = in_words(answer.candidates.iter());
    let trouble = |why: &str, advice: &str| Trouble {
        what: format!("your guest does not answer at {named}: {why}"),
        advice: advice.to_owned(),
    };
    // routers translate IPv4 only, so their faults explain nothing about IPv6
    let by_v4 = has_v4(answer);
    match known.outside {
        Some(Outside::Silent) if by_v4 => trouble("your network seems to stop UDP", PLAY_BY_FILE),
        Some(Outside::Varies(_)) if by_v4 => trouble(
            "your router shows everybody another port (a symmetric NAT), and the guest's lets in only whom it knows",
            PLAY_BY_FILE,
        ),
        None if by_v4 && answer.is_shut && !has_v4(own) => trouble(
            "your program does not know its outside address, for which the guest's router must be opened",
            "invite again with --stun default (in the window: Ask two services, on this page or under Settings), and send the new invitation",
        ),
        None if by_v4 && answer.is_shut => trouble(
            "the address that you typed is not where your router sends from, or your router shows everybody another port",
            "invite again with --stun default (in the window: Ask two services, on this page or under Settings), which finds your outside address",
        ),
        _ if !by_v4 => trouble(
            "a firewall on the way stops IPv6, or the guest's program has been closed",
            "let your guest join again and send the new answer; if that fails too, play by file (`warlord host --letter OUT --record FILE` \
             writes the first letter)",
        ),
        _ => trouble(
            "one of your two routers lets nothing through, or the guest's program has been closed",
            "let your guest join again and send the new answer; if that fails too, play by file (`warlord host --letter OUT --record FILE` \
             writes the first letter)",
        ),
    }
}

/// Why two codes do not lead to each other at all.
fn hopeless(
    side: Side,
    own: &Addresses,
    other: &Addresses,
    known: Known,
    here: Network,
) -> Trouble {
    let trouble = |why: &str, advice: &str| Trouble {
        what: format!(
            "the two of you will hardly get a connection from these networks, not even by two codes: {why}"
        ),
        advice: advice.to_owned(),
    };
    let only_v6 = |code: &Addresses| has_v6(code) && !may_have_v4(code);
    // this side's network first: what is known of it outweighs what the other code lacks
    match known.outside {
        Some(Outside::Varies(_)) => trouble(
            "your router shows everybody another port (a symmetric NAT)",
            PLAY_BY_FILE,
        ),
        Some(Outside::Nameless) => trouble(
            "the names of the services that report your outside address lead nowhere from here",
            "see that this machine's network has a name service (DNS), or name services by their addresses",
        ),
        Some(Outside::Silent) => trouble(
            "none of the services that report your outside address answered, so that your network seems to stop UDP",
            PLAY_BY_FILE,
        ),
        _ if !here.has_v4 && here.has_v6 => trouble(
            "your network has IPv6 only, and the other code names no IPv6 address",
            PLAY_BY_FILE,
        ),
        _ if only_v6(other) && !has_v6(own) => trouble(
            "the other code leads over IPv6 only, and your network has none",
            PLAY_BY_FILE,
        ),
        // the player who lacks an address should ask the services: the advice names that player
        None if !may_have_v4(own) => match side {
            Side::Guest if may_have_v4(other) => trouble(
                "your program does not know its outside address, at which the host could look for you",
                ASK_AS_GUEST,
            ),
            Side::Guest => trouble(
                "neither your program nor the host's knows its outside address",
                "let the host invite with --stun default (in the window: Ask two services, on this page or under Settings), and join that invitation with \
                 --stun default too",
            ),
            Side::Host => trouble(
                "neither your program nor your guest's knows its outside address",
                "invite again with --stun default (in the window: Ask two services, on this page or under Settings), and let your guest join that with \
                 --stun default too",
            ),
        },
        Some(Outside::At { .. }) | None => match side {
            Side::Guest => trouble(
                "the host's code names no address outside their network",
                "let the host invite with --stun default (in the window: Ask two services, on this page or under Settings), or play by file (`warlord host --letter OUT \
                 --record FILE` writes the first letter)",
            ),
            Side::Host => trouble(
                "the answer names no address outside your guest's network",
                "let your guest join again with --stun default (in the window: Ask two services, on this page or under Settings), and send you the new answer",
            ),
        },
    }
}

/// Why two players do not meet if a network between them carries only small packets.
pub fn narrow_network(narrow: Narrow) -> Trouble {
    if let Narrow::OnTheWay(address) = narrow {
        return Trouble {
            what: format!(
                "small packets pass between you and the other machine ({}), and those of 1,228 bytes that a connection needs do not: a \
                 network, VPN or tunnel on the way carries only smaller ones",
                address.ip()
            ),
            advice: format!(
                "pause any VPN or tunnel on both sides, or set its MTU to 1,280 or more; if there is none, {PLAY_BY_FILE}"
            ),
        };
    }
    Trouble {
        what: "this machine's network carries only packets smaller than the 1,228 bytes that a connection needs"
            .to_owned(),
        advice: "pause the VPN or tunnel that makes them small, or set its MTU to 1,280 or more".to_owned(),
    }
}

/// Why a guest's program waits without opening its router for that address of the host's.
pub fn next_door(host: SocketAddr) -> Trouble {
    Trouble {
        what: format!(
            "no router lies between yours and the host's ({}), which answers what comes unasked and then shuts itself for half a minute; so \
             your program sends nothing before the host's does",
            host.ip()
        ),
        advice: format!(
            "send the host the answer, and once it is entered there, click Dial now (at the terminal: an empty line); if that fails, \
             {PLAY_BY_FILE}"
        ),
    }
}

fn behind_one(ip: IpAddr) -> Trouble {
    Trouble {
        what: format!(
            "both of you are seen at the same outside address ({ip}): you are behind one router, which keeps its users apart or does \
             not lead back into its own network"
        ),
        advice: "in one house, use the same network without guest access; else let one of you use another network, such as a \
                 telephone's"
            .to_owned(),
    }
}

fn neighbors(side: Side, near: IpAddr) -> Trouble {
    let (what, advice) = match side {
        Side::Guest => (
            format!(
                "{near} looks like an address of your own network, and nobody answers there: the host is in another house with the \
                 same numbers, or your network or a firewall keeps the two machines apart"
            ),
            "in another house, join again with --stun default (in the window: Ask two services, on this page or under Settings); in the same house, send the host \
             the answer, and allow Warlord in both firewalls",
        ),
        Side::Host => (
            format!(
                "{near} looks like an address of your own network, and your guest is not found there: the guest is in another house \
                 with the same numbers, or your network or a firewall keeps the two machines apart"
            ),
            "if your guest is in another house, let them join again with --stun default (in the window: Ask two services, on this page or under Settings) and send the \
             new answer; in the same house, allow Warlord in both firewalls",
        ),
    };
    Trouble {
        what,
        advice: advice.to_owned(),
    }
}

/// The first addresses, for the user.
pub fn in_words<T: ToString>(addresses: impl Iterator<Item = T>) -> String {
    const SHOWN: usize = 3;
    let all: Vec<String> = addresses.map(|address| address.to_string()).collect();
    match &all[..] {
        [] => "no address".to_owned(),
        all if all.len() <= SHOWN => listed(all),
        all => format!(
            "{} and {} other addresses",
            all[..SHOWN - 1].join(", "),
            all.len() + 1 - SHOWN
        ),
    }
}

fn is_global_v4(address: &SocketAddr) -> bool {
    address.is_ipv4() && is_global(address.ip())
}

fn has_v4(code: &Addresses) -> bool {
    code.candidates.iter().any(is_global_v4)
}

/// A name may lead to an IPv4 address.
fn may_have_v4(code: &Addresses) -> bool {
    has_v4(code) || !code.names.is_empty()
}

fn has_v6(code: &Addresses) -> bool {
    let mut candidates = code.candidates.iter();
    candidates.any(|address| address.is_ipv6() && is_global(address.ip()))
}

/// The outside IPv4 address that both codes name, if any: the two are behind one router.
fn shared(own: &Addresses, other: &Addresses) -> Option<IpAddr> {
    let mut own = own.candidates.iter().filter(|own| is_global_v4(own));
    // by the address alone: behind one router each machine has a port of its own
    let is_shared = |own: &&SocketAddr| other.candidates.iter().any(|it| it.ip() == own.ip());
    own.find(is_shared).map(SocketAddr::ip)
}

/// A private address in that code that fits a network of this machine. Most homes use the same few networks, so this
/// proves nothing.
fn neighbor(code: &Addresses, is_near: impl Fn(IpAddr) -> bool) -> Option<IpAddr> {
    let mut private = code.candidates.iter().map(SocketAddr::ip);
    private.find(|&ip| !is_global(ip) && is_near(ip))
}

/// True if the other code names an outside address that is not this side's.
fn is_apart(other: &Addresses, known: Known) -> bool {
    let own = match known.outside {
        Some(Outside::At { address, .. }) => address.ip(),
        Some(Outside::Varies(ip)) => ip,
        _ => return false,
    };
    let mut theirs = other.candidates.iter().filter(|it| is_global_v4(it));
    // every one of them must differ: a single one in common puts both behind one router
    has_v4(other) && theirs.all(|address| address.ip() != own)
}

#[cfg(test)]
mod tests;
