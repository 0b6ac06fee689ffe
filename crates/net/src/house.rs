//! The house of a program at a match or a table: its sockets and its door, who calls there, and what is known of its place
//! in the network. There is one for all lines; each line is a [`Way`](crate::way::Way) to one other machine.

mod asked;
mod callers;
mod surroundings;
mod whereabouts;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use home::Call;
use home::address_book::{AddressBook, Role};
use home::invitation::pending::PendingFile;
use protocol::{LineId, PublicKey};
use reach::changes::Changes;
use reach::lan::Announcement;
use reach::mapping::{Forwarding, Router};
use reach::stun::{Lookout, Outside};
use tokio::sync::mpsc;

use crate::chair::remote_line;
use crate::close::CloseCode;
use crate::dial_error::DialError;
use crate::door::Door;
use crate::entrance::Arrivals;
use crate::greeted::{Greeted, Overture};
use crate::limits::INCOMING_FRAMES;
use crate::line::{Line, LineEvent};
use crate::match_ports::MatchPorts;
use crate::question::Asking;
use crate::tried::Tried;
pub(crate) use callers::Callers;
pub(crate) use surroundings::Surroundings;

/// The house of a match or a table.
pub(crate) struct House {
    pub(crate) ports: MatchPorts,
    pub(crate) door: Arc<Door>,
    /// The key of this machine's player.
    pub(crate) own: PublicKey,
    /// What is kept of this side; where the others are found is kept with each way.
    pub(crate) book: AddressBook,
    /// The number of names of lines given.
    names: u64,
    pub(crate) reports: Reports,
    pub(crate) callers: Callers,
    pub(crate) surroundings: Surroundings,
    /// What comes of dialing, by the way.
    pub(crate) dialed: Dialed,
}

/// The reports of the lines, each under the number of its line.
pub(crate) struct Reports {
    /// The number of the line that began last.
    last: u64,
    sender: mpsc::Sender<(u64, LineEvent)>,
    receiver: mpsc::Receiver<(u64, LineEvent)>,
}

impl Reports {
    /// Starts the tasks of a greeted connection under the next number.
    pub(crate) fn start(&mut self, greeted: Greeted) -> Line {
        // counted up before it starts, so that late events of the line before are not taken for this line's
        self.last += 1;
        Line::start(self.last, greeted, &self.sender)
    }
}

/// What the attempts of all ways tell.
pub(crate) struct Dialed {
    /// The outcome for each address that was dialed.
    tried: mpsc::UnboundedReceiver<Tried>,
    /// Dialed connections on which the session may speak before the greeting is answered.
    overtures: mpsc::Receiver<Overture>,
    pub(crate) tell_overture: mpsc::Sender<Overture>,
    told: mpsc::UnboundedReceiver<FromWay>,
    pub(crate) tell: mpsc::UnboundedSender<FromWay>,
}

impl Dialed {
    /// A result for an address that waits already.
    pub(crate) fn try_tried(&mut self) -> Option<Tried> {
        self.tried.try_recv().ok()
    }
}

/// What a way tells, with its place among the ways.
pub(crate) enum FromWay {
    /// The attempt of that number has ended.
    Dialed(usize, u64, Result<Box<Greeted>, DialError>),
    /// The peer has proved its key at a further address; none if it has not.
    Proved(usize, Option<SocketAddr>),
}

/// The parts a house begins with.
pub(crate) struct Lodging {
    pub(crate) ports: MatchPorts,
    pub(crate) door: Arc<Door>,
    /// The key of this side's player.
    pub(crate) own: PublicKey,
    pub(crate) book: AddressBook,
    pub(crate) arrivals: Arrivals,
    /// The outcome for each address that was dialed.
    pub(crate) tried: mpsc::UnboundedReceiver<Tried>,
    /// The announcement of the invitation on the local network.
    pub(crate) announcement: Option<Announcement>,
    pub(crate) pending: Option<PendingFile>,
    /// The port that the router is asked to forward, and its answers.
    pub(crate) forwarding: Option<(Forwarding, mpsc::Receiver<Router>)>,
    pub(crate) router: Option<Router>,
    /// The services that are asked for the outside address.
    pub(crate) lookout: Option<Lookout>,
    /// The outside address as others see it.
    pub(crate) outside: Option<Outside>,
}

/// What has happened at the house.
pub(crate) enum News {
    Arrival(Box<Greeted>),
    Asked(Box<Asking>),
    CallerFailed(SocketAddr, DialError),
    Called(Call),
    Tried(Tried),
    Overture(Overture),
    Line(u64, LineEvent),
    Way(FromWay),
    /// The surroundings have changed: a look is due.
    Look,
}

impl House {
    pub(crate) fn new(lodging: Lodging) -> Self {
        // bounded: a peer that sends faster than frames are handled waits in its own flow control
        let (sender, receiver) = mpsc::channel(INCOMING_FRAMES);
        // one at a time: the session speaks first only once, and a second overture waits for its turn
        let (tell_overture, overtures) = mpsc::channel(1);
        // unbounded, so that a task that is about to be aborted never waits with a finished connection in hand
        let (tell, told) = mpsc::unbounded_channel();
        Self {
            ports: lodging.ports,
            door: lodging.door,
            own: lodging.own,
            book: lodging.book,
            names: 0,
            reports: Reports {
                last: 0,
                sender,
                receiver,
            },
            callers: Callers {
                arrivals: lodging.arrivals,
                failures_told: Vec::new(),
                asked: Vec::new(),
                turned_away: Vec::new(),
                breaches: VecDeque::new(),
                announcement: lodging.announcement,
                pending: lodging.pending,
            },
            surroundings: Surroundings {
                forwarding: lodging.forwarding,
                router: lodging.router,
                lookout: lodging.lookout,
                outside: lodging.outside,
                changes: Changes::listen(),
                looked: None,
                whereabouts: Vec::new(),
                shown: Vec::new(),
            },
            dialed: Dialed {
                tried: lodging.tried,
                overtures,
                tell_overture,
                told,
                tell,
            },
        }
    }

    pub(crate) fn is_host(&self) -> bool {
        self.book.role == Role::Host
    }

    /// A name for a new line, never given before.
    pub(crate) fn name_line(&mut self) -> LineId {
        self.names += 1;
        remote_line(self.names)
    }

    /// Waits for what happens next. The future may be dropped and called again without losing anything.
    pub(crate) async fn next(&mut self) -> News {
        // a source that is missing or has ended never wakes the driver: an answer at once would turn the loop in a
        // circle
        let router = async {
            match &mut self.surroundings.forwarding {
                Some((_, told)) => match told.recv().await {
                    Some(router) => router,
                    None => std::future::pending().await,
                },
                None => std::future::pending().await,
            }
        };
        let seen = async {
            match &mut self.surroundings.lookout {
                Some(lookout) => match lookout.next().await {
                    Some(outside) => outside,
                    None => std::future::pending().await,
                },
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = self.surroundings.changes.next() => {
                // no look is due by the clock, but the system says that something has changed
                self.surroundings.looked = None;
                News::Look
            }
            router = router => {
                // the next look at this side's addresses shows what follows from it
                self.surroundings.router = Some(router);
                self.surroundings.looked = None;
                News::Look
            }
            outside = seen => {
                self.surroundings.outside = Some(outside);
                self.surroundings.looked = None;
                News::Look
            }
            Some(greeted) = self.callers.arrivals.guests.recv() => News::Arrival(Box::new(greeted)),
            Some(asking) = self.callers.arrivals.asking.recv() => News::Asked(Box::new(asking)),
            Some((source, error)) = self.callers.arrivals.failed.recv() => News::CallerFailed(source, error),
            Some(call) = self.callers.arrivals.calls.recv() => News::Called(call),
            Some(tried) = self.dialed.tried.recv() => News::Tried(tried),
            Some(overture) = self.dialed.overtures.recv() => News::Overture(overture),
            Some((id, event)) = self.reports.receiver.recv() => News::Line(id, event),
            Some(told) = self.dialed.told.recv() => News::Way(told),
        }
    }

    /// An event of a line that is waiting already.
    pub(crate) fn further_event(&mut self) -> Option<(u64, LineEvent)> {
        self.reports.receiver.try_recv().ok()
    }

    /// Notes a breach by that peer; true when the peer broke the protocol too often and is not heard again.
    pub(crate) fn bans_after_breach(&mut self, peer: PublicKey) -> bool {
        let is_banned = self.callers.note_breach(peer);
        if is_banned {
            // the door outlives the line, and refuses the next attempt of this peer
            self.door.ban(peer);
        }
        is_banned
    }

    /// Nobody new comes in from now on: the announcement ends, and those who wait at the door see a word instead of a
    /// silence of five minutes.
    pub(crate) fn shut_out(&mut self) {
        self.callers.announcement = None;
        self.callers.asked.drain(..).for_each(Asking::turn_away);
    }

    /// Closes the sockets, once every line has ended; waits for at most `patience`.
    pub(crate) async fn close(mut self, code: CloseCode, patience: Duration) {
        self.ports.shut(code, patience).await;
        // last: the router must forward until the peers have heard the closing code
        if let Some((forwarding, _)) = self.surroundings.forwarding.take() {
            forwarding.end(patience).await;
        }
    }
}
