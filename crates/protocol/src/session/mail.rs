//! Play by mail: what would go over a line goes into packets, which people send to each other as they like.
//!
//! A packet holds the writer's signed HEAD and everything that the other lacks by its own last HEAD. Taking a packet
//! in is the receiving half of a line; all that the program can sign by itself then is signed at once.

use std::collections::BTreeSet;

use super::lobby::Lobby;
use super::offer::{bounds, draft, no_clocks, no_replacement, summary};
use super::parts::Match;
use super::signer::Signer;
use super::{Fresh, ImportError, Now, Offer, OfferError, ProposeError, Session, Standing};
use crate::chain::Chain;
use crate::codec::{Wire, encode};
use crate::file::{DRAFT_HEADER, Draft, Entry, Secret, read_draft};
use crate::frame::{Frame, Head};
use crate::hash;
use crate::manifest::{Genesis, ManifestError, SeatEntry};
use crate::packet;
use crate::{Fault, Identity, Manifest, Seat, SessionEvent};

/// Most entries of a letter that are soundly signed and fit nowhere: each costs as much as one that fits.
const MAX_ASIDE: usize = 128;

impl Session {
    /// A session of seat 0 that offers a match by mail; keep the bytes of [`Session::draft_file`] for the answer.
    ///
    /// # Errors
    /// Returns [`OfferError`] if no guest could accept the offer.
    pub fn host_by_mail(
        identity: Identity,
        name: &str,
        offer: &Offer,
        fresh: Fresh,
    ) -> Result<Self, OfferError> {
        let signer = Signer::new(identity, Seat(0), &fresh);
        let draft = draft(offer, signer.entry(name, fresh.session_nonce))?;
        Ok(Self::new(signer, Lobby::drafted(draft)))
    }

    /// The private file of an offer by mail that nobody has answered yet.
    pub fn draft_file(&self) -> Option<Vec<u8>> {
        let (match_secret, key_seed) = self.signer.draft_seeds();
        let draft = Draft {
            match_secret,
            key_seed,
            manifest: self.lobby.draft()?.to_bytes(),
        };
        let mut file = DRAFT_HEADER.to_vec();
        file.extend(encode(&draft));
        Some(file)
    }

    /// The manifest with this seat alone of an offer by mail that nobody has answered yet.
    pub fn drafted(&self) -> Option<&Manifest> {
        self.lobby.draft().filter(|_| self.chain().is_none())
    }

    /// The manifest in the private file of an offer by mail; none if the bytes are no such file.
    pub fn manifest_of_draft(file: &[u8]) -> Option<Manifest> {
        Manifest::from_bytes(&read_draft(file)?.manifest).ok()
    }

    /// Resumes an offer by mail from its private file; none if the file is no such file of this identity.
    pub fn resume_draft(identity: Identity, file: &[u8]) -> Option<Self> {
        let draft = read_draft(file)?;
        let manifest = Manifest::from_bytes(&draft.manifest).ok()?;
        // the host's seat alone: a draft with a guest is an offer that was answered
        let [host] = manifest.seats.as_slice() else {
            return None;
        };
        if host.identity != identity.public() {
            return None;
        }
        let fresh = Fresh {
            match_secret: draft.match_secret,
            session_seed: draft.key_seed,
            session_nonce: host.session_nonce,
        };
        let signer = Signer::new(identity, Seat(0), &fresh);
        Some(Self::new(signer, Lobby::drafted(manifest)))
    }

    /// A session of seat 1, which is offered a match by mail. The user sees the offer and then calls
    /// [`Session::accept`].
    ///
    /// # Errors
    /// Returns [`ImportError`] if the packet is no offer that can be accepted.
    pub fn join_by_mail(
        identity: Identity,
        name: &str,
        packet: &[u8],
        fresh: Fresh,
    ) -> Result<Self, ImportError> {
        let frames = packet::read(packet)?;
        let [Frame::Manifest(bytes)] = frames.as_slice() else {
            return Err(ImportError::OtherMatch);
        };
        let mut manifest = no_replacement(Manifest::from_bytes(bytes)?)?;
        let [host] = manifest.seats.as_slice() else {
            return Err(ImportError::OtherMatch);
        };
        let (host_key, host_side) = (host.identity, host.side);
        // an offer to oneself: its letter came back to its writer
        if host_key == identity.public() {
            return Err(ImportError::Own);
        }
        let name = crate::clean_name(name, "guest");
        let signer = Signer::new(identity, Seat(1), &fresh);
        manifest.seats.push(SeatEntry {
            team: 1,
            // with two sides the guest has the one that the host has not
            side: u8::from(host_side == 0),
            ..signer.entry(&name, fresh.session_nonce)
        });
        // before the scenario is read, which can be long
        manifest.check().map_err(bounds)?;
        no_clocks(&manifest.terms)?;
        let chain = Chain::new(manifest)?;
        let summary = summary(&chain);
        let lobby = Lobby::guest_by_mail(name, fresh.session_nonce, host_key, chain);
        let mut session = Self::new(signer, lobby);
        session.show(SessionEvent::Offered(summary));
        Ok(session)
    }

    /// The packet for the other player: nothing in it is secret, and nothing is lost if it is sent twice.
    ///
    /// # Errors
    /// Returns [`ProposeError::NotYourTurn`] if there is nothing to send yet, and [`ProposeError::TableByMail`] in a match
    /// of more than two.
    pub fn export(&self) -> Result<Vec<u8>, ProposeError> {
        let Some(game) = &self.game else {
            let draft = self.lobby.draft().ok_or(ProposeError::NotYourTurn)?;
            return Ok(packet::write(&[Frame::Manifest(draft.to_bytes())]));
        };
        if self.has_table() {
            return Err(ProposeError::TableByMail);
        }
        let own = self.seat();
        let mut frames = Vec::new();
        let heard = game.hearing.letter();
        // before anything of the other is here, it may not know the match under this id
        if heard.is_none() {
            frames.push(Frame::Manifest(game.chain().manifest().to_bytes()));
        }
        if heard.is_none_or(|head| head.step == 0) {
            // a player who asked for this match has signed a draft of it, and may have lost it
            let shows_all = self.continues().is_some();
            let signed = game.ledger.genesis().iter();
            let signed = signed.filter(|(seat, _)| shows_all || **seat == own);
            frames.extend(signed.map(|(_, genesis)| Frame::Genesis(*genesis)));
        }
        // zeros in place of a nonce: no line ties a letter to a moment, and the next letter outdates it
        let head = self.signer.head(game.chain(), [0; 32]);
        // a HEAD that holds nothing: then everything is lacked
        let nothing = Head {
            held: Vec::new(),
            step: 0,
            ..head.clone()
        };
        // without the match key the question itself says what is held
        if !self.lacks_match_key() {
            frames.push(Frame::Head(head));
        }
        let lack = game.lack(own, heard.unwrap_or(&nothing));
        let lacked = game.ledger.log().iter().filter(|entry| lack.names(entry));
        frames.extend(lacked.filter_map(Entry::to_frame));
        // after the records: the answer is weighed against what they bring
        frames.extend(game.continuing.letter());
        let draft = game.continuing.draft();
        frames.extend(draft.map(|draft| Frame::Genesis(game.sign_next(&self.signer, draft))));
        Ok(packet::write(&frames))
    }

    /// Takes in a packet of the other player, and signs what this program can sign by itself.
    ///
    /// # Errors
    /// Returns [`ImportError`] if the packet is damaged, belongs elsewhere, or breaks the protocol; everything taken in
    /// before stays, and what convicts the other is kept: carry the outputs out first, in any case.
    pub fn import(&mut self, now: Now, packet: &[u8]) -> Result<(), ImportError> {
        let frames = packet::read(packet)?;
        if self.has_table() {
            let what = "a match of more than two by letter";
            return Err(ImportError::Offer(ManifestError::Later(what)));
        }
        let mut heard = None;
        let mut seen = BTreeSet::new();
        let mut next = Vec::new();
        let mut is_behind = false;
        self.aside = 0;
        for frame in frames {
            // a frame that comes again brings nothing, and costs no second look:
            // it is known by its bytes, so that the same letter read twice costs one hash a frame
            if !seen.insert(hash::derive("fairplay/1 mail", &[&frame.to_bytes()])) {
                continue;
            }
            // checked before the next frame, so that one frame over the limit ends the letter
            if self.aside > MAX_ASIDE {
                self.fail(None, Fault::Flood).map_err(ImportError::Fault)?;
            }
            match frame {
                Frame::Manifest(_) | Frame::Genesis(_) | Frame::Declined(_) if heard.is_some() => {
                    next.push(frame);
                }
                Frame::Ask(ask) => {
                    let own = self.seat();
                    let is_sound = |game: &Match| game.is_sound_ask(own, &ask);
                    let is_ours =
                        self.agreed().is_some_and(is_sound) || self.continues() == Some(ask.sid);
                    // a question for a line must not be replayed by letter
                    if ask.nonce != [0; 32] || !is_ours {
                        return Err(ImportError::OtherMatch);
                    }
                    // it stands in for the HEAD, but does not replace one that is there
                    heard.get_or_insert_with(|| ask.as_head());
                    next.push(Frame::Ask(ask));
                }
                Frame::Manifest(bytes) => self.import_manifest(now, &bytes)?,
                Frame::Genesis(genesis)
                    if genesis.seat == self.seat()
                        // the whole beginning of a continued match goes to and fro
                        && self.continues().is_none()
                        && !self.game.as_ref().is_some_and(|game| game.is_foreign(&genesis)) =>
                {
                    return Err(ImportError::Own);
                }
                Frame::Genesis(genesis) => {
                    self.handle_genesis(now, None, genesis)
                        .map_err(ImportError::Fault)?;
                }
                // two HEADs would let a letter say one thing and be judged by another
                Frame::Head(_) if heard.is_some() => {
                    let fault = Fault::Unexpected("a second head");
                    return Err(ImportError::Fault(fault));
                }
                // the other has not heard yet that the match is continued: our letter shows it
                Frame::Head(head) if self.continues() == Some(head.sid) => is_behind = true,
                Frame::Head(head) => {
                    let game = self.game.as_ref().ok_or(ImportError::OtherMatch)?;
                    game.check_mailed(self.seat(), &head)?;
                    // the HEAD, which names our records and notes that the other holds, is weighed once all entries of
                    // the letter are here
                    heard = Some(head);
                }
                Frame::Record(record) => {
                    self.handle_entry(now, None, Entry::Record(*record))
                        .map_err(ImportError::Fault)?;
                }
                Frame::Note(note) => {
                    self.handle_entry(now, None, Entry::Note(note))
                        .map_err(ImportError::Fault)?;
                }
                _ => return Err(ImportError::OtherMatch),
            }
        }
        // nothing of the older match is taken in any more; our next letter shows how it was continued
        if is_behind {
            return Ok(());
        }
        let head = heard.ok_or(ImportError::OtherMatch)?;
        if self.sid() == Some(head.sid) {
            self.hear_mailed(now, head);
        }
        // last, since a new match is compared with all that the letter has brought
        for frame in next {
            self.import_next(now, frame).map_err(ImportError::Fault)?;
        }
        Ok(())
    }

    /// Continues from the letter that was taken in last, after a new start of the program: nothing is missing here
    /// that it named. On strange files this would be untrue, and nothing is heard.
    pub fn hear_last_letter(&mut self, now: Now) {
        let (seat, is_own) = (self.seat(), self.standing() == Standing::Own);
        if let Some(game) = self.game.as_mut().filter(|_| is_own)
            && let Some(head) = game.hearing.letter().cloned()
        {
            game.hear(seat, now, head);
            game.hearing.hear_all();
            self.advance(now);
        }
    }

    fn import_manifest(&mut self, now: Now, bytes: &[u8]) -> Result<(), ImportError> {
        let manifest = Manifest::from_bytes(bytes)?;
        if let Some(game) = &self.game {
            let start = manifest.start.as_ref().filter(|start| start.instead);
            return match game.chain().sid() {
                sid if sid == manifest.sid() => Ok(()),
                // the letter begins with the match in which this one is continued
                sid if start.is_some_and(|start| start.sid == sid) => self
                    .handle_next_manifest(now, None, bytes)
                    .map_err(ImportError::Fault),
                _ => Err(ImportError::OtherMatch),
            };
        }
        self.lobby.complete_draft(manifest)
    }

    /// A packet counts as having heard the other on own files; on a line only the other's HEAD for that line does.
    /// If a HEAD names what is missing here, the other's next packet must bring it; otherwise the HEAD is kept, and on
    /// its own files this seat continues.
    fn hear_mailed(&mut self, now: Now, head: Head) {
        let (own, is_own) = (self.seat(), self.standing() == Standing::Own);
        if let Some(game) = &mut self.game {
            // the HEAD before is given back: what it named, this letter has to have brought
            let before = game.hearing.take_letter(&head);
            match is_own && self.lines.is_empty() {
                true => {
                    game.hear(own, now, head.clone());
                    game.hearing.hear_all();
                }
                false => game.weigh(own, now, head.clone()),
            }
            let chain = game.ledger.chain();
            let unshown = game.hearing.still_unshown(chain, own, before, is_own);
            // in the private file: after a restart it says what the other lacks, and whether its claim counts
            self.outbox.keep(&Secret::Heard(head));
            if let Some(unshown) = unshown {
                self.keep_bounded(Entry::Head(unshown));
            }
        }
        self.advance(now);
    }

    /// True if the other player holds something of this seat that is not here: send a packet, and take in the answer.
    pub fn lacks_own(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.waits_for_own(self.seat()))
    }
}

impl Match {
    /// True if the signatures are under another match than this one.
    fn is_foreign(&self, genesis: &Genesis) -> bool {
        !genesis.is_valid(self.chain().manifest(), &self.chain().sid())
    }

    /// Refuses the HEAD of a letter that is not the other seat's in this match.
    fn check_mailed(&self, own: Seat, head: &Head) -> Result<(), ImportError> {
        if head.sid != self.chain().sid() {
            return Err(ImportError::OtherMatch);
        }
        if head.seat == own {
            return Err(ImportError::Own);
        }
        let entry = self.chain().manifest().seat(head.seat);
        match entry.is_some_and(|entry| head.is_signed_by(&entry.key)) {
            true => Ok(()),
            false => Err(ImportError::Fault(Fault::Unexpected(
                "a head that the other seat did not sign",
            ))),
        }
    }
}
