//! Every cell of the table of encounters. Rules: tourney 3.5.

use std::sync::Arc;

use rules::testing::tourney::game;
use rules::tourney::{BLACK, Man, Position, WHITE};
use rules::{Rules, Side};

/// Attackers, then for each of the defenders F, K, L, F+F, K+F, L+F, L+K: who of the attackers is taken, who of the
/// defenders, and the fighters of the duel that follows.
const TABLE: [(&str, [&str; 7]); 7] = [
    (
        "F",
        ["/ 1-1", "/ 1-1", "/L", "/ 1-2", "/ 1-2", "/ 1-1", "/ 1-1"],
    ),
    (
        "K",
        ["/ 1-1", "/ 1-1", "/L", "/ 1-2", "/ 1-2", "/ 1-1", "/ 1-1"],
    ),
    (
        "W",
        ["/ 1-1", "/ 1-1", "/L", "/ 1-2", "/ 1-2", "/ 1-1", "/ 1-1"],
    ),
    ("L", ["L/", "/K", "L/L", "L/", "L/K", "L/L", "L/LK"]),
    (
        "LF",
        ["/ 1-1", "/K", "L/L", "/ 1-2", "/K 1-1", "L/L 1-1", "L/LK"],
    ),
    (
        "LK",
        ["/ 1-1", "/K", "LK/L", "/ 1-2", "/K 1-1", "LK/L", "LK/LK"],
    ),
    (
        "KF",
        ["/ 2-1", "/ 2-1", "/L", "/ 2-2", "/ 2-2", "/ 2-1", "/ 2-1"],
    ),
];

const DEFENDERS: [&str; 7] = ["F", "K", "L", "FF", "KF", "LF", "LK"];

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
    let home = if attackers == "W" { 'L' } else { 'W' };
    let text = format!("5w5/11/11/11/11/11/11/{row}/3{first}7/11/5{home}5 w 1 0");
    let mut position = Position::from_text(game, &text).expect("a position");
    let mut orders = vec!["d3-d4"];
    orders.extend(second.map(|_| "c4-d4"));
    orders.push("end");
    for order in orders {
        let order = position.parse_order(WHITE, order).expect("an order");
        position.apply(WHITE, &order).expect("legal");
    }
    position
}

#[test]
fn every_encounter_goes_as_the_table_says() {
    for (attackers, row) in TABLE {
        for (defenders, expected) in DEFENDERS.into_iter().zip(row) {
            let position = met(attackers, defenders);
            let taken = |jailer: Side| {
                let letters = position.dungeon(jailer).map(|man| man.unit.kind.symbol());
                letters.collect::<String>()
            };
            // W L K F: the order of the kinds
            let mut found = format!("{}/{}", taken(BLACK), taken(WHITE));
            if let Some(fight) = position.fight() {
                let [ours, theirs] = fight.fighters.map(|men| men.len());
                found.push_str(&format!(" {ours}-{theirs}"));
            }
            assert_eq!(
                found.trim(),
                expected.trim(),
                "{attackers} onto {defenders}"
            );
        }
    }
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
