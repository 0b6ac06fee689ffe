//! Numbers of legal sequences of orders from the start of every scenario: counted by the fast position, by the rules
//! and by the plain telling of the rulebook that shares nothing with them.
//!
//! What takes longer than a test may, `cargo run --release -p scenario --example perft -- 4 clash-of-arms` counts.

use rules::warlord::FastPosition;
use scenario::built_in;

#[path = "../../../rules/tests/plain/counting.rs"]
mod counting;
#[path = "../../../rules/tests/plain/oracle.rs"]
#[allow(dead_code, reason = "only the counting side of it is needed here")]
mod oracle;
mod table;

use table::{TABLE, plain, start};

#[test]
fn the_table_names_every_scenario_in_its_order() {
    let keys = built_in().iter().map(|built_in| built_in.key);
    assert!(keys.eq(TABLE.iter().map(|(key, _)| *key)));
}

#[test]
fn the_fast_position_counts_what_the_table_says() {
    for (key, counts) in TABLE {
        let mut fast = FastPosition::new(&start(key)).expect("a game under way");
        let depths = 1..=counts.len() as u32;
        let found: Vec<u64> = depths.map(|depth| fast.perft(depth)).collect();
        assert_eq!(found, counts, "{key}");
    }
}

#[test]
fn the_plain_telling_counts_what_the_table_says_to_depth_3() {
    for (key, counts) in TABLE {
        let plain = plain(&start(key));
        let depths = 1..=counts.len().min(3) as u32;
        let found: Vec<u64> = depths.map(|depth| counting::count(&plain, depth)).collect();
        assert_eq!(found, counts[..found.len()], "{key}");
    }
}

#[test]
fn the_rules_count_what_the_table_says_to_depth_2() {
    for (key, counts) in TABLE {
        let position = start(key);
        for (depth, count) in (1..=2).zip(counts) {
            assert_eq!(rules::perft(&position, depth), *count, "{key}");
        }
    }
}
