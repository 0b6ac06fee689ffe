use board::{Board, Cell};
use rules::wargame::{Class, Game, Kind, Outcome, Position, Side, Switch, Terrain};

use super::attacks::{self, Attacks};
use super::survey::Survey;
use super::worth;
use crate::trial::WON;

/// The value of a position to `mover` if the turn of `mover` ends here and the other side moves next.
///
/// The terms: material, without the enemy's units that fall for want of supply at the end of this turn; the nearness of
/// each side to losing by its leaders; the kills each side could make in its next turn, limited by its orders and by
/// the reply; units that three enemies could cut off; the chain of command and the reach of orders; the way still to go
/// to enemy leaders, and to towns where towns win. The way to go weighs more from turn to turn, and possible losses
/// weigh less, so that two cautious players come to blows.
pub(super) fn value(
    position: &Position,
    survey: &Survey,
    goals: &[Vec<Cell>; 2],
    mover: Side,
) -> i32 {
    match position.outcome() {
        Some(Outcome::Drawn(_)) => return 0,
        Some(Outcome::Won(winner, _)) if winner == mover => return 2 * WON,
        Some(Outcome::Won(..)) => return -2 * WON,
        None => {}
    }
    let enemy = mover.opponent();
    let fallen = position.out_of_supply(enemy);
    let look = Look::new(position, survey, goals, &fallen);
    let standing = look.standing(mover) - look.standing(enemy);
    standing - look.danger(enemy) + look.chances(mover)
}

/// The least number of leaders whose loss loses the game. Rules: wargame 1.12, 2.7.
pub(super) fn lives(position: &Position, side: Side) -> usize {
    let game = position.game();
    let left = position.leaders_left(side);
    let by_number = if game.has(Switch::Short) {
        (left + 1).saturating_sub(game.cap.into())
    } else {
        left
    };
    // the loss of one unit may be enough
    if game.has(Switch::Banner) || game.has(Switch::Commander) {
        by_number.min(1)
    } else {
        by_number
    }
}

/// The cost of each cell by which a leader is ahead of every unit that is no leader.
const AHEAD: i32 = 15;

/// The facts of a position that several terms use, worked out once.
struct Look<'a> {
    position: &'a Position,
    game: &'a Game,
    board: Board,
    survey: &'a Survey,
    goals: &'a [Vec<Cell>; 2],
    /// For each unit of the survey: gone at the end of this turn.
    is_gone: Vec<bool>,
    /// For each unit of the survey: the unit may be given an order as things stand.
    acts: Vec<bool>,
    leaders: [Vec<(Cell, Kind)>; 2],
    lives: [usize; 2],
}

impl<'a> Look<'a> {
    fn new(
        position: &'a Position,
        survey: &'a Survey,
        goals: &'a [Vec<Cell>; 2],
        fallen: &[Cell],
    ) -> Self {
        let game = &**position.game();
        let board = position.board();
        let units = survey.units();
        let mut is_gone = vec![false; units.len()];
        for cell in fallen {
            if let Some(place) = survey.place(*cell) {
                is_gone[place] = true;
            }
        }
        let commanded = Side::BOTH.map(|side| position.in_command(side));
        let mut leaders = [Vec::new(), Vec::new()];
        for (placed, is_gone) in units.iter().zip(&is_gone) {
            if placed.unit.kind.is_leader() && !is_gone {
                leaders[placed.unit.side.index()].push((placed.cell, placed.unit.kind));
            }
        }
        let acts = units.iter().map(|placed| {
            let (side, kind) = (placed.unit.side.index(), placed.unit.kind);
            if kind.is_leader() {
                return commanded[side].binary_search(&placed.cell).is_ok();
            }
            leaders[side]
                .iter()
                .any(|(cell, kind)| board.distance(*cell, placed.cell) <= game.order_range(*kind))
        });
        let lost = |side: Side| {
            let gone = units.iter().zip(&is_gone).filter(|(placed, is_gone)| {
                **is_gone && placed.unit.side == side && placed.unit.kind.is_leader()
            });
            gone.count()
        };
        Self {
            acts: acts.collect(),
            lives: Side::BOTH.map(|side| lives(position, side).saturating_sub(lost(side))),
            position,
            game,
            board,
            survey,
            goals,
            is_gone,
            leaders,
        }
    }

    /// Material, command, advance, towns and the nearness of defeat of one side.
    fn standing(&self, side: Side) -> i32 {
        let prey = &self.goals[side.opponent().index()];
        let eagerness = self.eagerness();
        let front = self.front(side);
        let mut sum = -self.plight(side);
        for (place, placed) in self.survey.units().iter().enumerate() {
            if placed.unit.side != side || self.is_gone[place] {
                continue;
            }
            let kind = placed.unit.kind;
            sum += worth(self.game, kind);
            if kind.class() == Class::Post {
                sum += self.post(placed.cell);
                continue;
            }
            let to_go = nearest(self.board, prey, placed.cell).min(40);
            if kind.is_leader() {
                // leaders follow the others, the highest last
                let behind = 2 + 2 * i32::from(kind.level());
                sum -= (to_go - behind).max(0) * eagerness * 2 / 3;
                sum -= (front - to_go).max(0) * AHEAD;
                if !self.acts[place] {
                    sum -= 150 + self.gap(side, placed.cell, kind) * 25;
                }
                continue;
            }
            sum -= to_go * eagerness;
            if self.acts[place] {
                sum += 20 + (12 - to_go).max(0) * 4;
            } else {
                let leaders = self.leaders[side.index()].iter();
                let home = leaders.map(|(cell, _)| self.board.distance(*cell, placed.cell));
                sum -= i32::from(home.min().unwrap_or(12).min(12)) * 6;
            }
            sum -= self.exposure(place);
        }
        sum + self.towns(side)
    }

    /// The way still to go to the enemy's leaders from the foremost unit that is no leader.
    fn front(&self, side: Side) -> i32 {
        let prey = &self.goals[side.opponent().index()];
        let units = self.survey.units().iter().filter(|placed| {
            let kind = placed.unit.kind;
            placed.unit.side == side && !kind.is_leader() && kind.class() != Class::Post
        });
        let to_go = units.map(|placed| nearest(self.board, prey, placed.cell));
        to_go.min().unwrap_or(0).min(40)
    }

    /// The cells missing until a leader out of command is in command.
    fn gap(&self, side: Side, cell: Cell, kind: Kind) -> i32 {
        let others = self.leaders[side.index()].iter();
        let superiors = others.filter(|(_, other)| other.level() > kind.level());
        let gap = |(other, rank): &(Cell, Kind)| {
            let distance = self.board.distance(*other, cell);
            i32::from(distance.saturating_sub(rank.radius()))
        };
        superiors.map(gap).min().unwrap_or(0).min(12)
    }

    /// The loss to be feared of a unit without a friend beside it, by the enemies near who could surround it.
    /// Rules: wargame 1.11.
    fn exposure(&self, place: usize) -> i32 {
        let placed = &self.survey.units()[place];
        let side = placed.unit.side;
        let is_own = |cell: Cell| {
            let unit = self.position.unit(cell);
            unit.is_some_and(|unit| unit.side == side)
        };
        if self.board.neighbors(placed.cell).any(is_own) {
            return 0;
        }
        let near = self.board.within(placed.cell, 4).filter(|cell| {
            let unit = self.position.unit(*cell);
            unit.is_some_and(|unit| unit.side != side)
        });
        match near.count() {
            0..3 => 0,
            takers => {
                let share = i32::try_from(takers.min(8)).unwrap_or(8);
                worth(self.game, placed.unit.kind) * share / 24
            }
        }
    }

    /// The cost of being near defeat; steep near the end.
    fn plight(&self, side: Side) -> i32 {
        let left = self.leaders[side.index()].len().max(1);
        let left = i32::try_from(left).unwrap_or(i32::MAX);
        let lives = i32::try_from(self.lives[side.index()].max(1)).unwrap_or(i32::MAX);
        2000 / left.min(if self.has_sudden_death() { left } else { lives })
    }

    /// Tells if a single unit other than the last leader may decide the game; its worth says so already.
    const fn has_sudden_death(&self) -> bool {
        self.game.has(Switch::Banner) || self.game.has(Switch::Commander)
    }

    /// Points for each step nearer to the enemy; grows from turn to turn, and faster while nothing is removed.
    fn eagerness(&self) -> i32 {
        10 + self.turn() / 3 + i32::from(self.position.quiet())
    }

    /// The part of its worth that a threatened unit counts as lost, in percent; falls from turn to turn, and faster while
    /// nothing is removed.
    fn caution(&self) -> i32 {
        (100 - self.turn() / 3 - i32::from(self.position.quiet())).max(50)
    }

    fn turn(&self) -> i32 {
        i32::try_from(self.position.turn().min(240)).unwrap_or(240)
    }

    /// The nearness of a Command Post to a town, where the option `plant` asks for a town.
    fn post(&self, post: Cell) -> i32 {
        if !self.game.has(Switch::Plant) {
            return 0;
        }
        let middle = self
            .towns_there()
            .filter(|cell| self.game.middle.contains(&cell.rank()));
        let steps = middle.map(|town| self.board.distance(town, post)).min();
        -i32::from(steps.unwrap_or(0)) * (self.eagerness() + 20)
    }

    fn towns_there(&self) -> impl Iterator<Item = Cell> {
        let ground = self.game.terrain.iter();
        ground.filter_map(|(cell, terrain)| (*terrain == Terrain::Town).then_some(cell))
    }

    /// The worth of the towns where they win: towns held and, for each other town, the nearness of the nearest unit;
    /// steep near the number needed.
    fn towns(&self, side: Side) -> i32 {
        if !self.game.has(Switch::Towns) {
            return 0;
        }
        let (mut held, mut sum) = (0, 0);
        for town in self.towns_there() {
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
            let steps = own.map(|placed| i32::from(self.board.distance(town, placed.cell)));
            sum -= steps.min().unwrap_or(40) * (self.eagerness() + 12);
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
        let sum: i32 = threats.profits.iter().sum();
        let victim = side.opponent().index();
        let is_lost = threats.leaders >= self.lives[victim].max(1) && !self.has_sudden_death();
        sum * self.caution() / 100 + if is_lost { 12_000 } else { 0 }
    }

    /// The worth of what `side` could kill in its next turn if the other side moved first: little is left, since the
    /// other side saves its best units or strikes first.
    fn chances(&self, side: Side) -> i32 {
        let profits = self.threats(side).profits;
        let sum: i32 = profits.iter().sum();
        let best = profits.first().copied().unwrap_or(0);
        (sum - best) / 10 + best / 20
    }

    /// The kills `side` could make in one turn, best first: as many as the side has orders, and no unit used twice.
    fn threats(&self, side: Side) -> Threats {
        let mut found: Vec<Threat> = Vec::new();
        let units = self.survey.units();
        for (by, placed) in units.iter().enumerate() {
            let Attacks { fire, charge } = placed.attacks;
            let can = placed.unit.side == side && !self.is_gone[by];
            if !can || fire.is_empty() && charge.is_empty() {
                continue;
            }
            let fired = fire.cells(placed.cell).map(|cell| (cell, true));
            let charged = charge.cells(placed.cell).map(|cell| (cell, false));
            for (cell, is_fire) in fired.chain(charged) {
                let Some(target) = self
                    .survey
                    .place(cell)
                    .filter(|place| !self.is_gone[*place])
                else {
                    continue;
                };
                let profit = self.profit(by, target, is_fire);
                if profit > 0 {
                    found.push(Threat { by, target, profit });
                }
            }
        }
        found.sort_by_key(|threat| std::cmp::Reverse(threat.profit));
        let orders = usize::from(self.game.cap).min(self.leaders[side.index()].len());
        let (mut used, mut hit) = (vec![false; units.len()], vec![false; units.len()]);
        let mut threats = Threats::default();
        for Threat { by, target, profit } in found {
            if threats.profits.len() >= orders {
                break;
            }
            if used[by] || hit[target] {
                continue;
            }
            (used[by], hit[target]) = (true, true);
            threats.profits.push(profit);
            if self.acts[by] && units[target].unit.kind.is_leader() {
                threats.leaders += 1;
            }
        }
        threats
    }

    /// The gain of a kill, less the loss to be feared in the reply where the unit has to go to its victim. A unit that
    /// no order reaches as things stand may never kill, so its gain counts for less.
    fn profit(&self, by: usize, target: usize, is_fire: bool) -> i32 {
        let units = self.survey.units();
        let (killer, victim) = (&units[by], &units[target]);
        let mut prize = worth(self.game, victim.unit.kind);
        if victim.unit.kind.is_leader() {
            prize += self.plight(victim.unit.side) / 2;
        }
        let cost = if !is_fire && self.is_guarded(target) {
            worth(self.game, killer.unit.kind) * 3 / 5
        } else {
            0
        };
        let net = (prize - cost).max(prize / 16);
        if self.acts[by] { net } else { net * 2 / 5 }
    }

    /// Tells if a unit of the victim's side stands near enough to strike back at the victim's cell.
    fn is_guarded(&self, target: usize) -> bool {
        let units = self.survey.units();
        let victim = &units[target];
        units.iter().enumerate().any(|(place, placed)| {
            place != target
                && placed.unit.side == victim.unit.side
                && self.acts[place]
                && self.board.distance(placed.cell, victim.cell)
                    <= attacks::reach(self.game, placed.unit.kind).min(3)
        })
    }
}

/// An enemy unit that could be killed.
struct Threat {
    by: usize,
    target: usize,
    profit: i32,
}

/// The kills one side could make in one turn.
#[derive(Debug, Default)]
struct Threats {
    /// The gains, the best first.
    profits: Vec<i32>,
    /// The number of leaders among the targets of units that could act at once.
    leaders: usize,
}

fn nearest(board: Board, goals: &[Cell], from: Cell) -> i32 {
    let steps = goals.iter().map(|goal| board.distance(*goal, from));
    i32::from(steps.min().unwrap_or(0))
}
