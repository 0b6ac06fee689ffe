//! A UDP socket that outlives its own death: a system that suspends may leave a socket that gives nothing but errors.
//! Such a socket is bound again at the same address, and the connections above it never notice. Datagrams beside QUIC
//! use the same socket, so that a router treats them alike.

mod system;

use std::fmt;
use std::io::{self, IoSliceMut};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use quinn::udp::{RecvMeta, Transmit};
use quinn::{AsyncUdpSocket, UdpPoller};
use reach::hops::{FEWEST, Reach};
use reach::small::{Asked, SmallPackets};
use reach::stun::Questions;
use tokio::sync::mpsc;
use tokio::time::{Sleep, sleep};

pub(crate) use system::of_the_system;
use system::{is_death, is_too_large};

/// The wait after an error, so that a dead socket does not keep a thread busy.
const PAUSE: Duration = Duration::from_millis(200);
/// Errors in a row after which a socket counts as dead.
/// One error may be a router's word on a packet (ICMP) that slipped through; a socket that a sleeping system has left
/// behind gives them without end.
const DEADLY: u32 = 3;

/// The number of times in a row that a socket may claim to have something and then give nothing. A socket that was shut
/// down does so without end, and the task that reads it would keep a core busy.
const HOLLOW: u32 = 16;

/// The bit of the first byte that every QUIC packet has here (RFC 9000, section 17), and that nothing else has.
const QUIC_BIT: u8 = 0x40;

/// The size of the packets of every handshake, in bytes (RFC 9000, section 14.1).
const HANDSHAKE: usize = 1200;

/// Makes the socket, and makes it again at the address it had.
pub(crate) trait Bind: fmt::Debug + Send + Sync + 'static {
    fn bind(&self, address: SocketAddr) -> io::Result<Arc<dyn Socket>>;

    /// The number of hops with which datagrams to that address of the internet pass this side's routers without
    /// arriving.
    fn reach(&self, to: SocketAddr) -> Pin<Box<dyn Future<Output = Reach> + Send>> {
        // a network inside a test has no routers that could say anything
        let _nobody_tells = to;
        Box::pin(std::future::ready(Reach::AtLeast(FEWEST)))
    }

    /// The address that a socket gets for `address`, which may stand for every interface.
    fn address_of(&self, address: SocketAddr) -> SocketAddr {
        address
    }
}

/// A socket that can also send datagrams that die on the way.
pub(crate) trait Socket: AsyncUdpSocket {
    /// Sends a datagram that the `hops`th router on the way drops.
    fn send_near(&self, transmit: &Transmit<'_>, hops: u8) -> io::Result<()>;
}

/// A socket that is bound again once it is dead.
pub(crate) struct LastingSocket {
    bind: Arc<dyn Bind>,
    address: SocketAddr,
    state: Mutex<State>,
    max_transmit_segments: usize,
    max_receive_segments: usize,
    may_fragment: bool,
    questions: Questions,
    small: SmallPackets,
    /// Set once the system has refused a packet of the size that every handshake has as too large.
    is_narrow: AtomicBool,
    /// Set once such a packet has left.
    is_wide: AtomicBool,
}

struct State {
    /// `None` while no socket can be bound.
    socket: Option<Arc<dyn Socket>>,
    errors: u32,
    /// The wait after an error.
    pause: Option<Pin<Box<Sleep>>>,
    /// The task that receives.
    receiver: Option<Waker>,
    /// The pollers in use, which hold the socket.
    pollers: Vec<Weak<Mutex<Held>>>,
}

/// The poller of the present socket; `None` until it is asked for.
type Held = Option<Pin<Box<dyn UdpPoller>>>;

impl LastingSocket {
    /// A socket at that address, and the questions that others ask it by small packets.
    pub(crate) fn new(
        bind: Arc<dyn Bind>,
        address: SocketAddr,
    ) -> io::Result<(Arc<Self>, mpsc::Receiver<Asked>)> {
        let socket = bind.bind(address)?;
        let (small, asked) = SmallPackets::new();
        let lasting = Arc::new(Self {
            // the address the system gave, for a port of 0: the socket must be bound again at this very one
            address: socket.local_addr()?,
            // asked once, since quinn also asks while there is no socket
            max_transmit_segments: socket.max_transmit_segments(),
            max_receive_segments: socket.max_receive_segments(),
            may_fragment: socket.may_fragment(),
            state: Mutex::new(State {
                socket: Some(socket),
                errors: 0,
                pause: None,
                receiver: None,
                pollers: Vec::new(),
            }),
            questions: Questions::default(),
            is_narrow: AtomicBool::new(false),
            is_wide: AtomicBool::new(false),
            small,
            bind,
        });
        Ok((lasting, asked))
    }

    pub(crate) fn small(&self) -> &SmallPackets {
        &self.small
    }

    /// The questions that were asked from this socket.
    pub(crate) fn questions(&self) -> &Questions {
        &self.questions
    }

    /// True if the system has refused a packet of a handshake's size, and has passed none.
    pub(crate) fn is_narrow(&self) -> bool {
        // refused by one network and passed by another, as in a change of networks: then it is not narrow
        self.is_narrow.load(Ordering::Relaxed) && !self.is_wide.load(Ordering::Relaxed)
    }

    /// Answers a datagram beside QUIC from the address of this machine at which it came.
    pub(crate) fn answer_beside(&self, to: SocketAddr, own: Option<IpAddr>, contents: &[u8]) {
        let transmit = Transmit {
            destination: to,
            ecn: None,
            contents,
            segment_size: None,
            // a machine with two networks would else answer from the wrong one, and the asker would not know the answer
            src_ip: own,
        };
        // the lock is not held while something is sent: the poller and the receiver need it, and sending may wait for a
        // lock of its own
        if let Some(socket) = self.state().socket.clone()
            && let Err(error) = socket.try_send(&transmit)
        {
            tracing::debug!(%to, %error, "a small packet was not answered");
        }
    }

    /// Sends a datagram beside QUIC, whose first byte lacks [`QUIC_BIT`]; with `hops`, one that the `hops`th router drops.
    pub(crate) fn send_beside(&self, destination: SocketAddr, contents: &[u8], hops: Option<u8>) {
        let transmit = Transmit {
            destination,
            ecn: None,
            contents,
            segment_size: None,
            src_ip: None,
        };
        // cloned out of the lock, as above
        let socket = self.state().socket.clone();
        let sent = socket.map(|socket| match hops {
            Some(hops) => socket.send_near(&transmit, hops),
            None => socket.try_send(&transmit),
        });
        if let Some(Err(error)) = sent {
            tracing::debug!(%destination, %error, "a datagram beside QUIC was not sent");
        }
    }

    /// The number of hops with which datagrams to that address of the internet pass this side's routers without
    /// arriving.
    pub(crate) async fn reach(&self, to: SocketAddr) -> Reach {
        self.bind.reach(to).await
    }

    /// Takes the datagrams beside QUIC out of what was received.
    fn sort_out(&self, bufs: &[IoSliceMut<'_>], meta: &mut [RecvMeta]) {
        for (buffer, meta) in bufs.iter().zip(meta) {
            let received = buffer.get(..meta.len).unwrap_or_default();
            // judged by the first byte alone, so that no packet of QUIC is touched
            if received.first().is_some_and(|first| first & QUIC_BIT == 0) {
                // the system may have joined several datagrams of one sender
                for datagram in received.chunks(meta.stride.max(1)) {
                    // each takes only what it asked for itself, so both may look
                    self.questions.hear(meta.addr, datagram);
                    self.small.hear(meta.addr, meta.dst_ip, datagram);
                }
                // an empty datagram: quinn passes over it, whereas taking it out would mean moving the buffers of all
                // that follow
                meta.len = 0;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes an error of sending. The error of a packet that finds no way means nothing. If the socket itself is gone,
    /// the receiver has to bind it again, and nobody else would wake the receiver.
    fn note(&self, error: &io::Error) {
        let mut state = self.state();
        // a match that only sends would never see the receiver's errors; and a socket that is dying already is not
        // counted twice
        if is_death(error) && state.errors < DEADLY {
            tracing::info!(%error, "a socket cannot send");
            state.errors = DEADLY;
            state.pause = Some(Box::pin(sleep(PAUSE)));
            // it looks at the pause, and mends the socket when that is over
            if let Some(receiver) = state.receiver.take() {
                receiver.wake();
            }
        }
    }

    /// Binds again if the socket is dead or missing.
    fn mend(&self, state: &mut State) {
        if state.socket.is_some() && state.errors < DEADLY {
            return;
        }
        // the address is free only once nobody holds the old socket
        state.socket = None;
        for poller in state.pollers.iter().filter_map(Weak::upgrade) {
            // quinn keeps its poller for the life of a connection, and the poller keeps the old socket open: without
            // this the address stays taken and binding fails until every connection is gone
            *poller.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        match self.bind.bind(self.address) {
            Ok(socket) => {
                tracing::warn!(address = %self.address, "a dead socket was bound again");
                state.socket = Some(socket);
                state.errors = 0;
            }
            Err(error) => tracing::warn!(address = %self.address, %error, "no socket"),
        }
    }
}

impl fmt::Debug for LastingSocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LastingSocket")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl AsyncUdpSocket for LastingSocket {
    fn create_io_poller(self: Arc<Self>) -> Pin<Box<dyn UdpPoller>> {
        let held = Arc::new(Mutex::new(None));
        let mut state = self.state();
        // quinn makes one for each connection: those of closed ones must not pile up
        state.pollers.retain(|poller| poller.strong_count() > 0);
        state.pollers.push(Arc::downgrade(&held));
        drop(state);
        Box::pin(LastingPoller { held, socket: self })
    }

    fn try_send(&self, transmit: &Transmit<'_>) -> io::Result<()> {
        let socket = self.state().socket.clone();
        match socket.map(|socket| socket.try_send(transmit)) {
            // the only error that quinn must see: it waits for the poller and tries again
            Some(Err(error)) if error.kind() == io::ErrorKind::WouldBlock => Err(error),
            // lost like any packet: the transport sends again, and would end the connection if it saw the error
            Some(Err(error)) => {
                // with segmentation the contents are many packets
                let size = transmit.segment_size.unwrap_or(transmit.contents.len());
                // quinn looks for larger packets than a handshake's all the time, and those may be refused
                if is_too_large(&error) && size <= HANDSHAKE {
                    self.is_narrow.store(true, Ordering::Relaxed);
                }
                self.note(&error);
                Ok(())
            }
            Some(Ok(())) => {
                if transmit.segment_size.unwrap_or(transmit.contents.len()) >= HANDSHAKE {
                    self.is_wide.store(true, Ordering::Relaxed);
                }
                Ok(())
            }
            // no socket is a lost packet too: the connections last 12 s without one, and a bind takes a fraction of that
            None => Ok(()),
        }
    }

    fn poll_recv(
        &self,
        cx: &mut Context<'_>,
        bufs: &mut [IoSliceMut<'_>],
        meta: &mut [RecvMeta],
    ) -> Poll<io::Result<usize>> {
        loop {
            let mut state = self.state();
            // kept at every poll, since an error of sending must wake whichever task receives at that time
            state.receiver = Some(cx.waker().clone());
            if let Some(pause) = &mut state.pause {
                ready!(pause.as_mut().poll(cx));
                state.pause = None;
                // only after the pause: a bind that fails is tried again in 200 ms, not in a circle
                self.mend(&mut state);
            }
            let received = match &state.socket {
                Some(socket) => ready!(socket.poll_recv(cx, bufs, meta)),
                None => Err(io::ErrorKind::NotConnected.into()),
            };
            match received {
                // one datagram is proof enough: the socket lives
                Ok(count) => {
                    state.errors = 0;
                    self.sort_out(bufs, &mut meta[..count]);
                    return Poll::Ready(Ok(count));
                }
                Err(error) => {
                    // an endpoint that sees an error ends, and all its connections with it
                    tracing::info!(%error, "a socket gave an error");
                    state.errors += 1;
                    state.pause = Some(Box::pin(sleep(PAUSE)));
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        // also while there is no socket: the address outlives it
        Ok(self.address)
    }

    fn max_transmit_segments(&self) -> usize {
        self.max_transmit_segments
    }

    fn max_receive_segments(&self) -> usize {
        self.max_receive_segments
    }

    fn may_fragment(&self) -> bool {
        self.may_fragment
    }
}

/// Waits until the present socket can send.
struct LastingPoller {
    held: Arc<Mutex<Held>>,
    socket: Arc<LastingSocket>,
}

impl fmt::Debug for LastingPoller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LastingPoller").finish_non_exhaustive()
    }
}

impl UdpPoller for LastingPoller {
    fn poll_writable(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let socket = self.socket.state().socket.clone();
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        // made anew after a death: the old poller would wait for a socket that is gone
        if held.is_none() {
            *held = socket.map(|socket| socket.create_io_poller());
        }
        match held.as_mut() {
            Some(poller) => poller.as_mut().poll_writable(cx),
            // no socket: what is sent is lost, and nothing should wait for it
            None => Poll::Ready(Ok(())),
        }
    }
}

#[cfg(test)]
mod tests;
