//! The players of a seat: a person at the terminal, the computer, or a bot.

mod background;
mod computer;
mod engine;
mod lines;
mod person;
mod words;

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

use ::home::Invitation;
use protocol::History;
use rules::{AnyEvent, AnyOrder, AnyPosition, Lots, Rules as _, Side};
use scenario::Scenario;

use ::computer::{Budget, Level};
use computer::Computer;
pub(crate) use computer::USUAL_LEVEL;
use engine::Engine;
pub(crate) use lines::Lines;
pub(crate) use person::Next;
use person::Person;

/// The values of `--player`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DeciderChoice {
    /// `stdin` or `me`: a person or a script that writes orders on standard input.
    Person,
    /// `computer` or `computer:LEVEL`, the level by name or number.
    Computer { level: Level },
    /// `engine CMD`: a bot that speaks the engine protocol.
    Engine(String),
}

impl fmt::Display for DeciderChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("me"),
            Self::Computer { level } => write!(f, "computer:{}", level.name()),
            Self::Engine(command) => write!(f, "engine {command}"),
        }
    }
}

/// The settings of every kind of player.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// True if all choices of the computer follow from the seed, secret ones too; false draws those anew each time.
    pub(crate) follows_seed: bool,
    /// The thinking of a bot for a turn.
    pub(crate) budget: Budget,
    /// True if a bot gets the seed of each turn.
    pub(crate) tells_seed: bool,
    /// True if standard output belongs to JSON lines: a person then reads prompts on standard error.
    pub(crate) prompts_on_stderr: bool,
}

/// The seed of a turn, in a game with that seed.
pub(crate) fn turn_seed(seed: u64, position: &AnyPosition) -> u64 {
    // a new seed each turn: with the same one, a bot would make the same random choices all game long
    seed ^ (u64::from(position.turn().number) << 32)
}

/// The player of a seat, which decides its turns and secret choices.
pub(crate) enum Decider {
    Person(Box<Person>),
    Computer(Box<Computer>),
    Engine(Box<Engine>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// A whole turn, or one secret order.
    Orders(Vec<AnyOrder>),
    /// The answer to the host's offer.
    Agree(bool),
    Resign,
    OfferDraw,
    AnswerDraw(bool),
    /// Ask to take back this player's last turn.
    AskTakeback,
    /// The answer to the other side, which asks to take a turn back.
    AnswerTakeback(bool),
    /// Continue in a new match: true asks the other player, false shows first what that changes.
    Continue(bool),
    /// The answer to the other side, which asks to continue in a new match.
    AnswerContinue(bool),
    /// Claim that the other player is silent beyond the agreed time.
    Claim,
    /// Go on without a player of a table who is gone, by name or the only one; or no longer.
    GoOn {
        name: Option<String>,
        agree: bool,
    },
    /// Look for a player at the addresses of a fresh code.
    Reach(Arc<Invitation>),
    Say(String),
    /// Say something to the team alone.
    SayToTeam(String),
    /// Leave the match as it is, to be resumed later.
    Leave,
    /// Leave the offer and resume the match that was left unfinished with the same player.
    TakeUp,
}

/// The place of a player among those who share a side and have leaders of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Share {
    /// The player's number among the members of the side.
    pub(crate) member: u8,
    /// The members of the side by number.
    pub(crate) names: Vec<String>,
    /// What other members have shown of the set-up, by number.
    pub(crate) plans: Vec<(u8, AnyOrder)>,
    /// The player's own part is shown, and not sealed yet.
    pub(crate) is_planning: bool,
    /// The parts that are shown do not go together.
    pub(crate) clashes: bool,
}

impl Share {
    /// The parts of a set-up that the members before this one have shown.
    pub(crate) fn before(&self) -> Vec<(u8, AnyOrder)> {
        let plans = self.plans.iter();
        let before = plans.filter(|(member, _)| *member < self.member);
        before.cloned().collect()
    }

    /// True if a program may make its part of a set-up: it waits for the members before it, so that two programs do not
    /// make room for each other without end.
    pub(crate) fn may_plan(&self, position: &AnyPosition, side: Side) -> bool {
        let is_there = |member| self.plans.iter().any(|(of, _)| *of == member);
        let slots = position.slots(side);
        let mut awaited = slots.iter().filter(|slot| slot.member < self.member);
        awaited.all(|slot| is_there(slot.member))
    }

    /// A member's name, as it may be written on a terminal.
    pub(crate) fn name(&self, member: u8) -> String {
        let name = self.names.get(usize::from(member));
        name.map_or_else(String::new, |name| protocol::plain_text(name))
    }
}

impl Decider {
    /// Tells the player of the others of its side, before each choice; of none where nobody shares it by leaders. The
    /// history says which parts of a turn are over.
    pub(crate) fn share(&mut self, share: Option<Share>, history: Option<&Arc<History>>) {
        match self {
            Self::Person(person) => person.share(share),
            Self::Computer(computer) => computer.share(share),
            Self::Engine(engine) => engine.share(share.zip(history.cloned())),
        }
    }

    /// True if a player whose part of a set-up is shown may want to show another one now.
    pub(crate) fn plans_again(&self, share: &Share) -> bool {
        match self {
            // a script's next lines are orders of its turn
            Self::Person(person) => person.is_at_terminal(),
            Self::Computer(computer) => computer.plans_again(share),
            Self::Engine(engine) => engine.plans_again(share),
        }
    }

    /// Gives the player the scenario, and the lots drawn before the first orders. Must be called before the first
    /// choice.
    pub(crate) fn begin(
        &mut self,
        scenario: &Scenario,
        options: &[(String, String)],
        lots: &[Lots],
    ) -> Result<(), DeciderError> {
        match self {
            // the program's own players have the rules at hand; a bot is another program and knows nothing yet
            Self::Person(person) => {
                person.call_sides(scenario.side_names());
                Ok(())
            }
            Self::Computer(_) => Ok(()),
            Self::Engine(engine) => engine.begin(scenario, options, lots),
        }
    }

    /// Makes sure that a bot answers and knows the scenario before its first choice needs both.
    pub(crate) async fn greet(&mut self) -> Result<(), DeciderError> {
        match self {
            Self::Person(_) | Self::Computer(_) => Ok(()),
            Self::Engine(engine) => engine.greet().await,
        }
    }

    /// Waits for the answer to the host's offer; may be dropped and called again. With `may_take_up` a match with the
    /// host was left unfinished, and resuming it is offered too.
    ///
    /// Only a person at a terminal is asked: starting a program or a script means agreeing.
    pub(crate) async fn consider(&mut self, may_take_up: bool) -> Result<Decision, DeciderError> {
        match self {
            Self::Person(person) => person.consider(may_take_up).await,
            // a program answers by being started: waiting here leaves the answer to `accept` of the sitting
            Self::Computer(_) | Self::Engine(_) => std::future::pending().await,
        }
    }

    /// Waits for the decision whether to let in a player on the same network; may be dropped and called again. Only a
    /// person at a terminal is asked.
    pub(crate) async fn admit(&mut self, asker: &str) -> Result<bool, DeciderError> {
        match self {
            Self::Person(person) => person.admit(asker).await,
            Self::Computer(_) | Self::Engine(_) => std::future::pending().await,
        }
    }

    /// Waits for a line that is no order, which only a person at a terminal types; may be dropped and called again.
    pub(crate) async fn line(&mut self) -> String {
        // only whoever types has lines; everybody else is waited for elsewhere
        match self {
            Self::Person(person) => person.line().await,
            Self::Computer(_) | Self::Engine(_) => std::future::pending().await,
        }
    }

    /// Waits for a line of a table before its match begins; may be dropped and called again. Of a script's lines only those
    /// are taken: the others are orders.
    pub(crate) async fn lobby_line(&mut self, is_taken: fn(&str) -> bool) -> String {
        match self {
            Self::Person(person) => person.lobby_line(is_taken).await,
            Self::Computer(_) | Self::Engine(_) => std::future::pending().await,
        }
    }

    /// A person, or a script, with those lines.
    pub(crate) fn person(lines: Lines, settings: Settings) -> Self {
        let out: Box<dyn Write + Send> = match settings.prompts_on_stderr {
            true => Box::new(anstream::stderr()),
            false => Box::new(anstream::stdout()),
        };
        Self::Person(Box::new(Person::new(lines, out)))
    }

    /// True if the player reads standard input.
    pub(crate) const fn reads_lines(&self) -> bool {
        matches!(self, Self::Person(_))
    }

    /// True if a person at a terminal can be asked.
    pub(crate) const fn is_at_terminal(&self) -> bool {
        match self {
            Self::Person(person) => person.is_at_terminal(),
            Self::Computer(_) | Self::Engine(_) => false,
        }
    }

    /// Notes the number of the turn under way over all sides, and in its side's own count.
    pub(crate) fn count_turn(&mut self, number: u32, own: u32) {
        if let Self::Person(person) = self {
            person.count_turn(number, own);
        }
    }

    /// Decides for `side`, which must have the turn or a secret choice.
    ///
    /// May be dropped and called again: an unfinished turn or a search under way is kept.
    pub(crate) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Decision, DeciderError> {
        match self {
            Self::Person(person) => person.choose(position, side).await,
            Self::Computer(computer) => computer.choose(position, side).await,
            Self::Engine(engine) => engine.choose(position, side).await,
        }
    }

    /// Gives the keyboard to the person of the next seat, if another one had it; may be dropped and called again. Before
    /// a secret choice a person at a terminal must press Enter.
    pub(crate) async fn hand_over(&mut self, next: &Next<'_>) -> Result<(), DeciderError> {
        match self {
            Self::Person(person) => person.hand_over(next).await,
            Self::Computer(_) | Self::Engine(_) => Ok(()),
        }
    }

    /// True while the keyboard waits for its next person.
    pub(crate) const fn is_changing_hands(&self) -> bool {
        match self {
            Self::Person(person) => person.is_changing_hands(),
            Self::Computer(_) | Self::Engine(_) => false,
        }
    }

    /// Takes a secret choice off the screen.
    pub(crate) fn cover(&mut self) {
        if let Self::Person(person) = self {
            person.cover();
        }
    }

    /// Waits for a request of a person while others have the turn, who are named at a table of more than two; may be
    /// dropped and called again.
    ///
    /// Only a person at a terminal is heard then: a script's next lines are for its next turn.
    pub(crate) async fn idle(
        &mut self,
        position: &AnyPosition,
        others: &[String],
    ) -> Result<Decision, DeciderError> {
        match self {
            Self::Person(person) => person.idle(position, others).await,
            Self::Computer(_) | Self::Engine(_) => std::future::pending().await,
        }
    }

    /// The other side asks by mail to take a turn back, or no longer asks: a person answers before the letter is
    /// written.
    pub(crate) fn asked_by_mail(&mut self, is_asked: bool) {
        if let Self::Person(person) = self {
            person.asked_by_mail(is_asked);
        }
    }

    /// Notes the events of the other side's last turn.
    pub(crate) fn seen(&mut self, events: Vec<AnyEvent>) {
        if let Self::Person(person) = self {
            person.seen(events);
        }
    }

    /// Turns were taken back: the match continues from an earlier position. `events` are those of the other side's last
    /// turn before it.
    pub(crate) fn taken_back(&mut self, events: Vec<AnyEvent>) {
        if let Self::Person(person) = self {
            person.taken_back(events);
        }
    }

    /// The answer to an offer of a draw, if the player answers at once; a person answers later.
    pub(crate) fn draw_offered(&mut self) -> Option<bool> {
        match self {
            Self::Person(person) => {
                person.draw_offered();
                None
            }
            // neither judges an offer: agreeing to a draw that nobody weighed would give games away
            Self::Computer(_) | Self::Engine(_) => Some(false),
        }
    }

    /// The answer to the other side's request to take that turn back, if the player answers at once; a person answers
    /// later.
    pub(crate) fn takeback_asked(&mut self, turn: &str) -> Option<bool> {
        match self {
            Self::Person(person) => {
                person.takeback_asked(turn);
                None
            }
            // a turn back teaches the computer nothing; a bot may have learned from the turn, or have moved on
            Self::Computer(_) => Some(true),
            Self::Engine(_) => Some(false),
        }
    }

    /// The other side asks to continue in a new match, or no longer asks: a person at a terminal answers later, and
    /// every other player declines.
    pub(crate) fn asked_to_continue(&mut self, is_asked: bool) -> Option<bool> {
        match self {
            Self::Person(person) if person.is_at_terminal() => {
                person.asked_to_continue(is_asked);
                None
            }
            // continuing gives a result up or replaces a file, which no program decides for its owner
            Self::Person(_) | Self::Computer(_) | Self::Engine(_) => is_asked.then_some(false),
        }
    }

    /// A step was made: what was asked before is over.
    pub(crate) fn stepped(&mut self) {
        if let Self::Person(person) = self {
            person.stepped();
        }
    }

    /// Leaves a person's prompt line. Must be called before other text is written to the terminal.
    pub(crate) fn interrupt(&mut self) {
        if let Self::Person(person) = self {
            person.interrupt();
        }
    }

    /// Takes back a refused turn.
    pub(crate) fn refused(&mut self, what: &str, advice: &str) {
        if let Self::Person(person) = self {
            person.refused(what, advice);
        }
    }
}

#[cfg(test)]
impl Decider {
    /// A person at a terminal who types these lines.
    pub(crate) fn at_terminal(
        lines: tokio::sync::mpsc::Receiver<String>,
        out: Box<dyn Write + Send>,
    ) -> Self {
        let lines = Lines::from_channel(lines, true);
        Self::Person(Box::new(Person::new(lines, out)))
    }
}

impl DeciderChoice {
    /// Starts the player. A person's lines are read from standard input from here on; a bot's program is started, which
    /// needs an asynchronous runtime.
    pub(crate) fn start(&self, settings: Settings) -> Result<Decider, DeciderError> {
        Ok(match self {
            Self::Person => Decider::person(Lines::stdin(), settings),
            Self::Computer { level } => {
                Decider::Computer(Box::new(Computer::new(*level, settings)))
            }
            Self::Engine(command) => Decider::Engine(Box::new(Engine::start(command, settings)?)),
        })
    }
}

/// The error of a text that names no kind of player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "stdin or me, computer, computer:LEVEL (novice, easy, normal, strong or master), or engine COMMAND was expected"
)]
pub(crate) struct DeciderChoiceError;

impl FromStr for DeciderChoice {
    type Err = DeciderChoiceError;

    fn from_str(text: &str) -> Result<Self, DeciderChoiceError> {
        if let Some(level) = text.strip_prefix("computer:") {
            return match level.parse() {
                Ok(level) => Ok(Self::Computer { level }),
                // the error of the level alone would not say what else may follow --player
                Err(_no_level) => Err(DeciderChoiceError),
            };
        }
        match text.split_once(' ') {
            None if matches!(text, "stdin" | "me") => Ok(Self::Person),
            None if text == "computer" => Ok(Self::Computer {
                level: computer::USUAL_LEVEL,
            }),
            Some(("engine", command)) if !command.trim().is_empty() => {
                Ok(Self::Engine(command.trim().to_owned()))
            }
            _ => Err(DeciderChoiceError),
        }
    }
}

/// Why a player came to no decision.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DeciderError {
    #[error("standard input ended before the game did")]
    InputEnded,
    #[error("the output can no longer be written")]
    Output(#[from] io::Error),
    #[error("the computer found no turn to make")]
    NoTurn,
    #[error("the search was stopped")]
    Stopped,
    #[error("the engine's command cannot be read: {0}")]
    BadCommand(&'static str),
    #[error("the engine `{command}` could not be started")]
    NotStarted { command: String, source: io::Error },
    #[error("the scenario could not be handed to the engine")]
    NoScenarioFile(#[source] io::Error),
    #[error("the engine stopped when it was asked `{asked}`")]
    EngineEnded { asked: String },
    #[error("the engine did not answer `{asked}` within {seconds} s")]
    EngineSilent { asked: String, seconds: u64 },
    #[error("the engine answered `{asked}` with a line of more than 64 KiB")]
    LongLine { asked: String },
    #[error("the engine answered `{asked}` with more than 1 MiB")]
    LongAnswer { asked: String },
    #[error("the engine answered `{asked}` with bytes that are not UTF-8 text")]
    NoText { asked: String },
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
    #[error("the engine's turn does not end with `end`")]
    NoEnd,
    #[error("the engine offers no set-up for {0}")]
    NoSetUp(&'static str),
    #[error(
        "the match began in the middle of a shared turn, and no bot can be told which parts of that turn are over"
    )]
    InMidTurn,
}

impl DeciderError {
    /// What the user can do; `again` is the command that resumes the match.
    pub(crate) fn advice(&self, again: &str) -> String {
        match self {
            Self::InputEnded => {
                return format!(
                    "the match is kept: `{again}` continues it; in a script, give the orders of the whole game"
                );
            }
            Self::Output(_) => return format!("the match is kept: `{again}` continues it"),
            Self::NoTurn | Self::Stopped => {
                return format!(
                    "`{again}` continues from the last turn; if this happens again, play on with `--player stdin`"
                );
            }
            Self::BadCommand(_) => {
                "write it as in engine \"python3 bot.py\"; put words with spaces in single or double quotes"
            }
            Self::NotStarted { .. } => "run the command on its own in this folder",
            Self::NoScenarioFile(_) => "make sure that the folder for temporary files can be written",
            Self::EngineEnded { .. } | Self::EngineSilent { .. } | Self::OtherProtocol => {
                "start the engine by hand and type `engine`: it must answer `id name ...`, `protocol 1`, `ok` and keep reading"
            }
            Self::EngineRefused { .. }
            | Self::LongLine { .. }
            | Self::LongAnswer { .. }
            | Self::NoText { .. } => {
                "start the engine by hand and give it the same commands; every command ends with `ok` or `error ...`"
            }
            Self::UnreadableOrder { .. } | Self::IllegalOrder { .. } | Self::NoEnd => {
                return format!(
                    "the match is kept: fix the engine, then run `{again}`; in `warlord engine`, `why ORDER` says what is legal"
                );
            }
            Self::InMidTurn => {
                return format!(
                    "`{again}` continues it with `--player computer`; after this turn the bot can play again"
                );
            }
            Self::NoSetUp(_) => {
                "in a hidden set-up the engine answers `go white movetime MS` with one set-up, or `orders white` with some to draw from"
            }
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_from_their_words() {
        let read = |text: &str| text.parse::<DeciderChoice>();
        assert_eq!(read("stdin"), Ok(DeciderChoice::Person));
        assert_eq!(
            read("computer"),
            Ok(DeciderChoice::Computer {
                level: computer::USUAL_LEVEL
            })
        );
        for text in ["computer:5", "computer:master"] {
            let level = Level::Master;
            assert_eq!(read(text), Ok(DeciderChoice::Computer { level }));
        }
        assert_eq!(
            read("engine python3 'my bot.py'"),
            Ok(DeciderChoice::Engine("python3 'my bot.py'".to_owned()))
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
            assert_eq!(read(text), Err(DeciderChoiceError), "{text}");
        }
    }
}
