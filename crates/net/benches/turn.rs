//! The time of a turn there and back, through two sessions with their files over QUIC on the loopback, against a bare
//! echo over the same transport in the same run.
//!
//! `cargo bench -p net --bench turn`; the files lie in the folder for temporary files, or in the one named by `WARLORD_BENCH_FOLDER`, as
//! in `WARLORD_BENCH_FOLDER=/dev/shm`.

mod play;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use home::Home;
use net::{Command, HostConfig, JoinConfig, Snapshot, tls};
use protocol::Seat;
use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use rules::warlord::Side;

use play::{Figures, Result, answer, given, offer, player, some_turn};

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
    let mut out = std::io::stdout();
    for (what, figures) in [
        ("a bare echo of 256 bytes over QUIC", &echo),
        (
            "a turn and the other side's turn through two sessions",
            &turn,
        ),
        ("one fsync in between, where the match files lie", &sync),
    ] {
        writeln!(out, "{what}: {}", figures.words())?;
    }
    let ratio = turn.median.as_secs_f64() / echo.median.as_secs_f64();
    writeln!(out, "turn : echo = {ratio:.1}")?;
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

/// Times of turns, and of fsyncs in between.
async fn turns(folder: &Path) -> Result<(Vec<Duration>, Vec<Duration>)> {
    let mut config = HostConfig::new(Home::at(folder.join("ann"))?, player(1), offer()?);
    config.listen = vec![SocketAddr::from(([127, 0, 0, 1], 0))];
    let mut host = net::host(config)?;
    let invitation = host
        .snapshot()
        .meeting
        .invitation
        .as_deref()
        .cloned()
        .ok_or("no invitation")?;
    let mut config = JoinConfig::new(Home::at(folder.join("bob"))?, player(2), invitation);
    config.accept = true;
    let mut guest = net::join(config)?;
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
    let last = |snapshot: &Snapshot| Some(snapshot.played.history.as_ref()?.steps().last()?.digest);
    let (here, there) = (last(&host.snapshot()), last(&there));
    assert!(here.is_some() && here == there);
    answering.abort();
    host.send(Command::Leave);
    Ok((times.split_off(WARM_UP), syncs.split_off(WARM_UP)))
}
