//! Sentences that say whether and how others can reach this host.

use std::net::SocketAddr;

use cleaner::text::listed;

use super::Whereabouts;
use crate::address::Address;
use crate::mapping::Mapped;
use crate::own_way;
use crate::scope::is_global;
use crate::stun::Outside;

impl Whereabouts {
    /// How the host can be reached, in words. Nobody has been seen at an address the user gave, so nothing is
    /// promised of such an address.
    pub fn in_words(&self) -> String {
        let own = match &self.mapped {
            // `forwarded` compares it with what others see
            Some(Mapped::At(address)) if self.forwarded().is_some() => format!(
                "Your router forwards UDP port {} to this machine: players can join at {}, as far as the router says.",
                address.port(),
                address.ip()
            ),
            Some(Mapped::At(address)) => format!(
                "Your router forwards a port to this machine and names {} as its outside address, but others see this machine \
                 elsewhere: another router lies between. {}",
                address.ip(),
                self.own_in_words()
            ),
            Some(Mapped::Beside(address)) => format!(
                "Your router forwards UDP port {} to this machine: players can join at {}, as far as the router says, and the answers to them \
                 leave by the router too, though all else leaves by {}. If they do not get in, pause the VPN while you host.",
                address.port(),
                address.ip(),
                self.tunnel.as_deref().unwrap_or("another way")
            ),
            Some(Mapped::Nested(ip)) => format!(
                "Your router forwards a port to this machine, but is itself inside another network (its outside address is {ip}): \
                 nobody outside reaches it. {}",
                self.own_in_words()
            ),
            Some(Mapped::Bypassed(ip)) => format!(
                "Your router, at {ip}, forwards ports, but what this machine sends to the internet leaves by {}, so that nobody would hear \
                 its answers: pause the VPN while you host. {}",
                self.tunnel.as_deref().unwrap_or("another way"),
                self.own_in_words()
            ),
            Some(Mapped::Refused(_)) | None => match &self.tunnel {
                // the user has probably forwarded the port by hand
                Some(tunnel) if own_way::CAN_CHOOSE && !self.typed.is_empty() => format!(
                    "What this machine sends to the internet leaves by the VPN or tunnel {tunnel}, but not the answers to those who come through \
                     your router; if they do not get in, pause the VPN while you host."
                ),
                Some(tunnel) if self.global(true).is_none() => format!(
                    "What this machine sends to the internet leaves by the VPN or tunnel {tunnel}, which seldom lets anybody in: pause the VPN \
                     while you host. {}",
                    self.own_in_words()
                ),
                _ => self.own_in_words(),
            },
        };
        // a hole in the IPv6 firewall helps whatever became of IPv4, so it has a sentence of its own
        let own = match self.pinhole {
            Some(address) => format!(
                "{own} Over IPv6 your router lets players in at {}, as far as the router says.",
                address.ip()
            ),
            None => own,
        };
        let own = match self.outside_in_words() {
            Some(outside) => format!("{own} {outside}"),
            None => own,
        };
        let named: Vec<String> = self.typed.iter().map(Address::to_string).collect();
        match self.typed.first() {
            None => own,
            Some(first) => format!(
                "The invitation names {} because you typed it; whether anybody can reach this machine there was not tested: your \
                 router must forward UDP port {} to this machine. {own}",
                listed(&named),
                first.port(),
            ),
        }
    }

    /// In words, what can be done with the outside address that others see.
    fn outside_in_words(&self) -> Option<String> {
        match self.outside? {
            Outside::At { .. } if self.contradicted().is_some() => {
                let address = self.contradicted()?;
                Some(format!(
                    "The services see this machine at {}, not at the address that you typed: see that yours is right. The invitation names \
                     both.",
                    address.ip()
                ))
            }
            Outside::At { is_sure, .. } => {
                let address = self.shut()?;
                let doubt = if is_sure {
                    ""
                } else {
                    " Only one of those asked answered, so your router may show others another port."
                };
                Some(format!(
                    "Others see this machine at {address}: with two codes players from anywhere can join. Send the invitation, and \
                     enter the answer code that your guest's program shows.{doubt}"
                ))
            }
            Outside::Varies(ip) => Some(format!(
                "Your router, seen at {ip}, shows everybody another port (a symmetric NAT): from outside only those can join who can \
                 be reached themselves, with the answer code that their program shows."
            )),
            Outside::Silent => Some(
                "None of the services answered that were asked for your outside address; your network seems to stop UDP. Use another \
                 network, or play by file."
                    .to_owned(),
            ),
            Outside::Nameless => Some(
                "The names of the services that report your outside address lead nowhere from here: see that this machine's network has a \
                 name service (DNS)."
                    .to_owned(),
            ),
        }
    }

    fn own_in_words(&self) -> String {
        // an IPv4 address comes first: routers forward IPv4
        let local = self
            .own
            .iter()
            .filter(|address| !is_global(address.ip()) && !address.ip().is_loopback())
            .min_by_key(|address| address.is_ipv6());
        match (self.global(true), self.global(false), local) {
            (Some(v4), _, _) => format!(
                "This machine has a public address ({}): anybody can join, unless a firewall stops UDP port {}.",
                v4.ip(),
                v4.port()
            ),
            (None, Some(v6), _) if self.own.iter().all(SocketAddr::is_ipv6) => format!(
                "This machine has IPv6 only: players with IPv6 can join if no firewall, such as your router's, stops UDP port {}, and \
                 players without IPv6 cannot. Past a firewall two codes lead: enter the answer code that your guest's program shows.",
                v6.port()
            ),
            (None, Some(v6), _) => format!(
                "This machine has a global IPv6 address: players with IPv6 can join if no firewall, such as your router's, stops UDP \
                 port {}; over IPv4 only players on the same network can, or any player if your router forwards that port to \
                 this machine. Past a firewall two codes lead: enter the answer code that your guest's program shows.",
                v6.port()
            ),
            // the sentence on the outside address follows, and says how players from elsewhere come in
            (None, None, Some(_)) if self.is_shut() => {
                "Players on the same network can join.".to_owned()
            }
            (None, None, Some(local)) => format!(
                "Players on the same network can join. Others can if your router forwards UDP port {} to {} and the invitation names \
                 its outside address; or with two codes, once two services have reported that address \
                 (in the window: Ask two services, on this page or under Settings; at the terminal: --stun default).",
                local.port(),
                local.ip()
            ),
            (None, None, None) if self.own.is_empty() => {
                "Nobody can join: this machine has no network. Connect it to one.".to_owned()
            }
            (None, None, None) => {
                "Only players on this machine can join: no network was found.".to_owned()
            }
        }
    }
}
