//! The part of the judgment that stays the same while a turn is chosen.

mod campaign;

use std::collections::VecDeque;

use board::{Board, Cell, Grid};
use rules::warlord::fast::{SPOTS, Spot};
use rules::warlord::{Game, Kind, Position, Side, Terrain, Unit};

/// Constants of one search, shared by the judgments of all its positions: distances over the board, and the weights
/// that follow from the number of the turn.
///
/// Goals are the cells of enemy leaders, and of towns that a side does not hold, as they were when the search began:
/// with the leaders' present cells, a leader that comes forward would bring the enemy nearer to its goal.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) board: Board,
    pub(super) range: u8,
    /// The orders of each side in its next turn, as far as the leaders it has do not lower them.
    pub(super) cap: [usize; 2],
    /// True if a side has no more orders than leaders.
    pub(super) cap_falls: bool,
    pub(super) short: usize,
    /// The towns needed to win; 0 without that ending.
    pub(super) needed: i32,
    /// For each spot the place of its town plus 1; 0 without a town.
    pub(super) town: Box<[u8]>,
    pub(super) town_spots: Box<[Spot]>,
    /// The towns near each spot, one spot after the other, and where each spot's begin.
    near_towns: Box<[NearTown]>,
    near_starts: Box<[u32]>,
    /// For each spot the towns of the window round it, as the bits of [`Spot::in_window`].
    pub(super) town_windows: Box<[u64]>,
    /// Points for each step nearer to the enemy; more from turn to turn.
    pub(super) eagerness: i32,
    /// The part of its worth that a threatened unit counts as lost, in percent; less from turn to turn.
    pub(super) caution: i32,
    /// The cost of being near defeat when the search began, by side.
    pub(super) plight: [i32; 2],
    /// The leaders each side had when the game began, and the most it may lose and play on.
    pub(super) whole: [usize; 2],
    pub(super) most_lost: [usize; 2],
    /// The sum of levels below which a side loses; 0 without that ending.
    pub(super) least_level: usize,
    /// Steps to the nearest goal, by side and spot.
    to_go: [Box<[u8]>; 2],
    /// Steps to the side's nearest leader, by side and spot.
    home: [Box<[u8]>; 2],
    /// Steps to the goal of the units near, by side and spot: different from `to_go` if a leader gathers units.
    ways: [Box<[u8]>; 2],
    /// The worth of command over a unit.
    command: i32,
    /// The units' steps for which a leader's step counts as one.
    leader_steps: i32,
    /// By side: the units, leaders left out, when the search began.
    troops: [i32; 2],
    self_activating: bool,
    promotes: [bool; 2],
    ranks: u8,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct NearTown {
    pub(super) place: u8,
    /// The steps between the two, fewer than [`FAR`].
    pub(super) steps: u8,
}

/// No way of the nearest unit to a town counts as longer than this.
pub(super) const FAR: u8 = 8;
/// No way to a goal counts as longer than this: across the largest board, with some detour.
const FARTHEST: u8 = 200;

impl Facts {
    pub(super) fn new(position: &Position) -> Self {
        let game = position.game();
        let land = land(game);
        let leaders = Side::BOTH.map(|side| {
            let own = position.units().filter(|(_, unit)| unit.side == side);
            let leaders = own.filter(|(_, unit)| unit.kind.is_leader());
            leaders.map(|(cell, _)| cell).collect::<Vec<_>>()
        });
        let towns: Vec<Cell> = match game.towns {
            Some(_) => game
                .terrain
                .iter()
                .filter(|(_, terrain)| **terrain == Terrain::Town)
                .map(|(cell, _)| cell)
                // a byte names a town
                .take(u8::MAX.into())
                .collect(),
            None => Vec::new(),
        };
        let home = leaders
            .each_ref()
            .map(|cells| steps(&land, cells, FARTHEST));
        let to_go = Side::BOTH.map(|side| {
            let holds = |cell: Cell| position.unit(cell).is_some_and(|unit| unit.side == side);
            let open = towns.iter().copied().filter(|town| !holds(*town));
            let prey = leaders[side.opponent().index()].iter().copied();
            steps(&land, &open.chain(prey).collect::<Vec<_>>(), FARTHEST)
        });
        let ways = match towns.is_empty() {
            true => to_go.clone(),
            false => campaign::ways(position, &land, &towns, &leaders, &to_go),
        };
        let troops = Side::BOTH.map(|side| {
            let units = position.units().filter(|(_, unit)| unit.side == side);
            let troops = units.filter(|(_, unit)| !unit.kind.is_leader()).count();
            i32::try_from(troops).unwrap_or(i32::MAX)
        });
        let mut town = vec![0; SPOTS].into_boxed_slice();
        let mut town_windows = vec![0; SPOTS].into_boxed_slice();
        // places from 1, so that 0 can stand for no town
        for (place, cell) in (1..).zip(&towns) {
            let spot = Spot::new(*cell);
            town[spot.index()] = place;
            for near in game.board().within(*cell, 3).map(Spot::new) {
                // every town within the window has a bit; the default only satisfies the type
                town_windows[near.index()] |= near.bit_of(spot).map_or(0, |bit| 1 << bit);
            }
        }
        let (near_towns, near_starts) = near_towns(game.board(), &land, &towns);
        let number = position.turn();
        let turn = i32::try_from(number.min(240)).unwrap_or(240);
        let mut facts = Self {
            board: game.board(),
            range: game.range,
            cap: Side::BOTH.map(|side| {
                // the side on turn next moves in the turn after the next; position texts may have any turn number, so
                // this must not overflow
                let next = number.saturating_add(1 + u32::from(side == position.side()));
                game.cap(next, position.leaders_left(side)).into()
            }),
            // the condition under which the rules' cap follows the leaders left; warlord 2.7
            cap_falls: game.cap.leaders_left && !game.options.self_activating,
            short: game.options.short.into(),
            needed: game.towns.map_or(0, |towns| towns.needed.into()),
            town,
            town_spots: towns.iter().map(|cell| Spot::new(*cell)).collect(),
            near_towns,
            near_starts,
            town_windows,
            // grows from turn to turn, while `caution` falls: so two cautious players come to blows
            eagerness: 10 + turn / 3,
            caution: (100 - turn / 3).max(50),
            plight: [0; 2],
            whole: Side::BOTH.map(|side| game.leaders(side)),
            most_lost: Side::BOTH.map(|side| match game.options.six_leaders {
                // with the option a side loses with its sixth leader
                true => 5,
                false => game.leaders(side).saturating_sub(1),
            }),
            least_level: if game.command_ending {
                game.cap.number.into()
            } else {
                0
            },
            to_go,
            home,
            ways,
            command: if towns.is_empty() { 20 } else { 70 },
            leader_steps: if towns.is_empty() { 8 } else { 2 },
            troops,
            self_activating: game.options.self_activating,
            promotes: [game.options.promote_infantry, game.options.promote_light],
            ranks: game.board().ranks(),
        };
        facts.plight = Side::BOTH.map(|side| {
            let mut levels = [0; 4];
            for (_, unit) in position.units().filter(|(_, unit)| unit.side == side) {
                levels[usize::from(unit.kind.level())] += 1;
            }
            facts.plight(side, &levels, position.leaders_left(side).into())
        });
        facts
    }

    pub(super) fn near_towns(&self, spot: Spot) -> &[NearTown] {
        let [first, end] = [0, 1].map(|next| self.near_starts[spot.index() + next] as usize);
        &self.near_towns[first..end]
    }

    /// The least number of captures that lose a side the game at once; `levels` counts its leaders on the board by
    /// level, `left` all it has left.
    pub(super) fn lives(&self, side: Side, levels: &[u16; 4], left: usize) -> usize {
        let by_number = self.lives_by_number(side, left);
        let mut margin = self.margin(levels);
        let mut captures = 0;
        for (height, count) in levels.iter().enumerate().skip(1).rev() {
            for _ in 0..*count {
                captures += 1;
                match margin.checked_sub(height) {
                    Some(rest) => margin = rest,
                    None => return by_number.min(captures),
                }
            }
        }
        by_number
    }

    fn lives_by_number(&self, side: Side, left: usize) -> usize {
        let lost = self.whole[side.index()].saturating_sub(left);
        (self.most_lost[side.index()] + 1)
            .saturating_sub(lost)
            .min(left)
    }

    /// The levels that a side can lose and still command; all and more without that ending.
    fn margin(&self, levels: &[u16; 4]) -> usize {
        if self.least_level == 0 {
            return usize::MAX;
        }
        let counts = levels.iter().enumerate();
        let sum: usize = counts
            .map(|(level, count)| level * usize::from(*count))
            .sum();
        sum.saturating_sub(self.least_level)
    }

    /// True if a side has lost once the highest of its `hunted` leaders, counted by level, are captured, `most` of
    /// them.
    pub(super) fn falls(
        &self,
        side: Side,
        levels: &[u16; 4],
        left: usize,
        (hunted, most): (&[u16; 4], usize),
    ) -> bool {
        if most >= self.lives_by_number(side, left) {
            return true;
        }
        let margin = self.margin(levels);
        let mut captures = most;
        let mut gone = 0;
        for (level, count) in hunted.iter().enumerate().rev() {
            let taken = captures.min(usize::from(*count));
            captures -= taken;
            gone += taken * level;
        }
        gone > margin
    }

    /// The cost of being near defeat, by the number of the leaders or by their levels; steep near the end.
    pub(super) fn plight(&self, side: Side, levels: &[u16; 4], left: usize) -> i32 {
        let number = self.lives_by_number(side, left).max(1);
        let by_number = 2000 / i32::try_from(number).unwrap_or(i32::MAX);
        let Some(needed) = self.margin(levels).checked_add(1) else {
            return by_number;
        };
        // as if every capture took a leader of level 3
        let by_level = 6000 / i32::try_from(needed).unwrap_or(i32::MAX);
        by_number.max(by_level.min(3000))
    }

    /// The share of a unit in the standing of its side: its worth, its command, and the way of a leader.
    pub(super) fn standing(&self, unit: Unit, spot: Spot, acts: bool) -> i32 {
        let mut sum = worth(unit.kind);
        if unit.kind.is_leader() {
            return sum - self.way(unit, spot) / self.leader_steps;
        }
        let to_go = i32::from(self.to_go[unit.side.index()][spot.index()]);
        // a unit that holds a town needs no command
        if acts || self.town[spot.index()] > 0 {
            sum += self.command + (12 - to_go).max(0) * 4;
        } else {
            let home = i32::from(self.home[unit.side.index()][spot.index()]);
            sum -= home.min(12) * 5;
        }
        let promotes = match unit.kind {
            Kind::Infantry => self.promotes[0],
            Kind::LightCavalry => self.promotes[1],
            _ => false,
        };
        if promotes {
            let rank = spot.cell().rank();
            let to_go = match unit.side {
                Side::White => self.ranks - 1 - rank,
                Side::Black => rank,
            };
            sum += (8 - i32::from(to_go)).max(0) * 8;
        }
        sum
    }

    /// The cost of the way from a unit's cell to its goal.
    pub(super) fn way(&self, unit: Unit, spot: Spot) -> i32 {
        i32::from(self.ways[unit.side.index()][spot.index()]) * self.eagerness
    }

    /// The cost of the ways of a side's `troops`, which sum up to `sum`.
    ///
    /// If towns win, the cost is the mean way times the troops that the side had when the search began: a way to a far
    /// goal costs more than its unit is worth, and the capture of that unit must not count as a gain for its side.
    pub(super) fn ways(&self, side: Side, sum: i32, troops: i32) -> i32 {
        if self.town_spots.is_empty() {
            return sum;
        }
        // the product of a sum of ways and 1,480 units does not fit into 32 bits
        let sum = i64::from(sum) * i64::from(self.troops[side.index()]);
        i32::try_from(sum / i64::from(troops.max(1))).unwrap_or(i32::MAX)
    }

    /// True for a kind that acts without a leader near.
    pub(super) const fn acts_alone(&self, kind: Kind) -> bool {
        acts_alone(kind, self.self_activating)
    }
}

const fn acts_alone(kind: Kind, self_activating: bool) -> bool {
    match kind {
        Kind::Leader1 | Kind::Leader2 | Kind::Leader3 | Kind::Promoted => true,
        Kind::LightCavalry => self_activating,
        Kind::Infantry
        | Kind::HeavyCavalry
        | Kind::Cannon
        | Kind::Shaman
        | Kind::Bishopy
        | Kind::Hero
        | Kind::Rookish => false,
    }
}

/// The worth of a unit in points; an infantry is 200.
pub(super) const fn worth(kind: Kind) -> i32 {
    super::exchange::WORTHS[super::exchange::class(kind)]
}

/// The towns near each spot, one spot after the other, and where each spot's begin.
fn near_towns(board: Board, land: &Grid<bool>, towns: &[Cell]) -> (Box<[NearTown]>, Box<[u32]>) {
    let mut near = Vec::new();
    for (place, town) in (0..).zip(towns) {
        let steps = steps(land, &[*town], FAR);
        for spot in board.within(*town, FAR).map(Spot::new) {
            let steps = steps[spot.index()];
            if steps < FAR {
                near.push((spot, NearTown { place, steps }));
            }
        }
    }
    // stable, so that the towns near one spot keep the order of the towns
    near.sort_by_key(|(spot, _)| *spot);
    let mut starts = vec![0; SPOTS + 1].into_boxed_slice();
    for (spot, _) in &near {
        starts[spot.index() + 1] += 1;
    }
    for place in 0..SPOTS {
        // now each spot's own count becomes the place where its towns end
        starts[place + 1] += starts[place];
    }
    (near.into_iter().map(|(_, near)| near).collect(), starts)
}

fn land(game: &Game) -> Grid<bool> {
    let mut land = Grid::filled(game.board(), true);
    for (cell, terrain) in game.terrain.iter() {
        land[cell] = terrain.is_land();
    }
    land
}

/// The king-steps over land to the nearest of some cells, for each spot, `far` at most; nothing to go without a goal.
fn steps(land: &Grid<bool>, goals: &[Cell], far: u8) -> Box<[u8]> {
    // without a goal every way costs nothing: `far` everywhere would weigh on a side that has won all it can
    let none = if goals.is_empty() { 0 } else { far };
    let mut steps = vec![none; SPOTS].into_boxed_slice();
    let mut next = VecDeque::new();
    for goal in goals {
        steps[Spot::new(*goal).index()] = 0;
        next.push_back(*goal);
    }
    while let Some(cell) = next.pop_front() {
        let step = steps[Spot::new(cell).index()] + 1;
        if step >= far {
            break;
        }
        for near in land.board().within(cell, 1) {
            let known = &mut steps[Spot::new(near).index()];
            if land[near] && *known == far {
                *known = step;
                next.push_back(near);
            }
        }
    }
    steps
}
