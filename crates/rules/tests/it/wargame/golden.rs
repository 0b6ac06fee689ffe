//! Golden games written by hand: a small game, orders, and what the rules say to each.
//!
//! A file is settings, then commands. `#` begins a comment. A command's line begins with `> `; the lines after it,
//! indented, are the answer. Settings: `rules 1` or `rules 2`, `rows` (the units, top rank first), `terrain`, `cap 4`,
//! `towns 3`, `switches short banner …`, or `standard 1`, the rulebook's game with hidden set-ups. Commands: an order,
//! `why` and an order, `reach c3`, `orders`, `orders c3`, `chain white`, `givers c3`, `lines c3`, `falls white`, `show`,
//! `text`, `position …`, `set-up white …`, `book white`, `lots 1`.
//!
//! An answer is recorded by running the tests with `GOLDEN=write` and read in the commit.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::Cell;
use rules::testing::wargame::{game, open_game, orders, standard};
use rules::wargame::{Event, Game, Illegal, Order, Position, Ruleset, Side, Switch, Terrain, Unit};
use rules::{Family, Lots, Rules, ToAct};

#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads its own records")]
fn every_rule_works_as_in_its_golden_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wargame/golden");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut scripts: Vec<PathBuf> = files
        .map(|file| file.expect("the folder is readable").path())
        .collect();
    scripts.sort_unstable();
    assert!(scripts.len() > 20, "only {} golden games", scripts.len());
    for path in scripts {
        let recorded = std::fs::read_to_string(&path).expect("the record is there");
        let recorded = recorded.replace("\r\n", "\n");
        let told = answered(&recorded);
        if std::env::var_os("GOLDEN").is_some_and(|wish| wish == "write") {
            std::fs::write(&path, &told).expect("the record is writable");
            continue;
        }
        let name = path.display();
        for (number, (now, then)) in (1..).zip(told.lines().zip(recorded.lines())) {
            assert_eq!(now, then, "{name}, line {number}");
        }
        let lengths = [&told, &recorded].map(|text| text.lines().count());
        assert_eq!(lengths[0], lengths[1], "{name}, its length");
    }
}

/// The file with every answer as the rules give it now.
fn answered(text: &str) -> String {
    let settings: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("> "))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut position = Position::new(Arc::new(set(&settings)));
    let mut told = String::new();
    for line in text.lines().filter(|line| !line.starts_with("  ")) {
        told.push_str(line);
        told.push('\n');
        if let Some(command) = line.strip_prefix("> ") {
            for answer in answer(&mut position, command).lines() {
                told.push_str(format!("  {answer}").trim_end());
                told.push('\n');
            }
        }
    }
    told
}

fn set(settings: &[&str]) -> Game {
    let value = |name: &str| {
        settings
            .iter()
            .find_map(|line| Some(line.strip_prefix(name)?.trim()))
    };
    let ruleset = |number: &str| Ruleset::BOTH[number.parse::<usize>().expect("1 or 2") - 1];
    let rules = value("rules").map(ruleset);
    let mut set = match (value("rows"), value("terrain"), value("standard")) {
        (Some(rows), Some(terrain), _) => game(rules.expect("rules"), terrain, rows),
        (Some(rows), None, _) => open_game(rules.expect("rules"), rows),
        (None, _, number) => standard(ruleset(number.expect("rows or a standard game"))),
    };
    for line in settings {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["rows" | "terrain" | "rules" | "standard", _] => {}
            ["cap", cap] => set.cap = cap.parse().expect("a number"),
            ["towns", needed] => set.towns = needed.parse().expect("a number"),
            ["switches", ref keys @ ..] => {
                let switch = |key: &&str| Switch::from_key(key).expect("the key of a switch");
                set.options = keys.iter().map(switch).collect();
            }
            _ => panic!("no such setting: {line}"),
        }
    }
    set
}

fn answer(position: &mut Position, command: &str) -> String {
    let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
    match word {
        "show" => show(position),
        "text" => position.to_text(),
        "position" => match Position::from_text(position.game().clone(), rest) {
            Ok(read) => {
                *position = read;
                position.to_text()
            }
            Err(error) => format!("error: {error}"),
        },
        "reach" => {
            let reach = position.reach(cell(rest)).into_iter();
            let cells: Vec<String> = reach.map(|(cell, cost)| format!("{cell}:{cost}")).collect();
            format!("{}: {}", cells.len(), cells.join(" "))
        }
        "orders" => {
            let texts = orders(position, rest);
            format!("{}: {texts}", texts.split_whitespace().count())
        }
        "chain" => {
            let side = side_of(rest);
            let commanded = position.in_command(side);
            let links = position.chain(side).into_iter();
            let links: Vec<String> = links
                .map(|link| format!("{}<{}", link.to, link.from))
                .collect();
            format!("{}; {}", names(&commanded), links.join(" "))
        }
        "givers" => names(&position.givers_for(cell(rest))),
        "lines" => {
            let lines = position.fire_lines(cell(rest)).into_iter();
            let told: Vec<String> = lines
                .map(|line| {
                    let sign = if line.is_rifle { '!' } else { '*' };
                    let kills = if line.kills { "kills" } else { "does not kill" };
                    let blocked = match line.blocked_by.is_empty() {
                        true => "free".to_owned(),
                        false => format!("blocked by {}", names(&line.blocked_by)),
                    };
                    format!("{sign}{} {kills}, {blocked}", line.target)
                })
                .collect();
            told.join("\n")
        }
        "falls" => names(&position.out_of_supply(side_of(rest))),
        "lots" => tell(position.resolve(Lots(rest.parse().expect("a number")))),
        "why" => {
            let order = order(position, position.side(), rest);
            match position.check(position.side(), &order) {
                Ok(()) => "legal".to_owned(),
                Err(illegal) => format!("{}: {illegal}", illegal.rule()),
            }
        }
        "set-up" => {
            let (side, rows) = rest.split_once(' ').expect("a side and rows");
            let order = order(position, side_of(side), rows);
            tell(position.apply(side_of(side), &order))
        }
        "book" => {
            let book = position.legal_orders(side_of(rest)).swap_remove(0);
            let text = book.to_text(position.game(), side_of(rest));
            format!("{text}\n{}", tell(position.apply(side_of(rest), &book)))
        }
        _ => {
            let side = position.side();
            let order = order(position, side, command);
            tell(position.apply(side, &order))
        }
    }
}

fn order(position: &Position, side: Side, text: &str) -> Order {
    Order::parse(position.game(), side, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The events, or the paragraph that forbids the order and the reason.
fn tell(result: Result<Vec<Event>, Illegal>) -> String {
    match result {
        Ok(events) => {
            let events: Vec<String> = events.iter().map(ToString::to_string).collect();
            events.join("\n")
        }
        Err(illegal) => format!("refused, {}: {illegal}", illegal.rule()),
    }
}

fn names(cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    names.join(" ")
}

/// The board, each cell with its unit and what lies there, and how the game stands.
fn show(position: &Position) -> String {
    let board = position.board();
    let mut text = String::new();
    for rank in (0..board.ranks()).rev() {
        let indent = if board.is_shifted(rank) { "  " } else { "" };
        let mut row = format!("{:>2} {indent}", u16::from(rank) + 1);
        for file in 0..board.files() {
            let cell = Cell::new(file, rank);
            let symbol = position.unit(cell).map_or(".".to_owned(), Unit::symbol);
            let symbol: String = symbol
                .chars()
                .filter(|c| c.is_alphabetic() || *c == '.')
                .collect();
            let ground = match position.game().terrain[cell] {
                Terrain::Open => ' ',
                Terrain::Town => '#',
                Terrain::Trees => '*',
                Terrain::Hill => '^',
            };
            row.push_str(&format!("{:<4}", format!("{symbol}{ground}")));
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    let files = (0..board.files()).map(|file| format!("{:<4}", char::from(b'a' + file)));
    let files: String = files.collect();
    text.push_str(&format!("   {}\n", files.trim_end()));
    match Rules::to_act(position) {
        ToAct::One(side) => {
            let side = Family::WarGame.side_name(side);
            let (turn, left, cap) = (position.turn(), position.left(), position.cap());
            text.push_str(&format!("{side}, turn {turn}: {left} of {cap} orders left"));
        }
        ToAct::Secretly(sides) => {
            let names = sides.iter().map(|side| Family::WarGame.side_name(side));
            let sides: Vec<&str> = names.collect();
            text.push_str(&format!("to set up: {}", sides.join(", ")));
        }
        ToAct::Lots(draw) => text.push_str(&format!("the lot is to be drawn: {}", draw.word)),
        ToAct::Nobody(outcome) => {
            text.push_str(&format!("over: {}", outcome.to_text(Family::WarGame)));
        }
    }
    text
}

fn cell(text: &str) -> Cell {
    text.parse().expect("the text names a cell")
}

fn side_of(text: &str) -> Side {
    let side = Family::WarGame.parse_side(text);
    side.expect("the text names a side")
        .try_into()
        .expect("a side of this family")
}
