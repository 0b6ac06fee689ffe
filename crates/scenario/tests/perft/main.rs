//! Numbers of legal sequences of orders from the start of every scenario: counted by the fast position, by the rules
//! and by the plain telling of the rulebook that shares nothing with them.
//!
//! The example makes the counts that take longer than a test may:
//! `cargo run --release -p scenario --example perft -- 4 clash-of-arms`.

use rules::warlord::FastPosition;
use scenario::built_in;

#[path = "../../../rules/tests/plain/apart.rs"]
mod apart;
#[path = "../../../rules/tests/plain/counting.rs"]
mod counting;
#[path = "../../../rules/tests/plain/oracle.rs"]
#[allow(dead_code, reason = "only the counting side of it is needed here")]
mod oracle;
mod table;

use table::{TABLE, plain, start};

/// The fast position counts as many in some seconds; for more there is the example.
const COUNTED_HERE: u64 = 10_000_000_000;

/// The plain telling counts as many in some seconds; `WARLORD_PERFT=all` lets the plain telling count all to depth 3, in some minutes.
const COUNTED_PLAINLY: u64 = 10_000_000;

#[test]
fn the_table_names_every_scenario_of_the_family_in_its_order() {
    let own = built_in().iter().filter(|file| file.family == "warlord");
    let keys = own.map(|file| file.key);
    assert!(keys.eq(TABLE.iter().map(|(key, _)| *key)));
}

#[test]
fn the_fast_position_counts_what_the_table_says() {
    for (key, counts) in TABLE {
        let mut fast = FastPosition::new(&start(key)).expect("a game under way");
        let counts = counts.iter().filter(|count| **count < COUNTED_HERE);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(fast.perft(depth), *count, "{key}");
        }
    }
}

#[test]
fn the_plain_telling_counts_what_the_table_says_to_depth_3() {
    let all = std::env::var_os("WARLORD_PERFT").is_some_and(|what| what == "all");
    for (key, counts) in TABLE {
        let plain = plain(&start(key));
        let counts = counts.iter();
        let counts = counts.filter(|count| all || **count < COUNTED_PLAINLY);
        for (depth, count) in (1..=3).zip(counts) {
            let found = if *count < COUNTED_HERE {
                counting::count(&plain, depth)
            } else {
                apart::count_three(&plain)
            };
            assert_eq!(found, *count, "{key}, depth {depth}");
        }
    }
}

#[test]
fn orders_that_do_not_concern_the_same_men_may_be_counted_apart() {
    for (key, counts) in TABLE {
        let start = start(key);
        if start.game().entry.is_none() && counts[2] < COUNTED_HERE {
            assert_eq!(apart::count_three(&plain(&start)), counts[2], "{key}");
        }
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
