//! Counts the legal sequences of orders from the start of scenarios by the fast position, deeper than the tests do:
//!
//! `cargo run --release -p scenario --example perft -- 4 clash-of-arms valley-war`
//!
//! The fast position takes minutes for `3 continent`.

#![allow(clippy::print_stdout, reason = "the figures are for the terminal")]

use rules::warlord::FastPosition;

#[path = "../tests/it/perft/table.rs"]
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
    }
}
