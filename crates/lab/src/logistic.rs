//! The chance to win as a function of a lead.

use serde::Serialize;

/// A logistic curve: the chance is 1 / (1 + exp(-(`at_nought` + `slope` * lead))).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Logistic {
    pub(crate) at_nought: f64,
    pub(crate) slope: f64,
}

/// A lead, what came of it (1 a win, 0 a loss), and its weight.
pub(crate) type Sample = (f64, f64, f64);

/// The ridge penalty on the squares of the coefficients. Leads that separate wins from losses completely would
/// otherwise give an infinitely steep curve.
const RIDGE: f64 = 1e-6;

impl Logistic {
    /// The curve that makes the samples most likely, by Newton's method; none without samples.
    pub(crate) fn fit(samples: &[Sample]) -> Option<Self> {
        let weight: f64 = samples.iter().map(|(_, _, weight)| weight).sum();
        // without weight there is nothing to fit
        if weight <= 0.0 {
            return None;
        }
        let squares: f64 = samples
            .iter()
            .map(|(lead, _, weight)| weight * lead * lead)
            .sum();
        // leads in units of their own size: the penalty and the bounds of a step mean the same in every family's points
        let unit = (squares / weight).sqrt().max(1e-9);
        let (mut nought, mut slope) = (0.0_f64, 0.0_f64);
        // the steps settle in a few rounds; the bound is for rounding that keeps them from it
        for _ in 0..50 {
            let (mut pull, mut bend) = ([-RIDGE * nought, -RIDGE * slope], [RIDGE, 0.0, RIDGE]);
            for (lead, result, weight) in samples {
                let lead = lead / unit;
                let chance = 1.0 / (1.0 + (-(nought + slope * lead)).exp());
                // divided by the number of samples, or a study of many games would outweigh the penalty
                let off = weight / samples.len() as f64 * (result - chance);
                let steep = weight / samples.len() as f64 * chance * (1.0 - chance);
                pull = [pull[0] + off, pull[1] + off * lead];
                bend = [
                    bend[0] + steep,
                    bend[1] + steep * lead,
                    bend[2] + steep * lead * lead,
                ];
            }
            let size = bend[0] * bend[2] - bend[1] * bend[1];
            // all leads alike: the slope cannot be measured, and the step below would divide by zero
            if size.abs() < 1e-18 {
                break;
            }
            let step = [
                (bend[2] * pull[0] - bend[1] * pull[1]) / size,
                (bend[0] * pull[1] - bend[1] * pull[0]) / size,
            ];
            // a whole step would leap past the maximum of a flat likelihood and diverge
            nought += step[0].clamp(-2.0, 2.0);
            slope += step[1].clamp(-2.0, 2.0);
            if step[0].abs() + step[1].abs() < 1e-10 {
                break;
            }
        }
        Some(Self {
            at_nought: nought,
            slope: slope / unit,
        })
    }

    pub(crate) fn chance(&self, lead: f64) -> f64 {
        1.0 / (1.0 + (-(self.at_nought + self.slope * lead)).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_finds_the_curve_that_made_the_samples() {
        let truth = Logistic {
            at_nought: 0.3,
            slope: 0.002,
        };
        let mut samples: Vec<Sample> = Vec::new();
        for lead in (-2000..=2000).step_by(50).map(f64::from) {
            let chance = truth.chance(lead);
            samples.push((lead, 1.0, chance));
            samples.push((lead, 0.0, 1.0 - chance));
        }
        let found = Logistic::fit(&samples).expect("samples");
        assert!((found.at_nought - 0.3).abs() < 1e-3, "{found:?}");
        assert!((found.slope - 0.002).abs() < 1e-5, "{found:?}");
        assert_eq!(Logistic::fit(&[]), None);
    }

    #[test]
    fn leads_that_decide_every_game_give_a_steep_but_finite_curve() {
        let found = Logistic::fit(&[(-100.0, 0.0, 1.0), (100.0, 1.0, 1.0)]).expect("samples");
        assert!(found.slope > 0.01 && found.slope.is_finite(), "{found:?}");
    }
}
