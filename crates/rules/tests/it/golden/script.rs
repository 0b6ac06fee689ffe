//! Golden games written by hand: a small game, orders, and what the rules say to each.
//!
//! A file is settings, then commands. `#` begins a comment. A command's line begins with `> `; the lines after it,
//! indented, are the answer. Settings: `rows` (the units, top rank first), `terrain`, `cap 4`, `cap 4 falls`,
//! `cap 4 rises 10 18`, `range`, `command`, `towns`, `heavy-as-hero`, `switches short=3 swap …`, `zone white a1 b1`,
//! `block 2 DH dh`, or `hidden`, a small hidden set-up, there also `choice 2 4 1`, Infantry and what is chosen beside it,
//! `scatter 2 2`, trees and hills laid by lot, and `enters 1 3`, when its sections do; `members 2 1` who share by leaders. Commands: an order,
//! `why` and an order, `reach c3`, `orders`, `orders c3`, `leader c3`, `show`, `text`, `position …`, `set-up white …`, `lots 1`, `gone white 1`, a member
//! who hands over.

use std::sync::Arc;

use board::Cell;
use rules::testing::{game, hidden_game, open_game, reach, width};
use rules::warlord::Side;
use rules::warlord::{
    Block, Entry, FirstPlayer, FreeUnits, Game, Kind, Order, Position, Scatter, Span, Start,
    Terrain, Towns, Unit,
};
use rules::{Family, Lots, Rules, ToAct};

/// The file with every answer as the rules now give it.
pub(super) fn answered(text: &str) -> String {
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
    let mut set = match (value("rows"), value("terrain")) {
        (Some(rows), Some(terrain)) => game(terrain, rows),
        (Some(rows), None) => open_game(width(rows), rows),
        (None, _) => hidden_game(),
    };
    for line in settings {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["rows" | "terrain", _] | ["hidden"] => {}
            ["cap", cap] => set.cap.number = number(cap),
            ["cap", cap, "falls"] => {
                set.cap.number = number(cap);
                set.cap.leaders_left = true;
            }
            ["cap", cap, "rises", turn, higher] => {
                set.cap.number = number(cap);
                set.cap.rise = Some((number(turn), number(higher)));
            }
            ["range", range] => set.range = number(range),
            ["command"] => set.command_ending = true,
            ["towns", needed] => {
                let needed = number(needed);
                set.towns = Some(Towns { needed });
            }
            ["heavy-as-hero"] => set.heavy_as_hero = true,
            ["members", white, black] => set.members = [number(white), number(black)],
            ["choice", leaders, levels, others] => {
                set.armies = [vec![Kind::Infantry], vec![Kind::Infantry]];
                set.choice = Some(FreeUnits {
                    leaders: number(leaders),
                    levels: number(levels),
                    others: number(others),
                });
            }
            // that many cells of each on the ranks between the homes
            ["scatter", trees, hills] => {
                let span = |number| Span {
                    from: number,
                    to: number,
                };
                set.scatter = Some(Scatter {
                    ranks: Span { from: 2, to: 3 },
                    trees: span(number(trees)),
                    hills: span(number(hills)),
                    is_symmetric: true,
                    is_apart: false,
                    seed: None,
                });
            }
            ["enters", ref turns @ ..] => {
                let Start::Hidden(hidden) = &mut set.start else {
                    panic!("only what is set up in secret enters so: {line}");
                };
                hidden.enters = turns.iter().map(|turn| number(turn)).collect();
            }
            ["switches", ref switches @ ..] => switches.iter().for_each(|s| switch(&mut set, s)),
            ["zone", side, ref cells @ ..] => {
                let zone = cells.iter().map(|text| cell(text)).collect();
                entry(&mut set).zones[side_of(side).index()] = zone;
            }
            ["block", turn, white, black] => {
                for (side, kinds) in Side::BOTH.into_iter().zip([white, black]) {
                    let kinds: Vec<Kind> = kinds
                        .chars()
                        .map(|symbol| Unit::from_symbol(symbol).expect("a unit's symbol").kind)
                        .collect();
                    set.armies[side.index()].extend(&kinds);
                    let turn = number(turn);
                    entry(&mut set).blocks[side.index()].push(Block { turn, kinds });
                }
            }
            _ => panic!("no such setting: {line}"),
        }
    }
    set
}

fn entry(game: &mut Game) -> &mut Entry {
    game.entry.get_or_insert_with(|| Entry {
        zones: [Vec::new(), Vec::new()],
        blocks: [Vec::new(), Vec::new()],
    })
}

fn switch(game: &mut Game, text: &str) {
    let options = &mut game.options;
    match text.split_once('=').unwrap_or((text, "")) {
        ("short", leaders) => options.short = number(leaders),
        ("promotion", kinds) => {
            options.promote_infantry = kinds.contains('I');
            options.promote_light = kinds.contains('N');
        }
        ("swap", "") => options.swap = true,
        ("self-activating", "") => options.self_activating = true,
        ("charge", "") => options.charge = true,
        ("light-leap", "") => options.light_leap = true,
        ("crossing", "") => options.crossing = true,
        ("six-leaders", "") => options.six_leaders = true,
        ("half-first", "") => options.half_first = true,
        ("repetition", "") => options.repetition = true,
        ("first-player", "lot-before") => options.first_player = FirstPlayer::LotBefore,
        ("first-player", side) => options.first_player = FirstPlayer::Agreed(side_of(side)),
        _ => panic!("no such switch: {text}"),
    }
}

fn answer(position: &mut Position, command: &str) -> String {
    let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
    match word {
        "show" => show(position),
        "text" => position.to_text(),
        "gone" => {
            let (side, member) = rest.split_once(' ').expect("a side and a member");
            position.hand_over(side_of(side), number(member));
            show(position)
        }
        "position" => match Position::from_text(position.game().clone(), rest) {
            Ok(read) => {
                *position = read;
                show(position)
            }
            Err(error) => format!("error: {error}"),
        },
        "reach" => {
            let cells = reach(position, rest);
            let count = cells.split_whitespace().count();
            format!("{count}: {cells}")
        }
        "orders" => {
            let orders = if rest.is_empty() {
                position.legal_orders(position.side())
            } else {
                position.legal_orders_from(cell(rest))
            };
            let text = |order: &Order| order.to_text(position.game(), position.side());
            let mut texts: Vec<String> = orders.iter().map(text).collect();
            texts.sort_unstable();
            format!("{}: {}", texts.len(), texts.join(" "))
        }
        "leader" => match position.leader_status(cell(rest)) {
            Some(status) => format!("{} of {} activations left", status.free, status.level),
            None => "no leader".to_owned(),
        },
        "lots" => tell(position.resolve(Lots(number(rest)))),
        "why" => check(position, position.side(), rest),
        "set-up" => {
            let (side, rows) = rest.split_once(' ').expect("a side and rows");
            give(position, side_of(side), rows)
        }
        _ => give(position, position.side(), command),
    }
}

fn check(position: &Position, side: Side, text: &str) -> String {
    match position.check(side, &order(position, side, text)) {
        Ok(()) => "legal".to_owned(),
        Err(illegal) => format!("{}: {illegal}", illegal.rule()),
    }
}

fn give(position: &mut Position, side: Side, text: &str) -> String {
    let order = order(position, side, text);
    tell(position.apply(side, &order))
}

fn order(position: &Position, side: Side, text: &str) -> Order {
    Order::parse(position.game(), side, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The events of an order, or the paragraph that forbids the order and the reason.
fn tell(result: Result<Vec<rules::warlord::Event>, rules::warlord::Illegal>) -> String {
    match result {
        Ok(events) => {
            let events: Vec<String> = events.iter().map(ToString::to_string).collect();
            events.join("\n")
        }
        Err(illegal) => format!("refused, {}: {illegal}", illegal.rule()),
    }
}

/// The board, each cell with its unit and what lies there, and how the game stands.
fn show(position: &Position) -> String {
    let board = position.board();
    let mut text = String::new();
    for rank in (0..board.ranks()).rev() {
        let mut row = format!("{:>2} ", u16::from(rank) + 1);
        for file in 0..board.files() {
            let cell = Cell::new(file, rank);
            row.push(position.unit(cell).map_or('.', Unit::symbol));
            row.push(match position.game().terrain[cell] {
                Terrain::Open => ' ',
                Terrain::Town => '#',
                Terrain::Trees => '*',
                Terrain::Hill => '^',
                Terrain::Water => '~',
                Terrain::Hole => '_',
            });
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    let files: String = (0..board.files())
        .map(|file| format!("{} ", char::from(b'a' + file)))
        .collect();
    text.push_str(&format!("   {}\n", files.trim_end()));
    match position.to_act() {
        ToAct::One(side) => {
            let side = Family::Warlord.side_name(side);
            let (turn, left, cap) = (position.turn(), position.left(), position.cap());
            text.push_str(&format!("{side}, turn {turn}: {left} of {cap} orders left"));
        }
        ToAct::Secretly(sides) => {
            let names = sides.iter().map(|side| Family::Warlord.side_name(side));
            let sides: Vec<&str> = names.collect();
            text.push_str(&format!("to set up: {}", sides.join(", ")));
        }
        ToAct::Lots(_) => text.push_str("the lot is to be drawn"),
        ToAct::Nobody(outcome) => {
            text.push_str(&format!("over: {}", outcome.to_text(Family::Warlord)));
        }
    }
    for side in Side::BOTH {
        let captured = position.captured(side);
        if captured > 0 {
            text.push_str(&format!("; leaders captured by {side}: {captured}"));
        }
    }
    if let Some(side) = position.claim() {
        text.push_str(&format!("; {side} holds the claim"));
    }
    if position.passes() > 0 {
        text.push_str(&format!("; passes: {}", position.passes()));
    }
    if let Some(member) = position.member() {
        text.push_str(&format!("; the part of member {member}"));
    }
    for side in Side::BOTH {
        for (turn, kind) in position.waiting(side) {
            let symbol = Unit { side, kind: *kind }.symbol();
            text.push_str(&format!("; {symbol} due on turn {turn}"));
        }
    }
    text
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse()
        .ok()
        .unwrap_or_else(|| panic!("{text} is no such number"))
}

fn cell(text: &str) -> Cell {
    text.parse().expect("the text names a cell")
}

fn side_of(text: &str) -> Side {
    let side = Family::Warlord.parse_side(text);
    let side = side.expect("the text names a side");
    side.try_into().expect("a side of this family")
}
