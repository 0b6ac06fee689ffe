use board::Cell;
use rules::warlord::{Kind, Position, Terrain};
use rules::warlord::{Outcome, Side};

use super::distance::Distances;
use super::exchange::{Entry, Few, exchange};
use super::leaders::Leaders;
use super::survey::Survey;
use super::worth;
use crate::trial::WON;

/// The value of a position to `mover` if the turn of `mover` ends here and the other side moves next.
///
/// The terms: material; the nearness of each side to losing by its leaders; the captures each side could make in its
/// next turn, limited by its orders and by recapture; the pending claim; command of units near the enemy; the way still
/// to go to enemy leaders and towns; towns held. The way to go weighs more from turn to turn, and possible losses weigh
/// less, so that two cautious players come to blows.
pub(super) fn value(
    position: &Position,
    survey: &Survey,
    distances: &Distances,
    goals: &[Vec<Cell>; 2],
    mover: Side,
) -> i32 {
    match position.outcome() {
        Some(Outcome::Drawn(_)) => return 0,
        Some(Outcome::Won(winner, _)) if winner == mover => return 2 * WON,
        Some(Outcome::Won(..)) => return -2 * WON,
        None => {}
    }
    let look = Look::new(position, survey, distances, goals);
    let enemy = mover.opponent();
    let standing = look.standing(mover) - look.standing(enemy);
    let danger = look.threats(enemy);
    let chances = look.threats(mover);
    standing - danger.next(&look) + chances.later() + look.claim(mover, &danger)
}

/// The facts of a position that several terms use, worked out once.
struct Look<'a> {
    position: &'a Position,
    survey: &'a Survey,
    distances: &'a Distances,
    goals: &'a [Vec<Cell>; 2],
    leaders: [Leaders; 2],
    /// For each unit of the survey: the number of leaders of its side within range, without the unit itself.
    command: Vec<u8>,
    /// For each unit: the enemy units that cover its cell.
    attackers: Vec<Few>,
    /// For each unit: the units of its own side that cover its cell and could act.
    guards: Vec<Few>,
}

impl<'a> Look<'a> {
    fn new(
        position: &'a Position,
        survey: &'a Survey,
        distances: &'a Distances,
        goals: &'a [Vec<Cell>; 2],
    ) -> Self {
        let leaders = Side::BOTH.map(|side| Leaders::new(position, survey, side));
        let units = survey.units();
        let (board, range) = (position.game().board(), position.game().range);
        let command = units
            .iter()
            .map(|placed| {
                let cells = leaders[placed.unit.side.index()].cells.iter();
                let near = cells
                    .filter(|cell| board.distance(**cell, placed.cell) <= range)
                    .count();
                (near - usize::from(placed.unit.kind.is_leader())) as u8
            })
            .collect();
        let mut look = Self {
            position,
            survey,
            distances,
            goals,
            leaders,
            command,
            attackers: vec![Few::default(); units.len()],
            guards: vec![Few::default(); units.len()],
        };
        for place in 0..units.len() {
            look.note_covered(place);
        }
        look
    }

    fn note_covered(&mut self, place: usize) {
        let survey = self.survey;
        let units = survey.units();
        let placed = &units[place];
        let acts = self.acts(place);
        let entry = (!acts, worth(placed.unit.kind), place);
        for target in survey.covered_by(placed) {
            if units[target].unit.side != placed.unit.side {
                self.attackers[target].add(entry);
            } else if acts {
                self.guards[target].add(entry);
            }
        }
    }

    /// Tells if the unit could act in a fresh turn of its side, with the leaders on their present cells.
    fn acts(&self, place: usize) -> bool {
        self.command[place] > 0
            || match self.survey.units()[place].unit.kind {
                Kind::Leader1 | Kind::Leader2 | Kind::Leader3 | Kind::Promoted => true,
                Kind::LightCavalry => self.position.game().options.self_activating,
                _ => false,
            }
    }

    /// The number of orders of a side in its next turn. Rules: warlord 2.7.
    fn orders(&self, side: Side) -> usize {
        let left = u16::try_from(self.leaders[side.index()].left()).unwrap_or(u16::MAX);
        let next = self.position.turn().saturating_add(1);
        usize::from(self.position.game().cap(next, left))
    }

    /// Material, command, advance, towns and the nearness of defeat of one side.
    fn standing(&self, side: Side) -> i32 {
        let game = self.position.game();
        let leaders = &self.leaders[side.index()];
        let prey = &self.goals[side.opponent().index()];
        let eagerness = self.eagerness();
        let mut sum = -leaders.plight();
        for (place, placed) in self.survey.units().iter().enumerate() {
            if placed.unit.side != side {
                continue;
            }
            sum += worth(placed.unit.kind);
            let to_go = nearest(self.distances, prey, placed.cell).min(40);
            let is_leader = placed.unit.kind.is_leader();
            if is_leader {
                sum -= to_go * eagerness / 8;
                continue;
            }
            sum -= to_go * eagerness;
            if self.acts(place) {
                sum += 20 + (12 - to_go).max(0) * 4;
            } else {
                let home = nearest(self.distances, &leaders.cells, placed.cell).min(12);
                sum -= home * 5;
            }
            let promotes = match placed.unit.kind {
                Kind::Infantry => game.options.promote_infantry,
                Kind::LightCavalry => game.options.promote_light,
                _ => false,
            };
            if promotes {
                sum += (8 - self.ranks_to_go(side, placed.cell)).max(0) * 8;
            }
        }
        sum + self.towns(side)
    }

    /// Points for each step nearer to the enemy; grows from turn to turn.
    fn eagerness(&self) -> i32 {
        10 + self.turn() / 3
    }

    /// The part of its worth that a threatened unit counts as lost, in percent; falls from turn to turn.
    fn caution(&self) -> i32 {
        (100 - self.turn() / 3).max(50)
    }

    fn turn(&self) -> i32 {
        i32::try_from(self.position.turn().min(240)).unwrap_or(240)
    }

    fn ranks_to_go(&self, side: Side, cell: Cell) -> i32 {
        let rank = match side {
            Side::White => self.position.board().ranks() - 1 - cell.rank(),
            Side::Black => cell.rank(),
        };
        i32::from(rank)
    }

    /// The worth of the towns: towns held and, for each other town, the nearness of the nearest unit; steep near the
    /// number needed.
    fn towns(&self, side: Side) -> i32 {
        let game = self.position.game();
        let Some(towns) = game.towns else {
            return 0;
        };
        let units = self.survey.units().iter();
        let own_units = units.filter(|placed| placed.unit.side == side);
        let mut held = 0;
        let mut sum = 0;
        let cells = game.terrain.iter();
        for (cell, _) in cells.filter(|(_, terrain)| **terrain == Terrain::Town) {
            let unit = self.position.unit(cell);
            if unit.is_some_and(|unit| unit.side == side) {
                held += 1;
            } else {
                let own = own_units.clone();
                let steps = own.map(|placed| i32::from(self.distances.between(cell, placed.cell)));
                sum -= steps.min().unwrap_or(40).min(40) * (self.eagerness() + 12);
            }
        }
        let missing = i32::from(towns.needed) - held;
        let prospect = if missing > 0 {
            2000 / (missing + 1)
        } else {
            5000
        };
        sum + held * 250 + prospect
    }

    /// The captures `side` could make in its next turn, best first: as many as the side has orders, and no unit used
    /// twice.
    fn threats(&self, side: Side) -> Threats {
        let units = self.survey.units();
        let mut profits: Vec<Threat> = Vec::new();
        for (place, placed) in units.iter().enumerate() {
            if placed.unit.side == side || self.attackers[place].is_empty() {
                continue;
            }
            let mut prize = worth(placed.unit.kind);
            if placed.unit.kind.is_leader() {
                prize += self.leaders[placed.unit.side.index()].plight() / 2;
            }
            let by = self.attackers[place];
            let profit = self.profit(place, prize, by.list());
            if profit > 0 {
                profits.push(Threat {
                    target: place,
                    prize,
                    profit,
                });
            }
        }
        profits.sort_by_key(|threat| std::cmp::Reverse(threat.profit));
        let mut used: Vec<usize> = Vec::new();
        let mut taken = Threats::default();
        for threat in &profits {
            if taken.profits.len() >= self.orders(side) {
                break;
            }
            let mut free = self.attackers[threat.target];
            free.retain(|place| !used.contains(&place));
            let profit = self.profit(threat.target, threat.prize, free.list());
            let (Some((idle, _, by)), 1..) = (free.list().first(), profit) else {
                continue;
            };
            used.push(*by);
            taken.profits.push(profit);
            let target = units[threat.target].unit;
            if !idle && target.kind.is_leader() {
                taken.leaders += 1;
            }
            taken.against = Some(target.side);
        }
        taken
    }

    /// The gain of capturing that unit, if any, when the attackers and the guards take turns, cheapest first, as long
    /// as a capture pays. A first attacker out of command may never capture, so its gain counts for less.
    fn profit(&self, target: usize, prize: i32, by: &[Entry]) -> i32 {
        let Some((idle, ..)) = by.first() else {
            return 0;
        };
        let net = exchange(prize, by, self.guards[target].list()).max(prize / 16);
        if *idle { net * 2 / 5 } else { net }
    }

    /// The short game's claim, as if the turn of `mover` ended here; `danger` is the captures of the other side.
    /// Rules: warlord 3.2.
    fn claim(&self, mover: Side, danger: &Threats) -> i32 {
        let short = usize::from(self.position.game().options.short);
        if short == 0 {
            return 0;
        }
        let enemy = mover.opponent();
        let ours = self.leaders[enemy.index()].lost;
        let theirs = self.leaders[mover.index()].lost;
        if self.position.claim() == Some(enemy) && ours < theirs {
            // The game would be lost at the end of this turn.
            return -WON / 10 * narrow(theirs - ours);
        }
        if ours >= short && ours > theirs {
            let beyond_reply = danger.leaders < ours - theirs;
            return 2500 + if beyond_reply { 10_000 } else { 0 };
        }
        // On the way to a claim, a lead in leaders is worth more the nearer the number needed.
        let lead = narrow(ours) - narrow(theirs);
        lead * 600 * narrow(ours.max(theirs)) / narrow(short)
    }
}

/// An enemy unit that could be captured.
struct Threat {
    target: usize,
    prize: i32,
    profit: i32,
}

/// The captures one side could make in one turn.
#[derive(Debug, Default)]
struct Threats {
    /// The gains, the best first.
    profits: Vec<i32>,
    /// The number of leaders among the targets of units that could act at once.
    leaders: usize,
    against: Option<Side>,
}

impl Threats {
    /// The worth of the captures when the side moves next.
    fn next(&self, look: &Look<'_>) -> i32 {
        let sum: i32 = self.profits.iter().sum();
        let lost = self
            .against
            .is_some_and(|side| self.leaders >= look.leaders[side.index()].lives());
        sum * look.caution() / 100 + if lost { 12_000 } else { 0 }
    }

    /// The worth of the captures when the other side moves first: little is left, since the other side saves its best
    /// target or strikes first; of the rest a bit more is left, since the other side cannot save every target.
    fn later(&self) -> i32 {
        let sum: i32 = self.profits.iter().sum();
        let best = self.profits.first().copied().unwrap_or(0);
        (sum - best) / 10 + best / 20
    }
}

fn narrow(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn nearest(distances: &Distances, goals: &[Cell], from: Cell) -> i32 {
    let steps = goals.iter().map(|goal| distances.between(*goal, from));
    i32::from(steps.min().unwrap_or(0))
}
