//! A line to the peer: its streams, and the tasks that read and write them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use protocol::PublicKey;
use protocol::frame::MAX_MANIFEST_FRAME;
use quinn::{Connection, RecvStream, SendStream, VarInt};
use reach::interfaces::interfaces;
use reach::route;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, timeout};

use crate::close::CloseCode;
use crate::frame;
use crate::greeted::Greeted;
use crate::greeting::{End, session_exporter};
use crate::limits::{
    CATCH_UPS, CONTROL_FRAME, FRAME_COST, IDLE_FRAMES, IDLE_WINDOW, OUTGOING_BYTES,
};
use crate::quic::WINDOW;

/// A frame of the control stream after the greeting, before the first bytes of a match's id: the sender has received and
/// written down the whole match.
const DONE: &[u8] = b"done";
/// The most matches of one line that are done: each continues the one before.
/// A peer that says more of them is not read any further, so that the stream costs a bounded amount.
const MOST_DONE: usize = 64;

/// The most frames that are put together for one write.
const WRITTEN_TOGETHER: usize = 32;

/// The first bytes of a match's id.
pub(crate) type ShortId = [u8; 8];

/// An event that a line reports to its owner.
#[derive(Debug)]
pub(crate) enum LineEvent {
    Frame(Vec<u8>),
    /// The peer has the complete match of that id and needs this side no more.
    PeerDone(ShortId),
    Down(Down),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Down {
    /// The peer closed the connection with this code.
    Closed(CloseCode),
    Breach(String),
    Broken(String),
}

/// A line to the peer. Dropping a line stops its reading tasks; [`Line::close`] closes the connection.
#[derive(Debug)]
pub(crate) struct Line {
    /// Distinguishes this line's late events from those of the next.
    pub(crate) id: u64,
    pub(crate) peer: PublicKey,
    /// The run of the peer's program, as in the greeting.
    pub(crate) run: [u8; 8],
    pub(crate) end: End,
    pub(crate) since: Instant,
    pulse: Pulse,
    /// The start of a window, and the frames since then without bytes to be written down.
    idle: (Instant, u32),
    pub(crate) seen_at: Option<SocketAddr>,
    connection: Connection,
    outgoing: Outgoing,
    farewell: Farewell,
    _tasks: JoinSet<()>,
}

/// The signs that the peer is there.
#[derive(Debug)]
struct Pulse {
    /// The last look that found datagrams received since the look before, and the datagrams received by then.
    heard: (Instant, u64),
    /// Probes sent so far.
    probes: u32,
    /// The line was silent at the last look.
    was_silent: bool,
    /// For how long, at the last look.
    silence: Duration,
}

/// The frames on their way to the peer.
#[derive(Debug)]
struct Outgoing {
    frames: mpsc::UnboundedSender<Vec<u8>>,
    /// The bytes that may wait to be sent.
    most_waiting: usize,
    waiting: Arc<AtomicUsize>,
    writer: JoinHandle<()>,
}

/// The word that this side is done with a match.
#[derive(Debug)]
struct Farewell {
    /// The matches that this side is done with, for the task that makes sure the peer learns of it.
    control: mpsc::UnboundedSender<ShortId>,
    writer: JoinHandle<()>,
    said: Option<ShortId>,
}

impl Line {
    /// Starts the tasks of a greeted connection; its events go to `events` under `id`.
    pub(crate) fn start(
        id: u64,
        greeted: Greeted,
        events: &mpsc::Sender<(u64, LineEvent)>,
    ) -> Self {
        let Greeted {
            connection,
            control: (control_send, control_receive),
            frames: (frames_send, frames_receive),
            peer,
            run,
            end,
            seen_at,
            // these concern the choice of the connection, which is over
            secret: _,
            name: _,
            spoken: _,
        } = greeted;
        let (frames, queue) = mpsc::unbounded_channel();
        // counted here rather than by the queue: bytes are what a slow peer costs, not frames
        let waiting = Arc::new(AtomicUsize::new(0));
        let (control, to_say) = mpsc::unbounded_channel();
        let mut tasks = JoinSet::new();
        let tell = Tell {
            id,
            events: events.clone(),
        };
        // each reader stops at its own stream's end; only `await_end` reports that the connection is gone, and why
        tasks.spawn(read_frames(frames_receive, tell.clone()));
        tasks.spawn(read_control(control_receive, tell.clone()));
        tasks.spawn(refuse_streams(connection.clone(), tell.clone()));
        tasks.spawn(await_end(connection.clone(), tell));
        Self {
            id,
            peer,
            run,
            end,
            since: Instant::now(),
            pulse: Pulse {
                heard: (Instant::now(), 0),
                probes: 0,
                was_silent: false,
                silence: Duration::ZERO,
            },
            idle: (Instant::now(), 0),
            seen_at,
            connection,
            // the two writers are apart from the other tasks: closing waits for them, while the readers are dropped
            // with the line
            outgoing: Outgoing {
                frames,
                most_waiting: OUTGOING_BYTES,
                writer: tokio::spawn(write_frames(frames_send, queue, Arc::clone(&waiting))),
                waiting,
            },
            farewell: Farewell {
                control,
                writer: tokio::spawn(write_control(control_send, to_say)),
                said: None,
            },
            _tasks: tasks,
        }
    }

    /// The key of the side that dialed.
    pub(crate) fn client(&self, own: PublicKey) -> PublicKey {
        match self.end {
            End::Client => own,
            End::Server => self.peer,
        }
    }

    /// True if the line cannot continue with the addresses that this machine has now. The client may move as long as
    /// there is a route to the peer (RFC 9000, section 9); the server must keep its address.
    pub(crate) fn has_lost_its_way(&self) -> bool {
        // moving is QUIC's business there: only a missing route is a reason to dial again
        if self.end == End::Client {
            return !route::has_route(self.remote());
        }
        // an IPv4 address may be reported as an IPv6 one by the system
        let local = self.connection.local_ip().map(|ip| ip.to_canonical());
        let mut own = interfaces().into_iter();
        local.is_some_and(|ip| own.all(|own| own.ip() != ip))
    }

    /// The peer's address; an IPv4 address never in its IPv6 disguise.
    pub(crate) fn remote(&self) -> SocketAddr {
        let address = self.connection.remote_address();
        SocketAddr::new(address.ip().to_canonical(), address.port())
    }

    /// The time since a datagram was received, the transport's own acknowledgements included.
    fn silence(&mut self) -> Duration {
        // counted in datagrams: a peer with nothing to say still acknowledges, and is there
        let datagrams = self.connection.stats().udp_rx.datagrams;
        if datagrams != self.pulse.heard.1 {
            self.pulse.heard = (Instant::now(), datagrams);
        }
        self.pulse.heard.0.elapsed()
    }

    /// The time for which nothing had been heard at the last look.
    pub(crate) fn was_silent_for(&self) -> Duration {
        self.pulse.silence
    }

    /// Looks after the line. A line that is silent for longer than `patience`
    /// is probed at every look, and once more when it is heard again: what the peer's probe brings says nothing of what
    /// this side has lost.
    pub(crate) fn look_after(&mut self, patience: Duration) {
        let silence = self.silence();
        let is_silent = silence > patience;
        // once more after the silence: packets of this side may have been lost in it
        if is_silent || self.pulse.was_silent {
            self.probe();
        }
        (self.pulse.was_silent, self.pulse.silence) = (is_silent, silence);
    }

    /// Sends a packet that must be acknowledged, at once. On a silent line the transport itself waits twice as long
    /// before each new attempt, 6 s in the end; the first probe that gets through brings back everything that waits.
    pub(crate) fn probe(&mut self) {
        self.pulse.probes += 1;
        // a receive window that grows, by a byte, is announced to the peer: the only packet that quinn can be made to
        // send at once and that the peer must acknowledge; pings wait for their timer
        self.connection
            .set_receive_window(VarInt::from_u32(WINDOW + self.pulse.probes));
    }

    /// The round trip, as the transport measures it.
    pub(crate) fn round_trip(&self) -> Duration {
        self.connection.rtt()
    }

    /// Counts a received frame; false when too many frames brought no bytes to be written down.
    pub(crate) fn count_frame(&mut self) -> bool {
        let now = Instant::now();
        // a window that starts over, not a sliding one: one time and one number do
        if now.duration_since(self.idle.0) >= IDLE_WINDOW {
            self.idle = (now, 0);
        }
        self.idle.1 += 1;
        self.idle.1 <= IDLE_FRAMES
    }

    /// Notes that a frame brought bytes to be written down.
    pub(crate) fn count_gain(&mut self) {
        // records themselves need no limit: the session takes each once and in order, so a game bounds them
        self.idle.1 = 0;
    }

    /// The exporter the session signs to bind itself to this line: `is_first` if this side's key comes first.
    pub(crate) fn exporter(&self, own: PublicKey, is_first: bool) -> Option<[u8; 32]> {
        let (first, second) = match is_first {
            true => (own, self.peer),
            false => (self.peer, own),
        };
        session_exporter(&self.connection, first, second)
    }

    /// Makes room for a peer that lacks the whole match, of that many bytes: what is asked for again comes on top.
    pub(crate) fn make_room_for(&mut self, match_bytes: usize) {
        self.outgoing.most_waiting = OUTGOING_BYTES + CATCH_UPS * match_bytes;
    }

    /// Queues a frame; false when the queue is full, which means that the peer is too slow.
    pub(crate) fn send(&self, frame: Vec<u8>) -> bool {
        let length = frame.len() + FRAME_COST;
        // counted before it is queued, and never taken back when it is refused: the line is given up then
        let before = self.outgoing.waiting.fetch_add(length, Ordering::Relaxed);
        if before + length > self.outgoing.most_waiting {
            return false;
        }
        self.outgoing.frames.send(frame).is_ok()
    }

    /// Says to the peer once that this side has received and written down the whole match of that id.
    pub(crate) fn say_done(&mut self, id: ShortId) {
        if self.farewell.said.replace(id) != Some(id) {
            // a line that is down needs no word
            let _ = self.farewell.control.send(id);
        }
    }

    /// Closes at once; queued frames are lost.
    pub(crate) fn close(self, code: CloseCode) {
        // no waiting: a peer that broke the rules, or a line that is replaced, is owed nothing
        code.close(&self.connection);
        self.outgoing.writer.abort();
    }

    /// Closes when the queued frames and the word that this side is done have arrived, or after `patience`. A closing
    /// code is sent only once, so a peer that has not heard before that this side is done might wait for that word until
    /// its own patience ends.
    pub(crate) async fn close_after_the_rest(self, code: CloseCode, patience: Duration) {
        // both queues end, so that their tasks finish the streams and wait for the acknowledgement
        drop((self.outgoing.frames, self.farewell.control));
        let rest = async {
            let _ = self.outgoing.writer.await;
            let _ = self.farewell.writer.await;
        };
        let _ = timeout(patience, rest).await;
        code.close(&self.connection);
    }
}

#[derive(Debug, Clone)]
struct Tell {
    id: u64,
    events: mpsc::Sender<(u64, LineEvent)>,
}

impl Tell {
    async fn tell(&self, event: LineEvent) -> bool {
        self.events.send((self.id, event)).await.is_ok()
    }

    async fn breach(&self, what: &str) {
        self.tell(LineEvent::Down(Down::Breach(what.to_owned())))
            .await;
    }
}

async fn read_frames(mut stream: RecvStream, tell: Tell) {
    loop {
        // the longest frame of any kind; each kind's own limit is checked before its body is decoded
        match frame::read(&mut stream, MAX_MANIFEST_FRAME).await {
            Ok(Some(body)) => {
                // waits while the driver is behind; QUIC's flow control then stops the peer
                if !tell.tell(LineEvent::Frame(body)).await {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) if error.is_breach() => return tell.breach(&error.to_string()).await,
            // the closing of the connection says more than the error of the stream
            Err(_broken) => return,
        }
    }
}

async fn write_frames(
    mut stream: SendStream,
    mut queue: mpsc::UnboundedReceiver<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
) {
    let mut bodies = Vec::new();
    while queue.recv_many(&mut bodies, WRITTEN_TOGETHER).await > 0 {
        // in one write, so that what comes together goes out in few packets
        let frames: Vec<u8> = bodies
            .iter()
            .flat_map(|body| frame::with_length(body))
            .collect();
        if stream.write_all(&frames).await.is_err() {
            return;
        }
        let sizes = bodies.drain(..).map(|body| body.len() + FRAME_COST);
        waiting.fetch_sub(sizes.sum(), Ordering::Relaxed);
    }
    // the task ends once the peer has everything: `close_after_the_rest` waits for that, and a close before it would
    // throw the last frames away
    let _ = stream.finish();
    let _ = stream.stopped().await;
}

async fn write_control(mut stream: SendStream, mut to_say: mpsc::UnboundedReceiver<ShortId>) {
    while let Some(id) = to_say.recv().await {
        if frame::write(&mut stream, &[DONE, &id].concat())
            .await
            .is_err()
        {
            return;
        }
    }
    let _ = stream.finish();
    let _ = stream.stopped().await;
}

async fn read_control(mut stream: RecvStream, tell: Tell) {
    for _ in 0..MOST_DONE {
        let body = match frame::read(&mut stream, CONTROL_FRAME).await {
            Ok(Some(body)) => body,
            Err(error) if error.is_breach() => return tell.breach(&error.to_string()).await,
            Ok(None) | Err(_) => return,
        };
        let id = body.strip_prefix(DONE).and_then(|id| id.try_into().ok());
        match id {
            Some(id) => {
                tell.tell(LineEvent::PeerDone(id)).await;
            }
            None => {
                return tell
                    .breach("an unknown message on the control stream")
                    .await;
            }
        }
    }
}

/// Refuses further streams: the two streams of the greeting are all a connection has.
async fn refuse_streams(connection: Connection, tell: Tell) {
    // a stream costs the host memory until it is read; nothing here ever opens a third
    let opened = tokio::select! {
        stream = connection.accept_bi() => stream.is_ok(),
        stream = connection.accept_uni() => stream.is_ok(),
    };
    if opened {
        tell.breach("a stream that was not expected").await;
    }
}

async fn await_end(connection: Connection, tell: Tell) {
    // awaited apart from the streams, which end with less to say
    let error = connection.closed().await;
    let down = match CloseCode::of(&error) {
        Some(code) => Down::Closed(code),
        None => Down::Broken(error.to_string()),
    };
    tell.tell(LineEvent::Down(down)).await;
}
