//! New match keys: asking for one under this seat's identity, and answering the other seat that asks.

use super::{Game, Now, Session};
use crate::codec::encode;
use crate::epoch::{EpochBody, Renewal};
use crate::file::Entry;
use crate::frame::Frame;
use crate::{Fault, Kind, PublicKey, Record, Seat};

/// Most requests for a new key that a peer sends on one line.
const MAX_REQUESTS: u8 = 16;

impl Session {
    /// Tells whether this seat waits for the other player's program to agree to its new key.
    pub fn lacks_key(&self) -> bool {
        let own = self.secrets.key.public();
        let game = self.game.as_ref();
        game.is_some_and(|game| game.chain.key(self.seat) != Some(own))
    }

    /// Tells whether only a new key leads on: another program signs for this seat, its sealed choice is lost, or the peer
    /// names what this seat has signed and does not have.
    pub fn needs_new_key(&self) -> bool {
        let Some(game) = &self.game else {
            return false;
        };
        let halted = matches!(game.halted, Some(Fault::LostChoice | Fault::SecondProgram));
        halted || (self.lacks_own() && !self.lacks_key())
    }

    /// The request by which this seat asks for its new key, or by which it got its present one.
    pub(super) fn own_request(&self) -> Option<Record> {
        let game = self.game.as_ref()?;
        match self.lacks_key() {
            true => {
                let blank = game.chain.blank(self.seat, 0);
                let held = game.chain.held(self.seat);
                Some(Renewal::ask(blank, held, &self.identity, &self.secrets.key))
            }
            false => game.chain.last_request(self.seat).cloned(),
        }
    }

    /// Asks on the present line for the new key, once everything is here that the peer has named in its HEAD. The peer
    /// answers a request that comes too early with what this seat lacks.
    pub(super) fn ask_again(&mut self) {
        let (Some(game), Some(line), true) = (&self.game, &self.line, self.lacks_key()) else {
            return;
        };
        let is_level = line.is_synced && game.chain.step() > line.peer_step;
        let request = self.own_request().filter(|_| is_level);
        let asked = line.asked;
        if let Some(request) = request.filter(|request| asked != Some(request.id())) {
            self.ask_for_key(request);
        }
    }

    pub(super) fn ask_for_key(&mut self, request: Record) {
        if let Some(line) = &mut self.line {
            line.asked = Some(request.id());
        }
        self.send(&Frame::Record(Box::new(request)));
    }

    /// Keeps the other seat's request in mind: its key may sign the other seat's HEAD, and it is answered once the HEAD is
    /// heard. A request from which the other seat has gone on already is part of the history.
    pub(super) fn hear_request(&mut self, now: Now, record: &Record) -> Result<(), Fault> {
        let is_flood = self.line.as_mut().is_some_and(|line| {
            line.requests = line.requests.saturating_add(1);
            line.requests > MAX_REQUESTS
        });
        if is_flood {
            return self.fail(Fault::Flood);
        }
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        if !game.chain.is_signed(record) {
            let (step, seat) = (record.step, record.seat);
            return self.fail(Fault::BadSignature { step, seat });
        }
        game.request = Some(record.clone());
        match record.step > game.chain.step() {
            true => self.handle_entry(now, Entry::Record(record.clone())),
            false => {
                // the peer is first shown the entries that the request leaves out; the next request names them too
                let _ = self.take_in(now, Entry::Record(record.clone()), false);
                self.advance(now);
                Ok(())
            }
        }
    }

    /// Agrees to the other seat's new key, which waives everything that its old key signed later. Nothing of that is here,
    /// or the request would have named it.
    pub(super) fn answer_request(&mut self, now: Now, request: &Record) {
        if self
            .take_in(now, Entry::Record(request.clone()), false)
            .is_ok()
        {
            self.send(&Frame::Record(Box::new(request.clone())));
            let body = EpochBody::Answer {
                request: request.id(),
            };
            self.sign(now, Kind::Epoch, encode(&body));
        }
        if let Some(game) = &mut self.game {
            game.request = None;
        }
    }

    /// This seat's new key is agreed to: it has signed nothing yet, so that nothing of it can be missing.
    pub(super) fn renewed(&mut self) {
        if let Some(game) = &mut self.game {
            game.claimed = None;
            game.is_resumed = false;
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        self.game.as_ref().is_some_and(Game::is_agreed)
    }
}

impl Game {
    /// The keys that may sign a HEAD of the seat: the one that it has, and the one that it asks for or has got since.
    pub(super) fn keys_of(&self, seat: Seat) -> impl Iterator<Item = PublicKey> {
        let request = self.request.as_ref().filter(|request| request.seat == seat);
        let asked = request.and_then(Renewal::of).map(|renewal| renewal.key);
        self.chain.key(seat).into_iter().chain(asked)
    }
}
