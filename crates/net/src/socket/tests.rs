//! Sockets that die and come back, and what leaves beside QUIC.

use std::net::Ipv4Addr;
use std::sync::atomic::AtomicUsize;

use protocol::PublicKey;
use tokio::time::timeout;

use super::system::{SystemSocket, SystemSockets};
use super::*;
use crate::quic;
use home::Player;

/// Sockets that give nothing but errors once they are made to die, or only when something is sent.
#[derive(Debug, Clone, Default)]
struct Mortals {
    is_dead: Arc<AtomicBool>,
    is_mute: Arc<AtomicBool>,
    bound: Arc<AtomicUsize>,
}

#[derive(Debug)]
struct Mortal {
    socket: Arc<SystemSocket>,
    is_dead: Arc<AtomicBool>,
    is_mute: Arc<AtomicBool>,
}

impl Bind for Mortals {
    fn bind(&self, address: SocketAddr) -> io::Result<Arc<dyn Socket>> {
        let socket = Arc::new(SystemSocket::bind(address)?);
        self.bound.fetch_add(1, Ordering::SeqCst);
        self.is_dead.store(false, Ordering::SeqCst);
        self.is_mute.store(false, Ordering::SeqCst);
        Ok(Arc::new(Mortal {
            socket,
            is_dead: Arc::clone(&self.is_dead),
            is_mute: Arc::clone(&self.is_mute),
        }))
    }
}

impl Socket for Mortal {
    fn send_near(&self, transmit: &Transmit<'_>, hops: u8) -> io::Result<()> {
        self.socket.send_near(transmit, hops)
    }
}

// errors of sending too end a connection, unless they are kept from quinn
impl AsyncUdpSocket for Mortal {
    fn create_io_poller(self: Arc<Self>) -> Pin<Box<dyn UdpPoller>> {
        Arc::clone(&self.socket).create_io_poller()
    }

    fn try_send(&self, transmit: &Transmit<'_>) -> io::Result<()> {
        if self.is_mute.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        match self.is_dead.load(Ordering::SeqCst) {
            // an error that alone is no death
            true => Err(io::ErrorKind::NetworkUnreachable.into()),
            false => self.socket.try_send(transmit),
        }
    }

    fn poll_recv(
        &self,
        cx: &mut Context<'_>,
        bufs: &mut [IoSliceMut<'_>],
        meta: &mut [RecvMeta],
    ) -> Poll<io::Result<usize>> {
        let received = ready!(self.socket.poll_recv(cx, bufs, meta));
        Poll::Ready(match self.is_dead.load(Ordering::SeqCst) {
            true => Err(io::ErrorKind::NotConnected.into()),
            false => received,
        })
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_outlives_the_death_of_a_socket() {
    let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let lost = Duration::from_secs(12);
    let [ann, bob] = ["Ann", "Bob"].map(|name| Player::from_seed(name, &[name.len() as u8; 32]));
    let ann_key: PublicKey = ann.key();
    let mortals = Mortals::default();
    let (socket, _) = LastingSocket::new(Arc::new(mortals.clone()), loopback).expect("a socket");
    let answering = || quic::answering(&ann, lost).expect("settings");
    let host = quic::endpoint(socket, answering()).expect("an endpoint");
    let (guest, _) = LastingSocket::new(Arc::new(SystemSockets), loopback).expect("a socket");
    let guest = quic::endpoint(guest, answering()).expect("an endpoint");
    let at = host.local_addr().expect("bound");
    let dialing = quic::dialing(&bob, Some(ann_key), lost, [1; 20]).expect("settings");
    let connecting = guest.connect_with(dialing, at, quic::SERVER_NAME);
    let (dialed, taken) = tokio::join!(connecting.expect("well formed"), async {
        host.accept().await.expect("a caller").await
    });
    let (dialed, taken) = (dialed.expect("a line"), taken.expect("a line"));
    let mut beat = dialed.open_uni().await.expect("a stream");
    for bound in 1..=4 {
        assert_eq!(mortals.bound.load(Ordering::SeqCst), bound);
        let talk = async {
            let (mut send, _) = dialed.open_bi().await.expect("a stream");
            send.write_all(b"hello").await.expect("written");
            let (_, mut receive) = taken.accept_bi().await.expect("a stream");
            let mut heard = [0; 5];
            receive.read_exact(&mut heard).await.expect("read");
            heard
        };
        let heard = timeout(Duration::from_secs(10), talk).await;
        assert_eq!(heard.expect("in time"), *b"hello");
        match bound {
            // the dead socket is noticed when it is read, the mute one when it should send
            1 | 2 => mortals.is_dead.store(true, Ordering::SeqCst),
            3 => mortals.is_mute.store(true, Ordering::SeqCst),
            _ => break,
        }
        let rescued = async {
            while mortals.bound.load(Ordering::SeqCst) == bound {
                beat.write_all(b"x").await.expect("written");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let _ = timeout(Duration::from_secs(10), rescued).await;
    }
    assert_eq!(host.local_addr().expect("bound"), at);
}

/// Sockets of a system that refuses the settings of QUIC's library.
#[derive(Debug)]
struct Refused;

impl Bind for Refused {
    fn bind(&self, address: SocketAddr) -> io::Result<Arc<dyn Socket>> {
        Ok(Arc::new(SystemSocket::bind(address)?.without_settings()))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_system_that_refuses_settings_of_a_socket_carries_connections_too() {
    let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let lost = Duration::from_secs(12);
    let [ann, bob] = ["Ann", "Bob"].map(|name| Player::from_seed(name, &[name.len() as u8; 32]));
    let ends = [&ann, &bob].map(|player| {
        let (socket, _) = LastingSocket::new(Arc::new(Refused), loopback).expect("a socket");
        let answering = quic::answering(player, lost).expect("settings");
        quic::endpoint(socket, answering).expect("an endpoint")
    });
    let [host, guest] = &ends;
    let at = host.local_addr().expect("bound");
    let dialing = quic::dialing(&bob, Some(ann.key()), lost, [1; 20]).expect("settings");
    let connecting = guest.connect_with(dialing, at, quic::SERVER_NAME);
    let (dialed, taken) = tokio::join!(connecting.expect("well formed"), async {
        host.accept().await.expect("a caller").await
    });
    let (dialed, taken) = (dialed.expect("a line"), taken.expect("a line"));
    // more than one datagram, both ways
    let large: Vec<u8> = (0..100_000_u32).map(|byte| byte as u8).collect();
    let sends = async {
        let (mut send, mut receive) = dialed.open_bi().await.expect("a stream");
        send.write_all(&large).await.expect("written");
        send.finish().expect("open");
        receive.read_to_end(large.len()).await.expect("read")
    };
    let echoes = async {
        let (mut send, mut receive) = taken.accept_bi().await.expect("a stream");
        let heard = receive.read_to_end(large.len()).await.expect("read");
        send.write_all(&heard).await.expect("written");
        send.finish().expect("open");
    };
    let both = timeout(Duration::from_secs(20), async {
        tokio::join!(sends, echoes)
    });
    let (heard, ()) = both.await.expect("in time");
    assert_eq!(heard, large);
}

#[tokio::test]
async fn a_network_that_carries_only_small_packets_is_noticed_by_its_own_error_alone() {
    let socket = SystemSocket::bind((Ipv4Addr::LOCALHOST, 0).into()).expect("a socket");
    let to = socket.local_addr().expect("bound");
    let huge = vec![0; 66_000];
    let transmit = |contents| Transmit {
        destination: to,
        ecn: None,
        contents,
        segment_size: None,
        src_ip: None,
    };
    socket.io.writable().await.expect("writable");
    let error = socket.try_send(&transmit(&huge)).expect_err("too large");
    assert!(is_too_large(&error), "{error:?}");
    assert!(!is_too_large(&io::ErrorKind::NetworkUnreachable.into()));
    // packets above a handshake's size seek out the largest that passes, and are refused everywhere
    let (lasting, _) = LastingSocket::new(of_the_system(), to_any()).expect("a socket");
    let mut poller = Arc::clone(&lasting).create_io_poller();
    std::future::poll_fn(|cx| poller.as_mut().poll_writable(cx))
        .await
        .expect("writable");
    lasting.try_send(&transmit(&huge)).expect("lost");
    assert!(!lasting.is_narrow());
}

fn to_any() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 0).into()
}
