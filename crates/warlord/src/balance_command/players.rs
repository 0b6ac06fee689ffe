//! The players of a study: each of them can play its games again, move for move, unless it plays by time.

use std::fmt;
use std::time::Duration;

use ::computer::{Baseline, Budget, Level};
use rules::{AnyOrder, AnyPosition, Side};

use crate::failure::Failure;
use crate::match_command::Contestant;

/// A player of a study, which plays both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Player {
    Computer(Budget),
    Level(Level),
    Baseline(Baseline, Option<Budget>),
}

/// The players of a study: a level as it is, any other player once for every budget.
pub(super) fn players(named: &[Contestant], budgets: &[Budget]) -> anyhow::Result<Vec<Player>> {
    // the default of `warlord match`
    let usual = [Budget::Time(Duration::from_millis(100))];
    let budgets = if budgets.is_empty() { &usual } else { budgets };
    let mut players = Vec::new();
    for contestant in named {
        match contestant {
            Contestant::Computer => players.extend(budgets.iter().copied().map(Player::Computer)),
            Contestant::Level(level) => players.push(Player::Level(*level)),
            Contestant::Baseline(
                baseline @ (Baseline::Random | Baseline::Capture | Baseline::Greedy),
                // these use no budget, so several budgets would only repeat the same games
            ) => players.push(Player::Baseline(*baseline, None)),
            Contestant::Baseline(baseline) => {
                let budgets = budgets.iter().copied().map(Some);
                players.extend(budgets.map(|budget| Player::Baseline(*baseline, budget)));
            }
            Contestant::Engine(_) => {
                return Err(Failure::new(
                    "a bot plays no study: its play is not this program's to repeat",
                    "let bots play with `warlord match`",
                )
                .into());
            }
        }
    }
    Ok(players)
}

impl Player {
    /// True if the play depends on orders tried or time.
    pub(super) const fn has_budget(&self) -> bool {
        matches!(self, Self::Computer(_) | Self::Baseline(_, Some(_)))
    }

    /// A whole turn, or a secret choice.
    pub(super) fn choose(&self, position: &AnyPosition, side: Side, seed: u64) -> Vec<AnyOrder> {
        match self {
            Self::Computer(budget) => ::computer::choose(position, side, *budget, seed),
            Self::Level(level) => ::computer::play(position, side, *level, seed),
            Self::Baseline(baseline, budget) => {
                baseline.choose(position, side, budget.unwrap_or(Budget::Nodes(0)), seed)
            }
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let budget = match self {
            Self::Computer(budget) => {
                f.write_str("computer")?;
                Some(budget)
            }
            Self::Level(level) => {
                write!(f, "computer:{level}")?;
                None
            }
            Self::Baseline(baseline, budget) => {
                f.write_str(baseline.name())?;
                budget.as_ref()
            }
        };
        match budget {
            Some(Budget::Nodes(nodes)) => write!(f, " with {nodes} nodes"),
            Some(Budget::Time(time)) => write!(f, " with {} ms", time.as_millis()),
            None => Ok(()),
        }
    }
}
