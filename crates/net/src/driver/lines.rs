//! The lines of a match: how one is taken, lost and looked for again; and callers who get no line.

use std::net::SocketAddr;

use home::Call;
use home::address_book::{AddressBook, Role};
use protocol::Output;
use reach::route;
use tokio::time::Instant;

use super::line_keeper::{LineKeeper, TwoCodes};
use super::{Driver, Wire};
use crate::close::CloseCode;
use crate::dial_error::DialError;
use crate::greeted::{Greeted, Overture};
use crate::greeting::End;
use crate::handle::Happening;
use crate::limits::{INCOMING_FRAMES, Limits, SHORT_LINE, TOLD_FAILURES};
use crate::line::{Down, LineEvent};
use crate::match_ports::NO_ANSWER;
use crate::question::Asking;
use crate::snapshot::LineState;
use crate::tried::Tried;

impl Driver {
    /// Shows what came of dialing an address, until the two sides have met.
    pub(super) fn tried(&mut self, tried: Tried) {
        // once the two have met, the peer is dialed quietly until it is there
        if self.keeper().is_none_or(|keeper| keeper.has_met) {
            return;
        }
        let shown = &mut self.view.shown.meeting.tried;
        match shown
            .iter_mut()
            .find(|shown| shown.address == tried.address)
        {
            Some(known) if *known == tried => return,
            // a silent address is dialed again and again, and what came of it before says more
            Some(_) if tried.result == NO_ANSWER => return,
            Some(known) => *known = tried.clone(),
            None => shown.push(tried.clone()),
        }
        self.user.told.push(Happening::Tried(tried));
    }

    /// Shows the host a caller who has the invitation and did not get in, once for each address and reason.
    pub(super) fn caller_failed(&mut self, source: SocketAddr, error: DialError) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        if error == DialError::Narrow {
            return self.is_called_in_vain(source);
        }
        let failure = (source.ip(), error.clone());
        // a guest who reached this side at several addresses drops all connections but one
        let is_usual = keeper.line.is_some()
            || matches!(
                error,
                DialError::Refused(CloseCode::Left | CloseCode::Replaced)
            );
        let told = &mut keeper.callers.failures_told;
        // bounded: the address of a caller may be forged, and each would be a line on the user's screen
        if is_usual || told.len() >= TOLD_FAILURES || told.contains(&failure) {
            return;
        }
        told.push(failure);
        self.note(format!(
            "Somebody with your invitation called from {} and did not get in: {error}.",
            source.ip()
        ));
    }

    /// A player looks for a match that was left unfinished: the user is shown each match once.
    pub(super) fn called(&mut self, call: Call) {
        if self.view.shown.meeting.calls.contains(&call)
            || self.view.shown.meeting.calls.len() >= TOLD_FAILURES
        {
            return;
        }
        let Call { name, game } = &call;
        self.note(format!(
            "{name} looks for you, for the match that you left in mid-air: {}, {} turns. `warlord resume {}` continues it.",
            game.title,
            game.turns,
            game.file.display()
        ));
        self.view.shown.meeting.calls.push(call);
    }

    pub(super) fn keeper(&mut self) -> Option<&mut LineKeeper> {
        match &mut self.wire {
            Wire::Local | Wire::Mail { .. } => None,
            Wire::Remote(keeper) => Some(keeper),
        }
    }

    /// The host has proved its key on a connection that was dialed: the session's first frames go with the greeting,
    /// which saves a round trip. A guest's session alone does so, before the two have met.
    pub(super) fn overture(&mut self, overture: Overture) {
        // a host who has the answer code dials too, and both sides must choose the same connection
        let is_expected = self.has_answered();
        let now = self.now();
        let Some(keeper) = self.keeper() else {
            return;
        };
        let Some(peer) = keeper.book.peer else {
            return;
        };
        let may_speak = !is_expected && !keeper.has_met && keeper.may_speak_first();
        // nobody reads the frames any more: to speak all the same would use up the session's one beginning
        if !may_speak || overture.reply.is_closed() {
            return;
        }
        keeper.dialing.speaks_first_on(overture.exporter);
        // the one of an attempt that came to nothing
        let before = keeper.told.take();
        let name = keeper.name_line();
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
    pub(super) fn arrival(&mut self, greeted: Greeted) {
        let now = self.now();
        let Some(keeper) = self.keeper() else {
            return;
        };
        // both dialed at the same moment: each side must drop the same one of the two connections, or both are lost
        if keeper.keeps_present_line_over(&greeted) {
            return CloseCode::Replaced.close(&greeted.connection);
        }
        let has_spoken = greeted.spoken.is_some();
        if has_spoken && greeted.spoken != keeper.dialing.spoken_on() {
            // the session has begun again on another connection, and cannot begin twice on this one
            return CloseCode::Replaced.close(&greeted.connection);
        }
        if let Err(refused) = keeper.door.take(greeted.peer) {
            return refused.close(&greeted.connection);
        }
        // the present attempt has done its work, or has lost against a caller: a second connection would only be closed
        keeper.dialing.spoken = None;
        keeper.dialing.stop();
        // a later connection always takes the place: its client dialed because it had lost the one that looks healthy
        // here
        let replaced = keeper.line.take();
        let name = greeted.name.clone();
        let has_dialed = greeted.end == End::Client;
        let line = keeper.reports.start(greeted);
        let (peer, exporter) = (line.peer, line.exporter(keeper.own, keeper.is_host()));
        keeper.seen_at = line.seen_at.or(keeper.seen_at);
        // nobody needs to be asked while the peer is here
        keeper.surroundings.lookout = None;
        if keeper.book.role == Role::Guest && has_dialed {
            // the host was reached without a forwarding, so the router gets the port back
            keeper.surroundings.forwarding = None;
            keeper.surroundings.router = None;
        }
        let is_shut = keeper.two_codes.leads_through_a_shut_router(has_dialed);
        keeper.book.is_shut = is_shut.unwrap_or(keeper.book.is_shut);
        // the codes have done their work: openers and questions end with it
        keeper.two_codes = TwoCodes::default();
        keeper.book.peer = Some(peer);
        if !keeper.has_met {
            // the addresses of the code go: from now on only those are dialed at which the peer proved its key
            let known = std::mem::take(&mut keeper.book.found);
            keeper.book.met(name);
            if has_dialed {
                keeper.prove_spares(line.remote(), &known);
            }
        }
        // kept without NAT64, whose prefix belongs to the network of now: the match may be resumed from another one
        keeper.book.found_at(route::untranslated(line.remote()));
        keeper.line = Some(line);
        keeper.has_met = true;
        self.view.shown.meeting.tried.clear();
        self.view.shown.meeting.answer = None;
        let Some(keeper) = self.keeper() else {
            return;
        };
        keeper.dialing.is_elsewhere = false;
        // the session has spoken on this line already, under the name that it keeps
        let before = keeper.told.take_if(|_| !has_spoken);
        let name = match keeper.told {
            Some(name) => name,
            None => keeper.name_line(),
        };
        let session = &mut self.chairs[0].session;
        if let Some(before) = before {
            // the session must see the old line end before the new one begins: what it waits for from the old one never
            // comes
            session.line_down(now, before);
        }
        if let Some(old) = replaced {
            old.close(CloseCode::Replaced);
        }
        let Some(exporter) = exporter else {
            return self.lose_line(Down::Broken("no exporter".to_owned()));
        };
        // a catch-up is bounded by the match, not by the queue; records wait with their frames' heads
        let held = session.match_file().map_or(0, |file| 2 * file.len());
        if !has_spoken {
            session.line_up(now, name, exporter, peer);
        }
        if let Some(line) = self.keeper().and_then(|keeper| keeper.line.as_mut()) {
            line.make_room_for(held);
        }
        self.keep_book();
        self.show_line(LineState::Up);
    }

    pub(super) fn dialed(&mut self, result: Result<Greeted, DialError>) {
        // the results for the last addresses are shown before the end
        while let Some(tried) = self
            .keeper()
            .and_then(|keeper| keeper.dialing.tried.try_recv().ok())
        {
            self.tried(tried);
        }
        match result {
            Ok(greeted) => self.arrival(greeted),
            // another match of the same player answers there; this match is signed and continues when its file is opened
            // again
            Err(DialError::Refused(CloseCode::Uninvited)) if self.is_agreed() => {
                if let Some(keeper) = self.keeper()
                    && !std::mem::replace(&mut keeper.dialing.is_elsewhere, true)
                {
                    self.note(
                        "The other player has another match open where this one was; this one continues when they open it again."
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
                // a reason that the two codes gave is better advice than "no answer"
                let told = self.told_reason().filter(|_| !error.is_final());
                let advice = told.map_or(error.advice().to_owned(), |told| told.advice);
                self.fail(
                    format!("The other player was not reached: {error}"),
                    &advice,
                );
            }
            Err(_silence) => self.dial_again(),
        }
    }

    /// Takes an event of the line, and those that came right after it: one write to the disk does for all of them.
    pub(super) fn line_events(&mut self, id: u64, event: LineEvent) {
        self.line_event(id, event);
        // bounded, so that a peer that never stops sending cannot keep the user's commands waiting
        for _ in 1..INCOMING_FRAMES {
            let further = self.keeper().and_then(LineKeeper::further_event);
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
        let Some(keeper) = self.keeper() else {
            return;
        };
        let name = keeper.told;
        let Some(line) = keeper.line.as_mut() else {
            return;
        };
        // an event of a line that was replaced, still in the queue
        if line.id != id {
            return;
        }
        // counted before the session sees it: a flood costs no signature checks beyond the limit
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
                if let Some(name) = name {
                    session.set_round_trip(name, round_trip);
                    // the session reports what is wrong with the frame, and closes the line
                    let _ = session.handle_frame(now, name, &frame);
                }
            }
            LineEvent::PeerDone(id) => {
                // words about a match that has been continued since no longer count
                let is_this = id == self.short_id();
                if let Some(keeper) = self.keeper().filter(|_| is_this) {
                    keeper.is_peer_done = true;
                }
            }
            LineEvent::Down(down) => self.lose_line(down),
        }
    }

    /// Closes a line that is lost or has to be closed, and sees to another.
    pub(super) fn lose_line(&mut self, down: Down) {
        let may_wait = self.may_wait_for_another();
        let farewell = self.limits.farewell;
        let Some(keeper) = self.keeper() else {
            return;
        };
        let Some(line) = keeper.line.take() else {
            return;
        };
        let peer = line.peer;
        let name = keeper.told.take();
        keeper.alone_since = Instant::now();
        // the peer may have moved while the line was up
        keeper.book.found_at(route::untranslated(line.remote()));
        // a line that breaks soon, again and again, would be dialed without a pause
        keeper.dialing.failures = if line.since.elapsed() < SHORT_LINE {
            keeper.dialing.failures + 1
        } else {
            0
        };
        // only a broken rule is held against a peer; a slow or broken line is nobody's fault
        let is_banned = matches!(down, Down::Breach(_)) && keeper.bans_after_breach(peer);
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
            keeper.is_peer_done = true;
        }
        if may_wait {
            // nothing is agreed: the invitation can be used again
            keeper.has_met = false;
            // a guest who left before agreeing has used nothing up; without this one stranger with the code could burn the
            // invitation
            keeper.door.free();
            // forgotten with the guest: another guest of the same invitation is somewhere else
            keeper.book.peer = None;
            keeper.book.found.clear();
        }
        let now = self.now();
        if let Some(name) = name {
            self.chairs[0].session.line_down(now, name);
        }
        // both sides have the complete match, which needs no line
        let has_peer_all = self.keeper().is_some_and(|keeper| keeper.is_peer_done);
        if has_peer_all && self.view.shown.played.verdict.is_some() {
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
                self.note("The other player has left; the match can be resumed.".to_owned());
            }
            Down::Closed(CloseCode::Banned) => {
                return self.fail(
                    CloseCode::Banned.text().to_owned(),
                    "both players need the same version of the program",
                );
            }
            Down::Closed(_) | Down::Broken(_) => {}
        }
        // the peer has another connection, which arrives next: unless dialing is without success, nothing is lost
        let is_replaced = down == Down::Closed(CloseCode::Replaced);
        if may_wait {
            self.show_line(LineState::Waiting);
        } else if !is_replaced {
            self.show_lost();
        }
        // a router that was opened for the lost line forgets in 30 s; both sides' roles stay as they were
        if let Some(keeper) = self.keeper() {
            if keeper.has_met {
                keeper.open_again();
            }
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
        // noted at every look, since the word of a peer who has gone counts for 20 s only
        if let Some(seen_at) = line.seen_at {
            keeper.ports.is_seen(line.remote(), seen_at);
        }
        // the pings of a good line come after a sixth of this time
        let silence = line.look_after(lost / 5);
        let state = if silence > slow {
            LineState::Slow
        } else {
            LineState::Up
        };
        self.show_line(state);
    }

    pub(super) fn show_line(&mut self, line: LineState) {
        if !line.is_like(&self.view.shown.line) {
            self.user.told.push(Happening::Line(line));
        }
        self.view.shown.line = line;
    }

    /// Keeps the place for this peer, since all have agreed.
    pub(super) fn agreed(&mut self) {
        if let Some(keeper) = self.keeper()
            && let Some(peer) = keeper.book.peer
        {
            keeper.door.keep(peer);
            // the network and the disk forget the invitation together: nobody else may come from now on
            keeper.callers.withdraw();
            keeper.callers.asked.drain(..).for_each(Asking::turn_away);
        }
    }

    /// Writes the known addresses of the peer into the private file, for resuming the match.
    pub(super) fn keep_book(&mut self) {
        let book = match &self.wire {
            // the book of a match that also goes over a line stays as it is
            Wire::Mail { .. } => return,
            Wire::Local => AddressBook::local(),
            Wire::Remote(keeper) => keeper.book.clone(),
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
