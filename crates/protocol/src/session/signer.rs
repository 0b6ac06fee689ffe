//! The keys of this seat, and the only place where anything is signed with them.

use zeroize::Zeroizing;

use super::{Fresh, Standing};
use crate::chain::{Chain, Round};
use crate::file::{Choice, Keys, NextKeys, Signed};
use crate::frame::{Alive, Ask, BoxKey, Consent, Head, Hear, Pledge, Sealed, Talk};
use crate::hash::{self, Digest};
use crate::manifest::{Genesis, Manifest, SeatEntry};
use crate::note::{Statement, UNNUMBERED};
use crate::record::{Commitment, Opening};
use crate::sealing::{self, Address};
use crate::{Identity, Kind, Note, PublicKey, Record, Seat, Signature};

/// The signer for this seat: its identity, its key for this match, and the standing of its files.
///
/// * **Questions** (`seat`, `identity`, `match_key`, `standing`, `lacks_key`…) may be asked at any time.
/// * **Statements** that bind to nothing in the match (`greet`, `head`, `hear`, `ask`) may be signed whenever they are due.
/// * **Records** (`record`) bind for good. This is called once for each step and never on strange files: the caller has
///   made sure that the peer is heard and holds no other record of this seat (see [`super::hearing`]). The session
///   takes the record through the same gate as the peer's, and the mark of it (`mark`) is on disk before it leaves.
/// * **Notes** (`note`) may be signed at any time; on strange files only resignations and claims, which the caller
///   checks.
/// * **The beginning** (`genesis`) is signed after everything it binds to is on disk; `move_on` takes over the keys
///   of the match that begins.
///
/// Secrets never leave except in `keys`, `draft_seeds` and the openings of a REVEAL.
pub(super) struct Signer {
    seat: Seat,
    identity: Identity,
    key: Identity,
    match_secret: Zeroizing<[u8; 32]>,
    standing: Standing,
}

/// The times that a record bears.
pub(super) struct Times {
    /// The wall clock, Unix milliseconds.
    pub(super) sent_ms: u64,
    /// How long the decision took.
    pub(super) think_ms: u32,
}

impl Signer {
    /// A seat with fresh secrets, on files that nobody can have copied yet.
    pub(super) fn new(identity: Identity, seat: Seat, fresh: &Fresh) -> Self {
        Self {
            seat,
            identity,
            key: Identity::from_seed(fresh.session_seed),
            match_secret: Zeroizing::new(fresh.match_secret),
            standing: Standing::Own,
        }
    }

    /// A seat with the secrets of its private file.
    pub(super) fn resumed(
        identity: Identity,
        keys: &Keys,
        manifest: &Manifest,
        standing: Standing,
    ) -> Self {
        let mut signer = Self {
            seat: keys.seat,
            identity,
            key: Identity::from_seed(keys.key_seed),
            match_secret: Zeroizing::new(keys.match_secret),
            standing,
        };
        // without the match key nothing can be signed but what the identity signs: a resignation, a question to
        // continue
        if signer.lacks_key(manifest) {
            signer.standing = Standing::Strange;
        }
        signer
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// The long-lived key of this seat's player.
    pub(super) fn identity(&self) -> PublicKey {
        self.identity.public()
    }

    /// The key of this seat for this match.
    pub(super) fn match_key(&self) -> PublicKey {
        self.key.public()
    }

    pub(super) fn standing(&self) -> Standing {
        self.standing
    }

    /// True if another program may have signed for this seat beyond what the files hold.
    pub(super) fn is_strange(&self) -> bool {
        self.standing == Standing::Strange
    }

    /// True if this seat has lost the key that it signs the match of that manifest with.
    pub(super) fn lacks_key(&self, manifest: &Manifest) -> bool {
        let entry = manifest.seat(self.seat);
        entry.is_none_or(|entry| entry.key != self.match_key())
    }

    /// The key that this seat speaks with in the match of that manifest. At a table whose match key it has lost the identity
    /// speaks for it: what it holds and that it is here binds to nothing, and the others can bring it up to date.
    fn voice(&self, manifest: &Manifest) -> &Identity {
        match self.lacks_key(manifest) {
            true => &self.identity,
            false => &self.key,
        }
    }

    /// The secrets as the private file of that match keeps them.
    pub(super) fn keys(&self, sid: Digest) -> Keys {
        Keys {
            sid,
            seat: self.seat,
            match_secret: *self.match_secret,
            key_seed: self.key.seed(),
        }
    }

    /// The match secret and the seed of the match key, for the file of an offer by mail.
    pub(super) fn draft_seeds(&self) -> ([u8; 32], [u8; 32]) {
        (*self.match_secret, self.key.seed())
    }

    /// This seat as a manifest names it, before a side is given to it.
    pub(super) fn entry(&self, name: &str, session_nonce: [u8; 32]) -> SeatEntry {
        SeatEntry {
            name: name.to_owned(),
            team: 0,
            side: 0,
            identity: self.identity(),
            key: self.match_key(),
            session_nonce,
            was: None,
        }
    }

    /// The nonce that the peer's HEAD on that line must answer. Nobody else can work it out before this seat sends it.
    pub(super) fn line_nonce(&self, exporter: &[u8; 32]) -> [u8; 32] {
        hash::line_nonce(&self.match_secret, exporter)
    }

    /// Signs the channel: nobody on another channel can greet with this (threat 24).
    pub(super) fn greet(&self, exporter: &[u8; 32]) -> Signature {
        self.identity.sign("channel", exporter)
    }

    /// This seat's holdings, signed for the peer that gave the nonce.
    pub(super) fn head(&self, chain: &Chain, nonce: [u8; 32]) -> Head {
        chain
            .head(self.seat, nonce)
            .signed(self.voice(chain.manifest()))
    }

    /// This seat's question to all others at a table.
    pub(super) fn hear(&self, chain: &Chain, nonce: [u8; 32]) -> Hear {
        let hear = Hear {
            sid: chain.sid(),
            seat: self.seat,
            nonce,
            is_kept: false,
            signature: Signature([0; 64]),
        };
        hear.signed(self.voice(chain.manifest()))
    }

    /// This seat's sign of life at a table.
    pub(super) fn alive(&self, chain: &Chain, beat: u64) -> Alive {
        let alive = Alive {
            sid: chain.sid(),
            seat: self.seat,
            beat,
            signature: Signature([0; 64]),
        };
        alive.signed(self.voice(chain.manifest()))
    }

    /// Our player's consent to go on without some seats, by the identity: the match key may be lost.
    pub(super) fn consent(&self, consent: Consent) -> Consent {
        consent.signed(&self.identity)
    }

    /// The word of this program that it would sign that new match.
    pub(super) fn pledge(&self, old: Digest, sid: Digest) -> Pledge {
        let pledge = Pledge {
            old,
            sid,
            seat: self.seat,
            signature: Signature([0; 64]),
        };
        pledge.signed(&self.identity)
    }

    /// This seat's words to everybody at a table.
    pub(super) fn talk(&self, chain: &Chain, number: u64, text: String) -> Talk {
        let talk = Talk {
            sid: chain.sid(),
            seat: self.seat,
            number,
            text,
            signature: Signature([0; 64]),
        };
        talk.signed(self.voice(chain.manifest()))
    }

    /// The key to which this seat's team seals what it sends this seat.
    pub(super) fn box_key(&self, sid: Digest) -> BoxKey {
        let key = BoxKey {
            sid,
            seat: self.seat,
            key: sealing::public(self.box_secret(&sid)),
            signature: Signature([0; 64]),
        };
        key.signed(&self.key)
    }

    /// Seals a content to the seat with that box key; none if the key is weak.
    pub(super) fn seal(
        &self,
        sid: Digest,
        (to, key): (Seat, [u8; 32]),
        number: u64,
        content: &[u8],
    ) -> Option<Sealed> {
        let shared = sealing::shared(self.box_secret(&sid), key)?;
        let at = Address {
            sid: &sid,
            from: self.seat,
            to,
            number,
        };
        let (nonce, sealed) = sealing::seal(&shared, &at, content)?;
        let sealed = Sealed {
            sid,
            from: self.seat,
            to,
            number,
            nonce,
            sealed,
            signature: Signature([0; 64]),
        };
        Some(sealed.signed(&self.key))
    }

    /// Opens what a seat with that box key has sealed to this seat.
    pub(super) fn unseal(&self, sealed: &Sealed, key: [u8; 32]) -> Option<Vec<u8>> {
        let shared = sealing::shared(self.box_secret(&sealed.sid), key)?;
        let at = Address {
            sid: &sealed.sid,
            from: sealed.from,
            to: sealed.to,
            number: sealed.number,
        };
        sealing::open(&shared, &at, (sealed.nonce, &sealed.sealed))
    }

    fn box_secret(&self, sid: &Digest) -> Digest {
        hash::box_secret(&self.match_secret, sid)
    }

    /// Signs a question to continue in a new match, by the identity: the match key may be lost.
    pub(super) fn ask(&self, ask: Ask) -> Ask {
        ask.signed(&self.identity)
    }

    /// Signs the beginning of the present match.
    pub(super) fn genesis(&self, sid: &Digest) -> Genesis {
        self.genesis_with(sid, &self.key)
    }

    /// Signs the beginning of a match in which this seat has that key.
    pub(super) fn genesis_with(&self, sid: &Digest, key: &Identity) -> Genesis {
        Genesis::sign(self.seat, sid, &self.identity, key)
    }

    /// The record of the present step; none on strange files, where it could be a second one for the step (threat 19).
    pub(super) fn record(
        &self,
        chain: &Chain,
        kind: Kind,
        body: Vec<u8>,
        times: Times,
    ) -> Option<Record> {
        if self.is_strange() {
            return None;
        }
        let record = Record {
            sid: chain.sid(),
            step: chain.step(),
            seat: self.seat,
            kind,
            prev: chain.root(),
            body,
            sent_ms: times.sent_ms,
            think_ms: times.think_ms,
            signature: Signature([0; 64]),
        };
        // signed once for each step: this is the only place where a record gets its signature
        Some(record.signed(&self.key))
    }

    /// The next note of this seat. On files that may be an older copy, and without the match key, it is a statement: its
    /// number could be one that another copy has given already.
    pub(super) fn note(&self, chain: &Chain, statement: Statement, sent_ms: u64) -> Note {
        let is_numbered = !self.is_strange() && !self.lacks_key(chain.manifest());
        // indexed without a check: the chain has notes for every seat of its manifest
        let seen = chain.notes().seen()[self.seat.index()];
        let (seq, prev) = match is_numbered {
            true => (seen.count.saturating_add(1), seen.last),
            false => (UNNUMBERED, [0; 32]),
        };
        let (kind, body) = statement.to_bytes();
        let note = Note {
            sid: chain.sid(),
            seat: self.seat,
            seq,
            prev,
            at_root: chain.root(),
            kind,
            body,
            sent_ms,
            signature: Signature([0; 64]),
        };
        match is_numbered {
            true => note.signed(&self.key),
            false => note.signed(&self.identity),
        }
    }

    /// What this seat has signed in the match, for the machine's mark; `written` is the time of the latest new match
    /// that it has signed first.
    pub(super) fn mark(&self, chain: &Chain, written: u64) -> Signed {
        let last = chain.last_record(self.seat);
        Signed {
            written,
            step: last.map_or(0, |record| record.step),
            id: last.map_or([0; 32], Record::id),
            notes: chain.notes().count(self.seat),
            continuation: None,
        }
    }

    /// This seat's coin of a round. It follows from the stored secret, so that starting the program again draws no
    /// other (threat 20).
    pub(super) fn coin(&self, sid: &Digest, round: &Round) -> [u8; 32] {
        hash::coin(&self.match_secret, sid, round.step)
    }

    /// The commitments to those parts in a round. The seat is inside each hash, so that a copied one cannot be opened
    /// by its copier (threat 3).
    pub(super) fn commitments(
        &self,
        sid: &Digest,
        round: &Round,
        parts: &[(u16, Vec<u8>)],
    ) -> Vec<Commitment> {
        let commitment = |(slot, payload): &(u16, Vec<u8>)| {
            // coins and nonces follow from the stored secret: nothing about them needs to be kept
            let nonce = hash::nonce(&self.match_secret, sid, round.step, *slot, 0);
            let at = (round.step, self.seat, *slot);
            let digest = hash::commit(&nonce, sid, at, &round.prev, payload);
            Commitment {
                slot: *slot,
                digest,
            }
        };
        parts.iter().map(commitment).collect()
    }

    /// The openings of a choice that this seat has committed to.
    pub(super) fn openings(&self, sid: &Digest, step: u64, choice: &Choice) -> Vec<Opening> {
        let opening = |(slot, payload): &(u16, Vec<u8>)| Opening {
            slot: *slot,
            nonce: hash::nonce(&self.match_secret, sid, step, *slot, 0),
            payload: payload.clone(),
        };
        choice.parts.iter().map(opening).collect()
    }

    /// Secrets that stand in for those of a new match that another copy of this seat's files has signed: they fit no
    /// key, so that nothing can be signed with them, and the new match's files are whole anyway.
    pub(super) fn lost_keys(&self) -> NextKeys {
        let derived = |what: &[u8]| hash::derive("lost keys", &[&*self.match_secret, what]);
        NextKeys {
            match_secret: derived(b"secret"),
            key_seed: derived(b"key"),
            session_nonce: [0; 32],
        }
    }

    /// From here on this seat plays the match of those keys.
    pub(super) fn move_on(&mut self, keys: &NextKeys, standing: Standing) {
        self.key = Identity::from_seed(keys.key_seed);
        self.match_secret = Zeroizing::new(keys.match_secret);
        self.standing = standing;
    }
}
