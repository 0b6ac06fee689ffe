//! Lines and frames in.

use std::collections::BTreeSet;

use super::super::consent::Consent;
use super::super::interface::{Entrance, LobbyEvent};
use super::super::line::{GUEST_FRAMES, Line};
use super::super::words::{Failure, LineEnd};
use super::HostTable;
use crate::frame::{Access, Answer, Bye, ByeCode, Frame, Hello, Ready, Reply, TableFrame};
use crate::session::{LineId, Now, Refusal};
use crate::text::plain_text;
use crate::{Fault, PublicKey, Seat};

impl HostTable {
    /// Takes note of a new line and greets. `exporter` are 32 bytes of the TLS exporter (label "EXPORTER-fairplay1",
    /// context both identity keys, the host's first), `peer` is the TLS key of the other end, `entrance` the code by which
    /// it came. A later line of one key replaces an earlier one.
    pub fn line_up(
        &mut self,
        now: Now,
        line: LineId,
        exporter: [u8; 32],
        peer: PublicKey,
        entrance: Entrance,
    ) {
        self.clock = now.clock;
        if let Some(earlier) = self.hall.line_of(peer) {
            self.close(earlier, LineEnd::Replaced);
            self.note_gone(peer, &Failure::Lost(self.name_of(peer)));
        }
        let seated: BTreeSet<PublicKey> = self
            .table
            .sitters()
            .map(|(_, sitter)| sitter.machine)
            .collect();
        let is_seated = seated.contains(&peer);
        let arrived = Line::new(peer, exporter);
        self.outbox.send(line, &arrived.hello(self.own.machine()));
        let room = match is_seated {
            true => Ok(None),
            // who was invited by a code of his own is not kept out by those who only ask
            false => self
                .hall
                .crowd(&seated, matches!(entrance, Entrance::Seat(_))),
        };
        let end = match entrance {
            _ if peer == self.own.key() => Some(LineEnd::Refused(Refusal::SameKey)),
            _ if self.is_begun() => Some(LineEnd::Unwanted(Reply::Begun)),
            // anybody could sign for such a key
            _ if peer.is_weak() => Some(LineEnd::Fault(Fault::BadChannelSignature)),
            _ if self.hall.is_barred(peer) => Some(LineEnd::Unwanted(Reply::TurnedOut)),
            _ if room.is_err() => Some(LineEnd::Unwanted(Reply::Crowded)),
            Entrance::Seat(seat) => self.door_of(seat, peer).map(LineEnd::Unwanted),
            Entrance::Table => None,
        };
        if let Some(end) = end {
            self.turn_away_line(line, peer, end);
            return;
        }
        if let Ok(Some((oldest, silent))) = room {
            let crowded = LineEnd::Unwanted(Reply::Crowded);
            self.turn_away_line(oldest, silent, crowded);
        }
        self.hall.add_line(line, arrived, entrance, &seated);
    }

    /// Why a seat's own code does not lead to it any more.
    fn door_of(&self, seat: Seat, peer: PublicKey) -> Option<Reply> {
        let Some(place) = self.table.place(seat) else {
            return Some(Reply::NoSuchSeat(seat));
        };
        match &place.sitter {
            // the player who came by it comes back
            Some(sitter) if sitter.machine == peer => None,
            // wherever the host has moved that player since
            _ if self.table.sitters_of(peer).next().is_some() => None,
            _ if place.access != Access::Code => Some(Reply::NoCode(seat)),
            Some(_) => Some(Reply::CodeUsed(seat)),
            None => None,
        }
    }

    /// Ends a line of somebody who is not wanted, with words of its own.
    pub(super) fn turn_away_line(&mut self, line: LineId, who: PublicKey, end: LineEnd) {
        if let LineEnd::Unwanted(reply) = &end {
            let reply = reply.clone();
            self.outbox
                .send(line, &TableFrame::Answer(Answer { who, reply }));
        }
        self.close(line, end);
    }

    /// Takes note that that line is down. Its players keep their seats, and are shown as not connected.
    pub fn line_down(&mut self, now: Now, line: LineId) {
        self.clock = now.clock;
        if let Some(machine) = self.hall.remove_line(line) {
            self.note_gone(machine, &Failure::Lost(self.name_of(machine)));
        }
    }

    /// A machine is no longer there.
    pub(super) fn note_gone(&mut self, machine: PublicKey, why: &Failure) {
        if self.awaits(machine) {
            self.fail_try(why.clone());
        }
        self.publish();
    }

    /// The name of a machine's player, for words.
    pub(super) fn name_of(&self, machine: PublicKey) -> String {
        let mut sitters = self.table.sitters_of(machine);
        let found = sitters.next().map(|(_, sitter)| sitter.name.clone());
        found.unwrap_or_else(|| "somebody without a seat".to_owned())
    }

    /// Takes note of the time, about twice a second: shows who keeps the others waiting, and ends a try in which somebody
    /// does not sign.
    pub fn handle_timeout(&mut self, now: Now) {
        self.clock = now.clock;
        self.watch_beginning();
        if let Some(late) = self.lateness.tell(&self.table, self.clock) {
            self.outbox.show(LobbyEvent::Late(late));
        }
    }

    /// Takes a frame of a guest: the type byte and the body. A frame without a line does nothing.
    ///
    /// # Errors
    /// Returns [`Fault`] if the guest's program broke the protocol. The line is closed then, and the table stays.
    pub fn handle_frame(&mut self, now: Now, line: LineId, frame: &[u8]) -> Result<(), Fault> {
        (self.clock, self.unix_ms) = (now.clock, now.unix_ms);
        let Some(arrival) = self.hall.line(line) else {
            return Ok(());
        };
        let peer = arrival.line.peer();
        let frame = arrival.line.read(now.clock, frame, GUEST_FRAMES);
        let heard = frame.and_then(|frame| self.hear(line, peer, frame));
        if let Err(fault) = &heard {
            self.close(line, LineEnd::Fault(fault.clone()));
            self.note_gone(peer, &Failure::Lost(self.name_of(peer)));
        }
        heard
    }

    fn hear(&mut self, line: LineId, peer: PublicKey, frame: TableFrame) -> Result<(), Fault> {
        match frame {
            TableFrame::Match(Frame::Hello(hello)) => self.hear_hello(line, peer, &hello),
            TableFrame::Match(Frame::Bye(bye)) => {
                self.hear_bye(line, peer, &bye);
                Ok(())
            }
            TableFrame::Match(Frame::Chat(chat)) => {
                let is_seated = self.table.sitters_of(peer).next().is_some();
                let clock = self.clock;
                let arrival = self.hall.line(line);
                // dropped without a fault: a burst of words is no breach of the protocol
                if is_seated && arrival.is_some_and(|it| it.line.may_chat(clock)) {
                    let text = plain_text(&chat.0);
                    self.tell_all(Some(line), peer, &text);
                    let (who, name) = (peer, self.name_of(peer));
                    self.outbox.show(LobbyEvent::Said { who, name, text });
                }
                Ok(())
            }
            TableFrame::Match(Frame::Genesis(genesis)) => self.hear_genesis(peer, genesis),
            TableFrame::Sit(sit) => self.hear_sit(line, peer, &sit),
            TableFrame::Stand(stand) => {
                self.hear_stand(line, peer, stand.identity);
                Ok(())
            }
            TableFrame::Ready(ready) => {
                self.hear_ready(peer, ready);
                Ok(())
            }
            TableFrame::Answer(answer) => {
                self.hear_answer(peer, answer.reply);
                Ok(())
            }
            TableFrame::Match(Frame::Join(_)) => {
                Err(Fault::Unexpected("a guest of a match of two, at a table"))
            }
            TableFrame::Match(_) => Err(Fault::Unexpected("a frame of a match, before it begins")),
            TableFrame::Game(_)
            | TableFrame::Table(_)
            | TableFrame::Said(_)
            | TableFrame::Begun(_) => Err(Fault::Unexpected("a frame of the host's, from a guest")),
        }
    }

    fn hear_hello(&mut self, line: LineId, peer: PublicKey, hello: &Hello) -> Result<(), Fault> {
        let Some(arrival) = self.hall.line(line) else {
            return Ok(());
        };
        match arrival.line.greet(hello) {
            Ok(newer) => {
                if let Some(version) = newer {
                    self.outbox.show(LobbyEvent::PeerIsNewer(version));
                }
                self.publish();
                Ok(())
            }
            Err(LineEnd::Fault(fault)) => Err(fault),
            Err(end) => {
                self.turn_away_line(line, peer, end);
                Ok(())
            }
        }
    }

    fn hear_bye(&mut self, line: LineId, peer: PublicKey, bye: &Bye) {
        self.hall.remove_line(line);
        let reason = plain_text(&bye.reason);
        self.outbox.close(line, LineEnd::Bye(bye.code, reason));
        match bye.code {
            // who leaves has nothing to come back to
            ByeCode::Leaving => {
                let name = self.name_of(peer);
                if self.awaits(peer) {
                    self.fail_try(Failure::Left(name));
                }
                // once all have signed the player is in the match, whose line has broken
                if self.beginning.is_none() {
                    self.vacate(peer);
                }
                self.publish();
            }
            _ => self.note_gone(peer, &Failure::Lost(self.name_of(peer))),
        }
    }

    fn hear_ready(&mut self, peer: PublicKey, ready: Ready) {
        if self.awaits(peer) {
            // READY crossed with the beginning
            if ready.sid.is_none() {
                let name = self.name_of(peer);
                let reply = Reply::NotReady;
                self.fail_try(Failure::Declined { name, reply });
                self.publish();
            }
            return;
        }
        let (sid, clock) = (self.table.sid(), self.clock);
        // who toggles it without end is not ready, and makes no more noise
        let is_within = self.hall.machine(peer).may_say_ready(clock);
        let is_seated = self.table.sitters_of(peer).next().is_some();
        // for another match than this table shows it says nothing: the table has changed meanwhile
        let consent = ready
            .sid
            .filter(|named| Some(*named) == sid && is_seated && is_within)
            .map(|named| (Consent::of(&self.table, peer), named));
        self.hall.machine(peer).agree(consent);
        self.publish();
    }

    fn hear_answer(&mut self, peer: PublicKey, reply: Reply) {
        if self.awaits(peer) {
            let name = self.name_of(peer);
            self.fail_try(Failure::Declined { name, reply });
            self.publish();
        } else if let Reply::Signed { number, written_ms } = reply
            && self.beginning.is_none()
            && self.table.sitters_of(peer).any(|(seat, sitter)| {
                // only whoever stays has signed anything of the older match
                self.table.game().stays(seat, sitter.identity)
            })
            && let tries = self.table.tries()
            && let signed = (number, written_ms)
            && let Some(game) = self.table.game().above(signed, tries, self.unix_ms)
        {
            self.table.set_game(game);
            self.publish();
        }
    }
}
