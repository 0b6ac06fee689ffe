//! Prints for other programs to compare with what [`rules::warlord::fast::SingleMove`] counts: a line for each field
//! with its name, its position as chess programs write one, and the counts from depth 1 to the depth asked for.
//!
//! `cargo run --release -p rules --example single_move -- 3`

#![allow(clippy::print_stdout, reason = "another program reads it")]

use rules::testing::{SINGLE_MOVE_FIELDS, single_move};

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok());
    for (name, rows) in SINGLE_MOVE_FIELDS {
        let mut exercise = single_move(rows);
        let counts = (1..=depth.unwrap_or(2)).map(|depth| exercise.perft(depth).to_string());
        let counts: Vec<String> = counts.collect();
        println!("{name} {rows} w - - 0 1 {}", counts.join(" "));
    }
}
