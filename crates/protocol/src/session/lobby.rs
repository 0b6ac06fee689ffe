//! From the first greeting to a manifest that both players have signed.

use std::sync::Arc;

use rules::{Rules, Sides};

use super::{
    CloseReason, File, Fresh, Game, Line, Now, Offer, OfferError, Output, ProposeError, Refusal,
    Role, Session,
};
use crate::chain::Chain;
use crate::codec::Wire;
use crate::file::Entry;
use crate::frame::{Bye, ByeCode, Frame, Hello, Join, Past};
use crate::hash::{self, Digest};
use crate::manifest::{
    Genesis, Manifest, ManifestError, PROTO, Policies, SeatEntry, Spectators, Terms,
};
use crate::text::{clean_name, plain_text};
use crate::{Beginning, Fault, Identity, ManifestSummary, PublicKey, Seat, SessionEvent};

/// Checks an offer against a stand-in guest, so that faults show before anybody is invited.
fn check_offer(
    identity: &Identity,
    name: &str,
    offer: &Offer,
    fresh: &Fresh,
) -> Result<(), OfferError> {
    let key = |seed| Identity::from_seed(seed).public();
    let host = entry(
        name,
        identity.public(),
        key(fresh.session_seed),
        fresh.session_nonce,
    );
    let derived = |what: &[u8]| key(hash::derive("stand-in", &[what]));
    let stand_in = entry("guest", derived(b"1"), derived(b"2"), [0; 32]);
    let manifest = manifest_of(offer, [host, stand_in])?;
    manifest
        .check()
        .map_err(|what| ManifestError::Malformed(crate::codec::CodecError::Bounds(what)))?;
    Chain::of(manifest, offer.scenario.clone())?;
    Ok(())
}

/// Refuses clocks for a match by mail: they run while both are on a line.
pub(super) fn no_clocks(terms: &Terms) -> Result<(), ManifestError> {
    match terms.has_clocks() {
        true => Err(ManifestError::NotPlayed("a clock by mail")),
        false => Ok(()),
    }
}

/// Refuses an offer in the place of an older match unless a player of that match offers the seat of one who is gone. Where
/// both of its players are there, they are asked in that match, and shown what they give up.
fn no_false_vacancy(manifest: Manifest, guest: Seat) -> Result<Manifest, ManifestError> {
    let Some(start) = manifest.start.as_ref().filter(|start| start.instead) else {
        return Ok(manifest);
    };
    let was = |seat: Seat| manifest.seat(seat).and_then(|entry| entry.was);
    let is_vacant = |(host, guest): (Seat, Seat)| {
        // the guest signs a match that it never played: nothing may follow from that in the old one
        let gives_nothing = start.gives_up.is_none() && start.forgiven.is_empty();
        host == guest.other() && start.strange.contains(&guest) && gives_nothing
    };
    let seats = was(guest.other()).zip(was(guest));
    match start.asks.is_none() && seats.is_some_and(is_vacant) {
        true => Ok(manifest),
        false => Err(ManifestError::NotPlayed(
            "an offer in the place of another match",
        )),
    }
}

/// Refuses an offer by mail in the place of an older match.
pub(super) fn no_replacement(manifest: Manifest) -> Result<Manifest, ManifestError> {
    let start = manifest.start.as_ref();
    match start.is_some_and(|start| start.instead) {
        true => Err(ManifestError::NotPlayed(
            "an offer in the place of another match",
        )),
        false => Ok(manifest),
    }
}

/// The manifest of an offer with the host's seat alone, for a guest to complete by mail.
pub(super) fn draft(
    identity: &Identity,
    name: &str,
    offer: &Offer,
    fresh: &Fresh,
) -> Result<Manifest, OfferError> {
    no_clocks(&offer.terms)?;
    check_offer(identity, name, offer, fresh)?;
    let key = Identity::from_seed(fresh.session_seed).public();
    let host = entry(name, identity.public(), key, fresh.session_nonce);
    let mut manifest = manifest_of(offer, [host.clone(), host])?;
    manifest.seats.truncate(1);
    Ok(manifest)
}

/// A seat of a manifest before a side is given to it.
pub(super) fn entry(
    name: &str,
    identity: PublicKey,
    key: PublicKey,
    session_nonce: [u8; 32],
) -> SeatEntry {
    SeatEntry {
        name: name.to_owned(),
        team: 0,
        side: 0,
        identity,
        key,
        session_nonce,
        was: None,
    }
}

/// The manifest of an offer: each seat is given a side and is a team of its own.
fn manifest_of(offer: &Offer, seats: [SeatEntry; 2]) -> Result<Manifest, ManifestError> {
    let scenario = &offer.scenario;
    let mut options = offer.options.clone();
    options.sort();
    let position = match &offer.start {
        None => scenario.start(&options).map_err(|cause| cause.to_string()),
        Some(start) => scenario
            .position(&options, &start.position)
            .map_err(|cause| cause.to_string()),
    };
    let position = position.map_err(ManifestError::Options)?;
    let all = position.sides();
    let host_side = offer.host_side.or_else(|| all.iter().next());
    let host_side: Sides = host_side.into_iter().collect();
    let sides = host_side.iter().chain(all.without(host_side).iter());
    let seats = seats.into_iter().zip(sides).zip(0..);
    let seats = seats.map(|((seat, side), team)| SeatEntry {
        team,
        side: side.code(),
        was: offer.vacancy.map(|vacancy| match team {
            0 => vacancy.host_was,
            _ => vacancy.host_was.other(),
        }),
        ..seat
    });
    let family = scenario.family();
    Ok(Manifest {
        proto: PROTO,
        family: family.name().to_owned(),
        rules_version: family.version().to_owned(),
        program: concat!("warlord ", env!("CARGO_PKG_VERSION")).to_owned(),
        scenario_name: scenario.key().to_owned(),
        scenario_id: scenario.id().0,
        scenario_text: scenario.text().to_owned(),
        options,
        sides: u8::try_from(all.len()).expect("at most eight sides"),
        seats: seats.collect(),
        terms: offer.terms,
        policies: Policies {
            takeback: offer.takeback,
            ..Policies::default()
        },
        spectators: Spectators::default(),
        start: offer.start.clone(),
        max_turns: offer.max_turns,
    })
}

impl Session {
    /// A session of seat 0, which offers a match to the peer on its line.
    ///
    /// # Errors
    /// Returns [`OfferError`] where no guest could accept the offer.
    pub fn host(
        identity: Identity,
        name: &str,
        offer: Offer,
        fresh: Fresh,
    ) -> Result<Self, OfferError> {
        check_offer(&identity, name, &offer, &fresh)?;
        let role = Role::Host {
            name: name.to_owned(),
            nonce: fresh.session_nonce,
            offer: Box::new(offer),
        };
        Ok(Self::new(identity, Seat(0), role, fresh))
    }

    /// A session of seat 1, which joins the host with that key. The name is cut to the length of a manifest.
    pub fn join(identity: Identity, name: &str, host: PublicKey, fresh: Fresh) -> Self {
        let role = Role::Guest {
            name: clean_name(name, "guest"),
            nonce: fresh.session_nonce,
            host,
        };
        Self::new(identity, Seat(1), role, fresh)
    }

    /// Takes note of a new line and greets: `peer` is the TLS key of the other end, `exporter` are 32 bytes of the TLS
    /// exporter (label "EXPORTER-fairplay1", context both identity keys, the host's first).
    pub fn line_up(&mut self, now: Now, exporter: [u8; 32], peer: PublicKey) {
        let mine = self.identity.public();
        self.unhear(now);
        let nonce = hash::line_nonce(&self.secrets.match_secret, &exporter);
        self.line = Some(Line::new(now, exporter, nonce, peer));
        self.forget_questions();
        if matches!(self.role, Role::Guest { .. }) {
            self.past.clear();
        }
        let sid = self.game.as_ref().map_or([0; 32], |game| game.chain.sid());
        let signature = self.identity.sign("channel", &exporter);
        self.send(&Frame::Hello(Hello::new(sid, nonce, signature)));
        let expected = self.expected_peer();
        if peer == mine {
            self.refuse(ByeCode::Refused, Refusal::SameKey);
        } else if let Some(expected) = expected.filter(|expected| *expected != peer) {
            let found = peer;
            self.refuse(ByeCode::Refused, Refusal::Stranger { expected, found });
        } else if peer.is_weak() {
            let weak = ManifestError::WeakKey(self.seat.other());
            self.refuse(ByeCode::Refused, Refusal::Offer(weak));
        } else if self.game.is_none() {
            self.ask_to_join();
        }
    }

    /// Sends JOIN, as a guest. The guest does not wait for the host's HELLO, which would take a round trip: the carrier has
    /// proved the host's key.
    fn ask_to_join(&mut self) {
        if let Role::Guest { name, nonce, .. } = &self.role {
            let join = Join {
                name: name.clone(),
                key: self.secrets.key.public(),
                session_nonce: *nonce,
            };
            self.send(&Frame::Join(join));
        }
    }

    /// The file of the older match in whose place the offer is made, for the guest.
    pub fn show_past(&mut self, file: Vec<u8>) {
        self.past = file;
    }

    fn send_past(&mut self, file: &[u8]) {
        for part in Past::parts(file) {
            self.send(&Frame::Past(part));
        }
    }

    /// A part of an older match's file, before the offer.
    pub(super) fn handle_past(&mut self, past: Past) -> Result<(), Fault> {
        let is_guest = matches!(self.role, Role::Guest { .. });
        let total = past.total as usize;
        if !is_guest || self.game.is_some() || self.past.len() + past.bytes.len() > total {
            return self.fail(Fault::Unexpected("a part of an older match"));
        }
        self.past.extend(past.bytes);
        if self.past.len() == total {
            let file = std::mem::take(&mut self.past);
            self.tell(SessionEvent::Past(Arc::new(file)));
        }
        Ok(())
    }

    fn expected_peer(&self) -> Option<PublicKey> {
        if let Some(game) = &self.game {
            let other = game.chain.manifest().seat(self.seat.other())?;
            return Some(other.identity);
        }
        match &self.role {
            Role::Guest { host, .. } => Some(*host),
            Role::Host { .. } | Role::Drafted(_) | Role::Seated => None,
        }
    }

    pub(super) fn handle_hello(&mut self, hello: &Hello) -> Result<(), Fault> {
        let Some(line) = &self.line else {
            return Ok(());
        };
        if line.is_greeted {
            return self.fail(Fault::Unexpected("a second greeting"));
        }
        let our_version = env!("CARGO_PKG_VERSION").to_owned();
        let their_version = hello.version.clone();
        let speaks = (hello.proto.0..=hello.proto.1).contains(&PROTO);
        let Some(body) = hello.body.as_ref().filter(|_| speaks) else {
            let refusal = Refusal::Version {
                our_version,
                our_proto: PROTO,
                their_version,
                their_proto: hello.proto,
            };
            self.refuse(ByeCode::Refused, refusal);
            return Ok(());
        };
        if !line.peer.verify("channel", &line.exporter, &body.signature) {
            return self.fail(Fault::BadChannelSignature);
        }
        let peer_nonce = body.nonce;
        let sid = self.sid();
        let is_behind = sid.is_some() && self.continues() == Some(body.sid);
        let is_other = body.sid != [0; 32] && Some(body.sid) != sid;
        // a peer that plays a later match than this copy knows shows it, and one that plays the match which a guest has lost
        // shows that one; a peer that does not is refused in time
        let may_have_lost = matches!(self.role, Role::Guest { .. }) && self.game.is_none();
        if is_other && !is_behind && !self.is_playing() && !may_have_lost {
            self.refuse(ByeCode::UnknownMatch, Refusal::UnknownMatch);
            return Ok(());
        }
        if let Some(line) = &mut self.line {
            line.peer_nonce = peer_nonce;
            line.is_of_another_match = is_other && !is_behind;
        }
        if is_behind {
            self.show_beginning();
        }
        self.greeted();
        Ok(())
    }

    /// Both programs have greeted: sends signatures and HEAD.
    fn greeted(&mut self) {
        if let Some(line) = &mut self.line {
            line.is_greeted = true;
        }
        if let Some(game) = &self.game {
            let own = game.genesis.get(&self.seat).copied();
            let agreed = game.is_agreed();
            if let Some(own) = own {
                self.send(&Frame::Genesis(own));
            }
            if agreed {
                self.tell_joined();
                self.send_head();
                self.show_draft();
            }
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        self.game.as_ref().is_some_and(Game::is_agreed)
    }

    fn tell_joined(&mut self) {
        let seat = self.seat.other();
        let entry = self.manifest().and_then(|manifest| manifest.seat(seat));
        if let Some(entry) = entry {
            let (name, key) = (entry.name.clone(), entry.identity);
            self.tell(SessionEvent::Joined { seat, name, key });
        }
    }

    pub(super) fn handle_join(&mut self, now: Now, join: &Join) -> Result<(), Fault> {
        let (Some(line), None) = (&self.line, &self.game) else {
            // our own signature is out: a guest that has lost the match cannot join it again. It takes the match up by its
            // file, and is waited for meanwhile.
            let file = self.match_file().filter(|_| self.is_playing());
            self.send_past(&file.unwrap_or_default());
            let bye = Bye::new(ByeCode::UnknownMatch, "this match has begun already");
            self.close(&bye, CloseReason::Bye(bye.reason.clone()));
            return Ok(());
        };
        let Role::Host { name, nonce, offer } = &self.role else {
            return self.fail(Fault::Unexpected("a guest asks a guest to play"));
        };
        let is_gone = |vacancy: crate::Vacancy| vacancy.gone == line.peer;
        if offer.vacancy.is_some_and(is_gone) {
            self.refuse(ByeCode::Seated, Refusal::Seated);
            return Ok(());
        }
        let mut offer = offer.clone();
        if let Some(start) = offer.start.as_mut().filter(|start| start.instead) {
            // of two new matches in the place of one the later counts: this one is written now
            start.written_ms = start.written_ms.max(now.unix_ms);
            start.began_ms = now.unix_ms;
        }
        let host = entry(
            name,
            self.identity.public(),
            self.secrets.key.public(),
            *nonce,
        );
        let guest = entry(&join.name, line.peer, join.key, join.session_nonce);
        let manifest = manifest_of(&offer, [host, guest]);
        match manifest.and_then(|manifest| Chain::of(manifest, offer.scenario.clone())) {
            Ok(chain) => {
                let bytes = chain.manifest().to_bytes();
                let is_new = self.sid() != Some(chain.sid());
                self.offered = Some(chain);
                if is_new {
                    self.tell_joined();
                }
                let past = std::mem::take(&mut self.past);
                self.send_past(&past);
                self.past = past;
                self.send(&Frame::Manifest(bytes));
            }
            Err(cause) => self.refuse(ByeCode::Refused, Refusal::Offer(cause)),
        }
        Ok(())
    }

    pub(super) fn handle_manifest(&mut self, now: Now, bytes: &[u8]) -> Result<(), Fault> {
        if self.sid() != Some(hash::session_id(bytes)) && self.is_playing() {
            return self.handle_next_manifest(now, bytes);
        }
        let (Some(line), None, Role::Guest { name, nonce, .. }) =
            (&self.line, &self.game, &self.role)
        else {
            return self.fail(Fault::Unexpected("an offer"));
        };
        if self.sid() == Some(hash::session_id(bytes)) {
            // the offer made again on a new line
            return Ok(());
        }
        let seat = self.seat;
        let manifest = Manifest::from_bytes(bytes);
        let manifest = manifest.and_then(|manifest| no_false_vacancy(manifest, seat));
        let chain = match manifest.and_then(Chain::new) {
            Ok(chain) => chain,
            Err(cause) => {
                self.refuse(ByeCode::Refused, Refusal::Offer(cause));
                return Ok(());
            }
        };
        let seats = &chain.manifest().seats;
        let mine = &seats[self.seat.index()];
        let is_mine = mine.identity == self.identity.public()
            && mine.key == self.secrets.key.public()
            && mine.session_nonce == *nonce
            && mine.name == *name
            && seats[self.seat.other().index()].identity == line.peer;
        if !is_mine {
            return self.fail(Fault::Unexpected("an offer that seats other people"));
        }
        let summary = summary(&chain);
        self.offered = Some(chain);
        self.tell_joined();
        self.tell(SessionEvent::Offered(summary));
        Ok(())
    }

    /// Agrees to the offer of that id, as the guest: the offer that was shown and no other.
    ///
    /// # Errors
    /// Returns [`ProposeError::OtherOffer`] where the present offer is another, or there is none.
    pub fn accept(&mut self, now: Now, shown: &Digest) -> Result<(), ProposeError> {
        let is_guest = matches!(self.role, Role::Guest { .. });
        let is_shown = |chain: &mut Chain| is_guest && chain.sid() == *shown;
        let chain = match self.game {
            None => self.offered.take_if(is_shown),
            Some(_) => None,
        };
        let chain = chain.ok_or(ProposeError::OtherOffer)?;
        let own = self.sign_genesis(&chain.sid());
        let mut game = Game::new(chain, true, now);
        game.genesis.insert(self.seat, own);
        self.begin_files(&game);
        self.game = Some(game);
        self.send(&Frame::Genesis(own));
        Ok(())
    }

    /// Declines the offer, as the guest, and closes the line.
    pub fn decline(&mut self) {
        if self.offered.is_some() && matches!(self.role, Role::Guest { .. }) {
            self.offered = None;
            self.refuse(ByeCode::Declined, Refusal::Declined);
        }
    }

    fn sign_genesis(&self, sid: &Digest) -> Genesis {
        Genesis::sign(self.seat, sid, &self.identity, &self.secrets.key)
    }

    pub(super) fn handle_genesis(&mut self, now: Now, genesis: Genesis) -> Result<(), Fault> {
        let Some(chain) = self.chain() else {
            return self.fail(Fault::Unexpected("signatures under no offer"));
        };
        let (sid, other) = (chain.sid(), self.seat.other());
        let is_valid = genesis.is_valid(chain.manifest(), &sid);
        if self.is_playing() {
            return match is_valid {
                true => Ok(()),
                false => self.handle_next_genesis(now, genesis),
            };
        }
        if genesis.seat != other || !is_valid {
            return self.fail(Fault::BadGenesis);
        }
        match (&mut self.game, self.offered.take()) {
            (Some(game), _) => {
                game.genesis.insert(other, genesis);
                // the first step begins for both with both signatures
                game.timer.begin(game.chain.step(), now);
                let entry = Entry::Genesis(genesis).to_bytes();
                self.persist(File::Public, entry);
            }
            (None, Some(chain)) if matches!(self.role, Role::Host { .. } | Role::Drafted(_)) => {
                let own = self.sign_genesis(&sid);
                let mut game = Game::new(chain, true, now);
                game.genesis.insert(self.seat, own);
                game.genesis.insert(other, genesis);
                self.begin_files(&game);
                self.game = Some(game);
                self.send(&Frame::Genesis(own));
            }
            (None, offered) => {
                self.offered = offered;
                return self.fail(Fault::Unexpected("signatures before ours"));
            }
        }
        self.tell(SessionEvent::Agreed);
        self.save_time(now.clock);
        self.send_head();
        self.advance(now);
        Ok(())
    }

    pub(super) fn handle_bye(&mut self, code: ByeCode, reason: &str) {
        let reason = plain_text(reason);
        let reason = match code {
            ByeCode::UnknownMatch => CloseReason::Refused(Refusal::UnknownMatch),
            ByeCode::Declined => CloseReason::Refused(Refusal::Declined),
            ByeCode::Seated => CloseReason::Refused(Refusal::Seated),
            ByeCode::Leaving | ByeCode::Refused | ByeCode::Fault => CloseReason::Bye(reason),
        };
        self.outputs.push_back(Output::Close(reason));
        self.line = None;
    }
}

pub(super) fn summary(chain: &Chain) -> ManifestSummary {
    let manifest = chain.manifest();
    let seat = |seat: Seat| {
        let entry = manifest.seat(seat)?;
        let side = manifest.side_of(seat)?;
        Some((seat, side, entry.name.clone(), entry.identity))
    };
    ManifestSummary {
        sid: chain.sid(),
        family: chain.scenario().family(),
        scenario_name: manifest.scenario_name.clone(),
        scenario_title: chain.scenario().title().to_owned(),
        scenario_id: manifest.scenario_id,
        options: manifest.options.clone(),
        seats: manifest.all_seats().into_iter().filter_map(seat).collect(),
        max_turns: manifest.max_turns,
        terms: manifest.terms,
        takeback: manifest.policies.takeback,
        begins: manifest.start.as_ref().map(|start| {
            Arc::new(Beginning {
                start: start.clone(),
                position: chain.history().start().clone(),
            })
        }),
    }
}
