//! Keeping a line to the peer: taking an arriving connection, dialing without a line, and choosing between two
//! connections.

mod attempts;
mod callers;
mod dialing;
mod narrow_way;
mod openers;
mod surroundings;
mod two_codes;
mod whereabouts;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use home::address_book::{AddressBook, Role};
use home::invitation::pending::PendingFile;
use protocol::{LineId, PublicKey};
use reach::changes::Changes;
use reach::lan::Announcement;
use reach::mapping::{Forwarding, Router};
use reach::stun::{Lookout, Outside};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Woken;
use crate::chair::remote_line;
use crate::close::CloseCode;
use crate::door::Door;
use crate::entrance::Arrivals;
use crate::greeted::Greeted;
use crate::greeting::End;
use crate::limits::{DIAL_PATIENCE, GLARE, INCOMING_FRAMES};
use crate::line::{Line, LineEvent, ShortId};
use crate::match_ports::MatchPorts;
use crate::question::Asking;
use crate::tried::Tried;
use attempts::Attempts;
use callers::Callers;
use dialing::Dialing;
pub(super) use narrow_way::NarrowWay;
pub(super) use openers::Openers;
use surroundings::Surroundings;
pub(crate) use two_codes::TwoCodes;

/// The line of a match, or the attempts to get a line.
pub(crate) struct LineKeeper {
    pub(super) ports: MatchPorts,
    pub(super) door: Arc<Door>,
    pub(super) own: PublicKey,
    pub(super) book: AddressBook,
    pub(super) line: Option<Line>,
    /// The name under which the session has been told of a line, the present one or one that is being greeted.
    pub(super) told: Option<LineId>,
    /// The number of names given.
    names: u64,
    pub(super) reports: Reports,
    pub(super) callers: Callers,
    pub(super) dialing: Dialing,
    pub(super) surroundings: Surroundings,
    pub(super) two_codes: TwoCodes,
    /// Set once the two sides have met: only then is it worth dialing without end.
    pub(super) has_met: bool,
    pub(super) is_peer_done: bool,
    pub(super) seen_at: Option<SocketAddr>,
    /// The time the line was lost, or this program began to look for the peer.
    pub(super) alone_since: Instant,
}

/// The reports of the lines, each under the number of its line.
pub(super) struct Reports {
    /// The number of the line that began last.
    last: u64,
    sender: mpsc::Sender<(u64, LineEvent)>,
    receiver: mpsc::Receiver<(u64, LineEvent)>,
}

impl Reports {
    /// Starts the tasks of a greeted connection under the next number.
    pub(super) fn start(&mut self, greeted: Greeted) -> Line {
        // counted up before it starts, so that late events of the line before are not taken for this line's
        self.last += 1;
        Line::start(self.last, greeted, &self.sender)
    }
}

/// The parts a line keeper begins with.
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
    pub(crate) two_codes: TwoCodes,
    /// True if the two sides have met in an earlier run.
    pub(crate) has_met: bool,
}

impl LineKeeper {
    /// The name of a new line, for the session; another one that it was told of before is down.
    pub(super) fn name_line(&mut self) -> LineId {
        self.names += 1;
        let name = remote_line(self.names);
        self.told = Some(name);
        name
    }

    pub(crate) fn new(lodging: Lodging) -> Self {
        // bounded: a peer that sends faster than frames are handled waits in its own flow control
        let (sender, receiver) = mpsc::channel(INCOMING_FRAMES);
        // one at a time: the session speaks first only once, and a second overture waits for its turn
        let (tell_overture, overtures) = mpsc::channel(1);
        Self {
            ports: lodging.ports,
            door: lodging.door,
            own: lodging.own,
            book: lodging.book,
            line: None,
            told: None,
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
            dialing: Dialing {
                attempts: Attempts::new(),
                tried: lodging.tried,
                overtures,
                tell_overture,
                spoken: None,
                proving: None,
                is_elsewhere: false,
                failures: 0,
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
            two_codes: lodging.two_codes,
            has_met: lodging.has_met,
            is_peer_done: false,
            seen_at: None,
            alone_since: Instant::now(),
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
        // a source that is missing or has ended never wakes the driver: an answer at once would turn the loop in a
        // circle
        let proved = async {
            match &mut self.dialing.proving {
                Some(proving) => proving.await,
                None => std::future::pending().await,
            }
        };
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
            proved = proved => {
                self.dialing.proving = None;
                match proved {
                    Ok(Some(address)) => Woken::Proved(address),
                    // the spare could not be proved: the line needs it only if its family vanishes
                    _ => Woken::Time,
                }
            }
            () = self.surroundings.changes.next() => {
                // no look is due by the clock, but the system says that something has changed
                self.surroundings.looked = None;
                Woken::Time
            }
            router = router => {
                // the next look at this side's addresses shows what follows from it
                self.surroundings.router = Some(router);
                self.surroundings.looked = None;
                Woken::Time
            }
            outside = seen => {
                self.surroundings.outside = Some(outside);
                self.surroundings.looked = None;
                Woken::Time
            }
            Some(greeted) = self.callers.arrivals.guests.recv() => Woken::Arrival(greeted),
            Some(asking) = self.callers.arrivals.asking.recv() => Woken::Asked(asking),
            Some((source, error)) = self.callers.arrivals.failed.recv() => Woken::CallerFailed(source, error),
            Some(call) = self.callers.arrivals.calls.recv() => Woken::Called(call),
            Some(tried) = self.dialing.tried.recv() => Woken::Tried(tried),
            Some(overture) = self.dialing.overtures.recv() => Woken::Overture(overture),
            Some((id, event)) = self.reports.receiver.recv() => Woken::Line(id, event),
            dialed = self.dialing.attempts.next() => Woken::Dialed(dialed),
        }
    }

    /// Dials when there is no line and an address is known.
    pub(super) fn dial_if_alone(&mut self) {
        // a host that waits for its first guest knows nobody to dial
        let Some(peer) = self.book.peer else {
            return;
        };
        if self.line.is_some() || self.dialing.attempts.is_under_way() {
            return;
        }
        let (mut ports, mut targets) = (self.ports.clone(), self.book.targets());
        // taken out before the empty check: an invitation that is all shut is not dialed at all
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
            ports = ports.speaking_first(self.dialing.tell_overture.clone());
        }
        // somebody who is known to exist is dialed for as long as the program runs; an invitation that leads nowhere is
        // reported after 30 s
        let patience = (!self.has_met).then_some(DIAL_PATIENCE);
        // a good line that broke is dialed at once; each failure waits longer, up to a minute
        let pause = match self.dialing.failures {
            0 => Duration::ZERO,
            failures => self.ports.limits().pause(failures - 1),
        };
        self.dialing.attempts.begin(async move {
            tokio::time::sleep(pause).await;
            ports.dial(&targets, peer, patience).await
        });
    }

    /// True if the session may speak on a connection whose greeting is not answered.
    pub(super) fn may_speak_first(&self) -> bool {
        self.line.is_none() && !self.dialing.has_spoken()
    }

    /// An event of the line that is waiting already.
    pub(super) fn further_event(&mut self) -> Option<(u64, LineEvent)> {
        self.reports.receiver.try_recv().ok()
    }

    /// Queues a frame; false if the peer is too slow. Without a line the frame is dropped, since the session repeats
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
        // the dialer of the connection that has just arrived
        let other = match greeted.end {
            End::Client => self.own,
            End::Server => greeted.peer,
        };
        self.line.as_ref().is_some_and(|line| {
            // a peer that was started again has lost the old line, whatever its key says about the choice
            line.run == greeted.run && stays(line.client(self.own), other, line.since.elapsed())
        })
    }

    /// Notes a breach by that peer; true when the peer broke the protocol too often and is not heard again.
    pub(super) fn bans_after_breach(&mut self, peer: PublicKey) -> bool {
        let is_banned = self.callers.note_breach(peer);
        if is_banned {
            // the door outlives the line, and refuses the next attempt of this peer
            self.door.ban(peer);
        }
        is_banned
    }

    /// Ends the line: gives the peer the reason, and waits for at most `patience` until the peer knows.
    pub(super) async fn end(mut self, is_complete: bool, patience: Duration) {
        // nothing new may come in while the last frames go out
        self.dialing.stop();
        if let Some(proving) = self.dialing.proving.take() {
            proving.abort();
        }
        self.callers.announcement = None;
        // those who wait at the door see a word instead of a silence of five minutes
        self.callers.asked.drain(..).for_each(Asking::turn_away);
        let code = if is_complete {
            CloseCode::Done
        } else {
            CloseCode::Left
        };
        if let Some(line) = self.line.take() {
            line.close_after_the_rest(code, patience).await;
        }
        self.ports.shut(code, patience).await;
        // last: the router must forward until the peers have heard the closing code
        if let Some((forwarding, _)) = self.surroundings.forwarding.take() {
            forwarding.end(patience).await;
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
