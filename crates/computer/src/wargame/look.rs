//! The position as it is judged: which units stay on the board, which may act, how near each side is to defeat.

use board::Cell;
use rules::wargame::{Game, Kind, Position, Side, Switch};

use super::facts::Facts;
use super::survey::{Placed, Survey};

/// The least number of leaders whose loss loses the game for a side that has `left` of them. Rules: wargame 1.12, 2.7.
pub(super) fn lives(game: &Game, left: usize) -> usize {
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

/// The position as it is judged, with what several terms use.
pub(super) struct Look<'a> {
    pub(super) position: &'a Position,
    pub(super) game: &'a Game,
    pub(super) survey: &'a Survey,
    pub(super) facts: &'a Facts,
    /// The cells of the units gone at the end of this turn.
    gone: Vec<Cell>,
    /// The number of each side's leaders that stay.
    leaders: [usize; 2],
    pub(super) lives: [usize; 2],
    pub(super) eagerness: i32,
}

impl<'a> Look<'a> {
    /// `enemy` is the side whose units may be out of supply at the end of this turn.
    pub(super) fn new(
        position: &'a Position,
        survey: &'a Survey,
        facts: &'a Facts,
        enemy: Side,
    ) -> Self {
        let game = &**position.game();
        let lone = survey.units().iter().filter(|placed| {
            placed.unit.side == enemy && !survey.is_beside(facts, enemy, placed.cell)
        });
        // a unit beside a friend is never out of supply, and the full test is slow
        let gone = lone.filter(|placed| position.is_out_of_supply(placed.cell));
        let gone: Vec<Cell> = gone.map(|placed| placed.cell).collect();
        let is_gone = |(cell, _): &&(Cell, Kind)| gone.contains(cell);
        let lost = Side::BOTH.map(|side| survey.leaders(side).iter().filter(is_gone).count());
        let left = Side::BOTH.map(|side| survey.leaders(side).len());
        let leaders = [left[0] - lost[0], left[1] - lost[1]];
        // leaders that fall at the end of this turn have already cost their lives
        let lives = [0, 1].map(|side| lives(game, left[side]).saturating_sub(lost[side]));
        let mut look = Self {
            position,
            game,
            survey,
            facts,
            gone,
            leaders,
            lives,
            eagerness: 0,
        };
        look.eagerness = 10 + look.turn() / 3 + i32::from(position.quiet());
        look
    }

    /// True if the unit on a cell is gone at the end of this turn.
    pub(super) fn is_gone(&self, cell: Cell) -> bool {
        self.gone.contains(&cell)
    }

    /// True if a unit may be given an order as things stand.
    #[inline]
    pub(super) fn acts(&self, placed: &Placed) -> bool {
        let (side, cell) = (placed.unit.side, placed.cell);
        if self.facts.of(placed.unit.kind).level > 0 {
            return self.survey.is_in_command(side, cell);
        }
        self.survey.is_in_reach(self.facts, side, cell)
            // the survey counts leaders that are on the board still; only if some fall at the end of this turn is it
            // worth asking which
            && (self.gone.is_empty() || self.is_in_reach_of_staying(side, cell))
    }

    /// True if the orders of a leader that is not gone at the end of this turn reach a cell.
    fn is_in_reach_of_staying(&self, side: Side, cell: Cell) -> bool {
        self.staying_leaders(side).any(|(leader, kind)| {
            self.facts.board.distance(leader, cell) <= self.facts.of(kind).order_range
        })
    }

    /// The most kills that a side has orders for.
    pub(super) fn orders(&self, side: Side) -> usize {
        usize::from(self.game.cap).min(self.leaders[side.index()])
    }

    /// The leaders of a side that are not gone at the end of this turn.
    pub(super) fn staying_leaders(&self, side: Side) -> impl Iterator<Item = (Cell, Kind)> {
        let leaders = self.survey.leaders(side).iter().copied();
        leaders.filter(|(cell, _)| !self.is_gone(*cell))
    }

    /// The cost of being near defeat; steep near the end.
    pub(super) fn plight(&self, side: Side) -> i32 {
        let left = self.leaders[side.index()].max(1);
        let left = i32::try_from(left).unwrap_or(i32::MAX);
        let lives = i32::try_from(self.lives[side.index()].max(1)).unwrap_or(i32::MAX);
        // with sudden death there is one life from the start, which says nothing about how near defeat is
        2000 / left.min(if self.has_sudden_death() { left } else { lives })
    }

    /// True if a single unit other than the last leader may decide the game; the unit's worth already reflects that.
    pub(super) const fn has_sudden_death(&self) -> bool {
        self.game.has(Switch::Banner) || self.game.has(Switch::Commander)
    }

    pub(super) fn turn(&self) -> i32 {
        i32::try_from(self.position.turn().min(240)).unwrap_or(240)
    }
}
