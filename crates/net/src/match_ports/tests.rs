//! Callers of every kind at a host's door. After each bad caller an honest guest still gets in.

mod asking;
mod hostile;

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use protocol::Offer;
use protocol::manifest::Terms;
use tempfile::TempDir;
use tokio::net::UdpSocket;

use super::*;
use crate::dial_error::DialError;
use crate::door::Door;
use crate::frame;
use crate::greeted::Greeted;
use crate::greeting::{End, Hello, PROGRAM, PROTOCOLS, proof, session_exporter};
use crate::handle::{Command, Happening, MatchHandle};
use crate::quic::{self, SERVER_NAME};
use crate::snapshot::LineState;
use crate::socket::of_the_system;
use crate::start::{HostConfig, JoinConfig, host, join};
use home::{Invitation, JoinSecret, Player};
use protocol::frame::MAX_MANIFEST_FRAME;
use quinn::{Connection, ConnectionError};
use reach::HostName;
use reach::knock::KNOCK;
use tokio::time::{Instant, timeout};

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOPBACK: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// A host on the loopback, with short waits unless the test needs others.
struct House {
    folder: TempDir,
    host: MatchHandle,
    invitation: Invitation,
    limits: Limits,
}

impl House {
    fn open() -> Self {
        Self::with(Limits {
            handshake: Duration::from_secs(2),
            greeting: Duration::from_millis(1500),
            ..Limits::default()
        })
    }

    fn with(limits: Limits) -> Self {
        Self::at(LOOPBACK, limits)
    }

    fn at(address: SocketAddr, limits: Limits) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("ann")).expect("a folder");
        let player = home.player(Some("Ann")).expect("a player");
        let mut config = HostConfig::new(home, player, offer());
        config.listen = vec![address];
        config.limits = limits;
        let host = host(config).expect("a host");
        let invitation = host.snapshot().meeting.invitation.as_deref().cloned();
        Self {
            folder,
            host,
            invitation: invitation.expect("an invitation"),
            limits,
        }
    }

    fn address(&self) -> SocketAddr {
        self.invitation.addresses.candidates[0]
    }

    fn target(&self) -> [Address; 1] {
        [Address::Ip(self.address())]
    }

    /// The sockets of a guest of that name.
    fn ports(&self, name: &str, secret: JoinSecret) -> MatchPorts {
        self.ports_from(&[LOOPBACK], name, secret)
    }

    fn ports_from(&self, listen: &[SocketAddr], name: &str, secret: JoinSecret) -> MatchPorts {
        let player = Arc::new(Player::from_seed(name, &[name.len() as u8; 32]));
        let door = Arc::new(Door::kept_for(
            self.invitation.game,
            secret,
            self.invitation.host,
        ));
        let entrance = Entrance::new(player, door, [0; 8], self.limits, false);
        let (entrance, _arrivals) = entrance.expect("a key");
        MatchPorts::open(&of_the_system(), listen, &entrance).expect("sockets")
    }

    /// A first destination connection id of the invited.
    fn knock(&self) -> [u8; KNOCK] {
        let Invitation {
            secret, game, host, ..
        } = self.invitation;
        knock_of_the_invited(secret, game, host).knock(random())
    }

    /// Dials and greets as an invited guest does.
    async fn enter(&self, name: &str) -> Result<Greeted, DialError> {
        let ports = self.ports(name, self.invitation.secret);
        ports
            .dial(&self.target(), self.invitation.host, Some(Duration::ZERO))
            .await
    }

    async fn connect(&self, name: &str) -> Connection {
        let ports = self.ports(name, self.invitation.secret);
        let config = quic::dialing(
            &ports.entrance.player,
            Some(self.invitation.host),
            Limits::default().lost,
            self.knock(),
        )
        .expect("a configuration");
        ports.ports[0]
            .endpoint
            .connect_with(config, self.address(), SERVER_NAME)
            .expect("a well-formed address")
            .await
            .expect("a connection")
    }

    fn guest(&self) -> MatchHandle {
        let home = Home::at(self.folder.path().join("bob")).expect("a folder");
        let player = home.player(Some("Bob")).expect("a player");
        let mut config = JoinConfig::new(home, player, self.invitation.clone());
        config.listen = vec![LOOPBACK];
        config.accept = true;
        join(config).expect("a guest")
    }

    /// An honest guest comes, and both agree.
    async fn assert_still_open(&mut self) {
        let guest = self.guest();
        let agreed = self
            .host
            .wait_for(|snapshot| !snapshot.deciding.to_decide.is_empty());
        timeout(PATIENCE, agreed)
            .await
            .expect("the honest guest gets in");
        assert_eq!(self.host.snapshot().messages.error, None);
        drop(guest);
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("random bytes");
    bytes
}

fn offer() -> Offer {
    let scenario = scenario::load("clash-of-arms").expect("a scenario");
    Offer {
        scenario: scenario.expect("a sound scenario"),
        options: Vec::new(),
        host_side: None,
        max_turns: Some(2),
        terms: Terms::default(),
        takeback: true,
        start: None,
        drop: None,
        vacancy: None,
    }
}

async fn closed(connection: &Connection) -> Option<CloseCode> {
    let end = timeout(PATIENCE, connection.closed()).await;
    CloseCode::of(&end.expect("it is closed in time"))
}

/// Limits with which no handshake that was begun ends during a test.
fn endless() -> Limits {
    Limits {
        handshake: 4 * PATIENCE,
        greeting: 4 * PATIENCE,
        lost: 4 * PATIENCE,
        ..Limits::default()
    }
}

type Squatters = JoinSet<(Result<Connection, ConnectionError>, MatchPorts)>;

/// Two handshakes of strangers from each of those loopback addresses, who fall silent after it.
fn squat(house: &House, addresses: std::ops::RangeInclusive<u8>) -> Squatters {
    let mut squatters = JoinSet::new();
    for address in addresses.flat_map(|last| [[127, 0, 0, last]; 2]) {
        let ports = house.ports_from(&[(address, 0).into()], "Eve", JoinSecret([0; 10]));
        let config = quic::dialing(
            &ports.entrance.player,
            Some(house.invitation.host),
            house.limits.lost,
            random(),
        );
        let config = config.expect("a configuration");
        let connecting = ports.ports[0]
            .endpoint
            .connect_with(config, house.address(), SERVER_NAME);
        squatters.spawn(async move { (connecting.expect("well formed").await, ports) });
    }
    squatters
}

/// A stranger whose handshake has ended. A stranger who finds all places taken is refused, and may hear that first.
async fn squatter(squatters: &mut Squatters) -> (Connection, MatchPorts) {
    loop {
        let (connection, ports) = timeout(PATIENCE, squatters.join_next())
            .await
            .expect("strangers have places too")
            .expect("more squatters")
            .expect("no panic");
        if let Ok(connection) = connection {
            return (connection, ports);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_join_secret_nobody_is_let_in() {
    let mut house = House::open();
    let ports = house.ports("Eve", JoinSecret([0; 10]));
    let refused = ports
        .dial(&house.target(), house.invitation.host, None)
        .await;
    assert_eq!(
        refused.err(),
        Some(DialError::Refused(CloseCode::Uninvited))
    );
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proof_is_worth_nothing_on_another_connection() {
    let mut house = House::open();
    let first = house.connect("Eve").await;
    let own = Player::from_seed("Eve", &[3; 32]).key();
    let proof = proof(
        &first,
        house.invitation.secret,
        End::Client,
        own,
        house.invitation.host,
    );
    let second = house.connect("Eve").await;
    let hello = Hello {
        program: PROGRAM.to_owned(),
        protocols: PROTOCOLS,
        game: house.invitation.game,
        run: [0; 8],
        proof: proof.expect("an exporter").into(),
        seen_at: None,
    };
    let (mut send, _receive) = second.open_bi().await.expect("a stream");
    frame::write(&mut send, &hello.encode())
        .await
        .expect("written");
    assert_eq!(closed(&second).await, Some(CloseCode::Uninvited));
    drop(first);
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_lets_one_guest_in() {
    let mut house = House::open();
    house.assert_still_open().await;
    let refused = house.enter("Eve").await;
    assert_eq!(refused.err(), Some(DialError::Refused(CloseCode::Used)));
}

#[tokio::test(flavor = "multi_thread")]
async fn six_dead_ipv6_addresses_do_not_delay_ipv4() {
    let house = House::open();
    let dead = [(); 6].map(|()| std::net::UdpSocket::bind((Ipv6Addr::LOCALHOST, 0)));
    let dead = dead.map(|socket| socket.expect("a socket"));
    let addresses = dead
        .iter()
        .map(|socket| socket.local_addr().expect("bound"));
    let mut targets: Vec<Address> = addresses.map(Address::Ip).collect();
    targets.extend(house.target());
    let both = [LOOPBACK, (Ipv6Addr::LOCALHOST, 0).into()];
    let ports = house.ports_from(&both, "Bob", house.invitation.secret);
    let dialed = ports.dial(&targets, house.invitation.host, None);
    let greeted = timeout(PATIENCE, dialed).await.expect("in time");
    greeted.expect("the host answers");
    let was_dialed = |socket: &std::net::UdpSocket| {
        socket.set_nonblocking(true).expect("a socket");
        socket.recv(&mut [0; 2048]).is_ok()
    };
    assert!(!was_dialed(&dead[5]), "IPv4 waited for all of IPv6");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_is_found_by_its_name() {
    let mut house = House::open();
    let name = HostName::new("localhost", house.address().port());
    house.invitation.addresses.names.extend(name);
    house.invitation.addresses.candidates.clear();
    house.invitation = house.invitation.code().parse().expect("a code");
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_nobody_has_is_reported() {
    let house = House::open();
    let ports = house.ports("Bob", house.invitation.secret);
    let target = "nobody.invalid:4555".parse().expect("a name");
    let dialed = ports.dial_once(&[target], house.invitation.host).await;
    let error = dialed
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default();
    assert!(error.contains("nobody.invalid"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_does_not_begin_at_an_address_where_no_host_can_be() {
    for (public, reason) in [
        ([224, 0, 0, 1], "multicast"),
        ([0, 0, 0, 0], "all addresses"),
        ([203, 0, 113, 7], "port 0"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a folder");
        let player = home.player(Some("Ann")).expect("a player");
        let mut config = HostConfig::new(home, player, offer());
        let port = if public[0] == 203 { 0 } else { 4555 };
        config.public = vec![Address::Ip(SocketAddr::from((public, port)))];
        let error = host(config).expect_err("refused");
        assert!(error.to_string().contains(reason), "{error}");
        assert!(!error.advice().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_that_was_answered_and_does_not_choose_keeps_nobody_out() {
    let mut house = House::with(Limits {
        greeting: PATIENCE,
        ..Limits::default()
    });
    let ports = house.ports("Eve", house.invitation.secret);
    let (at, host) = (house.target(), house.invitation.host);
    let silent = ports.dial_rounds(&at, host, None).await.expect("an answer");
    let leaving = ports.dial_rounds(&at, host, None).await.expect("an answer");
    CloseCode::Left.close(&leaving.connection);
    house.assert_still_open().await;
    // a guest that chooses after another guest has come hears that the place is taken
    let late = silent.choose().await.expect("chosen");
    assert_eq!(closed(&late.connection).await, Some(CloseCode::Used));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_whose_guest_left_before_agreeing_is_as_good_as_new() {
    let mut house = House::open();
    let home = Home::at(house.folder.path().join("eve")).expect("a folder");
    let player = home.player(Some("Eve")).expect("a player");
    let mut eve = join(JoinConfig::new(home, player, house.invitation.clone())).expect("a guest");
    let offered = eve.wait_for(|snapshot| snapshot.contract.offer.is_some());
    timeout(PATIENCE, offered).await.expect("an offer");
    eve.send(Command::Leave);
    let left = house
        .host
        .wait_for(|snapshot| snapshot.line == LineState::Waiting);
    timeout(PATIENCE, left).await.expect("the host notices");
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_is_not_joined_by_its_own_key() {
    let house = House::open();
    let home = Home::at(house.folder.path().join("ann")).expect("the host's folder");
    let player = home.player(None).expect("the host's player");
    let mut guest = join(JoinConfig {
        accept: true,
        ..JoinConfig::new(home, player.clone(), house.invitation.clone())
    })
    .expect("a guest");
    let agreed = guest.wait_for(|snapshot| !snapshot.contract.seats.is_empty());
    let snapshot = timeout(PATIENCE, agreed).await.expect("agreed");
    let mine = snapshot
        .contract
        .seats
        .iter()
        .find(|seat| seat.mine)
        .expect("a seat");
    assert_ne!(mine.key, player.key());
    assert!(snapshot.messages.notes[0].contains("second player"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_shown_why_it_cannot_join() {
    let mut house = House::open();
    house.assert_still_open().await;
    let home = Home::at(house.folder.path().join("eve")).expect("a folder");
    let player = home.player(Some("Eve")).expect("a player");
    let mut eve = join(JoinConfig::new(home, player, house.invitation.clone())).expect("a start");
    let ended = eve.wait_for(|snapshot| snapshot.ended);
    let snapshot = timeout(PATIENCE, ended).await.expect("an end");
    let trouble = snapshot.messages.error.clone().expect("a reason");
    assert!(
        trouble
            .what
            .contains("somebody else has used the invitation"),
        "{trouble:?}"
    );
    assert!(trouble.advice.contains("new invitation"), "{trouble:?}");
    let mut events = eve.events();
    let told: Vec<Happening> = std::iter::from_fn(|| events.try_next()).collect();
    assert!(
        matches!(&told[..], [Happening::Tried(_), Happening::Failed(_)]),
        "{told:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_further_address_is_proved_and_takes_no_place() {
    let mut house = House::open();
    let bob = house.ports("Bob", house.invitation.secret);
    let nobody = std::net::UdpSocket::bind(LOOPBACK).expect("a socket");
    let addresses = vec![nobody.local_addr().expect("bound"), house.address()];
    let proved = bob.prove(addresses.clone(), house.invitation.host).await;
    assert_eq!(proved, Some(house.address()));
    let stranger = protocol::PublicKey([7; 32]);
    assert_eq!(bob.prove(addresses, stranger).await, None);
    house.assert_still_open().await;
    let notes = house.host.snapshot().messages.notes.clone();
    assert!(
        notes.iter().all(|note| !note.contains("did not get in")),
        "{notes:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_matches_at_one_address_are_kept_apart_and_end_one_by_one() {
    let mut first = House::open();
    let mut second = House::at(first.address(), first.limits);
    assert_eq!(first.address(), second.address());
    let guest = first.guest();
    let agreed = first
        .host
        .wait_for(|snapshot| !snapshot.deciding.to_decide.is_empty());
    timeout(PATIENCE, agreed).await.expect("the first begins");
    second.assert_still_open().await;
    second.host.send(Command::Leave);
    let left = second.host.wait_for(|snapshot| snapshot.ended);
    timeout(PATIENCE, left).await.expect("the second ends");
    assert_eq!(first.host.snapshot().line, LineState::Up);
    drop(guest);
}
