use std::fmt;
use std::str::FromStr;

use ::computer::{Baseline, Budget, Level};
use rules::{AnyOrder, AnyPosition, Lots, Rules as _, Side};
use scenario::Scenario;

use crate::decider::{Decider, DeciderChoice, DeciderError, Decision, Settings};

/// A player of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Contestant {
    /// The computer with the match's time or orders for a turn.
    Computer,
    /// The computer at a level of its own.
    Level(Level),
    Baseline(Baseline),
    /// A bot's command.
    Engine(String),
}

/// The error of a text that names no player of a match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "computer, computer:LEVEL ({}), {} or \"engine COMMAND\" was expected",
    Level::ALL.map(Level::name).join(", "),
    Baseline::ALL.map(Baseline::name).join(", ")
)]
pub(crate) struct ContestantError;

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        if text == "computer" {
            return Ok(Self::Computer);
        }
        if let Some(baseline) = Baseline::from_name(text) {
            return Ok(Self::Baseline(baseline));
        }
        match text.parse() {
            Ok(DeciderChoice::Computer { level }) => Ok(Self::Level(level)),
            Ok(DeciderChoice::Engine(command)) => Ok(Self::Engine(command)),
            _ => Err(ContestantError),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Computer => f.write_str("computer"),
            Self::Level(level) => write!(f, "computer:{level}"),
            Self::Baseline(baseline) => f.write_str(baseline.name()),
            Self::Engine(command) => write!(f, "engine {command}"),
        }
    }
}

/// A player in one game.
pub(super) enum Seated {
    Thinks(Budget, u64),
    Level(Level, u64),
    Baseline(Baseline, Budget, u64),
    Asks(Box<Decider>),
}

impl Contestant {
    /// Sits down to a game; a bot's program is started.
    pub(super) fn sit(
        &self,
        budget: Budget,
        seed: u64,
        scenario: &Scenario,
        options: &[(String, String)],
        lots: &[Lots],
    ) -> Result<Seated, DeciderError> {
        Ok(match self {
            Self::Computer => Seated::Thinks(budget, seed),
            Self::Level(level) => Seated::Level(*level, seed),
            Self::Baseline(baseline) => Seated::Baseline(*baseline, budget, seed),
            Self::Engine(command) => {
                let settings = Settings {
                    seed,
                    budget,
                    prompts_on_stderr: true,
                };
                let mut bot = DeciderChoice::Engine(command.clone()).start(settings)?;
                bot.begin(scenario, options, lots)?;
                Seated::Asks(Box::new(bot))
            }
        })
    }
}

impl Seated {
    /// A whole turn, or a secret choice.
    pub(super) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Vec<AnyOrder>, DeciderError> {
        // each turn has a seed of its own, the same in both games of a pair
        let turn_seed = |seed: u64| seed ^ (u64::from(position.turn().number) << 32);
        let orders = match self {
            Self::Thinks(budget, seed) => {
                let (budget, seed) = (*budget, turn_seed(*seed));
                tokio::task::block_in_place(|| ::computer::choose(position, side, budget, seed))
            }
            Self::Level(level, seed) => {
                tokio::task::block_in_place(|| ::computer::play(position, side, *level, *seed))
            }
            Self::Baseline(baseline, budget, seed) => {
                let (budget, seed) = (*budget, turn_seed(*seed));
                tokio::task::block_in_place(|| baseline.choose(position, side, budget, seed))
            }
            Self::Asks(decider) => match decider.choose(position, side).await? {
                Decision::Orders(orders) => orders,
                _ => return Err(DeciderError::NoTurn),
            },
        };
        if orders.is_empty() {
            return Err(DeciderError::NoTurn);
        }
        Ok(orders)
    }
}
