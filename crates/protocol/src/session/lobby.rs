//! Before the match is signed: the role in which this seat came, and the offer that lies on the table.

use super::offer::{for_two, manifest_of, no_false_vacancy, summary};
use super::signer::Signer;
use super::{ImportError, Now, Offer};
use crate::chain::Chain;
use crate::frame::{Join, Past};
use crate::hash::{self, Digest};
use crate::{Manifest, ManifestError, ManifestSummary, PublicKey, Vacancy};

/// The table at which two programs agree on one manifest.
///
/// * **Questions** may be asked at any time. The role is asked for after the match has begun as well: a guest that has
///   lost its match file comes in its role again.
/// * **Host**: `answer` makes the offer for a guest that asks to join, and again for one that comes back;
///   `complete_draft` takes in the guest's seat by mail; `close` hands the offer out once the guest has signed.
/// * **Guest**: `join` asks, `consider` takes an offer in, `accept` or `decline` end the matter.
/// * **The older match** that an offer begins from: `show_past` on the host's side, `take_past` on the guest's.
///
/// There is one offer at most, and nothing here is signed or written: leaving the lobby costs nothing.
pub(super) struct Lobby {
    role: Role,
    /// The checked offer that this seat has not signed yet.
    offered: Option<Chain>,
    /// The file of the older match that the offer begins from: a host's to be shown, a guest's as far as it is here.
    past: Vec<u8>,
}

/// The role in which this seat came to the match.
enum Role {
    /// The host, with its offer; name and nonce go into the manifest once a guest is there.
    Host {
        name: String,
        nonce: [u8; 32],
        offer: Box<Offer>,
    },
    /// The guest of the host with that key.
    Guest {
        name: String,
        nonce: [u8; 32],
        host: PublicKey,
    },
    /// The host of an offer by mail, whose manifest lacks the guest's seat.
    Drafted(Box<Manifest>),
    /// A seat of a match signed before.
    Seated,
}

/// Why no offer is made to somebody who asks to join.
pub(super) enum NoOffer {
    /// This seat is no host.
    NotHost,
    /// The guest is the player whose place is vacant: both are asked in the older match.
    Seated,
    /// With this guest the offer cannot be played.
    Unplayable(ManifestError),
}

/// Why an offer is not put before the user.
pub(super) enum NoTaking {
    /// An honest host of this version would not have made it now.
    Unexpected(&'static str),
    /// It cannot be played here.
    Unplayable(ManifestError),
}

impl Lobby {
    pub(super) fn host(name: &str, nonce: [u8; 32], offer: Offer) -> Self {
        Self::of(Role::Host {
            name: name.to_owned(),
            nonce,
            offer: Box::new(offer),
        })
    }

    pub(super) fn guest(name: String, nonce: [u8; 32], host: PublicKey) -> Self {
        Self::of(Role::Guest { name, nonce, host })
    }

    /// A guest before whom an offer by mail lies.
    pub(super) fn guest_by_mail(
        name: String,
        nonce: [u8; 32],
        host: PublicKey,
        offered: Chain,
    ) -> Self {
        Self {
            offered: Some(offered),
            ..Self::guest(name, nonce, host)
        }
    }

    /// The host of an offer by mail.
    pub(super) fn drafted(draft: Manifest) -> Self {
        Self::of(Role::Drafted(Box::new(draft)))
    }

    /// A seat of a match signed before.
    pub(super) fn seated() -> Self {
        Self::of(Role::Seated)
    }

    fn of(role: Role) -> Self {
        Self {
            role,
            offered: None,
            past: Vec::new(),
        }
    }

    pub(super) fn is_guest(&self) -> bool {
        matches!(self.role, Role::Guest { .. })
    }

    /// The offer that is made and not signed by this seat.
    pub(super) fn offered(&self) -> Option<&Chain> {
        self.offered.as_ref()
    }

    /// The manifest of an offer by mail, without the guest's seat.
    pub(super) fn draft(&self) -> Option<&Manifest> {
        match &self.role {
            Role::Drafted(draft) => Some(draft),
            Role::Host { .. } | Role::Guest { .. } | Role::Seated => None,
        }
    }

    /// The key that the invitation names, for a guest.
    pub(super) fn expected_host(&self) -> Option<PublicKey> {
        match &self.role {
            Role::Guest { host, .. } => Some(*host),
            Role::Host { .. } | Role::Drafted(_) | Role::Seated => None,
        }
    }

    /// True if the user has an offer to answer.
    pub(super) fn waits_for_answer(&self) -> bool {
        self.is_guest() && self.offered.is_some()
    }

    /// A new line is up: what a guest had of an older match's file comes again.
    pub(super) fn begin_line(&mut self) {
        // half a file of an earlier line must not be continued by parts of another
        if self.is_guest() {
            self.past.clear();
        }
    }

    /// The request to join, as a guest.
    pub(super) fn join(&self, key: PublicKey) -> Option<Join> {
        match &self.role {
            Role::Guest { name, nonce, .. } => Some(Join {
                name: name.clone(),
                key,
                session_nonce: *nonce,
            }),
            Role::Host { .. } | Role::Drafted(_) | Role::Seated => None,
        }
    }

    /// Makes the offer to a guest on the line of that TLS key. Returns whether it is another offer than before.
    pub(super) fn answer(
        &mut self,
        signer: &Signer,
        join: &Join,
        peer: PublicKey,
        now: Now,
    ) -> Result<bool, NoOffer> {
        let Role::Host { name, nonce, offer } = &self.role else {
            return Err(NoOffer::NotHost);
        };
        let is_gone = |vacancy: Vacancy| vacancy.gone == peer;
        // the player who is gone has a seat in the old match and is asked there, not seated again as a guest
        if offer.vacancy.is_some_and(is_gone) {
            return Err(NoOffer::Seated);
        }
        let mut offer = offer.clone();
        if let Some(start) = offer.start.as_mut().filter(|start| start.instead) {
            // of two new matches in place of one the later counts: this one is written now
            // later than the drafts that this seat signed first, whatever the wall clock says
            start.written_ms = start.written_ms.max(now.unix_ms);
            start.began_ms = now.unix_ms;
        }
        let host = signer.entry(name, *nonce);
        let guest = crate::manifest::SeatEntry {
            // name, keys and nonce are the guest's; side and team are given by the offer
            name: join.name.clone(),
            identity: peer,
            key: join.key,
            session_nonce: join.session_nonce,
            ..host.clone()
        };
        let manifest = manifest_of(&offer, [host, guest]);
        let chain = manifest.and_then(|manifest| Chain::of(manifest, offer.scenario.clone()));
        let chain = chain.map_err(NoOffer::Unplayable)?;
        let before = self.offered.replace(chain);
        let sid = |chain: &Chain| chain.sid();
        Ok(before.as_ref().map(sid) != self.offered.as_ref().map(sid))
    }

    /// Takes in the offer of the host on the line of that TLS key. Returns what the user is shown; none for the offer
    /// that lies there already, which a host makes again on a new line.
    pub(super) fn consider(
        &mut self,
        signer: &Signer,
        bytes: &[u8],
        peer: PublicKey,
    ) -> Result<Option<ManifestSummary>, NoTaking> {
        let Role::Guest { name, nonce, .. } = &self.role else {
            return Err(NoTaking::Unexpected("an offer"));
        };
        let sid = hash::session_id(bytes);
        if self
            .offered
            .as_ref()
            .is_some_and(|chain| chain.sid() == sid)
        {
            // an offer that the user is looking at must not be put before it again
            return Ok(None);
        }
        let manifest = Manifest::from_bytes(bytes);
        let manifest = manifest
            .and_then(for_two)
            .and_then(|manifest| no_false_vacancy(manifest, signer.seat()));
        let chain = manifest
            .and_then(Chain::new)
            .map_err(NoTaking::Unplayable)?;
        let seats = &chain.manifest().seats;
        let mine = &seats[signer.seat().index()];
        // all of the guest's entry must be what this program sent, or somebody else was offered this seat
        let is_mine = mine.identity == signer.identity()
            && mine.key == signer.match_key()
            && mine.session_nonce == *nonce
            && mine.name == *name
            && seats[signer.seat().other().index()].identity == peer;
        if !is_mine {
            return Err(NoTaking::Unexpected("an offer that seats other people"));
        }
        let shown = summary(&chain);
        self.offered = Some(chain);
        Ok(Some(shown))
    }

    /// Takes in the guest's seat of an offer by mail.
    pub(super) fn complete_draft(&mut self, manifest: Manifest) -> Result<(), ImportError> {
        let Role::Drafted(draft) = &self.role else {
            return Err(ImportError::OtherMatch);
        };
        if !manifest.answers(draft) || manifest.has_table() {
            return Err(match manifest == **draft {
                true => ImportError::Own,
                false => ImportError::OtherMatch,
            });
        }
        self.offered = Some(Chain::new(manifest)?);
        Ok(())
    }

    /// The guest agrees to the offer that it was shown, and to no other.
    pub(super) fn accept(&mut self, shown: &Digest) -> Option<Chain> {
        let is_guest = self.is_guest();
        self.offered
            // by id: an offer that was exchanged while the user was reading is not the one that was shown
            .take_if(|chain| is_guest && chain.sid() == *shown)
    }

    /// The guest declines. Returns whether there was an offer to decline.
    pub(super) fn decline(&mut self) -> bool {
        self.is_guest() && self.offered.take().is_some()
    }

    /// The host's offer, which the guest has signed; none if the offer is another's to sign first.
    pub(super) fn close(&mut self) -> Option<Chain> {
        match self.role {
            Role::Host { .. } | Role::Drafted(_) => self.offered.take(),
            Role::Guest { .. } | Role::Seated => None,
        }
    }

    /// The file of the older match in whose place the offer is made.
    pub(super) fn show_past(&mut self, file: Vec<u8>) {
        self.past = file;
    }

    pub(super) fn past(&self) -> &[u8] {
        &self.past
    }

    /// True if a guest can expect that part of an older match's file.
    pub(super) fn awaits_past(&self, part: &Past) -> bool {
        // no longer than it says itself, which is at most 2 MiB: the bytes are held in memory
        self.is_guest() && self.past.len().saturating_add(part.bytes.len()) <= part.total as usize
    }

    /// Takes in a part of an older match's file. Returns the file once it is whole.
    pub(super) fn take_past(&mut self, part: Past) -> Option<Vec<u8>> {
        self.past.extend(part.bytes);
        let is_whole = self.past.len() == part.total as usize;
        is_whole.then(|| std::mem::take(&mut self.past))
    }
}
