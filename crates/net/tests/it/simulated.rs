//! Matches over a network inside the process, under a paused clock: what takes minutes takes as long as its computing. A seed is
//! that of the weather's dice; a seed that once found a fault stays in its list.

use std::net::SocketAddr;
use std::time::Duration;

use home::{Invitation, JoinSecret, Player};
use net::testing::{Caller, Machine, Network, SimulatedSocket, Weather};
use net::{Command, Happening, LineState, MatchHandle, ResumeConfig};
use reach::Addresses;
use rules::testing::depth::{deep, sample};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::table::{Table, autoplay, found_at, offer, turns};

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A line of 50 ms there and back.
pub(crate) const CALM: Weather = Weather {
    lost: 0,
    doubled: 0,
    delay: ms(25),
    disorder: Duration::ZERO,
};
/// A bad line: in a hundred datagrams ten are lost and five come twice, and many overtake others.
pub(crate) const STORM: Weather = Weather {
    lost: 100,
    doubled: 50,
    delay: ms(20),
    disorder: ms(30),
};

/// Waits no longer than a match of this size takes on the worst of these lines.
pub(crate) async fn within_minutes<T>(work: impl Future<Output = T>) -> T {
    let work = timeout(Duration::from_secs(1800), work);
    work.await.expect("in half an hour of the paused clock")
}

/// Ann hosts and Bob joins, each on a machine of the same network.
struct Scene {
    table: Table,
    network: Network,
    ann: Machine,
    bob: Machine,
    host: MatchHandle,
    guest: MatchHandle,
    playing: Vec<JoinHandle<()>>,
}

impl Scene {
    fn open(seed: u64, weather: Weather, turns: u32) -> Self {
        let (table, network, machines, host) = Self::host(seed, weather, turns);
        Self::join(table, network, machines, host)
    }

    /// Bob joins that much later.
    async fn open_late(seed: u64, weather: Weather, turns: u32, later: Duration) -> Self {
        let (table, network, machines, host) = Self::host(seed, weather, turns);
        sleep(later).await;
        Self::join(table, network, machines, host)
    }

    fn host(
        seed: u64,
        weather: Weather,
        turns: u32,
    ) -> (Table, Network, [Machine; 2], MatchHandle) {
        let network = Network::new(seed, weather);
        let machines = [(); 2].map(|()| network.machine());
        let table = Table::new();
        let host = machines[0].host(table.host_config(offer("test-of-wills", turns), Vec::new()));
        (table, network, machines, host.expect("a host"))
    }

    /// Bob joins the match that Ann hosts.
    fn join(table: Table, network: Network, [ann, bob]: [Machine; 2], host: MatchHandle) -> Self {
        let guest = bob.join(table.join_config(&invitation(&host)));
        Self {
            table,
            network,
            ann,
            bob,
            host,
            guest: guest.expect("a guest"),
            playing: Vec::new(),
        }
    }

    /// Has the computer play both sides from now on.
    fn play(mut self) -> Self {
        self.playing = vec![
            tokio::spawn(autoplay(self.host.clone(), 1)),
            tokio::spawn(autoplay(self.guest.clone(), 2)),
        ];
        self
    }

    /// Both leave, and their sockets are closed.
    async fn leave(&mut self) {
        for handle in [&mut self.host, &mut self.guest] {
            handle.send(Command::Leave);
            within_minutes(handle.wait_for(|snapshot| snapshot.ended)).await;
        }
        for playing in self.playing.drain(..) {
            within_minutes(playing).await.expect("no panic");
        }
        // the connections that were closed still hold the sockets, and a match that finds its port taken takes another one
        sleep(Duration::from_secs(10)).await;
    }

    /// Both resume the match at the same moment.
    fn resume(&mut self) {
        let files = [&self.host, &self.guest].map(|handle| handle.snapshot().file.clone());
        let [here, there] = files;
        let host = ResumeConfig::new(self.table.host_home(), here);
        let guest = ResumeConfig::new(self.table.guest_home(), there);
        self.host = self.ann.resume(host).expect("taken up");
        self.guest = self.bob.resume(guest).expect("taken up");
    }

    async fn until_turn(&mut self, number: usize) {
        within_minutes(self.host.wait_for(|snapshot| turns(snapshot) >= number)).await;
    }

    /// Both play to the end. Returns the number of times that each side lost the line.
    async fn finish(self) -> [usize; 2] {
        let played = async {
            for playing in self.playing {
                playing.await.expect("no panic");
            }
        };
        let played = timeout(Duration::from_secs(1800), played).await;
        let state = |handle: &MatchHandle| {
            let snapshot = handle.snapshot();
            let (line, turns) = (snapshot.line, turns(&snapshot));
            let undecided = (
                snapshot.deciding.to_decide.clone(),
                snapshot.deciding.awaited.clone(),
            );
            format!(
                "{line:?}, {turns} turns, {undecided:?}, {:?}",
                snapshot.messages.notes
            )
        };
        let states = [&self.host, &self.guest].map(state);
        assert!(played.is_ok(), "not played in half an hour: {states:#?}");
        for handle in [&self.host, &self.guest] {
            let snapshot = handle.snapshot();
            let (verdict, error) = (snapshot.played.verdict.as_deref(), &snapshot.messages.error);
            assert_eq!((verdict, error), (Some("COMPLETE"), &None));
        }
        assert_eq!(self.table.file(&self.host), self.table.file(&self.guest));
        [&self.host, &self.guest].map(losses)
    }
}

fn invitation(host: &MatchHandle) -> Invitation {
    let invitation = host.snapshot().meeting.invitation.as_deref().cloned();
    invitation.expect("an invitation")
}

/// The number of times a side has lost the line.
fn losses(handle: &MatchHandle) -> usize {
    let mut events = handle.events();
    let told = std::iter::from_fn(|| events.try_next());
    told.filter(|told| matches!(told, Happening::Line(LineState::Lost { .. })))
        .count()
}

#[tokio::test(start_paused = true)]
async fn matches_survive_loss_delay_doubling_and_disorder() {
    for seed in 1..=12 {
        let scene = Scene::open(seed, STORM, 16).play();
        assert_eq!(scene.finish().await, [0, 0], "seed {seed}");
    }
}

#[tokio::test(start_paused = true)]
async fn matches_survive_a_line_on_which_every_third_datagram_is_lost() {
    for seed in 1..=4 {
        let weather = Weather { lost: 333, ..STORM };
        Scene::open(seed, weather, 8).play().finish().await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_line_is_up_and_the_board_is_there_within_two_round_trips() {
    let begun = Instant::now();
    let mut scene = Scene::open(
        1,
        Weather {
            delay: ms(100),
            ..CALM
        },
        2,
    );
    let is_up = |line: &LineState| matches!(line, LineState::Up);
    within_minutes(scene.guest.wait_for(|snapshot| is_up(&snapshot.line))).await;
    let line = begun.elapsed();
    for handle in [&mut scene.host, &mut scene.guest] {
        within_minutes(handle.wait_for(|snapshot| snapshot.played.position.is_some())).await;
    }
    let board = begun.elapsed();
    assert!(line <= 2 * ms(200) + ms(10), "a line after {line:?}");
    assert!(board <= 2 * ms(200) + ms(10), "the board after {board:?}");
}

#[tokio::test(start_paused = true)]
async fn both_sides_that_dial_at_the_same_moment_keep_one_line() {
    for seed in 1..=8 {
        let weather = Weather {
            disorder: ms(5 * seed),
            ..CALM
        };
        let mut scene = Scene::open(seed, weather, 12).play();
        scene.until_turn(3).await;
        scene.leave().await;
        scene.resume();
        let losses = scene.play().finish().await;
        assert_eq!(losses, [0, 0], "seed {seed}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_whose_port_is_taken_is_taken_up_at_another_one_of_the_same_machine() {
    let mut scene = Scene::open(1, CALM, 6).play();
    scene.until_turn(2).await;
    scene.leave().await;
    let taken = scene.ann.socket().expect("a socket");
    let port_of_the_match = invitation(&scene.host).addresses.candidates[0].port();
    assert_eq!(taken.outside().port(), port_of_the_match);
    let sent = scene.ann.sent();
    scene.resume();
    let ann = scene.ann.clone();
    scene.play().finish().await;
    assert!(
        ann.sent().datagrams > sent.datagrams,
        "by the machine's own sockets"
    );
}

#[tokio::test(start_paused = true)]
async fn after_a_cut_of_about_ten_seconds_the_line_is_back_within_a_second_and_two_round_trips() {
    for seed in 1..=deep(4, 12, 2000) {
        // the two programs look at their lines at different times
        let later = ms(137 * seed % 500);
        let mut scene = Scene::open_late(seed, CALM, 1000, later).await.play();
        scene.until_turn(5).await;
        // at other moments of a turn, and of the transport's own attempts, which become rarer and rarer
        sleep(ms(13 * seed % 599)).await;
        scene.ann.cut();
        sleep(ms(7000 + 350 * seed % 4201)).await;
        let before = turns(&scene.host.snapshot());
        scene.ann.heal();
        let healed = Instant::now();
        scene.until_turn(before + 1).await;
        let back = healed.elapsed();
        // a turn that is decided takes half a round trip more
        let limit = Duration::from_secs(1) + 2 * ms(50) + ms(25);
        assert!(back <= limit, "seed {seed}: back after {back:?}");
        assert_eq!([&scene.host, &scene.guest].map(losses), [0, 0]);
        scene.host.send(Command::Leave);
        scene.guest.send(Command::Leave);
    }
}

#[tokio::test(start_paused = true)]
async fn a_partition_of_either_kind_in_any_state_spoils_no_match() {
    // two deaf ways and the whole cut, from the first packet to the last; a cut that outlasts the line, and one that does not
    for lasting in [Duration::from_secs(15), Duration::from_secs(7)] {
        for (kind, (is_deaf, is_mute)) in [(true, true), (true, false), (false, true)]
            .into_iter()
            .enumerate()
        {
            for step in sample((0..12).collect(), 3, 1) {
                let mut scene = Scene::open(step, CALM, 3).play();
                // the whole match takes about 0.9 s
                sleep(ms(80 * step + 27 * kind as u64)).await;
                scene.ann.partition(is_deaf, is_mute);
                sleep(lasting).await;
                scene.ann.heal();
                let ended = async {
                    for playing in scene.playing.drain(..) {
                        playing.await.expect("no panic");
                    }
                };
                let ended = timeout(Duration::from_secs(300), ended).await;
                let what = format!(
                    "kind {kind}, step {step}, {lasting:?}: deaf {is_deaf}, mute {is_mute}"
                );
                let ends = [&scene.host, &scene.guest].map(|handle| {
                    let snapshot = handle.snapshot();
                    (
                        snapshot.played.verdict.clone(),
                        snapshot.messages.error.clone(),
                    )
                });
                assert!(ended.is_ok(), "{what}: {ends:?}");
                for (verdict, error) in ends {
                    assert_eq!(verdict.as_deref(), Some("COMPLETE"), "{what}: {error:?}");
                }
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_guest_that_is_seen_at_another_address_loses_no_line() {
    let mut scene = Scene::open(1, CALM, 30).play();
    for moves in 1..=5 {
        scene.until_turn(moves * 4).await;
        scene.bob.move_away();
    }
    assert_eq!(scene.finish().await, [0, 0]);
}

#[tokio::test(start_paused = true)]
async fn a_host_that_is_seen_at_another_address_dials_its_guest() {
    for seed in 1..=4 {
        let mut scene = Scene::open(seed, CALM, 20).play();
        scene.until_turn(5).await;
        scene.ann.move_away();
        let moved = Instant::now();
        let before = turns(&scene.host.snapshot());
        scene.until_turn(before + 2).await;
        let back = moved.elapsed();
        // 12 s until the transport gives the line up
        assert!(back <= Duration::from_secs(14), "{back:?}");
        scene.finish().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_is_away_for_an_hour_is_found_within_a_minute() {
    let mut scene = Scene::open(1, CALM, 12).play();
    scene.until_turn(3).await;
    scene.bob.cut();
    sleep(Duration::from_secs(3600)).await;
    let sent = scene.ann.sent();
    sleep(Duration::from_secs(600)).await;
    // a peer that is gone is dialed once a minute, not without end
    let dialed = scene.ann.sent().bytes - sent.bytes;
    assert!((1200..=200_000).contains(&dialed), "{dialed} bytes");
    scene.bob.heal();
    let healed = Instant::now();
    let before = turns(&scene.host.snapshot());
    scene.until_turn(before + 1).await;
    assert!(healed.elapsed() <= Duration::from_secs(61));
    scene.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_quiet_line_costs_less_than_200_bytes_a_second_each_way() {
    let mut scene = Scene::open(1, CALM, 4);
    within_minutes(
        scene
            .host
            .wait_for(|snapshot| snapshot.played.position.is_some()),
    )
    .await;
    sleep(Duration::from_secs(10)).await;
    let before = [&scene.ann, &scene.bob].map(Machine::sent);
    sleep(Duration::from_secs(3600)).await;
    for (machine, before) in [&scene.ann, &scene.bob].into_iter().zip(before) {
        let sent = machine.sent();
        // with the heads of UDP and IPv6
        let bytes = sent.bytes - before.bytes + 48 * (sent.datagrams - before.datagrams);
        assert!(bytes <= 200 * 3600 && bytes > 3600, "{bytes} bytes an hour");
    }
    assert_eq!([&scene.host, &scene.guest].map(losses), [0, 0]);
}

/// The number of datagrams that wait in a socket.
async fn heard(socket: &SimulatedSocket) -> usize {
    let mut count = 0;
    while timeout(Duration::ZERO, socket.receive()).await.is_ok() {
        count += 1;
    }
    count
}

#[tokio::test(start_paused = true)]
async fn strangers_in_a_code_hear_of_a_guest_for_half_a_minute_and_never_once_the_host_is_met() {
    let network = Network::new(1, CALM);
    let [ann, bob] = [(); 2].map(|()| network.machine());
    let strangers: Vec<_> = (0..15)
        .map(|_| network.machine().socket().expect("a socket"))
        .collect();
    let at: Vec<SocketAddr> = strangers.iter().map(|socket| socket.outside()).collect();
    let table = Table::new();
    let host = ann.host(table.host_config(offer("test-of-wills", 1000), Vec::new()));
    let host = host.expect("a host");
    let none = Invitation {
        addresses: found_at(at.clone()),
        ..invitation(&host)
    };
    let guest = bob.join(table.join_config(&none)).expect("a guest");
    // dialing ends after 30 s, and an attempt begun by then after 10 s more
    sleep(Duration::from_secs(41)).await;
    for stranger in &strangers {
        let count = heard(stranger).await;
        assert!((1..=100).contains(&count), "{count} datagrams");
    }
    sleep(Duration::from_secs(600)).await;
    guest.send(Command::Leave);
    for stranger in &strangers {
        assert_eq!(heard(stranger).await, 0);
    }
    let known = invitation(&host);
    let mixed = Invitation {
        addresses: found_at([at, known.addresses.candidates.clone()].concat()),
        ..known
    };
    let mut guest = bob.join(table.join_config(&mixed)).expect("a guest");
    within_minutes(guest.wait_for(|snapshot| snapshot.played.history.is_some())).await;
    // datagrams under way arrive
    sleep(Duration::from_secs(1)).await;
    for stranger in &strangers {
        heard(stranger).await;
    }
    ann.cut();
    sleep(Duration::from_secs(600)).await;
    for stranger in &strangers {
        assert_eq!(heard(stranger).await, 0);
    }
    ann.heal();
}

/// A match of two players who met by two fresh codes through two routers that are easily confused.
async fn behind_two_routers(turns: u32) -> Scene {
    let mut scene = Scene::open(1, CALM, turns).play();
    scene.until_turn(3).await;
    let code = invitation(&scene.host);
    let peer = scene.guest.snapshot();
    scene.leave().await;
    for machine in [&scene.ann, &scene.bob] {
        machine.move_away();
        machine.sit_behind_a_router();
    }
    let code_of = |machine: &Machine, key| Invitation {
        host: key,
        addresses: Addresses {
            is_shut: true,
            ..found_at(vec![SocketAddr::from((machine.outside(), 40_000))])
        },
        ..code.clone()
    };
    let (anns, bobs) = (
        code_of(&scene.ann, code.host),
        code_of(&scene.bob, scene.table.guest_key()),
    );
    let resumed = |home, file, code| ResumeConfig {
        code: Some(code),
        ..ResumeConfig::new(home, file)
    };
    let config = resumed(scene.table.guest_home(), peer.file.clone(), anns);
    scene.guest = scene.bob.resume(config).expect("taken up");
    // the guest's program opens its router, and sends nothing that reaches the host's
    sleep(Duration::from_secs(2)).await;
    let file = scene.host.snapshot().file.clone();
    let config = resumed(scene.table.host_home(), file, bobs);
    scene.host = scene.ann.resume(config).expect("taken up");
    let begun = Instant::now();
    within_minutes(scene.host.wait_for(|snapshot| is_up(&snapshot.line))).await;
    assert!(begun.elapsed() <= Duration::from_secs(1));
    scene
}

fn is_up(line: &LineState) -> bool {
    matches!(line, LineState::Up)
}

#[tokio::test(start_paused = true)]
async fn two_fresh_codes_lead_a_match_through_two_routers_that_are_easily_confused() {
    behind_two_routers(8).await.play().finish().await;
}

#[tokio::test(start_paused = true)]
async fn whom_two_codes_led_through_two_such_routers_meets_again_after_both_slept() {
    let mut scene = behind_two_routers(8).await;
    for machine in [&scene.ann, &scene.bob] {
        machine.cut();
    }
    within_minutes(scene.host.wait_for(|snapshot| !is_up(&snapshot.line))).await;
    within_minutes(scene.guest.wait_for(|snapshot| !is_up(&snapshot.line))).await;
    sleep(Duration::from_secs(600)).await;
    for machine in [&scene.ann, &scene.bob] {
        machine.heal();
    }
    let begun = Instant::now();
    let up = scene.host.wait_for(|snapshot| is_up(&snapshot.line));
    let up = timeout(Duration::from_secs(600), up).await;
    assert!(up.is_ok(), "no line in ten minutes");
    assert!(
        begun.elapsed() <= Duration::from_secs(180),
        "{:?}",
        begun.elapsed()
    );
    scene.play().finish().await;
}

#[tokio::test(start_paused = true)]
async fn whom_two_codes_led_through_two_such_routers_meets_again_after_both_started_anew() {
    let mut scene = behind_two_routers(8).await;
    scene.leave().await;
    // both routers have forgotten everything
    sleep(Duration::from_secs(60)).await;
    scene.resume();
    let up = scene.host.wait_for(|snapshot| is_up(&snapshot.line));
    let up = timeout(Duration::from_secs(180), up).await;
    assert!(up.is_ok(), "no line in three minutes");
    scene.play().finish().await;
}

#[tokio::test(start_paused = true)]
async fn the_player_who_is_back_first_confuses_no_such_router_forever() {
    let mut scene = behind_two_routers(8).await;
    scene.leave().await;
    sleep(Duration::from_secs(60)).await;
    let files = [&scene.host, &scene.guest].map(|handle| handle.snapshot().file.clone());
    let [here, there] = files;
    let host = ResumeConfig::new(scene.table.host_home(), here);
    scene.host = scene.ann.resume(host).expect("taken up");
    sleep(Duration::from_secs(20)).await;
    let guest = ResumeConfig::new(scene.table.guest_home(), there);
    scene.guest = scene.bob.resume(guest).expect("taken up");
    let up = scene.host.wait_for(|snapshot| is_up(&snapshot.line));
    let up = timeout(Duration::from_secs(1800), up).await;
    assert!(up.is_ok(), "no line in half an hour");
    scene.play().finish().await;
}

/// Floods an address until the task is stopped: noise, and first packets that claim to come from `source`.
fn flood(
    from: std::sync::Arc<SimulatedSocket>,
    source: SocketAddr,
    to: SocketAddr,
    initial: Vec<u8>,
) -> JoinHandle<()> {
    tokio::spawn(async move {
        for round in 0_u64.. {
            for port in 0..8 {
                let mut forged = initial.clone();
                // another connection each time
                forged[6..14].copy_from_slice(&round.to_be_bytes());
                let source = SocketAddr::new(source.ip(), source.port() ^ port);
                from.send_as(source, to, &forged);
                from.send_as(source, to, &round.to_be_bytes().repeat(20));
            }
            sleep(ms(10)).await;
        }
    })
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_noise_and_forged_first_packets_keeps_nobody_out_and_ends_no_line() {
    let network = Network::new(1, CALM);
    let [ann, bob, eve] = [(); 3].map(|()| network.machine());
    let table = Table::new();
    let config = table.host_config(offer("test-of-wills", 30), Vec::new());
    let host = ann.host(config).expect("a host");
    let invitation = invitation(&host);
    let at = invitation.addresses.candidates[0];
    // a first packet of a caller without the secret
    let trap = eve.socket().expect("a socket");
    let lost = Invitation {
        addresses: found_at(vec![trap.outside()]),
        secret: JoinSecret([7; 10]),
        ..invitation.clone()
    };
    let stranger = Caller::at(&eve, &Player::from_seed("Eve", &[3; 32]), &lost);
    let dialing = tokio::spawn(async move { stranger.dial().await.is_ok() });
    let (_, initial) = within_minutes(trap.receive()).await;
    dialing.abort();
    let guest_is_at = SocketAddr::from((bob.outside(), 40_000));
    let flooding = flood(eve.socket().expect("a socket"), guest_is_at, at, initial);
    sleep(Duration::from_secs(5)).await;
    let begun = Instant::now();
    let mut scene = Scene::join(table, network, [ann, bob], host).play();
    scene.until_turn(1).await;
    let joined = begun.elapsed();
    assert!(joined <= Duration::from_secs(10), "in after {joined:?}");
    assert_eq!(scene.finish().await, [0, 0]);
    flooding.abort();
}

#[tokio::test(start_paused = true)]
async fn squatters_who_greet_and_fall_silent_keep_nobody_out() {
    let network = Network::new(1, CALM);
    let [ann, bob] = [(); 2].map(|()| network.machine());
    let table = Table::new();
    let config = table.host_config(offer("test-of-wills", 6), Vec::new());
    let host = ann.host(config).expect("a host");
    let invitation = invitation(&host);
    let wrong = Invitation {
        secret: JoinSecret([7; 10]),
        ..invitation.clone()
    };
    let mut squatting = Vec::new();
    for seed in 10..34 {
        let squatter = Caller::at(
            &network.machine(),
            &Player::from_seed("Eve", &[seed; 32]),
            &wrong,
        );
        squatting.push(tokio::spawn(async move { squatter.dial().await.is_ok() }));
    }
    sleep(ms(300)).await;
    let begun = Instant::now();
    let mut scene = Scene::join(table, network, [ann, bob], host).play();
    scene.until_turn(1).await;
    let joined = begun.elapsed();
    assert!(joined <= Duration::from_secs(2), "in after {joined:?}");
    scene.network.set(STORM);
    scene.finish().await;
    for squatter in squatting {
        assert!(!within_minutes(squatter).await.expect("no panic"));
    }
}

#[tokio::test(start_paused = true)]
async fn two_hundred_handshakes_by_the_owner_of_a_code_that_go_no_further_do_not_delay_the_guest() {
    let network = Network::new(1, CALM);
    let [ann, bob] = [(); 2].map(|()| network.machine());
    let table = Table::new();
    let config = table.host_config(offer("test-of-wills", 6), Vec::new());
    let host = ann.host(config).expect("a host");
    let invitation = invitation(&host);
    let machines: Vec<Machine> = (0..12).map(|_| network.machine()).collect();
    let mut squatting = Vec::new();
    for (seed, machine) in (0..200).zip(machines.iter().cycle()) {
        let squatter = Caller::at(machine, &Player::from_seed("Eve", &[seed; 32]), &invitation);
        squatting.push(tokio::spawn(async move { squatter.fall_silent().await }));
    }
    sleep(ms(300)).await;
    let begun = Instant::now();
    let mut scene = Scene::join(table, network, [ann, bob], host).play();
    scene.until_turn(1).await;
    let joined = begun.elapsed();
    assert!(joined <= Duration::from_secs(1), "in after {joined:?}");
    scene.finish().await;
    squatting.iter().for_each(JoinHandle::abort);
}
