//! The number of hops that take a datagram past this side's own routers, and no farther. A router that answers unasked
//! packets takes note of them and then gives its own user another port, so nothing may arrive there.
//!
//! The routers on the way are asked from a separate socket: should a question arrive after all, the other router takes
//! note of a port that nobody uses. A router on the way says by ICMP that a datagram died there (time exceeded), which
//! Linux reports to the socket (`IP_RECVERR`). Other systems report nothing, and neither do many routers.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use crate::scope::is_global;

/// The hops that pass one router of this side, if there is only one.
pub const FEWEST: u8 = 2;
/// The most hops: two routers of this side and two of the provider are seldom exceeded, and what goes farther may
/// arrive.
const MOST: u8 = 5;
/// The wait for a router's report; such a router is near.
const PATIENCE: Duration = Duration::from_millis(250);
/// The number of questions to one router, since routers limit how often they report anything.
const QUESTIONS: u32 = 2;

/// The fate of a datagram with few hops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Met {
    /// It died at that router.
    Router(IpAddr),
    /// The other side's router has it, and answered.
    OtherSide,
    Nobody,
}

/// The hops to give to datagrams that open this machine's routers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// With that many hops they are on the internet, and have not arrived.
    Surely(u8),
    /// That many hops pass one router of this side; the routers say nothing, and there may be another.
    AtLeast(u8),
    /// A datagram that passes this machine's routers arrives at the other side's router, which answers it.
    Arrives,
}

/// The hops for datagrams to that address of the internet.
pub async fn towards(to: SocketAddr) -> Reach {
    judge(|hops| meet(to, hops)).await
}

async fn judge<M: Future<Output = Met>>(meet: impl Fn(u8) -> M) -> Reach {
    // one hop more each time: a datagram sent too far arrives and does the harm that this is to prevent
    for hops in FEWEST..=MOST {
        match meet(hops).await {
            // a private router may be one more that translates
            Met::Router(ip) if is_global(ip) => return Reach::Surely(hops),
            Met::Router(_) => {}
            Met::OtherSide => return Reach::Arrives,
            // the last asked number of hops is the only one that is known to be harmless
            Met::Nobody => return Reach::AtLeast(hops),
        }
    }
    Reach::Surely(MOST)
}

#[cfg(target_os = "linux")]
async fn meet(to: SocketAddr, hops: u8) -> Met {
    match linux::meet(to, hops).await {
        Ok(met) => met,
        Err(error) => {
            // not asked is as good as not answered
            tracing::debug!(%to, hops, %error, "the routers on the way were not asked");
            Met::Nobody
        }
    }
}

#[cfg(not(target_os = "linux"))]
async fn meet(_to: SocketAddr, _hops: u8) -> Met {
    Met::Nobody
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{self, IoSliceMut};
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
    use std::os::fd::AsRawFd;

    use nix::cmsg_space;
    use nix::libc::{self, sock_extended_err};
    use nix::sys::socket::{
        ControlMessageOwned, MsgFlags, SockaddrIn6, recvmsg, setsockopt, sockopt,
    };
    use tokio::io::Interest;
    use tokio::net::UdpSocket;
    use tokio::time::timeout;

    use super::{Met, PATIENCE, QUESTIONS};
    use crate::stun;

    /// Sends a datagram that the `hops`th router drops, and waits for that router's word.
    pub(super) async fn meet(to: SocketAddr, hops: u8) -> io::Result<Met> {
        let any: IpAddr = match to {
            SocketAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
            SocketAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
        };
        let socket = UdpSocket::bind((any, 0)).await?;
        let options = socket2::SockRef::from(&socket);
        if to.is_ipv4() {
            options.set_ttl_v4(hops.into())?;
            // without it the system keeps the routers' reports to itself
            setsockopt(&socket, sockopt::Ipv4RecvErr, &true)?;
        } else {
            options.set_unicast_hops_v6(hops.into())?;
            setsockopt(&socket, sockopt::Ipv6RecvErr, &true)?;
        }
        // connected, so that only reports on datagrams to this address come here
        socket.connect(to).await?;
        for _ in 0..QUESTIONS {
            let Some(question) = stun::opener() else {
                // an opener, like those that follow later: what passes the routers here passes them then
                break;
            };
            // a late report on the question before comes here too, and is read below
            let _ = socket.send(&question).await;
            if let Ok(met) = timeout(PATIENCE, hear(&socket, to.ip())).await {
                return met;
            }
        }
        Ok(Met::Nobody)
    }

    async fn hear(socket: &UdpSocket, other: IpAddr) -> io::Result<Met> {
        loop {
            // reports come as errors of the socket, and stay until they are read
            socket.ready(Interest::ERROR).await?;
            let heard = socket.try_io(Interest::ERROR, || read(socket));
            match heard {
                // reported by the address itself: the datagram has arrived there
                Ok(Some((error, by))) if by == other || is_from_other_side(error) => {
                    return Ok(Met::OtherSide);
                }
                Ok(Some((error, by))) if is_time_exceeded(error) => return Ok(Met::Router(by)),
                // a router that has no way there, or forbids it, does not say how far away it is
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// One report of a router, and the router's address; `None` for any other error.
    fn read(socket: &UdpSocket) -> io::Result<Option<(sock_extended_err, IpAddr)>> {
        // room for the error and for the address of the router that reported it
        // the start of the datagram comes back with the report, and is not needed
        let mut room = cmsg_space!(sock_extended_err, libc::sockaddr_in6);
        let mut returned = [0; 64];
        let mut parts = [IoSliceMut::new(&mut returned)];
        let flags = MsgFlags::MSG_ERRQUEUE;
        let message =
            recvmsg::<SockaddrIn6>(socket.as_raw_fd(), &mut parts, Some(&mut room), flags)?;
        let mut heard = None;
        // a report may come with other parts, which say nothing here
        for part in message.cmsgs()? {
            heard = match part {
                ControlMessageOwned::Ipv4RecvErr(error, Some(by)) if error.ee_origin == ICMP_V4 => {
                    let ip = Ipv4Addr::from(u32::from_be(by.sin_addr.s_addr));
                    Some((error, IpAddr::from(ip)))
                }
                ControlMessageOwned::Ipv6RecvErr(error, Some(by)) if error.ee_origin == ICMP_V6 => {
                    Some((error, Ipv6Addr::from(by.sin6_addr.s6_addr).into()))
                }
                _ => heard,
            };
        }
        Ok(heard)
    }

    /// The origins of errors (`linux/errqueue.h`).
    const ICMP_V4: u8 = 2;
    const ICMP_V6: u8 = 3;

    /// True if the other side has the datagram: only the addressee says "port unreachable", if it is honest.
    fn is_from_other_side(error: sock_extended_err) -> bool {
        match error.ee_origin {
            ICMP_V4 => (error.ee_type, error.ee_code) == (3, 3),
            _ => (error.ee_type, error.ee_code) == (1, 4),
        }
    }

    fn is_time_exceeded(error: sock_extended_err) -> bool {
        match error.ee_origin {
            ICMP_V4 => error.ee_type == 11,
            _ => error.ee_type == 3,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[tokio::test]
        async fn a_machine_that_answers_that_a_port_is_closed_has_the_datagram() {
            for loopback in [
                IpAddr::from(Ipv4Addr::LOCALHOST),
                Ipv6Addr::LOCALHOST.into(),
            ] {
                let closed = match std::net::UdpSocket::bind((loopback, 0)) {
                    Ok(socket) => socket.local_addr().expect("bound"),
                    Err(_no_such_family) => continue,
                };
                assert_eq!(
                    meet(closed, 2).await.expect("asked"),
                    Met::OtherSide,
                    "{closed}"
                );
            }
        }

        #[tokio::test]
        async fn a_hop_that_says_nothing_counts_as_nobody() {
            let open = std::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
            let at = open.local_addr().expect("bound");
            assert_eq!(meet(at, 2).await.expect("asked"), Met::Nobody);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// The reach past routers that report these things, and the most hops that any datagram was given.
    async fn reach(met: &[Met]) -> (Reach, u8) {
        let farthest = Cell::new(0);
        let reach = judge(|hops: u8| {
            farthest.set(hops);
            std::future::ready(met[usize::from(hops - FEWEST)])
        });
        (reach.await, farthest.get())
    }

    #[tokio::test]
    async fn more_hops_are_given_only_while_the_routers_are_private() {
        let router = |text: &str| Met::Router(text.parse().expect("an address"));
        let public = router("62.9.0.1");
        let surely = |hops| (Reach::Surely(hops), hops);
        assert_eq!(reach(&[public]).await, surely(2));
        for private in [
            "192.168.0.1",
            "10.9.9.9",
            "172.16.0.1",
            "100.64.0.1",
            "100.127.0.1",
            "127.0.0.1",
            "169.254.3.3",
            "fe80::1",
            "fd00::1",
        ] {
            assert_eq!(reach(&[router(private), public]).await, surely(3));
        }
        let inner = router("10.0.0.1");
        assert_eq!(reach(&[inner; 4]).await, surely(MOST));
        assert_eq!(reach(&[Met::Nobody]).await, (Reach::AtLeast(2), 2));
        assert_eq!(reach(&[inner, Met::Nobody]).await, (Reach::AtLeast(3), 3));
        assert_eq!(reach(&[Met::OtherSide]).await, (Reach::Arrives, 2));
    }
}
