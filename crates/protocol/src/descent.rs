//! Which match of a family counts, and for whom.
//!
//! A match may continue another one. All matches connected that way are a *family*. [`Descent`] answers every question
//! about them from two things: the manifests on file ([`Family`]) and what players have signed ([`Facts`]). It is generic
//! over the ids, so that the exhaustive model in `tests/it/descent_model` asks the same code as the program.
//!
//! Three principles hold everywhere:
//!
//! * Signing a manifest binds nobody. Entering a match, its first record, does.
//! * No answer rests on something being absent: one more manifest or record takes no breach away.
//! * A match takes nothing from an identity that has not entered it.

mod breaches;
mod decisions;

use std::collections::{BTreeMap, BTreeSet};

pub use breaches::{BrokenPromise, TwoLives};
pub use decisions::{Decision, DecisionKind};

/// The matches of one family whose manifests are on file.
#[derive(Debug, Clone)]
pub struct Family<M, I> {
    matches: BTreeMap<M, Match<M, I>>,
    /// Where each player's match comes from, computed once because every answer needs it.
    origins: BTreeMap<(I, M), Origins<M>>,
}

/// What a manifest says about descent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match<M, I> {
    /// The match that this one continues; `None` for the first match of a family.
    pub start: Option<Start<M>>,
    /// In the order of the seats.
    pub players: Vec<Player<M, I>>,
}

/// Where a match continues another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start<M> {
    /// The match that is continued.
    pub continues: M,
    /// The last step of the old match that counts in the new one.
    pub at: u64,
    /// The decisions of older matches that the players agreed to give up.
    pub gives_up: BTreeSet<(M, DecisionKind)>,
}

/// A player of a match, as its manifest names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player<M, I> {
    /// The player's long-lived key.
    pub identity: I,
    /// The team of the player's seat. A result that another team has built on counts even for an older copy.
    pub team: u8,
    /// What the player said it had signed, in the match that this one continues and in the one that it leaves.
    pub signed: BTreeMap<M, Signed>,
    /// The other match of the family that the player leaves by entering this one, after a split network.
    pub leaves: Option<M>,
}

/// What a player said it had signed in an older match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signed {
    /// Everything up to here, and nothing beyond it.
    UpTo {
        /// The highest step with a record of the player; 0 if there is none.
        step: u64,
        /// The number of the player's notes.
        notes: u64,
    },
    /// The player's files may be an older copy, so it may have signed more.
    OlderCopy,
}

/// A record on file, with everything that it builds on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedRecord<I> {
    /// The identity that signed it.
    pub signer: I,
    /// The step that it is a record of.
    pub step: u64,
}

/// A note on file that is neither a resignation nor a claim: those are allowed even after entering a newer match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedNote<I> {
    /// The identity that signed it.
    pub signer: I,
    /// The place in the signer's chain of notes, from 1 on.
    pub number: u64,
    /// The step of the root that the note names.
    pub step: u64,
}

/// What the players of a family have signed, as far as the files show it.
pub trait Facts<M, I> {
    /// Returns `true` if the identity has entered the match.
    fn has_entered(&self, of: M, identity: I) -> bool;
    /// Returns `true` if the identity has signed a record of the match after every player had entered it.
    fn has_played(&self, of: M, identity: I) -> bool;
    /// The records of the match, in any order.
    fn records(&self, of: M) -> impl Iterator<Item = SignedRecord<I>>;
    /// The notes of the match, in any order.
    fn notes(&self, of: M) -> impl Iterator<Item = SignedNote<I>>;
}

/// The matches that a player's match comes from.
#[derive(Debug, Clone)]
struct Origins<M> {
    /// Itself, and everything before it.
    matches: BTreeSet<M>,
    /// False if a manifest in between is not on file, so that more matches may belong here.
    is_complete: bool,
}

/// A family together with what its players have signed.
#[derive(Debug)]
pub struct Descent<'a, M, I, F> {
    family: &'a Family<M, I>,
    facts: &'a F,
}

impl<M: Copy + Ord, I: Copy + Ord> Family<M, I> {
    /// Takes manifests in any order. Each takes time in proportion to the matches before it.
    #[must_use]
    pub fn new(matches: BTreeMap<M, Match<M, I>>) -> Self {
        let mut origins = BTreeMap::new();
        for (id, each) in &matches {
            for player in &each.players {
                let found = trace(&matches, player.identity, *id);
                origins.insert((player.identity, *id), found);
            }
        }
        Self { matches, origins }
    }

    /// Returns `true` if the player's match `newer` is `older` or comes from it: by what it continues and by what this
    /// player has left on the way.
    #[must_use]
    pub fn comes_from(&self, player: I, newer: M, older: M) -> bool {
        let origins = self.origins.get(&(player, newer));
        origins.is_some_and(|origins| origins.matches.contains(&older))
    }

    fn player(&self, of: M, identity: I) -> Option<&Player<M, I>> {
        let players = &self.matches.get(&of)?.players;
        players.iter().find(|player| player.identity == identity)
    }

    /// The matches that the identity is a player of.
    fn matches_of(&self, identity: I) -> impl Iterator<Item = M> {
        let matches = self.matches.iter();
        let own = matches.filter(move |(_, each)| {
            let mut players = each.players.iter();
            players.any(|player| player.identity == identity)
        });
        own.map(|(id, _)| *id)
    }

    fn identities(&self, of: M) -> impl Iterator<Item = I> {
        let players = self.matches.get(&of).map(|each| each.players.iter());
        players.into_iter().flatten().map(|player| player.identity)
    }
}

/// Follows what a match continues and what the player has left on the way.
fn trace<M: Copy + Ord, I: Copy + Ord>(
    matches: &BTreeMap<M, Match<M, I>>,
    player: I,
    from: M,
) -> Origins<M> {
    let mut origins = Origins {
        matches: BTreeSet::new(),
        is_complete: true,
    };
    let mut todo = vec![from];
    while let Some(id) = todo.pop() {
        // A file may hold manifests that name each other; each is visited once.
        if !origins.matches.insert(id) {
            continue;
        }
        let Some(found) = matches.get(&id) else {
            origins.is_complete = false;
            continue;
        };
        todo.extend(found.start.as_ref().map(|start| start.continues));
        let mut players = found.players.iter();
        let own = players.find(|other| other.identity == player);
        todo.extend(own.and_then(|own| own.leaves));
    }
    origins
}

impl<'a, M, I, F> Descent<'a, M, I, F>
where
    M: Copy + Ord,
    I: Copy + Ord,
    F: Facts<M, I>,
{
    /// Puts together what is asked with what is known.
    #[must_use]
    pub fn new(family: &'a Family<M, I>, facts: &'a F) -> Self {
        Self { family, facts }
    }

    /// Returns `true` if every player has entered the match. The first match of a family has no step to enter by: it is
    /// settled as soon as its manifest is signed by all, without which it is not in the family.
    #[must_use]
    pub fn is_settled(&self, of: M) -> bool {
        let Some(found) = self.family.matches.get(&of) else {
            return false;
        };
        let mut players = found.players.iter();
        found.start.is_none() || players.all(|player| self.facts.has_entered(of, player.identity))
    }

    /// Returns `true` if `newer` replaces `older` for a player of both: it comes from the older one, or the player entered
    /// the newer one on an older copy of its files and the older one on its own.
    #[must_use]
    pub fn is_newer_for(&self, player: I, newer: M, older: M) -> bool {
        if newer == older || !self.is_settled(newer) || self.family.player(newer, player).is_none()
        {
            return false;
        }
        if self.family.comes_from(player, newer, older) {
            return true;
        }
        let is_older_copy = |of| {
            let player = self.family.player(of, player);
            player.is_some_and(Player::is_older_copy)
        };
        self.is_settled(older)
            && !self.family.comes_from(player, older, newer)
            && is_older_copy(newer)
            && !is_older_copy(older)
    }

    /// The match that replaces this one for all its players but those who are out of it: who resigned, or are convicted.
    #[must_use]
    pub fn replaced_by(&self, older: M, is_out: impl Fn(I) -> bool) -> Option<M> {
        let mut ids = self.family.matches.keys().copied();
        ids.find(|newer| {
            let mut staying = self.family.identities(older).filter(|one| !is_out(*one));
            // A match that everybody is out of is not replaced by any other.
            let mut any = false;
            let all = staying.all(|player| {
                any = true;
                self.is_newer_for(player, *newer, older)
            });
            all && any
        })
    }

    /// Returns `true` if the match is CONTINUED: every player has entered a match that comes from it, or is out of it.
    #[must_use]
    pub fn is_continued(&self, old: M, is_out: impl Fn(I) -> bool) -> bool {
        let has_entered = |player: I| {
            let mut matches = self.family.matches_of(player);
            matches.any(|id| {
                id != old
                    && self.is_settled(id)
                    && self.facts.has_entered(id, player)
                    && self.family.comes_from(player, id, old)
            })
        };
        let mut players = self.family.identities(old);
        let mut any = false;
        let all = players.all(|player| {
            let entered = has_entered(player);
            any |= entered;
            entered || is_out(player)
        });
        all && any
    }

    /// Returns `true` if a program whose player has entered `entered` may enter `next`: only a match that comes from it.
    #[must_use]
    pub fn may_enter(&self, player: I, entered: Option<M>, next: M) -> bool {
        entered
            .is_none_or(|entered| entered != next && self.family.comes_from(player, next, entered))
    }

    /// Returns `true` if a player who has entered `entered` may sign in the match it continues again: the new match is not
    /// settled, and another of its players has signed in the old one beyond what it said it had signed.
    #[must_use]
    pub fn is_released(&self, player: I, entered: M) -> bool {
        let start = self.family.matches.get(&entered);
        let Some(start) = start.and_then(|found| found.start.as_ref()) else {
            return false;
        };
        !self.is_settled(entered)
            && self
                .first_return(player, entered, start.continues)
                .is_some()
    }

    /// The first step of `old` that another player of `new` signed beyond what it said it had signed there.
    fn first_return(&self, player: I, new: M, old: M) -> Option<u64> {
        let beyond = |record: &SignedRecord<I>| {
            let signer = self.family.player(new, record.signer);
            let signed = signer.and_then(|signer| signer.signed.get(&old));
            matches!(signed, Some(Signed::UpTo { step, .. }) if record.step > *step)
        };
        let records = self.facts.records(old);
        let others = records.filter(|record| record.signer != player && beyond(record));
        others.map(|record| record.step).min()
    }
}

impl<M, I> Player<M, I> {
    /// Returns `true` if the player entered on files that may be an older copy.
    #[must_use]
    pub fn is_older_copy(&self) -> bool {
        let mut signed = self.signed.values();
        signed.any(|signed| *signed == Signed::OlderCopy)
    }
}
