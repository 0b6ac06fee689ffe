//! Numbers of legal sequences of orders from the start of every scenario: counted by the fast position and by the rules.
//! A second reading of the rulebook that shared no code with either counted them to depth 3 too, before the oracle in
//! Python (`crates/warlord/tests/engine_oracle.py`) made it superfluous.
//!
//! The example makes the counts that take longer than a test may:
//! `cargo run --release -p scenario --example perft -- 4 clash-of-arms`.

use rules::testing::depth::deep;
use rules::warlord::FastPosition;
use scenario::built_in;

mod table;

use table::{TABLE, start};

#[test]
fn the_table_names_every_scenario_of_the_family_in_its_order() {
    let own = built_in().iter().filter(|file| file.family == "warlord");
    let keys = own.map(|file| file.key);
    assert!(keys.eq(TABLE.iter().map(|(key, _)| *key)));
}

#[test]
fn the_fast_position_counts_what_the_table_says() {
    // every run counts two orders of every scenario, and three of most
    let most = deep(50_000_000, 1_000_000_000, u64::MAX);
    for (key, counts) in TABLE {
        let mut fast = FastPosition::new(&start(key)).expect("a game under way");
        let counts = counts.iter().filter(|count| **count < most);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(fast.perft(depth), *count, "{key}");
        }
    }
}

#[test]
fn the_rules_count_what_the_table_says_to_depth_3() {
    let most = deep(1_000_000, 10_000_000, 1_000_000_000);
    for (key, counts) in TABLE {
        let position = start(key);
        let counts = counts.iter().filter(|count| **count < most);
        for (depth, count) in (1..=3).zip(counts) {
            assert_eq!(rules::perft(&position, depth), *count, "{key}");
        }
    }
}
