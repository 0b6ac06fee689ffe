//! The judge on the copies of a long match of eight, and of two.

use std::time::{Duration, Instant};

use protocol::judge::{Verdict, judge};
use protocol::testing::{Puppets, Seeded, offer, table};

use crate::{Row, SEATS};

const TURNS: u32 = 300;
/// Times that each pile of copies is judged.
const ROUNDS: usize = 5;

pub(crate) fn measure() -> Vec<Row> {
    let [eight, two] = [SEATS, 2].map(|seats| {
        let file = file(seats);
        let copies = vec![file.as_slice(); usize::from(seats)];
        let mut times: Vec<Duration> = (0..ROUNDS)
            .map(|_| {
                let started = Instant::now();
                assert_eq!(judge(&copies).verdict, Verdict::Complete);
                started.elapsed()
            })
            .collect();
        times.sort_unstable();
        times[ROUNDS / 2]
    });
    vec![Row::of_times(
        "the judge on 300 turns, a copy of each seat",
        eight,
        Some(two),
        (Duration::from_millis(400), "at most"),
    )]
}

/// The file of a match of Border War of so many seats, with a hidden set-up, that all have closed.
fn file(seats: u8) -> Vec<u8> {
    let offer = offer("border-war", Some(TURNS));
    // by lot some games end early: the first long one
    for seed in 0..20 {
        let mut puppets = Puppets::new(table(&offer, seats, 1), 1);
        puppets.play_out(&mut Seeded(seed));
        if puppets.seats[0].history().orders().count() >= TURNS as usize {
            return puppets.file(&[]);
        }
    }
    panic!("no game of that many turns");
}
