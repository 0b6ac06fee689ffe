//! Answers that leave by the interface at which the question came. If a VPN is this machine's way to the internet, the
//! system sends everything through the VPN, also the answers to a player who came in through the router: the router,
//! which knows nothing of the VPN, would never see them, and nobody would recognize them.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::net::UdpSocket;

use crate::route;
use crate::scope::is_global;

/// True if this system lets a program choose the interface of a single packet. On others, all answers take the way to
/// the internet.
pub(crate) const CAN_CHOOSE: bool = cfg!(target_os = "linux");

/// The time for which a look at the interfaces holds: listing them takes a millisecond or more, which no packet should
/// wait for.
const LOOK_HOLDS: Duration = Duration::from_secs(2);

/// The ways of one socket's answers.
#[derive(Debug, Default)]
pub struct OwnWays(Mutex<Option<Look>>);

/// The datagrams that a socket sends.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'a> {
    pub destination: SocketAddr,
    /// The address of this machine that the packet bears; `None` for the usual one.
    pub source: Option<IpAddr>,
    pub contents: &'a [u8],
    /// The size of the datagrams into which the contents are cut; `None` for a single one.
    pub segment_size: Option<usize>,
}

/// The findings about one address of this machine.
#[derive(Debug, Clone, Copy)]
struct Look {
    at: Instant,
    own: Ipv4Addr,
    /// The interface by which answers from `own` must leave; `None` if the system chooses right.
    interface: Option<NonZeroU32>,
}

impl OwnWays {
    /// Sends a packet by the interface whose address it bears; `None` if the system should choose.
    pub fn send(&self, socket: &UdpSocket, packet: &Outgoing<'_>) -> Option<io::Result<()>> {
        // IPv6 needs none of this: nothing is translated, so a router does not mind by which way an answer comes
        let Some(IpAddr::V4(own)) = packet.source.filter(|_| CAN_CHOOSE) else {
            return None;
        };
        // within one network the system knows the way
        if !is_global(packet.destination.ip()) {
            return None;
        }
        let interface = self.interface(own)?;
        match send_by(socket, packet, own, interface) {
            // the interface has gone since, or leads nowhere: the packet is sent the usual way
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => {
                tracing::debug!(%own, %error, "an answer goes the way to the internet");
                None
            }
            sent => Some(sent),
        }
    }

    fn interface(&self, own: Ipv4Addr) -> Option<NonZeroU32> {
        let mut look = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // one address is remembered: nearly all packets of a socket bear the same
        if let Some(look) = *look
            && look.own == own
            && look.at.elapsed() < LOOK_HOLDS
        {
            return look.interface;
        }
        let interface = route::beside_the_way_out(own);
        *look = Some(Look {
            at: Instant::now(),
            own,
            interface,
        });
        interface
    }
}

#[cfg(target_os = "linux")]
fn send_by(
    socket: &UdpSocket,
    packet: &Outgoing<'_>,
    own: Ipv4Addr,
    interface: NonZeroU32,
) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use nix::libc;
    use nix::sys::socket::{ControlMessage, MsgFlags, SockaddrIn, sendmsg};

    // the caller has passed IPv4 only
    let SocketAddr::V4(destination) = packet.destination else {
        return Err(io::ErrorKind::Unsupported.into());
    };
    let by = libc::in_pktinfo {
        ipi_ifindex: interface.get().try_into().map_err(io::Error::other)?,
        ipi_spec_dst: libc::in_addr {
            // in the order of the network already, as the octets are
            s_addr: u32::from_ne_bytes(own.octets()),
        },
        ipi_addr: libc::in_addr { s_addr: 0 },
    };
    let way = [ControlMessage::Ipv4PacketInfo(&by)];
    let size = packet.segment_size.unwrap_or(packet.contents.len());
    // quinn may hand over several datagrams joined for segmentation offload
    for datagram in packet.contents.chunks(size.max(1)) {
        sendmsg(
            socket.as_raw_fd(),
            &[io::IoSlice::new(datagram)],
            &way,
            MsgFlags::empty(),
            Some(&SockaddrIn::from(destination)),
        )?;
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn send_by(
    _socket: &UdpSocket,
    _packet: &Outgoing<'_>,
    _own: Ipv4Addr,
    _interface: NonZeroU32,
) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_packet_leaves_by_the_interface_and_from_the_address_that_are_named() {
        let [here, there] = [UdpSocket::bind("0.0.0.0:0"), UdpSocket::bind("127.0.0.1:0")]
            .map(|binding| async { binding.await.expect("a socket") });
        let (here, there) = (here.await, there.await);
        let own = Ipv4Addr::new(127, 0, 0, 9);
        let loopback = netdev::get_interfaces()
            .into_iter()
            .find(netdev::Interface::is_loopback);
        let index = NonZeroU32::new(loopback.expect("a loopback").index).expect("a number");
        let packet = Outgoing {
            destination: there.local_addr().expect("bound"),
            source: Some(own.into()),
            contents: b"onetwothr",
            segment_size: Some(3),
        };
        send_by(&here, &packet, own, index).expect("sent");
        for expected in [b"one", b"two", b"thr"] {
            let mut bytes = [0; 8];
            let (length, from) = there.recv_from(&mut bytes).await.expect("received");
            assert_eq!((&bytes[..length], from.ip()), (&expected[..], own.into()));
        }
        let nowhere = NonZeroU32::new(999_999).expect("a number");
        assert!(send_by(&here, &packet, own, nowhere).is_err());
        // within one network the system chooses
        assert!(OwnWays::default().send(&here, &packet).is_none());
    }
}
