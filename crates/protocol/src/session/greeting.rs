//! From the first greeting to a manifest that both players have signed.

use std::sync::Arc;

use super::lobby::{Lobby, NoOffer, NoTaking};
use super::signer::Signer;
use super::{
    CloseReason, File, Fresh, Line, LineId, Match, Now, Offer, OfferError, ProposeError, Refusal,
    Session, Way, offer,
};
use crate::file::Entry;
use crate::frame::{Bye, ByeCode, Frame, Hello, Join, Past};
use crate::hash::{self, Digest};
use crate::manifest::{Genesis, ManifestError, PROTO};
use crate::text::{clean_name, plain_text};
use crate::{Fault, Identity, PublicKey, Seat, SessionEvent};

impl Session {
    /// A session of seat 0, which offers a match to the peer on its line.
    ///
    /// # Errors
    /// Returns [`OfferError`] if no guest could accept the offer.
    pub fn host(
        identity: Identity,
        name: &str,
        offer: Offer,
        fresh: Fresh,
    ) -> Result<Self, OfferError> {
        let signer = Signer::new(identity, Seat(0), &fresh);
        // tried with a stand-in guest: the guest should not be the one who finds the scenario broken
        offer::check(&offer, signer.entry(name, fresh.session_nonce))?;
        let lobby = Lobby::host(name, fresh.session_nonce, offer);
        Ok(Self::new(signer, lobby))
    }

    /// A session of seat 1, which joins the host with that key. The name is cut to the length of a manifest.
    pub fn join(identity: Identity, name: &str, host: PublicKey, fresh: Fresh) -> Self {
        let signer = Signer::new(identity, Seat(1), &fresh);
        let lobby = Lobby::guest(clean_name(name, "guest"), fresh.session_nonce, host);
        Self::new(signer, lobby)
    }

    /// Takes note of a new line and greets: `peer` is the TLS key of the other end, `exporter` are 32 bytes of the TLS
    /// exporter (label "EXPORTER-fairplay1", context both identity keys, the lower seat's first; before there are
    /// seats the host's).
    ///
    /// A line takes the place of an earlier one to the same key; with two seats, of any earlier one. That one is
    /// forgotten: close it without `line_down`, or with.
    pub fn line_up(&mut self, now: Now, line: LineId, exporter: [u8; 32], peer: PublicKey) {
        self.begin_waiting_files();
        let has_table = self.has_table();
        // what the peer said on that line no longer counts
        self.lines
            .retain(|id, old| *id != line && has_table && old.peer() != peer);
        self.note_lost(now);
        // one nonce for all lines until all are lost: the questions of this program bear it too, and who has answered
        // it on one line knows the program on another
        let present = self.lines.values().next().map(Line::nonce);
        let nonce = present.unwrap_or_else(|| self.signer.line_nonce(&exporter));
        self.lines
            .insert(line, Line::new(now, exporter, nonce, peer));
        let seat = self.seat_on(line);
        // questions lapse with their line
        if let Some(game) = &mut self.game {
            game.continuing.forget_questions();
            let step = game.chain().step();
            game.hearing.meet(seat, step, now.clock);
        }
        self.lobby.begin_line();
        let sid = self
            .game
            .as_ref()
            .map_or([0; 32], |game| game.chain().sid());
        let signature = self.signer.greet(&exporter);
        self.send(line, &Frame::Hello(Hello::new(sid, nonce, signature)));
        let expected = match self.game.as_ref().filter(|_| !has_table) {
            Some(game) => game.chain().manifest().seat(self.seat().other()),
            None => None,
        };
        let expected = match expected {
            Some(entry) => Some(entry.identity),
            None => self.lobby.expected_host(),
        };
        // both ends with one key: a copy of this player, or a line to itself; no match can seat one key twice
        if peer == self.signer.identity() {
            self.refuse(line, ByeCode::Refused, Refusal::SameKey);
        } else if has_table && self.seat_of(peer).is_none() {
            let refusal = Refusal::NotAtTable { found: peer };
            self.refuse(line, ByeCode::Refused, refusal);
        // the carrier has proved the peer's key, so a stranger is refused before it learns anything of the match
        } else if let Some(expected) = expected.filter(|expected| *expected != peer) {
            let found = peer;
            let refusal = Refusal::Stranger { expected, found };
            self.refuse(line, ByeCode::Refused, refusal);
        } else if peer.is_weak() {
            let weak = ManifestError::WeakKey(self.seat().other());
            self.refuse(line, ByeCode::Refused, Refusal::Offer(weak));
        } else if self.game.is_none()
            // the guest does not wait for the host's HELLO, which would take a round trip: the carrier has proved its
            // key
            && let Some(join) = self.lobby.join(self.signer.match_key())
        {
            self.send(line, &Frame::Join(join));
        }
    }

    /// True if the match has more than two seats.
    pub(super) fn has_table(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.chain().manifest().has_table())
    }

    /// The seat of that identity.
    pub(super) fn seat_of(&self, identity: PublicKey) -> Option<Seat> {
        let seats = (0..).map(Seat).zip(&self.manifest()?.seats);
        let mut seats = seats.filter(|(_, entry)| entry.identity == identity);
        seats.next().map(|(seat, _)| seat)
    }

    /// The seat at the other end of a line: the other of two before there is a match.
    pub(super) fn seat_on(&self, line: LineId) -> Seat {
        let peer = self.lines.get(&line).map(Line::peer);
        let seat = peer.and_then(|peer| self.seat_of(peer));
        seat.unwrap_or(self.seat().other())
    }

    /// The file of the older match in whose place the offer is made, for the guest.
    pub fn show_past(&mut self, file: Vec<u8>) {
        self.lobby.show_past(file);
    }

    fn send_past(&mut self, line: LineId, parts: Vec<Past>) {
        for part in parts {
            self.send(line, &Frame::Past(part));
        }
    }

    /// Gives a player of this match its file and ends the line: with the file that player can take the match up.
    fn hand_over(&mut self, line: LineId) {
        let file = self.match_file().filter(|_| self.is_playing());
        self.send_past(line, Past::parts(&file.unwrap_or_default()));
        let bye = Bye::new(ByeCode::UnknownMatch, "this match has begun already");
        self.close(line, &bye, CloseReason::Bye(bye.reason.clone()));
    }

    /// A part of an older match's file, before the offer.
    pub(super) fn handle_past(&mut self, line: LineId, past: Past) -> Result<(), Fault> {
        // only before the match: later a file of any size would be held for nothing
        if self.game.is_some() || !self.lobby.awaits_past(&past) {
            return self.fail(Some(line), Fault::Unexpected("a part of an older match"));
        }
        if let Some(file) = self.lobby.take_past(past) {
            self.show(SessionEvent::Past(Arc::new(file)));
        }
        Ok(())
    }

    pub(super) fn handle_hello(&mut self, id: LineId, hello: &Hello) -> Result<(), Fault> {
        let Some(line) = self.lines.get(&id) else {
            return Ok(());
        };
        // a second greeting would change the nonce that our HEAD answers
        if line.is_greeted() {
            return self.fail(Some(id), Fault::Unexpected("a second greeting"));
        }
        let our_version = env!("CARGO_PKG_VERSION").to_owned();
        let their_version = hello.version.clone();
        // asked before the body is used: the body's layout is this protocol's alone
        let speaks = (hello.proto.0..=hello.proto.1).contains(&PROTO);
        let Some(body) = hello.body.as_ref().filter(|_| speaks) else {
            let refusal = Refusal::Version {
                our_version,
                our_proto: PROTO,
                their_version,
                their_proto: hello.proto,
            };
            self.refuse(id, ByeCode::Refused, refusal);
            return Ok(());
        };
        // before anything is said of the match: a relay between the two knows both TLS keys and not this signature
        // (threat 24)
        if !line.is_signed(&body.signature) {
            return self.fail(Some(id), Fault::BadChannelSignature);
        }
        if !self.told_newer && hello.is_newer() {
            self.told_newer = true;
            self.show(SessionEvent::PeerIsNewer(hello.version.clone()));
        }
        // a player of this table that comes as a guest to a lobby: its match files are gone
        if self.has_table() && self.is_playing() && body.sid == [0; 32] {
            self.hand_over(id);
            return Ok(());
        }
        let sid = self.sid();
        let is_behind = sid.is_some() && self.continues() == Some(body.sid);
        let is_other = body.sid != [0; 32] && Some(body.sid) != sid;
        // a peer that plays a later match than this copy knows shows it, and one that plays the match which a guest
        // has lost shows that one; a peer that does not is refused in time
        let may_have_lost = self.lobby.is_guest() && self.game.is_none();
        if is_other && !is_behind && !self.is_playing() && !may_have_lost {
            self.refuse(id, ByeCode::UnknownMatch, Refusal::UnknownMatch);
            return Ok(());
        }
        if let Some(line) = self.lines.get_mut(&id) {
            line.greet(body.nonce, is_other && !is_behind);
        }
        // shown whole, since the peer may have been cut off before the last signature reached it
        let peer = self.seat_on(id);
        let is_gone = self
            .manifest()
            .is_some_and(|manifest| manifest.is_gone(peer));
        if is_gone && self.is_playing() {
            self.show_beginning(id);
            self.refuse(id, ByeCode::Refused, Refusal::LeftOut);
            return Ok(());
        }
        if is_behind {
            self.show_beginning(id);
        }
        let (own, has_table) = (self.seat(), self.has_table());
        let signed = self.game.iter().flat_map(|game| game.ledger.genesis());
        // sent on every line: the peer may lack it, and passes over one that it has; at a table those of the others
        // too, whom the peer may hear through this program alone
        let signed = signed.filter(|(seat, _)| has_table || **seat == own);
        let signed: Vec<Genesis> = signed.map(|(_, genesis)| *genesis).collect();
        for genesis in signed {
            self.send(id, &Frame::Genesis(genesis));
        }
        if self.is_playing() {
            self.show_joined(self.seat_on(id));
            self.send_head(id);
            self.show_draft(id);
            self.show_going_on(id);
        }
        Ok(())
    }

    pub(super) fn is_playing(&self) -> bool {
        self.agreed().is_some()
    }

    fn show_joined(&mut self, seat: Seat) {
        let entry = self.manifest().and_then(|manifest| manifest.seat(seat));
        if let Some(entry) = entry {
            let (name, key) = (entry.name.clone(), entry.identity);
            self.show(SessionEvent::Joined { seat, name, key });
        }
    }

    pub(super) fn handle_join(&mut self, now: Now, id: LineId, join: &Join) -> Result<(), Fault> {
        let (Some(line), None) = (self.lines.get(&id), &self.game) else {
            // our own signature is out: a guest that has lost the match cannot join it again. It resumes the match
            // from its file, and is waited for meanwhile.
            self.hand_over(id);
            return Ok(());
        };
        let is_new = match self.lobby.answer(&self.signer, join, line.peer(), now) {
            Ok(is_new) => is_new,
            Err(NoOffer::NotHost) => {
                return self.fail(Some(id), Fault::Unexpected("a guest asks a guest to play"));
            }
            Err(NoOffer::Seated) => {
                self.refuse(id, ByeCode::Seated, Refusal::Seated);
                return Ok(());
            }
            Err(NoOffer::Unplayable(cause)) => {
                self.refuse(id, ByeCode::Refused, Refusal::Offer(cause));
                return Ok(());
            }
        };
        if is_new {
            // a guest that comes back on a new line gets the same offer, and its host no second word of it
            self.show_joined(self.seat_on(id));
        }
        // before the manifest, so that the guest's program can compare the offer with the old match
        self.send_past(id, Past::parts(self.lobby.past()));
        if let Some(manifest) = self.manifest() {
            let bytes = manifest.to_bytes();
            self.send(id, &Frame::Manifest(bytes));
        }
        Ok(())
    }

    pub(super) fn handle_manifest(
        &mut self,
        now: Now,
        id: LineId,
        bytes: &[u8],
    ) -> Result<(), Fault> {
        // every line of a table brings it again to who has begun before
        if self.sid() == Some(hash::session_id(bytes)) && self.has_table() {
            return Ok(());
        }
        // during a match another manifest can only be that of a match which continues it
        if self.sid() != Some(hash::session_id(bytes)) && self.is_playing() {
            if self.has_table() {
                return self.handle_try(now, id, bytes);
            }
            return self.handle_next_manifest(now, Some(id), bytes);
        }
        let (Some(line), None) = (self.lines.get(&id), &self.game) else {
            return self.fail(Some(id), Fault::Unexpected("an offer"));
        };
        match self.lobby.consider(&self.signer, bytes, line.peer()) {
            Ok(None) => Ok(()),
            Ok(Some(summary)) => {
                self.show_joined(self.seat_on(id));
                self.show(SessionEvent::Offered(summary));
                Ok(())
            }
            Err(NoTaking::Unexpected(what)) => self.fail(Some(id), Fault::Unexpected(what)),
            Err(NoTaking::Unplayable(cause)) => {
                self.refuse(id, ByeCode::Refused, Refusal::Offer(cause));
                Ok(())
            }
        }
    }

    /// Agrees to the offer of that id, as the guest: the offer that was shown and no other.
    ///
    /// # Errors
    /// Returns [`ProposeError::OtherOffer`] if the present offer is another, or there is none.
    pub fn accept(&mut self, now: Now, shown: &Digest) -> Result<(), ProposeError> {
        // an offer can be accepted once; on a signed match this is a click that came too late
        let chain = match self.game {
            None => self.lobby.accept(shown),
            Some(_) => None,
        };
        let chain = chain.ok_or(ProposeError::OtherOffer)?;
        let own = self.signer.genesis(&chain.sid());
        let mut game = Match::new(chain, self.seat(), true, now);
        game.ledger.sign(own);
        // the files before the signature: what has left must be found again after a crash
        self.begin_files(&game);
        self.game = Some(game);
        self.tell(&Frame::Genesis(own));
        Ok(())
    }

    /// Declines the offer, as the guest, and closes the line.
    pub fn decline(&mut self) {
        if self.lobby.decline() {
            for line in self.lines.keys().copied().collect::<Vec<LineId>>() {
                self.refuse(line, ByeCode::Declined, Refusal::Declined);
            }
        }
    }

    pub(super) fn handle_genesis(
        &mut self,
        now: Now,
        way: Way,
        genesis: Genesis,
    ) -> Result<(), Fault> {
        let Some(chain) = self.chain() else {
            return self.fail(way, Fault::Unexpected("signatures under no offer"));
        };
        let (sid, own) = (chain.sid(), self.seat());
        let has_table = chain.manifest().has_table();
        // those that are here already come again on every line of a table, and others in their place change nothing
        let is_known = |game: &Match| game.ledger.genesis().contains_key(&genesis.seat);
        if has_table && self.is_playing() {
            let is_of_match = self.game.as_ref().is_some_and(|game| {
                game.ledger
                    .genesis()
                    .values()
                    .any(|known| *known == genesis)
            });
            if let (Some(id), false) = (way, is_of_match) {
                self.handle_try_genesis(now, id, genesis);
            }
            return Ok(());
        }
        if has_table && self.game.as_ref().is_some_and(is_known) {
            return Ok(());
        }
        // both signatures are checked, the identity's and the match key's
        let is_valid = genesis.is_valid(chain.manifest(), &sid);
        if self.is_playing() {
            return match is_valid {
                true => Ok(()),
                false => self.handle_next_genesis(now, way, genesis),
            };
        }
        if genesis.seat == own || !is_valid {
            return self.fail(way, Fault::BadGenesis);
        }
        if let Some(game) = &mut self.game {
            game.ledger.sign(genesis);
            // the first step begins for all with all signatures
            // (what the guest has thought about while the host was silent is nobody's time)
            game.timer.begin(game.ledger.chain().step(), now);
            let entry = Entry::Genesis(genesis).to_bytes();
            self.outbox.append(File::Public, entry);
            self.pass_on(way, &Frame::Genesis(genesis));
            if !self.is_playing() {
                return Ok(());
            }
        // the host signs last, so that a guest cannot collect signed offers and choose
        } else if let Some(chain) = self.lobby.close() {
            let own = self.signer.genesis(&sid);
            let mut game = Match::new(chain, self.seat(), true, now);
            game.ledger.sign(own);
            game.ledger.sign(genesis);
            self.begin_files(&game);
            self.game = Some(game);
            self.tell(&Frame::Genesis(own));
        } else {
            return self.fail(way, Fault::Unexpected("signatures before ours"));
        }
        self.show(SessionEvent::Agreed);
        self.save_time(now.clock);
        self.send_heads();
        self.advance(now);
        Ok(())
    }

    /// Sends a frame on every greeted line but the one that it came on.
    pub(super) fn pass_on(&mut self, way: Way, frame: &Frame) {
        for (id, line) in &self.lines {
            if line.is_greeted() && Some(*id) != way {
                self.outbox.send(*id, frame);
            }
        }
    }

    pub(super) fn handle_bye(&mut self, id: LineId, code: ByeCode, reason: &str) {
        // cleaned: the reason is the peer's text and is shown as it is
        let reason = plain_text(reason);
        let reason = match code {
            ByeCode::UnknownMatch => CloseReason::Refused(Refusal::UnknownMatch),
            ByeCode::Declined => CloseReason::Refused(Refusal::Declined),
            ByeCode::Seated => CloseReason::Refused(Refusal::Seated),
            ByeCode::Leaving | ByeCode::Refused | ByeCode::Fault => CloseReason::Bye(reason),
        };
        self.lines.remove(&id);
        self.outbox.close(id, reason);
    }
}
