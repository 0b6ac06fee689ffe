//! A bot: a separate program that speaks engine protocol 1 on its standard input and output.

mod connection;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use computer::Budget;
use protocol::{History, Step};
use rules::{AnyOrder, AnyPosition, Illegal as _, Lots, Rules, Side, ToAct};
use scenario::Scenario;
use tempfile::NamedTempFile;
use tokio::process::Child;

use super::background::Background;
use super::{DeciderError, Decision, Settings, Share, turn_seed};
use connection::Connection;

/// The time after which a bot is given up: the whole time for an answer that needs no thinking, and on top of the
/// thinking time for a turn.
const PATIENCE: Duration = Duration::from_secs(20);

/// Asks a bot for its turns, and checks each of them.
pub(crate) struct Engine {
    bot: Bot,
    thinking: Thinking,
    /// The commands that load the scenario and draw the lots, until they are sent.
    greeting: Vec<String>,
    /// Where the player is one of several members who have leaders of their own: which one, and what was played.
    share: Option<(Share, Arc<History>)>,
    /// The mates' parts beside which the last part of a set-up was made.
    planned: Option<Vec<(u8, AnyOrder)>>,
    /// The scenario file, kept as long as the bot may read the file.
    scenario: Option<NamedTempFile>,
    /// The bot's program, which ends when this is dropped, even if a task still holds the connection.
    _program: Option<Box<Child>>,
}

/// How a bot is asked for a turn.
#[derive(Debug, Clone, Copy)]
struct Thinking {
    budget: Budget,
    patience: Duration,
    seed: u64,
    tells_seed: bool,
}

impl Thinking {
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

    /// The seed that a bot gets for a turn.
    fn told_seed(self, start: &AnyPosition) -> Option<u64> {
        self.tells_seed.then(|| turn_seed(self.seed, start))
    }
}

/// A turn is asked for by a task that owns the connection: the sitting drops its wait whenever something else happens,
/// and an answer read by half would be taken for the answer to the next command.
enum Bot {
    /// The task ended without giving the connection back.
    Lost,
    Ready(Connection),
    Thinking(Box<Background<(Connection, Result<Decision, DeciderError>)>>),
}

impl Engine {
    pub(super) fn start(command: &str, settings: Settings) -> Result<Self, DeciderError> {
        let (bot, program) = Connection::start(command)?;
        Ok(Self {
            _program: Some(Box::new(program)),
            ..Self::new(bot, settings)
        })
    }

    fn new(bot: Connection, settings: Settings) -> Self {
        Self {
            bot: Bot::Ready(bot),
            thinking: Thinking {
                budget: settings.budget,
                patience: PATIENCE,
                seed: settings.seed,
                tells_seed: settings.tells_seed,
            },
            greeting: Vec::new(),
            scenario: None,
            share: None,
            planned: None,
            _program: None,
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
            // by the text, not by the key: an edited file may keep the key of the scenario it was copied from
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
        // kept until the first choice: lots may still be drawn before it
        self.greeting = vec![command];
        self.greeting
            .extend(lots.iter().map(|Lots(lot)| format!("lots {lot}")));
        Ok(())
    }

    /// Sends the commands for the scenario and the first lots ahead of the first choice.
    pub(super) async fn greet(&mut self) -> Result<(), DeciderError> {
        match &mut self.bot {
            Bot::Ready(bot) => greet(bot, &std::mem::take(&mut self.greeting), self.thinking).await,
            // a bot that is lost or asked already has had these
            Bot::Lost | Bot::Thinking(_) => Ok(()),
        }
    }

    pub(super) fn share(&mut self, share: Option<(Share, Arc<History>)>) {
        self.share = share;
    }

    /// As for the computer: the parts do not go together, and those of the members before this one are others than its own
    /// was made beside.
    pub(super) fn plans_again(&self, share: &Share) -> bool {
        let is_asked = share.is_planning && share.clashes;
        is_asked && self.planned.as_ref() != Some(&share.before())
    }

    pub(super) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Decision, DeciderError> {
        let share = self.share.clone();
        if let (ToAct::Secretly(_), Some((share, _))) = (position.to_act(), &share)
            && !share.may_plan(position, side)
        {
            return std::future::pending().await;
        }
        loop {
            // lost until proved otherwise: if the task panics, the connection is gone with it
            match std::mem::replace(&mut self.bot, Bot::Lost) {
                Bot::Lost => {
                    return Err(DeciderError::EngineEnded {
                        asked: "go".to_owned(),
                    });
                }
                Bot::Ready(mut bot) => {
                    let (start, thinking) = (position.clone(), self.thinking);
                    let share = share.clone();
                    self.planned = share.as_ref().map(|(share, _)| share.before());
                    let greeting = std::mem::take(&mut self.greeting);
                    let task = tokio::spawn(async move {
                        let choice = async {
                            greet(&mut bot, &greeting, thinking).await?;
                            match (start.to_act(), &share) {
                                (ToAct::Secretly(_), None) => {
                                    secret(&mut bot, &start, side, thinking).await
                                }
                                (ToAct::Secretly(_), Some((share, _))) => {
                                    let whole = secret(&mut bot, &start, side, thinking).await?;
                                    part_of_set_up(&start, side, share, whole, thinking.seed)
                                }
                                (_, None) => turn(&mut bot, &start, side, thinking).await,
                                (_, Some((share, history))) => {
                                    let so_far = SoFar::of(history, &start, side)?;
                                    so_far.tell(&mut bot, share.member, thinking).await?;
                                    part(&mut bot, &start, side, thinking).await
                                }
                            }
                        };
                        let choice = choice.await;
                        (bot, choice)
                    });
                    self.bot = Bot::Thinking(Box::new(Background::new(position, side, task)));
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
                    // an answer about an earlier position, before turns were taken back, counts for nothing: ask again
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
    // the bot opens the file by its name: everything must be in it before the command is sent
    file.flush()?;
    Ok(file)
}

/// Sends the first commands, unless they are sent already.
async fn greet(
    bot: &mut Connection,
    commands: &[String],
    thinking: Thinking,
) -> Result<(), DeciderError> {
    if commands.is_empty() {
        return Ok(());
    }
    let about = bot.ask("engine", thinking.patience).await?;
    if !about.iter().any(|line| line == "protocol 1") {
        return Err(DeciderError::OtherProtocol);
    }
    for command in commands {
        bot.ask(command, thinking.patience).await?;
    }
    Ok(())
}

/// All orders of the bot until another side decides, every one checked by the rules. The position text sent before says
/// all of the decision, in the middle of a turn too.
async fn turn(
    bot: &mut Connection,
    start: &AnyPosition,
    side: Side,
    thinking: Thinking,
) -> Result<Decision, DeciderError> {
    let go = format!("go {}", thinking.limit());
    let mut position = start.clone();
    let mut orders = Vec::new();
    loop {
        bot.ask(
            &format!("position {}", position.to_text()),
            thinking.patience,
        )
        .await?;
        let seed = thinking.told_seed(&position);
        let lines = bot.go(&go, seed, thinking.to_think()).await?;
        let mut is_closed = false;
        for line in &lines {
            // lines after the last decision of the side are ignored
            if position.to_act() != ToAct::One(side) {
                // once the side has decided, further lines are a mistake of the bot that costs nothing
                break;
            }
            let order = read(&position, side, line)?;
            let number = position.turn().number;
            is_closed |= position.closing(side).as_ref() == Some(&order);
            apply(&mut position, side, &order, line)?;
            is_closed |= position.turn().number != number;
            orders.push(order);
        }
        match position.to_act() {
            // a bot may answer a turn up to its `end`, or the last decision of a turn, and is then asked for the rest
            ToAct::One(next) if next == side && is_closed => {}
            ToAct::One(next) if next == side => return Err(DeciderError::NoEnd),
            _ => return Ok(Decision::Orders(orders)),
        }
    }
}

/// The turn of a shared side as far as it was played: the text of a position does not tell which parts are over.
struct SoFar {
    start: AnyPosition,
    orders: Vec<String>,
}

impl SoFar {
    /// What a side has played of the turn in which `now` stands.
    fn of(history: &History, now: &AnyPosition, side: Side) -> Result<Self, DeciderError> {
        let turn = now.turn();
        let steps: Vec<(usize, &Step)> = history.standing().collect();
        // the set-up and the lot before a first turn count as of that turn, and hold no orders
        let is_earlier = |(at, step): &(usize, &Step)| {
            (step.turn, step.on_turn) != (turn.number, turn.side) || step.orders(*at).is_none()
        };
        let first = steps.iter().rposition(is_earlier).map_or(0, |at| at + 1);
        let place = steps
            .get(first)
            .map_or(history.steps().len(), |(at, _)| *at);
        let start = history.position_after(place);
        let mut reached = start.clone();
        let mut orders = Vec::new();
        for (at, step) in &steps[first..] {
            let given = step.orders(*at).filter(|orders| orders.side == side);
            for done in given.ok_or(DeciderError::InMidTurn)?.orders {
                orders.push(start.order_text(side, &done.order));
                let applied = reached.apply(side, &done.order);
                applied.map_err(|_other| DeciderError::InMidTurn)?;
            }
        }
        // a text holds a position as it is at the beginning of a turn
        let read = start.with_text(&start.to_text()).ok();
        let is_told = read.is_some_and(|read| {
            (read.member(side), read.turn()) == (start.member(side), start.turn())
                && read.legal_orders(side) == start.legal_orders(side)
        });
        match is_told && reached.legal_orders(side) == now.legal_orders(side) {
            true => Ok(Self { start, orders }),
            false => Err(DeciderError::InMidTurn),
        }
    }

    /// Leads the bot to the part that it plays, and narrows it to its member.
    async fn tell(
        &self,
        bot: &mut Connection,
        member: u8,
        thinking: Thinking,
    ) -> Result<(), DeciderError> {
        let position = format!("position {}", self.start.to_text());
        let orders = self.orders.iter().map(|order| format!("do {order}"));
        let commands = ["member".to_owned(), position].into_iter().chain(orders);
        for command in commands.chain([format!("member {member}")]) {
            bot.ask(&command, thinking.patience).await?;
        }
        Ok(())
    }
}

/// The bot's part of a turn, up to the order that closes it, every order checked by the rules.
async fn part(
    bot: &mut Connection,
    start: &AnyPosition,
    side: Side,
    thinking: Thinking,
) -> Result<Decision, DeciderError> {
    let go = format!("go {}", thinking.limit());
    let seed = thinking.told_seed(start);
    let own = (start.turn().number, start.member(side));
    let mut position = start.clone();
    let mut orders = Vec::new();
    let is_over = |position: &AnyPosition| {
        let now = (position.turn().number, position.member(side));
        position.to_act() != ToAct::One(side) || now != own
    };
    for line in &bot.go(&go, seed, thinking.to_think()).await? {
        // lines after the end of the part are a mistake of the bot that costs nothing
        if is_over(&position) {
            break;
        }
        let order = read(&position, side, line)?;
        apply(&mut position, side, &order, line)?;
        orders.push(order);
    }
    match is_over(&position) {
        true => Ok(Decision::Orders(orders)),
        false => Err(DeciderError::NoEnd),
    }
}

/// A member's part of the set-up of a whole side that its bot has chosen. Where that does not go together with what the
/// members before it have shown, the program makes the part: the engine protocol cannot tell a bot of theirs.
fn part_of_set_up(
    start: &AnyPosition,
    side: Side,
    share: &Share,
    whole: Decision,
    seed: u64,
) -> Result<Decision, DeciderError> {
    let Decision::Orders(orders) = whole else {
        return Ok(whole);
    };
    let before = share.before();
    let own = orders
        .first()
        .map(|order| start.part_of(side, share.member, order));
    let own = own.filter(|own| {
        let mut parts = before.clone();
        parts.push((share.member, own.clone()));
        goes_together(start, side, parts, seed)
    });
    let made = || computer::part(start, side, share.member, &before, seed);
    let own = own.or_else(made).ok_or(DeciderError::NoTurn)?;
    Ok(Decision::Orders(vec![own]))
}

/// True if the parts that the first members show leave the others a legal set-up.
fn goes_together(
    start: &AnyPosition,
    side: Side,
    mut parts: Vec<(u8, AnyOrder)>,
    seed: u64,
) -> bool {
    let slots = start.slots(side);
    let mut members: Vec<u8> = slots.iter().map(|slot| slot.member).collect();
    members.sort_unstable();
    members.dedup();
    for member in members {
        if parts.iter().all(|(of, _)| *of != member) {
            let Some(part) = computer::part(start, side, member, &parts, seed) else {
                return false;
            };
            parts.push((member, part));
        }
    }
    let sealed = parts
        .iter()
        .map(|(member, part)| start.seal_part(side, *member, part));
    let Ok(sealed) = sealed.collect::<Result<Vec<_>, _>>() else {
        return false;
    };
    let mut sealed: Vec<_> = sealed.into_iter().flatten().collect();
    sealed.sort_by_key(|part| part.slot);
    start.open(side, &sealed).is_ok()
}

/// The secret choice of the bot, by `go SIDE ...`. A bot that answers no choice is asked with `orders SIDE` for its
/// possible choices, and the seed draws one of these.
async fn secret(
    bot: &mut Connection,
    start: &AnyPosition,
    side: Side,
    thinking: Thinking,
) -> Result<Decision, DeciderError> {
    // a text that does not tell of the secret step would put the bot into a turn instead
    let text = start.to_text();
    if start.with_text(&text).as_ref() == Ok(start) {
        let position = format!("position {text}");
        bot.ask(&position, thinking.patience).await?;
    }
    let name = start.family().side_name(side);
    let go = format!("go {name} {}", thinking.limit());
    let mut lines = match bot
        .go(&go, thinking.told_seed(start), thinking.to_think())
        .await
    {
        Err(DeciderError::EngineRefused { .. }) => Vec::new(),
        answer => answer?,
    };
    // a bot that knows no secret steps answers `go` with the orders of a turn
    let is_open = |line: &String| {
        let order = read(start, side, line);
        order.is_ok_and(|order| start.order_bytes(&order).is_some())
    };
    lines.retain(|line| !is_open(line));
    if lines.is_empty() {
        lines = bot
            .ask(&format!("orders {name}"), thinking.patience)
            .await?;
    }
    let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
    let line = thinking
        .seed
        // `None` without any line, instead of a division by zero
        .checked_rem(count)
        .and_then(|drawn| lines.get(usize::try_from(drawn).ok()?))
        .ok_or(DeciderError::NoSetUp(name))?;
    let order = read(start, side, line)?;
    // tried here so that an illegal set-up is the bot's error, with its line, and not a refusal by the session
    apply(&mut start.clone(), side, &order, line)?;
    Ok(Decision::Orders(vec![order]))
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
