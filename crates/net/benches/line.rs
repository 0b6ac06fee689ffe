//! Lines over a link with a delay and losses, inside the process and in real time: raw datagrams, bare QUIC and Warlord side by
//! side in one run. `cargo bench -p net --bench line`; takes three minutes, `-- cuts` fifteen seconds. The figures are in docs/network.md.

#[path = "play/pair.rs"]
mod pair;
mod play;

use std::fmt::Write as _;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use home::Home;
use net::testing::{Machine, Network, Traffic, Weather};
use net::{Command, HostConfig, JoinConfig, LineState, MatchHandle, tls};
use protocol::Seat;
use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{Connection, Endpoint, EndpointConfig, RecvStream, SendStream, TransportConfig};
use rules::warlord::Side;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use pair::{answer, player};
use play::{Figures, Result, given, offer, some_turn};

/// The round trip of the link.
const RTT: Duration = Duration::from_millis(50);
/// Bytes of an echo: about a record of one order.
const MESSAGE: usize = 256;
/// Parts of a thousand that are lost, and links that are measured at the same time. Without losses the matches of several links
/// stay in step, and each turn waits for the cores that the other matches keep busy: there, one match is measured alone.
const LOSSES: [(u64, u64); 2] = [(0, 1), (50, 6)];
/// Turns on each link.
const ROUNDS: usize = 200;
/// The lengths of the cuts of the link, in milliseconds.
const CUTS: [u64; 8] = [8000, 8600, 9200, 9600, 10_000, 10_400, 10_800, 11_200];
/// The time for which the bytes of an idle line are counted.
const IDLE: Duration = Duration::from_secs(60);
/// Bytes of the heads of UDP and IPv4.
const HEADS: u64 = 28;

fn weather(lost: u64) -> Weather {
    Weather {
        lost,
        delay: RTT / 2,
        ..Weather::default()
    }
}

fn main() -> Result<()> {
    let folder = match std::env::var_os("WARLORD_BENCH_FOLDER") {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    let is_all = !std::env::args().any(|argument| argument == "cuts");
    reach::runtime()?.block_on(async {
        match is_all {
            true => measure(folder.path()).await,
            false => cuts(folder.path()).await.map(|_worst| ()),
        }
    })
}

async fn measure(folder: &Path) -> Result<()> {
    let mut table = String::from(
        "| | raw datagrams | bare QUIC | Warlord | Warlord in round trips | bound |\n|---|---|---|---|---|---|\n",
    );
    let mut row = |what: &str, figures: [Option<Duration>; 3], bound: &str| {
        let ms = |figure: Option<Duration>| match figure {
            Some(time) => format!("{:.1} ms", time.as_secs_f64() * 1000.0),
            None => "".to_owned(),
        };
        let trips = figures[2].map_or(0.0, |time| time.as_secs_f64() / RTT.as_secs_f64());
        let [raw, bare, ours] = figures.map(ms);
        let _ = writeln!(
            table,
            "| {what} | {raw} | {bare} | {ours} | {trips:.2} | {bound} |"
        );
    };

    let [mut bare, mut line, mut boards] = [(); 3].map(|()| Vec::new());
    for seed in 0..20 {
        bare.push(Bare::open(seed, 0).await?.since_dialed);
        let game = Game::open(folder, seed, 0).await?;
        line.push(game.line);
        boards.push(game.board);
        game.end();
    }
    let raw = Figures::of(echoes_raw(0, 0).await?.0);
    let [bare, line, boards] = [bare, line, boards].map(Figures::of);
    row(
        "the line is up, and a first answer came",
        [&raw, &bare, &line].map(|figures| Some(figures.median)),
        "2 round trips and 10 ms",
    );
    row(
        "the same, at most",
        [&raw, &bare, &line].map(|figures| Some(figures.most)),
        "",
    );
    row(
        "the guest sees the board",
        [None, None, Some(boards.median)],
        "3 round trips",
    );
    row("the same, at most", [None, None, Some(boards.most)], "");
    let mut written = writes(folder)?;

    for (lost, count) in LOSSES {
        let mut links = JoinSet::new();
        for seed in 0..count {
            let folder = folder.to_owned();
            links.spawn(async move {
                let (raw, missed) = echoes_raw(seed, lost).await?;
                let bare = Bare::open(seed, lost).await?.echoes().await?;
                let game = Game::open(&folder, 100 * lost + seed, lost).await?;
                Ok::<_, Box<dyn std::error::Error + Send + Sync>>((
                    raw,
                    missed,
                    bare,
                    game.turns().await?,
                ))
            });
        }
        let [mut raw, mut bare, mut turns] = [(); 3].map(|()| Vec::new());
        let mut missed = 0;
        written.extend(writes(folder)?);
        while let Some(link) = links.join_next().await {
            let link = link??;
            raw.extend(link.0);
            missed += link.1;
            bare.extend(link.2);
            turns.extend(link.3);
        }
        let share = missed * 100 / (ROUNDS * count as usize);
        let [raw, bare, turns] = [raw, bare, turns].map(Figures::of);
        writeln!(
            std::io::stdout(),
            "turns with {lost} of 1000 lost: {}",
            turns.words()
        )?;
        let loss = match lost {
            0 => String::new(),
            _ => format!(
                ", {} % lost each way ({share} % of the raw echoes)",
                lost / 10
            ),
        };
        row(
            &format!("an echo, or a turn and its answer, median{loss}"),
            [&raw, &bare, &turns].map(|figures| Some(figures.median)),
            "a round trip and 5 ms",
        );
        row(
            "the same, 99 of 100 within",
            [&raw, &bare, &turns].map(|figures| Some(figures.ninety_nine)),
            "6 round trips",
        );
    }

    let worst = cuts(folder).await?;
    written.extend(writes(folder)?);
    row(
        "after cuts of 8 to 11 s an answer came, at the latest",
        worst.map(Some),
        "1 s and 2 round trips",
    );

    let (bare, ours) = tokio::join!(async { Bare::open(7, 0).await?.idle().await }, async {
        Game::open(folder, 777, 0).await?.idle().await
    });
    let _ = writeln!(
        table,
        "| an idle line, each way, with the heads of UDP and IPv4 | 0 B/s | {:.0} B/s | {:.0} B/s | | 200 B/s |",
        bare?, ours?
    );
    let written = Figures::of(written);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    writeln!(
        std::io::stdout(),
        "round trip {RTT:?}; a write of {MESSAGE} bytes until it is on disk: {}; load {load}\n{table}",
        written.words()
    )?;
    Ok(())
}

/// Times until bytes appended to a file are on disk, which every turn has to wait for.
fn writes(folder: &Path) -> Result<Vec<Duration>> {
    let mut file = std::fs::File::create(folder.join("write"))?;
    let mut times = Vec::new();
    for _ in 0..50 {
        std::thread::sleep(RTT / 5);
        let begun = Instant::now();
        file.write_all(&[1; MESSAGE])?;
        file.sync_data()?;
        times.push(begun.elapsed());
    }
    Ok(times)
}

/// Cuts of every length at the same time: the longest time after one until an answer came, of raw datagrams, bare QUIC and
/// Warlord.
async fn cuts(folder: &Path) -> Result<[Duration; 3]> {
    let mut cuts = JoinSet::new();
    for cut in CUTS {
        let folder = folder.to_owned();
        cuts.spawn(async move {
            let (raw, bare, ours) = tokio::join!(
                cut_raw(cut),
                async { Bare::open(cut, 0).await?.cut(cut).await },
                async { Game::open(&folder, cut, 0).await?.cut(cut).await }
            );
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>((cut, [raw?, bare?, ours?]))
        });
    }
    let mut worst = [Duration::ZERO; 3];
    while let Some(cut) = cuts.join_next().await {
        let (cut, back) = cut??;
        writeln!(
            std::io::stdout(),
            "after {cut} ms without a link: {back:.1?}"
        )?;
        for (worst, back) in worst.iter_mut().zip(back) {
            *worst = back.max(*worst);
        }
    }
    Ok(worst)
}

/// Two machines with a link between them.
fn link(seed: u64, lost: u64) -> [Machine; 2] {
    let network = Network::new(seed, weather(lost));
    [network.machine(), network.machine()]
}

/// Bytes a second that a machine has sent since `before`, `IDLE` ago.
fn rate(machine: &Machine, before: Traffic) -> f64 {
    let now = machine.sent();
    let bytes = now.bytes - before.bytes + HEADS * (now.datagrams - before.datagrams);
    bytes as f64 / IDLE.as_secs_f64()
}

/// Echoes of raw datagrams: the times of those that came back, and the number of those that did not.
async fn echoes_raw(seed: u64, lost: u64) -> Result<(Vec<Duration>, usize)> {
    let [here, there] = link(seed, lost);
    let (socket, echoing) = (here.socket()?, there.socket()?);
    let at = echoing.outside();
    let echoing = tokio::spawn(async move {
        loop {
            let (from, datagram) = echoing.receive().await;
            echoing.send_to(from, &datagram);
        }
    });
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        socket.send_to(at, &[1; MESSAGE]);
        if timeout(2 * RTT, socket.receive()).await.is_ok() {
            times.push(begun.elapsed());
        }
    }
    echoing.abort();
    let missed = ROUNDS - times.len();
    Ok((times, missed))
}

/// The time after a cut until a datagram comes back; one is sent every 100 ms.
async fn cut_raw(cut: u64) -> Result<Duration> {
    let [here, there] = link(cut, 0);
    let (socket, echoing) = (here.socket()?, there.socket()?);
    let at = echoing.outside();
    here.cut();
    let healed = tokio::spawn(async move {
        sleep(Duration::from_millis(cut)).await;
        here.heal();
        Instant::now()
    });
    let echoing = tokio::spawn(async move {
        loop {
            let (from, datagram) = echoing.receive().await;
            echoing.send_to(from, &datagram);
        }
    });
    let mut beat = tokio::time::interval(Duration::from_millis(100));
    loop {
        tokio::select! {
            _ = beat.tick() => socket.send_to(at, &[1; MESSAGE]),
            _ = socket.receive() => break,
        }
    }
    echoing.abort();
    Ok(healed.await?.elapsed())
}

/// A connection as quinn makes it by default, but for a ping every two seconds.
struct Bare {
    machines: [Machine; 2],
    streams: (SendStream, RecvStream),
    /// The time until the first answer.
    since_dialed: Duration,
    _kept: (Endpoint, Connection),
    echoing: tokio::task::JoinHandle<Option<()>>,
}

impl Bare {
    async fn open(seed: u64, lost: u64) -> Result<Self> {
        let machines = link(seed, lost);
        let mut transport = TransportConfig::default();
        transport.keep_alive_interval(Some(Duration::from_secs(2)));
        let transport = Arc::new(transport);
        let answering = tls::answering(tls::credentials(&player(1))?)?;
        let answering = Arc::new(QuicServerConfig::try_from(answering)?);
        let mut answering = quinn::ServerConfig::with_crypto(answering);
        answering.transport_config(Arc::clone(&transport));
        let (server, at) = endpoint(&machines[0], Some(answering))?;
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
        let dialing = Arc::new(QuicClientConfig::try_from(dialing)?);
        let mut dialing = quinn::ClientConfig::new(dialing);
        dialing.transport_config(transport);
        let (client, _) = endpoint(&machines[1], None)?;
        let begun = Instant::now();
        let connection = client.connect_with(dialing, at, "warlord.invalid")?.await?;
        let mut bare = Self {
            machines,
            streams: connection.open_bi().await?,
            since_dialed: Duration::ZERO,
            _kept: (client, connection),
            echoing,
        };
        bare.echo().await?;
        bare.since_dialed = begun.elapsed();
        Ok(bare)
    }

    async fn echo(&mut self) -> Result<Duration> {
        let begun = Instant::now();
        self.streams.0.write_all(&[1; MESSAGE]).await?;
        self.streams.1.read_exact(&mut [0; MESSAGE]).await?;
        Ok(begun.elapsed())
    }

    async fn echoes(mut self) -> Result<Vec<Duration>> {
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            times.push(self.echo().await?);
        }
        self.echoing.abort();
        Ok(times)
    }

    /// The time after a cut until the echo that was sent in it comes back.
    async fn cut(mut self, cut: u64) -> Result<Duration> {
        self.machines[0].cut();
        let machine = self.machines[0].clone();
        let healed = tokio::spawn(async move {
            sleep(Duration::from_millis(cut)).await;
            machine.heal();
            Instant::now()
        });
        self.echo().await?;
        self.echoing.abort();
        Ok(healed.await?.elapsed())
    }

    /// Bytes a second each way.
    async fn idle(self) -> Result<f64> {
        let before = [0, 1].map(|index: usize| self.machines[index].sent());
        sleep(IDLE).await;
        let rates = [0, 1].map(|index: usize| rate(&self.machines[index], before[index]));
        self.echoing.abort();
        Ok(rates[0].max(rates[1]))
    }
}

fn endpoint(
    machine: &Machine,
    server: Option<quinn::ServerConfig>,
) -> Result<(Endpoint, SocketAddr)> {
    let socket = machine.socket()?;
    let at = socket.outside();
    let runtime = Arc::new(quinn::TokioRuntime);
    let endpoint =
        Endpoint::new_with_abstract_socket(EndpointConfig::default(), server, socket, runtime)?;
    Ok((endpoint, at))
}

/// A match in which the guest answers every turn at once.
struct Game {
    machines: [Machine; 2],
    host: MatchHandle,
    guest: MatchHandle,
    /// The time until the guest had a line, and until the guest saw the board.
    line: Duration,
    board: Duration,
    answering: tokio::task::JoinHandle<()>,
    round: usize,
}

impl Game {
    async fn open(folder: &Path, seed: u64, lost: u64) -> Result<Self> {
        let machines = link(seed, lost);
        let home = |name: &str| Home::at(folder.join(format!("{name}{seed}")));
        let config = HostConfig::new(home("ann")?, player(1), offer()?);
        let host = machines[0].host(config)?;
        let invitation = host.snapshot().meeting.invitation.as_deref().cloned();
        let invitation = invitation.ok_or("no invitation")?;
        let mut config = JoinConfig::new(home("bob")?, player(2), invitation);
        config.accept = true;
        let begun = Instant::now();
        let mut guest = machines[1].join(config)?;
        guest
            .wait_for(|snapshot| snapshot.line == LineState::Up)
            .await;
        let line = begun.elapsed();
        guest
            .wait_for(|snapshot| snapshot.played.position.is_some())
            .await;
        Ok(Self {
            machines,
            line,
            board: begun.elapsed(),
            answering: tokio::spawn(answer(guest.clone())),
            host,
            guest,
            round: 0,
        })
    }

    /// A turn of the host, until the guest's answer is here.
    async fn turn(&mut self) -> Result<Duration> {
        let played = 2 * self.round;
        let snapshot = self
            .host
            .wait_for(|snapshot| {
                given(snapshot) == played && !snapshot.deciding.to_decide.is_empty()
            })
            .await;
        let position = snapshot.played.position.as_deref().ok_or("no position")?;
        let orders = some_turn(position, Side::White.into(), self.round);
        let begun = Instant::now();
        let seat = Seat(0);
        self.host.send(Command::Propose { seat, orders });
        let done = |snapshot: &net::Snapshot| given(snapshot) == played + 2;
        let snapshot = self.host.wait_for(done).await;
        if !done(&snapshot) {
            return Err(format!("the match ended: {:?}", snapshot.messages.error).into());
        }
        self.round += 1;
        Ok(begun.elapsed())
    }

    async fn turns(mut self) -> Result<Vec<Duration>> {
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            times.push(self.turn().await?);
        }
        self.end();
        Ok(times)
    }

    /// The time after a cut until the answer to the turn given in it is here.
    async fn cut(mut self, cut: u64) -> Result<Duration> {
        for _ in 0..5 {
            self.turn().await?;
        }
        self.machines[0].cut();
        let machine = self.machines[0].clone();
        let healed = tokio::spawn(async move {
            sleep(Duration::from_millis(cut)).await;
            machine.heal();
            Instant::now()
        });
        self.turn().await?;
        let back = healed.await?.elapsed();
        self.end();
        Ok(back)
    }

    /// Bytes a second each way.
    async fn idle(mut self) -> Result<f64> {
        self.turn().await?;
        sleep(Duration::from_secs(5)).await;
        let before = [0, 1].map(|index: usize| self.machines[index].sent());
        sleep(IDLE).await;
        let rates = [0, 1].map(|index: usize| rate(&self.machines[index], before[index]));
        self.end();
        Ok(rates[0].max(rates[1]))
    }

    fn end(self) {
        self.answering.abort();
        self.host.send(Command::Leave);
        self.guest.send(Command::Leave);
    }
}
