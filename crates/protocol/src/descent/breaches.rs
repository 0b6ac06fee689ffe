//! What a player breaks by entering a match, proved by the files alone.

use super::{Descent, Facts, Signed};

/// An identity that entered two matches, neither of which comes from the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TwoLives<M> {
    /// The match with the lower id.
    pub one: M,
    /// The match with the higher id.
    pub other: M,
}

/// A record or note beyond what its signer said, by entering a newer match, that it had signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BrokenPromise<M> {
    /// The match that the player has entered.
    pub entered: M,
    /// The older match with the record or note.
    pub old: M,
    /// The step of the record, or of the root that the note names.
    pub step: u64,
}

impl<M, I, F> Descent<'_, M, I, F>
where
    M: Copy + Ord,
    I: Copy + Ord,
    F: Facts<M, I>,
{
    /// Two matches that convict the identity, if there are such. An entry on an older copy convicts nobody: the signer
    /// could not know of the other one. Neither does a pair with a manifest missing on the way, because that manifest may
    /// connect the two.
    #[must_use]
    pub fn two_lives(&self, identity: I) -> Option<TwoLives<M>> {
        let entered: Vec<M> = self
            .family
            .matches_of(identity)
            .filter(|id| {
                let player = self.family.player(*id, identity);
                let is_own = player.is_some_and(|player| !player.is_older_copy());
                is_own && self.facts.has_entered(*id, identity)
            })
            .collect();
        let pairs = entered.iter().enumerate().flat_map(|(index, one)| {
            let others = entered.iter().skip(index.saturating_add(1));
            others.map(move |other| (*one, *other))
        });
        let mut apart = pairs.filter(|(one, other)| self.is_apart(identity, *one, *other));
        apart.next().map(|(one, other)| TwoLives { one, other })
    }

    fn is_apart(&self, identity: I, one: M, other: M) -> bool {
        let origins = |of| self.family.origins.get(&(identity, of));
        let (Some(first), Some(second)) = (origins(one), origins(other)) else {
            return false;
        };
        let is_known = first.is_complete && second.is_complete;
        // Matches without a common origin belong to two families.
        let is_related = !first.matches.is_disjoint(&second.matches);
        is_known && is_related && !first.matches.contains(&other) && !second.matches.contains(&one)
    }

    /// The first record or note of the identity, in any older match, beyond what it said when it entered a newer one.
    /// What it signs after another player of the newer match has returned to the old one convicts nobody.
    #[must_use]
    pub fn broken_promise(&self, identity: I) -> Option<BrokenPromise<M>> {
        let matches = self.family.matches_of(identity);
        let mut entered = matches.filter(|id| self.facts.has_entered(*id, identity));
        entered.find_map(|entered| {
            let player = self.family.player(entered, identity)?;
            player.signed.iter().find_map(|(old, signed)| {
                let step = self.beyond(identity, entered, *old, *signed)?;
                Some(BrokenPromise {
                    entered,
                    old: *old,
                    step,
                })
            })
        })
    }

    fn beyond(&self, identity: I, entered: M, old: M, signed: Signed) -> Option<u64> {
        let Signed::UpTo { step, notes } = signed else {
            return None;
        };
        let returned = self.first_return(identity, entered, old);
        let is_bound = |at: u64| returned.is_none_or(|returned| at <= returned);
        let records = self.facts.records(old);
        let records = records.filter(|record| {
            record.signer == identity && record.step > step && is_bound(record.step)
        });
        let later = self.facts.notes(old);
        let later = later
            .filter(|note| note.signer == identity && note.number > notes && is_bound(note.step));
        let records = records.map(|record| record.step);
        records.chain(later.map(|note| note.step)).min()
    }
}
