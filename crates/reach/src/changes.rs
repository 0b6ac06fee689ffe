//! Changes of this machine's networks, as the system reports them. Linux reports them to every program that asks
//! (rtnetlink(7)); on other systems the looks of `whereabouts` find a change within half a second.

use std::sync::OnceLock;

use tokio::sync::watch;

/// The number of changes since the first match of this program; `None` if the system reports none.
static TOLD: OnceLock<Option<watch::Receiver<u64>>> = OnceLock::new();

/// The system's word on changes.
pub struct Changes(Option<watch::Receiver<u64>>);

impl Changes {
    pub fn listen() -> Self {
        // one thread for the whole program: every match hears the same changes
        let mut told = TOLD.get_or_init(system::listen).clone();
        if let Some(told) = &mut told {
            // changes before this match began are no news to it
            told.mark_unchanged();
        }
        Self(told)
    }

    /// Waits for the next change; changes that follow one another closely are reported together. Dropping the future
    /// loses none.
    pub async fn next(&mut self) {
        // a count in a watch: many changes at once wake the match a single time
        let is_told = match &mut self.0 {
            Some(told) => told.changed().await.is_ok(),
            None => false,
        };
        if !is_told {
            // never ready: an answer at once would turn the caller's loop in a circle
            std::future::pending().await
        }
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::io::{self, ErrorKind};

    use netlink_sys::protocols::NETLINK_ROUTE;
    use netlink_sys::{Socket, SocketAddr};
    use tokio::sync::watch;

    /// Interfaces, addresses and routes of both families (linux/rtnetlink.h): `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR`,
    /// `RTMGRP_IPV4_ROUTE`, `RTMGRP_IPV6_IFADDR`, `RTMGRP_IPV6_ROUTE`.
    const GROUPS: u32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400;
    /// More was reported than the socket holds (`ENOBUFS`): a change like any other, since the addresses are looked up
    /// anyway.
    const OVERFLOW: i32 = 105;

    /// Starts the thread that hears the system.
    pub(super) fn listen() -> Option<watch::Receiver<u64>> {
        let (tell, told) = watch::channel(0);
        let begun = bound().and_then(|socket| {
            let thread = std::thread::Builder::new().name("changes".to_owned());
            // a thread of its own: the socket blocks, and reports come seldom
            thread.spawn(move || hear(&socket, &tell))
        });
        if let Err(error) = begun {
            tracing::info!(%error, "the system does not tell of changes");
            return None;
        }
        Some(told)
    }

    fn bound() -> io::Result<Socket> {
        let mut socket = Socket::new(NETLINK_ROUTE)?;
        socket.bind(&SocketAddr::new(0, GROUPS))?;
        Ok(socket)
    }

    fn hear(socket: &Socket, tell: &watch::Sender<u64>) {
        let mut message = Vec::with_capacity(8192);
        loop {
            message.clear();
            match socket.recv(&mut message, 0) {
                // a signal, not the end
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.raw_os_error() != Some(OVERFLOW) => {
                    return tracing::warn!(%error, "the system no longer reports changes");
                }
                // the message is not read: whoever wakes looks at the addresses as they are now
                Ok(_) | Err(_) => tell.send_modify(|count| *count += 1),
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use tokio::sync::watch;

    pub(super) fn listen() -> Option<watch::Receiver<u64>> {
        None
    }
}
