//! The value of a WarGame position, term by term.

use board::Cell;
use rules::wargame::{Class, Kind, Outcome, Position, Side, Switch};

use super::facts::Facts;
use super::look::Look;
use super::survey::{Placed, Survey};
use super::threats::Threats;
use super::window::Window;
use crate::trial::WON;

/// The value of a position to `mover` if the turn of `mover` ends here and the other side moves next.
///
/// The terms: material, without the enemy's units that fall for want of supply at the end of this turn; the nearness of
/// each side to losing by its leaders; the kills each side could make in its next turn, limited by its orders and by
/// the reply; units that three enemies could cut off; the chain of command and the reach of orders; the way still to go
/// to enemy leaders, and to towns if towns win. The way to go weighs more from turn to turn, and possible losses weigh
/// less, so that two cautious players come to blows.
pub(super) fn value(position: &Position, survey: &Survey, facts: &Facts, mover: Side) -> i32 {
    match position.outcome() {
        Some(Outcome::Drawn(_)) => return 0,
        Some(Outcome::Won(winner, _)) if winner == mover => return 2 * WON,
        Some(Outcome::Won(..)) => return -2 * WON,
        None => {}
    }
    let enemy = mover.opponent();
    let look = Look::new(position, survey, facts, enemy);
    // only the enemy's units can fall for want of supply now: supply is checked for it at the end of this turn
    let standing = look.standing(mover) - look.standing(enemy);
    standing - look.danger(enemy) + look.chances(mover)
}

/// The cost of each cell by which a leader is ahead of every unit that is no leader.
const AHEAD: i32 = 15;

impl Look<'_> {
    /// Material, command, advance, towns and the nearness of defeat of one side.
    fn standing(&self, side: Side) -> i32 {
        let eagerness = self.eagerness;
        // the way still to go from the foremost unit that is no leader
        let mut front = i32::MAX;
        let mut sum = -self.plight(side);
        for placed in self.survey.units() {
            let kind = self.facts.of(placed.unit.kind);
            if placed.unit.side != side || kind.level > 0 {
                continue;
            }
            let to_go = self.facts.to_go(side, placed.cell);
            // a Command Post moves only in tow, so it must not count as the front
            if kind.class != Class::Post {
                front = front.min(to_go);
            }
            if self.is_gone(placed.cell) {
                continue;
            }
            sum += kind.worth;
            if kind.class == Class::Post {
                sum += self.post(placed.cell);
                continue;
            }
            sum -= to_go * eagerness;
            if self.acts(placed) {
                sum += 20 + (12 - to_go).max(0) * 4;
            } else {
                let leaders = self.staying_leaders(side);
                let home = leaders.map(|(cell, _)| self.facts.board.distance(cell, placed.cell));
                sum -= i32::from(home.min().unwrap_or(12).min(12)) * 6;
            }
            sum -= self.exposure(placed);
        }
        let front = if front == i32::MAX { 0 } else { front };
        for (cell, kind) in self.staying_leaders(side) {
            let to_go = self.facts.to_go(side, cell);
            // leaders follow the others, the highest last
            let behind = 2 + 2 * i32::from(kind.level());
            sum += self.facts.of(kind).worth;
            sum -= (to_go - behind).max(0) * eagerness * 2 / 3;
            sum -= (front - to_go).max(0) * AHEAD;
            if !self.survey.is_in_command(side, cell) {
                sum -= 150 + self.gap(side, cell, kind) * 25;
            }
        }
        sum + self.towns(side)
    }

    /// The cells missing until a leader out of command is in command.
    fn gap(&self, side: Side, cell: Cell, kind: Kind) -> i32 {
        let others = self.staying_leaders(side);
        let superiors = others.filter(|(_, other)| other.level() > kind.level());
        let gap = |(other, rank): (Cell, Kind)| {
            let distance = self.facts.board.distance(other, cell);
            i32::from(distance.saturating_sub(rank.radius()))
        };
        superiors.map(gap).min().unwrap_or(0).min(12)
    }

    /// The loss to be feared of a unit without a friend beside it, by the enemies near who could surround it.
    /// Rules: wargame 1.11.
    fn exposure(&self, placed: &Placed) -> i32 {
        let (side, cell) = (placed.unit.side, placed.cell);
        if self.survey.is_beside(self.facts, side, cell) {
            return 0;
        }
        let enemies = self.survey.army(side.opponent()).around(cell);
        let near = enemies.and(Window::square(4)).cells(cell);
        match near
            .filter(|other| self.facts.board.distance(*other, cell) <= 4)
            .count()
        {
            // three enemies at least to cut a unit off; wargame 1.11
            0..3 => 0,
            takers => {
                let share = i32::try_from(takers.min(8)).unwrap_or(8);
                self.facts.of(placed.unit.kind).worth * share / 24
            }
        }
    }

    /// The part of its worth that a threatened unit counts as lost, in percent; falls from turn to turn, and faster
    /// while nothing is removed.
    fn caution(&self) -> i32 {
        (100 - self.turn() / 3 - i32::from(self.position.quiet())).max(50)
    }

    /// The nearness of a Command Post to a town, if the option `plant` asks for one.
    fn post(&self, post: Cell) -> i32 {
        if !self.game.has(Switch::Plant) {
            return 0;
        }
        let middle = self.facts.middle_towns.iter();
        let steps = middle.map(|town| self.facts.board.distance(*town, post));
        -i32::from(steps.min().unwrap_or(0)) * (self.eagerness + 20)
    }

    /// The worth of the towns, if they win: towns held and, for each other town, the nearness of the nearest unit;
    /// steep near the number needed.
    fn towns(&self, side: Side) -> i32 {
        if !self.game.has(Switch::Towns) {
            return 0;
        }
        let (mut held, mut sum) = (0, 0);
        for &town in &self.facts.towns {
            if self
                .position
                .unit(town)
                .is_some_and(|unit| unit.side == side)
            {
                held += 1;
                continue;
            }
            let own = self.survey.units().iter();
            let own = own.filter(|placed| placed.unit.side == side);
            let steps = own.map(|placed| i32::from(self.facts.board.distance(town, placed.cell)));
            sum -= steps.min().unwrap_or(40) * (self.eagerness + 12);
        }
        let missing = i32::from(self.game.towns) - held;
        let prospect = if missing > 0 {
            2000 / (missing + 1)
        } else {
            5000
        };
        sum + held * 250 + prospect
    }

    /// The worth of what `side` could kill if it moved next.
    fn danger(&self, side: Side) -> i32 {
        let threats = self.threats(side);
        let victim = side.opponent().index();
        // with sudden death the worth of the deciding unit says as much
        let is_lost = threats.leaders >= self.lives[victim].max(1) && !self.has_sudden_death();
        threats.sum * self.caution() / 100 + if is_lost { 12_000 } else { 0 }
    }

    /// The worth of what `side` could kill in its next turn if the other side moved first: little is left, since the
    /// other side saves its best units or strikes first.
    fn chances(&self, side: Side) -> i32 {
        let Threats { sum, best, .. } = self.threats(side);
        (sum - best) / 10 + best / 20
    }
}
