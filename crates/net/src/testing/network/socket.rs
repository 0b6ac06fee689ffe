//! A socket of a machine in the network inside this process.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, IoSliceMut};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use quinn::udp::{RecvMeta, Transmit};
use quinn::{AsyncUdpSocket, UdpPoller};

use super::{LARGEST, Machine};
use crate::socket::Socket;

/// A sender and what it sent.
pub(super) type Datagram = (SocketAddr, Vec<u8>);

/// The datagrams that wait in a socket.
#[derive(Default)]
pub(super) struct Inbox(Mutex<(VecDeque<Datagram>, Option<Waker>)>);

impl Inbox {
    #[expect(clippy::type_complexity, reason = "the one place that opens the inbox")]
    pub(super) fn lock(&self) -> MutexGuard<'_, (VecDeque<(SocketAddr, Vec<u8>)>, Option<Waker>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub struct SimulatedSocket {
    pub(super) machine: Machine,
    pub(super) address: SocketAddr,
    pub(super) inbox: Arc<Inbox>,
}

impl SimulatedSocket {
    /// The address at which the others see this socket.
    pub fn outside(&self) -> SocketAddr {
        SocketAddr::from((self.machine.outside(), self.address.port()))
    }

    pub fn send_to(&self, to: SocketAddr, datagram: &[u8]) {
        self.send_as(self.seen_from(to), to, datagram);
    }

    /// The address at which that receiver sees this socket.
    fn seen_from(&self, to: SocketAddr) -> SocketAddr {
        let mut source = self.outside();
        self.machine.with(|place| {
            if let Some(router) = &mut place.router {
                source.set_port(router.port(source.port(), to));
            }
        });
        source
    }

    /// Sends a datagram that says to come from `source`.
    pub fn send_as(&self, source: SocketAddr, to: SocketAddr, datagram: &[u8]) {
        let is_mute = self.machine.with(|place| {
            place.traffic.datagrams += 1;
            place.traffic.bytes += datagram.len() as u64;
            place.is_mute
        });
        if !is_mute {
            self.machine.network.carry(source, to, datagram);
        }
    }

    /// The next datagram, and the address of its sender.
    pub async fn receive(&self) -> (SocketAddr, Vec<u8>) {
        std::future::poll_fn(|cx| self.poll(cx)).await
    }

    fn poll(&self, cx: &mut Context<'_>) -> Poll<(SocketAddr, Vec<u8>)> {
        let (waiting, waker) = &mut *self.inbox.lock();
        match waiting.pop_front() {
            Some(received) => Poll::Ready(received),
            None => {
                *waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl fmt::Debug for SimulatedSocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SimulatedSocket")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Socket for SimulatedSocket {
    fn send_near(&self, transmit: &Transmit<'_>, _hops: u8) -> io::Result<()> {
        // the datagram passes this side's router, which takes note of it, and dies on the way
        self.seen_from(transmit.destination);
        Ok(())
    }
}

impl AsyncUdpSocket for SimulatedSocket {
    fn create_io_poller(self: Arc<Self>) -> Pin<Box<dyn UdpPoller>> {
        Box::pin(AlwaysWritable)
    }

    fn try_send(&self, transmit: &Transmit<'_>) -> io::Result<()> {
        // segmentation offload joins datagrams
        let size = transmit.segment_size.unwrap_or(LARGEST).max(1);
        for datagram in transmit.contents.chunks(size) {
            self.send_to(transmit.destination, datagram);
        }
        Ok(())
    }

    fn poll_recv(
        &self,
        cx: &mut Context<'_>,
        bufs: &mut [IoSliceMut<'_>],
        meta: &mut [RecvMeta],
    ) -> Poll<io::Result<usize>> {
        let mut count = 0;
        for (buffer, meta) in bufs.iter_mut().zip(meta) {
            let Poll::Ready((addr, datagram)) = self.poll(cx) else {
                break;
            };
            let len = datagram.len().min(buffer.len());
            buffer[..len].copy_from_slice(&datagram[..len]);
            *meta = RecvMeta {
                addr,
                len,
                stride: len,
                ecn: None,
                dst_ip: None,
            };
            count += 1;
        }
        match count {
            0 => Poll::Pending,
            count => Poll::Ready(Ok(count)),
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }

    fn may_fragment(&self) -> bool {
        false
    }
}

#[derive(Debug)]
struct AlwaysWritable;

impl UdpPoller for AlwaysWritable {
    fn poll_writable(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
