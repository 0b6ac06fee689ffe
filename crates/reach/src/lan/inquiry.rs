//! Makes sure that the host of an announced match is there, by a small packet that only somebody who heard the
//! announcement can make. A forger can announce matches in another's name and at another's address, but cannot answer
//! for them there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use tokio::net::UdpSocket;
use tokio::sync::Semaphore;
use tokio::task::{AbortHandle, JoinSet};

use super::LanMatch;
use crate::knock::KnockKey;
use crate::limits::LAN_INQUIRIES;
use crate::route;
use crate::small::{SMALL, SmallPackets};

/// The sockets from which hosts are asked.
pub(super) struct Inquiry {
    sockets: Vec<Arc<Asker>>,
    /// Hosts asked at the same time, so that a flood of announcements makes no flood of questions.
    places: Semaphore,
    hearing: Vec<AbortHandle>,
}

struct Asker {
    socket: UdpSocket,
    packets: SmallPackets,
}

impl Inquiry {
    /// `None` if the system gives no socket; then no host is ever asked. Must be called inside the runtime.
    pub(super) async fn open() -> Option<Self> {
        let mut sockets = Vec::new();
        for any in [
            IpAddr::from(Ipv4Addr::UNSPECIFIED),
            Ipv6Addr::UNSPECIFIED.into(),
        ] {
            // one family alone is enough to ask the hosts of that family
            if let Ok(socket) = UdpSocket::bind((any, 0)).await {
                // nobody asks these sockets anything
                let (packets, _asked) = SmallPackets::new();
                sockets.push(Arc::new(Asker { socket, packets }));
            }
        }
        let hearing = sockets.iter().map(|asker| {
            let asker = Arc::clone(asker);
            tokio::spawn(async move { asker.hear().await }).abort_handle()
        });
        let hearing = hearing.collect();
        (!sockets.is_empty()).then(|| Self {
            hearing,
            places: Semaphore::new(LAN_INQUIRIES),
            sockets,
        })
    }

    /// The addresses of that match at which its host answers. Only machines of this machine's own networks are asked:
    /// an announcement can name any address.
    pub(super) async fn ask(&self, found: &LanMatch) -> Vec<SocketAddr> {
        let Ok(_place) = self.places.acquire().await else {
            return Vec::new();
        };
        let mut asking = JoinSet::new();
        // all at once: a forger may have named fifteen addresses at which nobody answers
        for &address in &found.addresses {
            let mut sockets = self.sockets.iter();
            let asker = sockets.find(|asker| {
                let bound = asker.socket.local_addr();
                bound.is_ok_and(|bound| bound.is_ipv4() == address.is_ipv4())
            });
            // an announcement must not make this machine send to somebody far away
            if let Some(asker) = asker.filter(|_| route::is_near(address.ip())) {
                let (asker, game) = (Arc::clone(asker), found.game);
                asking.spawn(async move { asker.ask(game, address).await });
            }
        }
        let mut answering: Vec<_> = asking.join_all().await.into_iter().flatten().collect();
        answering.sort();
        answering
    }
}

impl Drop for Inquiry {
    fn drop(&mut self) {
        self.hearing.iter().for_each(AbortHandle::abort);
    }
}

impl Asker {
    async fn ask(&self, game: [u8; 8], there: SocketAddr) -> Option<SocketAddr> {
        let key = KnockKey::of_askers(game);
        let send = |to, question: &[u8; SMALL]| {
            // a lost datagram is sent again
            let _ = self.socket.try_send_to(question, to);
        };
        self.packets.ask(&key, there, send).await.then_some(there)
    }

    async fn hear(&self) {
        // one byte more, so that a longer datagram is recognized as none of ours
        let mut bytes = [0; SMALL + 1];
        loop {
            match self.socket.recv_from(&mut bytes).await {
                Ok((length, source)) => {
                    self.packets.hear(source, None, &bytes[..length]);
                }
                // a router's report on a question, which is over with it; a dead socket must not keep a core busy
                Err(_word) => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
            }
        }
    }
}
