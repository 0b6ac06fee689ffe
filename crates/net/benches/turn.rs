//! The time of a turn there and back, and of a round of sealed cards, through two sessions with their files over QUIC on the
//! loopback, against a bare echo over the same transport in the same run.
//!
//! `cargo bench -p net --bench turn`; the files lie in the folder for temporary files, or in the one named by `WARLORD_BENCH_FOLDER`, as
//! in `WARLORD_BENCH_FOLDER=/dev/shm`.

#[path = "play/pair.rs"]
mod pair;
mod play;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use home::Home;
use net::{Command, HostConfig, JoinConfig, MatchHandle, Snapshot, tls};
use protocol::{Deed, Offer, Seat};
use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use rules::warlord::Side;
use rules::{AnyOrder, AnyPosition, Rules as _, ToAct};

use pair::{answer, player};
use play::{Figures, Result, given, offer, some_turn};

/// Round trips that are measured.
const ROUNDS: usize = 200;
/// Round trips before them.
const WARM_UP: usize = 20;
/// Bytes of an echo: about a record of one order.
const MESSAGE: usize = 256;

fn main() -> Result<()> {
    let folder = match std::env::var_os("WARLORD_BENCH_FOLDER") {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    let runtime = reach::runtime()?;
    let echo = Figures::of(runtime.block_on(echoes())?);
    let (turns, syncs) = runtime.block_on(turns(folder.path()))?;
    let (turn, sync) = (Figures::of(turns), Figures::of(syncs));
    let cards = Figures::of(runtime.block_on(cards(folder.path()))?);
    let mut out = std::io::stdout();
    for (what, figures) in [
        ("a bare echo of 256 bytes over QUIC", &echo),
        (
            "a turn and the other side's turn through two sessions",
            &turn,
        ),
        ("one fsync in between, where the match files lie", &sync),
        ("a round of sealed cards through two sessions", &cards),
    ] {
        writeln!(out, "{what}: {}", figures.words())?;
    }
    for (what, figures) in [("turn", &turn), ("round of cards", &cards)] {
        let ratio = figures.median.as_secs_f64() / echo.median.as_secs_f64();
        writeln!(out, "{what} : echo = {ratio:.1}")?;
    }
    Ok(())
}

async fn echoes() -> Result<Vec<Duration>> {
    let here = SocketAddr::from(([127, 0, 0, 1], 0));
    let answering = tls::answering(tls::credentials(&player(1))?)?;
    let answering =
        quinn::ServerConfig::with_crypto(Arc::new(QuicServerConfig::try_from(answering)?));
    let server = quinn::Endpoint::server(answering, here)?;
    let address = server.local_addr()?;
    let echoing = tokio::spawn(async move {
        let connection = server.accept().await?.await.ok()?;
        let (mut send, mut receive) = connection.accept_bi().await.ok()?;
        let mut message = [0; MESSAGE];
        while receive.read_exact(&mut message).await.is_ok() {
            send.write_all(&message).await.ok()?;
        }
        Some(())
    });
    let dialing = tls::dialing(tls::credentials(&player(2))?, Some(player(1).key()))?;
    let dialing = quinn::ClientConfig::new(Arc::new(QuicClientConfig::try_from(dialing)?));
    let client = quinn::Endpoint::client(here)?;
    let connection = client
        .connect_with(dialing, address, "warlord.invalid")?
        .await?;
    let (mut send, mut receive) = connection.open_bi().await?;
    let mut times = Vec::new();
    for round in 0..WARM_UP + ROUNDS {
        let message = [round as u8; MESSAGE];
        let mut back = [0; MESSAGE];
        let started = Instant::now();
        send.write_all(&message).await?;
        receive.read_exact(&mut back).await?;
        times.push(started.elapsed());
        assert_eq!(back, message);
    }
    echoing.abort();
    Ok(times.split_off(WARM_UP))
}

/// A match of that offer whose guest has accepted it, in folders of that name.
fn met(folder: &Path, offer: Offer) -> Result<(MatchHandle, MatchHandle)> {
    let mut config = HostConfig::new(Home::at(folder.join("ann"))?, player(1), offer);
    config.listen = vec![SocketAddr::from(([127, 0, 0, 1], 0))];
    let host = net::host(config)?;
    let invitation = host
        .snapshot()
        .meeting
        .invitation
        .as_deref()
        .cloned()
        .ok_or("no invitation")?;
    let mut config = JoinConfig::new(Home::at(folder.join("bob"))?, player(2), invitation);
    config.accept = true;
    Ok((host, net::join(config)?))
}

/// Times of turns, and of fsyncs in between.
async fn turns(folder: &Path) -> Result<(Vec<Duration>, Vec<Duration>)> {
    let (mut host, mut guest) = met(&folder.join("turns"), offer()?)?;
    let answering = tokio::spawn(answer(guest.clone()));
    let mut file = std::fs::File::create(folder.join("sync"))?;
    let (mut times, mut syncs) = (Vec::new(), Vec::new());
    for round in 0..WARM_UP + ROUNDS {
        let played = round * 2;
        let snapshot = host
            .wait_for(|snapshot| {
                given(snapshot) == played && !snapshot.deciding.to_decide.is_empty()
            })
            .await;
        assert_eq!(
            (snapshot.played.outcome, &snapshot.messages.error),
            (None, &None),
            "the game ended too soon"
        );
        let position = snapshot.played.position.as_deref().ok_or("no position")?;
        let orders = some_turn(position, Side::White.into(), round);
        let started = Instant::now();
        host.send(Command::Propose {
            seat: Seat(0),
            orders,
        });
        host.wait_for(|snapshot| given(snapshot) == played + 2)
            .await;
        times.push(started.elapsed());
        let started = Instant::now();
        file.write_all(&[0; MESSAGE])?;
        file.sync_data()?;
        syncs.push(started.elapsed());
    }
    let all = 2 * (WARM_UP + ROUNDS);
    let there = guest.wait_for(|snapshot| given(snapshot) == all).await;
    assert_same(&host.snapshot(), &there);
    answering.abort();
    host.send(Command::Leave);
    Ok((times.split_off(WARM_UP), syncs.split_off(WARM_UP)))
}

/// Both sides have played to the same position.
fn assert_same(here: &Snapshot, there: &Snapshot) {
    let last = |snapshot: &Snapshot| Some(snapshot.played.history.as_ref()?.steps().last()?.digest);
    assert!(last(here).is_some() && last(here) == last(there));
}

/// Times of rounds of cards in one duel, from the host's card to where the next one is asked for. The guest has sealed its
/// card by then, as a player who is quick.
async fn cards(folder: &Path) -> Result<Vec<Duration>> {
    let game = Offer {
        max_turns: None,
        host_side: Some(Side::White.into()),
        ..protocol::testing::contact(1)
    };
    let (mut host, mut guest) = met(&folder.join("cards"), game)?;
    let answering = tokio::spawn(decide(guest.clone(), Seat(1), Side::Black.into()));
    let mut times = Vec::new();
    // the first turn is whose the lot says, and leads into the duel
    let first = tokio::spawn(decide_once(host.clone(), Seat(0), Side::White.into()));
    for round in 0..WARM_UP + ROUNDS {
        let asked = host
            .wait_for(|snapshot| opened(snapshot) == round && is_asked_for_a_card(snapshot))
            .await;
        first.abort();
        let position = asked.played.position.as_deref().ok_or("no position")?;
        let orders = next(position, Side::White.into()).ok_or("no card")?;
        let started = Instant::now();
        host.send(Command::Propose {
            seat: Seat(0),
            orders,
        });
        host.wait_for(|snapshot| opened(snapshot) == round + 1 && is_asked_for_a_card(snapshot))
            .await;
        times.push(started.elapsed());
    }
    let all = WARM_UP + ROUNDS;
    let there = guest.wait_for(|snapshot| opened(snapshot) == all).await;
    assert_same(&host.snapshot(), &there);
    answering.abort();
    host.send(Command::Leave);
    Ok(times.split_off(WARM_UP))
}

/// The rounds of cards in the history.
fn opened(snapshot: &Snapshot) -> usize {
    let history = snapshot.played.history.as_ref();
    history.map_or(0, |history| {
        let steps = history.steps().iter();
        steps
            .filter(|step| matches!(step.deed, Deed::Opened(_)))
            .count()
    })
}

fn is_asked_for_a_card(snapshot: &Snapshot) -> bool {
    let position = snapshot.played.position.as_deref();
    !snapshot.deciding.to_decide.is_empty()
        && position.is_some_and(|position| matches!(position.to_act(), ToAct::Secretly(_)))
}

/// Decides whatever is asked of a seat, at once.
async fn decide(mut handle: MatchHandle, seat: Seat, side: rules::Side) {
    let mut done = None;
    loop {
        let steps = |snapshot: &Snapshot| {
            let history = snapshot.played.history.as_ref();
            history.map(|history| history.steps().len())
        };
        let asked = handle
            .wait_for(|snapshot| !snapshot.deciding.to_decide.is_empty() && steps(snapshot) != done)
            .await;
        done = steps(&asked);
        let position = asked.played.position.as_deref();
        if let Some(orders) = position.and_then(|position| next(position, side)) {
            handle.send(Command::Propose { seat, orders });
        }
    }
}

/// Decides the first turn, if it is this seat's.
async fn decide_once(mut handle: MatchHandle, seat: Seat, side: rules::Side) {
    let asked = handle
        .wait_for(|snapshot| !snapshot.deciding.to_decide.is_empty())
        .await;
    let position = asked.played.position.as_deref();
    let turn = position.filter(|position| position.to_act() == ToAct::One(side));
    if let Some(orders) = turn.and_then(|position| next(position, side)) {
        handle.send(Command::Propose { seat, orders });
    }
}

/// The Footman goes to meet the other one; then both strike at the middle for ever: their blades meet, and nobody falls.
fn next(position: &AnyPosition, side: rules::Side) -> Option<Vec<AnyOrder>> {
    let wanted: &[&str] = match position.to_act() {
        ToAct::One(mover) if mover == side => &["d3-d5", "d5-d3"],
        ToAct::Secretly(_) => &["card MH"],
        ToAct::One(_) | ToAct::Lots(_) | ToAct::Nobody(_) => return None,
    };
    let mut legal = position.legal_orders(side).into_iter();
    let order = legal.find(|order| {
        let text = position.order_text(side, order);
        wanted.iter().any(|wanted| text.starts_with(wanted))
    })?;
    let mut orders = vec![order];
    if position.to_act() == ToAct::One(side) {
        let end = position.parse_order(side, rules::END);
        orders.push(end.ok()?);
    }
    Some(orders)
}
