//! What one driver of the engine has loaded, and every command on it.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use board::Cell;
use computer::Budget;
use rules::{AnyOrder, AnyPosition, Lots, Rules, Side, ToAct};
use scenario::Scenario;

use crate::scenario_command;

/// Deeper counts never end, and would overflow the stack before that.
const DEEPEST_PERFT: u32 = 64;

/// What becomes of the session after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Go,
    Quit,
}

/// What was loaded, if anything was.
#[derive(Default)]
pub(super) struct Session {
    table: Option<Table>,
}

/// A scenario with a position of it.
struct Table {
    scenario: Scenario,
    position: AnyPosition,
    /// The position before each order of this turn.
    before: Vec<AnyPosition>,
    /// Secret orders given but not yet opened.
    sealed: Vec<(Side, AnyOrder)>,
}

impl Session {
    /// Carries out one command; `lines` takes what is answered before `ok` or `error`.
    pub(super) fn command(&mut self, command: &str, lines: &mut Vec<String>) -> Result<Answer> {
        let (word, rest) = split(command);
        match word {
            "engine" => {
                none(word, rest)?;
                lines.push(format!("id name {}", env!("CARGO_PKG_NAME")));
                lines.push(format!("id version {}", env!("CARGO_PKG_VERSION")));
                lines.push("protocol 1".to_owned());
            }
            "scenario" => self.table = Some(Table::load(rest, lines)?),
            "quit" => {
                none(word, rest)?;
                return Ok(Answer::Quit);
            }
            _ if !COMMANDS.contains(&word) => {
                bail!(
                    "there is no such command; the commands are {}",
                    COMMANDS.join(", ")
                )
            }
            _ => self
                .table
                .as_mut()
                .context("no scenario is loaded: `scenario <id or path>` comes first")?
                .command(word, rest, lines)?,
        }
        Ok(Answer::Go)
    }
}

const COMMANDS: [&str; 16] = [
    "engine", "scenario", "setup", "lots", "position", "show", "status", "terrain", "orders",
    "why", "do", "undo", "perft", "digest", "go", "quit",
];

impl Table {
    fn load(rest: &str, lines: &mut Vec<String>) -> Result<Self> {
        let (name, options) = split_options(rest);
        if name.is_empty() {
            bail!("`scenario` needs an id or a path, then key=value options");
        }
        let (first, more) = split(name);
        if !more.is_empty() && scenario::find(first).is_some() {
            bail!("{more:?} is no option: options are written key=value");
        }
        let scenario = match scenario_command::open(name) {
            Ok(scenario) => scenario,
            Err(scenario_command::OpenError::Mistakes { name, mistakes }) => {
                lines.extend(mistakes.iter().map(|mistake| format!("mistake {mistake}")));
                let count = match mistakes.len() {
                    1 => "1 mistake".to_owned(),
                    count => format!("{count} mistakes"),
                };
                bail!("{name} is no right scenario: {count}");
            }
            Err(error) => bail!("{error}; {}", error.advice()),
        };
        let position = scenario
            .start(&options)
            .map_err(|error| anyhow::anyhow!("{error}; {}", error.advice()))?;
        Ok(Self {
            scenario,
            position,
            before: Vec::new(),
            sealed: Vec::new(),
        })
    }

    fn command(&mut self, word: &str, rest: &str, lines: &mut Vec<String>) -> Result<()> {
        if matches!(word, "show" | "status" | "terrain" | "undo" | "digest") {
            none(word, rest)?;
        }
        match word {
            "setup" => self.set_up(rest)?,
            "lots" => self.lots(rest)?,
            "position" => self.load_position(rest)?,
            "show" => lines.push(format!("position {}", self.position.to_text())),
            "status" => self.status(lines),
            "terrain" => lines.push(self.position.terrain_rows()),
            "orders" => self.orders(rest, lines)?,
            "why" => {
                let (side, order) = self.order(word, rest)?;
                lines.push(match self.check(side, &order) {
                    Ok(()) => "legal".to_owned(),
                    Err(illegal) => format!("illegal {} {illegal}", illegal.rule()),
                });
            }
            "do" => {
                let (side, order) = self.order(word, rest)?;
                self.give(side, order)?;
            }
            "undo" => {
                self.position = self
                    .before
                    .pop()
                    .context("no order of this turn to take back")?;
            }
            "perft" => {
                let depth = number::<u32>(rest, "perft needs a depth, as in perft 2")?;
                if depth > DEEPEST_PERFT {
                    bail!("a count to depth {depth} never ends: 0 to {DEEPEST_PERFT}");
                }
                lines.push(self.position.perft(depth).to_string());
            }
            "digest" => {
                let digest = protocol::digest(&self.position);
                lines.push(digest.iter().map(|byte| format!("{byte:02x}")).collect());
            }
            _ => self.go(rest, lines)?,
        }
        Ok(())
    }

    /// The sides that still have to decide.
    fn to_act(&self) -> Vec<Side> {
        match self.position.to_act() {
            ToAct::One(side) => vec![side],
            ToAct::Secretly(sides) => sides
                .into_iter()
                .filter(|side| self.sealed.iter().all(|(sealed, _)| sealed != side))
                .collect(),
            ToAct::Lots(_) | ToAct::Nobody(_) => Vec::new(),
        }
    }

    fn is_secret(&self) -> bool {
        matches!(self.position.to_act(), ToAct::Secretly(_))
    }

    fn status(&self, lines: &mut Vec<String>) {
        let to_act = match self.position.to_act() {
            ToAct::Lots(_) => "lots".to_owned(),
            ToAct::Nobody(_) => "nobody".to_owned(),
            _ => {
                let sides: Vec<String> = self.to_act().iter().map(Side::to_string).collect();
                sides.join(" ")
            }
        };
        let outcome = self
            .position
            .outcome()
            .map_or("none".to_owned(), |outcome| outcome.to_string());
        lines.push(format!("to-act {to_act}"));
        lines.push(format!("turn {}", self.position.turn()));
        lines.push(format!("left {}", self.position.left()));
        lines.push(format!("outcome {outcome}"));
    }

    fn orders(&self, rest: &str, lines: &mut Vec<String>) -> Result<()> {
        let sides = self.to_act();
        let (side, orders) = if let Ok(side) = rest.parse::<Side>() {
            let listed = sides.contains(&side);
            (side, listed.then(|| self.position.legal_orders(side)))
        } else if let Ok(cell) = rest.parse::<Cell>() {
            if !self.position.board().contains(cell) {
                bail!("this board has no cell {cell}");
            }
            let open = sides.first().filter(|_| !self.is_secret());
            let side = open.copied().unwrap_or(Side::White);
            (side, open.map(|_| self.position.legal_orders_from(cell)))
        } else if !rest.is_empty() {
            bail!("`orders` takes a side or a cell of the board, not {rest:?}");
        } else if self.is_secret() {
            bail!("both sides choose now: say `orders white` or `orders black`");
        } else {
            let side = sides.first().copied();
            let orders = side.map(|side| self.position.legal_orders(side));
            (side.unwrap_or(Side::White), orders)
        };
        let mut texts: Vec<String> = orders
            .unwrap_or_default()
            .iter()
            .map(|order| self.position.order_text(side, order))
            .collect();
        texts.sort_unstable();
        lines.append(&mut texts);
        Ok(())
    }

    /// Reads `[side] <order>`; the side may be left out where only one decides.
    fn order(&self, word: &str, rest: &str) -> Result<(Side, AnyOrder)> {
        let (first, more) = split(rest);
        let (side, text) = match first.parse::<Side>() {
            Ok(side) => (side, more),
            Err(_) if self.is_secret() => {
                bail!("both sides choose now: say `{word} white …` or `{word} black …`")
            }
            // nobody decides before the lot and after the end: the rules say so whichever side is asked
            Err(_) => (*self.to_act().first().unwrap_or(&Side::White), rest),
        };
        if text.is_empty() {
            bail!("`{word}` needs an order, as in {word} e2-e4");
        }
        Ok((side, self.position.parse_order(side, text)?))
    }

    fn check(&self, side: Side, order: &AnyOrder) -> Result<(), rules::AnyIllegal> {
        if self.sealed.iter().any(|(sealed, _)| *sealed == side) {
            let illegal = rules::warlord::Illegal::NoSetUpAwaited(side);
            return Err(rules::AnyIllegal::Warlord(illegal));
        }
        self.position.check(side, order)
    }

    /// Carries out an open order; keeps a secret one until all are in, then opens them together.
    fn give(&mut self, side: Side, order: AnyOrder) -> Result<()> {
        let refuse = |illegal: rules::AnyIllegal| {
            anyhow::anyhow!("illegal {} {illegal}; {}", illegal.rule(), illegal.advice())
        };
        self.check(side, &order).map_err(refuse)?;
        if self.is_secret() {
            self.sealed.push((side, order));
            if self.to_act().is_empty() {
                for (side, order) in std::mem::take(&mut self.sealed) {
                    self.position.apply(side, &order).map_err(refuse)?;
                }
            }
            return Ok(());
        }
        let before = self.position.clone();
        let ends = order == self.position.end_order();
        self.position.apply(side, &order).map_err(refuse)?;
        if ends {
            self.before.clear();
        } else {
            self.before.push(before);
        }
        Ok(())
    }

    fn set_up(&mut self, rest: &str) -> Result<()> {
        let (side, text) = split(rest);
        let side = side.parse::<Side>()?;
        if !self.is_secret() {
            bail!("no set-up is awaited from {side}");
        }
        let (word, name) = split(text);
        let order = if word.eq_ignore_ascii_case("book") {
            self.book(side, name)?
        } else if text.is_empty() {
            bail!("`setup {side}` needs `book` or the rows of the side's zone");
        } else {
            self.position.parse_order(side, text)?
        };
        self.give(side, order)
    }

    /// A book set-up by name or by number, counted from 1; the first where neither is given.
    fn book(&self, side: Side, name: &str) -> Result<AnyOrder> {
        let scenario::Content::Warlord(content) = self.scenario.content();
        let names: Vec<&str> = content
            .books()
            .iter()
            .map(|book| book.name.as_str())
            .collect();
        let index = match name.parse::<usize>() {
            Ok(number) => number.checked_sub(1),
            Err(_) if name.is_empty() => Some(0),
            Err(_) => names
                .iter()
                .position(|book| book.eq_ignore_ascii_case(name)),
        };
        let orders = self.position.legal_orders(side);
        index
            .and_then(|index| orders.get(index).cloned())
            .with_context(|| match names.as_slice() {
                [] => "the scenario has no book set-up; give rows".to_owned(),
                names => format!(
                    "there is no book set-up {name:?}; the books are {}",
                    names.join(", ")
                ),
            })
    }

    fn lots(&mut self, rest: &str) -> Result<()> {
        let value = number::<u64>(rest, "lots needs a number from 0 to 18446744073709551615")?;
        self.position
            .resolve(Lots(value))
            .map_err(|illegal| anyhow::anyhow!("{illegal}; {}", illegal.advice()))?;
        self.before.clear();
        Ok(())
    }

    fn load_position(&mut self, rest: &str) -> Result<()> {
        self.position = self.position.with_text(rest)?;
        self.before.clear();
        self.sealed.clear();
        Ok(())
    }

    /// `go [side] movetime <ms>` or `go [side] nodes <n>`: a whole turn, or in a secret step the named side's choice.
    fn go(&self, rest: &str, lines: &mut Vec<String>) -> Result<()> {
        const USAGE: &str = "go needs a budget, as in go movetime 1000 or go nodes 100000";
        let (first, more) = split(rest);
        let (named, budget) = match first.parse::<Side>() {
            Ok(side) => (Some(side), more),
            Err(_) => (None, rest),
        };
        let (unit, amount) = split(budget);
        let budget = match unit {
            "movetime" => Budget::Time(Duration::from_millis(number(amount, USAGE)?)),
            "nodes" => Budget::Nodes(number(amount, USAGE)?),
            _ => bail!(USAGE),
        };
        let sides = self.to_act();
        let side = match (named, &sides[..]) {
            (Some(side), sides) if sides.contains(&side) => side,
            (None, [side]) => *side,
            (None, [_, ..]) => bail!("both sides choose now: say `go white …` or `go black …`"),
            _ => bail!("it is not for that side to act"),
        };
        let orders = if self.is_secret() {
            let order = computer::choose_set_up(&self.position, side, 0);
            vec![order.context("the computer knows no set-up for this scenario")?]
        } else {
            computer::choose_turn(&self.position, side, budget, 0)
        };
        lines.extend(
            orders
                .iter()
                .map(|order| self.position.order_text(side, order)),
        );
        Ok(())
    }
}

/// The first word, and what follows it.
fn split(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// Parts `name key=value …`: the name may hold spaces, what follows it may not.
fn split_options(text: &str) -> (&str, Vec<(String, String)>) {
    let mut name = text;
    let mut options = Vec::new();
    while let Some((before, last)) = name.rsplit_once(char::is_whitespace) {
        let Some((key, value)) = last.split_once('=') else {
            break;
        };
        options.push((key.to_owned(), value.to_owned()));
        name = before.trim_end();
    }
    options.reverse();
    (name, options)
}

/// Refuses words after a command that takes none.
fn none(word: &str, rest: &str) -> Result<()> {
    if !rest.is_empty() {
        bail!("`{word}` takes nothing after it");
    }
    Ok(())
}

fn number<T: std::str::FromStr>(text: &str, usage: &'static str) -> Result<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).context(usage)
}
