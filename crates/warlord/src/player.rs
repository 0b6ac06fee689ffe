//! Who decides for a seat: a person at the terminal, the computer, or a bot.

mod background;
mod computer;
mod engine;
mod lines;
mod person;
mod words;

use std::io::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use rules::{AnyEvent, AnyOrder, AnyPosition, Lots, Side};
use scenario::Scenario;

use computer::Computer;
use engine::Engine;
use lines::Lines;
use person::Person;

/// What `--player` may say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlayerChoice {
    /// `stdin`: somebody, or some script, that writes orders on standard input.
    Person,
    /// `computer` or `computer:LEVEL`.
    Computer { level: u8 },
    /// `engine CMD`: a bot that speaks the engine protocol.
    Engine(String),
}

/// What does not depend on who plays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// What the computer's choices depend on besides the position.
    pub(crate) seed: u64,
    /// How long a bot may think about a turn.
    pub(crate) move_time: Duration,
    /// Whether standard output belongs to JSON lines, so that a person is talked to on standard error.
    pub(crate) prompts_on_stderr: bool,
}

/// Decides for one seat.
pub(crate) enum Player {
    Person(Box<Person>),
    Computer(Computer),
    Engine(Engine),
}

/// What a player wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// A whole turn, or one secret order.
    Orders(Vec<AnyOrder>),
    /// Whether to play what the host offers.
    Agree(bool),
    Resign,
    OfferDraw,
    AnswerDraw(bool),
    Say(String),
    /// Leave the match as it is, to be resumed later.
    Leave,
}

impl Player {
    /// Learns what is played, and the lots drawn before anything was ordered or chosen. To be called before the first
    /// choice.
    pub(crate) fn begin(
        &mut self,
        scenario: &Scenario,
        options: &[(String, String)],
        lots: &[Lots],
    ) -> Result<(), PlayerError> {
        match self {
            Self::Person(_) | Self::Computer(_) => Ok(()),
            Self::Engine(engine) => engine.begin(scenario, options, lots),
        }
    }

    /// Waits for whether to play what the host offers; may be dropped and called again.
    ///
    /// Only a person at a terminal is asked: whoever starts a program or a script has agreed.
    pub(crate) async fn consider(&mut self) -> Result<Decision, PlayerError> {
        match self {
            Self::Person(person) => person.consider().await,
            Self::Computer(_) | Self::Engine(_) => std::future::pending().await,
        }
    }

    /// Whether there is somebody to ask.
    pub(crate) const fn is_at_terminal(&self) -> bool {
        match self {
            Self::Person(person) => person.is_at_terminal(),
            Self::Computer(_) | Self::Engine(_) => false,
        }
    }

    /// Decides for `side`, whose turn or secret choice it is.
    ///
    /// May be dropped and called again: an unfinished turn or a search under way is kept.
    pub(crate) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Decision, PlayerError> {
        match self {
            Self::Person(person) => person.choose(position, side).await,
            Self::Computer(computer) => computer.choose(position, side).await,
            Self::Engine(engine) => engine.choose(position, side).await,
        }
    }

    /// Waits for something said while it is somebody else's turn; may be dropped and called again.
    ///
    /// Only a person at a terminal says something then: a script's next lines are for its next turn.
    pub(crate) async fn idle(&mut self, position: &AnyPosition) -> Result<Decision, PlayerError> {
        match self {
            Self::Person(person) => person.idle(position).await,
            Self::Computer(_) | Self::Engine(_) => std::future::pending().await,
        }
    }

    /// Takes note of the turn the other side has just made.
    pub(crate) fn seen(&mut self, events: Vec<AnyEvent>) {
        if let Self::Person(person) = self {
            person.seen(events);
        }
    }

    /// The answer to an offer of a draw, where it is given at once; a person answers later.
    pub(crate) fn draw_offered(&mut self) -> Option<bool> {
        match self {
            Self::Person(person) => {
                person.draw_offered();
                None
            }
            Self::Computer(_) | Self::Engine(_) => Some(false),
        }
    }

    /// To be called before anything is written to the terminal beside the player: leaves a person's prompt line.
    pub(crate) fn interrupt(&mut self) {
        if let Self::Person(person) = self {
            person.interrupt();
        }
    }

    /// Takes back a turn that was not accepted.
    pub(crate) fn refused(&mut self, what: &str, advice: &str) {
        if let Self::Person(person) = self {
            person.refused(what, advice);
        }
    }
}

impl PlayerChoice {
    /// The player itself. A person's lines are read from standard input from here on; a bot's program is started, for
    /// which an asynchronous runtime must be there.
    pub(crate) fn start(&self, settings: Settings) -> Result<Player, PlayerError> {
        Ok(match self {
            Self::Person => {
                let out: Box<dyn Write + Send> = if settings.prompts_on_stderr {
                    Box::new(anstream::stderr())
                } else {
                    Box::new(anstream::stdout())
                };
                Player::Person(Box::new(Person::new(Lines::stdin(), out)))
            }
            Self::Computer { level } => Player::Computer(Computer::new(*level, settings.seed)),
            Self::Engine(command) => {
                Player::Engine(Engine::start(command, settings.move_time, settings.seed)?)
            }
        })
    }
}

/// Text that names no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "stdin, computer, computer:1 to computer:{}, or engine COMMAND was expected",
    computer::LEVELS
)]
pub(crate) struct PlayerChoiceError;

impl FromStr for PlayerChoice {
    type Err = PlayerChoiceError;

    fn from_str(text: &str) -> Result<Self, PlayerChoiceError> {
        if let Some(level) = text.strip_prefix("computer:") {
            let level = level.parse().ok();
            let level = level.filter(|level| (1..=computer::LEVELS).contains(level));
            return Ok(Self::Computer {
                level: level.ok_or(PlayerChoiceError)?,
            });
        }
        match text.split_once(' ') {
            None if text == "stdin" => Ok(Self::Person),
            None if text == "computer" => Ok(Self::Computer {
                level: computer::USUAL_LEVEL,
            }),
            Some(("engine", command)) if !command.trim().is_empty() => {
                Ok(Self::Engine(command.trim().to_owned()))
            }
            _ => Err(PlayerChoiceError),
        }
    }
}

/// Why a player came to no decision.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlayerError {
    #[error("standard input ended before the game did")]
    InputEnded,
    #[error("nothing can be written any more")]
    Output(#[from] io::Error),
    #[error("the computer found no turn to make")]
    NoTurn,
    #[error("the search was stopped")]
    Stopped,
    #[error("the command of the engine is not readable: {0}")]
    BadCommand(&'static str),
    #[error("the engine `{command}` could not be started")]
    NotStarted { command: String, source: io::Error },
    #[error("the scenario could not be handed to the engine")]
    NoScenarioFile(#[source] io::Error),
    #[error("the engine stopped when it was asked `{asked}`")]
    EngineEnded { asked: String },
    #[error("the engine did not answer `{asked}` within {seconds} s")]
    EngineSilent { asked: String, seconds: u64 },
    #[error("the engine answered `{asked}` with an error: {why}")]
    EngineRefused { asked: String, why: String },
    #[error("the engine does not speak engine protocol 1")]
    OtherProtocol,
    #[error("the engine's order `{order}` cannot be read: {why}")]
    UnreadableOrder { order: String, why: String },
    #[error("the engine's order `{order}` is illegal: {why} (rule {rule})")]
    IllegalOrder {
        order: String,
        why: String,
        rule: &'static str,
    },
    #[error("the engine's turn does not close with `end`")]
    NoEnd,
    #[error("the engine offers no set-up for {0}")]
    NoSetUp(&'static str),
}

impl PlayerError {
    /// How to mend it.
    pub(crate) const fn advice(&self) -> &'static str {
        match self {
            Self::InputEnded => {
                "the match is kept: `warlord resume FILE` goes on; in a script, give the orders of the whole game"
            }
            Self::Output(_) => "the match is kept: `warlord resume FILE` goes on",
            Self::NoTurn | Self::Stopped => {
                "`warlord resume FILE` goes on from the last turn; if this comes again, play on with `--player stdin`"
            }
            Self::BadCommand(_) => {
                "write it as in --player engine \"python3 bot.py\"; words with blanks go in quotes"
            }
            Self::NotStarted { .. } => "try the command by itself in this folder",
            Self::NoScenarioFile(_) => "see that the folder for temporary files can be written",
            Self::EngineEnded { .. } | Self::EngineSilent { .. } | Self::OtherProtocol => {
                "start the engine by hand and type `engine`: it must answer `id name ...`, `protocol 1`, `ok` and read on"
            }
            Self::EngineRefused { .. } => {
                "start the engine by hand and give it the same commands; every command ends with `ok` or `error ...`"
            }
            Self::UnreadableOrder { .. } | Self::IllegalOrder { .. } | Self::NoEnd => {
                "the match is kept: mend the engine, then `warlord resume FILE`; `warlord engine` tells what is legal with `why ORDER`"
            }
            Self::NoSetUp(_) => {
                "in a hidden set-up the engine answers `go white movetime MS` with one set-up, or `orders white` with some to draw from"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_from_their_words() {
        let read = |text: &str| text.parse::<PlayerChoice>();
        assert_eq!(read("stdin"), Ok(PlayerChoice::Person));
        assert_eq!(
            read("computer"),
            Ok(PlayerChoice::Computer {
                level: computer::USUAL_LEVEL
            })
        );
        assert_eq!(read("computer:5"), Ok(PlayerChoice::Computer { level: 5 }));
        assert_eq!(
            read("engine python3 'my bot.py'"),
            Ok(PlayerChoice::Engine("python3 'my bot.py'".to_owned()))
        );
        for text in [
            "",
            "computer:0",
            "computer:6",
            "computer:x",
            "engine",
            "engine  ",
            "human",
            "stdin x",
        ] {
            assert_eq!(read(text), Err(PlayerChoiceError), "{text}");
        }
    }
}
