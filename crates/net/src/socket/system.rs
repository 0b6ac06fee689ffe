//! Sockets of the system, which report their errors.

use std::fmt;
use std::io::{self, IoSliceMut};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use quinn::udp::{RecvMeta, Transmit, UdpSocketState};
use quinn::{AsyncUdpSocket, UdpPoller};
use reach::hops::{self, Reach};
use reach::own_way::{Outgoing, OwnWays};

use super::{Bind, HOLLOW, Socket};

#[derive(Debug)]
pub(super) struct SystemSockets;

/// The maker of sockets of the system.
pub(crate) fn of_the_system() -> Arc<dyn Bind> {
    Arc::new(SystemSockets)
}

impl Bind for SystemSockets {
    fn bind(&self, address: SocketAddr) -> io::Result<Arc<dyn Socket>> {
        Ok(Arc::new(SystemSocket::bind(address)?))
    }

    fn reach(&self, to: SocketAddr) -> Pin<Box<dyn Future<Output = Reach> + Send>> {
        Box::pin(hops::towards(to))
    }
}

/// A socket of the system that reports its errors; quinn's own socket asks a dead one again without end.
#[derive(Debug)]
pub(super) struct SystemSocket {
    pub(super) io: tokio::net::UdpSocket,
    /// The settings that quinn needs for segmentation offload, ECN and the destination address of a datagram. `None` if
    /// the system refuses them, as Wine 10 does: the socket then sends and receives each datagram by itself.
    state: Option<UdpSocketState>,
    /// Held while a datagram is sent, since the hop limit is a setting of the whole socket.
    sending: Mutex<()>,
    own_ways: OwnWays,
}

impl SystemSocket {
    pub(super) fn bind(address: SocketAddr) -> io::Result<Self> {
        use socket2::{Domain, Protocol, Socket, Type};

        let socket = Socket::new(
            Domain::for_address(address),
            Type::DGRAM,
            Some(Protocol::UDP),
        )?;
        if address.is_ipv6() {
            // the IPv6 socket takes no IPv4: IPv4 has a socket of its own, at the same port
            socket.set_only_v6(true)?;
        }
        socket.bind(&address.into())?;
        let socket: std::net::UdpSocket = socket.into();
        let state = UdpSocketState::new((&socket).into());
        if let Err(error) = &state {
            tracing::warn!(%error, "the system refuses settings of the socket: datagrams go one by one");
        }
        Ok(Self {
            state: state.ok(),
            io: tokio::net::UdpSocket::from_std(socket)?,
            sending: Mutex::default(),
            own_ways: OwnWays::default(),
        })
    }

    fn send(&self, transmit: &Transmit<'_>) -> io::Result<()> {
        // `try_io` clears tokio's readiness if the system would block, so that the poller waits rightly
        self.io.try_io(tokio::io::Interest::WRITABLE, || {
            let packet = Outgoing {
                destination: transmit.destination,
                source: transmit.src_ip,
                contents: transmit.contents,
                segment_size: transmit.segment_size,
            };
            // only answers that must leave by another interface than the system would choose
            if let Some(sent) = self.own_ways.send(&self.io, &packet) {
                return sent;
            }
            // the errors show that the socket is dead, or that the network carries small packets only
            match &self.state {
                Some(state) => state.try_send((&self.io).into(), transmit),
                None => {
                    let socket = socket2::SockRef::from(&self.io);
                    socket.send_to(transmit.contents, &transmit.destination.into())?;
                    Ok(())
                }
            }
        })
    }

    /// Receives waiting datagrams, and returns the number of buffers they fill; `meta` describes each buffer.
    fn receive(&self, bufs: &mut [IoSliceMut<'_>], meta: &mut [RecvMeta]) -> io::Result<usize> {
        let Some(state) = &self.state else {
            let (len, addr) = self.io.try_recv_from(&mut bufs[0])?;
            meta[0] = RecvMeta {
                addr,
                len,
                stride: len,
                ecn: None,
                dst_ip: None,
            };
            return Ok(1);
        };
        self.io.try_io(tokio::io::Interest::READABLE, || {
            state.recv((&self.io).into(), bufs, meta)
        })
    }

    /// The socket as on a system that refuses the settings.
    #[cfg(test)]
    pub(super) fn without_settings(mut self) -> Self {
        self.state = None;
        self
    }
}

impl Socket for SystemSocket {
    fn send_near(&self, transmit: &Transmit<'_>, hops: u8) -> io::Result<()> {
        // no other datagram may leave meanwhile: one of QUIC with two hops would die on the way, and look like loss
        let _alone = self.sending.lock().unwrap_or_else(PoisonError::into_inner);
        let socket = socket2::SockRef::from(&self.io);
        if transmit.destination.is_ipv4() {
            // put back even if the send fails: every later packet would die on the way
            let usual = socket.ttl_v4()?;
            socket.set_ttl_v4(hops.into())?;
            let sent = self.send(transmit);
            socket.set_ttl_v4(usual)?;
            sent
        } else {
            let usual = socket.unicast_hops_v6()?;
            socket.set_unicast_hops_v6(hops.into())?;
            let sent = self.send(transmit);
            socket.set_unicast_hops_v6(usual)?;
            sent
        }
    }
}

/// True if an error is a router's report on a packet that was sent, and no fault of the socket.
fn is_about_a_packet(error: &io::Error) -> bool {
    // WSAENETRESET: a packet died on the way, as openers are meant to
    const WINDOWS_DIED: i32 = 10052;
    // a datagram larger than the buffer, which other systems cut without an error
    const WINDOWS_CUT: i32 = 10040;
    // a closed port at the other end, as Windows reports it (WSAECONNRESET)
    error.kind() == io::ErrorKind::ConnectionReset
        || (cfg!(windows) && matches!(error.raw_os_error(), Some(WINDOWS_DIED | WINDOWS_CUT)))
}

/// True if an error of sending says that the packet is too large for the network (EMSGSIZE).
pub(super) fn is_too_large(error: &io::Error) -> bool {
    const TOO_LARGE: i32 = if cfg!(windows) {
        10040
    } else if cfg!(any(target_os = "linux", target_os = "android")) {
        90
    } else {
        40
    };
    error.raw_os_error() == Some(TOO_LARGE)
}

/// True if an error of sending says that the socket itself is gone.
pub(super) fn is_death(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, NotConnected};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | NotConnected)
}

impl AsyncUdpSocket for SystemSocket {
    fn create_io_poller(self: Arc<Self>) -> Pin<Box<dyn UdpPoller>> {
        Box::pin(SystemPoller {
            socket: self,
            writable: None,
        })
    }

    fn try_send(&self, transmit: &Transmit<'_>) -> io::Result<()> {
        // a handshake's packet must not leave with the few hops of an opener
        let _alone = self.sending.lock().unwrap_or_else(PoisonError::into_inner);
        self.send(transmit)
    }

    fn poll_recv(
        &self,
        cx: &mut Context<'_>,
        bufs: &mut [IoSliceMut<'_>],
        meta: &mut [RecvMeta],
    ) -> Poll<io::Result<usize>> {
        // bounded, since a socket that was shut down claims to be readable without end
        for _ in 0..HOLLOW {
            ready!(self.io.poll_recv_ready(cx))?;
            match self.receive(bufs, meta) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                // no error of the socket: read on
                Err(error) if is_about_a_packet(&error) => {}
                received => return Poll::Ready(received),
            }
        }
        // counted by the lasting socket like any error, and the socket is then bound again
        Poll::Ready(Err(io::ErrorKind::NotConnected.into()))
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.io.local_addr()
    }

    fn max_transmit_segments(&self) -> usize {
        self.state
            .as_ref()
            .map_or(1, UdpSocketState::max_gso_segments)
    }

    fn max_receive_segments(&self) -> usize {
        self.state.as_ref().map_or(1, UdpSocketState::gro_segments)
    }

    fn may_fragment(&self) -> bool {
        self.state.as_ref().is_none_or(UdpSocketState::may_fragment)
    }
}

/// Waits until a socket of the system can send. Each poller waits by a future of its own, since the socket itself
/// remembers only one waiting task.
struct SystemPoller {
    socket: Arc<SystemSocket>,
    writable: Option<Writable>,
}

type Writable = Pin<Box<dyn Future<Output = io::Result<()>> + Send + Sync>>;

impl fmt::Debug for SystemPoller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SystemPoller").finish_non_exhaustive()
    }
}

impl UdpPoller for SystemPoller {
    fn poll_writable(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let socket = Arc::clone(&self.socket);
        // kept between polls: a new future would forget who waits
        let writable = self
            .writable
            .get_or_insert_with(|| Box::pin(async move { socket.io.writable().await }));
        let result = ready!(writable.as_mut().poll(cx));
        self.writable = None;
        Poll::Ready(result)
    }
}
