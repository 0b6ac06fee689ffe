use board::Cell;
use rules::warlord::Position;
use rules::warlord::Side;

use super::survey::Survey;

/// The leaders of a side on the board and to enter, and the leaders lost.
#[derive(Debug, Default)]
pub(super) struct Leaders {
    pub(super) cells: Vec<Cell>,
    /// The levels of the leaders on the board, highest first.
    levels: Vec<u8>,
    /// The number of leaders still to enter.
    waiting: usize,
    pub(super) lost: usize,
    /// The sum of levels below which the side loses; 0 without such an ending.
    least_level: usize,
    /// The most leaders the side may lose and still play on, where the number lost is an ending.
    most_lost: usize,
}

impl Leaders {
    pub(super) fn new(position: &Position, survey: &Survey, side: Side) -> Self {
        let game = position.game();
        let mut cells = Vec::new();
        let mut levels = Vec::new();
        for placed in survey.units() {
            if placed.unit.side == side && placed.unit.kind.is_leader() {
                cells.push(placed.cell);
                levels.push(placed.unit.kind.level());
            }
        }
        levels.sort_unstable_by(|a, b| b.cmp(a));
        let waiting = position.waiting(side).iter();
        let waiting = waiting.filter(|(_, kind)| kind.is_leader()).count();
        let whole = game.leaders(side);
        Self {
            waiting,
            lost: whole.saturating_sub(levels.len() + waiting),
            least_level: if game.command_ending {
                usize::from(game.cap.number)
            } else {
                0
            },
            most_lost: if game.options.six_leaders {
                5
            } else {
                whole.saturating_sub(1)
            },
            cells,
            levels,
        }
    }

    pub(super) fn left(&self) -> usize {
        self.levels.len() + self.waiting
    }

    /// The least number of captures that lose the game at once.
    pub(super) fn lives(&self) -> usize {
        let by_number = (self.most_lost + 1)
            .saturating_sub(self.lost)
            .min(self.left());
        let mut level: usize = self.levels.iter().copied().map(usize::from).sum();
        let by_level = self.levels.iter().position(|lost| {
            level -= usize::from(*lost);
            level < self.least_level
        });
        by_level.map_or(by_number, |captures| by_number.min(captures + 1))
    }

    /// The cost of being near defeat; steep near the end.
    pub(super) fn plight(&self) -> i32 {
        2000 / i32::try_from(self.lives().max(1)).unwrap_or(i32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use rules::testing::{open_game, position};

    use super::*;

    fn lives(rows: &str, change: impl FnOnce(&mut rules::warlord::Game)) -> usize {
        let mut game = open_game(8, "TTDDDLLL/8/8/tttttttt");
        change(&mut game);
        let position = position(&game, &format!("{rows} w 3 0"));
        Leaders::new(&position, &Survey::new(&position), Side::White).lives()
    }

    #[test]
    fn without_other_endings_every_leader_is_a_life() {
        assert_eq!(lives("TTDDDLLL/8/8/tttttttt", |_| {}), 8);
        assert_eq!(lives("LL6/8/8/tttttttt", |_| {}), 2);
    }

    #[test]
    fn command_is_lost_by_the_highest_levels_first() {
        let command = |game: &mut rules::warlord::Game| {
            game.command_ending = true;
            game.cap.number = 8;
        };
        // 15 less 3, 3 and 2 is 7.
        assert_eq!(lives("TTDDDLLL/8/8/tttttttt", command), 3);
        assert_eq!(lives("TDDL4/8/8/tttttttt", command), 1);
    }

    #[test]
    fn the_sixth_leader_lost_may_be_the_last() {
        let six = |game: &mut rules::warlord::Game| game.options.six_leaders = true;
        assert_eq!(lives("TTDDDLLL/8/8/tttttttt", six), 6);
        assert_eq!(lives("TTD5/8/8/tttttttt", six), 1);
    }
}
