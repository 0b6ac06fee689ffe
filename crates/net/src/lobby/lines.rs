//! The lines of a lobby: how one is taken, lost and looked for again.

use std::net::SocketAddr;

use home::address_book::Contact;
use protocol::frame::ByeCode;
use protocol::lobby::{Entrance, LineEnd};
use protocol::{LineId, PublicKey, Refusal, Seat};
use tokio::time::Instant;

use super::handle::LobbyHappening;
use super::side::Side;
use super::task::{End, Lobby};
use crate::close::CloseCode;
use crate::dial_error::DialError;
use crate::greeted::Greeted;
use crate::house::{FromWay, House, News};
use crate::limits::PUSHED_OFF;
use crate::line::{Down, LineEvent};
use crate::snapshot::LineState;
use crate::tried::Tried;
use crate::way::{TwoCodes, Way};

impl Lobby {
    pub(super) fn way(&mut self, at: usize) -> Option<(&mut House, &mut Way)> {
        let way = self.remote.ways.get_mut(at)?;
        Some((&mut self.remote.house, way))
    }

    /// Takes note of what has happened at the house.
    pub(super) fn news(&mut self, news: News) {
        match news {
            News::Arrival(greeted) => self.arrival(*greeted),
            News::Asked(asking) => {
                let asker = asking.asker.clone();
                if self.remote.house.hear(*asking) {
                    self.told.push(LobbyHappening::AskedOnLan(Box::new(asker)));
                }
            }
            News::CallerFailed(source, error) => self.caller_failed(source, error),
            News::Called(call) => {
                if self.shown.meeting.note_call(&call) {
                    self.note(call.in_words());
                }
            }
            News::Tried(tried) => self.tried(tried),
            News::Line(id, event) => self.line_event(id, event),
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
                    let is_new = |known: &SocketAddr| !way.contact.found.contains(known);
                    let proved = address.filter(is_new);
                    way.contact.found.extend(proved);
                }
            }
            // nothing is said on a connection before its greeting is answered; a look comes with the next tick
            News::Overture(_) | News::Look => self.look_around(),
        }
    }

    /// Shows what came of dialing an address of the host, until it was found.
    fn tried(&mut self, tried: Tried) {
        if self.side.is_host() || self.remote.ways.iter().any(|way| way.has_met) {
            return;
        }
        self.shown.meeting.note_tried(&tried);
    }

    /// Shows the host a caller who has a code and did not get in, once for each address and reason.
    fn caller_failed(&mut self, source: SocketAddr, error: DialError) {
        let told = self.remote.house.callers.tell_failure(source, error);
        if let Some(words) = told {
            self.note(words);
        }
    }

    /// Takes a greeted connection, dialed by either side.
    fn arrival(&mut self, greeted: Greeted) {
        let peer = greeted.peer;
        let Some(at) = self.way_for(peer) else {
            return CloseCode::Uninvited.close(&greeted.connection);
        };
        let entrance = self.entrance(&greeted);
        let Some((house, way)) = self.way(at) else {
            return;
        };
        if way.keeps_present_line_over(house.own, &greeted) {
            return CloseCode::Replaced.close(&greeted.connection);
        }
        if let Err(refused) = house.door.take(peer) {
            return refused.close(&greeted.connection);
        }
        let before = way.told.take();
        if let Some(old) = way.take(house, greeted) {
            old.close(CloseCode::Replaced);
        }
        self.shown.meeting.tried.clear();
        self.shown.meeting.answer = None;
        if let Some(before) = before {
            self.tell_down(before);
        }
        self.tell_up(at, entrance);
        self.watch_lines();
    }

    /// The way to the machine with that key; a host makes room for whoever comes.
    pub(super) fn way_for(&mut self, peer: PublicKey) -> Option<usize> {
        let known = self.remote.way_of(peer);
        if known.is_some() || !self.side.is_host() {
            return known;
        }
        let table = self.side.table();
        let sits = |key| table.is_some_and(|table| table.sitters_of(key).next().is_some());
        // the place of somebody who is gone: those whom the table keeps out come again and again
        let is_free = |way: &Way| {
            let is_idle = way.line.is_none() && way.dialing.attempts.count() == 0;
            is_idle && !way.contact.peer.is_some_and(sits)
        };
        let ways = &mut self.remote.ways;
        let at = ways.iter().position(is_free).unwrap_or(ways.len());
        let secret = self.remote.house.book.secret;
        let contact = Contact::new(Some(peer), secret);
        let way = Way::new(&self.remote.house, at, contact, TwoCodes::default(), false);
        match ways.get_mut(at) {
            Some(place) => *place = way,
            None => ways.push(way),
        }
        Some(at)
    }

    /// The code by which a caller came.
    fn entrance(&self, greeted: &Greeted) -> Entrance {
        // a guest's door has no seats behind it
        if !self.side.is_host() {
            return Entrance::Table;
        }
        let secrets = self.remote.house.book.also.iter();
        let mut seats = (0..).map(Seat).zip(secrets);
        let seat = seats.find(|(_, secret)| **secret == greeted.secret);
        seat.map_or(Entrance::Table, |(seat, _)| Entrance::Seat(seat))
    }

    /// Tells the table, or the session that awaits the match, of the new line of that way.
    fn tell_up(&mut self, at: usize, entrance: Entrance) {
        let now = self.now();
        let is_host = self.side.is_host();
        let is_waiting = self.is_waiting();
        let Some((house, way)) = self.way(at) else {
            return;
        };
        let name = way.name_line(house);
        let Some(line) = &way.line else {
            return;
        };
        if is_waiting {
            return self.greet_for_match(at, name);
        }
        let (peer, exporter) = (line.peer, line.exporter(house.own, is_host));
        match exporter {
            Some(exporter) => self.side.line_up(now, name, exporter, peer, entrance),
            None => self.lose_line(at, &Down::Broken("no exporter".to_owned())),
        }
    }

    /// Tells the table, or the session that awaits the match, that a line is down.
    fn tell_down(&mut self, line: LineId) {
        let now = self.now();
        if self.end_waiting_line(line) {
            return;
        }
        self.side.line_down(now, line);
        // from the signatures on the next line is the session's
        self.wait_for_match();
    }

    fn dialed(&mut self, at: usize, result: Result<Box<Greeted>, DialError>) {
        let is_host = self.side.is_host();
        let Some((_, way)) = self.way(at) else {
            return;
        };
        let (has_met, has_answered) = (way.has_met, way.two_codes.answer.is_some());
        match result {
            Ok(greeted) => self.arrival(*greeted),
            Err(error) if is_host => self.guest_not_found(at, &error),
            Err(DialError::Refused(CloseCode::Used)) => {
                self.get_up();
                self.fail(
                    "the match at that table has begun",
                    "ask the players for another match",
                );
            }
            // the host's program may not have opened the table again yet
            Err(error) if has_met => {
                tracing::info!(%error, "the host is not found");
                self.dial_again(at);
            }
            // the guest waits until the host has entered the answer
            Err(error) if !error.is_final() && has_answered => {
                tracing::info!(%error, "nobody answers; the host must dial");
            }
            Err(error) => self.fail(format!("The host was not reached: {error}"), error.advice()),
        }
    }

    pub(super) fn dial_again(&mut self, at: usize) {
        if let Some((house, way)) = self.way(at).filter(|(_, way)| way.line.is_none()) {
            way.dialing.failures += 1;
            way.dial_if_alone(house);
        }
    }

    fn line_event(&mut self, id: u64, event: LineEvent) {
        let now = self.now();
        // an event of a line that was replaced, still in the queue, finds none
        let is_that = |way: &Way| way.line.as_ref().is_some_and(|line| line.id == id);
        let Some(at) = self.remote.ways.iter().position(is_that) else {
            return;
        };
        match event {
            LineEvent::Frame(frame) => {
                let told = self.remote.ways[at].told;
                match told {
                    Some(name) if self.is_waiting() => self.hear_for_match(at, name, &frame),
                    // how much a line may bring is the table's business
                    Some(name) => self.side.handle_frame(now, name, &frame),
                    None => {}
                }
            }
            // nothing is done before a match has begun
            LineEvent::PeerDone(_) => {}
            LineEvent::Down(down) => self.lose_line(at, &down),
        }
    }

    /// Queues a frame; without its line it is dropped, since the table says everything again on the next.
    pub(super) fn send(&mut self, line: LineId, frame: Vec<u8>) {
        if let Some(at) = self.remote.way_told(line)
            && !self.remote.ways[at].send(frame)
        {
            let what = "too much waits to be sent".to_owned();
            self.lose_line(at, &Down::Broken(what));
        }
    }

    /// Takes a line down that is lost, and sees to another.
    pub(super) fn lose_line(&mut self, at: usize, down: &Down) {
        let Some((house, way)) = self.way(at) else {
            return;
        };
        let Some((line, name)) = way.lose() else {
            return;
        };
        if matches!(down, Down::Breach(_)) {
            house.bans_after_breach(line.peer);
        }
        line.close(match down {
            Down::Closed(code) => *code,
            Down::Breach(_) => CloseCode::Breach,
            Down::Broken(_) => CloseCode::Slow,
        });
        tracing::info!(?down, "the line is down");
        if let Some(name) = name {
            self.tell_down(name);
        }
        if *down == Down::Closed(CloseCode::Replaced) && self.is_pushed_off() {
            return self.fail(
                "another program plays as you at this table",
                "play on there; to play here, end one of them, then join again",
            );
        }
        self.look_for_host(at);
    }

    /// Returns `true` if the host has replaced this guest's line for the second time within a minute. Once can happen to
    /// two programs that dial each other; after that another program of the same player is dialing too, and the two would
    /// push each other off without end.
    fn is_pushed_off(&mut self) -> bool {
        if self.side.is_host() {
            return false;
        }
        let now = Instant::now();
        let before = self.replaced_at.replace(now);
        before.is_some_and(|before| now.duration_since(before) < PUSHED_OFF)
    }

    /// A guest dials the host again.
    fn look_for_host(&mut self, at: usize) {
        if self.side.is_host() || self.end.is_some() {
            return;
        }
        self.watch_lines();
        if let Some((house, way)) = self.way(at) {
            way.open_again(house);
            way.dial_if_alone(house);
        }
    }

    /// Ends a line as the table wants it, once everything before is out.
    pub(super) fn close_line(&mut self, line: LineId, end: &LineEnd) {
        let Some(at) = self.remote.way_told(line) else {
            return;
        };
        let patience = self.limits.farewell;
        let Some((house, way)) = self.way(at) else {
            return;
        };
        let Some((closing, _)) = way.lose() else {
            return;
        };
        let peer = closing.peer;
        if matches!(end, LineEnd::Fault(_)) {
            house.bans_after_breach(peer);
        }
        tokio::spawn(closing.close_after_the_rest(code_of(end), patience));
        match self.side {
            Side::Host(_) => self.tell_host(end),
            Side::Guest(_) => self.tell_guest(at, end),
        }
    }

    /// Tells the host of a caller whose program could not stay.
    fn tell_host(&mut self, end: &LineEnd) {
        match end {
            LineEnd::Refused(Refusal::UnknownMatch) => {}
            LineEnd::Refused(refusal) => {
                self.note(format!("Somebody could not come to the table: {refusal}."));
            }
            LineEnd::Fault(fault) => {
                self.note(format!("A guest's program broke the protocol: {fault}."));
            }
            LineEnd::Unwanted(_) | LineEnd::Bye(..) | LineEnd::Replaced | LineEnd::Left => {}
        }
    }

    /// Tells a guest why the line to the host has ended, and dials again if that may help.
    fn tell_guest(&mut self, at: usize, end: &LineEnd) {
        let no = self.refused_by_host.take();
        match (end, no) {
            (LineEnd::Left, _) => return,
            (LineEnd::Refused(refusal), _) => return self.fail(refusal, refusal.advice()),
            (LineEnd::Bye(..) | LineEnd::Unwanted(_), Some(reply)) => {
                return self.fail(&reply, reply.advice());
            }
            (LineEnd::Bye(ByeCode::Leaving, _), None) => self.note(
                "The host has left the table. This program waits until the host opens it again, and asks for your seat then."
                    .to_owned(),
            ),
            (LineEnd::Fault(fault), _) if self.is_banned(at) => {
                return self.fail(
                    format!("The host's program broke the protocol again and again: {fault}"),
                    "you and the host need the same version of the program",
                );
            }
            (LineEnd::Fault(fault), _) => {
                self.note(format!("The host's program broke the protocol: {fault}."));
            }
            (LineEnd::Bye(..) | LineEnd::Unwanted(_) | LineEnd::Replaced, _) => {}
        }
        // not at once: the host would say the same
        if let Some((_, way)) = self.way(at) {
            way.dialing.failures = way.dialing.failures.max(1);
        }
        self.look_for_host(at);
    }

    fn is_banned(&mut self, at: usize) -> bool {
        let Some((house, way)) = self.way(at) else {
            return false;
        };
        let peer = way.contact.peer;
        peer.is_some_and(|peer| house.door.admits(peer) == Err(CloseCode::Banned))
    }

    /// Shows whether the other ends were heard lately.
    pub(super) fn watch_lines(&mut self) {
        let (slow, lost) = (self.limits.slow, self.limits.lost);
        let Lobby { remote, side, .. } = self;
        for way in &mut remote.ways {
            if let Some(line) = way.line.as_mut() {
                if let Some(seen_at) = line.seen_at {
                    remote.house.ports.is_seen(line.remote(), seen_at);
                }
                line.look_after(lost / 5);
            }
        }
        let state = match side.is_host() {
            true => LineState::Up,
            false => remote
                .ways
                .first()
                .map_or(LineState::Waiting, |way| way.state(slow)),
        };
        if !state.is_like(&self.shown.line) {
            self.told.push(LobbyHappening::Line(state));
        }
        self.shown.line = state;
    }

    /// The host's match has begun for this program, or is sure to begin.
    pub(super) fn end_with_match(&mut self) {
        self.end = Some(End::Begin);
    }
}

/// The code with which a line is closed; the goodbye before it says more.
fn code_of(end: &LineEnd) -> CloseCode {
    match end {
        LineEnd::Fault(_) => CloseCode::Breach,
        LineEnd::Refused(Refusal::Version { .. }) => CloseCode::Version,
        LineEnd::Refused(_) => CloseCode::Uninvited,
        LineEnd::Unwanted(_) => CloseCode::TurnedAway,
        LineEnd::Bye(..) | LineEnd::Left => CloseCode::Left,
        LineEnd::Replaced => CloseCode::Replaced,
    }
}
