//! Keeping a line to the peer: taking an arriving connection, dialing without a line, and choosing between two
//! connections.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use protocol::PublicKey;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::two_codes::TwoCodes;
use super::{Driver, Wire, Woken};
use crate::address_book::{AddressBook, Role};
use crate::asking::Asking;
use crate::close::CloseCode;
use crate::greeting::{Door, End};
use crate::handle::{Happening, LineState, Tried};
use crate::lan::Announcement;
use crate::limits::{
    BREACH_WINDOW, BREACHES, DIAL_PATIENCE, GLARE, INCOMING_FRAMES, Limits, SHORT_LINE,
    TOLD_FAILURES,
};
use crate::line::{Down, Line, LineEvent};
use crate::link::{DialError, Greeted, Link, NO_ANSWER};
use crate::mapping::{Forwarding, Router};
use crate::pending::PendingFile;
use crate::people::Call;
use crate::port::Arrivals;
use crate::stun::{Lookout, Outside};

/// The line of a match, or the attempts to get a line.
pub(crate) struct LineKeeper {
    pub(super) link: Link,
    pub(super) door: Arc<Door>,
    pub(super) own: PublicKey,
    pub(super) book: AddressBook,
    pub(super) line: Option<Line>,
    next_id: u64,
    arrivals: Arrivals,
    tried: mpsc::UnboundedReceiver<Tried>,
    /// Callers who failed and of whom the user was told.
    failures_told: Vec<(IpAddr, DialError)>,
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
    /// The router's last answer.
    pub(super) router: Option<Router>,
    /// The services that are asked for the outside address.
    pub(super) lookout: Option<Lookout>,
    /// The outside address as others saw it last.
    pub(super) outside: Option<Outside>,
    /// The exchange of two codes.
    pub(super) two_codes: TwoCodes,
    tell: mpsc::Sender<(u64, LineEvent)>,
    told: mpsc::Receiver<(u64, LineEvent)>,
    dialing: Option<JoinHandle<()>>,
    /// The attempts to dial so far.
    attempt: u64,
    /// What came of an attempt. A connection stays here when dialing is stopped: the peer may have taken it already.
    dialed: mpsc::UnboundedReceiver<(u64, Result<Greeted, DialError>)>,
    tell_dialed: mpsc::UnboundedSender<(u64, Result<Greeted, DialError>)>,
    /// The proof of a further address of the peer, beside the line.
    pub(super) proving: Option<JoinHandle<Option<SocketAddr>>>,
    /// Set once the two sides have met: only then is it worth dialing for ever.
    pub(super) has_met: bool,
    /// Set when another match of the peer answered since the last line.
    is_elsewhere: bool,
    /// Latest breaches, each with the peer's key.
    breaches: VecDeque<(Instant, PublicKey)>,
    /// Lines and attempts in a row that failed soon.
    pub(super) failures: usize,
    is_peer_done: bool,
    pub(super) seen_at: Option<SocketAddr>,
    /// The addresses of this side at the last look.
    pub(super) whereabouts: Vec<SocketAddr>,
    /// The time of the last look at the own addresses.
    pub(super) looked: Option<Instant>,
    /// The time the line was lost, or this program began to look for the peer.
    pub(super) alone_since: Instant,
    /// The addresses of the code last shown to the user.
    pub(super) shown: Vec<SocketAddr>,
}

/// The parts a line keeper begins with.
pub(crate) struct Lodging {
    pub(crate) link: Link,
    pub(crate) door: Arc<Door>,
    /// The key of this side's player.
    pub(crate) own: PublicKey,
    pub(crate) book: AddressBook,
    pub(crate) arrivals: Arrivals,
    /// Addresses that were dialed.
    pub(crate) tried: mpsc::UnboundedReceiver<Tried>,
    /// The announcement of the invitation on the local network.
    pub(crate) announcement: Option<Announcement>,
    /// The invitation on disk.
    pub(crate) pending: Option<PendingFile>,
    /// The port that the router is asked to forward, and its answers.
    pub(crate) forwarding: Option<(Forwarding, mpsc::Receiver<Router>)>,
    /// The router's last answer.
    pub(crate) router: Option<Router>,
    /// The services that are asked for the outside address.
    pub(crate) lookout: Option<Lookout>,
    /// The outside address as others see it.
    pub(crate) outside: Option<Outside>,
    /// The exchange of two codes.
    pub(crate) two_codes: TwoCodes,
    /// True if the two sides have met in an earlier run.
    pub(crate) has_met: bool,
}

impl LineKeeper {
    pub(crate) fn new(lodging: Lodging) -> Self {
        let (tell, told) = mpsc::channel(INCOMING_FRAMES);
        let (tell_dialed, dialed) = mpsc::unbounded_channel();
        Self {
            link: lodging.link,
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
            dialing: None,
            attempt: 0,
            dialed,
            tell_dialed,
            proving: None,
            has_met: lodging.has_met,
            is_elsewhere: false,
            breaches: VecDeque::new(),
            failures: 0,
            is_peer_done: false,
            seen_at: None,
            whereabouts: Vec::new(),
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
            router = router => {
                // the next look at the own addresses shows what follows
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
            Some((id, event)) = self.told.recv() => Woken::Line(id, event),
            Some((attempt, dialed)) = self.dialed.recv() => {
                let is_present = attempt == self.attempt && self.dialing.take().is_some();
                match dialed {
                    Err(_) if !is_present => Woken::Time,
                    dialed => Woken::Dialed(dialed),
                }
            }
        }
    }

    /// Dials when there is no line and an address is known.
    pub(super) fn dial_if_alone(&mut self) {
        let Some(peer) = self.book.peer else {
            return;
        };
        if self.line.is_some() || self.dialing.is_some() {
            return;
        }
        let (mut link, mut targets) = (self.link.clone(), self.book.targets());
        targets.retain(|target| !self.two_codes.spares(target));
        if self.two_codes.dials_at_once() {
            link = link.at_once();
        }
        if targets.is_empty() {
            return;
        }
        let patience = (!self.has_met).then_some(DIAL_PATIENCE);
        let pause = match self.failures {
            0 => Duration::ZERO,
            failures => self.link.limits().pause(failures - 1),
        };
        self.attempt += 1;
        let (attempt, tell) = (self.attempt, self.tell_dialed.clone());
        self.dialing = Some(tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            let dialed = link.dial(&targets, peer, patience).await;
            let _ended_meanwhile = tell.send((attempt, dialed));
        }));
    }

    pub(super) fn stop_dialing(&mut self) {
        if let Some(dialing) = self.dialing.take() {
            dialing.abort();
        }
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

    pub(super) fn say_done(&mut self) {
        if let Some(line) = &mut self.line {
            line.say_done();
        }
    }

    fn keeps_present_line_over(&self, greeted: &Greeted) -> bool {
        let other = match greeted.end {
            End::Client => self.own,
            End::Server => greeted.peer,
        };
        self.line.as_ref().is_some_and(|line| {
            line.run == greeted.run && stays(line.client(self.own), other, line.since.elapsed())
        })
    }

    /// Notes a breach by that peer; true when the peer broke the protocol too often and is not heard again.
    fn bans_after_breach(&mut self, peer: PublicKey) -> bool {
        let now = Instant::now();
        self.breaches.push_back((now, peer));
        self.breaches
            .retain(|(at, _)| now.duration_since(*at) < BREACH_WINDOW);
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
        self.asked.drain(..).for_each(Asking::turn_away);
        let code = if is_complete {
            CloseCode::Done
        } else {
            CloseCode::Left
        };
        if let Some(line) = self.line.take() {
            line.close_after_the_rest(code, patience).await;
        }
        self.link.shut(code, patience).await;
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

impl Driver {
    /// Shows what came of dialing an address, until the two sides have met.
    pub(super) fn tried(&mut self, tried: Tried) {
        if self.keeper().is_none_or(|keeper| keeper.has_met) {
            return;
        }
        let shown = &mut self.view.shown.tried;
        match shown
            .iter_mut()
            .find(|shown| shown.address == tried.address)
        {
            Some(known) if *known == tried => return,
            // a silent address is dialed again and again
            Some(_) if tried.result == NO_ANSWER => return,
            Some(known) => *known = tried.clone(),
            None => shown.push(tried.clone()),
        }
        self.told.push(Happening::Tried(tried));
    }

    /// Tells the host of a caller who has the invitation and did not get in, once for each address and reason.
    pub(super) fn caller_failed(&mut self, source: SocketAddr, error: DialError) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        let failure = (source.ip(), error.clone());
        // a guest who reached this side by several addresses drops all connections but one
        let is_usual = keeper.line.is_some()
            || matches!(
                error,
                DialError::Refused(CloseCode::Left | CloseCode::Replaced)
            );
        let told = &mut keeper.failures_told;
        if is_usual || told.len() >= TOLD_FAILURES || told.contains(&failure) {
            return;
        }
        told.push(failure);
        self.note(format!(
            "Somebody with your invitation called from {} and did not get in: {error}.",
            source.ip()
        ));
    }

    /// A player looks for a match that was left in mid-air: the user is told once of each match.
    pub(super) fn called(&mut self, call: Call) {
        if self.view.shown.calls.contains(&call) || self.view.shown.calls.len() >= TOLD_FAILURES {
            return;
        }
        let Call { name, game } = &call;
        self.note(format!(
            "{name} looks for you, for the match that you left in mid-air: {}, {} turns. `warlord resume {}` goes on with it.",
            game.title,
            game.turns,
            game.file.display()
        ));
        self.view.shown.calls.push(call);
    }

    pub(super) fn keeper(&mut self) -> Option<&mut LineKeeper> {
        match &mut self.wire {
            Wire::Local | Wire::Mail { .. } => None,
            Wire::Remote(keeper) => Some(keeper),
        }
    }

    /// Takes a greeted connection, dialed by either side.
    pub(super) fn arrival(&mut self, greeted: Greeted) {
        let now = self.now();
        let Some(keeper) = self.keeper() else {
            return;
        };
        if keeper.keeps_present_line_over(&greeted) {
            return CloseCode::Replaced.close(&greeted.connection);
        }
        if let Err(refused) = keeper.door.take(greeted.peer) {
            return refused.close(&greeted.connection);
        }
        keeper.stop_dialing();
        let replaced = keeper.line.take();
        keeper.next_id += 1;
        let name = greeted.name.clone();
        let has_dialed = greeted.end == End::Client;
        let line = Line::start(keeper.next_id, greeted, &keeper.tell);
        let (peer, exporter) = (line.peer, line.exporter(keeper.own, keeper.is_host()));
        keeper.seen_at = line.seen_at.or(keeper.seen_at);
        // nobody needs to be asked while the peer is here
        keeper.lookout = None;
        if keeper.book.role == Role::Guest && has_dialed {
            // the host was reached without it
            keeper.forwarding = None;
            keeper.router = None;
        }
        keeper.two_codes = TwoCodes::default();
        keeper.book.peer = Some(peer);
        if !keeper.has_met {
            let known = std::mem::take(&mut keeper.book.found);
            keeper.book.met(name);
            if has_dialed {
                keeper.prove_spares(line.remote(), &known);
            }
        }
        keeper.book.found_at(line.remote());
        keeper.line = Some(line);
        keeper.has_met = true;
        self.view.shown.tried.clear();
        self.view.shown.answer = None;
        let Some(keeper) = self.keeper() else {
            return;
        };
        keeper.is_elsewhere = false;
        let session = &mut self.chairs[0].session;
        if let Some(old) = replaced {
            session.line_down(now);
            old.close(CloseCode::Replaced);
        }
        let Some(exporter) = exporter else {
            return self.lose_line(Down::Broken("no exporter".to_owned()));
        };
        // a catch-up is bounded by the match, not by the queue; records wait with their frames' heads
        let held = session.match_file().map_or(0, |file| 2 * file.len());
        session.line_up(now, exporter, peer);
        if let Some(line) = self.keeper().and_then(|keeper| keeper.line.as_mut()) {
            line.make_room_for(held);
        }
        self.keep_book();
        self.show_line(LineState::Up);
    }

    pub(super) fn dialed(&mut self, result: Result<Greeted, DialError>) {
        // what came of the last addresses is told before the end
        while let Some(tried) = self
            .keeper()
            .and_then(|keeper| keeper.tried.try_recv().ok())
        {
            self.tried(tried);
        }
        match result {
            Ok(greeted) => self.arrival(greeted),
            // another match of the same player answers there; this match is signed and goes on when its file is opened
            // again
            Err(DialError::Refused(CloseCode::Uninvited)) if self.is_agreed() => {
                if let Some(keeper) = self.keeper()
                    && !std::mem::replace(&mut keeper.is_elsewhere, true)
                {
                    self.note(
                        "The other player has another match open where this one was; this one goes on when they open it again."
                            .to_owned(),
                    );
                }
                self.dial_again();
            }
            Err(error) if self.may_wait_for_another() => self.guest_not_found(&error),
            // the guest waits until the host has entered the answer
            Err(error) if !error.is_final() && self.has_answered() => {
                tracing::info!(%error, "nobody answers; the host must dial");
            }
            Err(error)
                if error.is_final() || self.keeper().is_none_or(|keeper| !keeper.has_met) =>
            {
                self.fail(
                    format!("The other player was not reached: {error}"),
                    error.advice(),
                );
            }
            Err(_silence) => self.dial_again(),
        }
    }

    pub(super) fn line_event(&mut self, id: u64, event: LineEvent) {
        let now = self.now();
        let Some(line) = self.keeper().and_then(|keeper| keeper.line.as_mut()) else {
            return;
        };
        if line.id != id {
            return;
        }
        let is_flood = matches!(event, LineEvent::Frame(_)) && !line.count_frame();
        match event {
            LineEvent::Frame(_) if is_flood => {
                self.lose_line(Down::Breach(
                    "more was sent than any honest peer sends".to_owned(),
                ));
            }
            LineEvent::Frame(frame) => {
                let round_trip = line.round_trip();
                let session = &mut self.chairs[0].session;
                session.set_round_trip(round_trip);
                // the session tells what is wrong with the frame, and closes the line
                let _ = session.handle_frame(now, &frame);
            }
            LineEvent::PeerDone => {
                if let Some(keeper) = self.keeper() {
                    keeper.is_peer_done = true;
                }
            }
            LineEvent::Down(down) => self.lose_line(down),
        }
    }

    /// Closes a line that is lost or is to be closed, and sees to another.
    pub(super) fn lose_line(&mut self, down: Down) {
        let may_wait = self.may_wait_for_another();
        let Some(keeper) = self.keeper() else {
            return;
        };
        let Some(line) = keeper.line.take() else {
            return;
        };
        let peer = line.peer;
        keeper.alone_since = Instant::now();
        // the peer may have moved while the line was up
        keeper.book.found_at(line.remote());
        keeper.failures = if line.since.elapsed() < SHORT_LINE {
            keeper.failures + 1
        } else {
            0
        };
        let is_banned = matches!(down, Down::Breach(_)) && keeper.bans_after_breach(peer);
        line.close(match &down {
            Down::Closed(code) => *code,
            Down::Breach(_) => CloseCode::Breach,
            Down::Broken(_) => CloseCode::Slow,
        });
        tracing::info!(?down, "the line is down");
        if down == Down::Closed(CloseCode::Done) {
            keeper.is_peer_done = true;
        }
        if may_wait {
            // nothing is agreed: the invitation can be used again
            keeper.has_met = false;
            keeper.door.free();
            keeper.book.peer = None;
            keeper.book.found.clear();
        }
        let now = self.now();
        self.chairs[0].session.line_down(now);
        // both sides have the complete match, which needs no line
        let has_peer_all = self.keeper().is_some_and(|keeper| keeper.is_peer_done);
        if has_peer_all && self.view.shown.verdict.is_some() {
            return;
        }
        match &down {
            Down::Breach(what) if is_banned && !may_wait => {
                return self.fail(
                    format!("The other program broke the protocol again and again: {what}"),
                    "save the match file; the other player needs another version of the program",
                );
            }
            Down::Breach(what) => {
                self.note(format!("The other program broke the protocol: {what}."))
            }
            Down::Closed(CloseCode::Left) => {
                self.note("The other player has left; the match can be taken up again.".to_owned());
            }
            Down::Closed(CloseCode::Banned) => {
                return self.fail(
                    CloseCode::Banned.text().to_owned(),
                    "both players need the same version of the program",
                );
            }
            Down::Closed(_) | Down::Broken(_) => {}
        }
        // the peer has another connection, which arrives next: unless dialing is in vain, nothing is lost
        let is_replaced = down == Down::Closed(CloseCode::Replaced);
        if may_wait {
            self.show_line(LineState::Waiting);
        } else if !is_replaced {
            self.show_lost();
        }
        if let Some(keeper) = self.keeper() {
            keeper.dial_if_alone();
        }
    }

    pub(super) fn show_lost(&mut self) {
        let since = std::time::Instant::now();
        self.show_line(LineState::Lost { since });
    }

    /// Shows whether the peer was heard lately. The transport gives a silent line up.
    pub(super) fn watch_line(&mut self) {
        let Limits { slow, lost, .. } = self.limits;
        let Some(keeper) = self.keeper() else {
            return;
        };
        let Some(line) = keeper.line.as_mut() else {
            return;
        };
        if let Some(seen_at) = line.seen_at {
            keeper.link.is_seen(line.remote(), seen_at);
        }
        let silence = line.silence();
        // the pings of a good line come after a sixth of this time
        if silence > lost / 5 {
            line.probe();
        }
        let state = if silence > slow {
            LineState::Slow
        } else {
            LineState::Up
        };
        self.show_line(state);
    }

    fn show_line(&mut self, line: LineState) {
        if !line.is_like(&self.view.shown.line) {
            self.told.push(Happening::Line(line));
        }
        self.view.shown.line = line;
    }

    /// Keeps the place for this peer, since all have agreed.
    pub(super) fn agreed(&mut self) {
        if let Some(keeper) = self.keeper()
            && let Some(peer) = keeper.book.peer
        {
            keeper.door.keep(peer);
            keeper.withdraw();
            keeper.asked.drain(..).for_each(Asking::turn_away);
        }
    }

    /// Writes the known addresses of the peer into the private file, for taking the match up again.
    pub(super) fn keep_book(&mut self) {
        let book = match &self.wire {
            // the book of a match that also goes over a line stays as it is
            Wire::Mail { .. } => return,
            Wire::Local => AddressBook::local(),
            Wire::Remote(keeper) => keeper.book.clone(),
        };
        let bytes = book.to_bytes();
        for chair in &mut self.chairs {
            if chair.session.kept() != bytes {
                chair.session.keep(&bytes);
            }
        }
    }
}

/// Tells if the connection dialed by the owner of `present`, up for `age`, stays when a connection dialed by the
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
