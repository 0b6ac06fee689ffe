//! The score of a second player who may choose a side after the set-up.

use serde::{Deserialize, Serialize};

use super::ReadGame;
use crate::Cell;
use crate::statistics::wilson;

/// The score that the second player would have had with a choice of side, made once the set-ups and the ground are
/// known, for the side that leads by the judgment. No game is played for this: since both seats have the same player,
/// the game would have been the same with the names swapped.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    pub games: u32,
    /// The games in which the second player would have changed sides, and with it the first turn.
    pub changed: u32,
    /// The score of the second player without the choice.
    pub without: f64,
    pub score: f64,
    /// Wilson's interval of 95 percent of that score.
    pub interval: [f64; 2],
}

impl Choice {
    pub(crate) fn of(cells: &[Cell], games: &[ReadGame<'_>]) -> Option<Self> {
        if games.is_empty() {
            return None;
        }
        let (mut changed, mut without, mut with) = (0, 0.0, 0.0);
        for (row, _) in games {
            // a study has two sides, so the other one is what is left of 1
            let second = 1 - cells[row.cell].first;
            // leads are those of the first side, so a negative one is the second side's
            let leader = usize::from(row.start < 0);
            // an even start is no reason to change
            let chosen = if row.start == 0 { second } else { leader };
            changed += u32::from(chosen != second);
            let points = |side: usize| match row.winner {
                Some(winner) => f64::from(u8::from(winner == side)),
                // a game that nobody won is half a point, as in every score
                None => 0.5,
            };
            without += points(second);
            with += points(chosen);
        }
        let count = games.len() as f64;
        Some(Self {
            games: u32::try_from(games.len()).unwrap_or(u32::MAX),
            changed,
            without: without / count,
            score: with / count,
            interval: wilson(with / count, count),
        })
    }
}
