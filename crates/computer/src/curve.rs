//! The chance to win as a function of the value that the search finds, fitted to games that the computer played.

use crate::trial::WON;

/// The curve of a family, for searches of [`quick_nodes`](crate::quick_nodes) orders.
///
/// The chance of the side to move is 1 / (1 + exp(-(`tempo` + `slope` * units))), a draw counted as half a win.
/// `cargo run --release -p lab --example chances` plays the games and prints the constants (docs/computer.md, *Who stands
/// better*).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Curve {
    /// The exponent at a value of 0: what the next turn is worth, since a value is that after the opponent's answer.
    pub tempo: f64,
    /// How much the exponent grows with a unit's worth.
    pub slope: f64,
    /// The units' worth beyond which more changes nothing.
    pub most: f64,
    /// The variance of `tempo`, the covariance of both, and the variance of `slope`.
    pub spread: [f64; 3],
    /// The outcome of the positions where the search found no way out of an immediate loss.
    pub lost: Tail,
    /// How far the chances of searches with other seeds lie from their mean, in per mille (root mean square of 20 seeds a
    /// position).
    pub noise: f64,
}

/// A chance to win with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tail {
    pub chance: f64,
    pub error: f64,
}

/// The points of the judgment that make a unit's worth: an infantry is some 200.
pub(crate) const UNIT: f64 = 200.0;

/// Half the width of the interval that holds 95 % of a normal distribution, in standard errors.
const INTERVAL: f64 = 1.96;

impl Curve {
    /// The chance to win of the side to move, from 0 to 1, when the search values the position at `points` for it.
    pub fn chance(&self, points: i32) -> f64 {
        match points {
            WON.. => 1.0,
            points if points <= -WON => self.lost.chance,
            points => 1.0 / (1.0 + (-self.exponent(points)).exp()),
        }
    }

    /// Half of the 95 % interval around [`Curve::chance`], from 0 to 1: by the fit, and by the noise of one search.
    pub fn error(&self, points: i32) -> f64 {
        let fit = match points {
            // carried out by the rules: nothing is uncertain about it
            WON.. => return 0.0,
            points if points <= -WON => self.lost.error,
            points => {
                let units = self.units(points);
                let [tempo, both, slope] = self.spread;
                let exponent = tempo + 2.0 * units * both + units * units * slope;
                let chance = self.chance(points);
                chance * (1.0 - chance) * exponent.max(0.0).sqrt()
            }
        };
        INTERVAL * fit.hypot(self.noise / 1000.0)
    }

    /// What the side to move is ahead by, in tenths of a unit's worth: 0 where both chances are even.
    pub(crate) fn tenths(&self, points: i32) -> i32 {
        let units = f64::from(points) / UNIT + self.tempo / self.slope;
        let tenths = (units * 10.0).round();
        (tenths as i32).clamp(-MOST, MOST)
    }

    fn exponent(&self, points: i32) -> f64 {
        self.tempo + self.slope * self.units(points)
    }

    fn units(&self, points: i32) -> f64 {
        (f64::from(points) / UNIT).clamp(-self.most, self.most)
    }
}

/// The most tenths of a unit's worth: stands for a game that is decided.
pub(crate) const MOST: i32 = 9_999;
