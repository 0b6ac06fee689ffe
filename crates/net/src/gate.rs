//! The gate for handshakes: limits on callers before anything is computed for them.
//!
//! The first packet of the invited carries a knock ([`KnockKey`]), which nobody else can make. Most places are theirs. Everybody else
//! must prove the own address first (QUIC's Retry), for which nothing is kept here, and shares the few other places.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use protocol::PublicKey;

use crate::invitation::JoinSecret;

/// Handshakes of the invited under way at once above which a source must first show that it can be answered.
const PENDING_UNPROVED: usize = 8;
/// Handshakes of the invited a second above which a source must first show that it can be answered.
const RATE_UNPROVED: usize = 20;
/// Handshakes a minute from one source.
const RATE_OF_SOURCE: usize = 30;
/// Sources remembered of the invited, and as many of strangers; beyond it nobody new is let in until the minute has passed.
const SOURCES: usize = 1024;

/// Bytes of a knock: a nonce, and a keyed hash of it.
pub(crate) const KNOCK: usize = 20;
const NONCE: usize = 8;

/// The key of the first destination connection ids of one kind of callers. To everybody else such an id looks like any
/// random one.
pub(crate) struct KnockKey {
    key: [u8; 32],
    about: Vec<u8>,
}

impl KnockKey {
    /// The key of callers who know the join secret of a match, and call the player with the key `answerer`.
    pub(crate) fn of_the_invited(secret: JoinSecret, game: [u8; 8], answerer: PublicKey) -> Self {
        Self {
            key: blake3::derive_key("warlord knock 1", &secret.0),
            about: [game.as_slice(), &answerer.0].concat(),
        }
    }

    /// The key of players of the same network who ask to be let into a match. Anybody who heard the announcement of the
    /// match has this key: the knock says which match is meant, and proves nothing.
    pub(crate) fn of_askers(game: [u8; 8]) -> Self {
        Self {
            key: blake3::derive_key("warlord asking knock 1", &game),
            about: Vec::new(),
        }
    }

    /// The knock with that nonce.
    pub(crate) fn knock(&self, nonce: [u8; NONCE]) -> [u8; KNOCK] {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        hasher.update(&self.about);
        hasher.update(&nonce);
        let mut knock = [0; KNOCK];
        knock[..NONCE].copy_from_slice(&nonce);
        knock[NONCE..].copy_from_slice(&hasher.finalize().as_bytes()[..KNOCK - NONCE]);
        knock
    }

    /// A knock with a fresh nonce; `None` where the system gives no random bytes.
    pub(crate) fn fresh_knock(&self) -> Option<[u8; KNOCK]> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).ok()?;
        Some(self.knock(nonce))
    }

    /// True if a first destination connection id was made with this key.
    pub(crate) fn fits(&self, id: &[u8]) -> bool {
        let (Some(&nonce), KNOCK) = (id.first_chunk(), id.len()) else {
            return false;
        };
        let expected = self.knock(nonce);
        // every byte is compared, so that the time tells nothing of how many fit
        let differences = expected.iter().zip(id).map(|(a, b)| a ^ b);
        differences.fold(0, |all, difference| all | difference) == 0
    }
}

impl fmt::Debug for KnockKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KnockKey(…)")
    }
}

/// The answer to an attempt to connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Begin the handshake. [`Gate::leave`] must be called when it is over.
    Admit,
    /// Ask the source to prove its address first.
    Prove,
    /// Stay silent.
    Ignore,
}

/// The maker of an attempt to connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) source: SocketAddr,
    /// True if the source is known to be no forgery.
    pub(crate) is_proved: bool,
    /// True if the first packet was a knock.
    pub(crate) is_invited: bool,
}

/// Counts handshakes.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    recent: VecDeque<Instant>,
    invited: Crowd,
    strangers: Crowd,
}

/// The callers of one kind.
#[derive(Debug, Default)]
struct Crowd {
    sources: BTreeMap<Source, Visits>,
    pending: usize,
}

#[derive(Debug, Default)]
struct Visits {
    pending: usize,
    recent: VecDeque<Instant>,
}

/// One IPv4 address; one IPv6 network of 64 bits of the invited, of 48 bits of strangers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Source(u128);

impl Caller {
    fn key(&self) -> Source {
        match self.source.ip().to_canonical() {
            IpAddr::V4(ip) => Source(u128::from(u32::from(ip))),
            IpAddr::V6(ip) => {
                let host = if self.is_invited { 64 } else { 80 };
                Source(u128::from(ip) >> host << host)
            }
        }
    }

    /// Most handshakes under way at once: of all callers of the kind, and of one source.
    const fn places(&self) -> (usize, usize) {
        if self.is_invited { (12, 3) } else { (4, 2) }
    }
}

impl Gate {
    /// Decides on an attempt to connect.
    pub(crate) fn enter(&mut self, now: Instant, caller: Caller) -> Entry {
        self.forget(now);
        let busy = self.invited.pending >= PENDING_UNPROVED || self.recent.len() >= RATE_UNPROVED;
        if self.recent.len() < RATE_UNPROVED {
            self.recent.push_back(now);
        }
        let has_room = self.crowd(caller).has_room(caller);
        if !caller.is_proved && (busy || !caller.is_invited || !has_room) {
            // a forged caller costs no place, and a caller asked for proof may come again
            return Entry::Prove;
        }
        if !has_room {
            return Entry::Ignore;
        }
        self.crowd(caller).enter(now, caller);
        Entry::Admit
    }

    /// A handshake that was admitted is over, whichever way.
    pub(crate) fn leave(&mut self, caller: Caller) {
        let crowd = self.crowd(caller);
        if let Some(visits) = crowd.sources.get_mut(&caller.key()) {
            visits.pending = visits.pending.saturating_sub(1);
        }
        crowd.pending = crowd.pending.saturating_sub(1);
    }

    fn crowd(&mut self, caller: Caller) -> &mut Crowd {
        if caller.is_invited {
            &mut self.invited
        } else {
            &mut self.strangers
        }
    }

    fn forget(&mut self, now: Instant) {
        forget(&mut self.recent, now, 1);
        self.invited.forget(now);
        self.strangers.forget(now);
    }
}

impl Crowd {
    fn has_room(&self, caller: Caller) -> bool {
        let (of_all, of_source) = caller.places();
        self.pending < of_all
            && match self.sources.get(&caller.key()) {
                Some(visits) => visits.pending < of_source && visits.recent.len() < RATE_OF_SOURCE,
                None => self.sources.len() < SOURCES,
            }
    }

    fn enter(&mut self, now: Instant, caller: Caller) {
        let visits = self.sources.entry(caller.key()).or_default();
        visits.pending += 1;
        visits.recent.push_back(now);
        self.pending += 1;
    }

    fn forget(&mut self, now: Instant) {
        self.sources.retain(|_, visits| {
            forget(&mut visits.recent, now, 60);
            visits.pending > 0 || !visits.recent.is_empty()
        });
    }
}

/// Drops what is older than that many seconds.
fn forget(recent: &mut VecDeque<Instant>, now: Instant, seconds: u64) {
    let is_old = |&at: &Instant| now.saturating_duration_since(at) >= Duration::from_secs(seconds);
    while recent.front().is_some_and(is_old) {
        recent.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(source: impl Into<SocketAddr>) -> Caller {
        Caller {
            source: source.into(),
            is_proved: false,
            is_invited: true,
        }
    }

    fn invited(last: u8) -> Caller {
        caller(([192, 0, 2, last], 4000))
    }

    fn stranger(last: u8) -> Caller {
        Caller {
            is_invited: false,
            ..invited(last)
        }
    }

    fn proved(caller: Caller) -> Caller {
        Caller {
            is_proved: true,
            ..caller
        }
    }

    #[test]
    fn one_source_gets_three_handshakes_at_once_and_thirty_a_minute() {
        let mut gate = Gate::default();
        let mut now = Instant::now();
        for _ in 0..3 {
            assert_eq!(gate.enter(now, invited(1)), Entry::Admit);
        }
        assert_eq!(gate.enter(now, proved(invited(1))), Entry::Ignore);
        assert_eq!(gate.enter(now, invited(2)), Entry::Admit);
        for _ in 0..3 {
            gate.leave(invited(1));
        }
        for _ in 3..30 {
            now += Duration::from_secs(1);
            assert_eq!(gate.enter(now, invited(1)), Entry::Admit);
            gate.leave(invited(1));
        }
        assert_eq!(gate.enter(now, proved(invited(1))), Entry::Ignore);
        now += Duration::from_secs(60);
        assert_eq!(gate.enter(now, invited(1)), Entry::Admit);
    }

    #[test]
    fn a_crowd_of_invited_must_prove_its_addresses_and_is_then_kept_to_twelve() {
        let mut gate = Gate::default();
        let now = Instant::now();
        for last in 0..8 {
            assert_eq!(gate.enter(now, invited(last)), Entry::Admit);
        }
        assert_eq!(gate.enter(now, invited(100)), Entry::Prove);
        for last in 8..12 {
            assert_eq!(gate.enter(now, proved(invited(last))), Entry::Admit);
        }
        assert_eq!(gate.enter(now, invited(101)), Entry::Prove);
        assert_eq!(gate.enter(now, proved(invited(101))), Entry::Ignore);
        gate.leave(invited(0));
        assert_eq!(gate.enter(now, proved(invited(101))), Entry::Admit);
    }

    #[test]
    fn strangers_prove_their_addresses_and_take_no_place_of_the_invited() {
        let mut gate = Gate::default();
        let now = Instant::now();
        for last in 0..=255 {
            assert_eq!(gate.enter(now, stranger(last)), Entry::Prove);
            let expected = if last < 4 {
                Entry::Admit
            } else {
                Entry::Ignore
            };
            assert_eq!(gate.enter(now, proved(stranger(last))), expected);
        }
        // so many attempts in this second that all must prove their addresses
        for last in 0..12 {
            assert_eq!(gate.enter(now, proved(invited(last))), Entry::Admit);
        }
    }

    #[test]
    fn forged_first_packets_use_nothing_up_of_the_address_they_name() {
        let mut gate = Gate::default();
        let mut now = Instant::now();
        for _ in 0..600 {
            now += Duration::from_millis(100);
            assert_eq!(gate.enter(now, stranger(1)), Entry::Prove);
        }
        assert_eq!(gate.enter(now, invited(1)), Entry::Admit);
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one_source() {
        let mut gate = Gate::default();
        let now = Instant::now();
        let at =
            |network: u16, host: u16| caller(([0x2001, 0xdb8, 0, network, 0, 0, 0, host], 4000));
        for host in 0..3 {
            assert_eq!(gate.enter(now, at(1, host)), Entry::Admit);
        }
        assert_eq!(gate.enter(now, proved(at(1, 3))), Entry::Ignore);
        assert_eq!(gate.enter(now, at(2, 0)), Entry::Admit);
        let squatter = |network| {
            proved(Caller {
                is_invited: false,
                ..at(network, 0)
            })
        };
        for network in 0..2 {
            assert_eq!(gate.enter(now, squatter(network)), Entry::Admit);
        }
        assert_eq!(gate.enter(now, squatter(2)), Entry::Ignore);
    }

    #[test]
    fn what_is_remembered_of_strangers_is_bounded() {
        let mut gate = Gate::default();
        let now = Instant::now();
        for n in 0..5_000_u32 {
            let address = (std::net::Ipv4Addr::from(n), 4000);
            for is_invited in [false, true] {
                let caller = Caller {
                    is_invited,
                    ..proved(caller(address))
                };
                if gate.enter(now, caller) == Entry::Admit {
                    gate.leave(caller);
                }
            }
        }
        assert!(gate.strangers.sources.len() <= SOURCES);
        assert!(gate.invited.sources.len() <= SOURCES && gate.recent.len() <= SOURCES);
    }

    #[test]
    fn only_the_join_secret_of_that_match_makes_a_knock() {
        let (secret, game, host) = (JoinSecret([7; 10]), [9; 8], PublicKey([5; 32]));
        let key = KnockKey::of_the_invited(secret, game, host);
        let id = key.knock([1; NONCE]);
        assert!(key.fits(&id));
        let others = [
            KnockKey::of_the_invited(JoinSecret([8; 10]), game, host),
            KnockKey::of_the_invited(secret, [8; 8], host),
            KnockKey::of_the_invited(secret, game, PublicKey([6; 32])),
            KnockKey::of_askers(game),
        ];
        assert!(others.iter().all(|other| !other.fits(&id)));
        for at in 0..KNOCK {
            let mut other = id;
            other[at] ^= 1;
            assert!(!key.fits(&other), "{at}");
            assert!(!key.fits(&id[..at]), "{at}");
        }
    }
}
