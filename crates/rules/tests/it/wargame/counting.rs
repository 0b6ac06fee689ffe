//! The list of orders against every order tried one by one, and sequences counted both ways.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::Cell;
use rules::testing::Seeded;
use rules::testing::wargame::{game, jumbled, open_game, standard};
use rules::wargame::{Company, Game, Options, Order, Path, Position, Ruleset, Switch};
use rules::{Rules, ToAct};

/// The longest paths tried, in steps.
const STEPS: usize = 5;

/// Every result of an order but the end that [`Position::check`] lets pass, with the text to list: fewest cells, then
/// bytewise smallest. Moves are kept apart from other orders.
fn tried(position: &Position, steps: usize) -> BTreeMap<(bool, Vec<u8>), String> {
    let (board, side) = (position.board(), position.side());
    let mut found: BTreeMap<(bool, Vec<u8>), String> = BTreeMap::new();
    let mut attempt = |order: Order| {
        if position.check(side, &order).is_err() {
            return;
        }
        let mut after = position.clone();
        after.apply(side, &order).expect("a checked order applies");
        let mut bytes = Vec::new();
        after.write_canonical(&mut bytes);
        let text = order.to_text(position.game(), side);
        let rank = |text: &String| {
            let cells = text.split(|c: char| !c.is_ascii_alphanumeric()).count();
            (cells, text.clone())
        };
        let is_move = matches!(order, Order::Move { .. });
        let known = found
            .entry((is_move, bytes))
            .or_insert_with(|| text.clone());
        if rank(&text) < rank(known) {
            *known = text;
        }
    };
    let own: Vec<Cell> = position.army(side).map(|(cell, _)| cell).collect();
    for from in own {
        attempt(Order::Prepare(from));
        for at in board.cells() {
            attempt(Order::Fire { from, at });
            attempt(Order::Rifle { from, at });
            attempt(Order::Leap {
                from,
                to: at,
                on: None,
            });
            for on in board.neighbors(at) {
                attempt(Order::Leap {
                    from,
                    to: at,
                    on: Some(on),
                });
            }
            attempt(Order::Move {
                path: Path::between(from, at),
                company: Company::Nobody,
            });
        }
        let mut companies = vec![Company::Nobody];
        let has_unit = |cell: &Cell| position.unit(*cell).is_some();
        for beside in board.neighbors(from).filter(has_unit) {
            companies.extend([Company::Towed(beside), Company::Leader(beside)]);
        }
        let mut paths = vec![vec![from]];
        for _ in 0..steps {
            let longer = paths.iter().flat_map(|path| {
                let beyond = board.neighbors(path[path.len() - 1]);
                beyond.map(|cell| [path.as_slice(), &[cell]].concat())
            });
            paths = longer.collect();
            for path in &paths {
                let path = Path::new(path).expect("a few cells");
                for company in &companies {
                    attempt(Order::Move {
                        path,
                        company: *company,
                    });
                }
            }
        }
    }
    found
}

/// The texts listed, without those of longer paths than are tried.
fn listed(position: &Position, steps: usize) -> Vec<String> {
    let side = position.side();
    let orders = position.legal_orders(side).into_iter();
    let is_short = |order: &Order| match order {
        Order::Move { path, .. } => path.cells().len() <= steps + 1,
        Order::End => false,
        _ => true,
    };
    let texts = orders.filter(is_short);
    let mut texts: Vec<String> = texts
        .map(|order| order.to_text(position.game(), side))
        .collect();
    texts.sort_unstable();
    texts
}

fn compare(position: &Position, steps: usize) {
    let mut expected: Vec<String> = tried(position, steps).into_values().collect();
    expected.sort_unstable();
    let found = listed(position, steps);
    let text = position.to_text();
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected, "{text}");
    }
    assert_eq!(found.len(), expected.len(), "{text}");
}

/// A board with all terrain, so small that armies meet.
fn close(ruleset: Ruleset) -> Game {
    let terrain = "..H..T/F..HF./.T..F./..H..F/.F..H./T....F";
    let armies = match ruleset {
        Ruleset::One => "(cp)(sc)t(tc)ia/t(ic)ai1i/6/6/T(IC)AI1I/(CP)(SC)T(TC)IA",
        Ruleset::Two => "cgvlia/vlai1i/6/6/VLAI1I/CGVLIA",
    };
    game(ruleset, terrain, armies)
}

#[test]
fn listed_orders_are_all_that_can_be_tried() {
    let (mut moves, mut overruns, mut company) = (0, 0, 0);
    for (ruleset, steps, seeds) in [(Ruleset::One, 4, 30), (Ruleset::Two, STEPS, 12)] {
        for seed in 0..seeds {
            let mut seeded = Seeded(seed);
            let mut game = close(ruleset);
            let on = Switch::ALL.into_iter().filter(|_| seeded.one_in(2));
            let on: Options = on.collect();
            game.options = on.without(Switch::RandomMap);
            let mut position = jumbled(&game, &mut seeded);
            for _ in 0..2 {
                compare(&position, steps);
                for text in listed(&position, steps) {
                    moves += 1;
                    overruns += usize::from(text.matches('-').count() > 1);
                    company += usize::from(text.contains(['~', '&']));
                }
                // then in mid-turn
                let side = position.side();
                let orders = position.legal_orders(side);
                let order = seeded.choose(&orders);
                position.apply(side, order).expect("a listed order");
                if position.outcome().is_some() {
                    break;
                }
            }
        }
    }
    assert!(
        moves > 1000 && overruns > 300 && company > 200,
        "{moves} {overruns} {company}"
    );
}

/// Sequences of two orders, the first from the list, the second tried.
fn second_tried(position: &Position, steps: usize) -> u64 {
    let side = position.side();
    let orders = position.legal_orders(side).into_iter();
    let counts = orders.map(|order| {
        let mut after = position.clone();
        after.apply(side, &order).expect("a listed order");
        match Rules::to_act(&after) {
            ToAct::One(_) => tried(&after, steps).len() as u64 + 1,
            _ => 0,
        }
    });
    counts.sum()
}

#[test]
fn sequences_of_two_orders_are_counted_alike_both_ways() {
    let small = [
        (Ruleset::One, "5/1a1i1/(ic)4/1TI2/(IC)4", 3),
        (Ruleset::One, "4i/2(tc)ti/1A3/(SC)(CP)A2/1I3", 4),
        (Ruleset::Two, "5/l4/2iv1/I1a2/LA3/5", 4),
    ];
    for (ruleset, rows, steps) in small {
        let game = open_game(ruleset, rows);
        let start = Position::new(Arc::new(game));
        let expected = second_tried(&start, steps);
        assert_eq!(rules::perft(&start, 2), expected, "{rows}");
        assert!(expected > 50, "{expected} of {rows}");
    }
}

/// The starts and ten middle games of each game, with their numbers of sequences of one and of two orders.
const COUNTS: &str = include_str!("../../wargame/counts.txt");

/// The Python oracle counts the same positions; here the first orders are also those that can be tried, as far as three
/// steps lead.
#[test]
fn sequences_from_the_starts_and_middle_games_are_as_many_as_ever() {
    let lines = COUNTS.lines().filter(|line| !line.starts_with('#'));
    let mut seen = 0;
    for line in lines {
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().expect("game, two numbers and a position");
        let ruleset = match word() {
            "wargame-1" => Ruleset::One,
            _ => Ruleset::Two,
        };
        let counts = [word(), word()].map(|number| number.parse().expect("a number"));
        let game = Arc::new(standard(ruleset));
        let position = Position::from_text(game, word()).expect("a position");
        compare(&position, 3);
        assert_eq!([1, 2].map(|depth| position.perft(depth)), counts, "{line}");
        seen += 1;
    }
    assert_eq!(seen, 22);
}
