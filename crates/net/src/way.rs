//! A way to one other machine: taking an arriving connection, dialing without a line, and choosing between two connections.

mod attempts;
mod dialing;
mod exchange;
mod narrow_way;
mod openers;
mod two_codes;

use std::net::SocketAddr;
use std::time::Duration;

use home::address_book::{Contact, Role};
use protocol::{LineId, PublicKey};
use reach::route;
use tokio::time::Instant;

use crate::close::CloseCode;
use crate::greeted::Greeted;
use crate::greeting::End;
use crate::house::House;
use crate::limits::{DIAL_PATIENCE, GLARE, SHORT_LINE, STRANDED};
use crate::line::{Line, ShortId};
use crate::snapshot::LineState;
use attempts::Attempts;
use dialing::Dialing;
pub(crate) use exchange::{Told, check_answer};
use narrow_way::NarrowWay;
use openers::Openers;
pub(crate) use two_codes::TwoCodes;

/// The line to one other machine, or the attempts to get a line.
pub(crate) struct Way {
    /// The place among the ways of this house.
    pub(crate) at: usize,
    /// Whose machine it is, and where it is found.
    pub(crate) contact: Contact,
    pub(crate) line: Option<Line>,
    /// The name under which the session has been told of a line, the present one or one that is being greeted.
    pub(crate) told: Option<LineId>,
    pub(crate) dialing: Dialing,
    pub(crate) two_codes: TwoCodes,
    /// Set once the two sides have met: only then is it worth dialing without end.
    pub(crate) has_met: bool,
    /// Set once there was a line in this run.
    has_come: bool,
    /// Set once the table has gone on without that player, or without this one: nothing more is looked for there.
    pub(crate) is_gone: bool,
    pub(crate) is_peer_done: bool,
    pub(crate) seen_at: Option<SocketAddr>,
    /// The time the line was lost, or this program began to look for the peer.
    pub(crate) alone_since: Instant,
}

/// A line to another machine, or the want of one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WayLine {
    pub(crate) peer: Option<PublicKey>,
    pub(crate) state: LineState,
    /// Set if there was a line in this run.
    pub(crate) has_come: bool,
}

impl Way {
    /// The way to that contact, `at` its place among the ways of the house.
    pub(crate) fn new(
        house: &House,
        at: usize,
        contact: Contact,
        two_codes: TwoCodes,
        has_met: bool,
    ) -> Self {
        Self {
            at,
            contact,
            line: None,
            told: None,
            dialing: Dialing {
                attempts: Attempts::new(at, house.dialed.tell.clone()),
                spoken: None,
                proving: None,
                is_elsewhere: false,
                failures: 0,
            },
            two_codes,
            has_met,
            has_come: false,
            is_gone: false,
            is_peer_done: false,
            seen_at: None,
            alone_since: Instant::now(),
        }
    }

    /// The same way at another place, with the session's name for its line if it has one already.
    pub(crate) fn moved(mut self, house: &House, at: usize, is_told: bool) -> Self {
        self.dialing.stop();
        self.at = at;
        self.dialing.attempts = Attempts::new(at, house.dialed.tell.clone());
        self.told = self.told.filter(|_| is_told);
        self
    }

    /// The state of the line: slow if nothing was heard for that long.
    pub(crate) fn state(&self, slow: Duration) -> LineState {
        match &self.line {
            Some(line) if line.was_silent_for() > slow => LineState::Slow,
            Some(_) => LineState::Up,
            None if self.has_met => LineState::Lost {
                since: self.alone_since.into_std(),
            },
            None => LineState::Waiting,
        }
    }

    /// The line as it is shown.
    pub(crate) fn shown(&self, slow: Duration) -> WayLine {
        WayLine {
            peer: self.contact.peer,
            state: self.state(slow),
            has_come: self.has_come,
        }
    }

    /// True if there was no line for so long that the peer may no longer know where this side is.
    pub(crate) fn is_stranded(&self) -> bool {
        self.line.is_none() && self.alone_since.elapsed() >= STRANDED
    }

    /// True if the peer may still want something of this side: it was here in this run, or is looked for.
    pub(crate) fn is_expected(&self) -> bool {
        !self.is_gone && (self.has_come || !self.contact.targets().is_empty())
    }

    /// Gives a new line a name, for the session; another one that it was told of before is down.
    pub(crate) fn name_line(&mut self, house: &mut House) -> LineId {
        let name = house.name_line();
        self.told = Some(name);
        name
    }

    /// Dials when there is no line and an address is known.
    pub(crate) fn dial_if_alone(&mut self, house: &House) {
        // a host that waits for its first guest knows nobody to dial
        let Some(peer) = self.contact.peer else {
            return;
        };
        if self.line.is_some() || self.is_gone || self.dialing.attempts.is_under_way() {
            return;
        }
        let ports = house.ports.clone().by(self.contact.secret);
        let (mut ports, mut targets) = (ports, self.contact.targets());
        // taken out before the empty check: an invitation that is all shut is not dialed at all
        targets.retain(|target| !self.two_codes.spares(target));
        if self.two_codes.dials_at_once() {
            ports = ports.at_once();
        }
        if targets.is_empty() {
            return;
        }
        // only a guest who has never met the host: in a match that has begun both sides dial, and the session could
        // speak on two connections at once; a table's lobby has no session yet
        let is_guest_of_two = house.book.role == Role::Guest && !house.book.is_table;
        if is_guest_of_two && !self.has_met {
            ports = ports.speaking_first(house.dialed.tell_overture.clone());
        }
        // somebody who is known to exist is dialed for as long as the program runs; an invitation that leads nowhere is
        // reported after 30 s
        let patience = (!self.has_met).then_some(DIAL_PATIENCE);
        // a good line that broke is dialed at once; each failure waits longer, up to a minute
        let pause = match self.dialing.failures {
            0 => Duration::ZERO,
            failures => house.ports.limits().pause(failures - 1),
        };
        self.dialing.attempts.begin(async move {
            tokio::time::sleep(pause).await;
            ports.dial(&targets, peer, patience).await
        });
    }

    /// Dials at once, without the pause of an attempt that is under way.
    pub(crate) fn dial_now(&mut self, house: &House) {
        // stopped first: the attempt under way may be in a pause of a minute
        self.dialing.stop();
        self.dialing.failures = 0;
        self.dial_if_alone(house);
    }

    /// True if the session may speak on a connection whose greeting is not answered.
    pub(crate) fn may_speak_first(&self) -> bool {
        self.line.is_none() && !self.dialing.has_spoken()
    }

    /// Queues a frame; false if the peer is too slow. Without a line the frame is dropped, since the session repeats
    /// all frames that count.
    pub(crate) fn send(&mut self, frame: Vec<u8>) -> bool {
        self.line.as_ref().is_none_or(|line| line.send(frame))
    }

    /// Notes that a frame brought bytes to be written down.
    pub(crate) fn count_gain(&mut self) {
        if let Some(line) = &mut self.line {
            line.count_gain();
        }
    }

    pub(crate) fn say_done(&mut self, id: ShortId) {
        if let Some(line) = &mut self.line {
            line.say_done(id);
        }
    }

    pub(crate) fn keeps_present_line_over(&self, own: PublicKey, greeted: &Greeted) -> bool {
        // the dialer of the connection that has just arrived
        let other = match greeted.end {
            End::Client => own,
            End::Server => greeted.peer,
        };
        self.line.as_ref().is_some_and(|line| {
            // a peer that was started again has lost the old line, whatever its key says about the choice
            line.run == greeted.run && stays(line.client(own), other, line.since.elapsed())
        })
    }

    /// Takes a greeted connection as the line, and gives the one that it replaces. The peer is at the other end of the
    /// connection from now on, wherever it was looked for before.
    pub(crate) fn take(&mut self, house: &mut House, greeted: Greeted) -> Option<Line> {
        // the present attempt has done its work, or has lost against a caller: a second connection would only be closed
        self.dialing.spoken = None;
        self.dialing.stop();
        // a later connection always takes the place: its client dialed because it had lost the one that looks healthy
        // here
        let replaced = self.line.take();
        let name = greeted.name.clone();
        let has_dialed = greeted.end == End::Client;
        self.contact.secret = greeted.secret;
        let line = house.reports.start(greeted);
        self.seen_at = line.seen_at.or(self.seen_at);
        let is_shut = self.two_codes.leads_through_a_shut_router(has_dialed);
        self.contact.is_shut = is_shut.unwrap_or(self.contact.is_shut);
        // the codes have done their work: openers and questions end with it
        self.two_codes = TwoCodes::default();
        self.contact.moved_to(line.peer);
        if !self.has_met {
            // the addresses of the code go: from now on only those are dialed at which the peer proved its key
            let known = std::mem::take(&mut self.contact.found);
            self.contact.met(name);
            if has_dialed {
                self.prove_spares(house, line.remote(), &known);
            }
        }
        // kept without NAT64, whose prefix belongs to the network of now: the match may be resumed from another one
        self.contact.found_at(route::untranslated(line.remote()));
        self.line = Some(line);
        self.has_met = true;
        self.has_come = true;
        self.is_gone = false;
        self.dialing.is_elsewhere = false;
        replaced
    }

    /// Takes the line down, to be closed, with the name under which the session knows it.
    pub(crate) fn lose(&mut self) -> Option<(Line, Option<LineId>)> {
        let line = self.line.take()?;
        self.alone_since = Instant::now();
        // the peer may have moved while the line was up
        self.contact.found_at(route::untranslated(line.remote()));
        // a line that breaks soon, again and again, would be dialed without a pause
        self.dialing.failures = if line.since.elapsed() < SHORT_LINE {
            self.dialing.failures + 1
        } else {
            0
        };
        Some((line, self.told.take()))
    }

    /// Has the peer prove its key also at addresses of the other family than that of `line`, so that the line can
    /// continue there if its own family vanishes. Nothing but the greeting is said there.
    fn prove_spares(&mut self, house: &House, line: SocketAddr, addresses: &[SocketAddr]) {
        let Some(peer) = self.contact.peer else {
            return;
        };
        let others = addresses
            .iter()
            .copied()
            .filter(|address| address.is_ipv4() != line.is_ipv4() && route::has_route(*address));
        self.dialing
            .prove(house, self.at, self.contact.secret, others.collect(), peer);
    }

    /// Ends the line: gives the peer the reason, and waits for at most `patience` until the peer knows.
    pub(crate) async fn end(mut self, code: CloseCode, patience: Duration) {
        // nothing new may come in while the last frames go out
        self.dialing.stop();
        if let Some(proving) = self.dialing.proving.take() {
            proving.abort();
        }
        if let Some(line) = self.line.take() {
            line.close_after_the_rest(code, patience).await;
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
