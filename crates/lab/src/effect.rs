//! The worth of the first turn, of a seat and of a restriction in points of games, with intervals.

use serde::{Deserialize, Serialize};

use crate::Row;
use crate::statistics::{DEVIATE, wilson_at};

/// How games ended: wins by side, draws, games stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outcomes {
    pub games: u32,
    pub wins: [u32; 2],
    /// The games that ended without a winner.
    pub draws: u32,
    /// The games stopped after the most turns.
    pub unfinished: u32,
}

impl Outcomes {
    pub(crate) fn count(&mut self, row: &Row) {
        self.games += 1;
        match row.winner {
            Some(winner) if winner < 2 => self.wins[winner] += 1,
            // kept apart from draws: a stopped game shows that the player could not finish it, nothing about the game
            _ if row.end.is_empty() => self.unfinished += 1,
            _ => self.draws += 1,
        }
    }

    pub(crate) fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let mut outcomes = Self::default();
        rows.into_iter().for_each(|row| outcomes.count(row));
        outcomes
    }

    /// The points of a side per game, 0 to 1: a game that nobody won is half a point.
    pub(crate) fn score(&self, side: usize) -> f64 {
        // in half points: each game gives one, a win one more, a loss one less; the games come first, because wins less
        // losses may be below zero and these numbers have no sign
        let halves = self.games + self.wins[side] - self.wins[1 - side];
        f64::from(halves) / 2.0 / f64::from(self.games.max(1))
    }

    /// The share of games that somebody won.
    pub(crate) fn decided(&self) -> f64 {
        f64::from(self.wins[0] + self.wins[1]) / f64::from(self.games.max(1))
    }
}

/// A difference of scores, in points per game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    pub value: f64,
    /// Its interval of 95 percent.
    pub interval: [f64; 2],
    /// Its interval if all intervals of the report are to be right together with 95 percent (Bonferroni).
    pub together: [f64; 2],
    pub games: u32,
}

impl Effect {
    /// The distance of a score from a half, with Wilson's intervals; `deviate` is that of all intervals together.
    pub(crate) fn of_score(score: f64, games: u32, deviate: f64) -> Self {
        // Wilson and not the normal interval, which reaches beyond a score of one when a side wins nearly everything
        let interval =
            |deviate| wilson_at(score, f64::from(games), deviate).map(|bound| bound - 0.5);
        Self {
            value: score - 0.5,
            interval: interval(DEVIATE),
            together: interval(deviate),
            games,
        }
    }

    /// The effect of the seat: how much more the first side scores, whoever begins. The two cells, one for each
    /// beginner, have equal weight.
    pub(crate) fn of_seat(cells: [&Outcomes; 2], deviate: f64) -> Self {
        // the same side in both cells, so that the first turn cancels out
        let score = (cells[0].score(0) + cells[1].score(0)) / 2.0;
        Self::of_score(score, cells[0].games + cells[1].games, deviate)
    }

    /// The effect of the first turn: how much more the beginner scores, whichever side begins.
    pub(crate) fn of_first_turn(cells: [&Outcomes; 2], deviate: f64) -> Self {
        // the beginner of each cell, so that what ground and armies give a side cancels out
        let score = (cells[0].score(0) + cells[1].score(1)) / 2.0;
        Self::of_score(score, cells[0].games + cells[1].games, deviate)
    }

    /// This effect less another one from other games (Newcombe's hybrid of two Wilson intervals).
    pub(crate) fn less(&self, other: &Self) -> Self {
        let value = self.value - other.value;
        // the two errors are independent, since no game is in both, so they add as the legs of a right triangle
        let interval = |own: [f64; 2], others: [f64; 2]| {
            let down = (self.value - own[0]).hypot(others[1] - other.value);
            let up = (own[1] - self.value).hypot(other.value - others[0]);
            [value - down, value + up]
        };
        Self {
            value,
            interval: interval(self.interval, other.interval),
            together: interval(self.together, other.together),
            games: self.games + other.games,
        }
    }

    /// True if zero is outside the interval that holds for all effects together.
    // not the interval of 95 percent: of twenty effects on a page one would differ by chance alone
    pub const fn is_clear(&self) -> bool {
        self.together[0] > 0.0 || self.together[1] < 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(wins: [u32; 2], draws: u32) -> Outcomes {
        Outcomes {
            games: wins[0] + wins[1] + draws,
            wins,
            draws,
            unfinished: 0,
        }
    }

    #[test]
    fn two_cells_separate_the_seat_from_the_first_turn() {
        // the first side wins 70 of 100 if it begins, 50 of 100 if the other does
        let cells = [outcomes([70, 30], 0), outcomes([50, 50], 0)];
        let cells = [&cells[0], &cells[1]];
        let (seat, first) = (
            Effect::of_seat(cells, DEVIATE),
            Effect::of_first_turn(cells, DEVIATE),
        );
        assert!((seat.value - 0.1).abs() < 1e-12 && (first.value - 0.1).abs() < 1e-12);
        assert_eq!(seat.games, 200);
        assert!(seat.is_clear());
        let half = outcomes([40, 40], 20);
        assert!(!Effect::of_seat([&half, &half], DEVIATE).is_clear());
    }

    #[test]
    fn the_interval_of_a_difference_is_the_published_one() {
        // Newcombe 1998 (interval estimation for the difference), table II, method 10: 56 of 70 less 48 of 80
        let one = Effect::of_score(56.0 / 70.0, 70, DEVIATE);
        let other = Effect::of_score(48.0 / 80.0, 80, DEVIATE);
        let found = one.less(&other).interval;
        assert!(
            (found[0] - 0.0524).abs() < 0.0005 && (found[1] - 0.3339).abs() < 0.0005,
            "{found:?}"
        );
    }
}
