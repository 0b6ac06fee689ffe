//! Matches of the same network: announcing an open invitation, and finding the announcements of others (DNS-SD over
//! multicast DNS, RFC 6762 and 6763).
//!
//! An announcement is `_warlord._udp.local` with a meaningless name, the port of the match, the addresses of the
//! interface it goes out on, and these texts: `v` = 1; `g`, the match id; `k`, the start of a hash of the host's key;
//! `n`, the host's name; `t`, the title of the game; of a table `s`, its free seats and all of them. Anybody on the network can read and forge all of them, and no
//! secret of the invitation is among them: a player who joins from the list asks the host over a connection. So nothing
//! that is announced takes the place of a match whose host has answered (`inquiry.rs`).

mod found;
mod inquiry;

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cleaner::text::{clean_name, cut, plain_text};
use data_encoding::HEXLOWER;
use mdns_sd::{IfKind, ResolvedService, ServiceDaemon, ServiceInfo};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;

use crate::address::check;
use crate::addresses::MOST_CANDIDATES;
use crate::interfaces::{interfaces, is_virtual};
use crate::limits::LAN_TITLE;
use crate::runtime::runtime;
use found::{Answered, Found, Identity, Taken};
use inquiry::Inquiry;

const SERVICE: &str = "_warlord._udp.local.";
/// The version of the texts.
const VERSION: &str = "1";
/// The name of a host who announces none.
const NAMELESS: &str = "Somebody";

/// The part of this program that speaks multicast DNS, started on first use.
static DAEMON: Mutex<Option<ServiceDaemon>> = Mutex::new(None);
/// The matches this program announces.
static OWN: Mutex<Vec<[u8; 8]>> = Mutex::new(Vec::new());

/// Why the network cannot be searched.
#[derive(Debug, thiserror::Error)]
#[error("the local network cannot be searched: {reason}")]
pub struct LanError {
    reason: String,
}

impl LanError {
    pub fn advice(&self) -> &'static str {
        "use the invitation's code; it works without the search"
    }
}

impl From<mdns_sd::Error> for LanError {
    fn from(error: mdns_sd::Error) -> Self {
        Self {
            reason: error.to_string(),
        }
    }
}

/// A match announced on this network. Everything in it is only what somebody claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanMatch {
    /// The id of the match.
    pub game: [u8; 8],
    pub title: String,
    pub host: String,
    /// The start of a hash of the host's key.
    key_mark: [u8; 8],
    pub addresses: Vec<SocketAddr>,
    /// Of a table of three to eight: the seats that are free, and all of them.
    pub seats: Option<(u8, u8)>,
    /// Somebody has answered for the match at the first of the addresses.
    pub has_answered: bool,
}

impl LanMatch {
    /// The match id in short, as people type it.
    pub fn id(&self) -> String {
        HEXLOWER.encode(&self.game[..4])
    }

    /// The match id in short and a mark of the host's key, by which a match is distinguished from one that somebody
    /// else announces under the same id. It begins with [`LanMatch::id`].
    pub fn full_id(&self) -> String {
        format!("{}-{}", self.id(), HEXLOWER.encode(&self.key_mark[..4]))
    }

    fn identity(&self) -> Identity {
        (self.game, self.key_mark)
    }

    /// True if the host's key is that one.
    pub fn is_hosted_by(&self, key: &[u8; 32]) -> bool {
        self.key_mark == key_mark(key)
    }

    /// A match to be announced, whose host has that key.
    pub fn new(
        game: [u8; 8],
        host_key: &[u8; 32],
        title: &str,
        host: &str,
        addresses: Vec<SocketAddr>,
    ) -> Self {
        Self {
            game,
            title: cut(title, LAN_TITLE).to_owned(),
            host: host.to_owned(),
            key_mark: key_mark(host_key),
            addresses,
            seats: None,
            has_answered: false,
        }
    }

    fn of(service: &ResolvedService) -> Option<Self> {
        let text = |key| service.get_property_val_str(key);
        // a later version may mean other things by the same texts
        if text("v") != Some(VERSION) {
            return None;
        }
        let bytes = |key| HEXLOWER.decode(text(key)?.as_bytes()).ok()?.try_into().ok();
        // shown in a list: it must not fake other text there
        let title = plain_text(text("t")?);
        let mut addresses: Vec<SocketAddr> = service
            .addresses
            .iter()
            .map(|ip| SocketAddr::new(ip.to_ip_addr(), service.port))
            .filter(|&address| check(address).is_ok() && !is_link_local_v6(address.ip()))
            .collect();
        // in one order, so that the same announcement heard again is no change
        addresses.sort();
        addresses.truncate(MOST_CANDIDATES);
        (!addresses.is_empty()).then_some(Self {
            game: bytes("g")?,
            title: cut(&title, LAN_TITLE).to_owned(),
            host: clean_name(text("n").unwrap_or_default(), NAMELESS),
            key_mark: bytes("k")?,
            addresses,
            seats: text("s").and_then(read_seats),
            has_answered: false,
        })
    }
}

/// Free seats and all of them: `2/4`.
fn read_seats(text: &str) -> Option<(u8, u8)> {
    let (free, all) = text.split_once('/')?;
    let seats: (u8, u8) = (free.parse().ok()?, all.parse().ok()?);
    // shown to the user: nonsense is no table
    ((3..=8).contains(&seats.1) && seats.0 <= seats.1).then_some(seats)
}

/// A link-local IPv6 address needs its interface, which an address here does not carry; there are other addresses.
fn is_link_local_v6(ip: IpAddr) -> bool {
    matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local())
}

fn key_mark(key: &[u8; 32]) -> [u8; 8] {
    let hash = blake3::derive_key("warlord lan key 1", key);
    *hash.first_chunk().expect("a hash is longer")
}

fn daemon() -> Result<ServiceDaemon, LanError> {
    let mut slot = locked(&DAEMON);
    if let Some(daemon) = &*slot {
        return Ok(daemon.clone());
    }
    // started once for the whole program: it has a thread of its own
    let daemon = ServiceDaemon::new()?;
    // a container or a VPN has no neighbors, and an answer there would name an address that leads nowhere
    for interface in interfaces() {
        if is_virtual(&interface.name) {
            daemon.disable_interface(IfKind::Name(interface.name))?;
        }
    }
    *slot = Some(daemon.clone());
    Ok(daemon)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An announced match. Dropping the announcement takes it back.
#[derive(Debug)]
pub struct Announcement {
    name: String,
    game: [u8; 8],
}

impl Announcement {
    /// Announces a match whose sockets are bound to `bound`; `None` if only this machine can reach the sockets.
    pub fn new(announced: LanMatch, bound: &[SocketAddr]) -> Result<Option<Self>, LanError> {
        // announced to others, who cannot reach the loopback
        let mut reachable = bound.iter().filter(|address| !address.ip().is_loopback());
        let Some(port) = reachable.next().map(SocketAddr::port) else {
            return Ok(None);
        };
        let game = announced.game;
        let id = HEXLOWER.encode(&game);
        let mut texts = vec![
            ("v", VERSION.to_owned()),
            ("g", id.clone()),
            ("k", HEXLOWER.encode(&announced.key_mark)),
            ("n", announced.host),
            ("t", announced.title),
        ];
        if let Some((free, all)) = announced.seats {
            texts.push(("s", format!("{free}/{all}")));
        }
        // the match id again: the name says nothing of the player or the machine
        let name = format!("warlord-{id}");
        let machine = format!("{name}.local.");
        // one number for both families; a socket of another port is named by the code
        let same_port = bound.iter().filter(|address| address.port() == port);
        let named: Vec<IpAddr> = same_port
            .map(SocketAddr::ip)
            .filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
            .collect();
        let mut service = ServiceInfo::new(SERVICE, &name, &machine, &named[..], port, &texts[..])?;
        if named.is_empty() {
            // follows the interfaces as they come and go
            service = service.enable_addr_auto();
        } else {
            service.set_interfaces(named.iter().copied().map(IfKind::Addr).collect());
        }
        // the name is a random number, which nobody else has
        service.set_requires_probe(false);
        let name = service.get_fullname().to_owned();
        daemon()?.register(service)?;
        // this program's own matches are not shown to its own user
        locked(&OWN).push(game);
        Ok(Some(Self { name, game }))
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        locked(&OWN).retain(|game| *game != self.game);
        if let Ok(daemon) = daemon() {
            let _ = daemon.unregister(&self.name);
        }
    }
}

/// A search for the matches of this network. Dropping the search ends it.
pub struct LanSearch {
    found: Arc<Mutex<Found>>,
    task: JoinHandle<()>,
}

impl std::fmt::Debug for LanSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LanSearch").finish_non_exhaustive()
    }
}

impl LanSearch {
    /// Begins to search; `on_change` is called after every change of what is found, and must not block.
    pub fn start(on_change: impl Fn() + Send + Sync + 'static) -> Result<Self, LanError> {
        let runtime = runtime().map_err(|error| LanError {
            reason: error.to_string(),
        })?;
        let events = daemon()?.browse(SERVICE)?;
        let found: Arc<Mutex<Found>> = Arc::default();
        let shared = Arc::clone(&found);
        let on_change = Arc::new(on_change);
        let task = runtime.spawn(async move {
            let mut asking = JoinSet::new();
            let inquiry = Inquiry::open().await.map(Arc::new);
            while let Ok(event) = events.recv_async().await {
                let Taken { is_new, ask } = locked(&shared).take(event);
                if is_new {
                    on_change();
                }
                if let (Some(identity), Some(inquiry)) = (ask, &inquiry) {
                    let inquiry = Arc::clone(inquiry);
                    let on_change = Arc::clone(&on_change);
                    // locked, so that the task is noted before it can end
                    let mut found = locked(&shared);
                    let shared = Arc::clone(&shared);
                    let task = asking.spawn(async move {
                        make_sure(&inquiry, &shared, identity, &*on_change).await;
                    });
                    found.is_asked(identity, task);
                }
                // ended tasks are taken out, so that the set does not grow with every announcement
                while asking.try_join_next().is_some() {}
            }
        });
        Ok(Self { found, task })
    }

    /// The matches found up to now, those whose hosts have answered first, without those this program announces itself.
    pub fn found(&self) -> Vec<LanMatch> {
        let own = locked(&OWN).clone();
        let mut found = locked(&self.found).in_order();
        found.retain(|found| !own.contains(&found.game));
        found
    }
}

/// Asks the host of a match until the answer is clear. Asks again as long as the host answers but the match is no
/// longer announced: anybody on the network can take back another's announcement.
async fn make_sure(
    inquiry: &Inquiry,
    found: &Mutex<Found>,
    identity: Identity,
    on_change: &(impl Fn() + Sync),
) {
    loop {
        let Some(announced) = locked(found).announced(identity) else {
            return;
        };
        let answering = inquiry.ask(&announced).await;
        let Answered { is_new, ask_again } = locked(found).answered(identity, &answering);
        if is_new {
            on_change();
        }
        // the host may be away for a moment, or somebody else has taken its announcement back
        match ask_again {
            Some(pause) => sleep(pause).await,
            None => return,
        }
    }
}

impl Drop for LanSearch {
    fn drop(&mut self) {
        self.task.abort();
        if let Ok(daemon) = daemon() {
            let _ = daemon.stop_browse(SERVICE);
        }
    }
}

#[cfg(test)]
mod tests {
    use mdns_sd::ServiceEvent;

    use super::*;
    use crate::limits::LAN_MATCHES;

    fn service(name: &str, texts: &[(&str, &str)]) -> ServiceEvent {
        service_at(name, [192, 168, 1, 20].into(), texts)
    }

    fn service_at(name: &str, ip: IpAddr, texts: &[(&str, &str)]) -> ServiceEvent {
        let addresses: [IpAddr; 2] = [ip, [224, 0, 0, 1].into()];
        let info = ServiceInfo::new(SERVICE, name, "x.local.", &addresses[..], 4555, texts);
        let resolved = info.expect("well formed").as_resolved_service();
        ServiceEvent::ServiceResolved(Box::new(resolved))
    }

    fn announced(host_key: &[u8; 32]) -> LanMatch {
        LanMatch::new([0; 8], host_key, "x", "Ann", Vec::new())
    }

    fn texts<'a>(game: &'a str, name: &'a str, title: &'a str) -> [(&'a str, &'a str); 5] {
        [
            ("v", "1"),
            ("g", game),
            ("k", "0102030405060708"),
            ("n", name),
            ("t", title),
        ]
    }

    #[test]
    fn an_announcement_is_read_and_what_could_harm_is_left_out() {
        let mut found = Found::default();
        let title = format!("Clash\u{1b}[2J of {}", "ä".repeat(100));
        let event = service("a", &texts("0909090909090909", "Ann\u{202e}", &title));
        assert!(found.take(event.clone()).is_new);
        assert!(!found.take(event).is_new, "nothing new");
        let first = found.in_order().remove(0);
        assert_eq!((first.game, first.id().as_str()), ([9; 8], "09090909"));
        assert_eq!(first.full_id(), "09090909-01020304");
        assert_eq!(first.host, "Ann");
        assert!(first.title.len() <= LAN_TITLE && !first.title.contains('\u{1b}'));
        // a multicast address is never dialed
        assert_eq!(first.addresses, [([192, 168, 1, 20], 4555).into()]);
        let removed = ServiceEvent::ServiceRemoved(SERVICE.to_owned(), format!("a.{SERVICE}"));
        assert!(found.take(removed).is_new);
        assert!(found.in_order().is_empty());
    }

    #[test]
    fn forged_announcements_are_bounded_and_broken_ones_are_passed_over() {
        let mut found = Found::default();
        for broken in [
            &texts("0909", "Ann", "x")[..],
            &texts("nothing of the sort", "Ann", "x")[..],
            &[("v", "2"), ("g", "0909090909090909")][..],
            &[][..],
        ] {
            assert!(!found.take(service("b", broken)).is_new, "{broken:?}");
        }
        for n in 0..1000 {
            let game = format!("{n:016x}");
            found.take(service(&game, &texts(&game, "Eve", "x")));
        }
        assert_eq!(found.in_order().len(), LAN_MATCHES);
    }

    #[test]
    fn a_forger_who_fills_the_list_keeps_no_honest_match_out() {
        let forged = |n: u32, network: u8| {
            let game = format!("{n:016x}");
            let last = u8::try_from(n % 200).expect("small");
            let ip = [192, 168, network, if network == 1 { 66 } else { last }];
            service_at(&game, ip.into(), &texts(&game, "Eve", "x"))
        };
        let honest = |game| service_at(game, [192, 168, 1, 20].into(), &texts(game, "Ann", "y"));
        let is_there = |found: &Found, game: &str| {
            let mut matches = found.in_order().into_iter();
            matches.any(|found| HEXLOWER.encode(&found.game) == game)
        };
        // one address forges first and last; then a forger who names every address of a network
        for network in [1, 2] {
            let mut found = Found::default();
            let (early, late) = ("aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb");
            found.take(honest(early));
            for n in 0..2000 {
                found.take(forged(n, network));
            }
            assert!(found.take(honest(late)).is_new);
            for n in 2000..4000 {
                found.take(forged(n, network));
            }
            assert!(
                is_there(&found, early) && is_there(&found, late),
                "{network}"
            );
            assert_eq!(found.in_order().len(), LAN_MATCHES);
        }
    }

    #[test]
    fn a_key_is_known_by_its_mark() {
        let found = announced(&[1; 32]);
        assert!(found.is_hosted_by(&[1; 32]) && !found.is_hosted_by(&[2; 32]));
    }

    #[test]
    fn a_match_that_only_this_machine_can_reach_is_not_announced() {
        let bound = [SocketAddr::from(([127, 0, 0, 1], 4555))];
        let announced = Announcement::new(announced(&[1; 32]), &bound);
        assert!(announced.expect("no error").is_none());
    }
}
