//! The sequential test of two hypotheses about a rating difference: games end as soon as one of them is accepted.
//!
//! The test is Wald's, with the likelihoods of the pentanomial distribution of pairs that Van den Bergh gives for
//! normalized Elo: the score's distance from a half in deviations of a game, times 800 / ln 10.

use serde::Serialize;

use crate::Figures;

/// The chance of either wrong verdict.
const ERROR: f64 = 0.05;

/// Two hypotheses: the first player is `low` normalized Elo stronger, or `high`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sprt {
    /// The lower hypothesis, H0.
    pub low: f64,
    /// The higher hypothesis, H1.
    pub high: f64,
}

/// The verdict of the games so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Low,
    High,
    Open,
}

impl Sprt {
    /// The logarithm of the likelihood ratio, high to low; 0 without pairs.
    pub fn ratio(&self, figures: &Figures) -> f64 {
        let counts = figures.pentanomial.map(|count| count as f64);
        let points = [0.0, 0.25, 0.5, 0.75, 1.0];
        // a pair has two games, so its deviation is smaller by the root of two
        let scale = std::f64::consts::SQRT_2 * 10.0_f64.ln() / 800.0;
        ratio(&counts, &points, self.low * scale, self.high * scale)
    }

    /// The bound of the ratio beyond which the higher hypothesis is accepted, and below its negative the lower.
    pub fn bound() -> f64 {
        // both errors are equal, so one bound serves for both
        ((1.0 - ERROR) / ERROR).ln()
    }

    pub fn verdict(ratio: f64) -> Verdict {
        if ratio >= Self::bound() {
            Verdict::High
        } else if ratio <= -Self::bound() {
            Verdict::Low
        } else {
            Verdict::Open
        }
    }
}

/// The logarithm of the likelihood ratio of two hypotheses about the score's distance from a half, in deviations.
fn ratio(counts: &[f64], points: &[f64], low: f64, high: f64) -> f64 {
    let total: f64 = counts.iter().sum();
    if total == 0.0 {
        return 0.0;
    }
    // a result not seen yet is not impossible: with a share of zero its likelihood would be zero under both hypotheses
    let counts: Vec<f64> = counts.iter().map(|count| count.max(1e-3)).collect();
    let sum: f64 = counts.iter().sum();
    let seen: Vec<f64> = counts.iter().map(|count| count / sum).collect();
    let (low, high) = (
        likeliest(&seen, points, low),
        likeliest(&seen, points, high),
    );
    let logs = seen.iter().zip(low.iter().zip(&high));
    total
        * logs
            .map(|(share, (low, high))| share * (high / low).ln())
            .sum::<f64>()
}

/// The maximum-likelihood distribution over the points among those whose mean lies `distance` standard deviations above
/// a half; `seen` are the shares observed.
fn likeliest(seen: &[f64], points: &[f64], distance: f64) -> Vec<f64> {
    let mut shares = vec![1.0 / points.len() as f64; points.len()];
    // the deviation depends on the shares and they on it, so the two are found by turns; thirty rounds are only a
    // bound, the test below ends them
    for _ in 0..30 {
        let mean: f64 = shares
            .iter()
            .zip(points)
            .map(|(share, point)| share * point)
            .sum();
        let square = |(share, point): (&f64, &f64)| share * (point - mean).powi(2);
        let deviation = shares.iter().zip(points).map(square).sum::<f64>().sqrt();
        let pulls: Vec<f64> = points
            .iter()
            .map(|point| {
                let off = (mean - point) / deviation;
                point - 0.5 - distance * deviation * (1.0 + off * off) / 2.0
            })
            .collect();
        let theta = root(seen, &pulls);
        let next = seen
            .iter()
            .zip(&pulls)
            .map(|(share, pull)| share / (1.0 + theta * pull));
        let next: Vec<f64> = next.collect();
        let change = next
            .iter()
            .zip(&shares)
            .map(|(one, other)| (one - other).abs());
        let change = change.fold(0.0, f64::max);
        shares = next;
        if change < 1e-9 {
            break;
        }
    }
    shares
}

/// The factor at which the weighted pulls balance, by bisection; the sum falls as the factor grows.
fn root(seen: &[f64], pulls: &[f64]) -> f64 {
    let most = pulls.iter().copied().fold(f64::MIN, f64::max);
    let least = pulls.iter().copied().fold(f64::MAX, f64::min);
    // between these every share stays positive
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    // halved two hundred times, far below what a number can hold
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        let terms = seen.iter().zip(pulls);
        let sum: f64 = terms
            .map(|(share, pull)| share * pull / (1.0 + middle * pull))
            .sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelihood_ratios_agree_with_those_of_fastchess() {
        // the tests of fastchess, model normalized, single games: losses, draws, wins; hypotheses; ratio
        let cases = [
            ([36_027.0, 68_692.0, 36_433.0], [0.0, 2.0], 0.92),
            ([10_650.0, 20_431.0, 10_871.0], [-1.75, 0.25], 2.30),
        ];
        for (counts, [low, high], expected) in cases {
            let scale = 10.0_f64.ln() / 800.0;
            let found = ratio(&counts, &[0.0, 0.5, 1.0], low * scale, high * scale);
            assert!((found - expected).abs() < 0.01, "{found} for {expected}");
        }
    }

    #[test]
    fn the_test_accepts_the_hypothesis_that_the_games_support() {
        let test = Sprt {
            low: 0.0,
            high: 50.0,
        };
        let ratio = |pairs: &[u8]| test.ratio(&Figures::new(&pairs.repeat(60)));
        assert_eq!(Sprt::verdict(ratio(&[2, 2, 2, 0, 2, 0])), Verdict::High);
        assert_eq!(Sprt::verdict(ratio(&[0, 0, 2, 0, 2, 0])), Verdict::Low);
        assert_eq!(test.ratio(&Figures::new(&[])), 0.0);
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
    }
}
