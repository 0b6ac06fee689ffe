//! Statistics of a match of two players: score, Wilson interval and Elo from pairs.

use serde::Serialize;

/// The score of the first player in games played by pairs, with what is uncertain about the score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Figures {
    pub(super) games: usize,
    pub(super) wins: usize,
    pub(super) losses: usize,
    pub(super) draws: usize,
    /// The points by game, 0 to 1.
    pub(super) score: f64,
    /// The score's interval of 95 percent by Wilson, from single games.
    pub(super) wilson: [f64; 2],
    pub(super) pairs: usize,
    /// The rating difference the score means; none where a player scored everything.
    pub(super) elo: Option<f64>,
    /// The interval of 95 percent of that difference, from the scatter of the pairs; an end is missing where the score
    /// there is everything or nothing.
    pub(super) elo_interval: [Option<f64>; 2],
}

/// The normal deviate of an interval of 95 percent.
const DEVIATE: f64 = 1.959_964;

impl Figures {
    /// The figures of games in the order of play: points of the first player in halves (0, 1, 2). Two games after each
    /// other are a pair; a last game alone counts for the score only.
    pub(super) fn new(halves: &[u8]) -> Self {
        let count = |points| halves.iter().filter(|half| **half == points).count();
        let games = halves.len();
        let score = mean(halves.iter().map(|half| f64::from(*half) / 2.0));
        let pairs: Vec<f64> = halves
            .chunks_exact(2)
            .map(|pair| f64::from(pair[0] + pair[1]) / 4.0)
            .collect();
        let middle = mean(pairs.iter().copied());
        let squares = pairs
            .iter()
            .map(|pair| (pair - middle).powi(2))
            .sum::<f64>();
        let half_width = match pairs.len() {
            0 | 1 => f64::INFINITY,
            count => {
                let count = count as f64;
                DEVIATE * (squares / (count - 1.0) / count).sqrt()
            }
        };
        Self {
            games,
            wins: count(2),
            losses: count(0),
            draws: count(1),
            score,
            wilson: wilson(score, games),
            pairs: pairs.len(),
            elo: elo(score),
            elo_interval: [elo(middle - half_width), elo(middle + half_width)],
        }
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// Wilson's interval of 95 percent for a share of so many games.
pub(super) fn wilson(share: f64, games: usize) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let (games, square) = (games as f64, DEVIATE * DEVIATE);
    let middle = share + square / (2.0 * games);
    let width = DEVIATE * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
    let scale = 1.0 + square / games;
    [(middle - width) / scale, (middle + width) / scale]
}

/// The rating difference of a score; none for everything and nothing.
fn elo(score: f64) -> Option<f64> {
    let elo = -400.0 * (1.0 / score - 1.0).log10();
    // no minus before a nought
    (score > 0.0 && score < 1.0).then_some(elo + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.0005
    }

    #[test]
    fn wilson_is_the_published_interval() {
        // Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29
        let cases = [
            (81, 263, [0.2553, 0.3662]),
            (15, 148, [0.0624, 0.1605]),
            (0, 20, [0.0, 0.1611]),
            (1, 29, [0.0061, 0.1718]),
        ];
        for (wins, games, [low, high]) in cases {
            let found = wilson(f64::from(wins) / games as f64, games);
            assert!(
                is_near(found[0], low) && is_near(found[1], high),
                "{found:?}"
            );
        }
    }

    #[test]
    fn a_player_against_itself_has_exactly_nothing() {
        // in each pair the same side wins twice, or nobody does
        let figures = Figures::new(&[2, 0, 0, 2, 1, 1, 2, 0]);
        assert_eq!(figures.elo, Some(0.0));
        assert_eq!(figures.elo_interval, [Some(0.0), Some(0.0)]);
        assert_eq!((figures.pairs, figures.score), (4, 0.5));
    }

    #[test]
    fn points_make_ratings() {
        let figures = Figures::new(&[2, 2, 2, 0, 2, 2, 2, 0]);
        assert_eq!((figures.wins, figures.losses, figures.draws), (6, 2, 0));
        // 3 of 4 points are 400 log10(3)
        assert!(figures.elo.is_some_and(|elo| is_near(elo, 190.8485)));
        // pairs of 1, 1/2, 1, 1/2: mean 3/4, deviation of the mean 1/sqrt(48)
        let half = DEVIATE / 48_f64.sqrt();
        let low = figures.elo_interval[0].expect("above nothing");
        assert!(is_near(low, -400.0 * (1.0 / (0.75 - half) - 1.0).log10()));
        assert_eq!(figures.elo_interval[1], None);
    }

    #[test]
    fn without_games_nothing_is_known() {
        let figures = Figures::new(&[]);
        assert_eq!((figures.elo, figures.wilson), (None, [0.0, 1.0]));
    }
}
