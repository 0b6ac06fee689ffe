//! Every cell of the table of encounters. Rules: tourney 3.5.

use std::sync::Arc;

use rules::testing::tourney::game;
use rules::tourney::{Asked, BLACK, Man, Position, WHITE};
use rules::{Rules, Side};

/// The rows of the table, `N` for a Knight or Warlord, then for each column who of the attackers is taken, who of the
/// defenders, and the fighters of the duel that follows.
const TABLE: [(&str, [&str; 7]); 6] = [
    (
        "F",
        ["/ 1-1", "/ 1-1", "/L", "/ 1-2", "/ 1-2", "/ 1-1", "/ 1-1"],
    ),
    (
        "N",
        ["/ 1-1", "/ 1-1", "/L", "/ 1-2", "/ 1-2", "/ 1-1", "/ 1-1"],
    ),
    ("L", ["L/", "/N", "L/L", "L/", "L/N", "L/L", "L/LN"]),
    (
        "LF",
        ["/ 1-1", "/N", "L/L", "/ 1-2", "/N 1-1", "L/L 1-1", "L/LN"],
    ),
    (
        "LN",
        ["/ 1-1", "/N", "LN/L", "/ 1-2", "/N 1-1", "LN/L", "LN/LN"],
    ),
    // two fighters
    (
        "2",
        ["/ 2-1", "/ 2-1", "/L", "/ 2-2", "/ 2-2", "/ 2-1", "/ 2-1"],
    ),
];

/// The row of an attacker or two.
fn row(attackers: &str) -> &'static str {
    match attackers {
        "F" => "F",
        "K" | "W" => "N",
        "L" => "L",
        "LF" => "LF",
        "LK" | "LW" => "LN",
        _ => "2",
    }
}

const ATTACKERS: [&str; 11] = ["F", "K", "W", "L", "LF", "LK", "LW", "KF", "WF", "WK", "FF"];

/// The defenders of each column.
const COLUMNS: [&[&str]; 7] = [
    &["F"],
    &["K", "W"],
    &["L"],
    &["FF"],
    &["KF", "WF", "WK"],
    &["LF"],
    &["LK", "WL"],
];

/// The attackers come to d4 from d3 and c4.
fn met(attackers: &str, defenders: &str) -> Position {
    let game = Arc::new(game("grand several=2"));
    let [first, second] = [0, 1].map(|n| attackers.get(n..=n));
    let row = second.map_or("11".to_owned(), |second| format!("2{second}8"));
    let stack = match defenders.len() {
        1 => defenders.to_lowercase(),
        _ => format!("({})", defenders.to_lowercase()),
    };
    let row = match second {
        Some(second) => format!("2{second}{stack}7"),
        None => row.replace("11", &format!("3{stack}7")),
    };
    let first = first.expect("an attacker");
    // somebody of the royals stays at home where that is possible, so that not every meeting ends the game
    let home = |men: &str| match (men.contains('W'), men.contains('L')) {
        (false, _) => "W",
        (true, false) => "L",
        (true, true) => "K",
    };
    let (ours, theirs) = (home(attackers), home(defenders).to_lowercase());
    let text = format!("5{theirs}5/11/11/11/11/11/11/{row}/3{first}7/11/5{ours}5 w 1 0");
    let mut position = Position::from_text(game, &text).expect(&text);
    let mut orders = vec!["d3-d4"];
    orders.extend(second.map(|_| "c4-d4"));
    orders.push("end");
    for order in orders {
        let order = position.parse_order(WHITE, order).expect("an order");
        position.apply(WHITE, &order).expect("legal");
    }
    if let Asked::Rose { .. } = position.asked() {
        // of two nobles the mover's Lady takes one: which is all the same to the table
        let order = position.legal_orders(WHITE).remove(0);
        position.apply(WHITE, &order).expect("listed");
    }
    position
}

#[test]
fn every_encounter_goes_as_the_table_says() {
    let mut met_in_all = 0;
    for attackers in ATTACKERS {
        let (_, cells) = TABLE
            .iter()
            .find(|(name, _)| *name == row(attackers))
            .expect("a row");
        for (column, expected) in COLUMNS.into_iter().zip(cells) {
            for defenders in column {
                let position = met(attackers, defenders);
                let taken = |jailer: Side| {
                    let letters = position.dungeon(jailer).map(|man| man.unit.kind.symbol());
                    // L before N: the order in which the table has them
                    let mut letters: Vec<char> = letters
                        .map(|letter| match letter {
                            'K' | 'W' => 'N',
                            other => other,
                        })
                        .collect();
                    letters.sort_unstable();
                    letters.into_iter().collect::<String>()
                };
                let mut found = format!("{}/{}", taken(BLACK), taken(WHITE));
                if let Some(fight) = position.fight() {
                    let [ours, theirs] = fight.fighters.map(|men| men.len());
                    found.push_str(&format!(" {ours}-{theirs}"));
                }
                let what = format!("{attackers} onto {defenders}");
                assert_eq!(found.trim(), expected.trim(), "{what}");
                met_in_all += 1;
            }
        }
    }
    assert_eq!(met_in_all, ATTACKERS.len() * 11);
    let rows: Vec<&str> = ATTACKERS.map(row).to_vec();
    assert!(TABLE.iter().all(|(name, _)| rows.contains(name)));
}

#[test]
fn a_lone_fighter_has_a_pair_for_each_opponent() {
    let position = met("K", "FF");
    assert_eq!(position.pairs(WHITE).len(), 2);
    assert_eq!(position.pairs(BLACK).len(), 2);
    assert_eq!(position.legal_orders(WHITE).len(), 36);
    let both = met("KF", "KF");
    assert_eq!(both.legal_orders(WHITE).len(), 1296);
    assert_eq!(both.legal_orders(BLACK).len(), 1296);
    let owners: Vec<Side> = both
        .pairs(WHITE)
        .iter()
        .map(|pair| pair.own.unit.owner)
        .collect();
    assert_eq!(owners, [WHITE; 4]);
    let kinds = |men: fn(&rules::tourney::Pair) -> Man| {
        let pairs = both.pairs(WHITE);
        pairs
            .iter()
            .map(|pair| men(pair).unit.kind.symbol())
            .collect::<String>()
    };
    // own men first to last, for each his enemies first to last
    assert_eq!(kinds(|pair| pair.own), "KKFF");
    assert_eq!(kinds(|pair| pair.enemy), "KFKF");
}
