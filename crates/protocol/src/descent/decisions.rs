//! When a result, a conviction or a statement of an older match still stands.

use super::{Descent, Facts, Player, Signed};

/// What was decided in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision<M, I> {
    /// The match that it was decided in.
    pub of: M,
    /// What was decided.
    pub kind: DecisionKind,
    /// The step that decided it.
    pub step: u64,
    /// The identities that it does not let lose; for a draw, everybody in it.
    pub serves: Vec<I>,
}

/// The kinds of decisions that players can give up by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DecisionKind {
    /// A result by play, resignation or agreement.
    Result,
    /// The conviction by the proof with this id.
    Breach([u8; 32]),
}

impl<M, I, F> Descent<'_, M, I, F>
where
    M: Copy + Ord,
    I: Copy + Ord,
    F: Facts<M, I>,
{
    /// Returns `true` unless every identity that the decision serves has signed it away. A decision that serves nobody,
    /// which can only be a conviction of everybody, stands.
    #[must_use]
    pub fn stands(&self, decision: &Decision<M, I>) -> bool {
        let mut served = decision.serves.iter();
        decision.serves.is_empty() || !served.all(|player| self.has_given_up(decision, *player))
    }

    /// Returns `true` if a statement that its signer made on an older copy still counts: until every identity that it
    /// serves has entered a later match together with its signer.
    #[must_use]
    pub fn statement_stands(&self, of: M, signer: I, serves: &[I]) -> bool {
        let is_together = |player: I| {
            let mut later = self.family.matches_of(player);
            later.any(|id| {
                id != of
                    && self.is_settled(id)
                    && self.family.comes_from(player, id, of)
                    && self.family.comes_from(signer, id, of)
            })
        };
        serves.is_empty() || !serves.iter().all(|player| is_together(*player))
    }

    /// Returns `true` if the player has entered a match that gives the decision up.
    fn has_given_up(&self, decision: &Decision<M, I>, player: I) -> bool {
        let mut later = self.family.matches_of(player);
        later.any(|id| {
            id != decision.of
                && self.is_settled(id)
                && self.family.comes_from(player, id, decision.of)
                && self.leaves_behind(decision, player, id)
        })
    }

    /// Returns `true` if the way from the decision's match to `id` leaves the decision behind for the player.
    fn leaves_behind(&self, decision: &Decision<M, I>, player: I, id: M) -> bool {
        let Some(origins) = self.family.origins.get(&(player, id)) else {
            return false;
        };
        let exits = origins.matches.iter().filter_map(|exit| {
            let found = self.family.matches.get(exit)?;
            let start = found.start.as_ref()?;
            let own = self.family.player(*exit, player);
            let is_left = own.is_some_and(|own| own.leaves == Some(decision.of));
            (start.continues == decision.of || is_left).then_some((*exit, start, own))
        });
        exits.into_iter().any(|(exit, start, own)| {
            if start.gives_up.contains(&(decision.of, decision.kind)) {
                // By name, and only by playing on: until then one signature in another player's pocket could end a
                // result that its winner believes in.
                return self.facts.has_played(id, player);
            }
            let signed = own.and_then(|own| own.signed.get(&decision.of));
            let known = match signed {
                _ if start.continues == decision.of => start.at,
                Some(Signed::UpTo { step, .. }) => *step,
                Some(Signed::OlderCopy) | None => 0,
            };
            // What stood when the new match began counts on, and so do convictions.
            decision.kind == DecisionKind::Result
                && decision.step > known
                && !self.is_kept(decision, player, own)
                && !self.is_after_return(decision, player, exit)
        })
    }

    /// Returns `true` if another player of the newer match had returned to the old one before the decision. The player was
    /// free to play there, so what it won counts. Otherwise one cheat could return to the old match, and complete the new
    /// one once the player has won: the cheat is convicted, but its friends have not lost.
    fn is_after_return(&self, decision: &Decision<M, I>, player: I, exit: M) -> bool {
        let returned = self.first_return(player, exit, decision.of);
        returned.is_some_and(|step| step <= decision.step)
    }

    /// Returns `true` if the player entered on an older copy, and another team has built on the result since: the player
    /// could not know of it, and its opponents did.
    fn is_kept(&self, decision: &Decision<M, I>, player: I, own: Option<&Player<M, I>>) -> bool {
        let signed = own.and_then(|own| own.signed.get(&decision.of));
        let team = |identity| {
            let player = self.family.player(decision.of, identity);
            player.map(|player| player.team)
        };
        let mut records = self.facts.records(decision.of);
        signed == Some(&Signed::OlderCopy)
            && records
                .any(|record| record.step > decision.step && team(record.signer) != team(player))
    }
}
