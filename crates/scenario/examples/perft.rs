//! Counts the legal sequences of orders from the start of scenarios by the fast position and by the plain telling of the
//! rules that shares nothing with it, deeper than the tests do:
//!
//! `cargo run --release -p scenario --example perft -- 4 clash-of-arms valley-war`
//!
//! Three orders are counted plainly by what they change for each other, so that even `3 continent` takes the plain
//! telling seconds, if the fast position minutes.

#![allow(clippy::print_stdout, reason = "the figures are for the terminal")]

use rules::warlord::FastPosition;

#[path = "../../rules/tests/plain/apart.rs"]
mod apart;
#[path = "../../rules/tests/plain/counting.rs"]
mod counting;
#[path = "../../rules/tests/plain/oracle.rs"]
#[allow(dead_code, reason = "only the counting side of it is needed here")]
mod oracle;
#[path = "../tests/perft/table.rs"]
mod table;

/// A depth and keys of scenarios; without keys all whose counts the tests have to that depth.
fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().and_then(|depth| depth.parse().ok());
    let Some(depth) = depth else {
        println!("how deep, and which scenarios? As in `4 clash-of-arms valley-war`");
        return;
    };
    let mut keys: Vec<String> = arguments.collect();
    if keys.is_empty() {
        let deep = table::TABLE
            .iter()
            .filter(|(_, counts)| counts.len() >= depth as usize);
        keys.extend(deep.map(|(key, _)| (*key).to_owned()));
    }
    for key in keys {
        let position = table::start(&key);
        let mut fast = FastPosition::new(&position).expect("a game under way");
        let count = fast.perft(depth);
        println!("{key}: {count}");
        let plain = table::plain(&position);
        let plainly = if depth == 3 && position.game().entry.is_none() {
            apart::count_three(&plain)
        } else {
            counting::count(&plain, depth)
        };
        println!("{key}, plainly: {plainly}");
        assert_eq!(count, plainly);
    }
}
