//! A bot: a separate program that speaks engine protocol 1 on its standard input and output.

mod connection;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::time::Duration;

use computer::Budget;
use rules::{AnyOrder, AnyPosition, Illegal as _, Lots, Rules, Side, ToAct};
use scenario::Scenario;
use tempfile::NamedTempFile;

use super::background::Background;
use super::{DeciderError, Decision};
use connection::Connection;

/// The time after which a bot is given up: for an answer without thinking, and on top of the thinking time for a turn.
const PATIENCE: Duration = Duration::from_secs(20);

/// Asks a bot for its turns, and checks each of them.
pub(crate) struct Engine {
    bot: Bot,
    times: Times,
    seed: u64,
    /// The commands that load the scenario and draw the lots, until they are sent.
    greeting: Vec<String>,
    /// The scenario file, kept as long as the bot may read the file.
    scenario: Option<NamedTempFile>,
}

#[derive(Debug, Clone, Copy)]
struct Times {
    budget: Budget,
    patience: Duration,
}

impl Times {
    /// The limit of a turn, as `go` takes it.
    fn limit(self) -> String {
        match self.budget {
            Budget::Time(time) => format!("movetime {}", time.as_millis()),
            Budget::Nodes(nodes) => format!("nodes {nodes}"),
        }
    }

    /// The time after which a thinking bot is given up.
    fn to_think(self) -> Duration {
        match self.budget {
            Budget::Time(time) => time + self.patience,
            // a millisecond for each order leaves time for slow bots
            Budget::Nodes(nodes) => Duration::from_millis(nodes) + self.patience,
        }
    }
}

enum Bot {
    Lost,
    Ready(Connection),
    Thinking(Background<(Connection, Result<Decision, DeciderError>)>),
}

impl Engine {
    /// Starts the program of the bot.
    pub(super) fn start(command: &str, budget: Budget, seed: u64) -> Result<Self, DeciderError> {
        Ok(Self::new(Connection::start(command)?, budget, seed))
    }

    fn new(bot: Connection, budget: Budget, seed: u64) -> Self {
        Self {
            bot: Bot::Ready(bot),
            times: Times {
                budget,
                patience: PATIENCE,
            },
            seed,
            greeting: Vec::new(),
            scenario: None,
        }
    }

    /// Prepares the commands for the scenario and the first lots. A scenario of the program is named by its key,
    /// another scenario is given as a file.
    pub(super) fn begin(
        &mut self,
        scenario: &Scenario,
        options: &[(String, String)],
        lots: &[Lots],
    ) -> Result<(), DeciderError> {
        let built_in = scenario::built_in()
            .iter()
            .find(|built_in| built_in.text == scenario.text());
        let mut command = match built_in {
            Some(built_in) => format!("scenario {}", built_in.key),
            None => {
                let file = scenario_file(scenario.text()).map_err(DeciderError::NoScenarioFile)?;
                let file = self.scenario.insert(file);
                format!("scenario {}", file.path().display())
            }
        };
        for (key, value) in options {
            command.push_str(&format!(" {key}={value}"));
        }
        self.greeting = vec![command];
        self.greeting
            .extend(lots.iter().map(|Lots(lot)| format!("lots {lot}")));
        Ok(())
    }

    pub(super) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Decision, DeciderError> {
        loop {
            match std::mem::replace(&mut self.bot, Bot::Lost) {
                Bot::Lost => {
                    return Err(DeciderError::EngineEnded {
                        asked: "go".to_owned(),
                    });
                }
                Bot::Ready(mut bot) => {
                    let (start, times, seed) = (position.clone(), self.times, self.seed);
                    let greeting = std::mem::take(&mut self.greeting);
                    let task = tokio::spawn(async move {
                        let choice = async {
                            greet(&mut bot, &greeting, times).await?;
                            match start.to_act() {
                                ToAct::Secretly(_) => {
                                    secret(&mut bot, &start, side, times, seed).await
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
                    let (bot, choice) = answer.map_err(|_stopped| DeciderError::Stopped)?;
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

/// Sends the first commands, unless they are sent already.
async fn greet(
    bot: &mut Connection,
    commands: &[String],
    times: Times,
) -> Result<(), DeciderError> {
    if commands.is_empty() {
        return Ok(());
    }
    let about = bot.ask("engine", times.patience).await?;
    if !about.iter().any(|line| line == "protocol 1") {
        return Err(DeciderError::OtherProtocol);
    }
    for command in commands {
        bot.ask(command, times.patience).await?;
    }
    Ok(())
}

/// A whole turn of the bot, every order checked by the rules.
async fn turn(
    bot: &mut Connection,
    start: &AnyPosition,
    side: Side,
    times: Times,
) -> Result<Decision, DeciderError> {
    bot.ask(&format!("position {}", start.to_text()), times.patience)
        .await?;
    let go = format!("go {}", times.limit());
    let lines = bot.ask(&go, times.to_think()).await?;
    let mut position = start.clone();
    let mut orders = Vec::new();
    for line in lines.iter().filter(|line| !is_info(line)) {
        if position.to_act() != ToAct::One(side) {
            break;
        }
        let order = read(&position, side, line)?;
        apply(&mut position, side, &order, line)?;
        orders.push(order);
    }
    match position.to_act() {
        ToAct::One(next) if next == side => Err(DeciderError::NoEnd),
        _ => Ok(Decision::Orders(orders)),
    }
}

/// The secret choice of the bot, by `go SIDE ...`. A bot that answers no choice is asked with `orders SIDE` for its
/// possible choices, and the seed draws one of these.
async fn secret(
    bot: &mut Connection,
    start: &AnyPosition,
    side: Side,
    times: Times,
    seed: u64,
) -> Result<Decision, DeciderError> {
    let name = start.family().side_name(side);
    let go = format!("go {name} {}", times.limit());
    let mut lines = match bot.ask(&go, times.to_think()).await {
        Err(DeciderError::EngineRefused { .. }) => Vec::new(),
        answer => answer?,
    };
    let is_open = |line: &String| {
        let order = read(start, side, line);
        order.is_ok_and(|order| start.order_bytes(&order).is_some())
    };
    lines.retain(|line| !is_open(line) && !is_info(line));
    if lines.is_empty() {
        lines = bot.ask(&format!("orders {name}"), times.patience).await?;
    }
    let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
    let line = seed
        .checked_rem(count)
        .and_then(|drawn| lines.get(usize::try_from(drawn).ok()?))
        .ok_or(DeciderError::NoSetUp(name))?;
    let order = read(start, side, line)?;
    apply(&mut start.clone(), side, &order, line)?;
    Ok(Decision::Orders(vec![order]))
}

/// Tells if a line says how a search stands; the orders come after these lines.
fn is_info(line: &str) -> bool {
    line.starts_with("info ")
}

fn read(position: &AnyPosition, side: Side, line: &str) -> Result<AnyOrder, DeciderError> {
    let read = position.parse_order(side, line);
    read.map_err(|error| DeciderError::UnreadableOrder {
        order: line.chars().take(200).collect(),
        why: error.expected.to_owned(),
    })
}

fn apply(
    position: &mut AnyPosition,
    side: Side,
    order: &AnyOrder,
    line: &str,
) -> Result<(), DeciderError> {
    match position.apply(side, order) {
        Ok(_) => Ok(()),
        Err(illegal) => Err(DeciderError::IllegalOrder {
            order: line.chars().take(200).collect(),
            why: illegal.to_string(),
            rule: illegal.rule(),
        }),
    }
}
