//! What is the same for every family: which side has to decide, and a turn that the rules have carried out.

use rules::{Rules, Side, ToAct};

/// A turn if `side` has the turn, a set-up if the side chooses in secret; empty if it has nothing to decide.
pub(crate) fn of<P: Rules>(
    position: &P,
    side: Side,
    turn: impl FnOnce() -> Vec<P::Order>,
    set_up: impl FnOnce() -> Option<P::Order>,
) -> Vec<P::Order> {
    match position.to_act() {
        ToAct::One(mover) if mover == side => turn(),
        ToAct::Secretly(sides) if sides.contains(side) => set_up().into_iter().collect(),
        ToAct::One(_) | ToAct::Secretly(_) | ToAct::Lots(_) | ToAct::Nobody(_) => Vec::new(),
    }
}

/// The legal orders of `turn`, one after the other, and `end` if the game continues. The search plays on a faster board
/// than the rules: whatever that board got wrong never leaves this crate.
pub(crate) fn closed<P: Rules>(
    position: &P,
    side: Side,
    turn: impl IntoIterator<Item = P::Order>,
    end: P::Order,
) -> Vec<P::Order> {
    let mut position = position.clone();
    let mut given: Vec<P::Order> = turn
        .into_iter()
        .filter(|order| position.apply(side, order).is_ok())
        .collect();
    // a turn may have ended the game or closed itself; an `end` after that would be illegal
    if position.to_act() == ToAct::One(side) {
        given.push(end);
    }
    given
}
