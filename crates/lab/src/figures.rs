//! Statistics of a match of two players: score, Wilson interval, Elo and likelihood of superiority from pairs.

use serde::Serialize;

use crate::statistics::{DEVIATE, elo, mean, normal_share, wilson};

/// The score of the first player in games played by pairs, with what is uncertain about the score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Figures {
    pub games: usize,
    pub wins: usize,
    /// The games the second player won.
    pub losses: usize,
    pub draws: usize,
    /// The points per game, 0 to 1.
    pub score: f64,
    /// The score's interval of 95 percent by Wilson, from single games.
    pub wilson: [f64; 2],
    pub pairs: usize,
    /// The pairs by the first player's points: none, a half, one, one and a half, both.
    pub pentanomial: [usize; 5],
    /// The rating difference that the score means; none if a player scored every point.
    pub elo: Option<f64>,
    /// The interval of 95 percent of that difference, from the scatter of the pairs; an end is missing if the score
    /// there is all or nothing.
    pub elo_interval: [Option<f64>; 2],
    /// The likelihood of superiority: how likely the first player is the better one, from the scatter of the pairs;
    /// none if the pairs do not differ.
    pub los: Option<f64>,
}

impl Figures {
    /// The figures of games in the order of play: points of the first player in halves (0, 1, 2). Two games in a row
    /// are a pair; a last game without a partner counts for the score only.
    pub fn new(halves: &[u8]) -> Self {
        let count = |points| halves.iter().filter(|half| **half == points).count();
        let games = halves.len();
        let score = mean(halves.iter().map(|half| f64::from(*half) / 2.0));
        let mut pentanomial = [0; 5];
        // whole pairs only: a match broken off in the middle of a pair ends with a game that has no partner
        for pair in halves.chunks_exact(2) {
            // the sum of two games, 0 to 4 half points, is the place in the list
            pentanomial[usize::from(pair[0] + pair[1]).min(4)] += 1;
        }
        // Pairs, not games: the two games of a pair share lots and seeds with the seats swapped, so their sum scatters
        // less than two games would. From games, a player against itself would have an interval although nothing is
        // uncertain.
        let pairs: Vec<f64> = halves
            .chunks_exact(2)
            .map(|pair| f64::from(pair[0] + pair[1]) / 4.0)
            .collect();
        let middle = mean(pairs.iter().copied());
        let squares = pairs
            .iter()
            .map(|pair| (pair - middle).powi(2))
            .sum::<f64>();
        let error = match pairs.len() {
            // one pair shows no scatter at all
            0 | 1 => f64::INFINITY,
            count => {
                let count = count as f64;
                (squares / (count - 1.0) / count).sqrt()
            }
        };
        // normal at the ends: with the pairs of a real match the sum of so many is near enough
        let half_width = DEVIATE * error;
        let is_scattered = error > 0.0 && error.is_finite();
        Self {
            games,
            wins: count(2),
            losses: count(0),
            draws: count(1),
            score,
            wilson: wilson(score, games as f64),
            pairs: pairs.len(),
            pentanomial,
            elo: elo(score),
            // around the mean of the pairs and not the score: a last single game is no part of the scatter
            elo_interval: [elo(middle - half_width), elo(middle + half_width)],
            los: is_scattered.then(|| normal_share((middle - 0.5) / error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.0005
    }

    #[test]
    fn a_player_against_itself_has_a_rating_difference_of_zero() {
        // in each pair the same side wins twice, or nobody does
        let figures = Figures::new(&[2, 0, 0, 2, 1, 1, 2, 0]);
        assert_eq!(figures.elo, Some(0.0));
        assert_eq!(figures.elo_interval, [Some(0.0), Some(0.0)]);
        assert_eq!((figures.pairs, figures.score), (4, 0.5));
        assert_eq!((figures.pentanomial, figures.los), ([0, 0, 4, 0, 0], None));
    }

    #[test]
    fn scores_give_rating_differences() {
        let figures = Figures::new(&[2, 2, 2, 0, 2, 2, 2, 0]);
        assert_eq!((figures.wins, figures.losses, figures.draws), (6, 2, 0));
        // 3 of 4 points are 400 log10(3)
        assert!(figures.elo.is_some_and(|elo| is_near(elo, 190.8485)));
        // pairs of 1, 1/2, 1, 1/2: mean 3/4, deviation of the mean 1/sqrt(48)
        let half = DEVIATE / 48_f64.sqrt();
        let low = figures.elo_interval[0].expect("above nothing");
        assert!(is_near(low, -400.0 * (1.0 / (0.75 - half) - 1.0).log10()));
        assert_eq!(figures.elo_interval[1], None);
        // 1/4 over 1/sqrt(48) is 1.732 deviations
        assert!(figures.los.is_some_and(|los| is_near(los, 0.9584)));
    }

    #[test]
    fn nothing_is_known_without_games() {
        let figures = Figures::new(&[]);
        assert_eq!((figures.elo, figures.wilson), (None, [0.0, 1.0]));
    }
}
