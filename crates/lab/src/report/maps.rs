//! The scores by map, if a lot lays the terrain of a limited number of maps.

use serde::{Deserialize, Serialize};

use super::ReadGame;
use crate::Study;

/// The first side's scores on maps laid by lot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Maps {
    /// By map: the games and the score of the first side.
    pub maps: Vec<(u32, f64)>,
    /// How much the first side's true score differs from map to map, as a deviation, beyond what chance explains.
    pub deviation: f64,
}

impl Maps {
    /// The maps of one player's games; none if each game has its own map, or nothing is laid by lot.
    pub(crate) fn of(study: &Study, games: &[ReadGame<'_>]) -> Option<Self> {
        // one map has nothing to compare it with
        let count = study.maps.filter(|maps| *maps > 1)?;
        // no lot was drawn, so all games have the scenario's own map
        if games.iter().all(|(row, _)| row.lots.is_empty()) {
            return None;
        }
        let mut sums = vec![(0_u32, 0.0); count as usize];
        for (row, _) in games {
            let sum = &mut sums[(row.index % count) as usize];
            let points = match row.winner {
                Some(0) => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            *sum = (sum.0 + 1, sum.1 + points);
        }
        // a map with one game shows no scatter, and the variance below would divide by zero
        sums.retain(|(games, _)| *games > 1);
        let maps: Vec<(u32, f64)> = sums
            .into_iter()
            .map(|(games, points)| (games, points / f64::from(games)))
            .collect();
        let number = maps.len() as f64;
        if number < 2.0 {
            return None;
        }
        let mean = maps.iter().map(|(_, score)| score).sum::<f64>() / number;
        let seen = maps
            .iter()
            .map(|(_, score)| (score - mean).powi(2))
            .sum::<f64>()
            / (number - 1.0);
        // the scatter that a few games on one map have by chance alone; what is seen beyond it is the maps' own
        let chance = maps
            .iter()
            .map(|(games, score)| score * (1.0 - score) / f64::from(games - 1));
        let chance = chance.sum::<f64>() / number;
        Some(Self {
            maps,
            // by chance the scatter may be smaller than expected, and a root needs something positive
            deviation: (seen - chance).max(0.0).sqrt(),
        })
    }
}
