//! Matches over bad lines: losses, cuts, and addresses that change. The players do nothing about it.

use std::net::SocketAddr;
use std::time::Duration;

use crate::relay::{Relay, Weather};
use crate::table::{Table, autoplay, found_at, offer, patience, turns};
use home::Invitation;
use net::limits::Limits;
use net::{Command, Happening, LineState, MatchHandle};
use tokio::task::{JoinHandle, JoinSet};

/// Limits with which both sides notice a dead line soon.
fn impatient() -> Limits {
    Limits {
        slow: Duration::from_millis(2500),
        lost: Duration::from_secs(3),
        ..Limits::default()
    }
}

/// A match whose guest comes through a relay.
struct Bridge {
    table: Table,
    host: MatchHandle,
    guest: MatchHandle,
    relay: Relay,
    playing: [JoinHandle<()>; 2],
}

impl Bridge {
    async fn open(scenario: &str, turns: u32, weather: Weather, limits: Limits) -> Self {
        Self::open_with(scenario, turns, weather, limits, Vec::new()).await
    }

    /// With other addresses in the invitation, before the one that leads to the host.
    async fn open_with(
        scenario: &str,
        turns: u32,
        weather: Weather,
        limits: Limits,
        mut candidates: Vec<SocketAddr>,
    ) -> Self {
        let table = Table::new();
        let listen = vec!["127.0.0.1:0".parse().expect("an address")];
        let mut config = table.host_config(offer(scenario, turns), listen.clone());
        config.limits = limits;
        let host = net::host(config).expect("a host");
        let invitation = host
            .snapshot()
            .meeting
            .invitation
            .as_deref()
            .cloned()
            .expect("an invitation");
        let relay = Relay::to(invitation.addresses.candidates[0], weather).await;
        candidates.push(relay.address());
        let through = Invitation {
            addresses: found_at(candidates),
            ..invitation
        };
        let mut config = table.join_config(&through);
        config.limits = limits;
        config.listen = listen;
        let guest = net::join(config).expect("a guest");
        let playing = [
            tokio::spawn(autoplay(host.clone(), 1)),
            tokio::spawn(autoplay(guest.clone(), 2)),
        ];
        Self {
            table,
            host,
            guest,
            relay,
            playing,
        }
    }

    async fn until_turn(&mut self, number: usize) {
        patience(self.host.wait_for(|snapshot| turns(snapshot) >= number)).await;
    }

    async fn until_lost(&mut self) {
        let is_lost = |line: &LineState| matches!(line, LineState::Lost { .. });
        patience(self.host.wait_for(|snapshot| is_lost(&snapshot.line))).await;
        patience(self.guest.wait_for(|snapshot| is_lost(&snapshot.line))).await;
    }

    /// Both play to the end. Returns the number of times that each side lost the line.
    async fn finish(self) -> [usize; 2] {
        for playing in self.playing {
            patience(playing).await.expect("no panic");
        }
        for handle in [&self.host, &self.guest] {
            let snapshot = handle.snapshot();
            assert_eq!(
                snapshot.played.verdict.as_deref(),
                Some("COMPLETE"),
                "{:?}",
                snapshot.messages.error
            );
        }
        assert_eq!(self.table.file(&self.host), self.table.file(&self.guest));
        [&self.host, &self.guest].map(|handle| {
            let mut events = handle.events();
            let mut losses = 0;
            while let Some(happening) = events.try_next() {
                losses += usize::from(matches!(happening, Happening::Line(LineState::Lost { .. })));
            }
            losses
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_survive_loss_delay_and_disorder() {
    let mut matches = JoinSet::new();
    for seed in 1..=8 {
        let weather = Weather {
            seed,
            lost: 100,
            delay: Duration::from_millis(10),
            is_cut: false,
        };
        matches.spawn(async move {
            let bridge = Bridge::open("test-of-wills", 20, weather, Limits::default()).await;
            (seed, bridge.finish().await)
        });
    }
    for (seed, losses) in matches.join_all().await {
        assert_eq!(losses, [0, 0], "seed {seed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_cut_again_and_again_is_dialed_again_and_the_match_continues() {
    let mut bridge = Bridge::open("clash-of-arms", 80, Weather::default(), impatient()).await;
    for cut in 1..=3 {
        bridge.until_turn(cut * 5).await;
        bridge.relay.set(Weather {
            is_cut: true,
            ..Weather::default()
        });
        bridge.until_lost().await;
        bridge.relay.set(Weather::default());
    }
    let losses = bridge.finish().await;
    assert!(losses.iter().all(|&losses| losses >= 3), "{losses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guest_may_get_another_address_and_nobody_notices() {
    let slow = Weather {
        delay: Duration::from_millis(5),
        ..Weather::default()
    };
    let mut bridge = Bridge::open("clash-of-arms", 40, slow, Limits::default()).await;
    for moves in 1..=3 {
        bridge.until_turn(moves * 10).await;
        bridge.relay.move_guest().await;
    }
    assert_eq!(bridge.finish().await, [0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_gets_another_address_dials_the_guest() {
    let mut bridge = Bridge::open("clash-of-arms", 80, Weather::default(), impatient()).await;
    bridge.until_turn(10).await;
    bridge.relay.move_host().await;
    // the side that notices first dials, perhaps before the other side has noticed
    let losses = bridge.finish().await;
    assert!(losses.iter().any(|&losses| losses >= 1), "{losses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_outlives_another_one_that_the_host_opens_at_its_address() {
    let mut bridge = Bridge::open("clash-of-arms", 80, Weather::default(), impatient()).await;
    bridge.until_turn(5).await;
    let listen = vec!["127.0.0.1:0".parse().expect("an address")];
    let other = bridge.table.host(offer("clash-of-arms", 2), listen);
    let invitation = other
        .snapshot()
        .meeting
        .invitation
        .clone()
        .expect("an invitation");
    let first = bridge.relay.lead_to(invitation.addresses.candidates[0]);
    let is_told = |notes: &[String]| notes.iter().any(|note| note.contains("another match"));
    let told = bridge
        .guest
        .wait_for(|snapshot| is_told(&snapshot.messages.notes) || snapshot.ended);
    let snapshot = patience(told).await;
    assert_eq!(snapshot.messages.error, None);
    bridge.relay.lead_to(first);
    bridge.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_peer_is_dialed_where_it_was_met_and_at_once_when_the_user_asks() {
    let stranger = std::net::UdpSocket::bind("127.0.0.1:0").expect("a socket");
    stranger.set_nonblocking(true).expect("a socket");
    let is_heard = || stranger.recv(&mut [0; 2048]).is_ok();
    // after the first attempts there is another one only if somebody asks
    const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(3600)];
    let rarely = Limits {
        handshake: Duration::from_secs(1),
        pauses: &PAUSES,
        ..impatient()
    };
    let others = vec![stranger.local_addr().expect("bound")];
    let weather = Weather::default();
    let mut bridge = Bridge::open_with("clash-of-arms", 80, weather, rarely, others).await;
    bridge.until_turn(5).await;
    while is_heard() {}
    bridge.relay.set(Weather {
        is_cut: true,
        ..weather
    });
    bridge.until_lost().await;
    patience(bridge.relay.until_quiet(Duration::from_secs(2))).await;
    assert!(!is_heard(), "a stranger is dialed after the meeting");
    bridge.relay.set(weather);
    bridge.guest.send(Command::Dial);
    let losses = bridge.finish().await;
    assert!(losses.iter().all(|&losses| losses >= 1), "{losses:?}");
}
