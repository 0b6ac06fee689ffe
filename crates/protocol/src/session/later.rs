//! What this seat's player has decided and the program needs again later: kept in the private file.

use rules::{AnyOrder, Rules, SecretPart};

use crate::Seat;
use crate::chain::{COIN, Chain, Round};
use crate::file::{Choice, Keys, Secret, Wish};

/// Decisions that outlive the moment in which they are made.
///
/// * A **decision** (`decide`, `due`, `forget`) was made while nothing may be signed, because the peer is not heard.
///   It is signed as soon as the peer is heard, if the step is still the same; another step lapses it. At most one is
///   kept.
/// * A **sealed choice** (`seal`, `choice_in`, `secret`) was committed to and is opened in REVEAL. The parts alone
///   can open it: without them the seat can neither lock nor reveal, so they are on disk before the commitment leaves
///   (threat 18).
///
/// Nothing here is signed; every method may be called at any time.
#[derive(Default)]
pub(super) struct Later {
    wish: Option<Wish>,
    choice: Option<Choice>,
    secret: Option<AnyOrder>,
    /// The body of the REVEAL with which a choice is opened that was sealed in the match before.
    opening: Option<Vec<u8>>,
}

impl Later {
    /// As the private file has it. A choice whose commitment never reached the match file was never sent: its player
    /// chooses again.
    pub(super) fn resumed(
        chain: &Chain,
        keys: &Keys,
        choice: Option<Choice>,
        wish: Option<Wish>,
    ) -> Self {
        // without its commitment in the match file the choice binds nobody
        let was_sent = |choice: &&Choice| chain.record(choice.step, keys.seat).is_some();
        let side = chain.manifest().side_of(keys.seat);
        let secret = side.and_then(|side| {
            let choice = choice.as_ref().filter(was_sent)?;
            // the coin is the program's own and no part of what the player chose
            let parts = secret_parts(choice.parts.iter().filter(|(slot, _)| *slot != COIN.number));
            let member = chain.member(keys.seat)?;
            chain.position().open_part(side, member, &parts).ok()
        });
        Self {
            wish,
            choice,
            secret,
            opening: None,
        }
    }

    /// The opening of a choice that was sealed in the match before, as the private file has it.
    pub(super) fn resume_opening(&mut self, body: Vec<u8>) {
        self.opening = Some(body);
    }

    /// The opening of a choice of this match, from a new match that is left for another one.
    pub(super) fn reuse_opening(&mut self, body: Vec<u8>) {
        self.choice = None;
        self.opening = Some(body);
    }

    /// The opening of a choice that was sealed in the match before.
    pub(super) fn opening(&self) -> Option<&[u8]> {
        self.opening.as_deref()
    }

    /// The decisions of a match that continues another: one kept for its first step, and the opening of a choice that was
    /// sealed in the match before.
    pub(super) fn carried(wish: Option<Wish>, opening: Option<Vec<u8>>) -> Self {
        Self {
            wish,
            opening,
            ..Self::default()
        }
    }

    /// The decision that waits to be signed.
    pub(super) fn wish(&self) -> Option<&Wish> {
        self.wish.as_ref()
    }

    /// True if a decision waits to be signed.
    pub(super) fn has_decision(&self) -> bool {
        self.wish.is_some()
    }

    /// Keeps a decision; returns what the private file keeps of it.
    pub(super) fn decide(&mut self, wish: Wish) -> Secret {
        self.wish = Some(wish.clone());
        Secret::Wish(wish)
    }

    /// The orders of the kept decision, if its time has come. One whose step is over is forgotten.
    pub(super) fn due(&mut self, chain: &Chain, seat: Seat) -> Option<Vec<AnyOrder>> {
        let wish = self.wish.as_ref()?;
        // upon the same root too: after a turn taken back the step would fit, and the position would not
        let fits = chain.step() == wish.step && chain.root() == wish.prev;
        if !fits || !chain.decides(seat) || chain.pending(seat).is_some() {
            self.forget();
            return None;
        }
        orders_of(wish, chain, seat)
    }

    /// The kept decision is signed, or no longer stands.
    pub(super) fn forget(&mut self) {
        self.wish = None;
    }

    /// Keeps the parts of a choice and of the coin, and the choice as an order; none for a mere coin. Returns what the
    /// private file keeps, which must be on disk before the commitment leaves.
    pub(super) fn seal(&mut self, choice: Choice, order: Option<AnyOrder>) -> Secret {
        self.choice = Some(choice.clone());
        self.secret = order;
        Secret::Choice(choice)
    }

    /// The parts kept for that round, whether its commitment is theirs or not.
    pub(super) fn choice_in(&self, round: &Round) -> Option<&Choice> {
        let choice = self.choice.as_ref();
        // whether it is what was committed to is checked where it is used: the signer holds what the check needs
        choice.filter(|choice| choice.step == round.step)
    }

    /// The parts kept for the round that began with that step.
    pub(super) fn choice_at(&self, step: u64) -> Option<&Choice> {
        self.choice.as_ref().filter(|choice| choice.step == step)
    }

    /// The choice last sealed, as an order.
    pub(super) fn secret(&self) -> Option<&AnyOrder> {
        self.secret.as_ref()
    }

    /// The entries for the private file, in its order.
    pub(super) fn to_secrets(&self) -> impl Iterator<Item = Secret> {
        let choice = self.choice.clone().map(Secret::Choice);
        let wish = self.wish.clone().map(Secret::Wish);
        let opening = self.opening.clone().map(Secret::Opening);
        choice.into_iter().chain(wish).chain(opening)
    }
}

/// A kept decision as orders of the position at hand; none if the position has no such orders.
fn orders_of(wish: &Wish, chain: &Chain, seat: Seat) -> Option<Vec<AnyOrder>> {
    let position = chain.position();
    if wish.parts.is_empty() {
        let orders = wish.orders.iter();
        return orders
            // bytes that are no orders of this position are dropped: the user decides again
            .map(|bytes| position.order_from_bytes(bytes).ok())
            .collect();
    }
    let side = chain.manifest().side_of(seat)?;
    let parts = secret_parts(wish.parts.iter());
    let order = position.open_part(side, chain.member(seat)?, &parts);
    order.ok().map(|order| vec![order])
}

fn secret_parts<'a>(parts: impl Iterator<Item = &'a (u16, Vec<u8>)>) -> Vec<SecretPart> {
    let part = |(slot, payload): &(u16, Vec<u8>)| SecretPart {
        slot: *slot,
        payload: payload.clone(),
    };
    parts.map(part).collect()
}
