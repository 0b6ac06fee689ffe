//! What is left of a turn after its moves, looked at to its end: freeing, fights by their odds, captives, heirs.

use rules::tourney::{Asked, Line, Order, Position};
use rules::{Lots, Rules, Side, ToAct};

use super::fights::{self, End};
use super::lines;
use super::worth::{GAME, Judge};

/// The fights of a turn that are followed in each of their ends; of further ones, as of an assault on a long queue,
/// only the likeliest.
const FOLLOWED: u8 = 3;

/// The ends of a fight that are rarer than this, in millionths, are left out.
const RARE: u32 = 10_000;

/// The directions of a lot that are looked at.
const DIRECTIONS: u64 = 8;

/// The decisions after a turn's moves are fewer than this; a loop that never ends would be a fault of the rules.
const DECISIONS: usize = 64;

impl Judge {
    /// The value for the root side when the turn under way has ended: the mean over the fights, with both sides
    /// choosing well where they may choose. [`GAME`] only if the game is won for certain.
    pub(super) fn expected(&self, position: &Position) -> i32 {
        let mut position = position.clone();
        close(&mut position);
        self.settled(position, FOLLOWED)
    }

    /// The value for the root side of a position at the beginning of a turn, before that turn's side has done anything.
    pub(super) fn begun(&self, position: &Position) -> i32 {
        self.settled(position.clone(), FOLLOWED)
    }

    /// The best of the orders that the side may give after its moves, by what the turn comes to.
    pub(super) fn best_order(&self, position: &Position, side: Side) -> Option<Order> {
        let orders = position.legal_orders(side);
        if orders.len() < 2 {
            return orders.into_iter().next();
        }
        let sign = if self.is_ours(position, side) { 1 } else { -1 };
        let value = |order: &Order| {
            let mut after = position.clone();
            // a listed order is legal
            after.apply(side, order).ok()?;
            Some(sign * self.settled(after, FOLLOWED))
        };
        let mut best: Option<(i32, Order)> = None;
        for order in orders {
            let value = value(&order).unwrap_or(i32::MIN);
            // the first of equal ones, so that the choice does not depend on anything else
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, order));
            }
        }
        best.map(|(_, order)| order)
    }

    /// The value of a position in which the moves of the turn are over.
    fn settled(&self, mut position: Position, follow: u8) -> i32 {
        for _ in 0..DECISIONS {
            match position.to_act() {
                ToAct::Nobody(outcome) => {
                    let winners = outcome.winners();
                    return match winners.iter().next() {
                        None => 0,
                        Some(_) if winners.iter().any(|side| self.is_ours(&position, side)) => GAME,
                        Some(_) => -GAME,
                    };
                }
                ToAct::Lots(_) => return self.drawn(&position, follow),
                ToAct::Secretly(_) => {
                    return match position.asked() {
                        Asked::Cards(_) => self.fought(&position, follow),
                        Asked::Shot { .. } => self.shot(&position, follow),
                        // a muster: nothing is known yet
                        _ => 0,
                    };
                }
                ToAct::One(_) if is_moving(&position) => return self.worth(&position),
                ToAct::One(side) => {
                    let Some(order) = self.decided(&position, side, follow) else {
                        return self.worth(&position);
                    };
                    if position.apply(side, &order).is_err() {
                        return self.worth(&position);
                    }
                }
            }
        }
        self.worth(&position)
    }

    /// What the side orders after the moves of the turn. With few fights left to follow the first order is taken.
    fn decided(&self, position: &Position, side: Side, follow: u8) -> Option<Order> {
        let mut orders = position.legal_orders(side);
        if orders.len() < 2 || follow == 0 {
            return orders.into_iter().next();
        }
        let sign = if self.is_ours(position, side) { 1 } else { -1 };
        let value = |order: &Order| {
            let mut after = position.clone();
            match after.apply(side, order) {
                // one less to follow, so that many decisions in a row stay cheap
                Ok(_) => sign * self.settled(after, follow - 1),
                Err(_) => -GAME,
            }
        };
        let best =
            (0..orders.len()).max_by_key(|place| (value(&orders[*place]), usize::MAX - place))?;
        Some(orders.swap_remove(best))
    }

    /// The mean over the ways that a lot may lead.
    fn drawn(&self, position: &Position, follow: u8) -> i32 {
        let values = (0..DIRECTIONS).map(|lot| {
            let mut after = position.clone();
            match after.resolve(Lots(lot)) {
                Ok(_) => {
                    close(&mut after);
                    self.settled(after, follow.min(1))
                }
                Err(_) => self.worth(position),
            }
        });
        values.sum::<i32>() / DIRECTIONS as i32
    }

    /// The mean over the ends of the fight under way.
    fn fought(&self, position: &Position, follow: u8) -> i32 {
        let mut sum = 0_i64;
        let mut counted = 0_i64;
        for (end, chance) in self.ends(position, follow) {
            let Some(after) = fights::fought(position, end) else {
                continue;
            };
            counted += i64::from(chance);
            sum += i64::from(chance) * i64::from(self.settled(after, follow.saturating_sub(1)));
        }
        mean(sum, counted).unwrap_or_else(|| self.worth(position))
    }

    /// The ends of the fight under way that are followed, with their chances.
    fn ends(&self, position: &Position, follow: u8) -> Vec<(End, u32)> {
        let Some(fight) = position.fight() else {
            return Vec::new();
        };
        let odds = fights::odds(position, &fight);
        let ends = [
            (End::Won, odds.wins),
            (End::Lost, odds.losses),
            (End::Double, odds.doubles()),
        ];
        let most = ends.iter().map(|(_, chance)| *chance).max().unwrap_or(0);
        let is_followed = |(_, chance): &(End, u32)| match follow {
            0 => *chance == most,
            _ => *chance > RARE || *chance == most,
        };
        ends.into_iter().filter(is_followed).collect()
    }

    /// The mean over what the arrow of the shot under way may do.
    fn shot(&self, position: &Position, follow: u8) -> i32 {
        let Asked::Shot { target, .. } = position.asked() else {
            return self.worth(position);
        };
        let aims = lines::aims(position, &target);
        let parries = lines::parries(position, &target);
        let (mut sum, mut counted) = (0, 0);
        for (aim, weight) in Line::ALL.into_iter().zip(aims) {
            for (parry, other) in Line::ALL.into_iter().zip(parries) {
                let chance = i64::from(weight) * i64::from(other);
                if chance == 0 {
                    continue;
                }
                if let Some(mut after) = lines::flown(position, aim, parry) {
                    close(&mut after);
                    counted += chance;
                    sum += chance * i64::from(self.settled(after, follow.min(1)));
                }
            }
        }
        mean(sum, counted).unwrap_or_else(|| self.worth(position))
    }

    /// One end of the turn under way, the likeliest: the position in which the next side moves.
    pub(super) fn likeliest(&self, position: &Position) -> Position {
        let mut position = position.clone();
        close(&mut position);
        for _ in 0..DECISIONS {
            let next = match position.to_act() {
                ToAct::Nobody(_) => None,
                ToAct::Lots(_) => {
                    let mut after = position.clone();
                    let drawn = after.resolve(Lots(0)).is_ok();
                    close(&mut after);
                    drawn.then_some(after)
                }
                ToAct::Secretly(_) => match position.asked() {
                    Asked::Cards(_) => {
                        let ends = self.ends(&position, 0);
                        ends.first()
                            .and_then(|(end, _)| fights::fought(&position, *end))
                    }
                    Asked::Shot { .. } => {
                        let mut after = lines::flown(&position, Line::High, Line::High);
                        after.iter_mut().for_each(close);
                        after
                    }
                    _ => None,
                },
                ToAct::One(_) if is_moving(&position) => None,
                ToAct::One(side) => {
                    let order = self.decided(&position, side, 1);
                    order.and_then(|order| {
                        let mut after = position.clone();
                        after.apply(side, &order).ok()?;
                        Some(after)
                    })
                }
            };
            match next {
                Some(next) => position = next,
                None => break,
            }
        }
        position
    }
}

/// True if a side may move: the turn's moves are not over.
pub(super) fn is_moving(position: &Position) -> bool {
    matches!(position.asked(), Asked::Move { .. })
}

/// Ends the moves of the turn under way, if they are not over.
fn close(position: &mut Position) {
    if let ToAct::One(side) = position.to_act()
        && is_moving(position)
    {
        // never refused while moves are asked; a refusal leaves the position as it was
        let _ended = position.apply(side, &Order::End);
    }
}

/// None if nothing was counted.
fn mean(sum: i64, counted: i64) -> Option<i32> {
    (counted > 0).then(|| i32::try_from(sum / counted).unwrap_or(0))
}
