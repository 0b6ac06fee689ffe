//! A table without a lobby: everybody sits down with the same whole manifest, and signs it at once.

use super::lobby::Lobby;
use super::offer::bounds;
use super::parts::Match;
use super::signer::Signer;
use super::{Fresh, Now, OfferError, Session};
use crate::chain::Chain;
use crate::codec::Wire;
use crate::manifest::{Genesis, ManifestError};
use crate::{Identity, Manifest, Seat};

impl Session {
    /// A session of that seat of a whole manifest, two to eight seats, with whose fresh bytes its
    /// [`SeatEntry::at_table`](crate::manifest::SeatEntry::at_table) was made. It has signed the manifest, and exchanges
    /// the signatures of all over its lines; the match begins for it once all are here.
    ///
    /// # Errors
    /// Returns [`OfferError`] if the manifest cannot be played, or the seat is another's.
    pub fn at_table(
        identity: Identity,
        seat: Seat,
        manifest: Manifest,
        fresh: &Fresh,
        now: Now,
    ) -> Result<Self, OfferError> {
        manifest.check().map_err(bounds)?;
        let chain = Chain::new(manifest)?;
        let signer = Signer::new(identity, seat, fresh);
        let is_mine = chain.manifest().seat(seat).is_some_and(|entry| {
            entry.identity == signer.identity()
                && entry.key == signer.match_key()
                && entry.session_nonce == fresh.session_nonce
        });
        if !is_mine {
            return Err(ManifestError::NotPlayed("a seat of another player").into());
        }
        let own = signer.genesis(&chain.sid());
        let mut game = Match::new(chain, seat, false, now);
        game.ledger.sign(own);
        let mut session = Self::new(signer, Lobby::seated());
        session.game = Some(game);
        // the files before the signature, as in the lobby: it leaves on the first line
        session.wait_for_caller();
        Ok(session)
    }

    /// With the signatures that the host of the table has heard already. They come again over the lines; what does not come is
    /// taken from here.
    pub(crate) fn with_signatures(mut self, signed: Vec<Genesis>) -> Self {
        self.signed_before = signed;
        self
    }

    /// Takes in the signatures that did not come over a line: whoever gave them was lost as the match began.
    pub(super) fn take_signatures(&mut self, now: Now) {
        if self.signed_before.is_empty() {
            return;
        }
        // nobody may have greeted at all
        self.begin_waiting_files();
        for genesis in std::mem::take(&mut self.signed_before) {
            // the lobby has checked them
            let _known = self.handle_genesis(now, None, genesis);
        }
    }
}
