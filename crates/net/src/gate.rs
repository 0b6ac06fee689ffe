//! Limits on strangers who begin a handshake, checked before anything is computed for them.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

/// Handshakes under way at once, over all sources.
const PENDING: usize = 16;
/// Handshakes under way at once above which a source must first prove its address.
const PENDING_UNPROVED: usize = 8;
/// Handshakes a second above which a source must first prove its address.
const RATE_UNPROVED: usize = 20;
/// Handshakes under way at once from one source.
const PENDING_OF_SOURCE: usize = 3;
/// Handshakes a minute from one source.
const RATE_OF_SOURCE: usize = 30;
/// Sources remembered; beyond this number no new source is admitted until the minute has passed.
const SOURCES: usize = 1024;

/// The answer to an attempt to connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Begin the handshake. [`Gate::leave`] must be called after the handshake.
    Admit,
    /// Ask the source to prove its address first.
    Prove,
    /// Stay silent.
    Ignore,
}

/// Counts handshakes under way and handshakes of late, per source.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    recent: VecDeque<Instant>,
    sources: BTreeMap<Source, Visits>,
    pending: usize,
}

#[derive(Debug, Default)]
struct Visits {
    pending: usize,
    recent: VecDeque<Instant>,
}

/// The source of a handshake: an IPv4 address, or an IPv6 network of 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Source(u128);

impl Source {
    fn of(address: SocketAddr) -> Self {
        match address.ip().to_canonical() {
            IpAddr::V4(ip) => Self(u128::from(u32::from(ip))),
            IpAddr::V6(ip) => Self(u128::from(ip) >> 64 << 64),
        }
    }
}

impl Gate {
    /// Decides on an attempt from `source`.
    pub(crate) fn enter(&mut self, now: Instant, source: SocketAddr, proved: bool) -> Entry {
        self.forget(now);
        let full = self.sources.len() >= SOURCES;
        let source = Source::of(source);
        if self.pending >= PENDING || (full && !self.sources.contains_key(&source)) {
            return Entry::Ignore;
        }
        let busy = self.pending > PENDING_UNPROVED || self.recent.len() >= RATE_UNPROVED;
        if self.recent.len() < RATE_UNPROVED {
            self.recent.push_back(now);
        }
        if busy && !proved {
            return Entry::Prove;
        }
        let visits = self.sources.entry(source).or_default();
        if visits.pending >= PENDING_OF_SOURCE || visits.recent.len() >= RATE_OF_SOURCE {
            return Entry::Ignore;
        }
        visits.pending += 1;
        visits.recent.push_back(now);
        self.pending += 1;
        Entry::Admit
    }

    /// Notes that an admitted handshake is over, with success or without.
    pub(crate) fn leave(&mut self, source: SocketAddr) {
        if let Some(visits) = self.sources.get_mut(&Source::of(source)) {
            visits.pending = visits.pending.saturating_sub(1);
        }
        self.pending = self.pending.saturating_sub(1);
    }

    fn forget(&mut self, now: Instant) {
        while self
            .recent
            .front()
            .is_some_and(|&at| !is_within(at, now, 1))
        {
            self.recent.pop_front();
        }
        self.sources.retain(|_, visits| {
            while visits
                .recent
                .front()
                .is_some_and(|&at| !is_within(at, now, 60))
            {
                visits.recent.pop_front();
            }
            visits.pending > 0 || !visits.recent.is_empty()
        });
    }
}

fn is_within(at: Instant, now: Instant, seconds: u64) -> bool {
    now.saturating_duration_since(at) < Duration::from_secs(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(last: u8) -> SocketAddr {
        SocketAddr::from(([192, 0, 2, last], 4000))
    }

    #[test]
    fn one_source_gets_three_handshakes_at_once_and_thirty_a_minute() {
        let mut gate = Gate::default();
        let mut now = Instant::now();
        for _ in 0..3 {
            assert_eq!(gate.enter(now, source(1), false), Entry::Admit);
        }
        assert_eq!(gate.enter(now, source(1), false), Entry::Ignore);
        assert_eq!(gate.enter(now, source(2), false), Entry::Admit);
        for _ in 0..3 {
            gate.leave(source(1));
        }
        for _ in 3..30 {
            now += Duration::from_secs(1);
            assert_eq!(gate.enter(now, source(1), false), Entry::Admit);
            gate.leave(source(1));
        }
        assert_eq!(gate.enter(now, source(1), false), Entry::Ignore);
        now += Duration::from_secs(60);
        assert_eq!(gate.enter(now, source(1), false), Entry::Admit);
    }

    #[test]
    fn a_crowd_must_prove_its_addresses_and_is_then_kept_to_sixteen() {
        let mut gate = Gate::default();
        let now = Instant::now();
        for last in 0..9 {
            assert_eq!(gate.enter(now, source(last), false), Entry::Admit);
        }
        assert_eq!(gate.enter(now, source(100), false), Entry::Prove);
        for last in 9..16 {
            assert_eq!(gate.enter(now, source(last), true), Entry::Admit);
        }
        assert_eq!(gate.enter(now, source(101), true), Entry::Ignore);
        gate.leave(source(0));
        assert_eq!(gate.enter(now, source(101), true), Entry::Admit);
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one_source() {
        let mut gate = Gate::default();
        let now = Instant::now();
        let at = |host: u16| SocketAddr::from(([0x2001, 0xdb8, 0, 1, 0, 0, 0, host], 4000));
        for host in 0..3 {
            assert_eq!(gate.enter(now, at(host), false), Entry::Admit);
        }
        assert_eq!(gate.enter(now, at(3), false), Entry::Ignore);
    }

    #[test]
    fn what_is_remembered_of_strangers_is_bounded() {
        let mut gate = Gate::default();
        let now = Instant::now();
        for n in 0..100_000_u32 {
            let address = SocketAddr::from((std::net::Ipv4Addr::from(n), 4000));
            if gate.enter(now, address, true) == Entry::Admit {
                gate.leave(address);
            }
        }
        assert!(gate.sources.len() <= SOURCES && gate.recent.len() <= SOURCES);
    }
}
