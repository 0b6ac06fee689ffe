//! Golden games written by hand: a board, orders, and what the rules say to each.
//!
//! A file is settings, then commands. `#` begins a comment. A command's line begins with `> `; the lines after it,
//! indented, are the answer. Settings: `options wounds several=2 …`, and `map small`, `map hills` or the board that the
//! options ask for. Commands: an order of the side that is asked, a secret one with its side before it (`white card HM
//! d8:d8`), `why` and an order, `orders` with or without a side, `lots 1`, `position …`, `text`.
//!
//! An answer is recorded by running the tests with `GOLDEN=write` and read in the commit.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rules::testing::tourney::{begun, options, small};
use rules::tourney::{Game, Map, Position, SIDE_NAMES, Switch};
use rules::{Family, Lots, Rules, Side, ToAct};

#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads its own records")]
fn every_rule_goes_as_its_golden_game_tells() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tourney/golden");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut scripts: Vec<PathBuf> = files
        .map(|file| file.expect("the folder is readable").path())
        .collect();
    scripts.sort_unstable();
    assert!(scripts.len() > 20, "only {} golden games", scripts.len());
    for path in scripts {
        let recorded = std::fs::read_to_string(&path).expect("the record is there");
        let recorded = recorded.replace("\r\n", "\n");
        let told = answered(&recorded, &path.display().to_string());
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
fn answered(text: &str, name: &str) -> String {
    let setting = |word: &str| {
        let mut lines = text.lines();
        let found = lines.find_map(|line| line.strip_prefix(word));
        found.unwrap_or_default().trim()
    };
    let words = setting("options ");
    let game = match setting("map ") {
        "small" => small(words),
        "hills" => Game::standard(Map::Hills, options(words)),
        _ => Game::standard(Map::of(options(words)), options(words)),
    };
    let mut position = begun(Position::new(Arc::new(game)));
    let mut told = String::new();
    for line in text.lines().filter(|line| !line.starts_with("  ")) {
        told.push_str(line);
        told.push('\n');
        if let Some(command) = line.strip_prefix("> ") {
            for answer in answer(&mut position, command, name).lines() {
                told.push_str(format!("  {answer}").trim_end());
                told.push('\n');
            }
        }
    }
    told
}

fn answer(position: &mut Position, command: &str, name: &str) -> String {
    let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
    match word {
        "text" => position.to_text(),
        "position" => match Position::from_text(position.game().clone(), rest) {
            Ok(read) => {
                *position = read;
                next(position)
            }
            Err(error) => format!("error: {error}"),
        },
        "start" => {
            *position = Position::new(position.game().clone());
            next(position)
        }
        "orders" => {
            let side = SIDE_NAMES.iter().position(|side| *side == rest);
            let side = side.and_then(|place| Side::new(place as u8));
            let side = side.unwrap_or_else(|| asked(position, name));
            let mut texts: Vec<String> = position
                .legal_orders(side)
                .iter()
                .map(|order| position.order_text(side, order))
                .collect();
            texts.sort_unstable();
            format!("{}: {}", texts.len(), texts.join("; "))
        }
        "lots" => {
            let value = rest.parse().expect("a number");
            let events = position.resolve(Lots(value)).expect("a lot is awaited");
            let events: Vec<String> = events.iter().map(ToString::to_string).collect();
            format!("{}\n{}", events.join("\n"), next(position))
        }
        "why" => {
            let (side, order) = of_side(position, rest, name);
            match position.parse_order(side, order) {
                Ok(order) => match position.check(side, &order) {
                    Ok(()) => "legal".to_owned(),
                    Err(illegal) => format!("{}: {illegal}", illegal.rule()),
                },
                Err(error) => error.to_string(),
            }
        }
        _ => give(position, command, name),
    }
}

/// Gives an order and tells what happens and who is asked then.
fn give(position: &mut Position, command: &str, name: &str) -> String {
    let (side, text) = of_side(position, command, name);
    let order = match position.parse_order(side, text) {
        Ok(order) => order,
        Err(error) => return error.to_string(),
    };
    match position.apply(side, &order) {
        Ok(events) => {
            // with the Wizard the text does not tell by what word a player is out
            if position.out().is_empty() || !position.game().has(Switch::Wizard) {
                let again = position.with_text(&position.to_text());
                assert_eq!(again.as_ref(), Ok(&*position), "{name}: {command}");
            }
            let mut told: Vec<String> = events.iter().map(ToString::to_string).collect();
            told.push(next(position));
            told.join("\n")
        }
        Err(illegal) => format!("refused, {}: {illegal}", illegal.rule()),
    }
}

/// The side before an order, or the one that is asked.
fn of_side<'t>(position: &Position, text: &'t str, name: &str) -> (Side, &'t str) {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let place = SIDE_NAMES.iter().position(|side| *side == first);
    match place.and_then(|place| Side::new(place as u8)) {
        Some(side) => (side, rest),
        None => (asked(position, name), text),
    }
}

fn asked(position: &Position, name: &str) -> Side {
    match position.to_act() {
        ToAct::One(side) => side,
        ToAct::Secretly(sides) => sides.iter().next().expect("somebody"),
        ToAct::Lots(_) | ToAct::Nobody(_) => panic!("{name}: nobody is asked"),
    }
}

/// Who is asked now, and for what.
fn next(position: &Position) -> String {
    let text = position.to_text();
    let ask = text.split(' ').find_map(|field| field.strip_prefix("ask="));
    let what = ask.map_or("move", |ask| ask.split(':').next().unwrap_or(ask));
    let name = |side| Family::Tourney.side_name(side);
    match position.to_act() {
        ToAct::One(side) => format!("-> {} {what}", name(side)),
        ToAct::Secretly(sides) => {
            let names: Vec<&str> = sides.iter().map(name).collect();
            format!("-> {} {what}, unseen", names.join("+"))
        }
        ToAct::Lots(draw) => format!("-> lot {}", draw.word),
        ToAct::Nobody(outcome) => format!("-> over: {}", outcome.to_text(Family::Tourney)),
    }
}
