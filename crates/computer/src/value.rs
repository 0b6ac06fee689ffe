//! Who stands better in a position, in units' worth and as a chance to win.

use std::sync::atomic::AtomicBool;

use rules::{AnyOrder, AnyPosition, Rules as _, Side, Sides, ToAct};

use crate::curve::{Curve, MOST};
use crate::level::Skill;
use crate::{Budget, Thinking, curve, decide, expected, judge};

/// How a side stands in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub side: Side,
    /// The chance to win, in per mille; a draw counts as half a win. Allies win together, and each has the whole chance.
    pub win: u16,
    /// Half of the 95 % interval around it, in per mille.
    pub error: u16,
    /// What the side is ahead by, in tenths of an infantry's worth, with the turn already counted in: 0 if both are even.
    /// 9999 stands for a game that is decided.
    pub tenths: i32,
}

/// A position with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Valued {
    /// Every side, in the order of the sides.
    pub standings: Vec<Standing>,
    /// The best turn found, as [`crate::choose`] gives it; empty if no side has a turn to give.
    pub turn: Vec<AnyOrder>,
    /// The value to the side with the turn before it is made a chance, in points of the judgment; `None` if no side has
    /// a turn.
    pub points: Option<i32>,
}

/// The value of a position, by a search of that many orders; `None` before the first turn, as while set-ups are awaited,
/// and for a family without a judgment.
///
/// The value depends on the position, the number of orders and the seed alone. With three and more parties each is valued
/// by a search of its own, where all others play against it, and the chances share one whole. Soon after `stop` is set
/// the search ends, and what it returns has no meaning.
pub fn value(position: &AnyPosition, nodes: u64, seed: u64, stop: &AtomicBool) -> Option<Valued> {
    let curve = curve(position)?;
    let mut report = |_, _, _| {};
    let mut thinking = Thinking {
        budget: Budget::Nodes(nodes),
        seed,
        skill: Skill::WHOLE,
        threads: 1,
        stop,
        report: &mut report,
        value: None,
    };
    if let ToAct::Nobody(outcome) = position.to_act() {
        return Some(over(position, outcome.winners()));
    }
    let mover = match position.to_act() {
        ToAct::One(side) => side,
        _ => position.turn().side,
    };
    let parties = parties(position);
    let own = parties.iter().position(|party| party.contains(mover))?;
    let mut turn = Vec::new();
    let mut points = None;
    if let ToAct::One(side) = position.to_act() {
        turn = decide(position, side, &mut thinking);
        points = thinking.value.take();
    }
    let value = match points {
        Some(points) => points,
        // a turn found without a search, or what follows a turn
        None => match expected(position, mover, &mut thinking) {
            Some(value) => value,
            None => judge(position).filter(|_| !turn.is_empty())?,
        },
    };
    let mut views = vec![View::new(curve, value); parties.len()];
    for (place, party) in parties
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != own)
    {
        views[place] = match parties.len() {
            2 => views[own].other(),
            _ => {
                let side = party.iter().next()?;
                // searched by the mover, who plays against the party: so the party's value is the negative of the mover's
                View::new(curve, -expected(position, side, &mut thinking)?).other()
            }
        };
    }
    // each view alone is too dark: all others played against it
    let whole: f64 = views.iter().map(|view| view.chance).sum();
    if parties.len() > 2 && whole > 0.0 {
        for view in &mut views {
            view.chance /= whole;
        }
    }
    Some(Valued {
        standings: standings(position, &parties, &views),
        turn,
        points,
    })
}

/// How far chances of a family lie apart, in per mille, when only the seed of the search differs (root mean square); 0 for a
/// family without a judgment.
pub fn noise(position: &AnyPosition) -> f64 {
    curve(position).map_or(0.0, |curve| curve.noise)
}

/// The view that one search gives of a party.
#[derive(Debug, Clone, Copy)]
struct View {
    chance: f64,
    error: f64,
    tenths: i32,
}

impl View {
    fn new(curve: &Curve, points: i32) -> Self {
        let chance = curve.chance(points);
        Self {
            chance,
            error: curve.error(points),
            tenths: match points {
                crate::trial::WON.. => MOST,
                points if points <= -crate::trial::WON => -MOST,
                points => curve.tenths(points),
            },
        }
    }

    /// The same of the only other party.
    fn other(self) -> Self {
        Self {
            chance: 1.0 - self.chance,
            tenths: -self.tenths,
            ..self
        }
    }
}

/// The sides that win together, in the order of their first sides; without those that are out of the game.
fn parties(position: &AnyPosition) -> Vec<Sides> {
    let mut parties: Vec<Sides> = Vec::new();
    let left = position.sides().without(position.out());
    for side in left.iter() {
        if !parties.iter().any(|party| party.contains(side)) {
            parties.push(position.team(side));
        }
    }
    parties
}

fn standings(position: &AnyPosition, parties: &[Sides], views: &[View]) -> Vec<Standing> {
    let sides = position.sides();
    let standing = |side: Side| {
        let place = parties.iter().position(|party| party.contains(side));
        let view = place.and_then(|place| views.get(place)).copied();
        // a side that is out has lost
        let view = view.unwrap_or(View {
            chance: 0.0,
            error: 0.0,
            tenths: -MOST,
        });
        Standing {
            side,
            win: per_mille(view.chance),
            error: per_mille(view.error),
            tenths: view.tenths,
        }
    };
    sides.iter().map(standing).collect()
}

/// The end of a game.
fn over(position: &AnyPosition, winners: Sides) -> Valued {
    let parties = parties(position).len().max(1) as f64;
    let standing = |side: Side| {
        let (chance, tenths) = match (winners.is_empty(), winners.contains(side)) {
            (true, _) => (1.0 / parties, 0),
            (false, true) => (1.0, MOST),
            (false, false) => (0.0, -MOST),
        };
        Standing {
            side,
            win: per_mille(chance),
            error: 0,
            tenths,
        }
    };
    Valued {
        standings: position.sides().iter().map(standing).collect(),
        turn: Vec::new(),
        points: None,
    }
}

fn per_mille(chance: f64) -> u16 {
    // within 0 and 1 by construction, so nothing is cut off
    (chance.clamp(0.0, 1.0) * 1000.0).round() as u16
}
