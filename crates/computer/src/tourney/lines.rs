//! A Bowman's shot: where to aim, and where to parry.

use rules::tourney::{Kind, Line, Man, Order, Position, Switch};
use rules::{Rules as _, ToAct};

/// The worth of a man in the weights of a shot.
const WHOLE: u32 = 100;

/// The part of a man's worth that a wound or a point of strength takes.
const WOUND: u32 = 30;

/// The weights of the three aims at a man, in the order High, Middle, Low: the solution of the game of nine cells in
/// which a High arrow that is not parried takes the whole man and another one a part of him.
pub(super) fn aims(position: &Position, target: &Man) -> [u32; 3] {
    match lesser(position, target) {
        // only High does anything, and whoever forgets to parry it loses the man
        0 => [1, 0, 0],
        lesser => [lesser, WHOLE, WHOLE],
    }
}

/// The weights of the three parries.
pub(super) fn parries(position: &Position, target: &Man) -> [u32; 3] {
    let lesser = lesser(position, target);
    [2 * WHOLE - lesser, lesser, lesser]
}

/// What an arrow at Middle or Low takes, in hundredths of what one at High takes.
fn lesser(position: &Position, target: &Man) -> u32 {
    let game = position.game();
    let unit = target.unit;
    if game.has(Switch::Strategic) && unit.strength > 0 {
        // High takes two points
        return match unit.strength {
            1 => WHOLE,
            2 => WOUND,
            _ => WHOLE / 2,
        };
    }
    match game.has(Switch::Wounds) && unit.kind != Kind::Bishop {
        true if unit.is_wounded => WHOLE,
        true => WOUND,
        false => 0,
    }
}

/// The position after the shot under way with that aim and that parry; none if the rules refuse.
pub(super) fn flown(position: &Position, aim: Line, parry: Line) -> Option<Position> {
    let mut after = position.clone();
    let archer = position.side();
    for _ in 0..2 {
        let ToAct::Secretly(sides) = after.to_act() else {
            break;
        };
        for side in sides {
            let order = if side == archer {
                Order::Aim(aim)
            } else {
                Order::Parry(parry)
            };
            after.apply(side, &order).ok()?;
        }
    }
    Some(after)
}
