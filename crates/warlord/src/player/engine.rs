//! A bot: a program of its own that speaks engine protocol 1 on its standard input and output.

mod connection;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::time::Duration;

use rules::warlord::FirstPlayer;
use rules::{AnyOrder, AnyPosition, Rules, Side, ToAct};
use tempfile::NamedTempFile;

use super::background::Background;
use super::{Choice, PlayerError};
use connection::Connection;

/// How long a bot may take to answer what needs no thinking, and how much longer than its time for a turn, before it
/// is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Asks a bot for its turns and believes none of them unchecked.
pub(crate) struct Engine {
    bot: Bot,
    times: Times,
    seed: u64,
    /// The command that loads the scenario, until it is given.
    greeting: Option<String>,
    /// Kept because the bot reads it.
    scenario: Option<NamedTempFile>,
}

#[derive(Debug, Clone, Copy)]
struct Times {
    turn: Duration,
    patience: Duration,
}

enum Bot {
    Lost,
    Ready(Connection),
    Thinking(Background<(Connection, Result<Choice, PlayerError>)>),
}

impl Engine {
    /// Starts the bot's program.
    pub(super) fn start(
        command: &str,
        move_time: Duration,
        seed: u64,
    ) -> Result<Self, PlayerError> {
        Ok(Self::new(Connection::start(command)?, move_time, seed))
    }

    fn new(bot: Connection, move_time: Duration, seed: u64) -> Self {
        Self {
            bot: Bot::Ready(bot),
            times: Times {
                turn: move_time,
                patience: PATIENCE,
            },
            seed,
            greeting: None,
            scenario: None,
        }
    }

    /// Prepares to give the bot the scenario: by its key where it comes with the program, else as a file.
    pub(super) fn begin(
        &mut self,
        scenario_text: &str,
        options: &[(String, String)],
    ) -> Result<(), PlayerError> {
        let built_in = scenario::built_in()
            .iter()
            .find(|built_in| built_in.text == scenario_text);
        let mut command = match built_in {
            Some(built_in) => format!("scenario {}", built_in.key),
            None => {
                let file = scenario_file(scenario_text).map_err(PlayerError::NoScenarioFile)?;
                let file = self.scenario.insert(file);
                format!("scenario {}", file.path().display())
            }
        };
        for (key, value) in options {
            command.push_str(&format!(" {key}={value}"));
        }
        self.greeting = Some(command);
        Ok(())
    }

    pub(super) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Choice, PlayerError> {
        loop {
            match std::mem::replace(&mut self.bot, Bot::Lost) {
                Bot::Lost => {
                    return Err(PlayerError::EngineEnded {
                        asked: "go".to_owned(),
                    });
                }
                Bot::Ready(mut bot) => {
                    let (start, times, seed) = (position.clone(), self.times, self.seed);
                    let greeting = self.greeting.take();
                    let task = tokio::spawn(async move {
                        let choice = async {
                            if let Some(command) = greeting {
                                greet(&mut bot, &command, &start, times).await?;
                            }
                            match start.to_act() {
                                ToAct::Secretly(_) => {
                                    set_up(&mut bot, &start, side, times, seed).await
                                }
                                _ => turn(&mut bot, &start, side, times).await,
                            }
                        };
                        let choice = choice.await;
                        (bot, choice)
                    });
                    self.bot = Bot::Thinking(Background::new(position, side, task));
                }
                Bot::Thinking(thinking) => {
                    self.bot = Bot::Thinking(thinking);
                    let Bot::Thinking(thinking) = &mut self.bot else {
                        continue;
                    };
                    let is_asked = thinking.is_about(position, side);
                    let answer = thinking.answer().await;
                    let (bot, choice) = answer.map_err(|_stopped| PlayerError::Stopped)?;
                    self.bot = Bot::Ready(bot);
                    if is_asked {
                        return choice;
                    }
                }
            }
        }
    }
}

fn scenario_file(text: &str) -> std::io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new()
        .prefix("warlord-")
        .suffix(".toml")
        .tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    Ok(file)
}

/// Gives the bot the scenario and the lots drawn before the set-up: for the terrain, and for the first player.
async fn greet(
    bot: &mut Connection,
    command: &str,
    start: &AnyPosition,
    times: Times,
) -> Result<(), PlayerError> {
    let about = bot.ask("engine", times.patience).await?;
    if !about.iter().any(|line| line == "protocol 1") {
        return Err(PlayerError::OtherProtocol);
    }
    bot.ask(command, times.patience).await?;
    let AnyPosition::Warlord(position) = start;
    if let Some(lot) = position.game().scatter.and_then(|scatter| scatter.seed) {
        bot.ask(&format!("lots {lot}"), times.patience).await?;
    }
    let drawn = position.game().options.first_player == FirstPlayer::LotBefore;
    if drawn && matches!(start.to_act(), ToAct::Secretly(_)) {
        let lot = position.side().index();
        bot.ask(&format!("lots {lot}"), times.patience).await?;
    }
    Ok(())
}

/// A whole turn as the bot gives it, every order checked by the rules.
async fn turn(
    bot: &mut Connection,
    start: &AnyPosition,
    side: Side,
    times: Times,
) -> Result<Choice, PlayerError> {
    bot.ask(&format!("position {}", start.to_text()), times.patience)
        .await?;
    let go = format!("go movetime {}", times.turn.as_millis());
    let lines = bot.ask(&go, times.turn + times.patience).await?;
    let mut position = start.clone();
    let end = position.end_order();
    let mut orders = Vec::new();
    for line in &lines {
        let order = read(&position, side, line)?;
        let is_end = order == end;
        if is_end && position.outcome().is_some() {
            return Ok(Choice::Orders(orders));
        }
        apply(&mut position, side, &order, line)?;
        orders.push(order);
        if is_end {
            return Ok(Choice::Orders(orders));
        }
    }
    if position.outcome().is_some() {
        Ok(Choice::Orders(orders))
    } else {
        Err(PlayerError::NoEnd)
    }
}

/// The set-up the bot chooses with `go SIDE ...`. One that answers that with none, because it knows no such command, is
/// asked for the set-ups it would choose from with `orders SIDE`, and the seed draws one of them.
async fn set_up(
    bot: &mut Connection,
    start: &AnyPosition,
    side: Side,
    times: Times,
    seed: u64,
) -> Result<Choice, PlayerError> {
    let go = format!("go {side} movetime {}", times.turn.as_millis());
    let mut lines = match bot.ask(&go, times.turn + times.patience).await {
        Err(PlayerError::EngineRefused { .. }) => Vec::new(),
        answer => answer?,
    };
    lines.retain(|line| line.contains('/'));
    if lines.is_empty() {
        lines = bot.ask(&format!("orders {side}"), times.patience).await?;
    }
    let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
    let line = seed
        .checked_rem(count)
        .and_then(|drawn| lines.get(usize::try_from(drawn).ok()?))
        .ok_or(PlayerError::NoSetUp(side))?;
    let order = read(start, side, line)?;
    apply(&mut start.clone(), side, &order, line)?;
    Ok(Choice::Orders(vec![order]))
}

fn read(position: &AnyPosition, side: Side, line: &str) -> Result<AnyOrder, PlayerError> {
    let read = position.parse_order(side, line);
    read.map_err(|error| PlayerError::UnreadableOrder {
        order: line.chars().take(200).collect(),
        why: error.expected.to_owned(),
    })
}

fn apply(
    position: &mut AnyPosition,
    side: Side,
    order: &AnyOrder,
    line: &str,
) -> Result<(), PlayerError> {
    match position.apply(side, order) {
        Ok(_) => Ok(()),
        Err(illegal) => Err(PlayerError::IllegalOrder {
            order: line.chars().take(200).collect(),
            why: illegal.to_string(),
            rule: illegal.rule(),
        }),
    }
}
