//! A player of `warlord match`, and that player seated at one game.

use std::fmt;
use std::str::FromStr;

use ::computer::{Baseline, Budget, Level};
use rules::{AnyOrder, AnyPosition, Lots, Side};
use scenario::Scenario;

use crate::decider::{Decider, DeciderChoice, DeciderError, Decision, Settings, turn_seed};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Contestant {
    /// The computer with the match's time or orders for a turn.
    Computer,
    /// The computer at a level, which fixes its thinking.
    Level(Level),
    Baseline(Baseline),
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

pub(super) enum Seated {
    Thinks(Budget, u64),
    Level(Level, u64),
    Baseline(Baseline, Budget, u64),
    Asks(Box<Decider>),
}

impl Contestant {
    /// True if the player's turns follow from the seed on every machine.
    pub(super) const fn is_repeatable(&self, budget: Budget) -> bool {
        // a time budget depends on how busy the machine is; orders tried do not
        self.budget(budget).is_none() || matches!(budget, Budget::Nodes(_))
    }

    /// The budget of the match, if the player's thinking is not fixed.
    pub(super) const fn budget(&self, budget: Budget) -> Option<Budget> {
        match self {
            Self::Level(_)
            | Self::Baseline(Baseline::Random | Baseline::Capture | Baseline::Greedy) => None,
            Self::Computer | Self::Baseline(_) | Self::Engine(_) => Some(budget),
        }
    }

    /// Sits down to a game; a bot's program is started and gets the scenario.
    pub(super) async fn sit(
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
                    follows_seed: true,
                    budget,
                    tells_seed: true,
                    prompts_on_stderr: true,
                };
                let mut bot = DeciderChoice::Engine(command.clone()).start(settings)?;
                bot.begin(scenario, options, lots)?;
                // at once, so that the time to start a program and load a scenario is not taken for thinking
                bot.greet().await?;
                Seated::Asks(Box::new(bot))
            }
        })
    }
}

/// A search for a turn, to be run on a blocking thread.
type Choosing = Box<dyn FnOnce(&AnyPosition) -> Vec<AnyOrder> + Send>;

impl Seated {
    /// A whole turn, or a secret choice. The seed of a turn is the same in both games of a pair.
    pub(super) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Vec<AnyOrder>, DeciderError> {
        let think: Choosing = match *self {
            Self::Thinks(budget, seed) => Box::new(move |position| {
                ::computer::choose(position, side, budget, turn_seed(seed, position))
            }),
            Self::Level(level, seed) => {
                Box::new(move |position| ::computer::play(position, side, level, seed))
            }
            Self::Baseline(baseline, budget, seed) => Box::new(move |position| {
                baseline.choose(position, side, budget, turn_seed(seed, position))
            }),
            Self::Asks(ref mut decider) => {
                return match decider.choose(position, side).await? {
                    Decision::Orders(orders) if !orders.is_empty() => Ok(orders),
                    _ => Err(DeciderError::NoTurn),
                };
            }
        };
        let position = position.clone();
        // on a blocking thread, so that Ctrl-C need not wait for the end of the search
        let search = tokio::task::spawn_blocking(move || think(&position));
        match search.await {
            Ok(orders) if !orders.is_empty() => Ok(orders),
            Ok(_) => Err(DeciderError::NoTurn),
            // a bug in this program is not the player's loss
            Err(stopped) => match stopped.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => Err(DeciderError::Stopped),
            },
        }
    }
}
