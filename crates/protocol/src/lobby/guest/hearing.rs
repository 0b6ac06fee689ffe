//! The line and the host's frames in.

use std::sync::Arc;
use std::time::Duration;

use super::super::game::Game;
use super::super::interface::LobbyEvent;
use super::super::line::{HOST_FRAMES, Line};
use super::super::table::Table;
use super::super::words::{Failure, LineEnd};
use super::GuestTable;
use crate::frame::{Answer, Frame, Hello, Past, Reply, Said, Seating, Stand, TableFrame};
use crate::hash;
use crate::session::{LineId, Now, Refusal};
use crate::text::plain_text;
use crate::{Fault, PublicKey};

/// Games that a host shows in [`GAMES_WITHIN`] at most: each is read as a whole.
const MOST_GAMES: u32 = 30;
const GAMES_WITHIN: Duration = Duration::from_secs(10);

impl GuestTable {
    /// Takes note of a new line to the host and greets, as [`HostTable::line_up`](super::super::HostTable::line_up) does.
    /// A later line replaces an earlier one. Not to be called after [`signed`](Self::signed): that line is the sessions'.
    pub fn line_up(&mut self, now: Now, line: LineId, exporter: [u8; 32], peer: PublicKey) {
        self.clock = now.clock;
        self.close(LineEnd::Replaced);
        self.lose_line();
        let arrived = Line::new(peer, exporter);
        self.outbox.send(line, &arrived.hello(self.own.machine()));
        self.line = Some((line, arrived));
        let refusal = match self.host {
            // both ends with one key: a copy of this player, or a line to itself
            _ if peer == self.own.key() => Refusal::SameKey,
            expected if expected != peer => {
                let found = peer;
                Refusal::Stranger { expected, found }
            }
            _ => return,
        };
        self.close(LineEnd::Refused(refusal));
    }

    /// Takes note that that line is down. The seats are kept for the next one.
    pub fn line_down(&mut self, now: Now, line: LineId) {
        self.clock = now.clock;
        if self.line.as_ref().is_some_and(|(id, _)| *id == line) {
            self.line = None;
            self.lose_line();
        }
    }

    /// Whatever was said on the line is to be said again.
    pub(super) fn lose_line(&mut self) {
        self.view.version = None;
        self.named = None;
        // half a file of one line must not be continued by parts of another
        self.past.bytes.clear();
        self.past.is_whole = false;
        for wish in self.wishes.values_mut() {
            wish.sent = None;
        }
        // who has signed waits for what the next line's greeting says; who has not, signs nothing any more
        if self.signing.as_ref().is_some_and(|it| !it.is_signed) {
            self.fail_try(Failure::Lost(self.host_name()));
        }
    }

    /// Takes note of the time, about twice a second: shows who keeps the others waiting.
    pub fn handle_timeout(&mut self, now: Now) {
        self.clock = now.clock;
        let Some(table) = &self.view.table else {
            return;
        };
        if let Some(late) = self.lateness.tell(table, self.clock) {
            self.show(LobbyEvent::Late(late));
        }
    }

    /// Takes a frame of the host: the type byte and the body. A frame without a line does nothing.
    ///
    /// # Errors
    /// Returns [`Fault`] if the host's program broke the protocol. The line is closed then.
    pub fn handle_frame(&mut self, now: Now, line: LineId, frame: &[u8]) -> Result<(), Fault> {
        self.clock = now.clock;
        let Some((id, arrival)) = &mut self.line else {
            return Ok(());
        };
        if *id != line {
            return Ok(());
        }
        let frame = arrival.read(now.clock, frame, HOST_FRAMES);
        let heard = frame.and_then(|frame| self.hear(frame));
        if let Err(fault) = &heard {
            self.close(LineEnd::Fault(fault.clone()));
            self.lose_line();
        }
        heard
    }

    fn hear(&mut self, frame: TableFrame) -> Result<(), Fault> {
        match frame {
            TableFrame::Match(Frame::Hello(hello)) => return self.hear_hello(&hello),
            TableFrame::Match(Frame::Bye(bye)) => {
                self.close(LineEnd::Bye(bye.code, plain_text(&bye.reason)));
                self.lose_line();
            }
            TableFrame::Match(Frame::Manifest(bytes)) => return self.hear_manifest(&bytes),
            TableFrame::Match(Frame::Past(past)) => return self.hear_past(past),
            TableFrame::Game(bytes) => return self.hear_game(&bytes),
            TableFrame::Table(seating) => return self.hear_table(*seating),
            TableFrame::Answer(answer) => self.hear_answer(answer),
            TableFrame::Said(said) => self.hear_said(&said),
            TableFrame::Begun(sid) => return self.hear_begun(sid),
            TableFrame::Match(_) => {
                return Err(Fault::Unexpected("a frame of a match, before it begins"));
            }
            TableFrame::Sit(_) | TableFrame::Stand(_) | TableFrame::Ready(_) => {
                return Err(Fault::Unexpected("a frame of a guest's, from the host"));
            }
        }
        Ok(())
    }

    /// A part of the file of the older match, or of one of ours whose files are gone.
    fn hear_past(&mut self, part: Past) -> Result<(), Fault> {
        let line = self.line.as_ref();
        let is_lost = line.is_some_and(|(_, line)| line.is_of_match());
        let game = self.view.game.clone().filter(|game| game.continues());
        if self.past.is_whole || !is_lost && game.is_none() {
            return Err(Fault::Unexpected("a part of an older match"));
        }
        // no longer than it says itself, which is at most 2 MiB: the bytes are held in memory
        let (total, bytes) = (part.total as usize, &mut self.past.bytes);
        if bytes.len().saturating_add(part.bytes.len()) > total {
            return Err(Fault::Unexpected("a part of an older match"));
        }
        bytes.extend(part.bytes);
        if bytes.len() == total {
            let file = std::mem::take(bytes);
            self.past.is_whole = true;
            if is_lost {
                self.show(LobbyEvent::Lost(Arc::new(file)));
            } else if let Some(game) = game {
                self.past.fits = game.fits(&file);
                self.show(LobbyEvent::Past(Arc::new(file)));
            }
        }
        Ok(())
    }

    fn hear_hello(&mut self, hello: &Hello) -> Result<(), Fault> {
        let Some((_, line)) = &mut self.line else {
            return Ok(());
        };
        match line.greet(hello) {
            Ok(Some(version)) => self.show(LobbyEvent::PeerIsNewer(version)),
            Ok(None) => {}
            Err(LineEnd::Fault(fault)) => return Err(fault),
            // it plays a match already: if that is one of ours whose files are gone, it gives us what was played
            Err(LineEnd::Refused(Refusal::UnknownMatch)) => line.await_file(),
            Err(end) => {
                self.close(end);
                self.lose_line();
            }
        }
        Ok(())
    }

    fn hear_game(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        // shown again on every line
        let id = hash::session_id(bytes);
        if self.view.game.as_ref().is_some_and(|game| game.id() == id) {
            return Ok(());
        }
        let clock = self.clock;
        if !self.view.games.takes(clock, MOST_GAMES, GAMES_WITHIN) {
            return Err(Fault::Flood);
        }
        match Game::read(bytes) {
            Ok(game) => {
                // what the file was compared with must not be exchanged for another beginning under its cover
                let before = self.view.game.as_deref();
                if self.past.fits.is_some() && !before.is_some_and(|it| it.is_same_beginning(&game))
                {
                    self.past.fits = Some(false);
                }
                self.view.game = Some(Arc::new(game));
            }
            Err(cause) => {
                self.close(LineEnd::Refused(Refusal::Offer(cause)));
                self.lose_line();
            }
        }
        Ok(())
    }

    fn hear_table(&mut self, seating: Seating) -> Result<(), Fault> {
        let game = self.view.game.clone();
        let game = game.filter(|game| game.id() == seating.game);
        let game = game.ok_or(Fault::Unexpected("a table of a game that was not shown"))?;
        let (version, failed) = (seating.version, seating.failed.clone());
        if self.view.version.is_some_and(|shown| version <= shown) {
            return Err(Fault::Unexpected("a table older than the one before"));
        }
        let table = Table::read(game, seating);
        let table =
            table.map_err(|_cause| Fault::Unexpected("a table at which nobody could play"))?;
        let is_first = self.view.version.is_none();
        self.view.version = Some(version);
        self.view.table = Some(table);
        if self.view.seen.is_none() {
            self.mark_seen();
        }
        // a host that shows the table again has given up what it began
        if self.signing.is_some() {
            self.fail_try(Failure::of(failed));
        }
        self.look_for_own(is_first);
        self.keep_agreement();
        self.send_wishes();
        self.name_match();
        if let Some(table) = &self.view.table {
            self.lateness.look(table, self.clock);
        }
        self.show(LobbyEvent::Changed);
        Ok(())
    }

    /// Compares the seats of this machine's players with their wishes.
    fn look_for_own(&mut self, is_first: bool) {
        let Some(table) = &self.view.table else {
            return;
        };
        let machine = self.own.key();
        let mut lost = Vec::new();
        let mut standing = Vec::new();
        for player in self.own.players() {
            let key = player.key();
            let seat = table.seat_of(key);
            let seat = seat.filter(|seat| {
                let sitter = table.sitter(*seat);
                sitter.is_some_and(|sitter| sitter.machine == machine)
            });
            match (seat, self.wishes.get_mut(&key)) {
                (Some(seat), Some(wish)) => {
                    // an earlier wish may still be on its way: it counts as granted only when the table shows it
                    wish.moves = wish.moves && wish.seat != Some(seat);
                    // the host seats players too
                    if !wish.moves {
                        wish.seat = Some(seat);
                    }
                    wish.is_seated = true;
                }
                // a host that has started again knows nobody, and is asked again
                (None, Some(wish)) if is_first => wish.is_seated = false,
                (None, Some(wish)) if wish.is_seated => lost.push(key),
                // an own STAND that was lost with its line
                (Some(_), None) if is_first => standing.push(key),
                (Some(_) | None, _) => {}
            }
        }
        for key in lost {
            self.wishes.remove(&key);
            self.show(LobbyEvent::LostSeat(key));
        }
        for identity in standing {
            self.send(&TableFrame::Stand(Stand { identity }));
        }
    }

    /// Drops the user's readiness if the table no longer shows what it was given for.
    fn keep_agreement(&mut self) {
        let machine = self.own.key();
        let Some(table) = &self.view.table else {
            return;
        };
        let own = &self.own;
        let lapsed = self.consent.take_if(|consent| {
            // with keys that this program has not sent nothing could be signed
            !consent.covers(table, machine) || !own.are_shown(table)
        });
        if lapsed.is_some() {
            let changes = self.changes();
            self.show(LobbyEvent::ReadyTakenBack(changes));
        }
    }

    fn hear_answer(&mut self, answer: Answer) {
        let Answer { who, reply } = answer;
        let is_ours = self.own.players().iter().any(|player| player.key() == who);
        if !is_ours {
            return;
        }
        match reply {
            // sent again with fresh keys once the table shows the number of the try
            Reply::OldKeys => return,
            Reply::Asked => {}
            // the match is about to begin for others, or has begun and failed: asked again with the next table
            Reply::Beginning | Reply::Crowded => self.ask_again(who),
            // of the whole machine
            Reply::TurnedAway | Reply::TurnedOut | Reply::Begun if who == self.own.key() => {
                self.wishes.clear();
                self.consent = None;
            }
            _ => self.drop_wish(who),
        }
        self.show(LobbyEvent::Reply { who, reply });
    }

    fn ask_again(&mut self, who: PublicKey) {
        if let Some(wish) = self.wishes.get_mut(&who) {
            wish.sent = None;
        }
    }

    /// What was refused is not asked for again by itself. A player who sits stays there.
    fn drop_wish(&mut self, who: PublicKey) {
        let machine = self.own.key();
        let table = self.view.table.as_ref();
        let shown = table.and_then(|table| {
            let seat = table.seat_of(who)?;
            let sitter = table.sitter(seat)?;
            (sitter.machine == machine).then(|| (seat, sitter.name.clone()))
        });
        match (shown, self.wishes.get_mut(&who)) {
            (Some((seat, name)), Some(wish)) if wish.is_seated => {
                (wish.seat, wish.moves) = (Some(seat), false);
                // a name that was refused
                self.own.rename(who, name);
            }
            _ => drop(self.wishes.remove(&who)),
        }
    }

    fn hear_said(&mut self, said: &Said) {
        let table = self.view.table.as_ref();
        let who = said.who;
        let name = table.and_then(|table| {
            let seat = table.seat_of(who)?;
            Some(table.sitter(seat)?.name.clone())
        });
        // nobody but who sits at the table; the host may have been told of somebody who has just left
        if let Some(name) = name {
            let text = plain_text(&said.text);
            self.show(LobbyEvent::Said { who, name, text });
        }
    }

    /// The name of the host's own player, for words.
    pub(super) fn host_name(&self) -> String {
        let table = self.view.table.as_ref();
        let name = table.and_then(|table| {
            let (_, sitter) = table.sitters_of(self.host).next()?;
            Some(sitter.name.clone())
        });
        name.unwrap_or_else(|| "the host".to_owned())
    }
}
