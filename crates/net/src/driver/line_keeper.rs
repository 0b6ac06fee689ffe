//! Keeping a line to the peer: taking an arriving connection, dialing without a line, and choosing between two
//! connections.

mod attempts;
mod narrow_way;
mod openers;
mod two_codes;
mod whereabouts;

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use home::address_book::{AddressBook, Role};
use home::invitation::pending::PendingFile;
use protocol::PublicKey;
use reach::changes::Changes;
use reach::lan::Announcement;
use reach::mapping::{Forwarding, Router};
use reach::stun::{Lookout, Outside};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::Woken;
use crate::close::CloseCode;
use crate::dial_error::DialError;
use crate::door::Door;
use crate::entrance::Arrivals;
use crate::greeted::{Greeted, Overture};
use crate::greeting::End;
use crate::limits::{BREACH_WINDOW, BREACHES, DIAL_PATIENCE, GLARE, INCOMING_FRAMES};
use crate::line::{Line, LineEvent, ShortId};
use crate::match_ports::MatchPorts;
use crate::question::Asking;
use crate::tried::Tried;
use attempts::Attempts;
pub(super) use narrow_way::NarrowWay;
pub(super) use openers::Openers;
pub(crate) use two_codes::TwoCodes;

/// The line of a match, or the attempts to get a line.
pub(crate) struct LineKeeper {
    pub(super) ports: MatchPorts,
    pub(super) door: Arc<Door>,
    pub(super) own: PublicKey,
    pub(super) book: AddressBook,
    pub(super) line: Option<Line>,
    pub(super) next_id: u64,
    arrivals: Arrivals,
    pub(super) tried: mpsc::UnboundedReceiver<Tried>,
    /// Callers who failed and of whom the user was told.
    pub(super) failures_told: Vec<(IpAddr, DialError)>,
    /// Players of the same network who wait for the user's answer.
    pub(super) asked: Vec<Asking>,
    /// Players whom the user has turned away; the user is not asked about them again.
    pub(super) turned_away: Vec<PublicKey>,
    /// The announcement of the invitation on the local network, until the match is agreed.
    announcement: Option<Announcement>,
    /// The invitation on disk, until the match is agreed.
    pending: Option<PendingFile>,
    /// The port that the router is asked to forward, and its answers.
    pub(super) forwarding: Option<(Forwarding, mpsc::Receiver<Router>)>,
    pub(super) router: Option<Router>,
    /// The services that are asked for the outside address.
    pub(super) lookout: Option<Lookout>,
    /// The outside address as others saw it last.
    pub(super) outside: Option<Outside>,
    pub(super) two_codes: TwoCodes,
    pub(super) tell: mpsc::Sender<(u64, LineEvent)>,
    told: mpsc::Receiver<(u64, LineEvent)>,
    attempts: Attempts<Greeted>,
    /// Dialed connections on which the session may speak before the greeting is answered.
    overtures: mpsc::Receiver<Overture>,
    tell_overture: mpsc::Sender<Overture>,
    /// The attempt in which the session has spoken first, and the exporter of the connection.
    spoken: Option<(u64, [u8; 32])>,
    /// The proof of a further address of the peer, beside the line.
    pub(super) proving: Option<JoinHandle<Option<SocketAddr>>>,
    /// Set once the two sides have met: only then is it worth dialing forever.
    pub(super) has_met: bool,
    /// Set when another match of the peer answered since the last line.
    pub(super) is_elsewhere: bool,
    /// Latest breaches, each with the peer's key.
    breaches: VecDeque<(Instant, PublicKey)>,
    /// Lines and attempts in a row that failed soon.
    pub(super) failures: usize,
    pub(super) is_peer_done: bool,
    pub(super) seen_at: Option<SocketAddr>,
    /// The addresses of this side at the last look.
    pub(super) whereabouts: Vec<SocketAddr>,
    /// The system's word on changes of this side's addresses.
    changes: Changes,
    /// The time of the last look at this side's addresses.
    pub(super) looked: Option<Instant>,
    /// The time the line was lost, or this program began to look for the peer.
    pub(super) alone_since: Instant,
    /// The addresses of the code last shown to the user.
    pub(super) shown: Vec<SocketAddr>,
}

/// The parts a line keeper begins with.
pub(crate) struct Lodging {
    pub(crate) ports: MatchPorts,
    pub(crate) door: Arc<Door>,
    /// The key of this side's player.
    pub(crate) own: PublicKey,
    pub(crate) book: AddressBook,
    pub(crate) arrivals: Arrivals,
    /// Addresses that were dialed.
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
    pub(crate) two_codes: TwoCodes,
    /// True if the two sides have met in an earlier run.
    pub(crate) has_met: bool,
}

impl LineKeeper {
    pub(crate) fn new(lodging: Lodging) -> Self {
        let (tell, told) = mpsc::channel(INCOMING_FRAMES);
        let (tell_overture, overtures) = mpsc::channel(1);
        Self {
            ports: lodging.ports,
            door: lodging.door,
            own: lodging.own,
            book: lodging.book,
            line: None,
            next_id: 0,
            arrivals: lodging.arrivals,
            tried: lodging.tried,
            failures_told: Vec::new(),
            asked: Vec::new(),
            turned_away: Vec::new(),
            announcement: lodging.announcement,
            pending: lodging.pending,
            forwarding: lodging.forwarding,
            router: lodging.router,
            lookout: lodging.lookout,
            outside: lodging.outside,
            two_codes: lodging.two_codes,
            tell,
            told,
            attempts: Attempts::new(),
            overtures,
            tell_overture,
            spoken: None,
            proving: None,
            has_met: lodging.has_met,
            is_elsewhere: false,
            breaches: VecDeque::new(),
            failures: 0,
            is_peer_done: false,
            seen_at: None,
            whereabouts: Vec::new(),
            changes: Changes::listen(),
            looked: None,
            alone_since: Instant::now(),
            shown: Vec::new(),
        }
    }

    pub(crate) fn is_host(&self) -> bool {
        self.book.role == Role::Host
    }

    pub(crate) fn is_peer_done(&self) -> bool {
        self.is_peer_done
    }

    pub(crate) fn seen_at(&self) -> Option<SocketAddr> {
        self.seen_at
    }

    /// Waits for an event of the line. The future may be dropped and called again without losing anything.
    pub(super) async fn next(&mut self) -> Woken {
        let proved = async {
            match &mut self.proving {
                Some(proving) => proving.await,
                None => std::future::pending().await,
            }
        };
        let router = async {
            match &mut self.forwarding {
                Some((_, told)) => match told.recv().await {
                    Some(router) => router,
                    None => std::future::pending().await,
                },
                None => std::future::pending().await,
            }
        };
        let seen = async {
            match &mut self.lookout {
                Some(lookout) => match lookout.next().await {
                    Some(outside) => outside,
                    None => std::future::pending().await,
                },
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            proved = proved => {
                self.proving = None;
                match proved {
                    Ok(Some(address)) => Woken::Proved(address),
                    _ => Woken::Time,
                }
            }
            () = self.changes.next() => {
                self.looked = None;
                Woken::Time
            }
            router = router => {
                // the next look at this side's addresses shows what follows
                self.router = Some(router);
                self.looked = None;
                Woken::Time
            }
            outside = seen => {
                self.outside = Some(outside);
                self.looked = None;
                Woken::Time
            }
            Some(greeted) = self.arrivals.guests.recv() => Woken::Arrival(greeted),
            Some(asking) = self.arrivals.asking.recv() => Woken::Asked(asking),
            Some((source, error)) = self.arrivals.failed.recv() => Woken::CallerFailed(source, error),
            Some(call) = self.arrivals.calls.recv() => Woken::Called(call),
            Some(tried) = self.tried.recv() => Woken::Tried(tried),
            Some(overture) = self.overtures.recv() => Woken::Overture(overture),
            Some((id, event)) = self.told.recv() => Woken::Line(id, event),
            dialed = self.attempts.next() => Woken::Dialed(dialed),
        }
    }

    /// Dials when there is no line and an address is known.
    pub(super) fn dial_if_alone(&mut self) {
        let Some(peer) = self.book.peer else {
            return;
        };
        if self.line.is_some() || self.attempts.is_under_way() {
            return;
        }
        let (mut ports, mut targets) = (self.ports.clone(), self.book.targets());
        targets.retain(|target| !self.two_codes.spares(target));
        if self.two_codes.dials_at_once() {
            ports = ports.at_once();
        }
        if targets.is_empty() {
            return;
        }
        // only a guest who has never met the host: in a match that has begun both sides dial, and the session could
        // speak on two connections at once
        if self.book.role == Role::Guest && !self.has_met {
            ports = ports.speaking_first(self.tell_overture.clone());
        }
        // somebody who is known to exist is dialed for as long as the program runs; an invitation that leads nowhere is
        // reported after 30 s
        let patience = (!self.has_met).then_some(DIAL_PATIENCE);
        let pause = match self.failures {
            0 => Duration::ZERO,
            failures => self.ports.limits().pause(failures - 1),
        };
        self.attempts.begin(async move {
            tokio::time::sleep(pause).await;
            ports.dial(&targets, peer, patience).await
        });
    }

    /// True if the session may speak on a connection whose greeting is not answered: once in an attempt.
    pub(super) fn may_speak_first(&self) -> bool {
        let has_spoken = self
            .spoken
            .is_some_and(|(attempt, _)| attempt == self.attempts.count());
        self.line.is_none() && !has_spoken
    }

    /// Notes that the session speaks first on the connection with that exporter.
    pub(super) fn speaks_first_on(&mut self, exporter: [u8; 32]) {
        self.spoken = Some((self.attempts.count(), exporter));
    }

    /// The exporter of the connection on which the session has spoken first.
    pub(super) fn spoken_on(&self) -> Option<[u8; 32]> {
        self.spoken.map(|(_, exporter)| exporter)
    }

    /// There is a line now, on which the session has spoken or speaks next.
    pub(super) fn forget_overture(&mut self) {
        self.spoken = None;
    }

    /// An event of the line that waits already.
    pub(super) fn further_event(&mut self) -> Option<(u64, LineEvent)> {
        self.told.try_recv().ok()
    }

    pub(super) fn stop_dialing(&mut self) {
        self.attempts.stop();
    }

    /// Queues a frame; false when the peer is too slow. Without a line the frame is dropped, since the session repeats
    /// all frames that count.
    pub(super) fn send(&mut self, frame: Vec<u8>) -> bool {
        self.line.as_ref().is_none_or(|line| line.send(frame))
    }

    /// Notes that a frame brought bytes to be written down.
    pub(super) fn count_gain(&mut self) {
        if let Some(line) = &mut self.line {
            line.count_gain();
        }
    }

    pub(super) fn say_done(&mut self, id: ShortId) {
        if let Some(line) = &mut self.line {
            line.say_done(id);
        }
    }

    pub(super) fn keeps_present_line_over(&self, greeted: &Greeted) -> bool {
        let other = match greeted.end {
            End::Client => self.own,
            End::Server => greeted.peer,
        };
        self.line.as_ref().is_some_and(|line| {
            line.run == greeted.run && stays(line.client(self.own), other, line.since.elapsed())
        })
    }

    /// Notes a breach by that peer; true when the peer broke the protocol too often and is not heard again.
    pub(super) fn bans_after_breach(&mut self, peer: PublicKey) -> bool {
        let now = Instant::now();
        self.breaches.push_back((now, peer));
        self.breaches
            .retain(|(at, _)| now.duration_since(*at) < BREACH_WINDOW);
        // one breach may be a bug or a changed bit; three within ten minutes are a program that cannot play (threat 13)
        let is_banned = self.breaches.iter().filter(|(_, by)| *by == peer).count() >= BREACHES;
        if is_banned {
            self.door.ban(peer);
        }
        is_banned
    }

    /// Ends the line: tells the peer the reason, and waits for at most `patience` until the peer knows.
    pub(super) async fn end(mut self, is_complete: bool, patience: Duration) {
        self.stop_dialing();
        if let Some(proving) = self.proving.take() {
            proving.abort();
        }
        self.announcement = None;
        // those who wait at the door see a word instead of a silence of five minutes
        self.asked.drain(..).for_each(Asking::turn_away);
        let code = if is_complete {
            CloseCode::Done
        } else {
            CloseCode::Left
        };
        if let Some(line) = self.line.take() {
            line.close_after_the_rest(code, patience).await;
        }
        self.ports.shut(code, patience).await;
        if let Some((forwarding, _)) = self.forwarding.take() {
            forwarding.end(patience).await;
        }
    }
}

impl LineKeeper {
    /// Nobody is invited any more: the invitation was used or taken back.
    pub(super) fn withdraw(&mut self) {
        self.announcement = None;
        if let Some(pending) = self.pending.take() {
            pending.remove();
        }
    }
}

/// True if the connection dialed by the owner of `present`, up for `age`, stays when a connection dialed by the
/// owner of `other` arrives.
///
/// When both sides dial at the same time, two connections arrive in different order on either side, and both sides must
/// keep the same connection: the connection whose client has the lower key. A later connection means that its client
/// has lost the earlier connection.
fn stays(present: PublicKey, other: PublicKey, age: Duration) -> bool {
    age < GLARE && present.0 < other.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_both_dial_at_once_both_keep_the_same_connection() {
        let (ann, bob) = (PublicKey([1; 32]), PublicKey([2; 32]));
        let soon = Duration::from_millis(1);
        // one side sees Ann's connection first, the other Bob's
        let kept_here = if stays(ann, bob, soon) { ann } else { bob };
        let kept_there = if stays(bob, ann, soon) { bob } else { ann };
        assert_eq!(kept_here, kept_there);
    }

    #[test]
    fn a_connection_dialed_again_or_later_takes_the_place_of_the_one_before() {
        let (ann, bob) = (PublicKey([1; 32]), PublicKey([2; 32]));
        assert!(!stays(ann, ann, Duration::ZERO));
        assert!(!stays(ann, bob, GLARE));
        assert!(!stays(bob, ann, GLARE));
    }
}
