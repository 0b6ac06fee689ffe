//! Numbers of legal sequences of orders from the start of every scenario: counted by the fast position, by the rules
//! and by the plain telling of the rulebook that shares nothing with them.

use rules::warlord::{FastPosition, Position};
use rules::{AnyPosition, Lots, Rules, ToAct};
use scenario::built_in;

#[path = "../../rules/tests/plain/oracle.rs"]
#[allow(dead_code, reason = "only the counting side of it is needed here")]
mod oracle;

use oracle::Plain;

/// The key and the counts to depth 1, 2 and 3; 0 where the board is too large to count so deep. Hidden set-ups are the
/// first book's, all lots 0.
const TABLE: [(&str, [u64; 3]); 16] = [
    ("clash-of-arms", [165, 25_473, 3_596_470]),
    ("battle-line", [149, 19_645, 2_205_850]),
    ("civil-war", [133, 17_341, 1_988_736]),
    ("river", [121, 13_865, 1_496_494]),
    ("lakes", [129, 15_557, 1_760_482]),
    ("lakes-2", [105, 10_571, 1_020_984]),
    ("chieftain", [131, 16_551, 1_732_772]),
    ("warlord", [169, 27_477, 4_284_088]),
    ("warlord-2.0", [171, 27_929, 4_251_296]),
    ("warlord-ii", [405, 161_209, 62_998_880]),
    ("test-of-wills", [202, 39_541, 7_495_507]),
    ("border-war", [92, 8_757, 856_708]),
    ("march", [200, 36_538, 6_061_571]),
    ("valley-war", [97, 9_223, 806_540]),
    ("two-countries", [644, 396_912, 233_883_125]),
    ("continent", [6_674, 44_449_887, 0]),
];

/// How deep a scenario is counted by the fast position; by the others one less where they would take minutes.
fn deepest(key: &str) -> u32 {
    if key == "continent" { 2 } else { 3 }
}

/// The first position in which a side may give orders.
fn start(key: &str) -> Position {
    let scenario = scenario::load(key).expect("built in").expect("right");
    let mut position = scenario.start(&[]).expect("default options");
    loop {
        match position.to_act() {
            ToAct::Secretly(sides) => {
                let book = position.legal_orders(sides[0])[0].clone();
                position.apply(sides[0], &book).expect("a book set-up");
            }
            ToAct::Lots(_) => {
                position.resolve(Lots(0)).expect("lots are awaited");
            }
            ToAct::One(_) | ToAct::Nobody(_) => {
                let AnyPosition::Warlord(position) = position;
                return position;
            }
        }
    }
}

fn plain_perft(plain: &Plain, depth: u32) -> u64 {
    let orders = plain.orders();
    if depth == 1 {
        return orders.len() as u64;
    }
    let after = orders.iter().map(|order| {
        let mut next = plain.clone();
        next.carry_out(order);
        plain_perft(&next, depth - 1)
    });
    after.sum()
}

fn plain(position: &Position) -> Plain {
    let game = position.game();
    Plain::new(game, &game.terrain_rows(), &position.to_text())
}

#[test]
fn the_table_names_every_scenario_in_its_order() {
    let keys = built_in().iter().map(|built_in| built_in.key);
    assert!(keys.eq(TABLE.iter().map(|(key, _)| *key)));
}

#[test]
fn the_fast_position_counts_what_the_table_says() {
    let found: Vec<_> = TABLE
        .iter()
        .map(|(key, _)| {
            let mut fast = FastPosition::new(&start(key)).expect("a game under way");
            (
                *key,
                [1, 2, 3].map(|depth| {
                    if depth > deepest(key) {
                        0
                    } else {
                        fast.perft(depth)
                    }
                }),
            )
        })
        .collect();
    assert_eq!(found, TABLE);
}

#[test]
fn rules_and_plain_telling_count_what_the_table_says_to_depth_2() {
    for (key, counts) in TABLE {
        let position = start(key);
        let plain = plain(&position);
        for (depth, count) in (1..deepest(key)).zip(&counts) {
            assert_eq!(rules::perft(&position, depth), *count, "{key}");
            assert_eq!(plain_perft(&plain, depth), *count, "{key}, plainly");
        }
    }
}

/// Takes some minutes: `cargo test --release -p scenario --test perft -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn rules_and_plain_telling_count_what_the_table_says_to_depth_3() {
    for (key, counts) in TABLE.into_iter().filter(|(key, _)| deepest(key) == 3) {
        let position = start(key);
        assert_eq!(rules::perft(&position, 3), counts[2], "{key}");
        assert_eq!(
            plain_perft(&plain(&position), 3),
            counts[2],
            "{key}, plainly"
        );
    }
}
