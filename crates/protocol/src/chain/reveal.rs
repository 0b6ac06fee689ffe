//! Openings: whether they are those of what was sealed, and whether a choice, whole or in parts, is legal.

use std::collections::BTreeMap;

use rules::{AnyOrder, Rules, SecretPart};

use super::bodies::Effect;
use super::plan::COIN;
use super::{Chain, Objection, Round};
use crate::codec::decode_canonical;
use crate::fault::Breach;
use crate::hash;
use crate::record::{CommitBody, Commitment, Opening, RevealBody};
use crate::{Record, Seat};

impl Chain {
    pub(super) fn check_reveal(&self, round: &Round, record: &Record) -> Result<Effect, Objection> {
        let RevealBody(openings) = self.body(record)?;
        // never missing: the round came to REVEAL only with the commitments of all. If a bug of ours loses them, the
        // record stands upon another history than this chain holds, and its signer must not answer for that
        let sealed = self.opens(round, record.seat);
        if sealed.is_empty() {
            return Err(Objection::OtherHistory);
        }
        let opened = self
            .check_openings(round, &sealed, &openings)
            .and_then(|()| self.check_choice(round, record.seat, &openings))
            .map_err(|breach| self.breach(record, breach))?;
        Ok(opened.map_or(Effect::None, |(seat, order)| {
            Effect::Open(seat, Box::new(order))
        }))
    }

    /// Whether the openings are those of what was sealed.
    fn check_openings(
        &self,
        round: &Round,
        sealed: &[(Seat, Commitment)],
        openings: &[Opening],
    ) -> Result<(), Breach> {
        let slots = openings.iter().map(|opening| opening.slot);
        if !slots.eq(sealed.iter().map(|(_, commitment)| commitment.slot)) {
            return Err(Breach::WrongSlots);
        }
        for (opening, (sealer, commitment)) in openings.iter().zip(sealed) {
            let slot = opening.slot;
            if self.commitment_to(round, *sealer, opening) != *commitment {
                return Err(Breach::WrongOpening { slot });
            }
            // after the digest: a payload of another size was committed to, and is the seat's own fault
            if Some(opening.payload.len()) != self.size_of(*sealer, slot) {
                return Err(Breach::WrongSize { slot });
            }
        }
        Ok(())
    }

    /// The commitment that an opening opens, of that seat in that round.
    pub(crate) fn commitment_to(
        &self,
        round: &Round,
        sealer: Seat,
        opening: &Opening,
    ) -> Commitment {
        let slot = opening.slot;
        // seat, slot, step and root are in the hash, so that a copied or older commitment opens nothing
        // (threats 3 and 4)
        // of a carried choice match, step and root are those in which it was sealed
        let sid = round.carried_from.as_ref().unwrap_or(&self.sid);
        let at = (round.step, sealer, slot);
        let digest = hash::commit(&opening.nonce, sid, at, &round.prev, &opening.payload);
        Commitment { slot, digest }
    }

    fn size_of(&self, seat: Seat, slot: u16) -> Option<usize> {
        if slot == COIN.number {
            return Some(COIN.size);
        }
        let slots = self.position.slots(self.manifest().side_of(seat)?);
        let slot = slots.iter().find(|known| known.number == slot)?;
        Some(slot.size)
    }

    /// The choice of the seat's side, checked in full, once every part of it is open, with the first of the seats that
    /// opened one. None before that, and for a seat that gives a coin alone.
    fn check_choice(
        &self,
        round: &Round,
        seat: Seat,
        openings: &[Opening],
    ) -> Result<Option<(Seat, AnyOrder)>, Breach> {
        let side = self.manifest().side_of(seat);
        let Some(side) = side.filter(|_| round.asks(seat)) else {
            return Ok(None);
        };
        let openers = self.openers(round, side);
        let mut parts = parts_of(openings);
        for mate in openers.iter().filter(|mate| **mate != seat) {
            let Some(record) = self.pending.get(mate) else {
                return Ok(None);
            };
            // read before, when it came
            let RevealBody(openings) = decode_canonical(&record.body).map_err(Breach::Malformed)?;
            parts.extend(parts_of(&openings));
        }
        parts.sort_by_key(|part| part.slot);
        // reading the parts checks the choice in full
        match (self.position.open(side, &parts), openers.as_slice()) {
            (Ok(order), _) => Ok(Some((openers[0], order))),
            (Err(cause), [_]) => Err(Breach::IllegalChoice(cause.to_string())),
            // whoever locks has seen all parts and found them legal together (threat 48)
            (Err(cause), _) => Err(Breach::IllegalTogether {
                seats: openers,
                why: cause.to_string(),
            }),
        }
    }

    /// The commitments of each seat, from the pending records.
    pub(super) fn commitments(&self) -> BTreeMap<Seat, Vec<Commitment>> {
        let pending = self.pending.iter();
        pending
            .filter_map(|(seat, record)| Some((*seat, self.commitments_in(record)?)))
            .collect()
    }

    /// The commitments that a COMMIT holds.
    pub(crate) fn commitments_in(&self, record: &Record) -> Option<Vec<Commitment>> {
        let body: Option<CommitBody> = decode_canonical(&record.body).ok();
        body.map(|CommitBody(list)| list)
    }
}

/// The parts of a choice in openings: without the coin.
pub(crate) fn parts_of(openings: &[Opening]) -> Vec<SecretPart> {
    let chosen = openings
        .iter()
        .filter(|opening| opening.slot != COIN.number);
    let part = |opening: &Opening| SecretPart {
        slot: opening.slot,
        payload: opening.payload.clone(),
    };
    chosen.map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Plan;
    use super::*;
    use crate::Kind;
    use crate::codec::encode;
    use crate::record::Opening;
    use crate::testing::{Pair, Puppet, tiny};

    #[test]
    fn commitments_that_this_program_has_lost_convict_nobody() {
        let pair = Pair::agreed(tiny(2), 1);
        let manifest = pair.session(Seat(0)).manifest().expect("agreed");
        let chain = Chain::new(manifest.clone()).expect("it was agreed");
        let Plan::Commit(round) = chain.plan() else {
            panic!("a match begins with a secret round");
        };
        assert_eq!(round.commitments, BTreeMap::new());
        let puppet = Puppet::beside(Seat(1), &pair);
        let coin = Opening {
            slot: COIN.number,
            nonce: [0; 32],
            payload: vec![0; COIN.size],
        };
        let record = puppet.record(Kind::Reveal, encode(&RevealBody(vec![coin])));
        let checked = chain.check_reveal(round, &record).err();
        assert_eq!(checked, Some(Objection::OtherHistory));
    }
}
