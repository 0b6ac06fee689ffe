//! The chance to win as a function of the value that a search finds, with its error: what `computer::Curve` is made of.

use computer::{Curve, Tail};

use crate::logistic::{Logistic, Sample};

/// The points of the judgment that make a unit's worth.
const UNIT: f64 = 200.0;

/// Values beyond this are wins and losses that the search has seen (`computer`'s own bound).
const SEEN: i32 = 50_000_000;

/// A game by its moments: the value to the side to move, and what came of the game for that side (1, 0, or 0.5 for a draw).
pub type Course = Vec<(i32, f64)>;

/// The units' worth beyond which more might change nothing; the likeliest one is taken. Values grow without bound where
/// defeat is near, and a few of them would flatten the whole curve.
const LIMITS: [f64; 6] = [4.0, 8.0, 16.0, 32.0, 64.0, 128.0];

/// The curve of games, without its noise; `None` if nothing was decided.
///
/// Each game has the same weight, and the errors are those of whole games: moments of one game are not independent.
pub fn fit(games: &[Course]) -> Option<Curve> {
    let curves = LIMITS.iter().filter_map(|limit| fit_within(games, *limit));
    let best = curves.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.map(|(_, curve)| curve)
}

/// The curve with that limit, and the logarithm of its likelihood.
fn fit_within(games: &[Course], most: f64) -> Option<(f64, Curve)> {
    let open: Vec<Vec<Sample>> = games
        .iter()
        .map(|course| {
            let moments = course.iter().filter(|(value, _)| value.abs() < SEEN);
            let moments: Vec<_> = moments.collect();
            let weight = 1.0 / moments.len().max(1) as f64;
            let sample = |&&(value, result): &&(i32, f64)| {
                let units = f64::from(value) / UNIT;
                (units.clamp(-most, most), result, weight)
            };
            moments.iter().map(sample).collect()
        })
        .collect();
    let curve = Logistic::fit(&open.concat())?;
    let (mut bend, mut pulls, mut likelihood) = ([0.0; 3], [0.0; 3], 0.0);
    for game in &open {
        let mut pull = [0.0; 2];
        for (units, result, weight) in game {
            let chance = curve.chance(*units);
            likelihood += weight * (result * chance.ln() + (1.0 - result) * (1.0 - chance).ln());
            let steep = weight * chance * (1.0 - chance);
            bend = [
                bend[0] + steep,
                bend[1] + steep * units,
                bend[2] + steep * units * units,
            ];
            let off = weight * (result - chance);
            pull = [pull[0] + off, pull[1] + off * units];
        }
        pulls = [
            pulls[0] + pull[0] * pull[0],
            pulls[1] + pull[0] * pull[1],
            pulls[2] + pull[1] * pull[1],
        ];
    }
    let curve = Curve {
        tempo: curve.at_nought,
        slope: curve.slope,
        most,
        spread: sandwich(bend, pulls)?,
        lost: lost(games),
        noise: 0.0,
    };
    Some((likelihood, curve))
}

/// The covariance of the two coefficients, by whole games: bend⁻¹ · pulls · bend⁻¹, of symmetric matrices.
fn sandwich(bend: [f64; 3], pulls: [f64; 3]) -> Option<[f64; 3]> {
    let size = bend[0] * bend[2] - bend[1] * bend[1];
    if size.abs() < 1e-12 {
        return None;
    }
    let inverse = [bend[2] / size, -bend[1] / size, bend[0] / size];
    let [a, b, c] = inverse;
    let [p, q, r] = pulls;
    // the rows of bend⁻¹ · pulls
    let (first, second) = (
        [a * p + b * q, a * q + b * r],
        [b * p + c * q, b * q + c * r],
    );
    Some([
        first[0] * a + first[1] * b,
        first[0] * b + first[1] * c,
        second[0] * b + second[1] * c,
    ])
}

/// The outcome of the positions where the search saw only a loss, each game with the same weight.
fn lost(games: &[Course]) -> Tail {
    let shares = games.iter().filter_map(|course| {
        let seen = course.iter().filter(|(value, _)| *value <= -SEEN);
        let results: Vec<f64> = seen.map(|(_, result)| *result).collect();
        let count = results.len();
        (count > 0).then(|| results.iter().sum::<f64>() / count as f64)
    });
    let shares: Vec<f64> = shares.collect();
    let count = shares.len() as f64;
    // one imagined game of either result (Agresti-Coull with two): no share of few games is certain
    let chance = (shares.iter().sum::<f64>() + 1.0) / (count + 2.0);
    Tail {
        chance,
        error: (chance * (1.0 - chance) / (count + 2.0)).sqrt(),
    }
}

/// The root mean square, in per mille, of the distances of chances from the mean of their position.
pub fn noise(curve: &Curve, positions: &[Vec<i32>]) -> f64 {
    let spreads = positions.iter().map(|values| {
        let chances: Vec<f64> = values.iter().map(|value| curve.chance(*value)).collect();
        let mean = chances.iter().sum::<f64>() / chances.len().max(1) as f64;
        let squares: f64 = chances.iter().map(|chance| (chance - mean).powi(2)).sum();
        squares / chances.len().saturating_sub(1).max(1) as f64
    });
    let mean = spreads.sum::<f64>() / positions.len().max(1) as f64;
    mean.sqrt() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of twenty moments with the value of one of them decided by chance, of a known curve.
    fn games(count: u64) -> Vec<Course> {
        let mut state = 1;
        let mut draw = || {
            state = crate::study::mix(state);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let game = |_| {
            let units = draw() * 8.0 - 4.0;
            let chance = 1.0 / (1.0 + (-(0.3 + 0.8 * units)).exp());
            let result = f64::from(u8::from(draw() < chance));
            vec![((units * UNIT) as i32, result); 20]
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn the_error_is_that_of_games_and_not_of_moments() {
        let few = fit(&games(100)).expect("decided games");
        let many = fit(&games(1600)).expect("decided games");
        assert!(
            (many.tempo - 0.3).abs() < 0.2 && (many.slope - 0.8).abs() < 0.15,
            "{many:?}"
        );
        // a fourth of the error for sixteen times the games; twenty moments of one game are worth one
        let ratio = few.spread[2].sqrt() / many.spread[2].sqrt();
        assert!((2.5..6.0).contains(&ratio), "{ratio}");
        assert!(few.spread[2].sqrt() > 0.08, "{few:?}");
    }

    #[test]
    fn searches_that_agree_have_no_noise() {
        let curve = fit(&games(100)).expect("decided games");
        assert!(noise(&curve, &[vec![100; 20], vec![-300; 20]]) < 1e-9);
        assert!(noise(&curve, &[vec![-600, 600]]) > 100.0);
    }
}
