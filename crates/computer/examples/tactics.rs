//! Asks engines for the right turn in small positions that have one, and reports how many each finds.
//!
//! `cargo run --release -p computer --example tactics -- COUNT MS "warlord engine" ["OTHER ENGINE" …]`. The positions
//! are drawn by chance, the same in every run, and verified by exhaustion: every turn of the side to move and, but in
//! the first kind, every answer to each.
//!
//! * win: a turn of three or four orders that wins, if no two orders do;
//! * defend: the other side threatens to win, and a tenth of the turns at most prevents that;
//! * exchange: nobody can win at once, and what a turn takes less the most that an answer takes is best in a twentieth of
//!   the turns at most, and not in those that take the most at once.
#![allow(clippy::print_stdout)]

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rules::testing::{Seeded, warlord};
use rules::warlord::fast::FastOrder;
use rules::warlord::{FastPosition, Kind, Order, Outcome, Side};
use rules::{AnyOrder, AnyPosition, Rules as _, ToAct};
use scenario::Scenario;

/// The small game, with a cap to be filled in.
const GAME: &str = r#"
format = 1
family = "warlord"
title = "Tactics"
credit = "generated"
description = "A field for positions with one right turn."

[board]
files = 8
ranks = 8

[army]
both = { D = 1, L = 3, H = 2, C = 2, N = 2, I = 6 }

[turn]
cap = CAP

[set-up]
kind = "fixed"
rows = """
h c n l l n c h
i i l d i i i i
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
I I L D I I I I
H C N L L N C H
"""
"#;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Idea {
    Win,
    Defend,
    Exchange,
}

impl Idea {
    const ALL: [Self; 3] = [Self::Win, Self::Defend, Self::Exchange];

    const fn cap(self) -> u8 {
        match self {
            Self::Win => 4,
            Self::Defend | Self::Exchange => 2,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Win => "win this turn",
            Self::Defend => "must defend",
            Self::Exchange => "best exchange",
        }
    }

    /// The worth of a turn: turns of the greatest worth are right. `None` if the position does not hold this idea.
    fn right(self, position: &mut FastPosition) -> Option<HashSet<u64>> {
        let us = position.side();
        let won = |position: &FastPosition| matches!(position.outcome(), Some(Outcome::Won(side, _)) if side == us);
        if self == Self::Win {
            let cap = position.left();
            let mut is_easy = false;
            let mut right = HashSet::new();
            turns(position, &mut |position| {
                if won(position) {
                    // a win of two orders was found by every player, so it separates none of them (docs/computer.md, Tactics)
                    is_easy |= cap - position.left() < LONG_WIN;
                    right.insert(position.units_key());
                }
                !is_easy
            });
            return (!right.is_empty() && !is_easy).then_some(right);
        }
        if is_threatened(position) != (self == Self::Defend) {
            return None;
        }
        let before = material(position, us);
        let mut worths: Vec<(u64, i32, i32)> = Vec::new();
        let mut is_won = false;
        // answers are looked for until a turn is found to be worth less than the best so far
        let mut best = -LOST;
        turns(position, &mut |position| {
            if position.outcome().is_some() {
                is_won |= won(position);
                return !is_won;
            }
            let (key, taken) = (position.units_key(), material(position, us) - before);
            position.apply(FastOrder::End);
            // the other side picks the answer that is worst for this turn
            let mut least = LOST;
            turns(position, &mut |position| {
                let worth = match (position.outcome(), self) {
                    (Some(_), _) => -LOST,
                    (None, Self::Defend) => 0,
                    (None, _) => material(position, us) - before,
                };
                least = least.min(worth);
                least >= best && least > -LOST
            });
            position.undo();
            best = best.max(least);
            worths.push((key, least, taken));
            true
        });
        if is_won || best <= -LOST {
            return None;
        }
        let holds = |worth: i32| match self {
            Self::Defend => worth > -LOST,
            _ => worth == best,
        };
        let right: HashSet<u64> = worths
            .iter()
            .filter(|(_, worth, _)| holds(*worth))
            .map(|(key, ..)| *key)
            .collect();
        let most_taken = worths.iter().map(|(.., taken)| *taken).max()?;
        let takes_most = worths
            .iter()
            .any(|(key, _, taken)| *taken == most_taken && right.contains(key));
        // problems that most turns solve, or that greed solves, do not tell players apart
        let is_hard = match self {
            Self::Defend => right.len() * 10 <= worths.len(),
            _ => right.len() * 20 <= worths.len() && !takes_most,
        };
        is_hard.then_some(right)
    }
}

/// True if the other side wins after a pass.
fn is_threatened(position: &mut FastPosition) -> bool {
    position.apply(FastOrder::End);
    let mut is_lost = false;
    turns(position, &mut |position| {
        is_lost |= position.outcome().is_some();
        !is_lost
    });
    position.undo();
    is_lost
}

/// The fewest orders of a win that is searched for.
const LONG_WIN: u8 = 3;

/// Less than any material.
const LOST: i32 = 1000;

/// Calls `visit` after every different turn, with the turn not yet ended, until `visit` returns false.
fn turns(position: &mut FastPosition, visit: &mut impl FnMut(&mut FastPosition) -> bool) {
    let mut seen = HashSet::new();
    deepen(position, &mut seen, visit);
}

fn deepen(
    position: &mut FastPosition,
    seen: &mut HashSet<u64>,
    visit: &mut impl FnMut(&mut FastPosition) -> bool,
) -> bool {
    // the same orders in another sequence lead to a position visited before, with as many orders left
    if !seen.insert(position.key()) {
        return true;
    }
    if !visit(position) {
        return false;
    }
    if position.outcome().is_some() || position.left() == 0 {
        return true;
    }
    let mut orders = Vec::new();
    position.orders(&mut orders);
    orders.retain(|order| *order != FastOrder::End);
    for order in orders {
        position.apply(order);
        let goes_on = deepen(position, seen, visit);
        position.undo();
        if !goes_on {
            return false;
        }
    }
    true
}

fn material(position: &FastPosition, us: Side) -> i32 {
    let sum = |side| -> i32 { position.units(side).map(|(_, kind)| worth(kind)).sum() };
    sum(us) - sum(us.opponent())
}

fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Infantry => 2,
        Kind::LightCavalry | Kind::Cannon => 4,
        Kind::HeavyCavalry => 5,
        _ => 8 + 2 * i32::from(kind.level()),
    }
}

/// A position with the keys of the positions after the right turns.
struct Problem {
    text: String,
    right: HashSet<u64>,
}

/// Draws `count` problems of an idea by chance, each proved by exhaustion.
fn problems(idea: Idea, count: usize, start: &AnyPosition) -> Vec<Problem> {
    let mut chance = Seeded(7 + idea as u64);
    let mut found = Vec::new();
    while found.len() < count {
        let text = drawn(idea, &mut chance);
        let Ok(position) = start.with_text(&text) else {
            continue;
        };
        let Some(mut fast) = FastPosition::new(warlord(&position)) else {
            continue;
        };
        if let Some(right) = idea.right(&mut fast) {
            found.push(Problem { text, right });
        }
    }
    found
}

/// Two small armies close to each other, White to move.
fn drawn(idea: Idea, chance: &mut Seeded) -> String {
    let mut rows = [[None; 8]; 8];
    let leaders = match idea {
        Idea::Win | Idea::Defend => ["LD", "LD", "L", "LL"],
        Idea::Exchange => ["LD", "LL", "LLD", "LLL"],
    };
    for is_white in [true, false] {
        let own = match (idea, is_white) {
            // the side to be beaten has few leaders
            (Idea::Win, true) | (Idea::Defend, false) => "LLD",
            _ => chance.choose(&leaders),
        };
        let men = ["HNI", "CCN", "HCII", "NNI", "HHII", "CNIII"];
        for symbol in own.chars().chain(chance.choose(&men).chars()) {
            loop {
                let file = (chance.draw() % 8) as usize;
                let rank = (chance.draw() % 5) as usize;
                let rank = if is_white { rank } else { 7 - rank };
                if rows[rank][file].is_none() {
                    let symbol = match is_white {
                        true => symbol,
                        false => symbol.to_ascii_lowercase(),
                    };
                    rows[rank][file] = Some(symbol);
                    break;
                }
            }
        }
    }
    let rows: Vec<String> = rows.iter().rev().map(row_text).collect();
    format!("{} w 9 0", rows.join("/"))
}

fn row_text(row: &[Option<char>; 8]) -> String {
    let mut text = String::new();
    let mut blanks = 0;
    for cell in row {
        match cell {
            None => blanks += 1,
            Some(symbol) => {
                if blanks > 0 {
                    text.push_str(&blanks.to_string());
                }
                blanks = 0;
                text.push(*symbol);
            }
        }
    }
    if blanks > 0 {
        text.push_str(&blanks.to_string());
    }
    text
}

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(command: &str) -> Self {
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().expect("a command"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        Self {
            input: process.stdin.take().expect("its input"),
            output: BufReader::new(process.stdout.take().expect("its output")),
            process,
        }
    }

    /// The lines of the answer, without those about the search.
    fn ask(&mut self, command: &str) -> Vec<String> {
        writeln!(self.input, "{command}").expect("it listens");
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it answers");
            match line.trim_end() {
                "ok" => return lines,
                line if line.is_empty() || line.starts_with("error") => {
                    panic!("{command}: {line:?}")
                }
                line if line.starts_with("info ") => {}
                line => lines.push(line.to_owned()),
            }
        }
    }

    fn solves(&mut self, problem: &Problem, start: &AnyPosition, millis: u64) -> bool {
        self.ask(&format!("position {}", problem.text));
        let turn = self.ask(&format!("go movetime {millis}"));
        let mut position = start.with_text(&problem.text).expect("it was read before");
        let side = Side::White.into();
        for text in turn {
            let order = position.parse_order(side, &text).expect("an order");
            if order == AnyOrder::Warlord(Order::End) || position.to_act() != ToAct::One(side) {
                break;
            }
            position.apply(side, &order).expect("a legal order");
        }
        match FastPosition::new(warlord(&position)) {
            Some(fast) => problem.right.contains(&fast.units_key()),
            None => false,
        }
    }

    fn end(mut self) {
        drop(self.input);
        self.process.wait().expect("it ends");
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [count, millis, engines @ ..] = &args[..] else {
        println!("COUNT MS \"ENGINE COMMAND\" …");
        return;
    };
    let count: usize = count.parse().expect("a number");
    let millis: u64 = millis.parse().expect("a number");
    println!("engine, idea, solved of {count} at {millis} ms");
    for idea in Idea::ALL {
        let text = GAME.replace("CAP", &idea.cap().to_string());
        let path = std::env::temp_dir().join(format!(
            "tactics-{}-{}.toml",
            idea.cap(),
            std::process::id()
        ));
        std::fs::write(&path, &text).expect("a folder for temporary files");
        let game = Scenario::parse("tactics.toml", &text).expect("its file is in order");
        let start = game.start(&[]).expect("no options");
        let problems = problems(idea, count, &start);
        for command in engines {
            let mut engine = Engine::start(command);
            engine.ask(&format!("scenario {}", path.display()));
            let solved = problems
                .iter()
                .filter(|problem| engine.solves(problem, &start, millis))
                .count();
            engine.end();
            println!("{command}, {}, {solved}", idea.name());
        }
        std::fs::remove_file(&path).expect("the file written above");
    }
}
