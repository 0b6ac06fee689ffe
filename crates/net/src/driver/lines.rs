//! The lines of a match: how one is taken, lost and looked for again; and callers who get no line.

use home::address_book::{AddressBook, Role};
use protocol::{Output, Seat, Session};

use super::{Driver, Remote, Wire};
use crate::close::CloseCode;
use crate::dial_error::DialError;
use crate::greeted::{Greeted, Overture};
use crate::greeting::End;
use crate::house::{FromWay, House, News};
use crate::limits::INCOMING_FRAMES;
use crate::line::{Down, LineEvent};
use crate::snapshot::LineState;
use crate::way::Way;

impl Driver {
    pub(super) fn remote(&mut self) -> Option<&mut Remote> {
        match &mut self.wire {
            Wire::Local | Wire::Mail { .. } => None,
            Wire::Remote(remote) => Some(remote),
        }
    }

    /// A way, and the house that it leads from.
    pub(super) fn way(&mut self, at: usize) -> Option<(&mut House, &mut Way)> {
        let Remote { house, ways, .. } = self.remote()?;
        ways.get_mut(at).map(|way| (house, way))
    }

    /// The only way of a match of two.
    pub(super) fn only_way(&mut self) -> Option<(&mut House, &mut Way)> {
        let Remote { house, ways, .. } = self.remote()?;
        match ways.as_mut_slice() {
            [way] if !house.book.is_table => Some((house, way)),
            _ => None,
        }
    }

    /// Takes note of what has happened at the house.
    pub(super) fn news(&mut self, news: News) {
        match news {
            News::Arrival(greeted) => self.arrival(*greeted),
            News::Asked(asking) => self.asked(*asking),
            News::CallerFailed(source, error) => self.caller_failed(source, error),
            News::Called(call) => self.called(call),
            News::Tried(tried) => self.tried(tried),
            News::Overture(overture) => self.overture(overture),
            News::Line(id, event) => self.line_events(id, event),
            News::Way(FromWay::Dialed(at, count, result)) => {
                let is_ok = result.is_ok();
                let way = self.way(at);
                if way.is_some_and(|(_, way)| way.dialing.attempts.counts(count, is_ok)) {
                    self.dialed(at, result);
                }
            }
            News::Way(FromWay::Proved(at, address)) => {
                if let Some((_, way)) = self.way(at) {
                    way.dialing.proving = None;
                }
                match address {
                    Some(address) => self.proved(at, address),
                    // the spare could not be proved: the line needs it only if its family vanishes
                    None => self.time_passed(),
                }
            }
            News::Look => self.time_passed(),
        }
    }

    /// The host has proved its key on a connection that was dialed: the session's first frames go with the greeting,
    /// which saves a round trip. A guest's session alone does so, before the two have met.
    fn overture(&mut self, overture: Overture) {
        // a host who has the answer code dials too, and both sides must choose the same connection
        let is_expected = self.has_answered();
        let now = self.now();
        let Some((house, way)) = self.only_way() else {
            return;
        };
        let Some(peer) = way.contact.peer else {
            return;
        };
        let may_speak = !is_expected && !way.has_met && way.may_speak_first();
        // nobody reads the frames any more: to speak all the same would use up the session's one beginning
        if !may_speak || overture.reply.is_closed() {
            return;
        }
        way.dialing.speaks_first_on(overture.exporter);
        // the one of an attempt that came to nothing
        let before = way.told.take();
        let name = way.name_line(house);
        let session = &mut self.chairs[0].session;
        if let Some(before) = before {
            session.line_down(now, before);
        }
        session.line_up(now, name, overture.exporter, peer);
        let (mut frames, mut others) = (Vec::new(), Vec::new());
        while let Some(output) = session.poll_output() {
            match output {
                Output::Send(line, frame) if line == name => frames.push(frame),
                other => others.push(other),
            }
        }
        // dialing may have been stopped meanwhile; the next line begins again
        let _ = overture.reply.send(frames);
        // after the frames are handed over: HELLO and JOIN are no records, and need not wait for the disk
        for output in others {
            if let Err(error) = self.carry_out_one(0, output) {
                return self.fail(error.to_string(), error.advice());
            }
        }
    }

    /// Takes a greeted connection, dialed by either side.
    fn arrival(&mut self, greeted: Greeted) {
        let peer = greeted.peer;
        let at = self.remote().and_then(|remote| remote.way_of(peer));
        let Some((house, way)) = at.and_then(|at| self.way(at)) else {
            // the door lets in nobody else
            return CloseCode::Uninvited.close(&greeted.connection);
        };
        // both dialed at the same moment: each side must drop the same one of the two connections, or both are lost
        if way.keeps_present_line_over(house.own, &greeted) {
            return CloseCode::Replaced.close(&greeted.connection);
        }
        let has_spoken = greeted.spoken.is_some();
        if has_spoken && greeted.spoken != way.dialing.spoken_on() {
            // the session has begun again on another connection, and cannot begin twice on this one
            return CloseCode::Replaced.close(&greeted.connection);
        }
        if let Err(refused) = house.door.take(peer) {
            return refused.close(&greeted.connection);
        }
        let replaced = way.take(house, greeted);
        let is_alone = !house.book.is_table;
        if is_alone {
            // nobody needs to be asked while the peer is here
            house.surroundings.lookout = None;
        }
        let has_dialed = way
            .line
            .as_ref()
            .is_some_and(|line| line.end == End::Client);
        if house.book.role == Role::Guest && has_dialed && is_alone {
            // the host was reached without a forwarding, so the router gets the port back
            house.surroundings.forwarding = None;
            house.surroundings.router = None;
        }
        self.view.shown.meeting.tried.clear();
        self.view.shown.meeting.answer = None;
        let at = at.unwrap_or_default();
        self.tell_of_line(at, has_spoken);
        if let Some(old) = replaced {
            old.close(CloseCode::Replaced);
        }
        self.keep_book();
        self.show_lines();
    }

    /// Tells the session of the line of that way, unless it has spoken on it already.
    pub(super) fn tell_of_line(&mut self, at: usize, has_spoken: bool) {
        let now = self.now();
        let first = self.is_first_of(at);
        let Some((house, way)) = self.way(at) else {
            return;
        };
        let Some(line) = &way.line else {
            return;
        };
        let (peer, exporter) = (line.peer, line.exporter(house.own, first));
        // the session has spoken on this line already, under the name that it keeps
        let before = way.told.take_if(|_| !has_spoken);
        let name = match way.told {
            Some(name) => name,
            None => way.name_line(house),
        };
        let session = &mut self.chairs[0].session;
        if let Some(before) = before {
            // the session must see the old line end before the new one begins: what it waits for from the old one never
            // comes
            session.line_down(now, before);
        }
        let Some(exporter) = exporter else {
            return self.lose_line(at, Down::Broken("no exporter".to_owned()));
        };
        // a catch-up is bounded by the match, not by the queue; records wait with their frames' heads
        let held = session.match_file().map_or(0, |file| 2 * file.len());
        if !has_spoken {
            session.line_up(now, name, exporter, peer);
        }
        if let Some((_, way)) = self.way(at)
            && let Some(line) = &mut way.line
        {
            line.make_room_for(held);
        }
    }

    /// True if this side's key comes first in what the sessions of that line sign: that of the lower seat, or of the
    /// host.
    fn is_first_of(&mut self, at: usize) -> bool {
        let is_host = self.remote().is_some_and(|remote| remote.house.is_host());
        let peer = self.way(at).and_then(|(_, way)| way.contact.peer);
        let session = self.chairs.first().map(|chair| &chair.session);
        let manifest = session.and_then(Session::manifest);
        let Some(manifest) = manifest.filter(|manifest| manifest.has_table()) else {
            return is_host;
        };
        let mut seats = (0..).map(Seat).zip(&manifest.seats);
        let other = seats.find(|(_, entry)| Some(entry.identity) == peer);
        session
            .zip(other)
            .is_some_and(|(session, (other, _))| session.seat() < other)
    }

    fn dialed(&mut self, at: usize, result: Result<Box<Greeted>, DialError>) {
        // the results for the last addresses are shown before the end
        while let Some(tried) = self
            .remote()
            .and_then(|remote| remote.house.dialed.try_tried())
        {
            self.tried(tried);
        }
        let has_met = self.way(at).is_some_and(|(_, way)| way.has_met);
        match result {
            Ok(greeted) => self.arrival(*greeted),
            // another match of the same player answers there; this match is signed and continues when its file is opened
            // again
            Err(DialError::Refused(CloseCode::Uninvited)) if self.is_agreed() => {
                let name = self.name_at(at);
                if let Some((_, way)) = self.way(at)
                    && !std::mem::replace(&mut way.dialing.is_elsewhere, true)
                {
                    self.note(format!(
                        "{name} has another match open where this one was; this one continues when they open it again."
                    ));
                }
                self.dial_again(at);
            }
            Err(error) if self.may_wait_for_another() => self.guest_not_found(&error),
            // the guest waits until the host has entered the answer
            Err(error) if !error.is_final() && self.has_answered() => {
                tracing::info!(%error, "nobody answers; the host must dial");
            }
            // at a table the others play on
            Err(error) if self.is_table() => {
                tracing::info!(%error, "nobody answers");
                self.dial_again(at);
            }
            Err(error) if error.is_final() || !has_met => {
                // a reason that the two codes gave is better advice than "no answer"
                let told = self.told_reason().filter(|_| !error.is_final());
                let advice = told.map_or(error.advice().to_owned(), |told| told.advice);
                let name = self.name_at(at);
                self.fail(format!("{name} was not reached: {error}"), &advice);
            }
            Err(_silence) => self.dial_again(at),
        }
    }

    /// Takes an event of the line, and those that came right after it: one write to the disk does for all of them.
    fn line_events(&mut self, id: u64, event: LineEvent) {
        self.line_event(id, event);
        // bounded, so that a peer that never stops sending cannot keep the user's commands waiting
        for _ in 1..INCOMING_FRAMES {
            let further = self
                .remote()
                .and_then(|remote| remote.house.further_event());
            let Some((id, event)) = further else {
                return;
            };
            if let Err(error) = self.carry_out() {
                self.unsent.clear();
                return self.fail(error.to_string(), error.advice());
            }
            self.line_event(id, event);
        }
    }

    fn line_event(&mut self, id: u64, event: LineEvent) {
        let now = self.now();
        // an event of a line that was replaced, still in the queue, finds none
        let at = self.remote().and_then(|remote| {
            let is_that = |way: &Way| way.line.as_ref().is_some_and(|line| line.id == id);
            remote.ways.iter().position(is_that)
        });
        let Some(at) = at else {
            return;
        };
        let Some((_, way)) = self.way(at) else {
            return;
        };
        let name = way.told;
        let Some(line) = way.line.as_mut() else {
            return;
        };
        // counted before the session sees it: a flood costs no signature checks beyond the limit
        let is_flood = matches!(event, LineEvent::Frame(_)) && !line.count_frame();
        match event {
            LineEvent::Frame(_) if is_flood => {
                let what = "more was sent than any honest peer sends".to_owned();
                self.lose_line(at, Down::Breach(what));
            }
            LineEvent::Frame(frame) => {
                let round_trip = line.round_trip();
                let session = &mut self.chairs[0].session;
                if let Some(name) = name {
                    session.set_round_trip(name, round_trip);
                    self.gains_of = Some(at);
                    // the session reports what is wrong with the frame, and closes the line
                    let _ = session.handle_frame(now, name, &frame);
                }
            }
            LineEvent::PeerDone(id) => {
                // words about a match that has been continued since no longer count
                let is_this = id == self.short_id();
                if let Some((_, way)) = self.way(at).filter(|_| is_this) {
                    way.is_peer_done = true;
                }
            }
            LineEvent::Down(down) => self.lose_line(at, down),
        }
    }

    /// Closes the line of that way, which is lost or has to be closed, and sees to another.
    pub(super) fn lose_line(&mut self, at: usize, down: Down) {
        let may_wait = self.may_wait_for_another();
        let farewell = self.limits.farewell;
        let Some((house, way)) = self.way(at) else {
            return;
        };
        let Some((line, name)) = way.lose() else {
            return;
        };
        // only a broken rule is held against a peer; a slow or broken line is nobody's fault
        let is_banned = matches!(down, Down::Breach(_)) && house.bans_after_breach(line.peer);
        match &down {
            // another line has taken its place
            Down::Closed(CloseCode::Replaced) => line.close(CloseCode::Replaced),
            // the peer hears the reason first, or it would dial again without success
            Down::Closed(code) => {
                tokio::spawn(line.close_after_the_rest(*code, farewell));
            }
            Down::Breach(_) => line.close(CloseCode::Breach),
            Down::Broken(_) => line.close(CloseCode::Slow),
        }
        tracing::info!(?down, "the line is down");
        // the code came in place of the word `done`, and means the same
        if down == Down::Closed(CloseCode::Done) {
            way.is_peer_done = true;
        }
        if may_wait {
            // nothing is agreed: the invitation can be used again
            way.has_met = false;
            // a guest who left before agreeing has used nothing up; without this one stranger with the code could burn the
            // invitation
            house.door.free();
            // forgotten with the guest: another guest of the same invitation is somewhere else
            way.contact.peer = None;
            way.contact.found.clear();
        }
        let now = self.now();
        if let Some(name) = name {
            self.chairs[0].session.line_down(now, name);
        }
        // both sides have the complete match, which needs no line
        let has_peer_all = self.way(at).is_some_and(|(_, way)| way.is_peer_done);
        if has_peer_all && self.view.shown.played.verdict.is_some() {
            return self.show_lines();
        }
        if self.tell_why(at, &down, is_banned, may_wait) {
            return;
        }
        // the peer has another connection, which arrives next: unless dialing is without success, nothing is lost
        let is_replaced = down == Down::Closed(CloseCode::Replaced);
        if may_wait {
            self.show_line(LineState::Waiting);
        } else if !is_replaced {
            self.show_lines();
        }
        // a router that was opened for the lost line forgets in 30 s; both sides' roles stay as they were
        if let Some((house, way)) = self.way(at).filter(|_| !is_banned) {
            if way.has_met {
                way.open_again(house);
            }
            way.dial_if_alone(house);
        }
    }

    /// Tells the user why a line is down; true if that ends the match for this program.
    fn tell_why(&mut self, at: usize, down: &Down, is_banned: bool, may_wait: bool) -> bool {
        let name = self.name_at(at);
        match down {
            Down::Breach(what) if is_banned && !may_wait && !self.is_table() => {
                self.fail(
                    format!("The other program broke the protocol again and again: {what}"),
                    "save the match file; one of the two programs needs another version",
                );
                return true;
            }
            Down::Breach(what) if is_banned && self.is_table() => self.note(format!(
                "The program of {name} broke the protocol again and again, and is not let in any more: {what}."
            )),
            Down::Breach(what) if self.is_table() => {
                self.note(format!("The program of {name} broke the protocol: {what}."));
            }
            Down::Breach(what) => {
                self.note(format!("The other program broke the protocol: {what}."));
            }
            Down::Closed(CloseCode::Left) => {
                self.note(format!("{name} has left; the match can be resumed."));
            }
            Down::Closed(CloseCode::Banned) if !self.is_table() => {
                self.fail(
                    CloseCode::Banned.text().to_owned(),
                    "both players need the same version of the program",
                );
                return true;
            }
            Down::Closed(_) | Down::Broken(_) => {}
        }
        false
    }

    /// Keeps the places for the peers, since all have agreed.
    pub(super) fn agreed(&mut self) {
        if let Some(Remote { house, ways, .. }) = self.remote() {
            house
                .door
                .keep(ways.iter().flat_map(|way| way.contact.keys()));
            // the network and the disk forget the invitation together: nobody else may come from now on
            house.callers.withdraw();
            house.shut_out();
        }
    }

    /// Writes the known addresses of the peer into the private file, for resuming the match.
    pub(super) fn keep_book(&mut self) {
        let book = match &self.wire {
            // the book of a match that also goes over a line stays as it is
            Wire::Mail { .. } => return,
            Wire::Local => AddressBook::local(),
            Wire::Remote(remote) => remote.book(),
        };
        let bytes = book.to_bytes();
        for chair in &mut self.chairs {
            // written only if it changed: every write is one more flush for the next frame
            if chair.session.kept() != bytes {
                chair.session.keep(&bytes);
            }
        }
    }
}
