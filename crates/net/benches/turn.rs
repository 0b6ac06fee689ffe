//! How long a turn takes there and back, through two sessions with their files over QUIC on the loopback, against a bare
//! echo over the same transport in the same run.
//!
//! `cargo bench -p net`; the files lie in the folder for temporary files, or in the one named by `WARLORD_BENCH_FOLDER`, as
//! in `WARLORD_BENCH_FOLDER=/dev/shm`.

use std::error::Error;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use net::{Command, Home, HostConfig, JoinConfig, MatchHandle, Player, Snapshot, tls};
use protocol::manifest::Terms;
use protocol::{Offer, Seat};
use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use rules::testing::warlord;
use rules::warlord::{Order, Side};
use rules::{AnyOrder, AnyPosition, Rules as _};

/// Round trips that are measured.
const ROUNDS: usize = 200;
/// Round trips before them.
const WARM_UP: usize = 20;
/// Bytes of an echo: about a record of one order.
const MESSAGE: usize = 256;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let folder = match std::env::var_os("WARLORD_BENCH_FOLDER") {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    let runtime = net::runtime()?;
    let echo = Figures::of(runtime.block_on(echoes())?);
    let (turns, syncs) = runtime.block_on(turns(folder.path()))?;
    let (turn, sync) = (Figures::of(turns), Figures::of(syncs));
    echo.print("a bare echo of 256 bytes over QUIC");
    turn.print("a turn and the other side's turn through two sessions");
    sync.print("one fsync in between, where the match files lie");
    let ratio = turn.median.as_secs_f64() / echo.median.as_secs_f64();
    writeln!(std::io::stdout(), "turn : echo = {ratio:.1}")?;
    Ok(())
}

struct Figures {
    median: Duration,
    ninety: Duration,
    most: Duration,
}

impl Figures {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self {
            median: times[times.len() / 2],
            ninety: times[times.len() * 9 / 10],
            most: times[times.len() - 1],
        }
    }

    fn print(&self, what: &str) {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let (median, ninety, most) = (ms(self.median), ms(self.ninety), ms(self.most));
        let line = format!(
            "{what}: median {median:.3} ms, 9 of 10 within {ninety:.3} ms, at most {most:.3} ms"
        );
        let _ = writeln!(std::io::stdout(), "{line}");
    }
}

fn player(seed: u8) -> Player {
    Player::from_seed(if seed == 1 { "Ann" } else { "Bob" }, &[seed; 32])
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
    let scenario = scenario::load("clash-of-arms").ok_or("the scenario is gone")?;
    let offer = Offer {
        scenario: scenario.map_err(|_mistakes| "the scenario is faulty")?,
        options: Vec::new(),
        host_side: Some(Side::White.into()),
        max_turns: None,
        terms: Terms::default(),
        takeback: true,
    };
    let mut config = HostConfig::new(Home::at(folder.join("ann"))?, player(1), offer);
    config.listen = vec![SocketAddr::from(([127, 0, 0, 1], 0))];
    let mut host = net::host(config)?;
    let invitation = host
        .snapshot()
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
            .wait_for(|snapshot| given(snapshot) == played && !snapshot.to_decide.is_empty())
            .await;
        assert_eq!(
            (snapshot.outcome, &snapshot.error),
            (None, &None),
            "the game ended too soon"
        );
        let position = snapshot.position.as_deref().ok_or("no position")?;
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
    let last = |snapshot: &Snapshot| Some(snapshot.history.as_ref()?.steps().last()?.digest);
    let (here, there) = (last(&host.snapshot()), last(&there));
    assert!(here.is_some() && here == there);
    answering.abort();
    host.send(Command::Leave);
    Ok((times.split_off(WARM_UP), syncs.split_off(WARM_UP)))
}

/// How often a side has given its orders.
fn given(snapshot: &Snapshot) -> usize {
    let history = snapshot.history.as_ref();
    history.map_or(0, |history| history.orders().count())
}

/// Answers every turn at once.
async fn answer(mut guest: MatchHandle) {
    for round in 0.. {
        let snapshot = guest
            .wait_for(|snapshot| given(snapshot) == round * 2 + 1 && !snapshot.to_decide.is_empty())
            .await;
        if let Some(position) = &snapshot.position {
            let orders = some_turn(position, Side::Black.into(), round);
            guest.send(Command::Propose {
                seat: Seat(1),
                orders,
            });
        }
    }
}

/// One order and the end, chosen in no time: another piece every turn, so that no position comes a third time, and no
/// capture, or the game would be over before the bench is.
fn some_turn(position: &AnyPosition, side: rules::Side, round: usize) -> Vec<AnyOrder> {
    let units = |position: &AnyPosition| warlord(position).units().count();
    let is_quiet = |order: &&AnyOrder| {
        let mut after = position.clone();
        after.apply(side, order).is_ok() && units(&after) == units(position)
    };
    let mut orders = position.legal_orders(side);
    let end = AnyOrder::Warlord(Order::End);
    orders.retain(|order| *order != end);
    let first = (round * 7 + 3) % orders.len().max(1);
    let (before, after) = orders.split_at(first);
    let quiet = after.iter().chain(before).find(is_quiet);
    quiet.cloned().into_iter().chain([end]).collect()
}
