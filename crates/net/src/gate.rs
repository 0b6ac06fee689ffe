//! The gate for handshakes: limits on callers before anything is computed for them.
//!
//! The first packet of the invited carries a knock ([`reach::knock`]), which nobody else can make. Most places are
//! theirs. Everybody else must prove its own address first (QUIC's Retry), for which nothing is kept here, and shares
//! the few other places.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

/// Handshakes of the invited under way at once above which a source must first show that it can be answered.
/// Below it the guest saves the round trip that the proof costs; above it somebody is trying (threat 17).
const PENDING_UNPROVED: usize = 8;
/// Handshakes of the invited a second above which a source must first show that it can be answered.
const RATE_UNPROVED: usize = 20;
/// Handshakes a minute from one source, above which it is hasty.
const RATE_OF_SOURCE: usize = 30;
/// Handshakes a second from all hasty sources of the invited together. An honest guest may share a source with a hasty
/// caller.
const RATE_OF_HASTY: usize = 100;
/// Handshakes of the invited under way at once. A caller who comes then takes the place of another, so that beginning
/// many and ending none keeps nobody out.
const INVITED: usize = 32;
/// Handshakes of strangers under way at once: of all, and of one source. A caller who comes when there are that many
/// takes the place of another here too, so that whoever holds all places keeps no player of the same network from
/// asking.
const STRANGERS: (usize, usize) = (8, 2);
/// Sources remembered of the invited, and as many of strangers; beyond it nobody new is let in until the minute has passed.
/// At most 30 times are kept of each, so that both crowds together take about a megabyte, whatever is sent.
const SOURCES: usize = 1024;

/// The answer to an attempt to connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Begin the handshake. [`Gate::leave`] must be called with the place when it is over.
    Admit {
        place: Place,
        /// The handshake that gives up its place, if none was free: the oldest of the source that has most. An honest
        /// handshake is over after a round trip or two.
        instead_of: Option<Place>,
    },
    /// Ask the source to prove its address first.
    Prove,
    Ignore,
}

/// The place of a handshake that was admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(u64);

/// The maker of an attempt to connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) source: SocketAddr,
    /// True if the source is known to be no forgery.
    pub(crate) is_proved: bool,
    /// True if the first packet was a knock.
    pub(crate) is_invited: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Gate {
    recent: VecDeque<Instant>,
    /// Handshakes from hasty sources.
    hasty: VecDeque<Instant>,
    given: u64,
    invited: Crowd,
    strangers: Crowd,
}

/// The callers of one kind.
#[derive(Debug, Default)]
struct Crowd {
    sources: BTreeMap<Source, VecDeque<Instant>>,
    /// The handshakes that are not over yet, the oldest first.
    pending: VecDeque<(Place, Source)>,
}

/// One IPv4 address; one IPv6 network of 64 bits of the invited, of 48 bits of strangers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Source(u128);

impl Caller {
    fn key(&self) -> Source {
        match self.source.ip().to_canonical() {
            IpAddr::V4(ip) => Source(u128::from(u32::from(ip))),
            IpAddr::V6(ip) => {
                // a home has a network of 64 bits; whoever rents a server often has one of 48, and a stranger could call
                // from each of its 65,536 networks
                let host = if self.is_invited { 64 } else { 80 };
                Source(u128::from(ip) >> host << host)
            }
        }
    }
}

impl Gate {
    /// Decides on an attempt to connect.
    pub(crate) fn enter(&mut self, now: Instant, caller: Caller) -> Entry {
        // the past first: every count below is of a second or a minute
        self.forget(now);
        let busy =
            self.invited.pending.len() >= PENDING_UNPROVED || self.recent.len() >= RATE_UNPROVED;
        // counted only up to the rate: a flood would else make the list as long as it pleases, and the answer is the
        // same from here on
        if self.recent.len() < RATE_UNPROVED {
            self.recent.push_back(now);
        }
        if !caller.is_proved && (busy || !caller.is_invited) {
            // a forged caller costs no place, and a caller asked for proof may come again
            return Entry::Prove;
        }
        let source = caller.key();
        let is_hasty = self.crowd(caller).is_hasty(source);
        // a stranger who is hasty gets nothing, since there are neighbors to let in; of the invited some guest may share
        // the address of a hasty one, as behind a provider's NAT, so that all hasty ones together have a budget instead
        let has_room = match caller.is_invited {
            true => !is_hasty || self.hasty.len() < RATE_OF_HASTY,
            false => !is_hasty && self.strangers.count(source) < STRANGERS.1,
        };
        // hasty, so the address must at least be its own: a forger must not use up a guest's budget
        if is_hasty && !caller.is_proved {
            return Entry::Prove;
        }
        // silence rather than a refusal: a refusal costs a packet, and a caller that is honest tries again by itself
        if !has_room || !self.crowd(caller).knows(source) {
            return Entry::Ignore;
        }
        if is_hasty {
            self.hasty.push_back(now);
        }
        self.given += 1;
        let place = Place(self.given);
        let most = match caller.is_invited {
            true => INVITED,
            false => STRANGERS.0,
        };
        let crowd = self.crowd(caller);
        // full is no reason to refuse: somebody who begins handshakes and never ends them would keep all others out
        let is_full = crowd.pending.len() >= most;
        let instead_of = is_full.then(|| crowd.give_up()).flatten();
        crowd.pending.push_back((place, source));
        // remembered after the handshake ends: the rate counts beginnings, not places
        crowd.sources.entry(source).or_default().push_back(now);
        Entry::Admit { place, instead_of }
    }

    /// A handshake that was admitted is over, successful or not.
    pub(crate) fn leave(&mut self, place: Place) {
        // the place may be gone already, given up to another
        for crowd in [&mut self.invited, &mut self.strangers] {
            crowd.pending.retain(|(other, _)| *other != place);
        }
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
        forget(&mut self.hasty, now, 1);
        self.invited.forget(now);
        self.strangers.forget(now);
    }
}

impl Crowd {
    /// True if the source has called too often in the last minute.
    fn is_hasty(&self, source: Source) -> bool {
        let recent = self.sources.get(&source);
        recent.is_some_and(|recent| recent.len() >= RATE_OF_SOURCE)
    }

    /// True if the source is remembered, or can be.
    fn knows(&self, source: Source) -> bool {
        self.sources.len() < SOURCES || self.sources.contains_key(&source)
    }

    fn count(&self, source: Source) -> usize {
        self.pending.iter().filter(|(_, by)| *by == source).count()
    }

    /// Takes the place of the oldest handshake of the source that has most of them.
    fn give_up(&mut self) -> Option<Place> {
        // the oldest: an honest handshake is over after a round trip or two, so one that has been here long is idle
        let most = self.pending.iter().map(|(_, by)| self.count(*by)).max()?;
        let at = (0..self.pending.len()).find(|&at| self.count(self.pending[at].1) == most)?;
        self.pending.remove(at).map(|(place, _)| place)
    }

    fn forget(&mut self, now: Instant) {
        let pending = &self.pending;
        self.sources.retain(|source, recent| {
            forget(recent, now, 60);
            // the memory of one source is bounded
            let over = recent.len().saturating_sub(RATE_OF_SOURCE);
            recent.drain(..over);
            // a source with a handshake under way must still be counted when its minute has passed
            !recent.is_empty() || pending.iter().any(|(_, by)| by == source)
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

    /// The places of the callers who are let in.
    fn admitted(entry: Entry) -> (Place, Option<Place>) {
        match entry {
            Entry::Admit { place, instead_of } => (place, instead_of),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_source_that_calls_all_the_time_must_prove_its_address_and_has_a_hundred_a_second() {
        let mut gate = Gate::default();
        let mut now = Instant::now();
        for _ in 0..30 {
            now += Duration::from_secs(1);
            let (place, _) = admitted(gate.enter(now, invited(1)));
            gate.leave(place);
        }
        assert_eq!(gate.enter(now, invited(1)), Entry::Prove);
        for _ in 0..100 {
            let (place, _) = admitted(gate.enter(now, proved(invited(1))));
            gate.leave(place);
        }
        assert_eq!(gate.enter(now, proved(invited(1))), Entry::Ignore);
        admitted(gate.enter(now, proved(invited(2))));
        now += Duration::from_secs(1);
        admitted(gate.enter(now, proved(invited(1))));
        now += Duration::from_secs(60);
        admitted(gate.enter(now, invited(1)));
    }

    #[test]
    fn a_crowd_of_invited_must_prove_its_addresses_and_ever_gives_way_to_who_comes() {
        let mut gate = Gate::default();
        let now = Instant::now();
        let first = admitted(gate.enter(now, invited(0))).0;
        for last in 1..8 {
            admitted(gate.enter(now, invited(last)));
        }
        assert_eq!(gate.enter(now, invited(100)), Entry::Prove);
        for last in 8..32 {
            assert_eq!(admitted(gate.enter(now, proved(invited(last)))).1, None);
        }
        assert_eq!(gate.enter(now, invited(101)), Entry::Prove);
        let (guest, instead_of) = admitted(gate.enter(now, proved(invited(101))));
        assert_eq!(instead_of, Some(first));
        assert_eq!(gate.invited.pending.len(), 32);
        gate.leave(guest);
        assert_eq!(admitted(gate.enter(now, proved(invited(102)))).1, None);
    }

    #[test]
    fn two_hundred_handshakes_that_nobody_ends_leave_the_guest_a_place_for_its_round_trip() {
        for sources in [1, 12, 200] {
            let mut gate = Gate::default();
            let mut now = Instant::now();
            let squatter = |n: u32| proved(invited(u8::try_from(n % sources).expect("small")));
            let mut guest = None;
            for n in 0..400 {
                now += Duration::from_millis(10);
                let squats = gate.enter(now, squatter(n));
                let Entry::Admit { instead_of, .. } = squats else {
                    panic!("{sources} sources: {squats:?}");
                };
                if guest.is_some() {
                    assert_ne!(guest, instead_of, "{sources} sources");
                }
                if n == 200 {
                    guest = Some(admitted(gate.enter(now, proved(invited(250)))).0);
                }
                if n == 220 {
                    // a fifth of a second is a long round trip
                    guest.take().map(|guest| gate.leave(guest)).expect("there");
                }
            }
        }
    }

    #[test]
    fn strangers_prove_their_addresses_and_take_no_place_of_the_invited() {
        let mut gate = Gate::default();
        let now = Instant::now();
        for last in 0..=255 {
            assert_eq!(gate.enter(now, stranger(last)), Entry::Prove);
            let instead_of = admitted(gate.enter(now, proved(stranger(last)))).1;
            assert_eq!(instead_of.is_some(), last >= 8);
        }
        assert_eq!(gate.strangers.pending.len(), 8);
        // that many attempts in this second that all must prove their addresses
        for last in 0..12 {
            admitted(gate.enter(now, proved(invited(last))));
        }
    }

    #[test]
    fn strangers_who_hold_all_places_leave_one_to_who_asks_for_a_round_trip() {
        for sources in 1..=6 {
            let mut gate = Gate::default();
            let mut now = Instant::now();
            let squat = |gate: &mut Gate, now, n: u32| {
                let last = u8::try_from(n % sources).expect("small");
                match gate.enter(now, proved(stranger(last))) {
                    Entry::Admit { instead_of, .. } => instead_of,
                    _ => None,
                }
            };
            for n in 0..100 {
                now += Duration::from_millis(10);
                squat(&mut gate, now, n);
            }
            let asker = admitted(gate.enter(now, proved(stranger(250)))).0;
            for n in 0..10 {
                now += Duration::from_millis(1);
                assert_ne!(squat(&mut gate, now, n), Some(asker), "{sources} sources");
            }
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
        admitted(gate.enter(now, invited(1)));
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one_source() {
        let mut gate = Gate::default();
        let now = Instant::now();
        let at =
            |network: u16, host: u16| caller(([0x2001, 0xdb8, 0, network, 0, 0, 0, host], 4000));
        let squats = admitted(gate.enter(now, at(2, 0))).0;
        for host in 1..40 {
            // the network that has most gives way, not the other one
            let (_, instead_of) = admitted(gate.enter(now, proved(at(1, host))));
            assert!(instead_of.is_none_or(|place| place != squats));
        }
        let squatter = |network| {
            proved(Caller {
                is_invited: false,
                ..at(network, 0)
            })
        };
        for network in 0..2 {
            admitted(gate.enter(now, squatter(network)));
        }
        assert_eq!(gate.enter(now, squatter(2)), Entry::Ignore);
    }

    #[test]
    fn the_memory_of_strangers_is_bounded() {
        let mut gate = Gate::default();
        let now = Instant::now();
        for n in 0..5_000_u32 {
            let address = (std::net::Ipv4Addr::from(n), 4000);
            for is_invited in [false, true] {
                let caller = Caller {
                    is_invited,
                    ..proved(caller(address))
                };
                if let Entry::Admit { place, .. } = gate.enter(now, caller) {
                    gate.leave(place);
                }
            }
        }
        assert!(gate.strangers.sources.len() <= SOURCES);
        assert!(gate.invited.sources.len() <= SOURCES && gate.recent.len() <= SOURCES);
        for _ in 0..500 {
            let entry = gate.enter(now, proved(invited(1)));
            if let Entry::Admit { place, .. } = entry {
                gate.leave(place);
            }
        }
        gate.forget(now);
        let mut sources = gate.invited.sources.values();
        assert!(sources.all(|recent| recent.len() <= RATE_OF_SOURCE));
    }
}
