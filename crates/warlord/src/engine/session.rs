//! The session with one driver of the engine: the loaded game, and every command on it. A command changes the game in
//! one step, so that a panic in the middle leaves the game as it was.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use board::Cell;
use rules::{AnyIllegal, AnyOrder, AnyPosition, Illegal as _, Lots, Rules, Side, SideError, ToAct};
use scenario::Scenario;

use super::members::Members;
use super::thinking::Task;
use super::words::{none, number, split, split_options};
use crate::families;
use crate::scenario_command;

/// The deepest count: a deeper one never ends, and would overflow the stack first.
const DEEPEST_PERFT: u32 = 64;

/// What the engine does after a command.
pub(super) enum Answer {
    /// Read the next command.
    Go,
    /// A search, whose lines are still to come.
    Think(Box<Task>),
    Quit,
}

/// The game that the last `scenario` loaded, if any.
#[derive(Default)]
pub(super) struct Session {
    loaded: Option<Loaded>,
}

struct Loaded {
    position: AnyPosition,
    /// The position before each order since the last `end`, secret step, lot or change of the side that decides.
    before: Vec<AnyPosition>,
    /// Secret orders given and not yet opened.
    sealed: Vec<(Side, AnyOrder)>,
    members: Members,
}

impl Session {
    /// Carries out one command; `lines` takes the answer before `ok` or `error`. A long count ends soon after `stop` is
    /// set.
    pub(super) fn command(
        &mut self,
        command: &str,
        stop: &AtomicBool,
        lines: &mut Vec<String>,
    ) -> Result<Answer> {
        let (word, rest) = split(command);
        match word {
            "engine" => {
                none(word, rest)?;
                lines.push(format!("id name {}", env!("CARGO_PKG_NAME")));
                lines.push(format!("id version {}", env!("CARGO_PKG_VERSION")));
                lines.push("protocol 1".to_owned());
            }
            "scenario" => self.loaded = Some(Loaded::load(rest, lines)?),
            // a search under way has seen it already, through the queue
            "stop" => none(word, rest)?,
            "quit" => {
                none(word, rest)?;
                return Ok(Answer::Quit);
            }
            // before asking for a scenario: a misspelled command would otherwise be answered with `no scenario is
            // loaded`
            _ if !COMMANDS.contains(&word) => {
                bail!(
                    "there is no such command; the commands are {}",
                    COMMANDS.join(", ")
                )
            }
            _ => {
                let loaded = self
                    .loaded
                    .as_mut()
                    .context("no scenario is loaded: `scenario <id or path>` comes first")?;
                if word == "go" {
                    return Ok(Answer::Think(Box::new(loaded.go(rest)?)));
                }
                loaded.command(word, rest, stop, lines)?;
            }
        }
        Ok(Answer::Go)
    }
}

const COMMANDS: [&str; 19] = [
    "engine", "scenario", "setup", "lots", "position", "show", "status", "terrain", "member",
    "orders", "why", "do", "undo", "perft", "digest", "go", "value", "stop", "quit",
];

impl Loaded {
    fn load(rest: &str, lines: &mut Vec<String>) -> Result<Self> {
        let (name, options) = split_options(rest);
        if name.is_empty() {
            bail!("`scenario` needs an id or a path, then key=value options");
        }
        let (first, more) = split(name);
        // a path may hold spaces, so only a name that is a scenario's shows that what follows it was meant as an option
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
        let sharing = Scenario::sharing(&options)?;
        Ok(Self {
            members: Members::new(sharing, &position),
            position,
            before: Vec::new(),
            sealed: Vec::new(),
        })
    }

    fn command(
        &mut self,
        word: &str,
        rest: &str,
        stop: &AtomicBool,
        lines: &mut Vec<String>,
    ) -> Result<()> {
        // a word too many is an error, not ignored: a driver with a mistake should learn of it at once
        if matches!(word, "show" | "status" | "terrain" | "undo" | "digest") {
            none(word, rest)?;
        }
        match word {
            "setup" => self.set_up(rest)?,
            "lots" => self.lots(rest)?,
            "position" => self.load_position(rest)?,
            "show" => lines.push(format!("position {}", self.position.to_whole_text())),
            "status" => self.status(lines),
            "terrain" => lines.push(self.position.terrain_text()),
            "member" => self.members.narrow(rest, &self.position)?,
            "orders" => self.orders(rest, lines)?,
            "why" => {
                let (side, order) = self.order(word, rest)?;
                // illegal is an answer here, not an error: the question was answered
                lines.push(match (self.refusal(side), self.check(side, &order)) {
                    (Some(why), _) => format!("illegal share {why}"),
                    (None, Ok(())) => "legal".to_owned(),
                    (None, Err(illegal)) => format!("illegal {} {illegal}", illegal.rule()),
                });
            }
            "do" => {
                self.refuse_before_lot()?;
                let (side, order) = self.order(word, rest)?;
                if let Some(why) = self.refusal(side) {
                    bail!("illegal share {why}; say `member` to order for the whole side");
                }
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
                // it may take long, as `go` and `value` may, so it listens to `stop` too
                let count = self.position.perft_until(depth, stop);
                lines.push(count.context("stopped")?.to_string());
            }
            "value" => lines.extend(super::value::lines(&self.position, rest, stop)?),
            _ => {
                let digest = protocol::digest(&self.position);
                lines.push(digest.iter().map(|byte| format!("{byte:02x}")).collect());
            }
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

    /// Why the member to whom the commands are narrowed may not decide for a side that decides.
    fn refusal(&self, side: Side) -> Option<String> {
        let is_asked = self.to_act().contains(&side);
        let refusal = is_asked.then(|| self.members.refusal(&self.position, side));
        refusal.flatten()
    }

    fn is_secret(&self) -> bool {
        matches!(self.position.to_act(), ToAct::Secretly(_))
    }

    fn side(&self, name: &str) -> Result<Side, SideError> {
        let side = self.position.family().parse_side(name)?;
        let sides = self.position.sides();
        if sides.contains(side) {
            return Ok(side);
        }
        // a family may have sides that this game does not have
        let names: Vec<&str> = sides.iter().map(|side| self.name(side)).collect();
        Err(SideError {
            found: name.chars().take(16).collect(),
            expected: names.join(" or "),
        })
    }

    fn name(&self, side: Side) -> &'static str {
        self.position.family().side_name(side)
    }

    /// The error of a command without a side when several sides choose at once; `say` writes the command for a side.
    fn name_a_side(&self, say: impl Fn(&str) -> String) -> String {
        let sides = self.position.sides();
        let who = if sides.len() == 2 { "both" } else { "several" };
        let ways: Vec<String> = sides.iter().map(|side| say(self.name(side))).collect();
        format!("{who} sides choose now: say {}", ways.join(" or "))
    }

    fn status(&self, lines: &mut Vec<String>) {
        let to_act = match self.position.to_act() {
            ToAct::Lots(_) => "lots".to_owned(),
            ToAct::Nobody(_) => "nobody".to_owned(),
            _ => {
                let sides = self.to_act().into_iter().map(|side| self.name(side));
                sides.collect::<Vec<_>>().join(" ")
            }
        };
        let outcome = self
            .position
            .outcome()
            .map_or("none".to_owned(), |outcome| {
                outcome.to_text(self.position.family())
            });
        let turn = self.position.turn();
        lines.push(format!("to-act {to_act}"));
        lines.push(format!("turn {}", turn.number));
        if let Some(left) = turn.left {
            lines.push(format!("left {left}"));
        }
        lines.push(format!("outcome {outcome}"));
        self.members.status(&self.position, &self.to_act(), lines);
    }

    fn orders(&self, rest: &str, lines: &mut Vec<String>) -> Result<()> {
        let sides = self.to_act();
        let open = sides.first().copied().filter(|_| !self.is_secret());
        let (side, cell) = if let Ok(side) = self.side(rest) {
            (Some(side).filter(|side| sides.contains(side)), None)
        } else if let Ok(cell) = rest.parse::<Cell>() {
            if !self.position.board().contains(cell) {
                bail!("this board has no cell {cell}");
            }
            (open, Some(cell))
        } else if !rest.is_empty() {
            bail!("`orders` takes a side or a cell of the board, not {rest:?}");
        } else if self.is_secret() {
            bail!(self.name_a_side(|side| format!("`orders {side}`")))
        } else {
            (open, None)
        };
        let Some(side) = side.filter(|side| self.refusal(*side).is_none()) else {
            return Ok(());
        };
        let orders = match cell {
            Some(cell) => self.position.legal_orders_from(side, cell),
            None => self.position.legal_orders(side),
        };
        let mut texts: Vec<String> = orders
            .iter()
            .map(|order| self.position.order_text(side, order))
            .collect();
        // sorted as text, so that the answer does not depend on the order in which the rules list orders
        texts.sort_unstable();
        lines.append(&mut texts);
        Ok(())
    }

    /// Reads `[side] <order>`; the side may be left out if only one side decides.
    fn order(&self, word: &str, rest: &str) -> Result<(Side, AnyOrder)> {
        let (first, more) = split(rest);
        let (side, text) = match (self.side(first), self.to_act().first()) {
            (Ok(side), _) => (side, more),
            (Err(_), _) if self.is_secret() => {
                bail!(self.name_a_side(|side| format!("`{word} {side} …`")))
            }
            (Err(_), Some(side)) => (*side, rest),
            // nobody decides before the lot and after the end: the rules refuse any side
            (Err(_), None) => (self.position.turn().side, rest),
        };
        if text.is_empty() {
            bail!("`{word}` needs an order, as in {word} e2-e4");
        }
        Ok((side, self.position.parse_order(side, text)?))
    }

    fn check(&self, side: Side, order: &AnyOrder) -> Result<(), AnyIllegal> {
        let sealed = self.sealed.iter().find(|(sealed, _)| *sealed == side);
        let Some((_, sealed)) = sealed else {
            return self.position.check(side, order);
        };
        // the rules refuse an order after a sealed choice as the same choice given twice
        let mut position = self.position.clone();
        position.apply(side, sealed)?;
        position.check(side, sealed)
    }

    /// Carries out an open order; keeps a secret order until every side has chosen, then opens all together.
    fn give(&mut self, side: Side, order: AnyOrder) -> Result<()> {
        let refuse = |illegal: AnyIllegal| {
            anyhow::anyhow!("illegal {} {illegal}; {}", illegal.rule(), illegal.advice())
        };
        self.check(side, &order).map_err(refuse)?;
        if self.is_secret() {
            let mut sealed = self.sealed.clone();
            sealed.push((side, order));
            // the last side to choose: until then no choice may show in the position, not even to `show`
            if self.to_act().iter().all(|other| *other == side) {
                // on a copy: if one of the choices is refused, none is opened
                let mut opened = self.position.clone();
                for (side, order) in sealed.drain(..) {
                    opened.apply(side, &order).map_err(refuse)?;
                }
                self.members.follow(&self.position, &opened);
                self.position = opened;
                self.before.clear();
            }
            self.sealed = sealed;
            return Ok(());
        }
        let mut next = self.position.clone();
        next.apply(side, &order).map_err(refuse)?;
        // `end` closes the orders of the turn, even if the same side decides next
        let end = self.position.parse_order(side, rules::END).ok();
        let is_closed =
            self.position.closing(side).as_ref() == Some(&order) || end.as_ref() == Some(&order);
        let passes = match next.to_act() {
            ToAct::One(next) => next != side,
            ToAct::Secretly(_) | ToAct::Lots(_) | ToAct::Nobody(_) => false,
        };
        let was = self.position.turn().number;
        // the end of the game hands on to nobody
        let hands_on = next.outcome().is_none() && next.member(side) != self.position.member(side);
        self.members.follow(&self.position, &next);
        let before = std::mem::replace(&mut self.position, next);
        if is_closed || hands_on || passes || was != self.position.turn().number {
            self.before.clear();
        } else {
            self.before.push(before);
        }
        Ok(())
    }

    fn set_up(&mut self, rest: &str) -> Result<()> {
        self.refuse_before_lot()?;
        let (side, text) = split(rest);
        let side = self.side(side)?;
        let name = self.name(side);
        if !self.is_secret() {
            bail!("no set-up is awaited from {name}");
        }
        let (word, book) = split(text);
        let order = if word.eq_ignore_ascii_case("book") {
            self.book(side, book)?
        } else if text.is_empty() {
            bail!("`setup {name}` needs `book` or the rows of the side's zone");
        } else {
            self.position.parse_order(side, text)?
        };
        self.give(side, order)
    }

    /// A book set-up by name or by number, counted from 1; the first set-up without either.
    fn book(&self, side: Side, name: &str) -> Result<AnyOrder> {
        let names = families::books(&self.position, side).unwrap_or_default();
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
        let mut next = self.position.clone();
        next.resolve(Lots(value))
            .map_err(|illegal| anyhow::anyhow!("{illegal}; {}", illegal.advice()))?;
        self.members.follow(&self.position, &next);
        self.position = next;
        self.before.clear();
        Ok(())
    }

    fn load_position(&mut self, rest: &str) -> Result<()> {
        let read = self.position.with_whole_text(rest);
        // no text alone can be read before the lot for the terrain, not even the position's own
        if read.is_err() && self.position.with_text(&self.position.to_text()).is_err() {
            self.refuse_before_lot()?;
        }
        self.position = read?;
        self.members.recount(&self.position);
        self.before.clear();
        self.sealed.clear();
        Ok(())
    }

    /// Refuses what has to wait for a lot, and names the lot.
    fn refuse_before_lot(&self) -> Result<()> {
        if let ToAct::Lots(draw) = self.position.to_act() {
            bail!(
                "the lot `{}` is awaited first: say `lots N`, with any number up to {}",
                draw.word,
                u64::MAX
            );
        }
        Ok(())
    }

    /// Why no turn can be found for the named side, or for any side.
    fn nothing_to_find(&self, named: Option<Side>) -> String {
        match (self.position.to_act(), named) {
            (ToAct::Nobody(_), _) => "the game is over".to_owned(),
            (_, named) => {
                let who = named.map_or("any side", |side| self.name(side));
                format!("it is not for {who} to act")
            }
        }
    }

    /// `go [side] …`: the task of finding a whole turn, or in a secret step the named side's choice.
    fn go(&self, rest: &str) -> Result<Task> {
        let (first, more) = split(rest);
        let (named, limits) = match self.side(first) {
            Ok(side) => (Some(side), more),
            Err(_) => (None, rest),
        };
        self.refuse_before_lot()?;
        let sides = self.to_act();
        let side = match (named, &sides[..]) {
            (Some(side), sides) if sides.contains(&side) => side,
            (None, [side]) => *side,
            (None, [_, ..]) => bail!(self.name_a_side(|side| format!("`go {side} …`"))),
            _ => bail!(self.nothing_to_find(named)),
        };
        if let Some(why) = self.refusal(side) {
            bail!("{why}; say `member` to find the turn of the whole side");
        }
        let is_part = self.members.is_narrowed();
        Task::new(self.position.clone(), side, is_part, limits)
    }
}
