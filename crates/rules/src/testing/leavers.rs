//! The properties of sides whose players are gone: they stand still, or are removed, at whatever moment it comes.

use super::Seeded;
use super::whole::{check_twin, stroll};
use crate::{AnyPosition, Rules, Side, Sides, ToAct};

/// The steps that play continues after somebody has left.
const STEPS: usize = 12;

/// Any side may leave this position: standing still it gives legal orders as long as the game lasts, and removed it is
/// asked nothing more, while the others play on from the position's own bytes.
///
/// # Panics
/// If something does not hold.
pub(super) fn check_leavers(
    start: &AnyPosition,
    position: &AnyPosition,
    seeded: &mut Seeded,
    has_twins: bool,
) {
    let asked = match position.to_act() {
        ToAct::One(side) => side.into(),
        ToAct::Secretly(sides) => sides,
        ToAct::Lots(_) | ToAct::Nobody(_) => Sides::NONE,
    };
    let sides: Vec<Side> = position.sides().iter().collect();
    for side in &sides {
        check_stand(position, *side, asked.contains(*side));
    }
    let side = *seeded.choose(&sides);
    stand_still(position, side, &mut seeded.clone());
    check_removed(start, position, side, seeded, has_twins);
}

/// A side stands still by a legal order if it is asked, and has none otherwise.
fn check_stand(position: &AnyPosition, side: Side, is_asked: bool) {
    let stand = position.stand(side);
    assert_eq!(
        stand.is_some(),
        is_asked && !position.legal_orders(side).is_empty(),
        "{}",
        position.to_text()
    );
    if let Some(order) = stand {
        assert_eq!(position.check(side, &order), Ok(()));
        let closing = position.closing(side);
        assert!(closing.is_none_or(|closing| closing == order));
    }
}

/// The others play while the side stands still.
fn stand_still(position: &AnyPosition, side: Side, seeded: &mut Seeded) {
    let mut position = position.clone();
    for _ in 0..STEPS {
        if let Some(order) = position.stand(side) {
            let applied = position.apply(side, &order);
            applied.expect("the order of a side that stands still is legal");
        } else if stroll(&mut position, seeded, 3).is_none() {
            return;
        }
    }
}

fn check_removed(
    start: &AnyPosition,
    before: &AnyPosition,
    side: Side,
    seeded: &mut Seeded,
    has_twins: bool,
) {
    let mut position = before.clone();
    let events = position.remove(side);
    let mut again = before.clone();
    assert_eq!(again.remove(side), events, "another removal");
    assert_eq!(again, position, "another position by the same removal");
    let text = before.to_text();
    let was_out = before.outcome().is_some() || before.out().contains(side);
    assert_eq!(events.is_empty(), was_out, "{text}");
    assert!(
        position.remove(side).is_empty(),
        "removed twice from {text}"
    );
    if was_out {
        assert_eq!(&position, before, "{text}");
        return;
    }
    assert!(position.outcome().is_some() || position.out().contains(side));
    if let Some(outcome) = position.outcome() {
        assert!(!outcome.winners().contains(side) || position.team(side) == outcome.winners());
    }
    if has_twins {
        check_twin(start, &position, &mut seeded.clone(), 3);
    }
    for _ in 0..STEPS {
        assert!(position.legal_orders(side).is_empty(), "{text}");
        assert!(position.slots(side).is_empty() && position.stand(side).is_none());
        match position.to_act() {
            ToAct::One(other) => assert_ne!(other, side, "{text}"),
            ToAct::Secretly(sides) => assert!(!sides.contains(side), "{text}"),
            ToAct::Lots(_) | ToAct::Nobody(_) => {}
        }
        if stroll(&mut position, seeded, 3).is_none() {
            return;
        }
    }
}
