//! The armies of a made scenario.

use board::{Board, Cell};
use rules::warlord::{Kind, Numbers, Side, Unit};

use super::{Plan, PlanError, farthest};

/// Cells for each leader of a side on a small board, as in A Clash of Arms.
const CELLS_A_LEADER: usize = 32;

/// The kinds of the units under command, dealt out in turn.
// half of them are men, who go over every ground (warlord 4.2) and hold what the others take
const OTHERS: [Kind; 8] = [
    Kind::Infantry,
    Kind::Infantry,
    Kind::LightCavalry,
    Kind::HeavyCavalry,
    Kind::Infantry,
    Kind::Infantry,
    Kind::LightCavalry,
    Kind::Cannon,
];

/// A side's army, sorted, and both sides' units with their cells in board order.
pub(super) type Raised = (Vec<Kind>, Vec<(Cell, Unit)>);

/// Raises an army for White, with a tiny army round each leader, and the same for Black after a half-turn.
pub(super) fn raise(
    plan: &Plan,
    board: Board,
    towns: &[Cell],
    numbers: &mut Numbers,
) -> Result<Raised, PlanError> {
    let home = plan.home_ranks();
    let room = usize::from(plan.files) * usize::from(home);
    let leaders = leaders(plan, room)?;
    let others = others(plan, &leaders, room)?;
    let mut muster = Muster {
        board,
        home,
        towns,
        placed: Vec::new(),
    };
    muster.place_leaders(&leaders, numbers);
    muster.place_others(&leaders, others);
    // the plan asked for more than found a place near a leader: refused with the number that fits
    if let Some(found) = plan
        .units
        .filter(|units| usize::from(*units) > muster.placed.len())
    {
        return Err(PlanError::Units {
            found,
            least: narrow(leaders.len() + 2),
            most: narrow(muster.placed.len()),
        });
    }
    let mut army: Vec<Kind> = muster.placed.iter().map(|(_, kind)| *kind).collect();
    army.sort_unstable();
    let both = |(cell, kind): (Cell, Kind)| {
        let unit = |side| Unit { side, kind };
        [
            (cell, unit(Side::White)),
            (board.half_turn(cell), unit(Side::Black)),
        ]
    };
    let mut units: Vec<(Cell, Unit)> = muster.placed.into_iter().flat_map(both).collect();
    units.sort_unstable_by_key(|(cell, _)| *cell);
    Ok((army, units))
}

/// The leaders, the highest first: of twelve leaders one has level 3 and three have level 2.
fn leaders(plan: &Plan, room: usize) -> Result<Vec<Kind>, PlanError> {
    // by the cells alone a board of 120 by 120 would have 450 leaders a side
    let usual = (plan.cells() / CELLS_A_LEADER).min(plan.cells().isqrt() / 2);
    let count = plan.leaders.map_or(usual, usize::from);
    let most = room / 6;
    // a sixth of the country at most: each leader needs room for a few others
    if !(2..=most).contains(&count) {
        return Err(PlanError::Leaders {
            found: narrow(count),
            most: narrow(most),
        });
    }
    let (third, second) = (count / 12, count / 4);
    let kind = |number| match number {
        _ if number < third => Kind::Leader3,
        _ if number < third + second => Kind::Leader2,
        _ => Kind::Leader1,
    };
    Ok((0..count).map(kind).collect())
}

/// The number of units under a leader of that kind.
const fn retinue(kind: Kind) -> usize {
    match kind {
        Kind::Leader3 => 10,
        Kind::Leader2 => 6,
        _ => 4,
    }
}

/// The number of units under each leader.
fn others(plan: &Plan, leaders: &[Kind], room: usize) -> Result<Vec<usize>, PlanError> {
    let usual: usize = leaders.iter().map(|kind| retinue(*kind)).sum();
    // a third of the country stays free for moves
    let most = room * 2 / 3;
    let wanted = plan
        .units
        .map_or_else(|| (usual + leaders.len()).min(most), usize::from);
    if !(leaders.len() + 2..=most).contains(&wanted) {
        return Err(PlanError::Units {
            found: narrow(wanted),
            least: narrow(leaders.len() + 2),
            most: narrow(most),
        });
    }
    let total = wanted - leaders.len();
    let mut before = 0;
    let share = |kind: &Kind| {
        // the difference of two rounded sums: the shares then add up to the total exactly
        let from = total * before / usual;
        before += retinue(*kind);
        total * before / usual - from
    };
    Ok(leaders.iter().map(share).collect())
}

struct Muster<'a> {
    board: Board,
    home: u8,
    towns: &'a [Cell],
    placed: Vec<(Cell, Kind)>,
}

impl Muster<'_> {
    /// Places leaders in the towns of their own half, then far from each other; no leader stands in the front rank or
    /// at the edge.
    fn place_leaders(&mut self, leaders: &[Kind], numbers: &mut Numbers) {
        let behind = self.home.saturating_sub(1).max(1);
        let mut sites: Vec<Cell> = self.towns.to_vec();
        // a town in the front rank is taken in the first turns
        sites.retain(|town| town.rank() < behind);
        let first = u8::from(self.home > 2);
        let open = |cell: &Cell| {
            (first..behind).contains(&cell.rank())
                && (1..self.board.files() - 1).contains(&cell.file())
                && !self.towns.contains(cell)
        };
        let mut free: Vec<Cell> = self.board.cells().filter(open).collect();
        sites.truncate(leaders.len());
        while sites.len() < leaders.len() {
            let cell = farthest(self.board, &free, &sites, numbers);
            free.retain(|other| *other != cell);
            sites.push(cell);
        }
        self.placed = sites.into_iter().zip(leaders.iter().copied()).collect();
    }

    /// Places each other unit near its own leader or, if there is no room, near another one.
    fn place_others(&mut self, leaders: &[Kind], shares: Vec<usize>) {
        let mut kinds: Vec<Kind> = OTHERS
            .iter()
            .copied()
            .cycle()
            .take(shares.iter().sum())
            .collect();
        // a cannon moves diagonally, so a single one would never come to the towns on the other color
        if kinds.iter().filter(|kind| **kind == Kind::Cannon).count() == 1 {
            for kind in &mut kinds {
                if *kind == Kind::Cannon {
                    *kind = Kind::HeavyCavalry;
                }
            }
        }
        let sites: Vec<Cell> = self.placed.iter().map(|(cell, _)| *cell).collect();
        let mut kinds = kinds.into_iter();
        for (number, share) in shares.into_iter().enumerate().take(leaders.len()) {
            for kind in kinds.by_ref().take(share) {
                let rest = sites.iter().cycle().skip(number).take(sites.len());
                // a unit without a free cell is left out; `raise` refuses the plan if it named the number
                if let Some(cell) = rest.filter_map(|site| self.place_near(*site, kind)).next() {
                    self.placed.push((cell, kind));
                }
            }
        }
    }

    /// The best free cell for a kind within two cells of a leader: infantry in front, other kinds behind, cannons on
    /// either color in turn.
    fn place_near(&self, site: Cell, kind: Kind) -> Option<Cell> {
        let cannons = self
            .placed
            .iter()
            .filter(|(_, placed)| *placed == Kind::Cannon);
        let color = cannons.count() % 2;
        let is_free = |cell: &Cell| {
            cell.rank() < self.home
                && !self.towns.contains(cell)
                && self.placed.iter().all(|(other, _)| other != cell)
                // Rules: warlord 1.4: diagonal moves keep to one color, so that all cannons on one color leave half the
                // towns alone
                && (kind != Kind::Cannon || usize::from(cell.file() + cell.rank()) % 2 == color)
        };
        let free = self.board.within(site, 2).filter(is_free);
        free.min_by_key(|cell| {
            let ahead = i16::from(cell.rank()) - i16::from(site.rank());
            let line = if kind == Kind::Infantry { 1 } else { -1 };
            // first the rank in front of or behind the leader, then the files next to the leader's
            let off = (ahead - line).abs();
            let aside = cell.file().abs_diff(site.file());
            (off, aside.abs_diff(1), cell.rank(), cell.file())
        })
    }
}

fn narrow(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
