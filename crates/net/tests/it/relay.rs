//! A network in the middle that can lose and delay datagrams, stop, and move to other ports.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::net::UdpSocket;
use tokio::sync::watch;
use tokio::task::JoinSet;

const ANY: (Ipv4Addr, u16) = (Ipv4Addr::LOCALHOST, 0);

/// The faults of the relay.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Weather {
    /// The same seed, the same dice.
    pub(crate) seed: u64,
    /// Out of a thousand datagrams, this many are lost.
    pub(crate) lost: u64,
    /// Each is held back for up to this long, so that some overtake others.
    pub(crate) delay: Duration,
    /// Nothing gets through.
    pub(crate) is_cut: bool,
}

/// Between one guest and one host: the guest sees the front, the host sees the back.
pub(crate) struct Relay {
    shared: Arc<Shared>,
    tasks: JoinSet<()>,
}

struct Shared {
    host: Mutex<SocketAddr>,
    guest: Mutex<Option<SocketAddr>>,
    /// The time of the last datagram from either side.
    heard: Mutex<Instant>,
    weather: Mutex<Weather>,
    dice: Mutex<u64>,
    front: watch::Sender<Arc<UdpSocket>>,
    back: watch::Sender<Arc<UdpSocket>>,
}

impl Relay {
    pub(crate) async fn to(host: SocketAddr, weather: Weather) -> Self {
        let shared = Arc::new(Shared {
            host: Mutex::new(host),
            guest: Mutex::default(),
            heard: Mutex::new(Instant::now()),
            weather: Mutex::new(weather),
            // spread over all bits, and never 0
            dice: Mutex::new(weather.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
            front: watch::Sender::new(socket().await),
            back: watch::Sender::new(socket().await),
        });
        let mut tasks = JoinSet::new();
        tasks.spawn(Arc::clone(&shared).carry(true));
        tasks.spawn(Arc::clone(&shared).carry(false));
        Self { shared, tasks }
    }

    /// The address that the guest dials.
    pub(crate) fn address(&self) -> SocketAddr {
        self.shared.front.borrow().local_addr().expect("an address")
    }

    pub(crate) fn set(&self, weather: Weather) {
        *self.shared.weather.lock().expect("no panic") = weather;
    }

    /// Waits until neither side has said anything for that long.
    pub(crate) async fn until_quiet(&self, silence: Duration) {
        loop {
            let heard = *self.shared.heard.lock().expect("no panic");
            match silence.checked_sub(heard.elapsed()) {
                Some(rest) if !rest.is_zero() => tokio::time::sleep(rest).await,
                _ => return,
            }
        }
    }

    /// From now on another program answers at the address the guest dials. Returns the address of the program that
    /// answered until now.
    pub(crate) fn lead_to(&self, host: SocketAddr) -> SocketAddr {
        std::mem::replace(&mut *self.shared.host.lock().expect("no panic"), host)
    }

    /// From now on the host sees the guest at another port, as when a router forgets.
    pub(crate) async fn move_guest(&self) {
        self.shared.back.send_replace(socket().await);
    }

    /// From now on the guest sees the host at another port, and nothing listens at the old one.
    pub(crate) async fn move_host(&self) {
        self.shared.front.send_replace(socket().await);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.tasks.abort_all();
    }
}

async fn socket() -> Arc<UdpSocket> {
    Arc::new(UdpSocket::bind(ANY).await.expect("a socket"))
}

impl Shared {
    /// Carries datagrams one way.
    async fn carry(self: Arc<Self>, is_from_guest: bool) {
        let mut entrance = if is_from_guest {
            self.front.subscribe()
        } else {
            self.back.subscribe()
        };
        let mut datagram = vec![0; 65_536];
        loop {
            let socket = Arc::clone(&entrance.borrow_and_update());
            let (length, from) = tokio::select! {
                received = socket.recv_from(&mut datagram) => match received {
                    Ok(received) => received,
                    Err(_refused_by_a_port) => continue,
                },
                changed = entrance.changed() => match changed {
                    Ok(()) => continue,
                    Err(_over) => return,
                },
            };
            *self.heard.lock().expect("no panic") = Instant::now();
            let to = if is_from_guest {
                *self.guest.lock().expect("no panic") = Some(from);
                Some(*self.host.lock().expect("no panic"))
            } else {
                *self.guest.lock().expect("no panic")
            };
            let weather = *self.weather.lock().expect("no panic");
            let (Some(to), false) = (to, weather.is_cut) else {
                continue;
            };
            if self.roll() % 1000 < weather.lost {
                continue;
            }
            let exit = if is_from_guest {
                &self.back
            } else {
                &self.front
            };
            let (exit, bytes) = (Arc::clone(&exit.borrow()), datagram[..length].to_vec());
            let micros = u64::try_from(weather.delay.as_micros()).expect("short");
            let delay = Duration::from_micros(self.roll() % (micros + 1));
            tokio::spawn(async move {
                if !delay.is_zero() {
                    tokio::time::sleep(delay).await;
                }
                let _ = exit.send_to(&bytes, to).await;
            });
        }
    }

    /// xorshift.
    fn roll(&self) -> u64 {
        let mut dice = self.dice.lock().expect("no panic");
        *dice ^= *dice << 13;
        *dice ^= *dice >> 7;
        *dice ^= *dice << 17;
        *dice
    }
}
