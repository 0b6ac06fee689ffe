//! Shares, intervals and ratings.

/// The normal deviate of an interval of 95 percent.
pub(crate) const DEVIATE: f64 = 1.959_964;

/// Wilson's interval of 95 percent for a share of a number of games.
pub fn wilson(share: f64, games: f64) -> [f64; 2] {
    wilson_at(share, games, DEVIATE)
}

/// Wilson's interval for a share of a number of games at a normal deviate.
pub(crate) fn wilson_at(share: f64, games: f64, deviate: f64) -> [f64; 2] {
    if games <= 0.0 {
        // without games any share is possible
        return [0.0, 1.0];
    }
    let square = deviate * deviate;
    let middle = share + square / (2.0 * games);
    let width = deviate * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
    let scale = 1.0 + square / games;
    [(middle - width) / scale, (middle + width) / scale]
}

/// The rating difference of a score; none for a score of 0 or 1.
pub fn elo(score: f64) -> Option<f64> {
    let elo = -400.0 * (1.0 / score - 1.0).log10();
    // adding zero removes the minus of a negative zero
    (score > 0.0 && score < 1.0).then_some(elo + 0.0)
}

pub(crate) fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// The share of a normal distribution below a deviate, to 1e-7 (Abramowitz and Stegun 26.2.17).
pub fn normal_share(deviate: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * deviate.abs());
    let series = [
        // the coefficients of the approximation named above
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let sum = series
        .iter()
        .rev()
        .fold(0.0, |sum, factor| (sum + factor) * t);
    let density = (-deviate * deviate / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let above = density * sum;
    if deviate < 0.0 { above } else { 1.0 - above }
}

/// The deviate of a two-sided interval that leaves out `error`, by bisection.
pub(crate) fn deviate_of(error: f64) -> f64 {
    let (mut low, mut high) = (0.0, 10.0);
    // sixty halvings of ten are below the error of the approximation
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if 2.0 * (1.0 - normal_share(middle)) > error {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_are_the_published_ones() {
        // Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29
        let cases = [
            (81.0, 263.0, [0.2553, 0.3662]),
            (15.0, 148.0, [0.0624, 0.1605]),
            (0.0, 20.0, [0.0, 0.1611]),
            (1.0, 29.0, [0.0061, 0.1718]),
        ];
        for (wins, games, [low, high]) in cases {
            let found = wilson(wins / games, games);
            let is_near = |one: f64, other: f64| (one - other).abs() < 0.0005;
            assert!(
                is_near(found[0], low) && is_near(found[1], high),
                "{found:?}"
            );
        }
        assert_eq!(wilson(0.0, 0.0), [0.0, 1.0]);
    }

    #[test]
    fn the_normal_distribution_agrees_with_published_tables() {
        for (deviate, share) in [
            (0.0, 0.5),
            (1.0, 0.841_345),
            (-1.644_854, 0.05),
            (2.575_829, 0.995),
        ] {
            assert!((normal_share(deviate) - share).abs() < 1e-6, "{deviate}");
        }
        assert!((deviate_of(0.05) - DEVIATE).abs() < 1e-4);
        assert!((deviate_of(0.01) - 2.575_829).abs() < 1e-4);
    }
}
