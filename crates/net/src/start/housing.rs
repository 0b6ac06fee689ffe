//! Opening the house of a match or a table: its sockets, its door, and the first answers on where it is found.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use home::address_book::AddressBook;
use home::invitation::pending::PendingFile;
use home::{Home, Invitation, Player};
use reach::lan::Announcement;
use reach::limits::{MAPPING_PATIENCE, NAME_PATIENCE};
use reach::mapping::{Forwarding, Router};
use reach::stun::{Lookout, Outside};
use reach::{Address, HostName, whereabouts};
use tokio::sync::mpsc::{self, error::TryRecvError};

use super::Resources;
use crate::door::Door;
use crate::entrance::Entrance;
use crate::fresh::random;
use crate::house::{House, Lodging};
use crate::limits::{Limits, OUTSIDE_PATIENCE};
use crate::match_ports::MatchPorts;
use crate::port::BindError;
use crate::start_error::StartError;

/// The parts a house is opened with.
pub(crate) struct Housing {
    pub(crate) home: Home,
    pub(crate) player: Player,
    /// Set if the user has named the addresses to listen on; otherwise they are those of an earlier run.
    pub(crate) has_named: bool,
    /// Without contacts.
    pub(crate) book: AddressBook,
    pub(crate) door: Door,
    pub(crate) limits: Limits,
    /// The host's wishes about the invitation; none for a guest, and none once a match is agreed.
    pub(crate) inviting: Option<Inviting>,
}

/// The host's wishes about the invitation.
pub(crate) struct Inviting {
    /// Set to announce the invitation on the local network.
    pub(crate) is_announced: bool,
    /// Set if an invitation that leads nowhere must not be made.
    pub(crate) must_lead: bool,
    pub(crate) pending: Option<PendingFile>,
    /// The title of the game, for the announcement.
    pub(crate) title: String,
    /// Free seats and all of a table, for the announcement.
    pub(crate) seats: Option<(u8, u8)>,
}

/// A house that is open.
pub(crate) struct Housed {
    pub(crate) house: House,
    /// A host's code.
    pub(crate) invitation: Option<Arc<Invitation>>,
    /// Whether and how others can reach this machine, in words; a host's only.
    pub(crate) reachability: String,
    pub(crate) notes: Vec<String>,
}

impl Housing {
    /// Opens the sockets. Must be called inside the runtime, on a thread that may wait.
    pub(crate) fn open(self, resources: &Resources) -> Result<Housed, StartError> {
        let Self {
            home,
            player,
            has_named,
            mut book,
            door,
            limits,
            inviting,
        } = self;
        let (door, player) = (Arc::new(door.of(home.clone())), Arc::new(player));
        let entrance = Entrance::new(
            Arc::clone(&player),
            Arc::clone(&door),
            // the run: drawn at each start, so that a program that was killed is not taken for a second connection
            random()?,
            limits,
            inviting.as_ref().is_some_and(|wish| wish.is_announced),
        );
        let (entrance, arrivals) = entrance.map_err(BindError::from)?;
        let ports = open_ports(resources, &home, &book, has_named, &entrance)?;
        // with the ports that the system gave
        book.listen = ports.bound();
        let (tell, tried) = mpsc::unbounded_channel();
        let ports = ports.telling(tell);
        let is_everywhere = book
            .listen
            .iter()
            .all(|address| address.ip().is_unspecified());
        let port = book.listen.first().map(SocketAddr::port);
        // a forwarded port leads to the socket of every interface only
        let mut forwarding = port
            .filter(|_| book.is_mapped && is_everywhere)
            .map(Forwarding::begin);
        // an agreed match knows its peers, and its first code is shown only if they cannot be found
        let is_inviting = inviting.is_some();
        let mut lookout = None;
        if is_inviting && !book.services.is_empty() {
            lookout = ports.look_out(book.services.clone());
        }
        // looked up while the router and the services answer
        let names = is_inviting.then(|| Names::of(&book.typed)).flatten();
        // waited for: an invitation without the outside address would be sent, and lead nowhere
        let (router, outside) = first_answers(&mut forwarding, &mut lookout);
        let mut notes: Vec<String> = names.into_iter().flat_map(Names::in_vain).collect();
        // a peer of another match that is here knows the outside address as well
        let outside = outside.or_else(|| ports.outside().filter(|_| is_inviting));
        let (mut announcement, mut pending) = (None, None);
        let (mut invitation, mut reachability) = (None, String::new());
        if let Some(wish) = inviting {
            let whereabouts =
                whereabouts::gather(&book.listen, &book.typed, router.as_ref(), outside);
            if wish.must_lead && whereabouts.is_nowhere() {
                // an invitation without an address must not wait in the list
                if let Some(pending) = wish.pending {
                    pending.remove();
                }
                return Err(StartError::NoNetwork);
            }
            // made of what is known by now; a later change shows a new code
            let code = book.code(player.key(), book.last_day, whereabouts.addresses());
            if wish.is_announced {
                let mut found = code.announced(&wish.title, player.name());
                found.seats = wish.seats;
                // multicast may be forbidden or its port taken; the code needs none of it
                announcement = Announcement::new(found, &book.listen).unwrap_or_else(|error| {
                    notes.push(format!(
                        "This match is not announced: {error}. The invitation works all the same."
                    ));
                    None
                });
            }
            reachability = whereabouts.in_words();
            invitation = Some(Arc::new(code));
            pending = wish.pending;
        }
        let house = House::new(Lodging {
            ports,
            door,
            own: player.key(),
            book,
            arrivals,
            tried,
            announcement,
            pending,
            forwarding,
            router,
            lookout,
            outside,
        });
        Ok(Housed {
            house,
            invitation,
            reachability,
            notes,
        })
    }
}

fn open_ports(
    resources: &Resources,
    home: &Home,
    book: &AddressBook,
    has_named: bool,
    entrance: &Arc<Entrance>,
) -> Result<MatchPorts, BindError> {
    let sockets = &resources.sockets;
    let mut listen = book.listen.iter();
    // an address that the user names now must work; one of an earlier run may be gone
    if has_named {
        MatchPorts::open(sockets, &book.listen, entrance)
    } else if listen.all(|address| address.ip().is_unspecified()) {
        // the port of the last time first: the peer and the router know it
        let wanted = book.listen.first().map(SocketAddr::port);
        MatchPorts::open_everywhere(sockets, wanted, home, entrance)
    } else {
        // this machine may have another address now; then the peer is dialed, or the peer dials another address
        MatchPorts::open(sockets, &book.listen, entrance)
            .or_else(|_gone| MatchPorts::open_everywhere(sockets, None, home, entrance))
    }
}

/// The lookup of the names that a host typed, at the same time: a name that leads nowhere is reported before the
/// invitation is sent.
struct Names {
    found: std::sync::mpsc::Receiver<(HostName, bool)>,
    end: std::time::Instant,
}

impl Names {
    fn of(typed: &[Address]) -> Option<Self> {
        // the standard library's channel: the caller waits on its own thread, not in a task
        let (tell, found) = std::sync::mpsc::channel();
        let mut is_empty = true;
        for address in typed {
            if let Address::Name(name) = address {
                is_empty = false;
                let (name, tell) = (name.clone(), tell.clone());
                tokio::spawn(async move {
                    let has_address = name.resolve().await.is_ok_and(|found| !found.is_empty());
                    let _nobody_waits = tell.send((name, has_address));
                });
            }
        }
        (!is_empty).then(|| Self {
            found,
            end: std::time::Instant::now() + NAME_PATIENCE,
        })
    }

    /// Sentences on the names that lead nowhere. A name about which nothing is known in time gets none.
    fn in_vain(self) -> Vec<String> {
        let mut told = Vec::new();
        loop {
            let left = self
                .end
                .saturating_duration_since(std::time::Instant::now());
            match self.found.recv_timeout(left) {
                Ok((_, true)) => {}
                Ok((name, false)) => told.push(format!(
                    "The name {name}, which you typed, leads to no address at present: no guest finds this machine by it. See that it \
                     is written rightly."
                )),
                Err(_late_or_done) => return told,
            }
        }
    }
}

/// Waits for the first answers of the router and the services, so that the first code shown names the outside address.
fn first_answers(
    forwarding: &mut Option<(Forwarding, mpsc::Receiver<Router>)>,
    lookout: &mut Option<Lookout>,
) -> (Option<Router>, Option<Outside>) {
    let (mut router, mut outside) = (None, None);
    // the two wait at the same time, so the longer patience is enough for both
    let end = std::time::Instant::now() + MAPPING_PATIENCE.max(OUTSIDE_PATIENCE);
    // true if no answer of the router will come
    let mut is_deaf = forwarding.is_none();
    loop {
        if let (None, Some((_, told))) = (&router, &mut *forwarding) {
            match told.try_recv() {
                Ok(answer) => router = Some(answer),
                Err(error) => is_deaf = error == TryRecvError::Disconnected,
            }
        }
        if let (None, Some(lookout)) = (&outside, &mut *lookout) {
            outside = lookout.try_next();
        }
        let is_whole = (router.is_some() || is_deaf) && (outside.is_some() || lookout.is_none());
        if is_whole || std::time::Instant::now() >= end {
            return (router, outside);
        }
        // this runs on the caller's thread, outside the runtime, which may well sleep
        std::thread::sleep(Duration::from_millis(20));
    }
}
