//! Datagrams that open this player's router for the other player's program.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reach::hops::{FEWEST, Reach};
use reach::limits::NAME_PATIENCE;
use reach::scope::is_global;
use reach::{Addresses, HostName, stun};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{sleep, timeout};

use crate::limits::{OPENERS, OPENERS_AGAIN, OPENERS_FARTHER};
use crate::match_ports::MatchPorts;

/// Sends datagrams that pass this player's routers and die soon after, until dropped. These routers then let in the
/// player at the other end, and the other router has seen nothing.
#[derive(Debug)]
pub(crate) struct Openers {
    task: AbortHandle,
    arriving: Arc<Mutex<Option<SocketAddr>>>,
}

impl Openers {
    /// Opens this player's routers for the internet addresses in a code. Must be called inside the runtime.
    pub(crate) fn begin(ports: MatchPorts, code: &Addresses, later: Duration) -> Self {
        let (mut addresses, names) = (code.candidates.clone(), code.names.clone());
        let arriving = Arc::default();
        let told = Arc::clone(&arriving);
        let task = tokio::spawn(async move {
            for name in names {
                addresses.extend(addresses_of(&name).await);
            }
            // addresses of a home network need no opening, and the same number may be somebody else's machine here
            addresses.retain(|address| is_global(address.ip()));
            let mut opening = JoinSet::new();
            for address in addresses {
                opening.spawn(open(ports.clone(), address, later, Arc::clone(&told)));
            }
            opening.join_all().await;
        });
        Self {
            task: task.abort_handle(),
            arriving,
        }
    }

    /// The address of the other side's router, if nothing is sent because it would arrive there and be answered.
    pub(crate) fn would_arrive(&self) -> Option<SocketAddr> {
        *self.arriving.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Openers {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Opens this player's routers for one address, with as many hops as the routers on the way call for.
async fn open(
    ports: MatchPorts,
    address: SocketAddr,
    later: Duration,
    arriving: Arc<Mutex<Option<SocketAddr>>>,
) {
    if later >= OPENERS_AGAIN
        // `later` says which case this is: only `open_again` comes with the long pause
        && let Some(opener) = stun::opener()
    {
        // if the two have met before, the host may dial at any moment, and its packets must not come first
        ports.send_beside(address, &opener, FEWEST);
    }
    let reach = ports.reach(address).await;
    tracing::info!(%address, ?reach, "the router is opened");
    // two who have met before keep trying until both routers have forgotten what confused them
    if reach == Reach::Arrives && later < OPENERS_AGAIN {
        *arriving.lock().unwrap_or_else(PoisonError::into_inner) = Some(address);
        return;
    }
    // close together at first, since the host may enter the answer at any moment; later only often enough that the
    // router does not forget (30 s)
    let (rounds, pause) = OPENERS;
    for round in 0.. {
        for hops in hops(reach, round) {
            let Some(opener) = stun::opener() else {
                return;
            };
            ports.send_beside(address, &opener, hops);
        }
        sleep(if round < rounds { pause } else { later }).await;
    }
}

/// The least and the most hops of that round's datagrams.
fn hops(reach: Reach, round: u32) -> RangeInclusive<u8> {
    match reach {
        // a second home router may sit behind the first and say nothing; one hop more passes it
        Reach::AtLeast(hops) if round >= OPENERS_FARTHER => hops..=hops + 1,
        Reach::Surely(hops) | Reach::AtLeast(hops) => hops..=hops,
        // only for two who have met: the rounds are 40 s apart, longer than a router remembers
        Reach::Arrives => FEWEST..=FEWEST,
    }
}

/// The addresses to which a name leads; none if it does not resolve in time.
pub(crate) async fn addresses_of(name: &HostName) -> Vec<SocketAddr> {
    let found = timeout(NAME_PATIENCE, name.resolve()).await;
    found.ok().and_then(Result::ok).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_datagram_goes_one_hop_farther_only_where_the_routers_say_nothing_and_not_at_first() {
        let late = OPENERS_FARTHER;
        assert_eq!(hops(Reach::AtLeast(2), 0), 2..=2);
        assert_eq!(hops(Reach::AtLeast(2), late - 1), 2..=2);
        assert_eq!(hops(Reach::AtLeast(2), late), 2..=3);
        for round in [0, late, 1000] {
            assert_eq!(hops(Reach::Surely(3), round), 3..=3);
            assert_eq!(hops(Reach::Arrives, round), 2..=2);
        }
    }
}
