//! The matches that are announced on this network, any of which may be forged.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use mdns_sd::ServiceEvent;
use tokio::task::AbortHandle;

use super::LanMatch;
use crate::addresses::MOST_CANDIDATES;
use crate::limits::{LAN_AGAIN, LAN_MATCHES};

/// A match and the mark of its host's key. A forger cannot take this over, since the key is proved when a player asks
/// the host to be let in.
pub(super) type Identity = ([u8; 8], [u8; 8]);

/// The matches that are announced, in the order in which they were first heard of.
#[derive(Debug, Default)]
pub(super) struct Found {
    matches: VecDeque<Heard>,
}

#[derive(Debug)]
struct Heard {
    /// The name of the announcement, by which it is taken back.
    name: String,
    found: LanMatch,
    /// The announcement was taken back, by the host or by anybody else.
    is_taken_back: bool,
    /// The task that asks the host.
    asking: Option<Asking>,
    /// Set if addresses have come since the host was asked.
    asks_again: bool,
}

/// A task that ends with what it asks about.
#[derive(Debug)]
struct Asking(AbortHandle);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Heard {
    /// Has the host asked now; `None` if a task is asking already, which will then ask once more.
    fn ask(&mut self) -> Option<Identity> {
        // one task for each match: it asks once more instead of twice at a time
        self.asks_again = self.asking.is_some();
        (!self.asks_again).then(|| self.found.identity())
    }
}

/// What follows from an event of the search.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// What is found has changed.
    pub(super) is_new: bool,
    /// The match whose host must be asked.
    pub(super) ask: Option<Identity>,
}

/// What follows from a host's answer, or from its silence.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answered {
    /// What is found has changed.
    pub(super) is_new: bool,
    /// The wait before the host is asked again.
    pub(super) ask_again: Option<Duration>,
}

impl Found {
    pub(super) fn take(&mut self, event: ServiceEvent) -> Taken {
        match event {
            ServiceEvent::ServiceResolved(service) => {
                let name = service.get_fullname().to_owned();
                match LanMatch::of(&service) {
                    Some(resolved) => self.hear(name, resolved),
                    None => Taken::nothing(),
                }
            }
            ServiceEvent::ServiceRemoved(_, name) => self.forget(&name),
            _ => Taken::nothing(),
        }
    }

    /// The matches, those whose hosts have answered first.
    pub(super) fn in_order(&self) -> Vec<LanMatch> {
        let of = |has_answered| {
            let heard = self.matches.iter();
            heard.filter(move |heard| heard.found.has_answered == has_answered)
        };
        of(true)
            .chain(of(false))
            .map(|heard| heard.found.clone())
            .collect()
    }

    /// The match as it is now announced.
    pub(super) fn announced(&self, identity: Identity) -> Option<LanMatch> {
        let mut matches = self.matches.iter();
        let heard = matches.find(|heard| heard.found.identity() == identity)?;
        Some(heard.found.clone())
    }

    /// Notes the task that asks the host of that match, which ends with the match.
    pub(super) fn is_asked(&mut self, identity: Identity, task: AbortHandle) {
        let task = Asking(task);
        let mut matches = self.matches.iter_mut();
        if let Some(heard) = matches.find(|heard| heard.found.identity() == identity) {
            heard.asking = Some(task);
        }
    }

    /// Takes an announcement. One of a match whose host has answered adds its addresses, behind those at which the host
    /// answered, and changes nothing else.
    fn hear(&mut self, name: String, resolved: LanMatch) -> Taken {
        // by id and key mark: the same id under another key is another match, which a forger may announce
        let identity = resolved.identity();
        let mut matches = self.matches.iter_mut();
        let known = matches.find(|heard| heard.found.identity() == identity);
        let Some(known) = known else {
            self.matches.push_back(Heard {
                name,
                found: resolved,
                is_taken_back: false,
                asking: None,
                asks_again: false,
            });
            // after the newcomer was added, so that it may itself be the one that gives way
            if self.matches.len() > LAN_MATCHES {
                self.give_way();
            }
            return Taken {
                is_new: true,
                ask: Some(identity),
            };
        };
        known.is_taken_back = false;
        if !known.found.has_answered {
            // nobody has answered yet, so any word is as good as the last
            let is_new = known.found != resolved;
            (known.name, known.found) = (name, resolved);
            return Taken {
                is_new,
                ask: if is_new { known.ask() } else { None },
            };
        }
        let addresses = &mut known.found.addresses;
        let before = addresses.len();
        for address in resolved.addresses {
            // behind those that have answered: a forger's addresses must not be dialed first
            if !addresses.contains(&address) && addresses.len() < MOST_CANDIDATES {
                addresses.push(address);
            }
        }
        // the same announcement comes again and again, and nobody is asked for it
        let is_new = addresses.len() > before;
        Taken {
            is_new,
            ask: if is_new { known.ask() } else { None },
        }
    }

    /// The announcement of that name was taken back. A match whose host has answered stays until the host stops
    /// answering.
    fn forget(&mut self, name: &str) -> Taken {
        let before = self.matches.len();
        // anybody can take an announcement back: only the host's silence removes a match whose host has answered
        self.matches
            .retain(|heard| heard.found.has_answered || heard.name != name);
        let mut ask = None;
        for heard in self.matches.iter_mut().filter(|heard| heard.name == name) {
            heard.is_taken_back = true;
            ask = heard.ask();
        }
        Taken {
            is_new: self.matches.len() < before,
            ask,
        }
    }

    /// The host of that match has answered at these addresses; none means that it was silent.
    pub(super) fn answered(&mut self, identity: Identity, answering: &[SocketAddr]) -> Answered {
        let mut matches = self.matches.iter();
        let Some(at) = matches.position(|heard| heard.found.identity() == identity) else {
            return Answered {
                is_new: false,
                ask_again: None,
            };
        };
        let heard = &mut self.matches[at];
        // silent and taken back: only both together mean that the match is gone
        if answering.is_empty() && heard.is_taken_back {
            self.matches.remove(at);
            return Answered {
                is_new: true,
                ask_again: None,
            };
        }
        let before = (heard.found.has_answered, heard.found.addresses.clone());
        if !answering.is_empty() {
            heard.found.has_answered = true;
            let addresses = &mut heard.found.addresses;
            // stable: the addresses that answered keep their order, and so do the rest
            addresses.sort_by_key(|address| !answering.contains(address));
            // the entries of a forger fill no room that the host needs
            addresses.truncate(MOST_CANDIDATES / 2 + answering.len());
        }
        let is_new = before != (heard.found.has_answered, heard.found.addresses.clone());
        let ask_again = match (std::mem::take(&mut heard.asks_again), heard.is_taken_back) {
            (true, _) => Some(Duration::ZERO),
            (false, true) => Some(LAN_AGAIN),
            (false, false) => None,
        };
        // noted, so that the next announcement starts a new task
        if ask_again.is_none() {
            heard.asking = None;
        }
        Answered { is_new, ask_again }
    }

    /// Makes room. Matches whose hosts have not answered go before all others; of them, the oldest at the address that
    /// most of them name. So forged announcements push out only other forgeries, even those in another's name.
    fn give_way(&mut self) {
        let has_doubtful = self.matches.iter().any(|heard| !heard.found.has_answered);
        // doubtful ones go first, whatever they are: proved matches give way only to each other
        let may_go = |heard: &&Heard| heard.found.has_answered != has_doubtful;
        let mut crowds: BTreeMap<u128, usize> = BTreeMap::new();
        for heard in self.matches.iter().filter(may_go) {
            *crowds.entry(source(&heard.found)).or_default() += 1;
        }
        let most = crowds.values().max().copied();
        let is_crowded =
            |heard: &Heard| may_go(&heard) && crowds.get(&source(&heard.found)).copied() == most;
        let at = self.matches.iter().position(is_crowded);
        // among equals the oldest, as they are kept in order of arrival
        at.and_then(|at| self.matches.remove(at));
    }
}

impl Taken {
    fn nothing() -> Self {
        Self {
            is_new: false,
            ask: None,
        }
    }
}

/// The machine that an announcement names, as a number: an IPv4 address, or an IPv6 network of 64 bits, in which a
/// machine has as many addresses as it likes.
fn source(found: &LanMatch) -> u128 {
    let mut ips = found.addresses.iter().map(SocketAddr::ip);
    match ips.next() {
        Some(IpAddr::V4(ip)) => u128::from(u32::from(ip)),
        Some(IpAddr::V6(ip)) => u128::from(ip) >> 64 << 64,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HOST: Ipv4Addr = Ipv4Addr::new(192, 168, 1, 20);
    const FORGER: Ipv4Addr = Ipv4Addr::new(192, 168, 1, 66);

    fn at(ip: impl Into<IpAddr>, port: u16) -> SocketAddr {
        SocketAddr::new(ip.into(), port)
    }

    fn announcement(game: u64, host: &str, mark: u8, address: SocketAddr) -> LanMatch {
        LanMatch {
            game: game.to_be_bytes(),
            title: "A Clash of Arms".to_owned(),
            host: host.to_owned(),
            key_mark: [mark; 8],
            addresses: vec![address],
            seats: None,
            has_answered: false,
        }
    }

    /// The honest match, whose host has answered.
    fn sure() -> (Found, LanMatch) {
        let mut found = Found::default();
        let ann = announcement(7, "Ann", 1, at(HOST, 4555));
        let taken = found.hear("ann".to_owned(), ann.clone());
        assert_eq!(taken.ask, Some(ann.identity()));
        let answered = found.answered(ann.identity(), &[at(HOST, 4555)]);
        assert_eq!((answered.is_new, answered.ask_again), (true, None));
        (found, ann)
    }

    #[test]
    fn forgeries_that_name_the_hosts_own_address_do_not_push_out_the_host() {
        for is_first in [true, false] {
            let mut found = Found::default();
            let forge = |found: &mut Found, from: u64| {
                for n in from..from + 2000 {
                    let forged = announcement(1000 + n, "Eve", 9, at(HOST, 4555));
                    found.hear(format!("forged {n}"), forged);
                }
            };
            if !is_first {
                forge(&mut found, 0);
            }
            let ann = announcement(7, "Ann", 1, at(HOST, 4555));
            found.hear("ann".to_owned(), ann.clone());
            found.answered(ann.identity(), &ann.addresses);
            forge(&mut found, 5000);
            let first = &found.in_order()[0];
            assert!(first.has_answered, "the host is the first of the list");
            assert_eq!((first.game, &first.addresses), (ann.game, &ann.addresses));
            assert_eq!(found.matches.len(), LAN_MATCHES);
        }
    }

    #[test]
    fn a_forger_takes_neither_the_place_nor_the_name_nor_the_address_of_a_host_who_has_answered() {
        let (mut found, ann) = sure();
        let id = ann.full_id();
        // the same announcement with another key, with the host's key at the forger's address, and with another text
        found.hear("ann".to_owned(), announcement(7, "Ann", 9, at(FORGER, 1)));
        for port in 1..100 {
            let forged = announcement(7, "Eve", 1, at(FORGER, port));
            found.hear("ann".to_owned(), forged);
            found.answered(ann.identity(), &ann.addresses);
        }
        let listed = found.in_order();
        assert_eq!(listed.len(), 2);
        assert_eq!(
            (listed[0].host.as_str(), listed[0].full_id()),
            ("Ann", id.clone())
        );
        assert_eq!(listed[0].addresses[0], ann.addresses[0]);
        assert!(listed[0].addresses.len() <= MOST_CANDIDATES);
        assert_ne!(listed[1].full_id(), id, "another key has another id");
        // the host's address comes first even if the forger was first
        let mut found = Found::default();
        for port in 1..100 {
            let forged = announcement(7, "Ann", 1, at(FORGER, port));
            found.hear("ann".to_owned(), forged);
        }
        found.hear("ann".to_owned(), ann.clone());
        found.answered(ann.identity(), &ann.addresses);
        assert_eq!(found.in_order()[0].addresses[0], ann.addresses[0]);
    }

    #[test]
    fn an_announcement_that_another_takes_back_stays_as_long_as_its_host_answers() {
        let (mut found, ann) = sure();
        let eve = announcement(8, "Eve", 9, at(FORGER, 1));
        found.hear("eve".to_owned(), eve);
        let taken = found.forget("ann");
        assert_eq!((taken.is_new, taken.ask), (false, Some(ann.identity())));
        // a host that has never answered goes at once
        assert!(found.forget("eve").is_new);
        for _ in 0..3 {
            let answered = found.answered(ann.identity(), &ann.addresses);
            assert_eq!(answered.ask_again, Some(LAN_AGAIN));
            assert_eq!(found.in_order()[0].identity(), ann.identity());
        }
        // announced again, nobody needs to be asked any more
        found.hear("ann".to_owned(), ann.clone());
        assert_eq!(
            found.answered(ann.identity(), &ann.addresses).ask_again,
            None
        );
        found.forget("ann");
        assert!(found.answered(ann.identity(), &[]).is_new);
        assert!(found.in_order().is_empty());
        assert_eq!(found.answered(ann.identity(), &[]).ask_again, None);
    }
}
